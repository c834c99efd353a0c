"""Every quantity of the odds book on decks so small that all hands can be written down one by one.

The decks are cut out of the ordinary one: two suits of three ranks, three suits of four. The enumeration below knows
nothing of the counting it checks: it takes copies of cards apart and goes through every combination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

import pytest

import naive
from pinosim.api.hand import Hand
from pinosim.api.odds.draws import Draw
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_two_hands import chance_of_neither
from pinosim.api.odds.event_ways import TooMany, chance_of_none, count_hands
from pinosim.api.odds.hand_ways import count_hands_by_meld
from pinosim.api.odds.kitty_odds import kitties, meld_after_burying, meld_points
from pinosim.api.odds.meld_odds import mean_by_kind
from pinosim.api.odds.partner_odds import card_chances, completion_chances
from pinosim.api.odds.values import MeldValues
from pinosim.cards import CARDS, SUITS
from pinosim.rules.load import load_rules

RULES = load_rules("family250")
EVENTS = (
    "A>=1", "K+Q>=3", "A-K>=1", "QS", "run(S)", "run", "marriages>=2", "marriage(D)", "pinochle", "pinochle(2)",
    "void", "voids>=2", "void(S) | void(D)", "longest>=3", "shortest==0", "longest-shortest>=2", "A>=1 each",
    "!(A>=1) & Q>=1", "(QS & JD) | K>=2", "aces_around", "counters<=1", "K==1 | K==3", "!(K>=1 & (Q>=1 | A>=2))",
    "marriages!=1", "shortest<1 & longest>2", "Q<2 & Q>0", "roundhouse | marriages>=2", "runs>=1 | QS>=2",
)  # fmt: skip


@dataclass(frozen=True)
class SmallDeck:
    suits: str
    ranks: str
    copies: int
    drawn: int
    held: str = ""

    @property
    def draw(self) -> Draw:
        unseen = tuple(self.copies if c[0] in self.ranks and c[1] in self.suits else 0 for c in CARDS)
        return Draw(Hand(self.held).counts, unseen, self.drawn)

    def deck(self) -> list[str]:
        return [rank + suit for suit in self.suits for rank in self.ranks for _ in range(self.copies)]

    def hands(self) -> Iterator[list[str]]:
        """Every hand, copies told apart."""
        for cards in combinations(self.deck(), self.drawn):
            yield [*cards, *Hand(self.held).cards()]


DECKS = [
    pytest.param(SmallDeck("SD", "KQJ", 2, 5), id="2 suits x 3 ranks"),
    pytest.param(SmallDeck("SD", "KQJ", 2, 4, "AS KH"), id="2 suits x 3 ranks, cards held"),
    pytest.param(SmallDeck("SH", "AKQ", 2, 6), id="2 red and black suits"),
    pytest.param(SmallDeck("SHD", "AKQJ", 1, 6), id="3 suits x 4 ranks"),
    pytest.param(SmallDeck("SHD", "AKQJ", 2, 3, "TS KC AC QC"), id="3 suits x 4 ranks, double, cards held"),
    pytest.param(SmallDeck("SD", "ATKQJ", 1, 7, "AC AH"), id="runs in reach"),
]


def slow(event: str, cards: Sequence[str]) -> bool:
    """Decide an event from a list of cards, each word by itself."""
    held = Counter(cards)
    by_suit = {suit: [card[0] for card in cards if card[1] == suit] for suit in SUITS}
    rank = Counter(card[0] for card in cards)
    lengths = [len(by_suit[suit]) for suit in SUITS]
    marriages = {suit: min(by_suit[suit].count("K"), by_suit[suit].count("Q")) for suit in SUITS}
    runs = {suit: min(by_suit[suit].count(r) for r in "ATKQJ") for suit in SUITS}
    pinochles = min(held["QS"], held["JD"])
    answers = {
        "A>=1": rank["A"] >= 1,
        "K+Q>=3": rank["K"] + rank["Q"] >= 3,
        "A-K>=1": rank["A"] - rank["K"] >= 1,
        "QS": held["QS"] >= 1,
        "run(S)": runs["S"] >= 1,
        "run": any(runs.values()),
        "marriages>=2": sum(marriages.values()) >= 2,
        "marriage(D)": marriages["D"] >= 1,
        "pinochle": pinochles >= 1,
        "pinochle(2)": pinochles >= 2,
        "void": 0 in lengths,
        "voids>=2": lengths.count(0) >= 2,
        "void(S) | void(D)": lengths[0] == 0 or lengths[2] == 0,
        "longest>=3": max(lengths) >= 3,
        "shortest==0": min(lengths) == 0,
        "longest-shortest>=2": max(lengths) - min(lengths) >= 2,
        "A>=1 each": all("A" in by_suit[suit] for suit in SUITS),
        "!(A>=1) & Q>=1": rank["A"] == 0 and rank["Q"] >= 1,
        "(QS & JD) | K>=2": pinochles >= 1 or rank["K"] >= 2,
        "aces_around": all("A" in by_suit[suit] for suit in SUITS),
        "counters<=1": rank["A"] + rank["T"] + rank["K"] <= 1,
        "K==1 | K==3": rank["K"] in (1, 3),
        "!(K>=1 & (Q>=1 | A>=2))": not (rank["K"] >= 1 and (rank["Q"] >= 1 or rank["A"] >= 2)),
        "marriages!=1": sum(marriages.values()) != 1,
        "shortest<1 & longest>2": min(lengths) < 1 and max(lengths) > 2,
        "Q<2 & Q>0": rank["Q"] == 1,
        "roundhouse | marriages>=2": min(marriages.values()) >= 1 or sum(marriages.values()) >= 2,
        "runs>=1 | QS>=2": sum(runs.values()) >= 1 or held["QS"] >= 2,
    }
    return answers[event]


@pytest.mark.parametrize("deck", DECKS)
def test_events_of_one_hand(deck: SmallDeck) -> None:
    hands = list(deck.hands())
    assert len(hands) == deck.draw.hands
    for event in EVENTS:
        wanted = sum(slow(event, cards) for cards in hands)
        assert count_hands(read_event(event, RULES), deck.draw) == wanted, event


def test_shapes_of_one_hand() -> None:
    deck = SmallDeck("SHD", "AKQJ", 1, 6)
    for shape in ("3-2-1-0", "2-2-2-0", "4-2-0-0", "4-1-1-0", "3-3-0-0"):
        wanted = sum(
            sorted((sum(card[1] == suit for card in cards) for suit in SUITS), reverse=True)
            == [int(length) for length in shape.split("-")]
            for cards in deck.hands()
        )
        assert count_hands(read_event(f"shape({shape})", RULES), deck.draw) == wanted > 0


def test_events_of_two_hands() -> None:
    deck = SmallDeck("SD", "KQJ", 2, 3)
    cards = deck.deck()
    events = EVENTS[::2]
    none = dict.fromkeys(events, 0)
    deals = 0
    for first in combinations(range(len(cards)), 3):
        one = [cards[i] for i in first]
        mine = {event: slow(event, one) for event in events}
        rest = [cards[i] for i in range(len(cards)) if i not in first]
        for two in combinations(rest, 3):
            deals += 1
            for event in events:
                none[event] += not mine[event] and not slow(event, two)
    for event in events:
        try:
            chance = chance_of_none(read_event(event, RULES), [deck.draw, deck.draw])
        except TooMany:
            pytest.fail(f"{event} could not be counted on a deck of twelve cards")
        assert chance == Fraction(none[event], deals), event
        assert chance_of_neither(read_event(event, RULES), [deck.draw, deck.draw]) == chance, event


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("trump", ["S", "D", "H", "best"])
def test_meld_of_one_hand(deck: SmallDeck, trump: str) -> None:
    values = MeldValues.of(RULES)
    wanted: Counter[int] = Counter()
    for cards in deck.hands():
        totals = [naive.meld_total(cards, suit, naive.FAMILY250) for suit in (SUITS if trump == "best" else trump)]
        wanted[max(totals)] += 1
        for suit in SUITS:
            counts = Hand(" ".join(cards)).counts
            assert meld_points(counts, values, SUITS.index(suit)) == naive.meld_total(cards, suit, naive.FAMILY250)
    counted = count_hands_by_meld(values, deck.draw, trump)
    assert dict(counted) == dict(wanted)
    if trump != "best":
        mean = Fraction(sum(points * ways for points, ways in wanted.items()), deck.draw.hands)
        assert sum(mean_by_kind(values, deck.draw, trump).values()) == mean


@pytest.mark.parametrize("deck", DECKS[:2])
def test_cards_and_completions(deck: SmallDeck) -> None:
    draw = deck.draw
    mine = Hand("KS QD AS AD AC")
    hands = [Counter(cards) for cards in combinations(deck.deck(), deck.drawn)]
    seen = Draw((0,) * len(CARDS), draw.unseen, draw.drawn)
    for card, chances in card_chances(seen).items():
        for copies, chance in enumerate(chances):
            assert chance == Fraction(sum(hand[card] == copies for hand in hands), len(hands))
    chances = completion_chances(mine, seen, RULES, "S", 4)
    wanted = {
        "marriage in spades": lambda hand: hand["QS"] >= 1,
        "pinochle": lambda hand: hand["QS"] >= 1 and hand["JD"] >= 1,
        "one more marriage": lambda hand: hand["QS"] >= 1 or hand["KD"] >= 1,
    }
    assert set(chances) == set(wanted)
    for name, holds in wanted.items():
        assert chances[name] == Fraction(sum(map(holds, hands)), len(hands)), name


def test_suits_that_mean_the_same_may_change_places() -> None:
    deck = SmallDeck("SHDC", "KQ", 1, 4).draw
    values = MeldValues.of(RULES)
    assert count_hands_by_meld(values, deck, "H") == count_hands_by_meld(values, deck, "C")
    for order in permutations("SHDC"):
        event = f"({order[0]}>=2 & {order[1]}==0) | K{order[2]}"
        assert count_hands(read_event(event, RULES), deck) == count_hands(read_event("(S>=2 & H==0) | KD", RULES), deck)


def test_every_kitty_and_the_best_bury() -> None:
    rules = load_rules("family250-3h")
    values = MeldValues.of(rules)
    held = "KS QS AS TS JS QD JD KD KH QH KC QC AH AD AC"
    deck = SmallDeck("SD", "KQJ", 1, 3, held)
    cases = list(kitties(deck.draw))
    assert sum(ways for _, ways in cases) == 20
    for counts, _ in cases:
        cards = Hand.from_counts(counts).cards()
        for trump, suit in enumerate(SUITS):
            best = max(
                naive.meld_total([c for i, c in enumerate(cards) if i not in buried], suit, naive.FAMILY250)
                for buried in combinations(range(len(cards)), 3)
            )
            assert meld_after_burying(counts, values, trump, 3) == best
