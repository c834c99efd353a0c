"""`pinosim deal`: random deals, with what is known held fixed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from pinosim.cli.options import json_option, rules_options, seed_option
from pinosim.cli.output import emit

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.schema import Rules

MOST_SEATS: Final = 6
MOST_DEALS: Final = 1_000_000
LARGEST_NUMBER: Final = 2**62 - MOST_DEALS


def _seat_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--seat0` to `--seat5`."""
    for seat in reversed(range(MOST_SEATS)):
        text = (
            f"Cards seat {seat} holds for sure, a whole hand or some of it."
            if seat == 0
            else f"The same for seat {seat}."
        )
        command = click.option(f"--seat{seat}", metavar="HAND", help=text)(command)
    return command


@click.command()
@click.option(
    "-n",
    "n",
    type=click.IntRange(1, MOST_DEALS),
    default=1,
    show_default=True,
    metavar="N",
    help="How many deals.",
)
@_seat_options
@click.option(
    "--first",
    type=click.IntRange(0, LARGEST_NUMBER),
    default=0,
    show_default=True,
    metavar="NUMBER",
    help="Number of the first deal; a deal keeps its number, so any one can be dealt again.",
)
@seed_option
@rules_options
@json_option
def deal(n: int, first: int, seed: int, rules: Rules, as_json: bool, **seats: str | None) -> None:
    """Deal at random, one deal a line: the hands of all seats, seat 0 first.

    \b
    Three deals in which seat 0 has a run in spades and seat 2 both red aces:
      pinosim deal -n 3 --seat0 "S:ATKQJ" --seat2 "AH AD"
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.deal import random_deals

    fixed = {seat: cards for seat in range(MOST_SEATS) if (cards := seats[f"seat{seat}"]) is not None}
    deals = random_deals(rules, seed=seed, first=first, n=n, fixed=fixed)

    def text(console: Console) -> None:
        for one in deals:
            click.echo(str(one))

    payload = {"first": first, "deals": [str(one) for one in deals]} if as_json else {}
    emit("deal", payload, as_json=as_json, text=text, rules=rules, seed=seed, n=n)
