"""The player that counts cards: what it knows is true, it knows no more than its seat, and it plays textbook cards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pytest

from pinosim import Hand, load_rules
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch, policy_rows
from pinosim.api.live.seen import shown
from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.dealing import deal_block
from pinosim.core.hand import play_deal
from pinosim.core.hard_knowledge import begin_to_count, count_play, look_round, see_buried, shown_cards
from pinosim.core.hard_play import hard_follow, hard_lead
from pinosim.core.layout import unit_mask
from pinosim.core.legal import beats, legal_cards
from pinosim.policies.registry import resolve, resolve_seats

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
FOUR_HANDED = ("family250", "guide-double", "wocg-single", "guide-family", "joedog-4h")
SUITS = "SHDC"


@dataclass
class PlayedHand:
    """One hand of self-play: hands when the first card is led, and the cards in the order played."""

    inputs: KernelInputs
    hands: list[int]
    bidder: int
    trump: int
    given: int
    returned: int
    cards: list[int]

    @property
    def vector(self) -> np.ndarray:
        return self.inputs.vector

    @property
    def units(self) -> int:
        return int(unit_mask(4 * int(self.vector[S.N_RANKS]), int(self.vector[S.WIDTH])))

    @property
    def partner(self) -> int:
        return (self.bidder + 2) % 4

    @property
    def sides(self) -> int:
        return 0b0101 if self.bidder % 2 == 0 else 0b1010


def hands_played(name: str, n: int, seed: int, policy: str = "hard") -> list[PlayedHand]:
    """Play hands with a policy and keep those that came to the play of cards."""
    rules = load_rules(name)
    inputs = kernel_inputs(rules)
    scratch = new_scratch()
    policies = policy_rows(resolve_seats(policy, rules))
    vector = inputs.vector
    width, n_ranks = int(vector[S.WIDTH]), int(vector[S.N_RANKS])
    units = int(unit_mask(4 * n_ranks, width))
    found = []
    for number in range(n):
        deal_block(inputs.dealing, n_ranks, width, np.uint64(seed), 0, number, 1, scratch.deal, scratch.hands)
        play_deal(
            inputs.dealing, policies, inputs.book, np.uint64(seed), number, scratch.hands[0], False, scratch.words, 0,
            units, scratch,
        )  # fmt: skip
        story, column = scratch.story, scratch.desk[K.COLUMN]
        played = [int(card) for card in story[T.PLAYED : T.PLAYED + story[T.N_PLAYED]]]
        if not played:
            continue
        hand = PlayedHand(
            inputs, [0] * 4, int(column[C.BIDDER]), int(column[C.TRUMP]), int(story[T.GIVEN]), int(story[T.RETURNED]),
            played,
        )  # fmt: skip
        for play in replay(hand):
            hand.hands[play.seat] += 1 << (play.card * width)
        found.append(hand)
    return found


@dataclass
class Play:
    """The table just before one card is played."""

    seat: int
    card: int
    position: int
    leader: int
    led: int
    best: int
    best_led: int
    best_seat: int
    worth: int
    left: int


@dataclass
class Tricks:
    """Goes through the cards of a hand, keeping who leads and who wins."""

    cards: list[int]
    leader: int
    trump: int
    vector: np.ndarray

    def __iter__(self):
        vector, cards, players = self.vector, self.cards, int(self.vector[S.PLAYERS])
        n_ranks = int(vector[S.N_RANKS])
        leader = self.leader
        for first in range(0, len(cards), players):
            led, best, best_led, best_seat, worth = 0, -1, -1, leader, 0
            for position in range(players):
                seat, card = (leader + position) % players, cards[first + position]
                left = (len(cards) - first) // players
                yield Play(seat, card, position, leader, led, best, best_led, best_seat, worth, left)
                suit = card // n_ranks
                worth += int(vector[S.COUNTERS + 6 - n_ranks + card % n_ranks])
                if position == 0:
                    led, best, best_led = suit, card, card
                    continue
                if suit == led and card > best_led:
                    best_led = card
                if beats(card, best, self.trump, n_ranks):
                    best, best_seat = card, seat
            leader = best_seat


def replay(hand: PlayedHand) -> Tricks:
    return Tricks(hand.cards, hand.bidder, hand.trump, hand.vector)


def tables(hand: PlayedHand):
    """Yield each play with the hands as they are then and the desk as the kernels would have it."""
    vector = hand.vector
    width, n_ranks = int(vector[S.WIDTH]), int(vector[S.N_RANKS])
    desk = new_scratch().desk
    desk[K.SEATS, :4] = hand.hands
    begin_to_count(
        hand.bidder, hand.partner, hand.trump, hand.sides, hand.given, hand.returned, hand.inputs.book, hand.units, desk
    )
    hands = list(hand.hands)
    for play in replay(hand):
        yield play, hands, desk
        suit = play.card // n_ranks
        count_play(play.seat, play.card, suit, play.led, play.best, play.best_led, hand.trump, vector, desk)
        hands[play.seat] -= 1 << (play.card * width)


def choice(hand: PlayedHand, play: Play, hands: list[int], desk: np.ndarray, policy: np.ndarray) -> int:
    """Ask the player for its card, as `playing` does."""
    vector, units, seat = hand.vector, hand.units, play.seat
    mine, unplayed = hands[seat], sum(hands)
    pair = (1 << hand.bidder | 1 << hand.partner) if vector[S.PASS_COUNT] > 0 else 0
    pool = look_round(seat, mine, unplayed, play.left, play.position, play.leader, pair, vector, units, desk)
    if play.position == 0:
        return int(
            hard_lead(seat, mine, unplayed, play.left, hand.trump, hand.sides, pool, policy, vector, units, desk)
        )
    legal = legal_cards(mine, play.led, play.best, play.best_led, hand.trump, vector)
    card = hard_follow(
        seat, mine, legal, unplayed, play.left, play.led, play.best, play.best_seat, play.leader, play.position,
        play.worth, hand.trump, hand.sides, pool, policy, vector, units, desk,
    )  # fmt: skip
    return int(card)


def counts(cards: int, vector: np.ndarray) -> list[int]:
    width = int(vector[S.WIDTH])
    return [(cards >> (card * width)) & ((1 << width) - 1) for card in range(4 * int(vector[S.N_RANKS]))]


@pytest.mark.parametrize("name", FOUR_HANDED)
def test_what_is_known_of_other_seats_is_true(name: str) -> None:
    """At every card: known cards are held, cards ruled out are not, and nobody is known to hold too many."""
    ruled_out = 0
    for hand in hands_played(name, 40, seed=2):
        vector = hand.vector
        for _, hands, desk in tables(hand):
            for seat in range(4):
                held = counts(hands[seat], vector)
                for row in (K.KNOWN, K.TOLD):
                    assert all(k <= h for k, h in zip(counts(int(desk[row, seat]), vector), held, strict=True))
                impossible = hands[seat] & ~int(desk[K.POSSIBLE, seat])
                assert impossible == 0
                ruled_out += bin(~int(desk[K.POSSIBLE, seat]) & ((1 << 48) - 1)).count("1")
    assert ruled_out > 0


@pytest.mark.parametrize("name", FOUR_HANDED)
def test_the_chosen_card_is_the_one_played(name: str) -> None:
    """The table that the tests set up is the one the kernels play from."""
    rules = load_rules(name)
    policy = resolve("hard", rules).vector
    asked = 0
    for hand in hands_played(name, 15, seed=3):
        for play, hands, desk in tables(hand):
            mine = hands[play.seat]
            legal = legal_cards(mine, play.led, play.best, play.best_led, hand.trump, hand.vector)
            if sum(1 for n in counts(int(legal), hand.vector) if n) > 1:
                assert choice(hand, play, hands, desk, policy) == play.card
                asked += 1
    assert asked > 100


@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_cards_that_a_seat_cannot_know_of_do_not_change_its_choice(name: str) -> None:
    """Two hidden cards change places where the seat cannot tell: it plays the same card."""
    policy = resolve("hard", load_rules(name)).vector
    chooser = random.Random(4)
    swapped = 0
    for hand in hands_played(name, 60, seed=5):
        for play, hands, desk in tables(hand):
            others = [seat for seat in range(4) if seat != play.seat]
            for _ in range(6 if chooser.random() < 0.2 else 0):
                one, two = chooser.sample(others, 2)
                change = exchange(hand, play.seat, one, two, hands, desk, chooser)
                other = replace(hand, hands=with_change(hand.hands, one, two, change))
                if not change or melds_shown(other) != melds_shown(hand):
                    continue
                before = choice(hand, play, hands, desk.copy(), policy)
                now = with_change(hands, one, two, change)
                assert choice(other, play, now, table_at(other, play), policy) == before
                swapped += 1
    assert swapped > 100


def with_change(hands: list[int], one: int, two: int, change: int) -> list[int]:
    return [cards + (change if seat == one else -change if seat == two else 0) for seat, cards in enumerate(hands)]


def melds_shown(hand: PlayedHand) -> list[int]:
    return [int(shown_cards(cards, hand.trump, hand.vector)) for cards in hand.hands]


def exchange(
    hand: PlayedHand, me: int, one: int, two: int, hands: list[int], desk: np.ndarray, chooser: random.Random
) -> int:
    """Give what seat `one` gains by exchanging a card with `two` such that `me` cannot tell; 0 if none was found."""
    vector = hand.vector
    width = int(vector[S.WIDTH])
    field = (1 << width) - 1
    given = []
    for seat, to in ((one, two), (two, one)):
        told = {seat, me} == {hand.bidder, hand.partner} and vector[S.PASS_COUNT] > 0
        sure = counts(int(desk[K.TOLD if told else K.KNOWN, seat]), vector)
        loose = [card for card, held in enumerate(counts(hands[seat], vector)) if held > sure[card]]
        may = [card for card in loose if int(desk[K.POSSIBLE, to]) & (field << (card * width))]
        if not may:
            return 0
        given.append(chooser.choice(may))
    return (1 << (given[1] * width)) - (1 << (given[0] * width))


def table_at(hand: PlayedHand, wanted: Play) -> np.ndarray:
    """Give the desk at a play, worked out from other hidden cards and the same cards played."""
    vector = hand.vector
    n_ranks = int(vector[S.N_RANKS])
    desk = new_scratch().desk
    desk[K.SEATS, :4] = hand.hands
    begin_to_count(
        hand.bidder, hand.partner, hand.trump, hand.sides, hand.given, hand.returned, hand.inputs.book, hand.units, desk
    )
    for play in replay(hand):
        if play == wanted:
            return desk
        suit = play.card // n_ranks
        count_play(play.seat, play.card, suit, play.led, play.best, play.best_led, hand.trump, vector, desk)
    raise AssertionError("the play is not in the hand")


@pytest.mark.parametrize("name", [*FOUR_HANDED, "universal-5h", "npa-double"])
def test_cards_shown_are_those_of_the_items(name: str) -> None:
    """Each card is shown as often as the melds of one type use it; of the types the most demanding counts."""
    rules = load_rules(name)
    inputs = kernel_inputs(rules)
    vector = inputs.vector
    scratch = new_scratch()
    width, n_ranks = int(vector[S.WIDTH]), int(vector[S.N_RANKS])
    deal_block(inputs.dealing, n_ranks, width, np.uint64(6), 0, 0, 60, scratch.deal, scratch.hands)
    letters = "9JQKTA"[6 - n_ranks :]
    for masks in scratch.hands[:60]:
        mask = int(masks[0])
        names = [
            letters[card % n_ranks] + SUITS[card // n_ranks]
            for card, held in enumerate(counts(mask, vector))
            for _ in range(held)
        ]
        for trump in range(4):
            shown = counts(int(shown_cards(mask, trump, vector)), vector)
            held = counts(mask, vector)
            assert all(s <= h for s, h in zip(shown, held, strict=True))
            types: dict[str, list[int]] = {}
            for item in Hand(" ".join(names)).meld(rules, trump=SUITS[trump]).items:
                kind = "pinochle" if "pinochle" in item.name else "around" if "around" in item.name else "run"
                used = types.setdefault(kind, [0] * len(held))
                for card in Hand(item.cards).cards():
                    used[SUITS.index(card[1]) * n_ranks + letters.index(card[0])] += 1
            most = [max((used[card] for used in types.values()), default=0) for card in range(len(held))]
            assert shown == most, (names, SUITS[trump])


@pytest.mark.parametrize(
    ("name", "override"),
    [
        ("family250-3h", "kitty.bury_excludes_meld=false"),
        ("gruntose-3h", "kitty.bury_excludes_meld=false"),
        ("auction-3h", "kitty.bury_excludes_meld=true"),
    ],
)
def test_cards_of_his_meld_that_a_bidder_lays_away_are_not_known_to_be_his(name: str, override: str) -> None:
    """Of each seat is known what it melds and has left, counted card by card in plain Python: no more and no less."""
    rules = load_rules(name, [override])
    inputs, scratch = kernel_inputs(rules), new_scratch()
    policies, deck = policy_rows(resolve_seats("hard", rules)), rules.deck
    vector, width = inputs.vector, rules.deck.width
    units = int(unit_mask(deck.n_kinds, width))
    laid_away = 0
    for number in range(40):
        deal_block(inputs.dealing, deck.n_ranks, width, np.uint64(8), 0, number, 1, scratch.deal, scratch.hands)
        play_deal(
            inputs.dealing, policies, inputs.book, np.uint64(8), number, scratch.hands[0], False, scratch.words, 0,
            units, scratch,
        )  # fmt: skip
        story, bidder = scratch.story, int(scratch.desk[K.COLUMN, C.BIDDER])
        played = [int(card) for card in story[T.PLAYED : T.PLAYED + story[T.N_PLAYED]]]
        if not played:
            continue
        seen = Tricks(played, bidder, int(scratch.desk[K.COLUMN, C.TRUMP]), vector)
        held = [Counter[str]() for _ in range(3)]
        for play in seen:
            held[play.seat][deck.token(play.card)] += 1
        buried = Hand.from_mask(int(story[T.BURIED]), deck).cards()
        desk = new_scratch().desk
        known = []
        for seat in range(3):
            melding = held[seat] + Counter(buried if seat == bidder else ())
            desk[K.SEATS, seat] = Hand(" ".join(melding.elements())).mask(deck)
            items = Hand(" ".join(melding.elements())).meld(rules, trump=SUITS[seen.trump]).items
            known.append(shown(items) & held[seat])
            laid_away += (shown(items) - held[seat]).total()
        begin_to_count(bidder, -1, seen.trump, 1 << bidder, 0, 0, inputs.book, units, desk)
        desk[K.SEATS, bidder] -= story[T.BURIED]
        see_buried(bidder, units, vector, desk)
        owners = range(3) if rules.meld.owners == "everybody" else [bidder]
        for play in seen:
            for seat in range(3):
                claimed = Counter(Hand.from_mask(int(desk[K.KNOWN, seat]), deck).cards())
                assert claimed == (known[seat] if seat in owners else Counter())
                assert claimed <= held[seat]
                assert desk[K.TOLD, seat] == desk[K.KNOWN, seat]
            count_play(
                play.seat, play.card, play.card // deck.n_ranks, play.led, play.best, play.best_led, seen.trump, vector,
                desk,
            )  # fmt: skip
            held[play.seat] -= Counter([deck.token(play.card)])
            known[play.seat] -= Counter([deck.token(play.card)])
        assert not scratch.desk[K.KNOWN, :3].any(), "what the kernels kept in play: all that was known has been played"
    assert laid_away > 0 or rules.kitty.bury_excludes_meld
