"""How fast the kernels are beside programs in C for the same jobs, run in turn in the same minutes on the same core.

``make bench``, or ``python tests/bench/bench.py``; ``--quick`` for a look, ``--json FILE`` for the numbers. A ratio is
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
from pinosim.core import slots as S
from pinosim.core.columns import N_COLUMNS
from pinosim.core.dealing import LANES, MAX_PLACES, deal_block
from pinosim.core.dealing import new_scratch as dealing_scratch
from pinosim.core.hand import PLAY_LANES, fill_words, new_table, play_hands
from pinosim.core.layout import unit_mask
from pinosim.core.meld import hand_melds
from pinosim.core.playing import FIRST_PLAY_WORD, play_tricks
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules

YARDSTICK = Path(__file__).with_name("yardstick.c")
# Not kept on disk: as a script and as a module of tests this file has two names, and code on disk knows one.
fused: Any = numba.njit(nogil=True, error_model="numpy")
BESIDE_RULES = {"single": "family250", "double": "guide-double"}


@fused
def deal_and_meld(  # type: ignore[no-untyped-def]
    cards, capacities, held, rules, suit_table, around_table, seed, first, n,
    words, draws, left, counts, rejected, hands, melds,
):  # fmt: skip
    """Deal and score all hands under all trumps; return the sum of all melds."""
    total = 0
    for start in range(0, n, LANES):
        lanes = min(LANES, n - start)
        deal_block(
            cards, capacities, held, rules[S.N_RANKS], rules[S.WIDTH], seed, 0, first + start, lanes,
            words, draws, left, counts, rejected, hands,
        )  # fmt: skip
        for lane in range(lanes):
            for seat in range(4):
                row = melds[seat]
                hand_melds(hands[lane, seat], rules, suit_table, around_table, row)
                total += row[0] + row[1] + row[2] + row[3]
    return total


@fused
def deal_and_play(  # type: ignore[no-untyped-def]
    cards, capacities, held, policies, rules, seed, first, n,
    draw_words, draws, left, counts, rejected, hands, seats, words, played,
):  # fmt: skip
    """Deal and play all tricks by lot, trumps in turn; return the points of seats 0 and 2."""
    total = 0
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    n_words = FIRST_PLAY_WORD + 4 * rules[S.TRICKS]
    for start in range(0, n, LANES):
        lanes = min(LANES, n - start)
        deal_block(
            cards, capacities, held, rules[S.N_RANKS], rules[S.WIDTH], seed, 0, first + start, lanes,
            draw_words, draws, left, counts, rejected, hands,
        )  # fmt: skip
        for i in range(lanes):
            lane = i % PLAY_LANES
            if lane == 0:
                fill_words(n_words, 0, first + start + i, min(PLAY_LANES, lanes - i), seed, words)
            deck = 0
            for seat in range(4):
                seats[seat] = hands[i, seat]
                deck += hands[i, seat]
            points, _, _ = play_tricks(seats, deck, i % 4, 0, 5, policies, words, lane, rules, units, played)
            total += points
    return total


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


def policies_for(deck: str, name: str) -> NDArray[np.int64]:
    rules = load_rules(BESIDE_RULES[deck])
    return policy_rows(resolve_seats(name, rules))


def meld_runner(deck: str) -> Callable[[int], float]:
    inputs = inputs_for(deck)
    scratch = (*dealing_scratch(), np.zeros((LANES, MAX_PLACES), np.int64), np.zeros((4, 4), np.int64))

    def run(n: int) -> float:
        return float(deal_and_meld(*inputs.dealing, *inputs.tables, np.uint64(1), 0, n, *scratch)) / (16 * n)

    return run


def tricks_runner(deck: str) -> Callable[[int], float]:
    inputs = inputs_for(deck)
    hands, seats, _, _, words, _, played = new_table()
    policies = policies_for(deck, "random")

    def run(n: int) -> float:
        total = deal_and_play(
            *inputs.dealing,
            policies,
            inputs.vector,
            np.uint64(1),
            0,
            n,
            *dealing_scratch(),
            hands,
            seats,
            words,
            played,
        )
        return float(total) / n

    return run


def hands_runner(deck: str, policy: str) -> Callable[[int], float]:
    inputs = inputs_for(deck)
    policies, scratch = policies_for(deck, policy), new_scratch()

    def run(n: int) -> float:
        out = np.empty((N_COLUMNS, n), np.int32)
        play_hands(*inputs.dealing, policies, *inputs.tables, np.uint64(1), 0, *scratch, out)
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
        Job("whole hand, standard, 48 cards", "", 250_000, many(200_000), hands_runner("single", "standard")),
        Job("whole hand, standard, 80 cards", "", 100_000, many(100_000), hands_runner("double", "standard")),
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
        target = f"{result.target:,.0f}/s" if result.target > 100 else f"{result.target:g}"
        lines.append(f"{result.name:<36}{result.rate:>13,.0f}{theirs:>13}{ratio:>8}{target:>12}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals, three rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers there")
    options = parser.parse_args(arguments)
    rounds, scale = (3, 0.1) if options.quick else (7, 1.0)
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(Path(folder))
        if program is None:
            print("gcc was not found: rates only, no ratios.", file=sys.stderr)
        results = [measure(job, program, rounds) for job in jobs(scale)]
    print(table(results))
    if options.json:
        numbers: dict[str, Any] = {"rounds": rounds, "jobs": [asdict(result) for result in results]}
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
