"""Reading the file of a bidding convention: every fault it has is told at once."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pinosim.api.odds.event_reading import read_event
from pinosim.core.meanings import MOST_MEANINGS
from pinosim.errors import PinosimError
from pinosim.rules.fields import nearest, shown

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

FOLDER: Final = "conventions"
WHEN: Final = ("opening", "first call", "after partner")
LARGEST_FILE: Final = 100_000
LARGEST_NUMBER: Final = 9_999
DEFAULT_REACH: Final = 5
CALL: Final = re.compile(r"pass|(?P<kind>jump|bid) (?P<number>[0-9]{1,4})(?P<more>\+?)")


class ConventionError(PinosimError):
    """A convention that cannot be used; lists every fault of its file."""


@dataclass(frozen=True)
class MeaningEntry:
    """One `[[meaning]]` of a file; see `conventions.Meaning`."""

    call: str = ""
    says: str = ""
    when: tuple[str, ...] = ()
    below: int | None = None
    hand: str = ""
    meld: tuple[int, int] | None = None
    reach: int = DEFAULT_REACH
    worth: int = 0


@dataclass(frozen=True)
class ConventionFile:
    """What a file says, free of faults."""

    label: str
    title: str
    source: str
    meanings: tuple[MeaningEntry, ...]


@dataclass(frozen=True)
class _Key:
    hint: Any
    words: str
    needed: bool = False


_TEXT: Final = "text"
_POINTS: Final = f"a whole number from 1 to {LARGEST_NUMBER:,}"
_HEAD: Final[Mapping[str, _Key]] = {
    "title": _Key(str, _TEXT, needed=True),
    "source": _Key(str, _TEXT, needed=True),
    "copies": _Key(int, "a whole number"),
    "meaning": _Key(list[dict[str, Any]], "tables [[meaning]]", needed=True),
}
_MEANING: Final[Mapping[str, _Key]] = {
    "call": _Key(str, "'pass', 'jump N', 'jump N+', 'bid N' or 'bid N+'", needed=True),
    "says": _Key(str, _TEXT, needed=True),
    "when": _Key(tuple[str, ...], f"a list of some of {', '.join(WHEN)}"),
    "below": _Key(int, _POINTS),
    "hand": _Key(str, "an event as text, such as 'run'"),
    "meld": _Key(tuple[int, int], f"[low, high], whole numbers from 0 to {LARGEST_NUMBER:,}"),
    "reach": _Key(int, f"a whole number from 0 to {LARGEST_NUMBER:,}"),
    "worth": _Key(int, f"a whole number from -{LARGEST_NUMBER:,} to {LARGEST_NUMBER:,}"),
}


def convention_names() -> list[str]:
    """Names of the packaged conventions.

    Examples
    --------
    >>> convention_names()
    ['dailey', 'double-meld', 'modern-single']
    """
    folder = resources.files("pinosim.policies").joinpath(FOLDER)
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def read_convention_file(name: str | os.PathLike[str], rules: Rules) -> ConventionFile:
    """Read a packaged convention, or a file, for a rule set.

    Parameters
    ----------
    name : str or path
        As in `conventions.load_convention`.
    rules : Rules

    Raises
    ------
    ConventionError
        If there is none of that name, or its file has faults; all of them are listed.
    """
    text, label = _text_of(name)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConventionError(f"convention {label!r} cannot be read: {error}") from None
    faults: list[str] = []
    head = _take(data, _HEAD, "", faults)
    given = head.get("meaning", [])
    if "meaning" in head and not given:
        faults.append("it has no [[meaning]]")
    if len(given) > MOST_MEANINGS:
        faults.append(f"meaning: expected at most {MOST_MEANINGS}, got {len(given)}")
    copies = head.get("copies", rules.deck.copies)
    if copies != rules.deck.copies:
        faults.append(f"it is for a deck with {copies} copies of each card, {rules.id} has {rules.deck.copies}")
    if rules.auction.kind == "none":
        faults.append(f"{rules.id} has no auction")
    meanings = []
    for number, values in enumerate(given, start=1):
        called = f" ({shown(values['call'])})" if "call" in values else ""
        where = f"meaning {number}{called}: "
        known = _take(values, _MEANING, where, faults)
        faults += [where + fault for fault in _faults(known, rules)]
        meanings.append(MeaningEntry(**known))
    if faults:
        listed = "\n".join(f"- {fault}" for fault in faults)
        raise ConventionError(f"convention {label!r} cannot be used with {rules.id}:\n{listed}")
    return ConventionFile(label, head["title"], head["source"], tuple(meanings))


def _take(values: Mapping[str, Any], keys: Mapping[str, _Key], where: str, faults: list[str]) -> dict[str, Any]:
    """Take the values that are of their kind; what is missing, unknown or of another kind is a fault."""
    taken: dict[str, Any] = {}
    for name, value in values.items():
        if name not in keys:
            hint = nearest(name, list(keys)) or f"; the keys are {', '.join(keys)}"
            faults.append(f"{where}there is no key {shown(name)}{hint}")
            continue
        if keys[name].words == _TEXT and isinstance(value, str) and not value.replace("\n", " ").isprintable():
            faults.append(f"{where}{name}: expected {_TEXT} without control characters, got {shown(value)}")
            continue
        try:
            taken[name] = msgspec.convert(value, keys[name].hint)
        except msgspec.ValidationError:
            faults.append(f"{where}{name}: expected {keys[name].words}, got {shown(value)}")
    faults += [f"{where}{name} is missing" for name, key in keys.items() if key.needed and name not in values]
    return taken


def _faults(known: Mapping[str, Any], rules: Rules) -> list[str]:
    """Find what is wrong with values of the right kind."""

    def expected(name: str) -> str:
        return f"{name}: expected {_MEANING[name].words}, got {shown(known[name])}"

    faults = []
    call = known.get("call")
    if call is not None and not CALL.fullmatch(call):
        faults.append(expected("call"))
    elif call is not None and re.fullmatch(r"jump 0+\+?", call):
        faults.append("call: a jump of 1 is the lowest bid, 0 is none")
    unknown = [word for word in known.get("when", ()) if word not in WHEN]
    faults += [f"when: expected some of {', '.join(WHEN)}, got {shown(word)}" for word in unknown]
    for name, least in (("below", 1), ("reach", 0), ("worth", -LARGEST_NUMBER)):
        if name in known and not least <= known[name] <= LARGEST_NUMBER:
            faults.append(expected(name))
    if "meld" in known and not 0 <= known["meld"][0] <= known["meld"][1] <= LARGEST_NUMBER:
        faults.append(expected("meld"))
    if known.get("hand"):
        try:
            read_event(known["hand"], rules)
        except PinosimError as error:
            faults.append(f"hand: {error}")
    return faults


def _text_of(name: str | os.PathLike[str]) -> tuple[str, str]:
    if not isinstance(name, (str, os.PathLike)):
        raise ConventionError(
            f"expected the name of a convention or a file *.toml, got {name!r}; there are "
            f"{', '.join(convention_names())}"
        )
    if isinstance(name, str) and not name.endswith(".toml"):
        if name not in convention_names():
            hint = nearest(name, convention_names())
            raise ConventionError(
                f"there is no convention {shown(name)}{hint}; there are {', '.join(convention_names())}, or name a "
                "file *.toml"
            )
        file = resources.files("pinosim.policies").joinpath(FOLDER, f"{name}.toml")
        return file.read_text(encoding="utf-8"), name
    path = Path(name)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ConventionError(f"expected a convention of at most {LARGEST_FILE:,} bytes, got more in {str(path)!r}")
        return path.read_text(encoding="utf-8"), str(path)
    except UnicodeDecodeError as error:
        raise ConventionError(
            f"cannot read the convention {str(path)!r}: byte {error.start + 1} is not text in UTF-8; give a text file"
        ) from None
    except (OSError, ValueError) as error:
        if isinstance(error, ConventionError):
            raise
        why = getattr(error, "strerror", None) or error
        raise ConventionError(
            f"cannot read the convention {str(path)!r}: {why}; give the path of a file *.toml"
        ) from None
