"""`solve`: the exact value of a deal with all cards seen, both sides playing as well as can be (double dummy)."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pinosim.api.anytime import Budget, narrow_within, play_open, reaches_within
from pinosim.api.deal import Deal
from pinosim.api.hand import Hand
from pinosim.api.legal import legal_plays, read_trick
from pinosim.api.numbers import whole_number, worker_count
from pinosim.api.solution import TABLE_MEGABYTES, Question, Solution, SolutionTable
from pinosim.api.solver_desk import Desk, check_duties
from pinosim.cards import SUITS, read_suit
from pinosim.errors import DealError, IllegalPlay, PinosimError
from pinosim.rules.load import expect_rules, load_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

MOST_NODES: Final = 2**62
MOST_MEGABYTES: Final = 65_536
MOST_POINTS: Final = 2**40
MOST_SECONDS: Final = 1e6
MOST_HORIZON: Final = 60
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
    seconds: float | None = None,
    horizon: int | None = None,
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
    seconds : float, optional
        Search at most so long by the clock on the wall, up to 1,000,000; the answer then may be an interval, and
        another one in another run.
    horizon : int, optional
        Also tell what play by the order of moves down to so many cards a hand, and exact play from there, brings:
        `Solution.play_out`. Not together with `at_least`.
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
    limits = _limits(at_least, node_limit, seconds, horizon, table_megabytes)
    return _solve(_question(deal, trump, leader, rules, trick, declarer, limits))


def solve_many(
    deals: Iterable[Deal],
    trump: str | Sequence[str],
    leader: int | Sequence[int] = 0,
    *,
    declarer: int | Sequence[int] | None = None,
    at_least: int | None = None,
    node_limit: int | None = None,
    seconds: float | None = None,
    horizon: int | None = None,
    table_megabytes: float = TABLE_MEGABYTES,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Solution]:
    """Solve many deals in threads. The result does not depend on how many, unless `seconds` are a limit.

    Parameters
    ----------
    deals : iterable of Deal
        All hands known.
    trump, leader, declarer : one for all deals, or a sequence of one a deal
        As in `solve`; one trump for all is a suit in text, several are a list or a tuple.
    at_least, node_limit, seconds, horizon, table_megabytes
        As in `solve`, for each deal; the memory is that of one thread.
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
    limits = _limits(at_least, node_limit, seconds, horizon, table_megabytes)
    questions = [
        _question(deal, suit, seat, None, "", alone, limits)
        for deal, suit, seat, alone in zip(listed, *columns, strict=True)
    ]
    workers = worker_count(jobs)
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

    _load_kernels_for(questions[0])  # threads that compile side by side would each do the whole work
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

    _load_kernels(False, False, False, False)
    started = time.perf_counter()
    values: dict[tuple[str, int], int] = {}
    nodes = 0
    first = _question(deal, "S", 0, rules, "", declarer, _limits(table_megabytes=table_megabytes))
    players = first.rules.seats.players
    total = first.total
    for trump in SUITS:
        question = replace(first, trump=trump)
        desk = Desk(question)
        guess = NO_GUESS
        for leader in range(players):
            set_leader(desk.memory[0], leader)
            low, _, used = search(*desk.memory, guess, 0, int(leader > 0))
            guess = int(low)
            nodes += int(used)
            values[trump, leader] = guess if leader in question.side else total - guess
    return SolutionTable(first.deal, values, nodes, time.perf_counter() - started)


def _solve(question: Question) -> Solution:
    _load_kernels_for(question)
    return _answer(question)


def _answer(question: Question) -> Solution:
    from pinosim.core.double_dummy.driver import NO_GUESS, reaches
    from pinosim.core.double_dummy.driver import solve as search

    started = time.perf_counter()
    budget = Budget(question.node_limit, question.seconds)
    played = None if question.horizon is None else play_open(question, question.horizon, budget)
    low, high = 0, question.total
    wanted = question.at_least
    if wanted is not None:
        if question.seconds is None:
            answer, nodes = reaches(*Desk(question).memory, wanted, question.node_limit or 0)
            budget.take(int(nodes), time.perf_counter() - started)
            reached = None if answer < 0 else answer == 1
        else:
            reached = reaches_within(question, wanted, budget)
        low, high = wanted if reached else 0, wanted - 1 if reached is False else question.total
    elif played is not None and played.horizon == question.cards_left:
        low = high = played.points
    elif budget.limited:
        low, high = narrow_within(question, None if played is None else played.points, budget)
    else:
        guess = NO_GUESS if played is None else played.points
        low, high, nodes = map(int, search(*Desk(question).memory, guess, 0, 0))
        budget.take(nodes, time.perf_counter() - started)
    spent = time.perf_counter() - started
    if played is None:
        return Solution(question, low, high, budget.spent, spent)
    return Solution(question, low, high, budget.spent, spent, played.points, played.horizon)


