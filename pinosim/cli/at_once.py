"""The shortest way to `advise --quick`: plain arguments are answered without loading click, which takes longer.

Only answers are given here. What is not plain, or cannot be answered, is left to the command itself, which says why.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

NUMBERS: Final = {"--bid": "bid", "-b": "bid", "--seat": "seat", "--dealer": "dealer"}
TEXTS: Final = {"--auction": "auction", "--rules": "rules"}
FLAGS: Final = ("--quick", "-q", "--quiet")


def exit_code_at_once(arguments: Sequence[str]) -> int | None:
    """Print an instant answer if that is what is asked for, and nothing stands in the way.

    Parameters
    ----------
    arguments : sequence of str
        Of the command line, the program's name left out.

    Returns
    -------
    int or None
        The exit code. None: nothing was printed, and the command has to be run.
    """
    if arguments[:1] != ["advise"] or "--quick" not in arguments:
        return None
    plain = read_plainly(arguments[1:])
    if plain is None:
        return None
    words, numbers, texts = plain

    _load_msgspec()
    from pinosim.api.quick import quick_advice
    from pinosim.errors import PinosimError
    from pinosim.rules.kept import kept_rules

    try:
        rules = kept_rules(texts.get("rules", "family250"))
        if rules is None:
            return None
        answer = quick_advice(" ".join(words), rules, auction=texts.get("auction", ""), **numbers)
    except (PinosimError, OSError):
        return None
    try:
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
    except OSError as error:
        return _explain(error)
    return 0


def _load_msgspec() -> None:
    """Import msgspec without `typing_extensions`, which it asks for first and does without since Python 3.11."""
    modules: dict[str, Any] = sys.modules
    if "typing_extensions" in modules:
        return
    modules["typing_extensions"] = None  # what Python takes for "there is none"
    try:
        import msgspec  # noqa: F401
    finally:
        del modules["typing_extensions"]


def _explain(error: OSError) -> int:
    from pinosim.cli.main import exit_code_of

    def fail() -> NoReturn:
        raise error

    return exit_code_of(fail)


def read_plainly(arguments: Sequence[str]) -> tuple[list[str], dict[str, int], dict[str, str]] | None:
    """Tell the words of the hand from options with a value each; None where it takes more than that to read them.

    Examples
    --------
    >>> read_plainly(["S:AKQ", "H:A", "--quick", "--bid", "300", "--auction", "P"])
    (['S:AKQ', 'H:A'], {'bid': 300}, {'auction': 'P'})
    >>> read_plainly(["S:AKQ", "--quick", "--json"]) is None
    True
    """
    words: list[str] = []
    numbers: dict[str, int] = {}
    texts: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        value = next(rest, "-") if argument in NUMBERS or argument in TEXTS else ""
        if value.startswith("-"):
            return None
        if argument in NUMBERS and value.isdecimal() and value.isascii() and len(value) < 10:
            numbers[NUMBERS[argument]] = int(value)
        elif argument in TEXTS:
            texts[TEXTS[argument]] = value
        elif argument and not argument.startswith("-"):
            words.append(argument)
        elif argument not in FLAGS:
            return None
    return (words, numbers, texts) if words else None
