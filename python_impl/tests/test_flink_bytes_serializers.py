import datetime
import decimal

import pytest

from copartition import errors
from copartition.flink import RowData, serializers
from copartition.flink.operator_id import murmur3_128, operator_id
from copartition.flink.serializers import (
    BIG_DECIMAL,
    BIG_INTEGER,
    BYTES,
    DOUBLE,
    INSTANT,
    LOCAL_DATE,
    LONG,
    SQL_TIMESTAMP,
    STRING,
    TIME_WINDOW,
    VOID_NAMESPACE,
    BinaryRowDataSerializer,
    CompositeKey,
    CompositeKeySerializer,
    EnumSerializer,
    ListSerializer,
    MapSerializer,
    RowSerializer,
    TupleSerializer,
    key_group_of,
    prefix_bytes,
)
from copartition.flink.state import GLOBAL_WINDOW, VOID, TimeWindow
from copartition.java import (
    BigDecimal,
    BigInteger,
    Double,
    Integer,
    JavaList,
    LocalDate,
    Long,
    Row,
    SqlTimestamp,
    Tuple,
)
from copartition.java.data_streams import DataInput
from copartition.java.times import Instant, LocalDateTime, LocalTime

COLOUR = EnumSerializer("Colour", ["A", "B"])


@pytest.mark.parametrize(
    ("serializer", "value", "data"),
    [
        (STRING, "hé😀", "0568e901bdb00380bc03"),
        (STRING, None, "00"),
        (LONG, Long(-2), "fffffffffffffffe"),
        (BIG_INTEGER, BigInteger(0, constant=True), "00000001"),
        (BIG_INTEGER, BigInteger(0), "0000000500"),
        (BIG_DECIMAL, BigDecimal.parse("12.340"), "00000006303400000003"),
        (LOCAL_DATE, LocalDate(2026, 11, 22), "000007ea0b16"),
        (BYTES, b"\1\2", "000000020102"),
        (VOID_NAMESPACE, VOID, "00"),
        (serializers.GLOBAL_WINDOW_SERIALIZER, GLOBAL_WINDOW, "00"),
        (TIME_WINDOW, TimeWindow(0, 10), "0000000000000000000000000000000a"),
        (ListSerializer(STRING), JavaList(["a", "bc"]), "00000002026103" + "6263"),
        (MapSerializer(STRING, LONG), {"k": None}, "00000001026b01"),
        (TupleSerializer([]), Tuple([]), "2a"),
        (TupleSerializer([STRING, LONG]), Tuple(["a", Long(1)]), "02610000000000000001"),
        (RowSerializer([STRING, LONG]), Row(["a", None], "-U"), "900261"),
    ],
)
def test_a_value_is_written_and_read_back(serializer, value, data):
    assert serializer.to_bytes(value).hex() == data
    assert serializer.from_bytes(bytes.fromhex(data)) == value


def test_python_types_that_mean_one_java_type_are_taken():
    assert DOUBLE.to_bytes(-0.0).hex() == "8000000000000000"
    assert BIG_DECIMAL.to_bytes(decimal.Decimal("1.0")) == BIG_DECIMAL.to_bytes(BigDecimal(10, 1))
    assert LOCAL_DATE.to_bytes(datetime.date(2026, 11, 22)).hex() == "000007ea0b16"
    assert DOUBLE.from_bytes(bytes(8)) == Double(0.0)


def test_other_types_are_refused_with_both_names():
    with pytest.raises(TypeError, match="LongSerializer takes a Long, not int"):
        LONG.to_bytes(5)
    with pytest.raises(TypeError, match="takes a Tuple, not Row"):
        TupleSerializer([LONG]).to_bytes(Row([Long(1)]))
    with pytest.raises(ValueError, match="a tuple of 1 fields can't be written by a serializer of 2"):
        TupleSerializer([LONG, LONG]).to_bytes(Tuple([Long(1)]))
    with pytest.raises(ValueError, match=r"tuples of 0\.\.25 fields, not of 26"):
        TupleSerializer([LONG] * 26)


