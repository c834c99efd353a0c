"""All policies against all: one rating for each, fitted to the deals won in all matches together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.api.match import Match
    from pinosim.rules.schema import Rules

ELO_SCALE: Final = 400 / math.log(10)
MOST_STEPS: Final = 100
_ENOUGH: Final = 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a policy is beside the anchor, on the scale of chess.

    Attributes
    ----------
    name : str
        Name and version.
    elo, low, high : float
        0 for the anchor, whose interval is empty.
    """

    name: str
    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Ladder:
    """A tournament of all against all.

    Attributes
    ----------
    matches : tuple of Match
        Each pair once, on deals of its own.
    ratings : tuple of Rating
        Strongest first.
    level : float
        Coverage of the intervals.
    worst_fit : float
        By how much the share of deals won in a match differs, at most, from what the two ratings say: one number a
        player is a summary, and this says how good a one.
    """

    matches: tuple[Match, ...]
    ratings: tuple[Rating, ...]
    level: float
    worst_fit: float

    def between(self, a: str, b: str) -> tuple[float, float, float]:
        """Points a hand by which A beats B in their match: value, low, high; names with version."""
        for match in self.matches:
            points = match.points_per_hand
            if (match.a, match.b) == (a, b):
                return points.value, points.low, points.high
            if (match.a, match.b) == (b, a):
                return -points.value, -points.high, -points.low
        raise PinosimError(f"there is no match between {a!r} and {b!r}")


def play_ladder(
    names: Sequence[str],
    rules: Rules,
    deals: Callable[[str, str], int],
    seed: int = 1,
    level: float = 0.99,
    anchor: str = "standard",
    jobs: int | None = None,
    tell: Callable[[Match], None] | None = None,
    convention: ConventionNames = None,
) -> Ladder:
    """Let all policies play all others.

    Parameters
    ----------
    names : sequence of str
        Two or more policies; one may come twice, with different conventions.
    rules : Rules
    deals : callable
        How many deals two policies play.
    seed : int
        Of the first match; each further one takes the next, so that matches are independent.
    level : float
    anchor : str
        The policy whose rating is 0, that without a convention if it plays both ways; the first one if it does not
        play.
    jobs : int, optional
    tell : callable, optional
        Is told each match when it is over.
    convention : str, path or sequence of these, optional
        The bidding conventions they play, packaged ones or files: one for all policies, or one for each, as a list or
        separated by commas, `"none"` for a policy that plays none. See `docs/conventions.md`.

    Returns
    -------
    Ladder

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> ladder = play_ladder(["random", "easy", "standard"], load_rules("family250"), lambda a, b: 200, jobs=1)
    >>> [rating.name for rating in ladder.ratings]
    ['standard-1', 'easy-1', 'random-1']
    """
    from pinosim.api.convention_seats import one_each, play_convention
    from pinosim.api.match import match_policies
    from pinosim.policies.registry import resolve

    players = [
        play_convention(resolve(name, rules), played, rules)
        for name, played in zip(names, one_each(convention, len(names), "policy"), strict=True)
    ]
    labels = [player.label for player in players]
    if len(labels) < 2 or len(set(labels)) != len(labels):
        raise PinosimError(f"expected two or more different policies, got {', '.join(labels) or 'none'}")
    matches: list[Match] = []
    for number, (b, a) in enumerate(combinations(players, 2)):
        matches.append(match_policies(a, b, rules, deals(a.name, b.name), seed + number, level, jobs=jobs))
        if tell is not None:
            tell(matches[-1])
    base = anchor if anchor in names else names[0]
    zero = min((player for player in players if player.name == base), key=lambda player: bool(player.convention))
    return rate_all(matches, zero.label, level)


def rate_all(matches: Sequence[Match], anchor: str, level: float = 0.99) -> Ladder:
    """Fit one rating a policy to all matches (Bradley and Terry; a tied deal is half won).

    Parameters
    ----------
    matches : sequence of Match
        Independent of one another, and connecting all policies.
    anchor : str
        Name and version of the one whose rating is 0.
    level : float
        Coverage of the intervals. They follow from the spread of the deals within each match, not from the model.

    Raises
    ------
    PinosimError
        If a policy has won all its deals or none, so that it cannot be rated, or is not connected with the others.
    """
    names = list(dict.fromkeys(name for match in matches for name in (match.a, match.b)))
    if anchor not in names:
        raise PinosimError(f"expected one of {', '.join(names)} as the anchor, got {anchor!r}")
    n = np.array([match.deals for match in matches], dtype=float)
    share = np.array([match.win_rate.value for match in matches])
    # share of deals, not of points: 1, 1/2 or 0 each
    variance = np.array([(m.won + m.tied / 4) / m.deals for m in matches]) - share**2
    design = np.zeros((len(matches), len(names)))
    for row, match in enumerate(matches):
        design[row, names.index(match.a)] += 1
        design[row, names.index(match.b)] -= 1
    free = [i for i, name in enumerate(names) if name != anchor]
    design = design[:, free]
    strength = np.zeros(len(free))
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(-design @ strength))
        information = design.T @ ((n * expected * (1 - expected))[:, None] * design)
        if np.linalg.matrix_rank(information) < len(free):
            raise _not_rated(names)
        step = np.linalg.solve(information, design.T @ (n * (share - expected)))
        largest = float(np.abs(step).max())
        strength = strength + step / max(1.0, largest)
        if largest < _ENOUGH:
            break
    else:
        raise _not_rated(names)
    inverse = np.linalg.inv(information)
    spread = inverse @ (design.T @ ((n * variance)[:, None] * design)) @ inverse
    errors = np.sqrt(np.diag(spread)) * NormalDist().inv_cdf((1 + level) / 2)
    values = dict.fromkeys(names, (0.0, 0.0))
    values |= {names[i]: (float(strength[k]), float(errors[k])) for k, i in enumerate(free)}
    ratings = [
        Rating(name, *(ELO_SCALE * bound for bound in (value, value - error, value + error)))
        for name, (value, error) in values.items()
    ]
    worst = float(np.abs(share - 1 / (1 + np.exp(-design @ strength))).max())
    return Ladder(tuple(matches), tuple(sorted(ratings, key=lambda one: -one.elo)), level, worst)


def _not_rated(names: Sequence[str]) -> PinosimError:
    return PinosimError(
        f"{', '.join(names)} cannot all be rated: one of them won every deal or none, or never met the others; play "
        "more deals"
    )
