"""Many hands from a file: questions read line by line, answered side by side, given back in order as they are done."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol

from pinosim.api.numbers import worker_count
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.advice import Advice
    from pinosim.api.quick import QuickAdvice

COLUMNS: Final = ("hand", "bid", "seat", "dealer", "auction", "score")
"""What a file with a first line of column names may say of each hand."""

RESULT_COLUMNS: Final = (
    "line", "asked", "hand", "bid", "verdict", "max_bid", "trump", "p", "p_low", "p_high", "ev_bid", "ev_pass", "gain",
    "gain_low", "gain_high", "win_bid", "win_pass", "own_meld", "n", "error",
)  # fmt: skip
"""Columns of the answers as CSV."""

LONGEST_LINE: Final = 10_000


@dataclass(frozen=True, slots=True)
class Question:
    """One line of a file.

    Attributes
    ----------
    line : int
        Its number, from 1.
    hand : str
    bid, seat, dealer : int or None
    auction : str
    score : tuple of int or None
    """

    line: int
    hand: str
    bid: int | None = None
    seat: int | None = None
    dealer: int | None = None
    auction: str = ""
    score: tuple[int, ...] | None = None

    def asked(self, settings: object) -> str:
        """Name the question and how it is to be answered: 12 hex digits, equal when the answer would be the same."""
        whole = [self.hand, self.bid, self.seat, self.dealer, self.auction, self.score, settings]
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that could not be read or answered, and why."""

    line: int
    message: str


class Judge(Protocol):
    """Answers one question."""

    def __call__(self, question: Question) -> Advice | QuickAdvice:
        """Give the advice, or raise a `PinosimError`."""


def read_questions(text: str) -> list[Question | Fault]:
    r"""Read a file of hands.

    Blank lines and lines that begin with `#` are left out. If the first line left names columns, one of them `hand`,
    the file is CSV with the columns `hand`, `bid`, `seat`, `dealer`, `auction`, `score`, any of them but the first left
    out; a hand with commas in it then stands in quotes. Else every line is a hand.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of Question or Fault
        In the order of the lines.

    Raises
    ------
    PinosimError
        If a column is unknown or named twice.

    Examples
    --------
    >>> read_questions("# mine\nhand,bid\nS:AATKQJ H:A9 D:AJ C:TT,300\n")
    [Question(line=3, hand='S:AATKQJ H:A9 D:AJ C:TT', bid=300, seat=None, dealer=None, auction='', score=None)]
    >>> read_questions("hand,bid\nS:AATKQJ H:A9 D:AJ C:TT,many\n")
    [Fault(line=2, message="bid: expected a whole number, got 'many'")]
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        return []
    names = [name.strip().lower() for name in _fields(lines[0][1])]
    if "hand" not in names:
        return [_plain(number, line) for number, line in lines]
    for name in names:
        if name not in COLUMNS:
            raise PinosimError(f"line {lines[0][0]}: unknown column {name!r}; there are {', '.join(COLUMNS)}")
        if names.count(name) > 1:
            raise PinosimError(f"line {lines[0][0]}: column {name!r} stands there twice")
    return [_row(number, line, names) for number, line in lines[1:]]


def answer_all(
    questions: Iterable[Question | Fault], judge: Judge, jobs: int | None = None
) -> Iterator[tuple[Question | Fault, Advice | QuickAdvice | Fault]]:
    """Answer questions, several at a time, and give the answers in order.

    Parameters
    ----------
    questions : iterable of Question or Fault
        Faults are handed through.
    judge : callable
        Answers one; called from several threads.
    jobs : int, optional
        Threads, 1 to 1024; all cores if left out.

    Yields
    ------
    tuple
        The question, and its advice or what was wrong with it.
    """
    workers = worker_count(jobs)

    def answer(question: Question | Fault) -> Advice | QuickAdvice | Fault:
        if isinstance(question, Fault):
            return question
        try:
            return judge(question)
        except PinosimError as error:
            return Fault(question.line, str(error))

    left = iter(questions)
    waiting: deque[tuple[Question | Fault, Future[Advice | QuickAdvice | Fault]]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        for question in islice(left, 2 * workers):
            waiting.append((question, pool.submit(answer, question)))
        while waiting:
            question, future = waiting.popleft()
            result = future.result()
            for following in islice(left, 1):
                waiting.append((following, pool.submit(answer, following)))
            yield question, result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def flat_row(line: int, asked: str, result: Advice | QuickAdvice | Fault) -> dict[str, Any]:
    """Give an answer as one row of `RESULT_COLUMNS`; what it does not have is None."""
    row: dict[str, Any] = dict.fromkeys(RESULT_COLUMNS)
    row.update(line=line, asked=asked)
    if isinstance(result, Fault):
        row["error"] = " ".join(result.message.split())  # one row stays one line
        return row
    values = result.to_dict()
    row.update({name: values[name] for name in RESULT_COLUMNS if name in values and name not in ("line", "asked")})
    chance = values["p_make"][str(values["bid"])]
    row.update(p=chance["p"], p_low=chance["low"], p_high=chance["high"])
    if values.get("gain_interval") is not None:
        row["gain_low"], row["gain_high"] = values["gain_interval"]
    for name in ("win_bid", "win_pass"):
        if isinstance(row[name], dict):
            row[name] = row[name]["value"]
    return row


def csv_line(row: dict[str, Any] | None = None) -> str:
    """Write one row as CSV, or the names of the columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(RESULT_COLUMNS if row is None else ["" if value is None else value for value in row.values()])
    return out.getvalue()


