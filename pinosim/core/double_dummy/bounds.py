"""Points that are sure without a search: the last trick, trumps nobody can beat, winners that can be cashed at once."""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones, highest_one, lowest_one
from pinosim.core.jit import inlined, kernel


@inlined
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


@inlined
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
    lowest = highest
    given = 0
    tricks = 0
    rest = strong
    while rest != 0:
        lowest = suit * 32 + highest_one(rest)
        given += m[P.VALUE + lowest] << (16 * m[P.OWNER + lowest])
        rest ^= 1 << (lowest & 31)
    for seat in range(m[P.PLAYERS]):
        tricks = max(tricks, count_ones(strong & m[P.OWN + suit * 4 + seat]))
    points = at_least_given(m, f, given, tricks)
    ranks = 1 << (suit * 8 + m[P.RANK + lowest])
    if (mine >> (highest & 31)) & 1:
        return points >= m[f + P.TARGET], points, ranks
    value = m[f + P.POINTS_LEFT] - points
    return value < m[f + P.TARGET], value, ranks


@inlined
def at_least_given(m, f, given, tricks):
    """Count the points of so many tricks: of each seat what it is known to give, or all but the dearest it can keep.

    Parameters
    ----------
    given : int64
        Points that each seat is known to give, 16 bits a seat.
    tricks : int64
        Tricks in which they are given.
    """
    kept = m[f + P.TRICKS_LEFT] - tricks
    if kept <= 0:
        return m[f + P.POINTS_LEFT]
    kept *= m[P.MOST_VALUE]
    values = m[m[f + P.ROW] + P.VALUES] + m[m[f + P.ROW + 1] + P.VALUES]
    values += m[m[f + P.ROW + 2] + P.VALUES] + m[m[f + P.ROW + 3] + P.VALUES]
    points = 0
    for seat in range(m[P.PLAYERS]):
        points += max((given >> (16 * seat)) & 0xFFFF, ((values >> (16 * seat)) & 0xFFFF) - kept)
    return points


@inlined
def cash_out(m, f):
    """Answer the question of a frame by what the leader takes at once, or partner if the lead can be sent across.

    Returns
    -------
    answered : bool
    value, ranks : int64
        The bound and the ranks it depends on, if answered.
    """
    seat = m[f + P.SEAT]
    mine = (m[P.FIRST_SIDE] >> seat) & 1
    left = m[f + P.POINTS_LEFT]
    target = m[f + P.TARGET]
    needed = target if mine else left - target + 1
    partner = partner_of(m, seat)
    points, ranks = cash_from(m, f, seat, partner, -1, needed)
    if points < needed and partner >= 0 and may_cross(m, seat, partner):
        points, ranks = cash_from(m, f, partner, seat, seat, needed)
    return points >= needed, (points if mine else left - points), ranks


@inlined
def partner_of(m, seat):
    """Give the seat opposite if it is on the same side, or -1."""
    if m[P.PLAYERS] != 4:
        return -1
    partner = (seat + 2) & 3
    side = m[P.FIRST_SIDE]
    return partner if ((side >> partner) ^ (side >> seat)) & 1 == 0 else -1


@inlined
def may_cross(m, leader, partner):
    """Tell whether there is a suit of which partner has the highest card left and the leader another."""
    for suit in range(4):
        left = m[P.LEFT_IN_SUIT + suit]
        if left & m[P.OWN + suit * 4 + leader] and m[P.OWNER + suit * 32 + highest_one(left)] == partner:
            return True
    return False


@kernel
def cash_from(m, f, seat, partner, leader, needed):
    """Count what a side takes by cards nobody can beat in the hand of `seat`: trumps from the top, then plain winners.

    Plain suits are cashed only as long as nobody who still has a trump runs out of them. Partner gives the dearest
    cards of each suit and, once out of it, the dearest of those not needed; opponents give the cheapest of each suit.
    If `leader` is a seat, it leads the first of these tricks: below the highest card of a suit that nobody can ruff.

    Returns
    -------
    points, ranks : int64
        At least `needed` points, or fewer than can be had; -1 if there is no such suit. The ranks they depend on.
    """
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    players = m[P.PLAYERS]
    given = 0  # points of each seat, 16 bits a seat
    ranks = 0
    cashed = 0
    trumps_cashed = 0
    asked_of_partner = 0  # tricks of each suit, 8 bits a suit
    discards = 0
    crossed = leader < 0
    trump_left = m[P.LEFT_IN_SUIT + trump]
    for i in range(4):
        suit = trump if i == 0 else i - 1 + (i > trump)
        left = m[P.LEFT_IN_SUIT + suit]
        own = left & m[P.OWN + suit * 4 + seat]
        if own == 0:
            continue
        others = left & ~own
        winners = own
        if others != 0:
            first = m[P.FIRST_OF_RANK + suit * 8 + m[P.RANK + suit * 32 + highest_one(others)]]
            winners = (own >> first) << first
            if winners == 0:
                continue
        longest = 0
        shortest = 99  # of those who will have a trump left
        shortest_now = 99  # of those who have one
        for other in range(players):
            if other != seat:
                length = count_ones(left & m[P.OWN + suit * 4 + other])
                longest = max(longest, length)
                if i > 0:
                    trumps = count_ones(trump_left & m[P.OWN + trump * 4 + other])
                    if trumps > trumps_cashed:
                        shortest = min(shortest, length)
                    if trumps > 0:
                        shortest_now = min(shortest_now, length)
        n = count_ones(winners)
        used = winners
        if n >= longest:
            winners = own
            n = count_ones(own)
        n = min(n, shortest)
        if n == 0:
            continue
        if others != 0:
            ranks |= 1 << (suit * 8 + m[P.RANK + suit * 32 + lowest_one(used)])
            if not crossed and shortest_now > 0 and left & m[P.OWN + suit * 4 + leader]:
                crossed = m[P.ABOVE + suit * 32 + highest_one(others)] & own != 0
        cashed += n
        if i == 0:
            trumps_cashed = n
        for other in range(players):
            held = left & m[P.OWN + suit * 4 + other]
            ours = ((side >> other) & 1) == mine
            if other == seat:
                held = winners
            played = 0
            while played < n and held != 0:
                bit = highest_one(held) if ours else lowest_one(held)
                held ^= 1 << bit
                given += m[P.VALUE + suit * 32 + bit] << (16 * other)
                played += 1
            if other == partner:
                asked_of_partner |= n << (8 * suit)
                discards += n - played
    if not crossed:
        return -1, 0
    points = at_least_given(m, f, given, cashed)
    if points < needed and discards > 0:
        given += thrown(m, partner, asked_of_partner, discards) << (16 * partner)
        points = at_least_given(m, f, given, cashed)
    return points, ranks


@kernel
def thrown(m, seat, asked, discards):
    """Count the points of so many cards of a seat, the dearest of those it is not `asked` for when suits are led."""
    points = 0
    before = 0
    for rank in range(m[P.N_RANKS] - 1, -1, -1):
        worth = m[P.VALUE_OF_RANK + rank]
        if worth == 0:
            break
        free = 0
        for suit in range(4):
            held = m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + seat]
            high = count_ones(held >> m[P.FIRST_OF_RANK + suit * 8 + rank])
            free += max(0, high - ((asked >> (8 * suit)) & 255))
        free = min(free, discards)
        points += worth * (free - before)
        before = free
    return points
