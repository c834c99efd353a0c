"""Whatever is typed or lies in a file, a command answers it or says what is wrong with it: never a fault of its own.

Inputs that work are spoiled at random, by the number of the input, so that any one can be made again alone. A few of
each kind are run with all other tests, ten thousand by `make fuzz`.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import random
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from double_dummy_cases import wraps_around
from pinosim.api.runs import Run
from pinosim.api.simulate import simulate
from pinosim.api.win_table import win_table
from pinosim.cli.main import cli, exit_code_of
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules
from pinosim.rules.read import SETS
from record_tools import RECORDS

pytestmark = [wraps_around, pytest.mark.jit]

FEW: Final = 12
ALL: Final = 10_000
NASTY: Final = (
    "", " ", "0", "-1", "1e9", "nan", "9" * 30, "x", "P", "A", "AS", "10S", "♠", "S:", "|", ":", ",", "--", "-", "=",
    "é", "\u202e", "\ud800", "\0", "\n", "[", "]", "true", "AA" * 200, "seat 9", "hand 1", "none", "%s", "~", "..",
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Files to spoil, where to write the spoiled ones, and a folder for files whose names are typed."""

    folder: Path
    records: tuple[bytes, ...]
    rules: tuple[bytes, ...]
    table: bytes
    run: Path
    typed: Path


@dataclass(frozen=True)
class Input:
    """A command line, and what is typed once the command runs."""

    arguments: list[str]
    typed: str = ""


def spoil(text: str, chance: random.Random) -> str:
    """Spoil a text in one to three places; one time in eight it stays as it is."""
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 3))):
        at, other = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        words = text.split(" ")
        kind = chance.randrange(6)
        if kind == 0:
            text = text[:at] + chance.choice(NASTY) + text[at:]
        elif kind == 1:
            text = text[:at] + text[min(other, at + 5) :]
        elif kind == 2:
            text = text[:other] + text[at:other] + text[other:]
        elif kind == 3:
            words[chance.randrange(len(words))] = chance.choice(NASTY)
            text = " ".join(words)
        elif kind == 4:
            words[chance.randrange(len(words))] = words[chance.randrange(len(words))]
            text = " ".join(words)
        elif at < len(text):
            text = text[:at] + chr(ord(text[at]) ^ 1 << chance.randrange(7)) + text[at + 1 :]
    return text


def spoil_bytes(data: bytes, chance: random.Random) -> bytes:
    """Flip bits of a file, cut it off, or lose or double a piece of it."""
    kind = chance.randrange(6)
    at = chance.randrange(len(data))
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[at + chance.randrange(1, 40) :]
    if kind == 2:
        return data[:at] + data[at : at + chance.randrange(1, 40)] + data[at:]
    flipped = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


def spoiled_file(data: bytes, name: str, place: Place, chance: random.Random) -> str:
    file = place.folder / name
    file.write_bytes(spoil_bytes(data, chance))
    return str(file)


def a_line(line: str) -> Callable[[Place, random.Random], Input]:
    """Spoil one argument of a command that works, or two."""

    def make(_place: Place, chance: random.Random) -> Input:
        arguments = shlex.split(line)
        for _ in range(chance.choice((1, 1, 2))):
            # names of commands and options are the business of click
            open_to = [i for i, word in enumerate(arguments) if i and not word.startswith("--")]
            spoilt = chance.choice(open_to)
            arguments[spoilt] = spoil(arguments[spoilt], chance)
        return Input(arguments)

    return make


def one_of(*lines: str) -> Callable[[Place, random.Random], Input]:
    made = [a_line(line) for line in lines]
    return lambda place, chance: chance.choice(made)(place, chance)


def record_input(place: Place, chance: random.Random) -> Input:
    command = chance.choice(("check", "show", "play", "lead", "sheet"))
    options = {"play": ["--worlds", "2"], "lead": ["--worlds", "2"], "sheet": ["--record"]}.get(command, [])
    if command in ("play", "lead") and chance.random() < 0.5:
        options += ["--hand", "1", "--trick", str(chance.randrange(1, 14))]
    file = spoiled_file(chance.choice(place.records), "record.txt", place, chance)
    if command == "sheet":
        return Input(["sheet", "score", "--record", file, "--out", str(place.folder / "sheet.html")])
    return Input([command, file, *options])


