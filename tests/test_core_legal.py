"""Which cards may be played: the kernel against the duties as a person would explain them, and counts of all plays."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from kernel_tools import (
    DOUBLE,
    GOLDEN,
    JIT_OFF,
    NAMES,
    SINGLE,
    WEAK_TO_STRONG,
    Ints,
    Layout,
    card_number,
    fewer,
    game,
    game_like,
    rules_like,
    wraps_around,
)
from naive import SUITS, Card
from naive_rules import ALL_RULES, FAMILY250, GUIDE_DOUBLE, NaiveRules
from pinosim.core.legal import beats, legal_cards, points_of
from worked_examples import LEGAL, LegalExample

pytestmark = wraps_around
FLAGS = ("beat_trump_lead", "beat_plain_lead", "beat_plain_after_trump", "must_trump", "overtrump", "undertrump")
DUTIES = list(itertools.product([False, True], repeat=len(FLAGS)))


@lru_cache(maxsize=128)
def vector_with(duties: tuple[bool, ...], double: bool) -> tuple[NaiveRules, Ints]:
    flags: dict[str, Any] = dict(zip(FLAGS, duties, strict=True))
    rules = replace(GUIDE_DOUBLE if double else FAMILY250, **flags)
    return rules, np.array(rules_like(rules).vector)


def best_cards(trick: list[Card], trump: str, layout: Layout) -> tuple[int, int, int]:
    """Describe a trick as the kernel wants it: suit led, winning card, best card of the suit led."""
    if not trick:
        return 0, -1, -1
    led = trick[0][1]
    followers = [card for card in trick if card[1] == led]
    best_led = max(followers, key=lambda card: WEAK_TO_STRONG.index(card[0]))
    winner = trick[naive.trick_winner(trick, trump)]
    return SUITS.index(led), card_number(winner, layout.n_ranks), card_number(best_led, layout.n_ranks)


def kernel_legal(hand: list[Card], trick: list[Card], trump: str, vector: Ints, layout: Layout) -> list[Card]:
    legal = legal_cards(
        np.int64(layout.hand(hand)), *best_cards(trick, trump, layout), SUITS.index(trump), vector
    )  # fmt: skip
    return layout.cards(int(legal))


def assert_same_legal(hand: list[Card], trick: list[Card], trump: str, rules: NaiveRules, vector: Ints) -> None:
    layout = SINGLE if len(rules.ranks) == 6 else DOUBLE
    legal = set(naive.legal_cards(hand, trick, trump, rules))
    # copies stay with their card
    expected = sorted(card for card in hand if card in legal)
    assert sorted(kernel_legal(hand, trick, trump, vector, layout)) == expected, (hand, trick, trump, rules)


@pytest.mark.parametrize("example", LEGAL, ids=lambda example: example.number)
def test_worked_example(example: LegalExample) -> None:
    vector = game_like(example.rules).vector
    hand, trick = example.hand.split(), example.trick.split()
    assert sorted(kernel_legal(hand, trick, "S", vector, SINGLE)) == sorted(example.legal.split())


@pytest.mark.parametrize("duties", DUTIES, ids=lambda duties: "".join("NY"[flag] for flag in duties))
@pytest.mark.parametrize("double", [False, True], ids=["single", "double"])
def test_every_set_of_duties(duties: tuple[bool, ...], double: bool) -> None:
    rules, vector = vector_with(duties, double)
    chooser = random.Random(repr((duties, double)))
    deck = naive.full_deck(rules)
    for _ in range(max(fewer(200), 100)):
        # few suits and short hands, so that following, trumping and having to beat all come up often
        suits = chooser.sample(SUITS, chooser.choice([2, 2, 3, 4]))
        pile = [card for card in deck if card[1] in suits]
        chooser.shuffle(pile)
        length = chooser.randint(0, 3)
        trick, hand = pile[:length], pile[length : length + chooser.randint(1, 8)]
        assert_same_legal(hand, trick, chooser.choice(SUITS), rules, vector)


@given(
    duties=st.sampled_from(DUTIES),
    double=st.booleans(),
    trump=st.sampled_from(SUITS),
    length=st.integers(0, 5),
    size=st.integers(1, 12),
    order=st.randoms(use_true_random=False),
)
def test_any_position(
    duties: tuple[bool, ...], double: bool, trump: str, length: int, size: int, order: random.Random
) -> None:
    rules, vector = vector_with(duties, double)
    pile = naive.full_deck(rules)
    order.shuffle(pile)
    assert_same_legal(pile[length : length + size], pile[:length], trump, rules, vector)


@pytest.mark.parametrize("layout", [SINGLE, DOUBLE], ids=["single", "double"])
def test_which_card_beats_which(layout: Layout) -> None:
    names = [layout.cards(1 << (card * layout.width))[0] for card in range(layout.n_cards)]
    for (one, later), (two, earlier) in itertools.product(enumerate(names), repeat=2):
        for place, trump in enumerate(SUITS):
            assert bool(beats(one, two, place, layout.n_ranks)) == naive.beats(later, earlier, trump)


@pytest.mark.parametrize("name", ALL_RULES)
def test_points_of_cards(name: str) -> None:
    what = game(name)
    for card in range(what.layout.n_cards):
        named = what.layout.cards(1 << (card * what.layout.width))
        assert points_of(card, what.vector) == naive.trick_points(named, what.naive)


# --- every legal play counted ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """A deal to count plays from; a number of deal and how many cards of it each seat keeps."""

    rules: str
    seed: int
    trump: str
    leader: int
    cards: int
    depth: int

    @property
    def text(self) -> str:
        where = f"{self.rules} seed {self.seed} trump {self.trump} leader {self.leader}"
        return f"{where} cards {self.cards} depth {self.depth}"


STARTS = [
    Start(rules, seed, trump, leader, cards, depth)
    for rules in (*NAMES, "guide-family")
    for seed, trump, leader, cards, depth in [
        (1, "S", 0, 12, 8),
        (2, "H", 1, 12, 9),
        (3, "D", 2, 8, 12),
        (4, "C", 3, 5, 16),
        (5, "S", 3, 3, 12),
    ]
] + [
    Start(rules.id, seed, trump, leader, cards, depth or 3 * rules.players)
    for rules in ALL_RULES.values()
    if rules.id not in (*NAMES, "guide-family")
    for seed, trump, leader, cards, depth in [
        (6, "D", 0, 8, 8),
        (7, "H", 1, 5, 0),
        (8, "C", 1, 3, 0),
    ]
]


def hands_of(start: Start) -> list[list[Card]]:
    """Deal with Python's own shuffle, so that positions do not move with the package's deals."""
    rules = ALL_RULES[start.rules]
    deck = naive.full_deck(rules)
    random.Random(start.seed).shuffle(deck)
    return [sorted(deck[seat * start.cards : (seat + 1) * start.cards]) for seat in range(rules.players)]


def count_plays(
    hands: list[int], led: int, best: int, best_led: int, best_seat: int, turn: int, seat: int, trump: int, depth: int,
    vector: Ints, layout: Layout, legal: Callable[..., int], wins: Callable[..., bool],
) -> int:  # fmt: skip
    """Count legal sequences of `depth` plays, each card chosen among those the kernel allows."""
    if depth == 0:
        return 1
    if turn == len(hands):
        seat, best, best_led, turn = best_seat, -1, -1, 0
    total = 0
    marks = int(legal(hands[seat], led, best, best_led, trump, vector))
    for card in range(layout.n_cards):
        if (marks >> (card * layout.width)) & ((1 << layout.width) - 1) == 0:
            continue
        suit = card // layout.n_ranks
        rest = list(hands)
        rest[seat] -= 1 << (card * layout.width)
        now = (led, best, best_led, best_seat)
        if turn == 0:
            now = (suit, card, card, seat)
        else:
            if wins(card, best, trump, layout.n_ranks):
                now = (led, card, best_led, seat)
            if suit == led and card > best_led:
                now = (now[0], now[1], card, now[3])
        total += count_plays(
            rest, *now, turn + 1, (seat + 1) % len(hands), trump, depth - 1, vector, layout, legal, wins
        )  # fmt: skip
    return total


def kernel_perft(start: Start, depth: int) -> int:
    what = game(start.rules)
    hands = [what.layout.hand(hand) for hand in hands_of(start)]
    return count_plays(
        hands, 0, -1, -1, start.leader, 0, start.leader, SUITS.index(start.trump), depth, what.vector, what.layout,
        legal_cards, beats,
    )  # fmt: skip


def golden_counts() -> dict[str, int]:
    lines = (GOLDEN / "perft.txt").read_text(encoding="utf-8").splitlines()
    return {text: int(count) for text, _, count in (line.rpartition(": ") for line in lines)}


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.text)
def test_legal_plays_are_as_many_as_the_reference_counts(start: Start) -> None:
    depth = min(start.depth, 5) if JIT_OFF else start.depth
    for level in range(1, depth):
        expected = naive.perft(hands_of(start), start.trump, start.leader, ALL_RULES[start.rules], level)
        if expected > 5_000:
            break
        assert kernel_perft(start, level) == expected


@pytest.mark.jit
@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.text)
def test_legal_plays_stay_as_many(start: Start) -> None:
    """The numbers in the file are those of the naive reference at full depth."""
    assert kernel_perft(start, start.depth) == golden_counts()[start.text]


def test_the_file_of_counts_is_complete() -> None:
    assert list(golden_counts()) == [start.text for start in STARTS]
