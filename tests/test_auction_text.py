"""Auctions as text: who is to call, what may be called, and what is refused."""

from __future__ import annotations

import random

import pytest

import naive
from pinosim.api.auction_text import nearest_bids, read_auction
from pinosim.errors import AuctionError
from pinosim.rules.load import Rules, load_rules
from worked_examples import AUCTION, NEXT_BIDS, AuctionExample, NextBidsExample

FAMILY = load_rules("family250")
SINGLE = load_rules("wocg-single")
DOUBLE = load_rules("guide-double")


def test_nothing_said_yet() -> None:
    state = read_auction("", FAMILY)
    assert (state.seat, state.dealer, state.high, state.bidder, state.lowest) == (0, 3, None, None, 250)
    assert (state.calls, state.passed, state.forced) == ((), frozenset(), False)
    assert str(state) == "no calls yet"


def test_calls_go_round_and_skip_who_has_passed() -> None:
    state = read_auction("250 P 260 270 280", FAMILY)
    assert state.seat == 2
    assert (state.high, state.bidder, state.passed, state.lowest) == (280, 0, frozenset({1}), 290)


@pytest.mark.parametrize(
    "auction",
    ["250 P 260", "250,p , 260", " 250\nPASS 260 ", [250, "P", 260], ["250", "pass", "260"], (250, "p", "260")],
)
def test_ways_to_write_the_same_auction(auction: str | list[int | str]) -> None:
    assert read_auction(auction, FAMILY).calls == (250, "P", 260)
    assert str(read_auction(auction, FAMILY)) == "250 P 260"


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_left_speaks_first(dealer: int) -> None:
    assert read_auction("", FAMILY, dealer=dealer).seat == (dealer + 1) % 4
    assert read_auction("P 250", FAMILY, dealer=dealer).bidder == (dealer + 2) % 4


def test_the_last_seat_is_forced() -> None:
    state = read_auction("P P P", FAMILY)
    assert (state.seat, state.forced, state.lowest, state.high) == (3, True, 250, None)
    assert read_auction("P P P", FAMILY, seat=3, dealer=3).forced


@pytest.mark.parametrize("example", [e for e in AUCTION if e.rules == "wocg-single"], ids=lambda e: e.number)
def test_the_highest_bid_ends_the_auction(example: AuctionExample) -> None:
    with pytest.raises(AuctionError, match=f"over: seat {example.seat} has the contract at {example.bid}"):
        read_auction(list(example.calls), SINGLE)


@pytest.mark.parametrize("example", [e for e in NEXT_BIDS if e.rules == "guide-double"], ids=lambda e: e.number)
def test_the_lowest_bid_is_that_of_the_examples(example: NextBidsExample) -> None:
    assert read_auction([example.current], DOUBLE).lowest == example.bids[0]


def test_nearest_bids() -> None:
    assert nearest_bids(62, 55, DOUBLE) == [60, 65]
    assert nearest_bids(255, None, FAMILY) == [250, 260]
    assert nearest_bids(240, 300, FAMILY) == [310]
    assert nearest_bids(150, 60, SINGLE) == [100]
    assert nearest_bids(10, None, FAMILY) == [250]


@pytest.mark.parametrize(
    ("auction", "message"),
    [
        ("250 P 255", r"call 3 \(seat 2\): 255 cannot be bid over 250 in 'family250'; the nearest legal bid is 260"),
        ("240", r"call 1 \(seat 0\): 240 cannot be bid as the first bid .* the nearest legal bid is 250"),
        ("250 250", r"call 2 \(seat 1\): 250 cannot be bid over 250"),
        ("250 300 295", r"call 3 .*: 295 cannot be bid over 300"),
        ("250 305", r"call 2 .*: 305 .* the nearest legal bids are 300 and 310"),
        ("999999", r"call 1 .*: 999999 cannot be bid"),
        ("250 X", r"call 2: expected a bid .* or P for pass, got 'X'"),
        ("P 2.5e2", "call 2: expected a bid"),
        ("-250", "call 1: expected a bid"),
        ("٢٥٠", "call 1: expected a bid"),
        ("P P 250 P", "the auction is over: seat 2 has the contract at 250"),
        ("P P P 250", r"call 4: 250 comes after the auction is over \(all others passed, so seat 3 must"),
        ("250 P P P P", r"call 5: P comes after the auction is over \(seat 0 has the contract at 250\)"),
        ("P " * 2000, "got 4,000 characters"),
    ],
)
def test_refused_calls(auction: str, message: str) -> None:
    with pytest.raises(AuctionError, match=message):
        read_auction(auction, FAMILY)


