"""Ways to act compared on the same deals: what each is worth, what it costs beside the best, and whether that is noise.

Every way is played in every deal, so the difference of two ways is taken deal by deal and most of the chance in the
cards drops out. The intervals of the costs hold together: with k ways each is at level 1 - 0.05 / (k - 1), so that a
way that is called clearly best is not the best in at most 5% of cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.intervals import Estimate, mean_of, rate
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

CLEAR: Final = "clear"
CLOSE: Final = "close"
ONLY: Final = "only"

CARD: Final = "card"
CARDS: Final = "cards"
TRUMP: Final = "trump"
CHOICE: Final = "choice"


@dataclass(frozen=True, slots=True)
class Option:
    """One way to act.

    Attributes
    ----------
    what : str
        Cards apart by spaces (`"AS KS QS JD"`), a suit letter, or a call.
    value : Estimate
        Its mean worth, in points.
    cost : Estimate
        Mean of what the best way brings more than this one, deal by deal, in points; 0 for the best. Its level is such
        that the costs of all ways hold together.
    make : Estimate or None
        Chance to make the bid; None where none was given.
    parts : tuple of (str, Estimate)
        Means that explain the value, such as `("meld", ...)` and `("tricks", ...)`, in points.
    """

    what: str
    value: Estimate
    cost: Estimate
    make: Estimate | None = None
    parts: tuple[tuple[str, Estimate], ...] = ()

    def part(self, name: str) -> Estimate:
        """Give one of `parts` by its name."""
        return dict(self.parts)[name]


@dataclass(frozen=True)
class Comparison:
    """Ways to act, best first, all played on the same deals. Made by `compare`.

    Attributes
    ----------
    question : str
        What was asked, as a headline.
    asked : str
        What an option is: "card", "cards", "trump" or "choice".
    options : tuple of Option
        By value, the best first; at least one.
    worth : str
        What `value` measures, in words.
    rule_set : Rules
        The rule set; points are in its unit.
    n : int
        Deals each option was played in.
    seed : int
        Seed of the deals.
    policies : tuple of str
        Who played each seat.
    bid : int or None
        The contract, in points; None: hands were played for their points alone.
    notes : tuple of str
        What the numbers rest on.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> both = compare("Which?", "choice", ["left", "right"], [[3, 1, 2], [13, 11, 12]], load_rules(), 1, ["hard-1"])
    >>> both.best.what, both.verdict, both.options[1].cost.value
    ('right', 'clear', 10.0)
    """

    question: str
    asked: str
    options: tuple[Option, ...]
    worth: str
    rule_set: Rules
    n: int
    seed: int
    policies: tuple[str, ...]
    bid: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Option:
        """The option with the highest value."""
        return self.options[0]

    @property
    def verdict(self) -> str:
        """Whether the best is so for sure: "clear", "close" (the gap may be noise), "only" (nothing to choose)."""
        if len(self.options) == 1:
            return ONLY
        return CLOSE if len(self.tied) > 1 else CLEAR

    @property
    def tied(self) -> tuple[Option, ...]:
        """The best and all options whose cost may be nothing or less, by its interval."""
        return (self.best, *(option for option in self.options[1:] if option.cost.low <= 0))

    @property
    def rules(self) -> str:
        """Id of the rule set."""
        return self.rule_set.id

    @property
    def rules_hash(self) -> str:
        """Hash of the rule set."""
        return self.rule_set.hash

    def option(self, what: str) -> Option:
        """Find an option by what it is; cards in any order.

        Raises
        ------
        PinosimError
            If it was not compared.
        """
        wanted = sorted(what.split())
        for option in self.options:
            if sorted(option.what.split()) == wanted:
                return option
        among = ", ".join(option.what for option in self.options)
        raise PinosimError(f"{what!r} is not among what was compared: {among}")

    def to_dict(self) -> dict[str, Any]:
        """Give plain values, as `--json` prints them."""
        return {
            "question": self.question,
            "best": self._plain(self.best),
            "verdict": self.verdict,
            "candidates": [
                {
                    self.asked: self._plain(option),
                    "ev": option.value.value,
                    "low": option.value.low,
                    "high": option.value.high,
                    "cost": option.cost.value,
                    "cost_low": option.cost.low,
                    "cost_high": option.cost.high,
                    "make": None if option.make is None else option.make.value,
                    "make_interval": None if option.make is None else [option.make.low, option.make.high],
                    **{name: estimate.value for name, estimate in option.parts},
                }
                for option in self.options
            ],
            "worth": self.worth,
            "bid": self.bid,
            "notes": list(self.notes),
            "policies": list(self.policies),
            "rules": self.rules,
            "rules_hash": self.rules_hash,
            "seed": self.seed,
            "n": self.n,
        }

    def _plain(self, option: Option) -> str | list[str]:
        return option.what.split() if self.asked == CARDS else option.what

    def to_frame(self) -> pd.DataFrame:
        """Give one row an option, best first.

        Returns
        -------
        pandas.DataFrame
            Column `cards`, `trump` or `choice` as text, then as float64 `value`, `low`, `high`, `cost`, `cost_low`,
            `cost_high`, with a bid `make`, `make_low`, `make_high`, and one column for each of the parts.
        """
        from pinosim.api.comparison_display import make_frame

        return make_frame(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw what each option costs beside the best, with intervals.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure otherwise.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from pinosim.api.comparison_display import draw_costs

        return draw_costs(self, ax)

    def __repr__(self) -> str:
        return f"<Comparison {self.question!r}: {self.best.what}, {self.verdict}, {self.rules}, n={self.n:,}>"

    def __str__(self) -> str:
        from pinosim.api.comparison_display import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from pinosim.api.comparison_display import as_html

        return as_html(self)


def compare(
    question: str,
    asked: str,
    whats: Sequence[str],
    values: NDArray[np.float64] | Sequence[Sequence[float]],
    rules: Rules,
    seed: int,
    policies: Sequence[str],
    *,
    worth: str = "our score less theirs",
    bid: int | None = None,
    made: NDArray[np.bool_] | None = None,
    parts: Mapping[str, NDArray[np.float64]] | None = None,
    notes: Sequence[str] = (),
) -> Comparison:
    """Put ways to act in order, from what each brought in each of the same deals.

    Parameters
    ----------
    question : str
        Headline.
    asked : str
        "card", "cards", "trump" or "choice".
    whats : sequence of str, length k
        The ways; of equal value the one named first is the better.
    values : array, shape (k, n)
        Worth of each way in each deal, in points; n of 2 or more.
    rules : Rules
        The rule set.
    seed : int
        Seed of the deals.
    policies : sequence of str
        Labels of who played.
    worth : str, optional
        What `values` measure, in words.
    bid : int, optional
        The contract, in points.
    made : bool array, shape (k, n), optional
        Whether the bid was made.
    parts : mapping of str to array of shape (k, n), optional
        What else to show the mean of.
    notes : sequence of str, optional
        What the numbers rest on.

    Returns
    -------
    Comparison

    Raises
    ------
    PinosimError
        If there is nothing to compare, or the shapes do not fit.
    """
    import numpy as np

    table = np.asarray(values, np.float64)
    if asked not in (CARD, CARDS, TRUMP, CHOICE):
        raise PinosimError(f"asked: expected {CARD!r}, {CARDS!r}, {TRUMP!r} or {CHOICE!r}, got {asked!r}")
    if table.ndim != 2 or table.shape[0] != len(whats) or not len(whats) or table.shape[1] < 2:
        raise PinosimError(
            f"values: expected a row for each of the {len(whats)} ways (at least 1) and at least 2 deals, got an array "
            f"of shape {table.shape}"
        )
    extra = {name: np.asarray(array) for name, array in (parts or {}).items()}
    for name, array in [*extra.items(), *([] if made is None else [("made", made)])]:
        if array.shape != table.shape:
            raise PinosimError(f"{name}: expected shape {table.shape} as of values, got {array.shape}")
    n = table.shape[1]
    order = sorted(range(len(whats)), key=lambda place: (-table[place].mean(), place))
    best = order[0]
    level = 1 - 0.05 / max(1, len(whats) - 1)
    options = tuple(
        Option(
            whats[place],
            mean_of(table[place]),
            mean_of(table[best] - table[place], level),
            None if made is None else rate(int(made[place].sum()), n),
            tuple((name, mean_of(array[place])) for name, array in extra.items()),
        )
        for place in order
    )
    return Comparison(question, asked, options, worth, rules, n, int(seed), tuple(policies), bid, tuple(notes))
