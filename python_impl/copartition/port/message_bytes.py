"""The operations `kafka.message.*`: messages as bytes, their fields as Kafka's schemas name them, and their headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.kafka.group.releases import NEWEST
from copartition.kafka.messages import decode_message, encode_message, header_version, message_type
from copartition.port.fields import hexed, int16, text
from copartition.port.message_values import document_of, values_of
from copartition.port.rows import Field, call, codec, kafka_release

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.kafka.group.releases import Release
    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation


def _encode(document: Fields, release: Release = NEWEST) -> JSON:
    name, version = document.get("message", text), document.get("version", int16)
    of = message_type(name, release)
    # Of a version that the release lacks, fields are another release's.
    value = document.get("value", values_of(of.struct)) if version in of.versions else {}
    return encode_message(name, value, version, release=release).hex()


def _decode(document: Fields, release: Release = NEWEST) -> JSON:
    name, version = document.get("message", text), document.get("version", int16)
    value = decode_message(name, document.get("bytes", hexed), version, release=release)
    return document_of(message_type(name, release).struct, value)


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.message.bytes": codec(_encode, _decode, kafka_release),
    "kafka.message.header": call(
        header_version,
        Field("message", text),
        Field("version", int16),
        of=kafka_release,
        write=lambda header: {"api": header.api, "header": header.version},
    ),
}
