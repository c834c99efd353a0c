"""The course of an auction."""

from __future__ import annotations

from pinosim.core import meanings as M
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core.bids import NO_BID, next_bid
from pinosim.core.convention import call_by_convention, tell_partners
from pinosim.core.hard_bidding import heard, raise_margin
from pinosim.core.jit import kernel

SINGLE_ROUND = 2
NO_LIMIT = 1 << 40
# where an auction stands, in its result after bidder, bid, forced and calls
SEAT = 4
PASSED = 5
SPOKEN = 6
OVER = 7
N_AUCTION = 8


@kernel
def note_call(story, number, points):
    """Write down one call; 0 is a pass."""
    if number < T.MAX_CALLS:
        story[T.CALLS + number] = points


@kernel
def run_auction(ceilings, claims, policies, seat, high, bidder, passed, calls, rules, result, story):
    """Run an auction to its end, none but the holder of the bid having bid so far. See `continue_auction`."""
    spoken = 1 << bidder if bidder >= 0 else 0
    continue_auction(
        ceilings, claims, policies, seat, high, bidder, passed, spoken, calls, NO_LIMIT, rules, result, story
    )


@kernel
def continue_auction(
    ceilings, claims, policies, seat, high, bidder, passed, spoken, calls, until, rules, result, story
):
    """Run an auction on among seats that bid one step at a time up to their ceiling.

    A seat whose partner holds the bid leaves it to him unless its own ceiling lies a margin of its policy above the
    next bid. Seats that play a convention may jump, see `convention`.

    Parameters
    ----------
    ceilings : int64 array, shape (players,)
        Highest bid each seat would make; a negative one always passes.
    claims : int64 array, shape (N_CLAIMS,)
        What the hands of seats that play a convention let them tell, from `convention.note_claims`, and what they have
        been told; is changed. All 0 where nobody plays one.
    policies : int64 array, shape (players, N_POLICY)
        Its margins for raising partner, and what it makes of the calls so far, see `hard_bidding`.
    seat : int64
        The seat to call next.
    high, bidder : int64
        The bid on the table and who made it; `NO_BID` and -1 at the start.
    passed, spoken : int64
        Bit masks of the seats that have passed, and of those that have bid.
    calls : int64
        Calls made so far.
    until : int64
        Stop after so many calls; `NO_LIMIT`: at the end.
    rules : int64 array
    result : int64 array, shape (>= 4,), or (>= N_AUCTION,) where `until` is a limit
        Receives bidder (-1: everybody passed and the cards are dealt again), bid, forced (0 or 1), calls; with a limit
        also where the auction stands, by the names above.
    story : int64 array, shape (N_STORY,)
        Receives the calls from number `calls` on, see `story`.
    """
    players = rules[S.PLAYERS]
    teams = rules[S.TEAMS]
    everyone = (1 << players) - 1
    single_round = rules[S.AUCTION_KIND] == SINGLE_ROUND
    forced = 0
    over = 1
    while True:
        if calls >= until:
            over = 0
            break
        waiting = everyone & ~passed
        if waiting == 0:
            break
        if bidder >= 0 and waiting == (1 << bidder):
            break
        if bidder < 0 and waiting & (waiting - 1) == 0 and rules[S.ALL_PASS] == 0:
            # only the last seat is left and nobody has bid: it is forced and does not choose
            while waiting & (1 << seat) == 0:
                seat = (seat + 1) % players
            bidder = seat
            high = rules[S.FORCED_BID]
            forced = 1
            note_call(story, calls, high)
            calls += 1
            break
        if waiting & (1 << seat) == 0:
            seat = (seat + 1) % players
            continue
        bid = next_bid(high, rules)
        needed = bid
        if bidder >= 0 and seat % teams == bidder % teams and teams < players:
            needed = bid + raise_margin(seat, passed, policies[seat], rules)
        ceiling = ceilings[seat]
        if ceiling != NO_BID:
            ceiling += heard(seat, passed, spoken, bidder, high, policies[seat], rules) + claims[M.TOLD + seat]
        if bid == NO_BID or ceiling < needed:
            bid = 0
        if claims[M.SOMEBODY_TELLS] != 0:
            if bid != 0:
                bid = call_by_convention(bid, seat, calls, spoken, high, claims, policies[seat], rules)
            tell_partners(bid, seat, calls, spoken, high, policies, rules, claims)
        note_call(story, calls, bid)
        calls += 1
        if bid != 0:
            high = bid
            bidder = seat
            spoken |= 1 << seat
            if rules[S.MAX_ENDS_AUCTION] != 0 and high >= rules[S.MAX_BID]:
                break
            if single_round:
                passed |= 1 << seat
        else:
            passed |= 1 << seat
        seat = (seat + 1) % players
    result[0] = bidder
    result[1] = high
    result[2] = forced
    result[3] = calls
    if until != NO_LIMIT:
        result[SEAT] = seat
        result[PASSED] = passed
        result[SPOKEN] = spoken
        result[OVER] = over
    story[T.N_CALLS] = min(calls, T.MAX_CALLS)


@kernel
def call_and_go_on(points, ceilings, claims, policies, seat, high, bidder, passed, spoken, calls, rules, result, story):
    """Let a seat make a call of ours, 0 for a pass, and run the auction on to its end.

    Parameters are those of `continue_auction`; `seat` is the one that makes the call.
    """
    players = rules[S.PLAYERS]
    me = 1 << seat
    if claims[M.SOMEBODY_TELLS] != 0:
        tell_partners(points, seat, calls, spoken, high, policies, rules, claims)
    note_call(story, calls, points)
    calls += 1
    if points == 0:
        passed |= me
    else:
        high = points
        bidder = seat
        spoken |= me
        if rules[S.AUCTION_KIND] == SINGLE_ROUND:
            passed |= me
        if rules[S.MAX_ENDS_AUCTION] != 0 and points >= rules[S.MAX_BID]:
            passed = (1 << players) - 1
    continue_auction(
        ceilings, claims, policies, (seat + 1) % players, high, bidder, passed, spoken, calls, NO_LIMIT, rules, result,
        story,
    )  # fmt: skip
