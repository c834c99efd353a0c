"""Numbers that came out of sampling, each with the interval it deserves.

A rate gets Wilson's interval, which stays inside 0..1 and is right for 0 of n as well; a mean gets Student's, which is
the normal interval once n is large. Both come from counts and sums alone, so a run of any length costs the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WILSON: Final = "Wilson"
STUDENT: Final = "Student"
NORMAL: Final = "normal"
SEQUENCE: Final = "confidence sequence"
RATE_SEQUENCE: Final = "confidence sequence of a rate"
SELF_PLAY: Final = "self-play"
FITTED: Final = "fitted model"
FITTED_MEAN: Final = "fitted mean"

# From this many values on Student's factor and the normal one agree to three digits.
_NORMAL_FROM: Final = 1000


class Estimate(msgspec.Struct, frozen=True):
    """A sampled number with its interval.

    Attributes
    ----------
    value : float
        The estimate itself: a probability in 0..1 for a rate, points for a mean. NaN when n is 0.
    low, high : float
        Ends of the interval, in the unit of `value`. Infinite when n is too small to say anything.
    n : int
        How many hands it rests on.
    method : str
        "Wilson" for a rate; "Student" or "normal" for a mean; "self-play" for a chance to win the game;
        "fitted model" and "fitted mean" for a chance and for points from a fit, the interval being its error.
    level : float
        How often such an interval covers the true value, 0.95 unless asked otherwise.

    Examples
    --------
    >>> print(rate(620, 1000))
    62.0% (95% interval 59.0% to 65.0%, n = 1,000)
    >>> f"{rate(620, 1000):.0%}"
    '62% (59% to 65%)'
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    level: float = 0.95

    @property
    def is_rate(self) -> bool:
        """True for a share of hands or a chance to win, False for a mean of points."""
        return self.method in (WILSON, RATE_SEQUENCE, SELF_PLAY, FITTED)

    @property
    def margin(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def divided_by(self, parts: int) -> Estimate:
        """Give the mean of a part of what was summed, such as one of several players' share of a score.

        Examples
        --------
        >>> mean_of([4, 8]).divided_by(2).value
        3.0
        """
        return replace(self, value=self.value / parts, low=self.low / parts, high=self.high / parts)

    def reaching_over(self, others: Iterable[Estimate], *, whole: bool = False) -> Estimate:
        """Widen the interval to cover whichever of several means is meant, as often as it covers this one alone.

        It reaches from the lowest to the highest of them and beyond both ends, by less than their intervals do: the
        further they lie apart, the less can the mean at one end be missed at the other (Imbens and Manski 2004,
        Econometrica 72, 1845-1857).

        Parameters
        ----------
        others : iterable of Estimate
            From the same deals.
        whole : bool, default False
            Hold the intervals of all as they are, for those that are more than normal ones.

        Examples
        --------
        >>> one, other = mean_of([0, 2] * 5000), mean_of([1, 3] * 5000)
        >>> print(one.reaching_over([other]))
        1.00 (95% interval 0.98 to 2.02, n = 10,000)
        >>> print(one.reaching_over([one]))
        1.000 (95% interval 0.980 to 1.020, n = 10,000)
        """
        each = (self, *others)
        values = [one.value for one in each]
        widest = max(one.margin for one in each)
        share = 1.0
        if not whole and 0 < widest < math.inf:
            factor = _normal_factor(self.level)
            share = _factor_at_ends(factor * (max(values) - min(values)) / widest, self.level) / factor
        return replace(
            self,
            low=min(one.value - share * one.margin for one in each),
            high=max(one.value + share * one.margin for one in each),
        )

    def to_dict(self) -> dict[str, float | int | str | None]:
        """Plain values for JSON; what is unknown (NaN, infinite) becomes None.

        Examples
        --------
        >>> rate(0, 0).to_dict()["value"] is None
        True
        """
        finite = {name: _finite(getattr(self, name)) for name in ("value", "low", "high")}
        return {**finite, "n": self.n, "method": self.method, "level": self.level}

    def __str__(self) -> str:
        if not self.n:
            return "unknown (no hands)"
        shape = self._shape()
        value, low, high = (format(number, shape) for number in (self.value, self.low, self.high))
        if not math.isfinite(self.margin):
            return f"{value} (no interval from n = {self.n:,})"
        return f"{value} ({self.level:.0%} interval {low} to {high}, n = {self.n:,})"

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if not self.n:
            return "unknown"
        value, low, high = (format(number, spec) for number in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})" if math.isfinite(self.margin) else value

    def _repr_html_(self) -> str:
        return f"<span title='{self.method}'>{self}</span>"

    def _shape(self) -> str:
        """Format that shows two digits of the margin and no more."""
        size = self.margin * (100 if self.is_rate else 1)
        digits = 1 if not math.isfinite(size) or size <= 0 else min(6, max(0, 1 - math.floor(math.log10(size))))
        return f".{min(digits, 4)}%" if self.is_rate else f",.{digits}f"


