"""`simulate`: play millions of whole hands, in memory or into a run folder that can be continued.

A run is cut into parts by its number of hands alone, and every deal has random numbers of its own, so the result is the
same to the byte whatever the number of threads and however often the run was stopped and continued.
"""

from __future__ import annotations

import hashlib
import os
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

import joblib
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pinosim.api.aggregate import Aggregates, Counts, add_counts, count_hands
from pinosim.api.numbers import seed_number, whole_number, worker_count
from pinosim.api.open_cards import load_open_player, read_horizon, tricks_by
from pinosim.api.playing import Player, kernels_fingerprint, load_player, seat_policies
from pinosim.api.run_folder import RunFacts, RunFolder, part_name
from pinosim.api.run_tables import BY_POLICIES, hands_array, hands_table
from pinosim.api.runs import Run
from pinosim.core import columns as col
from pinosim.core.policy import CONVENTION
from pinosim.errors import RunError
from pinosim.rules.load import expect_rules
from pinosim.rules.schema import Rules

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames

PART_DEALS: Final = 100_000
"""Hands in a part of a run."""
SLICE_DEALS: Final = 10_000
"""Hands a kernel plays at a time: how often progress is told and Ctrl-C is heard."""
OPEN_PART_DEALS: Final = 250
OPEN_SLICE_DEALS: Final = 5
"""The same with open cards, where a hand takes ten thousand times as long."""
MOST_DEALS: Final = 10_000_000_000
MOST_IN_MEMORY: Final = 5_000_000
"""A run in memory of more hands than this keeps only its counts."""
LARGEST_DEAL: Final = 2**63 - 1

Progress = Callable[[int, int], None]
"""Called with the hands that are done and the hands in all."""


def simulate(
    rules: Rules,
    deals: int = 1_000_000,
    policy: str | Sequence[str] = "standard",
    seed: int = 1,
    jobs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    first: int = 0,
    resume: bool = True,
    open_cards: bool = False,
    horizon: int | None = None,
    progress: Progress | None = None,
    convention: ConventionNames = None,
) -> Run:
    """Deal, bid, pass, meld, play and settle whole hands.

    Parameters
    ----------
    rules : Rules
        From `pinosim.load_rules`.
    deals : int, default 1_000_000
        How many hands, 1 to 10**10.
    policy : str or sequence of str, default "standard"
        Who plays: one name for all seats, or one a seat, as a list or separated by commas.
    seed : int, default 1
        0 to 2**64 - 1. The same seed, rule set and policies give the same hands on every machine.
    jobs : int, optional
        Threads, 1 to 1024; all cores if left out. The result does not depend on it.
    out : path-like, optional
        Folder for the run. Without it the run lives in memory: its counts, and up to 5 million hands the hands too.
    first : int, default 0
        Number of the first deal. Deal `d` is dealt by seat `d % players`.
    resume : bool, default True
        Go on with a run that is in the folder already: what is finished is checked and kept, what is missing or damaged
        is made, and more `deals` than before make the run longer. False: throw that run away and begin anew.
    open_cards : bool, default False
        The tricks are played by the double-dummy solver: all see all cards, and both sides play as well as can be. The
        policies still bid, name trump, pass and bury, without seeing more than their own cards.
    horizon : int, optional
        With open cards: cards a hand from which on play is exact, before that it goes by the solver's order of moves.
        If left out, 12 for decks of more than two copies of a card, else all.
    progress : callable, optional
        Called with `(done, total)` hands, one call at a time but from several threads; first with what was kept.
    convention : str, path or sequence of these, optional
        The bidding convention that is played, a packaged one or a file: one for all seats, or one a seat, as a list or
        separated by commas, `"none"` for a seat that plays none. See `docs/conventions.md`.

    Returns
    -------
    Run

    Raises
    ------
    RunError
        If a number is out of range, the folder cannot be used or written, or holds another run than the one asked for.
    PinosimError
        If a policy is unknown, or the solver does not take the rule set.
    KeyboardInterrupt
        On Ctrl-C, with a message. Finished parts are kept; the same call continues.

    Warns
    -----
    UserWarning
        For every damaged part that is made anew.

    Examples
    --------
    >>> from pinosim import load_rules
    >>> run = simulate(load_rules("family250"), deals=100, policy="random", seed=7, jobs=1)
    >>> run
    Run of 100 hands, family250 (...), seed 7, players: random-1, in memory
    >>> int(run.aggregates["bids"]["hands"].sum())
    100
    """
    expect_rules(rules)
    deals = whole_number("deals", deals, 1, MOST_DEALS, RunError)
    seed = seed_number(seed, RunError)
    first = whole_number("first", first, 0, LARGEST_DEAL - deals, RunError)
    workers = worker_count(jobs, RunError)
    folder = None if out is None else RunFolder(out)
    if folder is not None:
        folder.check_usable()
    players, seats = seat_policies(policy, rules, convention)
    exact_from = None
    if open_cards:
        exact_from = read_horizon(rules, horizon)
    elif horizon is not None:
        raise RunError("horizon: it is for open cards, which were not asked for; add open_cards=True or leave it out.")
    facts = RunFacts(
        version=_version(),
        rules=rules.id,
        rules_hash=rules.hash,
        rules_values=rules.to_dict(),
        seed=seed,
        first=first,
        deals=deals,
        part_deals=PART_DEALS if exact_from is None else OPEN_PART_DEALS,
        policies=players,
        tricks_by=BY_POLICIES if exact_from is None else tricks_by(rules, exact_from),
        policies_hash=_hash_of(seats),
        kernels=kernels_fingerprint(),
    )

    def load() -> Player:
        if exact_from is None:
            return load_player(rules, seats, seed)
        return load_open_player(rules, seats, seed, exact_from)

    crew = _Crew(facts, load, workers, progress, SLICE_DEALS if exact_from is None else OPEN_SLICE_DEALS)
    if folder is None:
        return _simulate_in_memory(crew, rules)
    with folder.locked():
        _simulate_into(folder, crew, rules, resume=resume)
    return Run.open(folder.path)


