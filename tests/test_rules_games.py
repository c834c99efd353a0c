"""Every packaged game: its facts, row by row, its worked melds, its names, and the other readings of its source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pinosim.api.meld import count_meld
from pinosim.rules.checks import find_faults
from pinosim.rules.fields import FIELDS
from pinosim.rules.groups import GROUPS
from pinosim.rules.load import list_rules, load_rules, rules_from_dict
from pinosim.rules.matters import CONDITIONS, matters
from pinosim.rules.read import SETS
from pinosim.rules.schema import Rules
from worked_examples import MELD

GAMES = list_rules()
by_id = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)

# id: players, teams, cards, copies, hand, kitty, packet, lowest bid, raises, highest, all pass, marriage, passed
SHAPES: dict[str, tuple[Any, ...]] = {
    "family250": (4, 2, 48, 2, 12, 0, 3, 250, ((250, 10),), 0, "last-player-forced", False, 4),
    "family250-3h": (3, 3, 48, 2, 15, 3, 3, 150, ((150, 10),), 0, "last-player-forced", False, 0),
    "wocg-single": (4, 2, 48, 2, 12, 0, 3, 25, ((25, 1),), 100, "last-player-forced", False, 4),
    "wocg-double": (4, 2, 80, 4, 20, 0, 4, 50, ((50, 1), (60, 5)), 0, "last-player-forced", True, 0),
    "guide-standard": (4, 2, 48, 2, 12, 0, 3, 25, ((25, 1),), 0, "last-player-forced", False, 4),
    "guide-family": (4, 2, 48, 2, 12, 0, 3, 150, ((150, 10),), 0, "last-player-forced", False, 0),
    "guide-double": (4, 2, 80, 4, 20, 0, 4, 50, ((50, 1), (60, 5)), 0, "last-player-forced", True, 4),
    "joedog-4h": (4, 2, 48, 2, 12, 0, 1, 16, ((16, 1),), 0, "last-player-forced", False, 3),
    "joedog-3h": (3, 3, 48, 2, 15, 3, 1, 16, ((16, 1),), 0, "last-player-forced", False, 0),
    "std004": (4, 2, 48, 2, 12, 0, 3, 20, ((20, 1),), 0, "last-player-forced", False, 3),
    "universal-5h": (5, 5, 80, 4, 16, 0, 4, 500, ((500, 10),), 0, "new-deal", False, 4),
    "universal-6h": (6, 2, 120, 6, 20, 0, 4, 75, ((75, 5),), 0, "last-player-forced", True, 0),
    "bicycle-auction": (4, 2, 48, 2, 12, 0, 3, 100, ((100, 10),), 0, "last-player-forced", False, 0),
    "bicycle-widow": (4, 2, 48, 2, 11, 4, 3, 100, ((100, 10),), 0, "last-player-forced", False, 0),
    "check": (4, 2, 48, 2, 12, 0, 3, 200, ((200, 10),), 0, "last-player-forced", False, 0),
    "firehouse": (4, 2, 48, 2, 12, 0, 3, 200, ((200, 10),), 0, "last-player-forced", False, 0),
    "npa-double": (4, 2, 80, 4, 20, 0, 4, 50, ((50, 1), (60, 5)), 0, "last-player-forced", True, 0),
    "andrews-double": (4, 2, 80, 4, 20, 0, 4, 50, ((50, 1), (60, 5), (100, 10)), 0, "last-player-forced", True, 0),
    "neuralplay": (4, 2, 48, 2, 12, 0, 3, 25, ((25, 1), (60, 5)), 0, "last-player-forced", False, 4),
    "slippedup": (4, 2, 48, 2, 12, 0, 3, 250, ((250, 10),), 0, "last-player-forced", False, 3),
    "auction-3h": (3, 3, 48, 2, 15, 3, 3, 20, ((20, 1),), 0, "last-player-forced", False, 0),
    "single-round-3h": (3, 3, 48, 2, 15, 3, 3, 20, ((20, 1),), 0, "last-player-forced", False, 0),
    "gruntose-3h": (3, 3, 48, 2, 15, 3, 3, 16, ((16, 1),), 0, "last-player-forced", True, 0),
    "cutthroat-3h": (3, 3, 48, 2, 16, 0, 4, 20, ((20, 1),), 0, "last-player-forced", False, 0),
}
# id: small-scale unit, run extras (king, queen, both), royal, dix, pinochle, aces
MELDS: dict[str, tuple[Any, ...]] = {
    "family250": (10, (40, 40, 80), (40, 80), 10, (40, 300), (100, 1000)),
    "family250-3h": (10, (40, 40, 80), (40, 80), 10, (40, 300), (100, 1000)),
    "wocg-single": (1, (4, 4, 8), (4, 8), 1, (4, 30), (10, 100)),
    "wocg-double": (1, "absorb", (4, 8, 12, 16), 0, (4, 30, 60, 90), (10, 100, 150, 200)),
    "guide-standard": (1, "absorb", (4, 8), 1, (4, 30), (10, 100)),
    "guide-family": (10, "absorb", (40, 80), 10, (40, 300), (100, 1000)),
    "guide-double": (1, "absorb", (4, 8, 12, 16), 0, (4, 30, 60, 120), (10, 100, 200, 400)),
    "joedog-4h": (1, "absorb", (4, 8), 1, (4, 30), (10, 100)),
    "joedog-3h": (1, "absorb", (4, 8), 1, (4, 30), (10, 100)),
    "two-hand": (10, "absorb", (40, 80), 10, (40, 300), (100, 1000)),
    "std004": (1, "absorb", (4, 8), 1, (4, 30), (10, 100)),
    "universal-5h": (10, "exclusive", (40, 300, 600, 900), 0, (40, 300, 600, 900), (100, 1000, 1000, 1000)),
    "universal-6h": (
        1, "absorb", (4, 8, 12, 16, 20, 24), 0, (4, 30, 60, 90, 120, 150), (10, 100, 150, 200, 250, 300),
    ),
}  # fmt: skip
# id: must beat trump, plain, overtrump; A T K Q, last trick, all; keep meld; hopeless bid set; target, floor, tie
PLAYS: dict[str, tuple[Any, ...]] = {
    "family250": ("yyy", (10, 10, 10, 0), 10, 250, "trick", "trick", True, 1500, 0, "bidders"),
    "family250-3h": ("yyy", (10, 10, 10, 0), 10, 250, "trick", "trick", True, 1500, 0, "bidders"),
    "wocg-single": ("yyy", (1, 1, 1, 0), 1, 25, "nothing", "point", True, 150, -300, "bidders"),
    "wocg-double": ("yyy", (1, 1, 1, 0), 2, 50, "nothing", "nothing", True, 500, 0, "bidders"),
    "guide-standard": ("yyy", (1, 1, 1, 0), 1, 25, "trick", "trick", True, 150, 0, "bidders"),
    "guide-family": ("yny", (10, 10, 5, 5), 10, 250, "trick", "trick", True, 1000, 0, "bidders"),
    "guide-double": ("yyy", (1, 1, 1, 0), 2, 50, "trick", "trick", True, 500, 0, "bidders"),
    "joedog-4h": ("yyy", (1, 1, 1, 0), 1, 25, "point", "point", False, 300, 0, "bidders"),
    "joedog-3h": ("yyy", (1, 1, 1, 0), 1, 25, "point", "point", False, 300, 0, "bidders"),
    "two-hand": ("yny", (10, 10, 5, 5), 10, 250, "nothing", "nothing", False, 1000, 0, "higher-score"),
    "std004": ("yyy", (1, 1, 1, 0), 1, 25, "nothing", "point", False, 150, 0, "bidders"),
    "universal-5h": ("yyy", (10, 10, 10, 0), 20, 500, "nothing", "nothing", False, 5000, 0, "bidders"),
    "universal-6h": ("yyy", (1, 1, 1, 0), 3, 75, "nothing", "nothing", True, 500, 0, "bidders"),
    "bicycle-auction": ("yny", (10, 10, 10, 0), 10, 250, "trick", "trick", False, 1000, 0, "bidders"),
    "check": ("yny", (10, 10, 10, 0), 10, 250, "trick", "trick", False, 1000, 0, "bidders"),
    "firehouse": ("yny", (10, 10, 10, 0), 10, 250, "trick", "trick", False, 1000, 0, "bidders"),
    "slippedup": ("yyy", (10, 10, 10, 0), 10, 250, "trick", "nothing", True, 1000, -1000, "bidders"),
    "neuralplay": ("yyy", (1, 1, 1, 0), 1, 25, "trick", "trick", True, 150, 0, "bidders"),
    "auction-3h": ("yyy", (1, 1, 1, 0), 1, 25, "trick", "trick", True, 100, 0, "bidders"),
    "single-round-3h": ("yyy", (1, 1, 1, 0), 1, 25, "trick", "trick", True, 120, 0, "bidders"),
}
# What the tables above do not have: single rules that make a game what it is.
SINGLE_RULES: dict[str, dict[str, Any]] = {
    "family250-3h": {
        "redeal.min_nines": 5, "redeal.no_aces": True, "kitty.shown": True, "kitty.before_trump": True,
        "kitty.bury": True, "kitty.bury_excludes_meld": True, "kitty.buried_points_to": "bidder",
        "settle.others_tricks": "own",
    },
    "wocg-double": {
        "floors.min_meld_bidders": 20, "floors.min_meld_others": 20, "floors.min_points_bidders": 20,
        "floors.min_points_others": 20, "meld.run": (15, 150, 225, 300), "meld.jacks": (4, 40, 60, 80),
        "settle.others_meld_without_play": True,
    },
    "guide-standard": {"auction.wild_over": 10, "redeal.min_nines": 0},
    "guide-family": {"auction.wild_over": 100},
    "guide-double": {"auction.wild_over": 25, "floors.min_meld_bidders": 20, "floors.min_meld_others": 0},
    "joedog-4h": {"auction.kind": "auction", "auction.forced_below_min": 0, "redeal.min_nines": 0},
    "two-hand": {
        "seats.players": 2, "seats.teams": 2, "deal.hand_size": 12, "deal.stock_size": 24, "deal.turn_up": True,
        "deal.packet": 4, "auction.kind": "none", "trump.chosen_by": "turned-card", "stock.dix_turned": True,
        "stock.dix_exchange": True, "stock.melds_per_trick": 1, "stock.meld_before_draw": True,
        "meld.laid": "during-play", "play.first_leader": "left-of-dealer", "play.free_while_stock": True,
    },
    "std004": {
        "redeal.min_nines": 5, "redeal.no_aces": False, "redeal.no_meld": True, "redeal.ignore_dix": True,
        "redeal.optional": True,
    },
    "universal-5h": {
        "seats.called_partner": True, "seats.called_card_search": "from-the-left", "settle.others_tricks": "shared",
        "settle.partners_share": True,
    },
    "bicycle-auction": {"play.first_leader": "left-of-dealer"},
    "bicycle-widow": {"play.first_leader": "left-of-dealer", "kitty.bury": False, "kitty.shown": False},
    "check": {"play.first_leader": "bidder", "auction.bid_needs": "marriage", "auction.forced_may_raise": True},
    "firehouse": {"auction.kind": "single-round", "play.first_leader": "bidder"},
    "auction-3h": {"auction.bid_needs": "meld", "auction.forced_below_min": 1},
    "single-round-3h": {"auction.kind": "single-round", "auction.forced_below_min": 0},
    "gruntose-3h": {"redeal.min_nines": 6, "redeal.no_aces": False, "trump.without_marriage": "set"},
    "cutthroat-3h": {"game.winner_must_bid": True},
    "slippedup": {"redeal.min_nines": 5, "redeal.no_aces": False},
    "easafamily-5h": {
        "auction.min_bid": 35, "seats.called_card_search": "from-the-right", "meld.royal": (4, 30, 60, 90),
        "meld.pinochle": (4, 30, 45, 500),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str) -> None:
    rules = load_rules(name)
    auction, deal = rules.auction, rules.deal
    found: tuple[Any, ...] = (rules.seats.players, rules.seats.teams, rules.deck.size, rules.deck.copies)
    found += (deal.hand_size, deal.kitty_size, deal.packet, auction.min_bid, auction.steps, auction.max_bid)
    assert (*found, auction.all_pass, rules.trump.needs_marriage, rules.passing.count) == SHAPES[name]


@pytest.mark.parametrize("name", MELDS)
def test_meld_values(name: str) -> None:
    rules = load_rules(name)
    meld, unit = rules.meld, rules.unit
    mode = (meld.extra_king, meld.extra_queen, meld.extra_both) if meld.trump_mode == "extras" else meld.trump_mode
    assert (unit, mode, meld.royal, meld.dix, meld.pinochle, meld.aces) == MELDS[name]
    assert (meld.run[:2], meld.plain) == ((15 * unit, 150 * unit), 2 * unit)
    assert [table[:2] for table in (meld.kings, meld.queens, meld.jacks)] == [
        (points * unit, 10 * points * unit) for points in (8, 6, 4)
    ]


@pytest.mark.parametrize("name", PLAYS)
def test_play_and_score(name: str) -> None:
    rules = load_rules(name)
    play, tricks, keep, game = rules.play, rules.tricks, rules.keep_meld, rules.game
    duties = "".join("y" if duty else "n" for duty in (play.beat_trump_lead, play.beat_plain_lead, play.overtrump))
    found = (duties, (tricks.ace, tricks.ten, tricks.king, tricks.queen), tricks.last_trick, tricks.total)
    ends = (game.target, game.losing_score, game.tie)
    assert (*found, keep.bidders, keep.others, rules.settle.auto_set, *ends) == PLAYS[name]
    assert play.must_trump
    assert not play.beat_plain_after_trump


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, facts in SINGLE_RULES.items() for key in facts])
def test_single_rule(name: str, key: str) -> None:
    assert load_rules(name).value(key) == SINGLE_RULES[name][key]


@pytest.mark.parametrize("example", MELD, ids=lambda example: example.number)
def test_worked_meld(example: Any) -> None:
    meld = count_meld(example.hand, load_rules(example.rules), example.trump)
    assert meld.total == example.total
    assert sorted((item.copies, item.points) for item in meld.items) == sorted(
        (copies, points) for _, copies, points in example.items
    )


def test_other_readings_of_worked_melds() -> None:
    examples = {example.number: example for example in MELD}

    def total(number: str, *overrides: str) -> int:
        example = examples[number]
        return count_meld(example.hand, load_rules(example.rules, overrides), example.trump).total

    assert total("F08", "meld.roundhouse_beside_run=40") == 390
    assert total("F05", "meld.royal=[40,300]") == 140 - 80 + 300
    assert total("F02", "meld.extra_queen=20") == 170
    assert total("U05", "meld.royal=[300,600,900,1200]") == 1200
    assert total("S04", "meld.dix=0") == 0
    assert total("G02", "meld.trump_mode=extras") == 19
    assert total("S03", "meld.trump_mode=extras") == 23
    assert total("D25", "meld.aces=[10,100,150,200]") == 150


@by_id
def test_game_adds_up_and_travels(rules: Rules) -> None:
    assert find_faults({key: rules.value(key) for key in FIELDS}) == []
    assert rules_from_dict(rules.to_dict()) == rules
    assert (SETS / f"{rules.id}.toml").is_file()
    assert rules.vector.any()


def test_names_are_no_two_alike() -> None:
    names = Counter(name.lower() for rules in GAMES for name in {rules.id, *rules.identity.aliases})
    assert max(names.values()) == 1
    for rules in GAMES:
        assert rules.name != rules.id, rules.id
        assert load_rules(rules.name) == load_rules(rules.id.upper()) == rules
        assert rules.source
        assert len(rules.title) <= 95


def test_every_game_of_a_number_of_players_is_there() -> None:
    assert {rules.seats.players for rules in GAMES} == {2, 3, 4, 5, 6}
    assert set(SHAPES) | {"two-hand", "guide-double-x10", "easafamily-5h"} == {rules.id for rules in GAMES}


def test_the_page_of_games_names_every_game() -> None:
    text = (Path(__file__).parent.parent / "docs" / "games.md").read_text(encoding="utf-8")
    for rules in GAMES:
        assert f"| {rules.name} | `{rules.id}` | {rules.seats.players} |" in text


def test_the_lost_double_deck_is_the_national_one() -> None:
    assert load_rules("wocg-double").hash == load_rules("npa-double").hash
    assert load_rules("andrews-double").legal_bids(95, up_to=120) == [100, 110, 120]


# --- which rules matter


def test_conditions_name_keys_and_groups_there_are() -> None:
    assert set(CONDITIONS) <= set(FIELDS) | set(GROUPS)


@pytest.mark.parametrize(
    ("name", "key", "matter"),
    [
        ("family250", "kitty.bury", False),
        ("family250-3h", "kitty.bury", True),
        ("bicycle-widow", "kitty.bury", True),
        ("bicycle-widow", "kitty.buried_points_to", False),
        ("two-hand", "auction.min_bid", False),
        ("two-hand", "auction.kind", True),
        ("two-hand", "stock.dix_exchange", True),
        ("family250", "stock.dix_exchange", False),
        ("two-hand", "settle.set_penalty", False),
        ("guide-double", "meld.dix", False),
        ("guide-standard", "meld.extra_king", False),
        ("wocg-single", "meld.extra_king", True),
        ("family250", "redeal.ignore_dix", False),
        ("std004", "redeal.ignore_dix", True),
        ("wocg-single", "keep_meld.dix_survives", True),
        ("universal-5h", "settle.others_tricks", True),
        ("family250", "settle.others_tricks", False),
        ("family250", "game.target", True),
    ],
)
def test_matters(name: str, key: str, matter: bool) -> None:
    assert matters(load_rules(name), key) is matter
    assert next(row for row in load_rules(name).describe() if row.key == key).matters is matter
