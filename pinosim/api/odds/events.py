"""Events about a hand, made of counts: what an expression such as `run(S) & A>=4` means once it has been read.

An event is a tree of comparisons of measured numbers. It can be asked about one hand (plain numbers) or about many at
once (arrays of numbers): both use the same code. Nothing in an event is ever run as a program.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, Literal

from pinosim.api.odds.values import N_STRENGTHS
from pinosim.cards import CARDS, SUITS

Fold = Literal["sum", "least", "most", "lengths"]
N_SUITS: Final = len(SUITS)
EVERY_SUIT: Final = tuple(range(N_SUITS))
PLENTY: Final = 99  # more copies than any deck has
OPERATORS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}
_WORDS: Final = {
    ">=": "at least {}",
    "<=": "at most {}",
    ">": "more than {}",
    "<": "fewer than {}",
    "==": "exactly {}",
    "!=": "other than {}",
}


def _less(a: Any, b: Any) -> Any:
    """Give the smaller of two numbers, or of two arrays place by place."""
    return b + (a - b) * (a < b)


def _more(a: Any, b: Any) -> Any:
    return a + (b - a) * (a < b)


def _one(words: str) -> str:
    """Put the first word into the singular: "runs in spades" to "run in spades"."""
    first, space, rest = words.partition(" ")
    return f"{first}{space}{rest}" if rest == "around" else f"{first.removesuffix('s')}{space}{rest}"


def _place(card: int) -> tuple[int, int]:
    return divmod(card, N_STRENGTHS)


@dataclass(frozen=True)
class Total:
    """Cards held out of some, a card counting so often.

    Attributes
    ----------
    weights : tuple of int, length 24
        By card, in the order of `pinosim.cards.CARDS`.
    words : str
        Their name in the plural, "aces".
    """

    weights: tuple[int, ...]
    words: str
    fold: Fold = "sum"

    def value(self, counts: Sequence[Any]) -> Any:
        """Measure a hand: copies held of each card."""
        return sum(weight * held for weight, held in zip(self.weights, counts, strict=True) if weight)

    def is_of(self, suit: int) -> bool:
        """Tell whether a suit matters."""
        start = suit * N_STRENGTHS
        return any(self.weights[start : start + N_STRENGTHS])

    def of_suit(self, suit: int, counts: Sequence[int]) -> int:
        """Measure one suit of a hand: copies by strength."""
        start = suit * N_STRENGTHS
        return sum(
            weight * held for weight, held in zip(self.weights[start : start + N_STRENGTHS], counts, strict=True)
        )


@dataclass(frozen=True)
class Sets:
    """Complete sets of some cards: how many copies the scarcest has.

    Attributes
    ----------
    cards : tuple of int
        Places in `CARDS`.
    words : str
        Name of the set in the plural, "aces around".
    """

    cards: tuple[int, ...]
    words: str

    @property
    def suits(self) -> tuple[int, ...]:
        """Suits the cards are of."""
        return tuple(sorted({_place(card)[0] for card in self.cards}))

    @property
    def fold(self) -> Fold:
        """How suits join: a set within one suit adds up with nothing, one across suits is as scarce as its scarcest."""
        return "sum" if len(self.suits) == 1 else "least"

    def value(self, counts: Sequence[Any]) -> Any:
        """Measure a hand."""
        return reduce(_less, (counts[card] for card in self.cards))

    def is_of(self, suit: int) -> bool:
        """Tell whether a suit matters."""
        return suit in self.suits

    def of_suit(self, suit: int, counts: Sequence[int]) -> int:
        """Measure one suit of a hand; a suit the set does not need is never scarce."""
        held = [counts[strength] for place, strength in map(_place, self.cards) if place == suit]
        if held:
            return min(held)
        return 0 if self.fold == "sum" else PLENTY


@dataclass(frozen=True)
class Lengths:
    """Something about the lengths of the suits: their number of voids, the longest, the shortest.

    Attributes
    ----------
    which : str
        "voids", "longest" or "shortest".
    """

    which: Literal["voids", "longest", "shortest"]

    @property
    def words(self) -> str:
        """Name it."""
        return "voids" if self.which == "voids" else f"cards in the {self.which} suit"

    @property
    def fold(self) -> Fold:
        """How suits join."""
        folds: dict[str, Fold] = {"voids": "sum", "longest": "most", "shortest": "least"}
        return folds[self.which]

    def value(self, counts: Sequence[Any]) -> Any:
        """Measure a hand."""
        lengths = suit_lengths(counts)
        if self.which == "voids":
            return sum((length == 0) * 1 for length in lengths)
        return reduce(_more if self.which == "longest" else _less, lengths)

    def is_of(self, suit: int) -> bool:
        """Tell whether a suit matters: every one does."""
        return True

    def of_suit(self, suit: int, counts: Sequence[int]) -> int:
        """Measure one suit of a hand."""
        length = sum(counts)
        return int(length == 0) if self.which == "voids" else length


@dataclass(frozen=True)
class InSuits:
    """Sets of one suit each, added up: all marriages, all runs.

    Attributes
    ----------
    sets : tuple of Sets
        Each of one suit.
    words : str
        Their name in the plural.
    """

    sets: tuple[Sets, ...]
    words: str
    fold: Fold = "sum"

    def value(self, counts: Sequence[Any]) -> Any:
        """Measure a hand."""
        return sum(one.value(counts) for one in self.sets)

    def is_of(self, suit: int) -> bool:
        """Tell whether a suit matters."""
        return any(one.is_of(suit) for one in self.sets)

    def of_suit(self, suit: int, counts: Sequence[int]) -> int:
        """Measure one suit of a hand."""
        return sum(one.of_suit(suit, counts) for one in self.sets)


Measure = Total | Sets | InSuits | Lengths


@dataclass(frozen=True)
class Compare:
    """A sum of measures, each with a sign, against a number."""

    terms: tuple[tuple[int, Measure], ...]
    operator: str
    number: int

    def holds(self, counts: Sequence[Any]) -> Any:
        """Tell whether it is so."""
        value = sum(sign * measure.value(counts) for sign, measure in self.terms)
        return OPERATORS[self.operator](value, self.number)

    def __str__(self) -> str:
        named = self.terms[0][1].words
        for sign, measure in self.terms[1:]:
            named += f" {'plus' if sign > 0 else 'less'} {measure.words}"
        if self.number == 1 and len(self.terms) == 1:
            named = _one(named)
        if (self.operator, self.number) in (("==", 0), ("<=", 0), ("<", 1)):
            return f"no {named}"
        return f"{_WORDS[self.operator].format(self.number)} {named}"


@dataclass(frozen=True)
class Shape:
    """Suits of these lengths, in any order."""

    lengths: tuple[int, ...]

    def holds(self, counts: Sequence[Any]) -> Any:
        """Tell whether it is so."""
        held = suit_lengths(counts)
        # Sorted lists are equal when for each length as many suits are at least so long.
        return reduce(
            lambda a, b: a & b,
            (
                sum((length >= least) * 1 for length in held) == sum(length >= least for length in self.lengths)
                for least in sorted({*self.lengths, *(length + 1 for length in self.lengths)})
            ),
        )

    def __str__(self) -> str:
        return f"shape {'-'.join(map(str, self.lengths))}"


@dataclass(frozen=True)
class Not:
    """The other way round."""

    event: Event

    def holds(self, counts: Sequence[Any]) -> Any:
        """Tell whether it is so."""
        return self.event.holds(counts) ^ True

    def __str__(self) -> str:
        return f"not ({self.event})"


@dataclass(frozen=True)
class Every:
    """Every one of some events."""

    events: tuple[Event, ...]

    def holds(self, counts: Sequence[Any]) -> Any:
        """Tell whether it is so."""
        return reduce(lambda a, b: a & b, (event.holds(counts) for event in self.events))

    def __str__(self) -> str:
        return " and ".join(f"({event})" if isinstance(event, Either) else str(event) for event in self.events)


@dataclass(frozen=True)
class Either:
    """At least one of some events."""

    events: tuple[Event, ...]

    def holds(self, counts: Sequence[Any]) -> Any:
        """Tell whether it is so."""
        return reduce(lambda a, b: a | b, (event.holds(counts) for event in self.events))

    def __str__(self) -> str:
        return " or ".join(f"({event})" if isinstance(event, Every) else str(event) for event in self.events)


Event = Compare | Shape | Not | Every | Either


def suit_lengths(counts: Sequence[Any]) -> list[Any]:
    """Cards of each suit, in the order of `SUITS`."""
    return [sum(counts[suit * N_STRENGTHS : (suit + 1) * N_STRENGTHS]) for suit in EVERY_SUIT]


def leaves(event: Event) -> Iterator[Compare | Shape]:
    """Yield the comparisons and shapes an event is made of."""
    if isinstance(event, (Compare, Shape)):
        yield event
    elif isinstance(event, Not):
        yield from leaves(event.event)
    else:
        for part in event.events:
            yield from leaves(part)


def cards_in(event: Event) -> list[tuple[object, ...]]:
    """Give each card its part in an event; cards of the same part can be counted together.

    Returns
    -------
    list of tuple, length 24
        By card, in the order of `CARDS`; equal tuples mark cards that the event cannot tell apart.
    """
    parts: list[list[object]] = [[] for _ in CARDS]
    for leaf in leaves(event):
        measures = [measure for _, measure in leaf.terms] if isinstance(leaf, Compare) else [None]
        for measure in measures:
            for card, part in enumerate(parts):
                if isinstance(measure, Total):
                    part.append(measure.weights[card])
                elif isinstance(measure, (Sets, InSuits)):
                    sets = measure.sets if isinstance(measure, InSuits) else (measure,)
                    part.append(card if any(card in one.cards for one in sets) else None)
                else:
                    part.append(_place(card)[0])
    return [tuple(part) for part in parts]