@pytest.mark.parametrize(
    "serializer",
    [LONG, MapSerializer(STRING, LONG), BinaryRowDataSerializer(1), TupleSerializer([]), RowSerializer([])],
)
def test_types_without_null_refuse_it(serializer):
    with pytest.raises(errors.NullPointerException):
        serializer.to_bytes(None)


def test_a_null_array_is_another_error_than_a_null_field():
    with pytest.raises(errors.IllegalArgumentException, match="BytePrimitiveArraySerializer knows no null"):
        BYTES.to_bytes(None)
    with pytest.raises(errors.NullFieldException, match="Field 1 is null"):
        TupleSerializer([STRING, LONG]).to_bytes(Tuple([None, None]))


def test_a_serializer_is_shown_by_its_java_name():
    assert repr(LONG) == "LongSerializer"


def test_a_binary_row_is_read_as_its_bytes():
    row = RowData([("INT", 7)])
    assert BinaryRowDataSerializer(1).from_bytes(BinaryRowDataSerializer(1).to_bytes(row)) == row.data


@pytest.mark.parametrize(
    ("serializer", "data", "error", "says"),
    [
        (STRING, "0361", errors.EOFException, "a string's unit takes 1 bytes from offset 2 on"),
        (STRING, "8000", errors.StringIndexOutOfBoundsException, "a string's length is -1"),
        (BIG_INTEGER, "00000004", errors.NumberFormatException, "Zero length"),
        (BIG_INTEGER, "ffffffff", errors.NegativeArraySizeException, "a number's bytes takes -5 bytes"),
        (BIG_INTEGER, "80000004", errors.NegativeArraySizeException, "takes -2147483648 bytes"),
        (BIG_INTEGER, "80000003", errors.EOFException, "a number's bytes takes 2147483647 bytes"),
        (INSTANT, "7fffffffffffffff3b9aca00", errors.ArithmeticException, "long overflow"),
        (INSTANT, "8000000000000000ffffffff", errors.ArithmeticException, "long overflow"),
        (INSTANT, "7fffffffffffffff00000000", errors.DateTimeException, "seconds must be in"),
        (ListSerializer(STRING), "7fffffff", errors.IllegalArgumentException, "Illegal Capacity: -2147483648"),
        (LOCAL_DATE, "000007e7021d", errors.DateTimeException, r"1\.\.28"),
        (serializers.LOCAL_DATE_TIME, "8000000080001229000754d4c0", errors.IOException, "Exactly one"),
        (SQL_TIMESTAMP, "00000000000000003b9aca00", errors.IllegalArgumentException, "nanos > 999999999"),
        (ListSerializer(STRING), "fffffffe", errors.IllegalArgumentException, "Illegal Capacity: -1"),
        (MapSerializer(STRING, LONG), "ffffffff", errors.IllegalArgumentException, "capacity: -1"),
    ],
)
def test_damaged_bytes_are_the_original_s_errors(serializer, data, error, says):
    with pytest.raises(error, match=says):
        serializer.from_bytes(bytes.fromhex(data))


def test_a_null_timestamp_leaves_four_of_its_bytes():
    source = DataInput(SQL_TIMESTAMP.to_bytes(None))
    assert SQL_TIMESTAMP.deserialize(source) is None
    assert source.available == 4
    assert SQL_TIMESTAMP.from_bytes(bytes.fromhex("00000000000003e900000001")) == SqlTimestamp(1000, 1)


@pytest.mark.parametrize(
    ("data", "millis", "nanos", "written"),
    [
        ("800000000000000100000000", 9223372036854775616, 0, "7fffffffffffff4000000000"),
        ("80000000000000010b71afff", 9223372036854775807, 191999999, "7fffffffffffffff0b71afff"),
        ("80000000000000010b71b000", -9223372036854775808, 192000000, "80000000000000000b71b000"),
    ],
)
def test_the_first_timestamps_go_around_as_java_s_longs_do(data, millis, nanos, written):
    read = SQL_TIMESTAMP.from_bytes(bytes.fromhex(data))
    assert read == SqlTimestamp(millis, nanos)
    assert SQL_TIMESTAMP.to_bytes(read).hex() == written
    with pytest.raises(ValueError, match="contradicts millis"):
        SqlTimestamp(millis, nanos ^ 1 << 26)


