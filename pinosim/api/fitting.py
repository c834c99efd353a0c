"""What analyses fit policies on: the features a bidder counts, and what his hand then makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.core.policy import N_FEATURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinosim.policies.registry import Policy
    from pinosim.rules.load import Rules


def features_and_totals(rules: Rules, policies: Sequence[Policy], deals: int, seed: int) -> np.ndarray:
    """Play each of `deals` random deals with seat 0 as bidder in each suit.

    Parameters
    ----------
    rules : Rules
    policies : sequence of Policy
        One a seat.
    deals : int
    seed : int

    Returns
    -------
    int64 array, shape (deals, 4, N_FEATURES + 3)
        For each trump the features (`core.policy.FEATURES`), the bidder's own meld before passing, the team's meld
        and its trick
        points, all in points.
    """
    from pinosim.core.playout import features_and_totals as kernel

    inputs = kernel_inputs(rules)
    rows = np.zeros((deals, 4, N_FEATURES + 3), np.int64)
    kernel(inputs.dealing, policy_rows(policies), inputs.book, np.uint64(seed), 0, new_scratch(), rows)
    return rows
