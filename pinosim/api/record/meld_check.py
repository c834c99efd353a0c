"""The referee of meld laid before play, and of the cards the bidder buries after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pinosim.api.hand import Hand
from pinosim.api.meld import Meld, MeldItem, count_meld
from pinosim.api.record.duties import points_of
from pinosim.api.record.parts import Claim
from pinosim.api.record.scoring import Made, too_little
from pinosim.api.record.table import Table, as_hand

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


def check_melds(table: Table) -> None:
    """Check what each seat lays before play, and whether the hand is played at all."""
    hand, rules = table.hand, table.rules
    if table.has_stock:
        if hand.melds:
            table.wrong(f"meld {hand.melds[0].seat}", "meld is laid after tricks won, not before play", "meld.laid")
        return
    if not table.trump:
        if hand.melds:
            table.wrong(f"meld {hand.melds[0].seat}", "no trump is named, so no meld is laid", "trump.needs_marriage")
        return
    claims = {claim.seat: claim for claim in hand.melds}
    for seat in range(table.players):
        counted = _counted(table, seat)
        claim = claims.get(seat)
        if claim is not None:
            table.made[seat] = _check_claim(table, claim, counted)
        elif counted is not None and not claims:
            table.made[seat] = Made(counted.total, dix_of(counted.items))
        elif counted is None and not claims:
            table.melds_known = False
        elif counted is not None and counted.total:
            table.remarks.append(f"seat {seat} lays no meld, and could lay {counted.total}")
    if not claims and (hand.tricks or hand.finished):
        table.not_checked("the meld: the record does not say what was laid")
    if table.bidder is not None and table.bid is not None and table.melds_known:
        meld = sum(table.made[seat].meld for seat in table.sides)
        table.without_play = too_little(rules, table.bid, meld)
        if table.without_play and hand.tricks:
            table.wrong(
                "trick 1",
                f"the bidders melded {meld} and bid {table.bid}: they are set without play",
                table.without_play,
            )


def _counted(table: Table, seat: int) -> Meld | None:
    """Count the meld of a seat's hand, as it is known or as the cards it plays tell."""
    if table.ending:
        return None
    cards = table.cards(seat)
    if cards is None:
        played = table.later_cards(seat)
        bury = table.rules.kitty.bury and table.rules.deal.kitty_size > 0 and seat == table.bidder
        buried = table.hand.buried if bury else Hand("")
        if len(played) != table.rules.tricks_in_hand or buried is None:
            return None
        counts = Counter(played) + Counter(buried.cards())
        if max(counts.values()) > table.rules.deck.copies:
            return None  # the play itself is found out later
        cards = as_hand(counts.elements())
    return count_meld(cards, table.rules, table.trump)


def _check_claim(table: Table, claim: Claim, counted: Meld | None) -> Made:
    label, items = f"meld {claim.seat}", claim.items
    if items and sum(item.points for item in items) != claim.total:
        total = sum(item.points for item in items)
        table.wrong(label, f"seat {claim.seat} claims {claim.total}, but its melds add up to {total}", "meld adds up")
    if counted is None:
        for item in items:
            _check_item(table, claim, item, None)
        table.not_checked("melds of hands that are not known: whether their cards are held")
        return Made(claim.total, dix_of(items))
    if not items:
        if claim.total != counted.total:
            held = ", ".join(f"{item.name} {item.points}" for item in counted.items) or "nothing"
            table.wrong(
                label, f"seat {claim.seat} claims {claim.total} and holds {counted.total} ({held})", _tables(table)
            )
        return Made(claim.total, dix_of(counted.items))
    if sorted(map(repr, items)) != sorted(map(repr, counted.items)):
        for item in items:
            _check_item(table, claim, item, counted.hand)
        _check_together(table, claim, counted)
        table.remarks.append(f"seat {claim.seat} lays {claim.total}, and could lay {counted.total}")
    return Made(claim.total, dix_of(items))


