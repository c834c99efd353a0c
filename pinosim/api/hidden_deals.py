"""Deals of the cards one seat does not see that fit the auction: found in order, however many threads look.

Candidates are numbered from 0. Each is kept or not by its own number alone, and those kept are taken in order, so the
first thousand kept are the same for any number of threads and any size of batches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch
from pinosim.api.numbers import seed_number, whole_number
from pinosim.errors import AuctionError

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

LOOK: Final = 4096
"""Candidates a thread looks at before it reports."""

MOST_CANDIDATES: Final = 4_000_000
"""Candidates looked at for one answer at most."""

FEWEST_DEALS: Final = 200
"""Fewer deals that fit are no answer."""

LARGEST_DEAL: Final = 2**62
_BLAMED_ON: Final = 4096


@dataclass(frozen=True)
class HiddenDeals:
    """Deals that fit an auction.

    Attributes
    ----------
    hands : int64 array, shape (n, n_places)
        The hands as they are bid on, the kitty last.
    numbers, attempts : int64 arrays, shape (n,)
        Number of each among the candidates; how often it was dealt again as another seat would have thrown its hand in.
    """

    hands: NDArray[np.int64]
    numbers: NDArray[np.int64]
    attempts: NDArray[np.int64]

    @property
    def n(self) -> int:
        """Deals."""
        return len(self.numbers)

    def part(self, start: int, stop: int) -> HiddenDeals:
        """Give some of them."""
        return HiddenDeals(self.hands[start:stop], self.numbers[start:stop], self.attempts[start:stop])

    @staticmethod
    def joined(parts: Sequence[HiddenDeals]) -> HiddenDeals:
        """Put several together, in order."""
        return HiddenDeals(
            np.concatenate([part.hands for part in parts]),
            np.concatenate([part.numbers for part in parts]),
            np.concatenate([part.attempts for part in parts]),
        )


def hear_auction(auction: AuctionState, rows: NDArray[np.int64], vector: NDArray[np.int64]) -> NDArray[np.int64]:
    """Work out what the calls so far tell of each seat's limit; int64, shape (MAX_PLAYERS, N_HEARD).

    Parameters
    ----------
    auction : AuctionState
        The auction.
    rows : int64 array, shape (players, N_POLICY)
        By whose policies.
    vector : int64 array
        The rules.
    """
    from pinosim.core.listening import N_HEARD, hear_calls
    from pinosim.core.table import MAX_PLAYERS

    calls = np.array([0 if isinstance(call, str) else call for call in auction.calls], np.int64)
    heard = np.empty((MAX_PLAYERS, N_HEARD), np.int64)
    hear_calls(calls, len(calls), (auction.dealer + 1) % len(rows), rows, vector, heard)
    return heard


class DealFinder:
    """Finds deals that fit an auction, a batch at a time.

    Parameters
    ----------
    inputs : KernelInputs
        With the known hand held.
    auction : AuctionState
        Whose turn it is, and the calls.
    rows : int64 array, shape (players, N_POLICY)
        Who is taken to have called.
    seed : int
    pool : ThreadPoolExecutor
        Looks at candidates.
    workers : int
        Its threads.
    most : int, default MOST_CANDIDATES
        Candidates looked at at most.
    listening : bool, default True
        False: all deals fit, whatever was called.
    """

    def __init__(
        self,
        inputs: KernelInputs,
        auction: AuctionState,
        rows: NDArray[np.int64],
        seed: int,
        pool: ThreadPoolExecutor,
        workers: int,
        most: int = MOST_CANDIDATES,
        *,
        listening: bool = True,
    ) -> None:
        from pinosim.core.hidden_deals import has_listened
        from pinosim.core.listening import forget_calls

        self.inputs = inputs
        self.seat = auction.seat
        self.rows = rows
        self.seed = seed
        self.pool = pool
        self.workers = workers
        self.most = most
        self.heard = hear_auction(auction, rows, inputs.vector)
        if not listening:
            forget_calls(self.heard)
        self.listens = bool(has_listened(self.seat, self.heard, inputs.vector))
        self.looked_at = 0
        self.dealt_again = 0
        self._asked = 0
        self._waiting: deque[Future[tuple[int, HiddenDeals]]] = deque()
        self._spare = self._look(0, 0)[1]  # compiles before threads do so side by side

    @property
    def exhausted(self) -> bool:
        """True when no more candidates may be looked at."""
        return not self._waiting and self._asked >= self.most

    def take(self, n: int) -> HiddenDeals:
        """Find the next `n` deals that fit, or as many as there are among the candidates left."""
        found = self._spare
        while found.n < n and not self.exhausted:
            needed = self._asked + (self.workers * LOOK if self.listens else n - found.n)
            while self._asked < min(needed, self.most) and len(self._waiting) < self.workers:
                self._ask(min(LOOK, needed - self._asked, self.most - self._asked))
            looked, more = self._waiting.popleft().result()
            self.looked_at += looked
            found = HiddenDeals.joined([found, more])
        self._spare = found.part(n, found.n)
        given = found.part(0, n)
        self.dealt_again += int(given.attempts.sum())
        return given

    def _ask(self, n: int) -> None:
        self._waiting.append(self.pool.submit(self._look, self._asked, n))
        self._asked += n

    def _look(self, first: int, n: int) -> tuple[int, HiddenDeals]:
        from pinosim.core.hidden_deals import find_deals

        hands = np.zeros((n, len(self.inputs.dealing.capacities)), np.int64)
        numbers = np.zeros(n, np.int64)
        attempts = np.zeros(n, np.int64)
        kept = find_deals(
            self.inputs.dealing,
            self.seat,
            self.heard,
            self.rows,
            self.inputs.book,
            np.uint64(self.seed),
            first,
            n,
            new_scratch(),
            hands,
            numbers,
            attempts,
        )
        return n, HiddenDeals(hands[:kept], numbers[:kept], attempts[:kept])

    def refuse(self, found: int, auction: AuctionState, policies: Sequence[Policy], rules: Rules) -> AuctionError:
        """Say that the calls fit too few deals, and which call is the unlikely one."""
        from pinosim.core.hidden_deals import add_up_fits

        sums = np.zeros(len(self.heard))
        add_up_fits(
            self.inputs.dealing,
            self.seat,
            self.heard,
            self.rows,
            self.inputs.book,
            np.uint64(self.seed),
            _BLAMED_ON,
            new_scratch(),
            sums,
        )
        others = [seat for seat in range(rules.seats.players) if seat != self.seat]
        seat = min(others, key=lambda other: (sums[other], other))
        calls = auction.calls_of(seat)
        instead = "another policy, or no convention," if policies[seat].convention else "another policy"
        return AuctionError(
            f"of {self.looked_at:,} deals of the cards you do not see only {found:,} fit the calls, and an answer "
            f"needs {FEWEST_DEALS}: the least likely are those of seat {seat} ({calls}), which fit "
            f"{sums[seat] / _BLAMED_ON:.2%} of hands as {policies[seat].label} bids; check the calls, or name "
            f"{instead} for that seat"
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
    seed = seed_number(seed)
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
