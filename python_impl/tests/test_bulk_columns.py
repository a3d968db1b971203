"""What may be handed over as a column, and what is refused."""

import array as arrays
import gc
import subprocess
import sys
from datetime import date
from decimal import Decimal
from types import SimpleNamespace

import bulk_originals as originals
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from copartition._bulk import columns
from copartition._bulk.kernels import kernels as chosen_kernels
from copartition._bulk.kernels import using
from copartition.errors import (
    IDENTITY_HASHED_BYTES,
    ArithmeticException,
    IdentityHashedKey,
    IllegalArgumentException,
    NullPointerException,
    WrongTypeError,
)
from copartition.flink import bulk as flink
from copartition.java import Integer
from copartition.kafka import bulk as kafka

STRINGS = [
    "",
    "a",
    "héllo😀",
    "user_123",
    "a string too long for a view",
    "ß",
    "",
    "the same, somewhere else",
]
BINARY = [text.encode() + b"\0\xff" for text in STRINGS]
STRING_TYPES = [pa.string(), pa.large_string(), pa.string_view()]
BINARY_TYPES = [pa.binary(), pa.large_binary(), pa.binary_view()]


@pytest.fixture(autouse=True)
def _kernels(kernels):
    with using(kernels):
        assert kernels == chosen_kernels().NAME
        yield


def groups_of(strings):
    return [originals.key_group(originals.string_hash(text), 128) for text in strings]


@pytest.mark.parametrize("kind", STRING_TYPES, ids=str)
def test_arrow_strings_whole_sliced_and_chunked(kind):
    array = pa.array(STRINGS, kind)
    assert flink.key_groups(array, 128).tolist() == groups_of(STRINGS)
    assert flink.key_groups(array.slice(2, 4), 128).tolist() == groups_of(STRINGS[2:6])
    assert flink.key_groups(array.slice(3, 0), 128).tolist() == []
    chunked = pa.chunked_array([array, array.slice(5), array.slice(0, 0), array.slice(1, 2)])
    expected = groups_of(STRINGS + STRINGS[5:] + STRINGS[1:3])
    assert flink.key_groups(chunked, 128).tolist() == expected
    assert kafka.murmur2_hashes(array).tolist() == [originals.murmur2(text.encode()) for text in STRINGS]


@pytest.mark.parametrize("kind", BINARY_TYPES, ids=str)
def test_arrow_binary_is_kafkas_and_not_flinks(kind):
    array = pa.array(BINARY, kind)
    assert kafka.murmur2_hashes(array.slice(1)).tolist() == [originals.murmur2(key) for key in BINARY[1:]]
    with pytest.raises(IdentityHashedKey) as error:
        flink.key_groups(array, 128)
    assert str(error.value) == IDENTITY_HASHED_BYTES


def test_arrow_fixed_size_binary():
    keys = [b"abc", b"de\0", b"\xff\x00\x01"]
    array = pa.array(keys, pa.binary(3)).slice(1)
    assert kafka.murmur2_hashes(array).tolist() == [originals.murmur2(key) for key in keys[1:]]


