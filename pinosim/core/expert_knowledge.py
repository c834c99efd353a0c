"""What a thinking seat makes of the hands it does not see before cards are played: how many cards, and what was called.

Calls are taken to come from a limit as `hard` would set it: a seat that bid has at least so much, one that passed less.
Worlds are dealt until one fits these limits but for a tolerance; of `TRIES` that do not, the one that is least off.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.bidding import is_barred, name_trump
from pinosim.core.bids import NO_BID
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, count_cards
from pinosim.core.listening import AT_LEAST, BELOW, N_HEARD, NOT_PASSED, RULED_OUT, fits_convention, hear_calls
from pinosim.core.meld import hand_melds
from pinosim.core.policy import CAUTION, CONVENTION, LOOSENESS, N_POLICY
from pinosim.core.worlds import deal_world, plan_worlds

TRIES: Final = 32  # worlds dealt for one that fits the calls
_TOLERANCE = 3  # times the looseness of a policy
_OTHER_TRUMP = 20  # aces' points by which a world is off in which the bidder names another trump
_NOT_AS_TOLD = 20  # and one in which a hand is not as its seat has told by its convention


@kernel
def imitate(policy, players, minds):
    """Let all seats play by the numbers of one policy."""
    for seat in range(players):
        for place in range(N_POLICY):
            minds[seat, place] = policy[place]


@kernel
def know_conventions(policies, players, minds):
    """Take note of who plays a convention, which all may ask; it is thought to be one's own."""
    for seat in range(players):
        if policies[seat, CONVENTION] == 0:
            minds[seat, CONVENTION] = 0


@kernel
def listen(dealer, n_calls, story, rules, minds, plan):
    """Note what the calls so far tell of each seat, all taken to bid by the numbers of `minds`."""
    first = (dealer + 1) % rules[S.PLAYERS]
    calls = min(n_calls, T.MAX_CALLS)
    hear_calls(story[T.CALLS : T.CALLS + T.MAX_CALLS], calls, first, minds, rules, plan[K.HEARD :])


@kernel
def forget_seat(seat, plan):
    """Leave out what a seat has called."""
    plan[K.HEARD + seat, :N_HEARD] = 0
    plan[K.HEARD + seat, AT_LEAST] = NO_BID
    plan[K.HEARD + seat, BELOW] = NOT_PASSED


@kernel
def misfit(me, bidder, trump, book, units, study):
    """Points by which the hands of a world are off the calls, added up over the seats.

    Parameters
    ----------
    me, bidder, trump : int64
        `trump` -1: none is named yet, or it does not depend on the hand alone.
    book : Book
    units : int64
    study : Study
        Row DEALT holds the world; with the cards in row ADDED of the plan it is what the seats held when they called.
    """
    rules = book.rules
    inner = study.desk
    plan = study.plan
    unit = rules[S.COUNTERS + 5]
    melds = inner[K.SPARE]
    off = 0
    for seat in range(rules[S.PLAYERS]):
        least = plan[K.HEARD + seat, AT_LEAST]
        below = plan[K.HEARD + seat, BELOW]
        names = seat == bidder and trump >= 0
        if seat == me or (least == NO_BID and below == NOT_PASSED and not names):
            continue
        hand = inner[K.DEALT, seat] + plan[K.ADDED, seat]
        hand_melds(hand, rules, book.suit_table, book.around_table, melds)
        trump_named, estimate = name_trump(
            hand, melds, study.minds[seat], study.words[0, 0], rules, units, inner[K.FEATURES]
        )
        if names and trump_named != trump:
            off += _OTHER_TRUMP * unit
        limit = estimate - study.minds[seat, CAUTION] * unit // 1000
        if is_barred(hand, melds, trump_named, rules):
            limit = NO_BID
        if study.minds[seat, CONVENTION] != 0 and (
            fits_convention(hand, melds, limit, plan[K.HEARD + seat], study.minds[seat], rules, units) == RULED_OUT
        ):
            off += _NOT_AS_TOLD * unit
        off += max(least - limit, 0)
        off += max(limit - below + 1, 0)
    return off


