"""Exact odds: counted, not sampled, in whole numbers.

`redeal` is the chance that a hand may be thrown in, `meld` the whole distribution of a dealt hand's meld, `meld_mean`
its mean by kinds of meld. `meld_mean` and `meld` reach the same mean by different roads.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.distribution import Distribution
from pinosim.api.meld_ways import MeldValues, count_hands_by_meld
from pinosim.core import slots
from pinosim.errors import PinosimError, RuleError

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules

SUIT_NAMES: Final = MappingProxyType({"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"})


@dataclass(frozen=True)
class RedealOdds:
    """Chance that a freshly dealt hand gives the right to call for a new deal.

    Attributes
    ----------
    hand, team, anyone : Fraction
        One given hand; at least one hand of a given team; at least one hand at the table. 0 without a redeal right.
    right : str
        The right in words.
    rules_id, rules_hash : str
        The rule set.
    exact : bool
        Always True.
    """

    hand: Fraction
    team: Fraction
    anyone: Fraction
    right: str
    rules_id: str
    rules_hash: str
    exact: bool = field(default=True, init=False)

    @property
    def p_hand(self) -> float:
        """Chance for one given hand."""
        return float(self.hand)

    @property
    def p_team(self) -> float:
        """Chance for at least one hand of a given team."""
        return float(self.team)

    @property
    def p_any(self) -> float:
        """Chance for at least one hand at the table."""
        return float(self.anyone)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"p_hand": self.p_hand, "p_team": self.p_team, "p_any": self.p_any, "exact": self.exact}

    def to_frame(self) -> pd.DataFrame:
        """As a frame: `who`, `probability`, `one_in` (NaN where it cannot happen)."""
        import pandas as pd

        rows = [(who, float(p), float(1 / p) if p else math.nan) for who, p in self._rows()]
        return pd.DataFrame(rows, columns=["who", "probability", "one_in"])

    def _rows(self) -> list[tuple[str, Fraction]]:
        return [("a given hand", self.hand), ("a given team", self.team), ("anyone", self.anyone)]

    def __str__(self) -> str:
        lines = [f"redeal: {self.right} (exact) [{self.rules_id} {self.rules_hash}]"]
        lines += [f"  {who:<12}  {_as_chance(p)}" for who, p in self._rows()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(f"<tr><td>{who}</td><td>{_as_chance(p)}</td></tr>" for who, p in self._rows())
        caption = escape(f"Redeal: {self.right} (exact, {self.rules_id} {self.rules_hash})")
        return f"<table><caption>{caption}</caption><tbody>{rows}</tbody></table>"


@dataclass(frozen=True)
class MeldMean:
    """Exact mean of a dealt hand's meld, kind by kind.

    Attributes
    ----------
    shares : mapping of str to Fraction
        Kind of meld ("runs", "royal marriages", "dix", "marriages", "pinochle", "aces around", ..., "roundhouse") to
        the points it brings on average.
    trump : str
        One of "S", "H", "D", "C".
    rules_id, rules_hash : str
        The rule set.
    exact : bool
        Always True.
    """

    shares: Mapping[str, Fraction]
    trump: str
    rules_id: str
    rules_hash: str
    exact: bool = field(default=True, init=False)

    @property
    def exact_mean(self) -> Fraction:
        """Sum of the shares, as a rational number, in points."""
        return sum(self.shares.values(), Fraction(0))

    @property
    def mean(self) -> float:
        """Sum of the shares, in points."""
        return float(self.exact_mean)

    def to_frame(self) -> pd.DataFrame:
        """As a frame: `meld`, `points` (mean), `share` of the whole mean."""
        import pandas as pd

        rows = [(kind, float(points), _part(points, self.exact_mean)) for kind, points in self.shares.items()]
        return pd.DataFrame(rows, columns=["meld", "points", "share"])

    def __str__(self) -> str:
        lines = [f"mean meld of one hand, {SUIT_NAMES[self.trump]} trump (exact) [{self.rules_id} {self.rules_hash}]"]
        lines += [f"  {kind:<16} {float(points):9.4f}" for kind, points in self.shares.items()]
        return "\n".join([*lines, f"  {'together':<16} {self.mean:9.4f}"])

    def _repr_html_(self) -> str:
        frame = self.to_frame().round({"points": 4, "share": 3})
        return str(frame.to_html(index=False))


def redeal(rules: Rules) -> RedealOdds:
    """Chance of a hand that may be thrown in for a new deal (many nines, no ace).

    Parameters
    ----------
    rules : Rules
        The rule set; without a redeal right every chance is 0.

    Returns
    -------
    RedealOdds

    Raises
    ------
    RuleError
        If the right also asks for a hand without meld, which is not counted yet.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> print(redeal(load_rules("family250")))  # doctest: +ELLIPSIS
    redeal: at least 5 nines and no ace (exact) [family250 ...]
      a given hand  0.3093%, 1 in 323
      a given team  0.6187%, 1 in 162
      anyone        1.2373%, 1 in 80.8
    """
    vector = _vector(rules)
    min_nines, no_aces = vector[slots.REDEAL_MIN_NINES], bool(vector[slots.REDEAL_NO_ACES])
    if not min_nines:
        nothing = Fraction(0)
        return RedealOdds(nothing, nothing, nothing, "no redeal right", rules.id, rules.hash)
    if vector[slots.REDEAL_NO_MELD]:
        raise RuleError(
            f"{rules.id}: expected a redeal right that counts nines and aces only, got one that also asks for a hand "
            "without meld (redeal.no_meld); its odds cannot be counted yet. Simulate them instead."
        )
    players = vector[slots.PLAYERS]
    in_team = players // vector[slots.TEAMS]
    copies = vector[slots.COPIES]
    nines = 4 * copies if vector[slots.N_RANKS] == 6 else 0
    deck = 4 * copies * vector[slots.N_RANKS]

    def chance(hands: int) -> Fraction:
        return 1 - _chance_of_none(hands, nines, 4 * copies, deck, vector[slots.HAND_SIZE], min_nines, no_aces)

    right = f"at least {min_nines} nines" + (" and no ace" if no_aces else "")
    return RedealOdds(chance(1), chance(in_team), chance(players), right, rules.id, rules.hash)


def meld(rules: Rules, trump: str = "S") -> Distribution:
    """Exact distribution of the meld of one dealt hand, before any passing.

    Parameters
    ----------
    rules : Rules
        The rule set.
    trump : str, default "S"
        "S", "H", "D", "C", or "best": the suit that melds most in each hand.

    Returns
    -------
    Distribution
        In points of the rule set's unit.

    Raises
    ------
    PinosimError
        If `trump` is none of these.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> round(meld(load_rules("wocg-single"), trump="S").p_at_least(15), 5)
    0.02509
    """
    trump = _check_trump(trump, best=True)
    ways = _ways_by_meld(MeldValues(_vector(rules)), "H" if trump == "C" else trump)
    named = "best suit trump" if trump == "best" else f"{SUIT_NAMES[trump]} trump"
    return Distribution(ways, f"meld of one hand, {named}", rules.id, rules.hash)


def meld_mean(rules: Rules, trump: str = "S") -> MeldMean:
    """Exact mean of the meld of one dealt hand, kind by kind, by adding up expectations.

    Parameters
    ----------
    rules : Rules
        The rule set.
    trump : str, default "S"
        "S", "H", "D" or "C"; the mean is the same for all four.

    Returns
    -------
    MeldMean

    Raises
    ------
    PinosimError
        If `trump` is not a suit.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> round(meld_mean(load_rules("wocg-single")).mean, 4)
    4.0776
    """
    trump = _check_trump(trump, best=False)
    values = MeldValues(_vector(rules))
    copies = range(values.copies + 1)
    hands = math.comb(values.deck_size, values.hand_size)

    def rest(named_kinds: int, held: int) -> int:
        return _choose(values.deck_size - named_kinds * values.copies, values.hand_size - held)

    @cache
    def scarcest(kinds: int, copies_held: int) -> Fraction:
        """Chance that of so many named cards the scarcest is held exactly so often."""
        ways = 0
        for counts in product(copies, repeat=kinds):
            if min(counts) == copies_held:
                ways += math.prod(math.comb(values.copies, held) for held in counts) * rest(kinds, sum(counts))
        return Fraction(ways, hands)

    points: Counter[str] = Counter()
    paid_on_top = bool(values.roundhouse or values.roundhouse_beside_run)
    on_top = 0
    for suit in values.holdings():
        ways = suit.ways * rest(values.n_ranks, suit.cards)
        runs, royals = values.runs_and_royals(suit)
        points["runs"] += ways * runs
        points["royal marriages"] += ways * royals
        points["dix"] += ways * values.dix(suit)
        if paid_on_top and suit.marriages:
            others = _marriages_in_three_suits(values, values.hand_size - suit.cards)
            paid = [values.roundhouse * others[each] for each in range(1, suit.marriages + 1)]
            beside = values.roundhouse_beside_run * others[1] if suit.runs else 0
            on_top += suit.ways * (sum(paid) + beside)
    shares = {kind: Fraction(points[kind], hands) for kind in ("runs", "royal marriages", "dix")}
    shares["marriages"] = sum((3 * values.plain * k * scarcest(2, k) for k in copies), Fraction(0))
    shares["pinochle"] = sum((values.pinochle(k) * scarcest(2, k) for k in copies), Fraction(0))
    for which, rank in enumerate(("aces", "kings", "queens", "jacks")):
        shares[f"{rank} around"] = sum((values.around(which, k) * scarcest(4, k) for k in copies), Fraction(0))
    if paid_on_top:
        shares["roundhouse"] = Fraction(on_top, hands)
    return MeldMean(MappingProxyType(shares), trump, rules.id, rules.hash)


@lru_cache(maxsize=64)
def _ways_by_meld(values: MeldValues, trump: str) -> Counter[int]:
    """Count once for a rule set and trump. Clubs are asked for as hearts: neither suit has a pinochle card."""
    return count_hands_by_meld(values, trump)


def _vector(rules: Rules) -> tuple[int, ...]:
    return tuple(int(number) for number in rules.vector)


def _check_trump(trump: str, best: bool) -> str:
    named = str(trump).upper()
    if named in SUIT_NAMES:
        return named
    if best and named == "BEST":
        return "best"
    raise PinosimError(f"expected trump to be one of S, H, D, C{' or best' if best else ''}, got {trump!r}")


def _choose(n: int, k: int) -> int:
    return math.comb(n, k) if k >= 0 else 0


def _chance_of_none(
    hands: int, nines: int, aces: int, cards: int, hand_size: int, min_nines: int, no_aces: bool
) -> Fraction:
    """Chance that none of so many hands, dealt one after the other, holds the right."""

    @cache
    def ways(hands_left: int, nines: int, aces: int, cards: int) -> int:
        if not hands_left:
            return 1
        total = 0
        for held_nines, held_aces in product(range(min(nines, hand_size) + 1), range(min(aces, hand_size) + 1)):
            if held_nines >= min_nines and not (no_aces and held_aces):
                continue
            others = _choose(cards - nines - aces, hand_size - held_nines - held_aces)
            if others:
                picks = math.comb(nines, held_nines) * math.comb(aces, held_aces) * others
                total += picks * ways(hands_left - 1, nines - held_nines, aces - held_aces, cards - hand_size)
        return total

    deals = math.prod(math.comb(cards - hand_size * dealt, hand_size) for dealt in range(hands))
    return Fraction(ways(hands, nines, aces, cards), deals)


@cache
def _marriages_in_three_suits(values: MeldValues, cards: int) -> list[int]:
    """Ways to hold so many cards in three suits with at least 0, 1, 2, ... marriages in each of them."""
    ways = []
    for marriages in range(values.copies + 1):
        by_cards = Counter[int]()
        for suit in values.holdings():
            if suit.marriages >= marriages:
                by_cards[suit.cards] += suit.ways
        pairs = product(by_cards.items(), repeat=2)
        ways.append(sum(left * right * by_cards[cards - one - two] for (one, left), (two, right) in pairs))
    return ways


def _part(points: Fraction, whole: Fraction) -> float:
    return float(points / whole) if whole else 0.0


def _as_chance(p: Fraction) -> str:
    return f"{float(p):.4%}, 1 in {float(1 / p):.3g}" if p else "never"
