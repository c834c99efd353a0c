"""Instant answers: features alike for one hand and many, sound chances, no heavy imports, errors as measured."""

from __future__ import annotations

import errno
import io
import itertools
import json
import math
import subprocess
import sys
import time
from importlib import resources

import numpy as np
import pytest
from click.testing import CliRunner

from pinosim import Hand, load_rules, quick_advice
from pinosim.api.deal import deal_many
from pinosim.api.kernel_inputs import book_of
from pinosim.api.meld import meld_by_trump
from pinosim.api.quick_features import feature_names, hand_features
from pinosim.api.quick_model import chance_between, falling, find_model
from pinosim.api.quick_sample import features_of, play_random_hands
from pinosim.cards import SUITS
from pinosim.cli.at_once import exit_code_at_once
from pinosim.cli.main import cli
from pinosim.core.meld import score_melds
from pinosim.errors import AuctionError, PinosimError
from pinosim.policies.registry import resolve_seats

FAMILY = load_rules("family250")
STRONG = "S:AATKQJ H:A9 D:AJ C:TT"
WEAK = "S:99J H:99J D:99J C:9QT"
FOLDER = resources.files("pinosim").joinpath("fitted/quick")
MODELS = sorted(place.name.removesuffix(".json") for place in FOLDER.iterdir())


@pytest.mark.parametrize("name", ["family250", "guide-double"])
def test_features_of_many_hands_are_those_of_each(name: str) -> None:
    rules = load_rules(name)
    masks = np.ascontiguousarray(deal_many(rules, seed=8, n=40)[:, 0])
    melds = np.zeros((40, 4), np.int64)
    score_melds(masks, *book_of(rules), melds)
    many = features_of(rules, masks, melds)
    deck = rules.deck
    assert many.shape == (40, 4, len(feature_names(deck.ranks, deck.copies)))
    for number in range(40):
        hand = Hand.from_mask(int(masks[number]), deck)
        for place, trump in enumerate(SUITS):
            meld = meld_by_trump(hand, rules)[trump].total
            assert meld == melds[number, place]
            one = hand_features(hand.count, deck.ranks, deck.copies, trump, meld / rules.tricks.ace)
            assert one == many[number, place].tolist()


def test_features_tell_what_they_are_called() -> None:
    hand = Hand("S:AATKQJ H:A9 D:J C:TQK")
    values = dict(zip(feature_names("ATKQJ9", 2), hand_features(hand.count, "ATKQJ9", 2, "S", 21), strict=True))
    assert values["trump A"] == 2
    assert values["run"] == 1
    assert values["run less one"] == 0
    assert values["side aces"] == values["sides with an ace"] == 1
    assert (values["voids"], values["singletons"]) == (0, 1)
    assert (values["pinochles"], values["lone pinochle legs"]) == (1, 0)
    assert values["side marriages"] == 1
    assert values["double run less one"] == 0
    other = dict(zip(feature_names("ATKQJ9", 2), hand_features(hand.count, "ATKQJ9", 2, "C", 0), strict=True))
    assert (other["run"], other["run less two"], other["run less its ace"]) == (0, 1, 0)


def test_chances_fall_with_the_margin_and_stay_chances() -> None:
    margins, logits = [0.0, 5.0, 10.0], falling([3.0, 3.5, -1.0])
    chances = [chance_between(margins, logits, margin / 2) for margin in range(-100, 200)]
    assert all(later <= before for before, later in itertools.pairwise(chances))
    assert 0 < chances[-1] < 0.001
    assert 0.99 < chances[0] < 1
    assert chance_between(margins, logits, 5.0) == pytest.approx(1 / (1 + math.exp(-3.0)))


