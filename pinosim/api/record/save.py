"""Saving a record: whole or not at all, and never over a file that is something else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pinosim.api.safe_write import replaceable, write_file
from pinosim.errors import PinosimError, RecordError

if TYPE_CHECKING:
    from pinosim.api.record.record import Record


def check_place(path: str | os.PathLike[str]) -> Path:
    """Refuse a file that may not be replaced by a record.

    Parameters
    ----------
    path : path-like
        It may not be there yet, be empty, or hold an earlier record of pinosim.

    Returns
    -------
    Path

    Raises
    ------
    RecordError
        If the name is empty or cannot be one, or the file holds something else.
    """
    if not os.fspath(path):
        raise RecordError("expected the name of a file for the record, got an empty name; name a file")
    place = Path(path)
    try:
        free = replaceable(place, _is_record)
    except (OSError, ValueError) as error:
        raise _unwritten(place, error) from None
    if not free:
        raise RecordError(
            f"expected nothing, or a record of pinosim, at {str(place)!r}; the file there is something else and "
            "is kept. Name another file."
        )
    return place


def expect_same_game(record: Record, path: str | os.PathLike[str]) -> Path:
    """Refuse a file that holds something else than an earlier state of the same game.

    Parameters
    ----------
    record : Record
        What is to be saved.
    path : path-like
        It may not be there yet, be empty, or hold this game, not further than now.

    Returns
    -------
    Path

    Raises
    ------
    RecordError
        As `check_place`, and if the file holds another game; it says to name another file.
    """
    place = check_place(path)
    if not place.is_file() or not place.stat().st_size:
        return place
    try:
        kept = type(record).open(place)
    except PinosimError:
        kept = None
    if kept is None or not _continues(record, kept):
        raise RecordError(f"{str(place)!r} holds the record of another game and is kept; name another file")
    return place


def _continues(record: Record, kept: Record) -> bool:
    """Tell whether nothing of a kept record gets lost when another takes its place."""
    if (kept.rules.hash, kept.seed, kept.players) != (record.rules.hash, record.seed, record.players):
        return False
    done = [hand for hand in kept.hands if hand.finished]
    return len(kept.hands) <= len(record.hands) and tuple(done) == record.hands[: len(done)]


def save_text(text: str, path: str | os.PathLike[str]) -> Path:
    """Write the text of a record to a file; its folder is made if it is not there.

    Raises
    ------
    RecordError
        As `check_place`, and if the file cannot be written; what was there before is as it was.
    """
    place = check_place(path)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_file(place, text)
    except (OSError, ValueError) as error:
        raise _unwritten(place, error) from None
    return place


def _is_record(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(b"pinosim record")


def _unwritten(place: Path, error: Exception) -> RecordError:
    why = getattr(error, "strerror", None) or str(error)
    return RecordError(f"cannot write the record to {str(place)!r}: {why}; name another file")
