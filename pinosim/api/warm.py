"""Compiling the kernels: said when it happens, or done ahead of time."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from pathlib import Path


def say_if_compiling(kernel: str) -> None:
    """Say that kernels are about to be compiled, if the one that is waited for has not been in this version of them.

    The logger of last resort prints this on stderr, in a terminal and in a notebook.

    Parameters
    ----------
    kernel : str
        File and function, such as `hand.play_hands`: another one that is ready tells nothing of it.
    """
    from pinosim.core.jit import is_compiled

    if not is_compiled(name=f"{kernel}-"):
        _say_so()


@functools.cache
def _say_so() -> None:
    """Say it, once in a process."""
    logging.getLogger("pinosim").warning("Compiling the kernels: once, and it takes up to some minutes ...")


def kernel_folder() -> Path:
    """Folder that compiled kernels are kept in.

    Returns
    -------
    Path
    """
    from numba import config

    from pinosim.core.jit import cache_folder  # which sets what numba is asked for here

    return Path(getattr(config, "CACHE_DIR", "") or cache_folder())


def compile_kernels(progress: Callable[[str], None] | None = None, *, rare: bool = False) -> list[str]:
    """Compile, or load if they are compiled already, the kernels that commands use.

    Parameters
    ----------
    progress : callable, optional
        Is told each step before it is done.
    rare : bool, default False
        Those as well that few need and that take long: whole hands of players that think, and with open cards.

    Returns
    -------
    list of str
        The steps.
    """
    from pinosim.api.advise import advise
    from pinosim.api.card_choice import choose_card
    from pinosim.api.deal import Deal
    from pinosim.api.discard import discard
    from pinosim.api.hand import Hand
    from pinosim.api.legal import legal_plays
    from pinosim.api.live.hand_in_play import play_by_decisions
    from pinosim.api.pass_cards import pass_cards
    from pinosim.api.record.record import Record
    from pinosim.api.redeal import redeal
    from pinosim.api.settle import settle
    from pinosim.api.simulate import simulate
    from pinosim.api.solve import solve
    from pinosim.api.trace import play_traced
    from pinosim.rules.load import load_rules

    rules = load_rules()
    hand = Hand("S:AATKQJ H:A9 D:AJ C:TT", rules)
    ending = Record.from_text("seat 0: S:AQ H:K9\ncontract: 300 by 0\ntrump: S", rules=rules)
    with_kitty = hand + Hand("KH QH KD QD JC 9C")
    steps: dict[str, Callable[[], object]] = {
        "dealing": lambda: Deal.random(rules),
        "legal plays": lambda: legal_plays(hand, "KS", "H", rules),
        "settling": lambda: settle(rules, 300, 120, 180, 9, 40, 70, 3),
        "whole hands": lambda: simulate(rules, deals=1, jobs=1),
        "play-outs": lambda: advise(hand, rules, precision=0.2, jobs=1),
        "choices": lambda: pass_cards(hand, rules, "S", precision=0.2, jobs=1),
        "burying": lambda: discard(with_kitty, load_rules("family250-3h"), "S", precision=0.2, jobs=1),
        "whole auctions": lambda: redeal("S:KQ99 H:J9 D:KQ9 C:TJ9", rules, precision=0.2, jobs=1),
        "a seat's decisions": lambda: [play_by_decisions(rules, policy) for policy in ("random", "hard", "expert")],
        "cards to play": lambda: choose_card(ending, worlds=2),
        "solver": lambda: solve(Deal("AS 9H | TS KH | KS QH | QS JH", rules), "S").line,
    }
    if rare:
        steps |= {
            "whole hands of experts": lambda: simulate(rules, deals=1, policy="expert", jobs=1),
            "games of experts": lambda: play_traced(rules, "expert"),
            "open cards": lambda: simulate(rules, deals=1, jobs=1, open_cards=True),
        }
    say_if_compiling("hand.play_hands")  # before the first step rather than in the middle
    for name, step in steps.items():
        if progress is not None:
            progress(name)
        step()
    return list(steps)
