"""`pinosim simulate`: a batch run of whole hands, into a folder that can be continued."""

from __future__ import annotations

import shlex
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinosim.cli.options import (
    convention_option,
    jobs_option,
    json_option,
    quiet_option,
    refuse_given,
    rules_options,
    seed_option,
)
from pinosim.cli.output import emit, progress, warn
from pinosim.cli.output_path import OutputPath

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.schema import Rules


class _Pace:
    """Moves the progress bar, and measures how fast hands are played from the moment the kernels are ready."""

    def __init__(self) -> None:
        self.kept = 0
        self.done = 0
        self.started: float | None = None

    def tell(self, done: int) -> int:
        """Take note of the hands that are done; give how many more they are than before."""
        if self.started is None:
            self.started = time.perf_counter()
            self.kept = done
        more, self.done = done - self.done, done
        return more

    def deals_per_second(self) -> float | None:
        """Hands played a second; None if none had to be played."""
        played = self.done - self.kept
        if self.started is None or not played:
            return None
        return played / (time.perf_counter() - self.started)


@click.command()
@click.option(
    "-n",
    "--deals",
    type=int,
    default=1_000_000,
    show_default="1,000,000",
    metavar="N",
    help="How many hands to play.",
)
@click.option(
    "-o",
    "--out",
    type=OutputPath(path_type=Path),
    default=None,
    metavar="DIR",
    help="Folder for the run; without it only a summary is printed.",
)
@click.option(
    "--policy",
    default="standard",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="Who plays: one name for all seats, or one a seat, separated by commas.",
)
@convention_option
@click.option(
    "--resume/--no-resume",
    default=True,
    show_default=True,
    help="Go on with a run that is in the folder already, or throw it away and begin anew.",
)
@click.option(
    "--open-cards",
    is_flag=True,
    help="Play the tricks with all cards seen, as well as can be: some 20 hands a second.",
)
@click.option(
    "--horizon",
    type=int,
    metavar="N",
    help="With --open-cards: cards a hand from which on play is exact [all; 12 with a double deck].",
)
@rules_options
@seed_option
@jobs_option
@quiet_option
@json_option
def simulate(
    rules: Rules,
    deals: int,
    out: Path | None,
    policy: str,
    convention: str | None,
    resume: bool,
    open_cards: bool,
    horizon: int | None,
    seed: int,
    jobs: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play many whole hands: deal, bid, pass, meld, play, settle.

    The hands go into a folder that 'pinosim report' reads. Stop it with Ctrl-C when you like: the same command goes on
    where it stopped, and a larger --deals makes the run longer. The same seed gives the same hands, whatever the number
    of --jobs.
    """
    from pinosim.api.simulate import simulate as play

    if horizon is not None and not open_cards:
        raise click.UsageError("--horizon is for play with all cards seen: give --open-cards too, or leave it out.")
    if out is None:
        refuse_given(["resume"], "is for a run in a folder: give --out too, or leave it out.")
    pace = _Pace()
    with warnings.catch_warnings(record=True) as remarks, progress("Playing hands", deals, quiet=quiet) as advance:
        warnings.simplefilter("always")
        run = play(
            rules,
            deals=deals,
            policy=policy,
            seed=seed,
            jobs=jobs,
            out=out,
            resume=resume,
            open_cards=open_cards,
            horizon=horizon,
            progress=lambda done, total: advance(pace.tell(done)),
            convention=convention,
        )
    for remark in remarks:
        warn(str(remark.message))
    speed = pace.deals_per_second()

    def text(console: Console) -> None:
        console.print(str(run.summary()), soft_wrap=True)
        if speed is not None:
            rate = f"{speed:,.0f}" if speed >= 100 else f"{speed:.1f}"
            console.print(f"{run.deals - pace.kept:,} hands played, {rate} a second.", style="dim")
        if out is not None:
            done = "Written to" if speed is not None else "Complete already in"
            # to be copied: neither broken between two words nor in need of quotes
            report = shlex.join(["pinosim", "report", str(out), "--out", f"reports/{out.absolute().name}"])
            console.print(f"{done} {out}. For tables and charts: {report}", soft_wrap=True)

    payload = {
        "run": out,
        "rows": run.deals,
        "tricks_by": run.tricks_by,
        "policies": run.policies,
        "convention": convention,
        "deals_per_second": None if speed is None else round(speed, 1),
        "summary": {what: estimate.to_dict() for what, estimate in run.summary().estimates.items()},
    }
    emit("simulate", payload, as_json=as_json, text=text, rules=rules, seed=seed, n=run.deals)
