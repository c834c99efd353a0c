"""What must hold for the solver on every deal, whoever is right about its value; and the kernels in other processes."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import pinosim
from double_dummy_cases import (
    GAMES,
    ask,
    deal_text,
    fewer,
    random_position,
    renamed,
    replay,
    rotated,
    rules_for,
    spread,
    wraps_around,
)
from double_dummy_deals import ENDINGS, SLOWEST, SMOKE, KnownDeal, read_deals
from double_dummy_oracles import Position, after, duties_of, legal
from naive import GUIDE_DOUBLE, SUITS, WOCG_SINGLE
from pinosim.api.deal import Deal
from pinosim.api.solution import Solution
from pinosim.api.solve import solve, solve_many, solve_table
from pinosim.rules.load import load_rules

pytestmark = wraps_around
PACKAGE = Path(pinosim.__file__).parent


def value_of(position: Position, game: int) -> int:
    value = ask(position, rules_for(game, position.duties)).value
    assert value is not None
    return value


def whole(known: KnownDeal) -> Solution:
    rules = load_rules("guide-double" if known.double else "wocg-single")
    return solve(known.text, known.trump, known.leader, rules=rules)


# --- names and seats do not matter -----------------------------------------------------------------------------------


def test_renaming_suits_changes_nothing() -> None:
    chooser = random.Random(21)
    for game, position in spread({(game, 5): fewer(60) for game in range(len(GAMES))}, seed=21):
        names = dict(zip(SUITS, chooser.sample(SUITS, 4), strict=True))
        assert value_of(renamed(position, names), game) == value_of(position, game), (position, names)


@pytest.mark.jit
def test_renaming_plain_suits_of_whole_deals_changes_nothing() -> None:
    for known in read_deals(SMOKE)[5:8:2]:
        plain = [suit for suit in SUITS if suit != known.trump]
        for order in itertools.permutations(plain):
            other = renamed(known.position, {known.trump: known.trump, **dict(zip(plain, order, strict=True))})
            found = solve(deal_text(other), other.trump, other.leader, rules=load_rules("wocg-single"))
            assert found.value == known.value


def test_moving_all_seats_on_changes_nothing() -> None:
    for game, position in spread({(game, 5): fewer(60) for game in range(len(GAMES))}, seed=22):
        for by in (1, 2, 3):
            assert value_of(rotated(position, by), game) == value_of(position, game), position


# --- points ----------------------------------------------------------------------------------------------------------


def test_both_sides_together_take_all_points() -> None:
    """Once a card is played, ask for the other side: it is the next trick's leader's."""
    chooser = random.Random(23)
    seen = 0
    for game, position in spread({(game, 5): fewer(150) for game in range(len(GAMES))}, seed=23):
        ahead, taken = position, 0
        solution = ask(position, rules_for(game, position.duties))
        best = solution.line
        while len(ahead.trick) or ahead is position:
            ahead, got = after(ahead, best[len(best) - sum(map(len, ahead.hands))])
            taken += got
        rest = value_of(ahead, game)
        same = ahead.leader % 2 == position.leader % 2
        seen += not same
        assert taken + (rest if same else ahead.total - rest) == solution.value
        # A card that is not best never brings the side that plays it more.
        card = chooser.choice(legal(position))
        other, got = after(position, card)
        rest = value_of(other, game)
        value = got + (rest if other.leader % 2 == position.leader % 2 else other.total - rest)
        ours = position.to_play % 2 == position.leader % 2
        assert solution.value is not None
        assert value <= solution.value if ours else value >= solution.value
    assert seen > 5


def test_mirrored_counting() -> None:
    """The total is what the two sides have between them, in every trump and for every leader."""
    chooser = random.Random(24)
    for number in range(fewer(40)):
        game = number % len(GAMES)
        position = random_position(GAMES[game], 4, chooser, duties=duties_of(GAMES[game]))
        rules = rules_for(game, position.duties)
        table = solve_table(deal_text(position), rules=rules, table_megabytes=1)
        for trump, leader in itertools.product(SUITS, range(4)):
            asked = replace(position, trump=trump, leader=leader)
            value = ask(asked, rules).value
            assert value == table.values[trump, leader]
            assert value is not None
            assert 0 <= value <= asked.total
            assert ask(asked, rules).question.total == asked.total


def test_every_line_replayed_card_by_card_gives_the_value() -> None:
    cases = {
        (game, cards): fewer(n) for game in range(len(GAMES)) for cards, n in ((1, 30), (3, 100), (5, 100), (6, 50))
    }
    for game, position in spread(cases, seed=25):
        solution = ask(position, rules_for(game, position.duties))
        assert replay(position, solution.line, GAMES[game]) == solution.value, position


@pytest.mark.jit
def test_lines_of_whole_deals_replayed_give_the_value() -> None:
    for known in read_deals(SMOKE):
        assert replay(known.position, whole(known).line, WOCG_SINGLE) == known.value
    for known in [known for known in read_deals(ENDINGS) if len(known.hands[0]) == 9]:
        solution = whole(known)
        assert replay(known.position, solution.line, GUIDE_DOUBLE) == solution.value


@pytest.mark.jit
@pytest.mark.slow
def test_lines_of_the_slowest_deals_replayed_give_the_value() -> None:
    """Too long for the oracle: the play is checked, and the value with tables of two sizes."""
    for known in read_deals(SLOWEST):
        solution = whole(known)
        assert replay(known.position, solution.line, WOCG_SINGLE) == solution.value
        rules = load_rules("wocg-single")
        other = solve(known.text, known.trump, known.leader, rules=rules, table_megabytes=64)
        assert other.value == solution.value


@pytest.mark.jit
def test_the_best_first_card_of_whole_deals_has_the_value() -> None:
    for known in read_deals(SMOKE)[::3]:
        solution = whole(known)
        assert max(solution.first_cards.values()) == known.value
        assert sorted(solution.first_cards) == legal(known.position)


# --- yes or no, and stopping early -----------------------------------------------------------------------------------


def test_at_least_agrees_with_the_value() -> None:
    for game, position in spread({(game, 4): fewer(40) for game in range(len(GAMES))}, seed=26):
        rules = rules_for(game, position.duties)
        value = value_of(position, game)
        for points in {0, 1, value - 1, value, value + 1, position.total, position.total + 1}:
            if points >= 0:
                asked = ask(position, rules, at_least=points)
                assert asked.reached == (value >= points), (position, points)
                assert asked.low <= value <= asked.high


@pytest.mark.jit
def test_at_least_on_whole_deals() -> None:
    for known in read_deals(SMOKE)[::2]:
        assert known.value is not None
        for points in range(known.value - 3, known.value + 4):
            if 0 <= points <= 25:
                rules = load_rules("wocg-single")
                asked = solve(known.text, known.trump, known.leader, rules=rules, at_least=points)
                assert asked.reached == (known.value >= points)


@pytest.mark.jit
def test_a_limit_gives_an_interval_with_the_value_in_it() -> None:
    stopped = 0
    for known in read_deals(SMOKE)[::2]:
        assert known.value is not None
        rules = load_rules("wocg-single")
        widths = []
        for limit in (1, 100, 10_000, 100_000, 400_000, 10**9):
            solution = solve(known.text, known.trump, known.leader, rules=rules, node_limit=limit)
            assert 0 <= solution.low <= known.value <= solution.high <= 25
            assert solution.nodes <= limit * 1.01 + 1000
            assert solution.exact == (solution.value is not None)
            widths.append(solution.high - solution.low)
            stopped += not solution.exact
            asked = solve(known.text, known.trump, known.leader, rules=rules, node_limit=limit, at_least=known.value)
            assert asked.reached in (True, None)
        assert widths[-1] == 0
        assert widths == sorted(widths, reverse=True)
    assert stopped > 10


def test_a_limit_on_short_endings() -> None:
    for game, position in spread({(game, 5): fewer(60) for game in range(len(GAMES))}, seed=27):
        value = value_of(position, game)
        for limit in (1, 10, 50, 200):
            solution = ask(position, rules_for(game, position.duties), node_limit=limit)
            assert solution.low <= value <= solution.high


@pytest.mark.jit
def test_the_size_of_the_table_does_not_matter() -> None:
    chooser = random.Random(28)
    rules = load_rules("wocg-single")
    for _ in range(12):
        position = random_position(WOCG_SINGLE, 9, chooser)
        values = {ask(position, rules, table_megabytes=size).value for size in (0.001, 0.05, 2.5, 20)}
        assert len(values) == 1
    for known in read_deals(SMOKE)[:4]:
        for megabytes in (0.5, 2.5, 40):
            found = solve(known.text, known.trump, known.leader, rules=rules, table_megabytes=megabytes)
            assert found.value == known.value


@pytest.mark.jit
def test_every_trump_and_leader_of_whole_deals() -> None:
    for known in read_deals(SMOKE)[5:7]:
        rules = load_rules("wocg-single")
        table = solve_table(known.text, rules=rules)
        assert table.values[known.trump, known.leader] == known.value
        for trump, leader in itertools.product(SUITS, range(4)):
            assert table.values[trump, leader] == solve(known.text, trump, leader, rules=rules).value


# --- many deals, threads ---------------------------------------------------------------------------------------------


@pytest.mark.jit
def test_any_number_of_workers_gives_the_same() -> None:
    rules = load_rules("wocg-single")
    known = read_deals(SMOKE)
    deals = [Deal(one.text, rules) for one in known]
    trumps, leaders = [one.trump for one in known], [one.leader for one in known]
    answers = []
    for jobs in (1, 2, 4):
        told: list[tuple[int, int]] = []

        def tell(done: int, total: int, told: list[tuple[int, int]] = told) -> None:
            told.append((done, total))

        found = solve_many(deals, trumps, leaders, jobs=jobs, progress=tell)
        answers.append([(one.value, one.nodes) for one in found])
        assert told == [(done, len(deals)) for done in range(1, len(deals) + 1)]
    assert answers[0] == answers[1] == answers[2]
    assert [value for value, _ in answers[0]] == [one.value for one in known]


@pytest.mark.jit
def test_what_was_solved_before_changes_nothing() -> None:
    first, second = read_deals(SMOKE)[1], read_deals(SMOKE)[5]
    alone = whole(second)
    whole(first)
    again = whole(second)
    assert (again.value, again.nodes) == (alone.value, alone.nodes)


# --- other processes -------------------------------------------------------------------------------------------------

ASK = """
import pinosim as ps
print(ps.__file__)
print(ps.solve("AS 9H | TS KH | KS QH | QS JH", "S", rules=ps.load_rules("family250")).value)
"""


def run_in_a_process(folder: Path, cache: Path) -> list[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "XDG_CACHE_HOME": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("NUMBA_CACHE_DIR", None)
    result = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, cwd=folder, env=environment, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.jit
@pytest.mark.slow
def test_kernels_load_in_a_second_process_and_are_compiled_anew_after_an_edit(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "copy" / "pinosim", ignore=shutil.ignore_patterns("__pycache__"))
    copy, cache = tmp_path / "copy", tmp_path / "cache"
    first = run_in_a_process(copy, cache)
    assert first == [str(copy / "pinosim" / "__init__.py"), "40"]
    compiled = {path.name for path in cache.rglob("*.nbc")}
    assert compiled
    written = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")}
    assert run_in_a_process(copy, cache) == first
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")} == written, (
        "the kernels were compiled again"
    )

    # Another game: nobody is paid for the last trick. The kernel called from Python is in another file than the edit,
    # so numba itself would not notice.
    helper = copy / "pinosim" / "core" / "double_dummy" / "bounds.py"
    source = helper.read_text(encoding="utf-8")
    edited = source.replace("return value, ranks", "return 0, ranks", 1)
    assert edited != source
    helper.write_text(edited, encoding="utf-8")
    assert run_in_a_process(copy, cache)[1] == "30", "old code was used after the edit"
