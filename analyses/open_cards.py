"""Play with open cards against play by the policies, on the same deals: writes the page in `reports/open-cards`."""

# %% [markdown]
# # What open cards change
#
# A policy plays whole hands: deal, auction, passing, meld, tricks. The same hands are played once more with the tricks
# as the double-dummy solver plays them: all see all cards, both sides play as well as can be. Contracts, trump and
# hands are the same in both runs, so hands are compared one by one.
#
#     python analyses/open_cards.py --deals 10000        # make report-open-cards
#
# The runs lie in data/runs/open-cards; when stopped, the same command goes on where it was.

# %%
from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from page_parts import flat, markdown, signed  # beside this one

import pinosim as ps
from pinosim.api.intervals import Estimate, mean_of, rate
from pinosim.core import columns as col
from pinosim.report import drawing
from pinosim.report.output import write_pages

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROOT = Path(__file__).parents[1]
POLICIES = ("easy", "standard", "medium", "hard")
MAIN = "standard"
SEED = 1
FEWEST = 30  # hands below which a row says too little to be drawn
COLUMNS = ("outcome", "trump", "bid", "bidder_trumps", "points_bidders", "score_bidders", "score_others")


@dataclass(frozen=True)
class Pairs:
    """The hands of one policy that were played out, one row a hand.

    Attributes
    ----------
    policy : str
        Name and version.
    tricks : str
        How the tricks were played in the run with open cards.
    deals : int
        All hands, those set without play too.
    hands : DataFrame
        Columns `open`, `blind` (trick points of the bidding side), `difference` (open less blind), `trumps` (the
        bidder's before passing), `trump`, `made_open`, `made_blind` (0 or 1), `net` (score of the bidders less that of
        the others, open less blind).
    """

    policy: str
    tricks: str
    deals: int
    hands: pd.DataFrame


def pair(blind: ps.Run, opened: ps.Run) -> Pairs:
    """Put two runs of the same contracts side by side.

    Raises
    ------
    ValueError
        If the runs are not of the same contracts.
    """
    left, right = blind.frame(list(COLUMNS)), opened.frame(list(COLUMNS))
    before_play = ["trump", "bid", "bidder_trumps"]
    if not left[before_play].equals(right[before_play]):
        raise ValueError("expected two runs of the same contracts: one seed, rule set, policy and number of hands")
    played = left["outcome"] != col.NOT_PLAYED
    left, right = left[played], right[played]
    hands = pd.DataFrame(
        {
            "open": right["points_bidders"],
            "blind": left["points_bidders"],
            "difference": right["points_bidders"] - left["points_bidders"],
            "trumps": left["bidder_trumps"],
            "trump": left["trump"],
            "made_open": (right["outcome"] == col.MADE).astype(int),
            "made_blind": (left["outcome"] == col.MADE).astype(int),
            "net": (right["score_bidders"] - right["score_others"]) - (left["score_bidders"] - left["score_others"]),
        }
    )
    return Pairs(blind.policies[0], opened.tricks_by, blind.deals, hands)


def teller(what: str) -> Callable[[int, int], None]:
    """Make something that tells every tenth of a run."""
    told = -1

    def tell(done: int, total: int) -> None:
        nonlocal told
        if 10 * done // total > told:
            told = 10 * done // total
            print(f"{what}: {done:,} of {total:,}", flush=True)

    return tell


def play(rules: ps.Rules, policy: str, deals: int, runs: Path, jobs: int | None) -> Pairs:
    """Play, or take up, both runs of a policy."""
    blind, opened = (
        ps.simulate(
            rules, deals, policy, SEED, jobs, out=runs / f"{rules.id}-{policy}-{kind}", open_cards=kind == "open",
            progress=teller(f"{policy}, {kind}"),
        )
        for kind in ("blind", "open")
    )  # fmt: skip
    return pair(blind, opened)


# %% the numbers


def summary(pairs: Sequence[Pairs]) -> pd.DataFrame:
    """Give one row a policy: means, paired differences, what share of hands differs, contracts made."""
    rows = []
    for each in pairs:
        hands = each.hands
        n = len(hands)
        difference, made = hands["difference"], hands["made_open"] - hands["made_blind"]
        rows.append(
            {
                "policy": each.policy,
                "hands": n,
                "blind": mean_of(hands["blind"]),
                "open": mean_of(hands["open"]),
                "difference": mean_of(difference),
                "spread": float(difference.std()),
                "more": rate(int((difference > 0).sum()), n),
                "alike": rate(int((difference == 0).sum()), n),
                "less": rate(int((difference < 0).sum()), n),
                "made blind": rate(int(hands["made_blind"].sum()), n),
                "made open": rate(int(hands["made_open"].sum()), n),
                "made difference": mean_of(made),
                "net": mean_of(hands["net"]),
            }
        )
    return pd.DataFrame(rows)


def by_trumps(pairs: Pairs) -> pd.DataFrame:
    """Give one row for each number of trumps the bidder was dealt."""
    rows = []
    for trumps, hands in pairs.hands.groupby("trumps"):
        rows.append(
            {
                "trumps": trumps,
                "hands": len(hands),
                "blind": mean_of(hands["blind"]),
                "open": mean_of(hands["open"]),
                "difference": mean_of(hands["difference"]),
            }
        )
    return pd.DataFrame(rows)


