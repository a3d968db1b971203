"""The scenarios of `jarparity live flink` without a JVM: what is predicted, what is made of observations."""

import json
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from fake_flink import FLINK, FakeFlink

from jarparity.answers import canonical
from jarparity.areas.flink_watermarks.faults import FAULTS
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.faults.ports import wrong_port
from jarparity.lines import Line
from jarparity.measures.live.flink import keys, splits, suite, watermarks
from jarparity.measures.live.flink.cluster import RELEASES, FlinkCluster, flink_cluster, live
from jarparity.measures.live.flink.keys import KEY_TYPES, KeysScenario, sample_keys
from jarparity.measures.live.flink.splits import SplitOwners, SplitsScenario, partitions_of
from jarparity.measures.live.flink.watermarks import Change, Move, Script, WatermarksScenario, predicted_events, scripts
from jarparity.measures.live.scenario import LiveError, Oracle
from jarparity.originals import Lock, Originals, OriginalsRefusedError, OriginalsUnavailableError, read_lock
from jarparity.originals.store import Store
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port


@pytest.fixture(scope="module")
def port():
    return open_port()


@pytest.fixture
def few_keys(monkeypatch):
    """Each type's first keys: what is tested here is the scenario."""
    kept = [key for i, key in enumerate(sample_keys()) if i % 20 == 0]
    monkeypatch.setattr(keys, "sample_keys", lambda: kept)


def faulty(port, operation, wrong):
    """The port, but for one operation, of which `wrong` changes each answer."""
    right = {name: answering(port, name) for name in port.info.operations}
    return CallablePort(right | {operation: lambda document, line: wrong(right[operation](document, line))})


def answering(port, operation):
    return lambda document, line: next(iter(port.replies(operation, Line.parse(line), [document]))).value


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.flink.version)
def test_what_really_runs_is_locked(release):
    jars = read_lock().jars(live(release.flink))
    assert f"flink-runtime-{release.flink.version}.jar" in jars
    assert f"{release.connector.folder}.jar" in jars


def test_another_flink_than_the_lock_says_is_refused(port):
    with pytest.raises(LiveError, match=r"flink-live 1\.20\.5 say that they are Flink 2\.2\.1"):
        FlinkCluster(FakeFlink(port), RELEASES[0].flink)


def test_keys_are_of_every_type_and_all_different():
    found = sample_keys()
    assert {key["type"] for key in found} == set(KEY_TYPES)
    assert len({canonical(key) for key in found}) == len(found) > 500


def test_no_sample_key_is_equal_to_another_in_java():
    values = {kind: [key["value"] for key in sample_keys() if key["type"] == kind] for kind in KEY_TYPES}
    nans = [bits for bits in values["double"] if int(bits, 16) % 2**63 > 0x7FF0000000000000]
    assert nans == ["0x7ff8000000000000"]
    assert [bits for bits in values["float"] if int(bits, 16) % 2**31 > 0x7F800000] == ["0x7fc00000"]
    assert str(-(2**63)) not in values["sql-date"]
    assert str(-(2**63)) in values["long"]


def test_keys_agree_and_are_found_again(few_keys, port):
    fake = FakeFlink(port)
    steps = list(KeysScenario(FlinkCluster(fake, FLINK), Oracle(port, FLINK))())
    assert [step.name for step in steps if not step.agrees] == []
    assert len(steps) == 12
    submitted = [fields for command, fields in fake.asked if command == "submit"]
    restored = [(one["parallelism"], one["savepoint"]) for one in submitted]
    assert restored == [
        (3, None),
        (6, "file:/savepoints/keyed-1"),
        (90, None),
        (40, "file:/savepoints/keyed-3"),
        (3, None),
    ]


