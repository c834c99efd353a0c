"""Chances to win the game: against exact small games, against whole games played, as files, on the command line."""

from __future__ import annotations

import itertools
import json
import warnings
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pinosim import list_rules, load_rules, make_win_table, win_table
from pinosim.api.game_end import GOES_ON, LOST, WON, ends_of_two, game_end
from pinosim.api.playing import load_player, seat_policies
from pinosim.api.win_outcomes import DEALING, NOBODY, OTHER, HandOutcomes, sample_outcomes
from pinosim.api.win_solving import ScoreGrid, grid_of, solve_chances
from pinosim.api.win_table_file import is_own_win_table, read_win_table
from pinosim.cli.main import cli
from pinosim.core import columns as C
from pinosim.errors import PinosimError
from pinosim.rules.schema import Rules

FAMILY = load_rules("family250")
TWO_SIDED = [rules.id for rules in list_rules() if rules.seats.teams == 2]
ENDINGS = [
    (),
    ("game.tie=higher-score",),
    ("game.losing_score=-30",),
    ("game.losing_score=-30", "game.tie=higher-score"),
    ("game.winner_must_bid=true",),
    ("game.winner_must_bid=true", "game.losing_score=-30", "game.tie=higher-score"),
]
# change of the dealing side, of the other; who bid; made; the same side deals next; how often
SMALL = np.array(
    [
        (20, 10, DEALING, 1, 0, 3),
        (-20, 10, DEALING, 0, 0, 2),
        (10, 30, OTHER, 1, 0, 2),
        (10, -20, OTHER, 0, 1, 2),
        (40, 40, OTHER, 1, 1, 1),
    ],
    np.int64,
)


def small_game(overrides: tuple[str, ...]) -> tuple[Rules, HandOutcomes]:
    rows = SMALL.copy()
    rules = load_rules("family250", ["game.target=60", *overrides])
    return rules, HandOutcomes(rows, int(rows[:, -1].sum()), "by hand")


def side_that_won(rules: Rules, ours: int, theirs: int, bid_by: int, made: bool) -> int | None:
    end = game_end(rules, (ours, theirs), {NOBODY: None, DEALING: 0, OTHER: 1}[bid_by], made=made)
    return None if end is None else end.winner


@pytest.mark.parametrize("overrides", ENDINGS)
def test_ends_of_many_are_those_of_each(overrides: tuple[str, ...]) -> None:
    rules = load_rules("family250", ["game.target=60", *overrides])
    scores = range(-50, 100, 10)
    for bid_by, made in itertools.product((NOBODY, DEALING, OTHER), (False, True)):
        ours, theirs = np.meshgrid(scores, scores, indexing="ij")
        ends = ends_of_two(rules, ours, theirs, bid_by == DEALING, bid_by == OTHER, made)
        for a, b, end in zip(ours.ravel(), theirs.ravel(), ends.ravel(), strict=True):
            assert end == {None: GOES_ON, 0: WON, 1: LOST}[side_that_won(rules, int(a), int(b), bid_by, made)]


