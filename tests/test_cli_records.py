"""The commands game, show, check and sheet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pinosim.api.record.record import Record
from pinosim.cli.main import EXIT_BAD_INPUT, cli
from record_tools import RECORDS, spoil, text_of

GAME = str(RECORDS / "family250-game.txt")


def pinosim(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(arguments), input=stdin, prog_name="pinosim")


def answer(*arguments: str) -> dict[str, Any]:
    result = pinosim(*arguments, "--json")
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    assert {"command", "version", "rules", "rules_hash"} <= set(value)
    return value


@pytest.mark.jit
def test_a_record_in_order() -> None:
    result = pinosim("check", GAME, "--strict")
    assert (result.exit_code, result.stdout) == (0, "In order: 6 hands, 72 tricks (family250 b4d0fcee3404)\n")
    value = answer("check", GAME)
    assert (value["ok"], value["fault"], value["hands"], value["tricks"]) == (True, None, 6, 72)


def test_a_record_that_is_wrong(tmp_path: Path) -> None:
    text = spoil(text_of("family250-game"), "trick 2", "2 leads AD 9D TD JC, 2 wins")
    path = tmp_path / "wrong.txt"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(path)], standalone_mode=True, prog_name="pinosim")
    assert result.exit_code == EXIT_BAD_INPUT
    assert result.stdout.startswith(
        "Wrong: hand 1, trick 2 (line 25): seat 1 plays JC to AD 9D TD and must follow in diamonds"
    )
    value = answer("check", str(path))
    assert value["fault"]["where"] == "trick 2"
    assert value["fault"]["rule"] == "a player follows suit if he can"
    assert pinosim("check", "-", stdin=text).stdout == result.stdout


def test_what_cannot_be_read(tmp_path: Path) -> None:
    for arguments, message in (
        (["check", str(tmp_path / "none")], "No such file"),
        (["show", str(tmp_path)], "Is a directory"),
        (["show", GAME, "--hand", "9"], "from 1 to 6, got 9"),
        (["check", GAME, "--set", "meld.plain=1"], "--set changes the rules given with --rules"),
        (["check", GAME, "--rules", "two-hand"], "line 2: expected at most 2 players in two-hand"),
        (["check", GAME, "--strict", "--rules", "wocg-single"], "expected the rules that were given"),
        (["sheet", "score", "--record", str(tmp_path / "none")], "No such file"),
        (["sheet", "score", "--out", str(tmp_path)], "is a directory"),
        (["game", "--policies", "nobody"], "there is no policy 'nobody'"),
        (["game", "--policies", "standard,random"], "2 policies were named for 4 seats"),
    ):
        result = pinosim(*arguments)
        assert result.exit_code == EXIT_BAD_INPUT, result.output
        assert message in result.stderr
        assert result.stdout == ""
    assert pinosim("check", "-", stdin=b"\xff\x00").exit_code == EXIT_BAD_INPUT


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    "text", ["", "\n\n", "# nothing\n", "pinosim record 1\n", "pinosim record 1\nrules: wocg-single\n"]
)
def test_no_record_at_all_is_refused(command: str, text: str) -> None:
    result = pinosim(command, "-", stdin=text)
    assert (result.exit_code, result.stdout) == (EXIT_BAD_INPUT, "")
    assert "there is no record in it" in result.stderr


def test_files_of_other_people_are_kept(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann", encoding="utf-8")
    for arguments in (["game"], ["sheet", "score"]):
        result = pinosim(*arguments, "--out", str(letter))
        assert result.exit_code == EXIT_BAD_INPUT
        assert "is kept" in result.stderr
        assert letter.read_text(encoding="utf-8") == "Dear Ann"
    for arguments in (["game"], ["sheet", "score"], ["odds", "book"], ["report", str(tmp_path)]):
        result = pinosim(*arguments, "--out", "")
        assert result.exit_code == EXIT_BAD_INPUT
        assert "the name is empty" in result.stderr


def test_other_rules_than_the_record_says() -> None:
    result = pinosim("check", "-", "--rules", "family250", "--set", "passing.count=3", stdin=text_of("family250-game"))
    assert result.exit_code == EXIT_BAD_INPUT
    assert "rule: cards passed: 3 (passing.count)" in result.stdout


def test_show() -> None:
    result = pinosim("show", GAME, "--hand", "2")
    assert result.exit_code == 0
    assert "Hand 2, deal 1, dealt by West" in result.stdout
    assert "Hand 1" not in result.stdout
    value = answer("show", GAME, "--hand", "2")
    assert [hand["deal"] for hand in value["hands"]] == [1]
    assert value["hands"][0]["tricks"][0] == {"leader": 0, "cards": ["AS", "JS", "TS", "9S"], "winner": 0}
    assert value["players"][0] == {"name": "South", "policy": "standard-1"}


@pytest.mark.jit
def test_game_plays_prints_and_writes(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.txt"
    result = pinosim("game", "--seed", "4", "--out", str(path))
    assert result.exit_code == 0, result.output
    assert f"To replay it: pinosim show {path}" in result.stderr
    assert result.stdout.split("\n")[4] == "   1  280 by 2    S      made            320 (+320)    210 (+210)"
    assert result.stdout.endswith("seat 1 and seat 3 won the game in hand 6.\n")
    record = Record.open(path, strict=True)
    assert record.hands == Record.open(GAME).hands
    value = answer("game", "--seed", "4")
    assert (value["winner"], value["scores"], value["seed"], len(value["hands"])) == (1, [1150, 1640], 4, 6)
    replay = pinosim("game", "--rules", "two-hand", "--hands", "1", "--show")
    assert "is turned up." in replay.stdout
    stopped = pinosim("game", "--hands", "1", "--policies", "random,standard,random,standard", "--scale", "1")
    assert "Nobody has won yet." in stopped.stdout
    assert stopped.stdout.startswith("family250-x1: ")


def test_sheet(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    value = answer("sheet", "score", "--rules", "guide-double", "--lines", "5", "--out", str(page))
    assert (value["files"], value["rules"]) == ([str(page)], "guide-double")
    assert page.read_text(encoding="utf-8").count('<tr class="hand">') == 5
    result = pinosim("sheet", "score", "--record", GAME, "--out", str(page))
    assert (result.exit_code, result.stdout) == (0, f"Written to {page}.\n")
    assert "1640" in page.read_text(encoding="utf-8")


def test_checking_a_record_without_a_seed_needs_no_kernels(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text_of("family250-game"), encoding="utf-8")
    program = (
        "import sys\nfrom pinosim.cli.main import cli\n"
        f"assert cli.main(['check', {str(path)!r}], standalone_mode=False) == 0\n"
        "assert not {'numba', 'numpy', 'pandas'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, timeout=60)
