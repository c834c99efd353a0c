"""A chance as an answer: an exact fraction where it was counted, an interval where it was sampled, and its terms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from pinosim.api.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd


def one_in(p: Fraction | float) -> float | None:
    """Say a chance as 1 in so many; None if it is none at all.

    Examples
    --------
    >>> one_in(Fraction(1, 8))
    8.0
    """
    return float(1 / p) if p else None


def chance_words(p: Fraction | float) -> str:
    """Write a chance as a share and as 1 in so many.

    Examples
    --------
    >>> chance_words(Fraction(1, 323)), chance_words(Fraction(0)), chance_words(Fraction(1))
    ('0.3096%, 1 in 323', 'never', 'always')
    """
    if not p:
        return "never"
    if p == 1:
        return "always"
    share = float(p)
    percent = f"{share:.4%}" if share >= 0.0001 else f"{100 * share:.3g}%"
    odds = 1 / share
    return f"{percent}, 1 in {odds:,.0f}" if odds >= 100 else f"{percent}, 1 in {odds:.3g}"


def chance_lines(chances: Iterable[tuple[str, Fraction]]) -> list[str]:
    """Write chances by name, one a line.

    Examples
    --------
    >>> chance_lines([("double pinochle", Fraction(1, 323))])
    ['  double pinochle          0.3096%, 1 in 323']
    """
    return [f"  {name:<24} {chance_words(p)}" for name, p in chances]


def chance_table(caption: str, chances: Iterable[tuple[str, Fraction]]) -> str:
    """Write chances by name as a table for a notebook."""
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{chance_words(p)}</td></tr>" for name, p in chances)
    return f"<table><caption>{escape(caption)}</caption><tbody>{rows}</tbody></table>"


@dataclass(frozen=True)
class Chance:
    """How likely something is.

    Attributes
    ----------
    what : str
        What may happen, in words.
    conditions : tuple of str
        What is taken as known, in words, one phrase each.
    rules_id, rules_hash : str
        The rule set.
    fraction : Fraction or None
        The exact chance, favourable over all equally likely cases; None if it was sampled.
    estimate : Estimate or None
        The sampled chance with its interval; None if it was counted.
    seed : int or None
        Seed of the sampled deals.

    Examples
    --------
    >>> print(Chance("an ace of spades", (), "demo", "0123456789ab", Fraction(1, 4)))
    an ace of spades: 25.0000%, 1 in 4 (exact) [demo 0123456789ab]
    """

    what: str
    conditions: tuple[str, ...]
    rules_id: str
    rules_hash: str
    fraction: Fraction | None = None
    estimate: Estimate | None = None
    seed: int | None = None

    @property
    def exact(self) -> bool:
        """Whether it was counted rather than sampled."""
        return self.fraction is not None

    @property
    def p(self) -> float:
        """The probability, 0 to 1."""
        if self.fraction is not None:
            return float(self.fraction)
        return self.estimate.value if self.estimate else float("nan")

    @property
    def one_in(self) -> float | None:
        """1 in so many; None for a chance of 0."""
        return one_in(self.fraction if self.fraction is not None else self.p)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; `fraction` as text such as `"1/323"`, the ends of the interval where sampled."""
        answer: dict[str, Any] = {"p": self.p, "one_in": self.one_in, "exact": self.exact}
        if self.fraction is not None:
            answer["fraction"] = str(self.fraction)
        elif self.estimate is not None:
            answer |= {"low": self.estimate.low, "high": self.estimate.high}
        return answer | {"what": self.what, "conditions": list(self.conditions)}

    def to_frame(self) -> pd.DataFrame:
        """As a frame of one row: `what`, `probability`, `one_in` (NaN where it cannot happen), `exact`."""
        import pandas as pd

        row = {"what": self.what, "probability": self.p, "one_in": self.one_in, "exact": self.exact}
        return pd.DataFrame([row]).astype({"one_in": "float64"})

    def _said(self) -> str:
        if self.estimate is not None:
            return f"{self.estimate} (sampled, seed {self.seed})"
        return f"{chance_words(self.fraction or Fraction(0))} (exact)"

    def __str__(self) -> str:
        terms = "".join(f"\n  {condition}" for condition in self.conditions)
        return f"{self.what}: {self._said()} [{self.rules_id} {self.rules_hash}]{terms}"

    def _repr_html_(self) -> str:
        terms = "".join(f"<br><small>{escape(condition)}</small>" for condition in self.conditions)
        named = escape(f"{self.rules_id} {self.rules_hash}")
        return f"<p>{escape(self.what)}: <b>{escape(self._said())}</b> <small>[{named}]</small>{terms}</p>"
