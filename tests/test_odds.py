"""Exact odds against brute force, against second roads to the same number, and against closed formulas."""

from __future__ import annotations

import json
import math
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace as replace_struct

import naive
from pinosim.api import odds
from pinosim.api.distribution import Distribution
from pinosim.api.odds.draws import fresh_hand
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_ways import count_hands
from pinosim.api.odds.redeal_odds import common_rights, own_right
from pinosim.errors import PinosimError, RuleError
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules


def as_rules(source: naive.NaiveRules, players: int = 4, **meld: int) -> Rules:
    """The slow reference's tables as a rule set; unchecked, so decks may be cut small."""
    base = load_rules("family250")
    copies = source.copies

    def table(points: tuple[int, ...]) -> tuple[int, ...]:
        return (tuple(points) + (points[-1],) * copies)[:copies]

    tables = {
        "run": table(source.run),
        "royal": table(source.royal),
        "pinochle": table(source.pinochle),
        **{name: table(source.around[name[0].upper()]) for name in ("aces", "kings", "queens", "jacks")},
    }
    extras = {"extra_king": source.extra_king, "extra_queen": source.extra_queen, "extra_both": source.extra_both}
    values = {"plain": source.plain, "dix": source.dix, "trump_mode": source.trump_mode, **extras, **tables, **meld}
    redeal = {"min_nines": source.redeal_nines or 0}
    redeal |= {"no_aces": source.redeal_needs == "no ace", "no_meld": source.redeal_needs == "no meld"}
    return replace_struct(
        base,
        identity=replace_struct(base.identity, id="small"),
        seats=replace_struct(base.seats, players=players, teams=2 if players == 4 else players),
        cards=replace_struct(base.cards, ranks=source.ranks, copies=copies),
        deal=replace_struct(base.deal, hand_size=source.hand_size),
        redeal=replace_struct(base.redeal, **redeal),
        meld=replace_struct(base.meld, **values),
    )


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
        assert dict(odds.meld(as_rules(rules), trump).ways) == dict(sorted(counts.items())), trump


@pytest.mark.parametrize("trump", ["H", "best"])
def test_a_paid_roundhouse_is_brute_force(trump: str) -> None:
    rules = replace(naive.WOCG_SINGLE, ranks="ATKQJ", hand_size=36)
    changed = as_rules(rules, roundhouse=24, roundhouse_beside_run=7)

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
    small = as_rules(rules)
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
    distribution = odds.meld(as_rules(triple), "D")
    assert distribution.hands == math.comb(120, 20) > 2**63
    assert distribution.exact_mean == odds.meld_mean(as_rules(triple)).exact_mean


def test_sampled_hands_agree() -> None:
    rules, n = naive.FAMILY250, 4000
    deck, rng = np.array(naive.full_deck(rules)), np.random.default_rng(5)
    melds = np.array([naive.meld_total(list(rng.permutation(deck)[:12]), "S", rules) for _ in range(n)])
    exact = odds.meld(as_rules(rules), "S")
    assert abs(melds.mean() - exact.mean) < 5 * exact.sd / math.sqrt(n)
    for points in (10, 40, 100, 150):
        p = exact.p_at_least(points)
        assert abs((melds >= points).mean() - p) < 5 * math.sqrt(p * (1 - p) / n)


def test_shares_of_the_mean_are_the_known_ones() -> None:
    shares = odds.meld_mean(as_rules(naive.WOCG_SINGLE)).shares
    assert shares["dix"] == Fraction(2 * 12, 48)
    ways = 2**4 * math.comb(40, 8) + 4 * 2**3 * math.comb(40, 7) + 6 * 2**2 * math.comb(40, 6)
    once = ways + 4 * 2 * math.comb(40, 5)  # one of each ace; some of them twice but not all
    twice = math.comb(40, 4)
    assert shares["aces around"] == Fraction(10 * once + 100 * twice, math.comb(48, 12))
    frame = odds.meld_mean(as_rules(naive.WOCG_SINGLE)).to_frame()
    assert frame["share"].sum() == pytest.approx(1)


def test_redeal_odds_of_family250() -> None:
    answer = odds.redeal(as_rules(naive.FAMILY250))
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
    size, n = 48 // players - 3 * (players == 3), 20_000
    source = replace(naive.FAMILY250, hand_size=size, redeal_nines=min_nines)
    rules = as_rules(source, players)
    rules = replace_struct(rules, redeal=replace_struct(rules.redeal, no_aces=no_aces))
    answer = odds.redeal(rules)
    deck = np.array([9] * 8 + [14] * 8 + [0] * 32)
    dealt = np.random.default_rng(8).permuted(np.tile(deck, (n, 1)), axis=1)[:, : players * size]
    hands = dealt.reshape(n, players, size)
    right = ((hands == 9).sum(axis=2) >= min_nines) & ~(no_aces & (hands == 14).any(axis=2))
    team = right[:, :2].any(axis=1) if players == 4 else right[:, 0]
    for exact, sampled in ((answer.p_hand, right[:, 0]), (answer.p_team, team), (answer.p_any, right.any(axis=1))):
        assert abs(sampled.mean() - exact) <= 5 * math.sqrt(exact * (1 - exact) / n)
    assert answer.p_hand <= answer.p_team <= answer.p_any <= players * answer.p_hand
    again = answer.redeals_per_hand
    assert again is None if answer.anyone == 1 else again == answer.anyone / (1 - answer.anyone)


