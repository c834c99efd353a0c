import errno
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fake_hands import fake_hands, use_fake_hands
from pinosim.api import simulate as module
from pinosim.api.aggregate import LAYOUTS, count_hands
from pinosim.api.run_folder import RunFolder
from pinosim.api.run_tables import COLUMNS, file_facts, hands_array, hands_table
from pinosim.api.runs import Run
from pinosim.api.simulate import simulate
from pinosim.core import columns as col
from pinosim.errors import PinosimError, RunError
from pinosim.rules.load import load_rules

RULES = load_rules("family250")
SEATS = RULES.seats
DEALS = 4300  # four whole parts and a short one


@pytest.fixture(autouse=True)
def _fake(monkeypatch):
    use_fake_hands(monkeypatch)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # no test pulls the plug, so none waits for the disk


@pytest.fixture
def run(tmp_path):
    return simulate(RULES, DEALS, out=tmp_path / "run", jobs=2)


def content(folder):
    """Bytes of every file of a run by name, the lock aside."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def stop_at(deal):
    def before_each(first_deal):
        if first_deal >= deal:
            raise KeyboardInterrupt

    return before_each


# --- the same bytes however it is made


def test_a_run_does_not_depend_on_the_number_of_threads(tmp_path):
    for jobs in (1, 2, 4):
        simulate(RULES, DEALS, out=tmp_path / f"{jobs}", jobs=jobs)
    one, two, four = (content(tmp_path / f"{jobs}") for jobs in (1, 2, 4))
    assert one == two == four
    assert sorted(one) == sorted(
        ["run.json", "checksums.sha256"]
        + [f"parts/part-{part:06d}.parquet" for part in range(5)]
        + [f"aggregates/{name}.parquet" for name in count_hands(fake_hands(1), SEATS)]
    )


def test_hands_in_the_folder_are_those_that_were_played(run):
    parts = [pq.read_table(run.path / f"parts/part-{part:06d}.parquet") for part in range(5)]
    assert [part.num_rows for part in parts] == [1000, 1000, 1000, 1000, 300]
    np.testing.assert_array_equal(np.hstack([hands_array(part) for part in parts]), fake_hands(DEALS))
    expected = count_hands(fake_hands(DEALS), SEATS)
    for name, rows in run.aggregates.counts.items():
        np.testing.assert_array_equal(rows, expected[name])


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interrupted_run_goes_on_to_the_same_bytes(tmp_path, monkeypatch, run, jobs):
    place = tmp_path / "stopped"
    use_fake_hands(monkeypatch, before_each=stop_at(2500))
    with pytest.raises(KeyboardInterrupt, match=r"of 4,300 hands are finished in .*Give the same command again"):
        simulate(RULES, DEALS, out=place, jobs=jobs)
    assert not list(place.rglob("*.tmp"))
    with pytest.raises(RunError, match=r"not finished.*part-00000\d.*same simulate command"):
        Run.open(place)
    use_fake_hands(monkeypatch)
    simulate(RULES, DEALS, out=place, jobs=jobs)
    assert content(place) == content(run.path)


def test_a_finished_run_is_answered_without_playing(run, monkeypatch):
    before = content(run.path)
    use_fake_hands(monkeypatch, before_each=stop_at(0))
    told = []
    again = simulate(RULES, DEALS, out=run.path, progress=lambda *done: told.append(done))
    assert told == [(DEALS, DEALS)]
    assert again.deals == DEALS
    assert content(run.path) == before


def test_more_deals_make_a_run_longer_and_only_the_new_ones_are_played(run, monkeypatch, tmp_path):
    played = []
    use_fake_hands(monkeypatch, before_each=played.append)
    longer = simulate(RULES, 6100, out=run.path, jobs=1)
    assert min(played) == 4000  # the short part is made whole
    assert longer.deals == len(longer.frame(["bid"])) == 6100
    assert content(run.path) == content(simulate(RULES, 6100, out=tmp_path / "at once").path)


def test_a_run_killed_at_any_moment_goes_on_to_the_same_bytes(tmp_path, run):
    place = tmp_path / "killed"
    script = """
        import sys, time
        from fake_hands import use_fake_hands
        from pinosim.api.simulate import simulate
        from pinosim.rules.load import load_rules

        use_fake_hands(type("Patch", (), {"setattr": staticmethod(setattr)}), lambda first_deal: time.sleep(0.05))
        simulate(load_rules("family250"), 4300, out=sys.argv[1], jobs=2)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(place)]
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)}) as process:
        deadline = time.monotonic() + 30
        while not list(place.glob("parts/part-*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    (place / "parts/.part-000003.parquet.tmp").write_bytes(b"half of it")
    simulate(RULES, DEALS, out=place)
    assert content(place) == content(run.path)


# --- damage


@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "text"])
def test_a_damaged_part_is_named_and_made_anew(run, harm):
    before = content(run.path)
    part = run.path / "parts/part-000002.parquet"
    data = bytearray(part.read_bytes())
    if harm == "flip":
        data[len(data) // 2] ^= 1
    part.write_bytes({"cut": data[:-100], "flip": data, "empty": b"", "text": b"hello"}[harm])
    with pytest.raises(RunError, match=r"part-000002.*damaged.*same simulate command again"):
        Run.open(run.path).frame()
    with pytest.raises(RunError, match=r"part-000002.*same simulate command again"):
        Run.open(run.path, verify=True)
    with pytest.warns(UserWarning, match=r"part-000002.*made anew"):
        simulate(RULES, DEALS, out=run.path)
    assert content(run.path) == before
    assert Run.open(run.path, verify=True).deals == DEALS


@pytest.mark.parametrize(
    "name", ["parts/part-000001.parquet", "aggregates/bids.parquet", "checksums.sha256", "aggregates/scores.parquet"]
)
def test_a_missing_file_is_named_and_made_anew(run, name):
    before = content(run.path)
    (run.path / name).unlink()
    with pytest.raises(RunError, match=r"not finished.*same simulate command again"):
        Run.open(run.path)
    simulate(RULES, DEALS, out=run.path)
    assert content(run.path) == before


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
@pytest.mark.filterwarnings("ignore:.*made anew")
def test_no_flipped_byte_goes_unseen_or_unmended(run, data):
    before = content(run.path)
    name = data.draw(st.sampled_from(sorted(before)))
    harmed = bytearray(before[name])
    if data.draw(st.booleans(), label="cut"):
        del harmed[data.draw(st.integers(0, len(harmed) - 1)) :]
    else:
        harmed[data.draw(st.integers(0, len(harmed) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        (run.path / name).write_bytes(harmed)
        with pytest.raises(RunError):
            Run.open(run.path, verify=True)
        try:
            simulate(RULES, DEALS, out=run.path)
        except RunError:
            assert name == "run.json"  # the order itself is damaged: it can only begin anew
            simulate(RULES, DEALS, out=run.path, resume=False)
        assert content(run.path) == before
    finally:
        for file, was in before.items():
            (run.path / file).write_bytes(was)


def test_a_part_of_another_run_is_not_taken_for_its_own(run, tmp_path):
    before = content(run.path)
    other = simulate(RULES, DEALS, seed=2, out=tmp_path / "other")
    part = "parts/part-000001.parquet"
    (run.path / part).write_bytes((other.path / part).read_bytes())
    sums = RunFolder(run.path).checksums() | {part: RunFolder(other.path).checksums()[part]}
    RunFolder(run.path).write_checksums(sums)
    with pytest.warns(UserWarning, match=r"part-000001.*belongs to another run"):
        simulate(RULES, DEALS, out=run.path)
    assert content(run.path) == before


# --- refusals


@pytest.mark.parametrize(
    ("asked", "difference"),
    [
        ({"seed": 2}, "seed: the folder has 1, asked for is 2"),
        (
            {"policy": "random"},
            "policies: the folder has standard-1,standard-1,standard-1,standard-1, asked for is random-1,",
        ),
        ({"first": 1000}, "number of the first deal: the folder has 0, asked for is 1000"),
        (
            {"rules": load_rules("wocg-single")},
            r"rule set: the folder has family250 \(\w{12}\), asked for is wocg-single",
        ),
        ({"rules": load_rules("family250", ["meld.pinochle=[40, 450]"])}, "rule set: the folder"),
        ({"deals": 3000}, "has 4,300 hands already, asked for are only 3,000"),
    ],
)
def test_another_run_than_the_folders_is_refused_and_the_folder_left_alone(run, asked, difference):
    before = content(run.path)
    with pytest.raises(RunError, match=difference) as refusal:
        simulate(**{"rules": RULES, "deals": DEALS, "out": run.path} | asked)
    assert "hoose another folder" in str(refusal.value)
    assert content(run.path) == before


def test_another_part_size_is_refused(run, monkeypatch):
    monkeypatch.setattr(module, "PART_DEALS", 500)
    with pytest.raises(RunError, match="hands in a part: the folder has 1000, asked for is 500"):
        simulate(RULES, DEALS, out=run.path)


def test_a_run_of_other_kernels_is_kept_when_finished_and_not_continued(run, monkeypatch):
    before = content(run.path)
    use_fake_hands(monkeypatch, kernels="newer")
    with pytest.warns(UserWarning, match="made by other kernels .*left as it is"):
        simulate(RULES, DEALS, out=run.path)
    with pytest.raises(RunError, match=r"made by other kernels .*not continued"):
        simulate(RULES, DEALS + 1, out=run.path)
    assert content(run.path) == before


def test_beginning_anew_replaces_the_run_and_touches_nothing_else(run):
    (run.path / "notes.txt").write_text("mine")
    anew = simulate(RULES, 1200, seed=5, out=run.path, resume=False)
    assert (anew.seed, anew.deals) == (5, 1200)
    assert sorted(path.name for path in run.path.glob("parts/*")) == ["part-000000.parquet", "part-000001.parquet"]
    assert (run.path / "notes.txt").read_text() == "mine"


def test_a_shorter_order_leaves_no_strays_of_a_longer_one(tmp_path, monkeypatch):
    place = tmp_path / "run"
    use_fake_hands(monkeypatch, before_each=stop_at(1000))
    with pytest.raises(KeyboardInterrupt):
        simulate(RULES, DEALS, out=place, jobs=1)
    (place / "parts/part-000004.parquet").write_bytes(b"written, but the machine stopped before it was noted")
    use_fake_hands(monkeypatch)
    simulate(RULES, 2000, out=place)
    assert pd.read_parquet(place / "parts").shape == (2000, col.N_COLUMNS)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"deals": 0}, "deals: expected a whole number from 1 to 10,000,000,000, got 0"),
        ({"deals": -5}, "deals: .*got -5"),
        ({"deals": 10**11}, "deals: .*got 100000000000"),
        ({"deals": 1e6}, r"deals: .*got 1000000\.0"),
        ({"deals": True}, "deals: .*got True"),
        ({"deals": "many"}, "deals: .*got 'many'"),
        ({"seed": -1}, "seed: .*got -1"),
        ({"seed": 2**64}, "seed: .*got 18446744073709551616"),
        ({"first": -1}, "first: .*got -1"),
        ({"first": 2**63}, "first: expected"),
        ({"jobs": 0}, "jobs: .*got 0"),
        ({"policy": 3}, "policy: expected the name of a policy, or one a seat, got 3"),
        ({"policy": ["standard", None, "a", "b"]}, "policy: expected the name of a policy"),
        ({"policy": "standard,random"}, "2 policies were named for 4 seats"),
        ({"policy": "grandmaster"}, "no policy 'grandmaster'"),
        ({"rules": "family250"}, r"rules: expected a rule set from load_rules, got 'family250'"),
    ],
)
def test_numbers_and_names_out_of_range_are_refused(tmp_path, asked, message):
    with pytest.raises(PinosimError, match=message):
        simulate(**{"rules": RULES, "deals": 10, "out": tmp_path / "run"} | asked)
    assert not (tmp_path / "run").exists()


