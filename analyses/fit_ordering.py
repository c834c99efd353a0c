"""Fit the order in which the double-dummy search tries cards (`make fit-ordering`)."""

# %% [markdown]
# # Which card to try first: fitting the order of moves
#
# The search asks yes/no questions. Where a seat has a card that answers its way, only that card needs a look, so the
# order decides how much is searched. Two steps:
#
# 1. *Grading* (`--fresh`): decisions are sampled from searches that use a plain order made by hand; every move of each
#    is tried alone. A move is the better, the fewer nodes it takes to answer. The weights maximise the probability that
#    a softmax of the scores gives to such moves; decisions that cost more count for more.
# 2. *Climbing*: single weights are changed at random, and a change is kept if it lowers the mean logarithm of the nodes
#    over a fixed set of endings. What is graded one decision at a time is not quite what a search needs: the table and
#    the killers tie decisions together.
#
# Without `--fresh` the climb begins with the weights in the file, so that it can be continued. Seeds are fixed: the
# same sources, file and `--trials` give the same file.

# %%
from __future__ import annotations

import argparse
import json

import numpy as np
from scipy.optimize import minimize

from pinosim.api.deal import deal_many
from pinosim.core import slots as S
from pinosim.core.double_dummy import driver, sampling, setting
from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.ordering import FOLLOW_FEATURES, LEAD_FEATURES, N_FEATURES, WEIGHTS_FILE
from pinosim.rules.load import load_rules

SEED = 20_261
RULES = "family250"
GRADED_DEALS = 80
SAMPLES_A_DEAL = 400
EVERY = 997  # decisions from one sampled to the next
LIMIT = 20_000  # nodes for a move
CLIMBED_ENDINGS = ((80, 9), (40, 11))  # how many, and cards a hand
SCALE = 32.0  # weights are whole numbers
STEPS = (-24, -12, -6, -3, 3, 6, 12, 24)
PLACES = {"lead": LEAD_FEATURES, "second": FOLLOW_FEATURES, "third": FOLLOW_FEATURES, "fourth": FOLLOW_FEATURES}
BY_HAND = {"our side wins": 100, "price if we win": 5, "price if we lose": -5, "rank": -1, "killer": 300}


# %%
class Table:
    """Random endings and the memory to solve them in."""

    def __init__(self, endings: tuple[tuple[int, int], ...], seed: int) -> None:
        rules = load_rules(RULES)
        self.vector = np.array(rules.vector, np.int64)
        self.chance = np.random.default_rng(seed)
        self.memory, self.index, self.table = driver.new_memory(8, 1 << 16)
        self.no_trick = np.zeros(4, np.int64)
        self.positions = []
        first = 0
        for n, size in endings:
            for hands in deal_many(rules, seed=seed, first=first, n=n):
                trump, leader = (int(number) for number in self.chance.integers(4, size=2))
                self.positions.append((self.shorten(hands, size), trump, leader))
            first += n

    def shorten(self, hands: np.ndarray, size: int) -> np.ndarray:
        """Leave every hand `size` random cards."""
        n_ranks, width = int(self.vector[S.N_RANKS]), int(self.vector[S.WIDTH])
        field = (1 << width) - 1
        shorter = np.zeros(4, np.int64)
        for seat in range(4):
            cards = [card for card in range(4 * n_ranks) for _ in range((int(hands[seat]) >> (card * width)) & field)]
            shorter[seat] = sum(1 << (card * width) for card in self.chance.permutation(cards)[:size])
        return shorter

    def set(self, number: int) -> None:
        """Lay out a position."""
        hands, trump, leader = self.positions[number]
        setting.set_deal(self.memory, self.index, hands, self.no_trick, 0, leader, trump, 5, self.vector)

    def solve(self, number: int) -> int:
        """Nodes it takes to solve a position."""
        self.set(number)
        return int(driver.solve(self.memory, self.index, self.table, driver.NO_GUESS, 0, 0)[2])


def as_array(weights: dict[str, dict[str, int]]) -> np.ndarray:
    """Lay weights out as the search reads them."""
    numbers = np.zeros(4 * N_FEATURES, np.int64)
    for place, (name, features) in enumerate(PLACES.items()):
        for number, feature in enumerate(features):
            numbers[place * N_FEATURES + number] = weights[name][feature]
    return numbers


def as_names(numbers: np.ndarray) -> dict[str, dict[str, int]]:
    """Undo `as_array`."""
    return {
        name: {feature: int(numbers[place * N_FEATURES + number]) for number, feature in enumerate(features)}
        for place, (name, features) in enumerate(PLACES.items())
    }


