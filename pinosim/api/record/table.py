"""The table as the referee sees it while he follows a hand: who holds what, as far as the record tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from pinosim.api.hand import Hand
from pinosim.api.record.parts import NO_TRUMP, HandRecord
from pinosim.api.record.scoring import Made
from pinosim.rules.fields import FIELDS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


class Wrong(Exception):
    """The first thing that is wrong with a hand; never leaves the referee.

    Attributes
    ----------
    label : str
        The line it stands in.
    message, rule : str
        What is wrong, and the rule it breaks.
    """

    def __init__(self, label: str, message: str, rule: str) -> None:
        super().__init__(message)
        self.label, self.message, self.rule = label, message, rule


def rule_words(rules: Rules, key: str) -> str:
    """Say a rule as `rules show` does, with its key.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rule_words(load_rules("family250"), "passing.count")
    'cards passed: 4 (passing.count)'
    """
    if key not in FIELDS:
        return key
    field_ = FIELDS[key]
    return f"{field_.title}: {field_.words(rules.value(key))} ({key})"


@dataclass
class Table:
    """One hand under way.

    Attributes
    ----------
    rules, hand
    held : list of (Counter or None)
        The cards of each seat as tokens; None where they are not known.
    made : list of Made
        What each seat has melded and taken.
    sides : frozenset of int
        Seats on the bidders' side; empty until there is a bidder, and in a game without an auction.
    ending : bool
        The hands are the rest of a hand whose beginning is not in the record.
    unchecked : list of str
        What the record does not tell enough to check.
    remarks : list of str
        What is allowed but odd.
    """

    rules: Rules
    hand: HandRecord
    held: list[Counter[str] | None] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    sides: frozenset[int] = frozenset()
    bidder: int | None = None
    bid: int | None = None
    forced: bool = False
    partner: int | None = None
    melds_known: bool = True
    without_play: str = ""  # the rule that sets the bidders without play
    ending: bool = False
    played_out: bool = False
    played: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        players = self.rules.seats.players
        hands = self.hand.hands or (None,) * players
        self.held = [None if hand is None else Counter(hand.cards()) for hand in hands]
        self.made = [Made() for _ in range(players)]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.rules.seats.players

    @property
    def has_auction(self) -> bool:
        """Tell whether there is bidding in this game."""
        return self.rules.auction.kind != "none"

    @property
    def has_stock(self) -> bool:
        """Tell whether cards are drawn and melded during play."""
        return self.rules.deal.stock_size > 0

    @property
    def trump(self) -> str:
        """Suit letter; empty if none is named."""
        return "" if self.hand.trump in (None, NO_TRUMP) else str(self.hand.trump)

    @property
    def hand_sizes(self) -> int:
        """Tricks that are played in this hand."""
        if self.ending:
            known = [sum(cards.values()) for cards in self.held if cards is not None]
            return max(known, default=len(self.hand.tricks))
        return self.rules.tricks_in_hand

    def wrong(self, label: str, message: str, rule: str) -> NoReturn:
        """Stop at the first fault; `rule` is the key of a rule, or the rule itself in words."""
        raise Wrong(label, message, rule_words(self.rules, rule))

    def not_checked(self, what: str) -> None:
        """Note, once, what could not be checked."""
        if what not in self.unchecked:
            self.unchecked.append(what)

    def cards(self, seat: int) -> Hand | None:
        """Cards of a seat as a hand; None: not known."""
        held = self.held[seat]
        return None if held is None else as_hand(held.elements())

    def forget(self, seat: int) -> None:
        """Note that a seat's cards are no longer known."""
        self.held[seat] = None

    def take(self, seat: int, cards: Iterable[str], label: str, what: str) -> None:
        """Take cards out of a hand; a fault if it does not hold them."""
        held = self.held[seat]
        if held is None:
            return
        for card, count in Counter(cards).items():
            if held[card] < count:
                has = f"holds {held[card]}" if held[card] else "does not hold it"
                self.wrong(
                    label,
                    f"seat {seat} {what} {count} x {card} and {has}"
                    if count > 1
                    else f"seat {seat} {what} {card} and does not hold it",
                    "a card must be in the hand it comes from",
                )
            held[card] -= count

    def give(self, seat: int, cards: Iterable[str]) -> None:
        """Put cards into a hand."""
        held = self.held[seat]
        if held is not None:
            held.update(cards)

    def later_cards(self, seat: int) -> list[str]:
        """Cards a seat plays in tricks that are complete in the record with a leader known for each."""
        cards: list[str] = []
        leader = self.first_leader()
        for trick in self.hand.tricks:
            leader = trick.leader if trick.leader is not None else leader
            if leader is None:
                return []
            place = (seat - leader) % self.players
            if place < len(trick.cards):
                cards.append(trick.cards[place])
            leader = trick.winner
        return cards

    def first_leader(self) -> int | None:
        """Seat that must lead to the first trick; None: the record does not tell."""
        if self.has_auction and self.rules.play.first_leader == "bidder":
            return self.bidder
        return None if self.hand.dealer is None else (self.hand.dealer + 1) % self.players


def as_hand(cards: Iterable[str]) -> Hand:
    """Make a hand of tokens."""
    return Hand(" ".join(cards))
