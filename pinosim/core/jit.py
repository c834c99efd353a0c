"""The decorators for kernels, and the folder their compiled code is kept in.

numba's own cache does not notice when a kernel that another one calls has changed (numba issue 1833). So compiled
code goes to a folder named by a fingerprint of every source file in `pinosim.core` and the numba version: any edit
starts a fresh folder, and old ones are thrown away after a month without use. `NUMBA_CACHE_DIR`, if set, wins.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pinosim.core.lean_numba  # noqa: F401  # isort: skip

import numba
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.types import unliteral
from platformdirs import user_cache_path

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
_MONTH = 30 * 24 * 3600.0


def fingerprint() -> str:
    """Name the state of the kernels: 16 hex digits over all sources of `pinosim.core` and the numba version.

    Returns
    -------
    str
        Equal exactly when compiled code may be shared.

    Examples
    --------
    >>> len(fingerprint())
    16
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.relative_to(Path(__file__).parent).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Folder that holds the compiled kernels of this version of the sources."""
    return user_cache_path("pinosim") / f"kernels-{fingerprint()}"


def _drop_unused(folder: Path) -> None:
    """Remove sibling cache folders that nothing has touched for a month."""
    for other in folder.parent.glob("kernels-*"):
        if other != folder and time.time() - other.stat().st_mtime > _MONTH:
            shutil.rmtree(other, ignore_errors=True)


def _choose_cache_folder() -> None:
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _drop_unused(folder)
    except OSError:
        return  # no place to keep compiled code: numba falls back to its own choice or compiles each time
    setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010  (numba makes its settings at run time, types know none)


_choose_cache_folder()


class _LateCache:
    """What a kernel has on disk, looked for once it is wanted: most of the hundreds are only called by others.

    numba looks for it, and makes and removes a file to see whether it may write there, when a function is defined.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._found: FunctionCache | None = None

    def __getattr__(self, name: str) -> Any:
        if self._found is None:
            self._found = FunctionCache(self._function)  # type: ignore[no-untyped-call]
        return getattr(self._found, name)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of `pinosim.core`.

    Never `fastmath`: kernels count in integers. A kernel must not call itself (a cached recursive kernel crashes the
    next process).
    """
    return _compiled(function)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of `pinosim.core` into each kernel that calls it.

    For what is called once a card in a search: a call costs as much there as the work. Code grows with every caller.
    """
    return _compiled(function, forceinline=True)


def _compiled(function: Callable[..., Any], **more_options: Any) -> Callable[..., Any]:
    """Compile.

    The only place that names numba options: no GIL (threads run kernels side by side), kept on disk, C-like division,
    and no counting of references (kernels allocate nothing, and counting costs a fifth of the time).

    A literal argument (`f(0)`) is compiled as any other integer would be: numba otherwise makes a version of the
    callee for each kind of argument, which took a third of the time to compile.
    """
    compiled = numba.njit(**_OPTIONS, **more_options)(function)
    if isinstance(compiled, Dispatcher):
        vars(compiled)["_cache"] = _LateCache(function)
        look_up = compiled.get_call_template

        def look_up_unliteral(args: Any, kws: Any) -> Any:
            return look_up(tuple(unliteral(arg) for arg in args), kws)  # type: ignore[no-untyped-call]

        compiled.get_call_template = look_up_unliteral  # type: ignore[method-assign]
    result: Callable[..., Any] = compiled
    return result


def is_compiled(folder: Path | None = None, name: str = "") -> bool:
    """Tell whether compiled kernels, or that of a name, are on disk, so that a first run can say that it compiles."""
    place = folder or Path(getattr(numba.config, "CACHE_DIR", "") or cache_folder())
    return any(place.rglob(f"*{name}*.nbc" if name else "*.nbc"))
