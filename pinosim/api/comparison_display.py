"""How a comparison looks: as text, in a notebook, as a frame, as a chart."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pinosim.api.axes import axes_or_new
from pinosim.api.comparison import CLEAR, ONLY, TRUMP
from pinosim.api.intervals import error_bars
from pinosim.api.table_text import Table, aligned, html_list, html_table, mean_digits, source_line, with_interval
from pinosim.cards import SUIT_NAMES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from pinosim.api.comparison import Comparison, Option
    from pinosim.api.intervals import Estimate


def as_text(comparison: Comparison) -> str:
    """Write a comparison for a terminal."""
    blocks = [[comparison.question, *_facts(comparison)], aligned(option_table(comparison), first="<")]
    if comparison.notes:
        blocks.append(["Notes:", *(f"- {line}" for line in comparison.notes)])
    return "\n\n".join("\n".join(block) for block in blocks)


def as_html(comparison: Comparison) -> str:
    """Write a comparison for a notebook."""
    facts = "<br>".join(escape(fact) for fact in _facts(comparison))
    table = html_table(option_table(comparison))
    return f"<p><b>{escape(comparison.question)}</b></p><p>{facts}</p>{table}{html_list(comparison.notes)}"


def option_table(comparison: Comparison) -> Table:
    """Make the table of options: cost, value, chance to make the bid, parts."""
    digits = mean_digits(comparison.rule_set)
    parts = [name for name, _ in comparison.best.parts]
    head = [comparison.asked, "costs", "value", *(["bid made"] if comparison.best.make else [])]
    head += [name.replace("_", " ") for name in parts]
    rows = []
    for option in comparison.options:
        row = [
            label_of(comparison, option),
            "best" if option is comparison.best else with_interval(option.cost, digits + 1),
            with_interval(option.value, digits, sign="+"),
        ]
        if option.make:
            row.append(f"{option.make:.1%}")
        row += [f"{estimate.value:.{digits + 1}f}" for _, estimate in option.parts]
        rows.append(row)
    return head, rows


def label_of(comparison: Comparison, option: Option) -> str:
    """Name an option for a reader: a suit by its name, anything else as it is."""
    return SUIT_NAMES.get(option.what, option.what) if comparison.asked == TRUMP else option.what


def verdict_words(comparison: Comparison) -> str:
    """Say in a sentence whether the best is so for sure."""
    best = label_of(comparison, comparison.best)
    if comparison.verdict == ONLY:
        return f"{best}: there is nothing else to choose."
    second = comparison.options[1]
    gap = f"{label_of(comparison, second)} costs {with_interval(second.cost, mean_digits(comparison.rule_set) + 1)}"
    if comparison.verdict == CLEAR:
        return f"{best} is clearly the best; {gap}."
    others = len(comparison.tied) - 1
    these = "another one" if others == 1 else f"{others} others"
    return f"{best} comes out best, but {these} may be as good: {gap}."


def make_frame(comparison: Comparison) -> pd.DataFrame:
    """Make the frame of `Comparison.to_frame`."""
    import pandas as pd

    rows = []
    for option in comparison.options:
        row: dict[str, object] = {comparison.asked: option.what}
        row |= _columns("", "value", option.value) | _columns("cost_", "cost", option.cost)
        if option.make is not None:
            row |= _columns("make_", "make", option.make)
        row |= {name: estimate.value for name, estimate in option.parts}
        rows.append(row)
    frame = pd.DataFrame(rows)
    frame = frame.astype(dict.fromkeys(frame.columns[1:], "float64") | {comparison.asked: "str"})
    frame.attrs.update(rules=comparison.rules, rules_hash=comparison.rules_hash, seed=comparison.seed, n=comparison.n)
    return frame


def draw_costs(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Draw the chart of `Comparison.plot`."""
    ax = axes_or_new(ax)
    costs = [option.cost for option in comparison.options]
    places = range(len(costs))
    ax.errorbar(
        [cost.value for cost in costs],
        places,
        xerr=error_bars(costs),
        fmt="o",
        color="black",
        capsize=3,
        markersize=4,
    )
    ax.axvline(0, color="0.5", linestyle=(0, (1, 3)))
    ax.set_yticks(list(places), [label_of(comparison, option) for option in comparison.options])
    ax.invert_yaxis()
    source = source_line(comparison.rule_set, comparison.n, comparison.seed)
    ax.set(
        title=f"{comparison.question}\n{source}",
        xlabel="points it costs beside the best, on the same deals\n95% intervals that hold for all together",
    )
    return ax


def _facts(comparison: Comparison) -> list[str]:
    who = sorted(set(comparison.policies))
    contract = "" if comparison.bid is None else f", contract {comparison.bid}"
    source = source_line(comparison.rule_set, comparison.n, comparison.seed) + contract
    return [
        verdict_words(comparison),
        f"Value: {comparison.worth}, in points. Costs are taken deal by deal.",
        f"{source}; played by {', '.join(who)}. 95% intervals in brackets, of the costs for all together.",
    ]


def _columns(prefix: str, name: str, estimate: Estimate) -> dict[str, object]:
    return {name: estimate.value, f"{prefix}low": estimate.low, f"{prefix}high": estimate.high}
