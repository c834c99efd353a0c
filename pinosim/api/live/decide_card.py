"""Which card a policy plays, from what its seat knows: the trick, the cards gone, meld laid, cards passed, voids."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.live.decide import Inputs, inputs_of, mask_of
from pinosim.api.live.seen import holding, shown
from pinosim.api.live.turn import bidding_side, legal_to_play, partner_of, stock_left, trick_now
from pinosim.api.record.parts import HandRecord
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


@dataclass
class Course:
    """The course of the play so far, in the numbers of the kernels.

    Attributes
    ----------
    turn : int
        Cards played.
    leader, position : int
        Who led to the trick under way, and how many have played to it.
    led, best, best_led, best_seat, worth : int
        The trick so far, see `core/playing.play_tricks`.
    voids : int
        Bit `4 * seat + suit`: that seat has shown that it has none of the suit.
    """

    turn: int = 0
    leader: int = 0
    position: int = 0
    led: int = 0
    best: int = -1
    best_led: int = -1
    best_seat: int = 0
    worth: int = 0
    voids: int = 0


def card_played(rules: Rules, hand: HandRecord, seat: int, row: np.ndarray, words: np.ndarray) -> str:
    """Give the card a policy plays.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        What the seat knows, see `seen.seen_by`.
    seat : int
    row : ndarray of int64, shape (N_POLICY,)
    words : ndarray of uint64, shape (n, 1)
    """
    if rules.deal.stock_size and stock_left(rules, hand) > 0:
        from pinosim.api.live.decide_stock import early_card

        return early_card(rules, hand, seat, row, words)
    from pinosim.core.choosing import random_card
    from pinosim.core.easy_play import easy_card
    from pinosim.core.hard_knowledge import look_round
    from pinosim.core.hard_play import hard_follow, hard_lead
    from pinosim.core.policy import KIND, KIND_EASY, KIND_HARD, KIND_RANDOM
    from pinosim.core.standard_play import follow_card, lead_card
    from pinosim.core.table import FIRST_PLAY_WORD

    choices = legal_to_play(rules, hand, seat)
    inputs, deck = inputs_of(rules), rules.deck
    vector, units, kind = inputs.vector, inputs.units, int(row[KIND])
    held = holding(rules, hand, seat)
    mine = mask_of(held, rules)
    legal = mask_of(Counter({card: held[card] for card in choices}), rules)
    trump = SUITS.index(hand.trump or "")
    counts = kind == KIND_HARD and not rules.deal.stock_size
    now = follow_the_play(rules, hand, inputs, counts=counts)
    sides = sum(1 << one for one in bidding_side(rules, hand))
    unplayed = mask_of(unplayed_cards(rules, hand, seat), rules)
    if kind == KIND_RANDOM:
        card = random_card(legal, units, deck.width, words[FIRST_PLAY_WORD + now.turn, 0])
    elif len(choices) == 1:
        return choices[0]
    elif counts:
        left = sum(held.values())
        pair = 0
        partner = partner_of(rules, hand)
        if rules.passing.count and partner is not None and hand.bidder is not None:
            pair = 1 << hand.bidder | 1 << partner
        pool = look_round(
            seat, mine, unplayed, left, now.position, now.leader, pair, vector, units, inputs.desk
        )  # fmt: skip
        if now.position == 0:
            card = hard_lead(seat, mine, unplayed, left, trump, sides, pool, row, vector, units, inputs.desk)
        else:
            card = hard_follow(
                seat, mine, legal, unplayed, left, now.led, now.best, now.best_seat, now.leader, now.position,
                now.worth, trump, sides, pool, row, vector, units, inputs.desk,
            )  # fmt: skip
    elif kind == KIND_EASY:
        card = easy_card(legal, now.led, now.best, now.best_seat, seat, now.position, trump, sides, vector, units)
    elif now.position == 0:
        card = lead_card(seat, mine, unplayed - mine, now.voids, trump, sides, vector, units)
    else:
        card = follow_card(
            seat, legal, unplayed - mine, now.voids, sides, now.led, now.best, now.best_led, now.best_seat, now.leader,
            now.position, trump, vector, units,
        )  # fmt: skip
    return deck.token(int(card))


def unplayed_cards(rules: Rules, hand: HandRecord, seat: int) -> Counter[str]:
    """Count the cards a seat has not seen played or buried, its own too."""
    deck = rules.deck
    left = Counter({deck.token(card): deck.copies for card in range(deck.n_kinds)})
    for trick in hand.tricks:
        left.subtract(trick.cards)
    if hand.buried is not None and hand.bidder == seat:
        left.subtract(hand.buried.cards())
    return left


def follow_the_play(rules: Rules, hand: HandRecord, inputs: Inputs, *, counts: bool) -> Course:
    """Go through the cards played, in the last part of a game with a stock those of that part.

    With `counts`, fills the rows KNOWN, TOLD and POSSIBLE of the desk for the players that count cards.
    """
    from pinosim.core.hard_knowledge import count_play

    deck, vector, players = rules.deck, inputs.vector, rules.seats.players
    trump = SUITS.index(hand.trump or "")
    now = Course()
    if counts:
        _begin(rules, hand, inputs)
    for trick in hand.tricks:
        now.turn += len(trick.cards)
    early = rules.deal.stock_size // players
    trick_open = trick_now(rules, hand)
    for number, trick in enumerate((*hand.tricks, trick_open)):
        if number < early or trick.leader is None:
            continue
        now.leader = now.best_seat = trick.leader
        now.led, now.best, now.best_led, now.worth, now.position = 0, -1, -1, 0, 0
        for place, token in enumerate(trick.cards):
            seat = (trick.leader + place) % players
            card = deck.card_index(token[0], token[1])
            suit = card // deck.n_ranks
            if counts:
                count_play(seat, card, suit, now.led, now.best, now.best_led, trump, vector, inputs.desk)
            _take_note(rules, now, seat, card, suit, trump, token)
        now.position = len(trick.cards)
        if trick is trick_open:
            break
    return now


def _take_note(rules: Rules, now: Course, seat: int, card: int, suit: int, trump: int, token: str) -> None:
    from pinosim.api.record.duties import points_of

    now.worth += points_of([token], rules)
    if now.best < 0:
        now.led, now.best, now.best_led = suit, card, card
        return
    if suit != now.led:
        now.voids |= 1 << (4 * seat + now.led)
        if suit != trump and rules.play.must_trump and rules.play.undertrump:
            now.voids |= 1 << (4 * seat + trump)
    elif card > now.best_led:
        now.best_led = card
    same = suit == now.best // rules.deck.n_ranks
    if card > now.best if same else suit == trump:
        now.best, now.best_seat = card, seat


def _begin(rules: Rules, hand: HandRecord, inputs: Inputs) -> None:
    """Fill KNOWN, TOLD and POSSIBLE as they are when the meld lies on the table."""
    from pinosim.core import table as K

    desk = inputs.desk
    side = bidding_side(rules, hand)
    everybody = rules.meld.owners == "everybody"
    known = {claim.seat: shown(claim.items) for claim in hand.melds if everybody or claim.seat in side}
    told = dict(known)
    partner = partner_of(rules, hand)
    if hand.bidder is not None and partner is not None and hand.given is not None and hand.returned is not None:
        kept = Counter(hand.given.cards()) - Counter(hand.returned.cards())
        told[hand.bidder] = known.get(hand.bidder, Counter()) | kept
        told[partner] = known.get(partner, Counter()) | Counter(hand.returned.cards())
    everything = (1 << (4 * rules.deck.n_ranks * rules.deck.width)) - 1
    for seat in range(rules.seats.players):
        desk[K.KNOWN, seat] = mask_of(known.get(seat, Counter()), rules)
        desk[K.TOLD, seat] = mask_of(told.get(seat, Counter()), rules)
        desk[K.POSSIBLE, seat] = everything