def json_line(line: int, asked: str, result: Advice | QuickAdvice | Fault) -> str:
    """Write one answer whole, as a JSON object on one line."""
    told = {"error": result.message} if isinstance(result, Fault) else result.to_dict()
    return json.dumps({"line": line, "asked": asked, **told}, allow_nan=False) + "\n"


def answers_kept(text: str, *, as_csv: bool) -> dict[str, tuple[int, str]] | None:
    """Find the whole answers in a file of answers.

    Parameters
    ----------
    text : str
        What the file holds.
    as_csv : bool
        CSV, or one JSON object a line.

    Returns
    -------
    dict of str to tuple, or None
        Each line of the file that is a whole answer and no fault, with the number of the line asked about and `asked`.
        What was cut off in the middle is left out. None: the file is something else.
    """
    kept: dict[str, tuple[int, str]] = {}
    lines = text.splitlines(keepends=True)
    if as_csv and lines:
        if lines[0] != csv_line():
            return None
        del lines[0]
    for place, line in enumerate(lines):
        mark, fault = _mark_of(line, as_csv=as_csv)
        if mark is None:
            if place == len(lines) - 1 and not line.endswith("\n"):
                continue
            return None
        if not fault and line.endswith("\n"):
            kept[line] = mark
    return kept


def _mark_of(line: str, *, as_csv: bool) -> tuple[tuple[int, str] | None, bool]:
    """Give the number of the line asked about and `asked` of one line of answers, and whether it is a fault."""
    if as_csv:
        fields = _fields(line)
        if len(fields) != len(RESULT_COLUMNS) or not fields[0].isdigit():
            return None, False
        return (int(fields[0]), fields[1]), bool(fields[-1])
    try:
        row = json.loads(line)
    except ValueError:
        return None, False
    if not isinstance(row, dict) or not isinstance(row.get("line"), int):
        return None, False
    return (row["line"], str(row.get("asked"))), "error" in row


def _plain(number: int, line: str) -> Question | Fault:
    if len(line) > LONGEST_LINE:
        return Fault(number, f"the line has {len(line):,} characters; expected one hand")
    fields = _fields(line) if line.startswith('"') else []  # as a spreadsheet writes a hand with commas
    return Question(number, fields[0].strip() if len(fields) == 1 else line)


def _row(number: int, line: str, names: list[str]) -> Question | Fault:
    if len(line) > LONGEST_LINE:
        return Fault(number, f"the line has {len(line):,} characters; expected one hand")
    fields = [field.strip() for field in _fields(line)]
    if len(fields) > len(names):
        return Fault(
            number,
            f"expected {len(names)} values ({', '.join(names)}), got {len(fields)}; a hand with commas needs quotes",
        )
    given = dict(zip(names, fields, strict=False))
    try:
        score = given.get("score", "")
        return Question(
            number,
            given["hand"],
            bid=_number("bid", given),
            seat=_number("seat", given),
            dealer=_number("dealer", given),
            auction=given.get("auction", ""),
            score=_score(score),
        )
    except PinosimError as error:
        return Fault(number, str(error))


def _score(text: str) -> tuple[int, ...] | None:
    parts = [_number("score", {"score": part.strip()}) for part in text.split(":")] if text else []
    whole = tuple(part for part in parts if part is not None)
    if len(whole) != len(parts) or len(parts) == 1:
        raise PinosimError(f"score: expected ours and theirs with a colon between, such as 800:650, got {text!r}")
    return whole or None


def _number(name: str, given: dict[str, str]) -> int | None:
    text = given.get(name, "")
    if not text:
        return None
    sign, digits = (text[0], text[1:]) if text[0] in "+-" else ("", text)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise PinosimError(f"{name}: expected a whole number, got {text!r}")
    return int(sign + digits)


def _fields(line: str) -> list[str]:
    return next(csv.reader([line]), [])
