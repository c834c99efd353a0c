"""What a hand scores, and why, line by line; the numbers come from the kernel (`core/settling.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.auction_text import refuse_bid
from pinosim.api.numbers import whole_number
from pinosim.api.settle_words import Side, lines_not_played, lines_of_bidders, lines_of_others, why_not_played
from pinosim.api.sides import sides_of
from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

OUTCOME_WORDS: Final = {C.MADE: "made", C.SET: "set", C.NOT_PLAYED: "auto-set"}
SCORED: Final = "scored"
MOST_POINTS: Final = 1_000_000

Numbers = int | None | Sequence[int | None]
"""One number for all others, or one for each."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand changes in the scores.

    Attributes
    ----------
    score_bidders : int
        Change of the bidders' score, in the rule set's unit; of bidder and called partner each. Without bidding that of
        the player who leads first.
    score_others : int
        Change of the others' score; the sum of the changes where each has a score of his own.
    scores_others : tuple of int
        The same one by one, in the order given.
    outcome : str
        "made", "set", or "auto-set": set without play. "scored" in a game without bidding.
    lines : tuple of str
        The reckoning in a player's words, in order.
    bid : int or None
        The contract; None in a game without bidding.
    rules, rules_hash : str
        Id and hash of the rule set.
    bidders, others : str
        What the sides are called in this game.

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
    scores_others: tuple[int, ...]
    outcome: str
    lines: tuple[str, ...]
    bid: int | None
    rules: str
    rules_hash: str
    bidders: str
    others: str

    def to_dict(self) -> dict[str, Any]:
        """Give plain values for JSON."""
        return {
            "score_bidders": self.score_bidders,
            "score_others": self.score_others,
            "scores_others": list(self.scores_others),
            "outcome": self.outcome,
            "bid": self.bid,
            "lines": list(self.lines),
            "rules": self.rules,
            "rules_hash": self.rules_hash,
        }

    def to_frame(self) -> pd.DataFrame:
        """Give a frame of a row for the bidders and one for each of the others' scores: side, score (int64)."""
        import pandas as pd

        sides = ["bidders", *["others"] * len(self.scores_others)]
        frame = pd.DataFrame({"side": sides, "score": [self.score_bidders, *self.scores_others]})
        frame.attrs.update(outcome=self.outcome, bid=self.bid, rules=self.rules, rules_hash=self.rules_hash)
        return frame

    @property
    def _head(self) -> str:
        others = ", ".join(f"{score:+}" for score in self.scores_others)
        return f"{self.outcome.capitalize()}: {self.bidders} {self.score_bidders:+}, {self.others} {others}"

    def __str__(self) -> str:
        return "\n".join([f"{self._head} ({self.rules})", *(f"  {line}" for line in self.lines)])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(line)}</li>" for line in self.lines)
        return f"<p><b>{escape(self._head)}</b> ({escape(self.rules)})</p><ol>{items}</ol>"


def settle(
    rules: Rules,
    bid: int | None,
    bidders_meld: int,
    bidders_points: int | None,
    bidders_tricks: int | None,
    others_meld: int | Sequence[int],
    others_points: Numbers,
    others_tricks: Numbers,
    bidders_dix: int = 0,
    others_dix: int | Sequence[int] = 0,
) -> Settlement:
    """Score a hand.

    Two sides are given by one number each. Where each plays for himself, the bidder (with the partner he called) stands
    against players who score one by one: give a number for each of them, in any order. Where these share their tricks,
    `others_points` and `others_tricks` are one number for all. In a game without bids "bidders" is the player who
    leads first, and the bid is None.

    Parameters
    ----------
    rules : Rules
        The rule set; all points are in its unit.
    bid : int or None
        The contract.
    bidders_meld, others_meld : int or sequence of int
        What each side laid down, dix included.
    bidders_points, others_points : int, None, or sequence of them
        Trick points of each side, last trick and buried points included; None for a hand that was not played.
    bidders_tricks, others_tricks : int, None, or sequence of them
        Tricks taken; None for a hand that was not played.
    bidders_dix, others_dix : int or sequence of int, default 0
        How much of the meld was nines of trump; matters only where nines are kept without a trick.

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
    >>> called = settle(load_rules("universal-5h"), 600, 340 + 120, 210, 7, (40, 0, 150), 290, 9)
    >>> called.score_bidders, called.scores_others
    (670, (330, 290, 440))
    """
    expect_rules(rules)
    if rules.auction.kind != "none":
        bid = whole_number("bid", bid, 1, MOST_POINTS)
        _check_bid(rules, bid)
    elif bid is not None:
        raise PinosimError(f"bid: {rules.id!r} has no bidding; expected None, got {bid!r}")
    bidders = _bidders(rules, bidders_meld, bidders_dix, bidders_points, bidders_tricks)
    others = _others(rules, others_meld, others_dix, others_points, others_tricks)
    _check_dix(rules, [bidders, *others])

    import numpy as np

    from pinosim.core.settling import others_not_played, set_without_play

    vector = np.array(rules.vector, dtype=np.int64)
    if bid is None:
        _check_played(rules, bidders, others)
        return _scored(rules, bidders, others, vector)
    if set_without_play(bid, bidders.meld, vector):
        if any(number is not None for side in (bidders, *others) for number in (side.points, side.tricks)):
            raise PinosimError(
                f"{why_not_played(rules, bid, bidders)}, so {rules.id!r} does not play the hand; "
                "give None for points and tricks of both sides"
            )
        theirs = [int(others_not_played(side.meld, vector)) for side in others]
        lines = lines_not_played(rules, bid, bidders, others, theirs)
        return _settlement(rules, bid, OUTCOME_WORDS[C.NOT_PLAYED], -bid, theirs, lines)
    _check_played(rules, bidders, others)
    return _played(rules, bid, bidders, others, vector)


