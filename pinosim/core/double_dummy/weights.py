"""The learned weights: read from their file, written into the memory of a search."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pinosim.core.double_dummy import places as P
from pinosim.core.double_dummy.guessing import GUESS_FEATURES
from pinosim.core.double_dummy.ordering import FOLLOW_FEATURES, LEAD_FEATURES, N_FEATURES

WEIGHTS_FILE: Final = Path(__file__).with_name("ordering.json")
# What is weighed, and from where its weights lie in the memory.
WEIGHED: Final[Mapping[str, tuple[tuple[str, ...], int]]] = {
    "lead": (LEAD_FEATURES, P.WEIGHTS),
    "second": (FOLLOW_FEATURES, P.WEIGHTS + N_FEATURES),
    "third": (FOLLOW_FEATURES, P.WEIGHTS + 2 * N_FEATURES),
    "fourth": (FOLLOW_FEATURES, P.WEIGHTS + 3 * N_FEATURES),
    "guess": (GUESS_FEATURES, P.GUESS),
}


def read_weights() -> dict[str, dict[str, int]]:
    """Read the file: for each of `WEIGHED` a weight by name of the feature."""
    weights: dict[str, dict[str, int]] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return weights


def write_into(memory: Any, weights: Mapping[str, Mapping[str, int]]) -> None:
    """Write weights into the memory of a search."""
    for name, (features, place) in WEIGHED.items():
        for number, feature in enumerate(features):
            memory[place + number] = weights[name][feature]


def load_weights(memory: Any) -> None:
    """Write the learned weights into the memory of a search."""
    write_into(memory, read_weights())
