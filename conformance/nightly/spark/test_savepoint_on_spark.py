"""Savepoints on a real Spark: rows as they are read here, and two savepoints compared."""

import json
import subprocess
import sys
from importlib.resources import files

import pytest
import sample_savepoint as sample
import timer_streams
from jsonschema import Draft202012Validator

from copartition.advice.savepoint.rows import part_rows, savepoint_parts
from copartition.flink import KeyGroupRange, key_group
from copartition.flink.checkpoint import FileHandle, OperatorState, SavepointHandle, SubtaskState
from copartition.flink.savepoint import HeapStates
from copartition.flink.serializers import STRING
from copartition.java import Long
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.savepoint import Savepoint, compared, entries
from jarparity.spark.savepoint.comparing import counts

SCHEMA = json.loads((files("jarparity") / "schemas" / "spark-savepoint.schema.json").read_text("utf-8"))


@pytest.fixture
def before(tmp_path):
    return sample.write(tmp_path / "before")


def changed(folder, monkeypatch, **options):
    """The sample, in which user_1 has another total, user_2 none, and user_99 is new."""
    of = sample.states

    def states(key_groups, users=40, *, compressed=False):
        found = of(key_groups, users, compressed=compressed)
        for key, value in (("user_1", Long(99)), ("user_2", None), ("user_99", Long(1))):
            if key_group(key, sample.MAX) in key_groups:
                found.update("total", key, value)
        return found

    monkeypatch.setattr(sample, "states", states)
    return sample.write(folder, **options)


@pytest.mark.parametrize("is_checkpoint", [False, True])
def test_rows_are_what_is_read_here(spark, tmp_path, is_checkpoint):
    path = sample.write(tmp_path / "one", is_checkpoint=is_checkpoint)
    here = [(part.subtask, row) for part in savepoint_parts(path).parts for row in part_rows(part)]
    on_spark = entries(spark, path).collect()
    assert {row["operator"] for row in on_spark} == {sample.UID}
    names = ("subtask", "key_group", "state", "kind", "bytes")
    assert sorted(tuple(row[name] for name in names) for row in on_spark) == sorted(
        (subtask, row.key_group, row.state, row.kind, row.size) for subtask, row in here
    )
    assert sorted(json.loads(row["key"])["value"] for row in on_spark) == sorted(row.key["value"] for _, row in here)


def test_what_stands_twice_counts_twice(spark, tmp_path):
    stream = sample.states(KeyGroupRange(0, 127)).savepoint()
    (tmp_path / "stream").write_bytes(stream.data)
    handle = SavepointHandle(stream.offsets, FileHandle(f"file:{tmp_path / 'stream'}", len(stream.data)))
    for name, subtasks in (("once", 1), ("twice", 2)):
        parts = {at: SubtaskState(managed_keyed=handle) for at in range(subtasks)}
        sample.write_metadata(tmp_path / name, OperatorState("00" * 16, subtasks, 128, parts))
    once, twice = (Savepoint.of(tmp_path / name) for name in ("once", "twice"))
    (_, total) = counts(compared(spark, once, twice))
    assert [total[status] for status in ("missing", "new", "changed", "same")] == [0, 40, 0, 40]
    (_, total) = counts(compared(spark, twice, twice))
    assert [total[status] for status in ("missing", "new", "changed", "same")] == [0, 0, 0, 80]


def test_a_savepoint_and_a_checkpoint_of_the_same_state_are_the_same(spark, before, tmp_path):
    after = sample.write(tmp_path / "after", is_checkpoint=True, version=4)
    found = counts(compared(spark, Savepoint.of(before), Savepoint.of(after)))
    assert [(state["state"], state["missing"], state["new"], state["changed"]) for state in found] == [
        ("pages", 0, 0, 0),
        ("total", 0, 0, 0),
    ]
    assert sum(state["same"] for state in found) == 166


