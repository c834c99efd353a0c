"""What bids and passes are worth in games won: the scores after each deal, read in the table of chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pinosim.core import columns as C
from pinosim.core.playout import PASS_BIDDER, PASS_THEM, PASS_US

if TYPE_CHECKING:
    from pinosim.api.win_table import WinTable
    from pinosim.rules.schema import Rules


def chances_after_call(
    table: WinTable, score: Sequence[int], outcome: NDArray[np.integer[Any]], seat: int, dealer: int
) -> NDArray[np.float64]:
    """Give our chance to win the game in each deal after what a call led to.

    Parameters
    ----------
    table : WinTable
    score : sequence of int
        Ours and theirs before the hand.
    outcome : int array, shape (N_PASS, n)
        Who had the contract in the end (-1: the cards are dealt again), at what, and what the hand brought us and them,
        as `core.playout` reports.
    seat, dealer : int
        A seat of ours, and who dealt.

    Returns
    -------
    float64 array, shape (n,)
    """
    rules = table.rule_set
    bidder = outcome[PASS_BIDDER]
    ours, theirs = outcome[PASS_US].astype(np.int64), outcome[PASS_THEM].astype(np.int64)
    again = bidder < 0
    we_bid = ~again & (bidder % 2 == seat % 2)
    they_bid = ~again & ~we_bid
    # a bid that is made scores at least itself, one that is set loses it
    made = np.where(we_bid, ours > 0, theirs > 0)
    after = table.after_hand(
        score[0] + ours, score[1] + theirs, we_bid, they_bid, made, we_deal_next=_ours(dealer + 1, seat)
    )
    dealer_again = dealer if rules.redeal.same_dealer else dealer + 1
    before = table.before_hand(score[0], score[1], we_deal=_ours(dealer_again, seat))
    return np.where(again, before, after)


def chances_at_bid(
    table: WinTable, score: Sequence[int], played: NDArray[np.integer[Any]], bid: int, seat: int, dealer: int
) -> NDArray[np.float64]:
    """Give our chance to win the game in each deal if this seat has the contract at a bid.

    Parameters
    ----------
    table : WinTable
    score : sequence of int
        Ours and theirs before the hand.
    played : int array, shape (N_RESULT, n)
        The deals with one trump, played at bid 0 as `core.playout.play_out` does.
    bid : int
        In points.
    seat, dealer : int
        The bidder, and who dealt.

    Returns
    -------
    float64 array, shape (n,)
    """
    ours, theirs, made = settled_at(played, bid, table.rule_set)
    return table.after_hand(score[0] + ours, score[1] + theirs, True, False, made, we_deal_next=_ours(dealer + 1, seat))


def chances_by_level(
    table: WinTable, score: Sequence[int], played: NDArray[np.integer[Any]], bids: Sequence[int], seat: int, dealer: int
) -> Iterator[NDArray[np.float64]]:
    """Give what `chances_at_bid` gives for one bid after another, in a fraction of the time.

    A contract that is made is worth the same whatever was bid, and one that is set differs only by what the others
    have, which is one of a few numbers.
    """
    totals = played[C.SCORE_BIDDERS - C.RESULT_FROM].astype(np.int64)
    theirs_played = played[C.SCORE_OTHERS - C.RESULT_FROM].astype(np.int64)
    next_deal = _ours(dealer + 1, seat)
    when_made = table.after_hand(score[0] + totals, score[1] + theirs_played, True, False, True, we_deal_next=next_deal)
    low = min(0, int(theirs_played.min()))
    most = max(int(theirs_played.max()), int(played[C.MELD_OTHERS - C.RESULT_FROM].max()))
    theirs_possible = np.arange(low, most + 1)
    for bid in bids:
        _, theirs, made = settled_at(played, bid, table.rule_set)
        when_set = table.after_hand(
            score[0] - bid, score[1] + theirs_possible, True, False, False, we_deal_next=next_deal
        )
        yield np.where(made, when_made, when_set[theirs - low])


def settled_at(
    played: NDArray[np.integer[Any]], bid: int, rules: Rules
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Settle deals that were played at bid 0 at another bid, in a game of two sides.

    Returns
    -------
    ours, theirs : int64 arrays, shape (n,)
        What the bidders' side and the other score.
    made : bool array, shape (n,)
    """
    base = C.RESULT_FROM
    meld = played[C.MELD_BIDDERS - base].astype(np.int64)
    totals = played[C.SCORE_BIDDERS - base].astype(np.int64)
    given_up = meld < rules.floors.min_meld_bidders
    if rules.settle.auto_set:
        given_up |= meld + rules.tricks.total < bid
    made = ~given_up & (totals >= bid) & (played[C.OUTCOME - base] == C.MADE)
    others = played[C.MELD_OTHERS - base].astype(np.int64)
    counts = rules.settle.others_meld_without_play and rules.meld.owners == "everybody"
    others_alone = np.where(others >= rules.floors.min_meld_others, others, 0) if counts else np.zeros_like(others)
    theirs = np.where(given_up, others_alone, played[C.SCORE_OTHERS - base])
    return np.where(made, totals, -bid), theirs, made


def _ours(seat: int, mine: int) -> bool:
    return seat % 2 == mine % 2
