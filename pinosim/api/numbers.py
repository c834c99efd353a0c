"""Whole numbers from outside: what every entrance of the api asks first, seeds and numbers of threads among them."""

from __future__ import annotations

import operator
import os
from typing import Final

from pinosim.errors import PinosimError

LARGEST_SEED: Final = 2**64 - 1
MOST_JOBS: Final = 1024


def available_cores() -> int:
    """Count the cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def whole_number(what: str, value: object, least: int, most: int, refusal: type[PinosimError] = PinosimError) -> int:
    """Give `value` as an int, or refuse it with a `PinosimError`, or one of its kinds."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None  # an array has an index only if it holds one number
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise refusal(f"{what}: expected a whole number from {least:,} to {most:,}, got {value!r}")
    return number


def seed_number(seed: int, refusal: type[PinosimError] = PinosimError) -> int:
    """Give a seed as an int, 0 to 2**64 - 1, or refuse it."""
    return whole_number("seed", seed, 0, LARGEST_SEED, refusal)


def worker_count(jobs: int | None, refusal: type[PinosimError] = PinosimError) -> int:
    """Give how many threads to use: all cores if `jobs` is None, else 1 to 1024."""
    return available_cores() if jobs is None else whole_number("jobs", jobs, 1, MOST_JOBS, refusal)
