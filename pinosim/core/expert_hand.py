"""Hands in which some seat is an `expert`: the stages of `contract`, with a pause to think where it decides.

`play_hands_thinking` and `play_deal_thinking` stand beside the functions of `hand`, so that games without an expert do
not wait for these to be compiled.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.contract import (
    begin_play,
    note_tricks,
    passes_cards,
    score_hand,
    show_meld,
    take_contract,
    take_kitty,
)
from pinosim.core.dealing import deal_block
from pinosim.core.expert_bidding import bid_hand_thinking, expert_trump
from pinosim.core.expert_burying import expert_burial
from pinosim.core.expert_passing import expert_pass
from pinosim.core.expert_play import expert_card
from pinosim.core.hand import (
    MAX_REDEALS,
    dealer_of,
    fill_words,
    name_after_auction,
    note_contract,
    note_result,
    throws_in,
    words_needed,
)
from pinosim.core.jit import kernel
from pinosim.core.layout import unit_mask
from pinosim.core.passing import give_cards, return_cards
from pinosim.core.playing import play_cards, seat_to_play
from pinosim.core.policy import KIND, KIND_EXPERT


@kernel
def finish_hand_thinking(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story, study):
    """Play a hand to its end once bidder and trump are known; as `contract.finish_hand`, but experts think."""
    rules = book.rules
    players = rules[S.PLAYERS]
    take_contract(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story)
    if passes_cards(rules, desk):
        partner = desk[K.CONTRACT, H.PARTNER]
        for to_bidder in range(1, -1, -1):
            giver = partner if to_bidder != 0 else bidder
            if policies[giver, KIND] == KIND_EXPERT:
                order = K.ORDER_GIVEN if to_bidder != 0 else K.ORDER_RETURNED
                desk[K.ORDERS, order] = expert_pass(
                    giver, to_bidder != 0, policies, words, lane, book, units, desk, story, study
                )
            if to_bidder != 0:
                give_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story)
            else:
                return_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story)
        desk[K.ORDERS, K.ORDER_GIVEN] = 0
        desk[K.ORDERS, K.ORDER_RETURNED] = 0
    if show_meld(policies, book, units, desk, story):
        if rules[S.BURY_COUNT] > 0 and policies[bidder, KIND] == KIND_EXPERT:
            desk[K.ORDERS, K.ORDER_BURIED] = expert_burial(
                policies, words, lane, book, units, desk, story, study
            )  # fmt: skip
        begin_play(policies, words, lane, book, units, desk, story)
        desk[K.ORDERS, K.ORDER_BURIED] = 0
        played = story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
        while desk[K.TRICK, H.TURN] < players * rules[S.TRICKS]:
            card = -1
            if policies[seat_to_play(players, desk), KIND] == KIND_EXPERT:
                card = expert_card(policies, words, lane, book, units, desk, story, study)
            play_cards(card, desk[K.TRICK, H.TURN] + 1, policies, words, lane, rules, units, desk, played)
        note_tricks(rules, desk, story)
    score_hand(rules, desk)


@kernel
def play_deal_thinking(dealing, policies, book, seed, number, units, scratch):
    """Play a numbered deal of a game with an auction, redeals and all; False: given up after `MAX_REDEALS`."""
    rules = book.rules
    desk = scratch.desk
    story = scratch.story
    study = scratch.study
    words = scratch.spare_words
    again = scratch.hands[:1]
    for attempt in range(MAX_REDEALS + 1):
        deal_block(dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, attempt, number, 1, scratch.deal, again)
        fill_words(words_needed(rules), attempt, number, 1, seed, words)
        dealer = dealer_of(number, attempt, rules)
        for place in range(dealing.capacities.shape[0]):
            desk[K.DEALT, place] = again[0, place]
            desk[K.SEATS, place] = again[0, place]
        desk[K.ADDRESS, 0] = np.int64(seed)
        desk[K.ADDRESS, 1] = number
        desk[K.ADDRESS, 2] = attempt
        if throws_in(attempt, dealer, book, desk):
            continue
        bidder = bid_hand_thinking(dealer, policies, words, 0, book, units, desk, story, study)
        if bidder < 0:
            continue
        bid = desk[K.AUCTION, 1]
        if policies[bidder, KIND] == KIND_EXPERT:
            if rules[S.KITTY_SIZE] > 0 and rules[S.KITTY_BEFORE_TRUMP] != 0:
                take_kitty(bidder, rules, desk[K.SEATS])
            trump = expert_trump(bidder, bid, dealer, policies, words, 0, book, units, desk, story, study)
        else:
            trump = name_after_auction(bidder, policies, words, 0, book, units, desk, story)
        note_contract(bidder, trump, rules, units, desk)
        finish_hand_thinking(bidder, bid, trump, dealer, policies, words, 0, book, units, desk, story, study)
        note_result(desk)
        return True
    desk[K.COLUMN][:] = -1
    return False


@kernel
def play_hands_thinking(dealing, policies, book, seed, first, scratch, out):
    """Play whole hands with experts among the seats. Parameters and result as in `hand.play_hands`."""
    rules = book.rules
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    given_up = 0
    for i in range(out.shape[1]):
        if not play_deal_thinking(dealing, policies, book, seed, first + i, units, scratch):
            given_up += 1
        for row in range(out.shape[0]):
            out[row, i] = scratch.desk[K.COLUMN, row]
    return given_up
