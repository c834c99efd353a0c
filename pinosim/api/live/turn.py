"""Whose turn it is in a hand that is not over, and between what the seat chooses."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.api.live.seen import holding, partner_of
from pinosim.api.record.duties import broken_duty
from pinosim.api.record.parts import PASS, HandRecord, Trick
from pinosim.api.record.stock_table import StockTable
from pinosim.cards import RANKS, SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

STAGES: Final = ("redeal", "call", "trump", "called", "share", "give", "return", "bury", "play", "meld")


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision.

    Attributes
    ----------
    stage : str
        One of `STAGES`: ask for a new deal, bid or pass, name trump, call a partner's card, give cards out of a kitty,
        pass to the bidder, pass back, bury, play a card, lay meld (in a game with a stock).
    seat : int
        Who decides.
    count : int
        How many cards are to be chosen; 0 where it is not a choice of cards.
    """

    stage: str
    seat: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class AuctionNow:
    """How far an auction has come.

    Attributes
    ----------
    waiting : tuple of int
        Seats that have not passed, the next to call in front.
    high, bidder : int or None
    spoken, passed : frozenset of int
        Seats that have bid, and that will not speak again.
    over : bool
        Nobody has a choice left.
    """

    waiting: tuple[int, ...]
    high: int | None
    bidder: int | None
    spoken: frozenset[int]
    passed: frozenset[int]
    over: bool

    @property
    def forced(self) -> bool:
        """Tell whether the last seat has to take the contract that nobody wanted."""
        return self.over and self.bidder is None and len(self.waiting) == 1


def auction_now(rules: Rules, hand: HandRecord) -> AuctionNow:
    """Follow the calls of a record.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> now = auction_now(load_rules("family250"), HandRecord(dealer=3, calls=(250, "P", 260, "P")))
    >>> now.waiting, now.high, now.bidder, now.over
    ((0, 2), 260, 2, False)
    """
    players, auction = rules.seats.players, rules.auction
    dealer = players - 1 if hand.dealer is None else hand.dealer
    waiting = [(dealer + 1 + i) % players for i in range(players)]
    high: int | None = None
    bidder: int | None = None
    ended = False
    spoken: set[int] = set()
    forcing = auction.all_pass != "new-deal"
    for call in hand.calls or ():
        if not waiting:
            break
        if forcing and bidder is None and len(waiting) == 1:  # the forced bid stands among the calls
            high, bidder, ended = int(call) if call != PASS else high, waiting[0], True
            break
        seat = waiting.pop(0)
        if call == PASS:
            continue
        high, bidder = int(call), seat
        spoken.add(seat)
        if auction.kind != "single-round":
            waiting.append(seat)
        ended = auction.max_ends_auction and high == auction.max_bid
    out = frozenset(range(players)) - set(waiting)
    over = ended or not waiting or waiting == [bidder] or (forcing and bidder is None and len(waiting) == 1)
    return AuctionNow(tuple(waiting), high, bidder, frozenset(spoken), out, over)


def forced_bid(rules: Rules) -> int:
    """Give what a seat has to bid when nobody else wants the contract."""
    return rules.auction.min_bid - rules.auction.forced_below_min


def bidding_side(rules: Rules, hand: HandRecord) -> frozenset[int]:
    """Give the seats that play for the bid; without bidding the one who leads first."""
    players, teams = rules.seats.players, rules.seats.teams
    if rules.auction.kind == "none":
        return frozenset() if hand.dealer is None else frozenset({(hand.dealer + 1) % players})
    if hand.bidder is None:
        return frozenset()
    side = {seat for seat in range(players) if seat % teams == hand.bidder % teams}
    if rules.seats.called_partner and hand.partner is not None:
        side.add(hand.partner)
    return frozenset(side)


def first_leader(rules: Rules, hand: HandRecord) -> int | None:
    """Seat that leads to the first trick; None: the record does not tell."""
    if hand.tricks and hand.tricks[0].leader is not None:
        return hand.tricks[0].leader
    if rules.auction.kind != "none" and rules.play.first_leader == "bidder":
        return hand.bidder
    return None if hand.dealer is None else (hand.dealer + 1) % rules.seats.players


def trumps_to_name(rules: Rules, cards: Counter[str]) -> tuple[str, ...]:
    """List the suits a bidder with these cards may name; none: he is set for want of a marriage."""
    if not rules.trump.needs_marriage:
        return tuple(SUITS)
    married = tuple(suit for suit in SUITS if cards["K" + suit] and cards["Q" + suit])
    return married if married or rules.trump.without_marriage == "set" else tuple(SUITS)


