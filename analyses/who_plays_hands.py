"""The hands of `who_plays`: contracts chosen, then played by every policy and with open cards, settled at every bid."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

import pinosim as ps
from pinosim.api.auction_text import read_auction
from pinosim.api.bid_levels import best_trump, rights_of, tally_levels
from pinosim.api.hand import Hand
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows, units_of
from pinosim.api.open_cards import TABLE_MEGABYTES, read_horizon
from pinosim.api.playouts import PlayOuts, play_again, play_out_hand
from pinosim.cards import SUITS
from pinosim.core import columns as C
from pinosim.core import playout as P
from pinosim.core import table as K
from pinosim.core.contract import finish_hand
from pinosim.core.double_dummy.driver import new_memory
from pinosim.core.expert_hand import finish_hand_thinking
from pinosim.core.open_cards import play_open_cards
from pinosim.errors import RunError
from pinosim.policies.registry import resolve_seats

RULES: Final = ("family250", "guide-double")
POLICIES: Final = ("random", "easy", "standard", "medium", "hard")
EXPERT: Final = "expert"
OPEN: Final = "open cards"
WAYS: Final = (*POLICIES, EXPERT, OPEN)
MAIN: Final = "medium"  # chooses trump and bid, and is what the others are compared with
OPEN_MELD: Final = "hard"  # who passes and melds where the tricks are played with open cards
CHOICE_SEED, DEALS_SEED, HANDS_SEED = 41, 42, 43
CHOICE_DEALS: Final = 256
STEPS: Final = (-80, 25)  # bids looked at, in units around the hand's own; none below one unit

TYPICAL: Final[Mapping[str, Mapping[str, str]]] = {
    "family250": {
        "a run and two side aces": "S:ATKQJ H:A9 D:AJ C:TT9",
        "the hand of the README": "S:KQJ H:ATQ9 D:AQ99 C:A",
        "seven trumps, little meld": "S:AATKQ99 H:A9 D:K9 C:Q",
        "aces around, no trumps to speak of": "S:AKQ9 H:AT9 D:AJ C:AK9",
        "double pinochle": "S:AQQ9 H:9 D:ATKQJJ C:T",
    },
    "guide-double": {
        "a run and five aces": "S:AATTKQJ H:ATKJ D:AAKQ C:TTKQJ",
        "ten trumps": "S:AAATTKKQQJ H:ATJ D:KQJ C:ATKQ",
        "aces around, five of each suit": "S:AATKQ H:AATKJ D:ATTQJ C:ATKQQ",
        "double pinochle": "S:AATKQQ H:TKQJ D:ATKQJJ C:AKQJ",
    },
}

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Size:
    """How many hands, and how many deals of each, of random (`hands`) and of typical hands (`typical`)."""

    hands: int
    deals: int
    expert: int
    opened: int
    typical: int
    typical_expert: int
    typical_opened: int

    def of(self, way: str, *, typical: bool) -> int:
        """Give the deals one way of playing plays of each hand: the first ones of those that all play."""
        if way == EXPERT:
            return self.typical_expert if typical else self.expert
        if way == OPEN:
            return self.typical_opened if typical else self.opened
        return self.typical if typical else self.deals


@dataclass(frozen=True)
class Contract:
    """A hand of seat 0, its trump, and the highest bid that is better than passing when `MAIN` plays."""

    name: str
    hand: Hand
    trump: str
    bid: int


@dataclass(frozen=True)
class Results:
    """What came of one contract as one way of playing plays it; one row a deal, or a hand where deals are averaged.

    Attributes
    ----------
    points, meld : float64 arrays, shape (n,)
        Of the bidding side.
    made, gain : float64 arrays, shape (n, n_bids)
        Contract made (0 or 1), and our score less theirs beyond what passing brings, for the bids of `offsets`.
    """

    points: Floats
    meld: Floats
    made: Floats
    gain: Floats

    @property
    def n(self) -> int:
        """Rows."""
        return len(self.points)

    def first(self, n: int) -> Results:
        """Give the first rows."""
        return Results(self.points[:n], self.meld[:n], self.made[:n], self.gain[:n])


@dataclass(frozen=True)
class Study:
    """All results of one rule set: contracts, and one `Results` a contract by way of playing."""

    rules: ps.Rules
    size: Size
    random: list[Contract]
    typical: list[Contract]
    played: dict[str, list[Results]]
    played_typical: dict[str, list[Results]]
    labels: dict[str, str]
    looked_at: int
    seconds: dict[str, float]


def offsets(rules: ps.Rules) -> NDArray[np.int64]:
    """Give the bids looked at, in points above the hand's own."""
    return np.arange(STEPS[0], STEPS[1] + 1, dtype=np.int64) * rules.unit


