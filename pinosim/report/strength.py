"""Section on the bidder's hand: how often bids are made by his meld, trumps and aces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from pinosim.api.intervals import Estimate, error_bars, rate
from pinosim.core import columns as col
from pinosim.report import drawing, words
from pinosim.report.grouping import Classes, Integers, column, even_classes, single_classes
from pinosim.report.parts import Cell, Chart, Grid, Section

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from pinosim.api.runs import Run

MELD_CLASSES: Final = 5
ACE_CLASSES: Final = 4
LEAST_HANDS: Final = 30
"""Fewer hands than this say too little to be shown in the chart; in the table they are set in brackets."""

# Lines are told apart in black and white by dash and marker, and named at their ends.
LINES: Final = (("-", "o"), ("--", "s"), ("-.", "^"), (":", "D"))


@dataclass(frozen=True)
class StrengthCounts:
    """Hands by classes of the bidder's aces, meld and trumps.

    Attributes
    ----------
    aces, melds, trumps : Classes
        The classes along the three axes.
    hands, made : ndarray of int64, shape (ace classes, meld classes, trump classes)
        All hands, and those whose bid was made.
    """

    aces: Classes
    melds: Classes
    trumps: Classes
    hands: Integers
    made: Integers


def section(run: Run) -> Section:
    """Make the section of a run."""
    table = run.aggregates["strength"]
    counts = _count(table)
    return Section(
        "strength",
        "What the bidder holds, and what comes of it",
        paragraphs=[
            f"The bidder’s own hand{words.before_what(run.rules)}: his meld in the suit he names, how many trumps he "
            "holds, how many aces in all suits. Strong hands are also bid higher, so these are the chances of the bids "
            "that were made on such hands, not of one fixed bid."
        ],
        blocks=[
            Chart(
                "strength",
                drawing.draw("strength", lambda figure: _paint(figure, run, counts)),
                "Each line is a number of aces; further right are more trumps. Points resting on fewer than "
                f"{LEAST_HANDS} hands are left out; the bars are 95% intervals.",
            ),
            _grid(counts),
        ],
        frames={"strength": _frame(table)},
    )


def _count(table: pd.DataFrame) -> StrengthCounts:
    hands = column(table, "hands")
    aces, melds, trumps = (column(table, name) for name in ("bidder_aces", "bidder_meld", "bidder_trumps"))
    ace_classes = even_classes(aces, hands, ACE_CLASSES)
    meld_classes = even_classes(melds, hands, MELD_CLASSES)
    trump_classes = single_classes(trumps, hands)
    place = (ace_classes.of(aces), meld_classes.of(melds), trump_classes.of(trumps))
    shape = tuple(len(classes.starts) for classes in (ace_classes, meld_classes, trump_classes))
    everything, made = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    np.add.at(everything, place, hands)
    np.add.at(made, place, hands * (column(table, "outcome") == col.MADE))
    return StrengthCounts(ace_classes, meld_classes, trump_classes, everything, made)


def _paint(figure: Figure, run: Run, counts: StrengthCounts) -> None:
    axes = figure.subplots()
    hands, made = counts.hands.sum(axis=1), counts.made.sum(axis=1)
    least = min(LEAST_HANDS, int(hands.max()))
    places = np.arange(hands.shape[1])
    labels: list[tuple[float, float, str]] = []
    lows: list[float] = []
    for row, (dash, marker) in zip(range(hands.shape[0]), LINES, strict=False):
        shown = np.flatnonzero(hands[row] >= least)
        if not shown.size:
            continue
        rates = [rate(int(made[row, place]), int(hands[row, place])) for place in shown]
        values = 100 * np.array([estimate.value for estimate in rates])
        grey = f"{0.42 - 0.42 * row / max(1, hands.shape[0] - 1):.2f}"
        axes.errorbar(
            places[shown],
            values,
            100 * error_bars(rates),
            linestyle=dash,
            marker=marker,
            color=grey,
            elinewidth=0.8,
            capsize=2,
            markersize=4.5,
        )
        lows += [100 * estimate.low for estimate in rates]
        labels.append((float(places[shown[-1]]), float(values[-1]), _aces(counts.aces.labels[row])))
    drawing.rate_axis(axes, "bid made", min(lows, default=0))
    bottom, top = axes.get_ylim()
    heights = _apart([y for _, y, _ in labels], (top - bottom) / 16, top)
    for height, (x, y, text) in zip(heights, labels, strict=True):
        leader = {"arrowstyle": "-", "color": "0.6", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 4}
        axes.annotate(text, (x, y), (places[-1] + 0.35, height), va="center", fontsize="small", arrowprops=leader)
    axes.set_xticks(places, counts.trumps.labels)
    axes.set_xlim(-0.4, places[-1] + 1.6)
    axes.set_xlabel(f"trumps the bidder holds{words.before_what(run.rules)}")
    drawing.title(axes, "How often the bid is made, by trumps and aces held", words.source(run))


def _apart(heights: list[float], gap: float, top: float) -> list[float]:
    """Move labels apart so that no two lie closer than `gap` and none above `top`, keeping their order."""
    order = sorted(range(len(heights)), key=heights.__getitem__, reverse=True)
    moved = list(heights)
    for place, label in enumerate(order):
        highest = moved[order[place - 1]] - gap if place else top
        moved[label] = min(moved[label], highest)
    return moved


def _aces(label: str) -> str:
    return f"{label} ace{'' if label.endswith(' 1') or label == '1' else 's'}"


def _grid(counts: StrengthCounts) -> Grid:
    rows: list[list[Cell | str]] = []
    shown = counts.hands >= LEAST_HANDS
    rates = counts.made[shown] / counts.hands[shown]
    lowest, highest = float(rates.min(initial=1)), float(rates.max(initial=0))
    for ace, ace_label in enumerate(counts.aces.labels):
        rows.append([_aces(ace_label)])
        for meld, meld_label in enumerate(counts.melds.labels):
            cells = [
                _cell(int(made), int(hands), lowest, highest)
                for made, hands in zip(counts.made[ace, meld], counts.hands[ace, meld], strict=True)
            ]
            rows.append([f"meld {meld_label}", *cells])
    return Grid(
        "How often the bid is made, in percent: by aces and own meld (down) and trumps held (across)",
        ("own hand", *(f"{label} trumps" for label in counts.trumps.labels)),
        rows,
        f"Darker is better, over the range of this table. In brackets: fewer than {LEAST_HANDS} hands, so ten points "
        "off or more is nothing unusual. A dash: no such hand. Every single combination is in tables/strength.csv.",
    )


def _cell(made: int, hands: int, lowest: float, highest: float) -> Cell:
    if not hands:
        return Cell("–")
    estimate: Estimate = rate(made, hands)
    hint = f"{words.interval(estimate)}, {words.hands(hands)}"
    if hands < LEAST_HANDS:
        return Cell(f"({estimate.value:.0%})", None, hint)
    return Cell(f"{estimate.value:.0%}", (estimate.value - lowest) / max(0.01, highest - lowest), hint)


def _frame(table: pd.DataFrame) -> pd.DataFrame:
    keys = ["bidder_meld", "bidder_trumps", "bidder_aces"]
    split = table.assign(made=table["hands"].where(table["outcome"] == col.MADE, 0))
    frame = split.groupby(keys, as_index=False)[["hands", "made"]].sum()
    rates = [rate(int(made), int(hands)) for made, hands in zip(frame["made"], frame["hands"], strict=True)]
    return frame.assign(
        rate_made=[estimate.value for estimate in rates],
        low=[estimate.low for estimate in rates],
        high=[estimate.high for estimate in rates],
    )