def next_turn(rules: Rules, hand: HandRecord) -> Turn | None:
    """Tell who is to decide what.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        A hand so far. Redeal rights lie before it: whether a seat has waived them is not in a record.

    Returns
    -------
    Turn or None
        None: nobody has anything to decide, what follows is for the table (`table_does`), or the hand is over.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> next_turn(load_rules("family250"), HandRecord(dealer=3, calls=(250, "P")))
    Turn(stage='call', seat=2, count=0)
    """
    if hand.finished:
        return None
    players = rules.seats.players
    if rules.deal.stock_size:
        return _turn_with_stock(rules, hand)
    if hand.tricks or hand.melds:
        return _turn_after_meld(rules, hand)
    if hand.bidder is None:
        now = auction_now(rules, hand)
        return None if now.over else Turn("call", now.waiting[0])
    if hand.trump is None:
        return Turn("trump", hand.bidder)
    if hand.trump not in SUITS:
        return None
    if rules.seats.called_partner and hand.called is None:
        return Turn("called", hand.bidder, 1)
    if rules.deal.kitty_size and not rules.kitty.bury and not hand.shared:
        return Turn("share", hand.bidder, players - 1)
    partner = partner_of(rules, hand)
    if rules.passing.count and partner is not None:
        if hand.given is None:
            return Turn("give", partner, rules.passing.count)
        if hand.returned is None:
            return Turn("return", hand.bidder, rules.passing.count)
    return None


def _turn_after_meld(rules: Rules, hand: HandRecord) -> Turn | None:
    bury = rules.deal.kitty_size and rules.kitty.bury and hand.bidder is not None
    if bury and hand.buried is None and not hand.tricks and hand.bidder is not None:
        return Turn("bury", hand.bidder, rules.deal.kitty_size)
    return _turn_to_play(rules, hand)


def _turn_to_play(rules: Rules, hand: HandRecord) -> Turn | None:
    trick = trick_now(rules, hand)
    if trick.leader is None or len(complete_tricks(rules, hand)) >= rules.tricks_in_hand:
        return None
    return Turn("play", (trick.leader + len(trick.cards)) % rules.seats.players, 1)


def complete_tricks(rules: Rules, hand: HandRecord) -> tuple[Trick, ...]:
    """Give the tricks to which everybody has played."""
    return tuple(trick for trick in hand.tricks if len(trick.cards) == rules.seats.players)


def trick_now(rules: Rules, hand: HandRecord) -> Trick:
    """Give the trick that is being played: the last one if it is not complete, else a new one without cards."""
    if not hand.tricks:
        return Trick(first_leader(rules, hand), ())
    last = hand.tricks[-1]
    if len(last.cards) < rules.seats.players:
        return last
    return Trick(last.winner, ())


def legal_to_play(rules: Rules, hand: HandRecord, seat: int) -> tuple[str, ...]:
    """List the cards a seat may play now, each once, in the order its hand is printed."""
    held = holding(rules, hand, seat)
    trick = trick_now(rules, hand).cards
    cards = sorted((card for card in held if held[card] > 0), key=print_order)
    if rules.play.free_while_stock and stock_left(rules, hand):
        return tuple(cards)
    together = list(held.elements())
    return tuple(card for card in cards if broken_duty(card, together, trick, hand.trump or "", rules) is None)


def print_order(card: str) -> tuple[int, int]:
    """Key that sorts cards as hands are printed: S H D C, each from the ace down."""
    return SUITS.index(card[1]), RANKS.index(card[0])


# --- the game with a stock


def stock_left(rules: Rules, hand: HandRecord) -> int:
    """Count the cards that are still to be drawn."""
    return rules.deal.stock_size - sum(len(trick.draws) for trick in hand.tricks)


def laid_so_far(rules: Rules, hand: HandRecord, seat: int) -> tuple[StockTable, Counter[str]]:
    """Follow what a seat has laid and played: its melds on the table, and the cards left in its hand."""
    table = StockTable(rules, hand.trump or "")
    dealt = hand.hands[seat] if hand.hands else None
    held = Counter([] if dealt is None else dealt.cards())
    for trick in hand.tricks:
        if trick.leader is not None:
            place = (seat - trick.leader) % rules.seats.players
            if place < len(trick.cards):
                card = trick.cards[place]
                if held[card]:
                    held[card] -= 1
                else:
                    table.leave(card)
        if trick.winner == seat:
            for dix in trick.dix:
                held[dix.nine] -= 1
                if dix.taken is None:
                    table.shown[dix.nine] += 1
                else:
                    held[dix.taken] += 1
            if rules.stock.meld_before_draw:
                for item in trick.melds:
                    table.lay(item.name, held)
        held.update(draw.card for draw in trick.draws if draw.seat == seat and draw.card is not None)
        if trick.winner == seat and not rules.stock.meld_before_draw:
            for item in trick.melds:
                table.lay(item.name, held)
    return table, held


def _turn_with_stock(rules: Rules, hand: HandRecord) -> Turn | None:
    if hand.trump is None:
        return None
    last = hand.tricks[-1] if hand.tricks else None
    if last is not None and len(last.cards) == rules.seats.players and last.winner is not None:
        # Melding is over when the cards are drawn or, where they are drawn before, when the next trick is begun.
        before = rules.stock.meld_before_draw
        if (not last.draws and stock_left(rules, hand) > 0) if before else bool(last.draws):
            return Turn("meld", last.winner)
    return _turn_to_play(rules, hand)
