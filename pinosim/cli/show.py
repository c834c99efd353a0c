"""`pinosim show RECORD`: replay hands trick by trick."""

from __future__ import annotations

from pathlib import Path

import click

from pinosim.cli.options import convention_option, json_option
from pinosim.cli.output import emit, warn
from pinosim.cli.record_file import open_record, record_argument


@click.command()
@record_argument
@click.option("--hand", type=click.IntRange(min=1), default=None, metavar="N", help="Show this hand only, from 1.")
@convention_option
@json_option
def show(
    path: Path,
    strict: bool,
    rules_name: str | None,
    overrides: tuple[str, ...],
    hand: int | None,
    convention: str | None,
    as_json: bool,
) -> None:
    """Replay RECORD trick by trick, with the meld laid out; > leads, * wins.

    \b
    RECORD is a file, or - for standard input. Nothing is verified here: that is 'pinosim check RECORD'.
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.told import told_in_record

    record = open_record(path, strict, rules_name, overrides)
    for remark in record.remarks:
        warn(remark)
    replay = record.show(hand, convention)
    payload = record.to_dict()
    payload["convention"] = convention
    payload["told"] = [[one.to_dict() for one in meanings] for meanings in told_in_record(record, convention)]
    if hand is not None:
        payload["told"] = payload["told"][hand - 1 : hand]
        payload["hands"] = payload["hands"][hand - 1 : hand]
    emit("show", payload, as_json=as_json, text=replay, rules=record.rules)
