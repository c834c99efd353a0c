"""What kernels need, made from rules and policies: arrays of the deck, meld tables, policy rows, scratch.

The tables depend on the rule set alone and are kept by its hash; scratch belongs to one thread at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.core.dealing import Dealing
    from pinosim.core.table import Book, Scratch
    from pinosim.policies.registry import Policy
    from pinosim.rules.load import Rules


@dataclass(frozen=True)
class KernelInputs:
    """What every whole-hand kernel takes first.

    Attributes
    ----------
    dealing : Dealing
        The cards to deal and who gets how many.
    book : Book
        Rules vector and meld tables.
    """

    dealing: Dealing
    book: Book

    @property
    def vector(self) -> np.ndarray:
        """The rules vector, int64, shape (N_SLOTS,)."""
        return self.book.rules


@lru_cache(maxsize=32)
def _tables_of(vector: bytes) -> tuple[np.ndarray, np.ndarray]:
    from pinosim.core.meld import meld_tables

    return meld_tables(np.frombuffer(vector, dtype=np.int64).copy())


def book_of(rules: Rules) -> Book:
    """Rules vector (a writable copy) and meld tables of a rule set."""
    from pinosim.core.table import Book

    vector = np.array(rules.vector, dtype=np.int64)
    return Book(vector, *_tables_of(vector.tobytes()))


def dealing_of(rules: Rules, held: Mapping[int, int] | None = None, sizes: Mapping[int, int] | None = None) -> Dealing:
    """Lay out what is dealt. Parameters and errors as in `kernel_inputs`."""
    from pinosim.core.dealing import Dealing

    deck = rules.deck
    beside_the_seats = [size for size in (rules.deal.kitty_size, rules.deal.stock_size) if size]
    capacities = np.array([rules.deal.hand_size] * rules.seats.players + beside_the_seats, np.int64)
    for place, size in (sizes or {}).items():
        capacities[place] = size
    masks = np.zeros_like(capacities)
    left = np.full(deck.n_kinds, deck.copies, np.int64)
    field = (1 << deck.width) - 1
    for seat, mask in (held or {}).items():
        size = int(capacities[seat])
        counts = np.array([mask >> (card * deck.width) & field for card in range(deck.n_kinds)], np.int64)
        left -= counts
        capacities[seat] -= counts.sum()
        masks[seat] = mask
        if capacities[seat] < 0:
            raise PinosimError(
                f"seat {seat} was given {int(counts.sum())} cards, but there a hand of {rules.id} has {size}"
            )
    if (left < 0).any():
        raise PinosimError("the hands given hold more copies of a card than the deck has")
    cards = np.repeat(np.arange(deck.n_kinds, dtype=np.int64), left)
    return Dealing(cards, capacities, masks)


def kernel_inputs(
    rules: Rules, held: Mapping[int, int] | None = None, sizes: Mapping[int, int] | None = None
) -> KernelInputs:
    """Arrays for dealing and scoring a rule set.

    Parameters
    ----------
    rules : Rules
    held : mapping of seat to hand mask, optional
        Cards some seats have from the start.
    sizes : mapping of place to int, optional
        Cards of places that hold more or fewer than when dealt, as after some have been passed. The kitty's place is
        the number of seats.

    Raises
    ------
    PinosimError
        If a seat holds more cards than a hand has, or the seats together more copies of a card than the deck.
    """
    return KernelInputs(dealing_of(rules, held, sizes), book_of(rules))


def deal_block(rules: Rules, dealing: Dealing, seed: int, first: int, n: int) -> np.ndarray:
    """Deal `n` times from a number on: int64, shape (n, places), a hand a seat and then kitty and stock."""
    from pinosim.core.dealing import deal_hands, new_deal_scratch

    hands = np.empty((n, len(dealing.capacities)), np.int64)
    deal_hands(dealing, rules.deck.n_ranks, rules.deck.width, np.uint64(seed), 0, first, new_deal_scratch(), hands)
    return hands


def units_of(rules: Rules) -> int:
    """Mark the lowest bit of each card's field in a hand; kernels that go card by card ask for it."""
    from pinosim.core.layout import unit_mask

    return int(unit_mask(rules.deck.n_kinds, rules.deck.width))


def policy_rows(policies: Sequence[Policy]) -> np.ndarray:
    """Policy vectors of all seats, int64, shape (players, N_POLICY)."""
    return np.array([policy.numbers for policy in policies], dtype=np.int64)


def new_scratch() -> Scratch:
    """Scratch for one thread that plays whole hands."""
    from pinosim.core.table import new_scratch as allocate

    return allocate()
