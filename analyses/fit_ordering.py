"""Fit the order in which the double-dummy search tries cards, and its first guess (`make fit-ordering`)."""

# %% [markdown]
# # Which card to try first: fitting the order of moves
#
# The search asks yes/no questions. Where a seat has a card that answers its way, only that card needs a look, so the
# order decides how much is searched. All begins with an earlier order, `ordering_begin.json`: its leads come from an
# earlier climb, its other seats from step 1 on 400 deals, the weights of cards that answered from the same hand from a
# handful of tries on 60 deals, all done once outside this file. Seeds are fixed: the same sources give the same file.
# Whatever is proposed is kept only if the mean logarithm of the nodes over whole deals falls by two standard errors;
# with the seeds here three small changes of leads were (7 % fewer nodes on 200 other deals), and no fit of step 1.
#
# 1. *Grading*, for the seats that follow: decisions are sampled from searches of whole deals and every move of each is
#    tried alone: does it answer, and how many nodes does that take? With moves drawn in turn by a softmax of the scores
#    (Plackett and Luce) the nodes to be expected are a formula: a move that fails costs its nodes if it comes before
#    all that answer. The weights proposed minimise these, as a multiple of the nodes of the best move.
# 2. *Climbing*, for leads: single weights change, one after the other. Leads fitted as in step 1 made graded decisions
#    cheaper (1.73 times the best moves, not 1.87) and whole searches dearer by 6 to 28 %, in one fit; why was not
#    looked into. One climb on endings of 10 and 11 cards gained 4 % there and lost 12 % on 60 whole deals.
# 3. *The guess*: least squares of values on what is held and on the play-out.

# %%
from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from pinosim.api.deal import deal_many
from pinosim.core import slots as S
from pinosim.core.double_dummy import driver, guessing, playing, sampling, setting
from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.ordering import FOLLOW_FEATURES, LEAD_FEATURES
from pinosim.core.double_dummy.weights import WEIGHTS_FILE, write_into
from pinosim.rules.load import load_rules

Weights = dict[str, dict[str, int]]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SEED = 20_261
# Rule set, how many deals, cards a hand.
GRADED = (("wocg-single", 100, 12), ("guide-double", 30, 12))
CLIMBED = (("wocg-single", 140, 12), ("guide-double", 60, 12))
SAMPLES_A_DEAL = 400
EVERY = 997  # decisions from one sampled to the next
LIMIT = 20_000  # nodes for a graded move
FEWEST, MOST = 40_000, 600_000  # nodes of a deal that serves for climbing
SCALE = 24.0  # weights are whole numbers
STEP, LONGEST_STEP = 8, 24
KEEPING = 1e-4  # pull of weights towards zero
FOLLOWERS = ("second", "third", "fourth")
BEGIN = Path(__file__).with_name("ordering_begin.json")


# %%
@dataclass(frozen=True)
class Case:
    """A position with its rules; trump and leader at random, or (every other one) trump the longest of a side."""

    rules: Ints
    hands: Ints
    trump: int
    leader: int


def draw(kinds: tuple[tuple[str, int, int], ...], seed: int) -> list[Case]:
    """Draw endings, the kinds mixed evenly."""
    chance = np.random.default_rng(seed)
    cases: list[tuple[float, Case]] = []
    for name, n, size in kinds:
        rules = load_rules(name)
        vector = np.array(rules.vector, np.int64)
        for number, hands in enumerate(deal_many(rules, seed=seed, first=0, n=n)):
            trump, leader = (int(drawn) for drawn in chance.integers(4, size=2))
            kept = [chance.permutation(cards_of(hand, vector))[:size] for hand in hands]
            if number % 2:
                side = np.concatenate([kept[leader], kept[(leader + 2) % 4]]) // vector[S.N_RANKS]
                trump = int(np.bincount(side, minlength=4).argmax())
            shorter = np.array([sum(1 << int(card * vector[S.WIDTH]) for card in cards) for cards in kept], np.int64)
            cases.append(((number + 0.5) / n, Case(vector, shorter, trump, leader)))
    return [case for _, case in sorted(cases, key=lambda pair: pair[0])]


def cards_of(hand: int, vector: Ints) -> Ints:
    """List the cards of a hand."""
    n_ranks, width = int(vector[S.N_RANKS]), int(vector[S.WIDTH])
    counts = [(int(hand) >> (card * width)) & ((1 << width) - 1) for card in range(4 * n_ranks)]
    return np.repeat(np.arange(4 * n_ranks), counts)


