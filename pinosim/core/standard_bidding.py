"""How the `standard` player bids: own meld plus what partner's pass and the tricks bring on average.

For each trump the whole team's total is estimated as own meld plus a weighted sum of features a player can count at
the table. The weights come from a least-squares fit on simulated hands (`analyses/fit_standard_policy.py`) and reach
the kernel in thousandths. The player bids up to the estimate less a margin of caution, and names the trump with the
best estimate.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, copies_of, count_cards, popcount, present, rank_units
from pinosim.core.policy import N_FEATURES, WEIGHTS


@kernel
def shared_features(hand, rules, units, features):
    """Fill the features that do not depend on trump: the constant, near arounds, a lone leg of the pinochle."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    ace = n_ranks - 1
    marks = present(hand, units, width)
    column = rank_units(n_ranks, width)
    short = 0
    for down in range(4):
        # ranks A K Q J: the ten, at strength ace - 1, makes no around
        strength = ace if down == 0 else ace - 1 - down
        if popcount(marks & (column << (strength * width))) == 3:
            short += rules[S.AROUND + down * S.TABLE + 1]
    queen = copies_of(hand, ace - 3, width) > 0
    jack = copies_of(hand, 2 * n_ranks + ace - 4, width) > 0
    features[0] = rules[S.COUNTERS + 5]
    features[8] = short
    features[9] = rules[S.PINOCHLE + 1] if queen != jack else 0


@kernel
def trump_features(hand, trump, rules, units, features):
    """Fill the features that depend on trump."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    unit = rules[S.COUNTERS + 5]
    region = bits(stride) << (trump * stride)
    column = rank_units(n_ranks, width)
    marks = present(hand, units, width)
    suits = 0
    for suit in range(4):
        suits += 1 if hand & (bits(stride) << (suit * stride)) != 0 else 0
    trumps = hand & region
    field = bits(width)
    aces = column << ((n_ranks - 1) * width)
    run_cards = popcount((marks & region) >> (trump * stride + (n_ranks - 5) * width))
    features[1] = unit * count_cards(trumps, units, width)
    features[2] = unit * copies_of(hand, trump * n_ranks + n_ranks - 1, width)
    features[3] = unit * copies_of(hand, trump * n_ranks + n_ranks - 2, width)
    features[4] = unit * count_cards(hand & (aces * field) & ~region, units, width)
    features[5] = unit * (4 - suits - np.int64(trumps == 0))
    features[6] = rules[S.RUN + 1] if run_cards == 4 else 0
    features[7] = rules[S.RUN + 1] if run_cards == 3 else 0


@kernel
def bidding_features(hand, trump, rules, units, features):
    """Count what a player counts, with one suit as trump.

    Parameters
    ----------
    hand : int64
    trump : int64
    rules : int64 array, shape (N_SLOTS,)
    units : int64
    features : int64 array, shape (>= N_FEATURES,)
        Receives the features in points, in the order of `policy.FEATURES`: counts times an ace's points, near misses as
        the meld they would make.
    """
    shared_features(hand, rules, units, features)
    trump_features(hand, trump, rules, units, features)


@kernel
def estimate_total(hand, trump, meld, rules, policy, units, features):
    """Estimate the team's points with this trump, in thousandths: own meld and the weighted features."""
    trump_features(hand, trump, rules, units, features)
    total = 1000 * meld
    for i in range(N_FEATURES):
        total += policy[WEIGHTS + i] * features[i]
    return total


@kernel
def has_marriage(hand, suit, n_ranks, width):
    """Tell whether a hand holds king and queen of a suit."""
    return copies_of(hand, suit * n_ranks + n_ranks - 3, width) > 0 and (
        copies_of(hand, suit * n_ranks + n_ranks - 4, width) > 0
    )


@kernel
def nameable_trumps(hand, rules):
    """Bit mask of the suits this hand may name as trump; 0 when the rules set it for having no marriage."""
    if rules[S.TRUMP_NEEDS_MARRIAGE] == 0:
        return bits(4)
    allowed = 0
    for suit in range(4):
        if has_marriage(hand, suit, rules[S.N_RANKS], rules[S.WIDTH]):
            allowed |= 1 << suit
    if allowed == 0 and rules[S.NO_MARRIAGE_SET] == 0:
        return bits(4)
    return allowed


@kernel
def best_trump(hand, melds, rules, policy, units, features):
    """Choose the trump with the best estimate among those the rules let this hand name: `(trump, estimate)`.

    `trump` is -1 when none may be named. Of equal estimates the longer suit wins, then the earlier in S H D C.
    """
    allowed = nameable_trumps(hand, rules)
    shared_features(hand, rules, units, features)
    best = -1
    best_total = -(1 << 40)
    best_length = 0
    for trump in range(4):
        if (allowed >> trump) & 1 == 0:
            continue
        total = estimate_total(hand, trump, melds[trump], rules, policy, units, features)
        if total > best_total or (total == best_total and features[1] > best_length):
            best = trump
            best_total = total
            best_length = features[1]
    return best, best_total // 1000
