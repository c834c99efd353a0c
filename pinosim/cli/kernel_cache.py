"""What to say when compiled kernels can be neither kept on disk nor read from it."""

from __future__ import annotations

import errno
import os
from typing import Final

_KEEPING: Final = os.path.join("numba", "core", "caching.py")


def explain_kernel_cache(error: BaseException) -> str | None:
    """Say what is wrong with the folder of compiled kernels and what to do; None if the error is another one.

    Parameters
    ----------
    error : BaseException
        What ended a command.

    Returns
    -------
    str or None
    """
    if not _comes_from_keeping(error):
        return None
    from pinosim.api.warm import kernel_folder

    folder = kernel_folder()
    place = "name another folder with XDG_CACHE_HOME"
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return f"The disk is full, compiled kernels cannot be kept in '{folder}'. Make room, or {place}."
    if isinstance(error, (OSError, RuntimeError)):
        return f"Compiled kernels cannot be kept in '{folder}'. Make that a folder you may write to, or {place}."
    return (
        f"The compiled kernels in '{folder}' are spoiled ({type(error).__name__}). Remove that folder and give the "
        "same command again; they are compiled anew."
    )


def _comes_from_keeping(error: BaseException) -> bool:
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename.endswith(_KEEPING):
            return True
        step = step.tb_next
    return False
