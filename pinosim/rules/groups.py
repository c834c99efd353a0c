"""What a rule file can say: one frozen record for each group of keys.

Every key carries a title (the words a player uses), a meaning, and the range of values it takes; `rules show`,
`rules diff`, error messages and the table in `docs/rule-files.md` are all made from these. A key with no default must
be in the file. A default is how the game is played where a file says nothing, for good: results of old files hang on
it, so a new key gets the default that changes nothing.
"""

# Annotations are not postponed here: the keys are read off them at every start, ten times as slowly from text.

from typing import Annotated, Final

from msgspec import Meta, Struct

from pinosim.rules.annotate import LINES
from pinosim.rules.groups_score import Floors, Game, KeepMeld, Meld, Play, Settle, Tricks
from pinosim.rules.groups_setup import (
    Auction,
    Cards,
    Deal,
    Identity,
    Kitty,
    Passing,
    Redeal,
    Seats,
    Stock,
    Trump,
)

_Override = Annotated[str, Meta(min_length=3, max_length=200)]
_Key = Annotated[str, Meta(min_length=1, max_length=60)]


class Assumption(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value the source does not settle, why it was chosen and what else it could be."""

    keys: Annotated[tuple[_Key, ...], Meta(min_length=1, max_length=40)]
    why: Annotated[str, Meta(max_length=500, pattern=LINES)]
    otherwise: Annotated[str, Meta(max_length=500, pattern=LINES)] = ""
    number: Annotated[str, Meta(max_length=10)] = ""
    instead: Annotated[tuple[_Override, ...], Meta(max_length=20)] = ()  # values for --set that give the other reading


GROUPS: Final[dict[str, type[Struct]]] = {
    "identity": Identity,
    "seats": Seats,
    "cards": Cards,
    "deal": Deal,
    "redeal": Redeal,
    "auction": Auction,
    "trump": Trump,
    "kitty": Kitty,
    "stock": Stock,
    "passing": Passing,
    "meld": Meld,
    "play": Play,
    "tricks": Tricks,
    "keep_meld": KeepMeld,
    "floors": Floors,
    "settle": Settle,
    "game": Game,
}
