"""When enough deals have been played, and what intervals mean after stopping there.

Stopping by how *wide* an interval is leaves its coverage alone. Stopping because the answer looks clear does not: then
intervals must hold at every look, and those that do (confidence sequences) are wider.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pinosim.api.bid_levels import net_of, net_of_passing, outcome_of_bidding, times_made
from pinosim.api.intervals import RATE_SEQUENCE, Estimate, confidence_sequence, mean, mean_of, rate

if TYPE_CHECKING:
    from pinosim.api.playouts import PlayOuts
    from pinosim.rules.schema import Rules

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Intervals:
    """How intervals are made.

    Attributes
    ----------
    planned : int or None
        None: ordinary ones. A number: valid at every look, tightest around a tenth of so many deals.
    """

    planned: int | None = None

    def rate(self, successes: int, n: int) -> Estimate:
        """Share of deals."""
        plain = rate(successes, n)
        if self.planned is None:
            return plain
        at_any_time = confidence_sequence(successes, successes, n, LEVEL, self.planned)
        low, high = min(plain.low, at_any_time.low), max(plain.high, at_any_time.high)
        return Estimate(plain.value, max(low, 0.0), min(high, 1.0), n, RATE_SEQUENCE, LEVEL)

    def mean(self, total: int, squares: int, n: int) -> Estimate:
        """Mean from sums."""
        if self.planned is None:
            return mean(total, squares, n)
        return confidence_sequence(total, squares, n, LEVEL, self.planned)

    def mean_of(self, numbers: NDArray[np.float64] | NDArray[np.int64]) -> Estimate:
        """Mean of numbers."""
        if self.planned is None:
            return mean_of(numbers)
        return confidence_sequence(
            float(numbers.sum()), float((numbers * numbers).sum()), len(numbers), LEVEL, self.planned
        )

    def over_all(self, chosen: Estimate, others: Iterable[Estimate]) -> Estimate:
        """Widen an interval to cover whichever of several means is meant; see `Estimate.reaching_over`."""
        return chosen.reaching_over(others, whole=self.planned is not None)


def known_well(bid: int, rules: Rules, ways: Sequence[str], precision: float) -> Callable[[PlayOuts], bool]:
    """Make the question whether the chance of a bid is known to a precision, with every trump.

    Parameters
    ----------
    bid : int
        The bid.
    rules : Rules
        The rule set.
    ways : sequence of str
        The suits that may be named, or `bid_levels.AFTER_KITTY`.
    precision : float
        Largest half-width of a 95% interval.
    """

    def sure(outs: PlayOuts) -> bool:
        return all(rate(times_made(outs, way, bid, rules), outs.n).margin <= precision for way in ways)

    return sure


def is_clear(seat: int, rules: Rules, ways: Sequence[str], planned: int) -> Callable[[PlayOuts], bool]:
    """Make the question whether it is clear that bidding is better than passing, or worse, with the best of all trumps.

    Parameters
    ----------
    seat : int
        Whose call it is.
    rules : Rules
        The rule set.
    ways : sequence of str
        The suits that may be named; as the best of them counts, each must be clearer.
    planned : int
        Deals that will be played at most.
    """

    def clear(outs: PlayOuts) -> bool:
        net_pass = net_of_passing(outs, rules)
        if net_pass is None:
            return True
        gains = [net_of(outcome_of_bidding(outs, way, seat, rules), rules) - net_pass for way in ways]
        level = 1 - (1 - LEVEL) / len(gains)
        spans = [
            confidence_sequence(float(gain.sum()), float((gain * gain).sum()), len(gain), level, planned)
            for gain in gains
        ]
        best = max(spans, key=lambda span: span.value)
        return best.low > 0 or all(span.high < 0 for span in spans)

    return clear
