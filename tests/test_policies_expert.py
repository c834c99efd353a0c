"""The player that tries its cards: it looks at nothing it cannot know, and play goes on from any card."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pinosim import Hand as Cards
from pinosim import load_rules, match
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.core import columns as C
from pinosim.core import contract_state as H
from pinosim.core import policy as P
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.auction import N_AUCTION
from pinosim.core.bids import NO_BID
from pinosim.core.contract import finish_hand, lay_down, pass_cards, take_contract
from pinosim.core.dealing import deal_block
from pinosim.core.expert_bidding import expert_bids
from pinosim.core.expert_hand import play_hands_thinking as play_hands
from pinosim.core.expert_knowledge import (
    count_hidden_hands,
    deal_fitting_world,
    imitate,
    listen,
    misfit,
    proven,
)
from pinosim.core.expert_passing import expert_pass, rank_passes
from pinosim.core.expert_play import expert_card, list_cards, look_for_worlds
from pinosim.core.hard_passing import BACK_MELD, BACK_VOID, GIVE_VOID, worth_of_giving, worth_of_voids
from pinosim.core.layout import unit_mask
from pinosim.core.legal import legal_cards
from pinosim.core.meld import hand_melds
from pinosim.core.passing import give_cards
from pinosim.core.playing import play_cards, seat_to_play
from pinosim.core.worlds import deal_world
from pinosim.policies.registry import resolve, resolve_seats

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
SEED = np.uint64(8)


class Hand:
    """A hand with its contract made, before the first card, on a desk of its own."""

    def __init__(self, name: str, number: int, policy: str = "expert") -> None:
        self.rules = load_rules(name)
        self.inputs = kernel_inputs(self.rules)
        self.book, self.vector = self.inputs.book, self.inputs.vector
        self.width = int(self.vector[S.WIDTH])
        self.units = int(unit_mask(4 * int(self.vector[S.N_RANKS]), self.width))
        self.policies = policy_rows(resolve_seats(policy, self.rules))
        self.players = int(self.vector[S.PLAYERS])
        self.total = self.players * int(self.vector[S.TRICKS])
        self.scratch = new_scratch()
        self.desk, self.story = self.scratch.desk, self.scratch.story
        self.number = number
        deal_block(
            self.inputs.dealing, int(self.vector[S.N_RANKS]), self.width, SEED, 0, number, 1, self.scratch.deal,
            self.scratch.hands,
        )  # fmt: skip
        self.dealt = self.scratch.hands[0, : len(self.inputs.dealing.capacities)].copy()
        self.desk[K.ADDRESS, :3] = (int(SEED), number, 0)

    def contract(self) -> tuple[Any, ...]:
        """Arguments for a contract that is not too high: bidder and trump by the number of the deal."""
        self.desk[K.SEATS, : len(self.dealt)] = self.dealt
        bidder = self.number % self.players
        return bidder, int(self.vector[S.MIN_BID]), self.number % 4, bidder - 1 if bidder else self.players - 1

    def rest(self) -> tuple[Any, ...]:
        return self.policies, self.scratch.words, 0, self.book, self.units, self.desk, self.story

    def open(self) -> bool:
        """Go as far as the first card, the bidder having made the only bid; False if none is played."""
        bidder, bid, trump, dealer = self.contract()
        take_contract(bidder, bid, trump, dealer, *self.rest())
        self.story[T.CALLS : T.CALLS + self.players] = (bid, *[0] * (self.players - 1))
        self.story[T.N_CALLS] = self.players
        partner = int(self.desk[K.CONTRACT, H.PARTNER])
        if self.vector[S.PASS_COUNT] > 0 and partner >= 0:
            pass_cards(bidder, partner, trump, *self.rest())
        return bool(lay_down(*self.rest()))

    def play(self, card: int, until: int, desk: np.ndarray, played: np.ndarray) -> None:
        play_cards(card, until, self.policies, self.scratch.words, 0, self.vector, self.units, desk, played)

    def ask(self, desk: np.ndarray) -> int:
        return int(
            expert_card(
                self.policies, self.scratch.words, 0, self.book, self.units, desk, self.story, self.scratch.study
            )
        )


def some_hands(name: str, n: int) -> list[Hand]:
    found = []
    number = 0
    while len(found) < n:
        hand = Hand(name, number)
        if hand.open():
            found.append(hand)
        number += 1
    return found


GAMES = ("family250", "guide-double", "bicycle-widow", "universal-6h", "family250-3h")


@pytest.mark.parametrize("name", GAMES)
def test_play_goes_on_from_any_card_as_if_it_had_not_stopped(name: str) -> None:
    for hand in some_hands(name, 3):
        whole = hand.desk.copy()
        played = np.zeros(T.MAX_PLAYED, np.int64)
        hand.play(-1, hand.total, whole, played)
        piece = hand.desk.copy()
        again = np.zeros(T.MAX_PLAYED, np.int64)
        for turn in range(hand.total):
            if turn % 7 == 0:
                branch, tail = piece.copy(), again.copy()
                hand.play(int(played[turn]), hand.total, branch, tail)
                assert (tail == played).all()
                assert (branch[K.POINTS] == whole[K.POINTS]).all()
            hand.play(-1, turn + 1, piece, again)
        assert (again == played).all()
        for row in (K.POINTS, K.TRICKS, K.TRICK, K.SEATS):
            assert (piece[row] == whole[row]).all()


def test_the_stages_are_those_of_a_whole_hand() -> None:
    for hand in some_hands("family250", 3):
        hand.play(-1, hand.total, hand.desk, hand.story[T.PLAYED :])
        played = hand.story[T.PLAYED : T.PLAYED + hand.total].copy()
        finish_hand(*hand.contract(), *hand.rest())
        assert (hand.story[T.PLAYED : T.PLAYED + hand.total] == played).all()


@pytest.mark.jit
@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_the_choice(name: str) -> None:
    """The cards the seat does not see are dealt anew among all places where they may lie: it plays the same card."""
    asked = 0
    for hand in some_hands(name, 3):
        study = new_scratch().study
        desk = hand.desk
        while desk[K.TRICK, H.TURN] < hand.total:
            turn = int(desk[K.TRICK, H.TURN])
            seat = int(seat_to_play(hand.players, desk))
            card = hand.ask(desk.copy())
            if turn % 5 == 0:
                now = desk.copy()
                mine = int(now[K.SEATS, seat])
                n, places = look_for_worlds(seat, mine, hand.vector, hand.units, now.copy(), hand.story, study.plan)
                deal_world(
                    n, places, 9, turn, 0, now[K.ADDRESS], hand.vector, study.plan, study.words, study.desk[K.DEALT]
                )
                buried = int(hand.story[T.BURIED])
                before = now[K.SEATS, : hand.players].copy()
                now[K.SEATS, : hand.players] = study.desk[K.DEALT, : hand.players]
                now[K.SEATS, seat] = mine
                now[K.TRICK, H.UNPLAYED] = now[K.SEATS, : hand.players].sum()
                if places > hand.players:
                    hand.story[T.BURIED] = study.desk[K.DEALT, hand.players]
                asked += int((now[K.SEATS, : hand.players] != before).any())
                # cards told between bidder and partner are no business of the others
                for other in range(hand.players):
                    if not (now[K.CONTRACT, H.PAIR] >> seat) & 1:
                        now[K.TOLD, other] = now[K.KNOWN, other]
                assert hand.ask(now) == card
                hand.story[T.BURIED] = buried
            hand.play(card, turn + 1, desk, hand.story[T.PLAYED :])
    assert asked > 15


def dealt_anew(hand: Hand, seat: int, known: int, desk: np.ndarray) -> None:
    """Give the other seats other cards that they may hold by all that the seat knows."""
    study = new_scratch().study
    n, places = count_hidden_hands(seat, known, hand.vector, hand.units, desk, study.plan)
    deal_world(n, places, 9, 0, 0, desk[K.ADDRESS], hand.vector, study.plan, study.words, study.desk[K.DEALT])
    for other in range(places):
        if other != seat:
            desk[K.SEATS, other] = study.desk[K.DEALT, other]


@pytest.mark.jit
@pytest.mark.parametrize("name", ["family250", "guide-double", "bicycle-widow"])
def test_hidden_cards_do_not_change_a_call(name: str) -> None:
    bids = set()
    for number in range(6):
        hand = Hand(name, number)
        seat = number % hand.players
        dealer = (seat - 1) % hand.players

        def call(
            desk: np.ndarray, hand: Hand = hand, seat: int = seat, dealer: int = dealer, number: int = number
        ) -> bool:
            desk[K.AUCTION, :N_AUCTION] = 0
            desk[K.AUCTION, 0] = -1
            desk[K.AUCTION, 1] = NO_BID
            desk[K.CEILINGS, seat] = hand.vector[S.MIN_BID] - hand.number % 2  # as near as can be
            return bool(expert_bids(seat, dealer, *hand.rest()[:5], desk, hand.story, hand.scratch.study))

        hand.desk[K.SEATS, : len(hand.dealt)] = hand.dealt
        first = call(hand.desk)
        dealt_anew(hand, seat, int(hand.dealt[seat]), hand.desk)
        assert (hand.desk[K.SEATS, : len(hand.dealt)] != hand.dealt).any()
        assert call(hand.desk) == first
        bids.add(first)
    assert bids == {False, True}


@pytest.mark.jit
@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_hidden_cards_do_not_change_a_pass(name: str) -> None:
    count = int(load_rules(name).passing.count)
    for number in range(4):
        hand = Hand(name, number)
        hand.desk[K.SEATS, : len(hand.dealt)] = hand.dealt
        bidder, bid, trump, dealer = hand.contract()
        take_contract(bidder, bid, trump, dealer, *hand.rest())
        hand.story[T.CALLS : T.CALLS + 4] = (bid, 0, 0, 0)
        hand.story[T.N_CALLS] = 4
        partner = int(hand.desk[K.CONTRACT, H.PARTNER])
        for giver, to_bidder in ((partner, True), (bidder, False)):
            mine = int(hand.desk[K.SEATS, giver])
            known = mine if to_bidder else mine + int(hand.story[T.GIVEN])

            def choose(desk: np.ndarray, hand: Hand = hand, giver: int = giver, to_bidder: bool = to_bidder) -> int:
                return int(expert_pass(giver, to_bidder, *hand.rest()[:5], desk, hand.story, hand.scratch.study))

            first = choose(hand.desk)
            assert len(Cards.from_mask(first, hand.rules.deck)) == count
            other = hand.desk.copy()
            dealt_anew(hand, giver, known, other)
            assert (other[K.SEATS, :4] != hand.desk[K.SEATS, :4]).any()
            assert choose(other) == first
            if to_bidder:
                hand.desk[K.ORDERS, K.ORDER_GIVEN] = first
                give_cards(bidder, partner, trump, *hand.rest())


@pytest.mark.jit
def test_worlds_fit_the_calls_and_the_trump() -> None:
    """Partner bid 350 and named hearts: in nearly every world he has a hand for it; in free worlds hardly ever."""
    hand = Hand("family250", 3)
    hand.desk[K.SEATS, :4] = hand.dealt
    study = hand.scratch.study
    imitate(hand.policies[1], 4, study.minds)
    hand.story[T.CALLS : T.CALLS + 4] = (350, 0, 0, 0)
    mine = int(hand.dealt[1])

    def off(n_calls: int, trump: int) -> list[int]:
        listen(2, n_calls, hand.story, hand.vector, study.minds, study.plan)  # seat 3 calls first
        n, places = count_hidden_hands(1, mine, hand.vector, hand.units, hand.desk, study.plan)
        found = []
        for sample in range(40):
            listen(2, n_calls, hand.story, hand.vector, study.minds, study.plan)
            deal_fitting_world(
                1, mine, n, places, 9, 0, sample, 3, trump, hand.desk[K.ADDRESS], hand.book, hand.units, study
            )
            assert int(study.desk[K.DEALT, :4].sum()) == int(hand.dealt.sum())
            listen(2, 4, hand.story, hand.vector, study.minds, study.plan)
            found.append(int(misfit(1, 3, 1, hand.book, hand.units, study)))
        return found

    assert np.mean([points <= 30 for points in off(4, 1)]) > 0.6
    assert np.mean([points <= 30 for points in off(0, -1)]) < 0.2


@pytest.mark.jit
@pytest.mark.parametrize("to_bidder", [True, False])
@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_the_best_passes_are_listed_in_order(name: str, to_bidder: bool) -> None:
    """Against all sets weighed one by one in Python."""
    hand = Hand(name, 0)
    policy, plan, melds = hand.policies[0], hand.scratch.study.plan, np.zeros(4, np.int64)
    trump, count, most = 2, 4, 8
    unit = int(hand.vector[S.COUNTERS + 5])
    held = int(hand.dealt[1])
    cards = [
        c for c in range(4 * int(hand.vector[S.N_RANKS])) for _ in range(held >> (c * hand.width) & (2**hand.width - 1))
    ]

    def meld_of(mask: int) -> int:
        hand_melds(mask, hand.vector, hand.book.suit_table, hand.book.around_table, melds)
        return int(melds[trump])

    def weigh(given: tuple[int, ...]) -> int:
        mask = sum(1 << (card * hand.width) for card in given)
        total = 1000 * meld_of(held - mask)
        for i, card in enumerate(given):
            earlier = given[:i].count(card)
            total += unit * int(worth_of_giving(held, card, earlier, trump, to_bidder, policy, hand.vector, hand.units))
        if not to_bidder:
            total += int(policy[BACK_MELD]) * meld_of(mask)
        void = int(policy[GIVE_VOID if to_bidder else BACK_VOID]) * unit
        return total + int(worth_of_voids(held, mask, trump, void, hand.vector))

    n = rank_passes(held, count, trump, to_bidder, most, policy, hand.book, hand.units, np.zeros(4, np.int64), plan)
    listed = plan[K.TOTALS, :n].tolist()
    assert n == most
    assert listed == sorted((weigh(given) for given in set(combinations(cards, count))), reverse=True)[:most]
    assert len(set(plan[K.OPTIONS, :n].tolist())) == most


def test_gains_are_proven_by_their_standard_error() -> None:
    assert not proven(0, 0, 10, 0)
    assert not proven(-5, 10, 10, 0)
    assert proven(5, 100, 10, 0)
    assert proven(10, 10, 10, 1_000_000)  # the same gain every time
    gains = [3, -1, 4, 1, -5, 9, 2, 6]
    t = sum(gains) / np.sqrt(sum(g * g for g in gains) - sum(gains) ** 2 / len(gains))
    for proof in (50, 80, 90, 110, 150):
        assert proven(sum(gains), sum(g * g for g in gains), len(gains), proof) == (100 * t > proof)


@pytest.mark.jit
def test_it_plays_only_legal_cards_and_equal_ones_once() -> None:
    options = np.zeros(K.N_SETS, np.int64)
    for hand in some_hands("family250", 4):
        desk = hand.desk
        while desk[K.TRICK, H.TURN] < hand.total:
            table = desk[K.TRICK]
            mine = int(desk[K.SEATS, int(seat_to_play(4, desk))])
            trump = int(desk[K.CONTRACT, H.TRUMP])
            legal = int(legal_cards(mine, table[H.LED], table[H.BEST], table[H.BEST_LED], trump, hand.vector))
            n = int(list_cards(legal, int(table[H.UNPLAYED]) - mine, hand.vector, hand.units, options))
            kinds = [card for card in range(24) if (legal >> (2 * card)) & 3]
            assert set(options[:n].tolist()) <= set(kinds)
            card = hand.ask(desk)
            assert card in kinds
            hand.play(card, int(table[H.TURN]) + 1, desk, hand.story[T.PLAYED :])


def test_which_cards_are_equal() -> None:
    """Queen, jack and nine count nothing: they are one card once those between are gone; king and ten count alike."""
    rules = load_rules("family250")
    vector, units = kernel_inputs(rules).vector, int(unit_mask(24, 2))
    options = np.zeros(K.N_SETS, np.int64)

    def listed(held: list[int], unseen: list[int]) -> list[int]:
        n = list_cards(sum(1 << 2 * c for c in held), sum(1 << 2 * c for c in unseen), vector, units, options)
        return options[:n].tolist()

    nine, jack, queen, king, ten, ace = range(6)
    assert listed([nine, jack, queen, king, ten, ace], []) == [nine, king]
    assert listed([nine, queen], [jack]) == [nine, queen]
    assert listed([nine, queen], [queen]) == [nine, queen]
    assert listed([nine, queen], [nine]) == [nine]
    assert listed([king, ten, ace], [ten]) == [king, ten]
    assert listed([queen, queen + 6], []) == [queen, queen + 6]


@pytest.mark.jit
def test_workers_and_batches_do_not_change_a_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinosim.api.match.THINKING_BATCH", 8)
    rules = load_rules("family250")
    one, two, four = (match("expert", "hard", rules, deals=20, jobs=jobs) for jobs in (1, 2, 4))
    assert one == two == four


@pytest.mark.jit
def test_the_seed_is_all_there_is_to_chance() -> None:
    rules = load_rules("family250")
    inputs = kernel_inputs(rules)
    rows = policy_rows(resolve_seats("expert,hard,expert,hard", rules))

    def hands(seed: int, first: int, n: int) -> np.ndarray:
        out = np.zeros((C.N_COLUMNS, n), np.int32)
        play_hands(inputs.dealing, rows, inputs.book, np.uint64(seed), first, new_scratch(), out)
        return out

    largest = 2**64 - 1
    assert (hands(largest, 0, 12)[:, 5:] == hands(largest, 5, 7)).all()
    assert (hands(1, 0, 12) != hands(2, 0, 12)).any()


@pytest.mark.jit
def test_it_beats_hard() -> None:
    """A short match; the long ones are in docs/policies.md."""
    result = match("expert", "hard", load_rules("family250"), deals=250, seed=11, level=0.95)
    assert result.points_per_hand.low > 0


@pytest.mark.parametrize("name", ["family250", "guide-double", "two-hand"])
def test_its_other_numbers_are_those_of_hard(name: str) -> None:
    rules = load_rules(name)
    expert, hard = resolve("expert", rules).vector, resolve("hard", rules).vector
    assert (expert[P.CAUTION : P.THINK] == hard[P.CAUTION : P.THINK]).all()
    assert (expert[P.THINK : P.LOOSENESS] > 0).all()
    assert (hard[P.THINK : P.LOOSENESS] == 0).all()
