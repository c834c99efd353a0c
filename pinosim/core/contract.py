"""A hand once bidder and trump are known, stage by stage: kitty, partner, passing, meld, burying, tricks, settlement.

Row CONTRACT of the desk holds what the stages share. `finish_hand` runs them all, each seat deciding by its policy
alone; where a seat tries out what it might do (`expert_hand`) the same stages are run with its decisions between them.
"""

from __future__ import annotations

from pinosim.core import columns as C
from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.calling import call_partner
from pinosim.core.hard_knowledge import begin_to_count, see_buried
from pinosim.core.jit import kernel
from pinosim.core.kitty import cards_to_bury, points_in
from pinosim.core.layout import unit_mask
from pinosim.core.meld import hand_melds
from pinosim.core.passing import pass_cards, share_kitty
from pinosim.core.playing import begin_tricks, play_cards, somebody_counts
from pinosim.core.redeal import dix_points
from pinosim.core.settling import set_without_play, settle

BURY_WORD = 28


@kernel
def fixed_side(bidder, rules):
    """Bit mask of the bidder and his partners in fixed teams, or of the bidder alone."""
    teams = rules[S.TEAMS]
    sides = 0
    for seat in range(rules[S.PLAYERS]):
        if seat % teams == bidder % teams:
            sides |= 1 << seat
    return sides


@kernel
def take_kitty(bidder, rules, seats):
    """Move the kitty, if it still lies there, into the bidder's hand."""
    if rules[S.KITTY_SIZE] > 0:
        place = rules[S.PLAYERS]
        seats[bidder] += seats[place]
        seats[place] = 0


@kernel
def lay_meld(sides, trump, book, units, desk):
    """Count what each seat lays down into rows LAID and DIX; give the bidders' side its total."""
    rules = book.rules
    melds = desk[K.SPARE]
    total = 0
    for seat in range(rules[S.PLAYERS]):
        hand = desk[K.SEATS, seat]
        hand_melds(hand, rules, book.suit_table, book.around_table, melds)
        desk[K.LAID, seat] = melds[trump]
        desk[K.DIX, seat] = dix_points(hand, trump, rules)
        if (sides >> seat) & 1 != 0:
            total += melds[trump]
    return total


@kernel
def clear_story(story):
    """Forget what was passed, buried, called, shared and played in the hand before."""
    story[T.GIVEN] = 0
    story[T.RETURNED] = 0
    story[T.BURIED] = 0
    story[T.CALLED] = -1
    story[T.PARTNER] = -1
    story[T.SHARED : T.SHARED + T.N_SHARED] = -1
    story[T.N_PLAYED] = 0
    story[T.N_EVENTS] = 0


@kernel
def clear_desk(desk):
    """Take away what was melded and made in the hand before."""
    desk[K.RESULT][:] = 0
    desk[K.LAID][:] = 0
    desk[K.DIX][:] = 0
    desk[K.POINTS][:] = 0
    desk[K.TRICKS][:] = 0


@kernel
def take_contract(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story):
    """Clear the desk and fill row CONTRACT: the bidder takes up the kitty, has his partner and shares out."""
    rules = book.rules
    players = rules[S.PLAYERS]
    seats = desk[K.SEATS]
    clear_desk(desk)
    clear_story(story)
    sides = fixed_side(bidder, rules)
    partner = -1
    if trump >= 0:
        take_kitty(bidder, rules, seats)
        if rules[S.CALLED_PARTNER] != 0:
            card, partner = call_partner(bidder, trump, seats, rules)
            story[T.CALLED] = card
            if partner >= 0:
                sides |= 1 << partner
        elif rules[S.TEAMS] < players:
            partner = (bidder + rules[S.TEAMS]) % players
        story[T.PARTNER] = partner
        if rules[S.KITTY_SHARED] != 0:
            share_kitty(bidder, partner, trump, policies, words, lane, book, units, desk, story)
    contract = desk[K.CONTRACT]
    contract[H.BIDDER] = bidder
    contract[H.BID] = bid
    contract[H.TRUMP] = trump
    contract[H.DEALER] = dealer
    contract[H.PARTNER] = partner
    contract[H.SIDES] = sides
    contract[H.BURIED] = 0
    contract[H.PAIR] = 0
    contract[H.COUNTED] = 0
    if passes_cards(rules, desk):
        contract[H.PAIR] = (1 << bidder) | (1 << partner)


@kernel
def passes_cards(rules, desk):
    """Tell whether bidder and partner pass cards to one another in this hand."""
    contract = desk[K.CONTRACT]
    return contract[H.TRUMP] >= 0 and contract[H.PARTNER] >= 0 and rules[S.PASS_COUNT] > 0


