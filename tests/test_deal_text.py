"""Deals read from text, printed, refused and dealt at random."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinosim.api.deal import Deal, deal_many, random_deals
from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import kernel_inputs
from pinosim.cards import CARDS
from pinosim.core.dealing import deal_hands, new_deal_scratch
from pinosim.errors import CardError, DealError
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

# Kernels wrap around on purpose; numpy warns of it when they run uncompiled.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning")

FAMILY, SINGLE, DOUBLE = load_rules("family250"), load_rules("wocg-single"), load_rules("guide-double")
ALL = [FAMILY, SINGLE, DOUBLE]
whole_deals = st.permutations([card for card in CARDS for _ in range(2)])


def hands_of(deal: Deal) -> list[Hand]:
    """Give the hands of a deal in which all are known."""
    assert all(deal.known)
    return [hand for hand in deal.hands if hand is not None]


def split(cards: list[str], size: int = 12) -> list[str]:
    return [" ".join(cards[seat * 12 : seat * 12 + size]) for seat in range(4)]


@given(whole_deals, st.integers(0, 12), st.sets(st.integers(0, 3)))
def test_print_and_read_again(cards: list[str], size: int, unknown: set[int]) -> None:
    hands = [None if seat in unknown else hand for seat, hand in enumerate(split(cards, size))]
    deal = Deal.from_hands(hands, FAMILY)
    assert Deal(str(deal), FAMILY) == deal == Deal(deal, FAMILY)
    assert hash(Deal(str(deal), FAMILY)) == hash(deal)
    assert deal.known == tuple(hand is not None for hand in hands)
    assert str(deal).count("|") == 3


def test_unknown_hands_and_empty_hands() -> None:
    deal = Deal("AS KS|x|  |\nX", FAMILY)
    assert deal.hands == (Hand("AS KS"), None, None, None)
    assert str(deal) == "S:AK H:- D:- C:- | x | x | x"
    assert Deal("|||", FAMILY).known == (False,) * 4
    last_trick = Deal("S:A | ... | H: | S:K", FAMILY)
    assert [len(hand) for hand in last_trick.hands if hand is not None] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("AS TS | AH TH | AD TD | AC TC", [2, 2, 2, 2]),
        ("AS | AH TH | AD TD | AC TC", [1, 2, 2, 2]),
        ("AS | AH TH | AD TD | AC", [1, 2, 2, 1]),
        ("AS TS | AH | AD | AC", [2, 1, 1, 1]),
        ("AS | x | AD | AC TC", [1, None, 1, 2]),
    ],
)
def test_endings_and_tricks_under_way(text: str, sizes: list[int | None]) -> None:
    assert [None if hand is None else len(hand) for hand in Deal(text, SINGLE).hands] == sizes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AS | x | x", r"4 seats, so a deal is 4 hands with \| between them.*has 3"),
        ("AS", "has 1"),
        ("AS | AX ZZ | x | x | x | x", "has 6"),
        ("AS TS | AH | AD TD | AC", r"unequal size .*seat 0 2, seat 1 1, seat 2 2, seat 3 1"),
        ("AS TS KS | AH | AD | AC", "unequal size"),
        ("AS TS | x | AD TD KD JD | x", "unequal size"),
        ("AS TS | AS TH | AS TD | AC TC", r"AS is held 3 times, by seat 0 \(1\) and seat 1 \(1\) and seat 2 \(1\)"),
        ("AS AS | x | AS 9S | x", r"AS is held 3 times, by seat 0 \(2\) and seat 2 \(1\); the deck of family250 has 2"),
        ("S:AATTKKQQJJ99 H:A | x | x | x", "seat 0 has 13 cards; a hand of family250 has 12"),
    ],
)
def test_refuses_hands_that_do_not_fit(text: str, message: str) -> None:
    with pytest.raises(DealError, match=message):
        Deal(text, FAMILY)


def test_refuses_a_hand_by_seat_and_place() -> None:
    with pytest.raises(CardError, match=r"^seat 2: cannot read '8S' at character 16: the ranks are"):
        Deal("AS TS | x | AD 8S | x", FAMILY)
    with pytest.raises(CardError, match=r"^seat 1: AS at character 6 makes 3 copies of it; the deck has 2"):
        Deal("AS | AS*3 | x | x", FAMILY)
    with pytest.raises(CardError, match=r"^seat 3: 9C at character 16 is not in the deck"):
        Deal("x | x | x | AC 9C", DOUBLE)
    with pytest.raises(CardError, match=r"^seat 1: cannot read 'ZZ' at character 1:"):
        Deal.from_hands(["AS", "ZZ", None, None], FAMILY)
    with pytest.raises(DealError, match="a deal is text"):
        Deal(5, FAMILY)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="has 100001"):
        Deal("|" * 100_000, FAMILY)


def test_is_a_value() -> None:
    deal = Deal.random(FAMILY, seed=3)
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert eval(repr(deal), {"Deal": Deal, "load_rules": load_rules}) == deal
    assert deal != Deal(str(deal), SINGLE)
    assert deal != str(deal)
    assert deal.rules is FAMILY
    with pytest.raises(AttributeError, match="cannot be changed"):
        deal._hands = ()
    with pytest.raises(AttributeError, match="cannot be changed"):
        del deal._hands


def test_html_seats_four_players_round_a_table() -> None:
    page = Deal("AS | x | AD | AC", FAMILY)._repr_html_()
    places = [page.index(f"seat {seat}") for seat in (2, 1, 3, 0)]
    assert places == sorted(places)
    assert page.count("not known") == 1
    assert page.count("<tr>") == page.count("</tr>") == 3
    assert page.count("<td") == page.count("</td>") == 9


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_random_deals_hand_out_the_whole_deck(rules: Rules) -> None:
    deals = list(random_deals(rules, seed=11, n=30))
    assert len({str(deal) for deal in deals}) == 30
    for deal in deals:
        assert [len(hand) for hand in hands_of(deal)] == [rules.deal.hand_size] * 4
        everything = [sum(hand.counts[i] for hand in hands_of(deal)) for i in range(24)]
        assert everything == [rules.deck.copies if card[0] in rules.deck.ranks else 0 for card in CARDS]


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    masks = deal_many(FAMILY, seed=5, first=0, n=700)
    assert masks.shape == (700, 4)
    assert masks.dtype == np.int64
    assert masks.flags.c_contiguous
    assert (deal_many(FAMILY, seed=5, first=300, n=350) == masks[300:650]).all()
    assert [hand.mask(FAMILY.deck) for hand in hands_of(Deal.random(FAMILY, seed=5, number=699))] == masks[699].tolist()
    assert (deal_many(FAMILY, seed=6, n=700) != masks).any(axis=1).all()
    assert deal_many(FAMILY, n=0).shape == (0, 4)
    assert deal_many(FAMILY, seed=2**64 - 1, first=2**62).shape == (1, 4)


def test_fixed_cards_stay_where_they_are() -> None:
    whole = Hand("S:AATTKKQQJJ99")
    for deal in random_deals(FAMILY, n=50, fixed={0: whole, 2: "AH AH", 3: ""}):
        assert deal.hands[0] == whole
        assert "AH AH" in hands_of(deal)[2]
        assert all(len(hand) == 12 for hand in hands_of(deal))
    others = {str(deal.hands[1]) for deal in random_deals(FAMILY, n=50, fixed={0: whole})}
    assert len(others) == 50


def test_a_deal_can_be_held_fixed_too() -> None:
    known = Deal.random(DOUBLE, seed=4)
    part = Deal.from_hands([known.hands[0], None, known.hands[2], None], DOUBLE)
    again = Deal.random(DOUBLE, seed=9, fixed=part)
    assert (again.hands[0], again.hands[2]) == (known.hands[0], known.hands[2])
    assert again != known
    assert Deal.random(DOUBLE, fixed=known) == known


@pytest.mark.jit
def test_fixed_cards_are_spread_evenly() -> None:
    # seat 0 holds one ace of spades; the other one lies with each of 11 + 3 x 12 places alike
    masks = deal_many(FAMILY, seed=2, n=47_000, fixed={0: "AS"})
    ace = 2 * FAMILY.deck.card_index("A", "S")
    holders = ((masks >> ace & 3) - np.array([1, 0, 0, 0])).sum(axis=0)
    assert holders.sum() == 47_000
    assert np.abs(holders - np.array([11_000, 12_000, 12_000, 12_000])).max() < 5 * np.sqrt(47_000 * 0.19)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed: expected a whole number from 0 to 18,446,744,073,709,551,615, got -1"),
        ({"seed": 2**64}, "seed: expected a whole number"),
        ({"seed": 1.5}, r"seed: expected a whole number .* got 1.5"),
        ({"seed": "7"}, "seed: expected a whole number .* got '7'"),
        ({"first": -1}, "first: expected a whole number"),
        ({"first": 2**62 + 1}, "first: expected a whole number"),
        ({"n": -1}, "n: expected a whole number"),
        ({"fixed": {4: "AS"}}, "a seat of family250: expected a whole number from 0 to 3, got 4"),
        ({"fixed": {"0": "AS"}}, "a seat of family250"),
        ({"fixed": {0: "AS AS", 1: "AS"}}, r"AS is held 3 times, by seat 0 \(2\) and seat 1 \(1\)"),
        ({"fixed": {1: "S:AATTKKQQJJ99 AH"}}, "seat 1 has 13 cards"),
    ],
)
def test_refuses_what_cannot_be_dealt(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(DealError, match=message):
        deal_many(FAMILY, **arguments)  # type: ignore[arg-type]


def test_refuses_fixed_text_by_seat() -> None:
    with pytest.raises(CardError, match=r"^seat 1: AS at character 1 makes 3 copies"):
        deal_many(FAMILY, fixed={1: "AS*3"})
    with pytest.raises(CardError, match=r"^seat 2: 9S in .* is not in the deck of guide-double"):
        Deal.random(DOUBLE, fixed={2: Hand("9S")})


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_deals_are_those_that_simulations_play(rules: Rules) -> None:
    inputs = kernel_inputs(rules, {1: Hand("AS TD").mask(rules.deck)})
    hands = np.zeros((400, 4), np.int64)
    deck = rules.deck
    arguments = (inputs.dealing, deck.n_ranks, deck.width, np.uint64(8), 0, 90, new_deal_scratch(), hands)
    deal_hands(*arguments)
    assert (deal_many(rules, seed=8, first=90, n=400, fixed={1: "AS TD"}) == hands).all()


def test_three_players_and_a_kitty() -> None:
    changes = ["seats.players=3", "seats.teams=3", "deal.hand_size=15", "deal.kitty_size=3", "passing.count=0"]
    rules = load_rules("family250", changes)
    deal = Deal.random(rules, seed=1)
    assert [len(hand) for hand in hands_of(deal)] == [15, 15, 15]
    assert Deal(str(deal), rules) == deal
    page = deal._repr_html_()
    assert page.count("<tr>") == page.count("<td") == 3
