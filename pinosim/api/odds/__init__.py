"""Exact odds: counted, not sampled, in whole numbers.

`redeal` is the chance that a hand may be thrown in; `meld` the whole distribution of a dealt hand's meld, `meld_mean`
its mean by kinds of meld; `partner_meld` what partner holds, given my hand; `kitty` what the kitty brings me; `holding`
the chance of any event written as counts. Where nothing can be counted in time the answer is sampled, and says so.
"""

from pinosim.api.odds.chances import Chance
from pinosim.api.odds.holding_odds import holding
from pinosim.api.odds.kitty_odds import KittyOdds, kitty
from pinosim.api.odds.meld_odds import MeldMean, meld, meld_mean
from pinosim.api.odds.partner_odds import PartnerOdds, partner_meld
from pinosim.api.odds.redeal_odds import RedealOdds, redeal

__all__ = [
    "Chance",
    "KittyOdds",
    "MeldMean",
    "PartnerOdds",
    "RedealOdds",
    "holding",
    "kitty",
    "meld",
    "meld_mean",
    "partner_meld",
    "redeal",
]
