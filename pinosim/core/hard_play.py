"""How the `hard` player plays: each legal card is weighed by what the trick should bring and what it costs to spend.

The trick: the chance that it ends on our side, from what the seats still to play are known to hold, may hold and cannot
hold (`hard_knowledge`), times its points. The cost: what the card would still do in the hand - a winner by the number
of unseen cards above it, a counter by the chance that it is saved. The weights are in the policy's file and were tuned
by matches (`analyses/fit_ladder.py`).
"""

from __future__ import annotations

from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.choosing import NONE
from pinosim.core.hard_knowledge import ONE, chance_of_any, chance_of_none
from pinosim.core.jit import inlined, kernel
from pinosim.core.layout import bits, card_at, count_cards, lowest_bit, present, suit_of
from pinosim.core.legal import above, beats
from pinosim.core.policy import N_ABOVE, N_KINDS, PLAY, SAVE, WIN

_VOID = PLAY
_LEAD_MINE = PLAY + 1
_LEAD_PARTNER = PLAY + 2
_LATER = PLAY + 3
_RETAKEN = PLAY + 4
_OVERTAKEN = PLAY + 5
_TRUMP_BIDDING = PLAY + 6
_TRUMP_DEFENDING = PLAY + 7
_LENGTH = PLAY + 8
_LATE_TRUMP = PLAY + 9
_LATE = 4  # tricks from the end that are late for trumps
_SHIFT = 16


@inlined
def may_be_ruffed(suit, unseen, trump, my_side, sides, rules, desk):
    """Tell whether an opponent is known to be out of a side suit and may hold a trump."""
    stride = rules[S.N_RANKS] * rules[S.WIDTH]
    region = bits(stride) << (suit * stride)
    trumps = unseen & (bits(stride) << (trump * stride))
    for other in range(rules[S.PLAYERS]):
        if (sides >> other) & 1 != my_side:
            possible = desk[K.POSSIBLE, other]
            if possible & unseen & region == 0 and possible & trumps != 0:
                return True
    return False


