"""An answer whenever the budget runs out: an interval that narrows from both sides, and play with open cards.

Questions far from the guess are cheap, those near the value dear. So both sides of the guess are searched by halving,
each question with a small allowance of nodes; what proves too dear waits until the allowance has grown. What was proved
on the way is kept in the table.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.api.solver_desk import Desk

if TYPE_CHECKING:
    from pinosim.api.solution import Question

FIRST_ALLOWANCE: Final = 1 << 16  # nodes for a question; more where the budget is large
ALLOWANCES: Final = 64  # so many first allowances make a budget
TYPICAL_RATE: Final = 10_000_000.0  # nodes a second, until it is measured
LONG_ENOUGH: Final = 10_000  # nodes from which a search tells the rate
ALL: Final = 2**62
SMALLEST_HORIZON: Final = 6  # below, a search costs next to nothing


class Budget:
    """What a search may still take: nodes, seconds, both or neither.

    Parameters
    ----------
    nodes : int or None
        Cards played in the search.
    seconds : float or None
        By the clock on the wall, from now on. Searches are stopped by nodes, at a rate that is measured as they go.

    Attributes
    ----------
    spent : int
        Nodes taken so far.

    Examples
    --------
    >>> budget = Budget(nodes=100, seconds=None)
    >>> budget.take(30, elapsed=0.001)
    >>> budget.left, budget.spent
    (70, 30)
    """

    def __init__(self, nodes: int | None, seconds: float | None) -> None:
        self.spent = 0
        self._nodes = nodes
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._rate = TYPICAL_RATE

    @property
    def left(self) -> int:
        """Nodes that may still be taken."""
        left = ALL if self._nodes is None else self._nodes - self.spent
        if self._deadline is not None:
            left = min(left, int((self._deadline - time.perf_counter()) * self._rate))
        return max(left, 0)

    @property
    def limited(self) -> bool:
        """Tell whether there is a limit at all."""
        return self._nodes is not None or self._deadline is not None

    def take(self, nodes: int, elapsed: float) -> None:
        """Note what a search took.

        Parameters
        ----------
        nodes : int
        elapsed : float
            Seconds.
        """
        self.spent += nodes
        if nodes >= LONG_ENOUGH and elapsed > 0:
            self._rate = nodes / elapsed


@dataclass(frozen=True)
class OpenPlay:
    """What a deal brings if it is played by the order of moves down to a horizon, and as well as can be from there.

    Attributes
    ----------
    points : int
        Of the leader's side.
    horizon : int
        Cards a hand from which on play was exact.
    """

    points: int
    horizon: int


def narrow_within(question: Question, guess: int | None, budget: Budget) -> tuple[int, int]:
    """Narrow the value of a position as far as a budget lasts.

    Parameters
    ----------
    question : Question
        The position.
    guess : int, optional
        Where to look, in points; if left out, what play by the order of moves brings.
    budget : Budget
        Is used up, or what the value takes.

    Returns
    -------
    low, high : int
        Points; equal if the value was found.
    """
    from pinosim.core.double_dummy import places as P
    from pinosim.core.double_dummy.driver import buckets_for
    from pinosim.core.double_dummy.playing import play_out
    from pinosim.core.double_dummy.table import forget

    memory, index, table = Desk(question).memory
    forget(memory, table, buckets_for(memory))
    unit = int(memory[P.UNIT])
    middle = int(play_out(memory, index)) if guess is None else guess // unit
    bounds = _Bounds(0, int(memory[P.LEFT]))
    allowance = max(FIRST_ALLOWANCE, min(budget.left, ALL // 2) // ALLOWANCES)
    while not bounds.equal:
        for below in (True, False):
            too_dear: int | None = None
            while (target := bounds.next_target(middle, below, too_dear)) is not None:
                allowed = min(allowance, budget.left)
                if allowed <= 0:
                    return bounds.low * unit, bounds.high * unit
                answer = _ask(memory, index, table, target, allowed, budget)
                if answer is None:
                    too_dear = target
                else:
                    bounds.take(target, answer)
        allowance *= 2
    return bounds.low * unit, bounds.high * unit


def reaches_within(question: Question, points: int, budget: Budget) -> bool | None:
    """Tell whether the leader's side takes at least so many points, if the budget lasts.

    Parameters
    ----------
    question : Question
        The position.
    points : int
    budget : Budget

    Returns
    -------
    bool or None
        None if the budget was used up.
    """
    from pinosim.core.double_dummy import places as P
    from pinosim.core.double_dummy.driver import buckets_for
    from pinosim.core.double_dummy.table import forget

    memory, index, table = Desk(question).memory
    forget(memory, table, buckets_for(memory))
    target = -(-points // int(memory[P.UNIT]))
    if target <= 0:
        return True
    if target > memory[P.LEFT]:
        return False
    while (allowed := budget.left) > 0:
        # As the rate is only known once something was searched, the first part of a time is a small one.
        part = allowed if budget.spent else -(-allowed // 4)
        answer = _ask(memory, index, table, target, part, budget)
        if answer is not None:
            return answer >= target
    return None


def play_open(question: Question, horizon: int, budget: Budget) -> OpenPlay:
    """Play by the order of moves down to a horizon, and as well as can be from there.

    If the rest takes more than a quarter of what is left of the budget, smaller horizons are tried from below, as long
    as the budget suffices for them. So there always is an answer; at the worst all cards are played by the order.

    Parameters
    ----------
    question : Question
        The position.
    horizon : int
        Cards a hand from which on play is to be exact, 0 or more.
    budget : Budget

    Returns
    -------
    OpenPlay
    """
    horizon = min(horizon, question.cards_left)
    played = _play_exactly_from(question, horizon, budget)
    if played is not None:
        return played
    best = _play_exactly_from(question, 0, budget)
    assert best is not None  # nothing is left to be searched
    for smaller in range(SMALLEST_HORIZON, horizon):
        played = _play_exactly_from(question, smaller, budget)
        if played is None:
            break
        best = played
    return best


def _play_exactly_from(question: Question, horizon: int, budget: Budget) -> OpenPlay | None:
    import numpy as np

    from pinosim.core.double_dummy.driver import NO_GUESS, solve
    from pinosim.core.double_dummy.horizon import play_to_horizon

    desk = Desk(question)
    points, _ = play_to_horizon(*desk.memory[:2], horizon, np.zeros(question.rules.deck.size, np.int64))
    if horizon == 0:
        return OpenPlay(int(points), 0)
    allowed = budget.left // 4 if budget.limited else 0
    if budget.limited and allowed == 0:
        return None
    started = time.perf_counter()
    low, high, nodes = solve(*desk.memory, NO_GUESS, allowed, 0)
    budget.take(int(nodes), time.perf_counter() - started)
    return OpenPlay(int(points + low), horizon) if low == high else None


class _Bounds:
    """What is known of a value in units, and which question to ask next."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    @property
    def equal(self) -> bool:
        return self.low == self.high

    def take(self, target: int, answer: int) -> None:
        if answer >= target:
            self.low = answer
        else:
            self.high = answer

    def next_target(self, middle: int, below: bool, too_dear: int | None) -> int | None:
        """Give the question halfway to the guess, or to one that was too dear; None if there is none left."""
        middle = min(max(middle, self.low), self.high)
        if below:  # "yes" is expected: from low + 1 to the guess
            last = middle if too_dear is None else min(middle, too_dear - 1)
            return None if last <= self.low else (self.low + last + 2) // 2
        first = middle + 1 if too_dear is None else max(middle, too_dear) + 1
        return None if first > self.high else (first + self.high) // 2


def _ask(memory: object, index: object, table: object, target: int, allowed: int, budget: Budget) -> int | None:
    from pinosim.core.double_dummy.search import ask

    started = time.perf_counter()
    answer, nodes, finished = ask(memory, index, table, target, allowed)
    budget.take(int(nodes), time.perf_counter() - started)
    return int(answer) if finished else None
