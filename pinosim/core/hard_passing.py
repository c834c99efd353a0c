"""How `hard` and `medium` pass: by what the whole team's meld gains, and what the cards are worth in play.

What a giver keeps is scored exactly, card set by card set. What partner gains from a card he gets is not known and is
weighed by the kind of card. The cards that look cheapest one by one make a short list, and all sets from it are scored.
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, card_at, copies_of, count_cards, lowest_bit, present, suit_of
from pinosim.core.meld import hand_melds
from pinosim.core.policy import BACK, GIVE

TO_BIDDER_LIST = 11  # cards on the short list; a row of the desk must hold them
TO_PARTNER_LIST = 9
_SPADES = 0
_DIAMONDS = 2
_GIVE_SIDE = GIVE + 12
_GIVE_LEG_BESIDE = GIVE + 18
_GIVE_LEG = GIVE + 19
GIVE_VOID = GIVE + 20
_BACK_SIDE = BACK + 6
_BACK_LEG = BACK + 12
BACK_VOID = BACK + 13
BACK_MELD = BACK + 14
_BACK_SHORT = BACK + 15


@kernel
def worth_of_giving(hand, card, earlier, trump, to_bidder, policy, rules, units):
    """Weigh giving one card, own meld aside, in thousandths of an ace's points: what partner gains less what it costs.

    `earlier`: how many copies of the card are given already.
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit = suit_of(card, n_ranks)
    strength = card - suit * n_ranks + 6 - n_ranks
    leg = (suit == _SPADES and strength == 2) or (suit == _DIAMONDS and strength == 1)
    if to_bidder:
        if suit == trump:
            return policy[GIVE + strength] if earlier == 0 else policy[GIVE + 6 + strength]
        worth = policy[_GIVE_SIDE + strength]
        if leg:
            beside = trump == (_DIAMONDS if suit == _SPADES else _SPADES)
            worth += policy[_GIVE_LEG_BESIDE] if beside else policy[_GIVE_LEG]
        return worth
    if suit == trump:
        return -policy[BACK + strength]
    worth = -policy[_BACK_SIDE + strength]
    if leg:
        worth += policy[_BACK_LEG]
    return worth - policy[_BACK_SHORT] * count_cards(hand & (bits(stride) << (suit * stride)), units, width)


@kernel
def worth_of_voids(hand, given, trump, worth, rules):
    """Give what a set of cards brings by emptying side suits, `worth` for each."""
    stride = rules[S.N_RANKS] * rules[S.WIDTH]
    kept = hand - given
    total = 0
    for suit in range(4):
        region = bits(stride) << (suit * stride)
        if suit != trump and kept & region == 0 and hand & region != 0:
            total += worth
    return total


@kernel
def choose_by_worth(hand, count, trump, to_bidder, policy, book, units, desk):
    """Choose `count` cards to give; the result is a hand.

    Parameters
    ----------
    hand, count, trump : int64
    to_bidder : bool
        Whether partner gives to the bidder, or the bidder gives back.
    policy : int64 array, shape (N_POLICY,)
    book : Book
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
        Rows SURE, SLOTS and CHANCES are written over.
    """
    rules = book.rules
    width = rules[S.WIDTH]
    unit = rules[S.COUNTERS + 5]
    melds = desk[K.SPARE]
    cards = desk[K.SURE]
    worths = desk[K.SLOTS]
    ranks = desk[K.CHANCES]
    hand_melds(hand, rules, book.suit_table, book.around_table, melds)
    before = melds[trump]
    size = max(TO_BIDDER_LIST if to_bidder else TO_PARTNER_LIST, count)
    listed = 0
    marks = present(hand, units, width)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        copies = copies_of(hand, card, width)
        for earlier in range(min(copies, count)):
            worth = worth_of_giving(hand, card, earlier, trump, to_bidder, policy, rules, units) * unit
            hand_melds(hand - ((earlier + 1) << (card * width)), rules, book.suit_table, book.around_table, melds)
            # half of the meld it breaks: where two cards of a meld go, it is lost but once
            rank = worth - 500 * (before - melds[trump])
            # insert by rank; the worst falls off the end
            place = listed if listed < size else size - 1
            if listed < size:
                listed += 1
            elif rank <= ranks[place]:
                continue
            while place > 0 and ranks[place - 1] < rank:
                cards[place] = cards[place - 1]
                worths[place] = worths[place - 1]
                ranks[place] = ranks[place - 1]
                place -= 1
            cards[place] = card
            worths[place] = worth
            ranks[place] = rank
    # what the cards on the list would meld with partner, at most
    back_meld = 0 if to_bidder else policy[BACK_MELD]
    most_back = 0
    if back_meld > 0:
        every = 0
        for place in range(listed):
            every += 1 << (cards[place] * width)
        hand_melds(every, rules, book.suit_table, book.around_table, melds)
        most_back = back_meld * melds[trump]
    void = policy[GIVE_VOID if to_bidder else BACK_VOID] * unit
    best = 0
    best_worth = -(1 << 60)
    chosen = bits(count)
    limit = 1 << listed
    while chosen < limit:
        given = 0
        total = 0
        left = chosen
        while left != 0:
            place = lowest_bit(left)
            left &= left - 1
            given += 1 << (cards[place] * width)
            total += worths[place]
        total += worth_of_voids(hand, given, trump, void, rules)
        # sets that cannot win are not looked at any further
        if total + 1000 * before + most_back > best_worth:
            hand_melds(hand - given, rules, book.suit_table, book.around_table, melds)
            total += 1000 * melds[trump]
            if back_meld > 0 and total + most_back > best_worth:
                hand_melds(given, rules, book.suit_table, book.around_table, melds)
                total += back_meld * melds[trump]
            if total > best_worth:
                best_worth = total
                best = given
        # the next larger number with as many bits
        low = chosen & -chosen
        up = chosen + low
        chosen = up | (((chosen ^ up) >> 2) >> lowest_bit(low))
    return best
