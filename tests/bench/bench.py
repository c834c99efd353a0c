"""How fast the kernels are beside programs in C for the same jobs, run in turn in the same minutes on the same core.

``python tests/bench/bench.py``; ``--quick`` for a look, ``--games`` for whole hands of every rule set. A ratio is
the kernel's rate over the yardstick's, the median over the rounds, so that a neighbour's load touches both. Without gcc
there are rates only.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch, policy_rows
from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.columns import N_COLUMNS
from pinosim.core.dealing import LANES, deal_block
from pinosim.core.hand import fill_words, play_hands, words_needed
from pinosim.core.layout import unit_mask
from pinosim.core.playing import begin_tricks, play_cards
from pinosim.core.survey import SurveyScratch, new_survey_scratch, survey_deals
from pinosim.core.table import PLAY_LANES
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import list_rules, load_rules

YARDSTICK = Path(__file__).with_name("yardstick.c")
# Not kept on disk: as a script and as a module of tests this file has two names, and code on disk knows one.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}  # as `pinosim.core.jit` has them
fused: Any = numba.njit(**_OPTIONS)
SURVEYED = 16_384  # deals whose melds are kept at a time
BESIDE_RULES = {"single": "family250", "double": "guide-double"}


def deal_and_meld(inputs: KernelInputs, n: int, scratch: SurveyScratch) -> int:
    """Deal and score all four hands under all four trumps; return the sum of all melds."""
    total = 0
    for start in range(0, n, SURVEYED):
        melds = np.empty((4, 4, min(SURVEYED, n - start)), np.int32)
        survey_deals(inputs.dealing, inputs.book, np.uint64(1), start, scratch, melds)
        total += int(melds.sum())
    return total


@fused
def deal_and_play(dealing, book, policies, seed, first, n, scratch, played):  # type: ignore[no-untyped-def]
    """Deal and play all tricks by lot, trumps in turn; return the points of seats 0 and 2."""
    rules = book.rules
    hands = scratch.hands
    words = scratch.words
    desk = scratch.desk
    seats = desk[K.SEATS]
    points = desk[K.POINTS]
    contract = desk[K.CONTRACT]
    contract[: H.N_CONTRACT] = 0
    contract[H.PARTNER] = 2
    contract[H.SIDES] = 5
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    points[:] = 0
    for start in range(0, n, LANES):
        lanes = min(LANES, n - start)
        deal_block(dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, 0, first + start, lanes, scratch.deal, hands)
        for i in range(lanes):
            lane = i % PLAY_LANES
            if lane == 0:
                fill_words(words_needed(rules), 0, first + start + i, min(PLAY_LANES, lanes - i), seed, words)
            for seat in range(4):
                seats[seat] = hands[i, seat]
            contract[H.TRUMP] = i % 4
            begin_tricks(0, seats, 4, desk)
            play_cards(-1, 4 * rules[S.TRICKS], policies, words, lane, rules, units, desk, played)
    return points[0] + points[2]


@dataclass(frozen=True)
class Job:
    """One job, and what measures it.

    Attributes
    ----------
    name : str
    yardstick : str
        Argument of the C program; empty when there is none.
    target : float
        Ratio to reach, or the rate where there is no yardstick.
    n : int
        Deals a round.
    run : callable
        Does the job for so many deals and returns the mean that the yardstick prints too (0 where there is none).
    """

    name: str
    yardstick: str
    target: float
    n: int
    run: Callable[[int], float]


@dataclass(frozen=True)
class Measured:
    """Rates in deals a second, medians over the rounds."""

    name: str
    rate: float
    yardstick_rate: float | None
    ratio: float | None
    target: float


def inputs_for(deck: str) -> KernelInputs:
    return kernel_inputs(load_rules(BESIDE_RULES[deck]))


def policies_for(rules_id: str, name: str) -> NDArray[np.int64]:
    return policy_rows(resolve_seats(name, load_rules(rules_id)))


def meld_runner(deck: str) -> Callable[[int], float]:
    inputs, scratch = inputs_for(deck), new_survey_scratch()

    def run(n: int) -> float:
        return deal_and_meld(inputs, n, scratch) / (16 * n)

    return run


def tricks_runner(deck: str) -> Callable[[int], float]:
    inputs, scratch, policies = inputs_for(deck), new_scratch(), policies_for(BESIDE_RULES[deck], "random")
    played = np.zeros(K.MAX_PLAYS, np.int64)

    def run(n: int) -> float:
        return float(deal_and_play(inputs.dealing, inputs.book, policies, np.uint64(1), 0, n, scratch, played)) / n

    return run


def hands_runner(rules_id: str, policy: str) -> Callable[[int], float]:
    inputs, scratch, policies = kernel_inputs(load_rules(rules_id)), new_scratch(), policies_for(rules_id, policy)

    def run(n: int) -> float:
        out = np.empty((N_COLUMNS, n), np.int32)
        play_hands(inputs.dealing, policies, inputs.book, np.uint64(1), 0, scratch, out)
        return 0.0

    return run


def jobs(scale: float) -> list[Job]:
    """List the jobs with the targets that the project has set itself."""

    def many(n: int) -> int:
        return max(int(n * scale) // LANES * LANES, LANES)

    return [
        Job("deal + meld, 48 cards, C shuffles", "shuffle", 1.2, many(4_000_000), meld_runner("single")),
        Job("deal + meld, 48 cards, C in lanes", "lanes", 0.5, many(4_000_000), meld_runner("single")),
        Job("deal + meld, 80 cards, C shuffles", "shuffle80", 1.2, many(3_000_000), meld_runner("double")),
        Job("deal + meld, 80 cards, C in lanes", "lanes80", 0.5, many(3_000_000), meld_runner("double")),
        Job("deal + 12 tricks by lot", "tricks", 0.8, many(1_000_000), tricks_runner("single")),
        Job("whole hand, standard, 48 cards", "", 250_000, many(200_000), hands_runner("family250", "standard")),
        Job("whole hand, standard, 80 cards", "", 100_000, many(100_000), hands_runner("guide-double", "standard")),
    ]


def game_jobs(scale: float) -> list[Job]:
    """List a whole hand of every rule set, by lot and by the standard player; nothing is aimed at."""
    n = max(int(40_000 * scale) // LANES * LANES, LANES)
    ids = [rules.id for rules in list_rules()]
    return [
        Job(f"{name}, {policy}", "", 0, n, hands_runner(name, policy))
        for name in ids
        for policy in ("random", "standard")
    ]


def compile_yardstick(folder: Path) -> Path | None:
    """Compile the C program, or return None where there is no gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    program = folder / "yardstick"
    subprocess.run([gcc, "-O3", "-march=native", "-std=gnu11", "-o", str(program), str(YARDSTICK)], check=True)
    return program