@kernel
def add_gain(option, gain, plan):
    """Add what an option brought in one world over what `hard` would do."""
    plan[K.TOTALS, option] += gain
    plan[K.SQUARES, option] += gain * gain


@kernel
def proven(total, squares, n, proof):
    """Tell whether `n` gains that add up to `total` are `proof` hundredths of a standard error above nothing."""
    if total <= 0 or proof == 0:
        return total > 0
    spread = squares - total * total // n
    return 10000 * np.float64(total) * total > proof * proof * np.float64(spread)  # too large for integers


@kernel
def best_option(habit, n_options, n, proof, plan):
    """Give the option with the largest gain over `habit`, where it is proven, else `habit`."""
    best = habit
    best_total = 0
    for i in range(n_options):
        total = plan[K.TOTALS, i]
        if total > best_total and proven(total, plan[K.SQUARES, i], n, proof):
            best = i
            best_total = total
    return best


@kernel
def count_hidden_hands(me, known, rules, units, desk, plan):
    """Make ready to deal the hands that a seat does not see: `(n, n_places)`.

    Parameters
    ----------
    me, known : int64
        The seat, and all the cards it sees.
    rules : int64 array
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
        Of the other hands in row SEATS the number of cards is used, which is known to all.
    plan : int64 array, shape (N_PLAN, N_SETS)
    """
    n_places = count_places(me, rules, units, desk, plan)
    return plan_worlds(units * rules[S.COPIES] - known, n_places, rules, units, plan), n_places


@kernel
def count_places(me, rules, units, desk, plan):
    """Write down how many cards each place holds that a seat does not see, any cards; give how many places."""
    width = rules[S.WIDTH]
    n_places = rules[S.PLAYERS] + (1 if rules[S.KITTY_SIZE] > 0 else 0)
    for place in range(n_places):
        plan[K.SLOTS_OF, place] = 0 if place == me else count_cards(desk[K.SEATS, place], units, width)
        plan[K.SURE_OF, place] = 0
        plan[K.MAY_HOLD, place] = bits(4 * rules[S.N_RANKS] * width)
        plan[K.ADDED, place] = 0
    return n_places


@kernel
def place_for_sure(place, cards, units, width, plan):
    """Note that a place holds these cards, which are among those it was counted to hold."""
    plan[K.SURE_OF, place] += cards
    plan[K.SLOTS_OF, place] -= count_cards(cards, units, width)


@kernel
def deal_fitting_world(me, hand, n, n_places, stream, step, sample, bidder, trump, address, book, units, study):
    """Deal a world that fits the calls, or is least off of `TRIES`, into row DEALT of the second table.

    Parameters
    ----------
    me, hand : int64
        The seat and its cards.
    n, n_places : int64
        From `count_hidden_hands`.
    stream, step, sample, address
        As in `worlds.deal_world`; `sample` below `MOST_SAMPLES // TRIES`.
    bidder, trump : int64
        As in `misfit`.
    book : Book
    units : int64
    study : Study
        As `listen` left it.
    """
    rules = book.rules
    plan = study.plan
    dealt = study.desk[K.DEALT]
    tolerance = _TOLERANCE * study.minds[me, LOOSENESS] * rules[S.COUNTERS + 5] // 1000
    least = 1 << 60
    for attempt in range(TRIES):
        deal_world(n, n_places, stream, step, TRIES * sample + attempt, address, rules, plan, study.words, dealt)
        dealt[me] = hand
        off = misfit(me, bidder, trump, book, units, study)
        if off < least:
            least = off
            for place in range(n_places):
                plan[K.CLOSEST, place] = dealt[place]
            if off <= tolerance:
                break
    for place in range(n_places):
        dealt[place] = plan[K.CLOSEST, place]
