"""Playing cards on the position itself, one after the other, and putting it back."""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import raw
from pinosim.core.double_dummy.moves import list_moves
from pinosim.core.double_dummy.ordering import sort_moves
from pinosim.core.double_dummy.search import first_frame, play
from pinosim.core.jit import kernel


@kernel
def moves_now(memory, index):
    """List the cards that may be played now from `CHOICES` on, the most promising first, one for each equal run.

    Returns
    -------
    n, seat : int64
        How many, and whose.
    """
    m = raw(memory)
    f = first_frame(m, raw(index))
    n = list_moves(m, f, P.FRAMES)
    if n > 1:
        sort_moves(m, f, n)
    for i in range(n):
        m[P.CHOICES + i] = m[f + P.MOVES + i] & 127
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
def keep(memory):
    """Keep the position as it is now."""
    for i in range(P.HEADER):
        memory[P.KEPT + i] = memory[i]


@kernel
def restore(memory):
    """Put back the position that was kept, but not what is known of its suits since."""
    rows = memory[P.ROWS_USED]
    for i in range(P.HEADER):
        memory[i] = memory[P.KEPT + i]
    memory[P.ROWS_USED] = rows


@kernel
def play_out(memory, index):
    """Play to the end, each seat the card that the search would try first, and put the position back.

    Returns
    -------
    int64
        Points, in units, that the first side takes so: a guess of the value.
    """
    for i in range(P.HEADER):
        memory[P.BEGUN + i] = memory[i]
    points = 0
    while memory[P.TRICKS] > 0:
        moves_now(memory, index)
        points += play_now(memory, index, memory[P.CHOICES])
    rows = memory[P.ROWS_USED]
    for i in range(P.HEADER):
        memory[i] = memory[P.BEGUN + i]
    memory[P.ROWS_USED] = rows
    return points
