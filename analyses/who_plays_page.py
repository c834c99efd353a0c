"""The page of `who_plays`: what the hands played by everybody say, as tables, charts and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from page_parts import flat, markdown, signed  # beside this one
from who_plays_hands import (
    CHOICE_DEALS,
    DEALS_SEED,
    EXPERT,
    HANDS_SEED,
    MAIN,
    OPEN,
    OPEN_MELD,
    STEPS,
    WAYS,
    Floats,
    Results,
    Study,
    offsets,
)

import pinosim as ps
from pinosim.api.intervals import Estimate, error_bars, mean_of, rate
from pinosim.api.open_cards import read_horizon, tricks_by
from pinosim.report import drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN: Final = (-6, -3, 0, 3, 6)
RESAMPLES: Final = 1000


# %% the numbers


def averaged(hands: Sequence[Results], n: int | None = None) -> Results:
    """Give one row a hand: the means of its first `n` deals, or of all."""
    kept = [hand if n is None else hand.first(n) for hand in hands]
    return Results(
        np.array([hand.points.mean() for hand in kept]),
        np.array([hand.meld.mean() for hand in kept]),
        np.array([hand.made.mean(axis=0) for hand in kept]),
        np.array([hand.gain.mean(axis=0) for hand in kept]),
    )


def best_bid(gain: Floats, bids: NDArray[np.int64]) -> float:
    """Give the bid up to which bidding is better than passing, between two bids where the gain changes its sign."""
    worth = np.flatnonzero(gain > 0)
    if not len(worth):
        return float(bids[0])
    place = int(worth[-1])
    if place + 1 == len(bids):
        return float(bids[place])
    share = gain[place] / (gain[place] - gain[place + 1])
    return float(bids[place] + share * (bids[place + 1] - bids[place]))


def best_bid_shift(way: Results, other: Results | None, bids: NDArray[np.int64]) -> Estimate:
    """Give the best bid, or by how much it lies above another's; 95% interval from rows drawn anew (bootstrap)."""
    random = np.random.Generator(np.random.Philox(key=DEALS_SEED))
    n = way.n
    # How often each row is drawn; the first time each of them once, which gives the value itself.
    times = np.vstack([np.ones(n), random.multinomial(n, np.full(n, 1 / n), RESAMPLES)]) / n
    bests = np.array([best_bid(gain, bids) for gain in times @ way.gain])
    if other is not None:
        bests -= [best_bid(gain, bids) for gain in times @ other.gain]
    low, high = np.quantile(bests[1:], [0.025, 0.975])
    return Estimate(float(bests[0]), float(low), float(high), n, "bootstrap")


def ladder_table(found: Study) -> pd.DataFrame:
    """Give one row a way of playing: means over the random hands, and differences from `MAIN` on the same deals."""
    bids = offsets(found.rules)
    rows = []
    for way in WAYS:
        deals = found.size.of(way, typical=False)
        own = averaged(found.played[way])
        main = averaged(found.played[MAIN], deals)
        row: dict[str, object] = {
            "way": found.labels[way],
            "hands": own.n,
            "deals of each": deals,
            "trick points": mean_of(own.points),
            "trick points less medium": mean_of(own.points - main.points),
            "meld": mean_of(own.meld),
            "meld less medium": mean_of(own.meld - main.meld),
        }
        for step in SHOWN:
            place = step - STEPS[0]
            row[f"made at {step:+d}"] = mean_of(100 * own.made[:, place])
            row[f"made at {step:+d} less medium"] = mean_of(100 * (own.made[:, place] - main.made[:, place]))
        row["best bid"] = best_bid_shift(own, None, bids)
        row["best bid less medium"] = best_bid_shift(own, main, bids)
        rows.append(row)
    return pd.DataFrame(rows)


def curve_table(found: Study) -> pd.DataFrame:
    """Give one row a way and bid: share of contracts made, and gain over passing, over the random hands."""
    rows = []
    for way in WAYS:
        own = averaged(found.played[way])
        for place, above in enumerate(offsets(found.rules).tolist()):
            rows.append(
                {
                    "way": found.labels[way],
                    "bid above the hand's": above,
                    "made, %": mean_of(100 * own.made[:, place]),
                    "gain over passing": mean_of(own.gain[:, place]),
                }
            )
    return pd.DataFrame(rows)


