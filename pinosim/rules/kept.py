"""Packaged rule sets as they come out of their files, kept beside them: read in a tenth of the time.

A rule set that is kept names the files it was made from, with a checksum each. If one of them is no longer the same it
is not used. `make kept-rules` writes all of them again.
"""

from __future__ import annotations

import os
import zlib
from typing import Final

import msgspec

from pinosim.rules.schema import Rules

FOLDER: Final = os.path.join(os.path.dirname(__file__), "kept")
SETS: Final = os.path.join(os.path.dirname(__file__), "sets")


class Kept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule set, its hash, and the files it was read from with their checksums."""

    files: dict[str, int]
    hash: str
    rules: Rules


def kept_rules(name: str) -> Rules | None:
    """Give a packaged rule set as `load_rules` does, if it is kept and its files are as they were.

    Parameters
    ----------
    name : str
        As in `rules.id`; other names of a rule set are not known here.

    Returns
    -------
    Rules or None
        None: it has to be loaded.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> kept_rules("family250") == load_rules("family250")
    True
    >>> kept_rules("no-such-rules") is None
    True
    """
    if not name.replace("-", "").isalnum():  # no path
        return None
    try:
        with open(os.path.join(FOLDER, f"{name}.json"), "rb") as stream:
            kept = msgspec.json.decode(stream.read(), type=Kept)
        if any(checksum(file) != wanted for file, wanted in kept.files.items()):
            return None
    except (OSError, msgspec.DecodeError):
        return None
    kept.rules.__dict__["hash"] = kept.hash  # else it would be worked out, which takes all that reading files does
    return kept.rules


def text_to_keep(name: str) -> str:
    """Write a packaged rule set as it is to be kept."""
    from pinosim.rules.load import load_rules
    from pinosim.rules.read import files_of

    rules = load_rules(name)
    files = {path.name: checksum(path.name) for path in files_of(name)}
    values = msgspec.json.encode(Kept(files=files, hash=rules.hash, rules=rules), order="deterministic")
    return msgspec.json.format(values, indent=1).decode() + "\n"


def checksum(file: str) -> int:
    """Give the CRC-32 of a packaged rule file."""
    with open(os.path.join(SETS, file), "rb") as stream:
        return zlib.crc32(stream.read())


def keep_all() -> None:
    """Write all packaged rule sets again, and remove what is no longer one."""
    from pinosim.rules.read import packaged_ids

    os.makedirs(FOLDER, exist_ok=True)
    known = packaged_ids()
    for name in known:
        with open(os.path.join(FOLDER, f"{name}.json"), "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text_to_keep(name))
    for file in os.listdir(FOLDER):
        if file.removesuffix(".json") not in known:
            os.remove(os.path.join(FOLDER, file))


if __name__ == "__main__":
    keep_all()
