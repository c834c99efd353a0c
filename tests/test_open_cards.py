"""Runs whose tricks are played with open cards: each hand solved again from its record, and the folder they go into."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from double_dummy_cases import wraps_around
from pinosim.api import simulate as module
from pinosim.api.anytime import Budget, play_open
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.record.parts import HandRecord
from pinosim.api.run_tables import file_facts
from pinosim.api.runs import Run
from pinosim.api.settle import settle
from pinosim.api.simulate import simulate
from pinosim.api.solve import solve
from pinosim.api.trace import play_traced
from pinosim.cli.main import cli
from pinosim.core import columns as col
from pinosim.errors import PinosimError, RunError
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

pytestmark = wraps_around
BEFORE_PLAY = list(col.COLUMN_NAMES[: col.POINTS_BIDDERS])
BY_HORIZON = "open cards, by the order of moves down to 2 cards a hand, exact from there"


def hands_before_tricks(record: HandRecord, players: int) -> list[Hand]:
    cards: list[list[str]] = [[] for _ in range(players)]
    for trick in record.tricks:
        assert trick.leader is not None
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % players].append(card)
    return [Hand(" ".join(held)) for held in cards]


def best_points(record: HandRecord, rules: Rules, horizon: int) -> int:
    """Trick points of the bidder's side, buried ones included, found from the record of the policies' hand."""
    players, bidder, leader = rules.seats.players, record.bidder, record.tricks[0].leader
    assert bidder is not None
    assert leader is not None
    assert record.trump is not None
    deal = Deal.from_hands(hands_before_tricks(record, players), rules)
    alone = bidder if rules.seats.teams == players else None
    solution = solve(deal, record.trump, leader, declarer=alone, node_limit=1)
    played = play_open(solution.question, horizon, Budget(None, None))
    assert played.horizon == horizon
    ours = played.points if bidder in solution.question.side else solution.question.total - played.points
    tricks = rules.tricks
    worth = {"A": tricks.ace, "T": tricks.ten, "K": tricks.king, "Q": tricks.queen, "J": tricks.jack, "9": tricks.nine}
    return ours + sum(worth[card[0]] for card in (record.buried or Hand("")).cards())


GAMES = [
    pytest.param("family250", [], 12, 12, marks=pytest.mark.jit),
    pytest.param("family250", [], 4, 6, marks=()),
    pytest.param("wocg-single", [], 12, 4, marks=pytest.mark.jit),  # its first leader and duties differ
    pytest.param("guide-double", [], 9, 6, marks=pytest.mark.jit),
    pytest.param("bicycle-auction", [], 5, 6, marks=pytest.mark.jit),
    pytest.param("joedog-3h", ["settle.others_tricks=shared"], 5, 8, marks=pytest.mark.jit),
    pytest.param("auction-3h", ["settle.others_tricks=shared"], 4, 8, marks=pytest.mark.jit),
]


@pytest.mark.parametrize(("name", "changes", "horizon", "deals"), GAMES)
def test_hands_score_what_best_play_brings(name: str, changes: list[str], horizon: int, deals: int) -> None:
    rules = load_rules(name, changes)
    horizon = min(horizon, rules.tricks_in_hand)
    opened = simulate(rules, deals, seed=5, open_cards=True, horizon=horizon, jobs=1).frame()
    blind = simulate(rules, deals, seed=5, jobs=1).frame()
    pd.testing.assert_frame_equal(opened[BEFORE_PLAY], blind[BEFORE_PLAY])
    played = 0
    for number in range(deals):
        hand = opened.loc[number]
        if hand.outcome == col.NOT_PLAYED:
            pd.testing.assert_series_equal(hand, blind.loc[number])
            continue
        played += 1
        record = play_traced(rules, "standard", 5, number)
        assert hand.points_bidders == best_points(record, rules, horizon), record
        assert hand.points_bidders + hand.points_others == blind.loc[number, ["points_bidders", "points_others"]].sum()
        assert hand.tricks_bidders + hand.tricks_others == rules.tricks_in_hand
        assert hand.last_trick in (0, 1)
        assert hand.tricks_bidders >= hand.last_trick
        if rules.seats.teams < rules.seats.players:
            result = settle(
                rules, hand.bid, hand.meld_bidders, hand.points_bidders, hand.tricks_bidders,
                hand.meld_others, hand.points_others, hand.tricks_others,
            )  # fmt: skip
            assert (hand.score_bidders, hand.score_others) == (result.score_bidders, result.score_others)
            ours = [seat for seat in range(4) if (seat - hand.bidder) % 2 == 0]
            assert [hand[f"score_{seat}"] for seat in ours] == [hand.score_bidders] * 2
    assert played > deals // 2


@pytest.mark.jit
def test_open_cards_are_no_worse_for_a_side_that_alone_plays_as_well_as_can_be() -> None:
    """Best play against best play is what a side is sure of: the policies' points differ both ways, not all one way."""
    rules = load_rules("family250")
    opened, blind = (simulate(rules, 60, seed=9, open_cards=cards, jobs=2).frame() for cards in (True, False))
    difference = opened["points_bidders"] - blind["points_bidders"]
    assert (difference > 0).sum() > 10
    assert (difference < 0).sum() > 5


# --- the folder ------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OPEN_PART_DEALS", 4)
    monkeypatch.setattr(module, "OPEN_SLICE_DEALS", 2)


