"""Ranks, suits and decks; cards read from any usual notation and printed in one.

Counts of a hand are a tuple of 24 numbers, one for each card of the full ranks in the order of `CARDS` (suits S H D C,
in a suit 9 J Q K T A), whatever the deck. `Deck` says which of them it has, how many copies, and their numbers in
kernels.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

import msgspec

from pinosim.errors import CardError

RANKS: Final = "ATKQJ9"  # high to low
SUITS: Final = "SHDC"
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STRENGTHS: Final = RANKS[::-1]  # low to high: a card's strength is its place here
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in STRENGTHS)
MAX_COPIES: Final = 6  # no pinochle deck has more
LONGEST_TEXT: Final = 10_000

_RANK_OF: Final = {letter: rank for rank in RANKS for letter in (rank, rank.lower())} | {"N": "9", "n": "9"}
_SUIT_OF: Final = (
    {letter: suit for suit in SUITS for letter in (suit, suit.lower())}
    | dict(zip("♠♥♦♣", SUITS, strict=True))
    | dict(zip("♤♡♢♧", SUITS, strict=True))
)
_SYMBOL_STYLES: Final = "\ufe0e\ufe0f"  # may follow a suit symbol: as text, as emoji
_CHUNK: Final = re.compile(r"[^\s,]+")
_WORDS: Final = {
    **dict(zip(("ace", "ten", "king", "queen", "jack", "nine"), RANKS, strict=True)),
    **dict(zip(("aces", "tens", "kings", "queens", "jacks", "nines"), RANKS, strict=True)),
    **{name: suit for suit, name in SUIT_NAMES.items()},
    **{name[:-1]: suit for suit, name in SUIT_NAMES.items()},
}
_SUIT_FIRST: Final = "a card is rank then suit, as in AS; the cards of a suit are S:AKQ"
_HINTS: Final = {
    **dict.fromkeys("01", "the ten is T or 10"),
    **dict.fromkeys("2345678", f"the ranks are {' '.join(RANKS)}"),
    **dict.fromkeys(";/+", "separate cards by spaces or commas"),
    **dict.fromkeys("–—", "for a suit without cards type a plain -, as in D:-"),
    "-": "- stands for a suit without cards, as in D:-",
    "|": "this is one hand; | stands between the hands of a deal",
    "*": "a count follows its card at once, as in AS*2",
    ":": "the suit stands before the colon, as in S:AKQ",
}


class Deck(msgspec.Struct, frozen=True):
    """The cards of a game: the same ranks in all four suits, so many copies of each.

    Parameters
    ----------
    ranks : str
        High to low, `"ATKQJ9"` or, without nines, `"ATKQJ"`.
    copies : int
        Copies of each card, 1 to 6.

    Examples
    --------
    >>> deck = Deck("ATKQJ", copies=4)
    >>> deck.size, deck.width, deck.card_index("A", "S"), deck.token(4)
    (80, 3, 4, 'AS')
    """

    ranks: str = RANKS
    copies: int = 2

    def __post_init__(self) -> None:
        if self.ranks not in (RANKS, RANKS[:-1]):
            raise CardError(f"the ranks of a deck are {RANKS!r} or {RANKS[:-1]!r}, not {self.ranks!r}")
        if type(self.copies) is not int or not 1 <= self.copies <= MAX_COPIES:
            raise CardError(f"a deck has 1 to {MAX_COPIES} copies of each card, not {self.copies!r}")

    @property
    def n_ranks(self) -> int:
        """Ranks in a suit, 6 with nines and 5 without."""
        return len(self.ranks)

    @property
    def n_kinds(self) -> int:
        """Different cards, 24 or 20."""
        return 4 * len(self.ranks)

    @property
    def width(self) -> int:
        """Bits that count one card in a hand: 2 up to 3 copies, 3 beyond."""
        return 2 if self.copies <= 3 else 3

    @property
    def size(self) -> int:
        """Cards in the deck, all copies."""
        return self.n_kinds * self.copies

    def card_index(self, rank: str, suit: str) -> int:
        """Give a card's number, `suit * n_ranks + strength`.

        Raises
        ------
        CardError
            If the deck has no such card.
        """
        rank, suit = read_rank(rank), read_suit(suit)
        if rank not in self.ranks:
            raise CardError(f"{rank}{suit} is not in the deck ({self})")
        return SUITS.index(suit) * self.n_ranks + self.ranks[::-1].index(rank)

    def rank_and_suit(self, card: int) -> tuple[str, str]:
        """Give the letters of a card's number; the reverse of `card_index`.

        Raises
        ------
        CardError
            If there is no such number.
        """
        if not 0 <= card < self.n_kinds:
            raise CardError(f"cards of this deck are numbered 0 to {self.n_kinds - 1}, not {card!r}")
        suit, strength = divmod(card, self.n_ranks)
        return self.ranks[::-1][strength], SUITS[suit]

    def token(self, card: int) -> str:
        """Write a card's number as rank and suit, e.g. `"TS"`."""
        rank, suit = self.rank_and_suit(card)
        return rank + suit

    def __str__(self) -> str:
        copies = "1 copy" if self.copies == 1 else f"{self.copies} copies"
        return f"{self.size} cards: {' '.join(self.ranks)} in four suits, {copies} of each"


