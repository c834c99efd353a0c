"""How often the 95% intervals of `advise` hold the long-run value, early stopping on (`make coverage`)."""

# %% [markdown]
# # Do the intervals of an advice hold what they promise?
#
# For each hand the same question is asked with many seeds, whole and as a user asks it: trump and how high the seat
# goes on are found on the very deals that the answer rests on, and deals are played until the bid's chance is known to
# the precision asked for. The long-run value is that of many deals of other seeds, with the trump of the answer, for a
# seat that goes on as high as the long run says; beside it, as high as the answer says. It must be known much better
# than an answer: with 800,000 deals its error is a twentieth of that of 2,048. Prints a table for the docs.

# %%
from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np

from pinosim.api.advice_asked import deals_for
from pinosim.api.advise import advise
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import is_made, net_of, net_of_passing, outcome_of_bidding, rights_of, tally_levels
from pinosim.api.common_deals import players_for
from pinosim.api.hand import Hand
from pinosim.api.how_high import highest_worthwhile
from pinosim.api.intervals import Estimate, mean_of
from pinosim.api.playouts import bid_again, play_out_hand
from pinosim.cards import SUITS
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

SEEDS = 200
LONG_RUN_DEALS = 160_000
LONG_RUN_SEEDS = range(999_995, 1_000_000)
FIRST_SEEDS = (0, 1000)
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
    """Long-run values of a question, from deals of other seeds.

    Parameters
    ----------
    rules, hand, calls, bid, policy
        The question.
    deals : int
        How many of each of `LONG_RUN_SEEDS`.
    """

    def __init__(self, rules: Rules, hand: Hand, calls: str, bid: int, policy: str, deals: int) -> None:
        self.rules, self.hand, self.bid = rules, hand, bid
        self.state, self.players = read_auction(calls, rules), players_for(policy, rules)
        ways, _ = rights_of(hand, rules)
        self.parts = {
            seed: play_out_hand(rules, hand, self.state, self.players, seed, deals, bid=bid, own_limit=lambda _: bid)
            for seed in LONG_RUN_SEEDS
        }
        self.chance = {
            way: float(np.mean([is_made(outs, way, bid, rules).mean() for outs in self.parts.values()])) for way in ways
        }
        self.limit = max(bid, self._highest(ways) or bid)
        self._gains: dict[tuple[str, int], Estimate] = {}

    def _highest(self, ways: str) -> int | None:
        """Give the highest bid at which having the contract brings more than passing, by all deals together."""
        found = [tally_levels(self.bid, self.state, self.rules, outs, ways) for outs in self.parts.values()]
        bids = min((bids for bids, _ in found), key=len)  # all begin with the lowest, one may end earlier
        return highest_worthwhile(
            bids, {way: np.sum([tallies[way][: len(bids)] for _, tallies in found], axis=0) for way in ways}
        )

    def gain(self, way: str, limit: int) -> Estimate:
        """Give what bidding brings more than passing, for a seat that goes on up to a limit."""
        if (way, limit) not in self._gains:
            differences = []
            for seed, outs in self.parts.items():
                (again,) = bid_again(
                    self.rules, self.hand, self.state, self.players, seed, outs, [limit], bid=self.bid,
                    trumps=1 << SUITS.index(way),
                )  # fmt: skip
                net_pass = net_of_passing(again, self.rules)
                if net_pass is None:
                    raise ValueError("expected a seat that may pass")
                net_bid = net_of(outcome_of_bidding(again, way, self.state.seat, self.rules), self.rules)
                differences.append(net_bid - net_pass)
            self._gains[way, limit] = mean_of(np.concatenate(differences))
        return self._gains[way, limit]


@dataclass
class Coverage:
    """How often the intervals of many advices held the long-run values.

    Attributes
    ----------
    chance, gain, gain_of_own_limit : float
        Shares of the seeds: the chance of the bid; what bidding brings more, for a seat that goes on as high as the
        long run says; the same for one that goes on as high as the answer says.
    gain_off : float
        Mean difference of answers from the long run, going on as high as the answers say.
    gain_off_error : float
        Half-width of the 95% interval of `gain_off`.
    wider : float
        Mean width of the gain's intervals, as a share of what it would be if the limit were known.
    """

    seeds: int
    chance: float
    gain: float
    gain_of_own_limit: float
    gain_off: float
    gain_off_error: float
    wider: float
    early: float
    deals: float
    limits: tuple[int, int]


