"""`Run`: the hands of a simulation, their counts and what they show."""

from __future__ import annotations

import difflib
import html
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from pinosim.api import run_charts
from pinosim.api.aggregate import Aggregates
from pinosim.api.intervals import Estimate
from pinosim.api.run_folder import RunFacts, RunFolder, part_name
from pinosim.api.run_summary import summarise
from pinosim.api.run_tables import BY_POLICIES
from pinosim.core import columns as col
from pinosim.errors import RunError
from pinosim.rules.load import rules_from_dict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class RunSummary:
    """What a run shows, each number with its interval.

    Attributes
    ----------
    caption : str
        What was simulated: hands, rule set, seed, who plays.
    estimates : mapping of str to Estimate
        In the order they are printed; rates in 0..1, means in points of the rule set.
    """

    caption: str
    estimates: Mapping[str, Estimate]

    def to_frame(self) -> pd.DataFrame:
        """Give the numbers as a frame, one row an estimate: `value, low, high, n, method`."""
        import pandas as pd

        names = ("value", "low", "high", "n", "method")
        rows = [[getattr(estimate, name) for name in names] for estimate in self.estimates.values()]
        return pd.DataFrame(rows, columns=list(names), index=pd.Index(list(self.estimates), name="what"))

    def __str__(self) -> str:
        width = max(map(len, self.estimates))
        rows = (f"  {what:<{width}}  {_shown(estimate)}" for what, estimate in self.estimates.items())
        return "\n".join([f"{self.caption}; 95% intervals", *rows])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{html.escape(what)}</th>"
            f"<td style='text-align:left'>{html.escape(_shown(estimate))}</td></tr>"
            for what, estimate in self.estimates.items()
        )
        return f"<table><caption>{html.escape(self.caption)}; 95% intervals</caption><tbody>{rows}</tbody></table>"


