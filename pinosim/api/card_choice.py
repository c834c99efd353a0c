"""Which card to play now, from one seat's own knowledge: each card tried in worlds that fit it, and why, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.comparison import CARD, Comparison, compare
from pinosim.api.convention_file import ConventionError
from pinosim.api.convention_seats import ConventionNames, name_conventions, play_conventions, seat_conventions
from pinosim.api.live.before_card import BeforeCard, before_card
from pinosim.api.live.decide import decide, draw_lots, inputs_of, rows_of
from pinosim.api.live.knowledge import knowledge_of
from pinosim.api.live.news import cards_by_suit
from pinosim.api.live.reasons import reasons_for
from pinosim.api.live.turn import Turn, print_order, stock_left
from pinosim.api.numbers import seed_number, whole_number
from pinosim.api.told import ToldCall, told_to_seat
from pinosim.api.warm import say_if_compiling
from pinosim.cards import SUIT_NAMES
from pinosim.errors import RecordError
from pinosim.policies.registry import Policy, resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinosim.api.record.record import Record

WORLDS: Final = 2_000
MOST_WORLDS: Final = 8_000


@dataclass(frozen=True)
class Candidate:
    """One card that may be played.

    Attributes
    ----------
    card : str
    equal : tuple of str
        Cards that do the same, and were not tried apart.
    reasons : tuple of str
        What a player would say for and against it.
    """

    card: str
    equal: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class CardChoice:
    """The card to play. Made by `choose_card`.

    Attributes
    ----------
    asked : BeforeCard
        The moment: seat, its cards, what it knows.
    habit : str
        The card the policy plays there.
    policy : str
        Its name and version; all seats play as it does where cards are tried out.
    candidates : tuple of Candidate
        The cards that may be played, the best first.
    comparison : Comparison or None
        What they are worth, in the same order; None where nothing was tried out.
    notes : tuple of str
        What was taken for granted.
    convention : str or None
        The bidding convention by which calls were read, one for all seats or one a seat.
    told : tuple of ToldCall
        What the calls of the other seats told by it.
    """

    asked: BeforeCard
    habit: str
    policy: str
    candidates: tuple[Candidate, ...]
    comparison: Comparison | None
    notes: tuple[str, ...]
    convention: str | None = None
    told: tuple[ToldCall, ...] = ()

    @property
    def best(self) -> str:
        """The card that brings most, or the policy's where nothing was tried out."""
        return self.candidates[0].card

    def to_dict(self) -> dict[str, Any]:
        """Give plain values, as `--json` prints them."""
        asked, tried = self.asked, self.comparison
        plain = {} if tried is None else {option["card"]: option for option in tried.to_dict()["candidates"]}
        number = ("ev", "low", "high", "cost", "cost_low", "cost_high")
        return {
            "best": self.best,
            "verdict": None if tried is None else tried.verdict,
            "candidates": [
                {
                    "card": one.card,
                    **{key: plain[one.card][key] if one.card in plain else None for key in number},
                    "equal": list(one.equal),
                    "reasons": list(one.reasons),
                }
                for one in self.candidates
            ],
            "policy": self.policy,
            "policy_plays": self.habit,
            "seat": asked.seat,
            "hand": str(asked.held),
            "trick": list(asked.trick.cards),
            "trick_number": asked.number,
            "trump": asked.hand.trump,
            "worth": None if tried is None else tried.worth,
            "bid": None if tried is None else tried.bid,
            "notes": list(self.notes),
            "convention": self.convention,
            "told": [one.to_dict() for one in self.told],
        }

    def __str__(self) -> str:
        asked, tried = self.asked, self.comparison
        on_table = f"plays to {' '.join(asked.trick.cards)}" if asked.trick.cards else "leads"
        lines = [
            f"Trick {asked.number}: seat {asked.seat} {on_table}, {SUIT_NAMES[asked.hand.trump or '']} trump "
            f"({asked.rules.id})",
            f"Holds   {cards_by_suit(asked.held)}",
        ]
        if tried is None:
            lines.append(f"Play {self.best}: so does {self.policy}")
        else:
            gap = {
                "clear": "clearly the best",
                "close": f"about as good: {' '.join(option.what for option in tried.tied[1:])}",
                "only": "there is nothing to choose",
            }[tried.verdict]
            lines.append(f"Play {self.best} ({gap}); {self.policy} plays {self.habit}")
            lines.append(f"  {'card':<6}{'worth':>8}  costs (95%)")
        width = 6
        for place, one in enumerate(self.candidates):
            worth = ""
            if tried is not None:
                option = tried.options[place]
                cost = option.cost
                costs = "best" if place == 0 else f"{cost.value:.1f} ({cost.low:.1f} to {cost.high:.1f})"
                worth = f"{option.value.value:>8.1f}  {costs + ' ':<22}"
            equal = (f"as good as {' '.join(one.equal)}",) if one.equal else ()
            lines.append(f"  {one.card:<{width}}{worth}{'; '.join((*one.reasons, *equal))}".rstrip())
        if tried is not None:
            lines.append(f"{tried.worth}, mean of {tried.n:,} deals that fit what the seat knows; seed {tried.seed}")
        lines += [str(one) for one in self.told]
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def choose_card(
    record: Record,
    hand: int | None = None,
    trick: int | None = None,
    seat: int | None = None,
    policy: str = "hard",
    worlds: int = WORLDS,
    seed: int = 1,
    convention: ConventionNames = None,
) -> CardChoice:
    r"""Choose the card to play where a record stops.

    The cards that the seat does not see are dealt many times, as they may lie by all it knows, and each card is played
    to the end of the hand in each of these deals. With `policy="expert"` these deals fit
    the calls as well, and cards count near the end as `expert` counts them; for other players the calls tell nothing.

    Parameters
    ----------
    record, hand, trick, seat
        As in `live.before_card.before_card`.
    policy : str
        Who plays all seats, and whose own choice is told.
    worlds : int
        Deals to try each card in, up to 8,000; 0 tries nothing out.
    seed : int
        Seed of these deals.
    convention : str, path or sequence of these, optional
        The bidding convention by which calls are read, a packaged one or a file: one for all seats, or one a seat, as a
        list or separated by commas, `"none"` for a seat that plays none. Only for `"expert"`, as no other policy goes
        by the calls while it plays. See `docs/conventions.md`.

    Returns
    -------
    CardChoice

    Raises
    ------
    RecordError
        If the record does not stop before a card, or does not tell enough.
    ConventionError
        If there is no such convention, or the policy does not go by the calls.
    PinosimError
        For an unknown policy or a number out of its range.

    Examples
    --------
    >>> from pinosim.api.record.record import Record
    >>> record = Record.from_text("seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H")
    >>> choice = choose_card(record)
    >>> choice.best, choice.candidates[0].reasons
    ('KH', ("puts 10 on partner's AH, which only a trump could take",))
    """
    asked = before_card(record, hand, trick, seat)
    rules = asked.rules
    worlds = whole_number("worlds", worlds, 0, MOST_WORLDS)
    say_if_compiling("try_cards.try_cards" if worlds else "playing.play_cards")
    seed = seed_number(seed)
    company = _company(asked, resolve(policy, rules), convention)
    player = company[asked.seat]
    lots = draw_lots(rules, seed, 0)
    habit = str(decide(rules, asked.hand, Turn("play", asked.seat, 1), player, lots, company=company))
    notes = list(asked.notes)
    playing = name_conventions(company)
    told: tuple[ToldCall, ...] = ()
    if playing is not None:
        told, remarks = _told(asked, company, convention)
        notes += remarks
    if stock_left(rules, asked.hand):
        worlds = 0
        notes.append("cards are not tried out while there is a stock")
    if worlds:
        comparison, equal, remarks = _try_out(asked, company, max(worlds, 2), seed)
        notes += remarks
        cards = [option.what for option in comparison.options]
    else:
        comparison, equal = None, {}
        cards = sorted(asked.legal, key=lambda card: (card != habit, print_order(card)))
    known = knowledge_of(asked)
    candidates = tuple(Candidate(card, equal.get(card, ()), reasons_for(asked, card, known)) for card in cards)
    return CardChoice(asked, habit, player.label, candidates, comparison, tuple(notes), playing, told)


