"""The meld of a dealt hand: its exact distribution, and its mean by kinds of meld, by two different roads."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.distribution import Distribution
from pinosim.api.odds.draws import Draw, fresh_hand
from pinosim.api.odds.hand_ways import count_hands_by_meld
from pinosim.api.odds.values import AROUND_RANKS, JACK, KING, N_STRENGTHS, NINE, QUEEN, RUN_RANKS, MeldValues
from pinosim.cards import SUIT_NAMES, SUITS, read_suit
from pinosim.errors import CardError, PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules

    Cards = tuple[tuple[int, int], ...]

WHO: Final = ("hand", "team")
AROUND_NAMES: Final = ("aces", "kings", "queens", "jacks")


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

    def to_dict(self) -> dict[str, Any]:
        """Points by kind of meld, plain numbers for JSON."""
        return {kind: float(points) for kind, points in self.shares.items()}

    def to_frame(self) -> pd.DataFrame:
        """As a frame: `meld`, `points` (mean), `share` of the whole mean."""
        import pandas as pd

        rows = [(kind, float(points), self._part(points)) for kind, points in self.shares.items()]
        return pd.DataFrame(rows, columns=["meld", "points", "share"])

    def _part(self, points: Fraction) -> float:
        return float(points / self.exact_mean) if self.exact_mean else 0.0

    def __str__(self) -> str:
        lines = [f"mean meld of one hand, {SUIT_NAMES[self.trump]} trump (exact) [{self.rules_id} {self.rules_hash}]"]
        lines += [f"  {kind:<16} {float(p):9.4f} {self._part(p):7.1%}" for kind, p in self.shares.items()]
        return "\n".join([*lines, f"  {'together':<16} {self.mean:9.4f}"])

    def _repr_html_(self) -> str:
        frame = self.to_frame().round({"points": 4, "share": 3})
        return str(frame.to_html(index=False))


def meld(rules: Rules, trump: str = "S", who: str = "hand", seed: int = 1) -> Distribution:
    """Exact distribution of the meld of one dealt hand, or of two partners together, before any passing.

    Parameters
    ----------
    rules : Rules
        The rule set.
    trump : str, default "S"
        A suit, or "best": the suit that melds most in each hand (for one hand only).
    who : str, default "hand"
        "hand", or "team" for the meld of two partners added up, for a fixed trump.
    seed : int, default 1
        Of the deals sampled where a team cannot be counted (three partners, decks of 120 cards).

    Returns
    -------
    Distribution
        In points of the rule set's unit; `exact` says whether it was counted.

    Raises
    ------
    PinosimError
        If `trump` or `who` is none of these, or there are no teams.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> round(meld(load_rules("wocg-single"), trump="S").p_at_least(15), 5)
    0.02509
    """
    expect_rules(rules)
    if who not in WHO:
        raise PinosimError(f"expected who to be one of {', '.join(WHO)}, got {who!r}")
    trump = check_trump(trump, best=who == "hand")
    if who == "team":
        from pinosim.api.odds.team_odds import team_meld

        return team_meld(rules, trump, seed)
    # Neither hearts nor clubs have a pinochle card: one count does for both.
    ways = count_hands_by_meld(MeldValues.of(rules), fresh_hand(rules), "H" if trump == "C" else trump)
    return Distribution(ways, f"meld of one hand, {trump_words(trump)}", rules.id, rules.hash, trump=trump)


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
    expect_rules(rules)
    trump = check_trump(trump, best=False)
    return MeldMean(mean_by_kind(MeldValues.of(rules), fresh_hand(rules), trump), trump, rules.id, rules.hash)


def mean_by_kind(values: MeldValues, draw: Draw, trump: str) -> Mapping[str, Fraction]:
    """Mean points of each kind of meld in a hand drawn so; see `MeldMean.shares`.

    Parameters
    ----------
    values : MeldValues
        What melds pay.
    draw : Draw
        What the hand is drawn from.
    trump : str
        A suit letter.
    """
    place = SUITS.index(trump)
    points = dict.fromkeys(("runs", "royal marriages", "dix", "marriages"), 0)
    for counts, ways in _holdings(draw, tuple((place, rank) for rank in (*RUN_RANKS, NINE))):
        run, royal = values.runs_and_royals(min(counts[:-1]), counts[2], counts[3])
        points["runs"] += ways * run
        points["royal marriages"] += ways * royal
        points["dix"] += ways * values.dix * counts[-1]
    for other in range(len(SUITS)):
        if other != place:
            for counts, ways in _holdings(draw, ((other, KING), (other, QUEEN))):
                points["marriages"] += ways * values.plain * min(counts)
    shares = {kind: Fraction(total, draw.hands) for kind, total in points.items()}
    pinochle = ((SUITS.index("S"), QUEEN), (SUITS.index("D"), JACK))
    shares["pinochle"] = _mean(draw, pinochle, values.pinochle)
    for name, rank, table in zip(AROUND_NAMES, AROUND_RANKS, values.arounds, strict=True):
        shares[f"{name} around"] = _mean(draw, tuple((suit, rank) for suit in range(len(SUITS))), table)
    if values.roundhouse or values.roundhouse_beside_run:
        shares["roundhouse"] = roundhouse_mean(values, draw, place)
    return MappingProxyType(shares)


def check_trump(trump: str, best: bool) -> str:
    """Read a trump: a suit in any usual writing or, if `best` allows it, "best".

    Raises
    ------
    PinosimError
        If it is neither.
    """
    if best and str(trump).strip().lower() == "best":
        return "best"
    try:
        return read_suit(trump)
    except CardError:
        allowed = "one of S, H, D, C or best" if best else "one of the suits S, H, D, C"
        raise PinosimError(f"expected trump to be {allowed}, got {trump!r}") from None


def trump_words(trump: str) -> str:
    """Say which suit is trump."""
    return "best suit trump" if trump == "best" else f"{SUIT_NAMES[trump]} trump"


def _holdings(draw: Draw, cards: Cards) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the copies held of some cards (suit, strength) with the number of hands that hold them so."""
    places = [suit * N_STRENGTHS + strength for suit, strength in cards]
    unseen = [draw.unseen[place] for place in places]
    others = sum(draw.unseen) - sum(unseen)
    for picks in product(*(range(copies + 1) for copies in unseen)):
        left = draw.drawn - sum(picks)
        if 0 <= left <= others:
            ways = math.prod(map(math.comb, unseen, picks)) * math.comb(others, left)
            held = tuple(draw.held[place] + picked for place, picked in zip(places, picks, strict=True))
            yield held, ways


