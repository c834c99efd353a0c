"""`solve`: the exact value of a deal with all cards seen, both sides playing as well as can be (double dummy)."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.legal import legal_plays, read_trick
from pinosim.api.numbers import available_cores, whole_number
from pinosim.api.solution import TABLE_MEGABYTES, Question, Solution, SolutionTable
from pinosim.cards import SUITS, read_suit
from pinosim.errors import DealError, IllegalPlay, PinosimError
from pinosim.rules.load import expect_rules, load_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

MOST_NODES: Final = 2**62
MOST_JOBS: Final = 1024
MOST_MEGABYTES: Final = 65_536
MOST_POINTS: Final = 2**40
Progress = Callable[[int, int], None]
"""Called with the deals that are done and the deals in all."""


def solve(
    deal: Deal | str,
    trump: str,
    leader: int = 0,
    *,
    rules: Rules | None = None,
    trick: str | Sequence[str] = "",
    declarer: int | None = None,
    at_least: int | None = None,
    node_limit: int | None = None,
    table_megabytes: float = TABLE_MEGABYTES,
) -> Solution:
    """Find what the leader's side takes when all play as well as can be and see all cards.

    Parameters
    ----------
    deal : Deal or str
        All hands, whole or an ending; with a trick on the table the cards still held.
    trump : str
        A suit: letter, symbol or name.
    leader : int, default 0
        Seat that leads, or led the trick on the table.
    rules : Rules, optional
        Of the deal if it is a `Deal`, else the default rule set.
    trick : str or sequence of str, default ""
        Cards on the table in the order played, as in `"TH QS"`.
    declarer : int, optional
        Where each plays for himself: the seat the others play against; the leader if left out.
    at_least : int, optional
        Ask only whether so many points can be reached; four times faster than the value.
    node_limit : int, optional
        Play at most so many cards in the search; the answer then may be an interval.
    table_megabytes : float, default 16
        Memory for positions already proved, 0.001 to 65,536.

    Returns
    -------
    Solution

    Raises
    ------
    DealError
        If a hand is not known, or hands and trick do not fit together.
    CardError, IllegalPlay
        If the trick has cards the deck does not have, or that the rules did not allow.
    PinosimError
        If a number is out of range, or the game has more players or cards than the search can take.

    Examples
    --------
    >>> solve("AS 9H | TS KH | KS QH | QS JH", "S", at_least=60).reached
    False
    """
    question = _question(deal, trump, leader, rules, trick, declarer, at_least, node_limit, table_megabytes)
    return _solve(question)


def solve_many(
    deals: Iterable[Deal],
    trump: str | Sequence[str],
    leader: int | Sequence[int] = 0,
    *,
    declarer: int | Sequence[int] | None = None,
    at_least: int | None = None,
    node_limit: int | None = None,
    table_megabytes: float = TABLE_MEGABYTES,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Solution]:
    """Solve many deals in threads. The result does not depend on how many.

    Parameters
    ----------
    deals : iterable of Deal
        All hands known.
    trump, leader, declarer : one for all deals, or a sequence of one a deal
        As in `solve`; one trump for all is a suit in text, several are a list or a tuple.
    at_least, node_limit, table_megabytes
        As in `solve`; the memory is that of one thread.
    jobs : int, optional
        Threads, 1 to 1024; all cores if left out.
    progress : callable, optional
        Called with `(done, total)` after each deal, one call at a time.

    Returns
    -------
    list of Solution
        In the order of the deals.

    Raises
    ------
    PinosimError
        As `solve`, or if there are not as many trumps or leaders as deals.

    Examples
    --------
    >>> endings = [Deal("AS 9H | TS KH | KS QH | QS JH", load_rules("family250"))] * 2
    >>> [solution.value for solution in solve_many(endings, "S", leader=[0, 1])]
    [40, 20]
    """
    listed = list(deals)
    columns = [
        _one_each("trump", trump, len(listed)),
        _one_each("leader", leader, len(listed)),
        _one_each("declarer", declarer, len(listed)),
    ]
    questions = [
        _question(deal, suit, seat, None, "", alone, at_least, node_limit, table_megabytes)
        for deal, suit, seat, alone in zip(listed, *columns, strict=True)
    ]
    workers = available_cores() if jobs is None else whole_number("jobs", jobs, 1, MOST_JOBS)
    if not questions:
        return []
    telling = threading.Lock()
    done = itertools.count(1)

    def answer(question: Question) -> Solution:
        solution = _solve(question)
        if progress is not None:
            with telling:
                progress(next(done), len(questions))
        return solution

    _warm()  # threads that compile side by side would each do the whole work
    pool = ThreadPoolExecutor(min(workers, len(questions)))
    try:
        return list(pool.map(answer, questions))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def solve_table(
    deal: Deal | str,
    *,
    rules: Rules | None = None,
    declarer: int | None = None,
    table_megabytes: float = TABLE_MEGABYTES,
) -> SolutionTable:
    """Solve a deal for every trump and leader; leaders of one trump share what was proved.

    Parameters
    ----------
    deal : Deal or str
        All hands, whole or an ending.
    rules : Rules, optional
        As in `solve`.
    declarer : int, optional
        Where each plays for himself: the seat the others play against; seat 0 if left out.
    table_megabytes : float, default 16
        As in `solve`.

    Returns
    -------
    SolutionTable

    Raises
    ------
    PinosimError
        As `solve`.

    Examples
    --------
    >>> table = solve_table("AS 9H | TS KH | KS QH | QS JH", rules=load_rules("family250"))
    >>> table.values["S", 0], table.values["H", 1]
    (40, 20)
    """
    from pinosim.core.double_dummy.driver import NO_GUESS
    from pinosim.core.double_dummy.driver import solve as search
    from pinosim.core.double_dummy.setting import set_leader

    started = time.perf_counter()
    values: dict[tuple[str, int], int] = {}
    nodes = 0
    first = _question(deal, "S", 0, rules, "", declarer, None, None, table_megabytes)
    players = first.rules.seats.players
    total = first.total
    for trump in SUITS:
        question = replace(first, trump=trump)
        desk = _Desk(question)
        guess = NO_GUESS
        for leader in range(players):
            set_leader(desk.memory[0], leader)
            low, _, used = search(*desk.memory, guess, 0, int(leader > 0))
            guess = int(low)
            nodes += int(used)
            values[trump, leader] = guess if leader in question.side else total - guess
    return SolutionTable(first.deal, values, nodes, time.perf_counter() - started)


class _Desk:
    """The arrays of this thread with a position laid out on them."""

    _own = threading.local()

    def __init__(self, question: Question) -> None:
        import numpy as np

        from pinosim.core.double_dummy.driver import new_memory
        from pinosim.core.double_dummy.setting import (
            LARGEST_INDEX,
            MAX_PLAYERS,
            TOO_LONG_SUIT,
            TOO_MANY_PLAYERS,
            index_size,
            set_deal,
        )

        rules = question.rules
        deck = rules.deck
        vector = np.array(rules.vector, np.int64)
        hands = np.array([hand.mask(deck) for hand in question.deal.hands if hand is not None], np.int64)
        trick = np.zeros(len(hands), np.int64)
        trick[: len(question.trick)] = [deck.card_index(card[0], card[1]) for card in question.trick]
        on_table = len(question.trick)
        if len(hands) > MAX_PLAYERS:
            raise DealError(_FAULTS[TOO_MANY_PLAYERS].format(rules=rules.id))
        places = int(index_size(hands, len(hands), trick, on_table, deck.n_ranks, deck.width))
        if places > LARGEST_INDEX:
            raise DealError(_FAULTS[TOO_LONG_SUIT].format(rules=rules.id))
        # Rounded up, so that deals of about a size can use the same arrays.
        wanted = (question.table_megabytes, max(1 << 14, 1 << (places - 1).bit_length()))
        if getattr(self._own, "wanted", None) != wanted:
            self._own.wanted = None
            self._own.memory = new_memory(*wanted)
            self._own.wanted = wanted
        self.memory: tuple[Any, Any, Any] = self._own.memory
        sides = sum(1 << seat for seat in question.side)
        trump = SUITS.index(question.trump)
        fault = set_deal(*self.memory[:2], hands, trick, on_table, question.leader, trump, sides, vector)
        if fault:
            raise DealError(_FAULTS[int(fault)].format(rules=rules.id))


_FAULTS: Final = {
    1: "the solver takes games of up to four players; {rules} has more",
    2: "the solver takes up to 20 cards of a suit in all hands; this deal of {rules} has more",
    3: "hands and trick do not fit together: every seat that has not played has one card more than those that have",
    4: "a trick on the table has fewer cards than there are players",
    5: "the solver was given too little memory for its index",
    6: "the solver takes up to 65,000 points in a deal, in the unit that divides all card values; {rules} has more",
}


def _solve(question: Question) -> Solution:
    from pinosim.core.double_dummy.driver import NO_GUESS, reaches
    from pinosim.core.double_dummy.driver import solve as search

    _say_if_compiling()
    started = time.perf_counter()
    desk = _Desk(question)
    limit = question.node_limit or 0
    if question.at_least is None:
        low, high, nodes = search(*desk.memory, NO_GUESS, limit, 0)
    else:
        answer, nodes = reaches(*desk.memory, question.at_least, limit)
        low = question.at_least if answer == 1 else 0
        high = question.at_least - 1 if answer == 0 else question.total
    return Solution(question, int(low), int(high), int(nodes), time.perf_counter() - started)


def first_cards_of(question: Question) -> dict[str, int]:
    """Find what `Solution.first_cards` tells."""
    import numpy as np

    from pinosim.core.double_dummy.driver import NO_GUESS
    from pinosim.core.double_dummy.driver import solve as search
    from pinosim.core.double_dummy.line import MAX_MOVES, value_cards

    desk = _Desk(question)
    limit = question.node_limit or 0
    low, high, nodes = search(*desk.memory, NO_GUESS, limit, 0)
    kinds, lows, highs = np.zeros((3, MAX_MOVES), np.int64)
    spent = bool(limit) and (low != high or nodes >= limit)
    n = 0
    if not spent and question.deal.hands[question.to_play]:
        n, _ = value_cards(*desk.memory, low, limit - int(nodes) if limit else 0, kinds, lows, highs)
        spent = bool((lows[:n] != highs[:n]).any())
    if spent:
        raise PinosimError(f"the values of all first cards take more than node_limit={question.node_limit:,} nodes")
    deck = question.rules.deck
    # High cards first where values are equal, as hands are printed.
    worth = {deck.token(int(kind)): int(low) for kind, low in zip(kinds[:n], lows[:n], strict=True)}
    sign = -1 if question.to_play in question.side else 1
    order = {card: place for place, card in enumerate(Hand(" ".join(worth)).cards())} if worth else {}
    return dict(sorted(worth.items(), key=lambda pair: (sign * pair[1], order[pair[0]])))


def line_of(question: Question, value: int) -> tuple[str, ...]:
    """Find one line of best play, the value being known."""
    import numpy as np

    from pinosim.core.double_dummy.driver import solve as search
    from pinosim.core.double_dummy.line import best_line

    desk = _Desk(question)
    search(*desk.memory, value, 0, 0)
    line = np.zeros(question.rules.deck.size, np.int64)
    n, _ = best_line(*desk.memory, value, line)
    return tuple(question.rules.deck.token(int(kind)) for kind in line[:n])


def _warm() -> None:
    _say_if_compiling()
    _solve(_question("AS 9H | TS KH | KS QH | QS JH", "S", 0, load_rules("family250"), "", None, None, None, 0.001))


def _say_if_compiling() -> None:
    from pinosim.api.warm import say_if_compiling

    say_if_compiling()


def _question(
    deal: Deal | str,
    trump: str,
    leader: int,
    rules: Rules | None,
    trick: str | Sequence[str],
    declarer: int | None,
    at_least: int | None,
    node_limit: int | None,
    table_megabytes: float,
) -> Question:
    if rules is not None:
        expect_rules(rules)
    if isinstance(deal, Deal) and rules is not None and rules.hash != deal.rules.hash:
        raise DealError(f"the deal was made for {deal.rules.id}, not {rules.id}; make it again with Deal(text, rules)")
    game = deal if isinstance(deal, Deal) else Deal(deal, load_rules() if rules is None else rules)
    rules = game.rules
    players = rules.seats.players
    for seat, known in enumerate(game.known):
        if not known:
            raise DealError(f"seat {seat}: the hand is not known; a deal is solved with all cards seen")
    seat = whole_number("leader", leader, 0, players - 1)
    alone = None if declarer is None else whole_number("declarer", declarer, 0, players - 1)
    suit = read_suit(trump)
    cards = tuple(read_trick(trick, rules))
    _check_trick(game, suit, seat, cards)
    if at_least is not None:
        at_least = whole_number("at_least", at_least, 0, MOST_POINTS)
    if node_limit is not None:
        node_limit = whole_number("node_limit", node_limit, 1, MOST_NODES)
    size: object = table_megabytes
    if not isinstance(size, (int, float)) or isinstance(size, bool) or not 0.001 <= size <= MOST_MEGABYTES:
        raise PinosimError(f"table_megabytes: expected 0.001 to {MOST_MEGABYTES:,}, got {table_megabytes!r}")
    side = _side_of(seat, alone, rules)
    return Question(game, suit, seat, cards, side, at_least, node_limit, float(table_megabytes))


def _check_trick(deal: Deal, trump: str, leader: int, trick: tuple[str, ...]) -> None:
    rules = deal.rules
    players = rules.seats.players
    if len(trick) >= players:
        raise IllegalPlay(
            f"trick: expected up to {players - 1} cards on the table, got {len(trick)}: {' '.join(trick)}"
        )
    sizes = [len(hand) + ((seat - leader) % players < len(trick)) for seat, hand in enumerate(_hands(deal))]
    if len(set(sizes)) > 1:
        counted = ", ".join(f"seat {seat} {len(hand)}" for seat, hand in enumerate(_hands(deal)))
        raise DealError(
            f"hands and trick do not fit together: seat {leader} led and {len(trick)} cards are on the table, so the "
            f"seats that have played hold one card fewer than the others; they hold {counted}"
        )
    for place, card in enumerate(trick):
        seat = (leader + place) % players
        hand = _hands(deal)[seat] + card
        allowed = legal_plays(hand, trick[:place], trump, rules)
        if card not in allowed:
            raise IllegalPlay(
                f"trick: {card} by seat {seat} is not allowed with {hand.short()} on {' '.join(trick[:place])}; "
                f"expected one of {' '.join(allowed)}"
            )


def _hands(deal: Deal) -> list[Hand]:
    return [hand for hand in deal.hands if hand is not None]


def _plays_alone(rules: Rules) -> bool:
    return rules.seats.teams == rules.seats.players


def _side_of(leader: int, declarer: int | None, rules: Rules) -> tuple[int, ...]:
    players = rules.seats.players
    if _plays_alone(rules):
        one = leader if declarer is None else declarer
        return (one,) if one == leader else tuple(seat for seat in range(players) if seat != one)
    if declarer is not None:
        raise PinosimError(f"declarer: {rules.id} is played in teams; leave it out (got {declarer!r})")
    return tuple(seat for seat in range(players) if (seat - leader) % rules.seats.teams == 0)


def _one_each(what: str, given: Any, n: int) -> list[Any]:
    if given is None or isinstance(given, str) or not hasattr(given, "__len__"):
        return [given] * n
    if len(given) != n:
        raise PinosimError(f"{what}: expected one for all, or one for each of the {n:,} deals, got {len(given):,}")
    return list(given)
