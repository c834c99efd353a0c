"""Which cards a seat may play, and which card wins the trick: the duties of rules.md 0.2 as masks.

A trick is described by the suit led, the card that wins so far (`best`, -1 before the lead) and the best card of the
led suit (`best_led`). All card sets are hands: fields of counts, so copies stay with their card.
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import inlined, kernel
from pinosim.core.layout import bits, suit_of


@kernel
def above(card, width):
    """Every field above a card; AND it with a suit to get the cards that beat `card` in its suit."""
    return ~bits((card + 1) * width)


@inlined
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
    width = rules[S.WIDTH]
    stride = rules[S.N_RANKS] * width
    suit = bits(stride)
    trumped = best != best_led
    # Both duties are worked out for every hand and then chosen between: cards fall too irregularly for branches.
    following = hand & (suit << (led * stride))
    beating = following & above(best_led, width)
    duty = (
        rules[S.BEAT_PLAIN_AFTER_TRUMP] if trumped else rules[S.BEAT_TRUMP_LEAD if led == trump else S.BEAT_PLAIN_LEAD]
    )
    follow = beating if (duty != 0) & (beating != 0) else following
    trumps = hand & (suit << (trump * stride))
    overtrumping = trumps & above(best, width)
    low = trumps if rules[S.UNDERTRUMP] != 0 else hand
    beaten = overtrumping if overtrumping != 0 else low
    ruff = beaten if trumped & (rules[S.OVERTRUMP] != 0) else trumps
    void = ruff if (rules[S.MUST_TRUMP] != 0) & (trumps != 0) else hand
    return follow if following != 0 else void


@kernel
def beats(card, best, trump, n_ranks):
    """Tell whether `card`, played later, takes the trick from `best`. An equal card does not."""
    suit = suit_of(card, n_ranks)
    same = suit == suit_of(best, n_ranks)
    return (same & (card > best)) | (~same & (suit == trump))


@kernel
def points_of(card, rules):
    """Trick points of one card, in the rule set's unit."""
    n_ranks = rules[S.N_RANKS]
    return rules[S.COUNTERS + 6 - n_ranks + card - n_ranks * suit_of(card, n_ranks)]
