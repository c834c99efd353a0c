"""Settings that all tests share."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# Compiling a kernel inside an example is slow, so no deadline. Examples are the same in every run; look further with
# HYPOTHESIS_PROFILE=explore.
JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

settings.register_profile("house", deadline=None, derandomize=True, database=None, max_examples=20 if JIT_OFF else 100)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


def pytest_configure(config: pytest.Config) -> None:
    # In the background of a shell Ctrl-C is ignored, and what tests start would inherit that.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if JIT_OFF:
        # Dealing counts below zero on purpose, in numbers that wrap around: numpy warns, compiled code does not.
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
