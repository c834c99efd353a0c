"""The game with a stock: melds laid one after another, nines of trump, draws, against the reference."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kernel_tools import MELD_NAMES, Game, Ints, card_number, fewer, game, wraps_around
from naive import RANKS, SUITS, Card, full_deck
from naive_judge import Event, judge
from naive_rules import TWO_HAND
from naive_stock import Seat
from pinosim.api.kernel_inputs import new_scratch
from pinosim.core import columns as C
from pinosim.core import story as T
from pinosim.core.two_handed import best_meld, lay, leave_table, meld_gain, take_dix
from pinosim.core.two_handed_state import N_STATE, SHOWN, TAKEN
from worked_examples import TWO_HANDED, TwoHandedExample

pytestmark = wraps_around
HEARTS = 1


class Table:
    """One seat of the kernels: its hand, and its state on the table."""

    def __init__(self, what: Game, hand: list[Card], trump: int) -> None:
        self.what, self.trump = what, trump
        self.hand = what.layout.hand(hand)
        self.state: Ints = np.zeros(N_STATE, np.int64)

    @property
    def arguments(self) -> tuple[Ints, int, Ints, int]:
        return self.state, self.trump, self.what.vector, self.what.layout.units

    def gains(self) -> dict[str, int]:
        """Points of every meld that may be laid now."""
        found = {
            name: int(meld_gain(meld, np.int64(self.hand), *self.arguments)) for meld, name in enumerate(MELD_NAMES)
        }
        return {name: points for name, points in found.items() if points}

    def lay(self, name: str) -> int:
        """Lay a meld for what it pays."""
        points = self.gains()[name]
        self.hand = int(lay(MELD_NAMES.index(name), points, np.int64(self.hand), *self.arguments))
        return points

    def draw(self, card: Card) -> None:
        self.hand += self.what.layout.hand([card])

    def play(self, card: Card) -> None:
        """Play a card, from the hand if it is there."""
        if card in self.what.layout.cards(self.hand):
            self.hand -= self.what.layout.hand([card])
        else:
            leave_table(card_number(card, self.what.layout.n_ranks), self.state, self.what.layout.width)

    @property
    def cards(self) -> list[Card]:
        return self.what.layout.cards(self.hand + int(self.state[SHOWN]))


@pytest.mark.parametrize("example", TWO_HANDED, ids=lambda example: example.number)
def test_worked_example(example: TwoHandedExample) -> None:
    """Both the kernels and the reference."""
    table, seat = Table(game("two-hand"), example.hand.split(), HEARTS), Seat(example.hand.split())
    laid = 0
    for step, points in example.steps:
        if len(step) == 2:
            table.draw(step)
            seat.draw(step)
        elif points == 0:
            assert step not in table.gains()
            assert step not in seat.may_lay("H", TWO_HAND)
        else:
            assert table.lay(step) == points
            seat.lay(step, points, "H", TWO_HAND)
            laid += points
    assert table.state[TAKEN] == laid


def test_two_melds_at_once_pay_as_a_double() -> None:
    table = Table(game("two-hand"), ["QS", "QS", "JD", "JD"], HEARTS)
    assert table.lay("pinochle") == 300
    assert table.gains() == {}


def test_a_second_pinochle_makes_a_double_of_the_first() -> None:
    table = Table(game("two-hand"), ["QS", "JD", "QS"], HEARTS)
    assert table.lay("pinochle") == 40
    assert table.gains() == {}
    table.draw("JD")
    assert table.lay("pinochle") == 300


def dealt_table(what: Game, chooser: random.Random) -> tuple[Table, Seat, list[Card], str]:
    """Deal a hand with more high cards than chance gives, and cards to draw."""
    pile = [card for card in full_deck(what.naive) if card[0] != "9" or chooser.random() < 0.3]
    chooser.shuffle(pile)
    trump = chooser.choice(SUITS)
    return Table(what, pile[:12], SUITS.index(trump)), Seat(pile[:12]), pile[12:], trump


def test_what_may_be_laid_while_no_card_is_played() -> None:
    """The kernels find every meld the rules allow, with all it pays, whatever was laid and drawn before."""
    what = game("two-hand")
    chooser = random.Random(1)
    names = set()
    for _ in range(fewer(150)):
        table, seat, stock, trump = dealt_table(what, chooser)
        for _ in range(8):
            gains = table.gains()
            assert gains == seat.may_lay(trump, what.naive), (trump, seat.cards, seat.states)
            if gains:
                name = chooser.choice(sorted(gains))
                points = table.lay(name)
                seat.lay(name, points, trump, what.naive)
                names.add((name[:4], points))
            for _ in range(2):
                card = stock.pop()
                table.draw(card)
                seat.draw(card)
    assert {("marr", 20), ("marr", 40), ("run", 150), ("pino", 40), ("K ar", 80)} <= names or fewer(100) < 100


def test_what_is_laid_is_allowed_when_cards_leave_the_table() -> None:
    what = game("two-hand")
    chooser = random.Random(2)
    again = 0
    for _ in range(fewer(150)):
        table, seat, stock, trump = dealt_table(what, chooser)
        for _ in range(12):
            gains = table.gains()
            best, most = best_meld(np.int64(table.hand), *table.arguments)
            assert most == max(gains.values(), default=0)
            assert not most or gains[MELD_NAMES[best]] == most
            if gains:
                name = chooser.choice(sorted(gains))
                shown = what.layout.cards(int(table.state[SHOWN]))
                seat.lay(name, table.lay(name), trump, what.naive)
                again += bool(shown)
            card = chooser.choice(table.cards)
            table.play(card)
            seat.play(card)
            table.draw(stock[-1])
            seat.draw(stock.pop())
            assert sorted(table.cards) == sorted(seat.cards)
    assert again > 0


def test_nines_of_trump() -> None:
    """T6: the first nine shown takes the turned card, the other is laid; 10 each."""
    what = game("two-hand")
    story = np.zeros(T.N_STORY, np.int64)
    state = np.zeros(N_STATE, np.int64)
    hand = what.layout.hand(["9H", "9H", "KS"])
    ace, nine = card_number("AH", 6), card_number("9H", 6)
    left, turned = take_dix(np.int64(hand), state, ace, HEARTS, what.vector, 6, story)
    assert what.layout.cards(left) == ["KS", "AH"]
    assert (turned, state[TAKEN], what.layout.cards(int(state[SHOWN]))) == (nine, 20, ["9H"])
    events = story[T.EVENTS : T.EVENTS + 2 * T.EVENT_SIZE].tolist()
    assert events == [6, T.EVENT_DIX_EXCHANGED, ace, 10, 6, T.EVENT_DIX_SHOWN, nine, 10]


@pytest.mark.jit
def test_events_of_whole_hands() -> None:
    """T1 and T6 in play, and every kind of event comes up; the judge has followed each hand."""
    what = game("two-hand")
    policies, scratch = what.policies("standard"), new_scratch()
    kinds = set()
    exchanges_with_meld = 0
    for number in range(400):
        column, told = what.tell(policies, scratch, seed=8, number=number)
        judge(what.naive, told)
        assert told.turned is not None
        turned_nine = [event for event in told.events if event.kind == "dix turned"]
        assert turned_nine == ([Event(0, "dix turned", told.turned, 10)] if told.turned[0] == "9" else [])
        exchanges = [event.plays for event in told.events if event.kind == "dix exchanged"]
        exchanges_with_meld += any(event.kind == "meld" and event.plays in exchanges for event in told.events)
        kinds |= {event.kind for event in told.events}
        total = column[C.SCORE_0] + column[C.SCORE_1]
        assert total == 250 + sum(event.points for event in told.events)
    assert kinds == {"dix turned", "dix exchanged", "dix shown", "meld", "draw"}
    assert exchanges_with_meld > 0


def test_the_names_of_melds_are_in_the_kernels_order() -> None:
    what = game("two-hand")
    for name in MELD_NAMES:
        suits = name[-1] if name.startswith("marriage") else "H" if name == "run" else None
        cards = {"marriage": "KQ", "run": "ATKQJ"}.get(name.split()[0], "")
        hand = [rank + str(suits) for rank in cards]
        if name == "pinochle":
            hand = ["QS", "JD"]
        elif name.endswith("around"):
            hand = [name[0] + suit for suit in SUITS]
        assert all(card[0] in RANKS for card in hand)
        assert name in Table(what, hand, HEARTS).gains()
