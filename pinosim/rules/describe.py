"""Rule sets in words: every rule a row, two sets compared as a player would, and the table of all keys for the docs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pinosim.rules.fields import FIELDS, Field
from pinosim.rules.groups import GROUPS
from pinosim.rules.matters import matters

if TYPE_CHECKING:
    from pinosim.rules.groups import Assumption
    from pinosim.rules.schema import Rules

DOES_NOT_APPLY: Final = "does not apply"
HEADINGS: Final = {group: (record.__doc__ or group).partition(".")[0] for group, record in GROUPS.items()}


@dataclass(frozen=True, slots=True)
class Row:
    """One rule in words."""

    group: str
    key: str
    title: str
    value: str
    meaning: str
    assumed: str  # why this value, and what else it could be; empty when the source says it
    matters: bool  # False: nothing hangs on it here, such as what becomes of a kitty in a game without one


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule that two rule sets have differently."""

    key: str
    title: str
    first: str
    second: str
    words: str  # the whole as one sentence


def describe(rules: Rules) -> list[Row]:
    """Say every rule of a set in words, in the order of the schema.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> [row.value for row in describe(load_rules("guide-double")) if row.key == "auction.steps"]
    ['by 1 from 50, by 5 from 60']
    """
    assumed = {key: explain(entry) for entry in rules.assumed for key in entry.keys}
    return [
        Row(
            field.group,
            key,
            field.title,
            field.words(rules.value(key)),
            field.meaning,
            assumed.get(key, ""),
            matters(rules, key),
        )
        for key, field in FIELDS.items()
    ]


def explain(entry: Assumption) -> str:
    """Say why a value was assumed, and what else it could be."""
    number = f"{entry.number}: " if entry.number else ""
    otherwise = f" Otherwise: {entry.otherwise}" if entry.otherwise else ""
    options = " ".join(f"--set '{override}'" for override in entry.instead)
    return f"{number}{entry.why}{otherwise}" + (f" ({options})" if options else "")


def open_questions(rules: Rules) -> list[Assumption]:
    """List what is assumed about rules that matter in this game."""
    return [entry for entry in rules.assumed if any(matters(rules, key) for key in entry.keys)]


def differences(first: Rules, second: Rules) -> list[Difference]:
    """Compare two rule sets. Points that are the same apart from the scale are not a difference.

    Returns
    -------
    list of Difference
        In the order of the schema; names, titles and sources are left out, and rules that matter in neither game.
        Empty: the same game.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> found = differences(load_rules("family250"), load_rules("wocg-single"))
    >>> found[0].words, "meld.run" in {difference.key for difference in found}
    ('scale: 10 in family250, 1 in wocg-single', False)
    """
    names = (
        (first.id, second.id)
        if first.id != second.id
        else (f"{first.id} ({first.hash})", f"{second.id} ({second.hash})")
    )
    found = []
    for key, field in FIELDS.items():
        one, other = first.value(key), second.value(key)
        same = _scaled(one, second.unit) == _scaled(other, first.unit) if field.points else one == other
        matter = matters(first, key), matters(second, key)
        if same or not any(matter) or (field.group == "identity" and key != "identity.unit"):
            continue
        words = (
            field.words(one) if matter[0] else DOES_NOT_APPLY,
            field.words(other) if matter[1] else DOES_NOT_APPLY,
        )
        text = f"{field.title}: {words[0]} in {names[0]}, {words[1]} in {names[1]}"
        found.append(Difference(key, field.title, *words, text))
    return found


def _scaled(value: Any, factor: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_scaled(item, factor) for item in value)
    return value * factor


def as_text(rules: Rules) -> str:
    """Write a rule set as plain text, a rule a line; `*` marks what is assumed."""
    rows = rules.describe()
    width = max(len(row.title) for row in rows)
    lines = [f"{rules.id} ({rules.hash})", rules.title]
    group = ""
    for row in rows:
        if not row.matters:
            continue
        if row.group != group:
            group = row.group
            lines += ["", HEADINGS[group]]
        mark = " *" if row.assumed else ""
        lines.append(f"  {row.title:<{width}}  {row.value}{mark}")
    if questions := open_questions(rules):
        lines += ["", "* assumed, the source does not settle it:"]
        lines += [f"  {', '.join(entry.keys)}: {explain(entry)}" for entry in questions]
    return "\n".join(lines)


def reference_markdown() -> str:
    """Write the table of all keys of a rule file, as `docs/rule-files.md` has it."""
    lines: list[str] = []
    for group in GROUPS:
        lines += [
            f"### [{group}] {HEADINGS[group]}",
            "",
            "| key | values | if left out | meaning |",
            "|---|---|---|---|",
        ]
        lines += [_reference_row(field) for field in FIELDS.values() if field.group == group]
        lines.append("")
    return "\n".join(lines)


def _reference_row(field: Field) -> str:
    if field.key in ("identity.id", "identity.title"):
        default = "from the file's name"
    else:
        default = "must be given" if field.required else f"`{_toml(field.default)}`"
    zero = f" 0: {field.zero}." if field.zero else ""
    return f"| `{field.name}` | {field.expected} | {default} | {field.meaning}{zero} |"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return str(list(value)) if isinstance(value, tuple) else str(value)
