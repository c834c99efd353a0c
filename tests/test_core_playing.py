"""The play of tricks, each hand replayed card by card by the reference."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

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
    game_of,
    new_played,
    play_out,
    rules_like,
    wraps_around,
)
from naive import Card
from naive_rules import ALL_RULES
from pinosim.api.kernel_inputs import new_scratch
from pinosim.core import table as K
from pinosim.core.table import FIRST_PLAY_WORD

pytestmark = wraps_around
TEAMS = (0b0101, 0b1010)


@dataclass(frozen=True)
class Result:
    """What a play made, by seat, who took the last trick, and the cards in order."""

    points: list[int]
    tricks: list[int]
    last: int
    cards: list[int]

    def of(self, sides: int) -> int:
        """Points of the seats in a bit mask."""
        return sum(points for seat, points in enumerate(self.points) if (sides >> seat) & 1)


def play(what: Game, hands: Ints, trump: int, leader: int, sides: int, names: str, words: Ints | None = None) -> Result:
    """Play hands out."""
    n_tricks = hand_size(what, hands)
    n_plays = what.players * n_tricks
    if words is None:
        words = np.zeros((FIRST_PLAY_WORD + n_plays, 1), np.int64)
    desk, played = new_scratch().desk, new_played()
    points, tricks = desk[K.POINTS, : what.players], desk[K.TRICKS, : what.players]
    points[:], tricks[:] = 7, 3  # what is counted is added to what is there
    last = play_out(
        what, hands, trump, leader, leader, sides, what.policies(names), words.astype(np.uint64), desk, played
    )
    assert not desk[K.SEATS].any()
    assert (played[n_plays:] == -7).all()
    return Result((points - 7).tolist(), (tricks - 3).tolist(), last, played[:n_plays].tolist())


def hand_size(what: Game, hands: Ints) -> int:
    return len(what.layout.cards(int(hands[0])))


def deals(what: Game, n: int, seed: int) -> Ints:
    """Deal hands to play, whatever lies in the kitty or the stock."""
    return what.deal(n, seed=seed)[:, : what.players].copy()


def replayed(what: Game, hands: Ints, trump: int, leader: int, cards: list[int]) -> naive.Played:
    """Play the same cards by the reference, which refuses any illegal one."""
    named: list[list[Card]] = [what.layout.cards(int(hand)) for hand in hands]
    plays = [card_name(card, what.layout.n_ranks) for card in cards]
    return naive.play_out(named, plays, naive.SUITS[trump], leader, what.naive)


def assert_same_play(what: Game, names: str, n: int, seed: int) -> None:
    chooser = random.Random(repr((what.naive.id, names, seed)))
    numbers = np.random.default_rng(seed)
    for hands in deals(what, n, seed):
        trump, leader = chooser.randrange(4), chooser.randrange(what.players)
        sides = chooser.randrange(1, (1 << what.players) - 1)
        words = numbers.integers(0, 2**32, (FIRST_PLAY_WORD + 120, 1))
        made = play(what, hands, trump, leader, sides, names, words)
        result = replayed(what, hands, trump, leader, made.cards)
        assert (made.points, made.tricks, made.last) == (result.points, result.tricks, result.winners[-1])
        lying = what.naive.kitty_size + what.naive.stock_size
        assert sum(made.points) == what.naive.trick_total or lying
        assert sum(made.tricks) == hand_size(what, hands)


@pytest.mark.parametrize("names", ["random", "standard", "mixed"])
@pytest.mark.parametrize("name", ALL_RULES)
def test_every_card_is_legal_and_every_trick_is_counted(name: str, names: str) -> None:
    if names == "mixed":
        names = ",".join((["standard", "random", "random"] * 2)[: game(name).players])
    assert_same_play(game(name), names, fewer(250 if name in NAMES else 60), seed=1)


FEWER_DUTIES = [
    {"must_trump": False, "overtrump": False},
    {"beat_trump_lead": False, "beat_plain_lead": False},
    {"beat_plain_after_trump": True},
    {"overtrump": False},
    {"undertrump": False},
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
        before = play(what, hands, trump, leader, sides, "standard").cards
        for known in (1, 2):
            hidden = [(leader + place) % 4 for place in range(known, 4)]
            pool = [card for seat in hidden for card in what.layout.cards(int(hands[seat]))]
            chooser.shuffle(pool)
            other = hands.copy()
            for i, seat in enumerate(hidden):
                other[seat] = what.layout.hand(pool[i * what.naive.hand_size : (i + 1) * what.naive.hand_size])
            after = play(what, other, trump, leader, sides, "standard").cards
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
            made = play(what, hands, trump, leader, sides, "standard")
            again = play(what, turned, trump, (leader + turn) % 4, turned_sides, "standard")
            assert again.cards == made.cards
            assert again.points == np.roll(made.points, turn).tolist()


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_the_standard_player_beats_chance(name: str) -> None:
    what = game(name)
    numbers = np.random.default_rng(5)
    gains = []
    for hands in what.deal(2000, seed=5):
        words = numbers.integers(0, 2**32, (FIRST_PLAY_WORD + 80, 1))
        with_standard = play(what, hands, 0, 0, TEAMS[0], "standard,random,standard,random", words)
        with_random = play(what, hands, 0, 0, TEAMS[0], "random", words)
        gains.append(with_standard.of(TEAMS[0]) - with_random.of(TEAMS[0]))
    gain = np.array(gains)
    assert gain.mean() > 5 * gain.std() / np.sqrt(len(gain))


def test_each_random_play_uses_its_own_word() -> None:
    """Words before the first play change nothing; another word for a play changes no play before it."""
    what = game("family250")
    numbers = np.random.default_rng(6)
    changed = 0
    for hands in what.deal(fewer(200), seed=6):
        words = numbers.integers(0, 2**32, (FIRST_PLAY_WORD + 48, 1))
        made = play(what, hands, 1, 2, TEAMS[0], "random", words)
        others = words.copy()
        others[:FIRST_PLAY_WORD] = numbers.integers(0, 2**32, (FIRST_PLAY_WORD, 1))
        assert play(what, hands, 1, 2, TEAMS[0], "random", others) == made
        turn = int(numbers.integers(44))
        others[FIRST_PLAY_WORD + turn] ^= 1 << 31
        after = play(what, hands, 1, 2, TEAMS[0], "random", others).cards
        assert after[:turn] == made.cards[:turn]
        changed += after[turn] != made.cards[turn]
    assert changed > 0
