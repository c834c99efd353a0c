"""The play of a hand in which some seat counts cards: as in `playing`, and what each card tells is taken note of."""

from __future__ import annotations

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
        if policies[seat, KIND] == KIND_HARD:
            return True
    return False


@kernel
def play_tricks_counting(
    hands, deck, trump, leader, sides, pair, n_tricks, policies, words, lane, rules, units, desk, played
):
    """Play tricks until the hands are empty, each seat by its policy.

    Parameters
    ----------
    hands, deck, trump, leader, sides, n_tricks, policies, words, lane, rules, units, played
        As in `playing.play_tricks`.
    pair : int64
        Bit mask of bidder and partner if cards were passed, else 0.
    desk : int64 array, shape (N_ROWS, ROW)
        KNOWN, TOLD and POSSIBLE as `hard_knowledge.begin_to_count` left them; POINTS and TRICKS are added to.

    Returns
    -------
    int64
        The seat that took the last trick.
    """
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    low = S.COUNTERS + 6 - n_ranks
    unplayed = deck
    voids = 0
    turn = 0
    for trick in range(n_tricks):
        left = n_tricks - trick
        led = 0
        best = -1
        best_led = -1
        best_seat = leader
        worth = 0
        for position in range(players):
            seat = leader + position
            if seat >= players:
                seat -= players
            hand = hands[seat]
            legal = legal_cards(hand, led, best, best_led, trump, rules)
            kind = policies[seat, KIND]
            marks = present(legal, units, width)
            if kind == KIND_RANDOM:
                card = random_card(legal, units, width, words[FIRST_PLAY_WORD + turn, lane])
            elif marks & (marks - 1) == 0:
                card = card_at(lowest_bit(marks), width)
            elif kind == KIND_HARD:
                pool = look_round(seat, hand, unplayed, left, position, leader, pair, rules, units, desk)
                if position == 0:
                    card = hard_lead(seat, hand, unplayed, left, trump, sides, pool, policies[seat], rules, units, desk)
                else:
                    card = hard_follow(
                        seat, hand, legal, unplayed, left, led, best, best_seat, leader, position, worth, trump, sides,
                        pool, policies[seat], rules, units, desk,
                    )  # fmt: skip
            elif kind == KIND_EASY:
                card = easy_card(legal, led, best, best_seat, seat, position, trump, sides, rules, units)
            elif position == 0:
                card = lead_card(seat, hand, unplayed - hand, voids, trump, sides, rules, units)
            else:
                card = follow_card(
                    seat, legal, unplayed - hand, voids, sides, led, best, best_led, best_seat, leader, position, trump,
                    rules, units,
                )  # fmt: skip
            one = 1 << (card * width)
            hands[seat] = hand - one
            unplayed -= one
            played[turn] = card
            turn += 1
            suit = suit_of(card, n_ranks)
            count_play(seat, card, suit, led, best, best_led, trump, rules, desk)
            worth += rules[low + card - suit * n_ranks]
            if position == 0:
                led = suit
                best = card
                best_led = card
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
        leader = best_seat
        desk[K.POINTS, leader] += worth
        desk[K.TRICKS, leader] += 1
    desk[K.POINTS, leader] += rules[S.LAST_TRICK]
    return leader
