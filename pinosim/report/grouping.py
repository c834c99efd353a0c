"""Whole numbers put into a few classes a person can read: melds, trumps, aces, scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pinosim.api.intervals import Estimate, mean

if TYPE_CHECKING:
    import pandas as pd

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Classes:
    """Neighbouring values joined into classes.

    Attributes
    ----------
    starts : tuple of int
        Least value of each class, ascending.
    labels : tuple of str
        "0", "20 to 60", "150 or more".
    """

    starts: tuple[int, ...]
    labels: tuple[str, ...]

    def of(self, values: Integers) -> Integers:
        """Give the place of each value's class, 0 and up; shape as `values`."""
        return np.searchsorted(np.array(self.starts), values, side="right").astype(np.int64) - 1


def even_classes(values: Integers, counts: Integers, wanted: int) -> Classes:
    """Cut counted values into classes that hold about as many hands each.

    Parameters
    ----------
    values, counts : ndarray of int64, shape (n,)
        Values (repeated ones allowed, n from 1) and how many hands have each.
    wanted : int
        Classes at most, from 1.

    Returns
    -------
    Classes

    Examples
    --------
    >>> even_classes(np.array([0, 1, 2, 3]), np.array([50, 20, 20, 10]), 3).labels
    ('0', '1', '2 or more')
    """
    distinct, inverse = np.unique(values, return_inverse=True)
    hands = np.bincount(inverse, weights=counts)
    shares = np.cumsum(hands) / max(1.0, hands.sum())
    # A class begins after the value at which the shares come nearest to 1/wanted, 2/wanted, ...
    ends = {int(np.argmin(abs(shares - cut / wanted))) for cut in range(1, wanted)}
    places = sorted({0, *(end + 1 for end in ends if end + 1 < distinct.size)})
    return _labelled(distinct, places)


def single_classes(values: Integers, counts: Integers, least: float = 0.01) -> Classes:
    """Give every value a class of its own, but join those at both ends that fewer than a share `least` of hands have.

    Examples
    --------
    >>> single_classes(np.array([2, 3, 4, 5]), np.array([1, 500, 500, 2])).labels
    ('up to 3', '4 or more')
    """
    distinct, inverse = np.unique(values, return_inverse=True)
    hands = np.bincount(inverse, weights=counts)
    from_below, from_above = np.cumsum(hands), np.cumsum(hands[::-1])[::-1]
    wanted = least * hands.sum()
    first = int(np.argmax(from_below >= wanted))
    last = distinct.size - 1 - int(np.argmax(from_above[::-1] >= wanted))
    return _labelled(distinct, [0, *range(first + 1, max(first, last) + 1)])


def _labelled(distinct: Integers, places: Sequence[int]) -> Classes:
    starts = [int(distinct[place]) for place in places]
    ends = [int(distinct[place - 1]) for place in [*places[1:], distinct.size]]
    labels = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if start == end:
            labels.append(f"{start}")
        elif number == len(starts) - 1:
            labels.append(f"{start} or more")
        elif number == 0:
            labels.append(f"up to {end}")
        else:
            labels.append(f"{start} to {end}")
    return Classes(tuple(starts), tuple(labels))


def bin_width(low: int, high: int, wanted: int) -> int:
    """Choose a round width (1, 2, 5, 10, 20, 25, 50, ...) that cuts low..high into at most so many bins.

    Examples
    --------
    >>> bin_width(0, 250, 50), bin_width(-400, 600, 50), bin_width(3, 3, 50)
    (5, 20, 1)
    """
    least = max(1.0, (high - low) / wanted)
    power = int(10 ** math.floor(math.log10(least)))
    quarter = [power * 5 // 2] if power >= 10 else []
    return next(step for step in (power, 2 * power, *quarter, 5 * power, 10 * power) if step >= least)


def bulk(values: Integers, counts: Integers, tail: float) -> tuple[int, int]:
    """Give the least and the greatest of counted values that are left when a share `tail` is cut off at each end.

    Parameters
    ----------
    values, counts : ndarray of int64, shape (n,)
        Distinct values, ascending, and their counts.
    tail : float
        In 0..1/2.

    Examples
    --------
    >>> bulk(np.array([-300, 100, 200, 900]), np.array([1, 500, 500, 1]), tail=0.01)
    (100, 200)
    """
    shares = np.cumsum(counts) / counts.sum()
    return int(values[np.argmax(shares > tail)]), int(values[np.argmax(shares >= 1 - tail)])


def column(frame: pd.DataFrame, name: str) -> Integers:
    """Give a column of counts as int64, shape (rows,)."""
    return frame[name].to_numpy(dtype=np.int64)


def counted(values: Integers, counts: Integers) -> tuple[Integers, Integers]:
    """Add up the counts of equal values.

    Returns
    -------
    values, counts : ndarray of int64, shape (n,)
        Distinct values, ascending, and their counts.

    Examples
    --------
    >>> counted(np.array([3, 1, 3]), np.array([10, 5, 1]))
    (array([1, 3]), array([ 5, 11]))
    """
    distinct, inverse = np.unique(values, return_inverse=True)
    sums = np.zeros(distinct.size, dtype=np.int64)
    np.add.at(sums, inverse, counts)
    return distinct, sums


def mean_of_counted(values: Integers, counts: Integers) -> Estimate:
    """Mean of counted values with its interval, in the unit of the values.

    Examples
    --------
    >>> mean_of_counted(np.array([0, 10]), np.array([5, 5])).value
    5.0
    """
    pairs = list(zip(values.tolist(), counts.tolist(), strict=True))  # Python ints: nothing overflows
    total = sum(value * count for value, count in pairs)
    squares = sum(value * value * count for value, count in pairs)
    return mean(total, squares, sum(count for _, count in pairs))
