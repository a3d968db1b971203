"""Arrays, constants of enums, objects, and rows without a kind as bytes, and their serializers' snapshots."""

import pytest

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    EOFException,
    IllegalArgumentException,
    IllegalStateException,
    IOException,
    NegativeArraySizeException,
    NullPointerException,
    RuntimeException,
    WrongTypeError,
)
from copartition.flink.serializers import (
    BYTES,
    CHAR_ARRAY,
    INT_ARRAY,
    LONG,
    LONG_ARRAY,
    STRING,
    STRING_ARRAY,
    ArraySerializer,
    EnumSerializer,
    ListSerializer,
    MapSerializer,
    PojoSerializer,
    RowSerializer,
    TtlSerializer,
    TupleSerializer,
    read_snapshot,
    snapshot_bytes,
)
from copartition.java import JavaList, Long, Row
from copartition.java.boxed import Integer
from copartition.java.data_streams import DataInput

COLOUR = EnumSerializer("org.example.Colour", ["RED", "GREEN"])
CLICKS = PojoSerializer("org.example.Clicks", {"count": LONG, "pages": ListSerializer(STRING), "user": STRING})
ROWS = RowSerializer([STRING, LONG], kinds=False)
VALUES = (
    (ArraySerializer(LONG), (Long(7), None), "00000002" + "010000000000000007" + "00"),
    (ArraySerializer(ArraySerializer(LONG)), ((Long(7),), None), "00000002" + "0100000001010000000000000007" + "00"),
    (STRING_ARRAY, ("a", None), "00000002" + "0261" + "00"),
    (INT_ARRAY, (Integer(-2),), "00000001" + "fffffffe"),
    (COLOUR, "GREEN", "00000001"),
    (
        CLICKS,
        {"count": Long(1), "pages": JavaList(["p"]), "user": None},
        "02" + "000000000000000001" + "00000000010270" + "01",
    ),
    (ROWS, Row(["a", None]), "40" + "0261"),
)


@pytest.mark.parametrize(("serializer", "value", "written"), VALUES)
def test_values_are_written_and_read(serializer, value, written):
    assert serializer.to_bytes(value).hex() == written
    assert serializer.from_bytes(bytes.fromhex(written)) == value


@pytest.mark.parametrize("serializer", [one for one, _, _ in VALUES])
def test_snapshots_are_written_and_read(serializer):
    data = snapshot_bytes(serializer)
    source = DataInput(data + b"more")
    read = read_snapshot(source)
    assert source.available == 4
    assert snapshot_bytes(read) == data


@pytest.mark.parametrize(
    ("serializer", "error"),
    [
        (ArraySerializer(LONG), NullPointerException),
        (LONG_ARRAY, IllegalArgumentException),
        (COLOUR, NullPointerException),
    ],
)
def test_what_knows_no_null(serializer, error):
    with pytest.raises(error):
        serializer.to_bytes(None)


def test_an_object_may_be_null():
    assert CLICKS.to_bytes(None) == b"\1"
    assert CLICKS.from_bytes(b"\1") is None
    assert CLICKS.from_bytes(b"\xff") is None


@pytest.mark.parametrize(
    ("serializer", "data", "error", "message"),
    [
        (ArraySerializer(LONG), b"\xff" * 4, NegativeArraySizeException, "-1"),
        (CHAR_ARRAY, b"\xff" * 4, NegativeArraySizeException, "-1"),
        (COLOUR, b"\0\0\0\2", ArrayIndexOutOfBoundsException, "Index 2 out of bounds for length 2"),
        (COLOUR, b"\xff" * 4, ArrayIndexOutOfBoundsException, "Index -1 out of bounds for length 2"),
        (CLICKS, b"\4", IOException, "an object of a subclass of org.example.Clicks is not read"),
        (CLICKS, b"\x0a", IOException, "an object of a subclass of org.example.Clicks is not read"),
        (CLICKS, b"\0", RuntimeException, "the flag of a org.example.Clicks is 0"),
    ],
)
def test_what_is_not_read(serializer, data, error, message):
    with pytest.raises(error) as refused:
        serializer.from_bytes(data)
    assert str(refused.value) == message


def test_other_fields_and_constants_are_refused():
    with pytest.raises(ValueError, match=r"org.example.Colour has no constant 'BLUE'"):
        COLOUR.to_bytes("BLUE")
    with pytest.raises(
        ValueError, match=r"org.example.Clicks has the fields \['count', 'pages', 'user'\], not \['a'\]"
    ):
        CLICKS.to_bytes({"a": 1})


@pytest.mark.parametrize(
    ("element", "name"),
    [
        (LONG, "java.lang.Long"),
        (BYTES, "[B"),
        (LONG_ARRAY, "[J"),
        (STRING_ARRAY, "[Ljava.lang.String;"),
        (ArraySerializer(LONG), "[Ljava.lang.Long;"),
        (ArraySerializer(LONG_ARRAY), "[[J"),
        (ArraySerializer(ArraySerializer(LONG)), "[[Ljava.lang.Long;"),
        (ListSerializer(LONG), "java.util.List"),
        (MapSerializer(LONG, LONG), "java.util.Map"),
        (TupleSerializer([LONG, LONG]), "org.apache.flink.api.java.tuple.Tuple2"),
        (ROWS, "org.apache.flink.types.Row"),
        (TtlSerializer(LONG), "org.apache.flink.runtime.state.ttl.TtlValue"),
        (CLICKS, "org.example.Clicks"),
    ],
)
def test_an_array_names_the_class_of_its_elements(element, name):
    assert ArraySerializer(element).component == name


