"""How every chart is drawn: one style, title and source above, and an SVG whose bytes depend on the numbers alone."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pinosim.report.grouping import Integers, counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE: Final = Path(__file__).with_name("pinosim.mplstyle")
NO_METADATA: Final = {"Date": None, "Creator": None, "Format": None, "Type": None}

SAMPLED: Final[dict[str, Any]] = {"color": "0.78", "edgecolor": "0.45", "linewidth": 0.5}
EXACT: Final[dict[str, Any]] = {"color": "black", "linestyle": "none", "marker": "o", "markersize": 3}

_ID: Final = re.compile(r'\bid="([^"]+)"')
_REFERENCE: Final = re.compile(r'(url\(#|href="#)([^")]+)')
_SIZE: Final = re.compile(r'<svg [^>]*?width="[^"]*"[^>]*?>', re.DOTALL)


def draw(name: str, paint: Callable[[Figure], None], height: float = 3.9) -> str:
    """Paint a figure and give it as an `<svg>` element for a page.

    Parameters
    ----------
    name : str
        Name of the chart; the ids inside begin with it, so that many charts can stand on one page.
    paint : callable
        Called with an empty figure.
    height : float, default 3.9
        Inches; the width is that of the page.

    Returns
    -------
    str
        Without XML prolog; as wide as its place on the page. The same numbers give the same text.
    """
    import matplotlib as mpl
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(STYLE), mpl.rc_context({"svg.hashsalt": name}):
        figure = Figure(layout="constrained")
        figure.set_figheight(height)
        paint(figure)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata=NO_METADATA)
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :].strip()
    svg = _ID.sub(rf'id="{name}-\1"', svg)
    svg = _REFERENCE.sub(rf"\g<1>{name}-\g<2>", svg)
    return _SIZE.sub(lambda head: re.sub(r'\s(?:width|height)="[^"]*"', "", head[0]), svg, count=1)


def title(axes: Axes, text: str, source: str) -> None:
    """Write a chart's title and, smaller below it, where its numbers come from."""
    axes.set_title(text, pad=22)
    axes.annotate(
        source, (0, 1), (0, 8), xycoords="axes fraction", textcoords="offset points", color="0.35", fontsize="small"
    )


def note(axes: Axes, text: str, at: tuple[Any, Any], offset: tuple[float, float] = (0, 0), **look: Any) -> None:
    """Write inside a chart, `offset` printer's points from a place; the layout takes no heed of it."""
    axes.annotate(text, at, offset, textcoords="offset points", **look).set_in_layout(False)


def score_bars(axes: Axes, scores: Integers, hands: Integers, width: int, low: int, high: int) -> Integers:
    """Draw how many of all hands have each score, losses hatched, and a line at nought.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    scores, hands : ndarray of int64, shape (n,)
        Scores, and how many hands have each.
    width : int
        Of a bar, in points.
    low, high : int
        Least and greatest score to draw.

    Returns
    -------
    ndarray of int64, shape (bars,)
        Hands in each bar.
    """
    n = int(hands.sum())
    shown = (scores >= low) & (scores <= high)
    starts, counts = counted(scores[shown] // width * width, hands[shown])
    losses = starts < 0
    look: dict[str, Any] = {"linewidth": 0.5, "edgecolor": "0.45", "width": 0.9 * width, "align": "edge"}
    axes.bar(starts[~losses], 100 * counts[~losses] / n, color="0.78", **look)
    axes.bar(starts[losses], 100 * counts[losses] / n, color="white", hatch="/////", **look)
    axes.axvline(0, color="0.4", linewidth=0.8)
    return counts


def percent_axis(axes: Axes, label: str) -> None:
    """Label the upright axis in percent, from 0."""
    from matplotlib.ticker import FuncFormatter

    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}%"))


def rate_axis(axes: Axes, label: str, lowest: float) -> None:
    """Label the upright axis in percent up to 100, from a round number below `lowest`; say so where that is not 0.

    For dots and lines only: bars must begin at 0.
    """
    bottom = max(0, math.floor((lowest - 2) / 10) * 10)
    percent_axis(axes, label + (f" (axis begins at {bottom}%)" if bottom else ""))
    axes.set_ylim(bottom, 100 + (100 - bottom) * 0.02)


def whole_axis(axes: Axes, label: str) -> None:
    """Label the level axis, ticks at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axes.set_xlabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True, steps=[1, 2, 5, 10]))
