import pytest

from jarparity.lines import Line
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.placements import parse_placement, parse_placements

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
            "operator",
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
    assert (found.operation, found.parameters, str(found.line), found.place) == (operation, parameters, line, place)
    assert parse_placement(str(found), LINES) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("spark:max=1", "the family must be flink or kafka, not 'spark'"),
        ("flink", "max is missing; write it as flink:max=128,parallelism=4"),
        ("flink:parallelism=4", "max is missing"),
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
def test_a_wrong_placement_names_what_to_mend(text, said):
    with pytest.raises(SparkPipelineError) as raised:
        parse_placement(text, LINES)
    assert said in str(raised.value)


def test_every_placement_is_compared_once_and_there_must_be_one():
    assert len(parse_placements(["flink:max=128", "flink:max=128,line=2.3.0", "flink:max=127"], LINES)) == 2
    with pytest.raises(SparkPipelineError, match="say what to compare"):
        parse_placements([], LINES)
