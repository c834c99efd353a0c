"""Should I bid with this hand, how high, in which trump: `advise`.

The hidden cards are dealt at random, and deals that do not fit the calls made so far are left out. In every deal the
hand takes the contract in each suit; and it passes, and it bids, and the auction goes on. Differences are taken deal by
deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pinosim.api.advice import Advice, TrumpAdvice
from pinosim.api.advice_asked import bid_to_judge, check_may_bid, check_score, deals_for
from pinosim.api.auction_text import AuctionState, read_auction
from pinosim.api.hand import Hand
from pinosim.api.sides import trump_after_kitty
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.api.convention_seats import ConventionNames
    from pinosim.api.heard_hands import HeardHand
    from pinosim.api.how_high import BidRange
    from pinosim.api.intervals import Estimate
    from pinosim.api.playouts import PlayOuts
    from pinosim.api.sample_deals import SampleDeal
    from pinosim.api.sensitivity import Company
    from pinosim.api.told import ToldCall
    from pinosim.api.win_outlook import WinLevels
    from pinosim.api.win_table import WinTable
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

__all__ = ["Advice", "advise"]


def advise(
    hand: Hand | str,
    rules: Rules,
    bid: int | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    auction: str | Sequence[int | str] = "",
    score: Sequence[int] | None = None,
    win_table: WinTable | None = None,
    precision: float = 0.01,
    policy: str | list[str] | tuple[str, ...] = "medium",
    seed: int = 1,
    decide: bool = False,
    sensitivity: bool = True,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    convention: ConventionNames = None,
) -> Advice:
    """Judge a bid with a hand against passing.

    A bid is judged by our score less theirs in the hand; where each plays for himself, by one's own score less the mean
    of the other players'.

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
    score : sequence of int, optional
        Our score and theirs before the hand; where each plays for himself, one's own and those of the others, one's
        left neighbour first. In a game of two sides the verdict then follows chances to win the game.
    win_table : WinTable, optional
        The chances to win, for rules of your own; packaged rule sets bring theirs.
    precision : float, default 0.01
        Largest half-width of the 95% interval of the chance to make `bid`, with every trump, or of every chance where
        no bid is given; 0.001 to 0.2. Deals are played until it is reached.
    policy : str or sequence of str, default "medium"
        Who plays: one name for all seats or one a seat.
    seed : int, default 1
        0 to 2**64 - 1. The same seed gives the same advice.
    decide : bool, default False
        Stop as soon as it is clear, in points, whether bidding is better than passing. All intervals are then
        confidence sequences: they hold however early it stopped, and are wider.
    sensitivity : bool, default True
        Also play some of the deals with weaker and stronger partners and opponents.
    jobs : int, optional
        Threads; all cores if left out. The result does not depend on it.
    progress : callable, optional
        Called with `(done, total)` deals, now and then.
    convention : str, path or sequence of these, optional
        The bidding convention by which calls are made and heard, a packaged one or a file: one for all seats, or one a
        seat, as a list or separated by commas, `"none"` for a seat that plays none. See `docs/conventions.md`.

    Returns
    -------
    Advice

    Raises
    ------
    CardError
        If the hand is not a whole hand of the deck.
    AuctionError
        If a call, or the bid to judge, is not allowed, if the hand may not bid, or if seat, dealer and calls contradict
        each other.
    PinosimError
        If another value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> advice = advise("S:AATTKKQQJJ H:A9", load_rules("family250"), bid=300, precision=0.05)
    >>> advice.verdict, advice.trump, advice.own_meld, advice.p_make[300].value
    ('bid', 'S', 1500, 1.0)
    """
    expect_rules(rules)
    hand = Hand(hand, rules)
    hand.check(rules, size=rules.deal.hand_size)
    state = read_auction(auction, rules, seat=seat, dealer=dealer)
    check_may_bid(hand, state, rules)
    judged_bid = bid_to_judge(bid, state, rules)
    score = check_score(score, rules)
    table = None if score is None and win_table is None else _table_for(rules, score, win_table)
    deals = deals_for(precision)

    # Here and not above, as it loads the kernels: what can be refused without them is refused at once.
    from pinosim.api.advice_words import notes_for, push_words, reasons_for, reasons_without_trump
    from pinosim.api.bid_levels import (
        AFTER_KITTY,
        best_trump,
        break_even,
        level_without_trump,
        net_of,
        net_of_passing,
        outcome_of_bidding,
        played_with,
        rights_of,
        tally_levels,
    )
    from pinosim.api.call_outcomes import outlook
    from pinosim.api.common_deals import players_for
    from pinosim.api.how_high import highest_worthwhile, limit_once_raised, range_of_worthwhile
    from pinosim.api.other_limits import outcomes_of_other_limits
    from pinosim.api.playouts import adding_up, play_out_hand
    from pinosim.api.sample_deals import sample_deals
    from pinosim.api.sensitivity import other_company
    from pinosim.api.stopping import Intervals
    from pinosim.api.trump_advices import play_out_alone, trump_advices

    policies = players_for(policy, rules, convention)
    allowed, may_redeal = rights_of(hand, rules)
    ways = (*allowed, AFTER_KITTY) if trump_after_kitty(rules) else tuple(allowed)
    outs = play_out_hand(
        rules,
        hand,
        state,
        policies,
        seed,
        deals,
        jobs,
        bid=judged_bid,
        own_limit=lambda outs: limit_once_raised(judged_bid, state, rules, outs, ways, table, score),
        limit_early=decide,
        enough=_enough(state.seat, bid, rules, ways, precision, deals, decide=decide),
        progress=adding_up(progress, deals),
    )
    intervals = Intervals(deals if decide else None)
    net_pass = net_of_passing(outs, rules)
    trump: str | None = None
    trumps: tuple[TrumpAdvice, ...] = ()
    after_kitty: TrumpAdvice | None = None
    enough: float | None = None
    max_bid: int | None = None
    max_bid_range: BidRange = (None, None)
    if ways:
        bids, tallies = tally_levels(judged_bid, state, rules, outs, ways)
        if net_pass is not None:
            max_bid = highest_worthwhile(bids, tallies)
            max_bid_range = range_of_worthwhile(bids, tallies, outs.n, intervals)
        trump = best_trump(tallies, bids.index(judged_bid)) if allowed else None
        alone = play_out_alone(rules, hand, state, policies, seed, jobs, outs)
        made = trump_advices(hand, rules, outs, alone, bids, tallies, intervals, forced=state.forced)
        trumps = tuple(advice for advice in made if advice.trump != AFTER_KITTY)
        after_kitty = next((advice for advice in made if advice.trump == AFTER_KITTY), None)
        chosen = after_kitty or next(advice for advice in trumps if advice.trump == trump)
        levels = chosen.levels
        judged = chosen.level(judged_bid)
        enough = break_even(rules, outs, chosen.trump, judged, net_pass)
        reasons = reasons_for(hand, rules, chosen, trump, judged, enough)
    else:
        levels = tuple(
            level_without_trump(level, net_pass, outs.n) for level in sorted({state.lowest or 0, judged_bid})
        )
        judged = levels[-1]
        reasons = reasons_without_trump(judged_bid)
    contracts: WinLevels | None = None
    if table is not None and score is not None:
        from pinosim.api.win_outlook import win_levels

        played = played_with(outs, chosen.trump) if ways else None
        contracts = win_levels(table, score, state, outs.passing, played, [level.bid for level in levels])
    way = AFTER_KITTY if after_kitty else trump
    bidding = outcome_of_bidding(outs, way, state.seat, rules)
    net_bid = net_of(bidding, rules)
    ev_bid = intervals.mean_of(net_bid)
    gain: Estimate | None = None
    others: list[NDArray[np.int64]] = []
    if net_pass is not None:
        gain = intervals.mean_of(net_bid - net_pass)
        if way is not None:
            bids = [level.bid for level in levels]
            span = max_bid_range if contracts is None else contracts.max_bid_range
            others = outcomes_of_other_limits(
                rules, hand, state, policies, seed, jobs, outs, judged_bid, way, bids, span
            )
        nets = [net_of(other, rules) for other in others]
        ev_bid = intervals.over_all(ev_bid, (intervals.mean_of(net) for net in nets))
        gain = intervals.over_all(gain, (intervals.mean_of(net - net_pass) for net in nets))
    heard = _heard(rules, hand, state, policies, seed, outs, trump)
    reasons += tuple(str(hidden) for hidden in heard)
    told: tuple[ToldCall, ...] = ()
    playing = None
    if convention is not None:
        from pinosim.api.convention_seats import name_conventions
        from pinosim.api.told import own_bid_in_words, told_by_calls

        told = told_by_calls(state, convention, rules)
        playing = name_conventions(policies)
        reasons += tuple(str(one) for one in told) + own_bid_in_words(hand, judged_bid, state, convention, rules)
    samples: tuple[SampleDeal, ...] = ()
    companies: tuple[Company, ...] = ()
    if ways:
        samples = sample_deals(outs, chosen.trump, judged_bid, bidding, net_bid, net_pass, rules)
        if sensitivity:
            companies = other_company(rules, hand, state, policies, seed, outs, judged_bid, chosen.trump, jobs)
    names = tuple(policy.label for policy in policies)
    after_pass = None if outs.passing is None else outlook(outs.passing, state.seat, rules)
    by_points = _verdict(gain)
    after_bid = outlook(bidding, state.seat, rules)
    if not state.forced:
        reasons += push_words(judged, gain, after_bid)
    winning = None
    if table is not None and score is not None and contracts is not None:
        from pinosim.api.win_outlook import win_outlook, words_by_score

        winning = win_outlook(table, score, state, bidding, outs.passing, contracts, others)
        reasons += (words_by_score(score, winning, by_points),)
    return Advice(
        hand=hand,
        rule_set=rules,
        seat=state.seat,
        dealer=state.dealer,
        auction=" ".join(str(call) for call in state.calls),
        verdict=by_points if winning is None else winning.verdict,
        verdict_by_points=by_points,
        forced=state.forced,
        bid=judged_bid,
        max_bid=max_bid if winning is None else winning.max_bid,
        max_bid_range=max_bid_range if winning is None else winning.max_bid_range,
        max_bid_by_points=max_bid,
        trump=trump,
        levels=levels,
        trumps=trumps,
        after_kitty=after_kitty,
        ev_bid=ev_bid,
        ev_pass=None if net_pass is None else intervals.mean_of(net_pass),
        gain=gain,
        contract=judged,
        after_bid=after_bid,
        after_pass=after_pass,
        break_even=enough,
        winning=winning,
        heard=heard,
        samples=samples,
        companies=companies,
        reasons=reasons,
        notes=notes_for(rules, state, names, score, winning, may_redeal, after_pass, outs.n, outs.candidates, deals),
        n=outs.n,
        candidates=outs.candidates,
        numbers=None if outs.candidates == outs.n else tuple(outs.deals.numbers.tolist()),
        seed=int(seed),
        precision=float(precision),
        policies=names,
        score=score,
        convention=playing,
        told=told,
    )


def _table_for(rules: Rules, score: tuple[int, ...] | None, given: WinTable | None) -> WinTable | None:
    from pinosim.api.win_outlook import table_for  # arrays: not before they are needed

    return table_for(rules, score, given)


def _heard(
    rules: Rules,
    hand: Hand,
    state: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    outs: PlayOuts,
    trump: str | None,
) -> tuple[HeardHand, ...]:
    """Sum up what the calls tell, if they told anything."""
    from pinosim.api.heard_hands import heard_hands

    if trump is None or outs.candidates == outs.n:
        return ()
    return heard_hands(rules, hand, state, policies, seed, outs.deals, trump)


def _enough(
    seat: int, bid: int | None, rules: Rules, ways: Sequence[str], precision: float, deals: int, *, decide: bool
) -> Callable[[PlayOuts], bool] | None:
    """Make the question whether the deals played will do; None: all are wanted."""
    from pinosim.api.stopping import is_clear, known_well

    questions = []
    if ways and bid is not None:
        questions.append(known_well(bid, rules, ways, precision))
    if ways and decide:
        questions.append(is_clear(seat, rules, ways, deals))
    return (lambda outs: any(question(outs) for question in questions)) if questions else None


def _verdict(gain: Estimate | None) -> str:
    if gain is None or gain.low > 0:
        return "bid"
    return "pass" if gain.high < 0 else "close"
