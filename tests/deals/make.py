"""Make the deals of this folder, and ask the oracle for the values that are still open (`?`).

    python tests/deals/make.py                     # all files, at most a minute or so a deal
    python tests/deals/make.py double-endings --most-nodes 20000000000

Deals come from a fixed seed, so they are the same whenever this runs; values already in a file are kept. A value is
written as soon as it is known, so the run may be stopped at any time. The slowest deals are picked by the solver
(`python tests/bench/double_dummy.py --find-slowest`), their values come from here all the same.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from double_dummy_deals import (
    ENDINGS,
    FOLDER,
    LONGEST,
    RANDOM,
    SLOWEST,
    SMOKE,
    KnownDeal,
    read_deals,
)
from double_dummy_oracles import TooLong, alpha_beta
from naive import GUIDE_DOUBLE, SUITS, WOCG_SINGLE, Card, NaiveRules, full_deck

HEADS = {
    SMOKE: "Whole deals for a quick look: ten with a random trump, ten with the longest suit of the leader's side.",
    RANDOM: "Whole deals of the single deck, trump and leader at random.",
    LONGEST: "Whole deals of the single deck, trump the longest suit of the leader's side (of equal ones any).",
    SLOWEST: "Whole deals of the single deck that took the solver most nodes among many thousands, slowest first.",
    ENDINGS: "Endings of the double deck, 8 to 14 cards a hand at random, trump and leader at random.",
}
COLUMNS = "name, trump, seat that leads, points of the leader's side with best play (? not known), hands by seat"


def shuffled(naive: NaiveRules, cards: int, chooser: random.Random) -> tuple[tuple[Card, ...], ...]:
    deck = full_deck(naive)
    chooser.shuffle(deck)
    return tuple(tuple(deck[seat * cards : (seat + 1) * cards]) for seat in range(4))


def longest_suit(hands: tuple[tuple[Card, ...], ...], leader: int, chooser: random.Random) -> str:
    lengths = Counter(card[1] for seat in (leader, (leader + 2) % 4) for card in hands[seat])
    return chooser.choice([suit for suit in SUITS if lengths[suit] == max(lengths.values())])


def single_deals(name: str, n: int, seed: str, *, longest: bool) -> Iterator[KnownDeal]:
    """Deal the single deck `n` times."""
    chooser = random.Random(seed)
    for i in range(1, n + 1):
        hands = shuffled(WOCG_SINGLE, 12, chooser)
        leader = chooser.randrange(4)
        trump = longest_suit(hands, leader, chooser) if longest else chooser.choice(SUITS)
        yield KnownDeal(f"{name}-{i:03}", trump, leader, None, hands)


def double_endings(each: int) -> Iterator[KnownDeal]:
    chooser = random.Random("endings of the double deck")
    for cards in range(8, 15):
        for i in range(1, each + 1):
            hands = shuffled(GUIDE_DOUBLE, cards, chooser)
            yield KnownDeal(f"double-{cards:02}-{i:02}", chooser.choice(SUITS), chooser.randrange(4), None, hands)


def fresh(name: str) -> list[KnownDeal]:
    """Deal a file's deals, without values."""
    if name == SMOKE:
        return [
            *single_deals("smoke-random", 10, "smoke, trump at random", longest=False),
            *single_deals("smoke-longest", 10, "smoke, longest suit", longest=True),
        ]
    if name == ENDINGS:
        return list(double_endings(20))
    if name == SLOWEST:
        return [replace(known, value=None) for known in read_deals(SLOWEST)] if path(SLOWEST).exists() else []
    return list(single_deals(name.removeprefix("single-"), 200, name, longest=name == LONGEST))


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write(name: str, deals: list[KnownDeal]) -> None:
    lines = [f"# {HEADS[name]}", f"# {COLUMNS}", *(known.line for known in deals)]
    beside = path(name).with_suffix(".new")
    beside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    beside.replace(path(name))


def with_known_values(name: str) -> list[KnownDeal]:
    """Deal a file's deals and give them the values that the file has."""
    deals = fresh(name)
    if not path(name).exists():
        return deals
    values = {replace(known, value=None).line: known.value for known in read_deals(name)}
    return [replace(known, value=values.get(known.line)) for known in deals]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", default=list(HEADS), metavar="FILE", help=f"of {', '.join(HEADS)}")
    parser.add_argument("--most-nodes", type=int, default=10**9, help="leave a value open beyond [1000000000]")
    parser.add_argument("--first", type=int, default=10**9, help="ask only for so many values of a file")
    parser.add_argument("--table-megabytes", type=int, default=256)
    choices = parser.parse_args()
    for name in choices.files:
        if name not in HEADS:
            parser.error(f"there is no file {name!r}; there are {', '.join(HEADS)}")
        deals = with_known_values(name)
        if not deals:
            continue
        write(name, deals)
        for i, known in enumerate(deals[: choices.first]):
            if known.value is not None:
                continue
            try:
                answer = alpha_beta(
                    known.position, table_megabytes=choices.table_megabytes, most_nodes=choices.most_nodes
                )
            except TooLong:
                print(f"{known.name}: more than {choices.most_nodes:,} nodes, left open", flush=True)
                continue
            deals[i] = replace(known, value=answer.value)
            print(f"{known.name}: {answer.value} ({answer.nodes:,} nodes)", flush=True)
            write(name, deals)


if __name__ == "__main__":
    main()
