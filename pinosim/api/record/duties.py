"""The duties of play and the course of a trick, on card tokens, as a person at the table would explain them.

Kernels have their own (`core/legal.py`); a referee that used the same code would agree with its faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pinosim.cards import STRENGTHS, SUIT_NAMES

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

FOLLOW = "follow suit"


def strength(card: str) -> int:
    """Strength of a card within its suit, 0 for the nine."""
    return STRENGTHS.index(card[0])


def beats(card: str, best: str, trump: str) -> bool:
    """Tell whether a card played later takes the trick from the best one; an equal card does not.

    Examples
    --------
    >>> beats("AH", "TH", "S"), beats("AH", "AH", "S"), beats("9S", "AH", "S"), beats("AC", "TH", "S")
    (True, False, True, False)
    """
    if card[1] == best[1]:
        return strength(card) > strength(best)
    return card[1] == trump


def best_of(trick: Sequence[str], trump: str) -> int:
    """Place in the trick of the card that wins it so far."""
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = place
    return best


def points_of(cards: Iterable[str], rules: Rules) -> int:
    """Trick points of cards, in the rule set's unit."""
    worth = rules.tricks.by_strength
    return sum(worth[strength(card)] for card in cards)


def broken_duty(
    card: str, held: Sequence[str], trick: Sequence[str], trump: str, rules: Rules
) -> tuple[str, str] | None:
    """Find the duty that playing a card would break.

    Parameters
    ----------
    card : str
        One of `held`.
    held : sequence of str
        What the seat holds, or the part of it that is known: a duty broken under a part is broken under the whole.
    trick : sequence of str
        The cards played before, in order.
    trump : str
        Suit letter.
    rules : Rules

    Returns
    -------
    tuple of (str, str) or None
        The key of the rule (or `FOLLOW`) and what the seat should have done; None: the card may be played.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> broken_duty("KH", ["AH", "KH", "9S"], ["TH"], "S", load_rules("family250"))
    ('play.beat_plain_lead', 'must beat the TH: could play AH')
    """
    if not trick:
        return None
    led = trick[0][1]
    best = trick[best_of(trick, trump)]
    trumped = best[1] != led
    following = [other for other in held if other[1] == led]
    play = rules.play
    if following:
        if card[1] != led:
            return FOLLOW, f"must follow in {SUIT_NAMES[led]}: could play {_list(following)}"
        if trumped:
            key, duty = "play.beat_plain_after_trump", play.beat_plain_after_trump
        elif led == trump:
            key, duty = "play.beat_trump_lead", play.beat_trump_lead
        else:
            key, duty = "play.beat_plain_lead", play.beat_plain_lead
        best_led = max((other for other in trick if other[1] == led), key=strength)
        higher = [other for other in following if strength(other) > strength(best_led)]
        if duty and higher and card not in higher:
            return key, f"must beat the {best_led}: could play {_list(higher)}"
        return None
    trumps = [other for other in held if other[1] == trump]
    if not trumps or not play.must_trump:
        return None
    if trumped and play.overtrump:
        higher = [other for other in trumps if strength(other) > strength(best)]
        if higher:
            return (
                None if card in higher else ("play.overtrump", f"must overtrump the {best}: could play {_list(higher)}")
            )
        if not play.undertrump or card[1] == trump:
            return None
        return "play.undertrump", f"must play a trump, even a lower one: could play {_list(trumps)}"
    if card[1] == trump:
        return None
    return "play.must_trump", f"has no {SUIT_NAMES[led]} and must trump: could play {_list(trumps)}"


def _list(cards: Sequence[str]) -> str:
    return " ".join(dict.fromkeys(sorted(cards, key=strength, reverse=True)))