@inlined
def keeping_worth(card, suit, ruffed, hand, unseen, left, trump, policy, rules, units):
    """Worth of still having a card after this trick, in thousandths of a point.

    Parameters
    ----------
    card, suit : int64
        One of the hand.
    ruffed : bool
        Whether its suit may be ruffed, see `may_be_ruffed`.
    hand, unseen : int64
        The hand, and all cards in play that this seat does not see.
    left, trump : int64
        Cards in the hand; the trump suit.
    policy, rules : int64 arrays
    units : int64
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    unit = rules[S.COUNTERS + 5]
    region = bits(stride) << (suit * stride)
    place = min(count_cards(unseen & region & above(card, width), units, width), N_ABOVE - 1)
    if suit == trump:
        place += 2 * N_ABOVE
    elif ruffed:
        place += N_ABOVE
    if 2 * left <= rules[S.HAND_SIZE]:
        place += N_KINDS * N_ABOVE
    points = rules[S.COUNTERS + 6 - n_ranks + card - n_ranks * suit]
    worth = policy[WIN + place] * unit + policy[SAVE + place] * points
    if suit == trump:
        if left <= _LATE:
            worth += policy[_LATE_TRUMP] * unit
    elif (hand & region) == (1 << (card * width)) and hand & (bits(stride) << (trump * stride)) != 0:
        worth -= policy[_VOID] * unit
    return worth


@inlined
def chance_to_beat(other, best, led, trump, pool, players, n_ranks, units, width, desk):
    """Chance, out of ONE, that a seat still to play can take the trick from `best`; CHANCES holds its ruffs."""
    stride = n_ranks * width
    suit_bits = bits(stride)
    suit = suit_of(best, n_ranks)
    higher = chance_of_any(
        other, (suit_bits << (suit * stride)) & above(best, width), pool, players, units, width, desk
    )
    if suit == led:
        return higher + desk[K.CHANCES, 2 * other + 1] if led != trump else higher
    return (higher * desk[K.CHANCES, 2 * other]) >> _SHIFT


@inlined
def chance_of_ruffs(first, leader, led, trump, pool, rules, units, desk):
    """Fill CHANCES for the seats still to play: of being void in the suit led, and of being so with a trump."""
    players = rules[S.PLAYERS]
    width = rules[S.WIDTH]
    stride = rules[S.N_RANKS] * width
    suit_bits = bits(stride)
    for ahead in range(first, players):
        other = leader + ahead
        if other >= players:
            other -= players
        void = ONE - chance_of_any(other, suit_bits << (led * stride), pool, players, units, width, desk)
        ruff = 0
        if void > 0 and led != trump:
            ruff = (
                void * chance_of_any(other, suit_bits << (trump * stride), pool, players, units, width, desk)
            ) >> _SHIFT
        desk[K.CHANCES, 2 * other] = void
        desk[K.CHANCES, 2 * other + 1] = ruff


@kernel
def chance_to_hold(seat, best, ours, led, trump, first, leader, sides, pool, policy, rules, units, desk):
    """Chance that the trick ends on our side, and that `best` itself takes it: `(ours, held)`, out of ONE.

    Parameters
    ----------
    seat : int64
        Who asks.
    best : int64
        Card that wins so far, this seat's included.
    ours : bool
        Whether it is our side's.
    led, trump, first, leader, sides, pool : int64
        Seats from place `first` after the leader on are still to play.
    policy, rules : int64 arrays
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
    """
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    my_side = (sides >> seat) & 1
    held = ONE
    missed = ONE
    for ahead in range(first, players):
        other = leader + ahead
        if other >= players:
            other -= players
        beat = min(chance_to_beat(other, best, led, trump, pool, players, n_ranks, units, width, desk), ONE)
        if ((sides >> other) & 1 == my_side) == ours:
            missed = (missed * (ONE - beat)) >> _SHIFT
        else:
            held = (held * (ONE - beat)) >> _SHIFT
    # `held`: the side that does not own the trick cannot beat; `missed`: neither can the owner's partner
    if ours:
        back = ((ONE - held) * (ONE - missed)) >> _SHIFT
        return held + back * policy[_RETAKEN] // 1000, (held * missed) >> _SHIFT
    # theirs: our partner takes it with ONE - held, and may lose it again
    taken = ONE - held
    return taken - (taken * (ONE - missed) >> _SHIFT) * policy[_OVERTAKEN] // 1000, 0


@inlined
def share_places(cards, players, desk):
    """Places left in the hands that may hold some of `cards`."""
    places = 0
    for other in range(players):
        if desk[K.POSSIBLE, other] & cards != 0:
            places += desk[K.SLOTS, other]
    return places


@kernel
def hard_lead(seat, hand, unplayed, left, trump, sides, pool, policy, rules, units, desk):
    """Card to lead, by weight.

    Each suit is gone through from the ace down: who is likely to hold the highest card above each of mine takes the
    trick, unless somebody is out of the suit and has a trump.

    Parameters
    ----------
    seat, hand, unplayed, left : int64
        Who leads, his cards, all cards in play, cards in his hand.
    trump, sides, pool : int64
        `pool` from `hard_knowledge.look_round`.
    policy, rules : int64 arrays
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    stride = n_ranks * width
    players = rules[S.PLAYERS]
    unit = rules[S.COUNTERS + 5]
    suit_bits = bits(stride)
    field = bits(width)
    unseen = unplayed - hand
    my_side = (sides >> seat) & 1
    best = NONE
    best_score = -(1 << 60)
    for suit in range(4):
        region = suit_bits << (suit * stride)
        mine = hand & region
        if mine == 0:
            continue
        length = count_cards(mine, units, width)
        ruffed = suit != trump and may_be_ruffed(suit, unseen, trump, my_side, sides, rules, desk)
        bonus = policy[_LENGTH] * unit * length
        if suit == trump:
            bonus += policy[_TRUMP_BIDDING if my_side != 0 else _TRUMP_DEFENDING] * unit
        # ruffs by either side
        safe = ONE
        friendly = 0
        if suit != trump:
            chance_of_ruffs(1, seat, suit, trump, pool, rules, units, desk)
            for other in range(players):
                if other == seat:
                    continue
                ruff = desk[K.CHANCES, 2 * other + 1]
                if (sides >> other) & 1 == my_side:
                    friendly = max(friendly, ruff)
                else:
                    safe = (safe * (ONE - ruff)) >> _SHIFT
        places = share_places(pool & region, players, desk)
        for other in range(players):
            share = 0
            if places > 0 and desk[K.SLOTS, other] > 0:
                share = (desk[K.SLOTS, other] << _SHIFT) // places
            desk[K.CHANCES, 2 * other] = share
        open_chance = ONE  # nobody holds a card above
        partner_chance = 0  # one of my side holds the highest above
        for down in range(n_ranks):
            card = suit * n_ranks + n_ranks - 1 - down
            place = card * width
            here = field << place
            if mine & here != 0:
                ours = open_chance + partner_chance
                held = (open_chance * safe) >> _SHIFT
                # nobody ruffs, partner alone does, both may
                ours = (((ours * (ONE - friendly)) >> _SHIFT) * safe) >> _SHIFT
                ours += (friendly * (safe + ((ONE - safe) >> 1))) >> _SHIFT
                points = rules[S.COUNTERS + 5 - down]
                gain = ours * (1000 * points + policy[_LATER] * unit * (players - 1)) + unit * (
                    held * policy[_LEAD_MINE] + (ours - held) * policy[_LEAD_PARTNER]
                )
                score = (gain >> _SHIFT) + bonus
                score -= keeping_worth(card, suit, ruffed, hand, unseen, left, trump, policy, rules, units)
                if score > best_score:
                    best_score = score
                    best = card
                mine &= ~here
                if mine == 0:
                    break
            if unseen & here == 0:
                continue
            loose = (pool >> place) & field
            nobody = ONE
            with_us = 0
            with_all = 0
            for other in range(players):
                if other == seat:
                    continue
                chance = 0
                if desk[K.SURE, other] & here != 0:
                    chance = ONE
                elif loose != 0 and desk[K.POSSIBLE, other] & here != 0:
                    chance = ONE - chance_of_none(desk[K.CHANCES, 2 * other], loose)
                nobody = (nobody * (ONE - chance)) >> _SHIFT
                with_all += chance
                if (sides >> other) & 1 == my_side:
                    with_us += chance
            if with_all > 0:
                taken = (open_chance * (ONE - nobody)) >> _SHIFT
                partner_chance += taken * with_us // with_all
                open_chance -= taken
    return best


