"""The frame of the command line: exit codes, messages, shared options, and what is printed where."""

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import pinosim
from pinosim.api.warm import kernel_folder
from pinosim.cli import output
from pinosim.cli.main import COMMANDS, LazyGroup, cli, exit_code_of
from pinosim.cli.options import available_cores, jobs_option, json_option, quiet_option, rules_options, seed_option
from pinosim.errors import CardError

PINOSIM = Path(sys.executable).with_name("pinosim")
FULL = "The disk is full, cannot write{}. Make room and give the same command again."
CANNOT_WRITE = " 'run/part.parquet'"


@click.command()
@click.argument("what")
@json_option
def fail(what: str, as_json: bool) -> None:
    raise {
        "cards": CardError("'XS' is not a card: expected a rank of A T K Q J 9"),
        "interrupt": KeyboardInterrupt(),
        "interrupt-told": KeyboardInterrupt("Stopped after 3 parts; give the same command again to go on."),
        "disk": OSError(errno.ENOSPC, "No space left on device", "run/part.parquet"),
        "permission": PermissionError(errno.EACCES, "Permission denied", "run"),
        "missing": FileNotFoundError(errno.ENOENT, "No such file or directory", "run"),
        "bare": OSError("something about the disk"),
        "pipe": BrokenPipeError(errno.EPIPE, "Broken pipe"),
        "memory": MemoryError(),
        "fault": RuntimeError("wheels came off\nall four of them"),
        "usage": click.UsageError("not like this"),
    }[what]


@click.command()
@rules_options
@seed_option
@jobs_option
@quiet_option
@json_option
def echo(rules: object, seed: int, jobs: int, quiet: bool, as_json: bool) -> None:
    click.echo(f"{rules.id} {rules.hash} {seed} {jobs} {quiet} {as_json}")  # type: ignore[attr-defined]


frame = LazyGroup(name="frame", lazy_commands={"fail": "test_cli_frame:fail", "echo": "test_cli_frame:echo"})


def run(*arguments: str, group: click.Command = frame, **env: str) -> Result:
    return CliRunner().invoke(group, arguments, env={"PINOSIM_DEBUG": None, **env})


# ---------------------------------------------------------------- the real table


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_explains_itself(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str()
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts}: no help"
    done = run(name, "--help", group=cli)
    assert done.exit_code == 0
    assert done.stderr == ""


def test_help_lists_all_commands_in_order() -> None:
    done = run("--help", group=cli)
    assert done.exit_code == 0
    listed = [line.split()[0] for line in done.stdout.partition("Commands:")[2].splitlines() if line.strip()]
    assert listed == list(COMMANDS)


def test_version() -> None:
    done = run("--version", group=cli)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"pinosim {pinosim.__version__}\n", "")


# ---------------------------------------------------------------- usage


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["mled"], "No such command 'mled'. Did you mean 'meld'?"),
        (["MELD"], "No such command 'MELD'. Did you mean 'meld'?"),
        (["zzzz"], "No such command 'zzzz'. There are: rules, meld,"),
        (["--versoin"], "No such option '--versoin'. Did you mean '--version'?"),
    ],
)
def test_unknown_words_are_refused_with_the_nearest(arguments: list[str], expected: str) -> None:
    done = run(*arguments, group=cli)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert expected in done.stderr


def test_unknown_option_of_a_command() -> None:
    done = run("echo", "--quite")
    assert done.exit_code == 2
    assert "Did you mean '--quiet'?" in done.stderr