def rate(successes: int, n: int, level: float = 0.95) -> Estimate:
    """Share of hands in which something happened, with Wilson's score interval.

    Parameters
    ----------
    successes : int
        How often it happened, 0..n.
    n : int
        Hands looked at, 0 or more. With 0 the value is NaN and the interval 0..1.
    level : float, default 0.95
        Coverage wanted, strictly between 0 and 1.

    Returns
    -------
    Estimate
        Value and ends in 0..1.

    Raises
    ------
    PinosimError
        If the counts or the level are out of range.

    Examples
    --------
    >>> never = rate(0, 100)
    >>> never.low, round(never.high, 4)
    (0.0, 0.037)
    """
    successes, n = int(successes), int(n)
    if not 0 <= successes <= n:
        raise PinosimError(f"expected 0 <= successes <= n, got successes={successes!r}, n={n!r}")
    z = _normal_factor(level)
    if not n:
        return Estimate(math.nan, 0.0, 1.0, 0, WILSON, level)
    share = successes / n
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At 0 and n the formula is exact on paper and a rounding error away from it in floats.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Estimate(share, low, high, n, WILSON, level)


def mean(total: float, total_squares: float, n: int, level: float = 0.95) -> Estimate:
    """Mean of n numbers from their sum and the sum of their squares.

    Integer sums are worked out in whole numbers, so nothing is lost however long the run was.

    Parameters
    ----------
    total, total_squares : int or float
        Sum of the numbers and of their squares (points, points squared).
    n : int
        How many numbers, 0 or more. With 0 the value is NaN; with 0 or 1 the interval is unbounded.
    level : float, default 0.95
        Coverage wanted, strictly between 0 and 1.

    Returns
    -------
    Estimate
        In the unit of the numbers.

    Raises
    ------
    PinosimError
        If n is negative, the level out of range, or the sums cannot belong together.

    Examples
    --------
    >>> print(mean(total=1500, total_squares=231_000, n=10))
    150 (95% interval 132 to 168, n = 10)
    """
    n = int(n)
    factor = _normal_factor(level)
    if n < 0:
        raise PinosimError(f"expected n of 0 or more, got n={n!r}")
    if not n:
        return Estimate(math.nan, -math.inf, math.inf, 0, STUDENT, level)
    total, total_squares = _plain(total), _plain(total_squares)
    spread = n * total_squares - total * total  # n (n - 1) times the sample variance
    if spread < 0:
        if isinstance(spread, int) or spread < -1e-9 * n * total_squares:
            raise PinosimError(
                f"expected a sum of squares of at least total**2 / n = {total * total / n!r}, got {total_squares!r}"
            )
        spread = 0.0
    value = total / n
    if n == 1:
        return Estimate(value, -math.inf, math.inf, 1, STUDENT, level)
    method = NORMAL
    if n < _NORMAL_FROM:
        from scipy.special import stdtrit

        factor, method = float(stdtrit(n - 1, (1 + level) / 2)), STUDENT
    half = factor * math.sqrt(spread / (n * (n - 1)) / n)
    return Estimate(value, value - half, value + half, n, method, level)


