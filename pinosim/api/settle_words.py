"""The reckoning of a hand in a player's words, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.core import columns as C

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

KEEP_WORDS: Final = {"trick": "a trick", "point": "a trick point"}


@dataclass(frozen=True, slots=True)
class Side:
    """What one side, or one player who scores for himself, brings to the reckoning.

    Attributes
    ----------
    argument : str
        How arguments of `settle` about it begin: "bidders", "others".
    name : str
        What a player calls it, at the beginning of a sentence.
    several : bool
        The name is a plural.
    meld, dix : int
        What was laid down, nines of trump included, and how much of it is nines.
    points, tricks : int or None
        What was taken; None for a hand that was not played. Tricks are those that keep the meld.
    """

    argument: str
    name: str
    several: bool
    meld: int
    dix: int
    points: int | None
    tricks: int | None

    def verb(self, plural: str) -> str:
        """Give a regular verb as the name wants it."""
        singular = {"have": "has", "lose": "loses"}.get(plural, f"{plural}s")
        return plural if self.several else singular

    @property
    def pronoun(self) -> str:
        """They or he."""
        return "they" if self.several else "he"

    @property
    def their(self) -> str:
        """Their or his."""
        return "their" if self.several else "his"


def why_not_played(rules: Rules, bid: int, side: Side) -> str:
    """Say why a hand is not played."""
    name = f"the {side.name.lower()}" if side.name.lower().startswith("bidder") else side.name.lower()
    owner = f"{name}'" if name.endswith("s") else f"{name}'s"
    whose = f"{owner} meld of {side.meld}"
    if side.meld < rules.floors.min_meld_bidders:
        return f"{whose} is below the {rules.floors.min_meld_bidders} {side.pronoun} {side.verb('need')}"
    return f"{whose} and all {rules.tricks.total} trick points fall short of the bid of {bid}"


def lines_not_played(rules: Rules, bid: int, bidders: Side, others: list[Side], scores: list[int]) -> list[str]:
    """Explain a hand that is set without play."""
    why = why_not_played(rules, bid, bidders)
    lose = f"{bidders.pronoun.capitalize()} {bidders.verb('lose')} {bid}{_each(rules)}."
    lines = [f"{why[:1].upper()}{why[1:]}: set without play. {lose}"]
    for side, score in zip(others, scores, strict=True):
        subject = f"{side.name} {side.verb('score')}"
        if score == side.meld:
            lines.append(f"{subject} {side.their} meld of {side.meld}.")
        elif rules.meld.owners == "bidders":
            lines.append(f"{subject} 0: only bidders count meld.")
        elif side.meld < rules.floors.min_meld_others:
            lines.append(f"{subject} 0: {side.their} meld of {side.meld} is below {rules.floors.min_meld_others}.")
        else:
            lines.append(f"{subject} 0: {side.their} meld does not count when the hand is not played.")
    return lines


def lines_of_bidders(rules: Rules, bid: int, side: Side, kept: int, outcome: int) -> list[str]:
    """Explain what the bidders keep, whether they make the bid, and what they score."""
    points = side.points or 0
    total = kept + points
    reckoning = f"{side.name}: meld {kept} + trick points {points} = {total}, and the bid was {bid}"
    subject, lost = side.pronoun, f"{side.pronoun.capitalize()} {side.verb('lose')} {bid}{_each(rules)}."
    if outcome == C.MADE:
        verdict = f"made. {subject.capitalize()} {side.verb('score')} {total}{_each(rules)}."
    elif total >= bid:
        verdict = f"but {subject} {side.verb('need')} {rules.floors.min_points_bidders} trick points: set. {lost}"
    else:
        verdict = f"{bid - total} short, set. {lost}"
    return [_line_of_meld(side, side.meld, kept, rules.keep_meld.bidders), f"{reckoning}: {verdict}"]


def lines_of_others(rules: Rules, side: Side, counted: int, kept: int, score: int) -> list[str]:
    """Explain what the others, or one of them, keep and score.

    Parameters
    ----------
    rules : Rules
        The rule set.
    side : Side
        Whose score it is.
    counted : int
        The meld that counts at all.
    kept : int
        What of it is kept.
    score : int
        The change of score.
    """
    points = side.points or 0
    lines = []
    if counted != side.meld:
        bidders_only = rules.meld.owners == "bidders" and rules.auction.kind != "none"
        why = "only bidders count meld" if bidders_only else f"it is below {rules.floors.min_meld_others}"
        whose = "The others'" if side.several else f"{side.name}: the"
        lines.append(f"{whose} meld of {side.meld} does not count: {why}.")
    else:
        lines.append(_line_of_meld(side, counted, kept, rules.keep_meld.others))
    shared = " of all opponents" if rules.settle.others_tricks == "shared" and not side.several else ""
    reckoning = f"{side.name}: meld {kept} + trick points {points}{shared} = {kept + points}"
    subject = side.pronoun
    if score != kept + points:
        reckoning += f", but {subject} {side.verb('need')} {rules.floors.min_points_others} trick points"
    lines.append(f"{reckoning}. {subject.capitalize()} {side.verb('score')} {score}.")
    return lines


def _each(rules: Rules) -> str:
    return " each" if rules.seats.called_partner else ""


def _tricks(tricks: int | None) -> str:
    return {0: "no trick", 1: "1 trick"}.get(tricks or 0, f"{tricks} tricks")


def _line_of_meld(side: Side, meld: int, kept: int, condition: str) -> str:
    """Say whether a side keeps the meld that counts, and why."""
    taken = f"{side.name} took {_tricks(side.tricks)}"
    if not meld:
        return f"{side.name} {side.verb('have')} no meld that counts."
    if condition == "nothing":
        return f"{side.name} {side.verb('keep')} {side.their} meld of {meld} whatever {side.pronoun} took."
    if condition == "point" and side.tricks:
        taken += f" with {side.points} points"
    if kept != meld:
        but = f", but for the {kept} of nines of trump" if kept else ""
        lose = f"{side.verb('lose')} {side.their} meld of {meld}{but}"
        return f"{taken} and {lose}: it takes {KEEP_WORDS[condition]} to keep it."
    earned = bool(side.tricks) if condition == "trick" else bool(side.points)
    keep = f"{'and' if earned else 'but'} {side.verb('keep')} {side.their} meld of {meld}"
    return f"{taken} {keep}{'' if earned else ': it is nothing but nines of trump'}."
