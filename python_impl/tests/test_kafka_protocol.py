"""The bytes of the consumer protocol. The expected bytes were measured on the JARs."""

import pytest
from assignor_groups import partitions
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import IllegalArgumentException
from copartition.java.utf8 import decoded, encoded
from copartition.kafka import Subscription, TopicPartition
from copartition.kafka.protocol import (
    Assignment,
    RuntimeException,
    SchemaException,
    StickyUserData,
    decode_assignment,
    decode_cooperative,
    decode_sticky,
    decode_subscription,
    encode_assignment,
    encode_cooperative,
    encode_sticky,
    encode_subscription,
    highest_version,
)
from copartition.kafka.protocol.buffers import Buffer
from copartition.kafka.protocol.readers import SchemaReader

WHOLE = Subscription(("b", "a"), b"\1\2", partitions("b-1 a-0 b-0"), 7, "r1")
TOPICS = "00000002 000161 000162 00000002 0102"
OWNED = "00000002 000161 00000001 00000000 000162 00000002 00000000 00000001"


def packed(text):
    return bytes.fromhex(text)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (0, f"0000 {TOPICS}"),
        (1, f"0001 {TOPICS} {OWNED}"),
        (2, f"0002 {TOPICS} {OWNED} 00000007"),
        (3, f"0003 {TOPICS} {OWNED} 00000007 0002 7231"),
        (9, f"0003 {TOPICS} {OWNED} 00000007 0002 7231"),
    ],
)
def test_subscriptions(version, expected):
    assert encode_subscription(WHOLE, version) == packed(expected)


def test_older_releases_keep_the_members_order():
    assert encode_subscription(Subscription(("b", "a")), 0, "2.0.1") == packed("0000 00000002 000162 000161 ffffffff")
    older = Subscription(("b", "a"), None, partitions("b-1 a-0 b-0"))
    assert encode_subscription(older, 1, "2.8.0") == packed(
        "0001 00000002 000162 000161 ffffffff00000002 000161 00000001 00000000 000162 00000002 00000001 00000000"
    )


def test_assignments_have_the_order_of_appearance_from_3_0_on():
    assignment = Assignment(partitions("b-1 a-0 b-0"))
    of_b, of_a = "000162 00000002 00000001 00000000", "000161 00000001 00000000"
    assert encode_assignment(assignment, 1) == packed(f"0001 00000002 {of_b} {of_a} ffffffff")
    assert encode_assignment(assignment, 1, "2.8.2") == packed(f"0001 00000002 {of_a} {of_b} ffffffff")


def test_versions():
    assert [highest_version(release) for release in ("2.3.1", "2.4.0", "3.3.2", "3.4.0")] == [0, 1, 1, 3]
    assert encode_assignment(Assignment(()), -1, "2.5.0")[:2] == b"\0\1"
    with pytest.raises(SchemaException, match="Unsupported assignment version: -1"):
        encode_assignment(Assignment(()), -1, "2.8.0")
    with pytest.raises(ValueError, match=r"version must be 0: kafka-clients 2\.3\.1 knows no other"):
        encode_assignment(Assignment(()), 1, "2.3.1")


