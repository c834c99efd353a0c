"""A run told in the other scale: the same hands, every point ten times as large or small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from pinosim.api.aggregate import LAYOUTS, Aggregates, Integers
from pinosim.api.runs import Run
from pinosim.rules.load import scaled

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

POINTS: Final = frozenset(
    {"meld", "bid", "bidder_meld", "points_bidders", "total", "score", "score_bidders", "score_others"}
)
"""Columns of counts that hold points; so do their sums, and their sums of squares twice over."""


def in_scale(run: Run, scale: int) -> Run:
    """Tell a run in another scale.

    Parameters
    ----------
    run : Run
        Any run; it is left as it is.
    scale : int
        As in `pinosim.rules.load.scaled`: 1 when a run of cards counts 15, 10 when it counts 150.

    Returns
    -------
    Run
        Its counts only, not its hands; `run` itself if it has that scale.

    Raises
    ------
    RuleError
        If the rule set has points that cannot be said in that scale.

    Examples
    --------
    >>> from pinosim import load_rules, simulate
    >>> small = in_scale(simulate(load_rules("family250"), deals=50, policy="random", jobs=1), 1)
    >>> small.rules.unit, int(small.aggregates["bids"]["bid"].min())
    (1, 25)
    """
    rules = scaled(run.rules, scale)
    if rules.unit == run.rules.unit:
        return run
    counts = {name: _rescaled(name, rows, run.rules, rules) for name, rows in run.aggregates.counts.items()}
    facts = msgspec.structs.replace(run.facts, rules=rules.id, rules_hash=rules.hash, rules_values=rules.to_dict())
    return Run(facts, rules, Aggregates(counts))


def _rescaled(name: str, rows: Integers, old: Rules, new: Rules) -> Integers:
    result = rows.copy()
    for place, column in enumerate(LAYOUTS[name].columns):
        base = column.removeprefix("sum_").removeprefix("sumsq_")
        if base in POINTS:
            for _ in range(2 if column.startswith("sumsq_") else 1):
                # exact: `scaled` has refused rules whose points do not come out whole
                result[:, place] = result[:, place] * new.unit // old.unit
    return result
