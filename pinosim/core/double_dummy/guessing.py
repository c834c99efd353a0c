"""Where to begin asking: a guess of the value from what is held, and from the cards played out by the order of moves.

The nearer the first question is to the value, the less is searched. Play by the order of moves alone often goes astray,
and so does counting trumps, aces and short suits; together they guess better than either. The weights are fitted along
with the order of moves, by `analyses/fit_ordering.py`.
"""

from __future__ import annotations

from typing import Final

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones
from pinosim.core.double_dummy.playing import play_out
from pinosim.core.jit import kernel

GUESS_FEATURES: Final = (
    "leader's side",
    "ranks of trumps",
    "highest trumps",
    "highest cards of plain suits",
    "longest trumps",
    "short plain suits",
    "play-out",
)
SHARES: Final = 1000  # weights are thousandths of the points left


@kernel
def holdings(m):
    """Compare what the sides hold: the first side's less the other's, of cards on the table as well.

    Returns
    -------
    ranks, highest_trumps, highest, longest, short : int64
        Ranks of trumps added up; trumps of the highest rank; highest cards of plain suits; trumps of the seat that has
        most of them; cards that plain suits fall short of two.
    """
    trump = m[P.TRUMP]
    ranks = 0
    highest_trumps = 0
    highest = 0
    longest_first = 0
    longest_other = 0
    short = 0
    for seat in range(m[P.PLAYERS]):
        first = (m[P.FIRST_SIDE] >> seat) & 1
        sign = 1 if first else -1
        for suit in range(4):
            held = m[P.START + suit] & m[P.OWN + suit * 4 + seat]
            length = count_ones(held)
            of_highest_rank = count_ones(held >> m[P.FIRST_OF_RANK + suit * 8 + m[P.N_RANKS] - 1])
            if suit != trump:
                highest += sign * of_highest_rank
                short += sign * max(0, 2 - length)
                continue
            highest_trumps += sign * of_highest_rank
            if first:
                longest_first = max(longest_first, length)
            else:
                longest_other = max(longest_other, length)
            for rank in range(1, m[P.N_RANKS]):
                ranks += sign * count_ones(held >> m[P.FIRST_OF_RANK + suit * 8 + rank])
    return ranks, highest_trumps, highest, longest_first - longest_other, short


@kernel
def guess_value(memory, index):
    """Guess where the points, in units, that the first side takes pass from sure to out of reach.

    That is half a point above the value: "no" to one point more than the value is as good a beginning as "yes" to the
    value itself, while two points more, or one less, need a third question.
    """
    played = play_out(memory, index)
    seats = count_ones(memory[P.FIRST_SIDE])
    if memory[P.TRICKS] == 0 or 2 * seats != memory[P.PLAYERS]:
        return played  # the weights are for sides alike in number
    left = memory[P.LEFT]
    ranks, highest_trumps, highest, longest, short = holdings(memory)
    weights = P.GUESS
    shares = memory[weights + 1] * ranks + memory[weights + 2] * highest_trumps + memory[weights + 3] * highest
    shares += memory[weights + 4] * longest + memory[weights + 5] * short
    twice = left * (SHARES + 2 * memory[weights] + 2 * shares // memory[P.TRICKS])
    twice += memory[weights + 6] * (2 * played - left)
    return min(max(twice // (2 * SHARES) + 1, 0), left)
