"""What the kitty brings: every kitty I may find, my meld after taking it, with the best cards kept."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pinosim.api.distribution import Distribution
from pinosim.api.hand import Hand
from pinosim.api.odds.chances import chance_lines, chance_table, chance_words
from pinosim.api.odds.draws import Counts, Draw, hidden_hand
from pinosim.api.odds.meld_odds import check_trump, trump_words
from pinosim.api.odds.partner_odds import card_chances, completion_chances
from pinosim.api.odds.values import AROUND_RANKS, JACK, KING, N_STRENGTHS, NINE, PINOCHLE, QUEEN, RUN_RANKS, MeldValues
from pinosim.cards import CARDS, SUITS
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class KittyOdds:
    """What the kitty brings to my hand.

    Attributes
    ----------
    meld : Distribution
        My meld after taking the kitty and laying as many cards away, in points.
    before : int
        My meld without it.
    holds : mapping of str to tuple of Fraction
        For each unseen card the chance that none, one, two, ... of it lie in the kitty.
    completes : mapping of str to Fraction
        For each meld one better than I have, the chance that the kitty completes it; only for a named trump.
    hand : Hand
        My cards.
    trump : str
        Suit letter, or "best": the suit that melds most is named after the kitty is seen.
    """

    meld: Distribution
    before: int
    holds: Mapping[str, tuple[Fraction, ...]]
    completes: Mapping[str, Fraction]
    hand: Hand
    trump: str

    @property
    def kitties(self) -> int:
        """Number of equally likely kitties."""
        return self.meld.hands

    @property
    def helps(self) -> float:
        """Chance that my meld is worth more after the kitty."""
        return self.meld.p_at_least(self.before + 1)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            **self.meld.to_dict(),
            "before": self.before,
            "helps": self.helps,
            "kitties": self.kitties,
            "holds": {card: [float(p) for p in chances] for card, chances in self.holds.items()},
            "completes": {name: float(p) for name, p in self.completes.items()},
        }

    def to_frame(self) -> pd.DataFrame:
        """As a frame, as `Distribution.to_frame`: a row a number of points."""
        return self.meld.to_frame()

    def __str__(self) -> str:
        lines = [str(self.meld), f"without the kitty {self.before}; it helps {chance_words(self.helps)}"]
        if self.completes:
            lines.append("the kitty completes:")
            lines += chance_lines(self.completes.items())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.meld._repr_html_() + chance_table("the kitty completes", self.completes.items())


def kitty(hand: Hand | str, rules: Rules, trump: str = "best") -> KittyOdds:
    """Exact odds of what the kitty brings, over every kitty there can be, with the best bury.

    Parameters
    ----------
    hand : Hand or str
        My whole hand before I take the kitty.
    rules : Rules
        A rule set with a kitty.
    trump : str, default "best"
        The suit I will name, or "best": the one that melds most once the kitty is seen.

    Returns
    -------
    KittyOdds

    Raises
    ------
    PinosimError
        If the hand is not a full hand, the trump no suit, or the rule set has no kitty.
    """
    expect_rules(rules)
    size = rules.deal.kitty_size
    if not size:
        raise PinosimError(
            f"{rules.id} has no kitty; for partner's cards use odds.partner_meld ('pinosim odds partner')"
        )
    trump = check_trump(trump, best=True)
    whole = hidden_hand(rules, hand)
    mine = Hand(hand)
    draw = Draw(mine.counts, whole.unseen, size)
    values = MeldValues.of(rules)
    trumps = range(len(SUITS)) if trump == "best" else (SUITS.index(trump),)
    buried = size if rules.kitty.bury else 0
    ways: Counter[int] = Counter()
    for cards, number in kitties(draw):
        ways[max(meld_after_burying(cards, values, suit, buried) for suit in trumps)] += number
    what = f"meld after the kitty, {trump_words(trump)}, given {mine.short()}"
    seen = Draw((0,) * len(CARDS), draw.unseen, size)
    return KittyOdds(
        Distribution(ways, what, rules.id, rules.hash),
        max(meld_points(mine.counts, values, suit) for suit in trumps),
        MappingProxyType(card_chances(seen)),
        MappingProxyType({} if trump == "best" else completion_chances(mine, seen, rules, trump, size)),
        mine,
        trump,
    )


def kitties(draw: Draw) -> Iterator[tuple[Counts, int]]:
    """Yield every hand that a draw can make, with the number of ways to draw it."""
    unseen = [place for place, copies in enumerate(draw.unseen) if copies]

    def further(counts: list[int], start: int, left: int, ways: int) -> Iterator[tuple[Counts, int]]:
        if not left:
            yield tuple(counts), ways
            return
        for at in range(start, len(unseen)):
            place = unseen[at]
            for copies in range(1, min(left, draw.unseen[place]) + 1):
                counts[place] += copies
                yield from further(counts, at + 1, left - copies, ways * math.comb(draw.unseen[place], copies))
                counts[place] -= copies

    return further(list(draw.held), 0, draw.drawn, 1)


def meld_points(counts: Counts, values: MeldValues, trump: int) -> int:
    """Points of all melds in some cards.

    Parameters
    ----------
    counts : tuple of int, length 24
        Copies of each card, in the order of `pinosim.cards.CARDS`.
    values : MeldValues
        What melds pay.
    trump : int
        Place of the trump suit in `SUITS`.
    """
    suits = [counts[start : start + N_STRENGTHS] for start in range(0, len(CARDS), N_STRENGTHS)]
    marriages = [min(suit[KING], suit[QUEEN]) for suit in suits]
    own = suits[trump]
    runs = min(own[rank] for rank in RUN_RANKS)
    points = values.trump_points(runs, own[KING], own[QUEEN]) + values.dix * own[NINE]
    points += values.plain * (sum(marriages) - marriages[trump])
    arounds = tuple(min(suit[rank] for suit in suits) for rank in AROUND_RANKS)
    points += values.joined(arounds, min(counts[card] for card in PINOCHLE))
    return points + (values.roundhouse_beside_run if runs and min(marriages) else 0)


def meld_after_burying(counts: Counts, values: MeldValues, trump: int, buried: int) -> int:
    """Most meld that can be kept when so many cards are laid away; see `meld_points`.

    Cards that no meld needs go first; only where these do not suffice is every choice of further cards tried.
    """
    needed = _needed(counts, values, trump)
    free = sum(max(0, held - need) for held, need in zip(counts, needed, strict=True))
    if free >= buried:
        return meld_points(counts, values, trump)
    kept = tuple(map(min, counts, needed))
    places = [place for place, copies in enumerate(kept) if copies]
    best = 0
    for picks in product(*(range(min(kept[place], buried - free) + 1) for place in places)):
        if sum(picks) == buried - free:
            left = list(kept)
            for place, copies in zip(places, picks, strict=True):
                left[place] -= copies
            best = max(best, meld_points(tuple(left), values, trump))
    return best


def _needed(counts: Counts, values: MeldValues, trump: int) -> list[int]:
    """Count the copies of each card that lie in some meld, of what the whole of the cards melds."""
    needed = [0] * len(CARDS)

    def lay(suit: int, rank: int, copies: int) -> None:
        place = suit * N_STRENGTHS + rank
        needed[place] = max(needed[place], min(copies, counts[place]))

    for suit in range(len(SUITS)):
        own = counts[suit * N_STRENGTHS : (suit + 1) * N_STRENGTHS]
        marriages = min(own[KING], own[QUEEN])
        if suit == trump:
            # One king or queen beyond the marriages may count beside a single run.
            extra = 1 if values.trump_mode == "extras" else 0
            for rank in RUN_RANKS:
                lay(suit, rank, min(own[rank] for rank in RUN_RANKS))
            lay(suit, KING, max(marriages, min(2, own[KING]) * extra))
            lay(suit, QUEEN, max(marriages, min(2, own[QUEEN]) * extra))
            lay(suit, NINE, own[NINE] if values.dix else 0)
        else:
            lay(suit, KING, marriages)
            lay(suit, QUEEN, marriages)
    for rank in AROUND_RANKS:
        level = min(counts[suit * N_STRENGTHS + rank] for suit in range(len(SUITS)))
        for suit in range(len(SUITS)):
            lay(suit, rank, level)
    pinochles = min(counts[card] for card in PINOCHLE)
    lay(SUITS.index("S"), QUEEN, pinochles)
    lay(SUITS.index("D"), JACK, pinochles)
    return needed
