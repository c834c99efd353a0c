"""What bidding conventions are worth: to partner who is told, and to a side that plays them (`docs/conventions.md`)."""

# %% [markdown]
# # Bidding conventions
#
# Two questions about each packaged convention, answered by play:
#
# 1. By how much does a side's total differ from what the bidder reckons with, when his partner's hand meets a claim?
#    That is the `worth` of the meaning: what partner adds to its limit once it has been told.
# 2. What does a side gain that plays the convention against one that does not, all else being equal?
#
# `python analyses/conventions.py worth` and `python analyses/conventions.py match`.

# %%
from __future__ import annotations

import sys

import numpy as np

from pinosim.api.conventions import load_convention
from pinosim.api.deal import deal_many
from pinosim.api.fitting import features_and_totals
from pinosim.api.match import match
from pinosim.api.odds.event_sampling import hand_counts
from pinosim.core.policy import FEATURES, N_FEATURES
from pinosim.policies.registry import closest_estimate, resolve_seats
from pinosim.rules.load import load_rules

GAMES = (("modern-single", "family250"), ("dailey", "family250"), ("double-meld", "guide-double"))
PARTNER = 2
WORTH_DEALS = 100_000
MATCH_DEALS = 60_000
FEWEST = 30
SEED = 31
MATCH_SEED = 77  # other deals than those that `worth` was measured on


# %%
def print_worth(name: str, rules_name: str, policy: str = "hard") -> None:
    """Print, for each meaning, how often a hand meets its claim and what that is worth to the bidder's side."""
    rules = load_rules(rules_name)
    convention = load_convention(name, rules)
    rows = features_and_totals(rules, resolve_seats(policy, rules), WORTH_DEALS, SEED)
    weights = np.array([closest_estimate(policy, rules).weights[feature] for feature in FEATURES])
    estimates = rows[:, :, -3] + rows[:, :, :N_FEATURES] @ weights
    chosen = estimates.argmax(axis=1)
    everyone = np.arange(WORTH_DEALS)
    beyond = (rows[:, :, -2] + rows[:, :, -1] - estimates)[everyone, chosen] / rules.unit
    partners = hand_counts(np.ascontiguousarray(deal_many(rules, SEED, 0, WORTH_DEALS)[:, PARTNER]), rules)
    counts = np.array([np.asarray(card) for card in partners])
    usual = beyond.mean()
    for meaning in convention.meanings:
        if not meaning.claims_something:
            continue
        fits = meaning.fits(counts)
        n = int(fits.sum())
        shown = f"{name:14} {meaning.call:9} {n / WORTH_DEALS:7.3%}"
        if n < FEWEST:
            print(f"{shown}  too rare to tell  {meaning.says}")
            continue
        told = beyond[fits]
        print(f"{shown} {told.mean() - usual:+7.2f} +-{told.std() / n**0.5:.2f}  {meaning.says}")


# %%
def print_match(name: str, rules_name: str, policy: str = "hard") -> None:
    """Print what a side gains that plays a convention."""
    result = match(policy, policy, load_rules(rules_name), deals=MATCH_DEALS, seed=MATCH_SEED, convention=name)
    print(result)


# %%
if __name__ == "__main__":
    for one in GAMES:
        (print_worth if sys.argv[1:] == ["worth"] else print_match)(*one)
