"""`pinosim odds`: what the commands print, as text and as JSON, and what they refuse."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pinosim.api import odds
from pinosim.api.odds.book import BookTable, make_book
from pinosim.cli.main import cli
from pinosim.report.odds_book import render_book
from pinosim.rules.load import load_rules

HAND = "S:ATKQJ H:A9 D:AJ C:A99"
FIFTEEN = "S:ATKQ H:ATKQ9 D:AQJ C:A99"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["odds", *arguments], standalone_mode=False)
    assert result.exception is None, result.exception
    return result.stdout


def answer(*arguments: str) -> dict[str, Any]:
    read = json.loads(run(*arguments, "--json"))
    assert {"command", "version", "rules", "rules_hash"} <= set(read)
    return read


def test_redeal() -> None:
    read = answer("redeal")
    exact = odds.redeal(load_rules("family250"))
    assert (read["p_hand"], read["p_team"], read["p_any"]) == (exact.p_hand, exact.p_team, exact.p_any)
    assert read["exact"] is True
    assert read["rights"]["six nines"] < read["rights"]["five nines"]
    assert "1 in 323" in run("redeal")
    assert str(exact.hand) in run("redeal", "--fraction")
    assert answer("redeal", "--rules", "guide-double")["rights"] == {}
    assert "and no meld" in run("redeal", "--rules", "std004")


def test_meld() -> None:
    read = answer("meld", "--trump", "best", "--rules", "wocg-single")
    assert read["exact"] is True
    assert sum(read["distribution"].values()) == pytest.approx(1)
    assert read["p_zero"] == read["distribution"]["0"]
    fixed = answer("meld", "--trump", "spades", "--fraction")
    assert sum(fixed["means"].values()) == pytest.approx(fixed["mean"])
    assert sum(map(Fraction, fixed["fractions"].values())) == 1
    team = answer("meld", "--who", "team")
    assert team["mean"] == pytest.approx(2 * fixed["mean"])
    assert "pinochle" in run("meld")


def test_partner() -> None:
    read = answer("partner", HAND, "--trump", "S")
    assert read["hand"] == HAND
    assert sum(read["holds"]["AS"]) == pytest.approx(1)
    assert len(read["holds"]["AS"]) == 2  # I hold one of the two
    assert read["passed"] == 4
    assert read["completes"]["double pinochle"] < read["completes"]["one more marriage"]
    none = answer("partner", HAND, "--set", "passing.count=0")
    assert none["completes"] == {}
    assert "partner can complete" in run("partner", *HAND.split())


def test_kitty() -> None:
    read = answer("kitty", FIFTEEN, "--rules", "family250-3h", "--trump", "S")
    assert read["kitties"] == 5456
    assert read["before"] == 200  # royal marriage, marriage, pinochle, aces
    assert read["completes"]["run in spades"] == pytest.approx(1 - 4495 / 5456)
    assert read["mean"] > read["before"]
    best = answer("kitty", FIFTEEN, "--rules", "family250-3h")
    assert best["mean"] >= read["mean"]
    assert "5,456 hands" in run("kitty", FIFTEEN, "--rules", "family250-3h")


def test_holding() -> None:
    read = answer("holding", "A>=1 each", "--fraction")
    assert read["p"] == pytest.approx(1 / read["one_in"])
    assert read["exact"] is True
    assert float(Fraction(read["fraction"])) == read["p"]
    assert answer("holding", "run(S)", "--hand", HAND)["p"] == 1
    given = answer("holding", "QS & JD", "--who", "partner", "--hand", HAND, "--known", "left: QS")
    assert given["p"] == 0
    assert given["one_in"] is None
    assert "the hand on my left: S:Q" in given["conditions"]
    text = run("holding", "AS", "--who", "partner", "--hand", HAND, "--known", "right:9S", "--known", "elsewhere: TS")
    assert "partner's hand, at least 1 ace of spades" in text
    assert "known elsewhere: S:T" in text
    together = answer("holding", "aces_around", "--who", "together")
    assert together["p"] > answer("holding", "aces_around", "--who", "team")["p"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("holding", "A>=1 foo"), "expected & or |"),
        (("holding", "9>=5", "--rules", "guide-double"), "not in the deck"),
        (("holding", "shape(5-4-2-2)"), "expected a shape of 12 cards"),
        (("holding", "AS", "--known", "nobody"), "expected --known WHO:CARDS"),
        (("holding", "AS", "--known", "dealer: AS"), "expected one of me, partner"),
        (("holding", "AS", "--hand", "AS AS", "--known", "left: AS"), "known 3 times"),
        (("holding", "AS", "--who", "partner", "--rules", "family250-3h"), "no partners"),
        (("holding", "AS", "--hand", f"{HAND} TH"), "13 cards"),
        (("meld", "--trump", "X"), "expected trump to be"),
        (("meld", "--trump", "best", "--who", "team"), "expected trump to be"),
        (("meld", "--who", "team", "--rules", "family250-3h"), "no partners"),
        (("partner", "AS TS"), "has 2 cards"),
        (("partner", FIFTEEN, "--rules", "family250-3h"), "no partners"),
        (("kitty", HAND), "no kitty"),
        (("book", "--out", __file__), "in the way"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_bad_input_is_refused_with_one_message(arguments: tuple[str, ...], message: str) -> None:
    result = CliRunner().invoke(cli, ["odds", *arguments])
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_book(tmp_path: Path) -> None:
    read = answer("book", "--rules", "family250-3h", "--out", str(tmp_path))
    files = [Path(name) for name in read["files"]]
    assert files[0].name == "odds-book.html"
    page = files[0].read_text(encoding="utf-8")
    assert "5,456 kitties" in page
    assert "family250-3h" in page
    assert "http" not in page
    with open(tmp_path / "tables" / "kitty.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    exact = [Fraction(row["the kitty holds one or more (exact)"]) for row in rows]
    assert exact[1] == Fraction(961, 5456)
    assert exact[5] == Fraction(2531, 5456)
    assert all(row["rules"] == "family250-3h" for row in rows)
    assert "12 files" in run("book", "--rules", "family250-3h", "--out", str(tmp_path))


def test_tables_of_the_book_add_up() -> None:
    tables = {table.name: table for table in make_book(load_rules("wocg-single"))}
    for name in ("meld-given-suit", "meld-best-suit", "meld-team", "nines", "aces"):
        column = tables[name].header.index("exactly")
        assert sum(row[column] for row in tables[name].rows) == 1, name
    assert sum(row[1] for row in tables["shapes"].rows) == 1
    assert tables["shapes"].rows[-1][2] == 1
    for column in range(1, 5):
        assert sum(row[column] for row in tables["lengths"].rows) == 1
    melds = {row[0]: row for row in tables["melds"].rows}
    assert melds["pinochle"][1] == melds["marriage in a given suit"][1]
    assert melds["aces around"][1] < melds["aces around"][2] < melds["aces around"][3]
    assert "redeals" in tables
    assert "kitty" not in tables


def test_names_on_the_page_are_escaped() -> None:
    rules = load_rules("wocg-single", ['identity.title="<script>alert(1)</script>"'])
    table = BookTable("melds", "<script>", ("<b>", "one hand"), (("<i>run</i>", Fraction(1, 4)),), "<u>")
    page = render_book(rules, [table]).partition("</style>")[2]
    assert not any(tag in page for tag in ("<script>", "<b>", "<i>", "<u>"))
    assert "25.00% (1 in 4.0)" in page


@pytest.mark.parametrize("arguments", [["holding", "A>=1 each"], ["redeal"], ["meld"], ["partner", HAND]], ids=" ".join)
def test_commands_are_light(arguments: list[str]) -> None:
    report = "sys.stderr.write(' '.join(m for m in ('numba', 'pandas', 'matplotlib', 'scipy') if m in sys.modules))"
    program = (
        f"import sys\nfrom pinosim.cli.main import cli\ncli.main({['odds', *arguments]!r}, standalone_mode=False)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program + report], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
