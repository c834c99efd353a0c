"""Playing out one seat's hand: each play-out done again stage by stage, each tally added up again."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

import naive
from kernel_tools import Game, Ints, deal, fewer, game, told_by, wraps_around
from naive import SUITS
from naive_judge import judge_after_trump
from naive_rules import ALL_RULES
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch
from pinosim.core import columns as C
from pinosim.core import listening, playout
from pinosim.core import policy as P
from pinosim.core import slots as S
from pinosim.core.bidding import plan_bids
from pinosim.core.hidden_deals import find_deals
from pinosim.core.table import MAX_PLAYERS
from test_core_auction import expected as expected_auction
from test_core_bidding import counted
from test_core_hand import finish, has_right, lots

pytestmark = wraps_around
HANDS = {
    "family250": "AS TS KS QS JS JD AH AD KD 9H 9C TC",
    "wocg-single": "KS QS JD AH AC AD 9D 9D TH KH QH JC",
    "guide-double": "AS AS TS KS KS QS QS JS JD JD AH AH AD AC KH QH KC TC TD JC",
}
POLICIES = ("random", "standard", "standard,random,standard,random")
BASE = C.RESULT_FROM
SEED = 11


@lru_cache(maxsize=8)
def held_by(name: str, me: int) -> KernelInputs:
    what = game(name)
    return kernel_inputs(what.rules, {me: what.layout.hand(HANDS[name].split())})


def silence() -> Ints:
    """Nothing is heard of any seat, whatever it has called."""
    heard = np.zeros((MAX_PLAYERS, listening.N_HEARD), np.int64)
    listening.forget_calls(heard)
    return heard


def find(what: Game, inputs: KernelInputs, names: str, me: int, n: int, first: int) -> tuple[Ints, Ints, Ints]:
    hands = np.zeros((n, len(inputs.dealing.capacities)), np.int64)
    numbers, attempts = np.zeros(n, np.int64), np.zeros(n, np.int64)
    kept = find_deals(
        inputs.dealing, me, silence(), what.policies(names), inputs.book, np.uint64(SEED), first, n, new_scratch(),
        hands, numbers, attempts,
    )  # fmt: skip
    assert kept == n
    return hands, numbers, attempts


def play_out(
    what: Game,
    inputs: KernelInputs,
    names: str,
    me: int,
    dealer: int,
    n: int,
    *,
    first: int = 0,
    bid: int | None = None,
    part: int = playout.WHOLE,
    played: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """Play deals out with nobody having bid so far but seats between the dealer and `me` having passed."""
    passed = sum(1 << ((dealer + place) % 4) for place in range(1, (me - dealer - 1) % 4 + 1))
    fresh = np.full((4, C.N_RESULT, n), -7, np.int32), np.full((5, playout.N_PASS, n), -7, np.int32)
    out, called = played or fresh
    hands, numbers, attempts = find(what, inputs, names, me, n, first)
    playout.play_out(
        hands, numbers, attempts, me, dealer, np.array([-1, -1, passed, 0, passed.bit_count(), 0, 0, part]), silence(),
        what.naive.min_bid if bid is None else bid, 15, what.policies(names), inputs.book, np.uint64(SEED),
        new_scratch(), out, called,
    )  # fmt: skip
    return out, called, int(attempts.sum())


def dealt(what: Game, inputs: KernelInputs, me: int, number: int) -> tuple[Ints, int]:
    """Deal until no other seat holds a redeal hand; return hands and attempt."""
    attempt = 0
    while True:
        hands = deal(inputs, 1, seed=SEED, first=number, attempt=attempt)[0]
        if not any(has_right(what, int(hands[seat])) for seat in range(4) if seat != me):
            return hands, attempt
        attempt += 1


@pytest.mark.parametrize("names", POLICIES)
@pytest.mark.parametrize("name", HANDS)
def test_play_outs_are_what_their_stages_make(name: str, names: str) -> None:
    what, me, dealer, n = game(name), 1, 3, fewer(200) if name != "guide-double" else fewer(100)
    inputs = held_by(name, me)
    policies = what.policies(names)
    out, called, again = play_out(what, inputs, names, me, dealer, n)
    attempts = 0
    for number in range(n):
        hands, attempt = dealt(what, inputs, me, number)
        attempts += attempt
        words = lots(what, SEED, number, attempt)
        for trump in range(4):
            row = finish(what, hands, words, policies, me, 0, trump)
            assert {column: int(out[trump, column - BASE, number]) for column in row} == row
        check_calls(what, hands, words, policies, me, dealer, called[:, :, number])
    assert again == attempts


def check_calls(
    what: Game, hands: Ints, words: NDArray[np.uint64], policies: Ints, me: int, dealer: int, made: NDArray[np.int32]
) -> None:
    """Bid on as the reference does, the seats before `me` out of it; he passes, or opens and goes on as he plans."""
    ceilings, trumps = np.zeros(8, np.int64), np.zeros(8, np.int64)
    cards = [what.layout.cards(int(hand)) for hand in hands]
    melds = np.array([[naive.meld_total(hand, trump, what.naive) for trump in SUITS] for hand in cards], np.int64)
    plan_bids(
        hands, melds, policies, words, 0, what.vector, what.layout.units, np.zeros(P.N_FEATURES, np.int64),
        ceilings, trumps,
    )  # fmt: skip
    for place in range(1, (me - dealer) % 4):
        ceilings[(dealer + place) % 4] = -1
    for call, limit in ((0, -1), (1, max(int(ceilings[me]), what.naive.min_bid))):
        ceilings[me] = limit
        margins = [int(row[P.PARTNER_MARGIN]) * int(what.vector[S.COUNTERS + 5]) // 1000 for row in policies]
        bidder, bid, _, _ = expected_auction(what.naive, ceilings[:4].tolist(), (dealer + 1) % 4, margins)
        for way in range(4 if call else 1):
            trump = way if bidder == me else int(trumps[bidder])
            row = finish(what, hands, words, policies, bidder, bid, trump)
            ours, theirs = row[C.SCORE_BIDDERS], row[C.SCORE_OTHERS]
            if bidder % 2 != me % 2:
                ours, theirs = theirs, ours
            assert made[call + way].tolist() == [bidder, bid, ours, theirs]


@pytest.mark.parametrize("names", POLICIES)
def test_play_outs_do_not_depend_on_the_batch(names: str) -> None:
    what, inputs = game("family250"), held_by("family250", 2)
    n = fewer(300)
    out, called, _ = play_out(what, inputs, names, 2, 0, n, first=50)
    for cut in [cut for cut in (1, 31, 32, 33, 255, 256, 257) if cut < n]:
        left, left_called, _ = play_out(what, inputs, names, 2, 0, cut, first=50)
        right, right_called, _ = play_out(what, inputs, names, 2, 0, n - cut, first=50 + cut)
        np.testing.assert_array_equal(np.concatenate([left, right], axis=2), out)
        np.testing.assert_array_equal(np.concatenate([left_called, right_called], axis=2), called)


def test_deals_in_which_another_seat_could_redeal_are_dealt_again() -> None:
    """The bidding has begun, so no other seat held a redeal hand."""
    what, me, dealer = game("family250"), 1, 3
    inputs = held_by("family250", me)
    policies = what.policies("standard")
    hands = deal(inputs, 4000, seed=SEED)
    nines = what.layout.hand(["9S", "9S", "9S", "9H", "9H", "9H", "9D", "9D", "9D", "9C", "9C", "9C"])
    likely = np.flatnonzero((np.bitwise_count(hands & nines) >= 3).any(axis=1)).tolist()
    found = [n for n in likely if any(has_right(what, int(hands[n, seat])) for seat in range(4) if seat != me)]
    assert found
    for number in found[:5]:
        out, _, again = play_out(what, inputs, "standard", me, dealer, 1, first=number)
        seats, attempt = dealt(what, inputs, me, number)
        assert again == attempt > 0
        row = finish(what, seats, lots(what, SEED, number, attempt), policies, me, 0, 2)
        assert {column: int(out[2, column - BASE, 0]) for column in row} == row


def test_the_seat_asked_about_may_hold_a_redeal_hand_itself() -> None:
    """It has chosen to bid, so nothing is dealt again for its sake."""
    what, me, n = game("family250"), 0, fewer(200)
    hand = what.layout.hand(["9S", "9S", "9H", "9H", "9D", "TS", "KS", "QS", "JS", "TH", "KD", "QC"])
    assert has_right(what, hand)
    inputs = kernel_inputs(what.rules, {me: hand})
    _, _, again = play_out(what, inputs, "standard", me, 3, n)
    assert again == sum(dealt(what, inputs, me, number)[1] for number in range(n)) < n


@pytest.mark.parametrize("name", HANDS)
def test_what_policies_are_fitted_on(name: str) -> None:
    what, n = game(name), fewer(150)
    rows = np.full((n, 4, P.N_FEATURES + 3), -7, np.int64)
    policies = what.policies("standard")
    playout.features_and_totals(what.inputs.dealing, policies, what.book, np.uint64(SEED), 5, new_scratch(), rows)
    no_words = np.zeros((120, 1), np.uint64)
    for i, hands in enumerate(what.deal(n, seed=SEED, first=5)):
        mine = what.layout.cards(int(hands[0]))
        for trump, suit in enumerate(SUITS):
            row = finish(what, hands, no_words, policies, 0, 0, trump)
            own = naive.meld_total(mine, suit, what.naive)
            expected = [*counted(what, mine, suit), own, row[C.MELD_BIDDERS], row[C.POINTS_BIDDERS]]
            assert rows[i, trump].tolist() == expected


def test_calls_may_be_left_out() -> None:
    what, inputs = game("family250"), held_by("family250", 0)
    out, called, _ = play_out(what, inputs, "standard", 0, 3, fewer(200), bid=0)
    assert (called == -7).all()
    np.testing.assert_array_equal(out, play_out(what, inputs, "standard", 0, 3, fewer(200))[0])


@pytest.mark.parametrize("name", HANDS)
def test_tallies_add_up_what_the_reference_settles(name: str) -> None:
    what, me = game(name), 0
    rules = what.naive
    n = fewer(200)
    out, called, _ = play_out(what, held_by(name, me), "standard", me, 3, n)
    pass_out = called[0]
    unit = rules.counters["A"]
    bids = np.array([rules.min_bid + step * unit for step in range(0, 40, 4)], np.int64)
    for trump in range(4):
        tally = np.zeros((len(bids), playout.N_TALLY), np.int64)
        playout.tally_bids(out[trump], pass_out, bids, what.vector, tally)
        expected = np.zeros_like(tally)
        for row, passed in zip(out[trump].T.astype(int).tolist(), pass_out.T.astype(int).tolist(), strict=True):
            for i, bid in enumerate(bids.tolist()):
                meld, other_meld = row[0], row[C.MELD_OTHERS - BASE]
                ours, theirs, outcome = naive.settle(
                    rules, bid,
                    meld, row[C.POINTS_BIDDERS - BASE], row[C.TRICKS_BIDDERS - BASE],
                    other_meld, row[C.POINTS_OTHERS - BASE], row[C.TRICKS_OTHERS - BASE],
                    others_dix_only=0 < other_meld == row[C.DIX_OTHERS],
                    bidders_dix_only=0 < meld == row[C.DIX_BIDDERS],
                )  # fmt: skip
                net = ours - theirs
                gain = net - (passed[playout.PASS_US] - passed[playout.PASS_THEM])
                expected[i] += [outcome == "made", net, net**2, gain, gain**2]
        np.testing.assert_array_equal(tally, expected)
        playout.tally_bids(out[trump], pass_out, bids, what.vector, tally)
        np.testing.assert_array_equal(tally, 2 * expected)


@pytest.mark.parametrize("names", ["random", "standard"])
@pytest.mark.parametrize("name", [rules.id for rules in ALL_RULES.values() if rules.rounds != "none"])
def test_play_outs_of_every_game_go_by_the_rules(name: str, names: str) -> None:
    """Only the last way tried of the last deal is left to look at: clubs are trump."""
    what, scratch, me = game(name), new_scratch(), 1
    # played whatever the meld, so nothing is set without play
    rules = replace(what.naive, min_meld_bidders=0)
    dealer, clubs = what.players - 1, 3
    column = [0] * C.N_COLUMNS
    column[C.DEALER], column[C.BIDDER], column[C.TRUMP] = dealer, me, clubs
    for number in range(fewer(40)):
        out = np.full((4, C.N_RESULT, 1), -7, np.int32)
        hands, numbers, attempts = find(what, what.inputs, names, me, 1, number)
        playout.play_out(
            hands, numbers, attempts, me, dealer, np.array([-1, -1, 1, 0, 1, 0, 0, playout.WHOLE]), silence(), 0, 15,
            what.policies(names), what.book, np.uint64(SEED), scratch, out, np.zeros((5, playout.N_PASS, 1), np.int32),
        )  # fmt: skip
        made = judge_after_trump(rules, told_by(what, column, scratch))
        for name_of, expected in made.items():
            assert out[clubs, C.COLUMN_NAMES.index(name_of) - BASE, 0] == expected, (number, name_of)
