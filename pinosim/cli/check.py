"""`pinosim check RECORD`: verify a record move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinosim.cli.main import EXIT_BAD_INPUT, EXIT_DONE
from pinosim.cli.options import json_option
from pinosim.cli.output import emit
from pinosim.cli.record_file import open_record, record_argument

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@record_argument
@json_option
def check(path: Path, strict: bool, rules_name: str | None, overrides: tuple[str, ...], as_json: bool) -> int:
    """Verify every call, pass, meld, card and score of RECORD, and name the first thing that is wrong.

    \b
    RECORD is a file, or - for standard input. The exit code is 0 when all is in order and 2 when something is wrong.
    """  # noqa: D301 (click reads the backspace: keep these lines)
    record = open_record(path, strict, rules_name, overrides)
    verdict = record.check()

    def text(console: Console) -> None:
        console.print(str(verdict), soft_wrap=True, style=None if verdict.ok else "bold")

    emit("check", verdict.to_dict(), as_json=as_json, text=text, rules=record.rules)
    return EXIT_DONE if verdict.ok else EXIT_BAD_INPUT
