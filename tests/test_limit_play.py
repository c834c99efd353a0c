"""Hands bid up to a limit: the limit binds, nothing else changes, and rules of thumb count as a player does."""

from __future__ import annotations

import pytest

from pinosim import Hand, load_rules
from pinosim.api.limit_play import play_to_limits, rule_of_thumb_tricks, totals_on_fresh_deals
from pinosim.policies.registry import resolve_seats

FAMILY = load_rules("family250")
STRONG = Hand("S:AATTKKQQJJ H:A9", FAMILY)
HARD = resolve_seats("hard", FAMILY)


def test_a_limit_binds_and_a_high_one_wins_the_contract() -> None:
    net = play_to_limits(FAMILY, STRONG, [(10_000, "S"), (None, "S"), (1_600, "S")], HARD, 3, 0, 40)
    assert net.shape == (3, 40)
    assert (net[0] == net[2]).all()  # nobody bids against 1,500 points of meld for long
    assert net[0].mean() > 1_200
    assert net[1].mean() < net[0].mean() - 500


def test_a_policy_that_does_not_listen_bids_to_a_limit() -> None:
    """What `standard` does by itself is what it does up to one limit and with one trump given from outside."""
    held = Hand("S:ATKQ9 H:A9 D:AJ C:TT9", FAMILY)
    bids = FAMILY.legal_bids(None, up_to=500)
    players = resolve_seats("standard", FAMILY)
    net = play_to_limits(FAMILY, held, [None, (None, "S"), *((bid, "S") for bid in bids)], players, 4, 10, 60)
    same = [bid for bid, row in zip(bids, net[2:], strict=True) if (row == net[0]).all()]
    assert same
    assert max(same) - min(same) < 30
    assert len({tuple(row) for row in net.tolist()}) > 3


@pytest.mark.parametrize(
    ("hand", "trump", "tricks"),
    [("S:AATKQJ H:A9 D:AJ C:TT", "S", 6), ("S:AATTKKQQJJ H:A9", "S", 11), ("S:9 H:AAT99 D:AJJ C:AT9", "S", 4)],
)
def test_tricks_a_player_counts_on(hand: str, trump: str, tricks: int) -> None:
    assert rule_of_thumb_tricks(Hand(hand, FAMILY), trump, FAMILY) == tricks


def test_totals_on_fresh_deals_are_at_least_the_meld() -> None:
    totals = totals_on_fresh_deals(FAMILY, STRONG, "S", HARD, 5, 30)
    assert (totals >= 1_500).all()
    assert len(set(totals.tolist())) > 1
