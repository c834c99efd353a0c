"""Which card to play now, from one seat's own knowledge: what a policy plays, and why in a player's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinosim.api.live.before_card import BeforeCard, before_card
from pinosim.api.live.decide import decide
from pinosim.api.live.knowledge import knowledge_of
from pinosim.api.live.news import cards_by_suit
from pinosim.api.live.reasons import reasons_for
from pinosim.api.live.turn import Turn
from pinosim.cards import SUIT_NAMES
from pinosim.policies.registry import resolve

if TYPE_CHECKING:
    from pinosim.api.record.record import Record


@dataclass(frozen=True)
class CardChoice:
    """The card to play. Made by `choose_card`.

    Attributes
    ----------
    asked : BeforeCard
        The moment: seat, its cards, what it knows.
    best : str
        The card the policy plays.
    policy : str
        Its name and version.
    reasons : tuple of (str, tuple of str)
        Each card that may be played, the best first, with what a player would say of it.
    """

    asked: BeforeCard
    best: str
    policy: str
    reasons: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the record does not say and was taken for granted."""
        return self.asked.notes

    def to_dict(self) -> dict[str, Any]:
        """Give plain values, as `--json` prints them."""
        asked = self.asked
        return {
            "best": self.best,
            "candidates": [{"card": card, "reasons": list(reasons)} for card, reasons in self.reasons],
            "seat": asked.seat,
            "hand": str(asked.held),
            "trick": list(asked.trick.cards),
            "trick_number": asked.number,
            "trump": asked.hand.trump,
            "policy": self.policy,
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        asked = self.asked
        on_table = f" to {' '.join(asked.trick.cards)}" if asked.trick.cards else ", to lead"
        lines = [
            f"Trick {asked.number}: seat {asked.seat} plays{on_table}. {SUIT_NAMES[asked.hand.trump or '']} are trump "
            f"({asked.rules.id})",
            f"Holds   {cards_by_suit(asked.held)}",
            f"Play {self.best} ({self.policy})",
        ]
        for card, reasons in self.reasons:
            lines.append(f"  {card}  {'; '.join(reasons)}".rstrip())
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])


def choose_card(
    record: Record,
    hand: int | None = None,
    trick: int | None = None,
    seat: int | None = None,
    policy: str = "hard",
) -> CardChoice:
    r"""Choose the card to play where a record stops.

    Parameters
    ----------
    record, hand, trick, seat
        As in `live.before_card.before_card`.
    policy : str
        Who chooses.

    Returns
    -------
    CardChoice

    Raises
    ------
    RecordError
        If the record does not stop before a card, or does not tell enough.
    PinosimError
        For an unknown policy.

    Examples
    --------
    >>> from pinosim.api.record.record import Record
    >>> record = Record.from_text("seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H")
    >>> print(choose_card(record))
    Trick 1: seat 2 plays to AH 9H. spades are trump (family250)
    Holds   S: A Q   H: K 9   D: A   C: -
    Play KH (hard-1)
      KH  puts 10 on partner's AH, which only a trump could take
      9H  keeps the counters: partner's AH, which only a trump could take
    Note: the record has no meld, so none is remembered
    """
    asked = before_card(record, hand, trick, seat)
    player = resolve(policy, asked.rules)
    best = str(decide(asked.rules, asked.hand, Turn("play", asked.seat, 1), player))
    known = knowledge_of(asked)
    cards = sorted(asked.legal, key=lambda card: card != best)
    return CardChoice(asked, best, player.label, tuple((card, reasons_for(asked, card, known)) for card in cards))
