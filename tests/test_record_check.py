"""The referee: examples are in order, and each of many kinds of fault is found where it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from pinosim.api.legal import legal_plays
from pinosim.api.record.record import Record
from pinosim.errors import RecordError
from record_tools import RECORDS, place, spoil, text_of

GAME, DOUBLE, THREE, WIDOW, FIVE, TWO = (
    "family250-game", "guide-double-hand", "family250-3h-hand", "bicycle-widow-hand", "universal-5h-hand",
    "two-hand-hand",
)  # fmt: skip


@dataclass(frozen=True)
class Spoiled:
    """One change of one line, and the line that is then the first to be wrong."""

    record: str
    label: str
    value: str | None
    found: str = ""  # the same line if empty
    rule: str = ""
    hand: int = 1
    after: str = ""

    def __str__(self) -> str:
        return f"{self.record}, {self.label} of hand {self.hand}: {self.value}".replace("/", "")


SPOILED = [
    # deal
    Spoiled(GAME, "seat 0", "S:9 H:ATTJ D:AQ C:ATJ9", rule="deal.hand_size"),
    Spoiled(GAME, "seat 0", "S:KK H:ATTJ D:AQ C:ATJ9", found="seat 2", rule="one deck"),
    Spoiled(GAME, "kitty", "S:A H:- D:- C:-", after="seat 3", rule="one deck"),
    Spoiled(WIDOW, "seat 1", "S:TQ99 H:ATT D:AQ C:TQT", rule="deal.hand_size"),
    Spoiled(THREE, "kitty", "S:- H:9 D:- C:TK", rule="one deck"),
    Spoiled(THREE, "kitty", "S:- H:J D:- C:T", rule="deal.kitty_size"),
    Spoiled(TWO, "stock", "9H AD TD TC QC TS TS KH AH JC JD AS 9C TC JC TH AD KS 9D 9S QH 9S AC", rule="stock_size"),
    Spoiled(GAME, "dealer", "2", hand=2, rule="deal.rotation"),
    Spoiled(GAME, "dealer", "1", found="contract", rule="highest bidder"),
    # redeals
    Spoiled(GAME, "redeal 1", "all passed", after="dealer", rule="auction.all_pass"),
    Spoiled(
        GAME, "redeal 1",
        "seat 2 asked, x | x | S:AKQJ H:J D:ATJ C:ATKK | x", after="dealer",
        rule="redeal.min_nines",
    ),
    Spoiled(DOUBLE, "redeal 1", "seat 2 asked", after="dealer", rule="redeal.min_nines"),
    # auction and contract
    Spoiled(GAME, "auction", "250 255 P P 270 280 P", rule="auction.steps"),
    Spoiled(GAME, "auction", "240 260 P P 270 280 P", rule="auction.min_bid"),
    Spoiled(GAME, "auction", "250 250 P P 270 280 P", rule="auction.steps"),
    Spoiled(GAME, "auction", "250 260 P P 270 280 P P", rule="auction.kind"),
    Spoiled(GAME, "auction", "250 260 P P 270 280", rule="auction.kind"),
    Spoiled(GAME, "auction", "P P P P", rule="auction.all_pass"),
    Spoiled(GAME, "auction", "P P P 300", rule="auction.forced_may_raise"),
    Spoiled(DOUBLE, "auction", "50 51 52 53 P 54 55 56 57 58 59 P 60 61 P", rule="auction.steps"),
    Spoiled(TWO, "auction", "100 P", after="seat 1", rule="auction.kind"),
    Spoiled(GAME, "contract", "290 by 2", rule="highest bidder"),
    Spoiled(GAME, "contract", "280 by 3", rule="highest bidder"),
    # trump and called card
    Spoiled(DOUBLE, "trump", "S", rule="trump.needs_marriage"),
    Spoiled(DOUBLE, "trump", "none", rule="trump.needs_marriage"),
    Spoiled(GAME, "trump", "H", found="meld 0", rule="meld table"),
    Spoiled(GAME, "trump", None, found="trick 1", rule="trump.chosen_by"),
    Spoiled(TWO, "trump", "D", rule="turned card"),
    Spoiled(GAME, "called", "AS held by 0", after="trump", rule="seats.called_partner"),
    Spoiled(FIVE, "called", "AC held by 0", rule="seats.called_card_search"),
    Spoiled(FIVE, "called", None, found="trump", rule="seats.called_partner"),
    # kitty and passing
    Spoiled(GAME, "shared", "1 9S", after="trump", rule="kitty.bury"),
    Spoiled(WIDOW, "shared", "1 9H, 2 JH, 2 JH", rule="kitty.bury"),
    Spoiled(WIDOW, "shared", "1 9H, 2 JH, 3 AH", rule="in the hand"),
    Spoiled(GAME, "pass to bidder", "S:K H:A D:A C:-", rule="passing.count"),
    Spoiled(GAME, "pass to bidder", "S:K H:A D:A C:K", rule="in the hand"),
    Spoiled(GAME, "pass back", "S:- H:J D:T C:K9", rule="in the hand"),
    Spoiled(GAME, "pass back", "S:- H:J D:T C:KKT", rule="passing.count"),
    Spoiled(WIDOW, "pass to bidder", "S:9", after="trump", rule="passing.count"),
    # meld
    Spoiled(GAME, "meld 1", "60 = dix 10 (S:9), marriage in hearts 20 (H:KQ)", rule="adds up"),
    Spoiled(GAME, "meld 3", "400 = pinochle 400 (S:Q D:J)", rule="meld table"),
    Spoiled(GAME, "meld 3", "40 = pinochle 40 (S:Q D:T)", rule="meld table"),
    Spoiled(GAME, "meld 0", "50 = dix 10 (S:9), pinochle 40 (S:Q D:J)", rule="laid from the hand"),
    Spoiled(
        GAME, "meld 2",
        "220 = royal marriage 40 (S:KQ), royal marriage 40 (S:KQ), pinochle 40 (S:Q D:J), "
        "aces around 100 (S:A H:A D:A C:A)", rule="once in each type",
    ),
    Spoiled(GAME, "meld 0", "20", rule="meld table"),
    Spoiled(GAME, "meld 0", None, found="result", rule="keep_meld"),
    Spoiled(GAME, "meld 2", "40 = pinochle 40 (S:Q D:J)", found="result", rule="keep_meld"),
    # burying
    Spoiled(THREE, "buried", "S:- H:J9 D:- C:-", rule="deal.kitty_size"),
    Spoiled(THREE, "buried", "S:- H:J9 D:- C:A", rule="kitty.bury_excludes_meld"),
    Spoiled(THREE, "buried", "S:- H:J9 D:- C:J", rule="in the hand"),
    Spoiled(GAME, "buried", "S:A H:- D:- C:-", after="meld 3", rule="deal.kitty_size"),
    # play
    Spoiled(GAME, "trick 1", "3 leads AH 9H TH QH, 2 wins", rule="play.first_leader"),
    Spoiled(GAME, "trick 2", "1 leads AD 9D TD 9D, 2 wins", rule="leads the next"),
    Spoiled(GAME, "trick 2", "2 leads AD 9D TD JC, 2 wins", rule="follows suit"),
    Spoiled(GAME, "trick 4", "2 leads AC 9C TC JC, 0 wins", rule="of equal cards the first"),
    Spoiled(GAME, "trick 5", "2 leads AC AC KC QC, 2 wins", rule="in the hand"),
    Spoiled(GAME, "trick 6", "2 leads TC JS 9C KD, 3 wins", rule="play.overtrump"),
    Spoiled(GAME, "trick 6", "2 leads TC KH 9C AS, 1 wins", rule="play.must_trump"),
    Spoiled(GAME, "trick 6", "2 leads TC JS 9C 9S, 3 wins", rule="play.overtrump"),
    Spoiled(GAME, "trick 6", "2 leads TC JS 9C", rule="everybody plays"),
    Spoiled(GAME, "trick 12", None, found="result", rule="played out"),
    Spoiled(GAME, "trick 13", "3 leads TS", after="trick 12", rule="deal.hand_size"),
    Spoiled(GAME, "trick 12 draw", "3 9S", after="trick 12", rule="deal.stock_size"),
    # the game with a stock
    Spoiled(TWO, "trick 1 draw", "0 9H, 1 AD", rule="draws first"),
    Spoiled(TWO, "trick 1 draw", "1 9H, 0 TD", rule="top of the stock"),
    Spoiled(TWO, "trick 1 meld", "kings around 800 (S:K H:K D:K C:K)", rule="meld table"),
    Spoiled(TWO, "trick 1 meld", "queens around 60 (S:Q H:Q D:Q C:Q)", rule="new from the hand"),
    Spoiled(
        TWO, "trick 1 meld", "kings around 80 (S:K H:K D:K C:K), marriage in diamonds 20 (D:KQ)",
        rule="stock.melds_per_trick",
    ),
    Spoiled(TWO, "trick 2 dix", "9C for AS 10", rule="stock.dix_exchange"),
    Spoiled(TWO, "trick 2 dix", "9C 10", rule="stock.dix_exchange"),
    Spoiled(TWO, "trick 2 dix", "9C for AC 20", rule="meld.dix"),
    Spoiled(TWO, "trick 1 dix", "9C for AC 10", after="trick 1", rule="in the hand"),
    Spoiled(TWO, "trick 13 meld", "pinochle 40 (S:Q D:J)", after="trick 13", rule="meld.laid"),
    Spoiled(TWO, "trick 16", "1 leads AH QS, 1 wins", rule="follows suit"),
    Spoiled(TWO, "dix turned", "10", after="trump", rule="stock.dix_turned"),
    Spoiled(TWO, "meld 0", "40", after="trump", rule="meld.laid"),
    # result
    Spoiled(GAME, "taken", "8 tricks 140 | 4 tricks 110", rule="tricks.total"),
    Spoiled(GAME, "taken", "9 tricks 130 | 3 tricks 120", rule="tricks.total"),
    Spoiled(GAME, "result", "made +330 | +210", rule="keep_meld"),
    Spoiled(GAME, "result", "set -280 | +210", rule="keep_meld"),
    Spoiled(GAME, "result", "not played -280 | +90", rule="keep_meld"),
    Spoiled(FIVE, "result", "made +300 | +280 | +340 | +1020 | +120", rule="keep_meld"),
    Spoiled(TWO, "result", "played +385 | +505", rule="keep_meld"),
    Spoiled(GAME, "result", None, found="taken", rule="settled"),
    Spoiled(GAME, "score", "330 | 210", rule="add up"),
    Spoiled(GAME, "score", "320 | 210", hand=2, rule="add up"),
    Spoiled(GAME, "winner", "side 0", hand=6, rule="game.target"),
    Spoiled(GAME, "winner", "side 0", after="score", rule="game.target"),
]  # fmt: skip


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_the_examples_are_in_order(path: Path) -> None:
    record = Record.open(path)
    verdict = record.check()
    assert verdict.ok, str(verdict)
    if path.stem != "typed-by-hand":
        assert Record.open(path, strict=True) == record
        assert (verdict.unchecked, verdict.remarks) == ((), ())


def test_there_are_forty_kinds_of_fault() -> None:
    assert len(SPOILED) >= 40
    assert len({case.rule for case in SPOILED}) >= 30


@pytest.mark.parametrize("case", SPOILED, ids=str)
def test_the_first_fault_is_found_where_it_is(case: Spoiled) -> None:
    assert Record.from_text(text_of(case.record)).check().ok
    text = spoil(text_of(case.record), case.label, case.value, case.hand, case.after)
    verdict = Record.from_text(text).check()
    assert verdict.fault is not None
    expected = place(text.split("\n"), case.found or case.label, case.hand) + 1
    assert (verdict.fault.hand, verdict.fault.line) == (case.hand, expected), str(verdict)
    assert case.rule in verdict.fault.rule, str(verdict)
    assert str(verdict).startswith(f"Wrong: hand {case.hand}, ")


def test_other_cards_than_the_seed_deals_are_found() -> None:
    text = (RECORDS / f"{THREE}.txt").read_text(encoding="utf-8")
    text = spoil(text, "seat 0", "S:AQJ H:TKQ9 D:TJ9 C:KQJJ9")
    text = spoil(text, "seat 1", "S:KQJ9 H:ATQJ D:ATQ C:ATQ9")
    fault = Record.from_text(text).check().fault
    assert fault is not None
    assert (fault.label, fault.rule) == ("seat 0", "the same seed and number give the same cards")


def test_a_hand_after_the_end_of_the_game_is_found() -> None:
    lines = text_of(GAME).rstrip("\n").split("\n")
    last = lines[lines.index("hand 6") + 1 :]
    again = [line for line in last if not line.startswith("winner")]
    text = "\n".join([*lines, "", "hand 7", *again, ""])
    fault = Record.from_text(text).check().fault
    assert fault is not None
    assert (fault.hand, fault.label) == (7, "hand")
    assert "after the game is over: side 1 has reached 1500 with 1640" in fault.message


def test_a_missing_result_before_another_hand_is_found() -> None:
    text = text_of(GAME)
    for label in ("taken", "result", "score"):
        text = spoil(text, label, None)
    fault = Record.from_text(text).check().fault
    assert fault is not None
    assert (fault.hand, fault.label) == (1, "hand")


@pytest.mark.jit
@pytest.mark.parametrize("name", [GAME, DOUBLE, FIVE, WIDOW, THREE])
def test_every_card_the_kernel_forbids_is_found_in_its_trick(name: str) -> None:
    """Change one card for another that is held and, by the kernel's own duties, may not be played."""
    whole = text_of(name).split("\nhand 2")[0]
    record = Record.from_text(whole)
    hand, rules = record.hands[0], record.rules
    tried = 0
    later: list[Counter[str]] = [Counter() for _ in range(rules.seats.players)]
    for number in range(len(hand.tricks) - 1, -1, -1):  # what a seat holds is what it plays from here on
        trick = hand.tricks[number]
        assert trick.leader is not None
        for at in range(len(trick.cards) - 1, -1, -1):
            seat = (trick.leader + at) % rules.seats.players
            later[seat][trick.cards[at]] += 1
            held = " ".join(later[seat].elements())
            legal = legal_plays(held, list(trick.cards[:at]), hand.trump or "", rules)
            assert trick.cards[at] in legal
            for card in sorted(set(later[seat]) - set(legal))[:2]:
                cards = [*trick.cards[:at], card, *trick.cards[at + 1 :]]
                text = spoil(whole, f"trick {number + 1}", f"{trick.leader} leads {' '.join(cards)}")
                fault = Record.from_text(text).check().fault
                assert fault is not None
                assert fault.label == f"trick {number + 1}"
                assert f"seat {seat} plays {card}" in fault.message
                tried += 1
    assert tried > 20


