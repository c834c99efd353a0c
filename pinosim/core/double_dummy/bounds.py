"""Points that are sure without a search: the last trick, and trumps that nobody on the other side can beat."""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import highest_one
from pinosim.core.jit import kernel


@kernel
def last_trick(m, f):
    """Play the last card of every hand.

    Returns
    -------
    value, ranks : int64
        Points of the first side with those of the last trick, and the ranks they depend on.
    """
    players = m[P.PLAYERS]
    seat = m[f + P.SEAT]
    best = -1
    winner = seat
    cards = 0
    for position in range(players):
        card = -1
        for suit in range(4):
            held = m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + seat]
            if held != 0:
                card = suit * 32 + highest_one(held)
        cards = (cards << 8) | card
        if position == 0:
            best = card
        else:
            takes = (m[P.ABOVE + best] >> (card & 31)) & 1 if card >> 5 == best >> 5 else card >> 5 == m[P.TRUMP]
            if takes:
                best = card
                winner = seat
        seat += 1
        if seat == players:
            seat = 0
    suit = best >> 5
    rivals = m[P.LEFT_IN_SUIT + suit] & m[P.CLASS + best] & ~(1 << (best & 31))
    ranks = 0
    if rivals != 0:
        ranks = 1 << (suit * 8 + m[P.RANK + best])
    value = m[f + P.POINTS_LEFT] if (m[P.FIRST_SIDE] >> winner) & 1 else 0
    return value, ranks


@kernel
def sure_points(m, f):
    """Answer the question of a frame by trumps that nobody on the other side can beat: they count for their owners.

    Returns
    -------
    answered : bool
    value, ranks : int64
        The bound and the ranks it depends on, if answered.
    """
    suit = m[P.TRUMP]
    left = m[P.LEFT_IN_SUIT + suit]
    if left == 0:
        return False, 0, 0
    first = 0
    for seat in range(m[P.PLAYERS]):
        if (m[P.FIRST_SIDE] >> seat) & 1:
            first |= m[P.OWN + suit * 4 + seat]
    mine = left & first
    theirs = left & ~first
    highest = suit * 32 + highest_one(left)
    strong = mine if (mine >> (highest & 31)) & 1 else theirs
    weak = left & ~strong
    if weak != 0:
        strong &= m[P.ABOVE + suit * 32 + highest_one(weak)]
    if strong == 0:
        return False, 0, 0
    points = 0
    lowest = highest
    while strong != 0:
        lowest = suit * 32 + highest_one(strong)
        points += m[P.VALUE + lowest]
        strong ^= 1 << (lowest & 31)
    ranks = 1 << (suit * 8 + m[P.RANK + lowest])
    if (mine >> (highest & 31)) & 1:
        return points >= m[f + P.TARGET], points, ranks
    value = m[f + P.POINTS_LEFT] - points
    return value < m[f + P.TARGET], value, ranks
