"""Integer counts of simulated hands: what summaries, charts and reports read instead of the hands themselves.

Every table counts hands by some of their facts, so that the counts of two parts of a run add up to the counts of both,
and a report costs the same whatever the number of hands. No means and no floats are kept: they are made from the
counts when somebody asks.

=================  ======================================  ====================================================
table              counted by                              numbers
=================  ======================================  ====================================================
`meld_by_trump`    `trump` (S H D C best), `meld`          `count`: seat 0's hands as first dealt
`redeals`          `redeal_seat` (-1: none), `redeals`     `count`
`bids`             `bid`, `forced`, `outcome`              `hands`, sums and sums of squares of both scores
`strength`         `bidder_meld`, `bidder_trumps`,         `hands`
                   `bidder_aces`, `outcome`
`tricks`           `trump`, `points_bidders`               `hands`: only those played
`totals`           `bid`, `total` (the bidders' meld and   `hands`
                   trick points; meld alone if not played)
`scores`           `score_bidders`, `score_others`         `hands`
`seat_scores`      `seat`, `role` (0 bidder, 1 partner of  `hands`
                   his, 2 other), `score` of the seat
=================  ======================================  ====================================================

`outcome` is a place in `pinosim.core.columns.OUTCOMES`; points are in the rule set's own unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.sides import BIDDER, OTHER, PARTNER
from pinosim.core import columns as col

if TYPE_CHECKING:
    import pandas as pd

    from pinosim.rules.groups_setup import Seats

Integers = NDArray[np.int64]
Keys = NDArray[np.int32] | NDArray[np.int64]
Counts = Mapping[str, Integers]
"""Name of a table -> int64 array of its rows, sorted by what they are counted by."""

TRUMP_NAMES: Final = ("S", "H", "D", "C", "best")
BEST: Final = TRUMP_NAMES.index("best")

# Up to this many possible rows a table is counted in one pass over an array of them all; beyond, by sorting.
_DENSE: Final = 1 << 21


@dataclass(frozen=True)
class Layout:
    """What a table is counted by, and which numbers it keeps.

    Parameters
    ----------
    keys : tuple of str
        Columns that tell the rows apart.
    numbers : tuple of str
        Columns that add up.
    """

    keys: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, keys first."""
        return self.keys + self.numbers


LAYOUTS: Final[Mapping[str, Layout]] = {
    "meld_by_trump": Layout(("trump", "meld"), ("count",)),
    "redeals": Layout(("redeal_seat", "redeals"), ("count",)),
    "bids": Layout(
        ("bid", "forced", "outcome"),
        ("hands", "sum_score_bidders", "sumsq_score_bidders", "sum_score_others", "sumsq_score_others"),
    ),
    "strength": Layout(("bidder_meld", "bidder_trumps", "bidder_aces", "outcome"), ("hands",)),
    "tricks": Layout(("trump", "points_bidders"), ("hands",)),
    "totals": Layout(("bid", "total"), ("hands",)),
    "scores": Layout(("score_bidders", "score_others"), ("hands",)),
    "seat_scores": Layout(("seat", "role", "score"), ("hands",)),
}


