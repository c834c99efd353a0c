"""What a hand scores, and why, line by line; the numbers come from the kernel (`core/settling.py`)."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.auction_text import refuse_bid
from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules

OUTCOME_WORDS: Final = {C.MADE: "made", C.SET: "set", C.NOT_PLAYED: "auto-set"}
MOST_POINTS: Final = 1_000_000
_KEEP_WORDS: Final = {"nothing": "", "trick": "a trick", "point": "a trick point"}


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand changes in the scores.

    Attributes
    ----------
    score_bidders, score_others : int
        Changes of score, in the rule set's unit.
    outcome : str
        "made", "set", or "auto-set": set without play.
    lines : tuple of str
        The reckoning in a player's words, in order.
    bid : int
        The contract.
    rules, rules_hash : str
        Id and hash of the rule set.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> print(settle(load_rules("family250"), 300, 120, 180, 9, 40, 70, 3))
    Made: bidders +300, others +110 (family250)
      Bidders took 9 tricks and keep their meld of 120.
      Bidders: meld 120 + trick points 180 = 300, and the bid was 300: made. They score 300.
      Others took 3 tricks and keep their meld of 40.
      Others: meld 40 + trick points 70 = 110. They score 110.
    """

    score_bidders: int
    score_others: int
    outcome: str
    lines: tuple[str, ...]
    bid: int
    rules: str
    rules_hash: str

    def to_dict(self) -> dict[str, Any]:
        """Give plain values for JSON."""
        return {
            "score_bidders": self.score_bidders,
            "score_others": self.score_others,
            "outcome": self.outcome,
            "bid": self.bid,
            "lines": list(self.lines),
            "rules": self.rules,
            "rules_hash": self.rules_hash,
        }

    def to_frame(self) -> pd.DataFrame:
        """Give a frame of two rows: side, score (int64) and outcome for the bidders."""
        import pandas as pd

        frame = pd.DataFrame({"side": ["bidders", "others"], "score": [self.score_bidders, self.score_others]})
        frame.attrs.update(outcome=self.outcome, bid=self.bid, rules=self.rules, rules_hash=self.rules_hash)
        return frame

    def __str__(self) -> str:
        head = (
            f"{self.outcome.capitalize()}: bidders {self.score_bidders:+}, others {self.score_others:+} ({self.rules})"
        )
        return "\n".join([head, *(f"  {line}" for line in self.lines)])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(line)}</li>" for line in self.lines)
        head = f"{self.outcome.capitalize()}: bidders {self.score_bidders:+}, others {self.score_others:+}"
        return f"<p><b>{escape(head)}</b> ({escape(self.rules)})</p><ol>{items}</ol>"


@dataclass(frozen=True, slots=True)
class _Side:
    """What one side brings to the reckoning."""

    name: str
    meld: int
    dix: int
    points: int | None
    tricks: int | None


def settle(
    rules: Rules,
    bid: int,
    bidders_meld: int,
    bidders_points: int | None,
    bidders_tricks: int | None,
    others_meld: int,
    others_points: int | None,
    others_tricks: int | None,
    bidders_dix: int = 0,
    others_dix: int = 0,
) -> Settlement:
    """Score a hand.

    Parameters
    ----------
    rules : Rules
        The rule set; all points are in its unit.
    bid : int
        The contract.
    bidders_meld, others_meld : int
        What each side laid down, dix included.
    bidders_points, others_points : int or None
        Trick points of each side, last trick included; None for a hand that was not played.
    bidders_tricks, others_tricks : int or None
        Tricks taken; None for a hand that was not played.
    bidders_dix, others_dix : int, default 0
        How much of the meld was nines of trump; matters only where a meld of nothing else survives without a trick.

    Returns
    -------
    Settlement

    Raises
    ------
    PinosimError
        If the numbers contradict each other or the rules, or tricks are missing in a hand that is played.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> auto = settle(load_rules("family250"), 400, 120, None, None, 40, None, None)
    >>> auto.outcome, auto.score_bidders, auto.score_others
    ('auto-set', -400, 40)
    """
    _check_rules(rules)
    bid = _whole("bid", bid, 1)
    _check_bid(rules, bid)
    bidders = _side("bidders", bidders_meld, bidders_dix, bidders_points, bidders_tricks)
    others = _side("others", others_meld, others_dix, others_points, others_tricks)
    _check_dix(rules, bidders, others)

    import numpy as np

    from pinosim.core.settling import bidders_played, kept_meld, others_not_played, others_played, set_without_play

    vector = np.array(rules.vector, dtype=np.int64)
    if set_without_play(bid, bidders.meld, vector):
        _check_not_played(rules, bid, bidders, others)
        theirs = int(others_not_played(others.meld, vector))
        lines = _lines_not_played(rules, bid, bidders, others, theirs)
        return Settlement(-bid, theirs, OUTCOME_WORDS[C.NOT_PLAYED], tuple(lines), bid, rules.id, rules.hash)
    bidders_taken, others_taken = _check_played(rules, bidders, others)
    outcome, ours = (int(n) for n in bidders_played(bid, bidders.meld, bidders.dix, *bidders_taken, vector))
    theirs = int(others_played(others.meld, others.dix, *others_taken, vector))
    kept = kept_meld(bidders.meld, bidders.dix, *bidders_taken, vector[S.KEEP_BIDDERS], vector)
    lines = _lines_of_bidders(rules, bid, bidders, int(kept), outcome)
    counted = 0 if others.meld < rules.floors.min_meld_others or rules.meld.owners == "bidders" else others.meld
    kept_others = kept_meld(counted, others.dix, *others_taken, vector[S.KEEP_OTHERS], vector)
    lines += _lines_of_others(rules, others, counted, int(kept_others), theirs)
    return Settlement(ours, theirs, OUTCOME_WORDS[outcome], tuple(lines), bid, rules.id, rules.hash)