@pytest.mark.parametrize(
    ("operation", "wrong", "red"),
    [
        ("flink.key-group.of-key", lambda group: group ^ 1, {"keys"}),
        ("flink.key-group.operator-of-key", lambda subtask: 1 - subtask, {"keys"}),
        ("flink.partitioner.channel", lambda channel: channel + 1, {"keys"}),
        ("flink.key-group.range-of-operator", lambda owned: {**owned, "end": owned["end"] + 1}, {"key groups"}),
        ("flink.key-group.default-max-parallelism", lambda most: most * 2, {"the max parallelism that Flink derives"}),
    ],
)
def test_a_wrong_port_is_seen_with_keys(few_keys, port, operation, wrong, red):
    scenario = KeysScenario(FlinkCluster(FakeFlink(port), FLINK), Oracle(faulty(port, operation, wrong), FLINK))
    assert {step.name.rpartition(": ")[2] for step in scenario() if not step.agrees} == red


def test_state_that_is_lost_is_seen(few_keys, port):
    class Forgetful(FakeFlink):
        def _submit(self, name, **description):
            self._counts.clear()
            return super()._submit(name, **description)

    steps = list(KeysScenario(FlinkCluster(Forgetful(port), FLINK), Oracle(port, FLINK))())
    assert [step.name for step in steps if not step.agrees] == [
        "6 subtasks, 500 key groups, from the savepoint: keys",
        "40 subtasks, 256 key groups, from the savepoint: keys",
    ]


SCRIPT = Script(
    "small",
    2,
    2,
    {"a": 0, "b": 0, "c": 1},
    (
        Move(0, (Change("watermark", "a", 10),)),
        Move(0, (Change("watermark", "b", 5),)),
        Move(1, (Change("watermark", "c", 7),)),
        Move(0, (Change("idle", "b"),)),
        Move(1, (Change("idle", "c"),)),
        Move(0, (Change("register", "d"),)),
        Move(0, (Change("idle", "a"), Change("idle", "d"))),
        Move(1, (Change("watermark", "c", 6),)),
        Move(0, (Change("watermark", "a", 12),)),
    ),
)
TOLD = [[], [], [["watermark", "5"]], [["watermark", "7"]], [["watermark", "10"]], [], [["idle"]], [], None]
"""As Flink documents it; the last, after FLINK-40504, is not written by hand."""


def test_time_is_combined_over_splits_and_then_over_channels(port):
    told = predicted_events(Oracle(port, FLINK), SCRIPT)
    assert told[:7] == [[events] * 2 for events in TOLD[:7]]
    assert told[8] == [[["active"], ["watermark", "12"]]] * 2


def test_time_is_news_only_once(port):
    moves = tuple(Move(0, (Change(*change),)) for change in (("idle", "a"), ("idle", "a"), ("watermark", "a", 3)))
    script = Script("one", 1, 1, {"a": 0}, moves)
    assert predicted_events(Oracle(port, FLINK), script) == [[[["idle"]]], [[]], [[["active"], ["watermark", "3"]]]]


def test_periodic_watermarks_are_combined_when_flink_asks(port):
    moves = (Move(0, (Change("watermark", "a", 9), Change("watermark", "b", 4), Change("watermark", "b", 6))),)
    for periodic, events in ((True, [["watermark", "6"]]), (False, [["watermark", "4"], ["watermark", "6"]])):
        script = Script("two", 1, 1, {"a": 0, "b": 0}, moves, periodic=periodic)
        assert predicted_events(Oracle(port, FLINK), script) == [[events]]


def played_small(port, monkeypatch, change=lambda told: told, oracle_port=None):
    monkeypatch.setattr(watermarks, "scripts", lambda: [SCRIPT])
    told = change(predicted_events(Oracle(port, FLINK), SCRIPT))
    fake = FakeFlink(port, told=dict(enumerate(told, 1)))
    scenario = WatermarksScenario(FlinkCluster(fake, FLINK), Oracle(oracle_port or port, FLINK))
    return list(scenario()), fake


def test_what_receivers_are_told_is_compared(port, monkeypatch):
    (step,), fake = played_small(port, monkeypatch)
    assert step.agrees
    assert step.observed["3 subtask 1: c at 7"] == [[["watermark", "5"]]] * 2
    assert ("addSplit", {"name": "watermarks-1", "split": "d", "subtask": 0}) in fake.asked
    (late,), _ = played_small(port, monkeypatch, lambda told: [[[], []], *told[:-1]])
    assert not late.agrees


