"""Intervals: against scipy, at the edges, and by how often they cover the truth."""

from __future__ import annotations

import json
import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from scipy import stats

from pinosim.api.intervals import NORMAL, STUDENT, Estimate, mean, mean_of, rate
from pinosim.errors import PinosimError


@given(st.integers(1, 10**7), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99, 0.999]))
def test_wilson_is_scipys(n: int, share: float, level: float) -> None:
    successes = round(share * n)
    ours = rate(successes, n, level)
    theirs = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    assert ours.value == successes / n
    assert ours.low == pytest.approx(theirs.low, abs=1e-12)
    assert ours.high == pytest.approx(theirs.high, abs=1e-12)
    assert 0 <= ours.low <= ours.value <= ours.high <= 1


def test_rate_at_the_edges() -> None:
    nothing = rate(0, 0)
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high, nothing.n) == (0.0, 1.0, 0)
    assert str(nothing) == "unknown (no hands)"
    assert f"{nothing:.1%}" == "unknown"
    never, always = rate(0, 50), rate(50, 50)
    assert never.low == 0.0
    assert always.high == 1.0
    assert never.high == pytest.approx(1 - always.low)
    assert rate(1, 1).low > 0


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_impossible_counts_are_refused(successes: int, n: int) -> None:
    with pytest.raises(PinosimError, match="successes"):
        rate(successes, n)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, math.nan])
def test_impossible_levels_are_refused(level: float) -> None:
    with pytest.raises(PinosimError, match="level"):
        rate(1, 2, level)
    with pytest.raises(PinosimError, match="level"):
        mean(1, 1, 2, level)


@given(st.lists(st.integers(-2000, 2000), min_size=2, max_size=60))
def test_mean_is_scipys_student_interval(points: list[int]) -> None:
    ours = mean(sum(points), sum(p * p for p in points), len(points))
    assert ours.value == pytest.approx(np.mean(points))
    if len(set(points)) == 1:
        assert ours.low == ours.high == points[0]
        return
    low, high = stats.t.interval(0.95, len(points) - 1, loc=np.mean(points), scale=stats.sem(points))
    assert ours.low == pytest.approx(low)
    assert ours.high == pytest.approx(high)
    again = mean_of(points)
    assert (again.value, again.low, again.high) == (ours.value, ours.low, ours.high)


def test_long_runs_use_the_normal_factor_and_lose_no_digit() -> None:
    n = 10**12  # of n/2 hands at a and n/2 at a + 2 the deviation is 1, whatever a is
    a = 1000
    total = n // 2 * a + n // 2 * (a + 2)
    squares = n // 2 * a * a + n // 2 * (a + 2) ** 2
    estimate = mean(total, squares, n)
    assert estimate.method == "normal"
    assert estimate.margin == pytest.approx(NormalDist().inv_cdf(0.975) / 10**6, rel=1e-3)


def test_mean_at_the_edges() -> None:
    assert str(mean(0, 0, 0)) == "unknown (no hands)"
    one = mean(7, 49, 1)
    assert (one.value, one.low, one.high) == (7.0, -math.inf, math.inf)
    assert str(one) == "7.0 (no interval from n = 1)"
    assert f"{one:.0f}" == "7"
    with pytest.raises(PinosimError, match="sum of squares"):
        mean(10, 1, 2)
    with pytest.raises(PinosimError, match="n of 0 or more"):
        mean(0, 0, -1)


def test_mean_of_arrays() -> None:
    rng = np.random.default_rng(3)
    points = rng.integers(0, 250, 5000)
    as_floats, as_ints, as_bytes = (mean_of(points.astype(kind)) for kind in (np.float64, np.int64, np.uint8))
    assert as_ints == as_bytes
    assert as_floats.low == pytest.approx(as_ints.low)
    assert mean_of([]).n == 0
    huge = mean_of(np.full(3, 2**62, dtype=np.int64))  # squares of these do not fit in 64 bits
    assert huge.low == huge.high == 2.0**62
    far = mean_of(1e9 + rng.normal(size=2000))  # the spread survives a large common part
    assert far.margin == pytest.approx(1.96 / math.sqrt(2000), rel=0.1)
    with pytest.raises(PinosimError, match="finite"):
        mean_of([1.0, math.nan])


def test_intervals_cover_as_often_as_they_say() -> None:
    rng = np.random.default_rng(20)
    n, runs = 400, 2000
    hits = rng.binomial(n, 0.3, runs)
    covered = sum(rate(int(h), n).low <= 0.3 <= rate(int(h), n).high for h in hits)
    assert 0.93 < covered / runs < 0.97
    samples = rng.exponential(size=(runs, 60))
    estimates = [mean_of(sample) for sample in samples]
    assert 0.91 < sum(e.low <= 1 <= e.high for e in estimates) / runs < 0.97


def test_estimates_read_well_and_travel_as_json() -> None:
    estimate = rate(503_217, 1_000_000)
    assert str(estimate) == "50.322% (95% interval 50.224% to 50.420%, n = 1,000,000)"
    assert f"{estimate:.1%}" == "50.3% (50.2% to 50.4%)"
    assert "50.322%" in estimate._repr_html_()
    assert json.loads(json.dumps(estimate.to_dict(), allow_nan=False))["n"] == 1_000_000
    assert json.dumps(mean(1, 1, 1).to_dict(), allow_nan=False)
    assert "1,234" in str(Estimate(1234.5, 1230.0, 1239.0, 10, "Student"))
    with pytest.raises(AttributeError):
        estimate.value = 1.0  # type: ignore[misc]


def test_an_interval_over_several_means_covers_each_as_often_as_it_says() -> None:
    """Whichever of two is meant, known with normal errors: by the normal distribution, however far they lie apart."""
    one = Estimate(0.0, -1.959964, 1.959964, 10_000, NORMAL)
    for apart in (0.0, 0.1, 0.5, 1.0, 2.0, 5.0, 50.0):
        wide = one.reaching_over([replace(one, value=apart, low=apart - 1.959964, high=apart + 1.959964)])
        above, below = wide.high - apart, -wide.low
        assert above == pytest.approx(below)
        assert stats.norm.cdf(above + apart) - stats.norm.cdf(-below) == pytest.approx(0.95, abs=1e-5)
    alone = one.reaching_over([])
    assert (alone.low, alone.high) == pytest.approx((one.low, one.high), abs=1e-5)
    other = replace(one, value=2.0, low=0.0, high=4.0)
    whole = one.reaching_over([other], whole=True)
    assert (whole.value, whole.low, whole.high) == pytest.approx((0.0, -1.959964, 4.0))
    unknown = Estimate(1.0, -math.inf, math.inf, 1, STUDENT)
    assert one.reaching_over([unknown]).low == -math.inf
