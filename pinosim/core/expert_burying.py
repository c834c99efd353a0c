"""How the `expert` player buries: sets of the cards it would miss least are tried in worlds that fit what it knows.

The cards are ranked one by one as the standard player does it; of the `LISTED` cheapest all sets are weighed by the sum
of these costs and of the meld they would break, and the best few played out.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.contract import BURY_WORD, begin_play, play_all, score_hand
from pinosim.core.expert_hearing import deal_heard_world, hear_at_play
from pinosim.core.expert_knowledge import add_gain, best_option, count_places, place_for_sure
from pinosim.core.expert_passing import insert_option, next_choice
from pinosim.core.expert_play import set_up_contract
from pinosim.core.jit import kernel
from pinosim.core.kitty import MELD_LOST, cards_to_bury, cost_of_burying
from pinosim.core.layout import bits, card_at, copies_of, lowest_bit, present
from pinosim.core.policy import BURY_OPTIONS, BURY_SAMPLES
from pinosim.core.random import STREAM_BURYING
from pinosim.core.settling import scores_against
from pinosim.core.worlds import plan_worlds

LISTED = 10


@kernel
def list_cheapest(hand, trump, book, units, melds, plan):
    """List the cards that cost least to bury, one by one, cheapest first: rows CARDS and PLACES receive card and cost.

    Returns
    -------
    int64
        How many.
    """
    rules = book.rules
    width = rules[S.WIDTH]
    n = 0
    marks = present(hand, units, width)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        cost = cost_of_burying(hand, card, trump, book, units, melds)
        for _ in range(copies_of(hand, card, width)):
            place = min(n, LISTED)
            while place > 0 and plan[K.PLACES, place - 1] > cost:
                plan[K.PLACES, place] = plan[K.PLACES, place - 1]
                plan[K.CARDS, place] = plan[K.CARDS, place - 1]
                place -= 1
            plan[K.PLACES, place] = cost
            plan[K.CARDS, place] = card
            n = min(n + 1, LISTED)
    return n


@kernel
def rank_burials(hand, count, trump, habit, most, book, units, melds, plan):
    """List sets of `count` cards to bury: row OPTIONS receives `habit` first, then the cheapest; give how many."""
    rules = book.rules
    width = rules[S.WIDTH]
    n_cards = list_cheapest(hand, trump, book, units, melds, plan)
    plan[K.OPTIONS, 0] = habit
    plan[K.TOTALS, 0] = 1 << 60
    listed = 1
    chosen = bits(count)
    while chosen < 1 << n_cards:
        buried = 0
        worth = 0
        left = chosen
        while left != 0:
            place = lowest_bit(left)
            left &= left - 1
            card = plan[K.CARDS, place]
            worth -= cost_of_burying(hand - buried, card, trump, book, units, melds)
            buried += 1 << (card * width)
        known = worth <= -MELD_LOST  # sets that break meld are not for choice: the rules may forbid them
        for i in range(listed):
            known = known or plan[K.OPTIONS, i] == buried
        if not known:
            listed = insert_option(buried, worth, listed, most, plan)
        chosen = next_choice(chosen)
    return listed


@kernel
def look_before_burying(me, hand, rules, units, desk, plan):
    """Write down what the bidder knows of the others, who have laid their meld; give `(n, n_places)`."""
    n_places = count_places(me, rules, units, desk, plan)
    known = hand
    for seat in range(rules[S.PLAYERS]):
        if seat != me:
            shown = desk[K.TOLD if (desk[K.CONTRACT, H.PAIR] >> seat) & 1 != 0 else K.KNOWN, seat]
            place_for_sure(seat, shown, units, rules[S.WIDTH], plan)
            known += shown
    return plan_worlds(units * rules[S.COPIES] - known, n_places, rules, units, plan), n_places


@kernel
def set_up_burial(me, hand, rules, desk, study):
    """Lay out the second table as the meld lies, with the hands of the world in row DEALT."""
    inner = study.desk
    inner[K.CONTRACT, H.BURIED] = 0
    for seat in range(rules[S.PLAYERS]):
        inner[K.SEATS, seat] = hand if seat == me else inner[K.DEALT, seat]
        inner[K.KNOWN, seat] = desk[K.KNOWN, seat]
        inner[K.TOLD, seat] = desk[K.TOLD, seat]
        inner[K.POSSIBLE, seat] = desk[K.POSSIBLE, seat]
        inner[K.POINTS, seat] = 0
        inner[K.TRICKS, seat] = 0


@kernel
def expert_burial(policies, words, lane, book, units, desk, story, study):
    """Cards for the bidder to bury, as a hand; the meld lies on the table.

    Parameters
    ----------
    policies, words, lane, book, units
        As in `contract.finish_hand`.
    desk, story : int64 arrays
        The hand at play. Of the hands of other seats only the number of cards is used.
    study : Study
        Is written over.
    """
    rules = book.rules
    contract = desk[K.CONTRACT]
    me = contract[H.BIDDER]
    trump = contract[H.TRUMP]
    policy = policies[me]
    plan = study.plan
    inner = study.desk
    hand = desk[K.SEATS, me]
    habit = cards_to_bury(
        hand, rules[S.BURY_COUNT], trump, policy, words, lane, BURY_WORD, book, units, inner[K.SPARE]
    )  # fmt: skip
    n_options = rank_burials(
        hand, rules[S.BURY_COUNT], trump, habit, policy[BURY_OPTIONS], book, units, inner[K.SPARE], plan
    )
    if n_options == 1:
        return habit
    set_up_contract(me, policies, rules, desk, study)
    n, n_places = look_before_burying(me, hand, rules, units, desk, plan)
    desk[K.TRICK, H.TURN] = 0
    heard = hear_at_play(me, rules, desk, story, study)
    plan[K.TOTALS, :n_options] = 0
    plan[K.SQUARES, :n_options] = 0
    for sample in range(policy[BURY_SAMPLES]):
        deal_heard_world(
            me, n, n_places, STREAM_BURYING, 0, sample, heard, words, lane, desk[K.ADDRESS], book, units, study
        )
        usual = 0
        for i in range(n_options):
            set_up_burial(me, hand, rules, desk, study)
            inner[K.ORDERS, K.ORDER_BURIED] = plan[K.OPTIONS, i]
            begin_play(study.minds, words, lane, book, units, inner, study.story)
            play_all(study.minds, words, lane, rules, units, inner, study.story)
            score_hand(rules, inner)
            ours, theirs = scores_against(me, rules, inner)
            if i == 0:
                usual = ours - theirs
            add_gain(i, ours - theirs - usual, plan)
    inner[K.ORDERS, K.ORDER_BURIED] = 0
    return plan[K.OPTIONS, best_option(0, n_options, policy[BURY_SAMPLES], 0, plan)]
