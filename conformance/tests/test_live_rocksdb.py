"""The scenario `rocksdb` without a JVM: what is read, what is written, and what of it is seen."""

import json
from contextlib import contextmanager
from functools import partial

import pytest
from click.testing import CliRunner
from fake_flink_rocksdb import FakeRocksDB, remove_a_file
from few_jobs import EVERY_JOB, NO_JOB, ONE_RUN, WINDOWS

from jarparity.check.outcome import Exit
from jarparity.child_process.worker import RefusedError
from jarparity.cli import main
from jarparity.measures.live.flink import suite
from jarparity.measures.live.flink.cluster import FLINKS, FlinkCluster, live_rocksdb
from jarparity.measures.live.flink.pairs import pairs
from jarparity.measures.live.flink.rocksdb import RocksDBScenario
from jarparity.measures.live.flink.suite import SUITE
from jarparity.measures.live.scenario import Oracle
from jarparity.measures.upstream import wrong
from jarparity.originals import read_lock
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

NEW = FLINKS[-1]
ORDER = "the order of entries in a savepoint"


@pytest.fixture(scope="module")
def port():
    return open_port()


def steps(port, folder, work, asked=None, of=(FakeRocksDB, NEW)):
    fake, flink = of

    @contextmanager
    def opened():
        yield FlinkCluster(fake(port, flink, folder), flink)

    return list(RocksDBScenario(opened, Oracle(asked or port, flink), work)())


@pytest.mark.parametrize("flink", FLINKS, ids=lambda flink: flink.version)
def test_what_really_runs_is_locked(flink):
    names = read_lock().jars(live_rocksdb(flink))
    assert f"flink-statebackend-rocksdb-{flink.version}.jar" in names
    assert any(name.startswith("frocksdbjni-") for name in names)


def test_all_agrees_but_a_heap_backends_order(port, tmp_path):
    done = steps(port, tmp_path, EVERY_JOB)
    other = [step for step in done if not step.agrees]
    assert [step.name.partition(": ")[2] for step in other] == [ORDER, ORDER]
    assert len(done) == 48
    for step in other:
        for place, pairs_in_order in step.predicted.items():
            assert sorted(step.observed[place]) == sorted(pairs_in_order)


def test_on_the_oldest_release_all_agrees_but_that(port, tmp_path):
    done = steps(port, tmp_path, NO_JOB, of=(FakeRocksDB, FLINKS[0]))
    assert [step.name.partition(": ")[2] for step in done if not step.agrees] == [ORDER, ORDER]
    assert len(done) > 4


@pytest.mark.parametrize(
    ("tag", "work"),
    [
        ("savepoint-key-of-next-group", ONE_RUN),
        ("prefix-little-endian", NO_JOB),
        ("timer-namespace-before-key", WINDOWS),
    ],
)
def test_a_wrong_port_is_seen(port, tmp_path, tag, work):
    right = {step.name for step in steps(port, tmp_path / "right", work) if not step.agrees}
    done = steps(port, tmp_path / "wrong", work, CallablePort(wrong.WrongPort(wrong.wrong(tag))))
    red = {step.name: step for step in done if not step.agrees}
    if tag == "prefix-little-endian":  # in key groups of two bytes
        place = "keyed-string, subtask 0"
        step = red[f"3 subtasks, 301 key groups: {ORDER}"]
        assert sorted(step.observed[place]) != sorted(step.predicted[place])
    else:
        assert red.keys() - right


def test_a_file_that_is_missing_is_seen(port, tmp_path):
    class Loses(FakeRocksDB):
        def _write_native(self, name):
            path = super()._write_native(name)
            remove_a_file(path)
            return path

    done = steps(port, tmp_path, NO_JOB, of=(Loses, NEW))
    red = [step for step in done if not step.agrees and ORDER not in step.name]
    names = {step.name.partition(": ")[2] for step in red}
    assert "a checkpoint, full" in names
    assert "a checkpoint, full: what is explained of it" in names
    explained = next(step for step in red if step.name.endswith("explained of it"))
    assert "no" in explained.predicted["restorable"].values()


def test_a_job_that_cannot_take_its_own_savepoint_is_the_writers_fault(port, tmp_path):
    class Fails(FakeRocksDB):
        def _submit(self, name, **description):
            self._restored = description["savepoint"] is not None and "written" in description["savepoint"]
            return super()._submit(name, **description)

        def _stopWithSavepoint(self, id, native=False):  # noqa: A002, FBT002, N802 - the command's name and fields
            if self._restored and self._jobs[id]["job"] == "states":
                return self._refusing(self._none)
            return super()._stopWithSavepoint(id, native)

        def _none(self):
            raise RefusedError("stopWithSavepoint", "CheckpointException", "a key of another key group")

    done = steps(port, tmp_path, ONE_RUN, of=(Fails, NEW))
    failed = [step for step in done if step.predicted == "the job takes it"]
    assert failed
    assert failed[0].observed == "it fails: stopWithSavepoint: CheckpointException: a key of another key group"


def test_pairs_stand_in_their_order():
    # An int of one state, twice; then of another.
    group = "00010000000205410000000107000000028542000000000000000000018500000000ffff"
    stream = bytes(4) + bytes.fromhex(group)
    assert list(pairs(stream, {"4": "0", "5": "4"})) == [(1, "0541"), (1, "0542"), (0, "05")]


def test_it_runs_only_when_it_is_asked_for(port, monkeypatch, tmp_path):
    asked = {name for name in SUITE.scenarios if name.startswith("rocksdb")}
    assert asked <= SUITE.on_demand.keys()
    assert not asked & set(SUITE.chosen(()))
    assert set(SUITE.chosen(("rocksdb *",))) == asked
    more = []

    @contextmanager
    def flink(line, originals, tell, *, more=more):
        sets.append(more)
        yield FlinkCluster(FakeRocksDB(port, line, tmp_path / line.version), line)

    sets = []
    monkeypatch.setattr(suite, "flink_cluster", flink)
    monkeypatch.setattr(suite, "RocksDBScenario", partial(RocksDBScenario, work=NO_JOB))
    output = tmp_path / "seen.json"
    command = ["live", "flink", "--scenario", "rocksdb 2.3.0", "--format", "json", "--output", str(output)]
    ran = CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False)
    assert ran.return_value == Exit.DIFFERS  # the order
    report = json.loads(output.read_text("utf-8"))
    assert sets == [(live_rocksdb(NEW),)]
    assert "flink-rocksdb-live 2.3.0" in report["originals"]
    assert "flink-rocksdb-live 1.16.3" not in report["originals"]
