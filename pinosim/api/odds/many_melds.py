"""The meld of many hands at once, for sampled odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from pinosim.api.odds.values import AROUND_RANKS, KING, N_STRENGTHS, NINE, PINOCHLE, QUEEN, RUN_RANKS, MeldValues
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from numpy.typing import NDArray


def many_meld_points(counts: Sequence[Any], values: MeldValues, trump: int) -> NDArray[Any]:
    """Points of all melds in many hands.

    Parameters
    ----------
    counts : sequence of 24 int arrays, shape (n,)
        Copies of each card, in the order of `pinosim.cards.CARDS`.
    values : MeldValues
        What melds pay.
    trump : int
        Place of the trump suit in `SUITS`.

    Returns
    -------
    int64 array, shape (n,)
    """
    import numpy as np

    def least(*cards: int) -> Any:
        return reduce(np.minimum, (counts[card] for card in cards))

    suits = range(len(SUITS))
    own = trump * N_STRENGTHS
    runs = least(*(own + rank for rank in RUN_RANKS))
    marriages = [least(suit * N_STRENGTHS + KING, suit * N_STRENGTHS + QUEEN) for suit in suits]
    points: NDArray[Any] = (
        values.trump_table[runs, counts[own + KING], counts[own + QUEEN]] + values.dix * counts[own + NINE]
    )
    points += values.plain * sum(marriages[suit] for suit in suits if suit != trump)
    arounds = [least(*(suit * N_STRENGTHS + rank for suit in suits)) for rank in AROUND_RANKS]
    for table, level in zip(values.arounds, arounds, strict=True):
        points += np.array(table)[level]
    points += np.array(values.pinochle)[least(*PINOCHLE)]
    rounds = np.minimum(arounds[1], arounds[2])
    points += values.roundhouse * rounds + values.roundhouse_beside_run * ((rounds > 0) & (runs > 0))
    return points
