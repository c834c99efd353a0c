"""Auctions as text, `"250 P 260"`: followed call by call, and who is to call next."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from pinosim.errors import AuctionError
from pinosim.rules.expect import expect_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

PASS: Final = "P"
LONGEST_TEXT: Final = 2000
LARGEST_BID: Final = 100_000
_NUMBER: Final = re.compile(r"[0-9]{1,6}")


class AuctionState(msgspec.Struct, frozen=True):
    """How far an auction has come; one seat is still to speak.

    Attributes
    ----------
    calls : tuple of int or "P"
        In order, the seat at the dealer's left first.
    callers : tuple of int
        The seat that made each.
    dealer, seat : int
        The dealer, and the seat that is to call next (or that must take the contract, see `forced`).
    high : int or None
        The bid on the table, in points; None while nobody has bid.
    bidder : int or None
        The seat that made it.
    passed : frozenset of int
        Seats that will not speak again.
    forced : bool
        True: everybody else has passed and `seat` must take the contract at `lowest`.
    lowest : int or None
        The lowest bid `seat` may make; None when no higher bid is possible.
    """

    calls: tuple[int | str, ...]
    callers: tuple[int, ...]
    dealer: int
    seat: int
    high: int | None
    bidder: int | None
    passed: frozenset[int]
    forced: bool
    lowest: int | None

    @property
    def spoken(self) -> frozenset[int]:
        """Seats that have bid."""
        return frozenset(seat for seat, call in zip(self.callers, self.calls, strict=True) if call != PASS)

    def calls_of(self, seat: int) -> str:
        """Give the calls of one seat as text."""
        return " ".join(str(call) for caller, call in zip(self.callers, self.calls, strict=True) if caller == seat)

    def __str__(self) -> str:
        return " ".join(str(call) for call in self.calls) or "no calls yet"


def read_auction(
    auction: str | Sequence[int | str], rules: Rules, seat: int | None = None, dealer: int | None = None
) -> AuctionState:
    """Follow an auction to the seat that is to call next.

    Parameters
    ----------
    auction : str or sequence
        The calls so far from the dealer's left on, bids in the rule set's unit and `P` for pass. Seats that have passed
        are skipped, as at the table.
    rules : Rules
        The rule set.
    seat : int, optional
        The seat that should be to call next; a contradiction is refused.
    dealer : int, optional
        The last seat unless given, so that seat 0 speaks first.

    Returns
    -------
    AuctionState

    Raises
    ------
    AuctionError
        For a call that cannot be read or is not allowed (naming its number), an auction that is over, and a seat or
        dealer that does not fit.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> state = read_auction("250 P 260", load_rules("family250"))
    >>> state.seat, state.high, state.bidder, state.lowest
    (3, 260, 2, 270)
    >>> read_auction("250 P 255", load_rules("family250"))
    Traceback (most recent call last):
    ...
    pinosim.errors.AuctionError: call 3 (seat 2): 255 cannot be bid over 250 in 'family250'; the nearest legal bid ...
    """
    expect_rules(rules)
    players = rules.seats.players
    if rules.auction.kind == "none":
        raise AuctionError(f"{rules.id!r} has no auction, so there is nothing to bid")
    dealer = players - 1 if dealer is None else _seat("dealer", dealer, players)
    if seat is not None:
        seat = _seat("seat", seat, players)
    state = _Table(rules, dealer)
    for number, call in enumerate(_calls(auction), start=1):
        state.call(number, call)
    state.check_open()
    if seat is not None and seat != state.turn:
        raise AuctionError(_contradiction(state, seat))
    if state.forced:
        lowest: int | None = rules.auction.min_bid - rules.auction.forced_below_min
    else:
        lowest = _lowest(state.high, rules)
    return AuctionState(
        tuple(state.calls),
        tuple(state.callers),
        dealer,
        state.turn,
        state.high,
        state.bidder,
        frozenset(range(players)) - set(state.waiting),
        state.forced,
        lowest,
    )


def nearest_bids(bid: int, above: int | None, rules: Rules) -> list[int]:
    """List the legal bids next to one that is not: one below if there is one, and one above.

    Parameters
    ----------
    bid : int
        The bid wanted.
    above : int or None
        The bid on the table.
    rules : Rules

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> nearest_bids(62, 55, load_rules("guide-double")), nearest_bids(40, None, load_rules("guide-double"))
    ([60, 65], [50])
    """
    below = rules.legal_bids(above, up_to=min(bid, LARGEST_BID))[-1:]
    base = max([b for b in (above, bid - 1) if b is not None])
    step = max(step for _, step in rules.auction.steps)
    beyond = rules.legal_bids(base, up_to=min(max(base, rules.auction.min_bid) + step, LARGEST_BID))[:1]
    return below + beyond


def refuse_bid(bid: int, above: int | None, rules: Rules, who: str) -> AuctionError:
    """Word the error for a bid that may not be made over another; names the nearest legal ones."""
    over = "as the first bid" if above is None else f"over {above}"
    near = nearest_bids(bid, above, rules)
    if not near:
        return AuctionError(f"{who}: {bid} cannot be bid {over} in {rules.id!r}; no higher bid can be made, only P")
    listed = " and ".join(str(other) for other in near)
    are = f"the nearest legal bids are {listed}" if len(near) > 1 else f"the nearest legal bid is {listed}"
    return AuctionError(f"{who}: {bid} cannot be bid {over} in {rules.id!r}; {are}")


class _Table:
    """The auction as it goes round."""

    def __init__(self, rules: Rules, dealer: int) -> None:
        players = rules.seats.players
        self.rules = rules
        self.dealer = dealer
        self.calls: list[int | str] = []
        self.callers: list[int] = []
        self.waiting = [(dealer + 1 + i) % players for i in range(players)]  # the next to call in front
        self.high: int | None = None
        self.bidder: int | None = None
        self.ended = False

    @property
    def turn(self) -> int:
        return self.waiting[0]

    @property
    def forced(self) -> bool:
        """Tell whether the last seat has to take the contract."""
        return self.bidder is None and len(self.waiting) == 1 and self.rules.auction.all_pass != "new-deal"

    @property
    def over(self) -> bool:
        return self.ended or self.forced or self.waiting in ([], [self.bidder])

    def call(self, number: int, call: int | str) -> None:
        if self.over:
            raise AuctionError(
                f"call {number}: {call} comes after the auction is over ({self._result()}); leave it out"
            )
        seat = self.waiting.pop(0)
        single_round = self.rules.auction.kind == "single-round"
        if isinstance(call, int):
            if call > LARGEST_BID or call not in self.rules.legal_bids(self.high, up_to=call):
                raise refuse_bid(call, self.high, self.rules, f"call {number} (seat {seat})")
            self.high, self.bidder = call, seat
            if not single_round:
                self.waiting.append(seat)
            self.ended = self.rules.auction.max_ends_auction and call == self.rules.auction.max_bid
        self.calls.append(call)
        self.callers.append(seat)

    def check_open(self) -> None:
        """Refuse an auction in which nobody is left to decide anything."""
        if self.over and not self.forced:
            raise AuctionError(f"the auction is over: {self._result()}; give the calls only up to the one to be judged")

    def _result(self) -> str:
        if self.forced:
            return f"all others passed, so seat {self.turn} must take the contract"
        return "everybody passed" if self.bidder is None else f"seat {self.bidder} has the contract at {self.high}"


def _calls(auction: object) -> list[int | str]:
    """Read the calls; numbers and `P`."""
    if isinstance(auction, str):
        if len(auction) > LONGEST_TEXT:
            raise AuctionError(
                f"expected an auction such as '250 P 260', got {len(auction):,} characters beginning {auction[:20]!r}"
            )
        given: list[object] = [part for part in re.split(r"[\s,]+", auction) if part]
    elif isinstance(auction, Sequence) and not isinstance(auction, (bytes, bytearray)):
        given = list(auction)
    else:
        raise AuctionError(f"expected an auction such as '250 P 260', got {auction!r}")
    return [_read_call(number, call) for number, call in enumerate(given, start=1)]


def _read_call(number: int, call: object) -> int | str:
    text = call.strip() if isinstance(call, str) else ""
    if text.lower() in ("p", "pass"):
        return PASS
    if text.isascii() and _NUMBER.fullmatch(text):
        return int(text)
    if text.isascii() and text.isdigit():
        raise AuctionError(f"call {number}: the bid {text[:30]} is too large, expected at most 6 digits")
    if not isinstance(call, (str, bool)):
        try:
            return operator.index(call)  # type: ignore[arg-type]  # anything else is refused below
        except TypeError:
            pass
    raise AuctionError(f"call {number}: expected a bid (a whole number of points) or P for pass, got {call!r}")


def _lowest(high: int | None, rules: Rules) -> int | None:
    try:
        return rules.next_bid(high)
    except AuctionError:
        return None


def _seat(what: str, value: int, players: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not 0 <= operator.index(value) < players:
        raise AuctionError(f"{what}: expected a seat from 0 to {players - 1}, got {value!r}")
    return operator.index(value)


def _contradiction(table: _Table, seat: int) -> str:
    players = table.rules.seats.players
    calls = " ".join(str(call) for call in table.calls)
    turn = f"after {calls!r}" if calls else "with no calls made"
    message = f"seat {seat} is not to call: with dealer {table.dealer} and {turn} it is seat {table.turn}'s turn"
    fitting = (table.dealer + seat - table.turn) % players
    return f"{message}; give the calls up to yours, or --dealer {fitting} (dealer={fitting}) if that seat dealt"
