"""Fit the order in which the double-dummy search tries cards (`make fit-ordering`)."""

# %% [markdown]
# # Which card to try first: fitting the order of moves
#
# The search asks yes/no questions. Where a seat has a card that answers its way, only that card needs a look, so the
# order decides how much is searched. Decisions are sampled from searches of random deals; every move of each is tried
# alone. A move is the better, the fewer nodes it takes to answer. The weights maximise the probability that a softmax
# of the scores gives to such moves; decisions that cost more count for more.
#
# Run with `make fit-ordering`; the seed is fixed, so the same sources and start weights give the same file.

# %%
from __future__ import annotations

import json
import sys
import time

import numpy as np
from scipy.optimize import minimize

from pinosim.api.deal import deal_many
from pinosim.core.double_dummy import driver, sampling, setting
from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.ordering import FOLLOW_FEATURES, LEAD_FEATURES, N_FEATURES, WEIGHTS_FILE
from pinosim.rules.load import load_rules

SEED = 20_261
GAMES = (("family250", 40, 997), ("wocg-single", 40, 997))
SAMPLES_A_DEAL = 400
LIMIT = 20_000
SCALE = 32.0  # weights are whole numbers
PLACES = ("lead", "second", "third", "fourth")


# %%
def sample(name: str, deals: int, every: int) -> np.ndarray:
    """Grade the moves of decisions from random deals with random trumps and leaders."""
    rules = load_rules(name)
    vector = np.array(rules.vector, np.int64)
    hands = deal_many(rules, seed=SEED, n=deals)
    chance = np.random.default_rng(SEED)
    memory, index, table = driver.new_memory(8, 1 << 18)
    memory = sampling.with_room_for_samples(memory, SAMPLES_A_DEAL)
    trick = np.zeros(4, np.int64)
    rows = np.zeros((SAMPLES_A_DEAL * 24, sampling.GRADED), np.int64)
    parts = []
    for number in range(deals):
        trump, leader = (int(n) for n in chance.integers(4, size=2))
        setting.set_deal(memory, index, hands[number], trick, 0, leader, trump, 5, vector)
        sampling.start_sampling(memory, SAMPLES_A_DEAL, every)
        driver.solve(memory, index, table, driver.MIDDLE, 0, 0)
        n = sampling.grade_samples(memory, index, table, number * SAMPLES_A_DEAL, LIMIT, rows)
        parts.append(rows[:n].copy())
    return np.concatenate(parts)


# %%
def fit(graded: np.ndarray, n_features: int, start: np.ndarray) -> np.ndarray:
    """Weights that put cheap answering moves first."""
    decision = graded[:, 0]
    begins = np.flatnonzero(np.r_[True, decision[1:] != decision[:-1]])
    group = np.cumsum(np.r_[True, decision[1:] != decision[:-1]]) - 1
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
        slope = x.T @ (weight[group] * (p - wanted)) + 2e-4 * w
        return float(value), slope

    result = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400})
    score = x @ result.x
    best = np.maximum.reduceat(score, begins)[group] == score
    right = np.bincount(group, weights=best & answers) > 0
    print(f"  {matters.sum()} decisions, loss {loss(start)[0]:.4f} -> {result.fun:.4f}, first move answers {np.average(right, weights=weight):.3f}")
    return np.asarray(result.x)


# %%
def main() -> None:
    began = time.time()
    graded = np.concatenate([sample(*game) + np.r_[i * 10**9, np.zeros(sampling.GRADED - 1, int)] for i, game in enumerate(GAMES)])
    print(f"{len(graded)} moves graded in {time.time() - began:.0f} s")
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    for position, place in enumerate(PLACES):
        names = LEAD_FEATURES if position == 0 else FOLLOW_FEATURES
        start = np.array([weights[place][name] for name in names]) / SCALE
        print(place)
        found = fit(graded[graded[:, 1] == position], len(names), start * 0.2)
        weights[place] = {name: round(float(w) * SCALE) for name, w in zip(names, found, strict=True)}
    WEIGHTS_FILE.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
