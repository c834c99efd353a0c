"""One yes/no question: does the first side take at least so many points? Asked with an explicit stack, no recursion.

A frame is a card to play. Its seat tries its moves until one answers the question its way; what comes back from a frame
is a bound on the points still to be made from the start of its trick and the ranks the bound depends on.
"""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.bounds import cash_out, last_trick, sure_points
from pinosim.core.double_dummy.machine import lowest_one, raw
from pinosim.core.double_dummy.moves import list_moves, rank_bit
from pinosim.core.double_dummy.ordering import N_FEATURES, add_scores, note_answer
from pinosim.core.double_dummy.suits import find_row
from pinosim.core.double_dummy.table import find_bound, keep_bound, sign
from pinosim.core.jit import inlined, kernel

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
                sign(m, tt, f)  # early: the first line of its bucket is on its way while sure trumps are counted
                answered, value, ranks = sure_points(m, f)
                if not answered:
                    answered, value, ranks = find_bound(m, tt, f, target)
                    if not answered and rising:
                        answered, value, ranks = cash_out(m, f)
        card = -1
        if not answered:
            first = f - position * P.FRAME
            n = list_moves(m, f, first)
            m[f + P.N_MOVES] = n
            if n == 1:
                card = m[f + P.MOVES]
            else:
                add_scores(m, f, n, P.WEIGHTS + position * N_FEATURES)
                card = take_best(m, f, 0, n)
                m[f + P.NEXT_MOVE] = 1
                m[f + P.RANKS_USED] = 0
                m[f + P.BOUND] = -_FAR if (first_side >> m[f + P.SEAT]) & 1 else _FAR
                m[f + P.SKIP] = 0
                m[f + P.SKIP + 1] = 0
                m[f + P.SKIP + 2] = 0
                m[f + P.SKIP + 3] = 0
        while card < 0:
            # ---- back to the card before
            if f == root:
                return value, nodes, 1
            f -= P.FRAME
            card = m[f + P.MOVE]
            m[P.LEFT_IN_SUIT + (card >> 5)] |= 1 << (card & 31)
            value += m[f + P.GAIN]
            target = m[f + P.TARGET]
            mine = (first_side >> m[f + P.SEAT]) & 1
            n = m[f + P.N_MOVES]
            if mine == (value >= target):
                # ---- this card answers the question the way of its seat
                ranks |= ranks_of_choice(m, f, card)
                if n > 1:
                    note_answer(m, f, card)
                card = -1
            else:
                extra = ranks_of_run(m, f, card, ranks)
                if n == 1:
                    ranks |= extra | m[f + P.RANKS_ALL]
                else:
                    note_failure(m, f, card, value, ranks, extra, mine)
                    card = next_move(m, f, n)
                    if card >= 0:
                        break
                    value = m[f + P.BOUND]
                    ranks = m[f + P.RANKS_USED] | m[f + P.RANKS_ALL]
                card = -1
            if m[f + P.POSITION] == 0:
                keep_bound(m, tt, f, target, value, ranks)
        f = play(m, f, card, players, trump, first_side)


@inlined
def take_best(m, f, i, n):
    """Bring the most promising of the moves from the `i`-th on to its place and give its card."""
    best = m[f + P.MOVES + i]
    place = i
    for j in range(i + 1, n):
        move = m[f + P.MOVES + j]
        if move > best:
            best = move
            place = j
    m[f + P.MOVES + place] = m[f + P.MOVES + i]
    return best & 127


@inlined
def next_move(m, f, n):
    """Give the next move of a frame that is not skipped, -1 if there is none."""
    i = m[f + P.NEXT_MOVE]
    while i < n:
        card = take_best(m, f, i, n)
        i += 1
        if (m[f + P.SKIP + (card >> 5)] >> (card & 31)) & 1 == 0:
            m[f + P.NEXT_MOVE] = i
            return card
    return -1


@inlined
def ranks_of_choice(m, f, card):
    """Give the ranks that playing this card, which answers the question, depends on."""
    compared = m[f + P.COMPARED]
    if compared >> 5 != card >> 5:
        return 0
    if (m[P.ABOVE + compared] >> (card & 31)) & 1 == 0:
        return m[f + P.RANKS_LOSER]
    return rank_bit(m, card) if (m[P.CLASS + compared] >> (card & 31)) & 1 else 0


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


@inlined
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


@inlined
def ranks_of_run(m, f, card, ranks):
    """Give the rank of a card that failed if only a part of the cards it stood for mattered: then all of them did."""
    suit = card >> 5
    bit = card & 31
    used = (ranks >> (8 * suit)) & 255
    if used == 0:
        return 0
    rank = m[P.RANK + card]
    lowest_used = lowest_one(used)
    if lowest_used <= rank:
        return 0
    run = (m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + m[f + P.SEAT]] & m[P.CLASS + card]) >> bit
    row = m[f - m[f + P.POSITION] * P.FRAME + P.ROW + suit]
    above = (run << bit) & m[row + P.REPRESENTATIVES] & ~((2 << bit) - 1)
    if above != 0:
        run &= (1 << (lowest_one(above) - bit)) - 1
    return ((run << bit) >> m[P.FIRST_OF_RANK + suit * 8 + lowest_used] != 0) << (suit * 8 + rank)


@inlined
def note_failure(m, f, card, value, ranks, extra, mine):
    """Take in a move that did not answer its seat's way, and skip the moves that fail with it."""
    suit = card >> 5
    bit = card & 31
    used = (ranks >> (8 * suit)) & 255
    lowest_used = lowest_one(used) if used != 0 else 7
    if lowest_used > m[P.RANK + card]:
        # No rank at or below this card mattered: others of its class that did not matter either fail as well.
        alike = m[P.LEFT_IN_SUIT + suit] & m[P.OWN + suit * 4 + m[f + P.SEAT]] & m[P.CLASS + card]
        if lowest_used < 7:
            alike &= (1 << m[P.FIRST_OF_RANK + suit * 8 + lowest_used]) - 1
        compared = m[f + P.COMPARED]
        if m[f + P.FREE] != 0 and compared >> 5 == suit:
            beating = m[P.ABOVE + compared]
            alike &= beating if (beating >> bit) & 1 else ~beating
            if (beating >> bit) & 1 and (m[P.CLASS + compared] >> bit) & 1:
                alike = 0
        m[f + P.SKIP + suit] |= alike
    m[f + P.RANKS_USED] |= ranks | extra
    if mine:
        m[f + P.BOUND] = max(m[f + P.BOUND], value)
    else:
        m[f + P.BOUND] = min(m[f + P.BOUND], value)
