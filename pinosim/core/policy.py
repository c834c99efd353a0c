"""Names of the places in a policy vector: how a player reaches the kernels.

One int64 row a seat. Plain Python ints, so that policies can be read without numba.
"""

from __future__ import annotations

from typing import Final

FEATURES: Final = (
    "constant",
    "trumps",
    "trump_aces",
    "trump_tens",
    "side_aces",
    "voids",
    "run_short_one",
    "run_short_two",
    "arounds_short_one",
    "pinochle_leg",
)
N_FEATURES: Final = 10

KIND: Final = 0  # which code decides, see below
VERSION: Final = 1  # goes up when the player's behaviour changes
CAUTION: Final = 2  # bids end this far below the estimate, in thousandths of an ace's points
PARTNER_MARGIN: Final = 3  # partner's bid is raised only when the own ceiling is this far above, same unit
WEIGHTS: Final = 4  # N_FEATURES weights in thousandths
N_POLICY: Final = WEIGHTS + N_FEATURES

KIND_RANDOM: Final = 0
KIND_STANDARD: Final = 1
