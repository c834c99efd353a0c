"""Cards that cross between bidder and partner."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kernel_tools import Game, card_number, fewer, game, wraps_around
from naive import SUITS, Card, meld_total
from pinosim.core.passing import cards_to_bidder, cards_to_partner, random_cards

pytestmark = wraps_around
DECKS = ("family250", "guide-double")


def to_bidder(what: Game, hand: list[Card], trump: str, count: int) -> Counter[Card]:
    given = cards_to_bidder(np.int64(what.layout.hand(hand)), count, SUITS.index(trump), what.vector, what.layout.units)
    return Counter(what.layout.cards(int(given)))


def to_partner(what: Game, hand: list[Card], trump: str, count: int) -> Counter[Card]:
    given = cards_to_partner(
        np.int64(what.layout.hand(hand)), count, SUITS.index(trump), what.book, what.layout.units,
        np.zeros(4, np.int64),
    )  # fmt: skip
    return Counter(what.layout.cards(int(given)))


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("count", [1, 3, 4, 8])
def test_so_many_cards_of_the_hand_are_passed(name: str, count: int) -> None:
    what = game(name)
    for row in what.deal(fewer(100), seed=1):
        hand = what.layout.cards(int(row[0]))
        for trump in SUITS:
            for given in (to_bidder(what, hand, trump, count), to_partner(what, hand, trump, count)):
                assert given.total() == count
                assert given <= Counter(hand)


@pytest.mark.parametrize("name", DECKS)
def test_the_bidder_gets_the_run_cards_of_trump_first(name: str) -> None:
    what = game(name)
    for row in what.deal(fewer(200), seed=2):
        hand = what.layout.cards(int(row[1]))
        for trump in SUITS:
            run_cards = {card for card in hand if card[1] == trump and card[0] in "ATKQJ"}
            given = set(to_bidder(what, hand, trump, 4))
            assert len(run_cards & given) == min(len(run_cards), 4)


def test_the_bidder_gets_his_leg_of_the_pinochle() -> None:
    what = game("family250")
    assert to_bidder(what, ["JD", "9H", "9H", "9D", "9D", "9C", "9C", "TH", "KH", "KC", "QC", "TC"], "S", 1) == Counter(
        ["JD"]
    )
    assert to_bidder(what, ["QS", "9H", "9H", "9S", "9S", "9C", "9C", "TH", "KH", "KC", "QC", "TC"], "D", 1) == Counter(
        ["QS"]
    )
    assert to_bidder(what, ["AH", "JD", "9H", "9D", "9D", "9C", "9C", "TH", "KH", "KC", "QC", "TC"], "C", 3) == Counter(
        ["KC", "QC", "TC"]
    )


def test_the_bidder_keeps_his_meld_while_he_has_losers() -> None:
    what = game("family250")
    hand = ["AS", "TS", "KS", "QS", "JS", "JD", "AH", "AD", "AC", "9H", "9H", "JH", "9D", "9C", "KC", "QC"]
    assert len(hand) == 16
    losers = Counter(["9H", "9H", "JH", "9D", "9C"])
    returned = to_partner(what, hand, "S", 4)
    assert returned <= losers
    left = list((Counter(hand) - returned).elements())
    assert meld_total(left, "S", what.naive) == meld_total(hand, "S", what.naive)


@pytest.mark.parametrize("name", DECKS)
def test_the_returned_cards_cost_less_meld_than_cards_by_lot(name: str) -> None:
    what = game(name)
    numbers = np.random.default_rng(3)
    chosen = by_lot = 0
    for row in what.deal(fewer(300), seed=3):
        hand = what.layout.cards(int(row[0])) + what.layout.cards(int(row[2]))[:4]
        trump = SUITS[int(numbers.integers(4))]
        for given in (to_partner(what, hand, trump, 4), Counter(numbers.permutation(hand)[:4].tolist())):
            left = list((Counter(hand) - given).elements())
            lost = meld_total(hand, trump, what.naive) - meld_total(left, trump, what.naive)
            if given == to_partner(what, hand, trump, 4):
                chosen += lost
            else:
                by_lot += lost
    assert chosen * 3 < by_lot


@pytest.mark.parametrize("name", DECKS)
def test_cards_by_lot_are_of_the_hand_and_uniform(name: str) -> None:
    what = game(name)
    hand = what.layout.cards(int(what.deal(1, seed=4)[0, 0]))
    n = fewer(4000)
    words = np.random.default_rng(4).integers(0, 2**32, (30, n), dtype=np.uint64)
    passed: Counter[Card] = Counter()
    for lane in range(n):
        given = random_cards(np.int64(what.layout.hand(hand)), 4, 12, words, lane, what.layout.units, what.layout.width)
        cards = Counter(what.layout.cards(int(given)))
        assert cards.total() == 4
        assert cards <= Counter(hand)
        passed += cards
    for card, copies in Counter(hand).items():
        share = 4 / len(hand)
        expected = n * copies * share
        variance = n * copies * share * (1 - share) * (len(hand) - copies) / (len(hand) - 1)
        assert abs(passed[card] - expected) < 5 * variance**0.5, card_number(card, what.layout.n_ranks)
