"""Conventions in the commands that play whole hands: games, a person's seat, records read to a card, ladders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pinosim import Hand, load_rules, make_win_table, redeal
from pinosim.api.card_choice import choose_card
from pinosim.api.convention_file import ConventionError
from pinosim.api.convention_seats import seat_conventions
from pinosim.api.conventions import load_convention
from pinosim.api.game import play_game
from pinosim.api.ladder import play_ladder
from pinosim.api.live.hand_in_play import HandInPlay, play_by_decisions
from pinosim.api.live.news import Names, news
from pinosim.api.live.turn import Turn, auction_now
from pinosim.api.playing import seat_players
from pinosim.api.record.parts import HandRecord
from pinosim.api.record.record import Record
from pinosim.api.told import meanings_in_auction, sayable_in_words
from pinosim.api.trace import play_traced
from pinosim.cli.main import cli
from pinosim.errors import PinosimError

FAMILY, DOUBLE = load_rules("family250"), load_rules("guide-double")
NINES = "S:KQ99 H:J9 D:KQ9 C:TJ9"
HAND = "S:ATKQJ H:K9 D:QQ C:A99"
ONE_SIDE = "modern-single,none,modern-single,none"
TOLD = 4  # deal of seed 5 in which seat 0 has the bid and seat 2 has told it something


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed)


def answer_of(*words: str, typed: str = "") -> dict[str, Any]:
    result = run(*words, "--json", typed=typed)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


# --- one hand, two ways


@pytest.mark.parametrize(
    ("rules_name", "policies", "convention"),
    [
        ("family250", "hard", "modern-single"),
        ("family250", "hard,medium,easy,standard", ONE_SIDE),
        ("guide-double", "hard", "double-meld"),
        ("universal-5h", "hard", "double-meld"),
    ],
)
def test_decisions_make_the_hand_the_kernels_play(rules_name: str, policies: Any, convention: str) -> None:
    rules = load_rules(rules_name)
    if rules.seats.players == 5:
        policies = ["hard"] * 5
    told = 0
    for number in range(4):
        hand = play_by_decisions(rules, policies, 5, number, convention)
        assert hand == play_traced(rules, policies, 5, number, convention)
        told += len(meanings_in_auction(hand.calls or (), hand.dealer, seat_conventions(convention, rules)))
    assert told


@pytest.mark.jit
@pytest.mark.parametrize("convention", ["modern-single", ONE_SIDE])
def test_a_seat_that_thinks_knows_who_plays_a_convention(convention: str) -> None:
    for number in (2, TOLD, 8):
        hand = play_by_decisions(FAMILY, "expert", 5, number, convention)
        assert hand == play_traced(FAMILY, "expert", 5, number, convention)


@pytest.mark.jit
def test_opponents_who_play_none_are_not_taken_at_their_word() -> None:
    """The same hand and calls: an opponent's jump tells something only if he plays a convention."""
    players = {told: seat_players("expert", FAMILY, told) for told in ("modern-single", ONE_SIDE)}
    differ = 0
    for number in range(6):
        hands = [play_traced(FAMILY, "expert", 5, number, told) for told in players]
        differ += hands[0] != hands[1]
    assert differ
    assert [player.convention for player in players[ONE_SIDE]] == ["modern-single", "", "modern-single", ""]


# --- what calls mean


@pytest.mark.parametrize(
    ("name", "rules_name", "calls"),
    [
        ("modern-single", "family250", ()),
        ("modern-single", "family250", (250, "P")),
        ("modern-single", "family250", (250, 290, 400, "P")),
        ("dailey", "family250", (300,)),
        ("double-meld", "guide-double", ()),
        ("double-meld", "guide-double", (50, "P")),
        ("double-meld", "guide-double", (59, "P")),
        ("double-meld", "guide-double", (65,)),
    ],
)
def test_what_a_call_could_tell_is_what_it_would_be_read_as(name: str, rules_name: str, calls: tuple[Any, ...]) -> None:
    rules = load_rules(rules_name)
    convention = load_convention(name, rules)
    lowest: dict[str, int | str] = {}
    high = auction_now(rules, HandRecord(dealer=3, calls=calls)).high
    for call in ("P", *rules.legal_bids(high, up_to=2_000)):
        for said in convention.said((*calls, call), 3):
            if said.number == len(calls):
                lowest.setdefault(said.meaning.says, call)
    assert {said.meaning.says: said.call for said in convention.sayable(calls, 3)} == lowest
    assert lowest or name == "double-meld"


