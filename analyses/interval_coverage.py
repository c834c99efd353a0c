"""How often the 95% intervals of `advise` hold the long-run value, early stopping on (`make coverage`)."""

# %% [markdown]
# # Do the intervals of an advice hold what they promise?
#
# For each hand the same question is asked with many seeds, whole and as a user asks it: trump and how high the seat
# goes on are found on the very deals that the answer rests on, and deals are played until the bid's chance is known to
# the precision asked for. The long-run value is that of many deals of another seed, with the trump of the answer, for a
# seat that goes on as high as the answer says; beside it, as high as the long run says. Prints a table for the docs.

# %%
from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pinosim.api.advice_asked import deals_for
from pinosim.api.advise import advise
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import is_made, net_of, net_of_passing, outcome_of_bidding, rights_of
from pinosim.api.common_deals import players_for
from pinosim.api.hand import Hand
from pinosim.api.how_high import limit_once_raised
from pinosim.api.playouts import play_again, play_out_hand
from pinosim.cards import SUITS
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

SEEDS = 200
LONG_RUN = 160_000
LONG_RUN_SEED = 999_999
PRECISION = 0.025
POLICY = "medium"

QUESTIONS = {
    "family250": [
        ("S:AATKQJ H:A9 D:AJ C:TT", "", 450),
        ("S:KQJ H:ATQ9 D:AQ99 C:A", "P", 300),
        ("S:ATKK H:AKQ9 D:TQ C:J9", "250 P", 280),
    ],
    "guide-double": [
        ("S:AATTKKQQ H:AKQJ D:ATKQ C:ATKJ", "", 90),
        ("S:ATTKQJJ H:AATKQ D:AKQJ C:TKQJ", "P", 80),
        ("S:AAATKQJ H:AATKQ D:ATKQ C:AKQJ", "50 P 51", 85),
    ],
}
"""Hands, calls before, and the bid to judge."""


class Truth:
    """Long-run values of a question, from deals of another seed.

    Parameters
    ----------
    rules, hand, calls, bid, policy
        The question.
    deals : int
        How many.
    """

    def __init__(self, rules: Rules, hand: Hand, calls: str, bid: int, policy: str, deals: int) -> None:
        self.rules, self.hand, self.bid = rules, hand, bid
        self.state, self.players = read_auction(calls, rules), players_for(policy, rules)
        ways, _ = rights_of(hand, rules)
        self.outs = play_out_hand(
            rules, hand, self.state, self.players, LONG_RUN_SEED, deals, bid=bid,
            own_limit=lambda outs: limit_once_raised(bid, self.state, rules, outs, ways, None, None),
        )  # fmt: skip
        self.limit = self.outs.own_limit
        self.chance = {way: float(is_made(self.outs, way, bid, rules).mean()) for way in ways}
        self._gains: dict[tuple[str, int], NDArray[np.float64]] = {}

    def gains(self, way: str, limit: int) -> NDArray[np.float64]:
        """Give what bidding brings more than passing, deal by deal, for a seat that goes on up to a limit."""
        if (way, limit) not in self._gains:
            outs = self.outs
            if limit != self.limit:
                outs = play_again(
                    self.rules, self.hand, self.state, self.players, LONG_RUN_SEED, outs.deals, bid=self.bid,
                    trumps=1 << SUITS.index(way), own_limit=limit,
                )  # fmt: skip
            net_pass = net_of_passing(outs, self.rules)
            if net_pass is None:
                raise ValueError("expected a seat that may pass")
            net_bid = net_of(outcome_of_bidding(outs, way, self.state.seat, self.rules), self.rules)
            self._gains[way, limit] = net_bid - net_pass
        return self._gains[way, limit]


@dataclass
class Coverage:
    """How often the intervals of many advices held the long-run values.

    Attributes
    ----------
    chance, gain, gain_of_limit : float
        Shares of the seeds: the chance of the bid; what bidding brings more, for a seat that goes on as high as the
        answer says; the same for one that goes on as high as the long run says.
    chance_off, gain_off : float
        Mean differences of answers from the long run, going on as high as the answers say.
    gain_off_error : float
        Half-width of the 95% interval of `gain_off`.
    """

    seeds: int
    chance: float
    gain: float
    gain_of_limit: float
    chance_off: float
    gain_off: float
    gain_off_error: float
    early: float
    deals: float
    most: int
    limits: tuple[int, int]