@pytest.mark.parametrize("operation", watermarks.OPERATIONS)
def test_a_wrong_port_is_seen_with_time(port, monkeypatch, operation):
    def silent(observations):
        return [
            {name: said[1:] if name == "emitted" else [[] for _ in said] for name, said in one.items()}
            for one in observations
        ]

    (step,), _ = played_small(port, monkeypatch, oracle_port=faulty(port, operation, silent))
    assert not step.agrees


def test_scripts_change_only_splits_that_there_are():
    for script in scripts():
        there = dict(script.splits)
        for move in script.moves:
            for change in move.changes:
                if change.op == "register":
                    assert there.setdefault(change.split, move.subtask) == move.subtask
                assert there[change.split] == move.subtask
                if change.op == "release":
                    del there[change.split]
        assert max(there.values()) < script.sources


def test_scripts_tell_releases_apart(port):
    """FLINK-38454: from 2.2 on, the greatest watermark is emitted before idleness."""
    found = {
        script.name: [predicted_events(Oracle(port, one.flink), script) for one in RELEASES] for script in scripts()
    }
    changed = {name for name, (old, new) in found.items() if old != new}
    assert {"all idle, and back (FLINK-38454, FLINK-40504)", "periodic: all idle, and back"} <= changed
    assert "the least of splits and channels" not in changed


def test_seeded_scripts_are_the_same_in_every_run():
    assert scripts() == scripts()
    assert sum(len(script.moves) for script in scripts()) >= 2 * watermarks._MOVES


def test_restored_splits_are_assigned_in_turn(port):
    found = [[("t", 0), ("t", 1)], [("t", 2)]]
    dealt = SplitOwners(port, RELEASES[1]).assigned([*found[0], *found[1]], 3)
    in_order = sorted(dealt, key=dealt.get)
    restored = SplitOwners(port, RELEASES[1]).restored(found, 3, 2)
    assert [restored[partition] for partition in in_order] == [0, 0, 1]


def test_the_scene_does_not_depend_on_the_order_in_which_readers_got_their_splits(port):
    first, added = partitions_of(splits.TOPICS), splits.added_to(splits.TOPICS, splits.GROWN)
    owners = SplitOwners(port, RELEASES[1])
    assert owners.restored([first, added], 6, 4) == owners.restored([added[::-1], first[::-1]], 6, 4)


class FakeKafka:
    bootstrap = "127.0.0.1:1"

    def __init__(self):
        self.partitions = {}

    def create(self, topic, partitions):
        assert self.partitions.setdefault(topic, partitions) == partitions

    def grow(self, topic, partitions):
        assert self.partitions[topic] < partitions
        self.partitions[topic] = partitions


def splits_scenario(port, monkeypatch, readers, oracle_port=None):
    @contextmanager
    def kafka(originals, tell):
        yield FakeKafka()

    monkeypatch.setattr(splits, "kafka_cluster", kafka)
    cluster = FlinkCluster(FakeFlink(port, readers=readers), FLINK)
    return list(SplitsScenario(cluster, SplitOwners(oracle_port or port, RELEASES[1]), None, print)())


def right_readers(port):
    owners = SplitOwners(port, RELEASES[1])
    first, added = partitions_of(splits.TOPICS), splits.added_to(splits.TOPICS, splits.GROWN)
    restored = owners.restored([first, added], splits.READERS, splits.RESTORED_READERS)

    def readers(partition, job):
        if job["savepoint"] is not None and partition in restored:
            return [restored[partition]]
        return [owners.assigned([partition], job["parallelism"])[partition]]

    return readers


def test_readers_are_compared(port, monkeypatch):
    readers = right_readers(port)
    steps = splits_scenario(port, monkeypatch, readers)
    assert len(steps) == 8
    assert all(step.agrees for step in steps)


