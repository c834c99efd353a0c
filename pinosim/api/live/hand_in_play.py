"""A hand from the deal to the score, one choice after another, with the way back to an earlier one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pinosim.api.live.choose import choose, melds_to_lay
from pinosim.api.live.decide import Lots, decide, draw_lots
from pinosim.api.live.seen import seen_by
from pinosim.api.live.table_does import all_passed, follow_up
from pinosim.api.live.turn import Turn, auction_now, forced_bid, next_turn
from pinosim.api.playing import seat_players
from pinosim.api.record.before_play import may_throw_in
from pinosim.api.record.parts import HandRecord, Redeal
from pinosim.api.trace import dealt_places
from pinosim.errors import IllegalPlay, PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

MOST_REDEALS = 1000


@dataclass(frozen=True)
class _Moment:
    """The hand at one turn: what `undo` goes back to."""

    hand: HandRecord
    attempt: int
    waived: frozenset[int]  # seats that have not used their right to a new deal


class HandInPlay:
    """One numbered hand; policies and people choose in turn.

    Parameters
    ----------
    rules : Rules
    seed : int
        0 to 2**64 - 1.
    number : int
        Number of the deal, from 0; seat `number % players` deals.
    people : collection of int
        Seats of people. One that has to take a contract nobody wanted is asked how much it bids, where the rules let it
        bid more than it must; policies bid no more.

    Attributes
    ----------
    hand : HandRecord
        The hand so far, with all that happened; without scores.
    turn : Turn or None
        Who is to choose what; None: the hand is over.
    choices : list of (Turn, object)
        What was chosen, in order.

    Raises
    ------
    PinosimError
        If the hand was thrown in a thousand times.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> play = HandInPlay(load_rules("family250"), seed=4)
    >>> play.turn
    Turn(stage='call', seat=1, count=0)
    >>> play.choose(270)
    >>> play.turn.seat, play.hand.calls
    (2, (270,))
    >>> play.undo()
    >>> play.turn.seat, play.hand.calls
    (1, ())
    >>> while play.turn is not None:
    ...     play.choose(play.ask("standard"))
    >>> play.hand.outcome
    'made'
    """

    def __init__(self, rules: Rules, seed: int = 1, number: int = 0, people: Collection[int] = ()) -> None:
        expect_rules(rules)
        self._people = frozenset(people)
        self.rules, self.seed, self.number = rules, seed, number
        self.choices: list[tuple[Turn, Any]] = []
        self._before: list[_Moment] = []
        self._lots: dict[int, Lots] = {}
        self._deal(0, ())

    def _deal(self, attempt: int, redeals: tuple[Redeal, ...]) -> None:
        if attempt > MOST_REDEALS:
            raise PinosimError(
                f"deal {self.number} of seed {self.seed} was thrown in again and again; change the redeal rules of "
                f"{self.rules.id!r}"
            )
        rules = self.rules
        places = dealt_places(rules, self.seed, self.number, attempt)
        players = rules.seats.players
        passes_on = 0 if rules.redeal.same_dealer else attempt
        facts: dict[str, Any] = {"hands": tuple(places[:players]), "dealer": (self.number + passes_on) % players}
        if rules.deal.kitty_size:
            facts["kitty"] = places[players]
        if rules.deal.stock_size:
            facts["stock"] = self._stock(places[players].mask(rules.deck), attempt)
        else:
            facts["calls"] = ()
        self.attempt, self.waived = attempt, frozenset[int]()
        self.hand = HandRecord(number=self.number, redeals=redeals, **facts)
        self._go_on()

    def _stock(self, cards: int, attempt: int) -> tuple[str, ...]:
        import numpy as np

        from pinosim.api.live.decide import inputs_of
        from pinosim.core.two_handed import order_stock

        inputs, rules = inputs_of(self.rules), self.rules
        order = np.zeros(rules.deal.stock_size, np.int64)
        order_stock(cards, self.lots(attempt).words, 0, inputs.vector, inputs.units, order)
        return tuple(rules.deck.token(int(card)) for card in order)

    def lots(self, attempt: int | None = None) -> Lots:
        """Give the random numbers of this hand, see `decide.draw_lots`."""
        attempt = self.attempt if attempt is None else attempt
        if attempt not in self._lots:
            self._lots[attempt] = draw_lots(self.rules, self.seed, self.number, attempt)
        return self._lots[attempt]

    def _go_on(self) -> None:
        """Do what follows by itself, and find out whose turn it is."""
        rules = self.rules
        if not self.hand.calls and not self.hand.tricks:
            for seat, cards in enumerate(self.hand.hands):
                if cards is not None and seat not in self.waived and may_throw_in(cards, rules):
                    self.turn: Turn | None = Turn("redeal", seat)
                    if not rules.redeal.optional:
                        self._throw_in(seat)
                    return
        if all_passed(rules, self.hand) and not rules.deal.stock_size:
            self._throw_in(None)
            return
        forced = auction_now(rules, self.hand)
        if forced.forced and rules.auction.forced_may_raise and forced.waiting[0] in self._people:
            self.turn = Turn("call", forced.waiting[0])
            return
        self.hand = follow_up(rules, self.hand)
        self.turn = next_turn(rules, self.hand)
        if self.turn is not None and self.turn.stage == "meld" and not melds_to_lay(rules, self.hand, self.turn.seat):
            self.hand = choose(rules, self.hand, self.turn, ())
            self._go_on()

    def _throw_in(self, seat: int | None) -> None:
        redeals = (*self.hand.redeals, Redeal(seat, self.hand.hands))
        self._deal(self.attempt + 1, redeals)

    def choose(self, choice: Any) -> None:
        """Make the choice of the seat whose turn it is; what may be chosen is said at `choose.choose`.

        Raises
        ------
        PinosimError
            If it may not be made; nothing is changed then.
        """
        if self.turn is None:
            raise IllegalPlay("the hand is over: there is nothing to choose")
        turn, before = self.turn, _Moment(self.hand, self.attempt, self.waived)
        if turn.stage == "redeal":
            if choice:
                self._throw_in(turn.seat)
            else:
                self.waived |= {turn.seat}
                self._go_on()
        else:
            self.hand = choose(self.rules, self.hand, turn, choice)
            self._go_on()
        self._before.append(before)
        self.choices.append((turn, choice))

    def undo(self, count: int = 1) -> None:
        """Take back the last choices.

        Raises
        ------
        PinosimError
            If there are not so many.
        """
        if not 1 <= count <= len(self.choices):
            raise IllegalPlay(f"expected 1 to {len(self.choices)} choices to take back, got {count}")
        moment = self._before[-count]
        self.hand, self.attempt, self.waived = moment.hand, moment.attempt, moment.waived
        self.turn = self.choices[-count][0]
        del self._before[-count:]
        del self.choices[-count:]

    def before_last(self) -> HandRecord:
        """Give the hand as it was before the last choice."""
        if not self._before:
            raise IllegalPlay("nothing has been chosen yet")
        return self._before[-1].hand

    def ask(self, policy: str | Policy, company: Sequence[Policy] = ()) -> Any:
        """Ask a policy what it would choose now, given what the seat whose turn it is knows.

        Parameters
        ----------
        policy : str or Policy
        company : sequence of Policy, optional
            Who plays, one a seat, see `decide.decide`.
        """
        if self.turn is None:
            raise IllegalPlay("the hand is over: there is nothing to choose")
        if self.turn.stage == "call" and auction_now(self.rules, self.hand).forced:
            return forced_bid(self.rules)
        if self.turn.stage != "called":
            return decide(self.rules, self.hand, self.turn, policy, self.lots(), company=company)
        refused: list[str] = []
        while True:
            card = decide(self.rules, self.hand, self.turn, policy, self.lots(), refused, company)
            try:
                choose(self.rules, self.hand, self.turn, card)
            except IllegalPlay:
                refused.append(card)
                continue
            return card

    def seen(self, seat: int) -> HandRecord:
        """Give the hand so far as a seat knows it."""
        return seen_by(self.rules, self.hand, seat)

    @property
    def record(self) -> HandRecord:
        """The hand so far as it is written down."""
        tricks = self.hand.tricks
        if tricks and not tricks[-1].cards:
            tricks = tricks[:-1]
        return replace(self.hand, tricks=tricks, calls=self.hand.calls or None)


def play_by_decisions(
    rules: Rules,
    policies: str | Sequence[str] = "standard",
    seed: int = 1,
    number: int = 0,
    convention: ConventionNames = None,
) -> HandRecord:
    """Play one numbered hand decision by decision; the same hand that `trace.play_traced` plays in one kernel.

    Only that players that think keep a hand that they may throw in, and that is clearly worth it.

    Parameters and result as in `pinosim.api.trace.play_traced`.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> from pinosim.api.trace import play_traced
    >>> rules = load_rules("family250")
    >>> play_by_decisions(rules, "hard", 7, 3) == play_traced(rules, "hard", 7, 3)
    True
    """
    seats = seat_players(policies, rules, convention)
    play = HandInPlay(rules, seed, number)
    while play.turn is not None:
        play.choose(play.ask(seats[play.turn.seat], seats))
    return play.record
