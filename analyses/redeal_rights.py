"""What there is to decide where a hand may be thrown in: hands that carry the right, kept and thrown in.

For every packaged game in which the right may be waived (or the one named), hands that carry it are taken from numbered
deals, each with its seat and dealer, and `pinosim.redeal` plays both ways with `hard` at all seats, in thousands of
deals each. Worths are points a hand that carries the right.

    python analyses/redeal_rights.py
    python analyses/redeal_rights.py --rules family250 --set redeal.no_aces=false
"""

from __future__ import annotations

import argparse
from itertools import count, islice
from typing import TYPE_CHECKING

from pinosim.api.bid_levels import rights_of
from pinosim.api.comparison import CLEAR
from pinosim.api.redeal import KEEP, THROW_IN, redeal
from pinosim.api.trace import dealt_places
from pinosim.rules.load import list_rules, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinosim.api.hand import Hand
    from pinosim.rules.schema import Rules


def hands_with_right(rules: Rules, seed: int) -> Iterator[tuple[Hand, int, int]]:
    """Deal hands that may be thrown in, each with its seat and the number of its deal."""
    players = rules.seats.players
    for number in count():
        for seat, hand in enumerate(dealt_places(rules, seed, number)[:players]):
            if rights_of(hand, rules)[1]:
                yield hand, seat, number


def judge(rules: Rules, hands: int, seed: int, jobs: int | None) -> str:
    """Judge some hands; one row of a table."""
    gains = []
    better = clear = number = 0
    for hand, seat, number in islice(hands_with_right(rules, seed), hands):
        result = redeal(hand, rules, seat, number % rules.seats.players, precision=0.015, seed=seed, jobs=jobs)
        gains.append(result.option(KEEP).value.value - result.option(THROW_IN).value.value)
        better += result.best.what == KEEP
        clear += result.best.what == KEEP and result.verdict == CLEAR
    used = -sum(gains) / len(gains)
    chosen = sum(max(gain, 0.0) for gain in gains) / len(gains)
    return f"| {rules.id} | {hands} | {(number + 1) / hands:.0f} | {better} | {clear} | {used:.1f} | {chosen:.2f} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", help="one game; all that have such a right if left out")
    parser.add_argument("--set", dest="overrides", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args()
    games = list_rules() if given.rules is None else [load_rules(given.rules, given.overrides)]
    print("| rules | hands | deals a hand | better kept | clearly | worth of the right | more by choosing |")
    print("|---|---|---|---|---|---|---|")
    for rules in games:
        if rules.auction.kind != "none" and rules.redeal.min_nines and rules.redeal.optional:
            print(judge(rules, given.hands, given.seed, given.jobs), flush=True)


if __name__ == "__main__":
    main()
