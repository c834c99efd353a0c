"""Which rules matter in a game: what becomes of a kitty matters only where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

Condition = Callable[["Rules"], bool]


def _bidding(rules: Rules) -> bool:
    return rules.auction.kind != "none"


def _kitty(rules: Rules) -> bool:
    return rules.deal.kitty_size > 0


def _buried(rules: Rules) -> bool:
    return _kitty(rules) and rules.kitty.bury


def _stock(rules: Rules) -> bool:
    return rules.deal.stock_size > 0


def _meld_in_play(rules: Rules) -> bool:
    return rules.meld.laid == "during-play"


def _redeal(rules: Rules) -> bool:
    return rules.redeal.min_nines > 0


def _nines(rules: Rules) -> bool:
    return "9" in rules.cards.ranks


def _forced(rules: Rules) -> bool:
    return _bidding(rules) and rules.auction.all_pass == "last-player-forced"


def _passing(rules: Rules) -> bool:
    return rules.passing.count > 0


def _extras(rules: Rules) -> bool:
    return rules.meld.trump_mode == "extras"


def _alone(rules: Rules) -> bool:
    return rules.seats.teams == rules.seats.players


def _called(rules: Rules) -> bool:
    return rules.seats.called_partner


def _dix_may_survive(rules: Rules) -> bool:
    return _nines(rules) and (rules.keep_meld.bidders, rules.keep_meld.others) != ("nothing", "nothing")


# By key, or by group for all its keys. What is not named matters everywhere.
CONDITIONS: Final[Mapping[str, Condition]] = {
    "seats.called_card_search": _called,
    "deal.turn_up": _stock,
    "deal.kitty_rule": _kitty,
    "redeal": _redeal,
    "redeal.min_nines": _nines,
    "redeal.ignore_dix": lambda rules: _redeal(rules) and rules.redeal.no_meld,
    "auction": _bidding,
    "auction.kind": lambda rules: True,
    "auction.max_ends_auction": lambda rules: _bidding(rules) and rules.auction.max_bid > 0,
    "auction.pass_final": lambda rules: rules.auction.kind == "auction",
    "auction.forced_below_min": _forced,
    "auction.forced_may_raise": _forced,
    "auction.wild_penalty": lambda rules: _bidding(rules) and rules.auction.wild_over > 0,
    "trump.needs_marriage": _bidding,
    "trump.without_marriage": lambda rules: _bidding(rules) and rules.trump.needs_marriage,
    "kitty": _kitty,
    "kitty.bury_excludes_meld": _buried,
    "kitty.buried_points_to": _buried,
    "stock": _stock,
    "stock.melds_per_trick": _meld_in_play,
    "stock.meld_before_draw": _meld_in_play,
    "passing.order": _passing,
    "passing.may_return_received": _passing,
    "meld.dix": lambda rules: _nines(rules) and not rules.meld.dix_by_copies,
    "meld.dix_by_copies": _nines,
    "meld.extra_king": _extras,
    "meld.extra_queen": _extras,
    "meld.extra_both": _extras,
    "meld.owners": _bidding,
    "play.overtrump": lambda rules: rules.play.must_trump,
    "play.undertrump": lambda rules: rules.play.must_trump and rules.play.overtrump,
    "play.free_while_stock": _stock,
    "tricks.nine": _nines,
    "keep_meld.bidders": _bidding,
    "keep_meld.dix_survives": _dix_may_survive,
    "floors.min_meld_bidders": _bidding,
    "floors.min_points_bidders": _bidding,
    "settle": _bidding,
    "settle.partners_share": _called,
    "settle.others_tricks": lambda rules: _bidding(rules) and _alone(rules),
    "game.winner_must_bid": _bidding,
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
