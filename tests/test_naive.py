"""The naive reference against the worked examples, and against what must hold for every deal."""

import itertools
import random
from collections import Counter
from dataclasses import replace
from math import factorial, prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import naive
import worked_examples as examples
from naive import NAIVE_RULES, SUITS, NaiveRules

reproducible = settings(
    derandomize=True, deadline=None, max_examples=30, database=None, suppress_health_check=[HealthCheck.too_slow]
)
rule_sets = st.sampled_from(sorted(NAIVE_RULES)).map(NAIVE_RULES.__getitem__)
# The five-handed rules give no value for three rounds of aces and the like; their trump side is tested whole below.
complete_tables = rule_sets.filter(lambda rules: rules.id != "universal-5h")
all_duties = st.sampled_from(["family250", "wocg-single", "guide-double"]).map(NAIVE_RULES.__getitem__)
seeds = st.integers(0, 2**32 - 1)
suits = st.sampled_from(SUITS)


def dealt(rules: NaiveRules, seed: int, hand_size: int | None = None) -> list[list[str]]:
    """Return random hands, one a seat."""
    deck = naive.full_deck(rules)
    random.Random(seed).shuffle(deck)
    size = hand_size or rules.hand_size
    return [deck[seat * size : (seat + 1) * size] for seat in range(rules.players)]


def random_play(
    hands: list[list[str]], trump: str, leader: int, rules: NaiveRules, seed: int
) -> list[tuple[list[str], list[str], str]]:
    """Return a random legal play of all cards: (trick so far, legal cards, card played) for each play in turn."""
    chooser = random.Random(seed)
    held = [list(hand) for hand in hands]
    history = []
    while any(held):
        trick: list[str] = []
        while len(trick) < len(held):
            seat = (leader + len(trick)) % len(held)
            legal = naive.legal_cards(held[seat], trick, trump, rules)
            card = chooser.choice(legal)
            history.append((list(trick), legal, card))
            held[seat].remove(card)
            trick.append(card)
        leader = (leader + naive.trick_winner(trick, trump)) % len(held)
    return history


# --- worked examples -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples.MELD, ids=lambda example: example.number)
def test_meld_example(example: examples.MeldExample) -> None:
    """Total and breakdown are those worked out by hand, on a hand the deck can deal."""
    rules = NAIVE_RULES[example.rules]
    hand = naive.parse_hand(example.hand)
    assert not Counter(hand) - Counter(naive.full_deck(rules))
    assert naive.meld_total(hand, example.trump, rules) == example.total
    assert sorted(naive.meld_items(hand, example.trump, rules)) == sorted(example.items)


@pytest.mark.parametrize("example", examples.SETTLE, ids=lambda example: example.number)
def test_settle_example(example: examples.SettleExample) -> None:
    """Both changes and the outcome are those worked out by hand."""
    change = naive.settle(NAIVE_RULES[example.rules], example.bid, *example.bidders, *example.others)
    assert change == (example.bidders_change, example.others_change, example.outcome)


@pytest.mark.parametrize("example", examples.SETTLE_CALLED_PARTNER, ids=lambda example: example.number)
def test_called_partner_example(example: examples.CalledPartnerExample) -> None:
    """Settled against each opponent in turn; no meld hangs on a number of tricks here."""
    for meld, change in zip(example.others_melds, example.others_changes, strict=True):
        settled = naive.settle(
            NAIVE_RULES[example.rules], example.bid,
            sum(example.bidders_melds), example.bidders_points, 1, meld, example.others_points, 1,
        )  # fmt: skip
        assert settled == (example.bidders_change, change, "made")


@pytest.mark.parametrize("example", examples.GAME_END, ids=lambda example: example.number)
def test_game_end_example(example: examples.GameEndExample) -> None:
    """The right side has won."""
    assert naive.game_winner(NAIVE_RULES[example.rules], example.scores, example.bidders) == example.winner


