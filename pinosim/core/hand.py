"""A whole hand, stage by stage: deal, redeal right, auction, trump, passing, meld, tricks, settlement."""

from __future__ import annotations

import numpy as np

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core.auction import NO_BID, next_bid, run_auction
from pinosim.core.choosing import draw_below, random_card
from pinosim.core.dealing import LANES, MAX_PLACES, WORDS, deal_block
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, copies_of, count_cards, popcount, unit_mask
from pinosim.core.meld import hand_melds
from pinosim.core.passing import cards_to_bidder, cards_to_partner
from pinosim.core.playing import FIRST_PLAY_WORD, play_tricks
from pinosim.core.policy import CAUTION, KIND, KIND_RANDOM, N_FEATURES
from pinosim.core.random import ATTEMPT, STREAM_PLAY, philox_lanes
from pinosim.core.settling import set_without_play, settle_not_played, settle_played
from pinosim.core.standard_bidding import best_trump, nameable_trumps

MAX_PLAYS = 120
PLAY_LANES = 32  # hands whose random words are made together; few, so that the words stay in the first cache
MAX_REDEALS = 1000  # a redeal right that comes up this often in a row is a fault of the rule set, not chance
N_RANDOM_BIDS = 10
DIX_BIDDERS = C.N_COLUMNS - C.MELD_BIDDERS
DIX_OTHERS = DIX_BIDDERS + 1
N_RESULT = DIX_OTHERS + 1
_WORD_ROWS = FIRST_PLAY_WORD + MAX_PLAYS


def new_table() -> tuple[np.ndarray, ...]:
    """Allocate what one thread needs to play hands beside the scratch of dealing.

    Returns
    -------
    hands : int64 array, shape (LANES + 1, MAX_PLACES)
        The last row is for a hand that is dealt again.
    seats : int64 array, shape (MAX_PLACES,)
        The hands of the deal being played.
    melds : int64 array, shape (MAX_PLACES + 1, 4)
        Melds of each seat under each trump; the last row is a spare.
    notes : int64 array, shape (5, MAX_PLACES + N_FEATURES)
        Row 0 ceilings, row 1 result of the auction, row 2 features, row 3 result of a hand, row 4 named trumps.
    words, spare_words : uint64 arrays, shapes (n_words, PLAY_LANES) and (n_words, 1)
        Random words of the hands at play, and of a hand that is dealt again.
    played : int64 array, shape (MAX_PLAYS,)
    """
    return (
        np.zeros((LANES + 1, MAX_PLACES), np.int64),
        np.zeros(MAX_PLACES, np.int64),
        np.zeros((MAX_PLACES + 1, 4), np.int64),
        np.zeros((5, MAX_PLACES + N_FEATURES), np.int64),
        np.zeros((_WORD_ROWS, PLAY_LANES), np.uint64),
        np.zeros((_WORD_ROWS, 1), np.uint64),
        np.zeros(MAX_PLAYS, np.int64),
    )


@kernel
def fill_words(n_words, attempt, first, n, seed, words):
    """Make the random words of `n <= PLAY_LANES` hands, for policies that draw lots."""
    blocks = (n_words + WORDS - 1) // WORDS
    for block in range(blocks):
        philox_lanes(block, STREAM_PLAY + ATTEMPT * attempt, first, n, seed, words[WORDS * block : WORDS * (block + 1)])


@kernel
def random_cards(hand, count, first_word, words, lane, units, width):
    """Choose `count` cards of a hand by lot; the result is a hand."""
    given = 0
    for i in range(count):
        card = random_card(hand - given, units, width, words[first_word + i, lane])
        given += 1 << (card * width)
    return given


