"""`pinosim warmup`: compile the kernels now, so that no later command has to."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from pinosim.cli.options import json_option
from pinosim.cli.output import emit, note

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.option("--all", "rare", is_flag=True, help="Those too that only 'expert' and --open-cards need: a minute more.")
@json_option
def warmup(rare: bool, as_json: bool) -> None:
    """Compile the kernels, or check that they are compiled.

    It takes some minutes the first time and seconds after that.
    """
    from pinosim.api.warm import compile_kernels

    started = time.perf_counter()
    steps = compile_kernels(lambda step: note(f"{step} ..."), rare=rare)
    seconds = time.perf_counter() - started

    def text(console: Console) -> None:
        console.print(f"The kernels are ready ({seconds:.1f} s).")

    emit("warmup", {"steps": steps, "seconds": round(seconds, 3)}, as_json=as_json, text=text)
