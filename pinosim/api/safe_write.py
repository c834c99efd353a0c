"""Writing files so that a full disk or a crash leaves what was there before, never half of something new.

A file is written under a temporary name in the same folder, forced to the disk and renamed. Files that belong together
are all made in a temporary folder first and then moved in; if that fails, what was there is put back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

GENERATOR: Final = b'<meta name="generator" content="pinosim'
"""What every page of pinosim has in its head."""

_HEAD: Final = 4_096  # bytes; the marks are far above


def write_file(place: Path, data: bytes | memoryview | str) -> None:
    r"""Write a file whole or not at all; a file that is there is replaced in one step.

    Parameters
    ----------
    place : Path
        The file; its folder must be there. A link is followed; a device such as `/dev/null` is written to directly.
    data : bytes-like or str
        Text is written as UTF-8 with the line ends it has.

    Raises
    ------
    OSError
        If it cannot be written; `filename` is the file, not the temporary one, and the file is as it was.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "note", "one\n")
    ...     print(sorted(os.listdir(folder)), (Path(folder) / "note").read_bytes())
    ['note'] b'one\n'
    """
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(place))
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        temporary = target.with_name(_temporary_name())
        try:
            _write_through(temporary, content)
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        error.filename, error.filename2 = os.fspath(place), None
        raise


def write_folder(folder: Path, contents: Mapping[str, str]) -> list[Path]:
    """Write files that belong together, all of them or none.

    Parameters
    ----------
    folder : Path
        Made if it is not there. Other files in it stay.
    contents : mapping of str to str
        Text by name within the folder, such as `"tables/bids.csv"`. The first is moved in last: when it is there, so
        is what it points to.

    Returns
    -------
    list of Path
        The files, in the order given.

    Raises
    ------
    OSError
        If they cannot be written; what was in the folder is as it was, and a folder that was not there is not there.
    """
    target = Path(os.path.realpath(folder))
    made = [parent for parent in (target, *target.parents) if not parent.exists()]  # innermost first
    for name in contents:
        blocked = obstacle(target / name)
        if blocked is not None:
            code = errno.EISDIR if blocked == target / name else errno.ENOTDIR
            raise OSError(code, os.strerror(code), os.fspath(blocked))
    temporary = target / _temporary_name()
    try:
        (temporary / "new").mkdir(parents=True)
        for name, text in contents.items():
            place = temporary / "new" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                _write_through(place, text.encode())
            except OSError as error:
                error.filename = os.fspath(folder / name)
                raise
        _move_in(temporary, target, [*list(contents)[1:], *list(contents)[:1]])
        shutil.rmtree(temporary, ignore_errors=True)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        for parent in made:
            with contextlib.suppress(OSError):
                parent.rmdir()
        raise
    return [folder / name for name in contents]


def obstacle(place: Path) -> Path | None:
    """Find what keeps a file from being written at a place: a folder there, or a plain file where its folder should be.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     (Path(folder) / "tables").touch()
    ...     print(obstacle(Path(folder) / "tables" / "bids.csv").name, obstacle(Path(folder) / "page.html"))
    tables None
    """
    if place.is_dir():
        return place
    for parent in place.parents:
        if parent.is_dir():
            return None
        if parent.exists() or parent.is_symlink():
            return parent
    return None


def try_place(place: Path) -> None:
    r"""Find out by trying whether a file can be written at a place, before anybody waits for what goes into it.

    What is there stays as it is. A device that is no terminal gets an empty line, as nothing less tells whether it
    takes any.

    Parameters
    ----------
    place : Path
        The file; folders that are not there yet are not asked for.

    Raises
    ------
    OSError
        If it cannot be written; `filename` is the file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     try_place(Path(folder) / "note")
    ...     print(os.listdir(folder))
    []
    """
    target = Path(os.path.realpath(place))
    try:
        blocked = obstacle(target)
        if blocked is not None:
            code = errno.EISDIR if blocked == target else errno.ENOTDIR
            raise OSError(code, os.strerror(code))
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if target.exists() and not target.is_file():
            _try_device(target)
            return
        folder = next(parent for parent in target.parents if parent.is_dir())
        temporary = folder / _temporary_name()  # even where a file is there: it is replaced, not written into
        try:
            temporary.write_bytes(b"\n")
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    except OSError as error:
        error.filename, error.filename2 = os.fspath(place), None
        raise


def _try_device(device: Path) -> None:
    if not stat.S_ISCHR(device.stat().st_mode):  # to open a pipe would wait for its reader
        return
    with device.open("wb", buffering=0) as file:
        if not file.isatty():
            file.write(b"\n")


def replaceable(place: Path, is_own: Callable[[bytes], bool]) -> bool:
    """Tell whether a file may be replaced: it is not there, empty, no plain file, or one that pinosim made.

    Parameters
    ----------
    place : Path
    is_own : callable
        Told the first 4,096 bytes, it says whether pinosim made the file.
    """
    if not place.is_file():
        return True
    with place.open("rb") as file:
        head = file.read(_HEAD)
    return not head or is_own(head)


def is_own_page(head: bytes) -> bool:
    """Tell by its head whether an HTML page was made by pinosim."""
    return GENERATOR in head


def is_own_table(head: bytes) -> bool:
    """Tell by its first line whether a CSV file was made by pinosim: each names the hash of its rules."""
    return b"rules_hash" in head.partition(b"\n")[0]


def foreign_file(folder: Path, names: Iterator[str] | list[str]) -> Path | None:
    """Find the first page or table in a folder that would be replaced though pinosim did not make it."""
    tests = {".html": is_own_page, ".csv": is_own_table}
    for name in names:
        place = folder / name
        is_own = tests.get(place.suffix)
        if is_own is not None and not replaceable(place, is_own):
            return place
    return None


def _temporary_name() -> str:
    # Not made from the file's own name, which may be as long as names can be.
    return f".pinosim-{os.getpid()}-{threading.get_ident()}.tmp"


def _write_through(place: Path, content: bytes | memoryview) -> None:
    with place.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _move_in(temporary: Path, target: Path, names: list[str]) -> None:
    """Move files from `temporary/new` into the folder; put back what was there if one cannot be moved."""
    made: list[Path] = []
    moved: list[str] = []
    try:
        for name in names:  # nothing is changed until everything there is has a second name
            for parent in reversed((target / name).relative_to(target).parents):
                if not (target / parent).is_dir():
                    (target / parent).mkdir()
                    made.append(target / parent)
            if (target / name).exists():
                kept = temporary / "old" / name
                kept.parent.mkdir(parents=True, exist_ok=True)
                try:
                    os.link(target / name, kept)
                except OSError:  # a file system without hard links
                    shutil.copy2(target / name, kept)
        for name in names:
            (temporary / "new" / name).replace(target / name)
            moved.append(name)
    except BaseException:
        for name in reversed(moved):
            with contextlib.suppress(OSError):
                kept = temporary / "old" / name
                if kept.exists():
                    kept.replace(target / name)
                else:
                    (target / name).unlink()
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
