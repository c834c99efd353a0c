"""Legal bids and auctions: the kernel against the reference, call by call."""

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
from kernel_tools import FOUR_HANDED, NAMES, Ints, fewer, game_like, overrides_for, wraps_around
from naive import Call
from naive_rules import ALL_RULES, FAMILY250, GUIDE_DOUBLE, NAIVE_RULES, WOCG_SINGLE, NaiveRules
from pinosim.core import story as T
from pinosim.core.auction import run_auction
from pinosim.core.bids import NO_BID, next_bid
from pinosim.core.meanings import N_CLAIMS
from pinosim.core.policy import N_POLICY, PARTNER_MARGIN
from pinosim.rules.load import load_rules
from worked_examples import AUCTION, NEXT_BIDS, AuctionExample, NextBidsExample

pytestmark = wraps_around
NEW_DEAL = replace(FAMILY250, id="new deal", all_pass="new deal")
HIGHEST = {
    "family250 up to 500": replace(FAMILY250, max_bid=500),
    "guide-double up to 75": replace(GUIDE_DOUBLE, max_bid=75),
}
LIKE: dict[str, NaiveRules] = {f"like {rules.id}": rules for rules in FOUR_HANDED}
RULE_SETS: dict[str, NaiveRules] = {
    **{rules.id: rules for rules in ALL_RULES.values() if rules.rounds != "none"},
    **LIKE,
    **HIGHEST,
    "new deal": NEW_DEAL,
}


@lru_cache(maxsize=32)
def vector_of(name: str) -> Ints:
    rules = RULE_SETS[name]
    if name in ALL_RULES:
        return np.array(load_rules(name).vector)
    changes = overrides_for(rules)
    if rules.all_pass == "new deal":
        changes.append('auction.all_pass="new-deal"')
    return np.array(load_rules("family250" if len(rules.ranks) == 6 else "guide-double", changes).vector)


def run(
    vector: Ints,
    ceilings: list[int],
    first: int,
    *,
    margin: int = 0,
    high: int = NO_BID,
    bidder: int = -1,
    passed: int = 0,
    calls: int = 0,
) -> list[int]:
    """Run the kernel's auction; return bidder, bid, forced, calls."""
    return run_and_tell(
        vector, ceilings, first, margin=margin, high=high, bidder=bidder, passed=passed, calls=calls
    )[0]  # fmt: skip


def run_and_tell(
    vector: Ints, ceilings: list[int], first: int, *, margin: int, high: int, bidder: int, passed: int, calls: int
) -> tuple[list[int], list[int]]:
    """Run the kernel's auction; return bidder, bid, forced, calls, and all calls by the story (0 is a pass)."""
    policies = np.zeros((len(ceilings), N_POLICY), np.int64)
    policies[:, PARTNER_MARGIN] = margin
    result, story = np.full(4, -7, np.int64), np.full(T.N_STORY, -7, np.int64)
    run_auction(
        np.array(ceilings, np.int64), np.zeros(N_CLAIMS, np.int64), policies, first, high, bidder, passed, calls,
        vector, result, story,
    )  # fmt: skip
    return result.tolist(), story[T.CALLS : T.CALLS + story[T.N_CALLS]].tolist()


def calls_of(
    rules: NaiveRules, ceilings: list[int], first: int, margin: int | Sequence[int] = 0
) -> tuple[list[Call], list[int]]:
    """Make the calls of seats that raise one step at a time; return calls and the seats that made them.

    `margin` (in points; for all seats, or one a seat) is what a seat wants beyond the next bid before it outbids its
    partner.
    """
    calls: list[Call] = []
    seats: list[int] = []
    while not (state := naive.auction(rules, calls)).over:
        assert state.next_seat is not None
        seat = (first + state.next_seat) % rules.players
        holder = None if state.seat is None else (first + state.seat) % rules.players
        bids = naive.legal_bids(state.bid, rules, (state.bid or rules.min_bid) + 50)
        wanted = bids[0] if bids else None
        partners = rules.teams < rules.players and holder is not None and holder % rules.teams == seat % rules.teams
        extra = (margin if isinstance(margin, int) else margin[seat]) if partners else 0
        calls.append(wanted if wanted is not None and ceilings[seat] >= wanted + extra else "P")
        seats.append(seat)
    return calls, seats


def expected(rules: NaiveRules, ceilings: list[int], first: int, margin: int | Sequence[int] = 0) -> list[int]:
    calls, _ = calls_of(rules, ceilings, first, margin)
    state = naive.auction(rules, calls)
    if state.seat is None or state.bid is None:
        return [-1, NO_BID, 0, len(calls)]
    forced = all(call == "P" for call in calls)
    assert not forced or rules.all_pass == "last seat forced"
    # a forced seat says "I have it", which counts as a call
    return [(first + state.seat) % rules.players, state.bid, int(forced), len(calls) + int(forced)]


@pytest.mark.parametrize("name", RULE_SETS)
def test_next_bids_climb_the_ladder(name: str) -> None:
    rules, vector = RULE_SETS[name], vector_of(name)
    top = max(rules.min_bid * 3, rules.max_bid or 0)
    ladder = naive.legal_bids(None, rules, top)
    assert next_bid(NO_BID, vector) == ladder[0]
    for bid, higher in itertools.pairwise(ladder):
        assert next_bid(bid, vector) == higher == naive.legal_bids(bid, rules, top)[0]
    if rules.max_bid is not None:
        assert ladder[-1] == rules.max_bid
        assert next_bid(rules.max_bid, vector) == NO_BID


