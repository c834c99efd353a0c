"""Published pinochle odds against the exact ones.

    python analyses/published_odds.py            the table
    python analyses/published_odds.py --csv FILE the same as CSV

Each claim is data: what is said, on what terms, the figure, where it stands, and how it is counted here. A claim is
right if its figure is the exact one to the digits it gives. What is said is told in own words.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import pinosim as ps
from pinosim.api.odds.draws import Draw, full_deck
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_ways import count_hands

WIDOW = "http://games-encyclopedia.poker.tj/chances-wanted-card-poker.php"
SPLIT = "http://www.poker.tj/games-encyclopedia/chances-wanted-card-poker.html"
POKER = "https://imathworks.com/math/math-probability-theory-pinochle-deck-of-cards"
POKER_2 = "https://wizedu.com/questions/129662/a-pinochle-deck-consists-of-two-copies-each-of"
POKER_3 = "https://justaaa.com/statistics-and-probability/193709-a-pinochle-deck-consists-of-two-copies-each-of"
HOMEWORK = "https://homeworksource.com/p/1070224/decks-of-pinochle-cards-have-a-total-of-48-cards-and-consist-1070224"
HOMEWORK_2 = "https://homeworksource.com/p/966212/decks-of-pinochle-cards-have-a-total-of-48-cards-and-consist-966212"
HOMEWORK_3 = "https://homeworksource.com/p/1062989/decks-of-pinochle-cards-have-a-total-of-48-cards-and-consist-1062989"
FULL_HOUSE = "http://mathforum.org/library/drmath/view/56536.html"
TRIPLE_ACES = "http://discuss.fogcreek.com/techinterview/default.asp?cmd=show&ixPost=360&ixReplies=4"
SINGLES = "https://www.powerpinochle.com/forum/showthread.php?tid=538&pid=1439#pid1439"
FIVE_ROUNDS = "https://www.powerpinochle.com/forum/printthread.php?tid=46"
SIMULATED = "https://medium.com/programming-with-a-purpose/simulating-pinochle-meld-scoring-fa0e9995eb52"


@dataclass(frozen=True)
class Claim:
    """One published figure.

    Attributes
    ----------
    claim, conditions : str
        What is said, and on what terms it is counted here.
    figure : float
        A chance, or points.
    digits : float
        So far off a right figure may be: half a unit of its last digit or, where figures are cut off, a whole one.
    address : str
        Where it stands; "told at tables" for a saying.
    exact : callable
        Counts it.
    remark : str
        What went wrong, or on what reading it is right.
    """

    claim: str
    conditions: str
    figure: float
    digits: float
    address: str
    exact: Callable[[], Fraction]
    remark: str = ""

    @property
    def right(self) -> bool:
        """Whether the figure is the exact one, to the digits given."""
        return abs(Fraction(self.figure) - self.exact()) <= Fraction(self.digits) + Fraction(1, 10**12)


@cache
def chance(event: str, rules: str = "wocg-single", cards: int | None = None) -> Fraction:
    """Chance of an event for one hand of so many cards out of a whole deck."""
    loaded = ps.load_rules(rules)
    draw = Draw((0,) * 24, full_deck(loaded), cards or loaded.deal.hand_size)
    return Fraction(count_hands(read_event(event, loaded), draw), draw.hands)


def ways(count: int, cards: int, deck: int) -> Fraction:
    """So many of all equally likely hands."""
    return Fraction(count, math.comb(deck, cards))


def found_in_widow(faces: int) -> Fraction:
    """Chance that three cards out of 33 hold one of so many faces, both copies of each unseen."""
    return 1 - Fraction(math.comb(33 - 2 * faces, 3), math.comb(33, 3))


def every_hand_has(least: int, given: int) -> Fraction:
    """Chance that all three other hands hold so many of a suit's 15 cards outstanding, given that they hold some."""
    shapes = [shape for shape in product(range(16), repeat=3) if sum(shape) == 15]
    deals = {shape: math.prod(math.comb(20, n) for n in shape) for shape in shapes}

    def total(n: int) -> int:
        return sum(number for shape, number in deals.items() if min(shape) >= n)

    return Fraction(total(least), total(given))


