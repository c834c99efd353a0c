"""The instant answer to "should I bid?": a model fitted on played hands, reckoned in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pinosim.api.advice_asked import bid_to_judge, check_may_bid
from pinosim.api.auction_text import LARGEST_BID, read_auction
from pinosim.api.hand import Hand
from pinosim.api.intervals import FITTED, FITTED_MEAN, Estimate
from pinosim.api.meld import meld_by_trump
from pinosim.api.quick_model import QuickModel, QuickTrump, find_model
from pinosim.cards import SUITS
from pinosim.rules.expect import expect_rules

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.rules.schema import Rules

SHOWN_BIDS: Final = 10
_NORMAL_95: Final = 1.959964
_RARE: Final = 0.005


class QuickAdvice(msgspec.Struct, frozen=True):
    """An instant answer. Made by `quick_advice`.

    Attributes
    ----------
    hand : Hand
    rule_set : Rules
    seat, dealer : int
    auction : str
        The calls before: they decide what may be bid, and nothing else here.
    verdict : str
        "bid", "pass" or "close": `gain` above, below or within the model's own error of 0. "bid" when `forced`, "pass"
        when the hand may name no trump.
    forced : bool
    bid : int
        The bid judged.
    max_bid : int or None
        The highest bid that brings more than passing; None if none does.
    trump : str or None
        The best trump at `bid`; None when the rules let the hand name none.
    own_meld : int
    p_make : dict of int to Estimate
        Chance to make each bid with that trump; the interval is the model's error against full advice.
    by_trump : dict of str to dict
        For each suit own meld, chance to make `bid`, and our score less theirs.
    ev_bid, ev_pass, gain : Estimate
        Our score less theirs on average if we have the contract at `bid`, if we pass, and the difference. When
        `forced` passing is not allowed: the last two are what it would bring, and are left out of what is told.
    model : QuickModel
    """

    hand: Hand
    rule_set: Rules
    seat: int
    dealer: int
    auction: str
    verdict: str
    forced: bool
    bid: int
    max_bid: int | None
    trump: str | None
    own_meld: int
    p_make: dict[int, Estimate]
    by_trump: dict[str, dict[str, float]]
    ev_bid: Estimate
    ev_pass: Estimate
    gain: Estimate
    model: QuickModel

    @property
    def rules(self) -> str:
        """Id of the rule set."""
        return self.rule_set.id

    @property
    def rules_hash(self) -> str:
        """Hash of the rule set."""
        return self.rule_set.hash

    @property
    def notes(self) -> tuple[str, ...]:
        """What the answer rests on."""
        errors = self.model.errors
        told = [
            f"Instant answer: a model fitted on {self.model.deals:,} hands of {self.model.policy}; on {errors.hands:,} "
            f"other hands its chances were {100 * errors.chance:.1f} percentage points from full advice on average.",
        ]
        if self.auction:
            told.append("The calls made so far decide what may be bid, and are not weighed.")
        return tuple(told)

    def to_dict(self) -> dict[str, Any]:
        """Give plain values, as `pinosim advise --quick --json` prints them."""
        return {
            "quick": True,
            "hand": str(self.hand),
            "seat": self.seat,
            "dealer": self.dealer,
            "auction": self.auction,
            "verdict": self.verdict,
            "forced": self.forced,
            "bid": self.bid,
            "max_bid": self.max_bid,
            "trump": self.trump,
            "own_meld": self.own_meld,
            "p_make": {
                str(bid): {"p": chance.value, "low": chance.low, "high": chance.high}
                for bid, chance in self.p_make.items()
            },
            "by_trump": self.by_trump,
            "ev_bid": self.ev_bid.value,
            "ev_pass": None if self.forced else self.ev_pass.value,
            "gain": None if self.forced else self.gain.value,
            "gain_interval": None if self.forced else [self.gain.low, self.gain.high],
            "model": {
                "policy": self.model.policy,
                "deals": self.model.deals,
                "seed": self.model.seed,
                "mean_error_of_chance": self.model.errors.chance,
                "brier": self.model.errors.brier,
            },
            "notes": list(self.notes),
            "rules": self.rules,
            "rules_hash": self.rules_hash,
        }

    def __str__(self) -> str:
        words = {"bid": "Bid", "pass": "Pass", "close": "Close"}
        with_trump = f" with trump {self.trump}" if self.trump else ""
        high = "no bid brings more than passing" if self.max_bid is None else f"up to {self.max_bid}"
        if self.forced:
            high = "all others passed, so this seat must take the contract"
        beside = "" if self.forced else f", passing {self.ev_pass.value:+,.0f}"
        lines = [
            f"{words[self.verdict]}: {self.bid}{with_trump}; {high} ({self.rules})",
            f"  chance to make {self.bid}  {self.p_make[self.bid]:.0%}",
            f"  the contract at {self.bid} brings {self.ev_bid.value:+,.0f}{beside} points",
            "  chance by bid  " + ", ".join(f"{bid} {self.p_make[bid].value:.0%}" for bid in self._shown_bids()),
            *(f"  {note}" for note in self.notes),
        ]
        return "\n".join(lines)

    def _shown_bids(self) -> list[int]:
        """List ten bids around the answer: the highest that is worth it, else the one judged."""
        bids = list(self.p_make)
        middle = bids.index(self.bid if self.max_bid is None else self.max_bid)
        first = max(0, min(middle - SHOWN_BIDS // 2, len(bids) - SHOWN_BIDS))
        return bids[first : first + SHOWN_BIDS]

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def quick_advice(
    hand: Hand | str,
    rules: Rules,
    bid: int | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    auction: str | Sequence[int | str] = "",
) -> QuickAdvice:
    """Judge a bid at once, by a fitted model.

    Parameters
    ----------
    hand : Hand or str
        A whole hand.
    rules : Rules
        A packaged rule set for which a model was fitted.
    bid : int, optional
        The bid to judge; the lowest one allowed if left out.
    seat, dealer, auction
        As in `advise`. The calls decide what may be bid, but are not weighed.

    Returns
    -------
    QuickAdvice

    Raises
    ------
    CardError
        If the hand is not a whole hand of the deck.
    AuctionError
        If a call or the bid is not allowed.
    PinosimError
        If there is no model for the rules.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> answer = quick_advice("S:AATTKKQQJJ H:A9", load_rules("family250"), bid=300)
    >>> answer.verdict, answer.trump, answer.own_meld
    ('bid', 'S', 1500)
    """
    expect_rules(rules)
    return answer_by(find_model(rules), hand, rules, bid, seat, dealer, auction)


def answer_by(
    model: QuickModel,
    hand: Hand | str,
    rules: Rules,
    bid: int | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    auction: str | Sequence[int | str] = "",
) -> QuickAdvice:
    """Do what `quick_advice` does with a model at hand."""
    hand = Hand(hand, rules)
    hand.check(rules, size=rules.deal.hand_size)
    state = read_auction(auction, rules, seat=seat, dealer=dealer)
    check_may_bid(hand, state, rules)
    bid = bid_to_judge(bid, state, rules)
    melds = {suit: meld.total for suit, meld in meld_by_trump(hand, rules).items()}
    every = {suit: QuickTrump(model, hand, rules, suit, melds[suit]) for suit in SUITS}
    allowed = [every[suit] for suit in _nameable(hand, rules)]
    strongest = max(allowed or every.values(), key=lambda trump: trump.total)
    ev_pass = (
        sum(weight * value for weight, value in zip(model.passing, strongest.features, strict=True)) * rules.tricks.ace
    )
    p_rms, gain_rms = model.errors.chance_rms, model.errors.gain_rms * rules.tricks.ace
    chosen = max(allowed, key=lambda trump: trump.net(bid)) if allowed else None
    ladder = _ladder(bid, state, rules, chosen)
    ev_bid = -float(bid) if chosen is None else chosen.net(bid)
    gain = ev_bid - ev_pass
    max_bid = None
    if not state.forced and chosen is not None:
        worth = [level for level in ladder if max(trump.net(level) for trump in allowed) > ev_pass]
        max_bid = max(worth, default=None)
    p_make = {level: _chance(0.0 if chosen is None else chosen.chance(level), p_rms, model) for level in ladder}
    return QuickAdvice(
        hand=hand,
        rule_set=rules,
        seat=state.seat,
        dealer=state.dealer,
        auction=" ".join(str(call) for call in state.calls),
        verdict=_verdict(gain, gain_rms, forced=state.forced, hopeless=chosen is None),
        forced=state.forced,
        bid=bid,
        max_bid=max_bid,
        trump=None if chosen is None else chosen.trump,
        own_meld=0 if chosen is None else chosen.own_meld,
        p_make=p_make,
        by_trump={
            trump.trump: {"own_meld": trump.own_meld, "p": trump.chance(bid), "ev": trump.net(bid)} for trump in allowed
        },
        ev_bid=_points(ev_bid, gain_rms, model),
        ev_pass=_points(ev_pass, gain_rms, model),
        gain=_points(gain, gain_rms, model),
        model=model,
    )


def _verdict(gain: float, rms: float, *, forced: bool, hopeless: bool) -> str:
    if forced:
        return "bid"
    if hopeless:
        return "pass"
    return "bid" if gain > rms else "pass" if gain < -rms else "close"


def _nameable(hand: Hand, rules: Rules) -> list[str]:
    """List the suits the rules let a hand name."""
    if not rules.trump.needs_marriage:
        return list(SUITS)
    married = [suit for suit in SUITS if hand.count("K", suit) and hand.count("Q", suit)]
    return married or ([] if rules.trump.without_marriage == "set" else list(SUITS))


def _ladder(bid: int, state: AuctionState, rules: Rules, chosen: QuickTrump | None) -> list[int]:
    """List the bids from the lowest legal one to where hardly a deal makes it."""
    lowest = state.lowest or bid
    if state.forced or chosen is None:
        return sorted({lowest, bid})
    top = max(lowest, bid)
    while top < LARGEST_BID and chosen.chance(top) > _RARE:
        top += max(1, rules.tricks.ace)
    return sorted({*rules.legal_bids(state.high, up_to=min(top, LARGEST_BID)), lowest, bid})


def _chance(value: float, rms: float, model: QuickModel) -> Estimate:
    half = _NORMAL_95 * rms
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), model.deals, FITTED)


def _points(value: float, rms: float, model: QuickModel) -> Estimate:
    half = _NORMAL_95 * rms
    return Estimate(value, value - half, value + half, model.deals, FITTED_MEAN)
