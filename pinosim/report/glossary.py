"""Words of the game and of counting that a report uses, in the order a reader meets them: those the game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pinosim.rules import matters

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules


def _partners(rules: Rules) -> bool:
    return not rules.seats.apart


def _alone(rules: Rules) -> bool:
    return matters.bidding(rules) and rules.seats.apart and not matters.called(rules)


def _new_deal(rules: Rules) -> bool:
    return matters.bidding(rules) and not matters.forced(rules)


def _always(_rules: Rules) -> bool:
    return True


WORDS: Final[tuple[tuple[Callable[[Rules], bool], str, str], ...]] = (
    (matters.bidding, "bid", "The number of points a side promises to make with meld and tricks together."),
    (_partners, "bidder, bidding side", "Who won the auction, and he with his partner; the others are the other side."),
    (matters.called, "bidder, bidding side", "Who won the auction, and he with the partner he called by a card."),
    (matters.called, "called card", "The bidder names a card; whoever holds it plays with him in this hand."),
    (_alone, "bidder", "Who won the auction; he plays against all others, who score each for himself."),
    (matters.forced, "forced", "Everybody else passed, so the last player had to take the lowest bid."),
    (_new_deal, "everybody passes", "The cards are dealt again; such deals are no hands of the run."),
    (matters.bidding, "made", "Meld and trick points together reach the bid, and all of them are scored."),
    (matters.bidding, "set", "They do not; the bid is lost, and nothing else is scored."),
    (
        matters.bidding,
        "set without play",
        "Set before a card is played: too little meld, no chance to reach the bid, or no marriage.",
    ),
    (matters.bidding, "trump", "The suit the bidder names; it beats the others."),
    (matters.stock, "trump", "The suit of the card turned up after the deal; it beats the others."),
    (matters.stock, "stock", "Cards left after the deal, drawn one each after every trick until they are gone."),
    (matters.kitty, "kitty", "Cards set aside in the deal, which the bidder takes."),
    (matters.buried, "bury", "Lay away as many cards as were taken from the kitty, after meld and before play."),
    (_always, "meld", "Combinations in the hand that count beside tricks; each kind may use the same card once more."),
    (_always, "run", "A T K Q J of trump (also called a family)."),
    (_always, "marriage, royal marriage", "King and queen of one suit; royal when the suit is trump."),
    (matters.nines, "dix", "The nine of trump."),
    (_always, "pinochle", "Queen of spades with jack of diamonds."),
    (_always, "aces, kings, queens, jacks around", "One of that rank in each of the four suits."),
    (_always, "counters", "Cards that count points in tricks, usually aces, tens and kings."),
    (_always, "trick points", "Points of the counters a side took, with the last trick’s bonus."),
    (matters.passing, "pass", "Cards exchanged between the bidder and his partner before meld is laid."),
    (matters.redeal, "redeal hand", "A hand so poor that the rules let its holder call for a new deal."),
    (_always, "n", "The number of hands a figure rests on."),
    (
        _always,
        "95% interval",
        "The range in which the long-run value lies in 95 of 100 such reports. Wilson’s interval for shares, the "
        "normal one (Student’s for few hands) for means.",
    ),
    (_always, "standard error", "How far a simulated figure usually strays from the long-run value by chance."),
    (_always, "exact", "Counted over all possible hands, not simulated."),
    (_always, "policy", "The fixed way in which a simulated player bids, passes and plays."),
)


def glossary_of(rules: Rules) -> list[tuple[str, str]]:
    """List the words a report about a game needs, with their meanings.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> [word for word, _ in glossary_of(load_rules("two-hand"))][:3]
    ['trump', 'stock', 'meld']
    """
    return [(word, meaning) for needed, word, meaning in WORDS if needed(rules)]
