"""What a side could bid if all cards were seen: its meld and the points that best play brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinosim.errors import PinosimError

if TYPE_CHECKING:
    from pinosim.api.deal import Deal
    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class OpenBid:
    """The highest bid the leader's side makes with all cards seen.

    Attributes
    ----------
    trump : str
        Suit letter.
    leader : int
        The seat that leads, taken for the bidder.
    meld : int
        What the leader's side lays down.
    points : int
        Trick points it takes with best play of both sides.
    bid : int or None
        The highest bid that is made; None if there is none.
    why : str
        Why there is none; empty otherwise.
    """

    trump: str
    leader: int
    meld: int
    points: int
    bid: int | None
    why: str

    @property
    def total(self) -> int:
        """Meld and trick points."""
        return self.meld + self.points


def open_bid(deal: Deal, trump: str, leader: int, points: int) -> OpenBid:
    """Find the highest bid that the leader's side makes, given what it takes in tricks.

    Parameters
    ----------
    deal : Deal
        Whole hands as they are played, that is after any passing of cards; all known.
    trump : str
        Suit letter.
    leader : int
        Seat that leads, taken for the bidder.
    points : int
        Trick points of the leader's side with best play, as `solve` finds them.

    Returns
    -------
    OpenBid

    Raises
    ------
    PinosimError
        If the hands are not whole, the game has no bids or keeps a kitty, or it is not played by two sides.

    Examples
    --------
    >>> from pinosim.api.deal import Deal
    >>> from pinosim.rules.load import load_rules
    >>> hands = [f"{suit}:AATTKKQQJJ99" for suit in "SHDC"]
    >>> deal = Deal(" | ".join(hands), load_rules("family250"))
    >>> found = open_bid(deal, "S", 0, 250)
    >>> found.meld, found.total, found.bid
    (1560, 1810, 1810)
    """
    rules = deal.rules
    _check(deal, rules)
    hands = [hand for hand in deal.hands if hand is not None]
    teams = rules.seats.teams
    meld = sum(hand.meld(rules, trump).total for seat, hand in enumerate(hands) if (seat - leader) % teams == 0)
    bids = rules.legal_bids(None, up_to=meld + points)
    own = hands[leader]
    why = ""
    if rules.trump.needs_marriage and not (own.count("K", trump) and own.count("Q", trump)):
        why = f"seat {leader} has no marriage in {trump} and may not name it"
    elif meld < rules.floors.min_meld_bidders:
        why = f"a meld below {rules.floors.min_meld_bidders} is set without play"
    elif points < rules.floors.min_points_bidders:
        why = f"bidders with fewer than {rules.floors.min_points_bidders} trick points are set"
    elif points == 0 and rules.keep_meld.bidders != "nothing":
        why = "without a trick point the meld is not safe"
    elif not bids:
        why = f"the lowest bid is {rules.auction.min_bid}"
    return OpenBid(trump, leader, meld, points, None if why else bids[-1], why)


def _check(deal: Deal, rules: Rules) -> None:
    if rules.seats.teams != 2 or rules.seats.called_partner:
        raise PinosimError(f"bids: expected a game of two sides, {rules.id} is not one; leave the bids out")
    if rules.auction.kind == "none" or rules.deal.kitty_size or rules.deal.stock_size:
        raise PinosimError(f"bids: {rules.id} has no bidding, or cards beside the hands; leave the bids out")
    sizes = [None if hand is None else len(hand) for hand in deal.hands]
    if sizes != [rules.deal.hand_size] * rules.seats.players:
        raise PinosimError(
            f"bids: expected whole hands of {rules.deal.hand_size} cards, as meld is laid down before the first trick, "
            f"got hands of {', '.join('unknown' if size is None else str(size) for size in sizes)} cards"
        )
