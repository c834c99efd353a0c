"""The same hands, contracts and deals played by every policy and with open cards: `reports/who-plays-matters`."""

# %% [markdown]
# # Who plays matters
#
# Random hands that are worth a bid, and a handful of typical ones, each in its best trump. Hidden cards are dealt at
# random, and each policy in turn plays the same deals from all four seats: passing, meld, tricks. All play for
# points, so one play-out is settled at every bid, and each bid is judged against passing on the same deal. What passing
# brings is the same for all: played by `medium`. So what differs is the play of the contract alone.
#
#     python analyses/who_plays.py        # make report-who-plays

# %%
from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from open_cards import markdown, signed  # the analysis beside this one

import pinosim as ps
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import best_trump, rights_of, tally_levels
from pinosim.api.hand import Hand
from pinosim.api.intervals import Estimate, mean_of, rate
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.api.open_cards import TABLE_MEGABYTES, read_horizon, tricks_by
from pinosim.api.playouts import PlayOuts, play_again, play_out_hand
from pinosim.cards import SUITS
from pinosim.core import columns as C
from pinosim.core import playout as P
from pinosim.core import table as K
from pinosim.core.contract import finish_hand
from pinosim.core.double_dummy.driver import new_memory
from pinosim.core.expert_hand import finish_hand_thinking
from pinosim.core.layout import unit_mask
from pinosim.core.open_cards import play_open_cards
from pinosim.errors import RunError
from pinosim.policies.registry import resolve_seats
from pinosim.report import drawing
from pinosim.report.output import write_pages

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROOT = Path(__file__).parents[1]
RULES: Final = ("family250", "guide-double")
POLICIES: Final = ("random", "easy", "standard", "medium", "hard")
EXPERT: Final = "expert"
OPEN: Final = "open cards"
WAYS: Final = (*POLICIES, EXPERT, OPEN)
MAIN: Final = "medium"  # chooses trump and bid, and is what the others are compared with
OPEN_MELD: Final = "hard"  # who passes and melds where the tricks are played with open cards
CHOICE_SEED, DEALS_SEED, HANDS_SEED = 41, 42, 43
CHOICE_DEALS: Final = 256
STEPS: Final = (-80, 25)  # bids looked at, in units around the hand's own; none below one unit
SHOWN: Final = (-6, -3, 0, 3, 6)
RESAMPLES: Final = 1000

TYPICAL: Final[Mapping[str, Mapping[str, str]]] = {
    "family250": {
        "a run and two side aces": "S:ATKQJ H:A9 D:AJ C:TT9",
        "the hand of the README": "S:KQJ H:ATQ9 D:AQ99 C:A",
        "seven trumps, little meld": "S:AATKQ99 H:A9 D:K9 C:Q",
        "aces around, no trumps to speak of": "S:AKQ9 H:AT9 D:AJ C:AK9",
        "double pinochle": "S:AQQ9 H:9 D:ATKQJJ C:T",
    },
    "guide-double": {
        "a run and five aces": "S:AATTKQJ H:ATKJ D:AAKQ C:TTKQJ",
        "ten trumps": "S:AAATTKKQQJ H:ATJ D:KQJ C:ATKQ",
        "aces around, five of each suit": "S:AATKQ H:AATKJ D:ATTQJ C:ATKQQ",
        "double pinochle": "S:AATKQQ H:TKQJ D:ATKQJJ C:AKQJ",
    },
}

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Size:
    """How many hands, and how many deals of each, of random (`hands`) and of typical hands (`typical`)."""

    hands: int
    deals: int
    expert: int
    opened: int
    typical: int
    typical_expert: int
    typical_opened: int

    def of(self, way: str, *, typical: bool) -> int:
        """Give the deals one way of playing plays of each hand: the first ones of those that all play."""
        if way == EXPERT:
            return self.typical_expert if typical else self.expert
        if way == OPEN:
            return self.typical_opened if typical else self.opened
        return self.typical if typical else self.deals


@dataclass(frozen=True)
class Contract:
    """A hand of seat 0, its trump, and the highest bid that is better than passing when `MAIN` plays."""

    name: str
    hand: Hand
    trump: str
    bid: int


@dataclass(frozen=True)
class Results:
    """What came of one contract as one way of playing plays it; one row a deal, or a hand where deals are averaged.

    Attributes
    ----------
    points, meld : float64 arrays, shape (n,)
        Of the bidding side.
    made, gain : float64 arrays, shape (n, n_bids)
        Contract made (0 or 1), and our score less theirs beyond what passing brings, for the bids of `offsets`.
    """

    points: Floats
    meld: Floats
    made: Floats
    gain: Floats

    @property
    def n(self) -> int:
        """Rows."""
        return len(self.points)

    def first(self, n: int) -> Results:
        """Give the first rows."""
        return Results(self.points[:n], self.meld[:n], self.made[:n], self.gain[:n])


@dataclass(frozen=True)
class Study:
    """All results of one rule set: contracts, and one `Results` a contract by way of playing."""

    rules: ps.Rules
    size: Size
    random: list[Contract]
    typical: list[Contract]
    played: dict[str, list[Results]]
    played_typical: dict[str, list[Results]]
    labels: dict[str, str]
    looked_at: int
    seconds: dict[str, float]


