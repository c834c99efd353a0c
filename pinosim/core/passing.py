"""Cards that cross between the bidder and his partner: legs, trumps and aces to the bidder, losers back.

The order is that of club players (pagat's partnership page, and the passes TricksterBots users ask for): to the bidder one of each
run card of trump, then further trumps high first, the pinochle leg the trump does not already hold, side aces, kings, queens, tens, and
nines last. The bidder gives back what costs him no meld: losers of side suits, the short ones first; never trumps
above the nine or aces while anything else is left.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import slots as S
from pinosim.core.choosing import NONE
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, copies_of, count_cards, lowest_bit, present
from pinosim.core.meld import hand_melds

_SPADES = 0
_DIAMONDS = 2


@kernel
def pass_value(card, nth_copy, trump, n_ranks):
    """How gladly partner gives the bidder this copy of a card; higher goes first."""
    suit = card // n_ranks
    strength = card - suit * n_ranks + 6 - n_ranks  # 0 nine, 1 jack, 2 queen, 3 king, 4 ten, 5 ace
    if suit == trump:
        if strength == 0:
            return 20
        return (200 if nth_copy == 0 else 100) + strength
    leg = (suit == _SPADES and strength == 2 and trump == _DIAMONDS) or (
        suit == _DIAMONDS and strength == 1 and trump == _SPADES
    )
    if leg:
        return 90
    if strength == 5:
        return 80
    if strength == 0:
        return 0
    if strength == 1:
        return 10
    # kings, queens, tens in this order
    return 50 - 5 * nth_copy if strength == 3 else (45 if strength == 2 else 40)


@kernel
def cards_to_bidder(hand, count, trump, rules, units):
    """Choose `count` cards that partner gives; the result is a hand."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    given = 0
    for _ in range(count):
        marks = present(hand - given, units, width)
        best = NONE
        best_value = -1
        while marks != 0:
            card = lowest_bit(marks) // width
            marks &= marks - 1
            value = pass_value(card, copies_of(given, card, width), trump, n_ranks)
            if value > best_value:
                best_value = value
                best = card
        given += 1 << (best * width)
    return given


@kernel
def return_cost(hand, card, trump, units, rules):
    """How much the bidder would rather keep this card, meld aside; trumps and aces dearest, short side suits cheapest."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit = card // n_ranks
    strength = card - suit * n_ranks + 6 - n_ranks
    if suit == trump:
        return 60 + strength if strength > 0 else 25
    if strength == 5:
        return 50
    length = count_cards(hand & (bits(stride) << (suit * stride)), units, width)
    leg = (suit == _SPADES and strength == 2) or (suit == _DIAMONDS and strength == 1)
    # a low card of a short suit goes first: it makes a void; a leg helps partner's pinochle when it is no use here
    return 3 * length + strength - (2 if leg else 0)


@kernel
def cards_to_partner(hand, count, trump, rules, suit_table, around_table, units, melds):
    """Choose `count` cards that the bidder gives back: the least meld lost, then the least missed; the result is a hand."""
    width = rules[S.WIDTH]
    ace_points = max(rules[S.COUNTERS + 5], 1)
    given = 0
    for _ in range(count):
        kept = hand - given
        hand_melds(kept, rules, suit_table, around_table, melds)
        meld = melds[trump]
        marks = present(kept, units, width)
        best = NONE
        best_cost = np.int64(1) << 60
        while marks != 0:
            card = lowest_bit(marks) // width
            marks &= marks - 1
            cost = return_cost(kept, card, trump, units, rules)
            if cost < best_cost:
                hand_melds(kept - (1 << (card * width)), rules, suit_table, around_table, melds)
                cost += 30 * (meld - melds[trump]) // ace_points
                if cost < best_cost:
                    best_cost = cost
                    best = card
        given += 1 << (best * width)
    return given
