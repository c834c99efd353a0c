"""What a hand scores: keeping meld, making the bid, being set.

The stages, in order, each switched by the rules vector (rules.md, table (a) and section (b)): bidders with too little
meld or no chance are set without play; a side that did not earn its meld loses it; bidders short of the bid, or of a
required number of trick points, lose the bid and keep nothing; the others keep what they made unless they fall short of
a floor. In games where the others have a score each, each is settled like a side of its own.
"""

from __future__ import annotations

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core import table as K
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
    if earned:
        return meld
    return dix if rules[S.DIX_ALWAYS] != 0 else 0


@kernel
def others_not_played(meld, rules):
    """Score one of the others, a side or a seat, when the bidders are set without play."""
    if rules[S.OTHERS_MELD_ON_AUTO_SET] == 0 or rules[S.MELD_BIDDERS_ONLY] != 0 or meld < rules[S.MIN_MELD_OTHERS]:
        return 0
    return meld


@kernel
def others_played(meld, dix, points, tricks, rules):
    """Score one of the others, a side or a seat, after the play."""
    if points < rules[S.MIN_POINTS_OTHERS]:
        return 0
    if meld < rules[S.MIN_MELD_OTHERS] or rules[S.MELD_BIDDERS_ONLY] != 0:
        meld = 0
        dix = 0
    return points + kept_meld(meld, dix, points, tricks, rules[S.KEEP_OTHERS], rules)


@kernel
def bidders_played(bid, meld, dix, points, tricks, rules):
    """Score the bidders after the play: `(outcome, change of score)`, the outcome `columns.MADE` or `columns.SET`."""
    total = points + kept_meld(meld, dix, points, tricks, rules[S.KEEP_BIDDERS], rules)
    if total >= bid and points >= rules[S.MIN_POINTS_BIDDERS]:
        return C.MADE, total
    return C.SET, -bid


@kernel
def settle(bid, sides, trump_named, laid, dix, points, tricks, rules, result, scores):
    """Settle a hand for every seat.

    Parameters
    ----------
    bid : int64
        The contract; 0 plays the hand for its points alone.
    sides : int64
        Bit mask of the seats on the bidders' side.
    trump_named : bool
        False when the bidder could name no trump and the hand was given up.
    laid, dix, points, tricks : int64 arrays, shape (>= players,)
        By seat; buried points are the bidder's. All tricks 0 when the hand was not played.
    rules : int64 array, shape (N_SLOTS,)
    result : int64 array, shape (N_RESULT,)
        Receives melds, points, tricks, outcome and scores of both sides, at `column - columns.RESULT_FROM`.
    scores : int64 array, shape (>= players,)
        Receives each seat's change of score.
    """
    players = rules[S.PLAYERS]
    base = C.RESULT_FROM
    meld_bidders = 0
    dix_bidders = 0
    points_bidders = 0
    tricks_bidders = 0
    meld_others = 0
    dix_others = 0
    points_others = 0
    tricks_others = 0
    for seat in range(players):
        if (sides >> seat) & 1 != 0:
            meld_bidders += laid[seat]
            dix_bidders += dix[seat]
            points_bidders += points[seat]
            tricks_bidders += tricks[seat]
        else:
            meld_others += laid[seat]
            dix_others += dix[seat]
            points_others += points[seat]
            tricks_others += tricks[seat]
    played = tricks_bidders + tricks_others > 0
    if played:
        outcome, ours = bidders_played(bid, meld_bidders, dix_bidders, points_bidders, tricks_bidders, rules)
    else:
        outcome = C.NOT_PLAYED
        ours = -bid
    apart = rules[S.TEAMS] == players
    theirs = 0
    if not apart and trump_named:
        if played:
            theirs = others_played(meld_others, dix_others, points_others, tricks_others, rules)
        else:
            theirs = others_not_played(meld_others, rules)
    sum_others = 0
    for seat in range(players):
        if (sides >> seat) & 1 != 0:
            scores[seat] = ours
            continue
        if not apart or not trump_named:
            scores[seat] = theirs
        elif not played:
            scores[seat] = others_not_played(laid[seat], rules)
        elif rules[S.OTHERS_SHARE_TRICKS] != 0:
            scores[seat] = others_played(laid[seat], dix[seat], points_others, tricks_others, rules)
        else:
            scores[seat] = others_played(laid[seat], dix[seat], points[seat], tricks[seat], rules)
        sum_others += scores[seat]
    result[C.MELD_BIDDERS - base] = meld_bidders
    result[C.MELD_OTHERS - base] = meld_others
    result[C.POINTS_BIDDERS - base] = points_bidders
    result[C.POINTS_OTHERS - base] = points_others
    result[C.TRICKS_BIDDERS - base] = tricks_bidders
    result[C.TRICKS_OTHERS - base] = tricks_others
    result[C.OUTCOME - base] = outcome
    result[C.SCORE_BIDDERS - base] = ours
    result[C.SCORE_OTHERS - base] = sum_others if apart else theirs
    for seat in range(players):
        result[C.SCORE_0 + seat - base] = scores[seat]
    result[C.DIX_BIDDERS] = dix_bidders
    result[C.DIX_OTHERS] = dix_others


@kernel
def measured_against(rules):
    """Count the scores a seat's own is measured against: the one of the other side, or those of all other seats."""
    return 1 if rules[S.TEAMS] < rules[S.PLAYERS] else rules[S.PLAYERS] - 1


@kernel
def scores_against(me, rules, desk):
    """Give a seat's score and those it is measured against, added up; its own as often as there are of those."""
    players = rules[S.PLAYERS]
    if rules[S.TEAMS] < players:
        other = (me + 1) % players
        return desk[K.SCORES, me], desk[K.SCORES, other]
    total = 0
    for seat in range(players):
        if seat != me:
            total += desk[K.SCORES, seat]
    return desk[K.SCORES, me] * measured_against(rules), total
