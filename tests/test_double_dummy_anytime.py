"""What the solver answers when a budget runs out, and its play-outs with open cards."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from double_dummy_cases import GAMES, ask, fewer, random_position, rules_for, spread, wraps_around
from double_dummy_deals import ENDINGS, read_deals
from double_dummy_oracles import Position, after, alpha_beta, brute_force, duties_of
from naive import WOCG_SINGLE
from pinosim.api.anytime import Budget, narrow_within, play_open, reaches_within
from pinosim.api.deal import Deal
from pinosim.api.solution import Question
from pinosim.api.solve import solve, solve_many
from pinosim.api.solver_desk import Desk
from pinosim.cli.main import cli
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules

pytestmark = wraps_around
ENDING = "AS 9H | TS KH | KS QH | QS JH"
WITHOUT_LIMIT = Budget(None, None)


def question_of(position: Position, game: int) -> Question:
    return ask(position, rules_for(game, position.duties), node_limit=1).question


def replayed(position: Position, cards: list[str]) -> tuple[Position, int]:
    """Play whole tricks by the slow program's rules; return what is left and the points of the first side."""
    rest, taken = position, 0
    for card in cards:
        before = rest.total
        rest, _ = after(rest, card)
        if not rest.trick and rest.leader % 2 == position.leader % 2:
            taken += before - rest.total
    return rest, taken


def whole_double(seed: int = 3) -> Deal:
    return Deal.random(load_rules("guide-double"), seed=seed)


# --- intervals -------------------------------------------------------------------------------------------------------


def test_the_value_is_in_the_interval_whatever_the_budget_and_the_guess() -> None:
    chooser = random.Random(41)
    exact = stopped = 0
    for game, position in spread({(game, 4): fewer(60) for game in range(len(GAMES))}, seed=41):
        question, value = question_of(position, game), brute_force(position)
        for nodes in (0, 1, 7, 30, 1000):
            budget = Budget(nodes, None)
            low, high = narrow_within(question, chooser.choice((None, 0, value, position.total)), budget)
            assert low <= value <= high, (position, nodes)
            assert budget.spent <= nodes + 3  # a last trick is counted as a whole
            exact, stopped = exact + (low == high), stopped + (low < high)
    assert exact > 10
    assert stopped > 10


def test_more_nodes_never_give_a_wider_interval() -> None:
    for game, position in spread({(game, 5): fewer(20) for game in range(len(GAMES))}, seed=42):
        widths = []
        for nodes in (0, 50, 100, 200, 400, 100_000):
            solution = ask(position, rules_for(game, position.duties), node_limit=max(nodes, 1))
            widths.append(solution.high - solution.low)
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] == 0


def test_yes_or_no_within_a_budget() -> None:
    known = 0
    for game, position in spread({(game, 4): fewer(40) for game in range(len(GAMES))}, seed=43):
        question, value = question_of(position, game), brute_force(position)
        for points in (0, value, value + 1, position.total + 1):
            for budget in (Budget(None, 60.0), Budget(5, 60.0), Budget(0, None)):
                answer = reaches_within(question, points, budget)
                assert answer in (None, value >= points)
                known += answer is not None
            assert reaches_within(question, points, Budget(None, 60.0)) == (value >= points)
    assert known > 20


def test_time_ends_a_search() -> None:
    budget = Budget(None, 0.0)
    assert (budget.left, budget.limited) == (0, True)
    solution = solve(ENDING, "S", seconds=0, horizon=2)
    assert (solution.low, solution.high, solution.value, solution.nodes) == (0, 50, None, 0)
    assert solution.horizon == 0
    assert "not exact" in str(solution)
    assert solve(ENDING, "S", seconds=60).value == 40
    assert solve(ENDING, "S", seconds=60, at_least=40).reached is True
    assert solve(ENDING, "S", seconds=0, at_least=40).reached is None
    with pytest.raises(PinosimError, match=r"not found in seconds=0.*give more seconds"):
        _ = solution.first_cards


@pytest.mark.jit
def test_a_whole_deal_of_the_double_deck_is_answered_in_the_time_given() -> None:
    solution = solve(whole_double(), "S", seconds=0.5, horizon=12)
    assert not solution.exact
    assert solution.nodes > 0
    assert solution.seconds < 10  # a machine busy with other work may be late, not by far
    assert solution.play_out is not None
    assert 0 <= solution.play_out <= 50


@pytest.mark.jit
def test_nodes_give_the_same_answer_again() -> None:
    deals = [whole_double(seed) for seed in range(3)]
    once = solve_many(deals, "H", node_limit=300_000, horizon=11, jobs=1)
    assert once == solve_many(deals, "H", node_limit=300_000, horizon=11, jobs=3)
    assert all(solution.nodes <= 300_003 for solution in once)
    assert all(solution.low > 0 or solution.high < 50 for solution in once)


# --- play-outs -------------------------------------------------------------------------------------------------------


def test_a_play_out_is_legal_play_and_then_the_value() -> None:
    """The cards down to the horizon are replayed by the oracle's rules, and the rest is tried out."""
    from pinosim.core.double_dummy.horizon import play_to_horizon

    for game, position in spread({(game, 5): fewer(40) for game in range(len(GAMES))}, seed=44):
        question = question_of(position, game)
        for horizon in (0, 3, 4):
            line = np.zeros(question.rules.deck.size, np.int64)
            points, n = play_to_horizon(*Desk(question).memory[:2], horizon, line)
            rest, taken = replayed(position, [question.rules.deck.token(int(kind)) for kind in line[:n]])
            assert taken == points
            assert {len(hand) for hand in rest.hands} == {horizon}
            assert not rest.trick
            value = brute_force(rest)
            same = rest.leader % 2 == position.leader % 2
            played = play_open(question, horizon, WITHOUT_LIMIT)
            assert played.points == taken + (value if same else rest.total - value)
            assert played.horizon == horizon