@kernel
def may_redeal(hand, melds, rules):
    """Tell whether a hand carries the redeal right (rules.md: enough nines, and no aces or no meld)."""
    needed = rules[S.REDEAL_MIN_NINES]
    if needed == 0:
        return False
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    nines = 0
    aces = 0
    for suit in range(4):
        nines += copies_of(hand, suit * n_ranks, width)
        aces += copies_of(hand, suit * n_ranks + n_ranks - 1, width)
    if nines < needed or (rules[S.REDEAL_NO_ACES] != 0 and aces > 0):
        return False
    if rules[S.REDEAL_NO_MELD] != 0:
        for trump in range(4):
            meld = melds[trump]
            if rules[S.REDEAL_IGNORE_DIX] != 0:
                meld -= rules[S.DIX] * copies_of(hand, trump * n_ranks, width)
            if meld > 0:
                return False
    return True


@kernel
def dix_points(hand, trump, rules):
    """Points of the nines of trump in a hand."""
    if rules[S.N_RANKS] == 5:
        return 0
    return rules[S.DIX] * copies_of(hand, trump * rules[S.N_RANKS], rules[S.WIDTH])


@kernel
def plan_bids(seats, melds, policies, words, lane, rules, units, features, ceilings, trumps):
    """Decide how high each seat would go and which trump it would name (-1: it may name none)."""
    unit = rules[S.COUNTERS + 5]
    for seat in range(rules[S.PLAYERS]):
        hand = seats[seat]
        policy = policies[seat]
        if policy[KIND] == KIND_RANDOM:
            allowed = nameable_trumps(hand, rules)
            trumps[seat] = -1
            if allowed != 0:
                pick = draw_below(words[2 * seat, lane], popcount(allowed))
                for suit in range(4):
                    if (allowed >> suit) & 1 != 0:
                        if pick == 0:
                            trumps[seat] = suit
                        pick -= 1
            ceilings[seat] = NO_BID
            level = draw_below(words[2 * seat + 1, lane], 2 * N_RANDOM_BIDS)
            if level < N_RANDOM_BIDS and allowed != 0:
                for _ in range(level + 1):
                    raised = next_bid(ceilings[seat], rules)
                    if raised != NO_BID:
                        ceilings[seat] = raised
        else:
            trump, estimate = best_trump(hand, melds[seat], rules, policy, units, features)
            trumps[seat] = trump
            ceilings[seat] = NO_BID if trump < 0 else max(estimate - policy[CAUTION] * unit // 1000, NO_BID)


@kernel
def finish_hand(
    seats,
    bidder,
    bid,
    trump,
    dealer,
    policies,
    words,
    lane,
    rules,
    suit_table,
    around_table,
    units,
    melds,
    played,
    result,
):
    """Pass, meld, play and settle a hand whose bidder and trump are known.

    Parameters
    ----------
    seats : int64 array
        The hands before passing; empty afterwards.
    bidder, bid, trump, dealer : int64
        `bid` 0 plays the hand out whatever the meld; `trump` -1: the bidder may name none.
    policies, words, lane, rules, suit_table, around_table, units, melds, played
        As elsewhere.
    result : int64 array
        Receives the columns from MELD_BIDDERS to SCORE_OTHERS, at `column - columns.MELD_BIDDERS`, and at
        DIX_BIDDERS and DIX_OTHERS
        how much of the meld was nines of trump.
    """
    players = rules[S.PLAYERS]
    teams = rules[S.TEAMS]
    width = rules[S.WIDTH]
    base = C.MELD_BIDDERS
    for i in range(N_RESULT):
        result[i] = 0
    if trump < 0:
        # no marriage, no trump: nothing is melded or played
        result[C.OUTCOME - base] = C.NOT_PLAYED
        result[C.SCORE_BIDDERS - base] = -bid
        return
    sides = 0
    for seat in range(players):
        if seat % teams == bidder % teams:
            sides |= 1 << seat
    count = rules[S.PASS_COUNT]
    if count > 0 and teams < players:
        partner = (bidder + teams) % players
        if policies[partner, KIND] == KIND_RANDOM:
            given = random_cards(seats[partner], count, 12, words, lane, units, width)
        else:
            given = cards_to_bidder(seats[partner], count, trump, rules, units)
        seats[partner] -= given
        kept_back = given if rules[S.MAY_RETURN_RECEIVED] == 0 else 0
        hand = seats[bidder] + given - kept_back
        if policies[bidder, KIND] == KIND_RANDOM:
            returned = random_cards(hand, count, 20, words, lane, units, width)
        else:
            returned = cards_to_partner(hand, count, trump, rules, suit_table, around_table, units, melds[MAX_PLACES])
        seats[bidder] += given - returned
        seats[partner] += returned

    meld_bidders = 0
    meld_others = 0
    dix_bidders = 0
    dix_others = 0
    deck = 0
    for seat in range(players):
        hand = seats[seat]
        deck += hand
        hand_melds(hand, rules, suit_table, around_table, melds[MAX_PLACES])
        meld = melds[MAX_PLACES, trump]
        dix = dix_points(hand, trump, rules)
        if (sides >> seat) & 1 != 0:
            meld_bidders += meld
            dix_bidders += dix
        else:
            meld_others += meld
            dix_others += dix
    result[C.MELD_BIDDERS - base] = meld_bidders
    result[C.MELD_OTHERS - base] = meld_others
    result[DIX_BIDDERS] = dix_bidders
    result[DIX_OTHERS] = dix_others

    if bid > 0 and set_without_play(bid, meld_bidders, rules):
        score_bidders, score_others = settle_not_played(bid, meld_others, rules)
        result[C.OUTCOME - base] = C.NOT_PLAYED
        result[C.SCORE_BIDDERS - base] = score_bidders
        result[C.SCORE_OTHERS - base] = score_others
        return

    leader = bidder if rules[S.FIRST_LEADER] == 0 else (dealer + 1) % players
    points, tricks, last = play_tricks(seats, deck, trump, leader, sides, policies, words, lane, rules, units, played)
    others = rules[S.TRICK_TOTAL] - points
    tricks_others = rules[S.TRICKS] - tricks
    outcome, score_bidders, score_others = settle_played(
        bid, meld_bidders, dix_bidders, points, tricks, meld_others, dix_others, others, tricks_others, rules
    )
    result[C.POINTS_BIDDERS - base] = points
    result[C.POINTS_OTHERS - base] = others
    result[C.TRICKS_BIDDERS - base] = tricks
    result[C.TRICKS_OTHERS - base] = tricks_others
    result[C.LAST_TRICK - base] = last
    result[C.OUTCOME - base] = outcome
    result[C.SCORE_BIDDERS - base] = score_bidders
    result[C.SCORE_OTHERS - base] = score_others


@kernel
def _one_hand(
    seats,
    dealer,
    attempt,
    policies,
    words,
    lane,
    rules,
    suit_table,
    around_table,
    units,
    melds,
    notes,
    played,
    out,
    deal,
):
    """Bid, play and settle the hand in `seats` and fill column `deal` of `out`; False: it must be dealt again."""
    width = rules[S.WIDTH]
    n_ranks = rules[S.N_RANKS]
    players = rules[S.PLAYERS]
    ceilings = notes[0]
    auction = notes[1]
    features = notes[2]
    result = notes[3]
    trumps = notes[4]
    redeal_seat = -1
    for seat in range(players):
        hand_melds(seats[seat], rules, suit_table, around_table, melds[seat])
        if redeal_seat < 0 and may_redeal(seats[seat], melds[seat], rules):
            redeal_seat = seat
    if attempt == 0:
        out[C.REDEAL_SEAT, deal] = redeal_seat
        for trump in range(4):
            out[C.MELD_S + trump, deal] = melds[0, trump]
    if redeal_seat >= 0:
        return False
    plan_bids(seats, melds, policies, words, lane, rules, units, features, ceilings, trumps)
    first = (dealer + 1) % players
    run_auction(ceilings, policies, first, NO_BID, -1, 0, 0, rules, auction)
    bidder = auction[0]
    if bidder < 0:
        return False
    trump = trumps[bidder]
    hand = seats[bidder]
    aces = 0
    for suit in range(4):
        aces += copies_of(hand, suit * n_ranks + n_ranks - 1, width)
    stride = n_ranks * width
    out[C.REDEALS, deal] = attempt
    out[C.DEALER, deal] = dealer
    out[C.BIDDER, deal] = bidder
    out[C.BID, deal] = auction[1]
    out[C.FORCED, deal] = auction[2]
    out[C.CALLS, deal] = auction[3]
    out[C.TRUMP, deal] = trump
    out[C.BIDDER_MELD, deal] = melds[bidder, trump] if trump >= 0 else 0
    out[C.BIDDER_TRUMPS, deal] = (
        count_cards(hand & (bits(stride) << (trump * stride)), units, width) if trump >= 0 else 0
    )
    out[C.BIDDER_ACES, deal] = aces
    finish_hand(
        seats, bidder, auction[1], trump, dealer, policies, words, lane, rules, suit_table, around_table, units, melds,
        played, result,
    )  # fmt: skip
    for column in range(C.MELD_BIDDERS, C.N_COLUMNS):
        out[column, deal] = result[column - C.MELD_BIDDERS]
    return True


@kernel
def play_hands(
    cards, capacities, held, policies, rules, suit_table, around_table, seed, first,
    draw_words, draws, left, counts, rejected, hands, seats, melds, notes, words, spare_words, played, out,
):  # fmt: skip
    """Play whole hands, as many as `out` has columns, numbered from `first`.

    Parameters
    ----------
    cards, capacities, held : int64 arrays
        What is dealt, as in `dealing.deal_block`.
    policies : int64 array, shape (players, N_POLICY)
        Who decides at each seat.
    rules : int64 array, shape (N_SLOTS,)
    suit_table, around_table : arrays of `meld.meld_tables`
    seed : uint64
    first : int64
        Number of the first deal; deal d is dealt by seat d % players.
    draw_words, draws, left, counts, rejected
        Scratch of `dealing.new_scratch`.
    hands, seats, melds, notes, words, spare_words, played
        Scratch of `new_table`.
    out : int32 array, shape (N_COLUMNS, n)
        Receives one column a hand; rows are named in `columns`.

    Returns
    -------
    int64
        Number of hands that were given up after `MAX_REDEALS` redeals, their column filled with -1: 0 with sane rules.
    """
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    units = unit_mask(4 * n_ranks, width)
    draws_lots = False
    for seat in range(players):
        draws_lots = draws_lots or policies[seat, KIND] == KIND_RANDOM
    n_words = FIRST_PLAY_WORD + players * rules[S.TRICKS]
    given_up = 0
    total = out.shape[1]
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(
            cards, capacities, held, n_ranks, width, seed, 0, first + start, n,
            draw_words, draws, left, counts, rejected, hands,
        )  # fmt: skip
        for i in range(n):
            lane = i % PLAY_LANES
            deal = start + i
            if draws_lots and lane == 0:
                fill_words(n_words, 0, first + deal, min(PLAY_LANES, n - i), seed, words)
            for place in range(capacities.shape[0]):
                seats[place] = hands[i, place]
            dealer = (first + deal) % players
            done = _one_hand(
                seats, dealer, 0, policies, words, lane, rules, suit_table, around_table, units, melds, notes, played,
                out, deal,
            )  # fmt: skip
            attempt = 0
            again = hands[LANES:]
            while not done and attempt < MAX_REDEALS:
                attempt += 1
                deal_block(
                    cards, capacities, held, n_ranks, width, seed, attempt, first + deal, 1,
                    draw_words, draws, left, counts, rejected, again,
                )  # fmt: skip
                if draws_lots:
                    fill_words(n_words, attempt, first + deal, 1, seed, spare_words)
                for place in range(capacities.shape[0]):
                    seats[place] = again[0, place]
                done = _one_hand(
                    seats, dealer, attempt, policies, spare_words, 0, rules, suit_table, around_table, units, melds,
                    notes, played, out, deal,
                )  # fmt: skip
            if not done:
                given_up += 1
                for column in range(C.N_COLUMNS):
                    out[column, deal] = -1
    return given_up
