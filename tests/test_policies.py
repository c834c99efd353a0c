"""The ladder of players: their files, every rule set, textbook passes and cards."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from pinosim import Hand, list_rules, load_rules, match
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.core import columns as C
from pinosim.core import policy as P
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.hand import play_hands
from pinosim.core.hard_bidding import heard, raise_margin
from pinosim.core.hard_passing import (
    BACK_MELD,
    BACK_VOID,
    GIVE_VOID,
    choose_by_worth,
    worth_of_giving,
    worth_of_voids,
)
from pinosim.core.layout import unit_mask
from pinosim.core.meanings import N_CONVENTION
from pinosim.core.meld import hand_melds
from pinosim.policies.registry import policy_names, resolve, resolve_seats

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
LADDER = ("random", "easy", "standard", "medium", "hard", "expert")


def test_names_come_weakest_first() -> None:
    assert policy_names() == list(LADDER)


@pytest.mark.parametrize("name", LADDER)
def test_a_policy_says_what_it_is(name: str) -> None:
    policy = resolve(name, load_rules("family250"))
    assert policy.label == f"{name}-{policy.version}"
    assert policy.version >= 1
    assert len(policy.title) > 20
    assert policy.vector.shape == (P.N_POLICY,)


@pytest.mark.parametrize("table", [P.FEATURES, P.LISTENING, P.GIVING, P.RETURNING, P.PLAYING, P.THINKING])
def test_names_of_weights_are_told_apart(table: tuple[str, ...]) -> None:
    assert len(set(table)) == len(table)


def test_places_of_weights_do_not_overlap() -> None:
    starts = [P.LISTEN, P.GIVE, P.BACK, P.PLAY, P.WEIGHTS, P.THINK, P.LOOSENESS, P.CONVENTION, P.N_POLICY]
    sizes = [P.N_LISTENING, P.N_GIVING, P.N_RETURNING, P.N_PLAYING, P.N_FEATURES, P.N_THINKING, 1, N_CONVENTION]
    assert [b - a for a, b in pairwise(starts)] == sizes
    assert P.PLAYING[P.WIN - P.PLAY] == f"win_{P.KEEPING[0]}"
    assert P.PLAYING[P.SAVE - P.PLAY] == f"save_{P.KEEPING[0]}"


@pytest.mark.jit
@pytest.mark.parametrize("rules_name", [rules.id for rules in list_rules()])
@pytest.mark.parametrize(("name", "deals"), [("easy", 60), ("medium", 60), ("hard", 60), ("expert", 5)])
def test_every_policy_plays_every_rule_set(rules_name: str, name: str, deals: int) -> None:
    """All tricks are played and their points add up, or the hand was not played at all."""
    rules = load_rules(rules_name)
    inputs = kernel_inputs(rules)
    out = np.zeros((C.N_COLUMNS, deals), np.int32)
    given_up = play_hands(
        inputs.dealing, policy_rows(resolve_seats(name, rules)), inputs.book, np.uint64(1), 0, new_scratch(), out
    )
    assert given_up == 0
    played = out[C.OUTCOME] != C.NOT_PLAYED
    assert played.any()
    tricks = (out[C.TRICKS_BIDDERS] + out[C.TRICKS_OTHERS])[played]
    assert len(set(tricks.tolist())) == 1
    points = (out[C.POINTS_BIDDERS] + out[C.POINTS_OTHERS])[played]
    total = int(inputs.vector[S.TRICK_TOTAL])
    assert (points <= total).all()
    if inputs.vector[S.BURY_COUNT] == 0 or inputs.vector[S.BURIED_TO_BIDDER] != 0:
        assert (points == total).all()


@pytest.mark.jit
@pytest.mark.parametrize("rules_name", ["family250", "guide-double"])
@pytest.mark.parametrize(("better", "worse"), list(zip(LADDER[1:-1], LADDER, strict=False)))
def test_each_rung_beats_the_one_below(rules_name: str, better: str, worse: str) -> None:
    """A short match; the long ones are in docs/policies.md."""
    result = match(better, worse, load_rules(rules_name), deals=3000, seed=11, level=0.99, jobs=1)
    assert result.points_per_hand.low > 0


# --- passing ---


def passed(hand: str, trump: str, *, to_bidder: bool, rules_name: str = "family250", policy: str = "hard") -> Hand:
    """What a player gives of a hand."""
    rules = load_rules(rules_name)
    inputs = kernel_inputs(rules)
    given = choose_by_worth(
        Hand(hand).mask(rules.deck), rules.passing.count, "SHDC".index(trump), to_bidder, resolve(policy, rules).vector,
        inputs.book, int(unit_mask(rules.deck.n_kinds, rules.deck.width)), new_scratch().desk,
    )  # fmt: skip
    return Hand.from_mask(int(given), rules.deck)


@pytest.mark.parametrize("policy", ["medium", "hard"])
def test_four_trumps_go_rather_than_jacks_around(policy: str) -> None:
    given = passed("S:ATKJ H:J9 D:J9 C:J99Q", "S", to_bidder=True, policy=policy)
    assert given == Hand("S:ATKJ")


@pytest.mark.parametrize("policy", ["medium", "hard"])
def test_no_nines_while_anything_better_is_left(policy: str) -> None:
    given = passed("S:AT9 H:AK9 D:K99 C:T99", "S", to_bidder=True, policy=policy)
    assert given.count("9", "H") + given.count("9", "D") + given.count("9", "C") == 0
    assert Hand("S:AT") in given


@pytest.mark.parametrize("policy", ["medium", "hard"])
def test_the_leg_goes_to_the_bidder_when_its_other_half_is_trump(policy: str) -> None:
    """A jack of diamonds is given when spades are trump, and kept when hearts are."""
    hand = "S:9 H:KT9 D:JT9 C:TTK99"
    assert "JD" in passed(hand, "S", to_bidder=True, policy=policy)


@pytest.mark.parametrize("policy", ["medium", "hard"])
def test_the_bidder_keeps_his_meld_and_his_trumps(policy: str) -> None:
    given = passed("S:AATTKQJ9 H:A9 D:AJ9 C:TKJ", "S", to_bidder=False, policy=policy)
    assert all(given.count(rank, "S") == 0 for rank in "ATKQJ")
    assert given.count("A", "H") + given.count("A", "D") == 0


@pytest.mark.parametrize("to_bidder", [True, False])
@pytest.mark.parametrize("rules_name", ["family250", "guide-double"])
def test_no_set_from_the_hand_is_worth_much_more(rules_name: str, to_bidder: bool) -> None:
    """All sets of four, weighed one by one: the short list nearly always holds the best of them."""
    rules = load_rules(rules_name)
    inputs = kernel_inputs(rules)
    policy = resolve("hard", rules).vector
    units = int(unit_mask(rules.deck.n_kinds, rules.deck.width))
    unit = int(inputs.vector[S.COUNTERS + 5])
    width = rules.deck.width
    desk = new_scratch().desk
    numbers = np.random.default_rng(7)
    deck = np.repeat(np.arange(rules.deck.n_kinds), rules.deck.copies)
    exact = 0

    def meld_of(cards: int, trump: int) -> int:
        hand_melds(cards, inputs.vector, inputs.book.suit_table, inputs.book.around_table, desk[K.SPARE])
        return int(desk[K.SPARE, trump])

    for _ in range(12):
        cards = sorted(numbers.permutation(deck)[: rules.deal.hand_size].tolist())
        hand = sum(1 << (card * width) for card in cards)
        trump = int(numbers.integers(4))

        def weigh(given: tuple[int, ...], hand: int = hand, trump: int = trump) -> int:
            total = 0
            for i, card in enumerate(given):
                earlier = given[:i].count(card)
                total += worth_of_giving(hand, card, earlier, trump, to_bidder, policy, inputs.vector, units) * unit
            mask = sum(1 << (card * width) for card in given)
            total += 1000 * meld_of(hand - mask, trump)
            if not to_bidder:
                total += int(policy[BACK_MELD]) * meld_of(mask, trump)
            void = int(policy[GIVE_VOID if to_bidder else BACK_VOID]) * unit
            return int(total + worth_of_voids(hand, mask, trump, void, inputs.vector))

        best = max(weigh(given) for given in set(combinations(cards, 4)))
        chosen = int(choose_by_worth(hand, 4, trump, to_bidder, policy, inputs.book, units, desk))
        chosen_cards = tuple(
            card for card in range(rules.deck.n_kinds) for _ in range((chosen >> (card * width)) & ((1 << width) - 1))
        )
        assert len(chosen_cards) == 4
        assert weigh(chosen_cards) >= best - 6000 * unit
        exact += weigh(chosen_cards) == best
    assert exact >= (11 if to_bidder and rules_name == "family250" else 8)


# --- bidding ---


def test_policies_that_do_not_listen_hear_nothing() -> None:
    rules = load_rules("family250")
    vector = kernel_inputs(rules).vector
    for name in ("standard", "medium", "easy"):
        policy = resolve(name, rules).vector
        assert heard(0, 0b0110, 0b1000, 3, 300, policy, vector) == 0
        assert raise_margin(0, 0b1010, policy, vector) == raise_margin(0, 0, policy, vector) >= 0


def test_calls_add_up() -> None:
    rules = load_rules("family250")
    vector = kernel_inputs(rules).vector
    policy = np.zeros(P.N_POLICY, np.int64)
    weights = dict(zip(P.LISTENING, (1000, 2000, 100, 3000, 4000, 5000), strict=True))
    policy[P.LISTEN : P.LISTEN + P.N_LISTENING] = list(weights.values())
    assert heard(0, 0, 0, -1, -1, policy, vector) == 0
    assert heard(0, 0b0100, 0, -1, -1, policy, vector) == 20  # partner passed
    assert heard(0, 0, 0b0100, 2, 300, policy, vector) == 10 + 5  # partner holds the bid, 50 above the lowest
    assert heard(0, 0b1000, 0b0010, 1, 250, policy, vector) == 30 + 40
    policy[P.PARTNER_MARGIN] = 1500
    assert raise_margin(0, 0b1010, policy, vector) == 15 + 50
    assert raise_margin(0, 0b1000, policy, vector) == 15
