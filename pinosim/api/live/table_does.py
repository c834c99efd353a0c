"""What follows without anybody deciding: the contract, the meld laid down, the reckoning."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pinosim.api.live.seen import held_cards, holding
from pinosim.api.live.turn import auction_now, bidding_side, complete_tricks, forced_bid, next_turn, trumps_to_name
from pinosim.api.meld import count_meld
from pinosim.api.record.duties import points_of
from pinosim.api.record.meld_check import dix_of
from pinosim.api.record.parts import NO_TRUMP, Claim, HandRecord
from pinosim.api.record.scoring import Made, settle_hand, too_little

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


def all_passed(rules: Rules, hand: HandRecord) -> bool:
    """Tell whether nobody has bid and the cards are dealt again."""
    now = auction_now(rules, hand)
    return now.over and now.bidder is None and not now.forced


def follow_up(rules: Rules, hand: HandRecord) -> HandRecord:
    """Do all that follows by itself from a hand so far, up to the next choice or the end.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        All hands known. One that everybody passed is given back as it is, see `all_passed`.
    """
    if hand.finished:
        return hand
    if rules.deal.stock_size:
        return _with_stock(rules, hand)
    if hand.bidder is None:
        hand = _contract(rules, hand)
        if hand.bidder is None:
            return hand
    if hand.trump is None and not trumps_to_name(rules, holding(rules, hand, hand.bidder or 0)):
        return _settled(rules, replace(hand, trump=NO_TRUMP), played=False)
    if next_turn(rules, hand) is not None and not hand.melds:
        return hand
    if not hand.melds:
        hand = _lay_meld(rules, hand)
        side = bidding_side(rules, hand)
        meld = sum(claim.total for claim in hand.melds if claim.seat in side)
        if too_little(rules, hand.bid or 0, meld):
            return _settled(rules, hand, played=False)
    if len(complete_tricks(rules, hand)) == rules.tricks_in_hand:
        return _settled(rules, hand, played=True)
    return hand


def _contract(rules: Rules, hand: HandRecord) -> HandRecord:
    now = auction_now(rules, hand)
    if not now.over:
        return hand
    if now.forced:
        bid = forced_bid(rules)
        return replace(hand, calls=(*(hand.calls or ()), bid), bidder=now.waiting[0], bid=bid)
    return hand if now.bidder is None else replace(hand, bidder=now.bidder, bid=now.high)


def _lay_meld(rules: Rules, hand: HandRecord) -> HandRecord:
    claims = []
    for seat in range(rules.seats.players):
        meld = count_meld(held_cards(rules, hand, seat), rules, hand.trump or "")
        claims.append(Claim(seat, meld.total, meld.items))
    return replace(hand, melds=tuple(claims))


def _with_stock(rules: Rules, hand: HandRecord) -> HandRecord:
    if hand.trump is None:
        turned = hand.stock[-1]
        each = rules.meld.dix_by_copies[0] if rules.meld.dix_by_copies else rules.meld.dix
        shown = each if rules.stock.dix_turned and turned[0] == "9" else None
        hand = replace(hand, trump=turned[1], dix_turned=shown)
    if len(complete_tricks(rules, hand)) == rules.tricks_in_hand:
        return _settled(rules, hand, played=True)
    return hand


def _settled(rules: Rules, hand: HandRecord, *, played: bool) -> HandRecord:
    made = made_by_seat(rules, hand)
    side = bidding_side(rules, hand) if rules.auction.kind != "none" else frozenset()
    outcome, changes = settle_hand(
        rules, hand.bid or 0, side, made, played=played, named=hand.trump != NO_TRUMP
    )  # fmt: skip
    teams, players = rules.seats.teams, rules.seats.players
    taken = tuple(
        (sum(seat.tricks for seat in made[one:players:teams]), sum(seat.points for seat in made[one:players:teams]))
        for one in range(teams)
    )
    return replace(hand, outcome=outcome, changes=changes, taken=taken if played else ())


def made_by_seat(rules: Rules, hand: HandRecord) -> list[Made]:
    """Add up what each seat has melded and taken so far.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> from pinosim.api.record.parts import Trick
    >>> hand = HandRecord(trump="S", tricks=(Trick(0, ("AH", "TH", "9S", "9H"), 2),))
    >>> made_by_seat(load_rules("family250"), hand)[2]
    Made(meld=0, dix=0, points=20, tricks=1)
    """
    made = [Made() for _ in range(rules.seats.players)]
    for claim in hand.melds:
        made[claim.seat] += Made(claim.total, dix_of(claim.items))
    if hand.dix_turned is not None and hand.dealer is not None:
        made[hand.dealer] += Made(hand.dix_turned, hand.dix_turned)
    if hand.buried is not None and hand.bidder is not None and rules.kitty.buried_points_to == "bidder":
        made[hand.bidder] += Made(points=points_of(hand.buried.cards(), rules))
    for number, trick in enumerate(hand.tricks, start=1):
        if trick.winner is None:
            continue
        last = rules.tricks.last_trick if number == rules.tricks_in_hand else 0
        shown = sum(dix.points for dix in trick.dix)
        made[trick.winner] += Made(
            shown + sum(item.points for item in trick.melds), shown, points_of(trick.cards, rules) + last, 1
        )
    return made