class Solver:
    """The memory of a search, with weights of one's own."""

    def __init__(self, weights: Weights, samples: int = 0) -> None:
        self.memory, self.index, self.table = driver.new_memory(16, 1 << 22)
        if samples:
            self.memory = sampling.with_room_for_samples(self.memory, samples)
        self.no_trick = np.zeros(4, np.int64)
        self.use(weights)

    def use(self, weights: Weights) -> None:
        """Take other weights."""
        write_into(self.memory, weights)

    def lay_out(self, case: Case) -> None:
        """Lay out a position."""
        problem = setting.set_deal(
            self.memory, self.index, case.hands, self.no_trick, 0, case.leader, case.trump, 5, case.rules
        )
        assert problem == setting.OK

    def solve(self, case: Case, guess: int = driver.NO_GUESS) -> tuple[int, int]:
        """Return the value of a position, and the nodes it takes to find it."""
        self.lay_out(case)
        value, _, nodes = driver.solve(self.memory, self.index, self.table, guess, 0, 0)
        return int(value), int(nodes)


# %%
def grade(weights: Weights) -> Ints:
    """Grade the moves of decisions from whole random deals."""
    solver = Solver(weights, SAMPLES_A_DEAL)
    rows = np.zeros((SAMPLES_A_DEAL * 24, sampling.GRADED), np.int64)
    parts = []
    for number, case in enumerate(draw(GRADED, SEED)):
        solver.lay_out(case)
        sampling.start_sampling(solver.memory, SAMPLES_A_DEAL, EVERY)
        driver.solve(solver.memory, solver.index, solver.table, driver.NO_GUESS, 0, 0)
        first = number * SAMPLES_A_DEAL
        n = sampling.grade_samples(solver.memory, solver.index, solver.table, first, LIMIT, rows)
        parts.append(rows[:n].copy())
    return np.concatenate(parts)


@dataclass(frozen=True)
class Decisions:
    """Graded moves, those of a decision side by side; each decision has at least one that answers."""

    begins: Ints  # first move of each decision
    decision: Ints  # of each move
    cost: Floats
    answers: NDArray[np.bool_]
    features: Floats

    @property
    def cheapest(self) -> Floats:
        """Cost of the best move of each decision."""
        return np.asarray(np.minimum.reduceat(np.where(self.answers, self.cost, np.inf), self.begins))

    def expected(self, scores: Floats) -> tuple[Floats, Floats]:
        """Cost to be expected of each decision, and its slope in each score."""
        begins, of = self.begins, self.decision
        odds = np.exp(np.maximum(scores - np.maximum.reduceat(scores, begins)[of], -60.0))
        answering = np.where(self.answers, odds, 0.0)
        total = np.add.reduceat(answering, begins)
        answer = np.add.reduceat(answering * self.cost, begins) / total
        before = np.where(self.answers, 0.0, odds / (odds + total[of]))  # chance to come before all that answer
        slope = np.where(self.answers, odds * (self.cost - answer[of]) / total[of], self.cost * before * (1 - before))
        less = np.where(self.answers, 0.0, self.cost * odds / (odds + total[of]) ** 2)
        slope -= answering * np.add.reduceat(less, begins)[of]
        return answer + np.add.reduceat(before * self.cost, begins), slope

    def in_order(self, scores: Floats) -> Floats:
        """Cost of each decision with its moves tried from the highest score down."""
        order = np.lexsort((-scores, self.decision))
        running = np.concatenate([[0.0], np.cumsum(self.cost[order])])
        at = np.where(self.answers[order], np.arange(len(order)), len(order))
        return np.asarray(running[np.minimum.reduceat(at, self.begins) + 1] - running[self.begins])


def decisions_of(graded: Ints, position: int, n_features: int) -> Decisions:
    """Pick the decisions of one position in the trick."""
    graded = graded[graded[:, 1] == position]
    numbers, decision = np.unique(graded[:, 0], return_inverse=True)
    answered = np.bincount(decision, graded[:, 3] == 1, len(numbers)) > 0
    graded = graded[answered[decision]]
    _, begins, decision = np.unique(graded[:, 0], return_index=True, return_inverse=True)
    features = graded[:, 4 : 4 + n_features].astype(np.float64)
    return Decisions(begins, decision, graded[:, 2] + 3.0, graded[:, 3] == 1, features)


