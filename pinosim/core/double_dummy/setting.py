"""Laying out a position: hands of counts become bits of suits, points are divided by their common unit."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pinosim.core import slots as S
from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import raw
from pinosim.core.jit import kernel

MAX_PLAYERS: Final = 4
MAX_SUIT: Final = 20  # cards of a suit in all hands: so many fit into a row's code
LARGEST_INDEX: Final = 4 << MAX_SUIT
MOST_POINTS: Final = 65_000  # in units, in a whole deal: so many fit into an entry of the table
OK: Final = 0
TOO_MANY_PLAYERS: Final = 1
TOO_LONG_SUIT: Final = 2
UNEQUAL_HANDS: Final = 3
TOO_MANY_ON_TABLE: Final = 4
TOO_SMALL_INDEX: Final = 5
TOO_MANY_POINTS: Final = 6


@kernel
def greatest_common_divisor(a, b):
    """Greatest whole number that divides both; of 0 and b it is b."""
    while b != 0:
        a, b = b, a % b
    return a


@kernel
def index_size(hands, players, trick, n_trick, n_ranks, width):
    """Places that the index of rows needs for a position: all sets of the cards of each suit."""
    size = 0
    field = (1 << width) - 1
    for suit in range(4):
        cards = 0
        for seat in range(players):
            for rank in range(n_ranks):
                cards += (hands[seat] >> ((suit * n_ranks + rank) * width)) & field
        for i in range(n_trick):
            cards += trick[i] // n_ranks == suit
        size += 1 << cards
    return size


@kernel
def set_points(m, rules):
    """Divide points by their unit; number the classes of ranks."""
    n_ranks = rules[S.N_RANKS]
    low = S.COUNTERS + 6 - n_ranks
    unit = rules[S.LAST_TRICK]
    for rank in range(n_ranks):
        unit = greatest_common_divisor(rules[low + rank], unit)
    unit = max(unit, 1)
    m[P.UNIT] = unit
    m[P.LAST_TRICK] = rules[S.LAST_TRICK] // unit
    rising = True
    dearest = 1
    for rank in range(n_ranks):
        m[P.VALUE_OF_RANK + rank] = rules[low + rank] // unit
        dearest = max(dearest, m[P.VALUE_OF_RANK + rank])
        if rank > 0 and rules[low + rank] < rules[low + rank - 1]:
            rising = False
    m[P.RISING] = rising
    m[P.MOST_VALUE] = dearest
    for rank in range(n_ranks):
        m[P.PRICE_OF_RANK + rank] = 4 * m[P.VALUE_OF_RANK + rank] // dearest
        # Cards of one class may stand for each other only if a higher class always beats a lower one.
        same = rising and rank > 0 and rules[low + rank] == rules[low + rank - 1]
        m[P.CLASS_OF_RANK + rank] = m[P.CLASS_OF_RANK + rank - 1] if same else rank


@kernel
def set_deal(memory, index, hands, trick, n_trick, leader, trump, sides, rules):
    """Lay out a position.

    Parameters
    ----------
    memory, index : int64 and int32 arrays
        From `driver.new_memory`; the index at least `index_size` long.
    hands : int64 array, shape (>= players,)
        What each seat still holds.
    trick : int64 array
        Cards on the table, in the order played; `n_trick` of them, fewer than there are players.
    leader : int64
        Seat that leads, or led the trick on the table.
    trump : int64
    sides : int64
        Mask of the seats on one side; all others are the other side.
    rules : int64 array

    Returns
    -------
    int64
        0, or why the position cannot be solved.
    """
    m = raw(memory)
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    field = (1 << width) - 1
    if players > MAX_PLAYERS:
        return TOO_MANY_PLAYERS
    if n_trick < 0 or n_trick >= players:
        return TOO_MANY_ON_TABLE
    if index_size(hands, players, trick, n_trick, n_ranks, width) > len(index):
        return TOO_SMALL_INDEX
    m[P.PLAYERS] = players
    m[P.TRUMP] = trump
    m[P.FIRST_SIDE] = sides if (sides >> leader) & 1 else ((1 << players) - 1) & ~sides
    m[P.FIELDS] = 0
    m[P.FIELDS + 1] = 0
    for seat in range(players):
        m[P.FIELDS + ((m[P.FIRST_SIDE] >> seat) & 1)] |= np.int64(0xFFFF) << np.int64(16 * seat)
    m[P.LEADER] = leader
    m[P.N_RANKS] = n_ranks
    m[P.WIDTH] = width
    m[P.BEAT_TRUMP_LEAD] = rules[S.BEAT_TRUMP_LEAD]
    m[P.BEAT_PLAIN_LEAD] = rules[S.BEAT_PLAIN_LEAD]
    m[P.BEAT_PLAIN_AFTER_TRUMP] = rules[S.BEAT_PLAIN_AFTER_TRUMP]
    m[P.MUST_TRUMP] = rules[S.MUST_TRUMP]
    m[P.OVERTRUMP] = rules[S.OVERTRUMP]
    set_points(m, rules)
    left = m[P.LAST_TRICK]
    tricks = -1
    for seat in range(players):
        size = 0
        for card in range(4 * n_ranks):
            size += (hands[seat] >> (card * width)) & field
        size += (seat - leader + players) % players < n_trick
        if tricks >= 0 and size != tricks:
            return UNEQUAL_HANDS
        tricks = size
    m[P.TRICKS] = tricks
    m[P.ON_TABLE] = n_trick
    begin = 0
    for suit in range(4):
        bit = 0
        for seat in range(4):
            m[P.OWN + suit * 4 + seat] = 0
        for rank in range(n_ranks):
            kind = suit * n_ranks + rank
            m[P.FIRST_OF_RANK + suit * 8 + rank] = bit
            for seat in range(players):
                copies = (hands[seat] >> (kind * width)) & field
                order = (seat - leader + players) % players
                on_table = order < n_trick and trick[order] == kind
                for copy in range(copies + on_table):
                    if bit >= MAX_SUIT:
                        return TOO_LONG_SUIT
                    card = suit * 32 + bit
                    m[P.RANK + card] = rank
                    m[P.VALUE + card] = m[P.VALUE_OF_RANK + rank]
                    m[P.OWNER + card] = seat
                    m[P.PRICE + card] = m[P.PRICE_OF_RANK + rank]
                    m[P.KIND + card] = kind
                    m[P.OWN + suit * 4 + seat] |= 1 << bit
                    left += m[P.VALUE + card]
                    if copy == 0 and on_table:
                        m[P.TABLE_CARDS + order] = card
                    bit += 1
        m[P.FIRST_OF_RANK + suit * 8 + n_ranks] = bit
        m[P.CARDS_IN_SUIT + suit] = bit
        m[P.START + suit] = (1 << bit) - 1
        m[P.INDEX_START + suit] = begin
        for i in range(begin, begin + (1 << bit)):
            index[i] = P.EMPTY_ROW
        begin += 1 << bit
        for card in range(suit * 32, suit * 32 + bit):
            rank = m[P.RANK + card]
            m[P.ABOVE + card] = ((1 << bit) - 1) & ~((1 << m[P.FIRST_OF_RANK + suit * 8 + rank + 1]) - 1)
            members = 0
            for other in range(bit):
                same = m[P.CLASS_OF_RANK + m[P.RANK + suit * 32 + other]] == m[P.CLASS_OF_RANK + rank]
                members |= same << other
            m[P.CLASS + card] = members
    if left > MOST_POINTS:
        return TOO_MANY_POINTS
    m[P.LEFT] = left
    m[P.ROWS_USED] = 0
    for i in range(P.N_KILLERS):
        m[P.KILLERS + i] = -1
    for i in range(P.N_ANSWERS):
        m[P.ANSWERS + i] = -1
    return OK


def set_leader(memory: Any, leader: int) -> None:
    """Let another seat lead the position that was set, nothing being on the table; the first side stays the same."""
    memory[P.LEADER] = leader
