"""`pinosim trump`, `pass`, `discard`, `redeal`: ways to act compared on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from pinosim.cli.options import (
    convention_option,
    jobs_option,
    json_option,
    no_convention,
    rules_options,
    seed_option,
)
from pinosim.cli.output import emit

if TYPE_CHECKING:
    from pinosim.api.comparison import Comparison
    from pinosim.rules.schema import Rules

_HAND = click.argument("hand", nargs=-1, required=True)
_BID = click.option(
    "-b",
    "--bid",
    type=int,
    metavar="N",
    help="The contract: scores are then those of that bid, made or set [default: points alone count].",
)
_COUNT = click.option(
    "--count",
    "show",
    type=click.IntRange(1, 50),
    default=8,
    show_default=True,
    metavar="K",
    help="How many sets of cards to play out.",
)
_ALSO = click.option(
    "--also",
    multiple=True,
    metavar="CARDS",
    help="Play out this set of cards too, whatever it is worth: 'AS KS QS JD'. Can be given again.",
)
_POLICY = click.option(
    "--policy",
    default="hard",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="Who plays: one name for all seats, or one a seat, separated by commas. You are seat 0.",
)

_NO_CONVENTION = no_convention("the contract stands, and hands are played from there on without looking at the calls")


def _precision(default: float) -> Callable[[Any], Any]:
    return click.option(
        "--precision",
        type=float,
        default=default,
        show_default=True,
        metavar="P",
        help="Decides how many deals are played: the largest half-width of the 95% interval of a chance.",
    )


def _common(command: Callable[..., Any]) -> Callable[..., Any]:
    for decorate in (json_option, rules_options, jobs_option, seed_option, _POLICY):
        command = decorate(command)
    return command


def _answer(command: str, comparison: Comparison, as_json: bool, more: Mapping[str, Any] | None = None) -> None:
    emit(
        command,
        {**comparison.to_dict(), **(more or {})},
        as_json=as_json,
        text=str(comparison),
        rules=comparison.rule_set,
        seed=comparison.seed,
        n=comparison.n,
    )


@click.command()
@_HAND
@_BID
@_precision(0.015)
@_NO_CONVENTION
@_common
def trump(
    hand: tuple[str, ...],
    bid: int | None,
    precision: float,
    policy: str,
    seed: int,
    jobs: int,
    rules: Rules,
    as_json: bool,
) -> None:
    """Compare the suits HAND may name as trump: which is best, by how much, and whether that is noise.

    \b
    The contract is mine at 300: hearts or diamonds?
      pinosim trump "S:KQJ H:ATQ9 D:AQ99 C:A" --bid 300
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.name_trump import name_trump

    _answer("trump", name_trump(" ".join(hand), rules, bid, precision, policy, seed, jobs), as_json)


@click.command("pass")
@_HAND
@click.option("-t", "--trump", required=True, metavar="S", help="The suit the bidder has named.")
@click.option(
    "--from",
    "giver",
    type=click.Choice(["partner", "bidder"]),
    default="partner",
    show_default=True,
    help="Who passes: the partner to the bidder, or the bidder back.",
)
@click.option(
    "--received",
    metavar="CARDS",
    help="With --from bidder: what partner has passed. HAND may then be with or without these cards.",
)
@_BID
@_COUNT
@_ALSO
@_precision(0.025)
@_NO_CONVENTION
@_common
def pass_(
    hand: tuple[str, ...],
    trump: str,
    giver: str,
    received: str | None,
    bid: int | None,
    show: int,
    also: tuple[str, ...],
    precision: float,
    policy: str,
    seed: int,
    jobs: int,
    rules: Rules,
    as_json: bool,
) -> None:
    """Compare the cards of HAND that could be passed, and what each alternative costs.

    \b
    Partner has named spades; which four does he get?
      pinosim pass "S:AQ H:AK D:J C:AATQJJ9" --trump S
    He has sent me four, which four go back?
      pinosim pass "S:AATKQJ H:A9 D:AJ C:TT" --trump S --from bidder --received "KS QS AC AD"
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.pass_cards import pass_cards

    comparison = pass_cards(
        " ".join(hand), rules, trump, giver, received, bid, also, show, precision, policy, seed, jobs
    )
    _answer("pass", comparison, as_json)


@click.command()
@_HAND
@click.option("-t", "--trump", metavar="S", help="The suit you have named [default: the best one].")
@_BID
@_COUNT
@_ALSO
@_precision(0.025)
@_NO_CONVENTION
@_common
def discard(
    hand: tuple[str, ...],
    trump: str | None,
    bid: int | None,
    show: int,
    also: tuple[str, ...],
    precision: float,
    policy: str,
    seed: int,
    jobs: int,
    rules: Rules,
    as_json: bool,
) -> None:
    """Compare the cards that a bidder could bury; HAND is his with the kitty.

    \b
    Fifteen cards and a kitty of three: which three go?
      pinosim discard "S:AATTKQJ H:A99 D:KJ9 C:AQJ99" --trump S --rules family250-3h
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.discard import discard as compare

    _answer("discard", compare(" ".join(hand), rules, trump, bid, also, show, precision, policy, seed, jobs), as_json)


@click.command()
@_HAND
@click.option("--seat", type=int, default=0, show_default=True, metavar="K", help="Your seat.")
@click.option(
    "--dealer", type=int, metavar="K", help="The dealer [default: the last seat, so that seat 0 speaks first]."
)
@_precision(0.01)
@convention_option
@_common
def redeal(
    hand: tuple[str, ...],
    seat: int,
    dealer: int | None,
    precision: float,
    convention: str | None,
    policy: str,
    seed: int,
    jobs: int,
    rules: Rules,
    as_json: bool,
) -> None:
    """Compare keeping HAND, which may be thrown in, with a fresh deal.

    \b
      pinosim redeal "S:KQ99 H:J9 D:KQ9 C:TJ9"
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.redeal import redeal as compare

    answer = compare(" ".join(hand), rules, seat, dealer, precision, policy, seed, jobs, convention)
    _answer("redeal", answer, as_json, {"convention": convention})
