import pkgutil
import random
import re
import subprocess
import sys

import pytest

from jarparity import catalogue
from jarparity.catalogue import OPERATIONS
from jarparity.columns import DTYPES
from jarparity.lines import Line

FAMILIES = {
    "java",
    "flink",
    "flink-connector-kafka",
    "kafka-clients",
    "kafka-server-common",
    "kafka-metadata",
    "kafka-tools",
    "kafka_2.13",
}
ISSUE = {
    "java.string.hash",
    "java.string.compare",
    "java.hash-map.order",
    "java.hash-set.order",
    "flink.key.hash",
    "flink.math.murmur-hash",
    "flink.math.round-up-to-power-of-two",
    "flink.math.arithmetic",
    "flink.key-group.of-key",
    "flink.key-group.of-hash",
    "flink.key-group.operator-of-key",
    "flink.key-group.operator-of-group",
    "flink.key-group.range-of-operator",
    "flink.key-group.default-max-parallelism",
    "flink.key-group.check-parallelism",
    "flink.key-group-range.intersection",
    "flink.key-group-range.of",
    "flink.key-group-range.offsets",
    "flink.partitioner.channel",
    "flink.table.row-hash",
    "kafka.partitioner.murmur2",
    "kafka.partitioner.partition-for-key",
}

GROUPS = {
    "kafka.assignor.range",
    "kafka.assignor.round-robin",
    "kafka.assignor.sticky",
    "kafka.assignor.cooperative-sticky",
    "kafka.assignor.rebalances",
    "kafka.assignor.custom",
    "kafka.protocol.subscription",
    "kafka.protocol.assignment",
    "kafka.protocol.sticky-user-data",
    "kafka.partitioner.round-robin",
    "kafka.partitioner.load-table",
}

RESCALING = {
    "flink.rescale.partitions",
    "flink.rescale.keyed-state",
    "flink.rescale.restored-keys",
    "flink.rescale.operator-state",
    "flink.rescale.in-flight",
}

PREKEYED = {"flink.prekeyed.mapping"}
KAFKA_SOURCE = {
    "flink.kafka-source.split-owner",
    "flink.kafka-source.enumerator",
    "flink.kafka-source.split-bytes",
    "flink.kafka-source.state-bytes",
}
STATE = {"flink.state.heap-backend", "flink.state.keyed-operator"}

WATERMARKS = {
    "flink.watermark.combined",
    "flink.watermark.multiplexer",
    "flink.watermark.broadcast",
    "flink.watermark.valve",
    "flink.watermark.alignment",
    "flink.watermark.sampler",
}

REPLICAS = {
    "kafka.replicas.assign",
    "kafka.replicas.place",
    "kafka.reassign.parse",
    "kafka.reassign.plan",
    "kafka.reassign.rollback",
}

every_operation = pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda o: o.name)


def test_the_catalogue_has_these_operations():
    assert set(OPERATIONS) == ISSUE | GROUPS | RESCALING | PREKEYED | STATE | KAFKA_SOURCE | WATERMARKS | REPLICAS


@every_operation
def test_an_entry_says_what_it_compares(operation):
    assert set(operation.families) <= FAMILIES
    assert operation.summary.endswith(".")
    assert re.match(r"(java|org\.apache)\.|hashCode\(\)", operation.original)
    assert operation.python.startswith("copartition.")


@every_operation
def test_an_entry_resolves_to_its_strategy_and_vectors(operation):
    assert callable(pkgutil.resolve_name(operation.strategy))
    assert callable(pkgutil.resolve_name(operation.vectors))
    assert next(iter(operation.load_vectors(random.Random(1)))).operation == operation.name  # noqa: S311 - not for secrets


@every_operation
def test_a_bulk_form_takes_fields_of_the_input(operation):
    if operation.bulk is None:
        return
    columns = operation.bulk.column if isinstance(operation.bulk.column, tuple) else (operation.bulk.column,)
    assert set(columns) <= set(operation.input["properties"])
    assert set(operation.bulk.kinds) <= {*DTYPES, "utf8", "binary", "ints"}
    assert operation.bulk.width == max(1, len(operation.bulk.answer))
    assert set(operation.bulk.answer) <= {"start", "end"}


def test_select_takes_globs_and_keeps_the_order():
    names = [o.name for o in catalogue.select(["kafka.partitioner.[mp]*", "flink.math.*"])]
    assert names == [
        "flink.math.murmur-hash",
        "flink.math.round-up-to-power-of-two",
        "flink.math.arithmetic",
        "kafka.partitioner.murmur2",
        "kafka.partitioner.partition-for-key",
    ]
    assert len(catalogue.select([])) == len(OPERATIONS)


def test_an_unknown_operation_names_the_nearest():
    with pytest.raises(KeyError, match=r"flink\.math\.murmur-hash"):
        catalogue.operation("flink.math.murmurhash")


def test_a_line_has_the_operations_of_its_family():
    assert catalogue.operation("flink.key.hash").has(Line("flink", "2.3.0"))
    assert not catalogue.operation("flink.key.hash").has(Line("kafka-clients", "4.4.0"))


def test_an_operation_that_moved_is_had_by_the_lines_of_both_families():
    assign = catalogue.operation("kafka.replicas.assign")
    had = ["kafka_2.13 2.4.1", "kafka_2.13 3.5.2", "kafka-server-common 4.0.2"]
    assert all(assign.has(Line.parse(line)) for line in had)
    assert not assign.has(Line("kafka-server-common", "4.1.0"))
    assert not assign.has(Line("kafka-metadata", "4.0.2"))


def test_a_line_of_single_purpose_has_that_operation_alone():
    line = Line("flink", "1.17.0")
    assert [name for name, operation in OPERATIONS.items() if operation.has(line)] == ["flink.watermark.valve"]


def test_the_catalogue_imports_neither_hypothesis_nor_jsonschema():
    code = "import sys, jarparity.catalogue; print(*sorted({'hypothesis', 'jsonschema'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == ""
