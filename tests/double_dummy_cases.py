"""Positions for the tests of the double-dummy solver, the solver asked about them, and its lines of play replayed."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pytest

from double_dummy_deals import write_hand
from double_dummy_oracles import Duties, Position, after, duties_of, legal
from naive import FAMILY250, GUIDE_DOUBLE, GUIDE_FAMILY, SUITS, WOCG_SINGLE, Card, NaiveRules, full_deck
from naive import legal_cards as naive_legal_cards
from naive import trick_points as naive_trick_points
from naive import trick_winner as naive_trick_winner
from pinosim.api.solution import Solution
from pinosim.api.solve import solve
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

ALL_DUTIES: Final = tuple(Duties(*flags) for flags in itertools.product((True, False), repeat=5))
GAMES: Final = (WOCG_SINGLE, FAMILY250, GUIDE_FAMILY, GUIDE_DOUBLE)
JIT_OFF: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# As plain Python kernels count in numpy scalars, whose wrapping around is meant.
wraps_around = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def fewer(n: int) -> int:
    """Return how much to do: `n` with compiled kernels, a fiftieth with kernels as plain Python."""
    return max(n // 50, 4) if JIT_OFF else n


def with_duties(naive: NaiveRules, duties: Duties) -> NaiveRules:
    return replace(naive, **duties._asdict())


@lru_cache(maxsize=256)
def rules_for(game: int, duties: Duties) -> Rules:
    """Load one of `GAMES` with other duties."""
    return load_rules(GAMES[game].id, flags_of(duties))


def flags_of(duties: Duties) -> list[str]:
    """Write duties as changes to a rule set."""
    return [f"play.{name}={str(flag).lower()}" for name, flag in duties._asdict().items()]


def position_of(
    naive: NaiveRules, hands: Sequence[Sequence[Card]], trump: str, leader: int, duties: Duties | None = None
) -> Position:
    return Position(
        tuple(map(tuple, hands)), trump, leader, naive.counters, naive.last_trick, (), duties or duties_of(naive)
    )  # fmt: skip


def random_position(
    naive: NaiveRules, cards: int, chooser: random.Random, *, played: int = 0, duties: Duties | None = None
) -> Position:
    """Draw an ending: from the whole deck, from two or three suits, or from the cards of few ranks; then play on."""
    deck = full_deck(naive)
    way = chooser.randrange(4)
    if way == 1:
        suits = chooser.sample(SUITS, 2 if cards <= len(deck) // 8 else 3)
        deck = [card for card in deck if card[1] in suits]
    elif way == 2:
        ranks = chooser.sample(naive.ranks, 4)
        deck = [card for card in deck if card[0] in ranks]
    if len(deck) < 4 * cards:
        deck = full_deck(naive)
    chooser.shuffle(deck)
    hands = [deck[seat * cards : (seat + 1) * cards] for seat in range(4)]
    position = position_of(naive, hands, chooser.choice(SUITS), chooser.randrange(4), duties)
    for _ in range(played):
        position, _ = after(position, chooser.choice(legal(position)))
    return position


def deal_text(position: Position) -> str:
    return " | ".join(map(write_hand, position.hands))


def ask(position: Position, rules: Rules, *, table_megabytes: float = 1, **choices: int) -> Solution:
    """Ask the solver about a position."""
    return solve(
        deal_text(position), position.trump, position.leader, rules=rules, trick=" ".join(position.trick),
        table_megabytes=table_megabytes, **choices,
    )  # fmt: skip


def replay(position: Position, line: Sequence[Card], naive: NaiveRules) -> int:
    """Play a line card by card with the naive rules; return the points of the side of the position's leader.

    Refuses a card that is not legal, and a line that does not end with the last card.
    """
    rules = with_duties(naive, position.duties)
    hands = [list(hand) for hand in position.hands]
    trick, leader, points = list(position.trick), position.leader, 0
    for place, card in enumerate(line):
        seat = (leader + len(trick)) % len(hands)
        allowed = naive_legal_cards(hands[seat], trick, position.trump, rules)
        assert card in allowed, f"card {place + 1} of {line}: seat {seat} may play {allowed} to {trick}, not {card}"
        hands[seat].remove(card)
        trick.append(card)
        if len(trick) == len(hands):
            leader = (leader + naive_trick_winner(trick, position.trump)) % len(hands)
            if position.sides[leader] == position.sides[position.leader]:
                points += naive_trick_points(trick, rules) + (0 if any(hands) else rules.last_trick)
            trick = []
    assert not any(hands), f"the line ends with cards still held: {hands}"
    return points


def renamed(position: Position, names: Mapping[str, str]) -> Position:
    """Give every suit the name of another."""

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card[0] + names[card[1]] for card in cards)

    hands = tuple(other(hand) for hand in position.hands)
    return replace(position, hands=hands, trick=other(position.trick), trump=names[position.trump])


def rotated(position: Position, by: int) -> Position:
    """Move every seat on by so many."""
    n = len(position.hands)
    hands = tuple(position.hands[(seat - by) % n] for seat in range(n))
    sides = tuple(position.sides[(seat - by) % n] for seat in range(n))
    return replace(position, hands=hands, sides=sides, leader=(position.leader + by) % n)


def spread(cases: Mapping[tuple[int, int], int], seed: int) -> Iterator[tuple[int, Position]]:
    """Draw positions: `cases` says how many for each game (its place in `GAMES`) and number of cards a hand.

    Duties go through all combinations in turn, every other time those of the game itself; a third are mid-trick.
    """
    chooser = random.Random(seed)
    number = 0
    for (game, cards), n in cases.items():
        for _ in range(n):
            number += 1
            duties = ALL_DUTIES[number // 2 % len(ALL_DUTIES)] if number % 2 else duties_of(GAMES[game])
            played = chooser.choice((0, 0, 0, 0, 1, 2, 3, 3)) if cards > 1 or number % 3 else 0
            yield game, random_position(GAMES[game], cards, chooser, played=played, duties=duties)
