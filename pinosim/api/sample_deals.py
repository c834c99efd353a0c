"""Ten of the deals an advice rests on: five typical ones, and five in which the bid just goes through or just fails."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.bid_levels import column_of, is_made
from pinosim.api.hand import Hand
from pinosim.core import columns as C
from pinosim.core import playout as P

if TYPE_CHECKING:
    from pinosim.api.playouts import PlayOuts
    from pinosim.rules.schema import Rules

TYPICAL: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Typical deals are those at these shares of all deals in order of what the bidding side makes."""

JUST_MADE: Final = 3
JUST_MISSED: Final = 2


@dataclass(frozen=True, slots=True)
class SampleDeal:
    """One deal, and what came of it.

    Attributes
    ----------
    number : int
        With the seed it gives the deal again: `Advice.deal(number)`.
    kind : str
        "typical" or "margin".
    hands : tuple of str
        One a seat as dealt, the kitty last.
    meld, tricks, total : int
        What the bidding side lays down and takes with this hand's contract, and what counts of it.
    made : bool
        Whether that makes the bid.
    bidder, final_bid : int
        Who gets the contract after this bid, and at what.
    net_bid, net_pass : float or None
        Our score less theirs after bidding and after passing; `net_pass` is None where passing is not allowed.
    """

    number: int
    kind: str
    hands: tuple[str, ...]
    meld: int
    tricks: int
    total: int
    made: bool
    bidder: int
    final_bid: int
    net_bid: float
    net_pass: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "hands": list(self.hands)}


def sample_deals(
    outs: PlayOuts,
    way: str,
    bid: int,
    bidding: NDArray[np.int64],
    net_bid: NDArray[np.float64],
    net_pass: NDArray[np.float64] | None,
    rules: Rules,
) -> tuple[SampleDeal, ...]:
    """Choose ten deals to look at.

    Parameters
    ----------
    outs : PlayOuts
        All deals.
    way : str
        The suit named, or `bid_levels.AFTER_KITTY`.
    bid : int
        The bid judged.
    bidding : int64 array, shape (N_PASS, n)
        What it leads to, see `bid_levels.outcome_of_bidding`.
    net_bid, net_pass : float64 arrays, shape (n,)
        Our score less theirs after either call.
    rules : Rules
        The rule set.

    Returns
    -------
    tuple of SampleDeal
        Typical ones from the worst to the best, then those in which the bid is just made, and just missed; fewer where
        all deals make it or none does.
    """
    total = column_of(outs, way, C.SCORE_BIDDERS)
    made = is_made(outs, way, bid, rules)
    order = np.argsort(total, kind="stable")
    chosen = [(int(order[int(share * (outs.n - 1))]), "typical") for share in TYPICAL]
    taken = {place for place, _ in chosen}
    nearest = np.argsort(np.abs(total - bid), kind="stable")
    for outcome, wanted in ((True, JUST_MADE), (False, JUST_MISSED)):
        near = (int(place) for place in nearest if made[place] == outcome and int(place) not in taken)
        chosen += [(place, "margin") for place in islice(near, wanted)]
    meld, tricks = (column_of(outs, way, column) for column in (C.MELD_BIDDERS, C.POINTS_BIDDERS))
    return tuple(
        SampleDeal(
            number=int(outs.deals.numbers[place]),
            kind=kind,
            hands=tuple(str(Hand.from_mask(int(mask), rules.deck)) for mask in outs.deals.hands[place]),
            meld=int(meld[place]),
            tricks=int(tricks[place]),
            total=int(total[place]),
            made=bool(made[place]),
            bidder=int(bidding[P.PASS_BIDDER, place]),
            final_bid=int(bidding[P.PASS_BID, place]),
            net_bid=float(net_bid[place]),
            net_pass=None if net_pass is None else float(net_pass[place]),
        )
        for place, kind in chosen
    )