def mean_of(numbers: Iterable[float], level: float = 0.95) -> Estimate:
    """Mean of an array, list or column of numbers, with its interval.

    Parameters
    ----------
    numbers : iterable of int or float, shape (n,)
        For example the scores of n hands, in points. No NaN.
    level : float, default 0.95
        Coverage wanted, strictly between 0 and 1.

    Returns
    -------
    Estimate
        In the unit of the numbers.

    Raises
    ------
    PinosimError
        If a number is not finite or the level out of range.

    Examples
    --------
    >>> mean_of([250, 250, 250]).value
    250.0
    """
    import numpy as np

    array = np.asarray(numbers if hasattr(numbers, "__array__") else list(numbers)).ravel()
    if array.dtype.kind in "biu":
        largest = max(abs(int(array.max())), abs(int(array.min()))) if array.size else 0
        fits = largest * largest * array.size < 2**63
        values = array.astype(np.int64 if fits else object)  # object: Python ints, which cannot overflow
        return mean(int(values.sum()), int((values * values).sum()), array.size, level)
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise PinosimError(f"expected finite numbers, got {float(array[~np.isfinite(array)][0])!r} among them")
    centre = float(array.mean()) if array.size else 0.0
    around_zero = mean(float((array - centre).sum()), float(((array - centre) ** 2).sum()), array.size, level)
    ends = around_zero.low + centre, around_zero.high + centre
    return replace(around_zero, value=around_zero.value + centre, low=ends[0], high=ends[1])


def confidence_sequence(total: float, squares: float, n: int, level: float, planned: int) -> Estimate:
    """Interval for a mean that stays valid however often one looks and whenever one stops.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central limit
    theory and asymptotic confidence sequences", Annals of Statistics 2024), tightest at a tenth of the planned number.

    Parameters
    ----------
    total, squares : float
        Sum of the numbers and of their squares.
    n : int
        How many, at least 1.
    level : float
        Share of whole matches in which the interval covers the truth at every look.
    planned : int
        How many there are at most.

    Returns
    -------
    Estimate

    Examples
    --------
    >>> wide = confidence_sequence(0.0, 1e6, 10_000, 0.95, 10_000)
    >>> 1.96 * 0.1 < wide.high < 0.4
    True
    """
    value = total / n
    if n < 2:
        return Estimate(value, -math.inf, math.inf, n, SEQUENCE, level)
    variance = max(squares - total * value, 0.0) / (n - 1)
    alpha = 1 - level
    spread = -2 * math.log(alpha)
    rho = (spread + math.log(spread + 1)) / max(planned / 10, 1)
    grown = n * rho + 1
    half = math.sqrt(variance * 2 * grown / (n * n * rho) * math.log(math.sqrt(grown) / alpha))
    return Estimate(value, value - half, value + half, n, SEQUENCE, level)


def error_bars(estimates: Iterable[Estimate]) -> NDArray[np.float64]:
    """Give how far intervals reach below and above their values, as `errorbar` of matplotlib takes it.

    Parameters
    ----------
    estimates : iterable of Estimate, n of them
        In the order they are drawn.

    Returns
    -------
    float64 array, shape (2, n)
        0 or more, in the unit of the estimates.

    Examples
    --------
    >>> error_bars([Estimate(10.0, 8.0, 13.0, 100, NORMAL)]).tolist()
    [[2.0], [3.0]]
    """
    import numpy as np

    rows = [(estimate.value - estimate.low, estimate.high - estimate.value) for estimate in estimates]
    return np.array(rows, np.float64).reshape(-1, 2).T.clip(0)


def _normal_factor(level: float) -> float:
    if not 0 < level < 1:
        raise PinosimError(f"expected a level strictly between 0 and 1 such as 0.95, got {level!r}")
    from statistics import NormalDist  # loads half of a program: not before it is needed

    return NormalDist().inv_cdf((1 + level) / 2)


def _factor_at_ends(apart: float, level: float) -> float:
    """Give how many standard errors an interval needs beyond both ends, these being `apart` standard errors."""
    from statistics import NormalDist

    normal = NormalDist()
    low, high = normal.inv_cdf(level), normal.inv_cdf((1 + level) / 2)
    while high - low > 1e-6:
        middle = (low + high) / 2
        if normal.cdf(middle + apart) - normal.cdf(-middle) < level:
            low = middle
        else:
            high = middle
    return high


def _plain(number: Any) -> int | float:
    """Turn a numpy integer into a Python int (which cannot overflow), anything else into a float."""
    return int(number) if hasattr(number, "__index__") else float(number)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
