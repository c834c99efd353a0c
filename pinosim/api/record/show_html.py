"""`show` for notebooks: hands, meld and tricks as tables; all that people wrote is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand, hand_html
from pinosim.api.record.parts import HandRecord
from pinosim.api.record.replay import (
    calls_in_words,
    events_in_words,
    hands_known,
    pick_hands,
    result_in_words,
    title,
    trick_rows,
)
from pinosim.cards import SUIT_SYMBOLS

if TYPE_CHECKING:
    from pinosim.api.record.record import Record

_LEFT: Final = ' style="text-align:left"'
_OPEN: Final = 3  # hands shown unfolded; a game of thirty hands would fill the notebook


def show_html(record: Record, hand: int | None = None) -> str:
    """Replay a record as HTML; parameters and errors as in `show.show_text`."""
    rules = record.rules
    parts = [f"<p><b>{escape(rules.id)}</b>: {escape(rules.title)}</p>"]
    if record.note:
        parts.append(f"<p><i>{escape(record.note)}</i></p>")
    hands = pick_hands(record, hand)
    for number, one in hands:
        is_open = " open" if len(hands) <= _OPEN else ""
        body = "".join(_hand(record, one))
        parts.append(f"<details{is_open}><summary>{escape(title(record, number, one))}</summary>{body}</details>")
    return f"<div>{''.join(parts)}</div>"


def _hand(record: Record, hand: HandRecord) -> Iterator[str]:
    for redeal in hand.redeals:
        who = "All passed" if redeal.seat is None else f"{record.name(redeal.seat)} asked for a new deal"
        yield f"<p>{escape(who)}: the cards were dealt again.</p>"
    if hands_known(hand.hands):
        rows = "".join(
            f"<tr><th{_LEFT}>{escape(record.name(seat))}</th>"
            f"<td{_LEFT}>{'not known' if cards is None else hand_html(cards)}</td></tr>"
            for seat, cards in enumerate(hand.hands)
        )
        yield f"<table>{rows}</table>"
    calls = calls_in_words(record, hand)
    if calls:
        yield f"<p>Bidding: {escape(', '.join(f'{who} {call}'.strip() for who, call in calls))}</p>"
    yield "".join(f"<p>{escape(line)}</p>" for line in events_in_words(record, hand))
    if hand.melds:
        yield _melds(record, hand)
    if hand.buried is not None:
        yield f"<p>Buried: {hand_html(hand.buried, voids=False)}</p>"
    if hand.tricks:
        yield _tricks(record, hand)
    yield "".join(f"<p>{escape(line)}</p>" for line in result_in_words(record, hand))


def _melds(record: Record, hand: HandRecord) -> str:
    rows = []
    for claim in hand.melds:
        rows.append(
            f"<tr><th{_LEFT}>{escape(record.name(claim.seat))}</th><th>{claim.total}</th><th></th><th></th></tr>"
        )
        for item in claim.items:
            times = f" &times;{item.copies}" if item.copies > 1 else ""
            cards = hand_html(Hand(item.cards), voids=False)
            rows.append(
                f"<tr><td></td><td>{item.points}</td><td{_LEFT}>{escape(item.name)}{times}</td><td{_LEFT}>{cards}</td></tr>"
            )
    return f"<table><caption>Meld</caption>{''.join(rows)}</table>"


def _tricks(record: Record, hand: HandRecord) -> str:
    players = record.rules.seats.players
    names = "".join(f"<th>{escape(record.name(seat))}</th>" for seat in range(players))
    rows = []
    for row in trick_rows(record, hand):
        cells = []
        for seat, card in enumerate(row.cards):
            text = card_html(card) if card else ""
            if seat == row.leader and card:
                text = f"&#9656;{text}"
            cells.append(f"<td>{f'<b>{text}</b>' if seat == row.winner else text}</td>")
        won = "" if row.winner is None else escape(record.name(row.winner))
        totals = " : ".join(str(total) for total in row.totals)
        rows.append(
            f"<tr><td>{row.number}</td>{''.join(cells)}<td>{won}</td><td>{row.points}</td><td>{totals}</td></tr>"
        )
        rows += [f'<tr><td></td><td colspan="{players + 3}"{_LEFT}>{escape(line)}</td></tr>' for line in row.after]
    head = f"<tr><th>trick</th>{names}<th>won by</th><th>points</th><th>so far</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def card_html(card: str) -> str:
    """Write one card with its suit symbol, red suits red.

    Examples
    --------
    >>> card_html("TS")
    '10♠&#xFE0E;'
    """
    text = f"{card[0].replace('T', '10')}{SUIT_SYMBOLS[card[1]]}&#xFE0E;"
    return f'<span style="color:#b00020">{text}</span>' if card[1] in "HD" else text
