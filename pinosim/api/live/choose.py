"""What comes of a choice: the record of a hand with it, or an error that says why it may not be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pinosim.api.auction_text import refuse_bid
from pinosim.api.hand import Hand
from pinosim.api.live.seen import held_cards, holding
from pinosim.api.live.turn import (
    Turn,
    auction_now,
    forced_bid,
    laid_so_far,
    legal_to_play,
    stock_left,
    trick_now,
    trumps_to_name,
)
from pinosim.api.meld import count_meld
from pinosim.api.record.duties import best_of, broken_duty
from pinosim.api.record.meld_check import may_bury
from pinosim.api.record.parts import PASS, Dix, Draw, HandRecord, Trick
from pinosim.cards import SUIT_NAMES, SUITS
from pinosim.errors import AuctionError, IllegalPlay

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


def choose(rules: Rules, hand: HandRecord, turn: Turn, choice: Any) -> HandRecord:
    """Let a seat make its choice.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        All hands known.
    turn : Turn
        From `next_turn`.
    choice : object
        By stage: a bid or `"P"`; a suit letter; a card; pairs of seat and card; a `Hand` of the cards passed or buried;
        a card; names of melds in the order they are laid.

    Returns
    -------
    HandRecord

    Raises
    ------
    AuctionError, IllegalPlay
        If the rules or the cards held do not allow it.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250")
    >>> hand = HandRecord(dealer=3, hands=(Hand("AS"),) * 4, calls=())
    >>> choose(rules, hand, Turn("call", 0), 250).calls
    (250,)
    >>> choose(rules, hand, Turn("call", 0), 255)
    Traceback (most recent call last):
    ...
    pinosim.errors.AuctionError: seat 0: 255 cannot be bid as the first bid in 'family250'; the nearest legal bids ar...
    """
    act: dict[str, Callable[[Rules, HandRecord, Turn, Any], HandRecord]] = {
        "call": _call, "trump": _trump, "called": _called, "share": _share, "give": _give, "return": _return,
        "bury": _bury, "play": _play, "meld": _meld,
    }  # fmt: skip
    return act[turn.stage](rules, hand, turn, choice)


def _call(rules: Rules, hand: HandRecord, turn: Turn, call: int | str) -> HandRecord:
    now = auction_now(rules, hand)
    if now.forced:
        least = forced_bid(rules)
        if call == PASS:
            raise AuctionError(f"seat {turn.seat} has to bid, as everybody else has passed; bid {least} or more")
        bid = int(call)
        if bid != least and bid not in rules.legal_bids(None, up_to=min(bid, 100_000)):
            raise refuse_bid(bid, None, rules, f"seat {turn.seat}")
        call = bid
    elif call != PASS:
        bid = int(call)
        if bid not in rules.legal_bids(now.high, up_to=min(bid, 100_000)):
            raise refuse_bid(bid, now.high, rules, f"seat {turn.seat}")
        _check_bid_needs(rules, held_cards(rules, hand, turn.seat), turn.seat)
        call = bid
    return replace(hand, calls=(*(hand.calls or ()), call))


def _check_bid_needs(rules: Rules, cards: Hand, seat: int) -> None:
    needs = rules.auction.bid_needs
    if needs == "marriage" and not any(cards.count("K", suit) and cards.count("Q", suit) for suit in SUITS):
        raise AuctionError(f"seat {seat} holds no marriage, and {rules.id} lets nobody bid without one; pass")
    if needs == "meld" and not any(count_meld(cards, rules, suit).total for suit in SUITS):
        raise AuctionError(f"seat {seat} holds no meld, and {rules.id} lets nobody bid without any; pass")


def _trump(rules: Rules, hand: HandRecord, turn: Turn, suit: str) -> HandRecord:
    allowed = trumps_to_name(rules, holding(rules, hand, turn.seat))
    if suit not in allowed:
        names = ", ".join(SUIT_NAMES[each] for each in allowed)
        raise IllegalPlay(f"seat {turn.seat} cannot name {SUIT_NAMES.get(suit, suit)}: it may name {names}")
    return replace(hand, trump=suit)


def _called(rules: Rules, hand: HandRecord, turn: Turn, card: str) -> HandRecord:
    players = rules.seats.players
    step = 1 if rules.seats.called_card_search == "from-the-left" else -1
    for i in range(1, players):
        seat = (turn.seat + step * i) % players
        if holding(rules, hand, seat)[card] > 0:
            return replace(hand, called=card, partner=seat)
    raise IllegalPlay(f"nobody else holds {card}; call another card")


def _share(rules: Rules, hand: HandRecord, turn: Turn, pairs: Sequence[tuple[int, str]]) -> HandRecord:
    others = [seat for seat in range(rules.seats.players) if seat != turn.seat]
    if sorted(seat for seat, _ in pairs) != others:
        listed = ", ".join(str(seat) for seat in others)
        raise IllegalPlay(f"expected one card for each of seats {listed}, got {len(pairs)}")
    _check_held(rules, hand, turn.seat, Counter(card for _, card in pairs))
    return replace(hand, shared=tuple(sorted(pairs)))


def _check_held(rules: Rules, hand: HandRecord, seat: int, cards: Counter[str]) -> None:
    held = holding(rules, hand, seat)
    for card, copies in cards.items():
        if held[card] < copies:
            has = f"{held[card]} of them" if held[card] > 0 else "none"
            raise IllegalPlay(f"seat {seat} cannot part with {copies} x {card}: it holds {has}")


def _check_count(rules: Rules, hand: HandRecord, turn: Turn, cards: Hand) -> None:
    if len(cards) != turn.count:
        raise IllegalPlay(f"expected {turn.count} cards, got {len(cards)} ({cards.short()})")
    _check_held(rules, hand, turn.seat, Counter(cards.cards()))


def _give(rules: Rules, hand: HandRecord, turn: Turn, cards: Hand) -> HandRecord:
    _check_count(rules, hand, turn, cards)
    return replace(hand, given=cards)


def _return(rules: Rules, hand: HandRecord, turn: Turn, cards: Hand) -> HandRecord:
    _check_count(rules, hand, turn, cards)
    if not rules.passing.may_return_received and hand.given is not None:
        own = holding(rules, hand, turn.seat) - Counter(hand.given.cards())
        lacking = Counter(cards.cards()) - own
        if lacking:
            raise IllegalPlay(
                f"{' '.join(lacking)}: cards just received may not be passed back in {rules.id}; choose others"
            )
    return replace(hand, returned=cards)


def _bury(rules: Rules, hand: HandRecord, turn: Turn, cards: Hand) -> HandRecord:
    _check_count(rules, hand, turn, cards)
    before = held_cards(rules, hand, turn.seat)
    if rules.kitty.bury_excludes_meld and not may_bury(before, cards.cards(), rules, hand.trump or ""):
        raise IllegalPlay(f"{cards.short()}: cards of the meld are not buried in {rules.id} while there are others")
    return replace(hand, buried=cards)


def _play(rules: Rules, hand: HandRecord, turn: Turn, card: str) -> HandRecord:
    trick = trick_now(rules, hand)
    held = holding(rules, hand, turn.seat)
    if card not in legal_to_play(rules, hand, turn.seat):
        if held[card] <= 0:
            raise IllegalPlay(f"seat {turn.seat} does not hold {card}")
        broken = broken_duty(card, list(held.elements()), trick.cards, hand.trump or "", rules)
        assert broken is not None
        raise IllegalPlay(f"{card} may not be played: seat {turn.seat} {broken[1]}")
    cards = (*trick.cards, card)
    winner = None
    if len(cards) == rules.seats.players and trick.leader is not None:
        winner = (trick.leader + best_of(cards, hand.trump or "")) % rules.seats.players
    begun = bool(hand.tricks) and len(hand.tricks[-1].cards) < rules.seats.players
    tricks = (*(hand.tricks[:-1] if begun else hand.tricks), Trick(trick.leader, cards, winner))
    after = replace(hand, tricks=tricks)
    if winner is not None and rules.deal.stock_size and stock_left(rules, hand) > 0:
        after = _show_nines(rules, after, winner)
        if not rules.stock.meld_before_draw:
            after = _draw(rules, after, winner)
    return after


# --- the game with a stock


def turned_card(hand: HandRecord) -> str:
    """Give the card that lies face up now: the one turned, or the nine of trump that was exchanged for it."""
    exchanged = any(dix.taken for trick in hand.tricks for dix in trick.dix)
    return "9" + (hand.trump or "") if exchanged else hand.stock[-1]


def _last_trick(hand: HandRecord, **changes: Any) -> HandRecord:
    return replace(hand, tricks=(*hand.tricks[:-1], replace(hand.tricks[-1], **changes)))


def _show_nines(rules: Rules, hand: HandRecord, winner: int) -> HandRecord:
    """Show all nines of trump in the winner's hand: it never costs anything."""
    nine = "9" + (hand.trump or "")
    if not rules.stock.dix_exchange or "9" not in rules.deck.ranks:
        return hand
    _, held = laid_so_far(rules, hand, winner)
    points = rules.meld.dix_by_copies[0] if rules.meld.dix_by_copies else rules.meld.dix
    shown: list[Dix] = []
    turned = turned_card(hand)
    for _ in range(held[nine]):
        shown.append(Dix(nine, points, turned if turned != nine else None))
        turned = nine
    return _last_trick(hand, dix=tuple(shown))


