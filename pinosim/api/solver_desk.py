"""A position laid out for the solver's kernels, in arrays that a thread uses again and again."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from pinosim.cards import SUITS
from pinosim.errors import DealError, PinosimError

if TYPE_CHECKING:
    from pinosim.api.solution import Question
    from pinosim.rules.schema import Rules


class Desk:
    """The arrays of this thread with a position laid out on them.

    Parameters
    ----------
    question : Question
        The position.

    Attributes
    ----------
    memory : tuple of ndarray
        What the kernels of `pinosim.core.double_dummy` take first: memory, index and table. Laying out another position
        in the same thread uses the same arrays.

    Raises
    ------
    DealError
        If the solver does not take games of this size.
    """

    _own = threading.local()

    def __init__(self, question: Question) -> None:
        import numpy as np

        from pinosim.core.double_dummy.driver import new_memory
        from pinosim.core.double_dummy.setting import (
            LARGEST_INDEX,
            MAX_PLAYERS,
            TOO_LONG_SUIT,
            TOO_MANY_PLAYERS,
            index_size,
            set_deal,
        )

        rules = question.rules
        deck = rules.deck
        vector = np.array(rules.vector, np.int64)
        hands = np.array([hand.mask(deck) for hand in question.deal.hands if hand is not None], np.int64)
        trick = np.zeros(len(hands), np.int64)
        trick[: len(question.trick)] = [deck.card_index(card[0], card[1]) for card in question.trick]
        on_table = len(question.trick)
        if len(hands) > MAX_PLAYERS:
            raise DealError(_FAULTS[TOO_MANY_PLAYERS].format(rules=rules.id))
        places = int(index_size(hands, len(hands), trick, on_table, deck.n_ranks, deck.width))
        if places > LARGEST_INDEX:
            raise DealError(_FAULTS[TOO_LONG_SUIT].format(rules=rules.id))
        # Rounded up, so that deals of about a size can use the same arrays.
        wanted = (question.table_megabytes, max(1 << 14, 1 << (places - 1).bit_length()))
        if getattr(self._own, "wanted", None) != wanted:
            self._own.wanted = None
            self._own.memory = new_memory(*wanted)
            self._own.wanted = wanted
        self.memory: tuple[Any, Any, Any] = self._own.memory
        sides = sum(1 << seat for seat in question.side)
        trump = SUITS.index(question.trump)
        fault = set_deal(*self.memory[:2], hands, trick, on_table, question.leader, trump, sides, vector)
        if fault:
            raise DealError(_FAULTS[int(fault)].format(rules=rules.id))


_FAULTS: Final = {
    1: "the solver takes games of up to four players; {rules} has more",
    2: "the solver takes up to 20 cards of a suit in all hands; this deal of {rules} has more",
    3: "hands and trick do not fit together: every seat that has not played has one card more than those that have",
    4: "a trick on the table has fewer cards than there are players",
    5: "the solver was given too little memory for its index",
    6: "the solver takes up to 65,000 points in a deal, in the unit that divides all card values; {rules} has more",
}


def check_duties(rules: Rules) -> None:
    """Refuse a rule set with a duty of play that the solver does not know.

    Raises
    ------
    PinosimError
        If a trump too low to beat another one need not be played.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> check_duties(load_rules("family250"))
    """
    play = rules.play
    if play.must_trump and play.overtrump and not play.undertrump:
        raise PinosimError(
            f"the solver takes games in which a seat out of the suit led has to trump, high or low; {rules.id} has "
            "play.undertrump = false: set it to true, or leave must_trump or overtrump out"
        )