def test_less_meld_than_held_is_allowed_and_said() -> None:
    text = spoil(text_of(GAME), "meld 3", "0")
    assert not Record.from_text(text).check().ok  # a bare total must be what is held
    text = spoil(text_of(GAME), "meld 1", "40 = marriage in hearts 20 (H:KQ), marriage in diamonds 20 (D:KQ)")
    text = spoil(text, "result", "made +320 | +200")
    text = spoil(text, "score", "320 | 200")
    verdict = Record.from_text(text.split("\nhand 2")[0]).check()
    assert verdict.ok
    assert verdict.remarks == ("seat 1 lays 40, and could lay 50",)


def test_what_is_not_known_is_said_to_be_unchecked() -> None:
    text = text_of(GAME).split("\nhand 2")[0]
    for seat in range(4):
        text = spoil(text, f"seat {seat}", "x")
    verdict = Record.from_text(text).check()
    assert verdict.ok
    assert verdict.unchecked[1:] == ("plays and melds of hands that are not known",)
    assert "no line 'seed'" in verdict.unchecked[0]
    spoiled = spoil(text, "trick 2", "2 leads AD 9D TD JC, 2 wins")
    spoiled = spoil(spoiled, "trick 4", "2 leads AC 9C TC 9D, 2 wins")
    fault = Record.from_text(spoiled).check().fault
    assert fault is not None  # seat 1 plays the nine of diamonds later
    assert (fault.label, fault.rule) == ("trick 2", "a player follows suit if he can")


