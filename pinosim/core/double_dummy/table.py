"""What was proved before, for every position that is alike where it matters.

A proof seldom depends on the places of low cards. An entry keeps, beside bounds on the points of the first side, how
many of the strongest cards of each suit the proof looked at; it then holds for every position of the same shape and
leader whose suits begin with the same owners. Positions of one shape and leader share a bucket. An entry is two words:
a 62-bit signature of shape, leader and those four beginnings, and the depths with the bounds and the generation.

Four entries fill a cache line. The first lines of all buckets lie side by side, then all second lines, and so on: first
lines are looked at most, and a power of two apart they would share few places of the cache.

Different beginnings could share a signature only by chance: with some 10**7 comparisons a deal, once in 10**12 deals.
"""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones, lowest_one, prefetch
from pinosim.core.double_dummy.suits import HASH_BITS
from pinosim.core.jit import inlined, kernel

_MIX_SEAT = 0x2F58476D1CE4E5B9
_MIX_S = 0x1B873593CC9E2D51
_MIX_H = 0x52DCE729DA3ED7B5
_MIX_D = 0x38495AB5E4A3C7F1
_MIX_C = 0x7A2F1D7C53B9E86D
_MIX_DEPTHS = 0x5851F42D4C957F2D
_DEPTHS = (1 << 20) - 1
_LOW_AT = 20
_HIGH_AT = 36
_BOUND = (1 << 16) - 1
_GENERATION_AT = 52
ENTRY = 2  # words
ENTRIES_IN_LINE = 4
LINE = ENTRY * ENTRIES_IN_LINE


@kernel
def forget(m, table, buckets):
    """Begin with an empty table of so many buckets, or of all if it has fewer.

    Entries that bear another generation count as free. The first line of every bucket is cleared all the same, so that
    they come into the cache in order and not one by one when the search asks for them.
    """
    m[P.ENTRY_MASK] = min(buckets, len(table) // (P.BUCKET * ENTRY)) - 1
    m[P.GENERATION] += 1
    cleared = (m[P.ENTRY_MASK] + 1) * LINE
    if m[P.GENERATION] == P.GENERATIONS:
        m[P.GENERATION] = 1
        cleared = len(table)
    for word in range(cleared):
        table[word] = 0


@inlined
def signature_of(m, f):
    """Hash shape and leader of the position at the start of a trick."""
    total = int(m[f + P.SEAT]) * _MIX_SEAT
    for suit in range(4):
        total += int(m[m[f + P.ROW + suit] + P.SHAPE])
    return total & HASH_BITS


@inlined
def with_beginning(m, f, signature, depths):
    """Hash the owners of the strongest cards of each suit into a signature, `depths` of them, five bits a suit."""
    return (
        int(signature)
        + int(m[m[f + P.ROW] + P.CODE] >> (60 - 3 * (depths & 31))) * _MIX_S
        + int(m[m[f + P.ROW + 1] + P.CODE] >> (60 - 3 * ((depths >> 5) & 31))) * _MIX_H
        + int(m[m[f + P.ROW + 2] + P.CODE] >> (60 - 3 * ((depths >> 10) & 31))) * _MIX_D
        + int(m[m[f + P.ROW + 3] + P.CODE] >> (60 - 3 * ((depths >> 15) & 31))) * _MIX_C
        + int(depths) * _MIX_DEPTHS
    ) & HASH_BITS


@inlined
def depths_of(m, ranks):
    """Turn ranks that mattered into how many of the strongest cards of each suit that are."""
    depths = 0
    for suit in range(4):
        used = (ranks >> (8 * suit)) & 255
        if used != 0:
            first = m[P.FIRST_OF_RANK + suit * 8 + lowest_one(used)]
            depths |= count_ones(m[P.LEFT_IN_SUIT + suit] >> first) << (5 * suit)
    return depths


@inlined
def ranks_of(m, f, depths):
    """Turn depths into the rank at that depth of each suit."""
    ranks = 0
    for suit in range(4):
        depth = (depths >> (5 * suit)) & 31
        if depth != 0:
            rank = (m[m[f + P.ROW + suit] + P.RANK_AT] >> (3 * (depth - 1))) & 7
            ranks |= 1 << (suit * 8 + rank)
    return ranks


@inlined
def sign(m, table, f):
    """Note the signature of a position, and have its bucket brought near."""
    signature = signature_of(m, f)
    m[f + P.SIGNATURE] = signature
    prefetch(table, ((signature >> 8) & m[P.ENTRY_MASK]) * LINE)


@inlined
def find_bound(m, table, f, target):
    """Look for a bound that answers the question of a frame.

    Returns
    -------
    found : bool
    value, ranks : int64
        The bound and the ranks it depends on, if found.
    """
    signature = m[f + P.SIGNATURE]
    mask = m[P.ENTRY_MASK]
    line = ((signature >> 8) & mask) * LINE
    to_next = (mask + 1) * LINE
    generation = m[P.GENERATION]
    for _ in range(P.BUCKET // ENTRIES_IN_LINE):
        prefetch(table, line + to_next)
        for entry in range(line, line + LINE, ENTRY):
            facts = table[entry + 1]
            if facts >> _GENERATION_AT != generation:
                return False, 0, 0
            low = (facts >> _LOW_AT) & _BOUND
            high = (facts >> _HIGH_AT) & _BOUND
            if low >= target or high < target:
                depths = facts & _DEPTHS
                if table[entry] == with_beginning(m, f, signature, depths):
                    return True, (low if low >= target else high), ranks_of(m, f, depths)
        line += to_next
    return False, 0, 0


@inlined
def keep_bound(m, table, f, target, value, ranks):
    """Keep what a frame proved, in front of its bucket; the last entry of a full bucket is lost."""
    signature = m[f + P.SIGNATURE]
    mask = m[P.ENTRY_MASK]
    place = ((signature >> 8) & mask) * LINE
    to_next = mask * LINE
    depths = depths_of(m, ranks)
    signature = with_beginning(m, f, signature, depths)
    low = value if value >= target else 0
    high = value if value < target else _BOUND
    generation = m[P.GENERATION]
    entry = place
    last = place + (P.BUCKET // ENTRIES_IN_LINE - 1) * (to_next + LINE) + LINE - ENTRY
    while entry < last and table[entry + 1] >> _GENERATION_AT == generation:
        if table[entry] == signature:
            facts = table[entry + 1]
            low = max(low, (facts >> _LOW_AT) & _BOUND)
            high = min(high, (facts >> _HIGH_AT) & _BOUND)
            break
        entry += ENTRY
        if entry % LINE == 0:
            entry += to_next
    while entry > place:
        before = entry - ENTRY
        if entry % LINE == 0:
            before -= to_next
        table[entry] = table[before]
        table[entry + 1] = table[before + 1]
        entry = before
    table[place] = signature
    table[place + 1] = depths | (low << _LOW_AT) | (high << _HIGH_AT) | (generation << _GENERATION_AT)
