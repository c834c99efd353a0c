"""What a hand is drawn from: the cards it holds for sure, the cards nobody has seen, and how many of those it gets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.cards import CARDS, SUITS
from pinosim.errors import DealError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

Counts = tuple[int, ...]

EMPTY: Counts = (0,) * len(CARDS)


@dataclass(frozen=True)
class Draw:
    """One hand, partly known.

    Attributes
    ----------
    held : tuple of int, length 24
        Cards the hand holds for sure, in the order of `pinosim.cards.CARDS`.
    unseen : tuple of int, length 24
        Cards that can still be anywhere.
    drawn : int
        How many of the unseen cards the hand gets, all sets of them equally likely.
    """

    held: Counts
    unseen: Counts
    drawn: int

    @property
    def hands(self) -> int:
        """Number of equally likely hands, copies told apart."""
        return math.comb(sum(self.unseen), self.drawn)

    def suit(self, place: int) -> tuple[Counts, Counts]:
        """Cards held for sure and unseen cards of one suit (0 to 3), six numbers each, by strength."""
        n = len(CARDS) // len(SUITS)
        return self.held[place * n : place * n + n], self.unseen[place * n : place * n + n]


def full_deck(rules: Rules) -> Counts:
    """Count the copies of each card in the deck, in the order of `CARDS`."""
    return tuple(rules.deck.copies if card[0] in rules.deck.ranks else 0 for card in CARDS)


def without(cards: Counts, *taken: Counts) -> Counts:
    """Cards left when others are taken away.

    Raises
    ------
    DealError
        If there are not so many.
    """
    left = list(cards)
    for counts in taken:
        for place, copies in enumerate(counts):
            left[place] -= copies
            if left[place] < 0:
                total = cards[place] - left[place]
                raise DealError(
                    f"{CARDS[place]} is known {total} times in all, but there are {cards[place]} of it; "
                    "leave out the cards named twice"
                )
    return tuple(left)


def fresh_hand(rules: Rules) -> Draw:
    """Make the draw of a hand of which nothing is known."""
    return Draw(EMPTY, full_deck(rules), rules.deal.hand_size)


def hidden_hand(rules: Rules, mine: Hand | str) -> Draw:
    """Make the draw of another player's hand, my own being known in full.

    Raises
    ------
    CardError
        If my hand is not a full hand of the rule set.
    """
    hand = Hand(mine, rules)
    hand.check(rules, rules.deal.hand_size)
    return Draw(EMPTY, without(full_deck(rules), hand.counts), rules.deal.hand_size)
