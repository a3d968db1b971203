"""The scenario `savepoints` without a JVM: what is read from snapshots, what is written, and what of it is seen."""

import json
from contextlib import contextmanager
from functools import partial

import pytest
from click.testing import CliRunner
from fake_flink_states import FakeStates
from few_jobs import COMPRESSED_WINDOWS, EVERY_JOB, ONE_RUN

from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.lines import Line
from jarparity.measures.live.flink import suite
from jarparity.measures.live.flink.cluster import FLINKS, FlinkCluster, live
from jarparity.measures.live.flink.savepoints import KEY_TYPES, STATES, SavepointsScenario
from jarparity.measures.live.flink.snapshots import OPERATIONS, Snapshots, local
from jarparity.measures.live.scenario import LiveError, NoPredictionError, Oracle
from jarparity.measures.upstream import wrong
from jarparity.originals import read_lock
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

NEW = FLINKS[-1]


@pytest.fixture(scope="module")
def port():
    return open_port()


def steps(port, folder, work, asked=None, flink=NEW):
    @contextmanager
    def opened():
        yield FlinkCluster(FakeStates(port, flink, folder), flink)

    return list(SavepointsScenario(opened, Oracle(asked or port, flink), work=work)())


def faulty(tag):
    return CallablePort(wrong.WrongPort(wrong.wrong(tag)))


@pytest.mark.parametrize("flink", FLINKS, ids=lambda flink: flink.version)
def test_what_really_runs_is_locked(flink):
    assert f"flink-runtime-{flink.version}.jar" in read_lock().jars(live(flink))


def test_what_is_read_and_what_is_restored_agrees(port, tmp_path):
    done = steps(port, tmp_path, EVERY_JOB)
    assert [step.name for step in done if not step.agrees] == []
    assert len(done) == 30
    read = done[0].observed["keys"]
    assert {json.loads(name)["type"] for name in read} | {"boolean"} == set(KEY_TYPES)  # one, whose state is forgotten
    assert {name for of in read.values() for name in of["state"]} == {
        "total", "words", "pages", "sum", "mean", "windows",
    }  # fmt: skip
    assert any(not of["state"] for of in done[2].observed.values())


@pytest.mark.parametrize("work", [ONE_RUN, COMPRESSED_WINDOWS], ids=["one-run", "compressed-windows"])
def test_the_oldest_release_agrees_in_each_kind_of_job(port, tmp_path, work):
    done = steps(port, tmp_path, work, flink=FLINKS[0])
    assert [step.name for step in done if not step.agrees] == []
    assert len(done) > 4


@pytest.mark.parametrize(
    ("work", "tag", "red"),
    [
        (ONE_RUN, "savepoint-key-of-next-group", {"a canonical savepoint", "its own savepoint"}),
        (ONE_RUN, "savepoint-last-pair-not-flagged", {"a canonical savepoint"}),
        (ONE_RUN, "savepoint-list-without-comma", {"a canonical savepoint"}),
        (ONE_RUN, "checkpoint-without-group-number", {"a heap backend's checkpoint"}),
        (ONE_RUN, "metadata-operator-id-swapped", {"NoPredictionError"}),
        (ONE_RUN, "finish-masked", {"NoPredictionError"}),
        (COMPRESSED_WINDOWS, "timer-namespace-before-key", {"a canonical savepoint", "a heap backend's checkpoint"}),
        (COMPRESSED_WINDOWS, "snappy-header-once", {"a canonical savepoint", "a heap backend's checkpoint"}),
    ],
)
def test_a_wrong_port_is_seen(port, tmp_path, work, tag, red):
    try:
        done = steps(port, tmp_path, work, faulty(tag))
    except NoPredictionError:
        assert red == {"NoPredictionError"}
        return
    names = [step.name.removeprefix("windows, ").partition(" that was written") for step in done if not step.agrees]
    assert {name for name, _, _ in names} <= red
    assert names


def test_keys_of_another_group_are_not_found(port, tmp_path):
    done = steps(port, tmp_path, ONE_RUN, faulty("savepoint-key-of-next-group"))
    lost = next(step for step in done if not step.agrees)
    assert lost.name == "a canonical savepoint that was written for 3 subtasks, 301 key groups, restored by 4"
    assert any(of["state"] for of in lost.predicted.values())
    assert not any(of["state"] for of in lost.observed.values())


