"""Columns whose own type is not that of the array that numpy, or Arrow, makes of them."""

import enum
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

from copartition.errors import NullPointerException
from copartition.flink import bulk as flink
from copartition.kafka import bulk as kafka


class Nullable:
    """As a pandas Series: an array of its own kind inside, and numpy's of another type."""

    def __init__(self, dtype, values, held):
        self.dtype, self._values = dtype, values
        if held is not None:
            self.array = SimpleNamespace(__arrow_array__=lambda: held)

    def __array__(self, dtype=None, copy=None):
        return np.array(self._values, dtype)


def test_a_column_that_may_hold_nulls_is_read_as_what_it_is():
    whole = Nullable("Int64", [1.0, 2.0], pa.array([1, 2], pa.int64()))
    assert flink.key_groups(whole, 128).tolist() == flink.key_groups(np.array([1, 2]), 128).tolist()
    with pytest.raises(NullPointerException, match=r"\(row 2\)"):
        flink.key_groups(Nullable("Int64", [1.0, 2.0, np.nan], pa.array([1, 2, None], pa.int64())), 128)


def test_numpys_type_decides_only_where_it_is_the_columns_own():
    category = Nullable("category", [1.0, np.nan], None)
    with pytest.raises(
        TypeError, match="a column of category has no Java key type, and numpy's float64 may be another"
    ):
        flink.key_groups(category, 128)
    names = Nullable("category", ["a", "b"], None)
    assert flink.key_groups(names, 128).tolist() == flink.key_groups(np.array(["a", "b"]), 128).tolist()
    own = Nullable(np.dtype(np.int64), [1, 2], pa.array([3, 4]))
    assert flink.key_groups(own, 128).tolist() == flink.key_groups(np.array([1, 2]), 128).tolist()


def test_without_the_library_that_reads_a_column_it_says_so():
    def missing():
        raise ModuleNotFoundError("No module named 'pyarrow'")

    with pytest.raises(
        TypeError, match=r"is read by pyarrow, which is missing \(No module named 'pyarrow'\); give a numpy"
    ):
        flink.key_groups(SimpleNamespace(__arrow_array__=missing), 128)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("arrow.uuid", pa.array([bytes(16)], pa.uuid())),
        ("arrow.bool8", pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1], pa.int8()))),
        ("arrow.bool8", pa.chunked_array([pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1], pa.int8()))])),
    ],
)
def test_an_extension_type_is_not_what_it_is_stored_as(name, column):
    with pytest.raises(TypeError, match=f"the extension type {name} has no Java key type"):
        kafka.partitions(column, 3)


def test_other_metadata_of_an_arrow_field_says_nothing():
    schema = pa.schema([pa.field("", pa.int64(), metadata={"ARROW:extension": "no", "empty": ""})])
    field = SimpleNamespace(
        __arrow_c_array__=lambda: (schema.field(0).__arrow_c_schema__(), pa.array([1, 2]).__arrow_c_array__()[1])
    )
    assert flink.key_groups(field, 128).tolist() == flink.key_groups(np.array([1, 2]), 128).tolist()


class Colour(enum.StrEnum):
    RED = "red"


class Named(str):
    __slots__ = ()

    def java_hash_code(self):
        return 7


@pytest.mark.parametrize("key", [Colour.RED, Named("a")])
def test_a_str_that_is_another_class_in_java_is_no_string(key):
    with pytest.raises(TypeError, match=f"row 1 is of type {type(key).__name__}, where all rows must be str"):
        flink.key_groups(np.array(["a", key], object), 128)
    mixed = np.array(["a", np.str_("b")], object)
    assert flink.key_groups(mixed, 128).tolist() == flink.key_groups(np.array(["a", "b"]), 128).tolist()


def test_zero_bytes_that_numpy_forgets_are_not_left_out_of_binary_keys():
    keys = [number.to_bytes(4) for number in (1, 2, 256, 65536)]
    with pytest.raises(TypeError, match="row 2 ends in a zero byte, as a key or because numpy fills up with them"):
        kafka.partitions(np.array(keys), 12)
    expected = [kafka.partitions(np.array([number], np.int32), 12)[0] for number in (1, 2, 256, 65536)]
    assert kafka.partitions(np.array(keys, object), 12).tolist() == expected
    assert kafka.partitions(np.array(keys).view("V4"), 12).tolist() == expected
    # Texts of several lengths have no zero byte before another one.
    texts = [b"a", b"user_123", b""]
    assert kafka.partitions(np.array(texts), 12).tolist() == kafka.partitions(np.array(texts, object), 12).tolist()