class Run:
    """The result of `pinosim.simulate`, in a folder or in memory. Immutable.

    Made by `simulate` or `Run.open`, not by hand.

    Attributes
    ----------
    facts : RunFacts
        What was simulated.
    rules : Rules
        The rule set, as it was when the run was made.
    aggregates : Aggregates
        Tables of counts by name, pandas frames; see `pinosim.api.aggregate`.
    path : Path or None
        The run's folder; None: it lives in memory.
    """

    __slots__ = ("_parts", "aggregates", "facts", "path", "rules")

    facts: RunFacts
    rules: Rules
    aggregates: Aggregates
    path: Path | None
    _parts: tuple[pa.Table, ...] | None

    def __init__(
        self,
        facts: RunFacts,
        rules: Rules,
        aggregates: Aggregates,
        *,
        path: Path | None = None,
        parts: Sequence[pa.Table] | None = None,
    ) -> None:
        values = {
            "facts": facts,
            "rules": rules,
            "aggregates": aggregates,
            "path": path,
            "_parts": None if parts is None else tuple(parts),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Run does not change: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Run does not change: cannot delete {name!r}")

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, verify: bool = False) -> Run:
        """Open the folder of a finished run.

        Parameters
        ----------
        path : path-like
            The folder.
        verify : bool, default False
            Also check every byte of the hands. Without it only the counts are checked (hands are when they are read),
            so that opening costs the same whatever the size of the run.

        Returns
        -------
        Run

        Raises
        ------
        RunError
            If it is not a run's folder, is not finished, or is damaged; the message says what helps.
        """
        folder = RunFolder(path)
        facts = folder.facts()
        checksums = folder.checksums()
        missing = [
            part
            for part in range(facts.n_parts)
            if part_name(part) not in checksums or not folder.part_path(part).is_file()
        ]
        if missing:
            raise RunError(
                f"The run in {str(folder.path)!r} is not finished: {len(missing):,} of {facts.n_parts:,} parts are not "
                f"there yet, the first is {part_name(missing[0])}. Give the same simulate command again to continue it."
            )
        counts = folder.read_counts(facts)
        if verify:
            for part in range(facts.n_parts):
                problem = folder.part_problem(facts, part, checksums[part_name(part)])
                if problem is not None:
                    raise RunError(
                        f"{str(folder.part_path(part))!r} {problem or 'is too short'}. "
                        "Give the same simulate command again: it makes what is damaged anew."
                    )
        return cls(facts, rules_from_dict(facts.rules_values), Aggregates(counts), path=folder.path)

    @property
    def seed(self) -> int:
        """Seed of the random numbers, 0 to 2**64 - 1."""
        return self.facts.seed

    @property
    def deals(self) -> int:
        """How many hands there are."""
        return self.facts.deals

    @property
    def first(self) -> int:
        """Number of the first deal."""
        return self.facts.first

    @property
    def policies(self) -> tuple[str, ...]:
        """Who plays, one name a seat."""
        return self.facts.policies

    @property
    def tricks_by(self) -> str:
        """What plays the tricks: the policies, or open cards."""
        return self.facts.tricks_by

    @property
    def caption(self) -> str:
        """One line that says what was simulated."""
        players = self.policies[0] if len(set(self.policies)) == 1 else ", ".join(self.policies)
        rules = f"{self.facts.rules} ({self.facts.rules_hash})"
        hands = f"{self.deals:,} hand{'' if self.deals == 1 else 's'}"
        tricks = "" if self.tricks_by == BY_POLICIES else f", tricks: {self.tricks_by}"
        return f"{hands}, {rules}, seed {self.seed}, players: {players}{tricks}"

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Give the hands themselves, one row a hand.

        Parameters
        ----------
        columns : sequence of str, optional
            Names from `pinosim.core.columns.COLUMN_NAMES`; all if left out. A run of many millions of hands wants few.

        Returns
        -------
        DataFrame
            Integers; the index is the number of the deal.

        Raises
        ------
        RunError
            If a column is unknown, a part of the run is damaged, or the run was too large to keep its hands in memory.
        """
        import pandas as pd

        wanted = list(col.COLUMN_NAMES if columns is None else columns)
        for name in wanted:
            if name not in col.COLUMN_NAMES:
                close = difflib.get_close_matches(str(name), col.COLUMN_NAMES, n=1)
                hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(col.COLUMN_NAMES)}."
                raise RunError(f"A simulated hand has no column {name!r}. {hint}")
        if self.path is not None:
            folder = RunFolder(self.path)
            checksums = folder.checksums()
            parts = [
                folder.read_part(part, checksums.get(part_name(part)), wanted) for part in range(self.facts.n_parts)
            ]
        elif self._parts is not None:
            parts = [part.select(wanted) for part in self._parts]
        else:
            raise RunError(
                f"This run of {self.deals:,} hands lives in memory and kept only its counts (Run.aggregates). "
                "Simulate into a folder (out=...) to keep the hands."
            )
        frame: pd.DataFrame = pa.concat_tables([part.replace_schema_metadata() for part in parts]).to_pandas()
        return frame.set_axis(pd.RangeIndex(self.first, self.first + self.deals, name="deal"), axis=0)

    def summary(self) -> RunSummary:
        """Sum the run up: how often bids are made, what hands hold and score, each number with a 95% interval.

        Where each player has a score of his own, so have the bidder and each other player; where different policies
        play, each seat. A game without bids tells how the player who leads fares against the dealer.

        Returns
        -------
        RunSummary
        """
        return RunSummary(self.caption, summarise(self))

    def plot_meld(self, ax: Axes | None = None) -> Axes:
        """Draw the meld of one hand as dealt, best trump.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        Axes
        """
        return run_charts.plot_meld(self.aggregates["meld_by_trump"], self.caption, ax)

    def plot_bids(self, ax: Axes | None = None) -> Axes:
        """Draw how often each bid was made, with 95% intervals.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        Axes
        """
        return run_charts.plot_bids(self.aggregates["bids"], self.caption, ax)

    def plot_tricks(self, ax: Axes | None = None) -> Axes:
        """Draw the trick points of the bidding side.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        Axes
        """
        return run_charts.plot_tricks(self.aggregates["tricks"], self.caption, ax)

    def __repr__(self) -> str:
        place = "in memory" if self.path is None else f"in {str(self.path)!r}"
        return f"Run of {self.caption}, {place}"

    def __str__(self) -> str:
        return str(self.summary())

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()


def _shown(estimate: Estimate) -> str:
    return f"{estimate:.2%}" if estimate.is_rate else f"{estimate:,.1f}"