def test_places_that_cannot_hold_a_run_are_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("in the way")
    with pytest.raises(RunError, match=r"'.*file' is a file"):
        simulate(RULES, 10, out=file)
    with pytest.raises(RunError, match=r"Cannot write the run in '.*file/run'"):
        simulate(RULES, 10, out=file / "run")
    with pytest.raises(RunError, match=r"holds 'file' but no run.json"):
        simulate(RULES, 10, out=tmp_path)
    with pytest.raises(RunError, match="cannot be a name"):
        simulate(RULES, 10, out="a\0b")
    with pytest.raises(RunError, match=r"Cannot write the run .*name too long"):
        simulate(RULES, 10, out=tmp_path / ("x" * 300))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_in_the_way_within_a_run_is_named(tmp_path):
    for number, (name, folder) in enumerate(
        (("parts/part-000002.parquet", True), ("parts", False), ("run.json", True))
    ):
        place = tmp_path / str(number)
        blocked = place / name
        (blocked if folder else place).mkdir(parents=True)
        if not folder:
            blocked.write_text("mine")
        if name != "run.json":
            facts = simulate(RULES, DEALS, out=tmp_path / f"other-{number}", jobs=1).path / "run.json"
            (place / "run.json").write_bytes(facts.read_bytes())
        what = "folder" if folder else "file"
        with pytest.raises(RunError, match=rf"at '{blocked}', a {what} is in the way. Move that {what} away"):
            simulate(RULES, DEALS, out=place, jobs=1)
        assert blocked.exists()


