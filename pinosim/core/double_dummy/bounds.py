"""Points that are sure without a search: the last trick, trumps nobody can beat, and winners the leader can cash."""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones, highest_one, lowest_one
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


@kernel
def cash_out(m, f):
    """Answer the question of a frame by what the leader takes at once: trumps from the top, then plain winners.

    The leader cashes cards that nobody can beat, in plain suits only as long as nobody who still has a trump runs out
    of the suit. Partner gives the dearest cards of each suit, opponents the cheapest.

    Returns
    -------
    answered : bool
    value, ranks : int64
        The bound and the ranks it depends on, if answered.
    """
    seat = m[f + P.SEAT]
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    players = m[P.PLAYERS]
    points = 0
    ranks = 0
    cashed = 0
    trumps_cashed = 0
    trump_left = m[P.LEFT_IN_SUIT + trump]
    for i in range(4):
        suit = trump if i == 0 else i - 1 + (i > trump)
        left = m[P.LEFT_IN_SUIT + suit]
        own = left & m[P.OWN + suit * 4 + seat]
        if own == 0:
            continue
        others = left & ~own
        winners = own
        n = count_ones(own)
        if others != 0:
            first = m[P.FIRST_OF_RANK + suit * 8 + m[P.RANK + suit * 32 + highest_one(others)]]
            winners = (own >> first) << first
            if winners == 0:
                continue
            longest = 0
            shortest = 99
            for other in range(players):
                if other != seat:
                    length = count_ones(left & m[P.OWN + suit * 4 + other])
                    longest = max(longest, length)
                    if i > 0 and count_ones(trump_left & m[P.OWN + trump * 4 + other]) > trumps_cashed:
                        shortest = min(shortest, length)
            if count_ones(winners) < longest:
                n = count_ones(winners)
            else:
                winners = own
            n = min(n, shortest)
            if n == 0:
                continue
            used = (own >> first) << first
            ranks |= 1 << (suit * 8 + m[P.RANK + suit * 32 + lowest_one(used)])
        elif i > 0:
            # Nobody else has the suit: whoever has a trump left would ruff.
            for other in range(players):
                if other != seat and count_ones(trump_left & m[P.OWN + trump * 4 + other]) > trumps_cashed:
                    n = 0
            if n == 0:
                continue
        cashed += n
        if i == 0:
            trumps_cashed = n
        for other in range(players):
            held = left & m[P.OWN + suit * 4 + other]
            ours = ((side >> other) & 1) == mine
            if other == seat:
                held = winners
            for _ in range(n):
                if held == 0:
                    break
                bit = highest_one(held) if ours else lowest_one(held)
                held ^= 1 << bit
                points += m[P.VALUE + suit * 32 + bit]
    if cashed >= m[f + P.TRICKS_LEFT]:
        points = m[f + P.POINTS_LEFT]
    if mine:
        return points >= m[f + P.TARGET], points, ranks
    value = m[f + P.POINTS_LEFT] - points
    return value < m[f + P.TARGET], value, ranks
