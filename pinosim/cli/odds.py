"""`pinosim odds`: exact odds of redeals, meld, partner's cards, the kitty, any event, and the whole book of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinosim.cli.options import json_option, rules_options, seed_option
from pinosim.cli.output import emit
from pinosim.cli.output_path import OutputPath
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.odds.kitty_odds import KittyOdds
    from pinosim.api.odds.partner_odds import PartnerOdds
    from pinosim.rules.schema import Rules


def fraction_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--fraction`; pass it on as `fraction`."""
    return click.option("--fraction", is_flag=True, help="Show the exact fractions too.")(command)


@click.group()
def odds() -> None:
    r"""Exact odds: counted, not sampled, with the count behind them.

    \b
    How often is a run in spades dealt, and how often to anybody at the table?
      pinosim odds holding "run(S)"
      pinosim odds holding "run(S)" --who any
    """


@odds.command()
@fraction_option
@rules_options
@json_option
def redeal(fraction: bool, rules: Rules, as_json: bool) -> None:
    """Chance of a hand that may be thrown in: one given hand, a given team, anyone."""
    from pinosim.api import odds as exact
    from pinosim.api.odds.chances import chance_lines
    from pinosim.api.odds.redeal_odds import common_rights

    answer = exact.redeal(rules)
    rights = common_rights(rules)

    lines = [str(answer), *_lines_if(fraction, answer.rows())]
    if rights:
        lines += ["One given hand, by the rights in use at one table or another:", *chance_lines(rights.items())]
        lines += _lines_if(fraction, rights.items())
    payload = answer.to_dict() | {"rights": {name: float(p) for name, p in rights.items()}}
    if fraction:
        payload["fractions"] = {who: str(p) for who, p in [*answer.rows(), *rights.items()]}
    emit("odds redeal", payload, as_json=as_json, text="\n".join(lines), rules=rules)


@odds.command()
@click.option(
    "--trump",
    default="S",
    show_default=True,
    metavar="S|H|D|C|best",
    help="The trump suit; best: the one that melds most in each hand.",
)
@click.option(
    "--who",
    type=click.Choice(["hand", "team"]),
    default="hand",
    show_default=True,
    help="One hand, or two partners' hands added up.",
)
@fraction_option
@seed_option
@rules_options
@json_option
def meld(trump: str, who: str, fraction: bool, seed: int, rules: Rules, as_json: bool) -> None:
    """Show the exact distribution of a dealt hand's meld, before any pass."""
    _one_thread()
    from pinosim.api import odds as exact

    answer = exact.meld(rules, trump, who, seed)
    payload: dict[str, Any] = {"trump": trump, "who": who, **answer.to_dict()}
    by_kind = None
    if who == "hand" and trump.strip().lower() != "best":
        by_kind = exact.meld_mean(rules, trump)
        payload["means"] = by_kind.to_dict()
    if fraction:
        payload["fractions"] = {str(points): str(answer.fraction(points)) for points in answer.ways}
    lines = [str(answer), *_lines_if(fraction, ((str(points), answer.fraction(points)) for points in answer.ways))]
    lines += [] if by_kind is None else [str(by_kind)]
    sampled = {} if answer.exact else {"seed": seed, "n": answer.hands}
    emit("odds meld", payload, as_json=as_json, text="\n".join(lines), rules=rules, **sampled)


@odds.command()
@click.argument("hand", nargs=-1, required=True)
@click.option("--trump", default="S", show_default=True, metavar="S|H|D|C", help="The suit you would name.")
@fraction_option
@rules_options
@json_option
def partner(hand: tuple[str, ...], trump: str, fraction: bool, rules: Rules, as_json: bool) -> None:
    r"""Exact odds of partner's meld and cards before the pass, given your HAND.

    \b
    Example
      pinosim odds partner "S:ATKQJ H:A9 D:AJ C:A99" --trump S
    """
    from pinosim.api import odds as exact

    answer = exact.partner_meld(" ".join(hand), rules, trump)
    _emit_given_hand("odds partner", answer, fraction, rules, as_json)


@odds.command()
@click.argument("hand", nargs=-1, required=True)
@click.option(
    "--trump",
    default="best",
    show_default=True,
    metavar="S|H|D|C|best",
    help="The suit you will name; best: the one that melds most once the kitty is seen.",
)
@fraction_option
@rules_options
@json_option
def kitty(hand: tuple[str, ...], trump: str, fraction: bool, rules: Rules, as_json: bool) -> None:
    r"""Exact odds of what the kitty brings to your HAND, over every kitty there can be.

    \b
    Example
      pinosim odds kitty "S:ATKQ H:ATKQ9 D:AQJ C:A99" --rules family250-3h
    """
    from pinosim.api import odds as exact

    answer = exact.kitty(" ".join(hand), rules, trump)
    _emit_given_hand("odds kitty", answer, fraction, rules, as_json)


