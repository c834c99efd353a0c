"""What a hand scores, reckoned a second time in plain Python for the referee; kernels have `core/settling.py`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class Made:
    """What a seat, or seats together, melded and took; `dix` is the part of the meld that is nines of trump."""

    meld: int = 0
    dix: int = 0
    points: int = 0
    tricks: int = 0

    def __add__(self, other: Made) -> Made:
        return Made(
            self.meld + other.meld, self.dix + other.dix, self.points + other.points, self.tricks + other.tricks
        )


def too_little(rules: Rules, bid: int, meld: int) -> str:
    """Say which rule sets the bidders without play, or give an empty text."""
    if meld < rules.floors.min_meld_bidders:
        return "floors.min_meld_bidders"
    if rules.settle.auto_set and meld + rules.tricks.total < bid:
        return "settle.auto_set"
    return ""


def settle_hand(
    rules: Rules, bid: int, bidders: Collection[int], seats: Sequence[Made], *, played: bool, named: bool = True
) -> tuple[str, tuple[int, ...]]:
    """Settle a hand.

    Parameters
    ----------
    rules : Rules
    bid : int
        The contract; 0 in a game without an auction.
    bidders : collection of int
        Seats of the bidders' side; empty in a game without an auction.
    seats : sequence of Made
        One a seat.
    played : bool
        False: the bidders are set without play.
    named : bool
        False: the bidder could name no trump.

    Returns
    -------
    tuple of (str, tuple of int)
        The outcome, one of `parts.OUTCOMES`, and the change of score of each side.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> seats = [Made(120, 0, 180, 9), Made(40, 0, 70, 3), Made(), Made()]
    >>> settle_hand(load_rules("family250"), 300, (0, 2), seats, played=True)
    ('made', (300, 110))
    """
    teams = rules.seats.teams
    others = [seat for seat in range(rules.seats.players) if seat not in bidders]
    together = sum((seats[seat] for seat in others), Made())
    changes = [0] * teams
    outcome, ours = "played", 0
    if bidders:
        side = sum((seats[seat] for seat in bidders), Made())
        if played:
            total = side.points + _kept(side, rules.keep_meld.bidders, rules)
            made = total >= bid and side.points >= rules.floors.min_points_bidders
            outcome, ours = ("made", total) if made else ("set", -bid)
        else:
            outcome, ours = "not played", -bid
    for seat in range(rules.seats.players):
        if seat in bidders:
            changes[seat % teams] = ours
        elif not named:
            changes[seat % teams] = 0
        elif teams < rules.seats.players:
            changes[seat % teams] = _others(together, rules, played)
        else:
            own = seats[seat]
            if rules.settle.others_tricks == "shared" and bidders:
                own = Made(own.meld, own.dix, together.points, together.tricks)
            changes[seat] = _others(own, rules, played)
    return outcome, tuple(changes)


def _kept(made: Made, condition: str, rules: Rules) -> int:
    """Meld that is kept after the play."""
    earned = condition == "nothing" or (condition == "trick" and made.tricks) or (condition == "point" and made.points)
    survives = rules.keep_meld.dix_survives
    if earned or (survives == "only-dix" and made.dix == made.meld):
        return made.meld
    return made.dix if survives == "always" else 0


def _others(made: Made, rules: Rules, played: bool) -> int:
    """Score one of the others, a side or a seat."""
    counts = rules.meld.owners == "everybody" and made.meld >= rules.floors.min_meld_others
    if not played:
        return made.meld if counts and rules.settle.others_meld_without_play else 0
    if made.points < rules.floors.min_points_others:
        return 0
    counted = made if counts else Made(0, 0, made.points, made.tricks)
    return made.points + _kept(counted, rules.keep_meld.others, rules)