def test_usage_errors_exit_with_2() -> None:
    assert run("fail", "usage").exit_code == 2
    assert run("fail").exit_code == 2
    assert run().exit_code == 2


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    ("what", "code", "message"),
    [
        ("cards", 2, "Error: 'XS' is not a card: expected a rank of A T K Q J 9\n"),
        ("disk", 1, f"Error: {FULL.format(CANNOT_WRITE)}\n"),
        ("permission", 1, "Error: No permission to use 'run'. Choose a folder you may write to.\n"),
        ("missing", 1, "Error: No such file or directory: 'run'\n"),
        ("bare", 1, "Error: something about the disk.\n"),
        ("memory", 1, "Error: Out of memory. Ask for fewer deals or fewer jobs.\n"),
        ("interrupt-told", 130, "\nStopped after 3 parts; give the same command again to go on.\n"),
        ("interrupt", 130, "\nInterrupted.\n"),
    ],
)
def test_errors_are_one_message_on_stderr(what: str, code: int, message: str, options: list[str]) -> None:
    done = run("fail", what, *options)
    assert (done.exit_code, done.stdout, done.stderr) == (code, "", message)


def test_a_fault_says_how_to_report_it() -> None:
    done = run("fail", "fault")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: RuntimeError: wheels came off\n")
    assert "all four of them" not in done.stderr
    assert "PINOSIM_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr


def test_debug_shows_where() -> None:
    done = run("fail", "fault", PINOSIM_DEBUG="1")
    assert done.exit_code == 1
    assert "Traceback" in done.stderr
    assert "Traceback" not in run("fail", "fault", PINOSIM_DEBUG="0").stderr


