"""`holding`: the chance of an event written as counts, for one hand or several, given what is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand
from pinosim.api.odds.chances import Chance
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_two_hands import chance_of_neither
from pinosim.api.odds.event_ways import TooMany, chance_of_none, count_hands
from pinosim.api.odds.events import Event, Shape, leaves
from pinosim.api.odds.table_seats import Table, who_words
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.api.odds.draws import Draw
    from pinosim.rules.schema import Rules

SAMPLED_DEALS: Final = 1_000_000


def holding(
    expression: str,
    rules: Rules,
    hand: Hand | str | None = None,
    who: str = "me",
    known: Mapping[str, Hand | str] | None = None,
    seed: int = 1,
) -> Chance:
    """Chance of an event written as counts.

    Parameters
    ----------
    expression : str
        Such as `"A>=1 each"`, `"run(S)"` or `"9>=5 & A==0"`; see `docs/event-language.md`.
    rules : Rules
        The rule set.
    hand : Hand or str, optional
        My cards, all or some; nothing is known of them otherwise.
    who : str, default "me"
        Whose hand: "me", "partner", "left", "right", "opponent"; "team" (at least one of its hands), "together" (its
        hands laid together), "any" (at least one hand at the table).
    known : mapping of str to (Hand or str), optional
        Cards known elsewhere, by seat ("partner", "left", "right") or by "elsewhere".
    seed : int, default 1
        Of the deals sampled where counting would take too long.

    Returns
    -------
    Chance
        Exact, or with an interval where it was sampled.

    Raises
    ------
    PinosimError
        If the expression cannot be read, there is nobody of that name, or the cards cannot be held so.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> print(holding("A>=1 each", load_rules("family250")))  # doctest: +ELLIPSIS
    one given hand, at least 1 ace of spades and ...: 2.7624%, 1 in 36.2 (exact) ...
    """
    expect_rules(rules)
    event = read_event(expression, rules)
    who = str(who).strip().lower()
    table = Table.seen(rules, hand, known)
    draws = table.draws(who)
    _check_shapes(event, draws[0])
    what = f"{who_words(who)}, {event}"
    fraction = exact_chance(event, draws)
    if fraction is not None:
        return Chance(what, table.conditions(), rules.id, rules.hash, fraction)
    from pinosim.api.odds.event_sampling import sampled_chance

    estimate = sampled_chance(event, table, who, seed, SAMPLED_DEALS)
    return Chance(what, table.conditions(), rules.id, rules.hash, estimate=estimate, seed=seed)


def exact_chance(event: Event, draws: list[Draw]) -> Fraction | None:
    """Count the chance that an event comes true in at least one of some hands; None if that would take too long."""
    roads: list[Callable[[], Fraction]]
    if len(draws) == 1:
        roads = [lambda: Fraction(count_hands(event, draws[0]), draws[0].hands)]
    else:
        roads = [lambda: 1 - chance_of_none(event, draws)]
        if len(draws) == 2:
            roads.append(lambda: 1 - chance_of_neither(event, draws))
    for road in roads:
        with suppress(TooMany):
            return road()
    return None


def _check_shapes(event: Event, draw: Draw) -> None:
    cards = sum(draw.held) + draw.drawn
    for leaf in leaves(event):
        if isinstance(leaf, Shape) and sum(leaf.lengths) != cards:
            raise PinosimError(
                f"expected a shape of {cards} cards, got {leaf}, which has {sum(leaf.lengths)}; the four lengths add "
                "up to the cards of the hand"
            )