def read_rank(text: str) -> str:
    """Read one rank: a letter of `RANKS` in either case, `10`, or `N` for the nine.

    Examples
    --------
    >>> read_rank("10"), read_rank("q"), read_rank("N")
    ('T', 'Q', '9')
    """
    rank = ("T" if text == "10" else _RANK_OF.get(text)) if _is_text(text) else None
    if rank is None:
        raise CardError(f"a rank is one of {' '.join(RANKS)}, not {_shown(text)}")
    return rank


def read_suit(text: str) -> str:
    """Read one suit: a letter of `SUITS` in either case, a symbol, or the name.

    Examples
    --------
    >>> read_suit("h"), read_suit("♣"), read_suit("Spades")
    ('H', 'C', 'S')
    """
    if _is_text(text):
        plain = text.strip().rstrip(_SYMBOL_STYLES)
        word = _WORDS.get(plain.lower(), "") if len(plain) < 10 else ""
        suit = _SUIT_OF.get(plain) or (word if word in SUIT_NAMES else "")
        if suit:
            return suit
    raise CardError(f"a suit is one of S H D C (spades, hearts, diamonds, clubs), not {_shown(text)}")


def format_counts(counts: Sequence[int]) -> str:
    """Write a hand in the one canonical form.

    Parameters
    ----------
    counts : sequence of int, length 24
        Copies of each card, in the order of `CARDS`.

    Examples
    --------
    >>> format_counts(parse_cards("as 10s ♥A9 AS"))
    'S:AAT H:A9 D:- C:-'
    """
    return " ".join(f"{suit}:{suit_ranks(counts, suit) or '-'}" for suit in SUITS)


def suit_ranks(counts: Sequence[int], suit: str) -> str:
    """Write the cards of one suit (a letter of `SUITS`) high to low, e.g. `"AATKQ"`; empty for a void."""
    start = SUITS.index(suit) * len(RANKS)
    return "".join(rank * counts[start + STRENGTHS.index(rank)] for rank in RANKS)


def parse_cards(text: str, deck: Deck | None = None, *, where: str = "", offset: int = 0) -> tuple[int, ...]:
    """Read cards in any notation of pinosim: tokens, suit groups, dotted groups, counts, freely mixed.

    Parameters
    ----------
    text : str
        At most 10,000 characters. In either case of letters; spaces, commas and line breaks separate.
    deck : Deck, optional
        Refuse cards this deck does not have, and more copies than it has. Without a deck: more than 6 copies.
    where : str, optional
        Put before the message of an error, e.g. `"seat 2"`.
    offset : int, optional
        Where `text` begins in what the user wrote; added to the places errors name.

    Returns
    -------
    tuple of int
        24 numbers, the copies of each card, in the order of `CARDS`.

    Raises
    ------
    CardError
        Names the token, its place (characters count from 1) and what would do.

    Examples
    --------
    >>> sum(parse_cards("AATKQ.A9..TT")), sum(parse_cards("asTS*2 10h ♠AK c:9"))
    (9, 7)
    """
    return _Reader(text, deck, where, offset).read()


