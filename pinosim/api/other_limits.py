"""What the bid brings a seat that goes on to another limit than was found.

How high the seat goes on once its bid is raised is found on deals, and may come out a raise too low or too high. The
long run may mean any limit that the deals cannot tell from the one found, so the intervals of what the bid brings are
made to cover whichever of them is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pinosim.api.bid_levels import AFTER_KITTY, outcome_of_bidding
from pinosim.api.how_high import limits_within
from pinosim.api.playouts import bid_again
from pinosim.cards import SUITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
    from pinosim.api.how_high import BidRange
    from pinosim.api.playouts import PlayOuts
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules


def outcomes_of_other_limits(
    rules: Rules,
    hand: Hand,
    state: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    jobs: int | None,
    outs: PlayOuts,
    bid: int,
    way: str,
    bids: Sequence[int],
    span: BidRange,
) -> list[NDArray[np.int64]]:
    """Play what comes of a bid again with each limit that may be meant, but the one it was played with.

    Parameters
    ----------
    rules, hand, state, policies, seed, jobs
        As for `outs`.
    outs : PlayOuts
        The deals, with passing and the bid played out.
    bid : int
        The bid judged.
    way : str
        The suit named if this seat gets the contract, or `AFTER_KITTY`.
    bids : sequence of int
        All that may be made, ascending.
    span : tuple of int or None
        Between which bids the limit may lie, see `how_high.range_of_highest`.

    Returns
    -------
    list of int64 arrays, shape (N_PASS, n)
        As of `outcome_of_bidding`; empty where the limit is clear.
    """
    limits = [limit for limit in limits_within(bid, bids, span, outs.own_limit) if limit != outs.own_limit]
    suits = 0 if way == AFTER_KITTY else 1 << SUITS.index(way)
    again = bid_again(rules, hand, state, policies, seed, outs, limits, jobs, bid=bid, trumps=suits)
    return [outcome_of_bidding(other, way, state.seat, rules) for other in again]
