"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pinosim"
CORE = PACKAGE / "core"
MODULES = sorted(PACKAGE.rglob("*.py"))
COMPILERS = {"njit", "jit", "vectorize", "guvectorize", "cfunc", "stencil", "generated_jit", "jitclass"}
LONGEST_FILE = 500


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def compilers_used(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Find every mention of one of numba's compilers: as a name, an attribute or an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in COMPILERS:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr in COMPILERS:
            yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                if name.name in COMPILERS:
                    yield node.lineno, name.name


def kernels(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Find the functions under the `kernel` decorator."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                named = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(named, ast.Name) and named.id in {"kernel", "inlined"}:
                    yield node


def calls_itself(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Name) and node.id == function.name for node in ast.walk(function))


def prints(tree: ast.AST) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def test_the_checks_see_what_they_look_for() -> None:
    bad = ast.parse(
        "from numba import njit\n@njit\ndef f(n):\n    return f(n)\n@kernel\ndef g(n):\n    print(n)\n    return g(n)\n"
    )
    assert [name for _, name in compilers_used(bad)] == ["njit", "njit"]
    assert [function.name for function in kernels(bad)] == ["g"]
    assert calls_itself(next(kernels(bad)))
    assert prints(bad) == [7]


@pytest.mark.parametrize("path", [p for p in MODULES if p != CORE / "jit.py"], ids=relative)
def test_only_the_kernel_decorator_compiles(path: Path) -> None:
    found = list(compilers_used(ast.parse(path.read_text(encoding="utf-8"))))
    assert not found, f"use pinosim.core.jit.kernel instead: {found}"


def test_there_are_kernels_and_all_live_in_core() -> None:
    homes = {path.parent for path in MODULES for _ in kernels(ast.parse(path.read_text(encoding="utf-8")))}
    assert CORE in homes
    assert all(home.is_relative_to(CORE) for home in homes), homes


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=relative)
def test_no_kernel_calls_itself(path: Path) -> None:
    # numba crashes in the next process when a function that calls itself was kept on disk.
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [function.name for function in kernels(tree) if calls_itself(function)] == []


@pytest.mark.parametrize("path", [p for p in MODULES if PACKAGE / "cli" not in p.parents], ids=relative)
def test_only_the_command_line_prints(path: Path) -> None:
    assert prints(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_no_file_is_too_long(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST_FILE, f"{lines} lines: one concept a file, {LONGEST_FILE} lines at most"


def test_the_changelog_tops_with_the_version() -> None:
    versions = re.findall(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert versions[0] == project()["project"]["version"]


def test_the_version_is_the_installed_one() -> None:
    import pinosim

    assert pinosim.__version__ == project()["project"]["version"]


def lock(name: str) -> dict[str, str]:
    pins: dict[str, str] = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line), f"{name}: not a name and a version: {line!r}"
        package, version = line.split("==")
        assert canonicalize_name(package) not in pins, f"{name}: {package} twice"
        pins[canonicalize_name(package)] = version
    return pins


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_the_lock_pins_what_the_project_needs(name: str) -> None:
    described = project()
    needs = list(described["project"]["dependencies"])
    if name == "requirements-dev.lock":
        needs += described["dependency-groups"]["dev"]
    pins = lock(name)
    for requirement in map(Requirement, needs):
        pinned = pins.get(canonicalize_name(requirement.name))
        assert pinned is not None, f"{requirement.name} is missing in {name}; run 'make lock'"
        assert requirement.specifier.contains(pinned, prereleases=True), f"{name} pins {pinned}, wanted {requirement}"


def test_the_locks_agree() -> None:
    small, large, build = lock("requirements.lock"), lock("requirements-dev.lock"), lock("requirements-build.lock")
    assert small.items() <= large.items()
    assert "hatchling" in build
    assert all(large.get(package, version) == version for package, version in build.items())


def test_everything_the_lock_needs_is_in_it() -> None:
    from importlib.metadata import distribution

    for name in ("requirements.lock", "requirements-dev.lock"):
        pins = lock(name)
        for package in pins:
            for requirement in map(Requirement, distribution(package).requires or []):
                if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                    assert canonicalize_name(requirement.name) in pins, f"{name}: {package} needs {requirement}"
