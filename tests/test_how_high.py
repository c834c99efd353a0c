"""How high: one answer for the advice and for the seat itself, found on deals that are played once."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from kernel_tools import fewer
from pinosim.api.advise import advise
from pinosim.api.auction_text import AuctionState, read_auction
from pinosim.api.bid_levels import AFTER_KITTY, rights_of
from pinosim.api.hand import Hand
from pinosim.api.how_high import highest_worthwhile, limit_once_raised
from pinosim.api.playouts import PlayOuts, play_again, play_out_hand
from pinosim.api.win_outlook import table_for
from pinosim.core import playout as P
from pinosim.policies.registry import Policy, resolve_seats
from pinosim.rules.load import Rules, load_rules

FAMILY = load_rules("family250")
THREE = load_rules("family250-3h")
HAND = Hand("S:KQJ H:ATQ9 D:AQ99 C:A")
FIFTEEN = Hand("S:AKQJ9 H:AT9 D:TKQ C:TJ99")
STRONG = Hand("S:AATKQJ H:A9 D:AJ C:TT")


def tally_of(gains: list[int]) -> np.ndarray:
    tally = np.zeros((len(gains), P.N_TALLY), np.int64)
    tally[:, P.SUM_GAIN] = gains
    return tally


def test_the_best_suit_counts_at_each_bid() -> None:
    tallies = {"S": tally_of([5, -1, -9, -9]), "H": tally_of([1, -1, 2, 0])}
    assert highest_worthwhile([250, 260, 270, 280], tallies) == 270
    assert highest_worthwhile([250], {"D": tally_of([0])}) is None


def test_suits_fixed_before_the_kitty_do_not_count() -> None:
    tallies = {"S": tally_of([9, 9, 9]), AFTER_KITTY: tally_of([3, 1, -2])}
    assert highest_worthwhile([250, 260, 270], tallies) == 260


CASES = {
    "opening": (FAMILY, HAND, "", 300, "medium"),
    "after calls": (FAMILY, STRONG, "250 P 260", 290, "standard"),
    "forced": (FAMILY, HAND, "P P P", 250, "standard"),
    "kitty": (THREE, FIFTEEN, "", 250, "standard"),
    "each for himself": (load_rules("cutthroat-3h"), "S:ATKQJ H:AATK D:AJ9 C:AT99", "", None, "medium"),
    "called partner": (load_rules("universal-5h"), "S:ATKQ H:AKJJ D:TTKK C:AQQJ", "", None, "standard"),
    "lots": (FAMILY, HAND, "", 260, "random"),
}


@cache
def first_and_all(case: str, limit: int) -> tuple[PlayOuts, PlayOuts, PlayOuts]:
    """The deals as the limit was asked for, as played in two parts, and as played once more in one."""
    rules, hand, calls, bid, policy = CASES[case]
    hand = Hand(hand, rules)
    state, players = read_auction(calls, rules), resolve_seats(policy, rules)
    seen: list[PlayOuts] = []

    def own_limit(first: PlayOuts) -> int:
        seen.append(first)
        return limit * (state.lowest or 1)

    outs = play_out_hand(rules, hand, state, players, 5, fewer(300), 1, bid=bid, own_limit=own_limit)
    again = play_again(rules, hand, state, players, 5, outs.deals, 1, bid=bid, own_limit=outs.own_limit)
    (first,) = seen
    return first, outs, again


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("limit", [1, 2])
def test_deals_played_in_two_parts_are_as_if_played_at_once(case: str, limit: int) -> None:
    first, outs, again = first_and_all(case, limit)
    np.testing.assert_array_equal(outs.results, again.results)
    assert outs.called is not None
    assert again.called is not None
    np.testing.assert_array_equal(outs.called, again.called)
    np.testing.assert_array_equal(first.results, outs.results)
    if not first.forced:
        assert first.passing is not None
        np.testing.assert_array_equal(first.passing, again.called[0])


@pytest.mark.jit  # it takes hundreds of deals to be sure that one of them is raised
@pytest.mark.parametrize("case", CASES)
def test_after_a_call_the_deals_go_otherwise_than_after_a_pass(case: str) -> None:
    first, outs, _ = first_and_all(case, 1)
    if first.forced:
        pytest.skip("no pass is allowed")
    assert outs.called is not None
    assert (outs.called[1, P.PASS_BIDDER] != outs.called[0, P.PASS_BIDDER]).any()


def limits(
    rules: Rules, hand: Hand, state: AuctionState, bid: int, players: tuple[Policy, ...], score: tuple[int, int] | None
) -> int:
    """How high the seat goes on, by 1,024 deals of seed 1."""
    allowed, _ = rights_of(hand, rules)
    ways = (*allowed, AFTER_KITTY) if rules.deal.kitty_size else tuple(allowed)
    table = table_for(rules, score, None)
    outs = play_out_hand(
        rules, hand, state, players, 1, 1024, bid=bid,
        own_limit=lambda first: limit_once_raised(bid, state, rules, first, ways, table, score),
    )  # fmt: skip
    return outs.own_limit


@pytest.mark.jit
@pytest.mark.parametrize(("rules", "hand"), [(FAMILY, HAND), (THREE, FIFTEEN)], ids=["suits", "kitty"])
def test_the_seat_goes_on_as_high_as_the_advice_says(rules: Rules, hand: Hand) -> None:
    advice = advise(hand, rules, bid=250, precision=0.1, policy="standard", sensitivity=False)
    assert advice.n == 1024
    players = resolve_seats("standard", rules)
    assert limits(rules, hand, read_auction("", rules), 250, players, None) == max(250, advice.max_bid or 0)


@pytest.mark.jit
def test_by_the_score_the_seat_goes_on_as_high_as_the_advice_says() -> None:
    advice = advise(HAND, FAMILY, bid=250, precision=0.1, policy="standard", sensitivity=False, score=(1200, 1480))
    assert advice.max_bid is not None
    assert advice.max_bid_by_points is not None
    assert advice.max_bid > advice.max_bid_by_points
    players = resolve_seats("standard", FAMILY)
    assert limits(FAMILY, HAND, read_auction("", FAMILY), 250, players, (1200, 1480)) == advice.max_bid


@pytest.mark.jit
@pytest.mark.parametrize("early", [False, True])
def test_the_limit_holds_for_all_batches(early: bool) -> None:
    """Asked about all deals, or about the first batch so that stopping may look at what comes of the bid."""
    state, players = read_auction("P", FAMILY), resolve_seats("standard", FAMILY)
    asked, looks = [], []

    def own_limit(outs: PlayOuts) -> int:
        asked.append(outs.n)
        return 330

    def enough(outs: PlayOuts) -> bool:
        looks.append(outs.n)
        assert (outs.called is not None) == early
        return False

    outs = play_out_hand(
        FAMILY, HAND, state, players, 3, 2500, bid=300, own_limit=own_limit, limit_early=early, enough=enough
    )
    assert (asked, looks) == ([1024 if early else 2500], [1024, 2048])
    again = play_again(FAMILY, HAND, state, players, 3, outs.deals, bid=300, own_limit=330)
    np.testing.assert_array_equal(outs.results, again.results)
    assert outs.called is not None
    assert again.called is not None
    np.testing.assert_array_equal(outs.called, again.called)
