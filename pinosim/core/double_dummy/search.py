"""One yes/no question: does the first side take at least so many points? Asked with an explicit stack, no recursion.

A frame is a card to play. Its seat tries its moves until one answers the question its way; what comes back from a frame
is a bound on the points still to be made from the start of its trick and the ranks the bound depends on.
"""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.bounds import cash_out, last_trick, sure_points
from pinosim.core.double_dummy.machine import lowest_one, raw
from pinosim.core.double_dummy.moves import list_moves, rank_bit
from pinosim.core.double_dummy.ordering import note_killer, sort_moves
from pinosim.core.double_dummy.suits import find_row
from pinosim.core.double_dummy.table import find_bound, keep_bound
from pinosim.core.jit import kernel

FEWEST_TRICKS_KEPT = 2  # positions of fewer tricks are quicker searched than found
_FAR = 1 << 40


@kernel
def ask(memory, index, table, target, node_limit):
    """Ask whether the first side takes at least `target` points (in units) from the position that was set.

    Returns
    -------
    bound : int64
        At least `target`: that many points are sure. Less: more than that many cannot be had.
    nodes : int64
        Cards played in the search.
    finished : int64
        0 if `node_limit` (0: none) stopped the search before it had an answer.
    """
    m = raw(memory)
    ix = raw(index)
    tt = raw(table)
    players = m[P.PLAYERS]
    trump = m[P.TRUMP]
    first_side = m[P.FIRST_SIDE]
    rising = m[P.RISING] != 0
    root = first_frame(m, ix)
    m[root + P.TARGET] = target
    f = root
    nodes = 0
    value = 0
    ranks = 0
    while True:
        # ---- a card is to be played
        nodes += 1
        if node_limit > 0 and nodes > node_limit:
            return 0, nodes - 1, 0
        position = m[f + P.POSITION]
        target = m[f + P.TARGET]
        answered = False
        if position == 0:
            left = m[f + P.POINTS_LEFT]
            tricks = m[f + P.TRICKS_LEFT]
            value = 0
            ranks = 0
            if target <= 0 or tricks == 0:
                answered = True
            elif target > left:
                value = left
                answered = True
            elif tricks == 1:
                value, ranks = last_trick(m, f)
                nodes += players - 1
                answered = True
            else:
                for suit in range(4):
                    m[f + P.ROW + suit] = find_row(m, ix, suit, m[P.LEFT_IN_SUIT + suit], 4 * tricks + suit)
                if tricks >= FEWEST_TRICKS_KEPT:
                    answered, value, ranks = find_bound(m, tt, f, target)
                if not answered:
                    answered, value, ranks = sure_points(m, f)
                    if not answered and rising:
                        answered, value, ranks = cash_out(m, f)
        going_on = not answered
        if going_on:
            first = f - position * P.FRAME
            n = list_moves(m, f, first)
            if n > 1:
                sort_moves(m, f, first, n)
            m[f + P.N_MOVES] = n
            m[f + P.NEXT_MOVE] = 0
            m[f + P.RANKS_USED] = 0
            m[f + P.BOUND] = -_FAR if (first_side >> m[f + P.SEAT]) & 1 else _FAR
            m[f + P.SKIP] = 0
            m[f + P.SKIP + 1] = 0
            m[f + P.SKIP + 2] = 0
            m[f + P.SKIP + 3] = 0
        while True:
            if going_on:
                # ---- the next move of this frame
                i = m[f + P.NEXT_MOVE]
                n = m[f + P.N_MOVES]
                card = -1
                while i < n:
                    card = m[f + P.MOVES + i] & 127
                    i += 1
                    if (m[f + P.SKIP + (card >> 5)] >> (card & 31)) & 1 == 0:
                        break
                    card = -1
                if card >= 0:
                    m[f + P.NEXT_MOVE] = i
                    f = play(m, f, card, players, trump, first_side)
                    break
                value = m[f + P.BOUND]
                ranks = m[f + P.RANKS_USED] | m[f + P.RANKS_ALL]
                if m[f + P.POSITION] == 0 and m[f + P.TRICKS_LEFT] >= FEWEST_TRICKS_KEPT:
                    keep_bound(m, tt, f, m[f + P.TARGET], value, ranks)
            # ---- back to the card before
            if f == root:
                return value, nodes, 1
            f -= P.FRAME
            card = m[f + P.MOVE]
            m[P.LEFT_IN_SUIT + (card >> 5)] |= 1 << (card & 31)
            value += m[f + P.GAIN]
            target = m[f + P.TARGET]
            mine = (first_side >> m[f + P.SEAT]) & 1
            if mine == (value >= target):
                # ---- this card answers the question the way of its seat
                if m[P.SAMPLE_AT] != 0 and m[f + P.N_MOVES] > 1:
                    write_down(m, f)
                compared = m[f + P.COMPARED]
                if compared >> 5 == card >> 5:
                    if (m[P.ABOVE + compared] >> (card & 31)) & 1:
                        if (m[P.CLASS + compared] >> (card & 31)) & 1:
                            ranks |= rank_bit(m, card)
                    else:
                        ranks |= m[f + P.RANKS_LOSER]
                if m[f + P.POSITION] == 0:
                    if m[f + P.TRICKS_LEFT] >= FEWEST_TRICKS_KEPT:
                        keep_bound(m, tt, f, target, value, ranks)
                    note_killer(m, f, card)
                going_on = False
            else:
                note_failure(m, f, card, value, ranks, mine)
                going_on = True


