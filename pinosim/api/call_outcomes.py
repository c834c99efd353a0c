"""Where a call leads: who ends up with the contract, how often, and at what bid."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pinosim.core import playout as P

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class Outlook:
    """Who gets the contract after a call.

    Attributes
    ----------
    me, partner, others, nobody : float
        Share of deals, 0..1; `nobody`: all pass and the cards are dealt again. Without fixed partners `partner` is 0.
    mean_bid : float or None
        Points the contract is had at on average, by whoever; None if nobody ever has it.
    my_mean_bid : float or None
        The same where this seat has it.
    """

    me: float
    partner: float
    others: float
    nobody: float
    mean_bid: float | None
    my_mean_bid: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def outlook(outcome: NDArray[np.integer[Any]], seat: int, rules: Rules) -> Outlook:
    """Sum up who gets the contract.

    Parameters
    ----------
    outcome : int array, shape (N_PASS, n)
        Rows as in `core.playout`.
    seat : int
        Whose call it was.
    rules : Rules
        The rule set.

    Returns
    -------
    Outlook
    """
    bidder, bid = outcome[P.PASS_BIDDER], outcome[P.PASS_BID]
    teams = rules.seats.teams
    mine = bidder == seat
    nobody = bidder < 0
    with_me = (bidder % teams == seat % teams) & ~mine & ~nobody
    if rules.seats.apart:
        with_me = np.zeros_like(mine)
    others = ~mine & ~nobody & ~with_me
    return Outlook(
        float(mine.mean()),
        float(with_me.mean()),
        float(others.mean()),
        float(nobody.mean()),
        None if nobody.all() else float(bid[~nobody].mean()),
        float(bid[mine].mean()) if mine.any() else None,
    )
