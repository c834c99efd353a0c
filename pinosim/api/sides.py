"""Who scores with whom, and what a player calls them: partners, one against all, a called partner, two without bids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

ROLES: Final = ("bidder", "partner", "other")
"""What a seat is in a hand, as counts of runs number them. Without bidding the one who leads first is the bidder."""
BIDDER: Final = ROLES.index("bidder")
PARTNER: Final = ROLES.index("partner")
OTHER: Final = ROLES.index("other")


@dataclass(frozen=True, slots=True)
class Sides:
    """The two sides of a hand in a player's words.

    Attributes
    ----------
    bidders, others : str
        Names to stand in a sentence or over a column: "the bidders", "each other player".
    n_others : int
        Scores on the other side: 1 where it scores together.
    apart : bool
        Each seat has a score of its own.
    bidding : bool
        There is an auction.
    """

    bidders: str
    others: str
    n_others: int
    apart: bool
    bidding: bool


def sides_of(rules: Rules) -> Sides:
    """Name the sides of a game.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> sides_of(load_rules("family250")).bidders, sides_of(load_rules("family250-3h")).others
    ('the bidders', 'each other player')
    >>> sides_of(load_rules("two-hand")).bidders
    'the player who leads first'
    """
    seats = rules.seats
    apart = seats.apart
    if rules.auction.kind == "none":
        return Sides("the player who leads first", "the dealer", 1, apart, bidding=False)
    if seats.called_partner:
        return Sides("bidder and partner", "each other player", seats.players - 2, apart, bidding=True)
    if apart:
        return Sides("the bidder", "each other player", seats.players - 1, apart, bidding=True)
    return Sides("the bidders", "the others", 1, apart, bidding=True)


def has_partner(rules: Rules) -> bool:
    """Tell whether a bidder plays with a partner, of his team or called."""
    return not rules.seats.apart or rules.seats.called_partner


def expect_two_sides(rules: Rules) -> None:
    """Refuse a game in which more than two sides keep a score, where chances to win it are asked for."""
    if rules.seats.teams != 2:
        raise PinosimError(
            f"{rules.id!r} has {rules.seats.teams} sides, each with a score of its own, and chances to win the game "
            "are worked out for two. Compare points instead."
        )


def trump_after_kitty(rules: Rules) -> bool:
    """Tell whether a bidder names trump with the kitty in his hand."""
    return rules.deal.kitty_size > 0 and rules.kitty.before_trump


def measured_against(rules: Rules) -> int:
    """Count the scores one's own is measured against: that of the other side, or those of all other players."""
    return rules.seats.players - 1 if rules.seats.apart else 1