@pytest.mark.parametrize(
    ("kind", "hash_code"),
    [
        (pa.int64(), originals.long_hash),
        (pa.int32(), int),
        (pa.int16(), int),
        (pa.int8(), int),
        (pa.float64(), originals.double_hash),
        (pa.float32(), originals.float_hash),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_arrow_numbers(kind, hash_code):
    values = [0, 1, -1, 5, 100, -100, 7]
    array = pa.array(values, kind)
    expected = [originals.key_group(hash_code(value), 128) for value in values]
    assert flink.key_groups(array, 128).tolist() == expected
    assert flink.key_groups(array.slice(3, 2), 128).tolist() == expected[3:5]
    assert flink.key_groups(pa.chunked_array([array, array.slice(6)]), 128).tolist() == [
        *expected,
        expected[6],
    ]


@pytest.mark.parametrize("start", [0, 1, 7, 8, 9, 30])
def test_arrow_booleans_are_bits(start):
    values = [i % 3 == 0 for i in range(100)]
    expected = [77 if value else 3 for value in values[start:]]
    assert flink.key_groups(pa.array(values).slice(start), 128).tolist() == expected


def test_arrow_columns_longer_than_a_block():
    values = [f"key-{i}" for i in range(columns.BLOCK_ROWS + 10)]
    for kind in STRING_TYPES:
        assert flink.key_groups(pa.array(values, kind), 128).tolist() == groups_of(values)
    flags = [i % 7 < 3 for i in range(columns.BLOCK_ROWS + 9)]
    assert flink.key_groups(pa.array(flags).slice(3), 128).tolist() == [77 if flag else 3 for flag in flags[3:]]


def test_views_in_several_buffers():
    parts = [pa.array([f"{'x' * 20}{i}-{j}" for j in range(40)], pa.string_view()) for i in range(5)]
    together = pa.concat_arrays([part.slice(3) for part in parts])
    assert flink.key_groups(together, 128).tolist() == groups_of(together.to_pylist())


def test_a_stream_outlives_its_source():
    stream = SimpleNamespace(__arrow_c_stream__=pa.chunked_array([pa.array(STRINGS)] * 3).__arrow_c_stream__)
    column = columns.read(stream)
    del stream
    gc.collect()
    assert sum(block.rows for block in column.blocks("utf16")) == 3 * len(STRINGS)


def test_a_stream_that_fails_says_why():
    def batches():
        yield pa.record_batch([pa.array([1])], ["key"])
        raise ValueError("the disk is gone")

    schema = pa.schema([("key", pa.int64())])
    with pytest.raises(OSError, match="the disk is gone"):
        columns.read(pa.RecordBatchReader.from_batches(schema, batches()))


def test_an_object_that_can_become_an_arrow_array():
    wrapped = SimpleNamespace(__arrow_array__=lambda: pa.array(STRINGS))
    assert flink.key_groups(wrapped, 128).tolist() == groups_of(STRINGS)


@pytest.mark.parametrize("kind", [*STRING_TYPES, pa.int64(), pa.bool_(), pa.float64()], ids=str)
def test_the_first_arrow_null_is_named(kind):
    value = {"bool": True, "int64": 1, "double": 1.0}.get(str(kind), "a")
    array = pa.array([value] * 5 + [None, value, None], kind)
    chunked = pa.chunked_array([array.slice(0, 4), array.slice(2)])
    with pytest.raises(NullPointerException, match=r"^Assigned key must not be null! \(row 5\)$"):
        flink.key_groups(array, 128)
    with pytest.raises(NullPointerException, match=r"\(row 7\)"):
        flink.operator_indexes(chunked, 128, 4)
    with pytest.raises(NullPointerException, match=r"row 3 is null: .* a producer spreads such records by itself"):
        kafka.partitions(array.slice(2), 12)
    assert len(flink.key_groups(array.slice(0, 5), 128)) == 5


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="numpy 1 has no StringDType")
def test_nulls_in_numpys_own_strings():
    with pytest.raises(NullPointerException, match=r"\(row 1\)"):
        flink.key_groups(np.array(["a", None], np.dtypes.StringDType(na_object=None)), 128)


def test_a_column_of_nulls():
    with pytest.raises(NullPointerException, match=r"\(row 0\)"):
        flink.key_groups(pa.nulls(3), 128)
    assert flink.key_groups(pa.nulls(0), 128).tolist() == []


def test_nulls_in_numpy():
    with pytest.raises(NullPointerException, match=r"\(row 2\)"):
        flink.key_groups(np.array(["a", "b", None, "c"], object), 128)
    with pytest.raises(NullPointerException, match="row 0 is null"):
        kafka.partitions(np.array([None, b"b"], object), 3)
    masked = np.ma.array([1, 2, 3], mask=[False, True, False])
    with pytest.raises(NullPointerException, match=r"\(row 1\)"):
        flink.key_groups(masked, 128)
    assert flink.key_groups(np.ma.array([-1, -2]), 128).tolist() == [94, 86]


@pytest.mark.parametrize(
    "bad", [b"\xc3", b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe0\x9f\xbf", b"\xff"]
)
@pytest.mark.parametrize("row", [0, 1, 4])
def test_invalid_utf8_names_the_row(bad, row):
    rows = [b"abcdefgh", "é".encode(), b"", b"xyz"]
    rows.insert(row, bad)
    array = pa.array(rows, pa.binary()).view(pa.string())
    with pytest.raises(ValueError, match=f"row {row} is not valid UTF-8"):
        flink.key_groups(array, 128)


def test_a_character_cut_by_a_row():
    array = pa.array([b"a", b"\xc3", b"\xa9"], pa.binary()).view(pa.string())
    with pytest.raises(ValueError, match="row 1 is not valid UTF-8"):
        flink.key_groups(array, 128)


def test_numpy_arrays_of_any_layout():
    values = np.array([[0, 1], [-1, 2], [7, -(2**63)]], np.int64)
    expected = [originals.key_group(originals.long_hash(value), 128) for value in values[:, 1].tolist()]
    assert flink.key_groups(values[:, 1], 128).tolist() == expected
    assert flink.key_groups(values[::-1, 1], 128).tolist() == expected[::-1]
    assert flink.key_groups(values[:, 1].astype(">i8"), 128).tolist() == expected
    unaligned = np.frombuffer(b"x" + values[:, 1].tobytes(), np.uint8)[1:].view(np.int64)
    assert flink.key_groups(unaligned, 128).tolist() == expected
    assert flink.key_groups(arrays.array("q", values[:, 1].tolist()), 128).tolist() == expected
    assert flink.key_groups(np.array([], np.int64), 128).tolist() == []


def test_numpy_byte_strings_are_keys_as_numpy_hands_them_out():
    keys = np.array([b"a", b"bcd\0", b"efgh"], "S4")
    assert kafka.murmur2_hashes(keys).tolist() == [originals.murmur2(key) for key in (b"a", b"bcd", b"efgh")]
    exact = keys.view("V4")
    expected = [originals.murmur2(key) for key in (b"a\0\0\0", b"bcd\0", b"efgh")]
    assert kafka.murmur2_hashes(exact).tolist() == expected


@pytest.mark.parametrize(
    ("column", "says"),
    [
        ([1, 2], "list: give a numpy array or an Arrow array"),
        ("text", "str: give a numpy array"),
        (b"bytes", "bytes: give a numpy array"),
        (7, "int: give a numpy array"),
        (np.array([1], np.uint64), "uint64 has no Java key type: Java has no unsigned integers: cast to"),
        (np.array([1], np.float16), "float16 has no Java key type: Java has no half floats: cast to"),
        *(
            [(np.array([1], np.longdouble), "has no Java key type: cast to the type of the keys, float32 or float64")]
            if np.dtype(np.longdouble).itemsize > np.dtype(np.float64).itemsize
            else []
        ),
        (np.array([1j]), "complex128 has no Java key type: cast to the type that the keys have in Java"),
        (np.array(["2026-11-21"], "M8[s]"), r"datetime64\[s\] has no Java key type: place such keys one by one"),
        (
            np.array(["a", 1], object),
            r"row 1 is of type int, .*; give a numpy array or an Arrow array, whose type says",
        ),
        (
            np.array([Decimal(1)], object),
            r"row 0 is of type Decimal, .*; place such keys one by one, with the functions",
        ),
        (np.array([date(2024, 1, 1)], object), r"row 0 is of type date, .*; place such keys one by one"),
        (np.array(["a", Integer(1)], object), r"row 1 is of type Integer, .*; place such keys one by one"),
        (np.array([1, "a"], object), "row 0 is of type int"),
        (pa.array([1], pa.uint32()), "an Arrow column of type uint32 has no Java key type: Java has no unsigned"),
        (pa.array([1], pa.float16()), "an Arrow column of type half float"),
        (pa.array([Decimal(1)], pa.decimal128(3)), "type decimal has no Java key type: place such keys one by one"),
        (pa.array([1], pa.date32()), "type date has"),
        (pa.array([1], pa.time32("s")), "type time has"),
        (pa.array([1], pa.timestamp("s", "UTC")), "type timestamp has"),
        (pa.array([1], pa.duration("s")), "type duration has no Java key type: cast to"),
        (pa.array([[1]]), "type list has"),
        (pa.array([[1]], pa.list_(pa.int64(), 1)), "type list has"),
        (
            pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64())),
            "type map has no Java key type: cast to the type that the keys have",
        ),
        (pc.run_end_encode(pa.array([1])), "type run-end encoded has no Java key type: give its values"),
        (
            pa.array(["a"]).dictionary_encode(),
            r"a dictionary-encoded .*: give its values \(pyarrow: `array.dictionary_decode\(\)`; polars: `series.cast",
        ),
        (pa.table({"key": [1]}), "type struct has no Java key type: give one of its columns"),
    ],
)
def test_what_is_no_column_of_keys(column, says):
    with pytest.raises(TypeError, match=says):
        flink.key_groups(column, 128)


