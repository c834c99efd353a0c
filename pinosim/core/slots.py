"""Names of the places in the rules vector: how a rule set reaches the kernels.

`Rules.vector` is one int64 array of `N_SLOTS` numbers. Tables (runs, arounds, ...) take one place for each number of
copies, `MAX_COPIES` of them, so `vector[RUN + 2]` is a double run; place 0 of a table is always 0. Plain Python ints,
so that rule files can be read without numba.
"""

from __future__ import annotations

from typing import Final

MAX_COPIES: Final = 6
TABLE: Final = MAX_COPIES + 1

# --- seats and deck
PLAYERS: Final = 0
TEAMS: Final = 1  # seats are dealt to teams in turn: team = seat % TEAMS; TEAMS == PLAYERS: each for himself
CALLED_PARTNER: Final = 2  # 1: the bidder's partner is the holder of a called card
N_RANKS: Final = 3  # 6 with nines, 5 without
COPIES: Final = 4
WIDTH: Final = 5  # bits a card in a hand: 2 up to 3 copies, 3 up to 7
HAND_SIZE: Final = 6
KITTY_SIZE: Final = 7
STOCK_SIZE: Final = 8
TRICKS: Final = 9  # tricks in a hand

# --- redeal right
REDEAL_MIN_NINES: Final = 10  # 0: no redeal right
REDEAL_NO_ACES: Final = 11
REDEAL_NO_MELD: Final = 12
REDEAL_IGNORE_DIX: Final = 13  # 1: a nine of trump is no meld here
REDEAL_OPTIONAL: Final = 14  # 0: such a hand must be thrown in

# --- auction
AUCTION_KIND: Final = 15  # 0 none, 1 auction, 2 a single round
MIN_BID: Final = 16
STEP_FROM: Final = (
    17  # three pairs: from this bid on (STEP_FROM + i) raises are of STEP_SIZE + i; unused from = a huge number
)
STEP_SIZE: Final = 20
MAX_BID: Final = 23  # 0: none
MAX_ENDS_AUCTION: Final = 24
ALL_PASS: Final = 25  # 0 the last to speak is forced, 1 a new deal
FORCED_BID: Final = 26  # what the forced seat has; below MIN_BID in some games
TRUMP_NEEDS_MARRIAGE: Final = 27
NO_MARRIAGE_SET: Final = 28  # 1: a bidder with no marriage at all is set without play

# --- passing
PASS_COUNT: Final = 29
MAY_RETURN_RECEIVED: Final = 30

# --- kitty
KITTY_BEFORE_TRUMP: Final = 31
BURY_EXCLUDES_MELD: Final = 32
BURIED_TO_BIDDER: Final = 33  # 0: the points of buried cards are nobody's

# --- play
BEAT_TRUMP_LEAD: Final = 34
BEAT_PLAIN_LEAD: Final = 35
BEAT_PLAIN_AFTER_TRUMP: Final = 36
MUST_TRUMP: Final = 37
OVERTRUMP: Final = 38
FIRST_LEADER: Final = 39  # 0 the bidder, 1 left of the dealer
PHASE1_FREE: Final = 40  # 1: no duty at all, not even to follow, while the stock lasts

# --- tricks
COUNTERS: Final = 41  # six places by strength 9 J Q K T A, whatever the deck
LAST_TRICK: Final = 47
TRICK_TOTAL: Final = 48

# --- what keeps meld: 0 nothing needed, 1 one trick, 2 one trick point
KEEP_BIDDERS: Final = 49
KEEP_OTHERS: Final = 50
DIX_ONLY_EXEMPT: Final = 51  # 1: a team's meld of nothing but dix survives

# --- floors and settlement
MIN_MELD_BIDDERS: Final = 52  # bidders with less meld are set without play; 0: none
MIN_MELD_OTHERS: Final = 53  # the others' meld below this counts nothing; 0: none
MIN_POINTS_BIDDERS: Final = 54  # bidders with fewer trick points are set
MIN_POINTS_OTHERS: Final = 55  # the others with fewer trick points score nothing
AUTO_SET: Final = 56  # 1: no play when meld + all trick points cannot reach the bid
OTHERS_MELD_ON_AUTO_SET: Final = 57
MELD_BIDDERS_ONLY: Final = 58  # 1: only the bidders' side counts meld

# --- game end
TARGET: Final = 59
FLOOR: Final = 60  # a team at or below this loses; 0: none
TIE_BIDDERS: Final = 61  # 1 bidders count first, 0 the higher score wins

