"""A record from its text, strictly (exactly as it is written) or as people type it.

Read as people type it, lines may come in any order within a hand, labels have everyday synonyms, colons may be
missing, cards may be in any notation, and what is not said stays unknown. Nothing is guessed: a line that cannot be
understood is refused with what was expected there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.record.parts import NO_TRUMP, Claim, HandRecord, Player
from pinosim.api.record.read_header import DEFAULT_RULES, HEADER_LABELS, Header, Line
from pinosim.api.record.values import Values, read_player, whole
from pinosim.api.record.write import HEADER
from pinosim.cards import read_suit
from pinosim.errors import PinosimError, RecordError
from pinosim.rules.fields import nearest

if TYPE_CHECKING:
    from pinosim.api.record.record import Record
    from pinosim.rules.schema import Rules

LARGEST_TEXT: Final = 4_000_000
LONGEST_LINE: Final = 4_000
MOST_HANDS: Final = 1_000
LONGEST_MESSAGE: Final = 600

_HEADER_LABELS: Final = (
    "rules", "scale", r"set(?: \d{1,3})?", "seed", r"player \d", "players", "start", "note", "policies",
)  # fmt: skip
_HAND_LABELS: Final = (
    "dealer", "deal", r"redeal(?: \d{1,4})?", r"seat \d", "kitty", "stock", "auction", "contract", "trump", "called",
    "shared", "pass to bidder", "pass back", r"meld \d", "buried", "dix turned", r"trick \d{1,2} dix",
    r"trick \d{1,2} meld", r"trick \d{1,2} draw", r"trick \d{1,2}", "taken", "result", "score", "winner",
)  # fmt: skip
_SYNONYMS: Final = {
    "bidding": "auction", "bids": "auction", "calls": "auction", "trumps": "trump", "widow": "kitty", "bid": "contract",
    "blind": "kitty", "talon": "stock", "passed to bidder": "pass to bidder", "given": "pass to bidder",
    "pass": "pass to bidder", "passed back": "pass back", "returned": "pass back", "back": "pass back",
    "bury": "buried", "discard": "buried", "discards": "buried", "scores": "score", "hands": "deal", "comment": "note",
    "play": "tricks", "plays": "tricks", "tricks": "tricks", "names": "players",
}  # fmt: skip
_KNOWN: Final = [re.sub(r"\(\?:|\\d(\{.*?\})?|\)\?", "", label).strip() for label in (*_HEADER_LABELS, *_HAND_LABELS)]
_LABELS: Final = "|".join((*_HEADER_LABELS, *_HAND_LABELS))
# "hand 0: S:AK ..." is the hand of seat 0, "hand 1" alone the first hand
_SEAT_AS_HAND: Final = r"hand [0-9](?=\s*[:=]\s*\S)"
_TYPED_LABELS: Final = "|".join((_LABELS, *_SYNONYMS, _SEAT_AS_HAND))
_STRICT: Final = re.compile(rf"({_LABELS}): ?(.*)")
_TOLERANT: Final = re.compile(rf"({_TYPED_LABELS})(?:\s*[:=]\s*|\s+|$)(.*)", re.IGNORECASE)
_ANY_LABEL: Final = re.compile(_TYPED_LABELS, re.IGNORECASE)
_HAND_LINE: Final = re.compile(r"hand\s+(\d{1,4})\s*:?", re.IGNORECASE)
_LONE_CARDS: Final = re.compile(r"(?:(?:10|[ATKQJ9N])[SHDC♠♥♦♣][\s,]*)+", re.IGNORECASE)
_LONE_TRICK: Final = re.compile(r"\w{1,100} (?:leads|led)\b", re.IGNORECASE)
_LONE_CALLS: Final = re.compile(r"(?:\d{1,6}|p|pass)(?:[\s,]+(?:\d{1,6}|p|pass))*", re.IGNORECASE)


@dataclass(slots=True)
class _Draft:
    """The lines of a record, sorted into the header and the hands."""

    header: list[Line] = field(default_factory=list)
    hands: list[list[Line]] = field(default_factory=list)
    hand_lines: list[int] = field(default_factory=list)
    top: int | None = None  # line of the words every record begins with


def read_record(text: str, *, strict: bool = False, rules: Rules | None = None) -> Record:
    """Read a record.

    Parameters
    ----------
    text : str
        The whole record, at most 4,000,000 characters and 1,000 hands.
    strict : bool
        Accept only what `Record.text` writes, character for character, under rules that have not changed since.
    rules : Rules, optional
        Read under these rules whatever the record says of its own; for rule files of one's own.

    Returns
    -------
    Record

    Raises
    ------
    RecordError
        Names the first line that cannot be read, what was expected and what stands there.
    """
    if not isinstance(text, str):
        raise RecordError(f"expected the text of a record, got {text!r:.60}")
    if len(text) > LARGEST_TEXT:
        raise RecordError(f"expected a record of at most {LARGEST_TEXT:,} characters, got {len(text):,}")
    draft = _sort_lines(text, strict)
    record = _make(draft, strict, rules)
    if strict:
        _compare(text, record)
    return record


def _sort_lines(text: str, strict: bool) -> _Draft:
    draft = _Draft()
    names: list[str] = []
    lines = text.removeprefix("\ufeff").split("\n")
    if strict and lines[0] != HEADER:
        raise _fault(1, f"expected {HEADER!r}", lines[0])
    for number, raw in enumerate(lines, start=1):
        if len(raw) > LONGEST_LINE:
            raise _fault(number, f"expected at most {LONGEST_LINE:,} characters in a line, got {len(raw):,}", raw)
        if any(not letter.isprintable() and letter not in "\t\r" for letter in raw):
            raise _fault(number, "expected text, got characters that do not print; is this a record at all?", raw)
        line = raw if strict else " ".join(_uncommented(raw).split())
        if not line:
            continue
        if line.lower() == HEADER and draft.top is None and not draft.header and not draft.hands:
            draft.top = number
            continue
        if line.lower() == HEADER and draft.top is not None:
            raise _fault(number, "expected one record, a second one begins here; keep each in a file of its own", raw)
        if line.lower().startswith("pinosim record"):
            raise _fault(number, f"expected {HEADER!r} at the top, the only kind of record there is", raw)
        if found := _HAND_LINE.fullmatch(line):
            if int(found[1]) != len(draft.hands) + 1:
                raise _fault(number, f"expected 'hand {len(draft.hands) + 1}' next", raw)
            if len(draft.hands) >= MOST_HANDS:
                raise _fault(number, f"expected at most {MOST_HANDS:,} hands", raw)
            draft.hands.append([])
            draft.hand_lines.append(number)
            continue
        label, value = _split(line, number, strict, names)
        if label.startswith("player") and not strict:
            names.extend(_names_in(label, value))
        if label.partition(" ")[0] in HEADER_LABELS:
            if strict and draft.hands:
                raise _fault(number, "expected this line above the first hand", raw)
            draft.header.append(Line(number, label, value))
            continue
        if not draft.hands:
            if strict:
                raise _fault(number, "expected 'hand 1' before the lines of a hand", raw)
            draft.hands.append([])
            draft.hand_lines.append(number)
        draft.hands[-1].append(Line(number, label, value))
    if not draft.header and not draft.hands:
        raise RecordError("expected the text of a record, there is no record in it; it may have been cut short")
    return draft


def _uncommented(line: str) -> str:
    return re.sub(r"(^|\s)#.*", "", line) if '"' not in line else line


def _names_in(label: str, value: str) -> list[str]:
    parts = value.split("|") if label == "players" else [value]
    try:
        return [read_player(part.strip()).name for part in parts]
    except RecordError:
        return []  # reported when the header is read


def _split(line: str, number: int, strict: bool, names: list[str]) -> tuple[str, str]:
    """Give the label of a line and what stands behind it."""
    if strict:
        found = _STRICT.fullmatch(line)
        if found is None:
            word = line.partition(":")[0]
            raise _fault(number, f"expected a label and a colon, such as 'trump: S'{nearest(word, _KNOWN)}", line)
        return found[1], found[2]
    for name in names:
        start = line[: len(name)]
        if not name or _ANY_LABEL.fullmatch(name):
            continue  # somebody called Kitty: the label it is
        if start.lower() == name.lower() and line[len(name) :].lstrip().startswith(":"):
            return f"seat {names.index(name)}", line[len(name) :].lstrip()[1:].strip()
    if found := _TOLERANT.fullmatch(line):
        label = found[1].lower()
        label = re.sub(r"^hand ", "seat ", label)
        return _SYNONYMS.get(label, label), found[2].strip()
    if found := re.fullmatch(r"meld ([^:]+?)\s*[:=]\s*(.*)", line, re.IGNORECASE):
        return f"meld {found[1]}", found[2]
    if "|" in line:
        return "deal", line
    if _LONE_CARDS.fullmatch(line) or _LONE_TRICK.match(line):
        return "tricks", line
    if _LONE_CALLS.fullmatch(line):
        return "auction", line
    word = line.partition(":")[0].lower()
    raise _fault(
        number, f"expected a label and a colon, such as 'trump: S'{nearest(word, [*_KNOWN, *_SYNONYMS])}", line
    )


def _make(draft: _Draft, strict: bool, rules: Rules | None) -> Record:
    from pinosim.api.record.record import Record

    header = Header(strict)
    for line in draft.header:
        _guard(line, header.take)
    line_of_rules = next((line for line in draft.header if line.label == "rules"), Line(1, "rules", DEFAULT_RULES))
    used, rules_line = _guard(line_of_rules, lambda _line: header.resolve(rules))
    names = {player.name.lower(): seat for seat, player in enumerate(header.players) if player.name}
    values = Values(used, {name: seat for name, seat in names.items() if not name.isdigit()})
    if header.start_line is not None:
        start = header.start_line
        header.start = _guard(start, lambda line: values.side_numbers(line.value, "the score"))
    if len(header.players) > used.seats.players:
        raise _fault(
            line_of_rules.number,
            f"expected at most {used.seats.players} players in {used.id}",
            f"{len(header.players)} players",
        )
    players = header.players + [Player()] * (used.seats.players - len(header.players) if header.players else 0)
    lines: dict[tuple[int | None, str], int] = {(None, line.label): line.number for line in draft.header}
    if draft.top is not None:
        lines[None, "header"] = draft.top
    hands = []
    for index, group in enumerate(draft.hands):
        reader = _HandReader(values)
        lines[index, "hand"] = draft.hand_lines[index]
        for line in group:
            _guard(line, reader.take)
            lines.setdefault((index, reader.label), line.number)
        hands.append(_guard(group[-1] if group else Line(draft.hand_lines[index], "hand", ""), reader.finish))
    return Record(
        rules_line=rules_line,
        seed=header.seed,
        players=() if all(player == Player() for player in players) else tuple(players),
        start=header.start,
        note=header.note,
        hands=tuple(hands),
        remarks=tuple(header.remarks),
        lines=lines,
    ).under(used)


class _HandReader:
    """Reads the lines of one hand, in any order."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.facts: dict[str, Any] = {}
        self.seats: dict[int, Any] = {}
        self.redeals: dict[int, Any] = {}
        self.melds: dict[int, Claim] = {}
        self.tricks: dict[int, Any] = {}
        self.extras: dict[tuple[int, str], Any] = {}
        self.label = ""  # of the line read last, as it is written

    def take(self, line: Line) -> None:
        words = line.label.split()
        kind = words[0] if words[0] in ("redeal", "seat", "meld", "trick") else line.label
        self.label = line.label
        method: Callable[[list[str], str], None] = getattr(self, f"_{kind.replace(' ', '_')}")
        method(words, line.value)

    def _once(self, key: str, value: Any) -> None:
        if key in self.facts:
            raise RecordError(f"expected one line {self.label!r} in a hand, got a second")
        self.facts[key] = value

    def _in_place(self, places: dict[Any, Any], place: Any, value: Any) -> None:
        if place in places:
            raise RecordError(f"expected one line {self.label!r} in a hand, got a second")
        places[place] = value

    def _deal(self, _words: list[str], value: str) -> None:
        if re.fullmatch(r"[0-9]{1,19}", value, re.ASCII) and int(value) <= 2**62:
            self._once("number", int(value))
        elif "|" in value:
            for seat, hand in enumerate(self.values.hands(value)):
                self.label = f"seat {seat}"
                self._in_place(self.seats, seat, hand)
        else:
            raise RecordError(f"expected the number of the deal, or a hand a seat with | between them, got {value!r}")

    def _dealer(self, _words: list[str], value: str) -> None:
        self._once("dealer", self.values.seat(value))

    def _redeal(self, words: list[str], value: str) -> None:
        number = int(words[1]) if len(words) > 1 else len(self.redeals) + 1
        self.label = f"redeal {number}"
        self._in_place(self.redeals, number, self.values.redeal(value))

    def _seat(self, words: list[str], value: str) -> None:
        seat = self.values.seat(words[1])
        self._in_place(self.seats, seat, self.values.hand_or_none(value))

    def _kitty(self, _words: list[str], value: str) -> None:
        self._once("kitty", self.values.hand(value))

    def _stock(self, _words: list[str], value: str) -> None:
        self._once("stock", self.values.cards(value))

    def _auction(self, _words: list[str], value: str) -> None:
        self._once("calls", self.values.calls(value))

    def _contract(self, _words: list[str], value: str) -> None:
        bidder, bid = self.values.contract(value)
        self._once("bidder", bidder)
        self.facts["bid"] = bid

    def _trump(self, _words: list[str], value: str) -> None:
        self._once("trump", NO_TRUMP if value.lower() == NO_TRUMP else read_suit(value))

    def _called(self, _words: list[str], value: str) -> None:
        card, partner = self.values.called(value)
        self._once("called", card)
        self.facts["partner"] = partner

    def _shared(self, _words: list[str], value: str) -> None:
        self._once("shared", self.values.shared(value))

    def _pass_to_bidder(self, _words: list[str], value: str) -> None:
        self._once("given", self.values.hand(value))

    def _pass_back(self, _words: list[str], value: str) -> None:
        self._once("returned", self.values.hand(value))

    def _meld(self, words: list[str], value: str) -> None:
        seat = self.values.seat(" ".join(words[1:]))
        self.label = f"meld {seat}"
        self._in_place(self.melds, seat, Claim(seat, *self.values.claim(value)))

    def _buried(self, _words: list[str], value: str) -> None:
        self._once("buried", self.values.hand(value))

    def _dix_turned(self, _words: list[str], value: str) -> None:
        self._once("dix_turned", whole(value, "the points of the nine turned up"))

    def _trick(self, words: list[str], value: str) -> None:
        number = int(words[1])
        if len(words) == 2:
            self._in_place(self.tricks, number, self.values.trick(value))
            return
        read = {"dix": self.values.dix, "meld": self.values.items, "draw": self.values.draws}[words[2]]
        self._in_place(self.extras, (number, words[2]), read(value))

    def _tricks(self, _words: list[str], value: str) -> None:
        for part in re.split(r"[/;]", value):
            if part.strip():
                self.label = f"trick {len(self.tricks) + 1}"
                self._in_place(self.tricks, len(self.tricks) + 1, self.values.trick(part.strip()))

    def _taken(self, _words: list[str], value: str) -> None:
        self._once("taken", self.values.taken(value))

    def _result(self, _words: list[str], value: str) -> None:
        outcome, changes = self.values.result(value)
        self._once("outcome", outcome)
        self.facts["changes"] = changes

    def _score(self, _words: list[str], value: str) -> None:
        self._once("scores", self.values.side_numbers(value, "the score"))

    def _winner(self, _words: list[str], value: str) -> None:
        self._once("winner", self.values.winner(value))

    def finish(self, _line: Line) -> HandRecord:
        """Put the hand together."""
        players = self.values.rules.seats.players
        for what, places in (("redeal", self.redeals), ("trick", self.tricks)):
            missing = next((number for number in range(1, len(places) + 1) if number not in places), None)
            if missing is not None:
                raise RecordError(f"expected {what} {missing}, got {what}s up to {max(places)} without it")
        for number, what in self.extras:
            if number not in self.tricks:
                raise RecordError(f"expected a line 'trick {number}' beside 'trick {number} {what}', got none")
        tricks = tuple(
            replace(
                self.tricks[number],
                dix=self.extras.get((number, "dix"), ()),
                melds=self.extras.get((number, "meld"), ()),
                draws=self.extras.get((number, "draw"), ()),
            )
            for number in sorted(self.tricks)
        )
        return HandRecord(
            redeals=tuple(self.redeals[number] for number in sorted(self.redeals)),
            hands=tuple(self.seats.get(seat) for seat in range(players)) if self.seats else (),
            melds=tuple(self.melds[seat] for seat in sorted(self.melds)),
            tricks=tricks,
            **self.facts,
        )


def _guard(line: Line, read: Callable[[Line], Any]) -> Any:
    """Call a reader; what it refuses is said with the line."""
    try:
        return read(line)
    except PinosimError as error:
        what, shown = str(error), f"{line.label}: {line.value}"
        what = what if len(what) <= LONGEST_MESSAGE else f"{what[:LONGEST_MESSAGE]}..."
        raise RecordError(f"line {line.number}: {what} (in {shown[:80]!r}{'...' if len(shown) > 80 else ''})") from None


def _fault(number: int, expected: str, line: str) -> RecordError:
    return RecordError(f"line {number}: {expected}, got {line[:80]!r}{'...' if len(line) > 80 else ''}")


def _compare(text: str, record: Record) -> None:
    """Refuse a text that is not exactly as the record is written."""
    if text == record.text:
        return
    given, written = text.split("\n"), record.text.split("\n")
    for number, (one, other) in enumerate(zip(given, written, strict=False), start=1):
        if one != other:
            raise _fault(number, f"expected {other[:200]!r}", one)
    if len(given) < len(written):
        raise RecordError(f"line {len(given)}: expected a line end here; the record may have been cut off")
    raise _fault(len(written), "expected the end of the record", given[len(written) - 1])