def test_nothing_can_be_told_once_the_auction_is_over() -> None:
    convention = load_convention("modern-single", FAMILY)
    assert convention.sayable((250, "P", "P", "P"), 3) == ()
    assert convention.sayable(("P", "P", "P"), 3) == ()  # the last seat is forced


def test_a_promise_is_held_against_the_hand() -> None:
    convention = load_convention("modern-single", FAMILY)
    lines = sayable_in_words(Hand(HAND), (250, "P"), 3, convention)
    assert "300: a run (yours is so)" in lines
    assert "290: aces around, and the bid is not wanted (yours is not so)" in lines
    asks = sayable_in_words(
        Hand("S:AATTKKQQJJ H:KQJT D:KQJ C:TKQ", DOUBLE), (), 3, load_convention("double-meld", DOUBLE)
    )
    assert "50: wants the bid and asks partner for meld; or saves a partner who speaks last" in asks
    assert sayable_in_words(Hand(HAND), (250, "P"), 3, None) == ()


def test_news_say_what_a_call_means_by_the_convention_of_its_seat() -> None:
    before, now = HandRecord(calls=(), dealer=3), HandRecord(calls=(280, 320, "P"), dealer=3)
    names = Names(FAMILY, 0)
    meaning = "That tells: aces around, and the bid is not wanted (modern-single)."
    assert news(FAMILY, before, now, names) == ["You bid 280.", "seat 1 bids 320.", "seat 2 (partner) passes."]
    one_side = seat_conventions(ONE_SIDE, FAMILY)
    both = seat_conventions("modern-single", FAMILY)
    opening = "That tells: three of the four parts of double pinochle (modern-single)."
    first = news(FAMILY, before, now, names, one_side)
    assert first[1] == "seat 1 bids 320."
    assert news(FAMILY, before, now, names, both)[1] == f"seat 1 bids 320. {meaning}"
    assert first[0] in (f"You bid 280. {meaning}", f"You bid 280. {opening}")


# --- games


