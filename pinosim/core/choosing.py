"""Small choices that every policy makes of: the n-th card of a set, the lowest, the highest, one by rank."""

from __future__ import annotations

import numpy as np

from pinosim.core.jit import kernel
from pinosim.core.layout import count_cards, lowest_bit, popcount

NONE = -1


@kernel
def nth_mark(marks, n):
    """Bit position of the n-th set bit, counted from 0."""
    for _ in range(n):
        marks &= marks - 1
    return lowest_bit(marks)


@kernel
def random_card(cards, units, width, word):
    """Draw one of the cards in a non-empty hand, each copy equally likely, with a 32-bit random word.

    The word is multiplied into the range and cut, so a card's chance is off by less than 2 ** -26 of itself.
    """
    ones = cards & units
    if cards == ones and ones & (ones - 1) == 0:
        return lowest_bit(ones) // width
    n = count_cards(cards, units, width)
    r = np.int64((np.uint64(word) * np.uint64(n)) >> np.uint64(32))
    n_ones = popcount(ones)
    if r < n_ones:
        return nth_mark(ones, r) // width
    r -= n_ones
    twos = (cards >> 1) & units
    n_twos = popcount(twos)
    if r < 2 * n_twos:
        return nth_mark(twos, r >> 1) // width
    r -= 2 * n_twos
    return nth_mark((cards >> 2) & units, r >> 2) // width


@kernel
def rank_units(n_ranks, width):
    """The lowest bit of the weakest card of each suit; shift it by `strength * width` for another rank."""
    stride = n_ranks * width
    return 1 | (1 << stride) | (1 << (2 * stride)) | (1 << (3 * stride))


@kernel
def lowest_card(marks, n_ranks, width):
    """Weakest rank present in `marks` (the first suit in order where equal), as a card; `NONE` if empty."""
    column = rank_units(n_ranks, width)
    for strength in range(n_ranks):
        here = marks & (column << (strength * width))
        if here != 0:
            return lowest_bit(here) // width
    return NONE


@kernel
def highest_card(marks, n_ranks, width):
    """Strongest rank present in `marks` (the first suit in order where equal), as a card; `NONE` if empty."""
    column = rank_units(n_ranks, width)
    for down in range(n_ranks):
        here = marks & (column << ((n_ranks - 1 - down) * width))
        if here != 0:
            return lowest_bit(here) // width
    return NONE
