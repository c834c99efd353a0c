"""How the `standard` player bids: own meld plus what partner's pass and the tricks bring on average.

For each trump the whole team's total is estimated as own meld plus a weighted sum of features a player can count at the table. The weights
come from a least-squares fit on simulated hands (`analyses/fit_standard_policy.py`) and reach the kernel in thousandths.
The player bids up to the estimate less a margin of caution, and names the trump with the best estimate.
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, copies_of, count_cards
from pinosim.core.policy import N_FEATURES, WEIGHTS


@kernel
def bidding_features(hand, trump, rules, units, features):
    """Count what a player counts, with one suit as trump.

    Parameters
    ----------
    hand : int64
    trump : int64
    rules : int64 array, shape (N_SLOTS,)
    units : int64
    features : int64 array, shape (N_FEATURES,)
        Receives the features in points: the counts times an ace's points, the near misses as the meld they would make.
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit_bits = bits(stride)
    ace = n_ranks - 1
    unit = rules[S.COUNTERS + 5]
    trump_low = trump * n_ranks
    features[0] = unit
    features[1] = unit * count_cards(hand & (suit_bits << (trump * stride)), units, width)
    features[2] = unit * copies_of(hand, trump_low + ace, width)
    features[3] = unit * copies_of(hand, trump_low + ace - 1, width)
    side_aces = 0
    voids = 0
    for suit in range(4):
        if suit != trump:
            side_aces += copies_of(hand, suit * n_ranks + ace, width)
            if hand & (suit_bits << (suit * stride)) == 0:
                voids += 1
    features[4] = unit * side_aces
    features[5] = unit * voids
    missing = 0
    for strength in range(n_ranks - 5, n_ranks):
        if copies_of(hand, trump_low + strength, width) == 0:
            missing += 1
    features[6] = rules[S.RUN + 1] if missing == 1 else 0
    features[7] = rules[S.RUN + 1] if missing == 2 else 0
    short = 0
    for down in range(4):
        # ranks A K Q J: the ten, at strength ace - 1, makes no around
        strength = ace if down == 0 else ace - 1 - down
        lacking = 0
        for suit in range(4):
            if copies_of(hand, suit * n_ranks + strength, width) == 0:
                lacking += 1
        if lacking == 1:
            short += rules[S.AROUND + down * S.TABLE + 1]
    features[8] = short
    queens = copies_of(hand, ace - 3, width)
    jacks = copies_of(hand, 2 * n_ranks + ace - 4, width)
    features[9] = rules[S.PINOCHLE + 1] if (queens > 0) != (jacks > 0) else 0


@kernel
def estimate_total(hand, trump, meld, rules, policy, units, features):
    """Points the team may expect with this trump: own meld and the weighted features."""
    bidding_features(hand, trump, rules, units, features)
    total = 1000 * meld
    for i in range(N_FEATURES):
        total += policy[WEIGHTS + i] * features[i]
    return total // 1000


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
    """Trump with the best estimate among those the rules let this hand name: `(trump, estimate)`.

    `trump` is -1 when none may be named. Of equal estimates the longer suit wins, then the earlier in S H D C.
    """
    allowed = nameable_trumps(hand, rules)
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
    return best, best_total
