"""`pinosim game`: one whole game, hand by hand."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinosim.cli.options import convention_option, json_option, rules_options, seed_option
from pinosim.cli.output import emit, note
from pinosim.cli.output_path import OutputPath, expect_writable
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.api.record.parts import HandRecord
    from pinosim.api.record.record import Record
    from pinosim.rules.schema import Rules


@click.command()
@click.option(
    "--policies",
    default="standard",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="Who plays: one name for all seats, or one a seat, separated by commas.",
)
@convention_option
@click.option(
    "--hands", type=click.IntRange(1, 1000), default=None, metavar="N", help="Stop after N hands if nobody has won."
)
@click.option(
    "-o",
    "--out",
    type=OutputPath(path_type=Path, dir_okay=False),
    default=None,
    metavar="FILE",
    help="Write the record of the game, for 'pinosim show' and 'pinosim check'.",
)
@click.option(
    "--seat",
    type=click.IntRange(0, 5),
    default=None,
    metavar="K",
    help="Take seat K yourself, from 0; --policies says who plays the others. ? at any prompt lists what to type.",
)
@click.option("--name", default="", metavar="TEXT", help="Your name, for the record of a game with --seat.")
@click.option("--confirm", is_flag=True, help="With --seat: ask after every entry whether it stands.")
@click.option("--show", "replay", is_flag=True, help="Replay every hand trick by trick instead of a line each.")
@rules_options
@seed_option
@json_option
def game(
    rules: Rules,
    policies: str,
    convention: str | None,
    hands: int | None,
    out: Path | None,
    seat: int | None,
    name: str,
    confirm: bool,
    replay: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Play one whole game, hand by hand, until a side has won by the rules; watch it, or take a seat."""
    from pinosim.api.game import play_game
    from pinosim.api.record.save import check_place
    from pinosim.api.told import told_in_record

    if seat is None and (name or confirm):
        raise click.UsageError(f"{'--name' if name else '--confirm'} is for a person at the table: give --seat too.")
    if out is not None:
        check_place(out)  # before anybody waits for a game
        expect_writable(out)
    if seat is None:
        record = play_game(rules, policies, seed=seed, hands=hands, convention=convention)
        _save(record, out)
    else:
        record, out = _play_with(rules, policies, convention, seat, name, confirm, hands, out, seed, as_json)

    def text(console: Console) -> None:
        console.print(record.show(convention=convention) if replay else _lines(record), soft_wrap=True)

    last = record.hands[-1]
    payload = {**record.to_dict(), "winner": last.winner, "scores": list(last.scores), "file": out}
    payload["convention"] = convention
    payload["told"] = [[one.to_dict() for one in meanings] for meanings in told_in_record(record, convention)]
    emit("game", payload, as_json=as_json, text=text, rules=rules, seed=seed)


def _save(record: Record, out: Path | None) -> None:
    if out is not None:
        record.save(out)
        _tell_saved(out)


def _save_or_print(record: Record, out: Path | None) -> None:
    """Save a game; if that fails, print its record, as what a person has played cannot be made again."""
    try:
        _save(record, out)
    except PinosimError:
        note(f"The game so far could not be written. This is its record, to be copied into a file:\n\n{record.text}")
        raise


def _tell_saved(out: Path) -> None:
    note(f"Written to {out}. To replay it: {shlex.join(['pinosim', 'show', str(out)])}")


def _play_with(
    rules: Rules,
    policies: str,
    convention: str | None,
    seat: int,
    name: str,
    confirm: bool,
    hands: int | None,
    out: Path | None,
    seed: int,
    as_json: bool,
) -> tuple[Record, Path | None]:
    """Play with a person at the table; the game so far is saved however it ends."""
    from pinosim.api.convention_seats import play_conventions, seat_conventions
    from pinosim.api.game import game_of_hands, label_in_record
    from pinosim.api.live.news import Names
    from pinosim.api.record.parts import Player
    from pinosim.api.record.record import Record
    from pinosim.api.record.replay import result_in_words
    from pinosim.api.record.save import expect_same_game
    from pinosim.api.warm import say_if_compiling
    from pinosim.cli.killed import killed_as_interrupted
    from pinosim.cli.seat import Person, Quit, sit_down
    from pinosim.policies.registry import resolve_seats

    if seat >= rules.seats.players:
        raise click.UsageError(
            f"--seat: expected a seat from 0 to {rules.seats.players - 1} in {rules.id}, got {seat}."
        )
    seats = play_conventions(resolve_seats(policies, rules), convention, rules)
    told = seat_conventions(convention, rules)
    players = [
        Player(name or "Human") if i == seat else Player("", label_in_record(each)) for i, each in enumerate(seats)
    ]
    finished: list[HandRecord] = []

    def save(hand: HandRecord, name_typed: str) -> Path | None:
        place = Path(name_typed) if name_typed else out
        if place is not None:
            so_far = Record.of(rules, [*finished, hand], seed=seed, players=players)
            # what --out names was agreed to before the game
            so_far.save(place if place == out else expect_same_game(so_far, place))
        return place

    person = Person(
        rules, seat, Names(rules, seat), confirm=confirm, stderr=as_json, save=save, conventions=told
    )  # fmt: skip

    def tell(hand: HandRecord) -> None:
        finished.append(hand)
        for line in result_in_words(Record.of(rules, [hand], players=players), hand):
            person.say(line)

    say_if_compiling("playing.play_cards")
    person.say("Type ? for help.")
    with killed_as_interrupted():
        record = game_of_hands(
            rules, sit_down(person, seats, seed), seed=seed, hands=hands, players=players, tell=tell
        )  # fmt: skip
    if isinstance(person.left, Quit) and person.left.path is not None:
        out = person.left.path
        _tell_saved(out)
    else:
        _save_or_print(record, out)
    if isinstance(person.left, KeyboardInterrupt):
        saved = (
            f"the game so far is in {out}" if out is not None else "nothing is saved; --out FILE would keep the game"
        )
        raise KeyboardInterrupt(f"\nInterrupted: {saved}.")
    if person.left is not None and out is None:
        note("The game is not saved; 'quit FILE' or --out FILE would keep it.")
    return record, out


def _lines(record: Record) -> str:
    from pinosim.api.record.replay import side_name

    rules = record.rules
    sides = range(rules.seats.teams)
    lines = [f"{rules.id}: {rules.title}"]
    lines += [f"side {side}: {side_name(record, side)}" for side in sides]
    heads = "".join(f"{f'side {side}':>14}" for side in sides)
    lines.append(f"{'hand':>4}  {'bid':<12}{'trump':<7}{'outcome':<12}{heads}")
    lines += [_line(number, hand) for number, hand in enumerate(record.hands, start=1)]
    last = record.hands[-1]
    if last.winner is None:
        lines.append("Nobody has won yet.")
    else:
        lines.append(f"{side_name(record, last.winner)} won the game in hand {len(record.hands)}.")
    return "\n".join(lines)


def _line(number: int, hand: HandRecord) -> str:
    bid = "" if hand.bidder is None else f"{hand.bid} by {hand.bidder}"
    scores = "".join(
        f"{score:>7} ({change:+})".rjust(14) for score, change in zip(hand.scores, hand.changes, strict=True)
    )
    return f"{number:>4}  {bid:<12}{hand.trump or '':<7}{hand.outcome or '':<12}{scores}"
