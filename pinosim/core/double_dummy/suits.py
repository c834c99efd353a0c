"""What is worked out once for each set of cards left in a suit, and kept: a row.

Two sets of cards are alike for play if the order of owners from the strongest card down is alike. A row holds that
order as a code (three bits a card: owner, and whether the next card is of the same rank in another hand, which is a
tie that the first played wins), so that a prefix of the code describes the strongest cards alone; a hash of the shape
(how many cards of each class each seat holds, a *class* being ranks that count the same); and of cards in one hand
with nothing between them and the same class one *representative*, the weakest: the others would give the same.
"""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import highest_one
from pinosim.core.jit import inlined, kernel

HASH_WIDTH = 62
HASH_BITS = (1 << HASH_WIDTH) - 1  # kept after every product, so that int64 and the whole numbers of Python agree


@inlined
def scramble(x):
    """Mix a number to 62 bits, so that sums of mixed numbers identify what they were made of."""
    x = int(x) & HASH_BITS
    x = ((x ^ (x >> 31)) * 0x3C79AC492BA7B653) & HASH_BITS
    x = ((x ^ (x >> 33)) * 0x1C69B3F74AC4AE35) & HASH_BITS
    return x ^ (x >> 27)


@inlined
def find_row(m, index, suit, left, spare):
    """Give the place of the row for the cards `left` in a suit, made now if it is new; `spare` is used if all are."""
    place = m[P.INDEX_START + suit] + left
    number = index[place]
    if number != P.EMPTY_ROW:
        return P.ROWS + P.ROW_SIZE * number
    number = m[P.ROWS_USED]
    if number < P.MAX_ROWS:
        index[place] = number
        m[P.ROWS_USED] = number + 1
    else:
        number = P.MAX_ROWS + spare
    row = P.ROWS + P.ROW_SIZE * number
    make_row(m, suit, left, row)
    return row


@kernel
def make_row(m, suit, left, row):
    """Fill a row, from the strongest card down."""
    code = 0
    ranks = 0
    representatives = 0
    shape = scramble(suit + 1)
    depth = 0
    lengths = 0
    prices = 0
    values = 0
    counts = 0  # cards of the class at hand, 8 bits a seat
    rest = left
    while rest != 0:
        bit = highest_one(rest)
        card = suit * 32 + bit
        rest ^= 1 << bit
        owner = m[P.OWNER + card]
        rank = m[P.RANK + card]
        ties = 0
        alone = 1
        same_class = 0
        mixed = is_mixed(m, suit, left, rank, owner)
        if rest != 0:
            following = suit * 32 + highest_one(rest)
            same_rank = m[P.RANK + following] == rank
            if same_rank and mixed:
                ties = 1
            same_class = (m[P.CLASS + card] >> (following & 31)) & 1
            if same_class and m[P.OWNER + following] == owner:
                next_mixed = is_mixed(m, suit, left, m[P.RANK + following], owner)
                if same_rank or not (mixed or next_mixed):
                    alone = 0
        code |= (owner * 2 + ties) << (57 - 3 * depth)
        ranks |= rank << (3 * depth)
        representatives |= alone << bit
        counts += 1 << (8 * owner)
        lengths += 1 << (16 * owner)
        prices += m[P.PRICE + card] << (16 * owner)
        values += m[P.VALUE + card] << (16 * owner)
        if not same_class:  # the class is complete
            shape = scramble(shape + int(counts) * 8 + int(m[P.CLASS_OF_RANK + rank]))
            counts = 0
        depth += 1
    m[row + P.CODE] = code
    m[row + P.SHAPE] = int(shape) * (2 * suit + 1) & HASH_BITS
    m[row + P.RANK_AT] = ranks
    m[row + P.REPRESENTATIVES] = representatives
    m[row + P.LENGTHS] = lengths
    m[row + P.PRICES] = prices
    m[row + P.VALUES] = values
    voids = 0
    for seat in range(4):
        voids |= ((lengths >> (16 * seat)) & 255 == 0) << seat
    m[row + P.VOIDS] = voids


@kernel
def is_mixed(m, suit, left, rank, owner):
    """Tell whether another seat than `owner` holds a card of this rank."""
    first = m[P.FIRST_OF_RANK + suit * 8 + rank]
    end = m[P.FIRST_OF_RANK + suit * 8 + rank + 1]
    return (left & ~m[P.OWN + suit * 4 + owner] & ((1 << end) - (1 << first))) != 0