@kernel
def show_meld(policies, book, units, desk, story):
    """Lay meld; False: no card is played."""
    rules = book.rules
    contract = desk[K.CONTRACT]
    bidder = contract[H.BIDDER]
    bid = contract[H.BID]
    trump = contract[H.TRUMP]
    sides = contract[H.SIDES]
    if trump < 0:
        return False
    meld = lay_meld(sides, trump, book, units, desk)
    if somebody_counts(policies):
        begin_to_count(bidder, contract[H.PARTNER], trump, sides, story[T.GIVEN], story[T.RETURNED], book, units, desk)
    return bid == 0 or not set_without_play(bid, meld, rules)


@kernel
def begin_play(policies, words, lane, book, units, desk, story):
    """Bury, the cards in row ORDERS or by choice, and lay out the table for the first card."""
    rules = book.rules
    players = rules[S.PLAYERS]
    seats = desk[K.SEATS]
    contract = desk[K.CONTRACT]
    bidder = contract[H.BIDDER]
    if rules[S.BURY_COUNT] > 0:
        buried = desk[K.ORDERS, K.ORDER_BURIED]
        if buried == 0:
            buried = cards_to_bury(
                seats[bidder], rules[S.BURY_COUNT], contract[H.TRUMP], policies[bidder], words, lane, BURY_WORD, book,
                units, desk[K.SPARE],
            )  # fmt: skip
        seats[bidder] -= buried
        story[T.BURIED] = buried
        contract[H.BURIED] = buried
        if contract[H.COUNTED] != 0:
            see_buried(bidder, units, rules, desk)
    begin_tricks(first_to_lead(rules, desk), seats, players, desk)


@kernel
def first_to_lead(rules, desk):
    """Give the seat that leads to the first trick."""
    contract = desk[K.CONTRACT]
    return contract[H.BIDDER] if rules[S.FIRST_LEADER] == 0 else (contract[H.DEALER] + 1) % rules[S.PLAYERS]


@kernel
def lay_down(policies, words, lane, book, units, desk, story):
    """Lay meld, bury, and lay out the table for the first card; False: no card is played."""
    if not show_meld(policies, book, units, desk, story):
        return False
    begin_play(policies, words, lane, book, units, desk, story)
    return True


@kernel
def play_all(policies, words, lane, rules, units, desk, story):
    """Play all tricks, each seat by its policy alone."""
    played = story[T.PLAYED : T.PLAYED + T.MAX_PLAYED]
    play_cards(-1, rules[S.PLAYERS] * rules[S.TRICKS], policies, words, lane, rules, units, desk, played)


@kernel
def score_hand(rules, desk):
    """Settle by the rows of the desk: fills RESULT, but for the last trick, and SCORES."""
    contract = desk[K.CONTRACT]
    result = desk[K.RESULT]
    buried = contract[H.BURIED]
    if buried != 0 and rules[S.BURIED_TO_BIDDER] != 0:
        # only now, as nobody but the bidder knows them during play
        units = unit_mask(4 * rules[S.N_RANKS], rules[S.WIDTH])
        desk[K.POINTS, contract[H.BIDDER]] += points_in(buried, rules, units)
    settle(
        contract[H.BID], contract[H.SIDES], contract[H.TRUMP] >= 0, desk[K.LAID], desk[K.DIX], desk[K.POINTS],
        desk[K.TRICKS], rules, result, desk[K.SCORES],
    )  # fmt: skip
    result[C.PARTNER - C.RESULT_FROM] = contract[H.PARTNER]


@kernel
def note_tricks(rules, desk, story):
    """Write down that all tricks have been played, and who took the last."""
    story[T.N_PLAYED] = rules[S.PLAYERS] * rules[S.TRICKS]
    last = desk[K.TRICK, H.LEADER]
    desk[K.RESULT, C.LAST_TRICK - C.RESULT_FROM] = (desk[K.CONTRACT, H.SIDES] >> last) & 1


@kernel
def finish_hand(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story):
    """Play a hand to its end once bidder and trump are known.

    Parameters
    ----------
    bidder, bid, trump, dealer : int64
        `bid` 0 plays the hand out whatever the meld; `trump` -1: the bidder may name none.
    policies : int64 array, shape (players, N_POLICY)
    words, lane
        Random words of this hand.
    book : Book
    units : int64
        Lowest bit of each field.
    desk, story : int64 arrays
        Row SEATS of the desk holds the hands, and is empty afterwards; RESULT, SCORES and the story are filled.
    """
    take_contract(bidder, bid, trump, dealer, policies, words, lane, book, units, desk, story)
    finish_contract(policies, words, lane, book, units, desk, story)


@kernel
def finish_contract(policies, words, lane, book, units, desk, story):
    """Play a hand to its end once the contract is taken: as `finish_hand`, from row CONTRACT."""
    rules = book.rules
    contract = desk[K.CONTRACT]
    if passes_cards(rules, desk):
        pass_cards(
            contract[H.BIDDER], contract[H.PARTNER], contract[H.TRUMP], policies, words, lane, book, units, desk, story
        )
    if lay_down(policies, words, lane, book, units, desk, story):
        play_all(policies, words, lane, rules, units, desk, story)
        note_tricks(rules, desk, story)
    score_hand(rules, desk)
