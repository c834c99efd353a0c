"""Reading an event from text: `A>=1 each`, `run(S) | aces_around(2)`, `9>=5 & A==0`; see `docs/event-language.md`.

A recursive descent over a handful of token kinds. The text only ever becomes a tree of comparisons: it cannot name
anything but cards and the words listed here.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from pinosim.api.odds.events import (
    EVERY_SUIT,
    OPERATORS,
    Compare,
    Either,
    Event,
    Every,
    InSuits,
    Lengths,
    Measure,
    Not,
    Sets,
    Shape,
    Total,
)
from pinosim.api.odds.values import ACE, JACK, KING, N_STRENGTHS, PINOCHLE, QUEEN, RUN_RANKS
from pinosim.cards import CARDS, STRENGTHS, SUIT_NAMES, SUITS, read_rank, read_suit
from pinosim.errors import CardError, PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

LONGEST_TEXT: Final = 2000
DEEPEST: Final = 40
MOST_DIGITS: Final = 4
RANK_WORDS: Final = dict(zip(("nines", "jacks", "queens", "kings", "tens", "aces"), range(N_STRENGTHS), strict=True))
AROUNDS: Final = {"aces_around": ACE, "kings_around": KING, "queens_around": QUEEN, "jacks_around": JACK}
NAMES: Final = (
    "run", "runs", "marriage", "marriages", "roundhouse", "pinochle", *AROUNDS,
    "void", "voids", "longest", "shortest", "shape", "counters",
)  # fmt: skip
_TOKEN: Final = re.compile(r"\s*(?:(>=|<=|==|!=|<>|&&|\|\||[≥≤≠><=&|!(),+-])|([\w♠♥♦♣♤♡♢♧]+))")
_SAME: Final = {"=": "==", "<>": "!=", "≥": ">=", "≤": "<=", "≠": "!="}
_NUMBERS: Final = ("runs", "marriages", "voids", "longest", "shortest", "counters")


class Token(NamedTuple):
    """A word or sign and where it begins."""

    text: str
    position: int


class EventError(PinosimError):
    """An event that cannot be read; the message names the part that is wrong and its place."""


def read_event(text: str, rules: Rules) -> Event:
    """Read an event.

    Parameters
    ----------
    text : str
        At most 2,000 characters; see `docs/event-language.md`.
    rules : Rules
        The rule set: its deck, and which cards count in tricks.

    Returns
    -------
    Event

    Raises
    ------
    EventError
        If the text cannot be read, with the place and what would do.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> print(read_event("9>=5 & A==0", load_rules("family250")))
    at least 5 nines and no aces
    """
    expect_rules(rules)
    return _Reader(text, rules).read()


class _Reader:
    """Reads from left to right; `self.next` is the token to read next."""

    def __init__(self, text: str, rules: Rules) -> None:
        if not isinstance(text, str):
            raise EventError(f"expected an event as text, such as 'A>=1 each', got {text!r}")
        if len(text) > LONGEST_TEXT:
            raise EventError(f"expected at most {LONGEST_TEXT:,} characters, got {len(text):,}: {text[:20]!r}...")
        self.text, self.rules, self.deck = text, rules, rules.deck
        self.tokens = self._split()
        self.at = 0
        self.depth = 0

    def _split(self) -> list[Token]:
        tokens, position = [], 0
        while self.text[position:].strip():
            match = _TOKEN.match(self.text, position)
            if match is None:
                bad = len(self.text) - len(self.text[position:].lstrip())
                self._fail(bad, f"the sign {self.text[bad]!r} means nothing here; signs are >= <= == != > < & | ! + -")
            group = 1 if match.group(1) else 2
            tokens.append(Token(match.group(group), match.start(group)))
            position = match.end()
        return [*tokens, Token("", len(self.text))]

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def _take(self, *texts: str) -> bool:
        if self.next.text.lower() in texts:
            self.at += 1
            return True
        return False

    def _expect(self, text: str, why: str) -> None:
        if not self._take(text):
            self._fail(self.next.position, f"expected {text!r} {why}, got {self._shown()}")

    def _shown(self) -> str:
        return repr(self.next.text) if self.next.text else "the end"

    def _fail(self, position: int, message: str) -> NoReturn:
        raise EventError(f"cannot read the event {self.text[:60]!r} at character {position + 1}: {message}")

    def read(self) -> Event:
        if not self.next.text:
            self._fail(0, "expected something such as 'A>=1 each' or 'run(S)', got nothing")
        event = self._either()
        if self.next.text:
            self._fail(self.next.position, f"expected & or | before {self._shown()}")
        return event

    def _either(self) -> Event:
        events = [self._every()]
        while self._take("|", "||", "or"):
            events.append(self._every())
        return events[0] if len(events) == 1 else Either(tuple(events))

    def _every(self) -> Event:
        events = [self._not()]
        while self._take("&", "&&", "and"):
            events.append(self._not())
        return events[0] if len(events) == 1 else Every(tuple(events))

    def _not(self) -> Event:
        self.depth += 1
        if self.depth > DEEPEST:
            self._fail(self.next.position, f"brackets and ! are nested more than {DEEPEST} deep")
        if self._take("!", "not"):
            event: Event = Not(self._not())
        elif self._take("("):
            event = self._either()
            self._expect(")", "to close the bracket")
        else:
            event = self._claim()
        self.depth -= 1
        return event

    def _claim(self) -> Event:
        """Read a comparison, or a name that claims something by itself."""
        start = self.next
        word = start.text.lower()
        if word == "shape":
            return self._shape()
        if word in ("run", "marriage", "void", "roundhouse", "pinochle", *AROUNDS):
            return self._named(word)
        terms = [(1, self._measure())]
        while self.next.text in ("+", "-"):
            sign = 1 if self.next.text == "+" else -1
            self.at += 1
            terms.append((sign, self._measure()))
        operator = _SAME.get(self.next.text, self.next.text)
        if operator not in OPERATORS:
            only = terms[0][1]
            if len(terms) == 1 and isinstance(only, Total) and sum(only.weights) == 1:
                return Compare(tuple(terms), ">=", 1)  # a card alone: it is held
            self._fail(start.position, f"{start.text} is a number of cards: compare it, as in {start.text}>=2")
        self.at += 1
        number = self._number(f"after {operator}")
        if self._take("each"):
            self._take("suit")
            return self._each(start, terms, operator, number)
        return Compare(tuple(terms), operator, number)

    def _each(self, start: Token, terms: list[tuple[int, Measure]], operator: str, number: int) -> Event:
        """Ask the same of the cards of each suit."""
        per_suit = []
        for suit in EVERY_SUIT:
            own = range(suit * N_STRENGTHS, (suit + 1) * N_STRENGTHS)
            cut: list[tuple[int, Measure]] = []
            for sign, measure in terms:
                if not isinstance(measure, Total) or any(
                    measure.weights[card] != measure.weights[card % N_STRENGTHS] for card in range(len(CARDS))
                ):
                    self._fail(start.position, "'each' asks about ranks, suit by suit, as in A>=1 each or K+Q>=2 each")
                weights = tuple(weight if card in own else 0 for card, weight in enumerate(measure.weights))
                cut.append((sign, Total(weights, f"{measure.words} of {SUIT_NAMES[SUITS[suit]]}")))
            per_suit.append(Compare(tuple(cut), operator, number))
        return Every(tuple(per_suit))

    def _number(self, where: str) -> int:
        text = self.next.text
        if text.isascii() and text.isdigit() and len(text) > MOST_DIGITS:
            self._fail(
                self.next.position, f"the number {text[:20]} is too large, expected at most {MOST_DIGITS} digits"
            )
        if not (text.isascii() and text.isdigit()):
            self._fail(self.next.position, f"expected a whole number {where}, got {self._shown()}")
        self.at += 1
        return int(text)

    def _measure(self) -> Measure:
        """Read what is counted: a rank, a suit, a card, or one of the numbers that have a name."""
        token = self.next
        word = token.text.lower()
        if not word or not (word[0].isalnum() or word[0] in "♠♥♦♣♤♡♢♧"):
            self._fail(token.position, f"expected a card, a rank, a suit or a name, got {self._shown()}")
        self.at += 1
        if word in ("voids", "longest", "shortest"):
            return Lengths(word)  # type: ignore[arg-type]
        if word == "counters":
            return self._counters()
        if word in ("marriages", "runs"):
            return self._sets_in_suits(word)
        strength, suit = self._card(token)
        weights = tuple(
            int((strength is None or card % N_STRENGTHS == strength) and (suit is None or card // N_STRENGTHS == suit))
            for card in range(len(CARDS))
        )
        rank_name = next((name for name, value in RANK_WORDS.items() if value == strength), "")
        suit_name = "" if suit is None else SUIT_NAMES[SUITS[suit]]
        return Total(weights, " of ".join(filter(None, (rank_name, suit_name))))

    def _card(self, token: Token) -> tuple[int | None, int | None]:
        """Read a rank, a suit or a card; None for the part that is left open."""
        word = token.text.lower()
        if word in RANK_WORDS:
            strength: int | None = RANK_WORDS[word]
            suit = None
        else:
            strength, suit = self._rank(token.text), self._suit(token.text)
            if strength is None and suit is None:
                rank, end = ("T", 2) if word.startswith("10") else (word[:1], 1)
                strength, suit = self._rank(rank), self._suit(token.text[end:])
                if strength is None or suit is None:
                    self._unknown(token)
        if strength is not None and STRENGTHS[strength] not in self.deck.ranks:
            self._fail(token.position, f"{token.text} is not in the deck of {self.rules.id} ({self.deck})")
        return strength, suit

    def _rank(self, text: str) -> int | None:
        try:
            return STRENGTHS.index(read_rank(text))
        except CardError:
            return None

    def _suit(self, text: str) -> int | None:
        try:
            return SUITS.index(read_suit(text))
        except CardError:
            return None

    def _unknown(self, token: Token) -> NoReturn:
        if token.text.isdigit():
            self._fail(token.position, "a number stands behind the sign, as in A>=4; before it stand cards")
        words = [*NAMES, *RANK_WORDS, "and", "or", "not", "each"]
        close = difflib.get_close_matches(token.text.lower(), words, n=1, cutoff=0.7)
        hint = f"did you mean {close[0]}?" if close else f"cards are AS, ranks A, suits S; names: {', '.join(NAMES)}"
        self._fail(token.position, f"{token.text!r} is no card and no name; {hint}")

    def _counters(self) -> Measure:
        points = self.rules.tricks.by_strength
        return Total(tuple(int(points[card % N_STRENGTHS] > 0) for card in range(len(CARDS))), "counters")

    def _arguments(self) -> list[Token]:
        """Read what stands in brackets behind a name, if anything does."""
        arguments: list[Token] = []
        if self._take("("):
            while not self._take(")"):
                if not self.next.text or self.next.text in "&|!()<>":
                    self._fail(self.next.position, f"expected ')' to close the bracket, got {self._shown()}")
                if self.next.text != ",":
                    arguments.append(self.next)
                self.at += 1
        return arguments

    def _suit_and_number(self, name: str) -> tuple[int | None, int]:
        """Read `(S)`, `(2)`, `(S, 2)` or nothing; the number is 1 where none is given."""
        suit, number = None, None
        for token in self._arguments():
            if token.text.isascii() and token.text.isdigit() and number is None and int(token.text[:4]) > 0:
                number = int(token.text[:4])
            elif self._suit(token.text) is not None and suit is None:
                suit = self._suit(token.text)
            else:
                self._fail(token.position, f"{name} takes a suit, a number from 1, or both, as in {name}(S, 2)")
        return suit, 1 if number is None else number

    def _named(self, name: str) -> Event:
        """Read a name that claims something: so many of a meld, or a void; or compare it like any number."""
        token = self.next
        self.at += 1
        suit, number = self._suit_and_number(name)
        if name in ("pinochle", "roundhouse", *AROUNDS) and suit is not None:
            self._fail(token.position, f"{name} is of all suits; it takes a number alone, as in {name}(2)")
        if name == "void":
            lengths = [self._length(place) for place in (EVERY_SUIT if suit is None else (suit,))]
            events: list[Event] = [Compare(((1, length),), "==", 0) for length in lengths]
        else:
            sets = self._sets(name, suit)
            operator = _SAME.get(self.next.text, self.next.text)
            if operator in OPERATORS and len(sets) == 1:
                self.at += 1
                return Compare(((1, sets[0]),), operator, self._number(f"after {operator}"))
            events = [Compare(((1, one),), ">=", number) for one in sets]
        return events[0] if len(events) == 1 else Either(tuple(events))

    def _length(self, suit: int) -> Total:
        return Total(tuple(int(card // N_STRENGTHS == suit) for card in range(len(CARDS))), SUIT_NAMES[SUITS[suit]])

    def _sets(self, name: str, suit: int | None) -> list[Sets]:
        """Give the sets of cards a name stands for, one a suit where the suit is left open."""
        if name == "pinochle":
            return [Sets(PINOCHLE, "pinochles")]
        if name in AROUNDS:
            return [Sets(tuple(s * N_STRENGTHS + AROUNDS[name] for s in EVERY_SUIT), name.replace("_", " "))]
        if name == "roundhouse":
            cards = tuple(s * N_STRENGTHS + rank for s in EVERY_SUIT for rank in (KING, QUEEN))
            return [Sets(cards, "roundhouses")]
        ranks = RUN_RANKS if name.startswith("run") else (KING, QUEEN)
        return [
            Sets(
                tuple(place * N_STRENGTHS + rank for rank in ranks),
                f"{name.removesuffix('s')}s in {SUIT_NAMES[SUITS[place]]}",
            )
            for place in (EVERY_SUIT if suit is None else (suit,))
        ]

    def _sets_in_suits(self, name: str) -> Measure:
        """Read `marriages` or `runs`, of all suits together or of one in brackets."""
        suit, _ = self._suit_and_number(name)
        sets = self._sets(name, suit)
        return sets[0] if len(sets) == 1 else InSuits(tuple(sets), name)

    def _shape(self) -> Event:
        token = self.next
        self.at += 1
        lengths = [argument.text for argument in self._arguments() if argument.text != "-"]
        if len(lengths) != len(SUITS) or not all(length.isascii() and length.isdigit() for length in lengths):
            self._fail(token.position, "shape takes the lengths of the four suits, in any order: shape(5-4-2-1)")
        return Shape(tuple(sorted((int(length[:4]) for length in lengths), reverse=True)))
