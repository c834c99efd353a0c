"""What the parts of `expert` are worth: two settings of it against each other over the same deals, seats swapped.

Settings are those of `[thinking]` in `pinosim/policies/expert.toml`; what is not named stays as it is there. With
`--play` it thinks of cards alone, calls and passes being those of `hard`, which is quicker and leaves less to chance.

    python analyses/expert_parts.py family250 open_cards=6 open_cards=0 --deals 3000 --seed 5 --play
"""

from __future__ import annotations

import argparse
import time

import msgspec

from pinosim.api.match import match_policies
from pinosim.core.policy import THINK, THINKING
from pinosim.policies.registry import Policy, resolve
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

PLAY_ALONE = {"bid_doubt": 0, "trump_doubt": 0, "pass_options": 1, "bury_options": 1}


def variant(settings: str, rules: Rules, common: dict[str, int]) -> Policy:
    """`expert` with other settings, written `name=number,name=number`."""
    expert = resolve("expert", rules)
    numbers = list(expert.numbers)
    given = (part.split("=") for part in settings.split(",") if part)
    for name, number in (common | {name: int(number) for name, number in given}).items():
        numbers[THINK + THINKING.index(name)] = number
    return msgspec.structs.replace(expert, name=f"expert({settings})", numbers=tuple(numbers))


def main() -> None:
    """Play one match and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("a", help="settings of one side, such as open_cards=6,open_share=50")
    parser.add_argument("b", help="settings of the other")
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", type=float, default=0.95)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--play", action="store_true", help="think of cards alone")
    given = parser.parse_args()
    rules = load_rules(given.rules)
    sides = [variant(settings, rules, PLAY_ALONE if given.play else {}) for settings in (given.a, given.b)]
    began = time.process_time()
    match = match_policies(*sides, rules, given.deals, given.seed, given.level, jobs=given.jobs)
    print(f"{rules.id}: {sides[0].name} less {sides[1].name}: {match.points_per_hand} points a hand")
    print(f"{1000 * (time.process_time() - began) / given.deals:.1f} ms of CPU a deal, loading the kernels included")


if __name__ == "__main__":
    main()
