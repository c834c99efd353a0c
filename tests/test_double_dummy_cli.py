"""The command solve, and what a side could bid with all cards seen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pinosim as ps
from double_dummy_cases import replay, wraps_around
from double_dummy_deals import SMOKE, read_deals
from naive import WOCG_SINGLE, meld_total
from pinosim.api.deal import Deal
from pinosim.api.open_bids import open_bid
from pinosim.cli.main import cli
from pinosim.cli.solve import tricks_of
from pinosim.errors import PinosimError
from pinosim.rules.load import load_rules

pytestmark = wraps_around
ENDING = "AS 9H | TS KH | KS QH | QS JH"
KNOWN = read_deals(SMOKE)[1]
WHOLE = (KNOWN.text, "--trump", KNOWN.trump, "--leader", str(KNOWN.leader), "--rules", "wocg-single")
FOUR_SUITS = " | ".join(f"{suit}:AATTKKQQJJ99" for suit in "SHDC")
jit = pytest.mark.jit


def pinosim(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["solve", *arguments], prog_name="pinosim")


def answer(*arguments: str) -> dict[str, Any]:
    result = pinosim(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    return value


def test_an_ending_as_json() -> None:
    value = answer(ENDING, "--trump", "S")
    rules = load_rules("family250")
    assert (value["command"], value["rules"], value["rules_hash"]) == ("solve", "family250", rules.hash)
    assert (value["value"], value["low"], value["high"], value["total"]) == (40, 40, 40, 50)
    assert value["line"][0] == "9H"  # keeping the ace for the last trick
    assert (value["side"], value["trick"]) == ([0, 2], [])
    assert value["nodes"] >= 0
    assert not {"table", "bids", "first_cards", "reached"} & set(value)


def test_cards_may_be_given_without_quotes_around_the_whole() -> None:
    assert answer(*ENDING.split(), "--trump", "spades")["value"] == 40


def test_a_trick_on_the_table() -> None:
    value = answer("9H | TS KH | KS QH | QS JH", "--trump", "S", "--trick", "AS")
    assert (value["value"], value["trick"], value["total"], len(value["line"])) == (30, ["AS"], 50, 7)
    words = pinosim("9H | TS KH | KS QH | QS JH", "--trump", "S", "--trick", "AS").stdout
    assert "Spades trump, seat 0 led (family250)" in words
    assert "   1. seat 0 leads AS TS KS QS  seat 0 wins  30   (seats 0 and 2: 30)" in words.splitlines()


def test_an_ending_in_words() -> None:
    lines = pinosim(ENDING, "--trump", "S", "--first-cards").stdout.splitlines()
    assert lines[:2] == [
        "Spades trump, seat 0 leads (family250)",
        "Seats 0 and 2 take 40 of 50 points with best play on both sides, the others 10.",
    ]
    assert lines[3:6] == ["What seats 0 and 2 get after each card of seat 0:", "  9H    40", "  AS    30"]
    assert "   1. seat 0 leads 9H KH QH JH  seat 1 wins  10   (seats 0 and 2: 0)" in lines
    assert "   2. seat 1 leads TS KS QS AS  seat 0 wins  40   (seats 0 and 2: 40)" in lines
    assert lines[-1].endswith(" s")


@pytest.mark.parametrize(("points", "reached"), [(40, True), (41, False)])
def test_yes_or_no(points: int, reached: bool) -> None:
    assert answer(ENDING, "--trump", "S", "--at-least", str(points))["reached"] is reached
    words = pinosim(ENDING, "--trump", "S", "--at-least", str(points)).stdout
    assert f"Seats 0 and 2 can{'' if reached else 'not'} take at least {points} of 50 points" in words


@jit
def test_a_whole_deal() -> None:
    value = answer(*WHOLE, "--first-cards")
    assert (value["value"], value["total"]) == (KNOWN.value, 25)
    assert max(value["first_cards"].values()) == KNOWN.value
    assert replay(KNOWN.position, value["line"], WOCG_SINGLE) == KNOWN.value
    assert value["seconds"] > 0


@jit
def test_a_budget_that_is_too_small() -> None:
    value = answer(*WHOLE, "--budget", "1000")
    assert value["value"] is None
    assert value["line"] == []
    assert KNOWN.value is not None
    assert value["low"] <= KNOWN.value <= value["high"]
    words = pinosim(*WHOLE, "--budget", "1000").stdout
    assert f"between {value['low']} and {value['high']} of 25 points" in words
    assert "give more with --budget" in words
    refused = pinosim(*WHOLE, "--budget", "1000", "--first-cards")
    assert (refused.exit_code, refused.stdout) == (2, "")


@jit
def test_bids_are_meld_and_points() -> None:
    value = answer(*WHOLE, "--bids")["bids"]
    ours = [KNOWN.hands[seat] for seat in (KNOWN.leader, (KNOWN.leader + 2) % 4)]
    assert value["meld"] == sum(meld_total(hand, KNOWN.trump, WOCG_SINGLE) for hand in ours)
    assert value["points"] == KNOWN.value
    assert value["total"] == value["meld"] + value["points"]
    assert value["bid"] == (value["total"] if value["total"] >= 25 else None)
    words = pinosim(*WHOLE, "--bids").stdout
    assert f"With their meld of {value['meld']} that is {value['total']}" in words


@jit
def test_every_trump_and_leader() -> None:
    value = answer(KNOWN.text, "--all", "--bids", "--leader", str(KNOWN.leader), "--rules", "wocg-single")
    assert value["table"][KNOWN.trump][KNOWN.leader] == KNOWN.value
    assert value["value"] == value["table"][value["trump"]][KNOWN.leader]
    assert {suit: [bid["points"] for bid in row] for suit, row in value["bid_table"].items()} == value["table"]
    best = max(row[KNOWN.leader]["bid"] or -1 for row in value["bid_table"].values())
    assert (value["bids"]["bid"] or -1) == best
    given = answer(KNOWN.text, "--all", "--trump", "D", "--rules", "wocg-single")
    assert (given["trump"], given["value"]) == ("D", given["table"]["D"][0])
    words = pinosim(KNOWN.text, "--all", "--bids", "--rules", "wocg-single").stdout.splitlines()
    assert words.count("trump   seat 0  seat 1  seat 2  seat 3") == 2


def test_three_hands() -> None:
    text = "AS 9H | TS KH | KS QH"
    value = answer(text, "--trump", "S", "--rules", "family250-3h", "--leader", "1", "--declarer", "0")
    assert value["side"] == [1, 2]
    assert "Seats 1 and 2 take " in pinosim(
        text, "--trump", "S", "--rules", "family250-3h", "--leader", "1", "--declarer", "0"
    ).stdout  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([ENDING], "Missing option '--trump'"),
        (["--trump", "S"], "Missing argument"),
        ([ENDING, "--trump", "X"], "a suit is one of S H D C"),
        ([ENDING, "--trump", "S", "--leader", "4"], "leader"),
        ([ENDING, "--all", "--leader", "7"], "leader"),
        (["AS 9H | TS KH | KS QH", "--trump", "S"], "family250 has 4 seats"),
        (["AS 9H | TS KH | x | QS JH", "--trump", "S"], "seat 2: the hand is not known"),
        (["AS 9H | TS KH | KS | QS JH", "--trump", "S"], "hands"),
        (["1S | TS | KS | QS", "--trump", "S"], "cannot read '1S'"),
        ([ENDING, "--trump", "S", "--trick", "AH"], "hands and trick do not fit together"),
        (["9H | TS KH | KS QH | QS JH", "--trump", "S", "--trick", "AS", "--all"], "leave out --trick or --all"),
        (["9H | TS KH | KS QH | QS JH", "--trump", "S", "--trick", "AS", "--bids"], "leave out --trick or --bids"),
        ([ENDING, "--trump", "S", "--bids"], "expected whole hands of 12 cards"),
        ([ENDING, "--trump", "S", "--at-least", "10", "--bids"], "leave one of the two out"),
        ([ENDING, "--trump", "S", "--at-least", "10", "--first-cards"], "leave one of the two out"),
        ([ENDING, "--trump", "S", "--at-least", "-1"], "at_least"),
        ([ENDING, "--trump", "S", "--budget", "-1"], "--budget"),
        ([ENDING, "--trump", "S", "--declarer", "1"], "declarer"),
        ([ENDING, "--trump", "S", "--rules", "famly250"], "family250"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_is_refused(arguments: list[str], message: str, form: list[str]) -> None:
    result = pinosim(*arguments, *form)
    assert result.exit_code == 2, result.stdout
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_table_of_long_hands_is_refused() -> None:
    deal = str(Deal.random(load_rules("guide-double"), seed=3))
    result = pinosim(deal, "--all", "--rules", "guide-double")
    assert result.exit_code == 2
    assert "expected at most 13 cards a hand, or --budget 0" in result.stderr


def test_tricks_of_a_line() -> None:
    rules = load_rules("guide-double")
    tricks = list(tricks_of(["AS"], ["KS", "TS", "AS", "KH", "JS", "AH", "QH"], 2, "S", rules))
    assert [(trick.leader, trick.cards, trick.winner, trick.points) for trick in tricks] == [
        (2, ("AS", "KS", "TS", "AS"), 2, 4),
        (2, ("KH", "JS", "AH", "QH"), 3, 4),
    ]


def test_the_public_names() -> None:
    solution = ps.solve(ENDING, "S", rules=load_rules("family250"))
    assert isinstance(solution, ps.Solution)
    [same] = ps.solve_many([Deal(ENDING, load_rules("family250"))], "S")
    assert same == solution
    table = ps.solve_table(ENDING, rules=load_rules("family250"))
    assert isinstance(table, ps.SolutionTable)
    assert table.values["S", 0] == solution.value


# --- open bids -------------------------------------------------------------------------------------------------------


def test_the_highest_bid_is_a_legal_one() -> None:
    rules = load_rules("guide-double")
    hands = ["S:AAAATTTTKKKKQQQQJJJJ", "H:AAAATTTTKKKKQQQQJJJJ", "D:AAAATTTTKKKKQQQQJJJJ", "C:AAAATTTTKKKKQQQQJJJJ"]
    deal = Deal(" | ".join(hands), rules)
    found = open_bid(deal, "S", 0, 47)
    assert found.total == found.meld + 47
    assert found.bid is not None
    assert rules.is_legal_bid(found.bid)
    assert found.total - 5 < found.bid <= found.total


@pytest.mark.parametrize(
    ("changes", "trump", "points", "why"),
    [
        ([], "S", 0, "without a trick point the meld is not safe"),
        (["trump.needs_marriage=true"], "H", 250, "seat 0 has no marriage in H and may not name it"),
        (["floors.min_meld_bidders=1600"], "S", 250, "a meld below 1600 is set without play"),
        (["floors.min_points_bidders=200"], "S", 190, "bidders with fewer than 200 trick points are set"),
    ],
)
def test_why_there_is_no_bid(changes: list[str], trump: str, points: int, why: str) -> None:
    found = open_bid(Deal(FOUR_SUITS, load_rules("family250", changes)), trump, 0, points)
    assert (found.bid, found.why) == (None, why)


def test_too_little_for_the_lowest_bid() -> None:
    text = "S:AT9 H:AT9 D:AT9 C:AT9 | S:KQJ H:KQJ D:KQJ C:KQJ | S:AT9 H:AT9 D:AT9 C:AT9 | S:KQJ H:KQJ D:KQJ C:KQJ"
    found = open_bid(Deal(text, load_rules("wocg-single")), "S", 0, 2)
    assert (found.meld, found.bid, found.why) == (22, None, "the lowest bid is 25")


def test_games_without_two_sides_have_no_open_bid() -> None:
    rules = load_rules("family250-3h")
    deal = Deal("AS 9H | TS KH | KS QH", rules)
    with pytest.raises(PinosimError, match="expected a game of two sides"):
        open_bid(deal, "S", 0, 10)
