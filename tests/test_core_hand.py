"""Whole hands: every stage done again, by the reference where it knows the rule, and the columns held against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import naive
from kernel_tools import (
    JIT_OFF,
    NAMES,
    Game,
    Ints,
    card_name,
    chi_square_sigmas,
    deal,
    fewer,
    game,
    new_played,
    play,
    play_out,
    words_of,
    wraps_around,
)
from naive import SUITS
from naive_rules import ALL_RULES
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch
from pinosim.core import columns as C
from pinosim.core import policy as P
from pinosim.core import story as T
from pinosim.core.auction import run_auction
from pinosim.core.bidding import plan_bids
from pinosim.core.hand import play_hands
from pinosim.core.meanings import N_CLAIMS
from pinosim.core.passing import cards_to_bidder, cards_to_partner, random_cards
from pinosim.core.random import ATTEMPT, STREAM_PLAY
from pinosim.core.redeal import may_redeal
from pinosim.core.table import FIRST_PLAY_WORD
from pinosim.rules.load import load_rules
from test_core_auction import expected as expected_auction
from worked_examples import REDEAL, RedealExample

pytestmark = wraps_around
POLICIES = ("random", "standard", "standard,random,standard,random")
OTHERS = [name for name in ALL_RULES if name not in NAMES]


class Stage(NamedTuple):
    """What is known before the auction: the hands, how often they were dealt again, and the words to draw lots with."""

    hands: Ints
    redeals: int
    redeal_seat: int
    first_meld: list[int]
    words: NDArray[np.uint64]


def has_right(what: Game, hand: int) -> bool:
    return naive.has_redeal_right(what.layout.cards(hand), what.naive)


def open_hand(what: Game, inputs: KernelInputs, seed: int, number: int) -> Stage:
    """Deal, and deal again while a seat holds a redeal hand."""
    attempt = 0
    first = deal(inputs, 1, seed=seed, first=number)[0]
    hands = first
    while any(has_right(what, int(hand)) for hand in hands):
        attempt += 1
        hands = deal(inputs, 1, seed=seed, first=number, attempt=attempt)[0]
    rights = [seat for seat in range(4) if has_right(what, int(first[seat]))]
    mine = what.layout.cards(int(first[0]))
    first_meld = [naive.meld_total(mine, trump, what.naive) for trump in SUITS]
    return Stage(hands, attempt, rights[0] if rights else -1, first_meld, lots(what, seed, number, attempt))


def lots(what: Game, seed: int, number: int, attempt: int) -> NDArray[np.uint64]:
    """Make the random words of a hand, shape (words, 1)."""
    blocks = FIRST_PLAY_WORD // 4 + what.naive.hand_size
    stream = STREAM_PLAY + ATTEMPT * attempt
    words = [word for block in range(blocks) for word in words_of(seed, number, stream, block)]
    return np.array(words, np.uint64)[:, None]


def replay(what: Game, inputs: KernelInputs, policies: Ints, seed: int, number: int) -> list[int]:
    """Play one hand stage by stage and return its column."""
    rules = what.naive
    stage = open_hand(what, inputs, seed, number)
    dealer = number % 4
    hands = [what.layout.cards(int(hand)) for hand in stage.hands]
    ceilings, trumps = np.zeros(8, np.int64), np.zeros(8, np.int64)
    melds = np.array([[naive.meld_total(hand, trump, rules) for trump in SUITS] for hand in hands], np.int64)
    plan_bids(
        stage.hands, melds, policies, stage.words, 0, what.vector, what.layout.units, np.zeros(P.N_FEATURES, np.int64),
        ceilings, trumps,
    )  # fmt: skip
    for seat in range(4):
        allowed = naive.trumps_allowed(hands[seat], rules)
        assert (SUITS[trumps[seat]] in allowed) if trumps[seat] >= 0 else not allowed
        assert trumps[seat] >= 0 or ceilings[seat] < rules.min_bid
    margins = {int(row[P.PARTNER_MARGIN]) * rules.counters["A"] // 1000 for row in policies}
    if len(margins) == 1:
        auction = expected_auction(rules, ceilings[:4].tolist(), (dealer + 1) % 4, margins.pop())
    else:
        result = np.zeros(4, np.int64)
        story = np.zeros(T.N_STORY, np.int64)
        run_auction(
            ceilings, np.zeros(N_CLAIMS, np.int64), policies, (dealer + 1) % 4, -1, -1, 0, 0, what.vector, result, story
        )
        auction = result.tolist()
    bidder, bid, forced, calls = auction
    assert bid in naive.legal_bids(None, rules, bid)
    trump = int(trumps[bidder])
    mine = hands[bidder]
    row = dict.fromkeys(range(C.N_COLUMNS), 0)
    row |= {C.REDEALS: stage.redeals, C.REDEAL_SEAT: stage.redeal_seat, C.DEALER: dealer, C.BIDDER: bidder, C.BID: bid}
    row |= {C.MELD_S + place: meld for place, meld in enumerate(stage.first_meld)}
    row |= {C.FORCED: forced, C.CALLS: calls, C.TRUMP: trump, C.BIDDER_ACES: sum(card[0] == "A" for card in mine)}
    if trump < 0:
        row |= {C.OUTCOME: C.NOT_PLAYED, C.SCORE_BIDDERS: -bid, C.PARTNER: -1}
        row |= {C.SCORE_0 + bidder: -bid, C.SCORE_0 + (bidder + 2) % 4: -bid}
        return list(row.values())
    suit = SUITS[trump]
    row |= {C.BIDDER_MELD: int(melds[bidder, trump]), C.BIDDER_TRUMPS: sum(card[1] == suit for card in mine)}

    row |= finish(what, stage.hands, stage.words, policies, bidder, bid, trump)
    return list(row.values())[: C.N_COLUMNS]


def finish(
    what: Game, hands: Ints, words: NDArray[np.uint64], policies: Ints, bidder: int, bid: int, trump: int
) -> dict[int, int]:
    """Pass, meld, play and settle; return the columns from MELD_BIDDERS on. A bid of 0 is played whatever the meld."""
    rules, layout, suit = what.naive, what.layout, SUITS[trump]
    after = pass_cards(what, hands, words, policies, bidder, trump)
    held = [layout.cards(int(hand)) for hand in after]
    team, others = [bidder, (bidder + 2) % 4], [(bidder + 1) % 4, (bidder + 3) % 4]
    assert all(len(hand) == rules.hand_size for hand in held)
    assert sum(after[team]) == sum(hands[team])
    meld = [sum(naive.meld_total(held[seat], suit, rules) for seat in side) for side in (team, others)]
    dix = [sum(rules.dix * held[seat].count("9" + suit) for seat in side) for side in (team, others)]
    row = {C.MELD_BIDDERS: meld[0], C.MELD_OTHERS: meld[1], C.LAST_TRICK: 0, C.PARTNER: team[1]}
    points: list[int | None] = [None, None]
    tricks: list[int | None] = [None, None]
    if not bid or (meld[0] >= rules.min_meld_bidders and (not rules.auto_set or meld[0] + rules.trick_total >= bid)):
        played = new_played()
        sides = (1 << team[0]) | (1 << team[1])
        play_out(what, after, trump, bidder, bidder, sides, policies, words, new_scratch().desk, played)
        plays = [card_name(card, layout.n_ranks) for card in played[: 4 * rules.hand_size]]
        outcome = naive.play_out(held, plays, suit, bidder, rules)
        points = [sum(outcome.points[seat] for seat in side) for side in (team, others)]
        tricks = [sum(outcome.tricks[seat] for seat in side) for side in (team, others)]
        row[C.LAST_TRICK] = int(outcome.winners[-1] in team)
    row |= {C.POINTS_BIDDERS: points[0] or 0, C.POINTS_OTHERS: points[1] or 0}
    row |= {C.TRICKS_BIDDERS: tricks[0] or 0, C.TRICKS_OTHERS: tricks[1] or 0}
    if bid:
        bidders_score, others_score, name = naive.settle(
            rules, bid, meld[0], points[0], tricks[0], meld[1], points[1], tricks[1],
            others_dix_only=0 < meld[1] == dix[1], bidders_dix_only=0 < meld[0] == dix[0],
        )  # fmt: skip
        row[C.OUTCOME] = {"made": C.MADE, "set": C.SET, "auto-set": C.NOT_PLAYED}[name]
        row |= {C.SCORE_BIDDERS: bidders_score, C.SCORE_OTHERS: others_score}
        row |= {C.SCORE_0 + seat: bidders_score if seat in team else others_score for seat in range(4)}
    row |= {C.DIX_BIDDERS + C.RESULT_FROM: dix[0], C.DIX_OTHERS + C.RESULT_FROM: dix[1]}
    return row


def pass_cards(what: Game, hands: Ints, words: NDArray[np.uint64], policies: Ints, bidder: int, trump: int) -> Ints:
    """Pass both ways and return the hands after it."""
    count, units, width = what.naive.pass_count, what.layout.units, what.layout.width
    after = hands[:4].copy()
    partner = (bidder + 2) % 4
    if policies[partner, P.KIND] == P.KIND_RANDOM:
        given = random_cards(after[partner], count, 12, words, 0, units, width)
    else:
        given = cards_to_bidder(after[partner], count, trump, what.vector, units)
    after[partner] -= given
    after[bidder] += given
    if policies[bidder, P.KIND] == P.KIND_RANDOM:
        returned = random_cards(after[bidder], count, 20, words, 0, units, width)
    else:
        returned = cards_to_partner(after[bidder], count, trump, what.book, units, np.zeros(4, np.int64))
    after[bidder] -= returned
    after[partner] += returned
    return after


def assert_replays(what: Game, names: str, numbers: Iterator[int] | range, seed: int) -> None:
    policies = what.policies(names)
    for number in numbers:
        made = what.play(names, 1, seed=seed, first=number)[:, 0].tolist()
        expected = replay(what, what.inputs, policies, seed, number)
        assert dict(zip(C.COLUMN_NAMES, made, strict=True)) == dict(zip(C.COLUMN_NAMES, expected, strict=True)), number


@pytest.mark.parametrize("names", POLICIES)
@pytest.mark.parametrize("name", NAMES)
def test_hands_are_what_their_stages_make(name: str, names: str) -> None:
    assert_replays(game(name), names, range(fewer(120)), seed=1)


@pytest.mark.parametrize("names", POLICIES)
def test_hands_that_were_dealt_again_are_what_their_stages_make(names: str) -> None:
    what = game("family250")
    hands = what.deal(fewer(20_000), seed=2)
    suits_with_nines = np.bitwise_count(
        hands & what.layout.hand(["9S", "9S", "9S", "9H", "9H", "9H", "9D", "9D", "9D", "9C", "9C", "9C"])
    )
    likely = np.flatnonzero((suits_with_nines >= 3).any(axis=1)).tolist()
    candidates = [number for number in likely if any(has_right(what, int(hand)) for hand in hands[number])]
    assert candidates or JIT_OFF
    assert_replays(what, names, iter(candidates[:25]), seed=2)


def test_a_bidder_without_a_marriage_is_set_without_play() -> None:
    """With seat 0 forced and holding no king and queen of a suit there is no trump and no play."""
    what = game("guide-double")
    held = what.layout.hand([card for card in ("AS", "TS", "KH", "JD", "QC") for _ in range(4)])
    inputs = kernel_inputs(what.rules, {0: held})
    policies = what.policies("random")
    seen = 0
    for number in range(0, 4 * fewer(400), 4):
        out = play(inputs, policies, 1, seed=3, first=number)
        assert out[:, 0].tolist() == replay(what, inputs, policies, 3, number)
        seen += out[C.TRUMP, 0] < 0
    assert seen or JIT_OFF


@pytest.mark.parametrize("example", REDEAL, ids=lambda example: example.number)
def test_redeal_example(example: RedealExample) -> None:
    what = game(example.rules)
    hand = naive.parse_hand(example.hand)
    melds = np.array([naive.meld_total(hand, trump, what.naive) for trump in SUITS], np.int64)
    assert bool(may_redeal(np.int64(what.layout.hand(hand)), melds, what.vector)) is example.right


@pytest.mark.parametrize("names", POLICIES)
@pytest.mark.parametrize("name", NAMES)
def test_columns_agree_with_each_other(name: str, names: str) -> None:
    rules = game(name).naive
    out = game(name).play(names, fewer(20_000), seed=4).astype(np.int64)
    outcome, bid = out[C.OUTCOME], out[C.BID]
    played = outcome != C.NOT_PLAYED
    assert (out[C.DEALER] == np.arange(out.shape[1]) % 4).all()
    assert ((out[C.REDEALS] > 0) == (out[C.REDEAL_SEAT] >= 0)).all()
    assert np.isin(bid, naive.legal_bids(None, rules, int(bid.max()))).all()
    forced = out[C.FORCED] == 1
    assert (bid[forced] == rules.min_bid).all()
    assert (out[C.BIDDER] == out[C.DEALER])[forced].all()
    assert (out[C.POINTS_BIDDERS] + out[C.POINTS_OTHERS])[played].min() == rules.trick_total
    assert (out[C.POINTS_BIDDERS] + out[C.POINTS_OTHERS])[played].max() == rules.trick_total
    assert ((out[C.TRICKS_BIDDERS] + out[C.TRICKS_OTHERS])[played] == rules.hand_size).all()
    for column in (C.POINTS_BIDDERS, C.POINTS_OTHERS, C.TRICKS_BIDDERS, C.TRICKS_OTHERS, C.LAST_TRICK):
        assert (out[column] >= 0).all()
        assert (out[column][~played] == 0).all()
    assert ((out[C.LAST_TRICK] == 0) | (out[C.TRICKS_BIDDERS] > 0)).all()
    made = outcome == C.MADE
    assert (out[C.SCORE_BIDDERS][made] >= bid[made]).all()
    assert (out[C.SCORE_BIDDERS][~made] == -bid[~made]).all()
    hopeless = (out[C.MELD_BIDDERS] + rules.trick_total < bid) | (out[C.MELD_BIDDERS] < rules.min_meld_bidders)
    assert (~played == hopeless | (out[C.TRUMP] < 0)).all()


# --- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["random", "standard", "mixed"])
@pytest.mark.parametrize("name", [*NAMES, *(pytest.param(name, marks=pytest.mark.jit) for name in OTHERS)])
def test_a_run_may_be_cut_anywhere(name: str, names: str) -> None:
    if names == "mixed":
        names = ",".join((["standard", "random"] * 3)[: game(name).players])
    n = 600 if not JIT_OFF else 34
    whole = game(name).play(names, n, seed=5, first=1000)
    cuts = (1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 511) if name in NAMES else (1, 33, 257)
    for cut in [cut for cut in cuts if cut < n]:
        parts = [
            game(name).play(names, cut, seed=5, first=1000),
            game(name).play(names, n - cut, seed=5, first=1000 + cut),
        ]
        assert np.concatenate(parts, axis=1).tobytes() == whole.tobytes()


@pytest.mark.jit
@pytest.mark.parametrize("names", POLICIES)
def test_a_run_may_be_cut_at_hands_that_were_dealt_again(names: str) -> None:
    what = game("family250")
    whole = what.play(names, 4000, seed=6)
    again = np.flatnonzero(whole[C.REDEALS] > 0)
    assert len(again) > 5
    for number in again.tolist():
        np.testing.assert_array_equal(what.play(names, 1, seed=6, first=number), whole[:, number : number + 1])
        np.testing.assert_array_equal(what.play(names, 3, seed=6, first=number - 1), whole[:, number - 1 : number + 2])


def test_large_numbers_of_deals_and_seeds() -> None:
    what = game("family250")
    for seed, first in [(2**64 - 1, 2**40), (2**63, 2**32 - 2)]:
        whole = what.play("random", 6, seed=seed, first=first)
        alone = np.concatenate([what.play("random", 1, seed=seed, first=first + i) for i in range(6)], axis=1)
        np.testing.assert_array_equal(whole, alone)
        assert (whole[C.DEALER] == (first + np.arange(6)) % 4).all()


@pytest.mark.jit
def test_rules_that_redeal_without_end_give_up() -> None:
    """Somebody always holds a nine, so no hand is ever bid."""
    rules = load_rules("family250", ["redeal.min_nines=1", "redeal.no_aces=false"])
    inputs = kernel_inputs(rules)
    out = np.zeros((C.N_COLUMNS, 2), np.int32)
    policies = game("family250").policies("random")
    assert play_hands(inputs.dealing, policies, inputs.book, np.uint64(1), 0, new_scratch(), out) == 2
    assert (out == -1).all()


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.jit
@pytest.mark.parametrize("names", ["random", "standard"])
@pytest.mark.parametrize("name", NAMES)
def test_where_the_dealer_sits_does_not_matter(name: str, names: str) -> None:
    out = game(name).play(names, 40_000, seed=7).astype(np.float64)
    dealers = out[C.DEALER].astype(np.int64)
    places = (out[C.BIDDER] - out[C.DEALER]).astype(np.int64) % 4
    table = np.bincount(4 * dealers + places, minlength=16).reshape(4, 4)
    expected = np.tile(table.sum(axis=0) / 4, (4, 1))
    used = expected[0] > 5
    assert abs(chi_square_sigmas(table[:, used], expected[:, used], 3 * (int(used.sum()) - 1) or 1)) < 5
    for column in (
        C.BID,
        C.MELD_BIDDERS,
        C.POINTS_BIDDERS,
        C.TRICKS_BIDDERS,
        C.LAST_TRICK,
        C.SCORE_BIDDERS,
        C.SCORE_OTHERS,
    ):
        values = out[column]
        for dealer in range(4):
            inside, outside = values[dealers == dealer], values[dealers != dealer]
            error = np.sqrt(inside.var() / len(inside) + outside.var() / len(outside))
            assert abs(inside.mean() - outside.mean()) <= 5 * error, C.COLUMN_NAMES[column]
