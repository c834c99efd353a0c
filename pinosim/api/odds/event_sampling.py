"""Sampling an event where counting would take too long: many deals at random, with Wilson's interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pinosim.api.deal import deal_many
from pinosim.api.intervals import Estimate, rate
from pinosim.cards import CARDS
from pinosim.errors import DealError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.api.odds.events import Event
    from pinosim.api.odds.table_seats import Table
    from pinosim.rules.schema import Rules

BATCH = 100_000


def sampled_chance(event: Event, table: Table, who: str, seed: int, n: int) -> Estimate:
    """Deal at random and count.

    Parameters
    ----------
    event : Event
        What is asked.
    table : Table
        What is known.
    who : str
        As in `holding`.
    seed : int
        0 to 2**64 - 1.
    n : int
        Deals.

    Returns
    -------
    Estimate
        Share of the deals in which it came true.
    """
    if len(table.elsewhere):
        raise DealError(
            "this event cannot be counted in time, and with cards known elsewhere it cannot be sampled either; "
            "leave out the cards known elsewhere, or ask a simpler event"
        )
    rules = table.rules
    seats = table.seats(who)
    successes = 0
    for first in range(0, n, BATCH):
        masks = deal_many(rules, seed, first, min(BATCH, n - first), dict(table.held))
        hands = [hand_counts(masks[:, seat], rules) for seat in seats]
        if who == "together":
            hands = [[sum(copies) for copies in zip(*hands, strict=True)]]
        true: Any = event.holds(hands[0])
        for counts in hands[1:]:
            true = true | event.holds(counts)
        successes += int(true.sum())
    return rate(successes, n)


def hand_counts(masks: NDArray[np.int64], rules: Rules) -> list[Any]:
    """Take hands apart.

    Parameters
    ----------
    masks : int64 array, shape (n,)
        Hands as kernels hold them.
    rules : Rules
        Says which deck.

    Returns
    -------
    list of 24 int64 arrays, shape (n,)
        Copies of each card, in the order of `pinosim.cards.CARDS`; 0 for cards the deck does not have.
    """
    deck = rules.deck
    field = (1 << deck.width) - 1
    places = iter(range(deck.n_kinds))
    return [(masks >> (next(places) * deck.width)) & field if card[0] in deck.ranks else masks * 0 for card in CARDS]
