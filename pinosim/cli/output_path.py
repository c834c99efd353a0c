"""The type of `--out`: a path whose name is not empty; and whether it can be written, found out by trying."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pinosim.errors import PinosimError


class OutputPath(click.Path):
    """A `click.Path` that refuses the empty name, which would otherwise stand for the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty name; everything else is the matter of `click.Path`."""
        if value == "":
            kind = "folder" if self.dir_okay else "file"
            self.fail(f"the name is empty; give the name of a {kind}.", param, ctx)
        return super().convert(value, param, ctx)


def expect_writable(place: Path, option: str = "--out") -> None:
    """Refuse a file that cannot be written, naming the option, before anybody waits for what goes into it."""
    from pinosim.api.safe_write import try_place

    try:
        try_place(place)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PinosimError(f"{option}: cannot write {str(place)!r}: {why}; name another file") from error
