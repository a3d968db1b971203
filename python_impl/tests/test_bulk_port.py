"""The kit's hook: packed columns in, int32 out."""

import bulk_originals as originals
import numpy as np
import pytest

from copartition._bulk import OPERATIONS, port_bulk, using
from copartition.errors import ArithmeticException, IdentityHashedKey, IllegalArgumentException

STRINGS = ["", "a", "héllo😀", "user_123", "ß"]
LONGS = [0, -1, 2**63 - 1, -(2**63), 5]
INTS = [0, -1, 2**31 - 1, -(2**31), -2089875627]
DOUBLES = [0.0, -0.0, float("nan"), 1e300, -1.5]


@pytest.fixture(autouse=True)
def _kernels(kernels):
    with using(kernels):
        yield


def packed(rows):
    offsets = np.cumsum([0, *map(len, rows)]).astype("<i4")
    return np.frombuffer(offsets.tobytes() + b"".join(rows), np.uint8)


def column(values, dtype):
    return np.array(values, dtype).reshape(-1).view(np.uint8)


KEYS = [
    ("long", column(LONGS, "<i8"), [originals.long_hash(value) for value in LONGS]),
    ("integer", column(INTS, "<i4"), INTS),
    ("double", column(DOUBLES, "<f8"), [originals.double_hash(value) for value in DOUBLES]),
    ("boolean", column([1, 0, 1, 1, 0], "u1"), [1231, 1237, 1231, 1231, 1237]),
    ("utf8", packed([text.encode() for text in STRINGS]), [originals.string_hash(text) for text in STRINGS]),
]


@pytest.mark.parametrize(("kind", "data", "codes"), KEYS, ids=[key[0] for key in KEYS])
@pytest.mark.parametrize("max_parallelism", [128, 720, -7])
def test_keys(kind, data, codes, max_parallelism):
    groups = [originals.key_group(code, max_parallelism) for code in codes]
    got = port_bulk("flink.key-group.of-key", kind, {"maxParallelism": max_parallelism}, data, 5)
    assert got.dtype == np.int32
    assert got.tolist() == groups
    both = {"maxParallelism": max_parallelism, "parallelism": 3}
    operators = [originals.operator(group, max_parallelism, 3) for group in groups]
    assert port_bulk("flink.key-group.operator-of-key", kind, both, data, 5).tolist() == operators


def test_hash_codes():
    data = column(INTS, "<i4")
    expected = [originals.murmur(code) for code in INTS]
    assert port_bulk("flink.math.murmur-hash", "integer", {}, data, 5).tolist() == expected
    got = port_bulk("flink.key-group.of-hash", "integer", {"maxParallelism": 3}, data, 5)
    assert got.tolist() == [value % 3 for value in expected]
    assert data.view("<i4").tolist() == INTS, "the caller's column was changed"


def test_operators_and_ranges_take_their_fields_in_the_catalogues_order():
    rows = [(group, 128, 3) for group in range(128)] + [(5, -1, 7), (-(2**31), -1, 1)]
    got = port_bulk("flink.key-group.operator-of-group", "ints", {}, column(rows, "<i4"), len(rows))
    assert got.tolist() == [originals.operator(*row) for row in rows]
    rows = [(128, 3, 0), (128, 3, 1), (128, 3, 2), (10, 10, 9)]
    got = port_bulk("flink.key-group.range-of-operator", "ints", {}, column(rows, "<i4"), len(rows))
    assert got.tolist() == [number for row in rows for number in originals.key_range(*row)]


@pytest.mark.parametrize("kind", ["utf8", "binary"])
def test_bytes(kind):
    rows = [text.encode() for text in STRINGS]
    got = port_bulk("kafka.partitioner.murmur2", kind, {}, packed(rows), 5)
    assert got.tolist() == [originals.murmur2(row) for row in rows]
    got = port_bulk("kafka.partitioner.partition-for-key", kind, {"partitions": 12}, packed(rows), 5)
    assert got.tolist() == [originals.partition(row, 12) for row in rows]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_rows(operation):
    for kind in ("integer", "ints", "utf8"):
        data = packed([]) if kind == "utf8" else column([], "<i4")
        try:
            got = port_bulk(operation, kind, {"maxParallelism": 0, "parallelism": 0, "partitions": 0}, data, 0)
        except ValueError as error:
            assert f"a column of {kind!r}" in str(error)  # noqa: PT017 - not every operation takes every kind
        else:
            assert got.shape == (0,)


def test_an_unaligned_column():
    data = np.frombuffer(b"x" + column(LONGS, "<i8").tobytes(), np.uint8)[1:]
    got = port_bulk("flink.key-group.of-key", "long", {"maxParallelism": 128}, data, 5)
    assert got.tolist() == [originals.key_group(originals.long_hash(value), 128) for value in LONGS]


def test_what_is_refused():
    ints = column(INTS, "<i4")
    with pytest.raises(NotImplementedError, match=r"no bulk form of java\.string\.hash"):
        port_bulk("java.string.hash", "utf8", {}, packed([b"a"]), 1)
    with pytest.raises(ValueError, match="a column of 4 x int32 has 16 bytes, not 20"):
        port_bulk("flink.math.murmur-hash", "integer", {}, ints, 4)
    with pytest.raises(ValueError, match="'long', where hash codes are integers"):
        port_bulk("flink.math.murmur-hash", "long", {}, column(LONGS, "<i8"), 5)
    with pytest.raises(ValueError, match="'integer', where each row is several integers"):
        port_bulk("flink.key-group.operator-of-group", "integer", {}, ints, 5)
    with pytest.raises(ValueError, match="a column of 'ints' holds no keys"):
        port_bulk("flink.key-group.of-key", "ints", {"maxParallelism": 128}, ints, 5)
    with pytest.raises(KeyError, match="maxParallelism"):
        port_bulk("flink.key-group.of-key", "integer", {}, ints, 5)


def test_errors_of_the_originals():
    with pytest.raises(ArithmeticException):
        port_bulk("flink.key-group.of-key", "long", {"maxParallelism": 0}, column(LONGS, "<i8"), 5)
    with pytest.raises(ArithmeticException):
        port_bulk("kafka.partitioner.partition-for-key", "binary", {"partitions": 0}, packed([b"a"]), 1)
    with pytest.raises(ArithmeticException):
        port_bulk("flink.key-group.operator-of-group", "ints", {}, column([1, 0, 1], "<i4"), 1)
    with pytest.raises(IllegalArgumentException):
        port_bulk("flink.key-group.range-of-operator", "ints", {}, column([1, 2, 0], "<i4"), 1)
    with pytest.raises(IdentityHashedKey):
        port_bulk("flink.key-group.of-key", "binary", {"maxParallelism": 128}, packed([b"a"]), 1)
