"""What an advice is asked, and refusing what cannot be answered; plain Python, so that refusals come at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.auction_text import LARGEST_BID, AuctionState, refuse_bid
from pinosim.api.numbers import whole_number
from pinosim.cards import SUITS
from pinosim.errors import AuctionError, PinosimError

if TYPE_CHECKING:
    from pinosim.api.hand import Hand
    from pinosim.rules.schema import Rules

BATCH_DEALS: Final = 1024
"""Deals between two looks at whether there are enough."""

FINEST_PRECISION: Final = 0.001
COARSEST_PRECISION: Final = 0.2
LARGEST_SCORE: Final = 1_000_000


def whole_chunks(deals: int) -> int:
    """Round a number of deals up to whole batches.

    Examples
    --------
    >>> whole_chunks(9604)
    10240
    """
    return -(-deals // BATCH_DEALS) * BATCH_DEALS


def deals_for(precision: float) -> int:
    """Give the number of deals, in whole chunks, that keeps every 95% interval of a chance within +-`precision`.

    Parameters
    ----------
    precision : float
        0.001 to 0.2.

    Raises
    ------
    PinosimError
        If it is out of range.

    Examples
    --------
    >>> deals_for(0.01), deals_for(0.05)
    (10240, 1024)
    """
    try:
        half = float(precision)
    except (TypeError, ValueError):
        half = math.nan
    if isinstance(precision, (bool, str)) or not FINEST_PRECISION <= half <= COARSEST_PRECISION:
        raise PinosimError(
            f"precision: expected a number from {FINEST_PRECISION} to {COARSEST_PRECISION} (0.01 is one percentage "
            f"point), got {precision!r}"
        )
    return whole_chunks(math.ceil(0.25 * (1.96 / half) ** 2))


def check_may_bid(hand: Hand, state: AuctionState, rules: Rules) -> None:
    """Refuse to judge a bid that the rules do not let this hand make: there is nothing to decide."""
    from pinosim.api.meld import meld_by_trump

    needs = rules.auction.bid_needs
    if state.forced or needs == "nothing":
        return
    if needs == "marriage":
        held = any(hand.count("K", suit) and hand.count("Q", suit) for suit in SUITS)
    else:
        held = any(meld.total > 0 for meld in meld_by_trump(hand, rules).values())
    if not held:
        what = "a marriage" if needs == "marriage" else "meld"
        raise AuctionError(
            f"{hand} may not bid in {rules.id!r}, where a bid needs {what} in hand, so there is nothing to judge: pass"
        )


def bid_to_judge(bid: int | None, state: AuctionState, rules: Rules) -> int:
    """Give the bid to judge, or refuse one that may not be made now."""
    if state.lowest is None:
        raise AuctionError(f"no bid above {state.high} is possible in {rules.id!r}, so there is nothing to judge: pass")
    if bid is None:
        return state.lowest
    bid = whole_number("bid", bid, 1, LARGEST_BID)
    if state.forced and bid == state.lowest:
        return bid
    if state.forced and not rules.auction.forced_may_raise:
        raise AuctionError(
            f"bid: all others passed, so seat {state.seat} has the contract at {state.lowest} in {rules.id!r} and may "
            f"not bid {bid}; leave the bid out"
        )
    if bid not in rules.legal_bids(state.high, up_to=bid):
        raise refuse_bid(bid, state.high, rules, "bid")
    return bid


def check_score(score: object, rules: Rules) -> tuple[int, ...] | None:
    """Refuse a score that is none, or that has ended the game already."""
    if score is None:
        return None
    sides = rules.seats.teams
    if isinstance(score, str) or not isinstance(score, Sequence) or len(score) != sides:
        whose = "ours and theirs" if sides == 2 else f"your own and those of the {sides - 1} others"
        example = ", ".join(str(points) for points in (800, 650, 700, 300, 520)[:sides])
        raise PinosimError(f"score: expected {whose}, such as ({example}), got {score!r}")
    given = tuple(whole_number("score", points, -LARGEST_SCORE, LARGEST_SCORE) for points in score)
    target, floor = rules.game.target, rules.game.losing_score
    for points in given:
        if target and points >= target and not rules.game.winner_must_bid:
            raise PinosimError(f"score: a side with {points} has won, as {rules.id!r} is played to {target}")
        if floor and points <= floor:
            raise PinosimError(f"score: a side with {points} has lost, as {rules.id!r} ends at {floor}")
    return given
