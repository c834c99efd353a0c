"""The referee before the first lead: deal, redeals, auction, kitty, trump, called card, passing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinosim.api.auction_text import refuse_bid
from pinosim.api.hand import Hand
from pinosim.api.meld import count_meld
from pinosim.api.record.meld_check import dix_of
from pinosim.api.record.parts import NO_TRUMP, PASS
from pinosim.api.record.table import Table, as_hand
from pinosim.cards import SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

_DECK = "the cards are those of one deck"


# --- deal and redeals


def check_deal(table: Table) -> None:
    """Check that the hands, kitty and stock can come from one deck and have their sizes."""
    rules, hand = table.rules, table.hand
    sizes = [len(cards) for cards in hand.hands if cards is not None]
    if sizes and max(sizes) < rules.deal.hand_size and hand.calls is None and not hand.redeals:
        table.ending = True
        table.not_checked("what came before: the hands are smaller than dealt")
    _check_cards(table, hand.hands, "seat {}", [("kitty", hand.kitty), ("stock", as_hand(hand.stock))])
    for label, cards, size in (
        ("kitty", hand.kitty, rules.deal.kitty_size), ("stock", as_hand(hand.stock), rules.deal.stock_size),
    ):  # fmt: skip
        if cards is not None and len(cards) != size and (len(cards) or label == "kitty"):
            table.wrong(label, f"{len(cards)} cards lie in the {label}, not {size}", f"deal.{label}_size")
    if not hand.hands or None in hand.hands:
        table.not_checked("plays and melds of hands that are not known")


def _check_cards(
    table: Table, hands: tuple[Hand | None, ...], label: str, beside: list[tuple[str, Hand | None]]
) -> None:
    rules = table.rules
    seen: Counter[str] = Counter()
    for seat, cards in enumerate(hands):
        if cards is not None and len(cards) != rules.deal.hand_size and not table.ending:
            where = label.format(seat)
            table.wrong(where, f"seat {seat} is dealt {len(cards)} cards, not {rules.deal.hand_size}", "deal.hand_size")
    for where, cards in [(label.format(seat), cards) for seat, cards in enumerate(hands)] + beside:
        for card in [] if cards is None else cards:
            seen[card] += 1
            if seen[card] > rules.deck.copies:
                table.wrong(where, f"there would be {seen[card]} copies of {card}", f"{_DECK}: {rules.deck}")


def may_throw_in(cards: Hand, rules: Rules) -> bool:
    """Tell whether a hand carries the right to a new deal.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> may_throw_in(Hand("S:99T H:99K D:9JJ C:TQQ"), load_rules("family250"))
    True
    """
    redeal = rules.redeal
    if not redeal.min_nines or sum(cards.count("9", suit) for suit in SUITS) < redeal.min_nines:
        return False
    if redeal.no_aces and any(cards.count("A", suit) for suit in SUITS):
        return False
    if not redeal.no_meld:
        return True
    melds = [count_meld(cards, rules, suit) for suit in SUITS]
    return not any(meld.total - (dix_of(meld.items) if redeal.ignore_dix else 0) for meld in melds)


def check_redeals(table: Table) -> None:
    """Check that each deal thrown in could be, and that none had to be that was not."""
    rules, hand = table.rules, table.hand
    for number, redeal in enumerate(hand.redeals, start=1):
        label = f"redeal {number}"
        _check_cards(table, redeal.hands, label, [])
        if redeal.seat is None:
            if rules.auction.all_pass != "new-deal":
                table.wrong(label, "there is no new deal when everybody passes", "auction.all_pass")
            continue
        if not rules.redeal.min_nines:
            table.wrong(label, "there is no right to a new deal", "redeal.min_nines")
        cards = redeal.hands[redeal.seat] if redeal.hands else None
        if cards is None:
            table.not_checked("the right to a new deal of hands that are not known")
        elif not may_throw_in(cards, rules):
            table.wrong(label, f"seat {redeal.seat} may not ask for a new deal with {cards}", "redeal.min_nines")
    if not rules.redeal.optional:
        for seat, held in enumerate(hand.hands):
            if held is not None and not table.ending and may_throw_in(held, rules):
                table.wrong(f"seat {seat}", f"seat {seat} must throw this hand in", "redeal.optional")


# --- auction, contract, trump


def check_auction(table: Table) -> None:
    """Follow the calls; find bidder and bid, and compare them with the contract."""
    hand, rules = table.hand, table.rules
    if not table.has_auction:
        for label, value in (("auction", hand.calls or None), ("contract", hand.bidder)):
            if value is not None:
                table.wrong(label, "there is no bidding in this game", "auction.kind")
        return
    if hand.calls is None:
        table.bidder, table.bid = hand.bidder, hand.bid
        table.not_checked("the auction: the record has no calls")
    elif hand.dealer is None and rules.seats.players:
        table.bidder, table.bid = hand.bidder, hand.bid
        table.not_checked("the auction: the record does not say who dealt")
    else:
        _follow_calls(table, hand.calls, hand.dealer)
        if hand.bidder is not None and (hand.bidder, hand.bid) != (table.bidder, table.bid) and hand.bid is not None:
            has = "nobody has the bid" if table.bidder is None else f"seat {table.bidder} has it at {table.bid}"
            table.wrong(
                "contract",
                f"seat {hand.bidder} has it at {hand.bid}, but after the auction {has}",
                "the highest bidder has the contract",
            )
    if table.bidder is not None:
        teams = rules.seats.teams
        table.sides = frozenset(seat for seat in range(table.players) if seat % teams == table.bidder % teams)
        if teams < table.players:
            table.partner = (table.bidder + teams) % table.players


def _follow_calls(table: Table, calls: tuple[int | str, ...], dealer: int | None) -> None:
    auction = table.rules.auction
    first = (dealer or 0) + 1
    waiting = [(first + i) % table.players for i in range(table.players)]
    high: int | None = None
    bidder: int | None = None
    ended = False
    forcing = auction.all_pass != "new-deal"
    for number, call in enumerate(calls, start=1):
        who = f"call {number}"
        if ended or not waiting or (bidder is not None and waiting == [bidder]):
            table.wrong("auction", f"{who}, {call}, comes after the auction is over", "auction.kind")
        seat = waiting.pop(0)
        who = f"{who} (seat {seat})"
        if bidder is None and not waiting and forcing:
            _check_forced(table, call, who)
            high, bidder, ended, table.forced = int(call), seat, True, True
        elif call != PASS:
            bid = int(call)
            if bid not in table.rules.legal_bids(high, up_to=min(bid, 100_000)):
                why = str(refuse_bid(bid, high, table.rules, who))
                table.wrong(
                    "auction", why, "auction.min_bid" if high is None and bid < auction.min_bid else "auction.steps"
                )
            _check_bid_needs(table, seat, who)
            high, bidder = bid, seat
            if auction.kind != "single-round":
                waiting.append(seat)
            ended = auction.max_ends_auction and bid == auction.max_bid
    if bidder is None and len(waiting) == 1 and forcing:
        bidder, high, table.forced = waiting[0], auction.min_bid - auction.forced_below_min, True
    elif not ended and waiting and waiting != [bidder]:
        if table.hand.trump is not None or table.hand.tricks or table.hand.bidder is not None:
            table.wrong("auction", f"the auction is not over: seat {waiting[0]} is still to call", "auction.kind")
        table.not_checked("the rest: the auction is not over yet")
    elif bidder is None and (table.hand.trump is not None or table.hand.finished):
        table.wrong("auction", "everybody passed, so the cards are dealt again", "auction.all_pass")
    table.bidder, table.bid = bidder, high


def _check_forced(table: Table, call: int | str, who: str) -> None:
    auction = table.rules.auction
    bid = auction.min_bid - auction.forced_below_min
    if call == PASS:
        table.wrong("auction", f"{who}: everybody else has passed, so this seat must bid {bid}", "auction.all_pass")
    if call != bid and not (auction.forced_may_raise and int(call) > bid and table.rules.is_legal_bid(int(call))):
        table.wrong(
            "auction", f"{who}: the last seat is forced to {bid}, it cannot bid {call}", "auction.forced_may_raise"
        )


def _check_bid_needs(table: Table, seat: int, who: str) -> None:
    cards, needs = table.cards(seat), table.rules.auction.bid_needs
    if cards is None or needs == "nothing":
        return
    married = any(has_marriage(cards, suit) for suit in SUITS)
    if needs == "marriage" and not married:
        table.wrong("auction", f"{who} bids without a marriage", "auction.bid_needs")
    if needs == "meld" and not any(count_meld(cards, table.rules, suit).total for suit in SUITS):
        table.wrong("auction", f"{who} bids without any meld", "auction.bid_needs")


def has_marriage(cards: Hand, suit: str) -> bool:
    """Tell whether a hand holds king and queen of a suit."""
    return cards.count("K", suit) > 0 and cards.count("Q", suit) > 0


def check_trump(table: Table) -> None:
    """Check trump; the bidder takes the kitty before or after he names it."""
    hand, rules = table.hand, table.rules
    if hand.trump is None:
        if hand.tricks or hand.melds:
            table.wrong(
                "trick 1" if hand.tricks else f"meld {hand.melds[0].seat}", "no trump is named", "trump.chosen_by"
            )
        return
    if rules.trump.chosen_by == "turned-card":
        if hand.stock and hand.stock[-1][1] != hand.trump:
            table.wrong("trump", f"trump is {hand.trump}, but {hand.stock[-1]} was turned up", "trump.chosen_by")
        return
    if table.bidder is None:
        table.not_checked("trump: the record does not say who named it")
        return
    if rules.kitty.before_trump:
        _take_kitty(table)
    cards = table.cards(table.bidder)
    if cards is not None and not table.ending:
        married = [suit for suit in SUITS if has_marriage(cards, suit)]
        must_name = not rules.trump.needs_marriage or rules.trump.without_marriage != "set" or bool(married)
        if hand.trump == NO_TRUMP and must_name:
            table.wrong("trump", f"seat {table.bidder} can name a trump and must", "trump.needs_marriage")
        free = not rules.trump.needs_marriage or not (married or rules.trump.without_marriage == "set")
        if hand.trump != NO_TRUMP and hand.trump not in married and not free:
            table.wrong("trump", f"seat {table.bidder} has no marriage in {hand.trump}", "trump.needs_marriage")
    if not rules.kitty.before_trump and table.trump:
        _take_kitty(table)


def _take_kitty(table: Table) -> None:
    if table.rules.deal.kitty_size == 0 or table.bidder is None:
        return
    if table.hand.kitty is None:
        table.forget(table.bidder)
    else:
        table.give(table.bidder, table.hand.kitty)


# --- called card, shared kitty, passing


def check_called(table: Table) -> None:
    """Check the called card and who holds it."""
    hand, rules = table.hand, table.rules
    if not rules.seats.called_partner:
        if hand.called is not None:
            table.wrong("called", "no card is called in this game", "seats.called_partner")
        return
    if table.bidder is None or not table.trump:
        return
    if hand.called is None:
        if hand.tricks or hand.melds or hand.finished:
            table.wrong("trump", f"seat {table.bidder} calls no card", "seats.called_partner")
        return
    step = 1 if rules.seats.called_card_search == "from-the-left" else -1
    holder: int | None = None
    for i in range(1, table.players):
        seat = (table.bidder + step * i) % table.players
        held = table.held[seat]
        if held is None:
            table.not_checked("who holds the called card: hands are not known")
            holder = hand.partner
            break
        if held[hand.called]:
            holder = seat
            break
    if holder is None:
        table.wrong("called", f"nobody else holds {hand.called}; another card is called", "seats.called_partner")
    if hand.partner is not None and hand.partner != holder:
        table.wrong(
            "called", f"{hand.called} is found first at seat {holder}, not {hand.partner}", "seats.called_card_search"
        )
    table.partner = holder
    table.sides = frozenset((table.bidder, holder))


def check_passing(table: Table) -> None:
    """Check the cards given out of a kitty, and those passed both ways."""
    _check_shared(table)
    hand, rules = table.hand, table.rules
    count = rules.passing.count
    if not count or table.bidder is None or table.partner is None or not table.trump or table.ending:
        for label, cards in (("pass to bidder", hand.given), ("pass back", hand.returned)):
            if cards is not None and table.has_auction and not count:
                table.wrong(label, "no cards are passed in this game", "passing.count")
        return
    for label, giver, taker, cards in (
        ("pass to bidder", table.partner, table.bidder, hand.given),
        ("pass back", table.bidder, table.partner, hand.returned),
    ):
        if cards is None:
            if hand.melds or hand.tricks:
                table.not_checked("the passing: the record does not have all cards passed")
            table.forget(giver)
            table.forget(taker)
            continue
        if len(cards) != count:
            table.wrong(label, f"seat {giver} passes {len(cards)} cards", "passing.count")
        if label == "pass back" and not rules.passing.may_return_received and hand.given is not None:
            received = Counter(hand.given.cards())
            held = table.held[giver]
            for card, copies in Counter(cards.cards()).items():
                if held is not None and copies > held[card] - received[card]:
                    table.wrong(
                        label,
                        f"seat {giver} gives back {card}, which it has just received",
                        "passing.may_return_received",
                    )
        table.take(giver, cards, label, "passes")
        table.give(taker, cards)


def _check_shared(table: Table) -> None:
    hand, rules = table.hand, table.rules
    expected = rules.deal.kitty_size > 0 and not rules.kitty.bury
    if not expected:
        if hand.shared:
            table.wrong("shared", "no cards are given out of a kitty in this game", "kitty.bury")
        return
    if table.bidder is None or not table.trump:
        return
    if not hand.shared:
        for seat in range(table.players):
            table.forget(seat)
        table.not_checked("the cards given out of the kitty: the record does not have them")
        return
    others = [seat for seat in range(table.players) if seat != table.bidder]
    if sorted(seat for seat, _ in hand.shared) != others:
        table.wrong("shared", f"seat {table.bidder} gives one card to each of seats {_seats(others)}", "kitty.bury")
    for seat, card in hand.shared:
        table.take(table.bidder, [card], "shared", "gives")
        table.give(seat, [card])


def _seats(seats: list[int]) -> str:
    return ", ".join(str(seat) for seat in seats)