def fit(decisions: Decisions) -> Iterator[Floats]:
    """Propose weights with which few nodes are to be expected; decisions count by the root of their cheapest move."""
    cheapest = decisions.cheapest
    weight = np.sqrt(cheapest) / np.sqrt(cheapest).sum()

    def loss(w: Floats, by_ratio: bool) -> tuple[float, Floats]:
        cost, slope = decisions.expected(decisions.features @ w)
        value = weight @ (cost / cheapest if by_ratio else np.log(cost / cheapest))
        scale = weight / (cheapest if by_ratio else cost)
        return float(value + KEEPING * w @ w), decisions.features.T @ (scale[decisions.decision] * slope) + (
            2 * KEEPING * w
        )

    found = np.zeros(decisions.features.shape[1])
    for by_ratio in (False, True):
        found = minimize(loss, found, args=(by_ratio,), jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
        whole = np.round(found * SCALE)
        ratio = decisions.in_order(decisions.features @ whole).sum() / cheapest.sum()
        print(f"  {len(cheapest)} decisions, {ratio:.3f} times the nodes of the best moves")
        yield whole


# %%
class Climb:
    """Changes of single weights, kept if whole deals then take fewer nodes."""

    def __init__(self, weights: Weights, cases: list[Case]) -> None:
        self.solver = Solver(weights)
        self.cases, self.values, first = [], [], []
        self.solved = []  # every position with its value, for the guess
        for case in cases:
            value, nodes = self.solver.solve(case)
            self.solved.append((case, value))
            if FEWEST < nodes < MOST:
                self.cases.append(case)
                self.values.append(value)
        for case, value in zip(self.cases, self.values, strict=True):
            first.append(np.log(self.solver.solve(case, value)[1]))
        self.best = np.array(first)

    def is_better(self, weights: Weights) -> bool:
        """Try weights; give up as soon as it is plain that they are no better. Better ones become the best."""
        self.solver.use(weights)
        n = len(self.cases)
        logs = np.zeros(n)
        for number in range(n):
            logs[number] = np.log(self.solver.solve(self.cases[number], self.values[number])[1])
            if number % 15 == 14 and (logs - self.best)[: number + 1].mean() > 0.012 * (1 - number / n):
                return False
        less = self.best - logs
        if less.mean() <= 2 * less.std() / np.sqrt(n):
            return False
        self.best = logs
        return True

    def run(self, weights: Weights, trials: int) -> Weights:
        """Go round the weights of leads, with steps that grow where they help and shrink where they do not."""
        steps = dict.fromkeys(LEAD_FEATURES, STEP)
        trial = 0
        while trial < trials:
            for name in LEAD_FEATURES:
                kept = False
                for sign in (1, -1):
                    if trial == trials:
                        break
                    trial += 1
                    step = sign * steps[name]
                    changed = weights | {"lead": weights["lead"] | {name: weights["lead"][name] + step}}
                    if self.is_better(changed):
                        weights, kept = changed, True
                        print(f"  trial {trial}: {name} {step:+d}, {self.best.mean():.4f}", flush=True)
                        break
                if kept:  # the same way again next time
                    steps[name] = int(np.clip(2 * step, -LONGEST_STEP, LONGEST_STEP))
                else:
                    steps[name] = int(np.sign(steps[name])) * max(abs(steps[name]) // 2, 1)
        return weights


# %%
def fit_guess(weights: Weights, solved: list[tuple[Case, int]]) -> dict[str, int]:
    """Fit the guess to values found."""
    solver = Solver(weights)
    rows, wanted, scale = [], [], []
    for case, value in solved:
        solver.lay_out(case)
        left, tricks, unit = (int(solver.memory[place]) for place in (P.LEFT, P.TRICKS, P.UNIT))
        held = guessing.holdings(solver.memory)
        played = playing.play_out(solver.memory, solver.index)
        rows.append([1.0, *(number / tricks for number in held), played / left - 0.5])
        wanted.append(value / unit / left - 0.5)
        scale.append(left)
    x, y = np.array(rows), np.array(wanted)
    found = np.linalg.lstsq(x, y, rcond=None)[0]
    off = (x @ found - y) * np.array(scale)
    print(f"guess: {len(y)} values, off by {np.sqrt(np.mean(off**2)):.2f} points (standard deviation)")
    return {
        name: int(share) for name, share in zip(guessing.GUESS_FEATURES, np.round(found * guessing.SHARES), strict=True)
    }


def main() -> None:
    """Fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=240, help="changes to try in the climb")
    parser.add_argument("--out", default=str(WEIGHTS_FILE), help="file to write")
    chosen = parser.parse_args()
    weights: Weights = json.loads(BEGIN.read_text(encoding="utf-8"))
    weights["guess"] = dict.fromkeys(guessing.GUESS_FEATURES[:-1], 0) | {"play-out": guessing.SHARES}
    graded = grade(weights)
    print(f"{len(graded)} moves graded")
    climb = Climb(weights, draw(CLIMBED, SEED + 1))
    print(f"{len(climb.cases)} deals, mean log of nodes {climb.best.mean():.4f}")
    for position, place in enumerate(FOLLOWERS, start=1):
        print(place)
        for found in fit(decisions_of(graded, position, len(FOLLOW_FEATURES))):
            named = {name: int(weight) for name, weight in zip(FOLLOW_FEATURES, found, strict=True)}
            if climb.is_better(weights | {place: named}):
                weights[place] = named
                print(f"  kept: {climb.best.mean():.4f}", flush=True)
    weights = climb.run(weights, chosen.trials)
    weights["guess"] = fit_guess(weights, climb.solved)
    with open(chosen.out, "w", encoding="utf-8") as file:
        file.write(json.dumps(weights, indent=1) + "\n")


if __name__ == "__main__":
    main()
