"""Which card a policy plays, from what its seat knows: the table as the kernels have it, made from the record."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.live.decide import Inputs, Lots, inputs_of, mask_of
from pinosim.api.live.seen import buried_from_meld, holding, partner_of, shown
from pinosim.api.live.table_does import made_by_seat
from pinosim.api.live.turn import bidding_side, stock_left, trick_now
from pinosim.api.record.duties import points_of
from pinosim.api.record.parts import PASS, UNKNOWN, HandRecord
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


def card_played(rules: Rules, hand: HandRecord, seat: int, rows: np.ndarray, lots: Lots) -> str:
    """Give the card a policy plays.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        What the seat knows, see `seen.seen_by`.
    seat : int
    rows : ndarray of int64, shape (players, N_POLICY)
        The seats as this one takes them to be, see `decide.rows_of`.
    lots : Lots
    """
    if rules.deal.stock_size and stock_left(rules, hand) > 0:
        from pinosim.api.live.decide_stock import early_card

        return early_card(rules, hand, seat, rows[seat], lots)
    from pinosim.core import contract_state as H
    from pinosim.core import story as T
    from pinosim.core import table as K
    from pinosim.core.expert_play import expert_card
    from pinosim.core.playing import play_cards
    from pinosim.core.policy import KIND, KIND_EXPERT, KIND_HARD, KIND_STANDARD

    inputs = inputs_of(rules)
    desk, story = inputs.scratch.desk, inputs.scratch.story
    lay_out(rules, hand, seat, inputs)
    desk[K.ADDRESS, :3] = lots.address
    if rules.deal.stock_size and rows[seat, KIND] >= KIND_HARD:
        rows = rows.copy()
        rows[:, KIND] = KIND_STANDARD  # nobody counts cards in the game with a stock
    if rows[seat, KIND] == KIND_EXPERT:
        card = expert_card(
            rows, lots.words, 0, inputs.book, inputs.units, desk, story, inputs.scratch.study
        )  # fmt: skip
        return rules.deck.token(int(card))
    turn = int(desk[K.TRICK, H.TURN])
    played = story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
    play_cards(-1, turn + 1, rows, lots.words, 0, inputs.vector, inputs.units, desk, played)
    return rules.deck.token(int(played[turn]))


def unplayed_cards(rules: Rules, hand: HandRecord, seat: int) -> Counter[str]:
    """Count the cards a seat has not seen played or buried, its own too."""
    deck = rules.deck
    left = Counter({deck.token(card): deck.copies for card in range(deck.n_kinds)})
    for trick in hand.tricks:
        left.subtract(trick.cards)
    if hand.buried is not None and hand.bidder == seat:
        left.subtract(hand.buried.cards())
    return left


def lay_out(rules: Rules, hand: HandRecord, seat: int, inputs: Inputs) -> None:
    """Fill the desk with what a seat that is to play knows: as in whole hands, but the others hold nothing."""
    from pinosim.core import contract_state as H
    from pinosim.core import story as T
    from pinosim.core import table as K

    desk, story = inputs.scratch.desk, inputs.scratch.story
    held = holding(rules, hand, seat)
    buried = hand.buried.mask(rules.deck) if hand.buried is not None and hand.bidder == seat else 0
    whole = tells_whole_hand(rules, hand, seat)
    # where not all that counts is told, points are played for
    lay_contract(rules, hand, (hand.bid or 0) if whole else 0, desk)
    lay_calls(rules, hand, inputs)
    if not whole:
        story[T.N_CALLS] = 0
    desk[K.CONTRACT, H.BURIED] = story[T.BURIED] = buried
    desk[K.CONTRACT, H.COUNTED] = 1
    for other, made in enumerate(made_by_seat(rules, hand)):
        desk[K.SEATS, other] = mask_of(held, rules) if other == seat else 0
        desk[K.LAID, other], desk[K.DIX, other] = made.meld, made.dix
        desk[K.POINTS, other], desk[K.TRICKS, other] = made.points, made.tricks
    if buried and rules.kitty.buried_points_to == "bidder" and hand.buried is not None:
        desk[K.POINTS, seat] -= points_of(hand.buried.cards(), rules)  # kernels count them at the end
    _remember(rules, hand, desk)
    _follow(rules, hand, inputs)
    desk[K.TRICK, H.UNPLAYED] = mask_of(unplayed_cards(rules, hand, seat), rules)
    number = rules.tricks_in_hand - sum(held.values())
    desk[K.TRICK, H.TRICK_NUMBER] = number
    desk[K.TRICK, H.TURN] = rules.seats.players * number + desk[K.TRICK, H.POSITION]
    played = [rules.deck.card_index(card[0], card[1]) for trick in hand.tricks for card in trick.cards]
    turn = max(int(desk[K.TRICK, H.TURN]), len(played))
    story[T.PLAYED + turn - len(played) : T.PLAYED + turn] = played


def tells_whole_hand(rules: Rules, hand: HandRecord, seat: int) -> bool:
    """Tell whether a seat knows its hand as it was dealt and all meld laid, without which no contract is scored."""
    dealt = hand.hands[seat] if hand.hands else None
    return bool(hand.melds) and dealt is not None and len(dealt) >= rules.deal.hand_size


def lay_contract(rules: Rules, hand: HandRecord, bid: int, desk: np.ndarray) -> None:
    """Fill row CONTRACT but for the cards buried; `bid` 0: for points alone."""
    from pinosim.core import contract_state as H
    from pinosim.core import table as K

    bidder = hand.bidder if hand.bidder is not None else min(bidding_side(rules, hand), default=0)
    partner = partner_of(rules, hand)
    contract = desk[K.CONTRACT]
    contract[H.BIDDER] = bidder
    contract[H.BID] = bid
    contract[H.TRUMP] = SUITS.index(hand.trump or "")
    contract[H.DEALER] = hand.dealer or 0
    contract[H.PARTNER] = -1 if partner is None else partner
    contract[H.SIDES] = sum(1 << one for one in bidding_side(rules, hand))
    contract[H.PAIR] = 1 << bidder | 1 << partner if rules.passing.count > 0 and partner is not None else 0


def lay_calls(rules: Rules, hand: HandRecord, inputs: Inputs) -> None:
    """Write the calls, the card called and the cards passed and given out of a kitty, as they are known, as a story."""
    from pinosim.core import story as T

    deck, story = rules.deck, inputs.scratch.story
    calls = [0 if call == PASS else int(call) for call in hand.calls or ()][: T.MAX_CALLS]
    story[T.CALLS : T.CALLS + len(calls)] = calls
    story[T.N_CALLS] = len(calls)
    for place, cards in ((T.GIVEN, hand.given), (T.RETURNED, hand.returned)):
        story[place] = 0 if cards is None else cards.mask(deck)
    story[T.CALLED] = -1 if hand.called is None else deck.card_index(hand.called[0], hand.called[1])
    story[T.SHARED : T.SHARED + T.N_SHARED] = -1
    for other, card in hand.shared:
        if card != UNKNOWN:
            story[T.SHARED + other] = deck.card_index(card[0], card[1])


def _follow(rules: Rules, hand: HandRecord, inputs: Inputs) -> None:
    """Go through the cards played: fills row TRICK and keeps KNOWN, TOLD and POSSIBLE.

    Of a game with a stock only the last part, in which there are duties, tells anything.
    """
    from pinosim.core import contract_state as H
    from pinosim.core import table as K
    from pinosim.core.hard_knowledge import count_play

    deck, players, desk = rules.deck, rules.seats.players, inputs.scratch.desk
    trump = SUITS.index(hand.trump or "")
    trick = desk[K.TRICK]
    voids = 0
    led, best, best_led, best_seat = 0, -1, -1, 0
    now = trick_now(rules, hand)
    tricks = hand.tricks if now in hand.tricks[-1:] else (*hand.tricks, now)
    for under_way in tricks[rules.deal.stock_size // players :]:
        led, best, best_led, best_seat = 0, -1, -1, under_way.leader or 0
        for place, token in enumerate(under_way.cards):
            seat = ((under_way.leader or 0) + place) % players
            card = deck.card_index(token[0], token[1])
            suit = card // deck.n_ranks
            count_play(seat, card, suit, led, best, best_led, trump, inputs.vector, desk)
            if best < 0:
                led, best, best_led, best_seat = suit, card, card, seat
                continue
            if suit != led:
                voids |= 1 << (4 * seat + led)
                if suit != trump and rules.play.must_trump and rules.play.undertrump:
                    voids |= 1 << (4 * seat + trump)
            else:
                best_led = max(best_led, card)
            if card > best if suit == best // deck.n_ranks else suit == trump:
                best, best_seat = card, seat
    trick[H.LEADER] = now.leader or 0
    trick[H.POSITION] = len(now.cards)
    trick[H.LED], trick[H.BEST], trick[H.BEST_LED], trick[H.BEST_SEAT] = led, best, best_led, best_seat
    trick[H.WORTH] = points_of(now.cards, rules)
    trick[H.VOIDS] = voids


def _remember(rules: Rules, hand: HandRecord, desk: np.ndarray) -> None:
    """Fill KNOWN, TOLD and POSSIBLE as they are when the meld lies on the table."""
    from pinosim.core import table as K

    side = bidding_side(rules, hand)
    everybody = rules.meld.owners == "everybody"
    known = {claim.seat: shown(claim.items) for claim in hand.melds if everybody or claim.seat in side}
    if hand.bidder in known:
        known[hand.bidder] -= buried_from_meld(rules, hand)
    told = dict(known)
    partner = partner_of(rules, hand)
    if hand.bidder is not None and partner is not None and hand.given is not None and hand.returned is not None:
        kept = Counter(hand.given.cards()) - Counter(hand.returned.cards())
        if not rules.kitty.bury or not rules.deal.kitty_size:  # else he may have laid away what was passed
            told[hand.bidder] = known.get(hand.bidder, Counter()) | kept
        told[partner] = known.get(partner, Counter()) | Counter(hand.returned.cards())
    everything = (1 << (4 * rules.deck.n_ranks * rules.deck.width)) - 1
    for seat in range(rules.seats.players):
        desk[K.KNOWN, seat] = mask_of(known.get(seat, Counter()), rules)
        desk[K.TOLD, seat] = mask_of(told.get(seat, Counter()), rules)
        desk[K.POSSIBLE, seat] = everything
