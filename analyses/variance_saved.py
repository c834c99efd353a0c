"""How much narrower an advice's intervals would be if what is known exactly of hidden hands were put to use.

The share of the variance, of the chance of a bid and of the gain, that is explained by partner's cards: by strata
(which cards he holds that the run lacks, and how many aces), whose chances are exact when nobody has called; and by
linear control variates (his meld; then his trumps rank by rank and the aces of each suit too). An interval as wide as
before then needs fewer deals by that share.

    python analyses/variance_saved.py family250 guide-double
"""

# %%
from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import is_made, net_of, net_of_passing, outcome_of_bidding, rights_of, tally_levels
from pinosim.api.common_deals import players_for
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.how_high import limit_once_raised
from pinosim.api.kernel_inputs import book_of
from pinosim.api.playouts import PlayOuts, play_out_hand
from pinosim.cards import SUITS
from pinosim.core.meld import score_melds
from pinosim.core.playout import MADE
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

SEED = 77
HANDS = 12
DEALS = 8_192
WANTED = 0.6  # the bid judged is the highest made this often in the best trump
MOST_ACES = 4  # as many or more are one stratum
RUN_RANKS = "ATKQJ"


# %%
def held_by(rules: Rules, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the copies of each card; shape (n, n_kinds)."""
    deck = rules.deck
    return np.stack([(hands >> (card * deck.width)) & ((1 << deck.width) - 1) for card in range(deck.n_kinds)], axis=1)


def strata(rules: Rules, hand: Hand, trump: str, held: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give each deal the number of its stratum: partner's missing run cards one by one, and his aces."""
    deck = rules.deck
    card = {(rank, suit): deck.card_index(rank, suit) for rank in deck.ranks for suit in SUITS}
    aces = sum(held[:, card["A", suit]] for suit in SUITS)
    number: NDArray[np.int64] = np.minimum(aces, MOST_ACES)
    for rank in RUN_RANKS:
        if not hand.count(rank, trump):
            number = 2 * number + (held[:, card[rank, trump]] > 0)
    return number


def variates(rules: Rules, trump: str, hands: NDArray[np.int64], held: NDArray[np.int64]) -> NDArray[np.float64]:
    """Partner's meld with the trump, his trumps rank by rank, his aces suit by suit; shape (n, n_variates)."""
    deck, place = rules.deck, SUITS.index(trump)
    melds = np.zeros((len(hands), 4), np.int64)
    score_melds(np.ascontiguousarray(hands), *book_of(rules), melds)
    trumps = held[:, place * deck.n_ranks : (place + 1) * deck.n_ranks]
    aces = np.stack([held[:, deck.card_index("A", suit)] for suit in SUITS if suit != trump], axis=1)
    return np.column_stack([melds[:, place], trumps, trumps.sum(axis=1), aces]).astype(np.float64)


def by_strata(y: NDArray[np.float64], number: NDArray[np.int64]) -> float:
    """Give the share of the variance between strata, less what as many random groups would seem to explain."""
    groups, place = np.unique(number, return_inverse=True)
    within = sum(((y[place == group] - y[place == group].mean()) ** 2).sum() for group in range(len(groups)))
    return float(1 - within / (len(y) - len(groups)) / y.var(ddof=1))


def by_variates(y: NDArray[np.float64], x: NDArray[np.float64]) -> float:
    """Give the share of the variance explained by a straight line through variates."""
    design = np.column_stack([np.ones(len(y)), x])
    fitted, _, rank, _ = np.linalg.lstsq(design, y, rcond=None)
    return float(1 - ((y - design @ fitted) ** 2).sum() / (len(y) - rank) / y.var(ddof=1))


def bid_to_look_at(rules: Rules, outs: PlayOuts, ways: str) -> int:
    """Find the highest bid that is made often enough in the best trump."""
    state = read_auction("", rules)
    bids, tallies = tally_levels(state.lowest or 1, state, rules, outs, ways)
    often = np.max([tally[:, MADE] for tally in tallies.values()], axis=0) >= WANTED * outs.n
    return max((bid for bid, enough in zip(bids, often, strict=True) if enough), default=bids[0])


def saved(rules: Rules, number: int, policy: str) -> list[float] | None:
    """Work one random hand out; None where there is nothing to explain."""
    state, players = read_auction("", rules), players_for(policy, rules)
    hand = Deal.random(rules, seed=SEED, number=number).hands[state.seat]
    ways, _ = rights_of(hand, rules)
    if not ways:
        return None
    first = play_out_hand(rules, hand, state, players, 1, DEALS // 4, 1)
    bid = bid_to_look_at(rules, first, ways)
    outs = play_out_hand(
        rules, hand, state, players, 1, DEALS, 1, bid=bid,
        own_limit=lambda few: limit_once_raised(bid, state, rules, few, ways, None, None),
    )  # fmt: skip
    made = {way: is_made(outs, way, bid, rules).astype(np.float64) for way in ways}
    best = max(ways, key=lambda way: float(made[way].mean()))
    net_pass = net_of_passing(outs, rules)
    if net_pass is None or not 0.02 < made[best].mean() < 0.98:
        return None
    gain = net_of(outcome_of_bidding(outs, best, state.seat, rules), rules) - net_pass
    partner = outs.deals.hands[:, (state.seat + rules.seats.teams) % rules.seats.players]
    held = held_by(rules, partner)
    x = {way: variates(rules, way, partner, held) for way in ways}
    number_of = strata(rules, hand, best, held)
    # the trump whose chance needs most deals decides how many are played
    hardest = max(float(made[way].var()) for way in ways)
    left = max(float(made[way].var()) * (1 - by_variates(made[way], x[way])) for way in ways if made[way].var() > 0)
    left_by_strata = max(
        float(made[way].var()) * (1 - by_strata(made[way], strata(rules, hand, way, held)))
        for way in ways
        if made[way].var() > 0
    )
    return [
        by_strata(made[best], number_of),
        by_strata(gain, number_of),
        by_variates(made[best], x[best][:, :1]),
        by_variates(gain, x[best][:, :1]),
        by_variates(made[best], x[best]),
        by_variates(gain, x[best]),
        1 - left_by_strata / hardest,
        1 - left / hardest,
    ]


# %%
def main() -> None:
    """Print a row a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--policy", default="medium")
    given = parser.parse_args()
    heads = ["strata", "partner's meld", "and his trumps and aces"]
    print(
        "| rules | " + " | ".join(f"{head}: chance | gain" for head in heads) + " | hardest trump: strata | variates |"
    )
    print("|---" * 9 + "|")
    for name in given.rules:
        rules = load_rules(name)
        rows = [row for number in range(HANDS) if (row := saved(rules, number, given.policy)) is not None]
        print(f"| {name}, {len(rows)} hands | " + " | ".join(f"{share:.2f}" for share in np.mean(rows, axis=0)) + " |")


if __name__ == "__main__":
    main()
