"""What `expert` decides before the first card, from what its seat knows: the same that kernels of whole hands decide.

The kernels look at the hands of the other seats for the number of their cards alone. So these are filled with unseen
cards in order.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from pinosim.api.hand import Hand
from pinosim.api.live.decide import Lots, inputs_of, mask_of, worth_told
from pinosim.api.live.decide_card import lay_calls, lay_contract, lay_out
from pinosim.api.live.seen import holding, kitty_is_taken, partner_of
from pinosim.api.live.turn import Turn, auction_now
from pinosim.api.record.parts import PASS, HandRecord
from pinosim.cards import SUITS
from pinosim.core.policy import CONVENTION

if TYPE_CHECKING:
    import numpy as np

    from pinosim.rules.schema import Rules

STAGES = ("call", "trump", "give", "return", "bury")


def thought_out(rules: Rules, hand: HandRecord, turn: Turn, rows: np.ndarray, lots: Lots) -> Any:
    """Decide as a seat that tries out what it might do.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        What the seat knows, see `seen.seen_by`.
    turn : Turn
        At one of `STAGES`.
    rows : ndarray of int64, shape (players, N_POLICY)
        The seats as this one takes them to be, see `decide.rows_of`.
    lots : Lots

    Returns
    -------
    object
        As `decide.decide` gives it; None: too little is told of the hand to deal the other cards.
    """
    from pinosim.core import contract_state as H
    from pinosim.core import table as K

    inputs = inputs_of(rules)
    desk, scratch = inputs.desk, inputs.scratch
    sizes = _cards_of_places(rules, hand, turn.stage)
    held = +holding(rules, hand, turn.seat)
    if hand.calls is None or sum(held.values()) != sizes[turn.seat]:
        return None
    if turn.stage == "bury":
        if not hand.melds:
            return None
        lay_out(rules, hand, turn.seat, inputs)
    desk[K.ADDRESS, :3] = lots.address
    lay_calls(rules, hand, inputs)
    received = Counter(hand.given.cards()) if turn.stage == "return" and hand.given is not None else Counter[str]()
    _fill_hands(rules, turn.seat, held - received, received, sizes, desk)
    rest = (rows, lots.words, 0, inputs.book, inputs.units, desk, scratch.story, scratch.study)
    if turn.stage == "call":
        return _call(rules, hand, turn.seat, rest)
    if turn.stage == "trump":
        from pinosim.core.expert_bidding import expert_trump

        return SUITS[int(expert_trump(turn.seat, hand.bid or 0, _dealer(rules, hand), *rest))]
    if turn.stage == "bury":
        from pinosim.core.expert_burying import expert_burial

        return Hand.from_mask(int(expert_burial(*rest)), rules.deck)
    from pinosim.core.expert_passing import expert_pass

    lay_contract(rules, hand, hand.bid or 0, desk)
    desk[K.CONTRACT, H.BURIED] = 0
    return Hand.from_mask(int(expert_pass(turn.seat, turn.stage == "give", *rest)), rules.deck)


def _dealer(rules: Rules, hand: HandRecord) -> int:
    return rules.seats.players - 1 if hand.dealer is None else hand.dealer


def _cards_of_places(rules: Rules, hand: HandRecord, stage: str) -> list[int]:
    """Count the cards that each seat holds before meld is laid, and the kitty; those just passed to it among them."""
    players, kitty = rules.seats.players, rules.deal.kitty_size
    sizes = [rules.deal.hand_size] * players + [kitty] * (kitty > 0)
    if kitty_is_taken(rules, hand) and hand.bidder is not None:
        sizes[hand.bidder] += sizes.pop() - len(hand.shared)
        sizes.append(0)
    for seat, _ in hand.shared:
        sizes[seat] += 1
    partner = partner_of(rules, hand)
    if stage == "return" and partner is not None and hand.bidder is not None:
        sizes[partner] -= rules.passing.count
        sizes[hand.bidder] += rules.passing.count
    return sizes


def _fill_hands(
    rules: Rules, seat: int, own: Counter[str], received: Counter[str], sizes: list[int], desk: np.ndarray
) -> None:
    """Lay out the seat's own cards, and as many as there are of all others."""
    from pinosim.core import table as K

    deck = rules.deck
    unseen: list[str] = []
    for token in map(deck.token, range(deck.n_kinds)):
        unseen += [token] * (deck.copies - own[token] - received[token])
    desk[K.SEATS, :] = 0
    for place, size in enumerate(sizes):
        cards = own if place == seat else Counter(unseen[:size])
        desk[K.SEATS, place] = mask_of(cards, rules)
        if place != seat:
            del unseen[:size]


def _call(rules: Rules, hand: HandRecord, seat: int, rest: tuple[Any, ...]) -> int | str:
    from pinosim.core import meanings as M
    from pinosim.core import table as K
    from pinosim.core.auction import PASSED, SPOKEN
    from pinosim.core.bidding import plan_bid
    from pinosim.core.bids import NO_BID, next_bid
    from pinosim.core.convention import call_by_convention, note_claims
    from pinosim.core.expert_bidding import expert_bids
    from pinosim.core.meld import hand_melds

    rows, words, lane, book, units, desk, *_ = rest
    now = auction_now(rules, hand)
    high = NO_BID if now.high is None else now.high
    cards = desk[K.SEATS, seat]
    melds, claims = desk[K.MELDS + seat], desk[K.CLAIMS]
    hand_melds(cards, book.rules, book.suit_table, book.around_table, melds)
    desk[K.CEILINGS, seat], _ = plan_bid(
        seat, cards, melds, rows[seat], words, lane, book.rules, units, desk[K.FEATURES]
    )
    note_claims(desk[K.SEATS], desk[K.MELDS :], rows, book.rules, units, desk[K.CEILINGS], claims)
    claims[M.TOLD + seat] = worth_told(rules, hand, seat, rows)
    auction = desk[K.AUCTION]
    auction[:] = 0
    auction[:4] = -1 if now.bidder is None else now.bidder, high, 0, len(hand.calls or ())
    auction[PASSED], auction[SPOKEN] = (sum(1 << other for other in seats) for seats in (now.passed, now.spoken))
    if not expert_bids(seat, _dealer(rules, hand), *rest):
        return PASS
    bid, made = next_bid(high, book.rules), len(hand.calls or ())
    if rows[seat, CONVENTION] != 0:
        bid = call_by_convention(bid, seat, made, auction[SPOKEN], high, claims, rows[seat], book.rules)
    return int(bid) or PASS
