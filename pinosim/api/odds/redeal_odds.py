"""The chance of a hand that may be thrown in before the bidding, and how many new deals that makes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.odds.chances import chance_table, chance_words
from pinosim.api.odds.draws import fresh_hand
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_ways import TooMany, chance_of_none, count_hands
from pinosim.errors import RuleError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules

NO_MELD: Final = "marriages==0 & !pinochle & !aces_around & !kings_around & !queens_around & !jacks_around"
COMMON_RIGHTS: Final = {
    "five nines and no ace": "9>=5 & A==0",
    "five nines and no meld": f"9>=5 & {NO_MELD}",
    "five nines": "9>=5",
    "six nines": "9>=6",
}


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
        """Chance for at least one hand of a given team; in a game without partners, of one player."""
        return float(self.team)

    @property
    def p_any(self) -> float:
        """Chance for at least one hand at the table."""
        return float(self.anyone)

    @property
    def redeals_per_hand(self) -> Fraction | None:
        """New deals before a hand is played, on average, if the right is always used; None if none is ever played."""
        return self.anyone / (1 - self.anyone) if self.anyone < 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "right": self.right,
            "p_hand": self.p_hand,
            "p_team": self.p_team,
            "p_any": self.p_any,
            "redeals_per_hand": None if self.redeals_per_hand is None else float(self.redeals_per_hand),
            "exact": self.exact,
        }

    def to_frame(self) -> pd.DataFrame:
        """As a frame: `who`, `probability`, `one_in` (NaN where it cannot happen)."""
        import pandas as pd

        rows = [(who, float(p), float(1 / p) if p else math.nan) for who, p in self.rows()]
        return pd.DataFrame(rows, columns=["who", "probability", "one_in"])

    def rows(self) -> list[tuple[str, Fraction]]:
        """Pairs of who is asked about and the chance."""
        return [("a given hand", self.hand), ("a given team", self.team), ("anyone", self.anyone)]

    def __str__(self) -> str:
        lines = [f"redeal: {self.right} (exact) [{self.rules_id} {self.rules_hash}]"]
        lines += [f"  {who:<12}  {chance_words(p)}" for who, p in self.rows()]
        if self.redeals_per_hand:
            lines.append(f"  new deals for one hand, if always called: {float(self.redeals_per_hand):.5f}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return chance_table(f"Redeal: {self.right} (exact, {self.rules_id} {self.rules_hash})", self.rows())


def redeal(rules: Rules, right: str | None = None) -> RedealOdds:
    """Chance of a hand that may be thrown in for a new deal (many nines and no ace, or no meld).

    Parameters
    ----------
    rules : Rules
        The rule set; without a redeal right every chance is 0.
    right : str, optional
        Another right than the rule set's own, as an event: `"9>=6"`. See `docs/event-language.md`.

    Returns
    -------
    RedealOdds

    Raises
    ------
    RuleError
        If the right is such that two hands of a table can hold it in more ways than can be counted in time.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> print(redeal(load_rules("family250")))  # doctest: +ELLIPSIS
    redeal: at least 5 nines and no ace (exact) [family250 ...]
      a given hand  0.3093%, 1 in 323
      a given team  0.6187%, 1 in 162
      anyone        1.2373%, 1 in 80.8
      new deals for one hand, if always called: 0.01253
    """
    expect_rules(rules)
    expression = own_right(rules) if right is None else right
    words = _words(rules) if right is None else str(read_event(right, rules))
    if not expression:
        nothing = Fraction(0)
        return RedealOdds(nothing, nothing, nothing, words, rules.id, rules.hash)
    event = read_event(expression, rules)
    draw = fresh_hand(rules)
    hand = Fraction(count_hands(event, draw), draw.hands)
    players, teams = rules.seats.players, rules.seats.teams
    in_team = 2 if rules.seats.called_partner else players // teams
    if right is None and 2 * rules.redeal.min_nines > 4 * rules.deck.copies:
        # There are not nines enough for two such hands: the chances of the seats add up.
        return RedealOdds(hand, in_team * hand, players * hand, words, rules.id, rules.hash)
    try:
        team, anyone = (1 - chance_of_none(event, [draw] * seats) for seats in (in_team, players))
    except TooMany:
        raise RuleError(
            f"{rules.id}: expected a redeal right that two hands can hold in few enough ways to count, got {words}; "
            "use 'pinosim odds holding' for one hand, or simulate"
        ) from None
    return RedealOdds(hand, team, anyone, words, rules.id, rules.hash)


def own_right(rules: Rules) -> str:
    """Write a rule set's redeal right as an event; empty if there is none, or if the deck has no nines."""
    redeal = rules.redeal
    if not redeal.min_nines or "9" not in rules.deck.ranks:
        return ""
    parts = [f"9>={redeal.min_nines}"]
    if redeal.no_aces:
        parts.append("A==0")
    if redeal.no_meld:
        parts.append(NO_MELD)
        if not redeal.ignore_dix:
            parts.append("9==0")  # any nine may turn out to be the dix
    return " & ".join(parts)


def common_rights(rules: Rules) -> dict[str, Fraction]:
    """Chance of one given hand for the redeal rights in use at one table or another; empty for a deck without nines."""
    if "9" not in rules.deck.ranks:
        return {}
    draw = fresh_hand(rules)
    return {
        name: Fraction(count_hands(read_event(right, rules), draw), draw.hands) for name, right in COMMON_RIGHTS.items()
    }


def _words(rules: Rules) -> str:
    redeal = rules.redeal
    if not redeal.min_nines:
        return "no redeal right"
    return (
        f"at least {redeal.min_nines} nines"
        + (" and no ace" if redeal.no_aces else "")
        + (" and no meld" if redeal.no_meld else "")
    )
