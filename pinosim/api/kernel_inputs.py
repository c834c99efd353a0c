"""What kernels need, made from rules and policies: arrays of the deck, meld tables, policy rows, scratch.

The tables depend on the rule set alone and are kept by its hash; scratch belongs to one thread at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.policies.registry import Policy
    from pinosim.rules.load import Rules


@dataclass(frozen=True)
class KernelInputs:
    """Arrays every whole-hand kernel takes first, in this order after unpacking with `dealing` and `tables`.

    Attributes
    ----------
    cards : int64 array, shape (n_cards,)
        The cards to deal, one entry a copy.
    capacities, held : int64 arrays, shape (n_places,)
        Cards each place still lacks, and the cards (as a hand) it has from the start.
    vector : int64 array, shape (N_SLOTS,)
    suit_table, around_table : arrays of `core.meld.meld_tables`
    """

    cards: np.ndarray
    capacities: np.ndarray
    held: np.ndarray
    vector: np.ndarray
    suit_table: np.ndarray
    around_table: np.ndarray

    @property
    def dealing(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Cards, capacities, held."""
        return self.cards, self.capacities, self.held

    @property
    def tables(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rules vector and meld tables."""
        return self.vector, self.suit_table, self.around_table


@lru_cache(maxsize=32)
def _tables_of(vector: bytes) -> tuple[np.ndarray, np.ndarray]:
    from pinosim.core.meld import meld_tables

    return meld_tables(np.frombuffer(vector, dtype=np.int64).copy())


def meld_tables_for(rules: Rules) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rules vector (a writable copy), suit table and around table of a rule set."""
    vector = np.array(rules.vector, dtype=np.int64)
    suit_table, around_table = _tables_of(vector.tobytes())
    return vector, suit_table, around_table


def dealing_inputs(rules: Rules, held: Mapping[int, int] | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Arrays for dealing alone: cards, capacities, held. Parameters and errors as in `kernel_inputs`."""
    deck = rules.deck
    beside_the_seats = [size for size in (rules.deal.kitty_size, rules.deal.stock_size) if size]
    capacities = np.array([rules.deal.hand_size] * rules.seats.players + beside_the_seats, np.int64)
    masks = np.zeros_like(capacities)
    left = np.full(deck.n_kinds, deck.copies, np.int64)
    field = (1 << deck.width) - 1
    for seat, mask in (held or {}).items():
        counts = np.array([mask >> (card * deck.width) & field for card in range(deck.n_kinds)], np.int64)
        left -= counts
        capacities[seat] -= counts.sum()
        masks[seat] = mask
        if capacities[seat] < 0:
            raise PinosimError(
                f"seat {seat} was given {int(counts.sum())} cards, but a hand of {rules.id} has {rules.deal.hand_size}"
            )
    if (left < 0).any():
        raise PinosimError("the hands given hold more copies of a card than the deck has")
    cards = np.repeat(np.arange(deck.n_kinds, dtype=np.int64), left)
    return cards, capacities, masks


def kernel_inputs(rules: Rules, held: Mapping[int, int] | None = None) -> KernelInputs:
    """Arrays for dealing and scoring a rule set.

    Parameters
    ----------
    rules : Rules
    held : mapping of seat to hand mask, optional
        Cards some seats have from the start.

    Raises
    ------
    PinosimError
        If a seat holds more cards than a hand has, or the seats together more copies of a card than the deck.
    """
    return KernelInputs(*dealing_inputs(rules, held), *meld_tables_for(rules))


def policy_rows(policies: Sequence[Policy]) -> np.ndarray:
    """Policy vectors of all seats, int64, shape (players, N_POLICY)."""
    return np.array([policy.numbers for policy in policies], dtype=np.int64)


def new_scratch() -> tuple[Any, ...]:
    """Scratch for one thread that plays whole hands: that of dealing, then that of the table."""
    from pinosim.core.dealing import new_scratch as dealing_scratch
    from pinosim.core.hand import new_table

    return (*dealing_scratch(), *new_table())
