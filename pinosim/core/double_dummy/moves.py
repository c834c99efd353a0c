"""Who may play what, in masks, and which ranks that depends on.

A seat's cards of one suit are compared with one card (`COMPARED`): the card that wins the trick or, where a led suit
must be beaten although it was trumped, the highest of the suit led. What came out of the comparison holds for every
position in which the ranks noted here keep their places: for a card that beats, its own rank; for one that does not,
the rank of the compared card; and nothing where the class of the cards decides, because a higher class always beats
a lower one.
"""

from __future__ import annotations

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import lowest_one
from pinosim.core.jit import inlined


@inlined
def rank_bit(m, card):
    """Mark the rank of a card: bit `suit * 8 + rank`."""
    return 1 << ((card >> 5) * 8 + m[P.RANK + card])


@inlined
def compare(m, f, held, card, must_beat):
    """Choose between the cards `held` in the suit of `card`, and note what ranks the choice depends on."""
    beating = held & m[P.ABOVE + card]
    alike = m[P.CLASS + card]
    m[f + P.COMPARED] = card
    m[f + P.FREE] = must_beat == 0
    # Without branches, which would be guessed wrong too often.
    above = beating & alike
    lowest = (card & 96) | (lowest_one(above) & 31)
    used = int(above != 0) << ((card >> 5) * 8 + m[P.RANK + lowest])
    losing = int(held & ~beating & alike != 0) << ((card >> 5) * 8 + m[P.RANK + card])
    m[f + P.RANKS_ALL] = used | losing
    m[f + P.RANKS_LOSER] = losing
    return beating if must_beat != 0 and beating != 0 else held


@inlined
def legal_masks(m, f):
    """Give the cards that the seat of a frame may play as four masks, from the second card of a trick on."""
    seat = m[f + P.SEAT]
    led = m[f + P.LED]
    best = m[f + P.BEST]
    trump = m[P.TRUMP]
    m[f + P.COMPARED] = -1
    m[f + P.RANKS_ALL] = 0
    m[f + P.RANKS_LOSER] = 0
    m[f + P.FREE] = 0
    held = m[P.LEFT_IN_SUIT + led] & m[P.OWN + led * 4 + seat]
    if held != 0:
        if best >> 5 == led:
            duty = m[P.BEAT_TRUMP_LEAD] if led == trump else m[P.BEAT_PLAIN_LEAD]
            return led, compare(m, f, held, best, duty)
        if m[P.BEAT_PLAIN_AFTER_TRUMP] != 0:
            return led, compare(m, f, held, m[f + P.BEST_LED], 1)
        return led, held
    if led == trump:
        return -1, 0
    trumps = m[P.LEFT_IN_SUIT + trump] & m[P.OWN + trump * 4 + seat]
    if trumps == 0:
        return -1, 0
    if best >> 5 == trump:
        trumps = compare(m, f, trumps, best, m[P.OVERTRUMP] & m[P.MUST_TRUMP])
    return (trump if m[P.MUST_TRUMP] != 0 else -1), trumps


@inlined
def list_moves(m, f, first):
    """Write the moves of a frame, one for each run of equal cards; `first` is the frame that began the trick.

    Returns
    -------
    int64
        How many there are.
    """
    seat = m[f + P.SEAT]
    suit = -1
    cards = 0
    if f == first:
        m[f + P.COMPARED] = -1
        m[f + P.FREE] = 0
        m[f + P.RANKS_ALL] = 0
        m[f + P.RANKS_LOSER] = 0
    else:
        suit, cards = legal_masks(m, f)
    n = 0
    if suit >= 0:
        cards &= m[m[first + P.ROW + suit] + P.REPRESENTATIVES]
        while cards != 0:
            m[f + P.MOVES + n] = suit * 32 + lowest_one(cards)
            cards &= cards - 1
            n += 1
        return n
    for pair in range(0, 4, 2):
        cards = 0  # of two suits, side by side: a card's place in the mask is its number
        for other in range(2):
            own = m[P.LEFT_IN_SUIT + pair + other] & m[P.OWN + (pair + other) * 4 + seat]
            cards |= (own & m[m[first + P.ROW + pair + other] + P.REPRESENTATIVES]) << (32 * other)
        while cards != 0:
            m[f + P.MOVES + n] = pair * 32 + lowest_one(cards)
            cards &= cards - 1
            n += 1
    return n