@pytest.mark.parametrize("rules_hash", MODELS)
def test_every_model_is_whole_and_better_than_no_look_at_the_hand(rules_hash: str) -> None:
    text = FOLDER.joinpath(f"{rules_hash}.json").read_text(encoding="utf-8")
    model = json.loads(text)
    rules = load_rules(model["rules"])
    assert rules.hash == rules_hash
    found = find_model(rules)
    n_features = len(feature_names(rules.deck.ranks, rules.deck.copies))
    assert {len(row) for row in found.make} == {len(found.others), len(found.passing), len(found.total), n_features}
    assert len(found.make) == len(found.margins)
    assert list(found.margins) == sorted(set(found.margins))
    assert found.errors.brier < found.errors.brier_bare
    assert found.errors.chance < 0.06
    assert len(text) < 60_000


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    strong, weak = quick_advice(STRONG, FAMILY, bid=300), quick_advice(WEAK, FAMILY)
    assert (strong.verdict, strong.trump, strong.own_meld) == ("bid", "S", 190)
    assert strong.max_bid is not None
    assert strong.max_bid > 350
    assert weak.verdict in ("pass", "close")
    assert weak.max_bid is None
    assert weak.gain.value < 0
    chances = [chance.value for chance in strong.p_make.values()]
    assert chances == sorted(chances, reverse=True)
    assert strong.by_trump["S"]["ev"] == max(trump["ev"] for trump in strong.by_trump.values())
    assert strong.gain.value == pytest.approx(strong.ev_bid.value - strong.ev_pass.value)
    assert "Instant answer" in str(strong)
    assert "<pre>" in strong._repr_html_()


@pytest.mark.jit
def test_chances_and_points_are_right_on_average() -> None:
    """Over fresh hands the model's chance and points are those of single play-outs, within five standard errors."""
    played = play_random_hands(FAMILY, resolve_seats("hard", FAMILY), 1_500, seed=77)
    chance_off, points_off = [], []
    for number, mask in enumerate(played.masks):
        answer = quick_advice(Hand.from_mask(int(mask), FAMILY.deck), FAMILY, bid=300)
        place = SUITS.index(answer.trump or "S")
        total = int(played.totals[number, place])
        chance_off.append((total >= 300) - answer.p_make[300].value)
        points_off.append((total if total >= 300 else -300) - played.others[number, place] - answer.ev_bid.value)
    for off in (np.array(chance_off), np.array(points_off)):
        assert abs(off.mean()) < 5 * off.std() / math.sqrt(len(off))


def test_the_other_scale_gives_the_same_answer() -> None:
    small = quick_advice(STRONG, load_rules("family250", scale=1), bid=30)
    large = quick_advice(STRONG, FAMILY, bid=300)
    assert small.p_make[30].value == pytest.approx(large.p_make[300].value)
    assert 10 * small.ev_bid.value == pytest.approx(large.ev_bid.value)
    assert 10 * small.gain.high == pytest.approx(large.gain.high)


def test_the_auction_decides_what_may_be_bid() -> None:
    answer = quick_advice(STRONG, FAMILY, auction="250 P 260")
    assert (answer.seat, answer.bid, min(answer.p_make)) == (3, 270, 270)
    assert any("not weighed" in note for note in answer.notes)
    forced = quick_advice(WEAK, FAMILY, auction="P P P")
    assert (forced.forced, forced.verdict, forced.max_bid) == (True, "bid", None)
    assert "passing" not in str(forced)  # which is not allowed
    told = forced.to_dict()
    assert told["ev_pass"] is told["gain"] is told["gain_interval"] is None
    with pytest.raises(AuctionError):
        quick_advice(STRONG, FAMILY, bid=250, auction="250 P 260")


def test_without_a_model_it_is_refused() -> None:
    with pytest.raises(PinosimError, match="no instant answer for"):
        quick_advice("S:AATKQJ H:A99 D:AJ9 C:TT9", load_rules("family250-3h"))
    with pytest.raises(PinosimError, match="no model was fitted"):
        quick_advice(STRONG, load_rules("family250", ["meld.dix=20"]))


def test_a_hand_that_may_name_no_trump_never_makes_a_bid() -> None:
    answer = quick_advice("S:AAAATTTTJJ H:AATTJJ D:KK C:KK", load_rules("guide-double"))
    assert answer.trump is None
    assert answer.verdict == "pass"
    assert answer.p_make[answer.bid].value == 0
    assert answer.ev_bid.value == -answer.bid


