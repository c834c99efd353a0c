"""Cards in a hand: counting, marking, picking."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_tools import DOUBLE, SINGLE, WEAK_TO_STRONG, Layout, card_number, chi_square_sigmas, fewer, wraps_around
from naive import SUITS
from pinosim.core import choosing, layout
from pinosim.core.select import nth_bit, nth_mark

pytestmark = wraps_around
layouts = st.sampled_from([SINGLE, DOUBLE])
ranks_of = {SINGLE: "9JQKTA", DOUBLE: "JQKTA"}
copies_of = {SINGLE: 2, DOUBLE: 4}


@st.composite
def hands(draw: st.DrawFn, least: int = 0) -> tuple[Layout, list[str]]:
    """Draw a deck and some of its cards."""
    deck = draw(layouts)
    every = [rank + suit for suit in SUITS for rank in ranks_of[deck] for _ in range(copies_of[deck])]
    shuffled = draw(st.permutations(every))
    return deck, sorted(shuffled[: draw(st.integers(least, 20))])


@given(st.integers(0, 2**62 - 1))
def test_popcount(x: int) -> None:
    assert layout.popcount(np.int64(x)) == x.bit_count()


@pytest.mark.parametrize("x", [0, 1, 2**62, 2**63 - 1, 0x5555555555555555, 0x0F0F0F0F0F0F0F0F])
def test_popcount_at_the_ends(x: int) -> None:
    assert layout.popcount(np.int64(x)) == x.bit_count()


@given(st.integers(1, 2**62 - 1))
def test_lowest_bit(x: int) -> None:
    assert layout.lowest_bit(np.int64(x)) == (x & -x).bit_length() - 1


@given(marks=st.integers(1, 2**63 - 1), share=st.floats(0, 1, exclude_max=True))
def test_nth_mark(marks: int, share: float) -> None:
    """Compiled it may be one instruction; either way it is the n-th bit."""
    places = [place for place in range(63) if (marks >> place) & 1]
    n = int(share * len(places))
    assert nth_mark(np.int64(marks), n) == places[n]
    assert nth_bit(np.int64(marks), n) == 1 << places[n]


@pytest.mark.parametrize("n", range(63))
def test_bits(n: int) -> None:
    assert layout.bits(n) == 2**n - 1


@given(hands())
def test_marks_and_counts(drawn: tuple[Layout, list[str]]) -> None:
    deck, cards = drawn
    hand = np.int64(deck.hand(cards))
    assert deck.cards(hand) == sorted(cards, key=lambda card: card_number(card, deck.n_ranks))
    assert layout.count_cards(hand, deck.units, deck.width) == len(cards)
    marks = int(layout.present(hand, deck.units, deck.width))
    assert marks == deck.hand(sorted(set(cards)))
    for card in range(deck.n_cards):
        held = Counter(card_number(name, deck.n_ranks) for name in cards)[card]
        assert layout.copies_of(hand, card, deck.width) == held


@given(hands(least=1))
def test_picks(drawn: tuple[Layout, list[str]]) -> None:
    deck, cards = drawn
    marks = np.int64(deck.hand(sorted(set(cards))))
    numbers = sorted({card_number(card, deck.n_ranks) for card in cards})
    for n, card in enumerate(numbers):
        assert nth_mark(marks, n) == card * deck.width

    def by_rank_then_suit(card: str) -> tuple[int, int]:
        return WEAK_TO_STRONG.index(card[0]), SUITS.index(card[1])

    weakest = min(cards, key=by_rank_then_suit)
    strongest = max(cards, key=lambda card: (WEAK_TO_STRONG.index(card[0]), -SUITS.index(card[1])))
    assert choosing.lowest_card(marks, deck.n_ranks, deck.width) == card_number(weakest, deck.n_ranks)
    assert choosing.highest_card(marks, deck.n_ranks, deck.width) == card_number(strongest, deck.n_ranks)


@pytest.mark.parametrize("deck", [SINGLE, DOUBLE], ids=["single", "double"])
def test_nothing_is_picked_from_nothing(deck: Layout) -> None:
    assert choosing.lowest_card(np.int64(0), deck.n_ranks, deck.width) == choosing.NONE
    assert choosing.highest_card(np.int64(0), deck.n_ranks, deck.width) == choosing.NONE


@given(hands(least=1))
def test_a_random_card_takes_its_share_of_the_words(drawn: tuple[Layout, list[str]]) -> None:
    deck, cards = drawn
    hand, n = np.int64(deck.hand(cards)), len(cards)
    # the middles of n equal slices of all words: every copy must come up exactly once
    words = [np.uint64((2 * i + 1) * 2**32 // (2 * n)) for i in range(n)]
    drawn_cards = [int(choosing.random_card(hand, deck.units, deck.width, word)) for word in words]
    assert Counter(drawn_cards) == Counter(card_number(card, deck.n_ranks) for card in cards)
    for word in (np.uint64(0), np.uint64(2**32 - 1)):
        assert choosing.random_card(hand, deck.units, deck.width, word) in drawn_cards


@pytest.mark.parametrize(("deck", "text"), [(SINGLE, "AS AS KS 9H"), (DOUBLE, "AS AS AS AS KD KD TC")])
def test_random_cards_are_uniform_by_copy(deck: Layout, text: str) -> None:
    cards = text.split()
    hand = np.int64(deck.hand(cards))
    words = np.random.default_rng(11).integers(0, 2**32, fewer(20_000), dtype=np.uint64)
    drawn = Counter(int(choosing.random_card(hand, deck.units, deck.width, word)) for word in words)
    held = Counter(card_number(card, deck.n_ranks) for card in cards)
    observed = np.array([drawn[card] for card in held])
    expected = np.array([len(words) * copies / len(cards) for copies in held.values()])
    assert sum(drawn.values()) == observed.sum()
    assert abs(chi_square_sigmas(observed, expected, len(held) - 1)) < 5
