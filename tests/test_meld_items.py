"""Meld item by item, against the worked examples, the slow reference and the kernel."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from naive import NAIVE_RULES, NaiveRules, full_deck, meld_total
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import book_of
from pinosim.api.meld import Meld, MeldItem, best_trump, count_meld, meld_by_trump
from pinosim.cards import SUIT_NAMES, SUITS
from pinosim.core.meld import hand_melds
from pinosim.errors import CardError
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules
from worked_examples import MELD, MeldExample

NAMES = {
    "run": "run",
    "royal": "royal marriage",
    "dix": "dix",
    "pinochle": "pinochle",
    "run + extra K": "run with extra king",
    "run + extra Q": "run with extra queen",
    "run + extra marriage": "run with extra marriage",
    "A around": "aces around",
    "K around": "kings around",
    "Q around": "queens around",
    "J around": "jacks around",
} | {f"marriage {suit}": f"marriage in {name}" for suit, name in SUIT_NAMES.items()}


def filled(naive: NaiveRules) -> NaiveRules:
    """Let every table of a reference rule set say something for each number of copies."""

    def fill(table: tuple[int, ...]) -> tuple[int, ...]:
        return (*table, *table[-1:] * (naive.copies - len(table)))

    around = {rank: fill(table) for rank, table in naive.around.items()}
    return replace(naive, run=fill(naive.run), royal=fill(naive.royal), pinochle=fill(naive.pinochle), around=around)


def with_meld_of(naive: NaiveRules) -> Rules:
    """Give a rule set of the package with the deck and the meld of a reference rule set."""
    tables = {
        "run": naive.run,
        "royal": naive.royal,
        "pinochle": naive.pinochle,
        "aces": naive.around["A"],
        "kings": naive.around["K"],
        "queens": naive.around["Q"],
        "jacks": naive.around["J"],
    }
    numbers = ("plain", "dix", "extra_king", "extra_queen", "extra_both")
    overrides = [f"meld.{key}={list(table)}" for key, table in tables.items()]
    overrides += [f"meld.{key}={getattr(naive, key)}" for key in numbers]
    overrides.append(f'meld.trump_mode="{naive.trump_mode}"')
    return load_rules("family250" if naive.copies == 2 else "guide-double", overrides)


NAIVE = {name: filled(naive) for name, naive in NAIVE_RULES.items()}
RULES = {name: with_meld_of(naive) for name, naive in NAIVE.items()}


@pytest.mark.parametrize("example", MELD, ids=lambda example: example.number)
def test_worked_example(example: MeldExample) -> None:
    meld = count_meld(example.hand, RULES[example.rules], example.trump)
    assert meld.total == example.total
    assert sorted((item.name, item.copies, item.points) for item in meld.items) == sorted(
        (NAMES[name], copies, points) for name, copies, points in example.items
    )


@pytest.mark.parametrize("name", ["family250", "wocg-single", "guide-double"])
def test_packaged_rule_sets_pay_what_the_reference_pays(name: str) -> None:
    packaged = load_rules(name).meld
    assert packaged == RULES[name].meld


def random_hands(naive: NaiveRules, n: int) -> list[list[str]]:
    """Hands of 6 to 30 cards, from the deck, from it without tens and nines, and from two suits: many melds."""
    chance = random.Random(f"melds of {naive.id}")
    deck = full_deck(naive)
    pools = deck, [card for card in deck if card[0] not in "T9"], [card for card in deck if card[1] in "SD"]
    return [chance.sample(pool, chance.randint(6, min(30, len(pool)))) for _ in range(n // 3) for pool in pools]


@pytest.mark.parametrize("name", NAIVE)
def test_random_hands_agree_with_the_reference(name: str) -> None:
    for cards in random_hands(NAIVE[name], 60):
        hand = Hand(" ".join(cards))
        for suit, meld in meld_by_trump(hand, RULES[name]).items():
            assert meld.total == meld_total(cards, suit, NAIVE[name]), (hand, suit)


def check_items(meld: Meld) -> None:
    assert meld.total == sum(item.points for item in meld.items)
    for item in meld.items:
        assert item.copies >= 1
        assert item.points > 0
        assert item.cards in meld.hand
        assert item.cards == str(Hand(item.cards))


@pytest.mark.parametrize("name", ["family250", "guide-double", "universal-5h"])
def test_items_add_up_and_use_cards_of_the_hand(name: str) -> None:
    for cards in random_hands(NAIVE[name], 60):
        for meld in meld_by_trump(" ".join(cards), RULES[name]).values():
            check_items(meld)
            typed = [Hand(item.cards) for item in meld.items if "marriage" in item.name or item.name in ("run", "dix")]
            assert sum(typed, Hand("")) in meld.hand  # no card twice in one type


EXTRA_RULES = {
    "roundhouse": ("family250", ["meld.roundhouse=50", "meld.roundhouse_beside_run=40"]),
    "only beside a run": ("family250", ["meld.roundhouse_beside_run=40"]),
    "no extra queen": ("family250", ["meld.extra_queen=0"]),
    "exclusive": ("guide-double", ['meld.trump_mode="exclusive"', "meld.royal=[4, 30, 60, 90]", "meld.roundhouse=7"]),
    "extras, four copies": ("guide-double", ['meld.trump_mode="extras"', "meld.extra_king=3", "meld.extra_both=9"]),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", [*NAIVE, *EXTRA_RULES])
def test_totals_agree_with_the_kernel(name: str) -> None:
    from pinosim.core.meld import meld_tables, score_melds

    rules = RULES[name] if name in RULES else load_rules(*EXTRA_RULES[name])
    naive = NAIVE[name if name in NAIVE else rules.id]
    hands = [Hand(" ".join(cards)) for cards in random_hands(naive, 60)]
    melds = np.zeros((len(hands), 4), np.int64)
    masks = np.array([hand.mask(rules.deck) for hand in hands], dtype=np.int64)
    score_melds(masks, rules.vector, *meld_tables(rules.vector), melds)
    for hand, points in zip(hands, melds.tolist(), strict=True):
        by_trump = meld_by_trump(hand, rules)
        assert [by_trump[suit].total for suit in SUITS] == points, str(hand)
        for meld in by_trump.values():
            check_items(meld)


def test_cards_of_each_item() -> None:
    meld = count_meld("C:ATKKQJ9 S:KQ H:KQ D:KQJ", load_rules("family250"), "C")
    assert meld.items == (
        MeldItem("run with extra king", 1, 190, "S:- H:- D:- C:ATKKQJ"),
        MeldItem("dix", 1, 10, "S:- H:- D:- C:9"),
        MeldItem("marriage in spades", 1, 20, "S:KQ H:- D:- C:-"),
        MeldItem("marriage in hearts", 1, 20, "S:- H:KQ D:- C:-"),
        MeldItem("marriage in diamonds", 1, 20, "S:- H:- D:KQ C:-"),
        MeldItem("pinochle", 1, 40, "S:Q H:- D:J C:-"),
        MeldItem("kings around", 1, 80, "S:K H:K D:K C:K"),
        MeldItem("queens around", 1, 60, "S:Q H:Q D:Q C:Q"),
    )
    assert meld.total == 440


def test_roundhouse_is_an_item_where_it_pays() -> None:
    hand = "S:KKQQ H:KKQQ D:KKQQ C:KKQQ"
    paid = count_meld(hand, load_rules(*EXTRA_RULES["roundhouse"]), "S")
    assert paid.items[-1] == MeldItem("roundhouse", 2, 100, "S:KKQQ H:KKQQ D:KKQQ C:KKQQ")
    assert "roundhouse" not in [item.name for item in count_meld(hand, load_rules("family250"), "S").items]


def test_best_trump_and_its_ties() -> None:
    rules = load_rules("wocg-single")
    assert best_trump("S:ATK H:ATKQJ", rules) == "H"
    assert best_trump("S:KQ H:KQT D:KQ", rules) == "H"  # equal melds: the longer suit
    assert best_trump("S:AT H:KQ D:KQ", rules) == "H"  # equal melds and lengths: S H D C
    assert best_trump("", rules) == "S"


def test_refuses_what_the_deck_has_not() -> None:
    with pytest.raises(CardError, match="makes 3 copies"):
        count_meld("AS*3", load_rules("family250"))
    with pytest.raises(CardError, match="not in the deck"):
        count_meld(Hand("9S"), load_rules("guide-double"))


def test_names_its_rule_set() -> None:
    rules = load_rules("wocg-single")
    meld = count_meld("S:KQ", rules, "h")
    assert (meld.trump, meld.rules, meld.rules_hash, meld.hand) == ("H", rules.id, rules.hash, Hand("S:KQ"))
    assert str(meld) == "Meld with hearts trump (wocg-single): 2\n  marriage in spades   x1  2  S:KQ"
    assert str(count_meld("", rules)) == "Meld with spades trump (wocg-single): 0"


def test_frame() -> None:
    frame = count_meld("S:ATKQJ9 D:J", load_rules("family250"), "S").to_frame()
    assert frame["points"].tolist() == [150, 10, 40]
    assert frame["name"].tolist() == ["run", "dix", "pinochle"]
    assert frame.attrs["rules"] == "family250"
    empty = count_meld("", load_rules("family250")).to_frame()
    assert list(empty.columns) == ["name", "copies", "points", "cards"]
    assert empty.empty
    assert str(empty["points"].dtype) == "int64"


def test_html_is_escaped_and_complete() -> None:
    meld = count_meld("S:ATKQJ9 D:J", load_rules("family250"), "S")
    page = Meld(meld.total, meld.items, meld.trump, meld.hand, "<b>mine</b>", meld.rules_hash)._repr_html_()
    assert "&lt;b&gt;mine" in page
    assert page.count("<tr>") == page.count("</tr>") == 5
    assert ">200<" in page


@pytest.mark.parametrize("table", ["[10, 100]", "[0, 30]"])
def test_nines_that_count_more_together_agree_with_the_kernel(table: str) -> None:
    rules = load_rules("family250", [f"meld.dix_by_copies={table}"])
    dix = json.loads(table)
    assert [i.points for i in count_meld("S:99AKQ", rules, "S").items if i.name == "dix"] == [dix[1]]
    assert [i.points for i in count_meld("S:9AKQ", rules, "S").items if i.name == "dix"] == [
        points for points in dix[:1] if points
    ]
    book = book_of(rules)
    melds = np.zeros(4, np.int64)
    for seed in range(200):
        hand = Deal.random(rules, seed=seed).hands[0]
        assert hand is not None
        hand_melds(hand.mask(rules.deck), *book, melds)
        assert [count_meld(hand, rules, suit).total for suit in "SHDC"] == melds.tolist()
