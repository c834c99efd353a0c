"""What commands print: the answer on stdout, as text or as one JSON object; everything else on stderr.

rich is imported when text is printed, so `--json` does not pay for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.schema import Rules

WIDTH_WITHOUT_TERMINAL: Final = 100


def emit(
    command: str,
    payload: Mapping[str, Any],
    *,
    as_json: bool,
    text: Callable[[Console], None] | str,
    rules: Rules | None = None,
    seed: int | None = None,
    n: int | None = None,
) -> None:
    """Print a command's answer on stdout.

    Parameters
    ----------
    command : str
        The command's name, e.g. `"meld"` or `"rules list"`.
    payload : mapping
        The answer itself; written after the common keys `command, version, rules, rules_hash, seed, n`. A key of the
        same name replaces the common one (`rules list` answers with a list of rule sets). Numbers, text, lists, dicts,
        paths, numpy numbers and arrays; no NaN and no infinity.
    as_json : bool
        One JSON object instead of text.
    text : callable or str
        Prints the answer for a person on the console it is given. Plain strings are printed as they are: for colour
        use `style=` or `rich.text.Text`, not markup. A str is the whole answer, printed without loading rich.
    rules : Rules, optional
        The rule set of the answer.
    seed : int, optional
        The seed, where random numbers were used.
    n : int, optional
        How many deals were sampled, where any were.

    Raises
    ------
    ValueError
        If the payload holds a NaN or an infinity: strict JSON has neither.
    """
    if not as_json:
        if isinstance(text, str):
            click.echo(text)
            return
        console = make_console()
        text(console)
        return
    answer: dict[str, Any] = {"command": command, "version": _version()}
    answer["rules"] = None if rules is None else rules.id
    answer["rules_hash"] = None if rules is None else rules.hash
    if seed is not None:
        answer["seed"] = seed
    if n is not None:
        answer["n"] = n
    answer.update(payload)
    import json

    click.echo(json.dumps(answer, indent=2, allow_nan=False, default=_plain))


def make_console(*, stderr: bool = False) -> Console:
    """Make a rich console as wide as the terminal; `NO_COLOR` and `COLUMNS` are honoured.

    Parameters
    ----------
    stderr : bool
        Print on stderr instead of stdout.

    Returns
    -------
    Console
        Without markup and emoji, so that text from users and files is printed as it is.
    """
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else WIDTH_WITHOUT_TERMINAL
    return Console(file=stream, width=width, markup=False, emoji=False, highlight=False)


def warn(message: str) -> None:
    """Print a warning on stderr."""
    click.echo(f"Warning: {message}", err=True)


def note(message: str) -> None:
    """Print a remark on stderr."""
    click.echo(message, err=True)


@contextmanager
def progress(description: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr while the block runs.

    Parameters
    ----------
    description : str
        What is being done, e.g. `"Playing hands"`.
    total : int
        Steps in all.
    quiet : bool
        Show nothing. Nothing is shown either when stderr is not a terminal.

    Yields
    ------
    callable
        Call it with the number of steps done since the last call.

    Examples
    --------
    >>> with progress("Playing hands", 200, quiet=True) as advance:
    ...     advance(200)
    """
    if quiet or not sys.stderr.isatty():
        yield lambda steps: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=total)
        yield lambda steps: bar.advance(task, steps)


def _version() -> str:
    import pinosim

    return pinosim.__version__


def _plain(value: object) -> object:
    """Turn what json does not know into what it does."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    to_list = getattr(value, "tolist", None)  # numpy numbers and arrays
    if to_list is not None:
        return to_list()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON: {value!r}")
