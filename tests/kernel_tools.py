"""What the tests of the kernels share: naive cards and rules as the kernels' numbers, and kernels called on them."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from naive import SUITS, Card, full_deck
from naive_judge import Event, Told
from naive_rules import ALL_RULES, NAIVE_RULES, NaiveRules, filled, padded
from pinosim.api.kernel_inputs import KernelInputs, kernel_inputs, new_scratch, policy_rows
from pinosim.core import columns as C
from pinosim.core import contract_state as H
from pinosim.core import slots as S
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.dealing import deal_hands, new_deal_scratch
from pinosim.core.hand import play_hands
from pinosim.core.layout import unit_mask
from pinosim.core.playing import begin_tricks, play_cards
from pinosim.core.table import MAX_PLAYS, Book, Scratch
from pinosim.policies.registry import resolve_seats
from pinosim.rules.load import load_rules
from pinosim.rules.schema import Rules

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
GOLDEN = Path(__file__).parent / "golden"
NAMES = ("family250", "wocg-single", "guide-double")
WEAK_TO_STRONG = "9JQKTA"
Ints = NDArray[np.int64]

# As plain Python the kernels count in numpy scalars, whose wrapping around is meant: popcount multiplies, dealing
# subtracts.
wraps_around = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def fewer(n: int) -> int:
    """Return how much to do: `n` with compiled kernels, a fiftieth with kernels as plain Python."""
    return max(n // 50, 4) if JIT_OFF else n


def card_number(card: Card, n_ranks: int) -> int:
    return SUITS.index(card[1]) * n_ranks + WEAK_TO_STRONG[6 - n_ranks :].index(card[0])


def card_name(card: int, n_ranks: int) -> Card:
    return WEAK_TO_STRONG[6 - n_ranks :][card % n_ranks] + SUITS[card // n_ranks]


@dataclass(frozen=True)
class Layout:
    """Where the cards of a deck lie in a hand."""

    n_ranks: int
    width: int

    @property
    def n_cards(self) -> int:
        return 4 * self.n_ranks

    @property
    def units(self) -> int:
        return int(unit_mask(self.n_cards, self.width))

    def hand(self, cards: Sequence[Card]) -> int:
        return sum(1 << (card_number(card, self.n_ranks) * self.width) for card in cards)

    def cards(self, hand: int | np.int64) -> list[Card]:
        """Return the cards of a hand, copies side by side."""
        field = (1 << self.width) - 1
        counts = [(int(hand) >> (card * self.width)) & field for card in range(self.n_cards)]
        return [card_name(card, self.n_ranks) for card, count in enumerate(counts) for _ in range(count)]


SINGLE = Layout(6, 2)
DOUBLE = Layout(5, 3)


def layout_of(naive: NaiveRules) -> Layout:
    return SINGLE if len(naive.ranks) == 6 else DOUBLE


def overrides_for(naive: NaiveRules) -> list[str]:
    """Write a naive rule set of four players as changes to a packaged one."""
    keep = {"none": "nothing", "trick": "trick", "point": "point"}
    copies = naive.copies
    no_meld = naive.redeal_needs == "no meld" and naive.redeal_nines is not None
    values: dict[str, object] = {
        "redeal.min_nines": naive.redeal_nines or 0,
        "redeal.no_aces": naive.redeal_needs == "no ace" and naive.redeal_nines is not None,
        "redeal.no_meld": no_meld,
        "auction.min_bid": naive.min_bid,
        "auction.steps": [list(pair) for pair in naive.bid_steps],
        "auction.max_bid": naive.max_bid or 0,
        "auction.max_ends_auction": naive.max_bid is not None,
        "trump.needs_marriage": naive.trump_needs_marriage,
        "passing.count": naive.pass_count,
        "meld.run": list(padded(naive.run, copies)),
        "meld.royal": list(padded(naive.royal, copies)),
        "meld.pinochle": list(padded(naive.pinochle, copies)),
        "meld.aces": list(padded(naive.around["A"], copies)),
        "meld.kings": list(padded(naive.around["K"], copies)),
        "meld.queens": list(padded(naive.around["Q"], copies)),
        "meld.jacks": list(padded(naive.around["J"], copies)),
        "meld.plain": naive.plain,
        "meld.dix": naive.dix,
        "meld.trump_mode": naive.trump_mode,
        "meld.extra_king": naive.extra_king,
        "meld.extra_queen": naive.extra_queen,
        "meld.extra_both": naive.extra_both,
        "play.beat_trump_lead": naive.beat_trump_lead,
        "play.beat_plain_lead": naive.beat_plain_lead,
        "play.beat_plain_after_trump": naive.beat_plain_after_trump,
        "play.must_trump": naive.must_trump,
        "play.overtrump": naive.overtrump,
        "play.undertrump": naive.undertrump,
        **{
            f"tricks.{name}": naive.counters.get(rank, 0)
            for rank, name in zip("ATKQJ9", ("ace", "ten", "king", "queen", "jack", "nine"), strict=True)
        },
        "tricks.last_trick": naive.last_trick,
        "tricks.total": naive.trick_total,
        "keep_meld.bidders": keep[naive.keep_meld_bidders],
        "keep_meld.others": keep[naive.keep_meld_others],
        "keep_meld.dix_survives": "only-dix" if naive.dix_only_exempt else "always" if naive.dix_always else "no",
        "floors.min_meld_bidders": naive.min_meld_bidders,
        "floors.min_meld_others": naive.min_meld_others,
        "floors.min_points_bidders": naive.min_trick_points,
        "floors.min_points_others": naive.min_trick_points,
        "settle.auto_set": naive.auto_set,
        "settle.others_meld_without_play": naive.others_meld_on_auto_set,
        "meld.owners": naive.melders,
    }

    def toml(value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        return f'"{value}"' if isinstance(value, str) else str(value)

    return [f"{key}={toml(value)}" for key, value in values.items()]


def rules_like(naive: NaiveRules) -> Rules:
    """Load rules of the package that say what a naive rule set of four players says."""
    return load_rules("family250" if len(naive.ranks) == 6 else "guide-double", overrides_for(naive))


FOUR_HANDED = tuple(
    naive for naive in NAIVE_RULES.values() if naive.players == 4 and naive.hand_size * 4 == len(full_deck(naive))
)


@dataclass(frozen=True)
class Game:
    """A rule set three times over: of the package, of the naive reference, as the kernels' arrays."""

    naive: NaiveRules
    rules: Rules
    inputs: KernelInputs

    @property
    def layout(self) -> Layout:
        return layout_of(self.naive)

    @property
    def vector(self) -> Ints:
        return self.inputs.vector

    def deal(self, n: int, *, seed: int = 1, first: int = 0, attempt: int = 0) -> Ints:
        """Deal: one row a deal, one column a seat."""
        return deal(self.inputs, n, seed=seed, first=first, attempt=attempt)

    def policies(self, names: str) -> Ints:
        return policy_rows(resolve_seats(names, self.rules))

    @property
    def book(self) -> Book:
        return self.inputs.book

    @property
    def players(self) -> int:
        return self.naive.players

    def play(self, names: str, n: int, *, seed: int = 1, first: int = 0) -> NDArray[np.int32]:
        """Play whole hands: one row a column of `pinosim.core.columns`, one column a hand."""
        return play(self.inputs, self.policies(names), n, seed=seed, first=first)

    def tell(self, policies: Ints, scratch: Scratch, *, seed: int, number: int) -> tuple[list[int], Told]:
        """Play one hand; return its column and what happened in it."""
        out = play(self.inputs, policies, 1, seed=seed, first=number, scratch=scratch)
        column = [int(value) for value in out[:, 0]]
        return column, told_by(self, column, scratch)


