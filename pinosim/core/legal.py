"""Which cards a seat may play, and which card wins the trick: the duties of rules.md 0.2 as masks.

A trick is described by the suit led, the card that wins so far (`best`, -1 before the lead) and the best card of the led suit (`best_led`).
All card sets are hands: fields of counts, so copies stay with their card.
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.layout import bits


@kernel
def above(card, width):
    """Every field above a card; AND it with a suit to get the cards that beat `card` in its suit."""
    return ~bits((card + 1) * width)


@kernel
def legal_cards(hand, led, best, best_led, trump, rules):
    """Part of `hand` that may be played.

    Parameters
    ----------
    hand : int64
        The cards of the seat to play, at least one.
    led : int64
        Suit led; not looked at when `best` is -1.
    best : int64
        Card that wins the trick so far, -1 when this seat leads.
    best_led : int64
        Highest card of the led suit played so far.
    trump : int64
        Suit of trumps.
    rules : int64 array, shape (N_SLOTS,)

    Returns
    -------
    int64
        A non-empty hand.
    """
    if best < 0:
        return hand
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit = bits(stride)
    following = hand & (suit << (led * stride))
    if following != 0:
        trumped = best != best_led
        if trumped:
            must_beat = rules[S.BEAT_PLAIN_AFTER_TRUMP]
        elif led == trump:
            must_beat = rules[S.BEAT_TRUMP_LEAD]
        else:
            must_beat = rules[S.BEAT_PLAIN_LEAD]
        if must_beat != 0:
            higher = following & above(best_led, width)
            if higher != 0:
                return higher
        return following
    trumps = hand & (suit << (trump * stride))
    if trumps != 0 and rules[S.MUST_TRUMP] != 0:
        if best != best_led and rules[S.OVERTRUMP] != 0:
            higher = trumps & above(best, width)
            if higher != 0:
                return higher
        return trumps
    return hand


@kernel
def beats(card, best, trump, n_ranks):
    """Tell whether `card`, played later, takes the trick from `best`. An equal card does not."""
    suit = card // n_ranks
    if suit == best // n_ranks:
        return card > best
    return suit == trump


@kernel
def points_of(card, rules):
    """Trick points of one card, in the rule set's unit."""
    n_ranks = rules[S.N_RANKS]
    return rules[S.COUNTERS + 6 - n_ranks + card % n_ranks]