def typical_table(found: Study) -> pd.DataFrame:
    """Give one row a typical hand and way of playing."""
    bids = offsets(found.rules)
    rows = []
    for number, contract in enumerate(found.typical):
        for way in WAYS:
            own = found.played_typical[way][number]
            best = best_bid_shift(own, None, bids)
            rows.append(
                {
                    "hand": contract.name,
                    "cards": str(contract.hand),
                    "trump": contract.trump,
                    "bid": contract.bid,
                    "way": found.labels[way],
                    "deals": own.n,
                    "trick points": mean_of(own.points),
                    "meld": mean_of(own.meld),
                    "made": rate(int(own.made[:, -STEPS[0]].sum()), own.n),
                    "best bid": Estimate(
                        contract.bid + best.value, contract.bid + best.low, contract.bid + best.high, own.n, best.method
                    ),
                }
            )
    return pd.DataFrame(rows)


# %% the drawings


def draw_curves(found: Study, source: str) -> str:
    """Draw the chance to make a bid against the bid, a line a way of playing."""
    table = curve_table(found)

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        for look, (way, rows) in zip(_looks(), table.groupby("way", sort=False), strict=False):
            made = [estimate.value for estimate in rows["made, %"]]
            axes.plot(rows["bid above the hand's"], made, label=str(way), **look)
        axes.axvline(0, color="0.4", linewidth=0.8)
        drawing.percent_axis(axes, "of deals in which it is made")
        drawing.whole_axis(axes, f"bid, points above the hand's own (as {found.labels[MAIN]} would bid it)")
        axes.legend(loc="lower left")
        drawing.title(axes, "The chance to make a bid, by who plays", source)

    return drawing.draw(f"{found.rules.id}-chances", paint)


def _looks() -> list[dict[str, object]]:
    greys, lines = ("black", "0.55"), ("-", "--", ":", "-.")
    return [{"color": grey, "linestyle": line, "linewidth": 1.3} for line in lines for grey in greys]


def draw_shifts(found: Study, source: str) -> str:
    """Draw what each way of playing changes: trick points, meld and best bid, less `MAIN`."""
    table = ladder_table(found)
    shown = ("trick points less medium", "meld less medium", "best bid less medium")

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        places = np.arange(len(table))[::-1]
        for shift, marker, column in zip((0.2, 0.0, -0.2), "osD", shown, strict=True):
            middle = np.array([estimate.value for estimate in table[column]])
            axes.errorbar(
                middle, places + shift, xerr=error_bars(table[column]), marker=marker, linestyle="none", capsize=2,
                label=column.removesuffix(" less medium"),
            )  # fmt: skip
        axes.set_yticks(places, table["way"].to_list())
        axes.axvline(0, color="0.4", linewidth=0.8)
        axes.grid(axis="x")
        axes.set_xlabel(f"points, less {found.labels[MAIN]} on the same deals; 95% intervals")
        axes.legend(loc="lower left")
        drawing.title(axes, "What changes with who plays", source)

    return drawing.draw(f"{found.rules.id}-shifts", paint)


# %% the page


def source_of(found: Study) -> str:
    """Say where the numbers of the random hands come from."""
    return f"{len(found.random)} random hands worth a bid, {found.rules.id} ({found.rules.hash}), seed {HANDS_SEED}"


def verdicts(table: pd.DataFrame) -> str:
    """Say in a sentence a way of playing which way the best bid goes, if the interval says so."""
    lines = []
    for row in table.to_dict("records"):
        if str(row["way"]).startswith(MAIN):
            continue
        shift = row["best bid less medium"]
        words = "is not moved beyond chance"
        if shift.low > 0:
            words = "goes up"
        if shift.high < 0:
            words = "goes down"
        lines.append(f"- `{row['way']}`: the best bid {words} ({signed(shift)} points against `{MAIN}`).")
    return "\n".join(lines)


def best_bid_words(best: Estimate, bid: int, rules: ps.Rules) -> str:
    """Write the best bid of a typical hand; where even the lowest bid looked at is too high, say only that."""
    lowest = max(bid + STEPS[0] * rules.unit, rules.unit)
    if best.value < rules.auction.min_bid:
        return "none"
    return f"below {lowest}" if best.value <= lowest else f"{best:.0f}"


