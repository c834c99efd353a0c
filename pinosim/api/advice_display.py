"""How an advice looks: as text, in a notebook, as a frame, as a chart."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from pinosim.api.axes import axes_or_new
from pinosim.api.hand import hand_html
from pinosim.api.sensitivity import in_words
from pinosim.api.sides import has_partner
from pinosim.api.table_text import Table, aligned, html_list, html_table, mean_digits, source_line, with_interval
from pinosim.cards import SUIT_NAMES, SUITS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from pinosim.api.advice import Advice, Level, TrumpAdvice
    from pinosim.api.call_outcomes import Outlook
    from pinosim.api.intervals import Estimate
    from pinosim.api.win_outlook import WinOutlook

ROUND_CHANCES: Final = (0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)
# Readable without colour; with a kitty the suit named later is the thick line.
_LINES: Final = {"S": ("-", "o"), "H": ("--", "s"), "D": ("-.", "D"), "C": (":", "^"), "kitty": ("-", "P")}
_VERDICTS: Final = {"bid": "bid", "pass": "pass", "close": "too close to call"}


def as_text(advice: Advice) -> str:
    """Write an advice for a terminal."""
    blocks = [[_headline(advice), *_facts(advice)]]
    if advice.chosen:
        blocks += [aligned(bid_table(advice)), aligned(trump_table(advice))]
    blocks.append(["Why:", *(f"- {reason}" for reason in advice.reasons)])
    blocks.append(["Notes:", *(f"- {note}" for note in advice.notes)])
    return "\n\n".join("\n".join(block) for block in blocks)


def as_html(advice: Advice) -> str:
    """Write an advice for a notebook."""
    parts = [f"<p><b>{escape(_headline(advice))}</b><br>{hand_html(advice.hand)}</p>"]
    parts.append("<p>" + "<br>".join(escape(fact) for fact in _facts(advice)) + "</p>")
    if advice.chosen:
        parts += [html_table(bid_table(advice)), html_table(trump_table(advice))]
    for title, lines in (("Why", advice.reasons), ("Notes", advice.notes)):
        parts.append(f"<p>{title}</p>{html_list(lines)}")
    return "".join(parts)


def bid_table(advice: Advice) -> Table:
    """Make the table of bids: the chance in each trump, then mean result and gain in the one that decides.

    Some levels only, the judged and the highest worthwhile one among them; all are in the frame.
    """
    ways = _ways(advice)
    head = ["bid", *(f"{suit.trump} trump" if suit.trump in SUITS else "after the kitty" for suit in ways)]
    head += [f"mean result, {'after the kitty' if advice.after_kitty else advice.trump}", "more than passing"]
    rows = []
    for level in _shown_levels(advice):
        chances = [f"{100 * suit.level(level.bid).p.value:.1f}%" for suit in ways]
        gain = "-" if level.gain is None else _points(advice, level.gain)
        mark = "> " if level.bid == advice.bid else ""
        rows.append([f"{mark}{level.bid}", *chances, _points(advice, level.ev), gain])
    return head, rows


def trump_table(advice: Advice) -> Table:
    """Make the table of trumps: own meld, what the bidding side makes on average, and the two bounds."""
    laid = "team's meld" if has_partner(advice.rule_set) else "meld laid"
    head = ["trump", "own meld", laid, "trick points", "no help", "perfect help"]
    digits = mean_digits(advice.rule_set)
    rows = [
        [
            SUIT_NAMES.get(suit.trump, "after the kitty"),
            str(suit.own_meld),
            *(f"{mean.value:.{digits}f}" for mean in (suit.mean_meld, suit.mean_tricks, suit.no_help)),
            str(suit.perfect_help),
        ]
        for suit in _ways(advice)
    ]
    return head, rows


def _ways(advice: Advice) -> list[TrumpAdvice]:
    """List all trumps, the one named with the kitty in hand first."""
    return [*filter(None, [advice.after_kitty]), *advice.trumps]


def make_frame(advice: Advice) -> pd.DataFrame:
    """Make the frame of `Advice.to_frame`."""
    import pandas as pd

    names = ["bid", "trump", "p", "low", "high", "ev", "ev_low", "ev_high", "gain", "gain_low", "gain_high"]
    rows: list[list[object]] = []
    for suit in _ways(advice):
        for level in suit.levels:
            p, ev, gain = level.p, level.ev, level.gain
            last = [float("nan")] * 3 if gain is None else [gain.value, gain.low, gain.high]
            rows.append([level.bid, suit.trump, p.value, p.low, p.high, ev.value, ev.low, ev.high, *last])
    frame = pd.DataFrame(rows, columns=names)
    frame = frame.astype(dict.fromkeys(names[2:], "float64") | {"bid": "int64", "trump": "str"})
    frame.attrs.update(rules=advice.rules, rules_hash=advice.rules_hash, seed=advice.seed, n=advice.n)
    return frame


def draw_chances(advice: Advice, ax: Axes | None = None) -> Axes:
    """Draw the chart of `Advice.plot`."""
    ax = axes_or_new(ax)
    for suit in _ways(advice):
        best = suit is advice.chosen
        line, marker = _LINES[suit.trump]
        bids = [level.bid for level in suit.levels]
        ax.plot(
            bids,
            [100 * level.p.value for level in suit.levels],
            linestyle=line,
            marker=marker,
            markevery=max(1, len(bids) // 10),
            markersize=4,
            color="black" if best else "0.5",
            linewidth=1.8 if best else 1.0,
            label=SUIT_NAMES.get(suit.trump, "after the kitty") + (" (best)" if best and suit.trump in SUITS else ""),
        )
    if advice.chosen:
        bids = [level.bid for level in advice.levels]
        low = [100 * level.p.low for level in advice.levels]
        high = [100 * level.p.high for level in advice.levels]
        ax.fill_between(bids, low, high, color="0.8", label="95% interval")
    ax.axvline(advice.bid, color="black", linestyle=(0, (1, 3)), label=f"bid {advice.bid}")
    source = source_line(advice.rule_set, advice.n, advice.seed)
    ax.set(
        title=f"Chance to make a bid with {advice.hand}\n{source}",
        xlabel="bid, points",
        ylabel="% of deals in which it is made",
        ylim=(0, 100),
    )
    ax.legend()
    return ax


def _shown_levels(advice: Advice) -> list[Level]:
    """Choose the levels worth a row: what was asked, and the highest bid made with each of some round chances."""
    bids = {advice.levels[0].bid, advice.bid, advice.max_bid}
    for chance in ROUND_CHANCES:
        bids.add(max((level.bid for level in advice.levels if level.p.value >= chance), default=None))
    return [level for level in advice.levels if level.bid in bids]


def _points(advice: Advice, mean: Estimate) -> str:
    return with_interval(mean, mean_digits(advice.rule_set), "+")


def _headline(advice: Advice) -> str:
    words = "the contract is yours, passing is not allowed" if advice.forced else _VERDICTS[advice.verdict]
    trump = f", {SUIT_NAMES[advice.trump]} trump" if advice.trump and not advice.after_kitty else ""
    return f"{advice.bid} with {advice.hand}{trump}: {words}"


def _facts(advice: Advice) -> list[str]:
    score = "" if advice.score is None else f", score {' to '.join(str(points) for points in advice.score)}"
    facts = [
        f"Seat {advice.seat}, dealer {advice.dealer}, calls: {advice.auction or 'none'}{score}.",
        f"{source_line(advice.rule_set, advice.n, advice.seed)}; 95% intervals in brackets.",
    ]
    chance = next(level.p for level in advice.levels if level.bid == advice.bid)
    by_points = "" if advice.winning is None else " by points"
    enough = (
        "" if advice.break_even is None else f"; {100 * advice.break_even:.0f}% is enough to beat passing{by_points}"
    )
    facts.append(f"Made in {chance:.1%} of deals{enough}.")
    whose = "Your score less the mean of the others'" if advice.rule_set.seats.apart else "Our score less theirs"
    line = f"{whose}, on average: bidding {_points(advice, advice.ev_bid)}"
    if advice.ev_pass is not None and advice.gain is not None:
        line += f", passing {_points(advice, advice.ev_pass)}, difference {_points(advice, advice.gain)}"
    facts.append(f"{line}.")
    if advice.after_pass is not None:
        facts.append(f"{_after('Bidding', advice, advice.after_bid)}; {_after('passing', advice, advice.after_pass)}.")
    winning = advice.winning
    if winning is not None:
        facts.append(f"Chance to win the game: {_games(winning)}.")
    if not advice.forced:
        high = _how_high(advice.max_bid) + _range(advice)
        if advice.max_bid != advice.max_bid_by_points:
            high += f" by chances to win, {_how_high(advice.max_bid_by_points)} by points"
        facts.append(f"How high: {high}.")
    if advice.after_kitty and advice.trump:
        fixed = advice.by_trump[advice.trump].level(advice.bid)
        named = SUIT_NAMES[advice.trump]
        facts.append(f"With {named} named whatever the kitty brings: {fixed.p:.1%}, {_points(advice, fixed.ev)}.")
    return [*facts, *in_words(advice.companies, advice.bid)]


def _how_high(bid: int | None) -> str:
    return "no bid does better than passing" if bid is None else f"up to {bid}"


def _range(advice: Advice) -> str:
    """Say between which bids the highest lies, if the deals leave that open."""
    low, high = advice.max_bid_range
    return "" if low == high else f" ({'none' if low is None else low} to {high})"


def _games(winning: WinOutlook) -> str:
    """Say the chances to win the game."""
    line = f"bidding {winning.bid:.1%}"
    if winning.passing is not None and winning.gain is not None:
        gain = winning.gain
        low, high = 100 * gain.low, 100 * gain.high
        line += f", passing {winning.passing:.1%}, difference {100 * gain.value:+.1f} ({low:+.1f} to {high:+.1f})"
    return line


def samples_as_text(advice: Advice) -> str:
    """Write the sample deals of an advice: the hands, and what came of each."""
    lines = []
    for sample in advice.samples:
        what = "typical" if sample.kind == "typical" else "made, just" if sample.made else "missed, just"
        after = "" if sample.net_pass is None else f", passing {sample.net_pass:+.0f}"
        lines.append(
            f"Deal {sample.number} ({what}): meld {sample.meld}, tricks {sample.tricks}, total {sample.total}; after "
            f"the bid seat {sample.bidder} has it at {sample.final_bid}: bidding {sample.net_bid:+.0f}{after}"
        )
        lines += [f"  {place}: {hand}" for place, hand in enumerate(sample.hands)]
    return "\n".join(lines)


def _after(call: str, advice: Advice, outlook: Outlook) -> str:
    """Say who gets the contract after a call."""
    shares = [("you", outlook.me), ("partner", outlook.partner)]
    shares += [
        ("opponents" if advice.rule_set.seats.teams == 2 else "others", outlook.others),
        ("nobody", outlook.nobody),
    ]
    who = ", ".join(f"{name} {100 * share:.0f}%" for name, share in shares if share > 0)
    at = "" if outlook.mean_bid is None else f", at {outlook.mean_bid:.{mean_digits(advice.rule_set)}f} on average"
    return f"{call} leaves the contract to {who}{at}"
