"""Stands in for the kernel where a test is about run folders: plausible numbers that depend on seed and deal alone."""

import numpy as np

from pinosim.api import simulate as module
from pinosim.core import columns as col

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def numbers(seed, first_deal, n, column):
    """Mix seed, number of the deal and column into uint64 noise."""
    with np.errstate(over="ignore"):
        x = np.arange(first_deal, first_deal + n, dtype=np.uint64) * _GOLDEN + np.uint64(seed) * np.uint64(97 + column)
        x += np.uint64(column) * np.uint64(0xD1B54A32D192ED03)
        for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
            x ^= x >> np.uint64(30)
            x *= np.uint64(factor)
        return x ^ (x >> np.uint64(31))


def fill(hands, seed, first_deal, players=4):
    """Fill an array of hands as a kernel would, with noise in the range of each column."""
    n = hands.shape[1]

    def below(column, limit):
        return (numbers(seed, first_deal, n, column) % np.uint64(limit)).astype(np.int32)

    deal = np.arange(first_deal, first_deal + n)
    hands[:] = 0
    hands[col.REDEAL_SEAT] = np.where(below(col.REDEAL_SEAT, 50) == 0, below(col.REDEALS, players), -1)
    hands[col.REDEALS] = hands[col.REDEAL_SEAT] >= 0
    for row in (col.MELD_S, col.MELD_H, col.MELD_D, col.MELD_C):
        hands[row] = 10 * (below(row, 9) * below(row + 50, 3))
    hands[col.DEALER] = deal % players
    hands[col.BIDDER] = below(col.BIDDER, players)
    hands[col.BID] = 250 + 10 * below(col.BID, 12)
    hands[col.FORCED] = below(col.FORCED, 10) == 0
    hands[col.CALLS] = 4 + below(col.CALLS, 6)
    hands[col.TRUMP] = below(col.TRUMP, 4)
    hands[col.BIDDER_MELD] = 10 * below(col.BIDDER_MELD, 30)
    hands[col.BIDDER_TRUMPS] = 2 + below(col.BIDDER_TRUMPS, 6)
    hands[col.BIDDER_ACES] = below(col.BIDDER_ACES, 9)
    hands[col.MELD_BIDDERS] = hands[col.BIDDER_MELD] + 10 * below(col.MELD_BIDDERS, 8)
    hands[col.MELD_OTHERS] = 10 * below(col.MELD_OTHERS, 20)
    played = hands[col.MELD_BIDDERS] + 250 >= hands[col.BID] + 10 * below(80, 9)
    hands[col.TRICKS_BIDDERS] = np.where(played, below(col.TRICKS_BIDDERS, 13), 0)
    hands[col.TRICKS_OTHERS] = np.where(played, 12 - hands[col.TRICKS_BIDDERS], 0)
    hands[col.POINTS_BIDDERS] = np.where(played, 10 * below(col.POINTS_BIDDERS, 26), 0)
    hands[col.POINTS_OTHERS] = np.where(played, 250 - hands[col.POINTS_BIDDERS], 0)
    total = hands[col.MELD_BIDDERS] + hands[col.POINTS_BIDDERS]
    made = played & (total >= hands[col.BID])
    hands[col.OUTCOME] = np.where(made, col.MADE, np.where(played, col.SET, col.NOT_PLAYED))
    hands[col.SCORE_BIDDERS] = np.where(made, total, -hands[col.BID])
    hands[col.SCORE_OTHERS] = hands[col.MELD_OTHERS] + hands[col.POINTS_OTHERS]
    hands[col.PARTNER] = (hands[col.BIDDER] + 2) % players
    for seat in range(players):
        ours = (hands[col.BIDDER] - seat) % 2 == 0
        hands[col.SCORE_0 + seat] = np.where(ours, hands[col.SCORE_BIDDERS], hands[col.SCORE_OTHERS])


def fake_hands(n, seed=1, first_deal=0):
    """Give `n` hands as an array `(N_COLUMNS, n)`."""
    hands = np.empty((col.N_COLUMNS, n), dtype=np.int32)
    fill(hands, seed, first_deal)
    return hands


def use_fake_hands(patch, before_each=lambda first_deal: None, part_deals=1000, slice_deals=250, kernels="fake"):
    """Make `simulate` play fake hands in small parts. `patch` is pytest's monkeypatch, or anything with `setattr`."""

    def load_player(rules, seats, seed):
        def play(first_deal, hands):
            before_each(first_deal)
            fill(hands, seed, first_deal, rules.seats.players)

        return play

    patch.setattr(module, "load_player", load_player)
    patch.setattr(module, "kernels_fingerprint", lambda: kernels)
    patch.setattr(module, "PART_DEALS", part_deals)
    patch.setattr(module, "SLICE_DEALS", slice_deals)
