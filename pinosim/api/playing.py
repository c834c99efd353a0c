"""Who sits where, and the kernel that plays whole hands, made ready to be called from several threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from pinosim.api.kernel_inputs import kernel_inputs, new_scratch
from pinosim.api.warm import say_if_compiling
from pinosim.core import policy as P
from pinosim.errors import RunError
from pinosim.rules.load import expect_rules
from pinosim.rules.schema import Rules

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.core.table import Book, Scratch
    from pinosim.policies.registry import Policy


class Player(Protocol):
    """Plays whole hands of one rule set, one seed and one policy a seat; several threads may call it."""

    def __call__(self, first_deal: int, hands: NDArray[np.int32]) -> None:
        """Play deals.

        Parameters
        ----------
        first_deal : int
            Number of the first; the others follow.
        hands : ndarray of int32, shape (N_COLUMNS, n), C order
            Receives one hand a column.

        Raises
        ------
        RunError
            If the rule set throws in hands without end.
        """


def seat_players(policy: str | Sequence[str], rules: Rules, convention: ConventionNames = None) -> tuple[Policy, ...]:
    """Look up who sits where, and by which convention they bid; parameters and errors as in `seat_policies`.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> players = seat_players("hard", load_rules("family250"), "dailey, none, dailey, none")
    >>> [player.label for player in players]
    ['hard-1+dailey', 'hard-1', 'hard-1+dailey', 'hard-1']
    """
    from pinosim.policies.registry import resolve_seats

    policies = resolve_seats(policy, rules)
    if convention is None:
        return policies
    from pinosim.api.convention_seats import play_conventions

    return play_conventions(policies, convention, rules)


def seat_policies(
    policy: str | Sequence[str], rules: Rules, convention: ConventionNames = None
) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Look up who sits where.

    Parameters
    ----------
    policy : str or sequence of str
        Names of policies: one for all seats, or one a seat; text may name several, separated by commas.
    rules : Rules
        The rule set they are to play by.
    convention : str, path, sequence or None
        The bidding convention they play, as in `convention_seats.seat_conventions`.

    Returns
    -------
    tuple of str
        Name and version of the policy of each seat.
    ndarray of int64, shape (players, N_POLICY)
        The same as kernels take it, see `pinosim.core.policy`.

    Raises
    ------
    PinosimError
        If a policy or a convention is unknown, or there are neither one nor as many as seats.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> labels, seats = seat_policies("standard, random, standard, random", load_rules("family250"))
    >>> labels
    ('standard-1', 'random-1', 'standard-1', 'random-1')
    """
    expect_rules(rules)
    policies = seat_players(policy, rules, convention)
    return tuple(each.label for each in policies), np.ascontiguousarray([each.numbers for each in policies], np.int64)


def thinks(rules: Rules, seats: NDArray[np.int64]) -> bool:
    """Tell whether some seat tries out what it might do, in a game where it can.

    Parameters
    ----------
    rules : Rules
    seats : ndarray of int64
        From `seat_policies`.

    Returns
    -------
    bool
        False in games without an auction, which `expert` plays without thought.
    """
    return rules.auction.kind != "none" and bool((seats[:, P.KIND] == P.KIND_EXPERT).any())


def load_player(rules: Rules, seats: NDArray[np.int64], seed: int) -> Player:
    """Get the kernels ready; the first time that compiles them, and says so.

    Parameters
    ----------
    rules : Rules
        The rule set.
    seats : ndarray of int64
        From `seat_policies`.
    seed : int
        0 to 2**64 - 1.

    Returns
    -------
    Player
        Plays deals.

    Raises
    ------
    RuleError
        If the rule set has rules that kernels do not know.
    """
    from pinosim.core.columns import N_COLUMNS

    play_into, _ = load_hands(rules, seats, seed)

    def play(first_deal: int, hands: NDArray[np.int32]) -> None:
        play_into(first_deal, hands, new_scratch())

    # Threads that compile side by side would each do the whole work.
    play(0, np.empty((N_COLUMNS, 1), dtype=np.int32))
    return play


def load_hands(
    rules: Rules, seats: NDArray[np.int64], seed: int
) -> tuple[Callable[[int, NDArray[np.int32], Scratch], None], Book]:
    """Give a function that plays whole hands with the scratch it is given, for those who look at the last hand.

    Parameters
    ----------
    rules, seats, seed
        As in `load_player`.

    Returns
    -------
    play : callable
        Takes the number of the first deal, the array for the hands, and a scratch; errors as in `Player`.
    book : Book
        The rule set as kernels read it.
    """
    say_if_compiling("expert_hand.play_hands_thinking" if thinks(rules, seats) else "hand.play_hands")
    if thinks(rules, seats):
        from pinosim.core.expert_hand import play_hands_thinking as play_hands
    else:
        from pinosim.core.hand import play_hands
    inputs = kernel_inputs(rules)

    def play(first_deal: int, hands: NDArray[np.int32], scratch: Scratch) -> None:
        given_up = play_hands(inputs.dealing, seats, inputs.book, np.uint64(seed), first_deal, scratch, hands)
        if given_up:
            raise RunError(
                f"Rule set {rules.id!r}: {given_up:,} of the deals from number {first_deal:,} on were thrown in again "
                "and again and never bid. Loosen the redeal right or the rule for a hand that everybody passes."
            )

    return play, inputs.book


def kernels_fingerprint() -> str:
    """Name the state of the kernels: hands of equal fingerprints may be mixed."""
    from pinosim.core.jit import fingerprint

    return fingerprint()
