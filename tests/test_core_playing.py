"""The play of tricks, each hand replayed card by card by the reference."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import naive
from kernel_tools import (
    NAMES,
    Game,
    Ints,
    card_name,
    fewer,
    game,
    game_like,
    game_of,
    new_played,
    rules_like,
    wraps_around,
)
from naive import Card
from pinosim.core import slots as S
from pinosim.core.playing import FIRST_PLAY_WORD, play_tricks

pytestmark = wraps_around
TEAMS = (0b0101, 0b1010)


def play(
    what: Game, hands: Ints, trump: int, leader: int, sides: int, names: str, words: Ints | None = None
) -> tuple[list[int], list[int]]:
    """Play hands out; return points, tricks and last trick of the bidders' side, and the cards played."""
    n_plays = 4 * int(what.vector[S.TRICKS])
    if words is None:
        words = np.zeros((FIRST_PLAY_WORD + n_plays, 1), np.int64)
    seats, played = hands.copy(), new_played()
    result = play_tricks(
        seats, int(hands.sum()), trump, leader, sides, what.policies(names), words.astype(np.uint64), 0, what.vector,
        what.layout.units, played,
    )  # fmt: skip
    assert seats.tolist() == [0, 0, 0, 0]
    assert (played[n_plays:] == -7).all()
    return [int(number) for number in result], played[:n_plays].tolist()


def replayed(what: Game, hands: Ints, trump: int, leader: int, cards: list[int]) -> naive.Played:
    """Play the same cards by the reference, which refuses any illegal one."""
    named: list[list[Card]] = [what.layout.cards(int(hand)) for hand in hands]
    plays = [card_name(card, what.layout.n_ranks) for card in cards]
    return naive.play_out(named, plays, naive.SUITS[trump], leader, what.naive)


def assert_same_play(what: Game, names: str, n: int, seed: int) -> None:
    chooser = random.Random(repr((what.naive.id, names, seed)))
    numbers = np.random.default_rng(seed)
    for hands in what.deal(n, seed=seed):
        trump, leader, sides = chooser.randrange(4), chooser.randrange(4), chooser.choice(TEAMS)
        words = numbers.integers(0, 2**32, (FIRST_PLAY_WORD + 80, 1))
        (points, tricks, last), cards = play(what, hands, trump, leader, sides, names, words)
        result = replayed(what, hands, trump, leader, cards)
        mine = [seat for seat in range(4) if (sides >> seat) & 1]
        assert points == sum(result.points[seat] for seat in mine)
        assert tricks == sum(result.tricks[seat] for seat in mine)
        assert last == int(result.winners[-1] in mine)
        assert sum(result.points) == what.naive.trick_total
        assert sum(result.tricks) == what.naive.hand_size


@pytest.mark.parametrize("names", ["random", "standard", "standard,random,random,standard"])
@pytest.mark.parametrize("name", [*NAMES, "guide-family"])
def test_every_card_is_legal_and_every_trick_is_counted(name: str, names: str) -> None:
    assert_same_play(game_like(name), names, fewer(250), seed=1)


FEWER_DUTIES = [
    {"must_trump": False, "overtrump": False},
    {"beat_trump_lead": False, "beat_plain_lead": False},
    {"beat_plain_after_trump": True},
    {"overtrump": False},
]


@pytest.mark.parametrize("changes", FEWER_DUTIES, ids=lambda changes: " ".join(changes))
@pytest.mark.parametrize("names", ["random", "standard"])
def test_other_duties(changes: dict[str, bool], names: str) -> None:
    for name in ("family250", "guide-double"):
        rules = replace(game(name).naive, **changes)  # type: ignore[arg-type]
        assert_same_play(game_of(rules, rules_like(rules)), names, fewer(60), seed=2)


@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_the_standard_player_does_not_look_into_other_hands(name: str) -> None:
    """The cards up to a seat's first play are the same whatever the seats after it hold."""
    what = game(name)
    chooser = random.Random(3)
    changed = 0
    for hands in what.deal(fewer(300), seed=3):
        trump, leader = chooser.randrange(4), chooser.randrange(4)
        sides = TEAMS[leader % 2]
        _, before = play(what, hands, trump, leader, sides, "standard")
        for known in (1, 2):
            hidden = [(leader + place) % 4 for place in range(known, 4)]
            pool = [card for seat in hidden for card in what.layout.cards(int(hands[seat]))]
            chooser.shuffle(pool)
            other = hands.copy()
            for i, seat in enumerate(hidden):
                other[seat] = what.layout.hand(pool[i * what.naive.hand_size : (i + 1) * what.naive.hand_size])
            _, after = play(what, other, trump, leader, sides, "standard")
            assert after[:known] == before[:known]
            changed += after != before
    assert changed > 0


@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_the_standard_player_takes_turning_seats_for_the_same(name: str) -> None:
    what = game(name)
    chooser = random.Random(4)
    for hands in what.deal(fewer(100), seed=4):
        trump, leader = chooser.randrange(4), chooser.randrange(4)
        sides = TEAMS[leader % 2]
        for turn in (1, 2, 3):
            turned = np.roll(hands, turn)
            turned_sides = TEAMS[(leader + turn) % 2]
            assert play(what, turned, trump, (leader + turn) % 4, turned_sides, "standard") == play(
                what, hands, trump, leader, sides, "standard"
            )


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_the_standard_player_beats_chance(name: str) -> None:
    what = game(name)
    numbers = np.random.default_rng(5)
    gains = []
    for hands in what.deal(2000, seed=5):
        words = numbers.integers(0, 2**32, (FIRST_PLAY_WORD + 80, 1))
        with_standard, _ = play(what, hands, 0, 0, TEAMS[0], "standard,random,standard,random", words)
        with_random, _ = play(what, hands, 0, 0, TEAMS[0], "random", words)
        gains.append(with_standard[0] - with_random[0])
    gain = np.array(gains)
    assert gain.mean() > 5 * gain.std() / np.sqrt(len(gain))


def test_each_random_play_uses_its_own_word() -> None:
    """Words before the first play change nothing; another word for a play changes no play before it."""
    what = game("family250")
    numbers = np.random.default_rng(6)
    changed = 0
    for hands in what.deal(fewer(200), seed=6):
        words = numbers.integers(0, 2**32, (FIRST_PLAY_WORD + 48, 1))
        result, cards = play(what, hands, 1, 2, TEAMS[0], "random", words)
        others = words.copy()
        others[:FIRST_PLAY_WORD] = numbers.integers(0, 2**32, (FIRST_PLAY_WORD, 1))
        assert play(what, hands, 1, 2, TEAMS[0], "random", others) == (result, cards)
        turn = int(numbers.integers(44))
        others[FIRST_PLAY_WORD + turn] ^= 1 << 31
        _, after = play(what, hands, 1, 2, TEAMS[0], "random", others)
        assert after[:turn] == cards[:turn]
        changed += after[turn] != cards[turn]
    assert changed > 0
