"""Counting the hands of two partners by their meld added up: a dynamic program over ranks, both hands at once.

The suits are joined by what the scarcest of four cards is (arounds, pinochle), the ranks of trump by what the scarcest
of five is (runs). Ask for *at least* so many runs r and pinochles p in each hand, and the ranks fall apart: aces, tens,
jacks and nines by themselves, kings with queens because of the marriages. Each part is a table of ways by points and by
cards in either hand; parts are multiplied, and differences over r and p turn "at least" into "exactly".

The last product is the large one. It is done in floating point modulo several primes, small enough for every sum to be
exact, and put together by the Chinese remainder theorem: the counts are exact however long they are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.odds.values import MeldValues
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
    Each = tuple[int, ...]  # one number for each hand
    Terms = list[tuple[Each, int]]

PRIMES: Final = (1048573, 1048571, 1048559, 1048549, 1048517, 1048507, 1048447, 1048433)  # below 2**20
LARGEST: Final = 2**52  # sums below stay exact in floating point
LONGEST_SUM: Final = 2**13
SPLIT: Final = 26
SPADES, DIAMONDS = SUITS.index("S"), SUITS.index("D")


def can_count(values: MeldValues, n_ranks: int, hand_size: int, hands: int) -> bool:
    """Tell whether the tables of a deck stay small enough to be exact, and to be made within a minute."""
    ranks_together = 2 if n_ranks == 5 else 3  # aces with tens, and nines; kings with queens
    if hands > 2:
        return False
    pairs = math.comb(values.copies + hands, hands)
    if pairs * (hand_size + 1) ** hands >= LONGEST_SUM:
        return False
    deals: int = (hands + 1) ** (4 * values.copies * ranks_together)
    return deals < LARGEST


def count_hands_together(values: MeldValues, n_ranks: int, hand_size: int, hands: int, trump: str) -> Counter[int]:
    """Count the ways to deal one or two hands by the points of their melds added up.

    Parameters
    ----------
    values : MeldValues
        What melds pay.
    n_ranks : int
        6 with nines, 5 without.
    hand_size : int
        Cards in each hand.
    hands : int
        1 or 2.
    trump : str
        Suit letter.

    Returns
    -------
    Counter of int to int
        Points to ways, copies told apart; adds up to all ways to deal the hands.
    """
    return _Count(values, n_ranks, hand_size, hands, SUITS.index(trump)).run()


class _Count:
    def __init__(self, values: MeldValues, n_ranks: int, hand_size: int, hands: int, trump: int) -> None:
        self.values, self.nines, self.hands, self.trump = values, n_ranks == 6, hands, trump
        self.size, self.copies = hand_size + 1, values.copies
        self.shape = (self.size,) * hands
        self.deck = 4 * n_ranks * values.copies
        self.pairs = [u for u in product(range(self.copies + 1), repeat=hands) if sum(u) <= self.copies]
        self.place = {pair: place for place, pair in enumerate(self.pairs)}
        tables = (values.run, values.royal, values.pinochle, *values.arounds)
        extras = (values.extra_king, values.extra_queen, values.extra_both, values.roundhouse_beside_run)
        single = (values.plain, values.dix, values.roundhouse, *extras)
        self.unit = math.gcd(*single, *(points for table in tables for points in table)) or 1
        self.none = (0,) * hands
        self.axes = tuple(range(1, hands + 1))

    @cache  # noqa: B019 (lives no longer than one count)
    def weight(self, pair: Each) -> int:
        left, ways = self.copies, 1
        for copies in pair:
            ways *= math.comb(left, copies)
            left -= copies
        return ways

    def at_least(self, floor: Each) -> Terms:
        """Ways to hold one card: copies in each hand."""
        return [(u, self.weight(u)) for u in self.pairs if all(map(int.__ge__, u, floor))]

    def times(self, table: Array, terms: Terms) -> Array:
        """Add one card to a table of ways by cards in each hand."""
        import numpy as np

        joined = np.zeros_like(table)
        for copies, ways in terms:
            if max(copies) < self.size:
                joined[self.upper(copies)] += ways * table[self.lower(copies)]
        return joined

    def upper(self, copies: Each) -> tuple[Any, ...]:
        return (..., *(slice(n, None) for n in copies))

    def lower(self, copies: Each) -> tuple[Any, ...]:
        return (..., *(slice(None, self.size - n) for n in copies))

    def steps(self, tables: Sequence[Sequence[int]], level: Each) -> Iterator[tuple[int, int]]:
        """Points (in units) and sign that "at least this level" stands for, so that levels add up to "exactly"."""
        choices = [
            [(table[n], 1)] + ([(table[n - 1], -1)] if n else []) for table, n in zip(tables, level, strict=True)
        ]
        for choice in product(*choices):
            yield sum(points for points, _ in choice) // self.unit, math.prod(sign for _, sign in choice)

    def unity(self) -> Array:
        import numpy as np

        table = np.zeros(self.shape, dtype=np.int64)
        table[self.none] = 1
        return table

    def around(self, points: Sequence[int], floors: Sequence[Each]) -> dict[int, Array]:
        """One rank in four suits, with a floor in each suit: tables of ways by points of its arounds."""
        tables: dict[int, Array] = {}
        for level in self.pairs:
            table = self.unity()
            for floor in floors:
                table = self.times(table, self.at_least(tuple(map(max, level, floor))))
            for value, sign in self.steps([points] * self.hands, level):
                tables[value] = tables.get(value, 0) + sign * table
        return {value: table for value, table in tables.items() if table.any()}

    def floors(self, runs: Each, other: int | None = None, at: Each = ()) -> list[Each]:
        """Give the floor in each suit: the runs in trump, another floor in one other suit or on top."""
        floors = [runs if suit == self.trump else self.none for suit in range(len(SUITS))]
        if other is not None:
            floors[other] = tuple(map(max, floors[other], at))
        return floors

    def aces_tens_nines(self, runs: Each) -> dict[int, Array]:
        """Tables of the ranks that have nothing to do with marriages and pinochle."""
        tables = self.around(self.values.arounds[0], self.floors(runs))
        for floor in self.floors(runs):
            tables = {value: self.times(table, self.at_least(floor)) for value, table in tables.items()}
        if not self.nines:
            return tables
        free = self.at_least(self.none)
        for _ in range(len(SUITS) - 1):
            tables = {value: self.times(table, free) for value, table in tables.items()}
        with_dix: dict[int, Array] = {}
        for value, table in tables.items():
            for copies, ways in free:
                dix = value + sum(copies) * self.values.dix // self.unit
                with_dix[dix] = with_dix.get(dix, 0) + self.times(table, [(copies, ways)])
        return with_dix

    def plain_kings_queens(self) -> Iterator[tuple[Each, Array]]:
        """Kings and queens of the three plain suits, for each floor of pinochles.

        Yields the floor and a table `(king levels, queen levels, marriages, cards in each hand)` of exact levels of the
        scarcest plain king and queen. Their counts are small enough for a fast Fourier transform to be exact.
        """
        import numpy as np

        n_pairs = len(self.pairs)
        marriages = 3 * self.copies + 1
        lengths = (marriages, *(6 * self.copies + 1 for _ in range(self.hands)))
        suit = np.zeros((n_pairs, n_pairs, *lengths))
        for kings, queens in product(self.pairs, repeat=2):
            ways = self.weight(kings) * self.weight(queens)
            cell = (sum(map(min, kings, queens)), *map(int.__add__, kings, queens))
            below_kings = [c for c, floor in enumerate(self.pairs) if all(map(int.__ge__, kings, floor))]
            below_queens = [c for c, floor in enumerate(self.pairs) if all(map(int.__ge__, queens, floor))]
            suit[np.ix_(below_kings, below_queens) + cell] += ways
        axes = tuple(range(2, 3 + self.hands))
        waves = np.fft.rfftn(suit, lengths, axes=axes)
        cut = (slice(None),) * 3 + (slice(0, self.size),) * self.hands
        for pinochles in self.pairs:
            if pinochles != tuple(sorted(pinochles, reverse=True)):
                continue  # the two hands changed over: the same ways
            spades = waves
            if self.trump != SPADES:
                raised = [self.place.get(tuple(map(max, floor, pinochles)), -1) for floor in self.pairs]
                spades = np.where(np.array(raised)[(None, slice(None)) + (None,) * len(axes)] >= 0, waves[:, raised], 0)
            table = np.rint(np.fft.irfftn(waves * waves * spades, lengths, axes=axes)[cut]).astype(np.int64)
            whole = np.zeros((n_pairs, n_pairs, marriages, *self.shape), dtype=np.int64)
            whole[tuple(slice(0, length) for length in table.shape)] = table
            for axis in (0, 1):
                for hand in range(self.hands):
                    above = [self.place.get(self._raised(pair, hand), -1) for pair in self.pairs]
                    higher = np.take(whole, above, axis=axis)
                    higher[(slice(None),) * axis + (np.array(above) < 0,)] = 0
                    whole = whole - higher
            yield pinochles, whole

    def _raised(self, pair: Each, hand: int) -> Each:
        return tuple(copies + (place == hand) for place, copies in enumerate(pair))

    def capped(self, table: Array, cap: Each) -> dict[Each, Array]:
        """Join the levels of plain suits with the copies of trump: the scarcest of all four."""
        joined: dict[Each, Array] = {}
        for place, level in enumerate(self.pairs):
            least = tuple(map(min, level, cap))
            joined[least] = joined[least] + table[place] if least in joined else table[place].copy()
        return joined

    def trump_steps(self, kings: Each, queens: Each, rounds: Each) -> list[tuple[int, int, int]]:
        """Points of trump by runs, at least so many: place of the runs, points (in units), sign.

        `rounds` are the marriages in every suit.
        """
        values = self.values
        marriages = tuple(map(min, kings, queens))
        steps = []
        for place, runs in enumerate(self.pairs):
            if all(map(int.__ge__, marriages, runs)):
                tables = [
                    [
                        values.trump_points(n, k, q) + values.roundhouse_beside_run * (n > 0 and around > 0)
                        for n in range(most + 1)
                    ]
                    for most, k, q, around in zip(runs, kings, queens, rounds, strict=True)
                ]
                steps += [(place, points, sign) for points, sign in self.steps(tables, runs)]
        return steps

    def kings_queens(self, plain: Array, pinochles: Each) -> list[dict[int, Array]]:
        """All kings and queens, trump's runs and marriages with them: tables by runs (at least) and by points."""
        import numpy as np

        values, unit = self.values, self.unit
        stride = values.plain // unit
        if not stride:
            plain, stride = plain.sum(axis=2, keepdims=True), 1
        king_points, queen_points = ({n: sum(table[c] for c in n) for n in self.pairs} for table in values.arounds[1:3])
        most = max(king_points.values()) + max(queen_points.values()) + values.roundhouse * self.copies
        most += 3 * self.copies * values.plain + self.hands * values.roundhouse_beside_run
        size = range(self.copies + 1)
        most += self.hands * max(values.trump_points(r, k, q) for r in size for k in size for q in size)
        tables = np.zeros((len(self.pairs), most // unit + 1, *self.shape), dtype=np.int64)
        floor = pinochles if self.trump == SPADES else self.none
        for kings in self.pairs:
            for king_level, by_queens in self.capped(plain, kings).items():
                for queens in self.pairs:
                    cards = tuple(map(int.__add__, kings, queens))
                    if max(cards) >= self.size or not all(map(int.__ge__, queens, floor)):
                        continue
                    ways = self.weight(kings) * self.weight(queens)
                    if not values.roundhouse_beside_run:
                        steps = self.trump_steps(kings, queens, self.none)
                    for queen_level, block in self.capped(by_queens, queens).items():
                        found = np.flatnonzero(block.reshape(len(block), -1).any(axis=1))
                        if not len(found):
                            continue
                        rounds = tuple(map(min, king_level, queen_level))
                        base = king_points[king_level] + queen_points[queen_level] + values.roundhouse * sum(rounds)
                        if values.roundhouse_beside_run:
                            steps = self.trump_steps(kings, queens, rounds)
                        first, last = int(found[0]), int(found[-1]) + 1
                        moved = ways * block[first:last][self.lower(cards)]
                        start = base // unit + first * stride
                        for place, more, sign in steps:
                            rows = slice(start + more, start + more + (last - first) * stride, stride)
                            into = tables[place, rows][self.upper(cards)]
                            into += moved if sign > 0 else -moved
        return [
            {points: by_points[points] for points in np.flatnonzero(by_points.any(axis=self.axes)).tolist()}
            for by_points in tables
        ]

    def run(self) -> Counter[int]:
        """Put the parts together."""
        deals = math.prod(math.comb(self.deck - n * (self.size - 1), self.size - 1) for n in range(self.hands))
        primes = next(PRIMES[:n] for n in range(1, len(PRIMES) + 1) if math.prod(PRIMES[:n]) > deals)
        rest = [self.aces_tens_nines(runs) for runs in self.pairs]
        totals: list[Counter[int]] = [Counter() for _ in primes]
        for pinochles, plain in self.plain_kings_queens():
            times = len({pinochles, pinochles[::-1]})
            left = []
            for place, runs in enumerate(self.pairs):
                jacks = self.around(self.values.arounds[3], self.floors(runs, DIAMONDS, pinochles))
                left.append(self.joined(rest[place], jacks))
            steps = list(self.steps([self.values.pinochle] * self.hands, pinochles))
            products = self.products(left, self.kings_queens(plain, pinochles), primes)
            for total, by_points in zip(totals, products, strict=True):
                for (points, ways), (more, sign) in product(by_points, steps):
                    total[points + more] += times * sign * ways
        counts: Counter[int] = Counter()
        for points in sorted(set().union(*totals)):
            ways = _from_remainders([total[points] for total in totals], primes)
            if ways:
                counts[points * self.unit] = ways
        return counts

    def joined(self, rest: dict[int, Array], jacks: dict[int, Array]) -> dict[int, list[Array]]:
        """Multiply the other ranks with the jacks: tables by points, each in two halves that are exact in 64 bits."""
        import numpy as np

        tables = np.stack(list(rest.values()))
        parts: dict[int, list[Array]] = {}
        for half, table in enumerate((tables >> SPLIT, tables & ((1 << SPLIT) - 1))):
            for more, jack in jacks.items():
                cells = [(tuple(cell), int(jack[tuple(cell)])) for cell in np.argwhere(jack).tolist()]
                for points, added in zip(rest, self.times(table, cells), strict=True):
                    halves = parts.setdefault(points + more, [np.zeros(self.shape, dtype=np.int64) for _ in "hl"])
                    halves[half] += added
        return parts

    def products(
        self, left: list[dict[int, list[Array]]], right: list[dict[int, Array]], primes: Sequence[int]
    ) -> Iterator[list[tuple[int, int]]]:
        """Multiply both sides for every number of runs, keep the full hands and add up: points and ways modulo primes.

        One matrix product a prime: rows are points of the one side, columns points of the other, and the long axis is
        runs and cards. With primes below 2**20 and an axis below 2**13 its sums are exact in floating point.
        """
        import numpy as np

        left_points = sorted({points for part in left for points in part})
        right_points = sorted({points for part in right for points in part})
        cells = math.prod(self.shape)
        halves = np.zeros((2, len(left_points), len(self.pairs), cells), dtype=np.int64)
        others = np.zeros((len(right_points), len(self.pairs), cells), dtype=np.int64)
        row, column = ({points: n for n, points in enumerate(side)} for side in (left_points, right_points))
        for runs, (some, more) in enumerate(zip(left, right, strict=True)):
            for points, tables in some.items():
                halves[0, row[points], runs], halves[1, row[points], runs] = (table.ravel() for table in tables)
            for points, table in more.items():
                others[column[points], runs] = np.flip(table).ravel()
        high, low = halves.reshape(2, len(left_points), -1)
        flat = others.reshape(len(right_points), -1)
        sums = np.array(left_points)[:, None] + np.array(right_points)
        found, places = np.unique(sums, return_inverse=True)
        for prime in primes:
            one = ((high % prime) * ((1 << SPLIT) % prime) + low) % prime
            ways = (one.astype(np.float64) @ (flat % prime).astype(np.float64).T).astype(np.int64) % prime
            added = np.zeros(len(found), dtype=np.int64)
            np.add.at(added, places.ravel(), ways.ravel())
            yield list(zip(found.tolist(), added.tolist(), strict=True))


def _from_remainders(remainders: Sequence[int], primes: Sequence[int]) -> int:
    """Find the number from its remainders; it is less than the product of the primes."""
    number, modulus = 0, 1
    for remainder, prime in zip(remainders, primes, strict=True):
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
