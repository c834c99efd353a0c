"""Worlds: deals of the unseen cards fit what is known, and each that fits is equally likely."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from pinosim import load_rules
from pinosim.api.kernel_inputs import book_of, new_scratch
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.layout import unit_mask
from pinosim.core.random import STREAM_WORLDS
from pinosim.core.worlds import MOST_SAMPLES, deal_with_care, deal_world, plan_worlds

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
NAMES = ("family250", "guide-double")


class Position:
    """Unseen cards, and what each place has room for, is sure of and may hold."""

    def __init__(self, name: str, cards: Sequence[int], slots: Sequence[int], may: Sequence[set[int]]) -> None:
        self.vector = book_of(load_rules(name)).rules
        self.width = int(self.vector[S.WIDTH])
        self.units = int(unit_mask(4 * int(self.vector[S.N_RANKS]), self.width))
        self.cards, self.slots, self.may = list(cards), list(slots), list(may)
        self.study = new_scratch().study
        field = (1 << self.width) - 1
        plan = self.study.plan
        for place, (room, allowed) in enumerate(zip(slots, may, strict=True)):
            plan[K.SLOTS_OF, place] = room
            plan[K.SURE_OF, place] = 0
            plan[K.MAY_HOLD, place] = sum(field << (card * self.width) for card in allowed)
        pool = sum(1 << (card * self.width) for card in cards)
        self.n = int(plan_worlds(pool, len(slots), self.vector, self.units, plan))

    def deal(self, sample: int, number: int = 0, seed: int = 1, step: int = 0) -> tuple[tuple[int, ...], ...]:
        hands = self.study.desk[K.DEALT]
        address = np.array([seed, number, 0], np.int64)
        deal_world(
            self.n, len(self.slots), STREAM_WORLDS, step, sample, address, self.vector, self.study.plan,
            self.study.words, hands,
        )  # fmt: skip
        return self.read(hands)

    def deal_with_care(self, number: int) -> tuple[tuple[int, ...], ...]:
        hands = self.study.desk[K.DEALT]
        deal_with_care(
            self.n, len(self.slots), len(set(self.cards)), 0, STREAM_WORLDS, 0, np.array([1, number, 0], np.int64),
            self.width, self.study.plan, self.study.words, hands,
        )  # fmt: skip
        return self.read(hands)

    def read(self, hands: np.ndarray) -> tuple[tuple[int, ...], ...]:
        field = (1 << self.width) - 1
        kinds = range(4 * int(self.vector[S.N_RANKS]))
        return tuple(
            tuple(card for card in kinds for _ in range((int(hands[place]) >> (card * self.width)) & field))
            for place in range(len(self.slots))
        )

    def fits(self, world: tuple[tuple[int, ...], ...]) -> bool:
        return (
            [len(hand) for hand in world] == self.slots
            and sorted(itertools.chain(*world)) == sorted(self.cards)
            and all(set(hand) <= allowed for hand, allowed in zip(world, self.may, strict=True))
        )


def all_worlds(position: Position) -> Counter[tuple[tuple[int, ...], ...]]:
    """Every deal that fits, with the number of ways to deal single cards that come to it."""
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for where in itertools.product(range(len(position.slots)), repeat=len(position.cards)):
        if all(where.count(place) == room for place, room in enumerate(position.slots)):
            world = tuple(
                tuple(sorted(card for card, there in zip(position.cards, where, strict=True) if there == place))
                for place in range(len(position.slots))
            )
            if position.fits(world):
                found[world] += 1
    return found


def a_position(numbers: random.Random, name: str, n: int, places: int, forbidden: float) -> Position:
    """Deal some cards, and forbid each place some of the kinds that it does not hold."""
    rules = load_rules(name)
    deck = [card for card in range(rules.deck.n_kinds) for _ in range(rules.deck.copies)]
    cards = sorted(numbers.sample(deck, n))
    where = [numbers.randrange(places) for _ in cards]
    held = [{card for card, there in zip(cards, where, strict=True) if there == place} for place in range(places)]
    kinds = set(range(rules.deck.n_kinds))
    may = [kinds - {card for card in kinds - hand if numbers.random() < forbidden} for hand in held]
    return Position(name, cards, [where.count(place) for place in range(places)], may)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("places", [3, 4, 6])
def test_every_world_fits(name: str, places: int) -> None:
    numbers = random.Random(3)
    for _ in range(25):
        position = a_position(numbers, name, numbers.randint(1, 24), places, numbers.random())
        for sample in range(8):
            assert position.fits(position.deal(sample))
        assert position.fits(position.deal_with_care(numbers.randrange(1000)))


KINGS = [3, 3, 9, 15, 21]
TIGHT = Position("family250", [0, 1, 2, 6, 7, 8, 12, 13, 14], [3, 3, 3], [{0, 1, 2, 6, 7, 8}, {0, 1, 2, 12, 13, 14}, {
    6, 7, 8, 12, 13, 14}])  # fmt: skip


@pytest.mark.jit
@pytest.mark.parametrize(
    "position",
    [
        Position("family250", [0, 0, 5, 11, 11, 12], [2, 3, 1], [set(range(24))] * 3),
        Position("family250", [*KINGS, 4], [2, 2, 2], [{3, 4, 9}, {3, 9, 15, 21}, set(range(24))]),
        Position("guide-double", [4, 4, 4, 9, 9, 14, 19], [3, 0, 2, 2], [set(range(20)), {4}, {4, 9}, {4, 14, 19, 9}]),
        TIGHT,
    ],
    ids=["free", "some forbidden", "four places, one full", "tight"],
)
def test_each_deal_that_fits_is_equally_likely(position: Position) -> None:
    """Chi-square over all deals, copies of a card told apart."""
    ways = all_worlds(position)
    n = 4000 + 40 * len(ways)
    seen = Counter(position.deal(i % MOST_SAMPLES, number=i // MOST_SAMPLES) for i in range(n))
    assert set(seen) <= set(ways)
    total = sum(ways.values())
    square = sum((seen[world] - n * count / total) ** 2 / (n * count / total) for world, count in ways.items())
    freedom = len(ways) - 1
    assert freedom > 3
    assert square < freedom + 4 * math.sqrt(2 * freedom) + 8
    assert square > freedom - 4 * math.sqrt(2 * freedom) - 8


def test_sets_that_are_full_are_closed_to_other_cards() -> None:
    """Two places that only just hold the cards confined to them: the third gets all others, without a try in vain."""
    position = Position("family250", [0, 1, 2, 6, 7, 8], [2, 1, 3], [{0, 1, 2, 6, 7, 8}, {0, 1, 2, 6}, {6, 7, 8}])
    assert position.fits(position.deal(0))
    plan = position.study.plan
    places = {int(plan[K.CARDS, i]): int(plan[K.PLACES, i]) for i in range(position.n)}
    assert all(places[card] == 0b011 for card in (0, 1, 2))
    assert all(places[card] == 0b100 for card in (6, 7, 8))


def test_a_world_is_a_function_of_its_address() -> None:
    position = Position("guide-double", list(range(20)) * 2, [14, 13, 13], [set(range(20))] * 3)
    first = position.deal(5)
    others = [position.deal(6), position.deal(5, number=1), position.deal(5, seed=2), position.deal(5, step=1)]
    assert first not in others
    assert len(set(others)) == 4
    assert position.deal(5) == first