@odds.command()
@click.argument("expression", nargs=-1, required=True)
@click.option("--hand", default=None, metavar="HAND", help="Your cards, all or some.")
@click.option(
    "--who",
    type=click.Choice(["me", "partner", "left", "right", "opponent", "team", "together", "any"]),
    default="me",
    show_default=True,
    help="Whose hand. team: at least one of its hands; together: its hands as one; any: at least one at the table.",
)
@click.option(
    "--known",
    multiple=True,
    metavar="WHO:CARDS",
    help="Cards known elsewhere, e.g. --known 'left: AS 9H'; WHO: partner, left, right, elsewhere. Can be repeated.",
)
@fraction_option
@seed_option
@rules_options
@json_option
def holding(
    expression: tuple[str, ...],
    hand: str | None,
    who: str,
    known: tuple[str, ...],
    fraction: bool,
    seed: int,
    rules: Rules,
    as_json: bool,
) -> None:
    r"""Exact chance of an event written as counts (EXPRESSION).

    \b
    Aces of every suit; five nines and no ace; partner has a run's missing cards
      pinosim odds holding "A>=1 each"
      pinosim odds holding "9>=5 & A==0" --who any
      pinosim odds holding "TS & JS" --who partner --hand "S:AKQ H:AA9 D:KQ9 C:TT9"

    \b
    Counted: ranks A T K Q J 9, suits S H D C, cards (QS), sums (K+Q), counters, marriages,
    runs, voids, longest, shortest. Claims: run(S), run(S,2), marriage(H), pinochle(2),
    aces_around(2), roundhouse, void(C), shape(5-4-2-1). Join with & | ! and brackets.
    """
    from pinosim.api import odds as exact

    answer = exact.holding(" ".join(expression), rules, hand, who, _read_known(known), seed)
    exactly = [] if answer.fraction is None else [("exactly", answer.fraction)]
    text = "\n".join([str(answer), *_lines_if(fraction, exactly)])
    payload = {"event": " ".join(expression), "who": who, **answer.to_dict()}
    sampled = {} if answer.estimate is None else {"seed": seed, "n": answer.estimate.n}
    emit("odds holding", payload, as_json=as_json, text=text, rules=rules, **sampled)


@odds.command()
@click.option(
    "-o",
    "--out",
    type=OutputPath(path_type=Path),
    required=True,
    metavar="DIR",
    help="Folder for the book; made if it is not there.",
)
@rules_options
@json_option
def book(out: Path, rules: Rules, as_json: bool) -> None:
    r"""Write the whole odds book of a rule set: one page to print, and its tables as CSV.

    \b
    Example
      pinosim odds book --rules wocg-single --out reports/odds-wocg-single
    """
    _one_thread()
    from pinosim.report.odds_book import write_book

    files = write_book(rules, out)
    text = f"{len(files)} files in {out}. Open {files[0]} in a browser."
    emit("odds book", {"files": files}, as_json=as_json, text=text, rules=rules)


def _one_thread() -> None:
    """Keep matrix products on one core: they are small, and waking further ones costs more than it saves."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _emit_given_hand(
    command: str, answer: PartnerOdds | KittyOdds, fraction: bool, rules: Rules, as_json: bool
) -> None:
    text = "\n".join([str(answer), *_lines_if(fraction, answer.completes.items())])
    payload = {"hand": str(answer.hand), "trump": answer.trump, **answer.to_dict()}
    if fraction:
        payload["fractions"] = {name: str(p) for name, p in answer.completes.items()}
    emit(command, payload, as_json=as_json, text=text, rules=rules)


def _lines_if(fraction: bool, chances: Iterable[tuple[str, Fraction]]) -> list[str]:
    """Write the exact fractions, one a line, if they are asked for."""
    return [f"  {name:<24} {p}" for name, p in chances] if fraction else []


def _read_known(known: tuple[str, ...]) -> dict[str, str]:
    """Split `WHO:CARDS`; cards of one seat may be given in several parts."""
    cards: dict[str, str] = {}
    for part in known:
        name, colon, held = part.partition(":")
        if not colon or not name.strip().isalpha():
            raise PinosimError(f"expected --known WHO:CARDS such as 'left: AS 9H', got {part!r}")
        key = name.strip().lower()
        cards[key] = f"{cards.get(key, '')} {held}"
    return cards
