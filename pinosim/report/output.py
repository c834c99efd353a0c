"""Writing a page with the files beside it: all of them or none, and nothing of other people's replaced."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from pinosim.api.safe_write import foreign_file, is_own_page, replaceable, write_file, write_folder
from pinosim.errors import RecordError, RunError


def write_pages(out: str | os.PathLike[str], contents: Mapping[str, str], what: str) -> list[Path]:
    """Write a page and the files beside it to a folder.

    Parameters
    ----------
    out : path-like
        The folder; made if it is not there.
    contents : mapping of str to str
        Text by name within the folder, the page first.
    what : str
        What is written, for messages, e.g. `"report"`.

    Returns
    -------
    list of Path
        The files, the page first.

    Raises
    ------
    RunError
        If something else is in the way, or a page or table is there that pinosim did not make.
    OSError
        If the disk is full or may not be written to; what was there before is as it was.
    """
    if not os.fspath(out):
        raise RunError(f"expected the name of a folder for the {what}, got an empty name; name a folder")
    folder = Path(out)
    foreign = foreign_file(folder, list(contents))
    if foreign is not None:
        raise RunError(
            f"expected nothing, or an earlier {what}, at {str(foreign)!r}; the file there was not made by pinosim and "
            "is kept. Name another folder, or move that file away."
        )
    try:
        return write_folder(folder, contents)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTDIR, errno.EISDIR):
            raise RunError(
                f"expected a folder to write the {what} to, but something else is in the way: {str(error.filename)!r}. "
                "Name another folder, or move it away."
            ) from error
        raise


def write_page(place: Path, page: str) -> None:
    """Write one page.

    Raises
    ------
    RecordError
        If it cannot be written, or a file is there that pinosim did not make; what was there is as it was.
    """
    try:
        if not replaceable(place, is_own_page):
            raise RecordError(
                f"expected nothing, or an earlier page of pinosim, at {str(place)!r}; the file there was not made by "
                "pinosim and is kept. Name another file."
            )
        place.parent.mkdir(parents=True, exist_ok=True)
        write_file(place, page)
    except OSError as error:
        raise RecordError(f"cannot write the sheet to {str(place)!r}: {error.strerror}; name another file") from None
