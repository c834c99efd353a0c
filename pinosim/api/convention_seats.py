"""Seating a bidding convention: policies that bid and read calls by it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from pinosim.api.convention_file import ConventionError
from pinosim.api.convention_numbers import convention_numbers
from pinosim.api.conventions import Convention, load_convention
from pinosim.core import policy as P
from pinosim.policies.registry import Policy, with_convention_of

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

NONE: Final = "none"
ConventionName = str | os.PathLike[str]
ConventionNames = ConventionName | Sequence[ConventionName | None] | None


def with_convention(policy: Policy, convention: Convention | None) -> Policy:
    """Let a policy bid by a convention, and read its partner's calls by it.

    Parameters
    ----------
    policy : Policy
    convention : Convention or None
        None: it bids as it does by itself.

    Returns
    -------
    Policy
        Its label names the convention.

    Raises
    ------
    ConventionError
        If the policy bids by lot.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> from pinosim.policies.registry import resolve
    >>> rules = load_rules("family250")
    >>> with_convention(resolve("hard", rules), load_convention("dailey", rules)).label
    'hard-1+dailey'
    """
    if convention is None:
        return with_convention_of(policy, None)
    if policy.numbers[P.KIND] == P.KIND_RANDOM:
        raise ConventionError(
            f"{policy.name!r} bids by lot and cannot play the convention {convention.name!r}; name another policy for "
            f"that seat, or the convention {NONE!r}, one name a seat"
        )
    numbers = (*policy.numbers[: P.CONVENTION], *convention_numbers(convention))
    return msgspec.structs.replace(policy, numbers=numbers, convention=convention.short_name)


def seat_conventions(convention: ConventionNames, rules: Rules) -> tuple[Convention | None, ...]:
    """Give the convention of each seat, None for those that play none.

    Parameters
    ----------
    convention : str, path, sequence or None
        The name of a convention or a file *.toml: one for all seats, or one a seat, as a list or separated by commas;
        `"none"` and None are none.
    rules : Rules

    Raises
    ------
    ConventionError
        If one is not known or has faults, or there are neither one nor as many as seats.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> seats = seat_conventions("dailey, none, dailey, none", load_rules("family250"))
    >>> [seat is not None for seat in seats]
    [True, False, True, False]
    """
    given = one_each(convention, rules.seats.players, "seat")
    loaded: dict[str, Convention | None] = {NONE: None}
    seats = []
    for name in given:
        key = NONE if name is None else str(name)
        if key not in loaded:
            assert name is not None
            loaded[key] = load_convention(name, rules)
        seats.append(loaded[key])
    return tuple(seats)


def one_each(convention: ConventionNames, count: int, what: str) -> list[ConventionName | None]:
    """Read the names of conventions, one for all or one for each.

    Parameters
    ----------
    convention : str, path, sequence or None
        As in `seat_conventions`.
    count : int
        How many there are to be.
    what : str
        For whom: "seat", "policy".

    Raises
    ------
    ConventionError
        If there are neither one nor `count`.

    Examples
    --------
    >>> one_each("dailey, none", 2, "policy"), one_each("dailey", 2, "policy"), one_each(None, 2, "policy")
    (['dailey', 'none'], ['dailey', 'dailey'], [None, None])
    """
    given: list[ConventionName | None]
    if isinstance(convention, str):
        given = [part.strip() for part in convention.split(",")]
    elif isinstance(convention, Sequence) and not isinstance(convention, (bytes, bytearray)):
        given = list(convention)
    else:
        given = [convention]
    if len(given) == 1:
        given *= count
    if len(given) != count:
        plural = {"policy": "policies"}.get(what, f"{what}s")
        raise ConventionError(
            f"convention: {len(given)} were named for {count} {plural}; name one for all or one for each {what}, "
            f"{NONE!r} for a {what} that plays none"
        )
    return given


def play_conventions(policies: Sequence[Policy], convention: ConventionNames, rules: Rules) -> tuple[Policy, ...]:
    """Let policies, one a seat, play conventions; parameters and errors as in `seat_conventions`."""
    if convention is None:
        return tuple(policies)
    return tuple(
        with_convention(policy, seat)
        for policy, seat in zip(policies, seat_conventions(convention, rules), strict=True)
    )


def play_convention(policy: Policy, name: ConventionName | None, rules: Rules) -> Policy:
    """Let a policy play a convention of this name; `"none"` and None are none."""
    return with_convention(policy, None if name is None or name == NONE else load_convention(name, rules))


def conventions_hash(policies: Sequence[Policy]) -> str:
    """Tell conventions apart by what they say, whatever their names: 12 hex digits."""
    numbers = repr([policy.numbers[P.CONVENTION :] for policy in policies])
    return hashlib.sha256(numbers.encode()).hexdigest()[:12]


def name_conventions(policies: Sequence[Policy]) -> str | None:
    """Name the conventions that policies play: one for all, or one a seat; None where nobody plays one.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> from pinosim.policies.registry import resolve_seats
    >>> rules = load_rules("family250")
    >>> name_conventions(play_conventions(resolve_seats("hard", rules), "dailey,none,dailey,none", rules))
    'dailey,none,dailey,none'
    """
    names = [policy.convention or NONE for policy in policies]
    if set(names) == {NONE}:
        return None
    return names[0] if len(set(names)) == 1 else ",".join(names)
