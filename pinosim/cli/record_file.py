"""The argument RECORD and the options that go with it: which file, how strictly, under which rules."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinosim.errors import RecordError

if TYPE_CHECKING:
    from pinosim.api.record.record import Record

Command = TypeVar("Command", bound=Callable[..., Any])


def record_argument(command: Command) -> Command:
    """Add RECORD, `--strict`, `--rules` and `--set`; pass them on as `path`, `strict`, `rules_name`, `overrides`."""
    command = click.option("--set", "overrides", multiple=True, metavar="KEY=VALUE", help="Change a value of --rules.")(
        command
    )
    command = click.option(
        "--rules",
        "rules_name",
        default=None,
        metavar="NAME|FILE",
        help="Read the record under these rules, whatever it says of its own.",
    )(command)
    command = click.option("--strict", is_flag=True, help="Accept only exactly the form pinosim writes.")(command)
    return click.argument("path", metavar="RECORD", type=click.Path(path_type=Path, allow_dash=True))(command)


def open_record(path: Path, strict: bool, rules_name: str | None, overrides: tuple[str, ...]) -> Record:
    """Read the record; `-` reads it from standard input."""
    from pinosim.api.record.record import LARGEST_FILE, Record

    rules = None
    if rules_name is not None:
        from pinosim.rules.load import load_rules

        rules = load_rules(rules_name, overrides)
    elif overrides:
        raise click.UsageError("--set changes the rules given with --rules; name them too.")
    if str(path) != "-":
        record = Record.open(path, strict=strict, rules=rules)
    else:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        record = Record.from_bytes(data, "standard input", strict=strict, rules=rules)
    if not record.hands:
        raise RecordError(
            f"cannot use {str(path)!r}: there is no record in it, only the lines above the first hand; it may have "
            "been cut short"
        )
    return record
