"""The rule sets once more as plain values, typed in from the texts; the package's own files are not looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

RANKS = "ATKQJ9"  # high to low


@dataclass(frozen=True, kw_only=True)
class NaiveRules:
    """One rule set as plain values; points in the unit of the rule set."""

    id: str
    players: int = 4
    teams: int = 2  # as many as players: each for himself
    called_from: Literal["left", "right"] | None = None  # where the holder of the called card is looked for first
    ranks: str = RANKS
    copies: int = 2
    hand_size: int = 12
    kitty_size: int = 0
    kitty: Literal["bury", "share"] = "bury"
    kitty_before_trump: bool = True
    bury_outside_meld: bool = True
    buried_to_bidder: bool = True
    stock_size: int = 0
    redeal_nines: int | None = None
    redeal_needs: Literal["no ace", "no meld", "nothing else"] = "no ace"
    next_dealer: bool = False  # after a hand was thrown in
    rounds: Literal["until one is left", "one", "none"] = "until one is left"
    min_bid: int
    bid_steps: tuple[tuple[int, int], ...]  # (from this bid on, raise by)
    max_bid: int | None = None
    bid_needs: Literal["nothing", "marriage", "meld"] = "nothing"
    all_pass: Literal["last seat forced", "new deal"] = "last seat forced"
    forced_below: int = 0  # how far below the lowest bid the last seat is forced
    wild_over: int | None = None
    trump_needs_marriage: bool = False
    any_trump_without: bool = False  # who has no marriage at all may name any suit, instead of being set
    pass_count: int = 0
    may_return_received: bool = True
    trump_mode: Literal["absorb", "extras", "exclusive"] = "absorb"
    run: tuple[int, ...]  # value of 1, 2, ... copies
    royal: tuple[int, ...]
    extra_king: int = 0
    extra_queen: int = 0
    extra_both: int = 0
    plain: int  # each
    dix: int = 0  # each
    dix_table: tuple[int, ...] | None = None  # value of 1, 2, ... nines where they do not simply add up
    pinochle: tuple[int, ...]
    around: Mapping[str, tuple[int, ...]]
    melders: Literal["everybody", "bidders"] = "everybody"
    melds_per_trick: int | None = 1  # with a stock; None: as many as held
    meld_after_draw: bool = False
    beat_trump_lead: bool = True
    beat_plain_lead: bool = True
    beat_plain_after_trump: bool = False
    must_trump: bool = True
    overtrump: bool = True
    undertrump: bool = True  # who cannot overtrump must still trump
    left_of_dealer_leads: bool = False
    counters: Mapping[str, int]
    last_trick: int
    trick_total: int
    keep_meld_bidders: Literal["none", "trick", "point"] = "none"
    keep_meld_others: Literal["none", "trick", "point"] = "none"
    dix_only_exempt: bool = False
    dix_always: bool = False  # the dix of a lost meld are kept
    min_meld_bidders: int = 0  # below: set without play
    min_meld_others: int = 0  # below: the meld counts nothing
    min_trick_points: int = 0  # below: the side scores nothing
    share_tricks: bool = False  # each for himself: the others all count what they took together
    auto_set: bool = True
    others_meld_on_auto_set: bool = True
    target: int
    floor: int | None = None


AROUND_SMALL = {"A": (10, 100), "K": (8, 80), "Q": (6, 60), "J": (4, 40)}
AROUND_TENS = {"A": (100, 1000), "K": (80, 800), "Q": (60, 600), "J": (40, 400)}
AROUND_DOUBLING = {"A": (10, 100, 200, 400), "K": (8, 80, 160, 320), "Q": (6, 60, 120, 240), "J": (4, 40, 80, 160)}
AROUND_DOUBLE_DECK = {"A": (10, 100, 150, 200), "K": (8, 80, 120, 160), "Q": (6, 60, 90, 120), "J": (4, 40, 60, 80)}

FAMILY250 = NaiveRules(
    id="family250", redeal_nines=5, redeal_needs="no ace", min_bid=250, bid_steps=((250, 10),), pass_count=4,
    trump_mode="extras", run=(150, 1500), royal=(40, 80), extra_king=40, extra_queen=40, extra_both=80,
    plain=20, dix=10, pinochle=(40, 300), around=AROUND_TENS,
    counters={"A": 10, "T": 10, "K": 10}, last_trick=10, trick_total=250,
    keep_meld_bidders="trick", keep_meld_others="trick", target=1500,
)  # fmt: skip

WOCG_SINGLE = NaiveRules(
    id="wocg-single", min_bid=25, bid_steps=((25, 1),), max_bid=100, pass_count=4,
    trump_mode="extras", run=(15, 150), royal=(4, 8), extra_king=4, extra_queen=4, extra_both=8,
    plain=2, dix=1, pinochle=(4, 30), around=AROUND_SMALL,
    counters={"A": 1, "T": 1, "K": 1}, last_trick=1, trick_total=25,
    keep_meld_others="point", dix_only_exempt=True, target=150, floor=-300,
)  # fmt: skip

WOCG_DOUBLE = NaiveRules(
    id="wocg-double", ranks="ATKQJ", copies=4, hand_size=20, min_bid=50, bid_steps=((50, 1), (60, 5)),
    trump_needs_marriage=True, run=(15, 150, 225, 300), royal=(4, 8, 12, 16),
    plain=2, pinochle=(4, 30, 60, 90), around=AROUND_DOUBLE_DECK,
    counters={"A": 1, "T": 1, "K": 1}, last_trick=2, trick_total=50,
    min_meld_bidders=20, min_meld_others=20, min_trick_points=20, target=500,
)  # fmt: skip

GUIDE_STANDARD = NaiveRules(
    id="guide-standard", min_bid=25, bid_steps=((25, 1),), wild_over=10, pass_count=4,
    run=(15, 150), royal=(4, 8), plain=2, dix=1, pinochle=(4, 30), around=AROUND_SMALL,
    counters={"A": 1, "T": 1, "K": 1}, last_trick=1, trick_total=25,
    keep_meld_bidders="trick", keep_meld_others="trick", target=150,
)  # fmt: skip

GUIDE_FAMILY = NaiveRules(
    id="guide-family", min_bid=150, bid_steps=((150, 10),), wild_over=100,
    run=(150, 1500), royal=(40, 80), plain=20, dix=10, pinochle=(40, 300), around=AROUND_TENS,
    beat_plain_lead=False, counters={"A": 10, "T": 10, "K": 5, "Q": 5}, last_trick=10, trick_total=250,
    keep_meld_bidders="trick", keep_meld_others="trick", target=1000,
)  # fmt: skip

GUIDE_DOUBLE = NaiveRules(
    id="guide-double", ranks="ATKQJ", copies=4, hand_size=20, min_bid=50, bid_steps=((50, 1), (60, 5)), wild_over=25,
    trump_needs_marriage=True, pass_count=4, run=(15, 150, 300, 600), royal=(4, 8, 12, 16),
    plain=2, pinochle=(4, 30, 60, 120), around=AROUND_DOUBLING,
    counters={"A": 1, "T": 1, "K": 1}, last_trick=2, trick_total=50,
    keep_meld_bidders="trick", keep_meld_others="trick", min_meld_bidders=20, target=500,
)  # fmt: skip

JOEDOG_4H = NaiveRules(
    id="joedog-4h", min_bid=16, bid_steps=((16, 1),), pass_count=3,
    run=(15, 150), royal=(4, 8), plain=2, dix=1, pinochle=(4, 30), around=AROUND_SMALL,
    counters={"A": 1, "T": 1, "K": 1}, last_trick=1, trick_total=25,
    keep_meld_bidders="point", keep_meld_others="point", auto_set=False, target=300,
)  # fmt: skip

STD004 = NaiveRules(
    id="std004", redeal_nines=5, redeal_needs="no meld", min_bid=20, bid_steps=((20, 1),), pass_count=3,
    run=(15, 150), royal=(4, 8), plain=2, dix=1, pinochle=(4, 30), around=AROUND_SMALL,
    counters={"A": 1, "T": 1, "K": 1}, last_trick=1, trick_total=25,
    keep_meld_others="point", auto_set=False, target=150,
)  # fmt: skip

# The five-handed text pays runs and arounds for one and two copies only; more than that has no value here.
UNIVERSAL_5H = NaiveRules(
    id="universal-5h", players=5, teams=5, called_from="left", ranks="ATKQJ", copies=4, hand_size=16,
    min_bid=500, bid_steps=((500, 10),), all_pass="new deal", pass_count=4, trump_mode="exclusive",
    run=(150, 1500), royal=(40, 300, 600, 900), plain=20, pinochle=(40, 300, 600, 900), around=AROUND_TENS,
    counters={"A": 10, "T": 10, "K": 10}, last_trick=20, trick_total=500, share_tricks=True, auto_set=False,
    target=5000,
)  # fmt: skip

FAMILY250_3H = replace(
    FAMILY250, id="family250-3h", players=3, teams=3, hand_size=15, kitty_size=3,
    min_bid=150, bid_steps=((150, 10),), pass_count=0,
)  # fmt: skip
JOEDOG_3H = replace(JOEDOG_4H, id="joedog-3h", players=3, teams=3, hand_size=15, kitty_size=3, pass_count=0)

# The games of the four rule pages.
NAIVE_RULES = {
    rules.id: rules
    for rules in (
        FAMILY250, FAMILY250_3H, WOCG_SINGLE, WOCG_DOUBLE, GUIDE_STANDARD, GUIDE_FAMILY, GUIDE_DOUBLE,
        JOEDOG_4H, JOEDOG_3H, STD004, UNIVERSAL_5H,
    )
}  # fmt: skip

# --- games for comparison (section 4), and those made from them. Where the texts are silent these tables follow the
# assumptions that the rule files of the package declare: the usual meld table, which duties hold, set without play.

GUIDE_DOUBLE_X10 = replace(
    GUIDE_DOUBLE, id="guide-double-x10", min_bid=500, bid_steps=((500, 10), (600, 50)), wild_over=250,
    run=(150, 1500, 3000, 6000), royal=(40, 80, 120, 160), plain=20, pinochle=(40, 300, 600, 1200),
    around={rank: tuple(10 * points for points in table) for rank, table in AROUND_DOUBLING.items()},
    counters={"A": 10, "T": 10, "K": 10}, last_trick=20, trick_total=500, min_meld_bidders=200, target=5000,
)  # fmt: skip

NPA_DOUBLE = replace(WOCG_DOUBLE, id="npa-double")
ANDREWS_DOUBLE = replace(WOCG_DOUBLE, id="andrews-double", bid_steps=((50, 1), (60, 5), (100, 10)))

BICYCLE_AUCTION = NaiveRules(
    id="bicycle-auction", min_bid=100, bid_steps=((100, 10),),
    run=(150, 1500), royal=(40, 80), plain=20, dix=10, pinochle=(40, 300), around=AROUND_TENS,
    beat_plain_lead=False, left_of_dealer_leads=True,
    counters={"A": 10, "T": 10, "K": 10}, last_trick=10, trick_total=250,
    keep_meld_bidders="trick", keep_meld_others="trick", auto_set=False, target=1000,
)  # fmt: skip
BICYCLE_WIDOW = replace(BICYCLE_AUCTION, id="bicycle-widow", hand_size=11, kitty_size=4, kitty="share")
CHECK = replace(
    BICYCLE_AUCTION, id="check", min_bid=200, bid_steps=((200, 10),), bid_needs="marriage", left_of_dealer_leads=False
)
FIREHOUSE = replace(
    BICYCLE_AUCTION, id="firehouse", rounds="one", min_bid=200, bid_steps=((200, 10),), left_of_dealer_leads=False
)
NEURALPLAY = replace(GUIDE_STANDARD, id="neuralplay", bid_steps=((25, 1), (60, 5)), wild_over=None)
SLIPPEDUP = replace(
    FAMILY250, id="slippedup", redeal_needs="nothing else", pass_count=3, trump_mode="absorb",
    keep_meld_others="none", target=1000, floor=-1000,
)  # fmt: skip

AUCTION_3H = replace(
    GUIDE_STANDARD, id="auction-3h", players=3, teams=3, hand_size=15, kitty_size=3, wild_over=None, pass_count=0,
    min_bid=20, bid_steps=((20, 1),), bid_needs="meld", forced_below=1, target=100,
)  # fmt: skip
CUTTHROAT_3H = replace(AUCTION_3H, id="cutthroat-3h", hand_size=16, kitty_size=0)
SINGLE_ROUND_3H = replace(
    AUCTION_3H, id="single-round-3h", rounds="one", bid_needs="nothing", forced_below=0, target=120
)
GRUNTOSE_3H = replace(
    AUCTION_3H, id="gruntose-3h", redeal_nines=6, redeal_needs="nothing else", min_bid=16, bid_steps=((16, 1),),
    bid_needs="nothing", forced_below=0, trump_needs_marriage=True, target=150,
)  # fmt: skip

EASAFAMILY_5H = replace(
    WOCG_DOUBLE, id="easafamily-5h", players=5, teams=5, called_from="right", hand_size=16,
    min_bid=35, bid_steps=((35, 1),), all_pass="new deal", trump_needs_marriage=False,
    royal=(4, 30, 60, 90), pinochle=(4, 30, 45, 500), share_tricks=True,
    min_meld_bidders=0, min_meld_others=0, min_trick_points=0, auto_set=False,
)  # fmt: skip
UNIVERSAL_6H = replace(
    WOCG_DOUBLE, id="universal-6h", players=6, copies=6, min_bid=75, bid_steps=((75, 5),),
    run=(15, 150, 225, 300, 375, 450), royal=(4, 8, 12, 16, 20, 24), pinochle=(4, 30, 60, 90, 120, 150),
    around={
        "A": (10, 100, 150, 200, 250, 300), "K": (8, 80, 120, 160, 200, 240),
        "Q": (6, 60, 90, 120, 150, 180), "J": (4, 40, 60, 80, 100, 120),
    },
    last_trick=3, trick_total=75,
)  # fmt: skip

TWO_HAND = NaiveRules(
    id="two-hand", players=2, stock_size=24, rounds="none", min_bid=0, bid_steps=(),
    run=(150, 1500), royal=(40, 80), plain=20, dix=10, pinochle=(40, 300), around=AROUND_TENS,
    beat_plain_lead=False, left_of_dealer_leads=True,
    counters={"A": 10, "T": 10, "K": 5, "Q": 5}, last_trick=10, trick_total=250, auto_set=False, target=1000,
)  # fmt: skip

# Every rule set of the package.
ALL_RULES = NAIVE_RULES | {
    rules.id: rules
    for rules in (
        GUIDE_DOUBLE_X10, NPA_DOUBLE, ANDREWS_DOUBLE, BICYCLE_AUCTION, BICYCLE_WIDOW, CHECK, FIREHOUSE, NEURALPLAY,
        SLIPPEDUP, AUCTION_3H, CUTTHROAT_3H, SINGLE_ROUND_3H, GRUNTOSE_3H, EASAFAMILY_5H, UNIVERSAL_6H, TWO_HAND,
    )
}  # fmt: skip


def padded(table: Sequence[int], copies: int) -> tuple[int, ...]:
    """Say something for each number of copies: where the rules are silent, what fewer copies pay.

    >>> padded((150, 1500), 4)
    (150, 1500, 1500, 1500)
    """
    return (*table, *[table[-1]] * (copies - len(table)))


def filled(rules: NaiveRules) -> NaiveRules:
    """Let every table say something for each number of copies, as rule files must.

    >>> filled(UNIVERSAL_5H).around["J"]
    (40, 400, 400, 400)
    """
    around = {rank: padded(table, rules.copies) for rank, table in rules.around.items()}
    run, royal, pinochle = (padded(table, rules.copies) for table in (rules.run, rules.royal, rules.pinochle))
    return replace(rules, run=run, royal=royal, pinochle=pinochle, around=around)
