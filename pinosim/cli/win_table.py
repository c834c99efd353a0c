"""`pinosim win-table`: chances to win the game from any score, looked up or made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pinosim.cli.options import jobs_option, json_option, quiet_option, refuse_given, rules_options, seed_option
from pinosim.cli.output import emit, progress
from pinosim.cli.output_path import OutputPath, expect_writable
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

DEFAULT_DEALS: Final = 1_000_000
_SCORE: Final = re.compile(r"\s*([+-]?[0-9]{1,7})\s*:\s*([+-]?[0-9]{1,7})\s*")


@click.command("win-table")
@click.option("--score", metavar="US:THEM", help="Tell the chance from this score.")
@click.option(
    "--dealer",
    type=click.Choice(["us", "them"]),
    default="them",
    show_default=True,
    help="Who deals the next hand, for --score.",
)
@click.option(
    "--win-table",
    "path",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Read this file instead of the packaged table.",
)
@click.option(
    "--out",
    metavar="FILE",
    type=OutputPath(dir_okay=False),
    help="Make a table by self-play and write it to this file: for rules of your own, or other players.",
)
@click.option("--policy", default="hard", show_default=True, metavar="NAME", help="Who plays every seat, for --out.")
@click.option(
    "--convention",
    metavar="NAME|FILE",
    help="Bidding convention that every seat plays, for --out: modern-single, dailey, double-meld, or a file *.toml "
    "[default: none].",
)
@click.option(
    "-n",
    "--deals",
    type=click.IntRange(1_000, 1_000_000_000),
    default=DEFAULT_DEALS,
    show_default="1,000,000",
    metavar="N",
    help="Hands to play for --out.",
)
@seed_option
@jobs_option
@rules_options
@quiet_option
@json_option
def win_table(
    score: str | None,
    dealer: str,
    path: str | None,
    out: str | None,
    policy: str,
    convention: str | None,
    deals: int,
    seed: int,
    jobs: int,
    rules: Rules,
    quiet: bool,
    as_json: bool,
) -> None:
    """Show the chance to win the game by both scores and who deals.

    \b
    Ahead by 300 with 350 to go, they deal: how good is that?
      pinosim win-table --score 1150:850
    A table for rules of your own, and an advice that uses it
      pinosim win-table --rules my-rules.toml --out chances.npz
      pinosim advise "S:ATKQJ H:A9 D:AJ C:A99" --rules my-rules.toml --score 800:650 --win-table chances.npz
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.safe_write import replaceable
    from pinosim.api.win_table import make_win_table
    from pinosim.api.win_table import win_table as find
    from pinosim.api.win_table_file import is_own_win_table

    at = None if score is None else read_two_scores(score)
    if convention is not None and out is None:
        raise click.UsageError("--convention is for making a table: give --out too.")
    if at is None:
        refuse_given(["dealer"], "is for --score: give that too, or leave it out.")
    if out is None:
        refuse_given(["policy", "deals", "seed"], "is for a table made with --out: give that too, or leave it out.")
        table = find(rules, path)
    elif path is not None:
        raise click.UsageError("--win-table reads a table and --out makes one: give one of them.")
    else:
        if not Path(out).absolute().parent.is_dir():
            raise PinosimError(f"--out: there is no folder {str(Path(out).absolute().parent)!r}; make it first")
        expect_writable(Path(out))
        if not replaceable(Path(out), is_own_win_table):
            raise PinosimError(f"--out: {out!r} is there and is not a table of chances; it is kept, name another file")
        with progress("Playing hands", deals, quiet=quiet) as advance:
            table = make_win_table(rules, policy, deals, seed, jobs, advance, convention)
        table.save(out)
    chance = None if at is None else table.chance(*at, dealer=dealer)
    payload = table.to_dict()
    payload["file"] = out
    payload["score"] = None if at is None else list(at)
    payload["dealer"] = None if at is None else dealer
    payload["chance"] = None if chance is None else chance.to_dict()

    lines = [str(table)]
    if at is not None and chance is not None:
        deal = "we deal" if dealer == "us" else "they deal"
        lines.append(f"At {at[0]:,} to {at[1]:,}, {deal}: {chance:.1%}")
    if out is not None:
        lines.append(f"Written to {out}")
    emit("win-table", payload, as_json=as_json, text="\n".join(lines), rules=rules, seed=table.seed, n=table.hands)


def read_two_scores(text: str) -> tuple[int, int]:
    """Read `US:THEM`."""
    found = _SCORE.fullmatch(text)
    if found is None:
        raise PinosimError(f"--score: expected our score and theirs, such as 800:650, got {text!r}")
    return int(found[1]), int(found[2])
