"""Exact odds against brute force, against second roads to the same number, and against closed formulas."""

from __future__ import annotations

import json
import math
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import pytest

import naive
from pinosim.api import odds
from pinosim.api.distribution import Distribution
from pinosim.core import slots
from pinosim.errors import PinosimError, RuleError

MODES = {"absorb": slots.ABSORB, "extras": slots.EXTRAS, "exclusive": slots.EXCLUSIVE}


@dataclass(frozen=True)
class SmallRules:
    """The facts of a rule set that odds read, taken from the slow reference's tables; decks may be cut small."""

    source: naive.NaiveRules
    changes: tuple[tuple[int, int], ...] = ()

    id = "small"
    hash = "0123456789ab"

    @cached_property
    def vector(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        rules = self.source
        vector = np.zeros(slots.N_SLOTS, dtype=np.int64)
        vector[slots.PLAYERS], vector[slots.TEAMS] = rules.players, 2 if rules.players == 4 else rules.players
        vector[slots.N_RANKS], vector[slots.COPIES] = len(rules.ranks), rules.copies
        vector[slots.HAND_SIZE] = rules.hand_size
        if rules.redeal_nines:
            vector[slots.REDEAL_MIN_NINES] = rules.redeal_nines
            vector[slots.REDEAL_NO_ACES] = rules.redeal_needs == "no ace"
            vector[slots.REDEAL_NO_MELD] = rules.redeal_needs == "no meld"
        vector[slots.TRUMP_MODE] = MODES[rules.trump_mode]
        extras = (rules.extra_king, rules.extra_queen, rules.extra_both)
        vector[[slots.EXTRA_KING, slots.EXTRA_QUEEN, slots.EXTRA_BOTH]] = extras
        vector[slots.PLAIN], vector[slots.DIX] = rules.plain, rules.dix
        tables = [rules.run, rules.royal, rules.pinochle, *(rules.around[rank] for rank in "AKQJ")]
        for place, table in enumerate(tables):
            start = slots.RUN + place * slots.TABLE + 1
            vector[start : start + len(table)] = table
        for slot, number in self.changes:
            vector[slot] = number
        return vector


def every_hand(rules: naive.NaiveRules) -> Iterator[tuple[list[str], int]]:
    """Every hand once (copies alike), with the number of ways to pick it from the deck."""
    kinds = [rank + suit for suit in naive.SUITS for rank in rules.ranks]

    def extend(kind: int, wanted: int) -> Iterator[tuple[list[str], int]]:
        if kind == len(kinds):
            yield [], 1
            return
        least = max(0, wanted - (len(kinds) - kind - 1) * rules.copies)
        for held in range(least, min(rules.copies, wanted) + 1):
            for cards, ways in extend(kind + 1, wanted - held):
                yield [kinds[kind]] * held + cards, ways * math.comb(rules.copies, held)

    return extend(0, rules.hand_size)


def brute(rules: naive.NaiveRules, worth: Callable[[list[str]], int]) -> dict[int, int]:
    counts = Counter[int]()
    for cards, ways in every_hand(rules):
        counts[worth(cards)] += ways
    return dict(sorted(counts.items()))


# A few cards, and all but a few: the first tries single melds and none, the second double to quadruple ones.
SMALL_DECKS = [
    pytest.param(replace(naive.FAMILY250, copies=1, hand_size=4), id="family 4 of 24"),
    pytest.param(replace(naive.FAMILY250, hand_size=45), id="family 45 of 48"),
    pytest.param(replace(naive.GUIDE_FAMILY, hand_size=45), id="absorb 45 of 48"),
    pytest.param(replace(naive.GUIDE_DOUBLE, copies=1, hand_size=5), id="double 5 of 20"),
    pytest.param(replace(naive.GUIDE_DOUBLE, copies=3, hand_size=58), id="triple 58 of 60"),
    pytest.param(replace(naive.UNIVERSAL_5H, copies=2, hand_size=37), id="exclusive 37 of 40"),
    pytest.param(replace(naive.WOCG_SINGLE, ranks="ATKQJ", hand_size=36), id="extras 36 of 40"),
]


@pytest.mark.parametrize("rules", SMALL_DECKS)
def test_meld_is_brute_force(rules: naive.NaiveRules) -> None:
    by_trump: dict[str, Counter[int]] = {trump: Counter() for trump in ("S", "D", "best")}
    for cards, ways in every_hand(rules):
        totals = {trump: naive.meld_total(cards, trump, rules) for trump in naive.SUITS}
        totals["best"] = max(totals.values())
        for trump, counts in by_trump.items():
            counts[totals[trump]] += ways
    for trump, counts in by_trump.items():
        assert dict(odds.meld(SmallRules(rules), trump).ways) == dict(sorted(counts.items())), trump


@pytest.mark.parametrize("trump", ["H", "best"])
def test_a_paid_roundhouse_is_brute_force(trump: str) -> None:
    rules = replace(naive.WOCG_SINGLE, ranks="ATKQJ", hand_size=36)
    changed = SmallRules(rules, ((slots.ROUNDHOUSE, 24), (slots.ROUNDHOUSE_BESIDE_RUN, 7)))

    def worth(cards: list[str], trump: str) -> int:
        held = Counter(cards)
        marriages = {suit: min(held["K" + suit], held["Q" + suit]) for suit in naive.SUITS}
        runs = min(held[rank + trump] for rank in "ATKQJ")
        rounds = min(marriages.values())
        on_top = 24 * rounds + (7 if rounds and runs else 0)
        return naive.meld_total(cards, trump, rules) + on_top

    wanted = brute(rules, lambda cards: max(worth(cards, t) for t in (naive.SUITS if trump == "best" else trump)))
    assert dict(odds.meld(changed, trump).ways) == wanted
    assert odds.meld_mean(changed, "H").exact_mean == odds.meld(changed, "H").exact_mean
    assert odds.meld_mean(changed).shares["roundhouse"] > 24


@pytest.mark.parametrize("rules", naive.NAIVE_RULES.values(), ids=naive.NAIVE_RULES)
def test_the_mean_by_another_road(rules: naive.NaiveRules) -> None:
    small = SmallRules(rules)
    mean = odds.meld_mean(small)
    for trump in "SHDC":
        distribution = odds.meld(small, trump)
        assert distribution.hands == math.comb(len(naive.full_deck(rules)), rules.hand_size)
        assert distribution.exact_mean == mean.exact_mean
    best = odds.meld(small, "best")
    assert best.hands == distribution.hands
    assert best.mean > mean.mean
    assert all(best.p_at_least(points) >= distribution.p_at_least(points) for points in distribution.ways)


def test_a_triple_deck_needs_more_than_64_bits_and_gets_them() -> None:
    triple = replace(
        naive.GUIDE_DOUBLE,
        copies=6,
        run=(15, 150, 225, 300, 375, 450),
        royal=(4, 8, 12, 16, 20, 24),
        pinochle=(4, 30, 60, 90, 120, 150),
        around={rank: tuple(10 * copies for copies in range(1, 7)) for rank in "AKQJ"},
    )
    distribution = odds.meld(SmallRules(triple), "D")
    assert distribution.hands == math.comb(120, 20) > 2**63
    assert distribution.exact_mean == odds.meld_mean(SmallRules(triple)).exact_mean


def test_sampled_hands_agree() -> None:
    rules, n = naive.FAMILY250, 4000
    deck, rng = np.array(naive.full_deck(rules)), np.random.default_rng(5)
    melds = np.array([naive.meld_total(list(rng.permutation(deck)[:12]), "S", rules) for _ in range(n)])
    exact = odds.meld(SmallRules(rules), "S")
    assert abs(melds.mean() - exact.mean) < 5 * exact.sd / math.sqrt(n)
    for points in (10, 40, 100, 150):
        p = exact.p_at_least(points)
        assert abs((melds >= points).mean() - p) < 5 * math.sqrt(p * (1 - p) / n)


def test_shares_of_the_mean_are_the_known_ones() -> None:
    shares = odds.meld_mean(SmallRules(naive.WOCG_SINGLE)).shares
    assert shares["dix"] == Fraction(2 * 12, 48)
    ways = 2**4 * math.comb(40, 8) + 4 * 2**3 * math.comb(40, 7) + 6 * 2**2 * math.comb(40, 6)
    once = ways + 4 * 2 * math.comb(40, 5)  # one of each ace; some of them twice but not all
    twice = math.comb(40, 4)
    assert shares["aces around"] == Fraction(10 * once + 100 * twice, math.comb(48, 12))
    frame = odds.meld_mean(SmallRules(naive.WOCG_SINGLE)).to_frame()
    assert frame["share"].sum() == pytest.approx(1)


def test_redeal_odds_of_family250() -> None:
    answer = odds.redeal(SmallRules(naive.FAMILY250))
    ways = sum(math.comb(8, nines) * math.comb(32, 12 - nines) for nines in range(5, 9))
    assert answer.hand == Fraction(ways, math.comb(48, 12))
    # Of eight nines only one hand can hold five: the chances of the seats simply add up.
    assert answer.team == 2 * answer.hand
    assert answer.anyone == 4 * answer.hand
    assert json.loads(json.dumps(answer.to_dict()))["exact"] is True
    assert "1 in 323" in str(answer)
    assert "1 in 323" in answer._repr_html_()


@pytest.mark.parametrize(("min_nines", "no_aces"), [(4, True), (3, False), (2, True)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_redeal_odds_when_several_may_hold_the_right(min_nines: int, no_aces: bool, players: int) -> None:
    changes = (
        (slots.REDEAL_MIN_NINES, min_nines),
        (slots.REDEAL_NO_ACES, int(no_aces)),
        (slots.PLAYERS, players),
        (slots.TEAMS, players if players < 4 else 2),
        (slots.HAND_SIZE, 48 // players - 3 * (players == 3)),
    )
    small = SmallRules(naive.FAMILY250, changes)
    answer = odds.redeal(small)
    size, n = int(small.vector[slots.HAND_SIZE]), 20_000
    deck = np.array([9] * 8 + [14] * 8 + [0] * 32)
    dealt = np.random.default_rng(8).permuted(np.tile(deck, (n, 1)), axis=1)[:, : players * size]
    hands = dealt.reshape(n, players, size)
    right = ((hands == 9).sum(axis=2) >= min_nines) & ~(no_aces & (hands == 14).any(axis=2))
    team = right[:, :2].any(axis=1) if players == 4 else right[:, 0]
    for exact, sampled in ((answer.p_hand, right[:, 0]), (answer.p_team, team), (answer.p_any, right.any(axis=1))):
        assert abs(sampled.mean() - exact) <= 5 * math.sqrt(exact * (1 - exact) / n)
    assert answer.p_hand <= answer.p_team <= answer.p_any <= players * answer.p_hand


def test_redeal_odds_without_a_right_or_without_nines() -> None:
    assert odds.redeal(SmallRules(naive.WOCG_SINGLE)).anyone == 0
    assert "no redeal right" in str(odds.redeal(SmallRules(naive.WOCG_SINGLE)))
    assert odds.redeal(SmallRules(naive.GUIDE_DOUBLE, ((slots.REDEAL_MIN_NINES, 5),))).p_any == 0
    frame = odds.redeal(SmallRules(naive.WOCG_SINGLE)).to_frame()
    assert frame["one_in"].isna().all()


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(RuleError, match="without meld"):
        odds.redeal(SmallRules(naive.STD004))
    for trump in ("X", "", "SH", None, 3):
        with pytest.raises(PinosimError, match="expected trump"):
            odds.meld(SmallRules(naive.FAMILY250), trump)  # type: ignore[arg-type]
    with pytest.raises(PinosimError, match="expected trump"):
        odds.meld_mean(SmallRules(naive.FAMILY250), "best")


def test_distribution_answers_questions() -> None:
    distribution = odds.meld(SmallRules(naive.FAMILY250), "s")
    assert sum(distribution.pmf.values()) == pytest.approx(1)
    assert distribution.p_at_least(0) == 1
    assert distribution.p_at_least(1) == pytest.approx(1 - distribution.p_zero)
    assert distribution.p_at_least(10**6) == 0
    assert distribution.quantile(0) == 0
    assert distribution.quantile(1) == max(distribution.ways)
    for q in (0.1, 0.5, 0.9, 0.999):
        points = distribution.quantile(q)
        assert distribution.p_at_least(points + 1) <= 1 - q <= distribution.p_at_least(points) + 1e-12
    with pytest.raises(PinosimError, match="probability"):
        distribution.quantile(1.5)
    frame = distribution.to_frame()
    mean = (frame["points"] * frame["probability"]).sum()
    assert mean == pytest.approx(distribution.mean)
    spread = (frame["points"] ** 2 * frame["probability"]).sum() - mean**2
    assert math.sqrt(spread) == pytest.approx(distribution.sd)
    assert frame["at_least"].iloc[0] == 1
    assert pickle.loads(pickle.dumps(distribution)) == distribution
    assert "none 15.55%" in str(distribution)


def test_distribution_is_honest_about_its_tail() -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    distribution = odds.meld(SmallRules(naive.FAMILY250), "S")
    axes = distribution.plot()
    drawn = max(bar.get_x() + bar.get_width() / 2 for bar in axes.patches)
    assert f"{distribution.p_at_least(drawn + 1):.2%} beyond" in axes.get_xlabel()
    assert distribution.plot(axes) is axes
    plt.close("all")


def test_names_in_tables_are_escaped() -> None:
    named = Distribution({0: 1, 10: 1}, "meld of <b>", "<script>", "0123456789ab")
    assert "<b>" not in named._repr_html_()
    assert "<script>" not in named._repr_html_()
    with pytest.raises(PinosimError, match="ways"):
        Distribution({}, "nothing", "none", "0123456789ab")
