"""How high a hand may go: the highest bid at which having the contract is worth more than passing.

The same answer is given as "how high", and played by the hand's own seat once its bid is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.bid_levels import AFTER_KITTY, Tallies, best_trump, played_with, tally_levels
from pinosim.core import playout as P

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.api.auction_text import AuctionState
    from pinosim.api.intervals import Estimate
    from pinosim.api.playouts import PlayOuts
    from pinosim.api.stopping import Intervals
    from pinosim.api.win_table import WinTable
    from pinosim.rules.schema import Rules

MOST_LIMITS: Final = 6

BidRange = tuple[int | None, int | None]
"""Lowest and highest of the bids between which one lies; None: no bid at all."""


def highest_worthwhile(bids: Sequence[int], tallies: Tallies) -> int | None:
    """Give the highest bid at which having the contract brought more points than passing.

    Parameters
    ----------
    bids : sequence of int
        Ascending.
    tallies : dict of str to array
        As of `bid_levels.tally_levels`, passing allowed. Where trump is named with the kitty in hand, that alone
        counts, as nobody has to fix a suit before; else the best suit at each bid.

    Returns
    -------
    int or None
        None if none of them did.
    """
    worth = (bid for place, bid in enumerate(bids) if any(tally[place, P.SUM_GAIN] > 0 for tally in _counted(tallies)))
    return max(worth, default=None)


def range_of_highest(bids: Sequence[int], gains: Sequence[Sequence[Estimate]]) -> BidRange:
    """Give from where to where the highest worthwhile bid may lie, for all that the deals tell.

    Parameters
    ----------
    bids : sequence of int
        Ascending.
    gains : sequence of sequence of Estimate
        What having the contract brings more than passing at each of them; several where several suits count.

    Returns
    -------
    low, high : int or None
        The highest bid at which one of the gains is above 0 for sure, and the highest at which one may be; None if none
        is, or may be.
    """
    sure = (bid for place, bid in enumerate(bids) if any(each[place].low > 0 for each in gains))
    possible = (bid for place, bid in enumerate(bids) if any(each[place].high > 0 for each in gains))
    return max(sure, default=None), max(possible, default=None)


def range_of_worthwhile(bids: Sequence[int], tallies: Tallies, n: int, intervals: Intervals) -> BidRange:
    """Give from where to where `highest_worthwhile` may lie, for all that `n` deals tell; parameters as there."""
    return range_of_highest(
        bids,
        [
            [intervals.mean(int(row[P.SUM_GAIN]), int(row[P.SUM_SQUARES_GAIN]), n) for row in tally]
            for tally in _counted(tallies)
        ],
    )


def limits_within(bid: int, bids: Sequence[int], span: BidRange, limit: int) -> tuple[int, ...]:
    """List how high a seat may go on that has made a bid, where the highest worthwhile bid lies in a range.

    Parameters
    ----------
    bid : int
        The bid made: it never goes on to less.
    bids : sequence of int
        All that may be made, ascending.
    span : tuple of int or None
        As of `range_of_highest`.
    limit : int
        How high it goes on; always among them.

    Returns
    -------
    tuple of int
        Ascending. Of many, both ends and some in between, as what they bring changes little from one to the next.

    Examples
    --------
    >>> limits_within(300, [250, 260, 300, 310, 320, 330], (260, 320), 310)
    (300, 310, 320)
    """
    low, high = (bid if end is None else max(bid, end) for end in span)
    inside = sorted({low, high, *(other for other in bids if low < other < high)})
    if len(inside) > MOST_LIMITS:
        last = len(inside) - 1
        inside = [inside[place * last // (MOST_LIMITS - 1)] for place in range(MOST_LIMITS)]
    return tuple(sorted({*inside, limit}))


def _counted(tallies: Tallies) -> list[NDArray[np.int64]]:
    return [tallies[AFTER_KITTY]] if AFTER_KITTY in tallies else list(tallies.values())


def limit_once_raised(
    bid: int,
    state: AuctionState,
    rules: Rules,
    outs: PlayOuts,
    ways: Sequence[str],
    table: WinTable | None,
    score: Sequence[int] | None,
) -> int:
    """Give how high the seat goes on once its bid is raised: as long as it gains, by the score if one is given.

    Parameters
    ----------
    bid : int
        The bid judged.
    state : AuctionState
    rules : Rules
    outs : PlayOuts
        Contracts and passing; what comes of the bid is not known yet.
    ways : sequence of str
        The suits that may be named, and `AFTER_KITTY` where that comes later.
    table, score
        The chances to win, and the score they are looked up at, or None.

    Returns
    -------
    int
        Points, at least `bid`.
    """
    if not ways or outs.passing is None:
        return bid
    bids, tallies = tally_levels(bid, state, rules, outs, ways)
    if table is None or score is None:
        highest = highest_worthwhile(bids, tallies)
    else:
        from pinosim.api.win_outlook import highest_winning

        way = AFTER_KITTY if AFTER_KITTY in ways else best_trump(tallies, bids.index(bid))
        highest = highest_winning(table, score, state, outs.passing, played_with(outs, way), bids)
    return max(bid, highest or bid)
