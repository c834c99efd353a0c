"""Is the advice right? Random hands, advised on and then played out with fresh hidden cards (`make calibration`)."""

# %% [markdown]
# # Calibration of `advise`
#
# For each of many random hands: the advice as anybody gets it; then fresh hidden cards, many times, played by `hard`
# with the trump advised. A bid said to be made in 70% of deals should be made in 70% of them. And what it is worth: the
# hand is bid up to what the advice says, and up to two rules of thumb, against the bidding of `hard`, on the same
# deals:
#
# * meld + 3 a trick: own meld in the trump with most of both, and 3 (in the scale where a run counts 15) for each
#   trick a player counts on: side aces, and trumps beyond a fair share of the rest;
# * meld + 100: own meld in its best trump, and 100 where a run counts 150, else 10.
#
# The hand is seat 0's, which speaks first. Answers are kept as they are done, one line a hand: a run that was stopped
# goes on.

# %%
from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from pinosim.api.advise import advise
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.intervals import mean_of
from pinosim.api.limit_play import Limit, play_to_limits, rule_of_thumb_tricks, totals_on_fresh_deals
from pinosim.api.meld import meld_by_trump
from pinosim.api.numbers import available_cores
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

NAMES = ("family250", "guide-standard", "guide-family", "guide-double")
TARGETS = (0.6, 0.7, 0.8, 0.9)
PLAYED_BY = "hard"
SEED = 20_263
FRESH_SEED = 20_264
FRESH = 200
WAYS = ("advice", "meld + 3 a trick", "meld + 100")
REPORTS = Path(__file__).parents[1] / "reports" / "calibration"


# %%
def one_hand(rules: Rules, number: int, policy: str, precision: float) -> dict[str, Any]:
    """Advise on one hand and play it out."""
    held = Deal.random(rules, seed=SEED, number=number).hands[0]
    assert held is not None
    advice = advise(held, rules, policy=policy, precision=precision, seed=SEED + 1 + number, sensitivity=False, jobs=1)
    players = resolve_seats(PLAYED_BY, rules)
    row: dict[str, Any] = {"number": number, "hand": str(held), "trump": advice.trump, "max_bid": advice.max_bid}
    if advice.trump is None:
        return row
    totals = totals_on_fresh_deals(rules, held, advice.trump, players, FRESH_SEED + number, FRESH)
    row["levels"] = [[bid, round(chance.value, 5), int((totals >= bid).sum())] for bid, chance in advice.p_make.items()]
    limits: list[Limit | None] = [None, (advice.max_bid, advice.trump), *thumbs(held, rules)]
    net = play_to_limits(rules, held, limits, players, FRESH_SEED, number * FRESH, FRESH)
    row["net"] = net.mean(axis=1).round(3).tolist()
    return row


def thumbs(hand: Hand, rules: Rules) -> tuple[Limit, Limit]:
    """Give limit and trump of both rules of thumb."""
    melds = {suit: meld.total for suit, meld in meld_by_trump(hand, rules).items()}
    counted = {suit: melds[suit] + 3 * rules.unit * rule_of_thumb_tricks(hand, suit, rules) for suit in melds}
    by_tricks = max(counted, key=lambda suit: (counted[suit], len(hand.suit(suit))))
    by_meld = max(melds, key=lambda suit: (melds[suit], len(hand.suit(suit))))
    return (counted[by_tricks], by_tricks), (melds[by_meld] + 10 * rules.unit, by_meld)


def rows_of(rules: Rules, hands: int, policy: str, precision: float, folder: Path) -> list[dict[str, Any]]:
    """Give one row a hand, made now or kept from before."""
    place = folder / f"{rules.id}-{policy}-{precision:g}-{FRESH}.jsonl"
    kept = {}
    if place.exists():
        for line in place.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                row = json.loads(line)
                kept[row["number"]] = row
    todo = [number for number in range(hands) if number not in kept]
    if todo:
        one_hand(rules, todo[0], policy, precision)  # compiles, before threads do so side by side
    with place.open("a", encoding="utf-8") as out, ThreadPoolExecutor(available_cores()) as pool:
        for row in pool.map(lambda number: one_hand(rules, number, policy, precision), todo):
            out.write(json.dumps(row) + "\n")
            out.flush()
            kept[row["number"]] = row
    return [kept[number] for number in range(hands)]


# %%
def nearest_levels(rows: list[dict[str, Any]], target: float) -> Iterator[tuple[float, float]]:
    """Give chance said and share made of the bid of each hand said to be nearest to a chance, within 0.05 of it."""
    for row in rows:
        levels = row.get("levels", [])
        if levels:
            _, said, made = min(levels, key=lambda level: abs(level[1] - target))
            if abs(said - target) <= 0.05:
                yield said, made / FRESH


