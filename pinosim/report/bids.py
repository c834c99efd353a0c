"""Section on bids: how high hands were bought, and how often each bid was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.intervals import Estimate, error_bars, rate
from pinosim.core import columns as col
from pinosim.report import drawing, words
from pinosim.report.grouping import Integers, column, counted, mean_of_counted
from pinosim.report.parts import Answer, Chart, Grid, Section

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pinosim.api.runs import Run

TAIL = 0.005
LEAST_HANDS = 10
"""Bids with fewer hands than this are left out of the chart, unless the run is tiny."""


@dataclass(frozen=True)
class BidCounts:
    """Hands by bid; arrays of int64, shape (n,), one place a bid, ascending."""

    bids: Integers
    made: Integers
    short: Integers
    not_played: Integers

    @property
    def hands(self) -> Integers:
        """All hands with each bid."""
        return self.made + self.short + self.not_played

    @property
    def n(self) -> int:
        """All hands."""
        return int(self.hands.sum())

    def rates(self) -> list[Estimate]:
        """How often each bid was made, of all hands with it."""
        return [rate(made, hands) for made, hands in zip(self.made.tolist(), self.hands.tolist(), strict=True)]


def section(run: Run) -> Section:
    """Make the section of a run."""
    table = run.aggregates["bids"]
    everything = _count(table)
    wanted, forced = _count(table[table["forced"] == 0]), _count(table[table["forced"] == 1])
    made = rate(int(everything.made.sum()), everything.n)
    short, not_played = int(everything.short.sum()), int(everything.not_played.sum())
    height = mean_of_counted(everything.bids, everything.hands)
    frame = _frame(wanted, forced)
    blocks: list[Chart | Grid] = [
        Chart(
            "bids",
            drawing.draw("bids", lambda figure: _paint(figure, run, wanted, forced), height=5.2),
            "Above: of all hands bought at a bid, how many were made; the bars are 95% intervals, so a long bar "
            "means few hands. Below: how often a hand was bought at that bid. A bid is as high as its player dares: "
            "this is not the chance of one and the same hand at different bids.",
        ),
        Chart(
            "reach",
            drawing.draw("reach", lambda figure: _paint_reach(figure, run)),
            f"Meld and trick points of {words.side(run.rules)} together. Read it as: had the bid been this high, so "
            "many of the simulated hands would still have made it. Hands that were not played count with their meld "
            "alone.",
        ),
        _grid(wanted, forced),
    ]
    return Section(
        "bids",
        "Bids, and how often they are made",
        paragraphs=[
            f"{words.hands(everything.n)}: {words.percent(made.value)} made, {words.percent(short / everything.n)} "
            f"played and set, {words.percent(not_played / everything.n)} set without play{_why_not(run)}."
        ],
        blocks=blocks,
        answers=[
            Answer(
                "How often is the bid made?",
                f"{words.percent(made.value)} of hands",
                f"{words.said_interval(made)}, from {words.hands(everything.n)}, bids that were forced included.",
            ),
            Answer(
                "How high is the winning bid?",
                f"{words.points(height.value)} on average",
                f"{words.said_interval(height)}. {_nobody(run, forced.n / everything.n)}",
            ),
        ],
        frames={"bids": frame, "reach": _reach_frame(run)},
    )


def _why_not(run: Run) -> str:
    """Say in brackets for which reasons the game sets bidders without play."""
    rules = run.rules
    reasons = ["hopeless"] if rules.settle.auto_set else []
    reasons += ["too little meld"] if rules.floors.min_meld_bidders else []
    reasons += ["no marriage"] if rules.trump.needs_marriage and rules.trump.without_marriage == "set" else []
    return f" ({words.listing(reasons, 'or')})" if reasons else ", which this game never does"


def _nobody(run: Run, forced: float) -> str:
    """Say what happens when nobody wants the bid."""
    if run.rules.auction.all_pass == "new-deal":
        return "Hands that everybody passes are dealt again and not counted."
    return f"In {words.percent(forced)} of hands nobody wanted it and the last player had to take it."


def _count(table: pd.DataFrame) -> BidCounts:
    bids = np.unique(column(table, "bid"))
    by_outcome = []
    for outcome in (col.MADE, col.SET, col.NOT_PLAYED):
        rows = table[table["outcome"] == outcome]
        hands = np.zeros(bids.size, dtype=np.int64)
        np.add.at(hands, np.searchsorted(bids, column(rows, "bid")), column(rows, "hands"))
        by_outcome.append(hands)
    return BidCounts(bids, *by_outcome)


def _paint(figure: Figure, run: Run, wanted: BidCounts, forced: BidCounts) -> None:
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    bids, hands = counted(np.concatenate([wanted.bids, forced.bids]), np.concatenate([wanted.hands, forced.hands]))
    n = int(hands.sum())
    enough = hands >= min(LEAST_HANDS, hands.max())
    edge = int(bids[(np.cumsum(hands) - hands < (1 - TAIL) * n) & enough].max())
    step = int(np.diff(bids).min()) if bids.size > 1 else 10
    lows = _paint_rates(above, wanted, edge, 0, {"marker": "o", "color": "black", "label": "bid freely"})
    # Forced bids stand a little to the right, so that neither mark hides the other.
    lows += _paint_rates(
        above, forced, edge, 0.2 * step, {"marker": "s", "color": "0.45", "markerfacecolor": "white", "label": "forced"}
    )
    drawing.rate_axis(above, "made", min(lows, default=0))
    if forced.n and wanted.n:
        above.legend(loc="lower left", ncols=2)
    drawing.title(above, "How often a bid is made", words.source(run))
    shown = bids <= edge
    below.bar(bids[shown], 100 * hands[shown] / n, width=0.8 * step, **drawing.SAMPLED)
    drawing.percent_axis(below, "of all hands")
    beyond = int(hands[~shown].sum())
    more = f" ({words.percent(beyond / n)} of bids are higher, up to {int(bids.max())}: not drawn)" if beyond else ""
    drawing.whole_axis(below, f"bid, points{more}")
    below.set_xlim(int(bids[0]) - step, edge + step)


def _paint_rates(axes: Axes, counts: BidCounts, edge: int, shift: float, look: dict[str, str]) -> list[float]:
    """Paint how often bids up to `edge` were made; give the lower ends of the intervals, in percent."""
    few = counts.hands < (min(LEAST_HANDS, counts.hands.max()) if counts.n else 0)
    shown = np.flatnonzero((counts.bids <= edge) & ~few)
    if not shown.size:
        return []
    rates = [counts.rates()[place] for place in shown]
    values = np.array([estimate.value for estimate in rates])
    axes.errorbar(
        counts.bids[shown] + shift,
        100 * values,
        100 * error_bars(rates),
        linestyle="none",
        elinewidth=1,
        capsize=2.5,
        **look,  # type: ignore[arg-type]
    )
    return [100 * estimate.low for estimate in rates]


def _paint_reach(figure: Figure, run: Run) -> None:
    axes = figure.subplots()
    totals, hands = counted(column(run.aggregates["totals"], "total"), column(run.aggregates["totals"], "hands"))
    n = int(hands.sum())
    at_least = np.cumsum(hands[::-1])[::-1] / n
    start = max(0, int(totals[at_least >= 1 - TAIL].max()))
    edge = int(totals[at_least > TAIL].max()) if n > 1 else int(totals.max())
    axes.step(np.append(totals, totals[-1] + 1), 100 * np.append(at_least, 0), where="pre", color="black")
    for share in (0.75, 0.5, 0.25):
        place = int(totals[at_least >= share].max())
        reached = at_least[totals == place][0]
        axes.plot([place], [100 * reached], marker="o", color="black")
        drawing.note(axes, f"{place}: {words.percent(float(reached))}", (place, 100 * reached), (8, 4))
    drawing.whole_axis(axes, f"meld and trick points of {words.side(run.rules)} together")
    drawing.percent_axis(axes, "of all hands reach it")
    axes.set_xlim(min(start, edge) - 1, edge + max(1, (edge - start) // 20))
    axes.set_ylim(0, 102)
    drawing.title(axes, f"What {words.side(run.rules)} makes in all, at least", words.source(run))


def _grid(wanted: BidCounts, forced: BidCounts) -> Grid:
    rows = [
        [
            f"{bid}{' (forced)' if counts is forced else ''}",
            f"{hands:,}",
            words.percent(estimate.value),
            words.interval(estimate),
            words.percent(short / hands),
            words.percent(not_played / hands),
        ]
        for counts in (forced, wanted)
        for bid, hands, short, not_played, estimate in zip(
            counts.bids.tolist(),
            counts.hands.tolist(),
            counts.short.tolist(),
            counts.not_played.tolist(),
            counts.rates(),
            strict=True,
        )
    ]
    longest = 24
    note = "" if len(rows) <= longest else f"{len(rows) - longest} higher bids are in tables/bids.csv."
    return Grid(
        "Bids one by one",
        ("bid", "hands", "made", "95% interval", "set after play", "set without play"),
        rows[:longest],
        note,
    )


def _frame(wanted: BidCounts, forced: BidCounts) -> pd.DataFrame:
    import pandas as pd

    frames = []
    for is_forced, counts in ((0, wanted), (1, forced)):
        rates = counts.rates()
        frames.append(
            pd.DataFrame(
                {
                    "bid": counts.bids,
                    "forced": is_forced,
                    "hands": counts.hands,
                    "made": counts.made,
                    "set_after_play": counts.short,
                    "set_without_play": counts.not_played,
                    "rate_made": [estimate.value for estimate in rates],
                    "low": [estimate.low for estimate in rates],
                    "high": [estimate.high for estimate in rates],
                }
            )
        )
    return pd.concat([frame for frame in frames if len(frame)], ignore_index=True).sort_values(["bid", "forced"])


def _reach_frame(run: Run) -> pd.DataFrame:
    import pandas as pd

    totals, hands = counted(column(run.aggregates["totals"], "total"), column(run.aggregates["totals"], "hands"))
    n = int(hands.sum())
    reached = np.cumsum(hands[::-1])[::-1]
    rates = [rate(count, n) for count in reached.tolist()]
    return pd.DataFrame(
        {
            "points": totals,
            "hands_with_exactly": hands,
            "share_with_at_least": [estimate.value for estimate in rates],
            "low": [estimate.low for estimate in rates],
            "high": [estimate.high for estimate in rates],
        }
    )