def _played(rules: Rules, bid: int, bidders: Side, others: list[Side], vector: NDArray[np.int64]) -> Settlement:
    from pinosim.core.settling import bidders_played, kept_meld

    taken = bidders.points, bidders.tricks
    outcome, ours = (int(number) for number in bidders_played(bid, bidders.meld, bidders.dix, *taken, vector))
    kept = int(kept_meld(bidders.meld, bidders.dix, *taken, vector[S.KEEP_BIDDERS], vector))
    lines = lines_of_bidders(rules, bid, bidders, kept, outcome)
    theirs = []
    for side in others:
        score, words = _score_other(rules, side, vector)
        theirs.append(score)
        lines += words
    return _settlement(rules, bid, OUTCOME_WORDS[outcome], ours, theirs, lines)


def _scored(rules: Rules, leader: Side, others: list[Side], vector: NDArray[np.int64]) -> Settlement:
    """Score a hand nobody bid for: all score as the others do elsewhere."""
    ours, lines = _score_other(rules, leader, vector)
    theirs = []
    for side in others:
        score, words = _score_other(rules, side, vector)
        theirs.append(score)
        lines += words
    return _settlement(rules, None, SCORED, ours, theirs, lines)


def _score_other(rules: Rules, side: Side, vector: NDArray[np.int64]) -> tuple[int, list[str]]:
    from pinosim.core.settling import kept_meld, others_played

    score = int(others_played(side.meld, side.dix, side.points, side.tricks, vector))
    uncounted = side.meld < rules.floors.min_meld_others or vector[S.MELD_BIDDERS_ONLY] != 0
    counted, dix = (0, 0) if uncounted else (side.meld, side.dix)
    kept = int(kept_meld(counted, dix, side.points, side.tricks, vector[S.KEEP_OTHERS], vector))
    return score, lines_of_others(rules, side, counted, kept, score)


def _settlement(
    rules: Rules, bid: int | None, outcome: str, ours: int, theirs: list[int], lines: list[str]
) -> Settlement:
    names = sides_of(rules)
    bidders = names.bidders.removeprefix("the ") + (" each" if rules.seats.called_partner else "")
    others = "others" if names.bidding else "dealer"
    return Settlement(
        ours, sum(theirs), tuple(theirs), outcome, tuple(lines), bid, rules.id, rules.hash, bidders, others
    )


# --- what was given


def _bidders(rules: Rules, meld: int, dix: int, points: int | None, tricks: int | None) -> Side:
    name = sides_of(rules).bidders.removeprefix("the ")
    several = rules.seats.called_partner or not sides_of(rules).apart
    return _side("bidders", name[:1].upper() + name[1:], several, meld, dix, points, tricks)


def _others(rules: Rules, melds: object, dix: object, points: object, tricks: object) -> list[Side]:
    """Read what the others brought: one side, or a player each."""
    sides = sides_of(rules)
    if not sides.apart:
        return [_side("others", "Others", True, melds, dix, points, tricks)]
    if not sides.bidding:
        return [_side("others", "Dealer", False, melds, dix, points, tricks)]
    n = sides.n_others
    shared = rules.settle.others_tricks == "shared"
    given_dix = [0] * n if isinstance(dix, int) and dix == 0 else _one_each("others_dix", dix, n, rules)
    taken = {}
    for what, number in (("others_points", points), ("others_tricks", tricks)):
        if (shared and not _is_list(number)) or number is None:
            taken[what] = [number] * n
        elif shared:
            raise PinosimError(
                f"{what}: in {rules.id!r} the others share their tricks; expected one number, got {number!r}"
            )
        else:
            taken[what] = _one_each(what, number, n, rules)
    columns = (_one_each("others_meld", melds, n, rules), given_dix, taken["others_points"], taken["others_tricks"])
    return [
        _side("others", f"Opponent {place}", False, *values)
        for place, values in enumerate(zip(*columns, strict=True), start=1)
    ]


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _one_each(what: str, values: object, n: int, rules: Rules) -> list[object]:
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != n:
        raise PinosimError(
            f"{what}: in {rules.id!r} each of the {n} other players scores for himself; expected {n} numbers, "
            f"got {values!r}"
        )
    return list(values)


