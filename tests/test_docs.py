"""What the pages tell a reader to type: every command is one, every piece of Python runs by itself."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from pinosim.cli.main import cli
from record_tools import RECORDS

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^(?:    )?pinosim (?!record 1$)(.*)$", re.MULTILINE)
SNIPPETS = [(page, code) for page in PAGES for code in PYTHON.findall(page.read_text("utf-8"))]
COMMANDS = [(page.name, line) for page in PAGES for line in COMMAND.findall(page.read_text("utf-8"))]


def parse(words: list[str]) -> None:
    """Let click read a command line, and run nothing."""
    context, command = click.Context(cli), cli
    while isinstance(command, click.Group):
        name, found, words = command.resolve_command(context, words)
        assert found is not None, name
        command = found
        if isinstance(command, click.Group):
            context = click.Context(command, parent=context)
    command.make_context("pinosim", words, parent=context)


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_commands_can_be_typed(page: str, line: str) -> None:
    words = shlex.shlex(line, posix=True, punctuation_chars=";|")
    words.whitespace_split = True
    command: list[str] = []
    for word in words:  # up to a comment, or the next command
        if word in (";", "|"):
            break
        command.append(word)
    try:
        parse(command)
    except click.exceptions.Exit:  # --help
        pass
    except click.UsageError as error:
        pytest.fail(f"{page}: pinosim {line}: {error.format_message()}")


@pytest.mark.jit
@pytest.mark.parametrize(("page", "code"), SNIPPETS, ids=[page.stem for page, _ in SNIPPETS])
def test_python_runs_by_itself(page: Path, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot as plt

    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_bytes((RECORDS / "family250-game.txt").read_bytes())
    # many hands are a matter of time, not of what is said on the page
    code = re.sub(r"deals=\d[\d_]{4,}", "deals=2000", code)
    plt.switch_backend("agg")
    try:
        exec(compile(code, page.name, "exec"), {})
    finally:
        plt.close("all")


def test_pages_are_found() -> None:
    assert len(COMMANDS) > 90
    assert len(SNIPPETS) >= 11
