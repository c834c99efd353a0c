"""What a seat that counts cards knows of the others: melds laid, cards passed, cards that a seat cannot hold.

Three rows of the desk are kept up to date as cards fall. KNOWN holds the cards of each seat that lie in its meld and
are not yet played; TOLD the same with what was passed, which bidder and partner alone know of one another; POSSIBLE the
fields a seat may still hold: who does not follow has none of the suit, who does not beat where he must has none above,
who does not trump has no trump.

Meld lies on the table while the bidder lays cards away: all see which of it go. Of what partner passed he may lay away
what he likes, unseen.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.jit import inlined, kernel
from pinosim.core.layout import bits, card_at, copies_of, count_cards, lowest_bit, present
from pinosim.core.legal import above

ONE = 1 << 16  # certainty: chances are counted in these
_SHIFT = 16


@kernel
def shown_in_trump(hand, trump, rules):
    """Give the cards of trump that a hand lays down as run, marriages and nines, as a hand."""
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    low = trump * n_ranks
    ace = low + n_ranks - 1
    kings = copies_of(hand, ace - 2, width)
    queens = copies_of(hand, ace - 3, width)
    marriages = min(kings, queens)
    runs = min(marriages, copies_of(hand, ace - 4, width))
    runs = min(runs, min(copies_of(hand, ace, width), copies_of(hand, ace - 1, width)))
    if rules[S.TRUMP_MODE] == S.EXCLUSIVE:
        if rules[S.RUN + runs] >= rules[S.ROYAL + marriages]:
            marriages = runs
        else:
            runs = 0
    shown_kings = marriages
    shown_queens = marriages
    if rules[S.TRUMP_MODE] == S.EXTRAS and runs > 0:
        shown_kings = runs
        shown_queens = runs
        if runs == 1 and kings > 1 and rules[S.EXTRA_BOTH if queens > 1 else S.EXTRA_KING] > 0:
            shown_kings = 2
        if runs == 1 and queens > 1 and rules[S.EXTRA_BOTH if kings > 1 else S.EXTRA_QUEEN] > 0:
            shown_queens = 2
    shown = (shown_kings << ((ace - 2) * width)) | (shown_queens << ((ace - 3) * width))
    shown |= (runs << (ace * width)) | (runs << ((ace - 1) * width)) | (runs << ((ace - 4) * width))
    if n_ranks == 6 and rules[S.DIX] > 0:
        shown |= copies_of(hand, low, width) << (low * width)
    return shown


@inlined
def at_least(shown, card, copies, width):
    """Raise one field of a hand to so many copies if it holds fewer."""
    more = copies - copies_of(shown, card, width)
    return shown + (more << (card * width)) if more > 0 else shown


@kernel
def shown_cards(hand, trump, rules):
    """Give the cards that a hand lays down as meld, as a hand: each card once, however many melds it is in.

    Parameters
    ----------
    hand, trump : int64
    rules : int64 array, shape (N_SLOTS,)
    """
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    ace = n_ranks - 1
    shown = shown_in_trump(hand, trump, rules)
    for suit in range(4):
        if suit != trump and rules[S.PLAIN] > 0:
            king = suit * n_ranks + ace - 2
            marriages = min(copies_of(hand, king, width), copies_of(hand, king - 1, width))
            shown |= (marriages << (king * width)) | (marriages << ((king - 1) * width))
    queen = ace - 3
    jack = 2 * n_ranks + ace - 4
    pinochles = min(copies_of(hand, queen, width), copies_of(hand, jack, width))
    if rules[S.PINOCHLE + pinochles] > 0:
        shown = at_least(shown, queen, pinochles, width)
        shown = at_least(shown, jack, pinochles, width)
    for down in range(4):
        strength = ace if down == 0 else ace - 1 - down
        around = bits(width)
        for suit in range(4):
            around = min(around, copies_of(hand, suit * n_ranks + strength, width))
        if rules[S.AROUND + down * S.TABLE + around] > 0:
            for suit in range(4):
                shown = at_least(shown, suit * n_ranks + strength, around, width)
    return shown


@kernel
def join_known(known, more, units, width):
    """Give, field by field, the larger of two hands."""
    marks = present(more, units, width)
    while marks != 0:
        card = card_at(lowest_bit(marks), width)
        marks &= marks - 1
        known = at_least(known, card, copies_of(more, card, width), width)
    return known


@kernel
def begin_to_count(bidder, partner, trump, sides, given, returned, book, units, desk):
    """Fill KNOWN, TOLD and POSSIBLE once the meld lies on the table; from then on cards are counted.

    Parameters
    ----------
    bidder, partner, trump, sides : int64
        `partner` -1: nobody passed cards.
    given, returned : int64
        Hands: what partner gave the bidder and what came back.
    book : Book
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
    """
    rules = book.rules
    width = rules[S.WIDTH]
    desk[K.CONTRACT, H.COUNTED] = 1
    for seat in range(rules[S.PLAYERS]):
        known = 0
        if rules[S.MELD_BIDDERS_ONLY] == 0 or (sides >> seat) & 1 != 0:
            known = shown_cards(desk[K.SEATS, seat], trump, rules)
        desk[K.KNOWN, seat] = known
        desk[K.TOLD, seat] = known
        desk[K.POSSIBLE, seat] = bits(4 * rules[S.N_RANKS] * width)
    if partner >= 0:
        kept = 0
        marks = present(given, units, width)
        while marks != 0:
            card = card_at(lowest_bit(marks), width)
            marks &= marks - 1
            left = copies_of(given, card, width) - copies_of(returned, card, width)
            if left > 0:
                kept += left << (card * width)
        if rules[S.BURY_COUNT] == 0:
            desk[K.TOLD, bidder] = join_known(desk[K.KNOWN, bidder], kept, units, width)
        desk[K.TOLD, partner] = join_known(desk[K.KNOWN, partner], returned, units, width)


@kernel
def see_buried(bidder, units, rules, desk):
    """Strike off KNOWN and TOLD what the bidder has laid away of his meld: cards he is not left with in row SEATS."""
    width = rules[S.WIDTH]
    hand = desk[K.SEATS, bidder]
    for row in range(K.KNOWN, K.TOLD + 1):
        left = 0
        marks = present(desk[row, bidder], units, width)
        while marks != 0:
            card = card_at(lowest_bit(marks), width)
            marks &= marks - 1
            left += min(copies_of(desk[row, bidder], card, width), copies_of(hand, card, width)) << (card * width)
        desk[row, bidder] = left


@inlined
def count_play(seat, card, suit, led, best, best_led, trump, rules, desk):
    """Take note of a card played: what was known of the seat, and what it cannot hold.

    Parameters
    ----------
    seat, card, suit : int64
    led, best, best_led : int64
        The trick before this card; `best` -1: it is the lead.
    trump : int64
    rules : int64 array
    desk : int64 array, shape (N_ROWS, ROW)
    """
    width = rules[S.WIDTH]
    stride = rules[S.N_RANKS] * width
    suit_bits = bits(stride)
    place = card * width
    one = 1 << place
    field = bits(width) << place
    if desk[K.KNOWN, seat] & field != 0:
        desk[K.KNOWN, seat] -= one
    if desk[K.TOLD, seat] & field != 0:
        desk[K.TOLD, seat] -= one
    if best < 0:
        return
    lacks = 0
    trumped = best != best_led
    if suit == led:
        duty = (
            rules[S.BEAT_PLAIN_AFTER_TRUMP]
            if trumped
            else rules[S.BEAT_TRUMP_LEAD if led == trump else S.BEAT_PLAIN_LEAD]
        )
        if duty != 0 and card <= best_led:
            lacks = (suit_bits << (led * stride)) & above(best_led, width)
    else:
        lacks = suit_bits << (led * stride)
        if rules[S.MUST_TRUMP] != 0:
            trumps = suit_bits << (trump * stride)
            if suit == trump:
                if trumped and rules[S.OVERTRUMP] != 0 and card <= best:
                    lacks |= trumps & above(best, width)
            elif not trumped or rules[S.UNDERTRUMP] != 0:
                lacks |= trumps
            elif rules[S.OVERTRUMP] != 0:
                lacks |= trumps & above(best, width)
    desk[K.POSSIBLE, seat] &= ~lacks


@inlined
def look_round(seat, hand, unplayed, left, position, leader, pair, rules, units, desk):
    """Work out what a seat is sure of: fills SURE and SLOTS, gives the unseen cards that nobody is known to hold.

    Parameters
    ----------
    seat, hand, unplayed : int64
        Who looks, his cards, all cards still in play.
    left : int64
        Cards that a seat which has not yet played to this trick holds.
    position, leader : int64
        Seats before `position` from the leader on have played to this trick.
    pair : int64
        Bit mask of bidder and partner, if cards were passed.
    rules : int64 array
    units : int64
    desk : int64 array, shape (N_ROWS, ROW)
    """
    players = rules[S.PLAYERS]
    width = rules[S.WIDTH]
    pool = unplayed - hand
    told = (pair >> seat) & 1 != 0
    for other in range(players):
        if other == seat:
            desk[K.SLOTS, other] = 0
            desk[K.SURE, other] = 0
            continue
        sure = desk[K.TOLD if told and (pair >> other) & 1 != 0 else K.KNOWN, other]
        ahead = other - leader
        if ahead < 0:
            ahead += players
        desk[K.SURE, other] = sure
        desk[K.SLOTS, other] = (
            left - (1 if ahead < position else 0) - (count_cards(sure, units, width) if sure != 0 else 0)
        )
        pool -= sure
    return pool


@inlined
def share_of(seat, cards, players, desk):
    """Chance, out of ONE, that an unseen card of `cards` lies with a seat: by the places left in each hand."""
    places = 0
    for other in range(players):
        if desk[K.POSSIBLE, other] & cards != 0:
            places += max(desk[K.SLOTS, other], 0)  # a written record may not tell what of a meld was laid away
    mine = desk[K.SLOTS, seat]
    if mine <= 0:
        return 0
    return (mine << _SHIFT) // places


@inlined
def chance_of_none(share, n):
    """Chance, out of ONE, that none of `n` cards lies with a seat, each there with chance `share`."""
    chance = ONE
    for _ in range(n):
        chance = (chance * (ONE - share)) >> _SHIFT
    return chance


@inlined
def chance_of_any(seat, cards, pool, players, units, width, desk):
    """Chance, out of ONE, that a seat holds at least one card of the region `cards`."""
    if desk[K.SURE, seat] & cards != 0:
        return ONE
    loose = pool & cards & desk[K.POSSIBLE, seat]
    if loose == 0:
        return 0
    return ONE - chance_of_none(share_of(seat, loose, players, desk), count_cards(loose, units, width))
