"""A person at the table, driven through a pipe."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pinosim import load_rules
from pinosim.api.game import play_game
from pinosim.api.live.choose import melds_to_lay
from pinosim.api.live.hand_in_play import HandInPlay
from pinosim.api.live.turn import Turn
from pinosim.api.record.record import Record
from pinosim.cli.main import cli
from pinosim.errors import RecordError
from pinosim.policies.registry import resolve_seats


def run(typed: str, *args: str) -> Result:
    return CliRunner().invoke(cli, ["game", "--seat", *args], input=typed)


def typed_as(play: HandInPlay, turn: Turn, choice: Any) -> str:
    """Write a choice as a person types it."""
    if turn.stage == "redeal":
        return "y" if choice else "n"
    if turn.stage == "share":
        return ", ".join(f"{seat} {card}" for seat, card in choice)
    if turn.stage == "meld":
        names = list(melds_to_lay(play.rules, play.hand, turn.seat))
        return " ".join(str(names.index(name) + 1) for name in choice)
    return str(choice)


def entries(name: str, seat: int, policies: str, seed: int, hands: int) -> list[str]:
    """Give what a person has to type at a seat to play as `policies` does there."""
    rules = load_rules(name)
    typed = []
    numbers = [hand.number for hand in play_game(rules, policies, seed=seed, hands=hands).hands]
    seats = resolve_seats(policies, rules)
    for number in numbers:
        assert number is not None
        play = HandInPlay(rules, seed, number, people=(seat,))
        while play.turn is not None:
            choice = play.ask(seats[play.turn.seat])
            if play.turn.seat == seat:
                typed.append(typed_as(play, play.turn, choice))
            play.choose(choice)
    return typed


@pytest.mark.parametrize(
    ("name", "seat", "seed"),
    [("family250", 2, 1), ("wocg-single", 0, 3), ("bicycle-widow", 1, 2), ("universal-5h", 3, 4),
     ("universal-6h", 0, 5), ("two-hand", 1, 6), ("guide-double", 3, 7)],
)  # fmt: skip
def test_a_person_who_plays_like_a_policy_plays_its_hands(name: str, seat: int, seed: int, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    typed = entries(name, seat, "hard", seed, 2)
    answer = run("\n".join(typed) + "\n", str(seat), "--rules", name, "--seed", str(seed), "--policies", "hard",
                 "--hands", "2", "--out", str(out), "--name", "Ann")  # fmt: skip
    assert answer.exit_code == 0, answer.output
    record = Record.open(out, strict=True)
    assert record.hands == play_game(load_rules(name), "hard", seed=seed, hands=2).hands
    assert [player.name for player in record.players] == [
        "Ann" if i == seat else "" for i in range(len(record.players))
    ]
    assert record.check().ok


def test_help_hints_and_what_a_seat_may_not_see() -> None:
    answer = run("?\nhint\nshow\nfoo\n255\nP\nquit\n", "1", "--seed", "4", "--policies", "hard")
    assert answer.exit_code == 0
    text = answer.output
    assert "hard would bid 250." in text
    assert "No: expected a bid or P for pass, got 'foo'" in text
    assert "No: seat 1: 255 cannot be bid" in text
    assert "undo                take back your last entry" in text
    assert "Your hand:  S: A 9   H: A K Q Q   D: K K Q 9   C: Q J" in text
    hidden = play_game(load_rules("family250"), "hard", seed=4, hands=1).hands[0].hands
    assert not any(str(hidden[seat]) in text for seat in (0, 2, 3))


def test_who_is_forced_to_bid_may_bid_more_where_the_rules_say_so(tmp_path: Path) -> None:
    out, options = tmp_path / "game.txt", ("--seed", "61", "--policies", "standard", "--hands", "1")
    rules = ("--rules", "family250", "--set", "auction.forced_may_raise=true")
    answer = run(f"P\n255\nhint\n300\nquit {out}\n", "0", *options, *rules)
    assert "Everybody else has passed: you have to bid 250, and may bid more." in answer.output
    assert "No: seat 0 has to bid, as everybody else has passed; bid 250 or more." in answer.output
    assert "No: seat 0: 255 cannot be bid" in answer.output
    assert "hard would bid 250." in answer.output
    record = Record.open(out, strict=True)
    assert (record.hands[0].calls, record.hands[0].bidder, record.hands[0].bid) == (("P", "P", "P", 300), 0, 300)
    assert record.check().ok
    assert "you have to bid" not in run("quit\n", "0", *options).output


def test_a_hint_says_what_to_type_to_lay_a_meld() -> None:
    """What a hint says is typed from then on, and no meld is refused."""
    rules = load_rules("two-hand")
    play = HandInPlay(rules, 6, 0)
    typed, hints = [], []
    while play.turn is not None and not hints:
        choice = play.ask("hard")
        if play.turn.seat == 1:
            entry = typed_as(play, play.turn, choice)
            if play.turn.stage == "meld" and choice:
                hints.append(f"hard would lay {', '.join(choice)}; type {entry}.")
                typed.append("hint")
            typed.append(entry)
        play.choose(choice)
    answer = run("\n".join(typed) + "\nquit\n", "1", "--rules", "two-hand", "--seed", "6", "--policies", "hard")
    assert hints
    assert hints[0] in answer.output
    assert "No:" not in answer.output


def test_an_entry_stands_once_somebody_has_answered() -> None:
    answer = run("270\nundo\nquit\n", "1", "--seed", "4", "--policies", "hard")
    assert "nothing is taken back: seat 2 has answered it (bid 280)" in answer.output
    assert "you have not chosen anything" in run("undo\nquit\n", "1", "--seed", "4").output


def test_a_slip_is_taken_back() -> None:
    """The seat that wins a trick leads the next: nobody has answered its last card."""
    typed = entries("family250", 2, "hard", 4, 1)
    plain = run("\n".join(typed) + "\n", "2", "--seed", "4", "--policies", "hard", "--hands", "1", "--json")
    play = HandInPlay(load_rules("family250"), 4, 0)
    at = None
    own = 0
    while play.turn is not None:  # two choices of the seat in a row, both cards
        turn = play.turn
        if turn.seat == 2:
            last = play.choices[-1][0] if play.choices else None
            if last is not None and last.seat == 2 and last.stage == turn.stage == "play" and at is None:
                at = own
            own += 1
        play.choose(play.ask("hard"))
    assert at is not None
    again = [*typed[:at], "undo", typed[at - 1], *typed[at:]]
    undone = run("\n".join(again) + "\n", "2", "--seed", "4", "--policies", "hard", "--hands", "1", "--json")
    assert "Taken back: play" in undone.stderr
    assert json.loads(undone.stdout) == json.loads(plain.stdout)


def test_with_confirm_every_entry_can_be_taken_back() -> None:
    answer = run("270\nundo\nP\nwhat\n\nquit\n", "1", "--seed", "4", "--policies", "hard", "--confirm")
    assert "You bid 270. Enter: it stands; undo> undo" in answer.output
    assert "'undo' takes it back." in answer.output
    assert "You pass." in answer.output
    assert "You bid 270.\n" not in answer.output


@pytest.mark.parametrize("typed", ["P\n", "P\nquit\n"])
def test_leaving_saves_the_game_so_far(typed: str, tmp_path: Path) -> None:
    out = tmp_path / "left.txt"
    answer = run(typed, "1", "--seed", "4", "--policies", "hard", "--out", str(out))
    assert answer.exit_code == 0
    verdict = Record.open(out, strict=True).check()
    assert verdict.ok
    assert "it is not finished" in verdict.unchecked[0]
    assert json.loads(run(typed, "1", "--json").stdout)["winner"] is None


def test_quit_names_a_file_that_is_looked_at_first(tmp_path: Path) -> None:
    taken, free = tmp_path / "letter.txt", tmp_path / "mine.txt"
    taken.write_text("Dear Ann")
    answer = run(f"quit {taken}\nquit {free}\n", "1", "--seed", "4")
    assert "No: expected nothing, or a record" in answer.output
    assert taken.read_text() == "Dear Ann"
    assert Record.open(free).hands[0].number == 0
    assert "The game is not saved" in run("quit\n", "1").output


def test_ctrl_c_saves_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pinosim.cli import seat

    def interrupted(_self: object, _prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(seat.Person, "_read", interrupted)
    out = tmp_path / "left.txt"
    answer = run("", "1", "--seed", "4", "--out", str(out))
    assert answer.exit_code == 130
    assert f"the game so far is in {out}" in answer.stderr
    assert Record.open(out).hands[0].calls is None


def test_a_game_that_cannot_be_written_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise RecordError("cannot write the record: No space left on device")

    monkeypatch.setattr(Record, "save", full)
    answer = run("P\n", "1", "--seed", "4", "--out", str(tmp_path / "left.txt"))  # the input ends there
    assert answer.exit_code == 2
    told, _, printed = answer.stderr.partition("to be copied into a file:\n\n")
    assert "could not be written" in told
    record = Record.from_text(printed.partition("\nError: cannot write the record")[0])
    assert (record.seed, record.hands[0].dealer) == (4, 0)
    assert "P" in (record.hands[0].calls or ())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_killed_is_kept(number: int, tmp_path: Path) -> None:
    out = tmp_path / "left.txt"
    command = [sys.executable, "-c", "from pinosim.cli.entry import main; main()", "game", "--seat", "1", "--seed", "4"]
    with subprocess.Popen(
        [*command, "--out", str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # the tests may run where it is ignored
    ) as game:  # fmt: skip
        assert game.stdout is not None
        shown = ""
        while not shown.endswith("Your call> "):
            letter = game.stdout.read(1)
            assert letter, "the game ended before it asked"
            shown += letter
        game.send_signal(number)
        _, told = game.communicate(timeout=60)
    assert game.returncode == 130
    assert f"the game so far is in {out}" in told
    assert Record.open(out).hands[0].dealer is not None


@pytest.mark.parametrize(
    ("args", "why"), [(["4"], "expected a seat from 0 to 3"), (["x"], "not a valid integer")]
)  # fmt: skip
def test_a_seat_that_is_not_there_is_refused(args: list[str], why: str) -> None:
    answer = run("", *args)
    assert answer.exit_code == 2
    assert why in answer.stderr


def test_options_for_a_person_need_a_seat() -> None:
    answer = CliRunner().invoke(cli, ["game", "--confirm"])
    assert answer.exit_code == 2
    assert "give --seat too" in answer.stderr


def test_quit_asks_again_where_nothing_can_be_written(tmp_path: Path) -> None:
    free = tmp_path / "new" / "mine.txt"
    answer = run(f"quit /dev/full\nquit /proc/x\nP\nquit {free}\n", "1", "--seed", "4", "--policies", "hard")
    assert answer.exit_code == 0
    assert "No: cannot write the record to '/dev/full': No space left" in answer.output
    assert "No: cannot write the record to '/proc/x': " in answer.output
    saved = Record.open(free, strict=True)
    assert saved.check().ok
    assert saved.hands[0].calls is not None
    assert "P" in saved.hands[0].calls


def test_quit_keeps_the_record_of_another_game(tmp_path: Path) -> None:
    other, own, out = tmp_path / "other.txt", tmp_path / "own.txt", tmp_path / "out.txt"
    play_game(load_rules("family250"), "hard", seed=9, hands=1).save(other)
    before = other.read_bytes()
    game = ("1", "--seed", "4", "--policies", "hard")
    answer = run(f"quit {other}\nquit {own}\n", *game)
    assert f"No: {str(other)!r} holds the record of another game and is kept; name another file." in answer.output
    assert other.read_bytes() == before
    early = own.read_bytes()
    assert "No:" not in run(f"P\nquit {own}\n", *game).output  # the same game, further on
    assert own.read_bytes() != early
    play_game(load_rules("family250"), "hard", seed=9, hands=1).save(out)
    assert "No:" not in run(f"quit {out}\n", *game, "--out", str(out)).output  # --out has named it
    assert Record.open(out).seed == 4


def test_quit_does_not_lose_hands_of_a_game_played_further(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    typed = entries("family250", 1, "hard", 4, 1)
    game = ("1", "--seed", "4", "--policies", "hard")
    run("\n".join([*typed, f"quit {own}"]) + "\n", *game)
    assert len(Record.open(own).hands) == 2
    before = own.read_bytes()
    assert "holds the record of another game" in run(f"quit {own}\n", *game).output
    assert own.read_bytes() == before


@pytest.mark.parametrize("place", ["/dev/full", "/proc/x", "/proc/none/x", "/dev/null/x"])
@pytest.mark.parametrize("seat", [(), ("--seat", "1")])
def test_out_is_tried_before_the_first_deal(place: str, seat: tuple[str, ...]) -> None:
    answer = CliRunner().invoke(cli, ["game", *seat, "--out", place], input="quit\n")
    code = 1 if place == "/dev/full" else 2  # a full disk is the machine's fault
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert f"--out: cannot write {place!r}: " in answer.stderr
