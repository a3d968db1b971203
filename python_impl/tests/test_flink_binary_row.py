"""BinaryRowData: bytes and hashes measured with BinaryRowWriter of Flink 1.16.3, 1.20.4, 2.1.3 and 2.3.0."""

import datetime
import decimal
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import ArithmeticException, WrongTypeError
from copartition.flink import Moment, RawBits, RowData, SqlType, key_group, row_hash
from copartition.flink.binary_row import hash_bytes_by_words
from copartition.java import BigDecimal, Row, hash_code, int32

Decimal = decimal.Decimal
EMPTY_HEADER = "0000000000000000"


@pytest.mark.parametrize(
    ("fields", "data", "code", "group"),
    [
        ([("INT", 1)], "00000000000000000100000000000000", 1465514398, 94),
        ([("BIGINT", 1)], "00000000000000000100000000000000", 1465514398, 94),
        ([("STRING", "a")], "00000000000000006100000000000081", 943281246, 4),
        ([("STRING", "user_12")], "0000000000000000757365725f313287", 1022298977, 0),
        (
            [("STRING", "user_1234567")],
            "00000000000000000c00000010000000757365725f3132333435363700000000",
            1097938407,
            66,
        ),
        (
            [("STRING", "a"), ("BIGINT", 7)],
            "000000000000000061000000000000810700000000000000",
            2098890853,
            55,
        ),
        ([("BIGINT", None)], "00010000000000000000000000000000", -1748325344, 99),
        (
            [("BOOLEAN", True), ("DOUBLE", 1.5)],
            "00000000000000000100000000000000000000000000f83f",
            814747038,
            86,
        ),
        ([("DECIMAL(10,2)", "12.34")], "0000000000000000d204000000000000", -1096042293, 111),
        (
            [("DECIMAL(25,2)", Decimal("12.34"))],
            "0000000000000000020000001000000004d20000000000000000000000000000",
            -531788649,
            94,
        ),
        (
            [("TIMESTAMP(3)", Moment(1_700_000_000_123, 456_000))],
            "00000000000000007b68e5cf8b010000",
            -1285420957,
            96,
        ),
        (
            [("TIMESTAMP(6)", Moment(1_700_000_000_123, 456_000))],
            "000000000000000040f50600100000007b68e5cf8b010000",
            1196670069,
            103,
        ),
    ],
)
def test_published_rows(fields, data, code, group):
    row = RowData(fields)
    assert bytes(row).hex() == data
    assert hash_code(row) == row.java_hash_code() == row_hash(fields) == code
    assert key_group(row, 128) == group


@pytest.mark.parametrize(
    ("sql", "value", "slots"),
    [
        ("TINYINT", -1, "ff00000000000000"),
        ("SMALLINT", -1, "ffff000000000000"),
        ("INT", -1, "ffffffff00000000"),
        ("BIGINT", -1, "ffffffffffffffff"),
        ("FLOAT", -0.0, "0000008000000000"),
        ("FLOAT", RawBits(0x7FC00001), "0100c07f00000000"),
        ("DOUBLE", RawBits(0x7FF8000000000001), "010000000000f87f"),
        ("DATE", datetime.date(1969, 12, 31), "ffffffff00000000"),
        ("TIME", datetime.time(0, 0, 1, 999_999), "cf07000000000000"),
        ("BYTES", b"", "0000000000000080"),
        ("STRING", "\ud83d", "3f00000000000081"),
        ("STRING", "\ud83d\ude00", "f09f988000000084"),
        ("STRING", "abcdefgh", "08000000100000006162636465666768"),
        ("DECIMAL(18,0)", -1, "ffffffffffffffff"),
        ("DECIMAL(19,0)", -1, "0100000010000000" + "ff" + "00" * 15),
        ("DECIMAL(38,18)", -1, "0800000010000000" + "f21f494c589c0000" + "00" * 8),
        ("DECIMAL(38,0)", "9" * 38, "1000000010000000" + "4b3b4ca85a86c47a098a223fffffffff"),
        ("DECIMAL(19,0)", 128, "0200000010000000" + "0080" + "00" * 14),
        ("DECIMAL(4,2)", "-0.005", "ffffffffffffffff"),
        ("DECIMAL(4,2)", "0.0049", "0000000000000000"),
        ("TIMESTAMP(9)", Moment(-1, 999_999), "3f420f0010000000ffffffffffffffff"),
        ("TIMESTAMP_LTZ(0)", 1000, "e803000000000000"),
    ],
)
def test_slots(sql, value, slots):
    assert RowData([(sql, value)]).data.hex() == EMPTY_HEADER + slots


