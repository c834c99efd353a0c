"""Records to test with, and ways to spoil them."""

from __future__ import annotations

from pathlib import Path

RECORDS = Path(__file__).resolve().parents[1] / "data" / "records"


def text_of(name: str) -> str:
    """Text of an example without its seed, so that the rules and not the dealt cards find a fault."""
    lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    return "\n".join(line for line in lines if not line.startswith("seed: "))


def place(lines: list[str], label: str, hand: int) -> int:
    """Index of the line with a label in a hand, from 1; of the line `hand N` itself for the label `hand`."""
    start = lines.index(f"hand {hand}")
    if label == "hand":
        return start
    for at in range(start + 1, len(lines)):
        if lines[at].startswith("hand "):
            break
        if lines[at].startswith(f"{label}: "):
            return at
    raise AssertionError(f"no line {label!r} in hand {hand}")


def spoil(text: str, label: str, value: str | None, hand: int = 1, after: str = "") -> str:
    """Change the value of a line, drop it (None), or add it behind the line `after`."""
    lines = text.split("\n")
    if after:
        lines.insert(place(lines, after, hand) + 1, f"{label}: {value}")
        return "\n".join(lines)
    at = place(lines, label, hand)
    if value is None:
        del lines[at]
    else:
        assert lines[at] != f"{label}: {value}", "nothing was spoiled"
        lines[at] = f"{label}: {value}"
    return "\n".join(lines)
