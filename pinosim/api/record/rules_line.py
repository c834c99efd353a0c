"""The rules of a record: named by a packaged set and what is different, so that the text is enough to check it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pinosim.api.record.parts import RulesLine
from pinosim.errors import RecordError, RuleError
from pinosim.rules.fields import FIELDS, nearest
from pinosim.rules.load import load_rules, scaled
from pinosim.rules.read import packaged_ids

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")


def name_rules(rules: Rules) -> RulesLine:
    """Say how a record names a rule set.

    Parameters
    ----------
    rules : Rules
        Any rule set, packaged, overridden, scaled, or from a file of the user's own.

    Returns
    -------
    RulesLine
        From which `resolve_rules` makes a rule set of the same hash.

    Raises
    ------
    RecordError
        If no packaged rule set can be its base, because its scale is not theirs.

    Examples
    --------
    >>> line = name_rules(load_rules("family250", ["meld.pinochle=[40, 450]"]))
    >>> line.id, line.base, line.overrides
    ('family250', 'family250', ('meld.pinochle=[40, 450]',))
    """
    known = packaged_ids()
    plain = rules.id.removesuffix(f"-x{rules.unit}")
    bases = [name for name in (rules.id, plain) if name in known][:1] or known
    lines = [line for base in bases if (line := _line(rules, base)) is not None]
    if not lines:
        raise RecordError(
            f"expected a rule set in the scale of a packaged one (1 or 10), got {rules.id!r} in the scale of "
            f"{rules.unit}; change its scale to write records of it"
        )
    return min(lines, key=lambda line: len(line.overrides))


def _line(rules: Rules, base: str) -> RulesLine | None:
    start = load_rules(base)
    try:
        same_scale = scaled(rules, start.unit)
    except RuleError:
        return None
    changes = tuple(
        f"{key}={toml(same_scale.value(key))}"
        for key, field in FIELDS.items()
        if field.group != "identity" and same_scale.value(key) != start.value(key)
    )
    line = RulesLine(rules.id, rules.hash, base, changes, None if rules.unit == start.unit else rules.unit)
    return line if resolve_rules(line).hash == rules.hash else None


def resolve_rules(line: RulesLine) -> Rules:
    """Load the rule set a record names.

    Only packaged sets are looked up, never files: a record from a stranger opens nothing.

    Parameters
    ----------
    line : RulesLine

    Returns
    -------
    Rules
        Its hash may differ from the one in the line, when the packaged set has changed since; compare them.

    Raises
    ------
    RecordError
        If the base is no packaged set, or the overrides do not make a rule set.
    """
    return _resolve(line.id, line.base, line.overrides, line.scale)


@lru_cache(maxsize=64)
def _resolve(name: str, base: str, overrides: tuple[str, ...], scale: int | None) -> Rules:
    known = _known_names()
    if base not in known:
        raise RecordError(
            f"expected the name of a packaged rule set, got {base!r}{nearest(base, sorted(known))}; for rules of your "
            "own give them along (--rules FILE)"
        )
    try:
        rules = load_rules(base, overrides, scale)
    except RuleError as error:
        raise RecordError(str(error)) from None
    if name not in (base, rules.id):
        rules = msgspec.structs.replace(rules, identity=msgspec.structs.replace(rules.identity, id=name))
    return rules


@cache
def _known_names() -> frozenset[str]:
    ids = packaged_ids()
    return frozenset(ids).union(*(load_rules(name).identity.aliases for name in ids))


def toml(value: Any) -> str:
    """Write a value as `--set` takes it.

    Examples
    --------
    >>> toml((15, 150)), toml(True), toml("new-deal"), toml(((50, 1), (60, 5)))
    ('[15, 150]', 'true', '"new-deal"', '[[50, 1], [60, 5]]')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(toml(item) for item in value)}]"
    return str(value)
