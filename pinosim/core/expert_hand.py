"""A hand in which some seat is an `expert`: the stages of `contract`, with a pause to think where it decides."""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.contract import lay_down, note_tricks, passes_cards, score_hand, take_contract
from pinosim.core.expert_play import expert_card
from pinosim.core.hard_tricks import play_cards, seat_to_play
from pinosim.core.jit import kernel
from pinosim.core.passing import pass_cards
from pinosim.core.policy import KIND, KIND_EXPERT


@kernel
def somebody_thinks(policies):
    """Tell whether any seat tries out what it might do."""
    for seat in range(policies.shape[0]):
        if policies[seat, KIND] == KIND_EXPERT:
            return True
    return False


@kernel
def play_all_thinking(policies, words, lane, rules, units, desk, story, study):
    """Play all tricks, experts with thought."""
    players = rules[S.PLAYERS]
    total = players * rules[S.TRICKS]
    played = story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
    while desk[K.TRICK, H.TURN] < total:
        turn = desk[K.TRICK, H.TURN]
        card = -1
        if policies[seat_to_play(players, desk), KIND] == KIND_EXPERT:
            card = expert_card(policies, words, lane, rules, units, desk, story, study)
        play_cards(card, turn + 1, policies, words, lane, rules, units, desk, played)


@kernel
def finish_hand_thinking(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story, study):
    """Play a hand to its end once bidder and trump are known; as `contract.finish_hand`, but experts think."""
    rules = book.rules
    take_contract(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story)
    if passes_cards(rules, desk):
        pass_cards(bidder, desk[K.CONTRACT, H.PARTNER], trump, policies, words, lane, book, units, desk, story)
    if lay_down(policies, words, lane, book, units, desk, story):
        play_all_thinking(policies, words, lane, rules, units, desk, story, study)
        note_tricks(rules, desk, story)
    score_hand(rules, desk)
