"""Advice on a bid: the same for any number of threads, true to the deals it rests on, honest in its intervals."""

from __future__ import annotations

import json
import math
import pickle
from functools import cache
from itertools import combinations, pairwise

import matplotlib
import numpy as np
import pytest

import naive
from pinosim.api.advice import Advice
from pinosim.api.advice_asked import deals_for
from pinosim.api.advise import advise
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import column_of, levels_of, rights_of, tally_levels
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.help_bounds import best_helped_melds
from pinosim.api.hidden_deals import sampled_deal
from pinosim.api.intervals import rate
from pinosim.api.playouts import CHUNK_DEALS, PlayOuts, play_again, play_out_hand
from pinosim.core import columns as C
from pinosim.errors import AuctionError, CardError, PinosimError
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import Rules, load_rules

matplotlib.use("Agg")

# Playing thousands of hands uncompiled takes minutes; and compiled code alone wraps around without a word.
pytestmark = pytest.mark.jit

FAMILY = load_rules("family250")
SINGLE = load_rules("wocg-single")
DOUBLE = load_rules("guide-double")
STRONG = "S:AATKQJ H:A9 D:AJ C:TT"
MIDDLING = "S:AKQJ9 H:AT9 D:TK C:J9"
DOUBLE_RUN = "S:AATTKKQQJJ H:A9"
TWENTY = "S:AAATTKQQJ H:AKQJ D:AJJT C:TTA"
NO_MARRIAGE = "S:AAATTQQJ H:AAQJJ D:AJJT C:TTA"
QUICK = 0.05


@cache
def quick(hand: str, rules: Rules = FAMILY, **settings: object) -> Advice:
    return advise(hand, rules, precision=QUICK, **{"policy": "standard", **settings})  # type: ignore[arg-type]


def play(hand: str, rules: Rules, seed: int, deals: int, **settings: bool) -> PlayOuts:
    policies = resolve_seats("standard", rules)
    return play_out_hand(rules, Hand(hand), read_auction("", rules), policies, seed, deals, 1, **settings)


# --- reproducible


def test_threads_and_chunks_change_nothing() -> None:
    texts = {json.dumps(advise(MIDDLING, FAMILY, precision=0.02, jobs=jobs).to_dict()) for jobs in (1, 2, 4)}
    assert len(texts) == 1


def test_the_seed_decides() -> None:
    first, again = (advise(MIDDLING, FAMILY, precision=QUICK, seed=5) for _ in range(2))
    assert (str(first), first.to_dict()) == (str(again), again.to_dict())
    assert first.ev_bid != advise(MIDDLING, FAMILY, precision=QUICK, seed=6).ev_bid


def test_more_deals_begin_with_the_same_ones() -> None:
    few, many = (play(MIDDLING, FAMILY, 3, deals) for deals in (700, CHUNK_DEALS + 300))
    assert np.array_equal(few.results, many.results[:, :, :700])
    assert few.passing is not None
    assert many.passing is not None
    assert np.array_equal(few.passing, many.passing[:, :700])


