"""A second, slow hand at the same games: every rule of pinochle written as a person would explain it.

Nothing here is shared with the package. Cards are strings such as ``"AS"``, hands are lists of them, meld is found by
laying cards aside and tricks are lists. `naive_rules` types the tables of the rule sets in once more, `naive_games`
adds what only some games have, `naive_judge` follows whole hands. Where the package and these modules disagree, one of
the two has misread the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from naive_rules import (
    FAMILY250,
    FAMILY250_3H,
    GUIDE_DOUBLE,
    GUIDE_FAMILY,
    GUIDE_STANDARD,
    JOEDOG_3H,
    JOEDOG_4H,
    NAIVE_RULES,
    RANKS,
    STD004,
    UNIVERSAL_5H,
    WOCG_DOUBLE,
    WOCG_SINGLE,
    NaiveRules,
)

__all__ = [
    "FAMILY250",
    "FAMILY250_3H",
    "GUIDE_DOUBLE",
    "GUIDE_FAMILY",
    "GUIDE_STANDARD",
    "JOEDOG_3H",
    "JOEDOG_4H",
    "NAIVE_RULES",
    "RANKS",
    "STD004",
    "SUITS",
    "UNIVERSAL_5H",
    "WOCG_DOUBLE",
    "WOCG_SINGLE",
    "Auction",
    "Call",
    "Card",
    "MeldItem",
    "NaiveRules",
    "Played",
]

Card = str
Call = int | Literal["P"]

SUITS = "SHDC"


class MeldItem(NamedTuple):
    """One line of a meld: what it is called, how many copies of it, what it pays in all."""

    name: str
    copies: int
    points: int


# --- cards -----------------------------------------------------------------------------------------------------------


def parse_hand(text: str) -> list[Card]:
    """Return the cards of a hand written in suit groups.

    >>> parse_hand("S:AT H:9 D:- C:KK")
    ['AS', 'TS', '9H', 'KC', 'KC']
    """
    cards = []
    for group in text.split():
        suit, _, ranks = group.partition(":")
        if suit not in list(SUITS) or not ranks or (ranks != "-" and set(ranks) - set(RANKS)):
            raise ValueError(f"expected a group such as 'S:ATK' or 'D:-', got {group!r} in {text!r}")
        if ranks != "-":
            cards += [rank + suit for rank in ranks]
    return cards


def full_deck(rules: NaiveRules) -> list[Card]:
    """Return every card of the deck, copies included.

    >>> len(full_deck(FAMILY250)), len(full_deck(GUIDE_DOUBLE))
    (48, 80)
    """
    return [rank + suit for suit in SUITS for rank in rules.ranks for _ in range(rules.copies)]


def in_order(cards: Sequence[Card]) -> list[Card]:
    """Return the different cards among `cards`, suits S H D C, each from the ace down.

    >>> in_order(["9H", "AS", "AH", "AS"])
    ['AS', 'AH', '9H']
    """
    return sorted(set(cards), key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))


# --- meld ------------------------------------------------------------------------------------------------------------


def lay_out(pile: list[Card], wanted: Sequence[Card]) -> int:
    """Lay the wanted cards out of the pile as often as they can be had; return how often. The pile loses them.

    >>> pile = ["KS", "QS", "KS", "AS"]
    >>> lay_out(pile, ["KS", "QS"]), pile
    (1, ['KS', 'AS'])
    """
    times = 0
    while all(card in pile for card in wanted):
        for card in wanted:
            pile.remove(card)
        times += 1
    return times


def value(table: Sequence[int], copies: int) -> int:
    """Return what so many copies pay in all; the entry for more copies replaces that for fewer.

    >>> value((40, 300), 0), value((40, 300), 2)
    (0, 300)
    """
    if copies > len(table):
        raise ValueError(f"the rules give no value for {copies} copies, only for up to {len(table)}")
    return table[copies - 1] if copies else 0


def trump_items(hand: Sequence[Card], trump: str, rules: NaiveRules) -> list[MeldItem]:
    """Return the runs and marriages in trump.

    ``absorb``: marriages are laid from what the runs leave over. ``extras``: beside a single run a spare king, queen or
    pair raises the run. ``exclusive``: either the runs or the marriages, whichever pay more.

    >>> [item.name for item in trump_items(parse_hand("S:ATKKQJ"), "S", FAMILY250)]
    ['run + extra K']
    """
    king, queen = "K" + trump, "Q" + trump
    left = list(hand)
    runs = lay_out(left, [rank + trump for rank in "ATKQJ"])
    run_item = MeldItem("run", runs, value(rules.run, runs))
    if rules.trump_mode == "exclusive":
        marriages = lay_out(list(hand), [king, queen])
        royal_item = MeldItem("royal", marriages, value(rules.royal, marriages))
        return [item for item in [max(run_item, royal_item, key=lambda item: item.points)] if item.copies]
    if rules.trump_mode == "extras" and runs:
        if runs > 1 or (king not in left and queen not in left):
            return [run_item]
        if king in left and queen in left:
            return [MeldItem("run + extra marriage", 1, run_item.points + rules.extra_both)]
        if king in left:
            return [MeldItem("run + extra K", 1, run_item.points + rules.extra_king)]
        return [MeldItem("run + extra Q", 1, run_item.points + rules.extra_queen)]
    marriages = lay_out(left, [king, queen])
    royal_item = MeldItem("royal", marriages, value(rules.royal, marriages))
    return [item for item in (run_item, royal_item) if item.copies]


def meld_items(hand: Sequence[Card], trump: str, rules: NaiveRules) -> list[MeldItem]:
    """Return the meld of a hand line by line: trump, plain marriages, dix, pinochles, arounds.

    Every type is laid out from the whole hand again, since a card may serve once in each type.

    >>> meld_items(parse_hand("S:KQ D:J9"), "D", WOCG_SINGLE)  # doctest: +NORMALIZE_WHITESPACE
    [MeldItem(name='marriage S', copies=1, points=2), MeldItem(name='dix', copies=1, points=1),
     MeldItem(name='pinochle', copies=1, points=4)]
    """
    if trump not in list(SUITS):
        raise ValueError(f"expected one of the suits S H D C as trump, got {trump!r}")
    items = trump_items(hand, trump, rules)
    for suit in SUITS.replace(trump, ""):
        times = lay_out(list(hand), ["K" + suit, "Q" + suit])
        items.append(MeldItem("marriage " + suit, times, times * rules.plain))
    nines = lay_out(list(hand), ["9" + trump])
    items.append(MeldItem("dix", nines, value(rules.dix_table, nines) if rules.dix_table else nines * rules.dix))
    pinochles = lay_out(list(hand), ["QS", "JD"])
    items.append(MeldItem("pinochle", pinochles, value(rules.pinochle, pinochles)))
    for rank in "AKQJ":
        times = lay_out(list(hand), [rank + suit for suit in SUITS])
        items.append(MeldItem(rank + " around", times, value(rules.around[rank], times)))
    return [item for item in items if item.copies]


def meld_total(hand: Sequence[Card], trump: str, rules: NaiveRules) -> int:
    """Return what the meld of a hand is worth.

    >>> meld_total(parse_hand("S:ATKQJ D:J H:99TT C:99"), "S", FAMILY250)
    190
    """
    return sum(item.points for item in meld_items(hand, trump, rules))


def is_dix_only(items: Sequence[MeldItem]) -> bool:
    """Return whether there is a meld and all of it is nines of trump; give both partners' items for a team.

    >>> is_dix_only(meld_items(parse_hand("D:99"), "D", WOCG_SINGLE)), is_dix_only([])
    (True, False)
    """
    return bool(items) and all(item.name == "dix" for item in items)


# --- before the play -------------------------------------------------------------------------------------------------


def has_redeal_right(hand: Sequence[Card], rules: NaiveRules) -> bool:
    """Return whether the holder may call for a new deal.

    "No meld" is asked before trump is known, so no suit may make a meld other than dix.

    >>> has_redeal_right(parse_hand("S:99T H:99K D:9JJ C:AQQ"), FAMILY250)
    False
    """
    if rules.redeal_nines is None or sum(card[0] == "9" for card in hand) < rules.redeal_nines:
        return False
    if rules.redeal_needs == "nothing else":
        return True
    if rules.redeal_needs == "no ace":
        return not any(card[0] == "A" for card in hand)
    return all(item.name == "dix" for trump in SUITS for item in meld_items(hand, trump, rules))


def trumps_allowed(hand: Sequence[Card], rules: NaiveRules) -> list[str]:
    """Return the suits the bidder may name; none at all means that he is set without play.

    >>> trumps_allowed(parse_hand("S:KQ H:KK C:QA"), GUIDE_DOUBLE)
    ['S']
    """
    if not rules.trump_needs_marriage:
        return list(SUITS)
    with_marriage = [suit for suit in SUITS if {"K" + suit, "Q" + suit} <= set(hand)]
    return with_marriage or (list(SUITS) if rules.any_trump_without else [])


def legal_bids(current: int | None, rules: NaiveRules, up_to: int) -> list[int]:
    """Return the bids that may follow `current` (None: no bid so far), not above `up_to`.

    >>> legal_bids(57, GUIDE_DOUBLE, 70)
    [58, 59, 60, 65, 70]
    """
    ladder = [rules.min_bid]
    top = up_to if rules.max_bid is None else min(up_to, rules.max_bid)
    while ladder[-1] < max(top, current or 0):
        ladder.append(ladder[-1] + [step for start, step in rules.bid_steps if start <= ladder[-1]][-1])
    if current is not None and (current not in ladder or (rules.max_bid is not None and current > rules.max_bid)):
        raise ValueError(f"expected a bid that {rules.id} allows, got {current!r}")
    return [bid for bid in ladder if bid <= top and (current is None or bid > current)]


def is_jump(previous: int, bid: int, rules: NaiveRules) -> bool:
    """Return whether a raise goes beyond the smallest one allowed.

    >>> is_jump(58, 59, GUIDE_DOUBLE), is_jump(60, 65, GUIDE_DOUBLE), is_jump(60, 70, GUIDE_DOUBLE)
    (False, False, True)
    """
    return len(legal_bids(previous, rules, bid)) > 1


def is_wild(previous: int | None, bid: int, rules: NaiveRules) -> bool:
    """Return whether a raise is larger than the rule set's threshold; an opening bid is measured from the minimum.

    >>> is_wild(25, 35, GUIDE_STANDARD), is_wild(25, 36, GUIDE_STANDARD)
    (False, True)
    """
    base = rules.min_bid if previous is None else previous
    return rules.wild_over is not None and bid - base > rules.wild_over


@dataclass(frozen=True)
class Auction:
    """How far an auction has come. Seats count from the dealer's left; the dealer is the last seat."""

    over: bool
    seat: int | None  # who has the bid; None while nobody has, or when all passed and a new deal is due
    bid: int | None
    next_seat: int | None  # who calls next; None when over


