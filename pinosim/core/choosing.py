"""Small choices that every policy makes of: the n-th card of a set, the lowest, the highest, one by rank."""

from __future__ import annotations

import numpy as np

from pinosim.core.jit import kernel
from pinosim.core.layout import card_at, lowest_bit, popcount, rank_units
from pinosim.core.select import nth_mark

NONE = -1
_HALF = np.uint64(32)


@kernel
def draw_below(word, n):
    """Draw a number from 0 to n - 1 with a 32-bit word, each off by less than n / 2 ** 32."""
    return np.int64((np.uint64(word) * np.uint64(n)) >> _HALF)


@kernel
def random_card(cards, units, width, word):
    """Draw one of the cards in a non-empty hand, each copy equally likely, with a 32-bit random word."""
    if width == 2:
        # 10 becomes 11: as many bits as copies, so one bit is drawn
        copies = cards | ((cards >> 1) & units)
        return nth_mark(copies, draw_below(word, popcount(copies))) >> 1
    ones = cards & units
    twos = (cards >> 1) & units
    fours = (cards >> 2) & units
    n_ones = popcount(ones)
    n_twos = 2 * popcount(twos)
    r = draw_below(word, n_ones + n_twos + 4 * popcount(fours))
    if r < n_ones:
        return card_at(nth_mark(ones, r), width)
    if r < n_ones + n_twos:
        return card_at(nth_mark(twos, (r - n_ones) >> 1), width)
    return card_at(nth_mark(fours, (r - n_ones - n_twos) >> 2), width)


@kernel
def lowest_card(marks, n_ranks, width):
    """Weakest rank present in `marks` (the first suit in order where equal), as a card; `NONE` if empty."""
    column = rank_units(n_ranks, width)
    for strength in range(n_ranks):
        here = marks & (column << (strength * width))
        if here != 0:
            return card_at(lowest_bit(here), width)
    return NONE


@kernel
def highest_card(marks, n_ranks, width):
    """Strongest rank present in `marks` (the first suit in order where equal), as a card; `NONE` if empty."""
    column = rank_units(n_ranks, width)
    for down in range(n_ranks):
        here = marks & (column << ((n_ranks - 1 - down) * width))
        if here != 0:
            return card_at(lowest_bit(here), width)
    return NONE
