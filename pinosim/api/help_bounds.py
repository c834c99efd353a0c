"""The most that partner's cards or the kitty could bring: exact, over every set of cards they might be."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pinosim.api.kernel_inputs import book_of
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
    book = book_of(rules)
    count, back = _cards_that_move(rules)

    def melds_of(masks: NDArray[np.int64]) -> NDArray[np.int64]:
        from pinosim.core.meld import score_melds

        melds = np.zeros((len(masks), 4), np.int64)
        score_melds(masks, *book, melds)
        return melds

    mine = hand.mask(rules.deck)
    width = rules.deck.width
    held = _counts(mine, rules)
    if count == 0:
        spades, hearts, diamonds, clubs = (int(points) for points in melds_of(np.array([mine]))[0])
        return spades, hearts, diamonds, clubs
    given = _choices(rules.deck.copies - held, count, width)
    # With the cards that go back still in hand the meld can only be larger: an upper limit for each set of cards given.
    limits = melds_of(mine + given)
    best = melds_of(np.array([mine]))[0]
    for trump in range(4):
        for place in np.argsort(-limits[:, trump], kind="stable"):
            if limits[place, trump] <= best[trump]:
                break
            larger = mine + int(given[place])
            any_card = rules.deal.kitty_size > 0 or rules.passing.may_return_received
            returnable = _counts(larger, rules) if any_card else held
            kept = larger - _choices(returnable, back, width)
            best = np.maximum(best, melds_of(kept).max(axis=0))
    spades, hearts, diamonds, clubs = (int(points) for points in best)
    return spades, hearts, diamonds, clubs


def _cards_that_move(rules: Rules) -> tuple[int, int]:
    """Give how many cards come to a bidder before meld, and how many leave him."""
    if rules.deal.kitty_size:
        # cards that are buried lie in his meld still
        return rules.deal.kitty_size, 0 if rules.kitty.bury else rules.seats.players - 1
    count = rules.passing.count if has_partner(rules) else 0
    return count, count


def _counts(mask: int, rules: Rules) -> NDArray[np.int64]:
    """Count the copies of each card in a hand."""
    width = rules.deck.width
    field = (1 << width) - 1
    return np.array([(mask >> (card * width)) & field for card in range(rules.deck.n_kinds)], np.int64)


def _choices(available: NDArray[np.int64], count: int, width: int) -> NDArray[np.int64]:
    """List every choice of `count` cards, copies being alike, as hand masks."""
    if count == 0:
        return np.zeros(1, np.int64)
    kinds = np.flatnonzero(available)
    picks = np.array(list(combinations_with_replacement(range(len(kinds)), count)), np.int64).reshape(-1, count)
    possible = np.ones(len(picks), bool)
    for number, kind in enumerate(kinds):
        if available[kind] < count:
            possible &= (picks == number).sum(axis=1) <= available[kind]
    units = np.left_shift(np.int64(1), kinds * width)
    masks: NDArray[np.int64] = units[picks[possible]].sum(axis=1)
    return masks
