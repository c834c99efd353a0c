"""How long the double-dummy solver takes, in cards tried and in milliseconds, and beside DDS for bridge.

    python -m tests.bench.double_dummy                  # everything, some minutes
    python -m tests.bench.double_dummy --quick          # a tenth of the deals, and the page says so
    python -m tests.bench.double_dummy --markdown docs/solver-bench.md
    python -m tests.bench.double_dummy --find-slowest 3000

Milliseconds are those the thread spent on a core, so a neighbour's load touches them less than a clock on the wall;
compare cards tried first, they are the same on every machine. DDS is measured in the same run, a deal of ours and one
of bridge in turn, if `endplay` can be imported; it is no part of the project:

    pip install --target build/dds -r tests/bench/requirements-dds.txt
    PYTHONPATH=build/dds python -m tests.bench.double_dummy
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numba

from double_dummy_deals import ENDINGS, LONGEST, RANDOM, SLOWEST, KnownDeal, read_deals
from pinosim.api.anytime import Budget, play_open
from pinosim.api.deal import Deal
from pinosim.api.solve import solve, solve_many, solve_table
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

DDS_DEALS = 200
ALL_VALUES = 40  # deals of each file for which all sixteen values are found
WHOLE_DOUBLE = 20  # whole deals of the double deck
WHOLE_LIMIT = 20_000_000  # nodes for each of them, as the command gives by default
HORIZON = 12
NODE_LIMIT = 100_000_000  # for the endings of the double deck


@dataclass(frozen=True)
class Figures:
    """What a series of searches took: a number a search."""

    what: str
    nodes: Sequence[int]
    milliseconds: Sequence[float]
    remark: str = ""

    @property
    def row(self) -> list[str]:
        nodes = ["", ""] if not self.nodes else [f"{statistics.median(self.nodes):,.0f}", f"{mean(self.nodes):,.0f}"]
        ms = self.milliseconds
        times = [statistics.median(ms), mean(ms), quantile(ms, 0.95), max(ms)]
        return [self.what + self.remark, str(len(ms)), *nodes, *(f"{value:,.2f}" for value in times)]


HEAD = ["", "deals", "nodes, median", "nodes, mean", "ms, median", "ms, mean", "ms, 95 %", "ms, most"]


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def quantile(numbers: Sequence[float], p: float) -> float:
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, int(p * len(ordered)))]


def measure(what: str, deals: Sequence[KnownDeal], ask: Callable[[KnownDeal, Deal], int]) -> Figures:
    """Ask about each deal on this thread; `ask` returns the cards tried."""
    nodes, milliseconds = [], []
    for known in deals:
        deal = Deal(known.text, rules_of(known))
        started = time.thread_time()
        nodes.append(ask(known, deal))
        milliseconds.append(1000 * (time.thread_time() - started))
    return Figures(what, nodes, milliseconds)


def rules_of(known: KnownDeal) -> Rules:
    return load_rules("guide-double" if known.double else "wocg-single")


def value(known: KnownDeal, deal: Deal) -> int:
    return solve(deal, known.trump, known.leader).nodes


def yes_or_no(points: dict[str, int]) -> Callable[[KnownDeal, Deal], int]:
    return lambda known, deal: solve(deal, known.trump, known.leader, at_least=points[known.name]).nodes


def first_guess(known: KnownDeal) -> int:
    """Points that play by the order of moves brings: what the search asks about first."""
    question = solve(Deal(known.text, rules_of(known)), known.trump, known.leader, node_limit=1).question
    return max(play_open(question, 0, Budget(None, None)).points, 1)


def every_first_card(known: KnownDeal, deal: Deal) -> int:
    # Asked whether it takes at least nothing, the solver has nothing to search; the cards' values are searched apart.
    return len(solve(deal, known.trump, known.leader, at_least=0).first_cards)


def all_values(known: KnownDeal, deal: Deal) -> int:
    return solve_table(deal).nodes


def whole_double(n: int) -> str:
    """Say what whole deals of the double deck get within a limit of nodes: an interval and a play-out."""
    rules = load_rules("guide-double")
    widths, milliseconds, inside, horizons = [], [], 0, []
    for number in range(n):
        deal = Deal.random(rules, seed=1, number=number)
        started = time.thread_time()
        solution = solve(
            deal, "SHDC"[number % 4], number // 4 % 4, node_limit=WHOLE_LIMIT, horizon=HORIZON, table_megabytes=64
        )  # fmt: skip
        milliseconds.append(1000 * (time.thread_time() - started))
        assert solution.play_out is not None
        assert solution.horizon is not None
        widths.append(solution.high - solution.low)
        inside += solution.low <= solution.play_out <= solution.high
        horizons.append(solution.horizon)
    total = solution.question.total
    return (
        f"**Double deck, whole deals of 20 cards a hand**\n\n{n} random deals, {WHOLE_LIMIT:,} nodes each: an interval "
        f"of {statistics.median(widths):.0f} of {total} points in the median ({min(widths)} to {max(widths)}), and a "
        f"play-out exact from {min(horizons)} to {max(horizons)} cards a hand, inside the interval in {inside} of {n} "
        f"deals, in {statistics.median(milliseconds):,.0f} ms in the median, {max(milliseconds):,.0f} at the most.\n"
    )


def random_endings(deals: Sequence[KnownDeal], cards: int, seed: int) -> list[KnownDeal]:
    """Keep so many cards of each hand, at random."""
    chooser = random.Random(seed)
    return [
        KnownDeal(f"{known.name}-{cards}", known.trump, known.leader, None, tuple(
            tuple(chooser.sample(hand, cards)) for hand in known.hands
        ))
        for known in deals
    ]  # fmt: skip


def two_threads(deals: Sequence[KnownDeal], jobs: int) -> float:
    """Return deals a second on the clock on the wall."""
    ready = [Deal(known.text, rules_of(known)) for known in deals]
    started = time.perf_counter()
    solve_many(ready, [known.trump for known in deals], [known.leader for known in deals], jobs=jobs)
    return len(deals) / (time.perf_counter() - started)


# --- DDS -------------------------------------------------------------------------------------------------------------


def bridge_deals(n: int) -> Iterator[Callable[[], object]]:
    """Make calls that solve random bridge deals, trump (or none) and leader at random."""
    import endplay._dds as dds_library  # type: ignore[import-not-found]
    from endplay.dds.solve import SolveMode, solve_board  # type: ignore[import-not-found]
    from endplay.types import Deal as BridgeDeal  # type: ignore[import-not-found]
    from endplay.types import Denom, Player

    dds_library.SetMaxThreads(1)
    mode = next(mode for mode in SolveMode if mode.target_solutions(None) == (-1, 1))
    chooser = random.Random("bridge")
    pack = [(suit, rank) for suit in range(4) for rank in "AKQJT98765432"]
    for _ in range(n):
        chooser.shuffle(pack)
        hands = []
        for seat in range(4):
            held = sorted(pack[13 * seat : 13 * seat + 13], key=lambda card: "AKQJT98765432".index(card[1]))
            hands.append(".".join("".join(rank for s, rank in held if s == suit) for suit in range(4)))
        deal = BridgeDeal("N:" + " ".join(hands))
        deal.trump, deal.first = chooser.choice(list(Denom)), chooser.choice(list(Player))
        yield partial(solve_board, deal, mode)


def beside_dds(deals: Sequence[KnownDeal], n: int) -> tuple[Figures, Figures] | None:
    """Solve our deals and bridge deals in turn; None without `endplay`."""
    try:
        calls = list(bridge_deals(n))
    except ModuleNotFoundError as error:
        if error.name != "endplay":
            raise
        return None
    ours: list[float] = []
    theirs: list[float] = []
    nodes: list[int] = []
    calls[0]()
    for known, call in zip((list(deals) * (n // len(deals) + 1))[:n], calls, strict=True):
        deal = Deal(known.text, rules_of(known))
        started = time.thread_time()
        nodes.append(value(known, deal))
        ours.append(1000 * (time.thread_time() - started))
        started = time.process_time()
        call()
        theirs.append(1000 * (time.process_time() - started))
    return (
        Figures("pinochle, value, in turn with DDS", nodes, ours),
        Figures("bridge, DDS SolveBoard through endplay", [], theirs),
    )


# --- the slowest -----------------------------------------------------------------------------------------------------


def find_slowest(n: int, kept: int = 20) -> None:
    """Solve new deals, `n` of each kind, and write those that took most nodes to the file of the slowest."""
    from deals.make import single_deals, write

    new = [
        *single_deals("slowest-random", n, "slowest, random", longest=False),
        *single_deals("slowest-longest", n, "slowest, longest", longest=True),
    ]
    found = [(value(known, Deal(known.text, rules_of(known))), known) for known in new]
    found.sort(key=lambda pair: -pair[0])
    for nodes, known in found[:kept]:
        print(f"{known.name}: {nodes:,} nodes")
    write(SLOWEST, [known for _, known in found[:kept]])
    print("now ask the oracle: python tests/deals/make.py single-slowest")


# --- everything ------------------------------------------------------------------------------------------------------


def report(quick: bool) -> Iterator[str]:
    step = 10 if quick else 1
    files = {"random trump": read_deals(RANDOM)[::step], "trump the longest suit": read_deals(LONGEST)[::step]}
    both = [known for deals in files.values() for known in deals]
    warm = both[0]
    every_first_card(warm, Deal(warm.text, rules_of(warm)))
    solve(Deal(warm.text, rules_of(warm)), warm.trump, warm.leader, at_least=10)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    yield (
        f"{platform.machine()}, {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"numba {numba.__version__}; load average at the start {load:.1f}."
    )
    rows: list[Figures] = []
    values: dict[str, int] = {}
    for name, deals in files.items():

        def ask(known: KnownDeal, deal: Deal) -> int:
            solution = solve(deal, known.trump, known.leader)
            values[known.name] = solution.low
            return solution.nodes

        rows.append(measure(f"value, {name}", deals, ask))
    guesses = {known.name: first_guess(known) for known in both}
    rows.append(measure("at least the first guess?", both, yes_or_no(guesses)))
    rows.append(measure("at least its value? (yes)", both, yes_or_no(values)))
    rows.append(
        measure("at least one more? (no)", both, yes_or_no({name: found + 1 for name, found in values.items()}))
    )
    first_cards = measure("value of every first card", both, every_first_card)
    rows.append(Figures(first_cards.what, [], first_cards.milliseconds))
    tables = [known for deals in files.values() for known in deals[: ALL_VALUES // step]]
    rows.append(measure("all 16 values, table kept for a trump's leaders", tables, all_values))
    rows += [
        measure(f"ending of {cards} cards, value", random_endings(both[::2], cards, cards), value)
        for cards in range(6, 12)
    ]
    rows.append(measure("the slowest known, value", read_deals(SLOWEST)[:: 1 if not quick else 5], value))
    yield table("Single deck, whole deals of 12 cards a hand unless said", rows)

    rows = []
    for cards in range(8, 15):
        unknown = [0]

        def limited(known: KnownDeal, deal: Deal, unknown: list[int] = unknown) -> int:
            solution = solve(deal, known.trump, known.leader, node_limit=NODE_LIMIT, table_megabytes=64)
            unknown[0] += not solution.exact
            return solution.nodes

        deals = [known for known in read_deals(ENDINGS) if len(known.hands[0]) == cards][:: 1 if not quick else 5]
        figures = measure(f"{cards} cards a hand", deals, limited)
        remark = f" ({unknown[0]} stopped at {NODE_LIMIT:,} nodes)" if unknown[0] else ""
        rows.append(Figures(figures.what, figures.nodes, figures.milliseconds, remark))
    yield table("Double deck, random endings, value", rows)
    yield whole_double(WHOLE_DOUBLE // (5 if quick else 1))

    one, two = two_threads(both, 1), two_threads(both, 2)
    yield f"By the clock on the wall: {one:.1f} deals a second on one thread, {two:.1f} on two (x{two / one:.2f}).\n"

    pair = beside_dds(files["random trump"], DDS_DEALS // step)
    if pair is None:
        yield "DDS was not measured: `endplay` is not installed (see the head of `tests/bench/double_dummy.py`).\n"
        return
    yield table("Beside DDS", list(pair))
    ours, theirs = (statistics.median(figures.milliseconds) for figures in pair)
    ours_mean, theirs_mean = (mean(figures.milliseconds) for figures in pair)
    yield (
        f"Ratio of medians, ours to DDS: {ours / theirs:.2f}; of means: {ours_mean / theirs_mean:.2f}. "
        f"(Another game: 48 cards and points here, 52 cards and tricks there; a mark for the machine, not a contest.)\n"
    )


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def table(title: str, rows: Sequence[Figures]) -> str:
    lines = [HEAD, ["---"] * len(HEAD), *(figures.row for figures in rows)]
    return f"**{title}**\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


BETWEEN = ("<!-- figures: begin -->", "<!-- figures: end -->")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the figures between the marks of this page")
    parser.add_argument("--find-slowest", type=int, metavar="N", help="look for slow deals among 2 x N new ones")
    choices = parser.parse_args()
    if choices.find_slowest:
        find_slowest(choices.find_slowest)
        return
    parts = []
    if choices.quick:
        parts.append("A first look: a tenth of the deals (`--quick`). Nodes hold, times and tails do not.")
    for part in report(choices.quick):
        print(part, flush=True)
        parts.append(part)
    if choices.markdown:
        page = choices.markdown.read_text(encoding="utf-8")
        before, _, rest = page.partition(BETWEEN[0])
        _, _, after = rest.partition(BETWEEN[1])
        body = "\n\n".join(part.strip() for part in parts)
        choices.markdown.write_text(f"{before}{BETWEEN[0]}\n\n{body}\n\n{BETWEEN[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
