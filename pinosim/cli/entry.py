"""Where the `pinosim` command begins and ends: Ctrl-C always ends it as Ctrl-C, and the process leaves cleanly.

Nothing but built-in modules is imported here, so that Ctrl-C is looked after before click is imported, if it is.
"""

from __future__ import annotations

import _thread
import atexit
import gc
import os
import signal
import sys
import time
from types import FrameType
from typing import Any, Final, NoReturn

EXIT_FAILED: Final = 1
EXIT_INTERRUPTED: Final = 130
GARBAGE_FIRST_LOOKED_FOR: Final = 100_000  # things made and not let go

_SECONDS_TO_NEXT_TRY: Final = 0.05


class CtrlC:
    """What happens on Ctrl-C: `KeyboardInterrupt`, but never inside an import, where it may get lost.

    An import that is interrupted can swallow the interrupt or turn it into an error of its own. There it is put off
    until the import is done, a second or two; a second Ctrl-C meanwhile ends the process at once.
    """

    def __init__(self) -> None:
        self.put_off = False
        self._trying_again = False
        self._main_thread = _thread.get_ident()

    def install(self) -> None:
        """Take over SIGINT, unless the process was started to ignore it (as by `nohup`)."""
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            return
        signal.signal(signal.SIGINT, self._on_signal)
        sys.unraisablehook = self._on_unraisable

    def _on_signal(self, _number: int, frame: FrameType | None) -> None:
        pressed, self._trying_again = not self._trying_again, False
        if not _is_importing(frame):
            self.put_off = False
            raise KeyboardInterrupt
        if self.put_off and pressed:
            leave_interrupted()
        self.put_off = True
        self._try_again_soon()

    def _on_unraisable(self, unraisable: Any) -> None:
        """Try again where Python can only ignore the interrupt: in a destructor or a callback of the collector."""
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            self._try_again_soon()
        else:
            sys.__unraisablehook__(unraisable)

    def _try_again_soon(self) -> None:
        _thread.start_new_thread(self._try_again, ())

    def _try_again(self) -> None:
        time.sleep(_SECONDS_TO_NEXT_TRY)
        self._trying_again = True
        if sys.platform == "win32":
            _thread.interrupt_main()
        else:
            signal.pthread_kill(self._main_thread, signal.SIGINT)  # wakes it, too, if it waits


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib._bootstrap"):
            return True
        frame = frame.f_back
    return False


def leave_interrupted() -> NoReturn:
    """Say so and end the process at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.write(2, b"\nInterrupted.\n")
    os._exit(EXIT_INTERRUPTED)


def leave(code: int) -> NoReturn:
    """End the process with an exit code, after what was printed has left and the functions of `atexit` have run.

    Python's own end is not waited for: threads of pyarrow that are still there then abort the process now and then.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # full, or closed by the reader
            code = code or EXIT_FAILED
    os._exit(code)


def open_standard_streams() -> None:
    """Open what the caller has closed (`>&-`, some schedulers) to nothing.

    Else a file opened later could get the number of a standard stream, and what is printed would go into it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))  # noqa: SIM115  (open to the end)


def main() -> NoReturn:
    """Run the `pinosim` command and end the process."""
    open_standard_streams()
    try:
        _run_and_leave()
    except KeyboardInterrupt:  # an interrupt tried again while the first one was being dealt with
        leave_interrupted()


def _run_and_leave() -> NoReturn:
    # Little of what a command makes is garbage in circles: looking for it as often as Python does takes a twentieth.
    gc.set_threshold(GARBAGE_FIRST_LOOKED_FOR)
    ctrl_c = CtrlC()
    try:
        ctrl_c.install()
        from pinosim.cli.at_once import exit_code_at_once

        code = exit_code_at_once(sys.argv[1:])
        if code is None:
            from pinosim.cli.main import run_command_line

            code = run_command_line()
    except KeyboardInterrupt:
        leave_interrupted()
    except BaseException:
        if ctrl_c.put_off:
            leave_interrupted()
        raise
    if ctrl_c.put_off:
        leave_interrupted()
    try:
        leave(code)
    except KeyboardInterrupt:  # all is done and printed
        os._exit(EXIT_INTERRUPTED)
