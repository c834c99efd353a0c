"""The two slow answers against each other, against the naive rules, and against endings worked out by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from double_dummy_cases import ALL_DUTIES, GAMES, fewer, position_of, random_position, spread, with_duties, wraps_around
from double_dummy_oracles import Duties, Position, TooLong, after, alpha_beta, brute_force, first_cards, legal
from naive import (
    FAMILY250,
    GUIDE_DOUBLE,
    GUIDE_FAMILY,
    WOCG_SINGLE,
    NaiveRules,
    in_order,
    legal_cards,
    parse_hand,
    trick_points,
    trick_winner,
)

pytestmark = wraps_around


def naive_value(position: Position, naive: NaiveRules) -> int:
    """Search with the naive rules alone: the points of the side of the position's leader."""
    rules = with_duties(naive, position.duties)
    own = position.sides[position.leader]

    def best(hands: list[list[str]], trick: list[str], leader: int) -> int:
        if len(trick) == len(hands):
            taker = (leader + trick_winner(trick, position.trump)) % len(hands)
            over = not any(hands)
            points = trick_points(trick, rules) + (rules.last_trick if over else 0)
            gained = points if position.sides[taker] == own else 0
            return gained if over else gained + best(hands, [], taker)
        seat = (leader + len(trick)) % len(hands)
        values = []
        for card in legal_cards(hands[seat], trick, position.trump, rules):
            rest = list(hands[seat])
            rest.remove(card)
            values.append(best([*hands[:seat], rest, *hands[seat + 1 :]], [*trick, card], leader))
        return max(values) if position.sides[seat] == own else min(values)

    return best([list(hand) for hand in position.hands], list(position.trick), position.leader)


def ending(
    text: str, trump: str, leader: int, naive: NaiveRules = WOCG_SINGLE, duties: Duties | None = None
) -> Position:
    return position_of(naive, [parse_hand(hand) for hand in text.split("|")], trump, leader, duties)


BY_HAND = [
    # one card each: 3 counters and the last trick
    ("S:A | S:K | S:T | S:9", "H", 0, WOCG_SINGLE, 4),
    # the lead is trumped
    ("S:A | H:9 | S:T | S:9", "H", 0, WOCG_SINGLE, 0),
    # of equal cards the first wins
    ("S:A | S:A | S:9 | S:9", "H", 1, WOCG_SINGLE, 3),
    ("S:A | S:A | S:9 | S:9", "H", 0, FAMILY250, 30),
    # kings and queens count 5, the lead waives nothing here
    ("S:A | S:K | S:Q | S:9", "H", 0, GUIDE_FAMILY, 30),
    # the last trick of a double deck counts two
    ("S:A | S:K | S:Q | S:J", "H", 3, GUIDE_DOUBLE, 0),
    ("S:A | S:K | S:Q | S:J", "H", 0, GUIDE_DOUBLE, 4),
    # seat 1 must beat the nine and so loses the ace of trumps to nobody: 2 tricks for the others
    ("S:99 | S:AK | H:99 | D:99", "S", 0, WOCG_SINGLE, 0),
    # drawing the one trump first saves the ace: 1 + (2 + 1); the other way the ace is trumped
    ("S:A H:A | S:K D:9 | C:9 D:9 | S:9 C:9", "S", 0, WOCG_SINGLE, 4),
]


@pytest.mark.parametrize(("text", "trump", "leader", "naive", "value"), BY_HAND)
def test_worked_out_by_hand(text: str, trump: str, leader: int, naive: NaiveRules, value: int) -> None:
    position = ending(text, trump, leader, naive)
    assert brute_force(position) == alpha_beta(position).value == naive_value(position, naive) == value


def test_a_duty_changes_the_value() -> None:
    # Seat 1 has to cover the jack with the ten, and the ace takes it; free, it keeps the ten under the king.
    text = "H:J9 | H:T9 | H:AQ | H:K C:9"
    must = ending(text, "S", 0)
    free = replace(must, duties=Duties(beat_plain_lead=False))
    assert brute_force(must) != brute_force(free)
    for position in (must, free):
        assert brute_force(position) == naive_value(position, WOCG_SINGLE) == alpha_beta(position).value


