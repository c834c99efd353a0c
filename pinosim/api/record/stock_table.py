"""Melding in a game with a stock, as it lies on the table: which cards are new, and what a meld counts now.

A card may serve again in a meld of another kind, or in a higher one of the same kind (a marriage in a run, a pinochle
in a double pinochle), never the other way. Every meld needs a card new from the hand.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand
from pinosim.api.meld import RUN_RANKS, MeldItem
from pinosim.cards import CARDS, SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

ROYAL: Final = "royal marriage"
_AROUNDS: Final = {"aces around": "A", "kings around": "K", "queens around": "Q", "jacks around": "J"}


class StockTable:
    """The melds of one seat.

    Parameters
    ----------
    rules : Rules
    trump : str
        Suit letter.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> table = StockTable(load_rules("two-hand"), "H")
    >>> hand = Counter(["KH", "QH", "AH", "TH", "JH"])
    >>> table.lay("royal marriage", hand).points, sorted(+hand)
    (40, ['AH', 'JH', 'TH'])
    >>> table.lay("run", hand).points, +hand
    (150, Counter())
    """

    def __init__(self, rules: Rules, trump: str) -> None:
        self.rules = rules
        self.trump = trump
        self.shown: Counter[str] = Counter()
        self.used: dict[str, Counter[str]] = {}

    def cards_of(self, name: str) -> tuple[str, ...]:
        """Cards of one copy of a meld; none if it is no meld of such a game."""
        if name == "run":
            return tuple(rank + self.trump for rank in RUN_RANKS)
        if name == "pinochle":
            return "QS", "JD"
        if name in _AROUNDS:
            return tuple(_AROUNDS[name] + suit for suit in SUITS)
        for suit in SUITS:
            if name == (ROYAL if suit == self.trump else f"marriage in {SUIT_NAMES[suit]}"):
                return "K" + suit, "Q" + suit
        return ()

    def _kind(self, name: str) -> Counter[str]:
        return self.used.setdefault("marriage" if "marriage" in name else name, Counter())

    def gain(self, name: str, hand: Counter[str]) -> tuple[int, int]:
        """Tell what a meld counts now: how many copies of it, and points; points 0 if it cannot be laid.

        Parameters
        ----------
        name : str
            As in `MeldItem`.
        hand : Counter of str
            The cards in the hand, without those on the table.
        """
        cards = self.cards_of(name)
        used = self._kind(name)
        if not any(hand[card] for card in cards):
            return 0, 0
        fresh = min(hand[card] + self.shown[card] - used[card] for card in cards)
        if fresh <= 0:
            return 0, 0
        meld = self.rules.meld
        if "marriage" in name:
            return 1, meld.royal[0] if name == ROYAL else meld.plain
        times = min(used[card] for card in cards) + fresh
        tables = {"run": meld.run, "pinochle": meld.pinochle, "aces around": meld.aces, "kings around": meld.kings}
        tables |= {"queens around": meld.queens, "jacks around": meld.jacks}
        return times, tables[name][times - 1]

    def lay(self, name: str, hand: Counter[str]) -> MeldItem:
        """Lay a meld that `gain` allows; its cards that are not on the table yet leave `hand`."""
        times, points = self.gain(name, hand)
        cards = self.cards_of(name)
        used = self._kind(name)
        fresh = 1 if "marriage" in name else min(hand[card] + self.shown[card] - used[card] for card in cards)
        for card in cards:
            used[card] += fresh
        if name == "run":  # its king and queen make no marriage later
            married = self._kind(ROYAL)
            for card in ("K" + self.trump, "Q" + self.trump):
                married[card] = max(married[card], used[card])
        lacking = {card: used[card] - self.shown[card] for card in cards if used[card] > self.shown[card]}
        if not lacking:
            lacking = {min((card for card in cards if hand[card]), key=CARDS.index): 1}
        for card, count in lacking.items():
            hand[card] -= count
            self.shown[card] += count
        return MeldItem(name, times, points, str(Hand(" ".join(card for card in cards for _ in range(times)))))

    def leave(self, card: str) -> None:
        """Take a card from the table to play it."""
        self.shown[card] -= 1
        for used in self.used.values():
            used[card] = min(used[card], self.shown[card])
