"""Columns of pandas: the column's own type decides, and not what pandas infers from its values."""

import enum
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from copartition.errors import NullPointerException
from copartition.flink import bulk as flink
from copartition.kafka import bulk as kafka

PLAIN = np.array([1, 2])


class Colour(enum.StrEnum):
    RED = "red"


class Own(str):
    __slots__ = ()

    def java_hash_code(self):
        return 5


class InferringSeries:
    """A Series that gives Arrow's stream of what it infers from its values, as those of pandas 3."""

    def __init__(self, series):
        self._series = series
        self.array, self.dtype, self.isna = series.array, series.dtype, series.isna

    def __array__(self, dtype=None, copy=None):
        return self._series.to_numpy()

    def __arrow_c_stream__(self, schema=None):
        return pa.chunked_array([pa.array(self._series, from_pandas=True)]).__arrow_c_stream__(schema)


@pytest.fixture(params=[lambda series: series, InferringSeries], ids=["pandas", "inferring"])
def made(request):
    return request.param


@pytest.mark.parametrize(
    ("values", "dtype", "row"),
    [([1, -1], object, 0), ([1.5, 2.0], object, 0), ([Colour.RED], object, 0), ([Own("x")], object, 0)],
)
def test_no_type_is_inferred_from_values(made, values, dtype, row):
    with pytest.raises(TypeError, match=rf"^row {row} is of type {type(values[row]).__name__}, where all rows must be"):
        flink.key_groups(made(pd.Series(values, dtype=dtype)), 128)


@pytest.mark.parametrize("values", [[1, None, 2], [1.5, float("nan")]])
@pytest.mark.parametrize("of", [lambda c: flink.key_groups(c, 128), lambda c: kafka.partitions(c, 12)])
def test_integers_that_a_null_made_doubles_are_no_doubles(made, values, of):
    column = made(pd.Series(values))
    assert column.dtype == np.float64
    with pytest.raises(TypeError, match=r"^row 1 is NaN, and pandas makes doubles of integers with a null among them"):
        of(column)


def test_doubles_and_nullable_integers_are_what_they_are(made):
    doubles = np.array([1.0, np.nan])
    assert (
        flink.key_groups(made(pd.Series([1.0, 2.0])), 128).tolist()
        == flink.key_groups(doubles[[0, 0]] * [1, 2], 128).tolist()
    )
    assert flink.key_groups(doubles, 128).tolist() == flink.key_groups(pd.Series(doubles).to_numpy(), 128).tolist()
    assert (
        flink.key_groups(made(pd.Series([1, 2], dtype="Int64")), 128).tolist() == flink.key_groups(PLAIN, 128).tolist()
    )
    assert flink.key_groups(pd.Index([1, 2]), 128).tolist() == flink.key_groups(PLAIN, 128).tolist()


@pytest.mark.parametrize("dtype", [object, "category", "string"])
@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_whatever_is_missing_among_strings_is_null(made, dtype, missing):
    column = made(pd.Series(["a", missing, "b"], dtype=dtype))
    with pytest.raises(NullPointerException, match=r"\(row 1\)"):
        flink.key_groups(column, 128)
    with pytest.raises(NullPointerException, match=r"^row 1 is null"):
        kafka.partitions(column, 12)


def test_categories_of_strings_are_strings():
    column = pd.Series(["a", "b"], dtype="category")
    assert kafka.partitions(column, 12).tolist() == kafka.partitions(np.array(["a", "b"]), 12).tolist()


def test_objects_of_polars_are_addresses():
    of = {"__arrow_c_stream__": lambda _: pa.chunked_array([pa.array([bytes(8)], pa.binary(8))]).__arrow_c_stream__()}
    column = type("Series", (), {"__module__": "polars.series.series", "dtype": "Object", **of})()
    with pytest.raises(TypeError, match="a column of polars' Object has no Java key type"):
        kafka.partitions(column, 12)


def test_a_frame_of_polars_is_no_column_of_objects():
    of = {"__arrow_c_stream__": lambda _: pa.chunked_array([pa.array(["a"])]).__arrow_c_stream__()}
    frame = type("DataFrame", (), {"__module__": "polars.dataframe.frame", **of})()
    assert kafka.partitions(frame, 12).tolist() == kafka.partitions(np.array(["a"]), 12).tolist()


@pytest.mark.parametrize("value", [pa.scalar("user_1"), pa.py_buffer(b"ab"), b"ab", "ab", SimpleNamespace()])
def test_one_value_is_no_column(value):
    with pytest.raises(TypeError, match="give a numpy array or an Arrow array"):
        flink.key_groups(value, 128)
