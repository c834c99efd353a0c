"""What a policy plays and lays while there is a stock; after that it plays as in any game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pinosim.api.live.choose import melds_to_lay
from pinosim.api.live.decide import Lots, inputs_of, mask_of
from pinosim.api.live.turn import laid_so_far, legal_to_play, trick_now
from pinosim.api.record.duties import points_of
from pinosim.api.record.parts import HandRecord
from pinosim.api.record.stock_table import ROYAL, StockTable
from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

_AROUNDS = ("aces around", "kings around", "queens around", "jacks around")


def _state_of(rules: Rules, table: StockTable) -> np.ndarray:
    """Write what lies on the table of a seat as the kernels have it."""
    from pinosim.core.two_handed_state import N_STATE, SHOWN, SPOKEN

    state = np.zeros(N_STATE, np.int64)
    state[SHOWN] = mask_of(table.shown, rules)
    for place, name in enumerate(("marriage", "run", "pinochle", *_AROUNDS)):
        if name in table.used:
            state[SPOKEN + place] = mask_of(table.used[name], rules)
    return state


def early_card(rules: Rules, hand: HandRecord, seat: int, row: np.ndarray, lots: Lots) -> str:
    """Give the card a policy plays while there is a stock. Parameters as in `decide_card.card_played`."""
    from pinosim.core.choosing import random_card
    from pinosim.core.policy import KIND, KIND_RANDOM
    from pinosim.core.table import FIRST_PLAY_WORD
    from pinosim.core.two_handed import best_meld, choose_early

    inputs, deck = inputs_of(rules), rules.deck
    table, held = laid_so_far(rules, hand, seat)
    choices = legal_to_play(rules, hand, seat)
    together = held + table.shown
    allowed = mask_of(type(held)({card: together[card] for card in choices}), rules)
    if row[KIND] == KIND_RANDOM:
        turn = sum(len(trick.cards) for trick in hand.tricks)
        return deck.token(int(random_card(allowed, inputs.units, deck.width, lots.words[FIRST_PLAY_WORD + turn, 0])))
    state = _state_of(rules, table)
    hidden = mask_of(held, rules)
    trump = SUITS.index(hand.trump or "")
    trick = trick_now(rules, hand).cards
    best = -1 if not trick else deck.card_index(trick[0][0], trick[0][1])
    _, wants = best_meld(hidden, state, trump, inputs.vector, inputs.units)
    card = choose_early(
        allowed, hidden, state, best, points_of(trick, rules), wants, trump, inputs.vector, inputs.units
    )  # fmt: skip
    return deck.token(int(card))


def melds_laid(rules: Rules, hand: HandRecord, seat: int) -> tuple[str, ...]:
    """Lay what counts most, one meld after the other, as `core/two_handed.meld_now` does."""
    table, held = laid_so_far(rules, hand, seat)
    trump = hand.trump or ""
    order = [ROYAL if suit == trump else f"marriage in {SUIT_NAMES[suit]}" for suit in SUITS]
    order += ["run", "pinochle", *_AROUNDS]
    laid: list[str] = []
    most = rules.stock.melds_per_trick
    while (not most or len(laid) < most) and melds_to_lay(rules, hand, seat):
        name = max(order, key=lambda one: table.gain(one, held)[1])
        if not table.gain(name, held)[1]:
            break
        table.lay(name, held)
        laid.append(name)
    return tuple(laid)
