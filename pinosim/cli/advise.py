"""`pinosim advise HAND`: should I bid, how high, in which trump."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import click

from pinosim.cli.options import jobs_option, json_option, rules_options, seed_option
from pinosim.cli.output import emit
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.schema import Rules

_SCORE: Final = re.compile(r"\s*([+-]?[0-9]{1,7})\s*:\s*([+-]?[0-9]{1,7})\s*")


@click.command()
@click.argument("hand", nargs=-1, required=True)
@click.option("-b", "--bid", type=int, metavar="N", help="The bid to judge [default: the lowest one allowed].")
@click.option("--seat", type=int, metavar="K", help="Your seat [default: the seat that is to call next].")
@click.option(
    "--dealer", type=int, metavar="K", help="The dealer [default: the last seat, so that seat 0 speaks first]."
)
@click.option(
    "--auction",
    default="",
    metavar="CALLS",
    help="The calls before yours, from the dealer's left on: '250 P 260', P for pass.",
)
@click.option(
    "--score",
    metavar="US:THEM",
    help="The score before the hand. Shown, but not used for the verdict yet, which compares points.",
)
@click.option(
    "--precision",
    type=float,
    default=0.01,
    show_default=True,
    metavar="P",
    help="Largest half-width of the 95% interval of a chance; decides how many deals are played.",
)
@click.option(
    "--policy",
    default="standard",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="Who plays: one name for all seats, or one a seat, separated by commas.",
)
@seed_option
@jobs_option
@rules_options
@json_option
def advise(
    hand: tuple[str, ...],
    bid: int | None,
    seat: int | None,
    dealer: int | None,
    auction: str,
    score: str | None,
    precision: float,
    policy: str,
    seed: int,
    jobs: int,
    rules: Rules,
    as_json: bool,
) -> None:
    """Judge a bid with HAND against passing, on random deals of the cards you do not see.

    \b
    Should I bid 300, as the second to speak after a pass?
      pinosim advise "S:ATKQJ H:A9 D:AJ C:A99" --bid 300 --auction P
    How high may I go with it as first to speak?
      pinosim advise "S:ATKQJ H:A9 D:AJ C:A99"
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.advise import advise as judge

    advice = judge(
        " ".join(hand),
        rules,
        bid=bid,
        seat=seat,
        dealer=dealer,
        auction=auction,
        score=None if score is None else _read_score(score),
        precision=precision,
        policy=policy,
        seed=seed,
        jobs=jobs,
    )

    def text(console: Console) -> None:
        console.print(str(advice), soft_wrap=True)

    emit("advise", advice.to_dict(), as_json=as_json, text=text, rules=rules, seed=seed, n=advice.n)


def _read_score(text: str) -> tuple[int, int]:
    match = _SCORE.fullmatch(text)
    if match is None:
        raise PinosimError(f"--score: expected ours and theirs with a colon between, such as 800:650, got {text!r}")
    return int(match[1]), int(match[2])
