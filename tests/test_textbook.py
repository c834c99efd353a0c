"""The positions of `textbook.toml`: which of them each player answers as the books do."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pinosim import Hand, load_rules
from pinosim.api.live.before_card import before_card
from pinosim.api.live.choose import choose
from pinosim.api.live.decide import decide
from pinosim.api.live.seen import held_cards
from pinosim.api.live.turn import Turn, auction_now
from pinosim.api.record.record import Record

pytestmark = pytest.mark.jit
POSITIONS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("textbook.toml").read_text(encoding="utf-8")
)["position"]  # fmt: skip
PLAYERS = ("hard", "expert")
KEYS = {"name", "source", "says", "rules", "record", "ask", "answer", "all", "none", "missed"}


def choice_of(position: dict[str, Any], policy: str) -> Any:
    """Ask a policy, after making sure that it is that seat's turn and that the record is in order."""
    rules = load_rules(position.get("rules", "family250"))
    record = Record.from_text(position["record"], rules=rules)
    hand, stage = record.hands[0], position["ask"]
    seat = next(seat for seat, cards in enumerate(hand.hands) if cards is not None)
    if stage == "play":
        asked = before_card(record)
        assert asked.seat == seat
        return decide(rules, asked.hand, Turn("play", seat, 1), policy)
    assert record.check().fault is None
    if stage == "call":
        assert auction_now(rules, hand).waiting[0] == seat
    turn = Turn(stage, seat, rules.passing.count if stage in ("give", "return") else 0)
    assert len(held_cards(rules, hand, seat)) == rules.deal.hand_size + (4 if stage == "return" else 0)
    answer = decide(rules, hand, turn, policy)
    choose(rules, hand, turn, answer)
    return answer


def is_right(position: dict[str, Any], choice: Any) -> bool:
    if isinstance(choice, Hand):
        cards = choice.cards()
        right = "answer" not in position or any(choice == Hand(answer) for answer in position["answer"])
        right = right and all(card in cards for card in position.get("all", ()))
    else:
        cards = [str(choice)]
        right = "answer" not in position or str(choice) in position["answer"]
    return right and not any(card in cards for card in position.get("none", ()))


@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_the_textbook_answer(position: dict[str, Any], policy: str) -> None:
    """The positions a player misses are named in the file, and those alone are missed."""
    choice = choice_of(position, policy)
    assert is_right(position, choice) == (policy not in position.get("missed", ())), choice


def test_the_file_is_whole() -> None:
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)
    for position in POSITIONS:
        assert set(position) <= KEYS, position["name"]
        assert {"name", "source", "says", "record", "ask"} <= set(position)
        assert {"answer", "all", "none"} & set(position)
        assert position["source"].startswith("http")


@pytest.mark.parametrize("policy", PLAYERS)
def test_thirty_positions_are_answered(policy: str) -> None:
    assert sum(policy not in position.get("missed", ()) for position in POSITIONS) >= 30


def test_cards_by_lot_miss_most_positions() -> None:
    """So the positions tell players apart."""
    missed = [position["name"] for position in POSITIONS if not is_right(position, choice_of(position, "random"))]
    assert len(missed) > len(POSITIONS) / 2
