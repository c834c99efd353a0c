"""Cards that cross between the bidder and his partner: legs, trumps and aces to the bidder, losers back.

The order is that of club players (pagat's partnership page, and the passes TricksterBots users ask for): to the
bidder one of each run card of trump, then further trumps high first, the pinochle leg the trump does not already
hold, side aces, kings, queens, tens, and nines last. The bidder gives back what costs him no meld: losers of side
suits, the short ones first; never trumps above the nine or aces while anything else is left.
"""

from __future__ import annotations

import numpy as np

from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.choosing import NONE, highest_card, random_card
from pinosim.core.hard_passing import choose_by_worth
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, card_at, count_cards, lowest_bit, present, rank_units, suit_of
from pinosim.core.meld import hand_melds
from pinosim.core.policy import KIND, KIND_MEDIUM, KIND_RANDOM

_SPADES = 0
GIVE_WORD = 12
RETURN_WORD = 20
_DIAMONDS = 2


@kernel
def take_highest(cards, wanted, once, given, units, width):
    """Give up to `wanted` cards of the set `cards` one after another, the highest fields first.

    With `once` a card goes only once whatever its copies. Returns the cards given before and now.
    """
    left = present(cards, units, width) if once else cards
    while wanted > 0 and left != 0:
        marks = present(left, units, width)
        while marks & (marks - 1) != 0:
            marks &= marks - 1
        left -= marks
        given += marks
        wanted -= 1
    return given


@kernel
def cards_to_bidder(hand, count, trump, rules, units):
    """Choose `count` cards that partner gives; the result is a hand."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    field = bits(width)
    column = rank_units(n_ranks, width)
    trump_low = trump * stride
    nines = (column if n_ranks == 6 else 0) * field
    jack = (n_ranks - 5) * width
    region = bits(stride) << trump_low
    trumps = hand & region
    side = hand & ~region
    # run cards of trump, one of each
    given = take_highest(trumps & ~nines, count, True, 0, units, width)
    for group in range(8):
        wanted = count - count_cards(given, units, width)
        if wanted == 0:
            break
        left = side - (given & ~region)
        if group == 0:
            cards = (trumps & ~nines) - (given & region)
        elif group == 1:
            # a leg of the pinochle that is not itself a run card of trump
            cards = 0
            if trump == _SPADES:
                cards = side & (field << (_DIAMONDS * stride + jack))
            elif trump == _DIAMONDS:
                cards = side & (field << (_SPADES * stride + jack + width))
        elif group == 2:
            cards = left & (column << ((n_ranks - 1) * width)) * field
        elif group == 3:
            cards = left & (column << (jack + 2 * width)) * field
        elif group == 4:
            cards = left & (column << (jack + width)) * field
        elif group == 5:
            cards = left & (column << (n_ranks - 2) * width) * field
        elif group == 6:
            cards = (trumps & nines) | (left & (column << jack) * field)
        else:
            cards = left
        given = take_highest(cards, wanted, False, given, units, width)
    return given


@kernel
def return_cost(hand, card, trump, units, rules):
    """Rate how much the bidder would miss this card, meld aside: trumps and aces most, short side suits least."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit = suit_of(card, n_ranks)
    strength = card - suit * n_ranks + 6 - n_ranks
    if suit == trump:
        return 60 + strength if strength > 0 else 25
    if strength == 5:
        return 50
    length = count_cards(hand & (bits(stride) << (suit * stride)), units, width)
    leg = (suit == _SPADES and strength == 2) or (suit == _DIAMONDS and strength == 1)
    # a low card of a short suit goes first: it makes a void; a leg helps partner's pinochle when it is no use here
    return 3 * length + strength - (2 if leg else 0)


@kernel
def cards_to_partner(hand, count, trump, book, units, melds):
    """Choose `count` cards that the bidder gives back, the least meld lost first; the result is a hand."""
    rules = book.rules
    width = rules[S.WIDTH]
    ace_points = max(rules[S.COUNTERS + 5], 1)
    given = 0
    for _ in range(count):
        kept = hand - given
        hand_melds(kept, rules, book.suit_table, book.around_table, melds)
        meld = melds[trump]
        marks = present(kept, units, width)
        best = NONE
        best_cost = np.int64(1) << 60
        while marks != 0:
            card = card_at(lowest_bit(marks), width)
            marks &= marks - 1
            cost = return_cost(kept, card, trump, units, rules)
            if cost < best_cost:
                hand_melds(kept - (1 << (card * width)), rules, book.suit_table, book.around_table, melds)
                cost += 30 * (meld - melds[trump]) // ace_points
                if cost < best_cost:
                    best_cost = cost
                    best = card
        given += 1 << (best * width)
    return given


