"""`pinosim match`: two policies on the same deals, seats swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinosim.cli.options import jobs_option, json_option, quiet_option, rules_options, seed_option
from pinosim.cli.output import emit, progress

if TYPE_CHECKING:
    from rich.console import Console

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
    seed: int,
    jobs: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Let policy A play policy B: the same deals with seats swapped, so that luck of the cards cancels.

    Points a hand, deals won and Elo are A's against B's; each deal counts as one pair.
    """
    from pinosim.api.match import match as play

    with progress("Playing deals", deals, quiet=quiet) as advance:
        result = play(a, b, rules, deals=deals, seed=seed, level=level, stop=stop, jobs=jobs, progress=advance)

    def text(console: Console) -> None:
        console.print(str(result), soft_wrap=True)

    emit("match", result.to_dict(), as_json=as_json, text=text, rules=rules, seed=seed, n=result.deals)
