"""Exact mean meld of a hand partly known, for many sets of known cards at once.

The mean of a sum is the sum of the means, so each kind of meld is worked out alone, from the chances that the drawn
cards hold so many copies of the few cards it needs. These chances are the same for every set of known cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pinosim.api.odds.draws import Counts, Draw
from pinosim.api.odds.meld_odds import roundhouse_mean
from pinosim.api.odds.values import AROUND_RANKS, KING, N_STRENGTHS, NINE, PINOCHLE, QUEEN, RUN_RANKS, MeldValues
from pinosim.cards import CARDS, SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def mean_melds(known: Sequence[Counts], unseen: Counts, drawn: int, rules: Rules, trump: str) -> Floats:
    """Give the mean meld of hands that hold some cards for sure and draw the rest.

    Parameters
    ----------
    known : sequence of tuple of int, each of length 24
        For each hand the cards it holds, in the order of `pinosim.cards.CARDS`.
    unseen : tuple of int, length 24
        What it draws from.
    drawn : int
        How many it draws, all sets being equally likely.
    rules : Rules
        The rule set.
    trump : str
        Suit letter.

    Returns
    -------
    float64 array, shape (len(known),)
        Points; exact but for the rounding of floats.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> from pinosim.api.odds.draws import EMPTY, full_deck
    >>> rules = load_rules("wocg-single")
    >>> round(float(mean_melds([EMPTY], full_deck(rules), 12, rules, "S")[0]), 4)
    4.0776
    """
    values = MeldValues.of(rules)
    held = np.array(known, np.int64).reshape(len(known), len(CARDS))
    place = SUITS.index(trump)
    royal = values.trump_table

    def trump_points(counts: Ints) -> Ints:
        runs = counts[:, : len(RUN_RANKS)].min(axis=1)
        kings, queens = counts[:, RUN_RANKS.index(KING)], counts[:, RUN_RANKS.index(QUEEN)]
        points: Ints = royal[runs, kings, queens] + values.dix * counts[:, len(RUN_RANKS)]
        return points

    def scarcest(table: Sequence[int]) -> Callable[[Ints], Ints]:
        points = np.array(table, np.int64)

        def look_up(counts: Ints) -> Ints:
            found: Ints = points[counts.min(axis=1)]
            return found

        return look_up

    kinds: list[tuple[tuple[int, ...], Callable[[Ints], Ints]]] = [
        (tuple(place * N_STRENGTHS + rank for rank in (*RUN_RANKS, NINE)), trump_points),
        (PINOCHLE, scarcest(values.pinochle)),
    ]
    marriages = [values.plain * copies for copies in range(values.copies + 1)]
    kinds += [
        ((suit * N_STRENGTHS + KING, suit * N_STRENGTHS + QUEEN), scarcest(marriages))
        for suit in range(len(SUITS))
        if suit != place
    ]
    kinds += [
        (tuple(suit * N_STRENGTHS + rank for suit in range(len(SUITS))), scarcest(table))
        for rank, table in zip(AROUND_RANKS, values.arounds, strict=True)
    ]
    means = np.zeros(len(known))
    for cards, points_of in kinds:
        means += _mean_of_kind(held[:, cards], cards, unseen, drawn, points_of)
    if values.roundhouse or values.roundhouse_beside_run:
        means += _roundhouse_means(values, held, unseen, drawn, place)
    return means


def _mean_of_kind(
    held: Ints, cards: tuple[int, ...], unseen: Counts, drawn: int, points_of: Callable[[Ints], Ints]
) -> Floats:
    """Add up a kind of meld over all ways to draw its cards; what many hands have in common is done once."""
    picks, chances = _ways_to_draw([unseen[card] for card in cards], sum(unseen), drawn)
    different, which = np.unique(held, axis=0, return_inverse=True)
    means = np.array([float(chances @ points_of(picks + own)) for own in different])
    result: Floats = means[which.ravel()]
    return result


def _roundhouse_means(values: MeldValues, held: Ints, unseen: Counts, drawn: int, place: int) -> Floats:
    """Add up what a marriage in every suit pays on top; hands alike in what matters to it are done once."""
    matter = [suit * N_STRENGTHS + rank for suit in range(len(SUITS)) for rank in (KING, QUEEN)]
    matter += [place * N_STRENGTHS + rank for rank in RUN_RANKS if rank not in (KING, QUEEN)]
    relevant = np.zeros_like(held)
    relevant[:, matter] = held[:, matter]
    different, which = np.unique(relevant, axis=0, return_inverse=True)
    means = [float(roundhouse_mean(values, Draw(tuple(map(int, own)), unseen, drawn), place)) for own in different]
    result: Floats = np.array(means)[which.ravel()]
    return result


def _ways_to_draw(copies: Sequence[int], cards: int, drawn: int) -> tuple[Ints, Floats]:
    """List how many of each of some cards may be drawn, with the chance of each."""
    others = cards - sum(copies)
    hands = math.comb(cards, drawn)
    picks = []
    chances = []
    for pick in product(*(range(number + 1) for number in copies)):
        left = drawn - sum(pick)
        if 0 <= left <= others:
            picks.append(pick)
            chances.append(math.prod(map(math.comb, copies, pick)) * math.comb(others, left) / hands)
    return np.array(picks, np.int64), np.array(chances)
