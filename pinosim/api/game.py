"""A whole game, hand by hand, until a side has won by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pinosim.api.game_end import game_end
from pinosim.api.numbers import seed_number, whole_number
from pinosim.api.record.parts import HandRecord, Player
from pinosim.api.record.record import Record
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

MOST_HANDS: Final = 1_000


def play_game(
    rules: Rules,
    policies: str | Sequence[str] = "standard",
    seed: int = 1,
    hands: int | None = None,
    first: int = 0,
    names: Sequence[str] = (),
    tell: Callable[[HandRecord], None] | None = None,
    convention: ConventionNames = None,
) -> Record:
    """Play one game to its end, or so many hands of it.

    Parameters
    ----------
    rules : Rules
    policies : str or sequence of str
        Who plays: one name for all seats, or one a seat.
    seed : int
        0 to 2**64 - 1; the same seed gives the same game.
    hands : int, optional
        Stop after so many hands, 1 to 1,000, if the game is not over before.
    first : int
        Number of the first deal; its dealer is seat `first % players`.
    names : sequence of str
        What to call the players, seat 0 first.
    tell : callable, optional
        Is told each hand as soon as it is played.
    convention : str, path or sequence of these, optional
        The bidding convention that is played, a packaged one or a file: one for all seats, or one a seat, as a list or
        separated by commas, `"none"` for a seat that plays none. See `docs/conventions.md`.

    Returns
    -------
    Record
        Its last hand has a winner unless the game was stopped before.

    Raises
    ------
    PinosimError
        For an unknown policy or convention, or a number out of its range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> game = play_game(load_rules("wocg-single"), "standard,random,standard,random", seed=3)
    >>> game.hands[-1].winner, game.check().ok
    (0, True)
    """
    from pinosim.api.playing import seat_players
    from pinosim.api.trace import play_traced

    expect_rules(rules)
    seed = seed_number(seed)
    seats = seat_players(policies, rules, convention)
    if len(names) > rules.seats.players:
        raise PinosimError(f"expected at most {rules.seats.players} names in {rules.id!r}, got {len(names)}")
    players = [Player(names[i] if i < len(names) else "", label_in_record(policy)) for i, policy in enumerate(seats)]

    def play(number: int, _scores: tuple[int, ...]) -> HandRecord:
        return play_traced(rules, [policy.name for policy in seats], seed, number, convention)

    return game_of_hands(rules, play, seed=seed, hands=hands, first=first, players=players, tell=tell)


def label_in_record(policy: Policy) -> str:
    """Name a policy as a record can hold it: the file of a convention may be called anything.

    Examples
    --------
    >>> from msgspec.structs import replace
    >>> from pinosim.policies.registry import resolve
    >>> from pinosim.rules.load import load_rules
    >>> label_in_record(replace(resolve("hard", load_rules("family250")), convention="our (new) one"))
    'hard-1+our__new__one'
    """
    return re.sub(r"[^A-Za-z0-9_.+-]", "_", policy.label)[:60]


def game_of_hands(
    rules: Rules,
    play: Callable[[int, tuple[int, ...]], HandRecord],
    *,
    seed: int,
    hands: int | None = None,
    first: int = 0,
    players: Sequence[Player] = (),
    tell: Callable[[HandRecord], None] | None = None,
) -> Record:
    """Make a game of hands, whoever plays them.

    Parameters
    ----------
    rules : Rules
    play : callable
        Plays the hand of a number, given the scores before it. A hand without a result ends the game unfinished.
    seed, hands, first, tell
        As in `play_game`.
    players : sequence of Player

    Returns
    -------
    Record
    """
    most = MOST_HANDS if hands is None else whole_number("hands", hands, 1, MOST_HANDS)
    number = whole_number("first", first, 0, 2**62)
    scores = (0,) * rules.seats.teams
    played: list[HandRecord] = []
    while len(played) < most:
        hand = play(number, scores)
        if not hand.finished:
            played.append(hand)
            break
        scores = tuple(score + change for score, change in zip(scores, hand.changes, strict=True))
        end = game_end(rules, scores, *_bidders(hand, rules), hand.outcome == "made")
        hand = replace(hand, scores=scores, winner=None if end is None else end.winner)
        played.append(hand)
        if tell is not None:
            tell(hand)
        if end is not None:
            break
        # the next deal whose dealer sits left of this one's; where redeals pass the deal on, numbers are left out
        number += 1 + (0 if rules.redeal.same_dealer else len(hand.redeals))
    return Record.of(rules, played, seed=seed, players=players)


def _bidders(hand: HandRecord, rules: Rules) -> tuple[int | None, set[int]]:
    """Give the bidder's side, and all sides that played for the bid."""
    if hand.bidder is None:
        return None, set()
    teams = rules.seats.teams
    sides = {hand.bidder % teams}
    if hand.partner is not None:
        sides.add(hand.partner % teams)
    return hand.bidder % teams, sides
