"""`pinosim solve DEAL`: what a deal is worth with all cards seen and best play on both sides."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from pinosim.api.record.duties import best_of, points_of
from pinosim.cards import SUIT_NAMES, SUITS, read_suit
from pinosim.cli.options import json_option, rules_options
from pinosim.cli.output import emit
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.api.open_bids import OpenBid
    from pinosim.api.solution import Solution, SolutionTable
    from pinosim.rules.schema import Rules

BUDGET: Final = 500_000_000  # a minute or so; whole deals of a single deck take a thousandth of it
LONG_HANDS: Final = 17  # cards a hand from which on the value is out of reach in a minute
LONG_BUDGET: Final = 20_000_000  # so those get an interval in a second or two
HORIZON: Final = 12  # cards a hand from which on a play-out with open cards is exact
LONGEST_TABLE_HANDS: Final = 13  # cards a hand: sixteen longer ones would take hours
Answer = TypeVar("Answer")


@click.command()
@click.argument("deal", nargs=-1, required=True)
@click.option("--trump", metavar="S|H|D|C", help="The trump suit. With --all the best one for the leader's side.")
@click.option("--leader", type=int, default=0, show_default=True, metavar="K", help="Seat that leads, or led.")
@click.option("--trick", default="", metavar="CARDS", help="Cards on the table in the order played: 'TH QH'.")
@click.option(
    "--declarer", type=int, metavar="K", help="Where each plays for himself, the seat against all others [the leader]."
)
@click.option("--bids", is_flag=True, help="Also what the leader's side could bid: its meld and these points.")
@click.option("--all", "all_trumps", is_flag=True, help="The value with every trump and leader.")
@click.option("--first-cards", is_flag=True, help="The value after every card that may be played next.")
@click.option("--at-least", type=int, metavar="N", help="Only whether the leader's side can take N points; faster.")
@click.option(
    "--budget",
    type=click.IntRange(min=0),
    metavar="NODES",
    help=(
        "Stop after so many cards tried and say between what the value lies; 0 for no end "
        f"[{BUDGET:,}; {LONG_BUDGET:,} from {LONG_HANDS} cards a hand on]."
    ),
)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="Stop after so long, whatever --budget is by default. Another run may then give another interval.",
)
@click.option(
    "--horizon",
    type=click.IntRange(min=0),
    metavar="N",
    help=(
        "Also play the cards out in the order the search would try them, and as well as can be from N cards a hand on "
        f"[{HORIZON}, where the value is not found]."
    ),
)
@rules_options
@json_option
def solve(
    deal: tuple[str, ...],
    trump: str | None,
    leader: int,
    trick: str,
    declarer: int | None,
    bids: bool,
    all_trumps: bool,
    first_cards: bool,
    at_least: int | None,
    budget: int | None,
    seconds: float | None,
    horizon: int | None,
    rules: Rules,
    as_json: bool,
) -> None:
    """Find what the leader's side takes in DEAL when everybody sees all cards and plays as well as can be.

    \b
    DEAL is one hand a seat with | between them, seat 0 first; fewer cards are an ending:
      pinosim solve "AS 9H | TS KH | KS QH | QS JH" --trump S
    With a trick on the table, DEAL is what is still held:
      pinosim solve "9H | TS KH | KS QH | QS JH" --trump S --trick AS
    Points are trick points still to come, the trick on the table and the last trick included.
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api import solve as api
    from pinosim.api.deal import Deal
    from pinosim.api.open_bids import open_bid

    cards = Deal(" ".join(deal), rules)
    _refuse_contradictions(trump, all_trumps, at_least, bids, trick, first_cards, horizon)
    if budget is not None and budget > api.MOST_NODES:
        raise PinosimError(f"--budget: expected 0 to {api.MOST_NODES:,}, got {budget}; 0 is for no end")
    table = None
    bid_table: dict[str, list[OpenBid]] = {}
    longest = max((len(hand) for hand in cards.hands if hand is not None), default=0)
    if budget is None:
        budget = 0 if seconds is not None else BUDGET if longest < LONG_HANDS else LONG_BUDGET
    if horizon is None and longest >= LONG_HANDS and at_least is None:
        horizon = HORIZON
    if all_trumps:
        if (budget or seconds is not None) and longest > LONGEST_TABLE_HANDS:
            raise PinosimError(
                f"--all: hands of {longest} cards with every trump and leader would take hours; expected at most "
                f"{LONGEST_TABLE_HANDS} cards a hand, or --budget 0 to wait as long as it takes"
            )
        table = _interruptibly(lambda: api.solve_table(cards, declarer=declarer, table_megabytes=64))
        seats = range(rules.seats.players)
        if bids:
            bid_table = {
                suit: [open_bid(cards, suit, seat, table.values[suit, seat]) for seat in seats] for suit in SUITS
            }
    if trump is None:
        if table is None:
            raise click.UsageError("Missing option '--trump': one suit, or --all for every trump and leader.")
        trump = _best_trump(table, bid_table, leader)
    suit = read_suit(trump)
    solution = _interruptibly(
        lambda: api.solve(
            cards,
            suit,
            leader,
            trick=trick,
            declarer=declarer,
            at_least=at_least,
            node_limit=budget or None,
            seconds=seconds,
            horizon=horizon,
            table_megabytes=64,
        )
    )
    one_bid = None
    if bids and solution.value is not None:
        one_bid = open_bid(cards, suit, leader, solution.value)
    card_values = _interruptibly(lambda: solution.first_cards) if first_cards else None
    line = _interruptibly(lambda: solution.line)

    def text(console: Console) -> None:
        for paragraph in _paragraphs(solution, line, card_values, one_bid, table, bid_table):
            console.print(paragraph, soft_wrap=True)

    payload: dict[str, Any] = {
        "deal": str(cards),
        "trump": suit,
        "leader": leader,
        "trick": list(solution.question.trick),
        "side": list(solution.question.side),
        "value": solution.value,
        "low": solution.low,
        "high": solution.high,
        "total": solution.question.total,
        "play_out": solution.play_out,
        "horizon": solution.horizon,
        "limits": {"nodes": budget or None, "seconds": seconds},
        "nodes": solution.nodes + (0 if table is None else table.nodes),
        "seconds": solution.seconds + (0.0 if table is None else table.seconds),
        "line": list(line),
    }
    if at_least is not None:
        payload |= {"at_least": at_least, "reached": solution.reached}
    if card_values is not None:
        payload["first_cards"] = card_values
    if table is not None:
        values = table.values
        payload["table"] = {name: [values[name, seat] for seat in range(rules.seats.players)] for name in SUITS}
    if bids:
        payload["bids"] = None if one_bid is None else _bid_to_dict(one_bid)
        if bid_table:
            payload["bid_table"] = {name: [_bid_to_dict(bid) for bid in row] for name, row in bid_table.items()}
    emit("solve", payload, as_json=as_json, text=text, rules=rules)


