"""`pinosim meld HAND`: the meld of a hand, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinosim.cards import SUIT_NAMES, SUITS, read_suit
from pinosim.cli.options import json_option, rules_options
from pinosim.cli.output import emit, warn

if TYPE_CHECKING:
    from rich.console import Console

    from pinosim.rules.schema import Rules


@click.command()
@click.argument("hand", nargs=-1, required=True)
@click.option(
    "--trump",
    default="all",
    show_default=True,
    metavar="S|H|D|C|all",
    help="The trump suit; all counts the meld with each suit as trump.",
)
@rules_options
@json_option
def meld(hand: tuple[str, ...], trump: str, rules: Rules, as_json: bool) -> None:
    """Count the meld of HAND, item by item, with the cards each item uses.

    \b
    HAND may be written in any of these ways:
      pinosim meld "S:ATKQJ H:A9 D:AJ C:A99"
      pinosim meld AS TS KS QS JS AH 9H AD JD AC 9C 9C
      pinosim meld ATKQJ.A9.AJ.A99 --trump S
    """  # noqa: D301 (click reads the backspace: keep these lines)
    from pinosim.api.hand import Hand
    from pinosim.api.meld import best_trump, meld_by_trump

    cards = Hand(" ".join(hand), rules)
    suits = SUITS if trump.strip().lower() == "all" else read_suit(trump)
    size, kitty = rules.deal.hand_size, rules.deal.kitty_size
    if not size <= len(cards) <= size + kitty:
        more = f", {size + kitty} with the kitty" if kitty else ""
        warn(f"this hand has {len(cards)} cards; a hand of {rules.id} has {size}{more}.")
    melds = meld_by_trump(cards, rules)
    best = melds[best_trump(cards, rules)]

    def text(console: Console) -> None:
        for suit in suits:
            console.print(str(melds[suit]), soft_wrap=True)
        if len(suits) > 1:
            console.print(f"Most with {SUIT_NAMES[best.trump]} trump: {best.total}", style="bold")

    payload = {
        "hand": str(cards),
        "melds": {suit: melds[suit].to_dict() for suit in suits},
        "best": {"trump": best.trump, "total": best.total},
    }
    emit("meld", payload, as_json=as_json, text=text, rules=rules)
