import itertools

import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner

from jarparity.cli.spark import spark
from jarparity.columns import Column
from jarparity.keysets.key_set import KeySet
from jarparity.keysets.names import KINDS, TYPES, KeySetError
from jarparity.ports.load import open_port
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.generate import FORMATS, Answered, Written, names, refuse_format
from jarparity.spark.placements import parse_placements
from jarparity.spark.worker_port import WorkerPort

PLACEMENTS = tuple(parse_placements(["flink:max=128", "kafka:partitions=12,line=3.9.2"]))


@pytest.mark.parametrize(
    ("format_", "kind", "key_type", "says"),
    [
        ("xml", "uniform", "string", "format 'xml': one of parquet, csv, json"),
        ("csv", "uniform", "bytes", "csv has no bytes: write parquet"),
        ("json", "uuid", "bytes", "json has no bytes: write parquet"),
        ("json", "adversarial", "double", "json doesn't keep the bits of a NaN: write parquet"),
        ("csv", "adversarial", "float", "csv doesn't keep the bits of a NaN: write parquet"),
        ("csv", "unicode", "string", "csv doesn't keep line ends, .*: write parquet or json"),
        ("csv", "adversarial", "string", "csv doesn't keep line ends, .*: write parquet or json"),
    ],
)
def test_formats_that_would_change_a_key_are_refused(format_, kind, key_type, says):
    with pytest.raises(SparkPipelineError, match=f"^{says}$"):
        refuse_format(format_, kind, key_type)


def test_parquet_holds_every_key():
    for kind, key_type in itertools.product(KINDS, TYPES):
        refuse_format("parquet", kind, key_type)
    assert FORMATS[0] == "parquet"


def test_more_rows_than_the_set_has_are_refused():
    with pytest.raises(KeySetError, match="129 keys: sequential keys of type byte are 128"):
        Written(KeySet("sequential", "byte"), 129)
    with pytest.raises(KeySetError, match="0 keys: at least 1"):
        Written(KeySet("sequential", "byte"), 0)


def test_answers_need_keys_that_come_packed():
    with pytest.raises(SparkPipelineError, match=r"answers need keys of type string, .*; not short"):
        Answered(PLACEMENTS, "short", "key")


@pytest.mark.parametrize("key_type", ["string", "long"])
def test_rows_have_both_answers(key_type):
    keys = KeySet("adversarial", key_type, 3).rows(0, 200)
    column = _column(keys)
    originals = [open_port().bulk(p.operation, p.parameters, _as_kafka_reads(p, column)) for p in PLACEMENTS]
    originals[0] = originals[0].copy()
    originals[0][7] = -1
    block = {
        "rows": pa.array([200], pa.int32()),
        "nulls": pa.array([0], pa.int32()),
        "keys": pa.array([column.data.tobytes()], pa.binary()),
        "answers": pa.array([[answers.tobytes() for answers in originals]], pa.list_(pa.binary())),
    }
    batch = pa.RecordBatch.from_arrays(list(block.values()), list(block))
    (rows,) = Answered(PLACEMENTS, key_type, "user").task(WorkerPort())(iter([batch]))
    assert rows.column("user").to_pylist() == keys.to_pylist()
    for i, placement in enumerate(PLACEMENTS):
        original, ours = (rows.column(name).to_numpy() for name in names(placement))
        assert np.array_equal(original, originals[i])
        assert np.flatnonzero(original != ours).tolist() == ([7] if i == 0 else [])


def _column(keys):
    if pa.types.is_string(keys.type):
        return Column.of_bytes("utf8", [key.encode() for key in keys.to_pylist()])
    return Column.of_array("long", keys.to_numpy())


def _as_kafka_reads(placement, column):
    if placement.form.name == "kafka" and column.kind == "long":
        return Column.of_bytes("binary", [int(key).to_bytes(8, "big", signed=True) for key in column.array()])
    return column


@pytest.mark.parametrize("command", ["generate", "search"])
def test_help_has_examples(command):
    said = CliRunner().invoke(spark, [command, "--help"])
    assert said.exit_code == 0
    assert f"  jarparity spark {command} " in said.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["generate", "x.parquet"], "Missing option '--keys'"),
        (["generate", "x.parquet", "--keys", "0"], "0 is not in the range x>=1"),
        (["generate", "x.parquet", "--keys", "1", "--kind", "gauss"], "'gauss' is not one of"),
        (["search", "--operation", "no.such"], "no operation matches no.such"),
        (["search", "--line", "flink 0.*"], "no release matches flink 0.*"),
        (["search", "--port", "a:b", "--port-cmd", "c"], "exclude each other"),
    ],
)
def test_usage_errors_of_generate_and_search(arguments, says):
    said = CliRunner().invoke(spark, arguments)
    assert said.exit_code != 0
    assert says in said.output + str(said.exception)


def test_rows_may_begin_anywhere_and_are_those_of_the_whole_set():
    keys, first, rows = KeySet("uniform", "string", 3), 70_000, 100_000
    part = Written(keys, rows, first=first)
    blocks = pa.RecordBatch.from_arrays([pa.array([0, 1])], ["id"])
    made = [batch.column(0) for batch in part.batches(iter([blocks]))]
    assert pa.concat_arrays(made).equals(keys.rows(first, first + rows))
    with pytest.raises(KeySetError, match="129 keys: sequential keys of type byte are 128"):
        Written(KeySet("sequential", "byte"), 29, first=100)