def auction(rules: NaiveRules, calls: Sequence[Call]) -> Auction:
    """Follow an auction call by call, the dealer's left first, ``"P"`` for pass; a pass is final.

    It is over when one seat is left, or at the highest bid there is. When all others have passed without a bid, the
    last seat has the contract at the minimum without being asked (or calls too, where all passing means a new deal).

    >>> auction(FAMILY250, ["P", "P", "P"])
    Auction(over=True, seat=3, bid=250, next_seat=None)
    >>> auction(FAMILY250, [250, "P", 260])
    Auction(over=False, seat=2, bid=260, next_seat=3)
    """
    bidding = list(range(rules.players))  # who has not passed, the next to call in front
    holder: int | None = None
    bid: int | None = None
    over = False
    for place, call in enumerate(calls):
        if over:
            raise ValueError(f"expected no call after the auction is over, got {call!r} at place {place}")
        seat = bidding.pop(0)
        if call != "P":
            if call not in legal_bids(bid, rules, call):
                raise ValueError(f"expected a legal bid over {bid} or 'P' in {rules.id}, got {call!r} at place {place}")
            holder, bid = seat, call
            if rules.rounds != "one":
                bidding.append(seat)
        if holder is None and len(bidding) == 1 and rules.all_pass == "last seat forced":
            holder, bid = bidding.pop(), rules.min_bid - rules.forced_below
        over = bidding in ([], [holder]) or (bid is not None and bid == rules.max_bid)
    return Auction(over, holder, bid, None if over else bidding[0])