def offsets(rules: ps.Rules) -> NDArray[np.int64]:
    """Give the bids looked at, in points above the hand's own."""
    return np.arange(STEPS[0], STEPS[1] + 1, dtype=np.int64) * rules.unit


# %% the contracts


def choose(rules: ps.Rules, name: str, hand: Hand, number: int) -> Contract | None:
    """Find trump and bid of a hand, on deals used for nothing else; None: no bid is better than passing."""
    state = read_auction("", rules)
    allowed, may_redeal = rights_of(hand, rules)
    if not allowed or may_redeal:
        return None
    outs = play_out_hand(
        rules, hand, state, resolve_seats(MAIN, rules), CHOICE_SEED + 1000 * number, CHOICE_DEALS, 1
    )  # fmt: skip
    bids, tallies = tally_levels(rules.auction.min_bid, state, rules, outs, allowed)
    trump = best_trump(tallies, 0)
    worth = [bid for bid, row in zip(bids, tallies[trump], strict=True) if row[P.SUM_GAIN] > 0]
    return Contract(name, hand, trump, max(worth)) if worth else None


def random_contracts(rules: ps.Rules, wanted: int) -> tuple[list[Contract], int]:
    """Take the first random hands that are worth a bid; give them with the number of hands looked at."""
    found: list[Contract] = []
    number = 0
    while len(found) < wanted:
        hand = ps.Deal.random(rules, seed=HANDS_SEED, number=number).hands[0]
        assert hand is not None
        contract = choose(rules, f"random hand {number}", hand, number)
        if contract is not None:
            found.append(contract)
        number += 1
    return found, number


# %% playing


class Slow:
    """Plays contracts one by one: `expert` thinking at every pass and card, others as ever, or with open cards."""

    def __init__(self, rules: ps.Rules) -> None:
        self.rules = rules
        self.inputs = kernel_inputs(rules)
        self.scratch = new_scratch()
        self.units = unit_mask(rules.deck.n_kinds, rules.deck.width)
        self.horizon = read_horizon(rules, None)
        self.memory = new_memory(TABLE_MEGABYTES, 4 << (rules.deck.n_ranks * rules.deck.copies))

    def play(self, way: str, trump: str, outs: PlayOuts, n: int, seed: int) -> Ints:
        """Play the first `n` deals; int32, shape (N_RESULT, n)."""
        rows = policy_rows(resolve_seats(OPEN_MELD if way == OPEN else way, self.rules))
        results = np.empty((C.N_RESULT, n), np.int32)
        desk, words, story = self.scratch.desk, self.scratch.spare_words, self.scratch.story
        dealer = self.rules.seats.players - 1
        suit = SUITS.index(trump)
        for deal in range(n):
            hands = outs.deals.hands[deal]
            desk[K.SEATS, : len(hands)] = hands
            desk[K.DEALT, : len(hands)] = hands
            desk[K.ADDRESS, :3] = seed, outs.deals.numbers[deal], outs.deals.attempts[deal]
            story[:] = 0  # nothing was called: experts have nothing to go by but the cards
            before = (0, 0, suit, dealer, rows, words, 0, self.inputs.book, self.units, desk, story)
            if way == EXPERT:
                finish_hand_thinking(*before, self.scratch.study)
            else:
                finish_hand(*before)
            if way == OPEN:
                desk[K.COLUMN, [C.BIDDER, C.BID, C.TRUMP, C.DEALER]] = 0, 0, suit, dealer
                fault = play_open_cards(self.inputs.book, self.units, desk, story, *self.memory, self.horizon)
                if fault:
                    raise RunError(f"the solver refused a deal of {self.rules.id}: {fault}")
            results[:, deal] = desk[K.RESULT, : C.N_RESULT]
        return results


def settled(rules: ps.Rules, results: Ints, passing: Ints, bid: int) -> Results:
    """Settle play-outs at all bids around one, deal by deal."""
    bids = np.maximum(bid + offsets(rules), rules.unit)
    vector = np.array(rules.vector, dtype=np.int64)
    n = results.shape[1]
    made, gain = np.empty((n, len(bids))), np.empty((n, len(bids)))
    for deal in range(n):
        tally = np.zeros((len(bids), P.N_TALLY), np.int64)
        one, passed = (np.ascontiguousarray(each[:, deal : deal + 1]) for each in (results, passing))
        P.tally_bids(one, passed, bids, vector, tally)
        made[deal], gain[deal] = tally[:, P.MADE], tally[:, P.SUM_GAIN]
    points, meld = (results[row - C.RESULT_FROM].astype(float) for row in (C.POINTS_BIDDERS, C.MELD_BIDDERS))
    return Results(points, meld, made, gain)


