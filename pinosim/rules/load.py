"""Rule sets from their names, from files, from `--set` and from run folders: every fault found is reported at once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from pinosim.errors import RuleError
from pinosim.rules.checks import check_assumed, find_faults
from pinosim.rules.expect import expect_rules
from pinosim.rules.fields import FIELDS, Field, nearest, shown
from pinosim.rules.groups import GROUPS, Assumption
from pinosim.rules.read import SETS, Leaf, Source, extend, find_file, packaged_ids, parse_toml, read_chain, unknown_key
from pinosim.rules.schema import Rules

__all__ = ["Rules", "expect_rules", "list_rules", "load_rules", "rules_from_dict", "scaled"]

LONGEST_OVERRIDE: Final = 1000
_BARE_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def load_rules(
    name_or_path: str | os.PathLike[str] = "family250", overrides: Iterable[str] = (), scale: int | None = None
) -> Rules:
    """Load a rule set.

    Parameters
    ----------
    name_or_path : str or path
        The name of a packaged rule set (see `list_rules`), or the path of a rule file (see `docs/rule-files.md`).
    overrides : iterable of str
        Single values to change, `"group.key=value"` with the value as in a rule file; of several for a key the last
        counts. Points are in the file's own scale.
    scale : int, optional
        Count points in this scale, 1 (a run is 15) or 10 (a run is 150); see `scaled`.

    Returns
    -------
    Rules
        Resolved and checked.

    Raises
    ------
    RuleError
        If the rule set is unknown or unreadable, or does not add up; `problems` has one line for every fault.

    Examples
    --------
    >>> load_rules("family250", ["meld.pinochle=[40, 450]"]).meld.pinochle
    (40, 450)
    >>> load_rules("famly250")
    Traceback (most recent call last):
    ...
    pinosim.errors.RuleError: there is no rule set 'famly250'; did you mean 'family250'? Known are ...
    """
    path = find_file(name_or_path)
    source = read_chain(path)
    if path.resolve().parent != SETS.resolve():
        _refuse_borrowed_name(source)
    given = _read_overrides(overrides)
    rules = _resolve(extend(source, given, keep_names=True) if given.leaves else source)
    return rules if scale is None else scaled(rules, scale)


def scaled(rules: Rules, scale: int) -> Rules:
    """Give the same game with its points counted in another scale.

    Parameters
    ----------
    rules : Rules
        Any rule set.
    scale : int
        1 to 1,000: what the small scale, where a run counts 15, is multiplied by.

    Returns
    -------
    Rules
        With every number of points multiplied, and a name that says so unless it already had the scale.

    Raises
    ------
    RuleError
        If points cannot be said in that scale, such as a king of 5 in a scale ten times smaller.

    Examples
    --------
    >>> small = scaled(load_rules("family250"), 1)
    >>> small.id, small.meld.run, small.auction.steps, small.game.target
    ('family250-x1', (15, 150), ((25, 1),), 150)
    >>> scaled(small, 10) == load_rules("family250")
    True
    """
    unit = FIELDS["identity.unit"]
    try:
        msgspec.convert(scale, unit.type)
    except msgspec.ValidationError:
        raise RuleError(f"scale: expected {unit.expected}, usually 1 or 10, got {shown(scale)}") from None
    old = rules.unit
    if scale == old:
        return rules
    values = rules.to_dict()
    problems = []
    for key, field in FIELDS.items():
        if field.points and (value := rules.value(key)):
            if (whole := _times(value, scale, old)) is None:
                problems.append(f"{key}: expected points that can be counted in the scale of {scale}, got {value}")
            values[field.group][field.name] = whole
    if problems:
        raise _faulty(f"{rules.id!r} in the scale of {scale}", problems)
    identity = values["identity"]
    identity["unit"] = scale
    for name, mark in (("id", "-x{}"), ("title", ", points x{}")):
        before = identity[name]
        identity[name] = before.removesuffix(mark.format(old))
        if identity[name] == before:
            identity[name] += mark.format(scale)
    return rules_from_dict(values)


def _times(value: Any, scale: int, old: int) -> Any:
    """Multiply points, or all of a list, by scale / old; None where they do not come out whole."""
    if isinstance(value, tuple):
        items = [_times(item, scale, old) for item in value]
        return None if None in items else items
    return None if value * scale % old else value * scale // old


def list_rules() -> list[Rules]:
    """Load every packaged rule set, the default first.

    Examples
    --------
    >>> [rules.id for rules in list_rules()][0]
    'family250'
    """
    return [load_rules(name) for name in packaged_ids()]


def rules_from_dict(values: Mapping[str, Any]) -> Rules:
    """Make a rule set from what `Rules.to_dict` gave, as a run folder keeps it.

    Raises
    ------
    RuleError
        If the values are not a whole rule set that adds up.
    """
    source = Source("rule set")
    for group, record in values.items():
        if group == "assumed" and isinstance(record, list):
            source.assumed = [Leaf(item, "assumed") for item in record]
        elif group in GROUPS and isinstance(record, Mapping):
            for name, value in record.items():
                key = f"{group}.{name}"
                if key in FIELDS:
                    source.leaves[key] = Leaf(value, "rule set")
                else:
                    source.problems.append(unknown_key(key))
        else:
            source.problems.append(unknown_key(str(group)))
    return _resolve(source)


def _refuse_borrowed_name(source: Source) -> None:
    """Refuse a file that plays other rules under the name of a packaged set: results would carry the wrong name."""
    leaf = source.leaves["identity.id"]
    if leaf.value in packaged_ids() and load_rules(leaf.value).hash != _resolve(source).hash:
        raise RuleError(
            f"identity.id: expected a name of its own for other rules than those of the packaged {leaf.value!r}, got "
            f"the same ({leaf.where}); write another id"
        )


def _read_overrides(overrides: Iterable[str]) -> Source:
    if isinstance(overrides, str):
        raise RuleError(f'expected a list of overrides such as ["meld.plain=20"], got the one text {shown(overrides)}')
    source = Source("--set")
    for text in overrides:
        _read_override(text, source)
    if source.problems:
        raise _faulty("--set", source.problems)
    return source


def _read_override(text: object, source: Source) -> None:
    if not isinstance(text, str) or "=" not in text or len(text) > LONGEST_OVERRIDE:
        source.problems.append(f"expected group.key=value, such as meld.pinochle=[40,450], got {shown(text)}")
        return
    key, _, value = (part.strip() for part in text.partition("="))
    if key not in FIELDS:
        source.problems.append(unknown_key(key))
        return
    try:
        source.leaves[key] = Leaf(_read_value(value, FIELDS[key]), f"--set {key}")
    except RuleError:
        source.problems.append(f"{key}: expected {FIELDS[key].expected}, got {shown(value)}")


def _read_value(text: str, field: Field) -> Any:
    """Read a value as TOML; a bare word is text, since shells take quotes away."""
    if _BARE_WORD.fullmatch(text) and text not in ("true", "false", "inf", "nan"):
        return text
    data = parse_toml(f"value = {text}", field.key)
    if list(data) != ["value"]:
        raise RuleError(f"{field.key}: expected one value, got {shown(text)}")
    return data["value"]


def _resolve(source: Source) -> Rules:
    problems = list(source.problems)
    values: dict[str, Any] = {}
    for key, field in FIELDS.items():
        leaf = source.leaves.get(key)
        if leaf is None:
            if field.required:
                problems.append(
                    f"{key}: expected {field.expected}, got nothing; add it under [{field.group}], or extend a set"
                )
            else:
                values[key] = field.default
            continue
        try:
            values[key] = msgspec.convert(leaf.value, field.type)
        except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
            hint = nearest(leaf.value, list(field.choices)) if isinstance(leaf.value, str) else ""
            problems.append(f"{key}: expected {field.expected}, got {shown(leaf.value)}{hint} ({leaf.where})")
    for key, text in find_faults(values):
        at = f" ({source.leaves[key].where})" if key in source.leaves else ""
        problems.append(f"{key}: {text}{at}")
    assumed = [_read_assumption(leaf, problems) for leaf in source.assumed]
    if problems:
        raise _faulty(source.label, problems)
    groups: dict[str, Any] = {
        group: record(**{field.name: values[key] for key, field in FIELDS.items() if field.group == group})
        for group, record in GROUPS.items()
    }
    return Rules(**groups, assumed=tuple(entry for entry in assumed if entry is not None))


def _read_assumption(leaf: Leaf, problems: list[str]) -> Assumption | None:
    try:
        entry = msgspec.convert(leaf.value, Assumption)
    except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
        problems.append(
            "assumed: expected keys (a list), why, and otherwise (texts without control characters), got "
            f"{shown(leaf.value)} ({leaf.where})"
        )
        return None
    if fault := check_assumed(entry):
        problems.append(f"assumed: {fault} ({leaf.where})")
    return entry


def _faulty(label: str, problems: list[str]) -> RuleError:
    lines = "".join(f"\n  - {problem}" for problem in problems)
    count = "a fault" if len(problems) == 1 else f"{len(problems)} faults"
    return RuleError(f"the rules of {label} have {count}:{lines}", problems)
