"""Rules between the fields of inputs about rescaling: who has finished has existed, keys are of one type."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON


def problems(document: JSON) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    for i, subtask in enumerate(document.get("finished", ())):
        path, subtasks = f"input.finished[{i}]", document["oldParallelism"]
        if subtask >= subtasks:
            yield path, f"{subtask} is no old subtask; write numbers below {max(0, subtasks)}, or leave the field out"
        elif subtask in document["finished"][:i]:
            yield path, f"{subtask} stands there twice; write different ones"
    for i, handles in enumerate(document.get("subtasks", ())):
        for j, handle in enumerate(handles):
            if "order" in handle and sorted(handle["order"]) != sorted(handle["states"]):
                yield f"input.subtasks[{i}][{j}].order", "write each name of `states` once, or leave the field out"
    types = [key["type"] for key in document.get("keys", ())]
    for i, kind in enumerate(types):
        if kind != types[0]:
            yield f"input.keys[{i}].type", f"a backend has keys of one type; write {types[0]}, as the first key has"


def handles_differ(document: JSON) -> bool:
    """Whether no two handles of a job's subtasks have one name, as no two files have."""
    names = [handle["handle"] for subtask in document["subtasks"] for handle in subtask]
    return len(set(names)) == len(names)
