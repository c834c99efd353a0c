"""What has happened at the table since a seat last looked, in words, from what that seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.record.duties import points_of
from pinosim.api.record.parts import NO_TRUMP, PASS, HandRecord, Trick
from pinosim.api.record.write import items_text
from pinosim.api.told import meanings_in_auction
from pinosim.cards import SUIT_NAMES

if TYPE_CHECKING:
    from pinosim.api.conventions import Convention
    from pinosim.rules.schema import Rules


class Names:
    """What to call the seats, seen from one of them.

    Parameters
    ----------
    rules : Rules
    seat : int or None
        Whose view; None: nobody's.
    names : sequence of str
        One a seat; an empty one is called by its number.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> names = Names(load_rules("family250"), 0, ("", "Ann"))
    >>> names(0), names(1), names(2), names.says(0, "pass"), names.says(1, "pass")
    ('You', 'Ann', 'seat 2 (partner)', 'You pass', 'Ann passes')
    """

    def __init__(self, rules: Rules, seat: int | None = None, names: Sequence[str] = ()) -> None:
        self.seat = seat
        players, teams = rules.seats.players, rules.seats.teams
        self._names = []
        for other in range(players):
            name = names[other] if other < len(names) and names[other] else f"seat {other}"
            mate = seat is not None and teams < players and other % teams == seat % teams
            self._names.append("You" if other == seat else f"{name} (partner)" if mate else name)

    def __call__(self, seat: int) -> str:
        """Give what to call a seat."""
        return self._names[seat]

    def says(self, seat: int, verb: str) -> str:
        """Join a seat with a verb, given as one says it of oneself."""
        if seat == self.seat:
            return f"You {verb}"
        third = {"pass": "passes", "bury": "buries"}.get(verb, f"{verb}s")
        return f"{self(seat)} {third}"


def news(
    rules: Rules,
    before: HandRecord | None,
    now: HandRecord,
    names: Names,
    conventions: Sequence[Convention | None] = (),
) -> list[str]:
    """Say what is new.

    Parameters
    ----------
    rules : Rules
    before, now : HandRecord
        The hand as the seat knew it and knows it, see `seen.seen_by`; `before` None: nothing of it.
    names : Names
    conventions : sequence of Convention or None, optional
        The bidding convention of each seat, by which calls are read.

    Returns
    -------
    list of str
        Lines.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250")
    >>> news(rules, HandRecord(calls=(), dealer=3), HandRecord(calls=(250, "P"), dealer=3), Names(rules, 2))
    ['seat 0 (partner) bids 250.', 'seat 1 passes.']
    """
    if before is None or len(now.redeals) != len(before.redeals):
        old = HandRecord(calls=(), dealer=now.dealer)
        lines = [] if before is None else _thrown_in(before, now, names)
        return lines + news(rules, old, now, names, conventions)
    lines = _calls(rules, before, now, names, conventions)
    told: tuple[Callable[[HandRecord, HandRecord, Names], list[str]], ...] = (_contract, _passing)
    for tell in told:
        lines += tell(before, now, names)
    if now.melds and not before.melds:
        lines += _melds(now, names)
    if now.buried is not None and before.buried is None:
        seen = "" if names.seat in (None, now.bidder) else " of his meld"
        lines.append(f"{names.says(now.bidder or 0, 'bury')} {now.buried.short()}{seen}.")
    lines += _stock(before, now, names)
    for number, trick in enumerate(now.tricks):
        old_trick = before.tricks[number] if number < len(before.tricks) else Trick(trick.leader, ())
        if old_trick != trick:
            lines += _trick(rules, number, old_trick, trick, names)
    return lines


def _thrown_in(before: HandRecord, now: HandRecord, names: Names) -> list[str]:
    lines = []
    for redeal in now.redeals[len(before.redeals) :]:
        who = "Everybody passed" if redeal.seat is None else f"{names.says(redeal.seat, 'ask')} for a new deal"
        lines.append(f"{who}: the cards are dealt again.")
    return lines


def _calls(
    rules: Rules, before: HandRecord, now: HandRecord, names: Names, conventions: Sequence[Convention | None]
) -> list[str]:
    old, calls = len(before.calls or ()), now.calls or ()
    players = rules.seats.players
    waiting = [((now.dealer or 0) + 1 + i) % players for i in range(players)]
    lines = []
    nobody = True
    told = {one.number: one for one in meanings_in_auction(calls, now.dealer, conventions)} if conventions else {}
    for number, call in enumerate(calls):
        seat = waiting.pop(0)
        forced = nobody and not waiting and rules.auction.all_pass != "new-deal"
        if call != PASS:
            nobody = False
            if rules.auction.kind != "single-round":
                waiting.append(seat)
        if number >= old:
            if forced:
                lines.append(f"All others have passed: {names.says(seat, 'take')} the bid at {call}.")
            else:
                lines.append(f"{names.says(seat, 'pass')}." if call == PASS else f"{names.says(seat, 'bid')} {call}.")
            if number in told:
                lines[-1] += f" That tells: {told[number]}."
    return lines


def _contract(before: HandRecord, now: HandRecord, names: Names) -> list[str]:
    lines = []
    if now.bidder is not None and before.bidder is None:
        have = "You have" if now.bidder == names.seat else f"{names(now.bidder)} has"
        lines.append(f"{have} the bid at {now.bid}.")
    if now.kitty is not None and before.kitty is None:
        lines.append(f"The kitty: {now.kitty.short()}")
    if now.trump is not None and before.trump is None and now.bidder is not None:
        if now.trump == NO_TRUMP:
            lines.append(f"{names(now.bidder)} can name no trump: no marriage.")
        else:
            lines.append(f"{names.says(now.bidder, 'name')} {SUIT_NAMES[now.trump]} trump.")
    if now.called is not None and before.called is None and now.bidder is not None and now.partner is not None:
        holds = "you hold it and are" if now.partner == names.seat else f"{names(now.partner)} holds it and is"
        lines.append(f"{names.says(now.bidder, 'call')} {now.called}: {holds} the partner.")
    return lines


def _passing(before: HandRecord, now: HandRecord, names: Names) -> list[str]:
    lines = []
    if now.shared and not before.shared and now.bidder is not None:
        for seat, card in now.shared:
            given = "a card" if card == "x" else card
            lines.append(f"{names.says(now.bidder, 'give')} {given} to {'you' if seat == names.seat else names(seat)}.")
    if now.given is not None and before.given is None:
        lines.append(f"Passed to the bidder: {now.given.short()}")
    if now.returned is not None and before.returned is None:
        lines.append(f"Passed back: {now.returned.short()}")
    return lines


def _melds(now: HandRecord, names: Names) -> list[str]:
    lines = ["Meld:"]
    for claim in now.melds:
        items = f": {items_text(claim.items)}" if claim.items else ""
        lines.append(f"  {names(claim.seat)} {claim.total}{items}")
    return lines


def _stock(before: HandRecord, now: HandRecord, names: Names) -> list[str]:
    if not now.stock or before.stock:
        return []
    lines = [f"{now.stock[-1]} is turned up: {SUIT_NAMES[now.stock[-1][1]]} trump."]
    if now.dix_turned is not None and now.dealer is not None:
        lines.append(f"{names.says(now.dealer, 'score')} {now.dix_turned} for turning it.")
    return lines


def _trick(rules: Rules, number: int, old: Trick, trick: Trick, names: Names) -> list[str]:
    lines = []
    players = rules.seats.players
    for place in range(len(old.cards), len(trick.cards)):
        seat = ((trick.leader or 0) + place) % players
        lines.append(f"{names.says(seat, 'lead' if place == 0 else 'play')} {trick.cards[place]}.")
    if trick.winner is not None and old.winner is None:
        points = points_of(trick.cards, rules)
        if number + 1 == rules.tricks_in_hand:
            points += rules.tricks.last_trick
        lines.append(f"{names.says(trick.winner, 'win')} trick {number + 1}: {points} points.")
    if trick.winner is not None:
        for dix in trick.dix[len(old.dix) :]:
            taken = f" for {dix.taken}" if dix.taken else ""
            lines.append(f"{names.says(trick.winner, 'show')} {dix.nine}{taken}: {dix.points}.")
        lines += [f"{names.says(trick.winner, 'lay')} {items_text([item])}." for item in trick.melds[len(old.melds) :]]
    draws = trick.draws[len(old.draws) :]
    return lines + [f"{names.says(draw.seat, 'draw')} {draw.card or 'a card'}." for draw in draws]


def cards_by_suit(cards: Hand) -> str:
    """Write a hand for the eye: suits apart, high cards first.

    Examples
    --------
    >>> cards_by_suit(Hand("AS TS TS 9H"))
    'S: A T T   H: 9   D: -   C: -'
    """
    return "   ".join(f"{suit}: {' '.join(cards.suit(suit)) or '-'}" for suit in SUIT_NAMES)
