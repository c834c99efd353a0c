"""A bidding convention as the kernels read it: the last part of a policy row, see `pinosim.core.meanings`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pinosim.api.convention_file import CALL, WHEN, ConventionError
from pinosim.api.odds.events import (
    EVERY_SUIT,
    Compare,
    Either,
    Event,
    Every,
    InSuits,
    Lengths,
    Measure,
    Not,
    Sets,
    Shape,
    Total,
)
from pinosim.api.odds.values import N_STRENGTHS
from pinosim.cards import CARDS
from pinosim.core import meanings as M
from pinosim.rules.schema import Rules

if TYPE_CHECKING:
    from pinosim.api.conventions import Convention, Meaning

Step = tuple[int, int]

_KINDS: Final = {None: M.CALL_PASS, "jump": M.CALL_JUMP, "bid": M.CALL_BID}
_WHEN: Final = dict(zip(WHEN, (M.WHEN_OPENING, M.WHEN_FIRST_CALL, M.WHEN_AFTER_PARTNER), strict=True))
_COMPARE: Final = {  # what is done, and what is added to the number
    ">=": (M.AT_LEAST, 0), ">": (M.AT_LEAST, 1), "<=": (M.AT_MOST, 0), "<": (M.AT_MOST, -1), "==": (M.EQUAL, 0),
    "!=": (M.UNEQUAL, 0),
}  # fmt: skip


def convention_numbers(convention: Convention) -> tuple[int, ...]:
    """Give what the kernels read of a convention, as many numbers as `N_CONVENTION`.

    Raises
    ------
    ConventionError
        If its claims take more steps than there is room for.
    """
    numbers = [0] * M.N_CONVENTION
    numbers[0] = len(convention.meanings)
    steps: list[Step] = []
    for place, meaning in enumerate(convention.meanings):
        first = len(steps)
        steps += steps_of(meaning)
        at = M.FIRST_MEANING + M.N_MEANING * place
        numbers[at : at + M.N_MEANING] = _record(meaning, first, len(steps))
    if len(steps) > M.MOST_STEPS:
        raise ConventionError(
            f"convention {convention.name!r} claims too much: its hands take {len(steps)} steps to check, expected at "
            f"most {M.MOST_STEPS}; use fewer or simpler ones"
        )
    numbers[M.FIRST_STEP : M.FIRST_STEP + M.N_STEP * len(steps)] = [number for step in steps for number in step]
    return tuple(numbers)


def _record(meaning: Meaning, first: int, end: int) -> list[int]:
    unit = meaning.rules.unit
    pattern = CALL.fullmatch(meaning.call)
    assert pattern is not None
    kind = _KINDS[pattern["kind"]]
    record = [0] * M.N_MEANING
    record[M.CALL] = kind
    record[M.NUMBER] = int(pattern["number"] or 0) * (unit if kind == M.CALL_BID else 1)
    record[M.OR_MORE] = int(bool(pattern["more"]))
    record[M.WHEN] = sum(_WHEN[word] for word in set(meaning.when))
    record[M.BELOW] = (meaning.below or 0) * unit
    record[M.REACH] = meaning.reach * unit
    record[M.WORTH] = meaning.worth * unit
    record[M.STEPS_FROM], record[M.STEPS_TO] = first, end
    record[M.MELD_LOW], record[M.MELD_HIGH] = (0, -1) if meaning.meld is None else (m * unit for m in meaning.meld)
    return record


def steps_of(meaning: Meaning) -> list[Step]:
    """Give the steps that check what a meaning claims of a hand's cards.

    Raises
    ------
    ConventionError
        If its event is nested too deep.
    """
    if meaning.event is None:
        return []
    steps, most = _steps(meaning.event, meaning.rules)
    if most > M.MOST_ANSWERS:
        raise ConventionError(f"hand: {meaning.hand[:60]!r} joins too many events, expected at most {M.MOST_ANSWERS}")
    return steps


def _steps(event: Event, rules: Rules) -> tuple[list[Step], int]:
    """Give the steps of an event, and how many answers are on the pile at most."""
    if isinstance(event, Compare):
        code, more = _COMPARE[event.operator]
        return [*_counting(event.terms, rules), (code, event.number + more)], 1
    if isinstance(event, Shape):
        lengths = [min(length, 255) for length in event.lengths]
        return [(M.SHAPE, sum(length << (8 * place) for place, length in enumerate(lengths)))], 1
    if isinstance(event, Not):
        steps, most = _steps(event.event, rules)
        return [*steps, (M.OPPOSITE, 1)], most
    joined: list[Step] = []
    most = 0
    for before, part in enumerate(event.events):
        steps, deep = _steps(part, rules)
        joined += steps
        most = max(most, before + deep)
    code = M.ALL_OF if isinstance(event, Every) else M.ANY_OF
    assert isinstance(event, (Every, Either))
    return [*joined, (code, len(event.events))], most


def _counting(terms: Sequence[tuple[int, Measure]], rules: Rules) -> list[Step]:
    """Give the steps that add up what is measured; cards of one sign that differ are counted in one step."""
    steps: list[Step] = []
    masks: dict[int, int] = {}
    for sign, measure in terms:
        take = int(sign < 0)
        if isinstance(measure, Total):
            for weight in range(1, max(measure.weights) + 1):
                mask = _mask([card for card in range(len(CARDS)) if measure.weights[card] >= weight], rules)
                if masks.get(take, 0) & mask:
                    steps.append((M.ADD_CARDS + take, mask))
                else:
                    masks[take] = masks.get(take, 0) | mask
        elif isinstance(measure, Lengths):
            steps.append((M.ADD_LENGTH + take, M.LENGTHS.index(measure.which)))
        else:
            for one in measure.sets if isinstance(measure, InSuits) else (measure,):
                assert isinstance(one, Sets)
                steps.append((M.ADD_SETS + take, _mask(one.cards, rules)))
    return steps + [(M.ADD_CARDS + take, mask) for take, mask in masks.items() if mask]


def _mask(cards: Sequence[int], rules: Rules) -> int:
    """Whole fields of cards, given by their places in `CARDS`; cards that the deck lacks are left out."""
    deck = rules.deck
    field = (1 << deck.width) - 1
    lowest = N_STRENGTHS - deck.n_ranks
    mask = 0
    for card in cards:
        suit, strength = divmod(card, N_STRENGTHS)
        if suit in EVERY_SUIT and strength >= lowest:
            mask |= field << ((suit * deck.n_ranks + strength - lowest) * deck.width)
    return mask
