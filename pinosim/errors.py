"""Every error a user of pinosim can meet.

All are `PinosimError`, a `ValueError`: the message says what was expected, what came, where, and what to do. The
command
line prints the message alone and exits with 2.
"""

from __future__ import annotations


class PinosimError(ValueError):
    """Something given to pinosim cannot be used; the message says why and what would do."""


class CardError(PinosimError):
    """Text that does not name cards of the deck, or names too many or too few of them."""


class RuleError(PinosimError):
    """A rule set that is unknown, unreadable or does not add up. Lists every fault it found.

    Parameters
    ----------
    message : str
        The whole text for a person.
    problems : list of str, optional
        One line a fault.
    """

    def __init__(self, message: str, problems: list[str] | None = None) -> None:
        super().__init__(message)
        self.problems: list[str] = problems if problems is not None else [message]


class DealError(PinosimError):
    """Hands that cannot be dealt together: a card held twice, hands of unequal size."""


class AuctionError(PinosimError):
    """A call that the auction does not allow, or an auction that contradicts what else was said."""


class IllegalPlay(PinosimError):
    """A card that the rules do not let this seat play."""


class RunError(PinosimError):
    """A run folder that cannot be written, read, or continued."""


class RecordError(PinosimError):
    """A game record that cannot be read or written; names the line and what was expected there."""
