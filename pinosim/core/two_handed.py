"""The game with a stock: free play and melding while it lasts, strict play after that.

The dealer turns up the first card after the deal: trump. In the first part the second player may play any card
(PHASE1_FREE); the winner of a trick may show a nine of trump, exchange it for the turned card, and lay a meld with a
card new from his hand; then both draw. A card may serve again in a meld of another kind or in a higher one of the
same kind (a marriage in a run, a pinochle in a double pinochle), never the other way. When the stock is gone the
melds go back into the hands and the last tricks are played with all duties.

What lies on the table is kept as hands: the cards of a seat face up, and for each kind of meld the cards spoken for,
which cannot make the same meld again but stay in it when a second copy makes it a double.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import columns as C
from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.choosing import random_card
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, card_at, copies_of, lowest_bit, popcount, present, rank_units, suit_of
from pinosim.core.legal import beats, legal_cards, points_of
from pinosim.core.playing import begin_tricks, play_cards
from pinosim.core.policy import KIND, KIND_RANDOM
from pinosim.core.settling import others_played
from pinosim.core.table import FIRST_PLAY_WORD
from pinosim.core.two_handed_state import (
    DIX_TAKEN,
    FIRST_AROUND,
    N_MELDS,
    N_STATE,
    PINOCHLE_MELD,
    RUN_MELD,
    SHOWN,
    SPOKEN,
    TAKEN,
)

_SPADES = 0
_DIAMONDS = 2


@kernel
def order_stock(stock, words, lane, rules, units, order):
    """Put the cards of the stock in order, by the last random words of the hand: `order[0]` is drawn first."""
    width = rules[S.WIDTH]
    first_word = FIRST_PLAY_WORD + rules[S.PLAYERS] * rules[S.TRICKS]
    for i in range(rules[S.STOCK_SIZE]):
        card = random_card(stock, units, width, words[first_word + i, lane])
        stock -= 1 << (card * width)
        order[i] = card


@kernel
def around_strength(rank_from_ace, n_ranks):
    """Strength of A K Q J number 0 to 3 in their suit."""
    return n_ranks - 1 if rank_from_ace == 0 else n_ranks - 2 - rank_from_ace


@kernel
def table_points(meld, times, rules):
    """Points of a meld laid `times` times over, which replaces what fewer counted."""
    if meld == RUN_MELD:
        return rules[S.RUN + times]
    if meld == PINOCHLE_MELD:
        return rules[S.PINOCHLE + times]
    return rules[S.AROUND + (meld - FIRST_AROUND) * S.TABLE + times]


@kernel
def meld_cards(meld, trump, rules):
    """Give the cards of one copy of a meld, as a hand."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    jack = n_ranks - 5
    if meld < RUN_MELD:
        low = meld * n_ranks
        return (1 << ((low + jack + 1) * width)) | (1 << ((low + jack + 2) * width))
    if meld == RUN_MELD:
        cards = 0
        for strength in range(jack, n_ranks):
            cards |= 1 << ((trump * n_ranks + strength) * width)
        return cards
    if meld == PINOCHLE_MELD:
        return (1 << ((_SPADES * n_ranks + jack + 1) * width)) | (1 << ((_DIAMONDS * n_ranks + jack) * width))
    column = rank_units(n_ranks, width)
    return column << (around_strength(meld - FIRST_AROUND, n_ranks) * width)


@kernel
def times_possible(cards, one_copy, units, width):
    """How many copies of a meld a set of cards holds."""
    times = bits(width)
    marks = one_copy
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        times = min(times, copies_of(cards, card, width))
    return times


@kernel
def spoken_place(meld):
    """Place in a seat's state of the cards spoken for in this kind of meld; the four marriages share one."""
    return SPOKEN + max(meld - RUN_MELD + 1, 0)


@kernel
def meld_gain(meld, hand, state, trump, rules, units):
    """Points of laying a meld now, 0 if it may not be laid.

    Parameters
    ----------
    meld : int64
        0 to N_MELDS - 1.
    hand : int64
        The cards in the hand, without those on the table.
    state : int64 array, shape (N_STATE,)
    trump : int64
    rules : int64 array
    units : int64
    """
    width = rules[S.WIDTH]
    cards = meld_cards(meld, trump, rules)
    if hand & (cards * bits(width)) == 0:
        return 0
    spoken = state[spoken_place(meld)]
    fresh = times_possible(hand + state[SHOWN] - spoken, cards, units, width)
    if fresh == 0:
        return 0
    if meld < RUN_MELD:
        return rules[S.ROYAL + 1] if meld == trump else rules[S.PLAIN]
    return table_points(meld, times_possible(spoken, cards, units, width) + fresh, rules)


