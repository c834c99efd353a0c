"""The solver against brute force: endings of both decks under every combination of duties, mid-trick too."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from deals.make import with_known_values
from double_dummy_cases import ALL_DUTIES, GAMES, ask, fewer, flags_of, random_position, rules_for, spread, wraps_around
from double_dummy_deals import ENDINGS, LONGEST, RANDOM, SLOWEST, SMOKE, KnownDeal, read_deals
from double_dummy_oracles import Duties, Position, after, alpha_beta, brute_force, duties_of, first_cards, legal
from naive import FAMILY250, SUITS, WOCG_SINGLE
from pinosim.api.solve import solve
from pinosim.rules.load import load_rules

pytestmark = wraps_around
EVERY_GAME = range(len(GAMES))


def short_value(position: Position) -> int:
    return alpha_beta(position, table_megabytes=1).value


def test_every_line_of_play_tried() -> None:
    cases = {(game, cards): fewer(n) for game in EVERY_GAME for cards, n in ((1, 100), (2, 150), (3, 350), (4, 150))}
    for game, position in spread(cases, seed=11):
        solution = ask(position, rules_for(game, position.duties))
        assert solution.exact
        assert solution.value == brute_force(position), position


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_line_of_play_of_five_and_six_cards_tried() -> None:
    cases = {(game, cards): n for game in EVERY_GAME for cards, n in ((5, 300), (6, 10))}
    for game, position in spread(cases, seed=12):
        assert ask(position, rules_for(game, position.duties)).value == brute_force(position), position


@pytest.mark.jit
def test_longer_endings() -> None:
    cases = {(game, cards): n for game in EVERY_GAME for cards, n in ((5, 250), (6, 250), (7, 25), (8, 5))}
    for game, position in spread(cases, seed=13):
        assert ask(position, rules_for(game, position.duties)).value == short_value(position), position


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_many_longer_endings() -> None:
    cases = {
        (game, cards): n for game in EVERY_GAME for cards, n in ((5, 3000), (6, 3000), (7, 1000), (8, 300), (9, 50))
    }
    for game, position in spread(cases, seed=14):
        assert ask(position, rules_for(game, position.duties)).value == short_value(position), position


@pytest.mark.parametrize("duties", ALL_DUTIES, ids=lambda duties: "".join("01"[flag] for flag in duties))
def test_each_combination_of_duties(duties: Duties) -> None:
    chooser = random.Random(15)
    for number in range(fewer(40)):
        game, played = number % len(GAMES), number // len(GAMES) % 4
        position = random_position(GAMES[game], 4, chooser, played=played, duties=duties)
        assert ask(position, rules_for(game, position.duties)).value == brute_force(position), position


def test_the_value_of_every_first_card() -> None:
    cases = {(game, cards): fewer(n) for game in EVERY_GAME for cards, n in ((1, 20), (2, 60), (3, 60), (4, 30))}
    for game, position in spread(cases, seed=16):
        solution = ask(position, rules_for(game, position.duties))
        assert solution.first_cards == first_cards(position, brute_force), position


@pytest.mark.jit
def test_the_value_of_every_first_card_of_longer_endings() -> None:
    for game, position in spread({(game, 6): 60 for game in EVERY_GAME}, seed=17):
        solution = ask(position, rules_for(game, position.duties))
        assert solution.first_cards == first_cards(position, short_value), position


def test_one_against_two() -> None:
    """Three hands: the declarer, who need not lead, against the two others."""
    chooser = random.Random(18)
    for number in range(fewer(400)):
        drawn = random_position(FAMILY250, 1 + number % 5, chooser)
        duties = chooser.choice(ALL_DUTIES)
        declarer = chooser.randrange(3)
        position = replace(
            drawn,
            hands=drawn.hands[:3],
            leader=number % 3,
            duties=duties,
            sides=tuple(int(seat == declarer) for seat in range(3)),
        )
        for _ in range(number % 3 if number % 2 else 0):
            position, _ = after(position, chooser.choice(legal(position)))
        rules = load_rules("family250-3h", flags_of(duties))
        assert ask(position, rules, declarer=declarer).value == short_value(position), (position, declarer)


# --- the deals kept as files -----------------------------------------------------------------------------------------


def check_values(deals: list[KnownDeal]) -> None:
    assert deals
    for known in deals:
        rules = load_rules("guide-double" if known.double else "wocg-single")
        assert solve(known.text, known.trump, known.leader, rules=rules).value == known.value, known.line


def known_values(name: str) -> list[KnownDeal]:
    return [known for known in read_deals(name) if known.value is not None]


@pytest.mark.jit
def test_whole_deals_for_a_quick_look() -> None:
    check_values(read_deals(SMOKE))


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.parametrize("name", [RANDOM, LONGEST])
def test_whole_deals(name: str) -> None:
    check_values(known_values(name))


@pytest.mark.jit
@pytest.mark.slow
def test_endings_of_the_double_deck() -> None:
    check_values(known_values(ENDINGS))


@pytest.mark.jit
def test_the_files_hold_what_they_say() -> None:
    random_deals, longest_deals = read_deals(RANDOM), read_deals(LONGEST)
    assert (len(read_deals(SMOKE)), len(random_deals), len(longest_deals)) == (20, 200, 200)
    assert all(known.value is not None for known in read_deals(SMOKE))
    assert len(known_values(RANDOM)) + len(known_values(LONGEST)) >= 100
    for known in [*random_deals, *longest_deals, *read_deals(SMOKE)]:
        assert [len(hand) for hand in known.hands] == [12] * 4
        assert known.value is None or 0 <= known.value <= 25
    for known in longest_deals:
        ours = [card[1] for seat in (known.leader, (known.leader + 2) % 4) for card in known.hands[seat]]
        assert ours.count(known.trump) == max(map(ours.count, SUITS))
    assert {len(known.hands[0]) for known in read_deals(ENDINGS)} == set(range(8, 15))


@pytest.mark.parametrize("name", [SMOKE, RANDOM, LONGEST, SLOWEST, ENDINGS])
def test_the_script_makes_the_same_deals_again_and_keeps_their_values(name: str) -> None:
    assert [known.line for known in with_known_values(name)] == [known.line for known in read_deals(name)]


@pytest.mark.jit
def test_ten_times_the_points_is_ten_times_the_value() -> None:
    assert duties_of(FAMILY250) == duties_of(WOCG_SINGLE)
    for known in read_deals(SMOKE)[:5]:
        assert known.value is not None
        value = solve(known.text, known.trump, known.leader, rules=load_rules("family250")).value
        assert value == 10 * known.value


# --- what the page says ----------------------------------------------------------------------------------------------


def test_the_page_tells_which_deals_the_slow_program_has_solved() -> None:
    page = (Path(__file__).parents[1] / "docs/solver-bench.md").read_text(encoding="utf-8")
    for name in (SMOKE, RANDOM, LONGEST, SLOWEST):
        deals = read_deals(name)
        unknown = sum(known.value is None for known in deals)
        assert f"| `{name}` | {len(deals)} | {len(deals) - unknown} | {unknown} |" in page
    for what, sizes in (("8 to 11", range(8, 12)), ("12", [12]), ("13", [13]), ("14", [14])):
        deals = [known for known in read_deals(ENDINGS) if len(known.hands[0]) in sizes]
        unknown = sum(known.value is None for known in deals)
        assert f"| `{ENDINGS}`, {what} cards | {len(deals)} | {len(deals) - unknown} | {unknown} |" in page
