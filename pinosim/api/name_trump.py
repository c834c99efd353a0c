"""Which suit to name as trump: `name_trump`. Every suit the hand may name is played on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pinosim.api.comparison import TRUMP, Comparison
from pinosim.api.contract_question import ask_about
from pinosim.api.hand import Hand
from pinosim.cards import SUITS
from pinosim.errors import CardError, PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinosim.rules.schema import Rules

DEFAULT_PRECISION: Final = 0.015


def name_trump(
    hand: Hand | str,
    rules: Rules,
    bid: int | None = None,
    precision: float = DEFAULT_PRECISION,
    policy: str | Sequence[str] = "hard",
    seed: int = 1,
    jobs: int | None = None,
) -> Comparison:
    """Compare the suits a bidder may name, once the contract is his.

    Parameters
    ----------
    hand : Hand or str
        The bidder's whole hand; where there is a kitty, without it (it is then dealt at random) or with it.
    rules : Rules
        The rule set; all points are in its unit.
    bid : int, optional
        The contract. Without it hands are played for their points alone.
    precision : float, default 0.015
        Decides the number of deals, as in `advise`: the largest half-width of the 95% interval of a chance.
    policy : str or sequence of str, default "hard"
        Who plays: one name for all seats or one a seat. Seat 0 is the bidder.
    seed : int, default 1
        0 to 2**64 - 1.
    jobs : int, optional
        Threads; all cores if left out. The result does not depend on it.

    Returns
    -------
    Comparison
        The parts of its options are `own_meld`, that of the hand as it is, `meld` and `tricks` of the bidder's side.

    Raises
    ------
    CardError
        If the hand has not the size needed.
    AuctionError
        If the bid cannot be made.
    PinosimError
        If no trump is named in the game, the hand may name none, or another value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> result = name_trump("S:AATKQJ H:A9 D:AJ C:TT", load_rules("family250"), precision=0.1)
    >>> result.best.what, result.verdict
    ('S', 'clear')
    """
    expect_rules(rules)
    mine, sizes = hand_with_kitty(hand, rules, needs_kitty=False)

    from pinosim.api.bid_levels import rights_of
    from pinosim.api.common_deals import choice
    from pinosim.api.meld import meld_by_trump

    asked = ask_about(bid, rules, precision, policy, seed, jobs)
    suits, _ = rights_of(mine, rules)
    if not suits:
        raise PinosimError(f"{mine} may name no trump in {rules.id!r}, where that needs a marriage; the bid is lost")
    common = asked.deal({0: mine.mask(rules.deck)}, sizes=sizes)
    outcomes = common.play([choice(SUITS.index(suit)) for suit in suits], common.numbers(asked.deals), asked.contract)
    melds = meld_by_trump(mine, rules)
    parts = outcomes.parts
    parts = {"own_meld": 0 * parts["meld"] + [[melds[suit].total] for suit in suits], **parts}
    notes = ["The other hands are dealt at random: the calls made so far are not counted."]
    if rules.deal.kitty_size and not sizes:
        notes.append("The kitty is part of the unseen cards; each suit is named whatever it brings.")
    return asked.answer(
        f"Which trump to name, with {mine}",
        TRUMP,
        list(suits),
        outcomes,
        notes,
        parts,
    )


def hand_with_kitty(hand: Hand | str, rules: Rules, *, needs_kitty: bool) -> tuple[Hand, dict[int, int]]:
    """Read the bidder's hand, seat 0, with or without the kitty.

    Parameters
    ----------
    hand : Hand or str
        Cards.
    rules : Rules
        A rule set in which the bidder names trump.
    needs_kitty : bool
        Refuse a hand without it.

    Returns
    -------
    hand : Hand
        All of it.
    sizes : dict
        For `kernel_inputs`; empty when the kitty is not in the hand.
    """
    if rules.auction.kind == "none":
        raise PinosimError(f"in {rules.id!r} nobody bids and nobody names trump, so there is nothing to choose")
    mine = Hand(hand, rules)
    size, kitty = rules.deal.hand_size, rules.deal.kitty_size
    if kitty and len(mine) == size + kitty:
        return mine, {0: size + kitty, rules.seats.players: 0}
    if needs_kitty:
        raise CardError(
            f"expected the {size} cards of a hand and the {kitty} of the kitty, {size + kitty} in all, "
            f"got {len(mine)}: {mine}"
        )
    if kitty and len(mine) != size:
        raise CardError(f"expected {size} cards, or {size + kitty} with the kitty, got {len(mine)}: {mine}")
    mine.check(rules, size=size)
    return mine, {}