def _mean(draw: Draw, cards: Cards, table: tuple[int, ...]) -> Fraction:
    """Mean points of a meld that asks how many copies the scarcest of some cards has."""
    return Fraction(sum(ways * table[min(counts)] for counts, ways in _holdings(draw, cards)), draw.hands)


def roundhouse_mean(values: MeldValues, draw: Draw, trump: int) -> Fraction:
    """Mean of what is paid on top for a marriage in each suit, counted suit by suit."""
    most = values.copies
    # State: cards drawn, the fewest marriages of a suit so far, whether trump has a run.
    states = Counter({(0, most, False): 1})
    for place in range(len(SUITS)):
        held, unseen = draw.suit(place)
        suit = Counter[tuple[int, int, bool]]()
        for picks in product(*(range(copies + 1) for copies in unseen)):
            counts = [have + picked for have, picked in zip(held, picks, strict=True)]
            run = place == trump and min(counts[rank] for rank in RUN_RANKS) > 0
            ways = math.prod(map(math.comb, unseen, picks))
            suit[sum(picks), min(counts[KING], counts[QUEEN]), run] += ways
        joined = Counter[tuple[int, int, bool]]()
        for (cards, fewest, has_run), ways in states.items():
            for (more, marriages, run), more_ways in suit.items():
                if cards + more <= draw.drawn:
                    joined[cards + more, min(fewest, marriages), has_run or run] += ways * more_ways
        states = joined
    points = sum(
        ways * (values.roundhouse * fewest + values.roundhouse_beside_run * has_run * (fewest > 0))
        for (cards, fewest, has_run), ways in states.items()
        if cards == draw.drawn
    )
    return Fraction(points, draw.hands)
