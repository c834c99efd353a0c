"""Section on scores: what a hand brings both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pinosim.api.intervals import mean, rate
from pinosim.api.sides import BIDDER, OTHER, sides_of
from pinosim.core import columns as col
from pinosim.report import drawing, words
from pinosim.report.grouping import Integers, bin_width, bulk, column, counted, mean_of_counted
from pinosim.report.parts import Answer, Chart, Grid, Section

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pinosim.api.runs import Run

TAIL: Final = 0.005
"""Share of hands a chart leaves out at each end."""
OUTCOME_WORDS: Final = ((col.MADE, "bid made"), (col.SET, "played and set"), (col.NOT_PLAYED, "set without play"))


def section(run: Run) -> Section:
    """Make the section of a run."""
    names = sides_of(run.rules)
    sides = _scores_of_sides(run)
    (bidders, others) = (mean_of_counted(*counts) for counts in sides.values())
    first = f"The bars of {names.bidders} left of nought are bids that were set; every set costs the whole bid."
    apart = " Each player has a score of his own." if names.apart else ""
    return Section(
        "scores",
        "What a hand scores",
        paragraphs=[f"Change of score in one hand.{apart}{' ' + first if names.bidding else ''}"],
        blocks=[
            Chart(
                "scores",
                drawing.draw("scores", lambda figure: _paint(figure, run, sides), height=5.0),
                "Both on one scale." + (" Hatched bars are losses." if names.bidding else ""),
            ),
            *([_grid(run)] if names.bidding else []),
            *([_seats(run)] if names.apart or len(set(run.policies)) > 1 else []),
        ],
        answers=[
            Answer(
                "What does a hand score?",
                f"{words.points(bidders.value)} for {names.bidders}, {words.points(others.value)} for {names.others}",
                f"On average{', sets included' if names.bidding else ''}. First: {words.said_interval(bidders)}; "
                f"second: {words.said_interval(others)}.",
            )
        ],
        frames={"scores": run.aggregates["scores"], "seat_scores": run.aggregates["seat_scores"]},
    )


def _scores_of_sides(run: Run) -> dict[str, tuple[Integers, Integers]]:
    """Count the scores of both sides; where each plays for himself, those of the bidder and of every other player."""
    names = sides_of(run.rules)
    table = run.aggregates["scores"]
    hands = column(table, "hands")
    others = counted(column(table, "score_others"), hands)
    if names.n_others > 1:
        seats = run.aggregates["seat_scores"]
        seats = seats[seats["role"] == OTHER]
        others = counted(column(seats, "score"), column(seats, "hands"))
    return {names.bidders: counted(column(table, "score_bidders"), hands), names.others: others}


def _paint(figure: Figure, run: Run, sides: dict[str, tuple[Integers, Integers]]) -> None:
    above, below = figure.subplots(2, 1, sharex=True)
    ends = [bulk(*counts, tail=TAIL) for counts in sides.values()]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    width = max(bin_width(low, high, 60), run.rules.unit)
    for axes, (side, (scores, hands)) in zip((above, below), sides.items(), strict=True):
        _paint_side(axes, scores, hands, width, low, high, side)
    drawing.title(above, "Change of score in one hand", words.source(run))
    left_out = [
        f"{words.percent(share)} for {side}"
        for side, (scores, hands) in sides.items()
        if (share := float(hands[(scores < low) | (scores > high)].sum() / hands.sum()))
    ]
    note = f"\noutside the drawing: {words.listing(left_out)}" if left_out else ""
    drawing.whole_axis(below, f"points, in bars of {width}{note}")


def _paint_side(axes: Axes, scores: Integers, hands: Integers, width: int, low: int, high: int, side: str) -> None:
    counts = drawing.score_bars(axes, scores, hands, width, low, high)
    average = mean_of_counted(scores, hands)
    axes.axvline(average.value, color="black", linewidth=1.2)
    right = average.value < (low + high) / 2
    drawing.note(
        axes,
        f"mean {words.points(average.value)}",
        (average.value, 1),
        (5 if right else -5, -2),
        xycoords=("data", "axes fraction"),
        ha="left" if right else "right",
        va="top",
    )
    drawing.percent_axis(axes, f"{side}, % of hands")
    axes.set_ylim(0, 115 * counts.max(initial=1) / int(hands.sum()))


def _grid(run: Run) -> Grid:
    bids = run.aggregates["bids"]
    names = sides_of(run.rules)
    rows = []
    for outcome, name in OUTCOME_WORDS:
        part = bids[bids["outcome"] == outcome]
        n = int(part["hands"].sum())
        bidders, others = (
            mean(int(part[f"sum_score_{side}"].sum()), int(part[f"sumsq_score_{side}"].sum()), n)
            for side in ("bidders", "others")
        )
        others = others.divided_by(names.n_others)
        rows.append(
            [
                name,
                f"{n:,}",
                words.points(bidders.value) if n else "–",
                words.interval(bidders),
                words.points(others.value) if n else "–",
                words.interval(others),
            ]
        )
    return Grid(
        "Mean change of score by outcome",
        ("outcome", "hands", *_two_columns(names.bidders), *_two_columns(names.others)),
        rows,
    )


def _two_columns(side: str) -> tuple[str, str]:
    return side.removeprefix("the "), "95% interval"


def _seats(run: Run) -> Grid:
    """Tabulate what each seat scores, and how often it has the contract or leads."""
    table = run.aggregates["seat_scores"]
    rows = []
    for seat, policy in enumerate(run.policies):
        mine = table[table["seat"] == seat]
        score = mean_of_counted(column(mine, "score"), column(mine, "hands"))
        first = rate(int(mine.loc[mine["role"] == BIDDER, "hands"].sum()), run.deals)
        rows.append(
            [f"seat {seat}", policy, words.percent(first.value), words.points(score.value), words.interval(score)]
        )
    what = "is bidder" if sides_of(run.rules).bidding else "leads first"
    return Grid("Mean change of score by seat", ("seat", "played by", what, "mean score", "95% interval"), rows)
