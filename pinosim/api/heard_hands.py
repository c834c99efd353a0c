"""What the calls say about the hands behind them: trumps, aces and meld of each seat, with and without the auction."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.hidden_deals import DealFinder, HiddenDeals
from pinosim.api.kernel_inputs import book_of, kernel_inputs, policy_rows
from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

PRIOR_DEALS: Final = 2048
"""Deals that show how it would be without the auction."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat holds on average, before cards are passed.

    Attributes
    ----------
    trumps, aces : float
        Cards of the trump suit, and aces of all suits.
    meld : float
        Its own meld with that trump, in points.
    """

    trumps: float
    aces: float
    meld: float


@dataclass(frozen=True, slots=True)
class HeardHand:
    """One hidden hand as the calls make it out to be.

    Attributes
    ----------
    seat : int
        Whose.
    who : str
        "partner", "left opponent", ...
    calls : str
        What it has called.
    trump : str
        The suit that counts as trump here.
    heard, before : Holding
        With the calls, and without.
    """

    seat: int
    who: str
    calls: str
    trump: str
    heard: Holding
    before: Holding

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    def __str__(self) -> str:
        name = SUIT_NAMES[self.trump]
        return (
            f"{self.who.capitalize()} ({self.calls}) holds {self.heard.trumps:.1f} {name}, {self.heard.aces:.1f} aces "
            f"and {self.heard.meld:.0f} of meld with {name} trump on average; without the calls it would be "
            f"{self.before.trumps:.1f}, {self.before.aces:.1f} and {self.before.meld:.0f}."
        )


def heard_hands(
    rules: Rules,
    hand: Hand,
    auction: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    deals: HiddenDeals,
    trump: str,
) -> tuple[HeardHand, ...]:
    """Sum up what the deals that fit the calls hold, seat by seat, partner first.

    Parameters
    ----------
    rules, hand, auction, policies, seed
        As in `playouts.play_out_hand`.
    deals : HiddenDeals
        Those that were played.
    trump : str
        Suit letter.

    Returns
    -------
    tuple of HeardHand
        One for each other seat that has called.
    """
    inputs = kernel_inputs(rules, {auction.seat: hand.mask(rules.deck)})
    with ThreadPoolExecutor(1) as pool:
        silent = DealFinder(inputs, auction, policy_rows(policies), seed, pool, 1, listening=False)
        before = silent.take(PRIOR_DEALS)
    players = rules.seats.players
    seats = [(auction.seat + place) % players for place in range(1, players)]
    seats.sort(key=lambda seat: relation(seat, auction.seat, rules) != "partner")
    return tuple(
        HeardHand(
            seat,
            relation(seat, auction.seat, rules),
            auction.calls_of(seat),
            trump,
            _mean_holding(deals.hands[:, seat], trump, rules),
            _mean_holding(before.hands[:, seat], trump, rules),
        )
        for seat in seats
        if seat in auction.callers
    )


def relation(seat: int, me: int, rules: Rules) -> str:
    """Name a seat as the player sees it.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> [relation(seat, 0, load_rules("family250")) for seat in (1, 2, 3)]
    ['left opponent', 'partner', 'right opponent']
    >>> [relation(seat, 0, load_rules("family250-3h")) for seat in (1, 2)]
    ['left opponent', 'right opponent']
    """
    players, teams = rules.seats.players, rules.seats.teams
    if teams < players and seat % teams == me % teams:
        return "partner" if players == 2 * teams else f"partner in seat {seat}"
    if seat == (me + 1) % players:
        return "left opponent"
    return "right opponent" if seat == (me - 1) % players else f"opponent in seat {seat}"


def count_cards_of(hands: NDArray[np.int64], cards: Sequence[int], width: int) -> NDArray[np.int64]:
    """Count the copies of some cards in each of many hands; shape (n,)."""
    field = (1 << width) - 1
    counted = np.zeros(len(hands), np.int64)
    for card in cards:
        counted += (hands >> (card * width)) & field
    return counted


def _mean_holding(hands: NDArray[np.int64], trump: str, rules: Rules) -> Holding:
    from pinosim.core.meld import score_melds

    deck, suit = rules.deck, SUITS.index(trump)
    hands = np.ascontiguousarray(hands)
    melds = np.zeros((len(hands), 4), np.int64)
    score_melds(hands, *book_of(rules), melds)
    suit_cards = range(suit * deck.n_ranks, (suit + 1) * deck.n_ranks)
    aces = [(other + 1) * deck.n_ranks - 1 for other in range(len(SUITS))]
    return Holding(
        float(count_cards_of(hands, suit_cards, deck.width).mean()),
        float(count_cards_of(hands, aces, deck.width).mean()),
        float(melds[:, suit].mean()),
    )
