"""Which card to try first: a linear score of what is seen at once, weights learned from searches.

The strongest sign is which side takes the trick if everybody beats when able, which the rules nearly make certain; and
then the card that answered when this seat last held the same cards and had the same card to beat: what the others hold
matters less to the choice than the hand itself. The weights are a data file, made by `analyses/fit_ordering.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones, highest_one
from pinosim.core.double_dummy.suits import HASH_BITS, HASH_WIDTH
from pinosim.core.jit import inlined, kernel

LEAD_FEATURES: Final = (
    "our side wins",
    "this card wins",
    "price if we win",
    "price if we lose",
    "trump",
    "trump and we win",
    "cards of the suit held",
    "singleton",
    "partner can ruff",
    "an opponent can ruff",
    "opponents have neither suit nor trump",
    "highest of the suit",
    "partner has the highest",
    "rank",
    "rank if we win",
    "opponents' trumps if trump",
    "own trumps if trump",
    "partner's cards of the suit",
    "partner's prices if we lose",
    "partner wins",
    "rank below the highest",
    "opponents' cards if highest",
    "killer",
    "answered from this hand",
)
FOLLOW_FEATURES: Final = (
    "our side wins",
    "this card wins",
    "price if we win",
    "price if we lose",
    "rank",
    "rank if we win",
    "highest of the suit",
    "price if our side leads so far",
    "answered from this hand",
)
N_FEATURES: Final = 32
# Odd numbers that spread cards held over the places of answers.
_MIX_S: Final = 0x1E3779B97F4A7C15
_MIX_H: Final = 0x2545F4914F6CDD1D
_MIX_D: Final = 0x3A0761D6478BD643
_MIX_C: Final = 0x1B873593CC9E2D51
_MIX_BEST: Final = 0x27D4EB2F165667C5


@inlined
def add_fields(fields):
    """Add up the four 16-bit fields of a number; the sum has to fit into one."""
    pairs = fields + (fields >> 32)
    return (pairs + (pairs >> 16)) & 0xFFFF


@inlined
def best_ruffer(m, players, seat, trump, trump_left, ruffers):
    """Give the one of some seats that has the highest trump, of equal ones the first to play after `seat`."""
    best = -1
    high = -1
    other = seat
    for _ in range(1, players):
        other += 1
        if other == players:
            other = 0
        if (ruffers >> other) & 1:
            rank = m[P.RANK + trump * 32 + highest_one(trump_left & m[P.OWN + trump * 4 + other])]
            if rank > high:
                high = rank
                best = other
    return best


@inlined
def add_lead_scores(m, f, n, w):
    """Score the leads of a frame with the weights at `w`: what belongs to a suit once, then what belongs to a card.

    The trick is predicted by the highest card of each other seat: of the suit led, of trumps where a seat is void.
    """
    players = m[P.PLAYERS]
    seat = m[f + P.SEAT]
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    trump_left = m[P.LEFT_IN_SUIT + trump]
    trump_row = m[f + P.ROW + trump]
    trump_voids = m[trump_row + P.VOIDS]
    partners = m[P.FIELDS + mine] & ~(np.int64(0xFFFF) << np.int64(16 * seat))
    opponents = m[P.FIELDS + 1 - mine]
    opponent_seats = side ^ (-mine & 15)
    killer = m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + seat]
    answer_at = answer_place(m, f)
    answer = m[answer_at]
    m[f + P.ANSWER_AT] = answer_at
    at = -1
    base = 0
    base_win = 0
    base_lose = 0
    opponent_cards = 0
    higher = 0
    strongest = 0
    ruffer = -1
    left = 0
    for i in range(n):
        card = m[f + P.MOVES + i]
        suit = card >> 5
        if suit != at:
            at = suit
            row = m[f + P.ROW + suit]
            lengths = m[row + P.LENGTHS]
            left = m[P.LEFT_IN_SUIT + suit]
            voids = m[row + P.VOIDS]
            opponent_cards = add_fields(lengths & opponents)
            ruffers = voids & ~trump_voids & 15
            ruffer = -1
            if ruffers != 0:
                ruffer = best_ruffer(m, players, seat, trump, trump_left, ruffers)
            own = left & m[P.OWN + suit * 4 + seat]
            higher = left & ~own  # cards of others; a card of ours wins unless one of them is above it
            strongest = m[P.OWNER + suit * 32 + highest_one(higher)] if higher != 0 else seat
            held = (lengths >> (16 * seat)) & 255
            base = m[w + 6] * held
            base += m[w + 17] * add_fields(lengths & partners)
            if held == 1:
                base += m[w + 7]
            if opponent_seats & ~(voids & trump_voids) == 0:
                base += m[w + 10]
            base_win = m[w]
            base_lose = m[w + 18] * add_fields(m[row + P.PRICES] & partners)
            if suit == trump:
                base += m[w + 4] + m[w + 15] * opponent_cards + m[w + 16] * held
                base_win += m[w + 5]
            else:
                if ruffers & ~opponent_seats:
                    base += m[w + 8]
                if ruffers & opponent_seats:
                    base += m[w + 9]
            if m[P.ABOVE + suit * 32 + highest_one(own)] & higher and ((side >> strongest) & 1) == mine:
                base += m[w + 12]
        above = m[P.ABOVE + card] & higher
        price = m[P.PRICE + card]
        rank = m[P.RANK + card]
        winner = seat
        if ruffer >= 0 and suit != trump:
            winner = ruffer
        elif above != 0:
            winner = strongest
        score = base + m[w + 13] * rank + m[w + 20] * count_ones(m[P.ABOVE + card] & left)
        if ((side >> winner) & 1) == mine:
            score += base_win + m[w + 2] * price + m[w + 14] * rank
            score += m[w + 1] if winner == seat else m[w + 19]
        else:
            score += base_lose + m[w + 3] * price
        if above == 0:
            score += m[w + 11] + m[w + 21] * opponent_cards
        if card == killer:
            score += m[w + 22]
        if card == answer:
            score += m[w + 23]
        m[f + P.MOVES + i] = score * 128 + card


@inlined
def best_to_come(m, f, led, trump):
    """Give the card that will win if the seats after this one beat when able, this seat's own card left out; or -1."""
    players = m[P.PLAYERS]
    seat = m[f + P.SEAT]
    best = -1
    for _ in range(m[f + P.POSITION] + 1, players):
        seat += 1
        if seat == players:
            seat = 0
        suit = led
        held = m[P.LEFT_IN_SUIT + led] & m[P.OWN + led * 4 + seat]
        if held == 0:
            suit = trump
            held = m[P.LEFT_IN_SUIT + trump] & m[P.OWN + trump * 4 + seat]
            if held == 0:
                continue
        if best >= 0 and best >> 5 == suit:
            if held & m[P.ABOVE + best]:
                best = suit * 32 + highest_one(held)
        elif best < 0 or suit == trump:
            best = suit * 32 + highest_one(held)
    return best