# --- play ------------------------------------------------------------------------------------------------------------


def beats(card: Card, other: Card, trump: str) -> bool:
    """Return whether `card`, played later, takes the trick from `other`, the best card so far.

    >>> beats("TH", "KH", "S"), beats("KH", "KH", "S"), beats("9S", "AH", "S"), beats("AD", "9H", "S")
    (True, False, True, False)
    """
    if card[1] == other[1]:
        return RANKS.index(card[0]) < RANKS.index(other[0])
    return card[1] == trump


def trick_winner(trick: Sequence[Card], trump: str) -> int:
    """Return the place in the trick of the card that wins it; of equal cards the first.

    >>> trick_winner(["TH", "KH", "TH", "AH"], "S"), trick_winner(["TH", "9S", "AH", "9S"], "S")
    (3, 1)
    """
    best = 0
    for place, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = place
    return best


def legal_cards(hand: Sequence[Card], trick: Sequence[Card], trump: str, rules: NaiveRules) -> list[Card]:
    """Return the different cards of the hand that may be played to the trick so far (empty: a lead).

    >>> legal_cards(["AH", "KH", "9H", "AS"], ["TH"], "S", FAMILY250)
    ['AH']
    """
    if not trick:
        return in_order(hand)
    led = trick[0][1]
    following = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    trumps_in_trick = [card for card in trick if card[1] == trump]

    def higher(candidates: list[Card], suit: str) -> list[Card]:
        """Return the candidates that are higher than every card of that suit in the trick."""
        rivals = [card for card in trick if card[1] == suit]
        return [mine for mine in candidates if all(RANKS.index(mine[0]) < RANKS.index(card[0]) for card in rivals)]

    if following and led == trump:
        must_beat = rules.beat_trump_lead
    elif following and not trumps_in_trick:
        must_beat = rules.beat_plain_lead
    elif following:
        must_beat = rules.beat_plain_after_trump
    elif trumps and rules.must_trump:
        if not rules.overtrump:
            return in_order(trumps)
        return in_order(higher(trumps, trump) or (trumps if rules.undertrump else hand))
    else:
        return in_order(hand)
    return in_order((higher(following, led) if must_beat else []) or following)


