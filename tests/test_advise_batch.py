"""Files of hands: reading, answering in order, going on after a stop, and what is told of lines that are wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pinosim import advise, load_rules
from pinosim.api.advise_many import Fault, Question, answer_all, answers_kept, csv_line, read_questions
from pinosim.cli.main import cli
from pinosim.errors import PinosimError

HAND = "S:AATKQJ H:A9 D:AJ C:TT"
OTHER = "S:KQJ H:ATQ9 D:AQ99 C:A"
FAMILY = load_rules("family250")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["advise", *arguments])


def test_every_line_is_a_hand_unless_columns_are_named() -> None:
    assert read_questions(f"# two hands\n{HAND}\n\n  {OTHER}  \n") == [Question(2, HAND), Question(4, OTHER)]
    rows = read_questions(f'Hand, auction ,BID,score,seat\n"{HAND}",P 250,300,800:-650,\n{OTHER}\n')
    assert rows == [Question(2, HAND, 300, None, None, "P 250", (800, -650)), Question(3, OTHER)]
    assert read_questions(f'"{HAND}"\n') == [Question(1, HAND)]  # as a spreadsheet may write it
    assert read_questions("\ufeffhand\n") == []
    assert read_questions("") == []


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (f"{HAND},many,", "bid: expected a whole number, got 'many'"),
        (f"{HAND},300,8OO:650", "score: expected a whole number, got '8OO'"),
        (f"{HAND},300,800:", "score: expected ours and theirs with a colon between, such as 800:650, got '800:'"),
        (f"{HAND},300,800", "score: expected ours and theirs with a colon between, such as 800:650, got '800'"),
        (f"{HAND},300,,9", "expected 3 values (hand, bid, score), got 4; a hand with commas needs quotes"),
        (f"{HAND},99999999999,", "bid: expected a whole number, got '99999999999'"),
        ("x" * 20_000, "the line has 20,000 characters; expected one hand"),
    ],
)
def test_a_line_that_cannot_be_read_names_itself(row: str, message: str) -> None:
    assert read_questions(f"hand,bid,score\n{row}\n{HAND},300,\n") == [Fault(2, message), Question(3, HAND, 300)]


def test_unknown_columns_are_refused() -> None:
    with pytest.raises(PinosimError, match=r"line 2: unknown column 'bids'; there are hand, bid, seat"):
        read_questions("\nhand,bids\n")
    with pytest.raises(PinosimError, match="column 'bid' stands there twice"):
        read_questions("hand,bid,bid\n")


def test_answers_come_in_order_and_one_by_one() -> None:
    asked: list[int] = []

    def judge(question: Question) -> object:
        asked.append(question.line)
        if question.line % 3 == 0:
            raise PinosimError("no")
        return question.line

    questions = [Question(line, "") for line in range(1, 50)]
    answers = answer_all(questions, judge, jobs=3)  # type: ignore[arg-type]
    assert next(answers) == (questions[0], 1)
    assert len(asked) <= 7  # not all of them are begun at once
    assert [answer for _, answer in answers] == [Fault(n, "no") if n % 3 == 0 else n for n in range(2, 50)]


def test_the_same_question_has_the_same_mark() -> None:
    one = Question(1, HAND, 300)
    assert one.asked({"seed": 1}) == Question(9, HAND, 300).asked({"seed": 1})
    assert len({one.asked({"seed": 1}), one.asked({"seed": 2}), Question(1, HAND, 310).asked({"seed": 1})}) == 3


@pytest.mark.jit
def test_a_batch_answers_as_single_questions_do(tmp_path: Path) -> None:
    hands, out = tmp_path / "hands.csv", tmp_path / "answers.csv"
    hands.write_text(f"hand,bid,auction\n{HAND},300,\n{OTHER},,P 250\nS:A,,\n", encoding="utf-8")
    result = run("--batch", str(hands), "--out", str(out), "--precision", "0.2", "--seed", "5")
    assert result.exit_code == 2
    assert "line 4: " in result.output
    assert "2 of 3 lines answered" in result.output
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [row["line"] for row in rows] == ["2", "3", "4"]
    assert rows[2]["error"]
    assert not rows[2]["verdict"]
    for row, answer in zip(
        rows,
        (
            advise(HAND, FAMILY, bid=300, precision=0.2, seed=5),
            advise(OTHER, FAMILY, auction="P 250", precision=0.2, seed=5),
        ),
        strict=False,
    ):
        assert (row["verdict"], int(row["bid"]), row["trump"]) == (answer.verdict, answer.bid, answer.trump)
        assert float(row["p"]) == answer.p_make[answer.bid].value
        assert float(row["ev_bid"]) == answer.ev_bid.value


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_stopped_batch_goes_on(tmp_path: Path, ending: str) -> None:
    hands, out = tmp_path / "hands.txt", tmp_path / f"answers.{ending}"
    hands.write_text(f"{HAND}\n{OTHER}\n{HAND}\n", encoding="utf-8")
    command = ("--batch", str(hands), "--out", str(out), "--quick", "--json")
    first = run(*command)
    assert first.exit_code == 0, first.output
    assert (json.loads(first.output)["answered"], json.loads(first.output)["kept"]) == (3, 0)
    whole = out.read_text(encoding="utf-8")
    for cut in (len(whole) - 20, whole.index("\n", whole.index("\n") + 1) + 1, 10, 0):
        out.write_text(whole[:cut], encoding="utf-8")
        if ending == "csv" and cut == 10:
            continue  # half a line of names is no file of answers
        again = run(*command)
        assert again.exit_code == 0, again.output
        assert out.read_text(encoding="utf-8") == whole
    assert json.loads(run(*command).output)["kept"] == 3
    other = run(*command, "--rules", "guide-family")
    assert other.exit_code == 2
    assert "holds something else" in other.output
    assert out.read_text(encoding="utf-8") == whole


def test_faults_are_asked_again_when_a_batch_goes_on(tmp_path: Path) -> None:
    hands, out = tmp_path / "hands.txt", tmp_path / "answers.jsonl"
    hands.write_text(f"{HAND}\nS:A\n", encoding="utf-8")
    assert run("--batch", str(hands), "--out", str(out), "--quick").exit_code == 2
    hands.write_text(f"{HAND}\n{OTHER}\n", encoding="utf-8")
    done = run("--batch", str(hands), "--out", str(out), "--quick")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["line"] for line in lines] == [1, 2]
    assert lines[1]["hand"] == OTHER


def test_without_out_answers_are_csv_on_stdout() -> None:
    result = CliRunner().invoke(cli, ["advise", "--batch", "-", "--quick"], input=f"{HAND}\n")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] + "\n" == csv_line()
    assert lines[1].startswith("1,")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Missing argument"),
        ((HAND, "--batch", "-"), "not both"),
        (("--batch", "-", "--bid", "300"), "--bid is a column"),
        ((HAND, "--out", "x.csv"), "--batch"),
        (("--batch", "-", "--out", "x.txt"), ".csv or .jsonl"),
        (("--batch", "-", "--json"), "--out"),
        (("--batch", "no-such-file"), "cannot read"),
        (("--batch", "-", "--out", "no/such/folder.csv"), "there is no folder"),
        ((HAND, "--quick", "--score", "1:2"), "not used by --quick"),
        ((HAND, "--quick", "--policy", "hard"), "--policy is not used by --quick"),
        ((HAND, "--quick", "--precision", "0.05"), "--precision is not used by --quick"),
        (("--batch", "-", "--quick", "--decide"), "--decide is not used by --quick"),
        (("--batch", "-", "--samples"), "--samples shows deals of one answer"),
        (("--batch", "-", "--sensitivity"), "--sensitivity is not said by --quick or in a --batch"),
        ((HAND, "--win-table", "x.npz"), "give --score US:THEM with it"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: tuple[str, ...], words: str) -> None:
    result = CliRunner().invoke(cli, ["advise", *arguments], input=f"{HAND}\n")
    assert result.exit_code == 2
    assert words in result.output


def test_other_files_are_not_taken_for_answers() -> None:
    assert answers_kept("a,b\n1,2\n", as_csv=True) is None
    assert answers_kept('{"line": 1}\nnotes\n', as_csv=False) is None
    assert answers_kept("", as_csv=True) == {}


def test_an_out_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_text("S:ATKQJ H:A9 D:AJ C:A99\n")
    run = CliRunner().invoke(cli, ["advise", "--batch", str(file), "--out", "/proc/x.csv", "--quick"])
    assert (run.exit_code, run.stdout) == (2, "")
    assert "--out: cannot write '/proc/x.csv': " in run.stderr


@pytest.mark.jit
def test_a_batch_stops_early_where_it_is_asked_to(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"{HAND}\n")
    whole, decided = (json.loads(run("--batch", str(file), "--out", str(tmp_path / name), *options, "--json").stdout)
                      for name, options in (("whole.jsonl", ()), ("decided.jsonl", ("--decide",))))  # fmt: skip
    assert whole["answered"] == decided["answered"] == 1
    answers = [json.loads((tmp_path / name).read_text()) for name in ("whole.jsonl", "decided.jsonl")]
    single = advise(HAND, FAMILY, decide=True, sensitivity=False)
    assert answers[1]["gain"] == single.to_dict()["gain"]
    assert answers[1]["n"] == single.n < answers[0]["n"]
    again = run("--batch", str(file), "--out", str(tmp_path / "whole.jsonl"), "--decide")
    assert (again.exit_code, "other than" in again.stderr or "something else" in again.stderr) == (2, True)
