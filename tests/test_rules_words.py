"""Rule sets in words: show, diff, the docs, and the `rules` commands."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pinosim.cli.main import cli
from pinosim.rules.describe import differences, reference_markdown
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import list_rules, load_rules

DOCS = Path(__file__).parent.parent / "docs" / "rule-files.md"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["rules", *words], catch_exceptions=False)


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    assert found["version"]
    return found


# --- rows and differences


def test_rows_say_every_rule() -> None:
    rows = load_rules().describe()
    assert [row.key for row in rows] == list(FIELDS)
    assert all(row.title and row.meaning for row in rows)
    (king,) = [row for row in rows if row.key == "meld.extra_king"]
    assert king.value == "40"
    assert "A1" in king.assumed
    assert "Otherwise" in king.assumed
    (run_row,) = [row for row in rows if row.key == "meld.run"]
    assert (run_row.value, run_row.assumed) == ("150, 1500", "")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("play.must_trump", False, "may throw anything off"),
        ("deal.turn_up", False, "no"),
        ("meld.dix_by_copies", (), "each for itself"),
        ("auction.max_bid", 0, "no limit"),
        ("auction.max_bid", 100, "100"),
        ("auction.steps", ((250, 10),), "by 10 from 250"),
        ("auction.all_pass", "new-deal", "the cards are dealt again"),
        ("cards.ranks", "ATKQJ", "A T K Q J"),
        ("tricks.queen", 0, "0"),
    ],
)
def test_words(key: str, value: object, words: str) -> None:
    assert FIELDS[key].words(value) == words


def test_titles_are_no_two_alike() -> None:
    titles = [field.title for field in FIELDS.values()]
    assert len(titles) == len(set(titles))


def test_difference_of_one_value() -> None:
    (found,) = differences(load_rules(), load_rules("family250", ["meld.pinochle=[40,450]"]))
    assert (found.key, found.first, found.second) == ("meld.pinochle", "40, 300", "40, 450")
    assert found.words.startswith("pinochle: 40, 300 in family250 (")


def test_scale_alone_is_no_difference() -> None:
    found = {one.key for one in differences(load_rules("family250"), load_rules("wocg-single"))}
    assert "identity.unit" in found
    assert "auction.max_bid" in found
    assert "redeal.min_nines" in found
    assert not found & {"meld.run", "meld.aces", "meld.extra_king", "tricks.ace", "tricks.total", "game.target"}
    assert "auction.min_bid" not in found  # 250 and 25


def test_same_set_has_no_differences() -> None:
    for rules in list_rules():
        assert differences(rules, rules) == []


def test_printed_forms() -> None:
    rules = load_rules("guide-double")
    assert repr(rules).startswith(f"<Rules guide-double {rules.hash}: ")
    text = str(rules)
    assert "by 1 from 50, by 5 from 60" in text
    assert "A9" in text


def test_html_is_escaped() -> None:
    rules = load_rules("family250", ["identity.title='<script>'"])
    page = rules._repr_html_()
    assert "<script>" not in page
    assert html.escape("<script>") in page
    assert page.count("<tr>") == len(FIELDS) + 1


# --- docs


def test_docs_have_every_key() -> None:
    assert reference_markdown().strip() in DOCS.read_text(encoding="utf-8")


def test_example_in_the_docs_is_valid(tmp_path: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    example = text.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "house.toml").write_text(example, encoding="utf-8")
    rules = load_rules(tmp_path / "house.toml")
    assert rules.title == "Our kitchen table"
    assert {one.key for one in differences(load_rules(), rules)} == {"meld.pinochle", "redeal.no_aces"}
    assert f"family250 {load_rules().hash}" in text


# --- commands


def test_list() -> None:
    rules = answer("list")["rules"]
    assert isinstance(rules, list)
    assert [one["id"] for one in rules] == [one.id for one in list_rules()]
    text = run("list").stdout
    assert all(one.title in text and one.name in text and one.id in text for one in list_rules())
    heads = ["Two players", "Three players", "Four players", "Five players", "Six players"]
    places = [text.index(head) for head in heads]
    assert places == sorted(places)
    assert places[0] < text.index("two-hand") < places[1]
    assert text.index("joedog-3h") < places[2] < text.index("family250 ") < text.index("guide-double ")


def test_show() -> None:
    found = answer("show", "wocg-single")
    (whole,) = found["rules"]
    assert found["rules_hash"] == load_rules("wocg-single").hash
    assert whole["values"]["meld"]["run"] == [15, 150]
    assert len(whole["rows"]) == len(FIELDS)
    text = run("show", "wocg-single").stdout
    assert "meld.run" in text
    assert "A11" in text
    assert all(len(line) <= 100 for line in text.splitlines())


def test_show_with_a_change() -> None:
    assert "40, 450" in run("show", "family250", "--set", "meld.pinochle=[40,450]").stdout


def test_check(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "family250"\n', encoding="utf-8")
    assert answer("check", str(path))["valid"] is True
    assert "is a valid rule set" in run("check", str(path)).stdout
    path.write_text('extends = "family250"\n[meld]\nrun = 3\nplian = 4\n', encoding="utf-8")
    result = run("check", str(path), "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "meld.run" in result.stderr
    assert "'plain'" in result.stderr


def test_diff() -> None:
    found = answer("diff", "family250", "guide-double")
    assert [one["id"] for one in found["rules"]] == ["family250", "guide-double"]
    assert "deal.hand_size" in {one["key"] for one in found["differences"]}
    assert "trump needs a marriage" in run("diff", "family250", "guide-double").stdout
    assert "same game" in run("diff", "family250", "family250").stdout


@pytest.mark.parametrize(
    "words", [("show", "famly250"), ("diff", "family250", "nothing.toml"), ("check", "."), ("check", "")]
)
def test_bad_names_are_one_clear_message(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_rule_sets_are_light() -> None:
    code = (
        "import sys; from pinosim.rules.load import load_rules; str(load_rules()); load_rules().hash; "
        "print([name for name in ('numpy', 'numba', 'pandas', 'matplotlib', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
