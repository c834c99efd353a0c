"""Fit the instant answers of `advise --quick` (`make fit-quick`)."""

# %% [markdown]
# # Instant answers: what a hand will make, without playing it
#
# Random hands are played out once in every suit, and passed with once, by `hard`. For a row of margins a logistic
# regression gives the chance that the side's total reaches own meld plus the margin; linear regressions give what the
# others score and what passing brings. `pinosim/api/quick_features.py` has the features, `quick_model.py` the reading.
#
# Hands with seat 0 to speak first, nobody having called. What is written beside the weights is measured on hands that
# were not fitted on: the Brier score against single outcomes, and the distance from full advice.

# %%
from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from pinosim.api.advise import advise
from pinosim.api.hand import Hand
from pinosim.api.quick import answer_by
from pinosim.api.quick_model import FORMAT, Errors, QuickModel
from pinosim.api.quick_sample import PlayedHands, features_of, play_random_hands
from pinosim.api.sides import trump_after_kitty
from pinosim.errors import AuctionError
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import list_rules, load_rules
from pinosim.rules.schema import Rules

POLICY = "hard"
SEED = 20_262
DEALS = 60_000
HELD_OUT = 10_000
N_MARGINS = 16
RIDGE = 1.0  # times the identity: keeps features that hardly occur from running off
COMPARED = 60
PRECISION = 0.025  # of the full advice compared with
FOLDER = Path(__file__).parents[1] / "pinosim" / "fitted" / "quick"


