"""How the `expert` player bids and names trump: by what comes of it in worlds that fit the calls so far.

A call is thought about where it is not clear, that is, where the limit that `hard` would set lies near the next bid.
In each world the auction is run on after a bid and after a pass, by limits as `hard` sets them, and the hand is played
out. What `hard` would call is called unless the other is better by more than chance would have it: a seat is asked
again and again as the bids go up, and one pass by mistake ends it. All calls of a hand are tried in the same worlds.
"""

from __future__ import annotations

from pinosim.core import meanings as M
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.auction import (
    N_AUCTION,
    OVER,
    PASSED,
    SEAT,
    SPOKEN,
    call_and_go_on,
    continue_auction,
)
from pinosim.core.bidding import name_trump, plan_bid, plan_bids
from pinosim.core.bids import NO_BID, next_bid
from pinosim.core.contract import finish_hand, take_kitty
from pinosim.core.convention import call_by_convention, note_claims
from pinosim.core.expert_knowledge import (
    add_gain,
    best_option,
    count_hidden_hands,
    deal_fitting_world,
    imitate,
    know_conventions,
    listen,
    proven,
)
from pinosim.core.hard_bidding import heard, raise_margin
from pinosim.core.jit import kernel
from pinosim.core.listening import AT_LEAST, BELOW, limit_heard, take_up_told
from pinosim.core.meld import hand_melds
from pinosim.core.policy import BID_DOUBT, BID_SAMPLES, KIND, KIND_EXPERT, PROOF, TRUMP_DOUBT
from pinosim.core.random import STREAM_WORLDS
from pinosim.core.settling import scores_against
from pinosim.core.standard_bidding import estimate_total, nameable_trumps, shared_features

STREAM_BIDDING = STREAM_WORLDS
_CALLING = 0
_NAMING = 1
_ALWAYS = 1 << 40  # a ceiling above every bid
_BID = 1


@kernel
def lay_out_world(n_places, inner):
    """Take up the hands of the world dealt."""
    for place in range(n_places):
        inner[K.SEATS, place] = inner[K.DEALT, place]


@kernel
def plan_world(me, n_places, words, lane, book, units, study):
    """Fill CEILINGS, TRUMPS and CLAIMS of the second table: what each seat plans in the world, moved by its calls."""
    rules = book.rules
    inner = study.desk
    known = study.plan[K.HEARD :]
    lay_out_world(n_places, inner)
    for seat in range(rules[S.PLAYERS]):
        hand = inner[K.SEATS, seat]
        melds = inner[K.MELDS + seat]
        hand_melds(hand, rules, book.suit_table, book.around_table, melds)
        ceiling, trump = plan_bid(seat, hand, melds, study.minds[seat], words, lane, rules, units, inner[K.FEATURES])
        if seat != me:
            ceiling = limit_heard(ceiling, known[seat, AT_LEAST], known[seat, BELOW], rules[S.STEP_SIZE])
        inner[K.CEILINGS, seat] = ceiling
        inner[K.TRUMPS, seat] = trump
    note_claims(inner[K.SEATS], inner[K.MELDS :], study.minds, rules, units, inner[K.CEILINGS], inner[K.CLAIMS])


@kernel
def trump_in_world(bidder, book, units, study):
    """Give the trump that the bidder names in the world on the second table."""
    rules = book.rules
    inner = study.desk
    if rules[S.KITTY_SIZE] == 0 or rules[S.KITTY_BEFORE_TRUMP] == 0:
        return inner[K.TRUMPS, bidder]
    take_kitty(bidder, rules, inner[K.SEATS])
    hand = inner[K.SEATS, bidder]
    hand_melds(hand, rules, book.suit_table, book.around_table, inner[K.SPARE])
    trump, _ = name_trump(hand, inner[K.SPARE], study.minds[bidder], study.words[0, 0], rules, units, inner[K.FEATURES])
    return trump


