"""Cards that any club player would play, asked of `hard`: from his hand, his meld and the cards gone alone."""

from __future__ import annotations

import numpy as np
import pytest

from pinosim import Hand, load_rules
from pinosim.api.kernel_inputs import kernel_inputs
from pinosim.core.table import KNOWN, TOLD
from pinosim.policies.registry import resolve
from test_policies_counting import SUITS, PlayedHand, choice, tables

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
RULES = load_rules("family250")
STRONG_LAST = "9JQKTA"


def card_number(card: str) -> int:
    return SUITS.index(card[1]) * 6 + STRONG_LAST.index(card[0])


class Defended(PlayedHand):
    """A hand in which the side that leads did not bid."""

    @property
    def sides(self) -> int:
        return 0b1010 if self.bidder % 2 == 0 else 0b0101


def chosen(
    mine: str, plays: str, *, seat: int = 0, leader: int = 2, trump: str = "S", gone: str = "", defending: bool = False
) -> str:
    """Give the card `seat` plays after `plays`; who else holds what is dealt anyhow.

    `gone`: cards that are out of the game already; `defending`: the leader's side did not bid.
    """
    deck = RULES.deck
    hand = Hand(mine)
    done = [card_number(card) for card in plays.split()]
    leads = [(leader + i) % 4 for i in range(len(done))]
    size = len(hand)
    left = Hand(" ".join(rank + suit for suit in SUITS for rank in STRONG_LAST for _ in range(2))) - hand
    if gone:
        left = left - Hand(gone)
    for card in plays.split():
        left = left - Hand(card)
    rest = left.cards()
    np.random.default_rng(1).shuffle(rest)
    hands = [0] * 4
    for other in range(4):
        if other == seat:
            hands[other] = hand.mask(deck)
            continue
        cards = [done[i] for i, who in enumerate(leads) if who == other]
        while len(cards) < size:
            cards.append(card_number(rest.pop()))
        hands[other] = sum(1 << (card * deck.width) for card in cards)
    filled = done + [0] * (4 * size - len(done))
    table = (Defended if defending else PlayedHand)(
        kernel_inputs(RULES), hands, leader, SUITS.index(trump), 0, 0, filled
    )
    for number, (play, now, desk) in enumerate(tables(table)):
        if number == len(done):
            assert play.seat == seat
            # what the filling lays down by chance is not part of the position
            for row in (KNOWN, TOLD):
                desk[row, :4] = 0
            card = choice(table, play, now, desk, resolve("hard", RULES).vector)
            return STRONG_LAST[card % 6] + SUITS[card // 6]
    raise AssertionError("it is never this seat's turn")


@pytest.mark.parametrize("counter", ["K", "T"])
def test_a_counter_goes_on_partners_ace(counter: str) -> None:
    """Users.md C4: load a king or ten when partner's ace cannot be overtaken."""
    assert chosen(f"S:AQ H:{counter}9 D:AJ9 C:QJ", "AH 9H") == f"{counter}H"


def test_no_counter_goes_on_the_opponents_ace() -> None:
    assert chosen("S:AQ H:KQ D:AJ9 C:QJ", "AH 9H 9H", seat=1) == "QH"


def test_an_ace_is_not_given_away_on_partners_ace() -> None:
    assert chosen("S:AQ H:AT D:AJ9 C:QJ", "AH 9H") == "TH"


def test_the_last_seat_ruffs_with_the_lowest_trump_that_wins() -> None:
    """The trump ace is not spent where the nine will do (TricksterBots 260)."""
    assert chosen("S:A9 D:AJ9 C:QJ", "KH 9H TH", seat=1) == "9S"


def test_who_must_overtrump_does_it_no_higher_than_needed() -> None:
    assert chosen("S:ATK D:AJ9 C:QJ", "KH QS TH", seat=1) == "KS"


@pytest.mark.parametrize("hand", ["S:AT H:A9 D:K9 C:QJ9", "S:TK H:KQ D:A9 C:TJ9", "S:A9 H:AKJ D:QJ C:T9"])
def test_a_defender_does_not_lead_the_bidders_trump(hand: str) -> None:
    """TricksterBots 45."""
    assert chosen(hand, "", seat=1, leader=1, defending=True)[1] != "S"


def test_side_aces_are_led_while_they_live() -> None:
    assert chosen("S:KQJ9 H:A9 D:KJ9 C:TJ9", "", seat=2) == "AH"
    assert chosen("S:KQ H:A9 D:KJ9 C:TJ9Q9", "", seat=1, leader=1, defending=True) == "AH"
