"""The operations `kafka.protocol.*`: subscriptions, assignments and the sticky assignor's user data as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.kafka.assignors.assignor import check_fields
from copartition.kafka.assignors.members import DEFAULT_GENERATION
from copartition.kafka.assignors.versions import behaviour
from copartition.kafka.protocol import (
    Assignment,
    decode_assignment,
    decode_sticky,
    decode_subscription,
    encode_assignment,
    encode_sticky,
    encode_subscription,
)
from copartition.kafka.protocol.buffers import Buffer
from copartition.kafka.protocol.user_data import NOTHING, decode_sticky_v0
from copartition.port.fields import hexed, int16, int32
from copartition.port.groups import hex_or_null, partition_documents, partitions, subscription
from copartition.port.rows import CLIENTS, codec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation


def _encode_subscription(document: Fields, version: str) -> JSON:
    sent = subscription(document)
    check_fields(sent, version)
    return encode_subscription(sent, document.get("version", int16), version).hex()


def _decode_subscription(document: Fields, version: str) -> JSON:
    read = decode_subscription(document.get("bytes", hexed), version)
    return {
        "topics": list(read.topics),
        "userData": hex_or_null(read.user_data),
        "owned": partition_documents(read.owned),
        "generation": None if read.generation < 0 else read.generation,
        "rack": read.rack,
    }


def _encode_assignment(document: Fields, version: str) -> JSON:
    given = Assignment(document.get("partitions", partitions), document.maybe("userData", hexed, None))
    return encode_assignment(given, document.get("version", int16), version).hex()


def _decode_assignment(document: Fields, version: str) -> JSON:
    read = decode_assignment(document.get("bytes", hexed), version)
    return {"partitions": partition_documents(read.partitions), "userData": hex_or_null(read.user_data)}


def _encode_user_data(document: Fields, version: str) -> JSON:
    known = behaviour(version)
    owned, generation = document.get("partitions", partitions), document.maybe("generation", int32, None)
    if known.user_data_generation:
        return encode_sticky(owned, DEFAULT_GENERATION if generation is None else generation).hex()
    if generation is not None:
        raise ValueError("input.generation must be absent: user data has it from 2.3.0 on")
    return encode_sticky(owned, None, grouped_by_compute=known.grouped_by_compute).hex()


def _decode_user_data(document: Fields, version: str) -> JSON:
    known, data = behaviour(version), Buffer(document.get("bytes", hexed))
    if known.owned_field and not data.remaining:  # `memberData` looks before it reads
        read = NOTHING
    else:
        read = decode_sticky(data) if known.user_data_generation else decode_sticky_v0(data)
    return {"partitions": partition_documents(read.partitions), "generation": read.generation}


OPERATIONS: Final[Mapping[str, Operation]] = {
    "kafka.protocol.subscription": codec(_encode_subscription, _decode_subscription, CLIENTS),
    "kafka.protocol.assignment": codec(_encode_assignment, _decode_assignment, CLIENTS),
    "kafka.protocol.sticky-user-data": codec(_encode_user_data, _decode_user_data, CLIENTS),
}
