"""What the pages of analyses are put together from: numbers in words, tables in Markdown and as CSV."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

import pinosim as ps
from pinosim.api.intervals import Estimate


def signed(estimate: Estimate) -> str:
    """Write a difference with its sign and interval."""
    return f"{estimate:+.1f}".replace("-", "−")


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table."""
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---"] * len(header), *rows])


def flat(frame: pd.DataFrame, rules: ps.Rules, **source: int) -> str:
    """Write a table as CSV, estimates as three columns, each row naming where it comes from: rules, seed, deals."""
    columns: dict[str, object] = {}
    for name in frame:
        if isinstance(frame[name].iloc[0], Estimate):
            for part in ("value", "low", "high"):
                columns[f"{name} {part}"] = [getattr(estimate, part) for estimate in frame[name]]
        else:
            columns[str(name)] = frame[name].to_list()
    named = pd.DataFrame(columns).assign(rules=rules.id, rules_hash=rules.hash, **source)
    return named.to_csv(index=False, lineterminator="\n", float_format="%.6g")