@pytest.mark.parametrize("auction", [[True], [2.5], [None], None, 250, b"P"])
def test_refused_kinds_of_auction(auction: object) -> None:
    with pytest.raises(AuctionError, match="expected a"):
        read_auction(auction, FAMILY)  # type: ignore[arg-type]


def test_no_bid_above_the_highest() -> None:
    with pytest.raises(AuctionError, match=r"101 cannot be bid over 60 in 'wocg-single'; the nearest legal bid is 100"):
        read_auction("60 101", SINGLE)


@pytest.mark.parametrize(
    ("seat", "dealer", "auction", "message"),
    [
        (2, None, "", "seat 2 is not to call: with dealer 3 and with no calls made it is seat 0's turn.*--dealer 1"),
        (0, None, "250", "seat 0 is not to call: with dealer 3 and after '250' it is seat 1's turn.*--dealer 2"),
        (0, 0, "P P P", "seat 0's turn"),
        (1, 1, "P P P", "--dealer 1"),
        (4, None, "", "seat: expected a seat from 0 to 3, got 4"),
        (-1, None, "", "seat: expected a seat from 0 to 3, got -1"),
        (True, None, "", "seat: expected a seat"),
        (None, 4, "", "dealer: expected a seat from 0 to 3, got 4"),
        (None, 1.5, "", "dealer: expected a seat"),
    ],
)
def test_contradictions(seat: int | None, dealer: int | None, auction: str, message: str) -> None:
    if (seat, dealer) in ((0, 0), (1, 1)):
        assert read_auction(auction, FAMILY, seat=seat, dealer=dealer).forced
        return
    with pytest.raises(AuctionError, match=message):
        read_auction(auction, FAMILY, seat=seat, dealer=dealer)


def test_the_dealer_that_a_contradiction_proposes_fits() -> None:
    for auction in ("", "P", "250 P", "250 P 260"):
        for seat in range(4):
            try:
                read_auction(auction, FAMILY, seat=seat)
            except AuctionError as error:
                proposed = int(str(error).split("--dealer ")[1].split()[0])
                assert read_auction(auction, FAMILY, seat=seat, dealer=proposed).seat == seat


@pytest.mark.parametrize("rules", [FAMILY, SINGLE, DOUBLE], ids=lambda rules: rules.id)
def test_random_auctions_agree_with_the_naive_ones(rules: Rules) -> None:
    draw = random.Random(3)
    simple = naive.NAIVE_RULES[rules.id]
    for _ in range(150):
        calls: list[naive.Call] = []
        while True:
            expected = naive.auction(simple, calls)
            if expected.over:
                break
            state = read_auction(calls, rules)
            assert (state.seat, state.high, state.bidder) == (expected.next_seat, expected.bid, expected.seat)
            assert state.lowest == min(naive.legal_bids(expected.bid, simple, 1000))
            legal = naive.legal_bids(expected.bid, simple, (expected.bid or simple.min_bid) + 40)
            calls.append(draw.choice(legal) if draw.random() < 0.4 else "P")
        if all(call == "P" for call in calls):
            assert read_auction(calls, rules).forced
        else:
            with pytest.raises(AuctionError, match=f"seat {expected.seat} has the contract at {expected.bid}"):
                read_auction(calls, rules)


def test_other_ways_to_hold_an_auction() -> None:
    single = load_rules("family250", ["auction.kind=single-round"])
    assert read_auction("250 P 260", single).seat == 3
    with pytest.raises(AuctionError, match="over: seat 2 has the contract at 260"):
        read_auction("250 P 260 P", single)
    again = load_rules("family250", ["auction.all_pass=new-deal"])
    state = read_auction("P P P", again)
    assert (state.seat, state.forced, state.lowest) == (3, False, 250)
    with pytest.raises(AuctionError, match="over: everybody passed"):
        read_auction("P P P P", again)
