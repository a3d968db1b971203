"""Where a Java object ends, and what is none."""

import pytest

from copartition.errors import (
    EOFException,
    NegativeArraySizeException,
    NullPointerException,
    StreamCorruptedException,
    UTFDataFormatException,
)
from copartition.java.data_streams import DataInput
from copartition.java.object_streams import skip_object

HEADER = bytes.fromhex("aced0005")
INTEGER = HEADER + bytes.fromhex(
    "737200116a6176612e6c616e672e496e746567657212e2a0a4f781873802000149000576616c7565"
    "787200106a6176612e6c616e672e4e756d62657286ac951d0b94e08b0200007870" + "00000007"
)
"""`Integer.valueOf(7)`: its superclass `Number` has no fields."""

STRINGS = HEADER + bytes.fromhex(
    "757200135b4c6a6176612e6c616e672e537472696e673badd256e7e91d7b4702000078700000000374000161" + "7071007e0002"
)
"""`new String[] {"a", null, the same "a"}`."""

INTS = HEADER + bytes.fromhex("757200025b494dba602676eab2a5020000787000000002" + "0000000100000002")
"""`new int[] {1, 2}`."""

LIST = HEADER + bytes.fromhex(
    "737200136a6176612e7574696c2e41727261794c6973747881d21d99c7619d03000149000473697a65787000000001"
    "770400000001" + "740001617" + "8"
)
"""`new ArrayList<>(List.of("a"))`, whose class writes more than its fields."""

ANNOTATED = INTEGER.replace(b"value\x78", b"value\x74\0\1a\x70\x78")
"""As if an ObjectOutputStream of one's own wrote "a" and null behind each class: `annotateClass`."""

WHOLE = {
    "annotated": ANNOTATED,
    "integer": INTEGER,
    "strings": STRINGS,
    "ints": INTS,
    "list": LIST,
    "null": HEADER + b"\x70",
}


@pytest.mark.parametrize("name", WHOLE)
def test_an_object_is_skipped_up_to_its_end(name):
    source = DataInput(WHOLE[name] + b"behind")
    skip_object(source, "a type")
    assert source.available == len(b"behind")


@pytest.mark.parametrize("name", WHOLE)
def test_one_that_is_cut_ends_too_early(name):
    for length in range(len(WHOLE[name])):
        with pytest.raises(EOFException):
            skip_object(DataInput(WHOLE[name][:length]), "a type")


@pytest.mark.parametrize(
    ("data", "error", "text"),
    [
        (b"\xac\xed\0\6" + INTEGER[4:], StreamCorruptedException, "a type: invalid stream header: ACED0006"),
        (HEADER + b"\x7c", StreamCorruptedException, "invalid type code: 7C"),
        (HEADER + b"\x73\x7d", StreamCorruptedException, "invalid type code: 7D"),
        (HEADER + b"\x73\x70", NullPointerException, "a Java object has no class"),
        (HEADER + b"\x73\x71\0\x7e\0\0", StreamCorruptedException, "invalid handle value: 007E0000"),
        (HEADER + b"\x71\xff\xff\xff\xff", StreamCorruptedException, "invalid handle value: FFFFFFFF"),
        (HEADER + b"\x74\0\1\xff", UTFDataFormatException, "a text"),
        (INTS.replace(b"\0\2[I", b"\0\0"), StreamCorruptedException, "invalid type code: 00"),
        (INTS.replace(b"\0\2[I", b"\0\1["), StreamCorruptedException, "invalid type code: 00"),
        (INTS.replace(b"\0\0\0\2", b"\xff\xff\xff\xff"), NegativeArraySizeException, "an array's length is -1"),
    ],
)
def test_what_is_no_object_is_refused(data, error, text):
    with pytest.raises(error, match=text):
        skip_object(DataInput(data), "a type")
