"""`Rules`: a whole rule set, checked and resolved."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from pinosim.cards import Deck
from pinosim.errors import AuctionError
from pinosim.rules.annotate import MAX_POINTS
from pinosim.rules.groups import GROUPS, Assumption
from pinosim.rules.groups_score import Floors, Game, KeepMeld, Meld, Play, Settle, Tricks
from pinosim.rules.groups_setup import Auction, Cards, Deal, Identity, Kitty, Passing, Redeal, Seats, Stock, Trump

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pinosim.rules.describe import Row


class Rules(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A rule set. Get one from `load_rules`; the groups of a rule file are its attributes, as in `rules.meld.run`.

    Points are whole numbers in the rule set's own unit. The group `[cards]` of a file is `rules.cards`; `rules.deck` is
    the deck it makes. Two rule sets are equal when every value is, and have the same `hash` when every value that
    changes a result is.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> rules = load_rules("family250")
    >>> rules.meld.run, rules.deck.size, rules.next_bid(None)
    ((150, 1500), 48, 250)
    """

    identity: Identity
    seats: Seats
    cards: Cards
    deal: Deal
    redeal: Redeal
    auction: Auction
    trump: Trump
    kitty: Kitty
    stock: Stock
    passing: Passing
    meld: Meld
    play: Play
    tricks: Tricks
    keep_meld: KeepMeld
    floors: Floors
    settle: Settle
    game: Game
    assumed: tuple[Assumption, ...] = ()

    @property
    def id(self) -> str:
        """Short name, printed beside every result."""
        return self.identity.id

    @property
    def name(self) -> str:
        """Name a player would know it by: the first other name, or the short one."""
        return next(iter(self.identity.aliases), self.id)

    @property
    def title(self) -> str:
        """One line for a person."""
        return self.identity.title

    @property
    def source(self) -> str:
        """Where the rules were found."""
        return self.identity.source

    @property
    def unit(self) -> int:
        """What the small scale is multiplied by: 1 when a run counts 15, 10 when it counts 150."""
        return self.identity.unit

    @cached_property
    def deck(self) -> Deck:
        """The cards of the game."""
        return Deck(ranks=self.cards.ranks, copies=self.cards.copies)

    @property
    def tricks_in_hand(self) -> int:
        """Tricks of a hand: drawing from a stock and a kitty given away to all make it longer than the cards dealt."""
        beside = self.deal.stock_size + (0 if self.kitty.bury else self.deal.kitty_size)
        return self.deal.hand_size + beside // self.seats.players

    @cached_property
    def hash(self) -> str:
        """First 12 hex digits of the SHA-256 of all values a result may depend on.

        Names and remarks are left out, and so are keys at their default: a key added later leaves old hashes alone.
        """
        # here and not above: a packaged rule set that is answered at once knows its hash
        import hashlib
        import json

        from pinosim.rules.fields import FIELDS

        computed = {
            key: self.value(key) for key, field in FIELDS.items() if field.computed and self.value(key) != field.default
        }
        text = json.dumps(computed, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def vector(self) -> NDArray[np.int64]:
        """The rule set as kernels take it: shape (`slots.N_SLOTS`,), int64, read-only; see `pinosim.core.slots`.

        Raises
        ------
        RuleError
            If the rule set has a rule that kernels do not know.
        """
        from pinosim.rules.vector import make_vector

        return make_vector(self)

    def value(self, key: str) -> Any:
        """Give one value by its key.

        Parameters
        ----------
        key : str
            As in `--set`, e.g. `"meld.run"`.

        Raises
        ------
        KeyError
            If there is no such key.
        """
        from pinosim.rules.fields import FIELDS

        field = FIELDS[key]
        return getattr(getattr(self, field.group), field.name)

    def to_dict(self) -> dict[str, Any]:
        """Give all values as plain dicts, lists, numbers and texts, groups and keys in the order of the schema.

        `rules_from_dict` makes the rule set again.
        """
        import json

        whole: dict[str, Any] = {group: msgspec.to_builtins(getattr(self, group)) for group in GROUPS}
        whole["assumed"] = msgspec.to_builtins(self.assumed)
        return json.loads(json.dumps(whole))  # type: ignore[no-any-return]  # tuples become lists

    def describe(self) -> list[Row]:
        """Say every rule in words, a row a key: group, key, title, value, meaning and, where it is, what is assumed."""
        from pinosim.rules.describe import describe

        return describe(self)

    def legal_bids(self, above: int | None, up_to: int) -> list[int]:
        """List the bids that may be made.

        Parameters
        ----------
        above : int or None
            The highest bid so far; None: nobody has bid.
        up_to : int
            The highest bid to list, at most 100,000.

        Returns
        -------
        list of int
            Ascending; empty if there is no legal bid, or no bidding in this rule set.

        Examples
        --------
        >>> from pinosim.rules.load import load_rules
        >>> load_rules("guide-double").legal_bids(57, up_to=70)
        [58, 59, 60, 65, 70]
        """
        if self.auction.kind == "none":
            return []
        lowest = self.auction.min_bid if above is None else max(self.auction.min_bid, above + 1)
        highest = min(up_to, self.auction.max_bid or MAX_POINTS)
        bids: list[int] = []
        ends = [start for start, _ in self.auction.steps[1:]] + [highest + 1]
        for (start, step), end in zip(self.auction.steps, ends, strict=True):
            first = start + max(0, -(-(lowest - start) // step)) * step
            bids.extend(range(first, min(end, highest + 1), step))
        return bids

    def is_legal_bid(self, bid: int) -> bool:
        """Tell whether a bid may be made at all, whatever was bid before.

        Examples
        --------
        >>> from pinosim.rules.load import load_rules
        >>> [bid for bid in (49, 50, 60, 61, 65) if load_rules("guide-double").is_legal_bid(bid)]
        [50, 60, 65]
        """
        return bid in self.legal_bids(bid - 1, up_to=bid)

    def next_bid(self, bid: int | None) -> int:
        """Give the lowest bid above another one, or the lowest of all after None.

        Raises
        ------
        AuctionError
            If no higher bid can be made.

        Examples
        --------
        >>> from pinosim.rules.load import load_rules
        >>> load_rules("guide-double").next_bid(60)
        65
        """
        largest_step = max((step for _, step in self.auction.steps), default=0)
        from_bid = self.auction.min_bid if bid is None else max(bid, self.auction.min_bid)
        bids = self.legal_bids(bid, up_to=from_bid + largest_step)
        if not bids:
            after = "" if bid is None else f" above {bid}"
            raise AuctionError(f"expected a bid{after} to be possible in {self.id!r}, but there is none; pass instead")
        return bids[0]

    def __repr__(self) -> str:
        return f"<Rules {self.id} {self.hash}: {self.title}>"

    def __str__(self) -> str:
        from pinosim.rules.describe import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        import html

        rows = "".join(
            f"<tr><th>{html.escape(row.title)}</th><td>{html.escape(row.value)}</td>"
            f"<td>{html.escape(row.meaning)}</td><td>{html.escape(row.assumed)}</td></tr>"
            for row in self.describe()
        )
        head = "<tr><th>rule</th><th>value</th><th>meaning</th><th>assumed</th></tr>"
        caption = f"{html.escape(self.id)} ({self.hash}): {html.escape(self.title)}"
        return f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{rows}</tbody></table>"
