"""Whether a seat that bids by the instant answers of `advise --quick` outscores `hard`'s own bidding.

Random hands of the seat that speaks first; it bids up to the limit of the instant answer and names its trump, or does
as `hard` plans, on the same hidden cards. The other three bid as `hard`, and all play as `hard`. Our score less theirs,
in points a hand, with a 99% interval over hands.

    python analyses/quick_bids.py family250 guide-double
"""

# %%
from __future__ import annotations

import argparse

import numpy as np

from pinosim.api.deal import Deal
from pinosim.api.intervals import Estimate, mean_of
from pinosim.api.limit_play import Limit, play_to_limits
from pinosim.api.quick import quick_advice
from pinosim.errors import AuctionError
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

HANDS_SEED = 4_711
FRESH_SEED = 1_147
HANDS = 3_000
FRESH = 4  # deals of the hidden cards a hand


def quick_limit(rules: Rules, hand: object) -> Limit:
    """Give how high to go and the trump to name; pass where the rules do not let the hand bid, or name a trump."""
    try:
        answer = quick_advice(hand, rules)  # type: ignore[arg-type]
    except AuctionError:
        return None, "S"
    return (None if answer.trump is None else answer.max_bid), answer.trump or "S"


def gain_of_quick_bids(rules: Rules, hands: int) -> tuple[Estimate, float]:
    """Compare on random hands: points gained a hand, and how often the limits differ by whether to bid at all."""
    players = resolve_seats("hard", rules)
    gains = []
    passed = 0
    for number in range(hands):
        hand = Deal.random(rules, seed=HANDS_SEED, number=number).hands[0]
        if hand is None:
            raise ValueError("expected a whole deal")
        limit = quick_limit(rules, hand)
        passed += limit[0] is None
        own, quick = play_to_limits(rules, hand, [None, limit], players, FRESH_SEED, number * FRESH, FRESH)
        gains.append(float((quick - own).mean()))
    return mean_of(np.array(gains), level=0.99), passed / hands


def main() -> None:
    """Print a row a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--hands", type=int, default=HANDS)
    given = parser.parse_args()
    print("| rules | points a hand that quick bids gain on `hard`'s | in aces' points | hands passed by quick |")
    print("|---|---|---|---|")
    for name in given.rules:
        rules = load_rules(name)
        gain, passed = gain_of_quick_bids(rules, given.hands)
        unit = rules.tricks.ace
        print(
            f"| {name} | {gain.value:+.1f} +- {gain.margin:.1f} | {gain.value / unit:+.2f} +- {gain.margin / unit:.2f} "
            f"| {passed:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