@pytest.mark.parametrize(
    ("sql", "slots"),
    [
        ("INT", "00" * 8),
        ("STRING", "00" * 8),
        ("DECIMAL(18,2)", "00" * 8),
        ("DECIMAL(19,2)", "0000000010000000" + "00" * 16),
        ("TIMESTAMP(3)", "00" * 8),
        ("TIMESTAMP(4)", "0000000010000000" + "00" * 8),
    ],
)
def test_a_wide_null_keeps_its_room(sql, slots):
    assert RowData([(sql, None)]).data.hex() == "0001000000000000" + slots


def test_null_bits_take_a_second_word_from_the_57th_field():
    assert len(RowData([("INT", None)] * 56).data) == 8 + 56 * 8
    wide = RowData([("INT", None)] * 57).data
    assert len(wide) == 16 + 57 * 8
    assert wide[:16].hex() == "00ffffffffffffff" + "0100000000000000"


def test_the_empty_row():
    assert RowData([]).data == bytes(8)
    assert RowData([], kind="-D").data == b"\x03" + bytes(7)
    assert row_hash([]) == hash_bytes_by_words(bytes(8)) == -1670924195


def test_datetimes_are_cut_towards_the_past():
    moment = datetime.datetime(1969, 12, 31, 23, 59, 59, 999_999)  # noqa: DTZ001 - TIMESTAMP has no zone
    expected = RowData([("TIMESTAMP(6)", Moment(-1, 999_000))])
    assert RowData([("TIMESTAMP(6)", moment)]).data == expected.data
    zoned = moment.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
    expected = RowData([("TIMESTAMP_LTZ(6)", Moment(-3_600_001, 999_000))])
    assert RowData([("TIMESTAMP_LTZ(6)", zoned)]).data == expected.data


@pytest.mark.parametrize(
    ("sql", "value", "reason"),
    [
        ("DOUBLE", 10**400, "within the range of a double"),
        ("DOUBLE", -(10**400), "within the range of a double"),
        ("FLOAT", 10**400, "within the range of a double"),
        ("DOUBLE", 2**53 + 1, "that a double can hold exactly"),
    ],
    ids=["above", "below", "float", "between"],
)
def test_an_integer_that_a_field_cannot_hold_is_refused(sql, value, reason):
    with pytest.raises(ValueError, match=rf"^{sql}\.value must be .*{reason}"):
        RowData([(sql, value)])


def test_an_integer_that_a_field_can_hold_is_its_float():
    for sql, value in (("DOUBLE", 2**53), ("DOUBLE", -(2**1023)), ("FLOAT", 2**24), ("FLOAT", 10**39)):
        assert RowData([(sql, value)]).data == RowData([(sql, float(value))]).data


def test_a_moment_of_numpy_is_a_plain_one():
    moment = Moment(np.int64(5), np.int32(6))
    assert moment == Moment(5, 6)
    assert (type(moment.millis), type(moment.nanos_of_millisecond)) == (int, int)
    assert RowData([("TIMESTAMP(9)", moment)]).data == RowData([("TIMESTAMP(9)", Moment(5, 6))]).data


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"INT": 1}, "fields must hold pairs of SQL type and value, not str"),
        (["ab"], "fields must hold pairs of SQL type and value, not str"),
        ([("INT", 1, 2)], "fields must hold pairs of SQL type and value, not tuple of 3"),
        ([5], "fields must hold pairs of SQL type and value, not int"),
        (5, "fields must be a sequence, not int"),
        ([(int, 1)], 'a field\'s SQL type must be a SqlType, not type: write "INT"'),
        ([(None, 1)], "a field's SQL type must be a SqlType, not NoneType"),
    ],
)
def test_fields_are_pairs(fields, message):
    for refusing in (row_hash, RowData):
        with pytest.raises(WrongTypeError, match=f"^{message}"):
            refusing(fields)


