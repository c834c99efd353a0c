"""Which cards to pass: what players agree on comes out, alternatives cost what they cost, bad questions are refused."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import pinosim as ps
from pinosim.api.comparison import Comparison
from pinosim.errors import PinosimError

pytestmark = pytest.mark.jit

FAMILY = ps.load_rules("family250")
SIXTEEN = "S:AATKQJ H:A99 D:JKT C:TTKQ"


@lru_cache
def passed(hand: str, trump: str, *also: str, giver: str = "partner") -> Comparison:
    return ps.pass_cards(hand, FAMILY, trump, giver, also=also, precision=0.05)


def best(hand: str, trump: str, *also: str) -> list[str]:
    return passed(hand, trump, *also).best.what.split()


# --- what players agree on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trump", "leg"),
    [
        ("S:K H:AT D:AQJT C:KQT99", "S", "JD"),
        ("S:AKQ9 H:JA D:JAK C:JT9", "S", "JD"),
        ("S:ATK9 H:JA D:JAK C:JT9", "S", "JD"),
        ("S:AQKT H:AT D:K C:KQT99", "D", "QS"),
        ("S:QAK H:JA D:AKJ9 C:JT9", "D", "QS"),
    ],
)
def test_a_leg_goes_to_the_bidder_when_its_other_half_is_a_trump(hand: str, trump: str, leg: str) -> None:
    assert leg in best(hand, trump)
    assert passed(hand, trump).best.cost.value == 0


@pytest.mark.parametrize("trump", ["H", "C"])
@pytest.mark.parametrize(("leg", "others"), [("JD", "S:K D:AQJT"), ("QS", "S:AQKT D:K")])
def test_a_leg_stays_when_hearts_or_clubs_are_trump(leg: str, others: str, trump: str) -> None:
    side = "C" if trump == "H" else "H"
    hand = f"{others} {trump}:ATK {side}:K99T"
    without = best(hand, trump)
    assert leg not in without
    # the leg instead of the least of the cards that go
    with_leg = [" ".join([leg, *without[:place], *without[place + 1 :]]) for place in range(4)]
    result = passed(hand, trump, *with_leg)
    assert min(result.option(cards).cost.value for cards in with_leg) > 2


@pytest.mark.parametrize("four", ["AS TS KS JS", "AS KS QS JS"])
def test_four_trumps_beat_a_round_of_jacks(four: str) -> None:
    suits = "".join(card[0] for card in four.split())
    hand = f"S:{suits} H:JTK D:JTQ C:JK"
    jacks, trumps = "JS JH JD JC", four
    result = passed(hand, "S", jacks, trumps)
    assert result.option(trumps).cost.value < result.option(jacks).cost.value - 20
    assert result.option(jacks).cost.low > 0


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("S:AQ H:A99 D:KT9 C:AT99", "H"),
        ("S:K H:T9 D:AK9 C:AAQ99J", "S"),
        ("S:9T H:AT9 D:99KQ C:AK9", "D"),
    ],
)
def test_no_nine_of_a_side_suit_goes_to_the_bidder(hand: str, trump: str) -> None:
    assert not [card for card in best(hand, trump) if card[0] == "9" and card[1] != trump]


def test_where_only_losers_are_left_a_nine_is_as_good_as_a_ten() -> None:
    result = passed("S:TTQ99 H:K9 D:99 C:AK9", "C", "9S AC KC 9C", "TS AC KC 9C")
    assert {"AC", "KC", "9C"} <= set(result.best.what.split())
    assert abs(result.option("9S AC KC 9C").value.value - result.option("TS AC KC 9C").value.value) < 5
    assert result.verdict == "close"


def test_missing_run_cards_go_to_the_bidder() -> None:
    assert best("S:TKJ H:A9 D:T9 C:KQT99", "S")[:3] == ["TS", "KS", "JS"]


# --- what the figures mean -------------------------------------------------------------------------------------------


def test_the_exact_meld_is_that_of_the_deals_when_the_bidder_gives_back() -> None:
    # a right to throw hands in would leave some of partner's out
    rules = ps.load_rules("family250", ["redeal.min_nines=0"])
    result = ps.pass_cards(SIXTEEN, rules, "S", "bidder", precision=0.02)
    assert (result.n, result.asked, len(result.options) >= 8) == (3072, "cards", True)
    for option in result.options:
        meld, exact = option.part("meld"), option.part("exact_meld").value
        assert abs(meld.value - exact) < 2 * meld.margin  # four standard deviations


def test_what_the_policies_would_pass_is_shown_with_its_cost() -> None:
    result = passed("S:AQ H:AK D:J C:AATQJJ9", "S", "9C JC JC JD")
    named = [note.split(" would pass ")[1].rstrip(".") for note in result.notes if " would pass " in note]
    assert len(named) == 2
    for cards in [*named, "9C JC JC JD"]:
        assert result.option(cards).cost.value >= 0
    assert result.option("JD JC JC 9C").cost.low > 50
    values = [option.value.value for option in result.options]
    assert values == sorted(values, reverse=True)


def test_who_bid_more_holds_more() -> None:
    hand = "S:TQ H:A9 D:AJJ C:KQT99"
    low, high = (ps.pass_cards(hand, FAMILY, "S", bid=bid, precision=0.05) for bid in (250, 400))
    assert low.best.make is not None
    assert low.best.make.value > 0.9
    assert low.best.part("meld").high < high.best.part("meld").low
    assert (low.bid, "bids up to 400" in high.notes[0]) == (250, True)
    assert passed(hand, "S").best.make is None


def test_same_seed_same_answer_whatever_the_threads() -> None:
    ask: dict[str, Any] = {"trump": "S", "precision": 0.1, "show": 3}
    one, two, other = (
        ps.pass_cards("S:TQ H:A9 D:AJJ C:KQT99", FAMILY, **ask, jobs=jobs, seed=seed)
        for jobs, seed in ((1, 4), (2, 4), (2, 5))
    )
    assert one == two
    assert one != other
    assert (one.seed, one.policies, 3 <= len(one.options) <= 5) == (4, ("hard-1",) * 4, True)


def test_received_cards_may_be_in_the_hand_or_beside_it() -> None:
    ask: dict[str, Any] = {"trump": "S", "giver": "bidder", "precision": 0.1, "show": 2}
    beside = ps.pass_cards("S:AATKQJ H:A9 D:AJ C:TT", FAMILY, received="KS QS AC AD", **ask)
    inside = ps.pass_cards("S:AATKKQQJ H:A9 D:AAJ C:ATT", FAMILY, received="KS QS AC AD", **ask)
    assert beside == inside
    unknown = ps.pass_cards("S:AATKKQQJ H:A9 D:AAJ C:ATT", FAMILY, **ask)
    assert unknown.best.what == beside.best.what


def test_cards_received_stay_where_they_must() -> None:
    rules = ps.load_rules("family250", ["passing.may_return_received=false"])
    hand = "S:AATKQJ H:A9 D:AJ C:TT"
    result = ps.pass_cards(hand, rules, "S", "bidder", "9H 9C QC KD", precision=0.1)
    for option in result.options:
        assert not {"9C", "QC", "KD"} & set(option.what.split())
    with pytest.raises(PinosimError, match="say which 4 they are"):
        ps.pass_cards(hand + " 9H 9C QC KD", rules, "S", "bidder")


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("guide-double", "S:AKQJT H:AAKQJT D:AKQT C:JTKKQ"),
        ("joedog-4h", "S:TQ H:A9 D:AJJ C:KQT99"),
        ("universal-5h", "S:AKQJT H:AAKQJ D:AQT C:JKQ"),
    ],
)
def test_other_games(name: str, hand: str) -> None:
    rules = ps.load_rules(name)
    result = ps.pass_cards(hand, rules, "S", precision=0.1, show=3)
    assert {len(option.what.split()) for option in result.options} == {rules.passing.count}
    assert result.rules == name
    assert result.best.part("tricks").value > 0


# --- bad questions ---------------------------------------------------------------------------------------------------

HAND = "S:TQ H:A9 D:AJJ C:KQT99"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hand": "S:TQ H:A9"}, "has 4 cards"),
        ({"hand": "S:TTTQ H:A9 D:AJJ C:KQT9"}, "TS"),
        ({"trump": "best"}, "expected trump to be one of the suits"),
        ({"giver": "me"}, "giver: expected 'partner' or 'bidder', got 'me'"),
        ({"giver": "bidder"}, "expected the 16 cards a bidder has before he passes, or 12 and the cards received"),
        ({"received": "AS TS KS QS"}, "only the bidder has received cards"),
        ({"giver": "bidder", "hand": SIXTEEN, "received": "AH AH KH QH"}, "received: AH, KH, QH is not in the hand"),
        ({"giver": "bidder", "received": "AS"}, "received: expected the 4 cards partner has passed, got 1: "),
        ({"bid": 255}, "255"),
        ({"show": 0}, "show: expected a whole number from 1 to 50, got 0"),
        ({"precision": 7}, "precision: expected"),
        ({"policy": "human"}, "there is no policy 'human'"),
        ({"policy": "hard,expert,hard,expert"}, "'expert' takes too long over a card"),
        ({"seed": -1}, "seed: expected"),
        ({"jobs": 0}, "jobs: expected"),
        ({"also": ["AS KS QS JS"]}, "also: AS KS QS JS is not a choice"),
        ({"also": "TS QS JD JD"}, "put it in a list"),
        ({"rules": ps.load_rules("guide-family")}, "no cards are passed between partners"),
        ({"rules": ps.load_rules("family250-3h")}, "'pinosim discard' is for games"),
        (
            {"rules": ps.load_rules("universal-5h"), "giver": "bidder", "hand": "S:AKQJT H:AAKQJ D:AQT C:JKQ"},
            "cannot be compared yet",
        ),
        ({"hand": "S:TQ H:A9 D:AJJ C:KKQQ9", "trump": "C", "bid": 900}, "give a lower bid"),
    ],
)
def test_refusals(changes: dict[str, Any], words: str) -> None:
    ask: dict[str, Any] = {"hand": HAND, "rules": FAMILY, "trump": "S", "precision": 0.1} | changes
    with pytest.raises(PinosimError, match=words):
        ps.pass_cards(**ask)
