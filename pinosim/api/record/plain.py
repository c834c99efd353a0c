"""A record as plain dicts, lists, numbers and texts, as `--json` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinosim.api.hand import Hand
from pinosim.api.meld import MeldItem
from pinosim.api.record.parts import HandRecord, Trick

if TYPE_CHECKING:
    from pinosim.api.record.record import Record


def to_plain(record: Record) -> dict[str, Any]:
    """Give plain values; what a record does not say is None or empty."""
    return {
        "rules": record.rules_line.id,
        "rules_hash": record.rules_line.hash,
        "seed": record.seed,
        "players": [{"name": player.name, "policy": player.policy} for player in record.players],
        "start": list(record.start),
        "note": record.note,
        "hands": [_hand(hand) for hand in record.hands],
    }


def _text(hand: Hand | None) -> str | None:
    return None if hand is None else str(hand)


def _items(items: tuple[MeldItem, ...]) -> list[dict[str, Any]]:
    return [{"name": item.name, "copies": item.copies, "points": item.points, "cards": item.cards} for item in items]


def _hand(hand: HandRecord) -> dict[str, Any]:
    return {
        "deal": hand.number,
        "dealer": hand.dealer,
        "redeals": [
            {"seat": redeal.seat, "hands": [_text(cards) for cards in redeal.hands]} for redeal in hand.redeals
        ],
        "hands": [_text(cards) for cards in hand.hands],
        "kitty": _text(hand.kitty),
        "stock": list(hand.stock),
        "auction": None if hand.calls is None else list(hand.calls),
        "bidder": hand.bidder,
        "bid": hand.bid,
        "trump": hand.trump,
        "called": hand.called,
        "partner": hand.partner,
        "shared": [{"seat": seat, "card": card} for seat, card in hand.shared],
        "pass_to_bidder": _text(hand.given),
        "pass_back": _text(hand.returned),
        "melds": [{"seat": claim.seat, "total": claim.total, "items": _items(claim.items)} for claim in hand.melds],
        "buried": _text(hand.buried),
        "dix_turned": hand.dix_turned,
        "tricks": [_trick(trick) for trick in hand.tricks],
        "taken": [{"tricks": tricks, "points": points} for tricks, points in hand.taken],
        "outcome": hand.outcome,
        "changes": list(hand.changes),
        "scores": list(hand.scores),
        "winner": hand.winner,
    }


def _trick(trick: Trick) -> dict[str, Any]:
    plain: dict[str, Any] = {"leader": trick.leader, "cards": list(trick.cards), "winner": trick.winner}
    if trick.dix or trick.melds or trick.draws:
        plain["dix"] = [{"nine": dix.nine, "points": dix.points, "taken": dix.taken} for dix in trick.dix]
        plain["melds"] = _items(trick.melds)
        plain["draws"] = [{"seat": draw.seat, "card": draw.card} for draw in trick.draws]
    return plain
