import errno
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

from jarparity.answers import NoAnswer, Skip, Value
from jarparity.columns import Column
from jarparity.ports import PortError
from jarparity.ports.load import open_port
from jarparity.spark.blocks import block_of, read_blocks
from jarparity.spark.comparing import KeyComparison
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.placements import parse_placement
from jarparity.spark.worker_port import WorkerPort, packed, ship_packages

GROUPS = parse_placement("flink:max=128,line=2.3.0")
PARTITIONS = parse_placement("kafka:partitions=7,line=4.3.1")


def batch(keys, rows, *answers, nulls=0):
    """A batch of one block."""
    return pa.RecordBatch.from_arrays(
        [
            pa.array([rows], pa.int32()),
            pa.array([nulls], pa.int32()),
            pa.array([keys], pa.binary()),
            pa.array([list(answers)], pa.list_(pa.binary())),
        ],
        ["rows", "nulls", "keys", "answers"],
    )


def packed_column(type_, values):
    match type_:
        case "string":
            return Column.of_bytes("utf8", [value.encode() for value in values])
        case "bytes":
            return Column.of_bytes("binary", values)
        case "boolean":
            return Column.of_array("boolean", np.array(values, np.uint8))
        case _:
            return Column.of_array(type_, np.array(values))


def asked(port, placement, block):
    class Opened(WorkerPort):
        def open(self):
            return port

    return Opened().places(placement, block)


KEYS = {
    "string": ["user-1", "", "😀", "äöü", "polygenelubricants"],
    "long": [-1, 0, 7, -(2**63), 2**63 - 1],
    "integer": [-1, 0, 7, -(2**31), 2**31 - 1],
    "double": [0.0, -0.0, float("nan"), 1.5, -1e300],
    "boolean": [True, False, True, True, False],
    "bytes": [b"", b"\xff", b"abc", b"abcd", b"abcde"],
}


def originals(type_, placement):
    """What our port answers to single keys: the same as the originals, and not by columns."""
    block = next(read_blocks(type_, batch(packed_column(type_, KEYS[type_]).data.tobytes(), 5)))
    port = SimpleNamespace(bulk=lambda *_: None, replies=open_port().replies)
    places = asked(port, placement, block)
    assert not places.replies
    return places.answers


@pytest.mark.parametrize(
    ("type_", "placement"),
    [(type_, GROUPS) for type_ in KEYS if type_ != "bytes"]
    + [(type_, PARTITIONS) for type_ in ("string", "bytes", "long", "integer", "double")],
)
def test_only_keys_that_differ_come_back_with_what_they_are(type_, placement):
    answers = originals(type_, placement)
    wrong = answers.copy()
    wrong[3] += 1
    keys = packed_column(type_, KEYS[type_]).data.tobytes()
    comparison = KeyComparison((placement, placement), type_)
    agreed, found = comparison([batch(keys, 5, answers.tobytes(), wrong.tobytes(), nulls=2)])
    assert agreed.num_rows == 1
    counts, difference = found.to_pylist()
    assert counts["finding"] == "counts"
    assert (counts["rows"], counts["nulls"], counts["differing"]) == (5, 2, 1)
    assert difference["key"] == KEYS[type_][3]
    assert (difference["original"], difference["port"]) == (answers[3] + 1, answers[3])
    assert (difference["placement"], difference["line"]) == (str(placement), str(placement.line))


@pytest.mark.parametrize("type_", KEYS)
def test_differing_keys_become_a_block_again(type_):
    again = block_of(type_, KEYS[type_])
    assert again.keys.tobytes() == packed_column(type_, KEYS[type_]).data.tobytes()
    assert repr(again.values(range(5))) == repr(KEYS[type_])


def test_differing_documents_become_a_block_again():
    keys = [{"type": "short", "value": "7"}, {"type": "null", "value": None}]
    assert block_of("short", [json.dumps(key) for key in keys]).documents() == keys


