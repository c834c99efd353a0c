"""The meld of two partners added up, for a fixed trump: counted where the deck allows it, sampled elsewhere."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pinosim.api.distribution import Distribution
from pinosim.api.odds.table_seats import team_seats
from pinosim.api.odds.team_ways import can_count, count_hands_together
from pinosim.api.odds.values import MeldValues
from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

SAMPLED_DEALS: Final = 1_000_000
BATCH: Final = 100_000


def team_meld(rules: Rules, trump: str, seed: int = 1) -> Distribution:
    """Distribution of a team's meld, the hands' melds added up as dealt.

    Parameters
    ----------
    rules : Rules
        A rule set with partners.
    trump : str
        Suit letter.
    seed : int, default 1
        Of the sampled deals, where the team cannot be counted.

    Returns
    -------
    Distribution
        Exact for two partners and decks of up to 80 cards; else of 1,000,000 deals.

    Raises
    ------
    PinosimError
        If everybody plays alone.
    """
    seats = team_seats(rules)
    values = MeldValues.of(rules)
    what = f"meld of {len(seats)} partners together, {SUIT_NAMES[trump]} trump"
    if can_count(values, rules.deck.n_ranks, rules.deal.hand_size, len(seats)):
        # Neither hearts nor clubs have a pinochle card: one count does for both.
        ways = _count(values, rules.deck.n_ranks, rules.deal.hand_size, len(seats), "H" if trump == "C" else trump)
        return Distribution(ways, what, rules.id, rules.hash)
    return Distribution(sample_team(rules, trump, seats, seed, SAMPLED_DEALS), what, rules.id, rules.hash, seed=seed)


@lru_cache(maxsize=16)
def _count(values: MeldValues, n_ranks: int, hand_size: int, hands: int, trump: str) -> Counter[int]:
    return count_hands_together(values, n_ranks, hand_size, hands, trump)


def sample_team(rules: Rules, trump: str, seats: list[int], seed: int, n: int) -> Counter[int]:
    """Count the points of sampled deals.

    Parameters
    ----------
    rules : Rules
        The rule set.
    trump : str
        Suit letter.
    seats : list of int
        Whose melds are added up.
    seed : int
        0 to 2**64 - 1.
    n : int
        Deals.

    Returns
    -------
    Counter of int to int
        Points to deals.
    """
    import numpy as np

    from pinosim.api.deal import deal_many
    from pinosim.api.odds.event_sampling import hand_counts
    from pinosim.api.odds.many_melds import many_meld_points

    values, place = MeldValues.of(rules), SUITS.index(trump)
    totals: Counter[int] = Counter()
    for first in range(0, n, BATCH):
        masks = deal_many(rules, seed, first, min(BATCH, n - first))
        points = sum(many_meld_points(hand_counts(masks[:, seat], rules), values, place) for seat in seats)
        found, number = np.unique(points, return_counts=True)
        totals.update(dict(zip(found.tolist(), number.tolist(), strict=True)))
    return totals
