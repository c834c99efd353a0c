"""Whole hands whose tricks are played with open cards: which rule sets that is for, and the player that does it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.kernel_inputs import new_scratch, units_of
from pinosim.api.numbers import whole_number
from pinosim.api.playing import Player, load_hands
from pinosim.api.solver_desk import check_duties
from pinosim.api.warm import say_if_compiling
from pinosim.errors import PinosimError, RunError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

TABLE_MEGABYTES: Final = 16
DOUBLE_DECK_HORIZON: Final = 12
"""Cards a hand from which on a double deck is played exactly; what that costs is in docs/runs.md."""
MOST_PLAYERS: Final = 4
MOST_IN_SUIT: Final = 20
NOT_THE_VALUE: Final = -1


def read_horizon(rules: Rules, horizon: int | None) -> int:
    """Check that a rule set can be played with open cards, and from how many cards a hand that is to be exact.

    Parameters
    ----------
    rules : Rules
    horizon : int, optional
        Cards a hand, 0 or more; more than there are mean all.

    Returns
    -------
    int
        From 0 to the cards a seat plays.

    Raises
    ------
    PinosimError
        If the solver does not take the rule set, or best play would not decide its scores.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> read_horizon(load_rules("family250"), None), read_horizon(load_rules("guide-double"), None)
    (12, 12)
    >>> read_horizon(load_rules("guide-double"), 99)
    20
    """
    seats = rules.seats
    if rules.auction.kind == "none" or rules.deal.stock_size:
        _refuse(rules, "has a stock, so nobody could see all cards")
    if seats.players > MOST_PLAYERS:
        _refuse(rules, f"has {seats.players} players, the solver takes up to {MOST_PLAYERS}")
    if seats.called_partner:
        _refuse(rules, "has a partner who is called, and the sides are not known to all")
    if seats.apart and rules.settle.others_tricks == "own":
        _refuse(
            rules,
            "counts the tricks of each player against the bidder apart, which best play does not decide "
            "(settle.others_tricks = shared would do)",
        )
    if rules.deck.n_ranks * rules.deck.copies > MOST_IN_SUIT:
        _refuse(rules, f"has more than {MOST_IN_SUIT} cards of a suit")
    check_duties(rules)
    tricks = rules.tricks_in_hand
    if horizon is None:
        return min(tricks, DOUBLE_DECK_HORIZON) if rules.deck.copies > 2 else tricks
    return min(whole_number("horizon", horizon, 0, 10_000), tricks)


def tricks_by(rules: Rules, horizon: int) -> str:
    """Say what plays the tricks, as runs carry it.

    Parameters
    ----------
    rules : Rules
    horizon : int
        From `read_horizon`.

    Returns
    -------
    str

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> tricks_by(load_rules("family250"), 12)
    'open cards, exact'
    >>> tricks_by(load_rules("guide-double"), 12)
    'open cards, by the order of moves down to 12 cards a hand, exact from there'
    """
    if horizon == rules.tricks_in_hand:
        return "open cards, exact"
    return f"open cards, by the order of moves down to {horizon} cards a hand, exact from there"


def load_open_player(rules: Rules, seats: NDArray[np.int64], seed: int, horizon: int) -> Player:
    """Get the kernels ready that play the tricks with open cards; the first time that compiles them, and says so.

    Parameters
    ----------
    rules, seats, seed
        As in `pinosim.api.playing.load_player`.
    horizon : int
        From `read_horizon`.

    Returns
    -------
    Player
        Plays deals, the same whatever the thread.
    """
    from pinosim.core import table as K
    from pinosim.core.columns import BIDDER, N_COLUMNS
    from pinosim.core.double_dummy.driver import new_memory
    from pinosim.core.open_cards import play_open_cards

    say_if_compiling("open_cards.play_open_cards")
    play_hands, book = load_hands(rules, seats, seed)
    units = units_of(rules)
    places = 4 << (rules.deck.n_ranks * rules.deck.copies)
    own: Any = threading.local()

    def play(first_deal: int, hands: NDArray[np.int32]) -> None:
        if not hasattr(own, "memory"):
            own.memory = new_memory(TABLE_MEGABYTES, places)
            own.scratch = new_scratch()
        one = np.empty((N_COLUMNS, 1), dtype=np.int32)
        for place in range(hands.shape[1]):
            play_hands(first_deal + place, one, own.scratch)
            if one[BIDDER, 0] >= 0:
                desk = own.scratch.desk
                fault = play_open_cards(book, units, desk, own.scratch.story, *own.memory, horizon)
                if fault:
                    raise RunError(_fault_words(int(fault), rules, first_deal + place))
                one[:, 0] = desk[K.COLUMN, :N_COLUMNS]
            hands[:, place] = one[:, 0]

    # Threads that compile side by side would each do the whole work.
    play(0, np.empty((N_COLUMNS, 1), dtype=np.int32))
    return play


def _refuse(rules: Rules, why: str) -> None:
    raise PinosimError(
        f"open cards: {rules.id} {why}; expected a game of up to four players whose sides are fixed, such as family250"
    )


def _fault_words(fault: int, rules: Rules, deal: int) -> str:
    what = "the line of play does not give the value" if fault == NOT_THE_VALUE else f"the solver refused it ({fault})"
    return f"Rule set {rules.id!r}, deal {deal}: {what}. This is a fault in pinosim; please report it."
