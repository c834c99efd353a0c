"""What kernels need, made from rules and policies: arrays of the deck, meld tables, policy rows, scratch.

The tables depend on the rule set alone and are kept by its hash; scratch belongs to one thread at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pinosim.core import slots as S
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


def kernel_inputs(rules: Rules, held: Mapping[int, int] | None = None) -> KernelInputs:
    """Arrays for dealing and scoring a rule set.

    Parameters
    ----------
    rules : Rules
    held : mapping of seat to hand mask, optional
        Cards some seats have from the start (checked by the caller against the deck).

    Raises
    ------
    PinosimError
        If a seat holds more cards than a hand has.
    """
    vector, suit_table, around_table = meld_tables_for(rules)
    n_cards = 4 * int(vector[S.N_RANKS])
    width = int(vector[S.WIDTH])
    players = int(vector[S.PLAYERS])
    kitty = int(vector[S.KITTY_SIZE])
    left = np.full(n_cards, int(vector[S.COPIES]), np.int64)
    capacities = np.full(players + (1 if kitty else 0), int(vector[S.HAND_SIZE]), np.int64)
    if kitty:
        capacities[players] = kitty
    masks = np.zeros(len(capacities), np.int64)
    for seat, mask in (held or {}).items():
        counts = np.array([(mask >> (card * width)) & ((1 << width) - 1) for card in range(n_cards)], np.int64)
        left -= counts
        capacities[seat] -= counts.sum()
        masks[seat] = mask
        if capacities[seat] < 0:
            raise PinosimError(
                f"seat {seat} was given {int(counts.sum())} cards, but a hand of {rules.id} has {int(vector[S.HAND_SIZE])}"
            )
    if (left < 0).any():
        raise PinosimError("the hands given hold more copies of a card than the deck has")
    cards = np.repeat(np.arange(n_cards, dtype=np.int64), left)
    return KernelInputs(cards, capacities, masks, vector, suit_table, around_table)


def policy_rows(policies: Sequence[Policy]) -> np.ndarray:
    """Policy vectors of all seats, int64, shape (players, N_POLICY)."""
    return np.array([policy.numbers for policy in policies], dtype=np.int64)


def new_scratch() -> tuple[Any, ...]:
    """Scratch for one thread that plays whole hands: that of dealing, then that of the table."""
    from pinosim.core.dealing import new_scratch as dealing_scratch
    from pinosim.core.hand import new_table

    return (*dealing_scratch(), *new_table())
