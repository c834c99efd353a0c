"""Deals of the cards one seat does not see: at random, and kept if they fit how the auction has gone."""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.bids import NO_BID
from pinosim.core.dealing import LANES, deal_block
from pinosim.core.hand import MAX_REDEALS, draws_lots, fill_words, words_needed
from pinosim.core.jit import kernel
from pinosim.core.layout import unit_mask
from pinosim.core.listening import AT_LEAST, BELOW, NOT_PASSED, accept_deal, fit_of_seat, listening_chance
from pinosim.core.meld import hand_melds
from pinosim.core.redeal import may_redeal


@kernel
def deal_again(dealing, me, book, seed, number, scratch):
    """Replace deals in which another seat may throw its hand in, as bidding has begun; give the attempt used."""
    rules = book.rules
    desk = scratch.desk
    seats = desk[K.SEATS]
    again = scratch.hands[LANES:]
    attempt = 0
    while attempt < MAX_REDEALS:
        redeal = False
        for seat in range(rules[S.PLAYERS]):
            hand_melds(seats[seat], rules, book.suit_table, book.around_table, desk[K.MELDS + seat])
            if seat != me and may_redeal(seats[seat], desk[K.MELDS + seat], rules):
                redeal = True
        if not redeal:
            break
        attempt += 1
        deal_block(dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, attempt, number, 1, scratch.deal, again)
        for place in range(dealing.capacities.shape[0]):
            seats[place] = again[0, place]
    return attempt


@kernel
def has_listened(me, heard_calls, rules):
    """Tell whether any seat but `me` has made a call that tells something."""
    for seat in range(rules[S.PLAYERS]):
        if seat != me and (heard_calls[seat, AT_LEAST] != NO_BID or heard_calls[seat, BELOW] != NOT_PASSED):
            return True
    return False


@kernel
def find_deals(dealing, me, heard_calls, policies, book, seed, first, n, scratch, hands, numbers, attempts):
    """Deal `n` deals numbered from `first` and keep those that fit the calls.

    Parameters
    ----------
    dealing : Dealing
        The unseen cards and who lacks how many; `held[me]` is the hand that is known.
    me : int64
        Whose hand that is; it need not have thrown it in, all other seats must have had no hand to throw in.
    heard_calls : int64 array, shape (>= players, N_HEARD)
        From `listening.hear_calls`.
    policies, book, seed, first, scratch
        As in `hand.play_hands`.
    n : int64
        How many are dealt.
    hands : int64 array, shape (n, n_places)
        Receives the deals kept, in order, in its first rows.
    numbers, attempts : int64 arrays, shape (n,)
        Receive their numbers, and how many times each was dealt again because another seat held a redeal hand.

    Returns
    -------
    int64
        How many were kept.
    """
    rules = book.rules
    desk = scratch.desk
    seats = desk[K.SEATS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    places = dealing.capacities.shape[0]
    units = unit_mask(4 * n_ranks, width)
    lots = draws_lots(policies)
    listens = has_listened(me, heard_calls, rules)
    kept = 0
    for start in range(0, n, LANES):
        block = min(LANES, n - start)
        deal_block(dealing, n_ranks, width, seed, 0, first + start, block, scratch.deal, scratch.hands)
        for i in range(block):
            number = first + start + i
            for place in range(places):
                seats[place] = scratch.hands[i, place]
            attempt = deal_again(dealing, me, book, seed, number, scratch)
            if listens:
                if lots:
                    fill_words(words_needed(rules), attempt, number, 1, seed, scratch.spare_words)
                chance = listening_chance(seed, number, scratch.deal.words)
                if not accept_deal(
                    seats, desk[K.MELDS :], me, heard_calls, policies, scratch.spare_words, 0, rules, units,
                    desk[K.FEATURES], chance,
                ):  # fmt: skip
                    continue
            for place in range(places):
                hands[kept, place] = seats[place]
            numbers[kept] = number
            attempts[kept] = attempt
            kept += 1
    return kept


@kernel
def add_up_fits(dealing, me, heard_calls, policies, book, seed, n, scratch, sums):
    """Add up, over `n` deals, how well each seat's hand fits what it has called; shape (>= players,)."""
    rules = book.rules
    desk = scratch.desk
    units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
    lots = draws_lots(policies)
    for start in range(0, n, LANES):
        block = min(LANES, n - start)
        deal_block(dealing, rules[S.N_RANKS], rules[S.WIDTH], seed, 0, start, block, scratch.deal, scratch.hands)
        for i in range(block):
            if lots:
                fill_words(words_needed(rules), 0, start + i, 1, seed, scratch.spare_words)
            for seat in range(rules[S.PLAYERS]):
                hand_melds(scratch.hands[i, seat], rules, book.suit_table, book.around_table, desk[K.MELDS + seat])
                if seat != me:
                    sums[seat] += fit_of_seat(
                        seat, scratch.hands[i, seat], desk[K.MELDS + seat], heard_calls, policies, scratch.spare_words,
                        0, rules, units, desk[K.FEATURES],
                    )  # fmt: skip
