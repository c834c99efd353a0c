"""The same hands, contracts and deals played by every policy and with open cards: `reports/who-plays-matters`."""

# %% [markdown]
# # Who plays matters
#
# Random hands that are worth a bid, and a handful of typical ones, each in its best trump. Hidden cards are dealt at
# random, and each policy in turn plays the same deals from all four seats: passing, meld, tricks. All play for
# points, so one play-out is settled at every bid, and each bid is judged against passing on the same deal. What passing
# brings is the same for all: played by `medium`. So what differs is the play of the contract alone.
#
#     python analyses/who_plays.py        # make report-who-plays

# %%
from __future__ import annotations

import argparse
from pathlib import Path

from who_plays_hands import RULES, Size, study  # its parts, beside it
from who_plays_page import contents

import pinosim as ps
from pinosim.report.output import write_pages

ROOT = Path(__file__).parents[1]


# %%
def main() -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=300, help="random hands of each rule set")
    parser.add_argument("--deals", type=int, default=32, help="of each, for the policies that do not think")
    parser.add_argument("--expert", type=int, default=1, help="deals of each for expert")
    parser.add_argument("--opened", type=int, default=1, help="deals of each with open cards")
    parser.add_argument("--typical", type=int, default=1024, help="deals of each typical hand")
    parser.add_argument("--typical-expert", type=int, default=16)
    parser.add_argument("--typical-opened", type=int, default=32)
    parser.add_argument("--out", type=Path, default=ROOT / "reports/who-plays-matters")
    given = parser.parse_args()
    size = Size(
        given.hands, given.deals, given.expert, given.opened, given.typical, given.typical_expert, given.typical_opened
    )
    command = (
        f"python analyses/who_plays.py --hands {size.hands} --deals {size.deals} --expert {size.expert} "
        f"--opened {size.opened} --typical {size.typical} --typical-expert {size.typical_expert} "
        f"--typical-opened {size.typical_opened}"
    )
    found = [study(ps.load_rules(name), size) for name in RULES]
    for written in write_pages(given.out, contents(found, command), "report"):
        print(written)


if __name__ == "__main__":
    main()
