"""Names of the melds of the game with a stock, and of the places in the state of a seat. Plain Python ints."""

from __future__ import annotations

from typing import Final

# Melds by number: marriages in S H D C, the run, the pinochle, arounds of A K Q J.
RUN_MELD: Final = 4
PINOCHLE_MELD: Final = 5
FIRST_AROUND: Final = 6
N_MELDS: Final = 10

# Places in the state of a seat.
SHOWN: Final = 0  # its cards on the table, as a hand
TAKEN: Final = 1  # points melded
DIX_TAKEN: Final = 2  # how many of them for nines of trump
SPOKEN: Final = 3  # seven hands: cards used in marriages and runs, in runs, in pinochles, in arounds of A K Q J
N_STATE: Final = SPOKEN + 7
