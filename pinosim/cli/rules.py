"""`pinosim rules`: which rule sets there are, what they say, whether a file is valid, how two differ."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import click

from pinosim.cli.options import json_option, scale_option
from pinosim.cli.output import emit

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.describe import Difference
    from pinosim.rules.schema import Rules

PLAYERS: Final = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}

# rules.load is imported by the commands themselves, so that --help stays quick.


@click.group()
def rules() -> None:
    """Rule sets: list them, read them, check a file of your own, compare two."""


@rules.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the rule sets that come with pinosim, by the number of players."""
    from pinosim.rules.load import list_rules

    known = list_rules()

    def text(console: Console) -> None:
        width = max(len(one.name) for one in known)
        width_of_id = max(len(one.id) for one in known)
        for players in sorted({one.seats.players for one in known}):
            console.print(f"{PLAYERS[players]} players", style="bold")
            for one in known:
                if one.seats.players == players:
                    default = " (default)" if one is known[0] else ""
                    console.print(
                        f"  {one.name:<{width}}  {one.id:<{width_of_id}}  {one.title}{default}", soft_wrap=True
                    )
        console.print("\nEvery command takes either name: --rules NAME. 'pinosim rules show NAME' says the rules.")

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
@scale_option
@json_option
def show(name: str, overrides: tuple[str, ...], scale: str | None, as_json: bool) -> None:
    """Say every rule of a rule set, and what its source left open."""
    from pinosim.rules.load import load_rules

    shown = load_rules(name, overrides, None if scale is None else int(scale))
    whole = _summary(shown) | {"values": shown.to_dict(), "rows": [asdict(row) for row in shown.describe()]}
    emit(
        "rules show",
        {"rules": [whole]},
        as_json=as_json,
        text=lambda console: _print_rules(console, shown, scaled=scale is not None),
        rules=shown,
    )


@rules.command()
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, as_json: bool) -> None:
    """Check a rule file; every fault is named at once."""
    from pinosim.rules.load import load_rules

    checked = load_rules(file)
    text = f"{checked.id} ({checked.hash}) is a valid rule set: {checked.title}"
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
        "name": one.name,
        "title": one.title,
        "source": one.source,
        "aliases": list(one.identity.aliases),
        "unit": one.unit,
        "hash": one.hash,
        "players": one.seats.players,
        "cards": one.deck.size,
    }


def _print_rules(console: Console, shown: Rules, *, scaled: bool) -> None:
    from rich.padding import Padding
    from rich.table import Table

    from pinosim.rules.describe import HEADINGS, explain, open_questions

    console.print(f"{shown.name} ({shown.id}, {shown.hash})", style="bold")
    console.print(shown.title)
    if shown.source:
        console.print(f"Source: {shown.source}")
    if scaled:
        console.print(f"Points count a run as {15 * shown.unit} here; remarks and --set speak in the file's own scale.")
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("key", no_wrap=True)
    table.add_column("value", min_width=12)
    table.add_column("meaning")
    group = ""
    for row in shown.describe():
        if not row.matters or (row.group == "identity" and row.key != "identity.unit"):
            continue
        if row.group != group:
            group = row.group
            table.add_row("")
            table.add_row(f"[{group}]", "", HEADINGS[group], style="bold")
        table.add_row(row.key, row.value + (" *" if row.assumed else ""), row.meaning)
    console.print(table)
    if questions := open_questions(shown):
        console.print("\n* assumed, the source does not settle it:")
        for entry in questions:
            console.print(Padding(", ".join(entry.keys), (0, 0, 0, 2)), style="bold")
            console.print(Padding(explain(entry), (0, 0, 0, 4)))


def _print_differences(console: Console, first: Rules, second: Rules, found: list[Difference]) -> None:
    from rich.table import Table

    from pinosim.rules.describe import HEADINGS

    if not found:
        console.print(f"{first.id} and {second.id} are the same game.")
        return
    if first.unit != second.unit:
        console.print(
            f"{first.id} counts a run as {15 * first.unit}, {second.id} as {15 * second.unit}; points that are "
            "the same apart from that are left out."
        )
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("rule")
    table.add_column(first.id, min_width=12)
    table.add_column(second.id, min_width=12)
    group = ""
    for difference in found:
        if difference.key == "identity.unit":
            continue
        if not difference.key.startswith(f"{group}."):
            group = difference.key.partition(".")[0]
            table.add_row(HEADINGS[group], style="bold")
        table.add_row(f"  {difference.title}", difference.first, difference.second)
    console.print(table)
