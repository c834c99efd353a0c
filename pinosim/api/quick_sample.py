"""Hands and what comes of them, many hands at once: what instant answers are fitted on and measured with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.auction_text import read_auction
from pinosim.api.card_sets import melds_of
from pinosim.api.hidden_deals import hear_auction
from pinosim.api.kernel_inputs import deal_block, kernel_inputs, new_scratch, policy_rows
from pinosim.api.quick_features import hand_features
from pinosim.api.sides import measured_against
from pinosim.api.warm import say_if_compiling
from pinosim.cards import SUITS
from pinosim.core import columns as C
from pinosim.core import slots as S

if TYPE_CHECKING:
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

SLICE_DEALS: Final = 4_096
_ALL_TRUMPS: Final = 15
NEVER: Final = -1
"""Total of a hand that would not be made at any bid: set without play, or short of the trick points needed."""


@dataclass(frozen=True)
class PlayedHands:
    """Random hands of the seat that speaks first, each played out once in every suit, and passed with once.

    Attributes
    ----------
    masks : int64 array, shape (n,)
        The hands.
    melds : int64 array, shape (n, 4)
        Own meld with each trump S H D C, in points.
    totals : int64 array, shape (n, 4)
        What the side makes with each trump, in points; `NEVER` where no bid would be made.
    others : float64 array, shape (n, 4)
        What the other side scores then; each for himself, the mean of the others.
    passing : float64 array, shape (n,)
        Our score less theirs when the seat passes.
    """

    masks: NDArray[np.int64]
    melds: NDArray[np.int64]
    totals: NDArray[np.int64]
    others: NDArray[np.float64]
    passing: NDArray[np.float64]


def play_random_hands(rules: Rules, policies: tuple[Policy, ...], deals: int, seed: int, first: int = 0) -> PlayedHands:
    """Deal, and take the contract with seat 0's hand in each suit and pass with it, on one set of hidden cards.

    Deals in which a seat might throw its hand in are left out, so that a few fewer come back.

    Parameters
    ----------
    rules : Rules
        A game with bidding and partners.
    policies : tuple of Policy
        Who plays, one a seat.
    deals : int
        How many, from 1.
    seed, first : int
        Seed of the deals, and number of the first.

    Returns
    -------
    PlayedHands
    """
    from pinosim.core.bids import NO_BID
    from pinosim.core.playout import BIDDER, HIGH, N_AUCTION, N_PASS, NOBODY, PASS_THEM, PASS_US, play_out
    from pinosim.core.redeal import may_redeal

    say_if_compiling("playout.play_out")
    inputs = kernel_inputs(rules)
    vector = inputs.vector
    players = rules.seats.players
    rows = policy_rows(policies)
    against = measured_against(rules)
    state = read_auction("", rules)
    heard = hear_auction(state, rows, vector)
    so_far = np.zeros(N_AUCTION, np.int64)
    so_far[HIGH], so_far[BIDDER] = NO_BID, NOBODY
    can_redeal = bool(vector[S.REDEAL_MIN_NINES] or vector[S.REDEAL_NO_ACES] or vector[S.REDEAL_NO_MELD])
    parts: list[tuple[NDArray[Any], ...]] = []
    for start in range(first, first + deals, SLICE_DEALS):
        n = min(SLICE_DEALS, first + deals - start)
        hands = deal_block(rules, inputs.dealing, seed, start, n)
        melds = np.stack([melds_of(hands[:, seat], rules) for seat in range(players)])
        results = np.zeros((4, C.N_RESULT, n), np.int32)
        called = np.zeros((5, N_PASS, n), np.int32)
        play_out(
            hands, np.arange(start, start + n), np.zeros(n, np.int64), state.seat, state.dealer, so_far, heard,
            state.lowest, _ALL_TRUMPS, rows, inputs.book, np.uint64(seed), new_scratch(), results, called,
        )  # fmt: skip
        base = C.RESULT_FROM
        makes = (results[:, C.OUTCOME - base] == C.MADE) & (
            results[:, C.MELD_BIDDERS - base] >= rules.floors.min_meld_bidders
        )
        totals = np.where(makes, results[:, C.SCORE_BIDDERS - base], NEVER).T.astype(np.int64)
        others = results[:, C.SCORE_OTHERS - base].T / against
        net = called[0, PASS_US].astype(np.int64) - called[0, PASS_THEM]
        kept = np.ones(n, bool)
        if can_redeal:
            for i in range(n):
                kept[i] = not any(may_redeal(hands[i, seat], melds[seat, i], vector) for seat in range(players))
        parts.append((hands[kept, 0], melds[0][kept], totals[kept], others[kept], net[kept] / against))
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return PlayedHands(*columns)


def features_of(rules: Rules, masks: NDArray[np.int64], melds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Count the features of many hands with each trump.

    Parameters
    ----------
    rules : Rules
    masks : int64 array, shape (n,)
    melds : int64 array, shape (n, 4)
        Own meld with each trump, in points.

    Returns
    -------
    float64 array, shape (n, 4, n_features)
    """
    deck = rules.deck
    field = (1 << deck.width) - 1
    strength = {rank: deck.n_ranks - 1 - place for place, rank in enumerate(deck.ranks)}
    unit = rules.tricks.ace

    def count(rank: str, suit: str) -> NDArray[np.int64]:
        card = SUITS.index(suit) * deck.n_ranks + strength[rank]
        return (masks >> (card * deck.width)) & field

    by_trump = []
    for place, trump in enumerate(SUITS):
        values = hand_features(count, deck.ranks, deck.copies, trump, melds[:, place] / unit)
        by_trump.append(np.stack([np.broadcast_to(value, masks.shape) for value in values], axis=-1))
    return np.stack(by_trump, axis=1).astype(np.float64)
