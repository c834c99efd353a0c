"""Chances to win after a call: settled as the kernels settle, and worked out deal by deal."""

from __future__ import annotations

import numpy as np
import pytest

from pinosim import Hand, load_rules, win_table
from pinosim.api.auction_text import read_auction
from pinosim.api.playouts import play_out_hand
from pinosim.api.win_chances import chances_after_call, chances_at_bid, chances_by_level, settled_at
from pinosim.core import columns as C
from pinosim.core import playout as P
from pinosim.core.settling import bidders_played, others_not_played, others_played, set_without_play
from pinosim.policies.registry import resolve_seats

VARIANTS = [
    ("family250", ()),
    ("guide-standard", ()),
    ("wocg-single", ()),
    ("guide-double", ()),
    ("family250", ("settle.others_meld_without_play=false",)),
    ("family250", ("meld.owners=bidders",)),
]


def some_play(size: int = 300) -> np.ndarray:
    """Make up melds, points and tricks of many deals, with small and large ones among them."""
    made = np.random.default_rng(5)
    played = np.zeros((C.N_RESULT, size), np.int32)
    base = C.RESULT_FROM
    played[C.MELD_BIDDERS - base] = made.choice([0, 10, 20, 40, 150, 300], size)
    played[C.MELD_OTHERS - base] = made.choice([0, 10, 20, 40, 100], size)
    played[C.POINTS_BIDDERS - base] = made.integers(0, 26, size)
    played[C.POINTS_OTHERS - base] = 25 - played[C.POINTS_BIDDERS - base]
    played[C.TRICKS_BIDDERS - base] = np.minimum(played[C.POINTS_BIDDERS - base], 12)
    played[C.TRICKS_OTHERS - base] = np.minimum(played[C.POINTS_OTHERS - base], 12)
    return played


@pytest.mark.parametrize(("name", "overrides"), VARIANTS)
def test_deals_are_settled_as_the_kernels_do(name: str, overrides: tuple[str, ...]) -> None:
    rules = load_rules(name, overrides)
    vector = np.array(rules.vector, np.int64)
    played = some_play()
    base = C.RESULT_FROM
    unit = rules.unit
    for column in (C.MELD_BIDDERS, C.MELD_OTHERS):
        played[column - base] = played[column - base] // 10 * unit
    for column in (C.POINTS_BIDDERS, C.POINTS_OTHERS):
        played[column - base] *= rules.tricks.total // 25
    rows = [
        [int(played[column - base, i]) for column in (C.MELD_BIDDERS, C.POINTS_BIDDERS, C.TRICKS_BIDDERS)]
        + [int(played[column - base, i]) for column in (C.MELD_OTHERS, C.POINTS_OTHERS, C.TRICKS_OTHERS)]
        for i in range(played.shape[1])
    ]
    for i, (meld, points, tricks, others, their_points, their_tricks) in enumerate(rows):
        outcome, total = bidders_played(0, meld, 0, points, tricks, vector)
        played[C.OUTCOME - base, i] = outcome
        played[C.SCORE_BIDDERS - base, i] = total
        played[C.SCORE_OTHERS - base, i] = others_played(others, 0, their_points, their_tricks, vector)
    for bid in (10 * unit, 30 * unit, 55 * unit):
        ours, theirs, made = settled_at(played, bid, rules)
        for i, (meld, points, tricks, others, _, _) in enumerate(rows):
            if set_without_play(bid, meld, vector):
                expected = (-bid, others_not_played(others, vector), False)
            else:
                outcome, score = bidders_played(bid, meld, 0, points, tricks, vector)
                expected = (score, int(played[C.SCORE_OTHERS - base, i]), outcome == C.MADE)
            assert (ours[i], theirs[i], made[i]) == expected


def test_chances_after_a_call_are_those_of_each_deal() -> None:
    rules = load_rules("family250")
    table = win_table(rules)
    outcome = np.zeros((P.N_PASS, 5), np.int32)
    # we make it and go out; they are set; they make it and both are out; dealt again; partner is set
    outcome[P.PASS_BIDDER] = [0, 1, 3, -1, 2]
    outcome[P.PASS_BID] = [300, 350, 300, 0, 400]
    outcome[P.PASS_US] = [400, 150, 200, 0, -400]
    outcome[P.PASS_THEM] = [500, -350, 300, 0, 90]
    chances = chances_after_call(table, (1300, 1250), outcome, seat=0, dealer=3)
    expected = [
        1.0,
        table.chance(1450, 900, dealer="us").value,
        0.0,
        table.chance(1300, 1250, dealer="them").value,
        table.chance(900, 1340, dealer="us").value,
    ]
    assert chances.tolist() == expected
    assert chances_after_call(table, (1300, 1250), outcome, seat=1, dealer=3)[3] == pytest.approx(
        table.chance(1300, 1250, dealer="us").value
    )


@pytest.mark.jit
def test_a_higher_bid_is_never_worth_more_in_a_deal() -> None:
    """A bid is made or not: asking for more costs games, unless a hopeless one leaves the others without tricks."""
    rules = load_rules("family250")
    table = win_table(rules)
    hand = Hand("S:KQJ H:ATQ9 D:AQ99 C:A", rules)
    outs = play_out_hand(rules, hand, read_auction("", rules), resolve_seats("standard", rules), 3, 300, 1)
    results = outs.results
    lower, higher = (chances_at_bid(table, (900, 1100), results[0], bid, 0, 3) for bid in (250, 320))
    by_level = chances_by_level(table, (900, 1100), results[0], [250, 320], 0, 3)
    for one, other in zip(by_level, (lower, higher), strict=True):
        assert one.tolist() == other.tolist()
    played_out = settled_at(results[0], 250, rules)[1] == settled_at(results[0], 320, rules)[1]
    assert (lower >= higher - 1e-9)[played_out].all()
    assert 20 < played_out.sum() <= 300
    assert lower.mean() > higher.mean()
