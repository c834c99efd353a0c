"""How the `standard` player plays a card: the rules of thumb of a club player, from what his seat can see.

He remembers the cards gone and who has shown a void. He calls a card *master* when no card that he cannot see beats
it in its suit. Leading: cash master aces in side suits, short suits first, while no opponent is known to ruff; with
the bid and the master trump, draw trumps while opponents may hold some and he stays longer than they; else a low card
from his longest side suit, not the bidder's trump. Following: give a counter to a trick that partner is sure of, win
as cheaply as the duties allow (with a master when a counter would be lost behind him), else throw the lowest card, no
counter and no trump if he can.
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core.choosing import NONE, highest_card
from pinosim.core.jit import kernel
from pinosim.core.layout import (
    below_highest,
    bits,
    card_at,
    count_cards,
    lowest_bit,
    present,
    rank_units,
    suit_of,
)
from pinosim.core.legal import above


@kernel
def master_marks(marks, unseen, units, n_ranks, width):
    """Mark, of the cards marked, those that no unseen card beats in their suit."""
    return marks & ~below_highest(present(unseen, units, width), units, n_ranks, width)


@kernel
def opponent_void(voids, seat, suit, players, sides):
    """Tell whether an opponent of `seat` has shown a void in `suit` (`voids`: bit 4 * seat + suit)."""
    my_side = (sides >> seat) & 1
    for other in range(players):
        if (sides >> other) & 1 != my_side and (voids >> (4 * other + suit)) & 1 != 0:
            return True
    return False


@kernel
def lead_card(seat, hand, unseen, voids, trump, sides, rules, units):
    """Card to lead.

    Parameters
    ----------
    seat : int64
    hand, unseen : int64
        The seat's cards, and all cards it cannot see that are still in play.
    voids : int64
        Shown voids, bit `4 * seat + suit`.
    trump : int64
    sides : int64
        Bit mask of the seats on the bidders' side.
    rules : int64 array
    units : int64
        Lowest bit of each field.
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    players = rules[S.PLAYERS]
    stride = n_ranks * width
    suit_bits = bits(stride)
    marks = present(hand, units, width)
    masters = master_marks(marks, unseen, units, n_ranks, width)
    bidding = (sides >> seat) & 1 != 0
    trump_region = suit_bits << (trump * stride)
    trumps_out = count_cards(unseen & trump_region, units, width)
    my_trumps = count_cards(hand & trump_region, units, width)

    # 1. master cards of side suits that nobody is known to ruff, the shortest suit first
    best = NONE
    best_length = 1 << 30
    for suit in range(4):
        if suit == trump:
            continue
        region = suit_bits << (suit * stride)
        if masters & region == 0:
            continue
        if trumps_out > 0 and opponent_void(voids, seat, suit, players, sides):
            continue
        length = count_cards(hand & region, units, width)
        if length < best_length:
            best_length = length
            best = highest_card(masters & region, n_ranks, width)
    if best != NONE:
        return best

    # 2. draw trumps with a master while the others hold some and this hand outlasts them
    trump_masters = masters & trump_region
    if trump_masters != 0 and trumps_out > 0 and bidding and 2 * my_trumps >= trumps_out:
        return highest_card(trump_masters, n_ranks, width)

    # 3. a low card from the longest side suit, rather one that makes partner ruff than an opponent
    best_score = -(1 << 30)
    for suit in range(4):
        region = suit_bits << (suit * stride)
        mine = marks & region
        if mine == 0:
            continue
        card = card_at(lowest_bit(mine), width)
        length = count_cards(hand & region, units, width)
        score = 4 * length - 3 * (card - suit * n_ranks)
        if suit == trump:
            score -= 40 if not bidding else 6
        elif trumps_out > 0 and opponent_void(voids, seat, suit, players, sides):
            score -= 8
        if score > best_score:
            best_score = score
            best = card
    return best


