"""`pinosim sheet`: pages to print for the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinosim.cli.options import json_option, rules_options
from pinosim.cli.output import emit
from pinosim.cli.output_path import OutputPath

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@click.group()
def sheet() -> None:
    """Make a page to print for the table."""


@sheet.command()
@rules_options
@click.option(
    "--record",
    "record_path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="Fill the sheet in from the record of a game, under its own rules.",
)
@click.option(
    "--lines", type=click.IntRange(1, 60), default=18, show_default=True, metavar="N", help="Hands there is room for."
)
@click.option(
    "-o",
    "--out",
    type=OutputPath(path_type=Path, dir_okay=False),
    default=Path("score-sheet.html"),
    show_default=True,
    metavar="FILE",
    help="The page to write.",
)
@json_option
def score(rules: Rules, record_path: Path | None, lines: int, out: Path, as_json: bool) -> None:
    """Make a score sheet for a game, empty or filled in from a record."""
    from pinosim.report.output import write_page
    from pinosim.report.score_sheet import score_sheet

    record = None
    if record_path is not None:
        from pinosim.api.record.record import Record

        record = Record.open(record_path)
        rules = record.rules
    page = score_sheet(rules, record, lines)
    write_page(out, page)
    emit("sheet score", {"files": [out]}, as_json=as_json, text=f"Written to {out}.", rules=rules)
