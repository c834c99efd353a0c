"""Philox: the published vectors, a plain mirror, and numbers that look like chance."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernel_tools import JIT_OFF, chi_square_sigmas, fewer, philox, words_of, wraps_around
from pinosim.core.random import ATTEMPT, STREAM_DEAL, STREAM_PLAY, philox_lanes

pytestmark = wraps_around
Words = NDArray[np.uint64]
LIMIT_64 = 2**64 - 1

# From the authors' Random123 library, file kat_vectors, philox4x32 with 10 rounds: counter, key, words.
PUBLISHED = [
    (
        (0x00000000, 0x00000000, 0x00000000, 0x00000000),
        (0x00000000, 0x00000000),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def kernel_words(block: int, stream: int, first: int, n: int, seed: int) -> Words:
    words = np.zeros((4, n), np.uint64)
    philox_lanes(block, stream, np.uint64(first).astype(np.int64), n, np.uint64(seed), words)
    return words


@pytest.mark.parametrize(("counter", "key", "words"), PUBLISHED)
def test_the_published_vectors(counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]) -> None:
    assert philox(counter, key) == list(words)
    block, stream, low, high = counter
    made = kernel_words(block, stream, low | (high << 32), 1, key[0] | (key[1] << 32))
    assert made[:, 0].tolist() == list(words)


@given(
    block=st.integers(0, 2**32 - 1),
    stream=st.integers(0, 2**32 - 1),
    first=st.integers(0, 2**63 - 40),
    seed=st.integers(0, LIMIT_64),
    n=st.integers(1, 9),
)
def test_the_kernel_is_the_plain_recipe(block: int, stream: int, first: int, seed: int, n: int) -> None:
    made = kernel_words(block, stream, first, n, seed)
    assert made.T.tolist() == [words_of(seed, first + lane, stream, block) for lane in range(n)]


def test_deal_numbers_carry_over_into_the_high_word() -> None:
    across = kernel_words(0, STREAM_DEAL, 2**32 - 2, 4, 7)
    assert across[:, 2].tolist() == philox([0, STREAM_DEAL, 0, 1], [7, 0])
    assert len(set(across.ravel().tolist())) == 16


def test_a_lane_does_not_depend_on_the_others() -> None:
    whole = kernel_words(5, STREAM_PLAY, 1000, 257, 99)
    for lane in (0, 1, 15, 128, 255, 256):
        alone = kernel_words(5, STREAM_PLAY, 1000 + lane, 1, 99)
        np.testing.assert_array_equal(whole[:, lane], alone[:, 0])


def test_no_address_gives_the_words_of_another() -> None:
    seeds = (0, 1, 2**32, LIMIT_64)
    streams = [base + ATTEMPT * attempt for base in (STREAM_DEAL, STREAM_PLAY) for attempt in (0, 1, 2)]
    blocks = (0, 1, 1 << 16)
    made = [
        tuple(kernel_words(block, stream, deal, 1, seed)[:, 0].tolist())
        for seed, stream, block, deal in itertools.product(seeds, streams, blocks, (0, 1, 2**32, 2**40))
    ]
    assert len(set(made)) == len(made)


def along_deals(n: int) -> Words:
    return kernel_words(0, STREAM_DEAL, 0, n, 3)


def along_blocks(n: int) -> Words:
    return np.concatenate([kernel_words(block, STREAM_DEAL, 12, 1, 3) for block in range(n)], axis=1)


def along_seeds(n: int) -> Words:
    return np.concatenate([kernel_words(0, STREAM_DEAL, 12, 1, seed) for seed in range(n)], axis=1)


def along_attempts(n: int) -> Words:
    return np.concatenate([kernel_words(0, STREAM_DEAL + ATTEMPT * i, 12, 1, 3) for i in range(n)], axis=1)


SERIES = [(along_deals, 200_000), (along_blocks, 10_000), (along_seeds, 10_000), (along_attempts, 10_000)]


@pytest.mark.parametrize(("make", "n"), SERIES, ids=["deals", "blocks", "seeds", "attempts"])
def test_words_are_uniform(make: object, n: int) -> None:
    assert callable(make)
    words = make(fewer(n))
    assert words.max() < 2**32
    for shift in (0, 8, 16, 24):
        observed = np.bincount(((words.ravel() >> np.uint64(shift)) & np.uint64(255)).astype(np.int64), minlength=256)
        assert abs(chi_square_sigmas(observed, words.size / 256, 255)) < 5


@pytest.mark.parametrize(("make", "n"), SERIES, ids=["deals", "blocks", "seeds", "attempts"])
def test_neighbours_share_half_their_bits(make: object, n: int) -> None:
    assert callable(make)
    words = make(fewer(n))
    for left, right in [(words[:, :-1], words[:, 1:]), (words[:-1], words[1:]), (words[0:2], words[2:4])]:
        different = np.bitwise_count(left ^ right).astype(np.int64)
        sigma = np.sqrt(different.size * 32 / 4)
        assert abs(different.sum() - 16 * different.size) < 5 * sigma


def test_pairs_of_words_are_uniform_together() -> None:
    words = along_deals(fewer(200_000))
    high = (words >> np.uint64(28)).astype(np.int64)
    bins = 16 if not JIT_OFF else 4
    high //= 16 // bins
    for one, other in itertools.combinations(range(4), 2):
        observed = np.bincount(high[one] * bins + high[other], minlength=bins * bins)
        assert abs(chi_square_sigmas(observed, high.shape[1] / bins**2, bins**2 - 1)) < 5
