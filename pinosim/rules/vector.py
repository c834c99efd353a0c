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

# Rules that have no place in the vector: a kernel would play something else without a word.
UNSAID: Final[tuple[tuple[str, object], ...]] = (
    ("seats.called_card_search", "from-the-right"),
    ("trump.chosen_by", "turned-card"),
    ("kitty.bury", False),
    ("meld.laid", "during-play"),
    ("keep_meld.dix_survives", "always"),
    ("auction.pass_final", False),
    ("redeal.same_dealer", False),
    ("settle.bidders_keep_nothing", False),
    ("settle.others_always_score", False),
    ("settle.partners_share", False),
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
    unsaid = [key for key, value in UNSAID if rules.value(key) == value]
    if unsaid:
        problems = [
            f"{key}: hands cannot be played with {rules.value(key)!r} yet; choose another value" for key in unsaid
        ]
        raise RuleError(f"{rules.id!r} has rules that cannot be simulated:\n  - " + "\n  - ".join(problems), problems)
    import numpy as np

    vector = np.zeros(slots.N_SLOTS, dtype=np.int64)
    for place, number in {**_cards(rules), **_auction(rules), **_play(rules), **_scores(rules), **_meld(rules)}.items():
        vector[place] = number
    vector.setflags(write=False)
    return vector


def _cards(rules: Rules) -> dict[int, int]:
    seats, deal, redeal, kitty, deck = rules.seats, rules.deal, rules.redeal, rules.kitty, rules.deck
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
        slots.TRICKS: deal.hand_size + deal.stock_size // seats.players,
        slots.REDEAL_MIN_NINES: redeal.min_nines,
        slots.REDEAL_NO_ACES: redeal.no_aces,
        slots.REDEAL_NO_MELD: redeal.no_meld,
        slots.REDEAL_IGNORE_DIX: redeal.ignore_dix,
        slots.REDEAL_OPTIONAL: redeal.optional,
        slots.KITTY_BEFORE_TRUMP: kitty.before_trump,
        slots.BURY_EXCLUDES_MELD: kitty.bury_excludes_meld,
        slots.BURIED_TO_BIDDER: kitty.buried_points_to == "bidder",
    }


def _auction(rules: Rules) -> dict[int, int]:
    auction, trump = rules.auction, rules.trump
    places = {
        slots.AUCTION_KIND: AUCTION_KINDS[auction.kind],
        slots.MIN_BID: auction.min_bid,
        slots.MAX_BID: auction.max_bid,
        slots.MAX_ENDS_AUCTION: auction.max_ends_auction,
        slots.ALL_PASS: auction.all_pass == "new-deal",
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
    by_strength = (tricks.nine, tricks.jack, tricks.queen, tricks.king, tricks.ten, tricks.ace)
    return {
        slots.PASS_COUNT: passing.count,
        slots.MAY_RETURN_RECEIVED: passing.may_return_received,
        slots.BEAT_TRUMP_LEAD: play.beat_trump_lead,
        slots.BEAT_PLAIN_LEAD: play.beat_plain_lead,
        slots.BEAT_PLAIN_AFTER_TRUMP: play.beat_plain_after_trump,
        slots.MUST_TRUMP: play.must_trump,
        slots.OVERTRUMP: play.overtrump,
        slots.FIRST_LEADER: play.first_leader == "left-of-dealer",
        slots.PHASE1_FREE: play.free_while_stock,
        **{slots.COUNTERS + strength: points for strength, points in enumerate(by_strength)},
        slots.LAST_TRICK: tricks.last_trick,
        slots.TRICK_TOTAL: tricks.total,
    }


def _scores(rules: Rules) -> dict[int, int]:
    keep, floors, settle, game = rules.keep_meld, rules.floors, rules.settle, rules.game
    return {
        slots.KEEP_BIDDERS: KEEP[keep.bidders],
        slots.KEEP_OTHERS: KEEP[keep.others],
        slots.DIX_ONLY_EXEMPT: keep.dix_survives == "only-dix",
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
    }


def _meld(rules: Rules) -> dict[int, int]:
    meld = rules.meld
    places = {
        slots.TRUMP_MODE: TRUMP_MODES[meld.trump_mode],
        slots.EXTRA_KING: meld.extra_king,
        slots.EXTRA_QUEEN: meld.extra_queen,
        slots.EXTRA_BOTH: meld.extra_both,
        slots.PLAIN: meld.plain,
        slots.DIX: meld.dix,
        slots.ROUNDHOUSE: meld.roundhouse,
        slots.ROUNDHOUSE_BESIDE_RUN: meld.roundhouse_beside_run,
    }
    tables = {slots.RUN: meld.run, slots.ROYAL: meld.royal, slots.PINOCHLE: meld.pinochle}
    for rank, table in enumerate((meld.aces, meld.kings, meld.queens, meld.jacks)):
        tables[slots.AROUND + rank * slots.TABLE] = table
    for start, table in tables.items():
        for copies, points in enumerate(table, start=1):
            places[start + copies] = points
    return places
