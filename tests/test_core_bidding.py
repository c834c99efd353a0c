"""What a hand is bid on: features counted once more by hand, and the trump that looks best."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import naive
import naive_games
from kernel_tools import NAMES, Game, Ints, fewer, game, random_hands, wraps_around
from naive import SUITS, Card
from pinosim.core import policy as P
from pinosim.core.bidding import may_bid
from pinosim.core.standard_bidding import best_trump, bidding_features, estimate_total, nameable_trumps, shared_features
from pinosim.rules.load import load_rules

pytestmark = wraps_around


def counted(what: Game, hand: list[Card], trump: str) -> list[int]:
    """Count the features of `pinosim.core.policy.FEATURES` as a person would, in points."""
    rules = what.naive
    ace = rules.counters["A"]
    held = Counter(hand)
    run_cards = len({card for card in held if card[1] == trump and card[0] in "ATKQJ"})
    missing = {rank: sum(held[rank + suit] == 0 for suit in SUITS) for rank in "AKQJ"}
    voids = [suit for suit in SUITS if suit != trump and not any(card[1] == suit for card in hand)]
    return [
        ace,
        ace * sum(card[1] == trump for card in hand),
        ace * held["A" + trump],
        ace * held["T" + trump],
        ace * sum(card[0] == "A" and card[1] != trump for card in hand),
        ace * len(voids),
        rules.run[0] if run_cards == 4 else 0,
        rules.run[0] if run_cards == 3 else 0,
        sum(rules.around[rank][0] for rank in "AKQJ" if missing[rank] == 1),
        rules.pinochle[0] if (held["QS"] > 0) != (held["JD"] > 0) else 0,
    ]


def weights(seed: int) -> Ints:
    policy = np.zeros(P.N_POLICY, np.int64)
    policy[P.KIND] = P.KIND_STANDARD
    policy[P.WEIGHTS : P.WEIGHTS + P.N_FEATURES] = np.random.default_rng(seed).integers(-500, 4000, P.N_FEATURES)
    return policy


def estimated(what: Game, hand: list[Card], trump: str, policy: Ints) -> int:
    """Return the estimate in thousandths of a point."""
    features = counted(what, hand, trump)
    points = sum(
        int(weight) * feature
        for weight, feature in zip(policy[P.WEIGHTS : P.WEIGHTS + P.N_FEATURES], features, strict=True)
    )
    return 1000 * naive.meld_total(hand, trump, what.naive) + points


@pytest.mark.parametrize("name", NAMES)
def test_features_are_what_a_player_counts(name: str) -> None:
    what = game(name)
    for hand in random_hands(what.naive, fewer(800), seed=1):
        for place, trump in enumerate(SUITS):
            features = np.full(P.N_FEATURES, -7, np.int64)
            bidding_features(np.int64(what.layout.hand(hand)), place, what.vector, what.layout.units, features)
            assert features.tolist() == counted(what, hand, trump), (hand, trump)


@pytest.mark.parametrize("name", NAMES)
def test_the_estimate_is_meld_and_weighted_features(name: str) -> None:
    what, policy = game(name), weights(2)
    for hand in random_hands(what.naive, fewer(300), seed=2):
        mask, features = np.int64(what.layout.hand(hand)), np.zeros(P.N_FEATURES, np.int64)
        shared_features(mask, what.vector, what.layout.units, features)
        for place, trump in enumerate(SUITS):
            meld = naive.meld_total(hand, trump, what.naive)
            total = estimate_total(mask, place, meld, what.vector, policy, what.layout.units, features)
            assert total == estimated(what, hand, trump, policy)


@pytest.mark.parametrize("name", NAMES)
def test_the_best_trump_has_the_best_estimate(name: str) -> None:
    what = game(name)
    chooser = random.Random(3)
    ties = 0
    for hand in random_hands(what.naive, fewer(600), seed=3):
        # without weights many suits look the same, and the longer one is named
        policy = weights(chooser.randrange(100)) * chooser.choice([0, 1])
        melds = np.array([naive.meld_total(hand, trump, what.naive) for trump in SUITS], np.int64)
        trump, total = best_trump(
            np.int64(what.layout.hand(hand)), melds, what.vector, policy, what.layout.units,
            np.zeros(P.N_FEATURES, np.int64),
        )  # fmt: skip
        allowed = naive.trumps_allowed(hand, what.naive)
        if not allowed:
            assert trump == -1
            continue
        estimates = {suit: estimated(what, hand, suit, policy) for suit in allowed}
        best = [suit for suit in allowed if estimates[suit] == max(estimates.values())]
        longest = max(best, key=lambda suit: (sum(card[1] == suit for card in hand), -SUITS.index(suit)))
        assert (SUITS[trump], total) == (longest, estimates[longest] // 1000)
        ties += len(best) > 1
    assert ties > 0


@pytest.mark.parametrize("name", ["auction-3h", "check", "family250"])
def test_bids_that_need_a_meld_or_a_marriage(name: str) -> None:
    what = game(name)
    seen = set()
    for hand in random_hands(what.naive, fewer(400), seed=6):
        for cards in (hand[:3], hand[:7], hand):
            melds = np.array([naive.meld_total(cards, trump, what.naive) for trump in SUITS], np.int64)
            allowed = bool(may_bid(np.int64(what.layout.hand(cards)), melds, what.vector))
            assert allowed == naive_games.may_bid(cards, what.naive), cards
            seen.add(allowed)
    assert seen == ({True} if name == "family250" else {False, True})


@pytest.mark.parametrize("name", NAMES)
def test_trumps_that_may_be_named(name: str) -> None:
    what = game(name)
    any_suit = np.array(load_rules("guide-double", ['trump.without_marriage="any-suit"']).vector)
    hands = [
        hand[:chooser_length] for hand in random_hands(what.naive, fewer(400), seed=4) for chooser_length in (6, 12)
    ]
    for hand in hands:
        mask = np.int64(what.layout.hand(hand))
        allowed = naive.trumps_allowed(hand, what.naive)
        assert [
            suit for place, suit in enumerate(SUITS) if (nameable_trumps(mask, what.vector) >> place) & 1
        ] == allowed
        if name == "guide-double":
            expected = sum(1 << SUITS.index(suit) for suit in allowed) or 0b1111
            assert nameable_trumps(mask, any_suit) == expected