def trick_points(cards: Sequence[Card], rules: NaiveRules) -> int:
    """Return the counters among the cards, the last trick's own points not included.

    >>> trick_points(["AS", "TS", "KS", "QS"], FAMILY250), trick_points(["AS", "TS", "KS", "QS"], GUIDE_FAMILY)
    (30, 30)
    """
    return sum(rules.counters.get(card[0], 0) for card in cards)


@dataclass(frozen=True)
class Played:
    """The outcome of a play, by seat: counters with the last trick's points, tricks, and who took each trick."""

    points: list[int]
    tricks: list[int]
    winners: list[int]


def play_out(
    hands: Sequence[Sequence[Card]], plays: Sequence[Card], trump: str, leader: int, rules: NaiveRules
) -> Played:
    """Play all cards of the hands in the order given, refusing the first that is illegal.

    >>> play_out([["AH"], ["9S"], ["TH"], ["KH"]], ["AH", "9S", "TH", "KH"], "S", 0, FAMILY250)
    Played(points=[0, 40, 0, 0], tricks=[0, 1, 0, 0], winners=[1])
    """
    held = [list(hand) for hand in hands]
    points, tricks, winners = [0] * len(held), [0] * len(held), []
    if len({len(hand) for hand in held}) != 1 or len(plays) != sum(len(hand) for hand in held):
        raise ValueError(f"expected equal hands and all their cards played, got {len(plays)} plays for {hands!r}")
    trick: list[Card] = []
    for place, card in enumerate(plays):
        seat = (leader + len(trick)) % len(held)
        legal = legal_cards(held[seat], trick, trump, rules)
        if card not in legal:
            raise ValueError(f"expected seat {seat} to play one of {legal} to {trick}, got {card!r} at place {place}")
        held[seat].remove(card)
        trick.append(card)
        if len(trick) == len(held):
            leader = (leader + trick_winner(trick, trump)) % len(held)
            points[leader] += trick_points(trick, rules) + (0 if any(held) else rules.last_trick)
            tricks[leader] += 1
            winners.append(leader)
            trick = []
    return Played(points, tricks, winners)


def perft(hands: Sequence[Sequence[Card]], trump: str, leader: int, rules: NaiveRules, depth: int) -> int:
    """Count the legal sequences of exactly `depth` plays; identical copies in one hand are the same play.

    >>> perft([["AH", "9S"], ["TH", "KH"], ["9D", "JS"], ["QH", "AS"]], "S", 0, FAMILY250, 2)
    4
    """
    if not 0 <= depth <= sum(len(hand) for hand in hands):
        raise ValueError(f"expected a depth from 0 to the number of cards, got {depth!r}")
    return _count([list(hand) for hand in hands], [], trump, leader, rules, depth)


