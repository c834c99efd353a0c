"""Records as text: round trips in every game, what people type, and what is refused."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinosim.api.hand import Hand
from pinosim.api.record.parts import NO_TRUMP, HandRecord, Player
from pinosim.api.record.record import Record
from pinosim.api.record.rules_line import name_rules, resolve_rules
from pinosim.api.record.values import unquote
from pinosim.api.record.write import quote
from pinosim.api.trace import play_traced
from pinosim.errors import RecordError
from pinosim.rules.load import list_rules, load_rules
from pinosim.rules.read import packaged_ids
from pinosim.rules.schema import Rules
from record_tools import RECORDS, spoil, text_of

GAME = (RECORDS / "family250-game.txt").read_text(encoding="utf-8")


@pytest.mark.jit
@pytest.mark.parametrize("rules", list_rules(), ids=lambda rules: rules.id)
def test_hands_of_every_game_come_back_and_are_in_order(rules: Rules) -> None:
    for policy in ("standard", "random"):
        hands = [play_traced(rules, policy, 11, number) for number in range(10)]
        for hand in hands:
            record = Record.of(rules, [hand], seed=11)
            assert Record.from_text(record.text, strict=True) == record
            assert Record.from_text(record.text) == record
            verdict = record.check()
            assert (verdict.fault, verdict.remarks) == (None, ()), str(verdict)
            assert verdict.unchecked == ("the score: the record has no line 'score'",)  # it knows no other hands


@pytest.mark.jit
def test_redeals_and_hands_without_trump_come_back() -> None:
    thrown_in = play_traced(load_rules("family250"), "standard", 7, 134)
    assert thrown_in.redeals[0].seat is not None
    passed = play_traced(load_rules("universal-5h"), "random", 1, 34)
    assert [redeal.seat for redeal in passed.redeals] == [None]
    lost = [play_traced(load_rules("guide-double"), "random", 1, 508)]
    without = [hand for hand in lost if hand.trump == NO_TRUMP]
    assert without
    for rules, hand in (("family250", thrown_in), ("universal-5h", passed), ("guide-double", without[0])):
        record = Record.of(load_rules(rules), [hand])
        assert Record.from_text(record.text, strict=True) == record
        assert record.check().ok


@given(st.text(max_size=100))
def test_any_name_comes_back_on_one_line(name: str) -> None:
    assert unquote(quote(name), 100) == name
    assert quote(name).isprintable()
    record = Record.of(load_rules("family250"), [], players=[Player(name, "standard-1")] * 4, note=name * 3)
    assert Record.from_text(record.text, strict=True) == record
    assert Record.from_text(record.text) == record


@pytest.mark.parametrize(
    ("overrides", "scale", "line"),
    [
        ((), None, "rules: family250 {hash}\n"),
        (("meld.pinochle=[40, 450]",), None, "rules: family250 {hash}\nset 1: meld.pinochle=[40, 450]\n"),
        (("auction.all_pass=new-deal",), None, 'rules: family250 {hash}\nset 1: auction.all_pass="new-deal"\n'),
        ((), 1, "rules: family250-x1 {hash} based on family250\nscale: 1\n"),
        (
            ("play.overtrump=false",), 1,
            "rules: family250-x1 {hash} based on family250\nscale: 1\nset 1: play.overtrump=false\n",
        ),
        (
            ("identity.id=our-own", "game.target=1000"), None,
            "rules: our-own {hash} based on family250\nset 1: game.target=1000\n",
        ),
    ],
)  # fmt: skip
def test_any_rules_are_named_so_that_the_text_is_enough(
    overrides: tuple[str, ...], scale: int | None, line: str
) -> None:
    rules = load_rules("family250", overrides, scale)
    record = Record.of(rules, [HandRecord(trump="S")])
    assert line.format(hash=rules.hash) in record.text
    back = Record.from_text(record.text, strict=True)
    assert back == record
    assert (back.rules.hash, back.rules.id) == (rules.hash, rules.id)


@pytest.mark.parametrize("name", packaged_ids())
@pytest.mark.parametrize("scale", [1, 10])
def test_every_packaged_set_is_named(name: str, scale: int) -> None:
    rules = load_rules(name)
    if name == "guide-family" and scale == 1:
        return  # its kings of 5 cannot be counted ten times smaller
    try:
        rules = load_rules(name, (), scale)
    except ValueError:
        assert scale == 1  # a king of 5 cannot be counted ten times smaller
    assert resolve_rules(name_rules(rules)).hash == rules.hash


def test_rules_of_a_stranger_are_never_a_file(tmp_path: object) -> None:
    for name in (str(tmp_path), "own.toml", "..", "family25O"):
        with pytest.raises(RecordError, match="line 1: expected the name of a"):
            Record.from_text(f"rules: {name}\n")


def test_a_record_may_be_read_under_other_rules() -> None:
    own = load_rules("family250", ["identity.id=ours", "meld.pinochle=[40, 450]"])
    record = Record.from_text("rules: elsewhere 0123456789ab\ntrump: S", rules=own)
    assert record.rules is own
    assert "is read under the latter, as asked" in record.remarks[0]
    assert Record.from_text(record.text) == record


# --- as people type it

TYPED = """
# a comment
Rules = family250
players: Ann | "Bob B." | Cy | Dee
dealer Dee
ANN: as AS ts ks qs js ah 9h ad jd 10c Tc
hand 2: ♠9 ♥KQ ♦AKQ ♣AKQJ9N
bids: 250, pass, P 260 300 p
bid: Ann bids 300
Trumps: Spades
given: AD AC KD QD
returned = 9H JD TC TC
meld Cy: 20
Cy leads AH TH KH 9H -> Cy
AS 9S, 9S JS
play: 0: AS TS KS QS, won by Ann / AD AD JD JD
"""


def test_what_people_type_is_understood() -> None:
    record = Record.from_text(TYPED)
    hand = record.hands[0]
    assert [player.name for player in record.players] == ["Ann", "Bob B.", "Cy", "Dee"]
    assert hand.dealer == 3
    assert hand.hands == (Hand("AATKQJ.A9.AJ.TT"), None, Hand("9.KQ.AKQ.AKQJ99"), None)
    assert hand.calls == (250, "P", "P", 260, 300, "P")
    assert (hand.bidder, hand.bid, hand.trump) == (0, 300, "S")
    assert (hand.given, hand.returned) == (Hand("AD AC KD QD"), Hand("9H JD TC TC"))
    assert [(trick.leader, trick.winner) for trick in hand.tricks] == [(2, 2), (None, None), (0, 0), (None, None)]
    assert hand.tricks[3].cards == ("AD", "AD", "JD", "JD")
    assert hand.melds[0].total == 20
    assert Record.from_text(record.text, strict=True) == record


def test_a_bare_deal_is_a_record() -> None:
    record = Record.from_text("AS KS | x | | 9H 9H")
    assert record.hands[0].hands == (Hand("AS KS"), None, None, Hand("9H 9H"))


def test_lines_of_a_hand_may_come_in_any_order() -> None:
    lines = GAME.rstrip("\n").split("\n")
    start, end = lines.index("hand 1") + 1, lines.index("hand 2") - 1
    turned = [*lines[:start], *reversed(lines[start:end]), *lines[end:], ""]
    assert Record.from_text("\n".join(turned)) == Record.from_text(GAME)


@pytest.mark.parametrize("change", [str.upper, lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_letters_and_line_ends_do_not_matter(change) -> None:  # type: ignore[no-untyped-def]
    text = "\n".join(line for line in GAME.split("\n") if "player" not in line and "rules" not in line)
    assert Record.from_text(change(text)) == Record.from_text(text)


# --- what is refused

REFUSED = [
    ("trmp: S", "line 1: expected a label and a colon, such as 'trump: S'; did you mean 'trump'?, got 'trmp: S'"),
    ("trump: X", "line 1: a suit is one of S H D C"),
    ("trump: S\ntrump: S", "line 2: expected one line 'trump' in a hand, got a second"),
    ("dealer: 4", "line 1: expected a seat from 0 to 3, got '4'"),
    ("seat 0: AS AS AS", "line 1: AS at"),
    ("rules: guide-double\nseat 0: 9S", "line 2: 9S at"),
    ("rules: famly250", "line 1: expected the name of a packaged rule set, got 'famly250'; did you mean 'family250'?"),
    ("set 1: meld.pinochl=[1,2]", "meld.pinochl"),
    ("auction: 250 x", "line 1: expected a bid or P for pass, got 'x'"),
    ("contract: lots by 3", "line 1: expected the bid and who has it, such as '300 by 1'"),
    ("meld 0: run", "line 1: expected the points of the meld as a whole number, got 'run'"),
    ("meld 0: 150 = run 150", "line 1: expected melds with points and cards"),
    ("meld 0: 150 = ran 150 (S:ATKQJ)", "line 1: expected the name of a meld"),
    ("trick 1: 0 leads AS AS AS AS AS", "line 1: expected 1 to 4 cards in a trick, got 5"),
    ("trick 1: 0 leads S:AT", "line 1: "),
    ("trick 2: 0 leads AS", "line 1: expected trick 1, got tricks up to 2 without it"),
    ("trick 1 draw: 0 AS", "line 1: expected a line 'trick 1' beside 'trick 1 draw', got none"),
    ("taken: 9 tricks 180", "line 1: expected 2 sides with | between them, got 1"),
    ("result: won +1 | +2", "line 1: expected made, set, played or not played"),
    ("score: 1 | many", "line 1: expected the score of a side as a whole number, got 'many'"),
    ("winner: side 2", "line 1: expected a side from 0 to 1, got 'side 2'"),
    ("hand 1\nhand 3", "line 2: expected 'hand 2' next, got 'hand 3'"),
    ("seed: -1", "line 1: expected a seed from 0 to"),
    ("player 7: Ann", "line 1: expected a seat from 0 to 5, got 7"),
    ("player 5: Ann", "line 1: expected at most 4 players in family250"),
    ("note: \"open", "line 1: expected text of at most"),
    ("start: 100", "line 1: expected 2 sides with | between them, got 1"),
    ("", "there is no record in it"),
    ("pinosim record 1\n# a remark\n", "there is no record in it"),
    ("pinosim record 1\ntrump: S\npinosim record 1\n", "line 3: expected one record, a second one begins here"),
    ("pinosim record 2", "line 1: expected 'pinosim record 1' at the top"),
    ("deal: AS KS", "line 1: expected the number of the deal, or a hand a seat"),
    ("AS KS | x", "line 1: expected 4 hands with | between them, got 2"),
    ("shared: 1", "line 1: expected a seat and a card"),
    ("\x00\x01\x02", "line 1: expected text, got characters that do not print"),
    ("x" * 5000, "line 1: expected at most 4,000 characters in a line, got 5,000"),
    ("1" * 3000 + "x", "line 1: expected a label and a colon"),
    ("\n" * 4_000_001, "expected a record of at most 4,000,000 characters"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=lambda value: value[:30])
def test_what_cannot_be_read_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_text(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 1000


STRICTLY = [
    (lambda text: text.replace("pinosim record 1\n", ""), "line 1: expected 'pinosim record 1'"),
    (lambda text: text.replace("trump: S", "trump: spades"), "line 18: expected 'trump: S', got 'trump: spades'"),
    (lambda text: text.replace("trump: S", "Trump: S"), "line 18: expected a label and a colon"),
    (lambda text: text.replace("dealer: 0\n", "dealer: 0 \n"), "line 11: expected 'dealer: 0', got 'dealer: 0 '"),
    (lambda text: text.replace("deal: 0\ndealer: 0", "dealer: 0\ndeal: 0"), "line 10: expected 'deal: 0', got"),
    (lambda text: text.replace(" b4d0fcee3404", ""), "line 2: expected the hash of the rules"),
    (lambda text: text.replace("H:ATTJ", "H:TATJ"), "line 12: expected 'seat 0: S:K9 H:ATTJ D:AQ C:ATJ9'"),
    (lambda text: text.replace("\n\nhand 2", "\nhand 2"), "expected '', got 'hand 2'"),
    (lambda text: text[:-1], "the record may have been cut off"),
    (lambda text: text + "\n", "expected the end of the record, got ''"),
    (lambda text: text.replace("\n", "\r\n"), "line 1: expected 'pinosim record 1'"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), STRICTLY)
def test_strictly_read_every_letter_counts(change, message: str) -> None:  # type: ignore[no-untyped-def]
    assert Record.from_text(GAME, strict=True).text == GAME
    with pytest.raises(RecordError) as caught:
        Record.from_text(change(GAME), strict=True)
    assert message in str(caught.value)


def test_files_that_are_no_text_are_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RecordError, match=r"cannot read a record from .*No such file"):
        Record.open(tmp_path / "none.txt")
    with pytest.raises(RecordError, match="Is a directory"):
        Record.open(tmp_path)
    (tmp_path / "binary").write_bytes(b"pinosim record 1\n\xff\xfe")
    with pytest.raises(RecordError, match="byte 18 is not text in UTF-8"):
        Record.open(tmp_path / "binary")
    record = Record.from_text(text_of("two-hand-hand"))
    saved = record.save(tmp_path / "new" / "game.txt")
    assert Record.open(saved, strict=True) == record
    with pytest.raises(RecordError, match="cannot write the record"):
        record.save(tmp_path)
    with pytest.raises(RecordError, match="empty name"):
        record.save("")
    (tmp_path / "empty").touch()
    with pytest.raises(RecordError, match="there is no record in it"):
        Record.open(tmp_path / "empty")
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(RecordError, match=r"'.*letter'; the file there is something else and is kept"):
        record.save(letter)
    assert letter.read_text(encoding="utf-8") == "Dear Ann"


def test_a_full_disk_leaves_the_earlier_record(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    place = Record.from_text(text_of("two-hand-hand")).save(tmp_path / "game.txt")
    before = place.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match=r"cannot write the record to .*game.txt.*No space left"):
        Record.from_text(GAME).save(place)
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]
    assert place.read_bytes() == before


def test_lines_are_those_of_the_text_that_was_read() -> None:
    text = "# remark\n\n" + GAME
    record = Record.from_text(text)
    assert text.split("\n")[record.line_of(1, "trick 3") - 1].startswith("trick 3: ")
    assert record.line_of(1, "trick 3") == GAME.split("\n").index("hand 2") + 19 + 2
    made = replace(record, lines={})
    assert made.line_of(1, "trick 3") == record.line_of(1, "trick 3") - 2
    assert made == record
    assert spoil(GAME, "trick 3", None, hand=2) != GAME


def test_the_form_in_the_docs_is_the_form() -> None:
    docs = (RECORDS.parents[1] / "docs" / "records.md").read_text(encoding="utf-8")
    begin, end = docs.split("```")[3].split("\n...\n")
    assert GAME.startswith(begin.lstrip("\n"))
    assert end.rstrip("\n") in GAME
    examples = [path.read_text(encoding="utf-8") for path in RECORDS.glob("*.txt") if path.stem != "typed-by-hand"]
    labels = {line.split(":")[0] for text in examples for line in text.split("\n") if ":" in line}
    for label in labels:
        assert f"`{re.sub('[0-9]+', 'N', label)}`" in docs.replace("`hand N`", ""), label
