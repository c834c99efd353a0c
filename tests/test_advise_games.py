"""Advice in every game with an auction: each for himself, kitty, called partner, new deals, needs of a bid, scales."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest

from pinosim.api.advice import Advice
from pinosim.api.advise import advise
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import AFTER_KITTY, column_of, levels_of, net_of_passing, rights_of, tally_levels
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.help_bounds import best_helped_melds
from pinosim.api.meld import count_meld
from pinosim.api.playouts import PlayOuts, play_out_hand
from pinosim.api.sides import measured_against
from pinosim.core import columns as C
from pinosim.core import playout as P
from pinosim.errors import AuctionError, PinosimError
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import Rules, list_rules, load_rules, scaled

pytestmark = pytest.mark.jit

GAMES = {rules.id: rules for rules in (load_rules(row.id) for row in list_rules()) if rules.auction.kind != "none"}
THREE, CALLED, GRUNTOSE = GAMES["family250-3h"], GAMES["universal-5h"], GAMES["gruntose-3h"]
FIFTEEN = "S:AKQJ9 H:AT9 D:TKQ C:TJ99"
SIXTEEN = "S:ATKQ H:AKJJ D:TTKK C:AQQJ"
NO_MARRIAGE = "S:AATTQJ H:AATJ D:ATTJ C:A"
EIGHT_SUITED = "S:AATTJ H:AAQJ D:ATJ"
QUICK = 0.2


@cache
def quick(hand: str, rules: Rules, **settings: object) -> Advice:
    return advise(hand, rules, precision=QUICK, **{"policy": "standard", **settings})  # type: ignore[arg-type]


@cache
def play(hand: str, rules: Rules, deals: int = 300) -> PlayOuts:
    policies = resolve_seats("standard", rules)
    return play_out_hand(rules, Hand(hand), read_auction("", rules), policies, 7, deals, 1)


def a_hand_that_may_bid(rules: Rules) -> str:
    hands = (Deal.random(rules, seed=seed).hands[0] for seed in range(100))
    return str(next(h for h in hands if h is not None and any(h.count("K", s) and h.count("Q", s) for s in "SHDC")))


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_every_game_with_an_auction_gets_advice(rules: Rules) -> None:
    advice = quick(a_hand_that_may_bid(rules), rules)
    assert advice.bid == rules.auction.min_bid
    assert advice.verdict in ("bid", "pass", "close")
    assert advice.gain is not None
    assert advice.ev_pass is not None
    assert advice.gain.value == pytest.approx(advice.ev_bid.value - advice.ev_pass.value)
    chances = [level.p.value for level in advice.levels]
    assert chances == sorted(chances, reverse=True)
    assert (advice.after_kitty is not None) == (rules.deal.kitty_size > 0 and rules.kitty.before_trump)
    apart = rules.seats.teams == rules.seats.players
    assert ("less the mean of the others'" in str(advice)) == apart
    assert json.loads(json.dumps(advice.to_dict(), allow_nan=False))["verdict"] == advice.verdict


# --- each for himself


@pytest.mark.parametrize(("hand", "rules"), [(FIFTEEN, THREE), (SIXTEEN, CALLED)], ids=["alone", "called partner"])
def test_a_bid_is_measured_against_the_mean_of_all_other_scores(hand: str, rules: Rules) -> None:
    outs = play(hand, rules)
    others = rules.seats.players - 1
    assert measured_against(rules) == others
    low = rules.auction.min_bid
    bids, tallies = tally_levels(low, read_auction("", rules), rules, outs, "SHDC")
    for suit, tally in tallies.items():
        for level in levels_of(bids, tally, outs.n, rules, forced=False)[:: max(1, len(bids) // 3)]:
            total = column_of(outs, suit, C.SCORE_BIDDERS)
            hopeless = column_of(outs, suit, C.MELD_BIDDERS) + rules.tricks.total < level.bid
            hopeless &= rules.settle.auto_set
            mine = np.where(total >= level.bid, total, -level.bid)
            theirs = np.where(hopeless, column_of(outs, suit, C.MELD_OTHERS), column_of(outs, suit, C.SCORE_OTHERS))
            partner = np.where(column_of(outs, suit, C.PARTNER) >= 0, mine, 0)
            assert level.p.value == np.mean(total >= level.bid)
            assert level.ev.value == pytest.approx(np.mean(mine - (theirs + partner) / others))


def test_the_partner_called_scores_what_the_bidder_does() -> None:
    outs = play(SIXTEEN, CALLED)
    partner = column_of(outs, "S", C.PARTNER)
    assert set(np.unique(partner)) <= {1, 2, 3, 4}
    for deal in range(outs.n):
        scores = [int(column_of(outs, "S", C.SCORE_0 + seat)[deal]) for seat in range(5)]
        assert scores[partner[deal]] == scores[0]
        assert sum(scores) == 2 * scores[0] + int(column_of(outs, "S", C.SCORE_OTHERS)[deal])


def test_scores_are_given_for_every_player() -> None:
    text = str(quick(FIFTEEN, THREE, score=(800, 650, -20)))
    assert "score 800 to 650 to -20" in text
    with pytest.raises(PinosimError, match="your own and those of the 2 others, such as"):
        quick(FIFTEEN, THREE, score=(800, 650))


# --- the kitty


def test_with_the_kitty_in_hand_one_of_the_four_suits_is_named() -> None:
    outs = play(FIFTEEN, THREE)
    assert outs.results.shape[0] == 5
    named = (outs.results[4] == outs.results[:4]).all(axis=1).any(axis=0)
    assert named.all()
    assert len(np.unique((outs.results[4] == outs.results[:4]).all(axis=1).argmax(axis=0))) > 1
    assert column_of(outs, AFTER_KITTY, C.SCORE_BIDDERS).mean() > column_of(outs, "D", C.SCORE_BIDDERS).mean()


def test_the_verdict_rests_on_naming_trump_with_the_kitty() -> None:
    advice = quick(FIFTEEN, THREE)
    assert advice.after_kitty is not None
    assert advice.levels == advice.after_kitty.levels
    assert advice.chosen is advice.after_kitty
    text = str(advice)
    assert "after the kitty  S trump" in text
    assert "named whatever the kitty brings:" in text
    assert "The kitty is 3 of the unseen cards at random." in text
    assert "With no meld from the kitty this hand makes" in text
    assert set(advice.to_frame()["trump"]) == {"kitty", *"SHDC"}
    assert advice.plot().get_legend() is not None


def test_a_marriage_may_come_from_the_kitty() -> None:
    assert rights_of(Hand(NO_MARRIAGE), GRUNTOSE)[0] == ""
    advice = quick(NO_MARRIAGE, GRUNTOSE)
    assert (advice.trump, advice.trumps) == (None, ())
    assert 0 < advice.p_make[16].value < 1
    assert "after the kitty" in str(advice)


def test_the_best_kitty_is_the_best_of_all() -> None:
    hand = Hand(FIFTEEN)
    cards = [rank + suit for suit in "SHDC" for rank in "ATKQJ9" if hand.count(rank, suit) < 2]
    best = 0
    for kitty in combinations_with_replacement(cards, 3):
        if all(kitty.count(card) + hand.count(card[0], card[1]) <= 2 for card in kitty):
            best = max(best, count_meld(hand + Hand(" ".join(kitty)), THREE, "S").total)
    assert best_helped_melds(hand, THREE)[0] == best


def test_without_kitty_and_partner_the_best_meld_is_the_own_one() -> None:
    cutthroat = GAMES["cutthroat-3h"]
    hand = Hand(SIXTEEN)
    own = tuple(count_meld(hand, cutthroat, suit).total for suit in "SHDC")
    assert best_helped_melds(hand, cutthroat) == own
    assert "On its own meld this hand makes" in str(quick(SIXTEEN, cutthroat))
    assert "won only by making a bid" in str(quick(SIXTEEN, cutthroat))


# --- passing that leads to a new deal


def test_a_new_deal_after_passing_counts_nothing_and_is_said() -> None:
    outs = play(SIXTEEN, CALLED)
    assert outs.passing is not None
    again = outs.passing[P.PASS_BIDDER] < 0
    net = net_of_passing(outs, CALLED)
    assert net is not None
    assert not net[again].any()
    poor = "S:JJJJQ H:JJJQ D:JJQQ C:TTQ"
    assert "The cards are then dealt again, which counts as 0." in str(quick(poor, CALLED, auction="P P P"))
    assert "dealt again, which" not in str(quick(FIFTEEN, THREE))


# --- what a bid needs, and who is forced


def test_a_hand_that_may_not_bid_is_told_to_pass() -> None:
    check = GAMES["check"]
    with pytest.raises(AuctionError, match="a bid needs a marriage in hand, so there is nothing to judge: pass"):
        quick(EIGHT_SUITED, check)
    forced = quick(EIGHT_SUITED, check, auction="P P P")
    assert (forced.forced, forced.bid) == (True, 200)
    with pytest.raises(AuctionError, match="a bid needs meld in hand"):
        quick("S:AATTJJ H:AATTJJ D:AAT", GAMES["auction-3h"])


def test_who_is_forced_may_bid_more_only_where_the_rules_say_so() -> None:
    check = GAMES["check"]
    higher = quick(a_hand_that_may_bid(check), check, auction="P P P", bid=250)
    assert (higher.bid, list(higher.p_make), higher.gain) == (250, [200, 250], None)
    assert "You may name a higher bid" in str(higher)
    with pytest.raises(AuctionError, match=r"has the contract at 25 .* may not bid 26"):
        quick(a_hand_that_may_bid(GAMES["wocg-single"]), GAMES["wocg-single"], auction="P P P", bid=26)


def test_a_forced_bid_may_lie_below_the_lowest() -> None:
    rules = GAMES["auction-3h"]
    forced = quick(a_hand_that_may_bid(rules), rules, auction="P P")
    assert (forced.forced, forced.bid) == (True, 19)


def test_after_one_bid_each_nobody_speaks_again() -> None:
    rules = GAMES["single-round-3h"]
    advice = quick(a_hand_that_may_bid(rules), rules, auction="20 21")
    assert (advice.seat, advice.bid) == (2, 22)
    outs = play_out_hand(rules, advice.hand, read_auction("20 21", rules), resolve_seats("standard", rules), 1, 50, 1)
    assert outs.passing is not None
    assert set(outs.passing[P.PASS_BIDDER]) == {1}
    assert set(outs.passing[P.PASS_BID]) == {21}


def test_partners_in_teams_of_three() -> None:
    rules = GAMES["universal-6h"]
    advice = quick(a_hand_that_may_bid(rules), rules, auction="75 P")
    assert "Your partner holds the bid at 75." in str(advice)
    assert "All seats play as standard-1" in str(advice)


# --- both scales


@pytest.mark.parametrize("name", ["family250", "guide-double", "joedog-3h", "easafamily-5h"])
def test_the_scale_changes_no_decision(name: str) -> None:
    rules = GAMES[name]
    other = scaled(rules, 11 - rules.unit)
    hand = a_hand_that_may_bid(rules)
    small, large = (quick(hand, one) for one in sorted((rules, other), key=lambda one: one.unit))
    assert (small.verdict, small.trump, small.break_even) == (
        large.verdict,
        large.trump,
        pytest.approx(large.break_even),
    )
    assert [10 * level.bid for level in small.levels] == [level.bid for level in large.levels]
    assert [level.p for level in small.levels] == [level.p for level in large.levels]
    assert 10 * small.ev_bid.value == pytest.approx(large.ev_bid.value)
    assert small.max_bid is None if large.max_bid is None else 10 * (small.max_bid or 0) == large.max_bid


# --- progress


def test_progress_is_told_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    advise(FIFTEEN, THREE, precision=0.02, jobs=2, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 3072)
    assert told[-1] == (3072, 3072)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