def _refuse_contradictions(
    trump: str | None,
    all_trumps: bool,
    at_least: int | None,
    bids: bool,
    trick: str,
    first_cards: bool,
    horizon: int | None,
) -> None:
    if at_least is not None and horizon is not None:
        raise click.UsageError("--at-least asks yes or no; --horizon gives points: leave one of the two out.")
    if at_least is not None and (bids or first_cards):
        other = "--bids" if bids else "--first-cards"
        raise click.UsageError(f"--at-least asks yes or no; {other} needs the value: leave one of the two out.")
    if all_trumps and trick:
        raise click.UsageError("--all needs a deal at the start of a trick: leave out --trick or --all.")
    if bids and trick:
        raise click.UsageError("--bids needs a whole deal before the first trick: leave out --trick or --bids.")


def _best_trump(table: SolutionTable, bid_table: dict[str, list[OpenBid]], leader: int) -> str:
    """Name the trump that brings the leader's side most: meld and points where bids are asked, else points."""
    players = table.deal.rules.seats.players
    if not 0 <= leader < players:
        raise PinosimError(f"leader: expected a seat from 0 to {players - 1}, got {leader}")
    if bid_table:
        return max(SUITS, key=lambda suit: (bid_table[suit][leader].bid or -1, bid_table[suit][leader].total))
    return max(SUITS, key=lambda suit: table.values[suit, leader])


def _interruptibly(work: Callable[[], Answer]) -> Answer:
    """Do the work in a thread, so that Ctrl-C need not wait for a kernel to come back."""
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.2)
    if errors:
        raise errors[0]
    return answers[0]


def _bid_to_dict(bid: OpenBid) -> dict[str, Any]:
    return {"meld": bid.meld, "points": bid.points, "total": bid.total, "bid": bid.bid, "why": bid.why}


# --- words


class Trick(NamedTuple):
    """One trick of a line of play."""

    leader: int
    cards: tuple[str, ...]
    winner: int
    points: int