def test_a_broken_pipe_is_quiet() -> None:
    done = run("fail", "pipe")
    assert (done.exit_code, done.stdout, done.stderr) == (1, "", "")


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run([PINOSIM, "--help"], stdout=gone, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


class FullDisk(io.StringIO):
    """A stdout that takes text but cannot get rid of it."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_behind_stdout_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert exit_code_of(lambda: None) == 1
    assert capsys.readouterr().err == f"Error: {FULL.format('')}\n"


def test_ctrl_c_in_the_terminal() -> None:
    program = (
        "import click, sys, time\n"
        "from pinosim.cli.main import LazyGroup\n"
        "group = LazyGroup(lazy_commands={'wait': '__main__:wait'})\n"
        "@click.command()\n"
        "def wait():\n"
        "    print('ready', flush=True)\n"
        "    time.sleep(60)\n"
        "group.main(['wait'])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == "Interrupted."


# ---------------------------------------------------------------- shared options


def test_options_reach_the_command() -> None:
    rules = pinosim.load_rules("family250")
    assert run("echo").stdout == f"family250 {rules.hash} 1 {available_cores()} False False\n"
    done = run("echo", "--rules", "wocg-single", "--seed", str(2**64 - 1), "--jobs", "1", "--quiet", "--json")
    assert done.stdout == f"wocg-single {pinosim.load_rules('wocg-single').hash} {2**64 - 1} 1 True True\n"


def test_set_changes_the_rules() -> None:
    plain, changed = run("echo"), run("echo", "--set", "meld.pinochle=[40,450]")
    assert changed.exit_code == 0
    assert plain.stdout.split()[1] != changed.stdout.split()[1]


@pytest.mark.parametrize("options", [["--rules", "family25"], ["--set", "meld.pinocle=[1,2]"], ["--set", "nonsense"]])
def test_bad_rules_are_refused(options: list[str]) -> None:
    done = run("echo", *options)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("seed", ["-1", str(2**64), "1.5", "seven", ""])
def test_seeds_out_of_range_are_refused(seed: str) -> None:
    done = run("echo", f"--seed={seed}")
    assert done.exit_code == 2
    assert "--seed" in done.stderr


@pytest.mark.parametrize("jobs", ["0", "-1", "two"])
def test_no_jobs_are_refused(jobs: str) -> None:
    done = run("echo", f"--jobs={jobs}")
    assert done.exit_code == 2
    assert "--jobs" in done.stderr


def test_more_jobs_than_cores_are_cut_with_a_note() -> None:
    done = run("echo", "--jobs", "9999")
    assert done.exit_code == 0
    assert done.stdout.split()[3] == str(available_cores())
    assert "--jobs 9999" in done.stderr


# ---------------------------------------------------------------- output


def test_json_is_one_strict_object(capsys: pytest.CaptureFixture[str]) -> None:
    rules = pinosim.load_rules("guide-double")
    payload = {"points": np.int64(7), "rates": np.array([0.5, 0.25]), "file": Path("a") / "b", "cards": {"TS", "AS"}}
    output.emit("test", payload, as_json=True, text=lambda console: None, rules=rules, seed=7, n=np.int64(100))  # type: ignore[arg-type]
    captured = capsys.readouterr()
    assert captured.err == ""
    assert json.loads(captured.out) == {
        "command": "test",
        "version": pinosim.__version__,
        "rules": "guide-double",
        "rules_hash": rules.hash,
        "seed": 7,
        "n": 100,
        "points": 7,
        "rates": [0.5, 0.25],
        "file": os.path.join("a", "b"),
        "cards": ["AS", "TS"],
    }


def test_json_without_rules_or_sampling(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit("rules list", {"rules": ["family250"]}, as_json=True, text=lambda console: None)
    assert json.loads(capsys.readouterr().out) == {
        "command": "rules list",
        "version": pinosim.__version__,
        "rules": ["family250"],
        "rules_hash": None,
    }


@pytest.mark.parametrize("value", [float("nan"), float("inf"), np.float64("nan"), np.array([float("nan")])])
def test_json_never_holds_nan(value: object, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="JSON"):
        output.emit("test", {"p": value}, as_json=True, text=lambda console: None)
    assert capsys.readouterr().out == ""


def test_json_refuses_what_it_does_not_know() -> None:
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        output.emit("test", {"p": object()}, as_json=True, text=lambda console: None)


def test_text_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit("test", {}, as_json=False, text=lambda console: console.print("[bold]:smile: 12 [/x]", style="red"))
    assert capsys.readouterr().out == "[bold]:smile: 12 [/x]\n"


def test_text_keeps_to_the_width(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.table import Table

    def text(console: Console) -> None:
        table = Table("meld", "cards")
        table.add_row("run " * 40, "AS TS KS QS JS " * 20)
        console.print(table)

    for columns, widest in ((None, output.WIDTH_WITHOUT_TERMINAL), ("50", 50)):
        monkeypatch.delenv("COLUMNS", raising=False)
        if columns is not None:
            monkeypatch.setenv("COLUMNS", columns)
        output.emit("test", {}, as_json=False, text=text)
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) == widest


def test_warnings_and_notes_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    output.warn("twelve cards are expected")
    output.note("compiling")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "Warning: twelve cards are expected\ncompiling\n"


class Terminal:
    """A stand-in for a terminal behind stderr."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with output.progress("Playing hands", 10) as advance:
        advance(10)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with output.progress("Playing hands", 10) as advance:
        advance(10)
    assert "Playing hands" in terminal.text
    assert "10/10" in terminal.text

    terminal.text = ""
    with output.progress("Playing hands", 10, quiet=True) as advance:
        advance(10)
    assert terminal.text == ""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (EOFError("Ran out of input"), "are spoiled (EOFError). Remove that folder"),
        (pickle.UnpicklingError("pickle data was truncated"), "are spoiled (UnpicklingError). Remove that folder"),
        (RuntimeError("cannot cache function 'deal': no locator available"), "Make that a folder you may write to, or"),
        (PermissionError(errno.EACCES, "Permission denied"), "Make that a folder you may write to, or name another"),
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full, compiled kernels cannot be kept in"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_folder_of_kernels_that_cannot_be_used_is_named(
    error: Exception, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {"error": error}
    exec(compile("def keep():\n    raise error", "site-packages/numba/core/caching.py", "exec"), names)
    command = click.Command("kernels", callback=names["keep"])  # type: ignore[arg-type]
    assert exit_code_of(lambda: command.main([], standalone_mode=False)) == 1
    shown = capsys.readouterr().err.strip()
    assert shown.startswith("Error: ")
    assert told in shown
    assert str(kernel_folder()) in shown


def test_a_file_cut_off_is_no_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    def read() -> None:
        raise EOFError("Ran out of input")

    assert exit_code_of(lambda: click.Command("read", callback=read).main([], standalone_mode=False)) == 1
    assert "EOFError: Ran out of input" in capsys.readouterr().err
