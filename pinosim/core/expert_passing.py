"""How the `expert` player passes: all sets of cards are weighed as `hard` weighs them, and the best few played out.

The hidden hands are dealt anew such that they fit the calls and the trump named; in each of these worlds each of the
best sets is given and the hand is played to its end, `hard` at all seats.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.contract import clear_desk, clear_story, finish_contract
from pinosim.core.dealing import MAX_PLACES
from pinosim.core.expert_knowledge import (
    add_gain,
    best_option,
    count_places,
    deal_fitting_world,
    forget_seat,
    imitate,
    know_conventions,
    listen,
    place_for_sure,
)
from pinosim.core.hard_passing import (
    BACK_MELD,
    BACK_VOID,
    GIVE_VOID,
    worth_of_giving,
    worth_of_voids,
)
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, card_at, copies_of, lowest_bit, present
from pinosim.core.meld import hand_melds
from pinosim.core.passing import may_return
from pinosim.core.policy import PASS_OPTIONS, PASS_SAMPLES
from pinosim.core.random import STREAM_WORLDS
from pinosim.core.settling import scores_against
from pinosim.core.worlds import plan_worlds

STREAM_GIVING = STREAM_WORLDS + 1
STREAM_RETURNING = STREAM_WORLDS + 2


@kernel
def list_single_cards(hand, count, trump, to_bidder, policy, rules, units, plan):
    """List the cards of a hand one by one with what giving each is worth; give their number and which repeat the last.

    Rows CARDS and PLACES of the plan receive card and worth. Of equal cards no more are listed than can be given.
    """
    width = rules[S.WIDTH]
    unit = rules[S.COUNTERS + 5]
    n = 0
    repeats = 0
    marks = present(hand, units, width)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        for earlier in range(min(copies_of(hand, card, width), count)):
            plan[K.CARDS, n] = card
            plan[K.PLACES, n] = worth_of_giving(hand, card, earlier, trump, to_bidder, policy, rules, units) * unit
            if earlier > 0:
                repeats |= 1 << n
            n += 1
    return n, repeats


@kernel
def next_choice(chosen):
    """Give the next larger number with as many bits: the next choice of so many things."""
    low = chosen & -chosen
    up = chosen + low
    return up | (((chosen ^ up) >> 2) >> lowest_bit(low))


@kernel
def insert_option(option, worth, n, most, plan):
    """Put a set of cards into the list of the best, best first; give how many are listed then."""
    place = n
    if n == most:
        place = most - 1
        if plan[K.TOTALS, place] >= worth:
            return n
    while place > 0 and plan[K.TOTALS, place - 1] < worth:
        plan[K.TOTALS, place] = plan[K.TOTALS, place - 1]
        plan[K.OPTIONS, place] = plan[K.OPTIONS, place - 1]
        place -= 1
    plan[K.TOTALS, place] = worth
    plan[K.OPTIONS, place] = option
    return min(n + 1, most)


@kernel
def rank_passes(hand, count, trump, to_bidder, most, policy, book, units, melds, plan):
    """List the best sets of `count` cards to give, each scored exactly by the numbers of a policy.

    Parameters
    ----------
    hand, count, trump : int64
    to_bidder : bool
        Whether partner gives to the bidder, or the bidder gives back.
    most : int64
        How many to list.
    policy : int64 array, shape (N_POLICY,)
    book : Book
    units : int64
    melds : int64 array, shape (>= 4,)
        Scratch.
    plan : int64 array, shape (N_PLAN, N_SETS)
        Row OPTIONS receives hands, best first, TOTALS what they are worth in thousandths of a point.

    Returns
    -------
    int64
        How many are listed.
    """
    rules = book.rules
    width = rules[S.WIDTH]
    n_cards, repeats = list_single_cards(hand, count, trump, to_bidder, policy, rules, units, plan)
    hand_melds(hand, rules, book.suit_table, book.around_table, melds)
    most_kept = 1000 * melds[trump]
    back_meld = 0 if to_bidder else policy[BACK_MELD]
    most_back = back_meld * melds[trump]
    void = policy[GIVE_VOID if to_bidder else BACK_VOID] * rules[S.COUNTERS + 5]
    listed = 0
    chosen = bits(count)
    limit = 1 << n_cards
    while chosen < limit:
        # of equal cards the first are taken first, so that each set comes once
        if chosen & repeats & ~(chosen << 1) == 0:
            given = 0
            worth = 0
            left = chosen
            while left != 0:
                place = lowest_bit(left)
                left &= left - 1
                given += 1 << (plan[K.CARDS, place] * width)
                worth += plan[K.PLACES, place]
            worth += worth_of_voids(hand, given, trump, void, rules)
            # sets that cannot be among the best are not looked at any further
            if listed < most or worth + most_kept + most_back > plan[K.TOTALS, most - 1]:
                hand_melds(hand - given, rules, book.suit_table, book.around_table, melds)
                worth += 1000 * melds[trump]
                if back_meld > 0:
                    hand_melds(given, rules, book.suit_table, book.around_table, melds)
                    worth += back_meld * melds[trump]
                listed = insert_option(given, worth, listed, most, plan)
        chosen = next_choice(chosen)
    return listed


@kernel
def look_before_meld(me, to_bidder, hand, rules, units, desk, story, plan):
    """Write down what a seat that gives cards knows of the others; give cards to deal and places: `(n, n_places)`.

    Who was called holds the card, and those asked before him do not; the bidder knows what he gave out of a kitty.
    """
    width = rules[S.WIDTH]
    players = rules[S.PLAYERS]
    contract = desk[K.CONTRACT]
    bidder = contract[H.BIDDER]
    partner = contract[H.PARTNER]
    known = hand if to_bidder else hand + story[T.GIVEN]
    n_places = count_places(me, rules, units, desk, plan)
    if not to_bidder:
        plan[K.ADDED, partner] = story[T.GIVEN]
    if rules[S.CALLED_PARTNER] != 0:
        called = story[T.CALLED]
        if me != partner and copies_of(known, called, width) < rules[S.COPIES]:
            gone = not to_bidder and copies_of(story[T.GIVEN], called, width) > 0
            if not gone:
                place_for_sure(partner, 1 << (called * width), units, width, plan)
                known += 1 << (called * width)
        step = players - 1 if rules[S.CALL_FROM_RIGHT] != 0 else 1
        other = (bidder + step) % players
        while other != partner:
            plan[K.MAY_HOLD, other] &= ~(bits(width) << (called * width))
            other = (other + step) % players
    if rules[S.KITTY_SHARED] != 0 and me == bidder:
        for other in range(players):
            card = story[T.SHARED + other]
            if other == me or card < 0:
                continue
            one = 1 << (card * width)
            plan[K.ADDED, other] -= one
            if to_bidder or other != partner or copies_of(story[T.GIVEN], card, width) == 0:
                place_for_sure(other, one, units, width, plan)
                known += one
    return plan_worlds(units * rules[S.COPIES] - known, n_places, rules, units, plan), n_places


@kernel
def set_up_pass(desk, study):
    """Copy the contract to the second table, with the hands of the world in row DEALT."""
    inner = study.desk
    clear_desk(inner)
    clear_story(study.story)
    for place in range(H.N_CONTRACT):
        inner[K.CONTRACT, place] = desk[K.CONTRACT, place]
    for place in range(MAX_PLACES):
        inner[K.SEATS, place] = inner[K.DEALT, place]


@kernel
def expert_pass(me, to_bidder, policies, words, lane, book, units, desk, story, study):
    """Cards to give, as a hand.

    Parameters
    ----------
    me : int64
        The seat that gives: partner, or the bidder once partner's cards lie in the story.
    to_bidder : bool
    policies, words, lane, book, units
        As in `contract.finish_hand`.
    desk, story : int64 arrays
        The hand at play. Of the other hands only their number of cards is used.
    study : Study
        Is written over.
    """
    rules = book.rules
    contract = desk[K.CONTRACT]
    plan = study.plan
    policy = policies[me]
    bidder = contract[H.BIDDER]
    trump = contract[H.TRUMP]
    hand = desk[K.SEATS, me]
    choice = hand if to_bidder else may_return(me, rules, desk, story)
    n_options = rank_passes(
        choice, rules[S.PASS_COUNT], trump, to_bidder, policy[PASS_OPTIONS], policy, book, units, study.desk[K.SPARE],
        plan,
    )  # fmt: skip
    if n_options == 1:
        return plan[K.OPTIONS, 0]
    imitate(policy, rules[S.PLAYERS], study.minds)
    know_conventions(policies, rules[S.PLAYERS], study.minds)
    listen(contract[H.DEALER], story[T.N_CALLS], story, rules, study.minds, plan)
    if rules[S.KITTY_SIZE] > 0:
        forget_seat(bidder, plan)  # what he held before he took it up is not known
    n, n_places = look_before_meld(me, to_bidder, hand, rules, units, desk, story, plan)
    named = trump if rules[S.KITTY_SIZE] == 0 else -1
    plan[K.TOTALS, :n_options] = 0
    plan[K.SQUARES, :n_options] = 0
    inner = study.desk
    for sample in range(policy[PASS_SAMPLES]):
        deal_fitting_world(
            me, hand, n, n_places, STREAM_GIVING if to_bidder else STREAM_RETURNING, 0, sample, bidder, named,
            desk[K.ADDRESS], book, units, study,
        )  # fmt: skip
        usual = 0
        for i in range(n_options):
            set_up_pass(desk, study)
            inner[K.ORDERS, K.ORDER_GIVEN] = plan[K.OPTIONS, i] if to_bidder else story[T.GIVEN]
            inner[K.ORDERS, K.ORDER_RETURNED] = 0 if to_bidder else plan[K.OPTIONS, i]
            if not to_bidder:
                inner[K.SEATS, contract[H.PARTNER]] += story[T.GIVEN]
            finish_contract(study.minds, words, lane, book, units, inner, study.story)
            ours, theirs = scores_against(me, rules, inner)
            if i == 0:
                usual = ours - theirs
            add_gain(i, ours - theirs - usual, plan)
    inner[K.ORDERS, K.ORDER_GIVEN] = 0
    inner[K.ORDERS, K.ORDER_RETURNED] = 0
    return plan[K.OPTIONS, best_option(0, n_options, policy[PASS_SAMPLES], 0, plan)]
