"""Playing out one seat's hand: the other cards at random, every trump and passing tried on the same deals.

The seat takes the contract in each suit in turn; all seats pass, meld and play by their policies. The bid does not
change how they play, so one play-out answers for every bid level (`tally_bids`). For comparison the same deals are
bid on after this seat has passed.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core.auction import run_auction
from pinosim.core.dealing import LANES, deal_block
from pinosim.core.hand import (
    DIX_BIDDERS,
    DIX_OTHERS,
    MAX_REDEALS,
    N_RESULT,
    fill_words,
    finish_hand,
    may_redeal,
    plan_bids,
)
from pinosim.core.jit import kernel
from pinosim.core.layout import unit_mask
from pinosim.core.meld import hand_melds
from pinosim.core.playing import FIRST_PLAY_WORD
from pinosim.core.policy import KIND, KIND_RANDOM
from pinosim.core.settling import set_without_play, settle_not_played, settle_played
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
def _deal_again(
    cards, capacities, held, me, rules, suit_table, around_table, seed, deal,
    draw_words, draws, left, counts, rejected, again, seats, melds,
):  # fmt: skip
    """Replace deals in which another seat may throw its hand in, as bidding has begun; give the attempt used."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    players = rules[S.PLAYERS]
    attempt = 0
    while attempt < MAX_REDEALS:
        redeal = False
        for seat in range(players):
            hand_melds(seats[seat], rules, suit_table, around_table, melds[seat])
            if seat != me and may_redeal(seats[seat], melds[seat], rules):
                redeal = True
        if not redeal:
            break
        attempt += 1
        deal_block(
            cards, capacities, held, n_ranks, width, seed, attempt, deal, 1,
            draw_words, draws, left, counts, rejected, again,
        )  # fmt: skip
        for place in range(capacities.shape[0]):
            seats[place] = again[0, place]
    return attempt


