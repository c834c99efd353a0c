"""What a hand scores: the kernel against the reference, over dense grids and whatever hypothesis tries."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from kernel_tools import FOUR_HANDED, JIT_OFF, Ints, fewer, game, game_like, overrides_for, wraps_around
from naive_games import settle_seats
from naive_rules import ALL_RULES, FAMILY250, GUIDE_DOUBLE, WOCG_DOUBLE, WOCG_SINGLE, NaiveRules
from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core.settling import set_without_play, settle
from pinosim.rules.load import load_rules
from worked_examples import SETTLE, SETTLE_CALLED_PARTNER, CalledPartnerExample, SettleExample

pytestmark = wraps_around
OUTCOME_NAMES = {C.MADE: "made", C.SET: "set", C.NOT_PLAYED: "auto-set"}


def kernel_settle(
    vector: Ints, bid: int, bidders: tuple[int, int, int, int], others: tuple[int, int, int, int]
) -> tuple[int, int, str]:
    """Settle as the hand kernel does; sides are (meld, dix among it, trick points, tricks), each held by one seat."""
    seats = [bidders, others, (0, 0, 0, 0), (0, 0, 0, 0)]
    scores, result = settle_by_seat(vector, bid, [0, 2], seats)
    assert scores[0] == scores[2] == result[C.SCORE_BIDDERS]
    assert scores[1] == scores[3] == result[C.SCORE_OTHERS]
    return scores[0], scores[1], OUTCOME_NAMES[result[C.OUTCOME]]


def settle_by_seat(
    vector: Ints, bid: int, bidders: Sequence[int], seats: Sequence[tuple[int, int, int, int]]
) -> tuple[list[int], dict[int, int]]:
    """Settle with (meld, dix among it, trick points, tricks) of each seat; return scores and columns."""
    sides = sum(1 << seat for seat in bidders)
    laid, dix, points, tricks = (np.array(numbers, np.int64) for numbers in zip(*seats, strict=True))
    if set_without_play(bid, sum(seats[seat][0] for seat in bidders), vector):
        points, tricks = np.zeros_like(points), np.zeros_like(tricks)
    result, scores = np.zeros(C.N_RESULT, np.int64), np.full(len(seats), -7, np.int64)
    settle(bid, sides, True, laid, dix, points, tricks, vector, result, scores)
    columns = {C.RESULT_FROM + place: int(number) for place, number in enumerate(result)}
    assert [columns[C.SCORE_0 + seat] for seat in range(len(seats))] == scores.tolist()
    return scores.tolist(), columns


def naive_settle(
    rules: NaiveRules, bid: int, bidders: tuple[int, int, int, int], others: tuple[int, int, int, int]
) -> tuple[int, int, str]:
    return naive.settle(
        rules, bid, bidders[0], bidders[2], bidders[3], others[0], others[2], others[3],
        others_dix_only=0 < others[0] == others[1], bidders_dix_only=0 < bidders[0] == bidders[1],
    )  # fmt: skip


@pytest.mark.parametrize("example", SETTLE, ids=lambda example: example.number)
def test_worked_example(example: SettleExample) -> None:
    what = game_like(example.rules)
    bidders = (example.bidders[0], 0, example.bidders[1] or 0, example.bidders[2] or 0)
    others = (example.others[0], 0, example.others[1] or 0, example.others[2] or 0)
    expected = (example.bidders_change, example.others_change, example.outcome)
    assert kernel_settle(what.vector, example.bid, bidders, others) == expected
    assert kernel_settle(game(example.rules).vector, example.bid, bidders, others) == expected


@pytest.mark.parametrize("example", SETTLE_CALLED_PARTNER, ids=lambda example: example.number)
def test_called_partner_example(example: CalledPartnerExample) -> None:
    tricks = [(example.bidders_points, 8), (0, 0), (example.others_points, 6), (0, 2), (0, 0)]
    melds = example.bidders_melds + example.others_melds
    seats = [(meld, 0, *taken) for meld, taken in zip(melds, tricks, strict=True)]
    scores, _ = settle_by_seat(game(example.rules).vector, example.bid, [0, 1], seats)
    assert scores == [example.bidders_change] * 2 + list(example.others_changes)


VARIANTS: dict[str, NaiveRules] = {
    **{f"like {rules.id}": rules for rules in FOUR_HANDED},
    "nothing keeps meld": replace(FAMILY250, id="family250", keep_meld_bidders="none", keep_meld_others="none"),
    "points keep meld": replace(FAMILY250, id="family250", keep_meld_bidders="point", keep_meld_others="point"),
    "dix survives on both sides": replace(
        WOCG_SINGLE, id="wocg-single", keep_meld_bidders="point", keep_meld_others="trick", dix_only_exempt=True
    ),
    "no set without play": replace(GUIDE_DOUBLE, id="guide-double", auto_set=False, min_meld_bidders=0),
    "floors": replace(WOCG_DOUBLE, id="guide-double", min_meld_bidders=10, min_meld_others=15, min_trick_points=12),
}


@lru_cache(maxsize=64)
def vector_of(variant: str) -> Ints:
    rules = VARIANTS[variant]
    return np.array(load_rules("family250" if len(rules.ranks) == 6 else "guide-double", overrides_for(rules)).vector)


def split_points(rules: NaiveRules) -> list[tuple[int, int, int, int]]:
    """List ways to share points and tricks: (bidders' points, bidders' tricks, others' points, others' tricks)."""
    unit, total, tricks = rules.counters["A"], rules.trick_total, rules.hand_size
    shares = [(0, 0), (0, 1), (0, tricks // 2), (unit, 1), (total // 2, tricks // 2)]
    shares += [(points, tricks // 2) for points in range(0, total + 1, max(total // 25, unit))]
    shares += [(total - unit, tricks - 1), (total, tricks - 1), (total, tricks)]
    return [(points, taken, total - points, tricks - taken) for points, taken in shares]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_grid_of_hands(variant: str) -> None:
    assert_grid(variant, step=11)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_whole_grid_of_hands(variant: str) -> None:
    assert_grid(variant, step=1)


def assert_grid(variant: str, step: int) -> None:
    """Settle every hand of a grid, or one of so many."""
    rules, vector = VARIANTS[variant], vector_of(variant)
    unit = rules.counters["A"]
    melds = [0, unit, 2 * unit, 4 * unit, 9 * unit, 10 * unit, 19 * unit, 20 * unit, 21 * unit, 40 * unit]
    melds = melds[::3] if JIT_OFF else melds
    bids = [rules.min_bid + raise_by * unit for raise_by in range(0, 40, 9 if JIT_OFF else 3)]
    seen = set()
    grid = itertools.product(bids, melds, melds, split_points(rules))
    for bid, meld, other_meld, (points, tricks, other_points, other_tricks) in itertools.islice(grid, 0, None, step):
        for dix, other_dix in {(0, 0), (meld, 0), (0, other_meld), (meld, other_meld)}:
            bidders, others = (meld, dix, points, tricks), (other_meld, other_dix, other_points, other_tricks)
            result = kernel_settle(vector, bid, bidders, others)
            assert result == naive_settle(rules, bid, bidders, others), (bid, bidders, others)
            seen.add(result[2])
    possible = {"made", "set", "auto-set"} if rules.auto_set or rules.min_meld_bidders else {"made", "set"}
    assert seen == possible


@st.composite
def settled_hands(draw: st.DrawFn) -> tuple[str, int, tuple[int, int, int, int], tuple[int, int, int, int]]:
    """Draw a variant, a bid and what both sides made."""
    variant = draw(st.sampled_from(sorted(VARIANTS)))
    rules = VARIANTS[variant]
    melds = st.integers(0, 3 * rules.min_bid)
    points = draw(st.integers(0, rules.trick_total))
    tricks = draw(st.integers(0, rules.hand_size))
    meld, other_meld = draw(melds), draw(melds)
    dix = draw(st.sampled_from([0, meld // 2, meld]))
    other_dix = draw(st.sampled_from([0, other_meld // 2, other_meld]))
    # bids near what was made, where it matters
    bid = draw(st.sampled_from([rules.min_bid, meld + points, meld + points + 1, meld + rules.trick_total + 1]))
    bid = max(bid, rules.min_bid)
    others = (other_meld, other_dix, rules.trick_total - points, rules.hand_size - tricks)
    return variant, bid, (meld, dix, points, tricks), others


@given(settled_hands())
def test_any_hand(drawn: tuple[str, int, tuple[int, int, int, int], tuple[int, int, int, int]]) -> None:
    variant, bid, bidders, others = drawn
    assert kernel_settle(vector_of(variant), bid, bidders, others) == naive_settle(
        VARIANTS[variant], bid, bidders, others
    )


APART: dict[str, tuple[NaiveRules, list[str]]] = {
    **{rules.id: (rules, []) for rules in ALL_RULES.values() if rules.teams == rules.players > 2},
    "joedog-3h, dix survive alone": (
        replace(ALL_RULES["joedog-3h"], dix_only_exempt=True), ['keep_meld.dix_survives="only-dix"'],
    ),
    "joedog-3h, dix survive": (replace(ALL_RULES["joedog-3h"], dix_always=True), ['keep_meld.dix_survives="always"']),
    "auction-3h, shared tricks": (
        replace(ALL_RULES["auction-3h"], share_tricks=True), ['settle.others_tricks="shared"'],
    ),
    "universal-5h, own tricks": (
        replace(ALL_RULES["universal-5h"], share_tricks=False, keep_meld_others="trick"),
        ['settle.others_tricks="own"', 'keep_meld.others="trick"'],
    ),
}  # fmt: skip


@pytest.mark.parametrize("variant", APART)
def test_seats_that_score_apart(variant: str) -> None:
    """Melds, dix, tricks and points by lot, many of them none at all."""
    rules, changes = APART[variant]
    vector = np.array(load_rules(rules.id, changes).vector)
    chooser = random.Random(variant)
    unit = rules.counters["A"]
    seen = set()
    for _ in range(max(fewer(1500), 200)):
        bidders = chooser.sample(range(rules.players), 2 if rules.called_from else 1)
        melds = [unit * chooser.choice([0, 1, 2, chooser.randint(0, 40)]) for _ in range(rules.players)]
        dix = [chooser.choice([0, meld, min(meld, 2 * unit)]) for meld in melds]
        bid = chooser.choice([rules.min_bid, sum(melds[seat] for seat in bidders) + chooser.randint(0, 60) * unit])
        takers = chooser.sample(range(rules.players), chooser.randint(1, rules.players))
        points, tricks = [0] * rules.players, [0] * rules.players
        for _ in range(rules.hand_size):
            seat = chooser.choice(takers)
            tricks[seat] += 1
            points[seat] += unit * chooser.choice([0, 0, 1, 2])
        hopeless = sum(melds[seat] for seat in bidders) + rules.trick_total < bid
        played = not (rules.auto_set and hopeless)
        expected, outcome = settle_seats(
            rules, bid, bidders, melds, dix, points if played else None, tricks if played else None
        )
        scores, columns = settle_by_seat(vector, bid, bidders, list(zip(melds, dix, points, tricks, strict=True)))
        assert (scores, OUTCOME_NAMES[columns[C.OUTCOME]]) == (expected, outcome), (bid, bidders, melds, points, tricks)
        assert columns[C.SCORE_BIDDERS] == expected[bidders[0]]
        assert columns[C.SCORE_OTHERS] == sum(expected) - sum(expected[seat] for seat in bidders)
        seen.add(outcome)
    assert {"made", "set"} <= seen


def test_a_hand_without_trump_costs_the_bid_and_nothing_else() -> None:
    vector = game("npa-double").vector
    result, scores = np.zeros(C.N_RESULT, np.int64), np.full(4, -7, np.int64)
    zeros = np.zeros(4, np.int64)
    settle(60, 0b1010, False, zeros, zeros, zeros, zeros, vector, result, scores)
    assert scores.tolist() == [0, -60, 0, -60]
    assert result[C.OUTCOME - C.RESULT_FROM] == C.NOT_PLAYED


def test_dix_saves_only_a_meld_of_dix_and_only_where_said() -> None:
    wocg, family = game("wocg-single").vector, game("family250").vector
    lost = (25, 0)
    assert kernel_settle(wocg, 25, (0, 0, 25, 12), (2, 2, 0, 0)) == (25, 2, "made")
    assert kernel_settle(wocg, 25, (0, 0, 25, 12), (4, 2, 0, 0)) == (*lost, "made")
    assert kernel_settle(family, 250, (0, 0, 250, 12), (20, 20, 0, 0)) == (250, 0, "made")
    always = np.array(load_rules("wocg-single", ['keep_meld.dix_survives="always"']).vector)
    assert kernel_settle(always, 25, (0, 0, 25, 12), (4, 2, 0, 0)) == (25, 2, "made")
    assert kernel_settle(always, 25, (0, 0, 25, 12), (4, 2, 1, 1)) == (25, 5, "made")


def test_rules_of_the_vector_the_reference_does_not_know() -> None:
    """Others' meld may be lost when there is no play, or only the bidders may meld at all."""
    silent = np.array(load_rules("family250", ["settle.others_meld_without_play=false"]).vector)
    assert kernel_settle(silent, 500, (100, 0, 0, 0), (80, 0, 0, 0)) == (-500, 0, "auto-set")
    assert kernel_settle(silent, 300, (100, 0, 150, 6), (80, 0, 100, 6)) == (-300, 180, "set")
    bidders_only = np.array(load_rules("family250", ['meld.owners="bidders"']).vector)
    assert bidders_only[S.MELD_BIDDERS_ONLY] == 1
    assert kernel_settle(bidders_only, 500, (100, 0, 0, 0), (80, 0, 0, 0)) == (-500, 0, "auto-set")
    assert kernel_settle(bidders_only, 250, (100, 0, 150, 6), (80, 0, 100, 6)) == (250, 100, "made")
    floor = np.array(load_rules("family250", ["floors.min_points_bidders=100"]).vector)
    assert kernel_settle(floor, 250, (200, 0, 90, 6), (0, 0, 160, 6)) == (-250, 160, "set")
    assert kernel_settle(floor, 250, (200, 0, 100, 6), (0, 0, 150, 6)) == (300, 150, "made")
