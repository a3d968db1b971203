"""The functions over columns and the functions of one key are the same functions."""

import numpy as np
import pytest

from copartition import flink, kafka
from copartition.errors import IllegalArgumentException
from copartition.java import Double, Integer, Long

LONGS = [0, 1, -1, 2**31, -(2**63), 2**63 - 1]
TEXTS = ["", "a", "héllo😀", "user_123"]


@pytest.mark.parametrize("max_parallelism", [1, 7, 128, 32768])
def test_key_groups_and_operators(max_parallelism):
    columns = [
        (np.array(LONGS), [Long(key) for key in LONGS]),
        (np.array([0, -1, -(2**31)], np.int32), [Integer(key) for key in (0, -1, -(2**31))]),
        (np.array([0.0, -0.0, np.nan]), [Double(key) for key in (0.0, -0.0, float("nan"))]),
        (np.array([True, False]), [True, False]),
        (np.array(TEXTS), TEXTS),
    ]
    for array, keys in columns:
        expected = [flink.key_group(key, max_parallelism) for key in keys]
        assert flink.key_groups(array, max_parallelism).tolist() == expected
        expected = [flink.operator_of_key(key, max_parallelism, 1) for key in keys]
        assert flink.operator_indexes(array, max_parallelism, 1).tolist() == expected


def test_partitions():
    keys = [text.encode() for text in TEXTS]
    expected = [kafka.partition_for_key(key, 12) for key in keys]
    assert kafka.partitions(np.array(TEXTS), 12).tolist() == expected
    assert kafka.murmur2_hashes(np.array(keys, object)).tolist() == [kafka.murmur2(key) for key in keys]


def test_operators_and_ranges():
    rows = [(m, p, i) for m in (1, 10, 128, 32768) for p in (1, 3, 10, 128) if p <= m for i in range(p)]
    maxima, parallelisms, indexes = np.array(rows).T
    ranges = [flink.range_of_operator(*row) for row in rows]
    got = flink.ranges_of_operators(maxima, parallelisms, indexes)
    assert got.tolist() == [[found.start, found.end] for found in ranges]
    expected = [flink.operator_of_key_group(*row) for row in rows]
    assert flink.operators_of_key_groups(maxima, parallelisms, indexes).tolist() == expected


@pytest.mark.parametrize("row", [(128, 0, 0), (0, 128, 0), (32769, 1, 0), (4, 5, 0), (128, 4, -1), (32768, 1, 65536)])
def test_ranges_are_refused_in_the_same_words(row):
    with pytest.raises(IllegalArgumentException) as one:
        flink.range_of_operator(*row)
    with pytest.raises(IllegalArgumentException) as column:
        flink.ranges_of_operators(*row)
    assert str(column.value) == str(one.value)