def test_documents_are_compared_with_the_errors_of_both_sides():
    keys = [{"type": "short", "value": "7"}, {"type": "bytes", "value": "00"}, {"type": "byte", "value": "1"}]
    lines = "".join(f"{json.dumps(key)}\n" for key in keys).encode()
    identity = {"error": {"kind": "IdentityHashedKey", "message": "other words"}}
    right = [{"value": 113}, identity, {"value": 86}]
    place = {
        row: next(iter(open_port().replies(GROUPS.operation, GROUPS.line, [{"key": key, "maxParallelism": 128}]))).value
        for row, key in enumerate(keys)
        if row != 1
    }
    right[0]["value"], right[2]["value"] = place[0], place[2]
    swapped = [identity, {"value": 5}, {"value": place[2]}]
    comparison = KeyComparison((GROUPS, GROUPS), "short")
    batches = [batch(lines, 3, json.dumps(right).encode(), json.dumps(swapped).encode())]
    agreed, found = comparison(batches)
    assert [row["differing"] for row in agreed.to_pylist()] == [0]
    counts, first, second = found.to_pylist()
    assert counts["differing"] == 2
    assert first["original_threw"] == "IdentityHashedKey: other words"
    assert first["port"] == place[0]
    assert second["original"] == 5
    assert second["port_said"].startswith("IdentityHashedKey: bytes keys hash by identity")


def test_an_answer_that_is_no_int_differs_even_from_0():
    def answered(operation, line, inputs):
        return iter([Value("0"), Value(value=True), Skip("no"), NoAnswer("crashed", "x"), Value(2**40)])

    port = SimpleNamespace(bulk=lambda *_: None, replies=answered)
    block = next(read_blocks("integer", batch(packed_column("integer", KEYS["integer"]).data.tobytes(), 5)))
    assert sorted(asked(port, GROUPS, block).replies) == [0, 1, 2, 3, 4]


def test_findings_have_the_declared_columns():
    comparison = KeyComparison((GROUPS,), "long")
    (found,) = comparison([batch(b"", 0, b"")])
    assert [column.split()[0].strip("`") for column in comparison.rows.ddl.split(", ")] == found.schema.names


def test_executors_need_numpy_and_pyarrow_and_nothing_else(tmp_path):
    program = f"""
import sys
import tempfile
import zipfile
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {{"click", "rich", "hypothesis", "jsonschema", "platformdirs", "referencing",
                                      "pyspark", "py4j", "jpype"}}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
sys.path[:0] = [{str(packed("jarparity"))!r}, {str(packed("copartition"))!r}]
from jarparity.spark.comparing import KeyComparison
import jarparity
from jarparity.spark.worker_port import WorkerPort
print(jarparity.__file__, WorkerPort().open().info.name)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert ".zip" in done.stdout
    assert done.stdout.split()[1] == "copartition"


def test_executors_find_the_areas_of_a_zip():
    program = """
import sys, importlib.metadata
sys.path.insert(0, sys.argv[1])
print(*sorted(point.name for point in importlib.metadata.entry_points(group="jarparity.areas")))
"""
    # Without site-packages: the zip is all that an executor may have.
    command = [sys.executable, "-S", "-E", "-c", program, str(packed("jarparity"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"flink_groups", "kafka_partitioner"} < set(done.stdout.split())


def test_the_driver_goes_on_importing_what_is_installed(monkeypatch):
    here = [*sys.path]
    monkeypatch.setattr(sys, "path", here)
    shipped = []

    def add(path):  # as Spark does it: its copy comes first, and goes with the session
        shipped.append(path)
        sys.path.insert(1, f"/gone/{path}")

    context = SimpleNamespace(master="spark://somewhere:7077", addPyFile=add)
    assert ship_packages(SimpleNamespace(sparkContext=context), ["jarparity", "copartition.port"]) is None
    assert [Path(path).name.partition("-")[0] for path in shipped] == ["jarparity", "copartition"]
    assert not [path for path in sys.path if path.startswith("/gone")]


def test_a_package_that_a_zip_cannot_hold_is_refused(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "native_port").mkdir()
    (tmp_path / "native_port" / "__init__.py").write_text("")
    (tmp_path / "native_port" / "fast.so").write_bytes(b"")
    with pytest.raises(SparkPipelineError, match=r"native_port has compiled parts \(fast.so\)"):
        packed("native_port")
    with pytest.raises(SparkPipelineError, match="there is no Python package 'absent_port'"):
        packed("absent_port")


def test_a_zip_that_fails_leaves_nothing(tmp_path, monkeypatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "any_port.py").write_text("")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(zipfile.ZipFile, "write", full)
        with pytest.raises(OSError, match="No space left"):
            packed("any_port")
    assert list(temporary.iterdir()) == []
    made = packed("any_port")
    assert list(temporary.iterdir()) == [made]


def test_a_port_that_is_not_on_the_executor_is_named():
    with pytest.raises(PortError, match="absent_port"):
        list(KeyComparison((GROUPS,), "long", WorkerPort("absent_port:PORT"))([]))
