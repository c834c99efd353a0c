"""Who is asked about at the table, and what is known of everybody's cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand
from pinosim.api.odds.draws import EMPTY, Draw, full_deck, without
from pinosim.errors import DealError, PinosimError

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

ME: Final = 0
ELSEWHERE: Final = "elsewhere"
ONE_HAND: Final = ("me", "partner", "left", "right", "opponent")
SEVERAL: Final = ("team", "any")
TOGETHER: Final = "together"


@dataclass(frozen=True)
class Table:
    """The table as I see it; seats are counted clockwise from me.

    Attributes
    ----------
    rules : Rules
        The rule set.
    held : mapping of int to Hand
        Cards known to be in a seat's hand.
    elsewhere : Hand
        Cards known to be out of reach: in none of the hands that are asked about.
    """

    rules: Rules
    held: Mapping[int, Hand]
    elsewhere: Hand

    @classmethod
    def seen(cls, rules: Rules, hand: Hand | str | None = None, known: Mapping[str, Hand | str] | None = None) -> Table:
        """Put together what is known.

        Parameters
        ----------
        rules : Rules
            The rule set.
        hand : Hand or str, optional
            My cards, all or some.
        known : mapping of str to (Hand or str), optional
            Cards known elsewhere: by "partner", "left", "right", "opponent", or "elsewhere".

        Raises
        ------
        CardError, DealError
            If a hand cannot be read or held, or a card is known too often.
        """
        held: dict[int, Hand] = {}
        elsewhere = Hand("")
        for name, cards in {"me": hand or "", **(known or {})}.items():
            read = Hand(cards, rules)
            if name.strip().lower() == ELSEWHERE:
                elsewhere = read
                continue
            seat = seat_of(name, rules)
            if len(read) > rules.deal.hand_size:
                raise DealError(f"{name} has {len(read)} cards; a hand of {rules.id} has {rules.deal.hand_size}")
            if len(read):
                held[seat] = held.get(seat, Hand("")) + read
        table = cls(rules, held, elsewhere)
        table.unseen()
        return table

    def unseen(self) -> tuple[int, ...]:
        """Cards nobody has named, by card."""
        return without(full_deck(self.rules), *(hand.counts for hand in self.held.values()), self.elsewhere.counts)

    def draw(self, seat: int) -> Draw:
        """Make the draw of one seat's hand."""
        held = self.held.get(seat)
        counts = EMPTY if held is None else held.counts
        drawn = self.rules.deal.hand_size - sum(counts)
        unseen = self.unseen()
        if drawn > sum(unseen):
            raise DealError(
                f"{drawn} cards are to be drawn and only {sum(unseen)} are unseen; name fewer cards as known"
            )
        return Draw(counts, unseen, drawn)

    def draws(self, who: str) -> list[Draw]:
        """Make the draws of everybody who is asked about; "together" gives one draw of all the team's cards.

        Raises
        ------
        PinosimError
            If there is nobody of that name at this table.
        """
        seats = self.seats(who)
        draws = [self.draw(seat) for seat in seats]
        if sum(draw.drawn for draw in draws) > sum(draws[0].unseen):
            raise DealError("more cards are known elsewhere than the table leaves room for; name fewer")
        if who.strip().lower() != TOGETHER:
            return draws
        held = tuple(map(sum, zip(*(draw.held for draw in draws), strict=True)))
        return [Draw(held, draws[0].unseen, sum(draw.drawn for draw in draws))]

    def seats(self, who: str) -> list[int]:
        """Give the seats that are asked about, clockwise from me."""
        name, rules = who.strip().lower(), self.rules
        if name == "any":
            return list(range(rules.seats.players))
        if name in ("team", TOGETHER):
            return team_seats(rules)
        return [seat_of(name, rules)]

    def conditions(self) -> tuple[str, ...]:
        """Say what is known, a phrase each."""
        said = [f"{seat_words(seat, self.rules)}: {hand.short()}" for seat, hand in sorted(self.held.items())]
        if len(self.elsewhere):
            said.append(f"known elsewhere: {self.elsewhere.short()}")
        return tuple(said or ["nothing known: any deal is equally likely"])


def team_seats(rules: Rules) -> list[int]:
    """Give my own and my partners' seats.

    Raises
    ------
    PinosimError
        If everybody plays alone.
    """
    players, teams = rules.seats.players, rules.seats.teams
    if rules.seats.called_partner:
        return [ME, 1]  # any one of the others: they are alike as long as no card is called
    if teams == players:
        raise PinosimError(f"{rules.id} has no partners: every player plays for himself")
    return list(range(0, players, teams))


def seat_of(name: str, rules: Rules) -> int:
    """Find a seat by its name, counted clockwise from me.

    Raises
    ------
    PinosimError
        If there is no such seat at this table.
    """
    players, asked = rules.seats.players, name.strip().lower()
    if asked == "me":
        return ME
    if asked == "partner":
        return team_seats(rules)[1]
    if asked in ("left", "opponent"):
        return 1 if not rules.seats.called_partner else 2
    if asked == "right":
        return players - 1
    names = ", ".join((*ONE_HAND, *SEVERAL, TOGETHER))
    raise PinosimError(f"expected one of {names}, got {name!r}")


def seat_words(seat: int, rules: Rules) -> str:
    """Name a seat as a player does."""
    if seat == ME:
        return "my hand"
    if rules.seats.called_partner or rules.seats.teams < rules.seats.players:
        partners = team_seats(rules)
        if seat in partners:
            return "partner's hand"
    return {1: "the hand on my left", rules.seats.players - 1: "the hand on my right"}.get(seat, f"hand {seat}")


def who_words(who: str) -> str:
    """Say who is asked about."""
    return {
        "me": "one given hand",
        "partner": "partner's hand",
        "left": "the opponent on the left",
        "right": "the opponent on the right",
        "opponent": "a given opponent",
        "team": "at least one hand of a given team",
        "together": "a given team's hands laid together",
        "any": "at least one hand at the table",
    }[who.strip().lower()]
