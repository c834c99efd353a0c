"""Meld by table lookup: one look for each suit, then arounds and pinochle.

The suits of a hand meet only in arounds (the fewest copies of a rank over the four suits) and in the pinochle. So a
table with one entry for each possible suit mask (4,096 or 32,768) holds what a suit is worth as a plain suit, what it
is worth as trump, and its copies of A K Q J written as thermometers (2 copies = 11, 1 = 01), whose bitwise AND over
the suits is the thermometer of the minimum.

An entry, from the lowest bit: thermometers of J Q K A, `MAX_COPIES` bits each (24 bits), marriages (8 bits), and what
the suit gains as trump over a plain suit in points (32 bits, signed, so that one arithmetic shift reads it).
"""

from __future__ import annotations

import numpy as np

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, popcount

JACKS = 0
QUEENS = S.MAX_COPIES
KINGS = 2 * S.MAX_COPIES
ACES = 3 * S.MAX_COPIES
MARRIAGES_SHIFT = 4 * S.MAX_COPIES
GAIN_SHIFT = MARRIAGES_SHIFT + 8
MARRIAGES = ((1 << 8) - 1) << MARRIAGES_SHIFT
COPIES = (1 << S.MAX_COPIES) - 1
PAIR_BITS = 2 * S.MAX_COPIES  # two neighbouring thermometers index one around table
PAIR = (1 << PAIR_BITS) - 1
JACKS_AND_QUEENS = 0
KINGS_AND_ACES = 1


@kernel
def trump_points(nines, jacks, queens, kings, tens, aces, rules):
    """Points of runs, royal marriages and dix in a trump suit with these counts (rules.md 0.1, steps 4 and 5)."""
    runs = min(min(min(aces, tens), min(kings, queens)), jacks)
    royals = min(kings, queens)
    mode = rules[S.TRUMP_MODE]
    if mode == S.EXCLUSIVE:
        points = max(rules[S.RUN + runs], rules[S.ROYAL + royals])
    elif mode == S.EXTRAS and runs > 0:
        points = rules[S.RUN + runs]
        if runs == 1:
            if kings > 1 and queens > 1:
                points += rules[S.EXTRA_BOTH]
            elif kings > 1:
                points += rules[S.EXTRA_KING]
            elif queens > 1:
                points += rules[S.EXTRA_QUEEN]
    else:
        points = rules[S.RUN + runs] + rules[S.ROYAL + royals - runs]
    return points + rules[S.DIX_COPIES + nines]


@kernel
def fill_meld_tables(rules, counts, suit_table, around_table):
    """Fill the lookup tables of a rule set.

    Parameters
    ----------
    rules : int64 array, shape (N_SLOTS,)
    counts : int64 array, shape (6,)
        Scratch: kernels allocate nothing.
    suit_table : int64 array, shape (2 ** (n_ranks * width),)
        Receives one entry for each suit mask.
    around_table : int64 array, shape (2, 2 ** (2 * MAX_COPIES))
        Receives points of jacks and queens around (row 0) and kings and aces around (row 1) by a pair of thermometers.
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    field = bits(width)
    low = 6 - n_ranks  # strength 0 is the nine or, without nines, the jack
    for mask in range(suit_table.shape[0]):
        legal = True
        for strength in range(n_ranks):
            counts[low + strength] = (mask >> (strength * width)) & field
            legal = legal and counts[low + strength] <= rules[S.COPIES]
        if not legal:
            suit_table[mask] = 0
            continue
        nines = counts[0]
        jacks = counts[1]
        queens = counts[2]
        kings = counts[3]
        tens = counts[4]
        aces = counts[5]
        trump = trump_points(nines, jacks, queens, kings, tens, aces, rules)
        marriages = min(kings, queens)
        suit_table[mask] = (
            (bits(jacks) << JACKS)
            | (bits(queens) << QUEENS)
            | (bits(kings) << KINGS)
            | (bits(aces) << ACES)
            | (marriages << MARRIAGES_SHIFT)
        ) + ((trump - marriages * rules[S.PLAIN]) << GAIN_SHIFT)
    for lower in range(S.MAX_COPIES + 1):
        for upper in range(S.MAX_COPIES + 1):
            pair = bits(lower) | (bits(upper) << S.MAX_COPIES)
            around_table[JACKS_AND_QUEENS, pair] = (
                rules[S.AROUND + 3 * S.TABLE + lower] + rules[S.AROUND + 2 * S.TABLE + upper]
            )
            around_table[KINGS_AND_ACES, pair] = rules[S.AROUND + S.TABLE + lower] + rules[S.AROUND + upper]


def meld_tables(rules: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Build the lookup tables of a rules vector: `(suit_table, around_table)`, see `fill_meld_tables`."""
    suit_table = np.zeros(1 << int(rules[S.N_RANKS] * rules[S.WIDTH]), np.int64)
    around_table = np.zeros((2, 1 << PAIR_BITS), np.int64)
    fill_meld_tables(rules, np.zeros(6, np.int64), suit_table, around_table)
    return suit_table, around_table


