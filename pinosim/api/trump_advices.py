"""What each trump is worth at each bid, and between which bounds the help of others moves it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.advice import TrumpAdvice
from pinosim.api.bid_levels import column_of, levels_of
from pinosim.api.help_bounds import best_helped_melds
from pinosim.api.intervals import mean_of
from pinosim.api.meld import meld_by_trump
from pinosim.api.playouts import play_again
from pinosim.api.sides import has_partner
from pinosim.cards import SUITS
from pinosim.core.columns import MELD_BIDDERS, POINTS_BIDDERS

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.bid_levels import Tallies
    from pinosim.api.hand import Hand
    from pinosim.api.playouts import PlayOuts
    from pinosim.api.stopping import Intervals
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

NO_HELP_DEALS: Final = 1024
"""Deals played without passing cards: no answer rests on them, they only show a bound."""


def play_out_alone(
    rules: Rules,
    hand: Hand,
    state: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    jobs: int | None,
    outs: PlayOuts,
) -> PlayOuts:
    """Play some of the deals again without passing cards; where none are passed anyway they are the same."""
    if not rules.passing.count or not has_partner(rules):
        return outs
    few = outs.deals.part(0, NO_HELP_DEALS)
    return play_again(rules, hand, state, policies, seed, few, jobs, with_calls=False, with_help=False)


def trump_advices(
    hand: Hand,
    rules: Rules,
    outs: PlayOuts,
    alone: PlayOuts,
    bids: list[int],
    tallies: Tallies,
    intervals: Intervals,
    *,
    forced: bool,
) -> tuple[TrumpAdvice, ...]:
    """Sum up the play-outs trump by trump."""
    helped = dict(zip(SUITS, best_helped_melds(hand, rules), strict=True))
    melds = {suit: meld.total for suit, meld in meld_by_trump(hand, rules).items()}
    advices = []
    for way, tally in tallies.items():
        own_meld = melds.get(way, max(melds.values()))
        advices.append(
            TrumpAdvice(
                trump=way,
                own_meld=own_meld,
                levels=levels_of(bids, tally, outs.n, rules, forced=forced, rate=intervals.rate, mean=intervals.mean),
                mean_meld=intervals.mean_of(column_of(outs, way, MELD_BIDDERS)),
                mean_tricks=intervals.mean_of(column_of(outs, way, POINTS_BIDDERS)),
                no_help=mean_of(own_meld + column_of(alone, way, POINTS_BIDDERS)),
                perfect_help=helped.get(way, max(helped.values())) + rules.tricks.total,
            )
        )
    return tuple(advices)
