"""Whether a seat that thinks throws in a hand that it may throw in: both ways are played from the first call on.

Kernels of whole hands use every such right. Hands that are clearly worth keeping are rare (`docs/policies.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.live.decide import Lots
from pinosim.api.record.parts import HandRecord
from pinosim.policies.registry import Policy, resolve, with_convention_of

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

DEALS: Final = 1_000
_APART: Final = 0x9E3779B97F4A7C15  # deals of the game itself are those of its own seed, and are not to be met here


def throws_in(rules: Rules, hand: HandRecord, seat: int, company: Sequence[Policy], lots: Lots) -> bool:
    """Decide whether a seat uses its right to a new deal.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        What the seat knows, see `seen.seen_by`.
    seat : int
    company : sequence of Policy
        Who plays, one a seat: all are taken to be `hard`, with the bidding convention they play.
    lots : Lots

    Returns
    -------
    bool
        False where keeping the hand is clearly better, in the sense of `comparison.Comparison.verdict`.
    """
    from pinosim.api.comparison import CLEAR
    from pinosim.api.redeal import KEEP, keep_or_throw_in

    mine = hand.hands[seat] if hand.hands else None
    if mine is None:
        return True
    minds = [with_convention_of(resolve("hard", rules), other) for other in company]
    dealer = rules.seats.players - 1 if hand.dealer is None else hand.dealer
    seed, number, attempt = lots.address
    own_seed = (seed + _APART * (1 + number) + attempt) % 2**64
    both = keep_or_throw_in(mine, rules, seat, dealer, DEALS, minds, own_seed, jobs=1)
    return not (both.best.what == KEEP and both.verdict == CLEAR)
