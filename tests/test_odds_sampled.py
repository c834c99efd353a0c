"""Exact odds against dealt hands: every quantity within five standard errors of what the dealing kernels deal."""

from __future__ import annotations

import math
from functools import reduce
from typing import Any

import numpy as np
import pytest

from pinosim.api import odds
from pinosim.api.deal import deal_many
from pinosim.api.hand import Hand
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_sampling import hand_counts
from pinosim.api.odds.holding_odds import exact_chance
from pinosim.api.odds.many_melds import many_meld_points
from pinosim.api.odds.table_seats import Table
from pinosim.api.odds.team_odds import sample_team
from pinosim.api.odds.values import MeldValues
from pinosim.api.simulate import simulate
from pinosim.cards import CARDS, SUITS
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules

pytestmark = pytest.mark.jit
N = 100_000
HAND = "S:ATKQJ H:A9 D:AJ C:A99"
EVENTS = (
    "A>=1 each", "A==0", "A>=3", "aces_around", "kings_around", "queens_around", "jacks_around", "run(S)", "run(D)",
    "run", "marriage(S)", "marriages>=1", "marriages>=2", "marriages>=3", "marriages==0", "pinochle", "pinochle(2)",
    "void", "void(H)", "S>=5", "H==3", "longest>=5", "longest>=6", "shortest==2", "longest-shortest>=4", "K+Q>=5",
    "counters>=8", "counters<=4", "QS>=2", "QS & !JD", "A>=2 & marriages>=1", "T>=3 | K>=4", "shape(4-3-3-2)",
    "A-K>=2", "!(Q>=1 & K>=1)", "roundhouse | pinochle",
)  # fmt: skip
FOR_TWO = ("A>=1 each", "run(S)", "marriages>=2", "pinochle(2)", "void", "K+Q>=5", "counters>=8", "longest>=5")
WITH_NINES = ("9>=5 & A==0", "9>=4", "9==2", "9+J+Q>=7", "9>=1 each", "9>=5 & marriages==0")


def within(share: float, exact: float, n: int) -> bool:
    return abs(share - exact) <= 5 * math.sqrt(exact * (1 - exact) / n) + 1e-12


@pytest.mark.parametrize("name", ["family250", "guide-double", "family250-3h"])
def test_events_of_dealt_hands(name: str) -> None:
    rules = load_rules(name)
    masks = deal_many(rules, seed=11, n=N)
    hands = [hand_counts(masks[:, seat], rules) for seat in range(2)]
    nines = WITH_NINES if "9" in rules.deck.ranks else ()
    counted = 0
    for text in (*EVENTS, *nines):
        event = read_event(text, rules) if not text.startswith("shape") or name == "family250" else None
        if event is None:
            continue
        true = [np.asarray(event.holds(hand)) for hand in hands]
        draw = Table.seen(rules).draw(0)
        one = exact_chance(event, [draw])
        assert one is not None
        assert within(float(true[0].mean()), float(one), N), text
        both = exact_chance(event, [draw, draw]) if text in FOR_TWO else None
        if both is not None:
            counted += 1
            assert within(float((true[0] | true[1]).mean()), float(both), N), text
    assert counted >= len(FOR_TWO) - 2


def test_events_given_what_is_known() -> None:
    rules = load_rules("family250")
    table = Table.seen(rules, HAND, {"left": "9S 9S TH"})
    masks = deal_many(rules, seed=12, n=N, fixed=dict(table.held))
    for who, seat in (("left", 1), ("partner", 2), ("right", 3)):
        counts = hand_counts(masks[:, seat], rules)
        for text in (*EVENTS, *WITH_NINES):
            event = read_event(text, rules)
            chance = odds.holding(text, rules, HAND, who, {"left": "9S 9S TH"})
            assert chance.exact
            assert within(float(np.mean(event.holds(counts))), chance.p, N), (who, text)


def test_a_team_laid_together_and_the_table() -> None:
    rules = load_rules("family250")
    masks = deal_many(rules, seed=13, n=N)
    hands = [hand_counts(masks[:, seat], rules) for seat in range(4)]
    together: list[Any] = [a + b for a, b in zip(hands[0], hands[2], strict=True)]
    for text in ("aces_around(2)", "run(S)", "marriages>=5", "9==0", "void"):
        event = read_event(text, rules)
        chance = odds.holding(text, rules, who="together")
        assert within(float(np.mean(event.holds(together))), chance.p, N), text
    for text in ("run(S)", "A>=1 each", "9>=5 & A==0", "void", "pinochle(2)"):
        event = read_event(text, rules)
        anyone = reduce(np.logical_or, (event.holds(hand) for hand in hands))
        chance = odds.holding(text, rules, who="any")
        assert chance.exact
        assert within(float(anyone.mean()), chance.p, N), text


def test_what_takes_too_long_is_sampled_and_says_so() -> None:
    rules = load_rules("guide-double")
    chance = odds.holding("marriages==0", rules, who="any", seed=4)
    again = odds.holding("marriages==0", rules, who="any", seed=4)
    assert not chance.exact
    assert chance.fraction is None
    assert chance == again
    assert chance.estimate is not None
    assert chance.estimate.low < chance.p < chance.estimate.high
    one = odds.holding("marriages==0", rules)
    assert one.exact
    assert one.p < chance.p < 4 * one.p
    assert "sampled, seed 4" in str(chance)
    assert "low" in chance.to_dict()
    with pytest.raises(PinosimError, match="known elsewhere"):
        odds.holding("marriages==0", rules, who="any", known={"elsewhere": "AS"})


