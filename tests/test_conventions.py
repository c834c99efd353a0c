"""Bidding conventions: files, what calls mean, which hands fit."""

from __future__ import annotations

from functools import partialmethod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pinosim import Deal, Hand, advise, load_rules
from pinosim.api.conventions import ConventionError, convention_names, load_convention
from pinosim.api.hidden_deals import DealFinder
from pinosim.errors import PinosimError

FAMILY, DOUBLE = load_rules("family250"), load_rules("guide-double")
HEAD = 'title = "t"\nsource = "s"\n'


def columns(*hands: str) -> np.ndarray:
    return np.array([Hand(hand).counts for hand in hands]).T


@pytest.mark.parametrize("name", convention_names())
def test_packaged_conventions_load_for_their_deck(name: str) -> None:
    fits, other = (DOUBLE, FAMILY) if name.startswith("double") else (FAMILY, DOUBLE)
    assert load_convention(name, fits).source.startswith("http")
    with pytest.raises(ConventionError, match="copies of each card"):
        load_convention(name, other)


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ((250, "P", 270), [(2, "a strong hand")]),
        ((250, 270), []),  # partner has not spoken
        ((280,), [(0, "aces around, and the bid is not wanted")]),  # four steps: 250 260 270 280
        ((250, 300), [(1, "a run")]),
        (("P", 250, "P", 290, 340), [(3, "aces around, and the bid is not wanted"), (1, "a run")]),
        ((1230,), [(0, "one card short of a double run")]),
        ((1500,), [(0, "a double run")]),
        ((250, 260, "P", "P"), []),
    ],
)
def test_what_calls_mean(calls: tuple[int | str, ...], told: list[tuple[int, str]]) -> None:
    said = load_convention("modern-single", FAMILY).said(calls)
    assert [(one.seat, one.meaning.says) for one in said] == told
    assert all(calls[one.number] == one.call for one in said)


def test_the_first_bid_tells_meld_with_the_double_deck() -> None:
    convention = load_convention("double-meld", DOUBLE)
    assert [one.meaning.says for one in convention.said((51, "P", 53))] == ["aces around", "about 20 meld"]
    assert [one.meaning.says for one in convention.said((50, "P", 51, "P", 52))][1:] == ["about 10 meld"]
    assert [one.meaning.says for one in convention.said((59, "P", 60))] == ["30 meld or more"]
    about_20 = convention.meanings[3]
    hands = columns("S:KKQQ H:KQ D:KQ C:JJ", "S:AA", "H:KQ")
    assert about_20.fits(hands).tolist() == [
        20 <= max(Hand(hand).meld(DOUBLE, trump=suit).total for suit in "SHDC") <= 29
        for hand in ("S:KKQQ H:KQ D:KQ C:JJ", "S:AA", "H:KQ")
    ]


