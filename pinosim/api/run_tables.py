"""Simulated hands and their counts as Arrow tables: column types, what columns mean, and where the numbers come from.

The bytes of a Parquet file made here depend on its numbers and on the `Origin` alone: no time, machine or worker count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from pinosim.api.aggregate import LAYOUTS, TRUMP_NAMES, Integers
from pinosim.core import columns as col

METADATA_KEY: Final = b"pinosim"
BY_POLICIES: Final = "policies"
"""`tricks_by` of a run whose policies play the tricks as well."""

_SEAT, _SUIT, _FLAG, _SMALL, _POINTS = pa.int8(), pa.int8(), pa.int8(), pa.int16(), pa.int32()

COLUMNS: Final[Mapping[str, tuple[pa.DataType, str]]] = {
    "redeals": (_SMALL, "times the hand was thrown in before it was bid"),
    "redeal_seat": (_SEAT, "first seat that held a redeal hand in the first deal, -1 if none"),
    "meld_s": (_POINTS, "points of meld in seat 0's hand as first dealt, spades trump"),
    "meld_h": (_POINTS, "points of meld in seat 0's hand as first dealt, hearts trump"),
    "meld_d": (_POINTS, "points of meld in seat 0's hand as first dealt, diamonds trump"),
    "meld_c": (_POINTS, "points of meld in seat 0's hand as first dealt, clubs trump"),
    "dealer": (_SEAT, "seat that dealt"),
    "bidder": (_SEAT, "seat that won the auction; without one, who leads first"),
    "bid": (_POINTS, "points bid"),
    "forced": (_FLAG, "1 if everybody else passed and the last seat had to take the bid"),
    "calls": (_SMALL, "calls made in the auction, passes counted"),
    "trump": (_SUIT, "trump: 0 spades, 1 hearts, 2 diamonds, 3 clubs, -1 if the bidder could name none"),
    "bidder_meld": (_POINTS, "points of the bidder's own meld in trump, before pass and kitty"),
    "bidder_trumps": (_SMALL, "trumps the bidder held before pass and kitty"),
    "bidder_aces": (_SMALL, "aces the bidder held before pass and kitty, all suits"),
    "meld_bidders": (_POINTS, "points of meld the bidding side laid down"),
    "meld_others": (_POINTS, "points of meld the other side laid down"),
    "points_bidders": (_POINTS, "trick points of the bidding side, last trick included"),
    "points_others": (_POINTS, "trick points of the other side, last trick included"),
    "tricks_bidders": (_SMALL, "tricks won by the bidding side"),
    "tricks_others": (_SMALL, "tricks won by the other side"),
    "last_trick": (_FLAG, "1 if the bidding side won the last trick"),
    "outcome": (_FLAG, ", ".join(f"{place} {name}" for place, name in enumerate(col.OUTCOMES))),
    "score_bidders": (_POINTS, "change of the bidding side's score"),
    "score_others": (_POINTS, "change of the other side's score; where the others score apart, the sum of theirs"),
    "partner": (_SEAT, "seat that played with the bidder, -1 if he played alone"),
    **{
        f"score_{seat}": (_POINTS, f"change of the score of seat {seat}, 0 if there is no such seat")
        for seat in range(6)
    },
}


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What decides every number of a run; stored with each of its files.

    Parameters
    ----------
    version : str
        Version of pinosim.
    rules : str
        Name of the rule set.
    rules_hash : str
        `Rules.hash`.
    rules_values : dict
        The whole rule set, so that a run can be read when the rule file is gone.
    seed : int
        0 to 2**64 - 1.
    policies : tuple of str
        Who plays, one name with version a seat.
    tricks_by : str
        What plays the tricks: `BY_POLICIES`, or as `pinosim.api.open_cards.tricks_by` says.
    """

    version: str
    rules: str
    rules_hash: str
    rules_values: dict[str, Any]
    seed: int
    policies: tuple[str, ...]
    tricks_by: str = BY_POLICIES

    def metadata(self, **facts: int | str) -> dict[bytes, bytes]:
        """Give the schema metadata of a file, with further facts about that file."""
        return {METADATA_KEY: json.dumps(msgspec.to_builtins(self) | facts, sort_keys=True).encode()}