@kernel
def best_meld(hand, state, trump, rules, units):
    """Find the meld that counts most now: `(meld, points)`, points 0 if there is none."""
    best = 0
    best_points = 0
    for meld in range(N_MELDS):
        points = meld_gain(meld, hand, state, trump, rules, units)
        if points > best_points:
            best = meld
            best_points = points
    return best, best_points


@kernel
def lay(meld, points, hand, state, trump, rules, units):
    """Lay a meld; give the hand without the cards that went to the table.

    Cards already on the table serve first; the hand adds what is lacking, and at least one card.
    """
    width = rules[S.WIDTH]
    cards = meld_cards(meld, trump, rules)
    place = spoken_place(meld)
    times = 1
    if meld >= RUN_MELD:
        times = times_possible(hand + state[SHOWN] - state[place], cards, units, width)
    state[place] += cards * times
    if meld == RUN_MELD:
        # kings and queens of the run are now spoken for among marriages too, those of a marriage in it only once
        state[SPOKEN] = at_least(
            state[SPOKEN], state[place] & (meld_cards(trump, trump, rules) * bits(width)), cards, width
        )
    moved = 0
    marks = cards
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        lacking = copies_of(state[place], card, width) - copies_of(state[SHOWN], card, width)
        if lacking > 0:
            moved += lacking << (card * width)
    if moved == 0:
        new = present(hand, units, width) & cards
        moved = new & -new
    state[SHOWN] += moved
    state[TAKEN] += points
    return hand - moved


@kernel
def at_least(counts, floor, cards, width):
    """Raise the counts of the cards marked to those in `floor`."""
    marks = cards
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        short = copies_of(floor, card, width) - copies_of(counts, card, width)
        if short > 0:
            counts += short << (card * width)
    return counts


@kernel
def leave_table(card, state, width):
    """Take a card from the table to play it; it is no longer spoken for."""
    one = 1 << (card * width)
    state[SHOWN] -= one
    left = copies_of(state[SHOWN], card, width)
    for place in range(SPOKEN, N_STATE):
        if copies_of(state[place], card, width) > left:
            state[place] -= one


@kernel
def note(story, plays, kind, value, points):
    """Write an event into the story."""
    event = story[T.N_EVENTS]
    if event >= T.MAX_EVENTS:
        return
    at = T.EVENTS + T.EVENT_SIZE * event
    story[at] = plays
    story[at + 1] = kind
    story[at + 2] = value
    story[at + 3] = points
    story[T.N_EVENTS] = event + 1


