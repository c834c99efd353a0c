"""Counting the deals in which an event comes true in neither of two hands, both hands at once, suit by suit.

As for one hand, only what the event measures is carried, here a value for each hand. The ways for each number of cards
in the first and in the second hand are digits of one long number: joining two suits is one multiplication, and a mask
takes away what would be more cards than a hand holds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from pinosim.api.odds.draws import Draw
from pinosim.api.odds.event_ways import Plan, TooMany, Values, group_cards
from pinosim.api.odds.events import EVERY_SUIT, Event, cards_in
from pinosim.api.odds.values import N_STRENGTHS

MOST_HOLDINGS: Final = 120_000
MOST_WORK: Final = 150_000_000  # bits of the numbers multiplied, some two seconds

Both = tuple["Values | bool", "Values | bool"]


def chance_of_neither(event: Event, seats: Sequence[Draw]) -> Fraction:
    """Chance that an event comes true in neither of two hands.

    Parameters
    ----------
    event : Event
        What is asked of each hand.
    seats : sequence of 2 Draw
        The hands, with the same unseen cards.

    Raises
    ------
    TooMany
        If there is too much to carry along.
    """
    one, two = seats
    plan = Plan(event)
    deals = math.comb(sum(one.unseen), one.drawn) * math.comb(sum(one.unseen) - one.drawn, two.drawn)
    digit = deals.bit_length() + 1
    stride = 2 * two.drawn + 1  # room for one product of two numbers of cards
    row = sum(((1 << digit) - 1) << (digit * n) for n in range(two.drawn + 1))
    mask = sum(row << (digit * stride * n) for n in range(one.drawn + 1))
    start: Both = (plan.start(), plan.start())
    states: dict[Both, int] = {start: 1}
    work = 0
    for suit in EVERY_SUIT:
        holdings = _suit_holdings(plan, one, two, suit, digit, stride)
        work += len(states) * len(holdings) * mask.bit_length()
        if work > MOST_WORK:
            raise TooMany
        joined: Counter[Both] = Counter()
        for values, ways in states.items():
            for measured, suit_ways in holdings.items():
                both = ways * suit_ways & mask
                if both:
                    first, second = (
                        value if isinstance(value, bool) else plan.join(suit, value, more)
                        for value, more in zip(values, measured, strict=True)
                    )
                    joined[first, second] += both
        states = {}
        for values, ways in joined.items():
            settled = tuple(v if isinstance(v, bool) else plan.settle(suit, v) for v in values)
            if True not in [v for v in settled if isinstance(v, bool)]:
                key: Both = (settled[0], settled[1])
                states[key] = states.get(key, 0) + ways
    full = digit * (stride * one.drawn + two.drawn)
    neither = sum((ways >> full) & ((1 << digit) - 1) for ways in states.values())
    return Fraction(neither, deals)


def _suit_holdings(
    plan: Plan, one: Draw, two: Draw, suit: int, digit: int, stride: int
) -> Counter[tuple[Values, Values]]:
    """Ways to hold a suit in both hands, by what is measured of it in each."""
    (held_one, unseen), (held_two, _) = one.suit(suit), two.suit(suit)
    groups = group_cards(cards_in(plan.event)[suit * N_STRENGTHS : (suit + 1) * N_STRENGTHS], unseen)
    if math.prod((size + 1) * (size + 2) // 2 for _, size in groups) > MOST_HOLDINGS:
        raise TooMany
    choices = [
        [
            (a, b, math.comb(size, a) * math.comb(size - a, b))
            for a in range(min(size, one.drawn) + 1)
            for b in range(min(size - a, two.drawn) + 1)
        ]
        for _, size in groups
    ]
    known: dict[tuple[int, ...], tuple[Values, Values]] = {}

    def measure(held: tuple[int, ...], picks: tuple[int, ...], hand: int) -> Values:
        if picks not in known or known[picks][hand] == ():
            counts = list(held)
            for (place, _), picked in zip(groups, picks, strict=True):
                counts[place] += picked
            before = known.get(picks, ((), ()))
            measured = plan.measure(suit, counts)
            known[picks] = (measured, before[1]) if hand == 0 else (before[0], measured)
        return known[picks][hand]

    holdings: Counter[tuple[Values, Values]] = Counter()
    for picks in product(*choices):
        first, second = tuple(a for a, _, _ in picks), tuple(b for _, b, _ in picks)
        cards_one, cards_two = sum(first), sum(second)
        if cards_one <= one.drawn and cards_two <= two.drawn:
            key = measure(held_one, first, 0), measure(held_two, second, 1)
            holdings[key] += math.prod(ways for _, _, ways in picks) << (digit * (stride * cards_one + cards_two))
    return holdings