def test_redeal_without_meld_is_brute_force() -> None:
    # A deck of nines, kings and queens of which a whole hand can be looked at, one card after the other.
    rules = as_rules(replace(naive.STD004, copies=1, hand_size=5, redeal_nines=2))
    ways = 0
    for cards, number in every_hand(replace(naive.STD004, copies=1, hand_size=5)):
        held = Counter(cards)
        nines = sum(held["9" + suit] for suit in naive.SUITS)
        marriage = any(held["K" + suit] and held["Q" + suit] for suit in naive.SUITS)
        pinochle = held["QS"] and held["JD"]
        around = any(all(held[rank + suit] for suit in naive.SUITS) for rank in "AKQJ")
        ways += number * (nines >= 2 and not marriage and not pinochle and not around)
    with pytest.raises(RuleError, match="two hands"):
        odds.redeal(rules)
    own = replace_struct(rules, redeal=replace_struct(rules.redeal, min_nines=3))
    assert odds.redeal(own).anyone == 4 * odds.redeal(own).hand
    draw = fresh_hand(rules)
    assert count_hands(read_event(own_right(rules), rules), draw) == ways


def test_redeal_odds_of_every_packaged_rule_set() -> None:
    chances = {name: odds.redeal(load_rules(name)) for name in ("std004", "slippedup", "gruntose-3h", "guide-double")}
    assert chances["std004"].hand == common_rights(load_rules("std004"))["five nines and no meld"]
    assert chances["slippedup"].hand == common_rights(load_rules("slippedup"))["five nines"]
    assert chances["gruntose-3h"].team == chances["gruntose-3h"].hand > 0
    assert chances["guide-double"].anyone == 0
    assert common_rights(load_rules("guide-double")) == {}


def test_redeal_odds_without_a_right_or_without_nines() -> None:
    assert odds.redeal(as_rules(naive.WOCG_SINGLE)).anyone == 0
    assert "no redeal right" in str(odds.redeal(as_rules(naive.WOCG_SINGLE)))
    assert odds.redeal(as_rules(replace(naive.GUIDE_DOUBLE, redeal_nines=5))).p_any == 0
    frame = odds.redeal(as_rules(naive.WOCG_SINGLE)).to_frame()
    assert frame["one_in"].isna().all()


def test_what_cannot_be_counted_is_refused() -> None:
    for trump in ("X", "", "SH", None, 3):
        with pytest.raises(PinosimError, match="expected trump"):
            odds.meld(as_rules(naive.FAMILY250), trump)  # type: ignore[arg-type]
    with pytest.raises(PinosimError, match="expected trump"):
        odds.meld_mean(as_rules(naive.FAMILY250), "best")
    with pytest.raises(PinosimError, match="expected who"):
        odds.meld(as_rules(naive.FAMILY250), who="table")
    with pytest.raises(PinosimError, match="no partners"):
        odds.meld(load_rules("family250-3h"), who="team")


def test_distribution_answers_questions() -> None:
    distribution = odds.meld(as_rules(naive.FAMILY250), "s")
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
    assert list(distribution.cdf.values())[-1] == 1
    assert distribution.cdf[distribution.quantile(0.5)] >= 0.5
    assert sum(distribution.fraction(points) for points in distribution.ways) == 1
    assert distribution.fraction(7) == 0
    assert distribution.exact_moment(0) == 1
    assert distribution.exact_moment(1) == distribution.exact_mean
    assert math.sqrt(distribution.exact_moment(2, distribution.exact_mean)) == pytest.approx(distribution.sd)
    assert distribution.skewness > 0
    with pytest.raises(PinosimError, match="power"):
        distribution.exact_moment(-1)
    assert json.loads(json.dumps(distribution.to_dict()))["exact"] is True
    assert distribution.mean_interval() is None
    sampled = Distribution(distribution.ways, "a sample", "family250", "0123456789ab", seed=3)
    assert not sampled.exact
    assert sampled.to_dict()["mean_low"] < distribution.mean < sampled.to_dict()["mean_high"]
    assert "sampled" in str(sampled)
    assert "none 15.55%" in str(distribution)


def test_distribution_is_honest_about_its_tail() -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    distribution = odds.meld(as_rules(naive.FAMILY250), "S")
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
