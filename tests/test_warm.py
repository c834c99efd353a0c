"""A wait for the compiler is announced, whatever else has been compiled before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pinosim
from pinosim.api import warm
from pinosim.core import jit

HOUSE = Path(pinosim.__file__).parent
NAMED = re.compile(r'"(\w+)\.(\w+)"')


def said(kernel: str, caplog: pytest.LogCaptureFixture) -> int:
    caplog.clear()
    warm._say_so.cache_clear()
    for _ in range(2):
        warm.say_if_compiling(kernel)
    return len(caplog.records)


def test_it_is_said_once_unless_that_kernel_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jit.numba.config, "CACHE_DIR", str(tmp_path), raising=False)
    assert said("hand.play_hands", caplog) == 1
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "expert_hand.play_hands_thinking-7.py311.1.nbc").touch()
    assert said("hand.play_hands", caplog) == 1
    (tmp_path / "core" / "hand.play_hands-7.py311.1.nbc").touch()
    assert said("hand.play_hands", caplog) == 0
    assert said("try_cards.try_cards", caplog) == 1


def test_kernels_that_are_waited_for_exist() -> None:
    calls = [line for path in HOUSE.rglob("*.py") for line in path.read_text("utf-8").splitlines()
             if "say_if_compiling(" in line and "def " not in line]  # fmt: skip
    named = [match.groups() for line in calls for match in NAMED.finditer(line)]
    assert len(named) >= len(calls) >= 9
    for file, function in named:
        assert any(
            re.search(rf"^def {function}\(", path.read_text("utf-8"), re.MULTILINE)
            for path in (HOUSE / "core").rglob(f"{file}.py")
        ), (file, function)
