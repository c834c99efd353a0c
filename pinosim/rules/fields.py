"""The keys of a rule file, read off the records of `groups.py`: titles, meanings, ranges, and values in words."""

from __future__ import annotations

import reprlib
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from pinosim.rules.annotate import LINES, ONE_LINE
from pinosim.rules.groups import GROUPS

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlist = _SHORT.maxdict = 8
_SHORT.maxlevel = 3


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a rule file."""

    group: str
    name: str
    title: str
    meaning: str
    type: Any
    expected: str  # the values it takes, in words
    default: Any  # msgspec.NODEFAULT: the key must be in the file
    choices: tuple[str, ...]
    points: bool  # grows with the scale of the rule set
    computed: bool  # a result may depend on it
    zero: str  # what 0 means
    empty: str  # what an empty list means
    named: Mapping[str, str]  # values in a player's words

    @property
    def key(self) -> str:
        """Give the key as `--set` takes it, e.g. `"meld.run"`."""
        return f"{self.group}.{self.name}"

    @property
    def required(self) -> bool:
        """Tell whether a file must have it."""
        return self.default is msgspec.NODEFAULT

    def words(self, value: Any) -> str:
        """Write a value as `rules show` does.

        Examples
        --------
        >>> FIELDS["auction.steps"].words(((50, 1), (60, 5))), FIELDS["auction.max_bid"].words(0)
        ('by 1 from 50, by 5 from 60', 'no limit')
        """
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, str) and value in self.named:
            return self.named[value]
        if value == 0 and self.zero:
            return self.zero
        if self.key == "auction.steps":
            return ", ".join(f"by {step} from {start}" for start, step in value) or "none"
        if isinstance(value, tuple):
            return ", ".join(str(item) for item in value) or self.empty
        if self.choices and self.key != "cards.ranks":
            return str(value).replace("-", " ")
        if self.key == "cards.ranks":
            return " ".join(value)
        return str(value)


def shown(value: object) -> str:
    """Quote a value out of a file, cut to a length that can be read."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # Python refuses to print whole numbers of thousands of digits
        return "a number too long to print"


def nearest(word: str, known: list[str]) -> str:
    """Give "; did you mean X?" for the nearest of the known words, or an empty text."""
    from difflib import get_close_matches

    close = get_close_matches(word[:80], known, n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def _expected(base: Any, meta: Meta | None) -> str:
    if base is bool:
        return "true or false"
    if get_origin(base) is Literal:
        return " or ".join(f'"{choice}"' for choice in get_args(base))
    if base is int:
        assert meta is not None
        return f"a whole number from {meta.ge:,} to {meta.le:,}"
    if base is str:
        pattern = ""
        if meta is not None and meta.pattern:
            pattern = (
                " without control characters" if meta.pattern in (ONE_LINE, LINES) else " of letters, digits, - _ ."
            )
        return f"text{pattern}, at most {meta.max_length if meta else 0} characters"
    if base is tuple[str, ...] or get_args(get_args(base)[0])[:1] == (str,):
        return "a list of texts"
    if get_origin(_bare(get_args(base)[0])) is tuple:
        return f"a list of at most {meta.max_length if meta else 0} pairs [from, step] of whole numbers"
    none = "" if meta is not None and meta.min_length else ", or []"
    return f"a list of whole numbers from 0 to 100,000, one for each number of copies{none}"


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _read_fields() -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for group, record in GROUPS.items():
        hints = get_type_hints(record, include_extras=True)
        for info in msgspec.structs.fields(record):
            hint = hints[info.name]
            base = _bare(hint)
            meta = next(item for item in get_args(hint)[1:] if isinstance(item, Meta))
            extra = meta.extra or {}
            field = Field(
                group=group,
                name=info.name,
                title=meta.title or info.name,
                meaning=meta.description or "",
                type=hint,
                expected=_expected(base, meta),
                default=info.default,
                choices=get_args(base) if get_origin(base) is Literal else (),
                points=bool(extra.get("points")),
                computed=not extra.get("note"),
                zero=str(extra.get("zero", "")),
                empty=str(extra.get("empty", "none")),
                named=extra.get("words", {}),
            )
            fields[field.key] = field
    return fields


FIELDS: Final = types.MappingProxyType(_read_fields())
