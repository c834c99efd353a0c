"""`pinosim play` and `lead`: records read up to a card, the card chosen there, and why."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinosim import Hand, load_rules
from pinosim.api.card_choice import choose_card
from pinosim.api.game import play_game
from pinosim.api.live.before_card import before_card
from pinosim.api.live.knowledge import knowledge_of
from pinosim.api.live.reasons import reasons_for
from pinosim.api.live.seen import seen_by
from pinosim.api.record.record import Record
from pinosim.cli.main import cli
from pinosim.errors import PinosimError, RecordError

pytestmark = pytest.mark.jit
TO_AN_ACE = "seat 2: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S\ntrick 1: 0 leads AH 9H"


def record_of(*lines: str) -> Record:
    return Record.from_text("\n".join(lines))


def game_of(name: str, policies: str = "hard", seed: int = 7) -> Record:
    return play_game(load_rules(name), policies, seed=seed, hands=2)


@pytest.mark.parametrize("name", ["family250", "guide-double", "universal-5h", "cutthroat-3h", "two-hand"])
def test_at_every_card_of_a_record_the_policy_that_played_it_chooses_that_card(name: str) -> None:
    game = game_of(name)
    hand = game.hands[1]
    players = game.rules.seats.players
    checked = 0
    for number, trick in enumerate(hand.tricks, start=1):
        for place, card in enumerate(trick.cards):
            assert trick.leader is not None
            seat = (trick.leader + place) % players
            if (number + place) % 3:  # a third of them is enough
                continue
            choice = choose_card(game, 2, number, seat, worlds=0)
            assert (choice.asked.seat, choice.best, choice.habit) == (seat, card, card)
            assert {one.card for one in choice.candidates} == set(choice.asked.legal)
            checked += 1
    assert checked > 10


def test_the_cards_of_others_do_not_matter() -> None:
    game = game_of("family250")
    whole = choose_card(game, 2, 4, 3)
    hand = game.hands[1]
    own = replace(game, hands=(seen_by(game.rules, replace(hand, number=None), 3),)).under(game.rules)
    assert choose_card(own, 1, 4, 3).to_dict() == whole.to_dict()


def test_a_few_lines_are_enough() -> None:
    choice = choose_card(record_of(TO_AN_ACE))
    assert (choice.best, choice.habit) == ("KH", "KH")
    best, other = choice.to_dict()["candidates"]
    assert best["reasons"] == ["puts 10 on partner's AH, which only a trump could take"]
    assert best["cost"] == 0
    assert other["cost_low"] > 0
    assert choice.notes[0] == "the record has no meld, so none is remembered"
    assert "points count and not the bid of 300" in choice.notes[1]


@pytest.mark.parametrize(
    ("lines", "card", "reason"),
    [
        (("trick 1: 0 leads AH 9H", "seat 2: S:AQ H:K9 D:A"), "9H", "keeps the counters: partner's AH"),
        (("trick 1: 1 leads AH", "seat 2: S:AQ H:K9 D:A"), "KH", "gives 10 to seat 1's AH"),
        (("trick 1: 3 leads AH 9H JH", "seat 2: S:AQ D:A"), "QS", "takes 10 points for sure; ruffs with the lowest"),
        (("trick 1: 3 leads AH 9H JH", "seat 2: S:AQ D:A"), "AS", "spends the ace of spades where the queen would do"),
        (("trick 1: 0 leads KH 9H", "seat 2: S:A H:A D:A"), "AH", "it is the only card allowed"),
        (("trick 1: 1 leads KH", "seat 2: S:A H:AT D:A"), "TH", "unless seat 3 can beat it"),
        (("seat 0: S:AQ H:K9 D:AT",), "AD", "the highest in diamonds: only a trump could take it"),
        (("seat 0: S:AQ H:K9 D:A",), "AD", "leaves no diamonds, to ruff the next"),
        (("seat 0: S:AQ H:K9 D:A",), "KH", "4 higher cards in hearts still out"),
        (("seat 0: S:AAQ H:K9",), "AS", "the highest trump left takes the trick and draws some of the 9 still out"),
        (("seat 0: S:AQ H:K9 D:A",), "QS", "5 of the 10 still out are higher"),
        (
            ("trick 1: 0 leads TD QS 9D JD, 1 wins", "trick 2: 1 leads AH AS JH 9H, 2 wins", "seat 2: S:AQ D:A9 C:J"),
            "AD", "the highest in diamonds, but seat 1 shown out may ruff it",
        ),
        (
            ("meld 0: 150 = run 150 (S:ATKQJ)", "seat 2: S:K H:K9 D:A", "trick 1: 0 leads 9D AH AD JD, 2 wins"),
            "KS", "partner is known to hold the ace of spades",
        ),
    ],
)  # fmt: skip
def test_reasons_in_a_players_words(lines: tuple[str, ...], card: str, reason: str) -> None:
    asked = before_card(record_of("contract: 300 by 0", "trump: S", *lines))
    assert card in asked.legal
    assert reason in "; ".join(reasons_for(asked, card))


def test_reasons_are_true() -> None:
    """Who holds a sure winner takes the trick; a card that nobody can take is not taken."""
    game = game_of("family250", "random", seed=3)
    seen = 0
    for index, hand in enumerate(game.hands, start=1):
        for number, trick in enumerate(hand.tricks, start=1):
            assert trick.leader is not None
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % 4
                asked = before_card(game, index, number, seat)
                known = knowledge_of(asked)
                for other in range(4):
                    rest = Hand(" ".join(t.cards[(other - (t.leader or 0)) % 4] for t in hand.tricks[number:]))
                    assert Hand(" ".join(known.known[other].elements())) in rest + _unplayed(trick, other, place)
                    assert set(rest.cards()) <= known.possible[other] | (set(asked.held) if other == seat else set())
                told = "; ".join(reasons_for(asked, card, known))
                if "for sure" in told or "a sure winner" in told:
                    assert (trick.winner or 0) % 2 == seat % 2
                    seen += 1
                if "nobody left can take" in told:
                    assert (trick.winner or 0) % 2 == seat % 2
                    seen += 1
    assert seen > 10


def _unplayed(trick: object, seat: int, place: int) -> Hand:
    from pinosim.api.record.parts import Trick

    assert isinstance(trick, Trick)
    at = (seat - (trick.leader or 0)) % 4
    return Hand(trick.cards[at]) if at >= place else Hand("")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("seat 2: S:AQ", "contract: 300 by 0", "trick 1: 0 leads AH 9H"), "names no trump"),
        (("seat 1: S:AQ H:9", "contract: 300 by 0", "trump: S", "trick 1: 0 leads AH 9H"), "seat 2 is to play, and"),
        (("seat 2: S:AQ", "trump: S"), "does not say who has the bid"),
        (("seat 2: S:AQ", "trump: S", "contract: 300 by 2", "trick 1: 2 leads AS TS KS 9S", "trick 2: 2 leads QS"),
         "seat 3 is to play, and the record does not have its cards"),
        (("seat 2: S:ATKQJ9 H:ATKQJ9", "trump: S", "contract: 300 by 2", "pass to bidder: S:A H:A D:A C:A"),
         "should hold 12 cards and holds 16"),
        (("seat 2: S:AQ H:K9 D:A", "contract: 300 by 0", "trump: S", "trick 1: 0 leads AH 9H AS"),
         "at fault before that card, in hand 1, trick 1"),
    ],
)  # fmt: skip
def test_records_that_do_not_tell_enough(lines: tuple[str, ...], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        choose_card(record_of(*lines))


def test_moments_that_are_not_there() -> None:
    game = game_of("family250")
    for args, why in (
        ((), "hand 2 is over"),
        ((3,), "hand: expected a whole number from 1 to 2"),
        ((2, 13), "trick: expected a whole number from 1 to 12"),
        ((2, 1, 4), "seat: expected a whole number from 0 to 3"),
    ):
        with pytest.raises(PinosimError, match=why):
            choose_card(game, *args)
    leader = game.hands[1].tricks[1].leader
    assert leader is not None
    assert choose_card(game, 2, 2).asked.seat == leader
    stopped = replace(game, hands=(replace(before_card(game, 1, 2).hand, number=None),)).under(game.rules)
    with pytest.raises(RecordError, match="is to play, not seat"):
        choose_card(stopped, seat=(before_card(game, 1, 2).seat + 1) % 4)


def test_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "ace.txt"
    file.write_text(TO_AN_ACE)
    run = CliRunner().invoke
    told = json.loads(run(cli, ["play", str(file), "--json"]).stdout)
    assert (told["command"], told["best"], told["seat"], told["trick"]) == ("play", "KH", 2, ["AH", "9H"])
    assert told["rules"] == "family250"
    assert [one["card"] for one in told["candidates"]] == ["KH", "9H"]
    gap = told["candidates"][0]["ev"] - told["candidates"][1]["ev"]
    assert told["candidates"][1]["cost"] == pytest.approx(gap)
    assert (told["n"], told["seed"], told["verdict"], told["policy_plays"]) == (2000, 1, "clear", "KH")
    text = run(cli, ["play", "-"], input=TO_AN_ACE).stdout
    assert "Play KH (clearly the best); hard-1 plays KH" in text
    answer = run(cli, ["lead", str(file)])
    assert (answer.exit_code, "ask 'pinosim play'" in answer.stderr) == (2, True)
    assert run(cli, ["play", str(file), "--policy", "nobody"]).exit_code == 2
    bare = "seat 0: S:AQ H:K9 D:A\ncontract: 300 by 0\ntrump: S"
    led = run(cli, ["lead", "-", "--policy", "standard", "--worlds", "0"], input=bare)
    assert "Play AD: so does standard-1" in led.stdout
    assert run(cli, ["lead", "-", "--worlds", "9000"], input=bare).exit_code == 2


def test_the_rest_of_a_hand() -> None:
    """Cards that lie in no hand are gone; points count, as what was melded and taken before is not told."""
    record = record_of(
        "seat 0: S:A H:9", "seat 1: S:K H:A", "seat 2: S:Q H:K", "seat 3: S:J H:T", "contract: 300 by 0", "trump: S"
    )
    choice = choose_card(record, worlds=50)
    assert choice.comparison is not None
    assert choice.asked.is_rest
    assert {option.what for option in choice.comparison.options} == {"AS", "9H"}
    assert all(option.value.low <= option.value.value <= option.value.high for option in choice.comparison.options)


def test_worlds_fit_what_is_known_and_do_not_see_the_others() -> None:
    """The same numbers whether the record tells the other hands or not, and as many worlds as are asked for."""
    game = game_of("family250")
    hand = game.hands[1]
    whole = choose_card(game, 2, 3, worlds=200)
    own = seen_by(game.rules, replace(hand, number=None), whole.asked.seat)
    alone = choose_card(replace(game, hands=(own,)).under(game.rules), 1, 3, worlds=200)
    assert alone.to_dict() == whole.to_dict()
    assert whole.comparison is not None
    assert whole.comparison.n == 200
    assert choose_card(game, 2, 3, worlds=200, seed=2).to_dict() != whole.to_dict()


def test_the_expert_plays_the_best_of_its_own_worlds() -> None:
    """`expert` tries the same worlds: with as many of them it plays the card of the highest worth."""
    from pinosim.policies.registry import resolve

    game = game_of("family250", "expert", seed=5)
    samples = 24
    assert resolve("expert", game.rules).label
    agreed = 0
    for number in range(1, 9):
        choice = choose_card(game, 2, number, policy="expert", worlds=samples)
        assert choice.comparison is not None
        worth = {option.what: option.value.value for option in choice.comparison.options}
        group = {other: one.card for one in choice.candidates for other in (one.card, *one.equal)}
        assert worth[group[choice.habit]] == max(worth.values())
        agreed += 1
    assert agreed == 8


@pytest.mark.parametrize("name", ["cutthroat-3h", "bicycle-widow", "universal-5h", "guide-double"])
def test_cards_are_tried_out_in_other_games(name: str) -> None:
    game = game_of(name)
    for number in (1, 2, 4):
        choice = choose_card(game, 2, number, worlds=20)
        assert choice.comparison is not None
        assert choice.comparison.n == 20
