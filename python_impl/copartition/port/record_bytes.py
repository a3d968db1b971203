"""The operation `kafka.group.record`: a coordinator's records as bytes, their fields as Kafka's own JSON has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.kafka.group.releases import NEWEST
from copartition.kafka.group_records import decode_record, encode_record
from copartition.kafka.group_records.record_types import record_types
from copartition.port.fields import hexed, int16, nullable, one_of
from copartition.port.message_values import document_of, values_of
from copartition.port.rows import codec, kafka_release

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.releases import Release
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation


def _encode(document: Fields, release: Release = NEWEST) -> JSON:
    types = record_types(release)
    name = document.get("record", one_of({each: each for each in types}, "a record of this release"))
    key = document.get("key", values_of(types[name].key))
    value = document.get("value", nullable(values_of(types[name].value)))
    written = encode_record(name, key, value, document.get("version", int16), release=release)
    return {"key": written.key.hex(), "value": None if written.value is None else written.value.hex()}


def _decode(document: Fields, release: Release = NEWEST) -> JSON:
    read = decode_record(document.get("key", hexed), document.get("value", nullable(hexed)), release=release)
    of = record_types(release)[read.type]
    return {
        "record": read.type,
        "key": document_of(of.key, read.key),
        "version": read.version,
        "value": None if read.value is None else document_of(of.value, read.value),
    }


OPERATIONS: Final[Mapping[str, Operation]] = {"kafka.group.record": codec(_encode, _decode, kafka_release)}
