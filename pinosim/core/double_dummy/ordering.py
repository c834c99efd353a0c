"""Which card to try first: a linear score of what is seen at once, weights learned from searches.

The strongest sign is which side takes the trick if everybody beats when able, which the rules nearly make certain; and
then the card that answered when this seat last held the same cards and had the same card to beat: what the others hold
matters less to the choice than the hand itself. The weights are a data file, made by `analyses/fit_ordering.py`.
A score is linear in the weights: feature k of a move is its score with weight k one and all others zero.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones, highest_one
from pinosim.core.double_dummy.suits import scramble
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
    "left opponent has the highest",
    "right opponent has the highest",
    "partner's best price if we win",
    "opponents' prices if we win",
    "prices of the suit held",
    "rank",
    "rank if we win",
    "opponents' trumps if trump",
    "killer",
    "partner's cards of the suit",
    "opponents' cards of the suit",
    "partner's prices if we lose",
    "own trumps if trump",
    "partner wins",
    "price if partner wins",
    "rank below the highest",
    "opponents' cards if highest",
    "answered from this hand",
)
FOLLOW_FEATURES: Final = (
    "our side wins",
    "this card wins",
    "price if we win",
    "price if we lose",
    "points on the table if we win",
    "rank",
    "rank if we win",
    "ruff",
    "discard",
    "cards of the suit held",
    "singleton",
    "highest of the suit",
    "partner has the highest",
    "an opponent has the highest",
    "price of a discard",
    "trumps held if ruff",
    "takes the trick so far",
    "price of a doubleton",
    "opponents' cards of the suit",
    "partner's cards of the suit",
    "prices of the suit held",
    "trump if we win",
    "price if our partner leads so far",
    "rank of a discard",
    "answered from this hand",
)
N_FEATURES: Final = 32
_MIX: Final = 0x9E3779B1


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
    opponent_trumps = add_fields(m[trump_row + P.LENGTHS] & opponents)
    killer = m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + seat]
    answer = m[answer_place(m, f)]
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
            prices = m[row + P.PRICES]
            left = m[P.LEFT_IN_SUIT + suit]
            voids = m[row + P.VOIDS]
            partner_cards = add_fields(lengths & partners)
            partner_price = add_fields(prices & partners)
            opponent_cards = add_fields(lengths & opponents)
            opponent_prices = add_fields(prices & opponents)
            ruffers = voids & ~trump_voids & 15
            ruffer = -1
            if ruffers != 0:
                ruffer = best_ruffer(m, players, seat, trump, trump_left, ruffers)
            own = left & m[P.OWN + suit * 4 + seat]
            best = suit * 32 + highest_one(own)
            higher = left & ~own  # cards of others; a card of ours wins unless one of them is above it
            strongest = m[P.OWNER + suit * 32 + highest_one(higher)] if higher != 0 else seat
            held = (lengths >> (16 * seat)) & 255
            base = m[w + 6] * held + m[w + 17] * ((prices >> (16 * seat)) & 255)
            base += m[w + 22] * partner_cards + m[w + 23] * opponent_cards
            if held == 1:
                base += m[w + 7]
            if opponent_seats & ~(voids & trump_voids) == 0:
                base += m[w + 10]
            base_win = m[w] + m[w + 15] * min(partner_price, 4) + m[w + 16] * opponent_prices
            base_lose = m[w + 24] * partner_price
            if suit == trump:
                base += m[w + 4] + m[w + 20] * opponent_trumps + m[w + 25] * held
                base_win += m[w + 5]
            else:
                if ruffers & ~opponent_seats:
                    base += m[w + 8]
                if ruffers & opponent_seats:
                    base += m[w + 9]
            if m[P.ABOVE + best] & higher:
                if ((side >> strongest) & 1) == mine:
                    base += m[w + 12]
                elif strongest == (seat + 1 if seat + 1 < players else 0):
                    base += m[w + 13]
                else:
                    base += m[w + 14]
        above = m[P.ABOVE + card] & higher
        price = m[P.PRICE + card]
        rank = m[P.RANK + card]
        winner = seat
        if ruffer >= 0 and suit != trump:
            winner = ruffer
        elif above != 0:
            winner = strongest
        score = base + m[w + 18] * rank + m[w + 28] * count_ones(m[P.ABOVE + card] & left)
        if ((side >> winner) & 1) == mine:
            score += base_win + m[w + 2] * price + m[w + 19] * rank
            score += m[w + 1] if winner == seat else m[w + 26] + m[w + 27] * price
        else:
            score += base_lose + m[w + 3] * price
        if above == 0:
            score += m[w + 11] + m[w + 29] * opponent_cards
        if card == killer:
            score += m[w + 21]
        if card == answer:
            score += m[w + 30]
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
def add_follow_scores(m, f, first, n, w):
    """Score the moves of a frame that does not lead, with the weights at `w`."""
    seat = m[f + P.SEAT]
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    led = m[f + P.LED]
    so_far = m[f + P.BEST]
    winner_so_far = m[f + P.WINNER]
    ours_so_far = ((side >> winner_so_far) & 1) == mine
    to_come = best_to_come(m, f, led, trump)
    points = m[f + P.POINTS]
    answer = m[answer_place(m, f)]
    many = (m[f + P.MOVES] ^ m[f + P.MOVES + n - 1]) >> 5 != 0  # of several suits
    at = -1
    base = 0
    held = 0
    left = 0
    for i in range(n):
        card = m[f + P.MOVES + i]
        suit = card >> 5
        bit = card & 31
        if suit != at:
            at = suit
            left = m[P.LEFT_IN_SUIT + suit]
            row = m[first + P.ROW + suit]
            lengths = m[row + P.LENGTHS]
            held = (lengths >> (16 * seat)) & 255
            base = 0
            if many:
                partner_cards = add_fields(lengths & m[P.FIELDS + mine]) - held
                opponent_cards = add_fields(lengths & m[P.FIELDS + 1 - mine])
                base = m[w + 9] * held + m[w + 18] * opponent_cards + m[w + 19] * partner_cards
                base += m[w + 20] * ((m[row + P.PRICES] >> (16 * seat)) & 255)
                if held == 1:
                    base += m[w + 10]
                top = m[P.OWNER + suit * 32 + highest_one(left)]
                if ((side >> top) & 1) != mine:
                    base += m[w + 13]
                elif top != seat:
                    base += m[w + 12]
                if suit == trump:
                    base += m[w + 7] + m[w + 15] * held
                elif suit != led:
                    base += m[w + 8]
        price = m[P.PRICE + card]
        rank = m[P.RANK + card]
        takes = (m[P.ABOVE + so_far] >> bit) & 1 if suit == so_far >> 5 else suit == trump
        best = card if takes else so_far
        winner = seat if takes else winner_so_far
        if to_come >= 0:
            over = (m[P.ABOVE + best] >> (to_come & 31)) & 1 if to_come >> 5 == best >> 5 else to_come >> 5 == trump
            if over:
                winner = m[P.OWNER + to_come]
        score = base + m[w + 5] * rank
        if ((side >> winner) & 1) == mine:
            score += m[w] + m[w + 2] * price + m[w + 4] * points + m[w + 6] * rank
            if winner == seat:
                score += m[w + 1]
            if suit == trump:
                score += m[w + 21]
        else:
            score += m[w + 3] * price
        if m[P.ABOVE + card] & left == 0:
            score += m[w + 11]
        if takes:
            score += m[w + 16]
        if held == 2:
            score += m[w + 17] * price
        if ours_so_far:
            score += m[w + 22] * price
        if suit != led and suit != trump:
            score += m[w + 14] * price + m[w + 23] * rank
        if card == answer:
            score += m[w + 24]
        m[f + P.MOVES + i] = score * 128 + card


@inlined
def add_scores(m, f, first, n, weights):
    """Score the moves of a frame: afterwards a move is `score * 128 + card`."""
    if m[f + P.POSITION] == 0:
        add_lead_scores(m, f, n, weights)
    else:
        add_follow_scores(m, f, first, n, weights)


@kernel
def sort_moves(m, f, first, n):
    """Put the most promising moves of a frame first."""
    add_scores(m, f, first, n, P.WEIGHTS + m[f + P.POSITION] * N_FEATURES)
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
    mixed = int(m[f + P.BEST]) if m[f + P.POSITION] > 0 else -1
    for suit in range(4):
        mixed = mixed * _MIX + int(m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + seat])
    mixed = scramble(mixed)
    return P.ANSWERS + (mixed & (P.N_ANSWERS - 1))


@inlined
def note_answer(m, f, card):
    """Remember the card that answered, for the same hand; a lead also for the same leader with as many tricks left."""
    m[answer_place(m, f)] = card
    if m[f + P.POSITION] == 0:
        m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + m[f + P.SEAT]] = card
