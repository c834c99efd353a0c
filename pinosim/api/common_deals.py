"""The same deals played with one choice after another, over threads, and a race that finds the few choices worth it.

A deal is known by its number, so it does not matter which thread plays it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch, policy_rows
from pinosim.api.numbers import seed_number, worker_count
from pinosim.api.sides import measured_against
from pinosim.api.warm import say_if_compiling
from pinosim.cards import SUIT_NAMES, SUITS
from pinosim.core import choices as kernels
from pinosim.core import columns as C
from pinosim.core import table as K
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

ME: Final = 0
NOTHING: Final = K.NOTHING
FEWEST_FITTING: Final = 200
"""A figure from fewer deals than this is not given."""

_CHUNK: Final = 256
_SEARCH_CHUNK: Final = 4096
_LONGEST_SEARCH: Final = 1 << 19
_RACE_CARDS: Final = 8192 * 48  # cards played in one round of a race
_RACE_FEWEST: Final = 8
_RACE_MOST: Final = 256
RACE_DEALS: Final = 4 * _RACE_MOST
"""Deals that a race may use up; what is shown is played on others."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def players_for(policy: str | Sequence[str], rules: Rules, convention: ConventionNames = None) -> tuple[Policy, ...]:
    """Give who plays, one policy a seat, by `resolve_seats`, and by which convention; refuse who is slow over a card.

    Raises
    ------
    PinosimError
        If a policy is not known, or thinks while it plays.
    """
    from pinosim.policies.registry import resolve_seats

    players = resolve_seats(policy, rules)
    slow = next((player.name for player in players if player.thinks), None)
    if slow is not None:
        raise PinosimError(
            f"policy: {slow!r} takes too long over a card for an answer that rests on thousands of hands; "
            "'hard' is what it thinks with"
        )
    if convention is None:
        return players
    from pinosim.api.convention_seats import play_conventions

    return play_conventions(players, convention, rules)


def choice(trump: int, given: int = 0, returned: int = 0, buried: int = 0) -> list[int]:
    """Make a row for `CommonDeals.play`: trump, and hand masks; 0: the policy chooses, `NOTHING`: no cards move."""
    row = [0] * kernels.N_CHOICE
    row[kernels.TRUMP] = trump
    row[kernels.ORDERS + K.ORDER_GIVEN] = given
    row[kernels.ORDERS + K.ORDER_RETURNED] = returned
    row[kernels.ORDERS + K.ORDER_BURIED] = buried
    return row


@dataclass(frozen=True)
class Outcomes:
    """What came of some choices, each played on the same deals.

    Attributes
    ----------
    results : int32 array, shape (n_choices, N_RESULT, n)
        What `core.hand.finish_hand` reports.
    rules : Rules
        The rule set.
    me : int
        Whose score is looked at.
    """

    results: NDArray[np.int32]
    rules: Rules
    me: int = ME

    def column(self, column: int) -> Ints:
        """Give one column of the results, such as `columns.MELD_BIDDERS`; shape (n_choices, n)."""
        values: Ints = self.results[:, column - C.RESULT_FROM].astype(np.int64)
        return values

    @property
    def net(self) -> Floats:
        """My side's score less the other's, or mine less the mean of the others'; shape (n_choices, n)."""
        players = self.rules.seats.players
        scores = [self.column(C.SCORE_0 + seat) for seat in range(players)]
        against = measured_against(self.rules)
        if against == 1:
            other = next(seat for seat in range(players) if seat % self.rules.seats.teams != self.me)
            return (scores[self.me] - scores[other]).astype(np.float64)
        others = np.sum([scores[seat] for seat in range(players) if seat != self.me], axis=0)
        net: Floats = scores[self.me] - others / against
        return net

    @property
    def made(self) -> NDArray[np.bool_]:
        """Whether the bid was made; shape (n_choices, n)."""
        made: NDArray[np.bool_] = self.column(C.OUTCOME) == C.MADE
        return made

    @property
    def parts(self) -> dict[str, Floats]:
        """The bidding side's meld as laid down and its trick points, each of shape (n_choices, n)."""
        return {
            "meld": self.column(C.MELD_BIDDERS).astype(np.float64),
            "tricks": self.column(C.POINTS_BIDDERS).astype(np.float64),
        }


