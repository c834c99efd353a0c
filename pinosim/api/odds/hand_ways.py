"""Counting hands by their meld: how many of all possible hands are worth how many points.

The melds that join suits (arounds, pinochle, roundhouse) ask only how many copies the scarcest of some cards has. So
hands are counted that hold *at least* a aces, k kings, q queens, j jacks in every suit and p of both pinochle cards:
under such floors the suits are independent, and their tables (cards, marriages, trump points) multiply like
polynomials. Differences of neighbouring floors then give the hands of *exactly* so many copies. All in whole numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pinosim.api.odds.draws import Draw
from pinosim.api.odds.values import AROUND_RANKS, JACK, KING, N_STRENGTHS, NINE, QUEEN, RUN_RANKS, MeldValues
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[Any]  # int64, or float64 for the leading digits of counts beyond 64 bits
    Ints = NDArray[Any]

SPADES: Final = SUITS.index("S")
DIAMONDS: Final = SUITS.index("D")


class SuitHoldings(NamedTuple):
    """Every holding of one suit that a hand may get, one entry each.

    Attributes
    ----------
    counts : int64 array, shape (6, n)
        Copies held of each rank, by strength, those held for sure included.
    drawn : int64 array, shape (n,)
        Cards that were drawn for it.
    ways : int64 array, shape (n,)
        In how many ways they can be picked from the unseen ones.
    """

    counts: Ints
    drawn: Ints
    ways: Ints

    @property
    def marriages(self) -> Ints:
        """King-queen pairs of the suit."""
        import numpy as np

        pairs: Ints = np.minimum(self.counts[KING], self.counts[QUEEN])
        return pairs

    @property
    def runs(self) -> Ints:
        """Complete runs in the suit, whether or not it is trump."""
        least: Ints = self.counts[list(RUN_RANKS)].min(axis=0)
        return least


class Floors(NamedTuple):
    """At least so many aces, kings, queens, jacks of every suit, and so many of both pinochle cards."""

    aces: int
    kings: int
    queens: int
    jacks: int
    pinochles: int


@lru_cache(maxsize=64)
def count_hands_by_meld(values: MeldValues, draw: Draw, trump: str) -> Counter[int]:
    """Count the hands of a draw by their meld.

    Parameters
    ----------
    values : MeldValues
        What melds pay.
    draw : Draw
        What the hand is drawn from.
    trump : str
        One of "S", "H", "D", "C", or "best" for the suit that melds most in each hand.

    Returns
    -------
    Counter of int to int
        Points to number of hands (sets of cards, copies told apart); adds up to `draw.hands`. Not to be changed.
    """
    if not values.roundhouse_beside_run:
        return _count(values, draw, trump, in_roundhouse=False, keep=lambda floors: True)
    outside = _count(values, draw, trump, in_roundhouse=False, keep=lambda floors: not _is_roundhouse(floors))
    return outside + _count(values, draw, trump, in_roundhouse=True, keep=_is_roundhouse)


def _is_roundhouse(floors: Floors) -> bool:
    return min(floors.kings, floors.queens) > 0


@lru_cache(maxsize=64)
def suit_holdings(held: tuple[int, ...], unseen: tuple[int, ...], drawn: int) -> SuitHoldings:
    """List every holding of a suit.

    Parameters
    ----------
    held, unseen : tuple of int, length 6
        Cards held for sure and cards to draw from, by strength.
    drawn : int
        Most cards that can be drawn.
    """
    import numpy as np

    picks = np.indices([copies + 1 for copies in unseen]).reshape(N_STRENGTHS, -1)
    cards = picks.sum(axis=0)
    picks = picks[:, cards <= drawn]
    ways = np.ones(picks.shape[1], dtype=np.int64)
    for copies, picked in zip(unseen, picks, strict=True):
        ways *= np.array([math.comb(copies, k) for k in range(copies + 1)])[picked]
    return SuitHoldings(picks + np.array(held)[:, None], picks.sum(axis=0), ways)


def suit_gains(values: MeldValues, suit: SuitHoldings, in_roundhouse: bool) -> Ints:
    """Points a suit gains by being trump, over what it pays as a plain suit; shape (n,)."""
    runs = suit.runs
    gains: Ints = values.trump_table[runs, suit.counts[KING], suit.counts[QUEEN]] - values.plain * suit.marriages
    gains += values.dix * suit.counts[NINE]
    return gains + values.roundhouse_beside_run * (runs > 0) if in_roundhouse else gains


def _count(
    values: MeldValues, draw: Draw, trump: str, in_roundhouse: bool, keep: Callable[[Floors], bool]
) -> Counter[int]:
    """Count the hands whose exact floors are kept; `in_roundhouse` says whether those hold a marriage in each suit."""
    import numpy as np

    floors = list(_reachable_floors(values, draw))
    holdings = [suit_holdings(*draw.suit(place), draw.drawn) for place in range(len(SUITS))]
    suit_points = [suit_gains(values, suit, in_roundhouse) for suit in holdings]
    gains = np.unique(np.concatenate(suit_points))
    exactly = _exactly(values, draw, trump, (holdings, suit_points, gains), floors, np.int64)
    if draw.hands >= 2**63:
        # Whole numbers are right but for multiples of 2**64, floating point tells how many of those.
        roughly = _exactly(values, draw, trump, (holdings, suit_points, gains), floors, np.float64)
        exactly = exactly.astype(object)
        exactly += np.rint((roughly - exactly.astype(np.float64)) / 2.0**64).astype(np.int64).astype(object) * 2**64
    totals: Counter[int] = Counter()
    for place, marriages, gain in np.argwhere(exactly != 0).tolist():
        floor = floors[place]
        if keep(floor):
            points = values.joined(floor[:4], floor.pinochles) + values.plain * marriages + int(gains[gain])
            totals[points] += int(exactly[place, marriages, gain])
    return totals


def _exactly(
    values: MeldValues,
    draw: Draw,
    trump: str,
    suits: tuple[list[SuitHoldings], list[Ints], Ints],
    floors: Sequence[Floors],
    dtype: Any,
) -> Table:
    """Ways of whole hands by exact floors, marriages and place in the list of gains, in the numbers asked for."""
    import numpy as np

    holdings, suit_points, gains = suits
    made: dict[tuple[Any, ...], Table] = {}
    tables = []
    for place, (suit, points) in enumerate(zip(holdings, suit_points, strict=True)):
        kind = draw.suit(place)
        if kind not in made:
            made[kind] = _suit_table(values, draw.drawn, suit, np.searchsorted(gains, points), len(gains), dtype)
        tables.append(_at_floors(made[kind], floors, place))
    at_least = _best_suit(tables) if trump == "best" else _fixed_suit(tables, SUITS.index(trump))
    return _differences(at_least, floors)


def _reachable_floors(values: MeldValues, draw: Draw) -> Iterator[Floors]:
    """Floors that the hand can reach."""
    suits = [draw.suit(place) for place in range(len(SUITS))]

    def cost(rank: int, place: int, floor: int) -> int:
        """Cards to draw for so many of a card; more than there are is out of reach."""
        held, unseen = suits[place]
        missing = max(0, floor - held[rank])
        return missing if missing <= unseen[rank] else draw.drawn + 1

    costs = [
        [sum(cost(rank, place, floor) for place in range(len(SUITS))) for floor in range(values.copies + 1)]
        for rank in AROUND_RANKS
    ]
    for floors in map(Floors._make, product(range(values.copies + 1), repeat=5)):
        cards = sum(costs[rank][floor] for rank, floor in enumerate(floors[:4]))
        if floors.pinochles > floors.queens:
            cards += cost(QUEEN, SPADES, floors.pinochles) - cost(QUEEN, SPADES, floors.queens)
        if floors.pinochles > floors.jacks:
            cards += cost(JACK, DIAMONDS, floors.pinochles) - cost(JACK, DIAMONDS, floors.jacks)
        if cards <= draw.drawn:
            yield floors


def _suit_table(values: MeldValues, drawn: int, suit: SuitHoldings, gains: Ints, n_gains: int, dtype: Any) -> Table:
    """Ways of one suit by floors on A K Q J and by cards drawn, marriages and place in the list of gains.

    Shape `(copies + 1,) * 4 + (drawn + 1, copies + 1, n_gains)`.
    """
    import numpy as np

    size = values.copies + 1
    table: Table = np.zeros((size,) * 4 + (drawn + 1, size, n_gains), dtype=np.int64)
    ranks = tuple(suit.counts[rank] for rank in AROUND_RANKS)
    np.add.at(table, (*ranks, suit.drawn, suit.marriages, gains), suit.ways)
    for axis in range(4):
        table = np.flip(np.cumsum(np.flip(table, axis), axis=axis), axis)
    return table.astype(dtype, copy=False)


def _at_floors(table: Table, floors: Sequence[Floors], place: int) -> Table:
    """Give one suit's ways at each of the floors: spades need their queens, diamonds their jacks for the pinochle."""
    import numpy as np

    aces, kings, queens, jacks, pinochles = np.array(floors).T
    if place == SPADES:
        queens = np.maximum(queens, pinochles)
    elif place == DIAMONDS:
        jacks = np.maximum(jacks, pinochles)
    chosen: Table = table[aces, kings, queens, jacks]
    return chosen