def _hash_of(seats: NDArray[np.int64]) -> str:
    """Name the numbers the policies play by; those of conventions count where somebody plays one."""
    played = seats if seats[:, CONVENTION].any() else seats[:, :CONVENTION]
    return hashlib.sha256(played.tobytes()).hexdigest()[:12]


class _Stopped(Exception):
    """A thread was told to stop."""


class _Crew:
    """Threads that make the parts of a run."""

    def __init__(
        self, facts: RunFacts, load: Callable[[], Player], workers: int, progress: Progress | None, slice_deals: int
    ) -> None:
        self.facts = facts
        self._slice_deals = slice_deals
        self.done = 0
        self._load = load
        self._play: Player | None = None
        self._workers = workers
        self._progress = progress
        self._telling = threading.Lock()
        self._stop = threading.Event()
        self._at_work = threading.Condition()
        self._busy = 0

    def get_ready(self) -> None:
        """Load the kernels; needed before parts are played."""
        self._play = self._load()

    def tell(self, hands: int) -> None:
        """Tell that so many more hands are done."""
        with self._telling:
            self.done += hands
            if self._progress is not None:
                self._progress(self.done, self.facts.deals)

    def play_part(self, part: int) -> NDArray[np.int32]:
        """Play the hands of a part."""
        assert self._play is not None
        first_deal, n = self.facts.part_range(part)
        hands = np.empty((col.N_COLUMNS, n), dtype=np.int32)
        for start in range(0, n, self._slice_deals):
            if self._stop.is_set():
                raise _Stopped
            piece = np.empty((col.N_COLUMNS, min(self._slice_deals, n - start)), dtype=np.int32)
            self._play(first_deal + start, piece)
            hands[:, start : start + piece.shape[1]] = piece
            self.tell(piece.shape[1])
        return hands

    def count_parts(self, make_counts: Callable[[int], Counts]) -> dict[str, NDArray[np.int64]]:
        """Call `make_counts` for every part, in threads, and add up what it gives."""
        total: dict[str, NDArray[np.int64]] = {}
        workers = min(self._workers, self.facts.n_parts)
        tasks = (joblib.delayed(self._attend)(make_counts, part) for part in range(self.facts.n_parts))
        parallel = joblib.Parallel(
            n_jobs=workers, backend="threading", return_as="generator_unordered", batch_size=1, pre_dispatch=2 * workers
        )
        with self._dismissed_after(), closing(parallel(tasks)) as results:
            for counts in results:
                total = add_counts(total, counts)
        return total

    def _attend(self, make_counts: Callable[[int], Counts], part: int) -> Counts:
        with self._at_work:
            self._busy += 1
        try:
            if self._stop.is_set():
                raise _Stopped
            return make_counts(part)
        finally:
            with self._at_work:
                self._busy -= 1
                self._at_work.notify_all()

    @contextmanager
    def _dismissed_after(self) -> Iterator[None]:
        """After an error or Ctrl-C wait for the threads: joblib does not, and none may write once we are gone."""
        try:
            yield
        finally:
            self._stop.set()
            with self._at_work:
                self._at_work.wait_for(lambda: self._busy == 0)


