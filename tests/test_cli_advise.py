"""The command advise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pinosim.cli.main import cli
from pinosim.rules.load import load_rules

pytestmark = pytest.mark.jit

HAND = "S:AATKQJ H:A9 D:AJ C:TT"
FIXED_KEYS = {
    "command", "version", "rules", "rules_hash", "seed", "n", "verdict", "bid", "max_bid", "trump", "p_make",
    "by_trump", "ev_bid", "ev_pass", "win_bid", "win_pass", "own_meld", "reasons", "ess",
}  # fmt: skip


def pinosim(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["advise", *arguments], prog_name="pinosim")


def answer(*arguments: str) -> dict[str, Any]:
    result = pinosim(*arguments, "--precision", "0.05", "--json")
    assert result.exit_code == 0, result.stderr
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    return value


def test_json_has_what_was_promised() -> None:
    value = answer(HAND, "--bid", "300")
    assert set(value) >= FIXED_KEYS
    assert (value["command"], value["rules_hash"]) == ("advise", load_rules("family250").hash)
    assert (value["verdict"], value["bid"], value["trump"], value["own_meld"]) == ("bid", 300, "S", 190)
    assert (value["n"], value["ess"], value["seed"]) == (1024, 1024, 1)
    assert set(value["p_make"]["300"]) == {"p", "low", "high"}
    assert value["p_make"]["300"]["low"] <= value["p_make"]["300"]["p"] <= value["p_make"]["300"]["high"]
    assert set(value["by_trump"]) == set("SHDC")
    assert value["ev_bid"] > value["ev_pass"]
    assert value["max_bid"] > 300


def test_all_options_reach_the_answer() -> None:
    value = answer(
        *HAND.split(), "--bid", "300", "--seat", "2", "--dealer", "0", "--auction", "P", "--score", "-100:650",
        "--policy", "random", "--seed", "7", "-j", "1",
    )  # fmt: skip
    assert (value["seat"], value["dealer"], value["auction"], value["seed"]) == (2, 0, "P", 7)
    assert (value["score"], value["policies"]) == ([-100, 650], ["random-1"] * 4)


def test_other_rules_and_settings() -> None:
    value = answer(HAND, "--rules", "wocg-single", "--set", "meld.pinochle=[5, 30]")
    assert (value["rules"], value["bid"], value["own_meld"]) == ("wocg-single", 25, 20)


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again, other = (
        pinosim(HAND, "--precision", "0.05", "--json", "--jobs", jobs, "--seed", seed).stdout
        for jobs, seed in (("1", "3"), ("2", "3"), ("1", "4"))
    )
    assert first == again != other


def test_in_words() -> None:
    result = pinosim(HAND, "--bid", "300", "--precision", "0.05", "--score", "800:650")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"300 with {HAND}, spades trump: bid\n")
    assert "At 800 to 650 bidding wins " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HAND, "--bid", "255"), "the nearest legal bids are 250 and 260"),
        ((HAND, "--bid", "many"), "not a valid integer"),
        ((HAND, "--auction", "250 P 255"), "call 3 (seat 2)"),
        ((HAND, "--seat", "3"), "seat 3 is not to call"),
        ((HAND, "--score", "800-650"), "--score: expected ours and theirs with a colon between, such as 800:650"),
        ((HAND, "--score", "1600:0"), "has won"),
        ((HAND, "--precision", "nan"), "precision: expected a number from 0.001"),
        ((HAND, "--policy", "genius"), "there is no policy 'genius'"),
        (("S:AATK",), "4 cards, a hand of family250 has 12"),
        (("S:AATKQX",), "cannot read"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(arguments: tuple[str, ...], message: str) -> None:
    result = pinosim(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_the_other_scale() -> None:
    large, small = answer(HAND, "--bid", "300"), answer(HAND, "--bid", "30", "--scale", "1")
    assert (small["verdict"], small["trump"], 10 * small["max_bid"]) == ("bid", "S", large["max_bid"])
    assert small["p_make"]["30"] == large["p_make"]["300"]
    assert small["ev_bid"] == pytest.approx(large["ev_bid"] / 10)


def test_a_kitty_and_three_scores() -> None:
    value = answer("S:AKQJ9 H:AT9 D:TKQ C:TJ99", "--rules", "family250-3h", "--score", "800:-20:650", "--bid", "200")
    assert value["score"] == [800, -20, 650]
    assert value["p_make"] == value["after_kitty"]["p_make"]
    assert set(value["by_trump"]) == set("SHDC")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HAND, "--rules", "two-hand"), "has no auction"),
        (("S:AATTJ H:AAQJ D:ATJ", "--rules", "check"), "needs a marriage in hand, so there is nothing to judge: pass"),
        (("S:AKQJ9 H:AT9 D:TKQ C:TJ99", "--rules", "family250-3h", "--score", "800:650"), "those of the 2 others"),
        ((HAND, "--score", "800"), "--score: expected ours and theirs"),
    ],
)
def test_refusals_of_other_games(arguments: tuple[str, ...], message: str) -> None:
    result = pinosim(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
