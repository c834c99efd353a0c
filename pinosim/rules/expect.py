"""Refusing what is no rule set, without what it takes to read one."""

from __future__ import annotations

import os

from pinosim.errors import RuleError
from pinosim.rules.schema import Rules


def expect_rules(value: object) -> Rules:
    """Give back a rule set; refuse anything else, above all the name of one.

    Parameters
    ----------
    value : object
        What was given where a rule set is expected.

    Returns
    -------
    Rules
        The value itself.

    Raises
    ------
    RuleError
        If it is not a rule set.

    Examples
    --------
    >>> expect_rules("family250")
    Traceback (most recent call last):
    ...
    pinosim.errors.RuleError: rules: expected a rule set from load_rules, got 'family250'; load it: load_rules(...)
    """
    if isinstance(value, Rules):
        return value
    from pinosim.rules.fields import shown

    given = shown(value)
    hint = f"; load it: load_rules({given})" if isinstance(value, (str, os.PathLike)) else ""
    raise RuleError(f"rules: expected a rule set from load_rules, got {given}{hint}")
