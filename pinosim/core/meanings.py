"""Names of the places where a policy vector holds a bidding convention: what calls mean, and what hands they claim.

A seat that plays one has its meanings in the last part of its policy row. A claim is a list of steps that count cards
and join answers; a meld range may stand beside it. Plain Python ints.
"""

from __future__ import annotations

from typing import Final

MOST_MEANINGS: Final = 16
MOST_STEPS: Final = 160

# From the place `policy.CONVENTION` on: the number of meanings (0: the seat plays no convention), a record for each in
# the order in which they are said and read, and the steps of all claims.
FIRST_MEANING: Final = 1
CALL: Final = 0  # which call, see below
NUMBER: Final = 1  # steps of a jump, points of a bid
OR_MORE: Final = 2
WHEN: Final = 3  # bit mask of the conditions below, all of which hold
BELOW: Final = 4  # only bids below so many points; 0: any
REACH: Final = 5  # points above its own limit to which a seat goes to say it
WORTH: Final = 6  # points by which partner bids higher for it
STEPS_FROM: Final = 7
STEPS_TO: Final = 8
MELD_LOW: Final = 9  # meld with the best trump
MELD_HIGH: Final = 10  # -1: nothing is claimed of meld
N_MEANING: Final = 11
FIRST_STEP: Final = FIRST_MEANING + MOST_MEANINGS * N_MEANING
N_STEP: Final = 2  # what is done, and a number
N_CONVENTION: Final = FIRST_STEP + MOST_STEPS * N_STEP

CALL_PASS: Final = 0
CALL_JUMP: Final = 1
CALL_BID: Final = 2

WHEN_OPENING: Final = 1
WHEN_FIRST_CALL: Final = 2
WHEN_AFTER_PARTNER: Final = 4

# Steps. Those that count add to a sum, the number being a mask of whole fields of a hand; each has a twin that takes
# off.
ADD_CARDS: Final = 0
TAKE_CARDS: Final = 1
ADD_SETS: Final = 2  # copies of the scarcest card in the mask
TAKE_SETS: Final = 3
ADD_LENGTH: Final = 4  # number: one of LENGTHS
TAKE_LENGTH: Final = 5
# Those that compare the sum with the number put an answer on the pile and begin a new sum.
AT_LEAST: Final = 6
AT_MOST: Final = 7
EQUAL: Final = 8
UNEQUAL: Final = 9
SHAPE: Final = 10  # number: four lengths of suits, a byte each
# Those that join take answers off the pile and put one on; number: how many.
OPPOSITE: Final = 11
ALL_OF: Final = 12
ANY_OF: Final = 13
MOST_ANSWERS: Final = 60

LENGTHS: Final = ("voids", "longest", "shortest")

# A row of what the seats of an auction may tell and have been told
HELD: Final = 0  # a place a seat: bit mask of the meanings whose claims its hand meets
TOLD: Final = 8  # a place a seat: points by which partner's calls raise its limit
LIMIT: Final = 16  # a place a seat: the limit it planned
SOMEBODY_TELLS: Final = 24  # 1: some seat plays a convention
N_CLAIMS: Final = 25
