"""Ways to act compared on the same deals: order, costs, verdict, looks."""

from __future__ import annotations

import json
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

from pinosim.api.comparison import Comparison, compare
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules

RULES = load_rules("family250")


def make(values: Any, **more: Any) -> Comparison:
    whats = [f"way{place}" for place in range(len(values))]
    return compare("Which way?", "choice", whats, values, RULES, 5, ["hard-1"] * 4, **more)


def test_best_first_and_costs_deal_by_deal() -> None:
    chance = np.random.default_rng(1).normal(0, 100, 400)
    result = make([chance, chance + 7, chance + 3])
    assert [option.what for option in result.options] == ["way1", "way2", "way0"]
    assert [round(option.cost.value, 9) for option in result.options] == [0, 4, 7]
    # the chance in the cards is common to all and drops out, while the values themselves stay uncertain
    assert max(option.cost.margin for option in result.options) < 1e-9
    assert result.best.value.margin > 5
    assert (result.verdict, result.tied) == ("clear", (result.best,))
    assert "way1 is clearly the best; way2 costs 4.0 (4.0 to 4.0)." in str(result)


def test_equal_ways_are_close_and_keep_their_order() -> None:
    values = np.arange(20.0)
    result = make([values, values, values - 1])
    assert [option.what for option in result.options] == ["way0", "way1", "way2"]
    assert (result.verdict, len(result.tied)) == ("close", 2)
    assert "another one may be as good" in str(result)
    assert make([values]).verdict == "only"


def test_costs_hold_together() -> None:
    values = np.random.default_rng(2).normal(0, 1, (9, 50))
    assert make(values).options[3].cost.level == pytest.approx(1 - 0.05 / 8)
    assert make(values[:2]).options[1].cost.level == pytest.approx(0.95)
    assert make(values).options[3].value.level == 0.95


def test_a_clear_verdict_among_equals_is_rare() -> None:
    rng = np.random.default_rng(3)
    said_clear = sum(make(rng.normal(0, 1, (8, 200))).verdict == "clear" for _ in range(400))
    assert said_clear <= 30  # at most 5% of 400, and three standard deviations more


def test_parts_and_chances() -> None:
    values = np.array([[1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 5.0]])
    made = np.array([[True, False, False, False], [True, True, True, False]])
    result = make(values, made=made, parts={"meld": values * 10}, bid=300)
    assert result.best.make is not None
    assert (result.best.make.value, result.best.part("meld").value) == (0.75, 35)
    frame = result.to_frame()
    assert list(frame.columns) == [
        "choice", "value", "low", "high", "cost", "cost_low", "cost_high", "make", "make_low", "make_high", "meld",
    ]  # fmt: skip
    assert frame["choice"].tolist() == ["way1", "way0"]
    assert frame.attrs["rules_hash"] == RULES.hash
    assert "bid made" in str(result)
    assert "contract 300" in str(result)


def test_plain_values_and_html() -> None:
    result = compare("Which <cards>?", "cards", ["AS KS", "9H 9D"], [[1, 2], [5, 9]], RULES, 5, ["hard-1"])
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert (plain["best"], plain["candidates"][1]["cards"], plain["n"]) == (["9H", "9D"], ["AS", "KS"], 2)
    assert plain["candidates"][0]["cost"] == 0
    assert result.option("KS AS").value.value == 1.5
    html = result._repr_html_()
    assert "Which &lt;cards&gt;?" in html
    assert "9H 9D" in html
    with pytest.raises(PinosimError, match="not among what was compared: 9H 9D, AS KS"):
        result.option("AS")


def test_chart() -> None:
    mpl.use("Agg")
    ax = make([[1.0, 2.0, 4.0], [3.0, 1.0, 2.0]]).plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["way0", "way1"]


@pytest.mark.parametrize(
    ("whats", "values", "words"),
    [
        ([], np.zeros((0, 5)), "at least 1"),
        (["a"], [[1.0]], "at least 2 deals"),
        (["a"], [[1.0, 2.0], [1.0, 2.0]], "each of the 1 ways"),
    ],
)
def test_what_cannot_be_compared(whats: list[str], values: Any, words: str) -> None:
    with pytest.raises(PinosimError, match=words):
        compare("?", "choice", whats, values, RULES, 1, [])


def test_other_faults() -> None:
    with pytest.raises(PinosimError, match="asked: expected 'card', 'cards'"):
        compare("?", "hand", ["a"], [[1.0, 2.0]], RULES, 1, [])
    with pytest.raises(PinosimError, match="meld: expected shape"):
        make([[1.0, 2.0]], parts={"meld": np.zeros((2, 2))})