# %%
def logistic_fit(x: NDArray[np.float64], y: NDArray[np.bool_], start: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights w for which the chance of y is `1 / (1 + exp(-x @ w))`: Newton's method, halving steps that overshoot."""
    w = start
    logits = x @ w
    loss = penalised(logits, y, w)
    for _ in range(40):
        p = 1 / (1 + np.exp(-logits))
        slope = x.T @ (p - y) + RIDGE * w
        curve = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(curve, slope)
        size = 1.0
        while size > 1e-3:
            tried = w - size * step
            logits = x @ tried
            better = penalised(logits, y, tried)
            if better <= loss:
                break
            size /= 2
        gained, w, loss = loss - better, tried, better
        if gained < 1e-6 * len(y):
            break
    return w


def penalised(logits: NDArray[np.float64], y: NDArray[np.bool_], w: NDArray[np.float64]) -> float:
    """Minus the logarithm of the likelihood, and the ridge."""
    return float((np.logaddexp(0.0, logits) - y * logits).sum() + RIDGE * (w @ w) / 2)


def linear_fit(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights w for which `x @ w` is nearest to y."""
    return np.asarray(np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y))


def fit(rules: Rules, played: PlayedHands, x: NDArray[np.float64]) -> QuickModel:
    """Fit every part of the model."""
    unit = rules.tricks.ace
    n = len(played.masks)
    own = played.melds / unit
    totals = np.maximum(played.totals, 0) / unit
    everyone = np.arange(n)
    # a first look at the total tells which trumps are worth fitting on: the best two of each hand
    mean = linear_fit(x.reshape(-1, x.shape[2]), totals.ravel())
    ranked = np.argsort(-(x @ mean), axis=1)[:, :2]
    rows = x[everyone[:, None], ranked].reshape(-1, x.shape[2])
    reached = totals[everyone[:, None], ranked].ravel()
    excess = np.where(played.totals >= 0, totals - own, -1e6)[everyone[:, None], ranked].ravel()
    mean = linear_fit(rows, reached)
    shares = np.linspace(0.015, 0.985, N_MARGINS)
    margins = np.unique(np.round(np.quantile(excess[excess > -1e5], shares)))
    # features of about one size, so that the ridge and the steps treat them alike
    sizes = np.maximum(np.sqrt((rows**2).mean(axis=0)), 0.05)
    even = rows / sizes
    weights = np.zeros(x.shape[2])
    weights[0] = 2.0
    make = []
    for margin in margins:
        weights = logistic_fit(even, excess >= margin, weights)
        make.append(weights / sizes)
    best = (x @ mean).argmax(axis=1)
    others = linear_fit(rows, played.others[everyone[:, None], ranked].ravel() / unit)
    passing = linear_fit(x[everyone, best], played.passing / unit)
    return QuickModel(
        format=FORMAT,
        rules=rules.id,
        rules_hash=rules.hash,
        policy=resolve_seats(POLICY, rules)[0].label,
        deals=n,
        seed=SEED,
        margins=tuple(margins.tolist()),
        make=tuple(tuple(np.round(weights, 4).tolist()) for weights in make),
        others=tuple(np.round(others, 4).tolist()),
        passing=tuple(np.round(passing, 4).tolist()),
        total=tuple(np.round(mean, 4).tolist()),
        errors=Errors(
            brier=0, brier_bare=0, hands=0, advice_deals=0, chance=0, chance_rms=0, trump=0, verdict=0, limit=0,
            gain_rms=0,
        ),
    )  # fmt: skip


# %%
def brier_scores(rules: Rules, model: QuickModel, played: PlayedHands, x: NDArray[np.float64]) -> tuple[float, float]:
    """Mean square of chance less outcome over the margins, of the model and of the share of all hands."""
    unit = rules.tricks.ace
    best = (x @ np.array(model.total)).argmax(axis=1)
    everyone = np.arange(len(best))
    chosen = x[everyone, best]
    total = played.totals[everyone, best]
    excess = np.where(total >= 0, (total - played.melds[everyone, best]) / unit, -1e6)
    logits = np.minimum.accumulate(chosen @ np.array(model.make).T, axis=1)
    made = excess[:, None] >= np.array(model.margins)
    chances = 1 / (1 + np.exp(-np.clip(logits, -12, 12)))
    return float(((chances - made) ** 2).mean()), float(((made.mean(axis=0) - made) ** 2).mean())


def compare(rules: Rules, model: QuickModel, played: PlayedHands, hands: int) -> dict[str, float]:
    """Ask full advice about hands that were not fitted on, and tell how far instant answers are from it."""
    unit = rules.tricks.ace
    chances: list[float] = []
    trumps, verdicts, limits, gains = [], [], [], []
    n = 0
    for number in range(hands):
        hand = Hand.from_mask(int(played.masks[number]), rules.deck)
        try:
            full = advise(hand, rules, policy=POLICY, precision=PRECISION, seed=SEED + 1 + number, sensitivity=False)
        except AuctionError:  # may not bid, for want of a marriage
            continue
        if full.trump is None or full.gain is None:
            continue
        n = full.n
        quick = answer_by(model, hand, rules)
        chances += [quick.p_make[bid].value - p.value for bid, p in full.p_make.items() if bid in quick.p_make]
        trumps.append(quick.trump == full.trump)
        if full.contract.gain is not None:
            gains.append((quick.gain.value - full.contract.gain.value) / unit)
        if full.verdict != "close":
            verdicts.append((quick.gain.value > 0) == (full.gain.value > 0))
        if full.max_bid is not None and quick.max_bid is not None:
            limits.append(abs(quick.max_bid - full.max_bid) / unit)
    return {
        "hands": len(trumps),
        "advice_deals": n,
        "chance": float(np.mean(np.abs(chances))),
        "chance_rms": float(np.sqrt(np.mean(np.square(chances)))),
        "trump": float(np.mean(trumps)),
        "verdict": float(np.mean(verdicts)),
        "limit": float(np.mean(limits)),
        "gain_rms": float(np.sqrt(np.mean(np.square(gains)))),
    }


# %%
def main() -> None:
    """Fit and measure the model of each game with an auction and no kitty, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="rule sets [default: all with an auction and no kitty]")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--compared", type=int, default=COMPARED)
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    chosen = [load_rules(name) for name in given.names] or [
        rules for rules in list_rules() if rules.auction.kind != "none" and not trump_after_kitty(rules)
    ]
    done: set[str] = set()
    for rules in chosen:
        if rules.hash in done or (rules.unit == 10 and _has_small_twin(rules)):
            continue
        done.add(rules.hash)
        started = time.process_time()
        players = resolve_seats(POLICY, rules)
        played = play_random_hands(rules, players, given.deals, SEED)
        fresh = play_random_hands(rules, players, HELD_OUT, SEED, first=given.deals)
        model = fit(rules, played, features_of(rules, played.masks, played.melds))
        brier, bare = brier_scores(rules, model, fresh, features_of(rules, fresh.masks, fresh.melds))
        measured = compare(rules, model, fresh, given.compared)
        errors = Errors(brier=brier, brier_bare=bare, **measured)  # type: ignore[arg-type]
        errors = Errors(**{key: round(value, 5) for key, value in msgspec.to_builtins(errors).items()})
        model = msgspec.structs.replace(model, errors=errors)
        text = json.dumps(msgspec.to_builtins(model), indent=None, separators=(",", ":"))
        (FOLDER / f"{rules.hash}.json").write_text(text.replace("],[", "],\n[") + "\n", encoding="utf-8")
        print(rules.id, msgspec.to_builtins(errors), f"{time.process_time() - started:.0f} s of CPU", flush=True)


def _has_small_twin(rules: Rules) -> bool:
    """Tell whether the same game is packaged in the small scale: its model serves both."""
    return any(other.unit == 1 and load_rules(other.id, scale=10).hash == rules.hash for other in list_rules())


if __name__ == "__main__":
    main()
