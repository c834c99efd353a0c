"""Decks, and cards read from every notation."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinosim.cards import (
    CARDS,
    LONGEST_TEXT,
    MAX_COPIES,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Deck,
    format_counts,
    parse_cards,
    read_rank,
    read_suit,
)
from pinosim.errors import CardError

SINGLE = Deck("ATKQJ9", 2)
DOUBLE = Deck("ATKQJ", 4)
TARGET = "S:AATKQ H:A9 D:- C:TT"

NOTATIONS = [
    "S:AATKQ H:A9 D:- C:TT",
    "s:aatkq h:an d:- c:tt",
    "S:AATKQ H:A9 C:TT",
    "S:AA10KQ H:A9 D: C:1010",
    "S: A A 10 K Q  H: A 9  D: -  C: T T",
    "S:AATKQH:A9D:-C:TT",
    "S:AA S:TKQ C:TT H:9A",
    "♠AATKQ ♥A9 ♦- ♣TT",
    "♠AATKQ♥A9♣TT",
    "♠ A A T K Q ♥ A 9 ♣ T T",
    "♤AATKQ ♡A9 ♧TT",
    "♠️AATKQ ♥️A9 ♣︎TT",
    "♠:AATKQ ♥:A9 ♦: ♣:TT",
    "AATKQ.A9..TT",
    "aa10kq.an.-.1010",
    "AS AS TS KS QS AH 9H TC TC",
    "as,as,10s,ks,qs,ah,nh,tc,tc",
    "AS, AS,\tTS\nKS QS\r\nAH 9H\u00a0TC TC",
    "A♠ A♠ 10♠ K♠ Q♠ A♥ 9♥ 10♣ 10♣",
    "A♠️A♠️T♠️K♠️Q♠️A♥️9♥️T♣️T♣️",
    "ASASTSKSQSAH9HTCTC",
    "AS*2 TS KS QS AH*1 9H TC*2",
    "AS*2TSKSQSAH9HTC*2",
    "AS*2, S:TKQ AH N♥ ..." + " ...TT",
    "♠AA10 KS QS .A9.. C:T TC",
]

REFUSALS = [
    ("1S", 1, "the ten is T or 10"),
    ("AS 0S", 4, "the ten is T or 10"),
    ("AS 8S", 4, "the ranks are A T K Q J 9"),
    ("AX", 1, "the A has no suit (S H D C)"),
    ("AS 10 KS", 4, "the 10 has no suit (S H D C); write it as in TS or S:T"),
    ("AKS", 1, "the A has no suit"),
    ("AS9", 3, "the 9 has no suit"),
    ("SA", 1, "rank then suit, as in AS"),
    ("S AKQ", 1, "the cards of a suit are S:AKQ"),
    ("S:AK QH J", 9, "the J has no suit"),
    ("S:AKQH", 6, "rank then suit"),
    ("S:AK♥", 5, "leave a space"),
    ("♠AK♥", 4, "a suit without cards is written ♥-"),
    ("♠ ♥A", 1, "a suit without cards is written ♠-"),
    ("♠AKQH", 5, "rank then suit"),
    ("D:-A", 4, "ranks alone, or - for none"),
    ("D:A-", 4, "- stands for a suit without cards"),
    ("D:–", 3, "type a plain -"),
    ("-", 1, "- stands for a suit without cards"),
    ("S:A*2", 4, "a count follows its card at once"),
    ("AS *2", 4, "a count follows its card at once"),
    ("AS*", 4, "1 to 6"),
    ("AS*0", 4, "1 to 6"),
    ("AS*7", 4, "1 to 6"),
    ("AS*²", 4, "1 to 6"),
    ("AS*999999999", 4, "1 to 6"),
    ("AS*29S", 4, "before a further 9 or 10 a space"),
    ("A.K.Q", 1, "three dots"),
    ("A.K.Q.J.T", 1, "three dots"),
    ("A.KX..", 4, "ranks alone"),
    ("AS:K", 3, "the suit stands before the colon"),
    ("AS;KS", 3, "spaces or commas"),
    ("AS|KS", 3, "between the hands of a deal"),
    ("Ace of spades", 3, "ace is written A"),
    ("Kings", 1, "kings is written K"),
    ("spaeds", 1, "spades is written S"),
    ("AS\nKS\n TX", "line 3, character 2", "no suit"),
    ("A\0S", 1, "U+0000"),
    ("S:A\u200bK", 4, "U+200B"),
    ("\ud800", 1, "U+D800"),
    ("\uff21\uff33", 1, "looks like A"),
    ("\u017f:AK", 1, "looks like s"),
    ("S\uff1aAK", 1, "rank then suit"),
    ("🂡", 1, "a card is rank and suit"),
    ("AS 😀", 4, "a card is rank and suit"),
    ("x", 1, "a card is rank and suit"),
    ("S:AAAAAAA", 9, "no deck has more than 6"),
    ("AS*6 S:TA", 9, "no deck has more than 6"),
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_reads_notation(text: str) -> None:
    assert format_counts(parse_cards(text)) == TARGET
    assert format_counts(parse_cards(text.swapcase(), SINGLE)) == TARGET


@pytest.mark.parametrize(("text", "place", "hint"), REFUSALS, ids=[ascii(text) for text, _, _ in REFUSALS])
def test_refuses_with_place_and_hint(text: str, place: int | str, hint: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse_cards(text)
    message = str(refusal.value)
    where = place if isinstance(place, str) else f"character {place}"
    assert hint in message
    assert f"at {where}:" in message or f"at {where} makes" in message


def test_empty_text_is_an_empty_hand() -> None:
    assert parse_cards("") == parse_cards(" \n, ") == parse_cards("...") == parse_cards("S:- H:") == (0,) * 24
    assert format_counts((0,) * 24) == "S:- H:- D:- C:-"


@pytest.mark.parametrize("text", [None, 5, b"AS", ["AS"], 1.5])
def test_refuses_what_is_no_text(text: object) -> None:
    with pytest.raises(CardError, match="cards are given as text"):
        parse_cards(text)  # type: ignore[arg-type]


def test_names_the_deck_a_card_is_missing_from() -> None:
    with pytest.raises(CardError, match=r"9H at character 9 is not in the deck \(80 cards: A T K Q J in four suits, 4"):
        parse_cards("S:A H:TT9", DOUBLE)


def test_names_the_copy_that_is_too_many() -> None:
    with pytest.raises(CardError, match="AS at character 7 makes 3 copies of it; the deck has 2"):
        parse_cards("AS TS AS*2", SINGLE)
    assert sum(parse_cards("AS*4", DOUBLE)) == 4


def test_error_says_whose_hand_and_where_in_the_whole_text() -> None:
    with pytest.raises(CardError, match=r"^seat 2: cannot read 'XS' at character 14:"):
        parse_cards("AS XS", where="seat 2", offset=10)


ABSURD = ["A" * LONGEST_TEXT, "S:A" * 3000, "*" * LONGEST_TEXT, "AS*" + "9" * 9000, "." * LONGEST_TEXT,
          "-" * LONGEST_TEXT, "A" * 3_000_000, "\n" * 9000 + "X", "10" * 5000]  # fmt: skip


@pytest.mark.parametrize("text", ABSURD, ids=[f"{text[:3]!a} x{len(text)}" for text in ABSURD])
def test_absurd_text_is_refused_in_a_short_message(text: str) -> None:
    with pytest.raises(CardError) as refusal:
        parse_cards(text)
    assert len(str(refusal.value)) < 250


copies = st.lists(st.integers(0, MAX_COPIES), min_size=len(CARDS), max_size=len(CARDS)).map(tuple)


def groups(counts: tuple[int, ...], suit: str) -> str:
    return format_counts(counts).split()[SUITS.index(suit)].removeprefix(f"{suit}:").replace("-", "")


@given(copies)
def test_print_and_read_again(counts: tuple[int, ...]) -> None:
    assert parse_cards(format_counts(counts)) == counts


@given(copies, st.randoms(use_true_random=False))
def test_every_notation_reads_the_same(counts: tuple[int, ...], random: Random) -> None:
    tokens = [card for card, n in zip(CARDS, counts, strict=True) for _ in range(n)]
    random.shuffle(tokens)
    suits = {suit: groups(counts, suit) for suit in SUITS}
    written = [
        " ".join(tokens),
        "".join(tokens),
        ",".join(token.lower().replace("t", "10") for token in tokens),
        "\n".join(token[0].replace("9", "N") + SUIT_SYMBOLS[token[1]] for token in tokens),
        " ".join(f"{card}*{n}" for card, n in zip(CARDS, counts, strict=True) if n),
        ".".join(suits.values()),
        "".join(f"{SUIT_SYMBOLS[suit]}{ranks or '-'}" for suit, ranks in suits.items()),
        f"♠{suits['S'] or '-'} h:{suits['H']} {' '.join(r + 'D' for r in suits['D'])}, ...{suits['C']}",
    ]
    assert {parse_cards(text) for text in written} == {counts}


messy = st.text(alphabet="ATKQJ9N10SHDCashdc:.-*|, \n♠♥♦♣\ufe0fx2é", max_size=40) | st.text(max_size=30)


@given(messy)
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    counts, refusal = None, ""
    try:
        counts = parse_cards(text)
    except CardError as error:
        refusal = str(error)
    if counts is None:
        assert "character" in refusal
        assert "\0" not in refusal
    else:
        assert parse_cards(format_counts(counts)) == counts


@pytest.mark.parametrize(("deck", "size", "width"), [(SINGLE, 48, 2), (DOUBLE, 80, 3), (Deck("ATKQJ", 6), 120, 3)])
def test_deck_numbers_its_cards(deck: Deck, size: int, width: int) -> None:
    assert (deck.size, deck.width, deck.n_kinds) == (size, width, 4 * deck.n_ranks)
    for card in range(deck.n_kinds):
        rank, suit = deck.rank_and_suit(card)
        assert deck.card_index(rank, suit) == card
        assert deck.token(card) == rank + suit
        assert card == SUITS.index(suit) * deck.n_ranks + deck.ranks[::-1].index(rank)


def test_first_and_last_cards_of_the_decks() -> None:
    assert [SINGLE.token(card) for card in (0, 5, 6, 23)] == ["9S", "AS", "9H", "AC"]
    assert [DOUBLE.token(card) for card in (0, 4, 5, 19)] == ["JS", "AS", "JH", "AC"]


def test_deck_refuses_what_it_has_not() -> None:
    with pytest.raises(CardError, match="9H is not in the deck"):
        DOUBLE.card_index("9", "H")
    for card in (-1, 20):
        with pytest.raises(CardError, match="numbered 0 to 19"):
            DOUBLE.token(card)


@pytest.mark.parametrize(("ranks", "n"), [("AKQJT9", 2), ("ATKQ", 2), ("ATKQJ9", 0), ("ATKQJ9", 7), ("ATKQJ9", 2.0)])
def test_refuses_a_deck_that_is_none(ranks: str, n: int) -> None:
    with pytest.raises(CardError, match="a deck"):
        Deck(ranks, n)


def test_ranks_and_suits_in_every_writing() -> None:
    assert [read_rank(text) for text in ("a", "10", "T", "k", "Q", "j", "9", "n")] == list("ATTKQJ99")
    assert [read_suit(text) for text in ("s", "♥", "Diamonds", "club", " C ", "♠️")] == list("SHDCCS")
    no_ranks: list[object] = ["", "X", "1", "AS", None, 10, []]
    for text in no_ranks:
        with pytest.raises(CardError, match="a rank is one of"):
            read_rank(text)  # type: ignore[arg-type]
    no_suits: list[object] = ["", "X", "ace", "SH", None, 1, string.ascii_letters * 1000]
    for text in no_suits:
        with pytest.raises(CardError, match="a suit is one of"):
            read_suit(text)  # type: ignore[arg-type]
    assert "".join(read_rank(rank.lower()) for rank in RANKS) == RANKS
