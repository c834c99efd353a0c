"""Ratings fitted to matches of all against all."""

from __future__ import annotations

import importlib
import math
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pinosim import load_rules, match
from pinosim.api.intervals import Estimate
from pinosim.api.ladder import ELO_SCALE, play_ladder, rate_all
from pinosim.api.match import Match
from pinosim.errors import PinosimError

pytestmark = pytest.mark.jit
RULES = load_rules("family250")
TRUE = {"a-1": 0.0, "b-1": 120.0, "c-1": 310.0, "d-1": -200.0}


@pytest.fixture(scope="module")
def example() -> Match:
    return match("easy", "random", RULES, deals=20, jobs=1)


def made_up(example: Match, a: str, b: str, won: int, tied: int, deals: int) -> Match:
    share = (won + tied / 2) / deals
    return replace(
        example, a=a, b=b, deals=deals, won=won, tied=tied, lost=deals - won - tied,
        win_rate=Estimate(share, share, share, deals, "made up", 0.99),
    )  # fmt: skip


def test_ratings_are_found_again_and_intervals_cover_them(example: Match) -> None:
    random = np.random.default_rng(8)
    inside = tried = 0
    for _ in range(150):
        matches = []
        for a, b in combinations(TRUE, 2):
            p = 1 / (1 + math.exp(-(TRUE[a] - TRUE[b]) / ELO_SCALE))
            tie = 0.1 * min(p, 1 - p)
            won, tied, _ = random.multinomial(400, [p - tie / 2, tie, 1 - p - tie / 2])
            matches.append(made_up(example, a, b, int(won), int(tied), 400))
        ladder = rate_all(matches, "a-1", 0.9)
        for rating in ladder.ratings:
            if rating.name != "a-1":
                tried += 1
                inside += rating.low <= TRUE[rating.name] <= rating.high
    assert 0.86 < inside / tried < 0.94
    assert [rating.name for rating in ladder.ratings] == ["c-1", "b-1", "a-1", "d-1"]


def test_one_match_gives_its_own_elo(example: Match) -> None:
    ladder = rate_all([made_up(example, "a-1", "b-1", 60, 10, 100)], "b-1")
    share = 0.65
    assert ladder.ratings[0].elo == pytest.approx(ELO_SCALE * math.log(share / (1 - share)))
    assert (ladder.ratings[1].elo, ladder.ratings[1].low) == (0, 0)
    assert ladder.worst_fit < 1e-9


def test_players_that_cannot_be_rated(example: Match) -> None:
    with pytest.raises(PinosimError, match="won every deal or none"):
        rate_all([made_up(example, "a-1", "b-1", 100, 0, 100)], "a-1")
    apart = [made_up(example, "a-1", "b-1", 50, 0, 100), made_up(example, "c-1", "d-1", 50, 0, 100)]
    with pytest.raises(PinosimError, match="never met"):
        rate_all(apart, "a-1")
    with pytest.raises(PinosimError, match="as the anchor"):
        rate_all(apart, "e-1")
    with pytest.raises(PinosimError, match="two or more different"):
        play_ladder(["easy", "easy"], RULES, lambda a, b: 10)


def test_a_ladder_is_played(tmp_path: Path) -> None:
    told: list[Match] = []
    ladder = play_ladder(["random", "easy", "standard"], RULES, lambda a, b: 100, tell=told.append)
    assert tuple(told) == ladder.matches
    assert [(m.a, m.b, m.seed) for m in told] == [
        ("easy-1", "random-1", 1), ("standard-1", "random-1", 2), ("standard-1", "easy-1", 3),
    ]  # fmt: skip
    value, low, high = ladder.between("random-1", "easy-1")
    assert low < value < high < 0
    with pytest.raises(PinosimError, match="no match"):
        ladder.between("hard-1", "easy-1")


def test_the_page_kept_says_how_the_script_makes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[1]
    monkeypatch.syspath_prepend(str(root / "analyses"))
    script = importlib.import_module("ladder")
    page = (root / "reports" / "ladder" / "index.md").read_text(encoding="utf-8").splitlines()
    assert page[:4] == script.head(script.arguments([]))
    variables = dict(re.findall(r"^(LADDER_\w+) \?= (.*)$", (root / "Makefile").read_text(encoding="utf-8"), re.M))
    assert f"--rules {variables['LADDER_RULES']} --deals {variables['LADDER_DEALS']} " in page[2]
    assert f"--thinking-deals {variables['LADDER_THINKING_DEALS']}`" in page[2]


def test_the_analysis_writes_its_page(tmp_path: Path) -> None:
    script = Path(__file__).parents[1] / "analyses" / "ladder.py"
    args = ["--rules", "family250", "--policies", "random", "easy", "standard", "--deals", "60", "--out", str(tmp_path)]
    subprocess.run([sys.executable, str(script), *args], check=True, capture_output=True, timeout=300)
    page = (tmp_path / "index.md").read_text(encoding="utf-8")
    assert "| standard-1 | +0 | +0 to +0 |" in page
    assert "60 deals a pair" in page
    assert (tmp_path / "family250.svg").stat().st_size > 1000
    assert len((tmp_path / "matches.csv").read_text(encoding="utf-8").splitlines()) == 4
