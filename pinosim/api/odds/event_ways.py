"""Counting the hands in which an event comes true: one hand suit by suit, several hands one after the other.

One hand: suits are joined one by one, keeping only what the event measures (so many aces so far, the scarcest queen so
far), never which cards. The ways for each number of cards are the digits of one long number, so that joining two suits
is one multiplication. Several hands: cards the event cannot tell apart are counted together, and the hands are dealt
one after the other from what is left.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from pinosim.api.odds.draws import Counts, Draw
from pinosim.api.odds.events import (
    EVERY_SUIT,
    OPERATORS,
    PLENTY,
    Compare,
    Either,
    Event,
    Measure,
    Not,
    Shape,
    cards_in,
    leaves,
)
from pinosim.api.odds.values import N_STRENGTHS

MOST_STEPS: Final = 2_500_000  # some two seconds
MOST_DEALT: Final = 10_000_000

# A part that is settled is kept as a word: True and 1 would be the same state.
SETTLED: Final = {True: "true", False: "false"}
Value = int | tuple[int, ...] | str | None
Values = tuple[Value, ...]


class TooMany(Exception):
    """Counting would take too long. Never reaches a user: the caller samples instead, or says so."""


class _Reading(NamedTuple):
    """One number to carry from suit to suit: a sum of measures that fold alike, cut off where nothing more changes."""

    terms: tuple[tuple[int, Measure], ...]
    sign: int
    fold: str
    cut: int | None

    @property
    def start(self) -> Value:
        return PLENTY if self.fold == "least" else 0

    def is_of(self, suit: int) -> bool:
        return any(measure.is_of(suit) for _, measure in self.terms)

    def of_suit(self, suit: int, counts: Sequence[int]) -> Value:
        return sum(sign * measure.of_suit(suit, counts) for sign, measure in self.terms)

    def join(self, before: Any, suit: Any) -> Value:
        value: int = before + suit if self.fold == "sum" else (min if self.fold == "least" else max)(before, suit)
        return value if self.cut is None else min(value, self.cut)


class _Lengths(NamedTuple):
    """The lengths of the suits so far, longest first."""

    start: Value = ()

    def is_of(self, suit: int) -> bool:
        return True

    def of_suit(self, suit: int, counts: Sequence[int]) -> Value:
        return (sum(counts),)

    def join(self, before: Any, suit: Any) -> Value:
        return tuple(sorted((*before, *suit), reverse=True))


class Plan:
    """An event with the numbers it needs: which to carry, and which of its parts are decided when.

    A part whose numbers can change no more is settled to true or false, and what can no longer matter is forgotten: so
    as few different states as possible are carried from suit to suit.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.readings: list[_Reading | _Lengths] = []
        self.places: dict[int, range] = {}
        self.last: dict[int, int] = {}
        self.leaves = list(leaves(event))
        for place, leaf in enumerate(self.leaves):
            own: list[_Reading] | list[_Lengths] = [_Lengths()] if isinstance(leaf, Shape) else _compared(leaf)
            self.places[place] = range(len(self.readings), len(self.readings) + len(own))
            self.readings += own
            suits = [suit for suit in EVERY_SUIT if any(reading.is_of(suit) for reading in own)]
            self.last[place] = max(suits, default=0)
        self.active = [[r for r, reading in enumerate(self.readings) if reading.is_of(suit)] for suit in EVERY_SUIT]

    def start(self) -> Values:
        """Give the values before any suit."""
        return tuple(reading.start for reading in self.readings)

    def join(self, suit: int, values: Values, of_suit: Values) -> Values:
        """Join what is carried with what is measured of the next suit."""
        joined = list(values)
        for place in self.active[suit]:
            # None is forgotten and a word is settled: neither changes any more.
            if joined[place] is not None and not isinstance(joined[place], str):
                joined[place] = self.readings[place].join(joined[place], of_suit[place])
        return tuple(joined)

    def measure(self, suit: int, counts: Sequence[int]) -> Values:
        """Measure one suit of a hand: copies by strength."""
        active = self.active[suit]
        return tuple(
            reading.of_suit(suit, counts) if place in active else None for place, reading in enumerate(self.readings)
        )

    def settle(self, suit: int, values: Values) -> Values | bool:
        """Settle what this suit decides; a bool if that is all of it."""
        left = list(values)
        answer, _ = self._settle(self.event, 0, suit, left)
        return tuple(left) if answer is None else answer

    def _settle(self, event: Event, leaf: int, suit: int, values: list[Value]) -> tuple[bool | None, int]:
        """Decide a part whose first leaf is given: true, false or open; and the first leaf after it."""
        if isinstance(event, (Compare, Shape)):
            answer = self._leaf(event, leaf, suit, values)
            return answer, leaf + 1
        if isinstance(event, Not):
            inner, after = self._settle(event.event, leaf, suit, values)
            return (None if inner is None else not inner), after
        first, decides = leaf, isinstance(event, Either)
        answers = []
        for part in event.events:
            part_answer, leaf = self._settle(part, leaf, suit, values)
            answers.append(part_answer)
        if decides in answers or None not in answers:
            outcome = decides if decides in answers else not decides
            self._write(event, first, values, outcome)
            return outcome, leaf
        return None, leaf

    def _write(self, event: Event, leaf: int, values: list[Value], outcome: bool) -> int:
        """Write what a decided part came to into its leaves; gives the first leaf after it."""
        if isinstance(event, Not):
            return self._write(event.event, leaf, values, not outcome)
        if isinstance(event, (Compare, Shape)):
            self._put(leaf, values, outcome)
            return leaf + 1
        for part in event.events:
            leaf = self._write(part, leaf, values, outcome)
        return leaf

    def _put(self, leaf: int, values: list[Value], outcome: bool) -> None:
        for number, place in enumerate(self.places[leaf]):
            values[place] = SETTLED[outcome] if number == 0 else None

    def _leaf(self, leaf_event: Compare | Shape, leaf: int, suit: int, values: list[Value]) -> bool | None:
        places = self.places[leaf]
        settled = values[places[0]]
        if isinstance(settled, str):
            return settled == SETTLED[True]
        answer: bool | None
        if isinstance(leaf_event, Shape):
            answer = settled == leaf_event.lengths if suit == self.last[leaf] else None
        else:
            carried: Any = [values[place] for place in places]
            readings = _compared(leaf_event)
            value = sum(reading.sign * number for reading, number in zip(readings, carried, strict=True))
            if suit < self.last[leaf]:
                answer = _early(leaf_event, readings, value)
            else:
                answer = bool(OPERATORS[leaf_event.operator](value, leaf_event.number))
        if answer is not None:
            self._put(leaf, values, answer)
        return answer