def test_a_number_says_by_identity_how_it_is_written():
    read = BIG_DECIMAL.from_bytes(bytes.fromhex("000000050000000002"))
    assert read == BigDecimal(0, 2)
    assert not read.constant
    assert BIG_DECIMAL.to_bytes(read).hex() == "000000050000000002"
    with pytest.raises(ValueError, match="constants 0, 1 and 10, and not 7"):
        BigInteger(7, constant=True)


@pytest.mark.parametrize(
    "serializer",
    [
        STRING,
        TIME_WINDOW,
        ListSerializer(MapSerializer(STRING, LONG)),
        TupleSerializer([LONG, RowSerializer([BYTES])]),
        TupleSerializer([]),
        BinaryRowDataSerializer(3),
    ],
)
def test_a_snapshot_is_written_and_read_back(serializer):
    data = serializers.snapshot_bytes(serializer)
    source = DataInput(data)
    assert serializers.snapshot_bytes(serializers.read_snapshot(source)) == data
    assert not source.available


def test_a_snapshot_of_another_class_or_version_is_refused():
    data = serializers.snapshot_bytes(LONG)
    with pytest.raises(errors.IOException, match="the version 4, not 3"):
        serializers.read_snapshot(DataInput(data[:-1] + b"\4"))
    with pytest.raises(errors.IOException, match=r"Could not find class 'a\.B'"):
        serializers.read_snapshot(DataInput(b"\0\3a.B"))


def test_a_composite_key_has_its_group_first_and_lengths_where_they_are_needed():
    plain = CompositeKeySerializer(128, STRING, VOID_NAMESPACE)
    assert plain.to_bytes("user_1", VOID).hex() == "3507757365725f3100"
    named = CompositeKeySerializer(129, STRING, STRING, user_key=LONG)
    data = named.to_bytes("x" * 300, "win", Long(1), key_group=2)
    assert named.from_bytes(data + b"\7") == CompositeKey(2, "x" * 300, "win", Long(1), 1)
    assert data[:2] == b"\0\2"
    assert bytes.fromhex("2e01") in data
    assert named.ambiguous
    assert not plain.ambiguous
    assert not CompositeKeySerializer(128, TupleSerializer([LONG, TIME_WINDOW]), STRING).ambiguous
    assert CompositeKeySerializer(128, TupleSerializer([LONG, VOID_NAMESPACE]), STRING).ambiguous


@pytest.mark.parametrize(
    ("serializer", "arguments", "error", "says"),
    [
        ((128, EnumSerializer("E", ["A", "B"]), VOID_NAMESPACE), ("A", VOID), errors.IdentityHashedKey, "enum keys"),
        (
            (128, TupleSerializer([EnumSerializer("E", ["A"])]), STRING),
            (Tuple(["A"]), "w"),
            errors.IdentityHashedKey,
            "enum keys",
        ),
        ((128, BYTES, VOID_NAMESPACE), (b"a", VOID), errors.IdentityHashedKey, "bytes keys"),
        ((128, STRING, STRING), ("a", "w", Long(1)), ValueError, "user_key is given, and has no serializer"),
        ((128, STRING, STRING, STRING), ("a", "w"), ValueError, "user_key is missing: write the key within the map"),
    ],
)
def test_a_composite_key_that_flink_would_not_look_for_is_refused(serializer, arguments, error, says):
    with pytest.raises(error, match=says):
        CompositeKeySerializer(*serializer).to_bytes(*arguments)


def test_an_enum_s_key_group_is_the_caller_s_to_say():
    composite = CompositeKeySerializer(128, COLOUR, VOID_NAMESPACE)
    assert composite.to_bytes("B", VOID, key_group=5).hex() == "050000000100"


