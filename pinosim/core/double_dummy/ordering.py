"""Which card to try first: a linear score of what is seen at once, weights learned from decisions of the search.

The strongest sign is which side takes the trick if everybody beats when able, which the rules nearly make certain. The
weights are a data file, made by `analyses/fit_ordering.py`; the features are the rows of its tables.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.machine import count_ones, highest_one
from pinosim.core.jit import kernel

WEIGHTS_FILE: Final = Path(__file__).with_name("ordering.json")
LEAD_FEATURES: Final = (
    "our side wins",
    "this card wins",
    "price if we win",
    "price if we lose",
    "trump",
    "trump and we win",
    "cards of the suit held",
    "singleton",
    "partner can ruff",
    "an opponent can ruff",
    "opponents have neither suit nor trump",
    "highest of the suit",
    "partner has the highest",
    "left opponent has the highest",
    "right opponent has the highest",
    "partner's best price if we win",
    "opponents' prices if we win",
    "prices of the suit held",
    "rank",
    "rank if we win",
    "opponents' trumps if trump",
    "killer",
    "partner's cards of the suit",
    "opponents' cards of the suit",
    "partner's prices if we lose",
    "own trumps if trump",
    "partner wins",
    "price if partner wins",
    "rank below the highest",
    "opponents' cards if highest",
)
FOLLOW_FEATURES: Final = (
    "our side wins",
    "this card wins",
    "price if we win",
    "price if we lose",
    "points on the table if we win",
    "rank",
    "rank if we win",
    "ruff",
    "discard",
    "cards of the suit held",
    "singleton",
    "highest of the suit",
    "partner has the highest",
    "an opponent has the highest",
    "price of a discard",
    "trumps held if ruff",
    "takes the trick so far",
    "price of a doubleton",
    "opponents' cards of the suit",
    "partner's cards of the suit",
    "prices of the suit held",
    "trump if we win",
    "price if our partner leads so far",
    "rank of a discard",
)
N_FEATURES: Final = 32
_KILLER = 21


def load_weights(memory: Any) -> None:
    """Write the learned weights into the memory of a search."""
    weights = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    for position, place in enumerate(("lead", "second", "third", "fourth")):
        names = LEAD_FEATURES if position == 0 else FOLLOW_FEATURES
        for number, name in enumerate(names):
            memory[P.WEIGHTS + position * N_FEATURES + number] = weights[place][name]


@kernel
def predicted_winner(m, f, card):
    """Predict the seat that takes the trick after `card`, if everyone beats when able with the highest card."""
    players = m[P.PLAYERS]
    trump = m[P.TRUMP]
    position = m[f + P.POSITION]
    seat = m[f + P.SEAT]
    suit = card >> 5
    bit = 1 << (card & 31)
    if position == 0:
        led = suit
        best = card
        winner = seat
    else:
        led = m[f + P.LED]
        best = m[f + P.BEST]
        winner = m[f + P.WINNER]
        takes = (m[P.ABOVE + best] & bit) != 0 if suit == best >> 5 else suit == trump
        if takes:
            best = card
            winner = seat
    led_left = m[P.LEFT_IN_SUIT + led]
    trumps_left = m[P.LEFT_IN_SUIT + trump]
    for _ in range(position + 1, players):
        seat += 1
        if seat == players:
            seat = 0
        held = led_left & m[P.OWN + led * 4 + seat]
        other = led
        if held == 0:
            other = trump
            held = trumps_left & m[P.OWN + trump * 4 + seat]
            if held == 0:
                continue
        if other == best >> 5:
            if held & m[P.ABOVE + best]:
                best = other * 32 + highest_one(held)
                winner = seat
        elif other == trump:
            best = other * 32 + highest_one(held)
            winner = seat
    return winner


@kernel
def lead_features(m, f, card, killer):
    """Fill the features of a lead."""
    x = P.FEATURES
    players = m[P.PLAYERS]
    seat = m[f + P.SEAT]
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    suit = card >> 5
    winner = predicted_winner(m, f, card)
    win = ((side >> winner) & 1) == mine
    price = m[P.PRICE + card]
    row = m[f + P.ROW + suit]
    lengths = m[row + P.LENGTHS]
    prices = m[row + P.PRICES]
    trump_lengths = m[m[f + P.ROW + trump] + P.LENGTHS]
    is_trump = suit == trump
    rank = m[P.RANK + card]
    held = (lengths >> (16 * seat)) & 255
    partner_ruffs = 0
    opponent_ruffs = 0
    opponents_out = 1
    partner_price = 0
    opponent_prices = 0
    partner_cards = 0
    opponent_cards = 0
    opponent_trumps = 0
    other = seat
    for _ in range(1, players):
        other += 1
        if other == players:
            other = 0
        length = (lengths >> (16 * other)) & 255
        trumps = (trump_lengths >> (16 * other)) & 255
        if ((side >> other) & 1) == mine:
            partner_cards += length
            partner_price += (prices >> (16 * other)) & 255
            if length == 0 and trumps > 0:
                partner_ruffs = 1
        else:
            opponent_cards += length
            opponent_prices += (prices >> (16 * other)) & 255
            opponent_trumps += trumps
            if length + trumps > 0:
                opponents_out = 0
            if length == 0 and trumps > 0:
                opponent_ruffs = 1
    left = m[P.LEFT_IN_SUIT + suit]
    highest = suit * 32 + highest_one(left)
    top = m[P.OWNER + highest]
    is_top = (m[P.ABOVE + card] & left) == 0
    top_is_partner = top != seat and ((side >> top) & 1) == mine
    after = seat + 1 if seat + 1 < players else 0
    m[x] = win
    m[x + 1] = winner == seat
    m[x + 2] = price * win
    m[x + 3] = price * (1 - win)
    m[x + 4] = is_trump
    m[x + 5] = is_trump & win
    m[x + 6] = held
    m[x + 7] = held == 1
    m[x + 8] = partner_ruffs & (1 - is_trump)
    m[x + 9] = opponent_ruffs & (1 - is_trump)
    m[x + 10] = opponents_out
    m[x + 11] = is_top
    m[x + 12] = top_is_partner
    m[x + 13] = (1 - is_top) & (top == after) & (1 - top_is_partner)
    m[x + 14] = (1 - is_top) & (top != after) & (top != seat) & (1 - top_is_partner)
    m[x + 15] = min(partner_price, 4) * win
    m[x + 16] = opponent_prices * win
    m[x + 17] = (prices >> (16 * seat)) & 255
    m[x + 18] = rank
    m[x + 19] = rank * win
    m[x + 20] = opponent_trumps * is_trump
    m[x + 21] = card == killer
    m[x + 22] = partner_cards
    m[x + 23] = opponent_cards
    m[x + 24] = partner_price * (1 - win)
    m[x + 25] = held * is_trump
    m[x + 26] = (winner != seat) & win
    m[x + 27] = price * ((winner != seat) & win)
    m[x + 28] = count_ones(m[P.ABOVE + card] & left)
    m[x + 29] = opponent_cards * is_top


@kernel
def follow_features(m, f, first, card):
    """Fill the features of a card that is not led."""
    x = P.FEATURES
    players = m[P.PLAYERS]
    seat = m[f + P.SEAT]
    side = m[P.FIRST_SIDE]
    mine = (side >> seat) & 1
    trump = m[P.TRUMP]
    led = m[f + P.LED]
    best = m[f + P.BEST]
    suit = card >> 5
    winner = predicted_winner(m, f, card)
    win = ((side >> winner) & 1) == mine
    price = m[P.PRICE + card]
    row = m[first + P.ROW + suit]
    lengths = m[row + P.LENGTHS]
    is_trump = suit == trump
    ruff = is_trump & (led != trump)
    discard = (1 - is_trump) & (suit != led)
    rank = m[P.RANK + card]
    held = (lengths >> (16 * seat)) & 255
    partner_cards = 0
    opponent_cards = 0
    for other in range(players):
        length = (lengths >> (16 * other)) & 255
        if ((side >> other) & 1) == mine:
            partner_cards += length
        else:
            opponent_cards += length
    partner_cards -= held
    left = m[P.LEFT_IN_SUIT + suit]
    top = m[P.OWNER + suit * 32 + highest_one(left)]
    is_top = (m[P.ABOVE + card] & left) == 0
    bit = card & 31
    takes = (m[P.ABOVE + best] >> bit) & 1 if suit == best >> 5 else suit == trump
    ours_so_far = ((side >> m[f + P.WINNER]) & 1) == mine
    m[x] = win
    m[x + 1] = winner == seat
    m[x + 2] = price * win
    m[x + 3] = price * (1 - win)
    m[x + 4] = m[f + P.POINTS] * win
    m[x + 5] = rank
    m[x + 6] = rank * win
    m[x + 7] = ruff
    m[x + 8] = discard
    m[x + 9] = held
    m[x + 10] = held == 1
    m[x + 11] = is_top
    m[x + 12] = (top != seat) & (((side >> top) & 1) == mine)
    m[x + 13] = ((side >> top) & 1) != mine
    m[x + 14] = price * discard
    m[x + 15] = held * ruff
    m[x + 16] = takes
    m[x + 17] = price * (held == 2)
    m[x + 18] = opponent_cards
    m[x + 19] = partner_cards
    m[x + 20] = (m[row + P.PRICES] >> (16 * seat)) & 255
    m[x + 21] = is_trump & win
    m[x + 22] = price * ours_so_far
    m[x + 23] = rank * discard


@kernel
def fill_features(m, f, first, card):
    """Fill the features of a move; give the place of the weights for it."""
    position = m[f + P.POSITION]
    if position == 0:
        lead_features(m, f, card, m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + m[f + P.SEAT]])
    else:
        follow_features(m, f, first, card)
    return P.WEIGHTS + position * N_FEATURES


@kernel
def sort_moves(m, f, first, n):
    """Put the most promising moves of a frame first."""
    for i in range(n):
        card = m[f + P.MOVES + i]
        weights = fill_features(m, f, first, card)
        score = 0
        for feature in range(30 if weights == P.WEIGHTS else 24):
            score += m[weights + feature] * m[P.FEATURES + feature]
        score = score * 128 + card
        j = i
        while j > 0 and m[f + P.MOVES + j - 1] < score:
            m[f + P.MOVES + j] = m[f + P.MOVES + j - 1]
            j -= 1
        m[f + P.MOVES + j] = score


@kernel
def note_killer(m, f, card):
    """Remember the lead that answered, for other positions with the same leader and as many tricks left."""
    m[P.KILLERS + m[f + P.TRICKS_LEFT] * 4 + m[f + P.SEAT]] = card
