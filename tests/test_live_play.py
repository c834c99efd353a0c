"""Hands played decision by decision: the same as the kernels play, from what each seat knows alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pinosim import Hand, load_rules
from pinosim.api.live.decide import decide, draw_lots
from pinosim.api.live.hand_in_play import HandInPlay, play_by_decisions
from pinosim.api.live.seen import held_cards, seen_by, shown
from pinosim.api.live.turn import Turn, legal_to_play
from pinosim.api.record.parts import HandRecord, Trick
from pinosim.api.record.record import Record
from pinosim.api.trace import dealt_places, play_traced
from pinosim.errors import PinosimError
from pinosim.rules.load import list_rules
from pinosim.rules.schema import Rules

POLICIES = ("random", "easy", "standard", "medium", "hard")
FAMILY = load_rules("family250")


@pytest.mark.parametrize("rules", list_rules(), ids=lambda rules: rules.id)
def test_decisions_from_what_a_seat_knows_make_the_hand_the_kernels_play(rules: Rules) -> None:
    """So no policy sees more than its seat: each is told nothing but `seen_by`."""
    for number, policy in enumerate((*POLICIES, "mixed")):
        seats = policy if policy != "mixed" else [POLICIES[(seat + 1) % 5] for seat in range(rules.seats.players)]
        hand = play_by_decisions(rules, seats, 9, number)
        assert hand == play_traced(rules, seats, 9, number), policy
        assert Record.of(rules, [hand], seed=9).check().fault is None


@pytest.mark.parametrize("name", ["family250-3h", "gruntose-3h"])
def test_all_see_which_cards_of_his_meld_a_bidder_lays_away(name: str) -> None:
    rules = load_rules(name, ["kitty.bury_excludes_meld=false"])
    seen_to_go = 0
    for number in range(12):
        hand = play_by_decisions(rules, "hard", 3, number)
        assert hand == play_traced(rules, "hard", 3, number)
        if hand.buried is None or hand.bidder is None:
            continue
        meld = next(shown(claim.items) for claim in hand.melds if claim.seat == hand.bidder)
        held = Counter(held_cards(rules, replace(hand, tricks=()), hand.bidder).cards())
        gone = Counter(meld) - held
        seen = seen_by(rules, hand, (hand.bidder + 1) % 3)
        assert Counter(() if seen.buried is None else seen.buried.cards()) == gone
        seen_to_go += gone.total()
    assert seen_to_go > 0


@pytest.mark.jit
@pytest.mark.parametrize("name", ["family250", "guide-double", "family250-3h", "universal-5h", "bicycle-widow"])
def test_a_seat_that_thinks_makes_the_hand_the_kernels_play(name: str) -> None:
    """At every stage: calls, trump, passes, cards buried and played."""
    rules = load_rules(name)
    for number in range(2):
        hand = play_by_decisions(rules, "expert", 9, number)
        assert hand == play_traced(rules, "expert", 9, number)
        assert Record.of(rules, [hand], seed=9).check().fault is None


@pytest.mark.parametrize("overrides", [["stock.meld_before_draw=false"], ["stock.melds_per_trick=0"]])
def test_the_game_with_a_stock_by_other_rules(overrides: list[str]) -> None:
    rules = load_rules("two-hand", overrides)
    for number in range(3):
        assert play_by_decisions(rules, "standard", 3, number) == play_traced(rules, "standard", 3, number)


def test_deals_thrown_in_are_dealt_again() -> None:
    rules = load_rules("family250", ["redeal.same_dealer=false", "redeal.no_aces=false", "redeal.min_nines=3"])
    hands = [play_by_decisions(rules, "hard", 4, number) for number in range(6)]
    assert sum(len(hand.redeals) for hand in hands) > 2
    assert hands == [play_traced(rules, "hard", 4, number) for number in range(6)]


@pytest.mark.jit
def test_a_seat_that_thinks_keeps_a_hand_that_is_worth_it() -> None:
    """Five nines beside a run and a pinochle; what others hold does not matter."""
    rules = load_rules("family250", ["redeal.no_aces=false"])
    good, bad = Hand("S:ATKQJQ9 H:99 D:J9 C:9"), Hand("S:KQ99 H:J9 D:KQ9 C:TJ9")

    def used(hand: Hand, policy: str, *, others: tuple[Hand | None, ...] = (None,) * 3, number: int = 0) -> bool:
        record = HandRecord(dealer=3, hands=(others[0], hand, *others[1:]), calls=())
        answer: bool = decide(rules, record, Turn("redeal", 1), policy, draw_lots(rules, 5, number))
        return answer

    assert [used(good, policy) for policy in ("hard", "expert")] == [True, False]
    assert [used(bad, policy) for policy in ("hard", "expert")] == [True, True]
    assert not used(good, "expert", number=1)
    assert not used(good, "expert", others=tuple(dealt_places(rules, 1, 0)[:3]))


@pytest.mark.jit
def test_a_hand_kept_by_a_seat_that_thinks_is_played() -> None:
    rules = load_rules("family250", ["redeal.no_aces=false", "redeal.min_nines=3"])
    kept = 0
    for number in range(3):
        play = HandInPlay(rules, 4, number)
        while play.turn is not None and play.turn.stage == "redeal":
            play.choose(play.ask("expert"))
        kept += [choice for _, choice in play.choices].count(False)
        assert play.turn is not None
        assert play.turn.stage == "call"
        assert [turn.stage for turn, _ in play.choices] == ["redeal"] * len(play.choices)
    assert kept


def test_a_right_to_a_new_deal_may_be_waived() -> None:
    rules = load_rules("family250", ["redeal.no_aces=false", "redeal.no_meld=false", "redeal.min_nines=3"])
    play = HandInPlay(rules, 4, 0)
    while play.turn is not None and play.turn.stage == "redeal":
        play.choose(False)
    assert play.hand.redeals == ()
    assert play.turn == Turn("call", 1)
    assert [play.choices[i][1] for i in range(len(play.choices))] == [False] * len(play.choices) != []


def test_hidden_cards_do_not_matter() -> None:
    """The same choice whatever the other hands hold."""
    play = HandInPlay(FAMILY, 11, 0)
    stages = set()
    while play.turn is not None:
        turn, hand = play.turn, play.hand
        choice = play.ask("hard")
        for other_deal in range(2):
            others = iter(dealt_places(FAMILY, 77, other_deal))
            hands = tuple(hand.hands[s] if s == turn.seat else next(others) for s in range(4))
            assert decide(FAMILY, replace(hand, hands=hands), turn, "hard") == choice
        stages.add(turn.stage)
        play.choose(choice)
    assert stages == {"call", "trump", "give", "return", "play"}


def test_what_a_seat_knows() -> None:
    play = HandInPlay(FAMILY, 4, 0)
    while play.turn is not None and play.turn.stage != "play":
        play.choose(play.ask("hard"))
    bidder = play.hand.bidder
    assert bidder is not None
    for seat in range(4):
        seen = play.seen(seat)
        assert [cards is not None for cards in seen.hands] == [other == seat for other in range(4)]
        assert (seen.given is not None) == (seen.returned is not None) == (seat % 2 == bidder % 2)
        assert (seen.melds, seen.calls, seen.trump) == (play.hand.melds, play.hand.calls, play.hand.trump)
        assert held_cards(FAMILY, seen, seat) == held_cards(FAMILY, play.hand, seat)
        assert len(held_cards(FAMILY, seen, seat)) == 12


@pytest.mark.parametrize("name", ["family250", "guide-double", "guide-family", "std004"])
def test_cards_shown_are_those_the_kernels_remember(name: str) -> None:
    from pinosim.api.deal import Deal
    from pinosim.api.kernel_inputs import kernel_inputs
    from pinosim.core.hard_knowledge import shown_cards

    rules = load_rules(name)
    vector = kernel_inputs(rules).vector
    for number in range(60):
        for hand in Deal.random(rules, seed=5, number=number).hands:
            assert hand is not None
            for trump, suit in enumerate("SHDC"):
                cards = Hand(" ".join(shown(hand.meld(rules, trump=suit).items).elements()))
                assert cards == Hand.from_mask(int(shown_cards(hand.mask(rules.deck), trump, vector)), rules.deck)


def test_undo_goes_back_over_redeals_and_tricks() -> None:
    play = HandInPlay(FAMILY, 7, 0)
    moments = []
    while play.turn is not None:
        moments.append((play.turn, play.hand))
        play.choose(play.ask("standard"))
    for turn, hand in reversed(moments):
        play.undo()
        assert (play.turn, play.hand) == (turn, hand)
    with pytest.raises(PinosimError, match="expected 1 to 0 choices"):
        play.undo()


@pytest.mark.parametrize(
    ("turn", "choice", "why"),
    [
        (Turn("call", 0), 240, "240 cannot be bid"),
        (Turn("give", 0, 4), Hand("AS KS"), "expected 4 cards, got 2"),
        (Turn("give", 0, 4), Hand("AS AS AS KS"), "3 x AS"),
        (Turn("trump", 0), "C", "cannot name clubs"),
        (Turn("play", 0, 1), "9H", "must beat the TH: could play AH"),
        (Turn("play", 0, 1), "JC", "does not hold JC"),
    ],
)
def test_what_may_not_be_chosen_is_refused(turn: Turn, choice: object, why: str) -> None:
    from pinosim.api.live.choose import choose

    rules = load_rules("family250", ["trump.needs_marriage=true"])
    hand = HandRecord(
        dealer=3, hands=(Hand("AS AS KS QS AH 9H"),) * 4, calls=(), trump="S", tricks=(Trick(3, ("TH",)),)
    )
    with pytest.raises(PinosimError, match=why):
        choose(rules, hand, turn, choice)
    assert legal_to_play(rules, hand, 0) == ("AH",)


def test_a_refused_choice_changes_nothing() -> None:
    play = HandInPlay(FAMILY, 4, 0)
    before = play.hand
    with pytest.raises(PinosimError):
        play.choose(255)
    assert (play.hand, play.choices) == (before, [])


def test_seen_leaves_the_stock_hidden() -> None:
    play = HandInPlay(load_rules("two-hand"), 4, 0)
    while len(play.hand.tricks) < 3:
        play.choose(play.ask("standard"))
    seen = seen_by(play.rules, play.hand, 0)
    assert set(seen.stock[:-1]) == {"x"}
    assert seen.stock[-1] == play.hand.stock[-1]
    drawn = [draw for trick in seen.tricks for draw in trick.draws]
    assert drawn
    assert all((draw.card is not None) == (draw.seat == 0) for draw in drawn)
