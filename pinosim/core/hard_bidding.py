"""How `hard` listens to an auction: what the calls made so far tell of the hidden hands moves how high it goes."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.policy import LISTEN, PARTNER_MARGIN

_PARTNER_BID = LISTEN
_PARTNER_PASSED = LISTEN + 1
_PARTNER_HIGH = LISTEN + 2
_OPPONENT_BID = LISTEN + 3
_OPPONENT_PASSED = LISTEN + 4
_MARGIN_ALONE = LISTEN + 5


@kernel
def heard(seat, passed, spoken, bidder, high, policy, rules):
    """Points by which the calls so far raise (or lower) what a seat would bid; 0 for policies that do not listen.

    Parameters
    ----------
    seat : int64
    passed, spoken : int64
        Bit masks of the seats that are out, and of those that have bid.
    bidder, high : int64
        Who holds the bid, and what it is.
    policy, rules : int64 arrays
    """
    players = rules[S.PLAYERS]
    teams = rules[S.TEAMS]
    total = 0
    for other in range(players):
        if other == seat:
            continue
        with_me = teams < players and other % teams == seat % teams
        if (spoken >> other) & 1 != 0:
            total += policy[_PARTNER_BID] if with_me else policy[_OPPONENT_BID]
        elif (passed >> other) & 1 != 0:
            total += policy[_PARTNER_PASSED] if with_me else policy[_OPPONENT_PASSED]
    total *= rules[S.COUNTERS + 5]
    if bidder >= 0 and bidder != seat and teams < players and bidder % teams == seat % teams:
        total += policy[_PARTNER_HIGH] * (high - rules[S.MIN_BID])
    return total // 1000


@kernel
def raise_margin(seat, passed, policy, rules):
    """Points by which a seat's own ceiling must lie above the next bid before it takes the bid from its partner."""
    players = rules[S.PLAYERS]
    teams = rules[S.TEAMS]
    opponents_in = False
    for other in range(players):
        if other % teams != seat % teams and (passed >> other) & 1 == 0:
            opponents_in = True
    margin = policy[PARTNER_MARGIN]
    if not opponents_in:
        margin += policy[_MARGIN_ALONE]
    return margin * rules[S.COUNTERS + 5] // 1000