def test_a_horizon_of_all_cards_is_the_value() -> None:
    for game, position in spread({(game, 4): fewer(40) for game in range(len(GAMES))}, seed=45):
        solution = ask(position, rules_for(game, position.duties), horizon=9)
        assert solution.value == solution.play_out == brute_force(position)
        assert solution.horizon == max(map(len, position.hands))


def test_a_small_budget_takes_a_nearer_horizon() -> None:
    position = random_position(WOCG_SINGLE, 7, random.Random(46))
    rules = rules_for(GAMES.index(WOCG_SINGLE), duties_of(WOCG_SINGLE))
    used = [ask(position, rules, node_limit=nodes, horizon=7).horizon for nodes in (1, 10_000_000)]
    assert used == [0, 7]


@pytest.mark.jit
def test_play_outs_climb_as_far_as_the_budget_lasts() -> None:
    deal = whole_double()
    horizons = [solve(deal, "S", node_limit=nodes, horizon=20).horizon for nodes in (1, 100_000, 1_000_000, 8_000_000)]
    assert horizons == sorted(horizons)  # type: ignore[type-var]
    assert horizons[0] == 0
    assert 6 < horizons[-1] < 20  # type: ignore[operator]


@pytest.mark.jit
def test_play_outs_of_double_endings_are_replayed_by_the_slow_program() -> None:
    from pinosim.core.double_dummy.horizon import play_to_horizon

    rules = load_rules("guide-double")
    for known in read_deals(ENDINGS)[-6:]:
        question = solve(known.text, known.trump, known.leader, rules=rules, node_limit=1).question
        line = np.zeros(rules.deck.size, np.int64)
        _, n = play_to_horizon(*Desk(question).memory[:2], 7, line)
        rest, taken = replayed(known.position, [rules.deck.token(int(kind)) for kind in line[:n]])
        value = alpha_beta(rest).value
        same = rest.leader % 2 == known.leader % 2
        assert play_open(question, 7, WITHOUT_LIMIT).points == taken + (value if same else rest.total - value)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "arguments"),
    [
        ("seconds: expected 0 to 1,000,000, got -1", {"seconds": -1}),
        ("seconds", {"seconds": float("nan")}),
        ("seconds", {"seconds": "2"}),
        ("horizon", {"horizon": -1}),
        ("horizon", {"horizon": 1.5}),
        ("leave one of the two out", {"horizon": 2, "at_least": 10}),
    ],
)
def test_bad_budgets_are_refused(match: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(PinosimError, match=match):
        solve(ENDING, "S", **arguments)
    with pytest.raises(PinosimError, match=match):
        solve_many([Deal(ENDING, load_rules("family250"))], "S", **arguments)


def test_a_duty_the_solver_does_not_know_is_refused() -> None:
    rules = load_rules("family250", ["play.undertrump=false"])
    with pytest.raises(PinosimError, match=r"play\.undertrump = false: set it to true"):
        solve(Deal(ENDING, rules), "S")
    assert solve(Deal(ENDING, load_rules("family250", ["play.undertrump=false", "play.overtrump=false"])), "S").exact


# --- the command -----------------------------------------------------------------------------------------------------


def pinosim(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["solve", *arguments], prog_name="pinosim")


def test_the_budget_is_part_of_the_answer() -> None:
    answer = json.loads(pinosim(ENDING, "--trump", "S", "--seconds", "30", "--horizon", "1", "--json").stdout)
    assert answer["limits"] == {"nodes": None, "seconds": 30.0}
    assert (answer["value"], answer["horizon"]) == (40, 1)
    assert 0 <= answer["play_out"] <= 50
    answer = json.loads(pinosim(ENDING, "--trump", "S", "--json").stdout)
    assert (answer["limits"], answer["play_out"]) == ({"nodes": 500_000_000, "seconds": None}, None)


def test_words_say_what_ran_out_and_what_a_play_out_is() -> None:
    text = pinosim(ENDING, "--trump", "S", "--seconds", "0", "--horizon", "2").stdout
    assert "The 0 seconds ran out before the value was found; give more with --seconds." in text
    assert "Another run may give another interval." in text
    assert "solver's order of moves: " in text
    assert "That is one way to play, neither the value nor a bound." in text
    text = pinosim(ENDING, "--trump", "S", "--budget", "1").stdout
    assert "The budget ran out before the value was found; give more with --budget." in text
    assert "Played out as well as can be, that is 40 points." in pinosim(
        ENDING, "--trump", "S", "--horizon", "2"
    ).stdout  # fmt: skip


@pytest.mark.jit
def test_long_hands_get_an_interval_and_a_play_out_unasked() -> None:
    deal = str(whole_double())
    answer = json.loads(pinosim(deal, "--trump", "S", "--rules", "guide-double", "--seconds", "0.2", "--json").stdout)
    assert answer["value"] is None
    assert answer["play_out"] is not None
    assert answer["horizon"] <= 12


def test_commands_that_contradict_themselves_are_refused() -> None:
    result = pinosim(ENDING, "--trump", "S", "--at-least", "10", "--horizon", "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "leave one of the two out" in result.stderr
    result = pinosim(ENDING, "--trump", "S", "--seconds", "-1")
    assert result.exit_code == 2
    assert "seconds: expected 0 to 1,000,000" in result.stderr
    deal = str(whole_double())
    result = pinosim(deal, "--all", "--rules", "guide-double", "--seconds", "1")
    assert result.exit_code == 2
    assert "would take hours" in result.stderr
