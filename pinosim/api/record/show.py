"""`show` as text: each hand replayed trick by trick, with the meld laid out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.record.parts import HandRecord
from pinosim.api.record.replay import (
    calls_in_words,
    events_in_words,
    hands_known,
    pick_hands,
    result_in_words,
    title,
    trick_rows,
)

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.api.conventions import Convention
    from pinosim.api.record.record import Record


def show_text(record: Record, hand: int | None = None, convention: ConventionNames = None) -> str:
    """Replay a record as text.

    Parameters
    ----------
    record : Record
    hand : int, optional
        Number of one hand, from 1; all of them if left out.
    convention : str, path or sequence of these, optional
        The bidding convention by which calls are read, as in `convention_seats.seat_conventions`.

    Returns
    -------
    str
        In a trick, `>` stands before the lead and `*` behind the card that wins.

    Raises
    ------
    RecordError
        If there is no such hand.
    ConventionError
        If there is no such convention, or it cannot be used with these rules.
    """
    conventions: tuple[Convention | None, ...] = ()
    if convention is not None:
        from pinosim.api.convention_seats import seat_conventions

        conventions = seat_conventions(convention, record.rules)
    lines = [f"{record.rules.id}: {record.rules.title}"]
    policies = [player.policy for player in record.players if player.policy]
    if policies:
        lines.append(f"Played by {', '.join(policies)}" + ("" if record.seed is None else f", seed {record.seed}"))
    if record.note:
        lines.append(f"Note: {record.note}")
    for number, one in pick_hands(record, hand):
        lines += ["", *_hand(record, number, one, conventions)]
    return "\n".join(_plain(line) for line in lines)


def _plain(line: str) -> str:
    """Keep what a stranger wrote from moving the cursor of the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def _hand(record: Record, number: int, hand: HandRecord, conventions: Sequence[Convention | None]) -> Iterator[str]:
    head = title(record, number, hand)
    yield head
    yield "=" * len(head)
    for redeal in hand.redeals:
        yield "All passed: new deal." if redeal.seat is None else f"{record.name(redeal.seat)} asked for a new deal."
    width = max(len(record.name(seat)) for seat in range(record.rules.seats.players))
    if hands_known(hand.hands):
        for seat, cards in enumerate(hand.hands):
            yield f"  {record.name(seat):<{width}}  {'not known' if cards is None else cards}"
    calls = calls_in_words(record, hand)
    if calls:
        yield "Bidding: " + ", ".join(f"{who} {call}".strip() for who, call in calls)
    if calls and any(conventions):
        from pinosim.api.told import meanings_in_auction

        for told in meanings_in_auction(hand.calls or (), hand.dealer, conventions):
            yield f"  {told.call} of {record.name(told.seat)} tells: {told}"
    yield from events_in_words(record, hand)
    if hand.melds:
        yield "Meld"
        for claim in hand.melds:
            yield f"  {record.name(claim.seat):<{width}}  {claim.total:>5}"
            for item in claim.items:
                times = f" x{item.copies}" if item.copies > 1 else ""
                yield f"  {'':<{width}}  {item.points:>5}  {item.name + times:<28}  {Hand(item.cards).short()}"
    if hand.buried is not None:
        yield f"Buried: {hand.buried.short()}"
    if hand.tricks:
        yield from _tricks(record, hand, width)
    yield from result_in_words(record, hand)


def _tricks(record: Record, hand: HandRecord, width: int) -> Iterator[str]:
    players = record.rules.seats.players
    heads = [record.name(seat)[:8] for seat in range(players)]
    yield "Trick " + "".join(f"{head:<9}" for head in heads) + f" {'won by':<{max(width, 6)}}  points   so far"
    for row in trick_rows(record, hand):
        cells = ""
        for seat, card in enumerate(row.cards):
            mark = ">" if seat == row.leader and card else " "
            cells += f"{mark + card + ('*' if seat == row.winner else ''):<9}"
        if row.winner is None:
            yield f"{row.number:>5}{cells}".rstrip()
            continue
        totals = " : ".join(str(total) for total in row.totals)
        yield f"{row.number:>5}{cells} {record.name(row.winner):<{max(width, 6)}}  {row.points:>6}   {totals}"
        for line in row.after:
            yield f"      {line}"
