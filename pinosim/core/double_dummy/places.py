"""Map of the one array a search works in: the deal, tables of its cards, a frame for each card to play, suit rows.

Inside the search a card is `suit * 32 + bit`: the cards of a suit lie in the bits of a mask, the weakest at bit 0,
copies of a rank side by side and sorted by the seat that holds them. A card never changes its bit or its owner, so
that the whole position at the start of a trick is four masks and a leader.

Points are divided by the largest unit that divides all of them (10 becomes 1) and belong to the *first side*, that
of the seat leading the position that was set.
"""

from __future__ import annotations

from typing import Final

# --- the deal
PLAYERS: Final = 0
TRUMP: Final = 1
FIRST_SIDE: Final = 2  # mask of seats
LEADER: Final = 3  # of the trick on the table
TRICKS: Final = 4  # tricks left, the one on the table included
LEFT: Final = 5  # points left in all, the last trick's included
LAST_TRICK: Final = 6
ON_TABLE: Final = 7  # cards on the table
TABLE_CARDS: Final = 8  # four places
START: Final = 12  # four masks: cards left when the trick began
LEFT_IN_SUIT: Final = 16  # four masks: cards left now
UNIT: Final = 20  # what points were divided by
N_RANKS: Final = 21
WIDTH: Final = 22
N_CLASSES: Final = 23
ROWS_USED: Final = 24
ENTRY_MASK: Final = 25  # buckets in use, less one
BEAT_TRUMP_LEAD: Final = 26
BEAT_PLAIN_LEAD: Final = 27
BEAT_PLAIN_AFTER_TRUMP: Final = 28
MUST_TRUMP: Final = 29
OVERTRUMP: Final = 30
HEADER: Final = 32  # what changes as cards are played lies before this
OWN: Final = 32  # suit * 4 + seat: mask of the cards a seat was dealt
INDEX_START: Final = 48  # by suit: where its row numbers begin
CARDS_IN_SUIT: Final = 52
RISING: Final = 56  # 1: a stronger rank never counts less than a weaker one
FIELDS: Final = 57  # 16 bits a seat, ones for the seats of the other side; then the same of the first side
GENERATION: Final = 59  # entries of the table that bear another are of an earlier search and count as free
MOST_VALUE: Final = 60  # points of the dearest card
FIRST_OF_RANK: Final = 64  # suit * 8 + rank: lowest bit of a rank, and one place more
CLASS_OF_RANK: Final = 96
VALUE_OF_RANK: Final = 104
PRICE_OF_RANK: Final = 112

# --- each card, by suit * 32 + bit
RANK: Final = 128
ABOVE: Final = 256  # mask of the cards that beat it
CLASS: Final = 384  # mask of the cards of its suit that count the same and lie side by side
VALUE: Final = 512
OWNER: Final = 640
KIND: Final = 768  # the card as the rest of the house numbers it

PRICE: Final = 896  # what the card counts on a scale from 0 to 4, for ordering alone

# --- order of moves
WEIGHTS: Final = 1024  # position in the trick * 32 + feature
KILLERS: Final = 1184  # tricks left * 4 + leader
N_KILLERS: Final = 4 * 21
GUESS: Final = 1268  # weights of the guess the questions begin with

# --- playing on the position itself
KEPT: Final = 1280  # the header, to be put back
CHOICES: Final = 1312  # cards that may be played
BEGUN: Final = 1344  # the header when a play-out began

# --- frames, one for each card played from the start of the first trick
FRAMES: Final = 1408
FRAME: Final = 64
N_FRAMES: Final = 88

SEAT: Final = 0
POSITION: Final = 1  # cards in the trick before this one
TARGET: Final = 2  # is the question "at least this many points from the start of this trick"?
POINTS_LEFT: Final = 3  # at the start of this trick
TRICKS_LEFT: Final = 4
BEST: Final = 5  # card that wins the trick so far
BEST_LED: Final = 6  # highest card of the suit led
WINNER: Final = 7  # seat that wins the trick so far
POINTS: Final = 8  # points in the trick so far
LED: Final = 9
N_MOVES: Final = 10
NEXT_MOVE: Final = 11
BOUND: Final = 12  # best bound of the moves tried
RANKS_USED: Final = 13  # ranks that mattered, suit * 8 + rank
RANKS_ALL: Final = 14  # further ranks that matter if all moves fail
RANKS_LOSER: Final = 15  # further ranks that matter if a card that does not beat decides
COMPARED: Final = 16  # card that the moves are compared with, -1: none
GAIN: Final = 17  # points the first side made by the trick this move ended
MOVE: Final = 18  # card being tried
FREE: Final = 19  # 1: cards that beat and cards that do not may both be played
SKIP: Final = 20  # four masks: moves shown to fail by others
ROW: Final = 24  # four rows, filled at the start of a trick
SIGNATURE: Final = 28
ANSWER_AT: Final = 29  # place of the card that answered before
MOVES: Final = 32  # score * 128 + card, in the order to be tried

# --- suit rows
ROWS: Final = FRAMES + FRAME * N_FRAMES
ROW_SIZE: Final = 8
MAX_ROWS: Final = 1 << 16

CODE: Final = 0  # three bits a card from the strongest down, from bit 57: owner, and whether the next card ties with it
SHAPE: Final = 1  # hash of how many cards of each class each seat holds
RANK_AT: Final = 2  # rank of the strongest card, of the next, ... three bits each from bit 0
REPRESENTATIVES: Final = 3  # mask: of cards that are as good as each other in one hand, the weakest
LENGTHS: Final = 4  # cards of each seat, 16 bits a seat
PRICES: Final = 5  # their prices added up, 16 bits a seat
VOIDS: Final = 6  # mask of seats that have none
VALUES: Final = 7  # points of the cards of each seat, 16 bits a seat

# --- cards that answered, by the cards held and the card to beat
ANSWERS: Final = ROWS + ROW_SIZE * (MAX_ROWS + 4 * 24)  # behind spare rows for when all are used, four a trick
ANSWER_BITS: Final = 14
N_ANSWERS: Final = 1 << ANSWER_BITS
MEMORY_SIZE: Final = ANSWERS + N_ANSWERS

# --- the table of positions: buckets of two-word entries
BUCKET: Final = 32
GENERATIONS: Final = 1 << 10
EMPTY_ROW: Final = -1
