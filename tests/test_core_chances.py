"""Chances that can be worked out on paper against millions of deals."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

import numpy as np
import pytest

import naive
from kernel_tools import NAMES, deal, game
from naive import NAIVE_RULES, SUITS, Card, NaiveRules
from pinosim.core import columns as C
from pinosim.core.meld import score_melds


def chance_of(counts: Sequence[int], rules: NaiveRules) -> Fraction:
    """Return the chance that a hand holds exactly so many of each of some cards."""
    cards = len(naive.full_deck(rules))
    rest = cards - rules.copies * len(counts)
    others = rules.hand_size - sum(counts)
    if not 0 <= others <= rest:
        return Fraction(0)
    ways = prod(comb(rules.copies, count) for count in counts) * comb(rest, others)
    return Fraction(ways, comb(cards, rules.hand_size))


def moments(cards: Sequence[Card], points: Callable[[list[Card]], int], rules: NaiveRules) -> Fraction:
    """Return the mean of what is paid for these cards alone."""
    total = Fraction(0)
    for counts in itertools.product(range(rules.copies + 1), repeat=len(cards)):
        chance = chance_of(counts, rules)
        if chance:
            total += chance * points([card for card, count in zip(cards, counts, strict=True) for _ in range(count)])
    return total


@lru_cache(maxsize=16)
def mean_meld(name: str, trump: str) -> Fraction:
    """Return the mean meld of a hand: a sum over its parts, each of which looks at few cards."""
    rules = NAIVE_RULES[name]

    def named(*names: str) -> Callable[[list[Card]], int]:
        return lambda hand: sum(item.points for item in naive.meld_items(hand, trump, rules) if item.name in names)

    trump_melds = named("run", "royal", "run + extra K", "run + extra Q", "run + extra marriage", "dix")
    total = moments([rank + trump for rank in rules.ranks], trump_melds, rules)
    for suit in SUITS.replace(trump, ""):
        total += moments(["K" + suit, "Q" + suit], named("marriage " + suit), rules)
    total += moments(["QS", "JD"], named("pinochle"), rules)
    for rank in "AKQJ":
        total += moments([rank + suit for suit in SUITS], named(rank + " around"), rules)
    return total


def redeal_chance(rules: NaiveRules) -> Fraction:
    """Return the chance that one hand has five nines and no ace; two hands never have it together."""
    ways = sum(comb(8, nines) * comb(32, 12 - nines) for nines in range(5, 9))
    return Fraction(ways, comb(48, rules.hand_size))


def test_chances_add_up_to_one() -> None:
    for name in NAMES:
        rules = NAIVE_RULES[name]
        assert sum(chance_of(counts, rules) for counts in itertools.product(range(rules.copies + 1), repeat=3)) == 1


@pytest.mark.parametrize("trump", ["S", "H"])
def test_the_mean_is_that_of_all_hands_of_a_tiny_deal(trump: str) -> None:
    """With hands of two cards every hand can be looked at, pair by pair of the 48 cards."""
    rules = replace(NAIVE_RULES["family250"], hand_size=2)
    deck = naive.full_deck(rules)
    hands = list(itertools.combinations(deck, 2))
    by_hand = Fraction(sum(naive.meld_total(hand, trump, rules) for hand in hands), len(hands))
    parts = [*(["K" + suit, "Q" + suit] for suit in SUITS), ["QS", "JD"], ["9" + trump]]
    by_parts = sum(moments(part, lambda hand: naive.meld_total(hand, trump, rules), rules) for part in parts)
    assert by_parts == by_hand


def sampled_means(name: str, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return means and standard errors of the meld of each seat under each trump, shape (4, 4)."""
    inputs = game(name).inputs
    total, squares = np.zeros((4, 4)), np.zeros((4, 4))
    chunk = 100_000
    melds = np.zeros((4 * chunk, 4), np.int64)
    for first in range(0, n, chunk):
        hands = deal(inputs, min(chunk, n - first), seed=seed, first=first)
        some = melds[: hands.size]
        score_melds(hands.reshape(-1), *inputs.book, some)
        by_seat = some.reshape(-1, 4, 4)
        total += by_seat.sum(axis=0)
        squares += (by_seat.astype(np.float64) ** 2).sum(axis=0)
    mean = total / n
    return mean, np.sqrt((squares / n - mean**2) / n)


def assert_means(name: str, n: int, seed: int) -> None:
    mean, error = sampled_means(name, n, seed)
    exact = np.array([float(mean_meld(name, trump)) for trump in SUITS])
    assert (np.abs(mean - exact) < 5 * error).all(), (mean, exact, error)


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_mean_meld(name: str) -> None:
    assert_means(name, 300_000, seed=1)


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_mean_meld_over_ten_million_deals(name: str) -> None:
    assert_means(name, 10_000_000, seed=2)


def assert_redeals(n: int, seed: int) -> None:
    chance = redeal_chance(NAIVE_RULES["family250"])
    exact_meld = float(mean_meld("family250", "S"))
    holders = np.zeros(4, np.int64)
    redeals = 0
    melds, squares = 0.0, 0.0
    chunk = 100_000
    for first in range(0, n, chunk):
        out = game("family250").play("random", min(chunk, n - first), seed=seed, first=first)
        holders += np.bincount(out[C.REDEAL_SEAT][out[C.REDEAL_SEAT] >= 0], minlength=4)
        redeals += int(out[C.REDEALS].sum())
        melds += float(out[C.MELD_S].sum(dtype=np.int64))
        squares += float((out[C.MELD_S].astype(np.float64) ** 2).sum())
    one = n * float(chance)
    anyone = 4 * one
    assert (np.abs(holders - one) < 5 * np.sqrt(one)).all()
    assert abs(holders.sum() - anyone) < 5 * np.sqrt(anyone)
    # thrown in again and again: a geometric number of times
    again = 4 * float(chance) / (1 - 4 * float(chance))
    assert abs(redeals - n * again) < 5 * np.sqrt(n * again * (1 + again))
    mean = melds / n
    assert abs(mean - exact_meld) < 5 * np.sqrt((squares / n - mean**2) / n)


@pytest.mark.jit
def test_redeal_chance() -> None:
    assert_redeals(300_000, seed=3)


@pytest.mark.jit
@pytest.mark.slow
def test_redeal_chance_over_ten_million_deals() -> None:
    assert_redeals(10_000_000, seed=4)
