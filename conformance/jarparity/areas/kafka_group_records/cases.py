"""Hand-written cases of records: each type with its defaults, with all it has, and with each field alone."""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Final

from jarparity.areas.kafka_group_records import record_fields
from jarparity.areas.kafka_group_records.wire import key_bytes, value_bytes, varint
from jarparity.case_collector import Cases, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.areas.kafka_group_records.record_fields import Field, RecordOf

_SAMPLES: Final[dict[str, JSON]] = {
    "int8": 3,
    "int16": -300,
    "uint16": 40000,
    "int32": 70000,
    "int64": "1234605616436508552",
    "string": "é😀",
    "bytes": "0102ff",
    "uuid": "AQIDBAUGBwgJCgsMDQ4PEA",
}
_TOO_LONG: Final = "a" * (1 << 15)
_OF_ALL_LENGTHS: Final = ("OffsetCommit", "ShareGroupMemberMetadata")
"""Records of which strings of all lengths are asked: one whose highest version is 4, and one of version 0."""
_UNKNOWN_NUMBERS: Final = (-1, 9, 18, 24, 32767)
"""Of no record in the newest releases: 9 was one of share groups, 18 was never given."""


def records() -> Cases:
    """Cases of `kafka.group.record`."""
    cases = Cases("kafka.group.record")
    for of in record_fields.records().values():
        key = _all_of(of.key)
        for version in range(of.highest + 2):
            place = f"{_words(of.name)}/version-{version}"
            for name, (own, value) in {"defaults": ({}, {}), "all": (key, _all_of(of.value))}.items():
                if version <= of.highest and of.before is None:
                    cases.add(f"encode/{place}/{name}", _encode(of, version, own, value))
                cases.add(f"decode/{place}/{name}", _decode(key_bytes(of, own), value_bytes(of, value, version)))
            _add_damaged(cases, place, of, version)
        if of.before is None:
            cases.add(f"encode/{_words(of.name)}/tombstone", _encode(of, 0, key, None))
        cases.add(f"decode/{_words(of.name)}/tombstone", _decode(key_bytes(of, key), None))
        for field in of.value:
            _add_alone(cases, of, field)
    for number in _UNKNOWN_NUMBERS:
        cases.add(f"decode/unknown/{named(number)}", _decode(struct.pack(">h", number) + b"\0\1g", b"\0\0"))
    _add_limits(cases)
    cases.add("decode/nothing", _decode(b"", b""))
    return cases


def _add_limits(cases: Cases) -> None:
    """As many tags as 4.4 takes, and one more; and structs whose mark is neither that of null nor that of a struct."""
    group, streams = (record_fields.records()[name] for name in ("ConsumerGroupMetadata", "StreamsGroupMemberMetadata"))
    for name, count in (("most", 10_000), ("too-many", 10_001)):
        tags = varint(count) + b"\5\0" * count
        cases.add(f"decode/limits/tags-{name}", _decode(key_bytes(group, {}), value_bytes(group, {}, 0)[:-1] + tags))
    sound = value_bytes(streams, {"userEndpoint": {"host": "h", "port": 1}}, 0)
    for mark in (0, 2, 0x7F, 0x80, 0xFE):
        value = sound.replace(b"\1\2h\0\1", bytes((mark,)) + b"\2h\0\1")
        cases.add(f"decode/limits/mark-{mark}", _decode(key_bytes(streams, {}), value))


def _add_alone(cases: Cases, of: RecordOf, field: Field) -> None:
    key = _all_of(of.key)
    version = field.versions if field.only else of.highest
    for name, value in _alone(field, lengths=of.name in _OF_ALL_LENGTHS):
        place = f"{_words(of.name)}/{_words(field.name)}/{name}"
        if of.before is None:
            cases.add(f"encode/{place}", _encode(of, version, key, {field.name: value}))
        if value is not None or field.nullable:
            cases.add(f"decode/{place}", _decode(key_bytes(of, key), value_bytes(of, {field.name: value}, version)))


def _words(name: str) -> str:
    """A name of several words as ids have them."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _add_damaged(cases: Cases, place: str, of: RecordOf, version: int) -> None:
    key = key_bytes(of, _all_of(of.key))
    sound = value_bytes(of, _all_of(of.value), version)
    cases.add(f"decode/{place}/longer", _decode(key + b"\0", sound + b"\0"))
    for cut in (0, 1, len(sound) // 2, len(sound) - 1):
        cases.add(f"decode/{place}/cut-{cut}", _decode(key, sound[:cut]))
    if of.flexible is not None and version >= of.flexible:
        unknown = value_bytes(of, {}, version, [(7, b"\1\2"), (300, b"")])
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


def _all_of(fields: Iterable[Field]) -> JSON:
    return {field.name: _sample(field) for field in fields}


def _sample(field: Field) -> JSON:
    one = _all_of(field.fields) if field.fields else _SAMPLES[field.type]
    return [one, one] if field.is_list else one


def _alone(field: Field, *, lengths: bool) -> Iterator[tuple[str, JSON]]:
    yield "set", _sample(field)
    if field.is_list or field.fields or field.type in {"string", "bytes"}:
        yield "null", None
    if field.is_list:
        yield "empty", []
        yield "one", _sample(field)[:1]
    if field.type == "string" and not field.is_list and lengths:
        yield "too-long", _TOO_LONG
        yield "longest", _TOO_LONG[1:]
        for length in (126, 127, 128):
            yield f"of-{length}", "a" * length
    if field.type in {"int32", "int64"} and not field.is_list:
        for name, number in (("minus-one", -1), ("zero", 0)):
            yield name, str(number) if field.type == "int64" else number


def _encode(of: RecordOf, version: int, key: JSON, value: JSON) -> JSON:
    return {"direction": "encode", "record": of.name, "version": version, "key": key, "value": value}


def _decode(key: bytes, value: bytes | None) -> JSON:
    return {"direction": "decode", "key": key.hex(), "value": None if value is None else value.hex()}
