"""Worlds: ways in which the cards that a seat does not see may lie, dealt at random from all that fit what it knows.

What a seat knows is, for each place (the other seats, and cards laid away), cards it is sure of, the number of others,
and the fields it may hold. Cards are dealt one by one, those that fewest places may hold first: each to a free slot
of its places, by a draw below a bound on how many of these slots can be free at that step. A draw that hits no free
slot starts the world anew. So every way to put the cards into slots has the same chance, the product of one over the
bounds, and each deal that fits is equally likely (but for draws by 32-bit words, which are off by less than
n / 2 ** 32). Sets of places that are just filled by the cards confined to them are closed to all other cards
beforehand, which saves most of the new starts.

A world that is not done after `MOST_DRAWS` draws is dealt with a look ahead instead: a card goes only where the rest
can still be placed. That never fails, and prefers some deals a little; it takes a position in which hardly one start in
a thousand comes to an end.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.choosing import draw_below
from pinosim.core.dealing import WORDS
from pinosim.core.jit import kernel
from pinosim.core.layout import card_at, copies_of, lowest_bit, popcount, present
from pinosim.core.random import ATTEMPT, philox_lanes

MOST_DRAWS: Final = 1 << 13
MOST_SAMPLES: Final = 1 << 13
STEPS: Final = 1 << 7  # decisions that have words of their own in a stream
_SAMPLE_SHIFT = 12  # blocks set apart for one world
_STEP_SHIFT = 25
_LAST_BLOCK = (1 << _SAMPLE_SHIFT) - 1  # far behind those that a world is dealt with
_WORD = 4294967296.0


@kernel
def slots_in(places, n_places, plan):
    """Add up the slots of a set of places."""
    total = 0
    for place in range(n_places):
        if (places >> place) & 1 != 0:
            total += plan[K.SLOTS_OF, place]
    return total


@kernel
def confined_to(places, n_kinds, plan):
    """Count the unseen cards that only places of a set may hold."""
    total = 0
    for i in range(n_kinds):
        if plan[K.ALLOWED, i] & ~places == 0:
            total += plan[K.COPIES, i]
    return total


@kernel
def close_full_places(n_kinds, n_places, plan):
    """Keep all other cards out of sets of places which the cards confined to them fill."""
    changed = True
    while changed:
        changed = False
        for places in range(1, 1 << n_places):
            slots = slots_in(places, n_places, plan)
            if slots == 0 or slots != confined_to(places, n_kinds, plan):
                continue
            for i in range(n_kinds):
                allowed = plan[K.ALLOWED, i]
                if allowed & ~places != 0 and allowed & places != 0:
                    plan[K.ALLOWED, i] = allowed & ~places
                    changed = True


@kernel
def plan_worlds(pool, n_places, rules, units, plan):
    """Make ready to deal worlds; give the number of cards to deal.

    Parameters
    ----------
    pool : int64
        The unseen cards that no place is known to hold.
    n_places : int64
        Places there are; those with no slot get nothing.
    rules : int64 array
    units : int64
    plan : int64 array, shape (N_PLAN, N_SETS)
        Rows SLOTS_OF and MAY_HOLD are read; KINDS to BOUND are filled.
    """
    width = rules[S.WIDTH]
    n_kinds = 0
    open_places = 0
    for place in range(n_places):
        if plan[K.SLOTS_OF, place] > 0:
            open_places |= 1 << place
    restricted = False
    marks = present(pool, units, width)
    while marks != 0:
        position = lowest_bit(marks)
        marks &= marks - 1
        allowed = 0
        for place in range(n_places):
            if (open_places >> place) & 1 != 0 and (plan[K.MAY_HOLD, place] >> position) & 1 != 0:
                allowed |= 1 << place
        card = card_at(position, width)
        plan[K.KINDS, n_kinds] = card
        plan[K.COPIES, n_kinds] = copies_of(pool, card, width)
        plan[K.ALLOWED, n_kinds] = allowed
        restricted = restricted or allowed != open_places
        n_kinds += 1
    if restricted:
        close_full_places(n_kinds, n_places, plan)
    n = 0
    for size in range(n_places + 1):
        for i in range(n_kinds):
            allowed = plan[K.ALLOWED, i]
            if popcount(allowed) != size:
                continue
            bound = slots_in(allowed, n_places, plan)
            for earlier in range(n):
                if plan[K.PLACES, earlier] & ~allowed == 0:
                    bound -= 1
            for _ in range(plan[K.COPIES, i]):
                plan[K.CARDS, n] = plan[K.KINDS, i]
                plan[K.PLACES, n] = allowed
                plan[K.BOUND, n] = bound
                bound -= 1
                n += 1
    return n


@kernel
def slot_drawn(draw, places, n_places, plan):
    """Find the place of the free slot numbered `draw` among a set of places; -1 if there are fewer."""
    for place in range(n_places):
        if (places >> place) & 1 != 0:
            if draw < plan[K.FREE, place]:
                return place
            draw -= plan[K.FREE, place]
    return -1


@kernel
def lay_sure_cards(n_places, plan, hands):
    """Start a world: each place has the cards it is sure to hold, and all its slots free."""
    for place in range(n_places):
        plan[K.FREE, place] = plan[K.SLOTS_OF, place]
        hands[place] = plan[K.SURE_OF, place]


@kernel
def first_block_of(step, sample):
    """Give the first block of random words set apart for a world."""
    return ((step & (STEPS - 1)) << _STEP_SHIFT) | (sample << _SAMPLE_SHIFT)


@kernel
def draw_chance(stream, step, sample, address, words):
    """Draw a number from 0 to 1 that goes with a world; parameters as in `deal_world`."""
    philox_lanes(
        first_block_of(step, sample) + _LAST_BLOCK, stream + ATTEMPT * address[2], address[1], 1,
        np.uint64(address[0]), words,
    )  # fmt: skip
    return np.float64(words[0, 0]) / _WORD


@kernel
def next_word(number, stream, first_block, address, words):
    """Give random word `number` of a world."""
    row = number & (WORDS - 1)
    if row == 0:
        philox_lanes(
            first_block + number // WORDS, stream + ATTEMPT * address[2], address[1], 1, np.uint64(address[0]), words
        )
    return words[row, 0]


@kernel
def deal_with_care(n, n_places, n_kinds, number, stream, first_block, address, width, plan, words, hands):
    """Deal a world card by card such that the rest can always be placed."""
    lay_sure_cards(n_places, plan, hands)
    sets = 1 << n_places
    for places in range(sets):
        plan[K.MARGINS, places] = slots_in(places, n_places, plan) - confined_to(places, n_kinds, plan)
    for i in range(n):
        allowed = plan[K.PLACES, i]
        fit = allowed
        for places in range(sets):
            if plan[K.MARGINS, places] <= 0 and allowed & ~places != 0:
                fit &= ~places
        if fit == 0:
            fit = sets - 1  # what is known contradicts itself
        free = 0
        for place in range(n_places):
            if (fit >> place) & 1 != 0:
                free += plan[K.FREE, place]
        place = slot_drawn(
            draw_below(next_word(number, stream, first_block, address, words), free), fit, n_places, plan
        )
        number += 1
        plan[K.FREE, place] -= 1
        hands[place] += 1 << (plan[K.CARDS, i] * width)
        for places in range(sets):
            if (places >> place) & 1 != 0 and allowed & ~places != 0:
                plan[K.MARGINS, places] -= 1


@kernel
def deal_world(n, n_places, stream, step, sample, address, rules, plan, words, hands):
    """Deal world number `sample`.

    Parameters
    ----------
    n, n_places : int64
        From `plan_worlds`, and as there.
    stream, step : int64
        Stream of random words, and which decision of the hand in it.
    sample : int64
        Below `MOST_SAMPLES`.
    address : int64 array, shape (>= 3,)
        Seed, number of the deal, attempt.
    rules : int64 array
    plan : int64 array, shape (N_PLAN, N_SETS)
    words : uint64 array, shape (WORDS, 1)
        Scratch.
    hands : int64 array, shape (>= n_places,)
        Receives the cards of each place.
    """
    width = rules[S.WIDTH]
    first_block = first_block_of(step, sample)
    number = 0
    while number < MOST_DRAWS:
        lay_sure_cards(n_places, plan, hands)
        done = 0
        while done < n:
            draw = draw_below(next_word(number, stream, first_block, address, words), plan[K.BOUND, done])
            number += 1
            place = slot_drawn(draw, plan[K.PLACES, done], n_places, plan)
            if place < 0:
                break
            plan[K.FREE, place] -= 1
            hands[place] += 1 << (plan[K.CARDS, done] * width)
            done += 1
        if done == n:
            return
    n_kinds = 0
    for i in range(n):
        if i == 0 or plan[K.CARDS, i] != plan[K.CARDS, i - 1]:
            n_kinds += 1
    deal_with_care(n, n_places, n_kinds, number, stream, first_block, address, width, plan, words, hands)
