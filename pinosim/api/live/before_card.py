"""A record read up to a card that is still to be played: whose, from what, and what that seat knows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.live.seen import held_cards, seen_by
from pinosim.api.live.turn import complete_tricks, first_leader, legal_to_play, stock_left, trick_now
from pinosim.api.numbers import whole_number
from pinosim.api.record.duties import best_of
from pinosim.api.record.parts import HandRecord, Trick
from pinosim.api.record.record import Record
from pinosim.cards import SUITS
from pinosim.errors import RecordError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class BeforeCard:
    """The moment before a card.

    Attributes
    ----------
    rules : Rules
    hand : HandRecord
        The hand so far as the seat knows it.
    seat : int
        Who is to play.
    held : Hand
        What it holds.
    legal : tuple of str
        What it may play.
    notes : tuple of str
        What the record does not say and was taken for granted.
    """

    rules: Rules
    hand: HandRecord
    seat: int
    held: Hand
    legal: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def trick(self) -> Trick:
        """The trick under way, perhaps without cards."""
        return trick_now(self.rules, self.hand)

    @property
    def is_rest(self) -> bool:
        """Tell whether the record begins in the middle of the hand, with fewer cards than are dealt."""
        dealt = self.hand.hands[self.seat]
        return dealt is not None and len(dealt) < self.rules.deal.hand_size

    @property
    def number(self) -> int:
        """Number of that trick, from 1."""
        return len(complete_tricks(self.rules, self.hand)) + 1


def before_card(
    record: Record, hand: int | None = None, trick: int | None = None, seat: int | None = None
) -> BeforeCard:
    r"""Read a record up to a card.

    Parameters
    ----------
    record : Record
        It may tell what one seat knows, or all; what that seat does not know is left out.
    hand : int, optional
        Number of the hand, from 1; the last one if left out.
    trick : int, optional
        Number of the trick, from 1, where a record that goes on is to be stopped; its end if left out.
    seat : int, optional
        With `trick`: stop before the card of this seat; before the lead if left out. Without: the seat whose turn it
        has to be.

    Returns
    -------
    BeforeCard

    Raises
    ------
    RecordError
        If the record is at fault up to there, it is no seat's turn to play, or the record does not tell enough: the
        seat's own cards, trump, who leads, who has the bid.

    Examples
    --------
    >>> record = Record.from_text(
    ...     "seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H", rules=None
    ... )
    >>> asked = before_card(record)
    >>> asked.seat, asked.legal, asked.number
    (2, ('KH', '9H'), 1)
    """
    rules = record.rules
    if not record.hands:
        raise RecordError("there is no hand in the record; give one with the cards of the seat that is to play")
    index = len(record.hands) - 1 if hand is None else whole_number("hand", hand, 1, len(record.hands)) - 1
    whole = _with_winners(rules, record.hands[index])
    if trick is not None:
        whole = _cut(rules, whole, whole_number("trick", trick, 1, rules.tricks_in_hand), seat)
    elif whole.finished:
        raise RecordError(
            f"hand {index + 1} is over, nobody is to play; name the trick to go back to, and the seat "
            "(--trick N --seat K)"
        )
    if whole.trump is None or whole.trump not in SUITS:
        raise RecordError("the record names no trump; add a line such as 'trump: S'")
    _check(record, index, whole)
    whole, notes = _with_bidder(rules, whole)
    who = _seat_to_play(rules, whole)
    if seat is not None and trick is None and seat != who:
        raise RecordError(f"seat {who} is to play, not seat {seat}; stop the record before its card, or name the trick")
    seen = seen_by(rules, whole, who)
    held = held_cards(rules, seen, who)
    _check_cards(rules, seen, who, held)
    if not seen.melds and not rules.deal.stock_size:
        notes.append("the record has no meld, so none is remembered")
    return BeforeCard(rules, seen, who, held, legal_to_play(rules, seen, who), tuple(notes))


def _with_winners(rules: Rules, hand: HandRecord) -> HandRecord:
    """Fill in who leads and who wins, where the cards tell."""
    leader = first_leader(rules, hand)
    tricks = []
    for trick in hand.tricks:
        leader = trick.leader if trick.leader is not None else leader
        winner = trick.winner
        if winner is None and leader is not None and len(trick.cards) == rules.seats.players:
            winner = (leader + best_of(trick.cards, hand.trump or "")) % rules.seats.players
        tricks.append(replace(trick, leader=leader, winner=winner))
        leader = winner
    return replace(hand, tricks=tuple(tricks))


def _cut(rules: Rules, hand: HandRecord, number: int, seat: int | None) -> HandRecord:
    """Drop what comes after a moment."""
    if number > len(hand.tricks) + 1:
        raise RecordError(f"the record has {len(hand.tricks)} tricks, so it cannot be stopped in trick {number}")
    tricks = hand.tricks[: number - 1]
    if seat is not None:
        seat = whole_number("seat", seat, 0, rules.seats.players - 1)
        under_way = hand.tricks[number - 1] if number <= len(hand.tricks) else trick_now(rules, hand)
        if under_way.leader is None:
            raise RecordError(f"the record does not say who leads to trick {number}")
        place = (seat - under_way.leader) % rules.seats.players
        if place > len(under_way.cards):
            raise RecordError(f"seat {seat} is not to play yet: trick {number} has {len(under_way.cards)} cards")
        if place:
            cards = under_way.cards[:place]
            tricks = (*tricks, Trick(under_way.leader, cards))
    return replace(hand, tricks=tricks, taken=(), outcome=None, changes=(), scores=(), winner=None)


def _check(record: Record, index: int, hand: HandRecord) -> None:
    part = replace(record, hands=(hand,), start=(), lines={}).under(record.rules)
    fault = part.check().fault
    if fault is not None:
        raise RecordError(
            f"the record is at fault before that card, in hand {index + 1}, {fault.label}: {fault.message}; "
            f"rule: {fault.rule}"
        )


def _with_bidder(rules: Rules, hand: HandRecord) -> tuple[HandRecord, list[str]]:
    """Find who has the bid, which says who plays with whom against it."""
    if hand.bidder is not None or rules.auction.kind == "none":
        return hand, []
    leader = first_leader(rules, hand)
    if rules.play.first_leader == "bidder" and leader is not None:
        return replace(hand, bidder=leader), [f"seat {leader} led first, so it is taken to have the bid"]
    raise RecordError("the record does not say who has the bid; add a line such as 'contract: 300 by 2'")


def _seat_to_play(rules: Rules, hand: HandRecord) -> int:
    trick = trick_now(rules, hand)
    if trick.leader is None:
        raise RecordError("the record does not say who leads; add 'contract: 300 by 2', or 'trick 1: 2 leads ...'")
    waits = hand.tricks and len(hand.tricks[-1].cards) == rules.seats.players and stock_left(rules, hand) > 0
    if waits and not hand.tricks[-1].draws:
        raise RecordError(f"after trick {len(hand.tricks)} cards are drawn first; add the line 'trick N draw'")
    return (trick.leader + len(trick.cards)) % rules.seats.players


def _check_cards(rules: Rules, hand: HandRecord, seat: int, held: Hand) -> None:
    """Check that the seat's cards are there, and as many as there must be."""
    dealt = hand.hands[seat] if hand.hands else None
    if dealt is None:
        raise RecordError(f"seat {seat} is to play, and the record does not have its cards; add 'seat {seat}: ...'")
    if not len(held):
        raise RecordError(f"seat {seat} holds no more cards: the hand is over")
    if len(dealt) < rules.deal.hand_size or rules.deal.stock_size:
        return  # the rest of a hand
    left = rules.tricks_in_hand - len(complete_tricks(rules, hand))
    if len(held) != left:
        told = {"cards passed": rules.passing.count, "kitty and cards buried": rules.deal.kitty_size}
        lines = " and ".join(what for what, count in told.items() if count) or "cards played"
        raise RecordError(
            f"seat {seat} should hold {left} cards and holds {len(held)} ({held.short()}) by this record; see that it "
            f"has all {lines}"
        )
