"""Whole games, traced hands, and how they are shown."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from pinosim.api.game import play_game
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.api.record.parts import HandRecord
from pinosim.api.record.record import Record
from pinosim.api.record.stock_table import StockTable
from pinosim.api.trace import dealt_places, play_traced
from pinosim.core import columns as C
from pinosim.core.hand import play_hands
from pinosim.errors import PinosimError, RecordError
from pinosim.policies.registry import resolve_seats
from pinosim.report.score_sheet import score_sheet
from pinosim.rules.load import list_rules, load_rules
from pinosim.rules.schema import Rules
from record_tools import RECORDS, text_of

pytestmark = pytest.mark.jit


@pytest.mark.parametrize("rules", list_rules(), ids=lambda rules: rules.id)
def test_a_traced_hand_is_the_one_a_simulation_plays(rules: Rules) -> None:
    first, n = 250, 12  # across the end of a block of 256
    inputs = kernel_inputs(rules)
    rows = policy_rows(resolve_seats("standard", rules))
    out = np.zeros((C.N_COLUMNS, n), np.int32)
    play_hands(inputs.dealing, rows, inputs.book, np.uint64(9), first, new_scratch(), out)
    for i in range(n):
        hand, column = play_traced(rules, "standard", 9, first + i), out[:, i].tolist()
        teams = rules.seats.teams
        assert hand.dealer == column[C.DEALER]
        assert len(hand.redeals) == column[C.REDEALS]
        assert hand.changes == tuple(column[C.SCORE_0 : C.SCORE_0 + teams])
        if rules.auction.kind != "none":
            assert (hand.bidder, hand.bid) == (column[C.BIDDER], column[C.BID])
            assert len(hand.calls or ()) == column[C.CALLS]
        assert hand.taken or hand.outcome == "not played"


@pytest.mark.parametrize("name", ["family250", "cutthroat-3h", "universal-5h", "universal-6h", "two-hand"])
def test_a_game_goes_to_its_end_and_is_in_order(name: str) -> None:
    told: list[HandRecord] = []
    game = play_game(load_rules(name), seed=12, tell=told.append)
    assert tuple(told) == game.hands
    assert game.hands[-1].winner is not None
    assert all(hand.winner is None for hand in game.hands[:-1])
    verdict = game.check()
    assert (verdict.fault, verdict.unchecked) == (None, ())
    assert game == play_game(load_rules(name), seed=12)
    assert [hand.dealer for hand in game.hands] == [i % game.rules.seats.players for i in range(len(game.hands))]


def test_the_deal_goes_on_after_redeals_that_pass_it_on() -> None:
    rules = load_rules(
        "family250", ["redeal.same_dealer=false", "redeal.no_aces=false", "redeal.min_nines=4", "game.target=90000"]
    )
    game = play_game(rules, seed=4, hands=12)
    assert sum(len(hand.redeals) for hand in game.hands) > 0
    assert game.check().ok, str(game.check())


def test_a_game_can_be_stopped_and_players_named() -> None:
    game = play_game(load_rules("family250"), "standard,random,standard,random", seed=4, hands=1, names=("Ann", "Bob"))
    assert len(game.hands) == 1
    assert [player.name for player in game.players] == ["Ann", "Bob", "", ""]
    assert [player.policy for player in game.players] == ["standard-1", "random-1"] * 2
    for wrong in ({"hands": 0}, {"hands": 1001}, {"seed": -1}, {"first": True}, {"names": "abcde"}):
        with pytest.raises(PinosimError, match="expected"):
            play_game(load_rules("family250"), **wrong)  # type: ignore[arg-type]


def test_a_deal_has_all_its_places() -> None:
    rules = load_rules("family250-3h")
    places = dealt_places(rules, 3, 5, attempt=2)
    assert [len(hand) for hand in places] == [15, 15, 15, 3]
    assert places != dealt_places(rules, 3, 5, attempt=1)


# --- events of the two-handed game (rules.md, d4), hearts trump


def test_a_marriage_and_then_the_run_both_count() -> None:
    table = StockTable(load_rules("two-hand"), "H")
    hand = Counter(["KH", "QH", "AH", "TH", "JH"])
    assert table.lay("royal marriage", hand).points == 40
    assert table.gain("run", hand) == (1, 150)


def test_a_run_leaves_no_marriage_unless_both_cards_are_new() -> None:
    table = StockTable(load_rules("two-hand"), "H")
    table.lay("run", Counter(["KH", "QH", "AH", "TH", "JH"]))
    assert table.gain("royal marriage", Counter()) == (0, 0)
    assert table.gain("royal marriage", Counter(["KH"])) == (0, 0)
    assert table.gain("royal marriage", Counter(["KH", "QH"])) == (1, 40)


def test_a_card_serves_again_in_a_meld_of_another_kind() -> None:
    table = StockTable(load_rules("two-hand"), "H")
    hand = Counter(["KS", "QS"])
    assert table.lay("marriage in spades", hand).points == 20
    hand["JD"] += 1
    assert table.lay("pinochle", hand).points == 40
    hand.update(["QS", "JD"])
    assert table.gain("pinochle", hand) == (2, 300)


# --- shown


def test_show_replays_every_trick_and_meld() -> None:
    record = Record.open(RECORDS / "family250-game.txt")
    text = record.show(1)
    for line in (
        "Hand 1, deal 0, dealt by South",
        "Bidding: West 250, North 260, East pass, South pass, West 270, North 280, West pass",
        "Trump is spades.",
        "Passed to the bidder: S:K H:A D:A C:A",
        "           100  aces around                   S:A H:A D:A C:A",
        "    1 TH       QH      >AH*      9H        North       20   20 : 0",
        "South and North took 8 tricks with 130 points.",
        "Made: South and North +320, West and East +210.",
    ):
        assert " ".join(line.split()) in [" ".join(shown.split()) for shown in text.split("\n")]
    assert text.count("won by") == 1
    assert record.show().count("won by") == 6
    with pytest.raises(RecordError, match="number of a hand from 1 to 6, got 7"):
        record.show(7)


def test_show_of_a_game_with_a_stock_tells_what_is_laid_and_drawn() -> None:
    text = Record.from_text(text_of("two-hand-hand")).show()
    assert "      lays kings around 80 (S:K H:K D:K C:K)" in text
    assert "      shows 9C for AC 10" in text
    assert "      Elder draws 9H; Dealer draws AD" in text


def test_what_people_wrote_is_escaped() -> None:
    name = '<script>alert("x")</script>\x1b[2J'
    game = play_game(load_rules("two-hand"), seed=1, hands=1, names=(name, "ok"))
    record = Record.from_text(game.text)
    assert record.players[0].name == name
    for page in (record._repr_html_(), score_sheet(record.rules, record), record.check()._repr_html_()):
        assert "<script>alert" not in page
    assert "\x1b" not in record.show()
    assert "\x1b" not in record.text


def test_the_html_shows_cards_with_symbols() -> None:
    page = Record.open(RECORDS / "universal-5h-hand.txt")._repr_html_()
    assert page.count("<details open>") == 1
    assert "Q♠&#xFE0E;" in page
    assert page.count("<tr>") == 5 + sum(1 + n for n in (1, 0, 2, 4, 4)) + 1 + 16
    assert Record.open(RECORDS / "family250-game.txt")._repr_html_().count("<details>") == 6


def test_the_score_sheet_has_the_game() -> None:
    record = Record.open(RECORDS / "family250-game.txt")
    page = score_sheet(record.rules, record, lines=10)
    assert page.count('<tr class="hand">') == 10
    assert "South and North" in page
    assert '<td class="score">1640</td>' in page
    assert "bidder" not in score_sheet(load_rules("two-hand"))
    with pytest.raises(PinosimError, match="lines: expected a whole number from 1 to 60, got 0"):
        score_sheet(record.rules, lines=0)
