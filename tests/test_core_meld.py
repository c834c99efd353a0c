"""Meld by table lookup against meld laid out card by card."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_tools import (
    NAMES,
    SINGLE,
    Game,
    Ints,
    fewer,
    game,
    game_like,
    game_of,
    layout_of,
    random_hands,
    rules_like,
    wraps_around,
)
from naive import SUITS, Card, full_deck, meld_total, parse_hand
from naive_rules import ALL_RULES, FAMILY250, GUIDE_DOUBLE, NAIVE_RULES, filled
from pinosim.api.deal import deal_many
from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import kernel_inputs
from pinosim.api.meld import count_meld
from pinosim.core.meld import meld_tables, score_melds
from pinosim.core.survey import new_survey_scratch, survey_deals
from pinosim.rules.load import load_rules
from worked_examples import MELD, MeldExample

pytestmark = wraps_around
LIKE = sorted(NAIVE_RULES)


def kernel_melds(what: Game, hands: list[list[Card]]) -> Ints:
    """Score hands under the four trumps with the kernel, shape (hands, 4)."""
    masks = np.array([what.layout.hand(hand) for hand in hands], np.int64)
    melds = np.full((len(hands), 4), -7, np.int64)
    score_melds(masks, *what.book, melds)
    return melds


def assert_same_meld(what: Game, hands: list[list[Card]]) -> None:
    naive = filled(what.naive)
    for hand, row in zip(hands, kernel_melds(what, hands).tolist(), strict=True):
        assert row == [meld_total(hand, trump, naive) for trump in SUITS], what.layout.cards(what.layout.hand(hand))


@pytest.mark.parametrize("example", MELD, ids=lambda example: example.number)
def test_worked_example(example: MeldExample) -> None:
    what = game_like(example.rules)
    melds = kernel_melds(what, [parse_hand(example.hand)])
    assert melds[0, SUITS.index(example.trump)] == example.total
    packaged = kernel_melds(game(example.rules), [parse_hand(example.hand)])
    assert packaged[0, SUITS.index(example.trump)] == example.total


@pytest.mark.parametrize("name", ALL_RULES)
def test_packaged_rules_meld_as_laid_out_by_hand(name: str) -> None:
    assert_same_meld(game(name), list(random_hands(game(name).naive, fewer(3000 if name in NAMES else 600), seed=1)))


@pytest.mark.parametrize("name", LIKE)
def test_every_meld_table_known_melds_as_laid_out_by_hand(name: str) -> None:
    assert_same_meld(game_like(name), list(random_hands(game_like(name).naive, fewer(600), seed=2)))


@pytest.mark.parametrize("mode", ["absorb", "extras", "exclusive"])
@pytest.mark.parametrize("deck", ["single", "double"])
def test_every_way_to_count_runs(mode: str, deck: str) -> None:
    numbers = iter([7, 11, 13, 17])
    naive = replace(
        FAMILY250 if deck == "single" else filled(GUIDE_DOUBLE),
        trump_mode=mode,  # type: ignore[arg-type]
        extra_king=next(numbers), extra_queen=next(numbers), extra_both=next(numbers), plain=next(numbers),
    )  # fmt: skip
    what = game_of(naive, rules_like(naive))
    assert_same_meld(what, list(random_hands(naive, fewer(500), seed=3)))
    # all trump suits of a hand without the rest: each number of runs, kings and queens
    chooser = random.Random(4)
    deck_cards = [card for card in full_deck(naive) if card[1] == "H"]
    trump_hands = [chooser.sample(deck_cards, chooser.randint(5, len(deck_cards))) for _ in range(fewer(400))]
    assert_same_meld(what, trump_hands)


@pytest.mark.parametrize("name", NAMES)
def test_the_itemised_meld_has_the_same_total(name: str) -> None:
    what = game(name)
    hands = list(random_hands(what.naive, fewer(500), seed=5))
    for hand, row in zip(hands, kernel_melds(what, hands).tolist(), strict=True):
        named = Hand(" ".join(hand))
        assert row == [count_meld(named, what.rules, trump).total for trump in SUITS], hand


ROUNDHOUSES = [
    ("S:KQ H:KQ D:KQT C:KQTT9", "S", 70, 400, 240 + 70),
    ("S:ATKQJ H:KQ D:KQ C:KQT", "S", 0, 40, 350 + 40),
    ("S:ATKQJ H:KQ D:KQ C:KQT", "H", 70, 0, 240 + 70),
    ("S:ATKQJ H:KQ D:KQ C:KKT", "S", 70, 40, 150 + 20 + 20 + 80),
    ("S:KKQQ H:KKQQ D:KKQQ C:KQ", "S", 70, 400, 80 + 40 + 40 + 20 + 80 + 60 + 70),
    ("S:KKQQ H:KKQQ D:KKQQ C:KKQQ", "C", 70, 400, 80 + 3 * 40 + 800 + 600 + 2 * 70),
]


@pytest.mark.parametrize(("hand", "trump", "paid", "beside_run", "total"), ROUNDHOUSES)
def test_roundhouses_where_they_are_paid(hand: str, trump: str, paid: int, beside_run: int, total: int) -> None:
    rules = load_rules("family250", [f"meld.roundhouse={paid}", f"meld.roundhouse_beside_run={beside_run}"])
    melds = kernel_melds(game_of(FAMILY250, rules), [parse_hand(hand)])
    assert melds[0, SUITS.index(trump)] == total
    assert count_meld(Hand(hand), rules, trump).total == total


def test_roundhouses_agree_with_the_itemised_meld() -> None:
    rules = load_rules("family250", ["meld.roundhouse=70", "meld.roundhouse_beside_run=40"])
    what = game_of(FAMILY250, rules)
    chooser = random.Random(6)
    rich = [rank + suit for suit in SUITS for rank in "KQ" for _ in range(2)]
    hands = []
    for _ in range(fewer(400)):
        kept = chooser.sample(rich, chooser.randint(9, 14))
        rest = [rank + "S" for rank in "ATJ" if chooser.random() < 0.7]
        hands.append(kept + rest)
    for hand, row in zip(hands, kernel_melds(what, hands).tolist(), strict=True):
        assert row == [count_meld(Hand(" ".join(hand)), rules, trump).total for trump in SUITS], hand


@lru_cache(maxsize=4)
def without_pinochle(name: str) -> Game:
    nothing = [0] * game(name).naive.copies
    rules = load_rules(name, [f"meld.pinochle={nothing}"])
    return game_of(replace(game(name).naive, pinochle=tuple(nothing)), rules)


@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32 - 1), order=st.permutations(range(4)))
def test_suits_are_alike_but_for_the_pinochle(name: str, seed: int, order: list[int]) -> None:
    what = without_pinochle(name)
    hand = next(random_hands(what.naive, 1, seed))
    renamed = [card[0] + SUITS[order[SUITS.index(card[1])]] for card in hand]
    before, after = kernel_melds(what, [hand, renamed])
    assert [before[suit] for suit in range(4)] == [after[order[suit]] for suit in range(4)]


@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32 - 1))
def test_hearts_and_clubs_are_alike(name: str, seed: int) -> None:
    what = game(name)
    hand = next(random_hands(what.naive, 1, seed))
    swapped = [card[0] + {"H": "C", "C": "H"}.get(card[1], card[1]) for card in hand]
    before, after = kernel_melds(what, [hand, swapped])
    assert before[[0, 1, 2, 3]].tolist() == after[[0, 3, 2, 1]].tolist()


@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32 - 1))
def test_one_more_card_never_costs_meld(name: str, seed: int) -> None:
    what = game(name)
    hand = next(random_hands(what.naive, 1, seed))
    spare = list(full_deck(what.naive))
    for card in hand:
        spare.remove(card)
    card = random.Random(seed).choice(spare)
    less, more = kernel_melds(what, [hand, [*hand, card]])
    assert (more >= less).all()


@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32 - 1))
def test_tens_add_nothing_but_runs(name: str, seed: int) -> None:
    what = game(name)
    hand = next(random_hands(what.naive, 1, seed))
    without = [card for card in hand if card[0] != "T"]
    trump_needs = {suit: {rank + suit for rank in "ATKQJ"} <= set(hand) for suit in SUITS}
    with_tens, tenless = kernel_melds(what, [hand, without])
    for place, suit in enumerate(SUITS):
        assert trump_needs[suit] or with_tens[place] == tenless[place]


def test_no_cards_no_meld() -> None:
    for name in NAMES:
        assert kernel_melds(game(name), [[]]).tolist() == [[0, 0, 0, 0]]


def test_the_whole_deck() -> None:
    for name in NAMES:
        assert_same_meld(game(name), [full_deck(game(name).naive)])


@pytest.mark.parametrize("trump_pays", [100_000, 0])
def test_large_points_fit_in_the_tables(trump_pays: int) -> None:
    """Rule files allow 100,000 points for a meld and six copies of a card: no field may run over into its neighbour."""
    most = 100_000
    changes = ["cards.copies=6", "deal.hand_size=30", "tricks.total=74", f"meld.plain={most}"]
    changes += [f"meld.{table}={[trump_pays] * 6}" for table in ("run", "royal")]
    changes += [f"meld.{table}={[most] * 6}" for table in ("pinochle", "aces", "kings", "queens", "jacks")]
    melds = np.zeros((1, 4), np.int64)
    deck = sum(6 << (3 * card) for card in range(20))
    score_melds(np.array([deck], np.int64), *kernel_inputs(load_rules("guide-double", changes)).book, melds)
    # six runs, which leave no royal marriage over, 18 plain marriages, the pinochles and four arounds
    assert melds.tolist() == [[trump_pays + 18 * most + most + 4 * most] * 4]


def test_large_dix_fit_in_the_tables() -> None:
    most = 100_000
    changes = ["cards.copies=3", "deal.hand_size=18", "tricks.total=370", f"meld.dix={most}", f"meld.plain={most}"]
    changes += [
        f"meld.{table}={[most] * 3}" for table in ("run", "royal", "pinochle", "aces", "kings", "queens", "jacks")
    ]
    melds = np.zeros((1, 4), np.int64)
    hand = SINGLE.hand(parse_hand("S:AATTTKKKQQQJJ999"))
    score_melds(
        np.array([hand], np.int64),
        *kernel_inputs(load_rules("family250", [*changes, 'meld.trump_mode="absorb"'])).book,
        melds,
    )
    assert melds.tolist() == [[2 * most + 3 * most, 3 * most, 3 * most, 3 * most]]


def test_a_mask_no_hand_can_have_is_worth_nothing() -> None:
    """A field of two bits could say three copies; such masks never come up and their entries stay empty."""
    suit_table, _ = meld_tables(kernel_inputs(load_rules("family250")).vector)
    for mask in range(len(suit_table)):
        if any((mask >> (2 * strength)) & 3 == 3 for strength in range(SINGLE.n_ranks)):
            assert suit_table[mask] == 0


def test_layouts() -> None:
    assert [layout_of(NAIVE_RULES[name]).n_ranks for name in NAMES] == [6, 6, 5]


@pytest.mark.parametrize(
    "changes",
    [
        (),
        (
            "meld.roundhouse=240",
            "meld.roundhouse_beside_run=40",
        ),
    ],
)
@pytest.mark.parametrize("name", ["family250", "guide-double", "universal-6h", "universal-5h"])
@pytest.mark.parametrize("n", [1, 255, 700])
def test_a_survey_scores_hands_like_one_after_another(name: str, changes: tuple[str, ...], n: int) -> None:
    rules = load_rules(name, changes)
    inputs = kernel_inputs(rules)
    players = rules.seats.players
    melds = np.zeros((players, 4, n), np.int32)
    survey_deals(inputs.dealing, inputs.book, np.uint64(9), 1_000, new_survey_scratch(), melds)
    hands = deal_many(rules, seed=9, first=1_000, n=n)
    one_by_one = np.zeros((n * players, 4), np.int64)
    score_melds(np.ascontiguousarray(hands).reshape(-1), *inputs.book, one_by_one)
    np.testing.assert_array_equal(melds, one_by_one.reshape(n, players, 4).transpose(1, 2, 0))
