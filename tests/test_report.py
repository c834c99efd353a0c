"""The report: its numbers against the hands themselves, its page, and what it refuses."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from fake_hands import fake_hands, use_fake_hands
from pinosim.api import odds
from pinosim.api.aggregate import Aggregates, count_hands
from pinosim.api.intervals import rate
from pinosim.api.runs import Run
from pinosim.api.simulate import simulate
from pinosim.cli.main import cli
from pinosim.core import columns as col
from pinosim.errors import RunError
from pinosim.report.drawing import draw
from pinosim.report.grouping import bin_width, even_classes, single_classes
from pinosim.report.page import make_report, make_sections
from pinosim.rules.load import load_rules

VOID = {"meta", "br", "hr", "img", "input", "link"}


class PageReader(HTMLParser):
    """Collects what the tests ask of a page: ids, references, text, and whether tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src", "xlink:href", "data", "action", "srcset"):
                self.references.append(str(value))
            assert not name.startswith("on"), f"an event handler on the page: {name}"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read_page(html: str) -> PageReader:
    reader = PageReader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("run") / "family250"
    with pytest.MonkeyPatch.context() as patch:
        use_fake_hands(patch)
        simulate(load_rules("family250"), 4000, policy="standard", seed=5, out=place, jobs=1)
    return place


@pytest.fixture(scope="module")
def report(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return make_report(folder, tmp_path_factory.mktemp("report") / "made" / "here")


def table(report: list[Path], name: str) -> pd.DataFrame:
    return pd.read_csv(report[0].parent / "tables" / f"{name}.csv")


def some_run(rules_name: str, n: int, seed: int = 1) -> Run:
    """A run in memory; `n` fake hands."""
    with pytest.MonkeyPatch.context() as patch:
        use_fake_hands(patch)
        return simulate(load_rules(rules_name), n, policy="random", seed=seed, jobs=1)


def test_files(report: list[Path]) -> None:
    assert all(path.stat().st_size for path in report)
    assert report[0].name == "report.html"
    names = {str(path.relative_to(report[0].parent)) for path in report}
    assert len(names) == len(report)
    assert {
        f"tables/{name}.csv" for name in ("bids", "reach", "strength", "meld", "tricks", "scores", "redeals")
    } <= names
    assert {f"charts/{name}.svg" for name in ("bids", "strength", "meld-best", "tricks", "scores")} <= names
    assert len(report[0].read_bytes()) < 1_000_000


def test_the_page_needs_nothing_else(report: list[Path]) -> None:
    page = read_page(report[0].read_text(encoding="utf-8"))
    assert len(set(page.ids)) == len(page.ids)
    for reference in page.references:
        assert reference.startswith("#")
        assert reference[1:] in page.ids
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert "@import" not in report[0].read_text(encoding="utf-8")


def test_the_page_says_what_was_simulated(folder: Path, report: list[Path]) -> None:
    run = Run.open(folder)
    page = read_page(report[0].read_text(encoding="utf-8"))
    for fact in (
        run.rules.id,
        run.rules.hash,
        run.rules.title,
        "4,000 hands",
        "standard",
        f"pinosim {run.facts.version}",
    ):
        assert fact in page.text
    for question in ("How often is the bid made?", "How much does a hand meld?", "How often may a hand be thrown in?"):
        assert question in page.text
    assert page.text.index("How often is the bid made?") < page.text.index("What was simulated")


def test_every_chart_names_its_rule_set_and_n(report: list[Path]) -> None:
    charts = [path for path in report if path.suffix == ".svg"]
    assert charts
    for path in charts:
        words = " ".join(ElementTree.fromstring(path.read_text(encoding="utf-8")).itertext())
        assert re.search(r"family250 \([0-9a-f]{12}\), n = [\d,]+ hands?, seed 5", words), path


def test_the_same_run_gives_the_same_bytes(folder: Path, report: list[Path], tmp_path: Path) -> None:
    again = make_report(Run.open(folder), tmp_path)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in report]


def test_bids_are_those_of_the_hands(folder: Path, report: list[Path]) -> None:
    hands = Run.open(folder).frame()
    bids = table(report, "bids")
    assert bids["hands"].sum() == len(hands)
    for row in bids.itertuples():
        of_bid = hands[(hands["bid"] == row.bid) & (hands["forced"] == row.forced)]
        made = int((of_bid["outcome"] == col.MADE).sum())
        assert (row.hands, row.made) == (len(of_bid), made)
        estimate = rate(made, len(of_bid))
        assert (row.rate_made, row.low, row.high) == pytest.approx((estimate.value, estimate.low, estimate.high))
    everything = rate(int((hands["outcome"] == col.MADE).sum()), len(hands))
    assert f"{everything.value:.1%} of hands" in report[0].read_text(encoding="utf-8")
    reach = table(report, "reach")
    total = hands["meld_bidders"] + hands["points_bidders"]
    for row in reach.itertuples():
        assert row.share_with_at_least == pytest.approx((total >= row.points).mean())