@pytest.mark.parametrize("name", ["family250", "wocg-single", "std004", "guide-double", "wocg-double"])
@pytest.mark.parametrize("trump", ["S", "H", "D", "best"])
def test_meld_of_dealt_hands(name: str, trump: str) -> None:
    rules = load_rules(name)
    counts = hand_counts(deal_many(rules, seed=14, n=N)[:, 1], rules)
    suits = range(4) if trump == "best" else (SUITS.index(trump),)
    points = reduce(np.maximum, (many_meld_points(counts, MeldValues.of(rules), suit) for suit in suits))
    found, number = np.unique(points, return_counts=True)
    check = odds.meld(rules, trump).check(dict(zip(found.tolist(), number.tolist(), strict=True)))
    assert check.ok, str(check)
    assert len(check.rows) > 20


@pytest.mark.parametrize("trump", ["S", "C", "D"])
def test_partner_of_a_known_hand(trump: str) -> None:
    rules = load_rules("family250")
    answer = odds.partner_meld(HAND, rules, trump)
    counts = hand_counts(deal_many(rules, seed=15, n=N, fixed={0: HAND})[:, 2], rules)
    points = many_meld_points(counts, MeldValues.of(rules), SUITS.index(trump))
    found, number = np.unique(points, return_counts=True)
    check = answer.meld.check(dict(zip(found.tolist(), number.tolist(), strict=True)))
    assert check.ok, str(check)
    assert sum(answer.means.values()) == answer.meld.exact_mean
    for card, chances in answer.holds.items():
        assert sum(chances) == 1
        for copies, chance in enumerate(chances):
            assert within(float((counts[CARDS.index(card)] == copies).mean()), float(chance), N)
    hand = Hand(HAND)
    for name, cards in {
        "kings around": "KH KD KC",
        "queens around": "QH QD QC",
        "double aces around": "AS AH AD AC",
    }.items():
        held = reduce(np.logical_and, (counts[CARDS.index(card)] >= 1 for card in cards.split()))
        assert len(hand + cards) == 12 + len(cards.split())
        assert within(float(held.mean()), float(answer.completes[name]), N), name


def test_two_partners_together() -> None:
    for name in ("family250", "wocg-single"):
        rules = load_rules(name)
        for trump in ("S", "H", "D", "C"):
            exact = odds.meld(rules, trump, who="team")
            assert exact.exact
            assert exact.hands == math.comb(48, 12) * math.comb(36, 12)
            assert exact.exact_mean == 2 * odds.meld(rules, trump).exact_mean
        check = exact.check(sample_team(rules, "C", [0, 2], 16, N))
        assert check.ok, str(check)


def test_a_run_is_held_against_the_distribution() -> None:
    rules = load_rules("family250")
    run = simulate(rules, deals=20_000, policy="random", seed=18, jobs=1)
    for trump in ("S", "best"):
        check = odds.meld(rules, trump).check(run)
        assert check, str(check)
        assert check.n == 20_000
        assert "agrees" in str(check)
    with pytest.raises(PinosimError, match="expected a run of wocg-single"):
        odds.meld(load_rules("wocg-single")).check(run)
    with pytest.raises(PinosimError, match="does not record"):
        odds.meld(rules, who="team").check(run)
    moved = {points + 10: ways for points, ways in odds.meld(rules).ways.items()}
    wrong = odds.meld(rules).check(moved)
    assert not wrong
    assert "DISAGREES" in str(wrong)
    with pytest.raises(PinosimError, match="at least 50"):
        odds.meld(rules).check({0: 3})


def test_three_partners_are_sampled() -> None:
    rules = load_rules("universal-6h")
    sampled = sample_team(rules, "S", [0, 2, 4], 17, 50_000)
    mean = sum(points * deals for points, deals in sampled.items()) / 50_000
    one = odds.meld_mean(rules).mean
    assert mean == pytest.approx(3 * one, rel=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["family250", "guide-double", "family250-3h"])
def test_ten_million_deals_bracket_every_quantity(name: str) -> None:
    # With the points of meld in three trumps, more than two hundred quantities over the three games.
    rules = load_rules(name)
    texts = [*EVENTS, *(WITH_NINES if "9" in rules.deck.ranks else ())]
    if name != "family250":
        texts = [text for text in texts if not text.startswith("shape")]
    events = {text: read_event(text, rules) for text in texts}
    held = dict.fromkeys(events, 0)
    melds: dict[int, dict[int, int]] = {suit: {} for suit in range(3)}
    chunk = 250_000
    deals = 10_000_000
    for first in range(0, deals, chunk):
        counts = hand_counts(deal_many(rules, seed=16, first=first, n=chunk)[:, 0], rules)
        for text, event in events.items():
            held[text] += int(np.count_nonzero(event.holds(counts)))
        for suit, tally in melds.items():
            found, number = np.unique(many_meld_points(counts, MeldValues.of(rules), suit), return_counts=True)
            for points, hands in zip(found.tolist(), number.tolist(), strict=True):
                tally[points] = tally.get(points, 0) + hands
    for text, event in events.items():
        exact = exact_chance(event, [Table.seen(rules).draw(0)])
        assert exact is not None
        assert within(held[text] / deals, float(exact), deals), text
    for suit, tally in melds.items():
        check = odds.meld(rules, SUITS[suit]).check(tally)
        assert check.ok, str(check)
        assert len(check.rows) > 30
