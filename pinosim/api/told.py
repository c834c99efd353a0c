"""What the calls of an auction tell by the conventions that are played, for a person to read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pinosim.api.convention_seats import ConventionNames, seat_conventions
from pinosim.api.heard_hands import relation

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
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
    told = []
    for seat, played in enumerate(seat_conventions(convention, rules)):
        if played is None or seat == auction.seat:
            continue
        for said in played.said(auction.calls, auction.dealer):
            if said.seat == seat and said.meaning.claims_something:
                one = ToldCall(
                    seat, relation(seat, auction.seat, rules), str(said.call), said.meaning.says, said.meaning.hand,
                    played.short_name,
                )  # fmt: skip
                told.append((said.number, one))
    return tuple(one for _, one in sorted(told, key=lambda pair: pair[0]))


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
    is_so = bool(said[0].meaning.fits([[count] for count in hand.counts])[0])
    return (
        f"A bid of {bid} tells: {said[0].meaning.says} ({played.short_name}). "
        f"This hand is {'so' if is_so else 'not so'}.",
    )