def moment_input(place: Place, chance: random.Random) -> Input:
    text = spoil("seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H\n", chance)
    file = place.folder / "moment.txt"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return Input(["play", str(file), "--worlds", "3"])


def rules_input(place: Place, chance: random.Random) -> Input:
    if chance.random() < 0.3:
        return a_line("rules show family250 --set meld.pinochle=[40,300] --set auction.min_bid=250")(place, chance)
    file = spoiled_file(chance.choice(place.rules), "rules.toml", place, chance)
    return Input(chance.choice([["rules", "check", file], ["meld", "S:ATKQJ H:A9 D:AJ C:A99", "--rules", file]]))


def win_table_input(place: Place, chance: random.Random) -> Input:
    if chance.random() < 0.1:  # any flipped bit of a zip file is found out: let some be whole
        file = str(place.folder / "whole.npz")
    else:
        file = spoiled_file(place.table, "chances.npz", place, chance)
    score = spoil("115:85", chance) if chance.random() < 0.3 else "115:85"  # guide-standard is played to 150
    return Input(["win-table", "--rules", "guide-standard", "--win-table", file, "--score", score])


def batch_input(place: Place, chance: random.Random) -> Input:
    text = 'hand,bid,score\n"S:ATKQJ H:A9 D:AJ C:A99",300,800:650\nS:AAQQJT H:AK D:AQ C:QJ,,\n'
    file = spoiled_file(text.encode(), "hands.csv", place, chance)
    out = place.folder / "answers.csv"
    out.unlink(missing_ok=True)
    return Input(["advise", "--batch", file, "--out", str(out), "--quick", "--quiet"])