@pytest.mark.parametrize("example", examples.AUCTION, ids=lambda example: example.number)
def test_auction_example(example: examples.AuctionExample) -> None:
    """The auction is over after the last call, not before, and takes no further one."""
    rules = NAIVE_RULES[example.rules]
    assert naive.auction(rules, example.calls) == naive.Auction(True, example.seat, example.bid, None)
    assert not naive.auction(rules, example.calls[:-1]).over
    with pytest.raises(ValueError, match="after the auction is over"):
        naive.auction(rules, [*example.calls, "P"])


@pytest.mark.parametrize("example", examples.NEXT_BIDS, ids=lambda example: example.number)
def test_next_bids_example(example: examples.NextBidsExample) -> None:
    """The ladder of bids goes on as written."""
    assert naive.legal_bids(example.current, NAIVE_RULES[example.rules], example.up_to) == list(example.bids)


@pytest.mark.parametrize("example", examples.WILD, ids=lambda example: example.number)
def test_wild_example(example: examples.WildExample) -> None:
    """All these raises are jumps; wild is strictly more than the threshold."""
    rules = NAIVE_RULES[example.rules]
    assert naive.is_jump(example.previous, example.bid, rules)
    assert naive.is_wild(example.previous, example.bid, rules) == example.wild


@pytest.mark.parametrize("example", examples.REDEAL, ids=lambda example: example.number)
def test_redeal_example(example: examples.RedealExample) -> None:
    """The right to a new deal is there or not."""
    assert naive.has_redeal_right(naive.parse_hand(example.hand), NAIVE_RULES[example.rules]) == example.right


@pytest.mark.parametrize("example", examples.LEGAL, ids=lambda example: example.number)
def test_legal_example(example: examples.LegalExample) -> None:
    """Exactly these cards are legal."""
    legal = naive.legal_cards(example.hand.split(), example.trick.split(), "S", NAIVE_RULES[example.rules])
    assert sorted(legal) == sorted(example.legal.split())


# --- rule sets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", NAIVE_RULES.values(), ids=lambda rules: rules.id)
def test_tables_add_up(rules: NaiveRules) -> None:
    """The deck divides into hands, the counters and the last trick make the total, no table falls."""
    deck = naive.full_deck(rules)
    assert len(deck) == rules.players * rules.hand_size + rules.kitty_size
    assert naive.trick_points(deck, rules) + rules.last_trick == rules.trick_total
    for table in (rules.run, rules.royal, rules.pinochle, *rules.around.values()):
        assert list(table) == sorted(set(table))
        assert len(table) == rules.copies or rules.id == "universal-5h"


@pytest.mark.parametrize("rules", NAIVE_RULES.values(), ids=lambda rules: rules.id)
def test_more_trump_cards_never_lower_the_trump_meld(rules: NaiveRules) -> None:
    """Over every possible holding of A T K Q J of trump, in all three modes, `exclusive` included."""

    def worth(counts: tuple[int, ...]) -> int:
        hand = [rank + "S" for rank, count in zip("ATKQJ", counts, strict=True) for _ in range(count)]
        return sum(item.points for item in naive.trump_items(hand, "S", rules))

    valued = {
        counts: worth(counts)
        for counts in itertools.product(range(rules.copies + 1), repeat=5)
        if min(counts) <= len(rules.run)
    }
    for counts, points in valued.items():
        for place in range(5):
            more = (*counts[:place], counts[place] + 1, *counts[place + 1 :])
            assert valued.get(more, points) >= points


# --- meld ------------------------------------------------------------------------------------------------------------


@reproducible
@given(rules=complete_tables, seed=seeds, trump=suits, extra=st.integers(0, 79))
def test_one_more_card_never_lowers_meld(rules: NaiveRules, seed: int, trump: str, extra: int) -> None:
    """Whatever card of the rest of the deck joins a hand."""
    hand = dealt(rules, seed)[0]
    rest = sorted((Counter(naive.full_deck(rules)) - Counter(hand)).elements())
    bigger = [*hand, rest[extra % len(rest)]]
    assert naive.meld_total(bigger, trump, rules) >= naive.meld_total(hand, trump, rules)