def test_legal_cards_are_the_naive_ones() -> None:
    for game, position in spread({(game, cards): fewer(300) for game in (0, 3) for cards in (2, 4, 6)}, seed=1):
        rules = with_duties(GAMES[game], position.duties)
        hand = position.hands[position.to_play]
        assert legal(position) == sorted(in_order(legal_cards(hand, position.trick, position.trump, rules)))


def test_all_three_agree_on_short_endings() -> None:
    cases = {(0, 2): fewer(150), (3, 2): fewer(150), (0, 3): fewer(60), (2, 3): fewer(60), (3, 3): fewer(60)}
    for game, position in spread(cases, seed=2):
        value = naive_value(position, GAMES[game])
        assert brute_force(position) == value, position
        assert alpha_beta(position, table_megabytes=1).value == value, position


@pytest.mark.jit
def test_brute_force_and_bounds_agree() -> None:
    cases = {(game, cards): n for game in range(4) for cards, n in ((3, 400), (4, 300), (5, 20))}
    for _, position in spread(cases, seed=3):
        assert alpha_beta(position, table_megabytes=1).value == brute_force(position), position


@pytest.mark.jit
@pytest.mark.slow
def test_brute_force_and_bounds_agree_on_longer_endings() -> None:
    cases = {(game, cards): n for game in range(4) for cards, n in ((5, 150), (6, 5))}
    for _, position in spread(cases, seed=4):
        assert alpha_beta(position, table_megabytes=1).value == brute_force(position), position


@pytest.mark.jit
def test_bounds_do_not_depend_on_the_table() -> None:
    chooser = random.Random(5)
    for _ in range(20):
        position = random_position(WOCG_SINGLE, 7, chooser)
        small, large = alpha_beta(position, table_megabytes=1), alpha_beta(position, table_megabytes=8)
        assert small.value == large.value


@pytest.mark.jit
def test_a_window_tells_on_which_side_the_value_lies() -> None:
    chooser = random.Random(6)
    for _ in range(40):
        position = random_position(GUIDE_DOUBLE, 5, chooser)
        value = alpha_beta(position, table_megabytes=1).value
        for low in range(position.total):
            found = alpha_beta(position, table_megabytes=1, window=(low, low + 1)).value
            assert (found > low) == (value > low)


@pytest.mark.parametrize("players", [3, 4])
def test_one_against_the_others(players: int) -> None:
    chooser = random.Random(7)
    for number in range(fewer(100)):
        hands = random_position(WOCG_SINGLE, 3, chooser).hands[:players]
        sides = [0] * players
        sides[chooser.randrange(players)] = 1
        position = Position(
            hands, chooser.choice("SHDC"), number % players, sides=tuple(sides), duties=chooser.choice(ALL_DUTIES)
        )
        assert (
            brute_force(position) == alpha_beta(position, table_megabytes=1).value == naive_value(position, WOCG_SINGLE)
        )


def test_the_best_first_card_has_the_value() -> None:
    for _, position in spread({(0, 3): fewer(100), (3, 3): fewer(100)}, seed=8):
        values = first_cards(position, brute_force)
        own = position.sides[position.to_play] == position.sides[position.leader]
        assert (max if own else min)(values.values()) == brute_force(position)


def test_playing_on_adds_up() -> None:
    position = ending("S:A H:A | S:K D:9 | C:9 D:9 | S:9 C:9", "S", 0)
    behind, got = after(position, "AS")
    assert (got, behind.trick) == (0, ("AS",))
    for card in ("KS", "9C"):
        behind, got = after(behind, card)
    behind, got = after(behind, "9S")
    assert (got, behind.trick, behind.leader, behind.total) == (2, (), 0, 2)
    with pytest.raises(ValueError, match="AC may not be played"):
        after(behind, "AC")


def test_a_search_that_takes_too_long_gives_no_value() -> None:
    with pytest.raises(TooLong, match="more than 50 nodes"):
        alpha_beta(random_position(WOCG_SINGLE, 6, random.Random(9)), table_megabytes=1, most_nodes=50)
