"""`docs/state-bytes.md`: each row that names a vector shows the bytes that the originals wrote."""

import re
from pathlib import Path

from golden_vectors import GOLDEN

PAGE = Path(__file__).parents[2] / "docs" / "state-bytes.md"
OPERATIONS = {"flink.state.composite-key", "flink.state.serialized", "flink.operator.id", "flink.table.row-bytes"}
OPERATION = re.compile(r"\| `(flink\.[a-z.-]+)` \| bytes \| vector \|")
ROW = re.compile(r"\|.*\| ((?:`[0-9a-f]+` ?)+)\| `([a-z0-9/-]+)` \|")


def rows():
    operation = None
    for line in PAGE.read_text("utf-8").splitlines():
        operation = found[1] if (found := OPERATION.fullmatch(line)) else operation if line.startswith("|") else None
        if operation and (row := ROW.fullmatch(line)):
            yield operation, row[2], re.sub("[` ]", "", row[1])


def test_the_bytes_on_the_page_are_the_recorded_ones():
    found = list(rows())
    assert {operation for operation, *_ in found} == OPERATIONS
    assert len(found) == sum(line.count("`") >= 4 and "/" in line.split("|")[-2] for line in _tables())
    for operation, name, data in found:
        vector = next(vector for vector in GOLDEN.vectors(operation) if vector.case.id == name)
        (recorded,) = vector.answers
        value = recorded.answer.value
        assert (value["bytes"] if isinstance(value, dict) else value) == data, name


def _tables():
    return [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|") and line.count("|") == 4]


def test_every_vector_that_the_page_names_is_there():
    named = set(re.findall(r"`([a-z-]+/[a-z0-9/-]+)`", PAGE.read_text("utf-8")))
    assert named <= {vector.case.id for operation in OPERATIONS for vector in GOLDEN.vectors(operation)}
    assert len(named) > len(list(rows()))
