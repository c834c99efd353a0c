"""What kernels are handed: the deal, the rule book, and the scratch of one thread, each as one named tuple of arrays.

numba passes a named tuple as its fields, array after array, each with a reference to count. So the numbers of the hand
at play share one array, the desk, and kernels that run once a hand are handed the desk rather than the whole scratch.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pinosim.core.dealing import LANES, MAX_PLACES, DealScratch, new_deal_scratch
from pinosim.core.story import MAX_STOCK, N_STORY

MAX_PLAYERS: Final = 6
MAX_PLAYS: Final = 120
FIRST_PLAY_WORD: Final = 32  # random words before this one serve bidding, passing and burying
PLAY_LANES: Final = 32  # hands whose random words are made together; few, so that the words stay in the first cache
N_WORDS: Final = FIRST_PLAY_WORD + MAX_PLAYS + MAX_STOCK

# Rows of the desk, most of them one number a seat.
DEALT: Final = 0  # the hands as dealt; the places after the seats are kitty or stock
SEATS: Final = 1  # the hands as they are now
FEATURES: Final = 2
CEILINGS: Final = 3  # how high each seat would bid
TRUMPS: Final = 4  # what it would name
AUCTION: Final = 5  # bidder, bid, forced, calls
LAID: Final = 6  # meld laid
DIX: Final = 7  # how much of it is nines of trump
POINTS: Final = 8  # trick points
TRICKS: Final = 9  # tricks
SCORES: Final = 10  # change of score
RESULT: Final = 11  # columns from RESULT_FROM on, see `columns`
COLUMN: Final = 12  # all columns of the hand
STATES: Final = 13  # two rows: the table of a game with a stock, see `two_handed_state`
MELDS: Final = 15  # a row a place: its meld under each trump
SPARE: Final = MELDS + MAX_PLACES  # for a meld that is not kept
KNOWN: Final = SPARE + 1  # cards each seat is known by all to hold: its meld, until played
TOLD: Final = SPARE + 2  # the same as its partner in passing knows it, who knows what was passed as well
POSSIBLE: Final = SPARE + 3  # fields of the cards each seat may hold, by what it has failed to play
SURE: Final = SPARE + 4  # the three last rows are what one seat works out when it plays
SLOTS: Final = SPARE + 5
CHANCES: Final = SPARE + 6
ORDERS: Final = SPARE + 7  # cards that move whatever the policy would choose, see below
CONTRACT: Final = SPARE + 8  # see `contract_state`, as the next
TRICK: Final = SPARE + 9
N_ROWS: Final = SPARE + 10
ROW: Final = 40

# Places in ORDERS: a hand, or 0 where the policy chooses, or `NOTHING` where no cards move.
ORDER_GIVEN: Final = 0
ORDER_RETURNED: Final = 1
ORDER_BURIED: Final = 2
N_ORDERS: Final = 3
NOTHING: Final = -1


class Book(NamedTuple):
    """A rule set as kernels read it.

    Attributes
    ----------
    rules : int64 array, shape (N_SLOTS,)
        The rules vector, see `slots`.
    suit_table, around_table : arrays of `meld.meld_tables`
    """

    rules: np.ndarray
    suit_table: np.ndarray
    around_table: np.ndarray


class Scratch(NamedTuple):
    """What one thread writes to while it plays hands.

    Attributes
    ----------
    deal : DealScratch
    hands : int64 array, shape (LANES + 1, MAX_PLACES)
        Deals of a block; the last row is for a hand that is dealt again.
    words, spare_words : uint64 arrays, shapes (N_WORDS, PLAY_LANES) and (N_WORDS, 1)
        Random words of the hands at play, and of a hand that is dealt again.
    desk : int64 array, shape (N_ROWS, ROW)
        The hand at play: its rows are named above.
    story : int64 array, shape (N_STORY,)
        What happened, for records, see `story`.
    """

    deal: DealScratch
    hands: np.ndarray
    words: np.ndarray
    spare_words: np.ndarray
    desk: np.ndarray
    story: np.ndarray


def new_scratch() -> Scratch:
    """Allocate the scratch of one thread.

    Returns
    -------
    Scratch
    """
    return Scratch(
        deal=new_deal_scratch(),
        hands=np.zeros((LANES + 1, MAX_PLACES), np.int64),
        words=np.zeros((N_WORDS, PLAY_LANES), np.uint64),
        spare_words=np.zeros((N_WORDS, 1), np.uint64),
        desk=np.zeros((N_ROWS, ROW), np.int64),
        story=np.zeros(N_STORY, np.int64),
    )