@pytest.mark.parametrize("partition", [("clicks", 0), ("users", 2), ("sessions", 7)])
def test_a_partition_that_is_read_twice_is_seen(port, monkeypatch, partition):
    readers = right_readers(port)
    steps = splits_scenario(port, monkeypatch, lambda one, job: readers(one, job) * (1 + (one == partition)))
    assert not all(step.agrees for step in steps)


@pytest.mark.parametrize(
    ("operation", "wrong", "red"),
    [
        ("flink.kafka-source.split-owner", lambda owner: (owner + 1) % 4, 5),
        ("flink.rescale.operator-state", lambda answer: answer[::-1], 1),
        ("java.hash-map.order", lambda order: order[::-1], 1),
        ("flink.kafka-source.enumerator", lambda answers: [*answers[:-1], {}], 1),
    ],
)
def test_a_wrong_port_is_seen_with_splits(port, monkeypatch, operation, wrong, red):
    steps = splits_scenario(port, monkeypatch, right_readers(port), faulty(port, operation, wrong))
    assert sum(not step.agrees for step in steps) == red


def test_the_command_plays_what_is_chosen(few_keys, port, monkeypatch, tmp_path):
    @contextmanager
    def flink(release, originals, tell):
        assert release == FLINK
        yield FlinkCluster(FakeFlink(port), FLINK)

    monkeypatch.setattr(suite, "flink_cluster", flink)
    output = tmp_path / "seen.json"
    command = ["live", "flink", "--scenario", "keys 2*", "--format", "json", "--output", str(output)]
    ran = CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False)
    assert ran.return_value == Exit.OK
    report = json.loads(output.read_text("utf-8"))
    assert {step["scene"] for step in report["steps"]} == {"keys 2.2.1"}
    assert all(step["predicted"] == step["observed"] for step in report["steps"])
    wrong = [*command, "--port", "jarparity.faults.ports:finish_masked"]
    assert CliRunner().invoke(main, wrong, standalone_mode=False, catch_exceptions=False).return_value == Exit.DIFFERS


UNSEEN = {
    "watermark-goes-back",
    "late-split-ignored",
    "broadcast-repeats",
    "broadcast-wakes-by-any",
    "valve-takes-idle",
    "valve-by-channel",
    "listener-idles-in-vain",
}
"""What these do wrong never reaches a receiver's operator: another place makes it good, no channel is shared, or no
listener acts."""


def test_scripts_tell_known_bugs_apart(port, monkeypatch):
    monkeypatch.setattr(watermarks, "_MOVES", 150)
    truth = [predicted_events(Oracle(port, FLINK), script) for script in scripts()]
    for tag in (fault.tag for fault in FAULTS if set(fault.operations) & set(watermarks.OPERATIONS)):
        wrong = wrong_port(tag)
        kept = {name: answering(port, name) for name in watermarks.OPERATIONS}
        oracle = Oracle(CallablePort(kept | {name: wrong[name] for name in kept if name in wrong}), FLINK)
        seen = any(predicted_events(oracle, script) != right for script, right in zip(scripts(), truth, strict=True))
        assert seen is (tag not in UNSEEN), tag


def test_missing_java_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    with pytest.raises(OriginalsUnavailableError, match="No Java that runs was found in JAVA_HOME"):
        CliRunner().invoke(main, ["live", "flink"], standalone_mode=False, catch_exceptions=False)


def test_a_damaged_jar_is_refused_before_anything_starts(monkeypatch, tmp_path):
    flink = RELEASES[0].flink
    originals = Originals(Lock({}, {str(live(flink)): {"a.jar": f"sha256:{'0' * 64}"}}), Store(tmp_path), tmp_path)
    folder = originals.store.line(live(flink))
    folder.mkdir(parents=True)
    (folder / "a.jar").touch()
    monkeypatch.setattr("jarparity.measures.live.java.require_java", lambda: None)
    with pytest.raises(OriginalsRefusedError, match=r"a\.jar is not the JAR that is locked for flink-live 1\.20\.5"):
        flink_cluster(flink, originals, print).__enter__()
