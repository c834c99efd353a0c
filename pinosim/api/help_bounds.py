"""The most that partner's cards or the kitty could bring: exact, over every set of cards they might be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.card_sets import card_counts, card_sets, melds_of
from pinosim.api.sides import has_partner

if TYPE_CHECKING:
    from pinosim.api.hand import Hand
    from pinosim.rules.schema import Rules


def best_helped_melds(hand: Hand, rules: Rules) -> tuple[int, int, int, int]:
    """Find the best meld this hand could lay down after partner has passed it any cards and as many have gone back.

    In a game with a kitty: with any cards in it, and those given to the other players gone.

    Parameters
    ----------
    hand : Hand
        A whole hand of the rule set.
    rules : Rules
        The rule set; without passing and kitty the answer is the hand's own meld.

    Returns
    -------
    tuple of int
        Points with S, H, D, C as trump. Partner's own meld is not counted.

    Examples
    --------
    >>> from pinosim.api.hand import Hand
    >>> from pinosim.rules.load import load_rules
    >>> best_helped_melds(Hand("S:AATTKQ H:A9 D:AJ C:TT"), load_rules("family250"))
    (1540, 1070, 1060, 1060)
    """
    count, back = _cards_that_move(rules)
    mine = hand.mask(rules.deck)
    width = rules.deck.width
    held = card_counts(mine, rules)
    if count == 0:
        spades, hearts, diamonds, clubs = (int(points) for points in melds_of(np.array([mine]), rules)[0])
        return spades, hearts, diamonds, clubs
    given = card_sets(rules.deck.copies - held, count, width)
    # With the cards that go back still in hand the meld can only be larger: an upper limit for each set of cards given.
    limits = melds_of(mine + given, rules)
    best = melds_of(np.array([mine]), rules)[0]
    for trump in range(4):
        for place in np.argsort(-limits[:, trump], kind="stable"):
            if limits[place, trump] <= best[trump]:
                break
            larger = mine + int(given[place])
            any_card = rules.deal.kitty_size > 0 or rules.passing.may_return_received
            returnable = card_counts(larger, rules) if any_card else held
            kept = larger - card_sets(returnable, back, width)
            best = np.maximum(best, melds_of(kept, rules).max(axis=0))
    spades, hearts, diamonds, clubs = (int(points) for points in best)
    return spades, hearts, diamonds, clubs


def _cards_that_move(rules: Rules) -> tuple[int, int]:
    """Give how many cards come to a bidder before meld, and how many leave him."""
    if rules.deal.kitty_size:
        # cards that are buried lie in his meld still
        return rules.deal.kitty_size, 0 if rules.kitty.bury else rules.seats.players - 1
    count = rules.passing.count if has_partner(rules) else 0
    return count, count
