"""The parts of the double-dummy search: rows, moves, scores, table, driver, first cards, line."""

from __future__ import annotations

import importlib
import random
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from pinosim.api.deal import Deal, deal_many
from pinosim.api.solution import Question, Solution
from pinosim.api.solve import solve, solve_many, solve_table
from pinosim.core import slots as S
from pinosim.core.double_dummy import (
    bounds,
    driver,
    guessing,
    line,
    machine,
    playing,
    search,
    setting,
    suits,
    weights,
)
from pinosim.core.double_dummy import places as P
from pinosim.core.legal import legal_cards
from pinosim.errors import CardError, DealError, IllegalPlay, PinosimError
from pinosim.rules.load import load_rules

solve_module = importlib.import_module("pinosim.api.solve")  # the name is that of the function as well
pytestmark = pytest.mark.jit
Ints = NDArray[np.int64]
NO_TRICK = np.zeros(4, np.int64)
SIDES = 5


@pytest.fixture(scope="module")
def memory() -> tuple[Ints, NDArray[np.int32], Ints]:
    return driver.new_memory(1, 1 << 22)


def vector_of(name: str) -> Ints:
    return np.array(load_rules(name).vector, np.int64)


def endings(name: str, size: int, n: int, seed: int) -> list[tuple[Ints, int, int, Ints]]:
    """Random endings: hands, trump, leader, rules."""
    chance = random.Random(seed)
    vector = vector_of(name)
    n_ranks, width = int(vector[S.N_RANKS]), int(vector[S.WIDTH])
    made = []
    for hands in deal_many(load_rules(name), seed=seed, n=n).tolist():
        shorter = []
        for hand in hands:
            cards = [card for card in range(4 * n_ranks) for _ in range((hand >> (card * width)) & ((1 << width) - 1))]
            shorter.append(sum(1 << (card * width) for card in chance.sample(cards, size)))
        made.append((np.array(shorter, np.int64), chance.randrange(4), chance.randrange(4), vector))
    return made


def lay_out(memory: tuple[Ints, NDArray[np.int32], Ints], case: tuple[Ints, int, int, Ints]) -> None:
    hands, trump, leader, vector = case
    assert setting.set_deal(memory[0], memory[1], hands, NO_TRICK, 0, leader, trump, SIDES, vector) == setting.OK


def row_of(memory: tuple[Ints, NDArray[np.int32], Ints], text: str, suit: int = 0) -> list[int]:
    deal = Deal(text, load_rules("family250"))
    deck = deal.rules.deck
    hands = np.array([hand.mask(deck) for hand in deal.hands if hand is not None], np.int64)
    lay_out(memory, (hands, 3, 0, vector_of("family250")))
    suits.make_row(memory[0], suit, int(memory[0][P.START + suit]), P.ROWS)
    return [int(number) for number in memory[0][P.ROWS : P.ROWS + P.ROW_SIZE]]


def test_what_stands_in_for_the_machine_without_numba() -> None:
    stand_ins = (machine._python_count_ones, machine._python_lowest_one, machine._python_highest_one)
    assert [f(0b1011000) for f in stand_ins] == [3, 3, 6]
    assert [f(1 << 62) for f in stand_ins] == [1, 62, 62]


def test_runs_of_one_hand_make_one_code_whatever_their_ranks(memory) -> None:
    # Ace and ten of one hand with nothing between are as good as two aces; so are ten and king.
    same = [row_of(memory, f"{cards} | QS JS | 9H 9H | KC QC") for cards in ("AS AS", "AS TS", "TS KS")]
    assert same[0][: P.RANK_AT] == same[1][: P.RANK_AT] == same[2][: P.RANK_AT]
    assert [bin(row[P.REPRESENTATIVES]).count("1") for row in same] == [2, 2, 2]  # one a hand


def test_a_tie_and_a_card_between_make_other_codes(memory) -> None:
    run = row_of(memory, "AS KS | QS JS | 9H 9H | KC QC")
    tie = row_of(memory, "AS KS | AS JS | 9H 9H | KC QC")
    between = row_of(memory, "AS KS | TS JS | 9H 9H | KC QC")
    assert len({row[P.CODE] for row in (run, tie, between)}) == 3
    assert [row[P.SHAPE] == run[P.SHAPE] for row in (tie, between)] == [False, False]
    assert tie[P.SHAPE] == between[P.SHAPE]  # each side has the same number of counters and of blanks


