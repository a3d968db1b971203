"""The scenario `sql` without a JVM: keys and accumulators that are read, that are written, and what of it is seen."""

import json
from contextlib import contextmanager
from random import Random

import pytest
from click.testing import CliRunner
from fake_flink_sql import FakeSql

from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.measures.live.flink import sql, suite
from jarparity.measures.live.flink.cluster import FLINKS, SQL_MAIN, FlinkCluster, live_sql
from jarparity.measures.live.flink.queries import QUERIES, drawn, field
from jarparity.measures.live.flink.sql import SqlScenario
from jarparity.measures.live.flink.suite import SUITE
from jarparity.measures.live.scenario import NoPredictionError, Oracle
from jarparity.measures.upstream import wrong
from jarparity.originals import read_lock
from jarparity.ports.callables import CallablePort
from jarparity.ports.load import open_port

NEW = FLINKS[-1]
READ = {"a checkpoint", "a savepoint"}


@pytest.fixture(scope="module")
def port():
    return open_port()


@pytest.fixture(autouse=True)
def few_keys(monkeypatch):
    """A third of the keys: what is tested here is the scenario."""
    monkeypatch.setattr(sql, "_KEYS", 40)
    monkeypatch.setattr(sql, "_NEW", 8)


def steps(port, folder, asked=None, flink=NEW, fake=FakeSql):
    @contextmanager
    def opened():
        yield FlinkCluster(fake(port, flink, folder), flink)

    return list(SqlScenario(opened, Oracle(asked or port, flink))())


def red(done):
    return {
        step.name.partition(" key groups: ")[2].partition(" that was written")[0] for step in done if not step.agrees
    }


@pytest.mark.parametrize("flink", FLINKS, ids=lambda flink: flink.version)
def test_what_really_runs_is_locked(flink):
    names = read_lock().jars(live_sql(flink))
    assert any(name.startswith("flink-table-planner_2.12-") for name in names)
    assert f"flink-cep-{flink.version}.jar" in names


@pytest.mark.parametrize("flink", [FLINKS[0], NEW], ids=lambda flink: flink.version)
def test_what_is_read_and_what_is_restored_agrees(port, tmp_path, flink):
    done = steps(port, tmp_path, flink=flink)
    assert [step.name for step in done if not step.agrees] == []
    assert len(done) == 4 * len(QUERIES)
    kinds = [of["kind"] for of in done[2].observed.values()]
    assert kinds.count("+I") == 8
    assert kinds.count("+U") == 32
    assert any(None in json.loads(name) for name in done[4].observed)


@pytest.mark.parametrize(
    ("tag", "seen"),
    [
        ("savepoint-key-of-next-group", {"a canonical savepoint"}),
        ("checkpoint-without-group-number", {"a heap backend's checkpoint"}),
        ("row-bytes-decimal-little-endian", READ),
        ("row-unpadded", READ),
        ("row-big-endian", READ),
    ],
)
def test_a_wrong_port_is_seen(port, tmp_path, tag, seen):
    done = steps(port, tmp_path, CallablePort(wrong.WrongPort(wrong.wrong(tag))))
    assert red(done)
    assert red(done) <= seen


def test_a_port_that_places_keys_elsewhere_is_seen(port, tmp_path):
    with pytest.raises(NoPredictionError, match="Key group 116 is not in KeyGroupRange"):
        steps(port, tmp_path, CallablePort(wrong.WrongPort(wrong.wrong("finish-masked"))))


def test_keys_in_another_key_group_are_not_found(port, tmp_path):
    done = steps(port, tmp_path, CallablePort(wrong.WrongPort(wrong.wrong("savepoint-key-of-next-group"))))
    lost = next(step for step in done if not step.agrees)
    assert {of["kind"] for of in lost.observed.values()} == {"+I"}


def test_a_key_that_is_missing_and_one_too_many_are_seen(port, tmp_path):
    class Loses(FakeSql):
        def _write(self, name, kind):
            key = min(self._held, key=str)
            held = self._held.pop(key)
            other = tuple("x" if of == "STRING" else None for of in self._query(name).keys)
            if other not in self._held:
                self._held[other] = held
            return super()._write(name, kind)

    done = steps(port, tmp_path, fake=Loses)
    assert red(done) == READ
    step = done[0]
    (missing,) = step.observed.keys() - step.predicted.keys()
    assert step.observed[missing]["keyGroup"] is None
    assert any(name.startswith("the bytes ") for name in step.predicted)


def test_the_operator_is_found_by_its_state(port, tmp_path):
    scenario = Oracle(port, NEW)
    snapshots = FakeSql(port, NEW, tmp_path)._snapshots
    path = snapshots.write(tmp_path / "none", "savepoint", {}, 128, 2)
    with pytest.raises(NoPredictionError, match="gave 0 operators with the state accState"):
        snapshots.keyed(path, "accState")
    assert scenario.line is NEW


def test_accumulators_go_on():
    _, numbers, _ = QUERIES
    assert numbers.added(None, ("a", "1.50", "b")) == ("1", "1.50", "b", "1")
    assert numbers.added(("1", "1.50", "b", "1"), (None, "-1.50", "a")) == ("1", "0.00", "a", "2")
    assert numbers.added(("1", None, "b", "1"), ("x", None, None)) == ("2", None, "b", "2")


def test_a_query_casts_what_it_takes():
    assert QUERIES[0].sql == (
        "SELECT CAST(k0 AS STRING), CAST(COUNT(*) AS STRING), CAST(SUM(v0) AS STRING) FROM "
        "(SELECT CAST(c0 AS STRING) AS k0, CAST(c1 AS BIGINT) AS v0 FROM `rows`) GROUP BY k0"
    )


def test_values_are_fields_of_their_types(port):
    random = Random(1)  # noqa: S311 - the same values in every run
    for of in {of for query in QUERIES for of in query.keys}:
        values = [drawn(random, of) for _ in range(100)]
        documents = [{"fields": [field(of, value)]} for value in values]
        assert len(set(values)) > 2
        assert all(hasattr(reply, "value") for reply in port.replies("flink.table.row-hash", NEW, documents)), of


def test_it_runs_only_when_it_is_asked_for(port, monkeypatch, tmp_path):
    asked = {name for name in SUITE.scenarios if name.startswith("sql")}
    assert asked <= SUITE.on_demand.keys()
    assert not asked & set(SUITE.chosen(()))
    sets = []

    @contextmanager
    def flink(line, originals, tell, *, more, main):
        sets.append((more, main))
        yield FlinkCluster(FakeSql(port, line, tmp_path / line.version), line)

    monkeypatch.setattr(suite, "flink_cluster", flink)
    output = tmp_path / "seen.json"
    command = ["live", "flink", "--scenario", "sql 2.3.0", "--format", "json", "--output", str(output)]
    ran = CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False)
    assert ran.return_value == Exit.OK
    assert sets == [((live_sql(NEW),), SQL_MAIN)]
    assert "flink-sql-live 2.3.0" in json.loads(output.read_text("utf-8"))["originals"]
