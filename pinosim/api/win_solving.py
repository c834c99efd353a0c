"""From what hands do to the scores to the chance of winning the game from every pair of scores.

Let A(x, y) be the chance of the side about to deal, with x points against y. After the hand the game is over, or the
other side deals: A(x, y) is the mean of 1, 0 or 1 - A(y', x') over the outcomes of a hand. Sweeping over a grid of
scores until nothing moves solves this, negative scores included; one sweep is a correlation, done by Fourier transform.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.game_end import GOES_ON, WON, ends_of_two
from pinosim.api.win_outcomes import (
    BID_BY,
    BID_MADE,
    CHANGE_DEALING,
    CHANGE_OTHER,
    COUNT,
    DEALING,
    OTHER,
    SAME_DEALS_NEXT,
    HandOutcomes,
)
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

STILL: Final = 1e-7
"""A sweep that moves no chance by more than this is the last."""
MOST_SWEEPS: Final = 2_000
MOST_SCORES: Final = 3_000

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class ScoreGrid:
    """The scores a game can stand at, one unit apart.

    Attributes
    ----------
    unit : int
        Points from one score to the next: what all changes of a score are multiples of.
    low, high : int
        Lowest and highest score, in units. Where no score loses the game, the lowest stands for all below it.
    """

    unit: int
    low: int
    high: int

    @property
    def scores(self) -> NDArray[np.int64]:
        """All of them, in points."""
        return np.arange(self.low, self.high + 1, dtype=np.int64) * self.unit


def grid_of(rules: Rules, outcomes: HandOutcomes) -> ScoreGrid:
    """Choose the scores to work out.

    They end below the target, or at twice the target where a side may stand there without having won; downwards at the
    losing score, or where there is none as far below zero as the target lies above.

    Raises
    ------
    PinosimError
        If there are too many of them.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> from pinosim.api.win_outcomes import sample_outcomes
    >>> rules = load_rules("family250")
    >>> grid_of(rules, sample_outcomes(rules, "standard", 500, jobs=1))
    ScoreGrid(unit=10, low=-150, high=149)
    """
    game = rules.game
    unit = int(np.gcd.reduce(outcomes.rows[:, [CHANGE_DEALING, CHANGE_OTHER]], axis=None)) or 1
    stays = game.winner_must_bid or game.tie == "higher-score"
    high = 2 * game.target // unit if stays else -(-game.target // unit) - 1
    low = game.losing_score // unit + 1 if game.losing_score else -(game.target // unit)
    if high - low >= MOST_SCORES:
        raise PinosimError(
            f"{rules.id!r}: scores from {low * unit:,} to {high * unit:,} by {unit} are more than {MOST_SCORES:,}, too "
            "many for a table of chances"
        )
    return ScoreGrid(unit, low, high)


def solve_chances(rules: Rules, outcomes: HandOutcomes, grid: ScoreGrid) -> Chances:
    """Work out the chance of the dealing side to win the game.

    Parameters
    ----------
    rules : Rules
        How a game ends.
    outcomes : HandOutcomes
        What a hand does to the scores, whatever they are.
    grid : ScoreGrid

    Returns
    -------
    float64 array, shape (n_scores, n_scores)
        By the dealing side's score and the other's.

    Raises
    ------
    PinosimError
        If games of these outcomes do not come to an end.
    """
    from scipy import fft

    size = grid.high - grid.low + 1
    changes = outcomes.rows[:, [CHANGE_DEALING, CHANGE_OTHER]] // grid.unit
    least, most = changes.min(axis=0), changes.max(axis=0)
    reached = [np.arange(grid.low + least[side], grid.high + most[side] + 1) for side in (0, 1)]
    places = [np.clip(scores - grid.low, 0, size - 1) for scores in reached]
    shape = tuple(fft.next_fast_len(len(scores), real=True) for scores in reached)
    classes = []
    for kind in np.unique(outcomes.rows[:, BID_BY:COUNT], axis=0):
        rows = (outcomes.rows[:, BID_BY:COUNT] == kind).all(axis=1)
        shares = np.zeros(most - least + 1)
        cells = changes[rows] - least
        shares[cells[:, 0], cells[:, 1]] = outcomes.rows[rows, COUNT] / outcomes.hands
        bid_by, made, same_deals_next = kind[0], kind[BID_MADE - BID_BY] == 1, kind[SAME_DEALS_NEXT - BID_BY] == 1
        ends = ends_of_two(
            rules,
            reached[0][:, None] * grid.unit,
            reached[1][None, :] * grid.unit,
            bid_by == DEALING,
            bid_by == OTHER,
            made,
        )
        transform = np.conj(fft.rfft2(shares, shape))
        classes.append((transform, ends == GOES_ON, (ends == WON).astype(np.float64), same_deals_next))

    chances = np.full((size, size), 0.5)
    for _ in range(MOST_SWEEPS):
        # what the side that deals this hand has when it deals again, and when the other side deals
        again = chances[np.ix_(places[0], places[1])]
        other = 1.0 - chances[np.ix_(places[1], places[0])].T
        total = np.zeros((shape[0], shape[1] // 2 + 1), np.complex128)
        for transform, goes_on, won, same_deals_next in classes:
            total += transform * fft.rfft2(np.where(goes_on, again if same_deals_next else other, won), shape)
        swept: Chances = np.clip(fft.irfft2(total, shape)[:size, :size], 0.0, 1.0)
        moved = float(np.abs(swept - chances).max())
        chances = swept
        if moved < STILL:
            return chances
    raise PinosimError(
        f"games of {rules.id!r} as {outcomes.policy} plays them do not come to an end, so there is no chance to win one"
    )