@kernel
def roundhouse_points(thermometers, trump_entry, rules):
    """Extra points some rule sets pay for a marriage in each suit (slots ROUNDHOUSE and ROUNDHOUSE_BESIDE_RUN)."""
    kings = popcount((thermometers >> KINGS) & COPIES)
    queens = popcount((thermometers >> QUEENS) & COPIES)
    rounds = min(kings, queens)
    points = rounds * rules[S.ROUNDHOUSE]
    if rounds > 0 and rules[S.ROUNDHOUSE_BESIDE_RUN] > 0 and trump_entry:
        points += rules[S.ROUNDHOUSE_BESIDE_RUN]
    return points


@kernel
def has_run(suit_mask, n_ranks, width):
    """Tell whether a suit mask holds A T K Q J."""
    field = bits(width)
    held = True
    for strength in range(n_ranks - 5, n_ranks):
        held = held and (suit_mask >> (strength * width)) & field > 0
    return held


@kernel
def hand_melds(hand, rules, suit_table, around_table, melds):
    """Score one hand under each of the four trumps.

    Parameters
    ----------
    hand : int64
    rules : int64 array, shape (N_SLOTS,)
    suit_table, around_table : arrays of `meld_tables`
    melds : int64 array, shape (4,)
        Receives the points with S, H, D, C as trump, in the rule set's unit.
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit = bits(stride)
    s = suit_table[hand & suit]
    h = suit_table[(hand >> stride) & suit]
    d = suit_table[(hand >> (2 * stride)) & suit]
    c = suit_table[hand >> (3 * stride)]
    thermometers = s & h & d & c
    pinochles = popcount((s >> QUEENS) & (d >> JACKS) & COPIES)
    base = (
        around_table[JACKS_AND_QUEENS, thermometers & PAIR]
        + around_table[KINGS_AND_ACES, (thermometers >> PAIR_BITS) & PAIR]
        + rules[S.PINOCHLE + pinochles]
        + (((s & MARRIAGES) + (h & MARRIAGES) + (d & MARRIAGES) + (c & MARRIAGES)) >> MARRIAGES_SHIFT) * rules[S.PLAIN]
    )
    melds[0] = base + (s >> GAIN_SHIFT)
    melds[1] = base + (h >> GAIN_SHIFT)
    melds[2] = base + (d >> GAIN_SHIFT)
    melds[3] = base + (c >> GAIN_SHIFT)
    if rules[S.ROUNDHOUSE] | rules[S.ROUNDHOUSE_BESIDE_RUN]:
        for trump in range(4):
            run = has_run((hand >> (trump * stride)) & suit, n_ranks, width)
            melds[trump] += roundhouse_points(thermometers, run, rules)


@kernel
def score_melds(hands, rules, suit_table, around_table, melds):
    """Score many hands: `hands` int64 (n,), `melds` int64 (n, 4); see `hand_melds`."""
    for i in range(hands.shape[0]):
        hand_melds(hands[i], rules, suit_table, around_table, melds[i])