@kernel
def leaning(me, bid, policy, rules, desk):
    """Give by how many points the limit that `hard` sets lies above what it asks of itself to make this bid."""
    auction = desk[K.AUCTION]
    needed = bid
    teams = rules[S.TEAMS]
    if auction[0] >= 0 and teams < rules[S.PLAYERS] and me % teams == auction[0] % teams:
        needed += raise_margin(me, auction[PASSED], policy, rules)
    limit = desk[K.CEILINGS, me] + desk[K.CLAIMS, M.TOLD + me]
    limit += heard(me, auction[PASSED], auction[SPOKEN], auction[0], auction[1], policy, rules)
    return limit - needed


@kernel
def expert_bids(me, dealer, policies, words, lane, book, units, desk, story, study):
    """Tell whether the seat to call bids; row AUCTION holds the auction so far, CEILINGS the limits of `hard`."""
    rules = book.rules
    policy = policies[me]
    auction = desk[K.AUCTION]
    inner = study.desk
    bid = next_bid(auction[1], rules)
    if bid == NO_BID or desk[K.CEILINGS, me] == NO_BID:
        return False
    leans = leaning(me, bid, policy, rules, desk)
    doubt = policy[BID_DOUBT] * rules[S.COUNTERS + 5]
    if leans >= doubt or leans < -doubt:
        return leans >= 0
    if desk[K.CLAIMS, M.SOMEBODY_TELLS] != 0:
        bid = call_by_convention(bid, me, auction[3], auction[SPOKEN], auction[1], desk[K.CLAIMS], policy, rules)
        if bid == 0:
            return True  # a bid that tells by passing, see `continue_auction`
    imitate(policy, rules[S.PLAYERS], study.minds)
    know_conventions(policies, rules[S.PLAYERS], study.minds)
    listen(dealer, auction[3], story, rules, study.minds, study.plan)
    hand = desk[K.SEATS, me]
    n, n_places = count_hidden_hands(me, hand, rules, units, desk, study.plan)
    total = 0
    squares = 0
    for sample in range(policy[BID_SAMPLES]):
        deal_fitting_world(
            me, hand, n, n_places, STREAM_BIDDING, _CALLING, sample, -1, -1, desk[K.ADDRESS], book, units, study
        )
        plan_world(me, n_places, words, lane, book, units, study)
        gain = 0
        for choice in range(2):
            taker = inner[K.AUCTION, 0]
            taken_at = inner[K.AUCTION, 1]
            take_up_told(study.plan[K.HEARD :], rules[S.PLAYERS], inner[K.CLAIMS])
            call_and_go_on(
                bid if choice == _BID else 0, inner[K.CEILINGS], inner[K.CLAIMS], study.minds, me, auction[1],
                auction[0], auction[PASSED], auction[SPOKEN], auction[3], rules, inner[K.AUCTION], study.story,
            )  # fmt: skip
            bidder = inner[K.AUCTION, 0]
            if choice == _BID and bidder == taker and inner[K.AUCTION, 1] == taken_at:
                gain = 0  # it makes no difference
                break
            if bidder < 0:
                continue
            lay_out_world(n_places, inner)
            trump = trump_in_world(bidder, book, units, study)
            finish_hand(
                bidder, inner[K.AUCTION, 1], trump, dealer, study.minds, words, lane, book, units, inner, study.story
            )
            ours, theirs = scores_against(me, rules, inner)
            gain += ours - theirs if choice == _BID else theirs - ours
        if leans >= 0:
            gain = -gain
        total += gain
        squares += gain * gain
    changes = proven(total, squares, policy[BID_SAMPLES], policy[PROOF])
    return changes != (leans >= 0)