def count_hands(hands: NDArray[np.int32], seats: Seats) -> dict[str, Integers]:
    """Count simulated hands into every table.

    Parameters
    ----------
    hands : ndarray of int32, shape (N_COLUMNS, n)
        Rows as named by `pinosim.core.columns`, one hand a column; n from 0.
    seats : Seats
        Who plays with whom: `rules.seats`.

    Returns
    -------
    dict of str to ndarray of int64, shape (rows, columns of the table)
        A table for each name in `LAYOUTS`, its rows sorted by their keys.

    Examples
    --------
    >>> import numpy as np
    >>> from pinosim.rules.load import load_rules
    >>> counts = count_hands(np.zeros((col.N_COLUMNS, 5), dtype=np.int32), load_rules("family250").seats)
    >>> counts["redeals"].tolist()
    [[0, 0, 5]]
    """
    melds = hands[[col.MELD_S, col.MELD_H, col.MELD_D, col.MELD_C]]
    by_trump = [_tally([meld]) for meld in (*melds, melds.max(axis=0))]
    played = hands[:, hands[col.OUTCOME] != col.NOT_PLAYED]
    total = hands[col.MELD_BIDDERS].astype(np.int64) + hands[col.POINTS_BIDDERS]
    return {
        "meld_by_trump": np.vstack([np.insert(rows, 0, trump, axis=1) for trump, rows in enumerate(by_trump)]),
        "redeals": _tally([hands[col.REDEAL_SEAT], hands[col.REDEALS]]),
        "bids": _count_bids(hands),
        "strength": _tally([hands[row] for row in (col.BIDDER_MELD, col.BIDDER_TRUMPS, col.BIDDER_ACES, col.OUTCOME)]),
        "tricks": _tally([played[col.TRUMP], played[col.POINTS_BIDDERS]]),
        "totals": _tally([hands[col.BID], total]),
        "scores": _tally([hands[col.SCORE_BIDDERS], hands[col.SCORE_OTHERS]]),
        "seat_scores": np.vstack(
            [
                np.insert(_tally([_roles(hands, seat, seats), hands[col.SCORE_0 + seat]]), 0, seat, axis=1)
                for seat in range(seats.players)
            ]
        ),
    }


def add_counts(left: Counts, right: Counts) -> dict[str, Integers]:
    """Add the counts of two sets of hands: the same as counting both sets together.

    Parameters
    ----------
    left, right : mapping of str to ndarray of int64
        As `count_hands` gives them; an empty mapping counts nothing.

    Returns
    -------
    dict of str to ndarray of int64
        Does not depend on the order of the two.

    Examples
    --------
    >>> import numpy as np
    >>> from pinosim.rules.load import load_rules
    >>> counts = count_hands(np.zeros((col.N_COLUMNS, 5), dtype=np.int32), load_rules("family250").seats)
    >>> add_counts(counts, counts)["redeals"].tolist()
    [[0, 0, 10]]
    """
    if not left or not right:
        return dict(left or right)
    return {
        name: _add_equal_rows(np.vstack((left[name], right[name])), n_keys=len(layout.keys))
        for name, layout in LAYOUTS.items()
    }


def hands_counted(counts: Counts) -> int:
    """How many hands were counted.

    Examples
    --------
    >>> import numpy as np
    >>> from pinosim.rules.load import load_rules
    >>> hands_counted(count_hands(np.zeros((col.N_COLUMNS, 5), dtype=np.int32), load_rules("family250").seats))
    5
    """
    bids = counts["bids"]
    return int(bids[:, LAYOUTS["bids"].columns.index("hands")].sum())


