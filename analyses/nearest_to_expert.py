"""Which policy plays a contract out most nearly as `expert` does: the same hands, the same contracts.

`expert` plays whole hands; each of the others then plays them out again with the bidder, bid and trump that came of the
auction, at all seats. Prints, for each, what the bidders make less what they make with `expert`, and how often one
makes the contract and the other does not.

    python analyses/nearest_to_expert.py family250 500
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from pinosim.api.intervals import mean_of
from pinosim.api.kernel_inputs import KernelInputs, deal_block, kernel_inputs, new_scratch, policy_rows, units_of
from pinosim.api.playing import load_player
from pinosim.core import columns as C
from pinosim.core import table as K
from pinosim.core.contract import finish_hand
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

SEED = 31
POLICIES = ("easy", "standard", "medium", "hard")


def play_again(
    rules: Rules, inputs: KernelInputs, rows: NDArray[np.int64], hands: NDArray[np.int32], number: int
) -> tuple[int, bool]:
    """Play one contract out again; what the bidders make, and whether that is enough."""
    dealt = deal_block(rules, inputs.dealing, SEED, number, 1)[0]
    scratch = new_scratch()
    scratch.desk[K.SEATS, : len(dealt)] = dealt
    bidder, bid, trump, dealer = (int(hands[column, number]) for column in (C.BIDDER, C.BID, C.TRUMP, C.DEALER))
    units = units_of(rules)
    finish_hand(
        bidder, bid, trump, dealer, rows, scratch.words, 0, inputs.book, units, scratch.desk, scratch.story
    )  # fmt: skip
    result = scratch.desk[K.RESULT]
    total = result[C.MELD_BIDDERS - C.RESULT_FROM] + result[C.POINTS_BIDDERS - C.RESULT_FROM]
    return int(total), bool(result[C.OUTCOME - C.RESULT_FROM] == C.MADE)


def main() -> None:
    """Play, and print a line a policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("hands", type=int)
    chosen = parser.parse_args()
    rules = load_rules(chosen.rules)
    inputs = kernel_inputs(rules)
    hands = np.empty((C.N_COLUMNS, chosen.hands), np.int32)
    began = time.process_time()
    load_player(rules, policy_rows(resolve_seats("expert", rules)), SEED)(0, hands)
    played = (hands[C.TRUMP] >= 0) & (hands[C.REDEALS] == 0) & (hands[C.OUTCOME] != C.NOT_PLAYED)
    numbers = np.flatnonzero(played).tolist()
    took = time.process_time() - began
    print(f"{rules.id}: expert, {chosen.hands} hands, {len(numbers)} of them played, {took:.0f} s of CPU")
    total = (hands[C.MELD_BIDDERS] + hands[C.POINTS_BIDDERS])[played]
    made = hands[C.OUTCOME, played] == C.MADE
    for name in POLICIES:
        rows = policy_rows(resolve_seats(name, rules))
        again = [play_again(rules, inputs, rows, hands, number) for number in numbers]
        points = mean_of(np.array([each for each, _ in again]) - total)
        outcome = np.array([each for _, each in again])
        chance = mean_of(100 * (outcome.astype(float) - made))
        print(
            f"{name:9s} bidders' points less expert's {points.value:+.1f} +- {points.margin:.1f}, contracts made "
            f"{chance.value:+.1f} +- {chance.margin:.1f} per cent, one makes it and the other not "
            f"{100 * (outcome != made).mean():.1f}%"
        )


if __name__ == "__main__":
    main()
