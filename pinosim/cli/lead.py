"""`pinosim lead` and `pinosim play`: which card to play now, where a record stops."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinosim.cli.options import convention_option, json_option, seed_option
from pinosim.cli.output import emit
from pinosim.cli.record_file import open_record, record_argument
from pinosim.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    for decorate in (
        json_option,
        seed_option,
        click.option(
            "--worlds",
            type=int,
            default=2_000,
            show_default=True,
            metavar="N",
            help="Deals to try each card in, up to 8,000; 0 asks the policy alone.",
        ),
        convention_option,
        click.option("--policy", default="hard", show_default=True, metavar="NAME", help="Who plays all seats."),
        click.option(
            "--seat", type=int, default=None, metavar="K", help="Stop before this seat's card in the trick of --trick."
        ),
        click.option("--trick", type=int, default=None, metavar="N", help="Go back to this trick of the record."),
        click.option("--hand", type=int, default=None, metavar="N", help="Which hand [default: the last one]."),
        record_argument,
    ):
        command = decorate(command)
    return command


@click.command()
@_options
def play(**asked: Any) -> None:
    r"""Say which card to play where RECORD stops, from what that seat knows, and why.

    \b
    RECORD is a file, or - for standard input. What one seat sees is enough:
      seat 2: S:AQ H:K9 D:A
      contract: 300 by 0
      trump: S
      trick 1: 0 leads AH 9H
    """
    _answer("play", **asked)


@click.command()
@_options
def lead(**asked: Any) -> None:
    """Say which card to lead where RECORD stops between two tricks; see 'pinosim play'."""
    _answer("lead", **asked)


def _answer(
    command: str,
    path: Path,
    strict: bool,
    rules_name: str | None,
    overrides: tuple[str, ...],
    hand: int | None,
    trick: int | None,
    seat: int | None,
    policy: str,
    convention: str | None,
    worlds: int,
    seed: int,
    as_json: bool,
) -> None:
    from pinosim.api.card_choice import choose_card

    record = open_record(path, strict, rules_name, overrides)
    choice = choose_card(record, hand, trick, seat, policy, worlds, seed, convention)
    on_table = choice.asked.trick.cards
    if command == "lead" and on_table:
        raise RecordError(
            f"the record stops in the middle of a trick ({' '.join(on_table)} lie there), so nobody leads; "
            "ask 'pinosim play'"
        )

    n = 0 if choice.comparison is None else choice.comparison.n
    emit(command, choice.to_dict(), as_json=as_json, text=str(choice), rules=choice.asked.rules, seed=seed, n=n)
