"""The end of a game: the examples of the rules, and what the packaged sets have."""

from __future__ import annotations

import pytest

from pinosim.api.game_end import game_end
from pinosim.rules.load import load_rules

G = [
    # G1: both pass 1500, the bidders win
    ("family250", (1530, 1520), 0, True, 0, "game.tie"),
    ("family250", (1530, 1600), 0, True, 0, "game.tie"),
    # G2: -280, set on 25
    ("wocg-single", (-305, 40), 0, False, 1, "game.losing_score"),
    ("wocg-single", (-300, -301), 0, False, 0, "game.losing_score"),
    ("wocg-single", (-299, 40), 0, False, None, ""),
    # G4: exactly the target
    ("joedog-4h", (300, 299), 1, False, 0, "game.target"),
    # G5: bidders 151, others 170
    ("std004", (151, 170), 0, True, 0, "game.tie"),
    # G6: the bid winner at 5010, another at 5230
    ("universal-5h", (5010, 5230, 0, 0, 0), 0, True, 0, "game.tie"),
    ("universal-5h", (4990, 5230, 5100, 0, 0), 0, True, 1, "game.tie"),
    # no bidders: the higher score, and another hand when equal
    ("two-hand", (1010, 1020), None, False, 1, "game.tie"),
    ("two-hand", (1010, 1010), None, False, None, ""),
    ("two-hand", (990, 980), None, False, None, ""),
    # each for himself: only a bid that was made wins
    ("cutthroat-3h", (120, 60, 60), 1, True, None, ""),
    ("cutthroat-3h", (120, 60, 60), 0, False, None, ""),
    ("cutthroat-3h", (120, 130, 60), 0, True, 0, "game.target"),
    # nobody is there yet
    ("family250", (1490, 1490), 0, True, None, ""),
    # both sunk in one hand: the higher score
    ("slippedup", (-1010, -1200), 0, False, 0, "game.losing_score"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "scores", "bidder", "made", "winner", "rule"), G)
def test_who_has_won(
    name: str, scores: tuple[int, ...], bidder: int | None, made: bool, winner: int | None, rule: str
) -> None:
    rules = load_rules(name)
    end = game_end(rules, scores, bidder, made=made)
    assert (None if end is None else end.winner) == winner
    assert rule == ("" if end is None else end.rule)


def test_a_called_partner_may_win_where_winning_needs_a_bid() -> None:
    rules = load_rules("universal-5h", ["game.winner_must_bid=true"])
    end = game_end(rules, (4000, 5200, 5300, 0, 0), 0, bidders={0, 1}, made=True)
    assert end is not None
    assert (end.winner, end.rule) == (1, "game.target")
    assert game_end(rules, (4000, 5200, 5300, 0, 0), 0, bidders={0, 1}, made=False) is None
