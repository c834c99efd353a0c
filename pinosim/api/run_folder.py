"""The folder of a run on disk: what is in it, how it is written so that no crash can spoil it, and how damage is found.

::

    run.json                    what was asked for: `RunFacts`
    parts/part-000000.parquet   hands, `part_deals` a part
    aggregates/NAME.parquet     counts of all hands, made from the parts
    checksums.sha256            SHA-256 of every finished file, as `sha256sum --check` reads it
    .lock                       held by the process that writes

Every file is written under a temporary name, forced to the disk and renamed, so a file with its own name is whole. The
checksum is noted after that: a file without one (the machine stopped in between) or with another one (damaged) is not
trusted.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pinosim.api.aggregate import LAYOUTS, Counts, Integers, hands_counted
from pinosim.api.run_tables import BY_POLICIES, Origin, counts_rows, counts_table, file_facts, to_parquet
from pinosim.api.safe_write import obstacle, write_file
from pinosim.errors import RunError

FORMAT: Final = 1
"""Of the folder; changes when old folders can no longer be read."""

_CHECKSUM_LINE: Final = re.compile(r"([0-9a-f]{64})  (\S+)")


class RunFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is: the content of `run.json`.

    Parameters
    ----------
    command : str
        Always `"simulate"`.
    format : int
        See `FORMAT`.
    version, rules, rules_hash, rules_values, seed, policies, tricks_by
        As in `pinosim.api.run_tables.Origin`.
    first : int
        Number of the first deal.
    deals : int
        Hands asked for.
    part_deals : int
        Hands in every part but the last.
    policies_hash : str
        Of the numbers the policies play by.
    kernels : str
        Fingerprint of the kernels that played the hands.
    """

    command: str = "simulate"
    format: int = FORMAT
    version: str
    rules: str
    rules_hash: str
    seed: int
    first: int
    deals: int
    part_deals: int
    policies: tuple[str, ...]
    tricks_by: str = BY_POLICIES
    policies_hash: str
    kernels: str
    rules_values: dict[str, Any]

    @property
    def origin(self) -> Origin:
        """The part of it that every file of the run carries."""
        return Origin(**{name: getattr(self, name) for name in Origin.__struct_fields__})

    @property
    def n_parts(self) -> int:
        """How many parts the run has."""
        return -(-self.deals // self.part_deals)

    def part_range(self, part: int) -> tuple[int, int]:
        """Give the number of the first deal of a part, and how many hands it has."""
        start = part * self.part_deals
        return self.first + start, min(self.part_deals, self.deals - start)

    def differences(self, other: RunFacts) -> list[str]:
        """Say in what another run would give other hands than this one, one line a fact.

        Parameters
        ----------
        other : RunFacts
            What is asked for; `self` is what the folder holds.

        Returns
        -------
        list of str
            Empty if the hands agree wherever both runs have them.
        """
        deciding: dict[str, tuple[str, Callable[[RunFacts], object]]] = {
            "rule set": ("rules_hash", lambda facts: f"{facts.rules} ({facts.rules_hash})"),
            "seed": ("seed", lambda facts: facts.seed),
            "policies": ("policies", lambda facts: ",".join(facts.policies)),
            "tricks are played by": ("tricks_by", lambda facts: facts.tricks_by),
            "numbers the policies play by": ("policies_hash", lambda facts: facts.policies_hash),
            "number of the first deal": ("first", lambda facts: facts.first),
            "hands in a part": ("part_deals", lambda facts: facts.part_deals),
        }
        return [
            f"{name}: the folder has {show(self)}, asked for is {show(other)}"
            for name, (field, show) in deciding.items()
            if getattr(self, field) != getattr(other, field)
        ]


class RunFolder:
    """Reads and writes the files of one run. Writing is safe from several threads.

    Parameters
    ----------
    path : path-like
        The folder; it need not exist yet.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._noting = threading.Lock()

    # --- what is there

    def has_run(self) -> bool:
        """Tell whether there is a `run.json`."""
        return (self.path / "run.json").is_file()

    def check_usable(self) -> None:
        """Refuse a place that is something else than a new, an empty or a run's folder.

        Raises
        ------
        RunError
            If a file is in the way, or the folder holds other things.
        """
        if "\0" in str(self.path):
            raise RunError(f"Expected a folder for the run, {str(self.path)!r} cannot be a name.")
        with _explained(self.path):
            if not self.path.is_dir():
                if self.path.exists() or self.path.is_symlink():
                    raise RunError(f"Expected a folder for the run, {str(self.path)!r} is a file. Choose another name.")
                return
            if self.has_run():
                return
            if (self.path / "run.json").is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self.path / "run.json"))
            others = sorted(entry.name for entry in self.path.iterdir() if not entry.name.startswith("."))
        if others:
            raise RunError(
                f"The folder {str(self.path)!r} holds {others[0]!r} but no run.json, so it is not a run's. "
                "Choose a new or an empty folder."
            )

    def facts(self) -> RunFacts:
        """Read `run.json`.

        Raises
        ------
        RunError
            If it is missing, unreadable or of another format.
        """
        place = self.path / "run.json"
        if not self.has_run():
            what = "is not a run's folder: it has no run.json" if self.path.is_dir() else "is not a folder"
            raise RunError(f"{str(self.path)!r} {what}. Make a run with: pinosim simulate --deals 100000 --out FOLDER")
        with _explained(self.path, doing="read"):
            text = place.read_bytes()
        try:
            facts = msgspec.json.decode(text, type=RunFacts)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RunError(
                f"{str(place)!r} is damaged: {error}. Use another folder, or begin anew with --no-resume."
            ) from None
        if facts.format != FORMAT:
            raise RunError(f"{str(place)!r} has format {facts.format!r}, this version of pinosim reads {FORMAT}.")
        if facts.deals < 1 or facts.part_deals < 1 or facts.first < 0 or facts.command != "simulate":
            raise RunError(f"{str(place)!r} is damaged: impossible numbers of deals. Begin anew with --no-resume.")
        return facts

    def checksums(self) -> dict[str, str]:
        """Read the checksums noted so far: name of a file within the folder -> SHA-256 (the last one noted)."""
        place = self.path / "checksums.sha256"
        if not place.is_file():
            return {}
        with _explained(self.path, doing="read"):
            lines = place.read_text(encoding="ascii", errors="replace").splitlines()
        found = (_CHECKSUM_LINE.fullmatch(line) for line in lines)
        return {match[2]: match[1] for match in found if match}

    def part_path(self, part: int) -> Path:
        """Path of a part."""
        return self.path / part_name(part)

    def part_problem(self, facts: RunFacts, part: int, checksum: str | None) -> str | None:
        """Say why a part on disk cannot be kept.

        Parameters
        ----------
        facts : RunFacts
            What the part should be of.
        part : int
            Its number.
        checksum : str or None
            The one noted for it.

        Returns
        -------
        str or None
            None: it can be kept. Empty text: it is missing or unfinished, which needs no remark.
        """
        place = self.part_path(part)
        try:
            data = place.read_bytes()
        except FileNotFoundError:
            return ""
        except (IsADirectoryError, NotADirectoryError):  # nothing that could be made anew
            with _explained(self.path):
                raise
        except OSError as error:
            return f"cannot be read ({error.strerror})"
        if checksum is None:
            return ""
        if hashlib.sha256(data).hexdigest() != checksum:
            return "does not agree with its checksum: damaged, or cut short"
        try:
            found = file_facts(pq.read_schema(pa.BufferReader(data)))
        except pa.ArrowException:
            return "is no Parquet file"
        first, hands = facts.part_range(part)
        expected = {"rules_hash": facts.rules_hash, "seed": facts.seed, "policies": list(facts.policies)}
        same_play = found.get("tricks_by", BY_POLICIES) == facts.tricks_by
        differs = any(found.get(key) != value for key, value in expected.items())
        if found.get("first_deal") != first or differs or not same_play:
            return "belongs to another run"
        return None if found.get("hands") == hands else ""

    def read_part(self, part: int, checksum: str | None, columns: Sequence[str] | None = None) -> pa.Table:
        """Read the hands of a part.

        Raises
        ------
        RunError
            If the file is missing or not what was written.
        """
        return self._read_table(part_name(part), checksum, columns)

    def read_counts(self, facts: RunFacts) -> dict[str, Integers]:
        """Read the counts of all hands of a finished run.

        Raises
        ------
        RunError
            If one is missing, damaged, or counts another number of hands than the run has.
        """
        checksums = self.checksums()
        self._read("run.json", checksums.get("run.json"))
        counts = {}
        for name in LAYOUTS:
            table = self._read_table(counts_name(name), checksums.get(counts_name(name)))
            try:
                counts[name] = counts_rows(name, table)
            except ValueError as error:
                raise RunError(_damaged(self.path / counts_name(name), str(error))) from None
        if hands_counted(counts) != facts.deals:
            raise RunError(
                f"The counts in {str(self.path / 'aggregates')!r} are of {hands_counted(counts):,} hands, the run has "
                f"{facts.deals:,}. Give the same simulate command again to finish the run."
            )
        return counts

    # --- writing

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder and keep every other process from writing into it while the block runs.

        Raises
        ------
        RunError
            If another process is at it, or the folder cannot be made or written.
        """
        with _explained(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if not _lock(descriptor):
                raise RunError(
                    f"Another process is writing the run in {str(self.path)!r}. Wait for it, or choose another folder."
                )
            yield
        finally:
            os.close(descriptor)  # lets the lock go

    def remove_leftovers(self) -> None:
        """Remove temporary files of a process that was killed. Only under the lock."""
        for folder in (self.path, self.path / "parts", self.path / "aggregates"):
            for leftover in folder.glob(".*.tmp"):
                with _explained(self.path):
                    leftover.unlink(missing_ok=True)

    def remove_parts_from(self, part: int) -> None:
        """Remove parts from this number on, left over from a run that was to be longer. Only under the lock."""
        for file in (self.path / "parts").glob("part-*.parquet"):
            if file.name >= Path(part_name(part)).name:
                with _explained(self.path):
                    file.unlink()

    def remove_run(self) -> None:
        """Remove the files of the run, and nothing else, so that it can begin anew. Only under the lock."""
        with _explained(self.path):
            # run.json goes last: without it the rest would not be known for a run's.
            (self.path / "checksums.sha256").unlink(missing_ok=True)
            for pattern in ("parts/part-*.parquet", "aggregates/*.parquet"):
                for file in self.path.glob(pattern):
                    file.unlink()
            (self.path / "run.json").unlink(missing_ok=True)

    def write_facts(self, facts: RunFacts) -> None:
        """Write `run.json`, and make the folders beside it."""
        with _explained(self.path):
            for folder in ("parts", "aggregates"):
                (self.path / folder).mkdir(exist_ok=True)
        self._write("run.json", msgspec.json.format(msgspec.json.encode(facts), indent=2) + b"\n")

    def write_checksums(self, checksums: dict[str, str]) -> None:
        """Write the checksums of all finished files, sorted by name."""
        lines = "".join(f"{checksums[name]}  {name}\n" for name in sorted(checksums))
        self._write("checksums.sha256", lines.encode())

    def write_part(self, part: int, table: pa.Table) -> None:
        """Write the hands of a part and note its checksum."""
        data = to_parquet(table)
        self._write(part_name(part), data)
        line = f"{hashlib.sha256(data).hexdigest()}  {part_name(part)}\n"
        with self._noting, _explained(self.path), (self.path / "checksums.sha256").open("ab") as file:
            file.write(line.encode())

    def write_counts(self, facts: RunFacts, counts: Counts) -> None:
        """Write the counts of all hands, and the checksums in order: the run is finished."""
        checksums = self.checksums()
        finished = {name: checksums[name] for name in map(part_name, range(facts.n_parts))}
        finished["run.json"] = hashlib.sha256((self.path / "run.json").read_bytes()).hexdigest()
        for name, rows in counts.items():
            data = to_parquet(counts_table(name, rows, facts.origin, first=facts.first, deals=facts.deals))
            self._write(counts_name(name), data)
            finished[counts_name(name)] = hashlib.sha256(data).hexdigest()
        self.write_checksums(finished)

    def _write(self, name: str, data: bytes | pa.Buffer) -> None:
        place = self.path / name
        with _explained(self.path):
            write_file(place, memoryview(data))

    def _read(self, name: str, checksum: str | None) -> bytes:
        place = self.path / name
        if checksum is None or not place.is_file():
            raise RunError(
                f"The run in {str(self.path)!r} is not finished: {name} is not there yet. "
                "Give the same simulate command again to continue it."
            )
        with _explained(self.path, doing="read"):
            data = place.read_bytes()
        if hashlib.sha256(data).hexdigest() != checksum:
            raise RunError(_damaged(place, "it does not agree with its checksum"))
        return data

    def _read_table(self, name: str, checksum: str | None, columns: Sequence[str] | None = None) -> pa.Table:
        data = self._read(name, checksum)
        try:
            return pq.read_table(pa.BufferReader(data), columns=None if columns is None else list(columns))
        except pa.ArrowException as error:
            raise RunError(_damaged(self.path / name, str(error))) from None


def part_name(part: int) -> str:
    """Name of a part within the folder.

    Examples
    --------
    >>> part_name(7)
    'parts/part-000007.parquet'
    """
    return f"parts/part-{part:06d}.parquet"


def counts_name(name: str) -> str:
    """Name of a table of counts within the folder.

    Examples
    --------
    >>> counts_name("bids")
    'aggregates/bids.parquet'
    """
    return f"aggregates/{name}.parquet"


def _damaged(place: Path, reason: str) -> str:
    return f"{str(place)!r} is damaged: {reason}. Give the same simulate command again: it makes what is damaged anew."


@contextlib.contextmanager
def _explained(folder: Path, doing: str = "write") -> Iterator[None]:
    """Turn what the operating system says into a RunError that names the folder."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            message = (
                f"No room left on the disk for the run in {str(folder)!r}. The parts that are finished are kept: make "
                "room and give the same command again, or choose a folder on another disk."
            )
        elif error.errno in (errno.EEXIST, errno.ENOTDIR, errno.EISDIR) and error.filename is not None:
            blocked = obstacle(Path(os.fsdecode(error.filename))) or Path(os.fsdecode(error.filename))
            what, due = ("folder", "file") if blocked.is_dir() else ("file", "folder")
            message = (
                f"Cannot {doing} the run in {str(folder)!r}: expected a {due} at {str(blocked)!r}, a {what} is in the "
                f"way. Move that {what} away and give the same command again, or choose another folder."
            )
        else:
            reason = error.strerror or type(error).__name__
            message = f"Cannot {doing} the run in {str(folder)!r}: {reason}. Choose a folder you can use."
        raise RunError(message) from error


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks (some network drives): better unlocked than unusable
        return True