# %% the contracts


def choose(rules: ps.Rules, name: str, hand: Hand, number: int) -> Contract | None:
    """Find trump and bid of a hand, on deals used for nothing else; None: no bid is better than passing."""
    state = read_auction("", rules)
    allowed, may_redeal = rights_of(hand, rules)
    if not allowed or may_redeal:
        return None
    outs = play_out_hand(
        rules, hand, state, resolve_seats(MAIN, rules), CHOICE_SEED + 1000 * number, CHOICE_DEALS, 1
    )  # fmt: skip
    bids, tallies = tally_levels(rules.auction.min_bid, state, rules, outs, allowed)
    trump = best_trump(tallies, 0)
    worth = [bid for bid, row in zip(bids, tallies[trump], strict=True) if row[P.SUM_GAIN] > 0]
    return Contract(name, hand, trump, max(worth)) if worth else None


def random_contracts(rules: ps.Rules, wanted: int) -> tuple[list[Contract], int]:
    """Take the first random hands that are worth a bid; give them with the number of hands looked at."""
    found: list[Contract] = []
    number = 0
    while len(found) < wanted:
        hand = ps.Deal.random(rules, seed=HANDS_SEED, number=number).hands[0]
        assert hand is not None
        contract = choose(rules, f"random hand {number}", hand, number)
        if contract is not None:
            found.append(contract)
        number += 1
    return found, number


# %% playing


class Slow:
    """Plays contracts one by one: `expert` thinking at every pass and card, others as ever, or with open cards."""

    def __init__(self, rules: ps.Rules) -> None:
        self.rules = rules
        self.inputs = kernel_inputs(rules)
        self.scratch = new_scratch()
        self.units = units_of(rules)
        self.horizon = read_horizon(rules, None)
        self.memory = new_memory(TABLE_MEGABYTES, 4 << (rules.deck.n_ranks * rules.deck.copies))

    def play(self, way: str, trump: str, outs: PlayOuts, n: int, seed: int) -> Ints:
        """Play the first `n` deals; int32, shape (N_RESULT, n)."""
        rows = policy_rows(resolve_seats(OPEN_MELD if way == OPEN else way, self.rules))
        results = np.empty((C.N_RESULT, n), np.int32)
        desk, words, story = self.scratch.desk, self.scratch.spare_words, self.scratch.story
        dealer = self.rules.seats.players - 1
        suit = SUITS.index(trump)
        for deal in range(n):
            hands = outs.deals.hands[deal]
            desk[K.SEATS, : len(hands)] = hands
            desk[K.DEALT, : len(hands)] = hands
            desk[K.ADDRESS, :3] = seed, outs.deals.numbers[deal], outs.deals.attempts[deal]
            story[:] = 0  # nothing was called: experts have nothing to go by but the cards
            before = (0, 0, suit, dealer, rows, words, 0, self.inputs.book, self.units, desk, story)
            if way == EXPERT:
                finish_hand_thinking(*before, self.scratch.study)
            else:
                finish_hand(*before)
            if way == OPEN:
                desk[K.COLUMN, [C.BIDDER, C.BID, C.TRUMP, C.DEALER]] = 0, 0, suit, dealer
                fault = play_open_cards(self.inputs.book, self.units, desk, story, *self.memory, self.horizon)
                if fault:
                    raise RunError(f"the solver refused a deal of {self.rules.id}: {fault}")
            results[:, deal] = desk[K.RESULT, : C.N_RESULT]
        return results


