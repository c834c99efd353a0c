"""Tricks as a player counts them before the bidding: top trumps, trumps left over, aces of the other suits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.api.hand import Hand
    from pinosim.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class CountedTricks:
    """What a player counts on with one trump.

    Attributes
    ----------
    trump : str
    sure : int
        Trumps that no other hand can beat when they are led: the aces, and below them ranks above which the hand holds
        every card.
    left_over : int
        Trumps left when those of the others are gone, if these lie as evenly as can be.
    side_aces : int
        Aces of other suits, which only a trump takes.
    total : int
        Tricks in all; top trumps count once, whether they draw trumps or are left over.
    """

    trump: str
    sure: int
    left_over: int
    side_aces: int
    total: int

    def __str__(self) -> str:
        parts = [
            (self.sure, "top trump", "nobody can beat"),
            (self.left_over, "trump", "more than any other hand if the rest lie evenly"),
            (self.side_aces, "ace", "outside, good unless trumped"),
        ]
        counted = ", ".join(f"{_count(number, what)} {which}" for number, what, which in parts if number)
        name = SUIT_NAMES[self.trump]
        if not counted:
            return f"It counts no trick of its own with {name} trump."
        return f"It counts {_count(self.total, 'trick')} with {name} trump: {counted}."


def count_tricks(hand: Hand, rules: Rules, trump: str) -> CountedTricks:
    """Count the tricks of a hand with a trump, by the cards alone.

    Parameters
    ----------
    hand : Hand
    rules : Rules
        Tells the deck and how many play.
    trump : str
        Suit letter.

    Returns
    -------
    CountedTricks

    Examples
    --------
    >>> from pinosim.api.hand import Hand
    >>> from pinosim.rules.load import load_rules
    >>> print(count_tricks(Hand("S:AATKQJ H:A9 D:AJ C:TT"), load_rules("family250"), "S"))
    It counts 8 tricks with spades trump: 3 top trumps nobody can beat, 4 trumps more than any other hand if the rest
    lie evenly, 2 aces outside, good unless trumped.
    """
    copies, ranks = rules.deck.copies, rules.deck.ranks
    sure = 0
    for rank in ranks:
        held = hand.count(rank, trump)
        sure += held
        if held < copies:
            break
    length = len(hand.suit(trump))
    longest_other = -(-(copies * len(ranks) - length) // (rules.seats.players - 1))
    left_over = max(0, length - longest_other)
    # The top trumps are led first; as many rounds as another hand has trumps, and what is left after them wins too.
    in_trumps = max(sure, min(sure, longest_other) + left_over)
    side_aces = sum(hand.count("A", suit) for suit in SUITS if suit != trump)
    return CountedTricks(trump, sure, left_over, side_aces, in_trumps + side_aces)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
