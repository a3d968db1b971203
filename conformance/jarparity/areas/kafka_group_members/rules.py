"""Rules between the fields of inputs about members."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.operations import Problem


def problems(document: JSON) -> Iterator[Problem]:
    """Each id belongs to one topic, and whatever names a topic names one of the field `topics`."""
    seen: dict[str, str] = {}
    for name, topic in document["topics"].items():
        if topic["id"] in seen:
            yield f"input.topics.{name}.id", f"{seen[topic['id']]} has this id; give each topic its own"
        seen[topic["id"]] = name
    member = document["member"]
    for path, named in (
        ("member.assigned", member["assigned"]),
        ("member.revoking", member["revoking"]),
        ("target.partitions", document["target"]["partitions"]),
        ("partitionEpochs", document["partitionEpochs"]),
        ("owned", document["owned"] or {}),
    ):
        for name in named:
            if name not in document["topics"]:
                yield f"input.{path}.{name}", "there is no such topic in the field 'topics'; add it"