def without_trump() -> Fraction:
    """Mean meld of a hand when no suit is trump: marriages at the plain rate in all four suits, nines as in one."""
    shares = ps.odds.meld_mean(ps.load_rules("wocg-single")).shares
    left_out = shares["runs"] + shares["royal marriages"] + shares["marriages"]
    return sum(shares.values(), Fraction(0)) - left_out + shares["marriages"] * Fraction(4, 3)


CLAIMS = (
    Claim("one wanted face in the widow: 1 in 5.67", "three-handed, 15 cards, widow of 3 out of 33 unseen, both copies "
          "unseen", 1 / 5.67, 0.0003, WIDOW, lambda: found_in_widow(1), "5.68 if rounded"),
    Claim("two wanted faces: 1 in 3.02", "as above", 1 / 3.02, 0.0011, WIDOW, lambda: found_in_widow(2),
          "3.03 if rounded"),
    Claim("three wanted faces: 1 in 2.11", "as above", 1 / 2.11, 0.0022, WIDOW, lambda: found_in_widow(3),
          "the count printed beside it, 2,531 of 5,456, is right and gives 1 in 2.16"),
    Claim("four wanted faces: 1 in 1.72", "as above", 1 / 1.72, 0.0034, WIDOW, lambda: found_in_widow(4),
          "1.73 if rounded"),
    Claim("five wanted faces: 3,685 of 5,456", "as above", 3685 / 5456, 0.0, WIDOW, lambda: found_in_widow(5)),
    Claim("three holes are an even chance", "as above", 0.5, 0.005, "told at tables", lambda: found_in_widow(3),
          "it takes four"),
    Claim("ace and ten of trump lie apart 52 times in 100", "three-handed, the widow seen: 30 cards in two hands", 0.52,
          0.005, SPLIT, lambda: Fraction(2 * 15 * 15, 30 * 29)),
    Claim("triple aces around: 4^4 C(64,8) / C(80,20)", "double deck, one given hand of 20",
          256 * math.comb(64, 8) / math.comb(80, 20), 1e-12, TRIPLE_ACES,
          lambda: chance("aces_around(3)", "guide-double"),
          "counts exactly three of each; a fourth ace of a suit is left out"),
    Claim("exactly one ace in each suit: 256 C(64,16) / C(80,20)", "double deck, one given hand of 20",
          256 * math.comb(64, 16) / math.comb(80, 20), 1e-12, SINGLES, lambda: chance("A==1 each", "guide-double")),
    Claim("the third of four aces wins 92.2 times in 100", "double deck, A A A A T held, two rounds went round; every "
          "void hand trumps", 0.922, 0.0005, FIVE_ROUNDS, lambda: every_hand_has(3, 2),
          "deals the nine cards still out as if two rounds had told nothing of who was short"),
    Claim("and the fourth 58.5", "as above", 0.585, 0.0005, FIVE_ROUNDS, lambda: every_hand_has(4, 2), "the same"),
    Claim("and the ten 8.5", "as above", 0.085, 0.0005, FIVE_ROUNDS, lambda: every_hand_has(5, 2), "the same"),
    Claim("royal flush: 8 / C(48,5)", "five cards of a single deck", 8 / math.comb(48, 5), 1e-9, POKER,
          lambda: chance("runs>=1", cards=5), "each of the five cards may be either copy: 4 x 2^5"),
    Claim("four of a kind: 624 / C(48,5)", "five cards of a single deck, exactly four of a rank",
          624 / math.comb(48, 5), 1e-9, POKER,
          lambda: chance("A==4 | T==4 | K==4 | Q==4 | J==4 | 9==4", cards=5), "624 is the count of a 52-card deck"),
    Claim("full house: 0.02747", "five cards of a single deck", 0.02747, 0.000005, FULL_HOUSE,
          lambda: ways(6 * math.comb(8, 3) * 5 * math.comb(8, 2), 5, 48)),
    Claim("flush, not straight: 2,912 hands", "five cards of a single deck", 2912 / math.comb(48, 5), 1e-9, POKER_2,
          lambda: chance("S==5 | H==5 | D==5 | C==5", cards=5) - ways(4 * 2 * 2**5, 5, 48)),
    Claim("all five cards of one suit: 4 / 91,080", "five cards of a single deck", 4 / 91080, 1e-9, POKER_3,
          lambda: chance("S==5 | H==5 | D==5 | C==5", cards=5),
          "different hands are not equally likely where cards have two copies"),
    Claim("exactly four hearts: C(12,4) / C(48,12)", "12 cards of a single deck",
          math.comb(12, 4) / math.comb(48, 12), 1e-12, HOMEWORK, lambda: chance("H==4"),
          "the other eight cards are forgotten"),
    Claim("exactly four hearts: 0.1936", "12 cards of a single deck", 0.1936, 0.00005, HOMEWORK_2,
          lambda: chance("H==4"), "as if every card were put back before the next is drawn"),
    Claim("at most two aces: C(40,12)/C(48,12) + C(8,1)/C(48,1) + C(8,2)/C(48,2)", "12 cards of a single deck",
          math.comb(40, 12) / math.comb(48, 12) + 8 / 48 + math.comb(8, 2) / math.comb(48, 2), 1e-9, HOMEWORK,
          lambda: chance("A<=2"), "the second and third terms are of one and two cards, not of twelve"),
    Claim("at most two aces: 0.6773", "12 cards of a single deck", 0.6773, 0.00005, HOMEWORK_2,
          lambda: chance("A<=2"), "as if every card were put back before the next is drawn"),
    Claim("at most two spades: 0.68633", "8 cards of a single deck", 0.68633, 0.000005, HOMEWORK_3,
          lambda: chance("S<=2", cards=8)),
    Claim("exactly one king: 0.3952", "8 cards of a single deck", 0.3952, 0.0001, HOMEWORK_3,
          lambda: chance("K==1", cards=8)),
    Claim("meld of one hand averages 3.59", "single deck, small scale, no suit trump: no runs, no royal marriages",
          3.59, 0.005, SIMULATED, without_trump, "with a suit trump the mean is 4.08"),
    Claim("meld of one hand averages 3.59", "the same with a given suit trump", 3.59, 0.005, SIMULATED,
          lambda: ps.odds.meld_mean(ps.load_rules("wocg-single")).exact_mean, "runs and royal marriages are left out"),
    Claim("budget 30 for partner's meld", "single deck, x10 scale, a given suit trump", 30, 0.5, "told at tables",
          lambda: ps.odds.meld_mean(ps.load_rules("family250")).exact_mean, "41 on average, 30 is nearly his median"),
    Claim("budget 30 for partner's meld", "double deck, x10 scale, a given suit trump", 30, 0.5, "told at tables",
          lambda: 10 * ps.odds.meld_mean(ps.load_rules("guide-double")).exact_mean, "five times as much"),
)  # fmt: skip


def rows() -> list[tuple[str, str, str, str, str, str, str]]:
    """One row a claim: claim, conditions, figure, exact, verdict, remark, address."""
    table = []
    for claim in CLAIMS:
        exact = claim.exact()
        ratio = float(Fraction(claim.figure) / exact)
        verdict = "right" if claim.right else f"wrong: {ratio:.3g} times the exact figure"
        table.append(
            (claim.claim, claim.conditions, f"{claim.figure:.6g}", f"{float(exact):.6g}", verdict, claim.remark,
             claim.address)
        )  # fmt: skip
    return table


def main(arguments: list[str]) -> None:
    """Print the table, or write it as CSV."""
    header = ("claim", "conditions", "figure", "exact", "verdict", "remark", "address")
    if len(arguments) == 2 and arguments[0] == "--csv":
        with open(arguments[1], "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows()])
        return
    for claim, conditions, figure, exact, verdict, remark, address in rows():
        print(f"{claim}\n    {conditions}\n    said {figure}, exactly {exact}: {verdict}")
        if remark:
            print(f"    {remark}")
        print(f"    {address}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
