"""Matches: pairs, seatings, intervals, stopping early, and the command."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner

from pinosim import Match, load_rules, match
from pinosim.api.intervals import confidence_sequence
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.api.match import BATCH_DEALS, seatings
from pinosim.cli.main import cli
from pinosim.core import columns as C
from pinosim.core.hand import play_hands
from pinosim.errors import PinosimError
from pinosim.policies.registry import resolve_seats

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
FAMILY = load_rules("family250")


def played(names: str, deals: int, seed: int, rules=FAMILY) -> np.ndarray:
    inputs = kernel_inputs(rules)
    out = np.zeros((C.N_COLUMNS, deals), np.int32)
    seats = policy_rows(resolve_seats(names, rules))
    play_hands(inputs.dealing, seats, inputs.book, np.uint64(seed), 0, new_scratch(), out)
    return out.astype(np.int64)


def test_numbers_are_those_of_the_same_hands_played_one_by_one() -> None:
    deals = 300
    result = match("standard", "random", FAMILY, deals=deals, seed=5, jobs=1)
    first = played("standard,random,standard,random", deals, 5)
    second = played("random,standard,random,standard", deals, 5)
    pairs = (first[C.SCORE_0] - first[C.SCORE_1] + second[C.SCORE_1] - second[C.SCORE_0]) / 2
    assert result.points_per_hand.value == pytest.approx(pairs.mean())
    half = 1.96 * pairs.std(ddof=1) / math.sqrt(deals)
    assert result.points_per_hand.margin == pytest.approx(half, rel=0.01)
    assert (result.won, result.tied, result.lost) == tuple(
        int(x) for x in ((pairs > 0).sum(), (pairs == 0).sum(), (pairs < 0).sum())
    )
    assert result.win_rate.value == pytest.approx(((pairs > 0) + (pairs == 0) / 2).mean())
    bids = np.concatenate([first[C.BIDDER] % 2 == 0, second[C.BIDDER] % 2 == 1])
    made = np.concatenate([first[C.OUTCOME], second[C.OUTCOME]]) == C.MADE
    assert result.contracts_a.value == pytest.approx(made[bids].mean())
    assert result.contracts_b.value == pytest.approx(made[~bids].mean())
    assert result.contracts_a.n + result.contracts_b.n == result.hands == 2 * deals


def test_the_other_way_round_is_the_same_match() -> None:
    one = match("standard", "random", FAMILY, deals=100, jobs=1)
    other = match("random", "standard", FAMILY, deals=100, jobs=1)
    assert one.points_per_hand.value == pytest.approx(-other.points_per_hand.value)
    assert (one.won, one.lost) == (other.lost, other.won)
    assert one.elo.mean == pytest.approx(-other.elo.mean)


def test_a_policy_ties_every_deal_with_itself() -> None:
    result = match("standard", "standard", FAMILY, deals=100, jobs=1)
    assert (result.tied, result.elo.mean, result.points_per_hand.high) == (100, 0, 0)


@pytest.mark.jit
def test_threads_do_not_change_a_digit() -> None:
    deals = 3 * BATCH_DEALS + 100
    alone, together = (match("standard", "random", FAMILY, deals=deals, jobs=jobs) for jobs in (1, 3))
    assert alone == together


def test_swapping_halves_the_noise_of_the_cards() -> None:
    """Pairs have a narrower interval than as many hands taken for independent would give."""
    result = match("standard", "random", FAMILY, deals=400, seed=3, jobs=1)
    first = played("standard,random,standard,random", 400, 3)
    single = first[C.SCORE_0] - first[C.SCORE_1]
    assert result.points_per_hand.margin < 1.96 * single.std(ddof=1) / math.sqrt(800)


@pytest.mark.parametrize(("name", "rows"), [("family250", 2), ("auction-3h", 6), ("two-hand", 2), ("universal-5h", 10)])
def test_every_seat_is_taken_as_often_by_either(name: str, rows: int) -> None:
    table = np.array(seatings(load_rules(name)))
    assert table.shape == (rows, load_rules(name).seats.players)
    assert (table.sum(axis=0) * 2 == rows).all()
    assert len({tuple(row) for row in table.tolist()}) == rows


@pytest.mark.parametrize("name", ["auction-3h", "two-hand"])
def test_games_without_teams(name: str) -> None:
    result = match("standard", "random", load_rules(name), deals=60, jobs=1)
    assert result.points_per_hand.low > 0
    assert result.hands == 60 * len(seatings(load_rules(name)))
    assert (result.contracts_a.n + result.contracts_b.n == 0) == (name == "two-hand")


@pytest.mark.jit
def test_it_stops_early_when_the_difference_is_clear() -> None:
    result = match("standard", "random", FAMILY, deals=20 * BATCH_DEALS, stop=True, jobs=1)
    assert result.stopped
    assert result.deals < 20 * BATCH_DEALS
    assert result.points_per_hand.low > 0
    never = match("standard", "standard", FAMILY, deals=100, stop=True, jobs=1)
    assert not never.stopped


def test_looking_often_does_not_spoil_a_confidence_sequence() -> None:
    """Of 400 matches between equals, looked at 50 times each, the sequence errs in at most 5%; plain intervals more."""
    draws = np.random.default_rng(1).normal(0, 100, (400, 50, 200))
    totals = draws.sum(axis=2).cumsum(axis=1)
    squares = (draws * draws).sum(axis=2).cumsum(axis=1)
    sequence = plain = 0
    for total, square in zip(totals, squares, strict=True):
        looks = [(200 * (i + 1), total[i], square[i]) for i in range(50)]
        spans = [confidence_sequence(t, q, n, 0.95, 10_000) for n, t, q in looks]
        sequence += any(span.low > 0 or span.high < 0 for span in spans)
        plain += any(abs(t) > 1.96 * math.sqrt(q) for _, t, q in looks)
    assert sequence <= 0.05 * 400
    assert plain > 0.15 * 400


def test_what_cannot_be_used_is_refused() -> None:
    for wrong in ({"deals": 0}, {"deals": True}, {"seed": -1}, {"level": 1.0}, {"jobs": 0}):
        with pytest.raises(PinosimError, match=next(iter(wrong))):
            match("standard", "random", FAMILY, **wrong)
    with pytest.raises(PinosimError, match="no policy 'expertt'"):
        match("expertt", "random", FAMILY)
    with pytest.raises(PinosimError, match="load_rules"):
        match("standard", "random", "family250")  # type: ignore[arg-type]


def test_it_shows_itself() -> None:
    result = match("standard", "random", FAMILY, deals=50, jobs=1)
    assert isinstance(result, Match)
    assert "standard-1 against random-1" in str(result)
    assert str(result.deals) in result._repr_html_()
    frame = result.to_frame()
    assert (frame["low"] <= frame["value"]).all()
    axes = result.plot()
    assert "points a hand" in axes.get_xlabel()


def test_json_has_the_agreed_keys() -> None:
    command = ["match", "standard", "random", "--deals", "80", "--rules", "guide-double", "--seed", "4", "--json"]
    answer = json.loads(CliRunner().invoke(cli, command).stdout)
    assert list(answer)[:6] == ["command", "version", "rules", "rules_hash", "seed", "n"]
    assert (answer["command"], answer["rules"], answer["seed"], answer["n"]) == ("match", "guide-double", 4, 80)
    for key in ("points_per_hand", "win_rate", "elo"):
        assert set(answer[key]) == {"mean", "low", "high"}
    assert answer["points_per_hand"]["low"] <= answer["points_per_hand"]["mean"] <= answer["points_per_hand"]["high"]
    assert sum(answer["pairs"].values()) == 80


def test_the_command_in_words_and_its_errors() -> None:
    told = CliRunner().invoke(cli, ["match", "standard", "random", "--deals", "50", "--level", "0.99"])
    assert told.exit_code == 0
    assert "Intervals of 99%" in told.stdout
    wrong = CliRunner().invoke(cli, ["match", "standard", "nobody"])
    assert wrong.exit_code == 2
    assert "there is no policy 'nobody'" in wrong.stderr


def test_a_few_deals_that_all_go_one_way_leave_room_for_others() -> None:
    result = match("easy", "random", load_rules("family250"), deals=3, seed=1)
    assert (result.won, result.tied) == (3, 0)
    assert result.win_rate.value == 1
    assert result.win_rate.low < 0.7
