"""Whether the values of a rule set add up.

Each check takes all values by key and yields what is wrong as (key, text). A check that needs a value which is itself
at fault is left out, so that one slip is not reported twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from pinosim.rules.annotate import MAX_POINTS
from pinosim.rules.fields import FIELDS, shown

Values = Mapping[str, Any]
Faults = Iterator[tuple[str, str]]

HAND_BITS: Final = 62  # a hand is one whole number of 64 bits, see docs/architecture.md
MOST_PASSED: Final = 8  # random numbers of a hand set apart for cards passed one way, see core/table.py
TABLES: Final = ("run", "royal", "dix_by_copies", "pinochle", "aces", "kings", "queens", "jacks")


class _Known(dict[str, Any]):
    """The values without fault; asking for another known key ends a check."""

    def __missing__(self, key: str) -> Any:
        FIELDS[key]  # a slip of the pen in a check is no fault of the file
        raise _Skipped


class _Skipped(Exception):
    """A check needs a value that is at fault."""


def find_faults(values: Values) -> list[tuple[str, str]]:
    """Run every check.

    Parameters
    ----------
    values : mapping
        The values by key, e.g. `{"cards.copies": 2, ...}`; keys whose value is at fault are left out.

    Returns
    -------
    list of (str, str)
        Key, and what was expected, what came and what to do.
    """
    known = _Known(values)
    faults: list[tuple[str, str]] = []
    for check in CHECKS:
        try:
            faults.extend(check(known))
        except _Skipped:
            continue
    return faults


def _sides(v: Values) -> Faults:
    players, teams = v["seats.players"], v["seats.teams"]
    if players % teams:
        fits = ", ".join(str(n) for n in range(2, players + 1) if players % n == 0)
        yield (
            "seats.teams",
            f"expected as many players on each side, got {teams} sides of {players} players; use {fits}",
        )
    if v["seats.called_partner"] and teams != players:
        yield (
            "seats.called_partner",
            f"expected no fixed partners when one is called, got {teams} sides of {players} players; "
            f"set seats.teams = {players}",
        )


def _card_room(v: Values) -> Faults:
    ranks, copies = len(v["cards.ranks"]), v["cards.copies"]
    width = 2 if copies <= 3 else 3
    if 4 * ranks * width > HAND_BITS:
        yield "cards.copies", f"expected at most 3 copies in a deck with nines, got {copies}; use fewer, or ranks ATKQJ"


def _deck_is_dealt(v: Values) -> Faults:
    ranks, copies, players = len(v["cards.ranks"]), v["cards.copies"], v["seats.players"]
    hand, kitty, stock = v["deal.hand_size"], v["deal.kitty_size"], v["deal.stock_size"]
    size, dealt = 4 * ranks * copies, players * hand + kitty + stock
    if dealt != size:
        rest = size - kitty - stock
        advice = (
            f"hands of {rest // players} fit" if rest > 0 and rest % players == 0 else "change the kitty or the copies"
        )
        yield (
            "deal.hand_size",
            f"expected the deck of {copies} x {ranks} x 4 = {size} cards to be dealt out, got {players} hands "
            f"of {hand} + kitty {kitty} + stock {stock} = {dealt}; {advice}",
        )


def _stock(v: Values) -> Faults:
    stock, players = v["deal.stock_size"], v["seats.players"]
    if stock % players:
        yield (
            "deal.stock_size",
            f"expected a card for each of {players} players in every draw, got {stock}; use a multiple",
        )
    if v["deal.turn_up"] and not stock:
        yield "deal.turn_up", "expected a stock to turn a card of, got none; set deal.stock_size, or turn_up = false"
    if v["meld.laid"] == "during-play" and not stock:
        yield "meld.laid", 'expected a stock where meld is laid during play, got none; set meld.laid = "before-play"'
    if v["trump.chosen_by"] == "turned-card" and not v["deal.turn_up"]:
        yield "trump.chosen_by", "expected a turned card to make trump, got deal.turn_up = false; set it to true"


def _kitty_given_away(v: Values) -> Faults:
    kitty, players = v["deal.kitty_size"], v["seats.players"]
    if kitty and not v["kitty.bury"] and kitty != players:
        yield (
            "kitty.bury",
            f"expected a kitty of one card for each of {players} players when it is given away, got {kitty}; "
            "set kitty.bury = true, or deal.kitty_size",
        )


def _redeal(v: Values) -> Faults:
    nines, hand = v["redeal.min_nines"], v["deal.hand_size"]
    most = min(hand, 4 * v["cards.copies"]) if "9" in v["cards.ranks"] else 0
    if nines > most:
        yield (
            "redeal.min_nines",
            f"expected at most the {most} nines a hand can hold, got {nines}; use fewer, or 0 for no redeal",
        )


def _bidding_exists(v: Values) -> Faults:
    kind, lowest, steps = v["auction.kind"], v["auction.min_bid"], v["auction.steps"]
    if kind != "none" and lowest < 1:
        yield "auction.min_bid", f'expected a lowest bid of at least 1, got {lowest}; set it, or auction.kind = "none"'
    if kind != "none" and not steps:
        yield "auction.steps", f"expected at least one pair [from, step], got none; for example [[{lowest}, 1]]"
    if kind == "none" and v["trump.chosen_by"] == "bidder":
        yield (
            "auction.kind",
            'expected bidding where the bidder names trump, got none; set trump.chosen_by = "turned-card"',
        )


def _steps(v: Values) -> Faults:
    steps, lowest = v["auction.steps"], v["auction.min_bid"]
    for (start, step), (following, _) in pairwise(steps):
        if following <= start:
            yield "auction.steps", f"expected the places where steps change to ascend, got {following} after {start}"
        elif (following - start) % step:
            yield (
                "auction.steps",
                f"expected bids by {step} from {start} to reach {following}, where steps change; they miss it",
            )
    if steps and v["auction.kind"] != "none" and steps[0][0] > lowest:
        yield (
            "auction.steps",
            f"expected the first step to begin at the lowest bid {lowest} or below, got {steps[0][0]}",
        )


def _bids_are_legal(v: Values) -> Faults:
    steps, lowest, highest = v["auction.steps"], v["auction.min_bid"], v["auction.max_bid"]
    if v["auction.kind"] == "none" or not steps:
        return
    if steps[0][0] <= lowest and (off := _off_step(lowest, steps)):
        yield (
            "auction.min_bid",
            f"expected a bid the raises reach, got {lowest}; use {lowest - off} or change auction.steps",
        )
    if highest and highest < lowest:
        yield "auction.max_bid", f"expected at least the lowest bid {lowest}, got {highest}; use 0 for no limit"
    elif highest and (off := _off_step(highest, steps)):
        yield (
            "auction.max_bid",
            f"expected a bid the raises reach, got {highest}; use {highest - off}, or 0 for no limit",
        )
    if v["auction.max_ends_auction"] and not highest:
        yield (
            "auction.max_ends_auction",
            "expected a highest bid that can end the auction, got no limit; set auction.max_bid",
        )
    if v["auction.forced_below_min"] >= lowest:
        yield (
            "auction.forced_below_min",
            f"expected less than the lowest bid {lowest}, got {v['auction.forced_below_min']}; else nothing is bid",
        )


def _off_step(bid: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Give by how much a bid misses the raises."""
    start, step = next((pair for pair in reversed(steps) if pair[0] <= bid), steps[0])
    return (bid - start) % step


