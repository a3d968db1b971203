"""The operations of Flink's state as bytes: prefixes, composite keys, serialized values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.flink import key_group
from copartition.flink.assignment import UPPER_BOUND_MAX_PARALLELISM
from copartition.flink.serializers.composite_key import CompositeKeySerializer
from copartition.flink.serializers.key_group_prefix import key_group_of, prefix_bytes
from copartition.flink.serializers.snapshots import read_snapshot, snapshot_bytes
from copartition.java.data_streams import DataInput
from copartition.port.fields import hexed, int32
from copartition.port.rows import codec
from copartition.port.state_values import state_type, type_document

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from copartition.port.fields import JSON, Fields
    from copartition.port.rows import Operation
    from copartition.port.state_values import StateType


def _encode_prefix(document: Fields) -> JSON:
    group, groups = document.get("keyGroup", int32), document.get("maxParallelism", int32)
    return {"bytes": prefix_bytes(group, groups).hex()}


def _decode_prefix(document: Fields) -> JSON:
    return key_group_of(document.get("bytes", hexed), document.get("maxParallelism", int32))


class _Parts:
    """The types of a composite key's parts, and what writes and reads it."""

    def __init__(self, document: Fields) -> None:
        self.key: StateType = document.get("keyType", state_type)
        self.namespace: StateType = document.get("namespaceType", state_type)
        self.user_key: StateType | None = document.maybe("userKeyType", state_type, None)
        self.max_parallelism = document.get("maxParallelism", int32)
        self.serializer: CompositeKeySerializer[Any, Any] = CompositeKeySerializer(
            # The original is told the prefix's length alone: it takes the numbers of key groups that no job has, too.
            min(max(self.max_parallelism, 1), UPPER_BOUND_MAX_PARALLELISM),
            self.key.serializer,
            self.namespace.serializer,
            None if self.user_key is None else self.user_key.serializer,
        )


def _encode_key(document: Fields) -> JSON:
    parts = _Parts(document)
    key = document.get("key", parts.key.value)
    namespace = document.get("namespace", parts.namespace.value)
    user_key = None if parts.user_key is None else document.get("userKey", parts.user_key.value)
    group = document.get("keyGroup", int32) if "keyGroup" in document else key_group(key, parts.max_parallelism)
    data = parts.serializer.unchecked(group, key, namespace, user_key)
    return {"keyGroup": group, "ambiguous": parts.serializer.ambiguous, "bytes": data.hex()}


def _decode_key(document: Fields) -> JSON:
    parts = _Parts(document)
    read = parts.serializer.from_bytes(document.get("bytes", hexed))
    return {
        "keyGroup": read.key_group,
        "ambiguous": parts.serializer.ambiguous,
        "key": parts.key.document(read.key),
        "namespace": parts.namespace.document(read.namespace),
        **({} if parts.user_key is None else {"userKey": parts.user_key.document(read.user_key)}),
        "left": read.left,
    }


def _encode_value(document: Fields) -> JSON:
    kind = document.get("type", state_type)
    return kind.serializer.to_bytes(document.get("value", kind.value)).hex()


def _decode_value(document: Fields) -> JSON:
    kind = document.get("type", state_type)
    source = DataInput(document.get("bytes", hexed))
    value = kind.serializer.deserialize(source)
    return {"value": kind.document(value), "left": source.available}


def _encode_snapshot(document: Fields) -> JSON:
    return snapshot_bytes(document.get("type", state_type).serializer).hex()


def _decode_snapshot(document: Fields) -> JSON:
    source = DataInput(document.get("bytes", hexed))
    read = read_snapshot(source)
    return {"type": type_document(read), "left": source.available}


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.state.key-group-prefix": codec(_encode_prefix, _decode_prefix, unnamed=True),
    "flink.state.composite-key": codec(_encode_key, _decode_key, unnamed=True),
    "flink.state.serialized": codec(_encode_value, _decode_value, unnamed=True),
    "flink.state.serializer-snapshot": codec(_encode_snapshot, _decode_snapshot, unnamed=True),
}
