"""Bidding by a convention: the kernels against plain Python that reads hands as cards and calls one by one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from kernel_tools import Ints, fewer, wraps_around
from pinosim import load_rules
from pinosim.api.convention_file import CALL
from pinosim.api.convention_seats import play_conventions
from pinosim.api.conventions import Convention, load_convention
from pinosim.api.deal import deal_many
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.api.odds.event_sampling import hand_counts
from pinosim.core import meanings as M
from pinosim.core import policy as P
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.auction import run_auction
from pinosim.core.bidding import plan_bids
from pinosim.core.bids import NO_BID
from pinosim.core.convention import meanings_met, note_claims
from pinosim.core.layout import unit_mask
from pinosim.core.meld import score_melds
from pinosim.policies.registry import Policy, resolve_seats
from pinosim.rules.schema import Rules

pytestmark = wraps_around
HEAD = 'title = "t"\nsource = "s"\n'
ODD = (
    ("jump 3+", 'when = ["opening"]\nhand = "!(A==1 | K>2) & shape(5-3-3-1)"', 4),
    ("jump 2", 'hand = "longest-shortest>=4 & voids!=1 & runs<1"\nbelow = 29', -3),
    ("pass", 'when = ["first call"]\nhand = "A<=1 & A-K<2 | (9S & !marriage(S))"', -2),
    ("jump 2", 'meld = [4, 12]\nhand = "marriages>=1 or counters>7 and S-H>=1"', 2),
    ("bid 29+", 'hand = "pinochle | roundhouse | void | K+Q>=2 each"\nreach = 2', 6),
    ("jump 1", 'when = ["after partner"]\nhand = "T>=2"', 3),
)
GAMES = {
    "odd": ("family250", "odd"),
    "modern": ("family250", "modern-single"),
    "dailey": ("wocg-single", "dailey"),
    "double": ("guide-double", "double-meld"),
    "single round": ("single round", "modern-single"),
}


def odd_file(folder: Path) -> Path:
    """Write a convention that uses all the file format knows."""
    file = folder / "odd.toml"
    blocks = [f'[[meaning]]\ncall = "{call}"\nsays = "x"\n{rest}\nworth = {worth}\n' for call, rest, worth in ODD]
    file.write_text(HEAD + "\n".join(blocks), encoding="utf-8")
    return file


@lru_cache(maxsize=8)
def rules_of(name: str) -> Rules:
    return load_rules("family250", ['auction.kind="single-round"']) if name == "single round" else load_rules(name)


def convention_of(name: str, rules: Rules, folder: Path) -> Convention:
    return load_convention(odd_file(folder) if name == "odd" else name, rules)


def counted(hands: Ints, rules: Rules) -> np.ndarray:
    return np.array([np.asarray(card) for card in hand_counts(hands, rules)])


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_finds_the_meanings_a_hand_meets(name: str, tmp_path: Path) -> None:
    rules = rules_of(GAMES[name][0])
    convention = convention_of(GAMES[name][1], rules, tmp_path)
    policy = policy_rows(play_conventions(resolve_seats("medium", rules), convention.name, rules))[0]
    inputs, units = kernel_inputs(rules), unit_mask(4 * rules.deck.n_ranks, rules.deck.width)
    hands = np.ascontiguousarray(deal_many(rules, seed=5, n=fewer(4000))[:, :2].ravel())
    melds = np.zeros((len(hands), 4), np.int64)
    score_melds(hands, *inputs.book, melds)
    met = [int(meanings_met(hand, melds[i], policy, inputs.vector, units)) for i, hand in enumerate(hands)]
    counts = counted(hands, rules)
    for place, meaning in enumerate(convention.meanings):
        fits = meaning.fits(counts) if meaning.claims_something else np.zeros(len(hands), bool)
        assert [bool(mask >> place & 1) for mask in met] == fits.tolist(), meaning
        assert not meaning.claims_something or len(hands) < 1000 or fits.any() or meaning.call.startswith("bid 1")


class Table:
    """An auction by limits and a convention, call by call, in plain Python: policies that do not listen otherwise."""

    def __init__(self, rules: Rules, policies: Sequence[Policy], conventions: Sequence[Convention | None]) -> None:
        self.rules, self.policies, self.conventions = rules, policies, conventions
        self.players, self.teams = rules.seats.players, rules.seats.teams

    def partners(self, seat: int) -> set[int]:
        return {other for other in range(self.players) if other % self.teams == seat % self.teams} - {seat}

    def meaning_of(self, convention: Convention, calls: list[int | str], call: int | str, dealer: int) -> int | None:
        """Read the last call as a whole auction is read."""
        said = convention.said([*calls, call], dealer)
        if not said or said[-1].number != len(calls):
            return None
        return convention.meanings.index(said[-1].meaning)

    def open_calls(self, call: str, high: int | None) -> list[int | str]:
        pattern = CALL.fullmatch(call)
        assert pattern is not None
        if pattern["kind"] is None:
            return ["P"]
        ladder = self.rules.legal_bids(high, up_to=10 * self.rules.auction.min_bid)
        number = int(pattern["number"])
        if pattern["kind"] == "jump":
            return list(ladder[number - 1 : number])
        points = number * self.rules.unit
        return [bid for bid in ladder if bid == points or (pattern["more"] and bid > points)][:1]

    def run(self, limits: list[int], held: list[set[int]], dealer: int) -> list[int | str]:
        rules, calls = self.rules, []  # type: ignore[var-annotated]
        told = [0] * self.players
        spoken: set[int] = set()
        waiting = [(dealer + 1 + i) % self.players for i in range(self.players)]
        high, holder = None, None
        while waiting and waiting != [holder]:
            if holder is None and len(waiting) == 1:
                return [*calls, rules.auction.min_bid - rules.auction.forced_below_min]
            seat = waiting.pop(0)
            lowest = rules.next_bid(high)
            margin = self.policies[seat].numbers[P.PARTNER_MARGIN] * rules.tricks.ace // 1000
            needed = lowest + (margin if holder in self.partners(seat) else 0)
            call: int | str = lowest if limits[seat] != NO_BID and limits[seat] + told[seat] >= needed else "P"
            convention = self.conventions[seat]
            if call != "P" and convention is not None and seat not in spoken:
                for place, meaning in enumerate(convention.meanings):
                    for other in self.open_calls(meaning.call, high):
                        if place not in held[seat] or self.meaning_of(convention, calls, other, dealer) != place:
                            continue
                        if other == "P" or int(other) - meaning.reach * rules.unit <= limits[seat]:
                            call = other
                            break
                    else:
                        continue
                    break
            for reader in self.partners(seat):
                theirs = self.conventions[reader]
                read = None if theirs is None else self.meaning_of(theirs, calls, call, dealer)
                if theirs is not None and read is not None and theirs.meanings[read].claims_something:
                    told[reader] = theirs.meanings[read].worth * rules.unit
            calls.append(call)
            if call != "P":
                high, holder = int(call), seat
                spoken.add(seat)
                if rules.auction.kind != "single-round":
                    waiting.append(seat)
                if rules.auction.max_ends_auction and high == rules.auction.max_bid:
                    break
        return calls


@pytest.mark.parametrize("who", ["all", "one side", "one seat"])
@pytest.mark.parametrize("name", GAMES)
def test_auctions_by_a_convention_go_as_in_plain_python(name: str, who: str, tmp_path: Path) -> None:
    rules = rules_of(GAMES[name][0])
    convention = convention_of(GAMES[name][1], rules, tmp_path)
    playing = {"all": (1, 1, 1, 1), "one side": (1, 0, 1, 0), "one seat": (0, 0, 0, 1)}[who]
    seats = [convention.name if here else None for here in playing]
    policies = play_conventions(resolve_seats("medium", rules), seats, rules)
    table = Table(rules, policies, [convention if here else None for here in playing])
    rows, inputs = policy_rows(policies), kernel_inputs(rules)
    units = unit_mask(4 * rules.deck.n_ranks, rules.deck.width)
    n = fewer(400)
    hands = deal_many(rules, seed=9, n=n)
    desk, story = new_scratch().desk, np.zeros(T.N_STORY, np.int64)
    jumped, chooser = 0, random.Random(name)
    for number in range(n):
        dealer = number % 4
        desk[K.SEATS, :4] = hands[number]
        melds = np.zeros((4, 4), np.int64)
        score_melds(np.ascontiguousarray(hands[number]), *inputs.book, melds)
        desk[K.MELDS : K.MELDS + 4, :4] = melds
        plan_bids(
            desk[K.SEATS], desk[K.MELDS :], rows, np.zeros((32, 1), np.uint64), 0, inputs.vector, units,
            desk[K.FEATURES], desk[K.CEILINGS], desk[K.TRUMPS],
        )  # fmt: skip
        if number % 2:  # limits near one another make longer auctions
            desk[K.CEILINGS, :4] = [rules.auction.min_bid * chooser.randint(95, 125) // 100 for _ in range(4)]
        limits = desk[K.CEILINGS, :4].tolist()
        note_claims(desk[K.SEATS], desk[K.MELDS :], rows, inputs.vector, units, desk[K.CEILINGS], desk[K.CLAIMS])
        first = (dealer + 1) % 4
        run_auction(
            desk[K.CEILINGS], desk[K.CLAIMS], rows, first, NO_BID, -1, 0, 0, inputs.vector, desk[K.AUCTION], story
        )
        counts = counted(hands[number], rules)
        held = [
            {
                place
                for place, meaning in enumerate(convention.meanings)
                if meaning.claims_something and meaning.fits(counts)[seat]
            }
            for seat in range(4)
        ]
        expected = table.run(limits, held, dealer)
        made = [int(call) or "P" for call in story[T.CALLS : T.CALLS + story[T.N_CALLS]]]
        assert made == expected, (number, limits, held)
        jumped += bool(convention.said(made, dealer)) and any(desk[K.CLAIMS, M.HELD : M.HELD + 4])
    assert jumped or n < 100