def test_the_other_tables_are_those_of_the_hands(folder: Path, report: list[Path]) -> None:
    run = Run.open(folder)
    hands = run.frame()
    meld = table(report, "meld").query("trump == 'best'")
    best = hands[["meld_s", "meld_h", "meld_d", "meld_c"]].max(axis=1)
    exact = odds.meld(run.rules, "best")
    for row in meld.itertuples():
        assert row.hands == (best == row.meld).sum()
        assert row.exact == pytest.approx(exact.ways.get(row.meld, 0) / exact.hands)
    assert meld["exact"].sum() == pytest.approx(1)
    strength = table(report, "strength")
    assert strength["hands"].sum() == len(hands)
    assert strength["made"].sum() == (hands["outcome"] == col.MADE).sum()
    tricks = table(report, "tricks")
    played = hands[hands["outcome"] != col.NOT_PLAYED]
    assert tricks["hands"].sum() == len(played)
    assert np.average(tricks["points_bidders"], weights=tricks["hands"]) == pytest.approx(
        played["points_bidders"].mean()
    )
    scores = table(report, "scores")
    assert (scores["score_bidders"] * scores["hands"]).sum() == hands["score_bidders"].sum()
    assert set(scores["rules_hash"]) == {run.rules.hash}


def test_redeal_odds_stand_beside_the_exact_ones() -> None:
    n = 100_000
    rng = np.random.default_rng(4)
    hands = fake_hands(1).repeat(n, axis=1)
    # The first seat with five nines and no ace: each of the four as often as is exact.
    exact = odds.redeal(load_rules("family250"))
    hands[col.REDEAL_SEAT] = rng.choice([-1, 0, 1, 2, 3], n, p=[1 - exact.p_any, *[exact.p_hand] * 4])
    run = some_run("family250", 10)
    counted = Run(
        msgspec.structs.replace(run.facts, deals=n), run.rules, Aggregates(count_hands(hands, run.rules.seats))
    )
    section = make_sections(counted)[-1]
    grid = section.blocks[0]
    cells = {row[0]: row for row in grid.rows}  # type: ignore[union-attr]
    for who, chance in (("a given hand", "0.31%"), ("a given team", "0.62%"), ("anyone at the table", "1.24%")):
        assert cells[who][3] == chance
        assert abs(float(str(cells[who][5]).replace("\N{MINUS SIGN}", "-"))) < 4
    assert section.answers[0].answer == "1.24% of deals, 1 in 81"


@pytest.mark.parametrize("n", [1, 100])
@pytest.mark.parametrize("rules", ["family250", "wocg-single", "guide-double"])
def test_tiny_runs_and_other_rule_sets(rules: str, n: int, tmp_path: Path) -> None:
    run = some_run(rules, n)
    files = make_report(run, tmp_path)
    page = read_page(files[0].read_text(encoding="utf-8"))
    assert f"{n} hand{'s' if n > 1 else ''} of pinochle" in page.text
    assert "nan" not in page.text.lower().split()
    assert "inf" not in page.text.lower().split()
    assert ("has no redeal right" in page.text) == (rules != "family250")


def test_a_run_without_a_hand_played(tmp_path: Path) -> None:
    hands = fake_hands(20)
    hands[col.OUTCOME] = col.NOT_PLAYED
    hands[col.TRUMP] = -1  # no marriage, no trump
    run = some_run("guide-double", 20)
    files = make_report(Run(run.facts, run.rules, Aggregates(count_hands(hands, run.rules.seats))), tmp_path)
    page = read_page(files[0].read_text(encoding="utf-8"))
    assert "No hand of this run was played out" in page.text
    assert "0% of hands" in page.text


def test_text_of_users_is_escaped(tmp_path: Path) -> None:
    run = some_run("family250", 30)
    evil = "<script>alert(1)</script> & $\\frac{1}{2}$ \"' {{ 7 * 7 }}"
    rules = msgspec.structs.replace(
        run.rules, identity=msgspec.structs.replace(run.rules.identity, title=evil, source=evil)
    )
    facts = msgspec.structs.replace(run.facts, policies=(evil, "b", "c", "d"), rules=evil)
    page = read_page(make_report(Run(facts, rules, run.aggregates), tmp_path)[0].read_text(encoding="utf-8"))
    assert "script" not in page.tags
    assert evil in page.text
    assert "49" not in re.findall(r"\{\{.*?\}\}|\b49\b", page.text.partition("What was simulated")[0])


