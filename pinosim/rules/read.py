"""Rule files as text: found, read, followed along `extends`, and taken apart into values that know their place."""

from __future__ import annotations

import functools
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pinosim.errors import RuleError
from pinosim.rules.fields import FIELDS, nearest, shown
from pinosim.rules.groups import GROUPS

SETS: Final = Path(__file__).parent / "sets"
LARGEST_FILE: Final = 100_000  # bytes; the packaged sets have under 10,000
LONGEST_CHAIN: Final = 20

_HEADER: Final = re.compile(r"^\s*\[\[?\s*([\w.\"' -]+?)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(r"^\s*([\w.\"' -]+?)\s*=")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value out of a file or from `--set`, and where it stands."""

    value: Any
    where: str


@dataclass(slots=True)
class Source:
    """What one file says, or a chain of files together."""

    label: str
    leaves: dict[str, Leaf] = field(default_factory=dict)
    assumed: list[Leaf] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def packaged_ids() -> list[str]:
    """Give the names of the packaged rule sets, the default first."""
    return sorted((path.stem for path in SETS.glob("*.toml")), key=lambda name: (name != "family250", name))


def find_file(name_or_path: str | os.PathLike[str], folder: Path | None = None) -> Path:
    """Find the file of a rule set.

    Parameters
    ----------
    name_or_path : str or path
        The name of a packaged set, another name of one, or the path of a file.
    folder : Path, optional
        What a relative path starts from; the working directory if left out.

    Raises
    ------
    RuleError
        If there is neither such a set nor such a file.
    """
    if not isinstance(name_or_path, (str, os.PathLike)):
        raise RuleError(f"expected the name of a rule set or the path of a rule file, got {shown(name_or_path)}")
    text = os.fspath(name_or_path)
    if not isinstance(text, str):
        raise RuleError(f"expected the path of a rule file as text, got {shown(text)}")
    if isinstance(name_or_path, str):
        wanted = text.strip().lower()
        if wanted in packaged_ids():
            return SETS / f"{wanted}.toml"
        if wanted in (others := _other_names()):
            return SETS / f"{others[wanted]}.toml"
    path = (folder or Path()) / text
    try:
        if path.is_dir():
            raise RuleError(f"expected a rule set, got {shown(text)}, which is a folder; give a file in it, or a name")
        if path.exists():
            return path
    except (OSError, ValueError) as error:  # a name too long, or with a NUL
        raise RuleError(
            f"expected a rule set, got {shown(text)}, which cannot be the name of a file ({error})"
        ) from None
    known = packaged_ids()
    if isinstance(name_or_path, os.PathLike) or os.sep in text or "/" in text or text.endswith(".toml"):
        raise RuleError(
            f"there is no rule file {shown(text)}; check the path, or use a packaged set: {', '.join(known)}"
        )
    hint = nearest(text.lower(), [*known, *_other_names()])
    raise RuleError(
        f"there is no rule set {shown(text)}{hint or '.'} Known are {', '.join(known)}; "
        "a file of your own is given by its path"
    )


def read_chain(path: Path) -> Source:
    """Read a file and all it extends; nearer files win.

    Raises
    ------
    RuleError
        If a file cannot be read or the chain bites its own tail. Faults in single values are kept in `problems`.
    """
    chain: list[tuple[Source, str | None]] = []
    seen: list[Path] = []
    while True:
        real = path.resolve()
        if real in seen or len(seen) >= LONGEST_CHAIN:
            names = " -> ".join(item.stem for item in [*seen, real][-LONGEST_CHAIN:])
            raise RuleError(
                f"extends: expected an end, got a ring or an endless chain: {names}; take one 'extends' out"
            )
        seen.append(real)
        data, lines = _parse(path)
        source, base = _take_apart(path, data, lines)
        chain.append((source, base))
        if base is None:
            break
        try:
            path = find_file(base, path.parent)
        except RuleError as error:
            raise RuleError(f"{source.label}, extends: {error}") from None
    whole = chain[-1][0]
    for source, _ in reversed(chain[:-1]):
        whole = extend(whole, source)
    return whole


def files_of(name: str) -> list[Path]:
    """List the file of a packaged rule set and those it extends."""
    files = [find_file(name)]
    while base := _parse(files[-1])[0].get("extends"):
        files.append(find_file(base, files[-1].parent))
    return files


def extend(base: Source, source: Source, *, keep_names: bool = False) -> Source:
    """Lay single values over a rule set; what it assumed about them is dropped, and its names unless they are kept."""
    leaves = {
        key: leaf
        for key, leaf in base.leaves.items()
        if keep_names or not key.startswith("identity.") or key == "identity.unit"
    }
    assumed: list[Leaf] = []
    for leaf in base.assumed:
        if isinstance(leaf.value, Mapping) and isinstance(leaf.value.get("keys"), list):
            keys = [key for key in leaf.value["keys"] if not isinstance(key, str) or key not in source.leaves]
            if keys:
                assumed.append(Leaf({**leaf.value, "keys": keys}, leaf.where))
        else:
            assumed.append(leaf)
    return Source(
        f"{base.label} with --set" if keep_names else source.label,
        leaves | source.leaves,
        assumed + source.assumed,
        base.problems + source.problems,
    )


@functools.cache
def _other_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for name in packaged_ids():
        data, _ = _parse(SETS / f"{name}.toml")
        names |= {str(other).lower(): name for other in data.get("identity", {}).get("aliases", ())}
    return names


def _parse(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Read one file as TOML; give its data and its lines."""
    label = shown(str(path))
    try:
        if not path.is_file():
            what = "a folder" if path.is_dir() else "not an ordinary file"
            raise RuleError(f"expected a rule file, got {label}, which is {what}")
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RuleError(f"rule file {label} cannot be read: {error.strerror or error}") from None
    if len(raw) > LARGEST_FILE:
        raise RuleError(f"expected a rule file of at most {LARGEST_FILE:,} bytes, got {label}, which is larger")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError(
            f"expected a rule file of plain text (UTF-8), got {label} with byte 0x{raw[error.start]:02x} at place "
            f"{error.start:,}; save it as UTF-8"
        ) from None
    return parse_toml(text, label), text.splitlines()


def parse_toml(text: str, label: str) -> dict[str, Any]:
    """Parse TOML, with one clear error for all that can be wrong."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{label} is not valid TOML: {str(error)[:300]}") from None
    except (ValueError, OverflowError):  # a number of thousands of digits, a date that does not exist
        raise RuleError(f"{label} is not valid TOML: it holds a number or date out of range") from None
    except RecursionError:
        raise RuleError(f"{label} is not a rule file: its lists are nested far too deep") from None


def _take_apart(path: Path, data: dict[str, Any], lines: list[str]) -> tuple[Source, str | None]:
    places = _find_lines(lines)
    label = path.name

    def where(key: str) -> str:
        return f"{label}, line {places[key]}" if key in places else label

    source = Source(label)
    base = data.pop("extends", None)
    if base is not None and not isinstance(base, str):
        raise RuleError(f"{label}, extends: expected the name or path of a rule set as text, got {shown(base)}")
    assumed = data.pop("assumed", [])
    if isinstance(assumed, list):
        source.assumed = [Leaf(item, where("assumed")) for item in assumed]
    else:
        source.problems.append(f"assumed: expected [[assumed]] entries, got {shown(assumed)} ({where('assumed')})")
    for group, values in data.items():
        if group not in GROUPS:
            source.problems.append(f"{unknown_key(group)} ({where(group)})")
        elif not isinstance(values, dict):
            source.problems.append(f"{group}: expected a table [{group}] of keys, got {shown(values)} ({where(group)})")
        else:
            for name, value in values.items():
                key = f"{group}.{name}"
                if key in FIELDS:
                    source.leaves[key] = Leaf(value, where(key))
                else:
                    source.problems.append(f"{unknown_key(key)} ({where(key)})")
    if "identity.id" not in source.leaves:
        source.leaves["identity.id"] = Leaf(re.sub(r"^\W+|[^\w.-]", "", path.stem, flags=re.ASCII)[:60] or "own", label)
    source.leaves.setdefault(
        "identity.title", Leaf(re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", f"rules of {label}")[:200], label)
    )
    return source, base


def unknown_key(key: str) -> str:
    """Say that there is no such key, and which one was probably meant."""
    group, _, name = key.partition(".")
    if not name and group in GROUPS:
        first = next(known for known in FIELDS if known.startswith(f"{group}."))
        return f"{shown(key)}: this is a whole group; expected one key of it, such as {first}"
    if not name:
        homes = [known for known in FIELDS if known.partition(".")[2] == group]
        hint = f"; did you mean {homes[0]!r}?" if homes else nearest(group, [*GROUPS, "extends", "assumed"])
        return f"{shown(key)}: there is no such group{hint or '; the groups are ' + ', '.join(GROUPS)}"
    homes = [known for known in FIELDS if known.partition(".")[2] == name]
    if group in GROUPS and not homes:
        hint = nearest(name, [known.partition(".")[2] for known in FIELDS if known.startswith(f"{group}.")])
    else:
        hint = f"; did you mean {homes[0]!r}?" if homes else nearest(key, list(FIELDS))
    listing = f"; the keys of [{group}] are " + ", ".join(
        field.name for field in FIELDS.values() if field.group == group
    )
    return f"{shown(key)}: there is no such key{hint or (listing if group in GROUPS else '')}"


def _find_lines(lines: list[str]) -> dict[str, int]:
    """Find the line of each key, for messages only: the first that looks like it, whatever texts span lines."""
    places: dict[str, int] = {}
    group = ""
    for number, line in enumerate(lines, start=1):
        if header := _HEADER.match(line):
            group = _unquoted(header[1])
            places.setdefault(group, number)
        elif key := _KEY.match(line):
            name = _unquoted(key[1])
            places.setdefault(f"{group}.{name}" if group else name, number)
            places.setdefault(group, number)
    return places


def _unquoted(name: str) -> str:
    return re.sub(r"[\"' ]", "", name)
