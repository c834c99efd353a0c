"""The worked questions of docs/questions.md, asked again."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from click.testing import CliRunner

from pinosim.cli.main import cli
from questions_page import PAGE, QUESTIONS, page, rules_of

KEYS = {"title", "ask", "command", "precision", "beside", "answer", "reasons", "because"}
SEEDS = (1, 2, 3)
GAMES = {
    "family250",
    "guide-standard",
    "guide-double",
    "wocg-single",
    "family250-3h",
    "single-round-3h",
    "universal-5h",
}
# Where each range of an answer stands in the JSON, and the widest it may be: no wider than chance asks for.
RANGES = {
    "break_even": ("break_even", 0.15),
    "win_bid": ("win_bid", 0.08),
    "win_pass": ("win_pass", 0.08),
}


def ask(words: list[str], seed: int, precision: float = 0.03) -> dict[str, Any]:
    options = [] if "--quick" in words else ["--precision", str(precision)]
    if options and words[0] == "advise":
        options.append("--no-sensitivity")
    result = CliRunner().invoke(cli, [*words, *options, "--seed", str(seed), "--json"], prog_name="pinosim")
    assert result.exit_code == 0, result.stderr
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    return value


def within(value: float, bounds: list[float]) -> bool:
    return bounds[0] <= value <= bounds[1]


def check_advice(answer: dict[str, Any], value: dict[str, Any]) -> None:
    assert value["trump"] == answer["trump"]
    assert value.get("verdict_by_points", value["verdict"]) == answer.get("by_points", answer["verdict"])
    if "max_bid" in answer:
        assert within(value["max_bid"], answer["max_bid"])
    else:
        assert value["max_bid"] is None
    if "max_by_points" in answer:
        assert within(value["max_bid_by_points"], answer["max_by_points"])
    for bid, bounds in answer["p_make"].items():
        assert within(value["p_make"][bid]["p"], bounds), (bid, value["p_make"][bid])
    for name, (key, _) in RANGES.items():
        if name in answer:
            assert within(value[key], answer[name]), (name, value[key])


def check_comparison(answer: dict[str, Any], value: dict[str, Any]) -> None:
    best = value["best"] if isinstance(value["best"], list) else [value["best"]]
    assert sorted(best) == sorted(answer["best"])
    assert within(value["candidates"][1]["cost"], answer["cost"])


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["title"])
def test_the_answer_comes_out_again(question: dict[str, Any], seed: int) -> None:
    answer, words = question["answer"], shlex.split(question["command"])
    value = ask(words, seed, question.get("precision", 0.03))
    assert value["rules"] == rules_of(question)
    assert value["verdict"] == answer["verdict"]
    (check_comparison if "best" in answer else check_advice)(answer, value)
    said = [*value.get("reasons", ()), *value.get("notes", ())]
    for reason in question.get("reasons", ()):
        assert reason in said
    if "beside" in question:
        full = ask([word for word in words if word != "--quick"], seed)
        assert (full["verdict"], full["trump"]) == (value["verdict"], value["trump"])
        for bid, chance in full["p_make"].items():
            assert abs(chance["p"] - value["p_make"].get(bid, {"p": 0.0})["p"]) <= question["beside"], bid


def test_the_page_is_made_from_the_questions() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make questions writes it again"


def test_the_file_is_whole() -> None:
    assert len(QUESTIONS) >= 20
    assert len({question["title"] for question in QUESTIONS}) == len(QUESTIONS)
    assert {rules_of(question) for question in QUESTIONS} >= GAMES
    assert {shlex.split(question["command"])[0] for question in QUESTIONS} == {"advise", "trump", "pass", "redeal"}
    verdicts = [question["answer"]["verdict"] for question in QUESTIONS]
    assert set(verdicts) == {"bid", "pass", "close", "clear"}
    for question in QUESTIONS:
        assert set(question) <= KEYS, question["title"]
        assert question["ask"].endswith("?"), question["title"]
        assert question["because"].strip(), question["title"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["title"])
def test_ranges_are_no_wider_than_chance_asks_for(question: dict[str, Any]) -> None:
    answer = question["answer"]
    for bounds in answer.get("p_make", {}).values():
        assert 0 <= bounds[1] - bounds[0] <= 0.12
    for name, (_, widest) in RANGES.items():
        if name in answer:
            assert 0 < answer[name][1] - answer[name][0] <= widest
    for name in ("max_bid", "max_by_points"):
        if name in answer:
            assert answer[name][1] - answer[name][0] <= 0.2 * answer[name][1]
