"""Packaged rule sets as they are kept: the same as their files say, and never used once these say otherwise."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pinosim.rules import kept
from pinosim.rules.kept import kept_rules, text_to_keep
from pinosim.rules.load import load_rules
from pinosim.rules.read import packaged_ids


@pytest.mark.parametrize("name", packaged_ids())
def test_a_kept_rule_set_is_the_one_in_its_file(name: str) -> None:
    loaded, read = load_rules(name), kept_rules(name)
    assert read is not None
    assert read == loaded
    assert read.hash == loaded.hash
    assert read.to_dict() == loaded.to_dict()
    text = Path(kept.FOLDER, f"{name}.json").read_text(encoding="utf-8")
    assert text == text_to_keep(name), "make kept-rules writes it again"


def test_nothing_is_kept_of_rule_sets_that_are_gone() -> None:
    assert sorted(file.removesuffix(".json") for file in os.listdir(kept.FOLDER)) == sorted(packaged_ids())


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kept rule sets and their files, free to be changed."""
    for name in ("FOLDER", "SETS"):
        shutil.copytree(getattr(kept, name), tmp_path / name)
        monkeypatch.setattr(kept, name, str(tmp_path / name))
    return tmp_path


def test_a_file_that_has_changed_is_read_itself(copied: Path) -> None:
    assert kept_rules("family250-3h") is not None
    with (copied / "SETS" / "family250.toml").open("a", encoding="utf-8") as stream:
        stream.write("# another rule\n")
    assert kept_rules("family250") is None
    assert kept_rules("family250-3h") is None, "it extends the other"
    assert kept_rules("guide-standard") is not None
    (copied / "SETS" / "guide-standard.toml").unlink()
    assert kept_rules("guide-standard") is None


@pytest.mark.parametrize(
    "damage", ["", "{}", "{", '{"files": {}, "hash": "0", "rules": {"seats": {"players": "four"}}}']
)
def test_what_is_damaged_is_not_used(copied: Path, damage: str) -> None:
    (copied / "FOLDER" / "family250.json").write_text(damage, encoding="utf-8")
    assert kept_rules("family250") is None


@pytest.mark.parametrize(
    "name", ["", "no-such-rules", "../kept/family250", "family250.json", "FAMILY250\0", "/etc/passwd"]
)
def test_other_names_are_not_known(name: str) -> None:
    assert kept_rules(name) is None
