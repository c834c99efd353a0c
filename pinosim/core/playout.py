"""Playing out one seat's hand: the other cards at random, every trump and passing tried on the same deals.

The seat takes the contract in each suit in turn; all seats pass, meld and play by their policies. The bid does not
change how they play, so one play-out answers for every bid level (`tally_bids`). For comparison the same deals are bid
on after this seat has passed.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.auction import run_auction
from pinosim.core.bidding import plan_bids
from pinosim.core.contract import finish_hand
from pinosim.core.dealing import LANES, deal_block
from pinosim.core.hand import (
    MAX_REDEALS,
    draws_lots,
    fill_words,
    name_after_auction,
    words_needed,
)
from pinosim.core.jit import kernel
from pinosim.core.layout import unit_mask
from pinosim.core.meld import hand_melds
from pinosim.core.redeal import may_redeal
from pinosim.core.settling import (
    bidders_played,
    measured_against,
    others_not_played,
    others_played,
    scores_against,
    set_without_play,
)
from pinosim.core.standard_bidding import bidding_features

# rows of what passing leads to
PASS_BIDDER = 0
PASS_BID = 1
PASS_US = 2
PASS_THEM = 3
N_PASS = 4

# rows of a tally
MADE = 0
SUM_NET = 1
SUM_SQUARES_NET = 2
SUM_GAIN = 3
SUM_SQUARES_GAIN = 4
N_TALLY = 5


@kernel
def deal_again(dealing, me, book, seed, number, scratch):
    """Replace deals in which another seat may throw its hand in, as bidding has begun; give the attempt used."""
    rules = book.rules
    desk = scratch.desk
    seats = desk[K.SEATS]
    again = scratch.hands[LANES:]
    attempt = 0
    while attempt < MAX_REDEALS:
        redeal = False
        for seat in range(rules[S.PLAYERS]):
            hand_melds(seats[seat], rules, book.suit_table, book.around_table, desk[K.MELDS + seat])
            if seat != me and may_redeal(seats[seat], desk[K.MELDS + seat], rules):
                redeal = True
        if not redeal:
            break
        attempt += 1
        deal_block(dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, attempt, number, 1, scratch.deal, again)
        for place in range(dealing.capacities.shape[0]):
            seats[place] = again[0, place]
    return attempt


@kernel
def play_out(dealing, me, dealer, high, bidder, passed, calls, policies, book, seed, first, scratch, out, pass_out):
    """Play out deals numbered from `first`, as many as `pass_out` has columns.

    Parameters
    ----------
    dealing : Dealing
        The unseen cards and who lacks how many; `held[me]` is the hand asked about.
    me, dealer : int64
        Seats.
    high, bidder, passed, calls : int64
        The auction so far, as in `auction.run_auction`; it is this seat's turn.
    policies, book, seed, first, scratch
        As in `hand.play_hands`.
    out : int32 array, shape (4 or 5, N_RESULT, n)
        Receives, for each trump, what `hand.finish_hand` reports with this seat as bidder; in a fifth row the same with
        the trump it names by its policy, after a look at the kitty where that comes first.
    pass_out : int32 array, shape (N_PASS, n)
        Receives what happens when this seat passes: bidder (-1: the cards are dealt again), bid, and the two numbers of
        `scores_against`. Its first entry -2 on entry means: leave it alone.

    Returns
    -------
    int64
        Deals that had to be dealt again because another seat held a redeal hand.
    """
    rules = book.rules
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    places = dealing.capacities.shape[0]
    units = unit_mask(4 * n_ranks, width)
    lots = draws_lots(policies)
    ways = out.shape[0]
    total = pass_out.shape[1]
    with_pass = total > 0 and pass_out[0, 0] != -2
    words = scratch.spare_words
    desk = scratch.desk
    story = scratch.story
    seats = desk[K.SEATS]
    dealt = desk[K.DEALT]
    auction = desk[K.AUCTION]
    dealt_again = 0
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(dealing, n_ranks, width, seed, 0, first + start, n, scratch.deal, scratch.hands)
        for i in range(n):
            deal = start + i
            for place in range(places):
                seats[place] = scratch.hands[i, place]
            attempt = deal_again(dealing, me, book, seed, first + deal, scratch)
            dealt_again += attempt
            for place in range(places):
                dealt[place] = seats[place]
            if lots:
                fill_words(words_needed(rules), attempt, first + deal, 1, seed, words)
            for option in range(ways + 1):
                # each trump, the trump named by policy, passing
                trump = option
                winner = me
                bid = 0
                for place in range(places):
                    seats[place] = dealt[place]
                if option == ways:
                    if not with_pass:
                        continue
                    plan_bids(
                        seats, desk[K.MELDS :], policies, words, 0, rules, units, desk[K.FEATURES], desk[K.CEILINGS],
                        desk[K.TRUMPS],
                    )  # fmt: skip
                    run_auction(
                        desk[K.CEILINGS], policies, (me + 1) % players, high, bidder, passed | (1 << me), calls + 1,
                        rules, auction, story,
                    )  # fmt: skip
                    winner = auction[0]
                    bid = auction[1]
                    pass_out[PASS_BIDDER, deal] = winner
                    pass_out[PASS_BID, deal] = bid
                    pass_out[PASS_US, deal] = 0
                    pass_out[PASS_THEM, deal] = 0
                    if winner < 0:
                        continue
                    trump = name_after_auction(winner, policies, words, 0, book, units, desk, story)
                elif option == 4:
                    plan_bids(
                        seats, desk[K.MELDS :], policies, words, 0, rules, units, desk[K.FEATURES], desk[K.CEILINGS],
                        desk[K.TRUMPS],
                    )  # fmt: skip
                    trump = name_after_auction(me, policies, words, 0, book, units, desk, story)
                finish_hand(winner, bid, trump, dealer, policies, words, 0, book, units, desk, scratch.story)
                if option == ways:
                    ours, theirs = scores_against(me, rules, desk)
                    pass_out[PASS_US, deal] = ours
                    pass_out[PASS_THEM, deal] = theirs
                else:
                    for row in range(C.N_RESULT):
                        out[option, row, deal] = desk[K.RESULT, row]
    return dealt_again


@kernel
def tally_bids(out, pass_out, bids, rules, tally):
    """Settle one trump's play-outs at every bid and add up.

    Parameters
    ----------
    out : int32 array, shape (N_RESULT, n)
        Play-outs with one trump.
    pass_out : int32 array, shape (N_PASS, n)
    bids : int64 array, shape (n_bids,)
    rules : int64 array
    tally : int64 array, shape (n_bids, N_TALLY)
        Is added to: contracts made; sum and sum of squares of our score less theirs; the same of the gain over passing.
        Scores count `measured_against` times.
    """
    base = C.RESULT_FROM
    scores = measured_against(rules)
    apart = rules[S.TEAMS] == rules[S.PLAYERS]
    for deal in range(out.shape[1]):
        meld_bidders = np.int64(out[0, deal])
        meld_others = np.int64(out[C.MELD_OTHERS - base, deal])
        points_bidders = np.int64(out[C.POINTS_BIDDERS - base, deal])
        points_others = np.int64(out[C.POINTS_OTHERS - base, deal])
        tricks_bidders = np.int64(out[C.TRICKS_BIDDERS - base, deal])
        tricks_others = np.int64(out[C.TRICKS_OTHERS - base, deal])
        dix_bidders = np.int64(out[C.DIX_BIDDERS, deal])
        dix_others = np.int64(out[C.DIX_OTHERS, deal])
        passing = np.int64(pass_out[PASS_US, deal]) - np.int64(pass_out[PASS_THEM, deal])
        for i in range(bids.shape[0]):
            bid = bids[i]
            if set_without_play(bid, meld_bidders, rules):
                outcome = C.NOT_PLAYED
                ours = -bid
                theirs = others_not_played(meld_others, rules)
            else:
                outcome, ours = bidders_played(bid, meld_bidders, dix_bidders, points_bidders, tricks_bidders, rules)
                theirs = others_played(meld_others, dix_others, points_others, tricks_others, rules)
            if apart:
                if outcome != C.NOT_PLAYED:
                    # the others score the same whether the bid is made or not: as played
                    theirs = np.int64(out[C.SCORE_OTHERS - base, deal])
                if out[C.PARTNER - base, deal] >= 0:
                    theirs += ours
            net = ours * scores - theirs
            gain = net - passing
            if outcome == C.MADE:
                tally[i, MADE] += 1
            tally[i, SUM_NET] += net
            tally[i, SUM_SQUARES_NET] += net * net
            tally[i, SUM_GAIN] += gain
            tally[i, SUM_SQUARES_GAIN] += gain * gain


@kernel
def features_and_totals(dealing, policies, book, seed, first, scratch, rows):
    """Collect what policies are fitted on: for each deal and trump, with seat 0 as bidder, what he sees and makes.

    Parameters
    ----------
    dealing, policies, book, seed, first, scratch
        As in `hand.play_hands`.
    rows : int64 array, shape (n, 4, N_FEATURES + 3)
        Receives the features, own meld, the team's meld and its trick points.
    """
    rules = book.rules
    desk = scratch.desk
    from_meld = rows.shape[2] - 3
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    units = unit_mask(4 * n_ranks, width)
    dealer = rules[S.PLAYERS] - 1
    total = rows.shape[0]
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(dealing, n_ranks, width, seed, 0, first + start, n, scratch.deal, scratch.hands)
        for i in range(n):
            hand_melds(scratch.hands[i, 0], rules, book.suit_table, book.around_table, desk[K.MELDS])
            for trump in range(4):
                for place in range(dealing.capacities.shape[0]):
                    desk[K.SEATS, place] = scratch.hands[i, place]
                row = rows[start + i, trump]
                bidding_features(desk[K.SEATS, 0], trump, rules, units, row)
                row[from_meld] = desk[K.MELDS + 0, trump]
                finish_hand(0, 0, trump, dealer, policies, scratch.words, 0, book, units, desk, scratch.story)
                row[from_meld + 1] = desk[K.RESULT, 0]
                row[from_meld + 2] = desk[K.RESULT, C.POINTS_BIDDERS - C.RESULT_FROM]
