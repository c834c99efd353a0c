"""What the calls of an auction tell of the hidden hands: which deals fit them, and how well.

A player's limit is taken to be what its policy plans, moved by what it has heard, plus noise that follows a logistic
curve of a scale of the policy (its looseness): people do not bid like clockwork. One number is drawn for a seat and
hand, so each seat's calls say one thing: its limit was at least what it bid, and below the price at which it passed.
How likely that is under a hand, as a share of the most it could be under any, is how well the hand fits. A deal is
accepted with the product of these shares. So accepted deals are exact draws from all deals weighted by how likely the
calls were, each worth as much as any other.

What a seat had heard at each call does not depend on hidden cards, so it is taken off the price once and for all
(`hear_calls`), and a deal is judged by the planned limits alone.

Where a seat plays a convention, its calls are taken at their word: a call that claims something of the hand is made by
hands that are so and by no others, and hands that would have told something else are ruled out. Such a bid says of the
limit that the hand would bid at all, however far it jumped.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from pinosim.core import meanings as M
from pinosim.core import slots as S
from pinosim.core.auction import SINGLE_ROUND
from pinosim.core.bidding import is_barred, name_trump, plan_bid
from pinosim.core.bids import NO_BID, next_bid
from pinosim.core.convention import (
    NOTHING_TOLD,
    call_for,
    can_be_said,
    claims_something,
    in_reach,
    meanings_met,
    read_call,
    worth_told,
)
from pinosim.core.hard_bidding import heard, raise_margin
from pinosim.core.jit import kernel
from pinosim.core.policy import CONVENTION, KIND, KIND_RANDOM, LOOSENESS
from pinosim.core.random import STREAM_LISTENING, philox_lanes

# What is heard of each seat. Two prices in points, as its planned limit is measured:
AT_LEAST: Final = 0  # the most it bid, -1 if it has not bid
BELOW: Final = 1  # the least at which it passed, `NOT_PASSED` if it has not
# and of seats that play a convention, where 0 is nothing:
SAYABLE: Final = 2  # bit mask of the meanings that its first call could have told,
SAID: Final = 3  # which it told, plus one; 0: none
ALSO_OWN: Final = 4  # 1: the same call is made by hands that have nothing to tell
HIGH_THEN: Final = 5  # the bid that was on the table
PROMISED: Final = 6  # bit mask of the meanings told by later calls
TOLD_WORTH: Final = 7  # points by which partner's calls raise its own limit
N_HEARD: Final = 8
NOT_PASSED: Final = 1 << 40

RULED_OUT: Final = 0
FITS: Final = 1
PASSES: Final = 2

_STEEPEST = 300.0  # beyond so many scales a chance is nothing, and exp(300) still a number
_WORD = 4294967296.0


@kernel
def forget_calls(heard_calls):
    """Begin an auction: nobody has called."""
    heard_calls[:] = 0
    heard_calls[:, AT_LEAST] = NO_BID
    heard_calls[:, BELOW] = NOT_PASSED


@kernel
def hear_convention(seat, points, number, spoken, high, policies, rules, heard_calls):
    """Note what a call tells of a hand by the convention of its seat; True: it claims something.

    Parameters are those of `hear_call`.
    """
    policy = policies[seat]
    row = heard_calls[seat]
    meaning = read_call(points, seat, number, spoken, high, policy, rules)
    told = meaning >= 0 and claims_something(meaning, policy)
    if told and (spoken >> seat) & 1 != 0:
        row[PROMISED] |= 1 << meaning
    elif (spoken >> seat) & 1 == 0:
        row[HIGH_THEN] = high
        row[SAID] = meaning + 1 if told else 0
        row[ALSO_OWN] = 1 if points == 0 or points == next_bid(high, rules) else 0
        for other in range(policy[CONVENTION]):
            if claims_something(other, policy) and can_be_said(other, seat, number, spoken, high, policy, rules):
                row[SAYABLE] |= 1 << other
    return told


@kernel
def hear_call(seat, points, number, passed, spoken, bidder, high, policies, rules, heard_calls):
    """Note one call, made by choice.

    Parameters
    ----------
    seat, points : int64
        Who called, and the bid, 0 for a pass.
    number : int64
        How many calls were made before.
    passed, spoken, bidder, high : int64
        The auction before this call: bit masks of the seats that are out and of those that have bid, the holder of the
        bid (-1: none) and the bid (`NO_BID`: none).
    policies, rules : int64 arrays
    heard_calls : int64 array, shape (>= players, N_HEARD)
        Is changed.
    """
    players = rules[S.PLAYERS]
    teams = rules[S.TEAMS]
    price = points
    if points == 0:
        price = next_bid(high, rules)
        if price == NO_BID:
            return  # it had no choice
    if policies[seat, CONVENTION] != 0 and hear_convention(
        seat, points, number, spoken, high, policies, rules, heard_calls
    ):
        price = next_bid(high, rules)
    if bidder >= 0 and teams < players and seat % teams == bidder % teams:
        price += raise_margin(seat, passed, policies[seat], rules)
    price -= heard(seat, passed, spoken, bidder, high, policies[seat], rules) + heard_calls[seat, TOLD_WORTH]
    if points == 0:
        heard_calls[seat, BELOW] = min(heard_calls[seat, BELOW], price)
    else:
        heard_calls[seat, AT_LEAST] = max(heard_calls[seat, AT_LEAST], price, 0)
    for reader in range(players):
        worth = worth_told(reader, points, seat, number, spoken, high, policies, rules)
        if worth != NOTHING_TOLD:
            heard_calls[reader, TOLD_WORTH] = worth


@kernel
def hear_calls(calls, n_calls, first, policies, rules, heard_calls):
    """Note all calls of an auction so far.

    Parameters
    ----------
    calls : int64 array, shape (>= n_calls,)
        Points, or 0 for a pass, in order; those who are out are skipped. As `story` keeps them.
    n_calls, first : int64
        How many, and the seat that called first.
    policies, rules : int64 arrays
    heard_calls : int64 array, shape (>= players, N_HEARD)
        Is filled.
    """
    players = rules[S.PLAYERS]
    everyone = (1 << players) - 1
    forget_calls(heard_calls)
    passed = 0
    spoken = 0
    bidder = -1
    high = NO_BID
    seat = first
    for i in range(n_calls):
        waiting = everyone & ~passed
        if waiting == 0:
            return
        while waiting & (1 << seat) == 0:
            seat = (seat + 1) % players
        if bidder < 0 and waiting & (waiting - 1) == 0 and rules[S.ALL_PASS] == 0:
            return  # the last seat is forced, and its bid tells nothing
        points = calls[i]
        hear_call(seat, points, i, passed, spoken, bidder, high, policies, rules, heard_calls)
        if points > 0:
            high = points
            bidder = seat
            spoken |= 1 << seat
        if points == 0 or rules[S.AUCTION_KIND] == SINGLE_ROUND:
            passed |= 1 << seat
        seat = (seat + 1) % players


@kernel
def fit_of_limit(ceiling, at_least, below, looseness, step):
    """Give how likely a seat's calls are with a planned limit, as a share of the most with any limit: 0 to 1.

    Parameters
    ----------
    ceiling : int64
        The planned limit; `NO_BID`: it always passes.
    at_least, below : int64
        As in a row of what is heard. A pass after a bid never says more than that the limit lay within a step of it.
    looseness : float64
        Scale of the noise in points; 0: there is none.
    step : int64
        Points of a step of the auction.
    """
    has_bid = at_least != NO_BID
    has_passed = below != NOT_PASSED
    if not has_bid and not has_passed:
        return 1.0
    if ceiling == NO_BID:
        return 0.0 if has_bid else 1.0
    if has_bid and has_passed:
        below = max(below, at_least + step)
    if looseness <= 0.0:
        return 1.0 if (not has_bid or ceiling >= at_least) and (not has_passed or ceiling < below) else 0.0
    if not has_passed:
        return 1.0 / (1.0 + math.exp(min((at_least - ceiling) / looseness, _STEEPEST)))
    if not has_bid:
        return 1.0 / (1.0 + math.exp(min((ceiling - below) / looseness, _STEEPEST)))
    # F(x + w) - F(x - w) over 2 F(w) - 1, F the logistic curve, written so that nothing cancels
    half = min((below - at_least) / (2.0 * looseness), _STEEPEST)
    off = min(abs(ceiling - (at_least + below) / 2.0) / looseness, _STEEPEST)
    wide = math.cosh(half)
    return (1.0 + wide) / (math.cosh(off) + wide)


@kernel
def fits_convention(hand, melds, ceiling, heard_calls_of, policy, rules, units):
    """Tell how a hand fits what its seat has told by its convention: `RULED_OUT`, `FITS`, or `PASSES` at any limit.

    Parameters
    ----------
    hand, ceiling : int64
        The hand, and the limit it plans.
    melds : int64 array, shape (>= 4,)
    heard_calls_of : int64 array, shape (N_HEARD,)
        The seat's row.
    policy, rules : int64 arrays
        `policy` is the seat's.
    units : int64
    """
    met = meanings_met(hand, melds, policy, rules, units)
    if heard_calls_of[PROMISED] & ~met != 0:
        return RULED_OUT
    said = heard_calls_of[SAID] - 1
    has_bid = heard_calls_of[AT_LEAST] != NO_BID
    # what was told by a later call could wait
    waited = heard_calls_of[PROMISED]
    if said >= 0:
        waited &= ~(1 << said)
    met &= heard_calls_of[SAYABLE] & ~waited
    for meaning in range(policy[CONVENTION]):
        if (met >> meaning) & 1 == 0:
            continue
        if meaning == said:
            return FITS if has_bid else PASSES
        points = call_for(meaning, heard_calls_of[HIGH_THEN], policy, rules)
        if points == 0:
            return RULED_OUT  # it would have passed
        if in_reach(meaning, points, ceiling, policy):
            return RULED_OUT if has_bid else FITS  # it would have told this had it bid
    return FITS if said < 0 or heard_calls_of[ALSO_OWN] != 0 else RULED_OUT


@kernel
def fit_of_seat(seat, hand, melds, heard_calls, policies, words, lane, rules, units, features):
    """Give how well a hand fits what its seat has called, 0 to 1; 1 if nothing was heard of it. See `accept_deal`."""
    at_least = heard_calls[seat, AT_LEAST]
    below = heard_calls[seat, BELOW]
    policy = policies[seat]
    if at_least == NO_BID and below == NOT_PASSED:
        return 1.0
    if policy[KIND] == KIND_RANDOM:
        # it bids by lot: its calls tell no more than that the hand may bid
        trump, _ = name_trump(hand, melds, policy, words[2 * seat, lane], rules, units, features)
        return 0.0 if at_least != NO_BID and is_barred(hand, melds, trump, rules) else 1.0
    ceiling, _ = plan_bid(seat, hand, melds, policy, words, lane, rules, units, features)
    if policy[CONVENTION] != 0:
        told = fits_convention(hand, melds, ceiling, heard_calls[seat], policy, rules, units)
        if told != FITS:
            return 1.0 if told == PASSES else 0.0
    looseness = policy[LOOSENESS] * rules[S.COUNTERS + 5] / 1000.0
    return fit_of_limit(ceiling, at_least, below, looseness, rules[S.STEP_SIZE])


@kernel
def accept_deal(seats, melds, me, heard_calls, policies, words, lane, rules, units, features, chance):
    """Tell whether a deal is kept, given the calls of all seats but `me`: with how well it fits as the probability.

    Parameters
    ----------
    seats : int64 array, shape (>= players,)
        The hands before any cards were passed.
    melds : int64 array, shape (>= players, 4)
        Their melds under each trump.
    me : int64
        The seat whose hand is known; its own calls tell nothing.
    heard_calls : int64 array, shape (>= players, N_HEARD)
        From `hear_calls`.
    policies : int64 array, shape (players, N_POLICY)
    words, lane
        Random words of this hand, for policies that draw lots.
    rules : int64 array
    units : int64
    features : int64 array
        Scratch.
    chance : float64
        A number drawn from 0 to 1 for this deal, such as `listening_chance`.
    """
    fit = 1.0
    for seat in range(rules[S.PLAYERS]):
        if seat != me:
            fit *= fit_of_seat(
                seat, seats[seat], melds[seat], heard_calls, policies, words, lane, rules, units, features
            )
            if chance >= fit:
                return False
    return True


@kernel
def listening_chance(seed, number, words):
    """Draw the number from 0 to 1 that decides on a deal.

    Parameters
    ----------
    seed : uint64
    number : int64
        The deal.
    words : uint64 array, shape (4, >= 1)
        Scratch.
    """
    philox_lanes(0, STREAM_LISTENING, number, 1, seed, words)
    return (np.float64(words[0, 0]) + np.float64(words[1, 0]) / _WORD) / _WORD


@kernel
def limit_heard(ceiling, at_least, below, step):
    """Give a planned limit such as the seat's own calls leave it: no lower than it bid, no higher than it passed.

    A seat that has bid more than it planned is taken to go no further.
    """
    if ceiling == NO_BID:
        return ceiling
    if at_least != NO_BID:
        ceiling = max(ceiling, at_least)
        below = max(below, at_least + step)
    return min(ceiling, below - 1)


@kernel
def take_up_told(heard_calls, players, claims):
    """Let an auction that is taken up in the middle begin with what the seats have been told."""
    for seat in range(players):
        claims[M.TOLD + seat] = heard_calls[seat, TOLD_WORTH]
