"""Being asked to end, or losing the terminal, taken as Ctrl-C while something is at stake that Ctrl-C keeps."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Final

_NAMES: Final = ("SIGTERM", "SIGHUP")


@contextlib.contextmanager
def killed_as_interrupted() -> Iterator[None]:
    """Let SIGTERM and SIGHUP do what SIGINT does; signals that are ignored, as by `nohup`, stay so."""
    before = {}
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, frame: FrameType | None) -> None:
    on_ctrl_c = signal.getsignal(signal.SIGINT)
    if callable(on_ctrl_c):
        on_ctrl_c(signal.SIGINT, frame)  # which puts it off while something is imported
    else:
        raise KeyboardInterrupt
