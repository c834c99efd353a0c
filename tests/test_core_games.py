"""Whole hands of every rule set, followed stage by stage by the reference, which refuses any step not allowed."""

from __future__ import annotations

from typing import Any

import pytest

import naive
from kernel_tools import Game, deal, fewer, game, game_with, wraps_around
from naive import SUITS
from naive_judge import Columns, judge
from naive_rules import ALL_RULES
from pinosim.api.kernel_inputs import new_scratch
from pinosim.core import columns as C
from pinosim.rules.load import list_rules

pytestmark = wraps_around
POLICIES = ("random", "standard")


def test_the_reference_knows_every_rule_set_of_the_package() -> None:
    assert sorted(ALL_RULES) == sorted(rules.id for rules in list_rules())


def opened(what: Game, column: list[int], seed: int, number: int) -> Columns:
    """Deal again what was dealt before the hand that was played, and return the columns it left."""
    rules = what.naive
    redeals = column[C.REDEALS]
    first = [what.layout.cards(hand) for hand in deal(what.inputs, 1, seed=seed, first=number)[0]][: rules.players]
    rights = [seat for seat, hand in enumerate(first) if naive.has_redeal_right(hand, rules)]
    for attempt in range(redeals):
        dealt = deal(what.inputs, 1, seed=seed, first=number, attempt=attempt)[0]
        hands = [what.layout.cards(hand) for hand in dealt][: rules.players]
        thrown_in = any(naive.has_redeal_right(hand, rules) for hand in hands)
        assert thrown_in or rules.all_pass == "new deal", f"attempt {attempt} was given up for nothing"
    columns = {"redeals": redeals, "redeal_seat": rights[0] if rights else -1}
    columns |= {f"meld_{suit.lower()}": naive.meld_total(first[0], suit, rules) for suit in SUITS}
    columns["dealer"] = (number + (redeals if rules.next_dealer else 0)) % rules.players
    return columns


def follow(what: Game, names: str, n: int, *, seed: int, first: int = 0) -> set[tuple[str, int]]:
    """Judge so many hands; return the columns and values seen, to tell that there was something to see."""
    policies, scratch = what.policies(names), new_scratch()
    seen = set()
    for number in range(first, first + n):
        column, told = what.tell(policies, scratch, seed=seed, number=number)
        dealt = deal(what.inputs, 1, seed=seed, first=number, attempt=column[C.REDEALS])[0]
        assert [what.layout.cards(hand) for hand in dealt[: what.players]] == told.hands
        expected = dict.fromkeys(C.COLUMN_NAMES, 0) | opened(what, column, seed, number)
        try:
            expected |= judge(what.naive, told)
        except ValueError as error:
            raise AssertionError(f"{what.naive.id} {names} seed {seed} hand {number}: {error}\n{told}") from error
        assert dict(zip(C.COLUMN_NAMES, column, strict=True)) == expected, (number, told)
        seen |= {(name, expected[name]) for name in ("outcome", "forced", "last_trick")}
        seen.add(("redealt", int(column[C.REDEALS] > 0)))
    return seen


@pytest.mark.parametrize("names", POLICIES)
@pytest.mark.parametrize("name", ALL_RULES)
def test_every_hand_goes_by_the_rules(name: str, names: str) -> None:
    follow(game(name), names, fewer(150), seed=1)


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("names", [*POLICIES, "mixed"])
@pytest.mark.parametrize("name", ALL_RULES)
def test_a_thousand_hands_go_by_the_rules(name: str, names: str) -> None:
    seats = ",".join(["standard", "random"] * 3).split(",")[: game(name).players]
    seen = follow(game(name), names if names != "mixed" else ",".join(seats), 1000, seed=2)
    if ALL_RULES[name].rounds != "none":
        # hands that were played, hands that were not where the rules know such, made and set
        assert {("outcome", C.MADE), ("outcome", C.SET)} <= seen
        rules = ALL_RULES[name]
        may_be_given_up = rules.auto_set or rules.min_meld_bidders or rules.trump_needs_marriage
        assert may_be_given_up or ("outcome", C.NOT_PLAYED) not in seen