def play(
    inputs: KernelInputs, policies: Ints, n: int, *, seed: int = 1, first: int = 0, scratch: Scratch | None = None
) -> NDArray[np.int32]:
    """Play whole hands, none of which may be given up."""
    out = np.full((C.N_COLUMNS, n), -7, np.int32)
    scratch = scratch or new_scratch()
    assert play_hands(inputs.dealing, policies, inputs.book, np.uint64(seed), first, scratch, out) == 0
    return out


def deal(inputs: KernelInputs, n: int, *, seed: int = 1, first: int = 0, attempt: int = 0) -> Ints:
    hands = np.full((n, len(inputs.dealing.capacities)), -7, np.int64)
    vector = inputs.vector
    deal_hands(
        inputs.dealing, int(vector[S.N_RANKS]), int(vector[S.WIDTH]), np.uint64(seed), attempt, first,
        new_deal_scratch(), hands,
    )  # fmt: skip
    return hands


MELD_NAMES = [*("marriage " + suit for suit in SUITS), "run", "pinochle", *(rank + " around" for rank in "AKQJ")]


def told_by(what: Game, column: list[int], scratch: Scratch) -> Told:
    """Read the hand that the kernels have just played."""
    layout, rules, story = what.layout, what.naive, [int(number) for number in scratch.story]
    dealt = [layout.cards(hand) for hand in scratch.desk[K.DEALT, : len(what.inputs.dealing.capacities)]]
    trump = column[C.TRUMP]

    def card(number: int) -> Card:
        return card_name(number, layout.n_ranks)

    told = Told(
        dealer=column[C.DEALER],
        hands=dealt[: rules.players],
        kitty=[card for pile in dealt[rules.players :] for card in pile],
        plays=[card(number) for number in story[T.PLAYED : T.PLAYED + story[T.N_PLAYED]]],
    )
    if rules.rounds == "none":
        told.turned = card(story[T.TURNED])
        told.stock = [card(number) for number in story[T.STOCK : T.STOCK + rules.stock_size]]
        ends = range(T.EVENTS, T.EVENTS + T.EVENT_SIZE * story[T.N_EVENTS], T.EVENT_SIZE)
        told.events = [event_of(story[at : at + T.EVENT_SIZE], layout) for at in ends]
        return told
    told.calls = story[T.CALLS : T.CALLS + story[T.N_CALLS]]
    told.bidder, told.bid, told.forced = column[C.BIDDER], column[C.BID], bool(column[C.FORCED])
    if trump < 0:
        return told
    told.trump = SUITS[trump]
    told.called = None if story[T.CALLED] < 0 else card(story[T.CALLED])
    told.partner = None if story[T.PARTNER] < 0 else story[T.PARTNER]
    told.given, told.returned = layout.cards(story[T.GIVEN]), layout.cards(story[T.RETURNED])
    told.buried = layout.cards(story[T.BURIED])
    if rules.kitty_size and rules.kitty == "share":
        told.shared = [card(story[T.SHARED + seat]) for seat in range(rules.players)]
    return told


