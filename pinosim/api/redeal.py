"""Throw the hand in or keep it, where the rules leave that to its holder: `redeal`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pinosim.api.comparison import CHOICE, Comparison, compare
from pinosim.api.hand import Hand
from pinosim.api.numbers import whole_number
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinosim.api.convention_seats import ConventionNames
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

KEEP: Final = "keep"
THROW_IN: Final = "throw in"
DEFAULT_PRECISION: Final = 0.01


def redeal(
    hand: Hand | str,
    rules: Rules,
    seat: int = 0,
    dealer: int | None = None,
    precision: float = DEFAULT_PRECISION,
    policy: str | Sequence[str] = "hard",
    seed: int = 1,
    jobs: int | None = None,
    convention: ConventionNames = None,
) -> Comparison:
    """Compare keeping a hand that may be thrown in with a fresh deal.

    Both are played from the first call on, all seats bidding and playing by their policies.

    Parameters
    ----------
    hand : Hand or str
        A whole hand that carries the right.
    rules : Rules
        The rule set; all points are in its unit.
    seat : int, default 0
        Whose hand it is.
    dealer : int, optional
        The last seat unless given, so that seat 0 speaks first. A new deal is dealt as the rules say: by the same
        dealer or the next.
    precision : float, default 0.01
        Decides the number of deals, as in `advise`: the largest half-width of the 95% interval of a chance.
    policy : str or sequence of str, default "hard"
        Who plays: one name for all seats or one a seat.
    seed : int, default 1
        0 to 2**64 - 1.
    jobs : int, optional
        Threads; all cores if left out. The result does not depend on it.
    convention : str, path or sequence of these, optional
        The bidding convention that is played, a packaged one or a file: one for all seats, or one a seat, as a list or
        separated by commas, `"none"` for a seat that plays none. See `docs/conventions.md`.

    Returns
    -------
    Comparison
        Of "keep" and "throw in".

    Raises
    ------
    CardError
        If the hand has not the size needed.
    PinosimError
        If there is no such right in the game, the hand has not got it or must be thrown in, or a value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> result = redeal("S:KQ99 H:J9 D:KQ9 C:TJ9", load_rules("family250"), precision=0.05)
    >>> result.best.what
    'throw in'
    """
    expect_rules(rules)
    mine = Hand(hand, rules)
    mine.check(rules, size=rules.deal.hand_size)
    players = rules.seats.players
    seat = whole_number("seat", seat, 0, players - 1)
    dealer = players - 1 if dealer is None else whole_number("dealer", dealer, 0, players - 1)
    _check_right(mine, rules)

    from pinosim.api.advice_asked import deals_for
    from pinosim.api.common_deals import players_for

    return keep_or_throw_in(
        mine, rules, seat, dealer, deals_for(precision), players_for(policy, rules, convention), seed, jobs
    )


def keep_or_throw_in(
    mine: Hand,
    rules: Rules,
    seat: int,
    dealer: int,
    deals: int,
    policies: Sequence[Policy],
    seed: int,
    jobs: int | None = None,
) -> Comparison:
    """Do what `redeal` does, for a hand that is known to carry the right and for players that are resolved already.

    Parameters
    ----------
    mine : Hand
    rules : Rules
    seat, dealer : int
    deals : int
        How many to play each way, from 2.
    policies : sequence of Policy
        Who plays, one a seat; none that thinks.
    seed, jobs
        As in `redeal`.
    """
    import numpy as np

    from pinosim.api.common_deals import play_whole_hands
    from pinosim.api.contract_question import worth_words
    from pinosim.api.sides import measured_against
    from pinosim.core.choices import HAND_BIDDER, HAND_THEM, HAND_US

    players = rules.seats.players
    next_dealer = dealer if rules.redeal.same_dealer else (dealer + 1) % players
    kept = play_whole_hands(rules, {seat: mine.mask(rules.deck)}, seat, dealer, policies, seed, deals, jobs)
    fresh = play_whole_hands(rules, {}, seat, next_dealer, policies, seed, deals, jobs)
    both = np.stack([kept, fresh]).astype(np.int64)
    net = (both[:, HAND_US] - both[:, HAND_THEM]) / measured_against(rules)
    bidders = both[:, HAND_BIDDER]
    teams = rules.seats.teams
    ours = (bidders >= 0) & (bidders % teams == seat % teams)
    share = ours.mean(axis=1)
    notes = [
        "All seats bid, pass and play by their policies, this one too; others that may throw their hands in do so.",
        f"This side has the contract in {share[0]:.0%} of deals when the hand is kept, in {share[1]:.0%} of new ones.",
    ]
    passed = (bidders < 0).mean(axis=1)
    if passed.any():
        notes.append(
            f"Everybody passes in {passed[0]:.1%} of deals when the hand is kept and in {passed[1]:.1%} of new ones; "
            "that counts as 0, as the cards are dealt again."
        )
    return compare(
        f"Keep {mine} or throw it in, seat {seat}, dealer {dealer}",
        CHOICE,
        [KEEP, THROW_IN],
        net,
        rules,
        seed,
        [player.label for player in policies],
        worth=worth_words(0, rules),
        notes=notes,
    )


def _check_right(hand: Hand, rules: Rules) -> None:
    """Refuse a hand that gives nothing to decide."""
    from pinosim.api.bid_levels import rights_of

    right = rules.redeal
    if rules.auction.kind == "none":
        raise PinosimError(f"in {rules.id!r} there is no auction before which a hand could be thrown in")
    if not right.min_nines:
        raise PinosimError(f"in {rules.id!r} no hand may be thrown in, so there is nothing to decide")
    if not rights_of(hand, rules)[1]:
        needs = [f"{right.min_nines} nines"]
        needs += ["no ace"] * right.no_aces
        needs += ["no meld" + (" but nines of trump" if right.ignore_dix else "")] * right.no_meld
        raise PinosimError(f"{hand} may not be thrown in: in {rules.id!r} that takes {', '.join(needs)}")
    if not right.optional:
        raise PinosimError(f"{hand} must be thrown in in {rules.id!r}, so there is nothing to decide")
