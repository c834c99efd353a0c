"""From played-out deals to what every bid brings with every trump, always against passing on the same deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.advice import Level
from pinosim.api.auction_text import LARGEST_BID
from pinosim.api.intervals import WILSON, Estimate, mean, mean_of, rate
from pinosim.api.kernel_inputs import book_of
from pinosim.api.sides import measured_against
from pinosim.cards import SUITS
from pinosim.core import columns as C
from pinosim.core import playout as P
from pinosim.core.meld import hand_melds
from pinosim.core.redeal import may_redeal
from pinosim.core.standard_bidding import nameable_trumps

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
    from pinosim.api.playouts import PlayOuts
    from pinosim.rules.schema import Rules

RARE: Final = 0.005
"""Bids made less often than this, and no better than passing, are left out above the lowest such bid."""

AFTER_KITTY: Final = "kitty"
"""Stands where a suit letter does for the trump named with the kitty in hand."""

_WAYS: Final = (*SUITS, AFTER_KITTY)

Tallies = dict[str, NDArray[np.int64]]
"""Suit letter, or `AFTER_KITTY`, to the sums of `core.playout.tally_bids`, int64, shape (n_bids, N_TALLY)."""


def rights_of(hand: Hand, rules: Rules) -> tuple[str, bool]:
    """Give the suits a hand may name as trump (`"SHDC"`: all), and whether it may call for a new deal."""
    book = book_of(rules)
    mask = hand.mask(rules.deck)
    melds = np.zeros(4, np.int64)
    hand_melds(mask, *book, melds)
    allowed = int(nameable_trumps(mask, book.rules))
    suits = "".join(suit for place, suit in enumerate(SUITS) if allowed >> place & 1)
    return suits, bool(may_redeal(mask, melds, book.rules))


def column_of(outs: PlayOuts, suit: str, column: int) -> NDArray[np.int64]:
    """Give one column of the play-outs with a trump, such as `columns.MELD_BIDDERS`; shape (n,)."""
    values: NDArray[np.int64] = outs.results[_WAYS.index(suit), column - C.MELD_BIDDERS].astype(np.int64)
    return values


def played_with(outs: PlayOuts, suit: str) -> NDArray[np.int32]:
    """Give all deals played at bid 0 with a trump, int32, shape (N_RESULT, n)."""
    played: NDArray[np.int32] = outs.results[_WAYS.index(suit)]
    return played


def net_of_passing(outs: PlayOuts, rules: Rules) -> NDArray[np.float64] | None:
    """Give our score less theirs in each deal when this seat passes, shape (n,); None where passing is not allowed.

    Where each plays for himself, "theirs" is the mean of all other players' scores, as in everything here.
    """
    if outs.passing is None:
        return None
    return net_of(outs.passing.astype(np.int64), rules)


def outcome_of_bidding(outs: PlayOuts, suit: str | None, seat: int, rules: Rules) -> NDArray[np.int64]:
    """Give what the bid leads to in each deal, with a suit (or `AFTER_KITTY`) named if this seat gets the contract.

    Parameters
    ----------
    outs : PlayOuts
        With the calls played out.
    suit : str or None
        None: the hand may name none, and loses what it has bid if it gets the contract.
    seat : int
        Whose hand it is.
    rules : Rules
        The rule set.

    Returns
    -------
    int64 array, shape (N_PASS, n)
        Rows as in `core.playout`: bidder, his bid, our score and theirs.
    """
    called = outs.bidding(_WAYS.index(suit or SUITS[0]))
    if called is None:
        raise AssertionError("the calls were not played out")
    outcome = called.astype(np.int64)
    if suit is None:
        mine = outcome[P.PASS_BIDDER] == seat
        outcome[P.PASS_US, mine] = -outcome[P.PASS_BID, mine] * measured_against(rules)
        outcome[P.PASS_THEM, mine] = 0
    return outcome


def net_of(outcome: NDArray[np.int64], rules: Rules) -> NDArray[np.float64]:
    """Give our score less theirs in each deal, from the rows of an outcome; shape (n,)."""
    net: NDArray[np.int64] = outcome[P.PASS_US] - outcome[P.PASS_THEM]
    return net / measured_against(rules)


def times_made(outs: PlayOuts, suit: str, bid: int, rules: Rules) -> int:
    """Count the deals in which a bid is made with one trump."""
    return int(is_made(outs, suit, bid, rules).sum())


def is_made(outs: PlayOuts, suit: str, bid: int, rules: Rules) -> NDArray[np.bool_]:
    """Tell in which deals a bid is made with one trump; shape (n,)."""
    # Played at bid 0: SCORE_BIDDERS is the bidders' total, and OUTCOME tells whether they have the trick points needed.
    made: NDArray[np.bool_] = (
        (column_of(outs, suit, C.SCORE_BIDDERS) >= bid)
        & (column_of(outs, suit, C.OUTCOME) == C.MADE)
        & (column_of(outs, suit, C.MELD_BIDDERS) >= rules.floors.min_meld_bidders)
    )
    return made


def tally_levels(
    bid: int, state: AuctionState, rules: Rules, outs: PlayOuts, allowed: Sequence[str]
) -> tuple[list[int], Tallies]:
    """Settle all deals at every bid worth looking at, and at the one to be judged.

    Parameters
    ----------
    bid : int
        The bid to be judged.
    state : AuctionState
        The auction.
    rules : Rules
        The rule set.
    outs : PlayOuts
        The deals.
    allowed : sequence of str
        Suits the hand may name, and `AFTER_KITTY` where it names one later; at least one.

    Returns
    -------
    bids : list of int
        Ascending, from the lowest that may be made now to the first that hardly any deal makes in any trump and that is
        no better than passing.
    tallies : dict of str to array
        One for each suit in `allowed`, a row a bid.
    """
    bids = _ladder(bid, state, rules, outs, allowed)
    tallies = {suit: _tally(rules, outs, suit, bids) for suit in allowed}
    end = len(bids)
    for place in range(len(bids)):
        rare = all(tally[place, P.MADE] < RARE * outs.n for tally in tallies.values())
        if rare and all(tally[place, P.SUM_GAIN] <= 0 for tally in tallies.values()):
            end = place + 1
            break
    kept = [place for place in range(len(bids)) if place < end or bids[place] == bid]
    return [bids[place] for place in kept], {suit: tally[kept] for suit, tally in tallies.items()}


def best_trump(tallies: Tallies, place: int) -> str:
    """Name the suit with the best mean result at a bid; of equal ones that which makes it more often."""
    suits = [suit for suit in tallies if suit != AFTER_KITTY]
    return max(suits, key=lambda suit: (tallies[suit][place, P.SUM_NET], tallies[suit][place, P.MADE]))


def levels_of(
    bids: list[int],
    tally: NDArray[np.int64],
    n: int,
    rules: Rules,
    *,
    forced: bool,
    rate: Callable[[int, int], Estimate] = rate,
    mean: Callable[[int, int, int], Estimate] = mean,
) -> tuple[Level, ...]:
    """Turn the sums of one trump into estimates, with the intervals asked for."""
    scores = measured_against(rules)
    return tuple(
        Level(
            bid,
            rate(int(row[P.MADE]), n),
            mean(int(row[P.SUM_NET]), int(row[P.SUM_SQUARES_NET]), n).divided_by(scores),
            None if forced else mean(int(row[P.SUM_GAIN]), int(row[P.SUM_SQUARES_GAIN]), n).divided_by(scores),
        )
        for bid, row in zip(bids, tally, strict=True)
    )


def level_without_trump(bid: int, net_pass: NDArray[np.float64] | None, n: int) -> Level:
    """Give the level of a bid with a hand that may name no trump: the bid is lost, and nothing else is scored."""
    never = Estimate(0.0, 0.0, 0.0, n, WILSON)
    gain = None if net_pass is None else mean_of(-bid - net_pass)
    return Level(bid, never, mean(-bid * n, bid * bid * n, n), gain)


def break_even(
    rules: Rules, outs: PlayOuts, suit: str, level: Level, net_pass: NDArray[np.float64] | None
) -> float | None:
    """Find the chance to make a bid at which it is worth as much as passing.

    It lies between what the bid brings on average when made and when set; outside of 0..1 it is cut to them.

    Returns
    -------
    float or None
        None where all deals make the bid or none does, or passing is not allowed.
    """
    totals = column_of(outs, suit, C.SCORE_BIDDERS)
    made = is_made(outs, suit, level.bid, rules)
    n_made = int(made.sum())
    if net_pass is None or n_made in (0, outs.n):
        return None
    theirs = column_of(outs, suit, C.SCORE_OTHERS)
    scores = measured_against(rules)
    if scores > 1:
        theirs = theirs + totals * (column_of(outs, suit, C.PARTNER) >= 0)
    when_made = float((totals - theirs / scores)[made].mean())
    when_set = (level.ev.value * outs.n - when_made * n_made) / (outs.n - n_made)
    if when_made <= when_set:
        return None
    return min(1.0, max(0.0, (float(net_pass.mean()) - when_set) / (when_made - when_set)))


def _ladder(bid: int, state: AuctionState, rules: Rules, outs: PlayOuts, allowed: Sequence[str]) -> list[int]:
    """List the bids from the lowest legal one up to where hardly a deal makes one and failing is worse than passing."""
    net_pass = net_of_passing(outs, rules)
    if net_pass is None:
        return sorted({state.lowest or bid, bid})
    rank = math.ceil((1 - RARE) * outs.n) - 1
    totals = [int(np.partition(column_of(outs, suit, C.SCORE_BIDDERS), rank)[rank]) for suit in allowed]
    top = max(*totals, math.ceil(-float(net_pass.mean())), state.lowest or bid)
    bids = rules.legal_bids(state.high, up_to=min(top, LARGEST_BID))
    step = max(size for _, size in rules.auction.steps)
    beyond = rules.legal_bids(bids[-1], up_to=min(bids[-1] + step, LARGEST_BID))[:1]
    return sorted({*bids, *beyond, bid})


def _tally(rules: Rules, outs: PlayOuts, suit: str, bids: list[int]) -> NDArray[np.int64]:
    passing = np.zeros((P.N_PASS, outs.n), np.int32) if outs.passing is None else outs.passing
    tally = np.zeros((len(bids), P.N_TALLY), np.int64)
    vector = np.array(rules.vector, dtype=np.int64)
    results = np.ascontiguousarray(outs.results[_WAYS.index(suit)])
    P.tally_bids(results, np.ascontiguousarray(passing), np.array(bids, np.int64), vector, tally)
    return tally