def test_a_rack_without_a_name_is_an_empty_text_on_the_wire():
    """Measured on the JARs from 3.4.0 to 4.4.0."""
    for rack, end in (("", "0000"), (None, "ffff"), ("r", "000172")):
        data = encode_subscription(Subscription(("t",), rack=rack), 3)
        assert data == packed(f"0003 00000001 000174 ffffffff 00000000 ffffffff {end}")
        assert decode_subscription(data).rack == (rack or None)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: encode_subscription(("t",), 3),
            'subscription must be a Subscription, not tuple: write Subscription(("',
        ),
        (lambda: encode_assignment(WHOLE, 3), "assignment must be an Assignment, not Subscription: write Assignment(("),
        (lambda: encode_subscription(WHOLE, "3"), "version must be an integer, not str"),
        (lambda: encode_assignment(Assignment(()), 1 << 15), "version must be a 16-bit integer, not 32768"),
        (lambda: encode_subscription(WHOLE, -(1 << 15) - 1), "version must be a 16-bit integer, not -32769"),
        (lambda: encode_subscription(WHOLE, 3, (4, 4, 0)), "release must be a str such as '4.4.0', not tuple"),
        (lambda: encode_assignment(Assignment(()), 3, [4]), "release must be a str such as '4.4.0', not list"),
        (lambda: highest_version("9.9.9"), "release must be a release of Kafka from 2.0.0 to 4.4.0, not 9.9.9"),
        (lambda: decode_subscription("x"), "data must be bytes, not str: write what a member sends"),
        (lambda: decode_assignment(None), "data must be bytes, not NoneType: write what a member sends"),
        (lambda: decode_assignment(b"", 4.4), "release must be a str such as '4.4.0', not float"),
        (lambda: decode_sticky("x"), "data must be bytes, not str: write a subscription's user_data"),
        (lambda: decode_cooperative(7), "data must be bytes, not int: write a subscription's user_data"),
        (lambda: encode_sticky([("t", 0)], 1), "partitions must hold TopicPartition values, not tuple"),
        (lambda: encode_sticky("t-0", 1), "partitions must hold TopicPartition values, not be a str"),
        (lambda: encode_sticky([], 1 << 31), "generation must be a 32-bit integer, not 2147483648"),
        (lambda: encode_sticky([], "1"), "generation must be an integer, not str"),
        (lambda: encode_cooperative(None), "generation must be an integer, not NoneType"),
        (lambda: encode_cooperative(-(1 << 31) - 1), "generation must be a 32-bit integer, not -2147483649"),
    ],
)
def test_a_wrong_argument_is_named(ask, message):
    with pytest.raises(ValueError, match="must") as refused:
        ask()
    assert str(refused.value).startswith(message)


def test_bytes_may_be_a_bytearray_or_a_view():
    for kind in (bytearray, memoryview):
        assert decode_subscription(kind(encode_subscription(WHOLE, 3))).rack == "r1"
        assert decode_assignment(kind(encode_assignment(Assignment(()), 3))) == Assignment(())
        assert decode_sticky(kind(encode_sticky(partitions("t-1"), 7))).generation == 7
        assert decode_cooperative(kind(encode_cooperative(7))) == 7


@given(
    topics=st.lists(st.text(max_size=3)),
    user_data=st.none() | st.binary(max_size=5),
    owned=st.lists(st.sampled_from(partitions("a-0 a-1 b-0 c-7")), unique=True),
    generation=st.integers(-1, 2**31 - 1),
    rack=st.none() | st.sampled_from(["r", "é"]),
)
def test_subscriptions_come_back(topics, user_data, owned, generation, rack):
    topics = tuple(sorted(topics, key=lambda topic: topic.encode("utf-16-be")))
    owned = tuple(sorted(owned, key=lambda partition: (partition.topic, partition.partition)))
    subscription = Subscription(topics, user_data, owned, generation, rack)
    assert decode_subscription(encode_subscription(subscription, 3)) == subscription
    first = decode_subscription(encode_subscription(subscription, 1), "2.8.2")
    assert first == Subscription(topics, user_data, owned)


@given(cut=st.integers(0, 51), release=st.sampled_from(["2.0.1", "2.5.0", "2.8.0", "3.3.2", "4.3.1", "4.4.0"]))
def test_cut_subscriptions_are_refused(cut, release):
    data = encode_subscription(WHOLE, 3)
    read = 16 if release == "2.0.1" else 46 if release < "3.4" else len(data)
    if cut < min(read, len(data)) and cut != 22:
        try:
            decode_subscription(data[:cut], release)
        except (SchemaException, RuntimeException, IllegalArgumentException):
            return
    assert decode_subscription(data, release).topics == ("a", "b")


