"""What a record should tell and does not: lines lost when a file was cut short or edited.

A hand without them can still be in order, but nobody may take it for fully verified.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pinosim.api.record.record import Record
    from pinosim.api.record.table import Table


def missing_above(record: Record) -> list[str]:
    """Name the lines missing above the first hand.

    Parameters
    ----------
    record : Record
        One that was made, and not read from a text, lacks none.

    Returns
    -------
    list of str
        Examples: a text without its first line, without the rules, or with numbered deals of no seed.
    """
    missing = []
    if not record.hands:
        missing.append("any hand: the record has none")
    if not record.lines:
        return missing
    if (None, "header") not in record.lines:
        missing.append("the kind of record: the line 'pinosim record 1' at the top is missing")
    if (None, "rules") not in record.lines:
        missing.append(f"the rules: the record has no line 'rules', {record.rules.id} was taken")
    if record.seed is None and any(hand.number is not None for hand in record.hands):
        missing.append("the deals: the record numbers them but has no line 'seed', so the cards dealt may be others")
    return missing


def note_missing(table: Table, over: str) -> None:
    """Note what is missing at the end of a hand that is otherwise in order.

    Parameters
    ----------
    table : Table
        The hand, after all checks.
    over : str
        Why the game is over with this hand; empty: it is not.
    """
    hand = table.hand
    if not hand.finished:
        tricks = f"{len(hand.tricks)} of {table.hand_sizes} tricks and "
        table.not_checked(f"the end of the hand: it is not finished, the record has {tricks}no line 'result'")
    if table.has_auction and (hand.finished or hand.tricks) and (hand.bidder is None or hand.bid is None):
        table.not_checked("the contract: the record has no line 'contract' with the bid and who has it")
    if not hand.finished:
        return
    if hand.tricks and not hand.taken:
        table.not_checked("the tricks taken: the record has no line 'taken'")
    if not hand.scores:
        table.not_checked("the score: the record has no line 'score'")
    elif over and hand.winner is None:
        table.not_checked(f"the winner: the game is over ({over}) and the record has no line 'winner'")