def _check_item(table: Table, claim: Claim, item: MeldItem, hand: Hand | None) -> None:
    """Check that one meld is made of the cards given, counts what is claimed and, if known, lies in the hand."""
    label = f"meld {claim.seat}"
    cards = Hand(item.cards)
    if hand is not None and cards not in hand:
        table.wrong(
            label,
            f"seat {claim.seat} claims {item.name} with {cards.short()}, which it does not hold",
            "a meld is laid from the hand",
        )
    alone = count_meld(cards, table.rules, table.trump).items
    true = next((other for other in alone if other.name == item.name), None)
    if item.name == "roundhouse" and hand is not None:  # its points may hang on a run beside it
        true = next(
            (other for other in count_meld(hand, table.rules, table.trump).items if other.name == item.name), None
        )
    if true is None:
        table.wrong(label, f"{cards.short()} is no {item.name} with {table.trump} trump", _tables(table))
    if (true.copies, true.points) != (item.copies, item.points):
        table.wrong(label, f"{item.name} with {cards.short()} counts {true.points}, not {item.points}", _tables(table))


def _check_together(table: Table, claim: Claim, counted: Meld) -> None:
    """Check that no card serves twice in melds of the same type."""
    types: dict[str, Counter[str]] = {}
    for item in claim.items:
        kind = item.name if item.name in ("pinochle", "roundhouse") or "around" in item.name else "run and marriage"
        types.setdefault(kind, Counter()).update(Hand(item.cards).cards())
    label = f"meld {claim.seat}"
    for kind, used in types.items():
        for card, copies in used.items():
            if copies > counted.hand.count(card[0], card[1]):
                table.wrong(
                    label,
                    f"{card} serves twice in melds of one type ({kind})",
                    "a card serves once in each type of meld",
                )
    if claim.total > counted.total:
        table.wrong(label, f"seat {claim.seat} claims {claim.total} and holds {counted.total}", _tables(table))


def dix_of(items: Sequence[MeldItem]) -> int:
    """Points of nines of trump among melds."""
    return sum(item.points for item in items if item.name == "dix")


def _tables(table: Table) -> str:
    return f"the meld table of {table.rules.id} (rules show {table.rules.id})"


def check_buried(table: Table) -> None:
    """Check the cards the bidder lays away, and count them for him."""
    hand, rules = table.hand, table.rules
    count = rules.deal.kitty_size if rules.kitty.bury else 0
    if not count or table.bidder is None or not table.trump or table.without_play:
        if hand.buried is not None and table.has_auction:
            table.wrong("buried", "no cards are buried in this hand", table.without_play or "deal.kitty_size")
        return
    if table.ending:
        return
    if hand.buried is None:
        if hand.tricks:
            table.not_checked("the cards buried: the record does not have them")
            table.melds_known = False  # nor can the hand be reckoned up
        table.forget(table.bidder)
        return
    if len(hand.buried) != count:
        table.wrong("buried", f"seat {table.bidder} buries {len(hand.buried)} cards, not {count}", "deal.kitty_size")
    before = table.cards(table.bidder)
    table.take(table.bidder, hand.buried, "buried", "buries")
    if (
        before is not None
        and rules.kitty.bury_excludes_meld
        and not may_bury(before, hand.buried.cards(), rules, table.trump)
    ):
        table.wrong(
            "buried", f"seat {table.bidder} buries cards of his meld while he has others", "kitty.bury_excludes_meld"
        )
    if rules.kitty.buried_points_to == "bidder":
        table.made[table.bidder] += Made(points=points_of(hand.buried.cards(), rules))


def may_bury(cards: Hand, buried: list[str], rules: Rules, trump: str) -> bool:
    """Tell whether there is an order in which each card buried costs no meld, or none is left that would not."""
    if not buried:
        return True
    meld = count_meld(cards, rules, trump).total
    free = {card for card in dict.fromkeys(cards) if count_meld(cards - card, rules, trump).total == meld}
    for card in dict.fromkeys(buried):
        if card in free or not free:
            rest = list(buried)
            rest.remove(card)
            if may_bury(cards - card, rest, rules, trump):
                return True
    return False
