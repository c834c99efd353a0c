"""A rule set as the vector of whole numbers that kernels take: one place named in `core/slots.py` after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pinosim.core import slots
from pinosim.errors import RuleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

NEVER: Final = 1 << 40  # where an unused step would begin: above every bid
KEEP: Final = {"nothing": 0, "trick": 1, "point": 2}
AUCTION_KINDS: Final = {"none": 0, "auction": 1, "single-round": 2}
TRUMP_MODES: Final = {"absorb": slots.ABSORB, "extras": slots.EXTRAS, "exclusive": slots.EXCLUSIVE}

BID_NEEDS: Final = {"nothing": 0, "marriage": 1, "meld": 2}

# The values kernels obey: with others they would play something else without a word. A line goes with its kernel.
PLAYED: Final[tuple[tuple[str, tuple[object, ...]], ...]] = (
    ("auction.pass_final", (True,)),
    ("settle.bidders_keep_nothing", (True,)),
    ("settle.others_always_score", (True,)),
    ("settle.partners_share", (True,)),
)


def make_vector(rules: Rules) -> NDArray[np.int64]:
    """Write a rule set as a vector.

    Returns
    -------
    ndarray of int64, shape (`slots.N_SLOTS`,)
        Read-only. Points in the rule set's own unit; yes is 1.

    Raises
    ------
    RuleError
        If a rule of the set has no place in the vector.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> vector = make_vector(load_rules("family250"))
    >>> int(vector[slots.RUN + 2]), int(vector[slots.HAND_SIZE])
    (1500, 12)
    """
    unplayed = [key for key, values in PLAYED if rules.value(key) not in values]
    if unplayed:
        problems = [
            f"{key}: hands cannot be played with {rules.value(key)!r} yet; choose another value" for key in unplayed
        ]
        raise RuleError(f"{rules.id!r} has rules that cannot be simulated:\n  - " + "\n  - ".join(problems), problems)
    import numpy as np

    vector = np.zeros(slots.N_SLOTS, dtype=np.int64)
    for places in (_cards, _kitty_and_stock, _auction, _play, _scores, _meld):
        for place, number in places(rules).items():
            vector[place] = number
    vector.setflags(write=False)
    return vector


def _cards(rules: Rules) -> dict[int, int]:
    seats, deal, redeal, deck = rules.seats, rules.deal, rules.redeal, rules.deck
    return {
        slots.PLAYERS: seats.players,
        slots.TEAMS: seats.teams,
        slots.CALLED_PARTNER: seats.called_partner,
        slots.N_RANKS: deck.n_ranks,
        slots.COPIES: deck.copies,
        slots.WIDTH: deck.width,
        slots.HAND_SIZE: deal.hand_size,
        slots.KITTY_SIZE: deal.kitty_size,
        slots.STOCK_SIZE: deal.stock_size,
        slots.CALL_FROM_RIGHT: seats.called_card_search == "from-the-right",
        slots.TRICKS: rules.tricks_in_hand,
        slots.REDEAL_MIN_NINES: redeal.min_nines,
        slots.REDEAL_NO_ACES: redeal.no_aces,
        slots.REDEAL_NO_MELD: redeal.no_meld,
        slots.REDEAL_IGNORE_DIX: redeal.ignore_dix,
        slots.REDEAL_OPTIONAL: redeal.optional,
        slots.REDEAL_NEXT_DEALER: not redeal.same_dealer,
    }


def _kitty_and_stock(rules: Rules) -> dict[int, int]:
    kitty, stock, size = rules.kitty, rules.stock, rules.deal.kitty_size
    return {
        slots.KITTY_BEFORE_TRUMP: kitty.before_trump,
        slots.KITTY_SHOWN: kitty.shown,
        slots.KITTY_SHARED: size > 0 and not kitty.bury,
        slots.BURY_COUNT: size if kitty.bury else 0,
        slots.BURY_EXCLUDES_MELD: kitty.bury_excludes_meld,
        slots.BURIED_TO_BIDDER: kitty.buried_points_to == "bidder",
        slots.TURN_UP: rules.deal.turn_up,
        slots.TRUMP_TURNED: rules.trump.chosen_by == "turned-card",
        slots.DIX_TURNED: stock.dix_turned,
        slots.DIX_EXCHANGE: stock.dix_exchange,
        slots.MELDS_PER_TRICK: stock.melds_per_trick,
        slots.MELD_AFTER_DRAW: not stock.meld_before_draw,
        slots.MELD_IN_PLAY: rules.meld.laid == "during-play",
    }


def _auction(rules: Rules) -> dict[int, int]:
    auction, trump = rules.auction, rules.trump
    places = {
        slots.AUCTION_KIND: AUCTION_KINDS[auction.kind],
        slots.MIN_BID: auction.min_bid,
        slots.MAX_BID: auction.max_bid,
        slots.MAX_ENDS_AUCTION: auction.max_ends_auction,
        slots.ALL_PASS: auction.all_pass == "new-deal",
        slots.BID_NEEDS: BID_NEEDS[auction.bid_needs],
        slots.FORCED_BID: auction.min_bid - auction.forced_below_min,
        slots.TRUMP_NEEDS_MARRIAGE: trump.needs_marriage,
        slots.NO_MARRIAGE_SET: trump.needs_marriage and trump.without_marriage == "set",
    }
    unused = slots.STEP_SIZE - slots.STEP_FROM - len(auction.steps)
    for i, (start, step) in enumerate((*auction.steps, *[(NEVER, 1)] * unused)):
        places[slots.STEP_FROM + i] = start
        places[slots.STEP_SIZE + i] = step
    return places


def _play(rules: Rules) -> dict[int, int]:
    play, passing, tricks = rules.play, rules.passing, rules.tricks
    return {
        slots.PASS_COUNT: passing.count,
        slots.MAY_RETURN_RECEIVED: passing.may_return_received,
        slots.BEAT_TRUMP_LEAD: play.beat_trump_lead,
        slots.BEAT_PLAIN_LEAD: play.beat_plain_lead,
        slots.BEAT_PLAIN_AFTER_TRUMP: play.beat_plain_after_trump,
        slots.MUST_TRUMP: play.must_trump,
        slots.OVERTRUMP: play.overtrump,
        slots.UNDERTRUMP: play.undertrump,
        slots.FIRST_LEADER: play.first_leader == "left-of-dealer",
        slots.PHASE1_FREE: play.free_while_stock,
        **{slots.COUNTERS + strength: points for strength, points in enumerate(tricks.by_strength)},
        slots.LAST_TRICK: tricks.last_trick,
        slots.TRICK_TOTAL: tricks.total,
    }


def _scores(rules: Rules) -> dict[int, int]:
    keep, floors, settle, game = rules.keep_meld, rules.floors, rules.settle, rules.game
    return {
        slots.KEEP_BIDDERS: KEEP[keep.bidders],
        slots.KEEP_OTHERS: KEEP[keep.others],
        slots.DIX_ONLY_EXEMPT: keep.dix_survives == "only-dix",
        slots.DIX_ALWAYS: keep.dix_survives == "always",
        slots.MIN_MELD_BIDDERS: floors.min_meld_bidders,
        slots.MIN_MELD_OTHERS: floors.min_meld_others,
        slots.MIN_POINTS_BIDDERS: floors.min_points_bidders,
        slots.MIN_POINTS_OTHERS: floors.min_points_others,
        slots.AUTO_SET: settle.auto_set,
        slots.OTHERS_MELD_ON_AUTO_SET: settle.others_meld_without_play,
        slots.MELD_BIDDERS_ONLY: rules.meld.owners == "bidders",
        slots.TARGET: game.target,
        slots.FLOOR: game.losing_score,
        slots.TIE_BIDDERS: game.tie == "bidders",
        slots.WINNER_MUST_BID: game.winner_must_bid,
        slots.OTHERS_SHARE_TRICKS: settle.others_tricks == "shared",
    }


def _meld(rules: Rules) -> dict[int, int]:
    meld = rules.meld
    places = {
        slots.TRUMP_MODE: TRUMP_MODES[meld.trump_mode],
        slots.EXTRA_KING: meld.extra_king,
        slots.EXTRA_QUEEN: meld.extra_queen,
        slots.EXTRA_BOTH: meld.extra_both,
        slots.PLAIN: meld.plain,
        slots.DIX: meld.dix_by_copies[0] if meld.dix_by_copies else meld.dix,
        slots.ROUNDHOUSE: meld.roundhouse,
        slots.ROUNDHOUSE_BESIDE_RUN: meld.roundhouse_beside_run,
    }
    nines = meld.dix_by_copies or tuple(copies * meld.dix for copies in range(1, rules.deck.copies + 1))
    tables = {slots.DIX_COPIES: nines, slots.RUN: meld.run, slots.ROYAL: meld.royal, slots.PINOCHLE: meld.pinochle}
    for rank, table in enumerate((meld.aces, meld.kings, meld.queens, meld.jacks)):
        tables[slots.AROUND + rank * slots.TABLE] = table
    for start, table in tables.items():
        for copies, points in enumerate(table, start=1):
            places[start + copies] = points
    return places
