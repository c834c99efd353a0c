"""Section on play: trick points of the bidding side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.intervals import Estimate, rate
from pinosim.api.sides import sides_of
from pinosim.cards import SUITS
from pinosim.report import drawing, words
from pinosim.report.grouping import Integers, bin_width, column, counted, mean_of_counted
from pinosim.report.parts import Answer, Chart, Grid, Section

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from pinosim.api.runs import Run


def section(run: Run) -> Section:
    """Make the section of a run."""
    table = run.aggregates["tricks"]
    points, hands = counted(column(table, "points_bidders"), column(table, "hands"))
    n = int(hands.sum())
    total = run.rules.tricks.total
    if not n:
        return Section(
            "tricks", "Tricks", paragraphs=["No hand of this run was played out, so there are no tricks to count."]
        )
    average = mean_of_counted(points, hands)
    side = words.side(run.rules)
    return Section(
        "tricks",
        f"Trick points of {side}",
        paragraphs=[
            f"Of the {total} points in the tricks of a hand, last trick included{_buried(run)}; the rest goes to "
            f"{_rest(run)}. From {words.hands(n)} played to the end"
            + ("; those set without play are left out." if n < run.deals else ".")
        ],
        blocks=[
            Chart(
                "tricks",
                drawing.draw("tricks", lambda figure: _paint(figure, run, points, hands, average)),
                f"How many of the hands played brought {side} so many points in tricks.",
            ),
            _grid(table, side),
        ],
        answers=[
            Answer(
                f"How many trick points does {side} take?",
                f"{words.points(average.value)} of {total} on average",
                f"{words.said_interval(average)}, from {words.hands(n)} played; all of them in "
                f"{words.percent(rate(int(hands[points == total].sum()), n).value)} of hands.",
            )
        ],
        frames={"tricks": _frame(table)},
    )


def _paint(figure: Figure, run: Run, points: Integers, hands: Integers, average: Estimate) -> None:
    axes = figure.subplots()
    total, n = run.rules.tricks.total, int(hands.sum())
    # Never finer than one counter: a rule set that counts by tens has bars of ten.
    width = max(bin_width(0, total, 50), run.rules.unit)
    starts, counts = counted(points // width * width, hands)
    several = width > run.rules.unit
    shift = (width - run.rules.unit) / 2 if several else 0
    axes.bar(starts + shift, 100 * counts / n, width=0.86 * width, **drawing.SAMPLED)
    axes.axvline(average.value, color="black", linewidth=1.2)
    right = average.value < total / 2
    drawing.note(
        axes,
        f"mean {words.points(average.value)}\n({words.interval(average)})",
        (average.value, 1),
        (8 if right else -8, -2),
        xycoords=("data", "axes fraction"),
        ha="left" if right else "right",
        va="top",
    )
    drawing.whole_axis(
        axes, f"trick points of {words.side(run.rules)}, of {total}" + (f" (bars of {width})" if several else "")
    )
    drawing.percent_axis(axes, "of hands played")
    axes.set_ylim(0, 118 * counts.max() / n)
    axes.set_xlim(-width, total + width)
    drawing.title(axes, f"What {words.side(run.rules)} takes in tricks", words.source(run, n))


def _rest(run: Run) -> str:
    """Say who has the other trick points."""
    sides = sides_of(run.rules)
    if not sides.bidding:
        return sides.others
    return "the other side" if words.side(run.rules) == "the bidding side" else "the others"


def _buried(run: Run) -> str:
    """Say where the points of buried cards are counted."""
    rules = run.rules
    if not rules.deal.kitty_size or not rules.kitty.bury:
        return ""
    return " and buried cards with the bidder’s" if rules.kitty.buried_points_to == "bidder" else ", buried cards apart"


def _grid(table: pd.DataFrame, side: str) -> Grid:
    rows = []
    for suit in SUITS:
        of_suit = table[table["trump"] == suit]
        average = mean_of_counted(column(of_suit, "points_bidders"), column(of_suit, "hands"))
        rows.append([words.SUITS[suit], f"{average.n:,}", words.points(average.value), words.interval(average)])
    return Grid(f"Mean trick points of {side} by trump", ("trump", "hands played", "mean", "95% interval"), rows)


def _frame(table: pd.DataFrame) -> pd.DataFrame:
    n = int(table["hands"].sum())
    rates = [rate(hands, n) for hands in column(table, "hands").tolist()]
    return table.assign(
        share=np.array([estimate.value for estimate in rates]),
        low=np.array([estimate.low for estimate in rates]),
        high=np.array([estimate.high for estimate in rates]),
    )
