"""How an advice moves when partner or opponents are weaker or stronger: the same deals, other players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from pinosim.api.bid_levels import is_made, net_of, net_of_passing, outcome_of_bidding, times_made
from pinosim.api.heard_hands import relation
from pinosim.api.intervals import mean_of
from pinosim.api.playouts import play_again

if TYPE_CHECKING:
    from pinosim.api.auction_text import AuctionState
    from pinosim.api.hand import Hand
    from pinosim.api.playouts import PlayOuts
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

DEALS: Final = 1024
"""Deals played with each other company."""

LADDER: Final = ("easy", "standard", "medium", "hard")
"""Weakest first; who plays by lot is on no rung. `expert` tries out its cards, which takes too long here."""


@dataclass(frozen=True, slots=True)
class Company:
    """Other players, and what they make of the bid.

    Attributes
    ----------
    who : str
        "partner" or "opponents".
    change : str
        "weaker" or "stronger".
    policies : tuple of str
        Who plays each seat.
    p : float
        Chance to make the bid, 0..1.
    p_change : float
        The same less that with the players asked for, on the same deals.
    gain : float or None
        What bidding brings more than passing, in points; None where passing is not allowed.
    n : int
        Deals.
    """

    who: str
    change: str
    policies: tuple[str, ...]
    p: float
    p_change: float
    gain: float | None
    n: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "policies": list(self.policies)}


def other_company(
    rules: Rules,
    hand: Hand,
    auction: AuctionState,
    policies: Sequence[Policy],
    seed: int,
    outs: PlayOuts,
    bid: int,
    way: str,
    jobs: int | None = None,
) -> tuple[Company, ...]:
    """Play some of the deals again with partner, and with opponents, one rung lower and as strong as there are.

    Parameters
    ----------
    rules, hand, auction, policies, seed, jobs
        As in `playouts.play_out_hand`.
    outs : PlayOuts
        What was played; the calls made so far stay as they were heard, and this seat goes on as high.
    bid : int
        The bid judged.
    way : str
        The suit named, or `bid_levels.AFTER_KITTY`.

    Returns
    -------
    tuple of Company
        Weaker and stronger partner, weaker and stronger opponents, as far as there are any.
    """
    from pinosim.cards import SUITS
    from pinosim.policies.registry import resolve, with_convention_of

    few = outs.deals.part(0, DEALS)
    usual = float(is_made(outs, way, bid, rules)[: few.n].mean())
    trumps = 1 << SUITS.index(way) if way in SUITS else 0

    def play(players: Sequence[Policy]) -> tuple[float, float | None]:
        again = play_again(
            rules, hand, auction, players, seed, few, jobs, bid=bid, trumps=trumps, own_limit=outs.own_limit
        )
        net_pass = net_of_passing(again, rules)
        net_bid = net_of(outcome_of_bidding(again, way, auction.seat, rules), rules)
        gain = None if net_pass is None else mean_of(net_bid - net_pass).value
        return times_made(again, way, bid, rules) / again.n, gain

    companies = []
    for who in ("partner", "opponents"):
        for change in ("weaker", "stronger"):
            players = list(policies)
            for seat, policy in enumerate(policies):
                if seat == auction.seat or relation(seat, auction.seat, rules).startswith("partner") != (
                    who == "partner"
                ):
                    continue
                if policy.name not in LADDER:
                    continue
                rung = LADDER.index(policy.name) - 1 if change == "weaker" else len(LADDER) - 1
                if rung >= 0:
                    players[seat] = with_convention_of(resolve(LADDER[rung], rules), policy)
            if players != list(policies):
                p, gain = play(players)
                labels = tuple(policy.label for policy in players)
                companies.append(Company(who, change, labels, p, p - usual, gain, few.n))
    return tuple(companies)


def in_words(companies: Sequence[Company], bid: int) -> tuple[str, ...]:
    """Say it in a few short lines: partner in one, opponents in another."""
    if not companies:
        return ()
    gains = any(company.gain is not None for company in companies)
    lines = [f"Other players, chance of {bid}{' and bidding less passing' if gains else ''}:"]
    for who in ("partner", "opponents"):
        moves = [
            f"{company.change} {round(100 * company.p_change) or 0:+d}%"
            + ("" if company.gain is None else f" and {company.gain:+.0f}")
            for company in companies
            if company.who == who
        ]
        if moves:
            lines.append(f"  {who} {', '.join(moves)}")
    return tuple(lines)
