"""The play that gives the value: the worth of every card that may be played, and one line of best play."""

from __future__ import annotations

from typing import Final

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.driver import narrow
from pinosim.core.double_dummy.machine import lowest_one, raw
from pinosim.core.double_dummy.playing import keep, moves_now, play_now, restore
from pinosim.core.double_dummy.search import ask, first_frame
from pinosim.core.jit import kernel

MAX_MOVES: Final = 24  # kinds of cards in a deck


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
    keep(memory)
    n, _ = moves_now(memory, index)
    found = 0
    nodes = 0
    for i in range(n):
        card = memory[P.CHOICES + i]
        gain = play_now(memory, index, card)
        low = 0
        high = memory[P.LEFT]
        if node_limit == 0 or nodes < node_limit:
            low, high, used = narrow(
                memory, index, table, guess // unit - gain, 0, high, node_limit - nodes if node_limit > 0 else 0
            )
            nodes += used
        restore(memory)
        # Every card that this one stands for has the same value.
        m = raw(memory)
        f = first_frame(m, raw(index))
        run = run_of(m, f, card)
        while run != 0:
            kind = m[P.KIND + (card & 96) + lowest_one(run)]
            run &= run - 1
            if found == 0 or kinds[found - 1] != kind:
                kinds[found] = kind
                lows[found] = (low + gain) * unit
                highs[found] = (high + gain) * unit
                found += 1
    return found, nodes


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
    n_line = 0
    nodes = 0
    while memory[P.TRICKS] > 0:
        n, seat = moves_now(memory, index)
        keep(memory)
        mine = (memory[P.FIRST_SIDE] >> seat) & 1
        chosen = memory[P.CHOICES + n - 1]  # if all others fail it must be this one
        for i in range(n - 1):
            gain = play_now(memory, index, memory[P.CHOICES + i])
            target = value - gain + 1 - mine
            if target <= 0:
                reached = True
            elif target > memory[P.LEFT]:
                reached = False
            else:
                bound, used, _ = ask(memory, index, table, target, 0)
                nodes += used
                reached = bound >= target
            restore(memory)
            if reached == (mine == 1):
                chosen = memory[P.CHOICES + i]
                break
        value -= play_now(memory, index, chosen)
        line[n_line] = memory[P.KIND + chosen]
        n_line += 1
    return n_line, nodes
