"""Numbers and facts of a run as a card player reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.intervals import Estimate
from pinosim.api.sides import sides_of
from pinosim.cards import SUIT_NAMES

if TYPE_CHECKING:
    from pinosim.api.runs import Run
    from pinosim.rules.schema import Rules

SUITS: Final = SUIT_NAMES | {"best": "the best suit"}


def percent(share: float) -> str:
    """Write a share of hands with two or three digits that matter.

    Examples
    --------
    >>> percent(0.62149), percent(0.01237), percent(0.00004), percent(0)
    ('62.1%', '1.24%', '0.0040%', '0%')
    """
    if math.isnan(share):
        return "unknown"
    if share in (0, 1):
        return f"{share:.0%}"
    digits = 1 if share >= 0.1 else 2 if share >= 0.001 else min(8, 1 - math.floor(math.log10(share)) - 2)
    return f"{share:.{digits}%}"


def one_in(share: float) -> str:
    """Write a rare chance as players say it.

    Examples
    --------
    >>> one_in(0.01237), one_in(0.3), one_in(0)
    ('1 in 81', '1 in 3.3', 'never')
    """
    if not share > 0:
        return "never"
    return f"1 in {1 / share:,.0f}" if share < 0.1 else f"1 in {1 / share:.1f}"


def points(number: float) -> str:
    """Write points of a mean with three or four digits.

    Examples
    --------
    >>> points(157.923), points(4.0776), points(-0.04), points(1500.2)
    ('157.9', '4.08', '−0.04', '1,500')
    """
    if math.isnan(number):
        return "unknown"
    size = abs(number)
    return minus(f"{number:,.0f}" if size >= 1000 else f"{number:.1f}" if size >= 10 else f"{number:.2f}")


def minus(text: str) -> str:
    """Set a true minus sign before a number.

    Examples
    --------
    >>> minus("-300"), minus("+1.2")
    ('−300', '+1.2')
    """
    return text.replace("-", "−")


def interval(estimate: Estimate) -> str:
    """Write the interval of an estimate, or why there is none.

    Examples
    --------
    >>> from pinosim.api.intervals import rate
    >>> interval(rate(620, 1000)), interval(rate(0, 0))
    ('59.0% to 65.0%', 'no hands')
    """
    if not estimate.n:
        return "no hands"
    if not math.isfinite(estimate.margin):
        return f"no interval from {hands(estimate.n)}"
    write = percent if estimate.is_rate else points
    low, high = write(estimate.low), write(estimate.high)
    if low == high and estimate.margin > 0:  # so many hands that the ends differ later only
        shape = ".3%" if estimate.is_rate else ".3f"
        low, high = minus(format(estimate.low, shape)), minus(format(estimate.high, shape))
    return f"{low} to {high}"


def said_interval(estimate: Estimate) -> str:
    """Begin a sentence with the interval, or with why there is none.

    Examples
    --------
    >>> from pinosim.api.intervals import mean, rate
    >>> said_interval(rate(620, 1000)), said_interval(mean(5, 25, 1))
    ('95% interval 59.0% to 65.0%', 'No interval from 1 hand')
    """
    text = interval(estimate)
    return f"{estimate.level:.0%} interval {text}" if text[-1].isdigit() or text[-1] == "%" else text.capitalize()


def hands(number: int) -> str:
    """Count hands.

    Examples
    --------
    >>> hands(1), hands(1000)
    ('1 hand', '1,000 hands')
    """
    return f"{number:,} hand{'' if number == 1 else 's'}"


def source(run: Run, n: int | None = None) -> str:
    """Say where the numbers of a chart or table come from: rule set and n.

    Parameters
    ----------
    run : Run
        The run.
    n : int, optional
        Hands counted, where these are not all.
    """
    counted = run.deals if n is None else n
    return f"{run.facts.rules} ({run.facts.rules_hash}), n = {hands(counted)}, seed {run.seed}"


def before_what(rules: Rules) -> str:
    """Say what comes between deal and meld and changes a hand: `" before the pass"`, or nothing.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> [before_what(load_rules(name)) for name in ("family250", "family250-3h", "guide-family")]
    [' before the pass', ' before the kitty is taken', '']
    """
    if rules.passing.count:
        return " before the pass"
    return " before the kitty is taken" if rules.deal.kitty_size else ""


def side(rules: Rules) -> str:
    """Name who plays for the contract, for the middle of a sentence: the bidding side, the bidder, who leads."""
    sides = sides_of(rules)
    if sides.bidding and (rules.seats.called_partner or not sides.apart):
        return "the bidding side"
    return sides.bidders


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does, the last one by `last`.

    Examples
    --------
    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def players(run: Run) -> str:
    """Say who played the seats."""
    names = run.policies
    if len(set(names)) == 1:
        return f"all {len(names)} seats by the policy “{names[0]}”"
    return listing([f"seat {seat} by “{name}”" for seat, name in enumerate(names)])
