"""One hand played by the kernels and told stage by stage, the same that a simulation plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows, units_of
from pinosim.api.meld import count_meld
from pinosim.api.playing import seat_players, thinks
from pinosim.api.record.before_play import may_throw_in
from pinosim.api.record.duties import best_of
from pinosim.api.record.parts import NO_TRUMP, PASS, Claim, Dix, Draw, HandRecord, Redeal, Trick
from pinosim.api.record.stock_table import ROYAL, StockTable
from pinosim.cards import SUIT_NAMES, SUITS, Deck
from pinosim.core import columns as C
from pinosim.core import story as T
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.api.convention_seats import ConventionNames
    from pinosim.core.table import Scratch
    from pinosim.rules.schema import Rules

_AROUNDS = ("aces around", "kings around", "queens around", "jacks around")


@lru_cache(maxsize=1)
def _scratch() -> Scratch:
    return new_scratch()


def play_traced(
    rules: Rules,
    policies: str | Sequence[str] = "standard",
    seed: int = 1,
    number: int = 0,
    convention: ConventionNames = None,
) -> HandRecord:
    """Play one numbered hand and tell all of it.

    Parameters
    ----------
    rules : Rules
    policies : str or sequence of str
        One name for all seats, or one a seat.
    seed : int
        0 to 2**64 - 1.
    number : int
        Number of the deal, from 0; seat `number % players` deals.
    convention : str, path or sequence of these, optional
        The bidding convention they play, as in `convention_seats.seat_conventions`.

    Returns
    -------
    HandRecord
        Without scores: it knows nothing of other hands.

    Raises
    ------
    PinosimError
        If a policy or a convention is unknown, or the hand was thrown in a thousand times.
    """
    import numpy as np

    from pinosim.core import table as K
    from pinosim.core.dealing import deal_block
    from pinosim.core.hand import draws_lots, fill_words, play_deal, words_needed

    expect_rules(rules)
    inputs = kernel_inputs(rules)
    vector, deck = inputs.vector, rules.deck
    rows = policy_rows(seat_players(policies, rules, convention))
    scratch = _scratch()
    key = np.uint64(seed)
    deal_block(inputs.dealing, deck.n_ranks, deck.width, key, 0, number, 1, scratch.deal, scratch.hands)
    lots = bool(draws_lots(rows)) or rules.deal.stock_size > 0
    if lots:
        fill_words(words_needed(vector), 0, number, 1, key, scratch.words)
    units = units_of(rules)
    if thinks(rules, rows):
        from pinosim.core.expert_hand import play_deal_thinking

        done = play_deal_thinking(inputs.dealing, rows, inputs.book, key, number, units, scratch)
    else:
        done = play_deal(
            inputs.dealing, rows, inputs.book, key, number, scratch.hands[0], lots, scratch.words, 0, units, scratch
        )
    if not done:
        raise PinosimError(
            f"deal {number} of seed {seed} was thrown in again and again; change the redeal rules of {rules.id!r}"
        )
    return _Teller(
        rules, scratch.desk[K.COLUMN].tolist(), scratch.story.tolist(), scratch.desk.copy(), seed, number
    ).tell()


def dealt_places(rules: Rules, seed: int, number: int, attempt: int = 0) -> list[Hand]:
    """Give the cards of a numbered deal: the hands of all seats, then kitty or stock.

    Parameters
    ----------
    rules : Rules
    seed, number : int
    attempt : int
        How many times the hand was thrown in before.

    Examples
    --------
    >>> from pinosim.api.deal import Deal
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250")
    >>> tuple(dealt_places(rules, 7, 5)) == Deal.random(rules, seed=7, number=5).hands
    True
    """
    import numpy as np

    from pinosim.core.dealing import deal_block

    dealing, deck, scratch = kernel_inputs(rules).dealing, rules.deck, _scratch()
    deal_block(dealing, deck.n_ranks, deck.width, np.uint64(seed), attempt, number, 1, scratch.deal, scratch.hands)
    return [Hand.from_mask(mask, deck) for mask in scratch.hands[0, : len(dealing.capacities)].tolist()]


class _Teller:
    """Turns the columns and the story of a hand into its record."""

    def __init__(self, rules: Rules, column: list[int], story: list[int], desk: Any, seed: int, number: int) -> None:
        self.rules, self.column, self.story, self.desk = rules, column, story, desk
        self.seed, self.number = seed, number
        self.deck: Deck = rules.deck
        self.players = rules.seats.players

    def _token(self, card: int) -> str:
        return self.deck.token(card)

    def _hand(self, mask: int) -> Hand:
        return Hand.from_mask(mask, self.deck)

    def tell(self) -> HandRecord:
        """Tell the hand."""
        from pinosim.core import table as K

        rules, column, story, deck = self.rules, self.column, self.story, self.deck
        masks = self.desk[K.DEALT].tolist()
        hands = tuple(self._hand(mask) for mask in masks[: self.players])
        beside = self._hand(masks[self.players]) if rules.deal.kitty_size else Hand("")
        trump = SUITS[column[C.TRUMP]] if column[C.TRUMP] >= 0 else NO_TRUMP
        facts: dict[str, Any] = {
            "number": self.number, "dealer": column[C.DEALER], "redeals": self._redeals(column[C.REDEALS]),
            "hands": hands, "trump": trump,
        }  # fmt: skip
        if rules.deal.kitty_size:
            facts["kitty"] = beside
        if rules.deal.stock_size:
            return HandRecord(**facts, **self._stock_game(hands, trump), **self._result())
        calls = story[T.CALLS : T.CALLS + story[T.N_CALLS]]
        if column[C.CALLS] > T.MAX_CALLS:
            raise PinosimError(
                f"expected an auction of at most {T.MAX_CALLS} calls, got {column[C.CALLS]}; it cannot be recorded"
            )
        bidder = column[C.BIDDER]
        facts |= {"calls": tuple(call or PASS for call in calls), "bidder": bidder, "bid": column[C.BID]}
        if trump == NO_TRUMP:
            return HandRecord(**facts, **self._result())
        held = [Counter(hand.cards()) for hand in hands]
        if rules.deal.kitty_size:
            held[bidder].update(beside.cards())
        partner = story[T.PARTNER]
        if rules.seats.called_partner and story[T.CALLED] >= 0:
            facts |= {"called": self._token(story[T.CALLED]), "partner": partner}
        if rules.deal.kitty_size and not rules.kitty.bury:
            shared = [(seat, self._token(story[T.SHARED + seat])) for seat in range(self.players) if seat != bidder]
            for seat, card in shared:
                held[bidder][card] -= 1
                held[seat][card] += 1
            facts["shared"] = tuple(shared)
        if partner >= 0 and rules.passing.count:
            given, returned = self._hand(story[T.GIVEN]), self._hand(story[T.RETURNED])
            held[partner].subtract(given.cards())
            held[bidder].update(given.cards())
            held[bidder].subtract(returned.cards())
            held[partner].update(returned.cards())
            facts |= {"given": given, "returned": returned}
        laid = self.desk[K.LAID].tolist()
        facts["melds"] = tuple(
            Claim(seat, laid[seat], count_meld(Hand(" ".join(held[seat].elements())), rules, trump).items)
            for seat in range(self.players)
        )
        played = [self._token(card) for card in story[T.PLAYED : T.PLAYED + story[T.N_PLAYED]]]
        if played and rules.deal.kitty_size and rules.kitty.bury:
            facts["buried"] = Hand.from_mask(story[T.BURIED], deck)
        leader = bidder if rules.play.first_leader == "bidder" else (column[C.DEALER] + 1) % self.players
        facts["tricks"] = tuple(self._tricks(played, leader, trump))
        return HandRecord(**facts, **self._result())

    def _redeals(self, count: int) -> tuple[Redeal, ...]:
        redeals = []
        for attempt in range(count):
            hands = tuple(dealt_places(self.rules, self.seed, self.number, attempt)[: self.players])
            askers = [seat for seat, hand in enumerate(hands) if may_throw_in(hand, self.rules)]
            redeals.append(Redeal(askers[0] if askers else None, hands))
        return tuple(redeals)

    def _tricks(self, played: list[str], leader: int, trump: str) -> list[Trick]:
        tricks = []
        for start in range(0, len(played), self.players):
            cards = tuple(played[start : start + self.players])
            winner = (leader + best_of(cards, trump)) % self.players
            tricks.append(Trick(leader, cards, winner))
            leader = winner
        return tricks

    def _result(self) -> dict[str, Any]:
        from pinosim.core import table as K

        rules, column = self.rules, self.column
        teams = rules.seats.teams
        tricks, points = self.desk[K.TRICKS].tolist(), self.desk[K.POINTS].tolist()
        outcome = C.OUTCOMES[column[C.OUTCOME]] if rules.auction.kind != "none" else "played"
        facts: dict[str, Any] = {
            "outcome": outcome,
            "changes": tuple(column[C.SCORE_0 + side] for side in range(teams)),
        }
        if outcome != "not played":
            facts["taken"] = tuple(
                (sum(tricks[side : self.players : teams]), sum(points[side : self.players : teams]))
                for side in range(teams)
            )
        return facts

    # --- the game with a stock

    def _stock_game(self, hands: tuple[Hand, ...], trump: str) -> dict[str, Any]:
        story, rules = self.story, self.rules
        turned = self._token(story[T.TURNED])
        stock = [self._token(card) for card in story[T.STOCK : T.STOCK + rules.deal.stock_size - 1]] + [turned]
        played = [self._token(card) for card in story[T.PLAYED : T.PLAYED + story[T.N_PLAYED]]]
        tricks = self._tricks(played, (self.column[C.DEALER] + 1) % self.players, trump)
        size = T.EVENT_SIZE
        events = [story[T.EVENTS + size * event : T.EVENTS + size * (event + 1)] for event in range(story[T.N_EVENTS])]
        nine = "9" + trump
        done: list[dict[str, list[Any]]] = [{"dix": [], "melds": [], "draws": []} for _ in tricks]
        names: list[list[str]] = [[] for _ in tricks]
        dix_turned: int | None = None
        for plays, kind, value, points in events:
            after = done[plays // self.players - 1]
            if kind == T.EVENT_DIX_TURNED:
                dix_turned = points
            elif kind == T.EVENT_DIX_EXCHANGED:
                after["dix"].append(Dix(nine, points, self._token(value)))
            elif kind == T.EVENT_DIX_SHOWN:
                after["dix"].append(Dix(nine, points))
            elif kind == T.EVENT_MELD:
                names[plays // self.players - 1].append(self._meld_name(value, trump))
            else:
                after["draws"].append(Draw(value // 64, self._token(value % 64)))
        self._lay_melds(hands, tricks, done, names, trump)
        told = tuple(
            Trick(
                trick.leader, trick.cards, trick.winner, tuple(more["dix"]), tuple(more["melds"]), tuple(more["draws"])
            )
            for trick, more in zip(tricks, done, strict=True)
        )
        return {"stock": tuple(stock), "tricks": told, "dix_turned": dix_turned}

    def _meld_name(self, meld: int, trump: str) -> str:
        from pinosim.core.two_handed_state import FIRST_AROUND, PINOCHLE_MELD, RUN_MELD

        if meld < RUN_MELD:
            return ROYAL if SUITS[meld] == trump else f"marriage in {SUIT_NAMES[SUITS[meld]]}"
        if meld in (RUN_MELD, PINOCHLE_MELD):
            return "run" if meld == RUN_MELD else "pinochle"
        return _AROUNDS[meld - FIRST_AROUND]

    def _lay_melds(
        self,
        hands: tuple[Hand, ...],
        tricks: list[Trick],
        done: list[dict[str, list[Any]]],
        names: list[list[str]],
        trump: str,
    ) -> None:
        """Follow the cards, to tell how many copies each meld has and which cards are in it."""
        held = [Counter(hand.cards()) for hand in hands]  # without the cards on the table
        tables = [StockTable(self.rules, trump) for _ in hands]
        for trick, after, laid in zip(tricks, done, names, strict=True):
            assert trick.leader is not None
            assert trick.winner is not None
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % self.players
                if held[seat][card]:
                    held[seat][card] -= 1
                else:
                    tables[seat].leave(card)
            hand, table = held[trick.winner], tables[trick.winner]
            for dix in after["dix"]:
                hand[dix.nine] -= 1
                if dix.taken is None:
                    table.shown[dix.nine] += 1
                else:
                    hand[dix.taken] += 1
            if self.rules.stock.meld_before_draw:
                after["melds"] += [table.lay(name, hand) for name in laid]
            for draw in after["draws"]:
                held[draw.seat][draw.card] += 1
            if not self.rules.stock.meld_before_draw:
                after["melds"] += [table.lay(name, hand) for name in laid]
