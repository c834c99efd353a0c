"""Names of the rows a simulated hand fills: one int32 array `(N_COLUMNS, n_deals)`.

"Bidders" is the declaring side, "others" the side against it; points are in the rule set's own unit. Seats, suits and
cards are numbered as in `docs/architecture.md`.
"""

from __future__ import annotations

from typing import Final

COLUMN_NAMES: Final = (
    "redeals",  # times the hand was thrown in before it was bid
    "redeal_seat",  # first seat that held a redeal hand in the first deal, -1 if none
    "meld_s",  # meld of seat 0's hand as first dealt, spades trump
    "meld_h",
    "meld_d",
    "meld_c",
    "dealer",
    "bidder",  # seat that won the auction
    "bid",
    "forced",  # 1: everybody else passed and the last seat had to take it
    "calls",  # calls made in the auction, passes counted
    "trump",
    "bidder_meld",  # the bidder's own meld in trump before passing
    "bidder_trumps",  # his trumps before passing
    "bidder_aces",  # his aces, all suits, before passing
    "meld_bidders",  # the team's meld as laid down
    "meld_others",
    "points_bidders",  # trick points, last trick included
    "points_others",
    "tricks_bidders",
    "tricks_others",
    "last_trick",  # 1: the bidders took the last trick
    "outcome",  # see OUTCOMES
    "score_bidders",  # change of score
    "score_others",  # where the others score apart, the sum of their scores
    "partner",  # seat that plays with the bidder, -1 if he plays alone
    "score_0",  # change of score of each seat; partners have the same
    "score_1",
    "score_2",
    "score_3",
    "score_4",
    "score_5",
)

OUTCOMES: Final = (
    "made",
    "set",  # played and fell short
    "not played",  # set without play: meld too small, no chance, or no marriage
)
MADE: Final = 0
SET: Final = 1
NOT_PLAYED: Final = 2

N_COLUMNS: Final = len(COLUMN_NAMES)
(
    REDEALS,
    REDEAL_SEAT,
    MELD_S,
    MELD_H,
    MELD_D,
    MELD_C,
    DEALER,
    BIDDER,
    BID,
    FORCED,
    CALLS,
    TRUMP,
    BIDDER_MELD,
    BIDDER_TRUMPS,
    BIDDER_ACES,
    MELD_BIDDERS,
    MELD_OTHERS,
    POINTS_BIDDERS,
    POINTS_OTHERS,
    TRICKS_BIDDERS,
    TRICKS_OTHERS,
    LAST_TRICK,
    OUTCOME,
    SCORE_BIDDERS,
    SCORE_OTHERS,
    PARTNER,
    SCORE_0,
    SCORE_1,
    SCORE_2,
    SCORE_3,
    SCORE_4,
    SCORE_5,
) = range(N_COLUMNS)

# What a finished hand reports to the kernels that ask: the columns from MELD_BIDDERS on, and two numbers more.
RESULT_FROM: Final = MELD_BIDDERS
DIX_BIDDERS: Final = N_COLUMNS - RESULT_FROM  # how much of the meld was nines of trump
DIX_OTHERS: Final = DIX_BIDDERS + 1
N_RESULT: Final = DIX_OTHERS + 1
