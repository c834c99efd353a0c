"""Whole hands followed stage by stage: everything that was done must be allowed, and the result is worked out anew.

A hand is told in the cards and seats of a person (`Told`). `judge` refuses the first step the rules do not allow with
a ValueError and returns what the hand makes, by the names of the columns it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from naive import (
    SUITS,
    Call,
    Card,
    auction,
    full_deck,
    has_redeal_right,
    legal_cards,
    meld_items,
    meld_total,
    trick_points,
    trick_winner,
    trumps_allowed,
)
from naive_games import may_bid, partner_called, refuse_to_bury, settle_seats, side_of
from naive_rules import NaiveRules
from naive_stock import Seat

Columns = dict[str, int]
OUTCOMES = {"made": 0, "set": 1, "auto-set": 2}


class Event(NamedTuple):
    """Something laid or drawn in a game with a stock, after so many cards were played.

    `what` is a card, a meld by name, or (draws) the seat that draws and its card.
    """

    plays: int
    kind: Literal["dix turned", "dix exchanged", "dix shown", "meld", "draw"]
    what: Card | tuple[int, Card]
    points: int


@dataclass
class Told:
    """A hand from the deal to the last trick; seats count from 0."""

    dealer: int
    hands: list[list[Card]]
    kitty: list[Card] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)  # 0: pass; the bid of a forced seat is the last of them
    bidder: int = -1
    bid: int = 0
    forced: bool = False
    trump: str | None = None
    called: Card | None = None
    partner: int | None = None
    given: list[Card] = field(default_factory=list)
    returned: list[Card] = field(default_factory=list)
    shared: list[Card | None] = field(default_factory=list)
    buried: list[Card] = field(default_factory=list)
    plays: list[Card] = field(default_factory=list)
    turned: Card | None = None
    stock: list[Card] = field(default_factory=list)  # from the top, as drawn; the card turned up last
    events: list[Event] = field(default_factory=list)


def need(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


def take(hand: list[Card], cards: Sequence[Card]) -> None:
    """Take cards out of a hand that must hold them."""
    need(not Counter(cards) - Counter(hand), f"{cards} are not all in {hand}")
    for card in cards:
        hand.remove(card)


def judge(rules: NaiveRules, told: Told) -> Columns:
    """Follow a hand and return its columns from the dealer on."""
    need(not any(has_redeal_right(hand, rules) for hand in told.hands), "a hand with the redeal right was played")
    dealt = [card for hand in told.hands for card in hand] + told.kitty
    if rules.rounds == "none":
        return judge_stock(rules, told)
    need(sorted(dealt) == sorted(full_deck(rules)), "the deck was not dealt")
    judge_calls(rules, told)
    columns = {"dealer": told.dealer, "bidder": told.bidder, "bid": told.bid, "forced": int(told.forced)}
    columns |= {"calls": len(told.calls), "partner": -1}
    mine = told.hands[told.bidder]
    columns["bidder_aces"] = sum(card[0] == "A" for card in mine)
    naming = mine + (told.kitty if rules.kitty_before_trump else [])
    allowed = trumps_allowed(naming, rules)
    if told.trump is None:
        need(not allowed, f"{naming} may name {allowed}")
        scores = [0] * rules.players
        for seat in side_of(told.bidder, None, rules):
            scores[seat] = -told.bid
        columns |= {"trump": -1, "outcome": OUTCOMES["auto-set"], "score_bidders": -told.bid}
        return columns | {f"score_{seat}": score for seat, score in enumerate(scores)}
    need(told.trump in allowed, f"{told.trump} named with {naming}")
    columns |= {"trump": SUITS.index(told.trump), "bidder_meld": meld_total(mine, told.trump, rules)}
    columns["bidder_trumps"] = sum(card[1] == told.trump for card in mine)
    return columns | judge_after_trump(rules, told)


def judge_calls(rules: NaiveRules, told: Told) -> None:
    """Refuse calls out of turn, illegal bids, bids of a hand that may not bid, and a winner other than the last."""
    calls: list[Call] = [call or "P" for call in told.calls]
    if told.forced:
        calls.pop()
    first = (told.dealer + 1) % rules.players
    for number, call in enumerate(calls):
        state = auction(rules, calls[:number])
        need(state.next_seat is not None, f"call {number} after the end of {calls}")
        seat = (first + (state.next_seat or 0)) % rules.players
        need(call == "P" or may_bid(told.hands[seat], rules), f"{told.hands[seat]} may not bid")
    state = auction(rules, calls)
    need(state.over and state.seat is not None and state.bid is not None, f"{calls} end nothing")
    need(told.forced == all(call == "P" for call in calls), f"forced after {calls}")
    winner = (first + (state.seat or 0)) % rules.players
    need((told.bidder, told.bid) == (winner, state.bid), f"seat {winner} has {state.bid} after {calls}")


def judge_after_trump(rules: NaiveRules, told: Told) -> Columns:
    """Follow a hand from the naming of trump on."""
    trump, bidder = told.trump or "", told.bidder
    hands = [list(hand) for hand in told.hands]
    hands[bidder] += told.kitty
    partner = None
    if rules.called_from:
        need(told.called is not None, "no card was called")
        partner = partner_called(told.called or "", bidder, hands, rules)
        need(partner is not None, f"nobody but the bidder holds {told.called}")
    elif rules.teams < rules.players:
        partner = (bidder + rules.teams) % rules.players
    need(told.partner == partner, f"partner is {partner}, not {told.partner}")
    if rules.kitty_size and rules.kitty == "share":
        for seat, card in enumerate(told.shared):
            if seat != bidder:
                need(card is not None, f"seat {seat} got no card of the kitty")
                take(hands[bidder], [card or ""])
                hands[seat].append(card or "")
        need(len({len(hand) for hand in hands}) == 1, "the kitty was not shared out")
    if partner is not None and rules.pass_count:
        judge_passing(rules, told, hands, partner)
    bidders = side_of(bidder, partner, rules)
    others = [seat for seat in range(rules.players) if seat not in bidders]
    items = [meld_items(hand, trump, rules) for hand in hands]
    melds = [sum(item.points for item in lines) for lines in items]
    dix = [sum(item.points for item in lines if item.name == "dix") for lines in items]
    points: list[int] | None = None
    tricks: list[int] | None = None
    last = 0
    if told.plays:
        extra = 0
        if rules.kitty_size and rules.kitty == "bury":
            need(len(told.buried) == rules.kitty_size, f"{told.buried} buried")
            refuse_to_bury(hands[bidder], told.buried, trump, rules)
            take(hands[bidder], told.buried)
            extra = trick_points(told.buried, rules) if rules.buried_to_bidder else 0
        leader = (told.dealer + 1) % rules.players if rules.left_of_dealer_leads else bidder
        points, tricks, winner = judge_tricks(rules, hands, told.plays, trump, leader)
        points[bidder] += extra
        last = int(winner in bidders)
    scores, outcome = settle_seats(rules, told.bid, bidders, melds, dix, points, tricks)

    def total(numbers: Sequence[int] | None, seats: Sequence[int]) -> int:
        return 0 if numbers is None else sum(numbers[seat] for seat in seats)

    apart = rules.teams == rules.players
    columns = {
        "partner": -1 if partner is None else partner,
        "meld_bidders": total(melds, bidders),
        "meld_others": total(melds, others),
        "points_bidders": total(points, bidders),
        "points_others": total(points, others),
        "tricks_bidders": total(tricks, bidders),
        "tricks_others": total(tricks, others),
        "last_trick": last,
        "outcome": OUTCOMES[outcome],
        "score_bidders": scores[bidder],
        "score_others": total(scores, others) if apart else scores[others[0]],
    }
    return columns | {f"score_{seat}": score for seat, score in enumerate(scores)}


def judge_passing(rules: NaiveRules, told: Told, hands: list[list[Card]], partner: int) -> None:
    """Partner gives, then the bidder; he may give back what he just got where the rules let him."""
    need(len(told.given) == len(told.returned) == rules.pass_count, f"passed {told.given} and {told.returned}")
    take(hands[partner], told.given)
    if not rules.may_return_received:
        take(list(hands[told.bidder]), told.returned)
    hands[told.bidder] += told.given
    take(hands[told.bidder], told.returned)
    hands[partner] += told.returned


def judge_tricks(
    rules: NaiveRules, hands: list[list[Card]], plays: Sequence[Card], trump: str, leader: int
) -> tuple[list[int], list[int], int]:
    """Return trick points and tricks by seat, and who took the last; the hands are empty afterwards."""
    points, tricks = [0] * rules.players, [0] * rules.players
    trick: list[Card] = []
    for card in plays:
        seat = (leader + len(trick)) % rules.players
        need(card in legal_cards(hands[seat], trick, trump, rules), f"seat {seat} played {card} to {trick}")
        hands[seat].remove(card)
        trick.append(card)
        if len(trick) == rules.players:
            leader = (leader + trick_winner(trick, trump)) % rules.players
            points[leader] += trick_points(trick, rules)
            tricks[leader] += 1
            trick = []
    need(not trick and not any(hands), f"cards were left over: {hands}")
    points[leader] += rules.last_trick
    return points, tricks, leader


def judge_stock(rules: NaiveRules, told: Told) -> Columns:
    """Follow a hand of the game with a stock, every card, meld, exchange and draw."""
    need(told.turned is not None, "no card was turned up")
    turned = told.turned or ""
    trump = turned[1]
    nine = "9" + trump
    dealt = [card for hand in told.hands for card in hand] + told.kitty
    need(sorted(dealt) == sorted(full_deck(rules)), "the deck was not dealt")
    seats = [Seat(hand) for hand in told.hands]
    events = list(told.events)
    melds, dix, points, tricks = [0, 0], [0, 0], [0, 0], [0, 0]
    first = leader = 1 - told.dealer
    stock = [*told.stock[:-1], turned]
    need(sorted(stock) == sorted(told.kitty), "the stock is not what was left of the deal")

    def next_is(plays: int, *kinds: str) -> bool:
        return bool(events) and events[0].plays == plays and events[0].kind in kinds

    def score_dix(seat: int, event: Event) -> None:
        need(event.points == rules.dix, f"{event} scores {rules.dix}")
        melds[seat] += rules.dix
        dix[seat] += rules.dix

    if turned == nine:
        need(next_is(0, "dix turned"), "the dealer turned a nine")
        score_dix(told.dealer, events.pop(0))
    exchanged = False
    plays = 0
    while stock:
        trick = told.plays[plays : plays + 2]
        for place, card in enumerate(trick):
            # no duty to follow, trump or beat while the stock lasts
            seats[(leader + place) % 2].play(card)
        plays += 2
        leader = (leader + trick_winner(trick, trump)) % 2
        points[leader] += trick_points(trick, rules)
        tricks[leader] += 1
        laid = 0
        drawn = False
        while events and events[0].plays == plays:
            event = events.pop(0)
            if event.kind == "draw":
                need(not drawn, "drawn twice")
                drawn = True
                for seat in (leader, 1 - leader):
                    card = stock.pop(0)
                    need(event == Event(plays, "draw", (seat, card), 0), f"{event}, but seat {seat} draws {card}")
                    seats[seat].draw(card)
                    if seat == leader:
                        event = events.pop(0)
            elif event.kind == "meld":
                need(drawn == rules.meld_after_draw, "melded at the wrong time")
                seats[leader].lay(str(event.what), event.points, trump, rules)
                melds[leader] += event.points
                laid += 1
            elif event.kind == "dix exchanged":
                need(not exchanged and stock[-1] != nine, "the first nine shown takes the turned card")
                need(event.what == stock[-1], f"{event}, but {stock[-1]} lies turned up")
                seats[leader].give(nine)
                seats[leader].draw(stock[-1])
                stock[-1] = nine
                exchanged = True
                score_dix(leader, event)
            else:
                need(event.kind == "dix shown" and event.what == nine and stock[-1] == nine, f"{event}")
                seats[leader].show(nine)
                score_dix(leader, event)
        need(drawn, "nobody drew")
        need(rules.melds_per_trick is None or laid <= rules.melds_per_trick, f"{laid} melds after one trick")
    need(not events, f"nothing is laid or drawn once the stock is gone: {events}")
    need(told.stock[-1] == (nine if exchanged else turned), "another card lies at the bottom")
    hands = [list(seat.cards) for seat in seats]
    later_points, later_tricks, last = judge_tricks(rules, hands, told.plays[plays:], trump, leader)
    points = [sum(pair) for pair in zip(points, later_points, strict=True)]
    tricks = [sum(pair) for pair in zip(tricks, later_tricks, strict=True)]
    scores = [meld + taken for meld, taken in zip(melds, points, strict=True)]
    mine = told.hands[first]
    other = 1 - first
    return {
        "dealer": told.dealer,
        "bidder": first,
        "trump": SUITS.index(trump),
        "bidder_meld": meld_total(mine, trump, rules),
        "bidder_trumps": sum(card[1] == trump for card in mine),
        "bidder_aces": sum(card[0] == "A" for card in mine),
        "partner": -1,
        "meld_bidders": melds[first],
        "meld_others": melds[other],
        "points_bidders": points[first],
        "points_others": points[other],
        "tricks_bidders": tricks[first],
        "tricks_others": tricks[other],
        "last_trick": int(last == first),
        "score_bidders": scores[first],
        "score_others": scores[other],
        "score_0": scores[0],
        "score_1": scores[1],
    }