@kernel
def hard_follow(
    seat, hand, legal, unplayed, left, led, best, best_seat, leader, position, worth, trump, sides, pool, policy, rules,
    units, desk,
):  # fmt: skip
    """Card to play on a trick under way, by weight; `worth`: the points in it so far."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    players = rules[S.PLAYERS]
    unit = rules[S.COUNTERS + 5]
    marks = present(legal, units, width)
    unseen = unplayed - hand
    my_side = (sides >> seat) & 1
    first = position + 1
    chance_of_ruffs(first, leader, led, trump, pool, rules, units, desk)
    losing, _ = chance_to_hold(
        seat, best, (sides >> best_seat) & 1 == my_side, led, trump, first, leader, sides, pool, policy, rules, units,
        desk,
    )  # fmt: skip
    chosen = NONE
    best_score = -(1 << 60)
    later = policy[_LATER] * unit * (players - first)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        ours = losing
        held = 0
        if beats(card, best, trump, n_ranks):
            ours, held = chance_to_hold(
                seat, card, True, led, trump, first, leader, sides, pool, policy, rules, units, desk
            )
        points = worth + rules[S.COUNTERS + 6 - n_ranks + card - n_ranks * suit_of(card, n_ranks)]
        gain = ours * (1000 * points + later) + unit * (
            held * policy[_LEAD_MINE] + (ours - held) * policy[_LEAD_PARTNER]
        )
        suit = suit_of(card, n_ranks)
        ruffed = suit != trump and may_be_ruffed(suit, unseen, trump, my_side, sides, rules, desk)
        score = (gain >> _SHIFT) - keeping_worth(card, suit, ruffed, hand, unseen, left, trump, policy, rules, units)
        if score > best_score:
            best_score = score
            chosen = card
    return chosen
