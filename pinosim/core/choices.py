"""Playing the same deals with one choice after another: trump, cards passed or given back, cards buried.

What one seat knows is held fixed, the rest is dealt. Deals that do not fit what else is known are not played: so they
are found first, by number, and played by number, which also makes any of them again alone.
"""

from __future__ import annotations

from pinosim.core import columns as C
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.bidding import plan_bids
from pinosim.core.calling import call_partner
from pinosim.core.contract import finish_hand
from pinosim.core.dealing import deal_block
from pinosim.core.hand import bid_hand, draws_lots, fill_words, words_needed
from pinosim.core.hidden_deals import deal_again
from pinosim.core.jit import kernel
from pinosim.core.layout import unit_mask
from pinosim.core.settling import scores_against

# places of a choice
TRUMP = 0
ORDERS = 1  # as in row ORDERS of the desk
N_CHOICE = ORDERS + K.N_ORDERS

# rows of a whole hand with its auction
HAND_BIDDER = 0
HAND_BID = 1
HAND_US = 2
HAND_THEM = 3
N_HAND = 4


@kernel
def deal_number(dealing, keeper, lots, book, seed, number, scratch):
    """Deal one deal into row DEALT, again while a seat other than `keeper` throws its hand in; melds are known then."""
    rules = book.rules
    desk = scratch.desk
    places = dealing.capacities.shape[0]
    deal_block(dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, 0, number, 1, scratch.deal, scratch.hands)
    for place in range(places):
        desk[K.SEATS, place] = scratch.hands[0, place]
    attempt = deal_again(dealing, keeper, book, seed, number, scratch)
    for place in range(places):
        desk[K.DEALT, place] = desk[K.SEATS, place]
    if lots:
        fill_words(words_needed(rules), attempt, number, 1, seed, scratch.spare_words)


@kernel
def take_up_dealt(places, desk):
    """Put the hands back as they were dealt."""
    for place in range(places):
        desk[K.SEATS, place] = desk[K.DEALT, place]


@kernel
def find_deals(dealing, me, bidder, trump, least, policies, book, seed, first, scratch, fits):
    """Tell which deals let `bidder`, by his policy, bid up to `least` and name `trump`.

    Parameters
    ----------
    dealing : Dealing
        The unseen cards, and what is held.
    me, bidder, trump, least : int64
        `me` is the seat whose hand is known; where partners are called it must be the one called.
    policies, book, seed, scratch
        As in `hand.play_hands`.
    first : int64
        Number of the first deal looked at.
    fits : uint8 array, shape (n,)
        Receives 1 for a deal that fits, else 0.
    """
    rules = book.rules
    desk = scratch.desk
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    lots = draws_lots(policies)
    for i in range(fits.shape[0]):
        deal_number(dealing, me, lots, book, seed, first + i, scratch)
        plan_bids(
            desk[K.SEATS], desk[K.MELDS :], policies, scratch.spare_words, 0, rules, units, desk[K.FEATURES],
            desk[K.CEILINGS], desk[K.TRUMPS],
        )  # fmt: skip
        fit = desk[K.TRUMPS, bidder] == trump and desk[K.CEILINGS, bidder] >= least
        if fit and rules[S.CALLED_PARTNER] != 0:
            _, partner = call_partner(bidder, trump, desk[K.SEATS], rules)
            fit = partner == me
        fits[i] = 1 if fit else 0


@kernel
def play_choices(dealing, me, dealer, bidder, bid, choices, policies, book, seed, numbers, scratch, out):
    """Play deals with each choice in turn.

    Parameters
    ----------
    dealing : Dealing
        The unseen cards, and what is held.
    me, dealer, bidder, bid : int64
        `me` is the seat whose hand is known; `bid` 0 plays for the points alone.
    choices : int64 array, shape (n_choices, N_CHOICE)
        Trump, and what row ORDERS of the desk is to hold.
    policies, book, seed, scratch
        As in `hand.play_hands`.
    numbers : int64 array, shape (n,)
        Which deals.
    out : int32 array, shape (n_choices, N_RESULT, n)
        Receives what `hand.finish_hand` reports.
    """
    rules = book.rules
    desk = scratch.desk
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    lots = draws_lots(policies)
    for i in range(numbers.shape[0]):
        deal_number(dealing, me, lots, book, seed, numbers[i], scratch)
        for choice in range(choices.shape[0]):
            take_up_dealt(dealing.capacities.shape[0], desk)
            for order in range(K.N_ORDERS):
                desk[K.ORDERS, order] = choices[choice, ORDERS + order]
            finish_hand(
                bidder, bid, choices[choice, TRUMP], dealer, policies, scratch.spare_words, 0, book, units, desk,
                scratch.story,
            )  # fmt: skip
            for row in range(C.N_RESULT):
                out[choice, row, i] = desk[K.RESULT, row]
    for order in range(K.N_ORDERS):
        desk[K.ORDERS, order] = 0


@kernel
def play_from_the_first_call(dealing, me, keeper, dealer, policies, book, seed, first, scratch, out):
    """Bid and play whole hands, numbered from `first`, with the same dealer.

    Parameters
    ----------
    dealing : Dealing
        The unseen cards, and what is held.
    me, dealer : int64
        Seats.
    keeper : int64
        The seat that does not throw its hand in, whatever it is; -1: none.
    policies, book, seed, first, scratch
        As in `hand.play_hands`.
    out : int32 array, shape (N_HAND, n)
        Receives bidder (-1: everybody passed, nothing is scored), bid, and the two numbers of `scores_against`.
    """
    rules = book.rules
    desk = scratch.desk
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    lots = draws_lots(policies)
    for i in range(out.shape[1]):
        deal_number(dealing, keeper, lots, book, seed, first + i, scratch)
        trump = bid_hand(dealer, policies, scratch.spare_words, 0, book, units, desk, scratch.story)
        bidder = desk[K.AUCTION, 0]
        ours = 0
        theirs = 0
        if bidder >= 0:
            finish_hand(
                bidder, desk[K.AUCTION, 1], trump, dealer, policies, scratch.spare_words, 0, book, units, desk,
                scratch.story,
            )  # fmt: skip
            ours, theirs = scores_against(me, rules, desk)
        out[HAND_BIDDER, i] = bidder
        out[HAND_BID, i] = desk[K.AUCTION, 1]
        out[HAND_US, i] = ours
        out[HAND_THEM, i] = theirs