@kernel
def write_down(m, f):
    """Write down a decision with its position, every so many, for fitting the order of moves."""
    m[P.SAMPLES + 2] += 1
    if m[P.SAMPLES] == 0 or m[P.SAMPLES + 2] < m[P.SAMPLES + 1]:
        return
    m[P.SAMPLES + 2] = 0
    m[P.SAMPLES] -= 1
    place = m[P.SAMPLE_AT]
    m[P.SAMPLE_AT] = place + P.SAMPLE_SIZE
    position = m[f + P.POSITION]
    for suit in range(4):
        m[place + suit] = m[P.LEFT_IN_SUIT + suit]
    for i in range(position):
        card = m[f - (position - i) * P.FRAME + P.MOVE]
        m[place + (card >> 5)] |= 1 << (card & 31)
        m[place + 8 + i] = card
    m[place + 4] = m[f - position * P.FRAME + P.SEAT]
    m[place + 5] = m[f + P.TRICKS_LEFT]
    m[place + 6] = m[f + P.POINTS_LEFT]
    m[place + 7] = position
    m[place + 11] = m[f + P.TARGET]
    m[place + 12] = m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + m[f + P.SEAT]]


@kernel
def first_frame(m, index):
    """Fill the frames of the cards on the table; give the place of the frame of the card to be played."""
    f = P.FRAMES
    for suit in range(4):
        left = m[P.START + suit]
        m[P.LEFT_IN_SUIT + suit] = left
        m[f + P.ROW + suit] = find_row(m, index, suit, left, 4 * m[P.TRICKS] + suit)
    m[f + P.SEAT] = m[P.LEADER]
    m[f + P.POSITION] = 0
    m[f + P.TARGET] = 0
    m[f + P.POINTS_LEFT] = m[P.LEFT]
    m[f + P.TRICKS_LEFT] = m[P.TRICKS]
    m[f + P.POINTS] = 0
    for i in range(m[P.ON_TABLE]):
        f = play(m, f, m[P.TABLE_CARDS + i], m[P.PLAYERS], m[P.TRUMP], m[P.FIRST_SIDE])
    return f


