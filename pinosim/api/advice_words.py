"""The words of an advice: reasons as a player would give them, and what the numbers rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinosim.api.hidden_deals import MOST_CANDIDATES
from pinosim.api.meld import RUN_RANKS, count_meld
from pinosim.api.sides import has_partner, trump_after_kitty
from pinosim.api.sure_tricks import count_tricks
from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.api.advice import Level, TrumpAdvice
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.call_outcomes import Outlook
    from pinosim.api.hand import Hand
    from pinosim.api.intervals import Estimate
    from pinosim.api.win_outlook import WinOutlook
    from pinosim.rules.schema import Rules


def reasons_for(
    hand: Hand, rules: Rules, advice: TrumpAdvice, suit: str | None, level: Level, break_even: float | None
) -> tuple[str, ...]:
    """Say why a bid is good or bad.

    Parameters
    ----------
    hand : Hand
        The hand.
    rules : Rules
        The rule set.
    advice : TrumpAdvice
        The trump, or the one named with the kitty in hand.
    suit : str or None
        The suit that is best if no kitty changes it; None if the hand as dealt may name none.
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
    who = "The team" if rules.seats.teams < rules.seats.players else "The bidder"
    if rules.seats.called_partner:
        who = "With the partner called the bidder"
    own = []
    if suit:
        tricks = count_tricks(hand, rules, suit)
        own = [_own_meld(hand, rules, suit), _strength(hand, suit), str(tricks), _holes(hand, suit)]
    reasons = [
        *own,
        f"{who} melds {advice.mean_meld.value:.{digits}f} and takes {advice.mean_tricks.value:.{digits}f} of "
        f"{rules.tricks.total} trick points on average.",
        _help(rules, f"{advice.no_help.value:.{digits}f}", advice.perfect_help),
        _chance(level, break_even),
    ]
    if level.bid > advice.perfect_help:
        reasons.append(f"{level.bid} is more than even perfect help and every trick point bring.")
    return tuple(reasons)


def push_words(contract: Level, gain: Estimate | None, after_bid: Outlook) -> tuple[str, ...]:
    """Say so where the call is better than the contract: because others go on over it.

    Parameters
    ----------
    contract : Level
        Having the contract at the bid judged.
    gain : Estimate or None
        What the call brings more than passing, in points.
    after_bid : Outlook
        Who gets the contract after the call.

    Returns
    -------
    tuple of str
        No sentence or one.
    """
    if gain is None or contract.gain is None or contract.gain.high >= 0 or gain.high < 0:
        return ()
    over = after_bid.partner + after_bid.others
    return (
        f"The contract at {contract.bid} itself would bring {-contract.gain.value:.0f} less than passing: the bid is a "
        f"push, and rests on others going on over it, as the players assumed do in {over:.0%} of deals.",
    )


def reasons_without_trump(bid: int) -> tuple[str, ...]:
    """Say what becomes of a bid when the rules let the hand name no trump."""
    return (
        "This hand holds no king and queen of the same suit, and the rules let a bidder name only a suit in which he "
        "holds both.",
        f"Who gets the contract so is set without play: the bid of {bid} is lost, and nobody melds or takes tricks.",
    )


