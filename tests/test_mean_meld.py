"""The exact mean meld of hands partly known, against counting it kind by kind, and against play."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pinosim.api.card_sets import asked_sets, card_counts, card_sets
from pinosim.api.hand import Hand
from pinosim.api.mean_meld import mean_melds
from pinosim.api.odds.draws import Draw, full_deck, without
from pinosim.api.odds.meld_odds import mean_by_kind
from pinosim.api.odds.values import MeldValues
from pinosim.api.pass_cards import exact_team_melds
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("family250", []),
        ("family250", ["meld.roundhouse=24"]),
        ("family250", ["meld.roundhouse_beside_run=40"]),
        ("wocg-single", []),
        ("guide-double", []),
        ("std004", []),
    ],
)
def test_means_are_those_counted_kind_by_kind(name: str, settings: list[str]) -> None:
    rules = load_rules(name, settings)
    chooser = random.Random(name)
    deck = Hand.from_counts(full_deck(rules)).cards()
    chooser.shuffle(deck)
    mine, size = deck[: rules.deal.hand_size], rules.deal.hand_size
    unseen = without(full_deck(rules), Hand(" ".join(mine)).counts)
    known = [Hand(" ".join(chooser.sample(mine, 4))).counts for _ in range(6)]
    for trump in "SHDC":
        means = mean_melds(known, unseen, size, rules, trump)
        for held, mean in zip(known, means, strict=True):
            shares = mean_by_kind(MeldValues.of(rules), Draw(held, unseen, size), trump)
            assert mean == pytest.approx(float(sum(shares.values())), rel=1e-12)


def test_the_team_meld_of_a_set_is_what_is_kept_and_what_the_other_gains() -> None:
    rules = load_rules("family250")
    mine = Hand("S:ATKQJ H:AAKK D:JQ C:A")
    mask = mine.mask(rules.deck)
    sets = card_sets(card_counts(mask, rules), 4, rules.deck.width)
    means = exact_team_melds(sets, mask, True, rules, "S")
    assert len(means) == len(sets) == len(set(sets.tolist()))
    place = sets.tolist().index(Hand("AS TS KS QS").mask(rules.deck))
    kept = mine - Hand("AS TS KS QS")
    unseen = without(full_deck(rules), mine.counts)
    theirs = sum(mean_by_kind(MeldValues.of(rules), Draw(Hand("AS TS KS QS").counts, unseen, 12), "S").values())
    assert means[place] == pytest.approx(kept.meld(rules, "S").total + float(theirs))


def test_sets_of_cards() -> None:
    rules = load_rules("family250")
    mask = Hand("AS AS KS QH").mask(rules.deck)
    sets = card_sets(card_counts(mask, rules), 2, rules.deck.width)
    found = {" ".join(Hand.from_mask(cards, rules.deck).cards()) for cards in sets}
    assert found == {"AS AS", "AS KS", "AS QH", "KS QH"}
    assert len(sets) == 4
    assert asked_sets(["QH KS"], sets, 2, rules) == [Hand("KS QH").mask(rules.deck)]
    for wrong in (["KS KS"], ["AS"], [""], ["AD KD"]):
        with pytest.raises(PinosimError, match="is not a choice: it takes 2 cards"):
            asked_sets(wrong, sets, 2, rules)
    with pytest.raises(PinosimError, match="put it in a list"):
        asked_sets("AS KS", sets, 2, rules)


def test_counts_of_cards() -> None:
    rules = load_rules("guide-double")
    assert card_counts(Hand("JS JS AC").mask(rules.deck), rules).tolist() == [2, *[0] * 18, 1]
    assert np.array_equal(card_sets(np.array([1, 1]), 0, 2), [0])