@kernel
def play(m, f, card, players, trump, first_side):
    """Play a card of a frame and fill the next frame, whose place is given back."""
    suit = card >> 5
    bit = 1 << (card & 31)
    m[f + P.MOVE] = card
    m[P.LEFT_IN_SUIT + suit] ^= bit
    position = m[f + P.POSITION]
    seat = m[f + P.SEAT]
    points = m[f + P.POINTS] + m[P.VALUE + card]
    led = m[f + P.LED]
    best = m[f + P.BEST]
    best_led = m[f + P.BEST_LED]
    winner = m[f + P.WINNER]
    if position == 0:
        led = suit
        best = card
        best_led = card
        winner = seat
    else:
        takes = (m[P.ABOVE + best] & bit) != 0 if suit == best >> 5 else suit == trump
        if suit == led and (m[P.ABOVE + best_led] & bit) != 0:
            best_led = card
        if takes:
            best = card
            winner = seat
    g = f + P.FRAME
    if position < players - 1:
        m[f + P.GAIN] = 0
        seat += 1
        m[g + P.SEAT] = 0 if seat == players else seat
        m[g + P.POSITION] = position + 1
        m[g + P.TARGET] = m[f + P.TARGET]
        m[g + P.BEST] = best
        m[g + P.BEST_LED] = best_led
        m[g + P.WINNER] = winner
        m[g + P.POINTS] = points
        m[g + P.LED] = led
        m[g + P.POINTS_LEFT] = m[f + P.POINTS_LEFT]
        m[g + P.TRICKS_LEFT] = m[f + P.TRICKS_LEFT]
        return g
    tricks = m[f + P.TRICKS_LEFT] - 1
    if tricks == 0:
        points += m[P.LAST_TRICK]
    gain = points if (first_side >> winner) & 1 else 0
    m[f + P.GAIN] = gain
    m[g + P.SEAT] = winner
    m[g + P.POSITION] = 0
    m[g + P.TARGET] = m[f + P.TARGET] - gain
    m[g + P.POINTS_LEFT] = m[f + P.POINTS_LEFT] - points
    m[g + P.TRICKS_LEFT] = tricks
    m[g + P.POINTS] = 0
    return g


@kernel
def note_failure(m, f, card, value, ranks, mine):
    """Take in a move that did not answer its seat's way, and skip the moves that fail with it."""
    suit = card >> 5
    bit = card & 31
    used = (ranks >> (8 * suit)) & 255
    rank = m[P.RANK + card]
    own = m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + m[f + P.SEAT]] & m[P.CLASS + card]
    position = m[f + P.POSITION]
    row = m[f - position * P.FRAME + P.ROW + suit]
    lowest_used = lowest_one(used) if used != 0 else 7
    if lowest_used > rank:
        # No rank at or below this card mattered: others of its class that did not matter either fail as well.
        alike = own
        if lowest_used < 7:
            alike &= (1 << m[P.FIRST_OF_RANK + suit * 8 + lowest_used]) - 1
            # Cards this one stood for, of which only a part mattered: then all of them did.
            run = own >> bit
            above = own & m[row + P.REPRESENTATIVES] & ~((2 << bit) - 1)
            if above != 0:
                run &= (1 << (lowest_one(above) - bit)) - 1
            if (run << bit) >> m[P.FIRST_OF_RANK + suit * 8 + lowest_used] != 0:
                ranks |= 1 << (suit * 8 + rank)
        compared = m[f + P.COMPARED]
        if m[f + P.FREE] != 0 and compared >> 5 == suit:
            beating = m[P.ABOVE + compared]
            alike &= beating if (beating >> bit) & 1 else ~beating
            if (beating >> bit) & 1 and (m[P.CLASS + compared] >> bit) & 1:
                alike = 0
        m[f + P.SKIP + suit] |= alike
    m[f + P.RANKS_USED] |= ranks
    if mine:
        m[f + P.BOUND] = max(m[f + P.BOUND], value)
    else:
        m[f + P.BOUND] = min(m[f + P.BOUND], value)
