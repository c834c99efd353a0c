"""What the best pass looks like over random hands, and what the passes of the policies cost beside it."""

# %% [markdown]
# # Passing, measured
#
# For random hands the best cards to pass are found by `pass_cards`. What is found is then played again on deals of
# another seed, beside what each policy would pass: so the figure does not flatter the best by the luck that made it so.
#
#     python analyses/passing.py family250 --giver partner --hands 100

# %%
from __future__ import annotations

import argparse
from collections import Counter

import pinosim as ps
from pinosim.api.intervals import mean_of

LEGS = ("QS", "JD")


# %%
def given_by_policy(result: ps.Comparison) -> dict[str, str]:
    """Take from the notes what each policy would pass."""
    said = [note.rstrip(".").split(" would pass ") for note in result.notes if " would pass " in note]
    return {who: cards for who, cards in said}  # noqa: C416 (pairs of a split line)


def giver_hand(rules: ps.Rules, number: int, giver: str) -> tuple[ps.Hand, str]:
    """Deal a hand and a trump: any suit for a partner; a bidder has his longest and what `hard` passes to it."""
    deal = ps.Deal.random(rules, seed=1000 + number)
    if giver == "partner":
        return deal.hands[0], "SHDC"[number % 4]
    trump = max("SHDC", key=lambda suit: sum(card[1] == suit for card in deal.hands[0].cards()))
    passed = given_by_policy(ps.pass_cards(deal.hands[2], rules, trump, precision=0.2, show=1))["hard-1"]
    return deal.hands[0] + ps.Hand(passed), trump


# %%
def measure(rules: ps.Rules, giver: str, hands: int) -> None:
    """Print one block of figures."""
    legs_held, legs_passed, side_nines, trump_nines, played = Counter[str](), Counter[str](), 0, 0, 0
    costs: dict[str, list[float]] = {}
    for number in range(hands):
        try:
            hand, trump = giver_hand(rules, number, giver)
            found = ps.pass_cards(hand, rules, trump, giver, precision=0.03, seed=1)
            again = ps.pass_cards(hand, rules, trump, giver, also=[found.best.what], precision=0.03, show=1, seed=2)
        except ps.errors.PinosimError:
            continue  # no bidder can have named this trump beside this hand
        played += 1
        best = found.best.what.split()
        for leg in LEGS:
            if leg in hand and leg[1] != trump:
                legs_held[trump] += 1
                legs_passed[trump] += leg in best
        side_nines += sum(card[0] == "9" and card[1] != trump for card in best)
        trump_nines += best.count("9" + trump)
        for who, cards in given_by_policy(found).items():
            costs.setdefault(who, []).append(
                again.option(found.best.what).value.value - again.option(cards).value.value
            )
    print(f"{rules.id}, from {giver}, {played} hands of {rules.passing.count} cards")
    print("  hands that hold a leg outside trump, and pass one:", {s: (legs_held[s], legs_passed[s]) for s in "SHDC"})
    print(
        f"  nines passed: {side_nines} of side suits, {trump_nines} of trump, of {played * rules.passing.count} cards"
    )
    for who, each in costs.items():
        same = sum(gap == 0 for gap in each)
        print(f"  {who} loses beside the best found: {mean_of(each)}; passes just that on {same} hands")


# %%
if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules")
    parser.add_argument("--giver", choices=["partner", "bidder"], default="partner")
    parser.add_argument("--hands", type=int, default=100)
    arguments = parser.parse_args()
    measure(ps.load_rules(arguments.rules), arguments.giver, arguments.hands)
