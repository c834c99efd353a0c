"""The fitted model behind instant answers: read from a small file, reckoned in plain Python without numpy or kernels.

For each trump the model gives the chance that the bidding side's total reaches own meld plus some margin: a logistic
regression for each of a row of margins, read between them. From that follow the chance to make any bid and, added up
over all totals, what the bid brings; two linear regressions give what the others score and what passing brings.
"""

from __future__ import annotations

import math
import os
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from pinosim.api.quick_features import dot, hand_features
from pinosim.errors import PinosimError, RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinosim.api.hand import Hand
    from pinosim.rules.schema import Rules

FORMAT: Final = 1
FOLDER: Final = os.path.join(os.path.dirname(os.path.dirname(__file__)), "fitted", "quick")
SCALES: Final = (1, 10)
_STEP: Final = 0.5  # aces
_FARTHEST: Final = 12.0
"""Logits are cut to this: chances nearer to 0 or 1 than a few in a million are not what a fit can tell."""


class Errors(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the model is off, measured on hands it was not fitted on.

    Attributes
    ----------
    brier, brier_bare : float
        Mean square of chance less outcome, over bids; and of the same chances without looking at the hand but for its
        meld.
    hands, advice_deals : int
        Hands compared with full advice, and deals for each of them.
    chance, chance_rms : float
        Mean and root mean square difference of P(make) from full advice's, over the bids it lists.
    trump : float
        Share of hands with the same trump.
    verdict : float
        Share of hands with the same answer to the lowest bid, "close" left out.
    limit, gain_rms : float
        Mean difference of how high to go, and root mean square difference of what bidding brings over passing; in
        points of an ace.
    """

    brier: float
    brier_bare: float
    hands: int
    advice_deals: int
    chance: float
    chance_rms: float
    trump: float
    verdict: float
    limit: float
    gain_rms: float


class QuickModel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Weights fitted for one rule set, all in points of an ace.

    Attributes
    ----------
    rules, rules_hash, policy : str
        The game and who played it.
    deals, seed : int
        What the fit rests on.
    margins : tuple of float
        Totals less own meld, ascending.
    make : tuple of tuple of float, shape (n_margins, n_features)
        Logit of the chance to reach each.
    others, passing : tuple of float, shape (n_features,)
        What the other side scores; our score less theirs after passing, by the features of the best trump.
    total : tuple of float, shape (n_features,)
        The side's total on average, by which the best trump is found.
    errors : Errors
    """

    format: int
    rules: str
    rules_hash: str
    policy: str
    deals: int
    seed: int
    margins: tuple[float, ...]
    make: tuple[tuple[float, ...], ...]
    others: tuple[float, ...]
    passing: tuple[float, ...]
    total: tuple[float, ...]
    errors: Errors


class QuickTrump:
    """What the model says of a hand with one trump.

    Parameters
    ----------
    model : QuickModel
    hand : Hand
    rules : Rules
    trump : str
    own_meld : int
        In points of the rule set.
    """

    def __init__(self, model: QuickModel, hand: Hand, rules: Rules, trump: str, own_meld: int) -> None:
        self.trump = trump
        self.own_meld = own_meld
        self.unit = rules.tricks.ace
        features = hand_features(hand.count, rules.deck.ranks, rules.deck.copies, trump, own_meld / self.unit)
        self.features = features
        self.margins = model.margins
        self.logits = falling([dot(weights, features) for weights in model.make])
        self.others = dot(model.others, features) * self.unit
        self.total = dot(model.total, features) * self.unit

    def chance(self, bid: int) -> float:
        """Give the chance to make a bid, in points of the rule set."""
        return chance_between(self.margins, self.logits, (bid - self.own_meld) / self.unit)

    def net(self, bid: int) -> float:
        """Give our score less theirs, on average, in points: the total if the bid is made, the bid lost if not."""
        made = self.chance(bid)
        net: float = bid * made + self._beyond((bid - self.own_meld) / self.unit) - bid * (1 - made) - self.others
        return net

    @cached_property
    def _sums(self) -> list[float]:
        """Mean aces' points above each margin, `_STEP` apart: the chances to reach each further point, added up."""
        chances: list[float] = []
        margin = self.margins[0]
        while not chances or chances[-1] > 1e-4:
            chances.append(chance_between(self.margins, self.logits, margin))
            margin += _STEP
        sums = [0.0]
        for one, other in zip(chances[-2::-1], chances[:0:-1], strict=True):
            sums.append(sums[-1] + _STEP * (one + other) / 2)
        return sums[::-1]

    def _beyond(self, margin: float) -> float:
        """Give how many points the total lies above a margin on average, 0 counted where it does not, in points."""
        place = (margin - self.margins[0]) / _STEP
        if place < 0:
            # below the first margin nearly every deal goes on: half of the little that is missing counts
            chance = chance_between(self.margins, self.logits, margin)
            first = chance_between(self.margins, self.logits, self.margins[0])
            return (self._sums[0] - place * _STEP * (chance + first) / 2) * self.unit
        low = int(place)
        if low + 1 >= len(self._sums):
            return 0.0
        share = place - low
        return (self._sums[low] * (1 - share) + self._sums[low + 1] * share) * self.unit


def find_model(rules: Rules) -> QuickModel:
    """Get the model of a packaged rule set, in either scale.

    Raises
    ------
    PinosimError
        If there is none.
    """
    model = _read(rules.hash)
    if model is not None:
        return model
    from pinosim.rules.load import scaled

    for scale in SCALES:
        try:
            model = _read(scaled(rules, scale).hash)
        except RuleError:  # points that cannot be said in that scale
            continue
        if model is not None:
            return model
    raise PinosimError(
        f"there is no instant answer for {rules.id!r} ({rules.hash}), as no model was fitted for these rules; leave "
        "--quick (quick=True) out and the hands are played"
    )


@lru_cache(maxsize=8)
def _read(rules_hash: str) -> QuickModel | None:
    try:
        with open(os.path.join(FOLDER, f"{rules_hash}.json"), "rb") as stream:
            return msgspec.json.decode(stream.read(), type=QuickModel)
    except FileNotFoundError:
        return None


def falling(logits: Sequence[float]) -> list[float]:
    """Keep chances from rising with the margin: each is cut to the one before.

    Examples
    --------
    >>> falling([2.0, 0.5, 0.7, -1.0])
    [2.0, 0.5, 0.5, -1.0]
    """
    cut: list[float] = []
    for logit in logits:
        cut.append(max(-_FARTHEST, min(logit, cut[-1] if cut else _FARTHEST)))
    return cut


def chance_between(margins: Sequence[float], logits: Sequence[float], margin: float) -> float:
    """Read a chance between the margins of a model; beyond its ends logits go on in a straight line.

    Examples
    --------
    >>> chance_between([0.0, 10.0], [2.0, -2.0], 5.0)
    0.5
    """
    place = 1
    while place < len(margins) - 1 and margins[place] < margin:
        place += 1
    low, high = margins[place - 1], margins[place]
    start, slope = logits[place - 1], (logits[place] - logits[place - 1]) / (high - low)
    if not low <= margin <= high:
        # flat ends would promise the impossible for ever: fall by at least one logit in ten aces
        slope = min(slope, -0.1)
        start = logits[place - 1] if margin < low else logits[place] - slope * (high - low)
    logit = start + slope * (margin - low)
    return 1 / (1 + math.exp(-max(-_FARTHEST, min(_FARTHEST, logit))))
