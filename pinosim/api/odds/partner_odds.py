"""What partner holds, given my hand: his meld before the pass, each card, and whether a pass can complete a meld."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pinosim.api.distribution import Distribution
from pinosim.api.hand import Hand
from pinosim.api.odds.chances import chance_lines, chance_table
from pinosim.api.odds.draws import Draw, hidden_hand
from pinosim.api.odds.event_ways import count_hands
from pinosim.api.odds.events import Compare, Either, Event, Every, Total
from pinosim.api.odds.hand_ways import count_hands_by_meld
from pinosim.api.odds.meld_odds import check_trump, mean_by_kind
from pinosim.api.odds.table_seats import team_seats
from pinosim.api.odds.values import MeldValues
from pinosim.cards import CARDS, SUIT_NAMES, SUITS
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class PartnerOdds:
    """What partner holds before the pass, given my hand.

    Attributes
    ----------
    meld : Distribution
        His meld with my trump, in points.
    means : mapping of str to Fraction
        Mean points by kind of meld.
    holds : mapping of str to tuple of Fraction
        For each unseen card ("AS") the chance that he holds none, one, two, ... of it.
    completes : mapping of str to Fraction
        For each meld one better than I have, the chance that he holds all I lack and may pass so many.
    hand : Hand
        My cards.
    trump : str
        Suit letter.
    passed : int
        Cards he passes; 0 where the rules have no pass.
    """

    meld: Distribution
    means: Mapping[str, Fraction]
    holds: Mapping[str, tuple[Fraction, ...]]
    completes: Mapping[str, Fraction]
    hand: Hand
    trump: str
    passed: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            **self.meld.to_dict(),
            "means": {kind: float(points) for kind, points in self.means.items()},
            "holds": {card: [float(p) for p in chances] for card, chances in self.holds.items()},
            "completes": {name: float(p) for name, p in self.completes.items()},
            "passed": self.passed,
        }

    def to_frame(self) -> pd.DataFrame:
        """As a frame, a row a card: `card` and the chances `p0`, `p1`, ... that he holds so many."""
        import pandas as pd

        rows = [{"card": c, **{f"p{k}": float(p) for k, p in enumerate(ps)}} for c, ps in self.holds.items()]
        return pd.DataFrame(rows).fillna(0.0)

    @property
    def mean(self) -> float:
        """Mean of his meld, in points."""
        return self.meld.mean

    def p_at_least(self, points: float) -> float:
        """Chance that his meld is worth so much or more."""
        return self.meld.p_at_least(points)

    def __str__(self) -> str:
        lines = [str(self.meld)]
        if self.passed:
            lines.append(f"with {self.passed} cards partner can complete for me:")
            lines += chance_lines(self.completes.items())
        lines.append("partner holds at least one:")
        cards = [f"{card} {float(1 - chances[0]):.1%}" for card, chances in self.holds.items()]
        lines += ["  " + "  ".join(cards[start : start + 6]) for start in range(0, len(cards), 6)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.meld._repr_html_() + chance_table("partner can complete", self.completes.items())


def partner_meld(hand: Hand | str, rules: Rules, trump: str = "S") -> PartnerOdds:
    """Exact distribution of partner's meld before the pass, given my hand, and what he can complete for me.

    Parameters
    ----------
    hand : Hand or str
        My whole hand.
    rules : Rules
        The rule set.
    trump : str, default "S"
        The suit I would name.

    Returns
    -------
    PartnerOdds

    Raises
    ------
    PinosimError
        If the hand is not a full hand, the trump no suit, or there are no partners.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> odds = partner_meld("S:ATKQJ H:A9 D:AJ C:A99", load_rules("family250"))
    >>> round(odds.mean, 3), round(float(odds.completes["double pinochle"]), 4)
    (42.17, 0.1048)
    """
    expect_rules(rules)
    team_seats(rules)
    trump = check_trump(trump, best=False)
    draw = hidden_hand(rules, hand)
    mine = Hand(hand)
    values = MeldValues.of(rules)
    what = f"partner's meld, {SUIT_NAMES[trump]} trump, given {mine.short()}"
    meld = Distribution(count_hands_by_meld(values, draw, trump), what, rules.id, rules.hash)
    passed = rules.passing.count
    return PartnerOdds(
        meld,
        mean_by_kind(values, draw, trump),
        MappingProxyType(card_chances(draw)),
        MappingProxyType(completion_chances(mine, draw, rules, trump, passed) if passed else {}),
        mine,
        trump,
        passed,
    )


def card_chances(draw: Draw) -> dict[str, tuple[Fraction, ...]]:
    """Chance to draw none, one, two, ... of each unseen card, high cards first in each suit."""
    cards = sum(draw.unseen)
    chances = {}
    for suit in SUITS:
        for card in [card for card in reversed(CARDS) if card[1] == suit]:
            copies = draw.unseen[CARDS.index(card)]
            if copies:
                chances[card] = tuple(
                    Fraction(math.comb(copies, k) * math.comb(cards - copies, draw.drawn - k), draw.hands)
                    if draw.drawn >= k
                    else Fraction(0)
                    for k in range(copies + 1)
                )
    return chances


def completion_chances(mine: Hand, draw: Draw, rules: Rules, trump: str, cards: int) -> dict[str, Fraction]:
    """Chance that a draw holds all that a better meld of mine lacks.

    Parameters
    ----------
    mine : Hand
        My cards.
    draw : Draw
        Where the cards come from.
    rules : Rules
        The rule set.
    trump : str
        Suit letter.
    cards : int
        Most cards that can come; a meld that lacks more is left out.
    """
    chances = {}
    for name, wanted in _better_melds(mine, rules, trump):
        events: list[Event] = []
        for missing in wanted:
            in_reach = all(draw.unseen[CARDS.index(card)] >= copies for card, copies in missing.items())
            if in_reach and sum(missing.values()) <= cards:
                events.append(Every(tuple(Compare(((1, _one_card(card)),), ">=", n) for card, n in missing.items())))
        if events:
            event = events[0] if len(events) == 1 else Either(tuple(events))
            chances[name] = Fraction(count_hands(event, draw), draw.hands)
    return chances


def _one_card(card: str) -> Total:
    return Total(tuple(int(other == card) for other in CARDS), card)


def _better_melds(mine: Hand, rules: Rules, trump: str) -> Iterator[tuple[str, list[dict[str, int]]]]:
    """Yield each meld one copy better than I have: its name, and the cards I lack for it, in one way or several."""
    ordinals = ("", "double ", "triple ", "quadruple ", "fivefold ", "sixfold ")

    def lacking(cards: list[str]) -> tuple[int, dict[str, int]]:
        have = min(mine.counts[CARDS.index(card)] for card in cards)
        short = {card: have + 1 - mine.counts[CARDS.index(card)] for card in cards}
        return have, {card: copies for card, copies in short.items() if copies > 0}

    sets = {f"run in {SUIT_NAMES[trump]}": [rank + trump for rank in "ATKQJ"]}
    sets[f"marriage in {SUIT_NAMES[trump]}"] = [f"K{trump}", f"Q{trump}"]
    sets["pinochle"] = ["QS", "JD"]
    for rank, name in zip("AKQJ", ("aces", "kings", "queens", "jacks"), strict=True):
        sets[f"{name} around"] = [rank + suit for suit in SUITS]
    for name, cards in sets.items():
        have, missing = lacking(cards)
        if have < rules.deck.copies:
            yield ordinals[have] + name, [missing]
        if name.startswith("marriage"):
            ways = [lacking([f"K{suit}", f"Q{suit}"]) for suit in SUITS]
            yield "one more marriage", [missing for have, missing in ways if have < rules.deck.copies]