SEEDED = (RECORDS / f"{GAME}.txt").read_text(encoding="utf-8").split("\nhand 2")[0]
WHOLE = (RECORDS / f"{GAME}.txt").read_text(encoding="utf-8")
MISSING = [
    (SEEDED.replace("pinosim record 1\n", ""), "'pinosim record 1' at the top is missing"),
    ("\n".join(line for line in SEEDED.split("\n") if not line.startswith("rules: ")), "no line 'rules'"),
    ("\n".join(line for line in SEEDED.split("\n") if not line.startswith("seed: ")), "no line 'seed'"),
    (spoil(SEEDED, "contract", None), "no line 'contract'"),
    (spoil(SEEDED, "taken", None), "no line 'taken'"),
    (spoil(SEEDED, "score", None), "no line 'score'"),
    (spoil(WHOLE, "winner", None, hand=6), "hand 6: the winner: the game is over"),
    (SEEDED.split("trick 6")[0], "it is not finished, the record has 5 of 12 tricks and no line 'result'"),
    (SEEDED.split("taken: ")[0], "it is not finished, the record has 12 of 12 tricks and no line 'result'"),
    (SEEDED.split("auction: ")[0], "it is not finished, the record has 0 of 12 tricks and no line 'result'"),
]  # fmt: skip