@inlined
def beats(m, card, other, trump):
    """Tell whether a card played after another takes the trick from it."""
    if card >> 5 == other >> 5:
        return (m[P.ABOVE + other] >> (card & 31)) & 1
    return int(card >> 5 == trump)


@inlined
def add_follow_scores(m, f, n, w):
    """Score the moves of a frame that does not lead, with the weights at `w`."""
    seat = m[f + P.SEAT]
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    so_far = m[f + P.BEST]
    to_come = best_to_come(m, f, m[f + P.LED], trump)
    answer_at = answer_place(m, f)
    answer = m[answer_at]
    m[f + P.ANSWER_AT] = answer_at
    ours_so_far = ((side >> m[f + P.WINNER]) & 1) == mine
    ours_to_come = False
    ours_if_low = ours_so_far  # does our side win if this seat does not beat?
    if to_come >= 0:
        ours_to_come = ((side >> m[P.OWNER + to_come]) & 1) == mine
        if beats(m, to_come, so_far, trump):
            ours_if_low = ours_to_come
    by_price = m[w + 7] if ours_so_far else 0
    for i in range(n):
        card = m[f + P.MOVES + i]
        price = m[P.PRICE + card]
        rank = m[P.RANK + card]
        score = m[w + 4] * rank + by_price * price
        ours = ours_if_low
        if beats(m, card, so_far, trump):
            ours = True
            if to_come >= 0 and beats(m, to_come, card, trump):
                ours = ours_to_come
            else:
                score += m[w + 1]
        score += m[w] + m[w + 2] * price + m[w + 5] * rank if ours else m[w + 3] * price
        if m[P.ABOVE + card] & m[P.LEFT_IN_SUIT + (card >> 5)] == 0:
            score += m[w + 6]
        if card == answer:
            score += m[w + 8]
        m[f + P.MOVES + i] = score * 128 + card


@inlined
def add_scores(m, f, n, weights):
    """Score the moves of a frame: afterwards a move is `score * 128 + card`."""
    if m[f + P.POSITION] == 0:
        add_lead_scores(m, f, n, weights)
    else:
        add_follow_scores(m, f, n, weights)


@kernel
def sort_moves(m, f, n):
    """Put the most promising moves of a frame first."""
    add_scores(m, f, n, P.WEIGHTS + m[f + P.POSITION] * N_FEATURES)
    for i in range(1, n):
        move = m[f + P.MOVES + i]
        j = i
        while j > 0 and m[f + P.MOVES + j - 1] < move:
            m[f + P.MOVES + j] = m[f + P.MOVES + j - 1]
            j -= 1
        m[f + P.MOVES + j] = move


@inlined
def answer_place(m, f):
    """Give the place that tells what answered when the same seat held the same cards and had the same card to beat."""
    seat = m[f + P.SEAT]
    mixed = int(m[f + P.BEST]) * _MIX_BEST if m[f + P.POSITION] > 0 else 0
    mixed += int(m[P.LEFT_IN_SUIT] & m[P.OWN + seat]) * _MIX_S
    mixed += int(m[P.LEFT_IN_SUIT + 1] & m[P.OWN + 4 + seat]) * _MIX_H
    mixed += int(m[P.LEFT_IN_SUIT + 2] & m[P.OWN + 8 + seat]) * _MIX_D
    mixed += int(m[P.LEFT_IN_SUIT + 3] & m[P.OWN + 12 + seat]) * _MIX_C
    return P.ANSWERS + ((mixed & HASH_BITS) >> (HASH_WIDTH - P.ANSWER_BITS))


@inlined
def note_answer(m, f, card):
    """Remember the card that answered, for the same hand; a lead also for the same leader with as many tricks left."""
    m[m[f + P.ANSWER_AT]] = card
    if m[f + P.POSITION] == 0:
        m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + m[f + P.SEAT]] = card
