"""A hand made ready to be shown, as text or as HTML: what was held, called, passed, laid and played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.record.duties import best_of, points_of
from pinosim.api.record.parts import NO_TRUMP, PASS, HandRecord, Trick
from pinosim.api.record.write import dix_text, items_text
from pinosim.cards import SUIT_NAMES
from pinosim.errors import RecordError

if TYPE_CHECKING:
    from pinosim.api.record.record import Record


@dataclass(frozen=True, slots=True)
class TrickRow:
    """One trick as it is shown.

    Attributes
    ----------
    number : int
    leader, winner : int or None
    cards : tuple of str
        One a seat, seat 0 first; empty for a seat that has not played.
    points : int
        The trick's, with those of the last trick.
    totals : tuple of int
        Trick points of each side so far.
    after : tuple of str
        What the winner showed, laid and drew.
    """

    number: int
    leader: int | None
    winner: int | None
    cards: tuple[str, ...]
    points: int
    totals: tuple[int, ...]
    after: tuple[str, ...]


def pick_hands(record: Record, number: int | None) -> list[tuple[int, HandRecord]]:
    """Give the hands to show with their numbers from 1: all, or the one asked for."""
    hands = list(enumerate(record.hands, start=1))
    if number is None:
        return hands
    if not 1 <= number <= len(hands):
        raise RecordError(f"expected the number of a hand from 1 to {len(hands)}, got {number!r}")
    return [hands[number - 1]]


def title(record: Record, number: int, hand: HandRecord) -> str:
    """Head of a hand: its number, deal and dealer."""
    parts = [f"Hand {number}"]
    if hand.number is not None:
        parts.append(f"deal {hand.number}")
    if hand.dealer is not None:
        parts.append(f"dealt by {record.name(hand.dealer)}")
    return ", ".join(parts)


def side_name(record: Record, side: int) -> str:
    """Name a side by its players."""
    rules = record.rules
    return " and ".join(record.name(seat) for seat in range(side, rules.seats.players, rules.seats.teams))


def calls_in_words(record: Record, hand: HandRecord) -> list[tuple[str, str]]:
    """Give the calls with who made them; without names if the dealer is not known."""
    calls = hand.calls or ()
    if hand.dealer is None:
        return [("", str(call)) for call in calls]
    players = record.rules.seats.players
    waiting = [(hand.dealer + 1 + i) % players for i in range(players)]
    spoken = []
    for call in calls:
        if not waiting:
            spoken.append(("", str(call)))
            continue
        seat = waiting.pop(0)
        if call != PASS and record.rules.auction.kind != "single-round":
            waiting.append(seat)
        spoken.append((record.name(seat), "pass" if call == PASS else str(call)))
    return spoken


def events_in_words(record: Record, hand: HandRecord) -> list[str]:
    """Say what happens between the auction and the first lead, a sentence each."""
    name = record.name
    lines = []
    if hand.stock:
        lines.append(f"{hand.stock[-1]} is turned up.")
    if hand.bidder is not None:
        lines.append(f"{name(hand.bidder)} has the bid" + (f" at {hand.bid}." if hand.bid is not None else "."))
    if hand.trump == NO_TRUMP:
        lines.append("No suit can be named: the bidder has no marriage.")
    elif hand.trump is not None:
        lines.append(f"Trump is {SUIT_NAMES[hand.trump]}.")
    if hand.called is not None:
        held = f"; {name(hand.partner)} holds it and is the partner" if hand.partner is not None else ""
        lines.append(f"{hand.called} is called{held}.")
    if hand.kitty is not None:
        lines.append(f"The kitty: {hand.kitty.short()}")
    lines += [f"{name(seat)} is given {card}." for seat, card in hand.shared]
    if hand.given is not None:
        lines.append(f"Passed to the bidder: {hand.given.short()}")
    if hand.returned is not None:
        lines.append(f"Passed back: {hand.returned.short()}")
    if hand.dix_turned is not None:
        lines.append(f"The dealer scores {hand.dix_turned} for turning a nine.")
    return lines


def trick_rows(record: Record, hand: HandRecord) -> list[TrickRow]:
    """Lay the tricks out, a row each."""
    rules = record.rules
    players, teams = rules.seats.players, rules.seats.teams
    totals = [0] * teams
    if hand.buried is not None and hand.bidder is not None and rules.kitty.buried_points_to == "bidder":
        totals[hand.bidder % teams] += points_of(hand.buried, rules)
    trump = hand.trump or ""
    leader = hand.tricks[0].leader if hand.tricks else None
    if leader is None:
        leader = hand.bidder
    rows = []
    for number, trick in enumerate(hand.tricks, start=1):
        leader = trick.leader if trick.leader is not None else leader
        cards = [""] * players
        for place, card in enumerate(trick.cards):
            cards[((leader or 0) + place) % players] = card
        points = points_of(trick.cards, rules)
        if number == rules.tricks_in_hand:
            points += rules.tricks.last_trick
        winner = trick.winner
        if winner is None and leader is not None and len(trick.cards) == players and trump:
            winner = (leader + best_of(trick.cards, trump)) % players
        if winner is not None:
            totals[winner % teams] += points
        rows.append(TrickRow(number, leader, winner, tuple(cards), points, tuple(totals), _after(record, trick)))
        leader = winner
    return rows


def _after(record: Record, trick: Trick) -> tuple[str, ...]:
    lines = []
    if trick.dix:
        lines.append(f"shows {', '.join(dix_text(dix) for dix in trick.dix)}")
    if trick.melds:
        lines.append(f"lays {items_text(trick.melds)}")
    if trick.draws:
        lines.append("; ".join(f"{record.name(draw.seat)} draws {draw.card or 'a card'}" for draw in trick.draws))
    return tuple(lines)


def result_in_words(record: Record, hand: HandRecord) -> list[str]:
    """Say how the hand ended, a sentence each."""
    lines = []
    for side, (tricks, points) in enumerate(hand.taken):
        lines.append(f"{side_name(record, side)} took {tricks} trick{'s'[: tricks != 1]} with {points} points.")
    if hand.outcome is not None:
        changes = ", ".join(f"{side_name(record, side)} {change:+}" for side, change in enumerate(hand.changes))
        lines.append(f"{hand.outcome.capitalize()}: {changes}.")
    if hand.scores:
        lines.append(
            "Score: " + ", ".join(f"{side_name(record, s)} {score}" for s, score in enumerate(hand.scores)) + "."
        )
    if hand.winner is not None:
        lines.append(f"{side_name(record, hand.winner)} won the game.")
    return lines


def hands_known(hands: Sequence[Hand | None]) -> bool:
    """Tell whether there is a hand to show."""
    return any(hand is not None for hand in hands)
