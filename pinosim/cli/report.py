"""`pinosim report`: tables, charts and one HTML page from a finished run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinosim.cli.options import json_option, scale_option
from pinosim.cli.output import emit
from pinosim.cli.output_path import OutputPath

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.argument("run_folder", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=OutputPath(path_type=Path),
    required=True,
    metavar="DIR",
    help="Folder for the report; made if it is not there.",
)
@scale_option
@json_option
def report(run_folder: Path, out: Path, scale: str | None, as_json: bool) -> None:
    r"""Make a report of a RUN that 'pinosim simulate' wrote.

    Writes report.html, one page that works without a network and prints in black and white, and beside it the
    drawings (charts/*.svg) and the numbers (tables/*.csv).

    \b
    Example
      pinosim report data/runs/family250 --out reports/family250
    """
    from pinosim.api.run_scale import in_scale
    from pinosim.api.runs import Run
    from pinosim.report.page import make_report

    run = Run.open(run_folder)
    if scale is not None:
        run = in_scale(run, int(scale))
    files = make_report(run, out)

    def text(console: Console) -> None:
        console.print(run.caption, soft_wrap=True)
        console.print(f"{len(files)} files in {out}. Open {files[0]} in a browser.", soft_wrap=True)

    payload = {"run": run_folder, "files": files}
    emit("report", payload, as_json=as_json, text=text, rules=run.rules, seed=run.seed, n=run.deals)
