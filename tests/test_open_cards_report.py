"""The report on open cards: hands paired one by one, and a page that says what its numbers say."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from analysis_tools import load_analysis
from double_dummy_cases import wraps_around
from pinosim.api.intervals import mean_of
from pinosim.api.simulate import simulate
from pinosim.core import columns as col
from pinosim.rules.load import load_rules

pytestmark = wraps_around
RULES = load_rules("family250")


@pytest.fixture(scope="module")
def report() -> ModuleType:
    return load_analysis("open_cards")


def made_up(report: ModuleType, policy: str, shift: int, n: int = 200) -> object:
    """Hands whose numbers are known: the bidders take `shift` points more with open cards in every other hand."""
    number = np.arange(n)
    blind = 100 + 10 * (number % 5)
    difference = shift * (number % 2)
    hands = pd.DataFrame(
        {
            "open": blind + difference,
            "blind": blind,
            "difference": difference,
            "trumps": 4 + number % 3,
            "trump": number % 4,
            "made_open": np.ones(n, int),
            "made_blind": (number % 4 > 0).astype(int),
            "net": 2 * difference,
        }
    )
    return report.Pairs(policy, "open cards, exact", n + 10, hands)


def test_hands_are_paired_one_by_one(report: ModuleType) -> None:
    blind = simulate(RULES, 12, seed=3, jobs=1)
    opened = simulate(RULES, 12, seed=3, jobs=1, open_cards=True, horizon=2)
    pairs = report.pair(blind, opened)
    left, right = blind.frame(), opened.frame()
    played = left["outcome"] != col.NOT_PLAYED
    assert list(pairs.hands.index) == list(left.index[played])
    expected = (right["points_bidders"] - left["points_bidders"])[played]
    assert list(pairs.hands["difference"]) == list(expected)
    assert (pairs.policy, pairs.deals) == ("standard-1", 12)
    with pytest.raises(ValueError, match="the same contracts"):
        report.pair(blind, simulate(RULES, 12, seed=4, jobs=1))


def test_the_numbers_of_the_table(report: ModuleType) -> None:
    table = report.summary([made_up(report, "standard-1", 10)]).iloc[0]
    assert table["hands"] == 200
    assert table["blind"].value == pytest.approx(120)
    assert table["open"].value == pytest.approx(125)
    assert table["difference"] == mean_of([0, 10] * 100)
    assert table["difference"].margin < mean_of([100, 110, 120, 130, 140] * 40).margin / 2  # pairing pays
    assert (table["more"].value, table["alike"].value, table["less"].value) == (0.5, 0.5, 0)
    assert table["made difference"].value == pytest.approx(0.25)
    lengths = report.by_trumps(made_up(report, "standard-1", 10))
    assert list(lengths["trumps"]) == [4, 5, 6]
    assert lengths["hands"].sum() == 200
    points = report.distribution(made_up(report, "standard-1", 10), RULES)
    assert list(points["points"]) == list(range(0, 260, 10))
    assert points["open"].sum() == points["blind"].sum() == 200


def test_the_page_says_which_way_it_goes(report: ModuleType) -> None:
    pairs = [made_up(report, f"{name}-1", shift) for name, shift in (("easy", 20), ("standard", -10), ("hard", 0))]
    files = report.contents(RULES, pairs, 210)
    page = files["report.md"]
    assert page.startswith("# Open cards against the policies\n")
    assert "- `easy-1`: the bidders take more with open cards (+10.0 (+8.6 to +11.4) points)." in page
    assert "- `standard-1`: the bidders take less with open cards" in page
    assert "- `hard-1`: no difference beyond chance" in page
    assert "+25.0 (" in page  # percentage points of contracts made
    assert f"210 deals of `family250` ({RULES.hash}" in page
    for chart in ("distribution", "differences", "by-trumps"):
        assert f"(charts/{chart}.svg)" in page
        assert files[f"charts/{chart}.svg"].startswith("<svg")
    for name, text in files.items():
        if name.startswith("tables/"):
            assert {"rules_hash", "seed", "n"} <= set(text.splitlines()[0].split(","))
    assert files == report.contents(RULES, pairs, 210)
