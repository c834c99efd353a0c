"""Whole hands in which one seat bids up to a given limit and names a given trump: ways of bidding compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pinosim.api.card_sets import melds_of
from pinosim.api.kernel_inputs import deal_block, kernel_inputs, new_scratch, policy_rows, units_of
from pinosim.api.numbers import whole_number
from pinosim.cards import SUITS
from pinosim.core import table as K

if TYPE_CHECKING:
    from pinosim.api.hand import Hand
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

Limit = tuple[int | None, str]
"""Highest bid, None to pass always, and the trump to name."""

LARGEST_DEAL: Final = 2**62
_NO_BID: Final = -1


def play_to_limits(
    rules: Rules,
    hand: Hand,
    limits: Sequence[Limit | None],
    policies: Sequence[Policy],
    seed: int,
    first: int,
    deals: int,
) -> NDArray[np.int64]:
    """Play a hand to its end under several limits, on the same deals of the hidden cards.

    Seat 0 has the hand and speaks first. It bids one step at a time while the bid is within its limit, and raises its
    partner's bid and plays the cards as its policy does.

    Parameters
    ----------
    rules : Rules
        A game of two sides, with bidding and without a kitty.
    hand : Hand
    limits : sequence of tuple or None
        One for each way of bidding; None: limit and trump as the policy of seat 0 has them.
    policies : sequence of Policy
        Who plays, one a seat; none that draws lots.
    seed, first, deals : int
        Deals `first` to `first + deals - 1` of the seed.

    Returns
    -------
    int64 array, shape (n_limits, deals)
        Our score less theirs.
    """
    from pinosim.core.auction import run_auction
    from pinosim.core.bidding import plan_bids
    from pinosim.core.bids import NO_BID
    from pinosim.core.contract import finish_hand
    from pinosim.core.convention import note_claims
    from pinosim.core.policy import LISTEN, N_LISTENING

    first = whole_number("first", first, 0, LARGEST_DEAL)
    deck = rules.deck
    players = rules.seats.players
    inputs = kernel_inputs(rules, {0: hand.mask(deck)})
    rows = policy_rows(policies)
    stubborn = rows.copy()
    stubborn[0, LISTEN : LISTEN + N_LISTENING - 1] = 0  # the limit is final: what others call does not move it
    hands = deal_block(rules, inputs.dealing, seed, first, deals)
    melds = np.stack([melds_of(hands[:, seat], rules) for seat in range(players)])
    units = units_of(rules)
    scratch = new_scratch()
    desk, words, story = scratch.desk, scratch.spare_words, scratch.story
    vector = inputs.vector
    dealer = players - 1
    net = np.zeros((len(limits), deals), np.int64)
    for deal in range(deals):
        desk[K.SEATS, : hands.shape[1]] = hands[deal]
        for seat in range(players):
            desk[K.MELDS + seat, :4] = melds[seat, deal]
        plan_bids(
            desk[K.SEATS], desk[K.MELDS :], rows, words, 0, vector, units, desk[K.FEATURES], desk[K.CEILINGS],
            desk[K.TRUMPS],
        )  # fmt: skip
        own = int(desk[K.CEILINGS, 0]), int(desk[K.TRUMPS, 0])
        for place, limit in enumerate(limits):
            seated = rows if limit is None else stubborn
            ceiling, trump = own if limit is None else (_ceiling(limit[0]), SUITS.index(limit[1]))
            desk[K.CEILINGS, 0], desk[K.TRUMPS, 0] = ceiling, trump
            desk[K.SEATS, : hands.shape[1]] = hands[deal]
            note_claims(desk[K.SEATS], desk[K.MELDS :], seated, vector, units, desk[K.CEILINGS], desk[K.CLAIMS])
            run_auction(desk[K.CEILINGS], desk[K.CLAIMS], seated, 0, NO_BID, -1, 0, 0, vector, desk[K.AUCTION], story)
            bidder, bid = int(desk[K.AUCTION, 0]), int(desk[K.AUCTION, 1])
            if bidder < 0:
                continue  # all passed: the cards are dealt again, and nobody scores
            finish_hand(
                bidder, bid, int(desk[K.TRUMPS, bidder]), dealer, rows, words, 0, inputs.book, units, desk, story
            )
            net[place, deal] = desk[K.SCORES, 0] - desk[K.SCORES, 1]
    return net


def totals_on_fresh_deals(
    rules: Rules, hand: Hand, trump: str, policies: Sequence[Policy], seed: int, deals: int
) -> NDArray[np.int64]:
    """Take the contract with a hand of seat 0 on random deals.

    Returns
    -------
    int64 array, shape (deals,)
        The side's total, in points; -1 where no bid would be made.
    """
    from pinosim.api.auction_text import read_auction
    from pinosim.api.playouts import play_out_hand
    from pinosim.core import columns as C

    outs = play_out_hand(rules, hand, read_auction("", rules), policies, seed, deals, 1, with_calls=False)
    played = outs.results[SUITS.index(trump)]
    base = C.RESULT_FROM
    makes = (played[C.OUTCOME - base] == C.MADE) & (played[C.MELD_BIDDERS - base] >= rules.floors.min_meld_bidders)
    return np.where(makes, played[C.SCORE_BIDDERS - base], -1).astype(np.int64)


def rule_of_thumb_tricks(hand: Hand, trump: str, rules: Rules) -> int:
    """Count the tricks a player counts on: aces of other suits, and trumps beyond those that one other hand holds.

    Examples
    --------
    >>> from pinosim.api.hand import Hand
    >>> from pinosim.rules.load import load_rules
    >>> rule_of_thumb_tricks(Hand("S:AATKQJ H:A9 D:AJ C:TT"), "S", load_rules("family250"))
    6
    """
    side_aces = sum(hand.count("A", suit) for suit in SUITS if suit != trump)
    trumps = sum(hand.count(rank, trump) for rank in rules.deck.ranks)
    in_suit = len(rules.deck.ranks) * rules.deck.copies
    fair = (in_suit - trumps) // (rules.seats.players - 1)
    return side_aces + max(0, trumps - fair)


def _ceiling(limit: int | None) -> int:
    return _NO_BID if limit is None else limit
