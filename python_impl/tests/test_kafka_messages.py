"""Kafka's messages as bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copartition.errors import JavaError, NullPointerException, RuntimeException, UnsupportedVersionException
from copartition.kafka.messages import (
    RawTaggedField,
    decode_message,
    encode_message,
    header_version,
    message_names,
    message_type,
)
from copartition.kafka.messages.fields import Struct, Structs, default_in, layout
from copartition.kafka.messages.writing import message_bytes
from copartition.kafka.uuid import Uuid
from copartition.port import PORT

if TYPE_CHECKING:
    from copartition.kafka.messages.fields import Field

RELEASES = ["3.9.0", "3.9.2", "4.0.0", "4.0.2", "4.1.1", "4.2.2", "4.3.1", "4.4.0"]
BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}
ID = Uuid.parse("AQIDBAUGBwgJCgsMDQ4PEA")
UNKNOWN = "_unknownTaggedFields"
JOINING = {
    "groupId": "g",
    "memberId": "A",
    "rebalanceTimeoutMs": 5000,
    "subscribedTopicNames": ["t"],
    "serverAssignor": "uniform",
    "topicPartitions": [],
}


def values_of(struct: Struct, version: int) -> st.SearchStrategy[dict[str, Any]]:
    """All fields of a version, each of any value."""
    here = layout(struct, version)
    return st.fixed_dictionaries({field.name: value_of(field, version) for field in (*here.placed, *here.tagged)})


def value_of(field: Field, version: int) -> st.SearchStrategy[Any]:
    of = field.type
    half = st.integers(-(2**63), 2**63 - 1)
    if isinstance(of, Struct):
        one: st.SearchStrategy[Any] = values_of(of, version)
    elif of in BITS:
        one = st.integers(-(2 ** (BITS[of] - 1)), 2 ** (BITS[of] - 1) - 1)
    else:
        one = {
            "bool": st.booleans(),
            "bytes": st.binary(max_size=200),
            "float64": st.floats(allow_nan=False),
            "records": st.binary(max_size=20),
            "string": st.text(max_size=200),
            "uint16": st.integers(0, 65535),
            "uuid": st.builds(Uuid, half, half),
        }[of]
    found = st.lists(one, max_size=2) if field.is_list else one
    return st.none() | found if version in field.null_in else found


@given(st.data())
def test_what_was_written_is_read(data: st.DataObject) -> None:
    release = data.draw(st.sampled_from(RELEASES))
    name = data.draw(st.sampled_from(message_names(release)))
    of = message_type(name, release)
    version = data.draw(st.sampled_from(of.versions))
    value = data.draw(values_of(of.struct, version))
    if version in of.flexible:
        tags = data.draw(st.lists(st.integers(100, 2**31 - 2), max_size=2, unique=True))
        if tags:
            value[UNKNOWN] = [RawTaggedField(tag, bytes((tag % 256,))) for tag in sorted(tags)]
    written = encode_message(name, value, version, release=release)
    assert decode_message(name, written, version, release=release) == value
    assert decode_message(name, written + b"\xff", version, release=release) == value


@given(st.data())
def test_bytes_of_any_kind_are_read_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(message_names()))
    of = message_type(name)
    version = data.draw(st.sampled_from(of.versions))
    damaged = bytearray(encode_message(name, data.draw(values_of(of.struct, version)), version))
    for place in data.draw(st.lists(st.integers(0, len(damaged) - 1), max_size=3)) if damaged else ():
        damaged[place] = data.draw(st.integers(0, 255))
    try:
        read = decode_message(name, bytes(damaged[: data.draw(st.integers(0, len(damaged)))]), version)
    except JavaError:
        return
    encode_message(name, read, version)


@pytest.mark.parametrize(
    ("release", "message", "version", "value", "written"),
    [
        (
            "4.0.2",
            "ConsumerGroupHeartbeatRequest",
            1,
            JOINING,
            "02670241000000000000000013880202740008756e69666f726d0100",
        ),
        (
            "3.9.2",
            "ConsumerGroupHeartbeatRequest",
            0,
            JOINING,
            "026702410000000000000000138802027408756e69666f726d0100",
        ),
        ("3.9.2", "MetadataRequest", 0, {"topics": [{"name": "t"}]}, "00000001000174"),
        ("3.9.2", "MetadataRequest", 4, {"topics": None, "allowAutoTopicCreation": False}, "ffffffff00"),
        ("4.4.0", "RequestHeader", 1, {"clientId": None}, "0000" "0000" "00000000" "ffff"),
        ("4.4.0", "RequestHeader", 2, {"clientId": None}, "0000" "0000" "00000000" "ffff" "00"),
        ("4.4.0", "HeartbeatRequest", 4, {UNKNOWN: [RawTaggedField(5, b"\7")]}, "01" "00000000" "0100" "01" "050107"),
        ("4.4.0", "DescribeClusterRequest", 2, {"endpointType": 2}, "00" "02" "00" "00"),
        ("4.4.0", "ControlRecordTypeSchema", 0, {"type": 1}, "0001"),
        ("4.4.0", "VoteResponse", 2, {}, "0000" "01" "00"),
        ("4.4.0", "FetchSnapshotRequest", 0, {"clusterId": "c"}, "ffffffff" "7fffffff" "01" "01" "00020263"),
    ],
)  # fmt: skip
def test_bytes_that_kafka_writes(release: str, message: str, version: int, value: dict[str, Any], written: str) -> None:
    assert encode_message(message, value, version, release=release).hex() == written


def test_defaults_are_no_one_elses() -> None:
    empty = encode_message("ApiVersionsResponse", {}, 3)
    read = decode_message("ApiVersionsResponse", empty, 3)
    assert read["finalizedFeaturesEpoch"] == -1
    read["finalizedFeatures"].append("mine")
    read["apiKeys"].append("mine")
    assert decode_message("ApiVersionsResponse", empty, 3)["finalizedFeatures"] == []
    field = next(each for each in message_type("FetchResponse").struct.fields if each.name == "responses")
    assert default_in(field, 17) is not default_in(field, 17)


def test_absent_structs_have_the_fields_of_the_version() -> None:
    partition = {"partitionIndex": 1, "records": b""}
    written = encode_message("FetchResponse", {"responses": [{"topicId": ID, "partitions": [partition]}]}, 13)
    (read,) = decode_message("FetchResponse", written, 13)["responses"][0]["partitions"]
    assert read["divergingEpoch"] == {"epoch": -1, "endOffset": -1}
    assert read["snapshotId"] == {"endOffset": -1, "epoch": -1}
    assert "nodeEndpoints" not in decode_message("FetchResponse", written, 13)


@pytest.mark.parametrize(
    ("message", "version", "value", "lacking"),
    [
        ("JoinGroupRequest", 4, {"groupInstanceId": "i"}, "groupInstanceId"),
        ("MetadataRequest", 3, {"allowAutoTopicCreation": False}, "allowAutoTopicCreation"),
        ("FetchResponse", 6, {"sessionId": 7}, "sessionId"),
        ("FetchResponse", 12, {"nodeEndpoints": [{}]}, "nodeEndpoints"),
        (
            "FetchResponse",
            11,
            {"responses": [{"topic": "t", "partitions": [{"snapshotId": {"epoch": 0}, "records": b""}]}]},
            "snapshotId",
        ),
        (
            "FetchResponse",
            11,
            {"responses": [{"topic": "t", "partitions": [{"snapshotId": {UNKNOWN: [RawTaggedField(9, b"")]}}]}]},
            "snapshotId",
        ),
    ],
)
def test_what_a_version_lacks_must_have_its_default(
    message: str, version: int, value: dict[str, Any], lacking: str
) -> None:
    said = re.escape(f"Attempted to write a non-default {lacking} at version {version}")
    with pytest.raises(UnsupportedVersionException, match=said):
        encode_message(message, value, version)


def test_what_is_ignorable_is_left_out() -> None:
    assert encode_message("JoinGroupRequest", {"reason": "why"}, 7) == encode_message("JoinGroupRequest", {}, 7)
    default = {"sessionId": 0, "nodeEndpoints": [], "responses": []}
    assert encode_message("FetchResponse", default, 4) == bytes(8)


def test_null_of_what_a_version_lacks() -> None:
    with pytest.raises(NullPointerException, match="nodeEndpoints is null"):
        encode_message("FetchResponse", {"nodeEndpoints": None}, 4)
    with pytest.raises(UnsupportedVersionException, match="ownerPrincipalType"):
        encode_message("CreateDelegationTokenRequest", {"ownerPrincipalType": None}, 2)


def test_the_first_error_of_the_size_comes_before_those_of_writing() -> None:
    value = {"groupInstanceId": "i", "protocolType": None}
    with pytest.raises(NullPointerException, match="protocolType is null"):
        encode_message("JoinGroupRequest", value, 4)


def test_null_that_other_versions_have_comes_after_the_size() -> None:
    tags = [RawTaggedField(5, b"")]
    with pytest.raises(UnsupportedVersionException, match="Tagged fields were set"):
        encode_message("DeleteTopicsResponse", {UNKNOWN: tags, "responses": [{"name": None}]}, 1)
    with pytest.raises(NullPointerException, match="groupId is null"):
        encode_message("HeartbeatRequest", {UNKNOWN: tags, "groupId": None}, 3)


def test_null_in_versions_that_have_it() -> None:
    assert encode_message("MetadataRequest", {"topics": None}, 1, release="3.9.2") == b"\xff" * 4
    with pytest.raises(NullPointerException, match="topics is null"):
        encode_message("MetadataRequest", {"topics": None}, 0, release="3.9.2")
    with pytest.raises(RuntimeException, match="non-nullable field topics was serialized as null"):
        decode_message("MetadataRequest", b"\xff" * 4, 0, release="3.9.2")


def test_structs_that_may_be_null() -> None:
    name = "ConsumerGroupHeartbeatResponse"
    absent, there = (encode_message(name, {"assignment": value}, 0) for value in (None, {}))
    assert absent.hex() == "00000000" "0000" "00" "00" "00000000" "00000000" "ff" "00"  # fmt: skip
    assert there.hex() == "00000000" "0000" "00" "00" "00000000" "00000000" "01" "01" "00" "00"  # fmt: skip
    assert decode_message(name, absent, 0)["assignment"] is None
    assert decode_message(name, there, 0)["assignment"] == {"topicPartitions": []}


def test_tags_are_written_in_their_order() -> None:
    of = Structs({}, lambda _: True).of("Made", ["later int8 tag 1", "sooner int8 tag 0"])
    assert message_bytes(of, {"later": 2, "sooner": 1}, 0, flexible=True).hex() == "02" "000101" "010102"  # fmt: skip


def test_tags() -> None:
    tags = [RawTaggedField(5, b"a"), RawTaggedField(5, b"b")]
    with pytest.raises(RuntimeException, match="tag 5 comes after tag 5, but is not higher than it"):
        encode_message("HeartbeatRequest", {UNKNOWN: tags}, 4)
    with pytest.raises(UnsupportedVersionException, match="Tagged fields were set, but version 3"):
        encode_message("HeartbeatRequest", {UNKNOWN: tags}, 3)
    # Tag 0 of a fetch is known from version 12 on, tag 1 from version 15 on.
    fetch = encode_message("FetchRequest", {}, 12)
    with pytest.raises(RuntimeException, match="Tag 1 is not valid for version 12"):
        decode_message("FetchRequest", fetch[:-1] + b"\1\1\1\0", 12)


@pytest.mark.parametrize("release", ["4.2.1", "4.3.1"])
def test_fewer_than_no_tags_are_none_where_nothing_is_limited(release: str) -> None:
    data = bytes.fromhex("01" "00000000" "01" "00" "ffffffff0f")  # fmt: skip
    assert decode_message("HeartbeatRequest", data, 4, release=release)["memberId"] == ""
    with pytest.raises(RuntimeException, match="Invalid negative number of tagged fields -1"):
        decode_message("HeartbeatRequest", data, 4)


def test_records_are_a_part_of_the_buffer() -> None:
    value = {"topicData": [{"name": "t", "partitionData": [{"records": b"abc"}]}]}
    written = encode_message("ProduceRequest", value, 9)
    assert decode_message("ProduceRequest", written, 9)["topicData"][0]["partitionData"][0]["records"] == b"abc"
    with pytest.raises(JavaError, match=re.escape("newLimit > capacity: (3 > 2)")):
        decode_message("ProduceRequest", written[:-4], 9)


def test_headers() -> None:
    assert header_version("JoinGroupRequest", 5) == (11, 1)
    assert header_version("JoinGroupRequest", 6) == (11, 2)
    assert header_version("JoinGroupResponse", 5) == (11, 0)
    assert header_version("JoinGroupResponse", 6) == (11, 1)
    assert header_version("ApiVersionsRequest", 4) == (18, 2)
    assert header_version("ApiVersionsResponse", 4) == (18, 0)
    with pytest.raises(ValueError, match="RequestHeader is no request and no response"):
        header_version("RequestHeader", 1)
    with pytest.raises(UnsupportedVersionException, match="JoinGroupRequest has versions 0 to 9"):
        header_version("JoinGroupRequest", 10)


def test_versions_by_release() -> None:
    joined = {release: message_type("JoinGroupRequest", release).versions for release in ("3.9.2", "4.0.0", "4.0.1")}
    assert joined == {"3.9.2": range(10), "4.0.0": range(2, 10), "4.0.1": range(10)}
    assert message_type("FetchRequest").api == 1
    assert message_type("RequestHeader").api is None
    assert "LeaderAndIsrRequest" in message_names("3.9.2")
    assert "LeaderAndIsrRequest" not in message_names()
    with pytest.raises(
        UnsupportedVersionException, match="JoinGroupRequest has versions 2 to 9 in this release, not 1"
    ):
        encode_message("JoinGroupRequest", {}, 1, release="4.0.0")
    with pytest.raises(UnsupportedVersionException, match="has versions 2 to 9"):
        decode_message("JoinGroupRequest", b"", 10, release="4.0.0")


@pytest.mark.parametrize(
    ("message", "value", "release", "said"),
    [
        ("JoinGroup", {}, "4.4.0", "there is no message 'JoinGroup' in this release: `message_names` gives those"),
        ("LeaderAndIsrRequest", {}, "4.0.0", "there is no message 'LeaderAndIsrRequest' in this release"),
        ("JoinGroupRequest", {}, "3.8.1", "messages are known from release 3.9.0 on"),
        ("JoinGroupRequest", {"group": "g"}, "4.4.0", "has no field 'group' in this release: it has groupId, sess"),
        ("JoinGroupRequest", {"sessionTimeoutMs": 2**31}, "4.4.0", "sessionTimeoutMs must be of int32, and 21474"),
        ("JoinGroupRequest", {"groupId": 7}, "4.4.0", "groupId must be a str, not int"),
        ("MetadataRequest", {"allowAutoTopicCreation": 1}, "4.4.0", "allowAutoTopicCreation must be a bool, not int"),
        ("MetadataRequest", {UNKNOWN: [(5, b"")]}, "4.4.0", "_unknownTaggedFields"),
    ],
)
def test_what_is_no_message_is_refused(message: str, value: dict[str, Any], release: str, said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(said)):
        encode_message(message, value, 9, release=release)


def test_the_operation_names_a_wrong_field() -> None:
    ask = PORT.operations["kafka.message.bytes"]
    quota: dict[str, Any] = {"entries": [{"entity": [], "ops": [{"key": "k", "value": "3ff8000000000000"}]}]}
    document = {"direction": "encode", "message": "AlterClientQuotasRequest", "version": 1, "value": quota}
    written = "02" "01" "02" "026b" "3ff8000000000000" "00" "00" "00" "00" "00"  # fmt: skip
    assert ask(document) == written
    read = ask({"direction": "decode", "message": "AlterClientQuotasRequest", "version": 1, "bytes": written})
    assert read["entries"][0]["ops"] == [{"key": "k", "value": "3ff8000000000000", "remove": False}]
    quota["entries"][0]["ops"][0]["value"] = "3ff8"
    with pytest.raises(ValueError, match=r"value must be the 16 hex digits of a float64"):
        ask(document)
    quota["entries"][0]["ops"][0] = {UNKNOWN: [{"tag": "5", "data": ""}]}
    with pytest.raises(ValueError, match=r"tag must be"):
        ask(document)


def test_a_bool_of_numpy_is_written_as_a_bool() -> None:
    written = [encode_message("MetadataRequest", {"allowAutoTopicCreation": of(0)}, 4) for of in (bool, np.bool_)]
    assert written[0] == written[1]
