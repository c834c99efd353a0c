"""`expert` once cards have moved: what calls tell then, open cards near the end, burying, passes by other rules."""

from __future__ import annotations

import numpy as np
import pytest

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.auction import NO_BID
from pinosim.core.contract import score_hand, show_meld, take_contract
from pinosim.core.expert_burying import rank_burials
from pinosim.core.expert_endings import judge_with_open_cards
from pinosim.core.expert_hearing import deal_heard_world, fit_of_world, hear_at_play
from pinosim.core.expert_knowledge import imitate
from pinosim.core.expert_passing import look_before_meld
from pinosim.core.expert_play import WHOLE, list_cards, look_for_worlds, set_up_contract, set_up_table, try_options
from pinosim.core.kitty import cards_to_bury
from pinosim.core.legal import legal_cards
from pinosim.core.listening import AT_LEAST, BELOW, NOT_PASSED
from pinosim.core.playing import seat_to_play
from pinosim.core.settling import scores_against
from pinosim.core.worlds import deal_world
from test_policies_expert import Hand, some_hands

pytestmark = [pytest.mark.jit, pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")]


def kinds(hand: Hand, cards: int) -> list[int]:
    """Cards of a hand, each as often as it is there."""
    field = 2**hand.width - 1
    n = 4 * int(hand.vector[S.N_RANKS])
    return [card for card in range(n) for _ in range(cards >> (card * hand.width) & field)]


def legal_now(hand: Hand, desk: np.ndarray) -> tuple[int, list[int]]:
    seat, table = int(seat_to_play(hand.players, desk)), desk[K.TRICK]
    trump = int(desk[K.CONTRACT, H.TRUMP])
    mine = int(desk[K.SEATS, seat])
    legal = legal_cards(mine, table[H.LED], table[H.BEST], table[H.BEST_LED], trump, hand.vector)
    return seat, sorted(set(kinds(hand, int(legal))))


def best_play(hand: Hand, desk: np.ndarray, me: int) -> int:
    """Score of `me` less the others' by best play of all with open cards: every line is tried."""
    if desk[K.TRICK, H.TURN] == hand.total:
        end = desk.copy()
        score_hand(hand.vector, end)
        ours, theirs = scores_against(me, hand.vector, end)
        return int(ours) - int(theirs)
    seat, cards = legal_now(hand, desk)
    found = []
    for card in cards:
        after = desk.copy()
        hand.play(card, int(desk[K.TRICK, H.TURN]) + 1, after, np.zeros(T.MAX_PLAYED, np.int64))
        found.append(best_play(hand, after, me))
    return max(found) if seat % 2 == me % 2 else min(found)


@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_open_cards_are_worth_what_best_play_brings(name: str) -> None:
    """Each card, in the trick and on lead, against every line of play."""
    checked = 0
    for hand in some_hands(name, 6):
        study = hand.scratch.study
        start = hand.total - 3 * hand.players + hand.number % hand.players
        hand.play(-1, start, hand.desk, hand.story[T.PLAYED :])
        desk = hand.desk
        if hand.number % 2:
            desk[K.CONTRACT, H.BID] = 0  # for points
        seat, cards = legal_now(hand, desk)
        study.plan[K.OPTIONS, : len(cards)] = cards
        study.desk[K.DEALT, : hand.players] = desk[K.SEATS, : hand.players]
        set_up_contract(seat, hand.policies, hand.vector, desk, study)
        set_up_table(seat, int(desk[K.SEATS, seat]), hand.vector, desk, study)
        assert judge_with_open_cards(seat, len(cards), hand.vector, desk, hand.story, study)
        for i, card in enumerate(cards):
            after = desk.copy()
            hand.play(card, start + 1, after, np.zeros(T.MAX_PLAYED, np.int64))
            assert study.plan[K.WORTHS, i] == best_play(hand, after, seat)
            checked += 1
    assert checked > 8


def test_the_share_of_open_cards() -> None:
    """Half of one and half of the other, in hundredths of a point."""
    hand = some_hands("family250", 2)[1]
    hand.play(-1, hand.total - 16, hand.desk, hand.story[T.PLAYED :])
    desk, study = hand.desk, hand.scratch.study
    seat, cards = legal_now(hand, desk)
    mine = int(desk[K.SEATS, seat])
    study.desk[K.DEALT, :4] = desk[K.SEATS, :4]
    set_up_contract(seat, hand.policies, hand.vector, desk, study)
    worths = []
    for share in (0, WHOLE, 50):
        study.plan[K.OPTIONS, : len(cards)] = cards
        try_options(
            seat, mine, len(cards), share, hand.scratch.words, 0, hand.vector, hand.units, desk, hand.story, study
        )
        worths.append(study.plan[K.WORTHS, : len(cards)].copy())
    assert (2 * worths[2] == worths[0] + worths[1]).all()
    assert (worths[1] % WHOLE == 0).all()


@pytest.mark.parametrize("name", ["family250", "guide-double", "cutthroat-3h", "family250-3h"])
def test_hands_are_put_together_as_they_were_when_their_seats_called(name: str) -> None:
    """What is left, what was played, what was passed: the hand as dealt, or the calls are not used."""
    used, left_out = 0, 0
    for hand in some_hands(name, 4):
        hand.play(-1, hand.total // 2 + hand.number, hand.desk, hand.story[T.PLAYED :])
        plan, contract = hand.scratch.study.plan, hand.desk[K.CONTRACT]
        for me in range(hand.players):
            imitate(hand.policies[me], hand.players, hand.scratch.study.minds)
            assert hear_at_play(me, hand.vector, hand.desk, hand.story, hand.scratch.study)
            for seat in range(hand.players):
                heard = plan[K.HEARD + seat]
                if seat == me or (heard[AT_LEAST] == NO_BID and heard[BELOW] == NOT_PASSED):
                    left_out += seat != me
                    continue
                used += 1
                assert hand.desk[K.SEATS, seat] + plan[K.ADDED, seat] == hand.dealt[seat]
            in_the_pass = contract[H.PAIR] == 0 or contract[H.PAIR] >> me & 1
            bidder = int(contract[H.BIDDER])
            told = me != bidder and plan[K.HEARD + bidder, AT_LEAST] != NO_BID
            assert told == bool(me != bidder and in_the_pass and hand.vector[S.KITTY_SIZE] == 0)
    assert used > left_out > 0 or name == "cutthroat-3h"


def test_worlds_of_card_play_fit_the_calls() -> None:
    """Partner has called high: he has a better hand in these worlds than in free ones, and a worse one if he passed."""
    fits: dict[tuple[int, bool], float] = {}
    for high in (0, 380):
        for heard in (False, True):
            total = 0.0
            for hand in some_hands("family250", 4):
                desk, study, words = hand.desk, hand.scratch.study, hand.scratch.words
                hand.play(-1, 4, desk, hand.story[T.PLAYED :])
                bidder = int(desk[K.CONTRACT, H.BIDDER])
                hand.story[T.CALLS : T.CALLS + 6] = (370, 0, high, 0, 390, 0) if high else (250, 0, 0, 0, 0, 0)
                hand.story[T.N_CALLS] = 6 if high else 4
                seat = bidder
                n, places = look_for_worlds(
                    seat, int(desk[K.SEATS, seat]), hand.vector, hand.units, desk, hand.story, study.plan
                )
                set_up_contract(seat, hand.policies, hand.vector, desk, study)
                assert hear_at_play(seat, hand.vector, desk, hand.story, study)
                for sample in range(40):
                    deal_heard_world(
                        seat, n, places, 5, 4, sample, heard, words, 0, desk[K.ADDRESS], hand.book, hand.units, study
                    )
                    total += float(fit_of_world(seat, words, 0, hand.book, hand.units, study))
            fits[high, heard] = total
    assert fits[0, True] > fits[0, False]
    assert fits[380, True] > 1.3 * fits[380, False]


@pytest.mark.parametrize("name", ["family250-3h", "auction-3h"])
def test_what_may_be_buried(name: str) -> None:
    """The standard choice comes first, no set comes twice, and none costs meld where that one costs none."""
    for number in range(5):
        hand = Hand(name, number)
        hand.desk[K.SEATS, : len(hand.dealt)] = hand.dealt
        take_contract(*hand.contract(), *hand.rest())
        assert show_meld(hand.policies, hand.book, hand.units, hand.desk, hand.story)
        bidder, _, trump, _ = hand.contract()
        mine, count = int(hand.desk[K.SEATS, bidder]), int(hand.vector[S.BURY_COUNT])
        melds, plan = np.zeros(4, np.int64), hand.scratch.study.plan
        habit = int(
            cards_to_bury(mine, count, trump, hand.policies[0], hand.scratch.words, 0, 28, hand.book, hand.units, melds)
        )
        n = rank_burials(mine, count, trump, habit, 8, hand.book, hand.units, melds, plan)
        options = plan[K.OPTIONS, :n].tolist()
        assert options[0] == habit
        assert len(set(options)) == n > 3
        for option in options:
            cards = kinds(hand, option)
            assert len(cards) == count
            assert all(kinds(hand, mine).count(card) >= cards.count(card) for card in cards)


def test_who_was_called_holds_the_card() -> None:
    """In all worlds in which cards are passed; who was asked before does not."""
    asked = set()
    for number in range(12):
        hand = Hand("universal-5h", number)
        hand.desk[K.SEATS, : len(hand.dealt)] = hand.dealt
        take_contract(*hand.contract(), *hand.rest())
        bidder, partner = (int(hand.desk[K.CONTRACT, place]) for place in (H.BIDDER, H.PARTNER))
        called, study = int(hand.story[T.CALLED]), hand.scratch.study
        for me in (bidder, partner):
            mine = int(hand.desk[K.SEATS, me])
            n, places = look_before_meld(me, True, mine, hand.vector, hand.units, hand.desk, hand.story, study.plan)
            for sample in range(6):
                deal_world(
                    n, places, 9, 0, sample, hand.desk[K.ADDRESS], hand.vector, study.plan, study.words,
                    study.desk[K.DEALT],
                )  # fmt: skip
                world = study.desk[K.DEALT, :5].copy()
                world[me] = mine
                assert int(world.sum()) == int(hand.dealt.sum())
                assert called in kinds(hand, int(world[partner]))
                step = 4 if hand.vector[S.CALL_FROM_RIGHT] else 1
                other = (bidder + step) % 5
                while other != partner:
                    assert called not in kinds(hand, int(world[other]))
                    asked.add((me == bidder, other))
                    other = (other + step) % 5
    assert {bidders for bidders, _ in asked} == {True, False}


def test_options_are_listed_before_they_are_tried() -> None:
    """Equal cards are tried once near the end as well: the solver names every card of the list."""
    for hand in some_hands("guide-double", 2):
        hand.play(-1, hand.total - 16, hand.desk, hand.story[T.PLAYED :])
        desk, study = hand.desk, hand.scratch.study
        while desk[K.TRICK, H.TURN] < hand.total:
            seat, cards = legal_now(hand, desk)
            mine = int(desk[K.SEATS, seat])
            unseen = int(desk[K.TRICK, H.UNPLAYED]) - mine
            legal = sum(1 << card * hand.width for card in cards)
            n = int(list_cards(legal, unseen, hand.vector, hand.units, study.plan[K.OPTIONS]))
            study.desk[K.DEALT, :4] = desk[K.SEATS, :4]
            set_up_contract(seat, hand.policies, hand.vector, desk, study)
            set_up_table(seat, mine, hand.vector, desk, study)
            assert judge_with_open_cards(seat, n, hand.vector, desk, hand.story, study)
            hand.play(-1, int(desk[K.TRICK, H.TURN]) + 1, desk, hand.story[T.PLAYED :])
