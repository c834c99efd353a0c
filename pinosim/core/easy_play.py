"""How the `easy` player plays: simple habits and no memory.

Leading: an ace of a side suit if he has one, else his lowest side card. Following: give a counter when partner is
winning, take the trick with the highest card of the suit or the lowest trump if he can, else throw the lowest.
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.choosing import NONE, highest_card, lowest_card
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, present, rank_units, suit_of
from pinosim.core.legal import above
from pinosim.core.standard_play import counter_to_give


@kernel
def easy_card(legal, led, best, best_seat, seat, position, trump, sides, rules, units):
    """Card to play from the legal ones.

    Parameters
    ----------
    legal : int64
        A non-empty hand.
    led, best, best_seat : int64
        Suit led, card that wins so far and whose it is; not looked at when leading.
    seat, position, trump, sides : int64
        `position` 0 leads.
    rules : int64 array
    units : int64
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    marks = present(legal, units, width)
    trumps = bits(stride) << (trump * stride)
    side = marks & ~trumps
    if position == 0:
        aces = rank_units(n_ranks, width) << ((n_ranks - 1) * width)
        if side & aces != 0:
            return highest_card(side & aces, n_ranks, width)
        return lowest_card(side if side != 0 else marks, n_ranks, width)
    suit = suit_of(best, n_ranks)
    winners = marks & (bits(stride) << (suit * stride)) & above(best, width)
    if suit != trump:
        winners |= marks & trumps
    if (sides >> best_seat) & 1 == (sides >> seat) & 1:
        given = counter_to_give(marks & ~winners, 0, trump, rules)
        if given != NONE:
            return given
    elif winners != 0:
        return highest_card(winners, n_ranks, width) if suit == led else lowest_card(winners, n_ranks, width)
    return lowest_card(side if side != 0 else marks, n_ranks, width)
