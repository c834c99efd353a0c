"""Whole numbers from outside, and how many cores there are: what every entrance of the api asks first."""

from __future__ import annotations

import operator
import os

from pinosim.errors import PinosimError


def available_cores() -> int:
    """Count the cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def whole_number(what: str, value: int, least: int, most: int) -> int:
    """Give `value` as an int, or refuse it with a `PinosimError`."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= operator.index(value) <= most:
        raise PinosimError(f"{what}: expected a whole number from {least:,} to {most:,}, got {value!r}")
    return operator.index(value)