def test_the_command_answers_without_numpy_or_kernels() -> None:
    program = (
        "import sys\nfrom pinosim.cli.main import cli\n"
        f"cli.main(['advise', {STRONG!r}, '--quick', '--bid', '300', '--json'], standalone_mode=False)\n"
        "heavy = {'numpy', 'numba', 'pandas', 'scipy', 'matplotlib'} & set(sys.modules)\n"
        "sys.stderr.write(' '.join(sorted(heavy)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert answer["quick"] is True
    assert answer["verdict"] == "bid"
    assert answer["p_make"]["300"]["low"] < answer["p_make"]["300"]["p"]


def test_an_answer_takes_milliseconds() -> None:
    quick_advice(STRONG, FAMILY)
    started = time.thread_time()
    for _ in range(20):
        quick_advice(STRONG, FAMILY, bid=300)
    assert (time.thread_time() - started) / 20 < 0.05


def test_the_command_in_words() -> None:
    run = CliRunner().invoke(cli, ["advise", STRONG, "--quick", "--bid", "300"])
    assert run.exit_code == 0, run.output
    assert run.output.startswith("Bid: 300 with trump S; up to ")


@pytest.mark.parametrize(
    "options",
    [[], ["--bid", "300", "-q"], ["--auction", "250 P", "--seat", "2"], ["--rules", "guide-family", "--dealer", "3"]],
    ids=" ".join,
)
def test_plain_arguments_are_answered_at_once_in_the_same_words(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["advise", *STRONG.split(), "--quick", *options]
    assert exit_code_at_once(arguments) == 0
    assert capsys.readouterr().out == CliRunner().invoke(cli, arguments).output


@pytest.mark.parametrize(
    "arguments",
    [
        ["advise", STRONG, "--bid", "300"],
        ["advise", STRONG, "--quick", "--json"],
        ["advise", STRONG, "--quick", "--score", "0:0"],
        ["advise", STRONG, "--quick", "--bid"],
        ["advise", STRONG, "--quick", "--bid", "-1"],
        ["advise", STRONG, "--quick", "--bid", "251"],
        ["advise", STRONG, "--quick", "--rules", "no-such-rules"],
        ["advise", STRONG, "--quick", "--help"],
        ["advise", "S:AK", "--quick"],
        ["advise", "--quick"],
        ["meld", STRONG, "--quick"],
    ],
    ids=" ".join,
)
def test_anything_else_is_left_to_the_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_at_once(arguments) is None
    assert capsys.readouterr().out == ""


def test_at_once_means_without_click_and_without_reading_rule_files() -> None:
    program = (
        "import sys\nfrom pinosim.cli.at_once import exit_code_at_once\n"
        f"assert exit_code_at_once(['advise', {STRONG!r}, '--quick']) == 0\n"
        "slow = {'numpy', 'click', 'rich', 'numba', 'inspect', 'tomllib', 'hashlib'}\n"
        "sys.stderr.write(' '.join(slow & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""


class FullDisk(io.StringIO):
    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_at_once_a_full_disk_is_said_as_ever(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert exit_code_at_once(["advise", STRONG, "--quick"]) == 1
    assert capsys.readouterr().err.startswith("Error: The disk is full")


def test_ten_bids_around_the_answer_are_shown() -> None:
    answer = quick_advice(STRONG, FAMILY)
    assert answer.max_bid is not None
    line = next(line for line in str(answer).splitlines() if line.startswith("  chance by bid"))
    bids = [int(part.split()[0]) for part in line.removeprefix("  chance by bid").split(",")]
    assert len(bids) == 10
    assert bids[0] < answer.max_bid < bids[-1]
    weak = str(quick_advice("S:J99 H:JT9 D:TJ9 C:KQ9", FAMILY))
    assert "  chance by bid  250 " in weak
