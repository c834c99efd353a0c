"""The figures that sum a run up, made from its counts: which ones depends on the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinosim.api.intervals import Estimate, mean, rate
from pinosim.api.sides import sides_of
from pinosim.core import columns as col

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.api.runs import Run


def summarise(run: Run) -> dict[str, Estimate]:
    """Sum a run up.

    Parameters
    ----------
    run : Run
        Only its counts are read.

    Returns
    -------
    dict of str to Estimate
        What it is to the number; rates in 0..1, means in points of the rule set.
    """
    figures = _of_bids(run) if sides_of(run.rules).bidding else _of_the_lead(run)
    figures |= _of_scores(run)
    melds = run.aggregates["meld_by_trump"].query("trump == 'best'")
    figures["meld of one hand, best trump"] = mean_by(melds, "meld", "count")
    figures["one hand with no meld at all"] = rate(int(melds.loc[melds["meld"] == 0, "count"].sum()), run.deals)
    if run.rules.redeal.min_nines:
        redeals = run.aggregates["redeals"]
        with_right = int(redeals.loc[redeals["redeal_seat"] >= 0, "count"].sum())
        figures["deal with a redeal hand"] = rate(with_right, run.deals)
    return figures


def mean_by(table: pd.DataFrame, value: str, count: str) -> Estimate:
    """Mean of a value that is counted.

    Parameters
    ----------
    table : DataFrame
        Counts.
    value, count : str
        Columns: the values, and how often each occurs.
    """
    values, hands = table[value], table[count]
    return mean(int((values * hands).sum()), int((values * values * hands).sum()), int(hands.sum()))


def _of_bids(run: Run) -> dict[str, Estimate]:
    bids, n = run.aggregates["bids"], run.deals
    by_outcome = bids.groupby("outcome")["hands"].sum().reindex(range(len(col.OUTCOMES)), fill_value=0)
    made, fell_short, not_played = (int(by_outcome[outcome]) for outcome in (col.MADE, col.SET, col.NOT_PLAYED))
    sides = sides_of(run.rules)
    return {
        "bid made": rate(made, n),
        "bid made, of the hands played": rate(made, made + fell_short),
        "set after play": rate(fell_short, n),
        "set without play": rate(not_played, n),
        "bid forced on the last seat": rate(int(bids.loc[bids["forced"] == 1, "hands"].sum()), n),
        "winning bid": mean_by(bids, "bid", "hands"),
        f"trick points of {sides.bidders}, of the hands played": mean_by(
            run.aggregates["tricks"], "points_bidders", "hands"
        ),
    }


def _of_the_lead(run: Run) -> dict[str, Estimate]:
    sides, scores = sides_of(run.rules), run.aggregates["scores"]
    ahead = scores["score_bidders"] > scores["score_others"]
    return {
        f"{sides.bidders} scores more": rate(int(scores.loc[ahead, "hands"].sum()), run.deals),
        f"trick points of {sides.bidders}": mean_by(run.aggregates["tricks"], "points_bidders", "hands"),
    }


def _of_scores(run: Run) -> dict[str, Estimate]:
    """Mean scores of both sides, and of each seat where the seats are played differently."""
    sides, scores = sides_of(run.rules), run.aggregates["scores"]
    figures = {
        f"score of {sides.bidders}": mean_by(scores, "score_bidders", "hands"),
        f"score of {sides.others}": mean_by(scores, "score_others", "hands").divided_by(sides.n_others),
    }
    if len(set(run.policies)) > 1:
        table = run.aggregates["seat_scores"]
        for seat, policy in enumerate(run.policies):
            figures[f"score of seat {seat}, {policy}"] = mean_by(table[table["seat"] == seat], "score", "hands")
    return figures
