"""The event language: what can be written, what it means, and how what cannot be read is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinosim.api.hand import Hand
from pinosim.api.odds.event_reading import EventError, read_event
from pinosim.cards import CARDS
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules

RULES = load_rules("family250")
DOUBLE = load_rules("guide-double")
HAND = Hand("S:AATKQJ H:A9 D:KQJ C:9")  # length 6-3-2-1
CLAIMS = [
    ("A>=3", True),
    ("aces >= 4", False),
    ("9==2", True),
    ("N=2", True),
    ("9>=2", True),
    ("10>=1", True),
    ("T>=2", False),
    ("S>=6", True),
    ("spades==6 & hearts<>3", True),
    ("♠≥6 & ♥≤2", True),
    ("AS>=2", True),
    ("as", True),
    ("10S & ts & T♠", True),
    ("QH", False),
    ("K+Q>=4", True),
    ("K+Q>=5", False),
    ("S-H>=4", True),
    ("S-H>4", False),
    ("run(S)", True),
    ("run", True),
    ("run(S,2)", False),
    ("run(2)", False),
    ("runs==1", True),
    ("runs(S)==1", True),
    ("marriage(D)", True),
    ("marriage(H)", False),
    ("marriages>=2", True),
    ("marriages(D)==1", True),
    ("marriages>2", False),
    ("pinochle", True),
    ("pinochle(2)", False),
    ("pinochle==1", True),
    ("aces_around", False),
    ("aces_around==0", True),
    ("roundhouse", False),
    ("void", False),
    ("void(S)", False),
    ("voids==0", True),
    ("longest==6 & shortest==1", True),
    ("longest-shortest==5", True),
    ("shape(6-3-2-1)", True),
    ("shape(1-2-3-6)", True),
    ("shape(6-2-2-2)", False),
    ("A>=1 each", False),
    ("A+9>=1 each", False),
    ("K+Q+9+A>=1 each suit", True),
    ("counters==6", True),
    ("not A>=4 and (QH or QD)", True),
    ("!(A>=3 & run(S))", False),
    ("A>=5 | K>=2 & Q>=2", True),
    ("(A>=5 | K>=2) & Q>=3", False),
    ("!!run(S)", True),
    ("RUN(s) AND Pinochle", True),
]


@pytest.mark.parametrize(("text", "true"), CLAIMS)
def test_what_it_means(text: str, true: bool) -> None:
    event = read_event(text, RULES)
    assert event.holds(HAND.counts) is true
    other = Hand("S:9 H:99 D:TTJ C:AATTKQ")
    many = [np.array([a, b, a]) for a, b in zip(HAND.counts, other.counts, strict=True)]
    assert event.holds(many).tolist() == [true, bool(event.holds(other.counts)), true]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got nothing"),
        ("   ", "got nothing"),
        ("A", "compare it, as in A>=2"),
        ("marriages", "compare it"),
        ("S", "compare it"),
        ("A>=", "whole number after >="),
        ("A>=x", "whole number after >="),
        ("A>=-1", "whole number"),
        ("A>=1.5", "'.' means nothing here"),
        ("A>=99999", "too large"),
        ("A>=1 B>=2", "expected & or |"),
        ("A>=1 &", "expected a card"),
        ("& A>=1", "expected a card"),
        ("(A>=1", "close the bracket"),
        ("A>=1)", "expected & or |"),
        ("run(S", "close the bracket"),
        ("run(X)", "run takes a suit"),
        ("run(S,H)", "run takes a suit"),
        ("run(0)", "run takes a suit"),
        ("pinochle(S)", "a number alone"),
        ("aces_arround(2)", "did you mean aces_around"),
        ("mariages>=2", "did you mean marriages"),
        ("queen>=2", "did you mean queens"),
        ("foo>=2", "no card and no name"),
        ("7>=2", "a number stands behind the sign"),
        ("2S>=1", "no card and no name"),
        ("shape(5-4-2)", "lengths of the four suits"),
        ("shape(a-b-c-d)", "lengths of the four suits"),
        ("S>=2 each", "'each' asks about ranks"),
        ("longest>=2 each", "'each' asks about ranks"),
        ("A>=1; import os", "';' means nothing here"),
        ("__import__('os')>=1", "means nothing here"),
        ("__class__>=1", "expected a card"),
        ("A@1", "'@' means nothing here"),
        ("A>=1 each each", "expected & or |"),
        ("!" * 60 + "AS", "nested more than"),
        ("(" * 60 + "AS" + ")" * 60, "nested more than"),
        ("A>=1 | " * 400 + "AS", "2,000 characters"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(EventError) as caught:
        read_event(text, RULES)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_cards_that_are_not_in_the_deck() -> None:
    for text in ("9>=1", "9S", "nines==0", "A+9>=2"):
        with pytest.raises(EventError, match="not in the deck of guide-double"):
            read_event(text, DOUBLE)
    assert read_event("A>=9", DOUBLE).holds([0] * len(CARDS)) is False


def test_only_text_is_read() -> None:
    for wrong in (None, 3, b"A>=1", ["A>=1"]):
        with pytest.raises(EventError, match="as text"):
            read_event(wrong, RULES)  # type: ignore[arg-type]


def test_in_words() -> None:
    words = {
        "9>=5 & A==0": "at least 5 nines and no aces",
        "run(S)": "at least 1 run in spades",
        "!(K>=2)": "not (at least 2 kings)",
        "A<=1 | (S>3 & H!=2)": "at most 1 ace or (more than 3 spades and other than 2 hearts)",
        "K+Q>=3": "at least 3 kings plus queens",
        "S-H>=2": "at least 2 spades less hearts",
        "shape(5-4-2-1)": "shape 5-4-2-1",
        "QS": "at least 1 queen of spades",
        "pinochle(2)": "at least 2 pinochles",
        "longest>=6": "at least 6 cards in the longest suit",
    }
    for text, said in words.items():
        assert str(read_event(text, RULES)) == said


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="AKQJT9SHDC()&|!<>=+-,0123 eachrunoid\n\x00é♠", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        event = read_event(text, RULES)
    except PinosimError:
        return  # refused, with nothing but the one kind of error
    assert event.holds(HAND.counts) in (True, False)
    assert str(event)