@kernel
def worth_keeping(card, hand, state, trump, rules, units):
    """Rate a card in the first part by what it may still meld, a tenth of the points of each meld it is part of."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    unit = max(rules[S.COUNTERS + 5], 1)
    suit = suit_of(card, n_ranks)
    all_cards = hand + state[SHOWN]
    one = 1 << (card * width)
    worth = 0
    for meld in range(N_MELDS):
        cards = meld_cards(meld, trump, rules)
        if cards & one == 0:
            continue
        spoken = state[spoken_place(meld)]
        free = present(all_cards - spoken, units, width)
        if free & one == 0:
            continue
        lacking = popcount(cards & ~free)
        if meld < RUN_MELD:
            points = rules[S.ROYAL + 1] if meld == trump else rules[S.PLAIN]
        else:
            points = table_points(meld, min(times_possible(spoken, cards, units, width) + 1, rules[S.COPIES]), rules)
        worth += 10 * points // (unit * (1 + 3 * lacking))
    if suit == trump:
        worth += 12
        if card == trump * n_ranks and n_ranks == 6:
            worth += 20
    if card - suit * n_ranks == n_ranks - 1:
        worth += 8
    return worth


@kernel
def choose_early(allowed, hidden, state, best, trick_points, wants, trump, rules, units):
    """Choose a card in the first part.

    Parameters
    ----------
    allowed : int64
        The cards the seat may play, those on the table too.
    hidden : int64
        The cards in its hand.
    state : int64 array
    best : int64
        The card led, -1 to lead.
    trick_points : int64
        Points in the trick so far.
    wants : int64
        Points this seat could meld if it took the trick.
    trump, rules, units
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    unit = max(rules[S.COUNTERS + 5], 1)
    marks = present(allowed, units, width)
    chosen = 0
    best_value = -(np.int64(1) << 60)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        own = points_of(card, rules)
        value = -worth_keeping(card, hidden, state, trump, rules, units)
        if best < 0:
            value -= 6 * own // unit
            if wants > 0 and card - suit_of(card, n_ranks) * n_ranks >= n_ranks - 2:
                value += min(10 * wants // unit, 60) // 2
        elif beats(card, best, trump, n_ranks):
            value += 10 * (own + trick_points) // unit + min(10 * wants // unit, 60)
        else:
            value -= 10 * own // unit
        if value > best_value:
            best_value = value
            chosen = card
    return chosen


@kernel
def take_dix(hand, state, turned, trump, rules, plays, story):
    """Show every nine of trump in the hand; the first shown takes the turned card: `(hand, turned card)`."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    nine = trump * n_ranks
    if rules[S.DIX_EXCHANGE] == 0 or n_ranks == 5:
        return hand, turned
    while copies_of(hand, nine, width) > 0:
        hand -= 1 << (nine * width)
        state[TAKEN] += rules[S.DIX]
        state[DIX_TAKEN] += rules[S.DIX]
        if turned != nine:
            hand += 1 << (turned * width)
            note(story, plays, T.EVENT_DIX_EXCHANGED, turned, rules[S.DIX])
            turned = nine
        else:
            state[SHOWN] += 1 << (nine * width)
            note(story, plays, T.EVENT_DIX_SHOWN, nine, rules[S.DIX])
    return hand, turned


@kernel
def meld_now(hand, state, trump, rules, units, plays, story):
    """Lay the melds the winner of a trick may lay; give his hand without them."""
    most = rules[S.MELDS_PER_TRICK]
    laid = 0
    while most == 0 or laid < most:
        meld, points = best_meld(hand, state, trump, rules, units)
        if points == 0:
            break
        hand = lay(meld, points, hand, state, trump, rules, units)
        note(story, plays, T.EVENT_MELD, meld, points)
        laid += 1
    return hand


@kernel
def play_two_handed(dealer, policies, words, lane, book, units, desk, story):
    """Play a whole hand of the game with a stock, and settle it; gives trump.

    Parameters as in `hand.finish_hand`. The seat that leads stands in the columns as the bidder, with a bid of 0.
    """
    rules = book.rules
    width = rules[S.WIDTH]
    n_ranks = rules[S.N_RANKS]
    players = rules[S.PLAYERS]
    size = rules[S.STOCK_SIZE]
    seats = desk[K.SEATS]
    played = story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
    order = story[T.STOCK : T.STOCK + T.MAX_STOCK]
    states = desk[K.STATES : K.STATES + 2]
    states[:] = 0
    story[T.N_EVENTS] = 0
    desk[K.POINTS][:] = 0
    desk[K.TRICKS][:] = 0
    desk[K.RESULT][:] = 0
    order_stock(seats[players], words, lane, rules, units, order)
    turned = order[size - 1]
    story[T.TURNED] = turned
    trump = suit_of(turned, n_ranks)
    if rules[S.DIX_TURNED] != 0 and n_ranks == 6 and turned == trump * n_ranks:
        states[dealer, TAKEN] += rules[S.DIX]
        states[dealer, DIX_TAKEN] += rules[S.DIX]
        note(story, 0, T.EVENT_DIX_TURNED, turned, rules[S.DIX])
    leader = (dealer + 1) % players
    first = leader
    top = 0
    turn = 0
    while top < size:
        best = -1
        best_seat = leader
        worth = 0
        for position in range(players):
            seat = (leader + position) % players
            allowed = seats[seat] + states[seat, SHOWN]
            if rules[S.PHASE1_FREE] == 0 and position > 0:
                allowed = legal_cards(allowed, suit_of(best, n_ranks), best, best, trump, rules)
            if policies[seat, KIND] == KIND_RANDOM:
                card = random_card(allowed, units, width, words[FIRST_PLAY_WORD + turn, lane])
            else:
                _, wants = best_meld(seats[seat], states[seat], trump, rules, units)
                card = choose_early(allowed, seats[seat], states[seat], best, worth, wants, trump, rules, units)
            if copies_of(seats[seat], card, width) > 0:
                seats[seat] -= 1 << (card * width)
            else:
                leave_table(card, states[seat], width)
            played[turn] = card
            turn += 1
            worth += points_of(card, rules)
            if position == 0 or beats(card, best, trump, n_ranks):
                best = card
                best_seat = seat
        desk[K.POINTS, best_seat] += worth
        desk[K.TRICKS, best_seat] += 1
        leader = best_seat
        seats[leader], turned = take_dix(seats[leader], states[leader], turned, trump, rules, turn, story)
        order[size - 1] = turned
        if rules[S.MELD_AFTER_DRAW] == 0:
            seats[leader] = meld_now(seats[leader], states[leader], trump, rules, units, turn, story)
        for position in range(players):
            seat = (leader + position) % players
            if top < size:
                # the last pair: the winner has the face-down card, the loser the turned one
                card = order[top]
                top += 1
                seats[seat] += 1 << (card * width)
                note(story, turn, T.EVENT_DRAW, seat * 64 + card, 0)
        if rules[S.MELD_AFTER_DRAW] != 0:
            seats[leader] = meld_now(seats[leader], states[leader], trump, rules, units, turn, story)
    for seat in range(players):
        seats[seat] += states[seat, SHOWN]
        desk[K.LAID, seat] = states[seat, TAKEN]
        desk[K.DIX, seat] = states[seat, DIX_TAKEN]
    play_the_rest(first, trump, leader, turn, policies, words, lane, rules, units, desk, played)
    story[T.N_PLAYED] = players * rules[S.TRICKS]
    settle_two_handed(first, desk[K.TRICK, H.LEADER], rules, desk)
    return trump


@kernel
def play_the_rest(first, trump, leader, turn, policies, words, lane, rules, units, desk, played):
    """Play the tricks that are left when the stock is gone, with all duties."""
    contract = desk[K.CONTRACT]
    contract[: H.N_CONTRACT] = 0
    contract[H.BIDDER] = first
    contract[H.TRUMP] = trump
    contract[H.PARTNER] = -1
    contract[H.SIDES] = 1 << first
    begin_tricks(leader, desk[K.SEATS], rules[S.PLAYERS], desk)
    desk[K.TRICK, H.TURN] = turn
    desk[K.TRICK, H.TRICK_NUMBER] = rules[S.TRICKS] - rules[S.HAND_SIZE]
    play_cards(-1, rules[S.PLAYERS] * rules[S.TRICKS], policies, words, lane, rules, units, desk, played)


@kernel
def settle_two_handed(first, last, rules, desk):
    """Score both seats: what each melded and took."""
    from_column = C.RESULT_FROM
    result = desk[K.RESULT]
    other = 1 - first
    for seat in range(2):
        desk[K.SCORES, seat] = others_played(
            desk[K.LAID, seat], desk[K.DIX, seat], desk[K.POINTS, seat], desk[K.TRICKS, seat], rules
        )
        result[C.SCORE_0 + seat - from_column] = desk[K.SCORES, seat]
    result[C.MELD_BIDDERS - from_column] = desk[K.LAID, first]
    result[C.MELD_OTHERS - from_column] = desk[K.LAID, other]
    result[C.POINTS_BIDDERS - from_column] = desk[K.POINTS, first]
    result[C.POINTS_OTHERS - from_column] = desk[K.POINTS, other]
    result[C.TRICKS_BIDDERS - from_column] = desk[K.TRICKS, first]
    result[C.TRICKS_OTHERS - from_column] = desk[K.TRICKS, other]
    result[C.LAST_TRICK - from_column] = 1 if last == first else 0
    result[C.OUTCOME - from_column] = C.MADE
    result[C.SCORE_BIDDERS - from_column] = desk[K.SCORES, first]
    result[C.SCORE_OTHERS - from_column] = desk[K.SCORES, other]
    result[C.PARTNER - from_column] = -1
    result[C.DIX_BIDDERS] = desk[K.DIX, first]
    result[C.DIX_OTHERS] = desk[K.DIX, other]
