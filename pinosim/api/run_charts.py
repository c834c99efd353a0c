"""Charts of a run, drawn with matplotlib from its counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pinosim.api.axes import axes_or_new
from pinosim.api.intervals import error_bars, rate
from pinosim.core import columns as col

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SHOWN: Final = 0.995
"""Share of the hands a chart shows; the long tail of rare melds beyond is left out, and said to be."""

_SIZE: Final = (7.5, 4.2)
_BARS: Final[dict[str, Any]] = {"color": "0.35", "edgecolor": "white", "linewidth": 0.5}


def plot_meld(counts: pd.DataFrame, caption: str, ax: Axes | None = None) -> Axes:
    """Draw the chart of `Run.plot_meld`, from the table `meld_by_trump`."""
    best = counts[counts["trump"] == "best"]
    shares = best["count"] / best["count"].sum()
    shown = (shares.cumsum() - shares) < SHOWN
    ax = axes_or_new(ax, _SIZE)
    ax.bar(best["meld"][shown], 100 * shares[shown], width=_step(best["meld"]), **_BARS)
    beyond = float(shares[~shown].sum())
    _label(
        ax,
        title="Meld of one hand as dealt, best trump",
        x="meld, points" + (f" ({beyond:.1%} of hands have more than shown)" if beyond else ""),
        y="% of hands",
        caption=caption,
    )
    return ax


def plot_bids(counts: pd.DataFrame, caption: str, ax: Axes | None = None) -> Axes:
    """Draw the chart of `Run.plot_bids`, from the table `bids`."""
    hands = counts.groupby("bid")["hands"].sum()
    made = counts[counts["outcome"] == col.MADE].groupby("bid")["hands"].sum().reindex(hands.index, fill_value=0)
    shown = (hands.cumsum() - hands) < SHOWN * hands.sum()
    rates = [rate(int(made[bid]), int(hands[bid])) for bid in hands.index[shown]]
    values = np.array([estimate.value for estimate in rates])
    ax = axes_or_new(ax, _SIZE)
    bars = 100 * error_bars(rates)
    ax.errorbar(hands.index[shown], 100 * values, yerr=bars, fmt="o", color="black", markersize=4, capsize=2)
    ax.set_ylim(0, 100)
    beyond = float(hands[~shown].sum() / hands.sum())
    _label(
        ax,
        title="How often a bid was made, with 95% intervals",
        x="bid, points" + (f" ({beyond:.1%} of bids are higher than shown)" if beyond else ""),
        y="% of hands in which it was made",
        caption=caption,
    )
    return ax


def plot_tricks(counts: pd.DataFrame, caption: str, ax: Axes | None = None) -> Axes:
    """Draw the chart of `Run.plot_tricks`, from the table `tricks`."""
    hands = counts.groupby("points_bidders")["hands"].sum()
    ax = axes_or_new(ax, _SIZE)
    ax.bar(hands.index, 100 * hands / max(1, hands.sum()), width=_step(hands.index.to_series()), **_BARS)
    _label(
        ax,
        title="Trick points of the bidding side",
        x="trick points, last trick included",
        y="% of hands played",
        caption=caption,
    )
    return ax


def _step(values: pd.Series[int]) -> float:
    """Smallest distance between two values: the width of a bar."""
    distances = np.diff(np.sort(values.to_numpy()))
    return float(distances.min()) if distances.size else 1.0


def _label(ax: Axes, *, title: str, x: str, y: str, caption: str) -> None:
    ax.set_title(f"{title}\n", loc="left", fontweight="bold")
    ax.text(0, 1.02, caption, transform=ax.transAxes, fontsize="small", color="0.3")
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.spines[["top", "right"]].set_visible(False)
