"""What a seat knows of a hand: the record with all that is hidden from it left out, and the cards it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.record.parts import UNKNOWN, HandRecord, Redeal

if TYPE_CHECKING:
    from pinosim.api.meld import MeldItem
    from pinosim.rules.schema import Rules


def seen_by(rules: Rules, hand: HandRecord, seat: int) -> HandRecord:
    """Leave out what a seat does not know.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        A hand so far.
    seat : int

    Returns
    -------
    HandRecord
        The cards dealt to the other seats are gone, those of deals thrown in too; the kitty unless the seat took it up;
        what was passed unless the seat gave or got it; cards buried by another but those of his meld; the order of the
        stock but for the card turned up. Calls, trump, melds and cards played are for all to see.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> hand = HandRecord(hands=(Hand("AS"), Hand("KS"), None, None), bidder=0, trump="S", given=Hand("TS"))
    >>> seen = seen_by(load_rules("family250"), hand, 1)
    >>> seen.hands, seen.given, seen.trump
    ((None, Hand('S:K H:- D:- C:-'), None, None), None, 'S')
    """
    bidder = hand.bidder == seat
    in_the_pass = bidder or seat == partner_of(rules, hand)
    kept = {other: cards for other, cards in enumerate(hand.hands) if other == seat}
    took_kitty = bidder and hand.trump is not None if not rules.kitty.before_trump else bidder
    return replace(
        hand,
        hands=tuple(kept.get(other) for other in range(len(hand.hands))),
        redeals=tuple(Redeal(redeal.seat) for redeal in hand.redeals),
        kitty=hand.kitty if took_kitty else None,
        stock=(UNKNOWN,) * (len(hand.stock) - 1) + hand.stock[-1:],
        shared=tuple((other, card if bidder or other == seat else UNKNOWN) for other, card in hand.shared),
        given=hand.given if in_the_pass else None,
        returned=hand.returned if in_the_pass else None,
        buried=hand.buried if bidder else _seen_buried(rules, hand),
        tricks=tuple(
            replace(
                trick,
                draws=tuple(draw if draw.seat == seat else replace(draw, card=None) for draw in trick.draws),
            )
            for trick in hand.tricks
        ),
    )


def buried_from_meld(rules: Rules, hand: HandRecord) -> Counter[str]:
    """Give the cards of his meld that the bidder has laid away: all see them go, as meld lies on the table.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250-3h", ["kitty.bury_excludes_meld=false"])
    >>> from pinosim.api.record.parts import Claim
    >>> meld = Hand("S:KQ").meld(rules, trump="S")
    >>> melds, buried = (Claim(0, meld.total, meld.items),), Hand("KS QS 9S")
    >>> hand = HandRecord(hands=(Hand("S:KKQ9"), None, None), bidder=0, trump="S", melds=melds, buried=buried)
    >>> dict(buried_from_meld(rules, hand))
    {'QS': 1}
    """
    if hand.buried is None or hand.bidder is None:
        return Counter()
    meld = next((shown(claim.items) for claim in hand.melds if claim.seat == hand.bidder), Counter[str]())
    if hand.hands and hand.hands[hand.bidder] is not None:
        meld = meld - holding(rules, replace(hand, tricks=()), hand.bidder)
    return meld & Counter(hand.buried.cards())


def _seen_buried(rules: Rules, hand: HandRecord) -> Hand | None:
    return Hand(" ".join(buried_from_meld(rules, hand).elements())) or None


def partner_of(rules: Rules, hand: HandRecord) -> int | None:
    """Give the bidder's partner: of his team, or the holder of the card he called; None: he has none, or not yet."""
    if hand.bidder is None:
        return None
    if rules.seats.called_partner:
        return hand.partner
    return None if rules.seats.apart else (hand.bidder + rules.seats.teams) % rules.seats.players


def kitty_is_taken(rules: Rules, hand: HandRecord) -> bool:
    """Tell whether the bidder has the kitty in his hand."""
    if hand.bidder is None or not rules.deal.kitty_size:
        return False
    return rules.kitty.before_trump or hand.trump not in (None, "none")


def holding(rules: Rules, hand: HandRecord, seat: int) -> Counter[str]:
    """Give the cards a seat holds now, those it has laid as meld too.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        All of it, or what the seat knows of it.
    seat : int

    Returns
    -------
    Counter of str
        Tokens; a card that it does not hold any more may stand there with 0.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> from pinosim.api.record.parts import Trick
    >>> hand = HandRecord(hands=(Hand("AS KS KS"), None, None, None), tricks=(Trick(0, ("KS", "9S")),))
    >>> dict(holding(load_rules("family250"), hand, 0))
    {'AS': 1, 'KS': 1}
    """
    dealt = hand.hands[seat] if hand.hands else None
    held: Counter[str] = Counter([] if dealt is None else dealt.cards())
    bidder = hand.bidder == seat
    if bidder and hand.kitty is not None and kitty_is_taken(rules, hand):
        held.update(hand.kitty.cards())
    for other, card in hand.shared:
        if bidder:
            held[card] -= 1
        elif other == seat:
            held[card] += 1
    partner = seat == partner_of(rules, hand)
    if bidder or partner:
        for cards, to_bidder in ((hand.given, True), (hand.returned, False)):
            if cards is None:
                continue
            for card in cards.cards():
                held[card] += 1 if bidder == to_bidder else -1
    if bidder and hand.buried is not None:
        held.subtract(hand.buried.cards())
    for trick in hand.tricks:
        if trick.leader is not None:
            place = (seat - trick.leader) % rules.seats.players
            if place < len(trick.cards):
                held[trick.cards[place]] -= 1
        if trick.winner == seat:
            for dix in trick.dix:
                if dix.taken is not None:
                    held[dix.nine] -= 1
                    held[dix.taken] += 1
        held.update(draw.card for draw in trick.draws if draw.seat == seat and draw.card is not None)
    return held


def held_cards(rules: Rules, hand: HandRecord, seat: int) -> Hand:
    """Give the cards a seat holds now as a hand."""
    return Hand(" ".join(holding(rules, hand, seat).elements()))


def shown(items: Iterable[MeldItem]) -> Counter[str]:
    """Give the cards that lie on the table for melds: each as often as the kind of meld that uses it most.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> meld = Hand("S:KQQ D:J").meld(load_rules("family250"), trump="S")
    >>> sorted(shown(meld.items).elements())
    ['JD', 'KS', 'QS']
    """
    kinds: dict[str, Counter[str]] = {}
    for item in items:
        name = item.name
        kind = name if name in ("pinochle", "roundhouse") or "around" in name else "run and marriage"
        kinds.setdefault(kind, Counter()).update(Hand(item.cards).cards())
    together: Counter[str] = Counter()
    for cards in kinds.values():
        together |= cards
    return together