def test_a_matrix_is_no_column():
    with pytest.raises(ValueError, match="one dimension, got 2"):
        flink.key_groups(np.zeros((2, 2), np.int64), 128)


def test_a_byte_has_no_kafka_serializer():
    with pytest.raises(TypeError, match="no serializer of Byte"):
        kafka.partitions(np.array([1], np.int8), 3)


def test_parameters_as_the_originals_take_them():
    with pytest.raises(ArithmeticException, match=r"^/ by zero$"):
        flink.key_groups(np.array([1]), 0)
    with pytest.raises(ArithmeticException, match=r"^/ by zero$"):
        kafka.partitions(np.array(["a"]), 0)
    assert kafka.partitions(np.array([], "U1"), 0).tolist() == []
    with pytest.raises(ValueError, match="max_parallelism must be a 32-bit integer, not 2147483648"):
        flink.key_groups(np.array([1]), 2**31)
    for wrong in (1.5, "128", True, None):
        with pytest.raises(WrongTypeError, match="max_parallelism must be an integer, not"):
            flink.key_groups(np.array([1]), wrong)  # type: ignore[arg-type] # what the test is about
        with pytest.raises(WrongTypeError, match="n must be an integer, not"):
            kafka.partitions(np.array([1]), wrong)  # type: ignore[arg-type] # what the test is about
    with pytest.raises(ArithmeticException, match=r"/ by zero \(row 2\)"):
        flink.operators_of_key_groups(np.array([1, 2, 0, 0]), 1, 1)
    with pytest.raises(ValueError, match="hashes has values that are no 32-bit integers"):
        flink.murmur_hashes(np.array([2**31]))
    with pytest.raises(TypeError, match="hashes is an array of float64"):
        flink.murmur_hashes(np.array([1.0]))
    with pytest.raises(ValueError, match="2 dimensions"):
        flink.murmur_hashes(np.zeros((1, 1), np.int32))
    with pytest.raises(ValueError, match="hashes has masked values"):
        flink.murmur_hashes(np.ma.array([1, 2], mask=[False, True]))


