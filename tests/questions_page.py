"""The page of worked questions, made from `questions.toml`: `make questions` rewrites docs/questions.md."""

from __future__ import annotations

import shlex
import textwrap
import tomllib
from pathlib import Path
from typing import Any

QUESTIONS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)["question"]  # fmt: skip
PAGE = Path(__file__).parents[1] / "docs/questions.md"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
BEGINNING = """\
# Questions and answers

<!-- Made from tests/questions.toml by make questions; change it there. -->

Questions as they come up at the table, what to type, and what comes out. The tests ask each again with three seeds and
`--precision` 0.015 to 0.05 (`tests/test_questions.py`) and want an answer within the ranges given here, which leave
room for chance in the cards. Where no rule set is named it is `family250`. What the figures rest on is told in
[advise.md](advise.md), [score.md](score.md) and [comparisons.md](comparisons.md).
"""


def rules_of(question: dict[str, Any]) -> str:
    """Name of the rule set the question is asked under."""
    words = shlex.split(question["command"])
    return words[words.index("--rules") + 1] if "--rules" in words else "family250"


def span(least: float, most: float) -> str:
    """A range of points."""
    return f"{least:g}" if least == most else f"{least:g} to {most:g}"


def shares(least: float, most: float) -> str:
    """A range of chances."""
    return span(round(100 * least, 1), round(100 * most, 1)) + "%"


def advice_facts(answer: dict[str, Any]) -> list[str]:
    """What an answer of advise must be, sentence by sentence."""
    by_points = f" (by points alone: {answer['by_points']})" if "by_points" in answer else ""
    facts = [f"**{answer['verdict'].capitalize()}**{by_points}, with {SUITS[answer['trump']]} trump."]
    if "max_bid" in answer:
        by_points = f" (by points alone {span(*answer['max_by_points'])})" if "max_by_points" in answer else ""
        facts.append(f"How high: {span(*answer['max_bid'])}{by_points}.")
    for bid, (least, most) in answer["p_make"].items():
        facts.append(f"{bid} is made in {shares(least, most)} of deals.")
    if "break_even" in answer:
        facts.append(f"From {shares(*answer['break_even'])} on it beats passing.")
    if "win_bid" in answer:
        facts.append(f"Bidding wins {shares(*answer['win_bid'])} of games, passing {shares(*answer['win_pass'])}.")
    return facts


def comparison_facts(answer: dict[str, Any]) -> list[str]:
    """What a comparison must say."""
    best = " ".join(SUITS.get(choice, choice) for choice in answer["best"])
    return [
        f"**{best.capitalize() if best.islower() else best}**, {answer['verdict']}.",
        f"The second best costs {span(*answer['cost'])} points.",
    ]


def filled(text: str) -> str:
    """A paragraph in lines of 120."""
    return textwrap.fill(" ".join(text.split()), width=120, break_long_words=False, break_on_hyphens=False)


def entry(number: int, question: dict[str, Any]) -> str:
    """One question of the page."""
    answer = question["answer"]
    facts = comparison_facts(answer) if "best" in answer else advice_facts(answer)
    parts = [f"## {number}. {question['title']}", f"> {question['ask']}", f"    pinosim {question['command']}"]
    parts.append(filled(" ".join(facts)))
    if "reasons" in question:
        parts.append("\n".join(f"- {reason}" for reason in question["reasons"]))
    parts.append(filled(question["because"]))
    return "\n\n".join(parts) + "\n"


def page() -> str:
    """The whole page."""
    return "\n".join([BEGINNING, *(entry(number, question) for number, question in enumerate(QUESTIONS, 1))])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
