"""Each card that a seat might play, played out in worlds that fit what it knows; told world by world.

As `expert_play` does it to choose a card, but for a position that may be the rest of a hand: unseen cards that lie in
no hand are gone, or were laid away.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import table as K
from pinosim.core.expert_hearing import deal_heard_world, hear_at_play
from pinosim.core.expert_play import STREAM_PLAYING, how_to_try, list_cards, set_up_contract, try_options
from pinosim.core.hard_knowledge import look_round
from pinosim.core.jit import kernel
from pinosim.core.layout import bits, count_cards
from pinosim.core.legal import legal_cards
from pinosim.core.playing import seat_to_play
from pinosim.core.worlds import plan_worlds


@kernel
def cards_to_try(rules, units, desk, options):
    """List the cards the seat to play might play, equal ones once; give their number."""
    seat = seat_to_play(rules[S.PLAYERS], desk)
    hand = desk[K.SEATS, seat]
    table = desk[K.TRICK]
    legal = legal_cards(
        hand, table[H.LED], table[H.BEST], table[H.BEST_LED], desk[K.CONTRACT, H.TRUMP], rules
    )  # fmt: skip
    return list_cards(legal, table[H.UNPLAYED] - hand, rules, units, options)


@kernel
def plan_the_rest(seat, hand, rules, units, desk, plan):
    """Make ready to deal worlds: `(cards to deal, places)`; -1 cards where more are missing than are unseen."""
    players = rules[S.PLAYERS]
    width = rules[S.WIDTH]
    table = desk[K.TRICK]
    left = rules[S.TRICKS] - table[H.TRICK_NUMBER]
    pool = look_round(
        seat, hand, table[H.UNPLAYED], left, table[H.POSITION], table[H.LEADER], desk[K.CONTRACT, H.PAIR], rules,
        units, desk,
    )  # fmt: skip
    total = 0
    for other in range(players):
        slots = desk[K.SLOTS, other]
        sure = desk[K.SURE, other]
        if slots < 0:
            # more meld shown than there are cards left: some of it was laid away
            slots += count_cards(sure, units, width)
            pool += sure
            sure = 0
        plan[K.SLOTS_OF, other] = slots
        plan[K.SURE_OF, other] = sure
        plan[K.MAY_HOLD, other] = desk[K.POSSIBLE, other]
        total += slots
    rest = count_cards(pool, units, width) - total
    if rest < 0:
        return -1, players
    plan[K.SLOTS_OF, players] = rest
    plan[K.SURE_OF, players] = 0
    plan[K.MAY_HOLD, players] = bits(4 * rules[S.N_RANKS] * width)
    return plan_worlds(pool, players + 1, rules, units, plan), players + 1


@kernel
def try_cards(options, first, policies, words, book, units, desk, story, study, values):
    """Play cards out in worlds numbered from `first`.

    Parameters
    ----------
    options : int64 array, shape (k,)
        Cards that the seat to play may play.
    first : int64
    policies : int64 array, shape (players, N_POLICY)
        All seats play as the one that asks.
    words : uint64 array, shape (n_words, 1)
    book : Book
    units : int64
    desk, story : int64 arrays
        The table as that seat knows it; the hands of others are not looked at.
    study : Study
        Is written over.
    values : int64 array, shape (k, n)
        Receives that side's score less the others', by card and world, in hundredths of a point.

    Returns
    -------
    bool
        False: the hands lack more cards than are unseen.
    """
    rules = book.rules
    plan = study.plan
    seat = seat_to_play(rules[S.PLAYERS], desk)
    hand = desk[K.SEATS, seat]
    n, n_places = plan_the_rest(seat, hand, rules, units, desk, study.plan)
    if n < 0:
        return False
    set_up_contract(seat, policies, rules, desk, study)
    heard = hear_at_play(seat, rules, desk, story, study)
    _, open_share = how_to_try(rules[S.TRICKS] - desk[K.TRICK, H.TRICK_NUMBER], policies[seat], rules)
    n_options = options.shape[0]
    for i in range(n_options):
        plan[K.OPTIONS, i] = options[i]
    for world in range(values.shape[1]):
        deal_heard_world(
            seat, n, n_places, STREAM_PLAYING, desk[K.TRICK, H.TURN], first + world, heard, words, 0, desk[K.ADDRESS],
            book, units, study,
        )  # fmt: skip
        try_options(seat, hand, n_options, open_share, words, 0, rules, units, desk, story, study)
        for i in range(n_options):
            values[i, world] = plan[K.WORTHS, i]
    return True
