"""Tricks as a player counts them."""

from __future__ import annotations

import pytest

from pinosim.api.hand import Hand
from pinosim.api.sure_tricks import count_tricks
from pinosim.rules.load import load_rules

FAMILY, DOUBLE, THREE = (load_rules(name) for name in ("family250", "guide-double", "family250-3h"))


@pytest.mark.parametrize(
    ("hand", "trump", "sure", "left_over", "side_aces", "total"),
    [
        # 12 trumps in all: six held leave two to each other hand, so both aces draw them and four win after
        ("S:AATKQJ H:A9 D:AJ C:TT", "S", 3, 4, 2, 8),
        # both aces and both tens draw, but then a king of theirs is the best
        ("S:AATTKQJJ H:A9 D:A9", "S", 5, 6, 2, 10),
        (
            "S:AAT9 H:T99 D:T99 C:99",
            "S",
            3,
            1,
            0,
            4,
        ),  # three rounds with the best draw all of theirs, and the nine is left
        ("S:TKQJ H:T99 D:T99 C:99", "S", 0, 1, 0, 1),
        ("S:T H:T99 D:TT99 C:KK99", "S", 0, 0, 0, 0),
        ("S:T H:A99 D:AA99 C:AK99", "S", 0, 0, 4, 4),
    ],
)
def test_tricks_of_a_hand(hand: str, trump: str, sure: int, left_over: int, side_aces: int, total: int) -> None:
    counted = count_tricks(Hand(hand), FAMILY, trump)
    assert (counted.sure, counted.left_over, counted.side_aces, counted.total) == (sure, left_over, side_aces, total)


def test_more_copies_and_fewer_players_count() -> None:
    # 20 trumps, 7 held: five of the other thirteen may lie in one hand
    double = count_tricks(Hand("S:AAATKQJ H:AATKQ D:ATKQ C:ATKQ"), DOUBLE, "S")
    assert (double.sure, double.left_over, double.side_aces) == (3, 2, 4)
    # two other hands hold the rest of the trumps
    assert count_tricks(Hand("S:AATKQJ H:A99 D:AJJ C:TTK"), THREE, "S").left_over == 3


def test_it_is_said_in_a_sentence() -> None:
    said = str(count_tricks(Hand("S:AAT9 H:A99 D:T99 C:99"), FAMILY, "S"))
    assert said == (
        "It counts 5 tricks with spades trump: 3 top trumps nobody can beat, 1 trump more than any other hand if the "
        "rest lie evenly, 1 ace outside, good unless trumped."
    )
    assert str(count_tricks(Hand("S:T H:T99 D:TT99 C:KK99"), FAMILY, "S")) == (
        "It counts no trick of its own with spades trump."
    )