@pytest.mark.jit
@pytest.mark.parametrize(("text", "missing"), MISSING, ids=[missing[:40] for _, missing in MISSING])
def test_what_is_missing_is_named(text: str, missing: str) -> None:
    verdict = Record.from_text(text).check()
    assert verdict.ok, str(verdict)
    assert any(missing in told for told in verdict.to_dict()["unchecked"]), str(verdict)
    assert str(verdict).startswith("In order as far as it could be checked: ")


@pytest.mark.jit
def test_a_game_cut_between_hands_is_not_over() -> None:
    verdict = Record.from_text(WHOLE.split("\nhand 4")[0]).check()
    assert verdict.ok
    assert [remark for remark in verdict.remarks if "nobody has won yet" in remark]
    assert Record.from_text(WHOLE).check().remarks == ()


def test_rules_that_have_changed_since_are_said() -> None:
    text = text_of(GAME).replace("b4d0fcee3404", "0123456789ab")
    assert "had the hash 0123456789ab" in Record.from_text(text).check().remarks[0]
    with pytest.raises(RecordError, match="line 2: the record was written when family250 had the hash 0123456789ab"):
        Record.from_text(text, strict=True)


def test_an_ending_is_followed_from_its_first_trick() -> None:
    text = "trump: S\nseat 0: AS KH\nseat 1: TS AH\nseat 2: KS 9H\nseat 3: QS TH\n0 leads AS TS KS QS, 0 wins\n"
    verdict = Record.from_text(text + "0 leads KH AH 9H TH, 1 wins").check()
    assert verdict.ok
    assert "what came before: the hands are smaller than dealt" in verdict.unchecked
    fault = Record.from_text(text + "1 leads AH 9H TH KH").check().fault
    assert fault is not None
    assert fault.message == "seat 0 leads, not seat 1"
