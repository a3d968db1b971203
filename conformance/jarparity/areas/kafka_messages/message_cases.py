"""Hand-written cases of messages: each version with all that it has; defaults, null, damage."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.message_types import messages, of_version, requests_and_responses
from jarparity.areas.kafka_messages.samples import alone, told_apart, words
from jarparity.areas.kafka_messages.wire import message_bytes, varint
from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field
    from jarparity.areas.kafka_messages.message_types import MessageType

_TAGS: Final = [{"tag": 150, "data": "0102"}, {"tag": 300, "data": ""}]
_OF_ALL_LENGTHS: Final = ("RequestHeader", "JoinGroupRequest")
"""Messages of which texts of all lengths are asked: one has a text whose length is never a varint."""


def cases() -> Cases:
    """Cases of `kafka.message.bytes`."""
    found = Cases("kafka.message.bytes")
    for name, forms in messages().items():
        place = words(name)
        for version in sorted({version for form in forms for version in form.versions}):
            of = of_version(name, version) or forms[-1]
            value = told_apart(of.fields, version, count())
            known = f"{place}/version-{version}"
            found.add(f"encode/{known}/all", _encode(name, version, value))
            tags = {UNKNOWN: _TAGS} if version in of.flexible else {}
            found.add(f"decode/{known}/all", _decode(name, version, message_bytes(of, value | tags, version) + b"\xff"))
        _add_newest(found, place, forms[-1])
        for field in _paths(forms[-1].fields):
            _add_lacking(found, place, forms[-1], field)
            _add_null(found, place, forms[-1], field)
        _add_tags_in_structs(found, place, forms[-1])
    _add_limits(found)
    return found


def headers() -> Cases:
    """Cases of `kafka.message.header`: each version of each request and response, and the next one."""
    found = Cases("kafka.message.header")
    for name in requests_and_responses():
        stop = max(form.versions.stop for form in messages()[name])
        for version in range(-1, stop + 1):
            found.add(f"{words(name)}/{named(version)}", {"message": name, "version": version})
    return found


def _add_newest(found: Cases, place: str, of: MessageType) -> None:
    first, last = of.versions.start, of.versions.stop - 1
    for version in (-1, first - 1, last + 1):
        found.add(f"encode/{place}/no-version/{named(version)}", _encode(of.name, version, {}))
    found.add(f"decode/{place}/no-version/{named(last + 1)}", _decode(of.name, last + 1, bytes(16)))
    found.add(f"encode/{place}/defaults", _encode(of.name, last, {}))
    found.add(f"decode/{place}/defaults", _decode(of.name, last, message_bytes(of, {}, last)))
    sound = message_bytes(of, told_apart(of.fields, last, count()), last)
    found.add(f"decode/{place}/cut", _decode(of.name, last, sound[: len(sound) // 2]))
    for field in of.fields:
        if last not in field.versions:
            continue
        if field.tag is not None:
            for name, value in alone(field, lengths=False):
                found.add(f"encode/{place}/{words(field.name)}/{name}", _encode(of.name, last, {field.name: value}))
        elif field.can_be_null:
            found.add(f"encode/{place}/{words(field.name)}/null", _encode(of.name, last, {field.name: None}))
            data = message_bytes(of, {field.name: None}, last)
            found.add(f"decode/{place}/{words(field.name)}/null", _decode(of.name, last, data))


def _paths(fields: tuple[Field, ...], *path: Field) -> Iterator[tuple[Field, ...]]:
    """Each field with those in which it is."""
    for field in fields:
        yield (*path, field)
        yield from _paths(field.fields, *path, field)


def _add_lacking(found: Cases, place: str, of: MessageType, path: tuple[Field, ...]) -> None:
    """A field that a version lacks: some are left out without a word, of others Kafka writes the default alone."""
    field = path[-1]
    without = [
        version
        for version in of.versions
        if version not in field.versions and all(version in each.versions for each in path[:-1])
    ]
    if not without:
        return
    for name, value in alone(field, lengths=False):
        if name in {"set", "null"}:
            case = f"encode/{place}/lacking/{'/'.join(words(each.name) for each in path)}/{name}"
            found.add(case, _encode(of.name, without[-1], _within(path, value)))


def _add_null(found: Cases, place: str, of: MessageType, path: tuple[Field, ...]) -> None:
    """Null in a version in which a field may not be null, though it may in others."""
    refusing = [
        version
        for version in of.versions
        if all(version in each.versions for each in path) and version not in path[-1].null_in
    ]
    if path[-1].null_in and refusing:
        case, version = f"{place}/{'/'.join(words(each.name) for each in path)}/null-too-early", refusing[-1]
        value = _within(path, None)
        found.add(f"encode/{case}", _encode(of.name, version, value))
        found.add(f"decode/{case}", _decode(of.name, version, message_bytes(of, value, version)))


def _add_tags_in_structs(found: Cases, place: str, of: MessageType) -> None:
    """Tags that aren't known, in each struct that is a part of the newest version."""
    last = of.versions.stop - 1
    if last not in of.flexible or not any(field.fields for field in of.fields if last in field.versions):
        return
    value = _with_tags(of.fields, told_apart(of.fields, last, count()))
    found.add(f"encode/{place}/tags-in-structs", _encode(of.name, last, value))
    found.add(f"decode/{place}/tags-in-structs", _decode(of.name, last, message_bytes(of, value, last)))