def play(out: Path, deals: int, *, name: str = "family250", jobs: int = 1, resume: bool = True) -> Run:
    return simulate(load_rules(name), deals, out=out, jobs=jobs, open_cards=True, horizon=2, resume=resume)


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.usefixtures("small_parts")
def test_the_bytes_do_not_depend_on_threads_or_interruptions(tmp_path: Path) -> None:
    play(tmp_path / "one", 10)
    play(tmp_path / "three", 10, jobs=3)
    assert content(tmp_path / "one") == content(tmp_path / "three")
    assert len(list((tmp_path / "one/parts").iterdir())) == 3
    shutil.copytree(tmp_path / "one", tmp_path / "cut")
    (tmp_path / "cut/parts/part-000001.parquet").unlink()
    play(tmp_path / "cut", 10, jobs=2)
    assert content(tmp_path / "cut") == content(tmp_path / "one")
    play(tmp_path / "longer", 5)
    play(tmp_path / "longer", 10)
    assert content(tmp_path / "longer") == content(tmp_path / "one")


@pytest.mark.usefixtures("small_parts")
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match=r"of 10 hands are finished in .*Give the same command again"):
        simulate(
            load_rules("family250"), 10, out=tmp_path / "run", jobs=1, open_cards=True, horizon=2, progress=stop
        )  # fmt: skip
    assert len(list((tmp_path / "run/parts").glob("*.parquet"))) == 1
    play(tmp_path / "run", 10)
    play(tmp_path / "whole", 10)
    assert content(tmp_path / "run") == content(tmp_path / "whole")


def test_a_run_says_how_tricks_were_played(tmp_path: Path) -> None:
    run = play(tmp_path / "run", 2)
    assert run.tricks_by == run.facts.tricks_by == BY_HORIZON
    assert run.caption.endswith(f"players: standard-1, tricks: {BY_HORIZON}")
    assert json.loads((tmp_path / "run/run.json").read_text())["tricks_by"] == BY_HORIZON
    assert file_facts(pq.read_schema(tmp_path / "run/parts/part-000000.parquet"))["tricks_by"] == BY_HORIZON
    assert file_facts(pq.read_schema(tmp_path / "run/aggregates/bids.parquet"))["tricks_by"] == BY_HORIZON
    assert Run.open(tmp_path / "run", verify=True).tricks_by == BY_HORIZON
    blind = simulate(load_rules("family250"), 2, jobs=1)
    assert (blind.tricks_by, "tricks" in blind.caption) == ("policies", False)


def test_a_folder_is_not_mixed(tmp_path: Path) -> None:
    rules = load_rules("family250")
    play(tmp_path / "open", 2)
    with pytest.raises(RunError, match=r"tricks are played by: the folder has open cards.*asked for is policies"):
        simulate(rules, 2, out=tmp_path / "open", jobs=1)
    with pytest.raises(RunError, match="down to 3 cards a hand"):
        simulate(rules, 2, out=tmp_path / "open", jobs=1, open_cards=True, horizon=3)
    simulate(rules, 2, out=tmp_path / "blind", jobs=1)
    with pytest.raises(RunError, match="tricks are played by: the folder has policies"):
        play(tmp_path / "blind", 2)
    # A part of another run in this one's place is noticed, checksum or not.
    foreign = (tmp_path / "blind/parts/part-000000.parquet").read_bytes()
    place = tmp_path / "open/parts/part-000000.parquet"
    noted = (tmp_path / "open/checksums.sha256").read_text()
    mine = hashlib.sha256(place.read_bytes()).hexdigest()
    place.write_bytes(foreign)
    (tmp_path / "open/checksums.sha256").write_text(noted.replace(mine, hashlib.sha256(foreign).hexdigest()))
    with pytest.warns(UserWarning, match="belongs to another run"):
        play(tmp_path / "open", 2)
    assert place.read_bytes() != foreign


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("universal-6h", [], "has 6 players, the solver takes up to 4"),
        ("universal-5h", [], "has 5 players"),
        ("two-hand", [], "has a stock"),
        ("family250-3h", [], r"counts the tricks of each player.*settle\.others_tricks = shared would do"),
        ("family250", ["play.undertrump=false"], r"play\.undertrump = false"),
    ],
)
def test_games_that_cannot_be_played_with_open_cards(name: str, changes: list[str], why: str) -> None:
    with pytest.raises(PinosimError, match=why):
        simulate(load_rules(name, changes), 1, open_cards=True)


def test_a_horizon_has_to_make_sense() -> None:
    rules = load_rules("family250")
    with pytest.raises(RunError, match="add open_cards=True or leave it out"):
        simulate(rules, 1, horizon=3)
    with pytest.raises(PinosimError, match="horizon: expected a whole number"):
        simulate(rules, 1, open_cards=True, horizon=-1)


def test_the_command(tmp_path: Path) -> None:
    def invoke(*arguments: str) -> tuple[int, str, str]:
        result = CliRunner().invoke(cli, ["simulate", "--jobs", "1", *arguments])
        return result.exit_code, result.stdout, result.stderr

    code, out, _ = invoke("-n", "2", "--open-cards", "--horizon", "2", "--out", str(tmp_path / "run"), "--json")
    assert code == 0
    answer = json.loads(out)
    assert (answer["rows"], answer["tricks_by"]) == (2, BY_HORIZON)
    code, out, _ = invoke("-n", "2", "--open-cards", "--horizon", "2", "--out", str(tmp_path / "run"))
    assert (code, BY_HORIZON in " ".join(out.split())) == (0, True)
    for wrong in (["--rules", "universal-6h", "--open-cards"], ["--horizon", "2"]):
        code, out, error = invoke("-n", "1", *wrong)
        assert (code, out) == (2, "")
        assert "open" in error
        assert "Traceback" not in error
