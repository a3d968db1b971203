from dataclasses import replace

import pytest

from jarparity import registry
from jarparity.key_placements import KeyPlacement, Setting
from jarparity.lines import Line
from jarparity.spark import placements
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.placements import parse_placement, parse_placements, settings, syntax

LINES = [Line.parse(name) for name in ("flink 1.16.3", "flink 2.3.0", "kafka-clients 3.10.0", "kafka-clients 3.9.2")]


@pytest.mark.parametrize(
    ("text", "operation", "parameters", "line", "place"),
    [
        ("flink:max=128", "flink.key-group.of-key", {"maxParallelism": 128}, "flink 2.3.0", "key group"),
        (
            "flink:parallelism=4,max=128,line=1.16.3",
            "flink.key-group.operator-of-key",
            {"maxParallelism": 128, "parallelism": 4},
            "flink 1.16.3",
            "subtask",
        ),
        (
            "kafka:partitions=12",
            "kafka.partitioner.partition-for-key",
            {"partitions": 12},
            "kafka-clients 3.10.0",
            "partition",
        ),
    ],
)
def test_a_placement_is_read(text, operation, parameters, line, place):
    found = parse_placement(text, LINES)
    assert (found.operation, found.parameters, str(found.line), found.form.slot) == (operation, parameters, line, place)
    assert parse_placement(str(found), LINES) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("spark:max=1", "it must begin with flink or kafka, not 'spark'"),
        ("flink", "max is missing; write it as flink:max=128,parallelism=4"),
        ("flink:parallelism=7", "max is missing; write it as flink:max=128,parallelism=7"),
        ("flink:parallelism=300", "max is missing; write it as flink:max=300,parallelism=300"),
        ("flink:parallelism=9, line=1.16.3", "max is missing; write it as flink:max=128,parallelism=9,line=1.16.3"),
        ("flink:parallelism=0", "max is missing; write it as flink:max=128,parallelism=4"),
        ("flink:line=1.16.3", "max is missing; write it as flink:max=128,line=1.16.3"),
        ("kafka:line=3.9.2", "partitions is missing; write it as kafka:partitions=12,line=3.9.2"),
        ("flink:max=0", "max must be a whole number from 1 to 32768, not 0"),
        ("flink:max=32769", "max must be a whole number from 1 to 32768, not 32769"),
        ("flink:max=٣", "max must be a whole number"),
        ("flink:max=4,parallelism=5", "parallelism=5 exceeds max=4"),
        ("flink:max=4,max=5", "each name once"),
        ("flink:max=4,partitions=5", "it has no partitions"),
        ("kafka:partitions=-1", "partitions must be a whole number"),
        ("kafka:partitions=2,line=9.9", "there is no line 9.9; there are 3.9.2, 3.10.0"),
        ("kafka:12", "'12' must be a name, = and a number"),
    ],
)
def test_a_wrong_placement_names_the_fix(text, said):
    with pytest.raises(SparkPipelineError) as raised:
        parse_placement(text, LINES)
    assert said in str(raised.value)


def test_every_placement_is_compared_once_and_there_must_be_one():
    assert len(parse_placements(["flink:max=128", "flink:max=128,line=2.3.0", "flink:max=127"], LINES)) == 2
    with pytest.raises(SparkPipelineError, match="name a placement"):
        parse_placements([], LINES)


def test_help_texts_are_made_of_what_areas_declare():
    assert syntax() == "flink:max=N[,parallelism=N][,line=VERSION] or kafka:partitions=N[,line=VERSION]"


def test_slots_that_own_others_are_placed_by_the_operation_with_a_setting_less():
    operators = parse_placement("flink:max=128,parallelism=4", LINES)
    assert operators.owned() == parse_placement("flink:max=128", LINES)
    assert (operators.slots, operators.owned().slots) == (4, 128)
    partitions = parse_placement("kafka:partitions=12", LINES)
    assert partitions.owned() is partitions


@pytest.fixture
def buckets(monkeypatch):
    """An operation of another distribution's area that places keys."""
    form = KeyPlacement("Iceberg", {"buckets": Setting("numBuckets", 1000, 16, "numbers of buckets")}, "bucket")
    like = registry.operation("flink.key-group.of-key")
    operation = replace(like, name="iceberg.bucket", family="iceberg-api", placement=form)
    monkeypatch.setitem(registry.OPERATIONS, operation.name, operation)
    placements._forms.cache_clear()
    yield operation
    placements._forms.cache_clear()


def test_placements_come_from_areas(buckets):
    found = parse_placement("iceberg:buckets=16", [Line.parse("iceberg-api 1.6.1"), Line.parse("iceberg-api 1.10.0")])
    assert (found.operation, found.parameters, found.form.slot) == ("iceberg.bucket", {"numBuckets": 16}, "bucket")
    assert str(found) == "iceberg:buckets=16,line=1.10.0"
    assert syntax().endswith("kafka:partitions=N[,line=VERSION] or iceberg:buckets=N[,line=VERSION]")
    assert settings()["buckets"] == ("Iceberg", buckets.placement.settings["buckets"])
    with pytest.raises(SparkPipelineError, match="buckets must be a whole number from 1 to 1000, not 1001"):
        parse_placement("iceberg:buckets=1001", LINES)
