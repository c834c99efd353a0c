"""Dealing: a plain mirror of the written algorithm, and deals that look like chance."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import lru_cache
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel_tools import (
    GOLDEN,
    JIT_OFF,
    NAMES,
    Ints,
    Layout,
    chi_square_sigmas,
    deal,
    fewer,
    game,
    words_of,
    wraps_around,
)
from naive import full_deck
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs
from pinosim.core import slots as S
from pinosim.core.dealing import TRIES
from pinosim.core.random import ATTEMPT
from pinosim.rules.load import load_rules

pytestmark = wraps_around
DECKS = ("family250", "guide-double")


def mirror(inputs: KernelInputs, number: int, *, seed: int = 1, attempt: int = 0) -> tuple[list[int], int]:
    """Deal as the text of `pinosim.core.dealing` says; return the hands and how many tries were thrown away.

    Cards are given out in order, card i to a place drawn with chance `left[place] / sum(left)`. One word serves
    three draws.
    """
    width = int(inputs.vector[S.WIDTH])
    n = len(inputs.dealing.cards)
    for tries in itertools.count():
        draws: list[int] = []
        biased = False
        for word_number in range((n + 2) // 3):
            block, place = divmod(word_number, 4)
            word = words_of(seed, number, ATTEMPT * attempt, tries * TRIES + block)[place]
            ranges = [max(n - 3 * word_number - i, 1) for i in range(3)]
            # floor(word * outcomes / 2^32) in mixed radix, the first draw its highest digit
            outcomes = prod(ranges)
            picked, rest = divmod(word * outcomes, 2**32)
            biased |= rest < 2**32 % outcomes
            draws += [picked // (ranges[1] * ranges[2]), picked // ranges[2] % ranges[1], picked % ranges[2]]
        if biased:
            continue
        hands = [int(hand) for hand in inputs.dealing.held]
        left = [int(room) for room in inputs.dealing.capacities]
        for card, draw in zip(inputs.dealing.cards.tolist(), draws, strict=False):
            place = 0
            while draw >= left[place]:
                draw -= left[place]
                place += 1
            hands[place] += 1 << (card * width)
            left[place] -= 1
        return hands, tries
    raise AssertionError


def with_kitty() -> KernelInputs:
    """Three hands of 15 and a kitty of three."""
    changes = ["seats.players=3", "seats.teams=3", "deal.hand_size=15", "deal.kitty_size=3", "passing.count=0"]
    return kernel_inputs(load_rules("family250", changes))


def with_held(name: str, held: dict[int, str]) -> KernelInputs:
    layout = game(name).layout
    return kernel_inputs(game(name).rules, {seat: layout.hand(cards.split()) for seat, cards in held.items()})


FULL_HAND = "AS AS TS KS KS QS QS JS AH AD AC 9S"
CASES: dict[str, Callable[[], KernelInputs]] = {
    "single deck": lambda: game("family250").inputs,
    "double deck": lambda: game("guide-double").inputs,
    "kitty": with_kitty,
    "stock": lambda: game("two-hand").inputs,
    "widow": lambda: game("bicycle-widow").inputs,
    "double deck for five": lambda: game("universal-5h").inputs,
    "triple deck": lambda: game("universal-6h").inputs,
    "one hand held": lambda: with_held("family250", {0: FULL_HAND}),
    "last hand held": lambda: with_held("family250", {3: FULL_HAND}),
    "parts of hands held": lambda: with_held("family250", {0: "AS AS", 2: "9H 9D 9C", 3: "TS"}),
    "three hands held": lambda: with_held(
        "family250", {0: FULL_HAND, 1: "AH AD AC TS TH TH TD TD TC TC 9S 9H", 3: "JS KH KH KD KD KC KC QH QH QD QD QC"}
    ),
    "held in a double deck": lambda: with_held("guide-double", {1: "AS AS AS AS KD KD", 2: "JC"}),
}


@lru_cache(maxsize=16)
def inputs_of(case: str) -> KernelInputs:
    return CASES[case]()


@pytest.mark.parametrize("case", CASES)
def test_the_kernel_deals_as_written(case: str) -> None:
    inputs = inputs_of(case)
    n = fewer(300)
    for seed, first, attempt in [(1, 0, 0), (2**64 - 1, 2**32 - 5, 0), (5, 2**40, 3)]:
        expected = [mirror(inputs, first + i, seed=seed, attempt=attempt)[0] for i in range(n)]
        assert deal(inputs, n, seed=seed, first=first, attempt=attempt).tolist() == expected


@lru_cache(maxsize=4)
def rejected_deals(name: str, among: int) -> list[int]:
    """Find the first deals of seed 1 that draw a biased word."""
    inputs = game(name).inputs
    return [number for number in range(among) if mirror(inputs, number)[1] > 0]


@pytest.mark.parametrize("name", DECKS)
def test_a_biased_deal_is_made_again(name: str) -> None:
    inputs = game(name).inputs
    numbers = rejected_deals(name, 12_000)
    assert numbers, "no deal was made again, so this test has seen nothing"
    for number in numbers:
        expected, tries = mirror(inputs, number)
        assert tries >= 1
        assert deal(inputs, 1, first=number)[0].tolist() == expected
        before = min(number, 3)
        assert deal(inputs, before + 3, first=number - before)[before].tolist() == expected


@pytest.mark.parametrize("name", DECKS)
def test_about_one_deal_in_some_thousands_is_made_again(name: str) -> None:
    n = len(game(name).inputs.dealing.cards)
    outcomes = [prod(max(n - first - i, 1) for i in range(3)) for first in range(0, n, 3)]
    chance = sum(2**32 % number / 2**32 for number in outcomes)
    expected = 12_000 * chance
    assert abs(len(rejected_deals(name, 12_000)) - expected) < 5 * expected**0.5
    assert 1 / 20_000 < chance < 1 / 500


def counts_of(hands: Ints, layout: Layout) -> Ints:
    """Turn hands into counts, shape (deals, places, cards)."""
    shifts = np.arange(layout.n_cards) * layout.width
    return (hands[:, :, None] >> shifts) & ((1 << layout.width) - 1)


@pytest.mark.parametrize("case", CASES)
def test_every_card_is_dealt_once_and_every_hand_is_full(case: str) -> None:
    inputs = inputs_of(case)
    name = {"triple deck": "universal-6h"}.get(case, "guide-double" if "double" in case else "family250")
    counts = counts_of(deal(inputs, fewer(3000)), game(name).layout)
    assert (counts.sum(axis=1) == game(name).naive.copies).all()
    held = counts_of(inputs.dealing.held[None, :], game(name).layout)
    assert (counts >= held).all()
    assert (counts.sum(axis=2) == inputs.dealing.capacities + held.sum(axis=2)).all()


@pytest.mark.parametrize("n", [1, 255, 256, 257, 600] if not JIT_OFF else [1, 7, 257])
def test_a_deal_is_the_same_in_any_batch(n: int) -> None:
    for name in DECKS:
        inputs = game(name).inputs
        offset = 100
        whole = deal(inputs, offset + 600, seed=9)
        np.testing.assert_array_equal(deal(inputs, n, seed=9, first=offset), whole[offset : offset + n])
        for number in {0, 1, offset, offset + n - 1}:
            np.testing.assert_array_equal(deal(inputs, 1, seed=9, first=number)[0], whole[number])


def test_a_biased_deal_is_the_same_in_any_batch() -> None:
    inputs = game("family250").inputs
    for number in rejected_deals("family250", 12_000)[:4]:
        start = max(number - 300, 0)
        whole = deal(inputs, number - start + 20, first=start)
        alone = deal(inputs, 1, first=number)[0]
        np.testing.assert_array_equal(whole[number - start], alone)
        np.testing.assert_array_equal(deal(inputs, 20, first=number)[0], alone)


@given(seed=st.integers(0, 2**64 - 1), first=st.integers(0, 2**62), attempt=st.integers(0, 1000))
def test_any_address_deals_the_whole_deck(seed: int, first: int, attempt: int) -> None:
    for name in NAMES:
        hands = deal(game(name).inputs, 1, seed=seed, first=first, attempt=attempt)[0]
        dealt = sorted(card for hand in hands for card in game(name).layout.cards(int(hand)))
        assert dealt == sorted(full_deck(game(name).naive))


def test_attempts_and_seeds_give_other_deals() -> None:
    inputs = game("family250").inputs
    rows = [
        tuple(deal(inputs, 1, seed=seed, first=first, attempt=attempt)[0].tolist())
        for seed in (0, 1, 2**32)
        for first in (0, 1, 2**32)
        for attempt in (0, 1, 2)
    ]
    assert len(set(rows)) == len(rows)


# --- chance ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("seed", [1, 2024])
def test_every_card_goes_to_every_seat_alike(name: str, seed: int) -> None:
    layout, copies = game(name).layout, game(name).naive.copies
    n = fewer(100_000)
    kinds, cards = layout.n_cards, layout.n_cards * copies
    given = counts_of(deal(game(name).inputs, n, seed=seed), layout).sum(axis=0)
    expected = n * copies / 4
    # Copies of a kind are drawn without replacement, and rows and columns of the table are fixed, so the usual sum over
    # 4 x kinds places follows chi-square with 3 (kinds - 1) degrees once it is scaled to its exact variance.
    variance = n * copies * (3 / 16) * (cards - copies) / (cards - 1)
    sum_of_squares = float(((given - expected) ** 2 / variance).sum())
    freedom = 3 * (kinds - 1)
    scaled = sum_of_squares * freedom / (4 * kinds)
    assert abs((scaled - freedom) / np.sqrt(2 * freedom)) < 5
    assert np.abs(given - expected).max() < 5 * np.sqrt(variance)


@pytest.mark.parametrize("name", DECKS)
def test_pairs_of_cards_meet_in_a_hand_as_often_as_they_should(name: str) -> None:
    layout, copies = game(name).layout, game(name).naive.copies
    n = fewer(60_000)
    counts = counts_of(deal(game(name).inputs, n, seed=77), layout).astype(np.float64)
    size, cards = game(name).naive.hand_size, layout.n_cards * copies
    together = (size - 1) / (cards - 1)
    for one, other in itertools.combinations_with_replacement(range(layout.n_cards), 2):
        if one == other:
            meetings = (counts[:, :, one] * (counts[:, :, one] - 1) / 2).sum(axis=1)
            expected = copies * (copies - 1) / 2 * together
        else:
            meetings = (counts[:, :, one] * counts[:, :, other]).sum(axis=1)
            expected = copies**2 * together
        error = meetings.std() / np.sqrt(n)
        assert abs(meetings.mean() - expected) < 5 * error, (one, other)


@pytest.mark.parametrize("name", DECKS)
def test_cards_of_neighbouring_deals_have_nothing_to_do_with_each_other(name: str) -> None:
    layout = game(name).layout
    n = fewer(60_000)
    counts = counts_of(deal(game(name).inputs, n, seed=3), layout)[:, 0].astype(np.float64)
    centred = counts - counts.mean(axis=0)
    for step in (1, 2, 64, 256):
        products = (centred[:-step] * centred[step:]).sum(axis=0) / (centred**2).sum(axis=0)
        assert np.abs(products).max() < 5 / np.sqrt(n - step)


def test_cards_held_leave_the_rest_to_chance() -> None:
    inputs = inputs_of("parts of hands held")
    n = fewer(60_000)
    layout = game("family250").layout
    dealt = counts_of(deal(inputs, n, seed=8), layout) - counts_of(inputs.dealing.held[None, :], layout)
    free = np.bincount(inputs.dealing.cards, minlength=layout.n_cards)
    shares = inputs.dealing.capacities / inputs.dealing.capacities.sum()
    for seat in range(4):
        expected = n * free * shares[seat]
        variance = np.maximum(expected * (1 - shares[seat]), 1e-9)
        assert (np.abs(dealt.sum(axis=0)[seat] - expected) <= 5 * np.sqrt(variance)).all()


def test_all_seats_hold_all_numbers_of_aces_alike() -> None:
    n = fewer(60_000)
    layout = game("family250").layout
    aces = counts_of(deal(game("family250").inputs, n, seed=21), layout)[:, :, 5::6].sum(axis=2)
    observed = np.array([np.bincount(aces[:, seat], minlength=9) for seat in range(4)])[:, :6]
    chances = np.array([hypergeometric(k, 8, 40, 12) for k in range(6)])
    for seat in range(4):
        assert abs(chi_square_sigmas(observed[seat], n * chances, 5)) < 5


def hypergeometric(k: int, wanted: int, others: int, drawn: int) -> float:
    from math import comb

    return comb(wanted, k) * comb(others, drawn - k) / comb(wanted + others, drawn)


# --- deal numbers mean cards -----------------------------------------------------------------------------------------


def written(name: str, n: int) -> str:
    """Write the first deals of seed 0, a line each."""
    layout, ranks = game(name).layout, game(name).naive.ranks
    lines = []
    for number, hands in enumerate(deal(game(name).inputs, n, seed=0)):
        seats = []
        for hand in hands:
            cards = layout.cards(int(hand))
            suits = ["".join(rank for rank in ranks for card in cards if card == rank + suit) for suit in "SHDC"]
            seats.append(" ".join(f"{suit}:{held or '-'}" for suit, held in zip("SHDC", suits, strict=True)))
        lines.append(f"{name} {number}: {' | '.join(seats)}\n")
    return "".join(lines)


def test_the_first_deals_of_seed_0_stay_what_they_are() -> None:
    """A change here changes what deal numbers in records and reports mean: give `DEAL_FORMAT` a new number then."""
    assert "".join(written(name, 10) for name in DECKS) == (GOLDEN / "first_deals.txt").read_text(encoding="utf-8")
