"""pinosim: hand analysis and Monte Carlo simulation for pinochle.

Exact where exact is possible, an honest interval where it is not. The public names are imported when they are first
used (PEP 562), so that importing pinosim itself costs next to nothing.

Examples
--------
>>> import pinosim as ps
>>> rules = ps.load_rules("family250")
>>> hand = ps.Hand("S:ATKQJ H:A9 D:AJ C:A99")
>>> hand.meld(rules, trump="S").total
290
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pinosim import errors
    from pinosim.api import odds
    from pinosim.api.advise import Advice, advise
    from pinosim.api.card_choice import CardChoice, choose_card
    from pinosim.api.comparison import Comparison
    from pinosim.api.deal import Deal, deal_many
    from pinosim.api.discard import discard
    from pinosim.api.game import play_game
    from pinosim.api.hand import Hand
    from pinosim.api.legal import legal_plays
    from pinosim.api.match import Match, match
    from pinosim.api.meld import Meld
    from pinosim.api.name_trump import name_trump
    from pinosim.api.pass_cards import pass_cards
    from pinosim.api.quick import QuickAdvice, quick_advice
    from pinosim.api.record.record import Record
    from pinosim.api.redeal import redeal
    from pinosim.api.runs import Run
    from pinosim.api.settle import settle
    from pinosim.api.simulate import simulate
    from pinosim.api.solution import Solution, SolutionTable
    from pinosim.api.solve import solve, solve_many, solve_table
    from pinosim.api.win_table import WinTable, make_win_table, win_table
    from pinosim.rules.load import list_rules, load_rules
    from pinosim.rules.schema import Rules

    __version__: str

__all__ = [
    "Advice",
    "CardChoice",
    "Comparison",
    "Deal",
    "Hand",
    "Match",
    "Meld",
    "QuickAdvice",
    "Record",
    "Rules",
    "Run",
    "Solution",
    "SolutionTable",
    "WinTable",
    "__version__",
    "advise",
    "choose_card",
    "deal_many",
    "discard",
    "errors",
    "legal_plays",
    "list_rules",
    "load_rules",
    "make_win_table",
    "match",
    "name_trump",
    "odds",
    "pass_cards",
    "play_game",
    "quick_advice",
    "redeal",
    "settle",
    "simulate",
    "solve",
    "solve_many",
    "solve_table",
    "win_table",
]

_HOMES = {
    "Advice": "pinosim.api.advise",
    "Comparison": "pinosim.api.comparison",
    "CardChoice": "pinosim.api.card_choice",
    "Deal": "pinosim.api.deal",
    "Hand": "pinosim.api.hand",
    "Match": "pinosim.api.match",
    "Meld": "pinosim.api.meld",
    "QuickAdvice": "pinosim.api.quick",
    "Record": "pinosim.api.record.record",
    "Rules": "pinosim.rules.schema",
    "Run": "pinosim.api.runs",
    "Solution": "pinosim.api.solution",
    "SolutionTable": "pinosim.api.solution",
    "WinTable": "pinosim.api.win_table",
    "advise": "pinosim.api.advise",
    "choose_card": "pinosim.api.card_choice",
    "deal_many": "pinosim.api.deal",
    "discard": "pinosim.api.discard",
    "legal_plays": "pinosim.api.legal",
    "list_rules": "pinosim.rules.load",
    "load_rules": "pinosim.rules.load",
    "make_win_table": "pinosim.api.win_table",
    "match": "pinosim.api.match",
    "name_trump": "pinosim.api.name_trump",
    "pass_cards": "pinosim.api.pass_cards",
    "play_game": "pinosim.api.game",
    "quick_advice": "pinosim.api.quick",
    "settle": "pinosim.api.settle",
    "redeal": "pinosim.api.redeal",
    "simulate": "pinosim.api.simulate",
    "solve": "pinosim.api.solve",
    "solve_many": "pinosim.api.solve",
    "solve_table": "pinosim.api.solve",
    "win_table": "pinosim.api.win_table",
}
_MODULES = {"errors": "pinosim.errors", "odds": "pinosim.api.odds"}


def _find_version() -> str:
    # importlib.metadata takes longer to import than all the rest of this module.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("pinosim")
    except PackageNotFoundError:  # used from a checkout that was never installed
        return "0+uninstalled"


def __getattr__(name: str) -> Any:
    value: Any
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    elif name in _MODULES:
        value = importlib.import_module(_MODULES[name])
    elif name == "__version__":
        value = _find_version()
    else:
        raise AttributeError(f"module 'pinosim' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
