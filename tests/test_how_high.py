"""How high: one answer for the advice and for the seat itself, found on deals that are played once."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from kernel_tools import fewer
from pinosim.api.advise import advise
from pinosim.api.auction_text import AuctionState, read_auction
from pinosim.api.bid_levels import AFTER_KITTY, net_of, net_of_passing, outcome_of_bidding, rights_of
from pinosim.api.hand import Hand
from pinosim.api.how_high import (
    MOST_LIMITS,
    highest_worthwhile,
    limit_once_raised,
    limits_within,
    range_of_worthwhile,
)
from pinosim.api.intervals import Estimate, mean_of
from pinosim.api.playouts import PlayOuts, bid_again, play_again, play_out_hand
from pinosim.api.stopping import Intervals
from pinosim.api.win_chances import chances_after_call
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


def spread_of(gains: list[int], squares: int) -> np.ndarray:
    tally = tally_of(gains)
    tally[:, P.SUM_SQUARES_GAIN] = squares
    return tally


def test_what_the_deals_cannot_tell_from_the_highest_bid_is_a_range() -> None:
    """100 deals, standard deviation 10: a mean is known to 2 points either way."""
    bids = [250, 260, 270, 280, 290]
    tallies = {"S": spread_of([500, 250, 150, -150, -250], 10_000), "H": spread_of([-900] * 5, 90_000)}
    assert highest_worthwhile(bids, tallies) == 270
    assert range_of_worthwhile(bids, tallies, 100, Intervals()) == (260, 280)
    clear = {"S": spread_of([500, 400, 300, -300, -400], 10_000)}
    assert range_of_worthwhile(bids, clear, 100, Intervals()) == (270, 270)
    none = {"S": spread_of([100, -300, -400, -500, -600], 10_000)}
    assert range_of_worthwhile(bids, none, 100, Intervals()) == (None, 250)
    hopeless = {"S": spread_of([-300, -400, -500, -600, -700], 10_000)}
    assert range_of_worthwhile(bids, hopeless, 100, Intervals()) == (None, None)
    # wider where the deals may stop as soon as it looks clear
    low, high = range_of_worthwhile(bids, tallies, 100, Intervals(1000))
    assert low == 250
    assert high == 290


def test_before_the_kitty_only_the_suit_named_after_it_has_a_range() -> None:
    tallies = {"S": spread_of([500, 500], 10_000), AFTER_KITTY: spread_of([500, -500], 10_000)}
    assert range_of_worthwhile([250, 260], tallies, 100, Intervals()) == (250, 250)


def test_limits_lie_between_the_ends_and_not_below_the_bid_made() -> None:
    bids = list(range(250, 600, 10))
    assert limits_within(300, bids, (310, 330), 320) == (310, 320, 330)
    assert limits_within(300, bids, (None, 310), 300) == (300, 310)
    assert limits_within(300, bids, (260, 270), 300) == (300,)
    assert limits_within(300, bids, (None, None), 300) == (300,)
    assert limits_within(300, bids, (320, 320), 350) == (320, 350)  # found on the first deals, told by all
    many = limits_within(300, bids, (310, 590), 400)
    assert (many[0], many[-1]) == (310, 590)
    assert 400 in many
    assert len(many) <= MOST_LIMITS + 1


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


@pytest.mark.parametrize("case", CASES)
def test_a_bid_made_again_is_as_if_all_had_been_played_again(case: str) -> None:
    _, outs, _ = first_and_all(case, 1)
    _, _, higher = first_and_all(case, 2)
    rules, hand, calls, bid, policy = CASES[case]
    state, players = read_auction(calls, rules), resolve_seats(policy, rules)
    tried = bid or state.lowest or 0
    limits = (outs.own_limit, higher.own_limit)
    same, other = bid_again(rules, Hand(hand, rules), state, players, 5, outs, limits, 1, bid=tried)
    for made, wanted in ((same, outs), (other, higher)):
        assert made.own_limit == wanted.own_limit
        assert made.called is not None
        np.testing.assert_array_equal(made.called, wanted.called)
        np.testing.assert_array_equal(made.results, wanted.results)


@pytest.mark.jit  # it takes hundreds of deals to be sure that one of them is raised
@pytest.mark.parametrize("case", [case for case in CASES if case != "forced"])
def test_after_a_call_the_deals_go_otherwise_than_after_a_pass(case: str) -> None:
    first, outs, _ = first_and_all(case, 1)
    assert not first.forced
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


def ends_over(each: list[Estimate]) -> tuple[float, float]:
    """Ends of the interval that covers any of several means, by solving for the chance to miss the one at an end."""
    values = [one.value for one in each]
    errors = [(one.high - one.low) / 2 / norm.isf(0.025) for one in each]
    apart = (max(values) - min(values)) / max(errors)
    factor = brentq(lambda c: norm.sf(c) + norm.sf(c + apart) - 0.05, 1, 3)
    ends = [(value - factor * error, value + factor * error) for value, error in zip(values, errors, strict=True)]
    return min(low for low, _ in ends), max(high for _, high in ends)


@pytest.mark.jit
@pytest.mark.parametrize(
    ("rules", "hand", "calls", "bid"),
    [(FAMILY, HAND, "P", 300), (THREE, FIFTEEN, "", 250)],
    ids=["suits", "kitty"],
)
def test_the_gain_covers_every_limit_the_deals_leave_open(rules: Rules, hand: Hand, calls: str, bid: int) -> None:
    advice = advise(hand, rules, bid=bid, auction=calls, precision=0.1, policy="standard", sensitivity=False)
    low, high = advice.max_bid_range
    assert low is not None
    assert high is not None
    assert low < high  # else there is nothing to see here
    state, players = read_auction(calls, rules), resolve_seats("standard", rules)
    outs = play_out_hand(rules, hand, state, players, 1, advice.n, bid=bid)
    way = advice.chosen.trump if advice.chosen else ""
    net_pass = net_of_passing(outs, rules)
    assert net_pass is not None
    bids, gains = [], {}
    for limit in [level.bid for level in advice.levels if low <= level.bid <= high]:
        again = play_again(rules, hand, state, players, 1, outs.deals, bid=bid, own_limit=limit)
        bids.append(mean_of(net_of(outcome_of_bidding(again, way, state.seat, rules), rules)))
        gains[limit] = mean_of(net_of(outcome_of_bidding(again, way, state.seat, rules), rules) - net_pass)
    assert advice.gain is not None
    assert advice.max_bid in gains
    assert advice.gain.value == gains[advice.max_bid].value
    assert (advice.gain.low, advice.gain.high) == pytest.approx(ends_over(list(gains.values())), rel=1e-5)
    assert (advice.ev_bid.low, advice.ev_bid.high) == pytest.approx(ends_over(bids), rel=1e-5)
    assert f"({low} to {high})" in str(advice)
    assert advice.to_dict()["max_bid_range"] == [low, high]


@pytest.mark.jit
def test_by_the_score_too_the_interval_covers_other_limits() -> None:
    score = (1200, 1480)
    advice = advise(HAND, FAMILY, bid=250, precision=0.1, policy="standard", sensitivity=False, score=score)
    table = table_for(FAMILY, score, None)
    assert table is not None
    assert advice.winning is not None
    assert advice.winning.gain is not None
    low, high = advice.max_bid_range
    assert low is not None
    assert high is not None
    assert low < high
    state, players = read_auction("", FAMILY), resolve_seats("standard", FAMILY)
    outs = play_out_hand(FAMILY, HAND, state, players, 1, advice.n, bid=250)
    assert outs.passing is not None
    after_pass = chances_after_call(table, score, outs.passing, state.seat, state.dealer)
    gains = []
    for limit in [level.bid for level in advice.levels if low <= level.bid <= high]:
        again = play_again(FAMILY, HAND, state, players, 1, outs.deals, bid=250, own_limit=limit)
        outcome = outcome_of_bidding(again, advice.trump, state.seat, FAMILY)
        gains.append(mean_of(chances_after_call(table, score, outcome, state.seat, state.dealer) - after_pass))
    gain = advice.winning.gain
    assert (gain.low, gain.high) == pytest.approx(ends_over(gains), abs=1e-6)


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
