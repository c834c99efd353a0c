"""Section on the first lead in a game without bidding: how the player who leads fares against the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pinosim.api.intervals import Estimate, mean, rate
from pinosim.report import drawing, words
from pinosim.report.grouping import Integers, bin_width, column, counted
from pinosim.report.parts import Answer, Chart, Grid, Section

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pinosim.api.runs import Run

TAIL: Final = 0.005
"""Share of hands a chart leaves out at each end."""


def section(run: Run) -> Section:
    """Make the section of a run."""
    table = run.aggregates["scores"]
    hands = column(table, "hands")
    difference = column(table, "score_bidders") - column(table, "score_others")
    n = int(hands.sum())
    shares = {
        "the player who leads first": rate(int(hands[difference > 0].sum()), n),
        "the dealer": rate(int(hands[difference < 0].sum()), n),
        "neither: equal scores": rate(int(hands[difference == 0].sum()), n),
    }
    ahead = _mean(difference, hands)
    leads = shares["the player who leads first"]
    return Section(
        "lead",
        "Who leads, and what it is worth",
        paragraphs=[
            "Nobody bids in this game: a turned card makes trump, and the player who did not deal leads to the first "
            "trick. So what is compared is the one who leads with the one who dealt."
        ],
        blocks=[
            Chart(
                "lead",
                drawing.draw("lead", lambda figure: _paint(figure, run, *counted(difference, hands))),
                "Score of the player who leads less that of the dealer, in one hand. Hatched: the dealer scores more.",
            ),
            Grid(
                "Who scores more in a hand",
                ("who", "share of hands", "95% interval"),
                [[who, words.percent(share.value), words.interval(share)] for who, share in shares.items()],
            ),
        ],
        answers=[
            Answer(
                "Is it better to lead or to deal?",
                f"{words.minus(f'{ahead.value:+.1f}')} points for the lead",
                f"The player who leads first scores so much more than the dealer on average. "
                f"{words.said_interval(ahead)}. He scores more in {words.percent(leads.value)} of hands.",
            )
        ],
        frames={"lead": table.assign(difference=difference)},
    )


def _mean(values: Integers, counts: Integers) -> Estimate:
    total, squares = int((values * counts).sum()), int((values * values * counts).sum())
    return mean(total, squares, int(counts.sum()))


def _paint(figure: Figure, run: Run, differences: Integers, hands: Integers) -> None:
    axes = figure.subplots()
    shares = np.cumsum(hands) / hands.sum()
    low, high = int(differences[np.argmax(shares > TAIL)]), int(differences[np.argmax(shares >= 1 - TAIL)])
    width = max(bin_width(low, high, 60), run.rules.unit)
    shown = (differences >= low) & (differences <= high)
    starts, counts = counted(differences[shown] // width * width, hands[shown])
    losses = starts < 0
    n = int(hands.sum())
    look: dict[str, Any] = {"linewidth": 0.5, "edgecolor": "0.45", "width": 0.9 * width, "align": "edge"}
    axes.bar(starts[~losses], 100 * counts[~losses] / n, color="0.78", **look)
    axes.bar(starts[losses], 100 * counts[losses] / n, color="white", hatch="/////", **look)
    axes.axvline(0, color="0.4", linewidth=0.8)
    beyond = float(hands[~shown].sum() / n)
    note = f"; {words.percent(beyond)} of hands lie outside" if beyond else ""
    drawing.whole_axis(axes, f"points more for the lead, in bars of {width}{note}")
    drawing.percent_axis(axes, "of all hands")
    drawing.title(axes, "What the first lead is worth in one hand", words.source(run))
