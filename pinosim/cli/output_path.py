"""The type of `--out`: a path whose name is not empty."""

from __future__ import annotations

from typing import Any

import click


class OutputPath(click.Path):
    """A `click.Path` that refuses the empty name, which would otherwise stand for the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty name; everything else is the matter of `click.Path`."""
        if value == "":
            kind = "folder" if self.dir_okay else "file"
            self.fail(f"the name is empty; give the name of a {kind}.", param, ctx)
        return super().convert(value, param, ctx)
