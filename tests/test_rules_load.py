"""Rule files: found, extended, overridden, and refused with every fault named."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinosim.core import slots
from pinosim.errors import RuleError
from pinosim.rules.checks import find_faults
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import list_rules, load_rules
from pinosim.rules.read import LARGEST_FILE, SETS

FAMILY = (SETS / "family250.toml").read_text(encoding="utf-8")


def write(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(name: str | Path, *overrides: str) -> list[str]:
    with pytest.raises(RuleError) as caught:
        load_rules(name, overrides)
    return caught.value.problems


# --- names


def test_default_and_names() -> None:
    assert load_rules() == load_rules("family250") == load_rules("FAMILY250") == load_rules("family-250")
    assert load_rules("double-deck").id == "guide-double"
    assert list_rules()[0].id == "family250"


def test_unknown_name_gives_the_nearest() -> None:
    assert "did you mean 'wocg-single'" in problems_of("wocg-singel")[0]
    assert "Known are family250, andrews-double, auction-3h" in problems_of("zzzz")[0]


@pytest.mark.parametrize("name", ["", "no/such/file.toml", "gone.toml", "a\0b", "x" * 5000, "."])
def test_useless_names(name: str) -> None:
    assert len(problems_of(name)) == 1


@pytest.mark.parametrize("name", [None, 3, b"family250", ["family250"]])
def test_names_that_are_no_text(name: object) -> None:
    with pytest.raises(RuleError, match="expected the name"):
        load_rules(name)  # type: ignore[arg-type]


# --- files


def test_a_file_may_start_from_a_set(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, 'extends = "family250"\n[meld]\npinochle = [40, 450]\n'))
    assert rules.meld.pinochle == (40, 450)
    assert rules.meld.run == (150, 1500)
    assert (rules.id, rules.title) == ("house", "rules of house.toml")
    assert rules.unit == 10
    assert rules.identity.aliases == ()


def test_chain_of_files_in_other_folders(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path, 'extends = "sub/middle.toml"\n[meld]\ndix = 30\n')
    write(tmp_path / "sub", 'extends = "../base.toml"\n[meld]\ndix = 20\nplain = 30\n', "middle.toml")
    write(tmp_path, 'extends = "wocg-single"\n[meld]\nplain = 25\nroyal = [5, 9]\n', "base.toml")
    meld = load_rules(str(tmp_path / "house.toml")).meld
    assert (meld.dix, meld.plain, meld.royal, meld.run) == (30, 30, (5, 9), (15, 150))


def test_ring_is_refused(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "b.toml"', "a.toml")
    write(tmp_path, 'extends = "a.toml"', "b.toml")
    assert "ring" in problems_of(tmp_path / "a.toml")[0]
    assert "ring" in problems_of(write(tmp_path, 'extends = "house.toml"'))[0]


def test_extends_names_its_file(tmp_path: Path) -> None:
    (problem,) = problems_of(write(tmp_path, 'extends = "famly250"'))
    assert "house.toml, extends" in problem
    assert "family250" in problem
    assert "as text" in problems_of(write(tmp_path, "extends = 7"))[0]


def test_names_of_packaged_sets_are_kept_for_them(tmp_path: Path) -> None:
    assert load_rules(write(tmp_path, FAMILY)).hash == load_rules().hash
    changed = FAMILY.replace("plain = 20", "plain = 30")
    assert "identity.id" in problems_of(write(tmp_path, changed))[0]
    assert load_rules(write(tmp_path, changed.replace('id = "family250"', 'id = "ours"'))).meld.plain == 30


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00\x01", "UTF-8"),
        (bytes(range(256)), "UTF-8"),
        (b"[meld\nrun = 1", "line 1"),
        (b"[meld]\nrun = [1, 2\n[play]", "TOML"),
        (b"a = " + b"[" * 20_000, "nested"),
        (b"a = " + b"9" * 9_000, "out of range"),
        (b"a = 2020-13-45", "TOML"),
        (b"#" * (LARGEST_FILE + 1), "larger"),
        (b"\0", "TOML"),
    ],
)
def test_files_that_are_no_rule_files(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    (problem,) = problems_of(path)
    assert says in problem
    assert "house.toml" in problem


def test_folder_device_and_missing_file(tmp_path: Path) -> None:
    assert "folder" in problems_of(tmp_path)[0]
    assert "no rule file" in problems_of(tmp_path / "gone.toml")[0]
    if Path("/dev/zero").exists():
        assert "not an ordinary file" in problems_of("/dev/zero")[0]


def test_windows_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b"\xef\xbb\xbf" + b'extends = "family250"\r\n[meld]\r\ndix = 20\r\n')
    assert load_rules(path).meld.dix == 20


def test_every_fault_at_once_with_its_line(tmp_path: Path) -> None:
    text = """extends = "family250"
