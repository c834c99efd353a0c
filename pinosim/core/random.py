"""Random numbers addressed by (seed, deal number): Philox4x32-10.

A counter-based generator has no state: the words of deal 1,000,000 are a function of the seed and that number, so any
deal can be made again alone, and results do not depend on chunks or workers. The recipe is that of Salmon, Moraes,
Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011); `tests/test_core_random.py` checks the
published vectors and a plain numpy mirror. The 4x32 member of the family is used because its 32-bit products fit
64-bit lanes: the compiler then makes the words of eight deals at once, three times faster than the 4x64 member that
numpy ships.

Counter words: block number, stream + 256 * attempt, deal number (low, high 32 bits). Key: the seed (low, high 32
bits). The streams keep dealing, playing and imagining apart; `attempt` counts the new deals after a redeal.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pinosim.core.jit import kernel

STREAM_DEAL: Final = 0
STREAM_PLAY: Final = 1
STREAM_WORLDS: Final = 2  # to 5: worlds that a seat deals itself while it bids, gives, returns and plays
STREAM_LISTENING: Final = 6  # how unlikely a deal may be, given the calls
STREAM_BURYING: Final = 7  # worlds that a seat deals itself while it buries
TRY: Final = 16  # what one more try for the same world adds to the stream word; up to 15 of them
ATTEMPT: Final = 256  # what one more attempt adds to the stream word

_MULTIPLIER_0 = np.uint64(0xD2511F53)
_MULTIPLIER_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ROUNDS: Final = 10


@kernel
def philox_lanes(block, stream, first, n, seed, words):
    """Fill `words[0:4, 0:n]` with block `block` of the deals `first, first + 1, ...`.

    Parameters
    ----------
    block, stream : int64
        First two counter words.
    first : int64
        Number of the deal in lane 0.
    n : int64
        Lanes to fill.
    seed : uint64
        The key.
    words : uint64 array, shape (4, >= n)
        Receives 32-bit words.
    """
    key_0 = np.uint64(seed) & _LOW
    key_1 = np.uint64(seed) >> _HALF
    a = words[0]
    b = words[1]
    c = words[2]
    d = words[3]
    start = np.uint64(first)
    for lane in range(n):
        deal = start + np.uint64(lane)
        w = np.uint64(block)
        x = np.uint64(stream)
        y = deal & _LOW
        z = deal >> _HALF
        k0 = key_0
        k1 = key_1
        for _ in range(_ROUNDS):
            p = w * _MULTIPLIER_0
            q = y * _MULTIPLIER_1
            w = ((q >> _HALF) ^ x) ^ k0
            x = q & _LOW
            y = ((p >> _HALF) ^ z) ^ k1
            z = p & _LOW
            k0 = (k0 + _WEYL_0) & _LOW
            k1 = (k1 + _WEYL_1) & _LOW
        a[lane] = w
        b[lane] = x
        c[lane] = y
        d[lane] = z
