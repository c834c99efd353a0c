"""Cards near the end of a hand as the `expert` player judges them: by best play with open cards, in each of its worlds.

What a world brings then is exact for players who see all cards. The seat does not, and neither do the others: cards
that keep a guess open look better than they are. So the value counts by a share alone, beside what `hard` makes of it.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.contract import score_hand
from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.driver import NO_GUESS, solve
from pinosim.core.double_dummy.line import value_cards
from pinosim.core.double_dummy.setting import OK, set_deal
from pinosim.core.jit import kernel
from pinosim.core.policy import OPEN_CARDS
from pinosim.core.settling import scores_against

_PLAYERS = 4
_SIDES = 2


@kernel
def near_the_end(left, policy, rules):
    """Tell whether cards are judged with open cards when a hand has so many left: in games of two sides of two."""
    solved = rules[S.MUST_TRUMP] == 0 or rules[S.OVERTRUMP] == 0 or rules[S.UNDERTRUMP] != 0
    return left <= policy[OPEN_CARDS] and rules[S.PLAYERS] == _PLAYERS and rules[S.TEAMS] == _SIDES and solved


@kernel
def value_of(card, n, found, values):
    """Look up a card among those the solver has valued; -1 if it is not there."""
    for i in range(n):
        if found[i] == card:
            return values[i]
    return -1


@kernel
def judge_with_open_cards(seat, n_options, rules, desk, story, study):
    """Fill row WORTHS of the plan: the score that each card in row OPTIONS brings by best play with open cards.

    Parameters
    ----------
    seat : int64
        Whose turn it is.
    n_options : int64
    rules : int64 array
    desk, story : int64 arrays
        The hand at play.
    study : Study
        The world is laid out on the second table.

    Returns
    -------
    bool
        False: the solver does not take this position.
    """
    inner = study.desk
    plan = study.plan
    players = rules[S.PLAYERS]
    sides = desk[K.CONTRACT, H.SIDES]
    leader = desk[K.TRICK, H.LEADER]
    on_table = desk[K.TRICK, H.POSITION]
    begun = T.PLAYED + desk[K.TRICK, H.TURN] - on_table
    memory = study.memory
    fault = set_deal(
        memory, study.places, inner[K.SEATS], story[begun : begun + players], on_table, leader,
        desk[K.CONTRACT, H.TRUMP], sides, rules,
    )  # fmt: skip
    if fault != OK:
        return False
    total = memory[P.LEFT] * memory[P.UNIT]
    value, _, _ = solve(memory, study.places, study.positions, NO_GUESS, 0, 0)
    found = plan[K.SOLVED]
    values = plan[K.SOLVED + 1]
    n, _ = value_cards(memory, study.places, study.positions, value, 0, found, values, plan[K.SOLVED + 2])
    other = leader + 1 if leader + 1 < players else 0
    for i in range(n_options):
        taken = value_of(plan[K.OPTIONS, i], n, found, values)
        if taken < 0:
            return False
        for one in range(players):
            inner[K.POINTS, one] = desk[K.POINTS, one]
            inner[K.TRICKS, one] = desk[K.TRICKS, one]
        inner[K.POINTS, leader] += taken
        inner[K.TRICKS, leader] += 1 if taken > 0 else 0
        inner[K.POINTS, other] += total - taken
        inner[K.TRICKS, other] += 1 if total > taken else 0
        score_hand(rules, inner)
        ours, theirs = scores_against(seat, rules, inner)
        plan[K.WORTHS, i] = ours - theirs
    return True