[meld]
run = [150]
kings = [80, 70]
pinocle = 3
[play]
must_trump = 1
[tricks]
ace = 11
"""
    problems = problems_of(write(tmp_path, text))
    assert len(problems) == 5
    for key, line in (("meld.run", 3), ("meld.kings", 4), ("meld.pinocle", 5), ("play.must_trump", 7)):
        (problem,) = [problem for problem in problems if key in problem]
        assert f"house.toml, line {line}" in problem
    assert any("tricks.total" in problem and "258" in problem for problem in problems)


def test_empty_file_lists_what_must_be_given(tmp_path: Path) -> None:
    problems = problems_of(write(tmp_path, ""))
    required = {key for key, field in FIELDS.items() if field.required} - {"identity.id", "identity.title"}
    assert {problem.partition(":")[0] for problem in problems} == required | {"auction.min_bid", "auction.steps"}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[melds]\nrun = [1, 2]", "'meld'"),
        ("[meld]\nroyl = [1, 2]", "'royal'"),
        ("[meld]\nlast_trick = 1", "'tricks.last_trick'"),
        ("pinochle = [1, 2]", "'meld.pinochle'"),
        ("extend = 'family250'", "'extends'"),
        ("[meld]\nqqqq = 1", "the keys of [meld] are run"),
        ("meld = 3", "[meld]"),
        ('[[assumed]]\nkeys = ["meld.rn"]\nwhy = "x"', "meld.rn"),
        ('[[assumed]]\nkeys = "meld.run"\nwhy = "x"', "a list"),
        ("assumed = 3", "[[assumed]]"),
    ],
)
def test_unknown_keys_get_the_nearest_known(tmp_path: Path, text: str, hint: str) -> None:
    head, tail = ("", text) if not text.startswith("[") else (text, "")
    (problem,) = problems_of(write(tmp_path, f'extends = "family250"\n{tail}\n{head}\n'))
    assert hint in problem


# --- --set


def test_overrides() -> None:
    rules = load_rules("family250", ["meld.pinochle=[40,450]", " auction.min_bid = 300 ", "auction.min_bid=310"])
    assert rules.meld.pinochle == (40, 450)
    assert rules.auction.min_bid == 310
    assert rules.id == "family250"
    assert rules.hash != load_rules().hash


def test_shells_take_quotes_away() -> None:
    assert load_rules("family250", ["meld.trump_mode=absorb"]) == load_rules("family250", ['meld.trump_mode="absorb"'])


def test_what_was_assumed_is_dropped_when_it_is_decided() -> None:
    keys = [key for entry in load_rules("family250", ["meld.extra_king=20"]).assumed for key in entry.keys]
    assert "meld.extra_king" not in keys
    assert "meld.extra_queen" in keys


@pytest.mark.parametrize(
    "override",
    [
        "",
        "meld.run",
        "=3",
        "meld.run=",
        "meld=3",
        "meld.rnu=3",
        "meld.run=[1,2]\nmeld.dix=3",
        "meld.dix=1\n[play]",
        "meld.dix=1.0",
        "meld.dix=true",
        "meld.dix=-1",
        "meld.dix=100001",
        "meld.dix=" + "9" * 900,
        "meld.dix=0x" + "f" * 900,
        "meld.dix='1'",
        "meld.run=[[1],[2]]",
        "meld.run=" + "[" * 900,
        "meld.run=[1,'2']",
        "auction.steps=[[250]]",
        "auction.steps=[[250,0]]",
        "auction.steps=[[1,1],[2,1],[3,1],[4,1]]",
        "play.must_trump=1",
        "play.must_trump=yes",
        "meld.trump_mode=2020-01-01",
        "identity.id=../x",
        "meld.plain=" + " " * 2000 + "1",
    ],
)
def test_bad_overrides(override: str) -> None:
    assert len(problems_of("family250", override)) == 1


def test_overrides_that_are_no_list() -> None:
    with pytest.raises(RuleError, match="list of overrides"):
        load_rules("family250", "meld.dix=20")
    with pytest.raises(RuleError, match=r"group\.key=value"):
        load_rules("family250", [3])  # type: ignore[list-item]


# --- does it add up


@pytest.mark.parametrize(
    ("name", "overrides", "key"),
    [
        ("family250", ["deal.hand_size=11"], "deal.hand_size"),
        ("family250", ["deal.kitty_size=4"], "deal.hand_size"),
        ("family250", ["cards.copies=4", "deal.hand_size=24"], "cards.copies"),
        ("family250", ["seats.teams=3"], "seats.teams"),
        ("family250", ["seats.called_partner=true"], "seats.called_partner"),
        ("family250", ["meld.run=[150]"], "meld.run"),
        ("family250", ["meld.run=[150,1500,3000]"], "meld.run"),
        ("family250", ["meld.aces=[100,90]"], "meld.aces"),
        ("family250", ["tricks.last_trick=20"], "tricks.total"),
        ("family250", ["tricks.total=240"], "tricks.total"),
        ("family250", ["auction.min_bid=255"], "auction.min_bid"),
        ("family250", ["auction.min_bid=240"], "auction.steps"),
        ("family250", ["auction.steps=[]"], "auction.steps"),
        ("family250", ["auction.steps=[[250,10],[250,20]]"], "auction.steps"),
        ("family250", ["auction.steps=[[250,10],[305,5]]"], "auction.steps"),
        ("family250", ["auction.max_bid=305"], "auction.max_bid"),
        ("family250", ["auction.max_bid=240"], "auction.max_bid"),
        ("family250", ["auction.max_ends_auction=true"], "auction.max_ends_auction"),
        ("family250", ["auction.forced_below_min=250"], "auction.forced_below_min"),
        ("family250", ["auction.kind=none"], "auction.kind"),
        ("family250", ["passing.count=12"], "passing.count"),
        ("family250", ["seats.teams=4"], "passing.count"),
        ("family250", ["redeal.min_nines=9"], "redeal.min_nines"),
        ("family250", ["deal.turn_up=true"], "deal.turn_up"),
        ("family250", ["trump.chosen_by=turned-card"], "trump.chosen_by"),
        ("family250", ["floors.min_points_others=251"], "floors.min_points_others"),
        ("guide-double", ["meld.dix=1"], "meld.dix"),
        ("guide-double", ["meld.dix_by_copies=[1,2,3,4]"], "meld.dix_by_copies"),
        ("family250", ["meld.dix_by_copies=[10]"], "meld.dix_by_copies"),
        ("family250", ["meld.dix_by_copies=[10,5]"], "meld.dix_by_copies"),
        ("family250", ["meld.laid=during-play"], "meld.laid"),
        ("family250-3h", ["passing.count=3"], "passing.count"),
        ("family250-3h", ["deal.kitty_size=4"], "deal.hand_size"),
        ("bicycle-widow", ["deal.kitty_size=8", "deal.hand_size=10"], "kitty.bury"),
        ("joedog-4h", ["auction.forced_below_min=16"], "auction.forced_below_min"),
        ("universal-5h", ["seats.teams=2"], "seats.teams"),
        ("universal-6h", ["cards.ranks=ATKQJ9", "deal.hand_size=24"], "cards.copies"),
        ("universal-6h", ["tricks.total=72"], "tricks.total"),
        ("two-hand", ["deal.turn_up=false"], "trump.chosen_by"),
        ("two-hand", ["trump.chosen_by=bidder"], "auction.kind"),
        ("guide-double", ["redeal.min_nines=5"], "redeal.min_nines"),
    ],
)
def test_rules_that_do_not_add_up(name: str, overrides: list[str], key: str) -> None:
    problems = problems_of(name, *overrides)
    assert key in {problem.partition(":")[0] for problem in problems}
    assert all("expected" in problem for problem in problems)


def test_checks_ask_only_for_keys_there_are() -> None:
    for rules in list_rules():
        assert find_faults({key: rules.value(key) for key in FIELDS}) == []
    with pytest.raises(KeyError):
        load_rules().value("meld.rum")


def test_other_games_can_be_said(tmp_path: Path) -> None:
    three = """extends = "family250"
        [seats]
        players = 3
        teams = 3
        [deal]
        hand_size = 15
        kitty_size = 3
        [passing]
        count = 0
        [auction]
        min_bid = 150
        steps = [[150, 10]]"""
    rules = load_rules(write(tmp_path, three, "three.toml"))
    assert rules.vector[slots.KITTY_SIZE] == 3
    assert rules.vector[slots.TEAMS] == 3
