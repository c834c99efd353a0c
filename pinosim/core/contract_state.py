"""Names of the places in the rows CONTRACT and TRICK of the desk: the hand at play and the trick under way.

With these two rows and the hands, play can go on from any card (`playing.play_cards`). Plain Python ints.
"""

from __future__ import annotations

from typing import Final

# CONTRACT: what everybody knows once bidder and trump are
BIDDER: Final = 0
BID: Final = 1
TRUMP: Final = 2
DEALER: Final = 3
PARTNER: Final = 4  # -1: none
SIDES: Final = 5  # bit mask of the bidders' side
PAIR: Final = 6  # bit mask of bidder and partner if cards were passed, else 0
BURIED: Final = 7  # cards laid away, which the bidder alone knows; a hand
COUNTED: Final = 8  # 1: rows KNOWN, TOLD and POSSIBLE are kept, and seats whose policy counts cards do
N_CONTRACT: Final = 9

# TRICK: the card to be played next
TURN: Final = 0  # cards played in all tricks before it
LEADER: Final = 1
POSITION: Final = 2  # seats that have played to this trick
LED: Final = 3
BEST: Final = 4
BEST_LED: Final = 5
BEST_SEAT: Final = 6
WORTH: Final = 7  # points in the trick so far
UNPLAYED: Final = 8  # all cards in play
VOIDS: Final = 9  # bit 4 * seat + suit
TRICK_NUMBER: Final = 10
N_TRICK: Final = 11
