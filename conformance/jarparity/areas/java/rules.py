"""Rules between the steps of a history of a hash table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.values.utf16 import string_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON


_MASK = 0xFFFFFFFF


def problems(document: JSON) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each broken rule in a history that fits its schema."""
    path, steps = "input.steps", document["steps"]
    seen: dict[int, JSON] = {}
    types = {step["key"]["type"] for step in steps}
    if len(types) > 1:
        yield path, "mixes strings and topic-partitions; write keys of one type"
    for i, step in enumerate(steps):
        if step["key"]["type"] != "topic-partition":
            continue
        topic, partition = step["key"]["value"]
        code = 31 * (31 + partition) + string_hash(topic) & _MASK
        if seen.setdefault(code, [topic, partition]) != [topic, partition]:
            other = "-".join(map(str, seen[code]))
            problem = (
                f"{topic}-{partition} has the hash code of {other}, and a bin that is a tree orders such "
                "topic-partitions by identity; write ones with different hash codes"
            )
            yield f"{path}[{i}].key", problem
