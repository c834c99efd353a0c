"""Loads numba without the two packages it looks for and kernels have no use of: a third of the time it takes to load.

numba imports scipy's linear algebra to find out whether there is any, and coverage in case it is measuring. Here both
look absent while numba is loaded and nothing else has loaded them; numba is then told that scipy is there, so that
whoever compiles linear algebra of his own beside pinosim can do so.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any, Final

BLAS: Final = "scipy.linalg.cython_blas"
LOOKED_FOR: Final = ("scipy", BLAS, "coverage")


def load_numba() -> None:
    """Import numba and the one part of it that looks for scipy."""
    modules: dict[str, Any] = sys.modules
    hidden = [name for name in LOOKED_FOR if name not in modules]
    for name in hidden:
        modules[name] = None  # what Python takes for "there is none"
    try:
        from numba.np import arraymath
    finally:
        for name in hidden:
            del modules[name]
    if BLAS in hidden and find_spec("scipy") is not None:
        vars(arraymath)["_HAVE_BLAS"] = True


load_numba()
