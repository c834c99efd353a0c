"""What a hand scores: keeping meld, making the bid, being set.

The stages, in order, each switched by the rules vector (rules.md, table (a) and section (b)): bidders with too little
meld or no chance are set without play; a side that did not earn its meld loses it; bidders short of the bid, or of a
required number of trick points, lose the bid and keep nothing; the others keep what they made unless they fall short
of a floor.
"""

from __future__ import annotations

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core.jit import kernel

KEEP_ALWAYS = 0
KEEP_ONE_TRICK = 1
KEEP_ONE_POINT = 2


@kernel
def set_without_play(bid, meld_bidders, rules):
    """Tell whether the bidders are set before a card is played."""
    if meld_bidders < rules[S.MIN_MELD_BIDDERS]:
        return True
    return rules[S.AUTO_SET] != 0 and meld_bidders + rules[S.TRICK_TOTAL] < bid


@kernel
def kept_meld(meld, dix, points, tricks, condition, rules):
    """Meld that a side keeps after the play, in points."""
    earned = (
        condition == KEEP_ALWAYS
        or (condition == KEEP_ONE_TRICK and tricks > 0)
        or (condition == KEEP_ONE_POINT and points > 0)
        or (rules[S.DIX_ONLY_EXEMPT] != 0 and dix == meld)
    )
    return meld if earned else 0


@kernel
def settle_not_played(bid, meld_others, rules):
    """Score a hand that was set without play: `(score_bidders, score_others)`."""
    others = meld_others
    if rules[S.OTHERS_MELD_ON_AUTO_SET] == 0 or rules[S.MELD_BIDDERS_ONLY] != 0 or others < rules[S.MIN_MELD_OTHERS]:
        others = 0
    return -bid, others


@kernel
def settle_played(
    bid, meld_bidders, dix_bidders, points_bidders, tricks_bidders,
    meld_others, dix_others, points_others, tricks_others, rules,
):  # fmt: skip
    """Score a played hand.

    Parameters
    ----------
    bid : int64
        The contract.
    meld_bidders, meld_others : int64
        What each side laid down.
    dix_bidders, dix_others : int64
        How much of that was nines of trump.
    points_bidders, points_others : int64
        Trick points, last trick included.
    tricks_bidders, tricks_others : int64
        Tricks taken.
    rules : int64 array, shape (N_SLOTS,)

    Returns
    -------
    outcome, score_bidders, score_others : int64
        `columns.MADE` or `columns.SET`, and the changes of score.
    """
    kept = kept_meld(meld_bidders, dix_bidders, points_bidders, tricks_bidders, rules[S.KEEP_BIDDERS], rules)
    total = kept + points_bidders
    made = total >= bid and points_bidders >= rules[S.MIN_POINTS_BIDDERS]
    if meld_others < rules[S.MIN_MELD_OTHERS] or rules[S.MELD_BIDDERS_ONLY] != 0:
        meld_others = 0
    others = points_others + kept_meld(
        meld_others, dix_others, points_others, tricks_others, rules[S.KEEP_OTHERS], rules
    )
    if points_others < rules[S.MIN_POINTS_OTHERS]:
        others = 0
    if made:
        return C.MADE, total, others
    return C.SET, -bid, others
