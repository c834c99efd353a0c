"""The play of a hand: trick after trick, each seat by its policy.

The table between two cards is kept in a row of the desk, so that play can stop at any card and go on from there: on the
same desk or, to try a card, on a copy. Where some seat counts cards, what each card tells is taken note of.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.choosing import random_card
from pinosim.core.easy_play import easy_card
from pinosim.core.hard_knowledge import count_play, look_round
from pinosim.core.hard_play import hard_follow, hard_lead
from pinosim.core.jit import kernel
from pinosim.core.layout import card_at, lowest_bit, present, suit_of
from pinosim.core.legal import beats, legal_cards
from pinosim.core.policy import KIND, KIND_EASY, KIND_HARD, KIND_RANDOM
from pinosim.core.standard_play import follow_card, lead_card
from pinosim.core.table import FIRST_PLAY_WORD


@kernel
def somebody_counts(policies):
    """Tell whether any seat plays by counting cards."""
    for seat in range(policies.shape[0]):
        if policies[seat, KIND] >= KIND_HARD:
            return True
    return False


@kernel
def begin_tricks(leader, hands, players, desk):
    """Lay out row TRICK for the first card."""
    trick = desk[K.TRICK]
    deck = 0
    for seat in range(players):
        deck += hands[seat]
    trick[: H.N_TRICK] = 0
    trick[H.LEADER] = leader
    trick[H.BEST] = -1
    trick[H.BEST_LED] = -1
    trick[H.BEST_SEAT] = leader
    trick[H.UNPLAYED] = deck


@kernel
def seat_to_play(players, desk):
    """Give the seat whose turn it is."""
    seat = desk[K.TRICK, H.LEADER] + desk[K.TRICK, H.POSITION]
    return seat - players if seat >= players else seat


@kernel
def play_cards(first_card, until, policies, words, lane, rules, units, desk, played):
    """Play on from the table in row TRICK, each seat by its policy.

    Parameters
    ----------
    first_card : int64
        What the seat to play plays; -1: it decides, as all others after it.
    until : int64
        Stop when so many cards of the hand are played.
    policies : int64 array, shape (players, N_POLICY)
    words : uint64 array, shape (n_words, lanes)
        Random words; play number i uses `words[FIRST_PLAY_WORD + i, lane]`.
    lane : int64
    rules : int64 array
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
        SEATS, CONTRACT and TRICK. Where cards are counted, KNOWN, TOLD and POSSIBLE as `hard_knowledge.begin_to_count`
        left them; else who would count plays as `standard`. POINTS and TRICKS are added to, the last trick's points
        included.
    played : int64 array
        Receives the cards in the order played.
    """
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    n_tricks = rules[S.TRICKS]
    low = S.COUNTERS + 6 - n_ranks
    hands = desk[K.SEATS]
    trump = desk[K.CONTRACT, H.TRUMP]
    sides = desk[K.CONTRACT, H.SIDES]
    pair = desk[K.CONTRACT, H.PAIR]
    bidder = desk[K.CONTRACT, H.BIDDER]
    buried = desk[K.CONTRACT, H.BURIED]
    counted = desk[K.CONTRACT, H.COUNTED] != 0
    table = desk[K.TRICK]
    turn = table[H.TURN]
    leader = table[H.LEADER]
    position = table[H.POSITION]
    led = table[H.LED]
    best = table[H.BEST]
    best_led = table[H.BEST_LED]
    best_seat = table[H.BEST_SEAT]
    worth = table[H.WORTH]
    unplayed = table[H.UNPLAYED]
    voids = table[H.VOIDS]
    trick = table[H.TRICK_NUMBER]
    given = first_card
    while turn < until:
        left = n_tricks - trick
        seat = leader + position
        if seat >= players:
            seat -= players
        hand = hands[seat]
        legal = legal_cards(hand, led, best, best_led, trump, rules)
        # to the others the cards laid away may still be about
        about = unplayed if seat == bidder else unplayed + buried
        kind = policies[seat, KIND]
        marks = present(legal, units, width)
        if given >= 0:
            card = given
            given = -1
        elif kind == KIND_RANDOM:
            card = random_card(legal, units, width, words[FIRST_PLAY_WORD + turn, lane])
        elif marks & (marks - 1) == 0:
            card = card_at(lowest_bit(marks), width)
        elif counted and kind >= KIND_HARD:
            pool = look_round(seat, hand, about, left, position, leader, pair, rules, units, desk)
            if position == 0:
                card = hard_lead(seat, hand, about, left, trump, sides, pool, policies[seat], rules, units, desk)
            else:
                card = hard_follow(
                    seat, hand, legal, about, left, led, best, best_seat, leader, position, worth, trump, sides,
                    pool, policies[seat], rules, units, desk,
                )  # fmt: skip
        elif kind == KIND_EASY:
            card = easy_card(legal, led, best, best_seat, seat, position, trump, sides, rules, units)
        elif position == 0:
            card = lead_card(seat, hand, about - hand, voids, trump, sides, rules, units)
        else:
            card = follow_card(
                seat, legal, about - hand, voids, sides, led, best, best_led, best_seat, leader, position, trump,
                rules, units,
            )  # fmt: skip
        one = 1 << (card * width)
        hands[seat] = hand - one
        unplayed -= one
        played[turn] = card
        turn += 1
        suit = suit_of(card, n_ranks)
        if counted:
            count_play(seat, card, suit, led, best, best_led, trump, rules, desk)
        worth += rules[low + card - suit * n_ranks]
        if position == 0:
            led = suit
            best = card
            best_led = card
            best_seat = seat
        else:
            follows = suit == led
            takes = beats(card, best, trump, n_ranks)
            if not follows:
                voids |= 1 << (4 * seat + led)
                if suit != trump and rules[S.MUST_TRUMP] != 0 and rules[S.UNDERTRUMP] != 0:
                    voids |= 1 << (4 * seat + trump)
            best_led = card if follows & (card > best_led) else best_led
            best_seat = seat if takes else best_seat
            best = card if takes else best
        position += 1
        if position == players:
            leader = best_seat
            desk[K.POINTS, leader] += worth
            desk[K.TRICKS, leader] += 1
            trick += 1
            if trick == n_tricks:
                desk[K.POINTS, leader] += rules[S.LAST_TRICK]
            position = 0
            led = 0
            best = -1
            best_led = -1
            worth = 0
    table[H.TURN] = turn
    table[H.LEADER] = leader
    table[H.POSITION] = position
    table[H.LED] = led
    table[H.BEST] = best
    table[H.BEST_LED] = best_led
    table[H.BEST_SEAT] = best_seat
    table[H.WORTH] = worth
    table[H.UNPLAYED] = unplayed
    table[H.VOIDS] = voids
    table[H.TRICK_NUMBER] = trick