def test_a_bool_of_numpy_is_named_as_such():
    with pytest.raises(TypeError, match=r"^BOOLEAN takes a bool, not numpy\.bool"):
        RowData([("BOOLEAN", np.True_)])


@pytest.mark.parametrize(
    ("sql", "given", "plain"),
    [
        ("TINYINT", np.int8(-5), -5),
        ("INT", np.int32(5), 5),
        ("BIGINT", np.uint64(1 << 62), 1 << 62),
        ("DATE", np.int64(20_000), 20_000),
        ("TIME", np.int32(1), 1),
        ("TIMESTAMP(3)", np.int64(-1), -1),
        ("DECIMAL(5, 2)", np.int16(7), 7),
        ("FLOAT", np.float32(0.1), float(np.float32(0.1))),
        ("DOUBLE", np.float32(0.1), float(np.float32(0.1))),
        ("DOUBLE", np.float16(1.5), 1.5),
        ("DOUBLE", np.int64(3), 3.0),
        ("DOUBLE", np.float32("nan"), float("nan")),
    ],
)
def test_numpys_numbers_are_the_plain_ones(sql, given, plain):
    assert RowData([(sql, given)]).data == RowData([(sql, plain)]).data


@pytest.mark.parametrize(
    ("sql", "given", "error"),
    [
        ("TINYINT", np.int64(128), "TINYINT.value must be in -128..127, not 128"),
        ("INT", np.float64(1.0), "INT takes an int, not numpy.float64"),
        ("DOUBLE", np.array([1.0, 2.0]), "DOUBLE takes a float or RawBits, not numpy.ndarray"),
        ("DOUBLE", Fraction(1, 3), "DOUBLE takes a float or RawBits, not fractions.Fraction"),
        ("DOUBLE", np.int64((1 << 53) + 1), "DOUBLE.value must be a number that a double can hold exactly"),
        ("DECIMAL(5, 2)", np.float32(1.0), "DECIMAL(5,2) takes a Decimal, BigDecimal, int or str, not numpy.float32"),
    ],
)
def test_numbers_that_the_type_has_not_are_refused(sql, given, error):
    with pytest.raises((TypeError, ValueError), match="^" + re.escape(error)):
        RowData([(sql, given)])


class Timestamp(datetime.datetime):
    """As pandas' own: a datetime with nanoseconds."""

    nanosecond = 789


@pytest.mark.parametrize(
    ("sql", "zone"),
    [("TIMESTAMP(9)", None), ("TIMESTAMP_LTZ(9)", datetime.UTC)],
)
def test_a_timestamp_of_pandas_keeps_its_nanoseconds(sql, zone):
    for year, millis in ((1969, -1), (1970, 365 * 86_400_000 - 1)):
        stamp = Timestamp(year, 12, 31, 23, 59, 59, 999_456, tzinfo=zone)
        assert RowData([(sql, stamp)]).data == RowData([(sql, Moment(millis, 456_789))]).data


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("INT", "1"),
        ("INT", True),
        ("BOOLEAN", 1),
        ("STRING", b"a"),
        ("BYTES", "a"),
        ("DECIMAL(10,2)", 1.5),
        ("DOUBLE", "1"),
        ("DATE", datetime.datetime(2024, 1, 1)),  # noqa: DTZ001 - it is the zone's absence that is tested
        ("TIMESTAMP_LTZ(3)", datetime.datetime(2024, 1, 1)),  # noqa: DTZ001
        ("TIMESTAMP(3)", datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)),
    ],
)
def test_a_value_of_another_type_is_refused(sql, value):
    with pytest.raises(TypeError):
        RowData([(sql, value)])


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("TINYINT", 128),
        ("BIGINT", 2**63),
        ("DECIMAL(3,2)", "10.00"),
        ("DECIMAL(3,2)", "9.995"),
        ("DECIMAL(38,0)", "1E+38"),
        ("FLOAT", RawBits(2**32)),
        ("DECIMAL(39,0)", 1),
        ("DECIMAL(2,3)", 1),
        ("TIMESTAMP(10)", 1),
        ("INT(4)", 1),
        ("VARIANT", 1),
        ("int", 1),
    ],
)
def test_what_is_out_of_range_is_refused(sql, value):
    with pytest.raises(ValueError, match=r"\S"):
        RowData([(sql, value)])


