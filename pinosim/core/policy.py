"""Names of the places in a policy vector: how a player reaches the kernels.

One int64 row a seat. Plain Python ints, so that policies can be read without numba.
"""

from __future__ import annotations

from typing import Final

from pinosim.core.meanings import N_CONVENTION

FEATURES: Final = (
    "constant",
    "trumps",
    "trump_aces",
    "trump_tens",
    "side_aces",
    "voids",
    "run_short_one",
    "run_short_two",
    "arounds_short_one",
    "pinochle_leg",
)
N_FEATURES: Final = 10

# What `hard` and `medium` add up, all in thousandths of an ace's points. Docs: `docs/policies.md`.
LISTENING: Final = (
    "partner_bid",  # partner has bid in this auction
    "partner_passed",  # partner has passed without a bid
    "partner_bid_high",  # steps of an ace's points that partner has bid above the lowest bid
    "opponent_bid",  # for each opponent who has bid
    "opponent_passed",  # for each opponent who has passed without a bid
    "margin_alone",  # added to the margin for raising partner when all opponents are out
)
GIVING: Final = (
    *(f"first_trump_{rank}" for rank in "9JQKTA"),
    *(f"further_trump_{rank}" for rank in "9JQKTA"),
    *(f"side_{rank}" for rank in "9JQKTA"),
    "leg_beside_trump",  # the leg of the pinochle whose other half is a trump
    "leg",  # any other leg
    "void",  # a side suit given away whole
)
RETURNING: Final = (
    *(f"back_trump_{rank}" for rank in "9JQKTA"),
    *(f"back_side_{rank}" for rank in "9JQKTA"),
    "back_leg",
    "back_void",
    "back_meld",  # share of the meld in the cards given back that partner is thought to gain
    "back_short",  # for each card left in the suit
)
# Worth of still holding a card: by phase of the hand, kind of suit, and unseen cards above it (the last: or more).
PHASES: Final = ("early", "late")  # more or less than half of the cards left
SUIT_KINDS: Final = ("side", "ruffed", "trump")  # ruffed: an opponent is known to be out of it and may hold a trump
N_ABOVE: Final = 4
N_KINDS: Final = 3
KEEPING: Final = tuple(f"{phase}_{kind}_{above}" for phase in PHASES for kind in SUIT_KINDS for above in range(N_ABOVE))
N_KEEPING: Final = len(KEEPING)
PLAYING: Final = (
    "void",  # for each side suit a hand with trumps has none of
    "lead_mine",  # worth of having the lead, over an opponent having it
    "lead_partner",
    "later_points",  # what each seat still to play is thought to add
    "retaken",  # share in which partner, able to, takes back what an opponent took
    "overtaken",  # share in which an opponent, able to, takes back what partner took
    "lead_trump_bidding",
    "lead_trump_defending",
    "lead_length",  # for each further card of the suit led
    "late_trump",  # more for any trump in the last tricks
    *(f"win_{name}" for name in KEEPING),  # as a card that may win a trick
    *(f"save_{name}" for name in KEEPING),  # share of a counter's points
)
# What `expert` is told of how long to think.
THINKING: Final = (
    "play_samples",  # worlds in which the cards it might play are tried
    "pass_samples",  # worlds in which the sets of cards it might give are tried
    "pass_options",  # how many of these sets
    "bid_samples",  # worlds in which a call, or a trump, is tried
    "bid_doubt",  # a call is tried where the limit that `hard` sets is so near the next bid, in aces' points
    "trump_doubt",  # a trump is tried where the estimate of `hard` is so near the best, in aces' points
    "proof",  # hundredths of a standard error by which a call must be better than that of `hard`
    "call_tries",  # worlds dealt at most, while cards are played, for one that fits the calls; 0: calls are not used
    "open_cards",  # with so many cards in hand, or fewer, cards are judged with open cards too
    "open_share",  # percent of what counts then: the value with open cards, the rest what `hard` makes of it
    "open_samples",  # worlds in which they are tried then
    "bury_samples",  # worlds in which the sets of cards it might bury are tried
    "bury_options",  # how many of these sets
)
N_THINKING: Final = len(THINKING)
N_LISTENING: Final = len(LISTENING)
N_GIVING: Final = len(GIVING)
N_RETURNING: Final = len(RETURNING)
N_PLAYING: Final = len(PLAYING)

KIND: Final = 0  # which code decides, see below
VERSION: Final = 1  # goes up when the player's behaviour changes
CAUTION: Final = 2  # bids end this far below the estimate, in thousandths of an ace's points
PARTNER_MARGIN: Final = 3  # partner's bid is raised only when the own ceiling is this far above, same unit
LISTEN: Final = 4
GIVE: Final = LISTEN + N_LISTENING
BACK: Final = GIVE + N_GIVING
PLAY: Final = BACK + N_RETURNING
WIN: Final = PLAY + 10  # worth of keeping a card as a winner, and below as a counter
SAVE: Final = WIN + N_KEEPING
WEIGHTS: Final = PLAY + N_PLAYING  # N_FEATURES weights in thousandths
THINK: Final = WEIGHTS + N_FEATURES  # whole numbers
(
    PLAY_SAMPLES, PASS_SAMPLES, PASS_OPTIONS, BID_SAMPLES, BID_DOUBT, TRUMP_DOUBT, PROOF, CALL_TRIES, OPEN_CARDS,
    OPEN_SHARE, OPEN_SAMPLES, BURY_SAMPLES, BURY_OPTIONS,
) = range(THINK, THINK + N_THINKING)  # fmt: skip
LOOSENESS: Final = THINK + N_THINKING  # how far its bids may stray from what it plans, see `listening`
CONVENTION: Final = LOOSENESS + 1  # what its calls tell, see `meanings`
N_POLICY: Final = CONVENTION + N_CONVENTION

KIND_RANDOM: Final = 0
KIND_STANDARD: Final = 1
KIND_EASY: Final = 2
KIND_MEDIUM: Final = 3
KIND_HARD: Final = 4
KIND_EXPERT: Final = 5