# Readings that no packaged rule set holds, or not in this game: changes of the file and of the reference.
READINGS: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "dix always survive": (
        "wocg-single", ('keep_meld.dix_survives="always"',), {"dix_only_exempt": False, "dix_always": True},
    ),
    "dix survive for each of three": (
        "joedog-3h", ('keep_meld.dix_survives="only-dix"',), {"dix_only_exempt": True},
    ),
    "both nines are 100": ("family250", ("meld.dix_by_copies=[10,100]",), {"dix_table": (10, 100)}),
    "a trump too low need not be played": ("family250", ("play.undertrump=false",), {"undertrump": False}),
    "any trump is high enough": ("guide-double", ("play.overtrump=false",), {"overtrump": False}),
    "beat the suit when it is trumped": (
        "wocg-single", ("play.beat_plain_after_trump=true",), {"beat_plain_after_trump": True},
    ),
    "all pass: new deal": ("family250", ('auction.all_pass="new-deal"',), {"all_pass": "new deal"}),
    "all pass: new deal and dealer": (
        "family250", ('auction.all_pass="new-deal"', "redeal.same_dealer=false"),
        {"all_pass": "new deal", "next_dealer": True},
    ),
    "all pass in a single round": ("firehouse", ('auction.all_pass="new-deal"',), {"all_pass": "new deal"}),
    "received cards stay": ("family250", ("passing.may_return_received=false",), {"may_return_received": False}),
    "without a marriage any trump": (
        "npa-double", ('trump.without_marriage="any-suit"',), {"any_trump_without": True},
    ),
    "trump before the kitty": ("family250-3h", ("kitty.before_trump=false",), {"kitty_before_trump": False}),
    "trump with a marriage before the kitty": (
        "gruntose-3h", ("kitty.before_trump=false",), {"kitty_before_trump": False},
    ),
    "trump before the shared kitty": ("bicycle-widow", ("kitty.before_trump=false",), {"kitty_before_trump": False}),
    "meld may be buried": ("joedog-3h", ("kitty.bury_excludes_meld=false",), {"bury_outside_meld": False}),
    "buried points are nobody's": ("joedog-3h", ('kitty.buried_points_to="nobody"',), {"buried_to_bidder": False}),
    "three share tricks": ("family250-3h", ('settle.others_tricks="shared"',), {"share_tricks": True}),
    "five count their own": ("universal-5h", ('settle.others_tricks="own"',), {"share_tricks": False}),
    "five keep meld by a trick": (
        "universal-5h", ('keep_meld.bidders="trick"', 'keep_meld.others="trick"'),
        {"keep_meld_bidders": "trick", "keep_meld_others": "trick"},
    ),
    "only bidders meld": ("guide-standard", ('meld.owners="bidders"',), {"melders": "bidders"}),
    "only bidders meld, three": ("auction-3h", ('meld.owners="bidders"',), {"melders": "bidders"}),
    "no meld for the others without play": (
        "guide-double", ("settle.others_meld_without_play=false",), {"others_meld_on_auto_set": False},
    ),
    "melds after the draw": ("two-hand", ("stock.meld_before_draw=false",), {"meld_after_draw": True}),
    "any number of melds": ("two-hand", ("stock.melds_per_trick=0",), {"melds_per_trick": None}),
    "two melds": ("two-hand", ("stock.melds_per_trick=2",), {"melds_per_trick": 2}),
    "two melds after the draw": (
        "two-hand", ("stock.melds_per_trick=2", "stock.meld_before_draw=false"),
        {"melds_per_trick": 2, "meld_after_draw": True},
    ),
}  # fmt: skip


@pytest.mark.parametrize("names", POLICIES)
@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_is_played_by(reading: str, names: str) -> None:
    name, changes, naive_changes = READINGS[reading]
    follow(game_with(name, changes, **naive_changes), names, fewer(100), seed=3)


@pytest.mark.jit
def test_hands_thrown_in_go_on_with_the_next_dealer() -> None:
    seen = follow(game("slippedup"), "random", 300, seed=4)
    assert ("redealt", 1) in seen
    changed = game_with("slippedup", ("redeal.same_dealer=false",), next_dealer=True)
    assert ("redealt", 1) in follow(changed, "random", 300, seed=4)


@pytest.mark.jit
def test_a_new_deal_when_all_pass_comes_up() -> None:
    for name in ("universal-5h", "easafamily-5h"):
        assert ("redealt", 1) in follow(game(name), "random", 300, seed=5)
