"""`Rules` objects: frozen, the same after a journey, and a hash that follows what is computed and nothing else."""

from __future__ import annotations

import pickle

import pytest

from pinosim.errors import RuleError
from pinosim.rules.fields import FIELDS
from pinosim.rules.load import list_rules, load_rules, rules_from_dict
from pinosim.rules.schema import Rules


@pytest.mark.parametrize("rules", list_rules(), ids=lambda rules: rules.id)
def test_rules_travel(rules: Rules) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert (again.vector == rules.vector).all()
    assert rules_from_dict(rules.to_dict()) == rules
    assert not rules.vector.flags.writeable
    with pytest.raises(AttributeError):
        rules.meld = rules.meld  # type: ignore[misc]


def test_broken_dicts_are_refused() -> None:
    whole = load_rules().to_dict()
    del whole["meld"]["run"]
    whole["play"]["must_trump"] = "perhaps"
    whole["extra"] = {}
    with pytest.raises(RuleError) as caught:
        rules_from_dict(whole)
    assert len(caught.value.problems) == 3


OTHER_VALUES: dict[str, object] = {
    "identity.id": "ours",
    "identity.title": "Ours",
    "identity.source": "we",
    "identity.aliases": ["our"],
    "identity.unit": 1,
    "deal.packet": 4,
    "deal.kitty_rule": "never-the-last-card",
    "auction.wild_over": 100,
    "auction.wild_penalty": 5,
    "auction.steps": [[250, 5]],
    "auction.kind": "single-round",
    "meld.run": [150, 1600],
    "meld.royal": [40, 90],
    "meld.pinochle": [40, 400],
    "meld.dix_by_copies": [10, 100],
    "meld.aces": [100, 1100],
    "meld.kings": [80, 900],
    "meld.queens": [60, 700],
    "meld.jacks": [40, 500],
    "passing.count": 3,
    "stock.melds_per_trick": 2,
    "redeal.min_nines": 6,
    "game.losing_score": -500,
    "game.target": 1000,
    "auction.min_bid": 300,
    "auction.max_bid": 500,
}
UNCOMPUTED = {key for key in OTHER_VALUES if key.startswith("identity.") and key != "identity.unit"} | {
    "deal.packet",
    "deal.kitty_rule",
    "auction.wild_over",
    "auction.wild_penalty",
}


def _other(key: str, value: object) -> object:
    field = FIELDS[key]
    if key in OTHER_VALUES:
        return OTHER_VALUES[key]
    if isinstance(value, bool):
        return not value
    if field.choices:
        return next((choice for choice in field.choices if choice != value), None)
    assert isinstance(value, int)
    return value + 10


# A change of these alone does not add up, so they are tried together with what must follow.
TOGETHER: dict[str, dict[str, object]] = {
    "seats.players": {"seats.players": 2, "deal.hand_size": 24, "passing.count": 0},
    "seats.teams": {"seats.teams": 4, "passing.count": 0},
    "seats.called_partner": {"seats.called_partner": True, "seats.teams": 4},
    "cards.ranks": {"cards.ranks": "ATKQJ", "deal.hand_size": 10, "redeal.min_nines": 0, "meld.dix": 0},
    "cards.copies": {},
    "deal.hand_size": {"deal.hand_size": 11, "deal.kitty_size": 4},
    "deal.kitty_size": {"deal.hand_size": 11, "deal.kitty_size": 4},
    "deal.stock_size": {"deal.hand_size": 11, "deal.stock_size": 4},
    "deal.turn_up": {"deal.hand_size": 11, "deal.stock_size": 4, "deal.turn_up": True},
    "trump.chosen_by": {
        "deal.hand_size": 11,
        "deal.stock_size": 4,
        "deal.turn_up": True,
        "trump.chosen_by": "turned-card",
    },
    "meld.laid": {"deal.hand_size": 11, "deal.stock_size": 4, "meld.laid": "during-play"},
    "auction.max_ends_auction": {"auction.max_bid": 500, "auction.max_ends_auction": True},
    "tricks.total": {"tricks.last_trick": 20, "tricks.total": 260},
    "tricks.last_trick": {"tricks.last_trick": 20, "tricks.total": 260},
    **{f"tricks.{rank}": {f"tricks.{rank}": 20, "tricks.total": 330} for rank in ("ace", "ten", "king")},
    **{f"tricks.{rank}": {f"tricks.{rank}": 10, "tricks.total": 330} for rank in ("queen", "jack", "nine")},
}


@pytest.mark.parametrize("key", sorted(FIELDS))
def test_hash_follows_what_is_computed(key: str) -> None:
    whole = load_rules().to_dict()
    if key == "cards.copies":
        whole["cards"]["copies"] = 1
        whole["deal"]["hand_size"] = 6
        whole["redeal"]["min_nines"] = 4
        whole["tricks"]["total"] = 130
        for name in ("run", "royal", "pinochle", "aces", "kings", "queens", "jacks"):
            whole["meld"][name] = whole["meld"][name][:1]
    else:
        changes = TOGETHER.get(key) or {key: _other(key, load_rules().value(key))}
        if changes[key] is None:
            assert len(FIELDS[key].choices) == 1  # nothing to choose yet
            return
        for name, value in changes.items():
            group, _, inner = name.partition(".")
            whole[group][inner] = value
    other = rules_from_dict(whole)
    assert other != load_rules()
    assert (other.hash == load_rules().hash) == (key in UNCOMPUTED)


def test_a_value_said_or_left_at_its_default_is_the_same_hash() -> None:
    whole = load_rules().to_dict()
    for key, field in FIELDS.items():
        group, _, name = key.partition(".")
        if not field.required and load_rules().value(key) == field.default:
            del whole[group][name]
    assert rules_from_dict(whole).hash == load_rules().hash


def test_remarks_do_not_change_the_hash() -> None:
    whole = load_rules().to_dict()
    whole["assumed"] = []
    assert rules_from_dict(whole).hash == load_rules().hash
