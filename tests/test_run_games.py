"""Runs and reports of every game, played by the real kernels: scores apart, words that fit, both scales."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pinosim.api.run_scale import in_scale
from pinosim.api.runs import Run
from pinosim.api.simulate import simulate
from pinosim.core import columns as col
from pinosim.errors import RuleError
from pinosim.report.page import make_report, make_sections
from pinosim.rules.load import list_rules, load_rules

pytestmark = pytest.mark.jit

ALL_GAMES = [row.id for row in list_rules()]


def played(name: str, n: int = 400, policy: str = "standard", scale: int | None = None) -> Run:
    return simulate(load_rules(name, scale=scale), n, policy=policy, jobs=1)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_game_is_simulated_and_summed_up(name: str) -> None:
    run = played(name, 300)
    rules, frame, estimates = run.rules, run.frame(), run.summary().estimates
    seats = [frame[f"score_{seat}"] for seat in range(rules.seats.players)]
    assert (frame["outcome"] >= 0).all()
    assert all((frame[f"score_{seat}"] == 0).all() for seat in range(rules.seats.players, 6))
    apart = rules.seats.teams == rules.seats.players
    bidders = [seats[bidder][deal] for deal, bidder in enumerate(frame["bidder"])]
    first = next(what for what in estimates if what.startswith("score of "))
    assert estimates[first].value == pytest.approx(np.mean(bidders))
    if rules.auction.kind == "none":
        assert first == "score of the player who leads first"
        assert not any("bid" in what for what in estimates)
    elif not apart:
        assert (first, "score of the others" in estimates) == ("score of the bidders", True)
    else:
        assert first == ("score of bidder and partner" if rules.seats.called_partner else "score of the bidder")
        others = [
            np.mean([seats[seat][deal] for seat in range(rules.seats.players) if seat not in playing_for])
            for deal, playing_for in enumerate(zip(frame["bidder"], frame["partner"], strict=True))
        ]
        assert estimates["score of each other player"].value == pytest.approx(np.mean(others))


def test_seats_played_differently_are_told_apart() -> None:
    run = played("family250-3h", policy="standard,random,random")
    estimates, frame = run.summary().estimates, run.frame()
    names = [what for what in estimates if what.startswith("score of seat")]
    assert names == ["score of seat 0, standard-1", "score of seat 1, random-1", "score of seat 2, random-1"]
    for seat, name in enumerate(names):
        assert estimates[name].value == pytest.approx(frame[f"score_{seat}"].mean())


POINT_COLUMNS = [name for name in col.COLUMN_NAMES if name.startswith(("meld", "points", "score"))] + [
    "bid",
    "bidder_meld",
]


@pytest.mark.parametrize("policy", ["standard", "random"])
@pytest.mark.parametrize("name", [name for name in ALL_GAMES if name not in ("guide-family", "two-hand")])
def test_the_scale_changes_points_and_nothing_else(name: str, policy: str) -> None:
    small, large = (played(name, 300, policy, scale=scale).frame() for scale in (1, 10))
    small[POINT_COLUMNS] *= 10
    pd.testing.assert_frame_equal(small, large)


# --- reports


def page_of(run: Run, folder: Path) -> str:
    files = make_report(run, folder)
    page = files[0].read_text(encoding="utf-8")
    return re.sub(r"<details>.*?</details>|<svg.*?</svg>", "", page, flags=re.DOTALL)


def sections_of(run: Run) -> list[str]:
    return [section.name for section in make_sections(run)]


def test_a_game_without_bids_tells_who_leads(tmp_path: Path) -> None:
    run = played("two-hand")
    page = page_of(run, tmp_path)
    assert sections_of(run) == ["lead", "meld", "tricks", "scores", "redeals"]
    assert "Is it better to lead or to deal?" in page
    assert "Trick points of the player who leads first" in page
    for word in ("bidder", "bidding side", "forced", "partner", "bid made"):
        assert word not in page
    table = pd.read_csv(tmp_path / "tables/lead.csv")
    frame = run.frame()
    assert int(table.loc[table["difference"] > 0, "hands"].sum()) == int(
        (frame["score_bidders"] > frame["score_others"]).sum()
    )


@pytest.mark.parametrize(
    ("name", "there", "absent"),
    [
        (
            "family250-3h",
            ("each other player", "buried cards with the bidder’s", "before the kitty is taken"),
            "bidding side",
        ),
        (
            "universal-5h",
            ("bidder and partner", "called card", "dealt again and not counted", "dealt again when everybody passes"),
            "last player had to",
        ),
        ("bicycle-widow", ("the bidders", "kitty"), "each other player"),
        ("cutthroat-3h", ("each other player", "Mean change of score by seat"), "the kitty"),
    ],
)
def test_the_words_of_a_report_fit_the_game(name: str, there: tuple[str, ...], absent: str, tmp_path: Path) -> None:
    page = page_of(played(name), tmp_path)
    for word in there:
        assert word in page
    assert absent not in page


def test_a_report_shows_the_scores_of_every_seat(tmp_path: Path) -> None:
    run = played("joedog-3h", policy="standard,random,random")
    page = page_of(run, tmp_path)
    frame = run.frame()
    table = pd.read_csv(tmp_path / "tables/seat_scores.csv")
    for seat in range(3):
        mine = table[table["seat"] == seat]
        assert (mine["score"] * mine["hands"]).sum() == frame[f"score_{seat}"].sum()
        assert mine.loc[mine["role"] == 0, "hands"].sum() == (frame["bidder"] == seat).sum()
        assert f"seat {seat}" in page


@pytest.mark.parametrize("name", ["family250", "universal-5h", "wocg-double"])
def test_a_run_told_in_the_other_scale_is_the_run_of_that_scale(name: str) -> None:
    small, large = (played(name, scale=scale) for scale in (1, 10))
    for run, scale, same in ((small, 10, large), (large, 1, small)):
        told = in_scale(run, scale)
        assert (told.rules, told.caption) == (same.rules, same.caption)
        for table in same.aggregates:
            pd.testing.assert_frame_equal(told.aggregates[table], same.aggregates[table])
        assert told.summary().estimates == same.summary().estimates
    assert in_scale(small, 1) is small


def test_points_that_do_not_come_out_whole_are_refused() -> None:
    with pytest.raises(RuleError, match=r"tricks\.king: expected points that can be counted in the scale of 1, got 5"):
        in_scale(played("guide-family", 50), 1)
