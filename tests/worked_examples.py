"""The worked examples of the rule sets, as data: what a hand melds, scores, may bid and may play.

Every number was worked out by hand from the rules, none by a program of this project. The numbers of the examples
(W01, H04, P11 ...) serve as test names.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class MeldExample:
    """What one hand melds; the breakdown lists ``name xcopies points``."""

    number: str
    rules: str
    hand: str
    trump: str
    total: int
    breakdown: str

    @property
    def items(self) -> list[tuple[str, int, int]]:
        """The breakdown as (name, copies, points)."""
        words = [item.rsplit(" ", 2) for item in self.breakdown.split(", ")]
        return [(name, int(copies.removeprefix("x")), int(points)) for name, copies, points in words]


Side = tuple[int, int | None, int | None]  # meld, trick points, tricks; None where the hand is not played


@dataclass(frozen=True)
class SettleExample:
    """What a hand changes in the scores of both sides."""

    number: str
    rules: str
    bid: int
    bidders: Side
    others: Side
    bidders_change: int
    others_change: int
    outcome: str
    why: str


@dataclass(frozen=True)
class CalledPartnerExample:
    """A hand of bidder and called partner against players who each score their own meld and the shared tricks."""

    number: str
    rules: str
    bid: int
    bidders_melds: tuple[int, ...]
    bidders_points: int
    others_melds: tuple[int, ...]
    others_points: int
    bidders_change: int
    others_changes: tuple[int, ...]


@dataclass(frozen=True)
class GameEndExample:
    """Who has won at these scores; sides (players in the five-handed game) by place."""

    number: str
    rules: str
    scores: tuple[int, ...]
    bidders: int
    winner: int


@dataclass(frozen=True)
class AuctionExample:
    """An auction that is over: all calls, the dealer's left first, who has it (0 = dealer's left) at what."""

    number: str
    rules: str
    calls: tuple[int | Literal["P"], ...]
    seat: int
    bid: int


@dataclass(frozen=True)
class NextBidsExample:
    """All legal bids up to a limit after a bid."""

    number: str
    rules: str
    current: int
    up_to: int
    bids: tuple[int, ...]


@dataclass(frozen=True)
class WildExample:
    """Whether a raise is wild."""

    number: str
    rules: str
    previous: int
    bid: int
    wild: bool


@dataclass(frozen=True)
class RedealExample:
    """Whether the holder of a hand may call for a new deal."""

    number: str
    rules: str
    hand: str
    right: bool


@dataclass(frozen=True)
class TwoHandedExample:
    """A hand of the two-handed game, and what may be laid one after another."""

    number: str
    hand: str
    steps: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class LegalExample:
    """Which cards may be played to a trick; spades are trump."""

    number: str
    rules: str
    hand: str
    trick: str
    legal: str
    why: str


# fmt: off
MELD = [
    MeldExample("W01", "wocg-single", "S:ATKQJ9 H:A9 D:A9 C:A9", "S", 26, "run x1 15, dix x1 1, A around x1 10"),
    MeldExample("W02", "wocg-single", "S:ATKKQJ H:99J D:TT C:J", "S", 19, "run + extra K x1 19"),
    MeldExample("W04", "wocg-single", "S:ATKKQQJ H:99 D:TT C:9", "S", 23, "run + extra marriage x1 23"),
    MeldExample("W05", "wocg-single", "S:ATKKQQJ H:99 D:TT C:9", "H", 6, "marriage S x2 4, dix x2 2"),
    MeldExample("W07", "wocg-single", "S:KQ9 H:KQ9 D:KQ C:KQTT", "C", 24,
                "royal x1 4, marriage S x1 2, marriage H x1 2, marriage D x1 2, K around x1 8, Q around x1 6"),
    MeldExample("W08", "wocg-single", "C:ATKQJ S:KQ H:KQ9 D:KQ", "C", 35,
                "run x1 15, marriage S x1 2, marriage H x1 2, marriage D x1 2, K around x1 8, Q around x1 6"),
    MeldExample("W10", "wocg-single", "S:QQ D:JJ H:AT9 C:ATT99", "H", 31, "dix x1 1, pinochle x2 30"),
    MeldExample("W11", "wocg-single", "S:QQTT D:JT9 H:AA9 C:AT", "C", 4, "pinochle x1 4"),
    MeldExample("W13", "wocg-single", "S:AAT H:AAT D:AAT C:ATT", "S", 10, "A around x1 10"),
    MeldExample("W14", "wocg-single", "S:KKQ H:KKQ D:KKQ C:KKQ", "D", 96,
                "royal x1 4, marriage S x1 2, marriage H x1 2, marriage C x1 2, K around x2 80, Q around x1 6"),
    MeldExample("W16", "wocg-single", "S:JJQQ H:JJ99 D:JJ C:JJ", "H", 72, "dix x2 2, pinochle x2 30, J around x2 40"),
    MeldExample("W17", "wocg-single", "D:99 S:ATJ H:ATJ C:TTJ9", "D", 2, "dix x2 2"),
    MeldExample("W19", "wocg-single", "S:ATKQJ D:J H:99TT C:99", "S", 19, "run x1 15, pinochle x1 4"),
    MeldExample("W20", "wocg-single", "D:ATKQJ S:Q9 H:TT9 C:T9", "D", 19, "run x1 15, pinochle x1 4"),
    MeldExample("W22", "wocg-single", "S:KKQQ H:ATT D:AA C:TTJ", "H", 4, "marriage S x2 4"),
    MeldExample("W23", "wocg-single", "S:KQ H:QAATT D:QJ C:Q99", "H", 12,
                "marriage S x1 2, pinochle x1 4, Q around x1 6"),
    MeldExample("W25", "wocg-single", "S:ATKQJ99 H:AT D:AT C:A", "S", 27, "run x1 15, dix x2 2, A around x1 10"),
    MeldExample("W26", "wocg-single", "C:ATKQJ9 S:KQ H:KQ D:KJ", "C", 32,
                "run x1 15, marriage S x1 2, marriage H x1 2, dix x1 1, pinochle x1 4, K around x1 8"),
    MeldExample("F02", "family250", "S:ATKQQJ H:99T D:TT C:9", "S", 190, "run + extra Q x1 190"),
    MeldExample("F03", "family250", "S:ATKKQQJ H:99 D:TT C:9", "S", 230, "run + extra marriage x1 230"),
    MeldExample("F05", "family250", "H:KKQQ99 S:QJ D:J9 C:T9", "H", 140, "royal x2 80, dix x2 20, pinochle x1 40"),
    MeldExample("F06", "family250", "S:KKQT H:A99 D:AT9 C:T9", "S", 40, "royal x1 40"),
    MeldExample("F08", "family250", "C:ATKQJ S:KQ H:KQ9 D:KQ", "C", 350,
                "run x1 150, marriage S x1 20, marriage H x1 20, marriage D x1 20, K around x1 80, Q around x1 60"),
    MeldExample("F09", "family250", "D:AATTKKQQJJ S:QQ", "D", 1800, "run x2 1500, pinochle x2 300"),
    MeldExample("F11", "family250", "D:99 S:ATJ H:ATJ C:TTJ9", "D", 20, "dix x2 20"),
    MeldExample("F12", "family250", "S:ATKQJ D:J H:99TT C:99", "S", 190, "run x1 150, pinochle x1 40"),
    MeldExample("F14", "family250", "S:KKQ H:KKQ D:KKQ C:KKQ", "D", 960,
                "royal x1 40, marriage S x1 20, marriage H x1 20, marriage C x1 20, K around x2 800, Q around x1 60"),
    MeldExample("F15", "family250", "S:ATKQJ9 H:A9 D:A9 C:A9", "S", 260, "run x1 150, dix x1 10, A around x1 100"),
    MeldExample("F17", "family250", "C:ATKKQQJ99 S:AQ D:AJJ H:A", "C", 390,
                "run + extra marriage x1 230, dix x2 20, pinochle x1 40, A around x1 100"),
    MeldExample("F18", "family250", "C:ATKQJ9 S:KQQ H:KQ D:KQJJ", "C", 660,
                "run x1 150, marriage S x1 20, marriage H x1 20, marriage D x1 20, "
                "dix x1 10, pinochle x2 300, K around x1 80, Q around x1 60"),
    MeldExample("G02", "guide-standard", "S:ATKKQJ H:99J D:TT C:J", "S", 15, "run x1 15"),
    MeldExample("G03", "guide-standard", "C:ATKQJ S:KQ H:KQ9 D:KQ", "C", 35,
                "run x1 15, marriage S x1 2, marriage H x1 2, marriage D x1 2, K around x1 8, Q around x1 6"),
    MeldExample("G05", "guide-standard", "S:JJQQ H:JJ99 D:JJ C:JJ", "H", 72,
                "dix x2 2, pinochle x2 30, J around x2 40"),
    MeldExample("G06", "guide-family", "S:ATKKQQJ H:99 D:TT C:9", "S", 190, "run x1 150, royal x1 40"),
    MeldExample("G08", "guide-family", "S:KQQ H:KQQ D:KQQ C:KQQ", "H", 780,
                "royal x1 40, marriage S x1 20, marriage D x1 20, marriage C x1 20, K around x1 80, Q around x2 600"),
    MeldExample("G09", "guide-family", "D:99 S:ATJ H:ATJ C:TTJ9", "D", 20, "dix x2 20"),
    MeldExample("J02", "joedog-4h", "S:ATKQQJ H:99T D:TT C:9", "S", 15, "run x1 15"),
    MeldExample("J03", "joedog-4h", "D:AATTKKQQJJ S:QQ", "D", 180, "run x2 150, pinochle x2 30"),
    MeldExample("J05", "joedog-4h", "H:KKQQ99 S:QJ D:J9 C:T9", "H", 14, "royal x2 8, dix x2 2, pinochle x1 4"),
    MeldExample("J06", "joedog-4h", "S:AAT H:AAT D:AAT C:ATT", "S", 10, "A around x1 10"),
    MeldExample("J08", "joedog-4h", "S:ATKQJ99 H:AT D:AT C:A", "S", 27, "run x1 15, dix x2 2, A around x1 10"),
    MeldExample("S01", "std004", "S:ATKQJ D:J H:99TT C:99", "S", 19, "run x1 15, pinochle x1 4"),
    MeldExample("S03", "std004", "S:ATKKQQJ H:99 D:TT C:9", "S", 19, "run x1 15, royal x1 4"),
    MeldExample("S04", "std004", "D:99 S:ATJ H:ATJ C:TTJ9", "D", 2, "dix x2 2"),
    MeldExample("D01", "wocg-double", "S:AAAAT H:AAAAT D:AAAAT C:AAAAT", "S", 200, "A around x4 200"),
    MeldExample("D02", "wocg-double", "S:AAAAT H:AAAAT D:AAAATT C:AAAJ", "S", 150, "A around x3 150"),
    MeldExample("D04", "wocg-double", "C:AAATTTKKKQQQJJJ S:T H:TT D:TT", "C", 225, "run x3 225"),
    MeldExample("D05", "wocg-double", "S:AAAATTTTKKKKQQQQJJJJ", "S", 300, "run x4 300"),
    MeldExample("D07", "wocg-double", "S:QQQQTT D:JJJTTT H:TTTT C:AAAA", "H", 60, "pinochle x3 60"),
    MeldExample("D08", "wocg-double", "S:KKKKQQQQ H:AAAATT D:TTT C:TTT", "H", 8, "marriage S x4 8"),
    MeldExample("D10", "wocg-double", "S:KQTTT H:KQTTT D:KQTTT C:KQTTT", "D", 24,
                "royal x1 4, marriage S x1 2, marriage H x1 2, marriage C x1 2, K around x1 8, Q around x1 6"),
    MeldExample("D11", "wocg-double", "S:KKQQT H:KKQQT D:KKQQT C:KKQQT", "C", 160,
                "royal x2 8, marriage S x2 4, marriage H x2 4, marriage D x2 4, K around x2 80, Q around x2 60"),
    MeldExample("D13", "wocg-double", "S:AAAT H:AATTT D:AATTT C:AATTTT", "S", 100, "A around x2 100"),
    MeldExample("D14", "wocg-double", "S:AAAAT H:AAATT D:AATTT C:ATTTT", "S", 10, "A around x1 10"),
    MeldExample("D16", "wocg-double", "S:KKKQQ H:KKKQQ D:KKKQQ C:KKKQQ", "H", 200,
                "royal x2 8, marriage S x2 4, marriage D x2 4, marriage C x2 4, K around x3 120, Q around x2 60"),
    MeldExample("D17", "wocg-double", "D:ATKKKKQQQQJ S:TTT H:TTT C:TTT", "D", 27, "run x1 15, royal x3 12"),
    MeldExample("D19", "wocg-double", "S:AATTKKQQJJ D:JJATT H:ATT C:AT", "S", 190,
                "run x2 150, pinochle x2 30, A around x1 10"),
    MeldExample("D20", "wocg-double", "S:QQTTTT D:JJTTTT H:TTTT C:AAAA", "H", 30, "pinochle x2 30"),
    MeldExample("D22", "guide-double", "S:QQQQTT D:JJJTTT H:TTTT C:AAAA", "H", 60, "pinochle x3 60"),
    MeldExample("D23", "guide-double", "S:QQTTTT D:JJTTTT H:TTTT C:AAAA", "H", 30, "pinochle x2 30"),
    MeldExample("D25", "guide-double", "S:AAAAT H:AAAAT D:AAAATT C:AAAJ", "S", 200, "A around x3 200"),
    MeldExample("D26", "guide-double", "S:AAAAT H:AAAAT D:AAAAT C:AAAAT", "S", 400, "A around x4 400"),
    MeldExample("U01", "universal-5h", "S:ATKQJ H:TTT D:TTTA C:TTTA", "S", 150, "run x1 150"),
    MeldExample("U02", "universal-5h", "S:ATKKQQJ H:TTT D:TTT C:TTT", "S", 300, "royal x2 300"),
    MeldExample("U04", "universal-5h", "S:ATKKKQQQJ H:TT D:TTT C:TT", "S", 600, "royal x3 600"),
    MeldExample("U05", "universal-5h", "S:KKKKQQQQ H:TT D:TTT C:TTT", "S", 900, "royal x4 900"),
    MeldExample("U07", "universal-5h", "S:QQQQ D:JJJJ H:TTTT C:TTTA", "H", 900, "pinochle x4 900"),
    MeldExample("U08", "universal-5h", "S:AATTKKKKQQQQJJ H:T D:T", "S", 1500, "run x2 1500"),
    MeldExample("U10", "universal-5h", "S:ATKQJ D:JAAA H:ATT C:ATTT", "S", 290,
                "run x1 150, pinochle x1 40, A around x1 100"),
]

SETTLE = [
    SettleExample("H01", "family250", 300, (120, 180, 9), (40, 70, 3), 300, 110, "made", "exactly made"),
    SettleExample("H03", "family250", 290, (40, 250, 12), (60, 0, 0), 290, 0, "made",
                  "others have no trick: meld lost"),
    SettleExample("H04", "family250", 250, (260, 0, 0), (40, 250, 12), -250, 290, "set",
                  "meld above the bid but no trick: meld lost, set"),
    SettleExample("H06", "family250", 260, (100, 150, 7), (20, 100, 5), -260, 120, "set", "250 < 260"),
    SettleExample("H07", "wocg-single", 25, (10, 15, 7), (12, 10, 5), 25, 22, "made", "exactly made"),
    SettleExample("H09", "wocg-single", 40, (15, 25, 12), (8, 0, 0), 40, 0, "made", "15 + 25 = 40 is not an auto-set"),
    SettleExample("H10", "wocg-single", 30, (15, 25, 11), (8, 0, 1), 40, 0, "made",
                  "a trick without a point does not keep meld"),
    SettleExample("H12", "wocg-single", 35, (15, 19, 9), (10, 6, 3), -35, 16, "set", "34 < 35"),
    SettleExample("H13", "guide-standard", 30, (15, 25, 11), (8, 0, 1), 40, 8, "made",
                  "here the empty trick keeps meld (compare H10)"),
    SettleExample("H15", "guide-double", 55, (19, None, None), (24, None, None), -55, 24, "auto-set",
                  "bidding team under 20 meld: auto-set"),
    SettleExample("H16", "guide-double", 55, (30, 26, 11), (10, 24, 9), 56, 34, "made", "others need no 20 meld here"),
    SettleExample("H18", "wocg-double", 55, (24, 31, 12), (30, 19, 8), 55, 0, "made",
                  "others under 20 trick points score nothing"),
    SettleExample("H19", "wocg-double", 55, (30, 27, 11), (12, 23, 9), 57, 23, "made",
                  "others' 12 meld is under 20 and does not count"),
    SettleExample("H21", "joedog-4h", 20, (24, 0, 0), (6, 25, 12), -20, 31, "set", "no point: meld lost, set"),
    SettleExample("H22", "joedog-4h", 20, (24, 25, 11), (6, 0, 1), 49, 0, "made", "empty trick does not keep meld"),
    SettleExample("H24", "std004", 30, (12, 17, 8), (10, 8, 4), -30, 18, "set", "29 < 30"),
]

SETTLE_CALLED_PARTNER = [
    CalledPartnerExample("H25", "universal-5h", 600, (340, 120), 210, (40, 0, 150), 290, 670, (330, 290, 440)),
]

# Where an example names one side only, the other stands at 0.
GAME_END = [
    GameEndExample("G1", "family250", (1480 + 50, 1460 + 60), 0, 0),
    GameEndExample("G2", "wocg-single", (-280 - 25, 0), 0, 1),
    GameEndExample("G4", "joedog-4h", (300, 0), 1, 0),
    GameEndExample("G5", "std004", (151, 170), 0, 0),
    GameEndExample("G6", "universal-5h", (5010, 5230, 0, 0, 0), 0, 0),
]

AUCTION = [
    AuctionExample("B1", "family250", ("P", "P", "P"), 3, 250),
    AuctionExample("B5", "wocg-single", (99, 100), 1, 100),
    AuctionExample("G3", "wocg-single", (100,), 0, 100),
]

NEXT_BIDS = [
    NextBidsExample("B2 after 57", "guide-double", 57, 75, (58, 59, 60, 65, 70, 75)),
    NextBidsExample("B2 after 60", "guide-double", 60, 75, (65, 70, 75)),
]

WILD = [
    WildExample("B3 by 11", "guide-standard", 25, 36, True),
    WildExample("B3 by 10", "guide-standard", 25, 35, False),
    WildExample("B4 by 100", "guide-family", 150, 250, False),
    WildExample("B4 by 110", "guide-family", 150, 260, True),
]

REDEAL = [
    RedealExample("no ace, no meld: R1", "family250", "S:99T H:99K D:9JJ C:TQQ", True),
    RedealExample("no ace, no meld: R11", "std004", "S:99T H:99K D:9JJ C:TQQ", True),
    RedealExample("an ace: R1", "family250", "S:99T H:99K D:9JJ C:AQQ", False),
    RedealExample("an ace: R11", "std004", "S:99T H:99K D:9JJ C:AQQ", True),
    RedealExample("a marriage: R1", "family250", "S:99T H:99K D:9JJ C:TQK", True),
    RedealExample("a marriage: R11", "std004", "S:99T H:99K D:9JJ C:TQK", False),
    RedealExample("four nines: R1", "family250", "S:99T H:9KK D:9JJ C:TQQ", False),
    RedealExample("four nines: R11", "std004", "S:99T H:9KK D:9JJ C:TQQ", False),
]

LEGAL = [
    LegalExample("P01", "family250", "AH KH 9H AS", "TH", "AH", "must beat; no trump while hearts are held"),
    LegalExample("P02", "family250", "KH 9H AS", "TH", "KH 9H", "cannot beat"),
    LegalExample("P04", "family250", "AH KH 9H AS", "TH 9S", "AH KH 9H", "trumped: free in the suit"),
    LegalExample("P05", "family250", "AC JS 9S", "TH", "JS 9S", "void: trump"),
    LegalExample("P07", "family250", "AC JS 9S", "TH QS", "JS 9S", "cannot overtrump, must still trump"),
    LegalExample("P08", "family250", "AC 9D", "TH QS", "AC 9D", "void in both"),
    LegalExample("P10", "family250", "KS JS AH", "QS TS", "KS JS", "trump lead, cannot beat"),
    LegalExample("P11", "guide-family", "AH KH 9H", "TH", "AH KH 9H", "plain-lead duty waived"),
    LegalExample("P13", "family250", "AH KH", "JH KH", "AH", "must beat the king"),
    LegalExample("P14", "family250", "KH 9H", "JH KH", "KH 9H", "an equal card does not beat"),
]

# Events of the two-handed game, hearts trump. A step is a meld to lay and what it pays, 0 where it may not be laid; a
# step of one card is a card drawn before the next trick.
TWO_HANDED = [
    TwoHandedExample("T2", "KH QH 9S 9S", (("marriage H", 40), ("AH", 0), ("TH", 0), ("JH", 0), ("run", 150))),
    TwoHandedExample("T3", "AH TH KH QH JH", (("run", 150), ("marriage H", 0))),
    TwoHandedExample("T4 the king alone", "AH TH KH QH JH", (("run", 150), ("KH", 0), ("marriage H", 0))),
    TwoHandedExample("T4 both", "AH TH KH QH JH", (("run", 150), ("KH", 0), ("QH", 0), ("marriage H", 40))),
    TwoHandedExample("T5", "KS QS", (("marriage S", 20), ("JD", 0), ("pinochle", 40))),
]
# fmt: on
