"""Whatever is given as a record, the answer is a record or a RecordError that names the trouble."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinosim.api.record.record import Record
from pinosim.errors import RecordError
from record_tools import RECORDS, text_of

EXAMPLES = sorted(path.stem for path in RECORDS.glob("*.txt"))


def use(data: bytes) -> str:
    """Read a record both ways, check and show it; tell how far it came."""
    came = "refused"
    for strict in (True, False):
        record, refusal = None, ""
        try:
            record = Record.from_bytes(data, "fuzz", strict=strict)
        except RecordError as error:
            refusal = str(error)
        if record is None:
            assert 0 < len(refusal) < 3000
            continue
        assert Record.from_text(record.text) == record
        verdict = record.check()
        assert str(verdict)
        if verdict.fault is not None:
            assert 1 <= verdict.fault.line <= data.count(b"\n") + 1
        assert record.show()
        assert record._repr_html_()
        assert record.to_dict()
        came = "in order" if verdict.ok else "wrong"
    return came


def spoiled(text: str, chance: random.Random) -> Iterator[bytes]:
    """Spoil a text in many ways: bytes flipped, cut off, lines lost, doubled, swapped, tokens exchanged."""
    data = text.encode()
    lines = text.split("\n")
    for _ in range(12):
        flipped = bytearray(data)
        for _ in range(chance.choice((1, 1, 3, 20))):
            flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        yield bytes(flipped)
        yield data[: chance.randrange(len(data))]
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        yield "\n".join(lines[:one] + lines[one + 1 :]).encode()
        yield "\n".join([*lines[:one], lines[other], *lines[one:]]).encode()
        swapped = list(lines)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        yield "\n".join(swapped).encode()
        words = text.split(" ")
        place, from_place = chance.randrange(len(words)), chance.randrange(len(words))
        words[place] = words[from_place]
        yield " ".join(words).encode()


@pytest.mark.parametrize("name", EXAMPLES)
def test_spoiled_records_are_refused_or_judged(name: str) -> None:
    text = text_of(name).split("\nhand 3")[0] + "\n"
    came = [use(data) for data in spoiled(text, random.Random(name))]
    assert "refused" in came
    assert "wrong" in came or name == "typed-by-hand"


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return
    use(data)


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    use(data)


WORDS = (
    "hand", "seat", "0", "1", "3", "9", "deal", "dealer", "redeal", "all passed", "asked", "kitty", "stock",
    "auction", "P", "250", "260", "contract", "by", "trump", "S", "none", "called", "held by", "shared",
    "pass to bidder", "pass back", "meld", "=", "run 150 (S:ATKQJ)", "buried", "dix turned", "trick", "leads",
    "wins", "AS", "TS", "9H", "KD", "QD", "taken", "tricks", "|", "result", "made", "not played", "+10", "-250",
    "score", "winner", "side", ":", ": ", "\n", "\n", "\n", ",", "x", "rules", "two-hand", "universal-5h",
    "family250-3h", "meld 0: 0", "trick 1: ", "draw", "seed", "set",
)  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_lines_of_known_words(words: list[str]) -> None:
    use(" ".join(words).replace(" \n ", "\n").encode())


def test_long_lines_take_no_time() -> None:
    texts = [
        "1" * 3999, "P " * 1999, "," * 3999, "AS" * 1999, "trick 1: " + "," * 3900, "trick 1: " + "0 " * 1900,
        "player 0: " + " " * 3900 + "(", "meld 0: 1 = " + "a " * 1900, "redeal 1: " + "a" * 3900,
    ]  # fmt: skip
    for text in texts:
        assert use("\n".join([text] * 20).encode()) == "refused"