# %%
def covered(truth: Truth, calls: str, policy: str, seeds: range, precision: float) -> Coverage:
    """Ask with each seed, and count the intervals that hold the truth."""
    chance, gain, gain_of_limit, chance_off, gain_off, deals, limits = [], [], [], [], [], [], []
    bid = truth.bid
    for seed in seeds:
        advice = advise(
            truth.hand, truth.rules, bid=bid, auction=calls, policy=policy, precision=precision, seed=seed,
            sensitivity=False, jobs=1,
        )  # fmt: skip
        if advice.trump is None or advice.gain is None:
            raise ValueError("expected a hand with a trump to name and a seat that may pass")
        p, points = advice.p_make[bid], advice.gain
        limit = max(bid, advice.max_bid or bid)
        right = float(truth.gains(advice.trump, limit).mean())
        in_the_end = float(truth.gains(advice.trump, truth.limit).mean())
        chance.append(p.low <= truth.chance[advice.trump] <= p.high)
        gain.append(points.low <= right <= points.high)
        gain_of_limit.append(points.low <= in_the_end <= points.high)
        chance_off.append(p.value - truth.chance[advice.trump])
        gain_off.append(points.value - right)
        deals.append(advice.n)
        limits.append(limit)
    most = deals_for(precision)
    spread = truth.gains(advice.trump, truth.limit).std() / np.sqrt(truth.outs.n)
    return Coverage(
        seeds=len(seeds),
        chance=float(np.mean(chance)),
        gain=float(np.mean(gain)),
        gain_of_limit=float(np.mean(gain_of_limit)),
        chance_off=float(np.mean(chance_off)),
        gain_off=float(np.mean(gain_off)),
        gain_off_error=float(1.96 * np.hypot(np.std(gain_off) / np.sqrt(len(seeds)), spread)),
        early=float(np.mean(np.array(deals) < most)),
        deals=float(np.mean(deals)),
        most=most,
        limits=(min(limits), max(limits)),
    )


# %%
def main() -> None:
    """Ask all questions, and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--policy", default=POLICY)
    parser.add_argument("--precision", type=float, default=PRECISION)
    given = parser.parse_args()
    heads = ["rules", "hand, calls, bid", "chance", "held", "gain", "held", "limit of the long run: held"]
    print(f"| {' | '.join([*heads, 'gain off on average', 'goes on to', 'deals', 'stopped early'])} |")
    print("|---" * 11 + "|")
    rows = []
    started = time.process_time()
    seeds = range(given.first, given.first + given.seeds)
    for name, questions in QUESTIONS.items():
        rules = load_rules(name)
        for text, calls, bid in questions:
            hand = Hand(text, rules)
            truth = Truth(rules, hand, calls, bid, given.policy, LONG_RUN)
            row = covered(truth, calls, given.policy, seeds, given.precision)
            rows.append(row)
            best = max(truth.chance, key=truth.chance.__getitem__)
            print(
                f"| {name} | `{hand}`, {calls or 'none'}, {bid} | {truth.chance[best]:.3f} | {row.chance:.1%} "
                f"| {truth.gains(best, truth.limit).mean():+.1f} | {row.gain:.1%} | {row.gain_of_limit:.1%} "
                f"| {row.gain_off:+.2f} +- {row.gain_off_error:.2f} "
                f"| {row.limits[0]} to {row.limits[1]}, {truth.limit} | {row.deals:,.0f} | {row.early:.0%} |",
                flush=True,
            )
    held = [np.mean([getattr(row, name) for row in rows]) for name in ("chance", "gain", "gain_of_limit")]
    print(
        f"| all | {sum(row.seeds for row in rows):,} answers | | {held[0]:.1%} | | {held[1]:.1%} | {held[2]:.1%} "
        f"| | | | {np.mean([row.early for row in rows]):.0%} |"
    )
    print(f"{time.process_time() - started:.0f} s of CPU")


if __name__ == "__main__":
    main()
