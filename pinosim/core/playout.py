"""Playing out one seat's hand: every trump, passing and bidding tried on the same deals.

The seat takes the contract in each suit in turn; all seats pass, meld and play by their policies. The bid does not
change how they play, so one play-out answers for every bid level (`tally_bids`). For comparison this seat passes in the
same deals, or makes one bid, and the auction goes on by the policies.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import columns as C
from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.auction import call_and_go_on
from pinosim.core.bidding import plan_bids
from pinosim.core.contract import finish_hand
from pinosim.core.convention import note_claims
from pinosim.core.dealing import LANES, deal_block
from pinosim.core.hand import draws_lots, fill_words, name_after_auction, words_needed
from pinosim.core.jit import kernel
from pinosim.core.layout import unit_mask
from pinosim.core.listening import AT_LEAST, BELOW, limit_heard, take_up_told
from pinosim.core.meld import hand_melds
from pinosim.core.settling import (
    bidders_played,
    measured_against,
    others_not_played,
    others_played,
    scores_against,
    set_without_play,
    settle,
)
from pinosim.core.standard_bidding import bidding_features

NOBODY = -1

# places of the auction so far
HIGH = 0  # the bid on the table, `auction.NO_BID` if there is none
BIDDER = 1  # who made it, or `NOBODY`
PASSED = 2  # bit mask of the seats that are out
SPOKEN = 3  # and of those that have bid
CALLS = 4  # calls made
FORCED = 5  # 1: the seat to call must take the contract
OWN_LIMIT = 6  # how high this seat goes on after its bid; 0: as its policy plans
PART = 7  # what is played of it, one of the three below
N_AUCTION = 8

# parts: how high this seat goes on may be asked once its contracts and passing are known, and nothing is played twice
WHOLE = 0
BEFORE_THE_BID = 1  # contracts and passing
THE_BID = 2  # the bid alone, after the other part

# rows of what passing, or a bid, leads to
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
def settle_at(bid, rules, desk):
    """Settle the hand just played out, as if the contract had been `bid`; rows RESULT and SCORES are filled."""
    sides = desk[K.CONTRACT, H.SIDES]
    meld = 0
    for seat in range(rules[S.PLAYERS]):
        if (sides >> seat) & 1 != 0:
            meld += desk[K.LAID, seat]
    points = desk[K.POINTS]
    tricks = desk[K.TRICKS]
    if set_without_play(bid, meld, rules):
        points = desk[K.SPARE]
        tricks = desk[K.SPARE]
        points[:] = 0
    named = desk[K.CONTRACT, H.TRUMP] >= 0
    settle(bid, sides, named, desk[K.LAID], desk[K.DIX], points, tricks, rules, desk[K.RESULT], desk[K.SCORES])


@kernel
def note_outcome(bid, bidder, me, deal, rules, desk, outcome):
    """Write down what a call has led to, in the rows of `N_PASS`."""
    settle_at(bid, rules, desk)
    ours, theirs = scores_against(me, rules, desk)
    outcome[PASS_BIDDER, deal] = bidder
    outcome[PASS_BID, deal] = bid
    outcome[PASS_US, deal] = ours
    outcome[PASS_THEM, deal] = theirs


@kernel
def plan_auction(me, heard_calls, policies, words, rules, units, desk):
    """Fill rows CEILINGS, TRUMPS and CLAIMS: what each seat plans, moved to what the calls of the others have shown."""
    plan_bids(
        desk[K.SEATS], desk[K.MELDS :], policies, words, 0, rules, units, desk[K.FEATURES], desk[K.CEILINGS],
        desk[K.TRUMPS],
    )  # fmt: skip
    for seat in range(rules[S.PLAYERS]):
        if seat != me:
            desk[K.CEILINGS, seat] = limit_heard(
                desk[K.CEILINGS, seat], heard_calls[seat, AT_LEAST], heard_calls[seat, BELOW], rules[S.STEP_SIZE]
            )
    note_claims(desk[K.SEATS], desk[K.MELDS :], policies, rules, units, desk[K.CEILINGS], desk[K.CLAIMS])


@kernel
def play_out(
    hands, numbers, attempts, me, dealer, auction, heard_calls, bid, trumps, policies, book, seed, scratch, out, called
):
    """Play out deals: this seat has the contract in each trump, passes, bids.

    Parameters
    ----------
    hands : int64 array, shape (n, n_places)
        The deals, of `hidden_deals.find_deals`.
    numbers, attempts : int64 arrays, shape (n,)
        Of the deals, for policies that draw lots.
    me, dealer : int64
        Seats.
    auction : int64 array, shape (N_AUCTION,)
        The auction so far, in the places `HIGH` to `OWN_LIMIT`; it is this seat's turn.
    heard_calls : int64 array, shape (>= players, N_HEARD)
        From `listening.hear_calls`.
    bid : int64
        The call to be tried beside passing; 0: neither is.
    trumps : int64
        Bit mask of the suits to be played out.
    policies, book, seed, scratch
        As in `hand.play_hands`.
    out : int32 array, shape (4 or 5, N_RESULT, n)
        Receives, for each trump in `trumps`, what `hand.finish_hand` reports with this seat as bidder; in a fifth row
        the same with the trump it names by its policy, after a look at the kitty where that comes first.
    called : int32 array, shape (1 + ways, N_PASS, n)
        Receives what happens when this seat passes, and when it bids `bid` and, if it gets the contract, names each
        trump: bidder (-1: the cards are dealt again), his final bid, and the two numbers of `scores_against`. The
        others go on by their policies, and so does this seat if its bid is raised, or up to its limit. Passing is left
        alone when forced.

    Notes
    -----
    In the part `THE_BID`, `out` and `called` are read as the part `BEFORE_THE_BID` has left them, and what comes of the
    bid is added.
    """
    rules = book.rules
    players = rules[S.PLAYERS]
    places = hands.shape[1]
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    lots = draws_lots(policies)
    ways = out.shape[0]
    part = auction[PART]
    words = scratch.spare_words
    desk = scratch.desk
    story = scratch.story
    seats = desk[K.SEATS]
    for deal in range(hands.shape[0]):
        for place in range(places):
            seats[place] = hands[deal, place]
            desk[K.DEALT, place] = hands[deal, place]
        for seat in range(players):
            hand_melds(seats[seat], rules, book.suit_table, book.around_table, desk[K.MELDS + seat])
        if lots:
            fill_words(words_needed(rules), attempts[deal], numbers[deal], 1, seed, words)
        plan_auction(me, heard_calls, policies, words, rules, units, desk)
        if auction[OWN_LIMIT] > 0:
            desk[K.CEILINGS, me] = auction[OWN_LIMIT]
        taker = NOBODY
        taken_at = 0
        bidder = me
        final = bid
        passes = bid > 0 and auction[FORCED] == 0
        if passes and part != THE_BID:
            take_up_told(heard_calls, players, desk[K.CLAIMS])
            call_and_go_on(
                0, desk[K.CEILINGS], desk[K.CLAIMS], policies, me, auction[HIGH], auction[BIDDER], auction[PASSED],
                auction[SPOKEN], auction[CALLS], rules, desk[K.AUCTION], story,
            )  # fmt: skip
            taker = desk[K.AUCTION, 0]
            taken_at = desk[K.AUCTION, 1]
            for row in range(N_PASS):
                called[0, row, deal] = 0
            called[0, PASS_BIDDER, deal] = taker
            called[0, PASS_BID, deal] = taken_at
        if passes and part != BEFORE_THE_BID:
            take_up_told(heard_calls, players, desk[K.CLAIMS])
            call_and_go_on(
                bid, desk[K.CEILINGS], desk[K.CLAIMS], policies, me, auction[HIGH], auction[BIDDER], auction[PASSED],
                auction[SPOKEN], auction[CALLS], rules, desk[K.AUCTION], story,
            )  # fmt: skip
            bidder = desk[K.AUCTION, 0]
            final = desk[K.AUCTION, 1]
        if part == BEFORE_THE_BID:
            bidder = NOBODY
        for way in range(ways):
            if way < 4 and (trumps >> way) & 1 == 0:
                continue
            if part == THE_BID:
                if bidder == me:
                    note_contract(final, me, deal, rules, out[way], called[1 + way])
                continue
            for place in range(places):
                seats[place] = hands[deal, place]
            trump = way
            if way == 4:
                trump = name_after_auction(me, policies, words, 0, book, units, desk, story)
            finish_hand(me, 0, trump, dealer, policies, words, 0, book, units, desk, story)
            for row in range(C.N_RESULT):
                out[way, row, deal] = desk[K.RESULT, row]
            if bid > 0 and bidder == me:
                note_outcome(final, me, me, deal, rules, desk, called[1 + way])
        known = part == THE_BID and bidder != me
        known = known and bidder == called[0, PASS_BIDDER, deal] and final == called[0, PASS_BID, deal]
        if known:  # the same contract as after a pass
            bidder = NOBODY
            for way in range(ways):
                for row in range(N_PASS):
                    called[1 + way, row, deal] = called[0, row, deal]
        for seat in range(players):
            if bid == 0 or seat == me or (seat != taker and seat != bidder):
                continue
            for place in range(places):
                seats[place] = hands[deal, place]
            trump = name_after_auction(seat, policies, words, 0, book, units, desk, story)
            finish_hand(seat, 0, trump, dealer, policies, words, 0, book, units, desk, story)
            if seat == taker:
                note_outcome(taken_at, seat, me, deal, rules, desk, called[0])
            if seat == bidder:
                for way in range(ways):
                    note_outcome(final, seat, me, deal, rules, desk, called[1 + way])


@kernel
def settle_played(bid, out, deal, rules):
    """Settle a deal that was played at bid 0 as if the contract had been `bid`: outcome, score, score of the others.

    Where each plays for himself the scores of all others are added up.
    """
    base = C.RESULT_FROM
    meld_bidders = np.int64(out[0, deal])
    meld_others = np.int64(out[C.MELD_OTHERS - base, deal])
    if set_without_play(bid, meld_bidders, rules):
        outcome = C.NOT_PLAYED
        ours = -bid
        theirs = others_not_played(meld_others, rules)
    else:
        points_bidders = np.int64(out[C.POINTS_BIDDERS - base, deal])
        points_others = np.int64(out[C.POINTS_OTHERS - base, deal])
        tricks_bidders = np.int64(out[C.TRICKS_BIDDERS - base, deal])
        tricks_others = np.int64(out[C.TRICKS_OTHERS - base, deal])
        dix_bidders = np.int64(out[C.DIX_BIDDERS, deal])
        dix_others = np.int64(out[C.DIX_OTHERS, deal])
        outcome, ours = bidders_played(bid, meld_bidders, dix_bidders, points_bidders, tricks_bidders, rules)
        theirs = others_played(meld_others, dix_others, points_others, tricks_others, rules)
    if rules[S.TEAMS] == rules[S.PLAYERS]:
        if outcome != C.NOT_PLAYED:
            # the others score the same whether the bid is made or not: as played
            theirs = np.int64(out[C.SCORE_OTHERS - base, deal])
        if out[C.PARTNER - base, deal] >= 0:
            theirs += ours
    return outcome, ours, theirs


@kernel
def note_contract(bid, me, deal, rules, out, outcome):
    """Write down what this seat's contract brings, from its play-out at bid 0; rows as in `note_outcome`."""
    _, ours, theirs = settle_played(bid, out, deal, rules)
    outcome[PASS_BIDDER, deal] = me
    outcome[PASS_BID, deal] = bid
    outcome[PASS_US, deal] = ours * measured_against(rules)
    outcome[PASS_THEM, deal] = theirs


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
    scores = measured_against(rules)
    for deal in range(out.shape[1]):
        passing = np.int64(pass_out[PASS_US, deal]) - np.int64(pass_out[PASS_THEM, deal])
        for i in range(bids.shape[0]):
            outcome, ours, theirs = settle_played(bids[i], out, deal, rules)
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
