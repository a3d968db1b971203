"""`jarparity spark profile` on a real Spark: against counts made on the driver, and the port against the real JARs."""

import json
from importlib import resources

import jsonschema
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import functions as f

from copartition import flink, kafka
from copartition.java import Long, Tuple
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import key_of
from jarparity.spark.placements import parse_placement, parse_placements
from jarparity.spark.profile import document
from jarparity.spark.profile.joining import Other
from jarparity.spark.profile.profiling import Keyed, Wanted, profile, profile_of

ROWS = 20_000
BOTH = tuple(parse_placements(["flink:max=128,parallelism=6", "kafka:partitions=12"]))


@pytest.fixture(scope="module")
def table():
    """Keys below 700, small ones more often, some null; as a Long, an Integer and as text."""
    random = np.random.default_rng(20261121)
    ids = (random.random(ROWS) ** 3 * 700).astype(np.int64) - 300
    known = random.random(ROWS) > 0.01
    return pa.table(
        {
            "id": pa.array(ids, mask=~known),
            "small": pa.array(ids.astype(np.int32), mask=~known),
            "name": pa.array([str(i) if there else None for i, there in zip(ids, known, strict=True)]),
            "size": pa.array(random.integers(0, 2000, ROWS)),
        }
    )


@pytest.fixture(scope="module")
def frame(spark, table, tmp_path_factory):
    path = tmp_path_factory.mktemp("profile") / "rows.parquet"
    pq.write_table(table, path, row_group_size=ROWS // 4)
    return spark.read.parquet(str(path)).repartition(3)


def keyed(frame, *columns, name="rows.parquet", key_type=None):
    return Keyed(frame, name, key_of(frame.schema, columns, key_type))


def expected(table, column):
    """Rows, keys and bytes by key group and by partition, counted here."""
    rows = table.filter(pa.compute.is_valid(table[column]))
    keys, sizes = rows[column].combine_chunks(), rows["size"].to_numpy()
    distinct = keys.unique()
    return {
        "key group": (flink.key_groups(keys, 128), flink.key_groups(distinct, 128), sizes, 128),
        "partition": (kafka.partitions(keys, 12), kafka.partitions(distinct, 12), sizes, 12),
    }


@pytest.mark.parametrize(("column", "distinct"), [("id", False), ("name", True)])
def test_loads_are_what_was_counted_here(frame, table, column, distinct):
    wanted = Wanted(BOTH, tries={"max": (64,), "partitions": (24,)}, size_column="size", distinct=distinct)
    found = profile(keyed(frame, column), wanted)
    on_spark = {row["of"]: [] for row in document.loads_table(found).to_pylist()}
    for row in document.loads_table(found).to_pylist():
        on_spark[row["of"]].append((row["rows"], row["keys"], row["bytes"]))
    for of, (slots, of_keys, sizes, count) in expected(table, column).items():
        rows = np.bincount(slots, minlength=count).tolist()
        keys = np.bincount(of_keys, minlength=count).tolist() if distinct else [None] * count
        bytes_ = np.bincount(slots, weights=sizes, minlength=count).astype(int).tolist()
        assert on_spark[of] == list(zip(rows, keys, bytes_, strict=True))
    assert found.data.nulls == table[column].null_count
    (other,) = [other for other in found.placed[1].others if other.setting == 24]
    keys = table[column].drop_null()
    assert other.moves["rows"] == np.count_nonzero(kafka.partitions(keys, 12) != kafka.partitions(keys, 24))
    maximum, now = found.placed[0].owned.others
    assert (maximum.setting, now.setting) == (64, 128)
    assert now.skews == found.placed[0].load.skews
    assert maximum.skews["rows"].total == found.data.rows


@pytest.mark.parametrize("distinct", [False, True])
def test_top_keys(frame, table, distinct):
    found = profile(keyed(frame, "name"), Wanted(BOTH, distinct=distinct, top=5))
    counts = {row["values"]: row["counts"] for row in table["name"].drop_null().value_counts().to_pylist()}
    most = sorted(counts.values(), reverse=True)[:5]
    assert [top.at_least for top in found.top] == most
    assert (found.missed == 0) is distinct or found.missed <= ROWS / 1025 + 3
    for top in found.top:
        assert top.at_least <= counts[top.key] <= top.at_most
        there = (flink.operator_of_key(top.key, 128, 6), kafka.partition_for_key(top.key.encode(), 12))
        assert top.slots == there


@pytest.mark.parametrize("column", ["id", "name"])
def test_port_and_originals_agree(frame, column):
    by_port, by_original = (
        profile(keyed(frame, column), Wanted(BOTH, {"partitions": (7,)}, size_column="size", by_original=original))
        for original in (False, True)
    )
    assert by_original.by == "flink 2.3.0, kafka-clients 4.4.0"
    ours, theirs = by_port.to_json(), by_original.to_json()
    for placement in (*ours["placements"], *theirs["placements"]):
        del placement["name"]
    assert ours["placements"] == theirs["placements"]
    assert ours["topKeys"] == theirs["topKeys"]


def test_a_wrong_port_differs_from_the_originals(frame):
    wanted = Wanted(BOTH[1:], port="jarparity.faults.ports:sign_abs")
    wrong, right = (profile(keyed(frame, "name"), of) for of in (wanted, Wanted(BOTH[1:], by_original=True)))
    assert wrong.placed[0].load.counts["rows"].tolist() != right.placed[0].load.counts["rows"].tolist()


def test_a_join_on_look_alike_keys(frame, table):
    wanted = Wanted(BOTH, by_original=True)
    found = profile(keyed(frame, "id"), wanted, Other(keyed(frame, "name", name="other"), BOTH[1])).join
    ids = table["id"].drop_null()
    distinct = ids.unique()
    apart = kafka.partitions(distinct, 12) != kafka.partitions(distinct.cast(pa.string()), 12)
    assert (found.shared_keys, found.keys_apart) == (len(distinct), np.count_nonzero(apart))
    assert (found.left.rows, found.left.nulls, found.right.keys) == (len(ids), table["id"].null_count, len(distinct))
    of_rows = kafka.partitions(ids, 12) != kafka.partitions(ids.cast(pa.string()), 12)
    assert (found.shared_rows, found.rows_apart) == (2 * len(ids), 2 * np.count_nonzero(of_rows))
    assert not found.local
    assert found.reasons[0].startswith("the key types differ: long and string")
    for example in found.examples:
        assert example.left == kafka.partition_for_key(int(example.key).to_bytes(8, "big", signed=True), 12)
        assert example.right == kafka.partition_for_key(example.key.encode(), 12)


def test_a_join_of_integers_and_longs_in_flink_parts_the_negative_ones(frame, table):
    found = profile(keyed(frame, "small"), Wanted(BOTH), Other(keyed(frame, "id"))).join
    distinct = table["id"].drop_null().unique()
    small = flink.operator_indexes(distinct.cast(pa.int32()), 128, 6)
    assert found.keys_apart == np.count_nonzero(small != flink.operator_indexes(distinct, 128, 6)) > 0
    assert all(example.key.startswith("-") for example in found.examples)


def test_a_join_with_another_number_of_partitions(frame):
    other = Other(keyed(frame, "id"), parse_placement("kafka:partitions=13"))
    found = profile(keyed(frame, "id"), Wanted(BOTH), other).join
    assert found.reasons == ("the numbers of partitions differ: 12 and 13",)
    assert found.keys_apart > found.shared_keys / 2


def test_a_notebook_profiles_in_one_call(frame, table):
    found = profile_of(frame, "name", "kafka:partitions=12", size_column="size", top=1)
    assert found.data.rows == ROWS - table["name"].null_count
    assert len(found.top) == 1
    assert frame.sparkSession.range(3).count() == 3


def test_a_join_of_another_family_is_refused_before_anything_is_counted(frame):
    other = Other(keyed(frame, "id"), parse_placement("kafka:partitions=13"))
    with pytest.raises(SparkPipelineError, match="no --as is of kafka, so there is nothing to compare"):
        profile(keyed(frame, "id"), Wanted(BOTH[:1]), other)


@pytest.mark.parametrize(
    ("column", "change", "what"),
    [
        ("size", lambda c: -c, "sizes must be 0 or more, and none missing, but there is -"),
        ("size", lambda c: f.when(c > 5, c), "there is a null"),
        ("size", lambda c: c.cast("double"), "--size-column size is double: sizes are whole numbers"),
        ("gone", None, "--size-column gone: there are 0 such columns; there are id, small, name, size"),
    ],
)
def test_malformed_sizes(frame, column, change, what):
    changed = frame if change is None else frame.withColumn("size", change(f.col("size")))
    with pytest.raises(SparkPipelineError, match=what) as raised:
        profile(keyed(changed, "id"), Wanted(BOTH, size_column=column))
    assert "\n" not in str(raised.value)


def test_composite_keys_are_placed_by_the_originals(frame, table):
    wanted = Wanted(BOTH[:1], top=3, by_original=True)
    known = frame.where("id is not null")
    found = profile(keyed(known, "name", "id"), wanted)
    assert found.data.key_type == "tuple(string,long)"
    assert found.data.rows == ROWS - table["id"].null_count
    for top in found.top:
        name, number = top.key.strip("()").split(", ")
        assert top.slots == (flink.operator_of_key(Tuple((name, Long(int(number)))), 128, 6),)


def test_the_document_fits_its_schema(frame):
    wanted = Wanted(BOTH, {"partitions": (24,), "max": (256,)}, size_column="size", distinct=True)
    found = profile(keyed(frame, "id"), wanted, Other(keyed(frame, "name")))
    schema = json.loads(resources.files("jarparity").joinpath("schemas/spark-profile.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(document.json_text(found)), schema)