def event_of(numbers: Sequence[int], layout: Layout) -> Event:
    """Read one event of the game with a stock."""
    plays, kind, value, points = numbers
    if kind == T.EVENT_MELD:
        return Event(plays, "meld", MELD_NAMES[value], points)
    if kind == T.EVENT_DRAW:
        return Event(plays, "draw", (value // 64, card_name(value % 64, layout.n_ranks)), points)
    name = {
        T.EVENT_DIX_TURNED: "dix turned", T.EVENT_DIX_EXCHANGED: "dix exchanged", T.EVENT_DIX_SHOWN: "dix shown",
    }[kind]  # fmt: skip
    return Event(plays, name, card_name(value, layout.n_ranks), points)  # type: ignore[arg-type]


def game_of(naive: NaiveRules, rules: Rules) -> Game:
    return Game(naive, rules, kernel_inputs(rules))


@lru_cache(maxsize=64)
def game(name: str) -> Game:
    """Return a packaged rule set."""
    return game_of(filled(ALL_RULES[name]), load_rules(name))


@lru_cache(maxsize=64)
def game_with(name: str, changes: tuple[str, ...], **naive_changes: Any) -> Game:
    """Return a packaged rule set with some values changed, in the file's words and in those of the reference."""
    return game_of(replace(filled(ALL_RULES[name]), id=name, **naive_changes), load_rules(name, changes))


@lru_cache(maxsize=64)
def game_like(naive_id: str) -> Game:
    """Return a rule set of four players made from the naive tables."""
    return game_of(NAIVE_RULES[naive_id], rules_like(NAIVE_RULES[naive_id]))


def random_hands(naive: NaiveRules, n: int, seed: int) -> Iterator[list[Card]]:
    """Draw hands of many kinds: fair ones, ones of few suits, and ones stuffed with the cards that meld."""
    chooser = random.Random(seed)
    deck = full_deck(naive)
    for i in range(n):
        pile = deck
        if i % 4 == 1:
            pile = [card for card in deck if card[0] in "AKQJ"]
        elif i % 4 == 2:
            suits = chooser.sample(SUITS, 2)
            pile = [card for card in deck if card[1] in suits or card in ("QS", "JD")]
        elif i % 4 == 3:
            rank = chooser.choice("AKQJ")
            pile = [card for card in deck for _ in range(3 if card[0] == rank else 1)]
        chooser.shuffle(pile := list(pile))
        limits = Counter(deck)
        hand: Counter[Card] = Counter()
        for card in pile:
            if sum(hand.values()) < naive.hand_size and hand[card] < limits[card]:
                hand[card] += 1
        yield list(hand.elements())


def play_out(
    what: Game,
    hands: Ints,
    trump: int,
    leader: int,
    bidder: int,
    sides: int,
    policies: Ints,
    words: NDArray[np.uint64],
    desk: Ints,
    played: Ints,
) -> int:
    """Play hands of one size to their end on a desk, nobody counting cards; return who took the last trick."""
    players, n_tricks = what.players, len(what.layout.cards(int(hands[0])))
    desk[K.SEATS, :players] = hands[:players]
    desk[K.CONTRACT] = 0
    for place, value in ((H.BIDDER, bidder), (H.TRUMP, trump), (H.PARTNER, -1), (H.SIDES, sides)):
        desk[K.CONTRACT, place] = value
    begin_tricks(leader, desk[K.SEATS], players, desk)
    desk[K.TRICK, H.TRICK_NUMBER] = what.vector[S.TRICKS] - n_tricks
    play_cards(-1, players * n_tricks, policies, words, 0, what.vector, what.layout.units, desk, played)
    return int(desk[K.TRICK, H.LEADER])


def new_played() -> Ints:
    return np.full(MAX_PLAYS, -7, np.int64)


# --- random numbers, once more ---------------------------------------------------------------------------------------


def philox(counter: Sequence[int], key: Sequence[int]) -> list[int]:
    """Return four 32-bit words of Philox4x32-10, in whole numbers of Python, as the paper defines them."""
    a, b, c, d = counter
    k0, k1 = key
    for _ in range(10):
        p, q = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = (q >> 32) ^ b ^ k0, q & 0xFFFFFFFF, (p >> 32) ^ d ^ k1, p & 0xFFFFFFFF
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return [a, b, c, d]


def words_of(seed: int, deal_number: int, stream: int, block: int) -> list[int]:
    counter = [block, stream, deal_number & 0xFFFFFFFF, deal_number >> 32]
    return philox(counter, [seed & 0xFFFFFFFF, seed >> 32])


# --- how far chance may go -------------------------------------------------------------------------------------------


def chi_square_sigmas(observed: NDArray[np.int64], expected: NDArray[np.float64] | float, freedom: int) -> float:
    """Return by how many standard deviations a chi-square sum lies above or below its mean."""
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return (statistic - freedom) / float(np.sqrt(2 * freedom))
