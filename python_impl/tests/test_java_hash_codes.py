"""Hash codes of keys. The expected numbers were measured on Java 17 with Flink 1.16.3 and 2.3.0."""

import enum
import math
import struct
import uuid
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import (
    IDENTITY_HASHED_BYTES,
    IDENTITY_HASHED_ENUM,
    IdentityHashedKey,
    NullPointerException,
    WrongTypeError,
)
from copartition.flink import key_group
from copartition.java import (
    BigDecimal,
    BigInteger,
    Byte,
    Character,
    Double,
    Float,
    Instant,
    Integer,
    JavaList,
    LocalDate,
    LocalDateTime,
    LocalTime,
    Long,
    Row,
    Short,
    SqlDate,
    SqlTimestamp,
    Tuple,
    hash_code,
    int32,
)
from copartition.java.hash_codes import bytes_hash, hash_code_or_zero

MIN_INT, MIN_LONG = -(1 << 31), -(1 << 63)


class Color(enum.Enum):
    RED = 1


class Name(enum.StrEnum):
    RED = "red"


class Level(enum.IntEnum):
    LOW = 1


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("", 0),
        ("a", 97),
        ("héllo😀", 291564465),
        (True, 1231),
        (False, 1237),
        (Integer(-1), -1),
        (Integer(MIN_INT), MIN_INT),
        (Short(-1), -1),
        (Byte(-128), -128),
        (Character("a"), 97),
        (Character("\uffff"), 65535),
        (Long(-1), 0),
        (Long(-2), 1),
        (Long(MIN_LONG), MIN_INT),
        (Long(1 << 40), 256),
        (Float(1.5), 1069547520),
        (Float(-0.0), MIN_INT),
        (Float(math.nan), 2143289344),
        (1.5, 1073217536),
        (Double(0.0), 0),
        (-0.0, MIN_INT),
        (math.nan, 2146959360),
        (Double.from_bits(0xFFFF_FFFF_FFFF_FFFF), 2146959360),
        (BigInteger(0), 0),
        (BigInteger(-1), -1),
        (BigInteger(1 << 32), 31),
        (BigDecimal(10, 1), 311),
        (BigDecimal(100, 2), 3102),
        (Decimal("1.00"), 3102),
        (Decimal("-0.00"), 2),
        (Decimal("1E+3"), 28),
        (BigDecimal(MIN_LONG, 0), MIN_INT),
        (BigDecimal(1 << 63, 0), MIN_INT),
        (BigDecimal(123456789012, 0), 344625544),
        (BigDecimal(-(1 << 32), 0), -961),
        (BigDecimal(-123456789012345678905, 1), -1337890913),
        (BigDecimal(1, 2147483647), -2147483618),
        (BigDecimal(-1, -2147483647), 2147483618),
        (LocalDate(2024, 2, 29), 4145309),
        (date(2024, 2, 29), 4145309),
        (LocalDate(12345, 1, 1), 25294913),
        (LocalDate(-1, 12, 31), 799),
        (LocalDate(0, 2, 29), 157),
        (LocalDate(-999_999_999, 1, 1), -304793535),
        (LocalDate(999_999_999, 12, 31), -304794849),
        (LocalTime(0, 0), 0),
        (LocalTime(10, 15), 1935952271),
        (time(10, 15, 30, 100_000), 1971180694),
        (LocalTime(23, 59, 59, 999_999_999), -1857113749),
        (LocalDateTime(LocalDate(2024, 2, 29), LocalTime(10, 15)), 1935345938),
        (datetime(2024, 2, 29, 10, 15), 1935345938),  # noqa: DTZ001 - naive on purpose
        (Instant(0), 0),
        (Instant(-1, 999_999_999), -539607603),
        (Instant.parse("-1000000000-01-01T00:00:00Z"), -336857328),
        (Instant.parse("+1000000000-12-31T23:59:59.999999999Z"), -625237510),
        (Instant.parse("2024-02-29T10:15:30.5Z"), 1439397954),
        (SqlDate(-1000), 999),
        (SqlTimestamp.of_millis(1_700_000_000_123), -807048720),
        (SqlTimestamp(1_700_000_000_123, 123_456_789), -807048720),
        (SqlTimestamp.of_millis(MIN_LONG), MIN_INT),
    ],
)
def test_scalars(key, expected):
    assert hash_code(key) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Tuple([]), 0),
        (Tuple(["a"]), 97),
        (Tuple(["a", Integer(1)]), 3008),
        (Tuple([None, Integer(5)]), 5),
        (JavaList([]), 1),
        (JavaList([None]), 31),
        (JavaList([Integer(5), Integer(6)]), 1122),
        (JavaList([JavaList([Integer(5)])]), 67),
        (Row([]), 1),
        (Row([None]), 31),
        (Row([None, None]), 961),
        (Row(["a"]), 159),
        (Row([Integer(5)]), 67),
        (Row([Integer(5)], "-U"), 98),
        (Row([Integer(5)], "+U"), 129),
        (Row([Integer(5)], "-D"), 160),
        (Row([Row([Integer(5)])]), 129),
        (Row([Tuple([Integer(5)])]), 67),
        (Row([JavaList([])]), 32),
        (Row([JavaList([None])]), 62),
        (Row([JavaList([Integer(5), Integer(6)])]), 2145),
        (Row([JavaList([JavaList([Integer(5)])])]), 129),
        (Row([JavaList([Tuple([Integer(5)])])]), 98),
    ],
)
def test_composites(key, expected):
    assert hash_code(key) == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Row([b""]), 63),
        (Row([b"ab"]), 4128),
        (Row([bytearray(b"ab")]), 4128),
        (Row([JavaList([b"ab"])]), 4159),
        (Row([JavaList([JavaList([b"ab"])])]), 4190),
        (Row([Row([b"ab"])]), 4190),
        (Row([JavaList([Row([b"ab"])])]), 4221),
        (Row([Tuple([Row([b"ab"])])]), 4190),
        (Tuple([Row([b"ab"])]), 4128),
        (JavaList([Row([b"ab"])]), 4159),
    ],
)
def test_bytes_count_by_content_where_a_row_looks_at_them(key, expected):
    assert hash_code(key) == expected


