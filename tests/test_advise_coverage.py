"""The 95% intervals of an advice cover the long-run value as often as they say, with early stopping on."""

from __future__ import annotations

from types import ModuleType

import pytest

from analysis_tools import load_analysis
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import net_of, net_of_passing, outcome_of_bidding, times_made
from pinosim.api.hand import Hand
from pinosim.api.intervals import mean_of, rate
from pinosim.api.playouts import PlayOuts, play_out_hand
from pinosim.api.stopping import Intervals, is_clear, known_well
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules

pytestmark = pytest.mark.jit

FAMILY = load_rules("family250")
HAND = Hand("S:AATKQJ H:A9 D:AJ C:TT")
SEEDS = 200
LONG_RUN = 80_000
MOST = 3072


@pytest.fixture(scope="module")
def analysis() -> ModuleType:
    return load_analysis("interval_coverage")


def test_whole_answers_hold_the_long_run_about_as_often_as_they_say(analysis: ModuleType) -> None:
    """Trump, limit and number of deals found on the deals themselves: a small edition of `make coverage`."""
    hand, calls, bid, policy = Hand("S:KQJ H:ATQ9 D:AQ99 C:A"), "P", 300, "standard"
    truth = analysis.Truth(FAMILY, hand, calls, bid, policy, 4096)
    held = analysis.covered(truth, calls, policy, range(30), 0.04)
    assert (held.seeds, held.deals) == (30, 1024)
    assert held.chance >= 0.8
    assert min(held.gain, held.gain_of_own_limit) >= 0.8
    assert abs(held.gain_off) < held.gain_off_error + 5
    assert 1.02 < held.wider < 1.5
    assert bid <= held.limits[0] < held.limits[1] < bid + 150
    # the count can tell: held against values a tenth of a chance off, hardly any interval does
    truth.chance = {suit: p - 0.1 for suit, p in truth.chance.items()}
    assert analysis.covered(truth, calls, policy, range(10), 0.04).chance <= 0.1


def gain_of(outs: PlayOuts, seat: int) -> list[float]:
    net_pass = net_of_passing(outs, FAMILY)
    assert net_pass is not None
    gains: list[float] = (net_of(outcome_of_bidding(outs, "S", seat, FAMILY), FAMILY) - net_pass).tolist()
    return gains


@pytest.mark.slow
@pytest.mark.parametrize(("calls", "bid"), [("", 450), ("P", 450), ("250 P", 450)])
def test_intervals_cover_the_long_run_with_early_stopping(calls: str, bid: int) -> None:
    auction = read_auction(calls, FAMILY)
    policies = resolve_seats("standard", FAMILY)
    precision = 0.02
    truth = play_out_hand(FAMILY, HAND, auction, policies, 999_999, LONG_RUN, bid=bid, trumps=1)
    p, gain = times_made(truth, "S", bid, FAMILY) / truth.n, mean_of(gain_of(truth, auction.seat)).value
    stop = known_well(bid, FAMILY, ["S"], precision)
    made = meant = 0
    lengths = set()
    for seed in range(SEEDS):
        outs = play_out_hand(FAMILY, HAND, auction, policies, seed, MOST, bid=bid, trumps=1, enough=stop)
        lengths.add(outs.n)
        chance = rate(times_made(outs, "S", bid, FAMILY), outs.n)
        points = mean_of(gain_of(outs, auction.seat))
        made += chance.low <= p <= chance.high
        meant += points.low <= gain <= points.high
        assert outs.n == MOST or chance.margin <= precision
    print(f"{calls or 'no calls'}: P {p:.3f} covered {made}, gain {gain:.1f} covered {meant} of {SEEDS}, n {lengths}")
    assert min(lengths) < MOST
    assert 0.92 * SEEDS <= made <= 0.98 * SEEDS
    assert 0.92 * SEEDS <= meant <= 0.98 * SEEDS


@pytest.mark.slow
def test_stopping_when_it_is_clear_costs_no_coverage() -> None:
    """Intervals that hold at every look cover at least as often as they say."""
    auction = read_auction("", FAMILY)
    policies = resolve_seats("standard", FAMILY)
    bid = 430
    truth = play_out_hand(FAMILY, HAND, auction, policies, 999_999, LONG_RUN, bid=bid, trumps=1)
    p, gain = times_made(truth, "S", bid, FAMILY) / truth.n, mean_of(gain_of(truth, auction.seat)).value
    stop, intervals = is_clear(auction.seat, FAMILY, ["S"], MOST), Intervals(MOST)
    made = meant = early = 0
    for seed in range(SEEDS):
        outs = play_out_hand(FAMILY, HAND, auction, policies, seed, MOST, bid=bid, trumps=1, enough=stop)
        early += outs.n < MOST
        chance = intervals.rate(times_made(outs, "S", bid, FAMILY), outs.n)
        gains = gain_of(outs, auction.seat)
        points = intervals.mean(sum(gains), sum(each * each for each in gains), len(gains))  # type: ignore[arg-type]
        made += chance.low <= p <= chance.high
        meant += points.low <= gain <= points.high
    print(f"P {p:.3f} covered {made}, gain {gain:.1f} covered {meant}, stopped early {early} of {SEEDS}")
    assert early > 0
    assert min(made, meant) >= 0.95 * SEEDS