@pytest.mark.parametrize(
    ("release", "raised", "message"),
    [
        ("2.5.0", SchemaException, "Error reading field 'topics': Array size -2 cannot be negative"),
        ("3.0.0", RuntimeException, "non-nullable field topics was serialized as null"),
        ("4.3.1", RuntimeException, "non-nullable field topics was serialized as null"),
        ("4.2.1", RuntimeException, "non-nullable field topics was serialized as null"),
        ("4.2.2", SchemaException, "Malformed consumer protocol subscription"),
        ("4.4.0", SchemaException, "Malformed consumer protocol subscription"),
    ],
)
def test_damage_is_named_as_the_release_names_it(release, raised, message):
    with pytest.raises(raised, match=message):
        decode_subscription(packed("0000 fffffffe"), release)


def test_lengths_are_bounded_since_a_cve():
    for release, raised in (("2.8.1", SchemaException), ("2.8.2", RuntimeException), ("3.0.1", SchemaException)):
        with pytest.raises(raised):
            decode_subscription(packed("0000 00000003 0001"), release)


@pytest.mark.parametrize(
    ("data", "raised", "message"),
    [
        ("", SchemaException, "Buffer underflow while parsing consumer protocol's header"),
        ("ffff", SchemaException, "Unsupported assignment version: -1"),
        ("0000 0000", SchemaException, "Buffer underflow while parsing consumer protocol's assignment"),
        ("0000 00000009 0000", RuntimeException, "Tried to allocate a collection of size 9, but there are only 2"),
        ("0000 00000001 0009 6161", RuntimeException, "Error reading byte array of 9 byte"),
        ("0000 00000001 ffff", RuntimeException, "non-nullable field topic was serialized as null"),
        ("0000 00000000 00000005 00", IllegalArgumentException, r"newLimit > capacity: \(5 > 1\)"),
    ],
)
def test_damaged_assignments(data, raised, message):
    with pytest.raises(raised, match=message):
        decode_assignment(packed(data), "4.3.1")


def test_the_sticky_assignors_user_data():
    data = encode_sticky(partitions("b-1 a-0 b-0"), 7)
    assert data == packed("00000002 000161 00000001 00000000 000162 00000002 00000001 00000000 00000007")
    assert decode_sticky(Buffer(data)) == StickyUserData(("a", "b"), (1, 2), (0, 1, 0), 7)
    assert decode_sticky(Buffer(data[:-4])) == StickyUserData(("a", "b"), (1, 2), (0, 1, 0), None)
    buffer = Buffer(data[:-5])
    assert decode_sticky(buffer) == StickyUserData((), (), (), -1)
    assert buffer.remaining == 3


def test_the_cooperative_assignors_user_data():
    assert decode_cooperative(Buffer(encode_cooperative(7))) == 7
    assert decode_cooperative(Buffer(b"\0\0\0")) == -1
    assert decode_cooperative(None) is None


def test_utf_8_as_java_has_it():
    assert encoded("a\ud800b\ud83d\ude00") == b"a?b\xf0\x9f\x98\x80"
    assert decoded(b"a\xed\xa0\x80b\xff\xc3") == "a\ufffdb\ufffd\ufffd"


def test_releases_that_read_by_a_schema_know_no_racks_and_may_lack_user_data():
    data = encode_assignment(Assignment((TopicPartition("t", 0),), None), 0, "2.0.1")
    assert data.endswith(b"\xff\xff\xff\xff")
    assert decode_assignment(data, "2.0.1").user_data is None
    with pytest.raises(NotImplementedError, match="no schema of these releases has a nullable string"):
        SchemaReader("subscription", Buffer(b"\0\0")).nullable_string()


def test_user_data_are_read_from_bytes_as_from_a_buffer():
    parts = [TopicPartition("t", 3), TopicPartition("t", 1)]
    written = encode_sticky(parts, 7)
    assert decode_sticky(written) == decode_sticky(Buffer(written))
    assert (decode_sticky(written).partitions, decode_sticky(written).generation) == (parts, 7)
    assert [decode_cooperative(data) for data in (encode_cooperative(7), b"x", None)] == [7, -1, None]