def _simulate_in_memory(crew: _Crew, rules: Rules) -> Run:
    facts = crew.facts
    keep = facts.deals <= MOST_IN_MEMORY
    tables: dict[int, pa.Table] = {}

    def make_counts(part: int) -> Counts:
        hands = crew.play_part(part)
        if keep:
            tables[part] = hands_table(hands, facts.origin, facts.part_range(part)[0])
        return count_hands(hands, rules.seats)

    crew.get_ready()
    crew.tell(0)
    try:
        counts = crew.count_parts(make_counts)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"Interrupted after {crew.done:,} of {facts.deals:,} hands. Nothing is kept: "
            "simulate into a folder to be able to go on."
        ) from None
    parts = [tables[part] for part in sorted(tables)] if keep else None
    return Run(facts, rules, Aggregates(counts), parts=parts)


def _simulate_into(folder: RunFolder, crew: _Crew, rules: Rules, *, resume: bool) -> None:
    """Finish the run in the folder. Only under its lock."""
    facts = crew.facts
    folder.remove_leftovers()
    if folder.has_run() and not resume:
        folder.remove_run()
    held = folder.facts() if folder.has_run() else None
    checksums = folder.checksums() if held else {}
    if held:
        _check_same_run(folder, held, facts, checksums)
    problems = {part: folder.part_problem(facts, part, checksums.get(part_name(part))) for part in range(facts.n_parts)}
    kept = frozenset(part for part, problem in problems.items() if problem is None)
    if held and held.kernels != facts.kernels and kept:
        _check_same_kernels(folder, held, facts, finished=len(kept) == facts.n_parts)
    for part, problem in problems.items():
        if problem:
            warnings.warn(f"{part_name(part)} in {str(folder.path)!r} {problem}; it is made anew.", stacklevel=3)
    if held and len(kept) == facts.n_parts and _has_counts(folder, facts):
        crew.tell(facts.deals)
        return
    if len(kept) < facts.n_parts:
        crew.get_ready()
    folder.write_facts(facts)
    folder.write_checksums({part_name(part): checksums[part_name(part)] for part in kept})
    folder.remove_parts_from(facts.n_parts)
    crew.tell(sum(facts.part_range(part)[1] for part in kept))

    def make_counts(part: int) -> Counts:
        if part in kept:
            return count_hands(hands_array(folder.read_part(part, checksums[part_name(part)])), rules.seats)
        hands = crew.play_part(part)
        folder.write_part(part, hands_table(hands, facts.origin, facts.part_range(part)[0]))
        return count_hands(hands, rules.seats)

    try:
        folder.write_counts(facts, crew.count_parts(make_counts))
    except KeyboardInterrupt:
        finished = sum(facts.part_range(part)[1] for part in _noted_parts(folder.checksums()) if part < facts.n_parts)
        raise KeyboardInterrupt(
            f"Interrupted: {finished:,} of {facts.deals:,} hands are finished in {str(folder.path)!r}. "
            "Give the same command again to continue."
        ) from None


def _check_same_run(folder: RunFolder, held: RunFacts, asked: RunFacts, checksums: Iterable[str]) -> None:
    """Refuse to continue a run with something else than what was begun."""
    differences = held.differences(asked)
    if differences:
        raise RunError(
            f"The folder {str(folder.path)!r} holds another run than the one asked for:\n"
            + "".join(f"  {line}\n" for line in differences)
            + "Choose another folder, or begin anew with --no-resume (resume=False), which throws the old run away."
        )
    finished = [sum(held.part_range(part)) - held.first for part in _noted_parts(checksums) if part < held.n_parts]
    if max(finished, default=0) > asked.deals:
        raise RunError(
            f"The run in {str(folder.path)!r} has {max(finished):,} hands already, asked for are only {asked.deals:,}. "
            "Ask for at least as many, choose another folder, or begin anew with --no-resume (resume=False)."
        )


def _check_same_kernels(folder: RunFolder, held: RunFacts, asked: RunFacts, *, finished: bool) -> None:
    """Refuse to mix the hands of two versions of the kernels; leave a finished run as it is, but say so."""
    what = (
        f"The run in {str(folder.path)!r} was made by other kernels (pinosim {held.version}, {held.kernels}) "
        f"than these (pinosim {asked.version}, {asked.kernels})"
    )
    if not finished:
        raise RunError(
            f"{what}, so it is not continued. Choose another folder, or begin anew with --no-resume (resume=False)."
        )
    warnings.warn(f"{what}; it is left as it is. Begin anew with --no-resume (resume=False).", stacklevel=4)


def _noted_parts(checksums: Iterable[str]) -> list[int]:
    """Numbers of the parts that have a checksum."""
    return [int(name[11:-8]) for name in checksums if name.startswith("parts/part-") and name[11:-8].isdecimal()]


def _has_counts(folder: RunFolder, facts: RunFacts) -> bool:
    try:
        folder.read_counts(facts)
    except RunError:
        return False
    return True


def _version() -> str:
    import pinosim

    return pinosim.__version__