def play_contract(
    slow: Slow, contract: Contract, number: int, size: Size, seconds: dict[str, float], *, typical: bool
) -> dict[str, Results]:
    """Play one contract every way, all on the same deals."""
    rules = slow.rules
    state = read_auction("", rules)
    seed = DEALS_SEED + 1000 * number + (500 if typical else 0)
    suit = SUITS.index(contract.trump)
    given = (rules, contract.hand, state)
    outs = play_out_hand(
        *given, resolve_seats(MAIN, rules), seed, size.of(MAIN, typical=typical), 1, trumps=1 << suit,
    )  # fmt: skip
    assert outs.passing is not None
    found = {}
    for way in WAYS:
        n = size.of(way, typical=typical)
        started = time.thread_time()
        if way == MAIN:
            results = outs.results[suit]
        elif way in POLICIES:
            again = play_again(
                *given, resolve_seats(way, rules), seed, outs.deals, 1, with_calls=False, trumps=1 << suit
            )  # fmt: skip
            results = again.results[suit]
        else:
            results = slow.play(way, contract.trump, outs, n, seed)
        seconds[way] = seconds.get(way, 0.0) + time.thread_time() - started
        found[way] = settled(rules, results, outs.passing, contract.bid)
    return found


def study(rules: ps.Rules, size: Size) -> Study:
    """Choose the contracts of a rule set and play them all."""
    slow = Slow(rules)
    contracts, looked_at = random_contracts(rules, size.hands)
    print(f"{rules.id}: {size.hands} of {looked_at} hands are worth a bid", flush=True)
    typical = []
    for number, (name, cards) in enumerate(TYPICAL[rules.id].items()):
        hand = Hand(cards, rules)
        contract = choose(rules, name, hand, 100_000 + number)
        if contract is None:
            raise RunError(f"{name} is not worth a bid in {rules.id}")
        typical.append(contract)
    seconds: dict[str, float] = {}
    played: dict[str, list[Results]] = {way: [] for way in WAYS}
    played_typical: dict[str, list[Results]] = {way: [] for way in WAYS}
    for into, some, is_typical in ((played, contracts, False), (played_typical, typical, True)):
        for number, contract in enumerate(some):
            for way, results in play_contract(slow, contract, number, size, seconds, typical=is_typical).items():
                into[way].append(results)
            if is_typical or not (number + 1) % 25:
                print(f"{rules.id}: {number + 1} of {len(some)}", flush=True)
    labels = {way: resolve_seats(way, rules)[0].label for way in (*POLICIES, EXPERT)} | {OPEN: OPEN}
    return Study(rules, size, contracts, typical, played, played_typical, labels, looked_at, seconds)


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
            ends = np.array(
                [[estimate.value - estimate.low, estimate.high - estimate.value] for estimate in table[column]]
            )
            axes.errorbar(
                middle, places + shift, xerr=np.maximum(ends.T, 0), marker=marker, linestyle="none", capsize=2,
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
            files[f"tables/{name}-{kind}.csv"] = flat(table(found), found.rules)
    return files


HOW_TO_READ: Final = """

## How to read it

- All four seats are of one kind: a stronger player has stronger opponents too. So rows say how much a rate depends on
  who is assumed to play, not what a better player gains at your table; for that see the matches in `docs/policies.md`.
- Open cards are not the end of the ladder: nobody guesses, on either side.
- With few deals of each hand the bid made, in percent, is a mean over hands of coarse shares; its interval counts that.
"""


def flat(frame: pd.DataFrame, rules: ps.Rules) -> str:
    """Write a table as CSV, estimates as three columns, each row naming where it comes from."""
    columns: dict[str, object] = {}
    for name in frame:
        if isinstance(frame[name].iloc[0], Estimate):
            for part in ("value", "low", "high"):
                columns[f"{name} {part}"] = [getattr(estimate, part) for estimate in frame[name]]
        else:
            columns[str(name)] = frame[name].to_list()
    named = pd.DataFrame(columns).assign(rules=rules.id, rules_hash=rules.hash, seed=HANDS_SEED)
    return named.to_csv(index=False, lineterminator="\n", float_format="%.6g")


# %%
def main() -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300, help="random hands of each rule set")
    parser.add_argument("--deals", type=int, default=32, help="of each, for the policies that do not think")
    parser.add_argument("--expert", type=int, default=1, help="deals of each for expert")
    parser.add_argument("--opened", type=int, default=1, help="deals of each with open cards")
    parser.add_argument("--typical", type=int, default=1024, help="deals of each typical hand")
    parser.add_argument("--typical-expert", type=int, default=16)
    parser.add_argument("--typical-opened", type=int, default=32)
    parser.add_argument("--out", type=Path, default=ROOT / "reports/who-plays-matters")
    given = parser.parse_args()
    size = Size(
        given.hands, given.deals, given.expert, given.opened, given.typical, given.typical_expert, given.typical_opened
    )
    command = (
        f"python analyses/who_plays.py --hands {size.hands} --deals {size.deals} --expert {size.expert} "
        f"--opened {size.opened} --typical {size.typical} --typical-expert {size.typical_expert} "
        f"--typical-opened {size.typical_opened}"
    )
    found = [study(ps.load_rules(name), size) for name in RULES]
    for written in write_pages(given.out, contents(found, command), "report"):
        print(written)


if __name__ == "__main__":
    main()