def test_cards_that_count_differently_are_never_merged(memory) -> None:
    assert bin(row_of(memory, "KS QS | 9H 9H | KH KH | KC QC")[P.REPRESENTATIVES]).count("1") == 2


@pytest.mark.parametrize("name", ["family250", "guide-double"])
@pytest.mark.parametrize("duties", range(8))
def test_moves_are_the_legal_cards(memory, name: str, duties: int) -> None:
    """Play at random; the moves and the cards they stand for are what `core.legal` allows."""
    chance = random.Random(duties)
    for case in endings(name, 5, 15, seed=duties + 1):
        hands, trump, _, vector = case
        vector[S.BEAT_TRUMP_LEAD], vector[S.BEAT_PLAIN_LEAD] = duties & 1, (duties >> 1) & 1
        vector[S.OVERTRUMP] = duties >> 2
        vector[S.MUST_TRUMP] = duties != 5
        vector[S.BEAT_PLAIN_AFTER_TRUMP] = duties == 6
        lay_out(memory, case)
        m = memory[0]
        n_ranks, width = int(vector[S.N_RANKS]), int(vector[S.WIDTH])
        held = hands.copy()
        trick: list[int] = []
        for _ in range(20):
            n, seat = playing.moves_now(*memory[:2])
            f = search.first_frame(m, memory[1])
            kinds = set()
            for card in m[P.CHOICES : P.CHOICES + n]:
                run = int(line.run_of(m, f, card))
                kinds |= {int(m[P.KIND + (card & 96) + bit]) for bit in range(24) if run >> bit & 1}
            led = trick[0] // n_ranks if trick else 0
            best = best_led = -1
            for card in trick:
                beats = card > best if card // n_ranks == best // n_ranks else card // n_ranks == trump
                if best < 0 or beats:
                    best = card
                if card // n_ranks == led:
                    best_led = max(best_led, card)
            legal = int(legal_cards(held[seat], led, best, best_led, trump, vector))
            expected = {kind for kind in range(4 * n_ranks) if legal >> (kind * width) & ((1 << width) - 1)}
            assert kinds == expected
            card = int(m[P.CHOICES + chance.randrange(n)])
            kind = int(m[P.KIND + card])
            held[seat] -= 1 << (kind * width)
            trick = [*trick, kind] if len(trick) < 3 else []
            playing.play_now(*memory[:2], card)


def test_the_weights_file_has_every_feature() -> None:
    found = weights.read_weights()
    assert list(found) == list(weights.WEIGHED)
    for name, (features, _) in weights.WEIGHED.items():
        assert set(found[name]) == set(features)


def test_a_guess_changes_nothing_but_the_work(memory) -> None:
    for case in endings("wocg-single", 7, 25, seed=4):
        values = set()
        for guess in (driver.NO_GUESS, 0, 5, 9, 40):
            lay_out(memory, case)
            low, high, _ = driver.solve(*memory, guess, 0, 0)
            assert low == high
            values.add(int(low))
        assert len(values) == 1


def test_a_play_out_leaves_the_position_alone(memory) -> None:
    for case in endings("guide-double", 6, 10, seed=5):
        lay_out(memory, case)
        before = memory[0][: P.ROWS_USED].copy()
        assert 0 <= playing.play_out(*memory[:2]) <= memory[0][P.LEFT]
        assert memory[0][: P.ROWS_USED].tolist() == before.tolist()


def bound_of(memory: tuple[Ints, NDArray[np.int32], Ints], text: str, target: int) -> tuple[bool, int]:
    """Points that can be cashed at once in an ending with spades trump and seat 0 to lead."""
    rules = load_rules("wocg-single")
    deal = Deal(text, rules)
    hands = np.array([hand.mask(rules.deck) for hand in deal.hands if hand is not None], np.int64)
    lay_out(memory, (hands, 0, 0, vector_of("wocg-single")))
    f = search.first_frame(memory[0], memory[1])
    memory[0][f + P.TARGET] = target
    answered, value, _ = bounds.cash_out(memory[0], f)
    return bool(answered), int(value)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        # Partner has no trump to give to the ace and throws a counter; seat 3 keeps a trump for the other trick.
        ("AS 9H | QS 9C | AD 9D | JS 9S", 2),
        # It throws no more counters than it has.
        ("AS 9H | QS 9C | QD 9D | JS 9S", 1),
        # A heart to partner's ace; its ace of clubs would be ruffed.
        ("9H 9D | JH 9S | AH AC | QH 9C", 1),
        # Seat 1 has no heart but a trump: the lead cannot come over.
        ("9H 9D | JC 9S | AH AC | QH 9C", -1),
        # An ace that was led first beats partner's, who gives it.
        ("AH KD | JH 9S | AH TC | QH 9C", 2),
    ],
)
def test_points_that_can_be_cashed(memory, text: str, points: int) -> None:
    if points > 0:
        assert bound_of(memory, text, points) == (True, points)
    assert not bound_of(memory, text, max(points, 0) + 1)[0]


