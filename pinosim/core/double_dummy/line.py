"""The play that gives the value: cards played one after the other on the position itself, and the worth of each."""

from __future__ import annotations

from typing import Final

import numpy as np

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.driver import narrow
from pinosim.core.double_dummy.machine import lowest_one, raw
from pinosim.core.double_dummy.moves import list_moves
from pinosim.core.double_dummy.ordering import sort_moves
from pinosim.core.double_dummy.search import ask, first_frame, play
from pinosim.core.jit import kernel

MAX_MOVES: Final = 24  # kinds of cards in a deck


@kernel
def moves_now(memory, index, cards):
    """List the cards that may be played now, the most promising first, one for each run of equal cards.

    Parameters
    ----------
    memory, index : arrays
    cards : int64 array, shape (>= 24,)
        Receives the cards, as `suit * 32 + bit`.

    Returns
    -------
    n, seat : int64
        How many, and whose.
    """
    m = raw(memory)
    f = first_frame(m, raw(index))
    n = list_moves(m, f, P.FRAMES)
    if n > 1:
        sort_moves(m, f, P.FRAMES, n)
    for i in range(n):
        cards[i] = m[f + P.MOVES + i] & 127
    return n, m[f + P.SEAT]


@kernel
def play_now(memory, index, card):
    """Play a card on the position itself.

    Returns
    -------
    int64
        Points, in units, that the first side took with a trick this card ended.
    """
    m = raw(memory)
    f = first_frame(m, raw(index))
    g = play(m, f, card, m[P.PLAYERS], m[P.TRUMP], m[P.FIRST_SIDE])
    if m[g + P.POSITION] != 0:
        m[P.TABLE_CARDS + m[P.ON_TABLE]] = card
        m[P.ON_TABLE] += 1
        return 0
    m[P.ON_TABLE] = 0
    m[P.LEADER] = m[g + P.SEAT]
    m[P.LEFT] = m[g + P.POINTS_LEFT]
    m[P.TRICKS] = m[g + P.TRICKS_LEFT]
    for suit in range(4):
        m[P.START + suit] = m[P.LEFT_IN_SUIT + suit]
    return m[f + P.GAIN]


@kernel
def value_cards(memory, index, table, guess, node_limit, kinds, lows, highs):
    """Find what the first side takes after each card that may be played now.

    Parameters
    ----------
    memory, index, table : arrays
        Of a position that `driver.solve` has solved.
    guess : int64
        Where to begin, in points: the value of the position.
    node_limit : int64
        For all cards together; 0: none.
    kinds, lows, highs : int64 arrays, shape (>= 24,)
        Receive the cards as the rest of the house numbers them, and the points.

    Returns
    -------
    n, nodes : int64
        How many cards, and what it took.
    """
    unit = memory[P.UNIT]
    position = memory[: P.HEADER].copy()
    cards = np.empty(MAX_MOVES, np.int64)
    n, _ = moves_now(memory, index, cards)
    found = 0
    nodes = 0
    for i in range(n):
        gain = play_now(memory, index, cards[i])
        low = 0
        high = memory[P.LEFT]
        if node_limit == 0 or nodes < node_limit:
            low, high, used = narrow(
                memory, index, table, guess // unit - gain, 0, high, node_limit - nodes if node_limit > 0 else 0
            )
            nodes += used
        restore(memory, position)
        # Every card that this one stands for has the same value.
        m = raw(memory)
        f = first_frame(m, raw(index))
        run = run_of(m, f, cards[i])
        while run != 0:
            kind = m[P.KIND + (cards[i] & 96) + lowest_one(run)]
            run &= run - 1
            if found == 0 or kinds[found - 1] != kind:
                kinds[found] = kind
                lows[found] = (low + gain) * unit
                highs[found] = (high + gain) * unit
                found += 1
    return found, nodes


@kernel
def restore(memory, position):
    """Put back a position kept before cards were played on it, but not what is known of its suits."""
    rows = memory[P.ROWS_USED]
    memory[: P.HEADER] = position
    memory[P.ROWS_USED] = rows


@kernel
def run_of(m, f, card):
    """Mask of the cards that a representative stands for."""
    suit = card >> 5
    bit = card & 31
    row = m[P.FRAMES + P.ROW + suit]
    own = m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + m[f + P.SEAT]] & m[P.CLASS + card]
    own = (own >> bit) << bit
    above = own & m[row + P.REPRESENTATIVES] & ~(1 << bit)
    return own & ((1 << lowest_one(above)) - 1) if above != 0 else own


@kernel
def best_line(memory, index, table, value, line):
    """Play the position to its end by best play; the position is used up.

    Parameters
    ----------
    memory, index, table : arrays
        Of a position that `driver.solve` has solved, with the table it left.
    value : int64
        The exact value, in points.
    line : int64 array, shape (>= cards left,)
        Receives the cards as the rest of the house numbers them.

    Returns
    -------
    n, nodes : int64
        How many cards, and what it took.
    """
    value //= memory[P.UNIT]
    position = memory[: P.HEADER].copy()
    cards = np.empty(MAX_MOVES, np.int64)
    n_line = 0
    nodes = 0
    while memory[P.TRICKS] > 0:
        n, seat = moves_now(memory, index, cards)
        position[:] = memory[: P.HEADER]
        mine = (memory[P.FIRST_SIDE] >> seat) & 1
        chosen = cards[n - 1]  # if all others fail it must be this one
        for i in range(n - 1):
            gain = play_now(memory, index, cards[i])
            target = value - gain + 1 - mine
            if target <= 0:
                reached = True
            elif target > memory[P.LEFT]:
                reached = False
            else:
                bound, used, _ = ask(memory, index, table, target, 0)
                nodes += used
                reached = bound >= target
            restore(memory, position)
            if reached == (mine == 1):
                chosen = cards[i]
                break
        value -= play_now(memory, index, chosen)
        line[n_line] = memory[P.KIND + chosen]
        n_line += 1
    return n_line, nodes
