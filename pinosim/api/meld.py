"""Meld counted item by item, as a player lays it down; plain Python, for one hand at a time.

The kernels in `core/meld.py` count the same totals without items, for millions of hands; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pinosim.api.hand import Hand, hand_html
from pinosim.cards import SUIT_NAMES, SUITS, read_suit
from pinosim.rules.expect import expect_rules

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules

RUN_RANKS = "ATKQJ"


class MeldItem(msgspec.Struct, frozen=True):
    """One line of a meld.

    Parameters
    ----------
    name : str
        As a player says it: "run", "run with extra king", "royal marriage", "marriage in hearts", "dix", "pinochle",
        "aces around", "roundhouse".
    copies : int
        How many times, from 1; a double run has 2.
    points : int
        Points of all copies together, in the rule set's unit.
    cards : str
        The cards laid down for it, in canonical form. A card may lie in items of different types.
    """

    name: str
    copies: int
    points: int
    cards: str


class Meld(msgspec.Struct, frozen=True):
    """The meld of one hand for one trump.

    Parameters
    ----------
    total : int
        Points in the rule set's unit; the sum of the items.
    items : tuple of MeldItem
        Trump melds first, then marriages, pinochle and arounds. Nothing that counts 0.
    trump : str
        Suit letter.
    hand : Hand
        The cards.
    rules, rules_hash : str
        Id and hash of the rule set.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> print(count_meld(Hand("S:ATKQJ9 H:A9 D:AJ C:AT"), load_rules("family250"), "S"))
    Meld with spades trump (family250): 300
      run           x1  150  S:ATKQJ
      dix           x1   10  S:9
      pinochle      x1   40  S:Q D:J
      aces around   x1  100  S:A H:A D:A C:A
    """

    total: int
    items: tuple[MeldItem, ...]
    trump: str
    hand: Hand
    rules: str
    rules_hash: str

    def to_dict(self) -> dict[str, Any]:
        """Give total and items as plain values, as `pinosim meld --json` prints them."""
        items = [{"name": i.name, "copies": i.copies, "points": i.points, "cards": i.cards} for i in self.items]
        return {"total": self.total, "items": items}

    def to_frame(self) -> pd.DataFrame:
        """Give the items as a frame with the columns name, copies, points, cards; rules and trump in its `attrs`."""
        import pandas as pd

        frame = pd.DataFrame(self.to_dict()["items"], columns=["name", "copies", "points", "cards"])
        frame = frame.astype({"name": "str", "copies": "int64", "points": "int64", "cards": "str"})
        frame.attrs.update(trump=self.trump, rules=self.rules, rules_hash=self.rules_hash)
        return frame

    def __str__(self) -> str:
        name_width = max((len(item.name) for item in self.items), default=0)
        points_width = max((len(str(item.points)) for item in self.items), default=0)
        lines = [f"Meld with {SUIT_NAMES[self.trump]} trump ({self.rules}): {self.total}"]
        for item in self.items:
            times, cards = f"x{item.copies}", Hand(item.cards).short()
            lines.append(f"  {item.name:<{name_width}}  {times:>3}  {item.points:>{points_width}}  {cards}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Show the items as a table in a notebook."""
        from html import escape

        cell = '<td style="text-align:{}">{}</td>'
        rows = []
        for item in self.items:
            cells = (
                cell.format("left", escape(item.name)),
                cell.format("right", item.copies),
                cell.format("right", item.points),
                cell.format("left", hand_html(Hand(item.cards), voids=False)),
            )
            rows.append(f"<tr>{''.join(cells)}</tr>")
        total = f"<tr><th>total</th><th></th><th style='text-align:right'>{self.total}</th><th></th></tr>"
        title = f"Meld with {SUIT_NAMES[self.trump]} trump ({escape(self.rules)})"
        return (
            f"<table><caption>{title}<br>{hand_html(self.hand)}</caption>"
            "<thead><tr><th>meld</th><th>times</th><th>points</th><th>cards</th></tr></thead>"
            f"<tbody>{''.join(rows)}</tbody><tfoot>{total}</tfoot></table>"
        )


def count_meld(hand: Hand | str, rules: Rules, trump: str = "S") -> Meld:
    """Count the meld of a hand with a suit as trump.

    Parameters
    ----------
    hand : Hand or str
        Any number of cards of the rule set's deck.
    rules : Rules
        The rule set.
    trump : str
        A suit: letter, symbol or name.

    Returns
    -------
    Meld
        Total and items, in the rule set's unit.

    Raises
    ------
    CardError
        If the hand has cards or copies that are not in the deck, or the trump is no suit.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> count_meld("S:ATKKQJ H:99J D:TT C:J", load_rules("wocg-single"), "spades").total
    19
    """
    expect_rules(rules)
    hand = Hand(hand, rules)
    trump = read_suit(trump)
    items = tuple(item for item in _items(hand, rules, trump) if item.points)
    return Meld(sum(item.points for item in items), items, trump, hand, rules.id, rules.hash)


