"""The packaged rule sets say what their sources say, reach the kernels so, and keep their hashes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from naive import NAIVE_RULES
from pinosim.core import slots
from pinosim.errors import AuctionError, RuleError
from pinosim.rules.describe import open_questions
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import list_rules, load_rules
from pinosim.rules.schema import Rules
from worked_examples import NEXT_BIDS

SETS = list_rules()
by_id = pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.id)

# A change here changes what runs already made were played by: never without a line in the changelog.
HASHES = {
    "family250": "b4d0fcee3404",
    "andrews-double": "3fca309bf03e",
    "auction-3h": "a85bd735ac41",
    "bicycle-auction": "05d875b3d24d",
    "bicycle-widow": "208d9f958ba7",
    "check": "3ca9d3d618e8",
    "cutthroat-3h": "cf990f9ee860",
    "easafamily-5h": "172fcd60ee22",
    "family250-3h": "5dc5aa2294b4",
    "firehouse": "b29abd123a89",
    "gruntose-3h": "c7465b4d4618",
    "guide-double": "cfcb59494336",
    "guide-double-x10": "1c0eefadad0f",
    "guide-family": "b2151fb964cf",
    "guide-standard": "55d2b8d21a3a",
    "joedog-3h": "36c8572c0964",
    "joedog-4h": "6204d386c1b8",
    "neuralplay": "cbd6135d7852",
    "npa-double": "f301029e6894",
    "single-round-3h": "1e2823a11527",
    "slippedup": "c5abcaa7b6ad",
    "std004": "d805f2a56c36",
    "two-hand": "5c1d515c5ea7",
    "universal-5h": "ad53fe8998bb",
    "universal-6h": "6f0791f05cc8",
    "wocg-double": "f301029e6894",
    "wocg-single": "cf030a1bfbea",
}

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


def test_every_packaged_set_has_its_hash_here() -> None:
    assert {rules.id for rules in SETS} == set(HASHES)


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, facts in FACTS.items() for key in facts])
def test_fact(name: str, key: str) -> None:
    assert load_rules(name).value(key) == FACTS[name][key]


@by_id
def test_hash_is_kept(rules: Rules) -> None:
    assert rules.hash == HASHES[rules.id]


@pytest.mark.parametrize("name", NAIVE_RULES)
def test_same_as_typed_in_by_the_other_hand(name: str) -> None:
    rules, naive = load_rules(name), NAIVE_RULES[name]
    meld, tricks, keep = rules.meld, rules.tricks, {"nothing": "none"}
    counters = dict(
        zip("ATKQJ9", (tricks.ace, tricks.ten, tricks.king, tricks.queen, tricks.jack, tricks.nine), strict=True)
    )
    assert (rules.seats.players, rules.cards.ranks, rules.cards.copies) == (naive.players, naive.ranks, naive.copies)
    assert (rules.deal.hand_size, rules.deal.kitty_size) == (naive.hand_size, naive.kitty_size)
    assert (rules.redeal.min_nines or None) == naive.redeal_nines
    assert (rules.auction.all_pass == "new-deal") == (naive.all_pass == "new deal")
    assert (rules.auction.min_bid, rules.auction.steps) == (naive.min_bid, naive.bid_steps)
    assert (rules.auction.max_bid or None, rules.auction.wild_over or None) == (naive.max_bid, naive.wild_over)
    assert (rules.trump.needs_marriage, rules.passing.count) == (naive.trump_needs_marriage, naive.pass_count)
    assert (meld.trump_mode, meld.run[: len(naive.run)], meld.royal) == (naive.trump_mode, naive.run, naive.royal)
    assert (meld.plain, meld.dix, meld.pinochle) == (naive.plain, naive.dix, naive.pinochle)
    if meld.trump_mode == "extras":
        assert (meld.extra_king, meld.extra_queen, meld.extra_both) == (
            naive.extra_king,
            naive.extra_queen,
            naive.extra_both,
        )
    for rank, table in zip("AKQJ", (meld.aces, meld.kings, meld.queens, meld.jacks), strict=True):
        assert table[: len(naive.around[rank])] == naive.around[rank]
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
def test_assumptions_are_explained_and_one_option_away(rules: Rules) -> None:
    keys = [key for entry in rules.assumed for key in entry.keys]
    assert len(keys) == len(set(keys))
    for entry in rules.assumed:
        assert bool(entry.instead) <= bool(entry.otherwise)
        changed = {override.partition("=")[0] for override in entry.instead}
        if changed:
            assert changed & set(entry.keys)
            other = load_rules(rules.id, entry.instead)
            assert other.hash != rules.hash
            assert not set(entry.keys) & changed & {key for left in other.assumed for key in left.keys}
    assert set(keys) <= set(FIELDS)
    assert all(entry.why for entry in rules.assumed)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("family250", {"A1", "A2", "A3", "A5", "A21", "A25", "A26", "A29", "A33"}),
        ("family250-3h", {"A1", "A2", "A3", "A5", "A6", "A21", "A25", "A26"}),
        ("wocg-single", {"A11", "A18", "A21", "A22", "A29", "A34"}),
        ("wocg-double", {"A10", "A25", "A35"}),
        ("guide-standard", {"A8", "A17", "A25", "A29", "A33", "A34"}),
        ("guide-family", {"A8", "A17", "A25", "A33"}),
        ("guide-double", {"A7", "A8", "A9", "A17", "A25", "A29", "A33"}),
        ("guide-double-x10", {"A7", "A8", "A9", "A17", "A25", "A29", "A33"}),
        ("joedog-4h", {"A15", "A25", "A29"}),
        ("joedog-3h", {"A15", "A25", "A30"}),
        ("two-hand", {"A31"}),
        ("std004", {"A14", "A15", "A16", "A18", "A21", "A22", "A24", "A25", "A26", "A29"}),
        ("universal-5h", {"A12", "A13", "A25"}),
        ("universal-6h", {"A25", "A32", "A35"}),
    ],
)
def test_open_questions_are_marked(name: str, numbers: set[str]) -> None:
    assert {entry.number for entry in open_questions(load_rules(name))} - {""} == numbers


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
    tables.append(tuple(rules.meld.dix * held for held in range(1, copies + 1)))
    starts = [slots.RUN, slots.ROYAL, slots.PINOCHLE, *(slots.AROUND + i * slots.TABLE for i in range(4))]
    starts.append(slots.DIX_COPIES)
    for start, table in zip(starts, tables, strict=True):
        found = vector[start : start + slots.TABLE].tolist()
        assert found == [0, *table, *[0] * (slots.MAX_COPIES - copies)]
    counters = vector[slots.COUNTERS : slots.COUNTERS + 6]
    assert counters.sum() * 4 * copies + vector[slots.LAST_TRICK] == vector[slots.TRICK_TOTAL]
    dealt = vector[slots.PLAYERS] * vector[slots.HAND_SIZE] + vector[slots.KITTY_SIZE] + vector[slots.STOCK_SIZE]
    assert dealt == rules.deck.size
    given_away = vector[slots.KITTY_SIZE] if vector[slots.KITTY_SHARED] else 0
    in_play = vector[slots.PLAYERS] * vector[slots.HAND_SIZE] + given_away + vector[slots.STOCK_SIZE]
    assert vector[slots.TRICKS] * vector[slots.PLAYERS] == in_play
    assert vector[slots.BURY_COUNT] + given_away == vector[slots.KITTY_SIZE]


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
        ("family250", "UNDERTRUMP", 1),
        ("family250", "DIX_ALWAYS", 0),
        ("family250-3h", "KITTY_SIZE", 3),
        ("family250-3h", "BURY_COUNT", 3),
        ("family250-3h", "TEAMS", 3),
        ("family250-3h", "OTHERS_SHARE_TRICKS", 0),
        ("joedog-3h", "TRICKS", 15),
        ("joedog-3h", "KEEP_BIDDERS", 2),
        ("bicycle-widow", "KITTY_SHARED", 1),
        ("bicycle-widow", "BURY_COUNT", 0),
        ("bicycle-widow", "TRICKS", 12),
        ("bicycle-auction", "FIRST_LEADER", 1),
        ("firehouse", "AUCTION_KIND", 2),
        ("check", "BID_NEEDS", 1),
        ("auction-3h", "BID_NEEDS", 2),
        ("auction-3h", "FORCED_BID", 19),
        ("cutthroat-3h", "WINNER_MUST_BID", 1),
        ("slippedup", "FLOOR", -1000),
        ("std004", "REDEAL_NO_MELD", 1),
        ("std004", "REDEAL_IGNORE_DIX", 1),
        ("wocg-double", "MIN_POINTS_OTHERS", 20),
        ("wocg-double", "MIN_MELD_OTHERS", 20),
        ("universal-5h", "CALLED_PARTNER", 1),
        ("universal-5h", "CALL_FROM_RIGHT", 0),
        ("easafamily-5h", "CALL_FROM_RIGHT", 1),
        ("universal-5h", "OTHERS_SHARE_TRICKS", 1),
        ("universal-5h", "ALL_PASS", 1),
        ("universal-5h", "TRUMP_MODE", slots.EXCLUSIVE),
        ("universal-6h", "WIDTH", 3),
        ("universal-6h", "COPIES", 6),
        ("universal-6h", "TEAMS", 2),
        ("two-hand", "AUCTION_KIND", 0),
        ("two-hand", "STOCK_SIZE", 24),
        ("two-hand", "TRICKS", 24),
        ("two-hand", "TURN_UP", 1),
        ("two-hand", "TRUMP_TURNED", 1),
        ("two-hand", "DIX_TURNED", 1),
        ("two-hand", "DIX_EXCHANGE", 1),
        ("two-hand", "MELDS_PER_TRICK", 1),
        ("two-hand", "MELD_AFTER_DRAW", 0),
        ("two-hand", "MELD_IN_PLAY", 1),
        ("two-hand", "PHASE1_FREE", 1),
        ("two-hand", "FIRST_LEADER", 1),
        ("two-hand", "TIE_BIDDERS", 0),
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
        ("auction.bid_needs=marriage", "BID_NEEDS", 1),
        ("auction.bid_needs=meld", "BID_NEEDS", 2),
        ("game.winner_must_bid=true", "WINNER_MUST_BID", 1),
        ("settle.others_tricks=shared", "OTHERS_SHARE_TRICKS", 1),
        ("seats.called_card_search=from-the-right", "CALL_FROM_RIGHT", 1),
        ("kitty.shown=false", "KITTY_SHOWN", 0),
        ("stock.melds_per_trick=0", "MELDS_PER_TRICK", 0),
        ("stock.meld_before_draw=false", "MELD_AFTER_DRAW", 1),
        ("stock.dix_exchange=true", "DIX_EXCHANGE", 1),
        ("stock.dix_turned=true", "DIX_TURNED", 1),
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


@pytest.mark.parametrize(
    "override",
    [
        "auction.pass_final=false",
        "settle.others_always_score=false",
    ],
)
def test_rules_no_kernel_obeys_give_no_vector(override: str) -> None:
    rules = load_rules("family250", [override])
    with pytest.raises(RuleError, match="cannot be simulated") as caught:
        _ = rules.vector
    assert [problem.partition(":")[0] for problem in caught.value.problems] == [override.partition("=")[0]]


@by_id
def test_bids_agree_with_one_another(rules: Rules) -> None:
    if rules.auction.kind == "none":
        assert rules.legal_bids(None, up_to=700) == []
        return
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
