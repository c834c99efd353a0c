"""What a seat can tell about the other hands before it plays: cards unseen, known to lie somewhere, ruled out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.live.before_card import BeforeCard
from pinosim.api.live.decide import inputs_of
from pinosim.api.live.decide_card import lay_out, unplayed_cards
from pinosim.api.live.seen import holding, partner_of
from pinosim.api.live.turn import bidding_side
from pinosim.api.record.duties import beats, best_of, strength

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class Knowledge:
    """What the seat that is to play knows.

    Attributes
    ----------
    rules : Rules
    seat : int
    trump : str
    trick : tuple of str
        Cards on the table, the lead first.
    leader : int
    unseen : Counter of str
        Cards in play that the seat does not see.
    known : tuple of Counter of str
        By seat: cards it is known to hold, from meld laid and cards passed.
    possible : tuple of frozenset of str
        By seat: cards it may hold, by what it has failed to play.
    friends : frozenset of int
        Seats on the same side, the own one too.
    """

    rules: Rules
    seat: int
    trump: str
    trick: tuple[str, ...]
    leader: int
    unseen: Counter[str]
    known: tuple[Counter[str], ...]
    possible: tuple[frozenset[str], ...]
    friends: frozenset[int]

    @property
    def to_come(self) -> tuple[int, ...]:
        """Seats that play to this trick after this one."""
        players = self.rules.seats.players
        return tuple((self.seat + i) % players for i in range(1, players - len(self.trick)))

    @property
    def best(self) -> int | None:
        """Seat whose card wins the trick so far; None before the lead."""
        if not self.trick:
            return None
        return (self.leader + best_of(self.trick, self.trump)) % self.rules.seats.players

    def above(self, card: str) -> Counter[str]:
        """Unseen cards of a suit that are higher."""
        return Counter(
            {
                other: copies
                for other, copies in self.unseen.items()
                if copies > 0 and other[1] == card[1] and strength(other) > strength(card)
            }
        )

    def may_have(self, seat: int, suit: str) -> bool:
        """Tell whether a seat may hold a card of a suit."""
        return any(card[1] == suit for card in self.possible[seat])

    def has(self, seat: int, suit: str) -> bool:
        """Tell whether a seat is known to hold a card of a suit."""
        return any(copies > 0 and card[1] == suit for card, copies in self.known[seat].items())

    def may_beat(self, seat: int, card: str, led: str) -> bool:
        """Tell whether a seat may hold, and be free to play, a card that takes the trick from `card`."""
        for other in self.possible[seat]:
            if not beats(other, card, self.trump):
                continue
            if other[1] == led or not self.has(seat, led):
                return True
        return False

    def takers(self, card: str, led: str) -> tuple[int, ...]:
        """Opponents still to play that may take the trick from `card`."""
        return tuple(seat for seat in self.to_come if seat not in self.friends and self.may_beat(seat, card, led))


def knowledge_of(asked: BeforeCard) -> Knowledge:
    r"""Work out what the seat knows.

    Examples
    --------
    >>> from pinosim.api.live.before_card import before_card
    >>> from pinosim.api.record.record import Record
    >>> record = Record.from_text(
    ...     "seat 2: S:A H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH JS 9H 9H, 1 wins\n"
    ...     "trick 2: 1 leads QD"
    ... )
    >>> known = knowledge_of(before_card(record))
    >>> known.may_have(1, "H"), known.to_come, sorted(known.friends)
    (False, (3, 0), [0, 2])
    """
    from pinosim.core import table as K

    rules, hand, seat = asked.rules, asked.hand, asked.seat
    inputs = inputs_of(rules)
    lay_out(rules, hand, seat, inputs)
    unseen = unplayed_cards(rules, hand, seat) - holding(rules, hand, seat)
    partner = partner_of(rules, hand)
    told = rules.passing.count > 0 and partner is not None and seat in (hand.bidder, partner)
    deck, known, possible = rules.deck, [], []
    for other in range(rules.seats.players):
        pair = told and other in (hand.bidder, partner)
        mask = int(inputs.desk[K.TOLD if pair else K.KNOWN, other])
        known.append(Counter(Hand.from_mask(mask, deck).cards()) & unseen if other != seat else Counter[str]())
        may = int(inputs.desk[K.POSSIBLE, other])
        possible.append(
            frozenset(card for card in unseen if may >> (deck.card_index(card[0], card[1]) * deck.width) & 1)
        )
    side = bidding_side(rules, hand)
    mine = side if seat in side else frozenset(range(rules.seats.players)) - side
    trick = asked.trick
    leader = seat if trick.leader is None else trick.leader
    return Knowledge(rules, seat, hand.trump or "", trick.cards, leader, unseen, tuple(known), tuple(possible), mine)
