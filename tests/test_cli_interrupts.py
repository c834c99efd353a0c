"""Ctrl-C ends the command with 130 wherever it comes, and the process ends cleanly with the exit code it was given."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pinosim.cli.main import exit_code_of
from pinosim.errors import RunError

INTERRUPTING = {
    # A module that is interrupted while it is imported, and one that would swallow it.
    "module": "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n",
    "swallowing": "import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n"
    "    for _ in range(1000): pass\nexcept BaseException:\n    pass\n",
    "wrapping": "import os, signal\nclass Name:\n    def __set_name__(self, owner, name):\n"
    "        os.kill(os.getpid(), signal.SIGINT)\n        for _ in range(1000): pass\n"
    "class Owner:\n    name = Name()\n",
}


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder, capture_output=True, text=True, timeout=15, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])},
    )  # fmt: skip


def command_that(body: str) -> str:
    """Write a program that runs `body` as a command of pinosim."""
    return (
        "import sys\n"
        "def work(*arguments, **settings):\n"
        f"{body}"
        "import pinosim.cli.entry as entry\n"
        "import pinosim.cli.main as frame\n"
        "frame.cli.main = work\n"
        "entry.main()\n"
    )


@pytest.mark.parametrize("kind", INTERRUPTING)
def test_ctrl_c_in_an_import_is_not_lost(kind: str, tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(INTERRUPTING[kind])
    done = run(command_that("    import interrupted, time\n    time.sleep(8)\n    print('went on')\n"), tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "Interrupted.")


def test_ctrl_c_while_click_is_imported(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(0.2)\n"
    )
    done = run("import pinosim.cli.entry as entry\nentry.main()", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "Interrupted.")


def test_a_second_ctrl_c_in_an_import_ends_at_once(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\nos.kill(os.getpid(), signal.SIGINT)\n"
        "print('went on', flush=True)\n"
    )
    done = run(command_that("    import twice\n"), tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "Interrupted.")


def test_ctrl_c_in_a_destructor_is_not_lost(tmp_path: Path) -> None:
    body = (
        "    import os, signal, time\n"
        "    class Gone:\n"
        "        def __del__(self):\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "            for _ in range(1000): pass\n"
        "    Gone()\n"
        "    time.sleep(8)\n"
        "    print('went on')\n"
    )
    done = run(command_that(body), tmp_path)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "Interrupted.")


@pytest.mark.parametrize("explicit", [True, False], ids=["cause", "context"])
def test_an_error_made_of_an_interrupt_is_an_interrupt(explicit: bool, capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as interrupt:
            error = RuntimeError("Error calling __set_name__")
            if explicit:
                raise error from interrupt
            raise error  # noqa: B904

    assert exit_code_of(work) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


def test_what_is_printed_leaves_before_the_process_does(tmp_path: Path) -> None:
    body = (
        "    import atexit\n"
        "    atexit.register(lambda: print('tidied'))\n"
        "    print('answer')\n"
        "    print('remark', file=sys.stderr)\n"
        "    return 7\n"
    )
    done = run(command_that(body), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (7, "answer\ntidied\n", "remark\n")


@pytest.mark.parametrize(("number", "code"), [(errno.ENOSPC, 1), (errno.EDQUOT, 1), (errno.EACCES, 2)])
def test_a_full_disk_has_one_exit_code(number: int, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    def reworded() -> None:
        raise RunError("No room left on the disk for the run.") from OSError(number, "no")

    def work_on_disk() -> None:
        raise OSError(number, "no", "run")

    assert exit_code_of(reworded) == code
    assert exit_code_of(work_on_disk) == 1
    assert capsys.readouterr().err.startswith("Error: No room left on the disk for the run.\n")


def test_abort_of_a_prompt_is_an_interrupt(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise click.Abort

    assert exit_code_of(work) == 130
    assert capsys.readouterr().err == "Interrupted.\n"


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_closed_streams_are_nothing_and_no_file(closed: tuple[int, ...], tmp_path: Path) -> None:
    program = (
        "import pinosim.cli.entry as entry, sys\n"
        "sys.argv = ['pinosim', 'game', '--hands', '1', '--policies', 'random', '--seat', '0', '--out', 'game.txt']\n"
        "entry.main()\n"
    )
    shell = " ".join(["exec", '"$@"', *(f"{number}{'<' if number == 0 else '>'}&-" for number in closed)])
    done = subprocess.run(
        ["sh", "-c", shell, "sh", sys.executable, "-c", program],
        cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr
    assert (tmp_path / "game.txt").read_text().startswith("pinosim record 1\n")
    assert (done.stdout == "") == (1 in closed)
