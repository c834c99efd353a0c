"""What only some games have: bids that need a meld, kitties, called partners, seats that score apart."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from naive import SUITS, Card, meld_total, side_total
from naive_rules import NaiveRules


def may_bid(hand: Sequence[Card], rules: NaiveRules) -> bool:
    """Return whether a hand meets what the rules ask of one that bids of its own will.

    >>> from naive_rules import AUCTION_3H, CHECK
    >>> may_bid(["9S", "AH"], AUCTION_3H), may_bid(["AS", "AH"], AUCTION_3H), may_bid(["KS", "QH"], CHECK)
    (True, False, False)
    """
    if rules.bid_needs == "marriage":
        return any({"K" + suit, "Q" + suit} <= set(hand) for suit in SUITS)
    return rules.bid_needs == "nothing" or any(meld_total(hand, trump, rules) > 0 for trump in SUITS)


def partner_called(card: Card, bidder: int, hands: Sequence[Sequence[Card]], rules: NaiveRules) -> int | None:
    """Return the first other seat that holds the card, from the bidder's left or right; None if nobody does.

    >>> from naive_rules import UNIVERSAL_5H
    >>> partner_called("AS", 3, [[], ["AS"], ["AS"], ["AS"], []], UNIVERSAL_5H)
    1
    """
    step = 1 if rules.called_from == "left" else -1
    round_the_table = [(bidder + step * place) % rules.players for place in range(1, rules.players)]
    return next((seat for seat in round_the_table if card in hands[seat]), None)


def side_of(bidder: int, partner: int | None, rules: NaiveRules) -> list[int]:
    """Return the seats that play for the bid, in order.

    >>> from naive_rules import FAMILY250_3H, UNIVERSAL_5H
    >>> side_of(1, None, FAMILY250_3H), side_of(3, 0, UNIVERSAL_5H)
    ([1], [0, 3])
    """
    if rules.teams < rules.players:
        return [seat for seat in range(rules.players) if seat % rules.teams == bidder % rules.teams]
    return sorted({bidder} | (set() if partner is None else {partner}))


def refuse_to_bury(hand: Sequence[Card], buried: Sequence[Card], trump: str, rules: NaiveRules) -> None:
    """Refuse to bury cards of the meld while there are enough others.

    >>> from naive_rules import FAMILY250_3H
    >>> refuse_to_bury(["AS", "KH", "QH", "9C"], ["KH"], "H", FAMILY250_3H)
    Traceback (most recent call last):
    ValueError: buried ['KH'] of the meld of ['AS', 'KH', 'QH', '9C']
    """
    if Counter(buried) - Counter(hand):
        raise ValueError(f"buried {buried}, not in {hand}")
    if not rules.bury_outside_meld:
        return
    meld = meld_total(hand, trump, rules)

    def keeps(cards: Sequence[Card]) -> bool:
        return meld_total(list((Counter(hand) - Counter(cards)).elements()), trump, rules) == meld

    if keeps(buried):
        return
    if any(keeps(cards) for cards in itertools.combinations(hand, len(buried))):
        raise ValueError(f"buried {buried} of the meld of {hand}")


def settle_seats(
    rules: NaiveRules,
    bid: int,
    bidders: Sequence[int],
    melds: Sequence[int],
    dix: Sequence[int],
    points: Sequence[int] | None,
    tricks: Sequence[int] | None,
) -> tuple[list[int], str]:
    """Return the change of each seat's score and ``"made"``, ``"set"`` or ``"auto-set"``; everything by seat.

    Partners score together and alike. Where each plays for himself the others score apart: each his own meld, kept by
    what he took himself, and his own tricks, or (`share_tricks`) in both what they took together.

    >>> from naive_rules import FAMILY250_3H, UNIVERSAL_5H
    >>> settle_seats(FAMILY250_3H, 200, [0], [100, 40, 20], [0, 0, 0], [120, 130, 0], [7, 8, 0])
    ([220, 170, 0], 'made')
    >>> settle_seats(UNIVERSAL_5H, 600, [0, 1], [340, 120, 40, 0, 150], [0] * 5, [210, 0, 200, 90, 0], [7, 0, 6, 3, 0])
    ([670, 670, 330, 290, 440], 'made')
    """
    against = [seat for seat in range(rules.players) if seat not in bidders]
    meld = sum(melds[seat] for seat in bidders)
    scores = [0] * rules.players
    without_play = meld < rules.min_meld_bidders or (rules.auto_set and meld + rules.trick_total < bid)
    if without_play != (points is None):
        raise ValueError(f"bid {bid} on {meld} meld {'is set without play' if without_play else 'is played'}")
    if points is None or tricks is None:
        outcome, made = "auto-set", -bid
    else:
        taken = sum(points[seat] for seat in bidders)
        number = sum(tricks[seat] for seat in bidders)
        nines = sum(dix[seat] for seat in bidders)
        made = side_total(rules, rules.keep_meld_bidders, meld, taken, number, nines)
        enough = made >= bid and taken >= rules.min_trick_points
        outcome, made = ("made", made) if enough else ("set", -bid)
    for seat in bidders:
        scores[seat] = made
    together = rules.teams < rules.players
    for seat in against:
        melding = against if together else [seat]
        taking = against if together or rules.share_tricks else [seat]
        theirs, nines = sum(melds[other] for other in melding), sum(dix[other] for other in melding)
        if theirs < rules.min_meld_others or rules.melders == "bidders":
            theirs = nines = 0
        if points is None or tricks is None:
            scores[seat] = theirs if rules.others_meld_on_auto_set else 0
        else:
            taken, number = sum(points[other] for other in taking), sum(tricks[other] for other in taking)
            scores[seat] = side_total(rules, rules.keep_meld_others, theirs, taken, number, nines)
    return scores, outcome