def _early(leaf: Compare, readings: Sequence[_Reading], value: int) -> bool | None:
    """Decide a comparison before all suits are seen, if its number can only grow or only fall; None if it is open."""
    if len(readings) > 1 or readings[0].cut is None:
        return None
    holds = OPERATORS[leaf.operator]
    reach = range(value + 1) if readings[0].fold == "least" else range(value, max(value, leaf.number) + 2)
    answers = {bool(holds(number, leaf.number)) for number in reach}
    return answers.pop() if len(answers) == 1 else None


def count_hands(event: Event, draw: Draw) -> int:
    """Count the hands of a draw in which an event comes true.

    Parameters
    ----------
    event : Event
        What is asked.
    draw : Draw
        What the hand is drawn from.

    Returns
    -------
    int
        Out of `draw.hands`.

    Raises
    ------
    TooMany
        If there is too much to carry along.
    """
    plan = Plan(event)
    digit = max(math.comb(sum(draw.unseen), k) for k in range(draw.drawn + 1)).bit_length()
    whole = (1 << (digit * (draw.drawn + 1))) - 1
    states: dict[Values, int] = {plan.start(): 1}
    decided = 0  # hands in which it has come true already
    for suit in EVERY_SUIT:
        holdings = _suit_holdings(plan, draw, suit, digit)
        if len(states) * len(holdings) > MOST_STEPS:
            raise TooMany
        joined: Counter[Values] = Counter()
        for values, ways in states.items():
            for suit_values, suit_ways in holdings.items():
                both = ways * suit_ways & whole
                if both:  # else more cards than are drawn
                    joined[plan.join(suit, values, suit_values)] += both
        in_suit = sum(draw.suit(suit)[1])
        any_holding = sum(math.comb(in_suit, k) << (digit * k) for k in range(min(in_suit, draw.drawn) + 1))
        decided = decided * any_holding & whole
        states = {}
        for values, ways in joined.items():
            settled = plan.settle(suit, values)
            if isinstance(settled, tuple):
                states[settled] = states.get(settled, 0) + ways
            elif settled:
                decided += ways
    return decided >> (digit * draw.drawn)


