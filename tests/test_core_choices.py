"""The same deals played with one choice after another: orders are obeyed, all else is as it was."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from kernel_tools import Game, Ints, deal, fewer, game, play, told_by, wraps_around
from naive_judge import judge_after_trump
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch
from pinosim.core import choices
from pinosim.core import columns as C
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.bidding import plan_bids
from pinosim.core.layout import count_cards
from pinosim.core.meld import score_melds
from pinosim.core.table import Scratch

pytestmark = wraps_around
SEED = 7
PASSING = ("family250", "guide-double", "joedog-4h")
BURYING = ("family250-3h", "gruntose-3h")


def play_choices(
    what: Game, names: str, rows: list[list[int]], numbers: list[int], bidder: int, scratch: Scratch, bid: int = 0
) -> NDArray[np.int32]:
    out = np.full((len(rows), C.N_RESULT, len(numbers)), -7, np.int32)
    choices.play_choices(
        what.inputs.dealing, -1, what.players - 1, bidder, bid, np.array(rows, np.int64), what.policies(names),
        what.book, np.uint64(SEED), np.array(numbers, np.int64), scratch, out,
    )  # fmt: skip
    return out


@pytest.mark.parametrize("names", ["standard", "hard"])
@pytest.mark.parametrize("name", [*PASSING, *BURYING])
def test_ordering_what_the_policy_chooses_changes_nothing(name: str, names: str) -> None:
    what, scratch = game(name), new_scratch()
    for number in range(fewer(100)):
        free = play_choices(what, names, [[2, 0, 0, 0]], [number], 1, scratch)[0]
        moved = [int(scratch.story[place]) for place in (T.GIVEN, T.RETURNED, T.BURIED)]
        assert any(moved)
        ordered = play_choices(what, names, [[2, *moved], [2, 0, 0, 0]], [number], 1, scratch)
        np.testing.assert_array_equal(ordered, [free, free])
    assert not scratch.desk[K.ORDERS].any()


@pytest.mark.parametrize("name", [*PASSING, *BURYING])
def test_orders_are_obeyed_and_the_rest_goes_by_the_rules(name: str) -> None:
    what, scratch, chooser, bidder = game(name), new_scratch(), random.Random(3), 1
    rules = replace(what.naive, min_meld_bidders=0, bury_outside_meld=False)
    layout, trump = what.layout, 3
    column = [0] * C.N_COLUMNS
    column[C.DEALER], column[C.BIDDER], column[C.TRUMP] = what.players - 1, bidder, trump
    for number in range(fewer(100)):
        play_choices(what, "hard", [[trump, 0, 0, 0]], [number], bidder, scratch)
        hands = [layout.cards(int(hand)) for hand in scratch.desk[K.DEALT, : len(what.inputs.dealing.capacities)]]
        order = [0, 0, 0]
        if rules.pass_count:
            given = chooser.sample(hands[(bidder + 2) % 4], rules.pass_count)
            returned = chooser.sample(hands[bidder] + given, rules.pass_count)
            order[:2] = layout.hand(given), layout.hand(returned)
        else:
            order[2] = layout.hand(chooser.sample(hands[bidder] + hands[-1], rules.kitty_size))
        out = play_choices(what, "hard", [[trump, *order]], [number], bidder, scratch)
        told = told_by(what, column, scratch)
        assert [layout.hand(cards) for cards in (told.given, told.returned, told.buried)] == order
        for key, value in judge_after_trump(rules, told).items():
            assert out[0, C.COLUMN_NAMES.index(key) - C.RESULT_FROM, 0] == value, (number, key)


def test_no_cards_move_when_told_so() -> None:
    """The bidder has what was passed already: partner gives nothing more, and the bidder gives his cards back."""
    what, scratch = game("family250"), new_scratch()
    suits = "AS AS TS KS QS JS AH KH QH 9H AD JD TC TC KC QC"
    sixteen = what.layout.hand(suits.split())
    back = what.layout.hand(["9H", "TC", "KC", "QC"])
    inputs = kernel_inputs(what.rules, {0: sixteen}, {0: 16, 2: 8})
    out = np.zeros((1, C.N_RESULT, 1), np.int32)
    choices.play_choices(
        inputs.dealing, 0, 3, 0, 0, np.array([[0, K.NOTHING, back, 0]]), what.policies("hard"), what.book,
        np.uint64(SEED), np.array([5]), scratch, out,
    )  # fmt: skip
    assert (scratch.story[T.GIVEN], scratch.story[T.RETURNED]) == (0, back)
    sizes = [count_cards(int(hand), what.layout.units, what.layout.width) for hand in scratch.desk[K.DEALT, :4]]
    assert sizes == [16, 12, 8, 12]
    assert scratch.story[T.N_PLAYED] == 48
    assert out[0, C.POINTS_BIDDERS - C.RESULT_FROM] + out[0, C.POINTS_OTHERS - C.RESULT_FROM] == what.rules.tricks.total


@pytest.mark.parametrize("name", ["family250", "universal-5h"])
def test_deals_that_fit_are_found(name: str) -> None:
    what, bidder, trump, n = game(name), 2, 0, fewer(400)
    policies, least = what.policies("standard"), what.rules.auction.min_bid
    fits = np.full(n, 9, np.uint8)
    choices.find_deals(
        what.inputs.dealing, 0, bidder, trump, least, policies, what.book, np.uint64(SEED), 10, new_scratch(), fits
    )
    expected = []
    for number in range(10, 10 + n):
        hands, melds = dealt(what, number)
        ceilings, trumps = np.zeros(8, np.int64), np.zeros(8, np.int64)
        plan_bids(
            hands, melds, policies, np.zeros((64, 1), np.uint64), 0, what.vector, what.layout.units,
            np.zeros(16, np.int64), ceilings, trumps,
        )  # fmt: skip
        fit = trumps[bidder] == trump and ceilings[bidder] >= least
        if fit and what.rules.seats.called_partner:
            scratch = new_scratch()
            play_choices(what, "standard", [[trump, 0, 0, 0]], [number], bidder, scratch)
            fit = int(scratch.story[T.PARTNER]) == 0
        expected.append(int(fit))
    assert fits.tolist() == expected
    if n > 100:
        assert 0 < sum(expected) < n


def dealt(what: Game, number: int) -> tuple[Ints, Ints]:
    """Deal until no seat but seat 0 has a redeal hand; return hands and their melds."""
    from naive import has_redeal_right

    attempt = 0
    while True:
        hands = deal(what.inputs, 1, seed=SEED, first=number, attempt=attempt)[0]
        if not any(has_redeal_right(what.layout.cards(int(hand)), what.naive) for hand in hands[1 : what.players]):
            melds = np.zeros((len(hands), 4), np.int64)
            score_melds(hands, *what.book, melds)
            return hands, melds
        attempt += 1


@pytest.mark.parametrize("names", ["hard", "random"])
def test_whole_hands_are_those_of_a_run(names: str) -> None:
    what, n = game("family250"), fewer(200)
    policies = what.policies(names)
    expected = play(what.inputs, policies, 4 * n, seed=SEED)
    for dealer in range(4):
        for number in range(dealer, 4 * n, max(4, n // 5)):
            if expected[C.DEALER, number] != dealer:
                continue
            out = np.zeros((choices.N_HAND, 1), np.int32)
            choices.play_from_the_first_call(
                what.inputs.dealing, 1, -1, dealer, policies, what.book, np.uint64(SEED), number, new_scratch(), out
            )
            row = expected[:, number]
            assert out[:, 0].tolist() == [row[C.BIDDER], row[C.BID], row[C.SCORE_1], row[C.SCORE_0]], number


def test_a_kept_hand_is_kept() -> None:
    """A hand that carries the right stays at its seat; without a keeper it is dealt away."""
    what, mine = game("family250"), ["KS", "QS", "9S", "9S", "JH", "9H", "KD", "QD", "9D", "TC", "JC", "9C"]
    inputs = kernel_inputs(what.rules, {1: what.layout.hand(mine)})
    scratch, out = new_scratch(), np.zeros((choices.N_HAND, 1), np.int32)
    choices.play_from_the_first_call(
        inputs.dealing, 1, 1, 3, what.policies("hard"), what.book, np.uint64(SEED), 4, scratch, out
    )
    assert scratch.desk[K.DEALT, 1] == what.layout.hand(mine)
    assert out[choices.HAND_BIDDER, 0] in range(4)
