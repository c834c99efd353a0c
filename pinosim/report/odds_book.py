"""`write_book`: the odds book of a rule set as one page to print, and its tables as CSV with the exact fractions.

Light on purpose: neither frames nor charts, so that a book costs little more than counting it.
"""

from __future__ import annotations

import csv
import io
import os
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pinosim.api.odds.book import BookTable, make_book
from pinosim.report.output import write_pages
from pinosim.report.parts import Grid, Section
from pinosim.report.template import fill

if TYPE_CHECKING:
    from pinosim.api.odds.book import Number
    from pinosim.rules.schema import Rules

PAGE: Final = "odds-book.html"
RAREST_SHOWN: Final = Fraction(1, 100_000)
FEWEST_SHOWN: Final = 12


def write_book(rules: Rules, out: str | os.PathLike[str]) -> list[Path]:
    """Write the odds book of a rule set.

    Parameters
    ----------
    rules : Rules
        The rule set.
    out : path-like
        Folder to write to; made if it is not there. Files of an earlier book in it are replaced, all at
        once: if that fails, the earlier book is as it was.

    Returns
    -------
    list of Path
        What was written: `odds-book.html` first, then `tables/*.csv`.

    Raises
    ------
    RunError
        If `out` cannot be a folder, or has a file to replace that pinosim did not make.
    """
    tables = make_book(rules)
    contents = {PAGE: render_book(rules, tables)}
    contents |= {f"tables/{table.name}.csv": table_csv(rules, table) for table in tables}
    return write_pages(out, contents, "odds book")


def render_book(rules: Rules, tables: list[BookTable]) -> str:
    """Put the tables into the page.

    Parameters
    ----------
    rules : Rules
        The rule set.
    tables : list of BookTable
        As `make_book` gives them.

    Returns
    -------
    str
        The whole page; its styles are in it. All text is escaped.
    """
    import pinosim

    sections = [Section(table.name, table.title, blocks=[_grid(table)]) for table in tables]
    return fill("odds_book.html", rules=rules, sections=sections, charts={}, version=pinosim.__version__)


def table_csv(rules: Rules, table: BookTable) -> str:
    """Write a table as CSV: chances as decimals, and beside each its exact fraction.

    Every row names its rule set, so that a file can be read on its own.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    exact = [any(isinstance(row[place], Fraction) for row in table.rows) for place in range(len(table.header))]
    header: list[str] = []
    for name, has_fractions in zip(table.header, exact, strict=True):
        header += [name, f"{name} (exact)"] if has_fractions else [name]
    writer.writerow([*header, "rules", "rules_hash"])
    for row in table.rows:
        cells: list[Number] = []
        for value, has_fractions in zip(row, exact, strict=True):
            if has_fractions:
                cells += [None, None] if value is None else [f"{float(value):.12g}", str(value)]
            else:
                cells.append(value)
        writer.writerow([*cells, rules.id, rules.hash])
    return text.getvalue()


def _grid(table: BookTable) -> Grid:
    """Make the table for reading; of a long tail only the file has everything."""
    rows = list(table.rows)
    # The first chance of a row (a shape's), the last of a distribution (so many points or more).
    chances = [next(v for v in (row[1:] if table.name == "shapes" else row[::-1]) if v is not None) for row in rows]
    rare = {
        place
        for place, chance in enumerate(chances)
        if table.long and place >= FEWEST_SHOWN and isinstance(chance, Fraction) and chance < RAREST_SHOWN
    }
    tail = f" {len(rare)} rarer rows are in tables/{table.name}.csv." if rare else ""
    shown = [[cell(value) for value in row] for place, row in enumerate(rows) if place not in rare]
    return Grid("", table.header, shown, f"{table.note}{tail}".strip())


def cell(value: Number) -> str:
    """Write a number for reading: chances as a share and 1 in so many.

    Examples
    --------
    >>> cell(Fraction(1, 4)), cell(Fraction(1, 3000)), cell(12), cell(1.5), cell(None)
    ('25.00% (1 in 4.0)', '0.0333% (1 in 3,000)', '12', '1.5000', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, Fraction):
        if value in (0, 1):
            return "never" if value == 0 else "always"
        share, odds = float(value), float(1 / value)
        said = f"{odds:,.0f}" if odds >= 100 else f"{odds:.1f}"
        percent = f"{share:.2%}" if share >= 0.01 else f"{100 * share:.4f}%" if share >= 1e-5 else "under 0.001%"
        return f"{percent} (1 in {said})"
    if isinstance(value, float):
        return f"{value:.4f}"
    return f"{value:,}" if isinstance(value, int) else value