@kernel
def random_cards(hand, count, first_word, words, lane, units, width):
    """Choose `count` cards of a hand by lot; the result is a hand."""
    given = 0
    for i in range(count):
        card = random_card(hand - given, units, width, words[first_word + i, lane])
        given += 1 << (card * width)
    return given


@kernel
def choose_to_give(giver, to_bidder, hand, count, trump, policies, first_word, words, lane, book, units, desk):
    """Choose `count` cards by the policy of the seat that gives; the result is a hand."""
    if policies[giver, KIND] == KIND_RANDOM:
        return random_cards(hand, count, first_word, words, lane, units, book.rules[S.WIDTH])
    if policies[giver, KIND] >= KIND_MEDIUM:
        return choose_by_worth(hand, count, trump, to_bidder, policies[giver], book, units, desk)
    if to_bidder:
        return cards_to_bidder(hand, count, trump, book.rules, units)
    return cards_to_partner(hand, count, trump, book, units, desk[K.SPARE])


@kernel
def give_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story):
    """Take the cards that partner gives the bidder, those in row ORDERS or by choice, out of his hand."""
    given = max(desk[K.ORDERS, K.ORDER_GIVEN], 0)
    if desk[K.ORDERS, K.ORDER_GIVEN] == 0:
        given = choose_to_give(
            partner, True, desk[K.SEATS, partner], book.rules[S.PASS_COUNT], trump, policies, GIVE_WORD, words, lane,
            book, units, desk,
        )  # fmt: skip
    desk[K.SEATS, partner] -= given
    story[T.GIVEN] = given


@kernel
def may_return(bidder, rules, desk, story):
    """Give the cards from which the bidder may give back, as a hand."""
    own = desk[K.SEATS, bidder]
    return own + story[T.GIVEN] if rules[S.MAY_RETURN_RECEIVED] != 0 else own


@kernel
def return_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story):
    """Let the bidder take up the cards given and give as many back, those in row ORDERS or by choice."""
    rules = book.rules
    seats = desk[K.SEATS]
    returned = desk[K.ORDERS, K.ORDER_RETURNED]
    if returned == 0:
        returned = choose_to_give(
            bidder, False, may_return(bidder, rules, desk, story), rules[S.PASS_COUNT], trump, policies, RETURN_WORD,
            words, lane, book, units, desk,
        )  # fmt: skip
    seats[bidder] += story[T.GIVEN] - returned
    seats[partner] += returned
    story[T.RETURNED] = returned


@kernel
def pass_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story):
    """Pass cards to the bidder and back, those in row ORDERS or by choice; the hands in `desk[K.SEATS]` change."""
    give_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story)
    return_cards(bidder, partner, trump, policies, words, lane, book, units, desk, story)


@kernel
def share_kitty(bidder, partner, trump, policies, words, lane, book, units, desk, story):
    """Let the bidder, who has taken the kitty, give one card to each other seat, the best of them to his partner."""
    rules = book.rules
    seats = desk[K.SEATS]
    players = rules[S.PLAYERS]
    width = rules[S.WIDTH]
    if policies[bidder, KIND] == KIND_RANDOM:
        given = random_cards(seats[bidder], players - 1, RETURN_WORD, words, lane, units, width)
    else:
        # opponents get cards too: what partner might meld with them is no reason to give them
        given = cards_to_partner(seats[bidder], players - 1, trump, book, units, desk[K.SPARE])
    seats[bidder] -= given
    if partner >= 0:
        card = highest_card(present(given, units, width), rules[S.N_RANKS], width)
        given -= 1 << (card * width)
        seats[partner] += 1 << (card * width)
        story[T.SHARED + partner] = card
    for seat in range(players):
        if seat != bidder and seat != partner:
            one = present(given, units, width)
            one &= -one
            given -= one
            seats[seat] += one
            story[T.SHARED + seat] = card_at(lowest_bit(one), width)