@kernel
def counter_to_give(marks, masters, trump, rules):
    """Counter worth giving to a sure trick: the best that is neither master nor trump; `NONE` if there is none."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    trump_region = bits(stride) << (trump * stride)
    loose = marks & ~masters & ~trump_region
    column = rank_units(n_ranks, width)
    best = NONE
    best_points = 0
    for down in range(n_ranks):
        strength = n_ranks - 1 - down
        points = rules[S.COUNTERS + 6 - n_ranks + strength]
        here = loose & (column << (strength * width))
        if here != 0 and points > best_points:
            best_points = points
            best = card_at(lowest_bit(here), width)
    return best


@kernel
def card_to_throw(marks, trump, rules):
    """Cheapest card to lose: fewest points, no trump where another will do, then the lowest rank."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    trump_region = bits(stride) << (trump * stride)
    column = rank_units(n_ranks, width)
    best = NONE
    best_cost = 1 << 30
    for strength in range(n_ranks):
        points = rules[S.COUNTERS + 6 - n_ranks + strength]
        here = marks & (column << (strength * width))
        plain = here & ~trump_region
        cost = 16 * points + strength
        if plain == 0:
            cost += 8 * rules[S.COUNTERS + 5]
        if here != 0 and cost < best_cost:
            best_cost = cost
            best = card_at(lowest_bit(plain if plain != 0 else here), width)
    return best


@kernel
def can_be_overtaken(best, best_led, led, trump, seat, sides, leader, position, unseen, voids, rules):
    """Tell whether an opponent still to play might take the trick from `best`, as far as `seat` can see."""
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    suit_bits = bits(stride)
    higher_led = 0
    if best == best_led:
        higher_led = unseen & (suit_bits << (led * stride)) & above(best, width)
    trumps = unseen & (suit_bits << (trump * stride))
    if suit_of(best, n_ranks) == trump:
        trumps &= above(best, width)
    my_side = (sides >> seat) & 1
    for ahead in range(position + 1, players):
        other = leader + ahead
        if other >= players:
            other -= players
        if (sides >> other) & 1 == my_side:
            continue
        void_led = (voids >> (4 * other + led)) & 1 != 0
        void_trump = (voids >> (4 * other + trump)) & 1 != 0
        if higher_led != 0 and not void_led:
            return True
        if led != trump and void_led and not void_trump and trumps != 0:
            return True
        # a side suit that may run out: more of it is gone than a seat still to play is sure to hold
        if led != trump and not void_trump and trumps != 0 and unseen & (suit_bits << (led * stride)) == 0:
            return True
    return False


@kernel
def winning_card(winners, masters, unseen, voids, seat, sides, led, best_led, leader, position, last, trump, rules):
    """Choose from `winners`: a loose counter when the trick is safe, a master when it is not, else the lowest."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    lowest = card_at(lowest_bit(winners), width)
    follows = suit_of(lowest, n_ranks) == led
    safe = last or not can_be_overtaken(
        lowest, lowest if follows else best_led, led, trump, seat, sides, leader, position, unseen, voids, rules
    )
    if follows and led != trump:
        if safe:
            loose = counter_to_give(winners, masters, trump, rules)
            if loose != NONE:
                return loose
        elif winners & masters != 0:
            return highest_card(winners & masters, n_ranks, width)
    return lowest


@kernel
def follow_card(
    seat, legal, unseen, voids, sides, led, best, best_led, best_seat, leader, position, trump, rules, units
):
    """Card to play on a trick that is under way; parameters as in `lead_card` and `legal_cards`."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    marks = present(legal, units, width)
    if marks & (marks - 1) == 0:
        return card_at(lowest_bit(marks), width)
    masters = master_marks(marks, unseen, units, n_ranks, width)
    stride = n_ranks * width
    suit_bits = bits(stride)
    last = position == rules[S.PLAYERS] - 1
    best_suit = suit_of(best, n_ranks)
    winners = marks & (suit_bits << (best_suit * stride)) & above(best, width)
    if best_suit != trump:
        winners |= marks & (suit_bits << (trump * stride))
    partner_sure = (sides >> best_seat) & 1 == (sides >> seat) & 1 and (
        last or not can_be_overtaken(best, best_led, led, trump, seat, sides, leader, position, unseen, voids, rules)
    )
    if winners != 0 and (winners == marks or not partner_sure):
        card = winning_card(
            winners, masters, unseen, voids, seat, sides, led, best_led, leader, position, last, trump, rules
        )
        if winners == marks or (masters >> (card * width)) & 1 != 0 or last:
            return card
    if partner_sure:
        given = counter_to_give(marks, masters, trump, rules)
        if given != NONE:
            return given
    return card_to_throw(marks, trump, rules)