def _company(asked: BeforeCard, player: Policy, convention: ConventionNames) -> tuple[Policy, ...]:
    """Seat one player everywhere, with the convention of each seat; refuse one that a convention cannot change."""
    rules = asked.rules
    company = play_conventions((player,) * rules.seats.players, convention, rules)
    if not player.thinks and name_conventions(company) is not None:
        raise ConventionError(
            f"convention: {player.name!r} does not go by the calls while it plays, so that no convention changes which "
            "card it plays; name the policy 'expert', or leave the convention out"
        )
    return company


def _told(
    asked: BeforeCard, company: Sequence[Policy], convention: ConventionNames
) -> tuple[tuple[ToldCall, ...], list[str]]:
    """Read the calls by the conventions; and remark on what is not read."""
    from pinosim.api.live.decide_card import tells_whole_hand

    hand, rules, seat = asked.hand, asked.rules, asked.seat
    if not hand.calls:
        return (), ["the record does not tell the calls, so the convention says nothing of the hands"]
    told = told_to_seat(hand.calls, hand.dealer, seat, seat_conventions(convention, rules), rules)
    if not company[seat].convention:
        return told, [f"seat {seat} plays no convention, so it takes no call at its word"]
    if not tells_whole_hand(rules, hand, seat):
        return told, ["the record does not tell the whole hand and all meld, so what the calls tell is not counted"]
    return told, []


