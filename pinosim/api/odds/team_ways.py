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
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.odds.values import MeldValues
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
    Each = tuple[int, ...]  # one number for each hand
    Terms = list[tuple[Each, int]]

PRIMES: Final = (4194301, 4194287, 4194277, 4194271, 4194247, 4194217, 4194199, 4194191)  # below 2**22
LARGEST: Final = 2**52  # sums below stay exact in floating point
SPLIT: Final = 26
SPADES, DIAMONDS = SUITS.index("S"), SUITS.index("D")


def can_count(values: MeldValues, n_ranks: int, hands: int) -> bool:
    """Tell whether the tables of a deck stay small enough to be exact, and to be made within a minute."""
    ranks_together = 2 if n_ranks == 5 else 3  # aces with tens, and nines; kings with queens
    return hands <= 2 and (hands + 1) ** (4 * values.copies * ranks_together) < LARGEST


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
        for (a, kings), (b, queens) in product(enumerate(self.pairs), repeat=2):
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
                spades = np.where(
                    np.array(raised)[(None, slice(None)) + (None,) * len(axes)] >= 0, waves[:, raised], 0
                )
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

    def trump_tables(self, runs: Each, kings: Each, queens: Each, rounds: Each) -> list[list[int]]:
        """Points of trump by runs, a table for each hand; `rounds` are the marriages in every suit."""
        values = self.values
        return [
            [
                values.trump_points(n, k, q) + values.roundhouse_beside_run * (n > 0 and around > 0)
                for n in range(most + 1)
            ]
            for most, k, q, around in zip(runs, kings, queens, rounds, strict=True)
        ]

    def kings_queens(self, plain: Array, pinochles: Each) -> dict[Each, dict[int, Array]]:
        """All kings and queens, trump's runs and marriages with them: tables by runs (at least) and by points."""
        import numpy as np

        values, unit = self.values, self.unit
        tables: dict[Each, defaultdict[int, Array]] = {
            runs: defaultdict(lambda: np.zeros(self.shape, dtype=np.int64)) for runs in self.pairs
        }
        floor = pinochles if self.trump == SPADES else self.none
        for kings in self.pairs:
            for king_level, by_queens in self.capped(plain, kings).items():
                for queens in self.pairs:
                    cards = tuple(map(int.__add__, kings, queens))
                    if max(cards) >= self.size or not all(map(int.__ge__, queens, floor)):
                        continue
                    ways = self.weight(kings) * self.weight(queens)
                    marriages = tuple(map(min, kings, queens))
                    reachable = [runs for runs in self.pairs if all(map(int.__ge__, marriages, runs))]
                    for queen_level, block in self.capped(by_queens, queens).items():
                        if not block.any():
                            continue
                        rounds = tuple(map(min, king_level, queen_level))
                        base = sum(values.arounds[1][n] for n in king_level) + values.roundhouse * sum(rounds)
                        base += sum(values.arounds[2][n] for n in queen_level)
                        for number, table in enumerate(block):
                            if not table.any():
                                continue
                            points = (base + number * values.plain) // unit
                            moved = ways * table[self.lower(cards)]
                            for runs in reachable:
                                for more, sign in self.steps(self.trump_tables(runs, kings, queens, rounds), runs):
                                    tables[runs][points + more][self.upper(cards)] += sign * moved
        return {runs: {p: t for p, t in by_points.items() if t.any()} for runs, by_points in tables.items()}

    def run(self) -> Counter[int]:
        """Put the parts together."""
        import numpy as np

        bits = (math.prod(math.comb(self.deck - n * (self.size - 1), self.size - 1) for n in range(self.hands))).bit_length()
        primes = PRIMES[: bits // 21 + 1]
        rest = {runs: self.aces_tens_nines(runs) for runs in self.pairs}
        totals: list[Counter[int]] = [Counter() for _ in primes]
        for pinochles, plain in self.plain_kings_queens():
            times = len({pinochles, pinochles[::-1]})
            marriages = self.kings_queens(plain, pinochles)
            by_points: list[Counter[int]] = [Counter() for _ in primes]
            for runs in self.pairs:
                jacks = self.around(self.values.arounds[3], self.floors(runs, DIAMONDS, pinochles))
                if marriages[runs] and jacks and rest[runs]:
                    self.join(rest[runs], jacks, marriages[runs], primes, by_points)
            for total, part in zip(totals, by_points, strict=True):
                for more, sign in self.steps([self.values.pinochle] * self.hands, pinochles):
                    for points, ways in part.items():
                        total[points + more] += times * sign * ways
        return Counter({
            points * self.unit: ways
            for points in sorted(set().union(*totals))
            if (ways := _from_remainders([total[points] for total in totals], primes))
        })

    def join(
        self,
        rest: dict[int, Array],
        jacks: dict[int, Array],
        marriages: dict[int, Array],
        primes: Sequence[int],
        totals: list[Counter[int]],
    ) -> None:
        """Multiply three parts, keep the full hands, and add their ways to the totals, one for each prime."""
        import numpy as np

        rest_points, rest_tables = list(rest), np.stack(list(rest.values()))
        parts: dict[int, list[Array]] = {}
        # Two halves of the longer numbers, so that every product stays exact in 64 bits.
        for half, table in enumerate((rest_tables >> SPLIT, rest_tables & ((1 << SPLIT) - 1))):
            for more, jack in jacks.items():
                cells = [(tuple(cell), int(jack[tuple(cell)])) for cell in np.argwhere(jack).tolist()]
                for points, product_table in zip(rest_points, self.times(table, cells), strict=True):
                    halves = parts.setdefault(points + more, [np.zeros(self.shape, dtype=np.int64) for _ in "hl"])
                    halves[half] += product_table
        points = np.array(list(parts))
        high, low = (np.stack([halves[half] for halves in parts.values()]).reshape(len(points), -1) for half in (0, 1))
        others = np.array(list(marriages))
        flipped = np.stack(list(marriages.values()))[(slice(None), *(slice(None, None, -1) for _ in self.shape))]
        flipped = flipped.reshape(len(others), -1)
        sums = points[:, None] + others[None, :]
        order = np.unique(sums, return_inverse=True)
        for prime, total in zip(primes, totals, strict=True):
            left = ((high % prime) * ((1 << SPLIT) % prime) + low) % prime
            right = flipped % prime
            ways = (left.astype(np.float64) @ right.T.astype(np.float64)).astype(np.int64) % prime
            added = np.bincount(order[1].ravel(), weights=ways.ravel().astype(np.float64))
            for value, number in zip(order[0].tolist(), added.tolist(), strict=True):
                total[value] += int(number)


def _from_remainders(remainders: Sequence[int], primes: Sequence[int]) -> int:
    """Find the number from its remainders; it is less than the product of the primes."""
    number, modulus = 0, 1
    for remainder, prime in zip(remainders, primes, strict=True):
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