# %%
def grade() -> np.ndarray:
    """Grade the moves of decisions from whole random deals, searched with the order made by hand."""
    table = Table(((GRADED_DEALS, 12),), SEED)
    table.memory = sampling.with_room_for_samples(table.memory, SAMPLES_A_DEAL)
    by_hand = {name: {feature: BY_HAND.get(feature, 0) for feature in features} for name, features in PLACES.items()}
    table.memory[P.WEIGHTS : P.WEIGHTS + 4 * N_FEATURES] = as_array(by_hand)
    rows = np.zeros((SAMPLES_A_DEAL * 24, sampling.GRADED), np.int64)
    parts = []
    for number in range(GRADED_DEALS):
        table.set(number)
        sampling.start_sampling(table.memory, SAMPLES_A_DEAL, EVERY)
        driver.solve(table.memory, table.index, table.table, driver.NO_GUESS, 0, 0)
        first = number * SAMPLES_A_DEAL
        n = sampling.grade_samples(table.memory, table.index, table.table, first, LIMIT, rows)
        parts.append(rows[:n].copy())
    return np.concatenate(parts)


def fit(graded: np.ndarray, n_features: int) -> np.ndarray:
    """Weights that put cheap answering moves first."""
    new = np.r_[True, graded[1:, 0] != graded[:-1, 0]]
    begins, group = np.flatnonzero(new), np.cumsum(new) - 1
    cost = graded[:, 2].astype(float)
    answers = graded[:, 3] == 1
    merit = np.where(answers, 1.0 / (cost + 3.0), 0.0)
    total = np.add.reduceat(merit, begins)
    wanted = merit / np.where(total > 0, total, 1.0)[group]
    n_answers = np.add.reduceat(answers.astype(int), begins)
    size = np.diff(np.r_[begins, len(graded)])
    mean_cost = np.add.reduceat(cost, begins) / size
    cheapest = np.minimum.reduceat(np.where(answers, cost, np.inf), begins)
    matters = (n_answers > 0) & ((n_answers < size) | (mean_cost > 1.3 * cheapest))
    weight = np.where(matters, np.sqrt(np.minimum(mean_cost, LIMIT)), 0.0)
    weight /= weight.sum()
    x = graded[:, 4 : 4 + n_features].astype(float)

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        score = x @ w
        score -= np.maximum.reduceat(score, begins)[group]
        p = np.exp(score)
        p /= np.add.reduceat(p, begins)[group]
        value = -np.sum(weight[group] * wanted * np.log(p + 1e-12)) + 1e-4 * w @ w
        return float(value), x.T @ (weight[group] * (p - wanted)) + 2e-4 * w

    result = minimize(loss, np.zeros(n_features), jac=True, method="L-BFGS-B", options={"maxiter": 400})
    print(f"  {matters.sum()} decisions that matter, loss {result.fun:.4f}")
    return np.asarray(result.x)


def fresh_weights() -> np.ndarray:
    """Fit weights from graded decisions alone."""
    graded = grade()
    print(f"{len(graded)} moves graded")
    numbers = np.zeros(4 * N_FEATURES, np.int64)
    for place, (name, features) in enumerate(PLACES.items()):
        print(name)
        found = fit(graded[graded[:, 1] == place], len(features))
        numbers[place * N_FEATURES : place * N_FEATURES + len(features)] = np.round(found * SCALE)
    return numbers


# %%
def climb(numbers: np.ndarray, trials: int) -> np.ndarray:
    """Change single weights as long as that lowers the mean logarithm of the nodes."""
    table = Table(CLIMBED_ENDINGS, SEED + 1)
    used = np.flatnonzero(as_array({name: dict.fromkeys(features, 1) for name, features in PLACES.items()}))

    def measure(candidate: np.ndarray, best: np.ndarray | None) -> np.ndarray | None:
        """Logarithm of the nodes of each position; None as soon as it is plain that the best is not beaten."""
        table.memory[P.WEIGHTS : P.WEIGHTS + 4 * N_FEATURES] = candidate
        logs = np.zeros(len(table.positions))
        for number in range(len(logs)):
            logs[number] = np.log(table.solve(number) + 50.0)
            if best is not None and number % 20 == 19:
                ahead = (logs[: number + 1] - best[: number + 1]).mean()
                if ahead > 0.06 * (1 - number / len(logs)):
                    return None
        return logs

    best = measure(numbers, None)
    assert best is not None
    print(f"mean log of nodes {best.mean():.4f}")
    for trial in range(trials):
        candidate = numbers.copy()
        candidate[table.chance.choice(used)] += table.chance.choice(STEPS)
        logs = measure(candidate, best)
        if logs is not None and logs.mean() < best.mean():
            numbers, best = candidate, logs
            print(f"trial {trial}: {best.mean():.4f}")
    return numbers


def main() -> None:
    """Fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="begin with graded decisions, not with the file")
    parser.add_argument("--trials", type=int, default=400, help="changes to try in the climb")
    chosen = parser.parse_args()
    numbers = fresh_weights() if chosen.fresh else as_array(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8")))
    numbers = climb(numbers, chosen.trials)
    WEIGHTS_FILE.write_text(json.dumps(as_names(numbers), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
