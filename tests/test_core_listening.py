"""Listening to an auction: what calls say, how well hands fit them, and which deals are kept."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_tools import Game, Ints, fewer, game, wraps_around
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch
from pinosim.core import listening as L
from pinosim.core import policy as P
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core.auction import run_auction
from pinosim.core.bidding import plan_bids
from pinosim.core.bids import NO_BID
from pinosim.core.hidden_deals import add_up_fits, find_deals
from pinosim.core.meanings import N_CLAIMS
from pinosim.core.meld import score_melds
from pinosim.core.table import MAX_PLAYERS

pytestmark = wraps_around
GAMES = ("family250", "guide-double", "wocg-single", "family250-3h", "single-round-3h", "bicycle-widow")
HAND = "AS TS KS QS JS JD AH AD KD 9H 9C TC"


def hear(what: Game, policies: Ints, calls: list[int], first: int) -> Ints:
    heard = np.full((MAX_PLAYERS, L.N_HEARD), -7, np.int64)
    L.hear_calls(np.array(calls, np.int64), len(calls), first, policies, what.vector, heard)
    return heard


def plans(what: Game, policies: Ints, hands: Ints) -> Ints:
    """Plan the limits of all seats, shape (n, players)."""
    limits = np.zeros((len(hands), what.players), np.int64)
    trumps, features = np.zeros(MAX_PLAYERS, np.int64), np.zeros(P.N_FEATURES, np.int64)
    words = np.zeros((32, 1), np.uint64)
    for i, row in enumerate(hands):
        melds = np.zeros((len(row), 4), np.int64)
        score_melds(np.ascontiguousarray(row), *what.book, melds)
        plan_bids(row, melds, policies, words, 0, what.vector, what.layout.units, features, limits[i], trumps)
    return limits


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


# --- one seat


@given(
    ceiling=st.integers(0, 900), at_least=st.integers(0, 900), width=st.integers(10, 300), loose=st.floats(2.0, 60.0)
)
def test_the_fit_is_the_chance_of_the_calls_over_the_largest_there_is(
    ceiling: int, at_least: int, width: int, loose: float
) -> None:
    below = at_least + width

    def chance(limit: float) -> float:
        return logistic((below - limit) / loose) - logistic((at_least - limit) / loose)

    both = L.fit_of_limit(ceiling, at_least, below, loose, 10)
    assert both == pytest.approx(chance(ceiling) / chance(at_least + width / 2), rel=1e-6, abs=1e-9)
    bid = L.fit_of_limit(ceiling, at_least, L.NOT_PASSED, loose, 10)
    assert bid == pytest.approx(logistic((ceiling - at_least) / loose))
    passed = L.fit_of_limit(ceiling, NO_BID, below, loose, 10)
    assert passed == pytest.approx(logistic((below - ceiling) / loose))


def test_a_seat_that_plans_no_bid_has_passed_for_sure_and_bid_for_sure_not() -> None:
    assert L.fit_of_limit(NO_BID, NO_BID, 250, 10.0, 10) == 1
    assert L.fit_of_limit(NO_BID, 250, L.NOT_PASSED, 10.0, 10) == 0
    assert L.fit_of_limit(NO_BID, NO_BID, L.NOT_PASSED, 10.0, 10) == 1


@given(ceiling=st.integers(0, 500), at_least=st.integers(0, 500), below=st.integers(0, 500))
def test_without_noise_calls_fit_or_do_not(ceiling: int, at_least: int, below: int) -> None:
    fit = L.fit_of_limit(ceiling, at_least, below, 0.0, 10)
    assert fit == (at_least <= ceiling < max(below, at_least + 10))
    moved = L.limit_heard(ceiling, at_least, below, 10)
    assert at_least <= moved < max(below, at_least + 10)
    assert moved == ceiling or not fit


def test_far_off_limits_fit_hardly_and_never_fail() -> None:
    for far in (-100_000, 100_000):
        assert 0 <= L.fit_of_limit(far, 250, 260, 0.5, 10) < 1e-9
    assert L.fit_of_limit(100_000, 250, L.NOT_PASSED, 0.5, 10) == 1
    assert L.fit_of_limit(250, 250, 100_000, 0.5, 10) == pytest.approx(0.5, abs=0.01)


# --- calls


def test_what_a_bid_and_a_pass_say() -> None:
    what = game("family250")
    heard = hear(what, what.policies("standard"), [250, 0, 260, 0, 0], first=1)
    # seat 3 raised its partner, who then left it the bid: for both a margin of two aces lies on top
    assert heard[1, :2].tolist() == [250, 290]
    assert heard[2, :2].tolist() == [NO_BID, 260]
    assert heard[3, :2].tolist() == [280, L.NOT_PASSED]
    assert heard[0, :2].tolist() == [NO_BID, 270]


def test_a_jump_says_as_much_as_it_bids() -> None:
    what = game("family250")
    assert hear(what, what.policies("standard"), [400], first=0)[0, :2].tolist() == [400, L.NOT_PASSED]


def test_a_seat_without_a_choice_says_nothing() -> None:
    what = game("family250")
    heard = hear(what, what.policies("hard"), [0, 0, 0, 250], first=0)
    assert heard[3, :2].tolist() == [NO_BID, L.NOT_PASSED]


@pytest.mark.parametrize("names", ["standard", "hard", "medium"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_heard_never_contradicts_the_players_who_bid(name: str, names: str) -> None:
    """Each seat's plan lies between the two prices, unless what it heard in between moved it by more than a step."""
    what = game(name)
    policies = what.policies(names)
    hands = what.deal(fewer(150), seed=3)
    story, result = np.zeros(T.N_STORY, np.int64), np.zeros(4, np.int64)
    told = 0
    for hand, limits in zip(hands, plans(what, policies, hands), strict=True):
        first = told % what.players
        run_auction(limits, np.zeros(N_CLAIMS, np.int64), policies, first, NO_BID, -1, 0, 0, what.vector, result, story)
        heard = hear(what, policies, story[T.CALLS : T.CALLS + story[T.N_CALLS]].tolist(), first)
        for seat in range(what.players):
            at_least, below = (int(price) for price in heard[seat, :2])
            assert at_least <= limits[seat] < below or limits[seat] == NO_BID, hand
            told += at_least != NO_BID
    assert told > 0