@reproducible
@given(rules=complete_tables, seed=seeds, trump=suits)
def test_hearts_and_clubs_are_alike(rules: NaiveRules, seed: int, trump: str) -> None:
    """Renaming hearts clubs and clubs hearts changes no meld, and neither does the order of the cards."""
    swap = str.maketrans("HC", "CH")
    hand = dealt(rules, seed)[0]
    renamed = [card.translate(swap) for card in reversed(hand)]
    assert naive.meld_total(renamed, trump.translate(swap), rules) == naive.meld_total(hand, trump, rules)


def test_more_copies_than_the_table_has_are_refused() -> None:
    """No value is made up for three copies in a deck of two."""
    with pytest.raises(ValueError, match="no value for 3 copies"):
        naive.meld_total(["QS", "JD"] * 3, "H", naive.FAMILY250)


def test_dix_only_needs_every_item_to_be_dix() -> None:
    """A dix beside a marriage is no dix-only meld."""
    items = naive.meld_items(naive.parse_hand("S:9KQ H:KQ"), "S", naive.WOCG_SINGLE)
    assert {item.name for item in items} == {"dix", "royal", "marriage H"}
    assert not naive.is_dix_only(items)


# --- play ------------------------------------------------------------------------------------------------------------


@reproducible
@given(rules=rule_sets, seed=seeds, trump=suits, leader=st.integers(0, 2))
def test_points_of_a_play_add_up(rules: NaiveRules, seed: int, trump: str, leader: int) -> None:
    """There is always a legal card, and tricks and points (less what lies in the kitty) are all given out."""
    hands = dealt(rules, seed)
    history = random_play(hands, trump, leader, rules, seed)
    assert all(legal for _, legal, _ in history)
    played = naive.play_out(hands, [card for _, _, card in history], trump, leader, rules)
    kitty = list((Counter(naive.full_deck(rules)) - Counter(itertools.chain(*hands))).elements())
    assert sum(played.points) == rules.trick_total - naive.trick_points(kitty, rules)
    assert sum(played.tricks) == len(played.winners) == rules.hand_size


@reproducible
@given(rules=all_duties, seed=seeds, trump=suits)
def test_with_all_duties_every_legal_card_beats_the_trick_or_none_does(
    rules: NaiveRules, seed: int, trump: str
) -> None:
    """Who can win must, whichever way; so the legal cards are all winners or all losers."""
    hands = dealt(rules, seed)
    for trick, legal, _ in random_play(hands, trump, 0, rules, seed):
        if trick:
            wins = {naive.trick_winner([*trick, card], trump) == len(trick) for card in legal}
            assert len(wins) == 1


def test_each_waived_duty_frees_the_cards_it_held_back() -> None:
    """One flag at a time, on the position where it bites."""
    full = naive.FAMILY250

    def legal(rules: NaiveRules, hand: str, trick: str) -> str:
        return " ".join(naive.legal_cards(hand.split(), trick.split(), "S", rules))

    assert legal(full, "AS 9S AH", "TS") == "AS"
    assert legal(replace(full, beat_trump_lead=False), "AS 9S AH", "TS") == "AS 9S"
    assert legal(full, "AH 9H AS", "TH") == "AH"
    assert legal(replace(full, beat_plain_lead=False), "AH 9H AS", "TH") == "AH 9H"
    assert legal(full, "AH 9H", "TH 9S") == "AH 9H"
    assert legal(replace(full, beat_plain_after_trump=True), "AH 9H", "TH 9S") == "AH"
    assert legal(full, "AS 9S AC", "TH JS") == "AS"
    assert legal(replace(full, overtrump=False), "AS 9S AC", "TH JS") == "AS 9S"
    assert legal(replace(full, must_trump=False), "AS 9S AC", "TH JS") == "AS 9S AC"


