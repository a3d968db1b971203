"""Hand-written cases of records: each type with its defaults, with all it has, and with each field alone."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_messages import record_types
from jarparity.areas.kafka_messages.fields import UNKNOWN
from jarparity.areas.kafka_messages.samples import all_of, alone, words
from jarparity.areas.kafka_messages.wire import key_bytes, value_bytes, varint
from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field
    from jarparity.areas.kafka_messages.record_types import RecordType

_OF_ALL_LENGTHS: Final = ("OffsetCommit", "ShareGroupMemberMetadata")
"""Records of which strings of all lengths are asked: one whose highest version is 4, and one of version 0."""
_UNKNOWN_NUMBERS: Final = (-1, 9, 18, 24, 32767)
"""Of no record in the newest releases: 9 was one of share groups, 18 was never given."""


def records() -> Cases:
    """Cases of `kafka.group.record`."""
    cases = Cases("kafka.group.record")
    for of in record_types.records().values():
        key = all_of(of.key)
        for version in range(of.highest + 2):
            place = f"{words(of.name)}/version-{version}"
            for name, (own, value) in {"defaults": ({}, {}), "all": (key, all_of(of.value))}.items():
                if version <= of.highest and of.before is None:
                    cases.add(f"encode/{place}/{name}", _encode(of, version, own, value))
                cases.add(f"decode/{place}/{name}", _decode(key_bytes(of, own), value_bytes(of, value, version)))
            _add_damaged(cases, place, of, version)
        if of.before is None:
            cases.add(f"encode/{words(of.name)}/tombstone", _encode(of, 0, key, None))
        cases.add(f"decode/{words(of.name)}/tombstone", _decode(key_bytes(of, key), None))
        for field in of.value:
            _add_alone(cases, of, field)
    for number in _UNKNOWN_NUMBERS:
        cases.add(f"decode/unknown/{named(number)}", _decode(struct.pack(">h", number) + b"\0\1g", b"\0\0"))
    _add_limits(cases)
    cases.add("decode/nothing", _decode(b"", b""))
    return cases


def _add_limits(cases: Cases) -> None:
    """As many tags as 4.4 takes, and one more; and structs whose mark is neither that of null nor that of a struct."""
    group, streams = (record_types.records()[name] for name in ("ConsumerGroupMetadata", "StreamsGroupMemberMetadata"))
    for name, count in (("most", 10_000), ("too-many", 10_001)):
        tags = varint(count) + b"\5\0" * count
        cases.add(f"decode/limits/tags-{name}", _decode(key_bytes(group, {}), value_bytes(group, {}, 0)[:-1] + tags))
    sound = value_bytes(streams, {"userEndpoint": {"host": "h", "port": 1}}, 0)
    for mark in (0, 2, 0x7F, 0x80, 0xFE):
        value = sound.replace(b"\1\2h\0\1", bytes((mark,)) + b"\2h\0\1")
        cases.add(f"decode/limits/mark-{mark}", _decode(key_bytes(streams, {}), value))


def _add_alone(cases: Cases, of: RecordType, field: Field) -> None:
    key = all_of(of.key)
    version = min(field.versions.stop - 1, of.highest)
    for name, value in alone(field, lengths=of.name in _OF_ALL_LENGTHS):
        place = f"{words(of.name)}/{words(field.name)}/{name}"
        if of.before is None:
            cases.add(f"encode/{place}", _encode(of, version, key, {field.name: value}))
        if value is not None or field.null_in:
            cases.add(f"decode/{place}", _decode(key_bytes(of, key), value_bytes(of, {field.name: value}, version)))


def _add_damaged(cases: Cases, place: str, of: RecordType, version: int) -> None:
    key = key_bytes(of, all_of(of.key))
    sound = value_bytes(of, all_of(of.value), version)
    cases.add(f"decode/{place}/longer", _decode(key + b"\0", sound + b"\0"))
    for cut in (0, 1, len(sound) // 2, len(sound) - 1):
        cases.add(f"decode/{place}/cut-{cut}", _decode(key, sound[:cut]))
    if of.flexible is not None and version >= of.flexible:
        unknown = value_bytes(of, {UNKNOWN: [{"tag": 7, "data": "0102"}, {"tag": 300, "data": ""}]}, version)
        cases.add(f"decode/{place}/unknown-tags", _decode(key, unknown))
        empty = value_bytes(of, {}, version)[:-1]
        for name, tags in _damaged_tags().items():
            cases.add(f"decode/{place}/{name}", _decode(key, empty + tags))


def _damaged_tags() -> dict[str, bytes]:
    return {
        "tag-cut": b"\1\7\5\0",
        "tags-fewer-than-none": varint((1 << 32) - 1),
        "tag-of-negative-size": b"\1\7" + varint((1 << 32) - 1),
        "tags-too-long-a-number": b"\xff\xff\xff\xff\xff\1",
        "tag-0-given-back": b"\2\0\x08" + bytes(7) + b"\1\0\x08" + bytes(8),
        "tag-0-twice": b"\2\0\x08" + bytes(8) + b"\0\x08" + bytes(7) + b"\1",
    }


def _encode(of: RecordType, version: int, key: JSON, value: JSON) -> JSON:
    return {"direction": "encode", "record": of.name, "version": version, "key": key, "value": value}


def _decode(key: bytes, value: bytes | None) -> JSON:
    return {"direction": "decode", "key": key.hex(), "value": None if value is None else value.hex()}