def test_null_is_a_user_key_where_it_is_written():
    named = CompositeKeySerializer(128, STRING, VOID_NAMESPACE, STRING)
    assert named.from_bytes(named.to_bytes("a", VOID, None)).user_key is None
    plain = CompositeKeySerializer(128, STRING, VOID_NAMESPACE)
    assert plain.to_bytes("a", VOID, None) == plain.to_bytes("a", VOID)


@pytest.mark.parametrize(
    ("key_group", "error", "says"),
    [
        (128, ValueError, "key_group is 128: of 128 key groups the last is 127"),
        (-1, ValueError, "key_group is -1"),
        ("5", errors.WrongTypeError, "key_group must be an integer, not str"),
    ],
)
def test_a_key_group_that_is_none_is_refused(key_group, error, says):
    with pytest.raises(error, match=says):
        CompositeKeySerializer(128, STRING, VOID_NAMESPACE).to_bytes("a", VOID, key_group=key_group)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ((70_000, STRING, STRING), ValueError, "max_parallelism is 70000: write 1 to 32768"),
        ((0, STRING, STRING), ValueError, "max_parallelism is 0: write 1 to 32768"),
        (("128", STRING, STRING), errors.WrongTypeError, "max_parallelism must be an integer, not str"),
        ((128, str, STRING), errors.WrongTypeError, "key must be a TypeSerializer, not type: write a serializer"),
        ((128, STRING, None), errors.WrongTypeError, "namespace must be a TypeSerializer, not NoneType"),
        ((128, STRING, STRING, "k"), errors.WrongTypeError, "user_key must be a TypeSerializer, not str"),
    ],
)
def test_what_makes_no_composite_keys_is_named(arguments, error, says):
    with pytest.raises(error, match=says):
        CompositeKeySerializer(*arguments)


def test_a_prefix_has_one_byte_up_to_128_key_groups():
    assert (prefix_bytes(53, 128), prefix_bytes(53, 129)) == (b"5", b"\0005")
    assert key_group_of(b"\x80\1rest", 32768) == 0x8001
    with pytest.raises(errors.EOFException, match="the key group's prefix takes 2 bytes"):
        key_group_of(b"\1", 129)


def test_an_operator_s_id_is_the_hash_of_its_uid():
    assert operator_id("source") == "e5a72f353fc1e6bbf3bd96a41384998c"
    assert operator_id("\ud800") == operator_id("?")
    assert murmur3_128(b"").hex() == "00" * 16


@pytest.mark.parametrize(
    "text",
    ["2024-02-29T10:15:30.500Z", "-0001-12-31T23:59:59Z", "+12345-01-01T00:00:00.000001Z", "1970-01-01T00:00:00Z"],
)
def test_instants_are_printed_as_java_prints_them(text):
    assert str(Instant.parse(text)) == text


def test_dates_times_and_decimals_are_printed_as_java_prints_them():
    moment = LocalDateTime(LocalDate(0, 1, 2), LocalTime(10, 15))
    assert str(moment) == "0000-01-02T10:15"
    assert str(LocalTime(1, 2, 3, 4)) == "01:02:03.000000004"
    assert [str(BigDecimal.parse(text)) for text in ("1.00", "1E+3", "-0.5", "0E-10")] == [
        "1.00",
        "1E+3",
        "-0.5",
        "0E-10",
    ]


@pytest.mark.parametrize("value", [5, Integer(5), True, [1, 2], "ab"], ids=repr)
def test_what_is_no_row_is_not_written_as_one(value):
    with pytest.raises(errors.WrongTypeError, match="BinaryRowDataSerializer takes a RowData or its bytes, not"):
        BinaryRowDataSerializer(2).to_bytes(value)


def test_a_row_is_written_as_its_bytes():
    row = RowData([("INT", 1)])
    for value in (row, bytes(row), bytearray(bytes(row)), memoryview(bytes(row))):
        assert BinaryRowDataSerializer(1).to_bytes(value) == b"\0\0\0\x10" + bytes(row)
