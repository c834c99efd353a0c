"""What is imported when: light commands and `import pinosim` must not pay for numba, pandas or matplotlib."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import pinosim

HEAVY = ("numba", "pandas", "matplotlib", "scipy", "pyarrow", "joblib", "numpy")
HAND = "S:ATKQJ H:A9 D:AJ C:A99"


def heavy_modules_after(statement: str) -> set[str]:
    report = f"sys.stderr.write('HEAVY ' + ' '.join(name for name in {HEAVY!r} if name in sys.modules))"
    program = f"import sys\n{statement}\n{report}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stderr.rpartition("HEAVY ")[2].split())


def run_command(*arguments: str) -> str:
    return f"from pinosim.cli.main import cli\nassert cli.main({list(arguments)!r}, standalone_mode=False) in (None, 0)"


def test_the_check_itself_sees_a_heavy_import() -> None:
    assert "numpy" in heavy_modules_after("import numpy")


@pytest.mark.parametrize(
    "module",
    [
        "pinosim",
        "pinosim.errors",
        "pinosim.cards",
        "pinosim.rules.load",
        "pinosim.core.slots",
        "pinosim.core.columns",
        "pinosim.api.hand",
        "pinosim.api.meld",
        "pinosim.cli.main",
        "pinosim.cli.options",
        "pinosim.cli.output",
    ],
)
def test_light_modules_import_nothing_heavy(module: str) -> None:
    assert heavy_modules_after(f"import {module}") == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["meld", HAND],
        ["meld", HAND, "--trump", "S", "--json"],
        ["meld", "--help"],
        ["simulate", "--help"],
        ["report", "--help"],
        ["advise", "--help"],
        ["rules", "list"],
        ["rules", "list", "--json"],
        ["rules", "show", "wocg-single"],
    ],
    ids=" ".join,
)
def test_light_commands_import_nothing_heavy(arguments: list[str]) -> None:
    assert heavy_modules_after(run_command(*arguments)) == set()


def test_import_pinosim_loads_next_to_nothing() -> None:
    # What an import costs is what it loads; seconds depend on what else the machine does.
    program = "import sys; before = set(sys.modules); import pinosim; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert [name for name in loaded if name.startswith("pinosim")] == ["pinosim"]
    assert {name.partition(".")[0] for name in loaded} <= {*sys.stdlib_module_names, "pinosim"}
    assert len(loaded) < 40


@pytest.mark.parametrize("name", pinosim.__all__)
def test_every_public_name_is_there_and_lives_where_it_says(name: str) -> None:
    value = getattr(pinosim, name)
    assert value is not None
    assert name in dir(pinosim)
    if callable(value):
        assert value.__name__ == name
        assert getattr(importlib.import_module(value.__module__), name) is value


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'melt'"):
        pinosim.melt  # noqa: B018


@pytest.mark.jit
def test_kernels_load_without_linear_algebra_and_numba_still_has_it() -> None:
    program = (
        "import sys, pinosim.core.meld\n"
        "assert not {'scipy.linalg', 'coverage'} & set(sys.modules)\n"
        "import numba, numpy\n"
        "print(numba.njit(lambda a, b: numpy.dot(a, b))(numpy.ones(3), numpy.ones(3)))\n"
        "import scipy.linalg.cython_blas, coverage\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout.strip(), done.stderr) == ("3.0", "")