def test_many_hands_at_once_are_judged_as_each_by_itself() -> None:
    hands = [hand for number in range(200) for hand in Deal.random(FAMILY, seed=2, number=number).hands if hand]
    counts = np.array([hand.counts for hand in hands]).T
    run, aces = load_convention("modern-single", FAMILY).meanings[2:4]
    assert aces.fits(counts).tolist() == [all(hand.count("A", suit) for suit in "SHDC") for hand in hands]
    assert run.fits(counts).tolist() == [
        any(all(hand.count(rank, suit) for rank in "ATKQJ") for suit in "SHDC") for hand in hands
    ]
    assert run.fits(counts).any()
    jump = load_convention("dailey", FAMILY).meanings[0]
    assert jump.fits(columns("S:AK H:9 D:A C:K", "S:AK H:J D:A C:K")).tolist() == [True, False]


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "pass"\nsays = "weak"\nhand = "A<=1"\n')
    convention = load_convention(file, FAMILY)
    assert [one.seat for one in convention.said((250, "P", "P", 260))] == [1, 2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title = ", "cannot be read"),
        (HEAD, "meaning"),
        (HEAD + "meaning = []", r"it has no \[\[meaning\]\]"),
        (HEAD + '[[meaning]]\ncall = "pass"\nsays = "x"\nhnad = "A"', "hnad"),
        (HEAD + '[[meaning]]\ncall = "leap 2"\nsays = "x"', "call: expected 'pass', 'jump N'"),
        (HEAD + '[[meaning]]\ncall = "jump 0"\nsays = "x"', "a jump of 1 is the lowest bid"),
        (HEAD + '[[meaning]]\ncall = "pass"\nsays = "x"\nwhen = ["noon"]', "when: expected some of opening"),
        (HEAD + '[[meaning]]\ncall = "pass"\nsays = "x"\nmeld = [5, 1]', "meld: expected"),
        (HEAD + '[[meaning]]\ncall = "pass"\nsays = "x"\nhand = "run("', "hand: "),
        (HEAD + 'copies = 4\n[[meaning]]\ncall = "pass"\nsays = "x"', "copies of each card"),
    ],
)
def test_faults_of_a_file_are_named(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(text)
    with pytest.raises(ConventionError, match=why):
        load_convention(file, FAMILY)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "up"\nsays = "x"\nwhen = ["noon"]\nhand = "run("')
    with pytest.raises(ConventionError) as told:
        load_convention(file, FAMILY)
    assert len(str(told.value).splitlines()) >= 4


def test_what_is_not_there() -> None:
    for name, why in (("mine", "there is no convention 'mine'; there are dailey"), ("no.toml", "cannot read")):
        with pytest.raises(ConventionError, match=why):
            load_convention(name, FAMILY)
    with pytest.raises(ConventionError, match="has no auction"):
        load_convention("dailey", load_rules("two-hand"))
    with pytest.raises(PinosimError, match=r"shape \(24, n\)"):
        load_convention("dailey", FAMILY).meanings[0].fits(np.zeros((12, 3), int))


@pytest.mark.parametrize("name", [None, 5, "a\0.toml"])
def test_what_is_no_name_is_refused(name: Any) -> None:
    with pytest.raises(ConventionError, match=r"expected the name of a convention|cannot read"):
        load_convention(name, FAMILY)


def test_faults_of_every_kind_are_named_together(tmp_path: Path) -> None:
    """Wrong types, unknown and missing keys, and wrong values, of the head and of each meaning."""
    file = tmp_path / "ours.toml"
    file.write_text(
        'titel = "t"\nsource = 5\ncopies = "two"\n'
        '[[meaning]]\ncall = 3\nsays = "x"\nwhen = "opening"\nmeld = [1]\nworth = "much"\n'
        '[[meaning]]\nsays = "x"\nreach = -1\nbelow = 0\nworth = 10_000\nhnad = "A"\nhand = "run("\n'
    )
    with pytest.raises(ConventionError) as told:
        load_convention(file, FAMILY)
    faults = str(told.value).splitlines()[1:]
    wanted = [
        "there is no key 'titel'; did you mean 'title'?",
        "source: expected text, got 5",
        "copies: expected a whole number, got 'two'",
        "title is missing",
        "meaning 1 (3): call: expected 'pass', 'jump N', 'jump N+', 'bid N' or 'bid N+', got 3",
        "meaning 1 (3): when: expected a list of some of opening, first call, after partner, got 'opening'",
        "meaning 1 (3): meld: expected [low, high], whole numbers from 0 to 9,999, got [1]",
        "meaning 1 (3): worth: expected a whole number from -9,999 to 9,999, got 'much'",
        "meaning 2: there is no key 'hnad'; did you mean 'hand'?",
        "meaning 2: call is missing",
        "meaning 2: below: expected a whole number from 1 to 9,999, got 0",
        "meaning 2: reach: expected a whole number from 0 to 9,999, got -1",
        "meaning 2: worth: expected a whole number from -9,999 to 9,999, got 10000",
    ]
    assert [f"- {fault}" for fault in wanted] == [fault for fault in faults if "hand: cannot read" not in fault]
    assert len(faults) == len(wanted) + 1


def test_a_file_has_room_for_so_many_meanings(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "jump 2"\nsays = "x"\n' * 17)
    with pytest.raises(ConventionError, match="expected at most 16, got 17"):
        load_convention(file, FAMILY)


def test_what_is_printed_does_not_steer_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('title = "a\\u001b[2J"\nsource = "two\\nlines"\n[[meaning]]\ncall = "pass"\nsays = "b\\u0007"\n')
    with pytest.raises(ConventionError) as told:
        load_convention(file, FAMILY)
    faults = str(told.value)
    assert faults.count("expected text without control characters") == 2
    assert faults.replace("\n", "").isprintable()


def test_a_file_that_cannot_be_read_is_refused_in_our_words(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.toml"
    spoilt.write_bytes(b'title = "\xff"')
    with pytest.raises(ConventionError, match=r"spoilt.toml': byte 10 is not text in UTF-8; give a text file"):
        load_convention(spoilt, FAMILY)
    with pytest.raises(ConventionError, match=r"none.toml': No such file or directory; give the path"):
        load_convention(tmp_path / "none.toml", FAMILY)


@pytest.mark.jit
def test_calls_that_no_hand_makes_are_laid_to_the_convention(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DealFinder, "__init__", partialmethod(DealFinder.__init__, most=50_000))
    file = tmp_path / "ours.toml"
    file.write_text(HEAD + '[[meaning]]\ncall = "jump 2"\nsays = "x"\nhand = "A>=3 & A<=2"\n')
    with pytest.raises(PinosimError, match="name another policy, or no convention, for that seat"):
        advise("S:ATKQJ H:K9 D:QJ C:A99", FAMILY, auction="260 P", convention=str(file), precision=0.2)
