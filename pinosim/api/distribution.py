"""A distribution of points: how many of the possible hands are worth how much.

Whole numbers all the way: probabilities are ways over hands, and turn into floats only when they are handed out. Where
not all possible hands could be counted, the hands are those of a sample, and the distribution says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pinosim.api.axes import axes_or_new
from pinosim.api.intervals import Estimate, mean
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from pinosim.api.distribution_check import DistributionCheck
    from pinosim.api.runs import Run


@dataclass(frozen=True)
class Distribution:
    """Distribution of a number of points over equally likely hands.

    Attributes
    ----------
    ways : mapping of int to int
        Points (in the rule set's unit) to the number of hands worth exactly that, ascending, no zeros.
    what : str
        What the points are, for titles: "meld of one hand, spades trump".
    rules_id, rules_hash : str
        The rule set the points belong to.
    trump : str
        Suit letter or "best" if the points are the meld of one dealt hand with this trump, "" for anything else.
    seed : int or None
        Seed of the sampled deals; None if every hand was counted.

    Examples
    --------
    >>> two = Distribution({0: 3, 40: 1}, "pinochle", "family250", "0123456789ab")
    >>> two.mean, two.p_zero, two.quantile(0.9)
    (10.0, 0.75, 40)
    """

    ways: Mapping[int, int]
    what: str
    rules_id: str
    rules_hash: str
    trump: str = ""
    seed: int | None = None

    def __post_init__(self) -> None:
        ordered = {points: self.ways[points] for points in sorted(self.ways) if self.ways[points]}
        if not ordered or min(ordered.values()) < 0:
            raise PinosimError("expected a positive number of ways for at least one number of points")
        object.__setattr__(self, "ways", MappingProxyType(ordered))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self.ways), self.what, self.rules_id, self.rules_hash, self.trump, self.seed)

    @property
    def exact(self) -> bool:
        """Whether every hand was counted, not a sample of them."""
        return self.seed is None

    @cached_property
    def hands(self) -> int:
        """Number of equally likely hands, or of sampled ones."""
        return sum(self.ways.values())

    @cached_property
    def exact_mean(self) -> Fraction:
        """Mean as a rational number, in points."""
        return Fraction(sum(points * ways for points, ways in self.ways.items()), self.hands)

    @property
    def pmf(self) -> dict[int, float]:
        """Points to probability, ascending; adds up to 1."""
        return {points: ways / self.hands for points, ways in self.ways.items()}

    @property
    def cdf(self) -> dict[int, float]:
        """Points to the probability of so many or fewer, ascending; ends at 1."""
        return {points: ways / self.hands for points, ways in zip(self.ways, self._sums, strict=True)}

    @cached_property
    def _sums(self) -> list[int]:
        return list(accumulate(self.ways.values()))

    def fraction(self, points: int) -> Fraction:
        """Probability of exactly so many points, as a rational number."""
        return Fraction(self.ways.get(points, 0), self.hands)

    def exact_moment(self, order: int, about: Fraction | int = 0) -> Fraction:
        """Mean of a power of the points' distance from somewhere, as a rational number.

        Parameters
        ----------
        order : int
            0 or more; 1 gives the mean, 2 about the mean the variance.
        about : Fraction or int, default 0
            In points.

        Examples
        --------
        >>> two = Distribution({0: 3, 40: 1}, "pinochle", "family250", "0123456789ab")
        >>> two.exact_moment(2, about=two.exact_mean)
        Fraction(300, 1)
        """
        if order < 0:
            raise PinosimError(f"expected a power of 0 or more, got {order!r}")
        return (
            Fraction(sum(ways * (points - Fraction(about)) ** order for points, ways in self.ways.items())) / self.hands
        )

    @property
    def skewness(self) -> float:
        """Third moment about the mean over the cube of the standard deviation; 0 if all hands are worth the same."""
        return float(self.exact_moment(3, self.exact_mean)) / self.sd**3 if self.sd else 0.0

    @property
    def mean(self) -> float:
        """Mean in points."""
        return float(self.exact_mean)

    @property
    def sd(self) -> float:
        """Standard deviation in points."""
        squares = Fraction(sum(points * points * ways for points, ways in self.ways.items()), self.hands)
        return math.sqrt(squares - self.exact_mean**2)

    def mean_interval(self) -> Estimate | None:
        """Interval of the mean if it comes from a sample; None if it is exact."""
        if self.exact:
            return None
        squares = sum(points * points * ways for points, ways in self.ways.items())
        return mean(sum(points * ways for points, ways in self.ways.items()), squares, self.hands)

    def check(self, simulated: Run | Mapping[int, int], standard_errors: float = 5.0) -> DistributionCheck:
        """Hold a simulation against this distribution.

        Parameters
        ----------
        simulated : Run or mapping of int to int
            A run of the same rule set (its first deals are looked at), or points to the number of hands seen.
        standard_errors : float, default 5
            How far a share or the mean may lie from what is exact.

        Returns
        -------
        DistributionCheck
            One row a number of points and one for the mean; `ok` if all lie near enough.

        Raises
        ------
        PinosimError
            If the run is of another rule set, or this is not the meld of one dealt hand.
        """
        from pinosim.api.distribution_check import check_distribution

        return check_distribution(self, simulated, standard_errors)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: mean, sd, p_zero, the probability of each number of points, whether it is exact."""
        answer: dict[str, Any] = {"mean": self.mean, "sd": self.sd, "p_zero": self.p_zero}
        answer["distribution"] = {str(points): p for points, p in self.pmf.items()}
        answer["exact"] = self.exact
        interval = self.mean_interval()
        if interval is not None:
            answer |= {"mean_low": interval.low, "mean_high": interval.high}
        return answer

    @property
    def p_zero(self) -> float:
        """Probability of no points at all."""
        return self.ways.get(0, 0) / self.hands

    def p_at_least(self, points: float) -> float:
        """Probability of so many points or more.

        Parameters
        ----------
        points : float
            In the rule set's unit; any number.

        Returns
        -------
        float
            In 0..1.
        """
        return sum(ways for value, ways in self.ways.items() if value >= points) / self.hands

    def quantile(self, q: float) -> int:
        """Fewest points x such that a hand is worth x or less with probability q or more.

        Parameters
        ----------
        q : float
            In 0..1; 0.5 gives the median.

        Returns
        -------
        int
            Points, one of the values of `ways`.

        Raises
        ------
        PinosimError
            If q is not in 0..1.
        """
        if not 0 <= q <= 1:
            raise PinosimError(f"expected a probability in 0..1, got {q!r}")
        wanted = Fraction(q) * self.hands
        sums = zip(self.ways, self._sums, strict=True)
        return next(points for points, ways in sums if ways >= wanted)

    def to_frame(self) -> pd.DataFrame:
        """As a frame, one row a number of points.

        Returns
        -------
        pandas.DataFrame
            Columns `points` (int64), `ways` (Python ints, exact), `probability` and `at_least` (float64).
        """
        import pandas as pd

        counts = list(self.ways.values())
        below = [0, *accumulate(counts)][:-1]
        return pd.DataFrame(
            {
                "points": list(self.ways),
                "ways": pd.Series(counts, dtype=object),
                "probability": [ways / self.hands for ways in counts],
                "at_least": [(self.hands - ways) / self.hands for ways in below],
            }
        )

    def plot(self, ax: Axes | None = None, tail: float = 0.005) -> Axes:
        """Draw one bar a number of points; the rarest high values are left out, and the drawing says so.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure otherwise.
        tail : float, default 0.005
            Largest probability that may lie beyond the right edge.

        Returns
        -------
        matplotlib.axes.Axes
        """
        ax = axes_or_new(ax)
        edge = self.quantile(1 - tail)
        shown = [points for points in self.ways if points <= edge]
        step = min((b - a for a, b in pairwise(shown)), default=1)
        ax.bar(shown, [100 * self.ways[p] / self.hands for p in shown], width=0.8 * step, color="0.45")
        beyond = self.p_at_least(edge + 1)
        note = f" ({beyond:.2%} beyond {edge})" if beyond else ""
        ax.set(title=f"{self.what[:1].upper()}{self.what[1:]}", xlabel=f"points{note}", ylabel="% of hands")
        return ax

    def __str__(self) -> str:
        lines = [
            f"{self.what}: {self._said()} [{self.rules_id} {self.rules_hash}]",
            f"mean {self.mean_interval() or f'{self.mean:.4g}'}, sd {self.sd:.4g}, none {self.p_zero:.2%}",
            *(f"  at least {p:>5}  {self.p_at_least(p):8.3%}" for p in self._landmarks()),
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Distribution of {self.what}: mean {self.mean:.4g}, {len(self.ways)} values, {self.rules_id}>"

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(f"<tr><td>{p}</td><td>{self.p_at_least(p):.3%}</td></tr>" for p in self._landmarks())
        return (
            f"<table><caption>{escape(self.what)}: mean {self.mean:.4g}, sd {self.sd:.4g}, none {self.p_zero:.2%} "
            f"({self._said()}, {escape(self.rules_id)} {escape(self.rules_hash)})</caption>"
            f"<thead><tr><th>points or more</th><th>chance</th></tr></thead><tbody>{rows}</tbody></table>"
        )

    def _said(self) -> str:
        return f"exact, {self.hands:,} hands" if self.exact else f"sampled, {self.hands:,} deals, seed {self.seed}"

    def _landmarks(self) -> list[int]:
        """Pick some ten values worth a line, from the commonest to the rarest."""
        asked = (0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1)
        return sorted({self.quantile(q) for q in asked} - {0})