def test_a_folder_without_permission_is_refused(tmp_path, monkeypatch):
    def refuse(self, *args, **kwargs):
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(RunError, match=r"Cannot write the run in '.*run': Permission denied"):
        simulate(RULES, 10, out=tmp_path / "run")


def test_a_full_disk_keeps_the_finished_parts(tmp_path, monkeypatch, run):
    place = tmp_path / "full"
    really, calls = os.fsync, []

    def fsync(descriptor):
        calls.append(descriptor)
        if len(calls) > 5:  # run.json, checksums, three parts
            raise OSError(errno.ENOSPC, "No space left on device")
        really(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(RunError, match=r"No room left .* '.*full'.*finished are kept"):
        simulate(RULES, DEALS, out=place, jobs=1)
    assert not list(place.rglob("*.tmp"))
    assert len(list(place.glob("parts/*"))) == 3
    monkeypatch.setattr(os, "fsync", really)
    told = []
    simulate(RULES, DEALS, out=place, progress=lambda done, total: told.append(done))
    assert told[0] == 3000
    assert content(place) == content(run.path)


def test_two_processes_cannot_write_one_folder(run):
    with RunFolder(run.path).locked(), pytest.raises(RunError, match="Another process is writing"):
        simulate(RULES, 9000, out=run.path)


def test_an_error_in_a_thread_stops_the_others_before_it_is_raised(tmp_path, monkeypatch):
    played = []

    def before_each(first_deal):
        played.append(first_deal)
        time.sleep(0.01)
        if first_deal == 1000:
            raise PinosimError("no such card")

    use_fake_hands(monkeypatch, before_each=before_each)
    with pytest.raises(PinosimError, match="no such card"):
        simulate(RULES, 100_000, out=tmp_path / "run", jobs=3)
    n = len(played)
    time.sleep(0.1)
    assert len(played) == n < 40


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "damaged"),
        (b"{}", "damaged: Object missing required field"),
        (b"\xff\xfe", "damaged"),
        (b"[" * 100_000, "damaged"),
        (None, "is not a run's folder: it has no run.json"),
    ],
)
def test_a_folder_that_is_no_run_is_refused(run, text, message):
    place = run.path / "run.json"
    place.unlink() if text is None else place.write_bytes(text)
    with pytest.raises(RunError, match=message):
        Run.open(run.path)
    with pytest.raises(RunError, match="is not a folder"):
        Run.open(run.path / "nowhere")