def section(found: Study) -> str:
    """Write the part of one rule set."""
    rules, size = found.rules, found.size
    table = ladder_table(found)
    rows = table.to_dict("records")
    levels = [f"{step * rules.unit:+d}".replace("-", "\u2212") for step in SHOWN]
    points = [
        [row["way"], f"{row['deals of each']}", f"{row['trick points']:.1f}", signed(row["trick points less medium"]),
         f"{row['meld'].value:.1f}", signed(row["meld less medium"]), signed(row["best bid less medium"])]
        for row in rows
    ]  # fmt: skip
    chances = [[row["way"], *(f"{row[f'made at {step:+d}']:.0f}" for step in SHOWN)] for row in rows]
    moved = [[row["way"], *(signed(row[f"made at {step:+d} less medium"]) for step in SHOWN)] for row in rows]
    typical = [
        [row["hand"] if row["way"] == found.labels[WAYS[0]] else "", row["way"], f"{row['deals']:,}",
         f"{row['trick points']:.1f}", f"{row['meld'].value:.1f}", f"{row['made']:.0%}",
         best_bid_words(row["best bid"], row["bid"], rules)]
        for row in typical_table(found).to_dict("records")
    ]  # fmt: skip
    named = "\n".join(f"- {each.name}: `{each.hand}`, trump {each.trump}, bid {each.bid}." for each in found.typical)
    bids = np.array([each.bid for each in found.random])
    low, middle, high = (int(bid) for bid in np.quantile(bids, [0.1, 0.5, 0.9], method="nearest"))
    seconds = ", ".join(f"{found.labels[way]} {found.seconds[way]:.0f} s" for way in (EXPERT, OPEN))
    return f"""## {rules.id}

{rules.title} ({rules.hash}). Of {found.looked_at} random hands {len(found.random)} are worth a bid.
Half of these are worth {middle} or more to `{found.labels[MAIN]}`, one in ten {low} or less, one in ten {high} or more.
Open cards here: the tricks by the solver ({tricks_by(rules, read_horizon(rules, None))}), passing by `{OPEN_MELD}`.

{
        markdown(
            [
                "who plays",
                "deals of each hand",
                "trick points",
                f"less {MAIN}",
                "meld of the side",
                f"less {MAIN}",
                f"best bid less {MAIN}",
            ],
            points,
        )
    }

{verdicts(table)}

![What changes](charts/{rules.id}-shifts.svg)

The chance to make a bid, in percent of deals, by points above the hand's own bid:

{markdown(["who plays", *levels], chances)}

The same less `{MAIN}` on the same deals, percentage points:

{markdown(["who plays", *levels], moved)}

![Chances](charts/{rules.id}-chances.svg)

### Typical hands

{named}

{markdown(["hand", "who plays", "deals", "trick points", "meld", "bid made", "best bid"], typical)}

Bid made: of the bid named above. Best bid "none": below {rules.auction.min_bid}, the lowest there is. Where few deals
were played the intervals are wide, and that is what they say.

Time on one core: {seconds} for {size.hands * size.expert + len(found.typical) * size.typical_expert:,} and
{size.hands * size.opened + len(found.typical) * size.typical_opened:,} hands.

"""


def contents(all_found: Sequence[Study], command: str) -> dict[str, str]:
    """Make all files of the report: text by name within its folder, the page first."""
    page = f"""# Who plays matters

The same hands in the same trump and the same deals of the hidden cards, played by each policy from all four seats, from
`random` to `expert`, and with open cards. How far do the chance to make a bid, the trick points and the best bid move?

The hand is seat 0's. `{MAIN}` chooses its trump and its bid, which is the highest that is better than passing, on
{CHOICE_DEALS} deals used for nothing else. Nobody has called, so the hidden cards are any. All play for points, so one
play-out is settled at every bid; in play for a given contract a policy that looks at the bid (only `expert`) might do
a little better at it. Passing is worth the same to all: what it brings on the same deal with `{MAIN}` at all seats. So
the rows differ by the play of the contract alone, cards passed included.

*Best bid*: the bid up to which bidding is better than passing, between two bids where the mean gain changes its sign.
It may lie below the lowest bid there is, which says: pass. Random hands are put together by bids above or below their
own. Intervals are 95%; hands are the units, and intervals of best bids are from hands (of typical hands: deals) drawn
anew {RESAMPLES:,} times. Differences are paired: those of a way that played fewer deals are taken on these deals.

Made by `{command}` with pinosim {ps.__version__}; the numbers, and more of them, are in `tables/`.

"""
    files = {"report.md": page + "".join(section(found) for found in all_found).rstrip() + HOW_TO_READ}
    for found in all_found:
        name, source = found.rules.id, source_of(found)
        files[f"charts/{name}-shifts.svg"] = draw_shifts(found, source) + "\n"
        files[f"charts/{name}-chances.svg"] = draw_curves(found, source) + "\n"
        for kind, table in (("ladder", ladder_table), ("curves", curve_table), ("typical", typical_table)):
            files[f"tables/{name}-{kind}.csv"] = flat(table(found), found.rules, seed=HANDS_SEED)
    return files


HOW_TO_READ: Final = """

## How to read it

- All four seats are of one kind: a stronger player has stronger opponents too. So rows say how much a rate depends on
  who is assumed to play, not what a better player gains at your table; for that see the matches in `docs/policies.md`.
- Open cards are not the end of the ladder: nobody guesses, on either side.
- With few deals of each hand the bid made, in percent, is a mean over hands of coarse shares; its interval counts that.
"""
