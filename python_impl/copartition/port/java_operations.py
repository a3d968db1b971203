"""The operations `java.*`: strings, and the iteration order of HashMap and HashSet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.java import HashMap, HashSet, compare, string_hash
from copartition.port import inputs
from copartition.port.keys import map_key, map_key_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from copartition.kafka.topic_partition import TopicPartition
    from copartition.port.inputs import JSON


def _string_hash(document: JSON) -> JSON:
    return string_hash(inputs.text(document, "a"))


def _string_compare(document: JSON) -> JSON:
    return compare(inputs.text(document, "a"), inputs.text(document, "b"))


def _hash_map_order(document: JSON) -> JSON:
    ordered: HashMap[str | TopicPartition, bool] = HashMap()
    for op, key, path in _steps(document):
        match op:
            case "put":
                ordered.put(key, True)  # noqa: FBT003 - any value: only the keys are listed
            case "computeIfAbsent":
                ordered.compute_if_absent(key, lambda _: True)
            case "remove":
                ordered.remove(key)
            case _:
                raise inputs.wrong(f"{path}.op", "put, computeIfAbsent or remove", op)
    return [map_key_document(key) for key in ordered]


def _hash_set_order(document: JSON) -> JSON:
    ordered: HashSet[str | TopicPartition] = HashSet()
    for op, key, path in _steps(document):
        match op:
            case "add":
                ordered.add(key)
            case "remove":
                ordered.remove(key)
            case _:
                raise inputs.wrong(f"{path}.op", "add or remove", op)
    return [map_key_document(key) for key in ordered]


def _steps(document: JSON) -> Iterator[tuple[JSON, str | TopicPartition, str]]:
    for place, step in enumerate(inputs.items(document, "steps")):
        path = f"input.steps[{place}]"
        yield inputs.field(step, "op", path), map_key(inputs.field(step, "key", path), f"{path}.key"), path


OPERATIONS: dict[str, Callable[[JSON], JSON]] = {
    "java.string.hash": _string_hash,
    "java.string.compare": _string_compare,
    "java.hash-map.order": _hash_map_order,
    "java.hash-set.order": _hash_set_order,
}
