"""A hand of cards as a value: read from text, counted, compared, joined, printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex, final

from pinosim.cards import (
    CARDS,
    MAX_COPIES,
    STRENGTHS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    Deck,
    format_counts,
    parse_cards,
    read_rank,
    read_suit,
    suit_ranks,
)
from pinosim.errors import CardError

if TYPE_CHECKING:
    from pinosim.api.meld import Meld
    from pinosim.rules.schema import Rules

_DISPLAY_ORDER: Final = tuple(CARDS.index(rank + suit) for suit in SUITS for rank in reversed(STRENGTHS))
_RED: Final = "color:#b00020"


@cache
def _places(deck: Deck) -> list[int]:
    """Give for each card of a deck its place in `CARDS`."""
    return [place for place, card in enumerate(CARDS) if card[0] in deck.ranks]


@final
class Hand:
    """Cards held together: any number of them, copies counted, without an order. Immutable and hashable.

    Parameters
    ----------
    cards : str or Hand
        Cards in any notation of pinosim, such as `"S:AATKQ H:A9"`, `"AS TH*2"` or `"AATKQ.A9..TT"`.
    rules : Rules, optional
        Refuse cards the deck of this rule set does not have, and more copies than it has. The number of cards is not
        checked here; see `check`.

    Raises
    ------
    CardError
        Names the part of the text that is wrong, its place and what would do.

    Examples
    --------
    >>> hand = Hand("as, AS 10s ♥A9")
    >>> print(hand)
    S:AAT H:A9 D:- C:-
    >>> len(hand), hand.count("A", "S"), "AS TS" in hand
    (5, 2, True)
    >>> hand - "9H" + "KC"
    Hand('S:AAT H:A D:- C:K')
    """

    __slots__ = ("_counts",)
    _counts: tuple[int, ...]

    def __init__(self, cards: str | Hand, rules: Rules | None = None) -> None:
        if rules is not None:
            from pinosim.rules.expect import expect_rules

            expect_rules(rules)
        if isinstance(cards, Hand):
            counts = cards._counts
            if rules is not None:
                cards.check(rules)
        else:
            counts = parse_cards(cards, None if rules is None else rules.deck)
        object.__setattr__(self, "_counts", counts)

    @classmethod
    def from_counts(cls, counts: tuple[int, ...]) -> Hand:
        """Make a hand from the copies of each card.

        Parameters
        ----------
        counts : tuple of int, length 24
            In the order of `pinosim.cards.CARDS`, each 0 to 6.
        """
        if len(counts) != len(CARDS):
            raise CardError(f"a hand has {len(CARDS)} counts, one for each card, not {len(counts)}")
        for card, copies in zip(CARDS, counts, strict=True):
            if not 0 <= copies <= MAX_COPIES:
                raise CardError(f"a hand holds 0 to {MAX_COPIES} copies of a card, not {copies} of {card}")
        hand = cls.__new__(cls)
        object.__setattr__(hand, "_counts", tuple(counts))
        return hand

    @classmethod
    def from_mask(cls, mask: SupportsIndex, deck: Deck) -> Hand:
        """Make a hand from the number kernels use; the reverse of `mask`.

        Parameters
        ----------
        mask : int
            Copies of each card, `deck.width` bits a card, card 0 lowest. A numpy integer will do.
        deck : Deck
            The deck the number belongs to.

        Raises
        ------
        CardError
            If the number is negative or counts more copies than the deck has.

        Examples
        --------
        >>> Hand.from_mask(2 << 10, Deck("ATKQJ9", 2))
        Hand('S:AA H:- D:- C:-')
        """
        rest = index(mask)
        counts = [0] * len(CARDS)
        field = (1 << deck.width) - 1
        if 0 <= rest < 1 << (deck.width * deck.n_kinds):
            for place in _places(deck):
                counts[place] = rest & field
                rest >>= deck.width
        if rest or max(counts) > deck.copies:
            raise CardError(f"{mask!r} is not a hand of this deck ({deck})")
        return cls.from_counts(tuple(counts))

    @property
    def counts(self) -> tuple[int, ...]:
        """Copies of each card, in the order of `pinosim.cards.CARDS`."""
        return self._counts

    def count(self, rank: str, suit: str) -> int:
        """Count the copies of one card; rank and suit in any usual writing."""
        return self._counts[CARDS.index(read_rank(rank) + read_suit(suit))]

    def suit(self, suit: str) -> str:
        """Write the cards of one suit high to low, e.g. `"AATKQ"`; empty for a void."""
        return suit_ranks(self._counts, read_suit(suit))

    def cards(self) -> list[str]:
        """List the cards as tokens, each copy by itself, in the order they are printed.

        Examples
        --------
        >>> Hand("S:AAT D:9").cards()
        ['AS', 'AS', 'TS', '9D']
        """
        return [CARDS[i] for i in _DISPLAY_ORDER for _ in range(self._counts[i])]

    def mask(self, deck: Deck) -> int:
        """Give the hand as the number kernels use: copies of each card, `deck.width` bits a card, card 0 lowest.

        Raises
        ------
        CardError
            If the deck does not have these cards.
        """
        self._check_deck(deck, "")
        width = deck.width
        return sum([self._counts[place] << (card * width) for card, place in enumerate(_places(deck))])

    def check(self, rules: Rules, size: int | None = None) -> None:
        """Refuse a hand that cannot be held in a game.

        Parameters
        ----------
        rules : Rules
            The rule set whose deck counts.
        size : int, optional
            The number of cards the hand should have; not checked when left out.

        Raises
        ------
        CardError
            If a card is not in the deck, there are more copies than the deck has, or the number of cards is another.
        """
        from pinosim.rules.expect import expect_rules

        expect_rules(rules)
        self._check_deck(rules.deck, f" of {rules.id}")
        if size is not None and len(self) != size:
            difference = abs(len(self) - size)
            change = f"{'remove' if len(self) > size else 'add'} {difference} card{'s'[: difference != 1]}"
            raise CardError(f"{self} has {len(self)} cards, a hand of {rules.id} has {size}: {change}")

    def _check_deck(self, deck: Deck, whose: str) -> None:
        for i in _DISPLAY_ORDER:
            if self._counts[i] and CARDS[i][0] not in deck.ranks:
                raise CardError(f"{CARDS[i]} in {self} is not in the deck{whose} ({deck})")
            if self._counts[i] > deck.copies:
                raise CardError(f"{self} holds {CARDS[i]} {self._counts[i]} times; the deck{whose} has {deck}")

    def meld(self, rules: Rules, trump: str = "S") -> Meld:
        """Count the meld of this hand, item by item.

        Parameters
        ----------
        rules : Rules
            The rule set; points are in its unit.
        trump : str
            A suit, or `"best"` for the trump that gives the most.

        Returns
        -------
        Meld
            With `.total`, `.items` and `.to_frame()`.
        """
        from pinosim.api.meld import best_trump, count_meld
        from pinosim.rules.expect import expect_rules

        expect_rules(rules)
        return count_meld(self, rules, best_trump(self, rules) if trump == "best" else trump)

    def __len__(self) -> int:
        return sum(self._counts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards())

    def __contains__(self, cards: object) -> bool:
        """Tell whether all these cards (text or a hand) are in this hand, with at least as many copies."""
        if not isinstance(cards, (str, Hand)):
            return False
        return all(mine >= other for mine, other in zip(self._counts, Hand(cards)._counts, strict=True))

    def __add__(self, other: str | Hand) -> Hand:
        if not isinstance(other, (str, Hand)):
            return NotImplemented
        return Hand.from_counts(tuple(a + b for a, b in zip(self._counts, Hand(other)._counts, strict=True)))

    def __sub__(self, other: str | Hand) -> Hand:
        if not isinstance(other, (str, Hand)):
            return NotImplemented
        less = Hand(other)._counts
        for i in _DISPLAY_ORDER:
            if less[i] > self._counts[i]:
                raise CardError(f"cannot take {less[i]} {CARDS[i]} from {self}, which holds {self._counts[i]}")
        return Hand.from_counts(tuple(a - b for a, b in zip(self._counts, less, strict=True)))

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash((Hand, self._counts))

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError("a Hand cannot be changed; hand + 'AS' and hand - 'AS' give a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Hand cannot be changed; hand + 'AS' and hand - 'AS' give a new one")

    def __reduce__(self) -> tuple[type[Hand], tuple[str]]:
        return Hand, (str(self),)

    def __str__(self) -> str:
        return format_counts(self._counts)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def short(self) -> str:
        """Write the hand without its empty suits, e.g. `"S:AAT H:A9"`; no cards at all as `"-"`."""
        return " ".join(f"{suit}:{self.suit(suit)}" for suit in SUITS if self.suit(suit)) or "-"

    def _repr_html_(self) -> str:
        """Show the hand in a notebook: one suit after another, red suits red."""
        return f'<span style="white-space:nowrap">{hand_html(self)}</span>'


def hand_html(hand: Hand, *, voids: bool = True) -> str:
    """Write a hand as HTML, suits by symbol; readable without colour as the symbols differ.

    Parameters
    ----------
    hand : Hand
        The cards.
    voids : bool
        Write a dash for a suit without cards instead of leaving it out.
    """
    parts = []
    for suit in SUITS:
        ranks = hand.suit(suit).replace("T", "10")
        if ranks or voids:
            style = f' style="{_RED}"' if suit in "HD" else ""
            symbol = f'<span{style} title="{SUIT_NAMES[suit]}">{SUIT_SYMBOLS[suit]}&#xFE0E;</span>'
            parts.append(f"{symbol}&nbsp;{ranks or '–'}")
    return " &ensp;".join(parts)