def test_rows_of_old_versions_have_no_kind():
    data = snapshot_bytes(RowSerializer([LONG]))
    place = data.index((911_108).to_bytes(4, "big")) + 4
    for version, flag, kinds in (
        (2, b"", False),
        (3, b"", True),
        (4, b"\0", False),
        (4, b"\1", True),
        (9, b"\0", False),
    ):
        changed = data[:place] + version.to_bytes(4, "big") + flag + data[place + 5 :]
        assert read_snapshot(DataInput(changed)).kinds is kinds
    assert ROWS.from_bytes(ROWS.to_bytes(Row(["a", Long(1)], "-D"))) == Row(["a", Long(1)], "+I")


def test_damaged_snapshots_of_objects_are_refused():
    data = snapshot_bytes(CLICKS)
    magic = (0x4F2C69A3D70).to_bytes(8, "big")
    for damaged, error, message in (
        (
            data.replace(b"\0\0\0\2" + b"\0\x12org", b"\0\0\0\3" + b"\0\x12org"),
            IllegalArgumentException,
            "read version 3",
        ),
        (data.replace(magic, b"\1" * 8, 1), IllegalStateException, "Corrupted stream received header"),
        (data[: -len(magic) - 4] + bytes(12), IllegalStateException, "Corrupted stream received header"),
        (data.replace(b"LongSer", b"LangSer"), IllegalStateException, "the serializer of the field .* is not there: "),
    ):
        assert damaged != data
        with pytest.raises(error, match=message):
            read_snapshot(DataInput(damaged))


@pytest.mark.parametrize("value", ["abc", {"abc"}, {"abc": 1}, b"abc"], ids=type)
def test_what_has_elements_and_no_order_is_no_array(value):
    given = type(value).__name__
    with pytest.raises(WrongTypeError, match=f"StringArraySerializer takes a tuple, not {given}"):
        STRING_ARRAY.to_bytes(value)
    with pytest.raises(WrongTypeError, match=f"GenericArraySerializer takes a tuple, not {given}"):
        ArraySerializer(STRING).to_bytes(value)


def test_a_list_is_written_as_a_tuple():
    for serializer in (STRING_ARRAY, ArraySerializer(STRING)):
        assert serializer.to_bytes(["a", "b"]) == serializer.to_bytes(("a", "b"))


@pytest.mark.parametrize("constants", ["ABC", {"A", "B"}, {"A": 1}], ids=type)
def test_constants_without_an_order_are_refused(constants):
    with pytest.raises(WrongTypeError, match="constants must be a list of names, each at its number, not"):
        EnumSerializer("E", constants)


def test_constants_have_different_names():
    with pytest.raises(ValueError, match="constants has 'A' twice: each has a name of its own"):
        EnumSerializer("E", ["A", "B", "A"])
    with pytest.raises(WrongTypeError, match="constants must hold str values, not int"):
        EnumSerializer("E", [1, 2])
    with pytest.raises(IllegalArgumentException):
        EnumSerializer("E", iter(()))


def test_a_snapshot_may_have_a_constant_twice():
    data = snapshot_bytes(COLOUR).replace(b"\0\5GREEN", b"\0\3RED")
    twice = read_snapshot(DataInput(data))
    assert snapshot_bytes(twice) == data
    assert (twice.to_bytes("RED"), twice.from_bytes(bytes(4))) == (b"\0\0\0\1", "RED")
    with pytest.raises(NegativeArraySizeException, match="how many constants is -1"):
        read_snapshot(DataInput(data.replace(b"\0\0\0\2\0\3", b"\xff\xff\xff\xff\0\3")))


def test_serializers_are_restored_when_all_is_read():
    of_no_parts = snapshot_bytes(ListSerializer(LONG)).removesuffix(b"\0\0\0\1" + snapshot_bytes(LONG)) + bytes(4)
    data = snapshot_bytes(PojoSerializer("P", {"a": LONG}))
    length = len(snapshot_bytes(LONG)).to_bytes(4, "big")
    data = data.replace(length + snapshot_bytes(LONG), len(of_no_parts).to_bytes(4, "big") + of_no_parts)
    with pytest.raises(ArrayIndexOutOfBoundsException, match="Index 0 out of bounds for length 0"):
        read_snapshot(DataInput(data))
    with pytest.raises(EOFException):
        read_snapshot(DataInput(data[:-1]))
    with pytest.raises(IOException, match="tuples have up to 25 fields, not 26"):
        read_snapshot(DataInput(_of_26_parts()))


def _of_26_parts():
    part = snapshot_bytes(LONG)
    data = snapshot_bytes(TupleSerializer([LONG] * 25))
    return data.replace(b"\0\0\0\x19" + part, b"\0\0\0\x1a" + part) + part
