"""`match`: two policies over the same deals with seats swapped, so that luck of the cards cancels.

Every deal is played once in each seating (`seatings`), and its results are one number: how many points a hand A was
ahead of B. Intervals come from these numbers, one a deal, never from single hands: the two plays of a deal are not
independent.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.axes import axes_or_new
from pinosim.api.intervals import Estimate, confidence_sequence, error_bars, mean, rate
from pinosim.api.numbers import seed_number, whole_number, worker_count
from pinosim.errors import PinosimError
from pinosim.rules.schema import Rules

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from pinosim.api.convention_seats import ConventionName
    from pinosim.policies.registry import Policy

BATCH_DEALS: Final = 2_048
"""Deals between two looks at the result, and what one thread plays at a time."""
THINKING_BATCH: Final = 64
"""The same where a policy takes milliseconds a hand."""
MOST_DEALS: Final = 100_000_000


@dataclass(frozen=True)
class Elo:
    """A difference in playing strength on the scale of chess: 400 points are odds of ten to one to win a deal.

    Attributes
    ----------
    mean, low, high : float
        From the share of deals won and the ends of its interval; infinite where that share is 0 or 1.
    """

    mean: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float | None]:
        """Plain values for JSON; what is infinite becomes None."""
        return {
            name: value if math.isfinite(value) else None
            for name, value in (("mean", self.mean), ("low", self.low), ("high", self.high))
        }

    def __str__(self) -> str:
        return f"{self.mean:+,.0f} ({self.low:+,.0f} to {self.high:+,.0f})"


@dataclass(frozen=True)
class Match:
    """What came of a match between two policies. Everything is seen from A.

    Attributes
    ----------
    rules : Rules
    a, b : str
        Name and version of the policies.
    seed : int
    deals : int
        Deals played, each once in every seating.
    hands : int
        Hands played: deals times seatings.
    points_per_hand : Estimate
        A's points less B's a hand, in the rule set's unit.
    win_rate : Estimate
        Share of deals in which A scored more than B over all seatings; a tie counts one half.
    elo : Elo
        The same as a rating difference.
    won, tied, lost : int
        Deals.
    contracts_a, contracts_b : Estimate
        Share of the contracts that each made as bidder.
    average_a, average_b : float
        Points a hand of a side (or of a seat, where each plays alone).
    stopped : bool
        True when it ended early because the difference was clear.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> result = match("standard", "random", load_rules("family250"), deals=200, jobs=1)
    >>> result.points_per_hand.low > 0
    True
    """

    rules: Rules
    a: str
    b: str
    seed: int
    deals: int
    hands: int
    points_per_hand: Estimate
    win_rate: Estimate
    elo: Elo
    won: int
    tied: int
    lost: int
    contracts_a: Estimate
    contracts_b: Estimate
    average_a: float
    average_b: float
    stopped: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of `pinosim match --json`."""
        return {
            "a": self.a,
            "b": self.b,
            "points_per_hand": _span(self.points_per_hand),
            "win_rate": _span(self.win_rate),
            "elo": self.elo.to_dict(),
            "pairs": {"won": self.won, "tied": self.tied, "lost": self.lost},
            "contract_rate": {"a": _span(self.contracts_a), "b": _span(self.contracts_b)},
            "contracts": {"a": self.contracts_a.n, "b": self.contracts_b.n},
            "average_points": {"a": self.average_a, "b": self.average_b},
            "hands": self.hands,
            "level": self.points_per_hand.level,
            "stopped_early": self.stopped,
        }

    def to_frame(self) -> pd.DataFrame:
        """One row a number, with its interval: columns what, value, low, high, n."""
        import pandas as pd

        estimates = {
            "points a hand, A less B": self.points_per_hand,
            "deals won by A": self.win_rate,
            "contracts made by A": self.contracts_a,
            "contracts made by B": self.contracts_b,
        }
        return pd.DataFrame(
            [
                {"what": what, "value": each.value, "low": each.low, "high": each.high, "n": each.n}
                for what, each in estimates.items()
            ]
        )

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the points a hand with their interval beside the line of no difference.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure if left out.

        Returns
        -------
        Axes
        """
        ax = axes_or_new(ax, (6.4, 1.8))
        points = self.points_per_hand
        ax.errorbar([points.value], [0], xerr=error_bars([points]), fmt="o")
        ax.axvline(0, linewidth=1, color="0.5")
        ax.set_yticks([0], [f"{self.a} - {self.b}"])
        ax.set_xlabel(f"points a hand, {self.rules.id}, {self.deals:,} deals, {points.level:.0%} interval")
        return ax

    def __str__(self) -> str:
        early = " (stopped early: the difference is clear)" if self.stopped else ""
        lines = [
            f"{self.a} against {self.b}: {self.rules.id} ({self.rules.hash}), seed {self.seed}, "
            f"{self.deals:,} deals with seats swapped{early}",
            f"  points a hand   {self.points_per_hand:+,.2f}",
            f"  deals won       {self.win_rate:.1%}   {self.won:,} won, {self.tied:,} tied, {self.lost:,} lost",
            f"  Elo             {self.elo}",
            f"  contracts made  {self.a} {self.contracts_a:.1%} of {self.contracts_a.n:,}, "
            f"{self.b} {self.contracts_b:.1%} of {self.contracts_b.n:,}",
            f"  average points  {self.a} {self.average_a:,.1f}, {self.b} {self.average_b:,.1f}",
            f"  Intervals of {self.points_per_hand.level:.0%}, from deals as pairs ({self.points_per_hand.method}).",
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def match(
    a: str,
    b: str,
    rules: Rules,
    deals: int = 10_000,
    seed: int = 1,
    level: float = 0.95,
    stop: bool = False,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
    convention: ConventionName | None = None,
    convention_b: ConventionName | None = None,
) -> Match:
    """Let two policies play the same deals against each other, with seats swapped.

    Parameters
    ----------
    a, b : str
        Names of policies.
    rules : Rules
        From `pinosim.load_rules`.
    deals : int, default 10_000
        How many deals, 1 to 10**8; with `stop`, how many at most.
    seed : int, default 1
        0 to 2**64 - 1.
    level : float, default 0.95
        Coverage of the intervals, strictly between 0 and 1.
    stop : bool, default False
        Look at the result after every `BATCH_DEALS` deals (`THINKING_BATCH` where a policy thinks) and end once the
        difference is clear. The interval of the points is then an asymptotic confidence sequence, which may be looked
        at as often as one likes: it is wider, and stopping early does not spoil it.
    jobs : int, optional
        Threads, 1 to 1024; all cores if left out. The result does not depend on it.
    progress : callable, optional
        Called with the number of deals done since the last call.
    convention, convention_b : str or path, optional
        The bidding conventions that A and B play, packaged ones or files. See `docs/conventions.md`.

    Returns
    -------
    Match

    Raises
    ------
    PinosimError
        If a policy or a convention is unknown, a number out of range, or nothing can be swapped in this rule set.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> match("standard", "standard", load_rules("wocg-single"), deals=50, jobs=1).points_per_hand.value
    0.0
    """
    from pinosim.policies.registry import resolve

    if not isinstance(rules, Rules):
        raise PinosimError(f"rules: expected a rule set from load_rules, got {rules!r}.")
    first, second = resolve(a, rules), resolve(b, rules)
    if convention is not None or convention_b is not None:
        from pinosim.api.convention_seats import play_convention

        first, second = (
            play_convention(policy, name, rules) for policy, name in ((first, convention), (second, convention_b))
        )
    return match_policies(first, second, rules, deals, seed, level, stop, jobs, progress)


def match_policies(
    a: Policy,
    b: Policy,
    rules: Rules,
    deals: int,
    seed: int = 1,
    level: float = 0.95,
    stop: bool = False,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Match:
    """Do what `match` does, with policies that are resolved already (or changed, for tuning)."""
    deals = whole_number("deals", deals, 1, MOST_DEALS)
    seed = seed_number(seed)
    workers = worker_count(jobs)
    if not 0 < level < 1:
        raise PinosimError(f"level: expected a number strictly between 0 and 1, such as 0.95, got {level!r}.")
    tally = _Tally()
    stopped = False
    for batch in _batches(a, b, rules, deals, seed, workers):
        tally.add(batch)
        if progress is not None:
            progress(len(batch.ahead))
        if stop and tally.deals < deals:
            points = confidence_sequence(tally.total, tally.squares, tally.deals, level, deals)
            if points.low > 0 or points.high < 0:
                stopped = True
                break
    if stop:
        points = confidence_sequence(tally.total, tally.squares, tally.deals, level, deals)
    else:
        points = mean(tally.total, tally.squares, tally.deals, level)
    win_rate = mean(tally.won + tally.tied / 2, tally.won + tally.tied / 4, tally.deals, level)
    win_rate = Estimate(
        win_rate.value, max(win_rate.low, 0.0), min(win_rate.high, 1.0), win_rate.n, win_rate.method, level
    )
    if tally.tied == 0:
        win_rate = rate(tally.won, tally.deals, level)  # the spread of a few deals that all go one way tells nothing
    hands = tally.deals * len(seatings(rules))
    return Match(
        rules=rules,
        a=a.label,
        b=b.label,
        seed=seed,
        deals=tally.deals,
        hands=hands,
        points_per_hand=points,
        win_rate=win_rate,
        elo=Elo(*(_elo(share) for share in (win_rate.value, win_rate.low, win_rate.high))),
        won=tally.won,
        tied=tally.tied,
        lost=tally.deals - tally.won - tally.tied,
        contracts_a=rate(tally.made[0], tally.bid[0], level),
        contracts_b=rate(tally.made[1], tally.bid[1], level),
        average_a=tally.points[0] / hands,
        average_b=tally.points[1] / hands,
        stopped=stopped,
    )


def seatings(rules: Rules) -> list[tuple[bool, ...]]:
    """List who sits where, one row a play of a deal: True where A sits.

    Two sides swap seats. With more sides, each side in turn is A against B in all the others, and then the other way
    round, so that both policies meet the same company.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> seatings(load_rules("family250"))
    [(True, False, True, False), (False, True, False, True)]
    >>> len(seatings(load_rules("family250-3h")))
    6
    """
    players = rules.seats.players
    sides = rules.seats.teams
    one_a = [tuple(seat % sides == side for seat in range(players)) for side in range(sides)]
    if sides == 2:
        return one_a
    return one_a + [tuple(not here for here in row) for row in one_a]


@dataclass(frozen=True)
class _Batch:
    """Some deals, played in every seating."""

    ahead: NDArray[np.float64]  # A's points less B's a hand, one number a deal
    points: tuple[float, float]
    bid: tuple[int, int]
    made: tuple[int, int]


class _Tally:
    """Sums over batches, added in order so that they are the same to the last bit however many threads there were."""

    def __init__(self) -> None:
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0
        self.won = 0
        self.tied = 0
        self.points = [0.0, 0.0]
        self.bid = [0, 0]
        self.made = [0, 0]

    def add(self, batch: _Batch) -> None:
        """Add a batch."""
        self.deals += len(batch.ahead)
        self.total += float(batch.ahead.sum())
        self.squares += float((batch.ahead * batch.ahead).sum())
        self.won += int((batch.ahead > 0).sum())
        self.tied += int((batch.ahead == 0).sum())
        for who in (0, 1):
            self.points[who] += batch.points[who]
            self.bid[who] += batch.bid[who]
            self.made[who] += batch.made[who]


def _batches(a: Policy, b: Policy, rules: Rules, deals: int, seed: int, workers: int) -> Iterator[_Batch]:
    """Play the batches in threads and give them in order."""
    import numpy as np

    from pinosim.api.playing import load_player

    rows = seatings(rules)
    players = []
    for row in rows:
        seats = np.ascontiguousarray([(a if here else b).numbers for here in row], np.int64)
        players.append(load_player(rules, seats, seed))

    size = THINKING_BATCH if a.thinks or b.thinks else BATCH_DEALS

    def play(first: int) -> _Batch:
        return _play_batch(players, rows, first, min(size, deals - first))

    starts = iter(range(0, deals, size))
    waiting: deque[Future[_Batch]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        waiting.extend(pool.submit(play, first) for first in islice(starts, 2 * workers))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(play, first) for first in islice(starts, 1))
    finally:
        pool.shutdown(cancel_futures=True)


def _play_batch(players: Sequence[Any], rows: Sequence[tuple[bool, ...]], first: int, n: int) -> _Batch:
    import numpy as np

    from pinosim.core import columns as C

    ahead = np.zeros(n)
    points = [0.0, 0.0]
    bid = [0, 0]
    made = [0, 0]
    for player, row in zip(players, rows, strict=True):
        hands = np.empty((C.N_COLUMNS, n), np.int32)
        player(first, hands)
        here = np.array(row)
        scores = hands[C.SCORE_0 : C.SCORE_0 + len(row)].astype(np.float64)
        mine, theirs = scores[here].mean(axis=0), scores[~here].mean(axis=0)
        ahead += mine - theirs
        points[0] += float(mine.sum())
        points[1] += float(theirs.sum())
        declared = hands[C.BID] > 0  # a game without an auction has no contracts
        a_bids = here[hands[C.BIDDER]]
        success = hands[C.OUTCOME] == C.MADE
        for who, bids in enumerate((a_bids, ~a_bids)):
            bid[who] += int((bids & declared).sum())
            made[who] += int((bids & declared & success).sum())
    return _Batch(ahead / len(rows), (points[0], points[1]), (bid[0], bid[1]), (made[0], made[1]))


def _elo(share: float) -> float:
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


def _span(estimate: Estimate) -> dict[str, float | None]:
    plain = estimate.to_dict()
    return {"mean": plain["value"], "low": plain["low"], "high": plain["high"]}  # type: ignore[dict-item]
