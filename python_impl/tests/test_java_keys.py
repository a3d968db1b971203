"""The key types: what they accept, what they refuse and how they read Java's texts."""

import copy
import dataclasses
import math
import pickle
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import WrongTypeError
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
)


@pytest.mark.parametrize(("cls", "bits"), [(Byte, 8), (Short, 16), (Integer, 32), (Long, 64)])
def test_whole_numbers_know_their_range(cls, bits):
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    assert cls(low).value == low
    assert int(cls(high)) == high
    for beyond in (low - 1, high + 1):
        with pytest.raises(ValueError, match=rf"^{cls.__name__}\.value must be in {low}\.\.{high}, not {beyond}$"):
            cls(beyond)


@pytest.mark.parametrize("cls", [Byte, Short, Integer, Long])
@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_whole_numbers_take_integers_only(cls, value):
    with pytest.raises(TypeError, match=rf"^{cls.__name__}\.value must be an integer, not "):
        cls(value)


def test_numpy_integers_become_plain_ones():
    assert type(Integer(np.int32(5)).value) is int
    assert Integer(np.int32(5)) == Integer(5)
    assert type(LocalDate(np.int64(2024), np.int8(2), 29).year) is int


def test_one_number_in_two_classes_is_two_keys():
    assert Integer(1) != Long(1)
    assert len({Integer(1), Long(1), Short(1), Byte(1), BigInteger(1)}) == 5


@pytest.mark.parametrize("value", ["", "ab", "😀"])
def test_a_character_is_one_code_unit(value):
    with pytest.raises(ValueError, match=r"^Character\.value must be one UTF-16 code unit"):
        Character(value)


def test_a_character_may_be_a_lone_surrogate():
    assert Character("\ud800").value == "\ud800"


@given(st.floats())
def test_double_keeps_a_float(value):
    assert Double(value) == Double.from_bits(Double(value).bits)
    assert Double(value).value == value or math.isnan(value)


def test_every_nan_is_one_key_and_the_two_zeros_are_two():
    assert Double.from_bits(0xFFF8_0000_0000_0001) == Double(math.nan)
    assert Float.from_bits(0x7F80_0001) == Float(math.nan)
    assert Double(0.0) != Double(-0.0)
    assert Float(0.0) != Float(-0.0)


@pytest.mark.parametrize("value", [2**53 + 1, -(2**60) - 1, np.int64(2**53 + 1), np.uint64(2**64 - 1)])
def test_an_integer_between_two_doubles_is_refused(value):
    with pytest.raises(ValueError, match=r"^Double\.value must be a number that a double can hold exactly, not "):
        Double(value)


@pytest.mark.parametrize("cls", [Double, Float])
@pytest.mark.parametrize("value", [10**400, -(10**400), Fraction(10**400)], ids=["above", "below", "fraction"])
def test_a_number_beyond_all_doubles_is_refused(cls, value):
    with pytest.raises(ValueError, match=rf"^{cls.__name__}\.value must be within the range of a double"):
        cls(value)


@pytest.mark.parametrize("value", [2**53, -(2**53), 2**1023, np.int32(-7), np.float32(0.1), Decimal("0.1")])
def test_other_numbers_are_their_doubles(value):
    assert Double(value).value == float(value)


def test_float_narrows_as_java_does():
    assert Float(0.1).bits == 0x3DCC_CCCD
    assert Float(1e39).value == math.inf
    assert Float(-1e39).value == -math.inf
    assert Float(np.float32(1.5)) == Float(1.5)


@pytest.mark.parametrize(
    ("make", "bad"),
    [(Double.from_bits, 1 << 64), (Double.from_bits, -1), (Float.from_bits, 1 << 32), (Float.from_bits, -1)],
)
def test_bits_out_of_range(make, bad):
    with pytest.raises(ValueError, match=r"\.bits must be in 0\.\."):
        make(bad)


@pytest.mark.parametrize("cls", [Double, Float])
@pytest.mark.parametrize("value", ["1.0", True, None])
def test_floats_take_numbers_only(cls, value):
    with pytest.raises(TypeError, match=r"value must be a float, not "):
        cls(value)


@pytest.mark.parametrize(
    ("text", "unscaled", "scale"),
    [
        ("1.0", 10, 1),
        ("1.00", 100, 2),
        ("-0.00", 0, 2),
        ("1E+3", 1, -3),
        ("1E-2147483647", 1, 2147483647),
        ("-1E+2147483647", -1, -2147483647),
        ("-12345678901234567890.5", -123456789012345678905, 1),
        ("+.5e2", 5, -1),
        ("1.", 1, 0),
    ],
)
def test_big_decimal_reads_javas_texts(text, unscaled, scale):
    assert BigDecimal.parse(text) == BigDecimal(unscaled, scale)


@pytest.mark.parametrize("text", ["", ".", "1e", "NaN", "1 ", "\u0661", "1_0", "--1"])
def test_big_decimal_refuses_other_texts(text):
    with pytest.raises(ValueError, match="not a decimal number"):
        BigDecimal.parse(text)