def file_facts(schema: pa.Schema) -> dict[str, Any]:
    """Read back what `Origin.metadata` wrote.

    Parameters
    ----------
    schema : pyarrow.Schema
        Of a Parquet file of a run.

    Returns
    -------
    dict
        Empty if the file is not pinosim's.
    """
    try:
        facts = json.loads((schema.metadata or {}).get(METADATA_KEY, b"{}"))
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}


def hands_table(hands: NDArray[np.int32], origin: Origin, first_deal: int) -> pa.Table:
    """Make the table of some simulated hands.

    Parameters
    ----------
    hands : ndarray of int32, shape (N_COLUMNS, n)
        One hand a column.
    origin : Origin
        Where the numbers come from.
    first_deal : int
        Number of the first deal; the others follow.

    Returns
    -------
    pyarrow.Table
        `n` rows, the columns of `pinosim.core.columns` in the smallest integers that hold them for any rule set.

    Raises
    ------
    pyarrow.ArrowInvalid
        If a number does not fit its column.
    """
    fields = [
        pa.field(name, kind, nullable=False, metadata={"description": text}) for name, (kind, text) in COLUMNS.items()
    ]
    schema = pa.schema(fields, metadata=origin.metadata(first_deal=first_deal, hands=hands.shape[1]))
    arrays = [pa.array(row).cast(field.type) for row, field in zip(hands, fields, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def hands_array(table: pa.Table) -> NDArray[np.int32]:
    """Turn a table of hands back into the array it was made from.

    Returns
    -------
    ndarray of int32, shape (N_COLUMNS, n)
    """
    hands = np.empty((col.N_COLUMNS, table.num_rows), dtype=np.int32)
    for row, name in enumerate(col.COLUMN_NAMES):
        hands[row] = table.column(name).to_numpy()
    return hands


def counts_table(name: str, rows: Integers, origin: Origin, *, first: int, deals: int) -> pa.Table:
    """Make the Arrow table of one table of counts, trumps written as letters.

    Parameters
    ----------
    name : str
        Of the table, see `pinosim.api.aggregate.LAYOUTS`.
    rows : ndarray of int64
        Its rows.
    origin : Origin
        Where the numbers come from.
    first, deals : int
        Number of the first deal counted, and how many.

    Returns
    -------
    pyarrow.Table
    """
    columns = {
        key: pa.array(np.array(TRUMP_NAMES)[rows[:, place]] if key == "trump" else rows[:, place])
        for place, key in enumerate(LAYOUTS[name].columns)
    }
    return pa.table(columns).replace_schema_metadata(origin.metadata(table=name, first_deal=first, hands=deals))


def counts_rows(name: str, table: pa.Table) -> Integers:
    """Turn the Arrow table of a table of counts back into its rows.

    Raises
    ------
    ValueError
        If it is not such a table.
    """
    if tuple(table.column_names) != LAYOUTS[name].columns:
        raise ValueError(f"expected the columns {', '.join(LAYOUTS[name].columns)}, got {table.column_names!r}")
    columns = [
        np.array([TRUMP_NAMES.index(letter) for letter in table.column(key).to_pylist()], dtype=np.int64)
        if key == "trump"
        else table.column(key).to_numpy().astype(np.int64)
        for key in LAYOUTS[name].columns
    ]
    return np.column_stack(columns)


def to_parquet(table: pa.Table) -> pa.Buffer:
    """Write a table as the bytes of a Parquet file (zstd, one row group)."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", row_group_size=max(1, table.num_rows))
    return sink.getvalue()
