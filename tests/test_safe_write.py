"""Files are written whole or not at all, and sets of files together."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from pinosim.api.safe_write import obstacle, try_place, write_file, write_folder


def test_a_link_is_followed_and_the_mode_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    write_file(link, "new")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    write_file(Path(os.devnull), "gone")
    assert not Path(os.devnull).is_file()


def test_names_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    write_file(tmp_path / ("x" * 255), "text")
    with pytest.raises(OSError, match="name too long") as caught:
        write_file(tmp_path / ("x" * 256), "text")
    assert caught.value.filename == str(tmp_path / ("x" * 256))


def test_a_move_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path, {"page": "old", "a": "old"})
    really = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if target == tmp_path / "page" and self.parent.name == "new":
            raise OSError(errno.EIO, "Input/output error")
        return really(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OSError, match="Input/output"):
        write_folder(tmp_path, {"page": "new", "a": "new", "tables/b": "new"})
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {"page": "old", "a": "old"}


def test_what_is_in_the_way_is_found_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "tables").touch()
    (tmp_path / "page").mkdir()
    for name, blocked in (("tables/a", "tables"), ("page", "page")):
        assert obstacle(tmp_path / name) == tmp_path / blocked
        with pytest.raises(OSError) as caught:  # noqa: PT011 (the name in the way is what counts)
            write_folder(tmp_path, {"first": "text", name: "text"})
        assert caught.value.filename == str(tmp_path / blocked)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page", "tables"]


def test_a_try_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("old")
    for name in ("note", "new", "folder/new"):
        try_place(tmp_path / name)
    try_place(Path("/dev/null"))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("note", "old")]
    for place in (tmp_path, tmp_path / "note" / "x", tmp_path / ("x" * 256), Path("/proc/x"), Path("/dev/full")):
        with pytest.raises(OSError) as caught:  # noqa: PT011 (the name is what counts)
            try_place(place)
        assert caught.value.filename == str(place)
