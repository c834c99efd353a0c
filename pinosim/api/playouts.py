"""Playing out one seat's hand many times: hidden cards at random that fit the auction, in chunks over threads.

Deal `d` of a seed is the same whatever the chunks and threads, and chunks are put together in order, so the result does
not depend on how many threads there were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.advice_asked import BATCH_DEALS
from pinosim.api.hidden_deals import (
    FEWEST_DEALS,
    LARGEST_DEAL,
    DealFinder,
    HiddenDeals,
    hear_auction,
)
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch, policy_rows
from pinosim.api.numbers import seed_number, whole_number, worker_count
from pinosim.api.warm import say_if_compiling
from pinosim.core import slots as S

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

CHUNK_DEALS: Final = 512
"""Deals a thread plays at a time."""

_ALL_TRUMPS: Final = 15

Played = tuple[NDArray[np.int32], NDArray[np.int32]]
"""`results` and `called` of some deals, as in `PlayOuts`."""

_NO_BID: Final = -1
_NOBODY: Final = -1


@dataclass(frozen=True)
class PlayOuts:
    """What came of one hand in many deals.

    Attributes
    ----------
    deals : HiddenDeals
        The deals, and their numbers.
    candidates : int
        Deals looked at to find them: the calls of the auction fit no others.
    results : int32 array, shape (4 or 5, N_RESULT, n)
        For each trump S H D C what `core.hand.finish_hand` reports, played at bid 0: SCORE_BIDDERS is then the total of
        the bidders' side and SCORE_OTHERS that of the others, whatever was bid. Where trump is named with the kitty in
        hand, a fifth row for the trump then named by the policy.
    called : int32 array, shape (1 + ways, N_PASS, n), or None
        What comes of passing, and of bidding once and then going on by the policies, if it comes to that naming each
        trump, on the same deals: the bidder (-1: dealt again), his bid, our score and theirs (see
        `core.playout.scores_against`). None where it was not asked for.
    forced : bool
        Passing was not allowed, and the first entry of `called` is empty.
    own_limit : int
        How high this seat goes on, in points, once its bid is raised; 0: as its policy plans.
    """

    deals: HiddenDeals
    candidates: int
    results: NDArray[np.int32]
    called: NDArray[np.int32] | None
    forced: bool
    own_limit: int = 0

    @property
    def n(self) -> int:
        """Deals played."""
        return int(self.results.shape[2])

    @property
    def dealt_again(self) -> int:
        """Deals replaced because another seat would have thrown its hand in."""
        return int(self.deals.attempts.sum())

    @property
    def passing(self) -> NDArray[np.int32] | None:
        """What comes of passing, int32, shape (N_PASS, n); None where that was not asked for or not allowed."""
        return None if self.called is None or self.forced else self.called[0]

    def bidding(self, way: int) -> NDArray[np.int32] | None:
        """Give what comes of the bid, naming trump number `way` if this seat gets the contract."""
        return None if self.called is None else self.called[1 + way]


def adding_up(progress: Callable[[int, int], object] | None, total: int) -> Callable[[int], None] | None:
    """Turn what tells of all deals done into what takes those done since the last time."""
    if progress is None:
        return None
    done = 0

    def more(deals: int) -> None:
        nonlocal done
        done += deals
        progress(done, total)

    progress(0, total)
    return more


def play_out_hand(
    rules: Rules,
    hand: Hand,
    auction: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    deals: int,
    jobs: int | None = None,
    *,
    bid: int | None = None,
    with_calls: bool = True,
    trumps: int = _ALL_TRUMPS,
    own_limit: Callable[[PlayOuts], int] | None = None,
    limit_early: bool = False,
    enough: Callable[[PlayOuts], bool] | None = None,
    progress: Callable[[int], object] | None = None,
) -> PlayOuts:
    """Take the contract with a hand in every suit on random deals, and pass, and bid, with it on the same deals.

    The deals are those that fit the calls so far, see `core.listening`.

    Parameters
    ----------
    rules : Rules
        The rule set.
    hand : Hand
        A whole hand of the seat that is to call.
    auction : AuctionState
        From `read_auction`; tells seat, dealer and calls.
    policies : sequence of Policy
        Who calls and plays, one a seat.
    seed : int
        0 to 2**64 - 1.
    deals : int
        How many at most, from 1: the first deals of the seed that fit.
    jobs : int, optional
        Threads, 1 to 1024; all cores if left out.
    bid : int, optional
        The bid to try; the lowest one allowed if left out.
    with_calls : bool, default True
        Also play out what passing and bidding lead to.
    trumps : int, default 15
        Bit mask of the suits to be played out.
    own_limit : callable, optional
        Is asked once, about contracts and passing, how high this seat goes on if its bid is raised, in points; what
        comes of the bid is then played with that in all deals. If left out it goes on as its policy plans.
    limit_early : bool, default False
        Ask after the first batch of deals already, so that `enough` may look at what comes of the bid.
    enough : callable, optional
        Is asked after each batch of `BATCH_DEALS` whether these deals will do.
    progress : callable, optional
        Called with the number of deals played since the last call.

    Returns
    -------
    PlayOuts

    Raises
    ------
    AuctionError
        If too few deals fit the calls.
    PinosimError
        If a number is out of range, or the rule set cannot be played.
    """
    seed = seed_number(seed)
    deals = whole_number("deals", deals, 1, LARGEST_DEAL)
    workers = worker_count(jobs)
    inputs = kernel_inputs(rules, {auction.seat: hand.mask(rules.deck)})
    rows = policy_rows(policies)
    tried = (auction.lowest if bid is None else bid) or 0

    say_if_compiling("playout.play_out")
    with ThreadPoolExecutor(workers) as pool:
        finder = DealFinder(inputs, auction, rows, seed, pool, workers)
        table = _Table(inputs, auction, rows, seed, finder.heard, tried if with_calls else 0, trumps)
        table.play(finder.take(0))  # threads that compile side by side would each do the whole work
        played = _Played(deals, table.ways, forced=auction.forced)
        while played.n < deals:
            batch = finder.take(min(BATCH_DEALS, deals - played.n))
            for chunk in pool.map(table.play if own_limit is None else table.play_before_the_bid, _chunks(batch)):
                played.add(*chunk)
            played.found(batch, finder)
            if own_limit is not None and limit_early and batch.n:
                played.play_the_bid(table, own_limit, pool)
                own_limit = None
            if progress is not None:
                progress(batch.n)
            if finder.exhausted:
                break
            calls = with_calls and own_limit is None
            if enough is not None and played.n < deals and enough(played.outs(calls)):
                break
        if played.n < min(deals, FEWEST_DEALS):
            raise finder.refuse(played.n, auction, policies, rules)
        if own_limit is not None:
            played.play_the_bid(table, own_limit, pool)
    return played.outs(with_calls)


def play_again(
    rules: Rules,
    hand: Hand,
    auction: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    deals: HiddenDeals,
    jobs: int | None = None,
    *,
    bid: int | None = None,
    with_calls: bool = True,
    with_help: bool = True,
    trumps: int = _ALL_TRUMPS,
    own_limit: int = 0,
) -> PlayOuts:
    """Play the same deals once more, by other policies or without passing cards.

    Parameters
    ----------
    rules, hand, auction, policies, seed, jobs, bid, with_calls, trumps
        As in `play_out_hand`.
    deals : HiddenDeals
        Of play-outs with the same seed.
    with_help : bool, default True
        False: no cards are passed between bidder and partner.
    own_limit : int, default 0
        As in `PlayOuts`.

    Returns
    -------
    PlayOuts
    """
    workers = worker_count(jobs)
    inputs = kernel_inputs(rules, {auction.seat: hand.mask(rules.deck)})
    if not with_help:
        inputs.vector[S.PASS_COUNT] = 0
    rows = policy_rows(policies)
    tried = (auction.lowest if bid is None else bid) or 0
    heard = hear_auction(auction, rows, inputs.vector)
    table = _Table(inputs, auction, rows, seed, heard, tried if with_calls else 0, trumps)
    table.own_limit = own_limit
    played = _Played(deals.n, table.ways, forced=auction.forced)
    with ThreadPoolExecutor(workers) as pool:
        for chunk in pool.map(table.play, _chunks(deals)):
            played.add(*chunk)
    called = played.called if with_calls else None
    return PlayOuts(deals, deals.n, played.results, called, auction.forced, own_limit)


def bid_again(
    rules: Rules,
    hand: Hand,
    auction: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    outs: PlayOuts,
    limits: Sequence[int],
    jobs: int | None = None,
    *,
    bid: int,
    trumps: int = _ALL_TRUMPS,
) -> list[PlayOuts]:
    """Make the bid once more on the same deals, with this seat going on up to other limits.

    Contracts and passing are taken over as they were played, so that this costs a twentieth of `play_again`.

    Parameters
    ----------
    rules, hand, auction, policies, seed, jobs, bid, trumps
        As for `outs`. What comes of the bid with suits outside of `trumps` is not to be read.
    outs : PlayOuts
        With the calls played out, and passing allowed.
    limits : sequence of int
        In points, each at least `bid`.

    Returns
    -------
    list of PlayOuts
        One a limit.
    """
    if outs.called is None or not limits:
        return []
    workers = worker_count(jobs)
    inputs = kernel_inputs(rules, {auction.seat: hand.mask(rules.deck)})
    rows = policy_rows(policies)
    heard = hear_auction(auction, rows, inputs.vector)
    made = []
    with ThreadPoolExecutor(workers) as pool:
        for limit in limits:
            table = _Table(inputs, auction, rows, seed, heard, bid, trumps)
            table.own_limit = limit
            called = np.zeros_like(outs.called)
            called[0] = outs.called[0]
            table.fill_in_the_bid(outs.deals, outs.results, called, pool)
            made.append(replace(outs, called=called, own_limit=limit))
    return made


def _chunks(deals: HiddenDeals) -> list[HiddenDeals]:
    return [deals.part(start, start + CHUNK_DEALS) for start in range(0, deals.n, CHUNK_DEALS)]


class _Table:
    """Plays deals; shared by threads, each of which has its own scratch."""

    def __init__(
        self,
        inputs: KernelInputs,
        auction: AuctionState,
        rows: NDArray[np.int64],
        seed: int,
        heard: NDArray[np.int64],
        bid: int,
        trumps: int,
    ) -> None:
        self.inputs = inputs
        self.auction = auction
        self.rows = rows
        self.seed = seed
        self.heard = heard
        self.bid = bid
        self.trumps = trumps
        kitty_first = inputs.vector[S.KITTY_SIZE] > 0 and inputs.vector[S.KITTY_BEFORE_TRUMP] != 0
        self.ways = 5 if kitty_first else 4
        self.so_far = _auction_so_far(auction)
        self.own_limit = 0

    def play(self, deals: HiddenDeals) -> Played:
        """Play some deals: results and outcomes of calls, as in `PlayOuts`."""
        from pinosim.core.playout import WHOLE

        return self._play(deals, WHOLE, self._empty(deals.n))

    def play_before_the_bid(self, deals: HiddenDeals) -> Played:
        """Play contracts and passing; the outcomes of the bid are left empty."""
        from pinosim.core.playout import BEFORE_THE_BID

        return self._play(deals, BEFORE_THE_BID, self._empty(deals.n))

    def play_the_bid(self, deals: HiddenDeals, played: Played) -> Played:
        """Fill in what `play_before_the_bid` has left empty."""
        from pinosim.core.playout import THE_BID

        return self._play(deals, THE_BID, played)

    def fill_in_the_bid(
        self, deals: HiddenDeals, results: NDArray[np.int32], called: NDArray[np.int32], pool: ThreadPoolExecutor
    ) -> None:
        """Do as `play_the_bid` with all deals, a chunk a thread; `called` is filled in place."""

        def fill_in(start: int) -> None:
            part = slice(start, min(start + CHUNK_DEALS, deals.n))
            outcomes = np.ascontiguousarray(called[:, :, part])
            self.play_the_bid(deals.part(part.start, part.stop), (np.ascontiguousarray(results[:, :, part]), outcomes))
            called[:, :, part] = outcomes

        list(pool.map(fill_in, range(0, deals.n, CHUNK_DEALS)))

    def _empty(self, n: int) -> Played:
        from pinosim.core.columns import N_RESULT
        from pinosim.core.playout import N_PASS

        return np.zeros((self.ways, N_RESULT, n), np.int32), np.zeros((1 + self.ways, N_PASS, n), np.int32)

    def _play(self, deals: HiddenDeals, part: int, played: Played) -> Played:
        from pinosim.core.playout import OWN_LIMIT, PART, play_out

        so_far = self.so_far.copy()
        so_far[OWN_LIMIT] = self.own_limit
        so_far[PART] = part
        play_out(
            np.ascontiguousarray(deals.hands),
            np.ascontiguousarray(deals.numbers),
            np.ascontiguousarray(deals.attempts),
            self.auction.seat,
            self.auction.dealer,
            so_far,
            self.heard,
            self.bid,
            self.trumps,
            self.rows,
            self.inputs.book,
            np.uint64(self.seed),
            new_scratch(),
            *played,
        )
        return played


class _Played:
    """What has been played so far, put together in order in arrays that are large enough from the start."""

    def __init__(self, most: int, ways: int, *, forced: bool) -> None:
        from pinosim.core.columns import N_RESULT
        from pinosim.core.playout import N_PASS

        self.n = 0
        self.candidates = 0
        self.own_limit = 0
        self.forced = forced
        self._results = np.empty((ways, N_RESULT, most), np.int32)
        self._called = np.empty((1 + ways, N_PASS, most), np.int32)
        self._deals: list[HiddenDeals] = []

    def add(self, results: NDArray[np.int32], called: NDArray[np.int32]) -> None:
        """Add a chunk."""
        end = self.n + results.shape[2]
        self._results[:, :, self.n : end] = results
        self._called[:, :, self.n : end] = called
        self.n = end

    def found(self, batch: HiddenDeals, finder: DealFinder) -> None:
        """Note the deals of a batch."""
        self._deals.append(batch)
        self.candidates = finder.looked_at if finder.exhausted or not batch.n else int(batch.numbers[-1]) + 1

    def play_the_bid(self, table: _Table, own_limit: Callable[[PlayOuts], int], pool: ThreadPoolExecutor) -> None:
        """Ask how high this seat goes on, and fill in what `_Table.play_before_the_bid` has left empty."""
        table.own_limit = self.own_limit = own_limit(self.outs(with_calls=True))
        table.fill_in_the_bid(self._joined(), self.results, self.called, pool)

    def _joined(self) -> HiddenDeals:
        if len(self._deals) > 1:
            self._deals = [HiddenDeals.joined(self._deals)]
        return self._deals[0]

    def outs(self, with_calls: bool) -> PlayOuts:
        """Give all of it."""
        called = self.called if with_calls else None
        return PlayOuts(self._joined(), self.candidates, self.results, called, self.forced, self.own_limit)

    @property
    def results(self) -> NDArray[np.int32]:
        """As in `PlayOuts`."""
        return self._results[:, :, : self.n]

    @property
    def called(self) -> NDArray[np.int32]:
        """As in `PlayOuts`."""
        return self._called[:, :, : self.n]


def _auction_so_far(auction: AuctionState) -> NDArray[np.int64]:
    """Lay an auction out as `core.playout` reads it."""
    from pinosim.core import playout as P

    row = np.zeros(P.N_AUCTION, np.int64)
    row[P.HIGH] = _NO_BID if auction.high is None else auction.high
    row[P.BIDDER] = _NOBODY if auction.bidder is None else auction.bidder
    row[P.PASSED] = sum(1 << seat for seat in auction.passed)
    row[P.SPOKEN] = sum(1 << seat for seat in auction.spoken)
    row[P.CALLS] = len(auction.calls)
    row[P.FORCED] = auction.forced
    return row
