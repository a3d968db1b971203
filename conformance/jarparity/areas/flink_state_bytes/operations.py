"""The operations of state as bytes: their schemas and the original's methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import HEX, INT32, STRING, extended, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.flink_state_bytes import cases, inputs, rules, snapshot_cases, value_cases
else:
    cases, inputs, rules, snapshot_cases, value_cases = lazy_modules(
        __package__, "cases", "inputs", "rules", "snapshot_cases", "value_cases"
    )

_STATE: Final = "org.apache.flink.runtime.state"
_UTILS: Final = f"{_STATE}.CompositeKeySerializationUtils"
_TYPE: Final = ref("state-type")
_VALUE: Final = ref("state-value")
_READ: Final = ref("read-value")
_LEFT: Final = {"description": "How many bytes come behind what was read.", "type": "integer", "minimum": 0}
_ENCODE: Final = {"const": "encode"}
_DECODE: Final = {"const": "decode"}
_ORDER: Final = Varying(
    "the entries of a map that was read: their documents are in order",
    "the original's order is that of the HashMap into which a release reads them",
)


def _either(encode: JSON, decode: JSON) -> JSON:
    """An input that is encoded, unless its field `direction` says "decode"."""
    return {
        "type": "object",
        "if": {"properties": {"direction": _DECODE}, "required": ["direction"]},
        "then": decode,
        "else": extended(encode, direction=_ENCODE),
    }


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.state.key-group-prefix",
        summary="The key group in front of a key: one byte up to 128 key groups, two beyond.",
        original=f"{_UTILS}.computeRequiredBytesInKeyGroupPrefix(int), writeKeyGroup(…), readKeyGroup(…)",
        python="copartition.flink.serializers.prefix_bytes",
        family="flink",
        input=_either(
            record(maxParallelism=INT32, keyGroup=INT32), record(direction=_DECODE, maxParallelism=INT32, bytes=HEX)
        ),
        answer={"if": {"type": "object"}, "then": record(bytes=HEX), "else": INT32},
        draw=inputs.prefix,
        cases=cases.prefixes,
        volume_rows=2,
        excluded=(varying.MESSAGES,),
        messages=False,
        notes="Encoded where no direction is named. Decoding reads the prefix, and not what comes behind it.",
    ),
    Operation(
        name="flink.state.composite-key",
        summary="The key of RocksDB and ForSt: key group, key, namespace, and the user's key of a map state.",
        original=(
            f"{_STATE}.SerializedCompositeKeyBuilder.setKeyAndKeyGroup(K, int), buildCompositeKeyNamespace(…), "
            f"buildCompositeKeyNamesSpaceUserKey(…); {_UTILS}.readKey(…), readNamespace(…)"
        ),
        python="copartition.flink.serializers.CompositeKeySerializer",
        family="flink",
        input=_either(
            extended(
                record(maxParallelism=INT32, keyType=_TYPE, key=_VALUE, namespaceType=_TYPE, namespace=_VALUE),
                userKeyType=_TYPE,
                userKey=_VALUE,
                keyGroup=INT32,
            ),
            extended(
                record(direction=_DECODE, maxParallelism=INT32, keyType=_TYPE, namespaceType=_TYPE, bytes=HEX),
                userKeyType=_TYPE,
            ),
        ),
        answer={
            "type": "object",
            "if": {"required": ["bytes"]},
            "then": record(keyGroup=INT32, ambiguous={"type": "boolean"}, bytes=HEX),
            "else": extended(
                record(keyGroup=INT32, ambiguous={"type": "boolean"}, key=_READ, namespace=_READ, left=_LEFT),
                userKey=_READ,
            ),
        },
        draw=inputs.composite_key,
        cases=cases.composite_keys,
        enough=2048,
        problems=rules.of_composite_key,
        volume_rows=10,
        unordered=(_ORDER,),
        excluded=(varying.MESSAGES,),
        messages=False,
        notes=(
            "Encoded where no direction is named. Without 'keyGroup' the key's own group is written. 'ambiguous' says "
            "whether the lengths of key and namespace stand behind them. The lengths are stepped over, never compared: "
            "what reads them is the length of what was read before."
        ),
    ),
    Operation(
        name="flink.state.serialized",
        summary="A value of state as the bytes that its type's serializer writes, and back.",
        original="org.apache.flink.api.common.typeutils.TypeSerializer.serialize(T, DataOutputView), deserialize(…)",
        python="copartition.flink.serializers.TypeSerializer",
        family="flink",
        input=_either(record(type=_TYPE, value=_VALUE), record(direction=_DECODE, type=_TYPE, bytes=HEX)),
        answer={"if": {"type": "object"}, "then": record(value=_READ, left=_LEFT), "else": HEX},
        draw=inputs.serialized,
        cases=value_cases.serialized,
        enough=4096,
        problems=rules.of_value,
        volume_rows=5,
        unordered=(_ORDER,),
        excluded=(
            varying.MESSAGES,
            Varying(
                "bytes that promise more elements or more bytes than 65536: refused",
                "the original asks for memory for all of them at once: whether it has it is the heap's",
            ),
        ),
        messages=False,
        notes=(
            "Encoded where no direction is named. A null value is {'type': 'null'}. Of a big-integer, and of a "
            "decimal's digits, 'constant' says whether it is the very object BigInteger.ZERO, ONE or TEN: equal "
            "numbers have different bytes. A null sql-timestamp is twelve bytes, of which eight are read."
        ),
    ),
    Operation(
        name="flink.state.serializer-snapshot",
        summary="A serializer as savepoints name it: its snapshot's class, versions, and the snapshots of its parts.",
        original=(
            "org.apache.flink.api.common.typeutils.TypeSerializerSnapshot.writeVersionedSnapshot(…), "
            "readVersionedSnapshot(…), restoreSerializer()"
        ),
        python="copartition.flink.serializers.snapshot_bytes",
        family="flink",
        input=_either(record(type=_TYPE), record(direction=_DECODE, bytes=HEX)),
        answer={"if": {"type": "object"}, "then": record(type=ref("read-type"), left=_LEFT), "else": HEX},
        draw=inputs.snapshot,
        enough=1024,
        cases=snapshot_cases.snapshots,
        volume_rows=10,
        excluded=(varying.MESSAGES, varying.CLASSES),
        messages=False,
        notes=(
            "Encoded where no direction is named. Of a row-data's type that was read the arity is known; of a "
            "RowDataSerializer, whose types are Java objects, all that its snapshot has behind its version. The "
            "versions are those that the releases write; older ones are not asked. A field that its class no longer "
            "has has the name null. Two fields of one name, and more parts than a tuple has, are not asked: no release "
            "writes them."
        ),
    ),
    Operation(
        name="flink.operator.id",
        summary="The id under which an operator's state is kept, by the uid that the user gave the operator.",
        original=(
            "org.apache.flink.streaming.api.graph.StreamGraphHasherV2 (the user's uid), "
            "org.apache.flink.util.AbstractID.toHexString()"
        ),
        python="copartition.flink.operator_id.operator_id",
        family="flink",
        input=record(uid=STRING),
        answer=HEX,
        draw=inputs.operator_id,
        cases=cases.operator_ids,
        volume_rows=20,
        notes="What _metadata of a checkpoint or savepoint names, and what the web interface shows.",
    ),
)
