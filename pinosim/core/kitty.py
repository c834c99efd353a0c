"""The kitty: taken up by the bidder, shared or buried."""

from __future__ import annotations

import numpy as np

from pinosim.core import slots as S
from pinosim.core.choosing import NONE, random_card
from pinosim.core.jit import kernel
from pinosim.core.layout import card_at, lowest_bit, present
from pinosim.core.legal import points_of
from pinosim.core.meld import hand_melds
from pinosim.core.passing import return_cost
from pinosim.core.policy import KIND, KIND_RANDOM

MELD_LOST = 1 << 20  # no card outside the meld costs as much


@kernel
def cost_of_burying(hand, card, trump, book, units, melds):
    """Rate how much the bidder would miss a card, and far above all others one of his meld where that is to be kept."""
    rules = book.rules
    unit = max(rules[S.COUNTERS + 5], 1)
    cost = return_cost(hand, card, trump, units, rules) - 4 * points_of(card, rules) // unit
    if rules[S.BURY_EXCLUDES_MELD] != 0:
        hand_melds(hand, rules, book.suit_table, book.around_table, melds)
        meld = melds[trump]
        hand_melds(hand - (1 << (card * rules[S.WIDTH])), rules, book.suit_table, book.around_table, melds)
        cost += MELD_LOST * np.int64(meld > melds[trump])
    return cost


@kernel
def cards_to_bury(hand, count, trump, policy, words, lane, first_word, book, units, melds):
    """Choose `count` cards to lay away: none of the meld while others are left; the result is a hand.

    The standard player lays away what he would miss least and, the counters being his either way, a ten or king that
    might be lost rather than a card without points; the random one draws lots.
    """
    rules = book.rules
    width = rules[S.WIDTH]
    unit = max(rules[S.COUNTERS + 5], 1)
    buried = 0
    for i in range(count):
        kept = hand - buried
        hand_melds(kept, rules, book.suit_table, book.around_table, melds)
        meld = melds[trump]
        marks = present(kept, units, width)
        best = NONE
        best_cost = np.int64(1) << 60
        free = 0
        while marks != 0:
            card = card_at(lowest_bit(marks), width)
            one = 1 << (card * width)
            marks &= marks - 1
            hand_melds(kept - one, rules, book.suit_table, book.around_table, melds)
            lost = meld - melds[trump]
            if lost == 0:
                free += one
            cost = return_cost(kept, card, trump, units, rules) - 4 * points_of(card, rules) // unit
            if rules[S.BURY_EXCLUDES_MELD] != 0:
                cost += MELD_LOST * np.int64(lost > 0)
            if cost < best_cost:
                best_cost = cost
                best = card
        if policy[KIND] == KIND_RANDOM:
            allowed = kept if rules[S.BURY_EXCLUDES_MELD] == 0 or free == 0 else free
            best = random_card(allowed, units, width, words[first_word + i, lane])
        buried += 1 << (best * width)
    return buried


@kernel
def points_in(cards, rules, units):
    """Add up the trick points of a set of cards."""
    width = rules[S.WIDTH]
    total = 0
    while cards != 0:
        one = present(cards, units, width)
        one &= -one
        total += points_of(card_at(lowest_bit(one), width), rules)
        cards -= one
    return total
