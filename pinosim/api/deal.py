"""A deal: one hand a seat, some perhaps unknown; read from text, or dealt at random by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias, final

from pinosim.api.hand import Hand, hand_html
from pinosim.api.numbers import seed_number, whole_number
from pinosim.cards import CARDS, parse_cards
from pinosim.errors import CardError, DealError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.rules.schema import Rules

UNKNOWN: Final = "x"
LARGEST_NUMBER: Final = 2**62


@final
class Deal:
    """The hands of all seats, seat 0 first. Immutable and hashable.

    Parameters
    ----------
    text : str or Deal
        One hand a seat, separated by `|`; `x` or nothing for a hand that is not known. All known hands have the same
        number of cards or, in the middle of a trick, those of the seats that have played have one fewer. Fewer cards
        than a full hand are an ending.
    rules : Rules
        Says how many seats there are, and the deck.

    Raises
    ------
    CardError
        If a hand cannot be read, or has cards the deck does not have.
    DealError
        If the hands cannot be held together: another number of seats, unequal sizes, a card held too often.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> deal = Deal("AS TS | 9H 9H | x | KC QC", load_rules("family250"))
    >>> print(deal)
    S:AT H:- D:- C:- | S:- H:99 D:- C:- | x | S:- H:- D:- C:KQ
    >>> deal.known
    (True, True, False, True)
    """

    __slots__ = ("_hands", "_rules")
    _hands: tuple[Hand | None, ...]
    _rules: Rules

    def __init__(self, text: str | Deal, rules: Rules) -> None:
        expect_rules(rules)
        hands = text._hands if isinstance(text, Deal) else _read_hands(text, rules)
        self._fill(hands, rules)

    @classmethod
    def from_hands(cls, hands: Sequence[Hand | str | None], rules: Rules) -> Deal:
        """Make a deal from one hand a seat, None for a hand that is not known. Refuses what `Deal` refuses."""
        expect_rules(rules)
        read = []
        for seat, hand in enumerate(hands):
            try:
                read.append(None if hand is None else Hand(hand, rules))
            except CardError as error:
                raise CardError(f"seat {seat}: {error}") from None
        deal = cls.__new__(cls)
        deal._fill(tuple(read), rules)
        return deal

    @classmethod
    def random(cls, rules: Rules, seed: int = 1, number: int = 0, fixed: Fixed | None = None) -> Deal:
        """Deal at random; the same seed and number give the same cards on every machine.

        Parameters
        ----------
        rules : Rules
            The rule set.
        seed : int
            0 to 2**64 - 1.
        number : int
            Which deal of this seed, from 0; simulations number their deals in the same way.
        fixed : mapping of int to (Hand or str), or Deal, optional
            Cards some seats hold for sure, by seat; a whole hand or a part of it. All ways to deal the other cards are
            equally likely.

        Examples
        --------
        >>> from pinosim.rules.load import load_rules
        >>> deal = Deal.random(load_rules("family250"), seed=7, fixed={0: "AS AS TS"})
        >>> len(deal.hands[0]), "AS*2 TS" in deal.hands[0]
        (12, True)
        """
        return next(random_deals(rules, seed, number, 1, fixed))

    def _fill(self, hands: tuple[Hand | None, ...], rules: Rules) -> None:
        players = rules.seats.players
        if len(hands) != players:
            raise DealError(
                f"{rules.id} has {players} seats, so a deal is {players} hands with | between them, "
                f"{UNKNOWN} for a hand that is not known; this one has {len(hands)}"
            )
        _check_copies(hands, rules)
        _check_sizes(hands, rules)
        object.__setattr__(self, "_hands", hands)
        object.__setattr__(self, "_rules", rules)

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """The hands, seat 0 first; None where not known."""
        return self._hands

    @property
    def known(self) -> tuple[bool, ...]:
        """Tell for each seat whether its hand is known."""
        return tuple(hand is not None for hand in self._hands)

    @property
    def rules(self) -> Rules:
        """The rule set the deal belongs to."""
        return self._rules

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._hands == other._hands and self._rules.hash == other._rules.hash

    def __hash__(self) -> int:
        return hash((Deal, self._hands, self._rules.hash))

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError("a Deal cannot be changed; make a new one with Deal.from_hands")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Deal cannot be changed; make a new one with Deal.from_hands")

    def __reduce__(self) -> tuple[type[Deal], tuple[str, Rules]]:
        return Deal, (str(self), self._rules)

    def __str__(self) -> str:
        return " | ".join(UNKNOWN if hand is None else str(hand) for hand in self._hands)

    def __repr__(self) -> str:
        return f"Deal({str(self)!r}, load_rules({self._rules.id!r}))"

    def _repr_html_(self) -> str:
        """Show the deal in a notebook; four hands as the players sit, seat 0 nearest."""
        cells = [
            f"<b>seat {seat}</b><br>{'not known' if hand is None else hand_html(hand)}"
            for seat, hand in enumerate(self._hands)
        ]
        if len(cells) == 4:  # clockwise from the player nearest to the reader
            near, left, far, right = cells
            rows = [["", far, ""], [left, "", right], ["", near, ""]]
        else:
            rows = [[cell] for cell in cells]
        opening = '<td style="text-align:left;white-space:nowrap;padding:0.4em 1em">'
        lines = ["".join(f"{opening}{cell}</td>" for cell in row) for row in rows]
        return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


Fixed: TypeAlias = Mapping[int, "Hand | str"] | Deal


def deal_many(rules: Rules, seed: int = 1, first: int = 0, n: int = 1, fixed: Fixed | None = None) -> NDArray[np.int64]:
    """Deal many times at random, as the numbers kernels use.

    Parameters
    ----------
    rules : Rules
        The rule set.
    seed : int
        0 to 2**64 - 1.
    first : int
        Number of the first deal; deal `first + i` is the same whatever `first` and `n` are.
    n : int
        How many deals, from 0.
    fixed : mapping of int to (Hand or str), or Deal, optional
        Cards some seats hold for sure, by seat; whole hands or parts.

    Returns
    -------
    int64 array, shape (n, players)
        One hand a seat, see `Hand.from_mask`.

    Raises
    ------
    CardError, DealError
        If the fixed cards cannot be held, or a number is out of its range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> deal_many(load_rules("family250"), seed=7, n=1000).shape
    (1000, 4)
    """
    expect_rules(rules)
    seed = seed_number(seed, DealError)
    first = whole_number("first", first, 0, LARGEST_NUMBER, DealError)
    n = whole_number("n", n, 0, LARGEST_NUMBER, DealError)
    held = _fixed_hands(rules, fixed)

    import numpy as np

    from pinosim.api.kernel_inputs import deal_block, dealing_of

    dealing = dealing_of(rules, {seat: hand.mask(rules.deck) for seat, hand in enumerate(held)})
    return np.ascontiguousarray(deal_block(rules, dealing, seed, first, n)[:, : rules.seats.players])


def random_deals(rules: Rules, seed: int = 1, first: int = 0, n: int = 1, fixed: Fixed | None = None) -> Iterator[Deal]:
    """Deal many times at random, one `Deal` after the other. Parameters and errors as in `deal_many`.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("wocg-single")
    >>> [one] = random_deals(rules, seed=7, first=5)
    >>> one == Deal.random(rules, seed=7, number=5)
    True
    """
    masks = deal_many(rules, seed, first, n, fixed)
    return (Deal.from_hands([Hand.from_mask(mask, rules.deck) for mask in row], rules) for row in masks.tolist())


def _read_hands(text: str, rules: Rules) -> tuple[Hand | None, ...]:
    if not _is_text(text):
        raise DealError(f"a deal is text such as 'AS KS | x | x | 9H 9H', or a Deal, not {text!r}")
    parts = text.split("|")
    if len(parts) != rules.seats.players:
        return (None,) * len(parts)  # the caller refuses it; no need to read the hands first
    hands: list[Hand | None] = []
    offset = 0
    for seat, part in enumerate(parts):
        if part.strip().lower() in ("", UNKNOWN):
            hands.append(None)
        else:
            hands.append(Hand.from_counts(parse_cards(part, rules.deck, where=f"seat {seat}", offset=offset)))
        offset += len(part) + 1
    return tuple(hands)


def _check_copies(hands: Sequence[Hand | None], rules: Rules) -> None:
    for i, card in enumerate(CARDS):
        copies = [0 if hand is None else hand.counts[i] for hand in hands]
        if sum(copies) > rules.deck.copies:
            holders = " and ".join(f"seat {seat} ({n})" for seat, n in enumerate(copies) if n)
            raise DealError(
                f"{card} is held {sum(copies)} times, by {holders}; the deck of {rules.id} has {rules.deck.copies}"
            )


def _check_sizes(hands: Sequence[Hand | None], rules: Rules) -> None:
    sizes = [None if hand is None else len(hand) for hand in hands]
    most = max((size for size in sizes if size is not None), default=0)
    if most > rules.deal.hand_size:
        seat = sizes.index(most)
        raise DealError(f"seat {seat} has {most} cards; a hand of {rules.id} has {rules.deal.hand_size}")
    players = len(sizes)
    for leader in range(players):
        for played in range(players):
            due = {(leader + i) % players: most - (i < played) for i in range(players)}
            if all(size is None or size == due[seat] for seat, size in enumerate(sizes)):
                return
    counted = ", ".join(f"seat {seat} {size}" for seat, size in enumerate(sizes) if size is not None)
    raise DealError(
        f"hands of unequal size cannot be played ({counted}): all have the same number of cards or, in the middle of a "
        f"trick, the seats that have played have one fewer; write {UNKNOWN} for a hand that is not known"
    )


def _fixed_hands(rules: Rules, fixed: Fixed | None) -> list[Hand]:
    """Give the cards each seat holds for sure, none where nothing is known."""
    players = rules.seats.players
    if isinstance(fixed, Deal):
        fixed = {seat: hand for seat, hand in enumerate(fixed.hands) if hand is not None}
    held = [Hand("")] * players
    for key, cards in (fixed or {}).items():
        seat = whole_number(f"a seat of {rules.id}", key, 0, players - 1, DealError)
        try:
            held[seat] = Hand(cards, rules)
        except CardError as error:
            raise CardError(f"seat {seat}: {error}") from None
        if len(held[seat]) > rules.deal.hand_size:
            size = len(held[seat])
            raise DealError(f"seat {seat} has {size} cards; a hand of {rules.id} has {rules.deal.hand_size}")
    _check_copies(held, rules)
    return held


def _is_text(value: object) -> bool:
    return isinstance(value, str)
