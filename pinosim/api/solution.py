"""`Solution`: what the solver found out about a deal, and the question it was asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pinosim.api.deal import Deal
from pinosim.api.record.duties import points_of
from pinosim.cards import SUITS
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.schema import Rules

TABLE_MEGABYTES: Final = 16


@dataclass(frozen=True)
class Question:
    """A position to be solved, checked.

    Attributes
    ----------
    deal : Deal
        The cards still held.
    trump : str
        Suit letter.
    leader : int
        Seat that leads, or led the trick on the table.
    trick : tuple of str
        Cards on the table, in the order played.
    side : tuple of int
        Seats on the leader's side.
    at_least : int or None
        Points asked for, None: the value.
    node_limit : int or None
        Most cards played in the search.
    seconds : float or None
        Longest time it may take.
    horizon : int or None
        Cards a hand from which a play-out is to be exact, None: no play-out.
    table_megabytes : float
        Memory for positions already proved.
    """

    deal: Deal
    trump: str
    leader: int
    trick: tuple[str, ...]
    side: tuple[int, ...]
    at_least: int | None = None
    node_limit: int | None = None
    seconds: float | None = None
    horizon: int | None = None
    table_megabytes: float = TABLE_MEGABYTES

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self.deal.rules

    @property
    def to_play(self) -> int:
        """Seat that plays next."""
        return (self.leader + len(self.trick)) % self.rules.seats.players

    @property
    def cards_left(self) -> int:
        """Tricks still to be won, the one on the table included."""
        return max((len(hand) for hand in self.deal.hands if hand is not None), default=0)

    @property
    def total(self) -> int:
        """Trick points still to be won, the trick on the table and the last trick included."""
        cards = [*self.trick, *(card for hand in self.deal.hands if hand is not None for card in hand.cards())]
        return points_of(cards, self.rules) + (self.rules.tricks.last_trick if cards else 0)


@dataclass(frozen=True)
class Solution:
    """What a deal is worth with all cards seen. Get one from `solve`.

    Attributes
    ----------
    question : Question
        The position.
    low, high : int
        Points that the leader's side takes at least, and at most: trick points from here on, the trick on the table and
        the last trick included, in the rule set's unit. Equal unless a limit stopped the search or only `at_least` was
        asked.
    nodes : int
        Cards played in the search.
    seconds : float
        Time it took, compiling and loading of the kernels not counted.
    play_out : int or None
        Points that the leader's side takes if all play by the order of moves, all cards seen, down to `horizon` cards a
        hand, and as well as can be from there; None if not asked. Neither a bound nor the value, unless `horizon` is
        all cards.
    horizon : int or None
        Cards a hand from which on that play was exact: those asked for, or all if there are no more, or fewer if a
        limit was reached.

    Examples
    --------
    >>> from pinosim.api.solve import solve
    >>> from pinosim.rules.load import load_rules
    >>> solution = solve("AS 9H | TS KH | KS QH | QS JH", "S", rules=load_rules("family250"))
    >>> solution.value, solution.exact, solution.line[:4]
    (40, True, ('9H', 'KH', 'QH', 'JH'))
    """

    question: Question
    low: int
    high: int
    nodes: int
    seconds: float = field(compare=False)
    play_out: int | None = None
    horizon: int | None = None

    @property
    def exact(self) -> bool:
        """Tell whether the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """Points the leader's side takes; None if only the interval from `low` to `high` is known."""
        return self.low if self.exact else None

    @property
    def reached(self) -> bool | None:
        """Tell whether the leader's side takes `at_least` points; None if not asked, or not known."""
        wanted = self.question.at_least
        if wanted is None or self.low < wanted <= self.high:
            return None
        return self.low >= wanted

    @cached_property
    def line(self) -> tuple[str, ...]:
        """One line of best play, card by card from here on; empty if the value is not known."""
        from pinosim.api.solve import line_of

        return line_of(self.question, self.low) if self.exact else ()

    @cached_property
    def first_cards(self) -> dict[str, int]:
        """Points the leader's side takes after each card that may be played next, best first for the seat to play.

        Raises
        ------
        PinosimError
            If the node limit does not suffice, or the value was not found in the time allowed.
        """
        from pinosim.api.solve import first_cards_of

        if self.question.seconds is not None and self.question.at_least is None and not self.exact:
            raise PinosimError(
                f"first cards: the value was not found in seconds={self.question.seconds:g}, so theirs are not "
                "looked for; give more seconds"
            )
        return first_cards_of(self.question, self.low if self.exact else None)

    def table(self) -> SolutionTable:
        """Solve the same cards for every trump and leader; see `solve_table`."""
        from pinosim.api.solve import solve_table

        question = self.question
        if question.trick:
            raise PinosimError(
                f"a table needs a deal at the start of a trick; {' '.join(question.trick)} is on the table"
            )
        alone = question.leader if question.rules.seats.apart else None
        return solve_table(question.deal, declarer=alone, table_megabytes=question.table_megabytes)

    def to_frame(self) -> pd.DataFrame:
        """Give the value of each first card as a frame: columns `card`, `points`."""
        import pandas as pd

        return pd.DataFrame({"card": list(self.first_cards), "points": list(self.first_cards.values())})

    def __str__(self) -> str:
        question = self.question
        side = "+".join(str(seat) for seat in question.side)
        if self.reached is not None:
            points = f"{'at least' if self.reached else 'fewer than'} {question.at_least}"
        elif self.exact:
            points = str(self.low)
        else:
            points = f"{self.low} to {self.high} (not exact: the search was stopped)"
        played = ""
        if self.play_out is not None:
            played = f", {self.play_out} if played out, exact from {self.horizon} cards a hand"
        return (
            f"{question.rules.id}: trump {question.trump}, seat {question.leader} leads; side {side} takes {points} of "
            f"{question.total} points{played} ({self.nodes:,} nodes, {self.seconds:.3f} s)"
        )

    def _repr_html_(self) -> str:
        import html

        return f"<p>{html.escape(str(self))}</p>{self.question.deal._repr_html_()}"


@dataclass(frozen=True)
class SolutionTable:
    """Values of a deal for every trump and leader.

    Attributes
    ----------
    deal : Deal
    values : dict of (str, int) to int
        Points of the leader's side by trump and leader.
    nodes : int
        Cards played in the search.
    seconds : float
        Time it took, compiling and loading of the kernels not counted.
    """

    deal: Deal
    values: dict[tuple[str, int], int]
    nodes: int
    seconds: float = field(compare=False)

    def to_frame(self) -> pd.DataFrame:
        """Give the values as a frame: a row a trump, a column a leader."""
        import pandas as pd

        leaders = range(self.deal.rules.seats.players)
        rows = {trump: [self.values[trump, leader] for leader in leaders] for trump in SUITS}
        frame = pd.DataFrame.from_dict(rows, orient="index", columns=[f"seat {leader} leads" for leader in leaders])
        return frame.rename_axis("trump")

    def __str__(self) -> str:
        leaders = range(self.deal.rules.seats.players)
        lines = ["trump " + "".join(f"{f'seat {leader}':>8}" for leader in leaders)]
        lines += [f"{trump:<6}" + "".join(f"{self.values[trump, leader]:>8}" for leader in leaders) for trump in SUITS]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html())
