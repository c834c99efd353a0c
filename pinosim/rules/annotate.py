"""How a key of a rule file describes itself: range, title, meaning, and what its values are called."""

from __future__ import annotations

from typing import Final

from msgspec import Meta

MAX_POINTS: Final = 100_000  # no bid, meld, count or target lies above
MAX_COPIES: Final = 6
MAX_STEPS: Final = 3
ONE_LINE: Final = r"^[^\x00-\x1f\x7f-\x9f]*\Z"  # texts are printed: none may steer the terminal
LINES: Final = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*\Z"


def whole(low: int, high: int, title: str, meaning: str, *, zero: str = "", note: bool = False) -> Meta:
    """Whole number from low to high. `zero` says what 0 means; `note`: nothing that is computed depends on it."""
    return Meta(ge=low, le=high, title=title, description=meaning, extra={"zero": zero, "note": note})


def points(title: str, meaning: str, *, low: int = 0, zero: str = "", note: bool = False) -> Meta:
    """Points in the rule set's own unit."""
    extra = {"zero": zero, "note": note, "points": True}
    return Meta(ge=low, le=MAX_POINTS, title=title, description=meaning, extra=extra)


def table(title: str, meaning: str, *, least: int = 1, empty: str = "none") -> Meta:
    """Points for one copy, two copies and so on, as many as the deck has. `empty` says what no entry means."""
    extra = {"points": True, "empty": empty}
    return Meta(min_length=least, max_length=MAX_COPIES, title=title, description=meaning, extra=extra)


def text(limit: int, title: str, meaning: str, pattern: str | None = None) -> Meta:
    """Text of at most `limit` characters, or a list of at most so many; nothing that is computed depends on it."""
    return Meta(max_length=limit, pattern=pattern, title=title, description=meaning, extra={"note": True})


def says(title: str, meaning: str, *, note: bool = False, words: dict[str, str] | None = None) -> Meta:
    """Yes or no, or one of a few words. `words` gives the values ("yes" and "no" for bool) in a player's words."""
    return Meta(title=title, description=meaning, extra={"note": note, "words": words or {}})