# --- meld
TRUMP_MODE: Final = 62  # 0 absorb, 1 extras, 2 exclusive
EXTRA_KING: Final = 63
EXTRA_QUEEN: Final = 64
EXTRA_BOTH: Final = 65
PLAIN: Final = 66  # one marriage in a plain suit
DIX: Final = 67
ROUNDHOUSE: Final = 68  # paid on top of its parts for a marriage in each suit
ROUNDHOUSE_BESIDE_RUN: Final = 69  # paid on top when the trump marriage of a roundhouse lies in a run
RUN: Final = 70
ROYAL: Final = RUN + TABLE
PINOCHLE: Final = ROYAL + TABLE
AROUND: Final = PINOCHLE + TABLE  # four tables in the order A K Q J

# --- added for games beyond four partners and one auction; appended, so that older places keep their numbers
DIX_COPIES: Final = AROUND + 4 * TABLE  # table: all points of so many nines of trump; DIX is what one alone counts
DIX_ALWAYS: Final = DIX_COPIES + TABLE  # 1: the dix of a side survive when its other meld is lost
UNDERTRUMP: Final = DIX_ALWAYS + 1  # 1: who cannot overtrump must still trump; 0: then he may play any card
BID_NEEDS: Final = UNDERTRUMP + 1  # to bid unforced: 0 nothing, 1 a marriage in some suit, 2 meld > 0 in some trump
REDEAL_NEXT_DEALER: Final = BID_NEEDS + 1  # 1: after a redeal the next seat deals; 0: the same dealer
WINNER_MUST_BID: Final = REDEAL_NEXT_DEALER + 1  # 1: a game is won only in a hand whose bid the winner has just made

# Kitty. The bidder takes KITTY_SIZE cards (KITTY_BEFORE_TRUMP: before he names trump). BURY_COUNT > 0: meld is counted
# on the larger hand, then he lays away so many cards, out of his meld only where he has too few others
# (BURY_EXCLUDES_MELD); their counters are his at the end (BURIED_TO_BIDDER) and are no trick. KITTY_SHARED: before
# meld he keeps one and gives one to each other seat, so that all hold HAND_SIZE + 1.
BURY_COUNT: Final = WINNER_MUST_BID + 1
KITTY_SHARED: Final = BURY_COUNT + 1
KITTY_SHOWN: Final = KITTY_SHARED + 1  # 1: everybody sees the kitty; 0: the bidder alone

# Each for himself (TEAMS == PLAYERS): every seat has a score. The others each score their own meld, kept by what the
# seat itself took (with OTHERS_SHARE_TRICKS: by what they took together), plus their own trick points or, with
# OTHERS_SHARE_TRICKS, the trick points of all of them. MIN_MELD_OTHERS and MIN_POINTS_OTHERS look at the same numbers.
# CALLED_PARTNER: after the bid the bidder names a card; the first other seat that holds it, looking from his left (from
# his right: CALL_FROM_RIGHT), is his partner, passes PASS_COUNT each way, and both score the side's meld and tricks, or
# lose the bid. Nobody has it: he names another. TIE_BIDDERS is then the bidder's own, not his partner's.
OTHERS_SHARE_TRICKS: Final = KITTY_SHOWN + 1
CALL_FROM_RIGHT: Final = OTHERS_SHARE_TRICKS + 1

# Stock (two seats, AUCTION_KIND 0). The first card after the deal is turned up and lies at the bottom of the stock
# (TURN_UP); TRUMP_TURNED: its suit is trump. DIX_TURNED: a nine turned scores DIX for the dealer. While the stock
# lasts, the winner of a trick draws first, the loser next; the turned card is drawn last. MELD_IN_PLAY: the winner
# then lays up to MELDS_PER_TRICK melds (0: any number), each with a card new from his hand, before he draws
# (MELD_AFTER_DRAW: after), and no meld is laid before play. DIX_EXCHANGE: beside that he may show a nine of trump for
# DIX; the first one shown takes the turned card in exchange. There are no bidders: KEEP_OTHERS, MIN_MELD_OTHERS and
# MIN_POINTS_OTHERS hold for everybody.
TURN_UP: Final = CALL_FROM_RIGHT + 1
TRUMP_TURNED: Final = TURN_UP + 1
DIX_TURNED: Final = TRUMP_TURNED + 1
DIX_EXCHANGE: Final = DIX_TURNED + 1
MELDS_PER_TRICK: Final = DIX_EXCHANGE + 1
MELD_AFTER_DRAW: Final = MELDS_PER_TRICK + 1
MELD_IN_PLAY: Final = MELD_AFTER_DRAW + 1
N_SLOTS: Final = MELD_IN_PLAY + 1

ABSORB: Final = 0
EXTRAS: Final = 1
EXCLUSIVE: Final = 2