def test_a_run_of_a_later_format_is_refused(run):
    place = run.path / "run.json"
    place.write_text(place.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(RunError, match="has format 2, this version of pinosim reads 1"):
        Run.open(run.path)


# --- what is in the folder


def test_every_file_says_where_its_numbers_come_from(run):
    order = json.loads((run.path / "run.json").read_text())
    assert {key: order[key] for key in ("command", "rules", "rules_hash", "seed", "deals", "first", "policies")} == {
        "command": "simulate",
        "rules": "family250",
        "rules_hash": RULES.hash,
        "seed": 1,
        "deals": DEALS,
        "first": 0,
        "policies": ["standard-1"] * 4,
    }
    for path in run.path.rglob("*.parquet"):
        facts = file_facts(pq.read_schema(path))
        assert facts["rules_values"] == RULES.to_dict()
        assert (facts["rules_hash"], facts["seed"], facts["policies"]) == (RULES.hash, 1, ["standard-1"] * 4)
    part = pq.read_table(run.path / "parts/part-000004.parquet")
    assert file_facts(part.schema) | {"first_deal": 4000, "hands": 300} == file_facts(part.schema)
    assert all(field.metadata[b"description"] for field in part.schema)


def test_checksums_can_be_checked_with_the_usual_tool(run):
    lines = (run.path / "checksums.sha256").read_text().splitlines()
    assert len(lines) == len(content(run.path)) - 1
    for line in lines:
        digest, name = re.fullmatch(r"(\w{64})  (.+)", line).groups()
        assert hashlib.sha256((run.path / name).read_bytes()).hexdigest() == digest


def test_every_column_is_described_and_none_is_too_narrow():
    assert tuple(COLUMNS) == col.COLUMN_NAMES
    hands = fake_hands(3)
    hands[[row for row, (kind, _) in enumerate(COLUMNS.values()) if kind.bit_width == 32]] = -100_000
    origin = simulate(RULES, 1).facts.origin
    np.testing.assert_array_equal(hands_array(hands_table(hands, origin, 0)), hands)
    hands[col.BIDDER] = 300
    with pytest.raises(ValueError, match="300"):
        hands_table(hands, origin, 0)


# --- the Run itself


@pytest.mark.parametrize("where", ["folder", "memory"])
def test_frame_gives_the_hands_with_the_numbers_of_their_deals(tmp_path, where):
    out = tmp_path / "run" if where == "folder" else None
    run = simulate(RULES, 2500, seed=3, first=700, out=out)
    frame = run.frame()
    assert list(frame) == list(col.COLUMN_NAMES)
    assert (frame.index[0], frame.index[-1], frame.index.name) == (700, 3199, "deal")
    np.testing.assert_array_equal(frame.to_numpy().T, fake_hands(2500, seed=3, first_deal=700))
    assert (frame["dealer"] == frame.index % 4).all()
    pd.testing.assert_frame_equal(run.frame(["outcome", "bid"]), frame[["outcome", "bid"]])
    with pytest.raises(RunError, match=r"no column 'score_bidder'. Did you mean 'score_bidders'"):
        run.frame(["score_bidder"])


def test_a_run_in_memory_too_large_for_its_hands_keeps_the_counts_and_says_so(monkeypatch):
    monkeypatch.setattr(module, "MOST_IN_MEMORY", 2000)
    run = simulate(RULES, 2001)
    assert run.aggregates["bids"]["hands"].sum() == 2001
    with pytest.raises(RunError, match=r"2,001 hands lives in memory and kept only its counts.*out="):
        run.frame()


def test_ctrl_c_in_memory_says_that_nothing_is_kept(monkeypatch):
    use_fake_hands(monkeypatch, before_each=stop_at(2000))
    with pytest.raises(KeyboardInterrupt, match=r"after 2,000 of 4,300 hands. Nothing is kept"):
        simulate(RULES, DEALS, jobs=1)


def test_summary_agrees_with_the_hands(run):
    frame = run.frame()
    numbers = run.summary().to_frame()["value"]
    played = frame[frame["outcome"] != col.NOT_PLAYED]
    expected = {
        "bid made": (frame["outcome"] == col.MADE).mean(),
        "bid made, of the hands played": (played["outcome"] == col.MADE).mean(),
        "set after play": (frame["outcome"] == col.SET).mean(),
        "set without play": (frame["outcome"] == col.NOT_PLAYED).mean(),
        "bid forced on the last seat": frame["forced"].mean(),
        "winning bid": frame["bid"].mean(),
        "trick points of the bidders, of the hands played": played["points_bidders"].mean(),
        "score of the bidders": frame["score_bidders"].mean(),
        "score of the others": frame["score_others"].mean(),
        "meld of one hand, best trump": frame[["meld_s", "meld_h", "meld_d", "meld_c"]].max(axis=1).mean(),
        "one hand with no meld at all": (frame[["meld_s", "meld_h", "meld_d", "meld_c"]].max(axis=1) == 0).mean(),
        "deal with a redeal hand": (frame["redeal_seat"] >= 0).mean(),
    }
    assert numbers.to_dict() == pytest.approx(expected)
    score = run.summary().estimates["score of the bidders"]
    half = 1.96 * frame["score_bidders"].std() / np.sqrt(DEALS)
    assert (score.low, score.high) == pytest.approx((score.value - half, score.value + half), rel=1e-3)


def test_no_redeal_rate_where_the_rule_set_has_no_redeal():
    assert "deal with a redeal hand" not in simulate(load_rules("wocg-single"), 100).summary().estimates


def test_a_run_tells_what_it_is_and_does_not_change(run):
    assert repr(run).startswith(f"Run of 4,300 hands, family250 ({RULES.hash}), seed 1, players: standard-1, in '")
    assert "bid made" in str(run)
    assert run.rules.hash == RULES.hash
    assert (run.deals, run.seed, run.first, run.policies) == (DEALS, 1, 0, ("standard-1",) * 4)
    with pytest.raises(AttributeError, match="does not change"):
        run.rules = None
    with pytest.raises(AttributeError, match="does not change"):
        del run.path


def test_html_is_escaped():
    run = simulate(RULES, 100)
    sly = Run(msgspec.structs.replace(run.facts, rules="<script>"), run.rules, run.aggregates)
    assert "<script>" not in sly._repr_html_()
    assert "&lt;script&gt;" in sly._repr_html_()


@pytest.mark.parametrize("deals", [1, DEALS])
@pytest.mark.parametrize("chart", ["plot_meld", "plot_bids", "plot_tricks"])
def test_charts_show_the_counts(deals, chart):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    run = simulate(RULES, deals)
    ax = getattr(run, chart)()
    assert ax.get_xlabel()
    assert ax.get_ylabel().startswith("%")
    assert run.caption in [text.get_text() for text in ax.texts]
    if chart != "plot_bids":
        shown = sum(bar.get_height() for bar in ax.patches)
        assert 99 <= shown <= 100.001 or (chart, deals) == ("plot_tricks", 1)
    figure, own = plt.subplots()
    assert getattr(run, chart)(own) is own
    plt.close("all")
    assert figure.axes == [own]


def test_policies_by_seat():
    run = simulate(RULES, 1, policy="standard, random ,standard,random")
    assert run.policies == ("standard-1", "random-1", "standard-1", "random-1")
    assert run.caption.endswith("players: standard-1, random-1, standard-1, random-1")
    assert simulate(RULES, 1, policy=["standard", "random"] * 2).facts == run.facts


def test_progress_rises_to_the_whole(tmp_path):
    told = []
    simulate(RULES, DEALS, out=tmp_path / "run", jobs=3, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, DEALS)
    assert told[-1] == (DEALS, DEALS)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert len(told) > 15


def test_the_page_about_runs_names_every_column_and_table():
    page = (Path(__file__).parents[1] / "docs/runs.md").read_text(encoding="utf-8")
    for name, (_, meaning) in COLUMNS.items():
        assert f"| `{name}` | {meaning} |" in page
    for name, layout in LAYOUTS.items():
        assert f"| `{name}` |" in page
        assert all(f"`{column}`" in page for column in layout.columns)


def test_one_hand_is_not_many():
    assert simulate(RULES, 1).caption.startswith("1 hand, family250")
    assert simulate(RULES, 2).caption.startswith("2 hands, ")