@pytest.mark.parametrize("overrides", ENDINGS)
def test_small_games_are_solved_exactly(overrides: tuple[str, ...]) -> None:
    """The same chances as from a system of linear equations, one for each pair of scores."""
    rules, outcomes = small_game(overrides)
    grid = grid_of(rules, outcomes)
    size = grid.high - grid.low + 1
    equations = np.eye(size * size)
    constants = np.zeros(size * size)
    for x, y in itertools.product(range(size), repeat=2):
        for up, across, bid_by, made, same, count in outcomes.rows.tolist():
            share = count / outcomes.hands
            ours, theirs = (grid.low + x) * 10 + up, (grid.low + y) * 10 + across
            winner = side_that_won(rules, ours, theirs, bid_by, bool(made))
            if winner is not None:
                constants[x * size + y] += share * (winner == 0)
                continue
            a, b = (min(max(score // 10 - grid.low, 0), size - 1) for score in (ours, theirs))
            if same:
                equations[x * size + y, a * size + b] -= share
            else:
                constants[x * size + y] += share
                equations[x * size + y, b * size + a] += share
    exact = np.linalg.solve(equations, constants).reshape(size, size)
    np.testing.assert_allclose(solve_chances(rules, outcomes, grid), exact, atol=2e-6)


def test_a_game_that_only_rises_is_solved_backwards() -> None:
    rules = load_rules("family250", ["game.target=50"])
    hands = ((20, 0, DEALING), (10, 10, DEALING), (0, 30, OTHER))

    @cache
    def chance(x: int, y: int) -> Fraction:
        total = Fraction(0)
        for up, across, bid_by in hands:
            winner = side_that_won(rules, x + up, y + across, bid_by, True)
            value = 1 - chance(y + across, x + up) if winner is None else Fraction(int(winner == 0))
            total += value / len(hands)
        return total

    rows = np.array([(up, across, bid_by, 1, 0, 1) for up, across, bid_by in hands], np.int64)
    chances = solve_chances(rules, HandOutcomes(rows, 3, "by hand"), ScoreGrid(10, 0, 4))
    for x, y in itertools.product(range(0, 50, 10), repeat=2):
        assert chances[x // 10, y // 10] == pytest.approx(float(chance(x, y)), abs=1e-6)


def test_a_game_without_end_is_won_by_either_as_often() -> None:
    rules = load_rules("family250", ["game.target=60"])
    nothing = HandOutcomes(np.array([(0, 0, DEALING, 0, 0, 1)], np.int64), 1, "nobody")
    table = solve_chances(rules, nothing, ScoreGrid(10, 0, 5))
    assert table == pytest.approx(0.5)  # nobody ever wins: both are equally far from it


@pytest.mark.parametrize("name", ["family250", "wocg-single", "two-hand"])
def test_outcomes_are_counted_from_the_hands(name: str) -> None:
    rules = load_rules(name)
    deals = 300
    outcomes = sample_outcomes(rules, "standard", deals, seed=4, first=7, jobs=1)
    labels, seats = seat_policies("standard", rules)
    hands = np.empty((C.N_COLUMNS, deals), np.int32)
    load_player(rules, seats, 4)(7, hands)
    expected: dict[tuple[int, ...], int] = {}
    for i in range(deals):
        dealer = int(hands[C.DEALER, i])
        mine = dealer % 2
        bid_by = NOBODY if name == "two-hand" else DEALING if hands[C.BIDDER, i] % 2 == mine else OTHER
        made = int(name != "two-hand" and hands[C.OUTCOME, i] == C.MADE)
        changes = (int(hands[C.SCORE_0 + mine, i]), int(hands[C.SCORE_0 + 1 - mine, i]))
        key = (*changes, bid_by, made, 0)
        expected[key] = expected.get(key, 0) + 1
    assert {tuple(row[:-1]): row[-1] for row in outcomes.rows.tolist()} == expected
    assert (outcomes.hands, outcomes.policy) == (deals, labels[0])


def test_a_redeal_that_passes_the_deal_on_is_noticed() -> None:
    rules = load_rules("family250", ["redeal.same_dealer=false"])
    outcomes = sample_outcomes(rules, "standard", 2_000, jobs=1)
    again = outcomes.rows[outcomes.rows[:, 4] == 1, -1].sum()
    assert 0 < again < 1_000


@pytest.mark.parametrize("name", TWO_SIDED)
def test_every_game_of_two_sides_has_a_sound_table(name: str) -> None:
    rules = load_rules(name)
    table = win_table(rules)
    assert table.hands == 1_000_000
    assert table.policy == "hard-1"
    assert table.error < 0.01
    target = rules.game.target
    scores = table.scores[table.scores < target]
    dealing = table.before_hand(scores[:, None], scores[None, :], we_deal=True)
    # more points are better, except for what two hundredths of a point of noise can do
    assert np.diff(dealing, axis=0).min() > -0.004
    assert np.diff(dealing, axis=1).max() < 0.004
    assert table.chance(0, 0).value == pytest.approx(0.5, abs=0.03)
    ahead = target * 9 // 10
    assert table.chance(ahead, 0).value > 0.8


@pytest.mark.jit
@pytest.mark.parametrize("name", ["family250", "guide-double", "wocg-single", "slippedup"])
def test_whole_games_are_won_as_often_as_the_table_says(name: str) -> None:
    """Fresh hands in a row, a game after another from given scores: the share won is within five standard errors."""
    rules = load_rules(name)
    table = win_table(rules)
    _, seats = seat_policies("hard", rules)
    hands = np.empty((C.N_COLUMNS, 20_000), np.int32)
    load_player(rules, seats, 987)(0, hands)
    dealers, bidders = hands[C.DEALER].tolist(), hands[C.BIDDER].tolist()
    made = (hands[C.OUTCOME] == C.MADE).tolist()
    changes = hands[[C.SCORE_0, C.SCORE_1]].T.tolist()
    target = rules.game.target
    for start in ((0, 0), (target * 4 // 5, target * 3 // 5), (target * 2 // 3, target * 9 // 10), (-target // 5, 0)):
        won, expected = [], []
        place = 0
        while place < len(dealers) - 200:
            scores = list(start)
            we_deal = dealers[place] % 2 == 0
            end = None
            while end is None:
                scores = [score + change for score, change in zip(scores, changes[place], strict=True)]
                end = game_end(rules, scores, bidders[place] % 2, made=made[place])
                place += 1
            won.append(end.winner == 0)
            expected.append(table.chance(*start, dealer="us" if we_deal else "them").value)
        error = np.sqrt(np.mean(expected) * (1 - np.mean(expected)) / len(won) + table.error**2)
        assert abs(np.mean(won) - np.mean(expected)) < 5 * error, start
        assert len(won) > 400


def test_both_sides_chances_add_up_to_one() -> None:
    table = win_table(FAMILY)
    for us, them in ((0, 0), (800, 650), (1490, -200), (-2000, 1405)):
        for ours, other in (("us", "them"), ("them", "us")):
            total = table.chance(us, them, dealer=ours).value + table.chance(them, us, dealer=other).value
            assert total == pytest.approx(1)


def test_after_a_hand_the_end_counts() -> None:
    table = win_table(FAMILY)
    chances = table.after_hand(
        [1500, 1510, 1510, 1000], [900, 1520, 1520, 1000], [True, True, False, True], [False, False, True, False], True,
        we_deal_next=True,
    )  # fmt: skip
    assert chances[:3].tolist() == [1, 1, 0]
    assert chances[3] == table.chance(1000, 1000, dealer="us").value


def test_scores_between_those_of_the_table_are_read_between() -> None:
    table = win_table(FAMILY)
    below, between, above = (table.chance(score, 700).value for score in (1200, 1203, 1210))
    assert between == pytest.approx(below + 0.3 * (above - below))
    assert table.chance(-5000, 0).value == table.chance(-1500, 0).value


def test_the_other_scale_is_the_same_table() -> None:
    small = load_rules("family250", scale=1)
    assert win_table(small).chance(80, 65).value == win_table(FAMILY).chance(800, 650).value
    large = win_table(load_rules("guide-double", scale=10))
    assert large.chance(3_500, 4_000).value == win_table(load_rules("guide-double")).chance(350, 400).value


def test_a_file_gives_the_table_again_and_is_the_same_every_time(tmp_path: Path) -> None:
    paths = [tmp_path / "one.npz", tmp_path / "two.npz"]
    tables = [make_win_table(FAMILY, "standard", 2_000, seed=3, jobs=jobs) for jobs in (1, 2)]
    for table, path in zip(tables, paths, strict=True):
        table.save(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    again = read_win_table(FAMILY, paths[0])
    np.testing.assert_allclose(again.chances, tables[0].chances, atol=5.1e-5)
    assert (again.policy, again.hands, again.seed, again.unit) == ("standard-1", 2_000, 3, 10)
    with pytest.raises(PinosimError, match=r"made for 'family250' .* not for 'slippedup' .*Make another"):
        win_table(load_rules("slippedup"), paths[0])
    paths[0].write_bytes(paths[0].read_bytes()[:-300])
    with pytest.raises(PinosimError, match="is not a table of chances"):
        win_table(FAMILY, paths[0])


def test_what_has_no_table_is_refused_with_the_way_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(PinosimError, match=r"pinosim win-table --rules .* --out"):
        win_table(load_rules("family250", ["game.target=1200"]))
    with pytest.raises(PinosimError, match="has 3 sides"):
        win_table(load_rules("family250-3h"))
    with pytest.raises(PinosimError, match="cannot read"):
        win_table(FAMILY, tmp_path / "none.npz")
    table = win_table(FAMILY)
    for us, them in ((1500, 0), (0, 1600)):
        with pytest.raises(PinosimError, match="the game is over"):
            table.chance(us, them)
    with pytest.raises(PinosimError, match="dealer: expected"):
        table.chance(0, 0, dealer="me")


def test_the_command_tells_and_makes(tmp_path: Path) -> None:
    run = CliRunner().invoke(cli, ["win-table", "--score", "1150:850", "--dealer", "us", "--json"])
    assert run.exit_code == 0, run.output
    answer = json.loads(run.output)
    assert answer["chance"]["value"] == win_table(FAMILY).chance(1150, 850, dealer="us").value
    assert (answer["command"], answer["n"], answer["target"]) == ("win-table", 1_000_000, 1500)
    place = answer["scores"].index(0)
    assert answer["they_deal"][place][place] == pytest.approx(win_table(FAMILY).chance(0, 0).value, abs=1e-4)
    out = tmp_path / "mine.npz"
    settings = ["--set", "game.target=500", "--deals", "1000", "--policy", "standard"]
    run = CliRunner().invoke(cli, ["win-table", *settings, "--out", str(out)])
    assert run.exit_code == 0, run.output
    assert "standard-1 in every seat" in run.output
    run = CliRunner().invoke(cli, ["win-table", "--set", "game.target=500", "--win-table", str(out), "--score", "1:2"])
    assert run.exit_code == 0, run.output
    assert "At 1 to 2, they deal: " in run.output


def test_the_table_draws_and_tabulates_itself() -> None:
    from matplotlib import pyplot

    table = win_table(load_rules("guide-standard"))
    ax = table.plot(dealer="us")
    assert ax.get_ylabel() == "our score"
    pyplot.close("all")
    frame = table.to_frame()
    row = frame[(frame["us"] == 100) & (frame["them"] == 50)].iloc[0]
    assert row["they_deal"] == table.chance(100, 50).value
    assert row["we_deal"] == table.chance(100, 50, dealer="us").value
    assert "<pre>" in table._repr_html_()


@pytest.mark.parametrize("place", ["/proc/x.npz", "/dev/full", ""])
def test_out_is_tried_before_any_hand_is_played(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object) -> None:
        raise AssertionError("hands were played")

    monkeypatch.setattr("pinosim.api.win_table.make_win_table", played)
    run = CliRunner().invoke(cli, ["win-table", "--out", place])
    assert run.exit_code == (1 if place == "/dev/full" else 2)  # a full disk is the machine's fault
    assert "--out" in run.stderr


def test_out_replaces_nothing_but_a_table(tmp_path: Path) -> None:
    letter, old = tmp_path / "letter.npz", tmp_path / "old.npz"
    np.savez(letter, mine=np.arange(3))
    before = letter.read_bytes()
    run = CliRunner().invoke(cli, ["win-table", "-n", "1000", "--out", str(letter)])
    assert run.exit_code == 2
    assert "--out: " in run.stderr
    assert "is not a table of chances; it is kept" in run.stderr
    assert letter.read_bytes() == before
    win_table(FAMILY).save(old)
    assert is_own_win_table(old.read_bytes()[:100])
    assert not is_own_win_table(before[:100])


def test_save_replaces_nothing_but_a_table_unless_asked_to(tmp_path: Path) -> None:
    place, table = tmp_path / "letter.npz", win_table(FAMILY)
    place.write_text("Dear Ann")
    with pytest.raises(PinosimError, match="something else and is kept"):
        table.save(place)
    assert place.read_text() == "Dear Ann"
    table.save(place, overwrite=True)
    table.save(place)
    assert win_table(FAMILY, place).chance(700, 500) == table.chance(700, 500)


@pytest.mark.parametrize("fault", ["text", "objects", "one array", "fractions", "cut off"])
def test_a_file_that_is_no_table_is_refused_in_our_words(fault: str, tmp_path: Path) -> None:
    file, whole = tmp_path / "own.npz", tmp_path / "whole.npz"
    win_table(FAMILY).save(whole)
    if fault == "text":
        file.write_text("Dear Ann")
    elif fault == "objects":
        np.savez(file, about=np.array({"format": 1}, object))
    elif fault == "one array":
        with file.open("wb") as place:
            np.save(place, np.arange(3))
    elif fault == "fractions":
        with np.load(whole) as arrays:
            np.savez(file, about=arrays["about"], chances=np.full((3, 3), np.nan))
    else:
        file.write_bytes(whole.read_bytes()[:-200])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(PinosimError, match=r"is not a (whole )?table of chances") as caught:
            read_win_table(FAMILY, file)
    assert "pickle" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--policy", "easy"], "--policy is for a table made with --out"),
        (["--deals", "2000"], "--deals is for a table made with --out"),
        (["--seed", "3"], "--seed is for a table made with --out"),
        (["--dealer", "us"], "--dealer is for --score"),
    ],
)
def test_options_that_would_change_nothing_are_refused(arguments: list[str], words: str) -> None:
    run = CliRunner().invoke(cli, ["win-table", *arguments])
    assert (run.exit_code, run.stdout) == (2, "")
    assert words in run.stderr