def _is_text(value: object) -> bool:
    """Tell whether a caller without type checks gave text at all."""
    return isinstance(value, str)


def _shown(text: object) -> str:
    """Quote what a user wrote, cut to a length that can be read."""
    quoted = ascii(text) if isinstance(text, str) and not text.isprintable() else repr(text)
    return quoted if len(quoted) <= 40 else f"{quoted[:30]}...{quoted[-7:]}"


class _Group(NamedTuple):
    """A suit group whose cards may still follow."""

    suit: str
    position: int
    needs_cards: bool  # opened by a symbol alone: ranks or - must follow


class _Reader:
    """Reads a hand from left to right, one chunk without spaces at a time, in time linear in the text."""

    def __init__(self, text: str, deck: Deck | None, where: str, offset: int) -> None:
        self.text, self.deck, self.where, self.offset = text, deck, where and f"{where}: ", offset
        self.counts = [0] * len(CARDS)
        self.group: _Group | None = None

    def read(self) -> tuple[int, ...]:
        if not _is_text(self.text):
            raise CardError(f"{self.where}cards are given as text, such as 'AS TH 9D', not {_shown(self.text)}")
        if len(self.text) > LONGEST_TEXT:
            size = f"{len(self.text):,} characters are too many for a hand ({LONGEST_TEXT:,} at most)"
            raise CardError(f"{self.where}{size}; it begins {self.text[:20]!r}")
        for chunk in _CHUNK.finditer(self.text):
            start, end = chunk.span()
            if "." in chunk.group():
                self._dotted(start, end)
            elif self.text[start] in _SUIT_OF:
                self._groups(start, end)
            elif self.group is not None and self._only_ranks(start, end):
                self._ranks(start, end, self.group.suit)
                self.group = self.group._replace(needs_cards=False)
            else:
                self._tokens(start, end)
        self._close_group()
        return tuple(self.counts)

    def _rank_at(self, i: int, end: int) -> tuple[str, int]:
        """Give the rank at `i` and the place behind it; an empty rank if there is none."""
        if self.text.startswith("10", i, end):
            return "T", i + 2
        rank = _RANK_OF.get(self.text[i], "") if i < end else ""
        return rank, i + len(rank)

    def _after_suit(self, i: int, end: int) -> int:
        """Give the place behind the suit at `i`."""
        return i + 2 if i + 1 < end and self.text[i + 1] in _SYMBOL_STYLES else i + 1

    def _only_ranks(self, start: int, end: int) -> bool:
        i = start
        while i < end:
            rank, following = self._rank_at(i, end)
            if not rank and not (self.text[i] == "-" and end - start == 1):
                return False
            i = following if rank else i + 1
        return True

    def _ranks(self, i: int, end: int, suit: str) -> int:
        """Add the ranks from `i` on to `suit`, or pass over a lone `-`; give the place behind them."""
        if i < end and self.text[i] == "-":
            return i + 1
        while True:
            rank, following = self._rank_at(i, end)
            if not rank:
                return i
            self._add(rank + suit, 1, i)
            i = following

    def _dotted(self, start: int, end: int) -> None:
        self._close_group()
        if self.text.count(".", start, end) != 3:
            self._fail(start, end, start, "a dotted hand is S.H.D.C, four suits and three dots: AATKQ.A9..TT")
        i = start
        for suit in SUITS:
            i = self._ranks(i, end, suit)
            if i < end and self.text[i] != ".":
                self._fail(start, end, i, self._hint(start, end, i, "between the dots stand ranks alone"))
            i += 1

    def _groups(self, start: int, end: int) -> None:
        i, bare_before = start, True
        while i < end:
            suit, position, letter = _SUIT_OF[self.text[i]], i, self.text[i].isascii()
            i = self._after_suit(i, end)
            bare = not self.text.startswith(":", i, end)
            if bare and letter:
                self._fail(start, end, position, self._hint(start, end, end, _SUIT_FIRST))
            if bare and not bare_before:  # S:AKQ♥ could be the queen of hearts
                self._fail(start, end, position, "leave a space before the next suit, or before the card it belongs to")
            self._close_group()
            i += not bare
            behind = self._ranks(i, end, suit)
            self.group = _Group(suit, position, needs_cards=bare and behind == i)
            i, bare_before = behind, bare
            if i < end and self.text[i] not in _SUIT_OF:
                self._fail(start, end, i, self._hint(start, end, i, "after a suit stand ranks alone, or - for none"))

    def _tokens(self, start: int, end: int) -> None:
        self._close_group()
        i = start
        while i < end:
            rank, following = self._rank_at(i, end)
            if not rank:
                self._fail(start, end, i, self._hint(start, end, i, "a card is rank and suit, as in AS or 10H"))
            suit = _SUIT_OF.get(self.text[following]) if following < end else None
            if suit is None:
                hint = f"the {self.text[i:following]} has no suit (S H D C); write it as in {rank}S or S:{rank}"
                self._fail(start, end, i, self._hint(start, end, following, hint))
            following = self._after_suit(following, end)
            copies = 1
            if self.text.startswith("*", following, end):
                copies, following = self._copies(start, end, following + 1)
            self._add(rank + suit, copies, i)
            i = following

    def _copies(self, start: int, end: int, i: int) -> tuple[int, int]:
        """Read the number behind a `*`; give it and the place behind it."""
        behind = i
        while behind < end and "0" <= self.text[behind] <= "9":
            behind += 1
        digits = self.text[i:behind]
        if len(digits) != 1 or not 1 <= int(digits) <= MAX_COPIES:
            hint = f"after * stands a number, 1 to {MAX_COPIES}, and before a further 9 or 10 a space"
            self._fail(start, end, i, hint)
        return int(digits), behind

    def _add(self, card: str, copies: int, position: int) -> None:
        index = CARDS.index(card)
        self.counts[index] += copies
        if self.deck is not None and card[0] not in self.deck.ranks:
            raise CardError(f"{self.where}{card} at {self._place(position)} is not in the deck ({self.deck})")
        most = MAX_COPIES if self.deck is None else self.deck.copies
        if self.counts[index] > most:
            has = f"no deck has more than {most}" if self.deck is None else f"the deck has {most} ({self.deck})"
            raise CardError(
                f"{self.where}{card} at {self._place(position)} makes {self.counts[index]} copies of it; {has}"
            )

    def _close_group(self) -> None:
        if self.group is not None and self.group.needs_cards:
            position = self.group.position
            symbol = self.text[position]
            self._fail(position, position + 1, position, f"no cards follow; a suit without cards is written {symbol}-")
        self.group = None

    def _hint(self, start: int, end: int, i: int, otherwise: str) -> str:
        """Say what is wrong with the character at `i` of a chunk, or else `otherwise`."""
        chunk = self.text[start:end]
        if 3 <= len(chunk) < 12 and chunk.isalpha():
            import difflib

            for word in difflib.get_close_matches(chunk.lower(), _WORDS, n=1, cutoff=0.8):
                return f"{word} is written {_WORDS[word]}; the ace of spades is AS"
        character = self.text[i] if i < end else ""
        if character in _HINTS:
            return _HINTS[character]
        if character and not character.isprintable():
            return f"the character U+{ord(character):04X} cannot be read; leave it out"
        plain = unicodedata.normalize("NFKC", character)
        return f"{character} looks like {plain} but is another character" if plain != character else otherwise

    def _place(self, position: int) -> str:
        before = self.text[:position]
        if self.offset == 0 and "\n" in before:
            return f"line {before.count(chr(10)) + 1}, character {position - before.rindex(chr(10))}"
        return f"character {self.offset + position + 1}"

    def _fail(self, start: int, end: int, position: int, hint: str) -> NoReturn:
        shown = _shown(self.text[start:end])
        raise CardError(f"{self.where}cannot read {shown} at {self._place(position)}: {hint}")
