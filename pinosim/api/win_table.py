"""Chances to win the game from any pair of scores: `win_table` looks a table up, `make_win_table` makes one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pinosim.api.game_end import GOES_ON, WON, ends_of_two
from pinosim.api.intervals import SELF_PLAY, Estimate
from pinosim.api.numbers import whole_number
from pinosim.api.sides import expect_two_sides
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import os

    import pandas as pd
    from matplotlib.axes import Axes

    from pinosim.api.convention_seats import ConventionName
    from pinosim.rules.schema import Rules

DEFAULT_DEALS: Final = 1_000_000
DEFAULT_POLICY: Final = "hard"
LEAST_DEALS: Final = 1_000
LARGEST_SCORE: Final = 1_000_000
SIDES: Final = ("us", "them")
_SHOWN: Final = 6
_NORMAL_95: Final = 1.959964


@dataclass(frozen=True, eq=False)
class WinTable:
    """Chance of a side to win the game before a hand, by both scores and who deals.

    It comes from self-play: one policy in every seat, which plays the same whatever the score. So it does not know that
    players near the end bid differently; `docs/score.md` says what follows.

    Attributes
    ----------
    rule_set : Rules
        The game; scores are in its unit.
    policy : str
        Name and version of who played.
    hands, seed : int
        How many hands, and the seed of their cards.
    error : float
        Half the largest difference, over all scores, between the tables made from either half of the hands: about the
        standard error at the worst place.
    unit, low : int
        Points from one score of the table to the next, and the lowest. Below it the chance is taken to be the same.
    chances : float64 array, shape (n_scores, n_scores), read-only
        Chance of the side about to deal, by its score and by the other's.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> table = win_table(load_rules("family250"))
    >>> print(f"{table.chance(1400, 1300, dealer='them'):.0%}")
    53% (53% to 53%)
    """

    rule_set: Rules
    policy: str
    hands: int
    seed: int
    error: float
    unit: int
    low: int
    chances: NDArray[np.float64]

    @property
    def rules(self) -> str:
        """Id of the rule set."""
        return self.rule_set.id

    @property
    def rules_hash(self) -> str:
        """Hash of the rule set."""
        return self.rule_set.hash

    @property
    def scores(self) -> NDArray[np.int64]:
        """The scores of the table, ascending, in points; shape (n_scores,)."""
        return self.low + self.unit * np.arange(self.chances.shape[0], dtype=np.int64)

    def chance(self, us: int, them: int, dealer: str = "them") -> Estimate:
        """Give our chance to win the game before a hand.

        Parameters
        ----------
        us, them : int
            The scores, ours first.
        dealer : {"them", "us"}
            Whose turn it is to deal.

        Returns
        -------
        Estimate
            Its interval is that of the worst place in the table, see `error`.

        Raises
        ------
        PinosimError
            If a number is out of range, or the game is over at these scores.
        """
        us = whole_number("us", us, -LARGEST_SCORE, LARGEST_SCORE)
        them = whole_number("them", them, -LARGEST_SCORE, LARGEST_SCORE)
        if dealer not in SIDES:
            raise PinosimError(f"dealer: expected 'us' or 'them', got {dealer!r}")
        if ends_of_two(self.rule_set, us, them, False, False, False) != GOES_ON:
            raise PinosimError(f"score {us}:{them}: the game is over, as {self.rules!r} ends at {_ends(self.rule_set)}")
        value = float(self.before_hand(us, them, we_deal=dealer == "us"))
        half = _NORMAL_95 * self.error
        return Estimate(value, max(0.0, value - half), min(1.0, value + half), self.hands, SELF_PLAY)

    def before_hand(self, us: ArrayLike, them: ArrayLike, *, we_deal: bool) -> NDArray[np.float64]:
        """Give our chances for arrays of scores, read between the scores of the table; no score is refused."""
        if not we_deal:
            return 1.0 - self.before_hand(them, us, we_deal=True)
        last = self.chances.shape[0] - 1
        rows, columns = (np.clip((np.asarray(side) - self.low) / self.unit, 0.0, last) for side in (us, them))
        up, left = (np.minimum(np.floor(place).astype(np.int64), max(last - 1, 0)) for place in (rows, columns))
        down, right = np.minimum(up + 1, last), np.minimum(left + 1, last)
        part, share = rows - up, columns - left
        above = self.chances[up, left] * (1 - share) + self.chances[up, right] * share
        below = self.chances[down, left] * (1 - share) + self.chances[down, right] * share
        between: NDArray[np.float64] = above * (1 - part) + below * part
        return between

    def after_hand(
        self,
        us: ArrayLike,
        them: ArrayLike,
        we_bid: ArrayLike,
        they_bid: ArrayLike,
        made: ArrayLike,
        *,
        we_deal_next: bool,
    ) -> NDArray[np.float64]:
        """Give our chances after a hand: 1 or 0 where it has ended the game, else those before the next.

        Parameters
        ----------
        us, them : int arrays
            Scores after the hand, broadcast against each other and the rest.
        we_bid, they_bid, made : bool arrays
            Who played for the bid, and whether he made it.
        we_deal_next : bool
            Whether our side deals the next hand.

        Returns
        -------
        float64 array
        """
        ends = ends_of_two(self.rule_set, us, them, we_bid, they_bid, made)
        goes_on = np.broadcast_to(self.before_hand(us, them, we_deal=we_deal_next), ends.shape)
        return np.where(ends == GOES_ON, goes_on, (ends == WON).astype(np.float64))

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the table to a file that `win_table(rules, path)` reads.

        Parameters
        ----------
        path : path-like
            It may not be there yet, be empty, or hold an earlier table.
        overwrite : bool
            Replace whatever file is there.

        Raises
        ------
        PinosimError
            If there is a file that is something else; it is kept.
        OSError
            If the file cannot be written.
        """
        from pinosim.api.win_table_file import write_win_table

        write_win_table(self, path, overwrite=overwrite)

    def to_dict(self) -> dict[str, Any]:
        """Give plain values for JSON: what it rests on, and the chances at some scores, ours down and theirs across."""
        shown = self._shown_scores()
        return {
            "policy": self.policy,
            "hands": self.hands,
            "seed": self.seed,
            "standard_error": self.error,
            "target": self.rule_set.game.target,
            "scores": shown,
            "they_deal": [[self._at(us, them, we_deal=False) for them in shown] for us in shown],
            "we_deal": [[self._at(us, them, we_deal=True) for them in shown] for us in shown],
        }

    def to_frame(self) -> pd.DataFrame:
        """Give all chances, one row a pair of scores: `us`, `them` (int64), `they_deal`, `we_deal` (float64)."""
        import pandas as pd

        us, them = (side.ravel() for side in np.meshgrid(self.scores, self.scores, indexing="ij"))
        return pd.DataFrame(
            {"us": us, "them": them, "they_deal": 1.0 - self.chances.T.ravel(), "we_deal": self.chances.ravel()}
        )

    def plot(self, ax: Axes | None = None, dealer: str = "them") -> Axes:
        """Draw a heat map of our chance, with lines of equal chance.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure otherwise.
        dealer : {"them", "us"}
            Who deals.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from pinosim.api.win_table_display import draw_heat_map

        return draw_heat_map(self, ax, dealer)

    def __repr__(self) -> str:
        return f"<WinTable of {self.rules} ({self.rules_hash}), {self.policy}, {self.hands:,} hands>"

    def __str__(self) -> str:
        from pinosim.api.win_table_display import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def _at(self, us: int, them: int, *, we_deal: bool) -> float:
        return round(float(self.before_hand(us, them, we_deal=we_deal)), 5)

    def _shown_scores(self) -> list[int]:
        """Choose some scores for a table a person can read: round parts of the game, and the last below the target."""
        target = self.rule_set.game.target
        step = max(self.unit, target // _SHOWN // self.unit * self.unit)
        shown = set(range(0, target, step)) | {(target - 1) // self.unit * self.unit}
        lowest = self.low if self.rule_set.game.losing_score else -target // 3
        return sorted(shown | set(range(-step, lowest - 1, -step)))


def win_table(rules: Rules, path: str | os.PathLike[str] | None = None) -> WinTable:
    """Get the table of a rule set.

    Parameters
    ----------
    rules : Rules
        A packaged rule set of two sides, in either scale.
    path : path-like, optional
        A file made by `WinTable.save`, or by `pinosim win-table --out`, for rules of your own.

    Returns
    -------
    WinTable

    Raises
    ------
    PinosimError
        If there is no table for these rules, or the file holds another game's; the message says how to make one.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> win_table(load_rules("guide-standard"))
    <WinTable of guide-standard (...), hard-1, 1,000,000 hands>
    """
    from pinosim.api.win_table_file import find_packaged, read_win_table

    expect_rules(rules)
    expect_two_sides(rules)
    if path is not None:
        return read_win_table(rules, path)
    table = find_packaged(rules)
    if table is None:
        raise PinosimError(
            f"there is no table of chances to win for {rules.id!r} ({rules.hash}). Make one, it takes a minute: "
            f"pinosim win-table --rules {rules.id} --out chances.npz (with your own file or --set as you gave them), "
            "then give --win-table chances.npz; in Python make_win_table(rules)."
        )
    return table


def make_win_table(
    rules: Rules,
    policy: str = DEFAULT_POLICY,
    deals: int = DEFAULT_DEALS,
    seed: int = 1,
    jobs: int | None = None,
    progress: Callable[[int], object] | None = None,
    convention: ConventionName | None = None,
) -> WinTable:
    """Play hands and work out the chance to win the game from every pair of scores.

    Parameters
    ----------
    rules : Rules
        A game of two sides.
    policy : str, default "hard"
        Who plays every seat, one name.
    deals : int, default 1,000,000
        Hands, from 1,000.
    seed : int, default 1
        0 to 2**64 - 1; the same seed gives the same table.
    jobs : int, optional
        Threads; all cores if left out. The result does not depend on it.
    progress : callable, optional
        Called with the number of hands played since the last call.
    convention : str or path, optional
        The bidding convention that every seat plays, a packaged one or a file. See `docs/conventions.md`.

    Returns
    -------
    WinTable

    Raises
    ------
    PinosimError
        If the game has not two sides or does not come to an end, or a value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rough = make_win_table(load_rules("family250"), "standard", deals=2_000, jobs=1)
    >>> 0.5 < rough.chance(700, 500).value < 0.7
    True
    """
    from pinosim.api.win_outcomes import MOST_DEALS, sample_outcomes, together
    from pinosim.api.win_solving import grid_of, solve_chances

    expect_rules(rules)
    expect_two_sides(rules)
    deals = whole_number("deals", deals, LEAST_DEALS, MOST_DEALS)
    half = deals // 2
    halves = [
        sample_outcomes(rules, policy, half, seed, jobs=jobs, progress=progress, convention=convention),
        sample_outcomes(rules, policy, deals - half, seed, half, jobs, progress, convention),
    ]
    whole = together(halves)
    grid = grid_of(rules, whole)
    one, other = (solve_chances(rules, each, grid) for each in halves)
    chances = solve_chances(rules, whole, grid)
    chances.setflags(write=False)
    return WinTable(
        rule_set=rules,
        policy=whole.policy,
        hands=whole.hands,
        seed=int(seed),
        error=float(np.abs(one - other).max()) / 2,
        unit=grid.unit,
        low=grid.low * grid.unit,
        chances=chances,
    )


def _ends(rules: Rules) -> str:
    floor = rules.game.losing_score
    return f"{rules.game.target}" + (f" or {floor}" if floor else "")
