"""Win tables as files: small, the same byte for byte whenever they are made again, and bound to their rule set.

An `.npz` of two arrays: `about`, JSON text, and `chances`, in ten-thousandths, of which only differences between
neighbours are kept (along both sides), as these are small numbers and pack well.
"""

from __future__ import annotations

import io
import json
import math
import os
import zipfile
import zlib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.safe_write import replaceable, write_file
from pinosim.api.win_table import WinTable
from pinosim.errors import PinosimError, RuleError
from pinosim.rules.load import scaled

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pinosim.rules.schema import Rules

FORMAT: Final = 1
PARTS: Final = 10_000
"""Chances are kept in parts of this size."""
SCALES: Final = (1, 10)
_UNREADABLE: Final = (
    ValueError, TypeError, KeyError, OSError, EOFError, RuntimeError, NotImplementedError, zipfile.BadZipFile,
    zlib.error,
)  # fmt: skip
_FIRST_NAME: Final = slice(30, 39)
"""Where a zip file has the name of its first member."""


def write_win_table(table: WinTable, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write a table, whole or not at all; parameters and errors as of `WinTable.save`."""
    if not overwrite and not replaceable(Path(path), is_own_win_table):
        raise PinosimError(
            f"expected nothing, or a table of chances, at {str(path)!r}; the file there is something else and is kept. "
            "Name another file, or save with overwrite=True"
        )
    about = {
        "format": FORMAT,
        "rules": table.rules,
        "rules_hash": table.rules_hash,
        "policy": table.policy,
        "hands": table.hands,
        "seed": table.seed,
        "error": table.error,
        "unit": table.unit,
        "low": table.low,
    }
    parts = np.round(table.chances * PARTS).astype(np.int64)
    steps = np.diff(np.diff(parts, axis=0, prepend=0), axis=1, prepend=0).astype(np.int16)
    content = io.BytesIO()
    np.savez_compressed(content, about=np.array(json.dumps(about, sort_keys=True)), chances=steps)
    write_file(Path(path), content.getvalue())


def read_win_table(rules: Rules, path: str | os.PathLike[str]) -> WinTable:
    """Read a table and check that it was made for a rule set.

    Raises
    ------
    PinosimError
        If the file cannot be read, is none, or was made for other rules.
    """
    place = Path(path)
    try:
        content = place.read_bytes()
    except OSError as error:
        raise PinosimError(f"cannot read the table of chances {str(path)!r}: {error.strerror or error}") from None
    about, chances = _unpack(content, str(path))
    table = _table(rules, about, chances, str(path))
    if table is None:
        raise PinosimError(
            f"{str(path)!r} was made for {about['rules']!r} ({about['rules_hash']}), not for {rules.id!r} "
            f"({rules.hash}). Make another one: pinosim win-table --rules {rules.id} --out {path} (with your own file "
            "or --set as you gave them)"
        )
    return table


def is_own_win_table(head: bytes) -> bool:
    """Tell by its head whether a file is a table of chances."""
    return head.startswith(b"PK\x03\x04") and head[_FIRST_NAME] == b"about.npy"


def find_packaged(rules: Rules) -> WinTable | None:
    """Look for the packaged table of a rule set, in the same or the other scale; None if there is none."""
    folder = resources.files("pinosim").joinpath("fitted", "win_tables")
    files: dict[str, Traversable] = {entry.name: entry for entry in folder.iterdir()}
    for scale in dict.fromkeys((rules.unit, *SCALES)):
        same = _in_scale(rules, scale)
        name = None if same is None else file_name(same.hash)
        if name in files:
            return _table(rules, *_unpack(files[name].read_bytes(), name), name)
    return None


def file_name(rules_hash: str) -> str:
    """Name the packaged file of a rule set: by its hash, as several rule sets can be one game."""
    return f"{rules_hash}.npz"


def _table(rules: Rules, about: dict[str, Any], chances: NDArray[np.float64], name: str) -> WinTable | None:
    """Make the table, its scores in the scale of `rules`; None if it is another game's."""
    for scale in dict.fromkeys((rules.unit, *SCALES)):
        same = _in_scale(rules, scale)
        if same is None or same.hash != about["rules_hash"]:
            continue
        table = WinTable(
            rule_set=rules,
            policy=about["policy"],
            hands=about["hands"],
            seed=about["seed"],
            error=about["error"],
            unit=about["unit"],
            low=about["low"],
            chances=chances,
        )
        if scale == rules.unit:
            return table
        return replace(table, unit=table.unit * rules.unit // scale, low=table.low * rules.unit // scale)
    return None


def _in_scale(rules: Rules, scale: int) -> Rules | None:
    try:
        return scaled(rules, scale)
    except RuleError:  # points that cannot be said in that scale
        return None


def _unpack(content: bytes, name: str) -> tuple[dict[str, Any], NDArray[np.float64]]:
    kinds = {"rules": str, "rules_hash": str, "policy": str, "hands": int, "seed": int, "error": float}
    kinds |= {"unit": int, "low": int}
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            about = json.loads(str(arrays["about"]))
            steps = arrays["chances"]
    except _UNREADABLE:  # numpy's own words advise on files that are nothing of ours
        raise PinosimError(
            f"{name!r} is not a table of chances, or is cut off; expected a file made by pinosim win-table --out"
        ) from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise PinosimError(f"{name!r} is a table of chances of another version of pinosim; make it again")
    faulty = [key for key, kind in kinds.items() if not isinstance(about.get(key), kind)]
    if not faulty and not (math.isfinite(about["error"]) and steps.dtype.kind == "i"):
        faulty = ["its numbers"]
    if faulty or steps.ndim != 2 or steps.shape[0] != steps.shape[1] or steps.size == 0 or about["unit"] < 1:
        raise PinosimError(f"{name!r} is not a whole table of chances ({', '.join(faulty) or 'its numbers'})")
    chances = np.cumsum(np.cumsum(steps, axis=1, dtype=np.int64), axis=0) / PARTS
    if chances.min() < 0 or chances.max() > 1:
        raise PinosimError(f"{name!r} is damaged: it has chances below 0 or above 1; make it again")
    chances.setflags(write=False)
    return about, chances
