"""Where cards lie in a hand: one int64 of counts, a field of `width` bits a card, suits side by side.

Ranks ascend in strength inside a suit, so "beats" is "lies above in the same suit". A hand of a 48-card deck takes 48
bits (24 fields of 2), of an 80- or 120-card deck 60 bits (20 fields of 3).
"""

from __future__ import annotations

import numpy as np

from pinosim.core.jit import kernel


@kernel
def popcount(x):
    """Count the set bits of a non-negative int64. LLVM turns these lines into one instruction."""
    x -= (x >> 1) & 0x5555555555555555
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0xFF


@kernel
def lowest_bit(x):
    """Position of the lowest set bit of a positive int64."""
    return popcount((x & -x) - 1)


@kernel
def card_at(position, width):
    """Find the card whose field holds this bit: by a product, as a division would cost more than all else around it."""
    return position >> 1 if width == 2 else (position * 21846) >> 16


@kernel
def suit_of(card, n_ranks):
    """Suit of a card, by comparison: divisions are slow."""
    return np.int64(card >= n_ranks) + np.int64(card >= 2 * n_ranks) + np.int64(card >= 3 * n_ranks)


@kernel
def bits(n):
    """Set the `n` lowest bits, n from 0 to 62."""
    return (1 << n) - 1


@kernel
def unit_mask(n_cards, width):
    """Mark the lowest bit of each of the first `n_cards` fields."""
    mask = 0
    for card in range(n_cards):
        mask |= 1 << (card * width)
    return mask


@kernel
def present(hand, units, width):
    """Mark each card held at least once by the lowest bit of its field."""
    marks = hand | (hand >> 1)
    if width == 3:
        marks |= hand >> 2
    return marks & units


@kernel
def count_cards(hand, units, width):
    """Count the cards in a hand, copies and all."""
    n = popcount(hand & units) + 2 * popcount((hand >> 1) & units)
    if width == 3:
        n += 4 * popcount((hand >> 2) & units)
    return n


@kernel
def copies_of(hand, card, width):
    """Count the copies of one card in a hand."""
    return (hand >> (card * width)) & ((1 << width) - 1)


@kernel
def rank_units(n_ranks, width):
    """Mark the lowest bit of the weakest card of each suit; shift it by `strength * width` for another rank."""
    stride = n_ranks * width
    return 1 | (1 << stride) | (1 << (2 * stride)) | (1 << (3 * stride))


@kernel
def below_highest(marks, units, n_ranks, width):
    """Mark, in each suit, every card that is weaker than the strongest card marked there.

    Marks are smeared towards the weak end of all four suits at once; the masks keep them from running into the next
    suit.
    """
    top = rank_units(n_ranks, width) << ((n_ranks - 1) * width)
    not_top = units & ~top
    not_top_two = not_top & ~(top >> width)
    not_top_four = not_top_two & ~((top >> (2 * width)) | (top >> (3 * width)))
    marks |= (marks >> width) & not_top
    marks |= (marks >> (2 * width)) & not_top_two
    marks |= (marks >> (4 * width)) & not_top_four
    return (marks >> width) & not_top