# --- deals


def test_deals_are_kept_as_often_as_they_fit() -> None:
    """The share kept, and the mean limit of those kept, against weighting every deal by its fit."""
    what, me, n = game("family250"), 0, fewer(4000)
    policies = what.policies("standard")
    inputs = kernel_inputs(what.rules, {me: what.layout.hand(HAND.split())})
    heard = hear(what, policies, [0, 280, 0], first=1)
    hands, numbers, attempts = np.zeros((n, 4), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    everything = hands.copy()
    nothing = np.zeros_like(heard)
    L.forget_calls(nothing)
    args = (policies, inputs.book, np.uint64(9), 0, n, new_scratch())
    assert find_deals(inputs.dealing, me, nothing, *args, everything, numbers, attempts) == n
    assert numbers.tolist() == list(range(n))
    kept = int(find_deals(inputs.dealing, me, heard, *args, hands, numbers, attempts))
    np.testing.assert_array_equal(everything[numbers[:kept]], hands[:kept])
    limits = plans(what, policies, everything)
    loose = policies[0, P.LOOSENESS] * what.vector[S.COUNTERS + 5] / 1000
    assert loose == 10
    fits = np.array([
        math.prod(L.fit_of_limit(row[seat], *heard[seat, :2], loose, 10) for seat in (1, 2, 3)) for row in limits
    ])  # fmt: skip
    assert abs(kept - fits.sum()) <= 4 * math.sqrt((fits * (1 - fits)).sum())
    for seat in (1, 2, 3):
        weighted = (fits * limits[:, seat]).sum() / fits.sum()
        chosen = limits[numbers[:kept], seat]
        assert abs(chosen.mean() - weighted) <= 4 * chosen.std() / math.sqrt(kept)


def test_whether_a_deal_is_kept_depends_on_its_number_alone() -> None:
    what, me, n = game("guide-double"), 2, fewer(600)
    policies = what.policies("hard")
    inputs = kernel_inputs(what.rules, {me: int(what.deal(1, seed=2)[0][0])})
    heard = hear(what, policies, [0, 50], first=0)

    def kept(first: int, n: int) -> list[int]:
        hands, numbers, attempts = np.zeros((n, 4), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        found = find_deals(
            inputs.dealing, me, heard, policies, inputs.book, np.uint64(4), first, n, new_scratch(), hands, numbers,
            attempts,
        )  # fmt: skip
        return numbers[:found].tolist()

    whole = kept(0, n)
    cut = n // 3
    assert whole == kept(0, cut) + kept(cut, n - cut)
    assert 0 < len(whole) < n


def test_lots_tell_nothing_but_that_the_hand_may_bid() -> None:
    what, me, n = game("guide-double"), 0, fewer(300)
    inputs = kernel_inputs(what.rules, {me: int(what.deal(1, seed=2)[0][0])})
    policies = what.policies("random")
    sums = np.zeros(MAX_PLAYERS)
    heard = hear(what, policies, [50, 0], first=1)
    add_up_fits(inputs.dealing, me, heard, policies, inputs.book, np.uint64(4), n, new_scratch(), sums)
    assert sums[2] == sums[3] == n
    assert 0 < sums[1] <= n
