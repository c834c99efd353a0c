"""The table of published claims: every figure is counted, the known verdicts hold, and the table can be written."""

from __future__ import annotations

import csv
from fractions import Fraction
from math import comb
from pathlib import Path
from types import ModuleType

import pytest

from analysis_tools import load_analysis


@pytest.fixture(scope="module")
def published() -> ModuleType:
    return load_analysis("published_odds")


def test_verdicts(published: ModuleType) -> None:
    right = {claim.claim for claim in published.CLAIMS if claim.right}
    assert "one wanted face in the widow: 1 in 5.67" in right
    assert "full house: 0.02747" in right
    assert "exactly one ace in each suit: 256 C(64,16) / C(80,20)" in right
    for wrong in ("three wanted faces", "three holes", "triple aces", "royal flush", "four of a kind", "budget 30"):
        assert not any(claim.startswith(wrong) for claim in right), wrong
    assert len(published.CLAIMS) >= 25


def test_exact_figures_by_closed_formulas(published: ModuleType) -> None:
    exact = {claim.claim.partition(":")[0]: claim.exact() for claim in published.CLAIMS}
    assert exact["royal flush"] == Fraction(128, comb(48, 5))
    assert exact["four of a kind"] == Fraction(6 * comb(8, 4) * 40, comb(48, 5))
    assert exact["exactly one king"] == Fraction(8 * comb(40, 7), comb(48, 8))
    assert exact["exactly four hearts"] == Fraction(comb(12, 4) * comb(36, 8), comb(48, 12))
    two_aces = sum(comb(8, k) * comb(40, 12 - k) for k in range(3))
    assert exact["at most two aces"] == Fraction(two_aces, comb(48, 12))
    triple = sum(comb(4, fours) * 4 ** (4 - fours) * comb(64, 8 - fours) for fours in range(5))
    assert exact["triple aces around"] == Fraction(triple, comb(80, 20))


def test_the_table(published: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    published.main([])
    assert "1 in 2.16" in capsys.readouterr().out
    published.main(["--csv", str(tmp_path / "published.csv")])
    with open(tmp_path / "published.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(published.CLAIMS)
    assert all(row["address"].startswith("http") or row["address"] == "told at tables" for row in rows)
    assert {row["verdict"].partition(":")[0] for row in rows} == {"right", "wrong"}
