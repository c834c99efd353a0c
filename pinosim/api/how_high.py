"""How high a hand may go: the highest bid at which having the contract is worth more than passing.

The same answer is given as "how high", and played by the hand's own seat once its bid is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pinosim.api.bid_levels import AFTER_KITTY, Tallies, best_trump, played_with, tally_levels
from pinosim.core import playout as P

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.playouts import PlayOuts
    from pinosim.api.win_table import WinTable
    from pinosim.rules.schema import Rules


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
    counted = [tallies[AFTER_KITTY]] if AFTER_KITTY in tallies else list(tallies.values())
    worth = (bid for place, bid in enumerate(bids) if any(tally[place, P.SUM_GAIN] > 0 for tally in counted))
    return max(worth, default=None)


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
