import re
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from jarparity import registry
from jarparity.areas.java import inputs
from jarparity.case_collector import Cases
from jarparity.columns import DTYPES
from jarparity.lines import Line
from jarparity.registry import OPERATIONS

FAMILIES = {
    "java",
    "flink",
    "flink-connector-kafka",
    "kafka-clients",
    "kafka-group-coordinator",
    "kafka-server-common",
    "kafka-metadata",
    "kafka-tools",
    "kafka_2.13",
}
every_operation = pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda o: o.name)


@every_operation
def test_an_entry_says_what_it_compares(operation):
    assert set(operation.families) <= FAMILIES
    assert operation.summary.endswith(".")
    assert re.match(r"(java|org\.apache)\.|hashCode\(\)", operation.original)
    assert operation.python.startswith("copartition.")


@every_operation
def test_a_bulk_form_takes_fields_of_the_input(operation):
    if operation.bulk is None:
        return
    assert set(operation.bulk.columns) <= set(operation.input["properties"])
    assert set(operation.bulk.kinds) <= {*DTYPES, "utf8", "binary", "ints"}
    assert operation.bulk.width == max(1, len(operation.bulk.answer))
    assert set(operation.bulk.answer) <= {"start", "end"}


def test_select_takes_globs_and_keeps_the_order():
    names = [o.name for o in registry.select(["kafka.partitioner.[mp]*", "flink.math.*"])]
    assert names == [
        "flink.math.murmur-hash",
        "flink.math.round-up-to-power-of-two",
        "flink.math.arithmetic",
        "kafka.partitioner.murmur2",
        "kafka.partitioner.partition-for-key",
    ]
    assert len(registry.select([])) == len(OPERATIONS)


def test_an_unknown_operation_names_the_nearest():
    with pytest.raises(KeyError, match=r"flink\.math\.murmur-hash"):
        registry.operation("flink.math.murmurhash")


def test_a_line_has_the_operations_of_its_family():
    assert registry.operation("flink.key.hash").has(Line("flink", "2.3.0"))
    assert not registry.operation("flink.key.hash").has(Line("kafka-clients", "4.4.0"))


def test_an_operation_that_moved_is_had_by_the_lines_of_both_families():
    assign = registry.operation("kafka.replicas.assign")
    had = ["kafka_2.13 2.4.1", "kafka_2.13 3.5.2", "kafka-server-common 4.0.2"]
    assert all(assign.has(Line.parse(line)) for line in had)
    assert not assign.has(Line("kafka-server-common", "4.1.0"))
    assert not assign.has(Line("kafka-metadata", "4.0.2"))


def test_a_line_of_single_purpose_has_that_operation_alone():
    line = Line("flink", "1.17.0")
    assert [name for name, operation in OPERATIONS.items() if operation.has(line)] == ["flink.watermark.valve"]


def test_a_golden_run_imports_nothing_that_takes_long():
    code = (
        "import sys; from jarparity.cli import main\n"
        "try: main(['check', '--quick', '--operation', 'java.string.hash'])\n"
        "finally: print(*sorted({'hypothesis', 'jsonschema', 'numpy', 'pyarrow', 'rich'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stdout.splitlines()[-1]) == (0, ""), shown.stderr


def test_the_registry_imports_neither_what_draws_inputs_nor_hand_written_cases():
    code = (
        "import sys, jarparity.registry\n"
        "print(*sorted({'hypothesis', 'jsonschema', 'copartition'} & set(sys.modules)))\n"
        "areas = {name for name in sys.modules if name.startswith('jarparity.areas.')}\n"
        "print(*sorted(name for name in areas if name.endswith(('inputs', 'cases', 'faults'))))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


def test_a_lazily_loaded_function_is_called_where_it_stands():
    assert OPERATIONS["java.string.hash"].draw(Random(3)) == inputs.string_hash(Random(3))  # noqa: S311 - reproducible
    assert isinstance(OPERATIONS["java.string.hash"].cases(), Cases)


def test_an_operation_that_is_made_takes_no_line_from_others():
    newest, other = Line("flink", "2.3.0"), OPERATIONS["flink.window.start"]
    replace(other, name="acme.window.start", only_lines=(str(newest),))
    assert other.has(newest)
    kept = Line("flink", "1.17.0")
    assert OPERATIONS["flink.watermark.valve"].has(kept)
    assert not other.has(kept)