@pytest.mark.jit
def test_a_game_is_played_and_shown_by_a_convention(tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    words = ["game", "--policies", "hard", "--seed", "5", "--hands", "2"]
    plain, told = answer_of(*words), answer_of(*words, "--convention", "modern-single", "--out", str(out))
    assert (plain["convention"], plain["told"]) == (None, [[], []])
    none = answer_of(*words, "--convention", "none")
    assert {**none, "convention": None} == plain
    assert told["convention"] == "modern-single"
    record = play_game(FAMILY, "hard", seed=5, hands=2, convention="modern-single")
    assert Record.open(out, strict=True).hands == record.hands
    assert record.check().ok
    assert [player.policy for player in Record.open(out).players] == ["hard-1+modern-single"] * 4
    assert record.hands != play_game(FAMILY, "hard", seed=5, hands=2).hands
    found = [meaning for hand in told["told"] for meaning in hand]
    assert found
    shown = run(*words, "--convention", "modern-single", "--show").output
    assert shown == run("show", str(out), "--convention", "modern-single").output
    for meaning in found:
        assert f"  {meaning['call']} of seat {meaning['seat']} tells: {meaning['says']} (modern-single)" in shown
    assert "tells:" not in run("show", str(out)).output
    assert "tells:" not in run("show", str(out), "--convention", "none").output


@pytest.mark.jit
def test_a_person_is_told_what_calls_mean(tmp_path: Path) -> None:
    """Who types what `hard` with the convention does plays its hand, and a hint is that of the convention."""
    out = tmp_path / "game.txt"
    seats = seat_players("hard", FAMILY, "modern-single")
    number, seat = TOLD, 2
    play = HandInPlay(FAMILY, 5, number, people=(seat,))
    jump = 0
    while play.turn is not None and play.turn.stage == "call":
        choice = play.ask(seats[play.turn.seat], seats)
        if play.turn == Turn("call", seat) and not jump:
            jump = choice
        play.choose(choice)
    assert jump == 280
    words = ["game", "--seat", str(seat), "--policies", "hard", "--seed", "5", "--convention", "modern-single"]
    typed = [*typed_of(seats, seat, number), "hint", str(jump), f"quit {out}"]
    answer = run(*words, typed="\n".join(typed) + "\n")
    assert answer.exit_code == 0, answer.output
    last = answer.output[answer.output.index("Hand 5:") :]
    assert "By modern-single your call would tell, of your hand:" in last
    assert "280: three of the four parts of double pinochle (yours is so)" in last
    assert "hard would bid 280." in last
    assert "You bid 280. That tells: three of the four parts of double pinochle (modern-single)." in last
    plain = run(*words[:-2], typed="quit\n").output
    assert "tell" not in plain


def typed_of(seats: Any, seat: int, before: int) -> list[str]:
    """What a person types at a seat to play the deals before a number as its policy does."""
    typed = []
    for number in range(before):
        play = HandInPlay(FAMILY, 5, number, people=(seat,))
        while play.turn is not None:
            choice = play.ask(seats[play.turn.seat], seats)
            if play.turn.seat == seat:
                typed.append({True: "y", False: "n"}[choice] if play.turn.stage == "redeal" else str(choice))
            play.choose(choice)
    return typed


@pytest.mark.jit
def test_a_record_holds_players_of_a_convention_whatever_its_file_is_called(tmp_path: Path) -> None:
    file = tmp_path / "our (new) one.toml"
    file.write_text('title = "t"\nsource = "s"\n[[meaning]]\ncall = "jump 2"\nsays = "run"\nhand = "run"\n')
    record = play_game(FAMILY, "hard", seed=5, hands=1, names=["Ann"], convention=[file, None, "dailey", "none"])
    labels = ["hard-1+our__new__one", "hard-1", "hard-1+dailey", "hard-1"]
    assert [player.policy for player in Record.from_text(record.text, strict=True).players] == labels


# --- other commands


@pytest.mark.jit
def test_a_right_to_a_new_deal_is_judged_by_a_convention() -> None:
    words = ["redeal", NINES, "--precision", "0.1", "--jobs", "1"]
    plain, told = answer_of(*words), answer_of(*words, "--convention", "modern-single,none,modern-single,none")
    assert told["policies"] == ["hard-1+modern-single", "hard-1"] * 2
    assert told["convention"] == "modern-single,none,modern-single,none"
    assert told["candidates"] != plain["candidates"]
    assert {**answer_of(*words, "--convention", "none"), "convention": None} == plain
    assert redeal(NINES, FAMILY, precision=0.1, convention=ONE_SIDE).to_dict()["candidates"] == told["candidates"]


@pytest.mark.jit
def test_chances_to_win_are_made_by_a_convention(tmp_path: Path) -> None:
    out = tmp_path / "chances.npz"
    words = ["win-table", "--out", str(out), "--deals", "1000", "--policy", "hard", "--jobs", "1"]
    assert answer_of(*words, "--convention", "dailey")["policy"] == "hard-1+dailey"
    made = make_win_table(FAMILY, "hard", 1_000, jobs=1, convention="dailey")
    assert (made.chances != make_win_table(FAMILY, "hard", 1_000, jobs=1).chances).any()
    with pytest.raises(PinosimError, match="policy, convention: expected one name for all seats"):
        make_win_table(FAMILY, "hard", 1_000, convention="dailey,none,dailey,none")


@pytest.mark.jit
def test_a_ladder_of_conventions() -> None:
    ladder = play_ladder(
        ["hard", "hard", "easy"], FAMILY, lambda a, b: 60, convention="dailey,none,none", anchor="hard"
    )
    assert {rating.name for rating in ladder.ratings} == {"hard-1+dailey", "hard-1", "easy-1"}
    assert next(rating.elo for rating in ladder.ratings if rating.name == "hard-1") == 0
    with pytest.raises(ConventionError, match="2 were named for 3 policies; name one for all or one for each policy"):
        play_ladder(["easy", "standard", "hard"], FAMILY, lambda a, b: 10, convention="dailey,none")
    with pytest.raises(ConventionError, match="bids by lot"):
        play_ladder(["random", "hard"], FAMILY, lambda a, b: 10, convention="dailey")
    with pytest.raises(PinosimError, match="two or more different policies, got hard-1"):
        play_ladder(["hard", "hard"], FAMILY, lambda a, b: 10, convention="dailey")


@pytest.fixture(scope="module")
def told_hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    hand = play_traced(FAMILY, "hard", 5, TOLD, "modern-single")
    path = tmp_path_factory.mktemp("record") / "hand.txt"
    Record.of(FAMILY, [hand], seed=5).save(path)
    return path


@pytest.mark.jit
def test_a_card_is_tried_in_deals_that_fit_what_was_told(told_hand: Path) -> None:
    words = ["lead", str(told_hand), "--trick", "1", "--policy", "expert", "--worlds", "400"]
    plain, told = answer_of(*words), answer_of(*words, "--convention", "modern-single")
    assert (plain["convention"], plain["told"]) == (None, [])
    assert told["convention"] == "modern-single"
    assert [(one["who"], one["call"]) for one in told["told"]] == [("partner", "280")]
    assert told["candidates"] != plain["candidates"]
    assert answer_of(*words, "--convention", "none") == plain
    assert "Partner tells by 280: three of the four parts" in run(*words, "--convention", "modern-single").output
    # a seat that plays none reads none
    others = answer_of(*words, "--convention", "none,none,modern-single,none")
    assert others["candidates"] == plain["candidates"]
    assert "seat 0 plays no convention, so it takes no call at its word" in others["notes"]


@pytest.mark.jit
def test_a_record_without_calls_tells_nothing() -> None:
    record = Record.from_text("seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H")
    choice = choose_card(record, policy="expert", worlds=50, convention="dailey")
    assert "the record does not tell the calls, so the convention says nothing of the hands" in choice.notes
    assert choice.to_dict()["candidates"] == choose_card(record, policy="expert", worlds=50).to_dict()["candidates"]


# --- refusals

CONTRACT = "the contract stands, and hands are played from there on without looking at the calls; leave it out"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["trump", HAND, "--convention", "dailey"], f"--convention is not used by trump: {CONTRACT}"),
        (["pass", HAND, "-t", "S", "--convention", "dailey"], f"--convention is not used by pass: {CONTRACT}"),
        (["discard", HAND, "--convention", "dailey"], f"--convention is not used by discard: {CONTRACT}"),
        (["redeal", NINES, "--convention", "daily"], "did you mean 'dailey'?"),
        (["redeal", NINES, "--convention", "dailey,none"], "2 were named for 4 seats"),
        (["redeal", NINES, "--policy", "random", "--convention", "dailey"], "bids by lot"),
        (["game", "--convention", "double-meld"], "deck with 4 copies"),
        (["game", "--seat", "0", "--convention", "double-meld"], "deck with 4 copies"),
        (["game", "--policies", "random", "--convention", "dailey"], "bids by lot"),
        (["game", "--rules", "two-hand", "--convention", "dailey"], "two-hand has no auction"),
        (["win-table", "--convention", "dailey"], "--convention is for making a table: give --out too"),
    ],
)
def test_what_cannot_be_played_is_refused(words: list[str], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())
    assert "Traceback" not in result.output
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--convention", "dailey"], "'hard' does not go by the calls while it plays"),
        (["--policy", "expert", "--convention", "daily"], "did you mean 'dailey'?"),
        (["--policy", "expert", "--convention", "dailey,none,none"], "3 were named for 4 seats"),
        (["--policy", "random", "--convention", "dailey"], "bids by lot"),
    ],
)
def test_a_card_is_not_asked_of_who_cannot_read_the_calls(options: list[str], why: str, told_hand: Path) -> None:
    result = run("play", str(told_hand), "--trick", "1", *options)
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())
    assert "Traceback" not in result.output
