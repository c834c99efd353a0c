"""Bidding by a convention: which meanings a hand meets, which call tells one, and what a call tells.

A seat tells once, with its first call, and only where it would bid anyway: of the meanings its hand meets it says the
first whose call is open to it and is read as nothing else, and which does not lie beyond its limit by more than its
reach. A seat whose hand meets the claim of a pass passes. Partner, who plays the convention too, takes the worth of
the last thing he was told into account.
"""

from __future__ import annotations

from typing import Final

from pinosim.core import meanings as M
from pinosim.core import slots as S
from pinosim.core.bids import NO_BID, next_bid
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, copies_of, count_cards
from pinosim.core.policy import CONVENTION

NOTHING_TOLD: Final = -(1 << 40)
_PLENTY = 1 << 20


@kernel
def place_of(meaning):
    """Give the place in a policy row where a meaning begins."""
    return CONVENTION + M.FIRST_MEANING + M.N_MEANING * meaning


@kernel
def claims_something(meaning, policy):
    """Tell whether a meaning says anything of the hand."""
    at = place_of(meaning)
    return policy[at + M.STEPS_TO] > policy[at + M.STEPS_FROM] or policy[at + M.MELD_HIGH] >= 0


@kernel
def count_length(which, hand, rules, units):
    """Count the voids of a hand (0), or the cards in its longest (1) or shortest suit (2)."""
    stride = rules[S.N_RANKS] * rules[S.WIDTH]
    voids = 0
    longest = 0
    shortest = _PLENTY
    for suit in range(4):
        length = count_cards(hand & (bits(stride) << (suit * stride)), units, rules[S.WIDTH])
        voids += 1 if length == 0 else 0
        longest = max(longest, length)
        shortest = min(shortest, length)
    if which == 0:
        return voids
    return longest if which == 1 else shortest


@kernel
def count_sets(cards, hand, rules):
    """Count the copies of the scarcest of some cards in a hand."""
    width = rules[S.WIDTH]
    scarcest = _PLENTY
    for card in range(4 * rules[S.N_RANKS]):
        if (cards >> (card * width)) & 1 != 0:
            scarcest = min(scarcest, copies_of(hand, card, width))
    return scarcest


@kernel
def has_shape(lengths, hand, rules, units):
    """Tell whether the suits of a hand have four lengths, a byte each, in any order."""
    stride = rules[S.N_RANKS] * rules[S.WIDTH]
    for place in range(4):
        wanted = (lengths >> (8 * place)) & 255
        balance = 0
        for suit in range(4):
            held = count_cards(hand & (bits(stride) << (suit * stride)), units, rules[S.WIDTH])
            balance += 1 if held == wanted else 0
            balance -= 1 if (lengths >> (8 * suit)) & 255 == wanted else 0
        if balance != 0:
            return False
    return True


@kernel
def meets(meaning, hand, melds, policy, rules, units):
    """Tell whether a hand is as a meaning claims.

    Parameters
    ----------
    meaning : int64
    hand : int64
    melds : int64 array, shape (>= 4,)
        Its meld under each trump.
    policy, rules : int64 arrays
    units : int64
    """
    at = place_of(meaning)
    high = policy[at + M.MELD_HIGH]
    if high >= 0:
        best = max(max(melds[0], melds[1]), max(melds[2], melds[3]))
        if best < policy[at + M.MELD_LOW] or best > high:
            return False
    total = 0
    answers = 1
    for step in range(policy[at + M.STEPS_FROM], policy[at + M.STEPS_TO]):
        code = policy[CONVENTION + M.FIRST_STEP + M.N_STEP * step]
        number = policy[CONVENTION + M.FIRST_STEP + M.N_STEP * step + 1]
        if code < M.AT_LEAST:
            if code <= M.TAKE_CARDS:
                counted = count_cards(hand & number, units, rules[S.WIDTH])
            elif code <= M.TAKE_SETS:
                counted = count_sets(number, hand, rules)
            else:
                counted = count_length(number, hand, rules, units)
            total += counted if code & 1 == 0 else -counted
        elif code <= M.SHAPE:
            answer = False
            if code == M.AT_LEAST:
                answer = total >= number
            elif code == M.AT_MOST:
                answer = total <= number
            elif code == M.EQUAL:
                answer = total == number
            elif code == M.UNEQUAL:
                answer = total != number
            else:
                answer = has_shape(number, hand, rules, units)
            answers = (answers << 1) | (1 if answer else 0)
            total = 0
        elif code == M.OPPOSITE:
            answers ^= 1
        else:
            joined = answers & bits(number)
            answer = joined == bits(number) if code == M.ALL_OF else joined != 0
            answers = ((answers >> number) << 1) | (1 if answer else 0)
    return answers & 1 != 0


@kernel
def meanings_met(hand, melds, policy, rules, units):
    """Bit mask of the meanings whose claims a hand meets; those that claim nothing are left out."""
    met = 0
    for meaning in range(policy[CONVENTION]):
        if claims_something(meaning, policy) and meets(meaning, hand, melds, policy, rules, units):
            met |= 1 << meaning
    return met


@kernel
def note_claims(seats, melds, policies, rules, units, ceilings, claims):
    """Begin an auction for those who play a convention: what each of them could tell.

    Parameters
    ----------
    seats, ceilings : int64 arrays, shape (>= players,)
        The hands, and the limits the seats plan.
    melds : int64 array, shape (>= players, 4)
    policies : int64 array, shape (players, N_POLICY)
    rules : int64 array
    units : int64
    claims : int64 array, shape (N_CLAIMS,)
        Is filled.
    """
    claims[M.SOMEBODY_TELLS] = 0
    for seat in range(rules[S.PLAYERS]):
        claims[M.HELD + seat] = 0
        claims[M.TOLD + seat] = 0
        claims[M.LIMIT + seat] = ceilings[seat]
        if policies[seat, CONVENTION] != 0:
            claims[M.SOMEBODY_TELLS] = 1
            claims[M.HELD + seat] = meanings_met(seats[seat], melds[seat], policies[seat], rules, units)


