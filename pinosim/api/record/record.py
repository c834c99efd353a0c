"""`Record`: a hand or a whole game as a value, with its text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.record.parts import HandRecord, Player, RulesLine
from pinosim.errors import RecordError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.api.record.referee import Verdict
    from pinosim.rules.schema import Rules

LARGEST_FILE: Final = 16_000_000


@dataclass(frozen=True)
class Record:
    r"""Hands of one game under one rule set. Immutable; equal when all that is written is equal.

    Attributes
    ----------
    rules_line : RulesLine
        How the record names its rules.
    seed : int or None
        The seed the numbers of the deals belong to.
    players : tuple of Player
        One a seat; empty if nothing is said of them.
    start : tuple of int
        Scores of the sides before the first hand; empty: all 0.
    note : str
        What a person wrote about it.
    hands : tuple of HandRecord
    remarks : tuple of str
        What reading it brought up, such as rules that have changed since. Not compared.
    lines : mapping of (int or None, str) to int
        Line of the text that was read, by hand and label; empty for a record that was made. Not compared.

    Examples
    --------
    >>> record = Record.from_text("rules: wocg-single\ntrump: S\nseat 0: AS KS\ntrick 1: 0 leads AS TS KS 9S")
    >>> print(record.text)
    pinosim record 1
    rules: wocg-single ...
    <BLANKLINE>
    hand 1
    seat 0: S:AK H:- D:- C:-
    seat 1: x
    seat 2: x
    seat 3: x
    trump: S
    trick 1: 0 leads AS TS KS 9S
    <BLANKLINE>
    """

    rules_line: RulesLine
    seed: int | None = None
    players: tuple[Player, ...] = ()
    start: tuple[int, ...] = ()
    note: str = ""
    hands: tuple[HandRecord, ...] = ()
    remarks: tuple[str, ...] = field(default=(), compare=False)
    lines: Mapping[tuple[int | None, str], int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        rules: Rules,
        hands: Sequence[HandRecord],
        *,
        seed: int | None = None,
        players: Sequence[Player] = (),
        start: Sequence[int] = (),
        note: str = "",
    ) -> Record:
        """Make a record of hands played under a rule set."""
        from pinosim.api.record.rules_line import name_rules

        return cls(name_rules(rules), seed, tuple(players), tuple(start), note, tuple(hands)).under(rules)

    @classmethod
    def from_text(cls, text: str, *, strict: bool = False, rules: Rules | None = None) -> Record:
        """Read a record from its text; see `read.read_record`."""
        from pinosim.api.record.read import read_record

        if rules is not None:
            expect_rules(rules)
        return read_record(text, strict=strict, rules=rules)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, strict: bool = False, rules: Rules | None = None) -> Record:
        """Read a record from a file.

        Parameters
        ----------
        path : str or path
        strict : bool
            Accept only exactly what `save` writes.
        rules : Rules, optional
            Read under these rules whatever the record says of its own.

        Raises
        ------
        RecordError
            If there is no such file, it is no text, or it cannot be read as a record.
        """
        if rules is not None:
            expect_rules(rules)
        try:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise RecordError(
                f"cannot read a record from {os.fspath(path)!r}: {why}; give the path of a text file"
            ) from None
        return cls.from_bytes(data, os.fspath(path), strict=strict, rules=rules)

    @classmethod
    def from_bytes(cls, data: bytes, name: str, *, strict: bool = False, rules: Rules | None = None) -> Record:
        """Read a record from the bytes of a file of that name."""
        if rules is not None:
            expect_rules(rules)
        if len(data) > LARGEST_FILE:
            raise RecordError(f"expected a record of at most {LARGEST_FILE:,} bytes, got more in {name!r}")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(
                f"cannot read a record from {name!r}: byte {error.start + 1} is not text in UTF-8; give a text file"
            ) from None
        if not text.strip("\ufeff \t\r\n"):
            raise RecordError(
                f"cannot read {name!r}: there is no record in it; give a file written with 'pinosim game --out FILE'"
            )
        return cls.from_text(text, strict=strict, rules=rules)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the text to a file, whole or not at all; give its path.

        Raises
        ------
        RecordError
            If the file cannot be written, or there is one already that is not a record of pinosim.
        """
        from pinosim.api.record.save import save_text

        return save_text(self.text, path)

    def under(self, rules: Rules) -> Record:
        """Tell the record the rule set its rules line stands for, so that it need not be looked up; gives itself."""
        expect_rules(rules)
        self.__dict__["rules"] = rules
        return self

    @cached_property
    def rules(self) -> Rules:
        """The rule set."""
        from pinosim.api.record.rules_line import resolve_rules

        return resolve_rules(self.rules_line)

    @cached_property
    def text(self) -> str:
        """The record as it is written to files; `Record.from_text(record.text) == record`."""
        from pinosim.api.record.write import record_lines

        return "".join(f"{line}\n" for _, _, line in record_lines(self))

    def line_of(self, hand: int | None, label: str) -> int:
        """Give the line, from 1, that tells something: in the text that was read, or else in `text`.

        Parameters
        ----------
        hand : int or None
            Number of the hand from 0; None: the header.
        label : str
            As written before the colon, e.g. `"trick 3"`; of a line that is not there, the line of its hand.
        """
        lines = self.lines or self._own_lines
        return lines.get((hand, label), lines.get((hand, "hand"), 1))

    @cached_property
    def _own_lines(self) -> dict[tuple[int | None, str], int]:
        from pinosim.api.record.write import record_lines

        return {(hand, label): number for number, (hand, label, _) in enumerate(record_lines(self), 1) if label}

    def name(self, seat: int) -> str:
        """Give what to call a seat: the player's name, or its number."""
        name = self.players[seat].name if seat < len(self.players) else ""
        return name or f"seat {seat}"

    def check(self) -> Verdict:
        """Verify every call, pass, meld, card and score in order; see `referee.check_record`."""
        from pinosim.api.record.referee import check_record

        return check_record(self)

    def show(self, hand: int | None = None, convention: ConventionNames = None) -> str:
        """Replay the hands as text, trick by trick with the meld laid out; `hand` from 1 shows one of them.

        With `convention`, for all seats or one a seat as in `simulate`, it is said what calls mean by it.
        """
        from pinosim.api.record.show import show_text

        return show_text(self, hand, convention)

    def to_dict(self) -> dict[str, Any]:
        """Give plain values for JSON."""
        from pinosim.api.record.plain import to_plain

        return to_plain(self)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from pinosim.api.record.show_html import show_html

        return show_html(self)
