"""Which cards to pass to the bidder, or to give back to partner: `pass_cards`.

All sets of cards are ranked by the exact mean of the team's meld. The best of them race on deals of the unseen cards,
and the winners of the race are played on fresh deals, all on the same ones, so that what each costs is known narrowly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pinosim.api.comparison import CARDS, Comparison
from pinosim.api.contract_question import ContractQuestion, ask_about
from pinosim.api.hand import Hand
from pinosim.api.numbers import whole_number
from pinosim.api.sides import has_partner
from pinosim.cards import SUIT_NAMES, SUITS
from pinosim.errors import CardError, PinosimError
from pinosim.rules.load import expect_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pinosim.api.common_deals import CommonDeals
    from pinosim.policies.registry import Policy
    from pinosim.rules.schema import Rules

PARTNER: Final = "partner"
BIDDER: Final = "bidder"
DEFAULT_PRECISION: Final = 0.025
DEFAULT_SHOWN: Final = 8
MOST_SHOWN: Final = 50
_RACING: Final = 512  # sets of cards that enter the race, by the exact mean of the team's meld


@dataclass(frozen=True)
class _Pass:
    """Who gives what to whom. Seat 0 is the one who asks."""

    hand: int  # mask of the cards to choose from, those received included
    received: int  # mask, `NOTHING` when not known
    to_bidder: bool
    bidder: int
    partner: int
    count: int


def pass_cards(
    hand: Hand | str,
    rules: Rules,
    trump: str,
    giver: str = PARTNER,
    received: Hand | str | None = None,
    bid: int | None = None,
    also: Sequence[Hand | str] = (),
    show: int = DEFAULT_SHOWN,
    precision: float = DEFAULT_PRECISION,
    policy: str | Sequence[str] = "hard",
    seed: int = 1,
    jobs: int | None = None,
) -> Comparison:
    """Compare the cards that could be passed.

    Parameters
    ----------
    hand : Hand or str
        The giver's cards: a whole hand of partner's; of the bidder's with the cards received, or without them if they
        are named by `received`.
    rules : Rules
        The rule set; all points are in its unit.
    trump : str
        The suit the bidder has named.
    giver : str, default "partner"
        "partner" passes to the bidder, "bidder" gives back.
    received : Hand or str, optional
        What the bidder was given; what is known of it is that partner knows it too.
    bid : int, optional
        The contract. Scores are then those of that contract, and partner passes to a bidder who by his policy went up
        to it; otherwise meld and trick points count, and the bidder's hand is one that was worth the lowest bid.
    also : sequence of Hand or str, optional
        Sets of cards to play out whatever they are worth, such as what was passed at the table.
    show : int, default 8
        How many sets of cards to play out, 1 to 50; those of `also` and those the policies would choose come on top.
    precision, policy, seed, jobs
        As in `name_trump`, `precision` by default 0.025. Seat 0 gives.

    Returns
    -------
    Comparison
        The parts of its options are `meld`, the team's as laid down, `tricks`, and `exact_meld`: the exact mean of the
        team's meld over all hands partner may hold, before the bidder gives back.

    Raises
    ------
    CardError
        If a hand is not of the size needed, or the cards received are not in it.
    AuctionError
        If the bid cannot be made.
    PinosimError
        If the game has no passing, cards of `also` cannot be passed, or another value is out of range.

    Examples
    --------
    >>> from pinosim.rules.load import load_rules
    >>> result = pass_cards("S:AKQ9 H:AJ D:AKJ C:TJ9", load_rules("family250"), "S", precision=0.1)
    >>> result.best.what
    'AS KS QS JD'
    """
    expect_rules(rules)
    how = _read_pass(hand, received, giver, rules)
    suit = _trump(trump)
    asked = ask_about(bid, rules, precision, policy, seed, jobs)
    show = whole_number("show", show, 1, MOST_SHOWN)

    from pinosim.api.card_sets import asked_sets, card_counts, card_sets, cards_text
    from pinosim.api.common_deals import RACE_DEALS, choice

    own = how.hand if rules.passing.may_return_received or how.to_bidder else how.hand - how.received
    sets = card_sets(card_counts(own, rules), how.count, rules.deck.width)
    exact = exact_team_melds(sets, how.hand, how.to_bidder, rules, trump=SUITS[suit])
    named = _policy_choices(how, suit, asked.policies, rules)
    wanted = {*named.values(), *asked_sets(also, sets, how.count, rules)}
    by_meld = sorted(range(len(sets)), key=lambda place: (-exact[place], place))
    racing = by_meld[:_RACING]
    racing += [place for place in by_meld[_RACING:] if int(sets[place]) in wanted]

    common = _deals_of(how, asked)

    def row(place: int) -> list[int]:
        cards = int(sets[place])
        if how.to_bidder:
            return choice(suit, given=cards)
        return choice(suit, given=how.received, returned=cards)

    if how.to_bidder:
        numbers = common.find(suit, asked.contract or rules.auction.min_bid, RACE_DEALS + asked.deals)
    else:
        numbers = common.numbers(RACE_DEALS + asked.deals)
    spare = min(RACE_DEALS, len(numbers) // 2)  # fewer than asked for where the search found no more
    kept = [racing[place] for place in common.race([row(place) for place in racing], numbers[:spare], show)]
    kept += [place for place in racing if int(sets[place]) in wanted and place not in kept]
    outcomes = common.play([row(place) for place in kept], numbers[spare:], asked.contract)
    parts = outcomes.parts
    parts["exact_meld"] = exact[kept][:, None] + 0 * parts["meld"]
    whom = "to the bidder" if how.to_bidder else "back to partner"
    return asked.answer(
        f"Which {how.count} cards to pass {whom}, {SUIT_NAMES[SUITS[suit]]} trump, of "
        f"{Hand.from_mask(how.hand, rules.deck)}",
        CARDS,
        [cards_text(int(sets[place]), rules) for place in kept],
        outcomes,
        _notes(how, rules, asked.contract, len(sets), len(racing), named, asked.labels, common.bidder),
        parts,
    )


def exact_team_melds(
    sets: NDArray[np.int64], hand: int, to_bidder: bool, rules: Rules, trump: str
) -> NDArray[np.float64]:
    """Give the exact mean of the team's meld for each set of cards that may be passed.

    What the giver keeps is known; the other's hand is drawn from the unseen cards. From partner to the bidder it is the
    meld before the bidder gives cards back, which seldom costs any.

    Parameters
    ----------
    sets : int64 array, shape (n,)
        Masks of the sets.
    hand : int
        Mask of all cards of the giver, those he received included.
    to_bidder : bool
        Whether partner passes to the bidder, or the bidder gives back.
    rules : Rules
        The rule set.
    trump : str
        Suit letter.

    Returns
    -------
    float64 array, shape (n,)
        Points.
    """
    from pinosim.api.card_sets import melds_of
    from pinosim.api.mean_meld import mean_melds
    from pinosim.api.odds.draws import full_deck, without

    size = rules.deal.hand_size
    own = Hand.from_mask(hand, rules.deck)
    known = [Hand.from_mask(mask, rules.deck).counts for mask in sets]
    drawn = size if to_bidder else size - rules.passing.count
    theirs = mean_melds(known, without(full_deck(rules), own.counts), drawn, rules, trump)
    kept = melds_of(hand - sets, rules)[:, SUITS.index(trump)]
    total: NDArray[np.float64] = theirs + kept
    return total


def _trump(trump: str) -> int:
    from pinosim.api.odds.meld_odds import check_trump

    return SUITS.index(check_trump(trump, best=False))


def _read_pass(hand: Hand | str, received: Hand | str | None, giver: str, rules: Rules) -> _Pass:
    from pinosim.core.table import NOTHING

    count = rules.passing.count
    if not count or not has_partner(rules):
        raise PinosimError(
            f"in {rules.id!r} no cards are passed between partners; "
            "'pinosim discard' is for games in which the bidder buries cards of a kitty"
            if rules.deal.kitty_size
            else f"in {rules.id!r} no cards are passed between partners"
        )
    if giver not in (PARTNER, BIDDER):
        raise PinosimError(f"giver: expected {PARTNER!r} or {BIDDER!r}, got {giver!r}")
    players = rules.seats.players
    mine = Hand(hand, rules)
    size = rules.deal.hand_size
    if giver == PARTNER:
        if received is not None:
            raise PinosimError("received: only the bidder has received cards when he passes; leave it out")
        mine.check(rules, size=size)
        # with a called partner any seat may be the bidder's; two seats on is as good as another
        bidder = 2 if rules.seats.called_partner else (players - rules.seats.teams) % players
        return _Pass(mine.mask(rules.deck), 0, True, bidder, 0, count)
    if rules.seats.called_partner:
        raise PinosimError(
            f"what a bidder gives back in {rules.id!r}, where a partner is called, cannot be compared yet: "
            "only what the partner passes (giver 'partner')"
        )
    gift = NOTHING
    if received is not None:
        got = Hand(received, rules)
        if len(got) != count:
            raise CardError(f"received: expected the {count} cards partner has passed, got {len(got)}: {got}")
        if len(mine) == size:
            mine = mine + got
        gift = got.mask(rules.deck)
        missing = [card for card in dict.fromkeys(got.cards()) if got.count(*card) > mine.count(*card)]
        if missing:
            raise PinosimError(f"received: {', '.join(missing)} is not in the hand {mine}")
    elif not rules.passing.may_return_received:
        raise PinosimError(
            f"received: in {rules.id!r} cards just received may not go back, so say which {count} they are"
        )
    if len(mine) != size + count:
        beside = (
            "" if received is not None else f", or {size} and the cards received beside them (--received, received=)"
        )
        raise CardError(
            f"expected the {size + count} cards a bidder has before he passes{beside}; got {len(mine)}: {mine}"
        )
    mine.check(rules, size=size + count)
    return _Pass(mine.mask(rules.deck), gift, False, 0, rules.seats.teams % players, count)


def _deals_of(how: _Pass, asked: ContractQuestion) -> CommonDeals:
    size = asked.rules.deal.hand_size
    if how.to_bidder:
        return asked.deal({0: how.hand}, how.bidder)
    if how.received > 0:
        held = {0: how.hand - how.received, how.partner: how.received}
        return asked.deal(held, how.bidder)
    sizes = {0: size + how.count, how.partner: size - how.count}
    return asked.deal({0: how.hand}, how.bidder, sizes)


def _policy_choices(how: _Pass, trump: int, policies: tuple[Policy, ...], rules: Rules) -> dict[str, int]:
    """Give what `standard` and the giver's own policy would pass, by their labels; a random one has no choice."""
    from pinosim.api.kernel_inputs import book_of, new_scratch, policy_rows, units_of
    from pinosim.core.passing import choose_to_give
    from pinosim.core.policy import KIND, KIND_RANDOM
    from pinosim.policies.registry import resolve

    book = book_of(rules)
    scratch = new_scratch()
    barred = 0 if how.to_bidder or rules.passing.may_return_received else how.received
    chosen = {}
    for player in (resolve("standard", rules), policies[0]):
        if player.numbers[KIND] != KIND_RANDOM:
            cards = choose_to_give(
                0, how.to_bidder, how.hand - barred, how.count, trump, policy_rows([player]), 0, scratch.words, 0,
                book, units_of(rules), scratch.desk,
            )  # fmt: skip
            chosen[player.label] = int(cards)
    return chosen


def _notes(
    how: _Pass,
    rules: Rules,
    bid: int | None,
    n_sets: int,
    n_racing: int,
    named: dict[str, int],
    labels: tuple[str, ...],
    bidder: int,
) -> list[str]:
    from pinosim.api.card_sets import cards_text

    if how.to_bidder:
        least = bid or rules.auction.min_bid
        notes = [
            f"The bidder's hand is one on which {labels[bidder]} names this trump and bids up to {least}; nothing else "
            "is known of the other hands."
        ]
        meld = "exact_meld is the exact mean of the team's meld over all hands of the bidder, before he gives back"
    else:
        notes = ["The other hands are dealt at random: what partner passed says nothing more about them here."]
        meld = "exact_meld is the exact mean of the team's meld over all hands of partner"
    notes.append(
        f"{n_sets:,} different sets of cards were ranked by exact mean meld, {n_racing} of them played on some deals, "
        f"the best of those and what policies choose on the deals shown; {meld}."
    )
    notes += [f"{label} would pass {cards_text(cards, rules)}." for label, cards in named.items()]
    return notes