def first_cards_of(question: Question, value: int | None) -> dict[str, int]:
    """Find what `Solution.first_cards` tells; `value` is that of the position, if it is known."""
    import numpy as np

    from pinosim.core.double_dummy.driver import NO_GUESS
    from pinosim.core.double_dummy.driver import solve as search
    from pinosim.core.double_dummy.line import MAX_MOVES, value_cards

    desk = Desk(question)
    limit = question.node_limit or 0
    low, high, nodes = search(*desk.memory, NO_GUESS if value is None else value, limit, 0)
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

    desk = Desk(question)
    search(*desk.memory, value, 0, 0)
    line = np.zeros(question.rules.deck.size, np.int64)
    n, _ = best_line(*desk.memory, value, line)
    return tuple(question.rules.deck.token(int(kind)) for kind in line[:n])


def _load_kernels_for(question: Question) -> None:
    """Compile the kernels that a question needs, or load them, before any clock runs."""
    kind = (question.at_least, question.node_limit, question.seconds, question.horizon)
    _load_kernels(*(given is not None for given in kind))


@cache
def _load_kernels(at_least: bool, node_limit: bool, seconds: bool, horizon: bool) -> None:
    """Answer a small question of a kind; once in a process."""
    from pinosim.api.warm import say_if_compiling

    say_if_compiling("search.ask")
    if seconds:
        # Within a time limit whatever is left of it decides which kernels have their turn.
        _load_kernels(False, False, False, False)
        _load_kernels(False, True, False, True)
    limits = _limits(
        10 if at_least else None,
        1000 if node_limit else None,
        60.0 if seconds else None,
        1 if horizon else None,
        table_megabytes=0.001,
    )
    _answer(_question("AS 9H | TS KH | KS QH | QS JH", "S", 0, load_rules("family250"), "", None, limits))


class _Limits(NamedTuple):
    """What is asked, and what may be spent on it, checked."""

    at_least: int | None
    node_limit: int | None
    seconds: float | None
    horizon: int | None
    table_megabytes: float


def _limits(
    at_least: int | None = None,
    node_limit: int | None = None,
    seconds: float | None = None,
    horizon: int | None = None,
    table_megabytes: float = TABLE_MEGABYTES,
) -> _Limits:
    if at_least is not None:
        at_least = whole_number("at_least", at_least, 0, MOST_POINTS)
    if node_limit is not None:
        node_limit = whole_number("node_limit", node_limit, 1, MOST_NODES)
    if seconds is not None:
        seconds = _number("seconds", seconds, 0.0, MOST_SECONDS)
    if horizon is not None:
        horizon = whole_number("horizon", horizon, 0, MOST_HORIZON)
        if at_least is not None:
            raise PinosimError("horizon: at_least asks yes or no, a play-out gives points; leave one of the two out")
    return _Limits(
        at_least, node_limit, seconds, horizon, _number("table_megabytes", table_megabytes, 0.001, MOST_MEGABYTES)
    )


def _number(name: str, given: object, least: float, most: float) -> float:
    if not isinstance(given, (int, float)) or isinstance(given, bool) or not least <= given <= most:
        raise PinosimError(f"{name}: expected {least:g} to {most:,.0f}, got {given!r}")
    return float(given)


def _question(
    deal: Deal | str,
    trump: str,
    leader: int,
    rules: Rules | None,
    trick: str | Sequence[str],
    declarer: int | None,
    limits: _Limits,
) -> Question:
    if rules is not None:
        expect_rules(rules)
    if isinstance(deal, Deal) and rules is not None and rules.hash != deal.rules.hash:
        raise DealError(f"the deal was made for {deal.rules.id}, not {rules.id}; make it again with Deal(text, rules)")
    game = deal if isinstance(deal, Deal) else Deal(deal, load_rules() if rules is None else rules)
    rules = game.rules
    check_duties(rules)
    players = rules.seats.players
    for seat, known in enumerate(game.known):
        if not known:
            raise DealError(f"seat {seat}: the hand is not known; a deal is solved with all cards seen")
    seat = whole_number("leader", leader, 0, players - 1)
    alone = None if declarer is None else whole_number("declarer", declarer, 0, players - 1)
    suit = read_suit(trump)
    cards = tuple(read_trick(trick, rules))
    _check_trick(game, suit, seat, cards)
    return Question(game, suit, seat, cards, _side_of(seat, alone, rules), *limits)


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


def _side_of(leader: int, declarer: int | None, rules: Rules) -> tuple[int, ...]:
    players = rules.seats.players
    if rules.seats.apart:
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
