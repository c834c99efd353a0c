"""What a hand does to the scores of two sides, counted over many hands of self-play: what win tables are made from."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.numbers import seed_number, whole_number, worker_count
from pinosim.api.playing import load_player, seat_policies
from pinosim.api.sides import expect_two_sides
from pinosim.core import columns as C
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionName
    from pinosim.rules.schema import Rules

SLICE_DEALS: Final = 10_000
MOST_DEALS: Final = 1_000_000_000

NOBODY: Final = 0
DEALING: Final = 1
OTHER: Final = 2
"""Who bid, as column `BID_BY` of outcomes tells it: nobody in a game without bidding."""

# columns of outcomes
CHANGE_DEALING: Final = 0
CHANGE_OTHER: Final = 1
BID_BY: Final = 2
BID_MADE: Final = 3
SAME_DEALS_NEXT: Final = 4
COUNT: Final = 5
N_OUTCOME: Final = 6


@dataclass(frozen=True)
class HandOutcomes:
    """How often a hand changed the scores in which way, seen from the side whose turn it was to deal.

    Attributes
    ----------
    rows : int64 array, shape (n, N_OUTCOME)
        Change of the dealing side's score and of the other's, in points; who bid (`NOBODY`, `DEALING`, `OTHER`); 1 if
        it was made; 1 if the same side deals next; hands in which this happened. Sorted, no two rows of one outcome.
    hands : int
        All hands.
    policy : str
        Name and version of who played every seat.
    """

    rows: NDArray[np.int64]
    hands: int
    policy: str


def sample_outcomes(
    rules: Rules,
    policy: str,
    deals: int,
    seed: int = 1,
    first: int = 0,
    jobs: int | None = None,
    progress: Callable[[int], object] | None = None,
    convention: ConventionName | None = None,
) -> HandOutcomes:
    """Play hands and count what they do to the scores.

    Parameters
    ----------
    rules : Rules
        A game of two sides.
    policy : str
        Who plays every seat.
    deals : int
        Hands, from 1.
    seed : int, default 1
        0 to 2**64 - 1.
    first : int, default 0
        Number of the first deal.
    jobs : int, optional
        Threads; all cores if left out. The result does not depend on it.
    progress : callable, optional
        Called with the number of hands played since the last call.
    convention : str or path, optional
        The bidding convention that every seat plays.

    Returns
    -------
    HandOutcomes

    Raises
    ------
    PinosimError
        If there are not two sides, the policy or convention is unknown, or a number is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> outcomes = sample_outcomes(load_rules("family250"), "standard", deals=500, jobs=1)
    >>> int(outcomes.rows[:, COUNT].sum()), outcomes.policy
    (500, 'standard-1')
    """
    expect_two_sides(rules)
    deals = whole_number("deals", deals, 1, MOST_DEALS)
    seed = seed_number(seed)
    workers = worker_count(jobs)
    labels, seats = seat_policies(policy, rules, convention)
    if len(set(labels)) > 1:
        what, given = ("policy", policy) if convention is None else ("policy, convention", f"{policy}, {convention}")
        raise PinosimError(f"{what}: expected one name for all seats, got {given!r}")
    player = load_player(rules, seats, seed)

    def play(start: int) -> NDArray[np.int64]:
        hands = np.empty((C.N_COLUMNS, min(SLICE_DEALS, first + deals - start)), np.int32)
        player(start, hands)
        return _count(_outcome_rows(hands, start, rules))

    parts = []
    starts = range(first, first + deals, SLICE_DEALS)
    with ThreadPoolExecutor(min(workers, len(starts))) as pool:
        for rows in pool.map(play, starts):
            parts.append(rows)
            if progress is not None:
                progress(int(rows[:, COUNT].sum()))
    return HandOutcomes(_count(np.concatenate(parts)), deals, labels[0])


def together(outcomes: list[HandOutcomes]) -> HandOutcomes:
    """Add up outcomes of the same game and players."""
    rows = _count(np.concatenate([each.rows for each in outcomes]))
    return HandOutcomes(rows, sum(each.hands for each in outcomes), outcomes[0].policy)


def _outcome_rows(hands: NDArray[np.int32], start: int, rules: Rules) -> NDArray[np.int64]:
    """Turn the columns of hands numbered from `start` into outcomes counted once each."""
    numbers = start + np.arange(hands.shape[1])
    dealing = numbers % rules.seats.players % 2  # seats of two sides alternate
    dealt_last = hands[C.DEALER] % 2
    scores = hands[[C.SCORE_0, C.SCORE_1]].astype(np.int64)
    rows = np.zeros((hands.shape[1], N_OUTCOME), np.int64)
    everyone = np.arange(hands.shape[1])
    rows[:, CHANGE_DEALING] = scores[dealing, everyone]
    rows[:, CHANGE_OTHER] = scores[1 - dealing, everyone]
    if rules.auction.kind != "none":
        rows[:, BID_BY] = np.where(hands[C.BIDDER] % 2 == dealing, DEALING, OTHER)
        rows[:, BID_MADE] = hands[C.OUTCOME] == C.MADE
    rows[:, SAME_DEALS_NEXT] = (dealt_last + 1) % 2 == dealing  # the next dealer sits left of the last
    rows[:, COUNT] = 1
    return rows


def _count(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add up the counts of equal outcomes."""
    outcomes, places = np.unique(rows[:, :COUNT], axis=0, return_inverse=True)
    counts = np.zeros(len(outcomes), np.int64)
    np.add.at(counts, places.ravel(), rows[:, COUNT])
    return np.column_stack([outcomes, counts])
