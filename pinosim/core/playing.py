"""The play of a hand: trick after trick, each seat by its policy."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.choosing import random_card
from pinosim.core.easy_play import easy_card
from pinosim.core.jit import kernel
from pinosim.core.layout import suit_of
from pinosim.core.legal import beats, legal_cards
from pinosim.core.policy import KIND, KIND_EASY, KIND_RANDOM
from pinosim.core.standard_play import follow_card, lead_card
from pinosim.core.table import FIRST_PLAY_WORD


@kernel
def play_tricks(
    hands,
    deck,
    buried,
    bidder,
    trump,
    leader,
    sides,
    n_tricks,
    policies,
    words,
    lane,
    rules,
    units,
    points,
    tricks,
    played,
):
    """Play tricks until the hands are empty.

    Parameters
    ----------
    hands : int64 array, shape (>= players,)
        The hands, `n_tricks` cards each; empty when the function returns.
    deck : int64
        All cards in play, the sum of the hands.
    buried, bidder : int64
        Cards laid away, and the seat that knows them; to the others they may still be about.
    trump, leader : int64
    sides : int64
        Bit mask of the seats on the bidders' side.
    n_tricks : int64
    policies : int64 array, shape (players, N_POLICY)
    words : uint64 array, shape (n_words, lanes)
        Random words; play number i uses `words[FIRST_PLAY_WORD + i, lane]`.
    lane : int64
    rules : int64 array
    units : int64
        Lowest bit of each field.
    points, tricks : int64 arrays, shape (>= players,)
        Are added to: trick points, the last trick's included, and tricks taken by each seat.
    played : int64 array, shape (>= players * n_tricks,)
        Receives the cards in the order played.

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
    for _ in range(n_tricks):
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
            about = unplayed if seat == bidder else unplayed + buried
            if policies[seat, KIND] == KIND_RANDOM:
                card = random_card(legal, units, width, words[FIRST_PLAY_WORD + turn, lane])
            elif policies[seat, KIND] == KIND_EASY:
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
        points[leader] += worth
        tricks[leader] += 1
    points[leader] += rules[S.LAST_TRICK]
    return leader
