"""What the compiler made of the kernels: one version of each, whole numbers only, the instruction for counting bits."""

from __future__ import annotations

import ast
import importlib
import json
import os
import pkgutil
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import pinosim.core
from kernel_tools import game

pytestmark = pytest.mark.jit
HERE = Path(__file__).parent
CORE = Path(pinosim.core.__path__[0])

# Called as the api calls them, in a process of its own, so that nothing but these calls has compiled anything.
CALLS = """
import json
import numpy as np
import pinosim as ps
from kernel_tools import NAMES, game
from test_core_compiled import compiled_signatures
from test_core_meld import kernel_melds

for name in (*NAMES, "family250-3h", "universal-5h", "two-hand"):
    what = game(name)
    ps.simulate(what.rules, deals=50, policy="random", seed=1, jobs=1)
    what.play("standard", 10)
    what.deal(10)
    kernel_melds(what, [["AS"]])
print(json.dumps(compiled_signatures()))
"""


def all_kernels() -> dict[str, Any]:
    """Find every kernel by module and name."""
    found = {}
    for module in pkgutil.iter_modules(pinosim.core.__path__):
        home = f"pinosim.core.{module.name}"
        for name, value in vars(importlib.import_module(home)).items():
            if isinstance(value, numba.core.registry.CPUDispatcher) and value.__module__ == home:
                found[f"{module.name}.{name}"] = value
    return found


def compiled_signatures() -> dict[str, list[str]]:
    return {name: [str(signature) for signature in value.nopython_signatures] for name, value in all_kernels().items()}


def signatures(cache: Path | None = None) -> dict[str, list[str]]:
    """Make the calls in a fresh process; with a new cache folder every kernel inside another is seen as well."""
    environment = dict(os.environ) if cache is None else {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    result = subprocess.run(
        [sys.executable, "-c", CALLS], capture_output=True, text=True, cwd=HERE, env=environment, check=False
    )
    assert result.returncode == 0, result.stderr
    answer: dict[str, list[str]] = json.loads(result.stdout.splitlines()[-1])
    return answer


def test_there_are_kernels() -> None:
    assert {"layout.popcount", "hand.play_hands", "dealing.deal_block"} <= set(all_kernels())


def test_kernels_called_from_python_are_compiled_once() -> None:
    """A second version costs seconds at the first start: usually a read-only array beside a writable one."""
    found = signatures()
    for name in ("hand.play_hands", "dealing.deal_hands", "meld.score_melds", "meld.fill_meld_tables"):
        assert len(found[name]) == 1, found[name]


# Chances of calls and what is drawn against them: a difference in the last digit between machines would let in another
# deal once in 10**16.
WITH_FRACTIONS = ("listening.py", "expert_hearing.py", "worlds.py")


@pytest.mark.slow
def test_kernels_take_and_give_whole_numbers(tmp_path: Path) -> None:
    modules = tuple(name.removesuffix("py") for name in WITH_FRACTIONS)
    found = {name: texts for name, texts in signatures(tmp_path).items() if texts and not name.startswith(modules)}
    assert len(found) > 30
    assert not [name for name, texts in found.items() if any("float" in text for text in texts)]


@pytest.mark.parametrize(
    "source",
    [source for source in sorted(CORE.rglob("*.py")) if source.name not in WITH_FRACTIONS],
    ids=lambda path: path.relative_to(CORE).as_posix(),
)
def test_kernels_never_divide_into_fractions(source: Path) -> None:
    for function in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and any(
            isinstance(decorator, ast.Name) and decorator.id in {"kernel", "inlined"}
            for decorator in function.decorator_list
        ):
            for node in ast.walk(function):
                assert not isinstance(node, ast.Div), function.name
                assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), function.name


def test_bits_are_counted_by_one_instruction() -> None:
    # code from the cache cannot be looked into, so the same lines are compiled anew
    fresh = numba.njit(error_model="numpy")(all_kernels()["layout.popcount"].py_func)
    assert fresh(np.int64(0b1011)) == 3
    instruction = {"x86_64": "popcnt", "AMD64": "popcnt", "aarch64": "cnt", "arm64": "cnt"}[platform.machine()]
    assert any(instruction in text for text in fresh.inspect_asm().values())


def test_calls_in_this_process_find_the_same_versions() -> None:
    what = game("family250")
    what.play("standard", 2)
    assert all_kernels()["hand.play_hands"].nopython_signatures
