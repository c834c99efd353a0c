"""Names of the places in the story of a hand: what a record tells beyond the columns.

The kernels write it as they play; `api/record` reads it. Card sets are hands, -1 stands for "none". Plain Python ints.
"""

from __future__ import annotations

from typing import Final

GIVEN: Final = 0  # cards partner gave the bidder
RETURNED: Final = 1  # cards the bidder gave back
BURIED: Final = 2  # cards the bidder laid away
CALLED: Final = 3  # the card whose holder is the bidder's partner
PARTNER: Final = 4  # who that is; in fixed teams the seat that passed cards
SHARED: Final = 5  # the card each seat was given from a shared kitty
N_SHARED: Final = 6
N_CALLS: Final = 11
N_PLAYED: Final = 12
N_EVENTS: Final = 13
TURNED: Final = 14  # the card turned up
CALLS: Final = 15  # the calls in order: points, or 0 for a pass
MAX_CALLS: Final = 400  # later calls of an auction without sense are not kept
PLAYED: Final = CALLS + MAX_CALLS  # the cards in the order played
MAX_PLAYED: Final = 120
EVENTS: Final = PLAYED + MAX_PLAYED  # what a seat lays and draws in a game with a stock: four numbers each
EVENT_SIZE: Final = 4  # plays made before it, kind, value, points
MAX_EVENTS: Final = 120
STOCK: Final = EVENTS + EVENT_SIZE * MAX_EVENTS  # the stock from the top; the turned card is the last
MAX_STOCK: Final = 48
N_STORY: Final = STOCK + MAX_STOCK

EVENT_DIX_TURNED: Final = 0  # the dealer scores the nine he turned
EVENT_DIX_EXCHANGED: Final = 1  # value: the card taken for it
EVENT_DIX_SHOWN: Final = 2
EVENT_MELD: Final = 3  # value: see two_handed.MELDS
EVENT_DRAW: Final = 4  # value: seat and card as `seat * 64 + card`