def run_yardstick(program: Path, job: str, n: int) -> tuple[float, float]:
    """Return seconds and the mean that the program prints."""
    result = subprocess.run([str(program), job, str(n)], check=True, capture_output=True, text=True)
    seconds, mean, _ = result.stdout.split()
    return float(seconds), float(mean)


def measure(job: Job, program: Path | None, rounds: int) -> Measured:
    """Run a job and its yardstick in turn."""
    job.run(LANES)  # compile, and warm up
    seconds, yardstick = [], []
    for _ in range(rounds):
        if program is not None and job.yardstick:
            yardstick.append(run_yardstick(program, job.yardstick, job.n)[0])
        start = time.perf_counter()
        job.run(job.n)
        seconds.append(time.perf_counter() - start)
    rate = job.n / statistics.median(seconds)
    if not yardstick:
        return Measured(job.name, rate, None, None, job.target)
    ratio = statistics.median(theirs / ours for theirs, ours in zip(yardstick, seconds, strict=True))
    return Measured(job.name, rate, job.n / statistics.median(yardstick), ratio, job.target)


def table(results: list[Measured]) -> str:
    lines = [f"{'job':<36}{'kernel/s':>13}{'C/s':>13}{'ratio':>8}{'target':>12}"]
    for result in results:
        theirs = "" if result.yardstick_rate is None else f"{result.yardstick_rate:,.0f}"
        ratio = "" if result.ratio is None else f"{result.ratio:.2f}"
        target = f"{result.target:,.0f}/s" if result.target > 100 else f"{result.target:g}" if result.target else ""
        lines.append(f"{result.name:<36}{result.rate:>13,.0f}{theirs:>13}{ratio:>8}{target:>12}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals, three rounds")
    parser.add_argument("--games", action="store_true", help="whole hands of every rule set instead of the yardsticks")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers there")
    options = parser.parse_args(arguments)
    rounds, scale = (3, 0.1) if options.quick else (7, 1.0)
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(Path(folder))
        if program is None:
            print("gcc was not found: rates only, no ratios.", file=sys.stderr)
        results = [measure(job, program, rounds) for job in (game_jobs(scale) if options.games else jobs(scale))]
    print(table(results))
    if options.json:
        numbers: dict[str, Any] = {"rounds": rounds, "jobs": [asdict(result) for result in results]}
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
