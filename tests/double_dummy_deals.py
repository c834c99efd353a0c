"""The deals kept as files in `tests/deals`: how a line of them is read and written.

A line is a name, the trump, the seat that leads, the points of the leader's side with best play (`?` where the oracle
has not been asked or took too long), and the hands, seat 0 first:

    random-001 H 2 19  S:AT H:K D:- C:9 | ... | ... | ...

Points are counted as in the rule sets of the small scale: ace, ten and king one each, the last trick one in the single
deck and two in the double deck. `tests/deals/make.py` makes the files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from double_dummy_oracles import Position
from naive import RANKS, SUITS, Card, parse_hand

FOLDER = Path(__file__).parent / "deals"
SMOKE, RANDOM, LONGEST, SLOWEST, ENDINGS = (
    "single-smoke", "single-random", "single-longest", "single-slowest", "double-endings",
)  # fmt: skip


@dataclass(frozen=True)
class KnownDeal:
    """One line of a file."""

    name: str
    trump: str
    leader: int
    value: int | None
    hands: tuple[tuple[Card, ...], ...]

    @property
    def double(self) -> bool:
        return self.name.startswith("double")

    @property
    def position(self) -> Position:
        return Position(self.hands, self.trump, self.leader, last_trick=2 if self.double else 1)

    @property
    def text(self) -> str:
        """The hands as every command reads them."""
        return " | ".join(map(write_hand, self.hands))

    @property
    def line(self) -> str:
        value = "?" if self.value is None else self.value
        return f"{self.name} {self.trump} {self.leader} {value}  {self.text}"


def write_hand(cards: Iterable[Card]) -> str:
    cards = sorted(cards, key=lambda card: RANKS.index(card[0]))
    return " ".join(f"{suit}:{''.join(card[0] for card in cards if card[1] == suit) or '-'}" for suit in SUITS)


def read_line(line: str) -> KnownDeal:
    """Read one line.

    >>> read_line("random-001 H 2 ?  S:A H:- D:- C:- | S:K H:- D:- C:- | S:- H:9 D:- C:- | S:- H:- D:T C:-").hands
    (('AS',), ('KS',), ('9H',), ('TD',))
    """
    name, trump, leader, value, hands = line.split(maxsplit=4)
    read = tuple(tuple(parse_hand(hand)) for hand in hands.split("|"))
    return KnownDeal(name, trump, int(leader), None if value == "?" else int(value), read)


def read_deals(name: str) -> list[KnownDeal]:
    """Read a file of `tests/deals`, named without its ending."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [read_line(line) for line in lines if line and not line.startswith("#")]
