"""The operations `flink.*`: hash codes, key groups, ranges, the partitioner, binary rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import flink
from copartition.flink import math_utils
from copartition.java import hash_code
from copartition.port import inputs
from copartition.port.keys import decoded
from copartition.port.sql import sql_fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java import Key
    from copartition.port.inputs import JSON


def _key(document: JSON) -> Key:
    return decoded(inputs.field(document, "key"))


def _key_hash(document: JSON) -> JSON:
    return hash_code(_key(document))


def _row_hash(document: JSON) -> JSON:
    row = flink.RowData(sql_fields(inputs.field(document, "fields"), "input.fields"))
    return {"bytes": row.data.hex(), "hash": row.java_hash_code()}


def _murmur_hash(document: JSON) -> JSON:
    return flink.murmur_hash(inputs.int32(document, "value"))


def _round_up_to_power_of_two(document: JSON) -> JSON:
    return flink.round_up_to_power_of_two(inputs.int32(document, "value"))


_OF_INTS: Final = {
    "log2floor": math_utils.log2_floor,
    "log2strict": math_utils.log2_strict,
    "roundDownToPowerOf2": math_utils.round_down_to_power_of_two,
    "jenkinsHash": math_utils.jenkins_hash,
}
_OF_LONGS: Final[dict[str, Callable[[int], JSON]]] = {
    "checkedDownCast": math_utils.checked_down_cast,
    "isPowerOf2": math_utils.is_power_of_two,
    "longToIntWithBitMixing": math_utils.long_to_int_with_bit_mixing,
    "flipSignBit": lambda value: str(math_utils.flip_sign_bit(value)),
}


def _arithmetic(document: JSON) -> JSON:
    name = inputs.text(document, "function")
    if name in _OF_LONGS:
        return _OF_LONGS[name](inputs.checked_decimal(inputs.field(document, "value"), "input.value"))
    if name in _OF_INTS:
        return _OF_INTS[name](inputs.int32(document, "value"))
    if name == "divideRoundUp":
        return math_utils.divide_round_up(inputs.int32(document, "value"), inputs.int32(document, "divisor"))
    raise inputs.wrong("input.function", "a function of MathUtils", name)


def _key_group(document: JSON) -> JSON:
    return flink.key_group(_key(document), inputs.int32(document, "maxParallelism"))


def _key_group_of_hash(document: JSON) -> JSON:
    return flink.key_group_of_hash(inputs.int32(document, "hash"), inputs.int32(document, "maxParallelism"))


def _operator_of_key(document: JSON) -> JSON:
    return flink.operator_of_key(
        _key(document), inputs.int32(document, "maxParallelism"), inputs.int32(document, "parallelism")
    )


def _operator_of_group(document: JSON) -> JSON:
    return flink.operator_of_key_group(
        inputs.int32(document, "maxParallelism"),
        inputs.int32(document, "parallelism"),
        inputs.int32(document, "keyGroup"),
    )


def _range_of_operator(document: JSON) -> JSON:
    return _range_document(
        flink.range_of_operator(
            inputs.int32(document, "maxParallelism"),
            inputs.int32(document, "parallelism"),
            inputs.int32(document, "operator"),
        )
    )


def _default_max_parallelism(document: JSON) -> JSON:
    return flink.default_max_parallelism(inputs.int32(document, "parallelism"))


def _check_parallelism(document: JSON) -> JSON:
    flink.check_parallelism(inputs.int32(document, "parallelism"))


def _intersection(document: JSON) -> JSON:
    return _range_document(_range(document, "a").intersection(_range(document, "b")))


def _range_of(document: JSON) -> JSON:
    key_groups = flink.KeyGroupRange.of(inputs.int32(document, "start"), inputs.int32(document, "end"))
    other = inputs.field(document, "other")
    compared = None if other is None else flink.KeyGroupRange.of(*_ends(other, "input.other"))
    return {
        "range": _range_document(key_groups),
        "keyGroups": len(key_groups),
        "text": str(key_groups),
        "equal": key_groups == compared,
        "contains": inputs.int32(document, "keyGroup") in key_groups,
        "keyGroupAt": key_groups.get_key_group_id(inputs.int32(document, "position")),
    }


def _offsets(document: JSON) -> JSON:
    offsets = [
        inputs.checked_decimal(offset, f"input.offsets[{place}]")
        for place, offset in enumerate(inputs.items(document, "offsets"))
    ]
    probe = inputs.int32(document, "probe")
    return str(flink.KeyGroupRangeOffsets(_range(document, "range"), offsets).get_key_group_offset(probe))


def _channel(document: JSON) -> JSON:
    return flink.select_channel(
        _key(document), inputs.int32(document, "maxParallelism"), inputs.int32(document, "channels")
    )


def _range(document: JSON, name: str) -> flink.KeyGroupRange:
    return flink.KeyGroupRange(*_ends(inputs.field(document, name), f"input.{name}"))


def _ends(ends: JSON, path: str) -> tuple[int, int]:
    return (
        inputs.checked_int32(inputs.field(ends, "start", path), f"{path}.start"),
        inputs.checked_int32(inputs.field(ends, "end", path), f"{path}.end"),
    )


def _range_document(key_groups: flink.KeyGroupRange) -> JSON:
    return {"start": key_groups.start, "end": key_groups.end}


OPERATIONS: dict[str, Callable[[JSON], JSON]] = {
    "flink.key.hash": _key_hash,
    "flink.table.row-hash": _row_hash,
    "flink.math.murmur-hash": _murmur_hash,
    "flink.math.round-up-to-power-of-two": _round_up_to_power_of_two,
    "flink.math.arithmetic": _arithmetic,
    "flink.key-group.of-key": _key_group,
    "flink.key-group.of-hash": _key_group_of_hash,
    "flink.key-group.operator-of-key": _operator_of_key,
    "flink.key-group.operator-of-group": _operator_of_group,
    "flink.key-group.range-of-operator": _range_of_operator,
    "flink.key-group.default-max-parallelism": _default_max_parallelism,
    "flink.key-group.check-parallelism": _check_parallelism,
    "flink.key-group-range.intersection": _intersection,
    "flink.key-group-range.of": _range_of,
    "flink.key-group-range.offsets": _offsets,
    "flink.partitioner.channel": _channel,
}
