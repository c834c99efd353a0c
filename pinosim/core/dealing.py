"""Uniform deals, many at once, with any cards held fixed.

Cards are handed out one by one: with `left[p]` cards still missing at place p, the next card goes to p with chance
`left[p] / sum(left)`. That makes every deal equally likely and needs no array of cards to shuffle, so `LANES` deals
advance together and the compiler turns each step into a few vector instructions. Places are the seats in order, then
the kitty.

Draws are exact: one 32-bit word u serves three cards with r, r-1, r-2 places left: floor(u * r(r-1)(r-2) / 2^32) in
mixed radix. A word whose remainder falls below 2^32 mod r(r-1)(r-2) would favour some outcomes (Lemire 2019, "Fast
random integer generation in an interval"); its deal is marked and made again from the next words, which happens to
about one deal in 16,000 of 48 cards and one in 2,500 of 80.

The order of draws is part of the format: deal numbers in records and reports mean these cards. Changing it needs a
new `DEAL_FORMAT`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pinosim.core.jit import kernel
from pinosim.core.layout import suit_of
from pinosim.core.random import ATTEMPT, STREAM_DEAL, philox_lanes

DEAL_FORMAT: Final = 1
LANES: Final = 256
MAX_PLACES: Final = 7
MAX_CARDS: Final = 120
WORDS: Final = 4  # words in a block
DRAWS_A_WORD: Final = 3
TRIES: Final = 1 << 16  # block numbers set apart for one try at a deal

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


class Dealing(NamedTuple):
    """What is dealt.

    Attributes
    ----------
    cards : int64 array, shape (n_cards,)
        The cards to hand out, one entry a copy.
    capacities : int64 array, shape (n_places,)
        Cards each place still needs; they add up to `n_cards`.
    held : int64 array, shape (n_places,)
        The cards each place has from the start.
    """

    cards: np.ndarray
    capacities: np.ndarray
    held: np.ndarray


class DealScratch(NamedTuple):
    """What one thread writes to while it deals: see `_draw_block` and `_hand_out`."""

    words: np.ndarray
    draws: np.ndarray
    left: np.ndarray
    counts: np.ndarray
    rejected: np.ndarray


def new_deal_scratch() -> DealScratch:
    """Allocate what one thread needs to deal."""
    return DealScratch(
        words=np.zeros((WORDS, LANES), np.uint64),
        draws=np.zeros((MAX_CARDS + DRAWS_A_WORD, LANES), np.uint16),
        left=np.zeros((MAX_PLACES, LANES), np.uint16),
        counts=np.zeros((4, MAX_PLACES, LANES), np.uint16),
        rejected=np.zeros(LANES, np.uint16),
    )


@kernel
def _draw(below, n, source, row):
    """Turn the fraction in each lane of `source` into a draw below `below`, and keep what is left of the fraction."""
    for lane in range(n):
        u = source[lane] * below
        row[lane] = np.uint16(u >> _HALF)
        source[lane] = u & _LOW


@kernel
def _draw_block(n_cards, stream, block, seed, first, n, words, draws, rejected):
    """Draw, for each of `n` deals, a number below n_cards, n_cards - 1, ..., 1 into `draws`; mark biased deals.

    One short loop for each row, over two arrays only: with more the compiler gives up proving that they do not overlap.
    """
    full = np.uint64(1) << _HALF
    for lane in range(n):
        rejected[lane] = 0
    drawn = 0
    while drawn < n_cards:
        philox_lanes(block, stream, first, n, seed, words)
        block += 1
        for word in range(WORDS):
            if drawn >= n_cards:
                break
            outcomes = np.uint64(1)
            for i in range(drawn, drawn + DRAWS_A_WORD):
                below = np.uint64(max(n_cards - i, 1))
                outcomes *= below
                _draw(below, n, words[word], draws[i])
            threshold = full % outcomes
            source = words[word]
            for lane in range(n):
                rejected[lane] |= np.uint16(source[lane] < threshold)
            drawn += DRAWS_A_WORD


@kernel
def _give(one, n, draw, room, mine):
    """Give one card, worth `one` in a suit mask, to this place in the lanes whose draw falls below its room."""
    for lane in range(n):
        r = draw[lane]
        q = room[lane]
        take = np.uint16(r < q)
        mine[lane] = np.uint16(mine[lane] + take * one)
        room[lane] = np.uint16(q - take)
        # below zero, which is a huge number here: no later place takes the card too
        draw[lane] = np.uint16(r - q)


@kernel
def _hand_out(cards, n_cards, capacities, n_places, n_ranks, width, n, draws, left, counts):
    """Give the cards out by the draws: `counts[suit, place, lane]` becomes the suit mask of each place but the last."""
    for place in range(n_places - 1):
        left[place, :n] = np.uint16(capacities[place])
        for suit in range(4):
            counts[suit, place, :n] = np.uint16(0)
    for i in range(n_cards):
        card = cards[i]
        suit = suit_of(card, n_ranks)
        one = np.uint16(1 << ((card - suit * n_ranks) * width))
        for place in range(n_places - 1):
            _give(one, n, draws[i], left[place], counts[suit, place])


@kernel
def _collect(cards, n_cards, held, n_places, n_ranks, width, n, counts, hands):
    """Join suit masks and the cards held from the start into `hands[lane, place]`; the last place gets what is left."""
    stride = n_ranks * width
    all_cards = 0
    for i in range(n_cards):
        all_cards += 1 << (cards[i] * width)
    last = n_places - 1
    for lane in range(n):
        hands[lane, last] = held[last] + all_cards
    for place in range(last):
        spades = counts[0, place]
        hearts = counts[1, place]
        diamonds = counts[2, place]
        clubs = counts[3, place]
        for lane in range(n):
            dealt = (
                np.int64(spades[lane])
                | (np.int64(hearts[lane]) << stride)
                | (np.int64(diamonds[lane]) << (2 * stride))
                | (np.int64(clubs[lane]) << (3 * stride))
            )
            hands[lane, place] = held[place] + dealt
            hands[lane, last] -= dealt


@kernel
def deal_block(dealing, n_ranks, width, seed, attempt, first, n, scratch, hands):
    """Deal `n <= LANES` deals numbered from `first`.

    Parameters
    ----------
    dealing : Dealing
    n_ranks, width : int64
        The deck's layout.
    seed : uint64
    attempt : int64
        How many times this hand was thrown in before.
    first, n : int64
    scratch : DealScratch
    hands : int64 array, shape (>= n, >= n_places)
        Receives the hands.
    """
    cards = dealing.cards
    capacities = dealing.capacities
    held = dealing.held
    words = scratch.words
    draws = scratch.draws
    left = scratch.left
    counts = scratch.counts
    rejected = scratch.rejected
    n_cards = cards.shape[0]
    n_places = capacities.shape[0]
    stream = STREAM_DEAL + ATTEMPT * attempt
    _draw_block(n_cards, stream, 0, seed, first, n, words, draws, rejected)
    _hand_out(cards, n_cards, capacities, n_places, n_ranks, width, n, draws, left, counts)
    _collect(cards, n_cards, held, n_places, n_ranks, width, n, counts, hands)
    for lane in range(n):
        tries = 0
        while rejected[lane] != 0:
            tries += 1
            _draw_block(n_cards, stream, tries * TRIES, seed, first + lane, 1, words, draws, rejected[lane:])
        if tries == 0:
            continue
        _hand_out(cards, n_cards, capacities, n_places, n_ranks, width, 1, draws, left, counts)
        _collect(cards, n_cards, held, n_places, n_ranks, width, 1, counts, hands[lane:])


@kernel
def deal_hands(dealing, n_ranks, width, seed, attempt, first, scratch, hands):
    """Deal as many deals as `hands` has rows, numbered from `first`. Parameters as in `deal_block`."""
    total = hands.shape[0]
    for start in range(0, total, LANES):
        n = min(LANES, total - start)
        deal_block(dealing, n_ranks, width, seed, attempt, first + start, n, scratch, hands[start : start + n])
