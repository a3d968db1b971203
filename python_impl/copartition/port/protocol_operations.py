"""The operations `kafka.protocol.*`: subscriptions, assignments and the sticky assignor's user data as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
from copartition.port import inputs
from copartition.port.assignor_operations import (
    check_fields,
    checked_partitions,
    checked_subscription,
    partition_documents,
    release,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.port.inputs import JSON

_INT16: Final = (-(1 << 15), (1 << 15) - 1)


def _decodes(document: JSON) -> bool:
    direction = inputs.text(document, "direction")
    if direction not in ("encode", "decode"):
        raise inputs.wrong("input.direction", "encode or decode", direction)
    return direction == "decode"


def _version(document: JSON) -> int:
    return inputs.checked_number(inputs.field(document, "version"), "input.version", *_INT16)


def _hex_or_null(data: bytes | None) -> JSON:
    return None if data is None else data.hex()


def _subscription(document: JSON, line: str | None = None) -> JSON:
    version = release(line)
    if not _decodes(document):
        subscription = checked_subscription(document, "input")
        check_fields(subscription, version)
        return encode_subscription(subscription, _version(document), version).hex()
    read = decode_subscription(inputs.hex_bytes(document, "bytes"), version)
    return {
        "topics": list(read.topics),
        "userData": _hex_or_null(read.user_data),
        "owned": partition_documents(read.owned),
        "generation": None if read.generation < 0 else read.generation,
        "rack": read.rack,
    }


def _assignment(document: JSON, line: str | None = None) -> JSON:
    version = release(line)
    if _decodes(document):
        read = decode_assignment(inputs.hex_bytes(document, "bytes"), version)
        return {"partitions": partition_documents(read.partitions), "userData": _hex_or_null(read.user_data)}
    partitions = checked_partitions(inputs.field(document, "partitions"), "input.partitions")
    data = document.get("userData")
    user_data = None if data is None else inputs.checked_hex(data, "input.userData")
    return encode_assignment(Assignment(partitions, user_data), _version(document), version).hex()


def _sticky_user_data(document: JSON, line: str | None = None) -> JSON:
    known = behaviour(release(line))
    if _decodes(document):
        data = Buffer(inputs.hex_bytes(document, "bytes"))
        if known.owned_field and not data.remaining:  # `memberData` looks before it reads
            read = NOTHING
        else:
            read = decode_sticky(data) if known.user_data_generation else decode_sticky_v0(data)
        return {"partitions": partition_documents(read.partitions), "generation": read.generation}
    partitions = checked_partitions(inputs.field(document, "partitions"), "input.partitions")
    told = document.get("generation")
    generation = DEFAULT_GENERATION if told is None else inputs.checked_int32(told, "input.generation")
    if known.user_data_generation:
        return encode_sticky(partitions, generation).hex()
    if told is not None:
        raise ValueError("input.generation must be absent: user data has it from 2.3.0 on")
    return encode_sticky(partitions, None, grouped_by_compute=known.grouped_by_compute).hex()


OPERATIONS: Final[Mapping[str, Callable[..., JSON]]] = {
    "kafka.protocol.subscription": _subscription,
    "kafka.protocol.assignment": _assignment,
    "kafka.protocol.sticky-user-data": _sticky_user_data,
}
