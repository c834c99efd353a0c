"""Hands as values."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinosim.api.hand import Hand
from pinosim.cards import CARDS, Deck
from pinosim.errors import CardError
from pinosim.rules.load import load_rules

SINGLE, DOUBLE = Deck("ATKQJ9", 2), Deck("ATKQJ", 4)
FAMILY, GUIDE_DOUBLE = load_rules("family250"), load_rules("guide-double")

single_hands = st.lists(st.integers(0, 2), min_size=24, max_size=24).map(lambda counts: Hand.from_counts(tuple(counts)))


def test_counts_and_lists_its_cards() -> None:
    hand = Hand("KC ♥9 as AS 10s")
    assert str(hand) == "S:AAT H:9 D:- C:K"
    assert len(hand) == 5
    assert hand.cards() == list(hand) == ["AS", "AS", "TS", "9H", "KC"]
    assert (hand.count("A", "S"), hand.count("10", "♠"), hand.count("N", "hearts"), hand.count("J", "D")) == (
        2,
        1,
        1,
        0,
    )
    assert (hand.suit("S"), hand.suit("♦")) == ("AAT", "")
    assert (hand.short(), Hand("").short()) == ("S:AAT H:9 C:K", "-")
    assert dict(zip(CARDS, hand.counts, strict=True))["AS"] == 2


def test_hand_of_a_hand_and_equality() -> None:
    hand = Hand("AS TS")
    assert hand == Hand("S:TA") == Hand(hand) != Hand("AS")
    assert hash(hand) == hash(Hand("ts as"))
    assert hand != "AS TS"
    assert {hand, Hand("TS AS")} == {hand}
    assert not Hand("")


@given(single_hands)
def test_repr_evaluates_and_copies_are_equal(hand: Hand) -> None:
    assert eval(repr(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand


@given(single_hands)
def test_mask_and_back(hand: Hand) -> None:
    mask = hand.mask(SINGLE)
    assert Hand.from_mask(mask, SINGLE) == Hand.from_mask(np.int64(mask), SINGLE) == hand
    for card in range(SINGLE.n_kinds):
        rank, suit = SINGLE.rank_and_suit(card)
        assert mask >> (2 * card) & 3 == hand.count(rank, suit)


def test_mask_of_a_double_deck_hand() -> None:
    hand = Hand("JS AS*4 JH*2 AC*3")
    assert hand.mask(DOUBLE) == 1 | 4 << 12 | 2 << 15 | 3 << 57
    assert Hand.from_mask(hand.mask(DOUBLE), DOUBLE) == hand


def test_masks_that_are_no_hands() -> None:
    with pytest.raises(CardError, match=r"9S in .* is not in the deck"):
        Hand("9S").mask(DOUBLE)
    with pytest.raises(CardError, match="holds AS 3 times"):
        Hand("AS*3").mask(SINGLE)
    for mask in (-1, 3, 1 << 48, 1 << 70):
        with pytest.raises(CardError, match="is not a hand of this deck"):
            Hand.from_mask(mask, SINGLE)


def test_counts_that_are_no_hands() -> None:
    with pytest.raises(CardError, match="24 counts"):
        Hand.from_counts((1, 2))
    for wrong in (-1, 7):
        with pytest.raises(CardError, match="0 to 6 copies"):
            Hand.from_counts((wrong,) + (0,) * 23)


@given(single_hands, single_hands)
def test_add_and_take_away(one: Hand, other: Hand) -> None:
    both = one + other
    assert len(both) == len(one) + len(other)
    assert both - other == one
    assert one in both
    assert (both in one) == (len(other) == 0)


def test_add_and_take_away_text() -> None:
    hand = Hand("AS TS")
    assert hand + "AS" - "TS" == Hand("AS*2")
    assert "AS" in hand
    assert "AS AS" not in hand
    assert 5 not in hand
    with pytest.raises(CardError, match="cannot take 2 AS from S:AT H:- D:- C:-, which holds 1"):
        hand - "AS AS"
    with pytest.raises(CardError, match="0 to 6 copies of a card, not 7 of AS"):
        Hand("AS*6") + hand
    with pytest.raises(TypeError):
        hand + 5  # type: ignore[operator]


def test_cannot_be_changed() -> None:
    hand = Hand("AS")
    with pytest.raises(AttributeError, match="cannot be changed"):
        hand._counts = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        del hand._counts
    assert str(hand) == "S:A H:- D:- C:-"


def test_check_against_the_rules() -> None:
    hand = Hand("S:AATKQJ H:A9 D:AJ C:TT")
    hand.check(FAMILY)
    hand.check(FAMILY, size=12)
    with pytest.raises(CardError, match=r"9H in S:AATKQJ .* is not in the deck of guide-double"):
        hand.check(GUIDE_DOUBLE)
    with pytest.raises(CardError, match="has 12 cards, a hand of family250 has 15: add 3 cards"):
        hand.check(FAMILY, size=15)
    with pytest.raises(CardError, match=r"has 13 cards, a hand of family250 has 12: remove 1 card$"):
        (hand + "9S").check(FAMILY, size=12)
    with pytest.raises(CardError, match="AS 3 times"):
        (hand + "AS").check(FAMILY)


def test_rules_at_once() -> None:
    assert Hand("AS*4", GUIDE_DOUBLE) == Hand("AS*4")
    with pytest.raises(CardError, match="AS at character 1 makes 4 copies"):
        Hand("AS*4", FAMILY)
    with pytest.raises(CardError, match="AS 4 times"):
        Hand(Hand("AS*4"), FAMILY)


def test_meld_of_a_hand() -> None:
    hand = Hand("S:AATKQJ H:A9 D:AJ C:TT")
    assert hand.meld(FAMILY).trump == "S"
    assert hand.meld(FAMILY, trump="S").total == 190
    assert hand.meld(FAMILY, trump="hearts").total == 20 + 40 + 10
    assert hand.meld(FAMILY, trump="best").trump == "S"
    with pytest.raises(CardError, match="a suit is one of S H D C"):
        hand.meld(FAMILY, trump="X")


def test_html_shows_every_suit() -> None:
    page = Hand("S:ATT D:9")._repr_html_()
    assert page.count("title=") == 4
    assert all(symbol in page for symbol in "♠♥♦♣")
    assert "A1010" in page
    assert page.count("<span") == page.count("</span>")
