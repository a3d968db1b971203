"""Java's values as Python has them: what they show of themselves, and what is none of them."""

import datetime

import pytest

from copartition.errors import WrongTypeError
from copartition.java import (
    BigDecimal,
    BigInteger,
    Character,
    Double,
    Float,
    HashMap,
    Instant,
    Integer,
    LocalDate,
    LocalDateTime,
    LocalTime,
    Long,
    Tuple,
    compare,
    compare_to,
    length,
    string_hash,
    units,
)
from copartition.java.comparisons import order_in_tree


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Character(97), r"^Character\.value must be a str, not int$"),
        (lambda: BigInteger("1"), r"^BigInteger\.value must be an int, not str$"),
        (lambda: BigInteger(True), r"^BigInteger\.value must be an int, not bool$"),  # noqa: FBT003 - what is refused
        (lambda: BigDecimal(1.5, 0), r"^BigDecimal\.unscaled must be an int, not float$"),
    ],
)
def test_what_is_no_value_of_the_type_is_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: string_hash(None), "a string must be a str, not NoneType"),
        (lambda: string_hash(b"a"), "a string must be a str, not bytes"),
        (lambda: string_hash(b"\xff"), "a string must be a str, not bytes"),
        (lambda: length(b"a"), "a string must be a str, not bytes"),
        (lambda: units(7), "a string must be a str, not int"),
        (lambda: compare("a", b"a"), "a string must be a str, not bytes"),
        (lambda: compare(None, "a"), "a string must be a str, not NoneType"),
        (lambda: compare("é", b"\xff"), "a string must be a str, not bytes"),
        (lambda: compare_to("a", None), "a string must be a str, not NoneType"),
        (lambda: HashMap("16"), "capacity must be an integer, not str"),
        (lambda: HashMap(2.5), "capacity must be an integer, not float"),
        (lambda: LocalDate.of("2024-02-29"), "value must be a date, not str"),
        (lambda: LocalTime.of(datetime.date(2024, 2, 29)), "value must be a time, not date"),
        (lambda: LocalDateTime.of(datetime.date(2024, 2, 29)), "value must be a datetime, not date"),
        (lambda: LocalDate.parse(None), "text must be a str, not NoneType"),
        (lambda: LocalTime.parse(b"10:15"), "text must be a str, not bytes"),
        (lambda: LocalDateTime.parse(7), "text must be a str, not int"),
        (lambda: Instant.parse(None), "text must be a str, not NoneType"),
        (lambda: BigDecimal.parse(1.5), "text must be a str, not float"),
        (lambda: BigDecimal.of(1.5), "number must be a Decimal, not float"),
    ],
)
def test_what_is_of_another_type_is_named(call, message):
    with pytest.raises(WrongTypeError) as refused:
        call()
    assert str(refused.value) == message


def test_values_show_what_they_hold():
    assert repr(Double(-0.0)) == "Double(-0.0)"
    assert repr(Float(1.5)) == "Float(1.5)"
    assert int(BigInteger(1 << 70)) == 1 << 70


def test_keys_of_several_classes_stand_by_their_names():
    pair = Tuple((Integer(1), Integer(2)))
    assert order_in_tree(Integer(1), Long(1)) < 0  # java.lang.Integer, java.lang.Long
    assert order_in_tree(pair, Long(1)) > 0  # org.apache.flink.api.java.tuple.Tuple2
    assert order_in_tree(Tuple((pair,)), pair) == 0