@pytest.mark.parametrize("example", NEXT_BIDS, ids=lambda example: example.number)
def test_next_bids_example(example: NextBidsExample) -> None:
    bids, high = [], example.current
    while (high := int(next_bid(high, game_like(example.rules).vector))) <= example.up_to:
        bids.append(high)
    assert tuple(bids) == example.bids


@pytest.mark.parametrize("example", AUCTION, ids=lambda example: example.number)
def test_auction_example(example: AuctionExample) -> None:
    """Continue each auction after its last but one call."""
    vector = game_like(example.rules).vector
    ceilings, high, bidder, passed = [NO_BID] * 4, NO_BID, -1, 0
    for seat, call in enumerate(example.calls[:-1]):
        if call == "P":
            passed |= 1 << seat
        else:
            high, bidder = call, seat
    last, seat = example.calls[-1], len(example.calls) - 1
    if last == 100 and high == NO_BID:
        # the kernel's seats climb by steps; this one jumps
        high, bidder, passed = 100, seat, 0b1110
    elif last != "P":
        ceilings[seat] = last
    bidder, bid, forced, _ = run(vector, ceilings, seat, high=high, bidder=bidder, passed=passed)
    assert (bidder, bid, forced) == (example.seat, example.bid, int(set(example.calls) == {"P"}))


@pytest.mark.parametrize("name", RULE_SETS)
def test_auctions_go_as_the_reference_says(name: str) -> None:
    rules, vector = RULE_SETS[name], vector_of(name)
    chooser = random.Random(name)
    for _ in range(fewer(120)):
        most = chooser.choice([rules.min_bid + 2, rules.min_bid * 13 // 10, rules.min_bid * 2])
        ceilings = [chooser.choice([NO_BID, chooser.randint(0, most)]) for _ in range(rules.players)]
        first = chooser.randrange(rules.players)
        assert run(vector, ceilings, first) == expected(rules, ceilings, first), (ceilings, first)
        unit = rules.counters["A"]
        margin = chooser.choice([1, 3, 10])
        assert run(vector, ceilings, first, margin=1000 * margin) == expected(rules, ceilings, first, margin * unit)


@given(
    name=st.sampled_from(NAMES),
    ceilings=st.lists(st.integers(-1, 130), min_size=4, max_size=4),
    first=st.integers(0, 3),
    cut=st.integers(0, 30),
)
def test_an_auction_may_be_taken_up_in_the_middle(name: str, ceilings: list[int], first: int, cut: int) -> None:
    rules = NAIVE_RULES[name]
    ceilings = [ceiling * rules.min_bid // 50 for ceiling in ceilings]
    calls, seats = calls_of(rules, ceilings, first)
    cut = min(cut, len(calls) - 1)
    high, bidder, passed = NO_BID, -1, 0
    for seat, call in zip(seats[:cut], calls[:cut], strict=True):
        if call == "P":
            passed |= 1 << seat
        else:
            high, bidder = call, seat
    whole = run(vector_of(name), ceilings, first)
    rest = run(vector_of(name), ceilings, seats[cut], high=high, bidder=bidder, passed=passed, calls=cut)
    assert rest == whole


def test_the_story_tells_every_call() -> None:
    chooser = random.Random(5)
    for _ in range(fewer(200)):
        ceilings = [chooser.choice([NO_BID, chooser.randint(240, 330)]) for _ in range(4)]
        calls, _ = calls_of(FAMILY250, ceilings, 2)
        result, told = run_and_tell(
            vector_of("family250"), ceilings, 2, margin=0, high=NO_BID, bidder=-1, passed=0, calls=0
        )
        assert told == [0 if call == "P" else call for call in calls] + [250] * result[2]


def test_everybody_passing() -> None:
    for name, rules in ALL_RULES.items():
        if rules.rounds != "none" and rules.all_pass == "last seat forced":
            n = rules.players
            for first in range(n):
                forced = [(first + n - 1) % n, rules.min_bid - rules.forced_below, 1, n]
                assert run(vector_of(name), [NO_BID] * n, first) == forced
    assert run(vector_of("universal-5h"), [NO_BID] * 5, 2) == [-1, NO_BID, 0, 5]
    assert run(vector_of("new deal"), [NO_BID] * 4, 2) == [-1, NO_BID, 0, 4]
    assert run(vector_of("new deal"), [NO_BID, 250, NO_BID, NO_BID], 2) == [1, 250, 0, 4]


def test_the_highest_bid_ends_the_auction_at_once() -> None:
    vector = vector_of(WOCG_SINGLE.id)
    bidder, bid, forced, calls = run(vector, [100] * 4, 0)
    assert (bid, forced, calls) == (100, 0, 76)
    assert bidder == 75 % 4


def test_a_forced_bid_may_lie_below_the_lowest() -> None:
    vector = np.array(load_rules("family250", ["auction.forced_below_min=10"]).vector)
    assert run(vector, [NO_BID] * 4, 1) == [0, 240, 1, 4]


def test_a_single_round_asks_each_seat_once() -> None:
    vector = np.array(load_rules("family250", ['auction.kind="single-round"']).vector)
    assert run(vector, [400, 400, 400, 400], 1) == [0, 280, 0, 4]
    assert run(vector, [NO_BID, 400, NO_BID, 255], 1) == [1, 250, 0, 4]
    assert run(vector, [NO_BID] * 4, 1) == [0, 250, 1, 4]
