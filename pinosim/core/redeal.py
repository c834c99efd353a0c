"""The right to throw a hand in before the bidding."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.layout import copies_of


@kernel
def dix_points(hand, trump, rules):
    """Count the points of the nines of trump in a hand."""
    if rules[S.N_RANKS] == 5:
        return 0
    return rules[S.DIX_COPIES + copies_of(hand, trump * rules[S.N_RANKS], rules[S.WIDTH])]


@kernel
def may_redeal(hand, melds, rules):
    """Tell whether a hand carries the redeal right: enough nines, and no aces or no meld.

    Parameters
    ----------
    hand : int64
    melds : int64 array, shape (4,)
        Its meld under each trump.
    rules : int64 array, shape (N_SLOTS,)
    """
    needed = rules[S.REDEAL_MIN_NINES]
    if needed == 0:
        return False
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    nines = 0
    aces = 0
    for suit in range(4):
        nines += copies_of(hand, suit * n_ranks, width)
        aces += copies_of(hand, suit * n_ranks + n_ranks - 1, width)
    if nines < needed or (rules[S.REDEAL_NO_ACES] != 0 and aces > 0):
        return False
    if rules[S.REDEAL_NO_MELD] != 0:
        for trump in range(4):
            meld = melds[trump]
            if rules[S.REDEAL_IGNORE_DIX] != 0:
                meld -= dix_points(hand, trump, rules)
            if meld > 0:
                return False
    return True
