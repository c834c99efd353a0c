"""Decisions of a search written down and graded: what the order of moves is learned from.

A decision is a position in which the seat to play has a card that answers the question its way. Each of its moves is
tried alone: does it answer, and how many nodes does that take?
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import raw
from pinosim.core.double_dummy.ordering import N_FEATURES, add_scores, answer_place
from pinosim.core.double_dummy.playing import keep, moves_now, play_now, restore
from pinosim.core.double_dummy.search import ask, first_frame
from pinosim.core.double_dummy.table import forget
from pinosim.core.jit import kernel

GRADED = N_FEATURES + 4  # a row: decision, position in the trick, nodes, 1 if it answered; then the features


def with_room_for_samples(memory: Any, n: int) -> Any:
    """Give a longer memory, with room for `n` decisions behind it."""
    return np.concatenate([memory, np.zeros(P.FIRST_SAMPLE - P.MEMORY_SIZE + n * P.SAMPLE_SIZE, np.int64)])


@kernel
def start_sampling(memory, n, every):
    """Write down `n` decisions at most from now on, one of `every`; forget those written before."""
    memory[P.SAMPLES] = n
    memory[P.SAMPLES + 1] = every
    memory[P.SAMPLES + 2] = 0
    memory[P.SAMPLE_AT] = P.FIRST_SAMPLE


@kernel
def grade_samples(memory, index, table, first_number, node_limit, graded):
    """Try every move of the decisions written down.

    Parameters
    ----------
    memory, index, table : arrays
        Of the deal the decisions come from.
    first_number : int64
        Number of the first decision.
    node_limit : int64
        Most nodes for a move; one that takes more counts as not answering.
    graded : int64 array, shape (rows, GRADED)
        Receives a row a move.

    Returns
    -------
    int64
        Rows filled.
    """
    m = raw(memory)
    end = memory[P.SAMPLE_AT]
    memory[P.SAMPLE_AT] = 0
    rows = 0
    number = first_number
    for place in range(P.FIRST_SAMPLE, end, P.SAMPLE_SIZE):
        for suit in range(4):
            memory[P.START + suit] = memory[place + suit]
        memory[P.LEADER] = memory[place + 4]
        memory[P.TRICKS] = memory[place + 5]
        memory[P.LEFT] = memory[place + 6]
        memory[P.ON_TABLE] = memory[place + 7]
        for i in range(3):
            memory[P.TABLE_CARDS + i] = memory[place + 8 + i]
        target = memory[place + 11]
        n, _ = moves_now(memory, index)
        if rows + n > len(graded):
            break
        buckets = 1 << max(memory[P.TRICKS] - 2, 0)
        keep(memory)
        f = first_frame(m, raw(index))
        memory[P.KILLERS + memory[P.TRICKS] * 4 + memory[f + P.SEAT]] = memory[place + 12]
        memory[answer_place(m, f)] = memory[place + 13]
        mine = (memory[P.FIRST_SIDE] >> memory[f + P.SEAT]) & 1
        for feature in range(N_FEATURES):
            for i in range(n):
                memory[f + P.MOVES + i] = memory[P.CHOICES + i]
            memory[P.UNIT_WEIGHTS + feature] = 1
            add_scores(m, f, P.FRAMES, n, P.UNIT_WEIGHTS)
            memory[P.UNIT_WEIGHTS + feature] = 0
            for i in range(n):
                graded[rows + i, 4 + feature] = memory[f + P.MOVES + i] >> 7
        for i in range(n):
            forget(memory, table, buckets)
            wanted = target - play_now(memory, index, memory[P.CHOICES + i])
            nodes = 0
            finished = 1
            value = 0
            if wanted <= 0:
                value = wanted
            elif wanted > memory[P.LEFT]:
                value = wanted - 1
            else:
                value, nodes, finished = ask(memory, index, table, wanted, node_limit)
            restore(memory)
            graded[rows, 0] = number
            graded[rows, 1] = memory[P.ON_TABLE]
            graded[rows, 2] = nodes + 1
            graded[rows, 3] = finished & (mine == (value >= wanted))
            rows += 1
        number += 1
    return rows
