"""From yes/no questions to values: each answer narrows an interval until it is one number.

The first question is about a guess; the next ones about the bound that came back, a point above or below. With a limit
on the search, questions far from the guess come first, as they are the cheap ones: the interval narrows from both sides
as long as the limit lasts.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.guessing import guess_value
from pinosim.core.double_dummy.search import ask
from pinosim.core.double_dummy.table import forget
from pinosim.core.double_dummy.weights import load_weights
from pinosim.core.jit import kernel

SMALLEST_INDEX: Final = 1 << 14
ENTRY_BYTES: Final = 16
NO_GUESS: Final = -1  # let the solver guess


def zeros_in_lines(words: int) -> Any:
    """Make an array that begins where a cache line does: rows, frames and buckets then do not straddle two."""
    room = np.zeros(words + 7, np.int64)
    skipped = -room.ctypes.data // 8 % 8
    return room[skipped : skipped + words]


def new_memory(megabytes: float, index_places: int = SMALLEST_INDEX) -> tuple[Any, Any, Any]:
    """Make the arrays one thread works in.

    Parameters
    ----------
    megabytes : float
        Size of the table of positions, rounded down to a power of two of buckets, one bucket at least.
    index_places : int
        From `setting.index_size`.

    Returns
    -------
    memory : int64 array, shape (places.MEMORY_SIZE,)
    index : int32 array, shape (index_places,)
    table : int64 array, two words an entry
    """
    buckets = 1
    while 2 * buckets * P.BUCKET * ENTRY_BYTES <= megabytes * 2**20:
        buckets *= 2
    memory = zeros_in_lines(P.MEMORY_SIZE)
    load_weights(memory)
    memory[P.GENERATION] = 1
    return memory, np.full(index_places, P.EMPTY_ROW, np.int32), zeros_in_lines(2 * P.BUCKET * buckets)


@kernel
def buckets_for(memory):
    """Give a small position a small part of the table, which stays in the cache of the machine."""
    return 1 << max(memory[P.TRICKS] + 3, 0)


@kernel
def narrow(memory, index, table, target, low, high, node_limit):
    """Find the points the first side still takes, in units, known to lie from `low` to `high`.

    Returns
    -------
    low, high, nodes : int64
        `low == high` unless the node limit (0: none) was reached.
    """
    nodes = 0
    while low < high:
        target = min(max(target, low + 1), high)
        if node_limit > 0 and nodes >= node_limit:
            break
        value, used, finished = ask(memory, index, table, target, node_limit - nodes if node_limit > 0 else 0)
        nodes += used
        if finished == 0:
            break
        if value >= target:
            low = value
            target = value + 1
        else:
            high = value
            target = value
    return low, high, nodes


@kernel
def approach(memory, index, table, guess, high, node_limit):
    """Narrow an interval from 0 to `high` from both sides, in steps half as long each time, towards a guess.

    A question may take a quarter of what is left of the limit; a side whose question was not answered is left alone.

    Returns
    -------
    low, high, nodes : int64
        In units.
    """
    low = 0
    nodes = 0
    step = max((high + 1) // 2, 1)
    below = True  # still asking on this side
    above = True
    while step > 0 and low < high and (below or above):
        for side in range(2):
            target = guess - step if side == 0 else guess + step
            if low < target <= high and (below if side == 0 else above) and nodes < node_limit:
                allowed = max((node_limit - nodes) // 4, 1)
                value, used, finished = ask(memory, index, table, target, allowed)
                nodes += used
                if finished == 0:
                    if side == 0:
                        below = False
                    else:
                        above = False
                elif value >= target:
                    low = value
                else:
                    high = value
        step //= 2
    return low, high, nodes


@kernel
def solve(memory, index, table, guess, node_limit, keep_table):
    """Find the points that the side of the leader takes.

    Parameters
    ----------
    memory, index, table : arrays
        From `new_memory`, with a position set by `setting.set_deal`.
    guess : int64
        Where to begin, in points; `NO_GUESS` to let the solver guess.
    node_limit : int64
        Cards to be played in the search at most; 0: as many as it takes.
    keep_table : int64
        1: the same deal and sides were solved before, use what was proved.

    Returns
    -------
    low, high, nodes : int64
        Points; `low == high` unless the node limit was reached.
    """
    if keep_table == 0:
        forget(memory, table, buckets_for(memory))
    unit = memory[P.UNIT]
    high = memory[P.LEFT]
    target = guess_value(memory, index) if guess < 0 else (guess + unit // 2) // unit
    low = 0
    nodes = 0
    if node_limit > 0:
        low, high, nodes = approach(memory, index, table, target, high, node_limit)
        target = max(low + 1, min(target, high))
    if low < high and (node_limit == 0 or nodes < node_limit):
        rest = node_limit - nodes if node_limit > 0 else 0
        low, high, used = narrow(memory, index, table, target, low, high, rest)
        nodes += used
    return low * unit, high * unit, nodes


@kernel
def reaches(memory, index, table, points, node_limit):
    """Tell whether the side of the leader takes at least so many points.

    Returns
    -------
    answer, nodes : int64
        1 yes, 0 no, -1 if the node limit (0: none) was reached.
    """
    forget(memory, table, buckets_for(memory))
    unit = memory[P.UNIT]
    target = (points + unit - 1) // unit
    if target <= 0:
        return 1, 0
    if target > memory[P.LEFT]:
        return 0, 0
    value, nodes, finished = ask(memory, index, table, target, node_limit)
    if finished == 0:
        return -1, nodes
    return int(value >= target), nodes
