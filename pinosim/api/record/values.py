"""Values in the lines of a record: seats, numbers, cards, calls, melds, read from text or refused with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand
from pinosim.api.legal import read_trick
from pinosim.api.meld import MeldItem
from pinosim.api.record.parts import PASS, UNKNOWN, Dix, Draw, Player, Redeal, Trick
from pinosim.cards import SUIT_NAMES
from pinosim.errors import RecordError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

LONGEST_NAME: Final = 100
LONGEST_NOTE: Final = 2000
MELD_NAMES: Final = (
    "run", "run with extra king", "run with extra queen", "run with extra marriage", "royal marriage", "dix",
    "pinochle", "aces around", "kings around", "queens around", "jacks around", "roundhouse",
    *(f"marriage in {suit}" for suit in SUIT_NAMES.values()),
)  # fmt: skip
LONGEST_TRICK: Final = 400
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,7}", re.ASCII)
_ITEM: Final = re.compile(
    r"\s*([A-Za-z][A-Za-z ]{0,40}?)(?: +x([1-6]))? +([0-9]{1,6}) *\(([^()]{1,200})\)\s*(,|$)", re.I
)
_DIX: Final = re.compile(r"(\w{2,3})(?: +for +(\w{2,3}))? +([0-9]{1,6})", re.I)
_TRICK: Final = re.compile(
    r"(?:(?P<leader>\w{1,100})(?: leads?:?| led:?|:) +)?(?P<cards>[^:]*?)"
    r"(?:[ ,;]+(?P<wins>\w{1,100}) wins|[ ,;]+won by (?P<by>\w{1,100})|\s*->\s*(?P<to>\w{1,100}))?",
    re.I,
)
_TAKEN: Final = re.compile(r"([0-9]{1,3}) tricks? +(?:with )?([0-9]{1,6})(?: points)?", re.I)
_CONTRACT: Final = (
    re.compile(r"(?P<bid>[0-9]{1,6}|\?) by (?:seat )?(?P<seat>.{1,100})", re.I),
    re.compile(r"(?:seat )?(?P<seat>\w{1,100})(?: bids?| at| for|:|,)? +(?P<bid>[0-9]{1,6})", re.I),
)
_REDEAL: Final = re.compile(
    r"(?:all (?:passed|pass)|(?:seat )?(?P<seat>\w{1,100}) asked(?: for it)?)(?:, *(?P<hands>.*))?", re.I
)


class Values:
    """Reads values for one rule set and one table of players.

    Parameters
    ----------
    rules : Rules
    names : mapping of str to int
        Players' names in lower case, and their seats.
    """

    def __init__(self, rules: Rules, names: Mapping[str, int]) -> None:
        self.rules = rules
        self.names = names

    def seat(self, text: str) -> int:
        """Read a seat: its number, or the name of the player there."""
        word = " ".join(text.split()).lower()
        word = word.removeprefix("seat ")
        players = self.rules.seats.players
        if word in self.names:
            return self.names[word]
        if _WHOLE.fullmatch(word) and 0 <= int(word) < players:
            return int(word)
        raise RecordError(f"expected a seat from 0 to {players - 1}, got {text!r}")

    def hand(self, text: str) -> Hand:
        """Read cards without an order."""
        return Hand(text, self.rules)

    def hand_or_none(self, text: str) -> Hand | None:
        """Read a hand, or `x` for one that is not known."""
        return None if text.strip().lower() in ("", UNKNOWN, "?") else self.hand(text)

    def hands(self, text: str) -> tuple[Hand | None, ...]:
        """Read one hand a seat, with `|` between them."""
        parts = text.split("|")
        players = self.rules.seats.players
        if len(parts) != players:
            raise RecordError(f"expected {players} hands with | between them, got {len(parts)}")
        return tuple(self.hand_or_none(part) for part in parts)

    def cards(self, text: str) -> tuple[str, ...]:
        """Read cards in order."""
        return tuple(read_trick(text, self.rules))

    def card(self, text: str) -> str:
        """Read one card."""
        found = self.cards(text)
        if len(found) != 1:
            raise RecordError(f"expected one card such as AS, got {text!r}")
        return found[0]

    def calls(self, text: str) -> tuple[int | str, ...]:
        """Read an auction."""
        return tuple(_call(word) for word in re.split(r"[\s,]+", text.strip()) if word)

    def contract(self, text: str) -> tuple[int, int | None]:
        """Read bidder and bid."""
        for pattern in _CONTRACT:
            if found := pattern.fullmatch(text):
                bid = found["bid"]
                return self.seat(found["seat"]), None if bid == "?" else int(bid)
        raise RecordError(f"expected the bid and who has it, such as '300 by 1', got {text!r}")

    def redeal(self, text: str) -> Redeal:
        """Read who threw a deal in, and that deal."""
        found = _REDEAL.fullmatch(text)
        if found is None:
            raise RecordError(
                f"expected 'seat 2 asked' or 'all passed', then perhaps a comma and the hands, got {text!r}"
            )
        seat = None if found["seat"] is None else self.seat(found["seat"])
        return Redeal(seat, () if found["hands"] is None else self.hands(found["hands"]))

    def called(self, text: str) -> tuple[str, int | None]:
        """Read the called card and its holder."""
        card, *seat = re.split(r"\s+held by\s+", text, maxsplit=1, flags=re.I)
        return self.card(card), self.seat(seat[0]) if seat else None

    def shared(self, text: str) -> tuple[tuple[int, str], ...]:
        """Read the cards given out of a kitty."""
        pairs = [part.split() for part in text.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise RecordError(f"expected a seat and a card for each other player, such as '1 9D, 2 AS', got {text!r}")
        return tuple((self.seat(seat), self.card(card)) for seat, card in pairs)

    def claim(self, text: str) -> tuple[int, tuple[MeldItem, ...]]:
        """Read the points of a meld, and its items if they are given."""
        total, equals, items = text.partition("=")
        return whole(total.strip(), "the points of the meld"), self.items(items.strip()) if equals else ()

    def items(self, text: str) -> tuple[MeldItem, ...]:
        """Read melds with their points and cards."""
        found: list[MeldItem] = []
        at = 0
        while at < len(text):
            match = _ITEM.match(text, at)
            if match is None or (match.end() == len(text)) == (match[5] == ","):
                raise RecordError(
                    f"expected melds with points and cards, such as 'run 150 (S:ATKQJ), pinochle 40 (S:Q D:J)', "
                    f"got {text[at : at + 60]!r}"
                )
            name = " ".join(match[1].lower().split())
            if name not in MELD_NAMES:
                raise RecordError(f"expected the name of a meld ({', '.join(MELD_NAMES)}), got {match[1]!r}")
            found.append(MeldItem(name, int(match[2] or 1), int(match[3]), str(self.hand(match[4]))))
            at = match.end()
        if not found:
            raise RecordError("expected at least one meld after =, got nothing")
        return tuple(found)

    def trick(self, text: str) -> Trick:
        """Read leader, cards and winner of a trick."""
        players = self.rules.seats.players
        found = _TRICK.fullmatch(text) if len(text) <= LONGEST_TRICK else None
        if found is None:
            raise RecordError(f"expected a trick such as '0 leads AS TS KS 9S, 0 wins', got {text!r}")
        cards = self.cards(found["cards"])
        if not 1 <= len(cards) <= players:
            raise RecordError(f"expected 1 to {players} cards in a trick, got {len(cards)} in {text!r}")
        winner = found["wins"] or found["by"] or found["to"]
        return Trick(
            None if found["leader"] is None else self.seat(found["leader"]),
            cards,
            None if winner is None else self.seat(winner),
        )

    def dix(self, text: str) -> tuple[Dix, ...]:
        """Read nines of trump shown after a trick."""
        shown = []
        for part in text.split(","):
            found = _DIX.fullmatch(part.strip())
            if found is None:
                raise RecordError(f"expected a nine shown, such as '9H for AH 10' or '9H 10', got {part.strip()!r}")
            shown.append(Dix(self.card(found[1]), int(found[3]), None if found[2] is None else self.card(found[2])))
        return tuple(shown)

    def draws(self, text: str) -> tuple[Draw, ...]:
        """Read the cards drawn after a trick."""
        drawn = []
        for part in text.split(","):
            words = part.split()
            if len(words) != 2:
                raise RecordError(f"expected a seat and the card it draws, such as '1 KS', got {part.strip()!r}")
            drawn.append(Draw(self.seat(words[0]), None if words[1].lower() == UNKNOWN else self.card(words[1])))
        return tuple(drawn)

    def taken(self, text: str) -> tuple[tuple[int, int], ...]:
        """Read tricks and trick points of each side."""
        parts = [_TAKEN.fullmatch(part.strip()) for part in self._sides(text)]
        if not all(parts):
            raise RecordError(
                f"expected tricks and points of each side, such as '9 tricks 180 | 3 tricks 70', got {text!r}"
            )
        return tuple((int(part[1]), int(part[2])) for part in parts if part)

    def result(self, text: str) -> tuple[str, tuple[int, ...]]:
        """Read how a hand ended, and the changes of score."""
        outcome, _, numbers = text.partition(" ")
        if outcome.lower() == "not":
            outcome, numbers = "not played", numbers.partition(" ")[2]
        outcome = outcome.lower().rstrip(":,")
        if outcome not in ("made", "set", "played", "not played"):
            raise RecordError(f"expected made, set, played or not played, then the changes of score, got {text!r}")
        return outcome, self.side_numbers(numbers, "the change of score")

    def side_numbers(self, text: str, what: str) -> tuple[int, ...]:
        """Read one whole number a side."""
        return tuple(whole(part.strip(), f"{what} of a side") for part in self._sides(text))

    def _sides(self, text: str) -> list[str]:
        parts = text.split("|")
        if len(parts) != self.rules.seats.teams:
            raise RecordError(
                f"expected {self.rules.seats.teams} sides with | between them, got {len(parts)} in {text!r}"
            )
        return parts

    def winner(self, text: str) -> int:
        """Read the side that won the game."""
        side = whole(re.sub(r"^side\s+", "", text, flags=re.I), "the side that won")
        if not 0 <= side < self.rules.seats.teams:
            raise RecordError(f"expected a side from 0 to {self.rules.seats.teams - 1}, got {text!r}")
        return side


def whole(text: str, what: str) -> int:
    """Read a whole number of at most seven digits."""
    if not _WHOLE.fullmatch(text):
        raise RecordError(f"expected {what} as a whole number, got {text[:60]!r}")
    return int(text)


def _call(word: str) -> int | str:
    if word.lower() in ("p", "pass", "passes", "-"):
        return PASS
    if _WHOLE.fullmatch(word) and int(word) > 0:
        return int(word)
    raise RecordError(f"expected a bid or P for pass, got {word[:40]!r}")


def unquote(text: str, limit: int) -> str:
    """Read what `write.quote` wrote; text without quotes is taken as it stands."""
    value: object = text
    if text.startswith('"'):
        try:
            value = json.loads(text)
        except ValueError:  # an int too long to read is a ValueError too
            value = None
    if not isinstance(value, str) or len(value) > limit:
        raise RecordError(f"expected text of at most {limit} characters between double quotes, got {text[:60]!r}")
    return value


def read_player(text: str) -> Player:
    """Read a player: a quoted name, a policy, or a name and a policy in brackets.

    Examples
    --------
    >>> read_player('"Ann Lee" (standard-1)')
    Player(name='Ann Lee', policy='standard-1')
    >>> read_player("random-1")
    Player(name='', policy='random-1')
    >>> read_player("hard-1+dailey")
    Player(name='', policy='hard-1+dailey')
    """
    if len(text) > 8 * LONGEST_NAME:
        raise RecordError(f"expected a name of at most {LONGEST_NAME} characters, got {len(text)}")
    name, policy = text, ""
    if found := re.fullmatch(r"(.*?)\s*\(([A-Za-z0-9_.+-]{1,100})\)", text):
        name, policy = found[1], found[2]
    elif re.fullmatch(r"[A-Za-z]+-[0-9]+(\+[A-Za-z0-9_.-]{1,60})?", text):
        name, policy = "", text
    return Player(unquote(name, LONGEST_NAME) if name else "", policy)
