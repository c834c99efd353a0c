"""`pinosim match`: two policies on the same deals, seats swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinosim.cli.options import jobs_option, json_option, quiet_option, rules_options, seed_option
from pinosim.cli.output import emit, progress

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "-n",
    "--deals",
    type=click.IntRange(1, 100_000_000),
    default=10_000,
    show_default="10,000",
    metavar="N",
    help="How many deals; each is played once in every seating.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="P",
    help="How often the intervals cover the truth.",
)
@click.option("--stop", is_flag=True, help="End before --deals once the difference is clear (a confidence sequence).")
@click.option(
    "--convention",
    metavar="NAME|FILE",
    help="Bidding convention that A plays: modern-single, dailey, double-meld, or a file *.toml [default: none].",
)
@click.option("--convention-b", metavar="NAME|FILE", help="The same for B [default: none].")
@rules_options
@seed_option
@jobs_option
@quiet_option
@json_option
def match(
    rules: Rules,
    a: str,
    b: str,
    deals: int,
    level: float,
    stop: bool,
    convention: str | None,
    convention_b: str | None,
    seed: int,
    jobs: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Let policy A play policy B: the same deals with seats swapped, so that luck of the cards cancels.

    Points a hand, deals won and Elo are A's against B's; each deal counts as one pair.

    \b
    What is a bidding convention worth to a side that plays it?
      pinosim match hard hard --convention modern-single -n 20000
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.match import match as play

    with progress("Playing deals", deals, quiet=quiet) as advance:
        result = play(
            a, b, rules, deals=deals, seed=seed, level=level, stop=stop, jobs=jobs, progress=advance,
            convention=convention, convention_b=convention_b,
        )  # fmt: skip

    payload = {**result.to_dict(), "conventions": {"a": convention, "b": convention_b}}
    emit("match", payload, as_json=as_json, text=str(result), rules=rules, seed=seed, n=result.deals)
