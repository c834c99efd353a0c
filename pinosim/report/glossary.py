"""Words of the game and of counting that a report uses, in the order a reader meets them."""

from __future__ import annotations

from typing import Final

GLOSSARY: Final = (
    ("bid", "The number of points a side promises to make with meld and tricks together."),
    ("bidder, bidding side", "Who won the auction, and he with his partner; the others are the other side."),
    ("forced", "Everybody else passed, so the last player had to take the lowest bid."),
    ("made", "Meld and trick points together reach the bid; the bidding side scores all of them."),
    ("set", "They do not; the bidding side loses the bid and scores nothing else."),
    ("set without play", "Set before a card is played: too little meld, no chance to reach the bid, or no marriage."),
    ("trump", "The suit the bidder names; it beats the others."),
    ("meld", "Combinations in the hand that count before play; each kind may use the same card once more."),
    ("run", "A T K Q J of trump (also called a family)."),
    ("marriage, royal marriage", "King and queen of one suit; royal when the suit is trump."),
    ("dix", "The nine of trump."),
    ("pinochle", "Queen of spades with jack of diamonds."),
    ("aces, kings, queens, jacks around", "One of that rank in each of the four suits."),
    ("counters", "Cards that count points in tricks, usually aces, tens and kings."),
    ("trick points", "Points of the counters a side took, with the last trick’s bonus."),
    ("pass", "Cards exchanged between the bidder and his partner before meld is laid."),
    ("redeal hand", "A hand so poor that the rules let its holder call for a new deal."),
    ("n", "The number of hands a figure rests on."),
    (
        "95% interval",
        "The range in which the long-run value lies in 95 of 100 such reports. Wilson’s interval for shares, the "
        "normal one (Student’s for few hands) for means.",
    ),
    ("standard error", "How far a simulated figure usually strays from the long-run value by chance."),
    ("exact", "Counted over all possible hands, not simulated."),
    ("policy", "The fixed way in which a simulated player bids, passes and plays."),
)