@cache
def _compared(event: Compare) -> list[_Reading]:
    """List the numbers that a comparison adds up: one for all measures that add up suit by suit, one for any other."""
    sums = tuple(term for term in event.terms if term[1].fold == "sum")
    others = [term for term in event.terms if term[1].fold != "sum"]
    grows = len(others) + bool(sums) == 1 and all(sign > 0 for sign, _ in event.terms)
    cut = event.number + (event.operator not in (">=", "<")) if grows else None
    readings = [_Reading(sums, 1, "sum", cut)] if sums else []
    return readings + [_Reading(((1, measure),), sign, measure.fold, cut) for sign, measure in others]


def _suit_holdings(plan: Plan, draw: Draw, suit: int, digit: int) -> Counter[Values]:
    """Ways to hold a suit, by what is measured of it; one digit of the number for each number of cards drawn."""
    held, unseen = draw.suit(suit)
    parts = cards_in(plan.event)[suit * N_STRENGTHS : (suit + 1) * N_STRENGTHS]
    groups = group_cards(parts, unseen)
    holdings: Counter[Values] = Counter()
    for picks in product(*(range(min(size, draw.drawn) + 1) for _, size in groups)):
        cards = sum(picks)
        if cards > draw.drawn:
            continue
        counts = list(held)
        ways = 1
        for (place, size), picked in zip(groups, picks, strict=True):
            counts[place] += picked
            ways *= math.comb(size, picked)
        holdings[plan.measure(suit, counts)] += ways << (digit * cards)
    # What one suit alone rules out is ruled out whatever the others are.
    start = plan.start()
    return Counter({m: w for m, w in holdings.items() if plan.settle(-1, plan.join(suit, start, m)) is not False})


def group_cards(parts: Sequence[tuple[object, ...]], unseen: Sequence[int]) -> list[tuple[int, int]]:
    """Put cards of the same part together: the first of them stands for all. Gives its place and how many there are.

    Cards of which an event wants whole sets have a part of their own each.
    """
    groups: dict[tuple[object, ...], tuple[int, int]] = {}
    for place, part in enumerate(parts):
        first, size = groups.get(part, (place, 0))
        groups[part] = first, size + unseen[place]
    return list(groups.values())


def chance_of_none(event: Event, seats: Sequence[Draw]) -> Fraction:
    """Chance that an event comes true in none of several hands, dealt from the same unseen cards.

    Parameters
    ----------
    event : Event
        What is asked of each hand.
    seats : sequence of Draw
        The hands, all with the same unseen cards.

    Raises
    ------
    TooMany
        If there are too many ways to deal.
    """
    unseen = seats[0].unseen
    groups = group_cards(cards_in(event), unseen)
    groups.sort(key=lambda group: group[1])  # the largest is what is left when the others are chosen
    sizes = tuple(size for _, size in groups)
    # Pairs of what is left before and after a hand, times the numbers in each.
    pairs = math.prod((size + 1) * (size + 2) // 2 for size in sizes[:-1])
    if pairs * (len(seats) - 1) * len(sizes) > MOST_DEALT:
        raise TooMany
    places = [place for place, _ in groups]
    pools: Counter[tuple[int, ...]] = Counter({sizes: 1})
    for seat in seats:
        left: Counter[tuple[int, ...]] = Counter()
        known: dict[tuple[int, ...], bool] = {}
        for pool, ways in pools.items():
            for picks in product(*(range(min(size, seat.drawn) + 1) for size in pool[:-1])):
                last = seat.drawn - sum(picks)
                if not 0 <= last <= pool[-1]:
                    continue
                whole = (*picks, last)
                if whole not in known:
                    known[whole] = bool(event.holds(_counts(seat.held, places, whole)))
                if not known[whole]:
                    rest = tuple(size - picked for size, picked in zip(pool, whole, strict=True))
                    left[rest] += ways * math.prod(map(math.comb, pool, whole))
        pools = left
    deals, cards = 1, sum(unseen)
    for seat in seats:
        deals *= math.comb(cards, seat.drawn)
        cards -= seat.drawn
    return Fraction(sum(pools.values()), deals)


def _counts(held: Counts, places: Sequence[int], picks: Sequence[int]) -> list[int]:
    counts = list(held)
    for place, picked in zip(places, picks, strict=True):
        counts[place] += picked
    return counts
