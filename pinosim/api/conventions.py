"""Bidding conventions as data: what a call promises of the hand that makes it.

A convention is a TOML file in `pinosim/policies/conventions`, or one of your own: patterns of calls, each with a claim
about the hand in the language of events (`docs/event-language.md`), a range of meld, or both. None is in use unless it
is asked for.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pinosim.api.auction_text import PASS
from pinosim.api.live.turn import auction_now
from pinosim.api.odds.event_reading import read_event
from pinosim.api.record.parts import HandRecord
from pinosim.cards import CARDS, SUITS
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

FOLDER: Final = "conventions"
WHEN: Final = ("opening", "first call", "after partner")
LARGEST_FILE: Final = 100_000
_CALL: Final = re.compile(r"pass|(?P<kind>jump|bid) (?P<number>[0-9]{1,4})(?P<more>\+?)")


class ConventionError(PinosimError):
    """A convention file that cannot be used; lists every fault it found."""


class _Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    call: str
    says: str
    when: tuple[str, ...] = ()
    below: int | None = None
    hand: str = ""
    meld: tuple[int, int] | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    source: str
    meaning: tuple[_Meaning, ...]
    copies: int | None = None


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
        Of `WHEN`: nobody has bid before; it is the seat's first call; partner has bid.
    below : int or None
        Only bids below this one, small scale.
    hand : str
        What the hand is like, as an event; empty: nothing is said of its cards.
    meld : tuple of (int, int) or None
        Meld with its best trump, small scale, both ends included.
    rules : Rules
    """

    call: str
    says: str
    when: tuple[str, ...]
    below: int | None
    hand: str
    meld: tuple[int, int] | None
    rules: Rules

    @cached_property
    def _event(self) -> Any:
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
        >>> said = load_convention("modern-single", load_rules("family250")).meanings[3]
        >>> hands = [Hand("S:ATKQJ H:A"), Hand("S:ATKQ H:AJ")]
        >>> said.says, said.fits(list(zip(*(hand.counts for hand in hands)))).tolist()
        ('a run', [True, False])
        """
        import numpy as np

        counts = np.asarray(hands)
        if counts.ndim != 2 or counts.shape[0] != len(CARDS) or counts.dtype.kind not in "iu":
            raise PinosimError(f"hands: expected whole numbers of shape ({len(CARDS)}, n), got shape {counts.shape}")
        fits = np.ones(counts.shape[1], bool)
        if self._event is not None:
            fits &= np.asarray(self._event.holds(counts.astype(np.int64)), bool)
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
            for meaning in self.meanings:
                if _is_meant(meaning, call, number, seat, now.high, now.spoken):
                    found.append(Said(number, seat, call, meaning))
                    break
        return tuple(found)


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
    pattern = _CALL.fullmatch(meaning.call)
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


def convention_names() -> list[str]:
    """Names of the packaged conventions.

    Examples
    --------
    >>> convention_names()
    ['dailey', 'double-meld', 'modern-single']
    """
    folder = resources.files("pinosim.policies").joinpath(FOLDER)
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


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
    text, label = _text_of(name)
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ConventionError(f"convention {label!r} cannot be read: {error}") from None
    faults = []
    if not file.meaning:
        faults.append("it has no [[meaning]]")
    if file.copies not in (None, rules.deck.copies):
        faults.append(f"it is for a deck with {file.copies} copies of each card, {rules.id} has {rules.deck.copies}")
    if rules.auction.kind == "none":
        faults.append(f"{rules.id} has no auction")
    for number, meaning in enumerate(file.meaning, start=1):
        faults += [f"meaning {number} ({meaning.call!r}): {fault}" for fault in _faults(meaning, rules)]
    if faults:
        listed = "\n".join(f"- {fault}" for fault in faults)
        raise ConventionError(f"convention {label!r} cannot be used with {rules.id}:\n{listed}")
    meanings = tuple(
        Meaning(one.call, one.says, one.when, one.below, one.hand, one.meld, rules) for one in file.meaning
    )
    return Convention(label, file.title, file.source, meanings, rules)


def _text_of(name: str | os.PathLike[str]) -> tuple[str, str]:
    if not isinstance(name, (str, os.PathLike)):
        raise ConventionError(
            f"expected the name of a convention or a file *.toml, got {name!r}; there are "
            f"{', '.join(convention_names())}"
        )
    if isinstance(name, str) and not name.endswith(".toml"):
        if name not in convention_names():
            raise ConventionError(
                f"there is no convention {name!r}; there are {', '.join(convention_names())}, or name a file *.toml"
            )
        file = resources.files("pinosim.policies").joinpath(FOLDER, f"{name}.toml")
        return file.read_text(encoding="utf-8"), name
    path = Path(name)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ConventionError(f"expected a convention of at most {LARGEST_FILE:,} bytes, got more in {str(path)!r}")
        return path.read_text(encoding="utf-8"), str(path)
    except (OSError, ValueError) as error:
        raise ConventionError(f"cannot read the convention {str(path)!r}: {error}") from None


def _faults(meaning: _Meaning, rules: Rules) -> list[str]:
    faults = []
    if not _CALL.fullmatch(meaning.call):
        faults.append("call: expected 'pass', 'jump N', 'jump N+', 'bid N' or 'bid N+'")
    elif re.fullmatch(r"jump 0\+?", meaning.call):
        faults.append("call: a jump of 1 is the lowest bid, 0 is none")
    unknown = [word for word in meaning.when if word not in WHEN]
    faults += [f"when: expected some of {', '.join(WHEN)}, got {word!r}" for word in unknown]
    if meaning.meld is not None and not 0 <= meaning.meld[0] <= meaning.meld[1]:
        faults.append(f"meld: expected [low, high] from 0 up, got {list(meaning.meld)}")
    if meaning.hand:
        try:
            read_event(meaning.hand, rules)
        except PinosimError as error:
            faults.append(f"hand: {error}")
    return faults
