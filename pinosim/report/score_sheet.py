"""A score sheet for a game as one HTML page to print: empty, or filled in from a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.cards import SUIT_SYMBOLS
from pinosim.errors import PinosimError
from pinosim.report.template import fill

if TYPE_CHECKING:
    from pinosim.api.record.parts import HandRecord
    from pinosim.api.record.record import Record
    from pinosim.rules.schema import Rules

LINES: Final = 18  # of an empty sheet: a page
MOST_LINES: Final = 60


@dataclass(frozen=True, slots=True)
class Side:
    """What one side has in a line of the sheet; empty texts on an empty sheet."""

    meld: str = ""
    tricks: str = ""
    change: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One hand on the sheet."""

    number: int
    dealer: str = ""
    bidder: str = ""
    bid: str = ""
    trump: str = ""
    sides: tuple[Side, ...] = ()


def score_sheet(rules: Rules, record: Record | None = None, lines: int = LINES) -> str:
    """Make the page.

    Parameters
    ----------
    rules : Rules
        The game the sheet is for.
    record : Record, optional
        A game to fill it in from; its rules count then.
    lines : int
        Hands there is room for, 1 to 60; a record may need more and gets them.

    Returns
    -------
    str
        A whole HTML page without scripts; names and notes are escaped.

    Raises
    ------
    PinosimError
        If the number of lines is out of its range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> page = score_sheet(load_rules("family250"), lines=4)
    >>> page[:15], page.count('<tr class="hand">')
    ('<!DOCTYPE html>', 4)
    """
    if not 1 <= lines <= MOST_LINES:
        raise PinosimError(f"lines: expected a whole number from 1 to {MOST_LINES}, got {lines!r}")
    import pinosim

    rules = rules if record is None else record.rules
    empty = tuple(Side() for _ in range(rules.seats.teams))
    rows = [] if record is None else [_line(record, n, hand) for n, hand in enumerate(record.hands, start=1)]
    rows += [Line(number, sides=empty) for number in range(len(rows) + 1, lines + 1)]
    return fill(
        "score_sheet.html",
        rules=rules,
        version=pinosim.__version__,
        sides=[_side_name(record, side) for side in range(rules.seats.teams)],
        auction=rules.auction.kind != "none",
        start=[] if record is None else [str(score) for score in record.start],
        lines=rows,
        reminders=list(_reminders(rules)),
        note="" if record is None else record.note,
    )


def _side_name(record: Record | None, side: int) -> str:
    if record is not None:
        from pinosim.api.record.replay import side_name

        return side_name(record, side)
    return ""


def _line(record: Record, number: int, hand: HandRecord) -> Line:
    teams = record.rules.seats.teams
    melds = [0] * teams
    for claim in hand.melds:
        melds[claim.seat % teams] += claim.total
    for trick in hand.tricks:
        if trick.winner is not None:
            melds[trick.winner % teams] += sum(item.points for item in trick.melds) + sum(d.points for d in trick.dix)
    if hand.dix_turned is not None and hand.dealer is not None:
        melds[hand.dealer % teams] += hand.dix_turned
    sides = tuple(
        Side(
            str(melds[side]),
            str(hand.taken[side][1]) if hand.taken else "",
            f"{hand.changes[side]:+}" if hand.changes else "",
            str(hand.scores[side]) if hand.scores else "",
        )
        for side in range(teams)
    )
    return Line(
        number,
        "" if hand.dealer is None else record.name(hand.dealer),
        "" if hand.bidder is None else record.name(hand.bidder),
        "" if hand.bid is None else str(hand.bid),
        "" if hand.trump is None else SUIT_SYMBOLS.get(hand.trump, "–"),
        sides,
    )


def _reminders(rules: Rules) -> Iterator[str]:
    """Say what is asked most often while a game is scored."""
    wanted = (
        "game.target", "game.losing_score", "game.tie", "auction.min_bid", "auction.steps", "passing.count",
        "keep_meld.bidders", "keep_meld.others", "settle.auto_set", "tricks.total",
    )  # fmt: skip
    for row in rules.describe():
        if row.key in wanted and row.matters:
            yield f"{row.title}: {row.value}"
