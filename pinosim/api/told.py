"""What the calls of an auction tell by the conventions that are played, for a person to read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pinosim.api.convention_seats import ConventionNames, seat_conventions
from pinosim.api.heard_hands import relation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinosim.api.auction_text import AuctionState
    from pinosim.api.conventions import Convention, Meaning
    from pinosim.api.hand import Hand
    from pinosim.api.record.record import Record
    from pinosim.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class ToldCall:
    """One call that tells something.

    Attributes
    ----------
    seat : int
        Whose.
    who : str
        "partner", "left opponent", ...
    call : str
    says : str
        What it means, in the words of the convention.
    hand : str
        What it claims of the hand, as an event; empty: nothing of its cards.
    convention : str
    """

    seat: int
    who: str
    call: str
    says: str
    hand: str
    convention: str

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.who.capitalize()} tells by {self.call}: {self.says} ({self.convention})."


@dataclass(frozen=True, slots=True)
class CallMeaning:
    """What one call of an auction means, whoever looks at it.

    Attributes
    ----------
    number : int
        Its place in the auction, from 0.
    seat : int
        Whose.
    call : str
    says : str
        In the words of the convention.
    hand : str
        What it claims of the hand's cards, as an event; empty: nothing.
    convention : str
    claims_something : bool
        Whether it tells anything of the hand.
    """

    number: int
    seat: int
    call: str
    says: str
    hand: str
    convention: str
    claims_something: bool

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.says} ({self.convention})"


def meanings_in_auction(
    calls: Sequence[int | str], dealer: int | None, conventions: Sequence[Convention | None]
) -> tuple[CallMeaning, ...]:
    """Read the calls of an auction, each by the convention of its seat; calls without a meaning are left out.

    Parameters
    ----------
    calls, dealer
        As in `Convention.said`.
    conventions : sequence of Convention or None
        One a seat, from `convention_seats.seat_conventions`.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> conventions = seat_conventions("modern-single,none,modern-single,none", load_rules("family250"))
    >>> [(one.seat, str(one)) for one in meanings_in_auction((250, 290, 330), 3, conventions)]
    [(2, 'aces around, and the bid is not wanted (modern-single)')]
    """
    found = [
        CallMeaning(
            number=said.number,
            seat=seat,
            call=str(said.call),
            says=said.meaning.says,
            hand=said.meaning.hand,
            convention=played.short_name,
            claims_something=said.meaning.claims_something,
        )
        for seat, played in enumerate(conventions)
        if played is not None
        for said in played.said(calls, dealer)
        if said.seat == seat
    ]
    return tuple(sorted(found, key=lambda one: one.number))


def told_in_record(record: Record, convention: ConventionNames) -> list[tuple[CallMeaning, ...]]:
    """Read the calls of each hand of a record by the conventions of their seats.

    Parameters
    ----------
    record : Record
    convention : str, path or sequence of these, or None
        As in `convention_seats.seat_conventions`.
    """
    conventions = seat_conventions(convention, record.rules)
    return [meanings_in_auction(hand.calls or (), hand.dealer, conventions) for hand in record.hands]


def sayable_in_words(
    hand: Hand, calls: Sequence[int | str], dealer: int | None, played: Convention | None
) -> tuple[str, ...]:
    """Say what the next call of an auction could tell, a line each, and whether the hand is so.

    Parameters
    ----------
    hand : Hand
        Of the seat that is to call.
    calls, dealer
        As in `Convention.said`.
    played : Convention or None
        That of the seat.

    Examples
    --------
    >>> from pinosim import Hand, load_rules
    >>> from pinosim.api.conventions import load_convention
    >>> dailey = load_convention("dailey", load_rules("family250"))
    >>> sayable_in_words(Hand("S:ATKQJ9 H:AT D:KQ99"), (250, "P"), 3, dailey)
    ('270 or more: at least one suit holds none of the cards of a run (yours is so)',)
    """
    lines = []
    for said in () if played is None else played.sayable(calls, dealer):
        meaning = said.meaning
        more = " or more" if meaning.call.endswith("+") else ""
        is_so = ""
        if meaning.claims_something:
            is_so = " (yours is so)" if _fits(meaning, hand) else " (yours is not so)"
        lines.append(f"{said.call}{more}: {meaning.says}{is_so}")
    return tuple(lines)


def told_by_calls(auction: AuctionState, convention: ConventionNames, rules: Rules) -> tuple[ToldCall, ...]:
    """Read the calls of the other seats, each by the convention of its seat.

    Parameters
    ----------
    auction : AuctionState
    convention : str, path or sequence of these, or None
        As in `convention_seats.seat_conventions`.
    rules : Rules

    Returns
    -------
    tuple of ToldCall
        In the order of the calls; calls that claim nothing of the hand are left out.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> from pinosim.api.auction_text import read_auction
    >>> rules = load_rules("family250")
    >>> print(told_by_calls(read_auction("280 P", rules), "modern-single", rules)[0])
    Partner tells by 280: aces around, and the bid is not wanted (modern-single).
    """
    return told_to_seat(auction.calls, auction.dealer, auction.seat, seat_conventions(convention, rules), rules)


def told_to_seat(
    calls: Sequence[int | str],
    dealer: int | None,
    reader: int,
    conventions: Sequence[Convention | None],
    rules: Rules,
) -> tuple[ToldCall, ...]:
    """Do what `told_by_calls` does, for the seat `reader` of an auction that may be over."""
    return tuple(
        ToldCall(one.seat, relation(one.seat, reader, rules), one.call, one.says, one.hand, one.convention)
        for one in meanings_in_auction(calls, dealer, conventions)
        if one.seat != reader and one.claims_something
    )


def own_bid_in_words(
    hand: Hand, bid: int, auction: AuctionState, convention: ConventionNames, rules: Rules
) -> tuple[str, ...]:
    """Say what a bid of one's own tells, and whether the hand is so; nothing where it tells nothing.

    Parameters
    ----------
    hand : Hand
    bid : int
        In points.
    auction, convention, rules
        As in `told_by_calls`; the seat that is to call is meant.

    Examples
    --------
    >>> from pinosim import Hand, load_rules
    >>> from pinosim.api.auction_text import read_auction
    >>> rules = load_rules("family250")
    >>> own_bid_in_words(Hand("S:ATKQJ"), 280, read_auction("", rules), "modern-single", rules)
    ('A bid of 280 tells: aces around, and the bid is not wanted (modern-single). This hand is not so.',)
    """
    played = seat_conventions(convention, rules)[auction.seat]
    if played is None or auction.forced:
        return ()
    said = [one for one in played.said([*auction.calls, bid], auction.dealer) if one.number == len(auction.calls)]
    if not said or not said[0].meaning.claims_something:
        return ()
    meaning = said[0].meaning
    return (
        f"A bid of {bid} tells: {meaning.says} ({played.short_name}). "
        f"This hand is {'so' if _fits(meaning, hand) else 'not so'}.",
    )


def _fits(meaning: Meaning, hand: Hand) -> bool:
    return bool(meaning.fits([[count] for count in hand.counts])[0])
