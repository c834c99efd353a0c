"""Holding a simulation against an exact distribution: every share and the mean, in standard errors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.api.distribution import Distribution
    from pinosim.api.runs import Run

FEWEST_EXPECTED: Final = 50
"""Rarer numbers of points are put together, as a share of so few hands is not normally distributed."""


class CheckRow(NamedTuple):
    """One quantity: what was expected, what was seen, and the distance in standard errors."""

    what: str
    expected: float
    seen: float
    standard_errors: float


@dataclass(frozen=True)
class DistributionCheck:
    """What came of holding a simulation against a distribution.

    Attributes
    ----------
    rows : tuple of CheckRow
        The mean first (points), then shares of hands (0 to 1) by points.
    n : int
        Simulated hands.
    limit : float
        Standard errors that are near enough.
    """

    rows: tuple[CheckRow, ...]
    n: int
    limit: float

    @property
    def worst(self) -> CheckRow:
        """The quantity that lies farthest off."""
        return max(self.rows, key=lambda row: abs(row.standard_errors))

    @property
    def ok(self) -> bool:
        """Whether every quantity lies near enough."""
        return abs(self.worst.standard_errors) <= self.limit

    def __bool__(self) -> bool:
        return self.ok

    def to_frame(self) -> pd.DataFrame:
        """As a frame: `what`, `expected`, `seen`, `standard_errors`."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=list(CheckRow._fields))

    def __str__(self) -> str:
        worst = self.worst
        verdict = "agrees" if self.ok else "DISAGREES"
        return (
            f"{verdict}: {len(self.rows)} quantities over {self.n:,} hands; farthest off: {worst.what}, "
            f"expected {worst.expected:.6g}, seen {worst.seen:.6g}, {worst.standard_errors:+.1f} standard errors "
            f"(limit {self.limit:g})"
        )


def check_distribution(
    exact: Distribution, simulated: Run | Mapping[int, int], standard_errors: float
) -> DistributionCheck:
    """Hold a simulation against a distribution; see `Distribution.check`."""
    counts = dict(simulated) if isinstance(simulated, Mapping) else _counts_of_run(exact, simulated)
    n = sum(counts.values())
    if n < FEWEST_EXPECTED:
        raise PinosimError(f"expected at least {FEWEST_EXPECTED} simulated hands, got {n}")
    mean = sum(points * hands for points, hands in counts.items()) / n
    error = exact.sd / math.sqrt(n)
    rows = [CheckRow("mean", exact.mean, mean, _distance(mean - exact.mean, error))]
    rare_expected, rare_seen = 0, n - sum(hands for points, hands in counts.items() if points in exact.ways)
    impossible = rare_seen
    for points, ways in exact.ways.items():
        if n * ways >= FEWEST_EXPECTED * exact.hands:
            rows.append(_share(f"{points} points", ways, exact.hands, counts.get(points, 0), n))
        else:
            rare_expected += ways
            rare_seen += counts.get(points, 0)
    if n * rare_expected >= FEWEST_EXPECTED * exact.hands:
        rows.append(_share("rarer points together", rare_expected, exact.hands, rare_seen, n))
    if impossible:
        rows.append(CheckRow("points that cannot be", 0.0, impossible / n, math.inf))
    return DistributionCheck(tuple(rows), n, standard_errors)


def _share(what: str, ways: int, hands: int, seen: int, n: int) -> CheckRow:
    p = ways / hands
    return CheckRow(what, p, seen / n, _distance(seen / n - p, math.sqrt(p * (1 - p) / n)))


def _distance(off: float, error: float) -> float:
    return off / error if error else 0.0 if not off else math.copysign(math.inf, off)


def _counts_of_run(exact: Distribution, run: Run) -> dict[int, int]:
    if not exact.trump:
        raise PinosimError(f"a run does not record {exact.what}; give the counts seen, points to hands")
    if run.facts.rules_hash != exact.rules_hash:
        raise PinosimError(
            f"expected a run of {exact.rules_id} ({exact.rules_hash}), got one of {run.facts.rules} "
            f"({run.facts.rules_hash})"
        )
    table: Any = run.aggregates["meld_by_trump"]
    own = table[table["trump"] == exact.trump]
    return dict(zip(own["meld"].tolist(), own["count"].tolist(), strict=True))
