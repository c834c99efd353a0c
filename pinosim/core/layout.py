"""Where cards lie in a hand: one int64 of counts, a field of `width` bits a card, suits side by side.

Ranks ascend in strength inside a suit, so "beats" is "lies above in the same suit". A hand of a 48-card deck takes 48 bits (24
fields of 2), of an 80- or 120-card deck 60 bits (20 fields of 3).
"""

from __future__ import annotations

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
def bits(n):
    """The `n` lowest bits set, n from 0 to 62."""
    return (1 << n) - 1


@kernel
def unit_mask(n_cards, width):
    """The lowest bit of each of the first `n_cards` fields."""
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
    """Number of cards in a hand, copies counted."""
    n = popcount(hand & units) + 2 * popcount((hand >> 1) & units)
    if width == 3:
        n += 4 * popcount((hand >> 2) & units)
    return n


@kernel
def copies_of(hand, card, width):
    """Copies of one card in a hand."""
    return (hand >> (card * width)) & ((1 << width) - 1)
