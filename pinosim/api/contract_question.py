"""What questions about a contract have in common: the bid, the deals, who plays; and how their answers are put."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pinosim.api.comparison import Comparison, compare
from pinosim.api.numbers import whole_number

if TYPE_CHECKING:
    from pinosim.api.common_deals import CommonDeals, Floats, Outcomes
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules


@dataclass(frozen=True)
class ContractQuestion:
    """A question that is answered by the same hands played with one choice after another. Made by `ask_about`.

    Attributes
    ----------
    rules : Rules
        The rule set; points are in its unit.
    contract : int or None
        None: hands are played for their points alone.
    deals : int
        On how many deals choices are played.
    policies : tuple of Policy
        Who plays, one a seat.
    seed : int
    jobs : int or None
        Threads; all cores if None.
    """

    rules: Rules
    contract: int | None
    deals: int
    policies: tuple[Policy, ...]
    seed: int
    jobs: int | None

    @property
    def labels(self) -> tuple[str, ...]:
        """Names and versions of the players."""
        return tuple(player.label for player in self.policies)

    def deal(self, held: Mapping[int, int], bidder: int = 0, sizes: Mapping[int, int] | None = None) -> CommonDeals:
        """Get the deals ready; what is held, by whom, and how many cards each has, as in `CommonDeals`."""
        from pinosim.api.common_deals import CommonDeals

        return CommonDeals(self.rules, held, bidder, self.policies, self.seed, self.jobs, sizes)

    def answer(
        self,
        question: str,
        asked: str,
        whats: Sequence[str],
        outcomes: Outcomes,
        notes: Sequence[str],
        parts: Mapping[str, Floats] | None = None,
    ) -> Comparison:
        """Compare what came of the choices; `parts` are those of the outcomes if left out."""
        return compare(
            question,
            asked,
            whats,
            outcomes.net,
            self.rules,
            self.seed,
            self.labels,
            worth=worth_words(self.contract, self.rules),
            bid=self.contract,
            made=None if self.contract is None else outcomes.made,
            parts=outcomes.parts if parts is None else parts,
            notes=notes,
        )


def ask_about(
    bid: int | None,
    rules: Rules,
    precision: float,
    policy: str | Sequence[str],
    seed: int,
    jobs: int | None,
) -> ContractQuestion:
    """Check what all these questions are asked with.

    Raises
    ------
    AuctionError
        If the bid cannot be made.
    PinosimError
        If another value is out of range or a policy is not known.
    """
    from pinosim.api.advice_asked import deals_for
    from pinosim.api.common_deals import players_for

    return ContractQuestion(
        rules, check_contract(bid, rules), deals_for(precision), players_for(policy, rules), seed, jobs
    )


def check_contract(bid: int | None, rules: Rules) -> int | None:
    """Give the contract, or refuse one that nobody could have bid."""
    from pinosim.api.auction_text import LARGEST_BID, refuse_bid

    if bid is None:
        return None
    bid = whole_number("bid", bid, 1, LARGEST_BID)
    forced = rules.auction.min_bid - rules.auction.forced_below_min
    if bid != forced and bid not in rules.legal_bids(None, up_to=bid):
        raise refuse_bid(bid, None, rules, "bid")
    return bid


def worth_words(bid: int | None, rules: Rules) -> str:
    """Say what a score is measured against."""
    whose = "my score less the mean of the others'" if rules.seats.apart else "our score less theirs"
    return whose if bid is not None else f"{whose}, meld and trick points whatever was bid"
