"""Two slow answers to what a position is worth with all cards seen, to hold against the solver.

Both are written from the rules as a person reads them and share nothing with the package, nor with each other:

- `brute_force` tries every line of play to its end. Nothing is cut off and nothing remembered.
- `alpha_beta` is the textbook search with bounds and a table of positions met before, every position for itself. It
  reaches whole deals of 48 cards in seconds to minutes.

The only thing both take for granted is that copies of a card in one hand are the same card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from naive import RANKS, SUITS, Card, NaiveRules

Ints = NDArray[np.int64]
STRENGTHS = RANKS[::-1]


class Duties(NamedTuple):
    """What a seat that does not lead has to do; named as in rule files."""

    beat_trump_lead: bool = True
    beat_plain_lead: bool = True
    beat_plain_after_trump: bool = False
    must_trump: bool = True
    overtrump: bool = True


@dataclass(frozen=True)
class Position:
    """Cards still held, the trick on the table, and how points are counted.

    `leader` led the trick on the table, or is to lead. `sides` tells for each seat on which of two sides it plays.
    """

    hands: tuple[tuple[Card, ...], ...]
    trump: str
    leader: int
    counters: Mapping[str, int] = field(default_factory=lambda: {"A": 1, "T": 1, "K": 1})
    last_trick: int = 1
    trick: tuple[Card, ...] = ()
    duties: Duties = field(default_factory=Duties)
    sides: tuple[int, ...] = (0, 1, 0, 1)

    @property
    def total(self) -> int:
        """Points still to be had, those on the table included."""
        cards = [card for hand in self.hands for card in hand] + list(self.trick)
        return sum(self.counters.get(card[0], 0) for card in cards) + self.last_trick

    @property
    def to_play(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)


def duties_of(naive: NaiveRules) -> Duties:
    return Duties(*(getattr(naive, name) for name in Duties._fields))


def kind(card: Card) -> int:
    """Number a card: eight numbers a suit, ascending in strength."""
    return SUITS.index(card[1]) * 8 + STRENGTHS.index(card[0])


def point_table(counters: Mapping[str, int]) -> Ints:
    return np.array([counters.get(rank, 0) for rank in STRENGTHS] + [0, 0], np.int64)


# --- every line of play ----------------------------------------------------------------------------------------------


@numba.njit("int64(int64[:,:],int64[:],int64[:],int64[:],int64[:],int64,int64,int64[:],int64,int64,int64)")
def _try_all(cards, counts, sides, points, duties, trump, last_trick, trick, n_played, leader, n_left):  # type: ignore[no-untyped-def]
    """Return the points side 0 still gets. `n_left` cards are held in all; a card played is -1 in `cards`."""
    players = len(counts)
    if n_played == players:
        winner, pot = 0, points[trick[0] % 8]
        for i in range(1, players):
            pot += points[trick[i] % 8]
            if trick[i] // 8 == trick[winner] // 8:
                if trick[i] % 8 > trick[winner] % 8:
                    winner = i
            elif trick[i] // 8 == trump:
                winner = i
        taker = (leader + winner) % players
        if n_left == 0:
            pot += last_trick
        gained = pot if sides[taker] == 0 else 0
        if n_left == 0:
            return gained
        return gained + _try_all(
            cards, counts, sides, points, duties, trump, last_trick, np.empty(players, np.int64), 0, taker, n_left
        )

    seat = (leader + n_played) % players
    led, top_led, top_trump = -1, -1, -1
    if n_played > 0:
        led = trick[0] // 8
        for i in range(n_played):
            if trick[i] // 8 == led:
                top_led = max(top_led, trick[i] % 8)
            if trick[i] // 8 == trump:
                top_trump = max(top_trump, trick[i] % 8)
    follows = beats_led = trumps = overtrumps = False
    for i in range(counts[seat]):
        card = cards[seat, i]
        if card >= 0:
            if card // 8 == led:
                follows = True
                beats_led = beats_led or card % 8 > top_led
            if card // 8 == trump:
                trumps = True
                overtrumps = overtrumps or card % 8 > top_trump

    best, previous = -1, -1
    for i in range(counts[seat]):
        card = cards[seat, i]
        if card < 0 or card == previous:  # a hand is sorted, so copies are neighbours
            continue
        if n_played > 0:
            suit, strength = card // 8, card % 8
            if follows:
                if suit != led:
                    continue
                if led == trump:
                    must_beat = duties[0] != 0
                elif top_trump < 0:
                    must_beat = duties[1] != 0
                else:
                    must_beat = duties[2] != 0
                if must_beat and beats_led and strength <= top_led:
                    continue
            elif trumps and duties[3] != 0:
                if suit != trump:
                    continue
                if duties[4] != 0 and overtrumps and strength <= top_trump:
                    continue
        previous = card
        cards[seat, i] = -1
        trick[n_played] = card
        value = _try_all(
            cards, counts, sides, points, duties, trump, last_trick, trick, n_played + 1, leader, n_left - 1
        )
        cards[seat, i] = card
        if best < 0 or (value > best) == (sides[seat] == 0):
            best = value
    return best


def brute_force(position: Position) -> int:
    """Try every line of play; return the points still to come for the side of the seat that led or leads."""
    sides, cards, counts = _held(position)
    if not counts.any():
        return 0
    trick = np.full(len(position.hands), -1, np.int64)
    trick[: len(position.trick)] = [kind(card) for card in position.trick]
    return int(
        _try_all(
            cards, counts, sides, point_table(position.counters), np.array(position.duties, np.int64),
            SUITS.index(position.trump), position.last_trick, trick, len(position.trick), position.leader,
            int(counts.sum()),
        )
    )  # fmt: skip


def _held(position: Position) -> tuple[Ints, Ints, Ints]:
    """Return the side of each seat (0: the leader's), its cards in order of their numbers, and how many."""
    own = position.sides[position.leader]
    sides = np.array([0 if side == own else 1 for side in position.sides], np.int64)
    counts = np.array([len(hand) for hand in position.hands], np.int64)
    cards = np.full((len(counts), max(int(counts.max()), 1)), -1, np.int64)
    for seat, hand in enumerate(position.hands):
        cards[seat, : len(hand)] = sorted(kind(card) for card in hand)
    return sides, cards, counts


# --- bounds and a table ----------------------------------------------------------------------------------------------
#
# The cards of the position are numbered 0 to at most 55, by suit, strength and owner, and are a bit of a word each.
# Which are left says who holds what, so that word and the seat to lead are the whole position at the start of a trick.

MOST_CARDS = 56
SUIT, POINTS, KIND, HIGHER, AT_LEAST = range(5)  # rows of `about`, a column a card; the last two are sets of its suit
TRUMP = 5  # behind the five duties


@numba.njit("int64(int64)")
def _lowest(bits):  # type: ignore[no-untyped-def]
    """Return the number of the lowest bit, by halves."""
    n = 0
    for width in (32, 16, 8, 4, 2, 1):
        if bits & ((1 << width) - 1) == 0:
            bits >>= width
            n += width
    return n


@numba.njit("int64(int64[:,:],int64[:],int64[:],int64[:],int64,int64,int64,int64)")
def _guess_lead(about, hands, suits, sides, trump, left, leader, card):  # type: ignore[no-untyped-def]
    """Return how good a lead looks: what the trick brings if every seat beats when it can with its highest card."""
    players = len(hands)
    best, side, pot = card, sides[leader], about[POINTS, card]
    for i in range(1, players):
        seat = (leader + i) % players
        hand = hands[seat] & left
        follow = hand & suits[about[SUIT, card]]
        over = hand & about[HIGHER, best]
        if follow == 0 and about[SUIT, best] != trump:
            over = hand & suits[trump]
        if (follow == 0 or about[SUIT, best] == about[SUIT, card]) and over != 0:
            while over & (over - 1) != 0:
                over &= over - 1
            best, side = _lowest(over), sides[seat]
            pot += about[POINTS, best]
    own = side == sides[leader]
    trump_lead = 1 if about[SUIT, card] == trump else 0
    strength = about[KIND, card] & 7
    return 100 + 20 * pot - 10 * trump_lead + strength if own else -20 * pot - strength - 40 * trump_lead


@numba.njit(
    "int64(int64[:,:],int64[:,:],int64[:],int64[:],int64[:],int64[:],int64[:,:],int64[:,:],int64[:],"
    "int64,int64,int64,int64,int64,int64,int64,int64,int64,int64,int64,int64,int64)"
)
def _search(  # type: ignore[no-untyped-def]
    table, about, hands, suits, sides, duties, orders, killers, counts,
    left, n_left, on_table, to_come, n_played, leader, led, best, best_seat, best_led, pot, alpha, beta,
):  # fmt: skip
    """Return the points side 0 still gets: exact between `alpha` and `beta`, else a bound on that side of them.

    `to_come` are the points not yet taken, those on the table (`pot`) included; `best` is the card that wins the trick
    so far, `best_led` the best of the suit led. `counts` are the nodes so far and the most there may be.
    """
    players = len(hands)
    counts[0] += 1
    if counts[0] > counts[1]:
        return 0
    place, key = -1, 0
    if n_played == 0:
        if n_left == 0:
            return 0
        if to_come <= alpha:
            return to_come
        if beta <= 0:
            return 0
        key = left * 8 + leader + 1
        place = ((key * 7046029254386353131) >> 20) & (len(table) - 2)
        if table[place, 0] != key and table[place + 1, 0] == key:
            place += 1
        if table[place, 0] == key:
            low, high = table[place, 1] & 0xFFFF, (table[place, 1] >> 16) & 0xFFFF
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            alpha, beta = max(alpha, low), min(beta, high)

    seat = (leader + n_played) % players
    hand = hands[seat] & left
    moves = hand
    if n_played > 0:
        follow, trumps = hand & suits[led], hand & suits[duties[TRUMP]]
        trumped = best != best_led
        if follow != 0:
            moves = follow
            duty = duties[2] if trumped else (duties[0] if led == duties[TRUMP] else duties[1])
            if duty != 0 and follow & about[HIGHER, best_led] != 0:
                moves = follow & about[HIGHER, best_led]
        elif trumps != 0 and duties[3] != 0:
            moves = trumps
            if trumped and duties[4] != 0 and trumps & about[HIGHER, best] != 0:
                moves = trumps & about[HIGHER, best]

    # In which order (it changes the time, not the value): the lead that cut last time, high leads, then small ones;
    # after the lead cards that win, counters to one's own side, else small ones.
    killer = killers[n_left, seat]
    order = orders[n_left]
    n_moves, previous = 0, -1
    others = (left | on_table) & ~hand
    while moves != 0:
        card = _lowest(moves)
        moves &= moves - 1
        worth, strength = about[POINTS, card], about[KIND, card] & 7
        # The same move as the card before if that is a copy, or worth as much and nobody else's card stands between.
        if (
            previous >= 0
            and about[AT_LEAST, previous] >> card & 1 != 0
            and about[POINTS, previous] == worth
            and (
                about[KIND, previous] == about[KIND, card]
                or about[AT_LEAST, previous] & ~about[HIGHER, card] & others == 0
            )
        ):
            previous = card
            continue
        previous = card
        if n_played == 0:
            score = _guess_lead(about, hands, suits, sides, duties[TRUMP], left, seat, card)
        elif about[HIGHER, best] >> card & 1 != 0 or (
            about[SUIT, card] == duties[TRUMP] and about[SUIT, best] != duties[TRUMP]
        ):
            score = 1000 + strength if n_played < players - 1 else 1000 + 8 * worth - strength
        elif sides[best_seat] == sides[seat]:
            score = 8 * worth - strength
        else:
            score = -8 * worth - strength
        if n_played == 0 and about[KIND, card] == killer:
            score += 4000
        entry = (8000 + score) * 64 + card
        i = n_moves
        while i > 0 and order[i - 1] < entry:
            order[i] = order[i - 1]
            i -= 1
        order[i] = entry
        n_moves += 1

    value, low, high = -1, alpha, beta
    for i in range(n_moves):
        card = order[i] & 63
        new_best, new_best_seat, new_led, new_best_led = best, best_seat, led, best_led
        if n_played == 0:
            new_best, new_best_seat, new_led, new_best_led = card, seat, about[SUIT, card], card
        else:
            if about[HIGHER, best] >> card & 1 != 0 or (
                about[SUIT, card] == duties[TRUMP] and about[SUIT, best] != duties[TRUMP]
            ):
                new_best, new_best_seat = card, seat
            if about[HIGHER, best_led] >> card & 1 != 0:
                new_best_led = card
        rest = left & ~(1 << card)
        new_pot = pot + about[POINTS, card]
        if n_played < players - 1:
            got = _search(
                table, about, hands, suits, sides, duties, orders, killers, counts,
                rest, n_left - 1, on_table | 1 << card, to_come, n_played + 1, leader,
                new_led, new_best, new_best_seat, new_best_led, new_pot, low, high,
            )  # fmt: skip
        else:
            taken = to_come if rest == 0 else new_pot  # with the last trick goes what is paid for it
            gained = taken if sides[new_best_seat] == 0 else 0
            got = gained + _search(
                table, about, hands, suits, sides, duties, orders, killers, counts,
                rest, n_left - 1, 0, to_come - taken, 0, new_best_seat, 0, 0, 0, 0, 0, low - gained, high - gained,
            )  # fmt: skip
        if value < 0 or (got > value) == (sides[seat] == 0):
            value = got
        if sides[seat] == 0:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            killers[n_left, seat] = about[KIND, card]
            break

    if place >= 0 and counts[0] <= counts[1]:
        # Of two entries the even one is kept for the position with more cards.
        low, high = 0, to_come
        if table[place, 0] == key:
            low, high = table[place, 1] & 0xFFFF, (table[place, 1] >> 16) & 0xFFFF
        elif place % 2 == 0 and table[place, 1] >> 32 > n_left:
            place += 1
        if value > alpha:
            low = max(low, value)
        if value < beta:
            high = min(high, value)
        table[place, 0] = key
        table[place, 1] = n_left << 32 | high << 16 | low
    return value


class Answer(NamedTuple):
    """What the search found: the points of the leader's side, and at how many nodes."""

    value: int
    nodes: int


class TooLong(Exception):
    """The search met more positions than it was allowed to."""


def alpha_beta(
    position: Position, *, table_megabytes: int = 16, most_nodes: int = 10**12, window: tuple[int, int] | None = None
) -> Answer:
    """Search with bounds and a table; return the points still to come for the side of the seat that led or leads.

    With a `window` (low, high) the value is exact if it lies between the two, otherwise a bound on that side of them.
    """
    players = len(position.hands)
    held = [(kind(card), seat) for seat, hand in enumerate(position.hands) for card in hand]
    # The cards on the table stand among the others to be compared with, but are not left.
    held += [(kind(card), players + i) for i, card in enumerate(position.trick)]
    held.sort()
    if len(held) > MOST_CARDS:
        raise ValueError(f"expected at most {MOST_CARDS} cards, got {len(held)}")
    points = point_table(position.counters)
    about = np.zeros((5, max(len(held), 1)), np.int64)
    hands, suits, trick = np.zeros(players, np.int64), np.zeros(4, np.int64), [-1] * len(position.trick)
    for i, (number, owner) in enumerate(held):
        about[SUIT, i], about[POINTS, i], about[KIND, i] = number // 8, points[number % 8], number
        about[HIGHER, i] = sum(1 << j for j, (n, _) in enumerate(held) if n // 8 == number // 8 and n > number)
        about[AT_LEAST, i] = sum(1 << j for j, (n, _) in enumerate(held) if n // 8 == number // 8 and n >= number)
        suits[number // 8] |= 1 << i
        if owner < players:
            hands[owner] |= 1 << i
        else:
            trick[owner - players] = i
    own = position.sides[position.leader]
    sides = np.array([0 if side == own else 1 for side in position.sides], np.int64)
    duties = np.array([*position.duties, SUITS.index(position.trump)], np.int64)
    best, best_led, best_seat = 0, 0, position.leader
    for i, card in enumerate(trick):
        suit = about[SUIT, card]
        if i == 0:
            best = best_led = card
        elif (suit == about[SUIT, best] and about[KIND, card] > about[KIND, best]) or (
            suit == duties[TRUMP] != about[SUIT, best]
        ):
            best, best_seat = card, (position.leader + i) % players
        if suit == about[SUIT, trick[0]] and about[KIND, card] > about[KIND, best_led]:
            best_led = card
    entries = 1 << (table_megabytes * 2**20 // 16).bit_length() - 1
    n_left = sum(map(len, position.hands))
    counts = np.array([0, most_nodes], np.int64)
    low, high = window or (-1, position.total + 1)
    value = _search(
        np.zeros((entries, 2), np.int64), about, hands, suits, sides, duties,
        np.zeros((n_left + 1, 24), np.int64), np.full((n_left + 1, players), -1, np.int64), counts,
        int(np.bitwise_or.reduce(hands)), n_left, sum(1 << card for card in trick), position.total,
        len(trick), position.leader,
        SUITS.index(position.trick[0][1]) if trick else 0, best, best_seat, best_led,
        int(sum(about[POINTS, trick])), low, high,
    )  # fmt: skip
    if counts[0] > most_nodes:
        raise TooLong(f"more than {most_nodes:,} nodes")
    return Answer(int(value), int(counts[0]))


# --- what both are asked ---------------------------------------------------------------------------------------------


def legal(position: Position) -> list[Card]:
    """Return the different cards that may be played next, from the rules once more."""
    hand = position.hands[position.to_play]
    trick, trump, duties = position.trick, position.trump, position.duties
    if not trick:
        return sorted(set(hand))
    led = trick[0][1]

    def beating(cards: list[Card], suit: str) -> list[Card]:
        top = max((kind(card) for card in trick if card[1] == suit), default=-1)
        return [card for card in cards if kind(card) > top]

    following = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    trumped = led != trump and any(card[1] == trump for card in trick)
    if following:
        must = (
            duties.beat_plain_after_trump
            if trumped
            else duties.beat_trump_lead
            if led == trump
            else duties.beat_plain_lead
        )
        chosen = (must and beating(following, led)) or following
    elif trumps and duties.must_trump:
        chosen = (duties.overtrump and beating(trumps, trump)) or trumps
    else:
        chosen = list(hand)
    return sorted(set(chosen))


def after(position: Position, card: Card) -> tuple[Position, int]:
    """Play a card; return the position behind it and the points the side of `position.leader` got by it."""
    if card not in legal(position):
        raise ValueError(f"{card} may not be played in {position}")
    seat = position.to_play
    hands = list(position.hands)
    hand = list(hands[seat])
    hand.remove(card)
    hands[seat] = tuple(hand)
    trick = (*position.trick, card)
    if len(trick) < len(hands):
        return replace(position, hands=tuple(hands), trick=trick), 0
    winner = 0
    for i in range(1, len(trick)):
        same = trick[i][1] == trick[winner][1]
        if (same and kind(trick[i]) > kind(trick[winner])) or (not same and trick[i][1] == position.trump):
            winner = i
    taker = (position.leader + winner) % len(hands)
    over = not any(hands)
    pot = sum(position.counters.get(played[0], 0) for played in trick) + (position.last_trick if over else 0)
    behind = replace(
        position, hands=tuple(hands), trick=(), leader=taker, last_trick=0 if over else position.last_trick
    )
    return behind, pot if position.sides[taker] == position.sides[position.leader] else 0


def first_cards(position: Position, value_of: Callable[[Position], int]) -> dict[Card, int]:
    """Return what each legal card leads to, in points still to come for the side of `position.leader`."""
    values = {}
    for card in legal(position):
        behind, got = after(position, card)
        rest = value_of(behind)
        same_side = position.sides[behind.leader] == position.sides[position.leader]
        values[card] = got + (rest if same_side else behind.total - rest)
    return values
