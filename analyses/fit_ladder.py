"""Tune `medium` and `hard` by matches against themselves: rewrites their files in `pinosim/policies`."""

# %% [markdown]
# # The ladder: weights found by matches
#
# Each weight of a policy is moved in turn, up and down. The changed policy plays the unchanged one on the same deals
# with seats swapped; where it is ahead by more than the noise, and ahead again on fresh deals, the change is kept and
# the next step is longer; else shorter. Two policies that differ in one weight play most hands alike, so a few thousand
# deals tell a tenth of a point.
#
#     python analyses/fit_ladder.py hard family250 --tables listening bidding --seconds 300
#
# tunes the weights of the game that the named rule set belongs to (the table in the policy's file with as many copies,
# and passing or not) and writes them back. The file's version must be raised by hand.

# %%
from __future__ import annotations

import argparse
import time
import tomllib
from pathlib import Path

from pinosim.api.match import match_policies
from pinosim.core import policy as P
from pinosim.policies.registry import Policy, closest_estimate, resolve
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

FOLDER = Path(__file__).parents[1] / "pinosim" / "policies"
ONE_SIGMA = 0.6827
SMALLEST_STEP = 50  # thousandths
FIRST_STEP = 200
TABLES = {
    "bidding": (P.CAUTION, ("caution", "partner_margin")),
    "weights": (P.WEIGHTS, P.FEATURES),
    "listening": (P.LISTEN, P.LISTENING),
    "giving": (P.GIVE, P.GIVING),
    "returning": (P.BACK, P.RETURNING),
    "playing": (P.PLAY, P.PLAYING),
}


# %%
def ahead(new: list[int], old: list[int], rules: Rules, deals: int, seed: int) -> tuple[float, float]:
    """Points a hand by which one vector beats another, and their standard error."""
    changed, unchanged = (Policy("tuned", 0, "", tuple(numbers)) for numbers in (new, old))
    points = match_policies(changed, unchanged, rules, deals, seed, ONE_SIGMA, jobs=1).points_per_hand
    return points.value, points.margin


def tune(numbers: list[int], rules: Rules, tables: list[str], seconds: float, deals: int, seed: int) -> list[int]:
    """Move the weights of some tables until the time is up or no step helps."""
    places = [TABLES[table][0] + i for table in tables for i in range(len(TABLES[table][1]))]
    names = {TABLES[table][0] + i: name for table in tables for i, name in enumerate(TABLES[table][1])}
    step = {place: max(abs(numbers[place]) * 4 // 10, FIRST_STEP) for place in places}
    sign = dict.fromkeys(places, 1)
    end = time.monotonic() + seconds
    while time.monotonic() < end and max(step.values()) > 2 * SMALLEST_STEP:
        for place in places:
            if time.monotonic() > end:
                break
            for direction in (sign[place], -sign[place]):
                new = list(numbers)
                new[place] += direction * step[place]
                seed += 2
                gain, error = ahead(new, numbers, rules, deals, seed)
                if gain > error > 0:
                    gain, error = ahead(new, numbers, rules, 2 * deals, seed + 1)
                    if gain > 0:
                        numbers = new
                        sign[place] = direction
                        step[place] = step[place] * 13 // 10
                        print(f"{names[place]} {numbers[place] / 1000:.3f}: {gain:+.2f} +- {error:.2f}", flush=True)
                        break
            else:
                step[place] = max(step[place] * 6 // 10, SMALLEST_STEP)
    return numbers


# %%
def write_back(name: str, rules: Rules, numbers: list[int], tables: list[str], how: str) -> None:
    """Put tuned weights into the policy's file, in the table of this game."""
    path = FOLDER / f"{name}.toml"
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    where = closest_estimate(name, rules)
    for estimate in file["estimates"]:
        if (estimate["copies"], estimate["passing"]) != (where.copies, where.passing):
            continue
        estimate["fitted_on"] = how
        for table in tables:
            first, keys = TABLES[table]
            values = {key: numbers[first + i] / 1000 for i, key in enumerate(keys)}
            if table == "bidding":
                estimate.update(values)
            else:
                estimate[table] = values
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lines += [f"{key} = {_toml(value)}" for key, value in file.items() if key != "estimates"]
    for estimate in file["estimates"]:
        plain = {key: value for key, value in estimate.items() if not isinstance(value, dict)}
        lines += ["", "[[estimates]]", *(f"{key} = {_toml(value)}" for key, value in plain.items())]
        for key, value in estimate.items():
            if isinstance(value, dict):
                lines += ["", f"[estimates.{key}]", *(f"{name} = {_toml(number)}" for name, number in value.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


# %%
def main() -> None:
    """Tune one policy in one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policy", choices=("medium", "hard"))
    parser.add_argument("rules")
    parser.add_argument("--set", nargs="*", default=[], dest="overrides", help="changes to the rule set")
    parser.add_argument("--tables", nargs="+", choices=sorted(TABLES), default=["listening", "bidding"])
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--deals", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=20_260)
    given = parser.parse_args()
    rules = load_rules(given.rules, given.overrides)
    numbers = tune(
        list(resolve(given.policy, rules).numbers), rules, given.tables, given.seconds, given.deals, given.seed
    )
    how = " ".join((rules.id, *given.overrides, f"by matches of {given.deals} deals"))
    write_back(given.policy, rules, numbers, given.tables, how)


if __name__ == "__main__":
    main()
