"""The tricks of a hand played again with open cards: all see all hands, and both sides play as well as can be.

Deal, auction, passing and meld are the policies'. What the hand scores is settled anew from one line of best play,
which costs next to nothing once the value is found. In games too long to be solved the line follows the order of moves
down to a horizon.
"""

from __future__ import annotations

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.contract import fixed_side
from pinosim.core.double_dummy.driver import NO_GUESS, solve
from pinosim.core.double_dummy.horizon import play_to_horizon
from pinosim.core.double_dummy.line import best_line
from pinosim.core.double_dummy.setting import set_deal
from pinosim.core.jit import kernel
from pinosim.core.kitty import points_in
from pinosim.core.legal import beats, points_of
from pinosim.core.settling import settle

OK = 0
NOT_THE_VALUE = -1  # the line of play does not give the value: a fault of the solver


@kernel
def walk_line(line, leader, trump, rules, hands, points, tricks):
    """Add up a line of play to the last trick.

    Parameters
    ----------
    line : int64 array, shape (>= players * tricks of a hand,)
        Cards in the order played.
    leader, trump : int64
    rules : int64 array
    hands, points, tricks : int64 arrays, shape (>= players,)
        Are added to, by seat: cards played, points with the last trick's, tricks taken.

    Returns
    -------
    int64
        The seat that took the last trick.
    """
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    turn = 0
    for _ in range(rules[S.TRICKS]):
        best = -1
        winner = leader
        worth = 0
        for position in range(players):
            seat = leader + position
            if seat >= players:
                seat -= players
            card = line[turn]
            turn += 1
            hands[seat] += 1 << (card * width)
            worth += points_of(card, rules)
            if position == 0 or beats(card, best, trump, n_ranks):
                best = card
                winner = seat
        points[winner] += worth
        tricks[winner] += 1
        leader = winner
    points[leader] += rules[S.LAST_TRICK]
    return leader


@kernel
def play_open_cards(book, units, desk, story, memory, index, table, horizon):
    """Play the tricks of a finished hand again, and settle it by them.

    Parameters
    ----------
    book : Book
    units : int64
        Lowest bit of each field.
    desk, story : int64 arrays
        As `hand.play_hands` leaves them; points, tricks, scores, RESULT, COLUMN and the cards played are replaced. A
        hand that was not played is left as it is.
    memory, index, table : arrays
        From `double_dummy.driver.new_memory`.
    horizon : int64
        Cards a hand from which play is exact.

    Returns
    -------
    int64
        0, or why it cannot be solved: `NOT_THE_VALUE`, or as `double_dummy.setting.set_deal` says.
    """
    if story[T.N_PLAYED] == 0:
        return OK
    rules = book.rules
    players = rules[S.PLAYERS]
    column = desk[K.COLUMN]
    hands = desk[K.SEATS]
    points = desk[K.POINTS]
    tricks = desk[K.TRICKS]
    result = desk[K.RESULT]
    line = story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
    bidder = column[C.BIDDER]
    trump = column[C.TRUMP]
    leader = bidder if rules[S.FIRST_LEADER] == 0 else (column[C.DEALER] + 1) % players
    sides = fixed_side(bidder, rules)

    hands[:] = 0
    walk_line(line, leader, trump, rules, hands, points, tricks)
    fault = set_deal(memory, index, hands, line, 0, leader, trump, sides, rules)
    if fault != OK:
        return fault
    taken, n = play_to_horizon(memory, index, horizon, line)
    value, _, _ = solve(memory, index, table, NO_GUESS, 0, 0)
    best_line(memory, index, table, value, line[n:])

    hands[:] = 0
    points[:] = 0
    tricks[:] = 0
    last = walk_line(line, leader, trump, rules, hands, points, tricks)
    for seat in range(players):
        if (sides >> seat) & 1 == (sides >> leader) & 1:
            taken -= points[seat]
    if taken + value != 0:
        return NOT_THE_VALUE
    hands[:] = 0
    if rules[S.BURIED_TO_BIDDER] != 0:
        points[bidder] += points_in(story[T.BURIED], rules, units)
    result[C.LAST_TRICK - C.RESULT_FROM] = (sides >> last) & 1
    settle(column[C.BID], sides, True, desk[K.LAID], desk[K.DIX], points, tricks, rules, result, desk[K.SCORES])
    for row in range(C.RESULT_FROM, C.N_COLUMNS):
        column[row] = result[row - C.RESULT_FROM]
    return OK
