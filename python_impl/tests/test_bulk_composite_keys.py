"""Composite keys of whole columns are those of `CompositeKeySerializer`, row by row, with both kinds of kernels."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import ArithmeticException, IdentityHashedKey, NullPointerException, WrongTypeError
from copartition.flink import serializers
from copartition.flink.bulk import composite_keys
from copartition.flink.serializers import STRING, TIME_WINDOW, VOID_NAMESPACE, CompositeKeySerializer
from copartition.flink.state import VOID, TimeWindow
from copartition.java import Byte, Double, Float, Integer, Long, Short

GROUPS = [1, 127, 128, 129, 32768]
NAMESPACES = [
    None,
    (STRING, "win"),
    (STRING, "x" * 300),
    (TIME_WINDOW, TimeWindow(-5, 7)),
    (serializers.LONG, Long(-1)),
]
TYPES = {
    np.int64: (serializers.LONG, Long),
    np.int32: (serializers.INT, Integer),
    np.int16: (serializers.SHORT, Short),
    np.int8: (serializers.BYTE, Byte),
    np.float64: (serializers.DOUBLE, Double),
    np.float32: (serializers.FLOAT, Float),
    np.bool_: (serializers.BOOLEAN, bool),
}


def one_by_one(keys, serializer, groups, namespace):
    of, value = namespace or (VOID_NAMESPACE, VOID)
    composite = CompositeKeySerializer(groups, serializer, of)
    return [composite.to_bytes(key, value) for key in keys]


@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("namespace", NAMESPACES, ids=["none", "string", "long-string", "window", "long"])
def test_every_fixed_type(kernels, groups, namespace):
    for dtype, (serializer, box) in TYPES.items():
        column = np.frombuffer(np.random.default_rng(5).bytes(8 * 200), dtype if dtype is not np.bool_ else np.uint8)
        if dtype is np.bool_:
            column = column % 2 == 1
        keys = [box(item) for item in column.tolist()]
        expected = one_by_one(keys, serializer, groups, namespace)
        got = composite_keys(column, groups, namespace=namespace, kernels=kernels)
        assert list(got) == expected, dtype


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        *(
            "",
            "a",
            "é",
            "\x7f\x80",
            "\u07ff\u0800",
            "\u3fff\u4000",
            "\ud7ff\ue000",
            "\uffff\U00010000",
            "😀",
            "\U0010ffff",
        ),
        *("12345678", "1234567é", "12345678é2345678", "123456789é1234567", "x" * 126, "x" * 127, "ß" * 63, "ß" * 64),
        *("ß" * 126, "ß" * 127, "ß" * 254, "x" * 255, "😀" * 63, "😀" * 64, "y" * 16_383),
    ]
)


@given(st.lists(TEXTS, max_size=20), st.sampled_from(GROUPS), st.sampled_from(NAMESPACES), st.sampled_from(["o", "a"]))
def test_strings_of_python_and_of_arrow(texts, groups, namespace, form):
    column = np.array(texts, object) if form == "o" else pa.array(texts, pa.string())
    expected = one_by_one(texts, STRING, groups, namespace)
    for name in ("numpy", "numba"):
        assert list(composite_keys(column, groups, namespace=namespace, kernels=name)) == expected


def test_halves_of_surrogate_pairs_are_written_alone(kernels):
    texts = ["a\ud800", "\udc00b", "\ud83d\ude00"]
    got = composite_keys(np.array(texts, object), 128, kernels=kernels)
    assert list(got) == one_by_one(texts, STRING, 128, None)


def test_many_blocks_and_an_arrow_array_that_begins_later(kernels):
    texts = [f"user_{number}" * (1 + number % 9) + ("é" if number % 5 == 0 else "") for number in range(30_000)]
    expected = one_by_one(texts[3:], STRING, 128, (STRING, "w"))
    for column in (pa.array(texts)[3:], pa.chunked_array([texts[3:100], texts[100:]]), np.array(texts[3:], object)):
        got = composite_keys(column, 128, namespace=(STRING, "w"), kernels=kernels)
        assert list(got) == expected


def test_each_row_has_its_window(kernels):
    windows = np.array([[0, 10], [-(2**63), 2**63 - 1], [5, 6]])
    keys = ["a", "bb", "é"]
    composite = CompositeKeySerializer(720, STRING, TIME_WINDOW)
    expected = [composite.to_bytes(key, TimeWindow(*of)) for key, of in zip(keys, windows.tolist(), strict=True)]
    assert list(composite_keys(pa.array(keys), 720, windows=windows, kernels=kernels)) == expected


def test_windows_of_many_blocks(kernels):
    rows = 40_000
    windows = np.stack([np.arange(rows), np.arange(rows) + 10], axis=1)
    got = composite_keys(np.arange(rows), 128, windows=windows, kernels=kernels)
    composite = CompositeKeySerializer(128, serializers.LONG, TIME_WINDOW)
    for row in (0, 16_383, 16_384, rows - 1):
        assert got[row] == composite.to_bytes(Long(row), TimeWindow(row, row + 10))


def test_a_column_of_bytes():
    column = composite_keys(pa.array(["a", "bb"]), 128)
    assert len(column) == 2
    assert column[-1] == column[1]
    assert column.to_arrow().to_pylist() == list(column)
    assert list(composite_keys(pa.array([], pa.string()), 128)) == []
    for row in (2, -3):
        with pytest.raises(IndexError, match=f"2 rows, and no row {row}"):
            column[row]


@pytest.mark.parametrize(
    ("column", "more", "error", "words"),
    [
        (pa.array(["a", None]), {}, NullPointerException, "row 1"),
        (pa.array([b"a"]), {}, IdentityHashedKey, "identity"),
        (np.array([1, 2], np.uint64), {}, TypeError, "unsigned"),
        (np.arange(3), {"windows": [[0, 1]]}, ValueError, r"shape \(3, 2\), and are int64 of \(1, 2\)"),
        (np.arange(1), {"windows": [[0.5, 1]]}, ValueError, "are float64"),
        (np.arange(1), {"windows": [[0, 1]], "namespace": (STRING, "a")}, TypeError, "not both"),
        (np.arange(1), {"namespace": "win"}, WrongTypeError, r'namespace must be a pair .*: write \(STRING, "win"\)'),
        (np.arange(1), {"namespace": ("win", STRING)}, WrongTypeError, "namespace must be a pair of a serializer"),
        (np.arange(1), {"namespace": STRING}, WrongTypeError, "namespace must be a pair of a serializer and a value"),
        (np.arange(1), {"max_parallelism": 0}, ArithmeticException, "by zero"),
    ],
)
def test_what_is_no_column_of_keys(column, more, error, words):
    given_more = {"max_parallelism": 128, **more}
    groups = given_more.pop("max_parallelism")
    with pytest.raises(error, match=words):
        composite_keys(column, groups, **given_more)
