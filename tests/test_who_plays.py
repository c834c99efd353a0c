"""The report on who plays: the same deals every way, settled at every bid, and a page that says what they say."""

from __future__ import annotations

import csv
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from analysis_tools import load_analysis
from double_dummy_cases import wraps_around
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import is_made
from pinosim.api.hand import Hand
from pinosim.api.intervals import Estimate
from pinosim.api.playouts import play_again, play_out_hand
from pinosim.core import columns as C
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules

pytestmark = wraps_around
ROOT = Path(__file__).parent.parent
ANALYSES = ROOT / "analyses"
RULES = load_rules("family250")
HAND = Hand("S:ATKQJ H:A9 D:AJ C:TT9", RULES)
STATE = read_auction("", RULES)
SPADES = 1
N_DEALS = 6
POINTS, MELD = C.POINTS_BIDDERS - C.RESULT_FROM, C.MELD_BIDDERS - C.RESULT_FROM


@pytest.fixture(scope="module")
def report() -> SimpleNamespace:
    """All names of the analysis and its two parts."""
    parts = [load_analysis(name) for name in ("who_plays_hands", "who_plays_page")]
    return SimpleNamespace(**{name: value for part in parts for name, value in vars(part).items()})


def made_up(report: SimpleNamespace, best: int, n: int = 40) -> object:
    """Hands whose best bids, `best` units above their own on average, differ by up to two units."""
    steps = np.arange(report.STEPS[0], report.STEPS[1] + 1)
    own = best + np.arange(n) % 5 - 2
    gain = 10.0 * (own[:, None] - steps)
    return report.Results(100.0 + best + np.zeros(n), np.full(n, 80.0), (gain >= 0).astype(float), gain)


def test_best_bids(report: SimpleNamespace) -> None:
    bids = np.array([10, 20, 30, 40])
    assert report.best_bid(np.array([5.0, 3.0, -1.0, -9.0]), bids) == pytest.approx(27.5)
    assert report.best_bid(np.array([-5.0, 3.0, 1.0, 1.0]), bids) == 40
    assert report.best_bid(np.array([-1.0, -2.0, -3.0, -4.0]), bids) == 10
    in_words = [report.best_bid_words(Estimate(best, best, best, 9, ""), 1100, RULES) for best in (200, 300, 310)]
    assert in_words == ["none", "below 300", "310 (310 to 310)"]


def test_differences_of_best_bids_are_paired(report: SimpleNamespace) -> None:
    bids = report.offsets(RULES)
    lower, higher = made_up(report, 1), made_up(report, 4)
    alone = report.best_bid_shift(higher, None, bids)
    assert alone.value == pytest.approx(40)
    assert 2 < alone.margin < 8
    paired = report.best_bid_shift(higher, lower, bids)
    assert (paired.value, paired.low, paired.high) == pytest.approx((30, 30, 30))


def test_the_same_deals_every_way(report: SimpleNamespace) -> None:
    outs = play_out_hand(RULES, HAND, STATE, resolve_seats("medium", RULES), 5, N_DEALS, 1, trumps=SPADES)
    policies = resolve_seats("hard", RULES)
    again = play_again(RULES, HAND, STATE, policies, 5, outs.deals, 1, with_calls=False, trumps=SPADES)
    hard = report.Slow(RULES).play("hard", "S", outs, N_DEALS, 5)
    same = slice(0, C.SCORE_OTHERS - C.RESULT_FROM + 1)
    assert (hard[same] == again.results[0][same]).all()
    settled = report.settled(RULES, outs.results[0], outs.passing, 400)
    place = -report.STEPS[0]
    for bid in (350, 400, 450):
        assert (settled.made[:, place + (bid - 400) // 10] == is_made(outs, "S", bid, RULES)).all()
    assert (settled.points == outs.results[0, POINTS]).all()


@pytest.mark.jit
def test_expert_thinks_and_open_cards_are_solved(report: SimpleNamespace) -> None:
    outs = play_out_hand(RULES, HAND, STATE, resolve_seats("medium", RULES), 5, N_DEALS, 1, trumps=SPADES)
    slow = report.Slow(RULES)
    hard, expert, opened = (slow.play(way, "S", outs, N_DEALS, 5) for way in ("hard", "expert", report.OPEN))
    assert (expert[POINTS] != hard[POINTS]).any()
    assert (expert == report.Slow(RULES).play("expert", "S", outs, N_DEALS, 5)).all()
    assert (opened[MELD] == hard[MELD]).all()
    assert (opened[POINTS] != hard[POINTS]).any()
    assert (opened[POINTS] + opened[C.POINTS_OTHERS - C.RESULT_FROM] == RULES.tricks.total).all()


def test_the_page_says_which_way_it_goes(report: SimpleNamespace) -> None:
    contract = report.Contract("a run", HAND, "S", 400)
    best = dict.fromkeys(report.WAYS, 0) | {"random": -12, "hard": 3}
    played = {way: [made_up(report, best[way]) for _ in range(5)] for way in report.WAYS}
    typical = {way: [made_up(report, best[way])] for way in report.WAYS}
    size = report.Size(5, 40, 40, 40, 40, 40, 40)
    labels = {way: way if way == report.OPEN else f"{way}-1" for way in report.WAYS}
    seconds = dict.fromkeys(report.WAYS, 1.0)
    found = report.Study(RULES, size, [contract] * 5, [contract], played, typical, labels, 7, seconds)
    files = report.contents([found], "make it")
    page = files["report.md"]
    assert "- `random-1`: the best bid goes down (\u2212120.0 (\u2212120.0 to \u2212120.0) points" in page
    assert "- `hard-1`: the best bid goes up (+30.0 (+30.0 to +30.0) points" in page
    assert "- `expert-1`: the best bid is not moved beyond chance (+0.0" in page
    assert "Of 7 random hands 5 are worth a bid" in page
    for name, text in files.items():
        if name.startswith("charts/"):
            assert f"({name})" in page
            assert text.startswith("<svg")
        if name.startswith("tables/"):
            assert {"rules_hash", "seed"} <= set(text.splitlines()[0].split(","))
    assert files == report.contents([found], "make it")


@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_the_page_that_is_kept_has_the_best_bids_that_the_script_would_write(
    report: SimpleNamespace, name: str
) -> None:
    folder = ROOT / "reports" / "who-plays-matters"
    page = (folder / "report.md").read_text(encoding="utf-8").partition(f"## {name}\n")[2].partition("\n## ")[0]
    with (folder / "tables" / f"{name}-typical.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [line for line in page.partition("### Typical hands")[2].splitlines() if line.startswith("| ")]
    written = [line.split(" | ")[-1].rstrip(" |") for line in lines[1:]]
    expected = [
        report.best_bid_words(
            Estimate(*(float(row[f"best bid {part}"]) for part in ("value", "low", "high")), int(row["deals"]), ""),
            int(row["bid"]),
            load_rules(name),
        )
        for row in rows
    ]
    assert len(rows) == len(report.TYPICAL[name]) * len(report.WAYS)
    assert [cell for cell in written if cell.strip("-:")] == expected
