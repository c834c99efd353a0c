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
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pinosim.core import slots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[Any]  # int64 where every count fits, else Python ints

SUITS: Final = "SHDC"


class SuitHolding(NamedTuple):
    """Copies held of each rank of one suit, and in how many ways they can be picked from the deck."""

    ace: int
    ten: int
    king: int
    queen: int
    jack: int
    nine: int
    ways: int

    @property
    def cards(self) -> int:
        """Cards of the suit in hand."""
        return self.ace + self.ten + self.king + self.queen + self.jack + self.nine

    @property
    def marriages(self) -> int:
        """King-queen pairs of the suit."""
        return min(self.king, self.queen)

    @property
    def runs(self) -> int:
        """Complete runs in the suit, whether or not it is trump."""
        return min(self.ace, self.ten, self.king, self.queen, self.jack)


class Floors(NamedTuple):
    """At least so many aces, kings, queens, jacks of every suit, and so many of both pinochle cards."""

    aces: int
    kings: int
    queens: int
    jacks: int
    pinochles: int


@dataclass(frozen=True)
class MeldValues:
    """The meld side of a rules vector, by name; points in the rule set's unit.

    Attributes
    ----------
    vector : tuple of int
        The whole rules vector (`pinosim.core.slots`).
    """

    vector: tuple[int, ...]

    @property
    def copies(self) -> int:
        """Copies of each card in the deck."""
        return self.vector[slots.COPIES]

    @property
    def n_ranks(self) -> int:
        """6 with nines, 5 without."""
        return self.vector[slots.N_RANKS]

    @property
    def hand_size(self) -> int:
        """Cards in a dealt hand."""
        return self.vector[slots.HAND_SIZE]

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return 4 * self.n_ranks * self.copies

    @property
    def plain(self) -> int:
        """One marriage outside trump."""
        return self.vector[slots.PLAIN]

    @property
    def roundhouse(self) -> int:
        """Paid on top for each marriage in every suit."""
        return self.vector[slots.ROUNDHOUSE]

    @property
    def roundhouse_beside_run(self) -> int:
        """Paid on top, once, if the hand has a marriage in every suit and a run."""
        return self.vector[slots.ROUNDHOUSE_BESIDE_RUN]

    def around(self, which: int, copies: int) -> int:
        """Points of so many copies of aces (0), kings (1), queens (2) or jacks (3) around."""
        return self.vector[slots.AROUND + which * slots.TABLE + copies]

    def pinochle(self, copies: int) -> int:
        """Points of a single, double, ... pinochle."""
        return self.vector[slots.PINOCHLE + copies]

    def runs_and_royals(self, suit: SuitHolding) -> tuple[int, int]:
        """Points of the trump suit's runs (extras included) and of its royal marriages."""
        run, royal = self.vector[slots.RUN : slots.ROYAL], self.vector[slots.ROYAL : slots.PINOCHLE]
        runs, marriages = suit.runs, suit.marriages
        mode = self.vector[slots.TRUMP_MODE]
        if mode == slots.ABSORB:
            return run[runs], royal[marriages - runs]
        if mode == slots.EXCLUSIVE:
            return (run[runs], 0) if run[runs] >= royal[marriages] else (0, royal[marriages])
        if runs == 0:
            return 0, royal[marriages]
        extra = 0
        if runs == 1:
            king, queen = suit.king > 1, suit.queen > 1
            extra = self.vector[
                slots.EXTRA_BOTH if king and queen else slots.EXTRA_KING if king else slots.EXTRA_QUEEN
            ] * (king or queen)
        return run[runs] + extra, 0

    def dix(self, suit: SuitHolding) -> int:
        """Points of the nines of trump."""
        return suit.nine * self.vector[slots.DIX]

    def gain(self, suit: SuitHolding, in_roundhouse: bool) -> int:
        """Points a suit gains by being trump, over what it pays as a plain suit."""
        on_top = self.roundhouse_beside_run if in_roundhouse and suit.runs else 0
        return sum(self.runs_and_royals(suit)) + self.dix(suit) - self.plain * suit.marriages + on_top

    def holdings(self) -> Iterator[SuitHolding]:
        """Every holding of one suit that fits into a hand."""
        copies = range(self.copies + 1)
        for ace, ten, king, queen, jack, nine in product(*[copies] * 5, copies if self.n_ranks == 6 else range(1)):
            if ace + ten + king + queen + jack + nine <= self.hand_size:
                counts = (ace, ten, king, queen, jack, nine)
                yield SuitHolding(*counts, math.prod(math.comb(self.copies, count) for count in counts))

    def joined(self, floors: Floors) -> int:
        """Points of the melds that join suits, for exactly so many copies of each."""
        arounds = sum(self.around(which, copies) for which, copies in enumerate(floors[:4]))
        return arounds + self.pinochle(floors.pinochles) + self.roundhouse * min(floors.kings, floors.queens)


def count_hands_by_meld(values: MeldValues, trump: str) -> Counter[int]:
    """Count the hands of a rule set by their meld.

    Parameters
    ----------
    values : MeldValues
        The rule set's meld side.
    trump : str
        One of "S", "H", "D", "C", or "best" for the suit that melds most in each hand.

    Returns
    -------
    Counter of int to int
        Points to number of hands (sets of cards, copies told apart); adds up to C(deck, hand).
    """
    if not values.roundhouse_beside_run:
        return _count(values, trump, in_roundhouse=False, keep=lambda floors: True)
    outside = _count(values, trump, in_roundhouse=False, keep=lambda floors: not _is_roundhouse(floors))
    return outside + _count(values, trump, in_roundhouse=True, keep=_is_roundhouse)


