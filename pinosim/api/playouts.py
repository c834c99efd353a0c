"""Playing out one seat's hand many times: the hidden cards at random, in chunks over threads.

Deal `d` of a seed is the same whatever the chunks and threads, and chunks are put together in order, so the result does
not depend on how many threads there were.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch, policy_rows
from pinosim.api.numbers import available_cores, whole_number
from pinosim.api.sides import trump_after_kitty
from pinosim.api.warm import say_if_compiling
from pinosim.core import slots as S

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

CHUNK_DEALS: Final = 1024
LARGEST_SEED: Final = 2**64 - 1
LARGEST_DEAL: Final = 2**62
MOST_JOBS: Final = 1024
_NO_BID: Final = -1
_NOBODY: Final = -1
_LEAVE_ALONE: Final = -2  # tells the kernel not to play out what passing leads to


@dataclass(frozen=True)
class PlayOuts:
    """What came of one hand in many deals.

    Attributes
    ----------
    results : int32 array, shape (4 or 5, N_RESULT, n)
        For each trump S H D C what `core.hand.finish_hand` reports, played at bid 0: SCORE_BIDDERS is then the total of
        the bidders' side and SCORE_OTHERS that of the others, whatever was bid. Where trump is named with the kitty in
        hand, a fifth row for the trump then named by the policy.
    passing : int32 array, shape (N_PASS, n), or None
        What comes of passing, on the same deals; None where it was not asked for.
    dealt_again : int
        Deals replaced because another seat would have thrown its hand in.
    """

    results: NDArray[np.int32]
    passing: NDArray[np.int32] | None
    dealt_again: int

    @property
    def n(self) -> int:
        """Deals played."""
        return int(self.results.shape[2])


def whole_chunks(deals: int) -> int:
    """Round a number of deals up to whole chunks.

    Examples
    --------
    >>> whole_chunks(9604)
    10240
    """
    return -(-deals // CHUNK_DEALS) * CHUNK_DEALS


def play_out_hand(
    rules: Rules,
    hand: Hand,
    auction: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    deals: int,
    jobs: int | None = None,
    *,
    with_pass: bool = True,
    with_help: bool = True,
    progress: Callable[[int], object] | None = None,
) -> PlayOuts:
    """Take the contract with a hand in every suit on random deals, and pass with it on the same deals.

    Parameters
    ----------
    rules : Rules
        The rule set.
    hand : Hand
        A whole hand of the seat that is to call.
    auction : AuctionState
        From `read_auction`; tells seat, dealer and calls.
    policies : sequence of Policy
        Who plays, one a seat.
    seed : int
        0 to 2**64 - 1.
    deals : int
        How many, from 1; deals 0 to `deals` - 1 of the seed.
    jobs : int, optional
        Threads, 1 to 1024; all cores if left out.
    with_pass : bool, default True
        Also play out what passing leads to.
    with_help : bool, default True
        False: no cards are passed between bidder and partner.
    progress : callable, optional
        Called with the number of deals played since the last call.

    Returns
    -------
    PlayOuts

    Raises
    ------
    PinosimError
        If a number is out of range, or the rule set cannot be played.
    """
    seed = whole_number("seed", seed, 0, LARGEST_SEED)
    deals = whole_number("deals", deals, 1, LARGEST_DEAL)
    workers = available_cores() if jobs is None else whole_number("jobs", jobs, 1, MOST_JOBS)
    inputs = kernel_inputs(rules, {auction.seat: hand.mask(rules.deck)})
    if not with_help:
        inputs.vector[S.PASS_COUNT] = 0
    rows = policy_rows(policies)

    from pinosim.core.columns import N_RESULT
    from pinosim.core.playout import N_PASS

    say_if_compiling()
    ways = 5 if trump_after_kitty(rules) else 4

    def play(first: int, n: int) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
        results = np.zeros((ways, N_RESULT, n), np.int32)
        passing = np.zeros((N_PASS, n), np.int32)
        if n and not with_pass:
            passing[0, 0] = _LEAVE_ALONE
        return results, passing, _play(inputs, auction, rows, seed, first, results, passing)

    play(0, 0)  # threads that compile side by side would each do the whole work
    starts = range(0, deals, CHUNK_DEALS)
    sizes = [min(CHUNK_DEALS, deals - start) for start in starts]
    chunks = []
    with ThreadPoolExecutor(min(workers, len(sizes))) as pool:
        for chunk in pool.map(play, starts, sizes):
            chunks.append(chunk)
            if progress is not None:
                progress(chunk[0].shape[2])
    results = np.concatenate([chunk[0] for chunk in chunks], axis=2)
    passing = np.concatenate([chunk[1] for chunk in chunks], axis=1) if with_pass else None
    return PlayOuts(results, passing, sum(chunk[2] for chunk in chunks))


def _play(
    inputs: KernelInputs,
    auction: AuctionState,
    rows: NDArray[np.int64],
    seed: int,
    first: int,
    results: NDArray[np.int32],
    passing: NDArray[np.int32],
) -> int:
    from pinosim.core.playout import play_out

    passed = sum(1 << seat for seat in auction.passed)
    return int(
        play_out(
            inputs.dealing,
            auction.seat,
            auction.dealer,
            _NO_BID if auction.high is None else auction.high,
            _NOBODY if auction.bidder is None else auction.bidder,
            passed,
            len(auction.calls),
            rows,
            inputs.book,
            np.uint64(seed),
            first,
            new_scratch(),
            results,
            passing,
        )
    )


def sampled_deal(rules: Rules, hand: Hand, seat: int, seed: int, number: int) -> tuple[Hand, ...]:
    """Deal again one of the deals that `play_out_hand` played.

    Parameters
    ----------
    rules : Rules
        The rule set.
    hand : Hand
        The known hand.
    seat : int
        Whose it is.
    seed, number : int
        Seed and number of the deal.

    Returns
    -------
    tuple of Hand
        One a seat, and the kitty if there is one.
    """
    seed = whole_number("seed", seed, 0, LARGEST_SEED)
    number = whole_number("number", number, 0, LARGEST_DEAL)

    from pinosim.core.dealing import deal_hands, new_deal_scratch
    from pinosim.core.hand import MAX_REDEALS
    from pinosim.core.meld import score_melds
    from pinosim.core.redeal import may_redeal

    deck = rules.deck
    inputs = kernel_inputs(rules, {seat: hand.mask(deck)})
    others = [other for other in range(rules.seats.players) if other != seat]
    masks = np.zeros((1, len(inputs.dealing.capacities)), np.int64)
    melds = np.zeros((masks.shape[1], 4), np.int64)
    for attempt in range(MAX_REDEALS + 1):
        deal_hands(
            inputs.dealing, deck.n_ranks, deck.width, np.uint64(seed), attempt, number, new_deal_scratch(), masks
        )
        score_melds(masks[0], *inputs.book, melds)
        if not any(may_redeal(masks[0, other], melds[other], inputs.vector) for other in others):
            break
    return tuple(Hand.from_mask(mask, deck) for mask in masks[0])