class Aggregates(Mapping[str, "pd.DataFrame"]):
    """The tables of a run by name, as pandas frames.

    Each access gives a frame of its own: changing it changes nothing else.

    Parameters
    ----------
    counts : mapping of str to ndarray of int64
        As `count_hands` and `add_counts` give them.

    Examples
    --------
    >>> import numpy as np
    >>> from pinosim.rules.load import load_rules
    >>> hands = np.zeros((col.N_COLUMNS, 5), dtype=np.int32)
    >>> tables = Aggregates(count_hands(hands, load_rules("family250").seats))
    >>> list(tables)
    ['meld_by_trump', 'redeals', 'bids', 'strength', 'tricks', 'totals', 'scores', 'seat_scores']
    >>> tables["tricks"]
      trump  points_bidders  hands
    0     S               0      5
    """

    def __init__(self, counts: Counts) -> None:
        self._counts = dict(counts)

    @property
    def counts(self) -> dict[str, Integers]:
        """The same tables as int64 arrays, trumps as places in `TRUMP_NAMES`."""
        return {name: rows.copy() for name, rows in self._counts.items()}

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Give one table as a frame, rows sorted by what they are counted by."""
        import pandas as pd

        frame = pd.DataFrame(self._counts[name].copy(), columns=list(LAYOUTS[name].columns))
        if "trump" in frame:
            frame["trump"] = np.array(TRUMP_NAMES)[frame["trump"].to_numpy()]
        return frame

    def __iter__(self) -> Iterator[str]:
        """Go through the names of the tables."""
        return iter(self._counts)

    def __len__(self) -> int:
        """Count the tables."""
        return len(self._counts)

    def __repr__(self) -> str:
        """Name the tables."""
        return f"Aggregates of {hands_counted(self._counts):,} hands: {', '.join(self._counts)}"


def _tally(keys: Sequence[Keys]) -> Integers:
    """Count how often each combination of values occurs: sorted rows of the values and the count."""
    code, lows, spans = _encode(keys)
    size = math.prod(spans)
    if size <= _DENSE:
        dense = np.bincount(code, minlength=size)
        codes = np.flatnonzero(dense)
        counts = dense[codes]
    else:
        codes, counts = np.unique(code, return_counts=True)
    return np.column_stack((*_decode(codes, lows, spans), counts))


def _roles(hands: NDArray[np.int32], seat: int, seats: Seats) -> NDArray[np.int32]:
    """Say for each hand what a seat is in it: bidder, partner of his, or one of the others."""
    partner = hands[col.PARTNER] == seat
    if seats.teams < seats.players:
        partner |= hands[col.BIDDER] % seats.teams == seat % seats.teams
    return np.where(hands[col.BIDDER] == seat, BIDDER, np.where(partner, PARTNER, OTHER)).astype(np.int32)


def _count_bids(hands: NDArray[np.int32]) -> Integers:
    bidders = hands[col.SCORE_BIDDERS].astype(np.int64)
    others = hands[col.SCORE_OTHERS].astype(np.int64)
    keys = (hands[col.BID], hands[col.FORCED], hands[col.OUTCOME])
    numbers = (np.ones_like(bidders), bidders, bidders * bidders, others, others * others)
    return _add_equal_rows(np.column_stack((*keys, *numbers)), n_keys=len(keys))


def _add_equal_rows(rows: Integers, n_keys: int) -> Integers:
    """Add up the rows that agree in their first `n_keys` places; the result is sorted by those."""
    if len(rows) == 0:
        return rows
    code, _, spans = _encode(list(rows[:, :n_keys].T))
    # Few different rows: 16 bits sort ten times faster than 64.
    order = np.argsort(code.astype(np.uint16) if math.prod(spans) <= 1 << 16 else code, kind="stable")
    ordered = code[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    added = rows[order[starts]]
    added[:, n_keys:] = np.add.reduceat(rows[order, n_keys:], starts, axis=0)
    return added


def _encode(keys: Sequence[Keys]) -> tuple[Integers, list[int], list[int]]:
    """Give each combination of values one number, in the order of combinations; also the least values and the spans.

    The numbers stay far below 2**63: rule sets refuse points above 100,000, so even two scores span no more than 2**40.
    """
    lows = [int(key.min()) if key.size else 0 for key in keys]
    spans = [int(key.max()) - low + 1 if key.size else 1 for key, low in zip(keys, lows, strict=True)]
    code = np.zeros(keys[0].size, dtype=np.int64)
    for key, low, span in zip(keys, lows, spans, strict=True):
        code *= span
        code += key
        code -= low
    return code, lows, spans


def _decode(codes: Integers, lows: Sequence[int], spans: Sequence[int]) -> list[Integers]:
    """Turn the numbers of combinations back into their values."""
    values = []
    for low, span in zip(reversed(lows), reversed(spans), strict=True):
        codes, place = np.divmod(codes, span)
        values.append(place + low)
    return values[::-1]
