"""Small answers of the operations `java.*` and `flink.*`: key-group ranges, arithmetic, orders, operator state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition import flink
from copartition.flink import math_utils
from copartition.java import HashMap, HashSet
from copartition.java.strings import utf16_key
from copartition.port.fields import Fields, array, int32, int64, mapping, one_of, text, wrong
from copartition.port.keys import map_key, map_key_document
from copartition.port.rows import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.fields import JSON


def ends(value: JSON, path: str) -> tuple[int, int]:
    """The fields `start` and `end`."""
    fields = Fields(value, path)
    return fields.get("start", int32), fields.get("end", int32)


def key_groups(value: JSON, path: str) -> flink.KeyGroupRange:
    """A range of key groups.

    Raises:
        IllegalArgumentException: As `KeyGroupRange`.
        ValueError: It is something else.
    """
    return flink.KeyGroupRange(*ends(value, path))


def range_document(groups: flink.KeyGroupRange) -> JSON:
    """A range of key groups as JSON."""
    return {"start": groups.start, "end": groups.end}


def range_documents(ranges: Iterable[flink.KeyGroupRange]) -> JSON:
    """Ranges of key groups as JSON."""
    return [range_document(groups) for groups in ranges]


def row_document(row: flink.RowData) -> JSON:
    """`flink.table.row-hash`: a row's bytes and hash code."""
    return {"bytes": row.data.hex(), "hash": row.java_hash_code()}


_OF_INTS: Final[Mapping[str, Callable[[int], JSON]]] = {
    "log2floor": math_utils.log2_floor,
    "log2strict": math_utils.log2_strict,
    "roundDownToPowerOf2": math_utils.round_down_to_power_of_two,
    "jenkinsHash": math_utils.jenkins_hash,
}
_OF_LONGS: Final[Mapping[str, Callable[[int], JSON]]] = {
    "checkedDownCast": math_utils.checked_down_cast,
    "isPowerOf2": math_utils.is_power_of_two,
    "longToIntWithBitMixing": math_utils.long_to_int_with_bit_mixing,
    "flipSignBit": lambda value: str(math_utils.flip_sign_bit(value)),
}


def arithmetic(document: Fields) -> JSON:
    """`flink.math.arithmetic`: a function of `MathUtils` by its name."""
    name = document.get("function", text)
    if name in _OF_LONGS:
        return _OF_LONGS[name](document.get("value", int64))
    if name in _OF_INTS:
        return _OF_INTS[name](document.get("value", int32))
    if name == "divideRoundUp":
        return math_utils.divide_round_up(document.get("value", int32), document.get("divisor", int32))
    raise wrong("input.function", "a function of MathUtils", name)


def range_of(document: Fields) -> JSON:
    """`flink.key-group-range.of`: what a range says of itself."""
    groups = flink.KeyGroupRange.of(document.get("start", int32), document.get("end", int32))
    other = document.get(
        "other", lambda value, path: None if value is None else flink.KeyGroupRange.of(*ends(value, path))
    )
    return {
        "range": range_document(groups),
        "keyGroups": len(groups),
        "text": str(groups),
        "equal": groups == other,
        "contains": document.get("keyGroup", int32) in groups,
        "keyGroupAt": groups.get_key_group_id(document.get("position", int32)),
    }


def offset(offsets: list[int], probe: int, groups: flink.KeyGroupRange) -> JSON:
    """`flink.key-group-range.offsets`: the offset of a key group."""
    return str(flink.KeyGroupRangeOffsets(groups, offsets).get_key_group_offset(probe))


def hash_map_order(document: Fields) -> JSON:
    """`java.hash-map.order`: the order of a `HashMap` after some changes."""
    ordered: HashMap[str | TopicPartition, bool] = HashMap()
    changes: dict[str, Callable[[str | TopicPartition], object]] = {
        "put": lambda key: ordered.put(key, True),  # noqa: FBT003 - any value: only the keys are listed
        "computeIfAbsent": lambda key: ordered.compute_if_absent(key, lambda _: True),
        "remove": ordered.remove,
    }
    for change, step in steps(document, changes):
        change(step.get("key", map_key))
    return [map_key_document(key) for key in ordered]


def hash_set_order(document: Fields) -> JSON:
    """`java.hash-set.order`: the order of a `HashSet` after some changes."""
    ordered: HashSet[str | TopicPartition] = HashSet()
    changes: dict[str, Callable[[str | TopicPartition], object]] = {"add": ordered.add, "remove": ordered.remove}
    for change, step in steps(document, changes):
        change(step.get("key", map_key))
    return [map_key_document(key) for key in ordered]


def handle(value: JSON, path: str) -> flink.OperatorStateHandle:
    """`{"handle": file, "states": {name: {"mode", "offsets"}}}`; `order` may have the names in the order of their map.

    Raises:
        ValueError: It is something else.
    """
    fields = Fields(value, path)
    name, states = fields.get("handle", text), fields.get("states", mapping)
    found = {text(state, f"{path}.states"): _offsets(of, f"{path}.states.{state}") for state, of in states.items()}
    order = fields.maybe("order", array(text), None)
    if order is None:
        # A JSON object has no order, but a HashMap's depends on it: by name.
        return flink.OperatorStateHandle(name, {state: found[state] for state in sorted(found, key=utf16_key)})
    if sorted(order) != sorted(found):
        raise ValueError(f"{path}.order must be the names of its states, each once, and is {order}")
    return flink.OperatorStateHandle(name, {state: found[state] for state in order}, in_order=True)


def _offsets(value: JSON, path: str) -> flink.StateOffsets:
    fields = Fields(value, path)
    mode = fields.get("mode", one_of(flink.OperatorStateMode.__members__))
    return flink.StateOffsets(mode, fields.get("offsets", array(int64)))


def handle_documents(subtasks: Iterable[Iterable[flink.OperatorStateHandle]]) -> JSON:
    """By subtask the inverse of `handle`."""
    return [
        [
            {
                "handle": handle.name,
                "states": {
                    name: {"mode": found.mode.name, "offsets": [str(offset) for offset in found.offsets]}
                    for name, found in handle.states.items()
                },
            }
            for handle in handles
        ]
        for handles in subtasks
    ]
