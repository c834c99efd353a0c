"""Conventions in play: hidden hands that fit what was told, partner who bids for it, commands and refusals."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from kernel_tools import fewer, wraps_around
from pinosim import Hand, advise, load_rules, match, simulate
from pinosim.api.auction_text import read_auction
from pinosim.api.convention_file import ConventionError
from pinosim.api.convention_seats import name_conventions, play_conventions, seat_conventions, with_convention
from pinosim.api.conventions import load_convention
from pinosim.api.hidden_deals import DealFinder
from pinosim.api.kernel_inputs import kernel_inputs, new_scratch, policy_rows
from pinosim.api.live.decide import decide
from pinosim.api.live.turn import Turn
from pinosim.api.odds.event_reading import read_event
from pinosim.api.odds.event_sampling import hand_counts
from pinosim.api.record.parts import HandRecord
from pinosim.cli.main import cli
from pinosim.core import columns as C
from pinosim.core import policy as P
from pinosim.core import story as T
from pinosim.core import table as K
from pinosim.core.hand import play_hands
from pinosim.errors import AuctionError, RunError
from pinosim.policies.registry import resolve, resolve_seats
from pinosim.rules.schema import Rules

pytestmark = wraps_around
FAMILY, DOUBLE = load_rules("family250"), load_rules("guide-double")
HAND = "S:ATKQJ H:K9 D:QQ C:A99"
DOUBLE_HAND = "S:AATTKKQQJJ H:KQJT D:KQJ C:TKQ"
HEAD = 'title = "t"\nsource = "s"\n'


@lru_cache(maxsize=32)
def hidden(calls: str, convention: str | None, seat: int, n: int, rules_name: str = "family250") -> list[Any]:
    """Deal hands of a seat that fit the calls; as counts of 24 cards."""
    rules = load_rules(rules_name)
    state = read_auction(calls, rules)
    held = Hand(HAND if rules_name == "family250" else DOUBLE_HAND, rules)
    inputs = kernel_inputs(rules, {state.seat: held.mask(rules.deck)})
    policies = play_conventions(resolve_seats("hard", rules), convention, rules)
    with ThreadPoolExecutor(1) as pool:
        found = DealFinder(inputs, state, policy_rows(policies), 7, pool, 1).take(n)
    assert found.n == n
    return hand_counts(np.ascontiguousarray(found.hands[:, seat]), rules)


def share(counts: list[Any], event: str, rules: Rules = FAMILY) -> float:
    return float(np.mean(read_event(event, rules).holds(counts)))


@pytest.mark.parametrize(
    ("calls", "promise", "not_before"),
    [
        ("280 P", "aces_around", "run"),
        ("290 P", "run", "run(2)"),
        ("270 P", "QS+JD==3 & QS<=2 & JD<=2", "run | aces_around"),
    ],
)
def test_a_jump_yields_hands_that_keep_its_promise(calls: str, promise: str, not_before: str) -> None:
    n = fewer(300)
    partner = hidden(calls, "modern-single", 0, n)
    assert share(partner, promise) == 1
    assert share(partner, not_before) == 0  # a hand says the first that it can
    assert share(hidden(calls, None, 0, n), promise) < 0.6


def test_the_lowest_bid_says_that_there_was_nothing_to_tell() -> None:
    n = fewer(400)
    told = "aces_around | run | (QS+JD==3 & QS<=2 & JD<=2)"
    assert share(hidden("250 P", "modern-single", 0, n), told) == 0
    assert n < 100 or share(hidden("250 P", None, 0, n), told) > 0.1
    # the opponent, who passed, may hold what he had no mind to tell
    assert n < 100 or share(hidden("250 P", "modern-single", 1, n), told) > 0


def test_only_seats_that_play_it_are_taken_at_their_word() -> None:
    n = fewer(200)
    assert share(hidden("280 P P", "modern-single,none,none,none", 0, n), "aces_around") == 1
    assert n < 100 or share(hidden("280 P P", "none,none,modern-single,none", 0, n), "aces_around") < 0.6


def test_a_promise_of_meld() -> None:
    convention = load_convention("double-meld", DOUBLE)
    n = fewer(200)
    assert convention.meanings[4].fits(hidden("50 53", "double-meld", 1, n, "guide-double")).all()
    # with aces around it would have opened at 51
    assert not convention.meanings[0].fits(hidden("50 P", "double-meld", 0, n, "guide-double")).any()


def test_a_promise_may_wait_until_the_second_round() -> None:
    """Seat 0 opened at 250 and then jumped by five steps: it has a run, though it did not say so at once."""
    n = fewer(100)
    partner = hidden("250 P 260 P 310", "modern-single", 0, n)
    assert share(partner, "run") == 1
    assert share(partner, "aces_around") == 0


def test_a_pass_that_promises_is_taken_at_its_word(tmp_path: Path) -> None:
    file = tmp_path / "weak.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "pass"\nsays = "few aces"\nhand = "A<=1"\nworth = -4\n')
    n = fewer(300)
    usual, weak = hidden("P P", None, 0, n), hidden("P P", str(file), 0, n)
    assert n < 100 or share(weak, "A<=1") > share(usual, "A<=1")
    assert share(hidden("250 P", str(file), 0, n), "A<=1") == 0  # such a hand would have passed


def test_partner_bids_for_what_it_was_told() -> None:
    """The same hand, partner at 280: what it was told makes it go on, or leave the bid."""
    convention = load_convention("modern-single", FAMILY)
    plain = resolve("hard", FAMILY)

    def call(hand: str, worth: int | None) -> int | str:
        told = None
        if worth is not None:
            told = replace(convention, meanings=tuple(replace(one, worth=worth) for one in convention.meanings))
        record = HandRecord(dealer=3, hands=(None, None, Hand(hand), None), calls=(280, "P"))
        made: int | str = decide(FAMILY, record, Turn("call", 2), with_convention(plain, told))
        return made

    weak, good = "S:KQJ9 H:KT9 D:TJ C:Q99", "S:AKQJ9 H:K9 D:QJ C:A99"
    assert [call(weak, worth) for worth in (None, 0, 40)] == ["P", "P", 290]
    assert [call(good, worth) for worth in (None, 0, -40)] == [290, 290, "P"]


@pytest.mark.parametrize(("rules_name", "name"), [("family250", "modern-single"), ("guide-double", "double-meld")])
def test_decisions_one_by_one_are_those_of_whole_hands(rules_name: str, name: str) -> None:
    rules = load_rules(rules_name)
    policies = play_conventions(resolve_seats("hard", rules), name, rules)
    inputs, scratch = kernel_inputs(rules), new_scratch()
    told = 0
    for number in range(fewer(300)):
        out = np.zeros((C.N_COLUMNS, 1), np.int32)
        play_hands(inputs.dealing, policy_rows(policies), inputs.book, np.uint64(2), number, scratch, out)
        calls = [int(call) or "P" for call in scratch.story[T.CALLS : T.CALLS + scratch.story[T.N_CALLS]]]
        dealer = int(out[C.DEALER, 0])
        said = {one.number for one in load_convention(name, rules).said(calls, dealer)}
        hands = tuple(Hand.from_mask(int(mask), rules.deck) for mask in scratch.desk[K.DEALT, :4])
        seat = (dealer + 1) % 4
        out_of_it: set[int] = set()
        for place, call in enumerate(calls):
            while seat in out_of_it:
                seat = (seat + 1) % 4
            if len(out_of_it) < 3 and (place in said or place < 2):
                record = HandRecord(dealer=dealer, hands=hands, calls=tuple(calls[:place]))
                assert decide(rules, record, Turn("call", seat), policies[seat]) == call, (number, calls, place)
                told += place in said
            if call == "P":
                out_of_it.add(seat)
            seat = (seat + 1) % 4
    assert told


# --- commands


def run(*words: str) -> Any:
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.jit
def test_advice_says_what_was_told_and_by_which_convention() -> None:
    words = ["advise", HAND, "--auction", "280 P", "--precision", "0.1", "--policy", "hard"]
    plain, by_convention = run(*words), run(*words, "--convention", "modern-single")
    assert plain["convention"] is None
    assert plain["told"] == []
    assert run(*words, "--convention", "none") == plain
    assert by_convention["convention"] == "modern-single"
    (told,) = by_convention["told"]
    assert (told["who"], told["call"], told["hand"]) == ("partner", "280", "aces_around")
    assert any("Partner tells by 280: aces around" in reason for reason in by_convention["reasons"])
    partner = by_convention["heard"][0]
    assert partner["heard"]["aces"] >= 4 > plain["heard"][0]["heard"]["aces"]
    assert by_convention["policies"] == ["hard-1+modern-single"] * 4
    assert all("+modern-single" in label for one in by_convention["sensitivity"] for label in one["policies"])
    assert by_convention["candidates"] > 10 * plain["candidates"]
    assert by_convention["gain"] > plain["gain"]


@pytest.mark.jit
def test_advice_warns_of_a_bid_that_tells_what_is_not_so() -> None:
    words = advise(HAND, FAMILY, bid=280, precision=0.2, sensitivity=False, convention="modern-single").reasons
    assert "A bid of 280 tells: aces around, and the bid is not wanted (modern-single). This hand is not so." in words


@pytest.mark.jit
def test_calls_that_no_hand_makes_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "never.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "jump 3"\nsays = "all aces and all nines"\nhand = "A==8 & 9S==2"\n')
    with pytest.raises(AuctionError, match=r"least likely are those of seat 0 \(270\)"):
        advise(HAND, FAMILY, auction="270 P", precision=0.2, convention=str(file))


@pytest.mark.jit
def test_matches_and_runs_play_conventions(tmp_path: Path) -> None:
    result = run("match", "hard", "hard", "--deals", "300", "--convention", "dailey")
    assert (result["a"], result["b"]) == ("hard-1+dailey", "hard-1")
    assert result["conventions"] == {"a": "dailey", "b": None}
    assert result["pairs"]["tied"] < 300
    both = match("hard", "hard", FAMILY, deals=200, jobs=1, convention="dailey", convention_b="dailey")
    assert both.points_per_hand.value == 0
    out = str(tmp_path / "run")
    ran = run("simulate", "--deals", "500", "--policy", "hard", "--convention", "none,dailey,none,dailey", "--out", out)
    assert ran["policies"] == ["hard-1", "hard-1+dailey"] * 2
    assert ran["convention"] == "none,dailey,none,dailey"
    with pytest.raises(RunError, match="holds another run"):
        simulate(FAMILY, deals=500, policy="hard", out=out)
    plain = simulate(FAMILY, deals=500, policy="hard").frame()
    assert simulate(FAMILY, deals=500, policy="hard", convention="none").frame().equals(plain)
    assert not simulate(FAMILY, deals=500, policy="hard", convention="dailey").frame().equals(plain)


@pytest.mark.jit
def test_an_expert_plays_by_a_convention() -> None:
    rules = FAMILY
    frame = simulate(rules, deals=6, policy="expert", convention="dailey", jobs=1).frame()
    again = simulate(rules, deals=6, policy="expert", convention="dailey", jobs=1).frame()
    assert frame.equals(again)
    assert (frame["bid"] >= 250).all()


@pytest.mark.jit
def test_a_batch_is_asked_with_its_convention(tmp_path: Path) -> None:
    hands, answers = tmp_path / "hands.csv", tmp_path / "answers.jsonl"
    hands.write_text(f"hand,auction\n{HAND},280 P\n")
    words = ["advise", "--batch", str(hands), "--out", str(answers), "--precision", "0.2"]
    CliRunner().invoke(cli, [*words, "--convention", "modern-single"], catch_exceptions=False)
    (line,) = answers.read_text().splitlines()
    assert '"convention": "modern-single"' in line.replace('":"', '": "')
    refused = CliRunner().invoke(cli, words)
    assert refused.exit_code == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["match", "hard", "hard", "--convention", "modern"], "there is no convention 'modern'"),
        (["match", "random", "hard", "--convention", "dailey"], "bids by lot"),
        (["match", "hard", "hard", "--convention-b", "double-meld"], "deck with 4 copies"),
        (["simulate", "--deals", "10", "--convention", "dailey,dailey"], "2 were named for 4 seats"),
        (["simulate", "--deals", "10", "--convention", "no.toml"], "cannot read the convention"),
        (["advise", HAND, "--convention", "daily"], "did you mean 'dailey'?"),
        (["advise", HAND, "--quick", "--convention", "dailey"], "--convention is not used by --quick"),
    ],
)
def test_what_cannot_be_played_is_refused(words: list[str], why: str) -> None:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_seats_are_named_one_by_one_or_all_at_once(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "jump 2"\nsays = "x"\nhand = "run"\n')
    policies = resolve_seats("hard", FAMILY)
    assert name_conventions(play_conventions(policies, file, FAMILY)) == "ours"
    assert (
        name_conventions(play_conventions(policies, [file, None, "dailey", "none"], FAMILY)) == "ours,none,dailey,none"
    )
    assert play_conventions(policies, "none", FAMILY) == policies
    assert seat_conventions(None, FAMILY) == (None,) * 4
    file.write_text(HEAD + f'[[meaning]]\ncall = "jump 2"\nsays = "x"\nhand = "{" | ".join(["A>=1 each"] * 40)}"\n')
    with pytest.raises(ConventionError, match="claims too much"):
        play_conventions(policies, file, FAMILY)
    assert all(policy.numbers[P.CONVENTION] == 0 for policy in policies)