def test_play_out_refuses_the_first_illegal_card() -> None:
    """A revoke is named with its seat and place."""
    hands = [["AH", "9S"], ["TH", "KC"], ["9D", "JS"], ["QH", "AS"]]
    with pytest.raises(ValueError, match=r"expected seat 1 .* got 'KC' at place 1"):
        naive.play_out(hands, ["AH", "KC", "JS", "QH", "9D", "AS", "9S", "TH"], "S", 0, naive.FAMILY250)


def test_perft_counted_by_hand() -> None:
    """Either lead leaves a choice to seat 1 alone: 2 leads, then 4 sequences to the end."""
    hands = [["AH", "9S"], ["TH", "KH"], ["9D", "JS"], ["QH", "AS"]]
    counted = [naive.perft(hands, "S", 0, naive.FAMILY250, depth) for depth in range(9)]
    assert counted == [1, 2, 4, 4, 4, 4, 4, 4, 4]


def test_perft_without_duties_is_a_product_of_arrangements() -> None:
    """All cards of one suit and no duty to beat: each seat plays its cards in any order."""
    rules = replace(naive.FAMILY250, beat_trump_lead=False, beat_plain_lead=False)
    hands = [["AH", "AH", "TH"], ["TH", "KH", "KH"], ["QH", "QH", "JH"], ["JH", "9H", "9H"]]
    arrangements = prod(
        factorial(len(hand)) // prod(factorial(copies) for copies in Counter(hand).values()) for hand in hands
    )
    for trump in "HS":
        assert naive.perft(hands, trump, 1, rules, 12) == arrangements == 81


@settings(reproducible, max_examples=8)
@given(rules=all_duties, seed=seeds, trump=suits)
def test_perft_agrees_with_trying_every_order(rules: NaiveRules, seed: int, trump: str) -> None:
    """Endings of three tricks: each seat's cards in every order, those counted that `play_out` accepts."""
    hands = dealt(rules, seed, hand_size=3)
    accepted = 0
    for orders in itertools.product(*(set(itertools.permutations(hand)) for hand in hands)):
        plays: list[str] = []
        leader = 0
        for trick in zip(*orders, strict=True):
            turned = [*trick[leader:], *trick[:leader]]
            plays += turned
            leader = (leader + naive.trick_winner(turned, trump)) % len(hands)
        try:
            naive.play_out(hands, plays, trump, 0, rules)
        except ValueError:
            continue
        accepted += 1
    assert naive.perft(hands, trump, 0, rules, 12) == accepted > 0


# --- auction and scoring ---------------------------------------------------------------------------------------------


@reproducible
@given(rules=rule_sets, seed=seeds)
def test_random_auctions_end(rules: NaiveRules, seed: int) -> None:
    """Whoever is to call has not passed; in the end the highest bid has it, or the last seat at the minimum."""
    chooser = random.Random(seed)
    calls: list[naive.Call] = []
    passed: set[int] = set()
    state = naive.auction(rules, calls)
    while not state.over:
        seat = state.next_seat
        assert seat is not None
        assert seat not in passed
        bids = naive.legal_bids(state.bid, rules, (state.bid or rules.min_bid) + 12 * rules.bid_steps[0][1])
        call: naive.Call = chooser.choice(bids) if chooser.random() < 0.4 else "P"
        passed |= {seat} if call == "P" else set()
        calls.append(call)
        state = naive.auction(rules, calls)
    bids_made = [call for call in calls if call != "P"]
    assert bids_made == sorted(set(bids_made))
    if bids_made:
        assert state.bid == bids_made[-1]
        assert state.seat not in passed
        assert len(passed) == rules.players - 1 or state.bid == rules.max_bid
    elif rules.all_pass == "last seat forced":
        assert (state.seat, state.bid) == (rules.players - 1, rules.min_bid)
    else:
        assert (state.seat, state.bid) == (None, None)


