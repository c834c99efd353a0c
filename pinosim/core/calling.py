"""Calling a partner: the bidder names a card, and who holds it plays with him."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.jit import kernel
from pinosim.core.layout import copies_of


@kernel
def holder_of(card, bidder, seats, rules):
    """Find the first other seat that holds a card, looking round from the bidder; -1 if nobody does."""
    players = rules[S.PLAYERS]
    width = rules[S.WIDTH]
    step = players - 1 if rules[S.CALL_FROM_RIGHT] != 0 else 1
    seat = bidder
    for _ in range(players - 1):
        seat = (seat + step) % players
        if copies_of(seats[seat], card, width) > 0:
            return seat
    return -1


@kernel
def wish(hand, rank_from_top, suit, most, rules):
    """Give the card of a suit by its rank from the ace down if the hand holds at most `most` copies of it, else -1."""
    n_ranks = rules[S.N_RANKS]
    card = suit * n_ranks + n_ranks - 1 - rank_from_top
    return card if copies_of(hand, card, rules[S.WIDTH]) <= most else -1


@kernel
def call_partner(bidder, trump, seats, rules):
    """Choose the card to call and find its holder: `(card, seat)`.

    A run card of trump that is missing, high ones first; then further trumps from the ace down; then aces and other
    high cards of side suits. A card that nobody else holds is not called: the bidder would be asked again.
    """
    n_ranks = rules[S.N_RANKS]
    hand = seats[bidder]
    for most in range(rules[S.COPIES]):
        for rank in range(n_ranks):
            card = wish(hand, rank, trump, most, rules)
            if card >= 0:
                seat = holder_of(card, bidder, seats, rules)
                if seat >= 0:
                    return card, seat
    for rank in range(n_ranks):
        for suit in range(4):
            card = wish(hand, rank, suit, rules[S.COPIES] - 1, rules)
            if card >= 0:
                seat = holder_of(card, bidder, seats, rules)
                if seat >= 0:
                    return card, seat
    return -1, -1