# --- checks


def _whole(what: str, value: int, least: int = 0) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= operator.index(value) <= MOST_POINTS:
        raise PinosimError(f"{what}: expected a whole number from {least} to {MOST_POINTS:,}, got {value!r}")
    return operator.index(value)


def _side(name: str, meld: int, dix: int, points: int | None, tricks: int | None) -> _Side:
    return _Side(
        name,
        _whole(f"{name}_meld", meld),
        _whole(f"{name}_dix", dix),
        None if points is None else _whole(f"{name}_points", points),
        None if tricks is None else _whole(f"{name}_tricks", tricks),
    )


def _check_rules(rules: Rules) -> None:
    if rules.seats.teams != 2 or rules.seats.called_partner:
        raise PinosimError(
            f"{rules.id!r} does not have two sides that score together, so bidders and others cannot be settled as two "
            "totals; use a rule set with two teams"
        )


def _check_bid(rules: Rules, bid: int) -> None:
    forced = rules.auction.min_bid - rules.auction.forced_below_min
    if rules.auction.kind != "none" and bid != forced and not rules.is_legal_bid(bid):
        raise refuse_bid(bid, None, rules, "bid")


def _check_dix(rules: Rules, bidders: _Side, others: _Side) -> None:
    each = rules.meld.dix
    for side in (bidders, others):
        if side.dix > side.meld:
            raise PinosimError(f"{side.name}_dix: expected no more than the meld of {side.meld}, got {side.dix}")
        if side.dix and (each == 0 or side.dix % each):
            what = f"a multiple of {each}" if each else "0, as nines of trump count nothing"
            raise PinosimError(f"{side.name}_dix: expected {what} in {rules.id!r}, got {side.dix}")
    if bidders.dix + others.dix > each * rules.deck.copies:
        raise PinosimError(
            f"expected at most {each * rules.deck.copies} points of nines of trump in all, as {rules.id!r} has "
            f"{rules.deck.copies} of them, got bidders_dix={bidders.dix} and others_dix={others.dix}"
        )


def _check_not_played(rules: Rules, bid: int, bidders: _Side, others: _Side) -> None:
    if any(number is not None for side in (bidders, others) for number in (side.points, side.tricks)):
        raise PinosimError(
            f"{_why_not_played(rules, bid, bidders.meld)}, so {rules.id!r} does not play the hand; "
            "give None for points and tricks of both sides"
        )


