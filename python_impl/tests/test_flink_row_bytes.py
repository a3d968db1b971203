"""Rows of SQL as state holds them: bytes measured with RowDataSerializer of Flink 1.16.3 and 2.3.0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    EOFException,
    IllegalArgumentException,
    IndexOutOfBoundsException,
    NegativeArraySizeException,
    NullPointerException,
    NumberFormatException,
    UnsupportedOperationException,
)
from copartition.flink import Moment, RawBits, RowData
from copartition.flink.binary_row_fields import GenericRowData, row_of_bytes
from copartition.flink.serializers import BinaryRowDataSerializer, RowDataSerializer
from copartition.flink.sql_types import SqlType
from copartition.java import BigDecimal

WIDE = RowDataSerializer(["DECIMAL(38,18)", "TIMESTAMP(9)", "STRING"])


def test_a_null_is_a_bit_and_takes_no_room():
    data = "000000300003000000000000000000000000000000000000000000000c0000002000000068656c6c6f2077c3b6726c6400000000"
    assert WIDE.to_bytes(GenericRowData((None, None, "hello wörld"))).hex() == data
    assert WIDE.from_bytes(bytes.fromhex(data)) == GenericRowData((None, None, "hello wörld"))


def test_a_key_with_the_same_fields_has_other_bytes():
    key = RowData([("DECIMAL(38,18)", None)])
    in_state = RowDataSerializer(["DECIMAL(38,18)"]).to_bytes(GenericRowData((None,)))
    assert len(in_state) == 4 + 16
    assert len(BinaryRowDataSerializer(1).to_bytes(key)) == 4 + 32


FIELDS = st.sampled_from(
    [
        ("BOOLEAN", st.booleans()),
        ("TINYINT", st.integers(-128, 127)),
        ("SMALLINT", st.integers(-(2**15), 2**15 - 1)),
        ("INT", st.integers(-(2**31), 2**31 - 1)),
        ("BIGINT", st.integers(-(2**63), 2**63 - 1)),
        ("FLOAT", st.floats(width=32, allow_nan=False)),
        ("FLOAT", st.integers(0x7F800001, 0x7FFFFFFF).map(RawBits)),
        ("DOUBLE", st.floats(allow_nan=False)),
        ("DOUBLE", st.integers(0x7FF0000000000001, 0x7FFFFFFFFFFFFFFF).map(RawBits)),
        ("STRING", st.text(st.characters(exclude_categories=["Cs"]), max_size=20)),
        ("BYTES", st.binary(max_size=20)),
        ("DATE", st.integers(-(2**31), 2**31 - 1)),
        ("TIME", st.integers(0, 86_399_999)),
        ("DECIMAL(18,2)", st.integers(1 - 10**18, 10**18 - 1).map(lambda digits: BigDecimal(digits, 2))),
        ("DECIMAL(38,18)", st.integers(1 - 10**38, 10**38 - 1).map(lambda digits: BigDecimal(digits, 18))),
        ("TIMESTAMP(3)", st.integers(-(2**63), 2**63 - 1).map(Moment)),
        ("TIMESTAMP_LTZ(9)", st.builds(Moment, st.integers(-(2**63), 2**63 - 1), st.integers(0, 999_999))),
    ]
).flatmap(lambda field: st.tuples(st.just(field[0]), st.none() | field[1]))


@given(st.lists(FIELDS, max_size=60), st.sampled_from(["+I", "-U", "+U", "-D"]))
def test_what_was_written_is_read(fields, kind):
    serializer = RowDataSerializer(sql for sql, _ in fields)
    row = GenericRowData(tuple(value for _, value in fields), kind)
    assert serializer.from_bytes(serializer.to_bytes(row)) == row


@pytest.mark.parametrize(
    ("row", "error", "words"),
    [
        (None, NullPointerException, "no null"),
        (GenericRowData((1, 2)), IllegalArgumentException, "have 1 fields, and this one 2"),
    ],
)
def test_what_is_no_row_of_these_types_is_refused(row, error, words):
    with pytest.raises(error, match=words):
        RowDataSerializer(["INT"]).to_bytes(row)


def test_a_kind_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"GenericRowData\.kind must be one of \+I, -U"):
        GenericRowData((), "+X")


@pytest.mark.parametrize(
    ("sql", "row", "error", "words"),
    [
        ("INT", "", IndexOutOfBoundsException, "has 0 bytes, and none from 0 to 1"),
        ("INT", "00" * 8, IndexOutOfBoundsException, "none from 8 to 12"),
        ("INT", "04" + "00" * 15, UnsupportedOperationException, "0 to 3, not 4"),
        ("STRING", "00" * 8 + "0500000064000000", IndexOutOfBoundsException, "none from 100 to 105"),
        ("STRING", "00" * 8 + "ffffffff10000000", IndexOutOfBoundsException, "has 16 bytes"),
        ("BYTES", "00" * 8 + "00000000000000ff", IndexOutOfBoundsException, "none from 8 to 135"),
        ("BYTES", "00" * 8 + "0100000000000080"[:14] + "7f", IndexOutOfBoundsException, "has 16 bytes"),
        ("DECIMAL(19,0)", "00" * 8 + "0000000010000000", NumberFormatException, "one byte at least"),
        ("DECIMAL(19,0)", "00" * 8 + "0000000064000000", NumberFormatException, "one byte at least"),
        ("DECIMAL(19,0)", "00" * 8 + "00000000f0ffffff", IndexOutOfBoundsException, "none from -16 to -16"),
        ("DECIMAL(19,0)", "00" * 8 + "ffffffff10000000", NegativeArraySizeException, "takes -1 bytes"),
        ("BYTES", "00" * 8 + "ffffffff10000000", NegativeArraySizeException, "takes -1 bytes"),
        ("TIMESTAMP(4)", "00" * 8 + "00000000ffffffff", IndexOutOfBoundsException, "has 16 bytes"),
        ("TIMESTAMP(4)", "00" * 8 + "00000000f8ffff7f", IndexOutOfBoundsException, "has 16 bytes"),
        ("TIMESTAMP(4)", "00" * 8 + "0000000010000000", ArrayIndexOutOfBoundsException, "has 16 bytes"),
        ("TIMESTAMP(4)", "00" * 8 + "0000000009000000", ArrayIndexOutOfBoundsException, "none from 9 to 17"),
        ("TIMESTAMP(4)", "00" * 8 + "40420f0010000000" + "00" * 8, IllegalArgumentException, "not 1000000"),
    ],
)
def test_damaged_rows_are_refused(sql, row, error, words):
    with pytest.raises(error, match=words) as refused:
        row_of_bytes(bytes.fromhex(row), [SqlType.parse(sql)])
    assert type(refused.value) is error


def test_a_decimal_of_too_many_digits_is_null():
    sql = [SqlType.parse("DECIMAL(19,2)")]
    row = bytes.fromhex("00" * 8 + "0900000010000000" + "7f" * 16)
    assert row_of_bytes(row, sql).values == (None,)


def test_cut_bytes_end():
    whole = WIDE.to_bytes(GenericRowData((None, None, "hello wörld")))
    for length in range(len(whole)):
        with pytest.raises(EOFException):
            WIDE.from_bytes(whole[:length])
