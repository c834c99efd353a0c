"""How often the 95% intervals of `advise` hold the long-run value, early stopping on (`make coverage`)."""

# %% [markdown]
# # Do the intervals of an advice hold what they promise?
#
# For each hand the same question is asked with many seeds, whole and as a user asks it: trump and how high the seat
# goes on are found on the very deals that the answer rests on, and deals are played until the bid's chance is known to
# the precision asked for. The long-run value is that of many deals of another seed, with the trump of the answer and
# with the limit of the long run. Prints a table for `docs/advise.md`.

# %%
from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np

from pinosim.api.advice_asked import deals_for
from pinosim.api.advise import advise
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import is_made, net_of, net_of_passing, outcome_of_bidding, rights_of
from pinosim.api.common_deals import players_for
from pinosim.api.hand import Hand
from pinosim.api.how_high import limit_once_raised
from pinosim.api.playouts import play_out_hand
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


@dataclass
class Truth:
    """Long-run values by trump."""

    chance: dict[str, float]
    gain: dict[str, float]
    gain_error: dict[str, float]


@dataclass
class Coverage:
    """How often the intervals of many advices held the long-run values, and how far they were off on average."""

    seeds: int
    chance: float
    gain: float
    chance_off: float
    gain_off: float
    gain_off_error: float
    early: float
    deals: float
    most: int
    trumps: str


# %%
def long_run(rules: Rules, hand: Hand, calls: str, bid: int, policy: str, deals: int) -> Truth:
    """Play many deals, once to find the limit and once with it."""
    state, players = read_auction(calls, rules), players_for(policy, rules)
    ways, _ = rights_of(hand, rules)
    outs = play_out_hand(rules, hand, state, players, LONG_RUN_SEED, deals, bid=bid)
    limit = limit_once_raised(bid, state, rules, outs, ways, None, None)
    outs = play_out_hand(rules, hand, state, players, LONG_RUN_SEED, deals, bid=bid, own_limit=lambda _: limit)
    net_pass = net_of_passing(outs, rules)
    if net_pass is None:
        raise ValueError("expected a seat that may pass")
    gains = {way: net_of(outcome_of_bidding(outs, way, state.seat, rules), rules) - net_pass for way in ways}
    return Truth(
        {way: float(is_made(outs, way, bid, rules).mean()) for way in ways},
        {way: float(gain.mean()) for way, gain in gains.items()},
        {way: float(gain.std() / np.sqrt(outs.n)) for way, gain in gains.items()},
    )


def covered(
    rules: Rules, hand: Hand, calls: str, bid: int, policy: str, truth: Truth, seeds: range, precision: float
) -> Coverage:
    """Ask with each seed, and count the intervals that hold the truth."""
    chance, gain, chance_off, gain_off, deals, trumps = [], [], [], [], [], []
    for seed in seeds:
        advice = advise(
            hand, rules, bid=bid, auction=calls, policy=policy, precision=precision, seed=seed, sensitivity=False,
            jobs=1,
        )  # fmt: skip
        if advice.trump is None or advice.gain is None:
            raise ValueError("expected a hand with a trump to name and a seat that may pass")
        p, points = advice.p_make[bid], advice.gain
        chance.append(p.low <= truth.chance[advice.trump] <= p.high)
        gain.append(points.low <= truth.gain[advice.trump] <= points.high)
        chance_off.append(p.value - truth.chance[advice.trump])
        gain_off.append(points.value - truth.gain[advice.trump])
        deals.append(advice.n)
        trumps.append(advice.trump)
    most = deals_for(precision)
    return Coverage(
        seeds=len(seeds),
        chance=float(np.mean(chance)),
        gain=float(np.mean(gain)),
        chance_off=float(np.mean(chance_off)),
        gain_off=float(np.mean(gain_off)),
        gain_off_error=float(1.96 * np.hypot(np.std(gain_off) / np.sqrt(len(seeds)), truth.gain_error[trumps[0]])),
        early=float(np.mean(np.array(deals) < most)),
        deals=float(np.mean(deals)),
        most=most,
        trumps="".join(sorted(set(trumps))),
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
    print("| rules | hand, calls, bid | chance | held | gain | held | gain off on average | deals | stopped early |")
    print("|---|---|---|---|---|---|---|---|---|")
    rows = []
    started = time.process_time()
    for name, questions in QUESTIONS.items():
        rules = load_rules(name)
        for text, calls, bid in questions:
            hand = Hand(text, rules)
            truth = long_run(rules, hand, calls, bid, given.policy, LONG_RUN)
            row = covered(
                rules,
                hand,
                calls,
                bid,
                given.policy,
                truth,
                range(given.first, given.first + given.seeds),
                given.precision,
            )
            rows.append(row)
            named = row.trumps[0]
            print(
                f"| {name} | `{hand}`, {calls or 'none'}, {bid} | {truth.chance[named]:.3f} | {row.chance:.1%} "
                f"| {truth.gain[named]:+.1f} | {row.gain:.1%} | {row.gain_off:+.2f} +- {row.gain_off_error:.2f} "
                f"| {row.deals:,.0f} | {row.early:.0%} |",
                flush=True,
            )
    print(
        f"| all | {sum(row.seeds for row in rows):,} answers | | {np.mean([row.chance for row in rows]):.1%} | "
        f"| {np.mean([row.gain for row in rows]):.1%} | | | {np.mean([row.early for row in rows]):.0%} |"
    )
    print(f"{time.process_time() - started:.0f} s of CPU")


if __name__ == "__main__":
    main()
