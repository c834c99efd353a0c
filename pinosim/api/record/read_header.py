"""The lines of a record above the first hand: rules, seed, players, scores at the start, a note."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pinosim.api.numbers import LARGEST_SEED
from pinosim.api.record.parts import Player, RulesLine
from pinosim.api.record.rules_line import ID, name_rules, resolve_rules
from pinosim.api.record.values import LONGEST_NOTE, read_player, unquote, whole
from pinosim.errors import RecordError
from pinosim.rules.load import load_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

DEFAULT_RULES: Final = "family250"
HEADER_LABELS: Final = ("rules", "scale", "set", "seed", "player", "players", "policies", "start", "note")
_RULES_LINE: Final = re.compile(r"(\S+)(?: ([0-9a-f]{12}))?(?: based on (\S+))?")


@dataclass(slots=True)
class Line:
    """One line: its number from 1, its label, and what stands behind the colon."""

    number: int
    label: str
    value: str


class Header:
    """Reads the lines above the first hand."""

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.rules_line = RulesLine(DEFAULT_RULES, "", DEFAULT_RULES)
        self.overrides: list[str] = []
        self.scale: int | None = None
        self.seed: int | None = None
        self.players: list[Player] = []
        self.start_line: Line | None = None
        self.start: tuple[int, ...] = ()
        self.note = ""
        self.remarks: list[str] = []
        self.seen: set[str] = set()

    def take(self, line: Line) -> None:
        """Read one line."""
        kind, _, number = line.label.partition(" ")
        if line.label in self.seen and kind != "set":
            raise RecordError(f"expected one line {line.label!r}, got a second")
        self.seen.add(line.label)
        value = line.value
        if kind == "rules":
            found = _RULES_LINE.fullmatch(value)
            if found is None or not all(ID.fullmatch(name) for name in (found[1], found[3]) if name is not None):
                raise RecordError(
                    f"expected the name of a rule set and its hash, such as 'family250 0123456789ab', got {value!r}"
                )
            self.rules_line = RulesLine(found[1], found[2] or "", found[3] or found[1])
            if self.strict and not found[2]:
                raise RecordError(f"expected the hash of the rules behind their name, 12 digits 0-9 a-f, got {value!r}")
        elif kind == "scale":
            self.scale = whole(value, "the scale")
        elif kind == "set":
            self.overrides.append(value)
        elif kind == "seed":
            if not re.fullmatch(r"[0-9]{1,20}", value, re.ASCII) or int(value) > LARGEST_SEED:
                raise RecordError(f"expected a seed from 0 to {LARGEST_SEED}, got {value!r}")
            self.seed = int(value)
        elif kind == "player":
            self._player(int(number), read_player(value))
        elif kind in ("players", "policies"):
            for seat, part in enumerate(value.split("|") if "|" in value else value.split(",")):
                player = read_player(part.strip())
                self._player(seat, player if kind == "players" else Player("", player.policy or player.name))
        elif kind == "start":
            self.start_line = line
        else:
            self.note = unquote(value, LONGEST_NOTE)

    def _player(self, seat: int, player: Player) -> None:
        if seat > 5:
            raise RecordError(f"expected a seat from 0 to 5, got {seat}")
        while len(self.players) <= seat:
            self.players.append(Player())
        before = self.players[seat]
        self.players[seat] = Player(player.name or before.name, player.policy or before.policy)

    def resolve(self, rules: Rules | None) -> tuple[Rules, RulesLine]:
        """Find the rules, and say so if they are not those the record was written under."""
        line = replace(self.rules_line, overrides=tuple(self.overrides), scale=self.scale)
        if rules is not None:
            if line.hash and line.hash != rules.hash:
                problem = f"the record was written under rules {line.id} {line.hash}, not {rules.id} {rules.hash}"
                if self.strict:
                    raise RecordError(
                        f"expected the rules that were given ({rules.id} {rules.hash}), got {line.id} {line.hash}"
                    )
                self.remarks.append(f"{problem}; it is read under the latter, as asked")
            return rules, line if line.hash == rules.hash else name_rules(rules)
        found = resolve_rules(line)
        if line.hash and found.hash != line.hash:
            problem = f"the record was written when {line.id} had the hash {line.hash}, today it has {found.hash}"
            if self.strict:
                raise RecordError(
                    f"{problem}; give the rules of that time along (--rules FILE), or read it less strictly"
                )
            self.remarks.append(f"{problem}; it is read under the rules of today")
        base = load_rules(line.base).id
        return found, replace(line, id=found.id, hash=found.hash, base=base)
