"""Why a card: what a player would say of it, from what the seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pinosim.api.live.before_card import BeforeCard
from pinosim.api.live.knowledge import Knowledge, knowledge_of
from pinosim.api.live.turn import stock_left
from pinosim.api.record.duties import beats, points_of, strength
from pinosim.cards import SUIT_NAMES

RANK_NAMES = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack", "9": "nine"}


def reasons_for(asked: BeforeCard, card: str, known: Knowledge | None = None) -> tuple[str, ...]:
    r"""Say what speaks for a card, or against it.

    Parameters
    ----------
    asked : BeforeCard
    card : str
        One that may be played.
    known : Knowledge, optional
        From `knowledge_of`, if it is there already.

    Examples
    --------
    >>> from pinosim.api.live.before_card import before_card
    >>> from pinosim.api.record.record import Record
    >>> record = Record.from_text("seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H")
    >>> reasons_for(before_card(record), "KH")
    ("puts 10 on partner's AH, which only a trump could take",)
    """
    known = knowledge_of(asked) if known is None else known
    if stock_left(asked.rules, asked.hand):
        return ()  # free play: no duty tells anything
    if len(asked.legal) == 1:
        return ("it is the only card allowed",)
    return tuple(_of_a_lead(asked, card, known) if not known.trick else _of_a_follow(asked, card, known))


def card_name(card: str) -> str:
    """Say a card: `"ace of hearts"`."""
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def _seats(seats: Sequence[int]) -> str:
    listed = " and ".join(str(seat) for seat in seats)
    return f"seat {listed}" if len(seats) == 1 else f"seats {listed}"


def _partner(known: Knowledge) -> int | None:
    others = sorted(known.friends - {known.seat})
    return others[0] if len(others) == 1 else None


def _of_a_lead(asked: BeforeCard, card: str, known: Knowledge) -> list[str]:
    suit, reasons = card[1], []
    held = Counter(asked.held.cards())
    above = known.above(card)
    ruffing = [
        seat
        for seat in known.to_come
        if seat not in known.friends and not known.may_have(seat, suit) and known.may_have(seat, known.trump)
    ]
    partner = _partner(known)
    if suit == known.trump:
        out = sum(copies for other, copies in known.unseen.items() if other[1] == suit)
        if not out:
            reasons.append("nobody else has a trump: it takes the trick")
        elif not above:
            reasons.append(f"the highest trump left takes the trick and draws some of the {out} still out")
        else:
            reasons.append(f"leads trump: {sum(above.values())} of the {out} still out are higher")
    elif not above:
        may_ruff = [seat for seat in known.to_come if seat not in known.friends and known.may_beat(seat, card, suit)]
        if ruffing:
            reasons.append(f"the highest in {SUIT_NAMES[suit]}, but {_seats(ruffing)} shown out may ruff it")
        elif may_ruff:
            reasons.append(f"the highest in {SUIT_NAMES[suit]}: only a trump could take it")
        else:
            reasons.append("a sure winner: nobody can beat it or ruff it")
    else:
        higher = sum(above.values())
        reasons.append(f"{higher} higher card{'s'[: higher != 1]} in {SUIT_NAMES[suit]} still out")
        if ruffing:
            reasons.append(f"{_seats(ruffing)} shown out may ruff")
    if partner is not None and above:
        theirs = [other for other in known.known[partner] if other in above]
        if theirs:
            reasons.append(f"partner is known to hold the {card_name(max(theirs, key=strength))}")
    if suit != known.trump and held[card] == sum(n for other, n in held.items() if other[1] == suit):
        trumps = any(other[1] == known.trump and n for other, n in held.items())
        if trumps and len(asked.held) > 1 and held[card] == 1:
            reasons.append(f"leaves no {SUIT_NAMES[suit]}, to ruff the next")
    return reasons


def _of_a_follow(asked: BeforeCard, card: str, known: Knowledge) -> list[str]:
    rules, reasons = asked.rules, []
    led = known.trick[0][1]
    best_seat = known.best
    assert best_seat is not None
    best = known.trick[(best_seat - known.leader) % rules.seats.players]
    points = points_of([card], rules)
    on_table = points_of(known.trick, rules)
    with_us = best_seat in known.friends
    whose = "partner's" if with_us else f"seat {best_seat}'s"
    if beats(card, best, known.trump):
        takers = known.takers(card, led)
        lower = [
            c for c in asked.legal if beats(c, best, known.trump) and c[1] == card[1] and strength(c) < strength(card)
        ]
        what = f"takes the trick from {whose} {best}" if with_us else f"takes {on_table + points} points"
        if not takers:
            reasons.append(f"{what} for sure")
        elif card[1] == led and not known.above(card):
            reasons.append(f"{what} unless {_seats(takers)} ruff{'s'[: len(takers) == 1]}")
        else:
            reasons.append(f"{what} unless {_seats(takers)} can beat it")
        if lower and not takers and card[0] == "A":
            reasons.append(f"spends the {card_name(card)} where the {RANK_NAMES[lower[-1][0]]} would do")
    elif with_us:
        stands = _how_it_stands(known, best, led)
        if points:
            reasons.append(f"puts {points} on {whose} {best}, {stands}")
        else:
            reasons.append(f"keeps the counters: {whose} {best}, {stands}")
    else:
        partner_may = [seat for seat in known.to_come if seat in known.friends and known.may_beat(seat, best, led)]
        if points:
            hope = f"; {'partner' if len(known.friends) == 2 else _seats(partner_may)} may still take it" * bool(
                partner_may
            )
            reasons.append(f"gives {points} to {whose} {best}{hope}")
        else:
            reasons.append(f"gives nothing to {whose} {best}")
    if card[1] == known.trump and led != known.trump:
        reasons.append("ruffs with the lowest trump" if _lowest(asked, card) else "ruffs")
    return reasons


def _how_it_stands(known: Knowledge, best: str, led: str) -> str:
    takers = known.takers(best, led)
    if not takers:
        return "which nobody left can take"
    if best[1] == led and not known.above(best):
        return "which only a trump could take"
    return f"which {_seats(takers)} may still take"


def _lowest(asked: BeforeCard, card: str) -> bool:
    return not any(other[1] == card[1] and strength(other) < strength(card) for other in asked.legal)
