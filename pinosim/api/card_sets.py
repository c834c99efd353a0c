"""Sets of cards that can be taken from a hand, copies being alike, as hand masks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import book_of
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


def card_counts(mask: int, rules: Rules) -> NDArray[np.int64]:
    """Count the copies of each card in a hand, int64, shape (n_kinds,)."""
    width = rules.deck.width
    field = (1 << width) - 1
    return np.array([(mask >> (card * width)) & field for card in range(rules.deck.n_kinds)], np.int64)


def card_sets(available: NDArray[np.int64], count: int, width: int) -> NDArray[np.int64]:
    """List every choice of `count` cards, each once, as hand masks.

    Parameters
    ----------
    available : int64 array, shape (n_kinds,)
        Copies of each card to choose from.
    count : int
        Cards in a choice.
    width : int
        Bits a card in a mask.

    Returns
    -------
    int64 array, shape (n_choices,)
    """
    if count == 0:
        return np.zeros(1, np.int64)
    kinds = np.flatnonzero(available)
    picks = np.array(list(combinations_with_replacement(range(len(kinds)), count)), np.int64).reshape(-1, count)
    possible = np.ones(len(picks), bool)
    for number, kind in enumerate(kinds):
        if available[kind] < count:
            possible &= (picks == number).sum(axis=1) <= available[kind]
    units = np.left_shift(np.int64(1), kinds * width)
    masks: NDArray[np.int64] = units[picks[possible]].sum(axis=1)
    return masks


def melds_of(masks: NDArray[np.int64], rules: Rules) -> NDArray[np.int64]:
    """Score many hands: int64, shape (n, 4), points with S, H, D, C as trump."""
    from pinosim.core.meld import score_melds

    melds = np.zeros((len(masks), 4), np.int64)
    score_melds(np.ascontiguousarray(masks, np.int64), *book_of(rules), melds)
    return melds


def cards_text(mask: int, rules: Rules) -> str:
    """Write a set of cards, apart by spaces, in the order hands are printed.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250")
    >>> cards_text(Hand("JD QS QS").mask(rules.deck), rules)
    'QS QS JD'
    """
    return " ".join(Hand.from_mask(mask, rules.deck).cards())


def asked_sets(also: Sequence[Hand | str], sets: NDArray[np.int64], count: int, rules: Rules) -> list[int]:
    """Read sets of cards that somebody wants to see compared.

    Parameters
    ----------
    also : sequence of Hand or str
        What they want.
    sets : int64 array, shape (n,)
        Masks of what is possible.
    count : int
        Cards in a set.
    rules : Rules
        The rule set.

    Returns
    -------
    list of int
        Masks.

    Raises
    ------
    PinosimError
        If one is not among `sets`.
    """
    if isinstance(also, (str, Hand)):
        raise PinosimError(f"also: expected a list of sets of cards, got one set, {str(also)!r}; put it in a list")
    asked = []
    for cards in also:
        hand = Hand(cards, rules)
        mask = hand.mask(rules.deck)
        if len(hand) != count or mask not in sets:
            what = " ".join(hand.cards()) or "no card"
            raise PinosimError(f"also: {what} is not a choice: it takes {count} cards of the hand that may be chosen")
        asked.append(mask)
    return asked
