"""When a game is over, and who has won it: the one place that knows target, floor, ties and who must bid to win."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from pinosim.rules.schema import Rules

GOES_ON: Final = 0
WON: Final = 1
LOST: Final = 2


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game.

    Attributes
    ----------
    winner : int
        The side that has won: a team, or a seat where each plays for himself.
    rule : str
        Key of the rule that decided.
    reason : str
        The same in words.
    """

    winner: int
    rule: str
    reason: str


def game_end(
    rules: Rules, scores: Sequence[int], bidder: int | None = None, bidders: Collection[int] = (), made: bool = False
) -> GameEnd | None:
    """Tell whether a game is over after a hand.

    Parameters
    ----------
    rules : Rules
    scores : sequence of int
        Score of each side after the hand.
    bidder : int or None
        The bidder's side in this hand; None in a game without bidding.
    bidders : collection of int
        All sides that played for the bid; a called partner is one of them. Just `bidder` if left out.
    made : bool
        Whether they made it.

    Returns
    -------
    GameEnd or None
        None: another hand is played. Equal highest scores are no end either, as no rule parts them.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> game_end(load_rules("family250"), (1530, 1520), bidder=1, made=True).winner
    1
    >>> print(game_end(load_rules("wocg-single"), (-305, 90), bidder=0).reason)
    side 0 is at -305 and loses at -300 or below
    """
    game = rules.game
    sunk = [side for side, score in enumerate(scores) if game.losing_score and score <= game.losing_score]
    if sunk:
        left = [side for side in range(len(scores)) if side not in sunk] or list(range(len(scores)))
        winner = _highest(scores, left)
        if winner is not None:
            reason = f"side {sunk[0]} is at {scores[sunk[0]]} and loses at {game.losing_score} or below"
            return GameEnd(winner, "game.losing_score", reason)
    reached = [side for side, score in enumerate(scores) if score >= game.target]
    if game.winner_must_bid:
        mine = set(bidders) | ({bidder} if bidder is not None else set())
        reached = [side for side in reached if made and side in mine]
    if not reached:
        return None
    if len(reached) > 1 and game.tie == "bidders" and bidder in reached:
        return GameEnd(bidder, "game.tie", f"sides {_list(reached)} have reached {game.target}; the bidder's side wins")
    winner = _highest(scores, reached)
    if winner is None:
        return None
    if len(reached) > 1:
        return GameEnd(winner, "game.tie", f"sides {_list(reached)} have reached {game.target}; the higher score wins")
    return GameEnd(winner, "game.target", f"side {winner} has reached {game.target} with {scores[winner]}")


def ends_of_two(
    rules: Rules, ours: ArrayLike, theirs: ArrayLike, we_bid: ArrayLike, they_bid: ArrayLike, made: ArrayLike
) -> NDArray[np.int8]:
    """Tell for many pairs of scores of two sides at once what `game_end` tells for one.

    Parameters
    ----------
    rules : Rules
    ours, theirs : int arrays
        Scores after the hand; these and the others are broadcast against each other.
    we_bid, they_bid, made : bool arrays
        Who played for the bid in the hand (neither where there is no bidding), and whether he made it.

    Returns
    -------
    int8 array
        `GOES_ON`, `WON` or `LOST`, seen from our side.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> ends_of_two(load_rules("family250"), [1530, 1530, 900], 1520, [False, True, True], [True, False, False], True)
    array([2, 1, 2], dtype=int8)
    """
    import numpy as np

    game = rules.game
    ours, theirs, we_bid, they_bid, made = np.broadcast_arrays(ours, theirs, we_bid, they_bid, made)
    higher = np.where(ours > theirs, WON, np.where(ours < theirs, LOST, GOES_ON))
    we_reach = ours >= game.target
    they_reach = theirs >= game.target
    if game.winner_must_bid:
        we_reach = we_reach & made & we_bid
        they_reach = they_reach & made & they_bid
    both = higher
    if game.tie == "bidders":
        both = np.where(we_bid, WON, np.where(they_bid, LOST, higher))
    end = np.where(we_reach & they_reach, both, np.where(we_reach, WON, np.where(they_reach, LOST, GOES_ON)))
    if game.losing_score:
        we_sink = ours <= game.losing_score
        they_sink = theirs <= game.losing_score
        sunk = np.where(we_sink & they_sink, higher, np.where(we_sink, LOST, WON))
        end = np.where((we_sink | they_sink) & (sunk != GOES_ON), sunk, end)
    return end.astype(np.int8)


def _highest(scores: Sequence[int], among: Sequence[int]) -> int | None:
    """Give the side with the highest score, None if several have it."""
    best = max(scores[side] for side in among)
    leaders = [side for side in among if scores[side] == best]
    return leaders[0] if len(leaders) == 1 else None


def _list(sides: Sequence[int]) -> str:
    return " and ".join(str(side) for side in sides)
