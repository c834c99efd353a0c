"""`pinosim advise --batch FILE`: a file of hands, answered as they come, each written as soon as it is done."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import click

from pinosim.cli.output import emit, note, progress
from pinosim.cli.output_path import expect_writable
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.api.advise_many import Judge
    from pinosim.rules.schema import Rules

ENDINGS: Final = (".csv", ".jsonl")
MOST_BYTES: Final = 100_000_000
SHOWN_FAULTS: Final = 20


def run_batch(
    path: str,
    out: str | None,
    judge: Judge,
    settings: dict[str, Any],
    *,
    rules: Rules,
    seed: int | None,
    jobs: int,
    quiet: bool,
    as_json: bool,
) -> int:
    """Answer a file of hands; give the exit code, 2 if any line could not be answered.

    Parameters
    ----------
    path : str
        The file, `-` for what is piped in.
    out : str or None
        Where the answers go, by its ending as CSV or one JSON object a line. None: CSV on stdout.
    judge : callable
        Answers one question.
    settings : dict
        All that an answer depends on beside the question: a file of answers goes on only where these are the same.
    rules, seed, jobs, quiet, as_json
        As elsewhere.
    """
    from pinosim.api.advise_many import Fault, answer_all, csv_line, flat_row, json_line, read_questions

    questions = read_questions(_read(path))
    if out is not None and not out.endswith(ENDINGS):
        raise PinosimError(f"--out: expected a file that ends in {' or '.join(ENDINGS)}, got {out!r}")
    if as_json and out is None:
        raise click.UsageError(
            "--json tells how a batch went; give --out for the answers (a .jsonl file has them whole)."
        )
    as_csv = out is None or out.endswith(".csv")
    marks = {question.line: "" if isinstance(question, Fault) else question.asked(settings) for question in questions}
    done = set() if out is None else _go_on(Path(out), as_csv=as_csv, wanted=set(marks.items()))
    todo = [question for question in questions if (question.line, marks[question.line]) not in done]
    faults: list[Fault] = []
    written = 0

    def write(place: TextIO, advance: Callable[[int], None]) -> None:
        nonlocal written
        for question, answer in answer_all(todo, judge, jobs):
            mark = marks[question.line]
            place.write(
                csv_line(flat_row(question.line, mark, answer)) if as_csv else json_line(question.line, mark, answer)
            )
            place.flush()
            written += 1
            if isinstance(answer, Fault):
                faults.append(answer)
                if len(faults) <= SHOWN_FAULTS:
                    note(f"line {answer.line}: {answer.message}")
            advance(1)

    try:
        with (
            nullcontext(sys.stdout) if out is None else open(out, "a", encoding="utf-8") as place,
            progress("Answering", len(todo), quiet=quiet) as advance,
        ):
            if as_csv and not done:
                place.write(csv_line())
            write(place, advance)
    except KeyboardInterrupt:
        kept = "" if out is None else f" They are in {out}; the same command goes on from there."
        raise KeyboardInterrupt(f"Interrupted: {written + len(done):,} of {len(questions):,} answered.{kept}") from None
    if len(faults) > SHOWN_FAULTS:
        note(f"... and {len(faults) - SHOWN_FAULTS:,} more lines that could not be answered")
    payload = {
        "batch": path,
        "file": out,
        "lines": len(questions),
        "answered": len(questions) - len(faults),
        "kept": len(done),
        "errors": [{"line": fault.line, "error": fault.message} for fault in faults],
    }

    def text(console: Console) -> None:
        if out is not None:
            kept = f", {len(done):,} of them before" if done else ""
            console.print(f"{payload['answered']:,} of {len(questions):,} lines answered{kept}: {out}", soft_wrap=True)

    emit("advise", payload, as_json=as_json, text=text, rules=rules, seed=seed)
    return 2 if faults else 0


def _read(path: str) -> str:
    try:
        if path == "-":
            return sys.stdin.read()
        if os.path.getsize(path) > MOST_BYTES:
            raise PinosimError(f"--batch: {path!r} has more than {MOST_BYTES:,} bytes; cut it in parts")
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise PinosimError(f"--batch: {path!r} is not text in UTF-8") from None
    except OSError as error:
        raise PinosimError(f"--batch: cannot read {path!r}: {error.strerror or error}") from None


def _go_on(out: Path, *, as_csv: bool, wanted: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Find what a file of answers has already, and drop from it what was cut off or could not be answered.

    A file with answers to other questions, or under other settings, is refused rather than overwritten.
    """
    from pinosim.api.advise_many import answers_kept, csv_line
    from pinosim.api.safe_write import write_file

    if not out.exists():
        if not out.absolute().parent.is_dir():
            raise PinosimError(f"--out: there is no folder {str(out.absolute().parent)!r}; make it first")
        expect_writable(out)
        return set()
    expect_writable(out)
    try:
        kept = answers_kept(out.read_text(encoding="utf-8"), as_csv=as_csv)
    except UnicodeDecodeError:
        kept = None
    if kept is None or not wanted.issuperset(kept.values()):
        raise PinosimError(
            f"--out: {str(out)!r} is there and holds something else than answers to these questions with these "
            "settings; take another name, or remove it"
        )
    write_file(out, (csv_line() if as_csv and kept else "") + "".join(kept))
    return set(kept.values())