def test_a_job_that_does_not_start_is_the_writers_fault(port, tmp_path):
    done = steps(port, tmp_path, ONE_RUN, faulty("savepoint-last-pair-not-flagged"))
    failed = next(step for step in done if not step.agrees)
    assert failed.predicted == "the job starts"
    assert failed.observed.startswith("the job fails: submit: IllegalStateException")


def test_state_of_another_subtask_is_seen(port, tmp_path):
    class Shifted(FakeStates):
        def _checkpoint(self, id):  # noqa: A002 - the command's field
            self._jobs[id]["parallelism"] += 1
            path = super()._checkpoint(id)
            self._jobs[id]["parallelism"] -= 1
            return path

    @contextmanager
    def opened():
        yield FlinkCluster(Shifted(port, NEW, tmp_path), NEW)

    done = list(SavepointsScenario(opened, Oracle(port, NEW), work=ONE_RUN)())
    assert [step.name for step in done if not step.agrees] == ["2 subtasks, 301 key groups: a checkpoint"]


def test_a_key_in_two_key_groups_is_seen(port, tmp_path):
    def moved(document, line):
        (answer,) = port.replies("flink.state.savepoint", Line.parse(line), [document])
        if document["direction"] == "decode":
            first = next((each for each in answer.value["entries"].values() if len(each) > 1), None)
            if first is not None:
                answer.value["entries"].setdefault("999", []).append(first.pop())
        return answer.value

    right = {
        name: lambda document, line, name=name: next(iter(port.replies(name, Line.parse(line), [document]))).value
        for name in OPERATIONS
    }
    done = steps(port, tmp_path, ONE_RUN, CallablePort(right | {"flink.state.savepoint": moved}))
    wrong_steps = [step for step in done if not step.agrees]
    assert {step.name.rpartition(": ")[2] for step in wrong_steps} == {"a savepoint", "its own savepoint"}
    assert any(', again in {"keyGroup":999,"subtask":0}' in name for name in wrong_steps[0].predicted["keys"])


def test_what_flink_says_must_be_there(port, tmp_path):
    with pytest.raises(LiveError, match="nothing is a snapshot"):
        Snapshots(Oracle(port, NEW)).read((tmp_path / "nothing").as_uri(), [])


def test_an_operator_must_be_there(port, tmp_path):
    snapshots = Snapshots(Oracle(port, NEW))
    path = snapshots.write(tmp_path / "written", "savepoint", {}, 128, 2)
    with pytest.raises(NoPredictionError, match="gave no operator keyed-long"):
        snapshots.read(path, ["keyed-long"])


def test_streams_elsewhere_are_refused(port, tmp_path):
    metadata = {"direction": "encode", "version": 6, "checkpointId": "1", "master": [], "properties": None}
    snapshots = Snapshots(Oracle(port, NEW))
    entries = {"keyType": "long", "states": list(STATES), "entries": []}
    folder = local(snapshots.write(tmp_path / "written", "savepoint", {"keyed-long": entries}, 1, 1))
    read = snapshots.oracle.ask(
        "flink.checkpoint.metadata", {"direction": "decode", "bytes": (folder / "_metadata").read_bytes().hex()}
    )
    handle = read["operators"][0]["subtasks"]["0"]["managedKeyed"]
    handle["handle"] = {"type": "empty-segment"}
    encoded = snapshots.oracle.ask("flink.checkpoint.metadata", metadata | {"operators": read["operators"]})
    (folder / "_metadata").write_bytes(bytes.fromhex(encoded))
    with pytest.raises(LiveError, match="in empty-segment, which is not read here"):
        snapshots.read(folder.as_uri(), ["keyed-long"])


def test_the_command_runs_each_release_on_a_cluster_of_its_own(port, monkeypatch, tmp_path):
    running = []

    @contextmanager
    def flink(line, originals, tell):
        running.append(line)
        yield FlinkCluster(FakeStates(port, line, tmp_path / line.version), line)
        assert running.pop() is line

    monkeypatch.setattr(suite, "flink_cluster", flink)
    monkeypatch.setattr(suite, "SavepointsScenario", partial(SavepointsScenario, work=ONE_RUN))
    output = tmp_path / "seen.json"
    command = ["live", "flink", "--scenario", "savepoints [12].[23]*", "--format", "json", "--output", str(output)]
    ran = CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False)
    assert ran.return_value == Exit.OK
    report = json.loads(output.read_text("utf-8"))
    assert {step["scene"] for step in report["steps"]} == {"savepoints 1.20.5", "savepoints 2.3.0"}
