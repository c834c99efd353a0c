"""Named players: who bids, passes and plays at a seat.

A policy is a file in this folder: its name, its version (which goes up when it would ever decide differently), the
kernel code that decides, and the numbers that code needs for each kind of deck. `resolve` turns a name into the int64
vector the kernels read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pinosim.core import policy as P
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import numpy as np

    from pinosim.rules.load import Rules

KINDS = {
    "random": P.KIND_RANDOM,
    "easy": P.KIND_EASY,
    "standard": P.KIND_STANDARD,
    "medium": P.KIND_MEDIUM,
    "hard": P.KIND_HARD,
    "expert": P.KIND_EXPERT,
}


# Scale of the noise that listeners reckon with in a seat's limit, in aces' points for each copy of a card in the deck:
# as far apart as `standard` and `hard` are over the same hand (docs/advise.md).
LOOSENESS_A_COPY = 0.5


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights for one kind of game, in aces' points: of the bidding estimate, and of what else the policy weighs."""

    copies: int
    passing: bool
    fitted_on: str
    caution: float
    partner_margin: float
    weights: dict[str, float]
    looseness: float | None = None
    listening: dict[str, float] = {}
    giving: dict[str, float] = {}
    returning: dict[str, float] = {}
    playing: dict[str, float] = {}


class PolicyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One policy file as it stands on disk.

    `like` names the policy whose estimates are used where the file has none; `thinking` says how long to think.
    """

    name: str
    version: int
    kind: str
    title: str
    estimates: tuple[Estimate, ...] = ()
    like: str | None = None
    thinking: dict[str, int] = {}


class Policy(msgspec.Struct, frozen=True):
    """A player ready for one rule set.

    Attributes
    ----------
    name : str
    version : int
    title : str
        What he does, in a line.
    numbers : tuple of int
        The policy vector, see `pinosim.core.policy`.
    convention : str, default ""
        Name of the bidding convention it plays, see `pinosim.api.conventions`; empty: none.
    """

    name: str
    version: int
    title: str
    numbers: tuple[int, ...]
    convention: str = ""

    @property
    def label(self) -> str:
        """Name and version, as results carry them: `standard-1`; with a convention `standard-1+dailey`."""
        return f"{self.name}-{self.version}{'+' if self.convention else ''}{self.convention}"

    @property
    def thinks(self) -> bool:
        """Whether it tries things out while it plays, which takes a thousand times as long."""
        return self.numbers[P.KIND] == P.KIND_EXPERT

    @property
    def vector(self) -> np.ndarray:
        """The policy vector, int64, shape (N_POLICY,)."""
        import numpy as np

        return np.array(self.numbers, dtype=np.int64)


def policy_names() -> list[str]:
    """Names of the policies there are, weakest first.

    Examples
    --------
    >>> policy_names()
    ['random', 'easy', 'standard', 'medium', 'hard', 'expert']
    """
    return list(KINDS)


@cache
def _read(name: str) -> PolicyFile:
    text = (Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), PolicyFile)


def closest_estimate(name: str, rules: Rules) -> Estimate:
    """Weights of a policy fitted for the same kind of game, or else for the nearest deck."""
    file = _read(name)
    estimates = _read(file.like).estimates if file.like else file.estimates
    passing = rules.passing.count > 0
    return min(estimates, key=lambda e: (abs(e.copies - rules.deck.copies), e.passing != passing))


def resolve(name: str, rules: Rules) -> Policy:
    """Make a named player ready for a rule set.

    Parameters
    ----------
    name : str
        One of `policy_names()`.
    rules : Rules

    Returns
    -------
    Policy

    Raises
    ------
    PinosimError
        If there is no such policy.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> resolve("standard", load_rules("family250")).label
    'standard-1'
    """
    known = policy_names()
    if name not in known:
        raise PinosimError(f"there is no policy {name!r}; the policies are {', '.join(known)}")
    file = _read(name)
    numbers = [0] * P.N_POLICY
    numbers[P.KIND] = KINDS[file.kind]
    numbers[P.VERSION] = file.version
    numbers[P.LOOSENESS] = round(1000 * LOOSENESS_A_COPY * rules.deck.copies)
    for what, number in file.thinking.items():
        numbers[P.THINK + P.THINKING.index(what)] = number
    if file.estimates or file.like:
        estimate = closest_estimate(name, rules)
        numbers[P.CAUTION] = round(1000 * estimate.caution)
        numbers[P.PARTNER_MARGIN] = round(1000 * estimate.partner_margin)
        if estimate.looseness is not None:
            numbers[P.LOOSENESS] = round(1000 * estimate.looseness)
        for place, names, values in (
            (P.WEIGHTS, P.FEATURES, estimate.weights),
            (P.LISTEN, P.LISTENING, estimate.listening),
            (P.GIVE, P.GIVING, estimate.giving),
            (P.BACK, P.RETURNING, estimate.returning),
            (P.PLAY, P.PLAYING, estimate.playing),
        ):
            for what, value in values.items():
                numbers[place + names.index(what)] = round(1000 * value)
    return Policy(file.name, file.version, file.title, tuple(numbers))


def resolve_seats(names: str | Sequence[str], rules: Rules) -> tuple[Policy, ...]:
    """One policy a seat, from one name for all, a comma-separated list, or a sequence of names.

    Raises
    ------
    PinosimError
        If a name is unknown or none at all, or their number is neither one nor the number of players.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> [p.name for p in resolve_seats("standard,random,standard,random", load_rules("family250"))]
    ['standard', 'random', 'standard', 'random']
    """
    named: object = names
    if not isinstance(named, Sequence) or not all(isinstance(name, str) for name in named):
        raise PinosimError(f"policy: expected the name of a policy, or one a seat, got {names!r}")
    given = [part.strip() for part in names.split(",")] if isinstance(names, str) else list(names)
    players = rules.seats.players
    if len(given) == 1:
        given = given * players
    if len(given) != players:
        raise PinosimError(
            f"{len(given)} policies were named for {players} seats ({', '.join(given)}); "
            "name one for all or one for each seat"
        )
    return tuple(resolve(name, rules) for name in given)


def with_convention_of(policy: Policy, other: Policy | None) -> Policy:
    """Let a policy play the convention of another, or none."""
    none = (0,) * (P.N_POLICY - P.CONVENTION)
    return msgspec.structs.replace(
        policy,
        numbers=(*policy.numbers[: P.CONVENTION], *(none if other is None else other.numbers[P.CONVENTION :])),
        convention="" if other is None else other.convention,
    )