@pytest.mark.parametrize("name", ["wocg-single", "guide-double"])
def test_guesses_are_near(memory, name: str) -> None:
    off = []
    for case in endings(name, 8, 40, seed=11):
        lay_out(memory, case)
        before = memory[0][: P.ROWS_USED].copy()
        guess = int(guessing.guess_value(*memory[:2]))
        assert memory[0][: P.ROWS_USED].tolist() == before.tolist()
        assert 0 <= guess <= memory[0][P.LEFT]
        off.append(guess - 0.5 - driver.solve(*memory, driver.NO_GUESS, 0, 0)[0] / memory[0][P.UNIT])
    assert abs(np.mean(off)) < 1.5
    assert np.std(off) < 4


def test_small_tables_give_the_same_values() -> None:
    tiny, large = driver.new_memory(0.001, 1 << 16), driver.new_memory(4, 1 << 16)
    assert len(tiny[2]) == 2 * 2 * P.BUCKET
    for case in endings("family250", 8, 25, seed=6):
        found = []
        for memory in (tiny, large):
            lay_out(memory, case)
            found.append(driver.solve(*memory, driver.NO_GUESS, 0, 0))
        assert found[0][0] == found[1][0]
        assert found[1][2] <= found[0][2] * 1.05


def test_a_table_used_a_thousand_times_forgets_all_the_same() -> None:
    memory = driver.new_memory(0.1, 1 << 16)
    memory[0][P.GENERATION] = P.GENERATIONS - 3
    generations = []
    for case in endings("family250", 5, 6, seed=16):
        lay_out(memory, case)
        found = driver.solve(*memory, driver.NO_GUESS, 0, 0)
        generations.append(int(memory[0][P.GENERATION]))
        fresh = driver.new_memory(0.1, 1 << 16)
        lay_out(fresh, case)
        assert found == driver.solve(*fresh, driver.NO_GUESS, 0, 0)  # the nodes too: nothing of earlier deals was found
    assert generations == [P.GENERATIONS - 2, P.GENERATIONS - 1, 1, 2, 3, 4]


def test_arrays_begin_at_a_cache_line() -> None:
    memory, _, table = driver.new_memory(1)
    assert memory.ctypes.data % 64 == table.ctypes.data % 64 == 0
    assert len(memory) == P.MEMORY_SIZE


