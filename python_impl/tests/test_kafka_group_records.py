"""The records of `__consumer_offsets` as bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import JavaError, NullPointerException, RuntimeException, WrongTypeError
from copartition.kafka.group_records import (
    Record,
    UnknownRecordTypeException,
    UnknownRecordVersionException,
    decode_record,
    encode_record,
)
from copartition.kafka.group_records.record_types import record_types
from copartition.kafka.messages.fields import Field, Struct
from copartition.kafka.messages.writing import unsigned_varint
from copartition.kafka.uuid import Uuid
from copartition.port import PORT

if TYPE_CHECKING:
    from collections.abc import Iterator

NEWEST = (4, 4, 0)
RELEASES = [(3, 8, 1), (4, 0, 2), (4, 1, 1), (4, 2, 0), (4, 3, 1), NEWEST]
ID = Uuid.parse("AQIDBAUGBwgJCgsMDQ4PEA")
GROUP, MEMBER = {"groupId": "g"}, {"groupId": "g", "memberId": "m"}
BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}


def values_of(struct: Struct, version: int) -> st.SearchStrategy[dict[str, Any]]:
    """All fields of a version, each of any value."""
    fields = [field for field in struct.fields if version in field.versions]
    return st.fixed_dictionaries({field.name: value_of(field, version) for field in fields})


def value_of(field: Field, version: int) -> st.SearchStrategy[Any]:
    of = field.type
    if isinstance(of, Struct):
        one = values_of(of, version)
    elif of in BITS:
        one = st.integers(-(2 ** (BITS[of] - 1)), 2 ** (BITS[of] - 1) - 1)
    else:
        half = st.integers(-(2**63), 2**63 - 1)
        one = {
            "uint16": st.integers(0, 65535),
            "string": st.text(max_size=200),
            "bytes": st.binary(max_size=200),
            "uuid": st.builds(Uuid, half, half),
        }[of]
    found = st.lists(one, max_size=3) if field.is_list else one
    return st.none() | found if field.nullable else found


def without_defaults(struct: Struct, values: dict[str, Any]) -> dict[str, Any]:
    """As records are read: fields with a tag that have their default are left out."""
    left = {}
    for field in struct.fields:
        if field.name not in values:
            continue
        value = values[field.name]
        if isinstance(field.type, Struct) and value is not None:
            value = (
                [without_defaults(field.type, item) for item in value]
                if field.is_list
                else without_defaults(field.type, value)
            )
        if field.tag is None or value != field.default:
            left[field.name] = value
    return left


@given(st.data())
def test_what_was_written_is_read(data: st.DataObject) -> None:
    release = data.draw(st.sampled_from(RELEASES))
    name, of = data.draw(st.sampled_from([*record_types(release).items()]))
    version = data.draw(st.integers(0, of.highest))
    key, value = data.draw(values_of(of.key, 0)), data.draw(st.none() | values_of(of.value, version))
    written = encode_record(name, key, value, version, release=release)
    assert written.key[:2] == of.number.to_bytes(2)
    expected = (
        Record(name, key, None, None)
        if value is None
        else Record(name, key, version, without_defaults(of.value, value))
    )
    assert decode_record(*written, release=release) == expected


@given(st.data())
def test_bytes_of_any_kind_are_read_or_refused(data: st.DataObject) -> None:
    name, of = data.draw(st.sampled_from([*record_types(NEWEST).items()]))
    version = data.draw(st.integers(0, of.highest))
    written = encode_record(name, {}, data.draw(values_of(of.value, version)), version)
    assert written.value is not None
    damaged = bytearray(written.value)
    for place in data.draw(st.lists(st.integers(2, len(damaged) - 1), max_size=3)) if len(damaged) > 2 else ():
        damaged[place] = data.draw(st.integers(0, 255))
    try:
        decode_record(written.key, bytes(damaged[: data.draw(st.integers(0, len(damaged)))]))
    except JavaError as error:
        assert type(error) is RuntimeException  # noqa: PT017 - of whatever is drawn


@pytest.mark.parametrize(
    ("release", "record", "value", "written"),
    [
        ("4.0.2", "ConsumerGroupMetadata", {"epoch": 7}, "0000" "00000007" "00"),
        ("4.1.1", "ConsumerGroupMetadata", {"epoch": 7}, "0000" "00000007" "00"),
        (
            "4.1.1",
            "ConsumerGroupMetadata",
            {"epoch": 7, "metadataHash": 0x1122334455667788},
            "0000" "00000007" "01" "0008" "1122334455667788",
        ),
        (
            "4.2.0",
            "ConsumerGroupCurrentMemberAssignment",
            {"memberEpoch": 1, "assignedPartitions": [{"topicId": ID, "partitions": [5]}]},
            "0000" "00000001" "00000000" "00" "02" "0102030405060708090a0b0c0d0e0f10" "0200000005" "00" "01" "00",
        ),
        (
            "4.3.1",
            "ConsumerGroupCurrentMemberAssignment",
            {"memberEpoch": 1, "assignedPartitions": [{"topicId": ID, "partitions": [5], "assignmentEpochs": [9]}]},
            "0000" "00000001" "00000000" "00" "02" "0102030405060708090a0b0c0d0e0f10" "0200000005"
            "01" "0005" "0200000009" "01" "00",
        ),
        (
            "4.4.0",
            "ConsumerGroupMemberMetadata",
            {"instanceId": None, "rackId": None, "subscribedTopicRegex": None, "classicMemberMetadata": None},
            "0000" "00" "00" "01" "01" "01" "00" "ffffffff" "01" "01" "0001" "00",
        ),
    ],
)  # fmt: skip
def test_bytes_that_kafka_writes(release: str, record: str, value: dict[str, Any], written: str) -> None:
    key = {"groupId": "g"} if record.endswith("GroupMetadata") else MEMBER
    assert encode_record(record, key, value, release=release).value == bytes.fromhex(written)


def test_versions_of_one_record() -> None:
    key = {"group": "g", "topic": "t", "partition": 3}
    value = {"offset": 9, "leaderEpoch": 4, "metadata": "", "commitTimestamp": 5, "expireTimestamp": 6}
    sizes = [len(encode_record("OffsetCommit", key, value, version).value or b"") for version in range(5)]
    assert sizes == [2 + 8 + 2 + 8, 2 + 8 + 2 + 8 + 8, 2 + 8 + 2 + 8, 2 + 8 + 4 + 2 + 8, 2 + 8 + 4 + 1 + 8 + 1]
    written = encode_record("OffsetCommit", key, None).key
    assert written == bytes.fromhex("0001" "000167" "000174" "00000003")  # fmt: skip


def test_number_0_is_an_older_offset() -> None:
    key, value = bytes.fromhex("0000" "000167" "000174" "00000003"), bytes.fromhex("0000") + bytes(18)  # fmt: skip
    assert decode_record(key, value, release="4.0.2").type == "OffsetCommit"
    assert decode_record(key, value, release="4.1.1").type == "LegacyOffsetCommit"


@pytest.mark.parametrize(
    ("record", "key", "value", "version", "message"),
    [
        ("Metadata", GROUP, {}, 0, "there is no record 'Metadata' in this release: it has LegacyOffsetCommit, "),
        ("ConsumerGroupMetadata", GROUP, {}, 1, "version must be in 0..0 of ConsumerGroupMetadata, not 1"),
        ("OffsetCommit", {}, {}, -1, "version must be in 0..4 of OffsetCommit, not -1"),
        ("ConsumerGroupMetadata", GROUP, {"epok": 1}, 0, "has no field 'epok' in this release: it has epoch, meta"),
        ("ConsumerGroupMetadata", GROUP, {"epoch": 2**31}, 0, "epoch must be of int32, and 2147483648 isn't"),
        ("ConsumerGroupCurrentMemberAssignment", MEMBER, {"state": 128}, 0, "state must be of int8, and 128 isn't"),
    ],
)
def test_what_is_no_record_is_refused(
    record: str, key: dict[str, Any], value: dict[str, Any], version: int, message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        encode_record(record, key, value, version)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "ConsumerGroupMemberMetadataValue must be"),
        ({"clientId": 7}, "clientId must be a str, not int"),
        ({"rebalanceTimeoutMs": "7"}, "rebalanceTimeoutMs must be an int"),
        ({"subscribedTopicNames": "t"}, "subscribedTopicNames must be a list, not str"),
        (
            {"classicMemberMetadata": {"supportedProtocols": [{"metadata": "00"}]}},
            "metadata must be bytes, not str",
        ),
    ],
)
def test_a_field_of_another_type_is_named(value: Any, message: str) -> None:
    with pytest.raises(WrongTypeError, match=re.escape(message)):
        encode_record("ConsumerGroupMemberMetadata", MEMBER, value)


def test_an_id_must_be_one() -> None:
    with pytest.raises(WrongTypeError, match="topicId must be a Uuid, not str"):
        encode_record("ConsumerGroupTargetAssignmentMember", MEMBER, {"topicPartitions": [{"topicId": "AAAA"}]})


@pytest.mark.parametrize(
    ("record", "value"),
    [
        ("ConsumerGroupTargetAssignmentMember", {"topicPartitions": [{"partitions": [None]}]}),
        ("ConsumerGroupMemberMetadata", {"clientId": None}),
        ("ConsumerGroupMemberMetadata", {"subscribedTopicNames": None}),
        ("ConsumerGroupMemberMetadata", {"subscribedTopicNames": [None]}),
        ("GroupMetadata", {"members": [{"subscription": None}]}),
        ("ConsumerGroupTargetAssignmentMember", {"topicPartitions": [None]}),
    ],
)
def test_null_where_it_may_not_be(record: str, value: dict[str, Any]) -> None:
    with pytest.raises(NullPointerException):
        encode_record(record, {}, value)


def test_each_struct_outside_of_a_list_may_be_null() -> None:
    def lone(struct: Struct) -> Iterator[Field]:
        for field in struct.fields:
            if isinstance(field.type, Struct):
                yield from lone(field.type)
                if not field.is_list:
                    yield field

    found = [field for of in record_types(NEWEST).values() for field in lone(of.value)]
    assert [field.name for field in found] == ["classicMemberMetadata", "userEndpoint"]
    assert all(field.nullable for field in found)


def test_a_text_that_is_too_long() -> None:
    encode_record("ConsumerGroupMetadata", {"groupId": "a" * 32767}, {})
    with pytest.raises(RuntimeException, match="'groupId' field is too long to be serialized"):
        encode_record("ConsumerGroupMetadata", {"groupId": "é" * 16384}, {})


KEY = bytes.fromhex("0010" "000167" "000161")  # fmt: skip
"""Of a resolved regular expression, whose value has a list and two numbers."""


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("00", "Could not read version from value's buffer."),
        ("0000", "Could not read record with version 0 from value's buffer due to: null."),
        ("0000" "00", "non-nullable field topics was serialized as null."),
        ("0000" "0200", "non-nullable field topics element was serialized as null."),
        ("0000" "09", "Tried to allocate a collection of size 8, but there are only 0 bytes remaining."),
        ("0000" "0209", "Error reading byte array of 8 byte(s): only 0 byte(s) available."),
        ("0000" "02818002", "string field topics element had invalid length 32768."),
        ("0000" "ffffffffff", "the most significant bit in the 5th byte is set, converted value: ffffffff."),
        ("0000" "01" + "00" * 16 + "02", "Tried to read 2 tagged fields, but there are only 0 bytes remaining."),
        ("0000" "01" + "00" * 16 + "ffffffff0f", "Invalid negative number of tagged fields -1."),
        ("0000" "01" + "00" * 16 + "0105ffffffff0f", "due to: -1."),
    ],
)  # fmt: skip
def test_damaged_bytes(value: str, message: str) -> None:
    with pytest.raises(RuntimeException, match=re.escape(message)):
        decode_record(KEY, bytes.fromhex(value))


@pytest.mark.parametrize(
    ("items", "tags", "message"),
    [
        (1_000_001, 0, "a collection of size 1000001, which exceeds the maximum allowed size of 1000000."),
        (0, 10_001, "10001 tagged fields, which exceeds the maximum allowed count of 10000."),
    ],
)
def test_limits_of_4_4(items: int, tags: int, message: str) -> None:
    value = b"\0\0" + unsigned_varint(items + 1) + b"\1" * items + bytes(16)
    value += unsigned_varint(tags) + b"\5\0" * tags
    with pytest.raises(RuntimeException, match=re.escape(message)):
        decode_record(KEY, value)
    read = decode_record(KEY, value, release="4.3.1").value
    assert read is not None
    assert len(read["topics"]) == items


@pytest.mark.parametrize("release", ["4.2.1", "4.3.1"])
def test_fewer_than_no_tags_are_none_where_nothing_is_limited(release: str) -> None:
    value = bytes.fromhex("0000" "01" + "00" * 16 + "ffffffff0f")  # fmt: skip
    assert decode_record(KEY, value, release=release).value == {"topics": [], "version": 0, "timestamp": 0}
    with pytest.raises(RuntimeException, match="Invalid negative number"):
        decode_record(KEY, value, release="4.2.2")


def test_unknown_tags_and_bytes_behind_are_passed_over() -> None:
    value = bytes.fromhex("0000" "01" + "00" * 16 + "02" "0502ffff" "ac0200" "99")  # fmt: skip
    assert decode_record(KEY, value).value == {"topics": [], "version": 0, "timestamp": 0}


def test_a_tag_that_comes_twice() -> None:
    key, tag = bytes.fromhex("0003" "000167"), "0008" + "00" * 7  # fmt: skip
    twice = bytes.fromhex("0000" "00000007" "02" + tag + "01" + tag + "00")  # fmt: skip
    assert decode_record(key, twice).value == {"epoch": 7}


def test_types_and_versions_that_are_not_known() -> None:
    with pytest.raises(UnknownRecordTypeException, match="Found an unknown record type 18"):
        decode_record(bytes.fromhex("0012"), None)
    with pytest.raises(RuntimeException, match="Could not read version from key's buffer"):
        decode_record(b"\0", None)
    key, value = bytes.fromhex("0003" "000167"), bytes.fromhex("0001" "00000007" "00")  # fmt: skip
    with pytest.raises(UnknownRecordVersionException, match="Found an unknown record version 1 for 3 type"):
        decode_record(key, value)
    assert decode_record(key, value, release="3.9.2") == Record("ConsumerGroupMetadata", GROUP, 1, {"epoch": 7})


def test_structs_that_3_8_reads_in_one_version_alone() -> None:
    written = encode_record("ConsumerGroupTargetAssignmentMember", MEMBER, {"topicPartitions": [{}]}, release="3.8.1")
    assert written.value is not None
    with pytest.raises(RuntimeException, match="Can't read version 1 of TopicPartition"):
        decode_record(written.key, b"\0\1" + written.value[2:], release="3.8.1")


def test_bytes_must_be_bytes() -> None:
    with pytest.raises(WrongTypeError, match=re.escape("key must be bytes, not str: of hex digits")):
        decode_record("0003", None)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="value must be bytes, not int"):
        decode_record(KEY, 7)  # type: ignore[arg-type]


def test_the_operation_names_a_wrong_field() -> None:
    ask = PORT.operations["kafka.group.record"]
    document = {"direction": "encode", "record": "ConsumerGroupMetadata", "version": 0, "key": {}, "value": {}}
    assert ask(document) == {"key": "00030000", "value": "00000000000000"}
    with pytest.raises(ValueError, match=r'input\.record must be a record of this release, not "X"'):
        ask(document | {"record": "X"})
    with pytest.raises(ValueError, match="ConsumerGroupMetadataValue has no field 'epok' in this release"):
        ask(document | {"value": {"epok": 1}})
    with pytest.raises(ValueError, match=re.escape("input.value.metadataHash must be a decimal string, not 7")):
        ask(document | {"value": {"metadataHash": 7}})
