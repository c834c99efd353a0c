"""Which cards may be played to a trick, for one hand; the duties themselves are the kernel's (`core/legal.py`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.hand import Hand
from pinosim.cards import parse_cards, read_suit
from pinosim.errors import CardError, IllegalPlay
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from pinosim.rules.schema import Rules

LONGEST_TRICK_TEXT: Final = 200
_ONE_CARD: Final = re.compile(r"(?:10|[ATKQJ9N])[SHDC♠♥♦♣♤♡♢♧][\ufe0e\ufe0f]?", re.IGNORECASE)


def legal_plays(
    hand: Hand | str, trick: str | Sequence[str], trump: str, rules: Rules, *, stock_left: bool = False
) -> tuple[str, ...]:
    """List the cards of a hand that may be played next.

    Parameters
    ----------
    hand : Hand or str
        The cards still held, at least one and at most a whole hand.
    trick : str or sequence of str
        The cards already played to this trick, in the order played: `"TH QS"`; empty for a lead.
    trump : str
        A suit: letter, symbol or name.
    rules : Rules
        The rule set.
    stock_left : bool, default False
        In a game with a stock: there are still cards to draw. Some such games know no duty then, not even to follow.

    Returns
    -------
    tuple of str
        Tokens such as `"AH"`, each card once however many copies are held, suits S H D C, high to low; never empty.

    Raises
    ------
    CardError
        If something does not name cards of the deck, or the cards cannot all be in one deck.
    IllegalPlay
        If the hand is empty, the trick is complete, or a stock is left in a game without one.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250")
    >>> legal_plays("AH KH 9H AS", "TH", "S", rules)
    ('AH',)
    >>> legal_plays("AC JS 9S", "TH QS", "S", rules)
    ('JS', '9S')
    """
    expect_rules(rules)
    held = Hand(hand, rules)
    suit = read_suit(trump)
    played = read_trick(trick, rules)
    _check(held, played, rules)
    if stock_left and not rules.deal.stock_size:
        raise IllegalPlay(f"stock_left: {rules.id!r} has no stock to draw from; leave it out")
    if stock_left and rules.play.free_while_stock:
        return tuple(dict.fromkeys(held.cards()))

    import numpy as np

    from pinosim.core.legal import beats, legal_cards

    deck = rules.deck
    n_ranks = deck.n_ranks
    trump_number = "SHDC".index(suit)
    led, best, best_led = 0, -1, -1
    for token in played:
        card = deck.card_index(token[0], token[1])
        if best < 0:
            led, best, best_led = card // n_ranks, card, card
            continue
        if beats(card, best, trump_number, n_ranks):
            best = card
        if card // n_ranks == led:
            best_led = max(best_led, card)
    vector = np.array(rules.vector, dtype=np.int64)
    legal = legal_cards(held.mask(deck), led, best, best_led, trump_number, vector)
    return tuple(dict.fromkeys(Hand.from_mask(legal, deck).cards()))


def read_trick(trick: str | Sequence[str], rules: Rules) -> list[str]:
    """Read the cards of a trick in the order played.

    Parameters
    ----------
    trick : str or sequence of str
        Card tokens; text may separate them by spaces, commas, or not at all.
    rules : Rules
        The deck they come from.

    Returns
    -------
    list of str
        Canonical tokens such as `"TH"`.

    Raises
    ------
    CardError
        For what is not a card of the deck, and for notations that have no order (`"H:TK"`, `"TH*2"`).

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> read_trick("10h, Q♠", load_rules("family250"))
    ['TH', 'QS']
    """
    if isinstance(trick, Hand):
        raise CardError(f"a hand has no order; write the trick as text, the lead first, not {trick!r}")
    if isinstance(trick, str):
        if len(trick) > LONGEST_TRICK_TEXT:
            raise CardError(f"trick: expected a few cards such as 'TH QS', got {len(trick):,} characters")
        pieces = [piece for piece in re.split(r"[\s,]+", trick) if piece]
    elif isinstance(trick, (list, tuple)) and all(isinstance(piece, str) for piece in trick):
        pieces = list(trick)
    else:
        raise CardError(f"trick: expected cards in the order played such as 'TH QS', got {trick!r}")
    tokens: list[str] = []
    for piece in pieces:
        cards = _ONE_CARD.findall(piece)
        if "".join(cards) != piece.strip():
            parse_cards(piece, rules.deck, where="trick")  # says what is wrong, if anything is
            raise CardError(f"trick: {piece!r} has no order; write the cards one by one, the lead first, as in 'TH QS'")
        for card in cards:
            parse_cards(card, rules.deck, where="trick")
            tokens.append(Hand(card).cards()[0])
    return tokens


def _check(held: Hand, played: list[str], rules: Rules) -> None:
    players = rules.seats.players
    if not len(held):
        raise IllegalPlay("the hand holds no cards, so there is nothing to play; give the cards still held")
    if len(held) > rules.deal.hand_size + rules.deal.kitty_size:
        raise CardError(f"{held} has {len(held)} cards; a hand of {rules.id} has at most {rules.deal.hand_size}")
    if len(played) >= players:
        raise IllegalPlay(
            f"{' '.join(played)} is a complete trick of {players} cards or more; give only the cards before this play"
        )
    together = held + Hand(" ".join(played))
    together.check(rules)
