"""What the calls of an auction tell a thinking seat once cards have moved: worlds that fit them.

A hand of a world is put together again as its seat held it when it called: what it holds, what it has played, and what
it gave away, less what it was given. How well that fits the calls is reckoned as `listening` does it, all seats taken
to bid as the seat that listens would. A world is kept with this chance; of `CALL_TRIES` worlds that are all turned
down, the one that fits best is taken. Of a seat whose cards at the time cannot be known so, as cards were passed or
taken up that nobody else has seen, the calls are left out.
"""

from __future__ import annotations

from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.bidding import plan_bid
from pinosim.core.bids import NO_BID
from pinosim.core.contract import first_to_lead
from pinosim.core.expert_knowledge import forget_seat, listen
from pinosim.core.hidden_deals import has_listened
from pinosim.core.jit import kernel
from pinosim.core.legal import beats
from pinosim.core.listening import AT_LEAST, BELOW, FITS, NOT_PASSED, RULED_OUT, fit_of_limit, fits_convention
from pinosim.core.meld import hand_melds
from pinosim.core.policy import CALL_TRIES, CONVENTION, LOOSENESS
from pinosim.core.random import TRY
from pinosim.core.worlds import deal_world, draw_chance

_OTHER_TRUMP = 0.1  # how well a hand fits that would have named another trump


@kernel
def add_cards_played(leader, n, trump, rules, played, added):
    """Add the first `n` cards of a hand to the rows of the seats that played them."""
    players = rules[S.PLAYERS]
    n_ranks = rules[S.N_RANKS]
    width = rules[S.WIDTH]
    seat = leader
    position = 0
    best = -1
    winner = leader
    for turn in range(n):
        card = played[turn]
        added[seat] += 1 << (card * width)
        if position == 0 or beats(card, best, trump, n_ranks):
            best = card
            winner = seat
        position += 1
        seat = seat + 1 if seat + 1 < players else 0
        if position == players:
            position = 0
            seat = winner


@kernel
def hear_at_play(me, rules, desk, story, study):
    """Make ready to deal worlds that fit the calls; False: they tell nothing. `minds` is filled already.

    Rows HEARD and ADDED of the plan are filled. With passed cards only bidder and partner know what the other held.
    """
    plan = study.plan
    contract = desk[K.CONTRACT]
    if study.minds[me, CALL_TRIES] <= 1 or story[T.N_CALLS] == 0 or rules[S.KITTY_SHARED] != 0:
        return False
    listen(contract[H.DEALER], story[T.N_CALLS], story, rules, study.minds, plan)
    bidder = contract[H.BIDDER]
    partner = contract[H.PARTNER]
    pair = contract[H.PAIR]
    if rules[S.KITTY_SIZE] > 0:
        forget_seat(bidder, plan)
    if pair != 0 and (pair >> me) & 1 == 0:
        forget_seat(bidder, plan)
        forget_seat(partner, plan)
    if not has_listened(me, plan[K.HEARD :], rules):
        return False
    added = plan[K.ADDED]
    for seat in range(rules[S.PLAYERS]):
        added[seat] = 0
    if pair != 0 and (pair >> me) & 1 != 0:
        added[bidder] += story[T.RETURNED] - story[T.GIVEN]
        added[partner] += story[T.GIVEN] - story[T.RETURNED]
    add_cards_played(
        first_to_lead(rules, desk), desk[K.TRICK, H.TURN], contract[H.TRUMP], rules,
        story[T.PLAYED : T.PLAYED + T.MAX_PLAYED], added,
    )  # fmt: skip
    return True


@kernel
def fit_of_world(me, words, lane, book, units, study):
    """Give how well the world in row DEALT of the second table fits the calls, from 0 to 1."""
    rules = book.rules
    inner = study.desk
    plan = study.plan
    melds = inner[K.SPARE]
    bidder = inner[K.CONTRACT, H.BIDDER]
    names = rules[S.KITTY_SIZE] == 0
    fit = 1.0
    for seat in range(rules[S.PLAYERS]):
        at_least = plan[K.HEARD + seat, AT_LEAST]
        below = plan[K.HEARD + seat, BELOW]
        if seat == me or (at_least == NO_BID and below == NOT_PASSED):
            continue
        hand = inner[K.DEALT, seat] + plan[K.ADDED, seat]
        mind = study.minds[seat]
        hand_melds(hand, rules, book.suit_table, book.around_table, melds)
        limit, trump = plan_bid(seat, hand, melds, mind, words, lane, rules, units, inner[K.FEATURES])
        told = FITS
        if mind[CONVENTION] != 0:
            told = fits_convention(hand, melds, limit, plan[K.HEARD + seat], mind, rules, units)
        if told == RULED_OUT:
            return 0.0
        if told == FITS:
            looseness = mind[LOOSENESS] * rules[S.COUNTERS + 5] / 1000.0
            fit *= fit_of_limit(limit, at_least, below, looseness, rules[S.STEP_SIZE])
        if names and seat == bidder and trump != inner[K.CONTRACT, H.TRUMP]:
            fit *= _OTHER_TRUMP
    return fit


@kernel
def deal_heard_world(me, n, n_places, stream, step, sample, heard, words, lane, address, book, units, study):
    """Deal a world into row DEALT of the second table, one that fits the calls if they were `heard`.

    Parameters
    ----------
    me : int64
    n, n_places, stream, step, sample, address
        As in `worlds.deal_world`.
    heard : bool
        From `hear_at_play`.
    words, lane, book, units
        As in `contract.finish_hand`.
    study : Study
        Row CONTRACT of the second table is filled.
    """
    rules = book.rules
    plan = study.plan
    dealt = study.desk[K.DEALT]
    tries = study.minds[me, CALL_TRIES] if heard else 1
    best = -1.0
    for attempt in range(tries):
        number = stream + TRY * attempt
        deal_world(n, n_places, number, step, sample, address, rules, plan, study.words, dealt)
        if tries == 1:
            return
        fit = fit_of_world(me, words, lane, book, units, study)
        if draw_chance(number, step, sample, address, study.words) < fit:
            return
        if fit > best:
            best = fit
            for place in range(n_places):
                plan[K.CLOSEST, place] = dealt[place]
    for place in range(n_places):
        dealt[place] = plan[K.CLOSEST, place]
