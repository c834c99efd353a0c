"""What a record holds: plain values, one frozen class for each part of a hand.

Seats are numbers from 0, cards are tokens such as `"AS"` where their order matters and `Hand` where it does not. None
stands for what the record does not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinosim.api.hand import Hand
from pinosim.api.meld import MeldItem

PASS: Final = "P"
NO_TRUMP: Final = "none"  # the bidder could name no suit
OUTCOMES: Final = ("made", "set", "not played", "played")
UNKNOWN: Final = "x"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a name as people write it, and the policy that played, both perhaps empty."""

    name: str = ""
    policy: str = ""


@dataclass(frozen=True, slots=True)
class Redeal:
    """A deal that was thrown in.

    Attributes
    ----------
    seat : int or None
        Who asked for the new deal; None: everybody passed.
    hands : tuple of (Hand or None)
        The hands of that deal, seat 0 first; empty if the record has none of them.
    """

    seat: int | None
    hands: tuple[Hand | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """The meld a seat laid: its points, and item by item what it is made of (empty: not said)."""

    seat: int
    total: int
    items: tuple[MeldItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Dix:
    """A nine of trump shown in a game with a stock.

    Attributes
    ----------
    nine : str
        The card, e.g. `"9H"`.
    points : int
    taken : str or None
        The turned card taken in exchange; None: the nine was only shown.
    """

    nine: str
    points: int
    taken: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A card drawn from the stock; card None: not known."""

    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, and what its winner does with the stock afterwards.

    Attributes
    ----------
    leader : int or None
    cards : tuple of str
        In the order played; fewer than players in a trick that is not complete.
    winner : int or None
    dix : tuple of Dix
    melds : tuple of MeldItem
        Laid by the winner, while the stock lasts.
    draws : tuple of Draw
    """

    leader: int | None
    cards: tuple[str, ...]
    winner: int | None = None
    dix: tuple[Dix, ...] = ()
    melds: tuple[MeldItem, ...] = ()
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """One hand from the deal to the score.

    Attributes
    ----------
    number : int or None
        Number of the deal under the record's seed.
    dealer : int or None
        Who dealt the hand that was played, after any redeals.
    redeals : tuple of Redeal
    hands : tuple of (Hand or None)
        As dealt, seat 0 first; empty if none is known.
    kitty : Hand or None
    stock : tuple of str
        From the top; the last is the card turned up.
    calls : tuple of (int or "P") or None
        From the dealer's left on; a forced bid is the last call.
    bidder, bid : int or None
        The contract.
    trump : str or None
        Suit letter; "none": the bidder could name no suit.
    called, partner : str or None, int or None
        The card the bidder called and who holds it.
    shared : tuple of (int, str)
        Seat and card given to it from a shared kitty.
    given, returned : Hand or None
        Cards passed to the bidder, and back.
    melds : tuple of Claim
    buried : Hand or None
    dix_turned : int or None
        Points the dealer scored for the nine he turned.
    tricks : tuple of Trick
    taken : tuple of (int, int)
        Tricks and trick points of each side, buried points included; empty when not played.
    outcome : str or None
        One of `OUTCOMES`.
    changes, scores : tuple of int
        Change of score and score of each side; a side is a team, or a seat where each plays for himself.
    winner : int or None
        The side that won the game with this hand.
    """

    number: int | None = None
    dealer: int | None = None
    redeals: tuple[Redeal, ...] = ()
    hands: tuple[Hand | None, ...] = ()
    kitty: Hand | None = None
    stock: tuple[str, ...] = ()
    calls: tuple[int | str, ...] | None = None
    bidder: int | None = None
    bid: int | None = None
    trump: str | None = None
    called: str | None = None
    partner: int | None = None
    shared: tuple[tuple[int, str], ...] = ()
    given: Hand | None = None
    returned: Hand | None = None
    melds: tuple[Claim, ...] = ()
    buried: Hand | None = None
    dix_turned: int | None = None
    tricks: tuple[Trick, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    outcome: str | None = None
    changes: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    winner: int | None = None

    @property
    def finished(self) -> bool:
        """Tell whether the hand has a result."""
        return self.outcome is not None


@dataclass(frozen=True, slots=True)
class RulesLine:
    """How a record names its rules.

    Attributes
    ----------
    id, hash : str
        Of the rule set; an empty hash: not said.
    base : str
        The packaged rule set the overrides apply to.
    overrides : tuple of str
        `"group.key=value"`, in the scale of the base.
    scale : int or None
        The scale points are counted in, if it is not that of the base.
    """

    id: str
    hash: str
    base: str
    overrides: tuple[str, ...] = ()
    scale: int | None = None
