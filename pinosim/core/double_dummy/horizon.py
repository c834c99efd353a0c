"""Play by the order of moves, all cards seen, down to a horizon from which a search can be exact.

Whole deals of the double deck are too long to be solved. Their first tricks played by the learned order of moves, and
the rest as well as can be, give one number for them: what such play takes, which is neither a bound nor the value.
"""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.playing import moves_now, play_now
from pinosim.core.jit import kernel


@kernel
def play_to_horizon(memory, index, horizon, line):
    """Play whole tricks, each seat the card the search would try first, until `horizon` cards a hand are left.

    Parameters
    ----------
    memory, index : arrays
        From `driver.new_memory`, with a position set by `setting.set_deal`, which is played on.
    horizon : int64
        Cards a hand; a position that has no more is left as it is, with a trick on the table as well.
    line : int64 array, shape (>= cards left,)
        Receives the cards played, as the rest of the house numbers them.

    Returns
    -------
    points, n : int64
        Points that the first side took with these cards, and how many cards they are.
    """
    gained = 0
    n = 0
    while memory[P.TRICKS] > horizon:
        moves_now(memory, index)
        card = memory[P.CHOICES]
        line[n] = memory[P.KIND + card]
        n += 1
        gained += play_now(memory, index, card)
    return gained * memory[P.UNIT], n
