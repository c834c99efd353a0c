"""The same game in another scale: every number of points multiplied, nothing else changed, and back again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from pinosim.api.meld import count_meld
from pinosim.cli.main import cli
from pinosim.core import slots
from pinosim.errors import RuleError
from pinosim.rules.describe import differences
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import list_rules, load_rules, scaled
from pinosim.rules.schema import Rules
from worked_examples import MELD

SETS = list_rules()
by_id = pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.id)
WITH_FIVES = {"guide-family", "two-hand"}  # a king of 5 in the scale of 10 is half a point in the scale of 1


@by_id
def test_there_and_back(rules: Rules) -> None:
    other = 1 if rules.unit == 10 else 10
    if rules.id in WITH_FIVES:
        with pytest.raises(RuleError) as caught:
            scaled(rules, other)
        assert {problem.partition(":")[0] for problem in caught.value.problems} == {"tricks.king", "tricks.queen"}
        return
    there = scaled(rules, other)
    assert there.unit == other
    assert there.hash != rules.hash
    assert [one.key for one in differences(rules, there)] == ["identity.unit"]
    back = scaled(there, rules.unit)
    assert back == rules
    assert back.hash == rules.hash


@by_id
def test_points_alone_are_multiplied(rules: Rules) -> None:
    large = scaled(rules, 10 * rules.unit)
    for key, field in FIELDS.items():
        value, found = rules.value(key), large.value(key)
        if field.points:
            assert found == _times_ten(value)
        elif field.group != "identity":
            assert found == value
    assert (large.vector[: slots.REDEAL_OPTIONAL + 1] == rules.vector[: slots.REDEAL_OPTIONAL + 1]).all()
    assert (large.vector[slots.TRICK_TOTAL], large.vector[slots.TARGET]) == (
        10 * rules.vector[slots.TRICK_TOTAL],
        10 * rules.vector[slots.TARGET],
    )


def _times_ten(value: Any) -> Any:
    return tuple(_times_ten(item) for item in value) if isinstance(value, tuple) else 10 * value


@pytest.mark.parametrize("example", MELD, ids=lambda example: example.number)
def test_meld_is_the_same_times_ten(example: Any) -> None:
    rules = load_rules(example.rules)
    assert count_meld(example.hand, scaled(rules, 10 * rules.unit), example.trump).total == 10 * example.total


def test_the_printed_double_deck_is_the_small_one_times_ten() -> None:
    printed = load_rules("guide-double-x10")
    assert printed.hash == load_rules("guide-double", scale=10).hash
    assert load_rules("guide-double-x10", scale=1).hash == load_rules("guide-double").hash
    assert printed.auction.steps == ((500, 10), (600, 50))
    assert (printed.auction.min_bid, printed.auction.wild_over, printed.game.target) == (500, 250, 5000)
    assert (printed.floors.min_meld_bidders, printed.tricks.last_trick, printed.tricks.total) == (200, 20, 500)
    assert printed.meld.pinochle == (40, 300, 600, 1200)


def test_names_say_the_scale() -> None:
    small = load_rules("family250", scale=1)
    assert (small.id, small.title.rpartition(", ")[2]) == ("family250-x1", "points x1")
    assert load_rules("family250", scale=10) is not None
    assert load_rules("family250", scale=10).id == "family250"


def test_overrides_speak_in_the_scale_of_the_file() -> None:
    assert load_rules("family250", ["meld.pinochle=[40,450]"], scale=1).meld.pinochle == (4, 45)


@pytest.mark.parametrize("scale", [0, -1, 1001, "10", 1.5, True])
def test_scales_that_are_none(scale: Any) -> None:
    with pytest.raises(RuleError, match="scale"):
        scaled(load_rules(), scale)


def test_points_that_grow_too_large_are_refused() -> None:
    with pytest.raises(RuleError, match=r"game\.target"):
        scaled(load_rules(), 1000)


def test_option() -> None:
    hand = "S:ATKQJ H:A9 D:AJ C:A99"
    for command in (["meld", hand, "--trump", "S"], ["rules", "show", "family250"]):
        result = CliRunner().invoke(cli, [*command, "--scale", "1", "--json"], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["rules_hash"] == load_rules("family250", scale=1).hash
    result = CliRunner().invoke(cli, ["meld", hand, "--trump", "S", "--scale", "1", "--json"])
    assert json.loads(result.stdout)["melds"]["S"]["total"] == 15 + 10 + 4
    refused = CliRunner().invoke(cli, ["meld", hand, "--scale", "5"])
    assert refused.exit_code == 2
    refused = CliRunner().invoke(cli, ["rules", "show", "guide-family", "--scale", "1"])
    assert refused.exit_code == 2
    assert "tricks.king" in refused.output
