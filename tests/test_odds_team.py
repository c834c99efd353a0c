"""Two partners' meld: the program over ranks against the one over suits, against all deals, and against itself."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

import naive
from pinosim.api import odds
from pinosim.api.odds.team_ways import can_count, count_hands_together
from pinosim.api.odds.values import MeldValues
from pinosim.rules.load import load_rules

NAMES = ["family250", "wocg-single", "guide-standard", "guide-double", "wocg-double", "universal-5h"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("trump", ["S", "H", "D"])
def test_one_hand_by_ranks_is_one_hand_by_suits(name: str, trump: str) -> None:
    rules = load_rules(name)
    by_ranks = count_hands_together(MeldValues.of(rules), rules.deck.n_ranks, rules.deal.hand_size, 1, trump)
    assert dict(by_ranks) == dict(odds.meld(rules, trump).ways)


@pytest.mark.parametrize("trump", ["S", "H", "D", "C"])
@pytest.mark.parametrize("source", [naive.FAMILY250, naive.GUIDE_DOUBLE], ids=["extras", "absorb"])
def test_two_hands_are_brute_force(source: naive.NaiveRules, trump: str) -> None:
    # One copy of each card; two cards each, then hands so large that hardly anything is left.
    rules = replace(source, copies=1)
    values = _values(rules)
    deck = naive.full_deck(rules)
    wanted: Counter[int] = Counter()
    for one in combinations(range(len(deck)), 2):
        rest = [card for place, card in enumerate(deck) if place not in one]
        mine = naive.meld_total([deck[place] for place in one], trump, rules)
        for two in combinations(rest, 2):
            wanted[mine + naive.meld_total(list(two), trump, rules)] += 1
    assert dict(count_hands_together(values, len(rules.ranks), 2, 2, trump)) == dict(sorted(wanted.items()))


@pytest.mark.parametrize("trump", ["S", "D", "H"])
def test_two_hands_that_share_the_whole_deck(trump: str) -> None:
    # Half a deck of one copy each: the second hand is what the first leaves, so it is enough to deal the first.
    rules = replace(naive.GUIDE_DOUBLE, copies=1)
    values, deck = _values(rules), naive.full_deck(rules)
    wanted: Counter[int] = Counter()
    for left_out in combinations(range(len(deck)), 3):
        held = [card for place, card in enumerate(deck) if place not in left_out]
        wanted[naive.meld_total(held, trump, rules)] += 1
    assert dict(count_hands_together(values, 5, 17, 1, trump)) == dict(sorted(wanted.items()))
    half = count_hands_together(values, 5, 10, 2, trump)
    assert sum(half.values()) == math.comb(20, 10)
    sampled = Counter[int]()
    for one in list(combinations(range(20), 10))[::7]:
        mine = [deck[place] for place in one]
        other = [deck[place] for place in range(20) if place not in one]
        sampled[naive.meld_total(mine, trump, rules) + naive.meld_total(other, trump, rules)] += 1
    assert set(sampled) <= set(half)


def test_a_paid_roundhouse_and_exclusive_runs() -> None:
    values = replace(_values(replace(naive.UNIVERSAL_5H, copies=2)), roundhouse=240, roundhouse_beside_run=70)
    ways = count_hands_together(values, 5, 8, 2, "D")
    assert sum(ways.values()) == math.comb(40, 8) * math.comb(32, 8)
    one = count_hands_together(values, 5, 8, 1, "D")
    mean = sum(points * n for points, n in one.items()) * math.comb(32, 8)
    assert sum(points * n for points, n in ways.items()) == 2 * mean


def test_what_is_not_counted() -> None:
    double, six = load_rules("guide-double"), load_rules("universal-6h")
    assert can_count(MeldValues.of(double), 5, 20, 2)
    assert not can_count(MeldValues.of(double), 5, 20, 3)
    assert not can_count(MeldValues.of(six), 5, 20, 2)
    assert not can_count(MeldValues.of(double), 6, 16, 2)


def _values(rules: naive.NaiveRules) -> MeldValues:
    def table(points: tuple[int, ...]) -> tuple[int, ...]:
        return (0, *points[: rules.copies])

    return MeldValues(
        copies=rules.copies,
        trump_mode=rules.trump_mode,
        run=table(rules.run),
        royal=table(rules.royal),
        pinochle=table(rules.pinochle),
        arounds=tuple(table(rules.around[rank]) for rank in "AKQJ"),
        plain=rules.plain,
        dix=rules.dix,
        extra_king=rules.extra_king,
        extra_queen=rules.extra_queen,
        extra_both=rules.extra_both,
    )