@kernel
def play_out(
    cards, capacities, held, me, dealer, high, bidder, passed, calls, policies, rules, suit_table, around_table, seed,
    first, draw_words, draws, left, counts, rejected, hands, seats, melds, notes, words, spare_words, played, dealt,
    out, pass_out,
):  # fmt: skip
    """Play out deals numbered from `first`, as many as `pass_out` has columns.

    Parameters
    ----------
    cards, capacities, held : int64 arrays
        The unseen cards and who lacks how many, as in `dealing.deal_block`; `held[me]` is the hand asked about.
    me, dealer : int64
        Seats.
    high, bidder, passed, calls : int64
        The auction so far, as in `auction.run_auction`; it is this seat's turn.
    policies, rules, suit_table, around_table, seed, first
        As in `hand.play_hands`.
    draw_words ... played
        Scratch of `dealing.new_scratch` and `hand.new_table`.
    dealt : int64 array, shape (>= MAX_PLACES,)
        Scratch.
    out : int32 array, shape (4, N_RESULT, n)
        Receives, for each trump, what `hand.finish_hand` reports with this seat as bidder.
    pass_out : int32 array, shape (N_PASS, n)
        Receives what happens when this seat passes: bidder, bid, score of its side and of the other.
        Its first entry -2 on entry means: leave it alone.

    Returns
    -------
    int64
        Deals that had to be dealt again because another seat held a redeal hand.
    """
    players = rules[S.PLAYERS]
    teams = rules[S.TEAMS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    units = unit_mask(4 * n_ranks, width)
    draws_lots = False
    for seat in range(players):
        draws_lots = draws_lots or policies[seat, KIND] == KIND_RANDOM
    n_words = FIRST_PLAY_WORD + players * rules[S.TRICKS]
    total = pass_out.shape[1]
    with_pass = total > 0 and pass_out[0, 0] != -2
    ceilings = notes[0]
    auction = notes[1]
    features = notes[2]
    result = notes[3]
    trumps = notes[4]
    again = hands[LANES:]
    dealt_again = 0
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(
            cards, capacities, held, n_ranks, width, seed, 0, first + start, n,
            draw_words, draws, left, counts, rejected, hands,
        )  # fmt: skip
        for i in range(n):
            deal = start + i
            for place in range(capacities.shape[0]):
                seats[place] = hands[i, place]
            attempt = _deal_again(
                cards, capacities, held, me, rules, suit_table, around_table, seed, first + deal,
                draw_words, draws, left, counts, rejected, again, seats, melds,
            )  # fmt: skip
            dealt_again += attempt
            for place in range(capacities.shape[0]):
                dealt[place] = seats[place]
            if draws_lots:
                fill_words(n_words, attempt, first + deal, 1, seed, spare_words)
            for trump in range(4):
                for place in range(capacities.shape[0]):
                    seats[place] = dealt[place]
                finish_hand(
                    seats, me, 0, trump, dealer, policies, spare_words, 0, rules, suit_table, around_table, units,
                    melds, played, result,
                )  # fmt: skip
                for row in range(N_RESULT):
                    out[trump, row, deal] = result[row]
            if not with_pass:
                continue
            for place in range(capacities.shape[0]):
                seats[place] = dealt[place]
            plan_bids(seats, melds, policies, spare_words, 0, rules, units, features, ceilings, trumps)
            run_auction(
                ceilings, policies, (me + 1) % players, high, bidder, passed | (1 << me), calls + 1, rules, auction
            )
            winner = auction[0]
            pass_out[PASS_BIDDER, deal] = winner
            pass_out[PASS_BID, deal] = auction[1]
            pass_out[PASS_US, deal] = 0
            pass_out[PASS_THEM, deal] = 0
            if winner < 0:
                continue
            finish_hand(
                seats, winner, auction[1], trumps[winner], dealer, policies, spare_words, 0, rules, suit_table,
                around_table, units, melds, played, result,
            )  # fmt: skip
            ours = result[C.SCORE_BIDDERS - C.MELD_BIDDERS]
            theirs = result[C.SCORE_OTHERS - C.MELD_BIDDERS]
            if winner % teams != me % teams:
                ours, theirs = theirs, ours
            pass_out[PASS_US, deal] = ours
            pass_out[PASS_THEM, deal] = theirs
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
    """
    base = C.MELD_BIDDERS
    for deal in range(out.shape[1]):
        meld_bidders = np.int64(out[0, deal])
        meld_others = np.int64(out[C.MELD_OTHERS - base, deal])
        points_bidders = np.int64(out[C.POINTS_BIDDERS - base, deal])
        points_others = np.int64(out[C.POINTS_OTHERS - base, deal])
        tricks_bidders = np.int64(out[C.TRICKS_BIDDERS - base, deal])
        tricks_others = np.int64(out[C.TRICKS_OTHERS - base, deal])
        dix_bidders = np.int64(out[DIX_BIDDERS, deal])
        dix_others = np.int64(out[DIX_OTHERS, deal])
        passing = np.int64(pass_out[PASS_US, deal]) - np.int64(pass_out[PASS_THEM, deal])
        for i in range(bids.shape[0]):
            bid = bids[i]
            if set_without_play(bid, meld_bidders, rules):
                ours, theirs = settle_not_played(bid, meld_others, rules)
                outcome = C.NOT_PLAYED
            else:
                outcome, ours, theirs = settle_played(
                    bid, meld_bidders, dix_bidders, points_bidders, tricks_bidders,
                    meld_others, dix_others, points_others, tricks_others, rules,
                )  # fmt: skip
            net = ours - theirs
            gain = net - passing
            if outcome == C.MADE:
                tally[i, MADE] += 1
            tally[i, SUM_NET] += net
            tally[i, SUM_SQUARES_NET] += net * net
            tally[i, SUM_GAIN] += gain
            tally[i, SUM_SQUARES_GAIN] += gain * gain


@kernel
def features_and_totals(
    cards, capacities, held, policies, rules, suit_table, around_table, seed, first,
    draw_words, draws, left, counts, rejected, hands, seats, melds, notes, words, spare_words, played, rows,
):  # fmt: skip
    """Collect what policies are fitted on: for each deal and trump, with seat 0 as bidder, what he sees and makes.

    Parameters
    ----------
    cards ... played
        As in `play_out`; the hands are whole random deals.
    rows : int64 array, shape (n, 4, N_FEATURES + 3)
        Receives the features, own meld, the team's meld and its trick points.
    """
    from_meld = rows.shape[2] - 3
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    units = unit_mask(4 * n_ranks, width)
    result = notes[3]
    total = rows.shape[0]
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(
            cards, capacities, held, n_ranks, width, seed, 0, first + start, n,
            draw_words, draws, left, counts, rejected, hands,
        )  # fmt: skip
        for i in range(n):
            hand_melds(hands[i, 0], rules, suit_table, around_table, melds[0])
            for trump in range(4):
                for place in range(capacities.shape[0]):
                    seats[place] = hands[i, place]
                row = rows[start + i, trump]
                bidding_features(seats[0], trump, rules, units, row)
                row[from_meld] = melds[0, trump]
                finish_hand(
                    seats,
                    0,
                    0,
                    trump,
                    3,
                    policies,
                    words,
                    0,
                    rules,
                    suit_table,
                    around_table,
                    units,
                    melds,
                    played,
                    result,
                )
                row[from_meld + 1] = result[0]
                row[from_meld + 2] = result[C.POINTS_BIDDERS - C.MELD_BIDDERS]