class CommonDeals:
    """Deals of the cards one seat does not see; seat `ME` is the one that knows its cards.

    Parameters
    ----------
    rules : Rules
        The rule set.
    held : mapping of int to int
        Hand masks of what is known, by seat.
    bidder : int
        Who has the contract.
    policies : sequence of Policy
        Who plays, one a seat.
    seed : int
        0 to 2**64 - 1.
    jobs : int, optional
        Threads; all cores if left out. Nothing depends on it.
    sizes : mapping of int to int, optional
        As in `kernel_inputs`.
    """

    def __init__(
        self,
        rules: Rules,
        held: Mapping[int, int],
        bidder: int,
        policies: Sequence[Policy],
        seed: int,
        jobs: int | None = None,
        sizes: Mapping[int, int] | None = None,
    ) -> None:
        self.rules = rules
        self.bidder = bidder
        self.dealer = rules.seats.players - 1
        self.policies = tuple(policies)
        self.seed = seed_number(seed)
        self.workers = worker_count(jobs)
        self.inputs: KernelInputs = kernel_inputs(rules, held, sizes)
        self._rows = policy_rows(policies)

    @staticmethod
    def numbers(deals: int) -> Ints:
        """Give the numbers of deals where nothing is known of the hidden hands: those from 0 on."""
        return np.arange(deals, dtype=np.int64)

    def find(self, trump: int, least: int, wanted: int) -> Ints:
        """Find deals in which the bidder, by his policy, goes up to `least` and names `trump`.

        Parameters
        ----------
        trump, least : int
            Place of the suit in `SUITS`, and points.
        wanted : int
            How many.

        Returns
        -------
        int64 array, shape (wanted,) or fewer
            Deal numbers, ascending. Fewer where half a million deals do not hold so many.

        Raises
        ------
        PinosimError
            If there are fewer than `FEWEST_FITTING`.
        """
        say_if_compiling("choices.find_deals")

        def look(first: int, n: int = _SEARCH_CHUNK) -> Ints:
            fits = np.zeros(n, np.uint8)
            kernels.find_deals(
                self.inputs.dealing, ME, self.bidder, trump, least, self._rows, self.inputs.book,
                np.uint64(self.seed), first, new_scratch(), fits,
            )  # fmt: skip
            return np.flatnonzero(fits) + first

        look(0, 0)  # threads that compile side by side would each do the whole work
        found: list[Ints] = []
        starts = range(0, _LONGEST_SEARCH, _SEARCH_CHUNK)
        with ThreadPoolExecutor(self.workers) as pool:
            for batch in _batches(starts, self.workers):
                found += pool.map(look, batch)
                if sum(map(len, found)) >= wanted:
                    break
        numbers: Ints = np.concatenate(found)[:wanted]
        if len(numbers) < FEWEST_FITTING:
            raise PinosimError(
                f"only {len(numbers)} of {_LONGEST_SEARCH:,} deals give the bidder a hand on which "
                f"{self.policies[self.bidder].label} names {SUIT_NAMES[SUITS[trump]]} and bids up to {least}, beside "
                "what you hold; check the trump, or give a lower bid"
            )
        return numbers

    def play(self, choices: Sequence[Sequence[int]], numbers: Ints, bid: int | None = None) -> Outcomes:
        """Play deals with each of some choices.

        Parameters
        ----------
        choices : sequence of rows
            From `choice`.
        numbers : int64 array, shape (n,)
            Which deals.
        bid : int, optional
            The contract, in points; for the points alone if left out.
        """
        say_if_compiling("choices.play_choices")
        rows = np.array(choices, np.int64).reshape(-1, kernels.N_CHOICE)

        def some(numbers: Ints) -> NDArray[np.int32]:
            out = np.zeros((len(rows), C.N_RESULT, len(numbers)), np.int32)
            kernels.play_choices(
                self.inputs.dealing, ME, self.dealer, self.bidder, bid or 0, rows, self._rows, self.inputs.book,
                np.uint64(self.seed), numbers, new_scratch(), out,
            )  # fmt: skip
            return out

        some(numbers[:0])
        size = min(_CHUNK, -(-len(numbers) // self.workers))
        parts = [numbers[start : start + size] for start in range(0, len(numbers), size)]
        with ThreadPoolExecutor(self.workers) as pool:
            results = np.concatenate(list(pool.map(some, parts)), axis=2)
        return Outcomes(results, self.rules)

    def race(self, choices: Sequence[Sequence[int]], numbers: Ints, wanted: int) -> list[int]:
        """Find the best of many choices by playing all on a few deals, the better part of them on more, and so on.

        Parameters
        ----------
        choices : sequence of rows
            From `choice`.
        numbers : int64 array, shape (`RACE_DEALS`,) or fewer
            Deals to use.
        wanted : int
            How many choices to keep.

        Returns
        -------
        list of int
            Their places, the best first.
        """
        hands = _RACE_CARDS // (self.rules.seats.players * self.rules.tricks_in_hand)
        left = list(range(len(choices)))
        sums = np.zeros(len(choices))
        start = 0
        while len(left) > wanted and start < len(numbers):
            more = min(max(hands // len(left), _RACE_FEWEST), _RACE_MOST)
            some = numbers[start : start + more]
            start += len(some)
            sums[left] += self.play([choices[place] for place in left], some).net.sum(axis=1)
            left.sort(key=lambda place: (-sums[place], place))
            left = left[: max(wanted, len(left) // 4)]
        return left[:wanted]


def _batches(starts: range, size: int) -> Iterator[range]:
    for place in range(0, len(starts), size):
        yield starts[place : place + size]


def play_whole_hands(
    rules: Rules,
    held: Mapping[int, int],
    me: int,
    dealer: int,
    policies: Sequence[Policy],
    seed: int,
    deals: int,
    jobs: int | None = None,
) -> NDArray[np.int32]:
    """Bid and play deals from the first call on.

    Parameters
    ----------
    rules : Rules
        A rule set with an auction.
    held : mapping of int to int
        Hand masks by seat; `me`, if named here, keeps his hand whatever it is.
    me, dealer : int
        Seats.
    policies, seed, jobs
        As in `CommonDeals`.
    deals : int
        How many.

    Returns
    -------
    int32 array, shape (N_HAND, deals)
        Rows named in `core.choices`: HAND_BIDDER and so on.
    """
    seed = seed_number(seed)
    workers = worker_count(jobs)
    inputs = kernel_inputs(rules, held)
    rows = policy_rows(policies)
    keeper = me if me in held else -1
    say_if_compiling("choices.play_from_the_first_call")

    def play(first: int, n: int) -> NDArray[np.int32]:
        out = np.zeros((kernels.N_HAND, n), np.int32)
        kernels.play_from_the_first_call(
            inputs.dealing, me, keeper, dealer, rows, inputs.book, np.uint64(seed), first, new_scratch(), out
        )
        return out

    play(0, 0)
    starts = range(0, deals, _CHUNK)
    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(play, starts, [min(_CHUNK, deals - start) for start in starts])), axis=1)