@pytest.mark.parametrize(
    "key",
    [
        b"ab",
        bytearray(b"ab"),
        Tuple([b"ab"]),
        JavaList([b"ab"]),
        Tuple([JavaList([b"ab"])]),
        Row([Tuple([b"ab"])]),
        Row([Tuple([JavaList([b"ab"])])]),
        Row([JavaList([Tuple([b"ab"])])]),
    ],
)
def test_bytes_that_count_by_identity_are_refused(key):
    with pytest.raises(IdentityHashedKey) as caught:
        hash_code(key)
    assert str(caught.value) == IDENTITY_HASHED_BYTES


@pytest.mark.parametrize("constant", [Color.RED, Name.RED, Level.LOW])
@pytest.mark.parametrize("wrap", [lambda key: key, lambda key: Row([key]), lambda key: Row([JavaList([key])])])
def test_enum_constants_are_refused(constant, wrap):
    with pytest.raises(IdentityHashedKey) as caught:
        hash_code(wrap(constant))
    assert str(caught.value) == IDENTITY_HASHED_ENUM


def test_null_has_no_hash_code_of_its_own():
    with pytest.raises(NullPointerException):
        hash_code(None)
    assert hash_code_or_zero(None) == 0


@pytest.mark.parametrize("wrap", [lambda key: key, lambda key: Tuple([key]), lambda key: Row([key])])
def test_a_bare_int_is_refused_with_the_reason(wrap):
    with pytest.raises(TypeError, match=r"-1 as an Integer .* 80 of 128, as a Long to 94.*Integer\(-1\) or Long\(-1\)"):
        hash_code(wrap(-1))


@pytest.mark.parametrize("key", [("a",), ["a"]])
def test_a_bare_sequence_is_refused_with_the_reason(key):
    with pytest.raises(TypeError, match=r"write Tuple\(\.\.\.\), Row\(\.\.\.\) or JavaList\(\.\.\.\)"):
        hash_code(key)


class NaTType(datetime):
    """As pandas' null among timestamps: a datetime by its class."""


class StampWithNanos(datetime):
    """Like pandas' Timestamp: a datetime that knows more than a datetime can say."""