def test_big_decimal_scale_is_an_int():
    with pytest.raises(ValueError, match=r"^BigDecimal\.scale must be in -2147483648\.\.2147483647"):
        BigDecimal.parse("1E+9999999999")


def test_big_decimal_has_no_limit_of_digits():
    assert BigDecimal.parse("1" + "0" * 5000).unscaled == 10**5000
    assert BigDecimal.of(Decimal("1" + "0" * 5000)).unscaled == 10**5000


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_big_decimal_of_a_decimal_is_what_java_reads(number):
    assert BigDecimal.of(number) == BigDecimal.parse(str(number))


@pytest.mark.parametrize("number", [Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity")])
def test_big_decimal_is_finite(number):
    with pytest.raises(ValueError, match="Java's BigDecimal has no "):
        BigDecimal.of(number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-02-29", LocalDate(2024, 2, 29)),
        ("+12345-01-01", LocalDate(12345, 1, 1)),
        ("-0001-12-31", LocalDate(-1, 12, 31)),
        ("0000-02-29", LocalDate(0, 2, 29)),
        ("-999999999-01-01", LocalDate(-999_999_999, 1, 1)),
        ("+02024-01-01", LocalDate(2024, 1, 1)),
    ],
)
def test_local_date_reads_javas_texts(text, expected):
    assert LocalDate.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "+2024-01-01",
        "-0000-01-01",
        "12345-01-01",
        "2023-02-29",
        "1900-02-29",
        "2023-2-1",
        "2023-13-01",
        "2023-04-31",
        "+1000000000-01-01",
        "2023-01-01 ",
        "2023-01-00",
        "٢٠٢٣-01-01",
    ],
)
def test_local_date_refuses_what_java_refuses(text):
    with pytest.raises(ValueError, match="LocalDate"):
        LocalDate.parse(text)


@given(st.dates())
def test_local_date_of_a_date(value):
    assert LocalDate.parse(value.isoformat()) == LocalDate.of(value)
    assert LocalDate.of(value).epoch_day == (value - date(1970, 1, 1)).days


def test_epoch_days_beyond_pythons_calendar():
    assert LocalDate(0, 1, 1).epoch_day == -719528
    assert LocalDate(-999_999_999, 1, 1).epoch_day == -365243219162
    assert LocalDate(999_999_999, 12, 31).epoch_day == 365241780471


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10:15", LocalTime(10, 15)),
        ("10:15:30", LocalTime(10, 15, 30)),
        ("10:15:30.1", LocalTime(10, 15, 30, 100_000_000)),
        ("23:59:59.999999999", LocalTime(23, 59, 59, 999_999_999)),
        ("00:00:00.000000001", LocalTime(0, 0, 0, 1)),
    ],
)
def test_local_time_reads_javas_texts(text, expected):
    assert LocalTime.parse(text) == expected


@pytest.mark.parametrize("text", ["24:00", "9:00", "10", "10:60", "10:15:30.1234567890", "10:15:60", "10:15Z"])
def test_local_time_refuses_what_java_refuses(text):
    with pytest.raises(ValueError, match="LocalTime"):
        LocalTime.parse(text)


def test_local_date_time():
    expected = LocalDateTime(LocalDate(2024, 2, 29), LocalTime(10, 15, 30, 500_000_000))
    assert LocalDateTime.parse("2024-02-29T10:15:30.5") == expected
    assert LocalDateTime.of(datetime(2024, 2, 29, 10, 15, 30, 500_000)) == expected  # noqa: DTZ001 - naive on purpose
    with pytest.raises(ValueError, match="LocalDateTime"):
        LocalDateTime.parse("2024-02-29 10:15")
    with pytest.raises(TypeError, match="LocalDate and a LocalTime"):
        LocalDateTime(date(2024, 2, 29), LocalTime(0, 0))


class Timestamp(datetime):
    """As pandas' own: a datetime with nanoseconds, which its time() leaves out."""

    nanosecond = 789


def test_a_timestamp_of_pandas_keeps_its_nanoseconds():
    stamp = Timestamp(1969, 12, 31, 23, 59, 59, 123_456)
    clock = LocalTime(23, 59, 59, 123_456_789)
    assert LocalDateTime.of(stamp) == LocalDateTime(LocalDate(1969, 12, 31), clock)
    assert LocalTime.of(stamp) == clock


def test_time_zones_are_refused():
    with pytest.raises(TypeError, match=r"write Instant\.of\(value\)"):
        LocalDateTime.of(datetime(2024, 2, 29, tzinfo=UTC))
    with pytest.raises(TypeError, match="no LocalTime"):
        LocalTime.of(time(1, 2, tzinfo=UTC))


@pytest.mark.parametrize(
    ("moment", "instant"),
    [
        (datetime(1970, 1, 1, tzinfo=UTC), Instant(0)),
        (datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), Instant(-1, 999_999_000)),
        (datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), Instant(253_402_300_799, 999_999_000)),
        (datetime(1970, 1, 1, 1, tzinfo=timezone(timedelta(hours=2))), Instant(-3600)),
        (Timestamp(1969, 12, 31, 23, 59, 59, 123_456, tzinfo=UTC), Instant(-1, 123_456_789)),
    ],
)
def test_an_instant_is_a_moment_in_each_zone(moment, instant):
    assert Instant.of(moment) == instant


