"""`pinosim rules`: which rule sets there are, what they say, whether a file is valid, how two differ."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from pinosim.cli.options import json_option
from pinosim.cli.output import emit

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.describe import Difference
    from pinosim.rules.schema import Rules

# rules.load is imported by the commands themselves, so that --help stays quick.


@click.group()
def rules() -> None:
    """Rule sets: list them, read them, check a file of your own, compare two."""


@rules.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the rule sets that come with pinosim."""
    from pinosim.rules.load import list_rules

    known = list_rules()

    def text(console: Console) -> None:
        width = max(len(one.id) for one in known)
        for number, one in enumerate(known):
            default = " (default)" if number == 0 else ""
            console.print(f"{one.id:<{width}}  {one.title}{default}", soft_wrap=True)

    emit("rules list", {"rules": [_summary(one) for one in known]}, as_json=as_json, text=text)


@rules.command()
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--set",
    "overrides",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change one value first, e.g. --set 'meld.pinochle=[40,450]'. Can be given again.",
)
@json_option
def show(name: str, overrides: tuple[str, ...], as_json: bool) -> None:
    """Say every rule of a rule set, and what its source left open."""
    from pinosim.rules.load import load_rules

    shown = load_rules(name, overrides)
    whole = _summary(shown) | {"values": shown.to_dict(), "rows": [asdict(row) for row in shown.describe()]}
    emit(
        "rules show",
        {"rules": [whole]},
        as_json=as_json,
        text=lambda console: _print_rules(console, shown),
        rules=shown,
    )


@rules.command()
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, as_json: bool) -> None:
    """Check a rule file; every fault is named at once."""
    from pinosim.rules.load import load_rules

    checked = load_rules(file)

    def text(console: Console) -> None:
        console.print(f"{checked.id} ({checked.hash}) is a valid rule set: {checked.title}", soft_wrap=True)

    emit("rules check", {"rules": [_summary(checked)], "valid": True}, as_json=as_json, text=text, rules=checked)


@rules.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@json_option
def diff(first: str, second: str, as_json: bool) -> None:
    """Compare two rule sets, names or files; what differs in scale alone is left out."""
    from pinosim.rules.describe import differences
    from pinosim.rules.load import load_rules

    both = load_rules(first), load_rules(second)
    found = differences(*both)
    payload = {
        "rules": [_summary(one) for one in both],
        "differences": [asdict(difference) for difference in found],
    }
    emit("rules diff", payload, as_json=as_json, text=lambda console: _print_differences(console, *both, found))


def _summary(one: Rules) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "source": one.source,
        "aliases": list(one.identity.aliases),
        "unit": one.unit,
        "hash": one.hash,
        "players": one.seats.players,
        "cards": one.deck.size,
    }


def _print_rules(console: Console, shown: Rules) -> None:
    from rich.padding import Padding
    from rich.table import Table

    from pinosim.rules.describe import HEADINGS, explain

    console.print(f"{shown.id} ({shown.hash})", style="bold")
    console.print(shown.title)
    if shown.source:
        console.print(f"Source: {shown.source}")
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("key", no_wrap=True)
    table.add_column("value", min_width=12)
    table.add_column("meaning")
    group = ""
    for row in shown.describe():
        if row.group == "identity" and row.key != "identity.unit":
            continue
        if row.group != group:
            group = row.group
            table.add_row("")
            table.add_row(f"[{group}]", "", HEADINGS[group], style="bold")
        table.add_row(row.key, row.value + (" *" if row.assumed else ""), row.meaning)
    console.print(table)
    if shown.assumed:
        console.print("\n* assumed, the source does not settle it:")
        for entry in shown.assumed:
            console.print(Padding(", ".join(entry.keys), (0, 0, 0, 2)), style="bold")
            console.print(Padding(explain(entry), (0, 0, 0, 4)))


def _print_differences(console: Console, first: Rules, second: Rules, found: list[Difference]) -> None:
    from rich.table import Table

    if not found:
        console.print(f"{first.id} and {second.id} are the same game.")
        return
    if first.unit != second.unit:
        console.print("Points that are the same apart from the scale are left out.")
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("rule")
    table.add_column(first.id, min_width=12)
    table.add_column(second.id, min_width=12)
    for difference in found:
        table.add_row(difference.title, difference.first, difference.second)
    console.print(table)
