"""Legal plays and settlement for one hand: worked examples, the naive second opinion, refusals."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import naive
from pinosim.api.hand import Hand
from pinosim.api.legal import legal_plays, read_trick
from pinosim.api.settle import Settlement, settle
from pinosim.core import columns as C
from pinosim.core.settling import settle as kernel_settle
from pinosim.errors import CardError, IllegalPlay, PinosimError
from pinosim.rules.load import Rules, load_rules
from worked_examples import (
    LEGAL,
    SETTLE,
    SETTLE_CALLED_PARTNER,
    CalledPartnerExample,
    LegalExample,
    SettleExample,
)

RULE_SETS = {name: load_rules(name) for name in ("family250", "wocg-single", "guide-double")}
FAMILY = RULE_SETS["family250"]


# --- legal plays


@pytest.mark.parametrize("example", LEGAL, ids=lambda e: e.number)
def test_legal_examples(example: LegalExample) -> None:
    rules = load_rules(example.rules)
    assert set(legal_plays(example.hand, example.trick, "S", rules)) == set(example.legal.split())
    assert set(legal_plays(Hand(example.hand), example.trick.split(), "spades", rules)) == set(example.legal.split())


def test_the_plain_lead_duty_can_be_waived() -> None:
    example = next(e for e in LEGAL if e.rules == "guide-family")
    rules = load_rules("family250", ["play.beat_plain_lead=false"])
    assert legal_plays(example.hand, example.trick, "S", rules) == tuple(example.legal.split())


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_legal_plays_agree_with_the_naive_ones(rules: Rules) -> None:
    draw = random.Random(11)
    simple = naive.NAIVE_RULES[rules.id]
    for _ in range(300):
        deck = naive.full_deck(simple)
        draw.shuffle(deck)
        size, played = draw.randint(1, rules.deal.hand_size), draw.randint(0, rules.seats.players - 1)
        hand, trick = deck[:size], deck[size : size + played]
        trump = draw.choice(naive.SUITS)
        expected = naive.legal_cards(hand, trick, trump, simple)
        assert set(legal_plays(" ".join(hand), " ".join(trick), trump, rules)) == set(expected)


def test_plays_are_named_once_and_in_order() -> None:
    assert legal_plays("S:99AA H:TT", "", "C", FAMILY) == ("AS", "9S", "TH")


@pytest.mark.parametrize("text", ["10h, Q♠", "TH QS", "thqs", "♡".join(["T", " QS"]), ["TH", "QS"], ("10H", "Q♠️")])
def test_ways_to_write_a_trick(text: str | list[str]) -> None:
    assert read_trick(text, FAMILY) == ["TH", "QS"]


@pytest.mark.parametrize(
    ("hand", "trick", "trump", "error", "message"),
    [
        ("", "TH", "S", IllegalPlay, "holds no cards"),
        ("AS", "TH KH 9H QH", "S", IllegalPlay, "complete trick of 4 cards"),
        ("AS", "S:TQ", "S", CardError, "'S:TQ' has no order"),
        ("AS", "TH*2", "S", CardError, "'TH\\*2' has no order"),
        ("AS", "XH", "S", CardError, "trick: cannot read 'XH'"),
        ("AS", 7, "S", CardError, "trick: expected cards in the order played"),
        ("AS", [7], "S", CardError, "trick: expected cards in the order played"),
        ("AS", Hand("TH"), "S", CardError, "a hand has no order"),
        ("AS", "T" * 300, "S", CardError, "300 characters"),
        ("AS", "TH", "X", CardError, "X"),
        ("AS AS", "AS", "S", CardError, "AS 3 times"),
        ("AATTKKQQJJ99.A..", "", "S", CardError, "13 cards; a hand of family250 has at most 12"),
    ],
)
def test_refused_plays(hand: str, trick: str, trump: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        legal_plays(hand, trick, trump, FAMILY)


def test_while_the_stock_lasts_any_card_may_be_played() -> None:
    rules = load_rules("two-hand")
    assert legal_plays("AH KH 9H AS", "TS", "S", rules, stock_left=True) == ("AS", "AH", "KH", "9H")
    assert legal_plays("AH KH 9H AS", "TS", "S", rules) == ("AS",)
    strict = load_rules("two-hand", ["play.free_while_stock=false"])
    assert legal_plays("AH KH 9H AS", "TS", "S", strict, stock_left=True) == ("AS",)
    with pytest.raises(IllegalPlay, match="has no stock to draw from"):
        legal_plays("AH KH 9H AS", "TS", "S", FAMILY, stock_left=True)


def test_a_nine_in_a_double_deck_is_refused() -> None:
    with pytest.raises(CardError, match="9H"):
        legal_plays("AS", "9H", "S", RULE_SETS["guide-double"])


# --- settlement


def settle_example(example: SettleExample, rules: Rules) -> Settlement:
    return settle(rules, example.bid, *example.bidders, *example.others)


@pytest.mark.parametrize("example", SETTLE, ids=lambda e: e.number)
def test_settle_examples(example: SettleExample) -> None:
    rules = load_rules(example.rules)
    result = settle_example(example, rules)
    assert (result.score_bidders, result.score_others) == (example.bidders_change, example.others_change)
    assert result.outcome == example.outcome
    assert (result.bid, result.rules, result.rules_hash) == (
        example.bid, example.rules, rules.hash,
    )  # fmt: skip


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_settlement_agrees_with_the_naive_one(rules: Rules) -> None:
    draw = random.Random(5)
    simple = naive.NAIVE_RULES[rules.id]
    unit, total, tricks = rules.unit, rules.tricks.total, rules.deal.hand_size
    seen = set()
    for _ in range(400):
        bid = draw.choice(rules.legal_bids(None, up_to=rules.auction.min_bid + 30 * unit))
        dix = draw.randint(0, rules.deck.copies) * rules.meld.dix
        meld, others = (unit * draw.choice([0, 0, 2, 4, 10, 19, 20, 30]) for _ in range(2))
        others = dix if draw.random() < 0.3 else others + dix
        taken = draw.choice([0, 1, tricks // 2, tricks - 1, tricks])
        points = {0: 0, tricks: total}.get(taken, unit * draw.randint(0, total // unit))
        played = [meld, points, taken, others, total - points, tricks - taken]
        expected = naive.settle(simple, bid, *played, others_dix_only=bool(others) and others == dix)  # type: ignore[arg-type]
        if expected[2] == "auto-set":
            played = [meld, None, None, others, None, None]
        result = settle(rules, bid, *played, others_dix=dix)  # type: ignore[arg-type]
        assert (result.score_bidders, result.score_others, result.outcome) == expected
        seen.add(result.outcome)
        # the words name the numbers they explain
        last = result.lines[-1]
        assert f"score {result.score_others}" in last or f"meld of {result.score_others}" in last
        bidders_line = " ".join(result.lines[:2])
        assert f"score {result.score_bidders}." in bidders_line or f"lose {bid}" in bidders_line
    assert seen == {"made", "set", "auto-set"}


def test_the_words_of_a_set() -> None:
    text = str(settle(FAMILY, 250, 260, 0, 0, 40, 250, 12))
    assert text.splitlines() == [
        "Set: bidders -250, others +290 (family250)",
        "  Bidders took no trick and lose their meld of 260: it takes a trick to keep it.",
        "  Bidders: meld 0 + trick points 0 = 0, and the bid was 250: 250 short, set. They lose 250.",
        "  Others took 12 tricks and keep their meld of 40.",
        "  Others: meld 40 + trick points 250 = 290. They score 290.",
    ]


def test_dix_survive_without_a_trick_point_where_the_rules_say_so() -> None:
    rules = RULE_SETS["wocg-single"]
    kept = settle(rules, 30, 15, 25, 12, 2, 0, 0, others_dix=2)
    assert (kept.score_others, settle(rules, 30, 15, 25, 12, 2, 0, 0).score_others) == (2, 0)
    assert "nothing but nines of trump" in " ".join(kept.lines)


def test_floors_and_bidders_only() -> None:
    rules = load_rules("family250", ["floors.min_points_bidders=100", "floors.min_points_others=200"])
    short = settle(rules, 250, 300, 90, 4, 40, 160, 8)
    assert (short.score_bidders, short.score_others) == (-250, 0)
    assert "need 100 trick points: set" in " ".join(short.lines)
    assert "they need 200 trick points. They score 0" in short.lines[-1]
    floor = load_rules("family250", ["floors.min_meld_others=50"])
    assert "does not count: it is below 50" in " ".join(settle(floor, 250, 300, 90, 4, 40, 160, 8).lines)
    assert "below 50" in settle(floor, 600, 300, None, None, 40, None, None).lines[-1]
    alone = load_rules("family250", ["meld.owners=bidders"])
    assert settle(alone, 250, 300, 90, 4, 40, 160, 8).score_others == 160
    assert "only bidders count meld" in settle(alone, 600, 300, None, None, 40, None, None).lines[-1]
    nothing = load_rules("family250", ["settle.others_meld_without_play=false"])
    assert (
        "does not count when the hand is not played" in settle(nothing, 600, 300, None, None, 40, None, None).lines[-1]
    )


def test_no_meld_and_one_trick() -> None:
    lines = settle(FAMILY, 250, 0, 250, 11, 60, 0, 1).lines
    assert lines[0] == "Bidders have no meld that counts."
    assert lines[2] == "Others took 1 trick and keep their meld of 60."


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((300, 120, 180, 9, 40, 80, 3), "add up to 250 .* got 180 \\+ 80 = 260"),
        ((300, 120, 180, 9, 40, 70, 4), "expected 12 tricks in all .* got 9 \\+ 4 = 13"),
        ((300, 120, None, None, 40, None, None), "give points and tricks of both sides"),
        ((300, 120, 180, None, 40, 70, 3), "give points and tricks"),
        (
            (400, 120, 180, 9, 40, 70, 3),
            "the bidders' meld of 120 and all 250 trick points fall short of the bid of 400",
        ),
        ((300, 120, 250, 12, 40, 0, 1), "expected 12 tricks"),
        ((300, 120, 10, 0, 40, 240, 12), "bidders_points: expected 0 points without a trick, got 10"),
        ((255, 120, 180, 9, 40, 70, 3), "bid: 255 cannot be bid .* nearest legal bids are 250 and 260"),
        ((0, 120, 180, 9, 40, 70, 3), "bid: expected a whole number from 1"),
        ((True, 120, 180, 9, 40, 70, 3), "bid: expected a whole number"),
        ((300, -20, 180, 9, 40, 70, 3), "bidders_meld: expected a whole number from 0"),
        ((300, "120", 180, 9, 40, 70, 3), "bidders_meld: expected a whole number .* got '120'"),
        ((300, 120, 180.5, 9, 40, 70, 3), "bidders_points: expected a whole number"),
        ((300, 120, 180, 9, 40, 70, 3, 5, 0), "bidders_dix: expected a multiple of 10"),
        ((300, 120, 180, 9, 10, 70, 3, 0, 20), "others_dix: expected no more than the meld of 10, got 20"),
        ((300, 120, 180, 9, 40, 70, 3, 20, 10), "at most 20 points of nines of trump in all"),
    ],
)
def test_refused_settlements(values: tuple[int, ...], message: str) -> None:
    with pytest.raises(PinosimError, match=message):
        settle(FAMILY, *values)


def test_nines_count_nothing_in_a_double_deck() -> None:
    with pytest.raises(PinosimError, match="nines of trump count nothing"):
        settle(RULE_SETS["guide-double"], 55, 30, 26, 11, 10, 24, 9, bidders_dix=10)


def test_a_settlement_is_a_value() -> None:
    result = settle(FAMILY, 300, 120, 180, 9, 40, 70, 3)
    assert pickle.loads(pickle.dumps(result)) == result
    with pytest.raises(AttributeError):
        result.score_bidders = 0  # type: ignore[misc]
    assert result.to_dict()["lines"] == list(result.lines)
    assert list(result.to_frame()["score"]) == [300, 110]
    assert result.lines[0] in result._repr_html_()


# --- each for himself, called partner, no bidding

THREE = load_rules("family250-3h")
CALLED = load_rules("universal-5h")
TWO = load_rules("two-hand")


@pytest.mark.parametrize("example", SETTLE_CALLED_PARTNER, ids=lambda e: e.number)
def test_called_partner_examples(example: CalledPartnerExample) -> None:
    rules = load_rules(example.rules)
    tricks = rules.tricks_in_hand // 2, rules.tricks_in_hand - rules.tricks_in_hand // 2
    bidders = sum(example.bidders_melds), example.bidders_points, tricks[0]
    result = settle(rules, example.bid, *bidders, example.others_melds, example.others_points, tricks[1])
    assert (result.score_bidders, result.scores_others) == (example.bidders_change, example.others_changes)
    assert result.score_others == sum(example.others_changes)
    assert str(result).splitlines()[0].startswith("Made: bidder and partner each +670, others +330, +290, +440")
    assert "They score 670 each." in result.lines[1]
    assert result.lines[3] == "Opponent 1: meld 40 + trick points 290 of all opponents = 330. He scores 330."
    assert list(result.to_frame()["score"]) == [670, 330, 290, 440]


def test_each_for_himself_in_words() -> None:
    assert str(settle(THREE, 200, 40, 100, 6, (40, 20), (150, 0), (9, 0))).splitlines() == [
        "Set: bidder -200, others +190, +0 (family250-3h)",
        "  Bidder took 6 tricks and keeps his meld of 40.",
        "  Bidder: meld 40 + trick points 100 = 140, and the bid was 200: 60 short, set. He loses 200.",
        "  Opponent 1 took 9 tricks and keeps his meld of 40.",
        "  Opponent 1: meld 40 + trick points 150 = 190. He scores 190.",
        "  Opponent 2 took no trick and loses his meld of 20: it takes a trick to keep it.",
        "  Opponent 2: meld 0 + trick points 0 = 0. He scores 0.",
    ]
    auto = settle(THREE, 400, 40, None, None, (40, 20), None, None)
    assert (auto.outcome, auto.scores_others) == ("auto-set", (40, 20))
    assert auto.lines[0].startswith("The bidder's meld of 40 and all 250 trick points fall short of the bid of 400")


def test_buried_counters_are_no_trick() -> None:
    result = settle(THREE, 150, 200, 20, 0, (40, 20), (150, 80), (9, 6))
    assert (result.score_bidders, result.scores_others) == (-150, (190, 100))
    with pytest.raises(PinosimError, match="bidders_points: expected 0 points without a trick, got 20"):
        settle(GAMES["cutthroat-3h"], 20, 20, 20, 0, (4, 2), (3, 2), (9, 7))


def test_a_hand_without_bids() -> None:
    result = settle(TWO, None, 240, 140, 10, 100, 110, 14)
    assert (result.outcome, result.score_bidders, result.scores_others, result.bid) == ("scored", 380, (210,), None)
    assert str(result).startswith("Scored: player who leads first +380, dealer +210 (two-hand)")
    with pytest.raises(PinosimError, match="'two-hand' has no bidding; expected None, got 100"):
        settle(TWO, 100, 240, 140, 10, 100, 110, 14)


GAMES = {name: load_rules(name) for name in ("cutthroat-3h", "family250-3h", "gruntose-3h", "joedog-3h")}
GAMES |= {name: load_rules(name) for name in ("universal-5h", "easafamily-5h")}


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_seats_apart_are_settled_as_the_kernel_settles_them(rules: Rules) -> None:
    draw = random.Random(11)
    vector = np.array(rules.vector, dtype=np.int64)
    players, unit, n_tricks = rules.seats.players, rules.unit, rules.tricks_in_hand
    shared = rules.settle.others_tricks == "shared"
    seen = set()
    for _ in range(200):
        side = [0, draw.randrange(1, players)] if rules.seats.called_partner else [0]
        rest = [seat for seat in range(players) if seat not in side]
        bid = draw.choice(rules.legal_bids(None, up_to=rules.auction.min_bid + 30 * unit))
        melds = [unit * draw.choice([0, 0, 2, 4, 10, 30]) for _ in range(players)]
        cuts = sorted(draw.randint(0, n_tricks) for _ in range(players - 1))
        tricks = [high - low for low, high in zip([0, *cuts], [*cuts, n_tricks], strict=True)]
        takers = [seat for seat in range(players) if tricks[seat]]
        points = [0] * players
        for _ in range(rules.tricks.total // unit):
            points[draw.choice(takers)] += unit
        sides = sum(1 << seat for seat in side)
        result, scores = np.zeros(C.N_RESULT, np.int64), np.zeros(6, np.int64)
        hopeless = rules.settle.auto_set and sum(melds[s] for s in side) + rules.tricks.total < bid
        taken = [np.zeros(6, np.int64) for _ in range(3)]
        if not hopeless:
            taken[1][:players], taken[2][:players] = points, tricks
        laid = np.array([*melds, *[0] * (6 - players)], np.int64)
        kernel_settle(bid, sides, True, laid, *taken, vector, result, scores)
        ours = (sum(melds[s] for s in side), sum(points[s] for s in side), sum(tricks[s] for s in side))
        theirs = ([points[s] for s in rest], [tricks[s] for s in rest])
        if shared:
            theirs = (sum(theirs[0]), sum(theirs[1]))
        if hopeless:
            ours, theirs = (ours[0], None, None), (None, None)
        told = settle(rules, bid, *ours, [melds[s] for s in rest], *theirs)
        assert told.score_bidders == scores[0]
        assert list(told.scores_others) == [int(scores[s]) for s in rest]
        assert told.score_others == result[C.SCORE_OTHERS - C.RESULT_FROM]
        assert all(f"{score}" in " ".join(told.lines) for score in told.scores_others)
        seen.add(told.outcome)
    assert {"made", "set"} <= seen


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            (THREE, 200, 40, 100, 6, 40, (150, 0), (9, 0)),
            "others_meld: .* each of the 2 other players scores for himself",
        ),
        ((THREE, 200, 40, 100, 6, (40, 20), (150, 0, 0), (9, 0)), "others_points: .* expected 2 numbers"),
        ((THREE, 200, 40, 100, 6, (40, 20), 150, (9, 0)), "others_points: .* expected 2 numbers, got 150"),
        ((THREE, 200, 40, 100, 6, (40, 20), (150, None), (9, 0)), "give points and tricks of both sides"),
        ((THREE, 200, 40, 100, 6, (40, 20), (150, 10), (9, 0)), "add up to 250 .* got 100 \\+ 150 \\+ 10 = 260"),
        (
            (CALLED, 600, 460, 210, 7, (40, 0, 150), (100, 100, 90), 9),
            "the others share their tricks; expected one number",
        ),
        ((CALLED, None, 460, 210, 7, (40, 0, 150), 290, 9), "bid: expected a whole number"),
        ((TWO, None, 240, 140, 10, 100, 110, 13), "expected 24 tricks in all"),
    ],
)
def test_refused_settlements_of_other_games(values: tuple[Any, ...], message: str) -> None:
    with pytest.raises(PinosimError, match=message):
        settle(*values)


# --- nines of trump


def test_nines_that_count_more_together() -> None:
    rules = load_rules("family250", ["meld.dix_by_copies=[10, 100]"])
    for dix in (0, 10, 20, 100):
        settle(rules, 300, 120, 180, 9, 140, 70, 3, others_dix=dix)
    with pytest.raises(PinosimError, match="others_dix: expected 0 or 10 or 100 in 'family250', got 30"):
        settle(rules, 300, 120, 180, 9, 140, 70, 3, others_dix=30)
    with pytest.raises(PinosimError, match="at most 100 points of nines of trump in all"):
        settle(rules, 300, 120, 180, 9, 140, 70, 3, bidders_dix=10, others_dix=100)


def test_nines_that_always_survive() -> None:
    rules = load_rules("wocg-single", ["keep_meld.dix_survives=always"])
    result = settle(rules, 25, 15, 25, 12, 12, 0, 0, others_dix=2)
    assert result.score_others == 2
    assert result.lines[2] == (
        "Others took no trick and lose their meld of 12, but for the 2 of nines of trump: it takes a trick point to "
        "keep it."
    )
