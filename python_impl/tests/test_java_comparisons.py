"""`equals` and the order in a tree bin, as Java 17 has them."""

import math
import uuid
from datetime import date, datetime, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.java import (
    BigDecimal,
    BigInteger,
    Byte,
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
    SqlTimestamp,
    Tuple,
    hash_code,
)
from copartition.java.comparisons import equals, never_ordered, order_in_tree

KEYS = (
    st.text()
    | st.booleans()
    | st.floats()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.uuids()
    | st.integers(-100, 100).map(Integer)
    | st.integers(-100, 100).map(Long)
    | st.binary(max_size=3).map(lambda data: Row([data]))
    | st.lists(st.integers(-2, 2).map(Byte), max_size=3).map(Tuple)
)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (math.nan, Double.from_bits(0x7FF0_0000_0000_0001)),
        (1.5, Double(1.5)),
        (Decimal("1.0"), BigDecimal(10, 1)),
        (date(2024, 2, 29), LocalDate(2024, 2, 29)),
        (time(1, 2), LocalTime(1, 2)),
        (datetime(2024, 2, 29), LocalDateTime.parse("2024-02-29T00:00")),  # noqa: DTZ001 - naive on purpose
        ("😀", "\ud83d\ude00"),
        (Row([b"ab"]), Row([bytearray(b"ab")])),
        (Tuple([1.0, math.nan]), Tuple([Double(1.0), Double(math.nan)])),
        (None, None),
    ],
)
def test_equal(a, b):
    assert equals(a, b)
    assert equals(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (0.0, -0.0),
        (1.0, True),
        (Decimal("1.0"), Decimal("1.00")),
        (Integer(1), Long(1)),
        (Float(1.0), 1.0),
        (Tuple(["a"]), Row(["a"])),
        (Tuple(["a"]), JavaList(["a"])),
        (Row(["a"]), Row(["a"], "-D")),
        (Tuple(["a"]), Tuple(["a", None])),
        (SqlTimestamp(0, 0), SqlTimestamp(0, 1)),
        ("", None),
        ("1", Integer(1)),
        ("é", "è"),
    ],
)
def test_unequal(a, b):
    assert not equals(a, b)
    assert not equals(b, a)


@given(KEYS, KEYS)
def test_equal_keys_have_equal_hash_codes(a, b):
    assert equals(a, a)
    assert equals(a, b) == equals(b, a)
    if equals(a, b):
        assert hash_code(a) == hash_code(b)


@pytest.mark.parametrize(
    "ascending",
    [
        ["", "a", "😀", "\uffee"],
        [False, True],
        [-math.inf, -1.0, -0.0, 0.0, 1.0, math.inf, math.nan],
        [Float(-math.inf), Float(-0.0), Float(0.0), Float(2.0), Float(math.nan)],
        [Integer(-1), Integer(0), Integer(1)],
        [BigInteger(-(1 << 70)), BigInteger(0)],
        [
            BigDecimal(-1, -2147483648),
            BigDecimal(-2, 0),
            BigDecimal(-1, 2147483647),
            Decimal(0),
            BigDecimal(1, 9),
            Decimal(10),
        ],
        [LocalTime(0, 0), LocalTime(0, 0, 0, 1)],
        [Instant(-1, 999_999_999), Instant(0)],
        [uuid.UUID(int=1 << 127), uuid.UUID(int=1 << 63), uuid.UUID(int=0), uuid.UUID(int=1 << 64)],
        [None, ""],
        [Integer(5), Long(1), "a", BigDecimal(1, 1), uuid.UUID(int=0), Row([])],
    ],
)
def test_order(ascending):
    for i, a in enumerate(ascending):
        for j, b in enumerate(ascending):
            order = order_in_tree(a, b)
            assert (order > 0) - (order < 0) == (i > j) - (i < j), (a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Tuple(["Aa"]), Tuple(["BB"])),
        (LocalDate(2024, 1, 1), LocalDate(2024, 1, 2)),
        (LocalDateTime.parse("2024-01-01T00:00"), LocalDateTime.parse("2024-01-02T00:00")),
        (SqlTimestamp(0, 0), SqlTimestamp(0, 1)),
        (BigDecimal(10, 1), BigDecimal(100, 2)),
        (BigDecimal(0, 1), BigDecimal(0, 2)),
    ],
)
def test_classes_without_an_order_of_their_own(a, b):
    assert order_in_tree(a, b) == 0
    assert never_ordered(a, b) == 0


def test_unknown_classes_have_no_name_to_order_them_by():
    class Pojo:
        def java_hash_code(self):
            return 0

    assert order_in_tree(Pojo(), Pojo()) == 0
    with pytest.raises(TypeError, match=r"Java class of .*Pojo isn't known"):
        order_in_tree(Pojo(), "")
