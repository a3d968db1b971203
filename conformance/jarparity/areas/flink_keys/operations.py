"""Flink's keys: hash codes of every type, the binary rows of SQL, and the hash over a hash code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import BulkInput, Operation, Varying
from jarparity.values import rules
from jarparity.values.shapes import HEX, INT32, KEY, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.flink_keys import cases, inputs, row_cases, stored_rows
else:
    cases, inputs, row_cases, stored_rows = lazy_modules(__package__, "cases", "inputs", "row_cases", "stored_rows")

_OF_INTS = ("log2floor", "log2strict", "roundDownToPowerOf2", "jenkinsHash")
_OF_LONGS = ("checkedDownCast", "isPowerOf2", "longToIntWithBitMixing", "flipSignBit")
_QUOTIENT = "divideRoundUp"
_KINDS: Final = ("+I", "-U", "+U", "-D")


def _function(**operands: JSON) -> JSON:
    return record(function={"type": "string"}, **operands)


IDENTITY_KEYS = Varying(
    "keys whose hash code is their identity (byte[], enum): refused by the bridge with IdentityHashedKey",
    "Object.hashCode is another number for an equal key, and in another JVM",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.key.hash",
        summary="The hash code of a key of any type that Flink can place.",
        original="hashCode() of the key's class, such as java.lang.Long or org.apache.flink.types.Row",
        python="copartition.java.hash_code",
        family="flink",
        input=record(key=KEY),
        answer=INT32,
        draw=inputs.key_hash,
        cases=cases.hashes,
        enough=2048,
        problems=rules.of_key,
        excluded=(IDENTITY_KEYS, varying.MESSAGES),
        messages=False,
        notes=(
            "Keys whose hash is their identity (bytes, enum) are refused with the error IdentityHashedKey; bytes "
            "inside a row are hashed by content. Messages are not compared here: the one for null names a "
            "variable of the caller."
        ),
    ),
    Operation(
        name="flink.table.row-hash",
        summary="The bytes of a Table/SQL job's key as a binary row, and their hash.",
        original=(
            "org.apache.flink.table.data.writer.BinaryRowWriter, "
            "org.apache.flink.table.data.binary.BinaryRowData.hashCode()"
        ),
        python="copartition.flink.row_hash",
        family="flink",
        input=record(fields=listing(ref("row-data-field"))),
        answer=record(bytes=HEX, hash=INT32),
        draw=inputs.row_hash,
        cases=cases.rows,
        enough=256,
        problems=rules.of_fields,
    ),
    Operation(
        name="flink.table.row-bytes",
        summary="A row of Table/SQL as the bytes that state holds, and back.",
        original="org.apache.flink.table.runtime.typeutils.RowDataSerializer.serialize(RowData, …), deserialize(…)",
        python="copartition.flink.serializers.RowDataSerializer",
        family="flink",
        input={
            "type": "object",
            "if": {"properties": {"direction": {"const": "decode"}}, "required": ["direction"]},
            "then": record(direction={"const": "decode"}, types=listing(ref("sql-type")), bytes=HEX),
            "else": extended(
                record(kind={"enum": list(_KINDS)}, fields=listing(ref("row-data-field"))),
                direction={"const": "encode"},
            ),
        },
        answer={
            "if": {"type": "object"},
            "then": record(
                kind={"enum": list(_KINDS)},
                fields=listing({"type": "object", "required": ["type", "value"]}),
                left={"description": "How many bytes come behind the row.", "type": "integer", "minimum": 0},
            ),
            "else": HEX,
        },
        draw=stored_rows.row_bytes,
        cases=row_cases.stored,
        enough=512,
        problems=stored_rows.problems,
        volume_rows=5,
        excluded=(
            varying.MESSAGES,
            Varying(
                "texts, bytes, decimals and timestamps that a slot puts outside of the row: refused",
                "the original gives what stood in the buffer into which it copies, of another row perhaps",
            ),
        ),
        messages=False,
        notes=(
            "Encoded where no direction is named. NULL of every type is a bit, and takes no room: a row with a NULL of "
            "DECIMAL(38,18) has other bytes here than as a key. A timestamp that was read has its nanoseconds; a "
            "decimal of more digits than its type has is NULL."
        ),
    ),
    Operation(
        name="flink.math.murmur-hash",
        summary="Flink's murmur finish over a hash code: never negative.",
        original="org.apache.flink.util.MathUtils.murmurHash(int)",
        python="copartition.flink.murmur_hash",
        family="flink",
        input=record(value=INT32),
        answer=INT32,
        draw=inputs.murmur_hash,
        cases=cases.murmur_hashes,
        bulk=BulkInput("value", ("integer",)),
    ),
    Operation(
        name="flink.math.round-up-to-power-of-two",
        summary="The next power of two, with Java's overflow.",
        original="org.apache.flink.util.MathUtils.roundUpToPowerOfTwo(int)",
        python="copartition.flink.round_up_to_power_of_two",
        family="flink",
        input=record(value=INT32),
        answer=INT32,
        draw=inputs.round_up_to_power_of_two,
        cases=cases.powers_of_two,
    ),
    Operation(
        name="flink.math.arithmetic",
        summary="The rest of MathUtils: logarithms, casts, quotients and other hashes.",
        original=(
            "org.apache.flink.util.MathUtils.log2floor(int), log2strict(int), roundDownToPowerOf2(int), "
            "jenkinsHash(int), checkedDownCast(long), isPowerOf2(long), longToIntWithBitMixing(long), "
            "flipSignBit(long), divideRoundUp(int, int)"
        ),
        python="copartition.flink.math_utils",
        family="flink",
        input={
            "type": "object",
            "required": ["function"],
            "properties": {"function": {"enum": [*_OF_INTS, *_OF_LONGS, _QUOTIENT]}},
            "if": {"properties": {"function": {"enum": list(_OF_LONGS)}}},
            "then": _function(value=ref("int64")),
            "else": {
                "if": {"properties": {"function": {"const": _QUOTIENT}}},
                "then": _function(value=INT32, divisor=INT32),
                "else": _function(value=INT32),
            },
        },
        answer={"anyOf": [INT32, ref("int64"), {"type": "boolean"}]},
        draw=inputs.arithmetic,
        cases=cases.arithmetic,
        notes=(
            "'function' is the method's name. Those of a long take a decimal string; flipSignBit answers with one, "
            "isPowerOf2 with true or false. Placement needs none of them: whoever ports MathUtils has them."
        ),
    ),
)
