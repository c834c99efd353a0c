"""Section on the redeal right: sampled odds beside the exact ones."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pinosim.api import odds
from pinosim.api.intervals import Estimate, rate
from pinosim.errors import RuleError
from pinosim.report import words
from pinosim.report.grouping import column
from pinosim.report.parts import Answer, Grid, Section

if TYPE_CHECKING:
    from pinosim.api.runs import Run

TITLE: Final = "Hands thrown in for a new deal"
HAND: Final = "a given hand"
TEAM: Final = "a given team"
ANYONE: Final = "anyone at the table"


def section(run: Run) -> Section:
    """Make the section of a run."""
    rules = run.rules
    if not rules.redeal.min_nines:
        return Section("redeals", TITLE, paragraphs=[_without_right(run)])
    sampled = _sampled(run)
    try:
        exact = odds.redeal(rules)
    except RuleError:  # a right whose odds are not counted yet
        chances: dict[str, Fraction | None] = {}
        right = f"at least {rules.redeal.min_nines} nines and no meld"
    else:
        chances = {HAND: exact.hand, TEAM: exact.team, ANYONE: exact.anyone}
        right = exact.right
    anyone, exact_anyone = sampled[ANYONE], chances.get(ANYONE)
    known = (
        f"{words.percent(anyone.value)} of deals"
        if exact_anyone is None
        else f"{words.percent(float(exact_anyone))} of deals, {words.one_in(float(exact_anyone))}"
    )
    again = int(column(run.aggregates["redeals"], "redeals").max(initial=0))
    return Section(
        "redeals",
        TITLE,
        paragraphs=[
            f"The right: {right}. {_choice(rules.redeal.optional)} The chances are of the first deal of a hand. The "
            f"longest row of new deals for one hand in this run was {again}."
        ],
        blocks=[_grid(sampled, chances)],
        answers=[
            Answer(
                "How often may a hand be thrown in?",
                known,
                f"That anyone at the table is dealt {right}. Simulated: {words.percent(anyone.value)}. "
                f"{words.said_interval(anyone)}.",
            )
        ],
        frames={"redeals": run.aggregates["redeals"]},
    )


def _without_right(run: Run) -> str:
    """Say whether hands are dealt again at all where no hand may be thrown in."""
    rules = run.rules
    if rules.auction.kind == "none" or rules.auction.all_pass != "new-deal":
        return f"The rule set {rules.id} has no redeal right: every hand is played as it was dealt."
    table = run.aggregates["redeals"]
    again, count = column(table, "redeals"), column(table, "count")
    passed_out = rate(int(count[again > 0].sum()), int(count.sum()))
    return (
        f"No hand may be thrown in under {rules.id}, but the cards are dealt again when everybody passes. That "
        f"happened to the first deal of {words.percent(passed_out.value)} of hands. {words.said_interval(passed_out)}."
    )


def _choice(optional: bool) -> str:
    return (
        "Its holder may use it or not; the simulated players always do."
        if optional
        else "Such a hand is always dealt again."
    )


def _sampled(run: Run) -> dict[str, Estimate]:
    """Share of first deals in which one hand, one of a team, and anyone holds the right.

    The run notes the first seat with such a hand. So "one of the seats 0 to k - 1 holds it" is the same as "the first
    is below k", and by symmetry as likely as for any k given seats.
    """
    table = run.aggregates["redeals"]
    seat, count = column(table, "redeal_seat"), column(table, "count")
    seats = run.rules.seats
    in_team = seats.players // seats.teams
    widths = {HAND: 1, **({TEAM: in_team} if in_team > 1 else {}), ANYONE: seats.players}
    n = int(count.sum())
    return {who: rate(int(count[(seat >= 0) & (seat < width)].sum()), n) for who, width in widths.items()}


def _grid(sampled: dict[str, Estimate], exact: dict[str, Fraction | None]) -> Grid:
    rows = []
    for who, estimate in sampled.items():
        chance = exact.get(who)
        known = float(chance) if chance is not None else None
        rows.append(
            [
                who,
                words.percent(estimate.value),
                words.interval(estimate),
                "not counted yet" if known is None else words.percent(known),
                "" if known is None else words.one_in(known),
                "" if known is None else words.minus(f"{_standard_errors_off(estimate, known):+.1f}"),
            ]
        )
    return Grid(
        "Chance of a redeal hand in a deal",
        ("who", "simulated", "95% interval", "exact", "that is", "off by (std. errors)"),
        rows,
        "Off by: how many standard errors the simulated share lies from the exact one. Within 2 is usual, beyond 4 "
        "a fault.",
    )


def _standard_errors_off(estimate: Estimate, chance: float) -> float:
    error = math.sqrt(chance * (1 - chance) / estimate.n)
    return (estimate.value - chance) / error if error else 0.0
