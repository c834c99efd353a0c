"""A record as text: one `label: value` a line, in one fixed order, so that two records can be compared line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand
from pinosim.api.meld import MeldItem
from pinosim.api.record.parts import UNKNOWN, Claim, Dix, Draw, HandRecord, Player, Redeal, Trick

if TYPE_CHECKING:
    from pinosim.api.record.record import Record

HEADER: Final = "pinosim record 1"


def quote(text: str) -> str:
    r"""Write what a user typed as a quoted text on one line; whatever does not print is written as its code.

    Examples
    --------
    >>> print(quote('Ann "Ace"'), quote("two\nlines"))
    "Ann \"Ace\"" "two\nlines"
    """
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in quoted)


def record_lines(record: Record) -> Iterator[tuple[int | None, str, str]]:
    """Yield the lines of a record as (number of the hand or None, label, whole line); empty lines have no label."""
    yield None, "header", HEADER
    for label, value in _header(record):
        yield None, label, f"{label}: {value}"
    for index, hand in enumerate(record.hands):
        yield None, "", ""
        yield index, "hand", f"hand {index + 1}"
        for label, value in hand_lines(hand):
            yield index, label, f"{label}: {value}"


def _header(record: Record) -> Iterator[tuple[str, str]]:
    line = record.rules_line
    based = f" based on {line.base}" if line.base != line.id else ""
    yield "rules", f"{line.id}{f' {line.hash}' if line.hash else ''}{based}"
    if line.scale is not None:
        yield "scale", str(line.scale)
    for number, override in enumerate(line.overrides, start=1):
        yield f"set {number}", override
    if record.seed is not None:
        yield "seed", str(record.seed)
    for seat, player in enumerate(record.players):
        if player != Player():
            policy = player.policy if not player.name else f" ({player.policy})" if player.policy else ""
            yield f"player {seat}", f"{quote(player.name) if player.name else ''}{policy}"
    if record.start:
        yield "start", sides(record.start)
    if record.note:
        yield "note", quote(record.note)


def hand_lines(hand: HandRecord) -> Iterator[tuple[str, str]]:
    """Yield label and value of each line of a hand, in order."""
    yield from _before_play(hand)
    for number, trick in enumerate(hand.tricks, start=1):
        yield from _trick_lines(f"trick {number}", trick)
    if hand.taken:
        yield "taken", " | ".join(f"{tricks} trick{'s'[: tricks != 1]} {points}" for tricks, points in hand.taken)
    if hand.outcome is not None:
        yield "result", f"{hand.outcome} {sides(hand.changes, signed=True)}"
    if hand.scores:
        yield "score", sides(hand.scores)
    if hand.winner is not None:
        yield "winner", f"side {hand.winner}"


def _before_play(hand: HandRecord) -> Iterator[tuple[str, str]]:
    if hand.number is not None:
        yield "deal", str(hand.number)
    if hand.dealer is not None:
        yield "dealer", str(hand.dealer)
    for number, redeal in enumerate(hand.redeals, start=1):
        yield f"redeal {number}", _redeal(redeal)
    for seat, cards in enumerate(hand.hands):
        yield f"seat {seat}", UNKNOWN if cards is None else str(cards)
    if hand.kitty is not None:
        yield "kitty", str(hand.kitty)
    if hand.stock:
        yield "stock", " ".join(hand.stock)
    if hand.calls is not None:
        yield "auction", " ".join(str(call) for call in hand.calls)
    if hand.bidder is not None:
        yield "contract", f"{'?' if hand.bid is None else hand.bid} by {hand.bidder}"
    if hand.trump is not None:
        yield "trump", hand.trump
    if hand.called is not None:
        yield "called", hand.called + ("" if hand.partner is None else f" held by {hand.partner}")
    if hand.shared:
        yield "shared", ", ".join(f"{seat} {card}" for seat, card in hand.shared)
    for label, cards in (("pass to bidder", hand.given), ("pass back", hand.returned)):
        if cards is not None:
            yield label, str(cards)
    for claim in hand.melds:
        yield f"meld {claim.seat}", claim_text(claim)
    if hand.buried is not None:
        yield "buried", str(hand.buried)
    if hand.dix_turned is not None:
        yield "dix turned", str(hand.dix_turned)


def _redeal(redeal: Redeal) -> str:
    who = "all passed" if redeal.seat is None else f"seat {redeal.seat} asked"
    if not redeal.hands:
        return who
    return f"{who}, {' | '.join(UNKNOWN if hand is None else str(hand) for hand in redeal.hands)}"


def _trick_lines(label: str, trick: Trick) -> Iterator[tuple[str, str]]:
    leads = "" if trick.leader is None else f"{trick.leader} leads "
    wins = "" if trick.winner is None else f", {trick.winner} wins"
    yield label, f"{leads}{' '.join(trick.cards)}{wins}"
    if trick.dix:
        yield f"{label} dix", ", ".join(dix_text(dix) for dix in trick.dix)
    if trick.melds:
        yield f"{label} meld", items_text(trick.melds)
    if trick.draws:
        yield f"{label} draw", ", ".join(draw_text(draw) for draw in trick.draws)


def claim_text(claim: Claim) -> str:
    """Write a meld, `"190 = run 150 (S:ATKQJ), pinochle 40 (S:Q D:J)"`."""
    return str(claim.total) + (f" = {items_text(claim.items)}" if claim.items else "")


def items_text(items: Sequence[MeldItem]) -> str:
    """Write melds one after the other, each with its points and cards."""
    return ", ".join(
        f"{item.name}{f' x{item.copies}' if item.copies > 1 else ''} {item.points} ({Hand(item.cards).short()})"
        for item in items
    )


def dix_text(dix: Dix) -> str:
    """Write a nine shown, `"9H for AH 10"` or `"9H 10"`."""
    return f"{dix.nine}{'' if dix.taken is None else f' for {dix.taken}'} {dix.points}"


def draw_text(draw: Draw) -> str:
    """Write a card drawn, `"1 KS"`."""
    return f"{draw.seat} {UNKNOWN if draw.card is None else draw.card}"


def sides(numbers: Sequence[int], *, signed: bool = False) -> str:
    """Write one number a side, `"300 | -110"`."""
    return " | ".join(f"{number:+}" if signed else str(number) for number in numbers)
