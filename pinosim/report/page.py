"""`make_report`: a run turned into one HTML page that needs nothing else, its charts as files, and tables as CSV.

Reads the run's counts and facts only, so a run of ten million hands costs what one of a thousand does. The same run
gives the same bytes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pinosim.api.run_tables import BY_POLICIES
from pinosim.api.runs import Run
from pinosim.api.sides import sides_of
from pinosim.report import bids, lead, melds, redeals, scores, strength, tricks, words
from pinosim.report.glossary import glossary_of
from pinosim.report.output import write_pages
from pinosim.report.parts import Chart, Section
from pinosim.report.template import fill

if TYPE_CHECKING:
    import pandas as pd


def make_report(run: str | os.PathLike[str] | Run, out: str | os.PathLike[str]) -> list[Path]:
    """Write the report of a run.

    Parameters
    ----------
    run : path-like or Run
        The run's folder, or a run in memory.
    out : path-like
        Folder to write to; made if it is not there. Files of an earlier report in it are replaced, all at once:
        if that fails, on a full disk say, the earlier report is as it was.

    Returns
    -------
    list of Path
        What was written: `report.html` first, then `charts/*.svg` and `tables/*.csv`.

    Raises
    ------
    RunError
        If the folder is not a finished run, is damaged, `out` cannot be a folder, or has a
        file to replace that pinosim did not make.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from pinosim import load_rules, simulate
    >>> run = simulate(load_rules("family250"), deals=200, policy="random", seed=3, jobs=1)
    >>> with TemporaryDirectory() as folder:
    ...     files = make_report(run, folder)
    ...     print(files[0].name, files[0].read_text(encoding="utf-8")[:15])
    report.html <!DOCTYPE html>
    """
    opened = run if isinstance(run, Run) else Run.open(run)
    sections = make_sections(opened)
    contents: dict[str, str] = {"report.html": render(opened, sections)}
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Chart):
                contents[f"charts/{block.name}.svg"] = block.svg + "\n"
        for name, frame in section.frames.items():
            contents[f"tables/{name}.csv"] = _csv(opened, frame)
    return write_pages(out, contents, "report")


def make_sections(run: Run) -> list[Section]:
    """Make all sections of a report, in the order of the page: those that the game has something for."""
    first = (bids, strength) if sides_of(run.rules).bidding else (lead,)
    return [topic.section(run) for topic in (*first, melds, tricks, scores, redeals)]


def render(run: Run, sections: list[Section]) -> str:
    """Put the sections into the page.

    Parameters
    ----------
    run : Run
        What the page is about.
    sections : list of Section
        As `make_sections` gives them.

    Returns
    -------
    str
        The whole page; styles and drawings are in it. All text is escaped.
    """
    from markupsafe import Markup

    charts = {block.name: Markup(block.svg) for part in sections for block in part.blocks if isinstance(block, Chart)}
    return fill(
        "report.html",
        rules=run.rules,
        version=run.facts.version,
        run=run,
        facts=_facts(run),
        rules_groups=_rules_in_words(run),
        sections=sections,
        answers=[answer for part in sections for answer in part.answers],
        charts=charts,
        glossary=glossary_of(run.rules),
        hands=words.hands(run.deals),
    )


def _facts(run: Run) -> list[tuple[str, str]]:
    """Say what was simulated, as pairs of name and value."""
    rules = run.rules
    last = run.first + run.deals - 1
    return [
        ("Rule set", f"{rules.id}: {rules.title}"),
        ("Rules hash", rules.hash),
        ("Hands", f"{run.deals:,} (deals {run.first:,} to {last:,})"),
        ("Seed", str(run.seed)),
        ("Who plays", words.players(run)),
        *([] if run.tricks_by == BY_POLICIES else [("Tricks", run.tricks_by)]),
        ("Made with", f"pinosim {run.facts.version}"),
    ]


def _rules_in_words(run: Run) -> list[tuple[str, list[Any]]]:
    """Rules grouped by heading, a row a rule; names and sources are said elsewhere."""
    from pinosim.rules.describe import HEADINGS

    groups: dict[str, list[Any]] = {}
    for row in run.rules.describe():
        if row.group != "identity":
            groups.setdefault(HEADINGS[row.group], []).append(row)
    return list(groups.items())


def _csv(run: Run, frame: pd.DataFrame) -> str:
    """Write a table; every row names its rule set and seed, so that a file can be read on its own."""
    named = frame.assign(rules=run.facts.rules, rules_hash=run.facts.rules_hash, seed=run.seed, n=run.deals)
    return named.to_csv(index=False, lineterminator="\n", float_format="%.10g")
