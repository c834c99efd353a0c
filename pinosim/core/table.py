"""What kernels are handed: the deal, the rule book, and the scratch of one thread, each as one named tuple of arrays.

numba passes a named tuple as its fields, array after array, each with a reference to count. So the numbers of the hand
at play share one array, the desk, and kernels that run once a hand are handed the desk rather than the whole scratch.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pinosim.core.dealing import LANES, MAX_PLACES, WORDS, DealScratch, new_deal_scratch
from pinosim.core.double_dummy.driver import new_memory
from pinosim.core.policy import N_POLICY
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
ADDRESS: Final = SPARE + 10  # seed, number of the deal, attempt: where random words of this hand are found
CLAIMS: Final = SPARE + 11  # what calls by a convention may tell, see `meanings`
N_ROWS: Final = SPARE + 12
ROW: Final = 40

# Places in ORDERS: a hand, or 0 where the policy chooses, or `NOTHING` where no cards move.
ORDER_GIVEN: Final = 0
ORDER_RETURNED: Final = 1
ORDER_BURIED: Final = 2
N_ORDERS: Final = 3
NOTHING: Final = -1

# Rows of the plan of a study
SLOTS_OF: Final = 0  # a place: cards of unknown place that it holds
SURE_OF: Final = 1  # a place: cards it is known to hold
MAY_HOLD: Final = 2  # a place: fields of the cards it may hold
FREE: Final = 3  # a place: what is left of SLOTS_OF while a world is dealt
KINDS: Final = 4  # a kind of unseen card each: the card,
COPIES: Final = 5  # how many are unseen,
ALLOWED: Final = 6  # and the places that may hold it, as a bit mask
CARDS: Final = 7  # an unseen card each, in the order in which they are dealt: the card,
PLACES: Final = 8  # the places that may hold it,
BOUND: Final = 9  # most places that can still be free for it
MARGINS: Final = 10  # a set of places each: what it can still take of other cards
OPTIONS: Final = 11  # what the seat may do
TOTALS: Final = 12  # what each of these brought
SQUARES: Final = 13  # and the squares of what they brought over what `hard` would do
ADDED: Final = 14  # a place: cards that it no longer holds, but held when it called
CLOSEST: Final = 15  # a place: its hand in the world that fits best
WORTHS: Final = 16  # what each option brings in one world
SOLVED: Final = 17  # three rows of the solver: cards, and from what to what they are worth
HEARD: Final = 20  # a row a seat: what its calls tell, see `listening`
N_PLAN: Final = HEARD + MAX_PLAYERS
N_SETS: Final = 1 << MAX_PLACES

# The solver's share of a study: endings of a few cards a hand.
ENDING_MEGABYTES: Final = 0.25
ENDING_INDEX: Final = 1 << 15


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


class Study(NamedTuple):
    """What a seat writes to that tries out what it might do: a second table, and the worlds it deals itself.

    Attributes
    ----------
    desk : int64 array, shape (N_ROWS, ROW)
        The table a world is played out on; row DEALT holds the hands of the world.
    story : int64 array, shape (N_STORY,)
    minds : int64 array, shape (MAX_PLAYERS, N_POLICY)
        How the seat thinks that each seat plays.
    plan : int64 array, shape (N_PLAN, N_SETS)
        See `worlds`.
    words : uint64 array, shape (WORDS, 1)
    memory, places, positions : int64, int32 and int64 arrays
        Of `double_dummy.driver.new_memory`, large enough for endings.
    """

    desk: np.ndarray
    story: np.ndarray
    minds: np.ndarray
    plan: np.ndarray
    words: np.ndarray
    memory: np.ndarray
    places: np.ndarray
    positions: np.ndarray


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
    study : Study
    """

    deal: DealScratch
    hands: np.ndarray
    words: np.ndarray
    spare_words: np.ndarray
    desk: np.ndarray
    story: np.ndarray
    study: Study


def new_study() -> Study:
    """Allocate what the seats of one thread need to try things out."""
    memory, places, positions = new_memory(ENDING_MEGABYTES, ENDING_INDEX)
    return Study(
        desk=np.zeros((N_ROWS, ROW), np.int64),
        story=np.zeros(N_STORY, np.int64),
        minds=np.zeros((MAX_PLAYERS, N_POLICY), np.int64),
        plan=np.zeros((N_PLAN, N_SETS), np.int64),
        words=np.zeros((WORDS, 1), np.uint64),
        memory=memory,
        places=places,
        positions=positions,
    )


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
        study=new_study(),
    )
