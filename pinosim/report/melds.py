"""Section on the meld of a dealt hand: what was sampled, beside what was counted exactly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from pinosim.api import odds
from pinosim.api.distribution import Distribution
from pinosim.api.intervals import Estimate, rate
from pinosim.api.sides import has_partner
from pinosim.report import drawing, words
from pinosim.report.grouping import Integers, column, mean_of_counted
from pinosim.report.parts import Answer, Chart, Grid, Section

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from pinosim.api.runs import Run

TAIL: Final = 0.01
"""Largest share of hands a chart leaves out at the right."""


@dataclass(frozen=True)
class MeldSample:
    """Sampled and exact meld of one hand, one trump.

    Attributes
    ----------
    trump : str
        "S", "H", "D", "C" or "best".
    points, counts : ndarray of int64, shape (n,)
        Meld, ascending, and how many sampled hands have it.
    exact : Distribution
        The same, counted.
    """

    trump: str
    points: Integers
    counts: Integers
    exact: Distribution

    @property
    def n(self) -> int:
        """Sampled hands."""
        return int(self.counts.sum())

    @property
    def mean(self) -> Estimate:
        """Sampled mean, in points."""
        return mean_of_counted(self.points, self.counts)

    @property
    def none(self) -> Estimate:
        """Sampled share of hands without any meld."""
        return rate(int(self.counts[self.points == 0].sum()), self.n)

    @property
    def standard_errors_off(self) -> float:
        """Distance of the sampled mean from the exact one, in standard errors."""
        error = self.exact.sd / math.sqrt(self.n)
        return (self.mean.value - self.exact.mean) / error if error else 0.0


def section(run: Run) -> Section:
    """Make the section of a run."""
    table = run.aggregates["meld_by_trump"]
    samples = [_sample(run, table, trump) for trump in words.SUITS]
    spades, best = samples[0], samples[-1]
    blocks: list[Chart | Grid] = [
        Chart(
            "meld-best",
            drawing.draw("meld-best", lambda figure: _paint(figure, run, best)),
            "Each bar is a number of points: how many of the hands, as dealt, are worth exactly "
            "that in the suit that melds most. The dots are the exact chances.",
        ),
        Chart(
            "meld-spades",
            drawing.draw("meld-spades", lambda figure: _paint(figure, run, spades)),
            f"The same with spades trump, whatever the hand: what {_who_else(run)} holds when he does not choose the "
            "suit.",
        ),
        _grid(samples),
    ]
    far = max(abs(sample.standard_errors_off) for sample in samples)
    verdict = "as chance allows" if far < 4 else "which chance does not explain: please report it"
    return Section(
        "meld",
        "What a hand melds",
        paragraphs=[
            "Meld of a hand as dealt. It can be counted exactly, so the simulated hands are set beside the exact "
            f"numbers as a check of both; the means differ by at most {far:.1f} standard errors, {verdict}."
        ],
        blocks=blocks,
        answers=[
            Answer(
                "How much does a hand meld?",
                f"{words.points(best.exact.mean)} points in its best suit, {words.points(spades.exact.mean)} in a "
                "given one",
                f"On average and exactly, as dealt. Half of all hands hold {best.exact.quantile(0.5)} or less "
                f"in their best suit, one in ten {_top_tenth(best.exact)} or more; "
                f"{words.percent(spades.exact.p_zero)} hold nothing at all when spades are trump.",
            )
        ],
        frames={"meld": _frame(samples)},
    )


def _who_else(run: Run) -> str:
    return "a partner’s hand" if has_partner(run.rules) else "another player’s hand"


def _top_tenth(exact: Distribution) -> int:
    """Most points that a tenth of the hands or more reach."""
    return max(points for points in exact.ways if exact.p_at_least(points) >= 0.1)


def _sample(run: Run, table: pd.DataFrame, trump: str) -> MeldSample:
    rows = table[table["trump"] == trump]
    return MeldSample(trump, column(rows, "meld"), column(rows, "count"), odds.meld(run.rules, trump))


def _paint(figure: Figure, run: Run, sample: MeldSample) -> None:
    axes = figure.subplots()
    exact = sample.exact
    edge = exact.quantile(1 - TAIL)
    shown = sample.points <= edge
    dots = [points for points in exact.ways if points <= edge]
    step = int(np.diff(dots).min()) if len(dots) > 1 else 1
    bars = axes.bar(
        sample.points[shown],
        100 * sample.counts[shown] / sample.n,
        width=0.8 * step,
        **drawing.SAMPLED,
    )
    (marks,) = axes.plot(dots, [100 * exact.ways[points] / exact.hands for points in dots], **drawing.EXACT)
    drawing.whole_axis(axes, "meld of one hand, points")
    drawing.percent_axis(axes, "of all hands")
    axes.set_xlim(min(0, dots[0]) - step, edge + step)
    axes.legend([bars, marks], ["simulated hands", "exact chance"], loc="upper right")
    beyond = exact.p_at_least(edge + 1)
    if beyond:
        note = f"{words.percent(beyond)} of hands hold more than {edge},\nup to {max(exact.ways):,}: not drawn"
        drawing.note(
            axes, note, (0.995, 0.74), xycoords="axes fraction", ha="right", va="top", color="0.35", fontsize="small"
        )
    named = "in its best suit" if sample.trump == "best" else f"with {words.SUITS[sample.trump]} trump"
    drawing.title(axes, f"Meld of a dealt hand {named}", words.source(run))


def _grid(samples: list[MeldSample]) -> Grid:
    rows = [
        [
            words.SUITS[sample.trump],
            words.points(sample.mean.value),
            words.interval(sample.mean),
            words.points(sample.exact.mean),
            words.minus(f"{sample.standard_errors_off:+.1f}"),
            words.percent(sample.none.value),
            words.percent(sample.exact.p_zero),
        ]
        for sample in samples
    ]
    return Grid(
        "Mean meld of one hand in points, and hands without any",
        ("trump", "simulated", "95% interval", "exact", "off by (std. errors)", "no meld, simulated", "no meld, exact"),
        rows,
        "Off by: how many standard errors the simulated mean lies from the exact one. Within 2 is usual, beyond 4 a "
        "fault.",
    )


def _frame(samples: list[MeldSample]) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for sample in samples:
        counts = dict(zip(sample.points.tolist(), sample.counts.tolist(), strict=True))
        for points in sorted({*counts, *sample.exact.ways}):
            share = rate(counts.get(points, 0), sample.n)
            chance = sample.exact.ways.get(points, 0) / sample.exact.hands
            rows.append((sample.trump, points, counts.get(points, 0), share.value, share.low, share.high, chance))
    return pd.DataFrame(rows, columns=["trump", "meld", "hands", "share", "low", "high", "exact"])