def distribution(pairs: Pairs, rules: ps.Rules) -> pd.DataFrame:
    """Count how often the bidding side takes so many points, with open cards and by the policy."""
    points = pd.RangeIndex(0, rules.tricks.total + rules.unit, rules.unit, name="points")
    counts = {kind: pairs.hands[kind].value_counts() for kind in ("open", "blind")}
    return pd.DataFrame(counts).reindex(points, fill_value=0).fillna(0).astype(int).reset_index()


# %% the drawings


def draw_distribution(pairs: Pairs, rules: ps.Rules, source: str) -> str:
    """Draw bars of the double-dummy points, and the policy's points as a line of steps."""
    table = distribution(pairs, rules)
    n = len(pairs.hands)

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        unit = rules.unit
        axes.bar(table["points"], 100 * table["open"] / n, width=0.86 * unit, label="open cards", **drawing.SAMPLED)
        axes.step(
            table["points"], 100 * table["blind"] / n, where="mid", color="black", linewidth=1, label=pairs.policy
        )
        drawing.whole_axis(axes, f"trick points of the bidding side, of {rules.tricks.total}")
        drawing.percent_axis(axes, "of hands played")
        axes.legend(loc="upper left")
        drawing.title(axes, "What the bidding side takes in tricks", source)

    return drawing.draw("distribution", paint)


def draw_differences(pairs: Sequence[Pairs], rules: ps.Rules, source: str) -> str:
    """Draw one panel a policy: open cards less the policy's own play, hand by hand."""
    shares = [100 * each.hands["difference"].value_counts(normalize=True) for each in pairs]
    highest = max(share.max() for share in shares)

    def paint(figure: Figure) -> None:
        panels = figure.subplots(len(pairs), 1, sharex=True, sharey=True)
        for axes, each, share in zip(np.atleast_1d(panels), pairs, shares, strict=True):
            average = mean_of(each.hands["difference"])
            axes.bar(share.index.to_numpy(), share.to_numpy(), width=0.86 * rules.unit, **drawing.SAMPLED)
            axes.axvline(average.value, color="black", linewidth=1.2)
            drawing.note(
                axes, f"{each.policy}: mean {signed(average)}", (0.99, 0.9), xycoords="axes fraction", ha="right",
                va="top",
            )  # fmt: skip
            drawing.percent_axis(axes, "of hands")
            axes.set_ylim(0, 1.08 * highest)
        axes = np.atleast_1d(panels)
        drawing.whole_axis(axes[-1], "points of the bidding side with open cards, less those by the policy")
        drawing.title(axes[0], "Open cards less play by the policy, on the same hands", source)

    return drawing.draw("differences", paint, height=1.6 * len(pairs) + 0.9)


def draw_by_trumps(pairs: Sequence[Pairs], source: str) -> str:
    """Draw the mean difference by the bidder's number of trumps, a line a policy."""

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        for shift, (marker, each) in enumerate(zip("osD^", pairs, strict=False)):
            table = by_trumps(each)
            table = table[table["hands"] >= FEWEST]
            middle = np.array([estimate.value for estimate in table["difference"]])
            reach = np.array([estimate.margin for estimate in table["difference"]])
            axes.errorbar(
                table["trumps"] + 0.08 * (shift - 1.5), middle, reach, marker=marker, linestyle="-", linewidth=0.8,
                capsize=2, label=each.policy,
            )  # fmt: skip
        axes.axhline(0, color="0.4", linewidth=0.8)
        drawing.whole_axis(axes, "trumps the bidder was dealt")
        axes.set_ylabel("open less policy, points")
        axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, -0.34))
        drawing.title(axes, "The difference by length of trump", source)

    return drawing.draw("by-trumps", paint, height=4.3)


# %% the page


def percent_points(estimate: Estimate) -> str:
    """Write a difference of rates in percentage points with its interval."""
    scaled = Estimate(
        100 * estimate.value, 100 * estimate.low, 100 * estimate.high, estimate.n, estimate.method, estimate.level
    )
    return signed(scaled)


def verdict(row: Mapping[str, object]) -> str:
    """Say which way a policy's play is off the value of its deals, if the interval says so."""
    difference = row["difference"]
    assert isinstance(difference, Estimate)
    if difference.low > 0:
        return "the bidders take more with open cards"
    if difference.high < 0:
        return "the bidders take less with open cards"
    return "no difference beyond chance"