def _is_roundhouse(floors: Floors) -> bool:
    return min(floors.kings, floors.queens) > 0


def _count(values: MeldValues, trump: str, in_roundhouse: bool, keep: Callable[[Floors], bool]) -> Counter[int]:
    """Count the hands whose exact floors are kept; `in_roundhouse` says whether those hold a marriage in each suit."""
    floors = list(_reachable_floors(values))
    gains = sorted({values.gain(suit, in_roundhouse) for suit in values.holdings()})
    table = _suit_table(values, gains, in_roundhouse)
    hearts, spades, diamonds = (_at_floors(table, floors, who) for who in "HSD")
    best = trump == "best"
    at_least = _best_suit(hearts, spades, diamonds) if best else _fixed_suit(hearts, spades, diamonds, trump)
    exactly = _differences(at_least, floors, values.copies)
    totals: Counter[int] = Counter()
    for index, hands in exactly:
        floor, marriages, gain = floors[index[0]], index[1], gains[index[2]]
        if keep(floor):
            totals[values.joined(floor) + values.plain * marriages + gain] += hands
    return totals


def _reachable_floors(values: MeldValues) -> Iterator[Floors]:
    """Floors that a hand of this size can reach."""
    for floors in map(Floors._make, product(range(values.copies + 1), repeat=5)):
        legs = max(0, floors.pinochles - floors.queens) + max(0, floors.pinochles - floors.jacks)
        if 4 * sum(floors[:4]) + legs <= values.hand_size:
            yield floors


def _suit_table(values: MeldValues, gains: Sequence[int], in_roundhouse: bool) -> Table:
    """Ways of one suit by floors on A K Q J and by cards, marriages and place in `gains`.

    Shape `(copies + 1,) * 4 + (hand_size + 1, copies + 1, len(gains))`.
    """
    import numpy as np

    # A count of hands never exceeds the number of all hands: where that fits 64 bits, so does everything here.
    small = math.comb(values.deck_size, values.hand_size) < 2**63
    size = values.copies + 1
    shape = (size,) * 4 + (values.hand_size + 1, size, len(gains))
    table: Table = np.zeros(shape, dtype=np.int64 if small else object)
    place = {gain: index for index, gain in enumerate(gains)}
    for suit in values.holdings():
        counts = (suit.ace, suit.king, suit.queen, suit.jack)
        table[(*counts, suit.cards, suit.marriages, place[values.gain(suit, in_roundhouse)])] += suit.ways
    for axis in range(4):
        table = np.flip(np.cumsum(np.flip(table, axis), axis=axis), axis)
    return table


def _at_floors(table: Table, floors: Sequence[Floors], suit: str) -> Table:
    """Give one suit's ways at each of the floors: spades need their queens, diamonds their jacks for the pinochle."""
    import numpy as np

    aces, kings, queens, jacks, pinochles = np.array(floors).T
    if suit == "S":
        queens = np.maximum(queens, pinochles)
    elif suit == "D":
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


def _fixed_suit(hearts: Table, spades: Table, diamonds: Table, trump: str) -> Table:
    """Ways of whole hands at each floor, shape `(floors, marriages, gains)`, the named suit being trump."""
    import numpy as np

    suits = {"S": spades, "H": hearts, "D": diamonds, "C": hearts}
    first, second, third = (suits[suit].sum(axis=3) for suit in SUITS if suit != trump)
    others = _times(_times(first, second), third)
    ways = [_close(others, suits[trump][..., gain]) for gain in range(hearts.shape[3])]
    return np.stack(ways, axis=-1)


def _best_suit(hearts: Table, spades: Table, diamonds: Table) -> Table:
    """As `_fixed_suit`, for the suit of the highest gain: all four gain at most so much, less all gain less."""
    import numpy as np

    at_most = []
    for limit in range(1, hearts.shape[3] + 1):
        heart, spade, diamond = (suit[..., :limit].sum(axis=3) for suit in (hearts, spades, diamonds))
        at_most.append(_close(_times(heart, heart), _times(spade, diamond)))
    ways = np.stack(at_most, axis=-1)
    ways[..., 1:] -= ways[..., :-1].copy()
    return ways


def _differences(at_least: Table, floors: Sequence[Floors], copies: int) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Turn hands of at least each floor into hands of exactly each; yields (floor, marriages, gain) and the hands."""
    import numpy as np

    places = tuple(np.array(floors).T)
    whole: Table = np.zeros((copies + 2,) * 5 + at_least.shape[1:], dtype=at_least.dtype)
    whole[places] = at_least
    for axis in range(5):
        lower = [slice(None)] * whole.ndim
        upper = [slice(None)] * whole.ndim
        lower[axis], upper[axis] = slice(0, -1), slice(1, None)
        # Lower floors are overwritten from the values one above, which are still "at least" along this axis.
        whole[tuple(lower)] = whole[tuple(lower)] - whole[tuple(upper)]
    exactly = whole[places]
    for floor, marriages, gain in zip(*(axis.tolist() for axis in np.nonzero(exactly)), strict=True):
        yield (floor, marriages, gain), int(exactly[floor, marriages, gain])
