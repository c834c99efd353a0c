"""Refusals that say what is wrong: names for rule sets, numbers too large, groups, titles that steer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pinosim as ps
from pinosim.api.odds.book import make_book
from pinosim.cli.main import cli
from pinosim.errors import PinosimError, RuleError

HAND = "S:ATKQJ H:A9 D:AJ C:A99"
NAME: Any = "family250"

CALLS: dict[str, Callable[[], object]] = {
    "advise": lambda: ps.advise(HAND, NAME),
    "Hand": lambda: ps.Hand(HAND, NAME),
    "Hand.check": lambda: ps.Hand(HAND).check(NAME),
    "Hand.meld": lambda: ps.Hand(HAND).meld(NAME),
    "Hand.meld best": lambda: ps.Hand(HAND).meld(NAME, trump="best"),
    "Deal": lambda: ps.Deal("AS | KS | QS | JS", NAME),
    "Deal.random": lambda: ps.Deal.random(NAME),
    "Deal.from_hands": lambda: ps.Deal.from_hands(["AS", "KS", "QS", "JS"], NAME),
    "deal_many": lambda: ps.deal_many(NAME),
    "legal_plays": lambda: ps.legal_plays(HAND, "", "S", NAME),
    "play_game": lambda: ps.play_game(NAME),
    "simulate": lambda: ps.simulate(NAME, deals=10),
    "solve": lambda: ps.solve("AS | KS | QS | JS", "S", 0, rules=NAME),
    "settle": lambda: ps.settle(NAME, 250, 100, 100, 5, 20, 150, 7),
    "Record": lambda: ps.Record.from_text("", rules=NAME),
    "holding": lambda: ps.odds.holding("A>=1 each", NAME),
    "redeal": lambda: ps.odds.redeal(NAME),
    "odds.meld": lambda: ps.odds.meld(NAME),
    "meld_mean": lambda: ps.odds.meld_mean(NAME),
    "partner_meld": lambda: ps.odds.partner_meld(HAND, NAME),
    "kitty": lambda: ps.odds.kitty(HAND, NAME),
    "book": lambda: make_book(NAME),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_name_is_not_a_rule_set(call: str) -> None:
    with pytest.raises(PinosimError, match=r"rules: expected a rule set from load_rules, got 'family250'; load it: "):
        CALLS[call]()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["odds", "holding", f"A>={10**23}"], "is too large, expected at most 4 digits"),
        (["advise", HAND, "--auction", str(10**19)], "call 1: the bid 10000000000000000000 is too large"),
        (["advise", HAND, "--score", "99999999999:0"], "--score: a score in '99999999999:0' is too large"),
        (["meld", HAND, "--set", "meld=1"], "'meld': this is a whole group; expected one key of it, such as meld."),
    ],
)
def test_messages_do_not_contradict_themselves(arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(cli, arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert "did you mean" not in done.stderr


@pytest.mark.parametrize("sign", ["\\u001b[31m", "\\n", "\\u009b", "\\u007f"])
@pytest.mark.parametrize("key", ["title", "source"])
def test_a_title_that_steers_the_terminal_is_refused(key: str, sign: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "family250"\n[identity]\n{key} = "ours{sign}"\n')
    if key == "source" and sign == "\\n":  # several lines are a source
        assert ps.load_rules(file).identity.source == "ours\n"
        return
    with pytest.raises(RuleError, match=rf"identity.{key}: expected text without control characters") as caught:
        ps.load_rules(file)
    assert all(character.isprintable() or character == "\n" for character in str(caught.value))


def test_a_file_name_that_steers_the_terminal_gives_a_plain_title(tmp_path: Path) -> None:
    file = tmp_path / "own\x1b[31m.toml"
    file.write_text('extends = "family250"\n[seats]\n')
    assert "\x1b" not in ps.load_rules(file).title


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["pass", HAND, "--trump", "S", "--count", "0"], "--count"),
        (["pass", HAND, "--trump", "S", "--count", "51"], "--count"),
        (["discard", HAND, "--trump", "S", "--count", "0"], "--count"),
        (["solve", "AS | KS | QS | JS", "--trump", "S", "--budget", str(10**19)], "--budget"),
        (["simulate", "--deals", "10", "--horizon", "3"], "--open-cards"),
    ],
)
def test_a_refusal_names_the_option(arguments: list[str], option: str) -> None:
    done = CliRunner().invoke(cli, arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert option in done.stderr.partition("Error: ")[2]