def _times(left: Table, right: Table) -> Table:
    """Join two suits: cards and marriages add up, ways multiply. Shapes `(floors, cards, marriages)`."""
    import numpy as np

    n_cards, right_width = right.shape[1:]
    joined: Table = np.zeros((left.shape[0], n_cards, left.shape[2] + right_width - 1), dtype=left.dtype)
    for cards in range(n_cards):
        for marriages in range(left.shape[2]):
            ways = left[:, cards, marriages]
            if ways.any():
                joined[:, cards:, marriages : marriages + right_width] += (
                    ways[:, None, None] * right[:, : n_cards - cards]
                )
    return joined


def _close(left: Table, right: Table) -> Table:
    """Join the last two groups of suits, keeping only full hands. Shapes `(floors, cards, marriages)`."""
    import numpy as np

    full: Table = np.zeros((left.shape[0], left.shape[2] + right.shape[2] - 1), dtype=left.dtype)
    for marriages in range(left.shape[2]):
        ways = (left[:, ::-1, marriages, None] * right).sum(axis=1)
        full[:, marriages : marriages + right.shape[2]] += ways
    return full


def _fixed_suit(tables: Sequence[Table], trump: int) -> Table:
    """Ways of whole hands at each floor, shape `(floors, marriages, gains)`, one suit being trump."""
    import numpy as np

    first, second, third = (table.sum(axis=3) for place, table in enumerate(tables) if place != trump)
    others = _times(_times(first, second), third)
    ways = [_close(others, tables[trump][..., gain]) for gain in range(tables[trump].shape[3])]
    return np.stack(ways, axis=-1)


def _best_suit(tables: Sequence[Table]) -> Table:
    """As `_fixed_suit`, for the suit of the highest gain: all four gain at most so much, less all gain less."""
    import numpy as np

    at_most = []
    for limit in range(1, tables[0].shape[3] + 1):
        spades, hearts, diamonds, clubs = (table[..., :limit].sum(axis=3) for table in tables)
        at_most.append(_close(_times(hearts, clubs), _times(spades, diamonds)))
    ways = np.stack(at_most, axis=-1)
    ways[..., 1:] -= ways[..., :-1].copy()
    return ways


def _differences(at_least: Table, floors: Sequence[Floors]) -> Table:
    """Turn hands of at least each floor into hands of exactly each; shapes `(floors, marriages, gains)`."""
    import numpy as np

    place = {floor: index for index, floor in enumerate(floors)}
    exactly = at_least
    for axis in range(len(Floors._fields)):
        above = [place.get(floor._replace(**{Floors._fields[axis]: floor[axis] + 1}), -1) for floor in floors]
        # Beyond the floors that can be reached there are no hands: the last row, put on for -1, is empty.
        padded = np.concatenate([exactly, np.zeros_like(exactly[:1])])
        exactly = exactly - padded[above]
    return exactly