def test_a_huge_scale_costs_nothing():
    assert RowData([("DECIMAL(38,0)", "1E-536870919")]).data == RowData([("DECIMAL(38,0)", 0)]).data
    with pytest.raises(ValueError, match="doesn't fit"):
        RowData([("DECIMAL(38,0)", "1E+536870919")])
    assert RowData([("DECIMAL(38,0)", "0E+2147483647")]).data == RowData([("DECIMAL(38,0)", 0)]).data


@pytest.mark.parametrize(
    "value", ["1E-2147483647", "-1E+2147483647", BigDecimal(1, -(2**31)), BigDecimal(7, 2**31 - 1)]
)
def test_a_scale_that_java_can_not_bring_to_the_type_s_is_its_error(value):
    with pytest.raises(ArithmeticException, match=r"DECIMAL\(10,2\): Java can't bring a number of scale -?21474836"):
        RowData([("DECIMAL(10,2)", value)])


@pytest.mark.parametrize("value", [BigDecimal(0, -(2**31)), BigDecimal(0, 2**31 - 1)])
def test_zero_has_each_scale(value):
    assert RowData([("DECIMAL(10,2)", value)]) == RowData([("DECIMAL(10,2)", 0)])


@pytest.mark.parametrize("value", [10**5000, "9" * 5000, Decimal(10**5000), BigDecimal(10**5000, 0)], ids=type)
def test_a_long_number_is_cut_in_the_message(value):
    with pytest.raises(ValueError, match=r"doesn't fit DECIMAL\(10,2\)") as refused:
        RowData([("DECIMAL(10,2)", value)])
    assert len(str(refused.value)) < 150


def test_a_long_text_that_is_no_number_is_cut_in_the_message():
    with pytest.raises(ValueError, match="is not a decimal number") as refused:
        RowData([("DECIMAL(10,2)", "9" * 5000 + "x")])
    assert len(str(refused.value)) < 150


def test_a_time_may_be_a_number_as_a_date_may():
    one = datetime.time(0, 0, 1, 5000)
    assert RowData([("TIME", 1005)]) == RowData([("TIME", one)])


def test_a_kind_of_row():
    assert RowData([("INT", 1)], kind="+U").data[0] == 2
    with pytest.raises(ValueError, match=r"RowData\.kind"):
        RowData([], kind="+")


def test_types_print_as_they_are_written():
    for text in ("INT", "DECIMAL(10,2)", "TIMESTAMP(3)", "TIMESTAMP_LTZ(9)"):
        assert str(SqlType.parse(text)) == text
    assert str(SqlType.parse("DECIMAL")) == "DECIMAL(10,0)"
    assert str(SqlType.parse("TIMESTAMP")) == "TIMESTAMP(6)"


def test_a_row_is_a_field_like_any_other():
    inner = RowData([("INT", 1)])
    assert hash_code(Row([inner])) == int32(31 + 31 + inner.java_hash_code())


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-99_999, max_value=99_999))
def test_equal_decimals_of_one_type_are_one_key(number):
    same = number.normalize()
    assert RowData([("DECIMAL(9,4)", number)]).data == RowData([("DECIMAL(9,4)", same)]).data


@given(st.lists(st.tuples(st.just("STRING"), st.none() | st.text(max_size=20)), max_size=60))
def test_rows_are_whole_words(fields):
    assert len(RowData(fields).data) % 8 == 0


def test_the_hash_takes_whole_words_only():
    with pytest.raises(ValueError, match="3 bytes"):
        hash_bytes_by_words(b"abc")