@pytest.mark.parametrize(("precision", "deals"), [(0.2, 1024), (0.05, 1024), (0.02, 3072), (0.01, 10240)])
def test_precision_sets_the_most_deals(precision: float, deals: int) -> None:
    assert deals_for(precision) == deals
    worst = rate(deals // 2, deals)
    assert worst.margin <= precision


def test_no_interval_is_wider_than_asked_for() -> None:
    advice = advise(MIDDLING, FAMILY, precision=0.02)
    assert advice.n == advice.ess == 3072
    assert max(level.p.margin for suit in advice.trumps for level in suit.levels) <= 0.02


# --- the deals


@pytest.mark.parametrize(("hand", "rules"), [(MIDDLING, SINGLE), (TWENTY, DOUBLE)])
def test_a_deal_can_be_dealt_again(hand: str, rules: Rules) -> None:
    advice = quick(hand, rules)
    deal = advice.deal(17)
    assert deal.hands[0] == Hand(hand)
    assert deal == Deal.random(rules, seed=1, number=17, fixed={0: hand})


def test_no_other_seat_holds_a_hand_it_would_have_thrown_in() -> None:
    hand, policies = "S:AATTKK H:AATT D:AA", resolve_seats("standard", FAMILY)
    outs = play_out_hand(FAMILY, Hand(hand), read_auction("", FAMILY), policies, 1, 300, 1)
    assert outs.dealt_again > 0
    alone = play_again(
        FAMILY, Hand(hand), read_auction("", FAMILY), policies, 1, outs.deals, 1, with_calls=False, with_help=False
    )
    redealt = 0
    for number in range(outs.n):
        hands = sampled_deal(FAMILY, Hand(hand), 0, 1, number)
        cards = [other.cards() for other in hands]
        assert not any(naive.has_redeal_right(other, naive.FAMILY250) for other in cards[1:])
        redealt += Deal.random(FAMILY, seed=1, number=number, fixed={0: hand}).hands != hands
        # these are the very deals that were played: without passing the team melds what seats 0 and 2 hold
        for place, trump in enumerate("SHDC"):
            team = sum(naive.meld_total(cards[seat], trump, naive.FAMILY250) for seat in (0, 2))
            assert alone.results[place, 0, number] == team
    assert 0 < redealt <= outs.dealt_again


def test_trick_points_and_tricks_add_up() -> None:
    outs = play(MIDDLING, FAMILY, 2, 500)
    for suit in "SHDC":
        points = column_of(outs, suit, C.POINTS_BIDDERS) + column_of(outs, suit, C.POINTS_OTHERS)
        tricks = column_of(outs, suit, C.TRICKS_BIDDERS) + column_of(outs, suit, C.TRICKS_OTHERS)
        assert set(points) == {250}
        assert set(tricks) == {12}


# --- the numbers


@pytest.mark.parametrize(("hand", "rules"), [(MIDDLING, FAMILY), (STRONG, SINGLE), (TWENTY, DOUBLE)])
def test_higher_bids_are_made_less_often_and_bring_less(hand: str, rules: Rules) -> None:
    advice = quick(hand, rules)
    for suit in advice.trumps:
        assert suit.levels[0].bid == advice.bid
        for lower, higher in pairwise(suit.levels):
            assert lower.bid < higher.bid
            assert lower.p.value >= higher.p.value
            assert lower.ev.value >= higher.ev.value
    assert all(suit.levels[-1].p.value < 0.005 or suit.levels[-1].bid == 100 for suit in advice.trumps)


@pytest.mark.parametrize(("hand", "rules"), [(MIDDLING, FAMILY), (MIDDLING, SINGLE), (TWENTY, DOUBLE)])
def test_every_level_agrees_with_settling_deal_by_deal(hand: str, rules: Rules) -> None:
    outs = play(hand, rules, 4, 200)
    assert outs.passing is not None
    simple = naive.NAIVE_RULES[rules.id]
    allowed, _ = rights_of(Hand(hand), rules)
    low = rules.auction.min_bid
    bids, tallies = tally_levels(low, read_auction("", rules), rules, outs, allowed)
    middle = bids[len(bids) // 2]
    for suit, tally in tallies.items():
        for level in levels_of(bids, tally, outs.n, rules, forced=False):
            if level.bid not in (low, middle, bids[-1]):
                continue
            made, nets = 0, []
            rows = ["MELD_BIDDERS", "POINTS_BIDDERS", "TRICKS_BIDDERS", "MELD_OTHERS", "POINTS_OTHERS", "TRICKS_OTHERS"]
            values = np.stack([column_of(outs, suit, getattr(C, row)) for row in rows])
            place = "SHDC".index(suit)
            for deal in range(outs.n):
                dix = int(outs.results[place, -1, deal])  # the others' nines of trump
                meld = int(values[3, deal])
                ours, theirs, outcome = naive.settle(
                    simple, level.bid, *(int(v) for v in values[:, deal]), others_dix_only=0 < meld == dix
                )
                made += outcome == "made"
                nets.append(ours - theirs)
            assert level.p.value == made / outs.n
            assert level.ev.value == pytest.approx(np.mean(nets))
            passing = outs.passing[2].astype(int) - outs.passing[3]
            gains = np.array(nets) - passing
            assert level.gain is not None
            assert level.gain.value == pytest.approx(gains.mean())
            half = 1.96 * gains.std(ddof=1) / math.sqrt(outs.n)
            assert level.gain.margin == pytest.approx(half, rel=0.02)


def test_a_bid_nobody_can_make_loses_the_bid_and_what_the_others_meld() -> None:
    advice = quick(MIDDLING, bid=5000)
    assert advice.after_bid.me == 1
    outs = play(MIDDLING, FAMILY, 1, advice.n)
    assert advice.trump is not None
    others = float(column_of(outs, advice.trump, C.MELD_OTHERS).mean())
    assert advice.p_make[5000].value == 0
    assert advice.ev_bid.value == pytest.approx(-5000 - others)
    assert advice.verdict == "pass"
    assert "5000 is more than even perfect help" in advice.reasons[-1]


def test_a_sure_hand() -> None:
    advice = quick(DOUBLE_RUN, bid=500)
    assert (advice.verdict, advice.trump, advice.own_meld) == ("bid", "S", 1500)
    assert advice.p_make[500].value == 1
    assert advice.p_make[500].low > 0.99
    assert advice.max_bid is not None
    assert advice.max_bid > 1500
    assert advice.break_even is None


def test_a_hopeless_hand() -> None:
    advice = quick("S:99J H:99J D:TQ C:TJ99", FAMILY, bid=300)
    assert (advice.verdict, advice.max_bid) == ("pass", None)
    assert advice.max_bid_range == (None, 250)
    assert "How high: no bid does better than passing (none to 250)." in str(advice)
    assert any("may be shown to call for a new deal" in note for note in advice.notes)
    assert "may be shown" not in str(quick("S:99J H:99J D:TQ C:TJ99", FAMILY, auction="P"))


@pytest.mark.parametrize("bid", [250, 300, 350, 400, 450, 600])
def test_break_even_and_gain_agree(bid: int) -> None:
    advice = quick(MIDDLING, bid=bid)
    p = advice.p_make[bid].value
    assert advice.contract.gain is not None
    assert advice.break_even is not None
    if 0 < advice.break_even < 1:
        assert (p > advice.break_even) == (advice.contract.gain.value > 0)


def test_verdict_follows_the_interval_of_the_gain() -> None:
    verdicts = set()
    for bid in range(250, 600, 10):
        advice = quick(STRONG, bid=bid)
        assert advice.gain is not None
        expected = "bid" if advice.gain.low > 0 else "pass" if advice.gain.high < 0 else "close"
        assert advice.verdict == expected
        verdicts.add(expected)
    assert verdicts == {"bid", "pass", "close"}


def test_max_bid_is_the_last_level_that_beats_passing() -> None:
    advice = quick(STRONG)
    assert advice.max_bid is not None
    gains = {level.bid: [s.level(level.bid).gain for s in advice.trumps] for level in advice.levels}
    for bid, estimates in gains.items():
        best = max(gain.value for gain in estimates if gain is not None)
        assert (best > 0) == (bid <= advice.max_bid)


def test_the_trump_is_the_one_with_the_best_result() -> None:
    for hand, rules in ((STRONG, FAMILY), (MIDDLING, SINGLE), (TWENTY, DOUBLE)):
        advice = quick(hand, rules)
        best = max(advice.trumps, key=lambda suit: suit.level(advice.bid).ev.value)
        assert advice.trump == best.trump
        assert advice.levels == best.levels
        assert advice.contract == best.level(advice.bid)


def test_intervals_cover_the_long_run() -> None:
    bid, runs, each = 270, 60, 256

    def chance(seed: int, deals: int) -> tuple[int, int]:
        outs = play(MIDDLING, FAMILY, seed, deals, with_calls=False)
        return int((column_of(outs, "S", C.SCORE_BIDDERS) >= bid).sum()), outs.n

    made, n = chance(1000, 32_768)
    truth = made / n
    assert 0.1 < truth < 0.9
    covered = 0
    for seed in range(runs):
        interval = rate(*chance(seed, each))
        covered += interval.low <= truth <= interval.high
    assert 50 <= covered <= runs


# --- trumps and bounds


def test_only_suits_with_a_marriage_may_be_named_where_the_rules_say_so() -> None:
    assert set(quick(TWENTY, DOUBLE).by_trump) == {"S", "H"}
    assert set(quick(TWENTY, load_rules("guide-double", ["trump.needs_marriage=false"])).by_trump) == set("SHDC")


def test_a_hand_that_may_name_no_trump_is_set() -> None:
    advice = quick(NO_MARRIAGE, DOUBLE, bid=60)
    assert (advice.verdict, advice.trump, advice.trumps, advice.own_meld) == ("pass", None, (), 0)
    assert advice.contract.ev.value == advice.contract.ev.low == advice.contract.ev.high == -60
    assert {bid: p.value for bid, p in advice.p_make.items()} == {50: 0, 60: 0}
    assert advice.contract.gain is not None
    assert advice.ev_pass is not None
    assert advice.contract.gain.value == pytest.approx(-60 - advice.ev_pass.value)
    # others may overbid it and take the loss off its hands
    assert -60 < advice.ev_bid.value < advice.ev_pass.value
    assert 0 < advice.after_bid.me < 1
    assert "set without play" in str(advice)
    assert len(advice.to_frame()) == 0
    assert advice.mean_meld is None
    json.dumps(advice.to_dict(), allow_nan=False)


@pytest.mark.parametrize("may_return", ["true", "false"])
def test_perfect_help_is_the_best_of_all_passes(may_return: str) -> None:
    count = 2
    rules = load_rules("wocg-single", [f"passing.count={count}", f"passing.may_return_received={may_return}"])
    simple = naive.WOCG_SINGLE
    hand = Hand("S:AKQJ H:KK D:KQ C:AQ99").cards()
    unseen = naive.full_deck(simple)
    for card in hand:
        unseen.remove(card)
    best = dict.fromkeys("SHDC", 0)
    for given in set(combinations(sorted(unseen), count)):
        larger = [*hand, *given]
        for back in set(combinations(sorted(larger if may_return == "true" else hand), count)):
            kept = list(larger)
            for card in back:
                kept.remove(card)
            for trump in "SD":
                best[trump] = max(best[trump], naive.meld_total(kept, trump, simple))
    helped = dict(zip("SHDC", best_helped_melds(Hand(" ".join(hand)), rules), strict=True))
    assert (helped["S"], helped["D"]) == (best["S"], best["D"])


def test_bounds_lie_around_the_mean() -> None:
    for hand, rules in ((STRONG, FAMILY), (MIDDLING, SINGLE), (TWENTY, DOUBLE)):
        for suit in quick(hand, rules).trumps:
            assert suit.no_help.value < suit.mean_meld.value + suit.mean_tricks.value < suit.perfect_help
            assert suit.no_help.value > suit.own_meld == Hand(hand).meld(rules, suit.trump).total


def test_without_passing_no_help_is_what_is_played() -> None:
    rules = load_rules("family250", ["passing.count=0"])
    for suit in quick(STRONG, rules).trumps:
        assert suit.no_help.value == pytest.approx(suit.own_meld + suit.mean_tricks.value)
        assert suit.perfect_help == suit.own_meld + 250


# --- the auction


def test_the_seat_follows_from_the_calls() -> None:
    advice = quick(STRONG, auction="250 P")
    assert (advice.seat, advice.dealer, advice.bid, advice.auction) == (2, 3, 260, "250 P")
    assert advice.numbers is not None
    assert advice.deal(advice.numbers[7]).hands[2] == Hand(STRONG)
    left_out = next(number for number in range(advice.candidates) if number not in advice.numbers)
    with pytest.raises(PinosimError, match=f"deal {left_out} does not fit the calls"):
        advice.deal(left_out)
    text = str(advice)
    assert "Your partner holds the bid at 250." in text
    assert "the others were left out" in text
    assert "left out" not in str(quick(STRONG))


def test_the_calls_tell_of_the_hidden_hands() -> None:
    """Partner who has bid helps more than partner who has passed; strong opponents leave less.

    In spades, the long suit, it is different: who bids is long elsewhere.
    """
    silent, bid, passed = (quick(MIDDLING, auction=calls) for calls in ("", "250 P", "P P"))
    assert silent.candidates == silent.n < bid.candidates
    assert silent.numbers is None
    for suit in "HDC":
        melds = [advice.by_trump[suit].mean_meld for advice in (bid, silent, passed)]
        assert melds[0].low > melds[1].value > melds[2].high
    strong, weak = (quick(MIDDLING, auction=calls) for calls in ("P 300", "P P"))
    assert strong.by_trump["S"].mean_tricks.high < weak.by_trump["S"].mean_tricks.low


def test_every_deal_kept_counts_alike_and_threads_change_nothing() -> None:
    advices = [advise(MIDDLING, FAMILY, auction="250 P 280", precision=QUICK, jobs=jobs) for jobs in (1, 2, 4)]
    assert len({json.dumps(advice.to_dict()) for advice in advices}) == 1
    assert advices[0].numbers == advices[2].numbers
    assert advices[0].ess == advices[0].n == len(advices[0].numbers or ())


def test_calls_that_hardly_any_deal_fits_are_refused() -> None:
    with pytest.raises(AuctionError, match=r"only \d+ fit the calls, and an answer needs 200: .* seat 1 \(2000\)"):
        advise("S:99J H:99J D:TQ C:TJ99", FAMILY, auction="250 2000", precision=QUICK)


def test_a_bid_may_be_raised() -> None:
    advice = quick(STRONG, bid=250)
    assert advice.after_pass is not None
    for after in (advice.after_bid, advice.after_pass):
        assert after.me + after.partner + after.others + after.nobody == pytest.approx(1)
        assert after.mean_bid is not None
        assert after.mean_bid >= 250
    assert (advice.after_pass.me, advice.after_pass.my_mean_bid) == (0, None)
    assert advice.after_bid.others > 0
    assert advice.after_bid.my_mean_bid is not None
    assert advice.after_bid.my_mean_bid > 250
    assert advice.ev_bid.value < advice.contract.ev.value  # the contract at 250 is not for the asking
    assert "Bidding leaves the contract to you" in str(advice)


def test_stopping_early_keeps_the_precision_of_the_bid_asked_about() -> None:
    advice = advise(STRONG, FAMILY, bid=400, precision=0.02)
    assert advice.n < deals_for(0.02)
    assert max(suit.level(400).p.margin for suit in advice.trumps) <= 0.02
    assert advise(STRONG, FAMILY, precision=0.02).n == deals_for(0.02)


def test_a_forced_seat_may_not_pass() -> None:
    advice = quick(MIDDLING, auction="P P P")
    assert (advice.forced, advice.seat, advice.bid, advice.max_bid) == (True, 3, 250, None)
    assert (advice.verdict, advice.ev_pass, advice.gain, advice.break_even) == ("bid", None, None, None)
    assert list(advice.p_make) == [250]
    assert "passing is not allowed" in str(advice)
    with pytest.raises(AuctionError, match=r"has the contract at 250 .* may not bid 300"):
        quick(MIDDLING, auction="P P P", bid=300)


def test_where_everybody_may_pass_passing_ends_the_hand() -> None:
    rules = load_rules("family250", ["auction.all_pass=new-deal"])
    advice = quick(MIDDLING, rules, auction="P P P")
    assert not advice.forced
    assert advice.ev_pass is not None
    assert (advice.ev_pass.value, advice.ev_pass.margin) == (0, 0)
    assert advice.gain == advice.ev_bid


def test_who_plays_unless_told_otherwise() -> None:
    assert set(advise(MIDDLING, FAMILY, precision=QUICK, sensitivity=False).policies) == {"medium-1"}


def test_other_players() -> None:
    advice = quick(MIDDLING, policy="standard,random,standard,random")
    assert advice.policies == ("standard-1", "random-1", "standard-1", "random-1")
    assert "standard-1, random-1, standard-1, random-1" in str(advice)
    assert advice.ev_bid.value > quick(MIDDLING).ev_bid.value  # weaker opponents


def test_deciding_stops_when_it_is_clear() -> None:
    quickly = advise(STRONG, FAMILY, decide=True, sensitivity=False)
    slowly = advise(STRONG, FAMILY, precision=0.02, sensitivity=False)
    assert quickly.n < slowly.n
    assert quickly.verdict == slowly.verdict == "bid"
    assert quickly.gain is not None
    assert quickly.gain.method == "confidence sequence"
    same_deals = advise(STRONG, FAMILY, precision=QUICK, sensitivity=False)
    assert same_deals.n == quickly.n
    assert same_deals.gain is not None
    assert quickly.gain.value == pytest.approx(same_deals.gain.value)
    assert quickly.gain.margin > same_deals.gain.margin
    for level, plain in zip(quickly.levels, same_deals.levels, strict=True):
        assert level.p.low <= plain.p.low <= plain.p.high <= level.p.high
    text = str(quickly)
    assert f"{quickly.p_make[250]:.1%}" in text


def test_what_is_not_clear_is_played_to_the_end() -> None:
    close = next(bid for bid in range(400, 700, 10) if quick(STRONG, bid=bid).verdict == "close")
    assert advise(STRONG, FAMILY, bid=close, precision=0.02, decide=True, sensitivity=False).n > 1024


# --- sample deals, other players


def test_sample_deals_can_be_looked_at_again() -> None:
    advice = quick(MIDDLING, bid=280, auction="P 250")
    kinds = [sample.kind for sample in advice.samples]
    assert kinds == ["typical"] * 5 + ["margin"] * 5
    assert len({sample.number for sample in advice.samples}) == 10
    totals = [sample.total for sample in advice.samples[:5]]
    assert totals == sorted(totals)
    for sample in advice.samples:
        deal = advice.deal(sample.number)
        assert sample.hands == tuple(str(hand) for hand in deal.hands)
        assert sample.hands[2] == str(Hand(MIDDLING))
        assert sample.total == sample.meld + sample.tricks  # who is set is set by the bid alone
        assert sample.made == (sample.total >= 280)
    margin = [sample for sample in advice.samples if sample.kind == "margin"]
    assert [sample.made for sample in margin] == [True] * 3 + [False] * 2
    assert all(abs(sample.total - 280) <= 10 for sample in margin)


def test_what_each_hand_that_called_is_made_out_to_be() -> None:
    partner, opponent = quick(MIDDLING, auction="250 P").heard
    assert (partner.seat, partner.who, partner.calls) == (0, "partner", "250")
    assert (opponent.seat, opponent.who, opponent.calls) == (1, "right opponent", "P")
    assert opponent.heard.meld < opponent.before.meld
    assert opponent.heard.aces < opponent.before.aces
    # without the calls the unseen cards lie anywhere: 8 - 2 of the aces, 12 - 5 spades, over three hands
    assert partner.before.aces == pytest.approx(2, abs=0.1)
    assert partner.before.trumps == pytest.approx(7 / 3, abs=0.1)
    assert quick(MIDDLING).heard == ()
    assert str(opponent) in quick(MIDDLING, auction="250 P").reasons


def test_weaker_players_move_the_answer() -> None:
    advice = quick(MIDDLING, bid=320, policy="standard")
    moves = {(company.who, company.change): company for company in advice.companies}
    assert set(moves) == {(who, change) for who in ("partner", "opponents") for change in ("weaker", "stronger")}
    assert moves["opponents", "weaker"].policies == ("standard-1", "easy-1", "standard-1", "easy-1")
    assert moves["partner", "stronger"].policies == ("standard-1", "standard-1", "hard-1", "standard-1")
    assert moves["opponents", "weaker"].p_change > 0 > moves["opponents", "stronger"].p_change
    assert "Other players, chance of 320 and bidding less passing:" in str(advice)
    assert not quick(MIDDLING, bid=280, sensitivity=False).companies
    alone = quick(MIDDLING, bid=280, policy="hard,random,hard,random").companies
    assert {(company.who, company.change) for company in alone} == {("partner", "weaker")}


# --- refusals


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        (
            {"bid": 255},
            AuctionError,
            "bid: 255 cannot be bid as the first bid .* the nearest legal bids are 250 and 260",
        ),
        ({"bid": 240}, AuctionError, "the nearest legal bid is 250"),
        (
            {"bid": 300, "auction": "310"},
            AuctionError,
            "bid: 300 cannot be bid over 310 .* the nearest legal bid is 320",
        ),
        ({"bid": 310, "auction": "310"}, AuctionError, "nearest legal bid is 320"),
        ({"bid": 0}, PinosimError, "bid: expected a whole number"),
        ({"bid": 10**9}, PinosimError, "bid: expected a whole number"),
        ({"bid": 300.5}, PinosimError, "bid: expected a whole number .* got 300.5"),
        ({"bid": True}, PinosimError, "bid: expected a whole number"),
        ({"auction": "250 P P P"}, AuctionError, "auction is over"),
        ({"auction": "250 255"}, AuctionError, "call 2"),
        ({"seat": 2}, AuctionError, "seat 2 is not to call"),
        ({"dealer": 9}, AuctionError, "dealer: expected a seat"),
        ({"precision": 0}, PinosimError, "precision: expected a number from 0.001 to 0.2"),
        ({"precision": 0.5}, PinosimError, "precision"),
        ({"precision": math.nan}, PinosimError, "precision"),
        ({"precision": "fine"}, PinosimError, "precision: .* got 'fine'"),
        ({"score": (800,)}, PinosimError, "score: expected ours and theirs"),
        ({"score": "800:650"}, PinosimError, "score: expected ours and theirs"),
        ({"score": (800, 1.5)}, PinosimError, "score: expected a whole number"),
        ({"score": (1500, 0)}, PinosimError, "1500 has won"),
        ({"policy": "genius"}, PinosimError, "there is no policy 'genius'"),
        ({"policy": "hard,expert,hard,expert"}, PinosimError, "'expert' takes too long over a card"),
        ({"policy": "standard,random"}, PinosimError, "2 policies were named for 4 seats"),
        ({"seed": -1}, PinosimError, "seed: expected a whole number from 0"),
        ({"seed": 2**64}, PinosimError, "seed: expected a whole number"),
        ({"jobs": 0}, PinosimError, "jobs: expected a whole number from 1"),
    ],
)
def test_refusals(settings: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        advise(MIDDLING, FAMILY, **settings)  # type: ignore[arg-type]


def test_refusals_of_hands_and_limits() -> None:
    with pytest.raises(CardError, match="11 cards, a hand of family250 has 12"):
        advise("S:AATKQJ H:A9 D:AJ C:T", FAMILY)
    with pytest.raises(CardError, match="9H at character"):
        advise(STRONG, DOUBLE)
    with pytest.raises(AuctionError, match=r"bid: 101 cannot be bid .* the nearest legal bid is 100"):
        advise(STRONG, SINGLE, bid=101)
    with pytest.raises(PinosimError, match="-300 has lost"):
        advise(STRONG, SINGLE, score=(-300, 20))
    with pytest.raises(AuctionError, match="no bid above 100 is possible"):
        advise(STRONG, load_rules("wocg-single", ["auction.max_ends_auction=false"]), auction="100")
    with pytest.raises(PinosimError, match="number: expected a whole number from 0 to 1,023"):
        quick(STRONG).deal(1024)


# --- how it looks


def test_what_the_text_says() -> None:
    text = str(quick(STRONG, bid=300, auction="P", score=(800, 650)))
    head = text.splitlines()[0]
    assert head == "300 with S:AATKQJ H:A9 D:AJ C:TT, spades trump: bid"
    for part in (
        "Seat 1, dealer 3, calls: P, score 800 to 650.",
        f"family250 {FAMILY.hash}, 1,024 deals, seed 1",
        "Own meld with spades trump is 190: run 150, pinochle 40.",
        "It holds 6 trumps with 2 aces, and 2 aces outside.",
        "The run in spades is complete.",
        "At 800 to 650 bidding wins ",
        "Chance to win the game: bidding ",
        "standard-1",
    ):
        assert part in text
    assert "For a run in spades it lacks T." in str(quick(MIDDLING))


def test_an_advice_is_a_value() -> None:
    advice = quick(STRONG)
    assert pickle.loads(pickle.dumps(advice)) == advice
    with pytest.raises(AttributeError):
        advice.bid = 0  # type: ignore[misc]
    assert "Advice" in repr(advice)
    html = advice._repr_html_()
    assert html.count("<table>") == html.count("</table>") == 2
    assert advice.reasons[0] in html


def test_numbers_as_plain_values() -> None:
    advice = quick(STRONG)
    value = json.loads(json.dumps(advice.to_dict(), allow_nan=False))
    assert value["p_make"]["250"]["p"] == advice.p_make[250].value
    assert value["by_trump"]["H"]["p_make"]["250"]["low"] == advice.by_trump["H"].level(250).p.low
    assert value["ev_bid"] == advice.ev_bid.value
    assert value["bounds"]["S"] == {
        "no_help": advice.by_trump["S"].no_help.value, "perfect_help": advice.by_trump["S"].perfect_help,
    }  # fmt: skip
    assert value["ev_contract"] == advice.contract.ev.value
    assert value["after_bid"]["me"] == advice.after_bid.me
    assert value["candidates"] == value["n"] == value["ess"]
    assert (value["win_bid"], value["win_pass"]) == (None, None)


def test_the_frame_has_a_row_a_bid_and_trump() -> None:
    advice = quick(STRONG)
    frame = advice.to_frame()
    assert len(frame) == sum(len(suit.levels) for suit in advice.trumps)
    row = frame[(frame["trump"] == "S") & (frame["bid"] == 300)].iloc[0]
    level = advice.by_trump["S"].level(300)
    assert (row["p"], row["low"], row["ev_high"]) == (level.p.value, level.p.low, level.ev.high)
    assert frame.attrs == {"rules": "family250", "rules_hash": FAMILY.hash, "seed": 1, "n": 1024}
    assert quick(MIDDLING, auction="P P P").to_frame()["gain"].isna().all()


def test_the_chart_tells_trumps_apart_without_colour() -> None:
    advice = quick(STRONG)
    ax = advice.plot()
    lines = ax.get_lines()[:4]
    assert len({line.get_linestyle() for line in lines}) == 4
    assert len({line.get_marker() for line in lines}) == 4
    best = next(line for line in lines if "best" in str(line.get_label()))
    assert list(best.get_xdata()) == [level.bid for level in advice.levels]
    assert advice.plot(ax) is ax
    matplotlib.pyplot.close("all")
    assert quick(NO_MARRIAGE, DOUBLE, bid=60).plot().get_legend() is not None
    matplotlib.pyplot.close("all")


def test_a_bid_that_is_always_made_is_not_given_up_for_what_its_own_policy_would_bid_beyond_it() -> None:
    # The policy would go on to 32 with this hand, where the contract loses; the advice stops where it still gains.
    advice = advise("S:AATTKQJ H:AAT D:AKQ C:J99", load_rules("cutthroat-3h"), bid=25, precision=0.05)
    assert advice.p_make[25].value > 0.99
    assert advice.verdict == "bid"
    assert advice.max_bid is not None
    assert advice.after_bid.my_mean_bid is not None
    assert 25 <= advice.after_bid.my_mean_bid <= advice.max_bid


def test_a_push_is_called_one() -> None:
    advice = advise("S:TK9 H:KJ9 D:TQJ C:AJ9", load_rules("family250"), bid=320, auction="300 P 310", precision=0.05)
    assert advice.verdict == "bid"
    assert advice.contract.gain is not None
    assert advice.contract.gain.high < 0
    assert any("the bid is a push" in reason for reason in advice.reasons)
    sure = advise("S:AATTKKQQJJ H:A9", load_rules("family250"), bid=300, precision=0.1)
    assert not any("push" in reason for reason in sure.reasons)
