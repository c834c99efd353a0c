"""The game with a stock: who may lay which meld when, each physical card with what it has served in.

A card lies in the hand or on the table, and remembers the melds it was part of. It may serve again in a meld of another
type, or in a higher one of the same type; every meld needs one card new from the hand. Copies of a card look alike, so
an observer cannot tell which of them was laid: `Seat` keeps every way it may have gone, and refuses what fits none.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from naive import SUITS, Card
from naive_rules import NaiveRules

MARRIAGE, RUN, DOUBLE_RUN = 1, 2, 3  # levels within type I; a pinochle or an around has its number of copies
Copy = tuple[Card, bool, tuple[tuple[str, int], ...]]  # card, on the table?, (type, level) it has served in
State = tuple[Copy, ...]  # sorted


class Meld:
    """One way to read a meld laid: its cards, its type, its level in that type, what it pays."""

    def __init__(self, cards: Sequence[Card], kind: str, level: int, points: int) -> None:
        self.cards, self.kind, self.level, self.points = cards, kind, level, points


def melds_named(name: str, trump: str, rules: NaiveRules) -> list[Meld]:
    """Return the ways to lay a meld, single or double; marriages are laid one at a time.

    >>> from naive_rules import TWO_HAND
    >>> [(meld.level, meld.points) for meld in melds_named("run", "H", TWO_HAND)]
    [(2, 150), (3, 1500)]
    """
    if name.startswith("marriage"):
        suit = name[-1]
        points = rules.royal[0] if suit == trump else rules.plain
        return [Meld(["K" + suit, "Q" + suit], "I", MARRIAGE, points)]
    if name == "run":
        one, kind, table, first = [rank + trump for rank in "ATKQJ"], "I", rules.run, RUN
    elif name == "pinochle":
        one, kind, table, first = ["QS", "JD"], "II", rules.pinochle, 1
    else:
        one, kind, table, first = [name[0] + suit for suit in SUITS], "III", rules.around[name[0]], 1
    return [Meld(one * (i + 1), kind, first + i, points) for i, points in enumerate(table)]


class Seat:
    """What one player has, in the hand and on the table.

    >>> from naive_rules import TWO_HAND
    >>> seat = Seat(["KH", "QH", "AH", "TH", "JH"])
    >>> seat.lay("marriage H", 40, "H", TWO_HAND)
    >>> seat.lay("run", 150, "H", TWO_HAND)
    >>> seat.lay("marriage H", 40, "H", TWO_HAND)
    Traceback (most recent call last):
    ValueError: no way to lay marriage H for 40
    """

    def __init__(self, hand: Sequence[Card]) -> None:
        self.states: set[State] = {tuple(sorted((card, False, ()) for card in hand))}

    @property
    def cards(self) -> list[Card]:
        """All cards, those on the table too."""
        return [card for card, _, _ in next(iter(self.states))]

    def _become(self, states: Iterator[State], what: str) -> None:
        after = set(states)
        if not after:
            raise ValueError(f"no way to {what}")
        self.states = after

    def draw(self, card: Card) -> None:
        self.states = {tuple(sorted([*state, (card, False, ())])) for state in self.states}

    def play(self, card: Card) -> None:
        """Play a card from the hand or the table."""
        self._become(
            (without(state, copy) for state in self.states for copy in set(state) if copy[0] == card), f"play {card}"
        )

    def give(self, card: Card) -> None:
        """Give a card of the hand away."""
        hidden = (card, False, ())
        self._become((without(state, hidden) for state in self.states if hidden in state), f"give {card}")

    def show(self, card: Card) -> None:
        """Lay a nine of trump on the table; it serves in nothing else."""
        hidden = (card, False, ())
        shown: Copy = (card, True, ())
        self._become(
            (tuple(sorted([*without(state, hidden), shown])) for state in self.states if hidden in state),
            f"show {card}",
        )

    def lay(self, name: str, points: int, trump: str, rules: NaiveRules) -> None:
        """Lay a meld that pays so much, in every way that the rules allow."""
        ways = [meld for meld in melds_named(name, trump, rules) if meld.points == points]
        after = (laid for state in self.states for meld in ways for laid in laid_ways(state, meld))
        self._become(after, f"lay {name} for {points}")

    def may_lay(self, trump: str, rules: NaiveRules) -> dict[str, int]:
        """Return all melds that could be laid now, with the most that each pays.

        >>> from naive_rules import TWO_HAND
        >>> Seat(["KS", "QS", "JD"]).may_lay("H", TWO_HAND)
        {'marriage S': 20, 'pinochle': 40}
        """
        names = [*("marriage " + suit for suit in SUITS), "run", "pinochle", *(rank + " around" for rank in "AKQJ")]
        found = {}
        for name in names:
            paid = [
                meld.points
                for meld in melds_named(name, trump, rules)
                if any(next(laid_ways(state, meld), None) is not None for state in self.states)
            ]
            if paid:
                found[name] = max(paid)
        return found


def without(state: State, copy: Copy) -> State:
    """Return the cards without one of them."""
    left = list(state)
    left.remove(copy)
    return tuple(left)


def laid_ways(state: State, meld: Meld) -> Iterator[State]:
    """Give every state that laying this meld may lead to."""
    choices = []
    for card in sorted(set(meld.cards)):
        # copies that have not yet served in this type at this level or a higher one
        free = [
            copy
            for copy in state
            if copy[0] == card and all(kind != meld.kind or level < meld.level for kind, level in copy[2])
        ]
        choices.append(set(itertools.combinations(free, meld.cards.count(card))))
    for picks in itertools.product(*choices):
        laid = [copy for pick in picks for copy in pick]
        if all(on_table for _, on_table, _ in laid):
            continue
        left = list(state)
        for copy in laid:
            left.remove(copy)
        yield tuple(
            sorted([*left, *((card, True, tuple(sorted({*uses, (meld.kind, meld.level)}))) for card, _, uses in laid)])
        )
