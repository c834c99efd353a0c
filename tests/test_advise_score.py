"""Advice by the score: chances to win come from the deals, decide the verdict, and words say where points differ."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from pinosim import advise, load_rules, make_win_table, win_table
from pinosim.api.advice import Advice
from pinosim.api.auction_text import read_auction
from pinosim.api.playouts import play_out_hand
from pinosim.cli.main import cli
from pinosim.core import playout as P
from pinosim.errors import PinosimError
from pinosim.policies.registry import resolve_seats

pytestmark = pytest.mark.jit

FAMILY = load_rules("family250")
MIDDLING = "S:KQJ H:ATQ9 D:AQ99 C:A"
STRONG = "S:AATKQJ H:A9 D:AJ C:TT"


def ask(hand: str = MIDDLING, **given: object) -> Advice:
    settings = {"bid": 250, "score": (800, 650), "precision": 0.1, **given}
    return advise(hand, FAMILY, **settings)  # type: ignore[arg-type]


def test_chances_are_the_mean_over_the_deals() -> None:
    advice = ask(auction="P")
    state = read_auction("P", FAMILY)
    outs = play_out_hand(FAMILY, advice.hand, state, resolve_seats("medium", FAMILY), 1, advice.n, bid=250)
    table = win_table(FAMILY)
    passing = outs.passing
    assert passing is not None
    total = 0.0
    for bidder, us, them in passing[[P.PASS_BIDDER, P.PASS_US, P.PASS_THEM]].T.tolist():
        ours, theirs = 800 + us, 650 + them
        won, lost = ours >= 1500, theirs >= 1500
        if won and lost:
            total += bidder % 2 == 1  # seat 1 asks
        elif won or lost:
            total += won
        else:
            total += table.chance(ours, theirs, dealer="them").value  # seat 3 dealt, so seat 0 deals next
    assert advice.win_pass is not None
    assert advice.win_pass.value == pytest.approx(total / advice.n)
    assert advice.win_pass.low < advice.win_pass.value < advice.win_pass.high


def test_far_from_the_end_both_verdicts_agree_and_say_so() -> None:
    advice = ask(STRONG, score=(0, 0))
    assert advice.verdict == advice.verdict_by_points == "bid"
    assert any("points say the same" in reason for reason in advice.reasons)
    assert advice.win_bid is not None
    assert advice.win_pass is not None
    assert 0.45 < advice.win_pass.value < 0.55 < advice.win_bid.value < 0.75


def test_when_they_are_about_to_go_out_one_bids_on_less() -> None:
    calm, pressed = ask(score=(0, 0)), ask(score=(1200, 1480))
    assert calm.max_bid is not None
    assert pressed.max_bid is not None
    assert pressed.max_bid > calm.max_bid + 20
    assert pressed.max_bid_by_points == calm.max_bid_by_points
    assert "by chances to win, up to" in str(pressed)


def test_each_level_has_its_chance_to_win() -> None:
    advice = ask(score=(1200, 1480))
    winning = advice.winning
    assert winning is not None
    chances = [winning.levels[level.bid].value for level in advice.levels]
    assert len(chances) > 10
    assert np.corrcoef(chances, [level.p.value for level in advice.levels])[0, 1] > 0.9
    assert winning.to_dict()["win_by_bid"]["250"] == winning.levels[250].value


def test_without_a_score_or_a_table_points_decide() -> None:
    plain = ask(score=None)
    assert plain.winning is None
    assert plain.verdict == plain.verdict_by_points
    assert any("give the score" in note for note in plain.notes)
    own = load_rules("family250", ["game.target=1200"])
    without = advise(MIDDLING, own, bid=250, score=(800, 650), precision=0.2)
    assert without.winning is None
    assert any("no table of chances" in note for note in without.notes)
    table = make_win_table(own, "standard", 2_000, jobs=1)
    with_one = advise(MIDDLING, own, bid=250, score=(800, 650), win_table=table, precision=0.2)
    assert with_one.winning is not None
    assert "standard-1, 2,000 hands" in with_one.winning.table
    with pytest.raises(PinosimError, match="win_table: expected a table of 'family250'"):
        ask(win_table=table)


def test_three_handed_scores_are_shown_and_not_used() -> None:
    rules = load_rules("family250-3h")
    advice = advise("S:AATKQJ H:A99 D:AJ9 C:TT9", rules, score=(500, 300, 0), precision=0.2)
    assert advice.winning is None
    assert any("two sides" in note for note in advice.notes)


def test_the_forced_seat_wins_so_many_games() -> None:
    advice = ask(auction="P P P", bid=None)
    assert advice.forced
    assert advice.win_bid is not None
    assert advice.win_pass is None
    assert any("the contract wins" in reason for reason in advice.reasons)


def test_the_command_prints_chances_to_win() -> None:
    command = ["advise", MIDDLING, "--bid", "250", "--score", "800:650", "--precision", "0.1"]
    run = CliRunner().invoke(cli, [*command, "--json"])
    assert run.exit_code == 0, run.output
    answer = json.loads(run.output)
    advice = ask()
    assert advice.win_bid is not None
    assert answer["win_bid"] == advice.win_bid.value
    assert answer["verdict"] == advice.verdict
    assert answer["win_gain_interval"][0] < answer["win_gain"] < answer["win_gain_interval"][1]
    run = CliRunner().invoke(cli, command)
    assert "Chance to win the game: bidding " in run.output
    run = CliRunner().invoke(cli, [*command, "--win-table", "none.npz"])
    assert run.exit_code == 2
    assert "cannot read the table of chances" in run.output
