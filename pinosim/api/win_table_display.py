"""A win table for people: a small table of percentages, and a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.axes import axes_or_new
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pinosim.api.win_table import WinTable


def as_text(table: WinTable) -> str:
    """Lay some of the chances out, our score down and theirs across."""
    values = table.to_dict()
    scores, chances = values["scores"], values["they_deal"]
    wide = max(6, *(len(f"{score:,}") + 1 for score in scores))
    game = table.rule_set.game
    ends = f"to {game.target:,}" + (f", lost at {game.losing_score:,}" if game.losing_score else "")
    head = "".join(f"{score:>{wide},}" for score in scores)
    rows = [
        f"{score:>{wide},}" + "".join(f"{chance:>{wide}.0%}" for chance in row)
        for score, row in zip(scores, chances, strict=True)
    ]
    inside = table.scores[table.scores >= 0]
    us, them = inside[:, None], inside[None, :]
    dealing = table.before_hand(us, them, we_deal=True) - table.before_hand(us, them, we_deal=False)
    most = dealing.ravel()[np.abs(dealing).argmax()]
    lines = [
        f"Chance to win the game, {table.rules} ({table.rules_hash}) {ends}; {table.policy} in every seat",
        "Our score down, theirs across; they deal the next hand.",
        " " * wide + head,
        *rows,
        f"When we deal instead: {_points(dealing.mean())} percentage points on average over these scores, "
        f"{_points(most)} at most.",
        f"From {table.hands:,} hands, seed {table.seed}; standard error at most {100 * table.error:.2f} percentage "
        "points. Players who bid by the score are not in it.",
    ]
    return "\n".join(lines)


def _points(chance: float) -> str:
    return f"{round(100 * float(chance), 1) + 0.0:+.1f}"  # + 0.0: no minus before zero


def draw_heat_map(table: WinTable, ax: Axes | None, dealer: str) -> Axes:
    """Draw our chance by both scores, from a third of the game below zero upwards; see `WinTable.plot`."""
    if dealer not in ("us", "them"):
        raise PinosimError(f"dealer: expected 'us' or 'them', got {dealer!r}")
    ax = axes_or_new(ax, (5.6, 4.8))
    target = table.rule_set.game.target
    scores = table.scores
    scores = scores[(scores >= -target // 3) & (scores < target)]
    chances = 100 * table.before_hand(scores[:, None], scores[None, :], we_deal=dealer == "us")
    image = ax.pcolormesh(scores, scores, chances, cmap="RdBu", vmin=0, vmax=100, shading="nearest", rasterized=True)
    lines = ax.contour(scores, scores, chances, levels=[10, 25, 50, 75, 90], colors="0.2", linewidths=0.8)
    ax.clabel(lines, fmt="%d%%", fontsize=8)
    ax.figure.colorbar(image, ax=ax, label="% of games won")
    ax.set_xlabel("their score")
    ax.set_ylabel("our score")
    ax.set_title(f"Chance to win, {table.rules}, {'we' if dealer == 'us' else 'they'} deal", fontsize=10)
    return ax
