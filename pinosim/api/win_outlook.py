"""An advice by the score: chances to win the game after bidding and passing, and where points say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pinosim.api.how_high import BidRange, range_of_highest
from pinosim.api.intervals import SELF_PLAY, Estimate, mean_of
from pinosim.api.win_chances import chances_after_call, chances_by_level
from pinosim.api.win_table import WinTable, win_table
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class WinOutlook:
    """Chances to win the game, from the score given.

    Attributes
    ----------
    bid : Estimate
        After bidding: the mean over the deals of the chance at the score the hand leads to. The interval covers chance
        in the cards, not the error of the table.
    passing, gain : Estimate or None
        After passing, and what bidding wins more, deal by deal; None where passing is not allowed.
    levels : dict of int to Estimate
        For each bid the chance if this seat has the contract at it.
    max_bid : int or None
        The highest of them at which having the contract wins more than passing.
    max_bid_range : tuple of int or None
        From where to where it may lie, see `how_high.range_of_highest`.
    verdict : str
        "bid", "pass" or "close", by `gain`.
    table : str
        What the table of chances rests on.
    """

    bid: Estimate
    passing: Estimate | None
    gain: Estimate | None
    levels: dict[int, Estimate]
    max_bid: int | None
    max_bid_range: BidRange
    verdict: str
    table: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "win_gain": None if self.gain is None else self.gain.value,
            "win_gain_interval": None if self.gain is None else [self.gain.low, self.gain.high],
            "win_by_bid": {str(bid): chance.value for bid, chance in self.levels.items()},
            "win_table": self.table,
        }


def table_for(rules: Rules, score: Sequence[int] | None, table: WinTable | None) -> WinTable | None:
    """Find the table an advice needs: the one given, else the packaged one, None without a score or a table.

    Raises
    ------
    PinosimError
        If a table is given that was made for other rules.
    """
    if table is not None and table.rules_hash != rules.hash:
        raise PinosimError(
            f"win_table: expected a table of {rules.id!r} ({rules.hash}), got one of {table.rules!r} "
            f"({table.rules_hash})"
        )
    if score is None or table is not None:
        return table if score is not None else None
    try:
        return win_table(rules)
    except PinosimError:  # more than two sides, or rules of one's own: a note of the advice says so
        return None


@dataclass(frozen=True, slots=True)
class WinLevels:
    """Chances to win the game if this seat has the contract.

    Attributes
    ----------
    levels : dict of int to Estimate
        At each bid.
    max_bid : int or None
        The highest of them at which that wins more than passing.
    max_bid_range : tuple of int or None
        From where to where it may lie, see `how_high.range_of_highest`.
    """

    levels: dict[int, Estimate]
    max_bid: int | None
    max_bid_range: BidRange


def win_levels(
    table: WinTable,
    score: Sequence[int],
    state: AuctionState,
    passing: NDArray[np.integer[Any]] | None,
    played: NDArray[np.integer[Any]] | None,
    bids: Sequence[int],
) -> WinLevels:
    """Work out what having the contract wins.

    Parameters
    ----------
    table : WinTable
    score : sequence of int
        Ours and theirs before the hand.
    state : AuctionState
        Tells seat and dealer.
    passing : int array, shape (N_PASS, n), or None
        What passing led to in each deal; None where it is not allowed.
    played : int array, shape (N_RESULT, n), or None
        The deals with the trump that would be named, played at bid 0; None if the hand may name none.
    bids : sequence of int
        Levels to work out.

    Returns
    -------
    WinLevels
    """
    if played is None:
        return WinLevels({}, None, (None, None))
    each = list(chances_by_level(table, score, played, bids, state.seat, state.dealer))
    levels = {bid: _chance(chances) for bid, chances in zip(bids, each, strict=True)}
    if passing is None:
        return WinLevels(levels, None, (None, None))
    after_pass = chances_after_call(table, score, passing, state.seat, state.dealer)
    span = range_of_highest(bids, [[_chance(chances - after_pass) for chances in each]])
    return WinLevels(levels, _highest(levels, _chance(after_pass)), span)


def win_outlook(
    table: WinTable,
    score: Sequence[int],
    state: AuctionState,
    bidding: NDArray[np.integer[Any]],
    passing: NDArray[np.integer[Any]] | None,
    contracts: WinLevels,
    others: Sequence[NDArray[np.integer[Any]]] = (),
) -> WinOutlook:
    """Turn what calls led to in each deal into chances to win the game.

    Parameters
    ----------
    table, score, state, passing
        As for `win_levels`.
    bidding : int array, shape (N_PASS, n)
        What the bid led to.
    contracts : WinLevels
    others : sequence of int arrays
        As `bidding`, for a seat that goes on to other limits, any of which may be the right one: intervals cover it.

    Returns
    -------
    WinOutlook
    """
    after_bid = chances_after_call(table, score, bidding, state.seat, state.dealer)
    after_others = [chances_after_call(table, score, other, state.seat, state.dealer) for other in others]
    gain = after_pass = None
    if passing is not None:
        chances = chances_after_call(table, score, passing, state.seat, state.dealer)
        after_pass = _chance(chances)
        gain = _chance(after_bid - chances).reaching_over(_chance(other - chances) for other in after_others)
    verdict = "bid" if gain is None or gain.low > 0 else "pass" if gain.high < 0 else "close"
    return WinOutlook(
        bid=_chance(after_bid).reaching_over(_chance(other) for other in after_others),
        passing=after_pass,
        gain=gain,
        levels=contracts.levels,
        max_bid=contracts.max_bid,
        max_bid_range=contracts.max_bid_range,
        verdict=verdict,
        table=f"{table.policy}, {table.hands:,} hands, seed {table.seed}",
    )


def highest_winning(
    table: WinTable,
    score: Sequence[int],
    state: AuctionState,
    passing: NDArray[np.integer[Any]],
    played: NDArray[np.integer[Any]],
    bids: Sequence[int],
) -> int | None:
    """Give the highest bid at which having the contract wins more games than passing; parameters as above."""
    after_pass = _chance(chances_after_call(table, score, passing, state.seat, state.dealer))
    each = chances_by_level(table, score, played, bids, state.seat, state.dealer)
    return _highest({bid: _chance(chances) for bid, chances in zip(bids, each, strict=True)}, after_pass)


def words_by_score(score: Sequence[int], by_score: WinOutlook, by_points: str) -> str:
    """Say in a sentence what the score makes of it, and whether points say otherwise."""
    at = " to ".join(f"{points:,}" for points in score)
    if by_score.passing is None:
        return f"At {at} the contract wins {by_score.bid.value:.1%} of games."
    said = f"At {at} bidding wins {by_score.bid.value:.1%} of games, passing {by_score.passing.value:.1%}"
    if by_score.verdict == by_points:
        return f"{said}; points say the same."
    words = {"bid": "to bid", "pass": "to pass", "close": "that it is close"}
    return f"{said}: the score says {words[by_score.verdict]}, points alone {words[by_points]}."


def _highest(levels: dict[int, Estimate], after_pass: Estimate) -> int | None:
    return max((bid for bid, chance in levels.items() if chance.value > after_pass.value), default=None)


def _chance(values: NDArray[np.float64]) -> Estimate:
    return replace(mean_of(values), method=SELF_PLAY)
