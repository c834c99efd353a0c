"""The answer to "should I bid with this hand?" as a value: verdict, numbers behind it, table, chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinosim.api.hand import Hand
from pinosim.api.intervals import Estimate
from pinosim.errors import PinosimError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from pinosim.api.call_outcomes import Outlook
    from pinosim.api.deal import Deal
    from pinosim.api.heard_hands import HeardHand
    from pinosim.api.sample_deals import SampleDeal
    from pinosim.api.sensitivity import Company
    from pinosim.api.told import ToldCall
    from pinosim.api.win_outlook import WinOutlook
    from pinosim.rules.schema import Rules


@dataclass(frozen=True, slots=True)
class Level:
    """What bidding one level with one trump brings, if the contract is had at that level.

    Attributes
    ----------
    bid : int
        In points.
    p : Estimate
        Chance to make it.
    ev : Estimate
        Mean of our score less theirs, in points; where each plays for himself, of one's own less the mean of the other
        players'.
    gain : Estimate or None
        Mean of what bidding brings more than passing, on the same deals; None where passing is not allowed.
    """

    bid: int
    p: Estimate
    ev: Estimate
    gain: Estimate | None


@dataclass(frozen=True, slots=True)
class TrumpAdvice:
    """One suit as trump.

    Attributes
    ----------
    trump : str
        Suit letter; "kitty" for the suit named with the kitty in hand.
    own_meld : int
        Meld of the hand as it is, in points; with its best suit for "kitty".
    levels : tuple of Level
        Ascending by bid.
    mean_meld, mean_tricks : Estimate
        The bidding side's meld as laid down, and its trick points with the last trick.
    no_help : Estimate
        Own meld and the trick points taken on average when no cards are passed.
    perfect_help : int
        The best meld that any passed cards, or any kitty, could give this hand, and all trick points.
    """

    trump: str
    own_meld: int
    levels: tuple[Level, ...]
    mean_meld: Estimate
    mean_tricks: Estimate
    no_help: Estimate
    perfect_help: int

    def level(self, bid: int) -> Level:
        """Give the level of one bid."""
        return next(level for level in self.levels if level.bid == bid)


@dataclass(frozen=True)
class Advice:
    """Whether to bid, how high, and in which trump. Made by `advise`.

    Attributes
    ----------
    hand : Hand
        The hand asked about.
    rule_set : Rules
        The rule set; points are in its unit.
    seat, dealer : int
        Who asks and who dealt.
    auction : str
        The calls before.
    verdict : str
        "bid", "pass" or "close": the 95% interval of what bidding wins more than passing above, below or around 0, in
        games where there is `winning`, else in points. "bid" when `forced`.
    verdict_by_points : str
        The same by `gain` alone.
    forced : bool
        True: all others passed, and passing is not allowed.
    bid : int
        The bid judged.
    max_bid : int or None
        The highest bid that wins more than passing on average, in games or in points as for `verdict`; None if none
        does, or when `forced`.
    max_bid_range : tuple of int or None
        From where to where `max_bid` may lie, for all that the deals tell: the highest bid that wins more than passing
        for sure, by its 95% interval, and the highest that may; None where there is no such bid.
    max_bid_by_points : int or None
        The same as `max_bid` by points alone.
    trump : str or None
        The trump with the best mean result at `bid`; None when the rules let the hand as dealt name none.
    levels : tuple of Level
        All levels with that trump, or with `after_kitty` where there is that: what the verdict rests on.
    trumps : tuple of TrumpAdvice
        All suits this hand may name, each played whatever the kitty brings.
    after_kitty : TrumpAdvice or None
        The suit named by the policy with the kitty in hand; None where trump is named without it.
    ev_bid, ev_pass, gain : Estimate
        Mean of our score less theirs when bidding, when passing, and of the difference deal by deal; either way the
        auction goes on by the policies, and a bid may be raised. This seat then goes on up to `max_bid`; as that may
        be a raise off, the intervals of `ev_bid` and `gain` cover whichever limit in `max_bid_range` is right.
        `ev_pass` and `gain` are None when `forced`.
    contract : Level
        The level of `bid`: what it brings to have the contract at it.
    after_bid, after_pass : Outlook
        Who gets the contract after either call. `after_pass` is None when `forced`.
    break_even : float or None
        Chance to make the bid from which on it beats passing, 0..1; None where no deal, or every deal, makes it.
    winning : WinOutlook or None
        Chances to win the game from the score given; None without a score, or where no table of chances is at hand.
    heard : tuple of HeardHand
        What the calls say about the hands behind them; empty where nobody has called.
    samples : tuple of SampleDeal
        Five typical deals, and five in which the bid is just made or just missed.
    companies : tuple of Company
        What weaker and stronger partners and opponents would make of the bid; empty where that was not asked for.
    reasons, notes : tuple of str
        Why, in plain words; what the numbers rest on.
    n : int
        Deals; `ess`, the effective number, is the same: those that do not fit the calls were left out, and all others
        count alike.
    candidates : int
        Deals looked at to find them.
    numbers : tuple of int, or None
        Their numbers among the candidates; None: all of them.
    seed : int
        With the number of a deal it gives the deal again, see `deal`.
    precision : float
        Largest half-width of the interval of a chance.
    policies : tuple of str
        Who played each seat.
    score : tuple of int, or None
        Scores given, ours or one's own first.
    convention : str or None
        The bidding conventions that were played and heard: one for all seats, or one a seat; None: none.
    told : tuple of ToldCall
        What calls told by them.
    """

    hand: Hand
    rule_set: Rules
    seat: int
    dealer: int
    auction: str
    verdict: str
    verdict_by_points: str
    forced: bool
    bid: int
    max_bid: int | None
    max_bid_range: tuple[int | None, int | None]
    max_bid_by_points: int | None
    trump: str | None
    levels: tuple[Level, ...]
    trumps: tuple[TrumpAdvice, ...]
    after_kitty: TrumpAdvice | None
    ev_bid: Estimate
    ev_pass: Estimate | None
    gain: Estimate | None
    contract: Level
    after_bid: Outlook
    after_pass: Outlook | None
    break_even: float | None
    winning: WinOutlook | None
    heard: tuple[HeardHand, ...]
    samples: tuple[SampleDeal, ...]
    companies: tuple[Company, ...]
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    n: int
    candidates: int
    numbers: tuple[int, ...] | None
    seed: int
    precision: float
    policies: tuple[str, ...]
    score: tuple[int, ...] | None
    convention: str | None = None
    told: tuple[ToldCall, ...] = ()

    @property
    def rules(self) -> str:
        """Id of the rule set."""
        return self.rule_set.id

    @property
    def rules_hash(self) -> str:
        """Hash of the rule set."""
        return self.rule_set.hash

    @property
    def win_bid(self) -> Estimate | None:
        """Chance to win the game after bidding; None without `winning`."""
        return None if self.winning is None else self.winning.bid

    @property
    def win_pass(self) -> Estimate | None:
        """Chance to win the game after passing; None without `winning`, or when `forced`."""
        return None if self.winning is None else self.winning.passing

    @property
    def ess(self) -> int:
        """Effective number of deals."""
        return self.n

    @property
    def p_make(self) -> dict[int, Estimate]:
        """Bid to the chance of making it, as in `levels`."""
        return {level.bid: level.p for level in self.levels}

    @property
    def by_trump(self) -> dict[str, TrumpAdvice]:
        """Suit letter to what that trump brings."""
        return {advice.trump: advice for advice in self.trumps}

    @property
    def bounds(self) -> dict[str, dict[str, float]]:
        """Suit letter to the total with no help and with perfect help from partner or kitty, in points."""
        return {
            suit: {"no_help": advice.no_help.value, "perfect_help": advice.perfect_help}
            for suit, advice in self.by_trump.items()
        }

    @property
    def own_meld(self) -> int:
        """Meld of the hand as it is with `trump`; 0 without one."""
        return self.by_trump[self.trump].own_meld if self.trump else 0

    @property
    def mean_meld(self) -> Estimate | None:
        """The bidding side's meld on average, with `trump` or the one named with the kitty in hand."""
        chosen = self.chosen
        return None if chosen is None else chosen.mean_meld

    @property
    def mean_tricks(self) -> Estimate | None:
        """The bidding side's trick points on average, with `trump` or the one named with the kitty in hand."""
        chosen = self.chosen
        return None if chosen is None else chosen.mean_tricks

    @property
    def chosen(self) -> TrumpAdvice | None:
        """What the verdict rests on: `after_kitty` where there is that, else the best suit; None without a trump."""
        return self.after_kitty or (self.by_trump[self.trump] if self.trump else None)

    def deal(self, number: int) -> Deal:
        """Deal again one of the deals this advice rests on.

        Parameters
        ----------
        number : int
            One of `numbers`; 0 to `n` - 1 where that is None.

        Returns
        -------
        Deal
            The hands before passing.

        Raises
        ------
        PinosimError
            If that deal was not played.
        """
        from pinosim.api.deal import Deal
        from pinosim.api.hidden_deals import sampled_deal
        from pinosim.api.numbers import whole_number

        number = whole_number("number", number, 0, self.candidates - 1)
        if self.numbers is not None and number not in self.numbers:
            nearest = min(self.numbers, key=lambda other: abs(other - number))
            raise PinosimError(
                f"number: deal {number:,} does not fit the calls and was not played; the nearest played is {nearest:,}"
            )
        hands = sampled_deal(self.rule_set, self.hand, self.seat, self.seed, number)
        return Deal.from_hands(hands[: self.rule_set.seats.players], self.rule_set)

    def to_dict(self) -> dict[str, Any]:
        """Give plain values, as `pinosim advise --json` prints them."""
        return {
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            "auction": self.auction,
            "score": None if self.score is None else list(self.score),
            "verdict": self.verdict,
            "verdict_by_points": self.verdict_by_points,
            "forced": self.forced,
            "bid": self.bid,
            "max_bid": self.max_bid,
            "max_bid_range": list(self.max_bid_range),
            "max_bid_by_points": self.max_bid_by_points,
            "trump": self.trump,
            "p_make": _chances(self.levels),
            "by_trump": {suit: _trump_dict(advice) for suit, advice in self.by_trump.items()},
            "after_kitty": None if self.after_kitty is None else _trump_dict(self.after_kitty),
            "ev_bid": self.ev_bid.value,
            "ev_bid_interval": _ends(self.ev_bid),
            "ev_pass": _value(self.ev_pass),
            "ev_pass_interval": _ends(self.ev_pass),
            "gain": _value(self.gain),
            "gain_interval": _ends(self.gain),
            "ev_contract": self.contract.ev.value,
            "ev_contract_interval": _ends(self.contract.ev),
            "after_bid": self.after_bid.to_dict(),
            "after_pass": None if self.after_pass is None else self.after_pass.to_dict(),
            "break_even": self.break_even,
            "win_bid": _value(self.win_bid),
            "win_bid_interval": _ends(self.win_bid),
            "win_pass": _value(self.win_pass),
            "win_pass_interval": _ends(self.win_pass),
            **({} if self.winning is None else self.winning.to_dict()),
            "own_meld": self.own_meld,
            "mean_meld": _value(self.mean_meld),
            "mean_tricks": _value(self.mean_tricks),
            "bounds": self.bounds,
            "heard": [hidden.to_dict() for hidden in self.heard],
            "samples": [sample.to_dict() for sample in self.samples],
            "sensitivity": [company.to_dict() for company in self.companies],
            "reasons": list(self.reasons),
            "notes": list(self.notes),
            "policies": list(self.policies),
            "convention": self.convention,
            "told": [one.to_dict() for one in self.told],
            "precision": self.precision,
            "rules": self.rules,
            "rules_hash": self.rules_hash,
            "seed": self.seed,
            "ess": self.ess,
            "candidates": self.candidates,
            "n": self.n,
        }

    def to_frame(self) -> pd.DataFrame:
        """Give one row for each bid and trump: chance to make it and mean result, with their 95% intervals.

        Returns
        -------
        pandas.DataFrame
            Columns `bid` (int64), `trump`, and as float64 `p`, `low`, `high`, `ev`, `ev_low`, `ev_high`, `gain`,
            `gain_low`, `gain_high`. Without a trump to name there are no rows.
        """
        from pinosim.api.advice_display import make_frame

        return make_frame(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the chance to make each bid: a line a trump, the band of the best trump's interval, the judged bid.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; a new figure otherwise.

        Returns
        -------
        matplotlib.axes.Axes
        """
        from pinosim.api.advice_display import draw_chances

        return draw_chances(self, ax)

    def __repr__(self) -> str:
        return f"<Advice {self.verdict} {self.bid} with {self.hand}, {self.rules}, n={self.n:,}>"

    def __str__(self) -> str:
        from pinosim.api.advice_display import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from pinosim.api.advice_display import as_html

        return as_html(self)


def _value(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value


def _ends(estimate: Estimate | None) -> list[float] | None:
    return None if estimate is None else [estimate.low, estimate.high]


def _chances(levels: tuple[Level, ...]) -> dict[str, dict[str, float]]:
    return {str(level.bid): {"p": level.p.value, "low": level.p.low, "high": level.p.high} for level in levels}


def _trump_dict(advice: TrumpAdvice) -> dict[str, Any]:
    return {
        "own_meld": advice.own_meld,
        "mean_meld": advice.mean_meld.value,
        "mean_tricks": advice.mean_tricks.value,
        "no_help": advice.no_help.value,
        "no_help_interval": _ends(advice.no_help),
        "perfect_help": advice.perfect_help,
        "p_make": _chances(advice.levels),
        "ev": {str(level.bid): level.ev.value for level in advice.levels},
        "ev_interval": {str(level.bid): _ends(level.ev) for level in advice.levels},
        "gain": {str(level.bid): _value(level.gain) for level in advice.levels},
    }
