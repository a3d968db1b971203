"""What is handed to the serializers of state: errors that name the argument, and say what to write."""

import decimal

import pytest

from copartition.errors import WrongTypeError
from copartition.flink.serializers import (
    BIG_DECIMAL,
    BYTES,
    DOUBLE,
    LONG,
    STRING,
    VOID_NAMESPACE,
    ArraySerializer,
    CompositeKeySerializer,
    ListSerializer,
    MapSerializer,
    PojoSerializer,
    RowSerializer,
    TtlSerializer,
    TtlValue,
    TupleSerializer,
    key_group_of,
)
from copartition.flink.serializers.timers import TimerSerializer
from copartition.java import BigDecimal, Double, Long
from copartition.java.hash_map import HashMap


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ListSerializer(int), "element must be a TypeSerializer, not type: write a serializer, such as"),
        (lambda: MapSerializer(STRING, int), "value must be a TypeSerializer, not type"),
        (lambda: MapSerializer("k", LONG), "key must be a TypeSerializer, not str"),
        (lambda: ArraySerializer(None), "element must be a TypeSerializer, not NoneType"),
        (lambda: ArraySerializer(LONG, 5), "component must be a str or None, not int"),
        (lambda: TtlSerializer(int), "value must be a TypeSerializer, not type"),
        (lambda: TimerSerializer(str, VOID_NAMESPACE), "key must be a TypeSerializer, not type"),
        (lambda: TimerSerializer(STRING, None), "namespace must be a TypeSerializer, not NoneType"),
        (lambda: TupleSerializer({LONG, STRING}), "fields must be a list of serializers, not set: the order counts"),
        (lambda: TupleSerializer([LONG, str]), r"fields\[1\] must be a TypeSerializer, not type"),
        (lambda: RowSerializer("ab"), "fields must be a list of serializers, not str: the order counts"),
        (lambda: RowSerializer(LONG), "fields must be a sequence, not ScalarSerializer"),
        (lambda: PojoSerializer("P", [LONG]), "fields must be a Mapping, not list: write"),
        (lambda: PojoSerializer("P", {"a": int}), r"fields\['a'\] must be a TypeSerializer, not type"),
        (lambda: PojoSerializer(None, {}), "name must be a str, not NoneType"),
    ],
)
def test_what_is_no_serializer_is_refused_where_it_is_given(make, says):
    with pytest.raises(WrongTypeError, match=says):
        make()


def test_serializers_may_be_given_one_after_the_other():
    assert TupleSerializer(part for part in (LONG, STRING)).fields == (LONG, STRING)


@pytest.mark.parametrize(
    ("serializer", "value", "says"),
    [
        (MapSerializer(STRING, LONG), [("a", Long(1))], "MapSerializer takes a mapping, not list"),
        (PojoSerializer("P", {}), 5, "P takes a mapping of its fields, not int"),
        (TtlSerializer(LONG), Long(5), "a value with a time to live must be a TtlValue, not Long"),
    ],
)
def test_a_value_of_another_kind_is_named(serializer, value, says):
    with pytest.raises(WrongTypeError, match=says):
        serializer.to_bytes(value)


@pytest.mark.parametrize(
    ("timestamp", "error", "says"),
    [("5", TypeError, "must be an integer, not str"), (1 << 63, ValueError, "TtlValue.timestamp must be in ")],
)
def test_a_time_to_live_counts_from_milliseconds(timestamp, error, says):
    with pytest.raises(error, match=says):
        TtlValue(Long(1), timestamp)


@pytest.mark.parametrize(
    "entries",
    [
        {0.0: Long(1), Double(0.0): Long(2)},
        {Double(float("nan")): Long(1), float("nan"): Long(2)},
    ],
)
def test_two_keys_that_are_one_in_java_are_no_map(entries):
    with pytest.raises(ValueError, match="which are one in Java: leave one out"):
        MapSerializer(DOUBLE, LONG).to_bytes(entries)


def test_keys_that_java_tells_apart_stay_two():
    zeros = {Double(0.0): Long(1), Double(-0.0): Long(2)}
    assert MapSerializer(DOUBLE, LONG).from_bytes(MapSerializer(DOUBLE, LONG).to_bytes(zeros)) == zeros
    scales = MapSerializer(BIG_DECIMAL, LONG)
    two = {decimal.Decimal("1.0"): Long(1), BigDecimal(100, 2): Long(2)}
    assert scales.from_bytes(scales.to_bytes(two)) == {BigDecimal(10, 1): Long(1), BigDecimal(100, 2): Long(2)}


def test_halves_of_a_pair_are_the_character_that_they_are():
    with pytest.raises(ValueError, match="which are one in Java"):
        MapSerializer(STRING, LONG).to_bytes({"\ud83d\ude00": Long(1), "😀": Long(2)})
    assert MapSerializer(STRING, LONG).to_bytes({"ä": Long(1), "b": Long(2)})


def test_a_map_of_java_s_is_written_as_it_is():
    entries = HashMap()
    entries.put("a", Long(1))
    assert MapSerializer(STRING, LONG).from_bytes(MapSerializer(STRING, LONG).to_bytes(entries)) == {"a": Long(1)}


def test_a_view_of_bytes_is_read_as_bytes():
    for data in (memoryview(b"\0\0\0\2ab"), bytearray(b"\0\0\0\2ab")):
        read = BYTES.from_bytes(data)
        assert (type(read), read) == (bytes, b"ab")
        assert key_group_of(data, 128) == 0
    composite = CompositeKeySerializer(128, BYTES, VOID_NAMESPACE)
    assert type(composite.from_bytes(memoryview(composite.to_bytes(b"a", None, key_group=1))).key) is bytes


@pytest.mark.parametrize(
    "read",
    [STRING.from_bytes, CompositeKeySerializer(128, STRING, VOID_NAMESPACE).from_bytes, lambda d: key_group_of(d, 128)],
)
def test_a_text_is_no_bytes(read):
    with pytest.raises(WrongTypeError, match=r"data must be bytes, not str: of hex digits write bytes\.fromhex"):
        read("0361")