# %%
def covered(truth: Truth, calls: str, policy: str, seeds: range, precision: float) -> Coverage:
    """Ask with each seed, and count the intervals that hold the truth."""
    chance, gain, gain_of_own_limit, gain_off, wider, deals, limits = [], [], [], [], [], [], []
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
        right, by_own_limit = truth.gain(advice.trump, truth.limit), truth.gain(advice.trump, limit)
        chance.append(p.low <= truth.chance[advice.trump] <= p.high)
        gain.append(points.low <= right.value <= points.high)
        gain_of_own_limit.append(points.low <= by_own_limit.value <= points.high)
        gain_off.append(points.value - by_own_limit.value)
        wider.append(points.margin / (by_own_limit.margin * np.sqrt(by_own_limit.n / advice.n)))
        deals.append(advice.n)
        limits.append(limit)
    return Coverage(
        seeds=len(seeds),
        chance=float(np.mean(chance)),
        gain=float(np.mean(gain)),
        gain_of_own_limit=float(np.mean(gain_of_own_limit)),
        gain_off=float(np.mean(gain_off)),
        gain_off_error=float(np.hypot(1.96 * np.std(gain_off) / np.sqrt(len(seeds)), right.margin)),
        wider=float(np.mean(wider)),
        early=float(np.mean(np.array(deals) < deals_for(precision))),
        deals=float(np.mean(deals)),
        limits=(min(limits), max(limits)),
    )


# %%
HEADS = (
    "rules", "hand, calls, bid", "seeds", "chance", "held", "gain", "held", "with the answer's limit: held",
    "gain off on average", "interval wider", "goes on to", "deals", "stopped early",
)  # fmt: skip


def main() -> None:
    """Ask all questions, and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    parser.add_argument("--first", type=int, nargs="+", default=FIRST_SEEDS, help="the first seed of each set of seeds")
    parser.add_argument("--policy", default=POLICY)
    parser.add_argument("--precision", type=float, default=PRECISION)
    given = parser.parse_args()
    print(f"| {' | '.join(HEADS)} |")
    print("|---" * len(HEADS) + "|")
    rows = []
    started = time.process_time()
    for name, questions in QUESTIONS.items():
        rules = load_rules(name)
        for text, calls, bid in questions:
            hand = Hand(text, rules)
            truth = Truth(rules, hand, calls, bid, given.policy, LONG_RUN_DEALS)
            best = max(truth.chance, key=truth.chance.__getitem__)
            for first in given.first:
                seeds = range(first, first + given.seeds)
                row = covered(truth, calls, given.policy, seeds, given.precision)
                rows.append(row)
                print(
                    f"| {name} | `{hand}`, {calls or 'none'}, {bid} | {seeds[0]} to {seeds[-1]} "
                    f"| {truth.chance[best]:.3f} | {row.chance:.1%} "
                    f"| {truth.gain(best, truth.limit).value:+.1f} | {row.gain:.1%} | {row.gain_of_own_limit:.1%} "
                    f"| {row.gain_off:+.2f} +- {row.gain_off_error:.2f} | {row.wider - 1:+.0%} "
                    f"| {row.limits[0]} to {row.limits[1]}, {truth.limit} | {row.deals:,.0f} | {row.early:.0%} |",
                    flush=True,
                )
    held = [np.mean([getattr(row, name) for row in rows]) for name in ("chance", "gain", "gain_of_own_limit")]
    print(
        f"| all | {sum(row.seeds for row in rows):,} answers | | | {held[0]:.1%} | | {held[1]:.1%} | {held[2]:.1%} "
        f"| | | | | {np.mean([row.early for row in rows]):.0%} |"
    )
    print(f"{time.process_time() - started:.0f} s of CPU")


if __name__ == "__main__":
    main()
