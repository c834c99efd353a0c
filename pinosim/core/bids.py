"""The ladder of legal bids."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import kernel

NO_BID = -1
N_STEPS = 3


@kernel
def next_bid(high, rules):
    """Give the lowest legal bid above `high` (`NO_BID`: nobody has bid); `NO_BID` past the highest allowed."""
    if high == NO_BID:
        return rules[S.MIN_BID]
    step = rules[S.STEP_SIZE]
    for i in range(1, N_STEPS):
        if high >= rules[S.STEP_FROM + i]:
            step = rules[S.STEP_SIZE + i]
    bid = high + step
    if rules[S.MAX_BID] != 0 and bid > rules[S.MAX_BID]:
        return rules[S.MAX_BID] if high < rules[S.MAX_BID] else NO_BID
    return bid
