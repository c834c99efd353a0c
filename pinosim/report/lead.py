"""Section on the first lead in a game without bidding: how the player who leads fares against the dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pinosim.api.intervals import rate
from pinosim.report import drawing, words
from pinosim.report.grouping import Integers, bin_width, bulk, column, counted, mean_of_counted
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
    ahead = mean_of_counted(difference, hands)
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


def _paint(figure: Figure, run: Run, differences: Integers, hands: Integers) -> None:
    axes = figure.subplots()
    low, high = bulk(differences, hands, tail=TAIL)
    width = max(bin_width(low, high, 60), run.rules.unit)
    drawing.score_bars(axes, differences, hands, width, low, high)
    beyond = float(hands[(differences < low) | (differences > high)].sum() / hands.sum())
    note = f"; {words.percent(beyond)} of hands lie outside" if beyond else ""
    drawing.whole_axis(axes, f"points more for the lead, in bars of {width}{note}")
    drawing.percent_axis(axes, "of all hands")
    drawing.title(axes, "What the first lead is worth in one hand", words.source(run))
