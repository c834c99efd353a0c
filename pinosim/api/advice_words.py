"""The words of an advice: reasons as a player would give them, and what the numbers rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinosim.api.meld import RUN_RANKS, count_meld
from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.api.advice import Level, TrumpAdvice
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
    from pinosim.rules.schema import Rules


def reasons_for(
    hand: Hand, rules: Rules, advice: TrumpAdvice, level: Level, break_even: float | None
) -> tuple[str, ...]:
    """Say why a bid is good or bad with one trump.

    Parameters
    ----------
    hand : Hand
        The hand.
    rules : Rules
        The rule set.
    advice : TrumpAdvice
        The trump.
    level : Level
        The bid judged.
    break_even : float or None
        Chance from which on the bid beats passing.

    Returns
    -------
    tuple of str
        One sentence each.
    """
    digits = 0 if rules.unit >= 10 else 1
    reasons = [
        _own_meld(hand, rules, advice.trump),
        _strength(hand, advice.trump),
        _holes(hand, advice.trump),
        f"The team melds {advice.mean_meld.value:.{digits}f} and takes {advice.mean_tricks.value:.{digits}f} of "
        f"{rules.tricks.total} trick points on average.",
        f"With no help from partner this hand makes {advice.no_help.value:.{digits}f}, with perfect help "
        f"{advice.perfect_help}.",
        _chance(level, break_even),
    ]
    if level.bid > advice.perfect_help:
        reasons.append(f"{level.bid} is more than even perfect help and every trick point bring.")
    return tuple(reasons)


def reasons_without_trump(bid: int) -> tuple[str, ...]:
    """Say what becomes of a bid when the rules let the hand name no trump."""
    return (
        "This hand holds no king and queen of the same suit, and the rules let a bidder name only a suit in which he "
        "holds both.",
        f"Who gets the contract so is set without play: the bid of {bid} is lost, and nobody melds or takes tricks.",
    )


def notes_for(
    rules: Rules, auction: AuctionState, policies: tuple[str, ...], score: tuple[int, int] | None, may_redeal: bool
) -> tuple[str, ...]:
    """Say what an advice rests on, and what it leaves out."""
    notes = []
    if auction.forced:
        notes.append("All others passed: you must take the contract and may not pass.")
    elif auction.bidder is not None and _partners(auction.bidder, auction.seat, rules):
        notes.append(f"Your partner holds the bid at {auction.high}.")
    if may_redeal and not auction.calls:
        notes.append("This hand may be shown to call for a new deal before the bidding; that is not weighed here.")
    if not auction.forced:
        notes.append("Each bid is judged as if you get the contract at it; after a pass the others bid on.")
    if auction.calls:
        notes.append("The calls made do not yet weight the hidden cards: every deal is taken as equally likely.")
    who = policies[0] if len(set(policies)) == 1 else ", ".join(policies)
    notes.append(f"All seats play as {who}. Stronger or weaker players would move the numbers.")
    given = "" if score is None else f"The score of {score[0]} to {score[1]} is not used yet. "
    notes.append(f"{given}The verdict compares points, not chances of winning the game (win_bid, win_pass: none yet).")
    return tuple(notes)


def _partners(one: int, other: int, rules: Rules) -> bool:
    teams = rules.seats.teams
    return teams < rules.seats.players and one % teams == other % teams


def _own_meld(hand: Hand, rules: Rules, trump: str) -> str:
    meld = count_meld(hand, rules, trump)
    if not meld.items:
        return f"No meld of its own with {SUIT_NAMES[trump]} trump."
    items = ", ".join(f"{'' if i.copies == 1 else f'{i.copies} x '}{i.name} {i.points}" for i in meld.items)
    return f"Own meld with {SUIT_NAMES[trump]} trump is {meld.total}: {items}."


def _strength(hand: Hand, trump: str) -> str:
    trumps, trump_aces = len(hand.suit(trump)), hand.count("A", trump)
    side_aces = sum(hand.count("A", suit) for suit in SUITS if suit != trump)
    return (
        f"It holds {_count(trumps, 'trump')} with {_count(trump_aces, 'ace')}, and {_count(side_aces, 'ace')} outside."
    )


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def _holes(hand: Hand, trump: str) -> str:
    missing = [rank for rank in RUN_RANKS if not hand.count(rank, trump)]
    if not missing:
        return f"The run in {SUIT_NAMES[trump]} is complete."
    return f"For a run in {SUIT_NAMES[trump]} it lacks {' '.join(missing)}."


def _chance(level: Level, break_even: float | None) -> str:
    chance = f"{level.bid} is made in {100 * level.p.value:.0f}% of deals"
    if break_even is None:
        return f"{chance}."
    if break_even <= 0:
        return f"{chance}, and bidding beats passing on average even when the bid fails."
    if break_even >= 1:
        return f"{chance}, and passing is better on average even than making it."
    return f"{chance}; from {100 * break_even:.0f}% on it beats passing."
