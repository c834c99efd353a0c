"""The judge of whole hands refuses every kind of misdeed: real hands with one thing in them changed."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from kernel_tools import game, wraps_around
from naive import SUITS, trumps_allowed
from naive_judge import Told, judge
from pinosim.api.kernel_inputs import new_scratch
from pinosim.core import columns as C

pytestmark = wraps_around


def swap(plays: list[str], one: int, other: int) -> None:
    plays[one], plays[other] = plays[other], plays[one]


def call_for_the_dealer(told: Told) -> None:
    told.bidder, told.calls = told.dealer, [0] * 3


def bid_off_the_ladder(told: Told) -> None:
    told.calls[next(i for i, call in enumerate(told.calls) if call)] += 5


def another_winner(told: Told) -> None:
    told.bidder = (told.bidder + 1) % len(told.hands)


def another_partner(told: Told) -> None:
    told.partner = ((told.partner or 0) + 1) % len(told.hands)


def call_own_card(told: Told) -> None:
    copies = Counter(told.hands[told.bidder])
    others = Counter(card for seat, hand in enumerate(told.hands) if seat != told.bidder for card in hand)
    told.called = next((card for card in copies if not others[card]), "9S")


def give_less(told: Told) -> None:
    told.given.pop()


def return_what_nobody_has(told: Told) -> None:
    held = Counter(told.hands[told.bidder]) + Counter(told.given)
    told.returned[0] = next(card for card in told.hands[(told.bidder + 1) % 4] if not held[card])


def revoke(told: Told) -> None:
    """Play the last card of the hand first."""
    swap(told.plays, 1, len(told.plays) - 1)


def leave_cards(told: Told) -> None:
    del told.plays[-len(told.hands) :]


def bury_less(told: Told) -> None:
    told.buried.pop()


def keep_the_kitty(told: Told) -> None:
    told.shared = [None] * len(told.hands)


def deal_twice(told: Told) -> None:
    told.hands[0][0] = "AS" if told.hands[0][0] != "AS" else "AH"


def pay_more(told: Told) -> None:
    place = next(i for i, event in enumerate(told.events) if event.kind == "meld")
    told.events[place] = told.events[place]._replace(points=told.events[place].points + 10)


def draw_out_of_turn(told: Told) -> None:
    one, other = [i for i, event in enumerate(told.events) if event.kind == "draw"][:2]
    told.events[one], told.events[other] = told.events[other], told.events[one]


def meld_twice(told: Told) -> None:
    place = next(i for i, event in enumerate(told.events) if event.kind == "meld")
    told.events.insert(place, told.events[place])


def hide_a_draw(told: Told) -> None:
    del told.events[-2:]


MISDEEDS: list[tuple[str, Callable[[Told], None]]] = [
    ("family250", bid_off_the_ladder),
    ("family250", another_winner),
    ("family250", another_partner),
    ("family250", give_less),
    ("family250", return_what_nobody_has),
    ("family250", revoke),
    ("family250", leave_cards),
    ("family250", deal_twice),
    ("universal-5h", call_own_card),
    ("universal-5h", another_partner),
    ("joedog-3h", bury_less),
    ("bicycle-widow", keep_the_kitty),
    ("two-hand", pay_more),
    ("two-hand", draw_out_of_turn),
    ("two-hand", meld_twice),
    ("two-hand", hide_a_draw),
    ("firehouse", call_for_the_dealer),
]


@pytest.mark.parametrize(("name", "misdeed"), MISDEEDS, ids=lambda value: getattr(value, "__name__", value))
def test_a_misdeed_is_refused(name: str, misdeed: Callable[[Told], None]) -> None:
    what = game(name)
    policies, scratch = what.policies("standard"), new_scratch()
    tried = 0
    for number in itertools.count():
        column, told = what.tell(policies, scratch, seed=9, number=number)
        if column[C.OUTCOME] == C.NOT_PLAYED or (told.calls and told.forced):
            continue
        judge(what.naive, told)
        changed = copy.deepcopy(told)
        misdeed(changed)
        with pytest.raises(ValueError, match=r".+"):
            judge(what.naive, changed)
        tried += 1
        if tried == 3:
            return


def test_a_trump_without_a_marriage_is_refused() -> None:
    what = game("guide-double")
    policies, scratch = what.policies("random"), new_scratch()
    for number in itertools.count():
        _, told = what.tell(policies, scratch, seed=9, number=number)
        allowed = trumps_allowed(told.hands[told.bidder], what.naive)
        if told.trump is not None and len(allowed) < 4:
            told.trump = next(suit for suit in SUITS if suit not in allowed)
            with pytest.raises(ValueError, match="named with"):
                judge(what.naive, told)
            return


def test_cards_of_the_meld_may_not_be_buried() -> None:
    what = game("family250-3h")
    policies, scratch = what.policies("standard"), new_scratch()
    for number in itertools.count():
        _, told = what.tell(policies, scratch, seed=9, number=number)
        if (
            told.plays
            and told.trump is not None
            and {"K" + told.trump, "Q" + told.trump} <= set(told.hands[told.bidder] + told.kitty)
        ):
            held = Counter(told.hands[told.bidder] + told.kitty)
            king = "K" + told.trump
            if held[king] == 1 and king not in told.buried:
                told.buried[0] = king
                with pytest.raises(ValueError, match="of the meld"):
                    judge(what.naive, told)
                return