def _check_played(rules: Rules, bidders: _Side, others: _Side) -> tuple[tuple[int, int], tuple[int, int]]:
    """Refuse tricks that cannot have been taken; give points and tricks of both sides."""
    total = rules.tricks.total
    tricks = rules.deal.hand_size + rules.deal.stock_size // rules.seats.players
    if bidders.points is None or bidders.tricks is None or others.points is None or others.tricks is None:
        raise PinosimError(
            f"the bidders are not set without play, so the hand is played; give points and tricks of both sides, got "
            f"bidders {bidders.points!r} points in {bidders.tricks!r} tricks, "
            f"others {others.points!r} in {others.tricks!r}"
        )
    if bidders.points + others.points != total:
        raise PinosimError(
            f"expected trick points that add up to {total} in {rules.id!r} (last trick {rules.tricks.last_trick} "
            f"included), got {bidders.points} + {others.points} = {bidders.points + others.points}"
        )
    if bidders.tricks + others.tricks != tricks:
        raise PinosimError(
            f"expected {tricks} tricks in all in {rules.id!r}, got {bidders.tricks} + {others.tricks} = "
            f"{bidders.tricks + others.tricks}"
        )
    for side in (bidders, others):
        if side.tricks == 0 and side.points:
            raise PinosimError(f"{side.name}_points: expected 0 points without a trick, got {side.points}")
    return (bidders.points, bidders.tricks), (others.points, others.tricks)


# --- words


def _why_not_played(rules: Rules, bid: int, meld: int) -> str:
    if meld < rules.floors.min_meld_bidders:
        return f"the bidders' meld of {meld} is below the {rules.floors.min_meld_bidders} they need"
    return f"the bidders' meld of {meld} and all {rules.tricks.total} trick points fall short of the bid of {bid}"


def _lines_not_played(rules: Rules, bid: int, bidders: _Side, others: _Side, score_others: int) -> list[str]:
    why = _why_not_played(rules, bid, bidders.meld)
    lines = [f"{why[:1].upper()}{why[1:]}: set without play. They lose {bid}."]
    if score_others == others.meld:
        lines.append(f"Others score their meld of {others.meld}.")
    elif rules.meld.owners == "bidders":
        lines.append("Others score 0: only bidders count meld.")
    elif others.meld < rules.floors.min_meld_others:
        lines.append(f"Others score 0: their meld of {others.meld} is below {rules.floors.min_meld_others}.")
    else:
        lines.append("Others score 0: their meld does not count when the hand is not played.")
    return lines


def _tricks(tricks: int | None) -> str:
    return {0: "no trick", 1: "1 trick"}.get(tricks or 0, f"{tricks} tricks")


def _line_of_meld(side: _Side, meld: int, kept: int, condition: str) -> str:
    """Say whether a side keeps the meld that counts, and why."""
    name = side.name.capitalize()
    taken = f"{name} took {_tricks(side.tricks)}"
    if not meld:
        return f"{name} have no meld that counts."
    if condition == "nothing":
        return f"{name} keep their meld of {meld} whatever they took."
    if condition == "point":
        taken += f" with {side.points} points"
    if kept != meld:
        return f"{taken} and lose their meld of {meld}: it takes {_KEEP_WORDS[condition]} to keep it."
    earned = bool(side.tricks) if condition == "trick" else bool(side.points)
    but = "and keep" if earned else "but keep"
    return f"{taken} {but} their meld of {meld}{'' if earned else ': it is nothing but nines of trump'}."


def _lines_of_bidders(rules: Rules, bid: int, side: _Side, kept: int, outcome: int) -> list[str]:
    points = side.points or 0
    total = kept + points
    reckoning = f"Bidders: meld {kept} + trick points {points} = {total}, and the bid was {bid}"
    if outcome == C.MADE:
        verdict = f"made. They score {total}."
    elif total >= bid:
        verdict = f"but they need {rules.floors.min_points_bidders} trick points: set. They lose {bid}."
    else:
        verdict = f"{bid - total} short, set. They lose {bid}."
    return [_line_of_meld(side, side.meld, kept, rules.keep_meld.bidders), f"{reckoning}: {verdict}"]


def _lines_of_others(rules: Rules, side: _Side, counted: int, kept: int, score: int) -> list[str]:
    points = side.points or 0
    lines = []
    if counted != side.meld:
        why = (
            "only bidders count meld"
            if rules.meld.owners == "bidders"
            else f"it is below {rules.floors.min_meld_others}"
        )
        lines.append(f"The others' meld of {side.meld} does not count: {why}.")
    else:
        lines.append(_line_of_meld(side, counted, kept, rules.keep_meld.others))
    reckoning = f"Others: meld {kept} + trick points {points} = {kept + points}"
    if score != kept + points:
        short = f"they need {rules.floors.min_points_others} trick points"
        lines.append(f"{reckoning}, but {short}. They score {score}.")
    else:
        lines.append(f"{reckoning}. They score {score}.")
    return lines