@kernel
def expert_trump(me, bid, dealer, policies, words, lane, book, units, desk, story, study):
    """Trump to name for a seat that has won the auction and, where that comes first, taken up the kitty."""
    rules = book.rules
    policy = policies[me]
    plan = study.plan
    hand = desk[K.SEATS, me]
    melds = desk[K.SPARE]
    features = desk[K.FEATURES]
    hand_melds(hand, rules, book.suit_table, book.around_table, melds)
    habit, best_estimate = name_trump(hand, melds, policy, words[2 * me, lane], rules, units, features)
    if habit < 0:
        return habit
    allowed = nameable_trumps(hand, rules)
    doubt = policy[TRUMP_DOUBT] * rules[S.COUNTERS + 5]
    shared_features(hand, rules, units, features)
    plan[K.OPTIONS, 0] = habit
    n_options = 1
    for trump in range(4):
        if trump != habit and (allowed >> trump) & 1 != 0:
            total = estimate_total(hand, trump, melds[trump], rules, policy, units, features)
            if total >= 1000 * (best_estimate - doubt):
                plan[K.OPTIONS, n_options] = trump
                n_options += 1
    if n_options == 1:
        return habit
    imitate(policy, rules[S.PLAYERS], study.minds)
    know_conventions(policies, rules[S.PLAYERS], study.minds)
    listen(dealer, story[T.N_CALLS], story, rules, study.minds, plan)
    n, n_places = count_hidden_hands(me, hand, rules, units, desk, plan)
    plan[K.TOTALS, :n_options] = 0
    plan[K.SQUARES, :n_options] = 0
    for sample in range(policy[BID_SAMPLES]):
        deal_fitting_world(
            me, hand, n, n_places, STREAM_BIDDING, _NAMING, sample, -1, -1, desk[K.ADDRESS], book, units, study
        )
        usual = 0
        for i in range(n_options):
            lay_out_world(n_places, study.desk)
            finish_hand(
                me, bid, plan[K.OPTIONS, i], dealer, study.minds, words, lane, book, units, study.desk, study.story
            )
            ours, theirs = scores_against(me, rules, study.desk)
            if i == 0:
                usual = ours - theirs
            add_gain(i, ours - theirs - usual, plan)
    return plan[K.OPTIONS, best_option(0, n_options, policy[BID_SAMPLES], policy[PROOF], plan)]


@kernel
def bid_hand_thinking(dealer, policies, words, lane, book, units, desk, story, study):
    """Hold the auction, experts with thought: fills row AUCTION and gives its winner, -1 if everybody passed."""
    rules = book.rules
    players = rules[S.PLAYERS]
    auction = desk[K.AUCTION]
    ceilings = desk[K.CEILINGS]
    plan_bids(
        desk[K.SEATS], desk[K.MELDS :], policies, words, lane, rules, units, desk[K.FEATURES], ceilings, desk[K.TRUMPS]
    )
    note_claims(desk[K.SEATS], desk[K.MELDS :], policies, rules, units, ceilings, desk[K.CLAIMS])
    auction[:N_AUCTION] = 0
    auction[0] = -1
    auction[1] = NO_BID
    auction[SEAT] = (dealer + 1) % players
    while auction[OVER] == 0:
        waiting = ((1 << players) - 1) & ~auction[PASSED]
        seat = auction[SEAT]
        while waiting != 0 and (waiting >> seat) & 1 == 0:
            seat = (seat + 1) % players
        limit = ceilings[seat]
        # nobody is asked once the auction is over, or when he is forced to bid
        asked = waiting & (waiting - 1) != 0 or rules[S.ALL_PASS] != 0
        if policies[seat, KIND] == KIND_EXPERT and asked and seat != auction[0]:
            bids = expert_bids(seat, dealer, policies, words, lane, book, units, desk, story, study)
            ceilings[seat] = _ALWAYS if bids else NO_BID
        continue_auction(
            ceilings, desk[K.CLAIMS], policies, seat, auction[1], auction[0], auction[PASSED], auction[SPOKEN],
            auction[3], auction[3] + 1, rules, auction, story,
        )  # fmt: skip
        ceilings[seat] = limit
    return auction[0]