def spoiled_run(place: Place, chance: random.Random) -> Path:
    """Copy a run folder with one of its files spoiled."""
    folder = place.folder / "run"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(place.run, folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
    spoilt = chance.choice(files)
    spoilt.write_bytes(spoil_bytes(spoilt.read_bytes(), chance))
    return folder


def run_input(place: Place, chance: random.Random) -> Input:
    folder = spoiled_run(place, chance)
    return Input(["simulate", "--deals", "60", "--policy", "random", "--out", str(folder), "--quiet", "--jobs", "1"])


def seat_input(_place: Place, chance: random.Random) -> Input:
    rules, seat = chance.choice((("family250", 1), ("two-hand", 0), ("family250-3h", 2), ("universal-5h", 0)))
    words = ["hint", "show", "undo", "P", "250", "300", "S", "hearts", "?", "", "1", "1 2", "KH", "9D", "AS KS AH TH"]
    typed = [spoil(chance.choice(words), chance) for _ in range(12)]
    return Input(["game", "--seat", str(seat), "--rules", rules, "--seed", str(chance.randrange(9))],
                 "\n".join([*typed, "quit"]) + "\n")  # fmt: skip


KINDS: Final[dict[str, Callable[[Place, random.Random], Input]]] = {
    "hands": one_of('meld "S:ATKQJ H:A9 D:AJ C:A99"', 'meld "AS TS KS QS JS 9H AH JD AD AC 9C 9C" --trump S'),
    "deals": one_of(
        'solve "AS 9H | TS KH | KS QH | QS JH" --trump S --leader 0',
        'solve "9H | TS KH | KS QH | QS JH" --trump S --trick AS',
        "deal --count 2 --seed 5",
    ),
    "auctions": one_of(
        'advise "S:ATKQJ H:A9 D:AJ C:A99" --auction "P 250 P" --dealer 3 --score 800:650 --bid 300 --quick',
        'advise "S:ATKQJ H:A9 D:AJ C:A99" --auction "250 260" --precision 0.2 --jobs 1',
    ),
    "comparisons": one_of(
        'pass "S:AQ H:AK D:J C:AATQJJ9" --trump S --bid 300 --precision 0.2 --jobs 1 --count 2',
        'pass "S:AATKQJ H:A9 D:AJ C:TT" --trump S --from bidder --received "KS QS AC AD" --precision 0.2 --jobs 1',
        'trump "S:KQJ H:ATQ9 D:AQ99 C:A" --bid 300 --precision 0.2 --jobs 1',
        'discard "S:AATTKQJ H:A99 D:KJ9 C:AQJ99" --trump S --rules family250-3h --precision 0.2 --jobs 1',
        'redeal "S:KQ99 H:J9 D:KQ9 C:TJ9" --seat 0 --dealer 3 --precision 0.2 --jobs 1',
    ),
    "odds": one_of(
        'odds partner "S:ATKQJ H:A9 D:AJ C:A99" --trump S',
        'odds holding "AS AS" --known "S:KQJ H:ATQ9 D:AQ99 C:A"',
    ),
    "records": record_input,
    "moments": moment_input,
    "rule files": rules_input,
    "win tables": win_table_input,
    "batches": batch_input,
    "runs": run_input,
    "seats": seat_input,
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder, typed = tmp_path_factory.mktemp("fuzz"), tmp_path_factory.mktemp("typed")
    simulate(load_rules("family250"), deals=60, policy="random", jobs=1, out=folder / "whole")
    win_table(load_rules("guide-standard")).save(folder / "whole.npz")
    records = tuple(path.read_bytes() for path in sorted(RECORDS.glob("*.txt")))
    rules = tuple((SETS / f"{name}.toml").read_bytes() for name in ("family250", "two-hand", "family250-3h"))
    return Place(folder, records, rules, (folder / "whole.npz").read_bytes(), folder / "whole", typed)


class Terminal(io.StringIO):
    """Standard input that a test types."""


def run(given: Input, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """Run a command; give exit code, stdout and stderr."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", "replace"), io.TextIOWrapper(io.BytesIO(), "utf-8", "replace")
    monkeypatch.setattr(sys, "stdin", Terminal(given.typed))
    call = functools.partial(cli.main, args=given.arguments, prog_name="pinosim", standalone_mode=False)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = exit_code_of(call)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return code, texts[0], texts[1]


def check(kind: str, number: int, place: Place, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run one input, judge what the command makes of it, and give its exit code."""
    given = KINDS[kind](place, random.Random(f"{kind} {number}"))
    monkeypatch.chdir(place.typed)  # `q 2` typed in a seat leaves the game in a file named 2
    code, out, err = run(given, monkeypatch)
    told = f"{kind} {number}: {given}\n{out[-500:]}\n{err[-2000:]}"
    assert code in (0, 2), told
    assert "Traceback" not in err, told
    assert "fault of pinosim" not in err, told
    assert code == 0 or 0 < len(err) < 6000 or "Wrong: " in out, told
    return code


@pytest.mark.parametrize("kind", KINDS)
def test_commands_answer_or_refuse(kind: str, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [check(kind, number, place, monkeypatch) for number in range(FEW)]
    assert kind in ("seats", "runs") or 2 in codes, "spoiling must spoil something"


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_inputs(kind: str, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [check(kind, number, place, monkeypatch) for number in range(ALL // len(KINDS) + 1)]
    assert 0 in codes
    assert kind == "seats" or 2 in codes


def read_spoiled_runs(place: Place, count: int) -> set[str]:
    """Read runs of which one file is spoiled; tell what came of it."""
    came = set()
    for number in range(count):
        chance = random.Random(f"reading {number}")
        folder = spoiled_run(place, chance)
        refusal = None
        try:
            run = Run.open(folder, verify=chance.random() < 0.5)
            assert str(run.summary())
            assert len(run.frame()) == 60
        except PinosimError as error:
            refusal = str(error)
        assert refusal is None or 0 < len(refusal) < 6000
        came.add("read" if refusal is None else "refused")
    return came


def test_spoiled_runs_are_read_or_refused(place: Place) -> None:
    assert read_spoiled_runs(place, FEW) >= {"refused"}


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_thousand_spoiled_runs(place: Place) -> None:
    assert read_spoiled_runs(place, ALL // 10) >= {"refused"}


def test_inputs_can_be_made_again(place: Place) -> None:
    for kind, make in KINDS.items():
        first, second = (make(place, random.Random(f"{kind} 3")) for _ in range(2))
        assert json.dumps(first.arguments) == json.dumps(second.arguments)
        assert first.typed == second.typed