def meld_by_trump(hand: Hand | str, rules: Rules) -> dict[str, Meld]:
    """Count the meld of a hand with each suit as trump in turn, in the order S H D C. See `count_meld`."""
    expect_rules(rules)
    return {suit: count_meld(hand, rules, suit) for suit in SUITS}


def best_trump(hand: Hand | str, rules: Rules) -> str:
    """Name the trump that gives the most meld; of equal ones the longer suit, then the first of S H D C.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> best_trump("S:KQT H:KQ99 D:KQA C:TT", load_rules("family250"))
    'H'
    """
    expect_rules(rules)
    hand = Hand(hand, rules)
    melds = meld_by_trump(hand, rules)
    return max(SUITS, key=lambda suit: (melds[suit].total, len(hand.suit(suit))))


def _points(table: Sequence[int], copies: int) -> int:
    return table[copies - 1] if copies else 0


def _items(hand: Hand, rules: Rules, trump: str) -> Iterator[MeldItem]:
    """Yield all items, those that count 0 too. Types and order of counting: runs and marriages, pinochle, arounds."""
    yield from _trump_items(hand, rules, trump)
    marriages = {suit: min(hand.count("K", suit), hand.count("Q", suit)) for suit in SUITS}
    for suit in SUITS:
        if suit != trump and marriages[suit]:
            yield _item(
                f"marriage in {SUIT_NAMES[suit]}",
                marriages[suit],
                marriages[suit] * rules.meld.plain,
                f"{suit}:{'KQ' * marriages[suit]}",
            )
    pinochles = min(hand.count("Q", "S"), hand.count("J", "D"))
    if pinochles:
        points = _points(rules.meld.pinochle, pinochles)
        yield _item("pinochle", pinochles, points, f"S:{'Q' * pinochles} D:{'J' * pinochles}")
    arounds = {
        "aces": rules.meld.aces,
        "kings": rules.meld.kings,
        "queens": rules.meld.queens,
        "jacks": rules.meld.jacks,
    }
    for name, table in arounds.items():
        rank = name[0].upper()
        copies = min(hand.count(rank, suit) for suit in SUITS)
        if copies:
            yield _item(
                f"{name} around", copies, _points(table, copies), " ".join(f"{s}:{rank * copies}" for s in SUITS)
            )
    rounds = min(marriages.values())
    if rounds:
        bonus = rounds * rules.meld.roundhouse
        if all(hand.count(rank, trump) for rank in RUN_RANKS):
            bonus += rules.meld.roundhouse_beside_run
        yield _item("roundhouse", rounds, bonus, " ".join(f"{s}:{'KQ' * rounds}" for s in SUITS))


def _trump_items(hand: Hand, rules: Rules, trump: str) -> Iterator[MeldItem]:
    """Yield runs, royal marriages and dix."""
    meld = rules.meld
    runs = min(hand.count(rank, trump) for rank in RUN_RANKS)
    royals = min(hand.count("K", trump), hand.count("Q", trump))
    if meld.trump_mode == "exclusive":
        if _points(meld.run, runs) >= _points(meld.royal, royals):
            royals = 0
        else:
            runs = 0
    elif meld.trump_mode == "absorb" or runs == 0:
        royals -= runs
    else:
        royals = 0
    if meld.trump_mode == "extras" and runs == 1:
        yield _run_with_extras(hand, rules, trump)
    elif runs:
        yield _item("run", runs, _points(meld.run, runs), f"{trump}:{RUN_RANKS * runs}")
    if royals:
        yield _item("royal marriage", royals, _points(meld.royal, royals), f"{trump}:{'KQ' * royals}")
    nines = hand.count("9", trump)
    if nines:
        points = _points(meld.dix_by_copies, nines) if meld.dix_by_copies else nines * meld.dix
        yield _item("dix", nines, points, f"{trump}:{'9' * nines}")


def _run_with_extras(hand: Hand, rules: Rules, trump: str) -> MeldItem:
    """Make the item of a single run where a further king, queen or both count extra."""
    meld = rules.meld
    kings, queens = hand.count("K", trump) > 1, hand.count("Q", trump) > 1
    name, extra, points = "run", "", 0
    if kings and queens:
        name, extra, points = "run with extra marriage", "KQ", meld.extra_both
    elif kings:
        name, extra, points = "run with extra king", "K", meld.extra_king
    elif queens:
        name, extra, points = "run with extra queen", "Q", meld.extra_queen
    if not points:
        name, extra = "run", ""
    return _item(name, 1, _points(meld.run, 1) + points, f"{trump}:{RUN_RANKS}{extra}")


def _item(name: str, copies: int, points: int, cards: str) -> MeldItem:
    return MeldItem(name, copies, points, str(Hand(cards)))
