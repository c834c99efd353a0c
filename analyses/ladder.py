"""Play all policies against all and write reports/ladder: tables, ratings with intervals, charts."""

# %% [markdown]
# # The ladder
#
# Every pair of policies plays the same deals with seats swapped, each pair on deals of its own. From the deals won in
# all matches together one rating a policy is fitted (Bradley and Terry), with intervals from the spread of the deals.
#
#     make ladder
#     make ladder LADDER_DEALS=2000 LADDER_RULES="family250"

# %%
from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from pinosim.api.ladder import Ladder, play_ladder
from pinosim.api.match import Match
from pinosim.policies.registry import policy_names
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

STYLE = Path(__file__).parents[1] / "pinosim" / "report" / "pinosim.mplstyle"
THINKING = ("expert",)  # policies that play a few hands a second


# %%
def play(
    rules: Rules, names: list[str], deals: int, thinking: int, seed: int, jobs: int | None, convention: str | None
) -> tuple[Ladder, float]:
    """Play the matches; give them with the seconds they took."""
    started = time.perf_counter()

    def tell(match: Match) -> None:
        print(f"{rules.id}: {match.a} against {match.b}: {match.points_per_hand:+,.2f} points a hand", flush=True)

    ladder = play_ladder(
        names, rules, lambda a, b: thinking if {a, b} & set(THINKING) else deals, seed, 0.99, jobs=jobs, tell=tell,
        convention=convention,
    )  # fmt: skip
    return ladder, time.perf_counter() - started


def table(ladder: Ladder, rules: Rules) -> list[str]:
    """Write one rule set's part of the page."""
    unit = "points a hand" if rules.unit == 10 else "points a hand (run 15)"
    names = [rating.name for rating in ladder.ratings]
    lines = [f"## {rules.id} ({rules.hash})", "", "| policy | Elo | 99% interval |", "|---|---:|---|"]
    lines += [f"| {r.name} | {r.elo:+,.0f} | {r.low:+,.0f} to {r.high:+,.0f} |" for r in ladder.ratings]
    lines += [
        "",
        f"One number a player is a summary: shares of deals won differ from it by up to {ladder.worst_fit:.1%}.",
    ]
    lines += ["", f"Row less column, {unit}, 99% interval:", "", f"| | {' | '.join(names[1:])} |"]
    lines += ["|---" * len(names) + "|"]
    for row, name in enumerate(names[:-1]):
        cells = []
        for column, other in enumerate(names[1:], start=1):
            value, low, high = ladder.between(name, other) if column > row else (0.0, 0.0, 0.0)
            cells.append(f"{value:+,.1f} ({low:+,.1f} to {high:+,.1f})" if column > row else "")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", "| A | B | deals | won by A | contracts made by A | by B |", "|---|---|---:|---:|---:|---:|"]
    for m in ladder.matches:
        shares = " | ".join(f"{rate.value:.1%}" for rate in (m.win_rate, m.contracts_a, m.contracts_b))
        lines.append(f"| {m.a} | {m.b} | {m.deals:,} | {shares} |")
    return [*lines, ""]


def draw(ladder: Ladder, rules: Rules, path: Path) -> None:
    """Draw the ratings with their intervals."""
    with plt.style.context(str(STYLE)):
        _, ax = plt.subplots(figsize=(6.4, 0.6 + 0.45 * len(ladder.ratings)), layout="constrained")
        ratings = ladder.ratings[::-1]
        ax.errorbar(
            [r.elo for r in ratings],
            range(len(ratings)),
            xerr=[[r.elo - r.low for r in ratings], [r.high - r.elo for r in ratings]],
            fmt="o",
            capsize=3,
        )
        ax.set_yticks(range(len(ratings)), [r.name for r in ratings])
        ax.axvline(0, linewidth=1, color="0.5")
        ax.set_xlabel(f"Elo beside the standard player, {rules.id}, 99% intervals")
        ax.figure.savefig(path)
        plt.close()


def write_csv(ladders: list[tuple[Rules, Ladder]], path: Path) -> None:
    """Write one row a match."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["rules", "a", "b", "seed", "deals", "points", "low", "high", "won", "tied", "lost"])
        for rules, ladder in ladders:
            for m in ladder.matches:
                points = m.points_per_hand
                rows.writerow(
                    [rules.id, m.a, m.b, m.seed, m.deals, points.value, points.low, points.high, m.won, m.tied, m.lost]
                )


def head(args: argparse.Namespace) -> list[str]:
    """Write the first lines of the page: what made it."""
    told = f" --convention {args.convention}" if args.convention else ""
    thinking = ", ".join(name for name in args.policies if name in THINKING)
    return [
        "# All policies against all",
        "",
        f"Made by `python analyses/ladder.py --rules {' '.join(args.rules)} --deals {args.deals} --thinking-deals "
        f"{args.thinking_deals}{told}` (`make ladder`): every deal is played with seats swapped; "
        f"{args.deals:,} deals a pair"
        + (f", {args.thinking_deals:,} with {thinking}" if thinking else "")
        + f", seeds from {args.seed} on. Elo counts deals won, a tie one half; 0 is the standard player.",
        "",
    ]


# %%
def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """Read the command; what is left out is as `make ladder` has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=["family250", "guide-double"])
    parser.add_argument("--policies", nargs="+", default=policy_names(), choices=policy_names())
    parser.add_argument("--convention", help="a bidding convention for all policies, or one for each, apart by commas")
    parser.add_argument("--deals", type=int, default=20_000, help="for each pair")
    parser.add_argument("--thinking-deals", type=int, default=2000, help="for a pair with a policy that thinks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="threads; all cores if left out; they change nothing")
    parser.add_argument("--out", type=Path, default=Path("reports/ladder"))
    return parser.parse_args(given)


def main() -> None:
    """Play, and write the page after each rule set."""
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    page = head(args)
    done = []
    for name in args.rules:
        rules = load_rules(name)
        ladder, seconds = play(
            rules, args.policies, args.deals, args.thinking_deals, args.seed, args.jobs, args.convention
        )
        chart = args.out / f"{rules.id}.svg"
        draw(ladder, rules, chart)
        hands = sum(match.hands for match in ladder.matches)
        page += [*table(ladder, rules), f"![ratings]({chart.name})", "", f"{hands:,} hands in {seconds:,.0f} s.", ""]
        done.append((rules, ladder))
        (args.out / "index.md").write_text("\n".join(page), encoding="utf-8")
    write_csv(done, args.out / "matches.csv")
    print(f"Written to {args.out / 'index.md'}")


if __name__ == "__main__":
    main()
