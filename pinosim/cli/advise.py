"""`pinosim advise HAND`: should I bid, how high, in which trump."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

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
from pinosim.cli.output import emit, progress
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.advice import Advice
    from pinosim.api.advise_many import Judge, Question
    from pinosim.api.quick import QuickAdvice
    from pinosim.api.win_table import WinTable
    from pinosim.rules.schema import Rules

BAR_FROM: Final = 40_000
MOST_DIGITS: Final = 7
NOT_FOR_QUICK: Final = ("score", "win_table_file", "policy", "precision", "decide", "samples", "convention")
_SCORE: Final = re.compile(r"\s*[+-]?[0-9]+\s*(?::\s*[+-]?[0-9]+\s*)+")


@click.command()
@click.argument("hand", nargs=-1)
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
    help="The score before the hand. The verdict then compares chances to win the game rather than points; "
    "ME:LEFT:RIGHT where each plays for himself, and points decide.",
)
@click.option(
    "--win-table",
    "win_table_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Chances to win for rules of your own, made by 'pinosim win-table --out'; packaged games have theirs.",
)
@click.option(
    "--precision",
    type=float,
    default=0.01,
    show_default=True,
    metavar="P",
    help="Largest half-width of the 95% interval of the chance to make --bid, or of every chance without it; decides "
    "how many deals are played.",
)
@click.option(
    "--policy",
    default="medium",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="Who plays: one name for all seats, or one a seat, separated by commas.",
)
@convention_option
@click.option("--quick", is_flag=True, help="Answer at once by a fitted model; no hand is played.")
@click.option(
    "--batch",
    metavar="FILE",
    help="Answer a file of hands, one a line, or CSV with the columns hand,bid,seat,dealer,auction,score; - for stdin.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Where the answers of --batch go: .csv, or .jsonl for all of each; a file that is there is continued "
    "[default: CSV on stdout].",
)
@click.option(
    "--decide", is_flag=True, help="Stop as soon as bid or pass is clear; intervals are wider then, and stay valid."
)
@click.option("--samples", is_flag=True, help="Show ten of the deals: five typical ones, five at the margin.")
@click.option(
    "--sensitivity/--no-sensitivity",
    default=True,
    show_default=True,
    help="Also say how weaker and stronger partners and opponents move the answer.",
)
@seed_option
@jobs_option
@rules_options
@quiet_option
@json_option
def advise(
    hand: tuple[str, ...],
    bid: int | None,
    seat: int | None,
    dealer: int | None,
    auction: str,
    score: str | None,
    win_table_file: str | None,
    precision: float,
    policy: str,
    convention: str | None,
    quick: bool,
    batch: str | None,
    out: str | None,
    decide: bool,
    samples: bool,
    sensitivity: bool,
    seed: int,
    jobs: int,
    rules: Rules,
    quiet: bool,
    as_json: bool,
) -> int | None:
    """Judge a bid with HAND against passing, on random deals of the cards you do not see that fit the calls.

    \b
    Should I bid 300, as the second to speak after a pass?
      pinosim advise "S:ATKQJ H:A9 D:AJ C:A99" --bid 300 --auction P
    How high may I go with it as first to speak?
      pinosim advise "S:ATKQJ H:A9 D:AJ C:A99"
    Thousands of hands, one a line; give the command again to go on after a stop
      pinosim advise --batch hands.csv --out answers.csv --precision 0.03
    """  # noqa: D301 (click reads the backspace: keep these lines)
    if quick:
        refuse_given(NOT_FOR_QUICK, "is not used by --quick; leave one of them out.")
    if sensitivity and (quick or batch is not None):
        refuse_given(["sensitivity"], "is not said by --quick or in a --batch; leave one of them out.")
    if batch is not None:
        if hand:
            raise click.UsageError("Give a HAND or --batch FILE, not both.")
        alone = {"--bid": bid, "--seat": seat, "--dealer": dealer, "--auction": auction or None, "--score": score}
        for name, value in alone.items():
            if value is not None:
                raise click.UsageError(f"{name} is a column of the file in a --batch, not an option beside it.")
        if samples:
            raise click.UsageError("--samples shows deals of one answer; leave it out, or ask about that hand alone.")
        from pinosim.cli.advise_batch import run_batch

        judge_line, settings = _judge_of_lines(
            rules, precision, policy, convention, seed, win_table_file, quick=quick, decide=decide
        )
        return run_batch(
            batch, out, judge_line, settings, rules=rules, seed=None if quick else seed, jobs=jobs, quiet=quiet,
            as_json=as_json,
        )  # fmt: skip
    if not hand:
        raise click.UsageError("Missing argument 'HAND...' (or --batch FILE).")
    if out is not None:
        raise click.UsageError("--out is where the answers of a --batch go; give --batch FILE with it.")
    if win_table_file is not None and score is None:
        raise click.UsageError("--win-table tells chances to win from a score; give --score US:THEM with it.")
    if quick:
        from pinosim.api.quick import quick_advice

        answer = quick_advice(" ".join(hand), rules, bid=bid, seat=seat, dealer=dealer, auction=auction)
        emit(
            "advise",
            answer.to_dict(),
            as_json=as_json,
            text=str(answer),
            rules=rules,
        )
        return None

    from pinosim.api.advice_asked import deals_for
    from pinosim.api.advise import advise as judge

    deals = deals_for(precision)
    table = None if win_table_file is None else _read_win_table(rules, win_table_file)
    # An answer that takes a second needs no bar.
    with progress("Playing deals", deals, quiet=quiet or deals < BAR_FROM) as advance:
        done = 0

        def tell(now: int, _total: int) -> None:
            nonlocal done
            advance(now - done)
            done = now

        advice = judge(
            " ".join(hand),
            rules,
            bid=bid,
            seat=seat,
            dealer=dealer,
            auction=auction,
            score=None if score is None else _read_score(score),
            win_table=table,
            precision=precision,
            policy=policy,
            seed=seed,
            decide=decide,
            sensitivity=sensitivity,
            jobs=jobs,
            progress=tell,
            convention=convention,
        )

    text = str(advice)
    if samples:
        from pinosim.api.advice_display import samples_as_text

        text += f"\n\n{samples_as_text(advice)}"
    emit("advise", advice.to_dict(), as_json=as_json, text=text, rules=rules, seed=seed, n=advice.n)
    return None


def _judge_of_lines(
    rules: Rules,
    precision: float,
    policy: str,
    convention: str | None,
    seed: int,
    win_table_file: str | None,
    *,
    quick: bool,
    decide: bool,
) -> tuple[Judge, dict[str, object]]:
    """Make what answers one line of a batch, and name all that its answers depend on."""
    import pinosim

    settings: dict[str, object] = {"rules": rules.hash, "quick": quick, "version": pinosim.__version__}
    if quick:
        from pinosim.api.quick import quick_advice
        from pinosim.api.quick_model import find_model

        find_model(rules)  # what is wrong for every line is said once

        def answer_at_once(question: Question) -> QuickAdvice:
            if question.score is not None:
                raise PinosimError("score: it is not used by --quick; leave the column out, or --quick")
            return quick_advice(question.hand, rules, question.bid, question.seat, question.dealer, question.auction)

        return answer_at_once, settings

    from pinosim.api.advice_asked import deals_for
    from pinosim.api.advise import advise as judge
    from pinosim.api.common_deals import players_for
    from pinosim.api.convention_seats import conventions_hash

    deals_for(precision)
    table = None if win_table_file is None else _read_win_table(rules, win_table_file)
    settings["win_table"] = None if table is None else repr(table)
    players = players_for(policy, rules, convention)
    settings.update(precision=precision, seed=seed, policies=[each.label for each in players])
    if decide:  # else left out, so that files of answers begun without it go on
        settings["decide"] = True
    if convention is not None:
        settings["conventions"] = conventions_hash(players)

    def answer(question: Question) -> Advice:
        return judge(
            question.hand,
            rules,
            bid=question.bid,
            seat=question.seat,
            dealer=question.dealer,
            auction=question.auction,
            score=question.score,
            win_table=table,
            precision=precision,
            policy=policy,
            seed=seed,
            decide=decide,
            sensitivity=False,
            jobs=1,
            convention=convention,
        )

    return answer, settings


def _read_win_table(rules: Rules, path: str) -> WinTable:
    from pinosim.api.win_table import win_table

    return win_table(rules, path)


def _read_score(text: str) -> tuple[int, ...]:
    if any(len(digits) > MOST_DIGITS for digits in re.findall(r"[0-9]+", text)):
        raise PinosimError(f"--score: a score in {text[:60]!r} is too large, expected at most {MOST_DIGITS} digits")
    if _SCORE.fullmatch(text) is None:
        raise PinosimError(f"--score: expected ours and theirs with a colon between, such as 800:650, got {text!r}")
    return tuple(int(points) for points in text.split(":"))
