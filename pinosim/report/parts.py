"""What a report is made of: sections with answers, charts and tables of text, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Answer:
    """A question a player asks, and what the run answers.

    Attributes
    ----------
    question, answer : str
        A few words each; the answer holds the number.
    detail : str
        A sentence more: the interval, n, what else to know.
    """

    question: str
    answer: str
    detail: str


@dataclass(frozen=True)
class Chart:
    """A drawing.

    Attributes
    ----------
    name : str
        Of its file, without ending.
    svg : str
        The drawing itself, an `<svg>` element; title, labels, n and rule set are in it.
    caption : str
        How to read it, one or two sentences.
    """

    name: str
    svg: str
    caption: str


@dataclass(frozen=True)
class Cell:
    """A place in a table.

    Attributes
    ----------
    text : str
        What it says.
    shade : float or None
        0 (white) to 1 (dark) for a background that repeats the number; None for none.
    hint : str
        Shown when pointed at.
    """

    text: str
    shade: float | None = None
    hint: str = ""


@dataclass(frozen=True)
class Grid:
    """A table for reading.

    Attributes
    ----------
    caption : str
        What the numbers are.
    header : sequence of str
        One a column; the first stands above the row names.
    rows : sequence of sequence of Cell or str
        A row of one place only is a heading across the table.
    note : str
        Below the table.
    """

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell | str]]
    note: str = ""


@dataclass(frozen=True)
class Section:
    """One subject of a report.

    Attributes
    ----------
    name, title : str
        For links and for the heading.
    paragraphs : sequence of str
        Plain text.
    blocks : sequence of Chart or Grid
        In the order of the page.
    answers : sequence of Answer
        What of it belongs at the head of the page.
    frames : mapping of str to pandas.DataFrame
        The numbers behind it, by file name without ending.
    """

    name: str
    title: str
    paragraphs: Sequence[str] = ()
    blocks: Sequence[Chart | Grid] = ()
    answers: Sequence[Answer] = ()
    frames: Mapping[str, pd.DataFrame] = field(default_factory=dict)