def settled(rules: ps.Rules, results: Ints, passing: Ints, bid: int) -> Results:
    """Settle play-outs at all bids around one, deal by deal."""
    bids = np.maximum(bid + offsets(rules), rules.unit)
    vector = np.array(rules.vector, dtype=np.int64)
    n = results.shape[1]
    made, gain = np.empty((n, len(bids))), np.empty((n, len(bids)))
    for deal in range(n):
        tally = np.zeros((len(bids), P.N_TALLY), np.int64)
        one, passed = (np.ascontiguousarray(each[:, deal : deal + 1]) for each in (results, passing))
        P.tally_bids(one, passed, bids, vector, tally)
        made[deal], gain[deal] = tally[:, P.MADE], tally[:, P.SUM_GAIN]
    points, meld = (results[row - C.RESULT_FROM].astype(float) for row in (C.POINTS_BIDDERS, C.MELD_BIDDERS))
    return Results(points, meld, made, gain)


def play_contract(
    slow: Slow, contract: Contract, number: int, size: Size, seconds: dict[str, float], *, typical: bool
) -> dict[str, Results]:
    """Play one contract every way, all on the same deals."""
    rules = slow.rules
    state = read_auction("", rules)
    seed = DEALS_SEED + 1000 * number + (500 if typical else 0)
    suit = SUITS.index(contract.trump)
    given = (rules, contract.hand, state)
    outs = play_out_hand(
        *given, resolve_seats(MAIN, rules), seed, size.of(MAIN, typical=typical), 1, trumps=1 << suit,
    )  # fmt: skip
    assert outs.passing is not None
    found = {}
    for way in WAYS:
        n = size.of(way, typical=typical)
        started = time.thread_time()
        if way == MAIN:
            results = outs.results[suit]
        elif way in POLICIES:
            again = play_again(
                *given, resolve_seats(way, rules), seed, outs.deals, 1, with_calls=False, trumps=1 << suit
            )  # fmt: skip
            results = again.results[suit]
        else:
            results = slow.play(way, contract.trump, outs, n, seed)
        seconds[way] = seconds.get(way, 0.0) + time.thread_time() - started
        found[way] = settled(rules, results, outs.passing, contract.bid)
    return found


def study(rules: ps.Rules, size: Size) -> Study:
    """Choose the contracts of a rule set and play them all."""
    slow = Slow(rules)
    contracts, looked_at = random_contracts(rules, size.hands)
    print(f"{rules.id}: {size.hands} of {looked_at} hands are worth a bid", flush=True)
    typical = []
    for number, (name, cards) in enumerate(TYPICAL[rules.id].items()):
        hand = Hand(cards, rules)
        contract = choose(rules, name, hand, 100_000 + number)
        if contract is None:
            raise RunError(f"{name} is not worth a bid in {rules.id}")
        typical.append(contract)
    seconds: dict[str, float] = {}
    played: dict[str, list[Results]] = {way: [] for way in WAYS}
    played_typical: dict[str, list[Results]] = {way: [] for way in WAYS}
    for into, some, is_typical in ((played, contracts, False), (played_typical, typical, True)):
        for number, contract in enumerate(some):
            for way, results in play_contract(slow, contract, number, size, seconds, typical=is_typical).items():
                into[way].append(results)
            if is_typical or not (number + 1) % 25:
                print(f"{rules.id}: {number + 1} of {len(some)}", flush=True)
    labels = {way: resolve_seats(way, rules)[0].label for way in (*POLICIES, EXPERT)} | {OPEN: OPEN}
    return Study(rules, size, contracts, typical, played, played_typical, labels, looked_at, seconds)
