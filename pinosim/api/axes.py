"""Where results draw themselves: on axes that are given, or on a figure of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes_or_new(ax: Axes | None, size: tuple[float, float] | None = None) -> Axes:
    """Give the axes to draw on; those of a new figure, so many inches wide and high if said, where there are none."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]
