"""How prefixes, composite keys, values and uids are drawn: to be written as bytes, and bytes to be read.

A third of the bytes are cut or longer. They never promise many elements: some originals ask for memory for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity.areas.flink_state_bytes import drawn_snapshots, rules
from jarparity.areas.flink_state_bytes.promises import is_variable
from jarparity.values import numbers, texts
from jarparity.values import state_values as values

if TYPE_CHECKING:
    from random import Random

    from jarparity.answers import JSON

_MOST_NAMESPACES: Final = ("void-namespace", "string", "time-window")


def prefix(random: Random) -> JSON:
    """An input of `flink.state.key-group-prefix`."""
    groups = random.choice((128, 129)) if random.randrange(4) == 0 else numbers.max_parallelism(random)
    if random.randrange(3) == 0:
        return {"direction": "decode", "maxParallelism": groups, "bytes": random.randbytes(random.randrange(5)).hex()}
    return {"maxParallelism": groups, "keyGroup": numbers.mostly(random, max(0, groups - 1))}


def composite_key(random: Random) -> JSON:
    """An input of `flink.state.composite-key`; a third of them bytes to be read."""
    namespaces = values.NAMESPACES if random.randrange(4) == 0 else _MOST_NAMESPACES
    document: JSON = {
        "maxParallelism": random.choice((128, 129, numbers.max_parallelism(random))),
        "keyType": values.key_type(random),
        "namespaceType": random.choice(namespaces),
    }
    if random.randrange(3) == 0:
        document["userKeyType"] = values.any_type(random, 1)
    if random.randrange(3) == 0:
        while [*rules.of_composite_key(read := _read(random, document, _stored_key(random, document)))]:
            pass
        return read
    for part in ("key", "namespace", "userKey"):
        if f"{part}Type" in document:
            document[part] = values.value(random, document[f"{part}Type"], 40)
    if document["key"]["type"] == "null" or random.randrange(6) == 0:
        document["keyGroup"] = numbers.mostly(random, max(0, document["maxParallelism"] - 1))
    return document


def _stored_key(random: Random, document: JSON) -> bytes:
    """A composite key as it is written, but for what its lengths say: that is never read."""
    data = random.randbytes(1 if document["maxParallelism"] <= rules.ONE_BYTE else 2)
    kinds = [document["keyType"], document["namespaceType"]]
    ambiguous = all(map(is_variable, kinds))
    for kind in kinds:
        part = values.stored(random, kind)
        data += part
        if ambiguous:
            data += random.randbytes(max(1, -(-len(part).bit_length() // 8)))
    return data + (values.stored(random, document["userKeyType"]) if "userKeyType" in document else b"")


def serialized(random: Random) -> JSON:
    """An input of `flink.state.serialized`; a third of them bytes to be read."""
    kind = values.any_type(random)
    if random.randrange(3) == 0:
        while [*rules.of_value(read := _read(random, {"type": kind}, values.stored(random, kind)))]:
            pass
        return read
    return {"type": kind, "value": values.value(random, kind, random.choice((0, 12)))}


def snapshot(random: Random) -> JSON:
    """An input of `flink.state.serializer-snapshot`; a third of them bytes to be read."""
    if random.randrange(3) == 0:
        return _read(random, {}, drawn_snapshots.snapshot(random))
    return {"type": values.any_type(random)}


def operator_id(random: Random) -> JSON:
    """An input of `flink.operator.id`."""
    return {"uid": texts.java_string(random)}


def _read(random: Random, document: JSON, data: bytes) -> JSON:
    """An input in which bytes are to be read. Its rules may refuse it: behind half a null all bytes mean others."""
    return {**document, "direction": "decode", "bytes": _cut(random, data).hex()}


def _cut(random: Random, data: bytes) -> bytes:
    match random.randrange(6):
        case 0:
            return data[: random.randrange(len(data) + 1)]
        case 1:
            return data + random.randbytes(1 + random.randrange(3))
        case _:
            return data
