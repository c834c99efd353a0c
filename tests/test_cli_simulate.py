import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from fake_hands import use_fake_hands
from pinosim.api.runs import Run
from pinosim.cli.main import cli

FAKE_MAIN = """
    import time
    from fake_hands import use_fake_hands
    from pinosim.cli.main import main

    use_fake_hands(type("Patch", (), {"setattr": staticmethod(setattr)}), lambda first_deal: time.sleep(0.05))
    main()
"""


@pytest.fixture(autouse=True)
def _fake(monkeypatch):
    use_fake_hands(monkeypatch)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def invoke(*arguments):
    return CliRunner().invoke(cli, ["simulate", *map(str, arguments)])


def test_json_is_one_object_with_the_agreed_keys(tmp_path):
    result = invoke("--deals", 2500, "--out", tmp_path / "run", "--seed", 7, "--jobs", 1, "--json")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert list(answer)[:6] == ["command", "version", "rules", "rules_hash", "seed", "n"]
    assert answer["run"] == str(tmp_path / "run")
    assert (answer["command"], answer["rules"], answer["seed"]) == ("simulate", "family250", 7)
    assert answer["rows"] == answer["n"] == 2500
    assert answer["deals_per_second"] > 0
    made = answer["summary"]["bid made"]
    assert 0 <= made["low"] <= made["value"] <= made["high"] <= 1
    assert made["n"] == 2500
    run = Run.open(tmp_path / "run")
    assert run.rules.hash == answer["rules_hash"]
    assert run.summary().estimates["bid made"].value == made["value"]


def test_a_finished_run_is_answered_at_once(tmp_path):
    command = ("--deals", 2500, "--out", tmp_path / "run")
    first = invoke(*command)
    assert "2,500 hands played" in first.stdout
    assert "Written to" in first.stdout
    again = invoke(*command)
    assert again.exit_code == 0
    assert "hands played," not in again.stdout
    assert "Complete already" in again.stdout
    assert json.loads(invoke(*command, "--json").stdout)["deals_per_second"] is None


def test_without_a_folder_a_summary_is_printed():
    result = invoke("--deals", 1000, "--policy", "random")
    assert result.exit_code == 0
    assert "bid made" in result.stdout
    assert "players: random-1" in result.stdout
    assert json.loads(invoke("--deals", 1000, "--json").stdout)["run"] is None


def test_rules_and_single_values_of_them_can_be_chosen(tmp_path):
    result = invoke(
        "--deals", 500, "--rules", "wocg-single", "--set", "auction.min_bid=26", "--out", tmp_path / "r", "--json"
    )
    assert result.exit_code == 0, result.output
    assert Run.open(tmp_path / "r").rules.auction.min_bid == 26


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--deals", 0), "deals: expected a whole number from 1"),
        (("--deals", -3), "deals: expected a whole number from 1"),
        (("--deals", 10**30), "deals: expected a whole number from 1"),
        (("--deals", "1e6"), "1e6"),
        (("--deals", 10, "--policy", "grandmaster"), "grandmaster"),
        (("--deals", 10, "--policy", "random,random"), "2 policies"),
        (("--deals", 10, "--jobs", 0), "0"),
        (("--deals", 10, "--seed", -1), "-1"),
        (("--deals", 10, "--out", __file__), "is a file"),
        (("--deals", 10, "--out", Path(__file__).parent), "no run.json"),
        (("--deals", 10, "--rules", "nowhere"), "nowhere"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_bad_input_is_one_message_and_exit_code_2(arguments, message, as_json):
    result = invoke(*arguments, *(["--json"] if as_json else []))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_another_seed_is_refused_unless_the_run_is_begun_anew(tmp_path):
    command = ("--deals", 1500, "--out", tmp_path / "run")
    invoke(*command)
    refused = invoke(*command, "--seed", 2)
    assert refused.exit_code == 2
    assert "seed: the folder has 1, asked for is 2" in refused.stderr
    assert invoke(*command, "--seed", 2, "--no-resume").exit_code == 0
    assert Run.open(tmp_path / "run").seed == 2


def test_a_damaged_part_is_told_on_stderr(tmp_path):
    command = ("--deals", 2500, "--out", tmp_path / "run", "--json")
    before = json.loads(invoke(*command).stdout)
    (tmp_path / "run/parts/part-000001.parquet").write_bytes(b"")
    result = invoke(*command)
    assert "Warning: parts/part-000001.parquet" in result.stderr
    assert json.loads(result.stdout)["summary"] == before["summary"]


def test_ctrl_c_keeps_the_finished_parts_says_how_to_go_on_and_exits_with_130(tmp_path):
    place = tmp_path / "run"
    command = [sys.executable, "-c", textwrap.dedent(FAKE_MAIN), "simulate", "--deals", "20000", "--out", str(place)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    with subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 30
        while len(list(place.glob("parts/part-*"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert stdout == ""
    assert stderr.strip().startswith("Interrupted: ")
    assert stderr.strip().endswith("Give the same command again to continue.")
    assert not list(place.rglob("*.tmp"))
    kept = len(list(place.glob("parts/part-*")))
    assert f"{1000 * kept:,} of 20,000 hands are finished" in stderr
    went_on = invoke("--deals", 20_000, "--out", place, "--json")
    assert went_on.exit_code == 0
    at_once = invoke("--deals", 20_000, "--out", tmp_path / "at once", "--json")
    assert json.loads(went_on.stdout)["summary"] == json.loads(at_once.stdout)["summary"]


@pytest.mark.jit
def test_real_hands(tmp_path, monkeypatch):
    monkeypatch.undo()
    for place, jobs in (("one", 1), ("two", 2)):
        result = invoke(
            "--deals", 3000, "--out", tmp_path / place, "--jobs", jobs, "--policy", "standard,random", "--json"
        )
        assert result.exit_code == 2  # two names for four seats
        result = invoke("--deals", 3000, "--out", tmp_path / place, "--jobs", jobs, "--json")
        assert result.exit_code == 0, result.output
    part = "parts/part-000000.parquet"
    assert (tmp_path / "one" / part).read_bytes() == (tmp_path / "two" / part).read_bytes()
    hands = Run.open(tmp_path / "one").frame()
    assert (hands["dealer"] == hands.index % 4).all()
    played = hands[hands["outcome"] != 2]
    assert (played["points_bidders"] + played["points_others"] == 250).all()
    assert (played["tricks_bidders"] + played["tricks_others"] == 12).all()
    assert (hands["bid"] >= 250).all()


def test_a_report_in_the_other_scale(tmp_path):
    assert invoke("--deals", 500, "--out", tmp_path / "run").exit_code == 0
    for scale in ("1", "10"):
        arguments = ["report", str(tmp_path / "run"), "--out", str(tmp_path / scale), "--scale", scale, "--json"]
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 0, result.output
    small, large = (pd.read_csv(tmp_path / scale / "tables/bids.csv") for scale in ("1", "10"))
    assert (10 * small["bid"]).tolist() == large["bid"].tolist()
    assert small["made"].tolist() == large["made"].tolist()
    assert json.loads(result.stdout)["rules"] == large["rules"][0] == "family250"


def test_the_command_for_the_report_can_be_copied(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")
    result = invoke("--deals", 10, "--out", "a run of mine", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "pinosim report 'a run of mine' --out 'reports/a run of mine'\n" in result.stdout


def test_options_that_would_change_nothing_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments, words in (
        (["--no-resume"], "--no-resume is for a run in a folder"),
        (["--out", ""], "name is empty"),
    ):
        result = invoke("--deals", 10, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr
    assert not list(tmp_path.iterdir())
