"""Small tables of results, as lines of a terminal and for a notebook; and numbers in words that go with them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pinosim.api.intervals import Estimate
    from pinosim.rules.schema import Rules

Table = tuple[list[str], list[list[str]]]
"""Head and rows."""


def aligned(table: Table, first: str = ">") -> list[str]:
    """Write a table as lines, its columns apart by two spaces.

    Parameters
    ----------
    table : Table
    first : str
        "<": the first column begins at the left, as names do.

    Examples
    --------
    >>> aligned((["trump", "meld"], [["S", "150"]]), first="<")
    ['trump  meld', 'S       150']
    """
    head, rows = table
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    return [
        "  ".join(
            f"{cell:{'>' if place else first}{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [head, *rows]
    ]


def html_table(table: Table) -> str:
    """Write a table for a notebook."""
    head, rows = table
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ["".join(f"<td style='text-align:right'>{escape(cell)}</td>" for cell in row) for row in rows]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def html_list(lines: Iterable[str]) -> str:
    """Write lines as a list for a notebook; nothing where there are none."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def mean_digits(rules: Rules) -> int:
    """Give the decimals a mean of points deserves: one where a run counts 15, none where it counts 150."""
    return 0 if rules.unit >= 10 else 1


def with_interval(estimate: Estimate, digits: int, sign: str = "") -> str:
    """Write an estimate with its interval, `sign` as in a format.

    Examples
    --------
    >>> from pinosim.api.intervals import mean_of
    >>> with_interval(mean_of([3.0, 3.0]), 1, "+")
    '+3.0 (+3.0 to +3.0)'
    """
    value, low, high = (f"{number:{sign}.{digits}f}" for number in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def source_line(rules: Rules, n: int, seed: int) -> str:
    """Say where numbers come from: rule set, deals, seed."""
    return f"{rules.id} {rules.hash}, {n:,} deals, seed {seed}"