@pytest.mark.parametrize(
    "key", [object(), {"a": 1}, 1j, Fraction(1, 2), np.int64(1), StampWithNanos(2024, 1, 1, tzinfo=UTC)]
)
def test_types_that_java_does_not_have_are_refused(key):
    with pytest.raises(TypeError, match="has no Java type"):
        hash_code(key)


@pytest.mark.parametrize(
    ("key", "advice"),
    [
        (np.int64(-1), r"write Integer\(-1\) or Long\(-1\)"),
        (np.uint8(7), r"write Integer\(7\) or Long\(7\)"),
        (StampWithNanos(2024, 1, 1), r"write LocalDateTime\.of\(key\)"),
        (StampWithNanos(2024, 1, 1, tzinfo=UTC), r"write Instant\.of\(key\)"),
        (NaTType(2024, 1, 1), "it is a null: write None"),
        (np.bool_(True), r"write bool\(key\)"),  # noqa: FBT003 - it is the value that is meant
        (np.float32(0.5), r"write Float\(key\)"),
        (datetime(2024, 1, 1, tzinfo=UTC), r"write Instant\.of\(value\) for the moment"),
    ],
)
def test_what_is_nearly_a_key_is_told_what_to_write(key, advice):
    for ask in (hash_code, lambda of: key_group(of, 128)):
        with pytest.raises(TypeError, match=advice):
            ask(key)


def test_zoned_times_and_numbers_without_a_java_value_are_refused():
    with pytest.raises(TypeError, match="time zone"):
        hash_code(datetime(2024, 1, 1, tzinfo=UTC))
    with pytest.raises(ValueError, match="NaN"):
        hash_code(Decimal("NaN"))


def test_numpys_strings_and_floats_are_pythons():
    assert hash_code(np.str_("héllo😀")) == 291564465
    assert hash_code(np.float64(1.5)) == 1073217536


def test_a_class_may_bring_its_own_hash_code():
    class Pojo:
        def java_hash_code(self):
            return MIN_INT

    assert hash_code(Pojo()) == MIN_INT
    assert hash_code(Tuple([Pojo(), Integer(1)])) == int32(31 * MIN_INT + 1)


class Coded:
    def __init__(self, code):
        self.code = code

    def java_hash_code(self):
        return self.code


def test_an_own_hash_code_of_numpy_is_a_plain_int():
    code = hash_code(Coded(np.int32(-5)))
    assert (code, type(code)) == (-5, int)


@pytest.mark.parametrize("code", [1 << 31, 2**40 + 5, MIN_INT - 1])
def test_an_own_hash_code_has_32_bits(code):
    with pytest.raises(ValueError, match=rf"^java_hash_code\(\) must be a 32-bit integer, not {code}$"):
        hash_code(Coded(code))


@pytest.mark.parametrize("code", [True, 5.0, "5", None])
def test_an_own_hash_code_is_an_integer(code):
    with pytest.raises(WrongTypeError, match=r"^java_hash_code\(\) must be an integer, not "):
        hash_code(Tuple([Coded(code)]))


@given(st.binary(max_size=400))
def test_bytes_hash_is_the_fold_over_signed_bytes(data):
    total = 1
    for byte in struct.unpack(f"{len(data)}b", data):
        total = 31 * total + byte
    assert bytes_hash(data) == bytes_hash(bytearray(data)) == int32(total)


@given(st.integers(-(1 << 200), 1 << 200))
def test_big_integers_of_opposite_sign_have_opposite_hash_codes(value):
    assert hash_code(BigInteger(-value)) == int32(-hash_code(BigInteger(value)))


@given(st.integers(-(1 << 200), 1 << 200), st.integers(MIN_INT, -MIN_INT - 1))
def test_big_decimal_hash_builds_on_big_integer(unscaled, scale):
    assert hash_code(BigDecimal(unscaled, scale)) == int32(31 * hash_code(BigInteger(unscaled)) + scale)


@given(st.uuids())
def test_uuid_folds_four_words(key):
    words = struct.unpack(">4i", key.bytes)
    assert hash_code(key) == words[0] ^ words[1] ^ words[2] ^ words[3]


def test_a_known_uuid():
    assert hash_code(uuid.UUID("00000000-0000-0001-0000-000000000002")) == 3


@given(st.floats())
def test_python_floats_are_doubles(value):
    assert hash_code(value) == hash_code(Double(value))
