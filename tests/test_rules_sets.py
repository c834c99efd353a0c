"""The packaged rule sets say what their sources say, reach the kernels so, and keep their hashes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from naive import NAIVE_RULES
from pinosim.core import slots
from pinosim.errors import AuctionError
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import list_rules, load_rules
from pinosim.rules.schema import Rules
from worked_examples import NEXT_BIDS

SETS = list_rules()
by_id = pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.id)

# A change here changes what runs already made were played by: never without a line in the changelog.
HASHES = {"family250": "71821a7845e1", "wocg-single": "399e45c1ffc3", "guide-double": "b18bc75fefcb"}

FACTS: dict[str, dict[str, Any]] = {
    "family250": {
        "seats.players": 4,
        "seats.teams": 2,
        "cards.ranks": "ATKQJ9",
        "cards.copies": 2,
        "deal.hand_size": 12,
        "deal.kitty_size": 0,
        "deal.packet": 3,
        "redeal.min_nines": 5,
        "redeal.no_aces": True,
        "redeal.no_meld": False,
        "redeal.optional": True,
        "redeal.same_dealer": True,
        "auction.min_bid": 250,
        "auction.steps": ((250, 10),),
        "auction.max_bid": 0,
        "auction.pass_final": True,
        "auction.all_pass": "last-player-forced",
        "auction.forced_below_min": 0,
        "auction.wild_over": 0,
        "trump.needs_marriage": False,
        "passing.count": 4,
        "passing.may_return_received": True,
        "meld.run": (150, 1500),
        "meld.royal": (40, 80),
        "meld.plain": 20,
        "meld.dix": 10,
        "meld.pinochle": (40, 300),
        "meld.aces": (100, 1000),
        "meld.kings": (80, 800),
        "meld.queens": (60, 600),
        "meld.jacks": (40, 400),
        "meld.trump_mode": "extras",
        "meld.extra_king": 40,
        "meld.extra_queen": 40,
        "meld.extra_both": 80,
        "meld.roundhouse": 0,
        "meld.roundhouse_beside_run": 0,
        "meld.owners": "everybody",
        "play.beat_trump_lead": True,
        "play.beat_plain_lead": True,
        "play.beat_plain_after_trump": False,
        "play.must_trump": True,
        "play.overtrump": True,
        "play.first_leader": "bidder",
        "tricks.last_trick": 10,
        "tricks.total": 250,
        "keep_meld.bidders": "trick",
        "keep_meld.others": "trick",
        "keep_meld.dix_survives": "no",
        "floors.min_meld_bidders": 0,
        "settle.auto_set": True,
        "settle.others_meld_without_play": True,
        "settle.others_always_score": True,
        "game.target": 1500,
        "game.losing_score": 0,
        "game.tie": "bidders",
    },
    "wocg-single": {
        "deal.hand_size": 12,
        "redeal.min_nines": 0,
        "auction.min_bid": 25,
        "auction.steps": ((25, 1),),
        "auction.max_bid": 100,
        "auction.max_ends_auction": True,
        "auction.all_pass": "last-player-forced",
        "auction.forced_below_min": 0,
        "trump.needs_marriage": False,
        "passing.count": 4,
        "meld.run": (15, 150),
        "meld.extra_king": 4,
        "meld.extra_queen": 4,
        "meld.extra_both": 8,
        "meld.dix": 1,
        "meld.pinochle": (4, 30),
        "tricks.last_trick": 1,
        "tricks.total": 25,
        "keep_meld.bidders": "nothing",
        "keep_meld.others": "point",
        "keep_meld.dix_survives": "only-dix",
        "settle.auto_set": True,
        "game.target": 150,
        "game.losing_score": -300,
        "game.tie": "bidders",
    },
    "guide-double": {
        "cards.ranks": "ATKQJ",
        "cards.copies": 4,
        "deal.hand_size": 20,
        "redeal.min_nines": 0,
        "auction.min_bid": 50,
        "auction.steps": ((50, 1), (60, 5)),
        "auction.max_bid": 0,
        "auction.wild_over": 25,
        "trump.needs_marriage": True,
        "trump.without_marriage": "set",
        "passing.count": 4,
        "meld.run": (15, 150, 300, 600),
        "meld.royal": (4, 8, 12, 16),
        "meld.plain": 2,
        "meld.dix": 0,
        "meld.pinochle": (4, 30, 60, 120),
        "meld.aces": (10, 100, 200, 400),
        "meld.kings": (8, 80, 160, 320),
        "meld.queens": (6, 60, 120, 240),
        "meld.jacks": (4, 40, 80, 160),
        "meld.trump_mode": "absorb",
        "tricks.last_trick": 2,
        "tricks.total": 50,
        "keep_meld.bidders": "trick",
        "keep_meld.others": "trick",
        "floors.min_meld_bidders": 20,
        "floors.min_meld_others": 0,
        "floors.min_points_bidders": 0,
        "settle.auto_set": True,
        "settle.others_meld_without_play": True,
        "game.target": 500,
        "game.losing_score": 0,
        "game.tie": "bidders",
    },
}


def test_every_packaged_set_has_its_facts_here() -> None:
    assert {rules.id for rules in SETS} == set(FACTS) == set(HASHES)


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, facts in FACTS.items() for key in facts])
def test_fact(name: str, key: str) -> None:
    assert load_rules(name).value(key) == FACTS[name][key]


@by_id
def test_hash_is_kept(rules: Rules) -> None:
    assert rules.hash == HASHES[rules.id]


@by_id
def test_same_as_typed_in_by_the_other_hand(rules: Rules) -> None:
    naive = NAIVE_RULES[rules.id]
    meld, tricks, keep = rules.meld, rules.tricks, {"nothing": "none"}
    counters = dict(
        zip("ATKQJ9", (tricks.ace, tricks.ten, tricks.king, tricks.queen, tricks.jack, tricks.nine), strict=True)
    )
    assert (rules.seats.players, rules.cards.ranks, rules.cards.copies) == (naive.players, naive.ranks, naive.copies)
    assert (rules.deal.hand_size, rules.deal.kitty_size) == (naive.hand_size, naive.kitty_size)
    assert (rules.redeal.min_nines or None) == naive.redeal_nines
    assert (rules.auction.min_bid, rules.auction.steps) == (naive.min_bid, naive.bid_steps)
    assert (rules.auction.max_bid or None, rules.auction.wild_over or None) == (naive.max_bid, naive.wild_over)
    assert (rules.trump.needs_marriage, rules.passing.count) == (naive.trump_needs_marriage, naive.pass_count)
    assert (meld.trump_mode, meld.run, meld.royal) == (naive.trump_mode, naive.run, naive.royal)
    assert (meld.plain, meld.dix, meld.pinochle) == (naive.plain, naive.dix, naive.pinochle)
    if meld.trump_mode == "extras":
        assert (meld.extra_king, meld.extra_queen, meld.extra_both) == (
            naive.extra_king,
            naive.extra_queen,
            naive.extra_both,
        )
    assert dict(zip("AKQJ", (meld.aces, meld.kings, meld.queens, meld.jacks), strict=True)) == dict(naive.around)
    play = rules.play
    assert (play.beat_trump_lead, play.beat_plain_lead) == (naive.beat_trump_lead, naive.beat_plain_lead)
    assert (play.beat_plain_after_trump, play.must_trump) == (naive.beat_plain_after_trump, naive.must_trump)
    assert play.overtrump == naive.overtrump
    assert counters == {rank: naive.counters.get(rank, 0) for rank in "ATKQJ9"}
    assert (tricks.last_trick, tricks.total) == (naive.last_trick, naive.trick_total)
    for word, other in (
        (rules.keep_meld.bidders, naive.keep_meld_bidders),
        (rules.keep_meld.others, naive.keep_meld_others),
    ):
        assert keep.get(word, word) == other
    assert (rules.keep_meld.dix_survives == "only-dix") == naive.dix_only_exempt
    floors = rules.floors
    assert (floors.min_meld_bidders, floors.min_meld_others) == (naive.min_meld_bidders, naive.min_meld_others)
    assert (floors.min_points_bidders, floors.min_points_others) == (naive.min_trick_points,) * 2
    assert rules.settle.auto_set == naive.auto_set
    assert (rules.game.target, rules.game.losing_score or None) == (naive.target, naive.floor)


@by_id
def test_assumptions_are_explained(rules: Rules) -> None:
    keys = [key for entry in rules.assumed for key in entry.keys]
    assert len(keys) == len(set(keys))
    assert set(keys) <= set(FIELDS)
    assert all(entry.why for entry in rules.assumed)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("family250", {"A1", "A2", "A3", "A5", "A21", "A25", "A26", "A29", "A33"}),
        ("wocg-single", {"A11", "A18", "A21", "A22", "A29", "A34"}),
        ("guide-double", {"A7", "A8", "A9", "A17", "A25", "A29", "A33"}),
    ],
)
def test_open_questions_are_marked(name: str, numbers: set[str]) -> None:
    assert {entry.number for entry in load_rules(name).assumed} - {""} == numbers


# --- the vector


@by_id
def test_vector_agrees_with_the_rules(rules: Rules) -> None:
    vector = rules.vector
    assert vector.shape == (slots.N_SLOTS,)
    assert vector.dtype.name == "int64"
    assert vector.flags.c_contiguous
    copies = rules.cards.copies
    tables = [rules.meld.run, rules.meld.royal, rules.meld.pinochle]
    tables += [rules.meld.aces, rules.meld.kings, rules.meld.queens, rules.meld.jacks]
    starts = [slots.RUN, slots.ROYAL, slots.PINOCHLE, *(slots.AROUND + i * slots.TABLE for i in range(4))]
    for start, table in zip(starts, tables, strict=True):
        found = vector[start : start + slots.TABLE].tolist()
        assert found == [0, *table, *[0] * (slots.MAX_COPIES - copies)]
    counters = vector[slots.COUNTERS : slots.COUNTERS + 6]
    assert counters.sum() * 4 * copies + vector[slots.LAST_TRICK] == vector[slots.TRICK_TOTAL]
    assert vector[slots.PLAYERS] * vector[slots.HAND_SIZE] == rules.deck.size
    assert vector[slots.TRICKS] == rules.deal.hand_size


@pytest.mark.parametrize(
    ("name", "place", "number"),
    [
        ("family250", "WIDTH", 2),
        ("guide-double", "WIDTH", 3),
        ("family250", "N_RANKS", 6),
        ("guide-double", "N_RANKS", 5),
        ("family250", "FORCED_BID", 250),
        ("family250", "REDEAL_MIN_NINES", 5),
        ("family250", "TRUMP_MODE", slots.EXTRAS),
        ("guide-double", "TRUMP_MODE", slots.ABSORB),
        ("wocg-single", "KEEP_BIDDERS", 0),
        ("wocg-single", "KEEP_OTHERS", 2),
        ("guide-double", "KEEP_OTHERS", 1),
        ("wocg-single", "DIX_ONLY_EXEMPT", 1),
        ("wocg-single", "MAX_ENDS_AUCTION", 1),
        ("wocg-single", "FLOOR", -300),
        ("guide-double", "NO_MARRIAGE_SET", 1),
        ("family250", "NO_MARRIAGE_SET", 0),
        ("guide-double", "MIN_MELD_BIDDERS", 20),
        ("family250", "TIE_BIDDERS", 1),
        ("family250", "AUCTION_KIND", 1),
    ],
)
def test_place_in_the_vector(name: str, place: str, number: int) -> None:
    assert load_rules(name).vector[getattr(slots, place)] == number


def test_steps_in_the_vector() -> None:
    vector = load_rules("guide-double").vector
    assert vector[slots.STEP_FROM : slots.STEP_FROM + 2].tolist() == [50, 60]
    assert vector[slots.STEP_SIZE : slots.STEP_SIZE + 2].tolist() == [1, 5]
    assert vector[slots.STEP_FROM + 2] > 100_000


@pytest.mark.parametrize(
    ("override", "place", "number"),
    [
        ("auction.all_pass=new-deal", "ALL_PASS", 1),
        ("auction.forced_below_min=10", "FORCED_BID", 240),
        ("auction.kind=single-round", "AUCTION_KIND", 2),
        ("play.first_leader=left-of-dealer", "FIRST_LEADER", 1),
        ("meld.owners=bidders", "MELD_BIDDERS_ONLY", 1),
        ("meld.trump_mode=exclusive", "TRUMP_MODE", slots.EXCLUSIVE),
        ("game.tie=higher-score", "TIE_BIDDERS", 0),
        ("kitty.buried_points_to=nobody", "BURIED_TO_BIDDER", 0),
        ("settle.others_meld_without_play=false", "OTHERS_MELD_ON_AUTO_SET", 0),
        ("meld.roundhouse_beside_run=40", "ROUNDHOUSE_BESIDE_RUN", 40),
        ("meld.jacks=[40,401]", "AROUND", 100),
    ],
)
def test_single_values_reach_the_vector(override: str, place: str, number: int) -> None:
    vector = load_rules("family250", [override]).vector
    found = vector[getattr(slots, place) + (1 if place == "AROUND" else 0)]
    assert found == number


# --- bids


@pytest.mark.parametrize("example", NEXT_BIDS, ids=lambda example: example.number)
def test_worked_bids(example: Any) -> None:
    rules = load_rules(example.rules)
    assert tuple(rules.legal_bids(example.current, example.up_to)) == example.bids
    assert rules.next_bid(example.current) == example.bids[0]


@by_id
def test_bids_agree_with_one_another(rules: Rules) -> None:
    every = rules.legal_bids(None, up_to=700)
    assert every[0] == rules.next_bid(None) == rules.auction.min_bid
    assert [bid for bid in range(-5, 701) if rules.is_legal_bid(bid)] == every
    for bid, higher in pairwise(every):
        assert rules.next_bid(bid) == higher
        assert rules.next_bid(higher - 1) == higher
        assert rules.legal_bids(bid, up_to=higher) == [higher]


def test_highest_bid() -> None:
    rules = load_rules("wocg-single")
    assert rules.legal_bids(99, up_to=10**9) == [100]
    assert rules.legal_bids(100, up_to=10**9) == []
    with pytest.raises(AuctionError, match="above 100"):
        rules.next_bid(100)


def test_no_bids_between_the_steps() -> None:
    assert load_rules("guide-double").legal_bids(60, up_to=64) == []
    assert load_rules("family250").legal_bids(None, up_to=249) == []
    assert load_rules("family250").legal_bids(254, up_to=270) == [260, 270]