def _count(held: list[list[Card]], trick: list[Card], trump: str, leader: int, rules: NaiveRules, depth: int) -> int:
    """Count the sequences of `depth` plays from the middle of a trick."""
    if len(trick) == len(held):
        leader, trick = (leader + trick_winner(trick, trump)) % len(held), []
    if depth == 0:
        return 1
    seat = (leader + len(trick)) % len(held)
    total = 0
    for card in legal_cards(held[seat], trick, trump, rules):
        rest = list(held[seat])
        rest.remove(card)
        total += _count([*held[:seat], rest, *held[seat + 1 :]], [*trick, card], trump, leader, rules, depth - 1)
    return total


# --- scoring ---------------------------------------------------------------------------------------------------------


def side_total(rules: NaiveRules, keep: str, meld: int, points: int, tricks: int, dix: int = 0) -> int:
    """Return what a side made in a hand that was played: its counters, and its meld if it kept that.

    `dix` is how much of the meld is nines of trump.

    >>> side_total(WOCG_SINGLE, "point", 2, 0, 0), side_total(WOCG_SINGLE, "point", 2, 0, 0, dix=2)
    (0, 2)
    """
    if points < rules.min_trick_points:
        return 0
    kept = (
        keep == "none"
        or (keep == "trick" and tricks > 0)
        or (keep == "point" and points > 0)
        or (rules.dix_only_exempt and 0 < dix == meld)
    )
    if kept:
        return points + meld
    return points + (dix if rules.dix_always else 0)


def settle(
    rules: NaiveRules,
    bid: int,
    bidders_meld: int,
    bidders_points: int | None,
    bidders_tricks: int | None,
    others_meld: int,
    others_points: int | None,
    others_tricks: int | None,
    others_dix_only: bool = False,
    bidders_dix_only: bool = False,
) -> tuple[int, int, str]:
    """Return the change of both sides' scores and ``"made"``, ``"set"`` or ``"auto-set"``.

    An auto-set hand is not played: points and tricks are None then, and are not looked at. The others then score their
    meld although they have no trick.

    >>> settle(FAMILY250, 300, 120, 180, 9, 40, 70, 3)
    (300, 110, 'made')
    >>> settle(FAMILY250, 400, 120, None, None, 40, None, None)
    (-400, 40, 'auto-set')
    """
    if others_meld < rules.min_meld_others or rules.melders == "bidders":
        others_meld = 0
    if bidders_meld < rules.min_meld_bidders or (rules.auto_set and bidders_meld + rules.trick_total < bid):
        return -bid, others_meld if rules.others_meld_on_auto_set else 0, "auto-set"
    if bidders_points is None or bidders_tricks is None or others_points is None or others_tricks is None:
        raise ValueError(f"expected points and tricks of both sides: bid {bid} on {bidders_meld} meld is played")
    bidders_dix = bidders_meld if bidders_dix_only else 0
    others_dix = others_meld if others_dix_only else 0
    bidders = side_total(rules, rules.keep_meld_bidders, bidders_meld, bidders_points, bidders_tricks, bidders_dix)
    others = side_total(rules, rules.keep_meld_others, others_meld, others_points, others_tricks, others_dix)
    return (bidders, others, "made") if bidders >= bid else (-bid, others, "set")


def game_winner(rules: NaiveRules, scores: Sequence[int], bidders: int) -> int | None:
    """Return the side (or player) that has won after a hand, None if the game goes on; `bidders` is the bidding side.

    The bidding side comes first when several reach the target. A side at the floor loses to the other.

    >>> game_winner(FAMILY250, [1530, 1520], bidders=1), game_winner(WOCG_SINGLE, [-305, 40], bidders=0)
    (1, 1)
    """
    home = [side for side, score in enumerate(scores) if score >= rules.target]
    if home:
        return bidders if bidders in home else max(home, key=lambda side: scores[side])
    sunk = [side for side, score in enumerate(scores) if rules.floor is not None and score <= rules.floor]
    return 1 - sunk[0] if sunk else None
