"""What a player counts in a hand before he bids, as numbers for a fitted model; for one hand or many at once.

Every feature is written with `+ - *` and comparisons alone, so that counts may be plain ints (the instant answer, no
numpy needed) or arrays of one number a hand (fitting): both come from the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

AROUND_RANKS: Final = "AKQJ"
RUN_RANKS: Final = "ATKQJ"

Number = Any
"""An int, or an array of ints with one number a hand."""
Counter = Callable[[str, str], Number]
"""Gives how many cards of a rank and suit are held: `count("A", "S")`."""


def hand_features(count: Counter, ranks: str, copies: int, trump: str, meld: Number) -> list[Number]:
    """Count what matters for what a hand will make with a trump.

    Parameters
    ----------
    count : callable
        How many cards of a rank and suit the hand holds.
    ranks : str
        Ranks of the deck.
    copies : int
        Copies of each card in the deck.
    trump : str
        Suit letter.
    meld : int or array
        Own meld with that trump, in points of an ace.

    Returns
    -------
    list
        In the order of `feature_names`.

    Examples
    --------
    >>> from pinosim.api.hand import Hand
    >>> hand = Hand("S:ATKQJ H:A9 D:AJ C:A99")
    >>> values = hand_features(hand.count, "ATKQJ9", 2, "S", 29)
    >>> dict(zip(feature_names("ATKQJ9", 2), values, strict=True))["side aces"]
    3
    """
    sides = [suit for suit in "SHDC" if suit != trump]
    length = {suit: _total(count(rank, suit) for rank in ranks) for suit in "SHDC"}
    values: list[Number] = [1, meld, at_most(meld, 20)]
    values += [count(rank, trump) for rank in ranks]
    values += [at_most(count(rank, trump), 1) for rank in ranks[:5]]
    values += [length[trump] * length[trump], at_least(length[trump] - 3 * copies, 0)]
    held = _total(at_most(count(rank, trump), 1) for rank in RUN_RANKS)
    twice = _total(at_most(count(rank, trump), 2) for rank in RUN_RANKS)
    values += [same(held, 5), same(held, 4), same(held, 3), same(twice, 9), same(twice, 8)]
    # the card that is missing from a run, if just one is
    values += [same(held, 4) * (1 - at_most(count(rank, trump), 1)) for rank in "AT"]
    values += [
        _total(count("A", suit) for suit in sides),
        _total(at_most(count("A", suit), 1) for suit in sides),
        _total(same(count("A", suit), copies) for suit in sides),
        _total(count("T", suit) for suit in sides),
        _total(count("K", suit) for suit in sides),
        _total(count("Q", suit) for suit in sides),
        _total(same(length[suit], 0) for suit in sides),
        _total(same(length[suit], 1) for suit in sides),
        _total(length[suit] * length[suit] for suit in sides),
        # cards that may win in a side suit headed by an ace
        _total(at_most(count("A", suit), 1) * length[suit] for suit in sides),
        _total(fewer(count("K", suit), count("Q", suit)) for suit in sides),
    ]
    for rank in AROUND_RANKS:
        suits = _total(at_most(count(rank, suit), 1) for suit in "SHDC")
        double = _total(at_most(count(rank, suit), 2) for suit in "SHDC")
        values += [same(suits, 3), same(suits, 4), same(double, 7), at_least(double - 6, 0)]
    queens, jacks = count("Q", "S"), count("J", "D")
    pairs = fewer(queens, jacks)
    values += [pairs, queens + jacks - 2 * pairs, same(pairs, 1) * same(queens + jacks, 3)]
    values += [length[trump] * _total(count("A", suit) for suit in "SHDC")]
    return values


def feature_names(ranks: str, copies: int) -> list[str]:
    """Name the features of `hand_features`, in its order."""
    names = ["constant", "own meld", "own meld, at most 20 aces' worth"]
    names += [f"trump {rank}" for rank in ranks]
    names += [f"a trump {rank}" for rank in ranks[:5]]
    names += ["trumps squared", f"trumps above {3 * copies}"]
    names += ["run", "run less one", "run less two", "double run less one", "double run less two"]
    names += ["run less its ace", "run less its ten"]
    names += ["side aces", "sides with an ace", "sides with every ace", "side tens", "side kings", "side queens"]
    names += ["voids", "singletons", "side lengths squared", "lengths of sides with an ace", "side marriages"]
    for rank in AROUND_RANKS:
        names += [f"{rank} in three suits", f"{rank} around", f"{rank} double around less one", f"{rank} above six"]
    names += ["pinochles", "lone pinochle legs", "double pinochle less one", "trumps times aces"]
    return names


def dot(weights: Sequence[float], values: Sequence[Number]) -> Number:
    """Add up weights times values."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def at_most(number: Number, most: int) -> Number:
    """Give the smaller of a number and a limit."""
    return number * (number < most) + most * (number >= most)


def at_least(number: Number, least: int) -> Number:
    """Give the larger of a number and a limit."""
    return number * (number > least) + least * (number <= least)


def fewer(one: Number, other: Number) -> Number:
    """Give the smaller of two numbers."""
    return one * (one < other) + other * (one >= other)


def same(number: Number, wanted: int) -> Number:
    """Give 1 where a number is the one wanted, else 0."""
    return (number == wanted) * 1


def _total(numbers: Any) -> Number:
    return sum(numbers)