@kernel
def call_for(meaning, high, policy, rules):
    """Give the call that says a meaning now: points, 0 for a pass, `NO_BID` where it cannot be said."""
    at = place_of(meaning)
    number = policy[at + M.NUMBER]
    if policy[at + M.CALL] == M.CALL_PASS:
        return 0
    bid = next_bid(high, rules)
    if policy[at + M.CALL] == M.CALL_JUMP:
        for _ in range(number - 1):
            if bid != NO_BID:
                bid = next_bid(bid, rules)
        return bid
    while bid != NO_BID and bid < number:
        bid = next_bid(bid, rules)
    return bid if bid == number or policy[at + M.OR_MORE] != 0 else NO_BID


@kernel
def is_meant(meaning, points, seat, number, spoken, high, policy, rules):
    """Tell whether a call has the pattern of a meaning; parameters as in `read_call`."""
    at = place_of(meaning)
    when = policy[at + M.WHEN]
    teams = rules[S.TEAMS]
    if when & M.WHEN_OPENING != 0 and high != NO_BID:
        return False
    if when & M.WHEN_FIRST_CALL != 0 and number >= rules[S.PLAYERS]:
        return False
    if when & M.WHEN_AFTER_PARTNER != 0:
        has_bid = False
        for other in range(rules[S.PLAYERS]):
            if other != seat and other % teams == seat % teams and (spoken >> other) & 1 != 0:
                has_bid = True
        if not has_bid:
            return False
    if points == 0 or policy[at + M.CALL] == M.CALL_PASS:
        return points == 0 and policy[at + M.CALL] == M.CALL_PASS
    if policy[at + M.BELOW] != 0 and points >= policy[at + M.BELOW]:
        return False
    wanted = policy[at + M.NUMBER]
    value = points
    if policy[at + M.CALL] == M.CALL_JUMP:
        value = 0
        bid = next_bid(high, rules)
        while bid != NO_BID and bid <= points:
            value += 1
            bid = next_bid(bid, rules)
    return value >= wanted if policy[at + M.OR_MORE] != 0 else value == wanted


@kernel
def read_call(points, seat, number, spoken, high, policy, rules):
    """Read a call: the first meaning it fits, -1 if there is none.

    Parameters
    ----------
    points : int64
        The bid, 0 for a pass.
    seat, number : int64
        Who calls, and how many calls were made before.
    spoken, high : int64
        Bit mask of the seats that had bid, and the bid on the table.
    policy : int64 array
        Of one who plays the convention.
    rules : int64 array
    """
    for meaning in range(policy[CONVENTION]):
        if is_meant(meaning, points, seat, number, spoken, high, policy, rules):
            return meaning
    return -1


@kernel
def can_be_said(meaning, seat, number, spoken, high, policy, rules):
    """Tell whether a meaning has a call now that is read as it and nothing else."""
    points = call_for(meaning, high, policy, rules)
    if points == NO_BID:
        return False
    return read_call(points, seat, number, spoken, high, policy, rules) == meaning


@kernel
def in_reach(meaning, points, limit, policy):
    """Tell whether a seat with this limit would go as high as a call to say a meaning."""
    return points - policy[place_of(meaning) + M.REACH] <= limit


@kernel
def call_by_convention(bid, seat, number, spoken, high, claims, policy, rules):
    """Give the call of a seat that would bid `bid` by its limit: that bid, or what tells of its hand.

    Parameters
    ----------
    bid : int64
    seat, number, spoken, high
        As in `read_call`.
    claims : int64 array, shape (N_CLAIMS,)
    policy, rules : int64 arrays
    """
    held = claims[M.HELD + seat]
    if held == 0 or (spoken >> seat) & 1 != 0:
        return bid
    for meaning in range(policy[CONVENTION]):
        if (held >> meaning) & 1 != 0 and can_be_said(meaning, seat, number, spoken, high, policy, rules):
            points = call_for(meaning, high, policy, rules)
            if points == 0 or in_reach(meaning, points, claims[M.LIMIT + seat], policy):
                return points
    return bid


@kernel
def worth_told(reader, points, seat, number, spoken, high, policies, rules):
    """Give by how much a call raises the limit of another seat, its partner; `NOTHING_TOLD` if it tells it nothing.

    Parameters are those of `read_call`; `reader` is the other seat.
    """
    teams = rules[S.TEAMS]
    policy = policies[reader]
    if policy[CONVENTION] == 0 or reader == seat or reader % teams != seat % teams:
        return NOTHING_TOLD
    meaning = read_call(points, seat, number, spoken, high, policy, rules)
    if meaning < 0 or not claims_something(meaning, policy):
        return NOTHING_TOLD
    return policy[place_of(meaning) + M.WORTH]


@kernel
def tell_partners(points, seat, number, spoken, high, policies, rules, claims):
    """Let the partners of a seat take note of what its call tells them. Parameters are those of `read_call`."""
    for reader in range(rules[S.PLAYERS]):
        worth = worth_told(reader, points, seat, number, spoken, high, policies, rules)
        if worth != NOTHING_TOLD:
            claims[M.TOLD + reader] = worth
