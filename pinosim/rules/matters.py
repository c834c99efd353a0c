"""Which rules matter in a game: what becomes of a kitty matters only where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

Condition = Callable[["Rules"], bool]


def bidding(rules: Rules) -> bool:
    """Tell whether there is an auction."""
    return rules.auction.kind != "none"


def kitty(rules: Rules) -> bool:
    """Tell whether cards are set aside in the deal."""
    return rules.deal.kitty_size > 0


def buried(rules: Rules) -> bool:
    """Tell whether the bidder lays cards away again for those of the kitty."""
    return kitty(rules) and rules.kitty.bury


def stock(rules: Rules) -> bool:
    """Tell whether cards are left to draw during play."""
    return rules.deal.stock_size > 0


def _meld_in_play(rules: Rules) -> bool:
    return rules.meld.laid == "during-play"


def redeal(rules: Rules) -> bool:
    """Tell whether a poor hand may be thrown in."""
    return rules.redeal.min_nines > 0


def nines(rules: Rules) -> bool:
    """Tell whether the deck has nines."""
    return "9" in rules.cards.ranks


def forced(rules: Rules) -> bool:
    """Tell whether the last player must bid when all others have passed."""
    return bidding(rules) and rules.auction.all_pass == "last-player-forced"


def passing(rules: Rules) -> bool:
    """Tell whether partners give each other cards."""
    return rules.passing.count > 0


def _extras(rules: Rules) -> bool:
    return rules.meld.trump_mode == "extras"


def called(rules: Rules) -> bool:
    """Tell whether the bidder calls a partner by a card."""
    return rules.seats.called_partner


def _dix_may_survive(rules: Rules) -> bool:
    return nines(rules) and (rules.keep_meld.bidders, rules.keep_meld.others) != ("nothing", "nothing")


# By key, or by group for all its keys. What is not named matters everywhere.
CONDITIONS: Final[Mapping[str, Condition]] = {
    "seats.called_card_search": called,
    "deal.turn_up": stock,
    "deal.kitty_rule": kitty,
    "redeal": redeal,
    "redeal.min_nines": nines,
    "redeal.ignore_dix": lambda rules: redeal(rules) and rules.redeal.no_meld,
    "auction": bidding,
    "auction.kind": lambda rules: True,
    "auction.max_ends_auction": lambda rules: bidding(rules) and rules.auction.max_bid > 0,
    "auction.pass_final": lambda rules: rules.auction.kind == "auction",
    "auction.forced_below_min": forced,
    "auction.forced_may_raise": forced,
    "auction.wild_penalty": lambda rules: bidding(rules) and rules.auction.wild_over > 0,
    "trump.needs_marriage": bidding,
    "trump.without_marriage": lambda rules: bidding(rules) and rules.trump.needs_marriage,
    "kitty": kitty,
    "kitty.bury_excludes_meld": buried,
    "kitty.buried_points_to": buried,
    "stock": stock,
    "stock.melds_per_trick": _meld_in_play,
    "stock.meld_before_draw": _meld_in_play,
    "passing.order": passing,
    "passing.may_return_received": passing,
    "meld.dix": lambda rules: nines(rules) and not rules.meld.dix_by_copies,
    "meld.dix_by_copies": nines,
    "meld.extra_king": _extras,
    "meld.extra_queen": _extras,
    "meld.extra_both": _extras,
    "meld.owners": bidding,
    "play.overtrump": lambda rules: rules.play.must_trump,
    "play.undertrump": lambda rules: rules.play.must_trump and rules.play.overtrump,
    "play.free_while_stock": stock,
    "tricks.nine": nines,
    "keep_meld.bidders": bidding,
    "keep_meld.dix_survives": _dix_may_survive,
    "floors.min_meld_bidders": bidding,
    "floors.min_points_bidders": bidding,
    "settle": bidding,
    "settle.partners_share": called,
    "settle.others_tricks": lambda rules: bidding(rules) and rules.seats.apart,
    "game.winner_must_bid": bidding,
}


def matters(rules: Rules, key: str) -> bool:
    """Tell whether anything in a game hangs on one rule.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> [matters(load_rules("family250"), key) for key in ("kitty.shown", "meld.extra_king", "play.must_trump")]
    [False, True, True]
    """
    condition = CONDITIONS.get(key) or CONDITIONS.get(key.partition(".")[0])
    return condition is None or condition(rules)
