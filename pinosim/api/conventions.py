"""Bidding conventions as data: what a call promises of the hand that makes it.

A convention is a TOML file in `pinosim/policies/conventions`, or one of your own: patterns of calls, each with a claim
about the hand in the language of events (`docs/event-language.md`), a range of meld, or both. None is in use unless it
is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.auction_text import PASS
from pinosim.api.convention_file import CALL, ConventionError, convention_names, read_convention_file
from pinosim.api.live.turn import AuctionNow, auction_now
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.events import Event
from pinosim.api.record.parts import HandRecord
from pinosim.cards import CARDS, SUITS
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

_HIGHEST_LOOKED_AT: Final = 100_000

__all__ = ["Convention", "ConventionError", "Meaning", "Said", "convention_names", "load_convention"]


@dataclass(frozen=True)
class Meaning:
    """What one kind of call tells.

    Attributes
    ----------
    call : str
        The pattern: `"pass"`; `"jump 3"`, three steps above the bid on the table (1: the lowest that may be made), or
        `"jump 2+"` for two or more; `"bid 51"`, that bid, or `"bid 60+"`. Bids are in the small scale, a run 15.
    says : str
    when : tuple of str
        Of `convention_file.WHEN`: nobody has bid before; it is the seat's first call; partner has bid.
    below : int or None
        Only bids below this one, small scale.
    hand : str
        What the hand is like, as an event; empty: nothing is said of its cards.
    meld : tuple of (int, int) or None
        Meld with its best trump, small scale, both ends included.
    reach : int
        How far above its own limit a seat goes to say it, small scale.
    worth : int
        By how much partner bids higher for having been told, small scale.
    rules : Rules
    """

    call: str
    says: str
    when: tuple[str, ...]
    below: int | None
    hand: str
    meld: tuple[int, int] | None
    reach: int
    worth: int
    rules: Rules

    @property
    def claims_something(self) -> bool:
        """Whether it tells anything of the hand."""
        return bool(self.hand) or self.meld is not None

    @cached_property
    def event(self) -> Event | None:
        """The claim about the hand's cards, read; None: there is none."""
        return read_event(self.hand, self.rules) if self.hand else None

    def fits(self, hands: NDArray[np.integer[Any]] | Sequence[Sequence[int]]) -> NDArray[np.bool_]:
        """Tell which hands are as the call says.

        Parameters
        ----------
        hands : array of int, shape (24, n)
            Counts of the cards in the order of `pinosim.cards.CARDS`, one hand a column.

        Returns
        -------
        ndarray of bool, shape (n,)

        Examples
        --------
        >>> from pinosim import Hand, load_rules
        >>> said = load_convention("modern-single", load_rules("family250")).meanings[2]
        >>> hands = [Hand("S:ATKQJ H:A"), Hand("S:ATKQ H:AJ")]
        >>> said.says, said.fits(list(zip(*(hand.counts for hand in hands)))).tolist()
        ('a run', [True, False])
        """
        import numpy as np

        counts = np.asarray(hands)
        if counts.ndim != 2 or counts.shape[0] != len(CARDS) or counts.dtype.kind not in "iu":
            raise PinosimError(f"hands: expected whole numbers of shape ({len(CARDS)}, n), got shape {counts.shape}")
        fits = np.ones(counts.shape[1], bool)
        if self.event is not None:
            fits &= np.asarray(self.event.holds(list(counts.astype(np.int64))), np.bool_)
        if self.meld is not None:
            low, high = (points * self.rules.unit for points in self.meld)
            for column in np.flatnonzero(fits):
                fits[column] = low <= _best_meld(counts[:, column], self.rules) <= high
        return fits


def _best_meld(counts: NDArray[np.integer[Any]], rules: Rules) -> int:
    from pinosim.api.hand import Hand
    from pinosim.api.meld import count_meld

    hand = Hand.from_counts(tuple(int(count) for count in counts))
    return max(count_meld(hand, rules, suit).total for suit in SUITS)


@dataclass(frozen=True)
class Said:
    """A call that tells something: its number in the auction from 0, who made it, and what it means."""

    number: int
    seat: int
    call: int | str
    meaning: Meaning


