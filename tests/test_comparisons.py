"""Which trump to name, which cards to bury, whether to throw the hand in; and the commands."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pinosim as ps
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import column_of
from pinosim.api.discard import sets_to_bury
from pinosim.api.hand import Hand
from pinosim.api.playouts import play_out_hand
from pinosim.cli.main import cli
from pinosim.core import columns as C
from pinosim.errors import PinosimError
from pinosim.policies.registry import resolve_seats

pytestmark = pytest.mark.jit

FAMILY = ps.load_rules("family250")
THREE = ps.load_rules("family250-3h")
HAND = "S:KQJ H:ATQ9 D:AQ99 C:A"
EIGHTEEN = "S:AATTKQJ H:A99 D:KJ9 C:AQJ99"
NINES = "S:KQ99 H:J9 D:KQ9 C:TJ9"
COMMON_KEYS = {"command", "version", "rules", "rules_hash", "seed", "n", "best", "candidates"}


# --- trump -----------------------------------------------------------------------------------------------------------


def test_the_deals_are_those_of_play_outs() -> None:
    """Each suit brings what playing the hand out in it brings, on the same deals."""
    result = ps.name_trump(HAND, FAMILY, precision=0.05, policy="standard")
    policies = resolve_seats("standard", FAMILY)
    outs = play_out_hand(FAMILY, Hand(HAND), read_auction("", FAMILY), policies, 1, result.n)
    assert {option.what for option in result.options} == set("SHDC")
    for option in result.options:
        ours, theirs = (column_of(outs, option.what, column) for column in (C.SCORE_BIDDERS, C.SCORE_OTHERS))
        assert option.value.value == pytest.approx((ours - theirs).mean())
        assert option.part("meld").value == pytest.approx(column_of(outs, option.what, C.MELD_BIDDERS).mean())
        assert option.part("own_meld").value == Hand(HAND).meld(FAMILY, option.what).total


def test_a_contract_is_made_or_set() -> None:
    result = ps.name_trump(HAND, FAMILY, bid=300, precision=0.05)
    hearts, clubs = result.option("H"), result.option("C")
    assert hearts.make is not None
    assert clubs.make is not None
    assert hearts.make.low > clubs.make.high
    assert clubs.value.high < 0 < hearts.value.low


def test_noise_is_called_noise() -> None:
    """Spades and clubs differ in nothing but their names."""
    result = ps.name_trump("S:AKT9 C:AKT9 H:99 D:99", ps.load_rules("guide-family"), precision=0.1)
    assert {result.options[0].what, result.options[1].what} == {"S", "C"}
    assert result.verdict == "close"
    assert result.options[2].cost.low > 0


def test_only_suits_that_may_be_named() -> None:
    rules = ps.load_rules("family250", ["trump.needs_marriage=true"])
    result = ps.name_trump("S:KQA H:ATT9 D:AJ99 C:A", rules, precision=0.1)
    assert [option.what for option in result.options] == ["S"]
    assert (result.verdict, result.best.cost.value) == ("only", 0)
    assert "there is nothing else to choose" in str(result)
    with pytest.raises(PinosimError, match="may name no trump"):
        ps.name_trump("S:QQA H:ATT9 D:AJ99 C:A", rules)


def test_with_and_without_the_kitty() -> None:
    without = ps.name_trump("S:AATTKQJ H:A99 D:KJ9 C:AQ", THREE, precision=0.1)
    with_kitty = ps.name_trump(EIGHTEEN, THREE, precision=0.1)
    assert without.best.what == with_kitty.best.what == "S"
    assert "whatever it brings" in str(without)
    assert "whatever it brings" not in str(with_kitty)
    # with the kitty in hand the meld is known
    assert with_kitty.best.part("meld").margin == 0
    assert with_kitty.best.part("meld").value == with_kitty.best.part("own_meld").value
    with pytest.raises(PinosimError, match="expected 15 cards, or 18 with the kitty, got 12"):
        ps.name_trump(HAND, THREE)


@pytest.mark.parametrize("name", ["universal-5h", "universal-6h", "bicycle-widow", "cutthroat-3h"])
def test_trump_in_other_games(name: str) -> None:
    rules = ps.load_rules(name)
    hand = ps.Deal.random(rules, seed=5).hands[0]
    assert hand is not None
    assert 1 <= len(ps.name_trump(hand, rules, precision=0.2).options) <= 4


# --- burying ---------------------------------------------------------------------------------------------------------


@cache
def points(cards: Hand, trump: str, rules: ps.Rules) -> int:
    return cards.meld(rules, trump).total


def may_bury(cards: Hand, buried: list[str], trump: str, rules: ps.Rules) -> bool:
    """Tell whether some order buries no card of the meld while there is another."""
    if not buried:
        return True
    meld = points(cards, trump, rules)
    free = {card for card in cards.cards() if points(cards - card, trump, rules) == meld}
    for card in set(buried):
        rest = list(buried)
        rest.remove(card)
        if (card in free or not free) and may_bury(cards - card, rest, trump, rules):
            return True
    return False


@pytest.mark.parametrize("hand", ["S:ATKQJ H:AA D:KQ C:KQ", "S:AAKKQQ H:AAKQ D:AAKQ C:AAKQ", EIGHTEEN])
def test_sets_that_may_be_buried(hand: str) -> None:
    """Every set of three against the rule read aloud, also where the hand is all meld."""
    cards = Hand(hand)
    found = set(sets_to_bury(cards.mask(THREE.deck), 0, THREE).tolist())
    tried = {tuple(sorted(some)) for some in combinations(cards.cards(), 3)}
    allowed = {Hand(" ".join(some)).mask(THREE.deck) for some in tried if may_bury(cards, list(some), "S", THREE)}
    assert found == allowed
    assert found


def test_burying_the_side_suits_is_better_than_a_trump() -> None:
    result = ps.discard(EIGHTEEN, THREE, "S", bid=300, also=["9H 9C 9C"], precision=0.1)
    assert result.best.what in ("9H KD 9D", "9H 9H KD")
    assert result.option("9H 9C 9C").cost.low > 5
    assert result.best.part("meld").margin == 0
    assert any("would bury" in note for note in result.notes)


def test_trump_is_found_when_not_given() -> None:
    result = ps.discard(EIGHTEEN, THREE, precision=0.2, show=2)
    assert "Trump was not given: spades" in str(result)
    given = ps.discard(EIGHTEEN, THREE, "S", precision=0.2, show=2)
    assert result.options == given.options


def test_melded_cards_may_be_buried_where_the_rules_let_them() -> None:
    rules = ps.load_rules("family250-3h", ["kitty.bury_excludes_meld=false"])
    mask = Hand(EIGHTEEN).mask(rules.deck)
    assert len(sets_to_bury(mask, 0, rules)) > len(sets_to_bury(mask, 0, THREE))


# --- redeal ----------------------------------------------------------------------------------------------------------


def test_five_nines_and_no_ace_are_thrown_in() -> None:
    result = ps.redeal(NINES, FAMILY, precision=0.03)
    assert (result.best.what, result.verdict) == ("throw in", "clear")
    fresh, kept = result.options
    # a new deal is worth nothing to either side but for who speaks first
    assert abs(fresh.value.value) < 4 * fresh.value.margin
    assert kept.cost.value == pytest.approx(fresh.value.value - kept.value.value)
    assert "when the hand is kept" in str(result)


def test_a_hand_worth_keeping() -> None:
    """A run and a pinochle beside five nines."""
    rules = ps.load_rules("family250", ["redeal.no_aces=false"])
    result = ps.redeal("S:ATKQJQ9 H:99 D:J9 C:9", rules, precision=0.05)
    assert (result.best.what, result.verdict) == ("keep", "clear")


def test_seats_and_games() -> None:
    last = ps.redeal(NINES, FAMILY, seat=3, precision=0.1)
    first = ps.redeal(NINES, FAMILY, seat=3, dealer=2, precision=0.1)
    assert last.options != first.options
    three = ps.redeal("S:KQTJ99 H:99 D:J99 C:TJQ9", ps.load_rules("gruntose-3h"), precision=0.1)
    assert three.best.what == "throw in"


@pytest.mark.parametrize(
    ("hand", "rules", "words"),
    [
        (NINES, ps.load_rules("guide-family"), "no hand may be thrown in"),
        (HAND, FAMILY, "that takes 5 nines, no ace"),
        (NINES, ps.load_rules("family250", ["redeal.optional=false"]), "must be thrown in"),
        (NINES, ps.load_rules("two-hand"), "no auction before which"),
        ("S:KQ99", FAMILY, "has 4 cards"),
    ],
)
def test_nothing_to_decide(hand: str, rules: ps.Rules, words: str) -> None:
    with pytest.raises(PinosimError, match=words):
        ps.redeal(hand, rules)


# --- bad questions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (lambda: ps.name_trump(HAND, FAMILY, bid=251), "251"),
        (lambda: ps.name_trump(HAND, ps.load_rules("two-hand")), "nobody names trump"),
        (lambda: ps.name_trump(HAND, FAMILY, precision=0), "precision: expected"),
        (lambda: ps.discard(EIGHTEEN, FAMILY), "for cards passed between partners use 'pinosim pass'"),
        (lambda: ps.discard(EIGHTEEN, ps.load_rules("guide-family")), "there is no kitty"),
        (lambda: ps.discard(EIGHTEEN, ps.load_rules("bicycle-widow")), "gives one card of the kitty to each"),
        (lambda: ps.discard(HAND, THREE), "18 in all, got 12"),
        (lambda: ps.discard(EIGHTEEN, THREE, "X"), "expected trump to be one of the suits"),
        (lambda: ps.discard(EIGHTEEN, THREE, "S", also=["AS KS QS"]), "is not a choice"),
        (lambda: ps.discard(EIGHTEEN, THREE, "S", show=99), "show: expected"),
        (lambda: ps.redeal(NINES, FAMILY, seat=4), "seat: expected a whole number from 0 to 3, got 4"),
        (lambda: ps.redeal(NINES, FAMILY, dealer=-1), "dealer: expected"),
    ],
)
def test_refusals(question: Any, words: str) -> None:
    with pytest.raises(PinosimError, match=words):
        question()


def test_trump_needs_a_marriage() -> None:
    with pytest.raises(PinosimError, match="may not name hearts in 'gruntose-3h', which needs a marriage"):
        ps.discard(EIGHTEEN, ps.load_rules("gruntose-3h"), "H")


# --- commands --------------------------------------------------------------------------------------------------------


def pinosim(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), prog_name="pinosim")


@pytest.mark.parametrize(
    ("arguments", "asked", "best"),
    [
        (["trump", HAND, "--bid", "300"], "trump", "H"),
        (["pass", "S:TQ H:A9 D:AJJ C:KQT99", "--trump", "S", "--count", "2"], "cards", ["TS", "QS", "JD", "JD"]),
        (["discard", EIGHTEEN, "--rules", "family250-3h", "-t", "S"], "cards", None),
        (["redeal", NINES, "--seat", "1", "--dealer", "0"], "choice", "throw in"),
    ],
)
def test_json(arguments: list[str], asked: str, best: object) -> None:
    result = pinosim(*arguments, "--precision", "0.05", "--seed", "3", "-j", "1", "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert set(answer) >= COMMON_KEYS
    assert (answer["command"], answer["seed"], answer["verdict"] in ("clear", "close")) == (arguments[0], 3, True)
    assert answer["best"] == answer["candidates"][0][asked]
    assert best in (None, answer["best"])
    for candidate in answer["candidates"]:
        assert candidate["low"] <= candidate["ev"] <= candidate["high"]
        assert candidate["cost_low"] <= candidate["cost"] <= candidate["cost_high"]


def test_text() -> None:
    result = pinosim("pass", "S:TQ H:A9 D:AJJ C:KQT99", "-t", "S", "--precision", "0.1", "--also", "9H 9C 9C KC")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Which 4 cards to pass to the bidder, spades trump, of")
    assert "TS QS JD JD is clearly the best" in lines[1]
    assert any(line.startswith("9H KC 9C 9C") for line in lines)
    back = pinosim("pass", "S:AATKQJ H:A9 D:AJ C:TT", "-t", "S", "--from", "bidder", "--received", "KS QS AC AD")
    assert "back to partner" in back.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["pass", HAND], "Missing option '-t' / '--trump'"),
        (["pass", HAND, "-t", "S", "--from", "dealer"], "'dealer' is not one of 'partner', 'bidder'"),
        (["pass", HAND, "-t", "S", "--rules", "guide-family"], "no cards are passed"),
        (["trump", "S:AKQ"], "has 3 cards"),
        (["discard", HAND], "nothing is buried"),
        (["redeal", HAND], "may not be thrown in"),
        (["redeal", NINES, "--precision", "3"], "precision: expected"),
    ],
)
def test_bad_input_ends_with_2_and_one_message(arguments: list[str], words: str) -> None:
    result = pinosim(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert "Traceback" not in result.stderr
