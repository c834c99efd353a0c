"""Fit the `standard` player's estimate of what a hand will make (`make fit-standard`)."""

# %% [markdown]
# # What a hand will make: fitting the `standard` player's estimate
#
# The `standard` player adds to his own meld a weighted count of what he can see: trumps, aces, near misses. The
# weights written to
# `pinosim/policies/standard.toml` are a quantile regression: the total that the team reaches or beats in `REACHED`
# of all
# hands. (A least-squares fit of the mean bids too high: double runs pull the mean up and are rarely there.)
#
# Run with `make fit-standard`; the seed is fixed, so the same sources give the same file.

# %%
from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from pinosim.api.fitting import features_and_totals
from pinosim.core.policy import FEATURES, N_FEATURES
from pinosim.policies import registry
from pinosim.rules.load import load_rules

DEALS = 100_000
SEED = 20_260
REACHED = 0.70  # bids up to what is reached in this share of hands, before the auction's winner's curse
ROUNDS = 4  # choosing a trump by the estimate and fitting on the chosen trump, in turn
TARGET = Path(__file__).parents[1] / "pinosim" / "policies" / "standard.toml"

# One table for each kind of game: copies in the deck, and whether cards are passed.
GAMES = (
    ("family250", (), 2, True, 2.0),
    ("family250", ("passing.count=0",), 2, False, 2.0),
    ("guide-double", (), 4, True, 4.0),
    ("guide-double", ("passing.count=0",), 4, False, 4.0),
)


# %%
def quantile_fit(x: np.ndarray, y: np.ndarray, share: float, start: np.ndarray) -> np.ndarray:
    """Weights w for which `y >= x @ w` in `share` of the rows: pinball loss, smoothed over a counter's width."""
    tau = 1.0 - share
    width = 1.0

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        rest = (y - x @ w) / width
        soft = np.logaddexp(0.0, -rest)
        value = width * float(np.mean(tau * rest + soft))
        slope = -tau + 1.0 / (1.0 + np.exp(np.clip(rest, -50, 50)))
        return value, (x.T @ slope) / len(y)

    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 2000}).x)


def fit(name: str, overrides: tuple[str, ...]) -> np.ndarray:
    """Weights for one game, in thousandths."""
    rules = load_rules(name, overrides)
    players = registry.resolve_seats("standard", rules)
    rows = features_and_totals(rules, players, DEALS, SEED)
    unit = int(rules.tricks.ace)
    x = rows[:, :, :N_FEATURES] / unit
    own = rows[:, :, -3] / unit
    extra = (rows[:, :, -2] + rows[:, :, -1]) / unit - own
    weights = np.zeros(N_FEATURES)
    weights[0] = float(np.median(extra))
    everyone = np.arange(DEALS)
    for _ in range(ROUNDS):
        trump = (own + x @ weights).argmax(axis=1)
        weights = quantile_fit(x[everyone, trump], extra[everyone, trump], REACHED, weights)
    reached = np.mean(extra[everyone, trump] >= x[everyone, trump] @ weights)
    print(f"{name} {' '.join(overrides)}: reached in {reached:.3f} of {DEALS} hands")
    return np.round(weights, 3)


# %%
def main() -> None:
    """Fit every table and write the policy file."""
    lines = [
        "# Written by analyses/fit_standard_policy.py (make fit-standard); all numbers count in aces' points.",
        'name = "standard"',
        "version = 1",
        'kind = "standard"',
        'title = "an honest club player: bids meld plus expected tricks, passes and plays by rules of thumb"',
    ]
    for name, overrides, copies, passing, margin in GAMES:
        weights = fit(name, overrides)
        lines += [
            "",
            "[[estimates]]",
            f"copies = {copies}",
            f"passing = {str(passing).lower()}",
            f'fitted_on = "{" ".join((name, *overrides))}, {DEALS} deals, seed {SEED}, {REACHED:.0%} reached"',
            "caution = 0.0",
            f"partner_margin = {margin}",
            "",
            "[estimates.weights]",
        ]
        lines += [f"{feature} = {weight}" for feature, weight in zip(FEATURES, weights.tolist(), strict=True)]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