def test_an_instant_needs_a_zone():
    with pytest.raises(TypeError, match="without a time zone is no Instant: give it a tzinfo, or write LocalDateTime"):
        Instant.of(datetime(2024, 2, 29))  # noqa: DTZ001 - it is the zone's absence that is tested
    with pytest.raises(WrongTypeError, match="value must be a datetime, not str"):
        Instant.of("2024-02-29T00:00:00Z")


@pytest.mark.parametrize(
    ("text", "seconds", "nanos"),
    [
        ("1970-01-01T00:00:00Z", 0, 0),
        ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
        ("1970-01-01T00:00:00.000001Z", 0, 1000),
        ("-1000000000-01-01T00:00:00Z", -31557014167219200, 0),
        ("+1000000000-12-31T23:59:59.999999999Z", 31556889864403199, 999_999_999),
    ],
)
def test_instant_reads_javas_texts(text, seconds, nanos):
    assert Instant.parse(text) == Instant(seconds, nanos)


@pytest.mark.parametrize(
    "text",
    [
        "2024-02-29T10:15Z",
        "2024-02-29T10:15:30",
        "+1000000001-01-01T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2023-00-01T00:00:00Z",
        "2023-01-01T25:00:00Z",
    ],
)
def test_instant_refuses_other_texts(text):
    with pytest.raises(ValueError, match=r"Instant|LocalTime"):
        Instant.parse(text)


@given(st.datetimes())
def test_instant_agrees_with_pythons_clock(value):
    expected = value.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    parsed = Instant.parse(value.isoformat() + "Z")
    assert parsed.seconds == expected.days * 86400 + expected.seconds
    assert parsed.nanos == expected.microseconds * 1000


def test_sql_timestamp_nanos_agree_with_the_milliseconds():
    assert SqlTimestamp.of_millis(-1) == SqlTimestamp(-1, 999_000_000)
    assert SqlTimestamp(1_700_000_000_123, 123_456_789).nanos == 123_456_789
    for millis in (123, -9223372036854775617, 9223372036854775615):  # also where seconds go around
        with pytest.raises(ValueError, match=rf"^SqlTimestamp\.nanos 5 contradicts millis {millis}"):
            SqlTimestamp(millis, 5)
    with pytest.raises(ValueError, match=r"^SqlDate\.millis must be in "):
        SqlDate(1 << 63)


def test_composites_take_any_iterable_of_keys():
    assert Tuple(["a", None]) == Tuple(("a", None))
    assert JavaList(iter(["a"])).items == ("a",)
    assert Row(["a"], "-D") == Row(("a",), kind="-D")
    assert Row(["a"]) != Row(["a"], "+U")


@pytest.mark.parametrize("cls", [Tuple, JavaList, Row])
@pytest.mark.parametrize("value", ["ab", b"ab", memoryview(b"ab"), 5, None])
def test_composites_refuse_what_only_looks_like_a_sequence_of_keys(cls, value):
    with pytest.raises(WrongTypeError, match="must be a sequence of keys"):
        cls(value)


@pytest.mark.parametrize(("cls", "name"), [(Tuple, "Tuple.fields"), (JavaList, "JavaList.items"), (Row, "Row.fields")])
@pytest.mark.parametrize("value", [{"eu", "paris"}, frozenset(["eu"]), {"eu": "paris"}])
def test_composites_refuse_what_has_no_order_of_its_own(cls, name, value):
    """PYTHONHASHSEED would decide on the order of a set's strings, and so on the key group."""
    with pytest.raises(WrongTypeError) as refused:
        cls(value)
    given = type(value).__name__
    assert str(refused.value) == f"{name} must be a sequence of keys, not {given}: write a list or tuple"


def test_flinks_tuples_end_at_25_fields():
    assert len(Tuple([None] * 25).fields) == 25
    with pytest.raises(ValueError, match=r"0\.\.25 fields, not of 26"):
        Tuple([None] * 26)


def test_row_kinds():
    with pytest.raises(ValueError, match=r"^Row\.kind must be one of \+I, -U, \+U, -D, not 'I'$"):
        Row([], "I")


@pytest.mark.parametrize(
    "key",
    [
        Integer(1),
        Double(1.5),
        Float(1.5),
        Character("a"),
        BigDecimal(1, 2),
        LocalDate(1, 1, 1),
        Row(["a"], "-U"),
        Tuple(["a"]),
        JavaList([]),
        SqlTimestamp.of_millis(5),
    ],
)
def test_keys_are_values(key):
    assert copy.deepcopy(key) == key
    assert pickle.loads(pickle.dumps(key)) == key  # noqa: S301 - our own bytes
    assert hash(copy.copy(key)) == hash(key)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(key, dataclasses.fields(key)[0].name, None)
