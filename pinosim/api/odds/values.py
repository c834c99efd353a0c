"""The meld side of a rule set by name: what so many runs, marriages, pinochles and arounds pay.

Tables begin with a 0 for no copies, so that a number of copies is an index. Points are in the rule set's own unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.cards import CARDS, STRENGTHS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

NINE, JACK, QUEEN, KING, TEN, ACE = range(6)
AROUND_RANKS: Final = (ACE, KING, QUEEN, JACK)
RUN_RANKS: Final = (ACE, TEN, KING, QUEEN, JACK)
N_STRENGTHS: Final = len(STRENGTHS)
PINOCHLE: Final = (CARDS.index("QS"), CARDS.index("JD"))


@dataclass(frozen=True)
class MeldValues:
    """What melds pay.

    Attributes
    ----------
    copies : int
        Copies of each card in the deck.
    trump_mode : str
        "absorb", "extras" or "exclusive", as in a rule file.
    run, royal, pinochle : tuple of int, length copies + 1
        Points by number of copies.
    arounds : tuple of 4 tuples of int
        The same for aces, kings, queens, jacks.
    plain, dix : int
        One marriage outside trump, one nine of trump.
    extra_king, extra_queen, extra_both : int
        Added to a single run in mode "extras".
    roundhouse, roundhouse_beside_run : int
        Paid on top of its parts: for each marriage in every suit; once if there is a run too.
    """

    copies: int
    trump_mode: str
    run: tuple[int, ...]
    royal: tuple[int, ...]
    pinochle: tuple[int, ...]
    arounds: tuple[tuple[int, ...], ...]
    plain: int
    dix: int
    extra_king: int = 0
    extra_queen: int = 0
    extra_both: int = 0
    roundhouse: int = 0
    roundhouse_beside_run: int = 0

    @classmethod
    def of(cls, rules: Rules) -> MeldValues:
        """Take the meld side out of a rule set."""
        meld = rules.meld
        return cls(
            copies=rules.cards.copies,
            trump_mode=meld.trump_mode,
            run=(0, *meld.run),
            royal=(0, *meld.royal),
            pinochle=(0, *meld.pinochle),
            arounds=tuple((0, *table) for table in (meld.aces, meld.kings, meld.queens, meld.jacks)),
            plain=meld.plain,
            dix=meld.dix,
            extra_king=meld.extra_king,
            extra_queen=meld.extra_queen,
            extra_both=meld.extra_both,
            roundhouse=meld.roundhouse,
            roundhouse_beside_run=meld.roundhouse_beside_run,
        )

    def runs_and_royals(self, runs: int, kings: int, queens: int) -> tuple[int, int]:
        """Points of the trump suit's runs (extras included) and of its royal marriages.

        Parameters
        ----------
        runs : int
            Complete runs; more than there are kings or queens counts nothing.
        kings, queens : int
            Kings and queens of trump, those in runs included.
        """
        marriages = min(kings, queens)
        if runs > marriages:
            return 0, 0
        if self.trump_mode == "absorb":
            return self.run[runs], self.royal[marriages - runs]
        if self.trump_mode == "exclusive":
            return (self.run[runs], 0) if self.run[runs] >= self.royal[marriages] else (0, self.royal[marriages])
        if runs == 0:
            return 0, self.royal[marriages]
        extra = 0
        if runs == 1:
            extra = (0, self.extra_queen, self.extra_king, self.extra_both)[2 * (kings > 1) + (queens > 1)]
        return self.run[runs] + extra, 0

    def trump_points(self, runs: int, kings: int, queens: int) -> int:
        """Points of runs and royal marriages together."""
        return sum(self.runs_and_royals(runs, kings, queens))

    @property
    def trump_table(self) -> NDArray[np.int64]:
        """`trump_points` for many hands at once: shape (copies + 1,) * 3, by runs, kings and queens."""
        import numpy as np

        size = range(self.copies + 1)
        return np.array([[[self.trump_points(r, k, q) for q in size] for k in size] for r in size], np.int64)

    def joined(self, arounds: tuple[int, ...], pinochles: int) -> int:
        """Points of the melds that join suits, for so many aces, kings, queens, jacks around and so many pinochles.

        A roundhouse is as many marriages in every suit as kings and queens both go around.
        """
        points = sum(table[level] for table, level in zip(self.arounds, arounds, strict=True))
        return points + self.pinochle[pinochles] + self.roundhouse * min(arounds[1], arounds[2])