def _passing(v: Values) -> Faults:
    count, hand = v["passing.count"], v["deal.hand_size"]
    if count >= hand:
        yield "passing.count", f"expected fewer cards than the hand of {hand}, got {count}"
    if count > MOST_PASSED:
        yield "passing.count", f"expected at most {MOST_PASSED}, got {count}: there are random numbers for so many"
    partners = 2 if v["seats.called_partner"] else v["seats.players"] // v["seats.teams"]
    if count and partners != 2:
        yield (
            "passing.count",
            f"expected one partner to pass to, got {partners - 1}; set passing.count = 0 or seats.teams",
        )


def _nines(v: Values) -> Faults:
    if "9" not in v["cards.ranks"]:
        for key in ("meld.dix", "tricks.nine"):
            if v[key]:
                yield key, f"expected 0 in a deck without nines, got {v[key]}"
        if v["meld.dix_by_copies"]:
            yield "meld.dix_by_copies", "expected [] in a deck without nines, got points for them"


def _table_lengths(v: Values) -> Faults:
    copies = v["cards.copies"]
    for name in TABLES:
        try:
            table = v[f"meld.{name}"]
        except _Skipped:
            continue
        if len(table) != copies and (table or name != "dix_by_copies"):
            entries = "1 entry" if copies == 1 else f"{copies} entries"
            yield f"meld.{name}", f"expected {entries}, one for each number of copies (cards.copies), got {list(table)}"


def _tables_rise(v: Values) -> Faults:
    for name in TABLES:
        try:
            table = v[f"meld.{name}"]
        except _Skipped:
            continue
        for more, (low, high) in enumerate(pairwise(table), start=2):
            if high < low:
                yield f"meld.{name}", f"expected {more} copies to count no less than {more - 1}, got {high} after {low}"


def _trick_total(v: Values) -> Faults:
    names = ("ace", "ten", "king", "queen", "jack", "nine")
    counters = sum(v[f"tricks.{name}"] for name in names)
    copies, last, total = v["cards.copies"], v["tricks.last_trick"], v["tricks.total"]
    found = counters * 4 * copies + last
    if found != total:
        advice = f"set tricks.total = {found}, or mend a counter" if found <= MAX_POINTS else "use smaller counters"
        yield (
            "tricks.total",
            f"expected counters {counters} x 4 suits x {copies} copies + last trick {last} = {found}, got {total}; "
            f"{advice}",
        )


def _least_points(v: Values) -> Faults:
    total = v["tricks.total"]
    for key in ("floors.min_points_bidders", "floors.min_points_others"):
        if v[key] > total:
            yield key, f"expected at most the {total} points all tricks have, got {v[key]}"


CHECKS: Final[tuple[Callable[[Values], Faults], ...]] = (
    _sides,
    _card_room,
    _deck_is_dealt,
    _stock,
    _kitty_given_away,
    _redeal,
    _bidding_exists,
    _steps,
    _bids_are_legal,
    _passing,
    _nines,
    _table_lengths,
    _tables_rise,
    _trick_total,
    _least_points,
)


def check_assumed(entry: Any) -> str:
    """Say what is wrong with the keys an assumption names, or nothing.

    Whether the values under `instead` would do is not looked at here: they make another rule set.
    """
    unknown = [key for key in entry.keys if key not in FIELDS]
    return f"expected keys of this file, got {shown(unknown)}" if unknown else ""