def _side(argument: str, name: str, several: bool, meld: object, dix: object, points: object, tricks: object) -> Side:
    return Side(
        argument,
        name,
        several,
        whole_number(f"{argument}_meld", meld, 0, MOST_POINTS),
        whole_number(f"{argument}_dix", dix, 0, MOST_POINTS),
        None if points is None else whole_number(f"{argument}_points", points, 0, MOST_POINTS),
        None if tricks is None else whole_number(f"{argument}_tricks", tricks, 0, MOST_POINTS),
    )


# --- checks


def _check_bid(rules: Rules, bid: int) -> None:
    forced = rules.auction.min_bid - rules.auction.forced_below_min
    if bid != forced and not rules.is_legal_bid(bid):
        raise refuse_bid(bid, None, rules, "bid")


def _check_dix(rules: Rules, sides: list[Side]) -> None:
    """Refuse points that no nines of trump make, and more nines than the deck has."""
    copies, each = rules.deck.copies if "9" in rules.cards.ranks else 0, rules.meld.dix
    table = rules.meld.dix_by_copies or tuple(each * number for number in range(1, copies + 1))
    number_of = {0: 0} | {points: number for number, points in reversed(list(enumerate(table, start=1)))}
    for side in sides:
        if side.dix > side.meld:
            raise PinosimError(f"{side.argument}_dix: expected no more than the meld of {side.meld}, got {side.dix}")
        if side.dix and not _is_sum(side.dix, table, side.several):
            what = "0, as nines of trump count nothing" if not any(table) else f"a multiple of {each}"
            if rules.meld.dix_by_copies:
                what = " or ".join(str(points) for points in sorted(number_of))
            raise PinosimError(f"{side.argument}_dix: expected {what} in {rules.id!r}, got {side.dix}")
    most = max([*table, copies * (table[0] if table else 0)], default=0)
    if sum(side.dix for side in sides) > most:
        given = ", ".join(f"{side.name.lower()} {side.dix}" for side in sides)
        raise PinosimError(
            f"expected at most {most} points of nines of trump in all, as {rules.id!r} has {copies} of them, "
            f"got {given}"
        )


def _is_sum(dix: int, table: Sequence[int], several: bool) -> bool:
    """Tell whether nines of trump in one hand, or in the hands of two partners, can count so much."""
    counts = {0, *table}
    if several:
        copies = len(table)
        counts |= {table[one] + table[two] for one in range(copies) for two in range(copies - one - 1)}
    return dix in counts


def _check_played(rules: Rules, bidders: Side, others: list[Side]) -> None:
    """Refuse tricks that cannot have been taken."""
    shared = rules.settle.others_tricks == "shared" and sides_of(rules).apart and sides_of(rules).bidding
    takers = [bidders, *(others[:1] if shared else others)]
    if any(side.points is None or side.tricks is None for side in takers):
        given = ", ".join(f"{side.name.lower()} {side.points!r} points in {side.tricks!r} tricks" for side in takers)
        before = "" if rules.auction.kind == "none" else "the bidders are not set without play, so "
        raise PinosimError(f"{before}the hand is played; give points and tricks of both sides, got {given}")
    points = [side.points or 0 for side in takers]
    tricks = [side.tricks or 0 for side in takers]
    total = rules.tricks.total
    buries = rules.deal.kitty_size > 0 and rules.kitty.bury
    lost = buries and rules.kitty.buried_points_to == "nobody"
    if sum(points) != total and not (lost and sum(points) < total):
        last = f"last trick {rules.tricks.last_trick} included"
        raise PinosimError(
            f"expected trick points that add up to {total} in {rules.id!r} ({last}), got {_sum_in_words(points)}"
        )
    if sum(tricks) != rules.tricks_in_hand:
        raise PinosimError(
            f"expected {rules.tricks_in_hand} tricks in all in {rules.id!r}, got {_sum_in_words(tricks)}"
        )
    for side in takers:
        buried = buries and not lost and side is bidders
        if side.tricks == 0 and side.points and not buried:
            raise PinosimError(f"{side.argument}_points: expected 0 points without a trick, got {side.points}")


def _sum_in_words(numbers: list[int]) -> str:
    return f"{' + '.join(str(number) for number in numbers)} = {sum(numbers)}"