def test_what_differs_is_counted_and_shown(spark, before, tmp_path, monkeypatch):
    after = changed(tmp_path / "after", monkeypatch)
    (_, total) = counts(compared(spark, Savepoint.of(before), Savepoint.of(after)))
    assert {name: total[name] for name in ("missing", "new", "changed", "same")} == {
        "missing": 1, "new": 1, "changed": 1, "same": 38,
    }  # fmt: skip
    first = total["first_changed"]
    assert [json.loads(first[name])["value"] for name in ("key", "before", "after")] == ["user_1", "1", "99"]
    assert json.loads(total["first_missing"]["key"])["value"] == "user_2"
    assert total["first_missing"]["after"] is None
    assert json.loads(total["first_new"]["key"])["value"] == "user_99"
    assert total["first_new"]["before"] is None


def one_group(folder, *streams):
    """A savepoint of the key group 0 of 2, to whose keys is added what else is in the streams."""
    stream = streams[0]
    offsets = {str(group): str(offset) for group, offset in stream.offsets}
    folder.mkdir()
    sample.write_stream(folder, stream.data, offsets, 2)
    return folder


def test_an_entry_in_another_key_group_has_changed(spark, tmp_path):
    states = HeapStates(2, KeyGroupRange(0, 1), STRING, [sample.TOTAL])
    states.update("total", "a", Long(1))
    stream = states.savepoint()
    path = one_group(tmp_path / "one", stream)
    group = key_group("a", 2)
    other = one_group(tmp_path / "other", stream)
    data = bytearray(stream.data)
    place = data.index(bytes([0x80 | group]) + b"\x02a", 200)
    data[place] ^= 1
    (other / "stream").write_bytes(bytes(data))
    (total,) = counts(compared(spark, Savepoint.of(path), Savepoint.of(other)))
    assert (total["changed"], total["same"]) == (1, 0)


def test_timers_at_other_times_are_other_timers(spark, tmp_path):
    by_group = {str(50 + at): str(offset) for at, offset in enumerate(timer_streams.NEWEST_SAVEPOINT_OFFSETS)}
    data = bytes.fromhex(timer_streams.NEWEST_SAVEPOINT)
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        sample.write_stream(tmp_path / name, data, by_group, 128)
    stamp = (1000 ^ -(1 << 63)).to_bytes(8, "big", signed=True)
    assert data.count(stamp) == 1
    later = (1001 ^ -(1 << 63)).to_bytes(8, "big", signed=True)
    (tmp_path / "other" / "stream").write_bytes(data.replace(stamp, later))
    found = counts(compared(spark, Savepoint.of(tmp_path / "one"), Savepoint.of(tmp_path / "other")))
    (event,) = [state for state in found if state["state"] == "_timer_state/event_timers"]
    assert (event["missing"], event["new"], event["changed"], event["same"]) == (1, 1, 0, 2)


def test_damage_is_one_sentence(spark, before):
    path = before / "part-2"
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    with (
        pytest.raises(SparkPipelineError, match=r"^it can't be read: .*part-2, byte \d+, key group \d+: .*explain"),
        explained("it can't be read"),
    ):
        entries(spark, before).collect()


def run(*arguments, cwd):
    command = [sys.executable, "-m", "jarparity", "spark", "savepoint", *arguments, "--master", "local[2]"]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_the_command_writes_rows_and_what_differs(spark, before, tmp_path, monkeypatch):
    changed(tmp_path / "after", monkeypatch)
    code, out, err = run("before", "--out", "rows", "--format", "json", cwd=tmp_path)
    assert code == 0, err
    document = json.loads(out)
    Draft202012Validator(SCHEMA).validate(document)
    assert [(state["state"], state["rows"]) for state in document["states"]] == [("pages", 126), ("total", 40)]
    assert spark.read.parquet(str(tmp_path / "rows")).count() == 166
    asked = ("before", "--compare", "after", "--out", "differing")
    code, out, err = run(*asked, "--format", "json", cwd=tmp_path)
    assert code == 1, err
    document = json.loads(out)
    Draft202012Validator(SCHEMA).validate(document)
    assert document["comparison"]["agrees"] is False
    assert spark.read.parquet(str(tmp_path / "differing")).count() == 3
    code, out, err = run(*asked, cwd=tmp_path)
    assert code == 4
    assert "differing is there already" in err