def measure(rules: Rules, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Work out every figure of one rule set."""
    measured: dict[str, Any] = {"rules": rules.id, "rules_hash": rules.hash, "hands": len(rows), "levels": {}}
    said_all, made_all = [], []
    for target in TARGETS:
        pairs = np.array(list(nearest_levels(rows, target)))
        off = mean_of(pairs[:, 1] - pairs[:, 0])
        measured["levels"][f"{target:.0%}"] = {
            "hands": len(pairs),
            "said": float(pairs[:, 0].mean()),
            "made": float(pairs[:, 1].mean()),
            "off": off.value,
            "off_interval": [off.low, off.high],
        }
        said_all.append(pairs[:, 0])
        made_all.append(pairs[:, 1])
    said, made = np.concatenate(said_all), np.concatenate(made_all)
    # mean over outcomes of (said - outcome)^2, each of FRESH deals of a hand being one outcome
    measured["brier"] = float((made * (1 - said) ** 2 + (1 - made) * said**2).mean())
    measured["brier_always_the_mean"] = float(made.mean() * (1 - made.mean()))
    every = np.array([[p, m / FRESH] for row in rows for _, p, m in row.get("levels", [])])
    bins = np.clip((every[:, 0] * 20).astype(int), 0, 19)
    measured["diagram"] = [
        [float(every[bins == k, 0].mean()), float(every[bins == k, 1].mean()), int((bins == k).sum())]
        for k in range(20)
        if (bins == k).any()
    ]
    net = np.array([row["net"] for row in rows if "net" in row])
    measured["hard_points"] = mean_of(net[:, 0]).to_dict()
    measured["over_hard"] = {
        way: mean_of(net[:, place] - net[:, 0]).to_dict() for place, way in enumerate(WAYS, start=1)
    }
    measured["advice_over"] = {
        way: mean_of(net[:, 1] - net[:, place]).to_dict() for place, way in enumerate(WAYS[1:], start=2)
    }
    return measured


def page(measured: list[dict[str, Any]], precision: float, chart: str = "") -> str:
    """Write the figures as a page, with the name of the chart if it lies beside it."""
    lines = [
        "# Calibration of the advice",
        "",
        "Made by `analyses/calibration.py` (`make calibration` for 5,000 hands), which says how; do not edit. "
        f"Advice with `--policy` as named, at `--precision {precision:g}`, nobody having called; played by "
        f"`{PLAYED_BY}`, "
        f"{FRESH} fresh deals a hand, seed {SEED}. Intervals of 95%, over hands.",
        "",
        "## Said and made",
        "",
        "| rules | advice by | hands | said about | hands with such a bid | said | made | off, percentage points "
        "| Brier | of always the mean |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for each in measured:
        for name, level in each["levels"].items():
            low, high = (100 * end for end in level["off_interval"])
            off = f"{100 * level['off']:+.1f} ({low:+.1f} to {high:+.1f})"
            cells = [each["rules"], each["policy"], f"{each['hands']:,}", name, f"{level['hands']:,}"]
            cells += [f"{level['said']:.1%}", f"{level['made']:.1%}", off]
            cells += [f"{each['brier']:.4f}", f"{each['brier_always_the_mean']:.4f}"]
            lines.append("| " + " | ".join(cells) + " |")
    lines += [
        "",
        *([f"![said and made]({chart})", ""] if chart else []),
        "## Points a hand",
        "",
        f"One seat bids up to a limit, the other three bid as `{PLAYED_BY}`, all play as `{PLAYED_BY}`; our score less "
        f"theirs, more than when that seat bids as `{PLAYED_BY}` too, on the same deals.",
        "",
        "| rules | advice by | bids as hard | "
        + " | ".join(f"{way}, more" for way in WAYS)
        + " | advice over meld + 3 a trick | advice over meld + 100 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in measured:
        cells = [each["rules"], each["policy"], f"{each['hard_points']['value']:+.1f}"]
        for group in ("over_hard", "advice_over"):
            cells += [f"{e['value']:+.1f} ({e['low']:+.1f} to {e['high']:+.1f})" for e in each[group].values()]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def draw(measured: list[dict[str, Any]], place: Path) -> None:
    """Draw the reliability diagram: chance said across, share made up."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(
        1, len(measured), figsize=(3.2 * len(measured), 3.4), layout="constrained", squeeze=False
    )
    for ax, each in zip(axes[0], measured, strict=True):
        said, made, _ = (np.array(column) for column in zip(*each["diagram"], strict=True))
        ax.plot([0, 100], [0, 100], color="0.6", linewidth=1)
        ax.plot(100 * said, 100 * made, "o", color="0.2", markersize=4)
        ax.set_title(f"{each['rules']}, {each['policy']}", fontsize=10)
        ax.set_xlabel("said, %")
        ax.set_aspect("equal")
    axes[0, 0].set_ylabel("made, %")
    figure.savefig(place, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


# %%
def chart_from(given: argparse.Namespace) -> str:
    """Give the way from a page of one's own to the chart."""
    return Path(os.path.relpath(given.out / "calibration.png", given.markdown.parent)).as_posix()


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=NAMES, help="rule sets")
    parser.add_argument("--hands", type=int, default=5_000)
    parser.add_argument("--policies", nargs="+", default=["medium"], help="who plays in the advice")
    parser.add_argument("--precision", type=float, default=0.03)
    parser.add_argument("--out", type=Path, default=REPORTS)
    parser.add_argument("--markdown", type=Path, help="write the page here too")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    measured = []
    for name in given.names:
        rules = load_rules(name)
        for policy in given.policies:
            rows = rows_of(rules, given.hands, policy, given.precision, given.out)
            measured.append({**measure(rules, rows), "policy": policy})
            print(json.dumps({key: value for key, value in measured[-1].items() if key != "diagram"}), flush=True)
    (given.out / "calibration.json").write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    (given.out / "calibration.md").write_text(page(measured, given.precision, "calibration.png"), encoding="utf-8")
    if given.markdown is not None:
        given.markdown.write_text(page(measured, given.precision, chart_from(given)), encoding="utf-8")
    draw(measured, given.out / "calibration.png")


if __name__ == "__main__":
    main()
