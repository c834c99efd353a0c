"""Should I bid with this hand, how high, in which trump: `advise`.

The hidden cards are dealt at random, as many times as the precision asks for: a number fixed beforehand, so that nobody
peeks. In every deal the hand takes the contract in each suit, and also passes; differences are taken deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.advice import Advice, Level, TrumpAdvice
from pinosim.api.auction_text import LARGEST_BID, AuctionState, read_auction, refuse_bid
from pinosim.api.hand import Hand
from pinosim.errors import AuctionError, PinosimError

if TYPE_CHECKING:
    from pinosim.api.bid_levels import Tallies
    from pinosim.api.intervals import Estimate
    from pinosim.api.playouts import PlayOuts
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

__all__ = ["Advice", "advise"]

NO_HELP_DEALS: Final = 2048
FINEST_PRECISION: Final = 0.001
COARSEST_PRECISION: Final = 0.2
LARGEST_SCORE: Final = 1_000_000


def advise(
    hand: Hand | str,
    rules: Rules,
    bid: int | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    auction: str | Sequence[int | str] = "",
    score: tuple[int, int] | None = None,
    precision: float = 0.01,
    policy: str | list[str] | tuple[str, ...] = "standard",
    seed: int = 1,
    jobs: int | None = None,
) -> Advice:
    """Judge a bid with a hand against passing.

    Parameters
    ----------
    hand : Hand or str
        A whole hand.
    rules : Rules
        The rule set; all points are in its unit.
    bid : int, optional
        The bid to judge; the lowest one allowed if left out, which answers "how high".
    seat, dealer : int, optional
        The hand's seat and the dealer. The dealer is the last seat unless given, and the hand belongs to the seat that
        is to call next; a contradiction is refused.
    auction : str or sequence, default ""
        The calls so far from the dealer's left on, as in `"250 P 260"`.
    score : tuple of int, optional
        Our score and theirs before the hand. Checked and shown, but not used for the verdict yet.
    precision : float, default 0.01
        Largest half-width of the 95% interval of a chance, 0.001 to 0.2; sets the number of deals.
    policy : str or sequence of str, default "standard"
        Who plays: one name for all seats or one a seat.
    seed : int, default 1
        0 to 2**64 - 1. The same seed gives the same advice.
    jobs : int, optional
        Threads; all cores if left out. The result does not depend on it.

    Returns
    -------
    Advice

    Raises
    ------
    CardError
        If the hand is not a whole hand of the deck.
    AuctionError
        If a call, or the bid to judge, is not allowed, or seat, dealer and calls contradict each other.
    PinosimError
        If another value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> advice = advise("S:AATTKKQQJJ H:A9", load_rules("family250"), bid=300, precision=0.05)
    >>> advice.verdict, advice.trump, advice.own_meld, advice.p_make[300].value
    ('bid', 'S', 1500, 1.0)
    """
    hand = Hand(hand, rules)
    hand.check(rules, size=rules.deal.hand_size)
    state = read_auction(auction, rules, seat=seat, dealer=dealer)
    bid = _bid_to_judge(bid, state, rules)
    score = _check_score(score, rules)
    deals = deals_for(precision)

    # Here and not above, as it loads the kernels: what can be refused without them is refused at once.
    from pinosim.api.advice_words import notes_for, reasons_for, reasons_without_trump
    from pinosim.api.bid_levels import (
        best_trump,
        break_even,
        level_without_trump,
        net_of_passing,
        rights_of,
        tally_levels,
    )
    from pinosim.api.intervals import mean_of
    from pinosim.api.playouts import play_out_hand
    from pinosim.policies.registry import resolve_seats

    policies = resolve_seats(policy, rules)
    outs = play_out_hand(rules, hand, state, policies, seed, deals, jobs, with_pass=not state.forced)
    allowed, may_redeal = rights_of(hand, rules)
    net_pass = net_of_passing(outs)
    trump: str | None = None
    trumps: tuple[TrumpAdvice, ...] = ()
    enough: float | None = None
    if allowed:
        bids, tallies = tally_levels(bid, state, rules, outs, allowed)
        trump = best_trump(tallies, bids.index(bid))
        alone = _play_out_alone(rules, hand, state, policies, seed, jobs, outs)
        trumps = _trump_advices(hand, rules, outs, alone, bids, tallies, forced=state.forced)
        chosen = next(advice for advice in trumps if advice.trump == trump)
        levels = chosen.levels
        judged = chosen.level(bid)
        enough = break_even(rules, outs, trump, judged, net_pass)
        reasons = reasons_for(hand, rules, chosen, judged, enough)
    else:
        levels = tuple(level_without_trump(level, net_pass, outs.n) for level in sorted({state.lowest or bid, bid}))
        judged = levels[-1]
        reasons = reasons_without_trump(bid)
    names = tuple(policy.label for policy in policies)
    return Advice(
        hand=hand,
        rule_set=rules,
        seat=state.seat,
        dealer=state.dealer,
        auction=" ".join(str(call) for call in state.calls),
        verdict=_verdict(judged.gain),
        forced=state.forced,
        bid=bid,
        max_bid=_highest_worthwhile([advice.levels for advice in trumps] or [levels]),
        trump=trump,
        levels=levels,
        trumps=trumps,
        ev_bid=judged.ev,
        ev_pass=None if net_pass is None else mean_of(net_pass),
        gain=judged.gain,
        break_even=enough,
        win_bid=None,
        win_pass=None,
        reasons=reasons,
        notes=notes_for(rules, state, names, score, may_redeal),
        n=outs.n,
        seed=int(seed),
        precision=float(precision),
        policies=names,
        score=score,
    )


def deals_for(precision: float) -> int:
    """Give the number of deals, in whole chunks, that keeps every 95% interval of a chance within +-`precision`.

    Parameters
    ----------
    precision : float
        0.001 to 0.2.

    Raises
    ------
    PinosimError
        If it is out of range.

    Examples
    --------
    >>> deals_for(0.01), deals_for(0.05)
    (10240, 1024)
    """
    from pinosim.api.playouts import whole_chunks

    try:
        half = float(precision)
    except (TypeError, ValueError):
        half = math.nan
    if isinstance(precision, (bool, str)) or not FINEST_PRECISION <= half <= COARSEST_PRECISION:
        raise PinosimError(
            f"precision: expected a number from {FINEST_PRECISION} to {COARSEST_PRECISION} (0.01 is one percentage "
            f"point), got {precision!r}"
        )
    return whole_chunks(math.ceil(0.25 * (1.96 / half) ** 2))


def _bid_to_judge(bid: int | None, state: AuctionState, rules: Rules) -> int:
    """Give the bid to judge, or refuse one that may not be made now."""
    from pinosim.api.playouts import whole_number

    if state.lowest is None:
        raise AuctionError(f"no bid above {state.high} is possible in {rules.id!r}, so there is nothing to judge: pass")
    if bid is None:
        return state.lowest
    bid = whole_number("bid", bid, 1, LARGEST_BID)
    if state.forced and bid != state.lowest:
        raise AuctionError(
            f"bid: all others passed, so seat {state.seat} has the contract at {state.lowest} in {rules.id!r} and may "
            f"not bid {bid}; leave the bid out"
        )
    if not state.forced and bid not in rules.legal_bids(state.high, up_to=bid):
        raise refuse_bid(bid, state.high, rules, "bid")
    return bid


def _check_score(score: object, rules: Rules) -> tuple[int, int] | None:
    from pinosim.api.playouts import whole_number

    if score is None:
        return None
    if isinstance(score, str) or not isinstance(score, Sequence) or len(score) != 2:
        raise PinosimError(f"score: expected ours and theirs, such as (800, 650), got {score!r}")
    ours, theirs = (whole_number("score", points, -LARGEST_SCORE, LARGEST_SCORE) for points in score)
    target, floor = rules.game.target, rules.game.losing_score
    for points in (ours, theirs):
        if target and points >= target:
            raise PinosimError(f"score: a side with {points} has won, as {rules.id!r} is played to {target}")
        if floor and points <= floor:
            raise PinosimError(f"score: a side with {points} has lost, as {rules.id!r} ends at {floor}")
    return ours, theirs


def _play_out_alone(
    rules: Rules,
    hand: Hand,
    state: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    jobs: int | None,
    outs: PlayOuts,
) -> PlayOuts:
    """Play some of the deals again without passing cards; where none are passed anyway they are the same."""
    from pinosim.api.playouts import play_out_hand

    if not rules.passing.count or rules.seats.teams == rules.seats.players:
        return outs
    few = min(outs.n, NO_HELP_DEALS)
    return play_out_hand(rules, hand, state, policies, seed, few, jobs, with_pass=False, with_help=False)


def _trump_advices(
    hand: Hand, rules: Rules, outs: PlayOuts, alone: PlayOuts, bids: list[int], tallies: Tallies, *, forced: bool
) -> tuple[TrumpAdvice, ...]:
    from pinosim.api.bid_levels import column_of, levels_of
    from pinosim.api.help_bounds import best_helped_melds
    from pinosim.api.intervals import mean_of
    from pinosim.cards import SUITS
    from pinosim.core.columns import MELD_BIDDERS, POINTS_BIDDERS

    helped = dict(zip(SUITS, best_helped_melds(hand, rules), strict=True))
    advices = []
    for suit, tally in tallies.items():
        own_meld = hand.meld(rules, suit).total
        advices.append(
            TrumpAdvice(
                trump=suit,
                own_meld=own_meld,
                levels=levels_of(bids, tally, outs.n, forced=forced),
                mean_meld=mean_of(column_of(outs, suit, MELD_BIDDERS)),
                mean_tricks=mean_of(column_of(outs, suit, POINTS_BIDDERS)),
                no_help=mean_of(own_meld + column_of(alone, suit, POINTS_BIDDERS)),
                perfect_help=helped[suit] + rules.tricks.total,
            )
        )
    return tuple(advices)


def _verdict(gain: Estimate | None) -> str:
    if gain is None or gain.low > 0:
        return "bid"
    return "pass" if gain.high < 0 else "close"


def _highest_worthwhile(ladders: Sequence[Sequence[Level]]) -> int | None:
    """Give the highest bid that brings more than passing in some trump."""
    return max(
        (level.bid for ladder in ladders for level in ladder if level.gain and level.gain.value > 0), default=None
    )