def _try_out(
    asked: BeforeCard, company: Sequence[Policy], worlds: int, seed: int
) -> tuple[Comparison, dict[str, tuple[str, ...]], list[str]]:
    """Play each card out; give what they are worth, which cards are equal, and remarks."""
    import numpy as np

    from pinosim.api.live.decide_card import lay_out
    from pinosim.core import table as K
    from pinosim.core.expert_play import WHOLE
    from pinosim.core.try_cards import cards_to_try, try_cards

    rules, hand = asked.rules, asked.hand
    inputs, lots = inputs_of(rules), draw_lots(rules, seed, 0)
    desk = inputs.desk
    lay_out(rules, hand, asked.seat, inputs)
    desk[K.ADDRESS, :3] = lots.address
    notes = []
    bid = hand.bid
    if bid is not None and (not hand.melds or asked.is_rest):
        notes.append(
            f"the record does not tell all that was melded and taken, so points count and not the bid of {bid}"
        )
        bid = None
    found = np.zeros(len(asked.legal), np.int64)
    found = found[: int(cards_to_try(inputs.vector, inputs.units, desk, found))].copy()
    tried = [rules.deck.token(int(card)) for card in found]
    equal = {card: tuple(other for other in asked.legal if _stands_for(card, other, tried)) for card in tried}
    values = np.zeros((len(tried), worlds), np.int64)
    player = company[asked.seat]
    rows = rows_of(player, rules, company)
    scratch = inputs.scratch
    if not try_cards(
        found, 0, rows, lots.words, inputs.book, inputs.units, desk, scratch.story, scratch.study, values
    ):  # fmt: skip
        raise RecordError(
            f"there are fewer cards left than the seats must hold: seat {asked.seat} holds {len(asked.held)}, and each "
            "of the others as many or one less; check the cards of the record"
        )
    comparison = compare(
        "Which card?", CARD, tried, values / WHOLE, rules, seed, [player.label],
        worth="our score less theirs" if bid is not None else "our points less theirs", bid=bid, notes=notes,
    )  # fmt: skip
    return comparison, equal, notes


def _stands_for(card: str, other: str, tried: list[str]) -> bool:
    """Tell whether a card was not tried because this one, the next below it in its suit, does the same."""
    if other in tried:
        return False
    below = [one for one in tried if one[1] == other[1] and print_order(one) > print_order(other)]
    return bool(below) and min(below, key=print_order) == card
