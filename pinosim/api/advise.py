"""Should I bid with this hand, how high, in which trump: `advise`.

The hidden cards are dealt at random, and deals that do not fit the calls made so far are left out. In every deal the
hand takes the contract in each suit; and it passes, and it bids, and the auction goes on. Differences are taken deal by
deal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.advice import Advice, Level, TrumpAdvice
from pinosim.api.auction_text import LARGEST_BID, AuctionState, read_auction, refuse_bid
from pinosim.api.hand import Hand
from pinosim.api.sides import has_partner, trump_after_kitty
from pinosim.errors import AuctionError, PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.api.bid_levels import Tallies
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.api.heard_hands import HeardHand
    from pinosim.api.intervals import Estimate
    from pinosim.api.playouts import PlayOuts
    from pinosim.api.sample_deals import SampleDeal
    from pinosim.api.sensitivity import Company
    from pinosim.api.stopping import Intervals
    from pinosim.api.told import ToldCall
    from pinosim.api.win_table import WinTable
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
    score = _check_score(score, rules)
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
    from pinosim.api.playouts import adding_up, play_out_hand
    from pinosim.api.sample_deals import sample_deals
    from pinosim.api.sensitivity import other_company
    from pinosim.api.stopping import Intervals

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
        own_limit=lambda pilot: _own_limit(judged_bid, state, rules, pilot, ways, table, score),
        enough=_enough(state.seat, bid, rules, ways, precision, deals, decide=decide),
        progress=adding_up(progress, deals),
    )
    intervals = Intervals(deals if decide else None)
    net_pass = net_of_passing(outs, rules)
    trump: str | None = None
    trumps: tuple[TrumpAdvice, ...] = ()
    after_kitty: TrumpAdvice | None = None
    enough: float | None = None
    if ways:
        bids, tallies = tally_levels(judged_bid, state, rules, outs, ways)
        trump = best_trump(tallies, bids.index(judged_bid)) if allowed else None
        alone = _play_out_alone(rules, hand, state, policies, seed, jobs, outs)
        made = _trump_advices(hand, rules, outs, alone, bids, tallies, intervals, forced=state.forced)
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
    bidding = outcome_of_bidding(outs, AFTER_KITTY if after_kitty else trump, state.seat, rules)
    net_bid = net_of(bidding, rules)
    gain = None if net_pass is None else intervals.mean_of(net_bid - net_pass)
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
            companies = other_company(
                rules, hand, state, policies, seed, outs.deals, judged_bid, chosen.trump, jobs, outs.own_limit
            )
    names = tuple(policy.label for policy in policies)
    after_pass = None if outs.passing is None else outlook(outs.passing, state.seat, rules)
    by_points = _verdict(gain)
    after_bid = outlook(bidding, state.seat, rules)
    if not state.forced:
        reasons += push_words(judged, gain, after_bid)
    winning = None
    if table is not None and score is not None:
        from pinosim.api.win_outlook import win_outlook, words_by_score

        played = played_with(outs, chosen.trump) if ways else None
        bids_listed = [level.bid for level in levels]
        winning = win_outlook(table, score, state, bidding, outs.passing, played, bids_listed)
        reasons += (words_by_score(score, winning, by_points),)
    max_bid = _highest_worthwhile([levels] if after_kitty or not trumps else [advice.levels for advice in trumps])
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
        max_bid_by_points=max_bid,
        trump=trump,
        levels=levels,
        trumps=trumps,
        after_kitty=after_kitty,
        ev_bid=intervals.mean_of(net_bid),
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


def _own_limit(
    bid: int,
    state: AuctionState,
    rules: Rules,
    pilot: PlayOuts,
    ways: Sequence[str],
    table: WinTable | None,
    score: tuple[int, ...] | None,
) -> int:
    """Give how high the seat goes on once its bid is raised: as long as it gains, by the score if one is given."""
    from pinosim.api.bid_levels import (
        AFTER_KITTY,
        best_trump,
        highest_worthwhile,
        outcome_of_bidding,
        played_with,
        tally_levels,
    )
    from pinosim.api.win_outlook import win_outlook

    if table is None or score is None or not ways or pilot.passing is None:
        return highest_worthwhile(bid, state, rules, pilot, ways)
    bids, tallies = tally_levels(bid, state, rules, pilot, ways)
    way = AFTER_KITTY if AFTER_KITTY in ways else best_trump(tallies, bids.index(bid))
    bidding = outcome_of_bidding(pilot, way, state.seat, rules)
    winning = win_outlook(table, score, state, bidding, pilot.passing, played_with(pilot, way), bids)
    return max(bid, winning.max_bid or bid)


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


def check_may_bid(hand: Hand, state: AuctionState, rules: Rules) -> None:
    """Refuse to judge a bid that the rules do not let this hand make: there is nothing to decide."""
    from pinosim.api.meld import meld_by_trump
    from pinosim.cards import SUITS

    needs = rules.auction.bid_needs
    if state.forced or needs == "nothing":
        return
    if needs == "marriage":
        held = any(hand.count("K", suit) and hand.count("Q", suit) for suit in SUITS)
    else:
        held = any(meld.total > 0 for meld in meld_by_trump(hand, rules).values())
    if not held:
        what = "a marriage" if needs == "marriage" else "meld"
        raise AuctionError(
            f"{hand} may not bid in {rules.id!r}, where a bid needs {what} in hand, so there is nothing to judge: pass"
        )


def bid_to_judge(bid: int | None, state: AuctionState, rules: Rules) -> int:
    """Give the bid to judge, or refuse one that may not be made now."""
    from pinosim.api.numbers import whole_number

    if state.lowest is None:
        raise AuctionError(f"no bid above {state.high} is possible in {rules.id!r}, so there is nothing to judge: pass")
    if bid is None:
        return state.lowest
    bid = whole_number("bid", bid, 1, LARGEST_BID)
    if state.forced and bid == state.lowest:
        return bid
    if state.forced and not rules.auction.forced_may_raise:
        raise AuctionError(
            f"bid: all others passed, so seat {state.seat} has the contract at {state.lowest} in {rules.id!r} and may "
            f"not bid {bid}; leave the bid out"
        )
    if bid not in rules.legal_bids(state.high, up_to=bid):
        raise refuse_bid(bid, state.high, rules, "bid")
    return bid


def _check_score(score: object, rules: Rules) -> tuple[int, ...] | None:
    from pinosim.api.numbers import whole_number

    if score is None:
        return None
    sides = rules.seats.teams
    if isinstance(score, str) or not isinstance(score, Sequence) or len(score) != sides:
        whose = "ours and theirs" if sides == 2 else f"your own and those of the {sides - 1} others"
        example = ", ".join(str(points) for points in (800, 650, 700, 300, 520)[:sides])
        raise PinosimError(f"score: expected {whose}, such as ({example}), got {score!r}")
    given = tuple(whole_number("score", points, -LARGEST_SCORE, LARGEST_SCORE) for points in score)
    target, floor = rules.game.target, rules.game.losing_score
    for points in given:
        if target and points >= target and not rules.game.winner_must_bid:
            raise PinosimError(f"score: a side with {points} has won, as {rules.id!r} is played to {target}")
        if floor and points <= floor:
            raise PinosimError(f"score: a side with {points} has lost, as {rules.id!r} ends at {floor}")
    return given


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
    from pinosim.api.playouts import play_again

    if not rules.passing.count or not has_partner(rules):
        return outs
    few = outs.deals.part(0, NO_HELP_DEALS)
    return play_again(rules, hand, state, policies, seed, few, jobs, with_calls=False, with_help=False)


def _trump_advices(
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
    from pinosim.api.bid_levels import column_of, levels_of
    from pinosim.api.help_bounds import best_helped_melds
    from pinosim.api.intervals import mean_of
    from pinosim.api.meld import meld_by_trump
    from pinosim.cards import SUITS
    from pinosim.core.columns import MELD_BIDDERS, POINTS_BIDDERS

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


def _verdict(gain: Estimate | None) -> str:
    if gain is None or gain.low > 0:
        return "bid"
    return "pass" if gain.high < 0 else "close"


def _highest_worthwhile(ladders: Sequence[Sequence[Level]]) -> int | None:
    """Give the highest bid that brings more than passing in some trump."""
    return max(
        (level.bid for ladder in ladders for level in ladder if level.gain and level.gain.value > 0), default=None
    )
