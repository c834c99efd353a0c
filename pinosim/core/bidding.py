"""What each seat means to bid and to name, by its policy."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.bids import NO_BID, next_bid
from pinosim.core.choosing import draw_below
from pinosim.core.jit import kernel
from pinosim.core.layout import popcount
from pinosim.core.policy import CAUTION, KIND, KIND_RANDOM
from pinosim.core.standard_bidding import best_trump, has_marriage, nameable_trumps

N_RANDOM_BIDS = 10  # a random seat passes half the time, else goes up to one of so many lowest bids
NEEDS_MARRIAGE = 1
NEEDS_MELD = 2


@kernel
def may_bid(hand, melds, rules):
    """Tell whether a hand meets what the rules ask of one that bids of its own will."""
    if rules[S.BID_NEEDS] == NEEDS_MARRIAGE:
        held = False
        for suit in range(4):
            held = held or has_marriage(hand, suit, rules[S.N_RANKS], rules[S.WIDTH])
        return held
    if rules[S.BID_NEEDS] == NEEDS_MELD:
        return melds[0] > 0 or melds[1] > 0 or melds[2] > 0 or melds[3] > 0
    return True


@kernel
def random_suit(allowed, word):
    """Draw one of the suits in a bit mask, -1 if it is empty."""
    if allowed == 0:
        return -1
    pick = draw_below(word, popcount(allowed))
    chosen = -1
    for suit in range(4):
        if (allowed >> suit) & 1 != 0:
            if pick == 0:
                chosen = suit
            pick -= 1
    return chosen


@kernel
def random_ceiling(word, rules):
    """Draw how high a random seat goes."""
    ceiling = NO_BID
    level = draw_below(word, 2 * N_RANDOM_BIDS)
    if level < N_RANDOM_BIDS:
        for _ in range(level + 1):
            raised = next_bid(ceiling, rules)
            if raised != NO_BID:
                ceiling = raised
    return ceiling


@kernel
def name_trump(hand, melds, policy, name_word, rules, units, features):
    """Choose trump for a hand: `(trump, estimate)`; trump -1: the rules let it name none."""
    if policy[KIND] == KIND_RANDOM:
        return random_suit(nameable_trumps(hand, rules), name_word), 0
    return best_trump(hand, melds, rules, policy, units, features)


@kernel
def is_barred(hand, melds, trump, rules):
    """Tell whether the rules keep a hand that would name `trump` (-1: it may name none) from bidding unforced."""
    kitty_may_help = rules[S.KITTY_SIZE] > 0 and rules[S.KITTY_BEFORE_TRUMP] != 0
    return (trump < 0 and not kitty_may_help) or not may_bid(hand, melds, rules)


@kernel
def plan_bid(seat, hand, melds, policy, words, lane, rules, units, features):
    """Decide how high one seat would go and which trump it would name: `(ceiling, trump)`, as in `plan_bids`."""
    trump, estimate = name_trump(hand, melds, policy, words[2 * seat, lane], rules, units, features)
    ceiling = NO_BID
    if is_barred(hand, melds, trump, rules):
        ceiling = NO_BID
    elif policy[KIND] == KIND_RANDOM:
        ceiling = random_ceiling(words[2 * seat + 1, lane], rules)
    elif trump >= 0:
        ceiling = max(estimate - policy[CAUTION] * rules[S.COUNTERS + 5] // 1000, NO_BID)
    return ceiling, trump


@kernel
def plan_bids(seats, melds, policies, words, lane, rules, units, features, ceilings, trumps):
    """Decide how high each seat would go and which trump it would name.

    Parameters
    ----------
    seats : int64 array, shape (>= players,)
    melds : int64 array, shape (>= players, 4)
    policies : int64 array, shape (players, N_POLICY)
    words, lane
        Random words of this hand; seat s uses rows 2 s and 2 s + 1.
    rules : int64 array
    units : int64
    features : int64 array
        Scratch.
    ceilings, trumps : int64 arrays, shape (>= players,)
        Receive points (`NO_BID`: passes always) and suits (-1: may name none).
    """
    for seat in range(rules[S.PLAYERS]):
        ceilings[seat], trumps[seat] = plan_bid(
            seat, seats[seat], melds[seat], policies[seat], words, lane, rules, units, features
        )