def page(rules: ps.Rules, pairs: Sequence[Pairs], deals: int) -> str:
    """Write the report."""
    main = next(each for each in pairs if each.policy.startswith(MAIN))
    table = summary(pairs)
    values = main.hands["open"]
    average, spread = mean_of(values), float(values.std())
    low, middle, high = (int(point) for point in np.quantile(values, [0.1, 0.5, 0.9]))
    total = rules.tricks.total
    rows = table.to_dict("records")
    points_rows = [
        [row["policy"], f"{row['hands']:,}", f"{row['blind']:.1f}", f"{row['open']:.1f}", signed(row["difference"]),
         f"{row['spread']:.1f}", f"{row['more'].value:.0%} / {row['alike'].value:.0%} / {row['less'].value:.0%}"]
        for row in rows
    ]  # fmt: skip
    made_rows = [
        [row["policy"], f"{row['made blind']:.1%}", f"{row['made open']:.1%}", percent_points(row["made difference"]),
         signed(row["net"])]
        for row in rows
    ]  # fmt: skip
    length_rows = [
        [
            str(row["trumps"]),
            f"{row['hands']:,}",
            f"{row['blind']:.1f}",
            f"{row['open']:.1f}",
            signed(row["difference"]),
        ]
        for row in by_trumps(main).to_dict("records")
        if row["hands"] >= FEWEST
    ]
    verdicts = "\n".join(f"- `{row['policy']}`: {verdict(row)} ({signed(row['difference'])} points)." for row in rows)
    return f"""# Open cards against the policies

What is a deal worth if all four hands lie open and both sides play as well as can be, and how far from that do the
policies play?

{deals:,} deals of `{rules.id}` ({rules.hash}; {rules.title}), seed {SEED}, {total} trick points a hand.

Each policy in turn bid, named trump, passed and melded for all four seats. Then the tricks were played twice: by that
policy, and by the double-dummy solver ({main.tricks}). So each pair has the same contract, trump and hands. Hands set
without play are left out. All intervals are 95%; those of differences are paired.

Made by `python analyses/open_cards.py --deals {deals}` with pinosim {ps.__version__}; the numbers behind
the charts are in `tables/`.

## What the bidding side takes with open cards

Under the contracts of `{main.policy}`: on average {average:.1f} of {total} points, with a standard deviation of
{spread:.1f}; one hand in ten gives {low} or fewer, half of them {middle} or fewer, one in ten {high} or more.

![Distribution of trick points](charts/distribution.svg)

## Against the policies' own play

{
        markdown(
            [
                "policy",
                "hands played",
                "by the policy",
                "open cards",
                "open less policy",
                "standard deviation of that",
                "more / alike / less",
            ],
            points_rows,
        )
    }

{verdicts}

The means are those of each policy's own contracts, so they are to be compared along a row, not down a column. *More /
alike / less*: share of hands in which the bidders take more points with open cards than by the policy.

![Differences hand by hand](charts/differences.svg)

Both sides err when they do not see the cards, and much of it cancels. What is left on average is the bias of open cards
as a forecast of play; the standard deviation is how far a single hand may be off.

## Contracts made

{
        markdown(
            [
                "policy",
                "made by the policy",
                "made with open cards",
                "difference, percentage points",
                "score of bidders less others, open less policy",
            ],
            made_rows,
        )
    }

Of the hands played. This is the bias a bid would carry if it were judged by open cards alone.

## By length of trump

Under the contracts of `{main.policy}`, by the trumps the bidder was dealt, before passing (rows of {FEWEST} hands and
more):

{markdown(["trumps", "hands", "by the policy", "open cards", "open less policy"], length_rows)}

![Difference by length of trump](charts/by-trumps.svg)

## How to read it

- Open-card values are exact, but of a game nobody plays: neither bidders nor defenders ever have to guess.
- All four seats are the same policy. Against players of another strength the differences would be others.
- A value is decided by the deal; the line that reaches it is one of many.
"""


def contents(rules: ps.Rules, pairs: Sequence[Pairs], deals: int) -> dict[str, str]:
    """Make all files of the report: text by name within its folder, the page first."""
    main = next(each for each in pairs if each.policy.startswith(MAIN))
    source = f"{deals:,} deals, {rules.id} ({rules.hash}), seed {SEED}"
    lengths = pd.concat([by_trumps(each).assign(policy=each.policy) for each in pairs])
    return {
        "report.md": page(rules, pairs, deals),
        "charts/distribution.svg": draw_distribution(main, rules, f"{source}, contracts of {main.policy}") + "\n",
        "charts/differences.svg": draw_differences(pairs, rules, source) + "\n",
        "charts/by-trumps.svg": draw_by_trumps(pairs, source) + "\n",
        "tables/summary.csv": flat(summary(pairs), rules, seed=SEED, n=deals),
        "tables/distribution.csv": flat(distribution(main, rules), rules, seed=SEED, n=deals),
        "tables/by-trumps.csv": flat(lengths, rules, seed=SEED, n=deals),
    }


# %%
def main() -> None:
    """Play the runs and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--rules", default="family250")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--runs", type=Path, default=ROOT / "data/runs/open-cards")
    parser.add_argument("--out", type=Path, default=ROOT / "reports/open-cards")
    choices = parser.parse_args()
    rules = ps.load_rules(choices.rules)
    pairs = [play(rules, policy, choices.deals, choices.runs, choices.jobs) for policy in POLICIES]
    for written in write_pages(choices.out, contents(rules, pairs, choices.deals), "report"):
        print(written)


if __name__ == "__main__":
    main()
