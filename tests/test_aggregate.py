import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fake_hands import fake_hands
from pinosim.api import aggregate
from pinosim.api.aggregate import LAYOUTS, Aggregates, add_counts, count_hands, hands_counted
from pinosim.core import columns as col
from pinosim.rules.load import load_rules

SEATS = load_rules("family250").seats


def by_hand(hands):
    """Count with pandas, slowly: the other way to the same tables."""
    frame = pd.DataFrame(hands.T.astype(np.int64), columns=list(col.COLUMN_NAMES))
    frame["total"] = frame["meld_bidders"] + frame["points_bidders"]
    frame["hands"] = frame["count"] = 1
    for score in ("score_bidders", "score_others"):
        frame[f"sum_{score}"] = frame[score]
        frame[f"sumsq_{score}"] = frame[score] ** 2
    suits = ["S", "H", "D", "C"]
    melds = frame[["meld_s", "meld_h", "meld_d", "meld_c"]].set_axis(suits, axis=1)
    melds["best"] = melds.max(axis=1)
    long = melds.melt(var_name="trump", value_name="meld")
    long["trump"] = pd.Categorical(long["trump"], [*suits, "best"])
    long["count"] = 1
    played = frame[frame["outcome"] != col.NOT_PLAYED].assign(trump=lambda f: np.array(suits)[f["trump"]])
    played["trump"] = pd.Categorical(played["trump"], suits)
    seats = []
    for seat in range(4):
        role = np.where(frame["bidder"] == seat, 0, np.where(frame["partner"] == seat, 1, 2))
        seats.append(pd.DataFrame({"seat": seat, "role": role, "score": frame[f"score_{seat}"], "hands": 1}))
    sources = {"meld_by_trump": long, "tricks": played, "seat_scores": pd.concat(seats)}
    return {
        name: sources.get(name, frame)
        .groupby(list(layout.keys), observed=True)[list(layout.numbers)]
        .sum()
        .reset_index()
        .astype({"trump": str} if "trump" in layout.keys else {})
        for name, layout in LAYOUTS.items()
    }


@pytest.mark.parametrize("dense", [True, False], ids=["in one pass", "by sorting"])
def test_counts_agree_with_counting_by_pandas(monkeypatch, dense):
    if not dense:
        monkeypatch.setattr(aggregate, "_DENSE", 0)
    hands = fake_hands(3000)
    tables = Aggregates(count_hands(hands, SEATS))
    expected = by_hand(hands)
    assert list(tables) == list(expected)
    for name in tables:
        pd.testing.assert_frame_equal(tables[name], expected[name], check_dtype=False)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 400), st.integers(0, 400))
def test_counts_of_two_sets_add_up_to_those_of_both(left, right):
    hands = fake_hands(left + right)
    whole = count_hands(hands, SEATS)
    first, second = count_hands(hands[:, :left], SEATS), count_hands(hands[:, left:], SEATS)
    for added in (add_counts(first, second), add_counts(second, first)):
        assert added.keys() == whole.keys()
        for name in whole:
            np.testing.assert_array_equal(added[name], whole[name])


def test_every_hand_is_counted_once():
    hands = fake_hands(2000)
    tables = Aggregates(count_hands(hands, SEATS))
    assert hands_counted(tables.counts) == 2000
    assert tables["meld_by_trump"].groupby("trump")["count"].sum().to_dict() == dict.fromkeys("SHDC", 2000) | {
        "best": 2000
    }
    for name in ("bids", "strength", "totals", "scores"):
        assert tables[name]["hands"].sum() == 2000
    assert tables["redeals"]["count"].sum() == 2000
    assert tables["seat_scores"].groupby("seat")["hands"].sum().to_dict() == dict.fromkeys(range(4), 2000)
    assert tables["seat_scores"].groupby("role")["hands"].sum().to_dict() == {0: 2000, 1: 2000, 2: 4000}
    assert tables["tricks"]["hands"].sum() == np.count_nonzero(hands[col.OUTCOME] != col.NOT_PLAYED) < 2000


def test_sums_of_squares_do_not_overflow():
    hands = fake_hands(1000)
    hands[col.SCORE_BIDDERS] = -100_000
    bids = Aggregates(count_hands(hands, SEATS))["bids"]
    assert bids["sumsq_score_bidders"].sum() == 1000 * 100_000**2


def test_hands_without_a_trump_are_counted():
    hands = fake_hands(100)
    hands[col.TRUMP] = -1
    hands[col.OUTCOME] = col.NOT_PLAYED
    tables = Aggregates(count_hands(hands, SEATS))
    assert len(tables["tricks"]) == 0
    assert list(tables["tricks"].columns) == ["trump", "points_bidders", "hands"]
    assert tables["bids"]["hands"].sum() == 100


def test_a_frame_can_be_changed_without_changing_the_counts():
    tables = Aggregates(count_hands(fake_hands(100), SEATS))
    frame = tables["bids"]
    frame["hands"] = 0
    tables.counts["bids"][:] = 0
    assert tables["bids"]["hands"].sum() == 100
    assert "100 hands" in repr(tables)
    with pytest.raises(KeyError):
        tables["bid"]