@pytest.mark.parametrize(("calls", "what"), [([240], "240"), ([255], "255"), ([260, 260], "260"), ([260, 250], "250")])
def test_auction_refuses_illegal_bids(calls: list[naive.Call], what: str) -> None:
    """Below the minimum, off the tens, equal and lower bids."""
    with pytest.raises(ValueError, match=f"got {what} at place {len(calls) - 1}"):
        naive.auction(naive.FAMILY250, calls)


@reproducible
@given(
    rules=rule_sets, melds=st.tuples(*[st.integers(0, 60)] * 2), share=st.floats(0, 1), steps=st.integers(0, 40),
    tricks=st.integers(0, 12),
)  # fmt: skip
def test_settling(rules: NaiveRules, melds: tuple[int, int], share: float, steps: int, tricks: int) -> None:
    """Bidders score at least the bid or lose just the bid; the others never lose, and a higher bid never helps."""
    unit = rules.counters["A"]
    points = round(share * rules.trick_total / unit) * unit
    bid = rules.min_bid + steps * rules.bid_steps[-1][1]
    bidders_side = (melds[0] * unit, points, tricks)
    others_side = (melds[1] * unit, rules.trick_total - points, 12 - tricks)
    bidders, others, outcome = naive.settle(rules, bid, *bidders_side, *others_side)
    assert bidders >= bid if outcome == "made" else bidders == -bid
    assert 0 <= others <= others_side[0] + others_side[1]
    higher, _, _ = naive.settle(rules, bid + rules.bid_steps[-1][1], *bidders_side, *others_side)
    assert higher <= bidders


def test_settle_exactly_at_and_one_step_beyond_auto_set() -> None:
    """Meld and all tricks equal to the bid must be played; one step more is set at once, and the others keep meld."""
    assert naive.settle(naive.FAMILY250, 300, 50, 250, 12, 30, 0, 0) == (300, 0, "made")
    assert naive.settle(naive.FAMILY250, 310, 50, None, None, 30, None, None) == (-310, 30, "auto-set")
    with pytest.raises(ValueError, match="points and tricks of both sides"):
        naive.settle(naive.FAMILY250, 300, 50, None, None, 30, None, None)


def test_dix_only_meld_survives_a_hand_without_points() -> None:
    """A team without a point scores its meld only if all of it is nines of trump."""
    assert naive.settle(naive.WOCG_SINGLE, 25, 15, 25, 12, 2, 0, 0) == (40, 0, "made")
    assert naive.settle(naive.WOCG_SINGLE, 25, 15, 25, 12, 2, 0, 0, others_dix_only=True) == (40, 2, "made")


def test_no_winner_before_the_target() -> None:
    """The game goes on one point short of the target and one above the floor; bidders come first if they are home."""
    assert naive.game_winner(naive.WOCG_SINGLE, [149, -299], bidders=0) is None
    assert naive.game_winner(naive.WOCG_SINGLE, [149, -300], bidders=1) == 0
    assert naive.game_winner(naive.WOCG_SINGLE, [150, 160], bidders=0) == 0
    assert naive.game_winner(naive.WOCG_SINGLE, [150, 160], bidders=1) == 1
    assert naive.game_winner(naive.UNIVERSAL_5H, [5010, 5230, 0, 0, 0], bidders=4) == 1


def test_trump_needs_a_marriage_only_where_the_rules_say_so() -> None:
    """A hand without any marriage may name nothing in the double deck, anything in the single one."""
    hand = naive.parse_hand("S:KKA H:QQ D:AT C:J")
    assert naive.trumps_allowed(hand, naive.GUIDE_DOUBLE) == []
    assert naive.trumps_allowed(hand, naive.FAMILY250) == list(SUITS)


@pytest.mark.parametrize("text", ["X:AT", "S:AX", "S", "S:", "AS KS"])
def test_parse_hand_refuses_other_forms(text: str) -> None:
    """Only suit groups are read."""
    with pytest.raises(ValueError, match="expected a group"):
        naive.parse_hand(text)
