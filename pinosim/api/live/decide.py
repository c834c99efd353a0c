"""What a policy does at one decision, given what its seat knows and nothing else; the kernels of whole hands decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pinosim.api.hand import Hand
from pinosim.api.live.seen import holding, partner_of, seen_by
from pinosim.api.live.turn import Turn, auction_now
from pinosim.api.record.parts import PASS, HandRecord
from pinosim.cards import CARDS, SUITS
from pinosim.core.policy import CONVENTION
from pinosim.policies.registry import Policy, resolve
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import numpy as np

    from pinosim.core.table import Book, Scratch
    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class Inputs:
    """What kernels are handed with every decision of a rule set: book, lowest bit of each field, scratch."""

    book: Book
    units: int
    scratch: Scratch

    @property
    def desk(self) -> np.ndarray:
        """The desk, int64, shape (N_ROWS, ROW)."""
        return self.scratch.desk

    @property
    def vector(self) -> np.ndarray:
        """The rules vector, int64, shape (N_SLOTS,)."""
        return self.book.rules


@lru_cache(maxsize=8)
def inputs_of(rules: Rules) -> Inputs:
    """Make the arrays of a rule set; scratch is written over by every decision, so one thread at a time decides."""
    from pinosim.api.kernel_inputs import book_of, new_scratch, units_of

    return Inputs(book_of(rules), units_of(rules), new_scratch())


@dataclass(frozen=True)
class Lots:
    """The random numbers of one hand.

    Attributes
    ----------
    address : tuple of int
        Seed (as int64), number of the deal, attempt: where players that try things out find theirs.
    words : ndarray of uint64, shape (n, 1)
        For players that draw lots.
    """

    address: tuple[int, int, int]
    words: np.ndarray


def draw_lots(rules: Rules, seed: int, number: int, attempt: int = 0) -> Lots:
    """Give the random numbers of a numbered hand, those of whole-hand kernels."""
    import numpy as np

    from pinosim.api.kernel_inputs import new_scratch
    from pinosim.core.hand import fill_words, words_needed

    words = new_scratch().spare_words
    fill_words(words_needed(inputs_of(rules).vector), attempt, number, 1, np.uint64(seed), words)
    return Lots((int(np.uint64(seed).astype(np.int64)), number, attempt), words)


def decide(
    rules: Rules,
    hand: HandRecord,
    turn: Turn,
    policy: str | Policy = "hard",
    lots: Lots | None = None,
    refused: Iterable[str] = (),
    company: Sequence[Policy] = (),
) -> Any:
    """Ask a policy for its choice.

    Parameters
    ----------
    rules : Rules
    hand : HandRecord
        The hand so far. What the seat does not know is left out first (`seen_by`), so it may be there or not.
    turn : Turn
        Who decides what, see `turn.next_turn`.
    policy : str or Policy
    lots : Lots, optional
        Random numbers of the hand for policies that need them, see `draw_lots`; those of deal 0 of seed 1 if left out.
    refused : iterable of str
        Cards called before, which nobody else holds.
    company : sequence of Policy, optional
        Who plays, one a seat: a player that thinks may ask which of them play a bidding convention. All are taken to
        play that of `policy` if left out.

    Returns
    -------
    object
        What `choose.choose` takes: a bid or `"P"`, a suit, a card, a `Hand`, pairs of seat and card, names of melds;
        for the right to a new deal, whether it is used.

    Raises
    ------
    PinosimError
        For an unknown policy.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> from pinosim.api.record.parts import Trick
    >>> hand = HandRecord(
    ...     hands=(None, None, Hand("S:AQ H:K9 D:A"), None), bidder=0, trump="S", tricks=(Trick(0, ("AH", "9H")),)
    ... )
    >>> decide(load_rules("family250"), hand, Turn("play", 2))
    'KH'
    """
    expect_rules(rules)
    player = resolve(policy, rules) if isinstance(policy, str) else policy
    seen = seen_by(rules, hand, turn.seat)
    if lots is None:
        lots = draw_lots(rules, 1, 0)
    words = lots.words
    row = player.vector
    if turn.stage == "redeal":
        if not player.thinks:
            return True
        from pinosim.api.live.decide_redeal import throws_in

        return throws_in(rules, seen, turn.seat, company or (player,) * rules.seats.players, lots)
    if player.thinks:
        from pinosim.api.live.decide_thinking import STAGES, thought_out

        rows = rows_of(player, rules, company)
        choice = thought_out(rules, seen, turn, rows, lots) if turn.stage in STAGES else None
        if choice is not None:
            return choice
    if turn.stage == "call":
        return _call(rules, seen, turn.seat, row, words)
    if turn.stage == "trump":
        return SUITS[_name_trump(rules, seen, turn.seat, row, words)[0]]
    if turn.stage == "called":
        return _called(rules, seen, turn.seat, tuple(refused))
    if turn.stage == "share":
        return _share(rules, seen, turn.seat, row, words)
    if turn.stage in ("give", "return"):
        return _pass(rules, seen, turn, row, words)
    if turn.stage == "bury":
        return _bury(rules, seen, turn, row, words)
    if turn.stage == "meld":
        from pinosim.api.live.decide_stock import melds_laid

        return melds_laid(rules, seen, turn.seat)
    from pinosim.api.live.decide_card import card_played

    return card_played(rules, seen, turn.seat, rows_of(player, rules, company), lots)


def rows_of(player: Policy, rules: Rules, company: Sequence[Policy] = ()) -> np.ndarray:
    """Give the seats as a player takes them to be: all like himself, some of them without his convention.

    Parameters
    ----------
    player : Policy
    rules : Rules
    company : sequence of Policy
        As in `decide`.

    Returns
    -------
    ndarray of int64, shape (players, N_POLICY)
    """
    rows: np.ndarray = player.vector[None, :].repeat(rules.seats.players, axis=0)
    for seat, other in enumerate(company):
        if other.numbers[CONVENTION] == 0:
            rows[seat, CONVENTION:] = 0
    return rows


def mask_of(cards: Counter[str], rules: Rules) -> int:
    """Cards as a mask of the kernels."""
    return Hand.from_counts(tuple(max(cards[card], 0) for card in CARDS)).mask(rules.deck)


def _melds(rules: Rules, cards: int) -> np.ndarray:
    from pinosim.core import table as K
    from pinosim.core.meld import hand_melds

    inputs = inputs_of(rules)
    melds: np.ndarray = inputs.desk[K.MELDS]
    hand_melds(cards, inputs.vector, inputs.book.suit_table, inputs.book.around_table, melds)
    return melds


def _name_trump(rules: Rules, hand: HandRecord, seat: int, row: np.ndarray, words: np.ndarray) -> tuple[int, int]:
    from pinosim.core import table as K
    from pinosim.core.bidding import name_trump

    inputs = inputs_of(rules)
    cards = mask_of(holding(rules, hand, seat), rules)
    melds = _melds(rules, cards)
    trump, worth = name_trump(
        cards, melds, row, words[2 * seat, 0], inputs.vector, inputs.units, inputs.desk[K.FEATURES]
    )
    return int(trump), int(worth)


def _call(rules: Rules, hand: HandRecord, seat: int, row: np.ndarray, words: np.ndarray) -> int | str:
    """Bid one step above, or what a convention says, or pass; as `core/auction.run_auction` does it for all seats."""
    from pinosim.core import table as K
    from pinosim.core.bidding import plan_bids
    from pinosim.core.bids import NO_BID, next_bid
    from pinosim.core.convention import call_by_convention, note_claims
    from pinosim.core.hard_bidding import heard, raise_margin

    inputs = inputs_of(rules)
    vector, desk = inputs.vector, inputs.desk
    players, teams = rules.seats.players, rules.seats.teams
    # all seats are planned for as if they held these cards, and one of the plans is looked at
    cards = mask_of(holding(rules, hand, seat), rules)
    desk[K.SEATS, :players] = cards
    desk[K.MELDS + 1 : K.MELDS + players] = _melds(rules, cards)
    rows = row[None, :].repeat(players, axis=0)
    plan_bids(
        desk[K.SEATS], desk[K.MELDS :], rows, words, 0, vector, inputs.units, desk[K.FEATURES], desk[K.CEILINGS],
        desk[K.TRUMPS],
    )  # fmt: skip
    ceiling = int(desk[K.CEILINGS, seat])
    now = auction_now(rules, hand)
    high = NO_BID if now.high is None else now.high
    bidder = -1 if now.bidder is None else now.bidder
    passed, spoken = (sum(1 << other for other in seats) for seats in (now.passed, now.spoken))
    bid = needed = int(next_bid(high, vector))
    if bidder >= 0 and seat % teams == bidder % teams and not rules.seats.apart:
        needed += int(raise_margin(seat, passed, row, vector))
    if ceiling != NO_BID:
        ceiling += int(heard(seat, passed, spoken, bidder, high, row, vector)) + worth_told(rules, hand, seat, rows)
    if bid == NO_BID or ceiling < needed:
        return PASS
    if row[CONVENTION] != 0:
        claims = desk[K.CLAIMS]
        note_claims(desk[K.SEATS], desk[K.MELDS :], rows, vector, inputs.units, desk[K.CEILINGS], claims)
        bid = int(call_by_convention(bid, seat, len(hand.calls or ()), spoken, high, claims, row, vector))
    return bid or PASS


def worth_told(rules: Rules, hand: HandRecord, seat: int, rows: np.ndarray) -> int:
    """Points by which partner's calls raise a seat's limit by the convention that it plays."""
    import numpy as np

    from pinosim.core.listening import N_HEARD, TOLD_WORTH, hear_calls

    if rows[seat, CONVENTION] == 0:
        return 0
    calls = np.array([0 if call == PASS else call for call in hand.calls or ()], np.int64)
    heard = np.zeros((len(rows), N_HEARD), np.int64)
    dealer = len(rows) - 1 if hand.dealer is None else hand.dealer
    hear_calls(calls, len(calls), (dealer + 1) % len(rows), rows, inputs_of(rules).vector, heard)
    return int(heard[seat, TOLD_WORTH])


def _called(rules: Rules, hand: HandRecord, seat: int, refused: tuple[str, ...]) -> str:
    """Call the first card on the list of wishes that was not refused."""
    from pinosim.core import table as K
    from pinosim.core.calling import call_partner

    inputs = inputs_of(rules)
    held = holding(rules, hand, seat)
    seats = inputs.desk[K.SEATS]
    seats[:] = 0
    seats[seat] = mask_of(held, rules)
    unseen = Counter({card: rules.deck.copies - held[card] for card in _deck_cards(rules) if card not in refused})
    seats[(seat + 1) % rules.seats.players] = mask_of(unseen, rules)
    card, _ = call_partner(seat, SUITS.index(hand.trump or ""), seats, inputs.vector)
    return rules.deck.token(int(card))


def _deck_cards(rules: Rules) -> list[str]:
    return [rules.deck.token(card) for card in range(rules.deck.n_kinds)]


def _share(
    rules: Rules, hand: HandRecord, seat: int, row: np.ndarray, words: np.ndarray
) -> tuple[tuple[int, str], ...]:
    import numpy as np

    from pinosim.core import story as T
    from pinosim.core import table as K
    from pinosim.core.passing import share_kitty

    inputs = inputs_of(rules)
    players = rules.seats.players
    inputs.desk[K.SEATS, :] = 0
    inputs.desk[K.SEATS, seat] = mask_of(holding(rules, hand, seat), rules)
    partner = partner_of(rules, hand)
    story = np.full(T.N_STORY, -1, np.int64)
    share_kitty(
        seat, -1 if partner is None else partner, SUITS.index(hand.trump or ""), row[None, :].repeat(players, axis=0),
        words, 0, inputs.book, inputs.units, inputs.desk, story,
    )  # fmt: skip
    return tuple((other, rules.deck.token(int(story[T.SHARED + other]))) for other in range(players) if other != seat)


def _pass(rules: Rules, hand: HandRecord, turn: Turn, row: np.ndarray, words: np.ndarray) -> Hand:
    from pinosim.core.passing import GIVE_WORD, RETURN_WORD, choose_to_give

    inputs = inputs_of(rules)
    to_bidder = turn.stage == "give"
    held = holding(rules, hand, turn.seat)
    if not to_bidder and not rules.passing.may_return_received and hand.given is not None:
        held -= Counter(hand.given.cards())
    given = choose_to_give(
        turn.seat, to_bidder, mask_of(held, rules), rules.passing.count, SUITS.index(hand.trump or ""),
        row[None, :].repeat(rules.seats.players, axis=0), GIVE_WORD if to_bidder else RETURN_WORD, words, 0,
        inputs.book, inputs.units, inputs.desk,
    )  # fmt: skip
    return Hand.from_mask(int(given), rules.deck)


def _bury(rules: Rules, hand: HandRecord, turn: Turn, row: np.ndarray, words: np.ndarray) -> Hand:
    from pinosim.core import table as K
    from pinosim.core.contract import BURY_WORD
    from pinosim.core.kitty import cards_to_bury

    inputs = inputs_of(rules)
    buried = cards_to_bury(
        mask_of(holding(rules, hand, turn.seat), rules), turn.count, SUITS.index(hand.trump or ""), row, words, 0,
        BURY_WORD, inputs.book, inputs.units, inputs.desk[K.SPARE],
    )  # fmt: skip
    return Hand.from_mask(int(buried), rules.deck)