def test_integers_stand_for_every_row_and_arrays_are_of_one_length():
    assert flink.operators_of_key_groups(128, 4, 127).tolist() == [3]
    assert flink.operators_of_key_groups(128, np.array([4, 2]), [127, 127]).tolist() == [3, 1]
    assert flink.operators_of_key_groups(128, 4, []).tolist() == flink.murmur_hashes([]).tolist() == []
    for parallelism in (np.array([4]), np.array([4, 4])):
        with pytest.raises(
            ValueError, match=f"the lengths differ: parallelism has {len(parallelism)}, key_groups has 3"
        ):
            flink.operators_of_key_groups(128, parallelism, np.array([1, 2, 3]))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((128, 0, 0), "Operator parallelism not within bounds: 0"),
        ((32769, 5, 0), "Operator parallelism not within bounds: 32769"),
        ((4, 5, 0), "Maximum parallelism must not be smaller than parallelism."),
        ((128, 4, -1), ""),
    ],
)
def test_ranges_that_the_original_refuses(row, message):
    good = (128, 4, 3)
    with pytest.raises(IllegalArgumentException) as error:
        flink.ranges_of_operators(*np.array([good, good, row, row]).T)
    assert str(error.value) == message
    assert error.value.__notes__ == [f"row 2: operator {row[2]}"]


def test_pyarrow_is_not_imported_for_numpy():
    program = (
        "import sys, numpy as np; from copartition.flink import bulk; bulk.key_groups(np.array(['a']), 128);"
        "sys.exit('pyarrow' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_kernels_are_chosen_by_name(monkeypatch):
    assert chosen_kernels("numpy").NAME == "numpy"
    with pytest.raises(ValueError, match="kernels 'cupy': there are 'numpy' and 'numba'"):
        chosen_kernels("cupy")  # type: ignore[arg-type] # what the test is about
    monkeypatch.setenv("COPARTITION_KERNELS", "numpy")
    program = (
        "import sys; from copartition._bulk import kernels;"
        "sys.exit(kernels().NAME != 'numpy' or 'numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
