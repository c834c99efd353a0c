"""The play of a hand: trick after trick, each seat by its policy."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.choosing import random_card
from pinosim.core.jit import kernel
from pinosim.core.layout import suit_of
from pinosim.core.legal import beats, legal_cards
from pinosim.core.policy import KIND, KIND_RANDOM
from pinosim.core.standard_play import follow_card, lead_card

FIRST_PLAY_WORD = 32  # random words before this one serve auction and passing


@kernel
def play_tricks(hands, deck, trump, leader, sides, policies, words, lane, rules, units, played):
    """Play all tricks of a hand.

    Parameters
    ----------
    hands : int64 array, shape (>= players,)
        The hands after passing; empty when the function returns.
    deck : int64
        All cards in play, the sum of the hands.
    trump, leader : int64
    sides : int64
        Bit mask of the seats on the bidders' side.
    policies : int64 array, shape (players, N_POLICY)
    words : uint64 array, shape (n_words, lanes)
        Random words; play number i of the hand uses `words[FIRST_PLAY_WORD + i, lane]`.
    lane : int64
    rules : int64 array
    units : int64
        Lowest bit of each field.
    played : int64 array, shape (players * tricks,)
        Receives the cards in the order played.

    Returns
    -------
    points_bidders, tricks_bidders, last_trick : int64
        Trick points of the bidders' side with the last trick, tricks it took, and 1 if it took the last.
    """
    players = rules[S.PLAYERS]
    tricks = rules[S.TRICKS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    low = S.COUNTERS + 6 - n_ranks
    unplayed = deck
    voids = 0
    points_bidders = 0
    tricks_bidders = 0
    last_trick = 0
    turn = 0
    for _ in range(tricks):
        led = 0
        best = -1
        best_led = -1
        best_seat = leader
        points = 0
        for position in range(players):
            seat = leader + position
            if seat >= players:
                seat -= players
            hand = hands[seat]
            legal = legal_cards(hand, led, best, best_led, trump, rules)
            if policies[seat, KIND] == KIND_RANDOM:
                card = random_card(legal, units, width, words[FIRST_PLAY_WORD + turn, lane])
            elif position == 0:
                card = lead_card(seat, hand, unplayed - hand, voids, trump, sides, rules, units)
            else:
                card = follow_card(
                    seat, legal, unplayed - hand, voids, sides, led, best, best_led, best_seat, leader, position,
                    trump, rules, units,
                )  # fmt: skip
            one = 1 << (card * width)
            hands[seat] = hand - one
            unplayed -= one
            played[turn] = card
            turn += 1
            suit = suit_of(card, n_ranks)
            points += rules[low + card - suit * n_ranks]
            if position == 0:
                led = suit
                best = card
                best_led = card
            else:
                follows = suit == led
                takes = beats(card, best, trump, n_ranks)
                if not follows:
                    voids |= 1 << (4 * seat + led)
                    if suit != trump and rules[S.MUST_TRUMP] != 0:
                        voids |= 1 << (4 * seat + trump)
                best_led = card if follows & (card > best_led) else best_led
                best_seat = seat if takes else best_seat
                best = card if takes else best
        leader = best_seat
        mine = (sides >> leader) & 1
        points_bidders += mine * points
        tricks_bidders += mine
        last_trick = mine
    points_bidders += last_trick * rules[S.LAST_TRICK]
    return points_bidders, tricks_bidders, last_trick
