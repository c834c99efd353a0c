"""Which cards to bury once the kitty is taken: `discard`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pinosim.api.comparison import CARDS, Comparison
from pinosim.api.contract_question import ask_about
from pinosim.api.hand import Hand
from pinosim.api.name_trump import hand_with_kitty, name_trump
from pinosim.api.numbers import whole_number
from pinosim.cards import SUIT_NAMES, SUITS
from pinosim.errors import PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

DEFAULT_PRECISION: Final = 0.025
DEFAULT_SHOWN: Final = 8
MOST_SHOWN: Final = 50
_RACING: Final = 1024  # sets of cards that enter the race, by what they would be missed


def discard(
    hand: Hand | str,
    rules: Rules,
    trump: str | None = None,
    bid: int | None = None,
    also: Sequence[Hand | str] = (),
    show: int = DEFAULT_SHOWN,
    precision: float = DEFAULT_PRECISION,
    policy: str | Sequence[str] = "hard",
    seed: int = 1,
    jobs: int | None = None,
) -> Comparison:
    """Compare the cards that the bidder could bury.

    Parameters
    ----------
    hand : Hand or str
        The bidder's hand with the kitty.
    rules : Rules
        A rule set in which the bidder buries; all points are in its unit.
    trump : str, optional
        The suit named; the best by `name_trump` if left out.
    bid : int, optional
        The contract. Without it hands are played for their points alone.
    also : sequence of Hand or str, optional
        Sets of cards to play out whatever they are worth, such as what was buried at the table.
    show : int, default 8
        How many sets of cards to play out, 1 to 50; those of `also` and the one the policy would choose come on top.
    precision, policy, seed, jobs
        As in `name_trump`, `precision` by default 0.025. Seat 0 is the bidder.

    Returns
    -------
    Comparison
        The parts of its options are `meld`, counted before cards are buried, and `tricks`, counters buried included
        where they are the bidder's.

    Raises
    ------
    CardError
        If the hand has not the size needed.
    AuctionError
        If the bid cannot be made.
    PinosimError
        If nothing is buried in the game, cards of `also` may not be buried, or another value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> hand = "S:AATTKQJ H:A99 D:KJ9 C:AQJ99"
    >>> discard(hand, load_rules("family250-3h"), "S", precision=0.1).best.cost.value
    0.0
    """
    expect_rules(rules)
    if not rules.kitty.bury or not rules.deal.kitty_size:
        raise PinosimError(
            f"in {rules.id!r} nothing is buried: "
            + (
                "the bidder gives one card of the kitty to each other player"
                if rules.deal.kitty_size
                else "there is no kitty; for cards passed between partners use 'pinosim pass'"
                if rules.passing.count
                else "there is no kitty"
            )
        )
    mine, sizes = hand_with_kitty(hand, rules, needs_kitty=True)
    show = whole_number("show", show, 1, MOST_SHOWN)

    from pinosim.api.bid_levels import rights_of
    from pinosim.api.card_sets import asked_sets, cards_text
    from pinosim.api.common_deals import RACE_DEALS, choice
    from pinosim.api.odds.meld_odds import check_trump

    asked = ask_about(bid, rules, precision, policy, seed, jobs)
    notes = ["The other hands are dealt at random: the calls made so far are not counted."]
    if trump is None:
        named = name_trump(mine, rules, bid, precision, policy, seed, jobs)
        trump = named.best.what
        notes.append(f"Trump was not given: {SUIT_NAMES[trump]} comes out best, with the cards buried by policy.")
    else:
        trump = check_trump(trump, best=False)
        if trump not in rights_of(mine, rules)[0]:
            raise PinosimError(
                f"trump: {mine} may not name {SUIT_NAMES[trump]} in {rules.id!r}, which needs a marriage"
            )
    suit = SUITS.index(trump)
    mask = mine.mask(rules.deck)
    sets = sets_to_bury(mask, suit, rules)
    racing = [int(cards) for cards in _least_missed(sets, mask, suit, rules)[:_RACING]]
    wanted = asked_sets(also, sets, rules.deal.kitty_size, rules)
    chosen = _policy_choice(mask, suit, asked.policies[0], rules)
    if chosen is not None:
        notes.append(f"{asked.labels[0]} would bury {cards_text(chosen, rules)}.")
        wanted.append(chosen)
    racing += [cards for cards in wanted if cards not in racing]
    common = asked.deal({0: mask}, sizes=sizes)
    numbers = common.numbers(RACE_DEALS + asked.deals)
    places = common.race([choice(suit, buried=cards) for cards in racing], numbers[:RACE_DEALS], show)
    kept = [racing[place] for place in places]
    kept += [cards for cards in dict.fromkeys(wanted) if cards not in kept]
    outcomes = common.play([choice(suit, buried=cards) for cards in kept], numbers[RACE_DEALS:], asked.contract)
    which = "outside the meld, " if rules.kitty.bury_excludes_meld else ""
    notes.append(
        f"Of {len(sets):,} different sets of cards that may be buried, {which}{len(racing):,} were played on some "
        "deals, the best of those on the deals shown."
    )
    return asked.answer(
        f"Which {rules.deal.kitty_size} cards to bury, {SUIT_NAMES[trump]} trump, of {mine}",
        CARDS,
        [cards_text(cards, rules) for cards in kept],
        outcomes,
        notes,
    )


def sets_to_bury(hand: int, trump: int, rules: Rules) -> NDArray[np.int64]:
    """List the sets of cards a bidder may bury, as masks.

    Where cards of the meld may not be buried, they may once all others are gone: card by card one goes that costs no
    meld while there is one.

    Parameters
    ----------
    hand : int
        Mask of hand and kitty.
    trump : int
        Place of the suit in `SUITS`.
    rules : Rules
        A rule set in which the bidder buries.

    Returns
    -------
    int64 array, shape (n,)
        Ascending.
    """
    import numpy as np

    from pinosim.api.card_sets import card_counts, card_sets, melds_of

    count, width = rules.deal.kitty_size, rules.deck.width
    if not rules.kitty.bury_excludes_meld:
        return np.sort(card_sets(card_counts(hand, rules), count, width))
    buried = {0}
    for _ in range(count):
        further: set[int] = set()
        for cards in buried:
            kept = hand - cards
            ones = np.array([1 << (int(card) * width) for card in np.flatnonzero(card_counts(kept, rules))], np.int64)
            melds = melds_of(np.concatenate([kept - ones, [kept]]), rules)[:, trump]
            free = ones[melds[:-1] == melds[-1]]
            further.update(cards + int(one) for one in (free if len(free) else ones))
        buried = further
    return np.array(sorted(buried), np.int64)


def _least_missed(sets: NDArray[np.int64], hand: int, trump: int, rules: Rules) -> list[int]:
    """Order sets by what the bidder would miss: trumps and aces last, counters that might be lost first."""
    import numpy as np

    from pinosim.api.card_sets import card_counts
    from pinosim.api.kernel_inputs import book_of, units_of
    from pinosim.core.passing import return_cost

    book = book_of(rules)
    units = units_of(rules)
    costs = np.array([int(return_cost(hand, card, trump, units, book.rules)) for card in range(rules.deck.n_kinds)])
    total = [int(costs @ card_counts(int(cards), rules)) for cards in sets]
    return [int(sets[place]) for place in np.argsort(total, kind="stable")]


def _policy_choice(hand: int, trump: int, player: Policy, rules: Rules) -> int | None:
    """Give what the bidder's policy would bury; None for a random one."""
    from pinosim.api.kernel_inputs import book_of, new_scratch, units_of
    from pinosim.core import table as K
    from pinosim.core.kitty import cards_to_bury
    from pinosim.core.policy import KIND, KIND_RANDOM

    if player.numbers[KIND] == KIND_RANDOM:
        return None
    book = book_of(rules)
    scratch = new_scratch()
    units = units_of(rules)
    return int(
        cards_to_bury(
            hand, rules.deal.kitty_size, trump, player.vector, scratch.words, 0, 0, book, units, scratch.desk[K.SPARE]
        )
    )
