"""Make the packaged tables of chances to win the game (`make win-tables`)."""

# %% [markdown]
# # Chances to win, for every game of two sides
#
# A million hands of `hard` against itself for each rule set give the joint distribution of what a hand does to both
# scores; a table follows from it by sweeping over all scores until nothing moves (`pinosim/api/win_solving.py`). Rule
# sets that are one game in two scales, or by two names, share a file. The seed is fixed: the same sources give the same
# files.

# %%
from __future__ import annotations

import argparse
import time
from pathlib import Path

from pinosim.api.win_table import DEFAULT_DEALS, DEFAULT_POLICY, make_win_table
from pinosim.api.win_table_file import file_name, find_packaged
from pinosim.rules.load import list_rules, load_rules

SEED = 20_261
FOLDER = Path(__file__).parents[1] / "pinosim" / "fitted" / "win_tables"


# %%
def main() -> None:
    """Make the table of each game of two sides, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="rule sets [default: all of two sides]")
    parser.add_argument("--deals", type=int, default=DEFAULT_DEALS)
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    chosen = [load_rules(name) for name in given.names] or list_rules()
    games = [rules for rules in chosen if rules.seats.teams == 2]
    if not given.names:
        for old in FOLDER.glob("*.npz"):
            old.unlink()
    for rules in games:
        if not given.names and find_packaged(rules) is not None:
            print(f"{rules.id:20s} has the table of another rule set")
            continue
        started = time.process_time()
        table = make_win_table(rules, DEFAULT_POLICY, given.deals, SEED)
        place = FOLDER / file_name(rules.hash)
        table.save(place)
        print(
            f"{rules.id:20s} {table.chances.shape[0]:5d} scores by {table.unit:2d}, standard error at most "
            f"{100 * table.error:.2f} points, {place.stat().st_size / 1000:.0f} kB, "
            f"{time.process_time() - started:.0f} s of CPU"
        )


if __name__ == "__main__":
    main()