def tricks_of(trick: Sequence[str], line: Sequence[str], leader: int, trump: str, rules: Rules) -> Iterator[Trick]:
    """Cut a line of play into tricks: who leads, who wins, for how many points.

    Parameters
    ----------
    trick : sequence of str
        Cards on the table before the line.
    line : sequence of str
        The cards played, to the end of the hand.
    leader : int
        Seat that led the first card.
    trump : str
        Suit letter.
    rules : Rules
        Says what cards and the last trick are worth, and how many play.
    """
    cards = [*trick, *line]
    players = rules.seats.players
    for start in range(0, len(cards), players):
        played = tuple(cards[start : start + players])
        winner = (leader + best_of(played, trump)) % players
        last = rules.tricks.last_trick if start + players >= len(cards) else 0
        yield Trick(leader, played, winner, points_of(played, rules) + last)
        leader = winner


def _seats(seats: Sequence[int]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {' and '.join(map(str, seats))}"


def _paragraphs(
    solution: Solution,
    line: Sequence[str],
    card_values: dict[str, int] | None,
    one_bid: OpenBid | None,
    table: SolutionTable | None,
    bid_table: dict[str, list[OpenBid]],
) -> Iterator[str]:
    question = solution.question
    rules = question.rules
    led = "led" if question.trick else "leads"
    yield f"{SUIT_NAMES[question.trump].capitalize()} trump, seat {question.leader} {led} ({rules.id})"
    yield _verdict(solution)
    if solution.play_out is not None:
        yield _play_out_words(solution)
    if one_bid is not None:
        yield _bid_words(one_bid)
    if card_values is not None:
        yield f"\nWhat {_seats(question.side)} get after each card of seat {question.to_play}:"
        for card, points in card_values.items():
            yield f"  {card}  {points:>4}"
    if line:
        yield "\nBest play:"
        taken = 0
        for number, trick in enumerate(
            tricks_of(question.trick, line, question.leader, question.trump, rules), start=1
        ):
            taken += trick.points if trick.winner in question.side else 0
            played = " ".join(trick.cards)
            yield (
                f"  {number:>2}. seat {trick.leader} leads {played}  seat {trick.winner} wins {trick.points:>3}"
                f"   ({_seats(question.side)}: {taken})"
            )
    if table is not None:
        yield "\nPoints of the leader's side with every trump and leader:"
        yield str(table)
    if bid_table:
        yield "\nWhat the leader's side could bid, - for nothing:"
        yield _bid_rows(bid_table)
    nodes = solution.nodes + (0 if table is None else table.nodes)
    seconds = solution.seconds + (0.0 if table is None else table.seconds)
    yield f"\n{nodes:,} cards tried in {seconds:.2f} s"


def _verdict(solution: Solution) -> str:
    question = solution.question
    ours, total = _seats(question.side).capitalize(), question.total
    verb = "takes" if len(question.side) == 1 else "take"
    if question.at_least is not None and solution.reached is not None:
        can = "can" if solution.reached else "cannot"
        return f"{ours} {can} take at least {question.at_least} of {total} points against best play."
    if solution.exact:
        rest = total - solution.low
        return f"{ours} {verb} {solution.low} of {total} points with best play on both sides, the others {rest}."
    return (
        f"{ours} {verb} between {solution.low} and {solution.high} of {total} points with best play on both sides.\n"
        + _ran_out(solution)
    )


def _ran_out(solution: Solution) -> str:
    limits = solution.question
    if limits.seconds is not None and not (limits.node_limit is not None and solution.nodes >= limits.node_limit):
        return (
            f"The {limits.seconds:g} seconds ran out before the value was found; give more with --seconds. "
            "Another run may give another interval."
        )
    return "The budget ran out before the value was found; give more with --budget."


def _play_out_words(solution: Solution) -> str:
    rest = "" if not solution.horizon else (
        f", down to {solution.horizon} cards a hand, and as well as can be from there"
    )  # fmt: skip
    if solution.horizon == solution.question.cards_left:
        return f"Played out as well as can be, that is {solution.play_out} points."
    return (
        f"Played out with all cards seen by the solver's order of moves{rest}: {solution.play_out} points. "
        "That is one way to play, neither the value nor a bound."
    )


def _bid_words(bid: OpenBid) -> str:
    sum_up = f"With their meld of {bid.meld} that is {bid.total}"
    if bid.bid is None:
        return f"{sum_up}, but no bid can be made: {bid.why}."
    return f"{sum_up}: seat {bid.leader} could bid {bid.bid} on these cards as they are (no passing)."


def _bid_rows(bid_table: dict[str, list[OpenBid]]) -> str:
    n_seats = len(next(iter(bid_table.values())))
    lines = ["trump " + "".join(f"{f'seat {seat}':>8}" for seat in range(n_seats))]
    for suit, row in bid_table.items():
        lines.append(f"{suit:<6}" + "".join(f"{'-' if bid.bid is None else bid.bid:>8}" for bid in row))
    return "\n".join(lines)