@dataclass(frozen=True)
class Convention:
    """A list of meanings. Made by `load_convention`.

    Attributes
    ----------
    name, title, source : str
    meanings : tuple of Meaning
        The first that fits a call is its meaning.
    rules : Rules
    """

    name: str
    title: str
    source: str
    meanings: tuple[Meaning, ...]
    rules: Rules

    @property
    def short_name(self) -> str:
        """The name, of a file without folders and ending."""
        return Path(self.name).stem if self.name.endswith(".toml") else self.name

    def said(self, calls: Sequence[int | str], dealer: int | None = None) -> tuple[Said, ...]:
        """Find what the calls of an auction tell.

        Parameters
        ----------
        calls : sequence of int or "P"
            From the dealer's left on, in the rule set's unit.
        dealer : int, optional
            The last seat if left out.

        Examples
        --------
        >>> from pinosim import load_rules
        >>> convention = load_convention("modern-single", load_rules("family250"))
        >>> [(said.seat, said.meaning.says) for said in convention.said((250, "P", 280))]
        [(2, 'three of the four parts of double pinochle')]
        """
        dealer = self.rules.seats.players - 1 if dealer is None else dealer
        found = []
        for number, call in enumerate(calls):
            before = HandRecord(dealer=dealer, calls=tuple(calls[:number]))
            now = auction_now(self.rules, before)
            if now.over:
                break
            seat = now.waiting[0]
            meaning = self._meaning_of(call, number, seat, now)
            if meaning is not None:
                found.append(Said(number, seat, call, meaning))
        return tuple(found)

    def sayable(self, calls: Sequence[int | str], dealer: int | None = None) -> tuple[Said, ...]:
        """Find what the next call of an auction could tell: each meaning once, with the lowest call that has it.

        Parameters are those of `said`.

        Examples
        --------
        >>> from pinosim import load_rules
        >>> convention = load_convention("modern-single", load_rules("family250"))
        >>> [(said.call, said.meaning.says) for said in convention.sayable((250, "P"))][:2]
        [(270, 'a strong hand'), (280, 'three of the four parts of double pinochle')]
        """
        dealer = self.rules.seats.players - 1 if dealer is None else dealer
        now = auction_now(self.rules, HandRecord(dealer=dealer, calls=tuple(calls)))
        if now.over:
            return ()
        found: dict[int, Said] = {}
        calls_to_look_at: list[int | str] = [PASS, *self._bids_to_look_at(now.high)]
        for call in calls_to_look_at:
            meaning = self._meaning_of(call, len(calls), now.waiting[0], now)
            if meaning is not None:
                found.setdefault(id(meaning), Said(len(calls), now.waiting[0], call, meaning))
        return tuple(found.values())

    def _bids_to_look_at(self, high: int | None) -> list[int]:
        """Give the bids that a pattern may mean: as many as the longest jump, and those that are named."""
        patterns = [CALL.fullmatch(meaning.call) for meaning in self.meanings]
        named = {int(one["number"]) for one in patterns if one is not None and one["kind"] == "bid"}
        jumps = [int(one["number"]) for one in patterns if one is not None and one["kind"] == "jump"]
        rules = self.rules
        most = max([high or rules.auction.min_bid, *(number * rules.unit for number in named)])
        bids = list(rules.legal_bids(high, up_to=most))
        more = most
        while len(bids) < max(jumps, default=0) and more < _HIGHEST_LOOKED_AT:
            more = min(2 * more, _HIGHEST_LOOKED_AT)
            bids = list(rules.legal_bids(high, up_to=more))
        return bids

    def _meaning_of(self, call: int | str, number: int, seat: int, now: AuctionNow) -> Meaning | None:
        return next((one for one in self.meanings if _is_meant(one, call, number, seat, now.high, now.spoken)), None)


def _is_meant(
    meaning: Meaning, call: int | str, number: int, seat: int, high: int | None, spoken: frozenset[int]
) -> bool:
    rules = meaning.rules
    players, teams = rules.seats.players, rules.seats.teams
    partners = {other for other in range(players) if other % teams == seat % teams} - {seat}
    if "opening" in meaning.when and high is not None:
        return False
    if "first call" in meaning.when and number >= players:
        return False
    if "after partner" in meaning.when and not partners & spoken:
        return False
    pattern = CALL.fullmatch(meaning.call)
    assert pattern is not None
    if call == PASS or pattern["kind"] is None:
        return call == PASS and pattern["kind"] is None
    bid, wanted = int(call), int(pattern["number"])
    if meaning.below is not None and bid >= meaning.below * rules.unit:
        return False
    value, wanted = (
        (len(rules.legal_bids(high, up_to=bid)), wanted) if pattern["kind"] == "jump" else (bid, wanted * rules.unit)
    )
    return value >= wanted if pattern["more"] else value == wanted


def load_convention(name: str | os.PathLike[str], rules: Rules) -> Convention:
    """Load a convention for a rule set.

    Parameters
    ----------
    name : str or path
        One of `convention_names()`, or a TOML file of your own (a path, or a name that ends in .toml).
    rules : Rules

    Returns
    -------
    Convention

    Raises
    ------
    ConventionError
        If there is none of that name, or its file has faults; all of them are listed.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> load_convention("dailey", load_rules("family250")).title
    'Dailey: a jump tells a suit without run cards'
    """
    expect_rules(rules)
    file = read_convention_file(name, rules)
    meanings = tuple(
        Meaning(one.call, one.says, one.when, one.below, one.hand, one.meld, one.reach, one.worth, rules)
        for one in file.meanings
    )
    return Convention(file.label, file.title, file.source, meanings, rules)
