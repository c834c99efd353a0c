"""`pinosim game`: one whole game, hand by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinosim.cli.options import json_option, rules_options, seed_option
from pinosim.cli.output import emit, note
from pinosim.cli.output_path import OutputPath

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
@click.option("--show", "replay", is_flag=True, help="Replay every hand trick by trick instead of a line each.")
@rules_options
@seed_option
@json_option
def game(
    rules: Rules, policies: str, hands: int | None, out: Path | None, replay: bool, seed: int, as_json: bool
) -> None:
    """Play one whole game, hand by hand, until a side has won by the rules."""
    from pinosim.api.game import play_game
    from pinosim.api.record.save import check_place

    if out is not None:
        check_place(out)  # before anybody waits for a game
    record = play_game(rules, policies, seed=seed, hands=hands)
    if out is not None:
        record.save(out)
        note(f"Written to {out}. To replay it: pinosim show {out}")

    def text(console: Console) -> None:
        console.print(record.show() if replay else _lines(record), soft_wrap=True)

    last = record.hands[-1]
    payload = {**record.to_dict(), "winner": last.winner, "scores": list(last.scores), "file": out}
    emit("game", payload, as_json=as_json, text=text, rules=rules, seed=seed)


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
