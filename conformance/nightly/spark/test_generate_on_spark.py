"""Key sets, as Spark writes them."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from jarparity.keysets.key_set import KeySet
from jarparity.keysets.names import CAPACITY, TYPES
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.generate import Answered, Written, names, write
from jarparity.spark.inputs import Source
from jarparity.spark.placements import parse_placements
from jarparity.spark.worker_port import WorkerPort

ROWS = 150_000
"""More than two blocks, and no whole number of them."""


def rows_of(array):
    return sorted(array.to_pylist())


@pytest.mark.parametrize("tasks", [1, 3])
def test_any_number_of_tasks_writes_the_same_rows(spark, tmp_path, tasks):
    keys = KeySet("zipf", "string", 11)
    target = tmp_path / "keys"
    write(Written(keys, ROWS, "user", tasks).frame(spark), str(target), "parquet")
    assert (target / "_SUCCESS").is_file()
    assert len(list(target.glob("*.parquet"))) == tasks
    assert rows_of(pq.read_table(target).column("user")) == rows_of(keys.rows(0, ROWS))


def test_every_type_has_its_column(spark):
    for key_type in TYPES:
        keys = KeySet("adversarial", key_type, 3)
        made = Written(keys, min(CAPACITY[key_type], 500)).frame(spark).toArrow().column("key").combine_chunks()
        expected = keys.rows(0, len(made))
        if key_type in ("double", "float"):
            made, expected = (each.to_numpy().view(f"u{expected.type.bit_width // 8}") for each in (made, expected))
            assert np.array_equal(made, expected)
        else:
            assert made.to_pylist() == expected.to_pylist()


@pytest.mark.parametrize(
    ("format_", "kind", "key_type"),
    [
        ("json", "unicode", "string"),
        ("json", "adversarial", "string"),
        ("csv", "uuid", "string"),
        ("csv", "adversarial", "long"),
    ],
)
def test_what_is_written_can_be_read_again(spark, tmp_path, format_, kind, key_type):
    keys = KeySet(kind, key_type, 5)
    target = str(tmp_path / "keys")
    write(Written(keys, 2000).frame(spark), target, format_)
    schema = "key bigint" if key_type == "long" else "key string"
    read = Source.of(target, format_, schema).read(spark).toArrow().column("key")
    assert rows_of(read) == rows_of(keys.rows(0, 2000))


def test_what_is_there_stays(spark, tmp_path):
    frame = Written(KeySet("sequential", "long"), 10).frame(spark)
    target = str(tmp_path / "keys")
    write(frame, target, "parquet")
    with pytest.raises(SparkPipelineError, match=r"can't be written as parquet: .*already exists"):
        write(frame, target, "parquet")
    write(frame, target, "parquet", overwrite=True)
    assert pq.read_table(target).num_rows == 10


@pytest.mark.parametrize(
    ("port", "differs"), [(None, [False, False, False]), ("jarparity.faults.ports:sign_abs", [True, True])]
)
def test_golden_rows_have_both_answers(spark, originals, tmp_path, port, differs):
    texts = ["kafka:partitions=7", "kafka:partitions=7,line=2.0.1", "flink:max=128,parallelism=5"]
    placements = tuple(parse_placements(texts[: len(differs)]))
    golden = Answered(placements, "string", "key", WorkerPort(port))
    keys = KeySet("adversarial", "string", 2)
    target = str(tmp_path / "golden")
    write(golden.frame(Written(keys, 3000).frame(spark), originals), target, "parquet")
    table = pq.read_table(target)
    assert rows_of(table.column("key")) == rows_of(keys.rows(0, 3000))
    assert [count > 0 for count in golden.differing(spark, target, "parquet")] == differs
    for placement, expected in zip(placements, differs, strict=True):
        original, ours = (table.column(name).to_pylist() for name in names(placement))
        assert (original != ours) is expected
        assert None not in original