def test_a_half_written_run_is_refused(folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "run"
    shutil.copytree(folder, broken)
    next((broken / "aggregates").glob("bids*")).write_bytes(b"PAR1")
    with pytest.raises(RunError, match="bids"):
        make_report(broken, tmp_path / "out")
    (broken / "run.json").write_text('{"command": "simul', encoding="utf-8")
    with pytest.raises(RunError, match=r"run\.json"):
        make_report(broken, tmp_path / "out")
    with pytest.raises(RunError):
        make_report(tmp_path / "nowhere", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_something_in_the_way_of_the_report(tmp_path: Path) -> None:
    run = some_run("family250", 10)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(RunError, match="in the way"):
            make_report(run, out)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("room", [0, 1, 5])
def test_a_full_disk_leaves_the_earlier_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    out = tmp_path / "out"
    make_report(some_run("family250", 10), out)
    (out / "mine.txt").write_text("mine", encoding="utf-8")
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    really, calls = os.fsync, []

    def fsync(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > room:
            raise OSError(errno.ENOSPC, "No space left on device")
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    for place in (out, tmp_path / "new" / "place"):
        calls.clear()
        with pytest.raises(OSError, match="No space left"):
            make_report(some_run("family250", 30), place)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert not list(out.glob(".*"))


def test_pages_of_other_people_are_kept(tmp_path: Path) -> None:
    run = some_run("family250", 10)
    for name in ("report.html", "tables/bids.csv"):
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text("mine", encoding="utf-8")
        with pytest.raises(RunError, match="was not made by pinosim and is kept"):
            make_report(run, tmp_path)
        assert place.read_text(encoding="utf-8") == "mine"
        place.unlink()
    assert make_report(run, tmp_path) == make_report(run, tmp_path)


def test_command_line(folder: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    answer = runner.invoke(cli, ["report", str(folder), "--out", str(tmp_path / "a"), "--json"])
    assert answer.exit_code == 0
    said = json.loads(answer.stdout)
    assert (said["command"], said["rules"], said["seed"], said["n"]) == ("report", "family250", 5, 4000)
    assert all(Path(name).is_file() for name in said["files"])
    text = runner.invoke(cli, ["report", str(folder), "--out", str(tmp_path / "b")])
    assert text.exit_code == 0
    assert "report.html" in text.stdout
    refused = runner.invoke(cli, ["report", str(tmp_path), "--out", str(tmp_path / "c"), "--json"])
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert str(tmp_path) in refused.stderr
    assert runner.invoke(cli, ["report", str(folder)]).exit_code == 2


def test_drawings_are_told_apart() -> None:
    def paint(figure: object) -> None:
        figure.subplots().plot([0, 1], [0, 1])  # type: ignore[attr-defined]

    one, other = draw("one", paint), draw("other", paint)
    assert draw("one", paint) == one
    ids = [set(re.findall(r'\bid="([^"]+)"', svg)) for svg in (one, other)]
    assert not ids[0] & ids[1]
    for svg, known in zip((one, other), ids, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", svg)) <= {
            pair for name in known for pair in ((name, ""), ("", name))
        }


COUNTED = st.dictionaries(st.integers(-500, 2000), st.integers(1, 10**6), min_size=1, max_size=60)


@given(COUNTED, st.integers(1, 8))
def test_classes_hold_every_value_once(counted: dict[int, int], wanted: int) -> None:
    values, counts = np.array(list(counted)), np.array(list(counted.values()))
    for classes in (even_classes(values, counts, wanted), single_classes(values, counts)):
        places = classes.of(values)
        assert set(places.tolist()) == set(range(len(classes.starts)))
        assert len(set(classes.labels)) == len(classes.labels)
        assert sorted(classes.starts) == list(classes.starts)
        order = np.argsort(values)
        assert (np.diff(places[order]) >= 0).all()
    assert len(even_classes(values, counts, wanted).starts) <= wanted


@given(st.integers(-(10**5), 10**5), st.integers(0, 2 * 10**5), st.integers(1, 100))
def test_bins_are_few_enough_and_round(low: int, span: int, wanted: int) -> None:
    width = bin_width(low, low + span, wanted)
    assert width >= 1
    assert width * wanted >= span
    assert re.fullmatch(r"(1|2|5|25)0*", str(width))
