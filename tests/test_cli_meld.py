"""The commands meld and deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pinosim.api.deal import Deal, deal_many
from pinosim.api.hand import Hand
from pinosim.cli.main import cli
from pinosim.rules.load import load_rules

# Kernels wrap around on purpose; numpy warns of it when they run uncompiled.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning")

HAND = "S:ATKQJ H:A9 D:AJ C:A99"


def pinosim(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), prog_name="pinosim")


def answer(*arguments: str) -> dict[str, Any]:
    result = pinosim(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    return value


def test_meld_as_json() -> None:
    value = answer("meld", HAND)
    rules = load_rules("family250")
    assert (value["command"], value["rules"], value["rules_hash"]) == ("meld", "family250", rules.hash)
    assert value["hand"] == HAND
    assert value["best"] == {"trump": "S", "total": 290}
    assert {suit: meld["total"] for suit, meld in value["melds"].items()} == {"S": 290, "H": 170, "D": 160, "C": 180}
    assert value["melds"]["S"]["items"][1] == {
        "name": "pinochle", "copies": 1, "points": 40, "cards": "S:Q H:- D:J C:-",
    }  # fmt: skip


@pytest.mark.parametrize("trump", ["H", "h", "♥", "hearts"])
def test_meld_with_one_trump(trump: str) -> None:
    value = answer("meld", HAND, "--trump", trump)
    assert list(value["melds"]) == ["H"]
    assert value["best"] == {"trump": "S", "total": 290}


def test_meld_under_other_rules() -> None:
    value = answer("meld", HAND, "--rules", "wocg-single", "--set", "meld.pinochle=[5, 30]")
    assert value["best"] == {"trump": "S", "total": 30}
    assert value["rules_hash"] == load_rules("wocg-single", ["meld.pinochle=[5, 30]"]).hash


def test_meld_in_words() -> None:
    result = pinosim("meld", *HAND.split())
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "Meld with spades trump (family250): 290"
    assert "  aces around   x1  100  S:A H:A D:A C:A" in lines
    assert lines[-1] == "Most with spades trump: 290"
    one = pinosim("meld", HAND, "--trump", "D").stdout
    assert one.startswith("Meld with diamonds trump (family250): 160")
    assert "Most" not in one


def test_meld_warns_of_another_size_on_stderr_only() -> None:
    result = pinosim("meld", "C:ATKKQQJ99 S:AQ D:AJJ H:A", "--trump", "C", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["melds"]["C"]["total"] == 390
    assert "this hand has 15 cards; a hand of family250 has 12" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AS*3"], "AS at character 1 makes 3 copies of it; the deck has 2"),
        (["S:AK", "1S"], "cannot read '1S' at character 6: the ten is T or 10"),
        (["S:A9", "--rules", "guide-double"], "9S at character 4 is not in the deck"),
        ([HAND, "--trump", "X"], "a suit is one of S H D C"),
        ([HAND, "--rules", "famly250"], "family250"),
        ([HAND, "--set", "meld.pinochle=[40]"], "meld.pinochle"),
        ([], "Missing argument"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_meld_refuses(arguments: list[str], message: str, form: list[str]) -> None:
    result = pinosim("meld", *arguments, *form)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_deal_as_json() -> None:
    value = answer("deal", "-n", "3", "--seed", "7", "--first", "5", "--rules", "guide-double")
    rules = load_rules("guide-double")
    assert (value["command"], value["seed"], value["n"], value["first"]) == ("deal", 7, 3, 5)
    masks = [[hand.mask(rules.deck) for hand in Deal(text, rules).hands if hand is not None] for text in value["deals"]]
    assert masks == deal_many(rules, seed=7, first=5, n=3).tolist()


def test_deal_in_words_is_one_readable_line_a_deal() -> None:
    lines = pinosim("deal", "-n", "4", "--seat0", "S:ATKQJ", "--seat2", "AH AD").stdout.splitlines()
    assert len(lines) == 4
    for line in lines:
        hands = Deal(line, load_rules("family250")).hands
        assert hands[0] is not None
        assert "S:ATKQJ" in hands[0]
        assert hands[2] is not None
        assert "AH AD" in hands[2]
    assert lines == answer("deal", "-n", "4", "--seat0", "S:ATKQJ", "--seat2", "AH AD")["deals"]


def test_deal_keeps_a_whole_hand() -> None:
    [line] = pinosim("deal", "--seat3", HAND).stdout.splitlines()
    assert Deal(line, load_rules("family250")).hands[3] == Hand(HAND)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seat4", "AS"], "a seat of family250: expected a whole number from 0 to 3, got 4"),
        (["--seat0", "AS AS", "--seat1", "AS"], "AS is held 3 times"),
        (["--seat1", "AS XX"], "seat 1: cannot read 'XX' at character 4"),
        (["-n", "0"], "-n"),
        (["-n", "99999999999"], "-n"),
        (["--seed", "-1"], "--seed"),
        (["--first", "99999999999999999999"], "--first"),
    ],
)
def test_deal_refuses(arguments: list[str], message: str) -> None:
    result = pinosim("deal", *arguments, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


@pytest.mark.parametrize("command", ["meld", "deal"])
def test_help(command: str) -> None:
    result = pinosim(command, "--help")
    assert result.exit_code == 0
    assert "--rules" in result.stdout
    assert "\\b" not in result.stdout
    assert "\n    pinosim " in result.stdout  # examples keep their lines


def test_meld_in_the_other_scale() -> None:
    large, small = answer("meld", HAND), answer("meld", HAND, "--scale", "1")
    assert small["best"] == {"trump": "S", "total": 29}
    for suit in "SHDC":
        pairs = zip(small["melds"][suit]["items"], large["melds"][suit]["items"], strict=True)
        assert all((10 * one["points"], one["cards"]) == (ten["points"], ten["cards"]) for one, ten in pairs)
    assert small["rules_hash"] == load_rules("family250", scale=1).hash


def test_a_hand_with_the_kitty_in_it_needs_no_warning() -> None:
    fifteen = "S:ATKQJ H:A9 D:AJ C:A99TKQ"
    for hand in (fifteen, f"TH KH QH {fifteen}"):
        result = pinosim("meld", hand, "--rules", "family250-3h")
        assert (result.exit_code, result.stderr) == (0, "")
    assert "has 15, 18 with the kitty" in pinosim("meld", "AS KS", "--rules", "family250-3h").stderr