def _with_tags(fields: tuple[Field, ...], value: JSON) -> JSON:
    """The same fields, with unknown tags in each struct below."""
    structs = {field.name: field.fields for field in fields if field.fields and field.name in value}

    def tagged(name: str, one: JSON) -> JSON:
        if isinstance(one, list):
            return [tagged(name, item) for item in one]
        return _with_tags(structs[name], one) | {UNKNOWN: _TAGS}

    return value | {name: tagged(name, value[name]) for name in structs}


def _within(path: tuple[Field, ...], value: JSON) -> JSON:
    """A message in which the path's last field has a value, and all else its default."""
    for field in reversed(path):
        value = {field.name: value}
        if field is not path[0] and path[path.index(field) - 1].is_list:
            value = [value]
    return value


def _add_limits(found: Cases) -> None:
    """Texts of all lengths, tags of which there can't be so many, and varints that are too long."""
    for name in _OF_ALL_LENGTHS:
        of = messages()[name][-1]
        for version in (of.versions.start, of.versions.stop - 1):
            for field in of.fields:
                for length, value in alone(field, lengths=True):
                    if version in field.versions and field.type == "string" and length not in {"set", "null"}:
                        case = f"encode/limits/{words(name)}/version-{version}/{words(field.name)}/{length}"
                        found.add(case, _encode(name, version, {field.name: value}))
    of = messages()["HeartbeatRequest"][-1]
    version = of.versions.stop - 1
    for name, byte in (("one", 1), ("two", 2), ("minus-one", 0xFF), ("least", 0x80)):
        found.add(f"decode/limits/true-is-{name}", _decode("MetadataRequest", 4, bytes(4) + bytes((byte,))))
    empty = message_bytes(of, {}, version)[:-1]
    for name, tags in {
        "tags-most": varint(10_000) + b"\5\0" * 10_000,
        "tags-too-many": varint(10_001) + b"\5\0" * 10_001,
        "tags-fewer-than-none": varint((1 << 32) - 1),
        "tags-more-than-bytes": b"\2\5\0",
        "tag-cut": b"\1\7\5\0",
        "tag-of-negative-size": b"\1\7" + varint((1 << 32) - 1),
        "tags-too-long-a-number": b"\xff\xff\xff\xff\xff\1",
    }.items():
        found.add(f"decode/limits/{name}", _decode("HeartbeatRequest", version, empty + tags))
    for name, numbers in {
        "in-order": (5, 7),
        "out-of-order": (7, 5),
        "twice": (5, 5),
        "known-elsewhere": (0, 1),
    }.items():
        value = {UNKNOWN: [{"tag": tag, "data": "01"} for tag in numbers]}
        found.add(f"encode/limits/tags-{name}", _encode("HeartbeatRequest", version, value))
        found.add(f"encode/limits/tags-{name}-before-flexible", _encode("HeartbeatRequest", 3, value))
    _add_edges(found)
    # The size is asked first: there tags are met that the version has no place for, but not every null.
    value = {UNKNOWN: [{"tag": 5, "data": ""}], "responses": [{"name": None}]}
    found.add("encode/limits/null-too-early-and-tags", _encode("DeleteTopicsResponse", 1, value))
    for name, topics in {"tag-before-null": [{"name": None}], "tag-alone": []}.items():
        long = {"clusterId": "a" * (1 << 15), "topics": topics}
        found.add(f"encode/limits/long-{name}", _encode("FetchSnapshotRequest", 1, long))
    value = {UNKNOWN: [{"tag": 5, "data": ""}], "groupId": None}
    found.add("encode/limits/never-null-and-tags", _encode("HeartbeatRequest", 3, value))


def _add_edges(found: Cases) -> None:
    """Structs that have their defaults in words, tags within tags, null in a list, and records that end the bytes."""
    for name, snapshot in {
        "struct-of-defaults": {"endOffset": "-1"},
        "tags-in-a-tag": {"epoch": 0, UNKNOWN: [{"tag": 5, "data": "01"}]},
        "tags-in-a-tag-out-of-order": {"epoch": 0, UNKNOWN: [{"tag": 7, "data": ""}, {"tag": 5, "data": ""}]},
    }.items():
        partition = {"records": "", "snapshotId": snapshot}
        found.add(f"encode/edges/{name}", _encode("FetchResponse", 17, {"responses": [{"partitions": [partition]}]}))
    of = messages()["ConsumerGroupHeartbeatRequest"][-1]
    data = message_bytes(of, {"subscribedTopicNames": [None]}, 1)
    found.add("decode/edges/null-in-a-list-that-may-be-null", _decode(of.name, 1, data))
    of = messages()["ProduceRequest"][-1]
    partition = {"topicData": [{"partitionData": [{"records": "0102"}]}]}
    for version in (of.versions.start, 9):
        data = message_bytes(of, partition, version)
        for name, fewer in (("whole", 0), ("one-byte-fewer", 1)):
            found.add(
                f"decode/edges/records-{name}/version-{version}", _decode(of.name, version, data[: len(data) - fewer])
            )


def _encode(message: str, version: int, value: JSON) -> JSON:
    return {"direction": "encode", "message": message, "version": version, "value": value}


def _decode(message: str, version: int, data: bytes) -> JSON:
    return {"direction": "decode", "message": message, "version": version, "bytes": data.hex()}
