"""`check`: follows a record from the deal to the score and names the first thing that is wrong, and its rule.

Plain Python on purpose, and apart from the kernels: it is the second opinion on what they played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from pinosim.api.game_end import game_end
from pinosim.api.record.before_play import (
    check_auction,
    check_called,
    check_deal,
    check_passing,
    check_redeals,
    check_trump,
)
from pinosim.api.record.meld_check import check_buried, check_melds
from pinosim.api.record.missing import missing_above, note_missing
from pinosim.api.record.parts import NO_TRUMP, HandRecord
from pinosim.api.record.play_check import check_play
from pinosim.api.record.scoring import settle_hand
from pinosim.api.record.table import Table, Wrong, rule_words

if TYPE_CHECKING:
    from pinosim.api.record.record import Record

_STAGES: tuple[Callable[[Table], None], ...] = (
    check_deal, check_redeals, check_auction, check_trump, check_called, check_passing, check_melds, check_buried,
    check_play,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong.

    Attributes
    ----------
    hand : int
        Number of the hand, from 1.
    label : str
        What it is about, as the record calls it, e.g. `"trick 3"`.
    line : int
        Line of the record, from 1.
    message : str
    rule : str
        The rule it breaks.
    """

    hand: int
    label: str
    line: int
    message: str
    rule: str

    def __str__(self) -> str:
        return f"hand {self.hand}, {self.label} (line {self.line}): {self.message}\n  rule: {self.rule}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check has found.

    Attributes
    ----------
    fault : Fault or None
        None: everything that could be checked is in order.
    hands, tricks : int
        How many the record has.
    unchecked, remarks : tuple of str
        What the record does not tell enough to check, and what is odd but allowed.
    rules, rules_hash : str
    """

    fault: Fault | None
    hands: int
    tricks: int
    unchecked: tuple[str, ...]
    remarks: tuple[str, ...]
    rules: str
    rules_hash: str

    @property
    def ok(self) -> bool:
        """Tell whether no fault was found."""
        return self.fault is None

    def to_dict(self) -> dict[str, Any]:
        """Give plain values for JSON."""
        fault = self.fault
        return {
            "ok": self.ok,
            "fault": None
            if fault is None
            else {
                "hand": fault.hand, "where": fault.label, "line": fault.line, "message": fault.message,
                "rule": fault.rule,
            },
            "hands": self.hands,
            "tricks": self.tricks,
            "unchecked": list(self.unchecked),
            "remarks": list(self.remarks),
        }  # fmt: skip

    def __str__(self) -> str:
        what = f"{self.hands} hand{'s'[: self.hands != 1]}, {self.tricks} tricks ({self.rules} {self.rules_hash})"
        order = "In order as far as it could be checked" if self.unchecked else "In order"
        head = f"{order}: {what}" if self.fault is None else f"Wrong: {self.fault}"
        lines = [head, *(f"  not checked: {text}" for text in self.unchecked)]
        return "\n".join([*lines, *(f"  remark: {text}" for text in self.remarks)])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def check_record(record: Record) -> Verdict:
    r"""Verify a record in order, from the first deal to the last score.

    Parameters
    ----------
    record : Record

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from pinosim.api.record.record import Record
    >>> record = Record.from_text("seat 0: AH KH AS\ntrump: S\ntrick 1: 3 leads TH KH 9H 9C")
    >>> print(check_record(record).fault)
    hand 1, trick 1 (line 3): seat 0 plays KH to TH and must beat the TH: could play AH
      rule: a plain suit is led: must beat it if able (play.beat_plain_lead)
    """
    rules = record.rules
    unchecked = missing_above(record)
    remarks = list(record.remarks)
    fault: Fault | None = None
    scores: list[int] | None = list(record.start) or [0] * rules.seats.teams
    dealer: int | None = None
    over = ""
    for index, hand in enumerate(record.hands):
        table = Table(rules, hand)
        where = f"hand {index + 1}: " if len(record.hands) > 1 else ""
        try:
            if over:
                table.wrong("hand", f"another hand is played after the game is over: {over}", "game.target")
            _check_dealt(record, hand, table)
            _check_dealer(table, dealer)
            for stage in _STAGES:
                stage(table)
            scores = _check_result(table, scores)
            if index + 1 < len(record.hands) and not hand.finished:
                table.wrong("hand", "the hand has no result, and another hand follows", "every hand is settled")
            over = _check_winner(table, scores)
            note_missing(table, over)
        except Wrong as wrong:
            line = record.line_of(index, wrong.label)
            fault = Fault(index + 1, wrong.label, line, wrong.message, wrong.rule)
        unchecked += [f"{where}{text}" for text in table.unchecked]
        remarks += [f"{where}{text}" for text in table.remarks]
        if fault is not None:
            break
        dealer = None if hand.dealer is None else (hand.dealer + 1) % rules.seats.players
    if fault is None and len(record.hands) > 1 and record.hands[-1].finished and not over:
        remarks.append("nobody has won yet: the game was stopped before its end, or the record was cut short")
    tricks = sum(len(hand.tricks) for hand in record.hands)
    return Verdict(fault, len(record.hands), tricks, tuple(unchecked), tuple(remarks), rules.id, rules.hash)


def _check_dealer(table: Table, due: int | None) -> None:
    """Check that the deal passes round."""
    hand = table.hand
    if due is None or hand.dealer is None:
        return
    if not table.rules.redeal.same_dealer:
        due = (due + len(hand.redeals)) % table.players
    if hand.dealer != due:
        table.wrong("dealer", f"seat {due} deals, not seat {hand.dealer}", "deal.rotation")


def _check_dealt(record: Record, hand: HandRecord, table: Table) -> None:
    """Check that the cards are those of the numbered deal, where a record says which one it was."""
    if record.seed is None or hand.number is None:
        return
    from pinosim.api.trace import dealt_places

    rules = record.rules
    deals: Sequence[tuple[str, Sequence[Any]]] = [
        *((f"redeal {n}", redeal.hands) for n, redeal in enumerate(hand.redeals, start=1)),
        ("seat {}", hand.hands),
    ]
    for attempt, (label, hands) in enumerate(deals):
        places = dealt_places(rules, record.seed, hand.number, attempt)
        for seat, cards in enumerate(hands):
            if cards is not None and cards != places[seat]:
                message = f"deal {hand.number} of seed {record.seed} gives seat {seat} {places[seat]}"
                table.wrong(label.format(seat), message, "the same seed and number give the same cards")
        if attempt == len(hand.redeals) and len(places) > rules.seats.players:
            rest = places[-1]
            if hand.kitty is not None and rules.deal.kitty_size and hand.kitty != rest:
                table.wrong(
                    "kitty",
                    f"deal {hand.number} of seed {record.seed} lays {rest} aside",
                    "the same seed and number give the same cards",
                )


def _check_result(table: Table, scores: list[int] | None) -> list[int] | None:
    """Check tricks taken, changes of score and scores; give the scores after the hand, None if they are not known."""
    hand, rules = table.hand, table.rules
    if not hand.finished:
        if hand.scores or hand.taken or hand.winner is not None:
            label = "taken" if hand.taken else "score" if hand.scores else "winner"
            table.wrong(label, "the hand has no result yet", "every hand is settled")
        return None
    named = hand.trump != NO_TRUMP
    without = bool(table.without_play) or not named
    if hand.tricks and not table.played_out and not table.ending:
        table.wrong(
            "result",
            f"{table.hand_sizes} tricks are to be played, the record has {len(hand.tricks)}",
            "a hand is played out",
        )
    if without:
        if hand.taken:
            table.wrong(
                "taken", "the hand is not played, so no tricks are taken", table.without_play or "trump.needs_marriage"
            )
    elif table.played_out and hand.taken:
        _check_taken(table)
    reckoned = (without or table.played_out) and table.melds_known and not table.ending
    if table.has_auction and (table.bid is None or table.bidder is None):
        reckoned = False
    told_unplayed = hand.outcome == "not played" and not hand.tricks
    if told_unplayed and not without and table.melds_known and table.bid is not None and not table.ending:
        table.wrong("result", "the bidders are not set without play: the hand is played", "settle.auto_set")
    if reckoned:
        outcome, changes = settle_hand(
            rules, table.bid or 0, table.sides if table.has_auction else (), table.made, played=not without, named=named
        )
        if (outcome, changes) != (hand.outcome, hand.changes):
            told = f"{hand.outcome} {_signed(hand.changes)}"
            table.wrong("result", f"the hand is {outcome} {_signed(changes)}, not {told}", _why(table, outcome))
    else:
        table.not_checked("the result: the record does not tell enough to reckon it")
    if scores is None:
        after = list(hand.scores) if hand.scores else None
    else:
        after = [score + change for score, change in zip(scores, hand.changes, strict=True)]
        if hand.scores and list(hand.scores) != after:
            table.wrong("score", f"the score is {_plain(after)}, not {_plain(hand.scores)}", "scores add up")
    return after


def _check_taken(table: Table) -> None:
    teams = table.rules.seats.teams
    for side, said in enumerate(table.hand.taken):
        seats = range(side, table.players, teams)
        taken = (sum(table.made[seat].tricks for seat in seats), sum(table.made[seat].points for seat in seats))
        if taken != said:
            table.wrong(
                "taken",
                f"side {side} took {taken[0]} tricks with {taken[1]} points, not {said[0]} with {said[1]}",
                "tricks.total",
            )


def _check_winner(table: Table, scores: list[int] | None) -> str:
    """Check who won the game; say why it is over, or give an empty text."""
    hand, rules = table.hand, table.rules
    if scores is None:
        return ""
    teams = rules.seats.teams
    end = game_end(
        rules,
        scores,
        None if table.bidder is None else table.bidder % teams,
        {seat % teams for seat in table.sides},
        hand.outcome == "made",
    )
    if hand.winner is not None:
        if end is None:
            table.wrong("winner", f"the game is not over at {_plain(scores)}", "game.target")
        if end.winner != hand.winner:
            table.wrong("winner", f"side {end.winner} has won: {end.reason}", end.rule)
    return "" if end is None else end.reason


def _why(table: Table, outcome: str) -> str:
    if outcome == "not played":
        return table.without_play or "trump.needs_marriage"
    return f"{rule_words(table.rules, 'keep_meld.bidders')}; {rule_words(table.rules, 'keep_meld.others')}"


def _signed(numbers: Sequence[int]) -> str:
    return " | ".join(f"{number:+}" for number in numbers)


def _plain(numbers: Sequence[int]) -> str:
    return " | ".join(str(number) for number in numbers)
