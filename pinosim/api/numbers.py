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


def whole_number(what: str, value: int, least: int, most: int, refusal: type[PinosimError] = PinosimError) -> int:
    """Give `value` as an int, or refuse it with a `PinosimError`, or one of its kinds."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None  # an array has an index only if it holds one number
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise refusal(f"{what}: expected a whole number from {least:,} to {most:,}, got {value!r}")
    return number
