"""The odds book of a rule set as tables of numbers: every meld, distributions, nines, shapes, partner, kitty."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pinosim.api.distribution import Distribution
from pinosim.api.odds.draws import fresh_hand
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.holding_odds import exact_chance
from pinosim.api.odds.meld_odds import meld, meld_mean
from pinosim.api.odds.redeal_odds import common_rights, redeal
from pinosim.cards import SUIT_NAMES
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

    Number = str | int | float | Fraction | None

TIMES: Final = ("", "double ", "triple ", "quadruple ", "fivefold ", "sixfold ")
MOST_WANTED: Final = 12


@dataclass(frozen=True)
class BookTable:
    """One table of the book.

    Attributes
    ----------
    name : str
        For files and links: letters and dashes.
    title : str
        What the numbers are.
    header : tuple of str
        One a column; the first names the rows.
    rows : tuple of tuple
        Text, whole numbers, exact chances (Fraction), points (float), or None where nothing can be said exactly.
    note : str
        On what terms.
    long : bool
        Whether the table ends in a tail of rare rows that a page may leave out.
    """

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    note: str = ""
    long: bool = False


def make_book(rules: Rules) -> list[BookTable]:
    """Make all tables of a rule set's odds book, in the order of the page.

    Parameters
    ----------
    rules : Rules
        The rule set.

    Returns
    -------
    list of BookTable
        Tables that mean nothing in a rule set (nines without nines, a kitty without one) are left out.
    """
    expect_rules(rules)
    return [table for table in _tables(rules) if table.rows]


def _tables(rules: Rules) -> Iterator[BookTable]:
    yield _melds(rules)
    yield _meld_means(rules)
    yield _distribution("meld-given-suit", meld(rules, "S"))
    yield _distribution("meld-best-suit", meld(rules, "best"))
    if rules.seats.called_partner or rules.seats.teams < rules.seats.players:
        yield _distribution("meld-team", meld(rules, "S", who="team"))
    yield _redeals(rules)
    for name, rank in (("nines", "9"), ("aces", "A")):
        if rank in rules.deck.ranks:
            yield _ranks(rules, name, rank)
    yield _lengths(rules)
    yield _shapes(rules)
    size, unseen = rules.deal.hand_size, rules.deck.size - rules.deal.hand_size
    yield _wanted(
        "partner",
        "What one other hand holds, given mine",
        size,
        unseen,
        "partner",
        f"I see my {size} cards; {unseen} are unseen, {size} of them in partner's hand (or in any one opponent's).",
    )
    kitty = rules.deal.kitty_size
    if kitty:
        note = f"{unseen} cards are unseen, {kitty} of them in the kitty: {math.comb(unseen, kitty):,} kitties in all."
        yield _wanted("kitty", "What the kitty holds, given my hand", kitty, unseen, "the kitty", note)


def _melds(rules: Rules) -> BookTable:
    """Chance of each meld for one hand, a team and the table; what takes too long to count for several is left open."""
    players = rules.seats.players
    try:
        from pinosim.api.odds.table_seats import team_seats

        in_team = len(team_seats(rules))
    except PinosimError:
        in_team = 1
    draw = fresh_hand(rules)
    rows: list[tuple[Number, ...]] = []
    for name, expression in _meld_events(rules):
        event = read_event(expression, rules)
        hand = exact_chance(event, [draw])
        if not hand:
            continue
        team = exact_chance(event, [draw] * in_team) if in_team > 1 else None
        rows.append((name, hand, team, exact_chance(event, [draw] * players)))
    header = ("meld", "one hand", "a given team", "anyone")
    note = "At least so much. A given team: in one of its hands. A dash: not counted for several hands at once."
    return BookTable("melds", "Each meld in a dealt hand", header, tuple(rows), note)


def _meld_events(rules: Rules) -> Iterator[tuple[str, str]]:
    copies = range(1, rules.deck.copies + 1)
    for n in copies:
        yield f"{TIMES[n - 1]}run in a given suit", f"run(S,{n})"
    for n in copies:
        yield f"{TIMES[n - 1]}run in any suit", f"run({n})"
    for n in copies:
        yield f"{TIMES[n - 1]}marriage in a given suit", f"marriage(S,{n})"
    for n in range(1, 9):
        yield f"{n} {'marriage' if n == 1 else 'marriages'} in all", f"marriages>={n}"
    yield "marriage in each suit", "roundhouse"
    for n in copies:
        yield f"{TIMES[n - 1]}pinochle", f"pinochle({n})"
    for name in ("aces", "kings", "queens", "jacks"):
        for n in copies:
            yield f"{TIMES[n - 1]}{name} around", f"{name}_around({n})"


def _meld_means(rules: Rules) -> BookTable:
    mean = meld_mean(rules)
    whole = mean.exact_mean
    rows: list[tuple[Number, ...]] = [
        (kind, float(p), float(p / whole) if whole else 0.0) for kind, p in mean.shares.items()
    ]
    rows.append(("together", mean.mean, 1.0))
    return BookTable(
        "meld-means",
        f"Where the meld of a hand comes from, {SUIT_NAMES['S']} trump",
        ("meld", "points on average", "share of the whole"),
        tuple(rows),
        "The mean is the same for every given suit.",
    )


def _distribution(name: str, distribution: Distribution) -> BookTable:
    above, rows = distribution.hands, []
    for points, ways in distribution.ways.items():
        rows.append((points, ways, Fraction(ways, distribution.hands), Fraction(above, distribution.hands)))
        above -= ways
    note = f"Mean {distribution.mean:.4f}, standard deviation {distribution.sd:.4f}, out of {distribution.hands:,}"
    note += " hands." if distribution.exact else f" sampled deals (seed {distribution.seed}): not exact."
    title = f"{distribution.what[:1].upper()}{distribution.what[1:]}"
    return BookTable(name, title, ("points", "hands", "exactly", "at least"), tuple(rows), note, long=True)


def _redeals(rules: Rules) -> BookTable:
    rows: list[tuple[Number, ...]] = []
    if rules.redeal.min_nines:
        own = redeal(rules)
        rows.append((f"own right: {own.right}", own.hand, own.team, own.anyone))
    rows += [(name, p, None, None) for name, p in common_rights(rules).items()]
    header = ("hand that may be thrown in", "one hand", "a given team", "anyone")
    note = "The rule set's own right first, then the rights in use at one table or another."
    return BookTable("redeals", "Hands for a new deal", header, tuple(rows), note)


def _ranks(rules: Rules, name: str, rank: str) -> BookTable:
    draw = fresh_hand(rules)
    rows: list[tuple[Number, ...]] = []
    for n in range(min(4 * rules.deck.copies, rules.deal.hand_size) + 1):
        exactly = exact_chance(read_event(f"{rank}=={n}", rules), [draw])
        rows.append((n, exactly, exact_chance(read_event(f"{rank}>={n}", rules), [draw])))
    return BookTable(name, f"{name[:1].upper()}{name[1:]} in a dealt hand", (name, "exactly", "at least"), tuple(rows))


def _lengths(rules: Rules) -> BookTable:
    draw = fresh_hand(rules)
    rows: list[tuple[Number, ...]] = []
    for n in range(min(rules.deck.n_ranks * rules.deck.copies, rules.deal.hand_size) + 1):
        events = (f"S=={n}", f"longest=={n}", f"shortest=={n}", f"voids=={n}")
        rows.append((n, *(exact_chance(read_event(event, rules), [draw]) for event in events)))
    header = ("cards (or voids)", "a given suit", "the longest suit", "the shortest suit", "so many voids")
    return BookTable("lengths", "Suit lengths and voids of a dealt hand", header, tuple(rows))


def _shapes(rules: Rules) -> BookTable:
    size, suit = rules.deal.hand_size, rules.deck.n_ranks * rules.deck.copies
    found: list[tuple[Fraction, str]] = []
    hands = fresh_hand(rules).hands
    for a in range(min(size, suit), -1, -1):
        for b in range(min(a, size - a), -1, -1):
            for c in range(min(b, size - a - b), -1, -1):
                d = size - a - b - c
                if d <= c:
                    lengths = (a, b, c, d)
                    orders = math.factorial(4) // math.prod(math.factorial(lengths.count(n)) for n in set(lengths))
                    ways = orders * math.prod(math.comb(suit, n) for n in lengths)
                    found.append((Fraction(ways, hands), "-".join(map(str, lengths))))
    found.sort(reverse=True)
    rows: list[tuple[Number, ...]] = []
    below = Fraction(0)
    for p, shape in found:
        below += p
        rows.append((shape, p, below))
    header = ("shape", "chance", "this or commoner")
    return BookTable("shapes", "Shapes of a dealt hand", header, tuple(rows), long=True)


def _wanted(name: str, title: str, drawn: int, unseen: int, who: str, note: str) -> BookTable:
    """Chance that so many drawn cards hold some of the wanted ones, by how many of those are unseen."""
    rows: list[tuple[Number, ...]] = []
    hands = math.comb(unseen, drawn)

    def at_least(wanted: int, n: int) -> Fraction:
        return Fraction(
            sum(math.comb(wanted, k) * math.comb(unseen - wanted, drawn - k) for k in range(n, min(wanted, drawn) + 1)),
            hands,
        )

    for wanted in range(1, min(MOST_WANTED, unseen) + 1):
        chances = [at_least(wanted, n) if n <= min(wanted, drawn) else Fraction(0) for n in (1, 2, 3)]
        rows.append((wanted, *chances))
    header = ("wanted cards unseen", f"{who} holds one or more", "two or more", "three or more")
    return BookTable(name, title, header, tuple(rows), f"{note} Two copies of one card are two wanted cards.")