def notes_for(
    rules: Rules,
    auction: AuctionState,
    policies: tuple[str, ...],
    score: tuple[int, ...] | None,
    winning: WinOutlook | None,
    may_redeal: bool,
    after_pass: Outlook | None,
    n: int,
    candidates: int,
    wanted: int,
) -> tuple[str, ...]:
    """Say what an advice rests on, and what it leaves out.

    Parameters
    ----------
    rules : Rules
        The rule set.
    auction : AuctionState
        The calls so far.
    policies : tuple of str
        Who plays each seat.
    score : tuple of int, or None
        The score given.
    winning : WinOutlook or None
        What it makes of bid and pass; None without a score, or without a table of chances for the rules.
    may_redeal : bool
        The hand may be shown to call for a new deal.
    after_pass : Outlook or None
        Who gets the contract after passing.
    n, candidates, wanted : int
        Deals played, deals looked at for them, and deals that the precision may need at most.

    Returns
    -------
    tuple of str
        One or two sentences each.
    """
    notes = []
    if auction.forced:
        notes.append("All others passed: you must take the contract and may not pass.")
        if rules.auction.forced_may_raise:
            notes.append("You may name a higher bid, but nobody is left to bid against: it only costs more when set.")
    elif auction.bidder is not None and _partners(auction.bidder, auction.seat, rules):
        notes.append(f"Your partner holds the bid at {auction.high}.")
    if may_redeal and not auction.calls:
        notes.append("This hand may be shown to call for a new deal before the bidding; that is not weighed here.")
    if not auction.forced:
        notes.append(
            "The table shows what each bid brings if you have the contract at it. The verdict lets the auction go on, "
            "after your bid as after your pass."
        )
    if after_pass is not None and after_pass.nobody:
        notes.append(
            f"After a pass everybody passes in {100 * after_pass.nobody:.0f}% of deals. The cards are then dealt "
            "again, which counts as 0."
        )
    notes += _notes_on_the_game(rules, by_score=winning is not None)
    if candidates > n:
        notes.append(
            f"The calls fit {_share(n / candidates)} of {candidates:,} deals of the cards you do not see, as these "
            "players bid; the others were left out."
        )
    if n < wanted and candidates >= MOST_CANDIDATES:
        notes.append(f"No more than these {n:,} deals were found, so that the intervals may be wider than asked for.")
    who = policies[0] if len(set(policies)) == 1 else ", ".join(policies)
    notes.append(f"All seats play as {who}. Stronger or weaker players would move the numbers.")
    notes.append(_what_counts(rules, score, winning))
    return tuple(notes)


def _what_counts(rules: Rules, score: tuple[int, ...] | None, winning: WinOutlook | None) -> str:
    """Say whether points or games decide, and why."""
    if winning is not None:
        return (
            "The verdict and how high compare chances to win the game, read from a table of self-play "
            f"({winning.table}) in which nobody bids by the score, as nobody does in these deals."
        )
    if score is None:
        return "The verdict compares points; give the score, and it compares chances to win the game."
    if rules.seats.teams != 2:
        return "The score is not used, as chances to win are worked out for two sides. The verdict compares points."
    return (
        "The score is not used, as there is no table of chances to win for these rules; pinosim win-table --out "
        "makes one. The verdict compares points."
    )


def _notes_on_the_game(rules: Rules, *, by_score: bool) -> list[str]:
    """Say how kitty and called partner are played out, and what of the game's end is left out."""
    notes = []
    if rules.game.winner_must_bid and not by_score:
        notes.append(
            "The game is won only by making a bid, which makes bidding worth more than its points; not weighed."
        )
    if rules.deal.kitty_size:
        notes.append(f"The kitty is {rules.deal.kitty_size} of the unseen cards at random.")
    if trump_after_kitty(rules):
        notes.append(
            "Trump is named with the kitty in hand, and the verdict rests on that; the columns of single suits name "
            "theirs whatever the kitty brings."
        )
    if rules.seats.called_partner:
        notes.append(
            "The bidder calls the best card of trump that he lacks; its holder plays with him, and scores or loses the "
            "same."
        )
    return notes


def _help(rules: Rules, without: str, perfect: int) -> str:
    """Say between which bounds the total lies that others' cards move."""
    if has_partner(rules):
        return f"With no help from partner this hand makes {without}, with perfect help {perfect}."
    if rules.deal.kitty_size:
        return f"With no meld from the kitty this hand makes {without}, with the best kitty and all tricks {perfect}."
    return f"On its own meld this hand makes {without}; with all trick points it would be {perfect}."


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


def _share(share: float) -> str:
    """Write a share with as many digits as tell it from nothing."""
    return f"{100 * share:.{0 if share >= 0.1 else 1 if share >= 0.01 else 2}f}%"


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