def test_seconds_do_not_count_the_loading_of_kernels(monkeypatch) -> None:
    clock = [0.0]
    answered = []

    def slow_at_first(question: Question) -> Solution:
        if not answered:
            clock[0] += 100.0  # as if it had to compile
        answered.append(question)
        return answer(question)

    answer = solve_module._answer
    monkeypatch.setattr(solve_module, "_answer", slow_at_first)
    monkeypatch.setattr(solve_module, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    solve_module._load_kernels.cache_clear()
    first, second = (solve("AS 9H | TS KH | KS QH | QS JH", "S", rules=load_rules("family250")) for _ in range(2))
    assert first.value == second.value == 40
    assert first.seconds == second.seconds == 0.0
    assert len(answered) == 3  # one of them to load the kernels
    assert clock == [100.0]


def test_spare_rows_serve_when_all_are_used(memory) -> None:
    for case in endings("family250", 7, 10, seed=7):
        lay_out(memory, case)
        expected = driver.solve(*memory, driver.NO_GUESS, 0, 0)
        lay_out(memory, case)
        memory[0][P.ROWS_USED] = P.MAX_ROWS - 3
        assert driver.solve(*memory, driver.NO_GUESS, 0, 0) == expected


def test_limits_narrow_an_interval_that_holds_the_value(memory) -> None:
    narrowed = 0
    for case in endings("guide-double", 9, 12, seed=8):
        lay_out(memory, case)
        value, _, _ = driver.solve(*memory, driver.NO_GUESS, 0, 0)
        for limit in (1, 50, 500, 5000):
            lay_out(memory, case)
            low, high, nodes = driver.solve(*memory, driver.NO_GUESS, limit, 0)
            assert low <= value <= high
            assert nodes <= limit + 3  # the last trick is counted as a whole
            narrowed += 0 < high - low < memory[0][P.LEFT]
    assert narrowed > 12


def test_whole_deals_stay_within_their_nodes() -> None:
    """Speed is judged by nodes: what twelve deals take must not grow by half unseen."""
    deals = list(map(int, range(12)))
    rules = load_rules("family250")
    solutions = solve_many([Deal.random(rules, seed=20, number=n) for n in deals], "S", 0)
    assert sum(solution.nodes for solution in solutions) < 9_000_000
    assert all(solution.exact for solution in solutions)


# ---- the api


def test_first_cards_and_line_agree_with_the_value() -> None:
    deal = Deal("AS 9H TD | TS KH QD | KS QH AD | QS JH KD", load_rules("family250"))
    solution = solve(deal, "S")
    assert max(solution.first_cards.values()) == solution.value == next(iter(solution.first_cards.values()))
    assert solution.line[0] in solution.first_cards
    assert solution.first_cards[solution.line[0]] == solution.value
    assert sorted(solution.line) == sorted(card for hand in deal.hands if hand for card in hand)


def test_the_table_is_sixteen_solutions() -> None:
    deal = Deal("AS 9H TD | TS KH QD | KS QH AD | QS JH KD", load_rules("family250"))
    table = solve_table(deal)
    every = [(trump, leader) for trump in "SHDC" for leader in range(4)]
    assert table.values == {(trump, leader): solve(deal, trump, leader).value for trump, leader in every}
    assert table == solve(deal, "S").table()
    assert table.to_frame().shape == (4, 4)


def test_an_empty_ending_is_worth_nothing() -> None:
    solution = solve(Deal.from_hands(["", "", "", ""], load_rules("family250")), "S")
    assert (solution.value, solution.line, solution.first_cards) == (0, (), {})


def test_questions_of_at_least() -> None:
    text = "AS 9H TD | TS KH QD | KS QH AD | QS JH KD"
    value = solve(text, "S").value
    assert value is not None
    for points in range(0, 100, 10):
        solution = solve(text, "S", at_least=points)
        assert solution.reached == (value >= points)
        assert solution.low <= value <= solution.high


def test_one_against_two() -> None:
    rules = load_rules("family250-3h")
    text = "AS 9H TD | TS KH QD | KS QH AD"
    alone = solve(text, "S", 0, rules=rules)
    assert alone.question.side == (0,)
    against = solve(text, "S", 1, rules=rules, declarer=0)
    assert against.question.side == (1, 2)
    assert solve_table(Deal(text, rules), declarer=0).values["S", 1] == against.value


def test_an_unfinished_answer_is_never_shown_as_exact() -> None:
    deal = Deal.random(load_rules("guide-double"), seed=1)
    solution = solve(deal, "S", node_limit=2000)
    assert isinstance(solution, Solution)
    assert (solution.exact, solution.value, solution.line) == (False, None, ())
    assert "not exact" in str(solution)
    with pytest.raises(PinosimError, match="node_limit"):
        _ = solution.first_cards


@pytest.mark.parametrize(
    ("error", "match", "arguments"),
    [
        (DealError, "seat 2: the hand is not known", {"deal": "AS | KS | x | 9S"}),
        (CardError, "suit", {"trump": "X"}),
        (PinosimError, "leader", {"leader": 4}),
        (PinosimError, "at_least", {"at_least": -1}),
        (PinosimError, "node_limit", {"node_limit": 0}),
        (PinosimError, "table_megabytes", {"table_megabytes": 0}),
        (PinosimError, "declarer", {"declarer": 0}),
        (IllegalPlay, "KH by seat 1", {"deal": "9S | AS | KS KC | 9D JD", "trick": "TS KH"}),
        (DealError, "do not fit together", {"trick": "TS"}),
        (IllegalPlay, "up to 3 cards", {"trick": "TS AS KS QS"}),
    ],
)
def test_bad_questions_are_refused(error: type[PinosimError], match: str, arguments: dict[str, object]) -> None:
    asked: dict[str, object] = {"deal": "AS 9H | TS KH | KS QH | QS JH", "trump": "S", **arguments}
    with pytest.raises(error, match=match):
        solve(**asked)  # type: ignore[arg-type]


def test_games_the_search_cannot_take_are_refused() -> None:
    deal = Deal.random(load_rules("universal-6h"), seed=1)
    with pytest.raises(DealError, match="up to four players"):
        solve(deal, "S")