def _draw(rules: Rules, hand: HandRecord, winner: int) -> HandRecord:
    top = rules.deal.stock_size - stock_left(rules, hand)
    order = (*hand.stock[:-1], turned_card(hand))
    draws = tuple(
        Draw((winner + place) % rules.seats.players, order[top + place])
        for place in range(min(rules.seats.players, len(order) - top))
    )
    return _last_trick(hand, draws=draws)


def _meld(rules: Rules, hand: HandRecord, turn: Turn, names: Sequence[str]) -> HandRecord:
    most = rules.stock.melds_per_trick
    if most and len(names) > most:
        raise IllegalPlay(f"expected at most {most} meld{'s'[: most != 1]} after a trick, got {len(names)}")
    table, held = laid_so_far(rules, hand, turn.seat)
    items = []
    for name in names:
        if not table.cards_of(name) or not table.gain(name, held)[1]:
            raise IllegalPlay(f"seat {turn.seat} cannot lay {name}: its cards are not held, or none of them is new")
        items.append(table.lay(name, held))
    after = _last_trick(hand, melds=tuple(items))
    if rules.stock.meld_before_draw:
        return _draw(rules, after, turn.seat)
    return replace(after, tricks=(*after.tricks, Trick(turn.seat, ())))


def melds_to_lay(rules: Rules, hand: HandRecord, seat: int) -> dict[str, int]:
    """List the melds a seat may lay now, with their points, best first."""
    table, held = laid_so_far(rules, hand, seat)
    trump = hand.trump or ""
    names = ["royal marriage" if suit == trump else f"marriage in {SUIT_NAMES[suit]}" for suit in SUITS]
    names += ["run", "pinochle", "aces around", "kings around", "queens around", "jacks around"]
    worth = {name: table.gain(name, held)[1] for name in names}
    return {name: worth[name] for name in sorted(names, key=lambda name: -worth[name]) if worth[name]}
