"""Broken rule files and overrides: rules or a `RuleError`, never anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinosim.errors import RuleError
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import load_rules, rules_from_dict
from pinosim.rules.read import SETS
from pinosim.rules.schema import Rules

FAMILY = (SETS / "family250.toml").read_text(encoding="utf-8")

LINES = FAMILY.splitlines(keepends=True)
SNIPPETS = [
    "[",
    "]",
    "=",
    '"',
    "'",
    "\n",
    "0",
    "-1",
    "1e9",
    "true",
    "\0",
    "\x7f",
    "é",
    "[meld]",
    "run = 3",
    "inf",
    "{",
    "}",
    "#",
]


def load_or_refuse(name: str | Path, *overrides: str) -> Rules | RuleError:
    """Load a rule set or give the error; any other exception than a `RuleError` fails the test."""
    try:
        return load_rules(name, overrides)
    except RuleError as error:
        return error


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.sampled_from(["drop", "double", "swap", "insert", "cut", "other"]))
        if kind == "drop":
            lines[place] = ""
        elif kind == "double":
            lines[place] *= 2
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        else:
            line = lines[place]
            at = draw(st.integers(0, len(line)))
            if kind == "insert":
                lines[place] = line[:at] + draw(st.sampled_from(SNIPPETS)) + line[at:]
            elif kind == "cut":
                lines[place] = line[:at] + line[at + draw(st.integers(1, 8)) :]
            else:
                key, equals, _ = line.partition("=")
                value = draw(
                    st.one_of(st.integers(), st.floats(), st.booleans(), st.text(max_size=5), st.lists(st.integers()))
                )
                lines[place] = f"{key}{equals} {value!r}\n" if equals else line
    return "".join(lines)


@given(broken_texts())
def test_broken_files_give_rules_or_a_rule_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "broken.toml"
    path.write_bytes(text.encode())
    rules = load_or_refuse(path)
    if isinstance(rules, RuleError):
        assert rules.problems
        assert len(str(rules)) < 20_000
    else:
        assert rules_from_dict(rules.to_dict()).hash == rules.hash


@given(st.binary(max_size=300))
def test_any_bytes_give_a_rule_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.toml"
    path.write_bytes(content)
    with pytest.raises(RuleError):
        load_rules(path)


@given(st.sampled_from(sorted(FIELDS)), st.text(max_size=30))
def test_any_override_gives_rules_or_a_rule_error(key: str, value: str) -> None:
    assert isinstance(load_or_refuse("family250", f"{key}={value}"), (Rules, RuleError))
